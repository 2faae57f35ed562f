"""S-5 to S-12: the guard roll, and which herd flees."""

import itertools

import pytest

from shared_rules.games.sans_foi_ni_loi import odds
from tests.engine.games import refused
from tests.games.sans_foi_ni_loi.script import Game


def with_herds(*herds, bonuses=(), people=3, **options):
    """A's turn in round 2. herds: (value, age now), all on lands of their own."""
    game = Game(people, **options)
    for value, age in herds:
        game.lie("herd", value, game.lie("land", "excellent"), age - 1)
    for kind, bonus in bonuses:
        game.lie(kind, bonus)
    game.idle(people)
    assert game.s.active == "A" and game.s.round == 2
    return game


THREE = ((1, 1), (1, 1), (2, 1))


def test_s_5_the_left_neighbour_throws_against_all_herds_and_all_bonuses():
    game = with_herds(*THREE, bonuses=(("cowboy", 5),))
    assert game.match.prompt.of == "B", "to the left of A"
    assert game.params == {"owner": "A", "herds": 3, "bonus": 5}
    game.guard(4, 2)
    assert game.lines("sf.guard.safe")[-1] == {
        "seat": "A",
        "difficulty": 7,
        "defence": 7,
        "herds": 3,
        "bonus": 5,
    }
    assert game.count("herd") == 3


def test_s_5_the_two_may_throw_in_any_order():
    game = with_herds((1, 1))
    game.match.act("sf.guard", "A", [6])
    game.say("sf.guard", [1])
    assert game.s.guarded["own"] == 6 and game.s.guarded["neighbour"] == 1


def test_s_6_equal_is_safe_and_one_less_is_not():
    assert not with_herds(*THREE, bonuses=(("cowboy", 5),)).guard(4, 2).lines("sf.fled")
    game = with_herds(*THREE, bonuses=(("cowboy", 4),)).guard(4, 2)
    assert game.lines("sf.guard.lost")[-1]["defence"] == 6 and len(game.lines("sf.fled")) == 1


def test_s_7_without_herds_nobody_throws():
    game = Game(2)
    game.lie("land", "good")
    game.idle(2)
    assert game.asked == "sf.action" and not game.lines("sf.guard.safe")


def test_s_7_herds_that_are_taken_away_between_the_throws_are_not_missed():
    game = with_herds((3, 1)).say("sf.guard", [6])
    game.tidy("A").say("sf.effect", "remove").say("sf.effect.card", "herd1").say("sf.effect", None)
    assert game.asked == "sf.action" and not game.lines("sf.fled")


def test_s_8_one_herd_flees_whatever_the_margin():
    game = with_herds((1, 1), (2, 1), (3, 1), bonuses=(("cowboy", 2),)).guard(6, 1)
    assert game.s.guarded == {
        "difficulty": 9,
        "defence": 3,
        "herds": 3,
        "bonus": 2,
        "neighbour": 6,
        "own": 1,
        "lost": True,
    }
    assert game.count("herd") == 2


def test_s_9_the_one_that_would_bring_most_now():
    game = with_herds((3, 1), (2, 2)).guard(6, 1)
    assert game.lines("sf.fled") == [
        {"seat": "A", "card": {"kind": "herd", "value": 2, "age": 2, "worth": 4}}
    ]


def test_s_10_of_equal_ones_the_owner_chooses():
    game = with_herds((3, 2), (2, 3), (1, 1)).guard(6, 1)
    assert game.asked == "sf.guard.which" and game.match.prompt.of == "A"
    assert game.options == {"herd1", "herd2"}
    game.say("sf.guard.which", "herd2")
    assert game.s.ranches["A"].ids("herd") == ["herd1", "herd3"]


@pytest.mark.parametrize(("choice", "of", "chance"), [("neighbour", "B", False), ("chance", "A", True)])
def test_s_10_the_table_may_have_it_otherwise(choice, of, chance):
    game = with_herds((3, 2), (2, 3), equal_herds=choice).guard(6, 1)
    assert (game.match.prompt.of, game.match.prompt.chance) == (of, chance)


