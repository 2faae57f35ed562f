"""S-38 to S-47: hand limit, refill, what ends the game, and prestige."""

from fractions import Fraction

import pytest

from shared_rules.games.sans_foi_ni_loi.prestige import points
from tests.engine.games import refused
from tests.games.sans_foi_ni_loi.script import NAMES, Game, at_act

# -- step 5


def test_s_38_ten_cards_at_the_end_of_ones_own_turn():
    game = at_act().correct("hand:A", 12).correct("hand:B", 13).done()
    assert game.s.hands == {"A": 10, "B": 13} and game.s.discards == 2
    assert game.lines("sf.discarded") == [{"seat": "A", "cards": 2}]
    game.done()
    assert game.s.hands["B"] == 10


def test_s_38_eleven_are_one_too_many():
    game = at_act().correct("hand:A", 11).done()
    assert game.s.hands["A"] == 10 and game.lines("sf.discarded") == [{"seat": "A", "cards": 1}]


def test_s_38_ten_are_not_too_many_and_the_limit_is_of_the_end_only():
    game = at_act().correct("hand:A", 10).act("line1")
    assert game.s.hands["A"] == 11
    game.land("scrub").done()
    assert game.s.hands["A"] == 10 and not game.lines("sf.discarded")


def entered():
    game = Game(2, line="cards")
    kinds = ("land", "herd", "cowboy", "fence", "mine", "other")
    return game.say("sf.line.card", *kinds).say("sf.first_player", "A")


def test_s_39_cards_slide_in_their_order_and_new_ones_come_behind():
    game = entered().correct("points", 8).act("line2", "line5").done()
    assert [place["card"] for place in game.state()["line"]] == [
        *("land", "cowboy", "fence", "other", None, None)
    ]
    pile = game.s.pile
    game.say("sf.line.card", "herd", "mine")
    assert [place["card"] for place in game.state()["line"][4:]] == ["herd", "mine"]
    assert game.s.pile == pile - 2


def test_s_39_a_place_that_is_filled_meanwhile_or_has_no_card_left_is_not_asked_about():
    game = entered().act("line2").done()
    assert game.match.prompt.place == "line6"
    pile = game.s.pile
    game.tidy("A").say("sf.effect", "to_line").say("sf.line.card", "mine").say("sf.effect", None)
    assert game.s.active == "B" and game.s.pile == pile - 1 and game.state()["line"][5]["card"] == "mine"
    game = entered().act("line2").done().correct("pile", 0)
    assert game.asked == "sf.recount" and game.state()["line"][5]["card"] is None


def test_s_39_a_line_that_is_not_entered_costs_the_pile_as_many():
    game = at_act()
    pile = game.s.pile
    game.act("line2", "line3").done()
    assert game.s.pile == pile - 2 and all(place["there"] for place in game.state()["line"])


def test_s_40_a_pile_that_runs_out_leaves_a_place_open_and_ends_the_game():
    game = at_act().correct("pile", 1).act("line2", "line3").done()
    assert game.state()["ending"] == ["pile"] and game.s.pile == 0
    assert [place["there"] for place in game.state()["line"]] == [True] * 5 + [False]
    assert game.asked == "sf.recount"


def test_s_40_nothing_left_after_a_complete_refill_counts_too():
    game = at_act().correct("pile", 2).act("line2", "line3").done()
    assert all(place["there"] for place in game.state()["line"]) and game.asked == "sf.recount"
    game = at_act().correct("pile", 3).act("line2", "line3").done()
    assert game.asked == "sf.action" and game.s.active == "B"


def test_s_40_a_blind_card_may_be_the_last_and_the_turn_is_finished():
    game = at_act().correct("pile", 1).act("blind")
    assert game.lines("sf.last_turn") == [{"what": "pile"}] and game.asked == "sf.action"
    game.land("good").done()
    assert game.asked == "sf.recount" and game.count("land") == 1


def test_s_41_the_turn_is_finished_and_what_is_laid_in_it_counts():
    game = Game(2, gold=17)
    for _ in range(3):
        game.lie("herd", 6, game.lie("land", "scrub"))
    game.idle(2).guard(1, 6).sell("herd1", "herd2", "herd3")
    assert game.s.bank == 0
    game.card("herd", 2, 2, "land2").done()
    assert game.asked == "sf.recount" and game.match.round is None
    game.say("sf.recount", None)
    assert game.match.result.breakdown["A"]["herds"] == 5
    assert game.match.result.breakdown["A"]["gold"] == 5


def test_s_41_no_turn_follows_for_the_others():
    game = at_act(3).correct("pile", 1).act("blind").done()
    assert game.asked == "sf.recount" and game.s.turn == 1


