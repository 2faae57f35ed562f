"""What a screen is shown: all that lies open, to everybody the same, as plain JSON."""

import doctest
import json
import random

import pytest

from companion.random_play import play
from shared_rules.engine import Match
from shared_rules.games.sans_foi_ni_loi import SansFoiNiLoi, odds, prestige, simulated
from shared_rules.games.sans_foi_ni_loi import printed as p
from tests.games.sans_foi_ni_loi.script import NAMES, Game, at_act


def with_ranch():
    game = Game(2, ties="split")
    game.lie("land", "good")
    game.lie("land", "scrub", seat="B")
    game.lie("herd", 3, "land1", age=1)
    game.lie("fence", 1, "land1")
    game.lie("mine", on="land1")
    game.lie("cowboy", 2)
    return game


def test_a_ranch_as_a_picture():
    assert with_ranch().state()["seats"]["A"] == {
        "gold": 0,
        "hand": 3,
        "known": [],
        "counts": {"lands": 1, "herds": 1, "cowboys": 1, "gold": 0},
        "lands": {
            "land1": {
                "quality": "good",
                "holds": 2,
                "crowded": False,
                "cards": {
                    "herd1": {"kind": "herd", "value": 3, "age": 1, "worth": 3, "on": "land1"},
                    "fence1": {"kind": "fence", "bonus": 1, "on": "land1"},
                    "mine1": {"kind": "mine", "on": "land1"},
                },
            }
        },
        "no_land": {"cowboy1": {"kind": "cowboy", "bonus": 2}},
        "guard": {"herds": 1, "bonus": 3, "safe": 30, "of": 36},
        "sale": 3,
        "owner": "A",
    }


def test_what_all_herds_would_bring_now():
    game = Game(2)
    for value, age in ((3, 2), (2, 6)):
        game.lie("herd", value, game.lie("land", "good"), age=age)
    assert game.state()["seats"]["A"]["sale"] == 3 * 2 + 2 * 4


def test_the_rest_of_the_table():
    game = at_act().act("line2")
    state = game.state()
    assert {key: state[key] for key in ("step", "round", "turn", "active", "first_player", "points")} == {
        "step": "act",
        "round": 1,
        "turn": 1,
        "active": "A",
        "first_player": "A",
        "points": 4,
    }
    assert (state["bank"], state["gold_in_all"], state["pile"], state["deck"]) == (60, 60, 105, 117)
    assert state["discards"] == state["out"] == 0 and state["ending"] == []
    assert state["line"][0] == {"place": "line1", "costs": 1, "there": True, "card": None}


def test_shared_points_are_numbers():
    game = with_ranch()
    view = game.match.view()
    assert view["state"]["prestige"]["lands"] == {"A": 4, "B": 4}
    game.lie("land", "scrub", seat="A")
    assert json.loads(json.dumps(game.match.view())) == game.match.view()
    three = Game(3, ties="split")
    for seat in "ABC":
        three.lie("cowboy", 1, seat=seat)
    assert json.loads(json.dumps(three.match.view())) == three.match.view()
    assert three.state()["prestige"]["cowboys"]["A"] == pytest.approx(10 / 3)


def test_a_view_stays_as_it_was():
    game = with_ranch().idle(2).guard(1, 6).sell()
    before = game.match.view()
    kept = json.dumps(before)
    game.say("sf.mine", [1, 2])
    assert json.dumps(before) == kept


def test_everybody_sees_the_same():
    game = with_ranch().idle(2).guard(1, 6).sell("herd1").say("sf.mine", [2, 2]).act("blind")
    faces = [(game.match.view(each)["state"], game.match.log(viewer=each)) for each in ("public", "A", "B")]
    assert faces[0] == faces[1] == faces[2]


@pytest.mark.parametrize("module", [odds, prestige])
def test_the_examples_in_the_code(module):
    found = doctest.testmod(module)
    assert found.attempted and not found.failed


# -- made-up people


@pytest.mark.parametrize("people", range(2, 7))
def test_gold_and_cards_are_conserved_in_random_matches(people, is_long):
    """Added up from the view alone, after every entry."""
    rulebook = SansFoiNiLoi()
    for seed in range(200 if is_long else 1):
        match = Match(rulebook, rulebook.set_up(NAMES[:people]))

        def adds_up(match):
            state = match.view()["state"]
            if state["step"] == "set_up":
                return
            seats = state["seats"].values()
            assert state["bank"] + sum(seat["gold"] for seat in seats) == state["gold_in_all"]
            assert min(state["bank"], *(seat["gold"] for seat in seats)) >= 0
            laid = sum(
                len(seat["no_land"])
                + len(seat["lands"])
                + sum(len(land["cards"]) for land in seat["lands"].values())
                for seat in seats
            )
            on_line = sum(place["there"] for place in state["line"])
            held = sum(seat["hand"] for seat in seats)
            in_play = match._run.table.state.in_play
            total = state["pile"] + on_line + held + laid + state["discards"] + state["out"] + in_play
            assert total == state["deck"]

        play(match, random.Random(f"{people} {seed}"), after=adds_up)
        assert match.result is not None


def test_made_up_people_do_what_they_may():
    chance = random.Random(1)
    options = (*p.KINDS, "line3", "blind", "done")
    drawn = [simulated.action(options, chance.randrange) for _ in range(3000)]
    assert set(drawn) == set(options)
    assert drawn.count("herd") > drawn.count("other") > drawn.count("line3")
    assert {simulated.action(("done",), chance.randrange) for _ in range(9)} == {"done"}
    drawn = [simulated.action(("done", "line1", "blind"), lambda _, at=at: at) for at in range(3 + 1 + 4)]
    assert drawn == [*["done"] * 3, "line1", *["blind"] * 4]


def test_small_numbers_are_drawn_more_often_than_great_ones():
    chance = random.Random(1)
    drawn = [simulated.small(1, 12, chance.randrange) for _ in range(3000)]
    assert set(drawn) == set(range(1, 13)) and sum(drawn) / len(drawn) < 4.5
    assert {simulated.small(3, 3, chance.randrange) for _ in range(9)} == {3}
    printed = at_act().act("fence").match.prompt
    drawn = [printed.pick(chance.randrange) for _ in range(900)]
    assert set(drawn) <= set(range(10)) and sum(drawn) / len(drawn) < 3
