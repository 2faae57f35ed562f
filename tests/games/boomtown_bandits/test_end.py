"""BB-36 to BB-46: the last round, bonuses, Own This Town, the tally, and who wins."""

import pytest

from shared_rules.engine import at_least, exactly
from shared_rules.games.boomtown_bandits.ending import places
from tests.engine.games import refused
from tests.games.boomtown_bandits.script import BOX, Game, minimal

ALL = "train train train"
APART = {"A": "train train train", "B": "bank bank bank", "C": "saloon saloon saloon"}


def at_the_end(people=3, game=None, **loot):
    """The recount, with these cards: A={"train": 2}. Everybody has won nothing else."""
    game = game or Game(people)
    row = game.s.row
    for seat, cards in loot.items():
        for location, count in cards.items():
            game.give(seat, location, count)
    for location in row:
        game.correct(f"pile:{location}", 0)
    game.close(row[0])
    assert game.asked == "bb.recount"
    return game


def sudden_death(game, location):
    assert (game.asked, game.match.prompt.place) == ("bb.sudden_death", location)
    return game


# -- the last round


def test_bb_36_all_other_locations_are_still_resolved_and_no_round_follows():
    game = Game(3).last_round().round("mine", **APART)
    assert game.s.piles == {"train": 0, "bank": 6, "saloon": 6, "mine": 7}
    assert game.lines("bb.last_round") == [{"location": "train"}]
    assert game.asked == "bb.recount" and game.match.round is None


def test_bb_36_seven_rounds_at_least():
    """One location closed each round, all others robbed: no pile is empty before it is robbed seven times."""
    game = minimal(2)
    rounds = 0
    while game.asked == "bb.marshal":
        game.close("saloon").say("bb.winner", "A", "B")
        rounds += 1
    assert rounds == 7 and game.s.piles == {"train": 0, "bank": 0, "saloon": 7}


def emptied(**more):
    """A card empties the Train after the placement."""
    game = Game(3, **more).give("C", "mine").close("saloon")
    game.play("C", "other", "after_placement", 1).say("bb.effect", "change_pile")
    return game.say("bb.effect.pile", "train").say("bb.effect.size", 0).say("bb.effect", None)


def test_bb_37_where_a_stack_was_emptied_tokens_win_nothing():
    game = emptied().reveal(A=ALL, B=ALL, C="bank bank bank")
    assert game.lines("bb.empty") == [{"location": "train"}] and not game.lines("bb.shootout")
    assert game.s.robbed == {"A": {}, "B": {}, "C": {"bank": None}} and game.asked == "bb.recount"


def test_bb_38_a_stack_emptied_before_the_placement_closes_the_location():
    game = Game(3, placement="whose").give("C", "mine").play("C", "other", 1).say("bb.effect", "change_pile")
    game.say("bb.effect.pile", "train").say("bb.effect.size", 0).say("bb.effect", None)
    assert game.match.view()["state"]["last_round"], "that round is the last"
    game.close("saloon")
    assert game.options == {"bank", "mine"}
    assert game.greyed == {"train": "bb.place.empty", "saloon": "bb.place.closed"}


def empties(game, timing):
    """C's card empties the Train."""
    game.play("C", "other", timing, 1).say("bb.effect", "change_pile")
    return game.say("bb.effect.pile", "train").say("bb.effect.size", 0).say("bb.effect", None)


@pytest.mark.parametrize("placement", ["skipped", "counted"])
def test_bb_38_also_if_the_placement_is_not_entered_token_by_token(placement):
    """Then both timings are open after the marshal, and which it is decides where tokens lie."""
    for timing, there in (("before_placement", False), ("after_placement", True)):
        game = empties(Game(3, placement=placement).give("C", "mine").close("saloon"), timing)
        shown = game.match.prompt.as_json()
        assert ("train" in shown["options"]) == there
        assert placement == "counted" or ("train" in shown["greyed"]) != there


