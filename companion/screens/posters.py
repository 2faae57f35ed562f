"""The posters of the five games: one sun crosses their five skies, dawn to dusk, high noon over Boomtown.

Owns the pictures, as plain figures in a box 235 wide and 332 high, y down as they were sketched; no text. The
skyline stands on the picture's lower edge and the sun hangs from its upper one, so a picture of another shape
only has more sky or less.
"""

import functools
import math
from typing import Any, NamedTuple

from kivy.graphics import Color
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme as numbers
from companion.widgets import Icon, outline, paint, theme

WIDE, HIGH = 235, 332
GROUND = 253  # from here down all is ground
LAMP = "brass"
NIGHT = "#17120E"  # the skyline; posters are the same on both grounds
DIMMED = 0.45
Box = tuple[float, float, float, float]  # left, top, right, bottom
Path = tuple[tuple[float, float], ...]


class Scene(NamedTuple):
    """One poster: sky, sun, what stands against them, and what is drawn upon that."""

    sky: str
    sun: str
    sun_at: tuple[float, float]
    skyline: tuple[Path, ...]
    lamps: tuple[Box, ...] = ()
    dim: tuple[Box, ...] = ()  # a fence before the night
    sweets: tuple[tuple[float, float, float], ...] = ()  # on their sticks: x, y, radius
    icon: str = ""
    icon_at: tuple[float, float] = (118, 292)


def _box(left: float, top: float, right: float, bottom: float = HIGH) -> Path:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _land(*top: tuple[float, float]) -> Path:
    return (*top, (WIDE, HIGH), (0, HIGH))


def _lamps(*corners: tuple[float, float]) -> tuple[Box, ...]:
    return tuple((x, y, x + 9, y + 13) for x, y in corners)


def _hills() -> Path:
    return _land(*((x, 219 - 20 * math.sin((x + 14) / 134 * math.pi)) for x in range(0, WIDE + 1, 5)))


_EARTH = _box(0, GROUND, WIDE)
SCENES = {
    "bom_mau_bode": Scene(
        "#4A2B22",
        "#C9543B",
        (64, 199),
        (
            _EARTH,
            _box(0, 225, 38),
            _box(42, 199, 150),
            _box(58, 181, 134),
            ((76, 182), (84, 171), (109, 171), (116, 182)),
            ((154, 211), (195, 193), (WIDE, 210), (WIDE, HIGH), (154, HIGH)),
        ),
        _lamps((14, 235), (62, 209), (92, 209), (122, 209), (186, 227), (206, 227)),
        icon="own:hat",
    ),
    "dollars_wanted": Scene(
        "#3B3020",
        "#D08A35",
        (146, 146),
        (
            _EARTH,
            _box(0, 237, 40),
            ((36, 195), (100, 157), (164, 195), (164, 203), (36, 203)),
            *(_box(x, 203, x + 14) for x in (44, 72, 100, 128, 156)),
            _box(164, 203, 170),
            _box(170, 227, WIDE),
        ),
        _lamps((186, 237), (206, 237)),
        icon="own:dynamite",
    ),
    "boomtown_bandits": Scene(
        "#2B4450",
        "#EBD9A5",
        (118, 90),
        (
            _box(0, 247, WIDE),
            _box(0, 187, 34),
            _box(0, 203, 55),
            _box(0, 229, 83),
            _box(151, 213, 176),
            ((179, 175), (207, 161), (WIDE, 174), (WIDE, HIGH), (179, HIGH)),
        ),
        _lamps((12, 213), (32, 213), (196, 199), (214, 199), (196, 225)),
        icon="bullet",
    ),
    "sans_foi_ni_loi": Scene(
        "#333B28",
        "#D9B45C",
        (85, 120),
        (
            _EARTH,
            _land((0, 237), (20, 233), (160, 237), (217, 231), (235, 239)),
            ((160, 237), (174, 229), (182, 199), (209, 199), (217, 231)),
            ((20, 233), (35, 225), (49, 171), (55, 167), (107, 167), (113, 172), (126, 226), (160, 237)),
        ),
        dim=((0, 312, WIDE, 316), *((x, 306, x + 7, HIGH) for x in range(9, WIDE - 6, 27))),
        icon="cow",
        icon_at=(118, 272),
    ),
    "bo_bo_bon": Scene(
        "#3A2638",
        "#B9759A",
        (165, 193),
        (_hills(), _box(51, 158, 55), _box(91, 182, 95)),
        sweets=((53, 158, 17), (93, 182, 11)),
        icon="candy",
    ),
}


