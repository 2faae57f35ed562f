"""The short form, for groups that do not enter each card."""

import pytest

from shared_rules.games.dollars_wanted import cards as c
from tests.engine.games import refused
from tests.games.dollars_wanted.script import Game, forced


def robbed(cards="| ? ? ? ?", need="2d", by=None, people=3, **options):
    """A has called a robbery of row_1 and nothing is entered of it."""
    options = {"entry": "outcomes"} | options
    return Game(people, (need,), **options).put("row_1", cards, by).turn().call("row_1")


def test_success():
    game = robbed().say("dw.ended", "success").win(400)
    assert game.s.score("A") == 400 and game.row("row_1") == "| 0" and game.s.decks[""].discard == 4
    assert game.of == "B"


def test_failed_all_were_revealed():
    game = robbed("d1 | ? ? ? ?").say("dw.ended", "failed")
    assert (game.match.prompt.least, game.match.prompt.most) == (1, 5)
    game.say("dw.ended.face_up", 3)
    assert game.row("row_1") == "d1 ? ? | 0" and game.s.decks[""].discard == 2
    row = game.view["rows"]["row_1"]
    assert row["judged"] and row["sums"] is None and row["doubles"] is None


def test_stopped_by_a_vulture():
    game = robbed().say("dw.ended", "stopped")
    assert (game.match.prompt.least, game.match.prompt.most) == (1, 4), "the vulture lies there"
    game.say("dw.ended.face_up", 2).say("dw.ended.face_down", 1)
    assert game.row("row_1") == "? ? | 1" and game.s.decks[""].discard == 1
    assert game.lines("dw.failed") == [{"seat": "A", "row": "row_1", "stopped": True, "up": 2, "down": 1}]


def test_how_many_lie_face_down_is_not_asked_where_it_is_known():
    game = (
        robbed("| ? ?")
        .say(
            "dw.ended",
            "stopped",
        )
        .say("dw.ended.face_up", 2)
    )
    assert game.asked == "dw.lay" and forced(game, "dw.ended.face_down") == 1
    assert not game.lines("engine.forced")


def test_the_next_robbery_there_is_the_tables_to_judge_until_one_succeeds():
    game = robbed(entry="cards").reveal("d1")
    game.match.act("dw.outcome", "table", "failed")
    game.say("dw.ended.face_up", 2)
    assert game.row("row_1") == "d1 ? | 0" and game.s.decks[""].discard == 2
    game.turn("row_1 row_1").call("row_1")
    assert game.asked == "dw.ended" and game.of == "B"
    assert game.lines("dw.counted_again") == [], "nobody knows what it would count"
    game.say("dw.ended", "success").win()
    game.put("row_1", "| ?").turn().call("row_1")
    assert game.asked == "dw.reveal" and not game.s.rows["row_1"].judged


def test_if_nothing_new_lies_face_up_all_is_known_as_before():
    game = robbed("d1 | ? ?", entry="cards")
    game.match.act("dw.outcome", "table", "failed")
    game.say("dw.ended.face_up", 1).put("row_1", "d1 | ?")
    assert not game.s.rows["row_1"].judged
    game.turn().call("row_1")
    assert game.asked == "dw.reveal"


def test_the_short_form_in_the_middle_of_a_robbery():
    game = robbed(entry="cards").reveal("K d1 d1")
    assert game.open_to("dw.outcome") == ["table"]
    game.match.act("dw.outcome", "table", "success")
    game.win(300)
    assert game.s.score("A") == 300 and game.s.decks[""].discard == 4
    assert game.lines("dw.added_up") == [], "what decided is not known"
    refused("act.not_open", game.match.act, "dw.outcome", "table", "success")


def test_what_decided_is_not_told_where_not_all_is_known():
    game = robbed(entry="cards", reveal="all").reveal("d1 J")
    game.match.act("dw.outcome", "table", "success")
    assert game.asked == "dw.dollars" and game.lines("dw.added_up") == []


def test_a_row_that_is_not_known_stays_so_when_nothing_new_is_seen():
    game = robbed("| ? ?").say("dw.ended", "failed").say("dw.ended.face_up", 1)
    game.put("row_1", "? | ?").turn().call("row_1").say("dw.ended", "failed").say("dw.ended.face_up", 1)
    assert game.row("row_1") == "? | 0" and game.s.rows["row_1"].judged


