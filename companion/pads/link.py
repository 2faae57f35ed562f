"""The host's end of one port, without the port: bytes in, bytes out, and the news they bring.

Owns the greeting, the pings and what is due when. It must never read a clock or touch a port: moments come in
as table microseconds, the one read just before a write or just after a read.
"""

import random
from collections.abc import Callable
from typing import Any

from companion.pads import news as n
from companion.pads.end import PadEnd
from shared_rules.clocks import Exchange
from shared_rules.wire import frames
from shared_rules.wire import messages as m

HELLO_EVERY_US = 250_000
PING_EVERY_US = 50_000  # 20 exchanges a second keep the clock's bounds tight
# While a call waits for watermarks. The first answer mostly says enough; four pads that are asked every
# millisecond keep the threads busy that the ruling waits for.
HURRY_EVERY_US = 4_000
HASTE_US = 20_000  # after a HIT, until it is known whether a call waits; a frame may have to be drawn first
SILENT_US = 1_000_000  # no word for this long, though pinged: nobody is there
COMMAND_LOOK_US = 20_000  # while the pad has not taken a command
MUTE_US = 3_000_000  # never an answer to HELLO: not our firmware
HELLO_FIXED_BYTES = 4  # of its frame: COBS' first code, message code, lowest, highest
PINGS_OPEN = 64  # answers that are waited for at the most
MOST_TOKENS = 0xFFFF

Claim = Callable[[n.Pad, str], PadEnd | None]


def a_session() -> int:
    """Return the number of a new session, not 0, whose Hello has no Ctrl-C in it, nor any other control
    character in session and checksum: a board that is just starting is in MicroPython's hands, and ends its
    start at Ctrl-C."""
    while True:
        session = random.SystemRandom().randrange(1, 1 << 32)
        hello = frames.encode(m.pack(m.Hello(m.PROTOCOL_LOWEST, m.PROTOCOL_HIGHEST, session)))
        if min(hello[HELLO_FIXED_BYTES:-1]) >= ord(" "):
            return session


