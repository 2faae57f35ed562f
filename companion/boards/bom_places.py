"""Where things lie on the board of o BOM, o MAU e o BODE.

Owns the two layouts, switched and never scaled: the high one, a row for each location with the facts to the
right of them; and the flat one, locations side by side and the facts in a line. It knows no state of a match.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.boards.drawing import Rect
from shared_rules.games.bom_mau_bode.characters import SALOON

FLAT_BELOW = 300  # px; a lower board has the flat layout


class Measures(NamedTuple):
    """Distances in px that differ between large and small windows."""

    margin: int
    gap: int
    between: int  # front and what lies beside it
    front: int  # its width
    things: int  # width that tokens and coins like to have
    card: int  # the width of a card that has room
    third: int  # of the Chef's
    facts: int  # width of the facts
    facts_high: int  # what they need
    saloon_high: int  # what its row needs when it is full
    front_most: int  # height
    card_most: int  # height


LARGE = Measures(8, 6, 12, 148, 168, 88, 72, 312, 326, 96, 164, 118)
SMALL = Measures(6, 4, 6, 92, 100, 80, 44, 156, 228, 104, 116, 96)
FLAT_FRONT, FLAT_THINGS = 80, 80
FACTS_LINE = 34
THIRD = 48  # the narrow place of a third card in the flat layout


class Row(NamedTuple):
    """The places of one location: of tokens and coins, of the building, of cards."""

    things: Rect
    front: Rect
    cards: Rect


class Grid(NamedTuple):
    """All places. street: between the buildings. third: a place for one card beside all outer locations, in
    the last column of theirs. Both are None where there is no room."""

    rows: dict[str, Row]
    facts: Rect
    street: Rect | None
    third: Rect | None
    measures: Measures


def grid(width: int, height: int, tiles: Sequence[str], chef: bool, small: bool) -> Grid:
    """Return the places on a board of this size; it is the same for the whole match.

    :param chef: the Chef plays, so that three cards may lie at a location
    """
    outer = [tile for tile in tiles if tile != SALOON]
    if height < FLAT_BELOW:
        return _flat(width, height, outer, SMALL)
    return _high(width, height, outer, chef, SMALL if small else LARGE)


def least_size(height: float, small: bool) -> tuple[int, int]:
    """Return the least width and height that a board so high needs; a smaller one is drawn smaller."""
    if height < FLAT_BELOW:
        return 640, 250
    return (580, 330) if small else (900, 360)


def _high(width: int, height: int, outer: list[str], chef: bool, m: Measures) -> Grid:
    usable, count = height - 2 * m.margin, len(outer)
    high = _row_height(usable, count, m)
    saloon_high = usable - count * (high + m.gap)
    facts = (width - m.margin - m.facts, height - m.margin - count * (high + m.gap) + m.gap)
    deep = height - m.margin - facts[1]
    two = 2 * m.card + m.gap
    cards = two + (m.gap + m.third if chef else 0)
    left = facts[0] - cards - m.between - m.between - m.front
    left -= max(0, left - m.between - m.margin - m.things) // 2
    rows = {}
    top = height - m.margin
    for tile in outer:
        rows[tile] = _row(left, top - high, high, cards, m)
        top -= high + m.gap
    start = left + m.front + m.between
    rows[SALOON] = _row(left, m.margin, saloon_high, width - m.margin - start, m)
    middle = left + m.front // 2
    street = (middle - m.front // 8, m.margin + 12, m.front // 4, height - 2 * m.margin - 24)
    third = (start + two + m.gap, facts[1], m.third, deep) if chef else None
    return Grid(rows, (*facts, m.facts, deep), street, third, m)


def _row_height(usable: int, count: int, m: Measures) -> int:
    """Of the outer rows: as high as the Saloon's, if that is enough for it and they for the facts."""
    alike = (usable - count * m.gap) // (count + 1)
    for_saloon = (usable - count * m.gap - m.saloon_high) // count
    for_facts = math.ceil((m.facts_high + m.gap) / count) - m.gap
    return min(max(alike, for_facts), for_saloon)


def _row(left: int, low: int, high: int, cards: int, m: Measures) -> Row:
    front = min(high, m.front_most)
    at = low + (high - front) // 2
    start = left + m.front + m.between
    return Row(
        (m.margin, at, left - m.between - m.margin, front),
        (left, at, m.front, front),
        (start, low, cards, high),
    )


