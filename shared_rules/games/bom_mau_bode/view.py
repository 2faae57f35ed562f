"""What a screen may show.

Owns the view's form and how everybody stands. It shows others' Resource tokens only by their number, and no
running total of money but what their backs allow (BOM-29).
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from shared_rules.engine import Table, Value, between
from shared_rules.engine.values import Plain

from . import characters as c
from .declaration import BELIEVED, BLUFFS, ENTERED
from .table import Tabletop


def view(t: Table) -> dict[str, Any]:
    """Return the table as JSON."""
    s: Tabletop = t.state
    return Plain(
        phase=s.phase,
        round=s.round,
        rounds=c.rounds(len(s.players)),
        dealer=s.dealer,
        receiver=s.receiver,
        declared=s.declared,
        last_active=s.last_active,
        hand=s.hand,
        draw_pile=s.pile,
        seats=_seats(t, s),
        locations={tile: {"tokens": count, "coins": s.coins_at[tile]} for tile, count in s.tokens_at.items()},
        cards=_cards(s),
        supply={"coin": s.coins_left, **s.supply},
        declarations=_declarations(s),
    )


def _seats(t: Table, s: Tabletop) -> dict[str, Any]:
    counts, hats, elixirs = s.holdings.counts, s.hats, s.elixirs
    seats: dict[str, Any] = {
        seat: {"coins": coins, "tokens": counts[seat], "hats": hats[seat], "elixirs": elixirs[seat]}
        for seat, coins in s.purses.items()
    }
    for seat in _seen(t, s):
        kinds = s.holdings.kinds_of(seat)
        seats[seat]["kinds"] = {
            kind: value.as_json() if isinstance(value, Value) else value for kind, value in kinds.items()
        }
    return seats


def _seen(t: Table, s: Tabletop) -> Iterable[str]:
    """Whose tokens whoever looks may see by type."""
    if t.over or t.eyes is None or t.options["open_money"]:
        return s.players
    return t.eyes


def _cards(s: Tabletop) -> dict[str, Any]:
    unseen = list(s.unseen)
    return {
        "in_play": s.in_play.copy(),
        "stopped": s.stopped.copy(),
        "discarded": s.refused.copy(),
        "chef_at": s.chef_at,
        "on_thief": {"from": s.loot_from, "tokens": s.loot} if s.loot else None,
        "on_charlatan": s.fooled,
        "face_up": s.face_up,
        "face_down": s.face_down,
        "may_be_face_down": s.may_be_face_down() if s.goat_is_live else unseen,
        "unseen": unseen,
    }


def _declarations(s: Tabletop) -> dict[str, dict[str, int]]:
    """Of those that were entered: how many were bluffs, and how many of these were accepted."""
    return {
        seat: {"entered": told[ENTERED], "bluffs": told[BLUFFS], "accepted": told[BELIEVED]}
        for seat, told in s.declarations.items()
    }


def standing(t: Table) -> Mapping[str, Value]:
    """Return everybody's money: one's own as far as it is known, others' as far as their backs tell."""
    s: Tabletop = t.state
    counts, kinds = s.holdings.counts, s.holdings.kinds
    stands = {seat: _backs(coins, counts[seat], kinds) for seat, coins in s.purses.items()}
    for seat in _seen(t, s):
        stands[seat] = s.holdings.worth(c.RESOURCES, seat) + s.purses[seat]
    return stands


@lru_cache(maxsize=4096)
def _backs(coins: int, tokens: int, kinds: tuple[str, ...]) -> Value:
    values = [c.RESOURCES[kind] for kind in kinds]
    return between(coins + tokens * min(values), coins + tokens * max(values))
