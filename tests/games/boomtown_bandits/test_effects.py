"""BB-35: what loot cards do whose text the rulebook does not have, and how it is taken back."""

import pytest

from tests.games.boomtown_bandits.script import Game, forced
from tests.games.boomtown_bandits.test_loot_cards import armed, refused_code
from tests.games.boomtown_bandits.test_shootouts import dice


def test_bb_35_a_generic_steal():
    game = Game(3).give("A", "train", 2).give("B", "bank")
    game.play("B", "other", 5).say("bb.effect", "move_card")
    assert game.asked == "bb.effect.to" and game.options == {"B", "C"}, "only A has a secret card left"
    game.say("bb.effect.to", "B").say("bb.effect", None)
    count = {seat: hand.count("train") for seat, hand in game.s.hands.items()}
    assert count == {"A": 1, "B": 1, "C": 0}
    assert refused_code(game, "B") == "bb.card.this_round", "it was gained now"


def test_bb_35_a_token_is_added_where_one_was_lost():
    game = armed("B", location="mine").first("A", 1).aim("shooter:B")
    game.play("B", "other", 4).say("bb.effect", "add_token")
    assert game.asked == "bb.effect.place" and game.options == {"train", "bank", "saloon"}
    assert forced(game, "bb.effect.player") == forced(game, "bb.effect.token") == 1, "no other is missing"
    game.say("bb.effect.place", "train")
    game.say("bb.effect", None)
    assert dice(game)["B"] == ["shooter1", "shooter2", "coward"]


def test_bb_35_a_token_less_before_the_placement():
    game = Game(3, placement="whose").give("C", "bank").play("C", "other", 1)
    game.say("bb.effect", "remove_token").say("bb.effect.player", "A").say("bb.effect.token", "coward")
    game.say("bb.effect", None).close("mine")
    order = []
    while game.asked == "bb.place":
        order.append(game.match.prompt.of)
        game.match.answer("train")
    assert order == ["A", "B", "C", "A", "B", "C", "B", "C"]
    assert game.stand("train") == {"A": 2, "B": 3, "C": 3}


def test_bb_35_an_extra_hit_and_hits_that_are_cancelled():
    game = armed("A", "B").first("A", 1).play("A", "other", 1)
    assert game.asked == "bb.effect"
    game.say("bb.effect", "extra_hit", None)
    assert game.match.prompt.params["hits"] == 2
    game.play("B", "other", 1).say("bb.effect", "cancel_hits", None)
    assert game.asked == "bb.verdict" and game.stand("train") == {"A": 3, "B": 3, "C": 3}


def test_bb_35_a_card_is_cancelled():
    game = armed("A", "B", location="mine").first("A", 1).play("A", "double_barrel")
    game.play("B", "other", 1).say("bb.effect", "cancel_card", None)
    assert game.match.prompt.params["hits"] == 1
    assert game.lines("bb.effect.cancelled_card") == [{"seat": "B", "of": "A", "card": "double_barrel"}]
    assert game.s.hands["A"].open["mine"] == [2], "it still counts"


def test_bb_35_a_cancelled_card_has_the_targets_chosen_again():
    game = armed("A", "B", location="mine").first("A", 1).play("A", "double_barrel")
    game.aim("shooter:B", "shooter:C")
    assert game.asked == "bb.shootout.response"
    game.play("B", "other", 1).say("bb.effect", "cancel_card", None)
    assert game.asked == "bb.shootout.target" and game.match.prompt.params == {"hits": 1, "aimed": 0}
    game.aim("coward:C")
    assert game.stand("train") == {"A": 3, "B": 3, "C": 2}


@pytest.mark.parametrize(
    ("effect", "answers"),
    [
        ("remove_token", ("A", "shooter")),
        ("change_pile", ("train", 0)),
        ("move_card", ("B",)),
    ],
)
def test_bb_35_what_a_card_did_is_taken_back_when_it_is_cancelled(effect, answers):
    game = armed("A", "B", location="mine", count=2)
    before = standing(game)
    game.play("A", "other", "during_shootout", 1).say("bb.effect", effect)
    for answer in answers:
        game.match.answer(answer)
    if game.asked == "bb.effect.to":
        game.match.answer("C")
    game.say("bb.effect", None)
    assert standing(game) != before
    game.play("B", "other", "during_shootout", 1).say("bb.effect", "cancel_card", None)
    assert standing(game) == before


