"""A shootout through real frames: each byte is encoded, hurt on its way, decoded, acknowledged, sent again.

The pad's brain, the stream, the link and the pad's end are the real ones. Between presses, when both ends
have nothing to say, time is skipped.
"""

from collections.abc import Iterable, Iterator

from companion.pads import news as n
from companion.pads.end import AtTable
from shared_rules import dice
from shared_rules import referee as r
from shared_rules.wire import messages as m
from tests.bench import players
from tests.bench.cable import Cable
from tests.bench.links import REBOOT, STALL, Outage
from tests.bench.table import Press, Shootout

NOTICED_US = 10_000  # until the host sees that a port is gone
LOOK_US = 100_000  # the host looks for new ports this often
PUMP_US = 25_000


class Framed(Shootout):
    """Every byte. `_pumped`: pads whose ends are given the chance to repeat themselves."""

    def sit_down(self) -> Iterator[float]:
        self._pumped: set[str] = set()
        self.cables: dict[str, Cable] = {}
        self.figures.add("through_frames")
        while not all(self._is_up(pad) for pad in self.pads):
            yield self.now_us + 50_000
        for pad in self.pads:
            line = self.life.lines[pad]
            self.cables[pad] = Cable(
                self, self.chance, self.ends[pad], line.profile, line.faults, line.crystal.stamp
            )
            self.cables[pad].power_up(line.boot)
            for out in line.outages:
                if out.begin_us > self.now_us:
                    self.at(out.begin_us, self._begin, pad, out)
                    self.at(out.end_us, self._end_outage, pad, out)
        for pad in self.pads:
            self._plug(pad)
        yield from self.until(self.now_us)

    def _is_up(self, pad: str) -> bool:
        line = self.life.lines[pad]
        return line.clock.knows and line.outage_at(self.now_us) is None

    # -- cables come and go

    def _begin(self, pad: str, out: Outage) -> None:
        cable = self.cables[pad]
        if out.kind == STALL:
            cable.stalled = out
            return
        if out.kind == REBOOT:
            cable.power_down()
        self.at(out.begin_us + NOTICED_US, cable.pull)

    def _end_outage(self, pad: str, out: Outage) -> None:
        cable = self.cables[pad]
        cable.stalled = None
        if out.kind == REBOOT:
            cable.power_up(self.life.lines[pad].boot)
        if out.kind != STALL:
            self.at(self.now_us + self.chance.uniform(0, LOOK_US), self._plug, pad)

    def _plug(self, pad: str) -> None:
        if not self.life.lines[pad].clock.knows:
            self.at(self.now_us + 5_000, self._plug, pad)  # the life's own PING has yet to come back
            return
        self.cables[pad].plug()
        self._keep_pumping(pad)

    # -- both ends repeat themselves

    def _keep_pumping(self, pad: str) -> None:
        if pad not in self._pumped:
            self._pumped.add(pad)
            self._pump(pad)

    def _pump(self, pad: str) -> None:
        cable = self.cables[pad]
        cable.write()
        cable.loop()
        link = cable.link
        silent = link is not None and (link.end is None or not link.end.commands.settled)
        if silent or self.untold[pad] or self.look or pad not in self.marks:
            self.at(self.now_us + PUMP_US, self._pump, pad)
        else:
            self._pumped.discard(pad)

    def tell_marks(self, pads: Iterable[str]) -> None:
        """They come by themselves, as answers to PING."""
        for pad in pads:
            self._keep_pumping(pad)

    def hear(self, news: Iterable[n.News]) -> None:
        super().hear(news)
        for pad, clock in self.clocks.items():
            self.ends[pad].clock = clock  # type: ignore[assignment]    # a reboot gave it one of its own

    # -- the round

    def arm(self, draw: r.Draw) -> None:
        held = dict(draw.dice)
        mode = m.SHOOTOUT_DICE if self.settings.pad_dice else m.TABLE_DICE
        for pad, name in self.players.items():
            if name in held:
                self.ends[pad].wish(m.Arm, draw.round, AtTable(draw.at_us), dice.mask(held[name]), mode)
            else:
                self.ends[pad].wish(m.Resume)
            self._keep_pumping(pad)

    def freeze(self) -> None:
        for pad in self.pads:
            self.ends[pad].wish(m.Freeze)
            self._keep_pumping(pad)

    def press(self, act: players.Act) -> None:
        if self.cables[act.pad].brain is not None:
            self.cables[act.pad].press(act)
            self.at(act.t_us + 2 * PUMP_US, self._keep_pumping, act.pad)

    def reported(self, act: players.Act) -> None:
        """The pad took this press."""
        press = Press(act, len(self.rounds), self.life.lines[act.pad].boot)
        self.rounds[-1].presses.append(press)
        self.untold[act.pad].append(press)
