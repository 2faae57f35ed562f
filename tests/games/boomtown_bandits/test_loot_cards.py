"""BB-26 to BB-34, BB-48 and BB-49: tokens that return, loot, and what loot cards do."""

import pytest

from shared_rules.games.boomtown_bandits import town
from tests.engine.games import refused
from tests.games.boomtown_bandits.script import BOX, Game, forced
from tests.games.boomtown_bandits.test_shootouts import ALL, at_train, dice, duel

APART = {"A": "train train train", "B": "bank bank bank", "C": "saloon saloon saloon"}


def refused_card(game, seat, card):
    """Why a card cannot be played: the code of the greyed option, or of the whole rule."""
    asked = next(
        (prompt for prompt in game.match.also() if (prompt.id, prompt.of) == ("bb.play", seat)), None
    )
    if asked is None:
        return refused_code(game, seat)
    return asked.greyed().get(card)


def refused_code(game, seat):
    rule = game.match._run.table.rule("bb.play")
    return rule.refusal(game.match._run.table, seat)


def armed(*seats, location="saloon", count=1, people=3, **where):
    """Three at the Train, with cards of a location in some hands, gained before this round."""
    options = {key: where.pop(key) for key in list(where) if key.islower()}
    game = Game(people, **options)
    for seat in seats:
        game.give(seat, location, count)
    places = dict.fromkeys(game.s.players, ALL) | where
    return game.round(game.s.row[-1], **places)


def test_bb_26_all_tokens_return_at_the_end_of_the_round():
    game = duel().first("A", 2).aim("shooter:B", "shooter:B")
    game.match.act("bb.winner_only", "table", "A")
    game.close("saloon")
    assert game.s.camp == {seat: {"shooter": 2, "coward": 1} for seat in "AB"}
    game.reveal(A=ALL, B=ALL)
    assert game.stand("train") == {"A": 3, "B": 3}


def test_bb_27_loot_is_drawn_from_the_top_and_seen_by_nobody_else():
    game = Game(3).round("mine", **APART)
    state = game.match.view("B")["state"]["seats"]["A"]
    assert state["loot"]["train"] == 1 and state["secret"]["train"] == 1 and state["open"]["train"] == []
    assert "noted" not in state and game.s.piles["train"] == 6


def test_bb_28_a_card_is_played_from_the_round_after_it_was_gained():
    game = Game(3, row=("train", "bank", "saloon", "mine"))
    game.round("mine", A="train bank bank", B="bank bank bank", C="saloon saloon saloon")
    assert game.won("train") == "A" and game.match.prompt.place == "bank"
    game.match.act("bb.play", "A", "other")
    assert game.asked == "bb.card.value" and forced(game, "bb.card.timing") == 1, "only if it is red"
    game.match.undo()
    game.first("B", 0, runs=["B"])
    assert refused_code(game, "A") == "bb.card.this_round", "not at a later location of the same round"
    game.match.act("bb.winner_only", "table", "B")
    assert game.asked == "bb.marshal" and "A" in game.also["bb.play"], "round 2"


def test_bb_28_a_red_card_is_played_at_once():
    game = Game(3).round("mine", A="train bank bank", B="bank bank bank", C="saloon saloon saloon")
    game.play("A", "other")
    assert game.asked == "bb.card.value" and game.match.prompt.place == "train", "it is the only fresh one"
    game.say("bb.card.value", 2).say("bb.effect", "change_pile")
    game.say("bb.effect.pile", "train").say("bb.effect.size", 4).say("bb.effect", None)
    assert game.s.piles["train"] == 4 and game.s.out["train"] == 2
    assert game.lines("bb.card.played") == [{"seat": "A", "card": "other", "location": "train", "value": 2}]


def test_bb_28_the_red_card_is_the_one_just_gained():
    game = Game(3).give("A", "train")
    game.round("mine", A="train bank bank", B="bank bank bank", C="saloon saloon saloon")
    game.play("A", "other", "at_once", 1, None)
    assert game.s.usable("A") == ["train"], "the older one is still there"


