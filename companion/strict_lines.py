"""JSON lines from a stranger: each is read whole, or refused with a stable code.

Owns what one line is and what JSON is let in. It knows no command and never takes more memory than the
longest line.
"""

import json
import math
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

LONGEST = 1 << 20  # bytes of a line: a hundred times the longest that means anything

LONG = "line.long"
TEXT = "line.text"  # not UTF-8, or half a character
BLANK = "line.blank"
JSON = "line.json"
DEEP = "line.deep"
KEY = "line.repeated_key"
NUMBER = "line.number"  # NaN, Infinity, or one that no machine number holds
CODES = (LONG, TEXT, BLANK, JSON, DEEP, KEY, NUMBER)


class BadJson(ValueError):
    """A line that cannot be read. `code` is stable."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield each line with its end. Of one that is too long only the beginning, LONGEST + 1 bytes, comes."""
    while line := stream.readline(LONGEST + 1):
        yield line
        rest = line
        while len(rest) > LONGEST and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST + 1)


def parse(line: bytes) -> Any:
    """Return the JSON value of a line. Raises BadJson."""
    if len(line) > LONGEST:
        raise BadJson(LONG)
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise BadJson(TEXT) from None
    if not text.strip():
        raise BadJson(BLANK)
    return parse_text(text)


def parse_text(text: str) -> Any:
    """Return the JSON value of a text. Raises BadJson."""
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_number, parse_float=_float, parse_int=_int
        )
        if "\\u" in text:  # only an escape can say half a character
            json.dumps(value, ensure_ascii=False).encode()
    except BadJson:
        raise
    except RecursionError:
        raise BadJson(DEEP) from None
    except UnicodeEncodeError:
        raise BadJson(TEXT) from None
    except ValueError:
        raise BadJson(JSON) from None
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise BadJson(KEY)
    return fields


def _no_number(_word: str) -> NoReturn:
    raise BadJson(NUMBER)


def _float(word: str) -> float:
    number = float(word)
    return number if math.isfinite(number) else _no_number(word)


def _int(word: str) -> int:
    try:
        return int(word)
    except ValueError:  # more digits than Python converts
        raise BadJson(NUMBER) from None
