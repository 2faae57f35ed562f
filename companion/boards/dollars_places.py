"""Where things lie on the board of Dollars Wanted.

Owns the three rows, one below the other as on the table: the building, what it takes, the cards, what is
missing; and how cards share the length of a row. Switched between sizes and never scaled. It knows no state
of a match.
"""

from typing import NamedTuple

from companion.boards.drawing import Rect
from companion.boards.drawn import BARE, Covered

CARD_SHAPE = 0.69  # a card's width, of its height
LEAST_FACES = 40  # px, for cards that lie face up
MOST_LINES, MANY = 4, 6  # lines of cards that lie face up; beside more of them a back may be narrower
BADGE_SHARE = 0.5  # of a row's height that the number of backs takes at most
HIGH = 64  # px; in lower rows the number of backs stands beside them, and not above the last one
BACKS_SHOWN = 7  # more lie under each other; the figure counts them


class Measures(NamedTuple):
    """Sizes in px that differ between large and small windows. need: the icons of a building, 0 where what is
    missing has to be enough; missing: what is still missing; step, least_step: what shows of a back under the
    next; badge: their number; bell: the reminder of the seventh card; mark: whose a back is; foot: the last
    line of the log."""

    margin: int
    gap: int
    between: int  # columns
    front: int
    need: int
    missing: int
    tile: int  # an icon of a building, at most
    card: int  # height, at most
    step: int
    least_step: int
    badge: int
    bell: int
    mark: int
    foot: int


LARGE = Measures(8, 8, 12, 180, 132, 140, 58, 121, 38, 12, 46, 62, 20, 30)
MIDDLE = Measures(8, 8, 10, 124, 84, 118, 42, 121, 32, 10, 42, 54, 18, 30)
SMALL = Measures(6, 4, 6, 92, 78, 84, 38, 92, 26, 8, 36, 46, 15, 22)
NARROW = Measures(6, 4, 6, 92, 0, 84, 38, 92, 22, 8, 36, 46, 15, 38)
FREE = {LARGE: 900, MIDDLE: 600, SMALL: 560, NARROW: 300}  # px, the least width that is not covered
LEAST = 320, 256  # px, of a board
LEAST_ICON = 12  # px, of what is missing
LEAST_ROW = 44  # px; where rows would be lower, only the one that it is about is shown


class Row(NamedTuple):
    """The places of one row. need: None where there is no room for it."""

    whole: Rect
    front: Rect
    need: Rect | None
    cards: Rect
    missing: Rect


class Grid(NamedTuple):
    """All places; rows from top to bottom, only those that are shown."""

    rows: dict[str, Row]
    foot: Rect
    measures: Measures


def measures(width: float, small: bool) -> Measures:
    """Return the sizes for a board of which so much is free."""
    sizes = (SMALL, NARROW) if small else (LARGE, MIDDLE, NARROW)
    return next((m for m in sizes if width >= FREE[m]), NARROW)


