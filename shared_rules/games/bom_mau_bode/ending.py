"""Phase 4, End of Round, and the end of the game.

Owns who wins. What is not known stays open: who may be ahead or behind shares a place until a recount.
"""

from collections.abc import Mapping, Sequence

from shared_rules.engine import Amount, Result, Table, exactly, ranking

from . import characters as c
from .declaration import tell_bluffs
from .table import Tabletop

Key = tuple[Amount, int, int]  # money, coins, Resource tokens: the first that differs decides (BOM-62)


def end_of_round(t: Table, s: Tabletop) -> None:
    """The last active person is the next first Dealer (BOM-27); what is not collected stays (BOM-7)."""
    assert s.last_active is not None
    s.dealer = s.last_active
    s.begin_round()
    t.say("bom.end_of_round", round=s.round, dealer=s.dealer)


def settled(t: Table, s: Tabletop) -> Result:
    """Coins and the values of Resource tokens; leftovers belong to nobody (BOM-30, BOM-38)."""
    worth = {seat: s.holdings.worth(c.RESOURCES, seat) for seat in s.players}
    scores = {seat: worth[seat] + s.purses[seat] for seat in s.players}
    breakdown = {seat: {"coins": exactly(s.purses[seat]), "tokens": worth[seat]} for seat in s.players}
    tell_bluffs(t, s)
    if s.holdings.told_apart:
        t.say("bom.gambler.told_apart", seat=s.holdings.told_apart)
    if all(value.is_exact for value in scores.values()):
        order = ranking({seat: _key(s, seat, scores[seat].least or 0) for seat in s.players})
    else:
        order = places(s.players, possible_keys(s))
    return Result(order, scores, breakdown)


def _key(s: Tabletop, seat: str, money: Amount) -> Key:
    return money, s.purses[seat], s.holdings.counts[seat]


def possible_keys(s: Tabletop) -> list[dict[str, Key]]:
    """Return everybody's key in each possible world: what one has more there, another has less."""
    return [
        {
            seat: _key(s, seat, s.purses[seat] + sum(c.RESOURCES[kind] * n for kind, n in held[seat].items()))
            for seat in s.players
        }
        for held in s.holdings.possible()
    ]


def places(players: Sequence[str], worlds: Sequence[Mapping[str, Key]]) -> tuple[tuple[str, ...], ...]:
    """Return groups, the best first: people are in two groups if the one is ahead in every world.

    >>> places(("A", "B", "C"), [{"A": (9, 0, 0), "B": (8, 0, 0), "C": (2, 0, 0)},
    ...                          {"A": (7, 0, 0), "B": (8, 0, 0), "C": (2, 0, 0)}])
    (('A', 'B'), ('C',))
    """
    left, groups = list(players), []
    while left:
        group = _best(left, worlds)
        groups.append(tuple(group))
        left = [seat for seat in left if seat not in group]
    return tuple(groups)


def _best(left: Sequence[str], worlds: Sequence[Mapping[str, Key]]) -> list[str]:
    """Return the smallest group that is ahead of all others in every world."""
    group = {max(left, key=lambda seat: worlds[0][seat])}
    while True:
        more = {
            seat
            for seat in left
            if seat not in group and any(world[seat] >= world[one] for world in worlds for one in group)
        }
        if not more:
            return [seat for seat in left if seat in group]
        group |= more
