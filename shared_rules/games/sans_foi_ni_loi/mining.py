"""Step 3: the gold mines, and what is left of a land after too much TNT.

Owns the throws of a mine and its explosion.
"""

from functools import partial

from shared_rules.engine import TABLE, ChooseSome, Dice, Table
from shared_rules.engine.prompts import Prompt, quiet
from shared_rules.engine.table import Play

from . import odds
from . import printed as p
from .bank import paid_by_bank
from .table import MINE, Tabletop


def dig(t: Table, s: Tabletop) -> Play:
    """One mine after the other; what one explosion took throws no more (S-24)."""
    s.step = MINE
    seat = s.active
    thrown: list[str] = []
    while left := [mine for mine in s.ranches[seat].ids(p.MINE) if mine not in thrown]:
        mine = left[0]
        thrown.append(mine)
        throw = yield from t.ask(partial(_throw, t, s, mine))
        if throw is None:
            continue
        found = sum(throw)
        s.mined.append({"mine": mine, "dice": list(throw), "explodes": found >= p.EXPLODES})
        if found >= p.EXPLODES:
            yield from explode(t, s, mine, throw)
            continue
        paid = s.pay("mine", seat, found, TABLE, seat)
        t.say("sf.mine.paid", seat=seat, dice=list(throw), gold=paid)
        paid_by_bank(t, s, seat, found, paid)


def _throw(t: Table, s: Tabletop, mine: str) -> Prompt | None:
    """It has to be thrown, unless the table says otherwise (S-20)."""
    if mine not in s.ranches[s.active].cards:
        return None
    about = {"explodes": odds.EXPLODING, "of": odds.OF}
    may = t.options["mine"] == "may"
    return Dice("sf.mine", s.active, p.THROWS, p.DIE, place=mine, chance=True, optional=may, params=about)


def explode(t: Table, s: Tabletop, mine: str, throw: tuple[int, ...]) -> Play:
    """The land goes, and all on it; and which of the cowboys that are on no land stood there (S-22, S-23)?"""
    seat, ranch = s.active, s.ranches[s.active]
    land = ranch.cards[mine].on
    assert land is not None
    s.busy = True
    stood = yield from t.ask(lambda: _who_stood_there(s, mine))
    s.busy = False
    lost = [*ranch.on(land), *(ranch.cards[each] for each in stood or ())]
    told = ranch.cards[land].told(), [card.told() for card in lost]
    s.discard(seat, [land, *(card.id for card in lost)])
    s.happened("exploded", seat, *(sum(card.kind == kind for card in lost) for kind in (p.HERD, p.COWBOY)))
    t.say("sf.mine.exploded", seat=seat, dice=list(throw), land=told[0], cards=told[1])


def _who_stood_there(s: Tabletop, mine: str) -> Prompt | None:
    ranch = s.ranches[s.active]
    loose = [card.id for card in ranch.on(None, p.COWBOY)]
    if not loose:
        return None
    return quiet(
        ChooseSome(
            "sf.mine.cowboys",
            s.active,
            loose,
            0,
            len(loose),
            place=mine,
            params=lambda: {"cards": ranch.told(loose)},
        )
    )
