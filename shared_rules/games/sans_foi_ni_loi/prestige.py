"""Prestige: the points of the four categories, and who has the most prestigious ranch.

Owns who wins. Fractions stay exact.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby

from shared_rules.engine import Amount, Result, Table, Value, exactly, ranking

from . import printed as p
from .table import Tabletop

OTHER_RANCH = "other_ranch"  # of the same owner (S-3)


def points(counts: Mapping[str, int], ties: str) -> dict[str, Amount]:
    """Return what each player's count in one category is worth (S-43); nothing brings nothing (S-44).

    ties: who is level gets the "higher" place's points and the next places are left out; or they "split" the
    points of their places; or all get the "lower" place's; or the next one is "next" in points too (S-45).

    >>> points({"Ana": 3, "Bo": 3, "Cy": 1, "Di": 0}, "higher")
    {'Ana': 5, 'Bo': 5, 'Cy': 2, 'Di': 0}
    """
    some = sorted((seat for seat, count in counts.items() if count > 0), key=lambda seat: -counts[seat])
    found: dict[str, Amount] = dict.fromkeys(counts, 0)
    place = 0
    for nth, (_, group) in enumerate(groupby(some, key=counts.__getitem__)):
        level = tuple(group)
        prizes = [_prize(each) for each in range(place, place + len(level))]
        found |= dict.fromkeys(level, _each(prizes, nth, ties))
        place += len(level)
    return found


def _each(prizes: list[int], nth: int, ties: str) -> Amount:
    """Return what each of those who are level gets. prizes: of their places; nth: groups ahead of theirs."""
    if ties == "split":
        share = Fraction(sum(prizes), len(prizes))
        return int(share) if share.denominator == 1 else share
    if ties == "next":
        return _prize(nth)
    return prizes[-1] if ties == "lower" else prizes[0]


def _prize(place: int) -> int:
    return p.PRIZES[place] if place < len(p.PRIZES) else 0


def categories(t: Table, s: Tabletop) -> dict[str, dict[str, Amount]]:
    """Return category -> player -> points, as it stands now."""
    counts = {seat: s.counts(seat) for seat in s.players}
    return {
        each: points({seat: count[each] for seat, count in counts.items()}, t.options["ties"])
        for each in p.CATEGORIES
    }


def totals(t: Table, s: Tabletop) -> dict[str, Amount]:
    """Return everybody's prestige; who owns two ranches has that of both (S-3)."""
    each = categories(t, s).values()
    own = {seat: sum(points[seat] for points in each) for seat in s.players}
    return {seat: sum(own[other] for other in owned(t, s, seat)) for seat in s.players}


def owned(t: Table, s: Tabletop, seat: str) -> tuple[str, ...]:
    """Return the ranches of a seat's owner: it alone, or every other one of four."""
    if not t.options["two_ranches"]:
        return (seat,)
    at = s.players.index(seat) % 2
    return s.players[at::2]


def standing(t: Table, s: Tabletop) -> Mapping[str, Value]:
    """Return everybody's prestige, which is public: whatever counts lies open."""
    return {seat: exactly(total) for seat, total in totals(t, s).items()}


def tell(t: Table, s: Tabletop) -> None:
    """Say what each category brings."""
    for each, found in categories(t, s).items():
        t.say(
            "sf.category", category=each, counts={seat: s.counts(seat)[each] for seat in found}, points=found
        )


def settled(t: Table, s: Tabletop) -> Result:
    """Return how it ended; as much prestige is shared, unless the table lets gold decide (S-46)."""
    each, scores = categories(t, s), totals(t, s)
    breakdown = {seat: {what: points[seat] for what, points in each.items()} for seat in s.players}
    if t.options["two_ranches"]:
        for seat in s.players:
            breakdown[seat][OTHER_RANCH] = scores[seat] - sum(breakdown[seat].values())
    by_gold = t.options["total_tie"] == "gold"
    gold = {seat: sum(s.counts(each)[p.GOLD] for each in owned(t, s, seat)) for seat in s.players}
    keys = {seat: (scores[seat], gold[seat] if by_gold else 0) for seat in s.players}
    return Result(ranking(keys), scores, breakdown)
