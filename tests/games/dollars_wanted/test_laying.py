"""Set-up, laying cards, and the hand of which nothing can be laid."""

import pytest

from shared_rules.games.dollars_wanted import cards as c
from tests.engine.games import refused
from tests.games.dollars_wanted.script import Attempt, Game, forced


def test_dw_1_the_first_player_is_asked():
    game = Game(4, first="C")
    assert game.of == "C" and game.lines("dw.first_player") == [{"seat": "C"}]
    order = [game.of for _ in range(5) if game.turn("row_1 row_2")]
    assert order == ["D", "A", "B", "C", "D"]


def test_dw_2_dollars_are_asked_when_a_building_is_won_and_not_before():
    game = Game(needs=("1p 2c 2d",))
    shown = game.view["rows"]["row_1"]["building"]
    assert shown == {"kind": "shop", "icons": {"colt": 2, "dynamite": 2, "pickaxe": 1}}
    game.put("row_1", "p1 | ? ?").turn().call("row_1").reveal("c2 d2")
    assert game.asked == "dw.dollars" and game.of == "A"
    refused("answer.required", game.match.answer, None)
    game.say("dw.dollars", 700)
    assert game.view["seats"]["A"]["won"] == [{"building": shown, "dollars": 700}]


def test_dw_3_exactly_two_cards():
    game = Game().lay("row_1")
    assert game.asked == "dw.lay" and game.of == "A"
    assert refused("dw.rob.lay_first", game.match.act, "dw.rob", "A", "row_1") == {"id": "dw.rob", "of": "A"}
    game.lay("row_1")
    assert game.of == "B" and game.open_to("dw.rob") == ["A"]


def test_an_ordinary_turn_is_two_answers():
    game = Game(2)
    n = game.match.n
    for seat, rows in zip("ABABAB", ["row_1 row_2", "row_2 row_3", "row_3 row_1"] * 2, strict=True):
        assert game.of == seat and game.s.hands[seat] == c.HAND
        game.turn(rows)
    assert game.match.n == n + 12 and not forced(game, "dw.lay")


def test_dw_4_one_row_or_two():
    game = Game().turn("row_2 row_2")
    assert game.row("row_2") == "| 2"
    game.turn("row_1 row_3")
    assert [game.row(row) for row in c.ROWS] == ["| 1", "| 2", "| 1"]


def test_dw_5_to_the_far_right_after_face_up_cards_too():
    game = Game(needs=("3d 1p",)).put("row_1", "d2 p1 |").turn("row_1 row_3")
    assert game.row("row_1") == "d2 p1 | 1"


def test_dw_6_how_many_of_an_icon_does_not_matter():
    four_joes = Attempt("1d 2c", "| d1 d1 d2 d1")
    assert not four_joes.success and four_joes.row == "d1 d1 d2 d1 | 0"
    enzo = Attempt("1d 2c", "| p1 d1")
    assert enzo.row == "d1 | 0" and enzo.discarded[""] == 1
    assert enzo.game.lines("dw.card.wrong") == [
        {"seat": "A", "row": "row_1", "face": "pickaxe_1", "by": None}
    ]


def test_dw_7_two_icons_are_both_the_bandits_own():
    assert Attempt("2d", "| d2").success
    assert not Attempt("1d 1c", "| d2").success


def test_dw_8_special_cards_go_anywhere():
    for special in "JEV":
        assert Attempt("3d", f"| {special}").row == f"{special} | 0"


def test_dw_9_a_hand_of_which_nothing_fits_is_shown_and_drawn_anew():
    game = Game(2)
    game.match.act("dw.show_hand", "A")
    deck = game.s.decks[""]
    assert (deck.draw, deck.discard, game.s.hands["A"]) == (100 - 12 - 6, 6, 6)
    game.match.act("dw.show_hand", "A")  # again unplayable
    assert (deck.draw, deck.discard) == (100 - 12 - 12, 12)
    game.lay("row_1")
    game.match.act("dw.show_hand", "A")  # one was laid, the other five cannot be
    assert (deck.draw, deck.discard, game.s.hands["A"]) == (100 - 12 - 17, 17, 5)
    assert game.asked == "dw.lay" and game.of == "A"
    game.lay("row_1")
    assert game.of == "B" and game.row("row_1") == "| 2"
    game.turn()
    assert game.s.hands["A"] == 6


def test_dw_9_a_short_hand_is_full_after_it_was_shown():
    game = Game(2, colours=True).correct("hand:A", 3)
    game.match.act("dw.show_hand", "A")
    assert game.s.hands["A"] == 6 and game.s.decks["A"].discard == 3
    game.lay("row_1").correct("hand:A", 2)
    game.match.act("dw.show_hand", "A")
    assert game.s.hands["A"] == 5 and game.asked == "dw.lay" and game.of == "A"
    game.lay("row_1")
    game.match.act("dw.show_hand", "B")
    assert game.s.hands == {"A": 6, "B": 6}, "what A laid is not what B has laid"


