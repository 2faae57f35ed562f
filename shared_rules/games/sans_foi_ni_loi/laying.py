"""How a card comes to lie in a ranch: which land it is, where it lies, and what is told of it.

Owns that. Whether it is played, moved, or lies there anyway is its callers' business.
"""

from shared_rules.engine import Choose, Table
from shared_rules.engine.prompts import quiet
from shared_rules.engine.table import Play

from . import printed as p
from .ranch import Card
from .table import Tabletop

RANCH = "ranch"  # on no land (S-23)


def which_quality(t: Table, seat: str) -> Play:
    """Return how many herds the land holds."""
    quality = yield from t.ask(lambda: Choose("sf.card.quality", seat, tuple(p.QUALITIES)))
    return p.QUALITIES[quality]


def where(t: Table, s: Tabletop, asked: str, seat: str, kind: str) -> Play:
    """Return on which of a player's lands a card lies; None for none, where it need not lie on any."""
    if kind in (p.LAND, p.OTHER):
        return None
    ranch = s.ranches[seat]
    chosen = yield from t.ask(
        lambda: quiet(
            Choose(
                "sf.card.where",
                asked,
                lambda: [*ranch.ids(p.LAND), *([] if kind in p.ON_LANDS else [RANCH])],
                place=kind,
                params=lambda: {"of": seat, "kind": kind, "lands": ranch.rooms()},
            )
        )
    )
    return None if chosen == RANCH else chosen


def lay(
    t: Table, s: Tabletop, seat: str, kind: str, number: int, on: str | None, cost: int | None = None
) -> None:
    """Lay a new card into a ranch; cost: None if it was not played for points."""
    card = s.lay(seat, kind, number, on)
    land = s.ranches[seat].cards[on].told() if on is not None else None
    t.say("sf.laid", seat=seat, card=card.told(), land=land, cost=cost)
    warn(t, s, seat, card)


def warn(t: Table, s: Tabletop, seat: str, card: Card) -> None:
    """A herd came to a land that holds fewer: a warning, nothing more (S-34)."""
    ranch = s.ranches[seat]
    if card.kind == p.HERD and card.on is not None and ranch.crowded(card.on):
        land = ranch.cards[card.on]
        herds = len(ranch.on(land.id, p.HERD))
        t.say("sf.crowded", seat=seat, land=land.told(), herds=herds, holds=land.number)
