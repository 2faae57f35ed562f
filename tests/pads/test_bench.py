"""The builder's bench: what is kept of what pads say and people press."""

from typing import Any

import pytest

from companion.pads import news as n
from companion.pads import verdict as v
from companion.pads.bench import PadBench, Workbench
from firmware.self_test import COLOUR_US
from shared_rules.wire import messages as m
from tests.companion.pads_here import GOOD, REAL, PadsHere

WINDOW_US = 15_000


@pytest.fixture
def bench() -> PadBench:
    return PadBench()


def report(revision: int, state: int = m.TESTED, part: int = 0, **changes: Any) -> Any:
    empty = m.Report(revision, state, part, *[0] * 12)
    return empty._replace(**changes)


def state(bench: PadBench, what: str) -> tuple[str, str]:
    found = next(one for one in v.found(bench.tried(REAL, WINDOW_US)) if one.what == what)
    return found.state, found.why


class TestButtons:
    def test_down_and_up_and_a_tick_that_stays(self, bench: PadBench) -> None:
        bench.news(n.Hit("A1", 1, 1, 2))
        bench.news(n.Pressed("A1", "die3", 1, 2))
        assert bench.down == 0b1001
        bench.news(n.Released("A1", "hit", 3, 4))
        assert bench.down == 0b1000
        assert bench.tried(REAL, WINDOW_US).pressed == 0b1001

    def test_a_cable_that_is_pulled_lets_go(self, bench: PadBench) -> None:
        bench.news(n.Hit("A1", 1, 1, 2))
        bench.begin(m.TEST_ALL)
        bench.news(n.Left("A1", 1, 2, "unplugged"))
        tried = bench.tried(REAL, WINDOW_US)
        assert (bench.down, tried.waiting, tried.pressed) == (0, False, 1)

    def test_held_all_the_while_is_stuck_until_it_is_let_go(self, bench: PadBench) -> None:
        bench.begin(m.TEST_ALL)
        bench.take(report(1, m.TESTING, m.TEST_LIGHTS, held=0b0101), 0)
        bench.take(report(1, m.TESTING, m.TEST_LOOP, held=0b0100), 1)
        assert state(bench, "die2")[1] != "stuck", "the test is not over"
        bench.take(report(1, held=0b1100, done=m.TEST_ALL), 2)
        assert [state(bench, what)[1] == "stuck" for what in v.BUTTONS] == [False, False, True, False]
        bench.news(n.Released("A1", "die2", 3, 4))
        assert state(bench, "die2")[1] == "press"

    def test_the_longest_bounce_of_all_reports(self, bench: PadBench) -> None:
        bench.begin(m.TEST_ALL)
        for bounce_us in (300, 2000, 700):
            bench.take(report(1, m.TESTING, die1_bounce_us=bounce_us, pressed=0b0010), 0)
        found = v.found(bench.tried(REAL, WINDOW_US))[1]
        assert (found.state, found.figure) == (v.GOOD, 2000)


