"""S-35 to S-37: tricks and counters as generic effects, persons, and lands that are lost."""

import pytest

from tests.engine.games import refused
from tests.games.sans_foi_ni_loi.script import Game, at_act


def with_land_of_b(**options):
    """A acts; B has a land with two herds, a cowboy and a mine."""
    game = Game(3, **options)
    land = game.lie("land", "good", seat="B")
    for kind, number in (("herd", 2), ("herd", 3), ("cowboy", 1), ("mine", 0)):
        game.lie(kind, number, land, seat="B")
    return game


def everything(game):
    return {
        seat: [(card.id, card.kind, card.number, card.on, card.age) for card in ranch.cards.values()]
        for seat, ranch in game.s.ranches.items()
    }


# -- tricks and counters


def test_s_35_a_countered_trick_changes_nothing_and_is_spent():
    game = with_land_of_b()
    before, discards = everything(game), game.s.discards
    game.trick(2, "B", counter="B")
    assert everything(game) == before and game.s.points == 4
    assert game.s.hands == {"A": 2, "B": 2, "C": 3} and game.s.discards == discards + 2
    assert game.lines("sf.countered") == [{"seat": "B", "of": "A"}] and game.asked == "sf.action"


def test_s_35_a_trick_that_is_not_countered_does_what_the_table_enters():
    game = with_land_of_b().trick(2, "B", counter="nobody")
    game.say("sf.effect", "remove").say("sf.effect.card", "herd2").say("sf.effect", None)
    assert game.count("herd", "B") == 1 and game.s.hands == {"A": 2, "B": 3, "C": 3}
    assert game.s.discards == 2, "the herd and the trick"
    assert game.lines("sf.effect.removed")[0]["of"] == "B"


def test_s_35_anybody_who_has_a_card_may_counter():
    game = with_land_of_b().correct("hand:B", 0).act("other").say("sf.card.cost", 1).say("sf.card.on", "B")
    assert game.match.prompt.of == "B" and game.options == {"C"}
    game.say("sf.counter", "C")
    assert game.s.hands["C"] == 2


def test_s_35_nobody_who_could_is_not_asked_and_nobody_counters_their_own():
    game = with_land_of_b().correct("hand:B", 0).correct("hand:C", 0).trick(1, "B")
    assert game.asked == "sf.effect"
    assert at_act().trick(1, "A").asked == "sf.effect"


def test_s_35_a_card_may_be_played_out_of_turn_for_nothing():
    game = with_land_of_b()
    game.match.act("sf.out_of_turn", "C", "B")
    game.say("sf.counter", None).say("sf.effect", "move").say("sf.effect.card", "cowboy1")
    game.say("sf.effect.to", "C").say("sf.effect", None)
    assert game.count("cowboy", "C") == 1 and game.s.points == 6 and game.s.hands["C"] == 2
    assert game.asked == "sf.action", "A goes on"
    assert game.lines("sf.played") == [{"seat": "C", "of": "B", "cost": 0}]
    game.correct("hand:C", 0)
    refused("sf.hand.empty", game.match.act, "sf.out_of_turn", "C", "B")


def test_s_35_whom_it_is_played_on_counters_first_and_then_to_the_left():
    game = with_land_of_b().act("other").say("sf.card.cost", 1).say("sf.card.on", "C")
    assert list(game.match.prompt.options()) == ["C", "B"]


def resolve(game, *answers):
    """Answer whatever the effect asks, to its end."""
    for answer in answers:
        game.match.answer(answer)
    assert game.asked == "sf.effect", game.match.prompt
    return game


def on_b(**options):
    return with_land_of_b(**options).trick(1, "B", counter="nobody")


def test_s_35_gold_changes_hands_and_is_conserved():
    game = with_land_of_b().correct("gold:B", 7).trick(1, "B", counter="nobody")
    resolve(game, "gold", "B", "A", 3)
    assert game.s.gold == {"A": 3, "B": 4, "C": 0} and game.s.bank == 53
    game.say("sf.effect", "gold").say("sf.effect.pays", "B").say("sf.effect.gets", "table")
    assert refused("sf.gold.short", game.match.answer, 5)["max"] == 4
    resolve(game, 4)
    assert game.s.gold == {"A": 3, "B": 0, "C": 0} and game.s.bank == 57
    game.say("sf.effect", "gold").say("sf.effect.pays", "table").say("sf.effect.gets", "C")
    assert refused("sf.bank.empty", game.match.answer, 58)["max"] == 57
    resolve(game, 57)
    assert game.state()["ending"] == ["bank"]


