"""The referee judged by the truth, and the judge judged by planted faults."""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from companion.pads.end import PadEnd
from shared_rules import referee as r
from shared_rules.referee import account, calls, play, ruling
from shared_rules.wire.stream import Inbox
from tests.bench import cuts, world
from tests.bench.figures import WRONGS, Figures, chi_square, tail_of_chi_square
from tests.bench.judge import judge
from tests.bench.table import Shootout

SHOOTOUTS = 3_000
MANY = 1_000_000
CUTS = 1_000
MANY_CUTS = 10_000
PLANTED = 250  # shootouts that are enough to notice a planted fault
ON_THE_200US_TRACE = 4  # a seed whose first life has that jitter
WITH_REBOOTS = 2  # a life in which pads lose power
ALL_FAULTS = (3, 14)  # lives in which every planted fault has something to spoil


def never_wrong(figures: Figures) -> None:
    summary = figures.summary()
    assert figures.broken() == [], (summary["wrong"], summary["examples"])
    assert summary["pairs_500us_apart"]["200us"]["pairs"] and summary["pairs_inside_uncertainty"]["pairs"]
    for even in summary["chi_square"].values():
        assert even["p"] > 0.001, even  # the seed is fixed, so this is no lottery


def test_the_referee_is_never_wrong() -> None:
    """Also 1 in 10 through real frames. The same seeds each time."""
    figures = world.run(SHOOTOUTS, seed=1, workers=os.cpu_count() or 1)
    never_wrong(figures)
    got = figures.summary()
    assert got["shootouts"] == SHOOTOUTS
    assert got["through_frames"] == SHOOTOUTS // world.FRAMED_EVERY
    for kind in ("first", "tie", "jumped", "none"):
        assert got["calls"][kind] > 50
    for why in ("events_lost", "draw_straddled"):
        assert got["calls"][f"ask_judge/{why}"] > 5
    assert got["equal_presses"]["tied"] > 100
    assert got["reboots"]["voided"] > 20


@pytest.mark.long
def test_the_referee_is_never_wrong_in_a_million_shootouts() -> None:
    figures = world.run(MANY, seed=2, workers=os.cpu_count() or 1)
    never_wrong(figures)
    assert figures.summary()["equal_presses"]["rounds"] > 100_000


def test_a_seed_gives_the_same_figures_whoever_works() -> None:
    once, again = (world.run(40, seed=3).summary() for _ in range(2))
    assert once == again
    assert world.run(40, seed=4).summary() != once


def test_a_hit_that_nobody_could_decide_may_or_may_not_lock_out() -> None:
    """The referee cannot know what the judge does, that it was false: a throw after it that straddles DRAW,
    or shows a run-away just when somebody calls, is for the judge."""
    assert world.run_life((11_000_264, 152)).examples == []
    assert world.run_life((11_001_115, 151)).examples == []


@pytest.mark.long
def test_who_straddles_draw_did_not_jump_first_for_certain() -> None:
    """Two microseconds before one who certainly jumped; but only that one is certain (contract "referee")."""
    assert world.run_life((11_001_236, 386)).examples == []


@pytest.mark.long
def test_who_is_locked_out_in_a_round_without_a_call_throws_in_vain_for_others_too() -> None:
    assert world.run_life((11_001_429, 107)).examples == []


# -- the judge notices


def wrongs(seed: int = 5, shootouts: int = PLANTED) -> Counter[str]:
    return world.run_life((seed, shootouts)).counts


def plant_interval(
    monkeypatch: pytest.MonkeyPatch, worse: Callable[[PadEnd, int, int], tuple[int, int]]
) -> None:
    honest = PadEnd._interval
    monkeypatch.setattr(PadEnd, "_interval", lambda end, *given: worse(end, *honest(end, *given)))