class TestReports:
    def test_the_last_ones_of_an_earlier_test_are_not_this_ones(self, bench: PadBench) -> None:
        bench.take(GOOD, 0)
        assert state(bench, v.LOOP)[0] == v.GOOD
        bench.begin(m.TEST_ALL)
        bench.take(GOOD, 1)
        bench.take(GOOD._replace(held=1), 2)  # told again, before the pad has heard of the new one
        assert state(bench, v.LOOP)[0] == v.RUNNING
        bench.take(report(2, m.TESTING, m.TEST_LIGHTS), 3)
        assert state(bench, v.LOOP) == (v.OPEN, "untested") and state(bench, v.LIGHTS)[0] == v.RUNNING

    def test_a_test_of_the_same_number_from_another_session_of_ours(self, bench: PadBench) -> None:
        bench.take(GOOD, 0)
        bench.begin(m.TEST_ALL)
        bench.take(report(GOOD.revision, m.TESTING, m.TEST_SOUND), 1)
        assert state(bench, v.SOUND)[0] == v.RUNNING

    def test_a_refusal_is_taken_at_once(self, bench: PadBench) -> None:
        bench.begin(m.TEST_ALL)
        bench.take(report(7, m.TEST_REFUSED), 0)
        assert state(bench, v.CHANCE) == (v.OPEN, "refused")

    def test_one_part_again_leaves_the_others(self, bench: PadBench) -> None:
        bench.take(GOOD, 0)
        bench.judge(v.LIGHTS, True)
        bench.judge(v.SOUND, True)
        bench.begin(m.TEST_LIGHTS)
        bench.take(report(2, m.TESTING, m.TEST_LIGHTS), 1)
        bench.take(report(2, done=m.TEST_LIGHTS), 2)
        assert state(bench, v.LIGHTS) == (v.OPEN, "judge")
        assert state(bench, v.SOUND)[0] == state(bench, v.CHANCE)[0] == v.GOOD

    def test_a_reboot_ends_what_was_known(self, bench: PadBench) -> None:
        bench.take(GOOD, 0)
        bench.news(n.Hit("A1", 1, 1, 2))
        bench.news(n.Rebooted("A1", 1, 2))
        assert bench.tried(REAL, WINDOW_US) == v.Tried(REAL) and bench.boots == 1
        bench.take(None, 1)
        assert state(bench, v.LOOP) == (v.OPEN, "untested")


def test_the_lights_that_should_show_now(bench: PadBench) -> None:
    assert bench.colour(0) == ""
    bench.take(report(1, m.TESTING, m.TEST_LIGHTS), 1000)
    seen = [bench.colour(1000 + step * COLOUR_US) for step in range(5)]
    assert seen == ["red", "green", "blue", "white", "white"]
    bench.take(report(1, m.TESTING, m.TEST_SOUND), 4 * COLOUR_US)
    assert bench.colour(4 * COLOUR_US) == ""


class TestWorkbench:
    @pytest.fixture
    def pads(self) -> PadsHere:
        return PadsHere()

    @pytest.fixture
    def workbench(self, pads: PadsHere) -> Workbench:
        return Workbench(pads, WINDOW_US, 500_000)  # type: ignore[arg-type]

    def test_it_listens_while_somebody_looks(self, workbench: Workbench) -> None:
        workbench.news(n.Hit("A1", 1, 1, 2))
        assert workbench.of("A1").down == 0
        workbench.open(True)
        workbench.news(n.Hit("A1", 2, 3, 4))
        workbench.news(n.Turned("/dev/ttyACM1", "mute", ""))
        assert workbench.of("A1").down == 1
        workbench.open(False)
        assert workbench.of("A1").down == 0

    def test_a_reboot_is_heard_always(self, workbench: Workbench) -> None:
        workbench.news(n.Rebooted("A1", 1, 2))
        assert workbench.of("A1").boots == 1

    def test_a_test_sets_the_window_that_bounces_are_measured_by(
        self, pads: PadsHere, workbench: Workbench
    ) -> None:
        end = pads.plug()
        workbench.test("A1", m.TEST_ALL)
        assert pads.wished == [("A1", m.Settings, WINDOW_US, 500_000), ("A1", m.Test, m.TEST_ALL)]
        assert {one.state for one in workbench.look(end, 0)[4:]} == {v.RUNNING}

    def test_facts(self, pads: PadsHere, workbench: Workbench) -> None:
        end = pads.plug()
        workbench.news(n.Rebooted("A1", 1, 2))
        facts = workbench.facts(end)
        assert (facts.who, facts.port, facts.boots, facts.clock_restarts) == (REAL, "/dev/ttyACM0", 1, 0)
        pads.unplug("A1")
        assert workbench.facts(end).port == ""

    def test_who_is_forgotten_comes_as_somebody_else(self, pads: PadsHere, workbench: Workbench) -> None:
        workbench.of("A1").judge(v.LIGHTS, False)
        workbench.forget("A1")
        assert not workbench.of("A1").tried(REAL, WINDOW_US).judged