def test_a_bank_that_was_counted_wrong_ends_nothing():
    game = at_act().correct("bank", 0)
    assert game.state()["ending"] == ["bank"]
    game.correct("bank", 5).done()
    assert game.state()["ending"] == [] and game.s.active == "B"
    game.correct("pile", 0).correct("pile", 9).done()
    assert game.state()["ending"] == [] and game.s.active == "A"


def test_gold_that_was_entered_wrong_and_emptied_the_bank_ends_nothing():
    game = at_act().correct("gold:A", 60)
    assert game.state()["ending"] == ["bank"]
    game.correct("gold:A", 60)
    assert game.lines("sf.last_turn") == [{"what": "bank"}], "told once"
    game.correct("gold:A", 6)
    assert game.state()["ending"] == [] and game.s.bank == 54
    game = at_act(gold=17).correct("gold:B", 17).correct("gold:B", 15).correct("gold:A", 2)
    assert game.state()["ending"] == ["bank"], "and now it is empty"
    game = bank_paid_all().act("buy_points").say("sf.buy_points", 1).correct("gold:A", 3)
    assert game.s.bank == 3 and game.state()["ending"] == ["bank"], "it was empty, whoever has what now"


def bank_paid_all():
    game = Game(2, gold=6)
    game.lie("herd", 6, game.lie("land", "good"))
    return game.idle(2).guard(1, 6).sell("herd1")


# -- prestige


def at_the_end(people=2, **more):
    return at_act(people, **more).correct("pile", 0)


def finish(game):
    game.done().say("sf.recount", None)
    return game.match.result


def test_s_42_cards_are_counted_not_their_quality_and_a_mine_is_no_land():
    game = at_the_end()
    for quality in ("scrub", "good", "excellent"):
        game.lie("land", quality)
    game.lie("mine", on="land3")
    game.lie("fence", 2)
    game.lie("cowboy", 3)
    assert game.state()["seats"]["A"]["counts"] == {"lands": 3, "herds": 0, "cowboys": 1, "gold": 0}
    game.done()
    assert finish_now(game).breakdown["A"] == {"lands": 5, "herds": 0, "cowboys": 5, "gold": 0}


def finish_now(game):
    return game.say("sf.recount", None).match.result


def test_s_42_hand_cards_count_nothing():
    game = at_the_end().correct("hand:A", 9)
    assert finish(game).scores == {"A": 0, "B": 0}


def test_s_42_the_table_may_enter_the_final_number():
    game = at_the_end()
    game.lie("cowboy", 1)
    game.done().say("sf.recount", "A").say("sf.recount.agrees", "no").say("sf.recount.count", 0, 0, 3, 0)
    game.say("sf.recount", None)
    assert game.lines("sf.category")[2]["counts"] == {"A": 3, "B": 0}


def worth(*counts, ties="higher"):
    names = NAMES[: len(counts)]
    return [*points(dict(zip(names, counts, strict=True)), ties).values()]


def test_s_43_five_three_two_one_and_then_nothing():
    assert worth(6, 5, 4, 3, 2, 1) == [5, 3, 2, 1, 0, 0]
    assert worth(1, 2, 3, 4, 5, 6) == [0, 0, 1, 2, 3, 5]


def test_s_44_nothing_brings_nothing_and_moves_nobody_down():
    assert worth(0, 0, 5) == [0, 0, 5]
    assert worth(0, 3, 0, 1) == [0, 5, 0, 3]
    for ties in ("higher", "split", "lower", "next"):
        assert worth(0, 0, 0, ties=ties) == [0, 0, 0]


@pytest.mark.parametrize(
    ("ties", "first", "second"),
    [
        ("higher", [5, 5, 2, 0], [5, 3, 3, 3, 3]),
        ("split", [4, 4, 2, 0], [5, *[Fraction(3, 2)] * 4]),
        ("lower", [3, 3, 2, 0], [5, 0, 0, 0, 0]),
        ("next", [5, 5, 3, 0], [5, 3, 3, 3, 3]),
    ],
)
def test_s_45_who_is_level(ties, first, second):
    assert worth(3, 3, 1, 0, ties=ties) == first
    assert worth(4, 2, 2, 2, 2, ties=ties) == second


def test_s_45_places_behind_the_level_ones():
    assert worth(9, 9, 9, 4, 3, ties="higher") == [5, 5, 5, 1, 0]
    assert worth(9, 9, 9, 4, 3, ties="split") == [Fraction(10, 3)] * 3 + [1, 0]
    assert worth(9, 9, 9, 4, 3, ties="next") == [5, 5, 5, 3, 2]
    assert worth(9, 9, 9, 4, 3, ties="lower") == [2, 2, 2, 1, 0]


