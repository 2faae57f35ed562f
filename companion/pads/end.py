"""The table's memory of one pad: it outlives the cable.

Owns what was delivered, what is wanted of the pad, its clock, and the numbering of its HITs and throws. It
must never touch a port or read a clock. Only the thread of the pad's port changes it; `wish` alone is for
everyone.
"""

from collections import deque
from typing import Any, NamedTuple

from companion.pads import news as n
from shared_rules import dice
from shared_rules.clocks import Contradiction, Exchange, PadClock
from shared_rules.wire import messages as m
from shared_rules.wire.stream import Commands, Inbox

NOTHING_YET = -(1 << 62)  # before every table moment


class AtTable(NamedTuple):
    """A table moment in a command; the pad is told it on its own clock."""

    us: int


class PadEnd:
    """One pad, from its first greeting to the end of the program.

    `heard_us`: when it last said anything, on the table clock. `port`: where it is plugged in, "" when
    nowhere.
    """

    def __init__(self, who: n.Pad) -> None:
        self.who = who
        self.port = ""
        self.heard_us = NOTHING_YET
        self.clock = PadClock()
        self.commands = Commands()
        self.inbox = Inbox()
        self.stats: m.Stats | None = None
        self.report: m.Report | None = None  # of its self-test
        self.half_width_us = float("inf")  # of the newest exchange: how much of its clock is not known
        self._wishes: deque[tuple[Any, tuple[int | AtTable, ...]]] = deque()  # from other threads
        self._missed = 0
        self._seq = 0
        self._held: list[m.Event] = []  # delivered before the clock knew anything
        self._told_us = NOTHING_YET  # every later event has lo > this
        self._last_lo = NOTHING_YET

    @property
    def label(self) -> str:
        """What the pad is called here."""
        return self.who.label

    def wish(self, kind: Any, *values: int | AtTable) -> None:
        """Want a command of the pad; from any thread."""
        self._wishes.append((kind, values))

    def take_wishes(self) -> None:
        """Hand the wishes to the stream; only from the thread of the pad's port."""
        while self._wishes and self.clock.knows:
            kind, values = self._wishes.popleft()
            self.commands.want(kind, *map(self._on_pad, values))

    def _on_pad(self, value: int | AtTable) -> int:
        return max(0, self.clock.pad_time(value.us)) if isinstance(value, AtTable) else value

    def greet(self, identity: "m.Identity", now_us: int) -> list[n.News]:
        """The pad said who it is: what is new about that."""
        rebooted = self.inbox.begin(identity)
        self.commands.restart(rebooted)
        news = self._missing()
        if rebooted:
            news.append(n.Rebooted(self.label, self.heard_us, now_us))
            self._seq += 1  # what it had not told is gone: leave a gap for it
            self._held.clear()
            self.clock.forget()
            self.stats = self.report = None  # they were of the boot before
        self.heard_us = now_us
        return news

    def exchange(self, exchange: Exchange) -> list[n.News]:
        """A PING came back."""
        try:
            self.clock.take(exchange)
        except Contradiction:
            self._seq += 1  # nobody knows since when it stamps wrong: leave a gap
            return [n.ClockReset(self.label), n.Missing(self.label)]
        self.half_width_us = self.clock.half_width_us(exchange.l3_us)
        held, self._held = self._held, []
        return [told for event in held for told in self._tell(event, exchange.received_us)]

    def event(self, event: "m.Event", now_us: int) -> list[n.News]:
        """An event arrived; in sequence or not. `now_us`: just after it was read."""
        if not self.inbox.see(event):
            return []
        if not self.clock.knows:
            self._held.append(event)
            return []
        return self._tell(event, now_us)

    def mark(self, now_us: int, watermark: "m.Watermark | None" = None) -> list[n.News]:
        """The pad's word that nothing earlier will follow, as far as it holds by now."""
        if watermark is not None:
            self.inbox.mark(watermark)
        holds = self.inbox.watermark
        if holds is None or self._held or not self.clock.knows:
            return []
        # A later event is stamped at least one later; the less than one us that the slopes take is given
        # away.
        up_to_us = self.clock.bounds(holds.t_pad_us)[0] - 1
        if not self._told_us < up_to_us <= now_us:  # nobody can promise what is still to come
            return []
        self._told_us = up_to_us
        return [n.Marked(self.label, self._seq, up_to_us)]

    def _tell(self, event: "m.Event", now_us: int) -> list[n.News]:
        lo, hi = self._interval(event.t_pad_us, now_us)
        if event.kind == m.FAULT:
            self._seq += max(1, event.face)
            return [n.Missing(self.label)]
        if event.kind == m.ROLL and event.button in dice.DIE_NAMES and event.face in dice.FACE_NAMES:
            self._seq += 1
            die, face = dice.DIE_NAMES[event.button], dice.FACE_NAMES[event.face]
            return [n.Rolled(self.label, self._seq, lo, hi, die, face)]
        if event.button >= len(m.BUTTON_NAMES):
            return []
        if event.kind == m.PRESS and event.button == m.HIT:
            self._seq += 1
            return [n.Hit(self.label, self._seq, lo, hi)]
        button = m.BUTTON_NAMES[event.button]
        if event.kind == m.PRESS:
            return [n.Pressed(self.label, button, lo, hi)]
        return [n.Released(self.label, button, lo, hi)] if event.kind == m.RELEASE else []

    def _interval(self, t_pad_us: int, now_us: int) -> tuple[int, int]:
        """The event's interval. What was promised about it, and the events before it, bound it too.

        When all that cannot be true, or it was stamped after it had come, the pad's clock says nothing: it
        came since the promise. To give it out as not later than that is the breach for which the referee
        distrusts the pad.
        """
        lo, hi = self.clock.bounds(t_pad_us)
        promised = max(lo, self._told_us + 1, self._last_lo)
        if promised > min(hi, now_us):
            return self._told_us, now_us
        self._last_lo = promised
        return promised, hi

    def _missing(self) -> list[n.News]:
        missed, self._missed = self.inbox.missed - self._missed, self.inbox.missed
        self._seq += missed
        return [n.Missing(self.label)] if missed else []
