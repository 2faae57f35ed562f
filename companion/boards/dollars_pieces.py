"""What lies only on the table of Dollars Wanted: icons of buildings, bandits face up, a row of backs.

Owns what each of them shows, at any size; see `pieces.py`.
"""

from typing import NamedTuple

from kivy.graphics import Color

from companion import theme as numbers
from companion.boards.dollars_places import Fanned
from companion.boards.drawing import (
    INK_LINE,
    Dashes,
    Drawing,
    Rect,
    centred,
    icon_in,
    middle,
    stroke,
    text_in,
    written,
)
from companion.boards.pieces import Back, Mark
from companion.widgets import outline, paint, theme
from companion.widgets.words import fit, measure

TICK = 0.38  # of a tile's side
NAMED_ABOVE = 84  # px; a lower card has no name
DOUBLED = "\u00d72"
PICTURE = 0.66  # of a card's width


class Need(NamedTuple):
    """An icon that a building needs. done: it is shown, with a tick, or a joker stands for it."""

    rect: Rect
    icon: str
    done: bool

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, side, _ = self.rect
        inset = max(2, side // 16)
        tile = (left + inset, low + inset, side - 2 * inset, side - 2 * inset)
        radius = min(numbers.CARD_RADIUS, side * 0.16)
        part = round(side * 0.6)
        if not self.done:
            yield Color(rgba=theme.colour("accent"))
            yield Dashes(rect=tile)
            yield icon_in(self.icon, middle(tile, part, part))
            return
        yield Color(rgba=theme.colour("raised"))
        yield paint.Slab(rect=tile, radius=radius)
        yield Color(rgba=theme.colour("success"))
        yield icon_in(self.icon, middle(tile, part, part))
        tick = max(9, round(side * TICK))
        at = (left + side - tick, low + side - tick)
        yield paint.Plane(outline.ellipse((at[0] + tick / 2, at[1] + tick / 2), tick / 2, tick / 2))
        yield Color(rgba=theme.colour("bg"))
        inner = round(tick * 0.64)
        yield paint.Figure(shape="tick", rect=middle((*at, tick, tick), inner, inner))

    def texts(self) -> list[str]:
        """Nothing is written on it."""
        return []


class Shown(NamedTuple):
    """A bandit's card or a special one, face up. icons: one or two; name: of a special card; brand: whose it
    is, None where cards are nobody's; doubled: it lies behind an elixir; struck: its effect is spent."""

    rect: Rect
    icons: tuple[str, ...]
    name: str = ""
    brand: int | None = None
    doubled: bool = False
    struck: bool = False

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, wide, high = self.rect
        radius = min(numbers.CARD_RADIUS, wide * 0.15)
        yield Color(rgba=theme.colour("paper2" if self.struck else "paper"))
        yield paint.Slab(rect=self.rect, radius=radius)
        yield Color(rgba=numbers.mix(theme.colour("paper2"), theme.colour("ink2"), 0.25))
        yield paint.Frame(rect=self.rect, radius=radius, line=1)
        foot = self._foot()
        room = (left + 3, low + 3 + foot, wide - 6, high - 6 - foot)
        yield Color(rgba=theme.colour("ink2" if self.struck else "ink"))
        for place in _stacked(room, len(self.icons)):
            yield icon_in(self.icons[0], place)
        if not self.icons:
            yield from text_in(room, "?", "number_paper", "ink2")
        if self.struck:
            yield Color(rgba=theme.colour("ink2"))
            yield paint.Plane(stroke(self.rect))
        if self.name and foot:
            yield from text_in((left + 2, low + 2, wide - 4, foot), self.name, "card", "ink2")
        yield from self._corners(foot)

    def _foot(self) -> int:
        """The height of its name, 0 where there is no room for it."""
        if not self.name or self.rect[3] < NAMED_ABOVE:
            return 0
        found = fit(self.name, "card", self.rect[2] - 4, 24)
        return found.height if found.px >= theme.least("card") and not found.wraps else 0

    def _corners(self, foot: int) -> Drawing:
        """Whose it is, and that it counts twice."""
        left, low, wide, high = self.rect
        side = max(8, round(min(wide, high) * 0.24))
        if self.brand is not None:
            rect = (left + 3, low + high - side - 3, side, side)
            yield from Mark(rect, self.brand).drawn()
            yield Color(rgba=theme.colour("ink"))
            yield paint.Contour(shape=numbers.BRANDS[self.brand].shape, line=INK_LINE, rect=rect)
        if self.doubled:
            px = max(9, round(side * 0.9))
            broad, tall = measure(DOUBLED, numbers.BOLD, px)
            yield Color(rgba=theme.colour("index"))
            at = (left + wide - broad - 3, low + high - tall - 1)
            yield centred(written(DOUBLED, numbers.BOLD, px), *at, broad, tall)

    def texts(self) -> list[str]:
        """Return its name, and that it counts twice."""
        named = [self.name] if self._foot() else []
        return [*named, *([DOUBLED] if self.doubled else []), *([] if self.icons else ["?"])]


def _stacked(room: Rect, count: int) -> list[Rect]:
    """Places for one icon, or for two above or beside each other."""
    left, low, wide, high = room
    if count < 2:
        side = round(min(wide * PICTURE + 2, high * PICTURE))
        return [middle(room, side, side)] * count
    if high >= wide:
        side = round(min(wide * PICTURE, high / 2 - 4))
        return [middle((left, low + n * high // 2, wide, high // 2), side, side) for n in (1, 0)]
    side = round(min(wide / 2 - 2, high * PICTURE))
    return [middle((left + n * wide // 2, low, wide // 2, high), side, side) for n in (0, 1)]


class Fan(NamedTuple):
    """Cards that lie face down, each under the next, and how many they are. due: they will be revealed;
    brands: whose each is, from left to right, empty where nobody is reminded; mark: px."""

    rect: Rect
    cards: int
    lies: Fanned
    due: bool = False
    brands: tuple[int | None, ...] = ()
    mark: int = 0

    def drawn(self) -> Drawing:
        """Yield the instructions that draw it."""
        left, low, wide, high = self.rect
        lies = self.lies
        foot = self.mark + 3 if self.brands else 0
        for n in range(lies.shown):
            back = (left + n * lies.step, low + foot, lies.card, high - lies.over - foot)
            yield from Back(back).drawn()
        for n, brand in enumerate(self.brands[-lies.shown :]):
            if brand is not None:
                yield from Mark((left + n * lies.step, low, self.mark, self.mark), brand).drawn()
        yield from self._number((left + wide - lies.badge, low + high - lies.badge, lies.badge, lies.badge))

    def _number(self, disc: Rect) -> Drawing:
        half = disc[2] / 2
        at = (disc[0] + half, disc[1] + half)
        yield Color(rgba=theme.colour("accent" if self.due else "bg"))
        yield paint.Plane(outline.ellipse(at, half - 1, half - 1))
        yield Color(rgba=theme.colour("back_ln"))
        yield paint.Plane(outline.ellipse(at, half - 1, half - 1), line=INK_LINE)
        yield Color(rgba=theme.colour("bg" if self.due else "text"))
        px = round(disc[2] * (0.7 if self.cards < 10 else 0.56))
        yield centred(written(str(self.cards), numbers.BOLD, px), *disc)

    def texts(self) -> list[str]:
        """Return how many."""
        return [str(self.cards)]