def test_bb_28_but_not_a_round_later():
    game = Game(3).round("mine", **APART).close("mine")
    game.play("A", "other")
    assert game.asked == "bb.card.timing" and game.greyed["at_once"] == "bb.card.not_now"


def test_bb_29_a_card_is_used_anywhere():
    """A card from the Mine at the Train."""
    game = armed("A", location="mine").first("A", 1).play("A", "double_barrel")
    assert game.lines("bb.card.played")[0]["location"] == "mine"
    assert game.match.prompt.params == {"hits": 2, "aimed": 0}


def example_2(**options):
    """Jessica (A) with a shooter, Leonard (B) with shooter and coward, at the Bank; a card each."""
    game = Game(2, row=("bank", "brothel", "train"), **options)
    game.give("A", "train").give("B", "train")
    return game.round("train", A="brothel brothel bank", B="bank bank brothel")


def test_bb_30_targets_are_chosen_again_when_somebody_responds():
    game = example_2().first("A", 1)
    assert game.asked == "bb.shootout.target"
    game.play("A", "double_barrel")
    assert game.asked == "bb.shootout.response" and game.match.prompt.of == "B", "both are hit"
    game.say("bb.shootout.response", "body_double")
    assert game.asked == "bb.shootout.target" and game.match.prompt.params["hits"] == 1
    game.aim("shooter:B")
    assert game.s.at["bank"] == {"A": ("shooter1",), "B": ("coward",)}
    assert [each["card"] for each in game.lines("bb.card.played")] == ["double_barrel", "body_double"]


def test_bb_30_nobody_responds():
    game = example_2().first("A", 1).play("A", "double_barrel").say("bb.shootout.response", "none")
    assert game.won("bank") == "A"


def test_bb_30_a_response_is_asked_only_of_who_could_hold_a_card():
    game = armed("A").first("A", 2).aim("shooter:B", "shooter:C")
    assert game.asked == "bb.verdict", "neither B nor C has a card"
    game = armed("C").first("A", 2).aim("shooter:B", "shooter:C")
    assert game.asked == "bb.shootout.response" and game.match.prompt.of == "C"
    game = armed("C").first("A", 2).aim("shooter:B", "shooter:B")
    assert game.asked == "bb.verdict", "C is not hit"
    game = Game(3).round("mine", A="train bank bank", B="train train bank", C="train bank bank")
    game.match.act("bb.winner_only", "table", "C")
    game.first("A", 2).aim("shooter:C", "shooter:C")
    assert game.asked == "bb.verdict", "C's card was gained in this round"


def test_bb_30_setting_every_hit():
    game = armed("B").first("A", 1).aim("shooter:B")
    assert game.asked == "bb.verdict", "of one hit, one counts anyway"
    game = armed("B", responses="every_hit").first("A", 1).aim("shooter:B")
    assert game.asked == "bb.shootout.response"


def test_bb_30_cards_are_resolved_in_the_order_in_which_they_were_played():
    """Body Double first: one hit counts, and then Double Barrel makes it two."""
    game = armed("A", "B").first("A", 2).play("B", "body_double").play("A", "double_barrel")
    assert game.match.prompt.params == {"hits": 2, "aimed": 0}
    game = armed("A", "B").first("A", 2).play("A", "double_barrel").play("B", "body_double")
    assert game.match.prompt.params == {"hits": 1, "aimed": 0}
    game = armed("A", "B").first("A", 1)
    game.match.act("bb.play", "A", "other")
    assert refused_code(game, "B") == "bb.card.one_first"


def test_bb_31_a_card_that_does_not_say_you_may_be_played_on_anybody():
    game = armed("B", location="mine")
    game.play("B", "other", "during_shootout", 4).say("bb.effect", "remove_token")
    assert game.asked == "bb.effect.player" and game.options == {"A", "B", "C"}, "oneself too"
    game.say("bb.effect.player", "B").say("bb.effect.token", "coward").say("bb.effect", None)
    assert game.stand("train") == {"A": 3, "B": 2, "C": 3} and game.asked == "bb.verdict"


