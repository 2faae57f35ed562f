"""Sans Foi Ni Loi in the real window, in French: a short match whose dice come from pads, and with `--long`
whole ones of two and of six people. What is on disk is what the rules make of the same entries."""

from pathlib import Path

import pytest

from shared_rules.engine import Match
from tests.companion.ranchers import Ranchers, at_random, quick
from tests.companion.the_window import TheWindow

pytestmark = pytest.mark.alone


def look_at_the_end(table: Ranchers, match: Match) -> None:
    """The scores say what the rules say."""
    assert Match.of(match.rulebook, match.setup, match.entries).result == match.result
    assert match.result is not None
    state = match.view()["state"]
    assert state["bank"] + sum(held["gold"] for held in state["seats"].values()) == state["gold_in_all"]
    window = table.window
    window.tap("end.scores")
    window.wait_until(lambda: window.look()["screen"] == "scores", "the scores")
    window.send(wait="idle", timeout_ms=2000)
    texts = window.texts()
    for player in table.names:
        assert player in texts


def test_a_herd_is_guarded_by_pads_and_sold_for_all_the_gold_there_is(tmp_path: Path) -> None:
    with TheWindow(tmp_path, "--lang", "fr", pads=2) as window:
        table = Ranchers(window, ("Ana", "Bo"), pads=2)
        table.sit_down()
        match = table.play(quick, 40)
        assert [entry.of for entry in match.entries if entry.id == "sf.guard"] == ["Bo", "Ana"]
        assert table.by_pad == 2
        assert match.view()["state"]["seats"]["Ana"]["gold"] == 1
        assert any("Ana" in text and "gagne" in text for text in window.texts()), window.texts()
        look_at_the_end(table, match)
        window.quit()


@pytest.mark.long
@pytest.mark.parametrize(("players", "size", "seed"), [(2, "1280x800", 1), (6, "800x480", 2)])
def test_a_whole_match(tmp_path: Path, players: int, size: str, seed: int) -> None:
    names = ("Ana", "Bo", "Cy", "Di", "Eli", "Flo")[:players]
    with TheWindow(tmp_path, "--lang", "fr", pads=2, size=size) as window:
        table = Ranchers(window, names, pads=2)
        table.sit_down("line")
        match = table.play(at_random(seed, gold=25), 900)
        assert table.by_pad >= 4 and match.n > 40
        look_at_the_end(table, match)
        window.quit()
