"""What lies in the box: bandits, special cards, buildings, penalty cards.

Owns the printed facts of the rulebook and nothing of a match. How many of each special card there are, and
what is on the 18 buildings, is printed nowhere we can read: the box tells it.
"""

COLT, DYNAMITE, CROWBAR, PICKAXE = "colt", "dynamite", "crowbar", "pickaxe"
ICONS = (COLT, DYNAMITE, CROWBAR, PICKAXE)  # of Clint, Joe, Judy and Enzo
JOKER, ELIXIR, COYOTE, VULTURE = "joker", "elixir", "coyote", "vulture"
SPECIALS = (JOKER, ELIXIR, COYOTE, VULTURE)
WRONG = "wrong"  # a bandit who cannot be used there; which one does not matter
UNKNOWN = "unknown"  # a card lies face up, and nobody has entered what it is

# A bandit's card shows his own icon once or twice (DW-7).
BANDITS = {f"{icon}_{count}": (icon, count) for icon in ICONS for count in (1, 2)}
FACES = (*BANDITS, *SPECIALS, WRONG)  # what a card turns out to be

COLOURS = ("red", "yellow", "green", "blue", "gray")
CARDS = 100
CARDS_OF_A_COLOUR = 20
HAND = 6
LAID = 2  # cards a turn
SEVEN = 7  # face-down cards in a row, and it is robbed

KINDS = ("bank", "casino", "saloon", "shop")
ROWS = ("row_1", "row_2", "row_3")  # from top to bottom
PILE = 6  # buildings
BUILDINGS = len(ROWS) * PILE
MOST_ICONS = 6  # of one kind on a building; on those that are known it is 3
MOST_DOLLARS = 9_999  # on one building; no more is asked for than four digits

PENALTY_CARDS = 2
PENALTY = 300  # $


def icons_of(counts: tuple[int, ...]) -> dict[str, int]:
    """Return icon -> how often it is on a building, of those that are.

    >>> icons_of((2, 2, 0, 1))
    {'colt': 2, 'dynamite': 2, 'pickaxe': 1}
    """
    return {icon: count for icon, count in zip(ICONS, counts, strict=True) if count}
