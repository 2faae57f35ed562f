"""Where rules meet: what is asked after half an answer, cards between cards, corrections in the middle.

Each of these was a fault that nothing noticed when it was planted.
"""

import pytest

from tests.engine.games import refused
from tests.games.boomtown_bandits.script import Game, minimal
from tests.games.boomtown_bandits.test_end import all_four_to, at_the_end, emptied, tied
from tests.games.boomtown_bandits.test_loot_cards import APART, armed, refused_card, refused_code
from tests.games.boomtown_bandits.test_shootouts import ALL, at_train, duel

BANK, SALOON, MINE = "bank bank bank", "saloon saloon saloon", "mine mine mine"


def other(game, seat, *effect, timing=()):
    """A card does one thing; `effect` is that, and the answers to what it asks."""
    game.play(seat, "other", *timing, 1)
    for answer in effect:
        game.match.answer(answer)
    return game.say("bb.effect", None)


# -- what the judge is asked


def first(game, player, **known):
    return game.verdict({"call": "first", "player": player, **known})


def test_bb_17_whoever_shows_fewer_bullets_than_dice_may_show_a_run_away_too():
    game = first(duel(A="train train bank"), "A", bullets=1)
    assert game.asked == "bb.shootout.runners" and game.options == {"A", "B"}


def test_bb_17_whoever_shows_bullets_only_does_not_run():
    game = first(duel(A="train train bank"), "A", bullets=2)
    assert game.asked == "bb.shootout.runners" and game.options == {"B"}


def test_bb_18_without_a_bullet_somebody_runs():
    game = first(duel(), "A", bullets=0)
    assert game.asked == "bb.shootout.runners" and game.match.prompt.least == 1
    game.say("bb.shootout.runners", ["B"])
    assert game.stand("train") == {"A": 3, "B": 2}


def test_bb_24_without_a_run_away_there_is_a_bullet():
    game = first(duel(), "A").say("bb.shootout.lies", "several").say("bb.shootout.runners", [])
    assert (game.asked, game.match.prompt.least) == ("bb.shootout.bullets", 1)


def test_only_the_winner_is_not_entered_while_a_card_is_played():
    game = armed("A").play("A", "other", "during_shootout")
    refused("bb.winner_only.not_now", game.match.act, "bb.winner_only", "table", "B")


# -- hits


def test_bb_30_everybody_who_is_hit_is_asked():
    game = armed("B", "C").first("A", 2).aim("shooter:B", "shooter:C")
    assert game.match.prompt.of == "B"
    game.say("bb.shootout.response", "none")
    assert (game.asked, game.match.prompt.of) == ("bb.shootout.response", "C")


def test_bb_30_nobody_else_is_asked_about_hits_that_do_not_count_any_more():
    game = armed("B", "C").first("A", 2).aim("shooter:B", "shooter:C")
    game.say("bb.shootout.response", "body_double")
    assert game.asked == "bb.shootout.target" and game.match.prompt.params == {"hits": 1, "aimed": 0}


def test_bb_35_where_all_hits_are_cancelled_nobody_is_hit():
    game = armed("B").first("A", 2)
    game.play("B", "other", 1).say("bb.effect", "cancel_hits")
    assert game.s.duel.shot.hits == 0
    game.say("bb.effect", None)
    assert game.asked == "bb.verdict" and not game.lines("bb.hit")


def test_bb_30_a_token_that_goes_meanwhile_has_the_targets_chosen_again():
    game = armed("B", location="mine").first("A", 2).aim("shooter:B")
    other(game, "B", "remove_token", "B", "shooter")
    assert game.asked == "bb.shootout.target" and game.match.prompt.params == {"hits": 2, "aimed": 0}


# -- ties at the end


def test_bb_41_nobody_responds_in_sudden_death():
    game = at_the_end(game=Game(3, responses="every_hit"), A={"bank": 1}, B={"bank": 1}).skip_recount()
    assert game.first("A").asked == "bb.tally"


def test_bb_40_the_first_hit_decides_bonuses_only():
    game = tied(sudden_death="first_hit").first("A", 1).aim("shooter:B")
    assert game.asked == "bb.final_shootout" and len(game.match.prompt.params["dice"]["B"]) == 2


def test_bb_40_a_hit_that_was_cancelled_decides_nothing():
    game = Game(3, sudden_death="first_hit", cards_in_ties=True)
    game = at_the_end(game=game, A={"bank": 1}, B={"bank": 1, "mine": 1}, C={"bank": 1}).skip_recount()
    game.first("A", 1)
    game.play("B", "other", "bank", 1).say("bb.effect", "cancel_hits", None)
    assert (game.asked, game.match.turn) == ("bb.sudden_death", 2)


