"""The shootouts of a match on the pads: what the referee rules is what the match and the store say."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import traces
from companion.store import open_store
from shared_rules.referee import stages
from shared_rules.wire import messages as m
from tests.companion.shooting import Shooting

BULLET, RUN, BLANK = "bullet", "run", "blank"


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Shooting]:
    """Ana and Bo, all their tokens at the first location."""
    table = Shooting(tmp_path)
    table.until_asked("bb.verdict")
    table.open()
    yield table
    table.room.close_match()
    table.writer.close()


def last_entry(table: Shooting) -> dict[str, Any]:
    entry = table.sitting.said(table.sitting.n - 1)
    assert entry is not None
    return entry


def evidence(table: Shooting, number: int) -> list[dict[str, Any]]:
    with open_store(table.folder) as store:
        return [json.loads(line) for line in store.evidence(number)]


def referee_says(table: Shooting, number: int) -> list[dict[str, Any]]:
    """What `tinstar referee` would call."""
    with open_store(table.folder) as store:
        text = "\n".join(store.evidence(number))
    return [json.loads(traces.call_text(call)) for call in traces.read(text.encode()).calls()]


class TestWhoIsFirst:
    def test_the_match_has_the_verdict_and_where_its_evidence_is(self, two: Shooting):
        said = two.ruled(BULLET, BLANK, BLANK, player="Bo")
        assert said == {
            "call": "first",
            "player": "Bo",
            "bullets": 1,
            "run_away": [],
            "round": 1,
            "evidence": 1,
        }
        assert last_entry(two)["answer"] == said and two.duel.taken
        assert two.sitting.prompt()["id"] == "bb.shootout.target"
        (first,) = [call for call in referee_says(two, 1) if call["call"] == "first"]
        assert (first["player"], first["bullets"], first["round"]) == ("Bo", 1, 1)
        with open_store(two.folder) as store:
            assert [row.match for row in store.shootouts()] == [two.sitting.number]

    def test_the_caller_aims_and_the_next_countdown_has_what_is_left(self, two: Shooting):
        two.ruled(BULLET, BLANK, BLANK, player="Bo")
        two.room.leave_duel()
        two.answer("shooter:Ana")
        assert two.room.duel_goes_on
        two.open()
        assert two.duel.shootout.dice == {
            "Ana": ("shooter1", "coward"),
            "Bo": ("shooter1", "shooter2", "coward"),
        }
        (targets,) = [line for line in evidence(two, 1) if line.get("kind") == "targets"]
        assert targets == {"kind": "targets", "round": 1, "player": "Bo", "tokens": [["Ana", "shooter1"]]}
        two.ruled(BLANK, BLANK, RUN, player="Bo")
        assert last_entry(two)["answer"]["run_away"] == ["Bo"]
        assert two.duel.goes_on(), "nobody has to aim"

    def test_after_the_last_token_the_shootout_is_over_once_people_have_seen_it(self, two: Shooting):
        two.ruled(BULLET, BULLET, BULLET, player="Ana")
        assert two.room.shootout is not None and two.duel.taken
        assert two.sitting.view()["state"]["duel"] is None
        two.room.leave_duel()
        two.settle()
        assert two.room.shootout is None
        assert two.ask(two.room.record, 1).rounds == (1,)
        (targets,) = [line for line in evidence(two, 1) if line.get("kind") == "targets"]
        assert sorted(targets["tokens"]) == [["Bo", "coward"], ["Bo", "shooter1"], ["Bo", "shooter2"]]
        with open_store(two.folder) as store:
            assert store.shootouts()[0].finished

    def test_pads_answer_what_is_asked_again_when_people_are_back_at_the_table(self, two: Shooting):
        two.ruled(BULLET, BLANK, BLANK, player="Bo")
        two.sitting.listen(False)
        two.room.leave_duel()
        resumed = {wish[0] for wish in two.pads.wished if wish[1] is m.Resume}  # type: ignore[attr-defined]
        assert resumed == {"p1", "p2"}
        two.sitting.listen(True)
        two.press("p2", "die1")
        assert last_entry(two)["answer"] == "shooter:Ana"


class TestMisfiresAndTies:
    def test_a_jump_is_played_again_without_an_entry(self, two: Shooting):
        entries = two.sitting.n
        two.mark()
        two.duel.shootout.count_down(two.now_us)
        draw_us = two.duel.shootout.draw.at_us  # type: ignore[union-attr]
        two.hit("Ana", draw_us - 100_000)
        two.pass_to(draw_us + 500_000)
        assert two.duel.shootout.stage == stages.RULED and two.duel.verdict() is None
        assert two.sitting.n == entries
        two.duel.shootout.clear()
        two.settle()
        said = two.ruled(BULLET, BLANK, BLANK, player="Bo")
        assert said["round"] == 2 and two.sitting.n == entries + 1

    def test_a_false_hit_and_then_another_ones_call(self, two: Shooting):
        draw_us = two.draw()
        two.throw("Ana", "shooter1", BLANK, draw_us + 100_000)
        two.hit("Ana", draw_us + 700_000)
        two.pass_to(two.call("Bo", BULLET, BLANK, BLANK, draw_us=draw_us) + 500_000)
        assert last_entry(two)["answer"]["player"] == "Bo"
        assert [call["player"] for call in referee_says(two, 1) if call["call"] == "false_hit"] == ["Ana"]

    def test_a_tie_with_a_run_away(self, two: Shooting):
        draw_us = two.draw()
        two.call("Ana", BULLET, BLANK, RUN, draw_us=draw_us)
        two.pass_to(two.call("Bo", BULLET, BLANK, BLANK, draw_us=draw_us) + 500_000)
        said = last_entry(two)["answer"]
        assert (said["call"], said["players"], said["run_away"]) == ("tie", ["Ana", "Bo"], ["Ana"])
        assert two.duel.goes_on()
        two.open()
        assert two.duel.shootout.dice["Ana"] == ("shooter1", "shooter2")

    def test_a_run_away_that_another_player_calls(self, two: Shooting):
        draw_us = two.draw()
        two.throw("Ana", "coward", RUN, draw_us + 100_000)
        two.hit("Bo", draw_us + 900_000)
        two.pass_to(draw_us + 2_000_000)
        said = last_entry(two)["answer"]
        assert (said["player"], said["bullets"], said["run_away"]) == ("Bo", 0, ["Ana"])


class TestTheJudge:
    def test_overrules_and_the_entry_is_amended(self, two: Shooting):
        two.ruled(BULLET, BLANK, BLANK, player="Bo")
        entries = two.sitting.n
        two.duel.shootout.judge("first", player="Ana", reason="I saw it")
        two.settle()
        assert two.sitting.n == entries
        said = last_entry(two)["answer"]
        assert said == {"call": "first", "player": "Ana", "round": 1, "evidence": 1}
        assert two.sitting.prompt()["id"] == "bb.shootout.lies", "nobody knows what lay there"

    def test_has_it_played_again_and_the_entry_is_taken_back(self, two: Shooting):
        two.ruled(BULLET, BLANK, BLANK, player="Bo")
        entries = two.sitting.n
        two.duel.shootout.judge("replay", reason="the dog barked")
        two.settle()
        assert two.sitting.n == entries - 1 and two.duel.is_asked()
        two.duel.shootout.clear()
        two.settle()
        assert two.ruled(BLANK, BULLET, BLANK, player="Ana")["round"] == 2
        assert last_entry(two)["answer"]["player"] == "Ana"

    def test_rules_without_a_pad_that_is_gone(self, tmp_path: Path):
        table = Shooting(tmp_path, players=3)
        table.until_asked("bb.verdict")
        table.open()
        draw_us = table.draw()
        table.unplug("Cy")
        table.pass_to(table.call("Bo", BULLET, BLANK, BLANK, draw_us=draw_us) + 2_000_000)
        assert table.duel.shootout.stage == stages.ASKED and table.duel.verdict() is None
        table.duel.shootout.judge("without", pad="p3", reason="tripped over the cable")
        table.settle()
        assert last_entry(table)["answer"]["player"] == "Bo"
        assert table.sitting.prompt()["id"] == "bb.shootout.target"
        table.writer.close()

    def test_what_a_pad_that_is_gone_said_in_earlier_rounds_still_counts(self, tmp_path: Path):
        """Bo called Cy's run-away: that HIT was no false one, so Bo may throw in the next countdown."""
        table = Shooting(tmp_path, players=3, beat_us=500_000)
        table.until_asked("bb.verdict")
        table.open()
        draw_us = table.draw()
        table.throw("Cy", "coward", RUN, draw_us + 100_000)
        table.hit("Bo", draw_us + 900_000)
        table.pass_to(draw_us + 1_000_000)
        assert last_entry(table)["answer"]["run_away"] == ["Cy"] and table.duel.goes_on()
        table.open()
        draw_us = table.draw()
        table.unplug("Cy")
        table.pass_to(table.call("Bo", BULLET, BLANK, BLANK, draw_us=draw_us) + 2_000_000)
        table.duel.shootout.judge("without", pad="p3", reason="tripped over the cable")
        table.settle()
        assert last_entry(table)["answer"].items() >= {"call": "first", "player": "Bo", "bullets": 1}.items()
        table.writer.close()


