"""One life of five pads and their clocks, in which many shootouts are played side by side.

The clocks are fed once, exchange by exchange, in the order of true time; every shootout is a coroutine that
says until when it sleeps. So each of them sees the clocks exactly as they were known at that moment, and the
cost of the exchanges is shared. Owns true time. It knows nothing of what is played.
"""

import heapq
import itertools
import random
from collections.abc import Generator

from shared_rules.clocks import Contradiction, Exchange, PadClock
from tests.bench.links import (
    EXCHANGE_EVERY_US,
    GREETING_US,
    LOOP_US,
    PROFILES,
    REBOOT,
    SOME_FAULTS,
    STALL,
    Crystal,
    Faults,
    Outage,
    some_outages,
)

PADS = ("p1", "p2", "p3", "p4", "p5")
START_US = 1e9
PLAYED_US = 20e6  # shootouts begin within it
LONGEST_US = 600e6  # far longer than any shootout: what goes on for longer hangs

Sleeper = Generator[float, None, None]  # yields until when it sleeps, in table us


class Line:
    """One pad, its crystal, and the cable to the table.

    `marked`: the pad's newest word that reached the table: a moment of its own clock, all edges up to which
    were looked at. `boot`: how often it started. `contradictions`: exchanges the clock refused; none should.
    """

    def __init__(self, chance: random.Random, profile_index: int) -> None:
        self.chance = chance
        self.profile = PROFILES[profile_index]
        self.faults: Faults = chance.choice(SOME_FAULTS)
        begin_us = START_US - chance.choice((0.3e6, 1.5e6, 1.5e6, 30e6))  # connected for a while, or just now
        self.begin_us = begin_us
        self.crystal = Crystal(chance, begin_us)
        self.outages = some_outages(chance, START_US, START_US + PLAYED_US)
        self.clock = PadClock()
        self.marked: tuple[int, int] | None = None  # (boot, pad us)
        self.boot = 1
        self.contradictions = 0

    def outage_at(self, t_us: float) -> Outage | None:
        """What the cable or the pad suffers at this moment."""
        return next((out for out in self.outages if out.begin_us <= t_us < out.end_us), None)

    def exchanges(self) -> Sleeper:
        """PING and PONG, for as long as anybody plays."""
        chance, delay_us = self.chance, self.profile.delay_us
        t_us = self.begin_us
        while True:
            yield t_us
            if out := self.outage_at(t_us):
                t_us = out.end_us + (0 if out.kind == STALL else GREETING_US)
                continue
            read_us = t_us + delay_us(chance)
            answered_us = read_us + chance.uniform(20, LOOP_US)
            received_us = answered_us + delay_us(chance)
            promised = self.boot, self.crystal.stamp(read_us - chance.uniform(1, 100))
            gone = chance.random() < self.faults.lost or any(
                out.begin_us < received_us and t_us < out.end_us for out in self.outages
            )
            if not gone:
                stamps = self.crystal.stamp(read_us), self.crystal.stamp(answered_us)
                yield received_us
                self._learn(Exchange(int(t_us), *stamps, int(received_us) + 1))
                self.marked = promised
            t_us = max(t_us + EXCHANGE_EVERY_US, received_us if not gone else 0)

    def reboots(self) -> Sleeper:
        """The pad loses power: its clock, and what was known of it, begin anew."""
        for out in self.outages:
            if out.kind == REBOOT:
                yield out.begin_us
                self.boot += 1
                self.crystal.reboot(out.end_us)
                self.clock = PadClock()
                self.marked = None

    def _learn(self, exchange: Exchange) -> None:
        try:
            self.clock.take(exchange)
        except Contradiction:
            self.contradictions += 1


class SharedClock:
    """A pad's clock as a shootout's own `PadEnd` sees it: everybody's, and not fed twice.

    `untrue`: exchanges of the shootout's own cable that cannot be true by that clock; none should be.
    """

    def __init__(self, line: Line) -> None:
        self.line = line
        self.untrue = 0

    @property
    def knows(self) -> bool:
        """Whether there is any bound yet."""
        return self.line.clock.knows

    def bounds(self, pad_us: int) -> tuple[int, int]:
        """As PadClock."""
        return self.line.clock.bounds(pad_us)

    def half_width_us(self, pad_us: int) -> float:
        """As PadClock; endless when a last word of a pad that has lost its power still comes in."""
        return self.line.clock.half_width_us(pad_us) if self.knows else float("inf")

    def pad_time(self, table_us: int) -> int:
        """As PadClock."""
        return self.line.clock.pad_time(table_us)

    def take(self, exchange: Exchange) -> None:
        """Only look whether it can be true."""
        if not self.knows:
            return
        asked_hi, answered_lo = self.bounds(exchange.l2_us)[1], self.bounds(exchange.l3_us)[0]
        self.untrue += asked_hi < exchange.sent_us or answered_lo > exchange.received_us

    def forget(self) -> None:
        """The life forgets it at the reboot itself."""


class Life:
    """Five lines of one jitter profile, and whoever plays on them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.profile = seed % len(PROFILES)
        self.lines = {pad: Line(random.Random(self.chance.getrandbits(64)), self.profile) for pad in PADS}
        self.now_us = 0.0
        self._number = itertools.count()
        self._heap: list[tuple[float, int, bool, Sleeper]] = []
        for line in self.lines.values():
            self._sleep(line.begin_us, False, line.exchanges())
            self._sleep(line.begin_us, False, line.reboots())

    def join(self, t_us: float, shootout: Sleeper) -> None:
        """Have somebody play from `t_us` on."""
        self._sleep(t_us, True, shootout)

    def run(self) -> None:
        """Live until everybody has played."""
        players = sum(plays for _t, _n, plays, _who in self._heap)
        while players:
            self.now_us, _n, plays, who = heapq.heappop(self._heap)
            assert self.now_us < START_US + LONGEST_US, "a shootout that does not end"
            until_us = next(who, None)
            if until_us is None:
                players -= plays
            else:
                self._sleep(max(until_us, self.now_us), plays, who)

    def _sleep(self, until_us: float, plays: bool, who: Sleeper) -> None:
        heapq.heappush(self._heap, (until_us, next(self._number), plays, who))
