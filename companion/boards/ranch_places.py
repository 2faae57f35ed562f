"""Where things lie on the board of Sans Foi Ni Loi.

Owns the rows, from the top: the steps of the turn, the ranch whose turn it is, the Line, the other ranches;
beside them what is counted. Cards are as large as the room of their ranch allows. Switched between sizes and
never scaled. It knows no state of a match.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.boards.drawing import Rect
from companion.boards.drawn import BARE, Covered

FLAT_BELOW = 330  # px; a lower board has the flat measures
SHAPE, WIDEST, HIGHEST = 0.65, 0.76, 1.54  # of a card's height: its width, at most; of its width: its height
LEAST_CARD = 4  # px
LEAST_OTHER = 100  # px, the width of another ranch
MOST_ROWS = 6  # of plots
LEAST_SHARE = 0.33  # of a row that is kept, whatever covers it
TABLE_ROW = (46, 20, 15)  # px, of a row of the table of prestige: at most, as it should be, and at least
TABLE_PAD = {False: 10, True: 5}  # px, around these rows
LOW_FOOT = 32  # px, of what stands below the table where that leaves it no more


class Measures(NamedTuple):
    """Sizes in px that differ between large and small windows.

    steps, line, others: heights of these rows; ranch: the least height of the one whose turn it is, when most
    of the board is covered; side: the width of what is counted, foot: the height of what stands below it;
    card: the width of the largest card, head: the height of a plot's title, from: of a plot that has one.
    """

    margin: int
    gap: int
    pad: int
    steps: int
    line: int
    others: int
    ranch: int
    side: int
    foot: int
    card: int
    head: int
    titled_from: int


LARGE = Measures(8, 8, 6, 54, 96, 98, 84, 248, 122, 112, 30, 96)
SMALL = Measures(6, 4, 4, 30, 50, 64, 60, 164, 70, 76, 22, 84)
MIDDLE = Measures(6, 6, 5, 36, 64, 84, 72, 240, 70, 100, 26, 96)
FLAT = Measures(4, 4, 3, 26, 40, 52, 52, 190, 30, 64, 20, 84)
LEAST = {LARGE: (900, 430), MIDDLE: (760, 400), SMALL: (560, 330), FLAT: (640, 250)}


class Grid(NamedTuple):
    """All places. others: of the other ranches, in their order; counts: of the table of prestige; foot: of
    what stands below that; of no height: there is no room for it."""

    steps: Rect
    ranch: Rect
    line: Rect
    others: list[Rect]
    counts: Rect
    foot: Rect
    measures: Measures


def measures(width: float, height: float, small: bool) -> Measures:
    """Return the sizes for a board so large."""
    if height < FLAT_BELOW:
        return FLAT
    if small or width < LEAST[LARGE][0]:
        return MIDDLE if width >= LEAST[MIDDLE][0] and height >= LEAST[MIDDLE][1] else SMALL
    return LARGE


def grid(width: int, height: int, others: int, small: bool, covered: Covered = BARE) -> Grid:
    """Return the places on a board of this size.

    :param others: so many other ranches
    :param covered: so much of it lies under what is asked: steps, ranch and what is counted stay beside that
    """
    m = measures(width, height, small)
    wide = width - 2 * m.margin - m.side - m.gap
    left, across = _free(m.margin, wide, covered, width, m)
    steps, ranch, line, low = (
        _rows_under(height, covered, m) if covered.top else _rows_over(covered, height, m)
    )
    side = m.margin + wide + m.gap
    (table, deep), (foot, under) = _counted(height, others + 2, covered, m, small)
    return Grid(
        (left, steps, across, m.steps),
        (left, ranch, across, steps - m.gap - ranch),
        (left, line, across, m.line),
        list(beside(_among_others(others, (m.margin, wide), (left, across), low, m), others, m.gap)),
        (side, table, m.side, deep),
        (side, foot, m.side, under),
        m,
    )


def _free(start: int, wide: int, covered: Covered, width: int, m: Measures) -> tuple[int, int]:
    """Return left edge and width of what is free of a row, at least LEAST_SHARE of it."""
    end, least = start + wide, round(LEAST_SHARE * wide)
    left = max(start, covered.left + m.gap) if covered.left else start
    right = min(end, width - covered.right - m.gap) if covered.right else end
    left = min(left, right - least) if covered.left else left
    right = max(right, left + least)
    return left, right - left


def _among_others(others: int, whole: tuple[int, int], free: tuple[int, int], low: int, m: Measures) -> Rect:
    """Return the row of the other ranches: beside what is asked, where that leaves each enough."""
    left, wide = free if free[1] // others >= LEAST_OTHER else whole
    return left, low, wide, m.others


def _rows_over(covered: Covered, height: int, m: Measures) -> tuple[int, int, int, int]:
    """Return the lower edges of steps, ranch, Line and others: these two lie below, and may be covered."""
    line = m.margin + m.others + m.gap
    steps = height - m.margin - m.steps
    ranch = max(line + m.line + m.gap, min(covered.low + m.gap, steps - m.gap - m.ranch))
    return steps, ranch, line, m.margin


def _rows_under(height: int, covered: Covered, m: Measures) -> tuple[int, int, int, int]:
    """The same below what covers the upper edge, where the other ranches lie now, and perhaps the Line."""
    others = height - m.margin - m.others
    above = min(others - m.gap, max(height - covered.top - m.gap, m.margin + m.steps + m.gap + m.ranch))
    steps = above - m.steps
    ranch = m.margin + m.line + m.gap
    if steps - m.gap - ranch >= m.ranch:
        return steps, ranch, m.margin, others
    line = others - m.gap - m.line
    steps = min(steps, line - m.gap - m.steps)
    return steps, m.margin, line, others


def _counted(
    height: int, rows: int, covered: Covered, m: Measures, small: bool
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return lower edge and height of the table, so many rows, and of what stands below it, as much as
    the table leaves of that."""
    low = max(m.margin, covered.low + m.gap) if covered.low else m.margin
    high = height - (max(m.margin, covered.top + m.gap) if covered.top else m.margin) - low
    wanted = rows * TABLE_ROW[1] + 2 * TABLE_PAD[small]
    foot = next((px for px in (m.foot, LOW_FOOT) if high - px - m.gap >= wanted), 0)
    taken = foot + m.gap if foot else 0
    return (low + taken, max(0, high - taken)), (low, foot)


