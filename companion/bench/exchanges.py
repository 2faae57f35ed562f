"""Made-up exchanges of PING and PONG, with the truth about them.

Owns the three traces that the clocks are measured on, seeded. It must never know what a bound is.
"""

import random
from collections.abc import Iterator
from math import cos, floor, pi
from typing import NamedTuple

STEP_US = 50_000  # 20 exchanges a second
BASE_DELAY_US = 125  # each way, always
DRIFT_PPM = 30
# A crystal that warms up and cools down: within 30 s its rate changes by 2 x 4 x sin(45 degrees) = 5.7 ppm.
SWING_PPM = 4
SWING_US = 120_000_000
CONNECTED_US = 1_000_000_000  # on the table's clock
PAD_STARTED_US = 987_654_321


class Profile(NamedTuple):
    """The delays of a link on top of the base delay; all means, in us, of exponential distributions."""

    jitter_us: int
    spike_share: float
    spike_us: int


PROFILES = (Profile(50, 0, 0), Profile(200, 0.02, 5_000), Profile(500, 0.05, 20_000))


class Row(NamedTuple):
    """One exchange with one stamp on the pad; all cut to whole us.

    `true_us`: when the stamp was taken, on the table's clock; None when nobody knows.
    """

    sent_us: int
    pad_us: int
    received_us: int
    true_us: float | None


def made_up(profile: Profile, count: int, *, swings: bool, seed: int) -> Iterator[Row]:
    """Exchanges over one link, which delays but never overtakes; `swings`: the rate changes slowly."""
    chance = random.Random(f"{profile} {swings} {seed}")  # noqa: S311    it repeats, and guards nothing
    phase = chance.uniform(0, 2 * pi) if swings else 0
    swing_ppm = SWING_PPM if swings else 0
    asked_us = answered_us = float(CONNECTED_US)
    for number in range(count):
        sent_us = CONNECTED_US + number * STEP_US + chance.random()
        asked_us = max(asked_us, sent_us + _delay_us(profile, chance))
        answered_us = max(answered_us, asked_us + _delay_us(profile, chance))
        stamp_us = floor(_pad_us(asked_us, swing_ppm, phase))
        yield Row(floor(sent_us), stamp_us, floor(answered_us), asked_us)


def _delay_us(profile: Profile, chance: random.Random) -> float:
    delay_us = BASE_DELAY_US + chance.expovariate(1 / profile.jitter_us)
    if chance.random() < profile.spike_share:
        delay_us += chance.expovariate(1 / profile.spike_us)
    return delay_us


def _pad_us(table_us: float, swing_ppm: float, phase: float) -> float:
    """What the pad's clock shows: the integral of its rate."""
    passed_us = table_us - PAD_STARTED_US
    turn = 2 * pi / SWING_US
    swung_us = swing_ppm / 1e6 / turn * (cos(phase) - cos(phase + turn * passed_us))
    return passed_us * (1 + DRIFT_PPM / 1e6) + swung_us
