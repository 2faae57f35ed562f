"""Where things lie on the board of Bo Bo Bon.

Owns the middle with the chip, a place for everybody's card between it and whoever plays it, a strip before
each player for the chips they won, and what is left in the corners. It knows no state of a match.
"""

from collections.abc import Mapping
from typing import NamedTuple

from companion.boards.drawing import Rect
from companion.boards.drawn import BARE, Covered
from companion.seating import EAST, NORTH, ROTATION, SOUTH, WEST

LEAST = 320, 120  # px, of a board
MARGIN = {False: 8, True: 6}
STRIP, STRIPS = 0.115, (22, 52)  # of the free height that a strip takes; px, at least and at most
CHIP = 0.95  # of a card's side: the chip, where cards lie around it
LARGEST = 236  # px, a chip that lies alone
OUTWARD = 1.6  # of a card's side: how far cards at the narrow sides lie from the chip, at most
CORNER = 26, 84  # px, the least height and width of a corner that is used

Corner = Rect | None  # None: there is no room
Corners = tuple[Corner, Corner, Corner, Corner]  # upper left and right, lower left and right
Middle = tuple[Rect, dict[str, Rect], Corners]


class Strip(NamedTuple):
    """The place of a player's chips along their edge. quarter: how they are turned, counter-clockwise."""

    rect: Rect
    quarter: int

    def places(self, widths: list[int], gap: int, kept: int) -> list[Rect]:
        """Return places for things so wide, side by side in the middle, as their owner reads; all but the
        first `kept` of them closer together where they have no room."""
        _left, _low, wide, high = self.rect
        upright = self.quarter % 2
        length, deep = (high, wide) if upright else (wide, high)
        taken = sum(widths) + gap * (len(widths) - 1)
        steps = [width + gap for width in widths]
        if taken > length and len(widths) > 1:
            first = sum(steps[:kept])
            squeeze = max(0, length - first - widths[-1]) / max(1, taken - first - widths[-1])
            steps, taken = [*steps[:kept], *(int(step * squeeze) for step in steps[kept:])], length
        at, found = max(0, (length - taken) // 2), []
        for width, step in zip(widths, steps, strict=True):
            side = min(width, deep)
            found.append(self._placed(at, side, length, deep))
            at += step
        return found

    def _placed(self, at: int, side: int, length: int, deep: int) -> Rect:
        left, low = self.rect[:2]
        aside = (deep - side) // 2
        if self.quarter == 0:
            return left + at, low + aside, side, side
        if self.quarter == 1:
            return left + aside, low + at, side, side
        if self.quarter == 2:
            return left + length - at - side, low + aside, side, side
        return left + aside, low + length - at - side, side, side


class Grid(NamedTuple):
    """All places. cards: empty where none are shown."""

    room: Rect
    chip: Rect
    strips: dict[str, Strip]
    cards: dict[str, Rect]
    corners: Corners
    gap: int


def grid(
    width: int, height: int, sides: Mapping[str, str], cards: bool, small: bool, covered: Covered = BARE
) -> Grid:
    """Return the places on a board of this size.

    :param sides: player -> side of the table, in the order in which they sit
    :param cards: whether there is a place for everybody's card
    :param covered: what lies under a question; everything lies in what is left
    """
    room = _free(width, height, covered, MARGIN[small])
    thick = max(STRIPS[0], min(STRIPS[1], round(room[3] * STRIP)))
    gap = max(4, thick // 5)
    left, low, wide, high = room
    over = thick + gap if {SOUTH, NORTH} & set(sides.values()) else 0
    beside = thick + gap if {WEST, EAST} & set(sides.values()) else 0
    inner = (left + beside, low + over, max(1, wide - 2 * beside), max(1, high - 2 * over))
    middle = _around_cards(inner, sides, gap) if cards else _alone(inner, gap)
    return Grid(room, middle[0], _strips(room, sides, thick, over, beside), *middle[1:], gap)


def _free(width: int, height: int, covered: Covered, margin: int) -> Rect:
    left = max(margin, covered.left + margin if covered.left else 0)
    low = max(margin, covered.low + margin if covered.low else 0)
    right = width - max(margin, covered.right + margin if covered.right else 0)
    top = height - max(margin, covered.top + margin if covered.top else 0)
    return left, low, max(1, right - left), max(1, top - low)


def _strips(room: Rect, sides: Mapping[str, str], thick: int, over: int, beside: int) -> dict[str, Strip]:
    """One for each player; who sit side by side share an edge."""
    left, low, wide, high = room
    found = {}
    for side in (SOUTH, WEST, NORTH, EAST):
        seats = [seat for seat, at in sides.items() if at == side]
        along = wide - 2 * beside if side in (SOUTH, NORTH) else high - 2 * over
        share = along // max(1, len(seats))
        for n, seat in enumerate(seats):
            flat = {
                SOUTH: (left + beside + n * share, low, share, thick),
                NORTH: (left + beside + n * share, low + high - thick, share, thick),
                WEST: (left, low + over + n * share, thick, share),
                EAST: (left + wide - thick, low + over + n * share, thick, share),
            }
            found[seat] = Strip(flat[side], quarter(side))
    return {seat: found[seat] for seat in sides}


def quarter(side: str) -> int:
    """Return by how many quarters what lies for somebody at this side is turned, counter-clockwise."""
    return ROTATION[side] // 90


def _alone(inner: Rect, gap: int) -> Middle:
    """The chip is as large as can be; left and right of it, what is left is cut in two."""
    left, low, wide, high = inner
    side = max(1, min(high, round(wide * 0.36), LARGEST))
    chip = _square(left + wide // 2, low + high // 2, side)
    beside = (wide - side) // 2 - 3 * gap
    half = (high - gap) // 2
    right = left + wide - beside
    corners = (
        (left, low + high - half, beside, half),
        (right, low + high - half, beside, half),
        (left, low, beside, half),
        (right, low, beside, half),
    )
    return chip, {}, _roomy(corners)


def _around_cards(inner: Rect, sides: Mapping[str, str], gap: int) -> Middle:
    """A cross: the chip in the middle, cards towards those who play them."""
    left, low, wide, high = inner
    over, beside = _most(sides, SOUTH, NORTH), _most(sides, WEST, EAST)
    rows = 2 + CHIP if over else 1
    columns = 2 + CHIP if beside else 1
    side = int(min((high - 2 * gap) / max(rows, beside), (wide - 2 * gap) / max(columns, over)))
    side = max(8, min(side, round(wide * 0.24)))
    middle = left + wide // 2, low + high // 2
    chip = _square(*middle, round(side * CHIP))
    up = (high - side) // 2
    across = min((wide - side) // 2, round(OUTWARD * side) + gap)
    cards = {}
    for at in set(sides.values()):
        seats = [seat for seat in sides if sides[seat] == at]
        for n, seat in enumerate(seats):
            along = round((n - (len(seats) - 1) / 2) * (side + gap))
            dx, dy = {
                SOUTH: (along, -up),
                NORTH: (along, up),
                WEST: (-across, along),
                EAST: (across, along),
            }[at]
            cards[seat] = _square(middle[0] + dx, middle[1] + dy, side)
    half = (over * (side + gap) if over else chip[2]) // 2 + 2 * gap
    up = (beside * (side + gap) + gap) // 2
    return chip, {seat: cards[seat] for seat in sides}, _roomy(_corners(inner, half, up))


def _most(sides: Mapping[str, str], one: str, other: str) -> int:
    """How many sit at the same of two sides, at most."""
    return max(sum(side == at for side in sides.values()) for at in (one, other))


def _corners(inner: Rect, half: int, up: int) -> Corners:
    """What is left of a cross whose arms are twice so wide, px."""
    left, low, wide, high = inner
    across, deep = wide // 2 - half, high // 2 - up
    right, top = left + wide - across, low + high - deep
    return (
        (left, top, across, deep),
        (right, top, across, deep),
        (left, low, across, deep),
        (right, low, across, deep),
    )


def _roomy(corners: Corners) -> Corners:
    kept = [rect if rect and rect[3] >= CORNER[0] and rect[2] >= CORNER[1] else None for rect in corners]
    return kept[0], kept[1], kept[2], kept[3]


def _square(x: int, y: int, side: int) -> Rect:
    return x - side // 2, y - side // 2, side, side


def grown(rect: Rect, share: float) -> Rect:
    """Return a place that is larger on each side by a share of its width; smaller, if it is negative."""
    by = round(rect[2] * share)
    return rect[0] - by, rect[1] - by, rect[2] + 2 * by, rect[3] + 2 * by
