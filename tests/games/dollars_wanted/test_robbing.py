"""What each card does when it is revealed, and what becomes of the row."""

import pytest

from shared_rules.games.dollars_wanted import cards as c
from tests.engine.games import refused
from tests.games.dollars_wanted.script import Attempt, Game

# -- counting


def test_dw_14_face_up_cards_come_first_and_new_ones_behind_the_others():
    game = Game(needs=("4d",)).put("row_1", "| ? ? ?").turn("row_1 row_1").call("row_1")
    game.reveal("d1")
    assert game.row("row_1") == "d1 | 4"
    game.reveal("V")
    assert game.row("row_1") == "d1 V | 3"
    game.turn("row_1 row_2")
    assert game.row("row_1") == "d1 V | 4"


def test_dw_15_the_second_attempt_counts_all_anew_and_an_old_elixir_still_doubles():
    attempt = Attempt("3d", "d1 E | d1")
    assert attempt.success
    (again,) = attempt.game.lines("dw.counted_again")
    assert (again["cards"], again["shown"], again["missing"]) == (2, {"dynamite": 1}, {"dynamite": 2})
    assert not Attempt("4d", "d1 E | d1").success
    assert Attempt("2d 1c", "J | d1 c1").success, "a joker counts again too"


def test_dw_16_an_old_vulture_is_skipped_and_goes_to_the_discard():
    attempt = Attempt("2p 2d", "d2 p1 V | p1")
    assert attempt.success and attempt.discarded[""] == 4
    assert attempt.game.s.decks[""].known == {"vulture": 1}


@pytest.mark.parametrize("colours", [False, True])
def test_dw_17_who_wins_is_the_same_and_penalties_are_not(colours):
    attempt = Attempt("1d", "| d1 X", colours=colours)
    assert attempt.success and attempt.revealed == (2 if colours else 1)
    assert attempt.game.s.score("A") == (500 - 300 if colours else 500)


def test_dw_17_setting_either_way():
    enough = Attempt("1d", "| d1 X", colours=True, reveal="enough")
    assert enough.success and enough.revealed == 1 and enough.game.s.score("A") == 500
    every_card = Attempt("1d", "| d1 X K d1 d1", reveal="all")
    assert every_card.success and every_card.revealed == 4 and every_card.game.lines("dw.card.wrong")


def test_dw_18_a_joker_is_any_icon():
    attempt = Attempt("1p 2c 2d", "| p2 d2 c1 J")
    assert attempt.success
    (sums,) = attempt.game.lines("dw.added_up")
    assert sums["missing"] == {"colt": 1} and sums["jokers"] == 1 and sums["decided"] == ["joker"]
    assert not Attempt("2c 2d", "| d2 J").success


def test_dw_18_a_joker_is_assigned_afresh_each_time():
    attempt = Attempt("1c 1d 1w", "c1 J | V")
    assert not attempt.success and attempt.row == "c1 J V | 0"
    for last in "dw":
        assert Attempt("1c 1d 1w", f"c1 J V | {last}1").success


def test_dw_19_a_joker_behind_an_elixir_is_two_icons():
    attempt = Attempt("1p 1c", "| E J")
    assert attempt.success
    (sums,) = attempt.game.lines("dw.added_up")
    assert sums["jokers"] == 2 and sums["elixir"] == {"joker": 1} and sums["decided"] == ["joker", "elixir"]
    assert not Attempt("1p 1c", "| J E").success


def test_dw_20_an_elixir_is_not_retroactive():
    attempt = Attempt("2d", "| d1 E")
    assert not attempt.success and attempt.row == "d1 E | 0"


def test_dw_21_an_elixir_on_a_two_icon_card():
    attempt = Attempt("4d", "| E d2")
    assert attempt.success
    (sums,) = attempt.game.lines("dw.added_up")
    assert sums["shown"] == {"dynamite": 4} and sums["elixir"] == {"dynamite": 2}
    assert sums["decided"] == ["elixir"]
    assert not Attempt("5d", "| E d2").success