def beside(room: Rect, count: int, gap: int) -> Iterator[Rect]:
    """Yield so many equal parts of a room, from left to right."""
    left, low, wide, high = room
    for n in range(count):
        start, end = (round(k * (wide + gap) / count) for k in (n, n + 1))
        yield left + start, low, max(1, end - gap - start), high


class Plot(NamedTuple):
    """A land, or what lies on none. title: the width of what is written above it, px; cells: of what lies
    there, each as a share of a card's width."""

    title: int
    cells: tuple[float, ...]


class Laid(NamedTuple):
    """The places of a plot: all of it, of its title (no height: none), of what lies there."""

    whole: Rect
    head: Rect
    cells: tuple[Rect, ...]


@lru_cache(60)
def plots(wide: int, high: int, what: tuple[Plot, ...], m: Measures) -> tuple[Laid, ...]:
    """Return where plots lie in a room, with its lower left corner at 0, 0: in as many rows as make the cards
    largest."""
    found: tuple[float, int, int] = (0, LEAST_CARD, MOST_ROWS)
    for rows in range(1, MOST_ROWS + 1):
        deep = _card_high(high, rows, m)
        wanted = min(int(deep * WIDEST), m.card)
        for card in range(wanted, LEAST_CARD, -1):
            if len(_rows(wide, what, card, _has_head(high, rows, m), m)) <= rows:
                found = max(found, (min(card, SHAPE * deep), card, rows))
                break
    _score, card, rows = found
    return tuple(_laid(wide, high, what, card, rows, m))


def _each(high: int, rows: int, m: Measures) -> int:
    return (high - (rows - 1) * m.gap) // rows


def _has_head(high: int, rows: int, m: Measures) -> bool:
    return _each(high, rows, m) >= m.titled_from


def _card_high(high: int, rows: int, m: Measures) -> int:
    head = m.head if _has_head(high, rows, m) else m.pad
    return max(1, _each(high, rows, m) - head - m.pad)


def _width(plot: Plot, card: int, titled: bool, m: Measures) -> int:
    cells = sum(max(1, round(cell * card)) for cell in plot.cells) + m.pad * (len(plot.cells) - 1)
    return max(cells, plot.title if titled else 0) + 2 * m.pad


def _rows(wide: int, what: Sequence[Plot], card: int, titled: bool, m: Measures) -> list[list[Plot]]:
    """Plots in their order; a row that is too wide has one plot, and counts as too many."""
    rows: list[list[Plot]] = [[]]
    taken = 0
    for plot in what:
        width = _width(plot, card, titled, m)
        if width > wide:
            rows += [[]] * MOST_ROWS
        if rows[-1] and taken + width > wide:
            rows.append([])
            taken = 0
        rows[-1].append(plot)
        taken += width + m.gap
    return rows


def _laid(wide: int, high: int, what: Sequence[Plot], card: int, rows: int, m: Measures) -> Iterator[Laid]:
    titled = _has_head(high, rows, m)
    deep = min(_card_high(high, rows, m), round(card * HIGHEST))
    head = m.head if titled else m.pad
    whole = deep + head + m.pad
    top = high
    for row in _rows(wide, what, card, titled, m):
        left = 0
        for plot in row:
            width = min(_width(plot, card, titled, m), max(1, wide - left))
            rect = (left, top - whole, width, whole)
            title = (left + m.pad, top - head, max(1, width - 2 * m.pad), head if titled else 0)
            yield Laid(rect, title, tuple(_cells(plot, (left + m.pad, top - head - deep, card, deep), m)))
            left += width + m.gap
        top -= whole + m.gap


def _cells(plot: Plot, first: Rect, m: Measures) -> Iterator[Rect]:
    left, low, card, deep = first
    for cell in plot.cells:
        width = max(1, round(cell * card))
        yield left, low, width, deep
        left += width + m.pad


def moved(rect: Rect, left: int, low: int) -> Rect:
    """Return a place elsewhere."""
    return rect[0] + left, rect[1] + low, rect[2], rect[3]
