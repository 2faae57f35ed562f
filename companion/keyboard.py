"""Keys of a terminal, one by one, as news.

Owns the terminal's mode while it is open, and gives it back as it was. `FINGERS` says which key is whose
button when pads are virtual.
"""

import os
import sys
import termios
import threading
import tty
from collections.abc import Callable
from typing import NamedTuple, Self

ENTER, ESCAPE, BACKSPACE, GONE = "enter", "escape", "backspace", "gone"
NAMES = {"\r": ENTER, "\n": ENTER, "\x1b": ESCAPE, "\x7f": BACKSPACE, "\x08": BACKSPACE}

# The keys of p1, p2 ..: HIT, then die 1 to 3. One hand's width each, the same on most Latin keyboards.
FINGERS = (("a", "qsx"), ("f", "rtg"), ("j", "uik"), ("l", "opm"), (" ", "890"))
BUTTONS = ("die1", "die2", "die3")


class Key(NamedTuple):
    """A key went down: a character, or one of the names above."""

    name: str


def finger_of(key: str) -> tuple[int, str] | None:
    """Which pad (from 0) and button a key is, or None."""
    for pad, (hit, dice) in enumerate(FINGERS):
        if key == hit:
            return pad, "hit"
        if key in dice:
            return pad, BUTTONS[dice.index(key)]
    return None


class Keyboard:
    """Reads single keys from standard input while it is open; posts `Key`s from its own thread."""

    def __init__(self, post: Callable[[Key], None]) -> None:
        self._post = post
        self._fd = sys.stdin.fileno()
        self._before: list[object] = []

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._fd)
        tty.setcbreak(self._fd)
        threading.Thread(target=self._read, name="keyboard", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)  # type: ignore[arg-type]

    def _read(self) -> None:
        while data := self._bytes():
            for character in data.decode(errors="ignore"):
                self._post(Key(NAMES.get(character, character)))
        self._post(Key(GONE))

    def _bytes(self) -> bytes:
        try:
            return os.read(self._fd, 64)
        except OSError:
            return b""
