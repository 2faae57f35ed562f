"""The facts beside the locations of o BOM, o MAU e o BODE: draw pile, hand, what is out, the last lines.

Owns how they are laid out: in a panel where there is room, in one or two lines where the board is flat. The
log has its place in large windows only; in small ones it is behind its key, and the round stands here.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion import theme as numbers
from companion.boards.drawing import Rect
from companion.boards.drawn import Line, State
from companion.boards.pieces import (
    CAPS,
    Back,
    Card,
    Ground,
    Mark,
    Picture,
    Piece,
    Place,
    Words,
    number_in,
    number_room,
    number_size,
)
from companion.i18n import _
from companion.telling import telling
from companion.widgets import theme
from companion.widgets.words import fit, measure
from shared_rules.games.bom_mau_bode import characters as c

Named = tuple[str, Piece]

LOW = 120  # px; facts so low are laid out in lines
BACK_SHAPE = 0.74  # a card's width, of its height
ROUND_PX = 34
BETWEEN = 14  # px, of groups in a line
LOG_LINES = 3
MARK = 26
MORE = {"hat": 44}  # px beside a name


class Out(NamedTuple):
    """A card beside the locations, and the name of its piece. kind: "name", "back", "struck"; for the Chef
    also "unseen", or "hat" while his owner chooses a location; then `brand` is the owner's."""

    name: str
    kind: str
    text: str = ""
    brand: int | None = None


def round_of(state: State) -> str:
    """Return the round: 2 / 3."""
    return f"{max(1, state['round'])} / {state['rounds']}" if "round" in state else ""


def lie(state: State, brands: Mapping[str, int], lines: Sequence[Line], room: Rect) -> Iterator[Named]:
    """Yield all of them by their names."""
    if room[3] < LOW:
        yield from _in_lines(state, [*_outs(state), *_chef(state, brands)], room)
        return
    yield "facts", Ground(room, "surface", 12 if theme.small else 14)
    pad = 8 if theme.small else 18
    left, low, wide, high = room
    inner = (left + pad, low + pad, wide - 2 * pad, high - 2 * pad)
    yield from _small(state, inner) if theme.small else _large(state, lines, inner)


def _outs(state: State) -> list[Out]:
    """What is out this round: face up, face down, refused and discarded."""
    cards, words = state["cards"], telling("bom_mau_bode")
    up, gone = cards["face_up"], cards["discarded"]
    return [
        *([Out(f"out.{up}", "name", words.thing(up).text)] if up else []),
        *(Out(f"out.{n}", "back") for n in range(cards["face_down"])),
        *(Out(f"out.{card}", "struck", words.thing(card).text) for card in gone),
    ]


def _chef(state: State, brands: Mapping[str, int]) -> Iterator[Out]:
    """The Chef while he has no location; a flat board has no other place for him."""
    cards, text = state["cards"], telling("bom_mau_bode").thing(c.CHEF).text
    if c.CHEF in cards["unseen"]:
        yield Out("place.chef", "unseen", text)
    elif c.CHEF in cards["in_play"] and cards["chef_at"] is None:
        yield Out("card.chef", "hat", text, brands[cards["in_play"][c.CHEF]])


# -- a panel


def _large(state: State, lines: Sequence[Line], room: Rect) -> Iterator[Named]:
    left, low, wide, high = room
    caption = _high("caption")
    top = low + high
    pile = 62
    yield from _piles(state, (left, top - pile - caption, wide, pile + caption), caption)
    top -= pile + caption + 10
    outs = _outs(state)
    cells = 3
    across = math.ceil(_cells(outs) / cells)
    deep = 46 if across < 2 else 34
    yield from _grid(outs, (left, top - across * (deep + 4) + 4, wide, across * (deep + 4) - 4), cells)
    top -= across * (deep + 4)
    yield "out.label", Words((left, top - caption, wide, caption), _("out this round"))
    top -= caption + 8
    yield "rule", Ground((left, top - 2, wide, 2), "hair", 0)
    yield from _log(lines, (left, low, wide, top - 10 - low))