def test_bb_32_played_cards_still_count():
    game = Game(3).give("A", "mine", 3).give("B", "mine", 2)
    for _ in range(2):
        game.play("A", "other", 1, None)
    state = game.match.view()["state"]["seats"]["A"]
    assert state["loot"]["mine"] == 3 and state["open"]["mine"] == [1, 1] and state["secret"]["mine"] == 1
    game.last_round().round("bank", A=ALL, B="saloon saloon saloon", C="saloon saloon saloon")
    game.match.act("bb.winner_only", "table", "B")
    game.skip_recount()
    assert {"seat": "A", "location": "mine", "value": 3} in game.lines("bb.bonus")


@pytest.mark.parametrize(("fate", "pile", "out"), [("bottom", 3, 0), ("top", 3, 0), ("out", 2, 1)], ids=str)
@pytest.mark.parametrize("setting", [False, True])
def test_bb_33_draw_two_and_keep_one(fate, pile, out, setting):
    game = Game(4, **({"inspector": fate} if setting else {})).give("A", "brothel").correct("pile:bank", 4)
    # The Brothel is the last of the five; its card is used at the Bank.
    game.round("saloon", A="bank bank bank", B=ALL, C="mine mine mine", D="brothel brothel brothel")
    assert game.asked == "bb.loot" and game.match.prompt.of == "A"
    game.say("bb.loot", "brothel_inspector")
    if not setting:
        game.say("bb.inspector.other", fate)
    assert game.s.piles["bank"] == pile and game.s.hands["A"].count("bank") == 1, "one card is gained"
    assert "bank" in game.s.robbed["A"] and game.s.hands["A"].open["brothel"] == [5]
    assert game.lines("bb.inspector") == [{"seat": "A", "location": "bank", "other": fate}]
    assert game.s.out["bank"] == 3 + out, "three were taken from the pile by hand"


def test_bb_33_of_one_card_left_that_one_is_drawn():
    game = Game(4).give("A", "brothel").correct("pile:bank", 1)
    game.round("saloon", A="bank bank bank", B=ALL, C="mine mine mine", D="brothel brothel brothel")
    game.say("bb.loot", "brothel_inspector")
    assert game.s.piles["bank"] == 0 and game.s.hands["A"].count("bank") == 1
    assert game.s.last_round and not game.lines("bb.inspector")


def test_bb_33_the_winner_is_asked_only_who_could_hold_it():
    game = Game(4).give("A", "mine").give("B", "brothel")
    game.round("saloon", A="bank bank bank", B=ALL, C="mine mine mine", D="brothel brothel brothel")
    assert game.match.prompt.of == "B", "A has no card of the Brothel"
    game.say("bb.loot", "draw")
    assert game.s.hands["B"].count("train") == 1 and game.asked == "bb.marshal"


def test_bb_34_a_brave_coward_throws_a_free_shooter_die():
    game = armed("B", B="train train bank").play("B", "liquid_courage")
    assert dice(game)["B"] == ["shooter1", "shooter2"] and game.stand("train")["B"] == 2
    refused("bb.verdict.run_away", game.match.answer, {"call": "first", "player": "A", "run_away": ["B"]})
    game.first("A", 1)
    assert "coward:B" in game.options, "its token stays a coward"


def test_bb_34_or_its_own_die_and_does_not_run():
    game = armed("B").play("B", "liquid_courage")
    assert dice(game)["B"] == ["shooter1", "shooter2", "coward"], "both shooter dice are thrown already"
    game.first("B", 0, runs=["B"])
    assert game.stand("train")["B"] == 3 and not game.lines("bb.ran")
    game.first("A", 1, runs=["A", "B"]).aim("shooter:B")
    assert game.stand("train") == {"A": 2, "B": 2, "C": 3}