def test_bb_38_a_card_that_leaves_no_location_ends_the_reveal():
    game = Game(3).give("C", "mine").correct("pile:mine", 0).close("saloon")
    game.play("C", "other", "before_placement", 1)
    for location in ("train", "bank"):
        game.say("bb.effect", "change_pile").say("bb.effect.pile", location).say("bb.effect.size", 0)
    game.say("bb.effect", None)
    assert game.asked == "bb.recount" and not game.lines("bb.revealed")


def test_bb_38_a_card_that_was_cancelled_empties_nothing():
    game = empties(Game(3).give("C", "mine").give("B", "mine").close("saloon"), "before_placement")
    assert game.options == {"bank", "mine"}
    game.play("B", "other", "before_placement", 1).say("bb.effect", "cancel_card", None)
    assert game.options == {"train", "bank", "mine"}


def test_bb_38_what_was_emptied_after_the_placement_stays_where_tokens_lie():
    game = empties(Game(3).give("C", "mine").give("B", "mine").close("saloon"), "after_placement")
    game.play("B", "other", "before_placement", 1).say("bb.effect", "change_pile")
    game.say("bb.effect.pile", "bank").say("bb.effect.size", 0).say("bb.effect", None)
    assert game.options == {"train", "mine"}


def test_bb_37_whoever_wins_where_a_card_took_the_loot_meanwhile_wins_nothing():
    game = Game(3).give("B", "mine").round("mine", **dict.fromkeys("ABC", ALL))
    game.play("B", "other", "during_shootout", 1).say("bb.effect", "change_pile")
    game.say("bb.effect.pile", "train").say("bb.effect.size", 0).say("bb.effect", None)
    game.match.act("bb.winner_only", "table", "A")
    assert game.match.view()["state"]["locations"]["train"]["winner"] is None and game.s.robbed["A"] == {}
    assert {"location": "train"} in game.lines("bb.nobody")


def test_bb_37_also_if_it_is_taken_while_the_winner_draws():
    game = Game(4).give("A", "brothel").give("B", "mine")
    where = {"A": "bank bank bank", "B": ALL, "C": "mine mine mine", "D": "brothel brothel brothel"}
    game.round("saloon", **where).play("B", "other", "looting", 1).say("bb.effect", "change_pile")
    game.say("bb.effect.pile", "bank").say("bb.effect.size", 0).say("bb.effect", None)
    assert game.s.robbed["A"] == {} and {"location": "bank"} in game.lines("bb.nobody")


def test_nowhere_to_place_anything():
    game = Game(2).correct("pile:train", 0).correct("pile:bank", 0).close("saloon")
    assert game.asked == "bb.recount"


# -- bonus cards


def test_bb_39_most_cards_of_a_location():
    game = at_the_end(A={"train": 2, "bank": 1}, B={"train": 1}).skip_recount()
    assert game.lines("bb.bonus") == [
        {"seat": "A", "location": "train", "value": 3},
        {"seat": "A", "location": "bank", "value": 3},
    ]
    assert [each["location"] for each in game.lines("bb.bonus.nobody")] == ["saloon", "mine"]
    assert not game.lines("bb.sudden_death"), "0-0-0 is no tie"


def test_bb_40_a_tie_is_shot_out_with_a_shooter_each():
    game = at_the_end(A={"bank": 1}, B={"bank": 1}, C={"bank": 1}).skip_recount()
    sudden_death(game, "bank")
    assert game.match.prompt.params["dice"] == dict.fromkeys("ABC", ("shooter1",))
    game.first("A", 1).aim("shooter:B")
    assert set(game.match.prompt.players) == {"A", "C"}, "A and C go on"
    game.first("C", 1)
    assert game.lines("bb.bonus") == [{"seat": "C", "location": "bank", "value": 3}]


def test_bb_40_from_left_to_right_and_never_a_run_away():
    game = at_the_end(A={"mine": 1, "bank": 1}, B={"mine": 1, "bank": 1}).skip_recount()
    refused("bb.verdict.run_away", game.match.answer, {"call": "first", "player": "A", "run_away": ["B"]})
    sudden_death(game, "bank").first("B")
    sudden_death(game, "mine").tie("A", "B").first("A")
    assert [(each["seat"], each["location"]) for each in game.lines("bb.bonus")] == [
        ("B", "bank"),
        ("A", "mine"),
    ]


