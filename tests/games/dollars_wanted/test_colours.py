"""The variant with player colours: own decks, penalties, and what nobody is reminded of."""

from shared_rules.games.dollars_wanted import DollarsWanted
from tests.engine.games import refused
from tests.games.dollars_wanted.script import Attempt, Game
from tests.games.dollars_wanted.test_turns import in_the_deck


def test_dw_46_each_card_goes_to_its_owners_discard():
    attempt = Attempt("1d", "| d1 c1 V", by="ABB", colours=True)
    assert attempt.success and attempt.discarded == {"A": 1, "B": 2, "C": 0}
    attempt = Attempt("6d", "| K d1 X d1 V", by="CBACB", colours=True)
    assert attempt.row == "d1 V | 0" and attempt.discarded == {"A": 1, "B": 1, "C": 1}
    seats = attempt.game.view["seats"]
    assert [(seat["draw_pile"], seat["discard_pile"]) for seat in seats.values()] == [
        (20 - 6 - 1 - 2, 1),
        (20 - 6 - 2, 1),
        (20 - 6 - 2, 1),
    ]


def test_dw_24_dw_46_what_a_waiting_coyote_takes_goes_to_its_own_owner():
    game = Attempt("2d", "| d1 K", by="CB", colours=True, last_coyote="waits").game.turn("row_1 row_2")
    assert game.row("row_1") == "d1 | 0" and game.of == "C"
    assert [game.s.decks[seat].discard for seat in "ABC"] == [0, 2, 0], "B's coyote took B's card"
    game = Attempt("2d", "| d1 K", by="CA", colours=True, last_coyote="waits").game.turn("row_1 row_2")
    assert [game.s.decks[seat].discard for seat in "ABC"] == [1, 1, 0]


def test_dw_46_everybody_draws_from_their_own_pile():
    game = Game(2, colours=True)
    game.turn("row_1 row_2").turn("row_1 row_2").turn("row_3 row_3")
    assert game.s.decks["A"].draw == 12 and game.s.decks["B"].draw == 12


def test_dw_47_own_piles_that_are_empty_leave_the_hand_short():
    game = Game(2, colours=True).turn("row_1 row_2")
    in_the_deck(game, 0, 0, "A")
    game.turn("row_1 row_2")
    assert game.s.hands == {"A": 4, "B": 4} and game.of == "A"
    game.turn("row_3 row_3").turn("row_2 row_3")
    assert game.s.hands == {"A": 2, "B": 4} and game.s.decks["B"].draw == 12


def test_dw_47_the_own_discard_is_shuffled():
    game = Game(2, colours=True).turn("row_1 row_2")
    deck = in_the_deck(game, 0, 3, "A")
    game.turn("row_1 row_2")
    assert (deck.draw, deck.discard, game.s.hands["A"]) == (1, 0, 6)
    assert game.lines("dw.reshuffled") == [{"seat": "A", "cards": 3}]


def test_dw_48_a_penalty_for_each_wrong_card_also_for_the_robber():
    attempt = Attempt("1d", "| X d1", by="AA", colours=True)
    assert attempt.success and attempt.game.s.score("A") == 500 - 300
    assert attempt.game.lines("dw.penalty") == [{"seat": "A", "dollars": 300, "card": True}]
    attempt = Attempt("1d", "| X V", by="BC", colours=True)
    assert attempt.game.s.score("B") == -300, "it may be less than nothing"
    game = Attempt("1d", "| X d1", by="BC", colours=True).game.correct("dollars:A", 300)
    game.match.act("end_early", "table")
    result = game.match.result.as_json()
    assert result["scores"] == {"A": 300, "B": -300, "C": 0}
    assert result["breakdown"]["B"] == {"dollars": 0, "penalties": -300}
    assert result["ranking"] == [["A"], ["C"], ["B"]]


def test_dw_46_cards_that_were_not_revealed_too():
    attempt = Attempt("1d", "| d1 V c1 c1 p1", by="ABBCC", colours=True)
    assert attempt.success and attempt.revealed == 2
    assert attempt.discarded == {"A": 1, "B": 2, "C": 2}


def test_dw_48_two_penalty_cards_are_for_everybody_together():
    game = Attempt("1d", "| X X V", by="BCA", colours=True).game
    assert game.view["penalty_cards"] == 0 and game.s.fined == {"A": 0, "B": 1, "C": 1}


def test_dw_49_the_third_wrong_card_costs_as_much():
    attempt = Attempt("1d", "| X X X V", by="BBCA", colours=True)
    assert [line["card"] for line in attempt.game.lines("dw.penalty")] == [True, True, False]
    assert (attempt.game.s.score("B"), attempt.game.s.score("C")) == (-600, -300)
    assert attempt.game.view["penalty_cards"] == 0


def test_dw_49_setting_no_card_no_penalty():
    attempt = Attempt("1d", "| X X X V", by="BBCA", colours=True, third_penalty="none")
    assert (attempt.game.s.score("B"), attempt.game.s.score("C")) == (-600, 0)
    assert attempt.game.lines("dw.penalty")[-1] == {"seat": "C", "dollars": 0, "card": False}


def test_dw_50_whose_the_wrong_card_is_follows_from_who_laid_it():
    game = Game(3, needs=("2d",), colours=True)
    for rows in ("row_1 row_3", "row_1 row_3", "row_2 row_1", "row_2 row_2"):
        game.turn(rows)
    game.call("row_1").reveal("d1 X V")
    assert game.lines("dw.card.wrong") == [{"seat": "A", "row": "row_1", "face": "wrong", "by": "B"}]
    assert game.s.fined == {"A": 0, "B": 1, "C": 0}
    game = Game(2, needs=("2d",), colours=True).put("row_1", "| ? ? ?", "AAB").turn().call("row_1")
    assert game.reveal("d1 d1 X").lines("dw.penalty")[0]["seat"] == "B", "the third card is B's"


