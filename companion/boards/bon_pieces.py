"""What lies only on the table of Bo Bo Bon: cards with sweets and monsters, chips, and how far the match is.

Owns what each of them shows, at any size; see `pieces.py`. Pictures are `widgets/art.py`'s.
"""

from typing import NamedTuple

from kivy.graphics import Color

from companion import theme as numbers
from companion.boards.drawing import Dashes, Drawing, Rect
from companion.boards.pieces import Mark
from companion.widgets import art, outline, paint, theme
from companion.widgets.figures import painted

FADED = 0.62  # of the way to the ground: a card that cannot win, a chip that an ant takes
GHOST = 0.72  # a monster that is expected
MARK = 0.27  # of a card's side
ON_CARD = 0.8  # of a card's side: its picture
BITE = 0.2  # of a chip's side
PILE = 3  # chips of a pile that are seen
SHIFT = 0.045  # of a chip's side, from one to the next below it


class Art(NamedTuple):
    """A picture alone. quarter: it is turned counter-clockwise."""

    rect: Rect
    name: str
    quarter: int = 0
    faded: float = 0

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        yield from painted(self.name, self.rect, self.faded, self.quarter)

    def texts(self) -> list[str]:
        """Nothing is written on it."""
        return []


class Played(NamedTuple):
    """A card that was played, turned to whoever did, with their mark. wins: it can still win; the others are
    faded, and lie lower."""

    rect: Rect
    name: str
    brand: int
    quarter: int
    wins: bool

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, side, _high = self.rect
        ground = theme.colour("bg")
        faded = 0 if self.wins else FADED
        radius = max(numbers.CARD_RADIUS, side * 0.1)
        yield Color(rgba=numbers.mix(theme.colour("paper"), ground, faded))
        yield paint.Slab(rect=self.rect, radius=radius)
        if theme.ground == numbers.LIGHT:
            yield Color(rgba=numbers.mix(theme.colour("ink2"), ground, faded))
            yield paint.Frame(rect=self.rect, radius=radius, line=1)
        part = round(side * ON_CARD)
        lift = (side - part) // 2
        at = self._seen(lift, side - part - lift // 2, part)
        yield from painted(self.name, at, faded, self.quarter)
        if self.wins:
            line = max(3, round(side * 0.045))
            by = line // 2
            around = (left - by, low - by, side + 2 * by, side + 2 * by)
            yield Color(rgba=theme.colour("accent"))
            yield paint.Frame(rect=around, radius=radius + by, line=line)
        mark = max(12, round(side * MARK))
        inset = max(3, side // 24)
        yield from Mark(self._seen(side - mark - inset, inset, mark), self.brand).drawn()
        yield Color(rgba=theme.colour("ink"))
        shape = numbers.BRANDS[self.brand].shape
        yield paint.Contour(shape=shape, line=1.5, rect=self._seen(side - mark - inset, inset, mark))

    def _seen(self, x: int, y: int, part: int) -> Rect:
        """Return where a square lies that is there for its owner."""
        left, low, side, _high = self.rect
        for _ in range(self.quarter):
            x, y = side - y - part, x
        return left + x, low + y, part, part

    def texts(self) -> list[str]:
        """Nothing is written on it."""
        return []


class CardPlace(NamedTuple):
    """Where a card is still to be played. turn: it is its owner's turn; expects: the card that has to come,
    "" if it may be any."""

    rect: Rect
    quarter: int
    turn: bool
    expects: str = ""

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        side = self.rect[2]
        if self.turn:
            line = max(3, round(side * 0.05))
            yield Color(rgba=theme.colour("raised"))
            yield paint.Slab(rect=self.rect, radius=max(numbers.CARD_RADIUS, side * 0.1))
            yield Color(rgba=theme.colour("accent"))
            yield paint.Frame(rect=self.rect, radius=max(numbers.CARD_RADIUS, side * 0.1), line=line)
        else:
            yield Color(rgba=numbers.mix(theme.colour("hair"), theme.colour("outline"), 0.4))
            yield Dashes(rect=self.rect)
        part = round(side * 0.62)
        at = (self.rect[0] + (side - part) // 2, self.rect[1] + (side - part) // 2, part, part)
        if self.expects:
            yield from painted(self.expects, at, 0 if self.turn else GHOST, self.quarter)
        elif self.turn:
            yield Color(rgba=theme.colour("accent"))
            yield paint.Figure(shape=_arrow(self.quarter), rect=at)

    def texts(self) -> list[str]:
        """Nothing is written on it."""
        return []


_ARROW = ((0.5, 0.04), (0.96, 0.5), (0.68, 0.5), (0.68, 0.96), (0.32, 0.96), (0.32, 0.5), (0.04, 0.5))


def _arrow(quarter: int) -> outline.Figure:
    """An arrow that points to whoever sits there."""
    return outline.united([(False, tuple(art.turned_point(point, quarter) for point in _ARROW))])


class Chip(NamedTuple):
    """A sugar chip. eaten: an ant takes it, and has begun; fresh: it was just won."""

    rect: Rect
    name: str
    quarter: int = 0
    eaten: bool = False
    fresh: bool = False

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, side, _high = self.rect
        if self.fresh:
            by = max(2, side // 14)
            yield Color(rgba=theme.colour("accent"))
            middle, radius = (left + side / 2, low + side / 2), side / 2 + by
            yield paint.Plane(outline.ellipse(middle, radius, radius))
        yield from painted(self.name, self.rect, FADED if self.eaten else 0, self.quarter)
        if self.eaten:
            yield Color(rgba=theme.colour("bg"))
            for bite in ((0.98, 0.62), (0.86, 0.82), (0.64, 0.97)):
                x, y = art.turned_point(bite, self.quarter)
                yield paint.Plane(
                    outline.ellipse((left + x * side, low + y * side), side * BITE, side * BITE)
                )

    def texts(self) -> list[str]:
        """Nothing is written on it."""
        return []


class Pile(NamedTuple):
    """Chips that lie face down, and how many they are."""

    rect: Rect
    many: int

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, side, _high = self.rect
        shown = min(PILE, self.many)
        by = max(1, round(side * SHIFT))
        part = side - by * (PILE - 1)
        for n in range(shown):
            yield from painted("chip", (left + n * by // 2, low + n * by, part, part))

    def texts(self) -> list[str]:
        """How many is seen elsewhere."""
        return []


class Round(NamedTuple):
    """A round of the match as a sweet: eaten, the one that is played now, or still to come."""

    rect: Rect
    when: str  # done, now or next

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, side, _high = self.rect
        if self.when == "done":
            yield Color(rgba=theme.colour("outline"))
            yield paint.Contour(shape=art.silhouette("candy"), line=1.5, rect=self.rect)
            return
        if self.when == "now":
            yield Color(rgba=theme.colour("accent"))
            yield paint.Frame(rect=self.rect, radius=side / 2, line=max(2, side // 14))
        inset = max(2, side // 7) if self.when == "now" else 0
        inner = (left + inset, low + inset, side - 2 * inset, side - 2 * inset)
        yield from painted("candy", inner)

    def texts(self) -> list[str]:
        """Nothing is written on it."""
        return []