def test_intervals_that_are_too_narrow_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plant_interval(monkeypatch, lambda _end, lo, hi: (lo, lo + (hi - lo) // 8))
    got = wrongs()
    assert got["outside_interval"] and got["equal_not_tied"]


def test_a_pad_that_is_favoured_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plant_interval(monkeypatch, lambda end, lo, hi: (lo - 400, hi - 400) if end.label < "p3" else (lo, hi))
    got = wrongs(shootouts=2 * PLANTED)
    assert got["wrong_orders"]
    assert chi_square(got, "begins")["p"] < 0.001


def test_a_referee_that_ties_what_it_should_tell_apart_is_noticed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Intervals wider than need be hold the truth, and nothing said is wrong; but it says too little."""
    plant_interval(monkeypatch, lambda _end, lo, hi: (lo, hi + 600))
    assert world.report(PLANTED, seed=ON_THE_200US_TRACE, workers=1) == 1
    figures = json.loads(capsys.readouterr().out)
    assert not any(figures["wrong"].values())
    assert figures["broken"] == ["ties_500us_apart"]


def test_a_referee_that_does_not_wait_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account.Account, "is_past", lambda _self, _moment_us: True)
    assert wrongs()["finality_violations"]


def test_a_referee_that_misses_no_event_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account.Account, "may_miss", lambda *_: False)
    assert wrongs(seed=WITH_REBOOTS)["ruled_over_reboot"]


def test_a_referee_that_forgets_lock_outs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play.LockOuts, "hold", lambda *_: False)
    assert wrongs()["wrong_lock_outs"]


def test_an_inbox_that_takes_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def see(self: Inbox, event: Any) -> bool:
        self.delivered = max(self.delivered, event.seq)
        self._settle()
        return bool(event.boot_id == self.boot_id)

    monkeypatch.setattr(Inbox, "see", see)
    assert wrongs()["events_invented"]
    assert cuts.run(100, 1)["doubled"]


# -- the judge notices: the same evidence, ruled once more by a referee with a fault


@pytest.fixture(scope="module")
def played() -> list[Shootout]:
    """Shootouts that are over, with their evidence."""
    over: list[Shootout] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world, "judge", lambda shootout, _figures: over.append(shootout))
        for life in ALL_FAULTS:
            world.run_life((life, PLANTED))
    return over


def ruled_again(shootouts: Iterable[Shootout]) -> Counter[str]:
    """What the judge finds when a referee that has said nothing yet is given all that was seen."""
    figures = Figures()
    for shootout in shootouts:
        seen = shootout.referee
        fresh = r.Referee(seen.settings)
        fresh._draws, fresh._events = seen._draws, seen._events
        fresh._watermarks, fresh._lost = seen._watermarks, seen._lost
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(shootout, "referee", fresh)
            patch.setattr(shootout, "said", set())
            judge(shootout, figures)
    return Counter({name: figures.counts[name] for name in WRONGS if figures.counts[name]})


def test_the_true_referee_says_the_same_again(played: list[Shootout]) -> None:
    assert not ruled_again(played)


HONEST_FIRST, HONEST_RESTART, HONEST_CALLERS = (
    ruling._Bench.first,
    ruling._Bench.restart,
    ruling._Bench.callers,
)
HONEST_WALK, HONEST_HOLD = play._walk, play.LockOuts.hold


def holds_for_ever(locks: play.LockOuts, event: Any) -> bool:
    offences = locks._offences.get(event.pad, ())
    offended = any(offence < (event.lo, event.seq) for offence, _until_us in offences)
    return HONEST_HOLD(locks, event) or offended or event.pad in locks._carried


def without_false_hits(*given: Any) -> play.Play:
    return HONEST_WALK(*given)._replace(false=[], locks=play.LockOuts(given[2]))


# what it does: where, what, instead, found as
PLANTS: dict[str, tuple[Any, str, Callable[..., Any], str]] = {
    "open play is never ruled": (
        ruling._Bench,
        "open_play",
        lambda _bench, _free: None,
        "unaccounted_presses",
    ),
    "rounds end without waiting or asking": (
        ruling._Bench,
        "problem",
        lambda _bench: [],
        "unaccounted_presses",
    ),
    "a gap in a silent round asks nobody": (
        ruling._Bench,
        "lost_silence",
        lambda _bench: [],
        "ruled_over_reboot",
    ),
    "a lock-out never ends": (play.LockOuts, "hold", holds_for_ever, "wrong_lock_outs"),
    "run_away is never said": (ruling._Bench, "run_aways", lambda *_: [], "run_aways_overlooked"),
    "wrong bullets": (
        ruling._Bench,
        "first",
        lambda *given: HONEST_FIRST(*given)._replace(bullets=7),
        "wrong_bullets",
    ),
    "wrong margin": (
        ruling._Bench,
        "first",
        lambda *given: HONEST_FIRST(*given)._replace(margin_us=1),
        "wrong_margins",
    ),
    "suspicious is never said": (ruling._Bench, "suspicions", lambda *_: [], "wrong_suspicions"),
    "only one of tied jumpers is punished": (
        ruling._Bench,
        "restart",
        lambda bench, free, jumps: HONEST_RESTART(bench, free, jumps[:1]),
        "jumps_overlooked",
    ),
    "jumps are overlooked": (
        ruling._Bench,
        "restart",
        lambda bench, free, jumps: bench.open_play([event for event in free if event not in jumps]),
        "jumps_overlooked",
    ),
    "what straddles DRAW is legal": (
        ruling._Bench,
        "doubt_the_draw",
        lambda bench, _straddling: bench.open_play(bench.free()),
        "jumps_overlooked",
    ),
    "false HITs are not called": (play, "_walk", without_false_hits, "unaccounted_presses"),
    "uncertain HITs are not asked about": (
        play,
        "_walk",
        lambda *given: HONEST_WALK(*given)._replace(doubtful=[]),
        "unaccounted_presses",
    ),
    "with pad dice nobody ties": (
        ruling._Bench,
        "callers",
        lambda *given: HONEST_CALLERS(*given)[:1],
        "missing_ties",
    ),
    "run-aways tie like bullets": (
        ruling._Bench,
        "callers",
        lambda _bench, front, _play: front,
        "wrong_bullets",
    ),
    "the judge is asked about everything": (
        ruling._Bench,
        "open_play",
        lambda bench, free: bench.ask(calls.ICON_UNCERTAIN, free) if free else None,
        "asked_in_vain",
    ),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_fault_is_noticed(
    plant: str, played: list[Shootout], monkeypatch: pytest.MonkeyPatch
) -> None:
    where, what, instead, found_as = PLANTS[plant]
    monkeypatch.setattr(where, what, instead)
    assert any(ruled_again([shootout])[found_as] for shootout in played)


# -- cuts


def test_a_cut_cable_loses_and_doubles_no_hit_and_a_reboot_voids_its_round() -> None:
    figures = cuts.run(CUTS, 1)
    assert cuts.is_clean(figures), figures
    assert figures["amid_bytes"] > CUTS // 2
    assert figures["lost_to_power_cut"] > 0


@pytest.mark.long
def test_ten_thousand_cuts() -> None:
    figures = cuts.run(MANY_CUTS, 2)
    assert cuts.is_clean(figures), figures


# -- the figures themselves


@pytest.mark.parametrize(
    ("counts", "broken"),
    [
        ({}, []),
        ({"far/200us": 101, "far_tied/200us": 1}, []),
        ({"far/200us": 100, "far_tied/200us": 1}, ["ties_500us_apart"]),
        ({"far/500us": 100, "far_tied/500us": 100}, []),  # promised on the 200 us trace alone
        ({"inside": 9, "inside_tied": 7, "inside_judge": 2}, []),
        ({"inside": 9, "inside_tied": 7, "inside_judge": 1}, ["inside_uncertainty_not_tied"]),
        ({"begins/p1/p2": 70, "begins/p2/p1": 50}, []),
        ({"begins/p1/p2": 90, "begins/p2/p1": 10}, ["favoured_port_of_equal_presses"]),
        ({"wins/p5/p1": 90, "wins/p1/p5": 10}, ["favoured_port_within_1ms"]),
        ({"wrong_orders": 1, "missing_ties": 1}, ["wrong_orders", "missing_ties"]),
    ],
)
def test_a_broken_promise_has_its_name(counts: dict[str, int], broken: list[str]) -> None:
    figures = Figures()
    figures.counts.update(counts)
    assert figures.broken() == broken


def test_the_tail_of_chi_square() -> None:
    assert tail_of_chi_square(0, 10) == 1
    assert tail_of_chi_square(18.307, 10) == pytest.approx(0.05, abs=1e-4)  # from a table
    assert tail_of_chi_square(9.210, 2) == pytest.approx(0.01, abs=1e-4)