# -- which card it is


def with_an_old_and_a_new_card():
    """A has a card of the Train of a round before, and one of this round; B and C duel at the Bank."""
    return Game(3).give("A", "train").round("mine", A=ALL, B=BANK, C="bank bank saloon")


def test_bb_28_whoever_plays_an_old_card_keeps_the_new_one_which_waits():
    game = other(with_an_old_and_a_new_card(), "A", timing=("before_shootout",))
    game.first("B", 0, runs=["C"])
    assert refused_code(game, "A") == "bb.card.this_round"


def test_bb_28_a_red_card_is_played_once():
    game = other(with_an_old_and_a_new_card(), "A", timing=("at_once",))
    game.match.act("bb.play", "A", "other")
    assert game.asked == "bb.card.timing" and game.greyed["at_once"] == "bb.card.not_now"


def test_bb_49_whoever_shows_a_card_may_still_play_the_old_one():
    game = with_an_old_and_a_new_card()
    game.match.act("bb.show", "A", "train")
    game.say("bb.card.value", 4)
    assert game.s.usable("A") == ["train"]


def test_bb_28_whoever_loses_a_card_may_still_play_the_old_one():
    game = with_an_old_and_a_new_card().give("B", "mine")
    other(game, "B", "move_card", "C", timing=("before_shootout",))
    assert game.s.usable("A") == ["train"] and game.s.usable("C") == []


def test_bb_28_red_no_longer_once_the_winner_has_drawn():
    """B's own draw is the next thing that is entered after A took the Train."""
    game = Game(4).give("B", "brothel")
    game.round("saloon", A=ALL, B=BANK, C=MINE, D="brothel brothel brothel")
    assert game.asked == "bb.loot" and game.also["bb.play"] == ["A", "B"]
    game.say("bb.loot", "draw")
    assert game.asked == "bb.marshal"
    assert game.s.fresh == {"B": {"bank": 1}, "C": {"mine": 1}, "D": {"brothel": 1}}


def test_bb_28_in_the_short_form_red_no_longer_after_the_next_winner():
    game = minimal(2).close("saloon").say("bb.winner", "A")
    assert game.s.fresh == {"A": {"train": 1}}
    game.say("bb.winner", "B")
    assert game.s.fresh == {"B": {"bank": 1}}


def test_bb_34_a_coward_whose_location_is_resolved_has_nothing_to_be_brave_for():
    game = Game(3).give("A", "saloon").round("mine", A="train bank bank", B=BANK, C=BANK)
    assert game.match.prompt.place == "bank"
    assert refused_card(game, "A", "liquid_courage") == "bb.card.no_coward"


def test_bb_28_a_card_that_comes_back_is_as_old_as_it_was():
    """In its place among those that a correction added meanwhile."""
    game = Game(2).round("saloon", A=ALL, B=BANK)
    game.round("bank", A=SALOON, B=SALOON)
    game.match.act("bb.winner_only", "table", "B")
    other(game, "B", "move_card", "A", timing=("before_placement", "bank"))
    game.correct("loot_train:A", 1)
    other(game, "B", "cancel_card", timing=("before_placement",))
    assert game.s.hands["A"].secret["train"] == [1, 2]


# -- effects


def test_bb_35_no_more_cards_in_a_pile_than_the_players_leave():
    game = Game(3).give("A", "train", 3).play("A", "other", 1).say("bb.effect", "change_pile")
    game.say("bb.effect.pile", "train")
    assert (game.match.prompt.least, game.match.prompt.most) == (0, 4)


def test_bb_35_no_token_goes_where_nothing_is_to_be_won_any_more():
    game = Game(4).give("A", "brothel", 3).correct("pile:saloon", 1)
    game.round("brothel", A="bank bank mine", B="bank mine mine", C=MINE, D="train train train")
    assert game.match.prompt.place == "bank", "the Train is resolved"
    other(game, "A", "remove_token", "A", "coward", timing=("before_shootout",))
    game.correct("pile:saloon", 0)
    game.play("A", "other", "before_shootout", 1).say("bb.effect", "add_token")
    assert game.options == {"bank", "mine"}, "not the Train, the empty Saloon or the closed Brothel"


def test_bb_35_a_red_card_of_the_last_round_finds_no_tokens():
    game = Game(3).last_round().round("mine", **APART).play("A", "other", 1)
    assert game.asked == "bb.effect" and game.greyed["remove_token"] == "bb.effect.no_token"