def grid(
    width: int, height: int, rows: list[str], about: str | None, small: bool, covered: Covered = BARE
) -> Grid:
    """Return the places on a board of this size.

    :param rows: their ids from top to bottom
    :param about: the row that is robbed, or whose building turns up; None if it is about all or none of them
    :param covered: what lies under a question: rows share what is left, down to a least size
    """
    left, right = covered.left, width - covered.right
    if right - left < FREE[NARROW]:
        left, right = 0, width
    m = measures(right - left, small)
    top = height - max(m.margin, covered.top + m.gap // 2 + 1)
    foot = m.foot + m.gap
    free = top - max(m.margin // 2, covered.low + m.gap // 2 + 1) - foot
    shown = [row for row in rows if row == about] if about and _each(free, len(rows), m) < LEAST_ROW else rows
    usual = _each(height - m.margin - m.margin // 2 - foot, len(rows), m)
    each = min(max(LEAST_ROW, _each(free, len(shown), m)), usual)
    across = (left + m.margin, right - m.margin)
    found = {row: _row(top - each - n * (each + m.gap), each, across, m) for n, row in enumerate(shown)}
    low = max(m.margin // 2, top - len(shown) * (each + m.gap) - m.foot)
    return Grid(found, (across[0], low, across[1] - across[0], m.foot), m)


def _each(free: int, count: int, m: Measures) -> int:
    return (free - (count - 1) * m.gap) // count


def _row(low: int, high: int, across: tuple[int, int], m: Measures) -> Row:
    left, right = across
    front = (left, low, m.front, high)
    at = left + m.front + m.between
    need = (at, low, m.need, high) if m.need else None
    at += m.need + m.between if need else 0
    missing = (right - m.missing, low, m.missing, high)
    cards = (at, low, missing[0] - m.between - at, high)
    return Row((left, low, right - left, high), front, need, cards, missing)


# -- icons of a building


def tiles(room: Rect, count: int, most: int) -> list[Rect]:
    """Return squares for so many icons, as large as the room allows, in its middle."""
    left, low, wide, high = room
    side, across = max(
        (min(most, wide // columns, high // -(-count // columns)), columns) for columns in range(1, count + 1)
    )
    lines = -(-count // across)
    x, top = left + (wide - across * side) // 2, low + (high + lines * side) // 2
    return [(x + n % across * side, top - (n // across + 1) * side, side, side) for n in range(count)]


# -- cards in a row


class Fanned(NamedTuple):
    """Backs, each under the next. shown: as many as are drawn; step: what shows of each under the next; card:
    their width; badge: of the disc with their number; over: how far it stands above them."""

    rect: Rect
    shown: int
    step: int
    card: int
    badge: int
    over: int


class Lying(NamedTuple):
    """Where cards lie: each that is face up, then the backs, and the bell."""

    up: list[Rect]
    backs: Fanned | None
    bell: Rect | None


def cards(room: Rect, up: int, down: int, bell: bool, marked: bool, m: Measures) -> Lying:
    """Return where the cards of a row lie, left to right: in one line, or those face up in two.

    :param bell: whether it is wanted; where there is no room, cards come first
    :param marked: whether each back has a mark below it
    """
    left, low, wide, high = room
    badge = max(26, min(m.badge, round(high * BADGE_SHARE)))
    over = badge // 2 if high >= HIGH else 0
    face = min(high - over, m.card)
    deep = face + over
    low += (high - deep) // 2
    card = round(face * CARD_SHAPE)
    shown = min(down, BACKS_SHOWN)
    beside = badge // 2 + 2
    back = card if up <= MANY else card // 2
    fan_least = back + (shown - 1) * min(m.least_step, card) + beside if down else 0
    bell = bell and wide - m.bell - m.gap >= fan_least + LEAST_FACES * bool(up)
    free = wide - (m.bell + m.gap if bell else 0)
    if marked and down:
        fan_least = min(back + (shown - 1) * (m.mark + 1) + beside, max(fan_least, free // 2))
    faces = _faces(left, low, max(12, free - fan_least), face, up, m)
    at = max((rect[0] + rect[2] + m.gap for rect in faces), default=left)
    fan = None
    if down:
        step = (left + free - at - card - beside) // max(1, shown - 1)
        step = max(3, min(step, m.step, round(card * 0.56)))
        width = min(card + (shown - 1) * step + beside, max(badge + 4, left + free - at))
        fan = Fanned(
            (at, low, width, deep), shown, step, max(6, width - (shown - 1) * step - beside), badge, over
        )
        at += width + m.gap // 2
    ring = (min(at, left + wide - m.bell), low, m.bell, deep) if bell else None
    return Lying(faces, fan, ring)


def _faces(left: int, low: int, wide: int, high: int, count: int, m: Measures) -> list[Rect]:
    """Cards that lie face up, as wide as they are or narrower; in lines where they would be slim."""
    if not count:
        return []
    lines = max(range(1, MOST_LINES + 1), key=lambda n: (_in_lines(wide, high, count, n, m.gap)[0], -n))
    card, deep = _in_lines(wide, high, count, lines, m.gap)
    card, across, gap = max(4, card), -(-count // lines), _line_gap(lines, m.gap)
    return [
        (
            left + n % across * (card + gap),
            low + (lines - 1 - n // across) * (deep + gap),
            card,
            deep,
        )
        for n in range(count)
    ]


def _in_lines(wide: int, high: int, count: int, lines: int, gap: int) -> tuple[int, int]:
    """Return the width and height of cards in so many lines."""
    gap = _line_gap(lines, gap)
    deep = (high - (lines - 1) * gap) // lines
    return min(round(deep * CARD_SHAPE), wide // -(-count // lines) - gap), deep


def _line_gap(lines: int, gap: int) -> int:
    return gap if lines < 3 else gap // 2


# -- what is missing


class Cell(NamedTuple):
    """Where an icon and its number stand."""

    icon: Rect
    figures: Rect


def cells(room: Rect, count: int, figures: tuple[int, int], most: int) -> list[Cell]:
    """Return places for so many icons, each with its number below or beside it: whichever is larger.

    :param figures: width and height of a number; where there is no room for it, it has less
    :param most: the largest side of an icon
    """
    left, low, wide, high = room
    _keeps, side, beside, columns = max(
        (*_shape(wide // columns, high // -(-count // columns), figures, beside, most), beside, columns)
        for columns in range(1, count + 1)
        for beside in (False, True)
    )
    lines = -(-count // columns)
    each, deep = wide // columns, min(high // lines, most + figures[1] + 8)
    top = low + (high + lines * deep) // 2
    places = [(left + n % columns * each, top - (n // columns + 1) * deep, each, deep) for n in range(count)]
    return [_cell(place, side, figures, beside) for place in places]


def _shape(wide: int, high: int, figures: tuple[int, int], beside: bool, most: int) -> tuple[bool, int]:
    """Return whether a number is as large as it wants to be in such a cell, and the side of its icon."""
    if beside:
        side = min(most, wide - figures[0] - 6, high - 2)
        return side >= LEAST_ICON and figures[1] <= high, max(LEAST_ICON, side)
    side = min(most, wide - 4, high - figures[1] - 3)
    return side >= LEAST_ICON and figures[0] <= wide - 1, max(LEAST_ICON, side)


def _cell(room: Rect, side: int, figures: tuple[int, int], beside: bool) -> Cell:
    left, low, wide, high = room
    side = min(side, high - 1, wide // 2 if beside else wide)
    if beside:
        broad, tall = min(figures[0], wide - side - 4), min(figures[1], high)
        x = left + (wide - side - 3 - broad) // 2
        icon = (x, low + (high - side) // 2, side, side)
        return Cell(icon, (x + side + 3, low + (high - tall) // 2, broad, tall))
    tall = max(1, min(figures[1], high - side - 1))
    bottom = low + (high - side - 1 - tall) // 2
    icon = (left + (wide - side) // 2, bottom + tall + 1, side, side)
    broad = min(figures[0], wide - 1)
    return Cell(icon, (left + (wide - broad) // 2, bottom, broad, tall))
