"""Crystals and cables of the simulator: what separates a finger from the referee.

Owns the truth about each pad's clock and what becomes of what is on its way. All times are table us, as
floats; stamps are whole us of the pad's own clock. Nothing here knows what a message means.
"""

import math
import random
from typing import NamedTuple

BASE_DELAY_US = 125  # each way; no cable is faster
EXCHANGE_EVERY_US = 50_000  # 20 PINGs a second
FIRST_RESEND_US, LAST_RESEND_US = 25_000, 400_000  # the stream's own back-off
LOOP_US = 300  # a pad's loop comes round at least this often
GREETING_US = 30_000  # from a cable plugged in again to the first PING


class Profile(NamedTuple):
    """A jitter trace of the design: exponential jitter of mean `jitter_us`, now and then a spike."""

    name: str
    jitter_us: float
    spikes: float  # share of messages
    spike_us: float  # their mean

    def delay_us(self, chance: random.Random) -> float:
        """How long one message is on its way."""
        delay_us = BASE_DELAY_US + chance.expovariate(1 / self.jitter_us)
        if self.spikes and chance.random() < self.spikes:
            delay_us += chance.expovariate(1 / self.spike_us)
        return delay_us


PROFILES = (
    Profile("50us", 50, 0.0, 0),
    Profile("200us", 200, 0.02, 5_000),
    Profile("500us", 500, 0.05, 20_000),
)


class Crystal:
    """A pad's clock: a rate that is off, and wanders with the temperature.

    Rates are within 85 ppm of the table's and change by less than 8 ppm in half a minute: what a warm hand on
    a Pico does at the worst, and inside what `shared_rules.clocks` allows for.
    """

    def __init__(self, chance: random.Random, start_us: float) -> None:
        self._rate = 1 + chance.uniform(-80, 80) / 1e6
        period_us = chance.uniform(60e6, 400e6)
        self._swing_us = chance.uniform(0, 4) / 1e6 * period_us / math.tau
        self._turn = math.tau / period_us
        self._phase = chance.uniform(0, math.tau)
        self._zero = self._grown(start_us - chance.uniform(1e6, 2e9))  # often past the wrap at 2^30

    def _grown(self, table_us: float) -> float:
        return table_us * self._rate + self._swing_us * math.sin(table_us * self._turn + self._phase)

    def reboot(self, table_us: float) -> None:
        """It counts from 0 again."""
        self._zero = self._grown(table_us)

    def stamp(self, table_us: float) -> int:
        """What the pad's clock shows."""
        return int(self._grown(table_us) - self._zero)


STALL, UNPLUG, REBOOT = "stall", "unplug", "reboot"


class Outage(NamedTuple):
    """Nothing passes from `begin_us` to `end_us`; `kind` says what happens to what was on its way."""

    kind: str
    begin_us: float
    end_us: float


def some_outages(chance: random.Random, begin_us: float, end_us: float) -> list[Outage]:
    """None for most lines; else one or two."""
    outages: list[Outage] = []
    at_us = begin_us
    for _ in range(chance.choice((0, 0, 0, 0, 0, 1, 1, 2))):
        at_us += chance.uniform(1e6, (end_us - begin_us) / 2)
        kind = chance.choice((STALL, STALL, UNPLUG, UNPLUG, REBOOT))
        lasts_us = chance.uniform(5_000, 800_000) if kind == STALL else chance.uniform(150_000, 4e6)
        outages.append(Outage(kind, at_us, at_us + lasts_us))
        at_us += lasts_us + 1e6
    return outages


class Faults(NamedTuple):
    """How often a message, or a piece of bytes, is hurt on its way."""

    lost: float
    damaged: float
    doubled: float
    overtaken: float


QUIET = Faults(0, 0, 0, 0)
HARSH = Faults(0.02, 0.02, 0.02, 0.02)
SOME_FAULTS = (QUIET, QUIET, Faults(0.005, 0.005, 0.005, 0.005), HARSH)


def bounced(chance: random.Random, press_us: float, down_us: float) -> list[tuple[float, bool]]:
    """The raw edges of one press: up to 10 ms of bounce after going down and after going up."""
    return [
        edge
        for at_us, level in ((press_us, True), (press_us + down_us, False))
        for edge in _chatter(chance, at_us, level)
    ]


def _chatter(chance: random.Random, at_us: float, level: bool) -> list[tuple[float, bool]]:
    pairs = chance.choice((0, 0, 1, 2, 3))
    moments = sorted(chance.uniform(at_us + 20, at_us + 10_000) for _ in range(2 * pairs))
    return [
        (at_us, level),
        *((moment, bool(place % 2) == level) for place, moment in enumerate(moments)),
    ]