def test_s_35_only_who_has_gold_pays():
    game = on_b().say("sf.effect", "gold")
    assert game.asked == "sf.effect.gets", "only the bank has any, and nobody need say so"
    assert game.options == {"A", "B", "C"}


def test_s_35_without_any_gold_none_changes_hands():
    game = at_act().correct("bank", 0).trick(1, "A")
    assert game.greyed["gold"] == "sf.gold.short"


def test_s_35_cards_leave_a_hand():
    game = resolve(on_b(), "cards", 2, "A")
    assert game.s.hands == {"A": 4, "B": 1, "C": 3}
    resolve(game, "cards", None)
    assert game.s.hands["B"] == 0 and game.s.discards == 1
    assert game.greyed["cards"] == "sf.hand.empty"


def test_s_35_no_more_cards_than_there_are():
    game = on_b().say("sf.effect", "cards")
    assert refused("sf.hand.empty", game.match.answer, 4)["max"] == 3
    game = on_b().say("sf.effect", "draw")
    assert refused("sf.pile.empty", game.match.answer, 200)["max"] == game.s.pile


def test_s_35_cards_come_from_the_pile():
    game = on_b()
    pile = game.s.pile
    resolve(game, "draw", 4)
    assert game.s.pile == pile - 4 and game.s.hands["B"] == 7
    resolve(game, "draw", game.s.pile)
    assert game.state()["ending"] == ["pile"] and game.greyed["draw"] == "sf.pile.empty"


def test_s_35_points_are_set_in_step_4_only():
    game = resolve(on_b(), "points", 9)
    assert game.s.points == 9
    assert game.lines("sf.effect.points") == [{"seat": "A", "of": "A", "points": 9}], "whoever's turn it is"
    other = Game(2)
    other.lie("herd", 2, other.lie("land", "good"))
    other.idle(2).tidy("A")
    assert other.s.step == "guard" and other.greyed["points"] == "sf.points.not_now"


def test_s_35_a_card_is_laid_without_being_played():
    game = resolve(on_b(), "add", "land", "hand", "scrub")
    assert game.count("land", "B") == 2 and game.s.hands["B"] == 2
    resolve(game, "add", "fence", "nowhere", 2, "ranch")
    assert game.s.ranches["B"].bonus == 3 and game.s.out == -6
    resolve(game, "remove", "fence1")
    resolve(game, "add", "cowboy", "discards", 2, "land1")
    assert game.s.discards == 0 and game.lines("sf.laid")[-1]["cost"] is None
    resolve(game, "add", "other", "nowhere")
    assert game.s.ranches["B"].cards["other1"].on is None, "of other cards nobody asks on which land"
    game.say("sf.effect", "add").say("sf.effect.kind", "herd").say("sf.effect.from", "hand")
    assert refused("answer.range", game.match.answer, 0)["min"] == 1


def test_s_35_where_it_can_come_from():
    game = on_b().say("sf.effect", "add").say("sf.effect.kind", "land")
    assert game.options == {"hand", "nowhere"} and game.greyed == {"discards": "sf.discards.empty"}
    refused("sf.discards.empty", game.match.answer, "discards")


def test_s_35_a_herd_needs_a_land_there_too():
    game = at_act().trick(1, "B", counter="nobody").say("sf.effect", "add")
    assert game.options == {"land", "cowboy", "fence", "other"}


def test_s_35_effects_with_nothing_to_work_on():
    game = at_act().correct("hand:B", 0).trick(1, "B")
    assert game.greyed == {
        **dict.fromkeys(("remove", "move", "age"), "sf.effect.nothing_there"),
        "cards": "sf.hand.empty",
        "order": "sf.line.not_entered",
        "to_line": "sf.line.full",
    }


def test_s_35_a_land_moves_with_all_that_is_on_it():
    game = resolve(on_b(), "move", "land1", "A")
    assert everything(game)["B"] == []
    assert game.s.ranches["A"].ids() == [] and len(everything(game)["A"]) == 5
    assert {card.on for card in game.s.ranches["A"].of("herd", "cowboy", "mine")} == {"land1"}


