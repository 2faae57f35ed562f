"""S-26 to S-34: action points, what is bought, and what is laid where."""

import pytest

from tests.engine.games import refused
from tests.games.sans_foi_ni_loi.script import Game, at_act


def test_s_26_six_points_a_turn_and_the_rest_lapses():
    game = at_act()
    assert game.s.points == 6
    game.act("line4").idle(2)
    assert game.s.active == "A" and game.s.points == 6
    game.done()
    assert game.s.points == 6 and game.s.active == "B"


def test_s_26_whoever_has_no_points_and_no_gold_is_done():
    game = at_act().act("line6")
    assert game.s.active == "B"


def test_s_27_a_land_and_a_cowboy_cost_one_point_the_others_what_is_printed():
    game = at_act().land("good").cowboy(1)
    assert game.s.points == 4
    game.card("herd", 3, 2)
    assert game.s.points == 2 and game.s.hands["A"] == 0
    assert [line["cost"] for line in game.lines("sf.laid")] == [1, 1, 2]


def test_s_27_a_fence_and_a_mine_have_their_cost_too():
    game = at_act().correct("hand:A", 4).land("good").card("fence", 2, 3, "land1").card("mine", 0, 1)
    assert game.s.points == 1 and game.s.ranches["A"].bonus == 2


def test_s_27_a_card_that_was_seen_before_is_one_answer():
    game = at_act().correct("hand:A", 6).land("excellent").card("herd", 3, 2).act("herd")
    assert game.asked == "sf.card" and game.options == {"3:2", "another"}
    game.say("sf.card", "3:2")
    assert game.s.points == 1 and [herd.number for herd in game.s.ranches["A"].of("herd")] == [3, 3]
    assert game.match.box["herd_1_value"] == 3 and game.match.box["herd_1_cost"] == 2
    game.act("herd")
    assert game.options == {"another"} and game.greyed == {"3:2": "sf.points.short"}
    refused("sf.points.short", game.match.answer, "3:2")


def test_s_27_a_box_that_knows_its_cards_need_not_be_told():
    box = {"herd_1_value": 2, "herd_1_cost": 1, "herd_2_value": 5, "herd_2_cost": 3, "herd_3_value": 4}
    game = at_act(box=box).land("good").act("herd")
    assert game.options == {"2:1", "5:3", "another"}, "of the third one half is known"


def test_s_27_faces_come_the_least_first_and_those_that_cost_too_much_say_so():
    known = {"herd_1_value": 5, "herd_1_cost": 3, "herd_2_value": 2, "herd_2_cost": 6, "herd_3_value": 2}
    box = known | {"herd_3_cost": 5, "herd_4_cost": 1}
    game = at_act(box=box).land("good").act("herd")
    assert list(game.match.prompt.options()) == ["2:5", "5:3", "another"], "all five points that are left"
    assert game.greyed == {"2:6": "sf.points.short"}
    game.say("sf.card", "2:5")
    assert game.s.active == "B" and game.count("herd") == 1


def test_s_27_the_same_face_is_kept_once_and_half_a_fact_is_left_alone():
    game = at_act(box={"herd_1_value": 4}).correct("hand:A", 9).correct("points", 9).land("excellent")
    game.card("herd", 3, 2).card("herd", 3, 2)
    box = {fact: value for fact, value in game.match.box.items() if fact.startswith("herd")}
    assert box == {"herd_1_value": 4, "herd_2_value": 3, "herd_2_cost": 2}


def test_more_faces_than_a_box_keeps_are_known_in_the_match():
    game = at_act().correct("hand:A", 12).land("excellent").correct("points", 30)
    for cost in range(1, 4):
        game.card("mine", 0, cost)
    assert game.match.box["mine_2_cost"] == 2 and "mine_3_cost" not in game.match.box
    game.act("mine")
    assert game.options == {"0:1", "0:2", "0:3", "another"}


def test_s_28_a_card_of_the_line_costs_its_place_and_playing_it_costs_again():
    game = at_act().act("line2")
    assert game.s.hands["A"] == 4 and game.s.points == 4
    game.land("good")
    assert game.s.points == 3 and game.s.hands["A"] == 3


@pytest.mark.parametrize("place", range(1, 7))
def test_s_28_each_place_has_its_price(place):
    game = at_act().correct("points", 7).act(f"line{place}")
    assert game.s.points == 7 - place
    assert game.lines("sf.bought")[-1]["cost"] == place
    assert game.state()["line"][place - 1] == {
        "place": f"line{place}",
        "costs": place,
        "there": False,
        "card": None,
    }


