"""A table that nobody plays at: what made-up people lay, buy and read off their cards.

Owns how often random play does what, so that its ranches look like ranches: nobody knows the real cards, so
it lays what reviews tell of, more herds than tricks, small numbers more often than great ones. Chance comes
from outside as `below`. What is legal is not decided here.
"""

from collections.abc import Callable, Sequence

from . import printed as p

Below = Callable[[int], int]  # below(n) -> 0..n-1, each equally likely

OFTEN = {p.LAND: 6, p.HERD: 8, p.COWBOY: 4, p.FENCE: 2, p.MINE: 2, p.OTHER: 2, "blind": 4, "done": 3}
SELDOM = 1  # of everything else: a place of the Line, action points for gold


def action(options: Sequence[str], below: Below) -> str:
    """Return one of the actions."""
    drawn = below(sum(OFTEN.get(option, SELDOM) for option in options))
    for option in options:
        drawn -= OFTEN.get(option, SELDOM)
        if drawn < 0:
            return option
    raise AssertionError("the weights add up")


def small(least: int, most: int, below: Below) -> int:
    """Return an integer of a range: the less the more likely."""
    span = most - least + 1
    return least + min(below(span), below(span), below(span))
