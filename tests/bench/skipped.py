"""A shootout whose presses skip the bytes: intervals, delays, sequence and watermarks stay.

The firmware's debounce, the host's inbox and pad end are the real ones; messages arrive as objects, late,
twice, out of turn or only when sent again.
"""

import bisect
from collections.abc import Iterable, Iterator

from companion.pads import news as n
from firmware.debounce import DEBOUNCE_US, Button
from shared_rules import dice
from shared_rules.wire import messages as m
from tests.bench import players
from tests.bench.links import (
    FIRST_RESEND_US,
    GREETING_US,
    LAST_RESEND_US,
    LOOP_US,
    REBOOT,
    STALL,
    Outage,
    bounced,
)
from tests.bench.table import Press, Shootout

NOTICED_US = 10_000  # until the host sees that a port is gone


class Skipped(Shootout):
    """No bytes. `_stamps`: pad -> stamps of all that it reported since its start, in order."""

    def sit_down(self) -> Iterator[float]:
        self._stamps: dict[str, list[int]] = {pad: [] for pad in self.pads}
        self._marked: dict[str, tuple[int, int] | None] = dict.fromkeys(self.pads)
        self._arrived_us = dict.fromkeys(self.pads, 0.0)
        self._buttons = {(pad, name): Button() for pad in self.pads for name in players.BUTTONS}
        self._boots = {pad: self.life.lines[pad].boot for pad in self.pads}
        for pad in self.pads:
            self._greet(pad)
            for out in self.life.lines[pad].outages:
                if out.end_us > self.now_us and out.kind != STALL:
                    self.at(out.begin_us + NOTICED_US, self._leave, pad, out)
                    self.at(out.end_us + GREETING_US, self._return, pad, out)
        yield from self.until(self.now_us)

    # -- a pad comes and goes

    def _greet(self, pad: str) -> list[n.News]:
        end = self.ends[pad]
        news = end.greet(
            m.Identity(1, 1, 1, pad.encode(), b"sim", b"sim", self._boots[pad], 0, 1, 1), int(self.now_us)
        )
        end.clock = self.clocks[pad]  # type: ignore[assignment]    # a reboot gave it one of its own
        return news

    def _leave(self, pad: str, out: Outage) -> None:
        self.hear([n.Left(pad, int(out.begin_us) - 100_000, int(self.now_us), "unplugged")])
        if out.kind == REBOOT:
            self._boots[pad] = self.life.lines[pad].boot
            self._stamps[pad] = []
            self._buttons.update({(pad, name): Button() for name in players.BUTTONS})

    def _return(self, pad: str, out: Outage) -> None:
        news = self._greet(pad) if out.kind == REBOOT else []
        self.hear([*news, n.Joined(pad, self.ends[pad].who, "sim")])

    # -- presses

    def press(self, act: players.Act) -> None:
        """Debounce, number, and send what is to be reported."""
        press = Press(act, len(self.rounds), self._boots[act.pad])
        self.rounds[-1].presses.append(press)
        self.untold[act.pad].append(press)
        crystal, button = self.life.lines[act.pad].crystal, self._buttons[act.pad, act.button]
        for t_us, level in bounced(self.chance, act.t_us, act.down_us):
            stamp = crystal.stamp(t_us)
            self._confirm(act.pad, button, stamp)
            if button.edge(level, stamp, DEBOUNCE_US):
                self.at(t_us, self._report, act, level, stamp)
        self.at(act.t_us + act.down_us + 30_000, self._confirm_later, act.pad, button)

    def _confirm(self, pad: str, button: Button, stamp: int) -> None:
        if button.confirm(stamp, DEBOUNCE_US) is not None:
            self.figures.wrong("bounces_reported", self, pad)

    def _confirm_later(self, pad: str, button: Button) -> None:
        self._confirm(pad, button, self.life.lines[pad].crystal.stamp(self.now_us))

    def _report(self, act: players.Act, level: bool, stamp: int) -> None:
        pad, number = act.pad, players.BUTTONS[act.button]
        stamps = self._stamps[pad]
        stamps.append(max(stamp, stamps[-1]) if stamps else stamp)
        kind, face = (m.PRESS if level else m.RELEASE), 0
        if level and act.face:
            kind, face = m.ROLL, dice.FACE_NUMBERS[act.face]
        event = m.Event(self._boots[pad], len(stamps), kind, number, face, stamps[-1])
        sent_us = self.now_us + self.chance.uniform(20, LOOP_US)
        faults = self.faults(pad)
        if self.chance.random() < faults.overtaken:
            self.at(sent_us + 130, self._arrive, pad, event)
        arrived_us = self._arrival_us(pad, sent_us)
        self.at(arrived_us, self._arrive, pad, event)
        if self.chance.random() < faults.doubled:
            self.at(arrived_us + self.chance.uniform(0, 50_000), self._arrive, pad, event)

    def _arrival_us(self, pad: str, sent_us: float) -> float:
        """When a message gets through: in turn, sent again while it was lost or damaged."""
        line, pause_us = self.life.lines[pad], FIRST_RESEND_US
        while True:
            arrived_us = sent_us + line.profile.delay_us(self.chance)
            hurt = self.chance.random() < line.faults.lost + line.faults.damaged
            if not hurt and line.outage_at(sent_us) is None:
                break
            sent_us, pause_us = sent_us + pause_us, min(2 * pause_us, LAST_RESEND_US)
        out = line.outage_at(arrived_us)
        arrived_us = max(arrived_us, self._arrived_us[pad] + 1, out.end_us if out else 0)
        self._arrived_us[pad] = arrived_us
        return arrived_us

    def _arrive(self, pad: str, event: "m.Event") -> None:
        end = self.ends[pad]
        if event.boot_id != self._boots[pad]:
            return  # the pad forgot it
        if not end.clock.knows:
            self.at(self.now_us + 5_000, self._arrive, pad, event)
            return
        if event.kind != m.RELEASE:
            self._tell_mark(pad)
        before = end.inbox.watermark
        self.hear(end.event(event, int(self.now_us)))
        if end.inbox.watermark is not before:
            self.hear(end.mark(int(self.now_us)))
        if event.seq > end.inbox.delivered:
            # Out of turn: it will be sent again.
            self.at(self.now_us + FIRST_RESEND_US, self._arrive, pad, event)

    # -- watermarks

    def tell_marks(self, pads: Iterable[str]) -> None:
        for pad in pads:
            self._tell_mark(pad)

    def _tell_mark(self, pad: str) -> None:
        line = self.life.lines[pad]
        if line.marked is self._marked.get(pad):
            return
        end = self.ends[pad]
        if line.marked is None or line.marked[0] != self._boots[pad] or pad in self.away:
            return
        boot, promised = line.marked
        if end.inbox.boot_id == boot:
            self._marked[pad] = line.marked
            seq = bisect.bisect_right(self._stamps[pad], promised)
            self.hear(end.mark(int(self.now_us), m.Watermark(boot, seq, promised)))