def test_dw_22_two_elixirs_are_one():
    attempt = Attempt("4d", "| E E d1")
    assert not attempt.success and attempt.row == "E E d1 | 0"
    assert [line["again"] for line in attempt.game.lines("dw.card.elixir")] == [False, True]
    assert Attempt("2d", "| E E d1").success


def test_what_did_not_decide_is_not_told():
    assert Attempt("2d", "| d2").game.lines("dw.added_up") == []
    assert Attempt("2d", "| J d2").game.lines("dw.added_up") == [], "the joker stands for nothing"
    (sums,) = Attempt("2d", "| E d2", reveal="all").game.lines("dw.added_up") or [None]
    assert sums is None, "two would have been enough"


def test_each_card_says_what_it_is_good_for():
    game = Attempt("6d 3c", "| c1 E c2 J V").game
    assert game.lines("dw.card.bandit") == [
        {"seat": "A", "row": "row_1", "icon": "colt", "counts": 1, "doubled": False},
        {"seat": "A", "row": "row_1", "icon": "colt", "counts": 4, "doubled": True},
    ]
    assert game.lines("dw.card.joker") == [{"seat": "A", "row": "row_1", "counts": 2, "doubled": True}]
    assert game.lines("dw.card.vulture") == [{"seat": "A", "row": "row_1", "enough": False}]
    (failed,) = game.lines("dw.failed")
    assert failed["stopped"] and (failed["up"], failed["down"]) == (5, 0)
    assert failed["missing"] == {"dynamite": 6} and failed["jokers"] == 2 and failed["decided"] == []


# -- coyote


def test_dw_23_a_coyote_takes_the_next_card_whatever_it_is():
    assert Attempt("1d", "| K V d1").success
    attempt = Attempt("2d", "| K E d1")
    assert not attempt.success and attempt.row == "d1 | 0" and attempt.discarded[""] == 2
    attempt = Attempt("1d", "| K J")
    assert not attempt.success and attempt.row == "| 0" and attempt.discarded[""] == 2
    attempt = Attempt("1d", "| K K d1")
    assert attempt.success, "the second coyote takes nothing"
    for taken in ("d1", "E", "X"):
        assert Attempt("2d", f"| K {taken} d1 d1").success


def test_dw_24_a_coyote_as_the_last_card_is_gone_alone():
    attempt = Attempt("2d", "| d1 K")
    assert not attempt.success and attempt.row == "d1 | 0" and attempt.discarded[""] == 1
    assert attempt.game.lines("dw.card.coyote") == [
        {"seat": "A", "row": "row_1", "took": False, "waits": False}
    ]


def test_dw_24_setting_it_waits_for_the_next_card():
    attempt = Attempt("2d", "| d1 K", last_coyote="waits")
    assert not attempt.success and attempt.row == "d1 K | 0" and attempt.discarded[""] == 0
    game = attempt.game.turn("row_1 row_1")
    assert game.row("row_1") == "d1 | 1", "it took the first one, and only that"
    assert game.s.decks[""].discard == 2 and game.s.decks[""].known == {"coyote": 1}
    game.call("row_1").reveal("d1")
    assert game.asked == "dw.dollars"


def test_dw_24_setting_only_the_last_card_waits():
    attempt = Attempt("3d", "| K d1 d1", last_coyote="waits")
    assert attempt.row == "d1 | 0" and attempt.discarded[""] == 2


def test_dw_24_setting_a_coyote_that_waits_with_cards_by_hand():
    game = Attempt("2d", "| d1 K", last_coyote="waits").game.correct("face_down:row_1", 0)
    assert game.row("row_1") == "d1 K | 0", "it still waits"
    game.correct("face_down:row_1", 2)
    assert game.row("row_1") == "d1 | 2" and game.s.decks[""].discard == 1


def test_dw_25_an_elixir_has_no_effect_on_a_coyote():
    attempt = Attempt("2d", "| E K d1 d1")
    assert attempt.success
    attempt = Attempt("4d", "| E K d1 d1")
    assert attempt.row == "E d1 | 0" and attempt.discarded[""] == 2