def test_s_45_the_chosen_way_decides_and_fractions_stay_exact():
    game = at_the_end(3, ties="split")
    for seat in NAMES[:3]:
        game.lie("land", "scrub", seat=seat)
    third = Fraction(10, 3)
    assert game.match.view()["standing"]["A"] == float(third)
    game.lie("land", "good", seat="A")
    result = finish(game)
    assert result.scores == {"A": 5, "B": Fraction(5, 2), "C": Fraction(5, 2)}
    assert result.as_json()["scores"] == {"A": 5, "B": 2.5, "C": 2.5}


def level():
    """A has a land, B a cowboy, and gold that brings both 5 and 3."""
    game = at_the_end(3)
    game.lie("land", "good")
    game.lie("land", "good")
    game.lie("land", "good", seat="B")
    return game.correct("gold:A", 1).correct("gold:B", 2)


def test_s_46_as_much_prestige_is_shared():
    game = level()
    assert dict(game.match.view()["standing"].items()) == {"A": 8, "B": 8, "C": 0}
    assert finish(game).ranking == (("A", "B"), ("C",))


def test_s_46_a_table_may_let_gold_decide():
    game = at_the_end(3, total_tie="gold")
    for seat in ("A", "A", "B"):
        game.lie("land", "good", seat=seat)
    game.correct("gold:A", 1).correct("gold:B", 2)
    assert finish(game).ranking == (("B",), ("A",), ("C",))


def test_s_46_the_gold_of_both_ranches_decides():
    game = Game(4, two_ranches=True, total_tie="gold")
    for seat in ("A", "B"):
        game.lie("land", "good", seat=seat)
    game.correct("gold:A", 7).correct("gold:D", 4).correct("gold:B", 2)
    game.match.act("end_early", "table")
    assert set(game.match.result.scores.values()) == {5 + 5, 5 + 3 + 2}
    assert game.match.result.ranking == (("A", "C"), ("B", "D")), "7 gold against 6"


def test_s_47_gold_is_conserved_by_all_that_pays():
    game = Game(3, gold=40)
    for seat in NAMES[:3]:
        game.lie("herd", 2, game.lie("land", "good", seat=seat), 1, seat=seat)
        game.lie("mine", on=next(iter(game.s.ranches[seat].ids("land"))), seat=seat)

    def total():
        return game.s.bank + sum(game.s.gold.values())

    seen = []
    for _ in range(9):
        if game.asked == "sf.guard":
            game.guard(1, 6)
        if game.asked == "sf.sell":
            game.sell(*game.match.prompt.options())
        if game.asked == "sf.mine":
            game.say("sf.mine", [2, 3])
        if game.s.gold[game.s.active] >= 2:
            game.act("buy_points").say("sf.buy_points", 1)
        seen.append(total())
        game.done()
    assert seen == [40] * 9 and game.s.bank < 40
    assert game.state()["gold_in_all"] == 40


def test_s_47_each_card_is_in_one_place():
    game = at_act(3).act("line1").act("blind").land("good").done()
    state = game.state()
    hands = sum(seat["hand"] for seat in state["seats"].values())
    assert state["pile"] + 6 + hands + 1 + state["discards"] == 117 == state["deck"]


def test_s_47_a_correction_by_hand_keeps_the_sum_too():
    game = at_act(3)
    refused("act.not_yours", game.match.act, "correct", "A", "gold:A")
    game.correct("gold:A", 58)
    assert game.s.bank == 2
    game.match.act("correct", "table", "gold:B")
    assert refused("answer.range", game.match.answer, 3) == {"id": "correct.to", "min": 0, "max": 2}
    game.match.answer(2)
    assert "gold:C" not in {
        field.id for field in game.match.rulebook.corrections(game.match._run.table, "table")
    }


def test_s_47_what_comes_between_a_correction_and_its_number_counts():
    game = at_act(2, gold=20)
    game.match.act("correct", "table", "gold:A")
    game.correct("bank", 5).tidy("B").say("sf.effect", "gold").say("sf.effect.gets", "B")
    game.say("sf.effect.gold", 2).say("sf.effect", None)
    assert game.asked == "correct.to"
    assert refused("answer.range", game.match.answer, 4)["max"] == 3
    game.match.answer(3)
    assert (game.s.gold, game.s.bank) == ({"A": 3, "B": 2}, 0)


def test_ended_early_what_lies_there_counts():
    game = at_act()
    game.lie("land", "good")
    game.match.act("end_early", "table")
    assert game.match.result.scores == {"A": 5, "B": 0}
    assert [line["category"] for line in game.lines("sf.category")] == ["lands", "herds", "cowboys", "gold"]


def test_ended_early_before_anything_lies_there():
    game = Game(2, line="cards")
    game.match.act("end_early", "table")
    assert game.match.result.ranking == (("A", "B"),)
