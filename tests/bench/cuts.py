"""Cuts a pad's cable at random bytes, thousands of times, and counts HITs.

    python -m tests.bench.cuts [--cuts N] [--seed S]

The firmware's brain, the stream, the frames, the link, the pad's end, its clock and the referee are the
real ones; the bytes that are on their way end at a random byte. While the pad keeps its power no HIT may be
lost or told twice. Now and then it loses power too: then its round has to be void, and said to be, soon after
it is back. Prints one JSON object; times in it are true time of the simulation, not of this machine.
"""

import argparse
import heapq
import itertools
import json
import random
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.pads import news as n
from companion.pads.end import PadEnd
from companion.pads.link import Link
from shared_rules import referee as r
from shared_rules.referee import calls as c
from tests.bench import players
from tests.bench.cable import Cable
from tests.bench.links import PROFILES, QUIET, Crystal

CUTS = 10_000
PUMP_US = 4_000
LOOK_US = 100_000  # the host looks for new ports this often
REBOOT_EVERY = 10  # cuts
TOLD_WITHIN_US = 250_000
ANA, BO = r.Player("Ana", "p1"), r.Player("Bo", "p2")


class CutCable(Cable):
    """A cable that remembers what is on its way, so that it can be cut there."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._on_its_way: list[tuple[str, Link, bytes]] = []

    def _send(self, way: str, data: bytes) -> None:
        if data and self.link is not None:
            piece = (way, self.link, data)
            self._on_its_way.append(piece)
            delay_us = self.profile.delay_us(self.chance)
            arrives_us = self._free_us[way] = max(self.host.now_us + delay_us, self._free_us[way] + 1)
            self.host.at(arrives_us, self._deliver, piece)

    def _deliver(self, piece: tuple[str, Link, bytes]) -> None:
        if any(piece is other for other in self._on_its_way):
            self._on_its_way = [other for other in self._on_its_way if other is not piece]
            self._arrive(*piece)

    @property
    def is_busy(self) -> bool:
        """Whether bytes are on their way."""
        return bool(self._on_its_way)

    def cut(self) -> bool:
        """The bytes on their way end at a random byte. Returns whether any were."""
        pieces, self._on_its_way = self._on_its_way, []
        for way in ("down", "up"):
            data = b"".join(piece for direction, _link, piece in pieces if direction == way)
            data = data[: self.chance.randrange(len(data) + 1)]
            if data and self.link is not None:
                self._arrive(way, self.link, data)
        self._on_its_way = []
        self.pull()
        return bool(pieces)


class Campaign:
    """One pad, its cable, and a table that counts. See `Host` in cable.py."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now_us = 1e9
        self.crystal = Crystal(self.chance, self.now_us)
        self.end = PadEnd(n.Pad("p1", "p1", "sim", "sim", 1, True))
        self.cable = CutCable(self, self.chance, self.end, PROFILES[1], QUIET, self.crystal.stamp)
        self.untold: deque[tuple[float, int]] = deque()  # HITs that the pad took: true moment, and its boot
        self.got = {"cuts": 0, "amid_bytes": 0, "hits": 0, "lost": 0, "doubled": 0}
        self.got |= {
            "reboots": 0,
            "lost_to_power_cut": 0,
            "not_voided": 0,
            "voided_late": 0,
            "missing": 0,
            "called_before": 0,
            "taken_back": 0,
        }
        self.said_after_us: list[float] = []
        self.referee: r.Referee | None = None
        self._mark = n.Marked("p1", 0, 0)  # the newest
        self._round = itertools.count(1)
        self._number = itertools.count()
        self._agenda: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._boot = 1
        self._free_us = 0.0
        self.cable.power_up(self._boot)
        self.cable.plug()

    # -- what a cable asks of its host

    def at(self, t_us: float, what: Callable[..., None], *arguments: Any) -> None:
        heapq.heappush(self._agenda, (t_us, next(self._number), what, arguments))

    def reported(self, act: players.Act) -> None:
        self.untold.append((act.t_us, self._boot))
        self.got["hits"] += 1

    def hear(self, news: Iterable[n.News]) -> None:
        for what in news:
            if isinstance(what, n.Hit):
                self._told(what)
            elif isinstance(what, n.Rebooted):
                kept = deque(press for press in self.untold if press[1] == self._boot)
                self.got["lost_to_power_cut"] += len(self.untold) - len(kept)
                self.untold = kept
            elif isinstance(what, n.Marked):
                self._mark = what
            elif isinstance(what, n.Missing):
                self.got["missing"] += 1
            if self.referee is not None:
                self._tell_the_referee(self.referee, what)

    def _told(self, hit: n.Hit) -> None:
        place = next((at for at, press in enumerate(self.untold) if hit.lo <= press[0] <= hit.hi), None)
        if place is None:
            self.got["doubled"] += 1  # nobody pressed then, or it was told already
            return
        self.got["lost"] += place
        for _ in range(place + 1):
            self.untold.popleft()

    def _tell_the_referee(self, referee: r.Referee, what: n.News) -> None:
        if isinstance(what, n.Marked):
            referee.see(r.Watermark(*what))
        elif isinstance(what, n.Rebooted):
            referee.see(r.Lost(what.pad, what.lo, what.hi))
        elif isinstance(what, n.Hit):
            referee.see(r.Hit(*what))

    # -- time

    def run(self, for_us: float) -> None:
        """Let time pass; both ends come round every few ms."""
        until_us = self.now_us + for_us
        while self.now_us < until_us:
            self.cable.write()
            self.cable.loop()
            self._pass(min(until_us, self.now_us + PUMP_US))

    def _pass(self, until_us: float) -> None:
        while self._agenda and self._agenda[0][0] <= until_us:
            self.now_us, _n, what, arguments = heapq.heappop(self._agenda)
            what(*arguments)
        self.now_us = until_us

    def press(self) -> None:
        """A finger on HIT some time soon, not again before it was lifted."""
        at_us = self.now_us + self.chance.uniform(0, 60_000)
        if at_us < self._free_us:
            return
        self._free_us = at_us + players.SHORTEST_PAUSE_US
        act = players.Act(at_us, "p1", players.HIT, "", self.chance.uniform(40_000, 100_000))
        self.at(at_us, self.cable.press, act)

    # -- what happens to the cable

    def cut(self) -> None:
        """A press about now, and the cable goes at any moment, in the middle of whatever is said."""
        self.press()
        self.run(self.chance.choice((5_000, 60_000, 200_000, 400_000)) * self.chance.random())
        if self.chance.random() < 0.9:
            self._wait_for_bytes()
        self.got["cuts"] += 1
        self.got["amid_bytes"] += self.cable.cut()
        self.run(self.chance.uniform(0, 40_000))
        self.cable.plug()

    def _wait_for_bytes(self) -> None:
        for _ in range(60):  # a PING is due by then
            self.cable.write()
            self.cable.loop()
            if self.cable.is_busy:
                self._pass(self.now_us + self.chance.uniform(0, 250))
                return
            self._pass(self.now_us + 1_000)

    def reboot(self) -> None:
        """In an open round, before the pad has reported past somebody's HIT, its power goes."""
        self._settle()
        referee = self._open_round()
        if self.chance.random() < 0.3:
            self.cable.cut()  # first the cable, then the power: what is pressed between is lost
        self.press()
        self.run(self.chance.uniform(0, 80_000))
        hit_us = int(self.now_us)
        referee.see(r.Hit("p2", 1, hit_us, hit_us + 200))
        stays_plugged = (
            self.cable.link is not None and self.chance.random() < 0.5
        )  # a watchdog's reset behind a hub that does not notice
        self._power_off()
        if not stays_plugged:
            self.cable.cut()
        self.run(self.chance.uniform(100_000, 600_000))
        called = self._has(referee, c.First | c.Tie)  # its own HIT, and its last bytes reported past that
        self._power_on()
        returned_us = self.now_us
        if not stays_plugged:
            self.run(self.chance.uniform(0, LOOK_US))
            self.cable.plug()
        self.got["reboots"] += 1
        while (
            not self._has(referee, c.AskJudge)
            and not called
            and self.now_us < returned_us + 4 * TOLD_WITHIN_US
        ):
            self.run(PUMP_US)
        if called:
            self.got["called_before"] += 1
            self.got["taken_back"] += not self._has(referee, c.First | c.Tie)
        else:
            said_us = self.now_us - returned_us
            self.said_after_us.append(said_us)
            self.got["not_voided"] += not self._has(referee, c.AskJudge)
            self.got["voided_late"] += said_us > TOLD_WITHIN_US
        self.referee = None

    def _settle(self) -> None:
        self._agenda = [item for item in self._agenda if item[2] != self.cable.press]
        heapq.heapify(self._agenda)
        self.run(600_000)

    def _open_round(self) -> r.Referee:
        self.referee = r.Referee(r.Settings(False, 0, 500_000, (ANA, BO)))
        self.hear([self._mark])
        countdown_us = int(self.now_us)
        self.referee.see(r.Watermark("p2", 0, countdown_us))
        dice = (("Ana", ("shooter1",)), ("Bo", ("shooter1",)))
        self.referee.see(r.Draw(next(self._round), countdown_us, countdown_us + 1_000, dice))
        self.run(10_000)
        return self.referee

    def _power_off(self) -> None:
        self._agenda = [item for item in self._agenda if item[2] != self.cable.press]
        heapq.heapify(self._agenda)
        self.cable.power_down()

    def _power_on(self) -> None:
        self._boot += 1
        self.crystal.reboot(self.now_us - 1)
        self.cable.power_up(self._boot)
        self._free_us = self.now_us

    def _has(self, referee: r.Referee, kind: Any) -> bool:
        """Whether the referee says such a thing, with Bo's pad there and far enough."""
        referee.see(r.Watermark("p2", 1, int(self.now_us) + 1_000))
        return any(isinstance(call, kind) for call in referee.calls())

    def figures(self) -> dict[str, Any]:
        """The counts, when the last HITs have come in."""
        self._settle()
        self.got["lost"] += len(self.untold)
        said_ms = sorted(us / 1000 for us in self.said_after_us)
        worst = (
            {"said_after_ms_p50": said_ms[len(said_ms) // 2], "said_after_ms_max": said_ms[-1]}
            if said_ms
            else {}
        )
        return {**self.got, **{key: round(value, 1) for key, value in worst.items()}}


def run(cuts: int, seed: int) -> dict[str, Any]:
    """Cut so many times; every tenth time the power goes too, with a round open."""
    campaign = Campaign(seed)
    for number in range(cuts):
        campaign.cut()
        if number % REBOOT_EVERY == REBOOT_EVERY - 1:
            campaign.reboot()
    return campaign.figures()


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Exit code 1 when a HIT was lost or doubled, or a reboot did not void its round in time."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.cuts", description="Cut the cable.")
    parser.add_argument("--cuts", metavar="N", type=int, default=CUTS)
    parser.add_argument("--seed", metavar="S", type=int, default=0)
    given = parser.parse_args(arguments)
    if given.cuts < 1:
        parser.error("--cuts is at least 1")
    figures = run(given.cuts, given.seed)
    print(json.dumps({"seed": given.seed, **figures}))
    return 0 if is_clean(figures) else 1


def is_clean(figures: dict[str, Any]) -> bool:
    """Whether nothing happened that should never be."""
    names = ("lost", "doubled", "missing", "taken_back", "not_voided", "voided_late")
    return not any(figures[name] for name in names)


if __name__ == "__main__":
    sys.exit(main())
