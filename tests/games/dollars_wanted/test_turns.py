"""Seven face-down cards, drawing and shuffling, the end of a turn and of the game."""

import pytest

from shared_rules.engine import Match, exactly
from shared_rules.games.dollars_wanted import DollarsWanted
from shared_rules.games.dollars_wanted import cards as c
from tests.engine.games import refused
from tests.games.dollars_wanted.script import NAMES, Game, forced

LONG = "6d 6c"


def in_the_deck(game, draw, discard, of=None):
    """So many cards lie in the piles; the rest is out of the game."""
    deck = game.s.deck(of)
    deck.out += deck.draw - draw + deck.discard - discard
    deck.draw, deck.discard = draw, discard
    game.s.corrected = True
    return deck


# -- seven


def test_dw_35_only_face_down_cards_are_counted():
    game = Game(needs=(LONG,)).put("row_1", "d1 d1 d1 d1 | ? ? ? ?").turn("row_1 row_1")
    assert game.asked == "dw.lay" and game.of == "B", "six are face down"
    game.turn("row_1 row_2")
    assert game.asked == "dw.robbery" and game.match.prompt.params["seven"] == ["row_1"]
    game.say("dw.robbery", None)
    assert game.asked == "dw.reveal" and game.of == "B"
    assert game.lines("dw.seven") == [{"seat": "B", "row": "row_1", "kind": "shop", "down": 7}]


def test_dw_36_after_the_turn_and_after_the_robbery_of_another_row():
    game = Game(2, needs=(LONG, "1d")).put("row_1", "| ? ? ? ? ? ?").put("row_2", "| ?").turn("row_1 row_1")
    assert game.s.hands["A"] == 4
    game.say("dw.robbery", "row_2").reveal("d1").win()
    assert game.asked == "dw.reveal" and game.match.prompt.params["row"] == "row_1"
    assert game.s.hands["A"] == 6, "the hand is full before it"
    game.reveal("V")
    assert game.of == "B" and game.asked == "dw.lay"


def test_dw_36_the_draw_is_before_its_cards_are_discarded():
    game = Game(2, needs=("1d",)).put("row_1", "| ? ? ? ? ? ?").turn("row_1 row_3")
    deck = in_the_deck(game, 2, 0)
    game.say("dw.robbery", None)
    assert (deck.draw, deck.discard) == (0, 0), "nothing is there to be shuffled yet"
    game.reveal("d1").win()
    assert (deck.draw, deck.discard) == (0, 7)


def test_dw_37_two_buildings_in_one_turn_also_by_the_work_of_others():
    game = Game(needs=("1d", "2c")).put("row_1", "| ?", "B").put("row_2", "| ? ? ? ? ?", "BBCCB")
    game.turn("row_2 row_2").say("dw.robbery", "row_1").reveal("d1").win(300)
    game.reveal("c2").win(400)
    assert [won.dollars for won in game.s.won["A"]] == [300, 400] and game.of == "B"


def test_dw_38_two_rows_at_once_from_top_to_bottom():
    game = Game(needs=("1d", LONG, "1c")).put("row_3", "| ? ? ? ? ? ?").put("row_1", "| ? ? ? ? ? ?")
    game.turn("row_3 row_1")
    assert game.match.prompt.params["seven"] == ["row_1", "row_3"]
    game.say("dw.robbery", None).reveal("d1").win(300).reveal("c1").win(400)
    assert [line["row"] for line in game.lines("dw.seven")] == ["row_1", "row_3"]
    assert game.s.score("A") == 700 and game.of == "B"


def test_dw_39_still_seven_is_robbed_again_after_the_next_turn():
    game = Game(needs=(LONG,)).put("row_1", "| ? ? ? ? ? ?").turn("row_1 row_1").say("dw.robbery", None)
    game.reveal("V")
    assert game.row("row_1") == "V | 7" and game.asked == "dw.lay" and game.of == "B"
    game.turn("row_2 row_2")
    assert game.asked == "dw.robbery" and game.of == "B"
    game.say("dw.robbery", None).reveal("V")
    assert game.row("row_1") == "V V | 6" and game.of == "C"


