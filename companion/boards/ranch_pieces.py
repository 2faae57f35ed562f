"""What lies in a ranch and on the Line: herds with their age and price, room for more, mines, guards.

Owns what each of them shows, at any size: where there is less room it says less, and the price of a herd
last. Pieces as `pieces` has them.
"""

from typing import NamedTuple

from kivy.graphics import Color

from companion import theme as numbers
from companion.boards.drawing import Dashes, Drawing, Rect, centred, icon_in, middle, text_in, written
from companion.boards.pieces import CAPS
from companion.widgets import paint, theme
from companion.widgets.words import LEAST_PX, measure

FULL, HALF, LOW = (104, 78), (72, 46), (38, 26)  # px, height and width from which a herd shows so much
TIMES = 4  # a herd's age counts so often at most
NAMED = (70, 84)  # px, height and width from which a card of the Line says its name
NO_PRICE = "\N{EN DASH}"  # it was only just laid


def figures(text: str, room: Rect, tone: str, most: int = 1000) -> Drawing:
    """Yield figures as large as their room allows, at most so many px."""
    left, low, wide, high = room
    px = min(int(high / CAPS), most)
    while px > LEAST_PX and measure(text, numbers.BOLD, px)[0] > wide:
        px -= 1
    yield Color(rgba=theme.colour(tone))
    yield centred(written(text, numbers.BOLD, px), left, low, wide, high)


