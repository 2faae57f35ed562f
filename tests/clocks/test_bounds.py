"""The bounds contain the truth, whatever the delays; they are as tight as can be; lies are noticed."""

import copy
import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.clocks import Contradiction, Exchange, PadClock
from shared_rules.clocks.bounds import HISTORY, STEADY_US, WANDER_PPB
from shared_rules.clocks.facts import AT_ONCE, BLOCK_US, MOST_BLOCKS, MOST_POINTS, SKEW_PPB, WINDOW_US
from tests.clocks import oracle
from tests.clocks.crystal import AS, NS, Crystal, Moment, S

MS = 1_000_000  # in ns
STEP_NS = 50 * MS  # 20 exchanges a second
PPB = Fraction(1, oracle.PPB)

DELAY_NS = st.one_of(st.integers(0, 2 * MS), st.integers(0, 10_000 * MS))
SHARE = st.integers(0, 4)  # of WANDER_PPB, in quarters
LEAST_PPB = st.integers(-SKEW_PPB, SKEW_PPB - WANDER_PPB)


def steps_of(most: int) -> st.SearchStrategy[list[tuple[int, ...]]]:
    """How long nothing happens, how long PING, pad and PONG take, and the rates before and on the pad."""
    step = st.tuples(st.integers(0, 1_500 * MS), DELAY_NS, st.integers(0, 3 * MS), DELAY_NS, SHARE, SHARE)
    return st.lists(step, min_size=1, max_size=most)


def rate(least_ppb: int, share: int) -> int:
    return least_ppb + WANDER_PPB * share // 4


def link(chance: random.Random) -> int:
    """A delay on a link that has 125 us, 200 more on average, and now and then a spike; in ns."""
    spike = chance.expovariate(1 / 5_000) if chance.random() < 0.02 else 0
    return int((125 + chance.expovariate(1 / 200) + spike) * NS)


def taken(clock: PadClock, crystal: Crystal, count: int, slope_ppb: int = 30_000, seed: int = 1) -> Exchange:
    """Let the clock take exchanges, 20 a second; the last one."""
    chance = random.Random(seed)
    for _ in range(count):
        crystal.run(STEP_NS, slope_ppb)
        exchange = crystal.exchange(link(chance), link(chance))
        clock.take(exchange)
    return exchange