def test_bb_34_only_this_round_and_only_a_coward_that_stands_somewhere():
    game = armed("B", count=2).play("B", "liquid_courage")
    assert refused_card(game, "B", "liquid_courage") == "bb.card.no_coward", "it is brave already"
    game.match.act("bb.winner_only", "table", "B")
    game.close("mine").reveal(A=ALL, B=ALL, C=ALL)
    assert game.match.prompt.params["dice"]["B"][-1] == "coward" and game.s.brave == {}
    assert refused_card(game, "B", "liquid_courage") is None
    assert game.first("A", 0, runs=["B"]).stand("train")["B"] == 2


# -- red cards at the last location: they are played before the next round, and belong to the round before


def red_card_after_round_1():
    game = Game(2).round("saloon", A=ALL, B="bank bank bank")
    assert (game.asked, game.s.round) == ("bb.marshal", 2)
    return game.play("B", "other", "at_once", 3)


def test_bb_36_a_red_card_that_empties_a_pile_ends_the_round_in_which_it_was_gained():
    game = red_card_after_round_1().say("bb.effect", "change_pile")
    game.say("bb.effect.pile", "train").say("bb.effect.size", 0).say("bb.effect", None)
    assert game.asked == "bb.recount" and game.s.round == 1
    assert not game.lines("bb.closed")[1:], "no marshal is placed any more"


def test_bb_36_what_was_moved_before_that_was_moved_in_the_last_round():
    game = Game(2).correct("loot_saloon:A", 2).round("saloon", A=ALL, B="bank bank bank")
    game.play("A", "other", "before_placement", "saloon", 3)
    game.say("bb.effect", "move_card").say("bb.effect.player", "A").say("bb.effect.loot", "saloon")
    game.say("bb.effect", None)
    assert game.s.hands["B"].secret["saloon"] == [2]
    game.play("B", "other", "at_once", 3).say("bb.effect", "change_pile")
    game.say("bb.effect.pile", "train").say("bb.effect.size", 0).say("bb.effect", None)
    assert game.s.round == 1 and game.s.hands["B"].secret["saloon"] == [1]


def test_bb_38_any_other_card_before_the_placement_leaves_that_round_to_play():
    game = Game(2).round("saloon", A=ALL, B="bank bank bank").play("A", "other", "before_placement", 3)
    game.say("bb.effect", "change_pile").say("bb.effect.pile", "train").say("bb.effect.size", 0)
    game.say("bb.effect", None)
    assert game.asked == "bb.marshal" and game.s.last_round


def test_bb_28_what_a_red_card_moves_was_gained_in_its_own_round():
    game = red_card_after_round_1().say("bb.effect", "move_card").say("bb.effect", None)
    assert game.s.hands["B"].secret["train"] == [1] and game.s.usable("B") == ["train"]


# -- windows


def test_bb_48_the_window_that_is_printed_on_the_card():
    game = Game(3).give("A", "saloon")
    game.match.act("bb.play", "A", "other")
    assert game.asked == "bb.card.value", "before placement, and nothing else"
    game.match.undo()
    game.close("mine")
    game.match.act("bb.play", "A", "other")
    assert game.options == {"before_placement", "after_placement"}, "nobody says where the placement begins"
    game.match.undo()
    game.reveal(A=ALL, B=ALL, C=ALL)
    game.match.act("bb.play", "A", "other")
    assert game.options == {"before_shootout", "during_shootout"}
    assert game.greyed["before_placement"] == "bb.card.not_now", "after the reveal"
    game.match.undo()
    game.first("A", 0, runs=["B"])
    game.match.act("bb.play", "A", "other")
    assert game.asked == "bb.card.value", "during the shootout, and nothing else"