def test_s_35_a_herd_moves_only_where_a_land_is():
    game = on_b().say("sf.effect", "move").say("sf.effect.card", "herd1")
    assert game.asked == "sf.effect", "B's only land is the only place there is"
    assert game.lines("sf.effect.moved")[0]["taker"] == "B"
    game = with_land_of_b()
    game.lie("land", "scrub", seat="C")
    game.trick(1, "B", counter="nobody").say("sf.effect", "move").say("sf.effect.card", "herd1")
    assert game.options == {"B", "C"}
    resolve(game, "C")
    assert game.s.ranches["C"].cards["herd1"].on == "land2"


def test_s_35_what_lies_on_no_land_moves_to_another_ranch():
    game = with_land_of_b()
    game.lie("other", seat="B")
    game.trick(1, "B", counter="nobody").say("sf.effect", "move").say("sf.effect.card", "other1")
    assert game.options == {"A", "C"}
    game.say("sf.effect.to", "C").say("sf.effect", "move").say("sf.effect.card", "land1")
    assert game.asked == "sf.effect.to" and game.options == {"A", "C"}


def test_s_35_a_cowboy_moves_within_its_ranch_too():
    game = on_b().say("sf.effect", "move").say("sf.effect.card", "cowboy1")
    assert game.options == {"A", "B", "C"}
    resolve(game, "B", "ranch")
    assert game.s.ranches["B"].cards["cowboy1"].on is None


def test_s_19_a_herd_may_be_as_young_as_new():
    game = resolve(on_b(), "age", "herd1", 0)
    assert game.lines("sf.effect.aged")[-1]["card"] == {"kind": "herd", "value": 2, "age": 0, "worth": 0}


def test_one_thing_is_put_right_after_the_other():
    game = on_b().say("sf.effect", None).tidy("A")
    refused("sf.card.one_first", game.match.act, "sf.tidy", "table", "B")
    refused("sf.card.one_first", game.match.act, "sf.out_of_turn", "C", "B")
    refused("act.not_yours", game.match.act, "correct", "table", "bank")
    game.say("sf.effect", None).tidy("B").say("sf.effect", None)


def test_s_35_one_herd_too_many_is_told_there_too():
    game = with_land_of_b()
    game.lie("land", "scrub", seat="A")
    game.trick(1, "B", counter="nobody")
    resolve(game, "move", "herd1", "A")
    assert not game.lines("sf.crowded")
    resolve(game, "move", "herd2", "A")
    assert game.lines("sf.crowded")[0]["herds"] == 2


# -- persons


def entered():
    game = Game(2, line="cards")
    kinds = ("land", "herd", "cowboy", "fence", "mine", "other")
    return game.say("sf.line.card", *kinds).say("sf.first_player", "A")


def test_s_36_the_mayor_changes_the_order_of_the_line_and_prices_follow():
    game = entered().tidy("A").say("sf.effect", "order")
    game.say("sf.effect.order", ["line2", "line3", "line4", "line5", "line6", "line1"])
    assert [place["card"] for place in game.state()["line"]] == [
        *("herd", "cowboy", "fence", "mine", "other", "land")
    ]
    game.say("sf.effect", None).act("line1")
    assert game.s.points == 5 and game.state()["seats"]["A"]["known"] == ["herd"]
    assert game.lines("sf.bought")[-1]["card"] == "herd"


def test_s_36_open_places_stay_open():
    game = entered().act("line1").act("line3").tidy("A").say("sf.effect", "order")
    game.say("sf.effect.order", ["line6", "line5", "line4", "line2"])
    assert [place["card"] for place in game.state()["line"]] == [
        *(None, "other", None, "mine", "fence", "herd")
    ]


def test_s_36_one_card_alone_has_no_order():
    game = entered().correct("points", 30)
    game.act("line1", "line2", "line3", "line4", "line5").tidy("A")
    assert game.greyed["order"] == "sf.line.empty"


