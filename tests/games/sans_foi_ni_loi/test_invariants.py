"""S-47 and the like: what must always hold is broken once by hand, each of it, and is named."""

import pytest

from shared_rules.games.sans_foi_ni_loi import invariants
from tests.games.sans_foi_ni_loi.script import Game


def broken(change):
    """A has sold a herd for 3 and found 4 gold, has a land, a mine and a cowboy, and acts."""
    game = Game(2, gold=20)
    game.lie("land", "good")
    game.lie("herd", 3, "land1")
    game.lie("mine", on="land1")
    game.lie("cowboy", 1, "land1")
    game.idle(2).guard(1, 6).sell("herd1").say("sf.mine", [2, 2]).act("line1")
    table = game.match._run.table
    assert invariants.broken(table) is None
    change(game.s)
    return invariants.broken(table)


def lies_twice(s):
    s.ranches["B"].cards["cowboy1"] = s.ranches["A"].cards["cowboy1"]
    s.discards -= 1


def lies_elsewhere(s):
    s.ranches["B"].cards["land1"] = s.ranches["A"].cards.pop("land1")


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("gold", lambda s: s.gold.update(A=8)),
        ("gold", lambda s: setattr(s, "bank", 14)),
        ("gold below zero", lambda s: (s.gold.update(B=-1), setattr(s, "bank", 14))),
        ("payments", lambda s: s.gold.update(A=6, B=1)),
        ("payments", lambda s: s.ledger.append(("sale", 2, 3, "A", 1, "table", "A"))),
        ("cards", lambda s: setattr(s, "pile", 104)),
        ("cards", lambda s: s.hands.update(B=2)),
        ("cards", lambda s: setattr(s, "discards", 2)),
        ("cards", lambda s: setattr(s, "in_play", 1)),
        ("cards below zero", lambda s: (s.hands.update(A=8), s.hands.update(B=-1))),
        ("card in two ranches", lies_twice),
        ("mine on no land", lambda s: setattr(s.ranches["A"].cards["mine1"], "on", None)),
        ("where cards lie", lies_elsewhere),
        ("where cards lie", lambda s: setattr(s.ranches["A"].cards["land1"], "on", "land1")),
        ("what was laid", lambda s: s.ledger.append(("fled", 2, 3, "A"))),
        ("what was laid", lambda s: s.ledger.append(("exploded", 2, 3, "A", 0, 1))),
        ("what was laid", lambda s: setattr(s.ranches["A"].cards["cowboy1"], "kind", "fence")),
        ("last turn, pile", lambda s: (setattr(s, "out", s.out + s.pile), setattr(s, "pile", 0))),
        ("last turn, bank", lambda s: s.pay("effect", "A", 13, "table", "B")),
        ("points", lambda s: setattr(s, "points", -1)),
        ("points", lambda s: setattr(s, "step", "sell")),
        ("known cards", lambda s: s.known["B"].extend(["land"] * 4)),
        ("the Line", lambda s: s.line.__setitem__(1, "land")),
    ],
)
def test_s_47_each_is_named(name, change):
    assert broken(change) == name
