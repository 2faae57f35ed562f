"""The board of o BOM, o MAU e o BODE: locations with what lies there, cards with their owners' hats, facts.

Owns what of the public view is shown, and as what. Where it lies is `bom_places.py`'s business. The six
cards at the Saloon lie in the order of their numbers, which are printed nowhere that we can read. A name in
a dashed place belongs to a character whom nobody has seen this round and who may still come there.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion import theme as numbers
from companion.boards import bom_facts
from companion.boards import bom_places as places
from companion.boards.drawing import Rect
from companion.boards.drawn import Board, Counter, Line, SeatFacts, State
from companion.boards.fronts import ROOFS
from companion.boards.pieces import (
    LEAST_HAT,
    PLACE_ROLE,
    STRIP,
    Card,
    Coin,
    Front,
    Ground,
    Loot,
    Number,
    Piece,
    Place,
    Token,
    number_in,
    number_room,
    number_size,
    place_line,
)
from companion.i18n import _
from companion.telling import telling
from companion.widgets import theme
from companion.widgets.words import measure
from shared_rules.games.bom_mau_bode import characters as c

Named = tuple[str, Piece]

GAME = "bom_mau_bode"
TOKENS_SHOWN = 4  # more lie as one token and a count
LOOT_SHOWN = 2  # the same beside the Thief
DEALING = ("upkeep", "distribution", "last active person")  # phases that have a Dealer
LEAST_CARD, LOOTED_CARD = 44, 90  # px
AT_SALOON = (*c.AT_SALOON, c.GOAT)  # as they lie


class BomMauBodeBoard(Board):
    """The table between the panes."""

    def lie(
        self, state: State, brands: Mapping[str, int], lines: Sequence[Line], width: int, height: int
    ) -> dict[str, Piece]:
        """Return what lies on a board of this size."""
        return dict(_lie(state, brands, lines, width, height))

    def least_size(self) -> tuple[int, int]:
        """Return the width and height it needs."""
        return places.least_size(self.height, theme.small)

    @staticmethod
    def facts(state: State, seat: str) -> SeatFacts:
        """Return what a seat's pane says: hats, coins, how many tokens, and Elixirs while it has any."""
        held = state["seats"][seat]
        hats, limit = held["hats"], c.small_hats(len(state["seats"]))
        begun = state.get("round", 1) > 0  # before that nobody knows who deals first
        deals = begun and state["dealer"] == seat and state["phase"] in DEALING
        counters = [
            Counter("coin", str(held["coins"]), _("Coins")),
            Counter("back", str(held["tokens"]), _("Tokens")),
        ]
        if held["elixirs"]:
            counters.append(Counter("flask_round_bottom", str(held["elixirs"]), _("Elixirs")))
        return SeatFacts(
            hats=tuple(n < hats for n in range(limit)),
            active=hats > 0,
            status="" if hats else _("done this round"),
            badge=_("Dealer") if deals else "",
            counters=tuple(counters),
        )

    @staticmethod
    def secrets(state: State, seat: str) -> list[Counter]:
        """Return the seat's tokens by their type, out of its own view; two numbers where it cannot know."""
        words = telling(GAME)
        return [
            Counter(words.thing(kind).icon, _so_many(count), words.thing(kind).text)
            for kind, count in state["seats"][seat].get("kinds", {}).items()
            if count
        ]

    @staticmethod
    def corner(view: Mapping[str, Any]) -> tuple[str, str]:
        """Return the round: ("2 / 3", "round")."""
        return bom_facts.round_of(view["state"]), _("round")


def _so_many(count: int | Mapping[str, int]) -> str:
    return str(count) if isinstance(count, int) else f"{count['min']}\u2013{count['max']}"


def _lie(
    state: State, brands: Mapping[str, int], lines: Sequence[Line], width: int, height: int
) -> Iterator[Named]:
    """Yield every piece by its name; those that lie under others first."""
    grid = places.grid(width, height, list(state["locations"]), _chef_plays(state), theme.small)
    if grid.street:
        yield "street", Ground(grid.street, "surface", 0)
    words = telling(GAME)
    third = _third(state, brands, grid)
    if third:
        yield third
    for tile, row in grid.rows.items():
        told = words.thing(tile)
        yield f"front.{tile}", Front(row.front, ROOFS[tile], told.icon, told.text)
        yield from _things(state, tile, row.things, grid.measures)
        room = row.cards
        if grid.third and third and tile != c.SALOON:
            room = (room[0], room[1], grid.third[0] - grid.measures.gap - room[0], room[3])
        yield from _Cards(state, brands, tile, room, grid.measures).all()
    yield from bom_facts.lie(state, brands, lines, grid.facts)