def test_s_36_a_person_stays_in_a_ranch():
    game = at_act().trick(1, "A").say("sf.effect", "stay").say("sf.effect.stays_as", "cowboy")
    game.say("sf.card.number", 0)
    assert game.count("cowboy") == 1 and game.s.discards == 0 and game.greyed["stay"] == "sf.effect.no_card"
    game.say("sf.effect", None)
    assert game.s.discards == 0
    game.trick(1, "A").say("sf.effect", "stay").say("sf.effect.stays_as", "other").say("sf.effect", None)
    assert game.count("other") == 1 and game.count("cowboy") == 1


def test_s_36_a_person_that_is_a_cowboy_stays_on_a_land_or_on_none():
    game = at_act().land("good").trick(1, "A").say("sf.effect", "stay").say("sf.effect.stays_as", "cowboy")
    game.say("sf.card.number", 2)
    assert game.options == {"land1", "ranch"}
    game.say("sf.card.where", "land1")
    assert game.s.ranches["A"].cards["cowboy1"].on == "land1"


def test_s_36_without_a_card_nothing_stays():
    game = at_act().tidy("A")
    assert game.greyed["stay"] == "sf.effect.no_card"


# -- the Line has six places


def test_a_seventh_card_on_the_line():
    game = at_act().tidy("A")
    assert game.greyed["to_line"] == "sf.line.full"
    refused("sf.line.full", game.match.answer, "to_line")
    game.say("sf.effect", None).act("line2").tidy("A")
    pile = game.s.pile
    game.say("sf.effect", "to_line")
    assert game.s.pile == pile - 1 and len(game.s.places) == 6
    refused("sf.line.full", game.match.answer, "to_line")


def test_the_last_card_of_the_pile_may_come_to_the_line():
    game = at_act().act("line1").correct("pile", 1).tidy("A").say("sf.effect", "to_line")
    assert game.s.pile == 0 and game.state()["ending"] == ["pile"]


def test_a_card_of_the_line_is_discarded():
    game = at_act().tidy("A").say("sf.effect", "off_line").say("sf.effect.place", "line3")
    assert "line3" not in game.s.places and game.s.discards == 1


def test_without_cards_none_is_discarded():
    game = at_act().correct("points", 30).correct("pile", 1)
    game.act("line1", "line2", "line3", "line4", "line5", "line6").tidy("A")
    assert game.greyed["off_line"] == "sf.line.empty"


def test_a_line_without_a_pile():
    game = at_act().act("line1").correct("pile", 0).tidy("A")
    assert game.greyed["to_line"] == "sf.pile.empty"


# -- lands that are lost


@pytest.mark.parametrize(("answer", "herds", "cowboys"), [("all", 0, 0), ("herds", 0, 1), ("nothing", 2, 1)])
@pytest.mark.parametrize("is_asked", [True, False])
def test_s_37_what_was_on_a_land_the_table_says(answer, herds, cowboys, is_asked):
    game = with_land_of_b(**({} if is_asked else {"lost_land": answer})).trick(1, "B", counter="nobody")
    game.say("sf.effect", "remove").say("sf.effect.card", "land1")
    if is_asked:
        game.say("sf.land.lost", answer)
    assert (game.count("herd", "B"), game.count("cowboy", "B")) == (herds, cowboys)
    assert game.count("land", "B") == game.count("mine", "B") == 0
    assert len(game.state()["seats"]["B"]["no_land"]) == herds + cowboys
    game.say("sf.effect", None)
    assert game.s.discards == 1 + 1 + 1 + (2 - herds) + (1 - cowboys), "trick, land, mine, and what went"


def test_s_37_of_an_empty_land_nothing_is_asked():
    game = at_act()
    game.lie("land", "good", seat="B")
    game.trick(1, "B", counter="nobody").say("sf.effect", "remove")
    assert game.asked == "sf.effect" and game.count("land", "B") == 0


def test_s_37_herds_on_no_land_are_guarded_and_sold_like_others():
    game = with_land_of_b(lost_land="nothing").trick(1, "B", counter="nobody").say("sf.effect", "remove")
    game.say("sf.effect.card", "land1").say("sf.effect", None).done()
    assert game.s.active == "B" and game.params == {"owner": "B", "herds": 2, "bonus": 1}
    game.guard(1, 6).sell("herd1", "herd2")
    assert game.s.gold["B"] == 5