def test_bb_40_setting_the_first_hit_wins_all():
    game = Game(3, sudden_death="first_hit")
    game = at_the_end(game=game, A={"bank": 1}, B={"bank": 1}, C={"bank": 1}).skip_recount()
    sudden_death(game, "bank").first("A", 1).aim("shooter:B")
    assert game.lines("bb.bonus") == [{"seat": "A", "location": "bank", "value": 3}]


@pytest.mark.parametrize("allowed", [False, True])
def test_bb_41_loot_cards_in_a_tie_shootout(allowed):
    game = at_the_end(game=Game(3, cards_in_ties=allowed), A={"bank": 1}, B={"bank": 1}).skip_recount()
    sudden_death(game, "bank")
    assert ("bb.play" in game.also) == allowed


def test_bb_41_a_red_card_of_the_last_location_is_played_before_the_bonuses():
    game = Game(3).give("A", "bank").last_round().round("mine", **APART)
    assert game.also["bb.play"] == ["A", "B", "C"], "at once: nothing else has been entered"
    game.skip_recount()
    assert game.asked == "bb.sudden_death" and "bb.play" not in game.also
    game = Game(3).last_round().round("mine", **APART).say("bb.recount", "A")
    assert "bb.play" not in game.also, "whoever counts has played what they play"


# -- Own This Town


def all_four_to(game, seat, others=""):
    """So many rounds that a player has robbed each location, and nobody declares anything."""
    for location, other in zip(game.s.row, (*game.s.row[1:], game.s.row[0]), strict=True):
        game.close(other)
        for each in game.s.row:
            if each != other:
                game.say("bb.winner", seat if each == location else None)
    return game


def test_bb_42_the_first_who_declares_and_not_the_first_who_could():
    game = all_four_to(all_four_to(minimal(3), "A"), "B")
    game.match.act("bb.own_this_town", "B")
    assert game.match.view()["state"]["own_this_town"] == "B"
    refused("bb.town.claimed", game.match.act, "bb.own_this_town", "A")


def test_bb_42_every_location_in_play_also_the_closed_one():
    game = minimal(2).close("saloon").say("bb.winner", "A", "A")
    why = refused("bb.town.not_all", game.match.act, "bb.own_this_town", "A")
    assert why == {"seat": "A", "missing": ["saloon"]}


def test_bb_42_cards_that_were_given_do_not_count():
    game = minimal(2).close("saloon").say("bb.winner", "A", "A").give("A", "saloon")
    refused("bb.town.not_all", game.match.act, "bb.own_this_town", "A")


def test_bb_42_anybody_may_say_it_at_any_time_so_that_its_key_tells_nothing():
    game = minimal(3)
    assert game.also["bb.own_this_town"] == ["A", "B", "C"]
    all_four_to(game, "A").close("mine")
    assert game.also["bb.own_this_town"] == ["A", "B", "C"]
    game.match.act("bb.own_this_town", "A")
    assert "bb.own_this_town" not in game.also


@pytest.mark.parametrize("reminder", ["privately", "never"])
def test_bb_42_only_whoever_may_claim_it_is_reminded(reminder):
    game = all_four_to(minimal(3, reminder=reminder), "A")
    seen = {viewer: game.match.view(viewer)["state"]["seats"]["A"] for viewer in ("public", "A", "B")}
    assert seen["A"]["may_claim"] == (reminder == "privately")
    assert "may_claim" not in seen["public"] and "may_claim" not in seen["B"]


def test_bb_43_the_earlier_location_decides_who_can_declare_first():
    game = Game(2, row=("train", "bank", "saloon"), entry="winners")
    game.close("train").say("bb.winner", "A", "B")
    game.close("train").say("bb.winner", "B", "A")
    game.close("saloon").say("bb.winner", "A")
    game.match.act("bb.own_this_town", "A")
    refused("bb.town.claimed", game.match.act, "bb.own_this_town", "B")
    game.say("bb.winner", "B")
    assert game.s.town == "A"


