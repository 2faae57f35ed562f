"""JSON lines from a stranger: each is read whole, or refused with a stable code and a sentence.

Owns what one line is and what JSON is let in. It knows no command and never takes more memory than the
longest line.
"""

import json
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from companion.i18n import _

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
    """A line that cannot be read. `code` is stable, the text says it to people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
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
    return parse_text(text_of(line))


def text_of(line: bytes) -> str:
    """Return a line's text. Raises BadJson."""
    if len(line) > LONGEST:
        raise BadJson(LONG, _("this line is too long"))
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise BadJson(TEXT, _("this is not UTF-8 text")) from None


def parse_text(text: str) -> Any:
    """Return the JSON value of a text. Raises BadJson."""
    if not text.strip():
        raise BadJson(BLANK, _("a blank line"))
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_number, parse_float=_float, parse_int=_int
        )
        if "\\u" in text:  # only an escape can say half a character
            json.dumps(value, ensure_ascii=False).encode()
    except BadJson:
        raise
    except RecursionError:
        raise BadJson(DEEP, _("this is nested too deeply")) from None
    except UnicodeEncodeError:
        raise BadJson(TEXT, _("half a character (a lone surrogate)")) from None
    except ValueError as error:
        raise BadJson(JSON, _("this is not JSON: {why}").format(why=error)) from None
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        times = Counter(key for key, _value in pairs)
        twice = next(key for key in times if times[key] > 1)
        raise BadJson(KEY, _("the key “{twice}” is given twice").format(twice=twice))
    return fields


def _no_number(word: str) -> NoReturn:
    raise BadJson(NUMBER, _("{word} is not JSON").format(word=word))


def _float(word: str) -> float:
    number = float(word)
    return number if math.isfinite(number) else _too_large()


def _int(word: str) -> int:
    try:
        return int(word)
    except ValueError:  # more digits than Python converts
        _too_large()


def _too_large() -> NoReturn:
    raise BadJson(NUMBER, _("a number that is too large")) from None
