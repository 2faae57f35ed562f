"""The bounds contain the truth, whatever the delays; and what cannot be true is noticed."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.clocks import Contradiction, Exchange, PadClock
from shared_rules.clocks.bounds import WINDOW_US

BASE_DELAY_US = 125
STEP_US = 50_000  # 20 exchanges a second


class Truth:
    """A pad's crystal, and a link that only ever delays."""

    def __init__(self, seed: int, skew_ppm: float = 30, offset_us: float = -4e8) -> None:
        self.chance = random.Random(seed)
        self.now_us = 1e9
        self._rate = 1 + skew_ppm / 1e6
        self._offset_us = offset_us

    def pad_us(self, table_us: float) -> float:
        return (table_us + self._offset_us) * self._rate

    def delay_us(self) -> float:
        spike = self.chance.expovariate(1 / 5000) if self.chance.random() < 0.02 else 0
        return BASE_DELAY_US + self.chance.expovariate(1 / 200) + spike

    def exchange(self) -> Exchange:
        self.now_us += STEP_US
        arrived = self.now_us + self.delay_us()
        answered = arrived + self.chance.random() * 40
        received = answered + self.delay_us()
        stamps = int(self.pad_us(arrived)), int(self.pad_us(answered))
        return Exchange(int(self.now_us), *stamps, int(received) + 1)


@given(st.integers(0, 10**6), st.floats(-100, 100), st.floats(-9e8, 9e8))
@settings(max_examples=40, deadline=None)
def test_bounds_contain_the_truth_before_between_and_after_the_exchanges(
    seed: int, skew_ppm: float, offset_us: float
) -> None:
    truth = Truth(seed, skew_ppm, offset_us)
    clock = PadClock()
    moments = [truth.now_us + truth.chance.random() * 5e6 for _ in range(50)]
    for _ in range(60):
        clock.take(truth.exchange())
    for moment_us in moments:
        lo, hi = clock.bounds(int(truth.pad_us(moment_us)))
        assert lo <= moment_us <= hi


def test_a_crystal_that_wanders_within_its_limits_stays_inside() -> None:
    chance = random.Random(3)
    clock, table_us, pad_us = PadClock(), 1e9, 5e8
    for _ in range(2000):
        rate = 1 + chance.uniform(-100, 100) / 1e6  # another one in every step, as bad as it gets
        for fraction in (0.3, 1.0):
            table_us += STEP_US * fraction
            pad_us += STEP_US * fraction * rate
            if fraction == 0.3 and clock.knows:
                lo, hi = clock.bounds(int(pad_us))
                assert lo <= table_us <= hi
        delay = chance.expovariate(1 / 300)
        sent, received = int(table_us - delay - BASE_DELAY_US), int(table_us + delay + BASE_DELAY_US) + 1
        clock.take(Exchange(sent, int(pad_us), int(pad_us), received))


def test_a_second_of_exchanges_is_enough_to_know_a_pad_well() -> None:
    truth, clock = Truth(1), PadClock()
    for _ in range(20):
        clock.take(truth.exchange())
    assert clock.half_width_us(int(truth.pad_us(truth.now_us))) < 250


def test_what_is_kept_does_not_grow() -> None:
    truth, clock = Truth(2), PadClock()
    for _ in range(20 * 120):
        clock.take(truth.exchange())
    assert len(clock._lower) <= WINDOW_US // STEP_US
    assert len(clock._upper) <= WINDOW_US // STEP_US


def test_no_exchange_no_bounds() -> None:
    clock = PadClock()
    assert not clock.knows
    with pytest.raises(LookupError):
        clock.bounds(5)
    with pytest.raises(LookupError):
        clock.pad_time(5)


def test_pad_time_is_the_inverse() -> None:
    truth, clock = Truth(4, skew_ppm=80), PadClock()
    for _ in range(50):
        clock.take(truth.exchange())
    for ahead_us in (0, 3_000_000):
        lo, hi = clock.bounds(clock.pad_time(int(truth.now_us) + ahead_us))
        assert abs((lo + hi) / 2 - truth.now_us - ahead_us) <= 2


@pytest.mark.parametrize(
    "lie",
    [
        Exchange(1_000_000, 600, 500, 1_000_900),  # answered before it was asked
        Exchange(1_000_000, 500, 5_000, 1_000_900),  # held for longer than it was away
    ],
)
def test_an_impossible_exchange_is_refused_and_forgotten(lie: Exchange) -> None:
    clock = PadClock()
    with pytest.raises(Contradiction):
        clock.take(lie)
    assert not clock.knows
    clock.take(Exchange(1_000_000, 500, 540, 1_000_900))
    with pytest.raises(Contradiction):
        clock.take(lie)
    assert clock.bounds(500)[0] >= 999_998


@pytest.mark.parametrize("step_us", [-3_600_000_000, -1_000, 1_000, 3_600_000_000])
def test_a_clock_that_was_set_restarts_the_bounds(step_us: int) -> None:
    truth, clock = Truth(5), PadClock()
    for _ in range(40):
        clock.take(truth.exchange())
    stepped = truth.exchange()
    stepped = stepped._replace(l2_us=stepped.l2_us + step_us, l3_us=stepped.l3_us + step_us)
    with pytest.raises(Contradiction):
        clock.take(stepped)
    assert (clock.restarts, clock.exchanges) == (1, 1)
    lo, hi = clock.bounds(stepped.l2_us)
    assert stepped.sent_us - 2 <= lo <= hi <= stepped.received_us + 2
