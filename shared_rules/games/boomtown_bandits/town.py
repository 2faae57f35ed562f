"""What lies in the box: locations, camps, loot cards, and what the number of players changes.

Owns the printed facts of the rulebook and nothing of a match. Of the 42 loot cards it names four; what is on
the others, and what the bonus cards are worth, is printed nowhere we can read: the box tells it.
"""

from collections.abc import Mapping
from functools import cache

LOCATIONS = ("saloon", "bank", "train", "brothel", "mine", "stagecoach")  # as "Location Reference" has them
LOOT = 7  # cards a pile

SHOOTER, COWARD = "shooter", "coward"
CAMP = {SHOOTER: 2, COWARD: 1}  # tokens of a player, and as many dice

# Timings, as they are printed on loot cards. LOOTING is where Example 2 plays the Brothel Inspector.
BEFORE_PLACEMENT, AFTER_PLACEMENT = "before_placement", "after_placement"
BEFORE_SHOOTOUT, DURING_SHOOTOUT = "before_shootout", "during_shootout"
LOOTING, AT_ONCE = "looting", "at_once"
TIMINGS = (BEFORE_PLACEMENT, AFTER_PLACEMENT, BEFORE_SHOOTOUT, DURING_SHOOTOUT, LOOTING, AT_ONCE)

DOUBLE_BARREL, BODY_DOUBLE = "double_barrel", "body_double"
LIQUID_COURAGE, BROTHEL_INSPECTOR = "liquid_courage", "brothel_inspector"
OTHER = "other"  # a card that the rulebook does not name
CARDS = (DOUBLE_BARREL, BODY_DOUBLE, LIQUID_COURAGE, BROTHEL_INSPECTOR, OTHER)
PILE_OF = {LIQUID_COURAGE: "saloon", BROTHEL_INSPECTOR: "brothel"}  # of the others it is not printed
WORTH = {LIQUID_COURAGE: 5, BROTHEL_INSPECTOR: 5}  # $
TIMING_OF = {
    DOUBLE_BARREL: DURING_SHOOTOUT,
    BODY_DOUBLE: DURING_SHOOTOUT,
    LIQUID_COURAGE: DURING_SHOOTOUT,
    BROTHEL_INSPECTOR: LOOTING,
}
MOST_DOLLARS = 99  # on one card; no more is asked for than two digits

OWN_THIS_TOWN = "own_this_town"
BONUSES = (*LOCATIONS, OWN_THIS_TOWN)


def locations(players: int) -> int:
    """Return how many locations make a boomtown (BB-1)."""
    return players + 1


@cache
def clockwise(players: tuple[str, ...], first: str) -> tuple[str, ...]:
    """Return everybody from `first` on; the next is to the left."""
    at = players.index(first)
    return players[at:] + players[:at]


@cache
def others(players: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return the others of each player, clockwise."""
    return {seat: clockwise(players, seat)[1:] for seat in players}