def test_s_29_nothing_slides_during_the_turn():
    game = at_act().act("line1")
    assert game.greyed["line1"] == "sf.line.empty"
    game.act("line2")
    assert game.s.points == 3, "the second place still costs two"
    refused("sf.line.empty", game.match.answer, "line2")


def test_s_30_a_blind_card_costs_three_points_as_often_as_one_likes():
    game = at_act()
    pile = game.s.pile
    game.act("blind", "blind")
    assert game.s.pile == pile - 2 and game.s.hands["A"] == 5
    assert game.s.active == "B", "six points are spent"


def test_s_30_no_blind_card_without_a_pile():
    game = at_act().correct("pile", 1).act("blind")
    assert game.s.pile == 0 and game.greyed["blind"] == "sf.pile.empty"
    refused("sf.pile.empty", game.match.answer, "blind")


def test_s_30_nobody_else_sees_it():
    game = at_act().act("blind")
    assert game.state("B")["seats"]["A"]["hand"] == 4 and game.state("B")["seats"]["A"]["known"] == []


def test_s_31_two_gold_a_point_to_the_bank():
    game = at_act().correct("gold:A", 4)
    assert game.s.bank == 56
    game.act("buy_points").say("sf.buy_points", 2)
    assert game.s.points == 8 and game.s.bank == 60 and game.s.gold["A"] == 0
    assert game.lines("sf.points") == [{"seat": "A", "points": 2, "gold": 4}]
    assert game.greyed["buy_points"] == "sf.gold.short"


def test_s_31_gold_that_is_corrected_away_meanwhile_buys_nothing():
    game = at_act().correct("gold:A", 4).act("buy_points").correct("gold:A", 1)
    assert game.asked == "sf.action" and game.s.points == 6 and game.s.gold["A"] == 1


def test_s_31_only_in_step_4():
    game = Game(2)
    game.lie("herd", 2, game.lie("land", "good"))
    game.correct("gold:A", 9).idle(2)
    assert game.s.step == "guard" and "sf.buy_points" not in {prompt.id for prompt in game.match.also()}


def bank_emptied(**options):
    """The bank paid its last gold in step 2."""
    game = Game(2, gold=6, **options)
    game.lie("herd", 6, game.lie("land", "good"))
    return game.idle(2).guard(1, 6).sell("herd1")


def test_s_32_the_moment_the_bank_is_empty_decides():
    game = bank_emptied().act("buy_points").say("sf.buy_points", 1).done()
    assert game.s.bank == 2 and game.asked == "sf.recount"


def test_s_32_a_table_may_look_at_the_end_of_the_turn():
    game = bank_emptied(bank="looked_at")
    assert game.state()["ending"] == []
    game.act("buy_points").say("sf.buy_points", 1).done()
    assert game.s.active == "B" and game.asked == "sf.action"
    assert bank_emptied(bank="looked_at").done().asked == "sf.recount"


def test_s_33_nobody_owes_anything():
    game = at_act().correct("gold:A", 1)
    assert game.greyed["buy_points"] == "sf.gold.short"
    refused("sf.gold.short", game.match.answer, "buy_points")
    game.correct("gold:A", 5).act("buy_points")
    assert refused("sf.gold.short", game.match.answer, 3)["max"] == 2
    for junk in (0, -1, -(10**30)):
        refused("answer.range", game.match.answer, junk)
    for junk in (True, 1.0, "1", [1], None):
        refused("answer.required" if junk is None else "answer.kind", game.match.answer, junk)
    assert game.s.gold["A"] == 5 and game.s.points == 6


def test_s_33_what_costs_more_points_than_there_are():
    game = at_act().act("line4")
    assert game.greyed == {
        "line3": "sf.points.short",
        "line4": "sf.line.empty",
        "line5": "sf.points.short",
        "line6": "sf.points.short",
        "blind": "sf.points.short",
        "herd": "sf.land.none",
        "mine": "sf.land.none",
        "buy_points": "sf.gold.short",
    }
    game.act("fence").say("sf.card.number", 1)
    assert refused("sf.points.short", game.match.answer, 3)["max"] == 2
    refused("answer.range", game.match.answer, 0)
    refused("answer.range", game.match.answer, -2)


def test_s_33_with_one_point_left_a_cost_is_asked_all_the_same():
    game = at_act().act("line5", "fence").say("sf.card.number", 1)
    assert game.asked == "sf.card.cost" and (game.match.prompt.least, game.match.prompt.most) == (1, 1)
    refused("sf.points.short", game.match.answer, 2)
    assert "fence_1_cost" not in game.match.box, "what nobody read off the card"
    game.say("sf.card.cost", 1)
    assert game.match.box["fence_1_cost"] == 1


