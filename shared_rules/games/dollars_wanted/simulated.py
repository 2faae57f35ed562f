"""Cards that nobody has: what random play says is printed on them.

Owns a likely mix of cards and buildings, made up, for a box whose contents are printed nowhere. It decides
nothing in a match that people play, and chance comes from outside as `below`.
"""

from collections.abc import Callable, Collection, Mapping

from . import cards as c

Below = Callable[[int], int]  # below(n) -> 0..n-1, each equally likely

# Twenty of a colour: of each bandit three cards with one icon and one with two, and each special card once.
DECK = (*(f"{icon}_{count}" for icon in c.ICONS for count in (1, 1, 1, 2)), *c.SPECIALS)
MISTAKES = 12  # one card in so many is laid where it does not fit, or on purpose


def icons(below: Below) -> int:
    """Return how many of an icon are on a building: none to three."""
    return (0, 0, 0, 1, 1, 1, 2, 3)[below(8)]


def dollars(below: Below) -> int:
    """Return what a building is worth: $300 to $700."""
    return 100 * (3 + below(5))


def counted(expected: int, step: int, most: int, below: Below) -> int:
    """Return what somebody counts: what is there, or a step more or less."""
    return min(most, max(0, expected + step * (below(3) - 1)))


def row(left: Mapping[str, int], below: Below) -> str:
    """Return where a card is laid: mostly where the fewest buildings are left, so that a match has an end."""
    rows = list(left)
    return min(rows, key=lambda each: left[each]) if below(3) else rows[below(len(rows))]


def card(legal: Collection[str], fitting: Collection[str], below: Below) -> str:
    """Return what lies in a row: nearly always a card that fits; only `legal` ones."""
    wanted = legal if not below(MISTAKES) else fitting
    likely = [face for face in DECK if face in wanted and face in legal] or sorted(legal)
    return likely[below(len(likely))]