def test_dw_39_a_failed_robbery_does_not_exempt_the_row():
    game = Game(needs=(LONG,)).put("row_1", "| ? ? ? ? ? ?").turn("row_1 row_1")
    game.say("dw.robbery", "row_1").reveal("V")
    assert game.asked == "dw.reveal" and game.lines("dw.seven") and game.s.hands["A"] == 6
    game.reveal("K d1 d1")
    assert game.row("row_1") == "V d1 | 4"


def test_a_turn_with_a_robbery_of_seven_cards_is_asked_for_once():
    game = Game(needs=("1d",)).put("row_1", "| ? ? ? ? ?").turn("row_1 row_1")
    refused("dw.rob.not_now", game.match.act, "dw.rob", "A", "row_1")
    game.say("dw.robbery", "row_1").reveal("d1").win()
    assert game.asked == "dw.lay" and not game.lines("dw.seven")


def test_seven_by_hand_before_the_next_card_is_laid_belong_to_the_turn_before():
    game = Game(3, needs=(LONG,)).turn("row_2 row_3")
    assert game.of == "B" and game.asked == "dw.lay"
    game.correct("face_down:row_1", 7)
    assert game.asked == "dw.robbery" and game.of == "A"
    game.say("dw.robbery", None).reveal("V")
    assert game.of == "B" and game.asked == "dw.lay" and game.s.hands["A"] == 6


# -- drawing


def test_dw_40_the_discard_is_shuffled_when_the_last_card_is_drawn():
    game = Game(2).turn("row_1 row_2")
    deck = in_the_deck(game, 1, 20)
    game.turn("row_3 row_3")
    assert (deck.draw, deck.discard, game.s.hands["A"]) == (19, 0, 6)
    game = Game(2).turn("row_1 row_2")
    deck = in_the_deck(game, 2, 20)
    game.turn("row_3 row_3")
    assert (deck.draw, deck.discard, game.s.hands["A"]) == (20, 0, 6)
    assert game.lines("dw.reshuffled") == [{"seat": None, "cards": 20}]


def test_dw_40_if_nothing_is_discarded_yet_at_the_next_draw():
    game = Game(2, needs=("1d",)).put("row_1", "| ? ? ?").turn("row_3 row_3")
    deck = in_the_deck(game, 2, 0)
    game.turn("row_2 row_2")
    assert (deck.draw, deck.discard) == (0, 0)
    game.call("row_1").reveal("d1")
    game.say("dw.dollars", 300)
    assert (deck.draw, deck.discard) == (0, 3)
    game.building("1c")
    assert (deck.draw, deck.discard, game.s.hands["B"]) == (1, 0, 6)


def test_dw_40_both_piles_empty():
    game = Game(2).turn("row_1 row_2")
    in_the_deck(game, 1, 0)
    game.turn("row_3 row_3")
    assert game.s.hands["A"] == 5


# -- the end


def last_building(game, row):
    """Only the building that shows is left in a pile."""
    return game.correct(f"buildings_left:{row}", 1)


def test_dw_42_with_an_empty_pile_the_turn_is_finished_and_then_it_is_over():
    game = last_building(Game(2, needs=("1c", "1d", "1w")), "row_2")
    game.put("row_2", "| ?").put("row_3", "| ? ? ? ? ? ?").turn("row_3 row_1")
    game.say("dw.robbery", "row_2").reveal("d1").say("dw.dollars", 300)
    assert game.lines("dw.pile_empty") == [{"row": "row_2"}]
    assert game.asked == "dw.reveal" and game.of == "A" and game.s.hands["A"] == 6
    game.reveal("w1").win(400)
    assert game.asked == "dw.recount"
    game.say("dw.recount", None)
    assert game.match.result.as_json()["scores"] == {"A": 700, "B": 0}


