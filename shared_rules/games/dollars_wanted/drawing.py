"""Drawing new cards, by count, and the shuffle when a draw pile is empty.

Owns step 3 of a turn. Which cards are drawn is never known.
"""

from shared_rules.engine import Table

from . import cards as c
from .table import Tabletop


def refill(t: Table, s: Tabletop, seat: str, up_to: int = c.HAND) -> None:
    """Draw until there are so many in the hand, or none to draw is left (DW-40, DW-47)."""
    deck = s.deck(seat)
    while s.hands[seat] < up_to:
        if not deck.draw:
            _shuffle(t, s, seat)
        if not deck.draw:
            return
        deck.draw -= 1
        s.hands[seat] += 1
        if not deck.draw:  # DW-40: as soon as the last card is drawn
            _shuffle(t, s, seat)


def _shuffle(t: Table, s: Tabletop, seat: str) -> None:
    count = s.deck(seat).shuffle()
    if count:
        t.say("dw.reshuffled", seat=seat if s.has_colours else None, cards=count)


def finish_quietly(t: Table, s: Tabletop) -> None:
    """End the turn before, if it has not ended yet: nothing is left of it but to draw."""
    if s.unfinished is not None:
        refill(t, s, s.unfinished)
        s.unfinished = None