class Link:
    """One port's conversation.

    :param port: its name, for people
    :param session: not 0, another one for each opening of a port
    :param now_us: when it was opened
    :param claim: gives the memory of a pad now on this port, or None when it is on another one already
    :param label: what to call the pad here; its unique id if empty
    """

    def __init__(self, port: str, session: int, now_us: int, claim: Claim, label: str = "") -> None:
        self.port = port
        self.end: PadEnd | None = None
        self.hurry = False  # a call waits
        self._hasty_until_us = 0  # one may
        self.unknown = 0  # frames that were whole and made no sense
        self.deframer = frames.Deframer()
        self._claim = claim
        self._label = label
        self._session = session
        self._opened_us = now_us
        self._hello_at_us: float = now_us
        self._pinged_us = now_us - PING_EVERY_US
        self._pings: dict[int, int] = {}  # token -> when it was sent
        self._token = 0
        self._pong_heard = 0  # token of the latest Pong
        self._ack_due = False
        self._answered = False
        self._turned = False  # told why this port cannot be used

    @property
    def answered(self) -> bool:
        """Whether it is known what is on this port."""
        return self.end is not None or self._turned

    # -- what comes in

    def feed(self, data: bytes, now_us: int) -> list[n.News]:
        """Bytes were read; `now_us` just after the read."""
        news: list[n.News] = []
        for payload in self.deframer.feed(data):
            message = m.unpack(payload)
            if message is None:
                self.unknown += 1
            elif isinstance(message, m.Identity):
                news += self._identity(message, now_us)
            elif self.end is not None:
                self.end.heard_us = now_us
                news += self._heard(self.end, message, now_us)
        return news

    def _heard(self, end: PadEnd, message: Any, now_us: int) -> list[n.News]:
        if isinstance(message, m.Pong):
            sent_us = self._pings.pop(message.token, None)
            if sent_us is None:
                return []
            self._pong_heard = message.token
            # The clock was cut to whole us: the read ended before now_us + 1.
            return end.exchange(Exchange(sent_us, message.l2_us, message.l3_us, now_us + 1))
        if isinstance(message, m.Event):
            self._ack_due = True
            return [*end.event(message, now_us), *end.mark(now_us)]
        if isinstance(message, m.Watermark):
            return end.mark(now_us, message)
        if isinstance(message, m.Taken):
            end.commands.taken(message)
        elif isinstance(message, m.Stats):
            end.stats = message
        elif isinstance(message, m.Report):
            end.report = message
        return []

    def _identity(self, identity: "m.Identity", now_us: int) -> list[n.News]:
        if identity.session != self._session:
            self._hello_at_us = now_us  # it was not greeted by us: it started, or heard somebody else
            return []
        self._answered = True
        who = _who(identity, self._label)
        if identity.protocol == 0:
            return self._turn("too_old" if identity.highest < m.PROTOCOL_LOWEST else "too_new", who.label)
        if self.end is None:
            self.end = self._claim(who, self.port)
            if self.end is None:
                return self._turn("twice", who.label)
            self._turned = False
            joined: list[n.News] = [n.Joined(who.label, who, self.port)]
        else:
            joined = []
        self.end.who = who
        self._hello_at_us = float("inf")
        self._ack_due = True
        return [*self.end.greet(identity, now_us), *joined]

    def _turn(self, why: str, detail: str) -> list[n.News]:
        self._hello_at_us += 8 * HELLO_EVERY_US  # ask again now and then: it may have been updated
        if self._turned:
            return []
        self._turned = True
        return [n.Turned(self.port, why, detail)]

    # -- what goes out

    def due(self, now_us: int) -> bytes:
        """The bytes to write now; `now_us` just before the write."""
        out: list[Any] = []
        if now_us >= self._hello_at_us:
            out.append(m.Hello(m.PROTOCOL_LOWEST, m.PROTOCOL_HIGHEST, self._session))
            self._hello_at_us = now_us + HELLO_EVERY_US
        if self.end is not None:
            self.end.take_wishes()
            if self._ack_due:
                out.append(self.end.inbox.ack())
                self._ack_due = False
            out += self.end.commands.due(now_us)
            if now_us >= self._pinged_us + self._ping_pause_us():
                out.append(self._ping(now_us))
        return b"".join(frames.encode(m.pack(message)) for message in out)

    def _ping(self, now_us: int) -> "m.Ping":
        self._pinged_us = now_us
        self._token = self._token % MOST_TOKENS + 1  # 0 is none
        self._pings[self._token] = now_us
        if len(self._pings) > PINGS_OPEN:
            del self._pings[next(iter(self._pings))]
        return m.Ping(self._token, self._pong_heard)

    def hasten(self, now_us: int) -> None:
        """Somebody called HIT: a call will most likely wait for this pad."""
        self._hasty_until_us = now_us + HASTE_US

    @property
    def is_hurried(self) -> bool:
        """Whether it pings as often as it does at all."""
        return self.hurry or self._pinged_us < self._hasty_until_us

    def _ping_pause_us(self) -> int:
        """How often to ask. While the pad has not answered the last one, it gains nothing by more."""
        waits = self._token in self._pings
        return HURRY_EVERY_US if self.is_hurried and not waits else PING_EVERY_US

    def pause_us(self, now_us: int) -> float:
        """How long nothing will be due, if nothing comes in and nobody wishes anything."""
        if self.end is None:
            return self._hello_at_us - now_us
        if self._ack_due:
            return 0
        pause_us = min(self._hello_at_us, self._pinged_us + self._ping_pause_us()) - now_us
        return pause_us if self.end.commands.settled else min(pause_us, COMMAND_LOOK_US)

    def check(self, now_us: int) -> list[n.News]:
        """Whether somebody is still there."""
        if self.end is None:
            mute = now_us - self._opened_us > MUTE_US and not self._answered
            return self._turn("mute", "") if mute else []
        if now_us - self.end.heard_us > SILENT_US:
            return self.leave(now_us, "silent")
        return []

    def leave(self, now_us: int, why: str) -> list[n.News]:
        """The port is gone, or nobody is there."""
        end, self.end = self.end, None
        if end is None:
            return []
        end.port = ""
        self._pings.clear()
        self._hello_at_us = now_us
        return [n.Left(end.label, end.heard_us, now_us, why)]


def _who(identity: "m.Identity", label: str) -> n.Pad:
    unique_id = bytes(identity.unique_id).hex()
    board, firmware = m.text(identity.board), m.text(identity.firmware)
    return n.Pad(
        label or unique_id,
        unique_id,
        board,
        firmware,
        identity.protocol,
        virtual=bool(identity.capabilities & m.IS_VIRTUAL),
        pio=bool(identity.capabilities & m.HAS_PIO_STAMPS),
        lights=bool(identity.capabilities & m.HAS_LIGHTS),
        sound=bool(identity.capabilities & m.HAS_SOUND),
    )
