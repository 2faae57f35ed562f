"""Boomtown Bandits in the real window, with pads that throw: one duel, and with `--long` whole matches in
which everything goes wrong that can; store, screen and `tinstar referee` agree on every ruling."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.store import open_store
from tests.companion.bandits import SETTLE_MS, Bandits, referee
from tests.companion.the_window import TheWindow

pytestmark = pytest.mark.alone

ROUNDS = 7  # a pile has so many cards


def test_a_duel_on_the_pads_is_the_matchs_verdict_and_can_be_looked_at_again(tmp_path: Path) -> None:
    with TheWindow(tmp_path, "--settle-ms", str(SETTLE_MS), pads=2) as window:
        table = Bandits(window, ("Ana", "Bo"), lambda _round, _player, spots: spots[0])
        table.sit_down()
        assert table.go_on()
        table.wait_for_draw(table.count_down())
        table.until_shows("Ana", "bullet", dice=["shooter1"])
        table.hit("Ana")
        assert table.verdict() == "Ana first"
        table.on()
        table.answer_by_pad("Ana", 0)
        window.wait_until(lambda: "draw" in window.targets(), "the next countdown")
        window.hold("leave")
        window.wait_until(lambda: window.look()["screen"] == "match", "the table again")
        window.tap("log")
        called = next(line for line, target in window.targets().items() if "HIT" in target["label"])
        window.tap(called)
        window.tap("log.film")
        window.wait_text("Ana first")
        window.tap("back")
        window.wait_until(lambda: window.look()["screen"] == "match", "where one came from")
        window.tap("log.close")
        window.tap("answer.Bo")  # by choice the judge says it, in two taps
        window.tap("answer.bullets:1")
        window.send(wait="idle")
        (pads, judge) = [
            entry.as_json()["answer"] for entry in table.match().entries if entry.id == "bb.verdict"
        ]
        assert pads["player"] == "Ana" and judge == {"call": "first", "player": "Bo"}
        window.quit()
        assert table.agree() == [pads]


@pytest.mark.long
def test_two_people_a_jump_a_tie_and_sudden_death(tmp_path: Path) -> None:
    def where(round_: int, player: str, spots: Sequence[str]) -> str:
        """All at the first location in round 1; then each has a location, and they take turns."""
        return spots[0] if round_ == 1 else spots[(round_ + (player == "Bo")) % 2]

    with TheWindow(tmp_path, "--settle-ms", str(SETTLE_MS), pads=2, beat_ms=500) as window:
        table = Bandits(window, ("Ana", "Bo"), where)
        table.sit_down()
        assert table.go_on()
        draw_us = table.count_down()
        window.press("p2", draw_us - 300_000)
        assert table.verdict() == "Bo jumped the gun"
        assert table.match().prompt.kind == "verdict"  # type: ignore[union-attr]
        table.on()
        table.wait_for_draw(table.count_down())  # Bo counts to three in it
        table.until_shows("Ana", "bullet")
        window.wait_until(lambda: "counts to three" not in window.texts(), "Bo may throw again")
        table.until_shows("Bo", "bullet")
        table.hit("Ana", "Bo")
        assert table.verdict() == "Too close to call: tie"
        table.on()
        table.shoot_out("Ana")
        sudden = table.go_on()
        assert sudden is not None and sudden.prompt is not None and sudden.prompt.id == "bb.sudden_death"
        table.shoot_out("Ana")
        assert table.go_on() is None
        window.wait_until(lambda: "end.scores" in window.targets(), "the end")
        verdicts = table.agree()
        assert [said["call"] for said in verdicts].count("tie") == 1
        result = table.match().result
        assert result is not None and result.ranking[0] == ("Ana",)
        jumped = [call for call in referee(window, 1) if call["call"] == "jumped"]
        assert [call["player"] for call in jumped] == ["Bo"]
        with open_store(window.data) as store:
            assert {row.match for row in store.shootouts()} == {1}
            assert all(row.finished for row in store.shootouts())
        window.quit()


@pytest.mark.long
def test_five_people_a_false_hit_a_called_run_away_a_lost_pad_and_sudden_death(tmp_path: Path) -> None:
    names = ("Ana", "Bo", "Cy", "Di", "Eli")

    def where(round_: int, player: str, spots: Sequence[str]) -> str:
        """Each has a location, Bo and Cy take turns at two; in the last round these two go where Eli is."""
        place = names.index(player)
        if player in ("Bo", "Cy"):
            place = 4 if round_ == ROUNDS else 1 + (round_ + place) % 2
        return spots[place]

    with TheWindow(tmp_path, "--settle-ms", str(SETTLE_MS), pads=5, beat_ms=500) as window:
        table = Bandits(window, names, where)
        table.sit_down()
        match = table.go_on()
        assert match is not None and match.round == ROUNDS
        table.wait_for_draw(table.count_down())
        assert set(table.dice()) == {"Bo", "Cy", "Eli"}
        table.until_shows("Bo", "blank", dice=["shooter1"])
        if table.faces("Bo") == {"shooter1": "blank"}:
            table.hit("Bo")
            window.wait_text("counts to three")
        table.until_shows("Cy", "run", dice=["coward"])
        table.hit("Eli")
        assert table.verdict() == "Eli called a run-away first"
        table.on()
        table.wait_for_draw(table.count_down())
        table.pull("Cy")
        table.until_shows("Eli", "bullet", dice=["shooter1"])
        table.hit("Eli")
        window.wait_text("What does the judge say?")
        window.tap("answer.without:p3")
        window.tap("answer.The judge saw it.")
        assert table.verdict() == "Judge: Eli first, without Cy"
        table.on()
        table.pad_of["Cy"] = ""
        match = table.go_on()
        assert match is not None and match.round == ROUNDS
        window.tap("without")
        table.shoot_out("Eli")
        for _tie in ("the first", "the second"):
            match = table.go_on()
            assert match is not None and match.prompt is not None and match.prompt.id == "bb.sudden_death"
            table.shoot_out("Bo")
        assert table.go_on() is None
        window.wait_until(lambda: "end.scores" in window.targets(), "the end")
        verdicts = table.agree()
        assert {"call": "first", "bullets": 0, "run_away": ["Cy"]}.items() <= verdicts[0].items()
        calls = referee(window, 1)
        assert "false_hit" in {call["call"] for call in calls}
        assert [call["pad"] for call in calls if call["call"] == "judged"] == ["p3"]
        result = table.match().result
        assert result is not None and result.ranking[0] == ("Ana",)
        window.quit()
