"""The builder's bench: what each pad has shown since somebody looks at it.

Owns what was pressed, tested and judged on each pad, and the facts a builder asks for. It must never judge a
pad (`verdict` does), draw, or touch a port: it listens to the news and reads what the pads' ends keep.
"""

from typing import Any, NamedTuple

from companion.pads import news as n
from companion.pads import verdict as v
from companion.pads.end import PadEnd
from companion.pads.hub import Pads
from firmware import self_test
from shared_rules.clocks import Known
from shared_rules.wire import messages as m


class Facts(NamedTuple):
    """Who a pad is and how its link fares.

    `damaged`, `unknown`: messages that came from it and were of no use; `clock_restarts`: how often its clock
    was begun anew; `boots`: how often it started again meanwhile.
    """

    who: n.Pad
    port: str  # "" when it is gone
    stats: Any  # m.Stats, None before the first
    damaged: int
    unknown: int
    clock_restarts: int
    boots: int


class PadBench:
    """One pad on the bench. `down`: the buttons that are down now, bit 0 is HIT."""

    def __init__(self) -> None:
        self.boots = 0
        self.down = 0
        self.part = 0  # of the self-test, that runs now
        self.part_since_us = 0
        self._pressed = 0
        self._last: Any = None  # the report that was taken last
        self._forget()

    def _forget(self) -> None:
        """Nothing was tested yet."""
        self._wanted = 0
        self._waiting = False
        self._run: Any = None  # the newest report of the run that is shown
        self._kept: dict[int, Any] = {}
        self._judged: dict[str, bool] = {}
        self._measured = 0
        self._bounce_us = [0] * len(v.BUTTONS)
        self._held = 0  # down in every report of this run, and ever since

    def tried(self, who: n.Pad, debounce_us: int) -> v.Tried:
        """What it has shown so far."""
        over = self._run is not None and self._run.state == m.TESTED
        return v.Tried(
            who,
            wanted=self._wanted,
            waiting=self._waiting,
            report=self._run,
            kept=dict(self._kept),
            pressed=self._pressed,
            measured=self._measured,
            stuck=self._held if over else 0,
            bounce_us=tuple(self._bounce_us),
            judged=dict(self._judged),
            debounce_us=debounce_us,
        )

    # -- what happens

    def begin(self, parts: int) -> None:
        """These parts are asked for; what is known of them is known no more."""
        if parts == m.TEST_ALL:
            self._forget()
        self._wanted, self._waiting = parts, True
        for what, part in v.PARTS.items():
            if part & parts:
                self._kept.pop(part, None)
                self._judged.pop(what, None)

    def judge(self, what: str, right: bool) -> None:
        """People saw the lights, or heard the tones."""
        self._judged[what] = right

    def news(self, what: object) -> None:
        """One piece of news about this pad."""
        if isinstance(what, n.Hit):
            self._presses("hit")
        elif isinstance(what, n.Pressed):
            self._presses(what.button)
        elif isinstance(what, n.Released):
            bit = 1 << v.BUTTONS.index(what.button)
            self.down &= ~bit
            self._held &= ~bit
        elif isinstance(what, n.Rebooted):
            self.boots += 1
            self._pressed = self.down = 0
            self._forget()
        elif isinstance(what, n.Left):
            self._waiting, self.down, self.part = False, 0, 0

    def _presses(self, button: str) -> None:
        bit = 1 << v.BUTTONS.index(button)
        self.down |= bit
        self._pressed |= bit

    def take(self, report: Any, now_us: int) -> None:
        """The pad's newest report, as often as one likes; None is none."""
        if report is None or report is self._last:
            return
        before, self._last = self._last, report
        if self._waiting:
            # Only a test that runs, or was refused, is certainly the one that was asked for: an older one is
            # told again and again, and another session may have numbered it alike.
            older = before is not None and report.revision == before.revision
            if older and report.state == m.TESTED:
                return
            self._waiting, self._run = False, None
        self._take(report, now_us)

    def _take(self, report: Any, now_us: int) -> None:
        new_run = self._run is None or self._run.revision != report.revision
        self._held = report.held if new_run else self._held & report.held
        self._run = report
        part = report.part if report.state == m.TESTING else 0
        if part != self.part:
            self.part, self.part_since_us = part, now_us
        for each in m.TEST_PARTS:
            if report.done & each:
                self._kept[each] = report
        self._measured |= report.pressed
        self._pressed |= report.pressed
        bounces_us = (
            report.hit_bounce_us,
            report.die1_bounce_us,
            report.die2_bounce_us,
            report.die3_bounce_us,
        )
        self._bounce_us = [max(pair) for pair in zip(self._bounce_us, bounces_us, strict=True)]

    def colour(self, now_us: int) -> str:
        """What all four lights should show now, of `messages.COLOURS`; "" while they are not tested."""
        if self.part != m.TEST_LIGHTS:
            return ""
        place = (now_us - self.part_since_us) // self_test.COLOUR_US
        return m.COLOURS[self_test.COLOURS[max(0, min(place, len(self_test.COLOURS) - 1))]]


class Workbench:
    """All pads on the bench. It listens while somebody looks.

    :param debounce_us, settle_us: what pads are told before they are tested, so that bounces have a measure
    """

    def __init__(self, pads: Pads, debounce_us: int, settle_us: int) -> None:
        self.pads = pads
        self.debounce_us = debounce_us
        self._settle_us = settle_us
        self._open = False
        self._benches: dict[str, PadBench] = {}

    def open(self, listens: bool) -> None:
        """Somebody looks, or does not any more: which buttons are down is not known then."""
        self._open = listens
        for bench in self._benches.values():
            bench.down = 0

    def of(self, label: str) -> PadBench:
        """A pad's place on the bench."""
        return self._benches.setdefault(label, PadBench())

    def forget(self, label: str) -> None:
        """A pad is no more: another one may come by that label."""
        self._benches.pop(label, None)

    def news(self, what: object) -> None:
        """One piece of news about any pad. A reboot is always heard: it ends what was known."""
        label = getattr(what, "pad", "")
        if label and (self._open or isinstance(what, n.Rebooted | n.Left)):
            self.of(label).news(what)

    def test(self, label: str, parts: int) -> None:
        """Have a pad test itself."""
        self.of(label).begin(parts)
        self.pads.wish(label, m.Settings, self.debounce_us, self._settle_us)
        self.pads.wish(label, m.Test, parts)

    def look(self, end: PadEnd, now_us: int) -> tuple[v.Found, ...]:
        """All that is found out about a pad by now."""
        bench = self.of(end.label)
        bench.take(end.report, now_us)
        return v.found(bench.tried(end.who, self.debounce_us))

    def facts(self, end: PadEnd) -> Facts:
        """Who a pad is, and how its link fares."""
        port = self.pads.ports().get(end.port)
        damaged, unknown = (port.link.deframer.dropped, port.link.unknown) if port else (0, 0)
        boots = self.of(end.label).boots
        return Facts(end.who, end.port, end.stats, damaged, unknown, end.clock.restarts, boots)

    def history(self, end: PadEnd) -> list[Known]:
        """How well a pad's clock was known, once a second, the oldest first."""
        return end.clock.history()