def test_dw_26_two_cards_leave_and_the_rest_closes_up():
    attempt = Attempt("6d 3c", "| K d1 d1 d1 d1")
    assert not attempt.success and attempt.row == "d1 d1 d1 | 0" and attempt.discarded[""] == 2
    game = Game(needs=("6d 3c",)).put("row_1", "| ? ? ? ? ?").turn().call("row_1").reveal("K d1")
    assert game.row("row_1") == "| 3"


# -- vulture


def test_dw_27_a_vulture_stops_all_and_what_was_shown_stays():
    attempt = Attempt("2p 2d", "| d2 p1 V p1")
    assert not attempt.success and attempt.row == "d2 p1 V | 1"
    assert attempt.revealed == 3 and attempt.discarded[""] == 0


def test_dw_28_a_vulture_after_enough():
    for reveal in ("usual", "all"):
        attempt = Attempt("1d", "| d1 V d1", reveal=reveal)
        assert attempt.success and attempt.discarded[""] == 3
        assert attempt.revealed == (2 if reveal == "all" else 1)


def test_dw_28_it_is_told_whether_a_vulture_came_too_late():
    for need, enough in (("1d", True), ("2d", False)):
        game = Attempt(need, "| d1 V", reveal="all").game
        assert game.lines("dw.card.vulture") == [{"seat": "A", "row": "row_1", "enough": enough}]


def test_dw_29_a_vulture_counts_icons_at_that_moment_only():
    attempt = Attempt("1d 1c", "| d1 V c1", reveal="all")
    assert not attempt.success and attempt.row == "d1 V | 1"
    assert Attempt("1d 1c", "d1 V | c1 V", reveal="all").success


# -- wrong cards


def test_dw_30_a_wrong_card_is_removed_and_revealing_goes_on():
    for wrong in ("w1", "w2", "X"):
        attempt = Attempt("1d", f"| {wrong} V", by="AB")
        assert attempt.row == "V | 0" and attempt.discarded[""] == 1
        assert Attempt("1d", f"| {wrong} d1").success
    assert not Attempt("2d", "| X d1").success


def test_dw_31_after_success_the_row_is_empty_and_so_a_card_never_sees_another_building():
    attempt = Attempt("1d", "| d1 d1 d1")
    assert attempt.success and attempt.game.row("row_1") == "| 0"
    assert attempt.game.view["rows"]["row_1"]["building"]["icons"] == {"colt": 1, "pickaxe": 1}


def test_dw_32_no_penalty_for_what_a_coyote_took_or_nobody_saw():
    attempt = Attempt("1d", "| K X V X", by="ABAB", colours=True)
    assert attempt.row == "V | 1" and set(attempt.game.s.fined.values()) == {0}
    assert attempt.discarded == {"A": 1, "B": 1, "C": 0}


# -- what becomes of it


def test_dw_33_all_cards_of_the_row_go_to_the_discard():
    game = Game(needs=("2d",)).put("row_1", "d1 | ? ? ? ?").turn().call("row_1").reveal("d1")
    assert game.asked == "dw.dollars"
    game.say("dw.dollars", 400)
    deck = game.s.decks[""]
    assert deck.discard == 5 and game.s.rows["row_1"].pile == 5 and game.row("row_1") == "| 0"
    assert game.asked == "dw.building" and game.match.prompt.place == "row_1"
    game.building("2w")
    assert game.lines("dw.won") == [{"seat": "A", "row": "row_1", "kind": "shop", "dollars": 400, "cards": 5}]


def test_dw_34_after_failure_only_coyotes_prey_and_wrong_cards_are_gone():
    attempt = Attempt("6d 1c", "d1 J | E K d1 X d2")
    assert not attempt.success and attempt.row == "d1 J E d2 | 0" and attempt.discarded[""] == 3
    assert attempt.game.s.rows["row_1"].pile == 6 and not attempt.game.s.won["A"]


def test_dw_54_undo_after_the_first_card_restores_the_row():
    game = Game(needs=("4d",)).turn("row_1 row_1").turn("row_1 row_1").turn("row_1 row_2")
    before = game.match.view(), game.match.log()
    game.call("row_1")
    called = game.match.view()
    game.reveal("K d1")
    assert game.row("row_1") == "| 3" and game.s.decks[""].discard == 2
    game.match.undo()
    assert game.row("row_1") == "| 5" and game.match.view() == called
    game.match.undo()
    assert (game.match.view(), game.match.log()) == before


