"""What a screen may show.

Owns the view's form. What lies face down is a number; who laid it is told only if the group wants that
(DW-52), and what a building is worth only when it is won (DW-2).
"""

from typing import Any

from shared_rules.engine import Table
from shared_rules.engine.values import Plain

from . import cards as c
from .table import Building, Card, Row, Tabletop


def view(t: Table) -> dict[str, Any]:
    """Return the table as JSON."""
    s: Tabletop = t.state
    layers = t.options["layers"]
    return Plain(
        phase=s.phase,
        round=t.round if s.robbery is None else s.round,
        laying=s.laying,
        may_rob=s.unfinished,
        colours=s.has_colours,
        rows={row.id: _row(s, row, layers) for row in s.rows.values()},
        seats={seat: _seat(s, seat) for seat in s.players},
        draw_pile=None if s.has_colours else s.decks[""].draw,
        discard_pile=None if s.has_colours else s.decks[""].discard,
        penalty_cards=s.penalty_cards if s.has_colours else None,
        robbery=_robbery(s),
        over=s.over,
    )


def _row(s: Tabletop, row: Row, layers: bool) -> dict[str, Any]:
    sums = None
    if row.building is not None and not row.judged:
        sums = row.tally().arithmetic(row.building.need)
    return {
        "buildings": row.pile,
        "building": _building(row.building),
        "up": [_card(s, card, row.judged) for card in row.up],
        "down": len(row.down),
        "layers": list(row.down) if layers and not row.judged else None,
        "judged": row.judged,
        "due": row.due,
        "sums": sums,
        "doubles": None if row.judged else row.tally().elixir,
    }


def _card(s: Tabletop, card: Card, judged: bool) -> dict[str, Any]:
    """A card that lies face up: whose it is shows by its colour, if everybody has one."""
    icon, count = c.BANDITS.get(card.face, (None, 0))
    by = card.by if s.has_colours and not judged else None
    return {"face": card.face, "icon": icon, "count": count, "by": by}


def _building(building: Building | None) -> dict[str, Any] | None:
    return None if building is None else {"kind": building.kind, "icons": building.need}


def _seat(s: Tabletop, seat: str) -> dict[str, Any]:
    won = [(_building(each.building), each.dollars) for each in s.won[seat]]
    return {
        **s.counts(seat),
        "colour": s.colours.get(seat),
        "won": [{"building": building, "dollars": dollars} for building, dollars in won],
        "dollars": s.dollars(seat),
        "penalties": s.fined[seat],
        "score": s.score(seat),
    }


def _robbery(s: Tabletop) -> dict[str, Any] | None:
    robbery = s.robbery
    if robbery is None:
        return None
    return {
        "seat": robbery.seat,
        "row": robbery.row.id,
        "seven": robbery.seven,
        "card": robbery.card,
        "ended": robbery.ended,
    }