@functools.cache
def _skyline(game: str) -> outline.Figure:
    """Return all that stands against a game's sky, as one figure, y up from the picture's lower edge."""
    paths = SCENES[game].skyline
    return outline.united((False, tuple((x, HIGH - y) for x, y in path)) for path in paths)


class Picture(Widget):
    """A game's poster without its words."""

    game = StringProperty("boomtown_bandits")
    radius = NumericProperty(12)
    dim = NumericProperty(0)  # how far it is faded towards the ground

    def __init__(self, **properties: Any) -> None:
        self._icon = Icon()
        super().__init__(**properties)
        self.add_widget(self._icon)
        for name in ("pos", "size", "game", "radius", "dim"):
            self.fbind(name, self._draw)
        theme.follow(self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        scene = SCENES[self.game]
        self._across = self.width / WIDE
        self._scale = max(0.01, min(self._across, self.height / HIGH))
        self.canvas.before.clear()
        with self.canvas.before:
            self._sky(scene)
            self._night(scene)
        self._icon.name = scene.icon
        self._icon.px = max(12, round(64 * self._scale))
        self._icon.tone = self._shade(numbers.GROUNDS[numbers.DARK]["text"])
        x, y = scene.icon_at
        self._icon.center = (round(self.x + x * self._across), round(self._y(y)))

    def _sky(self, scene: Scene) -> None:
        Color(rgba=self._shade(scene.sky))
        low = round(self._y(GROUND + 10))  # the night covers what is below
        paint.Slab(rect=(self.x, low, self.width, self.top - low), radius=self.radius, foot=0)
        x, y = scene.sun_at
        middle = (self.x + x * self._across, self.top - y * self.height / HIGH)
        radius = 64 * self._scale
        Color(rgba=self._shade(scene.sun))
        paint.Plane(outline.ellipse(middle, radius, radius))

    def _night(self, scene: Scene) -> None:
        Color(rgba=self._shade(NIGHT))
        figure = outline.placed(_skyline(self.game), self.x, self.y, self._across, self._scale)
        paint.Plane(figure)
        for tone, boxes in ((LAMP, scene.lamps), ("raised2", scene.dim)):
            Color(rgba=self._shade(numbers.GROUNDS[numbers.DARK][tone]))
            for box in boxes:
                paint.Slab(rect=self._rect(box), radius=self._scale if tone == LAMP else 0)
        for sweet in scene.sweets:
            self._sweet(scene, *sweet)

    def _sweet(self, scene: Scene, x: float, y: float, radius: float) -> None:
        middle = (self.x + x * self._across, self._y(y))
        Color(rgba=self._shade(NIGHT))
        paint.Plane(outline.ellipse(middle, radius * self._scale, radius * self._scale))
        Color(rgba=self._shade(scene.sun))
        paint.Plane(outline.ellipse(middle, radius * self._scale / 2, radius * self._scale / 2), line=1.5)

    def _rect(self, box: Box) -> Box:
        """Return where a box of the sketch lies: x, y, width, height, on whole pixels."""
        left, right = (round(self.x + x * self._across) for x in (box[0], box[2]))
        top, bottom = (round(self._y(y)) for y in (box[1], box[3]))
        return left, bottom, right - left, top - bottom

    def _y(self, y: float) -> float:
        return float(self.y + (HIGH - y) * self._scale)

    def _shade(self, colour: str) -> numbers.RGBA:
        return numbers.mix(numbers.rgba(colour), theme.colour("bg"), self.dim)