def test_dw_54_nothing_else_is_open_while_cards_are_revealed():
    game = Game(needs=("4d",)).put("row_1", "| ? ?").turn().call("row_1")
    refused("dw.rob.not_now", game.match.act, "dw.rob", "A", "row_3")
    assert refused("answer.required", game.match.answer, None)["kind"] == "choose"
    assert {prompt.id for prompt in game.match.also()} == {"correct", "end_early", "hand_over", "dw.outcome"}


# -- more of one special than the box holds


def test_no_more_special_cards_than_the_box_holds():
    game = Game(needs=("4d",), box={"joker": 2, "vulture": 0}).put("row_1", "J | ? ? ? ?").turn()
    game.call("row_1").reveal("J")
    assert game.greyed == {"joker": "dw.reveal.no_more", "vulture": "dw.reveal.no_more"}
    refused("dw.reveal.no_more", game.match.answer, "joker")
    game.reveal("E")
    assert game.greyed["joker"] == "dw.reveal.no_more"


def test_special_cards_in_a_discard_pile_count_until_it_is_shuffled():
    game = (
        Game(2, needs=("1d", "1d"), box={"coyote": 2}).put("row_1", "| ? ? ? ? ?").put("row_2", "| ?").turn()
    )
    game.call("row_1").reveal("K d1")
    assert game.greyed == {}
    game.reveal("K K d1").win().turn().call("row_2")
    assert game.greyed == {"coyote": "dw.reveal.no_more"}
    game.reveal("V")
    game.s.decks[""].draw, game.s.decks[""].out = 1, game.s.decks[""].draw - 1
    game.s.corrected = True
    game.turn("row_2 row_2").turn("row_2 row_2")
    assert game.lines("dw.reshuffled")
    game.call("row_2")
    assert game.greyed == {}


def test_special_cards_that_left_a_discard_pile_by_hand_may_come_again():
    game = Game(2, needs=("1d",), box={"coyote": 1}).put("row_1", "| ? ? ?").turn().call("row_1")
    game.reveal("K d1 d1").win(500, "6d")
    game.correct("discard_pile", 5).turn("row_1 row_1").call("row_1")
    assert game.greyed == {"coyote": "dw.reveal.no_more"}, "two more do not take it away"
    game.correct("discard_pile", 4)
    game.reveal("V").turn("row_1 row_1").call("row_1")
    assert game.greyed == {}, "it may be the one that is gone"


def test_where_all_icons_are_needed_no_card_is_wrong():
    game = Game(needs=("1d 1c 1w 2p",)).put("row_1", "| ?").turn().call("row_1")
    assert game.greyed == {c.WRONG: "dw.reveal.all_fit"}
    refused("dw.reveal.all_fit", game.match.answer, c.WRONG)


def test_a_card_has_the_number_it_had_when_the_robbery_began():
    game = Game(2, needs=("4d",)).turn("row_1 row_1").turn("row_1 row_1").call("row_1")
    places = []
    for shown in ("X", "K", "d1"):
        places.append((game.match.prompt.place, game.match.prompt.params["card"], game.row("row_1")))
        game.reveal(shown)
    assert places == [("row_1:1", 1, "| 4"), ("row_1:2", 2, "| 3"), ("row_1:4", 4, "| 1")]
    game.turn("row_1 row_2").call("row_1")
    assert game.match.prompt.place == "row_1:2" and game.row("row_1") == "d1 | 1"


def test_another_card_instead_of_a_coyote_does_not_pass_for_the_one_it_took():
    game = Game(2, needs=("4d",)).turn("row_1 row_1").turn("row_1 row_2").call("row_1").reveal("K d1 d1")
    at = next(k for k, entry in enumerate(game.match.entries) if entry.answer == "coyote")
    preview = game.match.amend(at, "joker")
    assert (preview.applied, preview.stops_at) == (0, at + 1)
    assert game.match.prompt.place == "row_1:2" and game.row("row_1") == "J | 2"
