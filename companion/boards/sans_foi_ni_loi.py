"""The board of Sans Foi Ni Loi: the ranch whose turn it is with its steps, the Line, and all other ranches.

Owns what of the public view is shown, and as what. Where it lies is `ranch_places.py`'s business, what is
counted `ranch_counts.py`'s. All herds show what a sale would bring now.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from companion import theme as numbers
from companion.boards import ranch_counts as counts
from companion.boards import ranch_places as places
from companion.boards.drawing import Rect, middle
from companion.boards.drawn import Board, Counter, Covered, Line, SeatFacts, State
from companion.boards.pieces import Ground, Mark, Picture, Piece, Place, Words
from companion.boards.ranch_pieces import Counted, Herd, Mine, OnLine, Post, Room, Step
from companion.i18n import N_, _
from companion.telling import telling
from companion.telling.sans_foi_ni_loi import things
from companion.widgets import theme
from companion.widgets.words import measure
from shared_rules.games.sans_foi_ni_loi import printed as p
from shared_rules.games.sans_foi_ni_loi import table

Named = tuple[str, Piece]

GAME = "sans_foi_ni_loi"
STEPS = {
    table.GUARD: N_("Watch"),
    table.SELL: N_("Sell"),
    table.MINE: N_("Mine"),
    table.ACT: N_("Act"),
    table.REFILL: N_("Refill"),
}
ORDER = (table.SET_UP, *STEPS, table.END)
POST, SIGN = 0.46, 0.28  # of a card's width: whoever only stands there, and that a land is crowded
MOST_SIGN = 32  # px
IN_PANES = (p.LANDS, p.COWBOYS, p.HERDS, p.GOLD)


class SansFoiNiLoiBoard(Board):
    """The table between the panes."""

    def lie(
        self, state: State, brands: Mapping[str, int], lines: Sequence[Line], width: int, height: int
    ) -> dict[str, Piece]:
        """Return what lies on a board of this size."""
        return dict(_lie(state, brands, lines, width, height, self.covered))

    def least_size(self) -> tuple[int, int]:
        """Return the width and height it needs."""
        return places.LEAST[places.measures(self.width, self.height, theme.small)]

    @staticmethod
    def facts(state: State, seat: str) -> SeatFacts:
        """Return what a seat's pane says: what counts for prestige, and the cards in hand."""
        held, words = state["seats"][seat], telling(GAME)
        counters = [
            Counter(words.thing(each).icon, str(held["counts"][each]), words.thing(each).text, each != p.GOLD)
            for each in IN_PANES
        ]
        counters.append(Counter("back", str(held["hand"]), _("Cards in hand"), minor=True))
        owner = held["owner"]
        return SeatFacts(
            hats=(),
            active=True,
            status="" if owner == seat else _("ranch of {player}").format(player=owner),
            badge="",
            counters=tuple(counters),
        )

    @staticmethod
    def secrets(state: State, seat: str) -> list[Counter]:
        """Nothing: nobody tells the app which cards they have."""
        return []

    @staticmethod
    def corner(view: Mapping[str, Any]) -> tuple[str, str]:
        """Return the gold in the bank: ("38", "gold in the bank")."""
        state = view["state"]
        return str(state["bank"]), _("last turn") if state["ending"] else _("gold in the bank")


def _lie(
    state: State, brands: Mapping[str, int], lines: Sequence[Line], width: int, height: int, covered: Covered
) -> Iterator[Named]:
    """Yield every piece by its name; those that lie under others first."""
    others = [seat for seat in state["seats"] if seat != state["active"]]
    grid = places.grid(width, height, len(others), theme.small, covered)
    ranch = _Ranch(state, state["active"], grid.measures)
    yield from ranch.all(grid.ranch, titled=True)
    yield from _steps(state, brands, grid.steps)
    if _is_seen(grid.line, height, covered):
        yield from _line(state, grid.line)
    for seat, room in zip(others, grid.others, strict=True):
        yield from _other(state, brands[seat], seat, room, grid.measures)
    yield from counts.table_of(state, brands, grid.counts)
    yield from counts.foot(state, lines, grid.foot)


def _is_seen(row: Rect, height: int, covered: Covered) -> bool:
    """Whether what is asked lies over no part of a row."""
    _left, low, _wide, high = row
    return low >= covered.low and low + high <= height - covered.top