def _flat(width: int, height: int, outer: list[str], m: Measures) -> Grid:
    """Two locations in a row. The facts take the place of a fourth one, or else a line above."""
    beside = len(outer) == 3
    usable = height - 2 * m.gap - (0 if beside else FACTS_LINE + m.gap)
    lines = math.ceil(len(outer) / 2)
    high = (usable - lines * m.gap - m.card_most) // lines if lines > 1 else (usable - m.gap) // 2
    half = (width - 2 * m.gap - 2 * m.gap) // 2
    top = height - m.gap - (0 if beside else FACTS_LINE + m.gap)
    places = [
        (m.gap + across * (half + 2 * m.gap), top - high - down * (high + m.gap))
        for down in range(lines)
        for across in range(2)
    ]
    rows = {
        tile: _cell(x, y, half, high, m.gap) for tile, (x, y) in zip(outer, places[: len(outer)], strict=True)
    }
    low = top - lines * (high + m.gap)
    rows[SALOON] = _cell(m.gap, m.gap, width - 2 * m.gap, low - m.gap, m.gap)
    line = (m.gap, height - m.gap - FACTS_LINE, width - 2 * m.gap, FACTS_LINE)
    return Grid(rows, (*places[3], half, high) if beside else line, None, None, m)


def _cell(left: int, low: int, wide: int, high: int, gap: int) -> Row:
    front = left + FLAT_THINGS + gap
    cards = front + FLAT_FRONT + gap
    return Row(
        (left, low, FLAT_THINGS, high),
        (front, low, FLAT_FRONT, high),
        (cards, low, left + wide - cards, high),
    )


class Item(NamedTuple):
    """Something in a row of cards. need, want: its width where it is tight and where there is room."""

    name: str
    need: int
    want: int


Placed = list[tuple[Item, Rect]]
Items = Callable[[int], list[Item]]  # for rows of this height


def arrange(room: Rect, items: Items, gap: int, most_high: int) -> Placed:
    """Return where items lie, left to right in their order: in one line, or else in two."""
    left, low, wide, high = room
    line = min(high, most_high)
    listed = items(line)
    widths = _widths(listed, wide, gap)
    if widths is None:
        low_line = (high - gap) // 2
        listed = items(low_line)
        half = math.ceil(len(listed) / 2)
        above, below = listed[:half], listed[half:]
        return [
            *_line(above, (left, low + high - low_line, wide, low_line), gap),
            *_line(below, (left, low, wide, low_line), gap),
        ]
    return _lined(listed, widths, (left, low + (high - line) // 2, wide, line), gap)


def arrange_three(room: Rect, items: Items, gap: int, most_high: int) -> Placed:
    """The same for the few cards of an outer location: if they do not fit in one line, the last one stands
    beside the others, which lie above each other."""
    left, low, wide, high = room
    listed = items(min(high, most_high))
    if len(listed) < 3 or _widths(listed, wide, gap) is not None:
        return arrange(room, items, gap, most_high)
    *others, last = listed
    each = (high - gap * (len(others) - 1)) // len(others)
    share = wide - THIRD - gap
    placed: Placed = [
        (item, (left, low + high - each - n * (each + gap), share, each)) for n, item in enumerate(others)
    ]
    return [*placed, (last, (left + share + gap, low, THIRD, high))]


def _line(items: list[Item], room: Rect, gap: int) -> Placed:
    """One line, come what may."""
    widths = _widths(items, room[2], gap)
    if widths is None:
        free = room[2] - gap * (len(items) - 1)
        total = sum(item.need for item in items)
        widths = [item.need * free // total for item in items]
    return _lined(items, widths, room, gap)


def _lined(items: list[Item], widths: list[int], room: Rect, gap: int) -> Placed:
    at, placed = room[0], []
    for item, width in zip(items, widths, strict=True):
        placed.append((item, (at, room[1], width, room[3])))
        at += width + gap
    return placed


def _widths(items: list[Item], wide: int, gap: int) -> list[int] | None:
    """Return as much as each wants, or else the same for all, or else what each needs; None: no room."""
    free = wide - gap * (len(items) - 1)
    if sum(item.want for item in items) <= free:
        return [item.want for item in items]
    rest, most = free, max((item.want for item in items), default=0)
    over = len(items)
    widths = {}
    # Whoever needs more than an equal share gets it, and the others share what is left.
    for item in sorted(items, key=lambda item: -item.need):
        share = min(most, rest // over)
        widths[item.name] = max(item.need, min(share, item.want))
        rest -= widths[item.name]
        over -= 1
    return [widths[item.name] for item in items] if rest >= 0 else None