def test_bb_44_claimed_in_play_for_good_and_counted_at_the_end():
    game = all_four_to(minimal(3), "A")
    game.match.act("bb.own_this_town", "A")
    assert game.match.view()["standing"]["A"] == {"min": BOX["bonus_own_this_town"], "max": None}
    game.correct("loot_train:A", 0)
    assert game.s.town == "A", "never lost"


# -- the money


def test_bb_45_loot_played_and_secret_and_bonuses():
    game = Game(3).give("A", "train", 2).play("A", "other", 7, None)
    game = at_the_end(game=game, B={"bank": 1}).skip_recount().tally(A=[4], B=[6])
    result = game.match.result.as_json()
    assert result["scores"] == {"A": 14, "B": 9, "C": 0}
    assert result["breakdown"]["A"] == {"loot": 11, "bonuses": 3}
    assert result["ranking"] == [["A"], ["B"], ["C"]]


def tied(**options):
    game = at_the_end(game=Game(3, **options), A={"train": 1}, B={"bank": 1}, C={"mine": 1})
    return game.skip_recount().tally(A=[5], B=[5], C=[1])


def test_bb_45_a_money_tie_is_shot_out_with_all_dice():
    game = tied()
    assert game.asked == "bb.final_shootout"
    assert game.match.prompt.params["dice"] == dict.fromkeys(("A", "B"), ("shooter1", "shooter2", "coward"))
    game.first("B", 2, runs=["A"])
    assert game.match.result.as_json()["ranking"] == [["B"], ["A"], ["C"]]
    assert game.match.result.as_json()["scores"] == {"A": 8, "B": 8, "C": 4}


def test_bb_45_a_coward_that_was_brave_in_the_last_round_may_run():
    game = Game(2, row=("saloon", "bank", "train")).give("A", "saloon").give("B", "bank").last_round()
    game.round("saloon", A=ALL, B=ALL).play("A", "liquid_courage")
    game.match.act("bb.winner_only", "table", "A")
    game.skip_recount().tally(A=[0], B=[8])
    assert game.asked == "bb.final_shootout" and not game.match.view()["state"]["seats"]["A"]["brave"]
    game.first("B", 0, runs=["A"])
    assert game.match.prompt.params["dice"]["A"] == ("shooter1", "shooter2")


def test_bb_45_if_everybody_is_removed_it_is_repeated():
    game = tied().first("A", 2).aim("shooter:B", "shooter:B").first("B", 1).aim("shooter:A")
    game.first("B", 1).aim("shooter:A").first("A", 0, runs=["A", "B"])
    assert game.asked == "bb.final_shootout" and len(game.match.prompt.params["dice"]["B"]) == 3
    assert game.lines("bb.again") == [{"players": ["A", "B"]}]


def test_bb_45_the_others_who_have_as_much_share_a_place():
    cards = {seat: {location: 1} for seat, location in zip("ABC", ("train", "bank", "mine"), strict=True)}
    game = at_the_end(**cards).skip_recount().tally(A=[9], B=[5], C=[5])
    assert game.match.result.as_json()["ranking"] == [["A"], ["B", "C"]]


def test_bb_46_money_is_bounded_from_below_until_it_lies_open():
    game = Game(3).give("A", "train", 2).play("A", "other", 7, None)
    standing = game.match.view()["standing"]
    assert standing == {"A": {"min": 7, "max": None}, "B": 0, "C": 0}


def test_bb_46_a_note_is_for_its_owner_alone():
    game = Game(3).give("A", "train", 2)
    game.match.act("bb.note", "A", "train")
    game.say("bb.note.value", 6)
    assert game.match.view("A")["standing"]["A"] == {"min": 6, "max": None}
    assert game.match.view("A")["state"]["seats"]["A"]["noted"] == {"train": [6]}
    for viewer in ("public", "B"):
        assert game.match.view(viewer)["standing"]["A"] == {"min": 0, "max": None}
        assert game.match.log(1, viewer)[0]["params"]["value"] == {"hidden": True}