def test_s_33_a_cost_that_no_card_has_is_not_for_want_of_points():
    game = at_act().correct("points", 20).act("fence").say("sf.card.number", 1)
    assert refused("answer.range", game.match.answer, 13)["max"] == 12
    refused("sf.points.short", game.match.answer, 21)
    game.say("sf.card.cost", 12)
    assert game.s.points == 8


def test_s_34_one_herd_too_many_is_told_and_not_forbidden():
    game = at_act().correct("hand:A", 9).land("scrub").card("herd", 2, 1)
    assert game.lines("sf.crowded") == []
    game.act("herd").say("sf.card", "2:1")
    assert game.lines("sf.crowded") == [
        {"seat": "A", "land": {"kind": "land", "quality": "scrub"}, "herds": 2, "holds": 1}
    ]
    assert game.count("herd") == 2 and game.state()["seats"]["A"]["lands"]["land1"]["crowded"]


@pytest.mark.parametrize(("quality", "holds"), [("scrub", 1), ("good", 2), ("excellent", 3)])
def test_s_34_a_land_holds_one_to_three_herds(quality, holds):
    game = at_act().correct("hand:A", 9).land(quality).card("herd", 2, 1)
    for _ in range(holds):
        assert not game.lines("sf.crowded")
        game.act("herd").say("sf.card", "2:1")
    assert len(game.lines("sf.crowded")) == 1


def test_s_34_a_poor_herd_may_stand_on_an_excellent_land_and_the_owner_says_where():
    game = at_act().correct("hand:A", 9).land("excellent").land("scrub").card("herd", 1, 1, "land1")
    game.act("herd").say("sf.card", "1:1")
    assert game.asked == "sf.card.where" and game.options == {"land1", "land2"}
    assert game.params["lands"]["land1"] == {"kind": "land", "quality": "excellent", "herds": 1, "holds": 3}


def test_s_34_what_is_no_herd_is_no_news_on_a_crowded_land():
    game = at_act().correct("hand:A", 9).land("scrub").card("herd", 2, 1).act("herd").say("sf.card", "2:1")
    game.cowboy(1, "land1")
    game.lie("fence", 1, "land1")
    assert len(game.lines("sf.crowded")) == 1


def test_a_herd_and_a_mine_need_a_land():
    game = at_act()
    assert game.greyed["herd"] == game.greyed["mine"] == "sf.land.none"
    refused("sf.land.none", game.match.answer, "herd")


def test_without_cards_nothing_is_laid():
    game = at_act().land("good").land("good").land("good")
    assert {game.greyed[kind] for kind in ("land", "herd", "cowboy", "fence", "mine", "other")} == {
        "sf.hand.empty"
    }


def test_nothing_else_happens_while_a_card_is_laid():
    game = at_act().act("cowboy")
    refused("sf.card.one_first", game.match.act, "sf.out_of_turn", "B", "A")
    refused("sf.card.one_first", game.match.act, "sf.tidy", "table", "A")
    refused("act.not_yours", game.match.act, "correct", "table", "points")


def entered():
    game = Game(2, line="cards")
    kinds = ("land", "herd", "cowboy", "fence", "mine", "other")
    return game.say("sf.line.card", *kinds).say("sf.first_player", "A")


def test_a_card_of_the_line_is_known_until_it_is_played():
    game = entered().act("line1").act("line3")
    assert game.state()["seats"]["A"]["known"] == ["land", "cowboy"]
    game.land("good")
    assert game.state()["seats"]["A"]["known"] == ["cowboy"]


def test_what_is_known_of_a_hand_is_no_more_than_it_has():
    game = entered().act("line1").correct("points", 9).cowboy(1).cowboy(1).cowboy(1)
    assert game.s.hands["A"] == 1 and game.state()["seats"]["A"]["known"] == ["land"]
    game.cowboy(1)
    assert game.state()["seats"]["A"]["known"] == [], "it was another one"


def test_what_leaves_a_hand_unseen_leaves_nothing_known():
    game = entered().act("line1").tidy("A").say("sf.effect", "cards").say("sf.effect.cards", 1)
    game.say("sf.effect.taker", "B").say("sf.effect", None)
    assert game.state()["seats"]["A"]["known"] == []
    game = entered().act("line1").correct("hand:A", 5)
    assert game.state()["seats"]["A"]["known"] == []


def test_the_refill_of_an_entered_line_asks_for_each_new_card():
    game = entered().act("line2").act("line4")
    assert game.match.prompt.id == "sf.line.card" and game.match.prompt.place == "line5"
    game.say("sf.line.card", "fence", "herd")
    assert [place["card"] for place in game.state()["line"]] == [
        *("land", "cowboy", "mine", "other", "fence", "herd")
    ]
