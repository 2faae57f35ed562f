"""What a screen may show.

Owns the view's form and how everybody stands. What is on a card that nobody has laid open is told to its
owner only, as far as they noted it.
"""

from collections.abc import Mapping
from typing import Any

from shared_rules.engine import Table, Value
from shared_rules.engine.values import Plain

from . import money
from .declarations import owns
from .table import Duel, Tabletop


def view(t: Table) -> dict[str, Any]:
    """Return the table as JSON."""
    s: Tabletop = t.state
    return Plain(
        phase=s.phase,
        round=s.round,
        last_round=s.last_round,
        first_player=s.first,
        closed=s.closed,
        here=s.here,
        row=list(s.row),
        locations={location: _location(s, location) for location in s.row},
        seats={seat: _seat(t, s, seat) for seat in s.players},
        duel=_duel(s, s.duel) if s.duel is not None else None,
        window=list(s.window),
        bonuses=dict(s.bonuses),
        own_this_town=s.town,
        champion=s.champion,
    )


def _location(s: Tabletop, location: str) -> dict[str, Any]:
    face_down = s.placed.get(location, {}) if s.placed is not None else {}
    counted = s.counted.get(location, 0) if s.counted is not None else sum(face_down.values())
    return {
        "pile": s.piles[location],
        "out": s.out[location],
        "face_down": 0 if s.revealed else counted,
        "face_down_of": {} if s.revealed else dict(face_down),
        "tokens": {seat: list(held) for seat, held in s.at[location].items()},
        "resolved": location in s.resolved,
        "winner": s.resolved.get(location),
    }


def _seat(t: Table, s: Tabletop, seat: str) -> dict[str, Any]:
    hand = s.hands[seat]
    shown: dict[str, Any] = {
        "loot": {location: hand.count(location) for location in s.row},
        "secret": {location: len(hand.secret[location]) for location in s.row},
        "open": {location: list(hand.open[location]) for location in s.row},
        "money": money.known(t, s, seat),
        "robbed": list(s.robbed[seat]),
        "camp": dict(s.camp[seat]),
        "brave": seat in s.brave,
    }
    if t.sees(seat):
        noted = {location: _noted(s, seat, location) for location in s.row}
        shown["noted"] = {location: values for location, values in noted.items() if values}
        shown["may_claim"] = t.options["reminder"] == "privately" and not s.town and owns(s, seat)
    return shown


def _noted(s: Tabletop, seat: str, location: str) -> list[int]:
    return money.notes_left(s.hands[seat], location)


def _duel(s: Tabletop, duel: Duel) -> dict[str, Any]:
    dice = s.at[duel.at]
    shot = duel.shot
    return {
        "kind": duel.kind,
        "about": duel.about,
        "countdown": duel.countdown,
        "tokens": {seat: list(held) for seat, held in dice.items()},
        "dice": {seat: list(held) for seat, held in s.thrown(dice).items()},
        "judges": [seat for seat in s.players if seat not in dice],  # BB-25
        "shot": None
        if shot is None
        else {"caller": shot.caller, "hits": shot.hits, "aimed": [list(token) for token in shot.aimed]},
    }


def standing(t: Table) -> Mapping[str, Value]:
    """Return everybody's money, bounded from below by what lies open (BB-46)."""
    s: Tabletop = t.state
    return {seat: money.worth(t, s, seat) for seat in s.players}