def test_bb_46_a_noted_card_that_is_played_is_not_counted_twice():
    game = Game(3).give("A", "train", 2)
    for value in (6, 2):
        game.match.act("bb.note", "A", "train")
        game.say("bb.note.value", value)
    assert game.match.view("A")["standing"]["A"] == 8
    game.play("A", "other", 2, None)
    assert game.match.view("A")["standing"]["A"] == 8 and game.match.view()["standing"]["A"]["min"] == 2
    game.play("A", "other", 3, None)
    assert game.match.view("A")["standing"]["A"] == 5, "what lies there is right"


def test_bb_46_notes_that_cannot_all_be_right_count_nothing():
    game = Game(3).give("A", "train", 2)
    for value in (6, 2):
        game.match.act("bb.note", "A", "train")
        game.say("bb.note.value", value)
    game.play("A", "other", 3, None)
    assert game.match.view("A")["standing"]["A"] == {"min": 3, "max": None}


def test_bb_46_a_newer_note_replaces_an_older_one():
    game = Game(3).give("A", "train")
    for value in (6, 2):
        game.match.act("bb.note", "A", "train")
        game.say("bb.note.value", value)
    assert game.match.view("A")["standing"]["A"] == 2


@pytest.mark.parametrize("noted", [(6,), (6, 2)])
def test_bb_46_when_a_card_was_taken_unseen_the_notes_may_not_be_right(noted):
    game = Game(3).give("A", "train", 2).give("B", "bank")
    for value in noted:
        game.match.act("bb.note", "A", "train")
        game.say("bb.note.value", value)
    game.play("B", "other", 1).say("bb.effect", "move_card").say("bb.effect.to", "C").say("bb.effect", None)
    assert game.match.view("A")["standing"]["A"] == {"min": 0, "max": None}


def test_what_was_noted_need_not_be_tallied():
    game = Game(3).give("A", "train", 2)
    game.match.act("bb.note", "A", "train")
    game.say("bb.note.value", 6)
    game = at_the_end(game=game).skip_recount()
    assert game.asked == "bb.tally" and game.match.view()["standing"]["A"]["min"] == 9, "laid open to all"
    game.tally(A=[1])
    assert game.match.result.as_json()["scores"]["A"] == 10
    assert game.match.box["loot_train_1"] == 6 and game.match.box["loot_train_2"] == 1


def test_everybody_tallies_at_once():
    game = at_the_end(A={"train": 1}, B={"bank": 2}).skip_recount()
    assert game.match.prompt.of == "A" and game.also["bb.tally"] == ["B"]
    assert [also.params["left"] for also in game.match.also() if also.id == "bb.tally"] == [2]
    game.match.act("bb.tally", "B", 4)
    assert game.match.prompt.params == {"left": 1}, "which card it is, nobody knows; but how many there are"
    game.tally(A=[1], B=[2])
    assert game.match.result.as_json()["scores"] == {"A": 4, "B": 9, "C": 0}


def test_no_bonus_is_printed_where_we_can_read_it_so_it_is_asked():
    game = at_the_end(game=Game(3, box={}), A={"train": 1}).skip_recount().say("box.bonus_train", 8)
    assert game.match.box["bonus_train"] == 8 and game.asked == "bb.tally"


def test_ended_early_what_lies_open_counts():
    game = Game(3).give("A", "train", 2).play("A", "other", 7, None).give("B", "bank")
    game.match.act("end_early", "table")
    result = game.match.result.as_json()
    assert result["scores"] == {"A": {"min": 7, "max": None}, "B": {"min": 0, "max": None}, "C": 0}
    assert result["ranking"] == [["A", "B", "C"]], "B may be ahead of A, and no better than C"


@pytest.mark.parametrize(
    ("scores", "groups"),
    [
        ({"A": exactly(5), "B": at_least(7)}, (("B",), ("A",))),
        ({"A": at_least(5), "B": at_least(7)}, (("A", "B"),)),
        ({"A": exactly(7), "B": at_least(7)}, (("A", "B"),)),
        ({"A": exactly(9), "B": exactly(5), "C": at_least(1)}, (("A", "B", "C"),)),
        ({"A": exactly(9), "B": exactly(5), "C": exactly(5)}, (("A",), ("B", "C"))),
    ],
)
def test_who_may_be_ahead_shares_a_place(scores, groups):
    assert places(scores) == groups