def _small(state: State, room: Rect) -> Iterator[Named]:
    left, low, wide, high = room
    caption = _high("caption") - 2
    top = low + high
    figures, deep = _round_room(state)
    yield "round", _round((left + (wide - figures) // 2, top - deep, figures, deep), state)
    top -= deep + 3
    yield "round.label", Words((left, top - caption, wide, caption), _("round"), align="center")
    top -= caption + 4
    pile = 34
    yield from _piles(state, (left, top - pile - caption, wide, pile + caption), caption)
    top -= pile + caption + 4
    outs = _outs(state)
    across = math.ceil(_cells(outs) / 2)
    free = top - low - caption
    deep = min(40, free // max(1, across) - 3)
    yield from _grid(outs, (left, top - across * (deep + 3) + 3, wide, across * (deep + 3) - 3), 2)
    top -= across * (deep + 3)
    yield "out.label", Words((left, top - caption, wide, caption), _("out this round"), align="center")


def _round_room(state: State, px: int = ROUND_PX) -> tuple[int, int]:
    return measure(round_of(state), numbers.ALFA, px)[0] if round_of(state) else 0, round(px * CAPS) + 4


def _round(rect: Rect, state: State) -> Piece:
    return number_in(rect, round_of(state), numbers.ALFA)


def _high(role: str) -> int:
    return measure("x", numbers.ROLES[role].font, theme.size(role))[1]


def _piles(state: State, room: Rect, caption: int) -> Iterator[Named]:
    """Draw pile and hand, side by side, each above what it is called."""
    left, low, wide, high = room
    deep = high - caption
    # A hand is never more than six, and a pile may have two figures.
    hand = min((wide - 8) // 2, deep + 12 + number_room("4", number_size(_role(deep), deep))[0])
    rooms = (left, wide - 8 - hand), (left + wide - hand, hand)
    for (at, share), (name, count, label) in zip(rooms, _counts(state), strict=True):
        yield from _pile(name, (at, low + caption, share, deep), count)
        yield f"{name}.label", Words((at, low, share, caption), label)


def _role(high: int) -> str:
    return "counter" if high >= 48 else "number"


def _counts(state: State) -> tuple[tuple[str, int, str], ...]:
    return ("pile", state["draw_pile"], _("to draw")), ("hand", state["hand"], _("in hand"))


def _pile(name: str, room: Rect, count: int) -> Iterator[Named]:
    left, low, wide, high = room
    side = round(high * BACK_SHAPE) if name == "pile" else high
    icon = (left, low, side, high)
    yield f"{name}.cards", Back(icon) if name == "pile" else Picture(icon, "cards", "accent")
    px = number_size(_role(high), high)
    figures, deep = number_room(str(count), px)
    gap = 4 if theme.small else 8
    rect = (left + side + gap, low + (high - deep) // 2, min(figures, wide - side - gap), deep)
    yield name, number_in(rect, str(count))


def _cells(outs: list[Out]) -> int:
    """How many cells they take: backs lie two in a cell."""
    backs = sum(out.kind == "back" for out in outs)
    return len(outs) - backs + math.ceil(backs / 2)


def _grid(outs: list[Out], room: Rect, columns: int) -> Iterator[Named]:
    *_corner, wide, high = room
    gap = 4 if theme.small else 6
    lines = max(1, math.ceil(_cells(outs) / columns))
    each, deep = (wide - gap * (columns - 1)) // columns, (high - (lines - 1) * 3) // lines
    cell = 0
    backs: list[Out] = []
    for out in outs:
        if out.kind == "back" and backs:  # the second one lies beside the first
            x, y, side, tall = _back_in(_cell_at(room, cell - 1, columns, each, deep, gap))
            yield out.name, Back((x + side + gap, y, side, tall))
            continue
        rect = _cell_at(room, cell, columns, each, deep, gap)
        cell += 1
        if out.kind == "back":
            backs.append(out)
            yield out.name, Back(_back_in(rect))
        else:
            yield out.name, _out(out, rect)


def _cell_at(room: Rect, cell: int, columns: int, each: int, deep: int, gap: int) -> Rect:
    down, across = divmod(cell, columns)
    return (room[0] + across * (each + gap), room[1] + room[3] - deep - down * (deep + 3), each, deep)


def _back_in(rect: Rect) -> Rect:
    side = min(round(rect[3] * BACK_SHAPE), (rect[2] - 6) // 2)
    return rect[0], rect[1], side, rect[3]


def _out(out: Out, rect: Rect) -> Piece:
    if out.kind == "back":
        return Back(rect)
    if out.kind == "unseen":
        return Place(rect, ((out.text,),))
    return Card(rect, out.text, out.brand, out.kind == "struck")


def _log(lines: Sequence[Line], room: Rect) -> Iterator[Named]:
    """The last lines, the newest at the foot and in full colour; older ones as far as there is room."""
    left, low, wide, high = room
    text = wide - MARK - 14
    at = low
    for n, (brand, said) in enumerate(reversed(lines[-LOG_LINES:])):
        left_over = low + high - at
        fair = max(left_over // (LOG_LINES - n), 0)
        deep = max(MARK, fit(said, "caption", text, left_over if n == 0 else fair).height)
        if deep > left_over:
            return
        deep = max(deep, min(fair, deep + 10))
        if brand is not None:
            yield f"log.{n}.mark", Mark((left, at + (deep - MARK) // 2, MARK, MARK), brand)
        rect = (left + MARK + 14, at, text, deep)
        yield f"log.{n}", Words(rect, said, "caption", "muted" if n else "text")
        at += deep


# -- in lines


def _in_lines(state: State, outs: list[Out], room: Rect) -> Iterator[Named]:
    """The flat board: all in one line, or the cards below the counts where there is room for two."""
    left, low, wide, high = room
    if high < 60:
        at = left
        for name, piece in _counts_from(state, (left, low, wide, high), labels=False):
            yield name, piece
            at = max(at, piece.rect[0] + piece.rect[2])
        at += BETWEEN
        yield from _outs_from(outs, (at, low, left + wide - at, high))
        return
    yield "facts", Ground(room, "surface", 12)
    left, low, wide, high = left + 8, low + 4, wide - 16, high - 8
    deep = (high - 4) // 2
    yield from _counts_from(state, (left, low + high - deep, wide, deep), labels=True)
    yield from _outs_from(outs, (left, low, wide, deep))


def _counts_from(state: State, room: Rect, labels: bool) -> Iterator[Named]:
    """The round, draw pile and hand, from left to right; only the round needs its label."""
    left, low, wide, high = room
    counts = _counts(state)
    px = number_size(_role(high), high)
    icons = {"pile": round(high * BACK_SHAPE), "hand": high}
    figures = {"pile": number_room("00", px)[0], "hand": number_room("0", px)[0]}  # the most there can be
    round_wide, deep = _round_room(state)
    free = wide - (round_wide + sum(icons.values()) + sum(figures.values()) + 2 * (4 + BETWEEN))
    shown = []
    for label in (_("round"), *(label for _name, _count, label in counts if labels)):
        label_wide = _wide(label, "caption")
        shown.append(label_wide if label_wide + 6 <= free else 0)
        free -= label_wide + 6
    shown += [0] * (3 - len(shown))
    yield "round", _round((left, low + (high - deep) // 2, round_wide, deep), state)
    at = left + round_wide
    if shown[0]:
        yield "round.label", Words((at + 6, low, shown[0], high), _("round"))
        at += 6 + shown[0]
    at += BETWEEN
    for (name, count, label), label_wide in zip(counts, shown[1:], strict=True):
        share = icons[name] + 4 + figures[name]
        yield from _pile(name, (at, low, share, high), count)
        at += share
        if label_wide:
            yield f"{name}.label", Words((at + 6, low, label_wide, high), label)
            at += 6 + label_wide
        at += BETWEEN


def _outs_from(outs: list[Out], room: Rect) -> Iterator[Named]:
    """The cards that are out, as wide as their names, and closer where there are many."""
    left, low, wide, high = room
    back = round(high * BACK_SHAPE)
    gap = 4
    wants, needs = (
        [
            back if out.kind == "back" else _wide(out.text, "card", least) + MORE.get(out.kind, 12)
            for out in outs
        ]
        for least in (False, True)
    )
    free = wide - gap * (len(outs) - 1)
    widths = wants if sum(wants) <= free else needs
    if sum(widths) > free:
        widths = [each * free // sum(widths) for each in widths]
    at = left
    for out, each in zip(outs, widths, strict=True):
        rect = (at, low, each, high)
        yield out.name, _out(out, rect)
        at += each + gap


def _wide(text: str, role: str, least: bool = False) -> int:
    px = theme.least(role) if least else theme.size(role)
    return measure(text, numbers.ROLES[role].font, px)[0] + 1