def test_bb_48_with_a_placement_in_turn_before_and_after_are_apart():
    game = Game(2, placement="whose").give("A", "train").close("saloon")
    assert game.s.window == ("before_placement",)
    game.say("bb.place", "train")
    assert refused_code(game, "A") == "bb.card.not_now"
    game.say("bb.place", "bank", "bank", "bank", "bank", "bank")
    assert game.asked == "bb.reveal.coward" and game.s.window == ("after_placement",)


def test_bb_48_the_named_cards_have_their_own():
    game = Game(3).give("A", "saloon")
    assert refused_card(game, "A", "double_barrel") == "bb.card.not_now"
    game.round("mine", A=ALL, B=ALL, C=ALL)
    assert refused_card(game, "A", "double_barrel") == "bb.card.no_shot"
    assert refused_card(game, "A", "body_double") == "bb.card.no_shot"
    assert refused_card(game, "A", "liquid_courage") is None
    assert refused_card(game, "A", "brothel_inspector") == "bb.card.not_now"
    assert refused_card(game, "B", "other") == "bb.card.none"
    game.correct("loot_saloon:A", 0).give("A", "train")
    assert refused_card(game, "A", "liquid_courage") == "bb.card.none_of_it", "it is a card of the Saloon"


def test_what_is_printed_on_a_named_card_is_asked_once():
    game = Game(3, box={}).give("A", "train", 2).round("mine", A=ALL, B=ALL, C=ALL).first("A", 1)
    game.play("A", "double_barrel").say("box.card_double_barrel", 4)
    assert game.match.box == {"card_double_barrel": 4, "loot_train_1": 4}
    game.play("A", "double_barrel")
    assert game.match.prompt.params["hits"] == 3 and game.s.hands["A"].open["train"] == [4, 4]
    assert game.match.box["loot_train_2"] == 4


def test_bb_49_a_card_with_no_action_may_be_shown_and_is_not_played():
    game = Game(3).give("A", "train", 2)
    game.match.act("bb.show", "A", "train")
    game.say("bb.card.value", 6)
    assert game.match.view()["standing"]["A"] == {"min": 6, "max": None}
    seat = game.match.view()["state"]["seats"]["A"]
    assert seat["secret"]["train"] == 1 and seat["open"]["train"] == [6]
    assert game.lines("bb.card.shown") == [{"seat": "A", "location": "train", "value": 6}]
    assert not game.lines("bb.card.played")


# -- what the box learns


def test_the_box_learns_each_card_that_lies_open():
    game = Game(3).give("A", "train", 2).give("B", "train")
    for seat, value in (("A", 5), ("A", 3), ("B", 5)):
        game.match.act("bb.show", seat, "train")
        game.say("bb.card.value", value)
    learned = {fact: value for fact, value in game.match.box.items() if fact.startswith("loot")}
    assert learned == {"loot_train_1": 5, "loot_train_2": 3, "loot_train_3": 5}


def test_what_the_box_knows_is_not_learned_twice():
    box = BOX | {f"loot_train_{n + 1}": value for n, value in enumerate((1, 2, 3, 4, 5, 6, 7))}
    game = Game(3, box=box).give("A", "train", 2)
    game.match.act("bb.show", "A", "train")
    game.say("bb.card.value", 5)
    assert game.match.box == box and not game.lines("bb.box.differs")
    assert game.match.view()["standing"]["A"] == {"min": 6, "max": 12}, "the other is 1 to 7, but not 5"
    game.match.act("bb.show", "A", "train")
    game.say("bb.card.value", 5)
    assert game.match.box == box and game.lines("bb.box.differs") == [{"location": "train"}]
    assert game.match.view()["standing"]["A"] == 10


def test_the_vocabulary_of_timings_is_in_the_order_of_a_round():
    assert town.TIMINGS[:4] == ("before_placement", "after_placement", "before_shootout", "during_shootout")


def test_two_at_the_train_without_cards_are_never_asked_for_any():
    game = at_train(3, A=ALL, B=ALL)
    assert "bb.play" not in game.also and "bb.show" not in game.also and "bb.note" not in game.also