def test_dw_42_the_last_building_of_a_pile_turns_up_too():
    game = Game(2, needs=("1d",)).correct("buildings_left:row_1", 2).put("row_1", "| ?").turn()
    game.call("row_1").reveal("d1").say("dw.dollars", 300)
    assert game.asked == "dw.building" and game.match.prompt.place == "row_1"
    game.building("1d").turn("row_1 row_2").call("row_1").reveal("d1").say("dw.dollars", 400)
    assert game.asked == "dw.recount"


def test_dw_42_a_pile_that_became_empty_is_not_corrected_any_more():
    for field in ("buildings_left:row_1", "face_down:row_1"):
        game = last_building(Game(2, needs=("1d",)), "row_1").put("row_1", "| ?").turn()
        game.match.act("correct", "table", field)
        game.call("row_1").reveal("d1").say("dw.dollars", 300)
        assert game.s.rows["row_1"].pile == 0 and game.row("row_1") == "| 0" and game.asked == "dw.recount"


def test_dw_43_a_row_without_a_building_is_not_robbed():
    game = last_building(Game(2, needs=("1c", "1d")), "row_2")
    game.put("row_2", "| ? ? ? ? ? ?").put("row_1", "| ? ? ? ? ? ?").turn("row_2 row_1")
    game.say("dw.robbery", "row_2").reveal("d1").say("dw.dollars", 300)
    assert game.row("row_2") == "| 0" and not game.s.rows["row_2"].robbable
    assert game.asked == "dw.reveal" and game.match.prompt.params["row"] == "row_1"
    assert [line["row"] for line in game.lines("dw.seven")] == ["row_1"]
    game.reveal("V")
    assert game.asked == "dw.recount"


def over(people, **won):
    """A match that is over, in which these have won buildings worth so much."""
    game = Game(people)
    for seat, dollars in won.items():
        for k, each in enumerate(dollars):
            game.correct(f"buildings:{seat}", k + 1).correct(f"dollars:{seat}", sum(dollars[: k + 1]))
            assert each
    game.match.act("end_early", "table")
    return game.match.result


def test_dw_44_dollars_then_buildings_then_it_is_shared():
    assert over(2, A=[700], B=[300, 400]).ranking == (("B",), ("A",))
    assert over(3, A=[700], B=[400, 300], C=[300, 400]).ranking == (("B", "C"), ("A",))
    assert over(2, A=[800], B=[300, 400]).ranking == (("A",), ("B",))
    assert over(2).ranking == (("A", "B"),)


def test_dw_45_the_score_is_exact_at_any_time():
    game = Game(needs=("1d",)).put("row_1", "| ?").turn().call("row_1").reveal("d1").win(600)
    standing = game.match.rulebook.standing(game.match._run.table)
    assert standing == {"A": exactly(600), "B": exactly(0), "C": exactly(0)}
    assert game.view["seats"]["A"]["score"] == 600


def test_a_whole_match_of_two_turns_each():
    """Nothing but what people tap, from the first building to the result."""
    game = Game(2, needs=("1d", "2c", "1w"))
    game.turn("row_1 row_1").call("row_1").reveal("d1").win(300, "1d")
    game.turn("row_1 row_2").turn("row_2 row_3")
    last_building(game, "row_2")
    game.turn("row_2 row_3").call("row_2").reveal("c1 X E")
    assert game.row("row_2") == "c1 E | 0" and game.of == "A"
    game.turn("row_2 row_2").call("row_2").reveal("c1").say("dw.dollars", 500)
    game.say("dw.recount", None)
    assert game.match.result.as_json() == {
        "ranking": [["A"], ["B"]],
        "scores": {"A": 800, "B": 0},
        "breakdown": {"A": {"dollars": 800}, "B": {"dollars": 0}},
    }
    assert Match.of(DollarsWanted(), game.match.setup, game.match.entries).result == game.match.result


