"""The board of Boomtown Bandits: the town's row with its piles, the tokens before it, and everybody's loot.

Owns what of the public view is shown, and as what. Where it lies is `bandits_places.py`'s business. Face-down
tokens show whose they are, or only how many, as far as that was entered.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion import theme as numbers
from companion.boards import bandits_places as places
from companion.boards.drawing import Rect
from companion.boards.drawn import Board, Counter, Line, SeatFacts, State
from companion.boards.fronts import ROOFS
from companion.boards.pieces import (
    Back,
    Edge,
    Front,
    Ground,
    Mark,
    Picture,
    Piece,
    Token,
    Words,
    number_in,
    number_room,
    number_size,
)
from companion.i18n import _
from companion.telling import telling
from companion.widgets import theme
from companion.widgets.words import measure
from shared_rules.games.boomtown_bandits import town
from shared_rules.referee.events import COWARD

Named = tuple[str, Piece]

GAME = "boomtown_bandits"
MARSHAL, BOTTLE, LOOTED, BONUS = "police_badge", "bottle_wine", "sack", "star_circle"
BACK_SHAPE = 0.74  # a card's width, of its height
AT_THE_END = ("end", "tally")  # phases in which bonuses are given


class BoomtownBanditsBoard(Board):
    """The table between the panes."""

    def lie(
        self, state: State, brands: Mapping[str, int], lines: Sequence[Line], width: int, height: int
    ) -> dict[str, Piece]:
        """Return what lies on a board of this size."""
        return dict(_lie(state, brands, lines, width, height, self.covered.low))

    def least_size(self) -> tuple[int, int]:
        """Return the width and height it needs."""
        return places.LEAST[places.measures(self.width, self.height, theme.small)]

    @staticmethod
    def facts(state: State, seat: str) -> SeatFacts:
        """Return what a seat's pane says: how many loot cards, and the money that lies open."""
        held = state["seats"][seat]
        secret = sum(held["secret"].values())
        known = sum(sum(values) for values in held["open"].values())
        owns_town = state["own_this_town"] == seat
        return SeatFacts(
            hats=(),
            active=True,
            status=_("Own This Town!") if owns_town else "",
            badge=_("Bottle") if state["row"] and state["first_player"] == seat else "",
            counters=(
                Counter("back", str(sum(held["loot"].values())), _("Loot cards")),
                Counter("cash", _("${n}").format(n=known) + ("+" if secret else ""), _("Known money")),
            ),
            badge_icon=BOTTLE,
        )

    @staticmethod
    def secrets(state: State, seat: str) -> list[Counter]:
        """Return what the seat noted of its cards, by location, and whether it may claim the town."""
        own, words = state["seats"][seat], telling(GAME)
        found = []
        for location, values in own.get("noted", {}).items():
            word = words.thing(location)
            found.append(Counter(word.icon, "+".join(f"{value}" for value in values), word.text))
        if own.get("may_claim"):
            found.append(Counter("city_variant", "!", _("Own This Town!")))
        return found

    @staticmethod
    def corner(view: Mapping[str, Any]) -> tuple[str, str]:
        """Return the round: ("3", "round")."""
        return _round(view["state"]), _round_label(view["state"])


def _round(state: State) -> str:
    return str(max(1, state["round"]))


def _round_label(state: State) -> str:
    return _("last round") if state["last_round"] else _("round")


def _lie(
    state: State, brands: Mapping[str, int], lines: Sequence[Line], width: int, height: int, covered: int
) -> Iterator[Named]:
    """Yield every piece by its name; those that lie under others first."""
    row, seats = state["row"], state["seats"]
    owners = max((sum(held["loot"][each] > 0 for held in seats.values()) for each in row), default=0)
    count = len(row) or town.locations(len(seats))
    grid = places.grid(width, height, count, max(1, owners), theme.small, covered)
    columns = [
        _Location(state, brands, location, column, grid.measures)
        for location, column in zip(row, grid.columns, strict=False)
    ]
    rows = [icons for column in columns for _seat, icons in column.rows()]
    high = max((len(column.rows()) for column in columns), default=0)
    for column in columns:
        yield from column.all(max(1, high), max(map(len, rows), default=1))
    yield from _foot(state, brands, lines, grid)


