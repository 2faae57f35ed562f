"""S-13 to S-19: how old herds are, what they bring, and a bank that has too little."""

import pytest

from tests.engine.games import refused
from tests.games.sans_foi_ni_loi.script import Game, at_act


def laid_in_turn_one(value=3):
    """A lays a land and a herd in the first turn."""
    return at_act().land("good").card("herd", value, 2)


@pytest.mark.parametrize(("turn", "brings"), [(2, 3), (3, 6), (4, 9), (5, 12)])
def test_s_13_a_herd_brings_its_value_for_each_turn_on_the_land(turn, brings):
    game = laid_in_turn_one().idle(2 * turn - 2).guard(1, 6)
    assert game.s.round == turn
    game.sell("herd1")
    assert game.s.gold["A"] == brings and game.s.bank == 60 - brings


def test_s_13_a_herd_is_older_before_it_is_guarded():
    game = laid_in_turn_one().idle(2)
    assert game.s.step == "guard" and game.s.ranches["A"].cards["herd1"].age == 1


def test_s_13_it_ages_in_its_owners_turns_only():
    game = laid_in_turn_one().idle(1)
    assert game.s.ranches["A"].cards["herd1"].age == 0 and game.s.active == "B"


def test_s_14_four_turns_are_the_most_that_count():
    for turn in (6, 9):
        game = laid_in_turn_one().idle(2 * turn - 2).guard(1, 6).sell("herd1")
        assert game.s.gold["A"] == 12


def three_herds(worth=6, bank=60):
    game = Game(2, gold=bank)
    for _ in range(3):
        game.lie("herd", worth, game.lie("land", "scrub"))
    return game.idle(2).guard(1, 6)


def test_s_15_any_number_may_be_sold():
    game = three_herds().sell("herd1", "herd3")
    assert game.s.gold["A"] == 12 and game.s.ranches["A"].ids("herd") == ["herd2"]
    game = three_herds().sell()
    assert game.s.gold["A"] == 0 and not game.lines("sf.sold") and game.count("herd") == 3


def test_s_16_what_is_sold_is_discarded_and_counts_no_more():
    game = three_herds()
    before = game.s.discards
    game.sell("herd1", "herd2")
    assert game.s.discards == before + 2
    assert game.state()["seats"]["A"]["counts"]["herds"] == 1
    sold = {"kind": "herd", "value": 6, "age": 1, "worth": 6}
    assert game.state()["this_turn"]["sold"] == [sold, sold]
    assert game.state()["this_turn"]["guarded"]["defence"] == 6
    game.done()
    assert game.s.active == "B"
    assert game.state()["this_turn"] == {"guarded": None, "sold": [], "mined": []}


def test_s_17_the_bank_pays_what_it_has_and_the_game_ends_with_this_turn():
    game = three_herds(bank=17).sell("herd1", "herd2", "herd3")
    assert (game.s.gold["A"], game.s.bank) == (17, 0)
    assert game.lines("sf.bank.short") == [{"seat": "A", "owed": 18, "paid": 17}]
    assert game.state()["ending"] == ["bank"] and game.lines("sf.last_turn") == [{"what": "bank"}]
    assert game.asked == "sf.action", "the turn goes on"


def test_s_17_a_bank_that_has_just_enough_ends_it_too_and_owes_nothing():
    game = three_herds(bank=18).sell("herd1", "herd2", "herd3")
    assert game.s.gold["A"] == 18 and not game.lines("sf.bank.short") and game.s.ending
    game = three_herds(bank=19).sell("herd1", "herd2", "herd3")
    assert game.s.bank == 1 and not game.s.ending


def test_s_18_the_sum_comes_first_and_then_what_the_bank_has():
    game = three_herds(bank=10).sell("herd1", "herd2", "herd3")
    assert game.s.gold["A"] == 10 and game.count("herd") == 0
    game = three_herds(bank=10)
    assert game.params["bank"] == 10, "who may prefer to keep one can see it"
    game.sell("herd1", "herd2")
    assert game.s.gold["A"] == 10 and game.count("herd") == 1


def test_s_19_a_herd_that_moves_keeps_its_age_and_the_table_may_change_it():
    game = three_herds().sell()
    game.lie("land", "good", seat="B")
    game.tidy("A").say("sf.effect", "move").say("sf.effect.card", "herd1").say("sf.effect.to", "B")
    herd = game.s.ranches["B"].cards["herd1"]
    assert herd.age == 1 and herd.on == "land4"
    game.say("sf.effect", None).tidy("B").say("sf.effect", "age").say("sf.effect.age", 3)
    assert herd.age == 3 and herd.worth == 18


# -- what cannot be sold


def test_a_herd_that_is_gone_is_not_sold_again():
    game = three_herds().sell("herd2").idle(2).guard(1, 6)
    assert refused("sf.herd.gone", game.match.answer, ["herd2"])["option"] == "herd2"
    assert refused("sf.herd.gone", game.match.answer, ["herd1", "herd2"])["option"] == "herd2"
    assert game.s.gold["A"] == 6 and game.count("herd") == 2


def test_the_last_herd_that_was_laid_may_be_gone():
    game = three_herds().sell("herd3").idle(2).guard(1, 6)
    refused("sf.herd.gone", game.match.answer, ["herd3"])
    refused("answer.unknown", game.match.answer, ["herd4"])


def test_somebody_elses_herd_is_not_sold():
    game = three_herds().sell()
    game.lie("herd", 4, game.lie("land", "good", seat="B"), seat="B")
    game.idle(2).guard(1, 6)
    refused("sf.herd.not_yours", game.match.answer, ["herd4"])


@pytest.mark.parametrize("junk", ["herd9", "herd0", "herd01", "land1", "herd", "herd²", "herd" + "9" * 5000])
def test_what_never_was_a_herd(junk):
    refused("answer.unknown", three_herds().match.answer, [junk])


def test_no_herd_is_sold_twice_at_once():
    refused("answer.repeated", three_herds().match.answer, ["herd1", "herd1"])
    refused("answer.kind", three_herds().match.answer, "herd1")
