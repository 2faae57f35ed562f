"""What is counted beside the ranches of Sans Foi Ni Loi: prestige as it stands, bank, pile, the last lines.

Owns how these are shown. The bank has its place here in small windows only; in large ones it stands in the
corners of the frame, and the log here instead.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion import theme as numbers
from companion.boards import ranch_places as places
from companion.boards.drawing import Rect
from companion.boards.drawn import Line, State
from companion.boards.log_lines import newest
from companion.boards.pieces import (
    CAPS,
    Back,
    Ground,
    Mark,
    Picture,
    Piece,
    Words,
    number_in,
    number_room,
    number_size,
)
from companion.boards.ranch_pieces import Counted
from companion.i18n import _
from companion.telling import telling
from companion.telling.engine import amount
from companion.widgets import theme
from companion.widgets.words import measure
from shared_rules.games.sans_foi_ni_loi import printed as p

Named = tuple[str, Piece]

GAME = "sans_foi_ni_loi"
TOTAL = "trophy"
TITLED = 250  # px; a table so high says what it is
LINES_FROM = 100  # px; a foot so high has the log
BACK_SHAPE = 0.74  # a card's width, of its height


def table_of(state: State, brands: Mapping[str, int], room: Rect) -> Iterator[Named]:
    """Yield the points of each player in each category, and their sum: of all, or none where there is no
    room."""
    left, low, wide, high = room
    seats, pad = list(state["seats"]), places.TABLE_PAD[theme.small]
    most, _usual, least = places.TABLE_ROW
    if high < 2 * pad + (len(seats) + 1) * least:
        return
    yield "ground.prestige", Ground(room, "surface", 10 if theme.small else 14)
    top, title = low + high - pad, 0
    if high >= TITLED:
        title = measure("x", numbers.ALFA, theme.size("title"))[1]
        yield (
            "prestige",
            Words((left + pad, top - title, wide - 2 * pad, title), _("Prestige"), "title", "text"),
        )
    deep = min(most, (high - title - 2 * pad) // (len(seats) + 1))
    head = (left + pad, top - title - deep, wide - 2 * pad, deep)
    yield from _heads(head)
    for n, seat in enumerate(seats, 1):
        yield from _row(state, seat, brands[seat], (head[0], head[1] - n * deep, head[2], deep))


def _cells(row: Rect) -> list[Rect]:
    """Return the places of a row's categories and of the sum, right of the player's mark."""
    left, low, wide, high = row
    mark = min(high, 40)
    return list(places.beside((left + mark, low, wide - mark, high), len(p.CATEGORIES) + 1, 2))


def _heads(row: Rect) -> Iterator[Named]:
    words = telling(GAME)
    for category, (left, low, wide, high) in zip((*p.CATEGORIES, TOTAL), _cells(row), strict=True):
        is_sum = category == TOTAL
        side = min(30, high - 4, wide)
        rect = (left, low + (high - side) // 2, wide, side)
        icon = TOTAL if is_sum else words.thing(category).icon
        yield f"category.{category}", Picture(rect, icon, "accent" if is_sum else "muted")


def _row(state: State, seat: str, brand: int, row: Rect) -> Iterator[Named]:
    """A mark, the points of each category, and the sum: of both ranches if their owner has two."""
    left, low, _wide, high = row
    side = min(high - 6, 32)
    yield f"prestige.{seat}", Mark((left + 2, low + (high - side) // 2, side, side), brand)
    points = {category: found[seat] for category, found in state["prestige"].items()}
    total = sum(_in_all(state, each) for each in owned(state, seat))
    for category, rect in zip((*p.CATEGORIES, TOTAL), _cells(row), strict=True):
        is_sum = category == TOTAL
        text = amount(total if is_sum else points[category])
        px = min(theme.size("prompt" if is_sum else "strong"), int(high / 1.1))
        number = number_in(
            (rect[0], rect[1] + (high - round(px * CAPS)) // 2, rect[2], round(px * CAPS)), text
        )
        tone = "text" if is_sum or points[category] else "off"
        yield f"points.{seat}.{category}", number._replace(tone=tone)


def owned(state: State, seat: str) -> list[str]:
    """Return the ranches of a seat's owner."""
    owner = state["seats"][seat]["owner"]
    return [each for each, held in state["seats"].items() if held["owner"] == owner]


def _in_all(state: State, seat: str) -> Any:
    return sum(found[seat] for found in state["prestige"].values())


def foot(state: State, lines: Sequence[Line], room: Rect) -> Iterator[Named]:
    """Yield the pile and the last lines of the log; where that has no room, pile and bank, or nothing."""
    left, low, wide, high = room
    if high < LINES_FROM:
        yield from _small(state, room) if high else ()
        return
    pile = 48
    top = low + high - pile
    side = round(pile * BACK_SHAPE)
    if state["pile"]:
        yield "pile.cards", Back((left, top, side, pile))
    px = number_size("number", pile)
    across, deep = number_room(str(state["pile"]), px)
    yield "pile", number_in((left + side + 10, top + (pile - deep) // 2, across, deep), str(state["pile"]))
    label = (left + side + across + 18, top, wide - side - across - 18, pile)
    yield "pile.label", Words(label, *_pile_label(state))
    yield from newest(lines, (left, low, wide, top - 8 - low))


def _pile_label(state: State) -> tuple[str, str, str]:
    """What stands beside the pile: text, role, tone."""
    return (_("last turn"), "strong", "accent") if state["ending"] else (_("in the pile"), "caption", "muted")


def _small(state: State, room: Rect) -> Iterator[Named]:
    """Bank and pile beside each other; below them that it is the last turn."""
    left, low, wide, high = room
    says = state["ending"] and high >= 50
    below = 24 if says else 0
    if says:
        yield "last", Words((left, low, wide, below), _("last turn"), "strong", "accent", "center")
    for (name, icon), rect in zip(
        (("bank", "bank"), ("pile", "cards")),
        places.beside((left, low + below, wide, high - below), 2, 6),
        strict=True,
    ):
        yield name, Counted(rect, icon, str(state[name]), theme.size("number"))