def standing(game):
    """Tokens, piles and cards, however they lie, and whether this is the last round."""
    s = game.s
    counts = {seat: {each: hand.count(each) for each in s.row} for seat, hand in s.hands.items()}
    return dict(s.at["train"]), dict(s.piles), dict(s.out), counts, s.last_round


def test_bb_35_a_token_that_is_back_already_does_not_come_back_twice():
    game = armed("A", "B", location="mine").play("B", "other", "during_shootout", 1)
    game.say("bb.effect", "remove_token").say("bb.effect.player", "A").say("bb.effect.token", "shooter")
    game.say("bb.effect", None).play("A", "other", "during_shootout", 1).say("bb.effect", "add_token")
    game.say("bb.effect.place", "train").say("bb.effect", "cancel_card", None)
    assert game.stand("train") == {"A": 3, "B": 3, "C": 3}


def test_bb_35_a_coward_that_is_taken_while_others_still_reveal():
    game = Game(2).give("B", "train").close("saloon").say("bb.reveal.coward", "bank")
    game.play("B", "other", "after_placement", 1).say("bb.effect", "remove_token")
    game.say("bb.effect.player", "A").say("bb.effect.token", "coward").say("bb.effect", None)
    game.say("bb.reveal.coward", "train").say("bb.reveal.shooter", "bank", "bank", "train", "bank")
    assert game.s.at["bank"] == {"A": ("shooter1",), "B": ("shooter1", "shooter2")}


def whose(card, *answers, people=3, places=("train", "bank"), **more):
    """All tokens are placed in turn at these locations; then B plays a card."""
    game = Game(people, placement="whose", **more).give("B", "train", 2)
    game.play("B", "other", 1).say("bb.effect", "remove_token").say("bb.effect.player", "A")
    game.say("bb.effect.token", "shooter").say("bb.effect", None).close(game.s.row[-1])
    for nth in range(3 * people - 1):
        game.say("bb.place", places[nth % len(places)])
    return game.play("B", "other", 1).say("bb.effect", card)


def test_bb_35_a_token_is_added_where_none_lies_yet():
    game = whose("add_token")
    assert game.asked == "bb.effect.place" and game.options == {"train", "bank", "saloon"}
    game.say("bb.effect.place", "saloon").say("bb.effect", None)
    assert game.s.placed["saloon"] == {"A": 1}
    assert game.match.view()["state"]["locations"]["saloon"]["face_down"] == 1
    game.say("bb.reveal.coward", "saloon", "train", "train")
    assert game.stand("saloon") == {"A": 1} and game.stand("train")["A"] == 1


def test_bb_35_before_the_first_token_is_placed_a_card_takes_from_the_camp():
    """Also between the marshal and the placement; and a token that comes back is in the camp too."""
    game = Game(2, placement="whose").give("B", "train", 3).close("saloon").play("B", "other", 1)
    game.say("bb.effect", "remove_token").say("bb.effect.player", "A").say("bb.effect.token", "coward")
    game.say("bb.effect", None)
    assert game.s.camp["A"]["coward"] == 0
    game.play("B", "other", 1).say("bb.effect", "add_token", None)
    assert game.s.camp["A"]["coward"] == 1 and game.asked == "bb.place"


@pytest.mark.parametrize("placement", ["whose", "counted"])
def test_bb_35_a_card_is_cancelled_after_tokens_lie_there(placement):
    game = Game(2, placement=placement).give("B", "train", 3)
    if placement == "counted":
        game.close("saloon")
    timing = ("before_placement",) if placement == "counted" else ()
    game.play("B", "other", *timing, 1).say("bb.effect", "remove_token").say("bb.effect.player", "A")
    game.say("bb.effect.token", "coward").say("bb.effect", None)
    if placement == "counted":
        game.say("bb.placed", {"train": 5})
    else:
        game.close("saloon")
    game.play("B", "other", *timing, 1).say("bb.effect", "cancel_card", None)
    assert game.s.camp["A"] == {"shooter": 2, "coward": 1}


