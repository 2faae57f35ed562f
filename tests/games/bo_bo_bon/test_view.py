"""What a screen may show, and what must hold: a fault that is planted is found."""

import json

import pytest

from shared_rules.engine import Broken
from shared_rules.games.bo_bo_bon.table import Revoke
from tests.games.bo_bo_bon.script import Game


def test_a_trick_on_its_way():
    game = Game(3, bo=True, box={"star_1": 4, "ant": 2}).trick("2", "b g b", "C").chip("1").cards("b M")
    state = game.view
    assert json.loads(json.dumps(state)) == state
    assert (state["phase"], state["trick"], state["tricks"], state["done"]) == ("cards", 2, 7, 1)
    assert (state["leader"], state["turn"], state["led"], state["chip"]) == ("C", "B", "blue", "star_1")
    assert state["cards"] == [
        {"seat": "C", "card": "blue", "can_win": False},
        {"seat": "A", "card": "monster", "can_win": True},
    ]
    assert state["can_win"] == ["A", "B"]
    assert state["seats"]["C"] == {
        "chips": ["star_2"],
        "stars": 2,
        "ants": 0,
        "score": 2,
        "taken": [],
        "monster": True,
        "hand": 5,
        "must": None,
    }
    assert [state["seats"][seat]["hand"] for seat in "AB"] == [5, 6]
    assert state["next_chip"] == {"left": {"star_1": 3, "star_2": 1, "ant": 2}, "of": 6}
    assert state["last"] == {"trick": 1, "seat": "C", "chip": "star_2", "card": "blue"}
    assert state["bo"] == {"by": None} and state["entered"]


def test_between_two_tricks():
    state = Game(2).trick("2", "b b", "B").view
    assert (state["phase"], state["trick"], state["leader"]) == ("chip", 2, "B")
    assert state["cards"] == [] and state["chip"] is state["turn"] is state["led"] is state["bo"] is None
    assert state["can_win"] == ["A", "B"]


def test_winners_alone():
    state = Game(2, depth="winner").chip("a").view
    assert state["phase"] == "winner" and state["colours"] is None and not state["entered"]
    assert state["seats"]["A"]["hand"] is None and state["chip"] == "ant"
    assert state["can_win"] == ["A", "B"]


def test_before_and_after():
    before = Game(2, depth="winner")
    before.match.undo()
    state = before.view
    assert (state["phase"], state["trick"], state["leader"], state["last"]) == ("set_up", None, None, None)
    game = Game(2, depth="winner").won("1A", "1B", "2A", "aB", "1A", "2B", "1A")
    assert (game.view["phase"], game.view["trick"], game.view["can_win"]) == ("recount", None, [])
    assert game.view["last"]["seat"] == "A" and game.view["done"] == 7
    assert game.done().view["phase"] == "end"


# -- planted faults


def _eighth(s):
    s.tricks += [s.begin_trick("A") for _ in range(7)]


def _other_winner(s):
    s.tricks[0].winner = "B"


def _other_chip(s):
    s.chips["C"].append("ant")


def _second_monster(s):
    s.tricks[0].cards["C"] = s.tricks[1].cards["C"] = "monster"


def _second_bo(s):
    s.tricks[0].cards["A"] = s.tricks[1].cards["A"] = "bo"


def _seven_of_a_colour(s):
    for trick in s.tricks:
        trick.cards.update(dict.fromkeys("ABC", "blue"))


def _no_card(s):
    del s.tricks[0].cards["A"]


def _no_monster_after_a_monster(s):
    s.tricks[1].cards["C"] = "monster"
    s.tricks[1].winner = s.tricks[2].leader = "C"
    s.chips["A"].remove("star_1")
    s.chips["C"].append("star_1")


def _off_colour_wins(s):
    s.tricks[0].cards["C"] = "red"


def _a_revoke_that_was_none(s):
    s.revokes.append(Revoke("A", "blue", (1,), 2, False))


def _told_twice(s):
    s.revokes *= 2


def _untold(s):
    s.revokes.clear()


def _box(s):
    s.mix = {"star_1": 4, "star_2": 2, "ant": 1}


def _more_than_the_box_has(s):
    s.mix = {"star_1": 8, "star_2": 0, "ant": 0}


FAULTS = {
    _eighth: "eighth trick",
    _other_winner: "chips",
    _other_chip: "chips",
    _second_monster: "second monster",
    _second_bo: "Bo",
    _seven_of_a_colour: "seventh card of a colour",
    _no_card: "cards of a trick",
    _no_monster_after_a_monster: "monsters after a monster",
    _off_colour_wins: "winner",
    _a_revoke_that_was_none: "revokes",
    _told_twice: "revokes",
    _untold: "revokes",
    _box: "the box's chips",
    _more_than_the_box_has: "unseen chips",
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__.strip("_"))
def test_a_planted_fault_is_found(fault):
    game = Game(3, bo=True).trick("2", "b g b", "C").trick("1", "r r b", "A").trick("a", "b b b", "A")
    game.match.check()
    assert [each.seat for each in game.s.revokes] == ["B"]
    fault(game.s)
    with pytest.raises(Broken, match=FAULTS[fault]):
        game.match.check()


def test_leaders_and_what_was_dealt():
    game = Game(2, depth="winner").won("1A", "1B")
    game.s.tricks[1].leader = "B"
    with pytest.raises(Broken, match="leaders"):
        game.match.check()
    game = Game(2)
    for _ in range(3):
        game.trick("1", "b b", "A")
    for letters in ("g g", "g g", "M (M)", "g g"):
        game.trick("1", letters, "A")
    game.match.check()
    game.s.tricks[0].cards["B"] = "green"
    with pytest.raises(Broken, match="seventh"):
        game.match.check()


def test_a_winner_without_bo_where_winners_alone_are_entered():
    game = Game(2, depth="winner", bo=True).chip("1")
    game.match.act("bon.bo", "B", "yes")
    game.match.check()
    game.s.tricks[0].cards["A"] = "monster"
    game.s.tricks[0].winner = game.s.tricks[1].leader = "A"
    game.s.chips = {"A": ["star_1"], "B": []}
    with pytest.raises(Broken, match="winner"):
        game.match.check()


@pytest.mark.parametrize("which", ["lowest", "highest", "chance"])
def test_stars_that_do_not_add_up(which, monkeypatch):
    from shared_rules.games.bo_bo_bon import ants

    game = Game(2, depth="winner", ant=which).won("1A", "2A", "aA")
    game.match.check()
    monkeypatch.setattr(ants, "stolen", lambda chips, which: [])
    with pytest.raises(Broken, match="stars"):
        game.match.check()


def test_more_chips_than_tricks_after_a_correction():
    game = Game(2, depth="winner").won("1A", "2A").correct("1", "A", 0)
    game.s.chips["A"] += ["ant"] * 2
    with pytest.raises(Broken, match="more chips than tricks"):
        game.match.check()