def _third(state: State, brands: Mapping[str, int], grid: places.Grid) -> Named | None:
    """The Chef while he has no location: he may still come, or his owner chooses one."""
    if grid.third is None:
        return None
    left, low, wide, high = grid.third
    cards, text = state["cards"], telling(GAME).thing(c.CHEF).text
    if c.CHEF in cards["unseen"]:
        return "place.chef", Place(grid.third, ((text,),))
    if c.CHEF in cards["in_play"] and cards["chef_at"] is None:
        deep = min(high, grid.measures.card_most)
        rect = (left, low + (high - deep) // 2, wide, deep)
        return "card.chef", Card(rect, text, brands[cards["in_play"][c.CHEF]])
    return None


def _chef_plays(state: State) -> bool:
    cards = state["cards"]
    seen = (*cards["in_play"], *cards["stopped"], *cards["discarded"], cards["face_up"])
    return c.CHEF in cards["unseen"] or c.CHEF in seen


# -- tokens and coins to the left of a location


def _things(state: State, tile: str, room: Rect, m: places.Measures) -> Iterator[Named]:
    """Tokens above coins; each has all the room where the other is missing."""
    left, low, wide, high = room
    tokens, coins = state["locations"][tile]["tokens"], state["locations"][tile]["coins"]
    deep = (high - m.gap) // 2 if tokens and coins else high
    if tokens:
        yield from _tokens(tile, (left, low + high - deep, wide, deep), tokens, m)
    if coins:
        side = min(deep, 42 if theme.small else 58)
        one, number = _counted((left, low, wide, deep), side, coins, m.gap)
        yield f"coin.{tile}", Coin(one)
        yield f"coins.{tile}", number


def _tokens(tile: str, room: Rect, count: int, m: places.Measures) -> Iterator[Named]:
    """As many as lie there, or one and their number."""
    side = min(room[3], 46 if theme.small else 62)
    step = side + m.gap
    icon = telling(GAME).thing(c.RESOURCE_OF[tile]).icon
    if count > TOKENS_SHOWN or count * step - m.gap > room[2]:
        one, number = _counted(room, side, count, m.gap)
        yield f"token.{tile}.0", Token(one, icon)
        yield f"tokens.{tile}", number
        return
    right, low = room[0] + room[2], room[1] + (room[3] - side) // 2
    for n in range(count):
        yield f"token.{tile}.{n}", Token((right - side - (count - 1 - n) * step, low, side, side), icon)


def _counted(room: Rect, side: int, count: int, gap: int) -> tuple[Rect, Number]:
    """Where one of them lies, and their number beside it, at the right end of a room."""
    left, low, wide, high = room
    px = number_size("counter" if high >= 48 else "number", high)
    figures, deep = number_room(str(count), px)
    side = max(20, min(side, wide - gap - figures))
    figures = min(figures, wide - gap - side)
    right = left + wide
    number = number_in((right - figures, low + (high - deep) // 2, figures, deep), str(count))
    return (right - figures - gap - side, low + (high - side) // 2, side, side), number


# -- cards to the right of it


class _Cards:
    """The cards of one location, what lies on them, and the place of those that may still come."""

    def __init__(
        self, state: State, brands: Mapping[str, int], tile: str, room: Rect, m: places.Measures
    ) -> None:
        cards = state["cards"]
        self._in_play, self._stopped = cards["in_play"], cards["stopped"]
        self._brands, self._tile, self._room, self._m = brands, tile, room, m
        self._words = telling(GAME)
        here = AT_SALOON if tile == c.SALOON else [card for card, at in c.LOCATION_OF.items() if at == tile]
        self._lying = [card for card in here if card in self._in_play or card in self._stopped]
        if cards["chef_at"] == tile and c.CHEF in self._in_play:
            self._lying.append(c.CHEF)
        self._may_come = [self._name(card) for card in here if card in cards["unseen"]]
        self._loot: dict[str, Loot] = {}
        if tile == c.SALOON:
            self._loot = dict(_on_cards(cards))

    def all(self) -> Iterator[Named]:
        """Yield cards, place, and the loot beside its card, or on it where the row is full."""
        high = min(self._room[3], self._m.card_most)
        beside = self._items(high, beside=True)
        wanted = sum(item.want for item in beside) + self._m.gap * (len(beside) - 1)
        roomy = wanted <= self._room[2]
        arrange = places.arrange if self._tile == c.SALOON else places.arrange_three
        placed = arrange(self._room, lambda high: self._items(high, roomy), self._m.gap, self._m.card_most)
        for item, rect in placed:
            card, _beside, loot = item.name.partition("+")
            if loot:
                yield from _loot_beside(card, self._loot[card], rect, self._m.gap)
            elif card == "place":
                yield f"place.{self._tile}", Place(rect, self._columns(rect[3]))
            else:
                yield f"card.{card}", self._card(card, rect, None if roomy else self._loot.get(card))

    def _items(self, high: int, beside: bool) -> list[places.Item]:
        items = []
        for card in self._lying:
            want = self._m.third if card == c.CHEF else self._m.card
            if card in self._loot and not beside:
                want = max(want, LOOTED_CARD)
            items.append(places.Item(card, self._need(card, high), want))
            if beside and card in self._loot:
                wide = _loot_width(self._loot[card], high, self._m.gap)
                items.append(places.Item(f"{card}+loot", wide, wide))
        if self._may_come or not self._lying:
            items.append(self._place(high))
        return items

    def _need(self, card: str, high: int) -> int:
        """The width in which its name keeps its size."""
        font, least = numbers.ROLES["card"].font, theme.least("card")
        name = measure(self._name(card), font, least)[0] + 8
        hat = LEAST_HAT + 2 if high < STRIP else 0
        return int(max(LEAST_CARD, name + hat))

    def _place(self, high: int) -> places.Item:
        columns = self._columns(high)
        if not columns:
            return places.Item("place", LEAST_CARD, self._m.card)
        font = numbers.ROLES[PLACE_ROLE].font
        need, want = (
            len(columns) * (8 + max(measure(name, font, px)[0] for name in self._may_come)) + 8
            for px in (theme.least(PLACE_ROLE), theme.size(PLACE_ROLE))
        )
        return places.Item("place", need, max(want, 0 if self._tile == c.SALOON else self._m.card))

    def _columns(self, high: int) -> tuple[tuple[str, ...], ...]:
        """The names that may still come here, in as few columns as the height allows."""
        names = self._may_come
        lines = max(1, (high - 6) // place_line())
        across = math.ceil(len(names) / lines)
        each = math.ceil(len(names) / max(1, across))
        return tuple(tuple(names[n * each : (n + 1) * each]) for n in range(across))

    def _card(self, card: str, rect: Rect, loot: Loot | None) -> Card:
        struck = card in self._stopped
        owner = self._stopped[card] if struck else self._in_play[card]
        return Card(rect, self._name(card), self._brands[owner], struck, loot)

    def _name(self, card: str) -> str:
        return self._words.thing(card).text


def _on_cards(cards: Mapping[str, Any]) -> Iterator[tuple[str, Loot]]:
    """Tokens on the Thief, coins on the Charlatan."""
    stolen = cards["on_thief"]
    if stolen:
        yield "thief", Loot(telling(GAME).thing(c.RESOURCE_OF[stolen["from"]]).icon, stolen["tokens"])
    if cards["on_charlatan"]:
        yield "charlatan", Loot("coin", cards["on_charlatan"])


def _loot_side(high: int) -> int:
    return min(high, 40 if theme.small else 48)


def _loot_width(loot: Loot, high: int, gap: int) -> int:
    side = _loot_side(high)
    if loot.icon != "coin" and loot.number <= LOOT_SHOWN:
        return loot.number * (side + gap) - gap
    return side + gap + number_room(str(loot.number), number_size("number", side))[0]


def _loot_beside(card: str, loot: Loot, room: Rect, gap: int) -> Iterator[Named]:
    side = _loot_side(room[3])
    left, low = room[0], room[1] + (room[3] - side) // 2
    if loot.icon != "coin" and loot.number <= LOOT_SHOWN:
        for n in range(loot.number):
            yield f"loot.{card}.{n}", Token((left + n * (side + gap), low, side, side), loot.icon)
        return
    one = (left, low, side, side)
    yield f"loot.{card}.0", Coin(one) if loot.icon == "coin" else Token(one, loot.icon)
    figures, deep = number_room(str(loot.number), number_size("number", side))
    at = (left + side + gap, room[1] + (room[3] - deep) // 2, figures, deep)
    yield f"loots.{card}", number_in(at, str(loot.number))
