"""The referee judged by the truth, and the judge judged by planted faults."""

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from companion.pads.end import PadEnd
from shared_rules.referee import account, play
from shared_rules.wire.stream import Inbox
from tests.bench import cuts, world
from tests.bench.figures import Figures, chi_square, tail_of_chi_square

SHOOTOUTS = 5_000
MANY = 1_000_000
CUTS = 1_000
MANY_CUTS = 10_000
PLANTED = 250  # shootouts that are enough to notice a planted fault
WITH_REBOOTS = 2  # a life in which pads lose power


def never_wrong(figures: Figures) -> None:
    summary = figures.summary()
    assert figures.nothing_wrong, (summary["wrong"], summary["examples"])
    assert summary["pairs_500us_apart"]["200us"]["percent"] < 1
    inside = summary["pairs_inside_uncertainty"]
    assert inside["pairs"] == inside["ties"] + inside["for_the_judge"]
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


# -- the judge notices


def wrongs(seed: int = 5, shootouts: int = PLANTED) -> Counter[str]:
    return world.run_life((seed, shootouts)).counts


def plant_interval(
    monkeypatch: pytest.MonkeyPatch, worse: Callable[[PadEnd, int, int], tuple[int, int]]
) -> None:
    honest = PadEnd._interval
    monkeypatch.setattr(PadEnd, "_interval", lambda end, t_pad_us: worse(end, *honest(end, t_pad_us)))


def test_intervals_that_are_too_narrow_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plant_interval(monkeypatch, lambda _end, lo, hi: (lo, lo + (hi - lo) // 8))
    got = wrongs()
    assert got["outside_interval"] and got["equal_not_tied"]


def test_a_pad_that_is_favoured_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plant_interval(monkeypatch, lambda end, lo, hi: (lo - 400, hi - 400) if end.label < "p3" else (lo, hi))
    got = wrongs(shootouts=2 * PLANTED)
    assert got["wrong_orders"]
    assert chi_square(got, "begins")["p"] < 0.001


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


# -- cuts


def test_a_cut_cable_loses_and_doubles_no_hit_and_a_reboot_voids_its_round() -> None:
    figures = cuts.run(CUTS, 1)
    assert cuts.is_clean(figures), figures
    assert figures["amid_bytes"] > CUTS // 2
    assert figures["lost_with_power"] > 0


@pytest.mark.long
def test_ten_thousand_cuts() -> None:
    figures = cuts.run(MANY_CUTS, 2)
    assert cuts.is_clean(figures), figures


# -- the figures themselves


def test_the_tail_of_chi_square() -> None:
    assert tail_of_chi_square(0, 10) == 1
    assert tail_of_chi_square(18.307, 10) == pytest.approx(0.05, abs=1e-4)  # from a table
    assert tail_of_chi_square(9.210, 2) == pytest.approx(0.01, abs=1e-4)
