"""S-1 to S-4: the bank, the deck, ranches, and the order of the five steps."""

import pytest

from shared_rules.engine import Match
from shared_rules.games.sans_foi_ni_loi import SansFoiNiLoi
from tests.engine.games import refused
from tests.games.sans_foi_ni_loi.script import NAMES, Game


def begun(people, box=None, **options):
    rulebook = SansFoiNiLoi()
    return Match(rulebook, rulebook.set_up(NAMES[:people], options, box or {}), watched=True)


@pytest.mark.parametrize("people", [2, 3, 4, 5, 6])
def test_s_1_the_banks_gold_is_asked_once_for_each_number_of_players(people):
    match = begun(people)
    assert match.prompt.id == f"box.gold_{people}"
    match.answer(60)
    assert match.prompt.id == "sf.deck" and match.box == {f"gold_{people}": 60}
    match.answer("yes")
    assert match.view()["state"]["bank"] == 60
    again = begun(people, match.box)
    assert again.prompt.id == "sf.first_player"
    other = begun(2 if people > 2 else 3, match.box)
    assert other.prompt.id.startswith("box.gold_"), "that of another number of players is another fact"


@pytest.mark.parametrize("people", [2, 3, 4, 5, 6])
def test_s_2_three_cards_each_six_on_the_line_and_no_gold(people):
    game = Game(people)
    state = game.state()
    assert state["pile"] == 117 - 3 * people - 6
    assert [state["seats"][seat]["hand"] for seat in NAMES[:people]] == [3] * people
    assert [state["seats"][seat]["gold"] for seat in NAMES[:people]] == [0] * people
    assert all(place["there"] for place in state["line"]) and len(state["line"]) == 6


def test_s_2_another_number_of_cards_is_entered():
    match = begun(2, {"gold_2": 60})
    match.answer("no")
    assert match.prompt.id == "box.deck"
    refused("answer.range", match.answer, 12)
    match.answer(100)
    assert match.view()["state"]["pile"] == 100 - 6 - 6 and match.box["deck"] == 100


def test_nothing_is_put_right_before_it_is_there():
    refused("act.not_yours", begun(2).act, "correct", "table", "pile")
    refused("act.not_open", begun(2).act, "sf.tidy", "table", "A")


def test_points_are_put_right_in_step_4_only():
    game = ranch_with_all()
    refused("answer.unknown", game.match.act, "correct", "table", "points")
    game.guard(1, 6).sell().say("sf.mine", [1, 1]).correct("points", 8)
    assert game.s.points == 8


def test_s_2_gold_at_the_start_is_put_right_by_hand_and_comes_from_the_bank():
    game = Game(2).correct("gold:B", 5)
    assert game.s.gold == {"A": 0, "B": 5} and game.s.bank == 55


def test_s_2_the_cards_of_the_line_may_be_entered():
    game = Game(2, line="cards")
    game.say("sf.line.card", "land", "herd", "cowboy", "fence", "mine", "other").say("sf.first_player", "A")
    assert [place["card"] for place in game.state()["line"]] == [
        *("land", "herd", "cowboy", "fence", "mine", "other")
    ]
    assert game.s.pile == 117 - 12


def test_s_3_one_ranch_each():
    assert set(Game(2).state()["seats"]) == {"A", "B"}
    refused("sf.setup.two_ranches", SansFoiNiLoi().set_up, NAMES[:2], {"two_ranches": True})
    refused("setup.players", SansFoiNiLoi().set_up, NAMES[:1])
    refused("setup.players", SansFoiNiLoi().set_up, (*NAMES, "G"))


def test_s_3_two_ranches_are_four_seats_of_two_owners():
    game = Game(4, two_ranches=True)
    assert game.match.hands == {"C": "A", "D": "B"}
    assert game.s.bank == 60, "the gold is that of two players"
    assert {seat: each["owner"] for seat, each in game.state()["seats"].items()} == {
        "A": "A",
        "B": "B",
        "C": "A",
        "D": "B",
    }
    game.lie("land", "scrub", seat="C")
    assert dict(game.match.view()["standing"].items()) == {"A": 5, "B": 0, "C": 5, "D": 0}
    game.match.act("end_early", "table")
    result = game.match.result
    assert result.ranking == (("A", "C"), ("B", "D")) and result.scores["A"] == 5
    assert result.breakdown["A"] == {"lands": 0, "herds": 0, "cowboys": 0, "gold": 0, "other_ranch": 5}


def test_s_3_both_ranches_of_an_owner_count():
    game = Game(4, two_ranches=True)
    game.lie("land", "scrub", seat="A")
    game.lie("land", "scrub", seat="B")
    game.lie("land", "scrub", seat="B")
    game.lie("cowboy", 1, seat="C")
    game.match.act("end_early", "table")
    result = game.match.result
    assert result.scores == {"A": 3 + 5, "B": 5, "C": 3 + 5, "D": 5}
    assert (result.breakdown["A"]["lands"], result.breakdown["A"]["other_ranch"]) == (3, 5)
    assert (result.breakdown["C"]["cowboys"], result.breakdown["C"]["other_ranch"]) == (5, 3)


def ranch_with_all():
    """A has a herd and a mine on one land, and gold."""
    game = Game(2)
    land = game.lie("land", "good")
    game.lie("herd", 2, land)
    game.lie("mine", on=land)
    return game.correct("gold:A", 4).idle(2)


def test_s_4_the_five_steps_come_in_their_order():
    game = ranch_with_all()
    steps = [game.s.step]
    game.guard(1, 6)
    steps.append(game.s.step)
    game.sell()
    steps.append(game.s.step)
    game.say("sf.mine", [1, 1])
    steps.append(game.s.step)
    game.done()
    assert steps == ["guard", "sell", "mine", "act"]
    assert game.s.active == "B" and game.s.turn == 4


def test_s_4_there_is_no_way_back():
    game = ranch_with_all().guard(1, 6).sell().say("sf.mine", [1, 1])
    game.act("line1")
    assert "sf.sell" not in {prompt.id for prompt in game.match.also()}
    refused("act.not_open", game.match.act, "sf.sell", "A", ["herd1"])
    assert game.options <= {
        *("land", "herd", "cowboy", "fence", "mine", "other", "blind", "buy_points", "done"),
        *("line1", "line2", "line3", "line4", "line5", "line6"),
    }


def test_whoever_begins_is_asked_and_turns_go_to_the_left():
    game = Game(3, first="C")
    order = []
    for _ in range(4):
        order.append((game.s.active, game.s.round))
        game.idle()
    assert order == [("C", 1), ("A", 1), ("B", 1), ("C", 2)]
