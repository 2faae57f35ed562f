"""The board of Dollars Wanted: three rows of cards at their buildings, and what is still missing for each.

Owns what of the public view is shown, and as what. Where it lies is `dollars_places.py`'s business. What lies
face down is a number; whose it is shows only if the group wants to be reminded.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion import theme as numbers
from companion.boards import dollars_places as places
from companion.boards.dollars_pieces import Fan, Need, Shown
from companion.boards.drawing import Rect
from companion.boards.drawn import Board, Counter, Covered, Line, SeatFacts, State
from companion.boards.fronts import ROOFS
from companion.boards.pieces import Edge, Front, Ground, Mark, Picture, Piece, Place, Words
from companion.i18n import _, ngettext
from companion.telling import telling
from companion.widgets import theme
from companion.widgets.words import fit, measure
from shared_rules.games.dollars_wanted import cards as c

Named = tuple[str, Piece]

GAME = "dollars_wanted"
BELL, RINGS = "bell_ring_outline", "bell_ring"
WARNS = c.SEVEN - c.LAID  # so many lie face down, and the next turn can bring the seventh
LABELLED = 72  # px; what is missing has a caption in rows that are as high
FOOT_MARK = 26  # px
MOST_MISSING = 40  # px, an icon
LEAST_MISSING = {False: 26, True: 20}  # px; rather smaller figures than smaller icons


class DollarsWantedBoard(Board):
    """The table between the panes."""

    def lie(
        self, state: State, brands: Mapping[str, int], lines: Sequence[Line], width: int, height: int
    ) -> dict[str, Piece]:
        """Return what lies on a board of this size."""
        return dict(_lie(state, brands, lines, width, height, self.covered))

    def least_size(self) -> tuple[int, int]:
        """Return the width and height it needs."""
        return places.LEAST

    @staticmethod
    def facts(state: State, seat: str) -> SeatFacts:
        """Return what a seat's pane says: buildings and dollars, and of own cards what there is to count."""
        held = state["seats"][seat]
        counters = [
            Counter("storefront", str(len(held["won"])), _("Buildings")),
            Counter("cash", _money(held["score"]), _("Dollars")),
        ]
        if held["penalties"]:
            counters.append(Counter("cash_minus", str(held["penalties"]), _("Penalty cards")))
        if state["colours"]:
            counters.append(Counter("back", str(held["draw_pile"]), _("Cards to draw"), minor=True))
        plays = seat in (state["laying"], state["may_rob"]) or state["phase"] == "set_up"
        if held["hand"] < c.HAND and not plays:  # rare: there was nothing to draw
            counters.append(Counter("cards", str(held["hand"]), _("Cards in hand"), minor=True))
        return SeatFacts(
            hats=(),
            active=True,
            status="",
            badge=_colour(held["colour"]) if held["colour"] else "",
            counters=tuple(counters),
        )

    @staticmethod
    def secrets(state: State, seat: str) -> list[Counter]:
        """Return nothing: nobody enters what is in their hand."""
        return []

    @staticmethod
    def corner(view: Mapping[str, Any]) -> tuple[str, str]:
        """Return how many cards are to be drawn, ("54", "cards to draw"); with own decks, penalty cards."""
        return _fact(view["state"])


def _fact(state: State) -> tuple[str, str]:
    if state["colours"]:
        count = state["penalty_cards"]
        return str(count), ngettext("penalty card left", "penalty cards left", count)
    count = state["draw_pile"]
    return str(count), ngettext("card to draw", "cards to draw", count)


def _money(dollars: int) -> str:
    """So much money, also below nothing."""
    sign = "\u2212" if dollars < 0 else ""
    return sign + _("${n}").format(n=abs(dollars))


def _colour(colour: str) -> str:
    return telling(GAME).option({"id": "dw.colour"}, colour).text


def _lie(
    state: State, brands: Mapping[str, int], lines: Sequence[Line], width: int, height: int, covered: Covered
) -> Iterator[Named]:
    """Yield every piece by its name; those that lie under others first."""
    about = _about(state)
    grid = places.grid(width, height, list(state["rows"]), about, theme.small, covered)
    for row, room in grid.rows.items():
        yield from _Row(state["rows"][row], row, brands, room, grid.measures).all(row == about)
    yield from _foot(state, lines, grid)


def _about(state: State) -> str | None:
    """The row that is robbed, or whose building is being turned up."""
    if state["robbery"] is not None:
        return str(state["robbery"]["row"])
    if state["phase"] == "set_up":
        return next((row for row, lies in state["rows"].items() if lies["building"] is None), None)
    return None


