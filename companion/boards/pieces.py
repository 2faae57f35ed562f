"""What lies on a table: cards, tokens, coins, hats, places, buildings, and the words between them.

Owns what each of them shows, at any size. A piece is a plain value, and two that are equal look the same: a
board compares them to see what differs. Rects are left, low, width, height in px. Drawing pieces needs a
window; making and comparing them does not.
"""

import math
from typing import NamedTuple, Protocol

from kivy.graphics import Color

from companion import theme as numbers
from companion.boards.drawing import (
    HAT_HIGH,
    INK_LINE,
    Dashes,
    Drawing,
    Rect,
    centred,
    front,
    hat,
    icon_in,
    middle,
    stroke,
    text_in,
    written,
)
from companion.widgets import outline, paint, theme
from companion.widgets.words import LEAST_PX, fit, measure

CAPS = 0.72  # of a font's size: how high figures are, with a little air
LEAST_ICON = 12  # px; of a building
LEAST_HAT, LOOTED_HAT = 16, 30  # px; on a strip, and beside loot on a low card
HAT_SHARE = 0.88  # of a card's width inside its edge
BOTH_HEADS = 82  # px; a lower card has its name at one end only
STRIP = 40  # px; on a lower card the name stands beside the hat


class Piece(Protocol):
    """Anything that is drawn. Two pieces that are equal look the same."""

    @property
    def rect(self) -> Rect:
        """Where it lies."""

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""

    def texts(self) -> list[str]:
        """What can be read on it."""


class Ground(NamedTuple):
    """A plane under other pieces, or a thin one: a rule."""

    rect: Rect
    tone: str = "surface"
    radius: int = 14

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        yield Color(rgba=theme.colour(self.tone))
        yield paint.Slab(rect=self.rect, radius=self.radius)

    def texts(self) -> list[str]:
        """Nothing is written on it."""
        return []


class Edge(NamedTuple):
    """A line around what lies inside it."""

    rect: Rect
    tone: str = "accent"
    radius: int = 12
    line: int = 4

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        yield Color(rgba=theme.colour(self.tone))
        yield paint.Frame(rect=self.rect, radius=self.radius, line=self.line)

    def texts(self) -> list[str]:
        """Nothing is written on it."""
        return []


class Words(NamedTuple):
    """A text in its room."""

    rect: Rect
    text: str
    role: str = "caption"
    tone: str = "muted"
    align: str = "left"

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        yield from text_in(self.rect, self.text, self.role, self.tone, self.align)

    def texts(self) -> list[str]:
        """Return the text."""
        return [self.text]


class Number(NamedTuple):
    """Figures in the middle of their room; see `number_in`."""

    rect: Rect
    text: str
    px: int
    tone: str = "text"
    font: str = numbers.BOLD

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        texture = written(self.text, self.font, self.px)
        yield Color(rgba=theme.colour(self.tone))
        yield centred(texture, *self.rect)

    def texts(self) -> list[str]:
        """Return the figures."""
        return [self.text]


class Picture(NamedTuple):
    """An icon on the ground."""

    rect: Rect
    icon: str
    tone: str = "muted"

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        yield Color(rgba=theme.colour(self.tone))
        yield icon_in(self.icon, self.rect)

    def texts(self) -> list[str]:
        """Nothing is written on it."""
        return []


class Mark(NamedTuple):
    """A player's shape in the player's colour."""

    rect: Rect
    brand: int

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        brand = numbers.BRANDS[self.brand]
        yield Color(rgba=numbers.rgba(brand.fill))
        yield paint.Figure(shape=brand.shape, rect=self.rect)
        if theme.ground == numbers.LIGHT:
            yield Color(rgba=theme.colour("ink"))
            yield paint.Contour(shape=brand.shape, line=INK_LINE, rect=self.rect)

    def texts(self) -> list[str]:
        """Nothing is written on it."""
        return []


class Coin(NamedTuple):
    """A brass disc."""

    rect: Rect

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, side, _ = self.rect
        middle, half = (left + side / 2, low + side / 2), side / 2
        yield Color(rgba=theme.colour("brass"))
        yield paint.Plane(outline.ellipse(middle, half, half))
        yield Color(rgba=numbers.mix(theme.colour("brass"), theme.colour("ink"), 0.35))
        yield paint.Plane(outline.ellipse(middle, half * 0.76, half * 0.76), line=max(1, side / 30))
        if theme.ground == numbers.LIGHT:
            yield Color(rgba=theme.colour("ink"))
        yield paint.Plane(outline.ellipse(middle, half - 0.75, half - 0.75), line=INK_LINE)
        yield Color(rgba=theme.colour("ink"))
        yield centred(written("$", numbers.BOLD, round(side * 0.52)), *self.rect)

    def texts(self) -> list[str]:
        """Its sign is no text."""
        return []