def test_bb_35_only_a_card_of_the_same_window_is_cancelled():
    game = other(Game(3).give("A", "train", 2), "A", "peek").close("mine")
    game.play("A", "other", "after_placement", 1)
    assert game.greyed["cancel_card"] == "bb.effect.nothing_to_cancel"


def test_bb_33_of_one_card_left_it_is_drawn_also_if_that_is_found_out_late():
    game = Game(4).give("A", "brothel").correct("pile:bank", 2)
    game.round("saloon", A=BANK, B=ALL, C=MINE, D="brothel brothel brothel")
    game.say("bb.loot", "brothel_inspector").correct("pile:bank", 1).say("bb.inspector.other", "out")
    assert game.won("bank") == "A" and game.s.piles["bank"] == 0


def test_bb_37_also_whoever_is_alone_there_is_told_that_it_is_empty():
    game = emptied().reveal(A=ALL, B=BANK, C=BANK)
    assert game.lines("bb.empty") == [{"location": "train"}] and game.s.robbed["A"] == {}


# -- notes


def note(game, seat, location, *values):
    for value in values:
        game.match.act("bb.note", seat, location)
        game.say("bb.note.value", value)
    return game


def noted(game, seat):
    return game.match.view(seat)["state"]["seats"][seat]["noted"]


def test_bb_46_no_more_notes_than_cards_that_do_not_lie_open():
    game = Game(3).give("A", "train", 2)
    game.match.act("bb.show", "A", "train")
    game.say("bb.card.value", 4)
    assert noted(note(game, "A", "train", 6, 2), "A") == {"train": [2]}


def test_bb_46_notes_of_cards_that_were_corrected_are_gone():
    game = note(Game(3).give("A", "train"), "A", "train", 6)
    assert noted(game.correct("loot_train:A", 2), "A") == {}


def test_bb_46_a_note_goes_with_the_card_that_goes_back():
    game = Game(3).give("A", "train").give("B", "mine", 2)
    other(game, "B", "move_card", "A", "C")
    note(game, "C", "train", 6)
    other(game, "B", "cancel_card")
    assert noted(game, "C") == {} and game.s.hands["A"].count("train") == 1


# -- money


def test_bb_46_a_box_that_differs_bounds_nothing():
    box = {f"loot_train_{n}": n for n in range(1, 8)}
    game = Game(3, box=box).give("A", "train", 3)
    for _ in range(2):
        game.match.act("bb.show", "A", "train")
        game.say("bb.card.value", 5)
    assert game.match.view()["standing"]["A"] == {"min": 10, "max": None}


def test_bb_44_the_bonus_is_its_owners_alone():
    game = all_four_to(minimal(3), "A")
    game.match.act("bb.own_this_town", "A")
    assert game.match.view()["standing"]["B"] == 0


def test_a_card_that_is_corrected_away_while_others_tally():
    game = at_the_end(A={"train": 1}, B={"bank": 1}).skip_recount().say("bb.tally", 4)
    game.correct("loot_train:A", 0).say("bb.tally", 6)
    assert game.match.result.as_json()["breakdown"]["A"]["loot"] == 0


def test_the_box_learns_what_is_played_and_what_is_tallied():
    game = Game(3, box={"bonus_train": 1}).give("A", "train", 2)
    other(game, "A")
    game = at_the_end(game=game).skip_recount().tally(A=[4])
    assert [game.match.box[f"loot_train_{n}"] for n in (1, 2)] == [1, 4]


# -- what is shown


@pytest.mark.parametrize("robbed", [3, 4])
def test_bb_42_nobody_is_reminded_too_early_or_too_late(robbed):
    game = minimal(3)
    for location, closed in list(zip(game.s.row, (*game.s.row[1:], game.s.row[0]), strict=True))[:robbed]:
        game.close(closed)
        for each in game.s.row:
            if each != closed:
                game.say("bb.winner", "A" if each == location else None)
    assert game.match.view("A")["state"]["seats"]["A"]["may_claim"] == (robbed == 4)
    if robbed == 4:
        game.match.act("bb.own_this_town", "A")
        assert not game.match.view("A")["state"]["seats"]["A"]["may_claim"], "it is done"


def test_between_rounds_no_location_is_being_resolved():
    game = at_train(3, A=ALL, B=ALL)
    assert game.match.view()["state"]["here"] == "train"
    game.match.act("bb.winner_only", "table", "A")
    assert game.asked == "bb.marshal" and game.match.view()["state"]["here"] is None
    game = at_the_end(A={"train": 1})
    assert game.match.view()["state"]["here"] is None
