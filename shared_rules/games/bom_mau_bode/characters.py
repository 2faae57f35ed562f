"""What lies in the box: characters, locations, Resource tokens, and what the number of people changes.

Owns the printed facts of the rulebook and nothing of a match. Coins on the tiles are printed nowhere we can
read: they are box facts.
"""

from collections.abc import Mapping
from functools import cache

RESOURCES = {"bottle": 2, "supplies": 3, "banknotes": 4, "cattle": 5, "gold": 5}  # worth in $
COIN = "coin"
BOX_COINS = 40
BOX_TOKENS = {"bottle": 8, "supplies": 4, "banknotes": 4, "cattle": 3, "gold": 3}
BOX_ELIXIRS = 3

SALOON = "saloon"
RESOURCE_OF = {"saloon": "bottle", "shop": "supplies", "bank": "banknotes", "ranch": "cattle", "mine": "gold"}
LOCATIONS = tuple(RESOURCE_OF)

TAKES_TOKENS = {"seller": "shop", "banker": "bank", "farmer": "ranch", "miner": "mine"}
TAKES_COINS = {"kid": "shop", "widow": "bank", "cowboy": "ranch", "prospector": "mine"}
AT_SALOON = ("outlaw", "sheriff", "thief", "charlatan", "waitress", "gambler")  # in ascending order
GOAT, CHEF = "goat", "chef"
CHARACTERS = (
    *("seller", "kid", "banker", "widow", "farmer", "cowboy", "miner", "prospector"),
    *AT_SALOON,
    GOAT,
    CHEF,
)
LOCATION_OF = TAKES_TOKENS | TAKES_COINS | dict.fromkeys(AT_SALOON, SALOON)  # not the Goat, not the Chef

# BOM-65: the Saloon always lies in the centre.
TILES = {
    2: (SALOON, "shop", "bank"),
    3: (SALOON, "bank", "ranch"),
    4: (SALOON, "shop", "bank", "mine"),
    5: LOCATIONS,
}
# BOM-2: the printed list.
BACK_TO_THE_BOX = {
    2: ("farmer", "cowboy", "miner", "prospector"),
    3: ("kid", "seller", "miner", "prospector"),
    4: ("farmer", "cowboy"),
    5: (),
}

START_COINS, START_BOTTLES = 2, 1  # each
HAND = 4


@cache
def draw_pile(people: int, chef: bool) -> tuple[str, ...]:
    """Return all Character cards that are shuffled at the start of a round (BOM-2)."""
    gone = BACK_TO_THE_BOX[people]
    return tuple(card for card in CHARACTERS if card not in gone and (chef or card != CHEF))


def rounds(people: int) -> int:
    """Return how many rounds are played (BOM-61)."""
    return 4 if people == 2 else 3


def small_hats(people: int) -> int:
    """Return how many small hats each person places in a round; what is more stays in the box (BOM-4)."""
    return 3 if people == 2 else 2


def face_down(chef: bool) -> int:
    """Return how many cards Upkeep sets aside face down (BOM-11)."""
    return 2 if chef else 1


@cache
def supply(people: int) -> dict[str, int]:
    """Return the Resource tokens in the supply after Setup (BOM-65). It is shared: copy it."""
    each = 4 if people == 2 else 3
    return {RESOURCE_OF[tile]: each for tile in TILES[people]}


@cache
def start_tokens(people: int) -> dict[str, int]:
    """Return the Resource tokens that each person starts with, 0 of the other types in use; copy it too."""
    return {kind: START_BOTTLES if kind == "bottle" else 0 for kind in supply(people)}


@cache
def opponents(players: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return the others of each person, clockwise."""
    return {seat: players[k + 1 :] + players[:k] for k, seat in enumerate(players)}