class Token(NamedTuple):
    """A paper token, face up."""

    rect: Rect
    icon: str

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, side, high = self.rect
        inset = 2 if side < 44 else 3
        yield Color(rgba=theme.colour("paper"))
        yield paint.Slab(rect=self.rect, radius=min(numbers.CARD_RADIUS, side * 0.18))
        yield Color(rgba=numbers.mix(theme.colour("paper2"), theme.colour("ink2"), 0.25))
        inner = (left + inset, low + inset, side - 2 * inset, high - 2 * inset)
        yield paint.Frame(rect=inner, radius=min(numbers.CARD_RADIUS, side * 0.18) - 1, line=1)
        yield Color(rgba=theme.colour("ink"))
        part = round(side * 0.64)
        yield icon_in(self.icon, middle(self.rect, part, part))

    def texts(self) -> list[str]:
        """Nothing is written on it."""
        return []


class Back(NamedTuple):
    """A card or token that lies face down."""

    rect: Rect

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, wide, high = self.rect
        inset = max(2, min(wide, high) // 12)
        radius = min(numbers.CARD_RADIUS, wide * 0.15)
        yield Color(rgba=theme.colour("back"))
        yield paint.Slab(rect=self.rect, radius=radius)
        yield Color(rgba=theme.colour("back_ln"))
        yield paint.Frame(rect=self.rect, radius=radius, line=1)
        inner = (left + inset, low + inset, wide - 2 * inset, high - 2 * inset)
        yield paint.Frame(rect=inner, radius=max(1, radius - inset / 2), line=1)
        star = round(wide * 0.42)
        yield paint.Figure(shape="tin_star", rect=middle(self.rect, star, star))

    def texts(self) -> list[str]:
        """Nothing is written on it."""
        return []


class Front(NamedTuple):
    """A building by its false front. roof: its upper edge as points from left to right, in a box of 1; role:
    of its name; note: stands behind the name. Where it is too low for both, it has its name alone."""

    rect: Rect
    roof: tuple[tuple[float, float], ...]
    icon: str
    name: str
    role: str = "strong"
    note: str = ""

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, wide, high = self.rect
        figure = outline.placed(front(self.roof), left + 1, low + 1, wide - 2, high - 2)
        yield Color(rgba=theme.colour("raised2"))
        yield paint.Plane(figure)
        yield Color(rgba=numbers.mix(theme.colour("raised2"), theme.colour("accent"), 0.6))
        yield paint.Plane(figure, line=INK_LINE)
        yield Color(rgba=theme.colour("accent"))
        line = measure(self.name, numbers.BOLD, theme.size(self.role))[1]
        foot = max(2, round(high * 0.05))
        room = high - foot - line - 6
        side = min(round(high * 0.42), room, 52)
        if side >= LEAST_ICON:
            above = low + foot + line + max(0, round((high * 0.88 - foot - line - side) / 2))
            yield icon_in(self.icon, (left, min(above, low + high - side - 4), wide, side))
        noted = measure(self.note, numbers.REGULAR, theme.size("caption"))[0] if self.note else 0
        if noted:
            note = (left + wide - 8 - noted, low + foot, noted, line)
            yield from text_in(note, self.note, "caption", "muted", "right")
        name = (left + 4, low + foot, self._name_room(noted), line)
        yield from text_in(name, self.name, self.role, "text")

    def _name_room(self, noted: int) -> int:
        """In the middle of the front, or of what its note leaves."""
        wide = self.rect[2] - 8
        name = measure(self.name, numbers.BOLD, theme.size(self.role))[0]
        return wide if not noted or (wide - name) // 2 >= noted + 10 else wide - noted - 6

    def texts(self) -> list[str]:
        """Return its name, and its note."""
        return [self.name, *([self.note] if self.note else [])]


class Place(NamedTuple):
    """An empty place, dashed; `columns`: who may still come here, none where nobody knows."""

    rect: Rect
    columns: tuple[tuple[str, ...], ...] = ()

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        yield Color(rgba=numbers.mix(theme.colour("hair"), theme.colour("outline"), 0.4))
        yield Dashes(rect=self.rect)
        left, low, wide, high = self.rect
        share = (wide - 8) // max(1, len(self.columns))
        lines = max((len(column) for column in self.columns), default=1)
        deep = min(place_line(), (high - 4) // lines)
        top = low + (high + deep * lines) // 2
        for across, column in enumerate(self.columns):
            for n, name in enumerate(column):
                room = (left + 4 + across * share, top - (n + 1) * deep, share, deep)
                yield from text_in(room, name, PLACE_ROLE, "muted")

    def texts(self) -> list[str]:
        """Return the names."""
        return [name for column in self.columns for name in column]


PLACE_ROLE = "second"


def place_line() -> int:
    """Return the height of a line in a Place, px."""
    return measure("x", numbers.ROLES[PLACE_ROLE].font, theme.size(PLACE_ROLE))[1]


class Loot(NamedTuple):
    """What lies on a card. icon "coin" is a coin."""

    icon: str
    number: int


class Card(NamedTuple):
    """A card, face up; `brand`: whose hat lies on it. struck: it is out, and its hat spent."""

    rect: Rect
    name: str
    brand: int | None = None
    struck: bool = False
    loot: Loot | None = None

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        yield Color(rgba=theme.colour("paper2" if self.struck else "paper"))
        yield paint.Slab(rect=self.rect, radius=numbers.CARD_RADIUS)
        yield Color(rgba=numbers.mix(theme.colour("paper2"), theme.colour("ink2"), 0.25))
        yield paint.Frame(rect=self.rect, radius=numbers.CARD_RADIUS, line=1)
        if self.struck:  # below what it says: that must be read
            yield Color(rgba=theme.colour("index"))
            yield paint.Plane(stroke(self.rect))
        yield from self._face()

    def _face(self) -> Drawing:
        left, low, wide, high = self.rect
        _x, name_low, _w, line = room = self.name_room()
        yield from self._name(room)
        if self.brand is None:
            return
        if high < STRIP:
            yield from self._hat((left + 4, low + 2, room[0] - left - 6, high - 4))
            return
        below = (left + 4, low + 3, wide - 8, name_low - low - 4)
        if self.loot is not None:
            yield from self._hat_and_loot(below)
        elif high >= BOTH_HEADS:
            yield from self._name((left + 3, low + 2, wide - 6, line), turned=True)
            yield from self._hat((left + 4, low + 2 + line, wide - 8, high - 2 * line - 4))
        else:
            yield from self._hat(below)

    def name_room(self) -> Rect:
        """Return where its name stands."""
        left, low, wide, high = self.rect
        if self.brand is None:
            return (left + 3, low + 1, wide - 6, high - 2)
        if high < STRIP:
            hat = strip_hat(self.name, wide, high)
            return (left + 6 + hat, low + 1, wide - hat - 9, high - 2)
        line = fit(self.name, "card", wide - 6, high / 2).height
        return (left + 3, low + high - line - 2, wide - 6, line)

    def _name(self, room: Rect, turned: bool = False) -> Drawing:
        yield from text_in(room, self.name, "card", "ink2" if self.struck else "ink", turned=turned)

    def _hat(self, room: Rect) -> Drawing:
        wide = min(round(room[2] * HAT_SHARE), round((room[3] - 2) / HAT_HIGH), 96)
        assert self.brand is not None
        yield from hat(middle(room, wide, round(wide * HAT_HIGH)), self.brand, self.struck)

    def _hat_and_loot(self, room: Rect) -> Drawing:
        """The loot lies below the hat, or beside it where that is roomier."""
        left, low, wide, high = room
        if high >= 56:
            part = max(30, round(high * 0.5))
            yield from self._hat((left, low + part + 2, wide, high - part - 2))
            yield from self._loot((left, low, wide, part))
        else:
            part = wide - min(round(wide * 0.44), LOOTED_HAT)
            yield from self._hat((left, low, wide - part - 2, high))
            yield from self._loot((left + wide - part, low, part, high))

    def _loot(self, room: Rect) -> Drawing:
        assert self.loot is not None
        text = str(self.loot.number)
        px = number_size("number_paper", room[3])
        wide = measure(text, numbers.BOLD, px)[0]
        side = max(12, min(room[3], 44, room[2] - wide - 3))
        left = room[0] + max(0, (room[2] - side - 3 - wide) // 2)
        icon = middle((left, room[1], side, room[3]), side, side)
        yield from (Coin(icon) if self.loot.icon == "coin" else Token(icon, self.loot.icon)).drawn()
        yield Color(rgba=theme.colour("ink"))
        yield centred(written(text, numbers.BOLD, px), left + side + 3, room[1], wide, room[3])

    def texts(self) -> list[str]:
        """Return its name, and how much lies on it."""
        return [self.name, *([str(self.loot.number)] if self.loot else [])]


def strip_hat(name: str, wide: int, high: int) -> int:
    """Return the width of the hat on a strip: less where its name needs the room."""
    needed = measure(name, numbers.ROLES["card"].font, theme.least("card"))[0]
    return max(LEAST_HAT, min(round((high - 6) / HAT_HIGH), wide - 9 - needed))


def number_size(role: str, high: int) -> int:
    """Return the size in px of figures of a role in a room of this height."""
    return min(theme.size(role), int(high / CAPS))


def number_room(text: str, px: int) -> tuple[int, int]:
    """Return the width and height that figures take."""
    return measure(text, numbers.BOLD, px)[0], math.ceil(px * CAPS)


def number_in(rect: Rect, text: str, font: str = numbers.BOLD) -> Number:
    """Return figures as large as their rect allows."""
    px = int(rect[3] / CAPS)
    while px > LEAST_PX and measure(text, font, px)[0] > rect[2]:
        px -= 1
    return Number(rect, text, px, font=font)
