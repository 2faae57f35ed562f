"""Where things lie on the board of Boomtown Bandits.

Owns the columns: a location in each, left to right as on the table, its pile above it and what stands before
it below. Switched between sizes and never scaled. It knows no state of a match.
"""

from typing import NamedTuple

from companion.boards.drawing import Rect

FLAT_BELOW = 300  # px; a lower board has the flat measures


class Measures(NamedTuple):
    """Sizes in px that differ between large and small windows. A row is one player's tokens; loot: a line of
    what players have; foot: the last line of the log, and the round."""

    margin: int
    gap: int
    pile: int
    front: int
    row: int
    loot: int
    foot: int
    widest: int  # a column


LARGE = Measures(8, 8, 58, 112, 44, 30, 34, 210)
SMALL = Measures(6, 4, 40, 72, 32, 22, 26, 132)
FLAT = Measures(4, 4, 34, 56, 28, 18, 22, 150)
LEAST = {LARGE: (900, 400), SMALL: (560, 330), FLAT: (640, 256)}
# Heights of pile and building while a question lies over the tokens: lower first, at last without its icon.
LOWER = ((FLAT.pile, FLAT.front), (24, 30))
LEAST_ROW = 20  # px; where rows would be less high than that, pile and building are lower


class Column(NamedTuple):
    """The places of one location, and all of it."""

    whole: Rect
    pile: Rect
    front: Rect
    tokens: Rect
    loot: Rect


class Grid(NamedTuple):
    """All places, the columns from left to right."""

    columns: list[Column]
    foot: Rect
    measures: Measures


def measures(width: float, height: float, small: bool) -> Measures:
    """Return the sizes for a board so large."""
    if height < FLAT_BELOW:
        return FLAT
    return SMALL if small or width < LEAST[LARGE][0] else LARGE


def grid(
    width: int, height: int, locations: int, owners: int, small: bool, covered: int = 0, lines: int = 1
) -> Grid:
    """Return the places on a board of this size.

    :param owners: the most players who have loot of one location
    :param covered: so much of it, from below, lies under what is asked: tokens stay above
    :param lines: the most rows of tokens at one location
    """
    m = _lowered(measures(width, height, small), height, covered, lines)
    foot = (m.margin, m.margin // 2, width - 2 * m.margin, m.foot)
    count = max(1, locations)
    each = min(m.widest, (width - 2 * m.margin - (count - 1) * m.gap) // count)
    left = (width - count * (each + m.gap) + m.gap) // 2
    low = foot[1] + foot[3] + m.gap
    room = (low, height - m.margin - low)
    columns = [_column(left + n * (each + m.gap), each, room, owners, covered, m) for n in range(count)]
    return Grid(columns, foot, m)


def _lowered(m: Measures, height: int, covered: int, lines: int) -> Measures:
    """Lower pile and building as far as tokens above what is asked need the height, and no further."""
    needed = lines * (LEAST_ROW + 2)
    for pile, front in LOWER:
        if not covered or height - 2 * m.margin - 4 * m.gap - m.pile - m.front - covered >= needed:
            break
        m = m._replace(pile=min(pile, m.pile), front=min(front, m.front))
    return m


def _column(left: int, wide: int, room: tuple[int, int], owners: int, covered: int, m: Measures) -> Column:
    """Pile and building have their heights; tokens, and loot below them, share what is left."""
    low, high = room
    inner, across = left + m.gap, wide - 2 * m.gap
    loot = m.loot * loot_lines(owners, across, m)
    front = low + high - m.pile - 2 * m.gap - m.front
    beside = low + m.gap // 2 + loot + m.gap
    tokens = max(beside, min(covered, front - m.gap - m.row))
    return Column(
        (left, low, wide, high),
        (inner, front + m.front + m.gap, across, m.pile),
        (left + 2, front, wide - 4, m.front),  # the names need the width
        (inner, tokens, across, max(1, front - m.gap - tokens)),
        (inner, low + m.gap // 2, across, loot),
    )


def loot_across(wide: int, m: Measures) -> int:
    """Return how many players' loot stands in a line: a mark and one figure each."""
    return max(1, wide // (2 * m.loot + 2))


def loot_lines(players: int, wide: int, m: Measures) -> int:
    """Return how many lines the loot of all of them takes."""
    return -(-players // loot_across(wide, m))


def rows(room: Rect, count: int, most: int, gap: int) -> list[Rect]:
    """Return so many rows from the top of a room, none higher than `most`."""
    left, low, wide, high = room
    each = min(most, (high + 2) // max(1, count) - 2)
    step = each + min(gap, max(2, (high - count * each) // max(1, count)))
    return [(left, low + high - each - n * step, wide, each) for n in range(count)]