class _Location:
    """All that lies in one column."""

    def __init__(
        self,
        state: State,
        brands: Mapping[str, int],
        location: str,
        column: places.Column,
        measures: places.Measures,
    ) -> None:
        self._state, self._brands, self._m = state, brands, measures
        self._id, self._column = location, column
        self._here: Mapping[str, Any] = state["locations"][location]
        self._seats = state["seats"]

    def all(self, lines: int, most: int) -> Iterator[Named]:
        """Yield ground, pile, building, tokens and loot.

        :param lines, most: tokens are as large as so many lines of so many may be, in all columns alike
        """
        here = _is_on(self._state, self._id)
        yield f"ground.{self._id}", Ground(self._column.whole, "raised" if here else "surface", 12)
        if here:
            yield f"here.{self._id}", Edge(self._column.whole, "accent", 12, 3 if theme.small else 4)
        yield from self._pile()
        told = telling(GAME).thing(self._id)
        closed = self._state["closed"] == self._id
        icon = MARSHAL if closed else told.icon
        yield f"front.{self._id}", self._front(icon, told.text)
        if closed and not self.rows():
            yield (
                f"closed.{self._id}",
                Words(_top(self._column.tokens, self._m.row), _("closed"), align="center"),
            )
        yield from self._tokens(lines, most)
        yield from self._loot()

    def _front(self, icon: str, name: str) -> Front:
        rect = self._column.front
        whole = measure(name, numbers.BOLD, theme.least("strong"))[0] <= rect[2] - 8
        return Front(rect, ROOFS[self._id], icon, name, "strong" if whole else "card")

    def _pile(self) -> Iterator[Named]:
        """The pile and how many cards are in it; at the end a star and whose bonus it is instead of cards."""
        left, low, wide, high = self._column.pile
        count, gap = str(self._here["pile"]), self._m.gap
        side, half = round(high * BACK_SHAPE), high // 2
        px = number_size("counter" if high >= 48 else "number", high)
        figures, deep = number_room("0", px)
        bonus = self._state["bonuses"].get(self._id)
        mark = 0 if bonus is None else half + gap
        at = left + max(0, (wide - side - gap - figures - mark) // 2)
        if bonus is not None:
            yield f"bonus.{self._id}", Picture((at, low + (high - side) // 2, side, side), BONUS, "accent")
            at += side + gap
            rect = (at, low + (high - half) // 2, half, half)
            yield f"bonus.{self._id}.mark", Mark(rect, self._brands[bonus])
            at += mark
        else:
            if self._here["pile"]:
                yield f"cards.{self._id}", Back((at, low, side, high))
            at += side + gap
        yield f"pile.{self._id}", number_in((at, low + (high - deep) // 2, figures, deep), count)

    # -- tokens

    def _tokens(self, lines: int, most: int) -> Iterator[Named]:
        """A row for each player who has some there; what nobody said whose it is, in one row."""
        room = places.rows(self._column.tokens, lines, self._m.row, self._m.gap)
        for rect, (seat, icons) in zip(room, self.rows(), strict=False):
            yield from self._row(rect, seat, icons, most)
        counted = self._here["face_down"]
        if counted and not self._here["face_down_of"]:
            yield from self._counted(room[0], counted)

    def rows(self) -> list[tuple[str, list[str]]]:
        """Whose row holds what: icons of tokens, or backs; whoever won here keeps a row."""
        tokens: Mapping[str, Sequence[str]] = self._here["tokens"]
        duel = self._state["duel"]
        if _is_on(self._state, self._id) and duel is not None:
            tokens = duel["tokens"]
        down, winner = self._here["face_down_of"], self._here["winner"]
        found = []
        for seat in self._seats:
            icons = [_icon(die) for die in tokens.get(seat, ())] + [""] * down.get(seat, 0)
            if winner == seat:
                icons.append(LOOTED)
            if icons:
                found.append((seat, icons))
        return found

    def _row(self, rect: Rect, seat: str, icons: list[str], most: int) -> Iterator[Named]:
        left, low, wide, high = rect
        gap = 2 if theme.small else 4
        side = min(high, (wide - most * gap) // (most + 1))
        low += (high - side) // 2
        at = left + max(0, (wide - (len(icons) + 1) * (side + gap) + gap) // 2)
        yield f"token.{self._id}.{seat}", Mark((at + 1, low + 1, side - 2, side - 2), self._brands[seat])
        for n, icon in enumerate(icons):
            at += side + gap
            yield f"token.{self._id}.{seat}.{n}", _token((at, low, side, side), icon)

    def _counted(self, rect: Rect, count: int) -> Iterator[Named]:
        left, low, wide, high = rect
        px = number_size("number", high)
        figures, deep = number_room(str(count), px)
        at = left + max(0, (wide - high - self._m.gap - figures) // 2)
        yield f"down.{self._id}", Back((at, low, high, high))
        number = (at + high + self._m.gap, low + (high - deep) // 2, figures, deep)
        yield f"down.{self._id}.count", number_in(number, str(count))

    # -- everybody's loot

    def _loot(self) -> Iterator[Named]:
        """How many cards of it everybody has who has any: that is public."""
        left, low, wide, high = self._column.loot
        across, deep = places.loot_across(wide, self._m), self._m.loot
        cell = wide // across
        having = [
            (seat, held["loot"][self._id]) for seat, held in self._seats.items() if held["loot"][self._id]
        ]
        for n, (seat, count) in enumerate(having):
            line, place = divmod(n, across)
            x, y = left + place * cell, low + high - (line + 1) * deep
            side = deep - 6
            figures, tall = number_room(str(count), number_size("prompt", deep))
            at = x + max(0, (cell - side - 4 - figures) // 2)
            yield f"loot.{self._id}.{seat}", Mark((at, y + 3, side, side), self._brands[seat])
            rect = (at + side + 4, y + (deep - tall) // 2, figures, tall)
            yield f"loot.{self._id}.{seat}.count", number_in(rect, str(count))


def _is_on(state: State, location: str) -> bool:
    """Whether it is this location that is being resolved, or whose bonus is shot for."""
    duel = state["duel"]
    return bool(state["here"] == location or (duel is not None and duel["about"] == location))


def _icon(die: str) -> str:
    return str(telling(GAME).thing(town.COWARD if die == COWARD else town.SHOOTER).icon)


def _token(rect: Rect, icon: str) -> Piece:
    if icon == LOOTED:
        return Picture(rect, LOOTED, "accent")
    return Token(rect, icon) if icon else Back(rect)


def _top(room: Rect, high: int) -> Rect:
    left, low, wide, deep = room
    return left, low + deep - high, wide, high


def _foot(
    state: State, brands: Mapping[str, int], lines: Sequence[Line], grid: places.Grid
) -> Iterator[Named]:
    """The newest line of the log, or who stands in the final shootout; in small windows the round before."""
    left, low, wide, high = grid.foot
    if theme.small:
        text = f"{_round_label(state)} {_round(state)}"
        taken = measure(text, numbers.BOLD, theme.size("strong"))[0] + 2
        yield (
            "round",
            Words((left, low, taken, high), text, "strong", "accent" if state["last_round"] else "text"),
        )
        left, wide = left + taken + 14, wide - taken - 14
    duel = state["duel"]
    if duel is not None and duel["about"] is None:
        yield from _final(duel["tokens"], brands, (left, low, wide, high))
    elif lines:
        brand, said = lines[-1]
        if brand is not None:
            yield "log.mark", Mark((left, low + 2, high - 4, high - 4), brand)
            left, wide = left + high + 4, wide - high - 4
        yield "log", Words((left, low, wide, high), said, "caption", "text")


def _final(tokens: Mapping[str, Sequence[str]], brands: Mapping[str, int], room: Rect) -> Iterator[Named]:
    """Everybody's dice in the final shootout, which is at no location."""
    left, low, _wide, high = room
    for seat, dice in tokens.items():
        yield f"final.{seat}", Mark((left + 2, low + 2, high - 4, high - 4), brands[seat])
        for n, die in enumerate(dice):
            left += high + 3
            yield f"final.{seat}.{n}", Token((left, low, high, high), _icon(die))
        left += high + 18
