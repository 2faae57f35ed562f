"""What a pad's tests say about it: limits, what is missing, and when a pad is good."""

import math
from itertools import pairwise
from typing import Any

import pytest

from companion.pads import verdict as v
from shared_rules.wire import messages as m
from tests.companion.pads_here import GOOD, REAL

VIRTUAL = REAL._replace(virtual=True, pio=False, lights=False, sound=False)
DONE = v.Tried(
    REAL,
    wanted=m.TEST_ALL,
    report=GOOD,
    kept=dict.fromkeys(m.TEST_PARTS, GOOD),
    pressed=15,
    measured=15,
    bounce_us=(900, 1200, 800, 2100),
    judged={v.LIGHTS: True, v.SOUND: True},
)


def told(tried: v.Tried, what: str) -> tuple[str, str]:
    found = next(one for one in v.found(tried) if one.what == what)
    return found.state, found.why


def with_report(**changes: Any) -> v.Tried:
    report = GOOD._replace(**changes)
    return DONE._replace(report=report, kept=dict.fromkeys(m.TEST_PARTS, report))


class TestOverall:
    def test_good_only_when_all_is(self) -> None:
        assert v.overall(v.found(DONE)) == (v.GOOD, ())

    @pytest.mark.parametrize("part", m.TEST_PARTS)
    def test_one_part_less_is_missing(self, part: int) -> None:
        kept = {each: GOOD for each in m.TEST_PARTS if each != part}
        state, about = v.overall(v.found(DONE._replace(kept=kept)))
        assert state == v.OPEN and [v.PARTS[one.what] for one in about] == [part]

    @pytest.mark.parametrize("place", range(4))
    def test_one_button_less_is_missing(self, place: int) -> None:
        state, about = v.overall(v.found(DONE._replace(measured=15 & ~(1 << place))))
        assert state == v.OPEN and [(one.what, one.why) for one in about] == [
            (v.BUTTONS[place], "press_in_test")
        ]

    def test_what_is_bad_is_said_before_what_is_missing(self) -> None:
        tried = with_report(longest_turn_us=10_001)._replace(judged={})
        state, about = v.overall(v.found(tried))
        assert state == v.BAD and [one.what for one in about] == [v.LOOP]

    def test_while_it_runs_nothing_follows(self) -> None:
        tried = DONE._replace(report=GOOD._replace(state=m.TESTING, part=m.TEST_LOOP, longest_turn_us=90_000))
        assert v.overall(v.found(tried)).state == v.RUNNING

    def test_a_virtual_pad_is_good_without_what_it_has_not(self) -> None:
        slow = GOOD._replace(longest_turn_us=14_000, edges=0)
        tried = DONE._replace(who=VIRTUAL, kept=dict.fromkeys(m.TEST_PARTS, slow), judged={})
        state, about = v.overall(v.found(tried))
        assert state == v.GOOD
        assert [one.what for one in about] == [v.LIGHTS, v.SOUND, v.LOOP, v.STAMPS]

    def test_nothing_tried_is_everything_missing(self) -> None:
        state, about = v.overall(v.found(v.Tried(REAL)))
        assert state == v.OPEN and len(about) == 9


class TestChance:
    def test_the_limits_are_one_in_a_thousand_each(self) -> None:
        """By the incomplete gamma function, summed as a series."""
        for limit, share in ((v.CHI_SQUARE_LEAST, 0.001), (v.CHI_SQUARE_MOST, 0.999)):
            assert below(limit - 0.05, 255) < share < below(limit + 0.05, 255)

    @pytest.mark.parametrize(
        ("tenths", "state", "why"),
        [
            (3304, v.GOOD, "fine"),
            (3305, v.OPEN, "uneven"),
            (4029, v.OPEN, "uneven"),
            (4030, v.BAD, "unfair"),
            (65535, v.BAD, "unfair"),
            (1910, v.GOOD, "fine"),
            (1909, v.OPEN, "too_even"),
            (1481, v.OPEN, "too_even"),
            (1480, v.BAD, "unfair"),
            (0, v.BAD, "unfair"),  # every byte sixteen times: counted, not thrown
        ],
    )
    def test_what_is_fair(self, tenths: int, state: str, why: str) -> None:
        assert told(with_report(chance_tenths=tenths), v.CHANCE) == (state, why)


