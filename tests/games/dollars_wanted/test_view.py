"""What a screen is told: whose turn it is, what a robbery is about, and what everybody has."""

from shared_rules.engine import exactly
from tests.games.dollars_wanted.script import Attempt, Game


def test_whose_turn_it_is():
    game = Game(2)
    assert (game.view["phase"], game.view["laying"], game.view["may_rob"]) == ("set_up", "A", None)
    game.turn("row_1 row_2")
    assert (game.view["phase"], game.view["laying"], game.view["may_rob"]) == ("rob", "B", "A")
    game.lay("row_1")
    assert (game.view["phase"], game.view["laying"], game.view["may_rob"]) == ("lay", "B", None)
    game.correct("buildings_left:row_1", 1).lay("row_1").call("row_1")
    assert game.view["phase"] == "robbery"
    game.reveal("c2 p2").say("dw.dollars", 300)
    assert game.asked == "dw.recount" and game.view["over"]
    assert (game.view["phase"], game.view["laying"], game.view["may_rob"]) == ("end", None, None)


def test_a_robbery_and_which_card_comes_next():
    game = Game(2, ("6d",)).put("row_1", "d1 | ? ?").turn().call("row_1").reveal("d1")
    assert game.view["robbery"] == {"seat": "A", "row": "row_1", "seven": False, "card": 3, "ended": None}
    game.reveal("d1")
    assert game.view["robbery"] is None


def test_a_row_of_seven():
    game = Game(2, ("6d",)).put("row_1", "| ? ? ? ? ?").turn("row_1 row_2")
    assert not game.view["rows"]["row_1"]["due"]
    game.turn("row_1 row_2")
    assert game.view["rows"]["row_1"]["due"] and not game.view["rows"]["row_2"]["due"]
    rows = game.match.prompt.params["rows"]
    assert {row: each["down"] for row, each in rows.items()} == {"row_1": 7, "row_2": 2, "row_3": 0}
    game.say("dw.robbery", None)
    assert game.view["robbery"]["seven"] and game.view["robbery"]["seat"] == "B"


def test_penalties_are_off_the_score():
    game = Attempt("1d", "| X d1", by="BA", colours=True).game.correct("dollars:A", 700)
    seats = {
        seat: (each["dollars"], each["penalties"], each["score"]) for seat, each in game.view["seats"].items()
    }
    assert seats == {"A": (700, 0, 700), "B": (0, 1, -300), "C": (0, 0, 0)}
    standing = game.match.rulebook.standing(game.match._run.table)
    assert standing == {"A": exactly(700), "B": exactly(-300), "C": exactly(0)}