# -- a ranch


class _Cell(NamedTuple):
    """Something in a plot: its name, kind, and as a share of a card how wide it is."""

    name: str
    kind: str
    card: Mapping[str, Any]
    wide: float = 1


ROOM, CROWDED = "room", "crowded"


class _Plot(NamedTuple):
    """A land with what lies there, or all that lies on none."""

    name: str
    title: str
    cells: tuple[_Cell, ...]


class _Ranch:
    """All that lies in one ranch."""

    def __init__(self, state: State, seat: str, measures: places.Measures) -> None:
        self._held: Mapping[str, Any] = state["seats"][seat]
        self._m, self._seat = measures, seat
        mine = Fraction(state["mine"]["explodes"], state["mine"]["of"])
        self._odds = _("explodes {n}\N{NO-BREAK SPACE}in\N{NO-BREAK SPACE}{of}").format(
            n=mine.numerator, of=mine.denominator
        )
        self.plots = [*map(self._land, self._held["lands"]), *self._on_no_land()]

    def all(self, room: Rect, titled: bool = False) -> Iterator[Named]:
        """Yield every piece by its name, in this room.

        :param titled: each land says which it is, where there is room
        """
        if not self.plots:
            yield f"place.{self._seat}", Room(room, _("no land yet"), telling(GAME).thing(p.LAND).icon)
            return
        m = self._m if titled else self._m._replace(titled_from=10_000, pad=3, gap=min(6, self._m.gap))
        role = self._title_role(room[2])
        what = tuple(
            places.Plot(self._title_px(plot, role), tuple(cell.wide for cell in plot.cells))
            for plot in self.plots
        )
        for plot, laid in zip(self.plots, places.plots(room[2], room[3], what, m), strict=True):
            yield f"ground.{plot.name}", Ground(places.moved(laid.whole, *room[:2]), self._tone(titled), 8)
            if laid.head[3]:
                head = places.moved(laid.head, *room[:2])
                yield f"title.{plot.name}", Words(head, plot.title, role)
            for cell, rect in zip(plot.cells, laid.cells, strict=True):
                yield f"{cell.kind}.{cell.name}", self._piece(cell, places.moved(rect, *room[:2]))

    @staticmethod
    def _tone(titled: bool) -> str:
        return "surface" if titled else "raised"

    def _land(self, land_id: str) -> _Plot:
        """Herds, the room that is left for more or that there are too many, mines, and who stands there."""
        land = self._held["lands"][land_id]
        cards = [_cell(card_id, card) for card_id, card in land["cards"].items()]
        herds = [cell for cell in cards if cell.kind == p.HERD]
        room = [_Cell(f"{land_id}.{n}", ROOM, {}) for n in range(len(herds), land["holds"])]
        signs = [_Cell(land_id, CROWDED, {}, SIGN)] if land["crowded"] else []
        rest = sorted((cell for cell in cards if cell.kind != p.HERD), key=lambda cell: -cell.wide)
        title = things.land(land_id, {"kind": p.LAND, "quality": land["quality"]})
        return _Plot(land_id, title, (*herds, *room, *signs, *rest))

    def _on_no_land(self) -> Iterator[_Plot]:
        cells = tuple(_cell(card_id, card) for card_id, card in self._held["no_land"].items())
        if cells:
            yield _Plot(f"none.{self._seat}", _("On no land"), cells)

    def _title_role(self, wide: int) -> str:
        """All titles are as large as has room for them beside each other."""
        taken = sum(self._title_px(plot, "strong") + 2 * self._m.pad + self._m.gap for plot in self.plots)
        return "strong" if taken <= wide else "card"

    def _title_px(self, plot: _Plot, role: str) -> int:
        return measure(plot.title, numbers.BOLD, theme.least(role))[0] + 2

    def _piece(self, cell: _Cell, rect: Rect) -> Piece:
        if cell.kind == p.HERD:
            return Herd(rect, cell.card["value"], cell.card["age"], cell.card["worth"])
        if cell.kind == ROOM:
            return Room(rect, _("room"))
        if cell.kind == CROWDED:
            side = min(MOST_SIGN, *rect[2:])
            return Picture(middle(rect, side, side), "alert_outline", "danger")
        if cell.kind == p.MINE:
            return Mine(rect, self._odds)
        bonus = f"+{cell.card['bonus']}" if "bonus" in cell.card else ""
        return Post(rect, telling(GAME).thing(cell.kind).icon, bonus)