def below(x: float, freedom: int) -> float:
    """The share of chi-squares that are less."""
    half, x = freedom / 2, x / 2
    term = total = 1 / half
    for n in range(1, 3000):
        term *= x / (half + n)
        total += term
    return total * math.exp(half * math.log(x) - x - math.lgamma(half))


class TestMeasured:
    @pytest.mark.parametrize(("longest_us", "state"), [(0, v.GOOD), (10_000, v.GOOD), (10_001, v.BAD)])
    def test_the_longest_turn(self, longest_us: int, state: str) -> None:
        assert told(with_report(longest_turn_us=longest_us), v.LOOP)[0] == state

    @pytest.mark.parametrize(
        ("edges", "jitter_us", "state", "why"),
        [
            (0, 0, v.OPEN, "unwired"),
            (300, 2, v.GOOD, "fine"),
            (270, 0, v.GOOD, "fine"),
            (269, 0, v.BAD, "loose"),
            (300, 3, v.BAD, "jitter"),
        ],
    )
    def test_the_stamps(self, edges: int, jitter_us: int, state: str, why: str) -> None:
        assert told(with_report(edges=edges, jitter_us=jitter_us), v.STAMPS) == (state, why)

    def test_the_figure_is_the_reports(self) -> None:
        figures = {one.what: (one.figure, one.counted) for one in v.found(DONE)}
        assert figures[v.CHANCE] == (255.1, 0)
        assert (figures[v.LOOP], figures[v.STAMPS]) == ((1_900, 980), (1, 300))
        assert figures["die3"][0] == 2100


class TestPeople:
    def test_lights_and_sound_wait_for_their_word(self) -> None:
        assert told(DONE._replace(judged={}), v.LIGHTS) == (v.OPEN, "judge")
        assert told(DONE._replace(judged={v.SOUND: False}), v.SOUND) == (v.BAD, "wrong")

    def test_nobody_judges_what_the_pad_has_not(self) -> None:
        assert told(DONE._replace(who=VIRTUAL), v.LIGHTS) == (v.ABSENT, "none")


class TestButtons:
    def test_a_bounce_near_the_window_is_bad(self) -> None:
        for bounce_us, state in ((9_999, v.GOOD), (10_000, v.BAD), (15_000, v.BAD)):
            assert told(DONE._replace(bounce_us=(bounce_us, 0, 0, 0)), "hit")[0] == state
        wider = DONE._replace(bounce_us=(10_000, 0, 0, 0), debounce_us=30_000)
        assert told(wider, "hit")[0] == v.GOOD

    def test_stuck_is_stuck_whatever_else(self) -> None:
        assert told(DONE._replace(stuck=1 << m.DIE2), "die2") == (v.BAD, "stuck")

    def test_what_is_to_be_pressed(self) -> None:
        tried = v.Tried(REAL, pressed=1)
        assert [one.why for one in v.found(tried)[:2]] == ["press_in_test", "press"]


class TestNotDone:
    def test_a_round_is_on(self) -> None:
        refused = GOOD._replace(state=m.TEST_REFUSED, done=0)
        tried = v.Tried(REAL, wanted=m.TEST_ALL, report=refused)
        assert {told(tried, what) for what in v.PARTS} == {(v.OPEN, "refused")}

    def test_one_part_that_is_refused_leaves_the_others(self) -> None:
        refused = GOOD._replace(state=m.TEST_REFUSED, done=0)
        kept = {part: GOOD for part in m.TEST_PARTS if part != m.TEST_LIGHTS}
        tried = DONE._replace(wanted=m.TEST_LIGHTS, report=refused, kept=kept)
        assert told(tried, v.LIGHTS) == (v.OPEN, "refused") and told(tried, v.LOOP) == (v.GOOD, "fine")

    def test_a_test_that_was_broken_off(self) -> None:
        tried = v.Tried(REAL, wanted=m.TEST_ALL, report=GOOD._replace(done=m.TEST_LIGHTS))
        assert told(tried, v.LOOP) == (v.OPEN, "broken_off")

    def test_waiting_for_the_first_word(self) -> None:
        tried = DONE._replace(wanted=m.TEST_SOUND, waiting=True)
        assert told(tried, v.SOUND)[0] == v.RUNNING and told(tried, v.LIGHTS)[0] == v.GOOD


def test_the_parts_are_the_firmwares_in_its_order() -> None:
    assert tuple(v.PARTS.values()) == m.TEST_PARTS
    assert all(one < other for one, other in pairwise(v.PARTS.values()))
