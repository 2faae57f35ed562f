"""Fingers: what somebody writes into a virtual pad's FIFO, made into raw edges of its buttons.

    {"button":"hit","at_us":T or null,"down_ms":60,"bounce":[..us]}      one object a line

The contact closes at at_us (CLOCK_MONOTONIC microseconds; null is now), toggles at each bounce (microseconds
after the press), opens at down_ms. Only "button" must be there. Owns this format and reads it
strictly, the same on both interpreters. Must never touch a file or a clock.
"""

from shared_rules.wire.messages import BUTTON_NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.virtual_clock import VirtualClock

    Token = str | tuple[str, str | int | None]

LONGEST_LINE = 1024
MOST_EDGES = 1024  # waiting for their time
LONGEST_DOWN_MS = 600_000
SPACE = " \t\r"
DIGITS = "0123456789"
WORD = "abcdefghijklmnopqrstuvwxyz_" + DIGITS


def tokens(line: str) -> "list[Token]":
    """Return the JSON tokens of a line: one of {}[]:, or ('text', x), ('int', n), ('null', None).

    Raises ValueError for anything else, other numbers and escapes in texts included.
    """
    found: list[Token] = []
    at = 0
    while at < len(line):
        char = line[at]
        end = at + 1
        if char in "{}[]:,":
            found.append(char)
        elif char == '"':
            end = _end(line, end, WORD) + 1
            if line[end - 1:end] != '"':
                raise ValueError("a text that is none")
            found.append(("text", line[at + 1:end - 1]))
        elif char == "-" or char in DIGITS:
            end = _end(line, end, DIGITS)
            found.append(("int", _integer(line[at:end])))
        elif line[at:at + 4] == "null":
            end = at + 4
            found.append(("null", None))
        elif char not in SPACE:
            raise ValueError("no JSON at column %d" % (at + 1))
        at = end
    return found


def _end(line: str, at: int, letters: str) -> int:
    while at < len(line) and line[at] in letters:
        at += 1
    return at


def _integer(text: str) -> int:
    digits = text[1:] if text[0] == "-" else text
    if not digits or (digits[0] == "0" and len(digits) > 1):
        raise ValueError("a number that is none")
    return int(text)


class _Reader:
    """Walks over tokens; raises ValueError where the line is not what it must be."""

    def __init__(self, line: str) -> None:
        self._tokens = tokens(line)
        self._at = 0

    def next(self) -> "Token":
        if self._at == len(self._tokens):
            raise ValueError("the line ends too early")
        self._at += 1
        return self._tokens[self._at - 1]

    def expect(self, wanted: str) -> None:
        if self.next() != wanted:
            raise ValueError("'%s' expected" % wanted)

    def skip(self, wanted: str) -> bool:
        if self._at < len(self._tokens) and self._tokens[self._at] == wanted:
            self._at += 1
            return True
        return False

    def key(self) -> str:
        token = self.next()
        if isinstance(token, str) or not isinstance(token[1], str):
            raise ValueError("a key expected")
        return token[1]

    def value(self) -> object:
        """Return a text, an integer, None or a list of integers."""
        if self.skip("["):
            return self._list()
        token = self.next()
        if isinstance(token, str):
            raise ValueError("a value expected")
        return token[1]

    def _list(self) -> "list[int]":
        found: list[int] = []
        while not self.skip("]"):
            if found:
                self.expect(",")
            found.append(whole(self.value(), "bounce"))
        return found

    def end(self) -> None:
        if self._at != len(self._tokens):
            raise ValueError("more than one value")


def parse(line: str) -> "dict[str, object]":
    """Return the object in a line: keys to texts, integers, None or lists of integers.

    Raises ValueError; a repeated key is one, too.
    """
    reader = _Reader(line)
    found: dict[str, object] = {}
    reader.expect("{")
    while not reader.skip("}"):
        if found:
            reader.expect(",")
        key = reader.key()
        if key in found:
            raise ValueError("key '%s' is there twice" % key)
        reader.expect(":")
        found[key] = reader.value()
    reader.end()
    return found


def whole(value: object, key: str, least: int = 0, most: int = 1 << 62) -> int:
    """Return `value` when it is an integer from least to most.

    Raises ValueError.
    """
    if not isinstance(value, int) or not least <= value <= most:
        raise ValueError("'%s' is no integer from %d to %d" % (key, least, most))
    return value


