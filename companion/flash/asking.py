"""Who is on a port: a pad that runs, MicroPython, or nobody.

Owns that question and the order to leave, in the wire's own words. What it sends does no harm to either: to a
REPL a greeting is Ctrl-A and some letters, to a pad Ctrl-C is a byte like any other.
"""

import time

from companion.flash.line import Line, Lost
from companion.pads.link import a_session
from shared_rules.wire import frames
from shared_rules.wire import messages as m

HELLO_S = 1.2
HELLO_EVERY_S = 0.25
INTERRUPT_S = 2.0
LEAVE_S = 2.0
LEAVE_EVERY_S = 0.1
RAW_REPL = b"raw REPL; CTRL-B to exit"
INTERRUPT = b"\r\x03\x03\r\x01"  # end whatever runs, then ask for the raw REPL

REPL, PROGRAM, NOBODY = "repl", "program", "nobody"  # in the REPL; a program was ended; no answer


class _Ear:
    """Hears frames and the raw REPL's greeting in whatever comes."""

    def __init__(self) -> None:
        self._deframer = frames.Deframer()
        self._tail = b""
        self.raw_repl = False

    def hear(self, data: bytes) -> list[object]:
        """Return the messages in it."""
        heard = self._tail + data
        self.raw_repl = self.raw_repl or RAW_REPL in heard
        self._tail = heard[-len(RAW_REPL) :]
        return [message for payload in self._deframer.feed(data) if (message := m.unpack(payload))]


def who(line: Line) -> "m.Identity | str":
    """Return the pad's Identity, or REPL, PROGRAM, NOBODY.

    :raises Lost: the port went away
    """
    found = greet(line, HELLO_S)
    if found is not None:
        return found
    line.within(INTERRUPT_S)
    ear = _Ear()
    try:
        line.write(INTERRUPT)
        while not ear.raw_repl:
            ear.hear(line.read(1))
    except Lost as error:
        if error.why == "gone":
            raise
        return NOBODY
    return PROGRAM


def greet(line: Line, limit_s: float) -> "m.Identity | str | None":
    """Say Hello until a pad answers; REPL if that is what answers, None if nothing does.

    :raises Lost: the port went away
    """
    session = a_session()
    hello = frames.encode(m.pack(m.Hello(m.PROTOCOL_LOWEST, m.PROTOCOL_HIGHEST, session)))
    ear = _Ear()
    line.within(limit_s)
    end_s = time.monotonic() + limit_s
    again_s = 0.0
    while (now_s := time.monotonic()) < end_s:
        if now_s >= again_s:
            _try_to_write(line, frames.DELIMITER + hello)
            again_s = now_s + HELLO_EVERY_S
        for message in ear.hear(line.some(0.05)):
            if isinstance(message, m.Identity) and message.session == session:
                return message
        if ear.raw_repl:
            return REPL
    return None


def send_away(line: Line) -> None:
    """Tell a pad to stop and go to its REPL; return when it has heard, or is gone."""
    leave = frames.encode(m.pack(m.Leave(1)))
    ear = _Ear()
    line.within(LEAVE_S)
    end_s = time.monotonic() + LEAVE_S
    again_s = 0.0
    try:
        while (now_s := time.monotonic()) < end_s:
            if now_s >= again_s:
                line.write(leave)
                again_s = now_s + LEAVE_EVERY_S
            for message in ear.hear(line.some(0.02)):
                if isinstance(message, m.Taken) and message.command == m.code_of(m.Leave):
                    return
    except Lost:
        return


def _try_to_write(line: Line, data: bytes) -> None:
    try:
        line.write(data)
    except Lost as error:
        if error.why == "gone":
            raise
