"""What lies in the box: sweets, Munchie Monsters, Bo, sugar chips.

Owns the printed facts of the rulebook and nothing of a match. It names two of the four colours, blue and
green; the other two, how big the sweets are, and how many chips of each kind there are is printed nowhere we
can read. So sizes are compared on the table, and the box tells its chips.
"""

COLOURS = ("red", "yellow", "green", "blue")
MONSTER, BO = "monster", "bo"
CARDS = (*COLOURS, MONSTER, BO)
CARDS_OF_A_COLOUR = 6
SWEETS = 6  # in a hand, Bo among them; they are dealt first, and then a monster for everybody (B-1, B-2)
HAND = SWEETS + 1
TRICKS = HAND

STAR, STARS, ANT = "star_1", "star_2", "ant"
CHIPS = (STAR, STARS, ANT)
STARS_ON = {STAR: 1, STARS: 2}
CHIPS_IN_BOX = 8  # of which one is returned without a look (B-16)


def deck(people: int, bo: bool) -> dict[str, int]:
    """Return how many cards are dealt: a colour and a monster for each player; Bo is instead of a sweet.

    >>> deck(3, bo=True)
    {'sweets': 17, 'bo': 1, 'monster': 3}
    """
    return {"sweets": people * CARDS_OF_A_COLOUR - bo, BO: int(bo), MONSTER: people}