def read(line: str) -> "tuple[int, int | None, list[tuple[int, bool]]]":
    """Return (button, at_us or None, [(microseconds after the press, closed), ..] in time order).

    Raises ValueError with the reason.
    """
    found = parse(line)
    for key in found:
        if key not in ("button", "at_us", "down_ms", "bounce"):
            raise ValueError("unknown key '%s'" % key)
    if found.get("button") not in BUTTON_NAMES:
        raise ValueError("'button' is none of %s" % ", ".join(BUTTON_NAMES))
    at_us = None if found.get("at_us") is None else whole(found["at_us"], "at_us")
    down_us = 1000 * whole(found.get("down_ms", 60), "down_ms", 1, LONGEST_DOWN_MS)
    bounce = found.get("bounce", [])
    if not isinstance(bounce, list):
        raise ValueError("'bounce' is no list")
    for offset_us in bounce:
        whole(offset_us, "bounce", 1, 2 * 1000 * LONGEST_DOWN_MS)
    return BUTTON_NAMES.index(found["button"]), at_us, contact(down_us, bounce)


def contact(down_us: int, bounce: "list[int]") -> "list[tuple[int, bool]]":
    """Return the contact's changes of one press: closed at 0, toggled by each bounce, open from down_us.

    Raises ValueError when bounces after down_us leave it closed.
    """
    changes = [(0, True)]
    closed = True
    for offset_us in sorted([offset_us for offset_us in bounce if offset_us < down_us]):
        closed = not closed
        changes.append((offset_us, closed))
    if closed:
        changes.append((down_us, False))
    closed = False
    for offset_us in sorted([offset_us for offset_us in bounce if offset_us >= down_us]):
        closed = not closed
        changes.append((offset_us, closed))
    if closed:
        raise ValueError("'bounce' leaves the contact closed")
    return changes


class Fingers:
    """Lines in, edges out at their time. `clock` is a VirtualClock; complain(text) hears of bad lines."""

    def __init__(self, clock: "VirtualClock", complain: "Callable[[str], None]") -> None:
        self._clock = clock
        self._complain = complain
        self._held = b""
        self._skipping = False  # inside a line that is too long
        self._line = 0
        self._edges: list[tuple[int, int, int, bool]] = []  # (t_pad_us, order, button, closed)
        self._order = 0

    def pause_us(self, now_pad_us: int, most_us: int) -> int:
        """How long no edge will be due, at most most_us."""
        return min(most_us, max(0, self._edges[0][0] - now_pad_us)) if self._edges else most_us

    def feed(self, data: bytes, now_us: int) -> None:
        """Take bytes of the FIFO. now_us: CLOCK_MONOTONIC, what at_us null means."""
        pieces = data.split(b"\n")
        for piece in pieces[:-1]:
            self._line += 1
            line, self._held = self._held + piece, b""
            if self._skipping or len(line) > LONGEST_LINE:
                self._refuse("longer than %d bytes" % LONGEST_LINE)
            else:
                self._take(line, now_us)
            self._skipping = False
        self._held += pieces[-1]
        if len(self._held) > LONGEST_LINE:
            self._held, self._skipping = b"", True

    def _take(self, line: bytes, now_us: int) -> None:
        try:
            text = "".join([chr(byte) if byte < 128 else "?" for byte in line])
            button, at_us, changes = read(text)
            if len(self._edges) + len(changes) > MOST_EDGES:
                raise ValueError("too many presses wait for their time")
        except ValueError as error:
            self._refuse(str(error))
            return
        for offset_us, closed in changes:
            self._order += 1
            t_pad_us = self._clock.pad_us((now_us if at_us is None else at_us) + offset_us)
            self._insert((t_pad_us, self._order, button, closed))

    def _insert(self, edge: "tuple[int, int, int, bool]") -> None:
        """Keep the edges in time order. (To sort a sorted list is MicroPython's worst case.)"""
        low, high = 0, len(self._edges)
        while low < high:
            middle = (low + high) // 2
            if self._edges[middle] < edge:
                low = middle + 1
            else:
                high = middle
        self._edges.insert(low, edge)

    def _refuse(self, why: str) -> None:
        self._complain("finger line %d: %s" % (self._line, why))

    def due(self, now_pad_us: int) -> "list[tuple[int, bool, int]]":
        """Return the edges up to now as (button, closed, t_pad_us), in time order, and forget them."""
        ready = [edge for edge in self._edges if edge[0] <= now_pad_us]
        self._edges = self._edges[len(ready):]
        return [(button, closed, t_pad_us) for t_pad_us, _order, button, closed in ready]