# -- hands that run out


def no_cards(game, *seats):
    for seat in seats:
        game.correct(f"hand:{seat}", 0)
    in_the_deck(game, 0, 0)
    return game


def test_dw_47_whoever_has_fewer_than_two_cards_lays_what_there_is():
    game = no_cards(Game(3), "B").correct("hand:A", 1)
    assert game.of == "A"
    game.lay("row_1")
    assert game.asked == "dw.robbery" and game.of == "A", "B has no card with which A's turn could end"
    game.say("dw.robbery", None)
    assert game.asked == "dw.lay" and game.of == "C" and game.s.hands == {"A": 0, "B": 0, "C": 6}
    assert game.open_to("dw.rob") == ["B"], "B may rob, though there was nothing to lay"
    assert game.lines("dw.laid") == [
        {"seat": seat, "cards": n, "rows": None} for seat, n in (("A", 1), ("B", 0))
    ]


def test_dw_47_a_single_card_is_no_reason_to_ask():
    game = Game(3)
    in_the_deck(game, 0, 0)
    game.correct("hand:A", 1).lay("row_1")
    assert game.asked == "dw.lay" and game.of == "B" and game.open_to("dw.rob") == ["A"]


def test_it_is_over_when_nobody_can_do_anything_any_more():
    game = no_cards(Game(2, needs=("6d",)), "B").correct("hand:A", 1).lay("row_1")
    game.say("dw.robbery", "row_1").reveal("d1")
    assert game.lines("dw.nothing_left") == [{}] and game.asked == "dw.recount"
    assert game.s.rows["row_1"].pile == 6


def test_it_goes_on_as_long_as_something_can_be_drawn():
    game = no_cards(Game(2, needs=("6d",)), "B").correct("hand:A", 1)
    in_the_deck(game, 0, 1)
    game.lay("row_1").say("dw.robbery", "row_1").reveal("d1")
    assert game.asked == "dw.lay" and game.of == "A" and not forced(game, "dw.robbery")


def test_it_goes_on_as_long_as_somebody_has_a_card_that_was_discarded():
    game = Game(2, needs=("6d",), colours=True).correct("hand:B", 0).correct("hand:A", 1)
    for seat in "AB":
        in_the_deck(game, 0, 0, seat)
    game.correct("own_discard_pile:B", 1)
    game.lay("row_1").say("dw.robbery", "row_1").reveal("d1")
    assert game.asked == "dw.lay" and game.of == "B" and game.s.hands == {"A": 0, "B": 1}


def test_an_empty_pile_is_why_it_is_over_if_nothing_else_is_left_either():
    game = last_building(Game(2, needs=("1d",)), "row_1").put("row_3", "| ? ? ? ? ? ?")
    game.turn("row_1 row_3").say("dw.robbery", "row_1").reveal("d1").say("dw.dollars", 300)
    for field in ("hand:A", "hand:B", "draw_pile", "discard_pile"):
        game.correct(field, 0)
    game.reveal("E E E E E E E")
    assert game.asked == "dw.recount" and not game.lines("dw.nothing_left")


# -- rounds


def test_each_time_around_the_table_is_a_round():
    game = Game(3, first="B")
    for rows, seat, at in (
        ("row_1 row_2", "B", (1, 1)),
        ("row_2 row_3", "C", (1, 2)),
        ("row_3 row_1", "A", (1, 3)),
        ("row_1 row_2", "B", (2, 1)),
    ):
        assert (game.of, game.match.round, game.match.turn) == (seat, *at)
        game.turn(rows)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_robber_is_who_laid_last(seats):
    game = Game(seats)
    for seat in NAMES[:seats]:
        game.turn("row_1 row_2" if seat in "AC" else "row_3 row_3" if seat == "B" else "row_2 row_1")
        assert game.open_to("dw.rob") == [seat] and game.view["may_rob"] == seat
    assert game.s.hands[NAMES[seats - 1]] == c.HAND - 2