def test_dw_9_only_whoever_has_to_lay_a_card_shows_theirs():
    game = Game(3).put("row_1", "| ?")
    assert game.open_to("dw.show_hand") == ["A"]
    game.turn()
    assert game.open_to("dw.show_hand") == ["B"]
    refused("dw.show_hand.not_now", game.match.act, "dw.show_hand", "A")
    game.call("row_1")
    assert game.open_to("dw.show_hand") == []


def test_dw_9_showing_a_hand_ends_the_turn_before():
    game = Game(3).turn("row_1 row_1")
    assert game.s.hands["A"] == 4
    game.match.act("dw.show_hand", "B")
    assert game.s.hands == {"A": 6, "B": 6, "C": 6} and game.s.decks[""].draw == 100 - 18 - 2 - 6
    refused("dw.rob.not_yours", game.match.act, "dw.rob", "A", "row_1")


def test_dw_10_one_tap_and_the_number_is_known():
    game = Game(2)
    n = game.match.n
    game.match.act("dw.show_hand", "A")
    assert game.match.n == n + 1
    assert game.lines("dw.hand_shown") == [{"seat": "A", "cards": 6}]
    deck = game.s.decks[""]
    assert (deck.draw, deck.discard) == (88 - 6, 6)


def test_dw_11_one_robbery_of_any_row():
    game = Game().put("row_3", "| ? ?").turn("row_1 row_1")
    assert set(game.match.act_prompt("dw.rob", "A").options()) == {"row_1", "row_3"}
    game.call("row_3").reveal("c1 V")
    assert game.row("row_3") == "c1 V | 0" and game.of == "B"
    refused("dw.rob.not_yours", game.match.act, "dw.rob", "A", "row_1")
    assert game.asked == "dw.lay"


def test_dw_12_a_row_with_nothing_face_down_is_not_robbed():
    game = Game(needs=("3d",)).put("row_1", "d1 |").turn("row_3 row_3")
    prompt = game.match.act_prompt("dw.rob", "A")
    assert dict(prompt.greyed()) == {"row_1": "dw.rob.nothing_down", "row_2": "dw.rob.nothing_down"}
    refused("dw.rob.nothing_down", game.match.act, "dw.rob", "A", "row_1")
    game.correct("face_down:row_3", 0)
    refused("dw.rob.nothing_down", game.match.act, "dw.rob", "A", "row_3")
    assert game.open_to("dw.rob") == []


def test_dw_13_a_robbery_comes_before_drawing():
    game = Game(3).put("row_1", "| ? ?")
    game.turn()
    deck = game.s.decks[""]
    assert (deck.draw, game.s.hands["A"]) == (100 - 18 - 2, 4)
    game.call("row_1").reveal("c1")
    assert (deck.draw, game.s.hands["A"]) == (100 - 18 - 2, 4), "the robber has four cards in hand"
    game.reveal("p1")
    assert (deck.draw, game.s.hands["A"]) == (100 - 18 - 2 - 2, 6)


@pytest.mark.parametrize(("people", "left"), [(2, 88), (3, 82), (4, 76), (5, 70)])
def test_dw_41_dw_55_what_is_left_in_the_draw_pile(people, left):
    game = Game(people)
    assert game.view["draw_pile"] == left and game.view["discard_pile"] == 0
    assert {seat["hand"] for seat in game.view["seats"].values()} == {6}
    assert [row["buildings"] for row in game.view["rows"].values()] == [6, 6, 6]


def test_dw_55_each_has_a_colour_and_a_pile_of_fourteen():
    game = Game(5, colours=True)
    assert game.view["draw_pile"] is None
    seats = game.view["seats"]
    assert [seat["colour"] for seat in seats.values()] == ["red", "yellow", "green", "blue", "gray"]
    assert {(seat["hand"], seat["draw_pile"], seat["discard_pile"]) for seat in seats.values()} == {
        (6, 14, 0)
    }
    assert forced(game, "dw.colour") == 1, "the fifth has the colour that is left"


def test_dw_55_a_colour_is_taken_once():
    game = Game(2, colours=True)
    at = next(k for k, entry in enumerate(game.match.entries) if entry.id == "dw.colour")
    game.match.go_to(at + 1)
    assert game.of == "B" and game.greyed == {"red": "dw.colour.taken"}
    refused("dw.colour.taken", game.match.answer, "red")