def test_who_laid_which_card_is_not_known_any_more():
    game = robbed("| ? ? ? ?", by="ABCA", layers=True)
    assert game.view["rows"]["row_1"]["layers"] == ["A", "B", "C", "A"]
    game.say("dw.ended", "stopped").say("dw.ended.face_up", 1).say("dw.ended.face_down", 2)
    assert game.view["rows"]["row_1"]["layers"] is None and game.view["rows"]["row_1"]["down"] == 2


def test_it_is_said_once():
    game = robbed(entry="cards")
    game.match.act("dw.outcome", "table", "failed")
    refused("dw.outcome.not_now", game.match.act, "dw.outcome", "table", "failed")
    refused("act.not_yours", game.match.act, "dw.outcome", "A", "failed")


def test_what_is_enough_already_has_not_failed():
    game = robbed(entry="cards", reveal="all").reveal("d2")
    prompt = game.match.act_prompt("dw.outcome", "table")
    assert tuple(prompt.options()) == ("success",)
    assert refused("dw.outcome.enough", game.match.act, "dw.outcome", "table", "failed")
    refused("dw.outcome.enough", game.match.act, "dw.outcome", "table", "stopped")


# -- with player colours


def test_whose_the_removed_cards_are():
    game = robbed("| ? ? ? ?", by="BBCA", colours=True).say("dw.ended", "failed").say("dw.ended.face_up", 2)
    assert game.asked == "dw.ended.removed" and game.match.prompt.total == 2
    assert game.match.prompt.limits() == {"A": 1, "B": 2, "C": 1}
    game.say("dw.ended.removed", {"B": 1, "C": 1})
    assert game.options == {"B", "C"}
    game.say("dw.ended.penalty", "B")
    assert game.options == {"C"}
    game.say("dw.ended.penalty", None)
    assert game.s.fined == {"A": 0, "B": 1, "C": 0}
    assert [game.s.decks[seat].discard for seat in "ABC"] == [0, 1, 1]
    assert [card.by for card in game.s.rows["row_1"].up] == ["B", "A"]


def test_only_cards_that_were_revealed_can_have_been_removed():
    game = robbed("| ? ? ? ? ?", by="BCBAA", colours=True).say("dw.ended", "stopped")
    game.say("dw.ended.face_up", 2).say("dw.ended.face_down", 2)
    assert game.match.prompt.limits() == {"B": 1, "C": 1}, "the third is the vulture"
    game.say("dw.ended.removed", {"C": 1}).say("dw.ended.penalty", None)
    assert [card.by for card in game.s.rows["row_1"].up] == ["B", "B"]
    assert game.s.rows["row_1"].down == ["A", "A"]


def test_what_stays_face_down_is_whose_it_was():
    game = robbed("| ? ? ? ?", by="ACBA", colours=True).say("dw.ended", "stopped")
    game.say("dw.ended.face_up", 2).say("dw.ended.face_down", 1).say("dw.ended.removed", {"A": 1})
    game.say("dw.ended.penalty", None)
    assert [card.by for card in game.s.rows["row_1"].up] == ["C", "B"]
    assert game.s.rows["row_1"].down == ["A"]


def test_wrong_cards_of_a_robbery_that_succeeded():
    game = robbed("| ? ? ?", by="BBC", colours=True).say("dw.ended", "success")
    game.say("dw.ended.penalty", "B", "B", "C")
    assert game.asked == "dw.dollars" and game.s.fined == {"A": 0, "B": 2, "C": 1}


def test_no_penalty_is_asked_where_nothing_was_removed():
    game = robbed("| ? ?", by="BC", colours=True).say("dw.ended", "failed").say("dw.ended.face_up", 2)
    assert game.asked == "dw.lay"


def test_nor_without_colours():
    game = robbed("| ? ?").say("dw.ended", "failed").say("dw.ended.face_up", 0)
    assert game.asked == "dw.lay" and not game.s.rows["row_1"].judged and game.row("row_1") == "| 0"


@pytest.mark.parametrize("colours", [False, True])
def test_a_seven_card_robbery_in_the_short_form(colours):
    game = Game(2, ("6d 6c",), entry="outcomes", colours=colours).put("row_1", "| ? ? ? ? ?")
    game.turn("row_1 row_1").say("dw.robbery", None)
    assert game.asked == "dw.ended"
    game.say("dw.ended", "stopped").say("dw.ended.face_up", 1).say("dw.ended.face_down", 6)
    assert game.row("row_1") == "? | 6"
    assert game.view["rows"]["row_1"]["up"] == [{"face": c.UNKNOWN, "icon": None, "count": 0, "by": None}]
