"""How what lies on a table is drawn: texts, icons, hats, building fronts, dashed and struck lines.

Owns the shapes behind the pieces. It yields instructions and keeps none; every text and figure is made once
for each size.
"""

import functools
import math
from collections.abc import Iterable, Iterator
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from companion import theme as numbers
from companion.widgets import outline, paint, theme
from companion.widgets.figures import OWN, glyph
from companion.widgets.look import ICON_FONT
from companion.widgets.words import Fit, fit

Rect = tuple[int, int, int, int]  # left, low, width, height in px
Drawing = Iterator[Any]  # of Kivy's instructions
HAT_HIGH = 0.65  # of its width
CROWN = (0.5, 0.6)  # the middle of a hat's crown, in a box of 1
SHAPE_IN_CROWN = 0.27
INK_LINE = 1.5
DASH, DASH_GAP = 7, 5  # px


def middle(room: tuple[float, ...], wide: int, high: int) -> Rect:
    """Return the rect of this size in the middle of a room."""
    return (
        round(room[0] + (room[2] - wide) / 2),
        round(room[1] + (room[3] - high) / 2),
        wide,
        high,
    )


@functools.lru_cache(600)
def written(text: str, font: str, px: int, width: int | None = None, align: str = "center") -> Texture:
    """Words in white; whoever draws them in this size shares them."""
    options: dict[str, Any] = {} if width is None else {"text_size": (width, None), "halign": align}
    label = CoreLabel(
        text=text, font_name=font, font_size=px, line_height=numbers.LEADING.get(font, 1), **options
    )
    label.refresh()
    label.texture.bind()  # now; in the middle of a frame the renderer would have to stop for it
    return label.texture


def text_in(
    room: Rect, text: str, role: str, tone: str, align: str = "center", turned: bool = False
) -> Drawing:
    """Yield a text that is fitted into its room; turned, it stands on its head."""
    left, low, wide, high = room
    found: Fit = fit(text, role, max(1, wide), max(1, high))
    font = numbers.ROLES[role].font
    texture = written(text, font, found.px, max(1, wide) if found.wraps else None, align)
    x = {"left": left, "center": left + (wide - texture.width) / 2, "right": left + wide - texture.width}
    yield Color(rgba=theme.colour(tone))
    made = Rectangle(
        texture=texture,
        pos=(round(x[align]), round(low + (high - texture.height) / 2)),
        size=texture.size,
    )
    if turned:
        corners = list(texture.tex_coords)
        made.tex_coords = corners[4:] + corners[:4]
    yield made


def centred(texture: Texture, left: int, low: int, wide: int, high: int) -> Rectangle:
    """Return the instruction that draws a texture in the middle of a room."""
    at = (round(left + (wide - texture.width) / 2), round(low + (high - texture.height) / 2))
    return Rectangle(texture=texture, pos=at, size=texture.size)


def icon_in(name: str, room: Rect) -> Any:
    """Return the instruction for an icon as high as its room, in its middle."""
    if name.startswith(OWN):
        return paint.Figure(shape=name.removeprefix(OWN), rect=middle(room, room[3], room[3]))
    return centred(written(glyph(name), ICON_FONT, room[3]), *room)


@functools.cache
def _hat_figure(shape: str) -> outline.Figure:
    """Return a hat with its owner's shape cut out of the crown, in a box of 1."""
    half = SHAPE_IN_CROWN / 2
    x, y = CROWN[0] - half, CROWN[1] - half
    cut = (
        (True, tuple((x + a * SHAPE_IN_CROWN, y + b * SHAPE_IN_CROWN) for a, b in loop))
        for is_hole, loop in outline.drawings()[shape]
        if not is_hole
    )
    return outline.united((*outline.drawings()["hat"], *cut))


@functools.cache
def _whole_hat() -> outline.Figure:
    """Return a hat without any hole."""
    return outline.united((False, loop) for is_hole, loop in outline.drawings()["hat"] if not is_hole)


