"""The end of the game: dollars, less penalties.

Owns who wins.
"""

from collections.abc import Mapping

from shared_rules.engine import Result, Table, Value, exactly, ranking

from . import cards as c
from .table import Tabletop


def settled(s: Tabletop) -> Result:
    """Most dollars, then most buildings, then the victory is shared (DW-44)."""
    scores = {seat: s.score(seat) for seat in s.players}
    order = ranking({seat: (scores[seat], len(s.won[seat])) for seat in s.players})
    return Result(order, scores, {seat: _sources(s, seat) for seat in s.players})


def _sources(s: Tabletop, seat: str) -> dict[str, Value | int]:
    sources: dict[str, Value | int] = {"dollars": s.dollars(seat)}
    if s.has_colours:
        sources["penalties"] = -c.PENALTY * s.fined[seat]
    return sources


def standing(t: Table) -> Mapping[str, Value]:
    """Return everybody's dollars, less penalties: all of it lies open (DW-45)."""
    s: Tabletop = t.state
    return {seat: exactly(s.score(seat)) for seat in s.players}