def test_dw_51_in_the_standard_game_it_is_only_removed():
    attempt = Attempt("1d", "| X V", by="AB")
    assert attempt.row == "V | 0" and attempt.game.lines("dw.penalty") == []
    assert set(attempt.game.s.fined.values()) == {0} and attempt.game.view["penalty_cards"] is None
    assert attempt.game.lines("dw.card.wrong")[0]["by"] is None


def test_dw_52_who_laid_what_is_told_to_nobody():
    one, other = (Game(2, colours=colours).turn("row_1 row_2") for colours in (False, True))
    for game in (one, other):
        assert game.view["rows"]["row_1"]["down"] == 1 and game.view["rows"]["row_1"]["layers"] is None
        assert game.lines("dw.laid") == [{"seat": "A", "cards": 2, "rows": None}]


def test_dw_52_setting_shows_it():
    game = Game(2, layers=True).turn("row_1 row_2").turn("row_1 row_1")
    assert game.view["rows"]["row_1"]["layers"] == ["A", "B", "B"]
    assert game.lines("dw.laid")[0]["rows"] == ["row_1", "row_2"]


def test_dw_53_the_backs_tell_nothing():
    """Two matches that differ only in who laid which face-down card look the same."""
    one = Game(2, needs=("2d",), colours=True).put("row_1", "d1 | ? ?", "AAB")
    other = Game(2, needs=("2d",), colours=True).put("row_1", "d1 | ? ?", "ABA")
    assert one.view == other.view
    assert one.view["rows"]["row_1"]["up"] == [
        {"face": "dynamite_1", "icon": "dynamite", "count": 1, "by": "A"}
    ]


def test_a_face_up_card_has_no_owner_in_the_standard_game():
    game = Game(2, needs=("2d",)).put("row_1", "J | ?", "AB")
    assert game.view["rows"]["row_1"]["up"] == [{"face": "joker", "icon": None, "count": 0, "by": None}]


def test_corrections_go_by_whose_cards_they_are():
    game = Game(2, needs=("2d",), colours=True).put("row_1", "| ? ? ?", "ABA")
    game.correct("face_down_row_1:A", 1).correct("face_down_row_1:B", 3)
    assert game.s.rows["row_1"].down == ["A", "B", "B", "B"]
    assert game.s.decks["A"].out == 1 and game.s.decks["B"].out == -2
    game.correct("own_draw_pile:A", 3).correct("own_discard_pile:B", 2).correct("penalties:B", 4)
    assert game.s.decks["A"].draw == 3 and game.s.decks["B"].discard == 2 and game.s.score("B") == -1200
    game.correct("penalties:B", 1)
    assert game.s.score("B") == -300
    refused("answer.unknown", game.match.act, "correct", "table", "face_down:row_1")


def test_corrections_of_the_one_deck():
    game = Game(2, needs=("2d",)).put("row_1", "d1 | ? ?")
    game.correct("draw_pile", 10).correct("discard_pile", 4).correct("face_down:row_1", 1).correct(
        "hand:B", 3
    )
    deck = game.s.decks[""]
    assert (deck.draw, deck.discard, game.s.hands["B"], game.row("row_1")) == (10, 4, 3, "d1 | 1")
    assert deck.out == 100 - 10 - 4 - 2 - 6 - 3
    refused("answer.unknown", game.match.act, "correct", "table", "own_draw_pile:A")
    refused("answer.unknown", game.match.act, "correct", "table", "dollars:A")
    game.correct("buildings:A", 2).correct("dollars:A", 900)
    assert game.s.score("A") == 900 and game.s.buildings_out == -2
    game.correct("buildings:A", 1)
    assert game.s.score("A") == 900
    game.correct("buildings:A", 0)
    assert game.s.score("A") == 0


def test_the_last_building_that_was_won_is_taken_back_first():
    game = Game(2, ("1d", "1w")).put("row_1", "| ?").put("row_2", "| ?")
    game.turn().call("row_1").reveal("d1").win(300).turn().turn().call("row_2").reveal("w1").win(400)
    game.correct("buildings:A", 1)
    (won,) = game.view["seats"]["A"]["won"]
    assert won == {"building": {"kind": "shop", "icons": {"dynamite": 1}}, "dollars": 700}


def test_no_building_shows_less_than_nothing():
    game = Game(2).correct("buildings:A", 1).correct("dollars:A", 500)
    game.correct("buildings:A", 2).correct("dollars:A", 800)
    assert [won["dollars"] for won in game.view["seats"]["A"]["won"]] == [500, 300]
    game.correct("dollars:A", 100)
    assert [won["dollars"] for won in game.view["seats"]["A"]["won"]] == [100, 0]
    game.match.act("correct", "table", "dollars:A")
    refused("answer.range", game.match.answer, 2 * 9_999 + 1)


def test_the_row_that_is_robbed_is_not_corrected_meanwhile():
    game = Game(2, needs=("2d",)).put("row_1", "| ? ?").turn().call("row_1")
    fields = set(game.match.act_prompt("correct", "table").options())
    assert "face_down:row_1" not in fields and "buildings_left:row_1" not in fields
    assert {"face_down:row_2", "buildings_left:row_2"} <= fields


def test_nobody_corrects_alone():
    match = Game(2).match
    refused("act.not_yours", match.act, "correct", "A", "hand:A")
    assert DollarsWanted().corrections(match._run.table, "A") == []