def hat(room: Rect, brand: int, spent: bool) -> Drawing:
    """Yield a hat on paper: ink shows through its holes; a spent one is its outline."""
    left, low, wide, _ = room
    box = (left, low - round(0.16 * wide), wide, wide)
    if not spent:
        yield Color(rgba=theme.colour("ink"))
        yield paint.Figure(shape=_whole_hat(), rect=box)
        yield Color(rgba=numbers.rgba(numbers.BRANDS[brand].fill))
        yield paint.Figure(shape=_hat_figure(numbers.BRANDS[brand].shape), rect=box)
    yield Color(rgba=theme.colour("ink2" if spent else "ink"))
    yield paint.Contour(shape=_whole_hat(), line=INK_LINE, rect=box)
    if spent:
        side = max(8, round(wide * SHAPE_IN_CROWN))
        at = (box[0] + round(CROWN[0] * wide - side / 2), box[1] + round(CROWN[1] * wide - side / 2))
        yield paint.Figure(shape=numbers.BRANDS[brand].shape, rect=(*at, side, side))


@functools.cache
def front(roof: tuple[tuple[float, float], ...]) -> outline.Figure:
    """Return a building's front in a box of 1."""
    return outline.united([(False, ((0, 0), (1, 0), *reversed(roof)))])


@functools.lru_cache(100)
def stroke(rect: Rect) -> outline.Figure:
    """Return the stroke through a card that is out, from corner to corner."""
    left, low, wide, high = rect
    inset, half = 5, 1.5
    a, b = (left + inset, low + inset), (left + wide - inset, low + high - inset)
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    dx, dy = half * (b[1] - a[1]) / length, half * (b[0] - a[0]) / length
    return outline.convex(
        [(a[0] + dx, a[1] - dy), (b[0] + dx, b[1] - dy), (b[0] - dx, b[1] + dy), (a[0] - dx, a[1] + dy)]
    )


class Dashes(paint.Slab):
    """A dashed line along the inside of a rectangle with rounded corners."""

    def _made(self, width: float, height: float) -> outline.Vertices:
        return _dashes(width, height)


@functools.lru_cache(100)
def _dashes(width: float, height: float) -> outline.Vertices:
    half = INK_LINE / 2
    path = outline.rounded(width - 2 * half, height - 2 * half, numbers.CARD_RADIUS)
    loops = outline.placed(path, half, half, 1, 1).loops
    figures = [_quad(a, b, half) for loop in loops for a, b in _pieces((*loop, loop[0]))]
    parts = tuple(part for figure in figures for part in figure.triangles)
    return outline.filled(outline.Figure(tuple(loop for figure in figures for loop in figure.loops), parts))


def _pieces(points: Iterable[outline.Point]) -> Iterator[tuple[outline.Point, outline.Point]]:
    """Yield the dashes along a path, a bend between two of its points ending one."""
    walked, last = 0.0, None
    for point in points:
        if last is not None:
            length = math.dist(last, point)
            start = 0.0
            while length - start > 1e-6:
                at = walked % (DASH + DASH_GAP)
                step = min(length - start, (DASH if at < DASH else DASH + DASH_GAP) - at)
                if at < DASH and step > 0.3:
                    yield (
                        _between(last, point, start / length),
                        _between(last, point, (start + step) / length),
                    )
                start += step
                walked += step
        last = point


def _between(a: outline.Point, b: outline.Point, share: float) -> outline.Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _quad(a: outline.Point, b: outline.Point, half: float) -> outline.Figure:
    length = math.dist(a, b)
    dx, dy = half * (b[1] - a[1]) / length, half * (b[0] - a[0]) / length
    return outline.convex(
        [(a[0] + dx, a[1] - dy), (b[0] + dx, b[1] - dy), (b[0] - dx, b[1] + dy), (a[0] - dx, a[1] + dy)]
    )