def counted(icon: str, text: str, room: Rect, tones: tuple[str, str], most: int = 1000) -> Drawing:
    """Yield an icon and figures beside it, in the middle of a room. tones: of both."""
    left, low, wide, high = room
    px = min(int(high / CAPS), most)
    while px > LEAST_PX and measure(text, numbers.BOLD, px)[0] + round(px * CAPS) + 4 > wide:
        px -= 1
    across, side = measure(text, numbers.BOLD, px)[0], round(px * CAPS * 1.1)
    start = left + max(0, (wide - across - side - 4) // 2)
    yield Color(rgba=theme.colour(tones[0]))
    yield icon_in(icon, (start, low + (high - side) // 2, side, side))
    yield Color(rgba=theme.colour(tones[1]))
    yield centred(written(text, numbers.BOLD, px), start + side + 4, low, across, high)


class Herd(NamedTuple):
    """A herd: value, turns on the land, and what it brings in a sale now."""

    rect: Rect
    value: int
    age: int
    worth: int

    @property
    def price(self) -> str:
        """What a sale would bring."""
        return str(self.worth) if self.age else NO_PRICE

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, wide, high = self.rect
        radius = min(numbers.CARD_RADIUS, wide * 0.15)
        yield Color(rgba=theme.colour("paper"))
        yield paint.Slab(rect=self.rect, radius=radius)
        yield Color(rgba=numbers.mix(theme.colour("paper2"), theme.colour("ink2"), 0.25))
        yield paint.Frame(rect=self.rect, radius=radius, line=1)
        if high >= FULL[0] and wide >= FULL[1]:
            yield from self._full()
        elif high >= HALF[0] and wide >= HALF[1]:
            yield from self._half()
        elif high >= LOW[0] and wide >= LOW[1]:
            ages = max(5, high // 7)
            yield from self._ages((left + 4, low + 4, wide - 8, ages))
            yield from figures(self.price, (left + 2, low + ages + 5, wide - 4, high - ages - 8), "ink", 40)
        else:
            yield from figures(self.price, (left + 1, low + 1, wide - 2, high - 2), "ink", 40)

    def _full(self) -> Drawing:
        """What is printed on it, its age, the sum, and below a rule the price."""
        left, low, wide, high = self.rect
        inner, across = left + 8, wide - 16
        part = high * 0.27
        top = low + high - round(part) - 4
        yield from counted("cow", str(self.value), (inner, top, across, round(part)), ("ink", "ink"), 40)
        ages = round(high * 0.09)
        at = top - ages - 4
        yield from self._ages((inner, at, across, ages))
        price = round(high * 0.31)
        rule = low + price + 5
        yield Color(rgba=numbers.mix(theme.colour("paper2"), theme.colour("ink2"), 0.3))
        yield paint.Slab(rect=(inner, rule, across, 1), radius=0)
        yield from text_in((inner, rule + 2, across, at - rule - 3), self._sum(), "card", "ink2")
        yield from counted("gold", self.price, (left + 4, low + 4, wide - 8, price), ("index", "ink"), 54)

    def _half(self) -> Drawing:
        """The sum, its age, and the price."""
        left, low, wide, high = self.rect
        inner, across = left + 5, wide - 10
        top = round(high * 0.26)
        yield from text_in((inner, low + high - top - 2, across, top), self._sum(), "card", "ink2")
        ages = max(6, round(high * 0.09))
        at = low + high - top - ages - 4
        yield from self._ages((inner, at, across, ages))
        yield from figures(self.price, (left + 3, low + 3, wide - 6, at - low - 6), "ink", 44)

    def _sum(self) -> str:
        return f"{self.value} × {min(self.age, TIMES)}"  # noqa: RUF001    times

    def _ages(self, room: Rect) -> Drawing:
        """A box for each turn that counts, filled for those it was there."""
        left, low, wide, high = room
        gap = 2 if wide < 60 else 4
        each = (wide - (TIMES - 1) * gap) / TIMES
        for n in range(TIMES):
            start, end = (round(left + k * (each + gap)) for k in (n, n + 1))
            box = (start, low, max(2, end - gap - start), high)
            yield Color(rgba=theme.colour("ink" if n < self.age else "ink2"))
            if n < self.age:
                yield paint.Slab(rect=box, radius=min(3, high / 3))
            else:
                yield paint.Frame(rect=box, radius=min(3, high / 3), line=1)

    def texts(self) -> list[str]:
        """Return value, times and price."""
        return [self._sum(), self.price]


class Room(NamedTuple):
    """Room for a herd on a land, or for what `icon` says. text: what it is called, where there is room."""

    rect: Rect
    text: str
    icon: str = "cow"

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, wide, high = self.rect
        yield Color(rgba=numbers.mix(theme.colour("hair"), theme.colour("outline"), 0.6))
        yield Dashes(rect=self.rect)
        if min(wide, high) < 22:
            return
        says = self._says()
        side = min(34, round(min(wide, high) * 0.44))
        middle_y = low + high // 2 + (8 if says else 0)
        yield Color(rgba=numbers.mix(theme.colour("outline"), theme.colour("surface"), 0.25))
        yield icon_in(self.icon, (left, middle_y - side // 2, wide, side))
        if says:
            yield from text_in(
                (left + 2, middle_y - side // 2 - 24, wide - 4, 22), self.text, "card", "muted"
            )

    def _says(self) -> bool:
        return self.rect[3] >= FULL[0] and self.rect[2] >= FULL[1] - 10

    def texts(self) -> list[str]:
        """Return what it is called."""
        return [self.text] if self._says() else []


class Mine(NamedTuple):
    """A gold mine; odds: how often it explodes, in words."""

    rect: Rect
    odds: str

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, wide, high = self.rect
        yield Color(rgba=theme.colour("raised2"))
        yield paint.Slab(rect=self.rect, radius=min(numbers.CARD_RADIUS, wide * 0.15))
        says = self._says()
        below = min(round(high * 0.36), 42) if says else 0
        side = min(56, round(min(wide, high - below) * 0.72))
        yield Color(rgba=theme.colour("accent"))
        yield icon_in("tunnel", (left, low + below + (high - below - side) // 2, wide, side))
        if says:
            yield from text_in((left + 4, low + 4, wide - 8, below - 2), self.odds, "card", "text")

    def _says(self) -> bool:
        return self.rect[3] >= HALF[0] and self.rect[2] >= HALF[1] + 16

    def texts(self) -> list[str]:
        """Return the odds."""
        return [self.odds] if self._says() else []


class Post(NamedTuple):
    """Somebody or something that stands in a ranch; text: a guard's bonus."""

    rect: Rect
    icon: str
    text: str

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it: beside each other where it is too low for both."""
        left, low, wide, high = self.rect
        if self.text and high >= 26:
            below = min(round(high * 0.45), 30)
            side = min(wide, high - below, 44)
            start = low + max(0, (high - below - side) // 2)
            yield Color(rgba=theme.colour("muted"))
            yield icon_in(self.icon, (left, start + below, wide, side))
            yield from figures(self.text, (left, start, wide, below), "text", 26)
            return
        side = min(wide, high, 44)
        yield Color(rgba=theme.colour("muted"))
        yield icon_in(self.icon, middle(self.rect, side, side))

    def texts(self) -> list[str]:
        """Return the bonus."""
        return [self.text] if self.text and self.rect[3] >= 26 else []


class OnLine(NamedTuple):
    """A place of the Line: what it costs, and the card that lies there. icon, name: "" if it was not entered;
    dear: it costs more than there is."""

    rect: Rect
    costs: int
    icon: str
    name: str
    dear: bool

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it: price in the corner and name below; beside each other on a low
        card, above each other on a narrow one; the price alone if nobody entered the card."""
        yield Color(rgba=theme.colour("raised"))
        yield paint.Slab(rect=self.rect, radius=numbers.CARD_RADIUS)
        price, picture, name = self._rooms()
        tones = ("off", "off") if self.dear else ("accent", "text")
        yield from figures(str(self.costs), price, tones[0], 40)
        if picture is not None:
            side = min(44, picture[2], picture[3])
            yield Color(rgba=theme.colour(tones[1]))
            yield icon_in(self.icon, middle(picture, picture[2], max(8, side)))
        if name is not None:
            yield from text_in(name, self.name, "card", "muted")

    def _rooms(self) -> tuple[Rect, Rect | None, Rect | None]:
        """Where price, picture and name are."""
        left, low, wide, high = self.rect
        inner, across = left + 4, wide - 8
        if not self.icon:
            return middle(self.rect, across, min(40, high - 8)), None, None
        if high >= NAMED[0] and wide >= NAMED[1]:
            price = (left + 6, low + high - 40, 24, 34)
            return price, (left + 22, low + 28, wide - 28, high - 38), (inner, low + 3, across, 24)
        if wide >= 1.2 * high:
            part = round(across * 0.4)
            return (inner, low + 4, part, high - 8), (inner + part, low + 6, across - part, high - 12), None
        part = (high - 6) // 2
        return (inner, low + high - part - 3, across, part - 2), (inner, low + 3, across, part), None

    def texts(self) -> list[str]:
        """Return price and card."""
        return [str(self.costs), *([self.name] if self._rooms()[2] is not None else [])]


class Step(NamedTuple):
    """A step of the turn on its rail: "done", "now", or "next"."""

    rect: Rect
    when: str

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, side, _ = self.rect
        if self.when == "done":
            yield Color(rgba=theme.colour("success"))
            yield paint.Frame(rect=self.rect, radius=side / 2, line=1.5)
            yield icon_in("check_bold", middle(self.rect, side, round(side * 0.6)))
        elif self.when == "now":
            yield Color(rgba=theme.colour("accent"))
            yield paint.Frame(rect=self.rect, radius=side / 2, line=3)
            part = round(side * 0.44)
            yield paint.Slab(
                rect=(left + (side - part) / 2, low + (side - part) / 2, part, part), radius=part / 2
            )
        else:
            yield Color(rgba=theme.colour("outline"))
            yield paint.Frame(rect=self.rect, radius=side / 2, line=1.5)

    def texts(self) -> list[str]:
        """Nothing is written on it."""
        return []


class Counted(NamedTuple):
    """An icon and figures beside it."""

    rect: Rect
    icon: str
    text: str
    px: int = 1000

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        yield from counted(self.icon, self.text, self.rect, ("muted", "text"), self.px)

    def texts(self) -> list[str]:
        """Return the figures."""
        return [self.text]