class TestTheTruthIsInside:
    @given(LEAST_PPB, steps_of(25), SHARE, SHARE, st.integers(0, 50 * S), st.integers(0, 50 * S))
    @settings(max_examples=300, deadline=None)
    def test_whatever_the_delays_and_the_rates_are(
        self,
        least_ppb: int,
        steps: list[tuple[int, ...]],
        past: int,
        future: int,
        before_us: int,
        after_us: int,
    ):
        crystal, clock = Crystal(), PadClock()
        moments = [crystal.now, crystal.run(before_us * NS, rate(least_ppb, past))]
        for pause_ns, out_ns, hold_ns, back_ns, idle, busy in steps:
            moments.append(crystal.run(pause_ns // 2, rate(least_ppb, idle)))
            arrived = crystal.run(pause_ns // 2, rate(least_ppb, idle))
            if clock.knows:
                assert arrived.is_in(clock.bounds(arrived.stamp_us))
            moments += [arrived, crystal.run(hold_ns, rate(least_ppb, busy))]
            clock.take(crystal.exchange(out_ns, back_ns, arrived))
        moments.append(crystal.run(after_us * NS, rate(least_ppb, future)))
        for moment in moments:
            assert moment.is_in(clock.bounds(moment.stamp_us))
        assert clock.restarts == 0

    @pytest.mark.parametrize("warms", [1, -1])
    def test_when_a_crystal_warms_up_all_the_time(self, warms: int):
        chance = random.Random(3)
        crystal, clock = Crystal(), PadClock()
        # As fast as is allowed: a second's step is a bit less than a fortieth, and 40 of them are within
        # STEADY_US at the most. It goes on for minutes, over most of what a crystal may be off.
        step_ppb = WANDER_PPB * S // (STEADY_US + S) - 1
        moments: list[Moment] = []
        for second in range(600):
            slope_ppb = warms * (second * step_ppb - 80_000)
            for _ in range(4):
                moments.append(crystal.run(250 * MS, slope_ppb))
                if clock.knows:
                    for moment in (moments[-1], *moments[-200::13]):
                        assert moment.is_in(clock.bounds(moment.stamp_us))
                clock.take(crystal.exchange(chance.randrange(100) * NS, chance.randrange(100) * NS))
            if second == 500:
                told = PadClock()
                told.take(crystal.exchange(50 * NS, 50 * NS))
        # What was known at one moment holds for the far future too.
        assert all(moment.is_in(told.bounds(moment.stamp_us)) for moment in moments)
        assert clock.restarts == 0

    @pytest.mark.parametrize("warms", [1, -1])
    def test_when_it_goes_on_warming_up_and_nobody_asks_it(self, warms: int):
        step_ppb = WANDER_PPB * S // (STEADY_US + S) - 1
        crystal, clock = Crystal(), PadClock()
        past = [crystal.run(S * NS, warms * second * step_ppb) for second in range(120)]
        for second in range(120, 150):
            for _ in range(20):
                crystal.run(STEP_NS, warms * second * step_ppb)
                clock.take(crystal.exchange(0, 0))
        future = [crystal.run(S * NS, warms * second * step_ppb) for second in range(150, 270)]
        assert all(moment.is_in(clock.bounds(moment.stamp_us)) for moment in past + future)

    def test_to_the_microsecond_when_nothing_delays(self):
        crystal, clock = Crystal(), PadClock()
        for _ in range(20 * 60):
            now = crystal.run(STEP_NS, 12_345)
            clock.take(crystal.exchange(0, 0))
            assert now.is_in(clock.bounds(now.stamp_us))
        assert clock.half_width_us(crystal.now.stamp_us) <= 2
        ahead = crystal.run(3 * S * NS, 12_345)
        assert ahead.is_in(clock.bounds(ahead.stamp_us))
        assert clock.half_width_us(ahead.stamp_us) <= 2 + 2 * WANDER_PPB * 3 / 1000

    def test_times_of_years_lose_no_digit(self):
        crystal, clock = Crystal(pad_us=5, table_us=2**62), PadClock()
        taken(clock, crystal, 400)
        assert crystal.now.is_in(clock.bounds(crystal.now.stamp_us))
        assert clock.half_width_us(crystal.now.stamp_us) < 200


class TestAsTightAsCanBe:
    @given(LEAST_PPB, steps_of(12), st.lists(st.integers(-15, 45), max_size=8))
    @settings(max_examples=150, deadline=None)
    def test_a_brute_force_over_all_facts_says_the_same(
        self, least_ppb: int, steps: list[tuple[int, ...]], asked_s: list[int]
    ):
        crystal, clock = Crystal(), PadClock()
        exchanges = []
        for pause_ns, out_ns, hold_ns, back_ns, idle, busy in steps:
            arrived = crystal.run(pause_ns + 1_000 * NS, rate(least_ppb, idle))
            crystal.run(hold_ns, rate(least_ppb, busy))
            exchanges.append(crystal.exchange(out_ns, back_ns, arrived))
            clock.take(exchanges[-1])
        first_us, last_us = exchanges[0].l2_us, exchanges[-1].l3_us
        for pad_us in (
            first_us - 1,
            last_us,
            (first_us + last_us) // 2,
            *(first_us + s * S for s in asked_s),
        ):
            if max(last_us, pad_us + 1) - min(first_us, pad_us) >= STEADY_US:
                continue  # the brute force knows of no time so far away
            lo, hi = clock.bounds(pad_us)
            true_lo = pad_us + oracle.floor(exchanges, pad_us)
            true_hi = pad_us + 1 + oracle.ceiling(exchanges, pad_us + 1)
            assert lo <= true_lo
            assert true_hi <= hi
            # Whole us are kept, and rates in whole ppb: 40 s x 1 ppb is far below one more.
            spare_us = 2.0
            if first_us <= pad_us < last_us:  # only two facts decide, so it may wander in between
                spare_us += WANDER_PPB * (last_us - first_us) / oracle.PPB / 4
            assert true_lo - lo <= spare_us
            assert hi - true_hi <= spare_us

    @pytest.mark.parametrize("seed", range(4))
    def test_what_is_forgotten_is_old_and_what_is_not_says_all_it_said(self, seed: int):
        chance = random.Random(seed)
        crystal, clock = Crystal(), PadClock()
        exchanges: list[Exchange] = []
        for number in range(200):
            # Sometimes many in a second, sometimes none for some seconds; many a delay, and sometimes none.
            pause_ns = chance.choice((2 * MS, 40 * MS, 900 * MS, 6_000 * MS))
            crystal.run(pause_ns, 30_000 + WANDER_PPB * (number % 2))
            delays = [chance.choice((0, link(chance))) for _ in range(2)]
            exchanges.append(crystal.exchange(*delays))
            clock.take(exchanges[-1])
            now_us, first_us = crystal.now.stamp_us, clock._window.facts.first_us
            assert now_us - first_us <= WINDOW_US
            kept = [exchange for exchange in exchanges if exchange.l2_us >= first_us]
            young_us = WINDOW_US - (AT_ONCE + 1) * BLOCK_US
            assert all(now_us - exchange.l2_us > young_us for exchange in exchanges[: -len(kept)])
            anew = PadClock()
            for exchange in kept:
                anew.take(exchange)
            asked = [now_us + us for us in (-20 * S, -S, 0, 5 * S)]
            assert [clock.bounds(pad_us) for pad_us in asked] == [anew.bounds(pad_us) for pad_us in asked]

    def test_a_second_of_exchanges_is_enough_to_know_a_pad_well(self):
        for seed in range(20):
            crystal, clock = Crystal(), PadClock()
            taken(clock, crystal, 20, seed=seed)
            assert clock.half_width_us(crystal.now.stamp_us) < 250


class TestWhatCannotBeTrue:
    @given(
        LEAST_PPB,
        steps_of(10),
        st.integers(0, 9),
        st.integers(-3_000, 3_000),
        st.integers(-150_000, 150_000),
    )
    @settings(max_examples=300, deadline=None)
    def test_it_is_noticed_exactly_when_no_map_fits(
        self, least_ppb: int, steps: list[tuple[int, ...]], at: int, step_us: int, jump_ppb: int
    ):
        crystal, clock = Crystal(), PadClock()
        exchanges: list[Exchange] = []
        for number, (pause_ns, out_ns, hold_ns, back_ns, idle, busy) in enumerate(steps):
            if number == at:  # the table's clock is set, and from now on the crystal is another one
                crystal.now = Moment(crystal.now.pad_ns, crystal.now.table_as + step_us * AS)
                least_ppb += jump_ppb
            arrived = crystal.run(pause_ns + 1_000 * NS, rate(least_ppb, idle))
            crystal.run(hold_ns, rate(least_ppb, busy))
            exchanges.append(crystal.exchange(out_ns % MS, back_ns % MS, arrived))
            try:
                clock.take(exchanges[-1])
            except Contradiction:
                assert oracle.slopes(exchanges) is None
                return
            assert oracle.slopes(exchanges, slack=2 * PPB) is not None

    def test_it_is_noticed_when_both_facts_of_an_exchange_can_be_true_but_not_together(self):
        crystal, clock = Crystal(), PadClock()
        for _ in range(20 * 20):
            crystal.run(STEP_NS, 0)
            clock.take(crystal.exchange(0, 0))
        # In three seconds it gains as much as it may, and then loses more than that in one.
        asked = crystal.run(3 * S * NS, WANDER_PPB - 1_000)
        crystal.run(S * NS, -6 * WANDER_PPB)
        lower, upper = crystal.exchange(0, 10**5 * MS, asked), crystal.exchange(10**5 * MS, 0)
        for possible in (lower, upper):
            copy.deepcopy(clock).take(possible)
        with pytest.raises(Contradiction):
            clock.take(crystal.exchange(0, 0, asked))

    @pytest.mark.parametrize(
        "lie",
        [
            Exchange(1_000_000, 600, 500, 1_000_900),  # answered before it was asked
            Exchange(1_000_000, 500, 5_000, 1_000_900),  # held for longer than it was away
            Exchange(1_000_000, 500, 500, 999_990),  # back before it was sent
        ],
    )
    def test_an_impossible_exchange_is_refused_and_forgotten(self, lie: Exchange):
        clock = PadClock()
        with pytest.raises(Contradiction):
            clock.take(lie)
        assert not clock.knows
        clock.take(Exchange(1_000_000, 500, 540, 1_000_900))
        known = clock.bounds(500)
        with pytest.raises(Contradiction):
            clock.take(lie)
        assert (clock.bounds(500), clock.restarts, clock.exchanges) == (known, 0, 1)

    @pytest.mark.parametrize(
        ("step_us", "pause_s"),
        [
            *((step_us, 0) for step_us in (-3_600_000_000, -1_000, 1_000, 3_600_000_000)),
            *((step_us, pause_s) for step_us in (-3_600_000_000, -30_000, 30_000) for pause_s in (20, 90)),
        ],
    )
    def test_a_clock_that_was_set_restarts_the_bounds(self, step_us: int, pause_s: int):
        crystal, clock = Crystal(pad_us=7_200 * S), PadClock()
        taken(clock, crystal, 40)
        crystal.run(pause_s * S * NS + STEP_NS, 0)
        stepped = crystal.exchange(200 * NS, 200 * NS)
        stepped = stepped._replace(l2_us=stepped.l2_us + step_us, l3_us=stepped.l3_us + step_us)
        with pytest.raises(Contradiction):
            clock.take(stepped)
        assert (clock.restarts, clock.exchanges) == (1, 1)
        lo, hi = clock.bounds(stepped.l2_us)
        assert stepped.sent_us - 2 <= lo <= hi <= stepped.received_us + 2

    def test_a_rebooted_pad_restarts_them(self):
        crystal, clock = Crystal(pad_us=300 * S), PadClock()
        taken(clock, crystal, 100)
        crystal.now = Moment(0, crystal.now.table_as)
        with pytest.raises(Contradiction):
            taken(clock, crystal, 1)
        taken(clock, crystal, 40)
        assert crystal.now.is_in(clock.bounds(crystal.now.stamp_us))

    def test_a_clock_that_stands_still_is_noticed(self):
        crystal, clock = Crystal(), PadClock()
        last = taken(clock, crystal, 40)
        later = [
            last._replace(sent_us=last.sent_us + us, received_us=last.received_us + us) for us in (0, 5_000)
        ]
        clock.take(later[0])
        with pytest.raises(Contradiction):
            clock.take(later[1])

    def test_a_crystal_that_changes_more_than_crystals_do_is_noticed(self):
        crystal, clock = Crystal(), PadClock()
        taken(clock, crystal, 20 * 30, slope_ppb=-3 * WANDER_PPB)
        with pytest.raises(Contradiction):
            taken(clock, crystal, 20 * 25, slope_ppb=3 * WANDER_PPB)

    def test_a_crystal_that_is_off_by_more_than_crystals_are_is_noticed(self):
        crystal, clock = Crystal(), PadClock()
        with pytest.raises(Contradiction):
            taken(clock, crystal, 20 * 30, slope_ppb=SKEW_PPB + 2 * WANDER_PPB)

    def test_an_answer_out_of_turn_is_only_checked(self):
        crystal, clock = Crystal(), PadClock()
        taken(clock, crystal, 40)
        crystal.run(STEP_NS, 30_000)
        late = crystal.exchange(200 * NS, 300 * NS)
        taken(clock, crystal, 3)
        known = [clock.bounds(crystal.now.stamp_us + us) for us in (-S, 0, S)]
        clock.take(late)
        assert known == [clock.bounds(crystal.now.stamp_us + us) for us in (-S, 0, S)]
        with pytest.raises(Contradiction):
            clock.take(late._replace(sent_us=late.sent_us + 5_000, received_us=late.received_us + 5_000))


class TestThePadsTime:
    @given(st.integers(0, 10**6), LEAST_PPB, st.integers(-5 * S, 20 * S), st.integers(1, 800))
    @settings(max_examples=60, deadline=None)
    def test_is_the_inverse(self, seed: int, slope_ppb: int, ahead_us: int, count: int):
        crystal, clock = Crystal(), PadClock()
        taken(clock, crystal, count, slope_ppb, seed)
        table_us = crystal.now.table_as // AS + ahead_us
        lo, hi = clock.bounds(clock.pad_time(table_us))
        assert lo <= table_us <= hi
        assert abs((lo + hi) / 2 - table_us) <= 1.5

    def test_is_there_for_any_moment(self):
        crystal, clock = Crystal(), PadClock()
        taken(clock, crystal, 40)
        for table_us in (0, -(2**62), 2**62, 2**80):
            lo, hi = clock.bounds(clock.pad_time(table_us))
            assert abs((lo + hi) // 2 - table_us) <= 1 + abs(table_us) // 10**12

    def test_later_is_later(self):
        crystal, clock = Crystal(), PadClock()
        taken(clock, crystal, 20 * 45)
        now_us = crystal.now.stamp_us
        intervals = [clock.bounds(pad_us) for pad_us in range(now_us - 40 * S, now_us + 10 * S, 9_973)]
        assert all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(intervals))


def test_no_exchange_no_bounds():
    clock = PadClock()
    assert not clock.knows
    with pytest.raises(LookupError):
        clock.bounds(5)
    with pytest.raises(LookupError):
        clock.half_width_us(5)
    with pytest.raises(LookupError):
        clock.pad_time(5)
    assert clock.history() == []


class TestWhatIsKept:
    def kept(self, clock: PadClock) -> int:
        facts, blocks = clock._window.facts, clock._window._blocks
        return max(len(hull) for part in (facts, *blocks) for hull in (part.upper, part.lower))

    def test_does_not_grow(self):
        crystal, clock = Crystal(), PadClock()
        taken(clock, crystal, 20 * 120)
        assert len(clock._window._blocks) <= MOST_BLOCKS
        assert self.kept(clock) <= 40

    def test_does_not_grow_when_every_fact_is_on_the_hull(self):
        clock, crystal = PadClock(), Crystal()
        count = (MOST_BLOCKS + 5) * MOST_POINTS
        for number in range(count):
            delay_ns = (number - count // 2) ** 2 * NS
            crystal.run(1 * MS, 0)
            clock.take(crystal.exchange(delay_ns, delay_ns))
            assert len(clock._window._blocks) <= MOST_BLOCKS
        assert MOST_BLOCKS * MOST_POINTS // 2 < self.kept(clock) <= MOST_BLOCKS * MOST_POINTS
        assert crystal.now.is_in(clock.bounds(crystal.now.stamp_us))

    def test_how_well_it_was_known_is_remembered_once_a_second_for_ten_minutes(self):
        crystal, clock = Crystal(), PadClock()
        taken(clock, crystal, 20 * 10)
        widths = clock.history()
        assert 9 <= len(widths) <= 10
        assert all(0.9 * S < other.table_us - one.table_us < 1.1 * S for one, other in pairwise(widths))
        assert all(125 <= known.half_width_us < 250 for known in widths)
        for _ in range(2 * HISTORY):
            crystal.run(S * NS, 30_000)
            clock.take(crystal.exchange(0, 0))
        assert len(clock.history()) == HISTORY

    def test_a_reboot_forgets_the_facts_and_not_how_well_it_was_known(self):
        crystal, clock = Crystal(), PadClock()
        taken(clock, crystal, 20 * 3)
        known = clock.history()
        clock.forget()
        assert (clock.knows, clock.history(), clock.restarts) == (False, known, 0)
        taken(clock, Crystal(pad_us=0), 20 * 3)
        assert clock.restarts == 0
        assert clock.history()[: len(known)] == known

    def test_a_pause_longer_than_the_window_begins_anew(self):
        crystal, clock = Crystal(), PadClock()
        taken(clock, crystal, 20 * 3)
        crystal.run(100 * S * NS, 40_000)
        taken(clock, crystal, 1)
        assert crystal.now.is_in(clock.bounds(crystal.now.stamp_us))
        assert len(clock._window._blocks) == 1