def test_bb_35_the_token_a_coward_was_said_to_be_is_taken_meanwhile():
    """It cannot be the coward then: A says again where that is, and no token comes out of nothing."""
    game = Game(2, placement="whose").give("B", "train").close("saloon")
    game.say("bb.place", "train", "bank", "bank", "bank", "bank", "train").say("bb.reveal.coward", "train")
    game.play("B", "other", 1).say("bb.effect", "remove_token").say("bb.effect.player", "A")
    game.say("bb.effect.token", "shooter").say("bb.effect.place", "train").say("bb.effect", None)
    game.say("bb.reveal.coward", "bank")
    assert game.s.at["train"] == {"B": ("shooter1",)}
    assert game.s.at["bank"] == {"A": ("shooter1", "coward"), "B": ("shooter1", "coward")}


def test_bb_35_a_token_that_was_counted_is_taken_from_where_it_lay():
    game = Game(2, placement="counted").give("B", "train").close("saloon").say("bb.placed", {"train": 6})
    game.play("B", "other", "after_placement", 1).say("bb.effect", "remove_token")
    game.say("bb.effect.player", "A").say("bb.effect.token", "coward").say("bb.effect", None)
    assert game.match.view()["state"]["locations"]["train"]["face_down"] == 5
    game.say("bb.reveal.coward", "train").say("bb.reveal.shooter", *["train"] * 4)
    assert game.stand("train") == {"A": 2, "B": 3} and not game.lines("bb.reveal.differs")


def test_a_card_that_is_corrected_away_while_it_is_played():
    game = Game(3).give("A", "train")
    game.match.act("bb.play", "A", "other")
    game.correct("loot_train:A", 0).say("bb.card.value", 5)
    assert game.asked == "bb.marshal" and not game.lines("bb.card.played")


def test_bb_36_a_pile_that_another_card_emptied_stays_empty():
    """The card that is cancelled emptied the Train, the one that cancels it the Bank before."""
    game = armed("A", "B", location="mine").play("A", "other", "during_shootout", 1)
    game.say("bb.effect", "change_pile").say("bb.effect.pile", "train").say("bb.effect.size", 0)
    game.say("bb.effect", None).play("B", "other", "during_shootout", 1).say("bb.effect", "change_pile")
    game.say("bb.effect.pile", "bank").say("bb.effect.size", 0).say("bb.effect", "cancel_card", None)
    assert game.s.piles["train"] == 7 and game.s.piles["bank"] == 0 and game.s.last_round


def test_bb_35_peeking_changes_nothing():
    game = Game(3).give("A", "train").play("A", "other", 1)
    before = standing(game)
    game.say("bb.effect", "peek", None)
    assert standing(game) == before and game.lines("bb.effect.peeked") == [{"seat": "A"}]


def test_bb_35_cancelling_what_cancelled_a_card_lets_it_count_again():
    game = armed("A", "B", location="mine", count=2).first("A", 1).play("A", "double_barrel")
    game.play("B", "other", 1).say("bb.effect", "cancel_card", None)
    game.play("A", "other", 1).say("bb.effect", "cancel_card", None)
    assert game.match.prompt.params["hits"] == 2
    game.play("B", "other", 1).say("bb.effect", "cancel_card", None)
    assert game.match.prompt.params["hits"] == 1


@pytest.mark.parametrize(
    ("effect", "answers"),
    [
        ("remove_token", ("A", "shooter")),
        ("change_pile", ("train", 0)),
        ("move_card", ("B", "C")),
    ],
)
def test_bb_35_and_what_the_card_did_is_done_again(effect, answers):
    game = armed("A", "B", location="mine", count=4)
    game.play("A", "other", "during_shootout", 1).say("bb.effect", effect)
    for answer in answers:
        game.match.answer(answer)
    game.say("bb.effect", None)
    seen = [standing(game)]
    for seat in "BABA":
        game.play(seat, "other", "during_shootout", 1).say("bb.effect", "cancel_card", None)
        seen.append(standing(game))
    tokens = [each[:3] + each[4:] for each in seen]
    assert tokens[0] == tokens[2] == tokens[4] and tokens[1] == tokens[3]
    cards = [each[3] for each in seen]
    assert cards[0] == cards[2] == cards[4] and cards[1] == cards[3]
    assert seen[0] != seen[1]


def test_bb_34_a_coward_that_was_sobered_is_brave_again():
    game = armed("A", "B", count=2).play("B", "liquid_courage")
    game.play("A", "other", "during_shootout", 1).say("bb.effect", "cancel_card", None)
    assert game.s.brave == {}
    game.play("B", "other", "during_shootout", 1).say("bb.effect", "cancel_card", None)
    assert game.s.brave == {"B": None}
