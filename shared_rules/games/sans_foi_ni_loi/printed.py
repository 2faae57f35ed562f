"""What lies in the box: the cards by their kinds, the Line, the die, and the numbers of the rulebook.

Owns the printed facts and nothing of a match. The rulebook we have is a summary, and no list of the cards is
known: what is printed on them is told by the box, or entered when one is played.
"""

from collections.abc import Sequence
from functools import cache
from types import MappingProxyType

LAND, HERD, COWBOY, FENCE, MINE = "land", "herd", "cowboy", "fence", "mine"
OTHER = "other"  # dirty tricks, counters, bonuses and persons, whose texts are not known
KINDS = (LAND, HERD, COWBOY, FENCE, MINE, OTHER)
GUARDS = (COWBOY, FENCE)  # S-12
ON_LANDS = (HERD, MINE)  # they lie on a land and nowhere else

DECK = 117  # cards, as a review counts them; a table may count otherwise (S-2)
PLACES = 6  # on the Line
LINE = tuple(f"line{place}" for place in range(1, PLACES + 1))
FIRST_HAND = 3
MOST_IN_HAND = 10  # S-38

QUALITIES = MappingProxyType({"scrub": 1, "good": 2, "excellent": 3})  # how many herds a land holds (S-34)
QUALITY_OF = MappingProxyType({holds: quality for quality, holds in QUALITIES.items()})

DIE = 6  # sides; inferred: two throws, and the limit of the mine is 10
THROWS = 2  # of a mine
EXPLODES = 10  # S-21
MOST_TIMES = 4  # S-14: "un maximum de 4 tours est pris en compte"

POINTS = 6  # S-26
BLIND = 3  # points for the first card of the pile (S-30)
GOLD_PER_POINT = 2  # S-31
COST = MappingProxyType({LAND: 1, COWBOY: 1})  # points; what the others cost is printed on each (S-27)
PRIZES = (5, 3, 2, 1)  # S-43

LANDS, HERDS, COWBOYS, GOLD = "lands", "herds", "cowboys", "gold"
CATEGORIES = (LANDS, HERDS, COWBOYS, GOLD)
KIND_OF = MappingProxyType({LANDS: LAND, HERDS: HERD, COWBOYS: COWBOY})

# No more is asked for: of what is printed on one card, of gold, of cards in a deck.
MOST_WORTH, MOST_BONUS, MOST_COST = 12, 9, 12
MOST_GOLD = 200
LEAST_DECK, MOST_DECK = 40, 140
MOST_POINTS = 30  # in one turn
MOST_AGE = 30  # turns


@cache
def clockwise(players: tuple[str, ...], first: str) -> tuple[str, ...]:
    """Return everybody from `first` on; the next is to the left."""
    at = players.index(first)
    return players[at:] + players[:at]


def times(age: int) -> int:
    """Return by how much a herd's value is multiplied: a turn on the land each, four at most (S-13, S-14)."""
    return min(age, MOST_TIMES)


def first_free(line: Sequence[object | None]) -> int | None:
    """Return the index of the first open place of the Line, None if it is full."""
    return next((at for at, card in enumerate(line) if card is None), None)