class _Row:
    """All that lies in one row."""

    def __init__(
        self,
        lies: Mapping[str, Any],
        row: str,
        brands: Mapping[str, int],
        room: places.Row,
        measures: places.Measures,
    ) -> None:
        self._lies, self._id, self._brands, self._room, self._m = lies, row, brands, room, measures
        self._building: Mapping[str, Any] | None = lies["building"]
        self._sums: Mapping[str, Any] | None = lies["sums"]

    def all(self, about: bool) -> Iterator[Named]:
        """Yield the building, what it takes, the cards, what is missing."""
        if about:
            left, low, wide, high = self._room.whole
            by = self._m.gap // 2
            around = (left - by, low - by, wide + 2 * by, high + 2 * by)
            yield f"here.{self._id}", Edge(around, "accent", 12, 3 if theme.small else 4)
        yield from self._front()
        if self._building is None:
            return
        yield from self._need()
        yield from self._cards()
        yield from self._missing()

    def _front(self) -> Iterator[Named]:
        count = self._lies["buildings"]
        left = f"\u00d7{count}"
        if self._building is None:
            yield f"place.{self._id}", Place(self._room.front, ((left if count else _("empty"),),))
            return
        told = telling(GAME).thing(self._building["kind"])
        rect = self._room.front
        room = rect[2] - 22 - measure(left, numbers.REGULAR, theme.size("caption"))[0]
        whole = measure(told.text, numbers.BOLD, theme.least("strong"))[0] <= room
        role = "strong" if whole and rect[3] >= LABELLED else "card"
        roof = ROOFS[self._building["kind"]]
        yield f"front.{self._id}", Front(rect, roof, told.icon, told.text, role, left)

    # -- what it takes

    def _need(self) -> Iterator[Named]:
        """Each icon once for each time it stands there; those that are shown have a tick."""
        assert self._building is not None
        if self._room.need is None:
            return
        need, sums = self._building["icons"], self._sums
        shown = sums["shown"] if sums else {}
        by_joker = bool(sums) and c.JOKER in (sums or {})["decided"]
        icons = [
            (icon, n < shown.get(icon, 0) or by_joker, n >= shown.get(icon, 0))
            for icon, count in need.items()
            for n in range(count)
        ]
        room = places.tiles(self._room.need, len(icons), self._m.tile)
        for n, (rect, (icon, done, joker)) in enumerate(zip(room, icons, strict=True)):
            picture = _icon(c.JOKER if done and joker else icon)
            yield f"need.{self._id}.{n}", Need(rect, picture, done)

    # -- cards

    def _cards(self) -> Iterator[Named]:
        lies, m = self._lies, self._m
        up, down, layers = lies["up"], lies["down"], lies["layers"] or ()
        bell = down >= WARNS
        lying = places.cards(self._room.cards, len(up), down, bell, bool(layers), m)
        doubled = False
        for n, (rect, card) in enumerate(zip(lying.up, up, strict=True)):
            yield f"card.{self._id}.{n}", self._card(rect, card, doubled and not lies["judged"])
            doubled = doubled or card["face"] == c.ELIXIR
        if lying.backs is not None:
            brands = tuple(self._brands.get(seat) for seat in layers)
            fan = Fan(lying.backs.rect, down, lying.backs, lies["due"], brands, m.mark)
            yield f"down.{self._id}", fan
        if lying.bell is not None:
            yield from self._bell(lying.bell)

    def _card(self, rect: Rect, card: Mapping[str, Any], doubled: bool) -> Shown:
        brand = None if card["by"] is None else self._brands[card["by"]]
        face = card["face"]
        if face == c.UNKNOWN:
            return Shown(rect, (), brand=brand)
        if face in c.SPECIALS:
            told = telling(GAME).thing(face)
            counts = doubled and face == c.JOKER
            return Shown(rect, (told.icon,), told.text, brand, counts, face == c.VULTURE)
        return Shown(rect, (_icon(card["icon"]),) * card["count"], "", brand, doubled)

    def _bell(self, room: Rect) -> Iterator[Named]:
        """That the seventh card has the building robbed; it rings where it lies there."""
        left, low, wide, high = room
        due = self._lies["due"]
        text = _("at {n}").format(n=c.SEVEN)
        line = fit(text, "strong", wide, high / 2).height
        side = max(14, min(30 if theme.small else 38, high - line - 2, wide - 8))
        bottom = low + max(0, (high - side - line - 2) // 2)
        icon = (left + (wide - side) // 2, bottom + line + 2, side, side)
        if icon[1] + side > low + high:
            yield f"bell.{self._id}", Picture((left, low, wide, high), RINGS if due else BELL, "accent")
            return
        yield f"bell.{self._id}", Picture(icon, RINGS if due else BELL, "accent")
        yield f"bell.{self._id}.text", Words((left, bottom, wide, line), text, "strong", "accent", "center")

    # -- what is missing

    def _missing(self) -> Iterator[Named]:
        """Which icons, and how many of each; and how many of them are enough, thanks to a joker."""
        yield f"missing.{self._id}", Ground(self._room.missing, "surface", 10 if theme.small else 12)
        left, low, wide, high = self._room.missing
        room = (left + 4, low + 3, wide - 8, high - 6)
        sums = self._sums
        if sums is None:
            yield f"missing.{self._id}.label", Words(room, _("not entered"), align="center")
            return
        missing = sums["missing"]
        left_over = sum(missing.values()) - sums["jokers"]
        if left_over <= 0:
            yield from self._enough(room, sums)
            return
        jokers = sums["jokers"]
        counts = [(icon, f"\u00d7{count}") for icon, count in missing.items()]
        if high >= LABELLED:
            caption = _("any {n} of").format(n=left_over) if jokers else _("still missing")
            room, label = _below(room, caption)
            yield f"missing.{self._id}.label", Words(label, caption, "caption", "muted", "center")
        elif jokers:
            counts.append((c.JOKER, f"\u2212{jokers}"))
        yield from self._counts(room, counts)

    def _enough(self, room: Rect, sums: Mapping[str, Any]) -> Iterator[Named]:
        """All is there, and what it would not be enough without."""
        label = _("enough")
        room, line = _below(room, label)
        yield f"missing.{self._id}.label", Words(line, label, "caption", "success", "center")
        icons = ["check_bold", *(_icon(decided) for decided in sums["decided"])]
        side = min(MOST_MISSING, room[3], room[2] // len(icons) - 4)
        if side < 8:
            return
        for n, icon in enumerate(icons):
            at = room[0] + room[2] // 2 + round((n - len(icons) / 2) * (side + 6)) + 3
            rect = (at, room[1] + (room[3] - side) // 2, side, side)
            yield f"missing.{self._id}.why.{n}", Picture(rect, icon, "accent" if n else "success")

    def _counts(self, room: Rect, counts: Sequence[tuple[str, str]]) -> Iterator[Named]:
        widest = max((text for _thing, text in counts), key=len)
        at: list[places.Cell] = []
        for role in ("prompt", "strong", "card") if not theme.small else ("strong", "card"):
            broad, tall = measure(widest, numbers.ROLES[role].font, theme.size(role))
            at = places.cells(room, len(counts), (broad + 1, tall), MOST_MISSING)
            if at[0].icon[2] >= LEAST_MISSING[theme.small]:
                break
        for cell, (icon, text) in zip(at, counts, strict=True):
            yield f"missing.{self._id}.{icon}", Picture(cell.icon, _icon(icon), "accent")
            yield f"missing.{self._id}.{icon}.count", Words(cell.figures, text, role, "text", "center")


def _below(room: Rect, caption: str) -> tuple[Rect, Rect]:
    """What is left below a caption, and its line."""
    left, low, wide, high = room
    line = min(fit(caption, "caption", wide, high / 2).height, high)
    return (left, low, wide, high - line), (left, low + high - line, wide, line)


def _icon(thing: str) -> str:
    return str(telling(GAME).thing(thing).icon)


def _foot(state: State, lines: Sequence[Line], grid: places.Grid) -> Iterator[Named]:
    """The newest line of the log; in small windows before it what stands in the corners of large ones, where
    there is room for both."""
    left, low, wide, high = grid.foot
    brand, said = lines[-1] if lines else (None, "")
    mark = min(high - 4, FOOT_MARK)
    if theme.small:
        text = " ".join(_fact(state))
        taken = measure(text, numbers.BOLD, theme.size("strong"))[0] + 16
        if not said or fit(said, "caption", max(1, wide - taken - mark - 8), high).keeps:
            yield "fact", Words((left, low, taken - 14, high), text, "strong", "text")
            left, wide = left + taken, wide - taken
    if brand is not None:
        yield "log.mark", Mark((left, low + (high - mark) // 2, mark, mark), brand)
        left, wide = left + mark + 8, wide - mark - 8
    if said:
        yield "log", Words((left, low, wide, high), said, "caption", "text")
