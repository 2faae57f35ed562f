"""Coming to a board and going from it: into its REPL, back to what it did before, or on to its firmware.

Owns the open line, which changes when the board starts anew. Must never change what is on the board.
"""

import contextlib
import time
from collections.abc import Callable
from typing import TypeVar

from companion.flash import asking
from companion.flash.errors import FlashError
from companion.flash.line import Line, Lost
from companion.flash.places import Place
from companion.flash.repl import Repl
from shared_rules.wire import messages as m

RETURN_S = 15.0  # for a USB device that starts anew, and the system's rules for it
TRY_EVERY_S = 0.1
OBEY_S = 0.3  # an order to start anew is obeyed by then
GREET_S = 1.0

Found = TypeVar("Found")


class Visit:
    """One visit to the board at a place. Close it."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._line: Line | None = None
        self._found: m.Identity | str = asking.NOBODY

    @property
    def speaks(self) -> bool:
        """Whether it was a running pad that was found."""
        return not isinstance(self._found, str)

    def ask(self) -> None:
        """Find out who is there.

        :raises FlashError: nobody, or the port cannot be opened
        """
        self._line = Line(self._place.now())
        self._found = asking.who(self._line)
        if self._found == asking.NOBODY:
            raise FlashError("board.mute", port=self._place.port)

    def enter(self) -> Repl:
        """Have MicroPython's raw REPL; a pad that runs is told to leave first.

        :raises FlashError: it does not come back from its restart
        """
        assert self._line is not None, "ask() comes first"
        if not self.speaks:
            return Repl(self._line)
        try:
            asking.send_away(self._line)
            return self._when_back(_raw_repl, "board.silent")
        except (KeyboardInterrupt, SystemExit):  # it may have heard, and would stay in MicroPython
            with contextlib.suppress(Lost, FlashError):
                self.restart(self._when_back(_raw_repl, "board.silent"))
            raise

    def put_back(self, repl: Repl) -> None:
        """Have the board do again what it did before, as far as it still answers; a pad has started then."""
        with contextlib.suppress(Lost, FlashError):
            if self.speaks:
                self.restart(repl)
            else:
                repl.leave(run=self._found == asking.PROGRAM)

    def restart(self, repl: Repl) -> "m.Identity":
        """Start the board anew and return what the pad on it says of itself.

        :raises FlashError: no pad says anything
        """
        repl.restart()
        found = self._when_back(lambda line: asking.greet(line, GREET_S), "board.dumb")
        if isinstance(found, str):
            raise FlashError("board.stays", port=self._place.port)
        return found

    def close(self) -> None:
        """Let go of the port."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _when_back(self, answer: Callable[[Line], Found | None], why: str) -> Found:
        """Ask a board that is starting anew until it answers. The port is closed meanwhile: while it is open,
        the system would give the device another name."""
        end_s = time.monotonic() + RETURN_S
        closed = FlashError(why, port=self._place.port)
        self.close()
        time.sleep(OBEY_S)
        while time.monotonic() < end_s:
            try:
                self._line = Line(self._place.now())
                if (found := answer(self._line)) is not None:
                    return found
            except FlashError as error:
                closed = error if error.code in {"port.busy", "port.denied"} else closed
            except Lost:
                pass  # it went away just then
            self.close()
            time.sleep(TRY_EVERY_S)
        raise closed


def _raw_repl(line: Line) -> Repl | None:
    found = asking.who(line)
    if not isinstance(found, str):
        asking.send_away(line)  # it has not heard it
        return None
    return None if found == asking.NOBODY else Repl(line)