def _cell(card_id: str, card: Mapping[str, Any]) -> _Cell:
    kind = card["kind"]
    return _Cell(card_id, kind, card, 1 if kind in p.ON_LANDS else POST)


def _other(state: State, brand: int, seat: str, room: Rect, m: places.Measures) -> Iterator[Named]:
    """A ranch whose turn it is not: whose it is, what all its herds would bring, its guard bonus, and it."""
    left, low, wide, high = room
    held = state["seats"][seat]
    head = 30 if high >= 90 else 22 if high >= 60 else 17
    yield f"ground.{seat}", Ground(room, "surface", 10)
    top = low + high - head
    yield f"mark.{seat}", Mark((left + 5, top + 3, head - 6, head - 6), brand)
    share = min(110, (wide - head - 12) // 2)
    sums = (("sale", "lasso", str(held["sale"])), ("guard", "shield_half_full", f"+{held['guard']['bonus']}"))
    for n, (name, icon, text) in enumerate(sums):
        rect = (left + head + 4 + n * (share + 4), top + 2, share, head - 4)
        yield f"{name}.{seat}", Counted(rect, icon, text, theme.size("strong"))
    yield from _Ranch(state, seat, m).all((left + 4, low + 4, wide - 8, high - head - 4))


# -- the steps of the turn


def _steps(state: State, brands: Mapping[str, int], room: Rect) -> Iterator[Named]:
    """Whose turn it is, and how far it has come: what was thrown, sold and found; before that how likely."""
    left, low, wide, high = room
    side = min(44, high - 6)
    yield "active", Mark((left + 2, low + (high - side) // 2, side, side), brands[state["active"]])
    left, wide = left + side + 14, wide - side - 14
    at = ORDER.index(state["step"])
    when = {step: "done" if n < at else "now" if n == at else "next" for n, step in enumerate(ORDER)}
    told = {step: (_(name), _said(state, step, when[step])) for step, name in STEPS.items()}
    in_rail = _rail if high >= 48 else _line_of_steps
    yield from in_rail(told, when, (left, low, wide, high))


def _rail(told: Mapping[str, tuple[str, str]], when: Mapping[str, str], room: Rect) -> Iterator[Named]:
    """A dot for each step on a line, what it is called below."""
    left, low, wide, high = room
    dot, under = 24, high - 24 - 4
    middles = [left + round((n + 0.5) * wide / len(told)) for n in range(len(told))]
    y = low + high - dot
    for n, (start, end) in enumerate(pairwise(middles)):
        rect = (start + dot // 2 + 5, y + dot // 2 - 1, end - start - dot - 10, 2)
        yield f"rail.{n}", Ground(rect, "hair", 0)
    for (step, (name, said)), at in zip(told.items(), middles, strict=True):
        yield f"step.{step}", Step((at - dot // 2, y, dot, dot), when[step])
        share = wide // len(told) - 8
        yield from _named(step, name, said, when[step], (at - share // 2, low, share, under))


def _line_of_steps(
    told: Mapping[str, tuple[str, str]], when: Mapping[str, str], room: Rect
) -> Iterator[Named]:
    """A dot for each step; what it is called only where the turn is now."""
    left, low, wide, high = room
    dot = min(20, high - 4)
    for step, (name, said) in told.items():
        yield f"step.{step}", Step((left, low + (high - dot) // 2, dot, dot), when[step])
        left += dot + 8
        if when[step] == "now":
            most = wide - (len(told) + 1) * (dot + 8)
            pieces = list(_named(step, name, said, "now", (left, low, most, high), "left"))
            yield from pieces
            left = max((piece.rect[0] + piece.rect[2] for _name, piece in pieces), default=left - 6) + 14


def _named(step: str, name: str, said: str, when: str, room: Rect, align: str = "center") -> Iterator[Named]:
    """What a step is called, and beside it what came of it or may."""
    left, low, wide, high = room
    tone = "text" if when == "now" else "muted"
    roles = ("strong", "caption") if when == "now" else ("card", "second")
    across = measure(name, numbers.BOLD, theme.size(roles[0]))[0] + 1
    beside = measure(said, numbers.REGULAR, theme.size(roles[1]))[0] + 1 if said else 0
    taken = across + (beside + 7 if said else 0)
    if align == "left" and across > wide:
        return  # its dot says it
    if taken > wide:
        said, taken, across = "", min(across, wide), min(across, wide)
    start = left + (max(0, (wide - taken) // 2) if align == "center" else 0)
    yield f"name.{step}", Words((start, low, across, high), name, roles[0], tone)
    if said:
        yield f"said.{step}", Words((start + across + 7, low, beside, high), said, roles[1], tone)


def _said(state: State, step: str, when: str) -> str:
    """What came of a step, or what may."""
    turn, held = state["this_turn"], state["seats"][state["active"]]
    if step == table.GUARD and turn["guarded"]:
        return _guarded(turn["guarded"])
    if step == table.SELL and turn["sold"]:
        return f"+{sum(herd['worth'] for herd in turn['sold'])}"
    if step == table.MINE and turn["mined"]:
        exploded = any(throw["explodes"] for throw in turn["mined"])
        found = sum(sum(throw["dice"]) for throw in turn["mined"] if not throw["explodes"])
        return _("exploded") if exploded else f"+{found}"
    if step == table.ACT and when == "now":
        return _("{n} left").format(n=state["points"])
    return "" if when == "done" else _may_come(state, step, held)


def _may_come(state: State, step: str, held: Mapping[str, Any]) -> str:
    """How likely it is that all herds stay, what all of them would bring, how likely a mine explodes."""
    if step == table.GUARD and held["guard"]["herds"]:
        return _("{n}%").format(n=round(100 * held["guard"]["safe"] / held["guard"]["of"]))
    if step == table.SELL and held["sale"]:
        return _("up to {n}").format(n=held["sale"])
    has_mine = any(
        card["kind"] == p.MINE for land in held["lands"].values() for card in land["cards"].values()
    )
    if step == table.MINE and has_mine:
        odds = Fraction(state["mine"]["explodes"], state["mine"]["of"])
        return _("{n} in {of}").format(n=odds.numerator, of=odds.denominator)
    return ""


def _guarded(guarded: Mapping[str, Any]) -> str:
    if "defence" in guarded:
        return _("{n} to {m}").format(n=guarded["defence"], m=guarded["difficulty"])
    return _("lost") if guarded["lost"] else _("safe")


# -- the Line


def _line(state: State, room: Rect) -> Iterator[Named]:
    """The points that are left, and what each place costs; what costs more is dim."""
    left, low, wide, high = room
    head = 92 if high >= 80 else 62
    acts = state["step"] == table.ACT
    yield from (
        _points(state, (left, low, head - 6, high)) if acts else _line_title((left, low, head - 6, high))
    )
    cards = places.beside((left + head, low, wide - head, high), len(state["line"]), 8 if high >= 80 else 4)
    for place, rect in zip(state["line"], cards, strict=True):
        if not place["there"]:
            yield f"open.{place['place']}", Place(rect)
            continue
        word = telling(GAME).thing(place["card"]) if place["card"] else None
        dear = acts and place["costs"] > state["points"]
        icon, name = (word.icon, word.text) if word else ("", "")
        yield f"line.{place['place']}", OnLine(rect, place["costs"], icon, name, dear)


def _points(state: State, room: Rect) -> Iterator[Named]:
    left, low, wide, high = room
    below = 24 if high >= 80 else 0
    rect = (left, low + below, wide, high - below)
    yield "points", Counted(rect, "flash", str(state["points"]), theme.size("counter"))
    if below:
        yield "points.label", Words((left, low, wide, below), _("left"), "caption", "muted", "center")


def _line_title(room: Rect) -> Iterator[Named]:
    left, low, wide, high = room
    title = high // 2 if high >= 80 else high
    role = "strong" if high >= 80 else "card"
    yield "line.title", Words((left, low + high - title, wide, title), _("The Line"), role)
    if title < high:
        yield "line.note", Words((left, low, wide, high - title), _("price = place"), "second")