def test_s_10_herds_that_are_alike_are_no_choice():
    game = Game(2)
    land = game.lie("land", "excellent")
    game.lie("herd", 2, land)
    game.lie("herd", 2, land)
    game.idle(2).guard(6, 1)
    assert game.asked == "sf.sell" and game.count("herd") == 1


def test_s_10_on_two_lands_even_alike_ones_are_a_choice():
    game = with_herds((2, 1), (2, 1)).guard(6, 1)
    assert game.asked == "sf.guard.which" and game.options == {"herd1", "herd2"}


def test_s_10_older_than_four_turns_is_alike_too():
    game = Game(2)
    land = game.lie("land", "excellent")
    game.lie("herd", 2, land, age=4)
    game.lie("herd", 2, land, age=7)
    game.idle(2).guard(6, 1)
    assert game.asked == "sf.sell" and game.s.ranches["A"].ids("herd") == ["herd2"]


def test_s_10_herds_that_are_taken_away_before_the_choice_do_not_flee():
    game = with_herds((2, 1), (2, 1)).guard(6, 1)
    game.tidy("A").say("sf.effect", "remove").say("sf.effect.card", "herd1")
    game.say("sf.effect", "remove").say("sf.effect.card", "herd2").say("sf.effect", None)
    assert game.asked == "sf.action" and not game.lines("sf.fled")


def test_s_11_the_herd_is_discarded_and_the_land_stays():
    game = with_herds((2, 1))
    before = game.s.discards
    game.guard(6, 1)
    assert (game.count("herd"), game.count("land")) == (0, 1) and game.s.discards == before + 1


def test_s_12_cowboys_and_fences_add_up_wherever_they_stand():
    game = with_herds((1, 1), bonuses=(("cowboy", 1), ("cowboy", 2)))
    game.lie("fence", 1, "land1")
    assert game.s.ranches["A"].bonus == 4
    assert game.state()["seats"]["A"]["guard"]["bonus"] == 4


def test_only_the_outcome_may_be_entered():
    game = with_herds((1, 1), (2, 1), guard="outcome", people=2)
    assert game.asked == "sf.guard.outcome"
    game.say("sf.guard.outcome", "lost")
    assert game.count("herd") == 1 and game.s.guarded == {"lost": True}
    game = with_herds((1, 1), guard="outcome", people=2).say("sf.guard.outcome", "safe")
    assert game.count("herd") == 1 and game.asked == "sf.sell"
    assert game.state()["this_turn"]["guarded"] == {"lost": False}
    game.sell().done()
    assert game.s.active == "B" and game.state()["this_turn"]["guarded"] is None, "B has no herds"


@pytest.mark.parametrize("herds", range(1, 7))
@pytest.mark.parametrize("bonus", range(7))
def test_the_odds_are_those_of_all_throws(herds, bonus):
    ways = 0
    for neighbour, own in itertools.product(range(1, 7), repeat=2):
        ways += neighbour + herds <= own + bonus
    assert odds.guarded(herds, bonus) == ways


def test_the_odds_are_in_the_view():
    game = with_herds(*THREE, bonuses=(("cowboy", 3),))
    assert game.state()["seats"]["A"]["guard"] == {"herds": 3, "bonus": 3, "safe": 21, "of": 36}
    assert game.state()["seats"]["B"]["guard"] == {"herds": 0, "bonus": 0, "safe": 36, "of": 36}


def test_a_die_has_six_sides():
    game = with_herds((1, 1))
    for faces in ([0], [7], [-1]):
        assert refused("answer.range", game.match.answer, faces)["max"] == 6
    refused("answer.too_many", game.match.answer, [3, 4])
    refused("answer.kind", game.match.answer, [True])
    refused("answer.kind", game.match.answer, 4)