class TestBack:
    def test_an_undo_at_the_table_ends_the_shootout_and_the_next_one_begins_anew(self, two: Shooting):
        two.ruled(BULLET, BLANK, BLANK, player="Bo")
        two.room.leave_duel()
        two.sitting.undo()
        two.settle()
        assert two.room.duel is None and not two.room.duel_goes_on
        two.open()
        assert two.ruled(BULLET, BLANK, BLANK, player="Ana")["evidence"] == 2
        assert last_entry(two)["answer"]["player"] == "Ana"

    def test_people_who_leave_in_the_middle_may_have_the_judge_say_it(self, two: Shooting):
        two.draw()
        two.room.leave_duel()
        assert two.room.shootout is None
        two.answer({"call": "first", "player": "Ana"})
        assert two.sitting.prompt()["id"] == "bb.shootout.lies"

    def test_a_countdown_that_has_not_begun_waits(self, two: Shooting):
        duel = two.duel
        two.room.leave_duel()
        two.settle()
        assert two.room.duel is duel and two.open() is duel

    def test_a_match_that_is_continued_asks_where_it_was_left(self, two: Shooting):
        two.ruled(BULLET, BLANK, BLANK, player="Bo")
        number = two.sitting.number
        two.room.close_match()
        again = two.room.resume(number)
        assert again.shootouts == "pad" and again.prompt()["id"] == "bb.shootout.target"
        assert two.room.shootout is None and not two.room.asks_for_shootout


def test_with_table_dice_the_judge_says_what_lies_there(tmp_path: Path) -> None:
    table = Shooting(tmp_path, shootouts="table")
    table.until_asked("bb.verdict")
    table.open()
    draw_us = table.draw()
    table.hit("Ana", draw_us + 400_000)
    table.pass_to(draw_us + 1_000_000)
    assert last_entry(table)["answer"] == {
        "call": "first",
        "player": "Ana",
        "bullets": None,
        "round": 1,
        "evidence": 1,
    }
    assert table.sitting.prompt()["id"] == "bb.shootout.lies"
    table.room.leave_duel()
    table.answer("bullets:1")
    assert table.sitting.prompt()["id"] == "bb.shootout.target"
    table.writer.close()


def test_where_a_judge_decides_no_pad_is_asked(tmp_path: Path) -> None:
    table = Shooting(tmp_path, shootouts="judge")
    table.until_asked("bb.verdict")
    assert not table.room.asks_for_shootout
    table.writer.close()
