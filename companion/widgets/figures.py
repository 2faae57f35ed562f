"""Icon, Shape, Mark and Die: what stands for things, people and throws.

Owns how a player's mark and a die look. A mark gets an ink line wherever its fill could vanish: on paper and
in the light theme.
"""

import functools
from collections.abc import Iterator
from typing import Any

from fonticon_mdi7 import MDI7
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup
from kivy.graphics.texture import Texture
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    BoundedNumericProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from companion import theme as numbers
from companion.widgets import art, outline, paint
from companion.widgets.look import ICON_FONT, theme
from companion.widgets.words import Toned

OWN, ART = "own:", "art:"
PALE = ("muted", "off")  # tones in which a picture of several colours is faded
FADED = 0.6
ROLLING = ""
FACES = {"bullet": "bullet", "run": "run_fast"}  # face: its icon


class _Square(Widget):
    """A widget with a side of `px`; what it draws goes into `box`, on whole pixels."""

    px = NumericProperty(28)

    def __init__(self, **properties: Any) -> None:
        properties.setdefault("size_hint", (None, None))
        super().__init__(**properties)
        self.fbind("px", self._resize)
        self._resize()

    def _resize(self, *_: object) -> None:
        self.size = (self.px, self.px)

    def _get_box(self) -> tuple[float, float, float, float]:
        left, low = round(self.center_x - self.px / 2), round(self.center_y - self.px / 2)
        return (left, low, self.px, self.px)

    box = AliasProperty(_get_box, bind=("pos", "size", "px"))


def glyph(name: str) -> str:
    """Return the character of a Material Design icon. Raises ValueError for an unknown name."""
    code = "" if name.startswith("_") else vars(MDI7).get(name, "")
    if not code:
        raise ValueError(f"no such icon: {name!r}")
    return str(code).rpartition(".")[2]


@functools.lru_cache(500)
def _picture(name: str, px: int) -> Texture:
    """Return an icon in white; every widget that shows it in this size shares it."""
    label = CoreLabel(text=glyph(name), font_name=ICON_FONT, font_size=px)
    label.refresh()
    return label.texture


def painted(name: str, rect: tuple[float, ...], faded: float = 0, quarter: int = 0) -> Iterator[Any]:
    """Yield the instructions of a picture of several colours.

    :param faded: how far it is on its way to the ground
    :param quarter: turned counter-clockwise by so many quarters
    """
    side = min(rect[2:])
    for part in art.picture(name, quarter):
        yield Color(rgba=numbers.mix(numbers.rgba(part.colour), theme.colour("bg"), faded))
        if part.line:
            yield paint.Contour(shape=part.figure, line=max(1, part.line * side), rect=rect)
        else:
            yield paint.Figure(shape=part.figure, rect=rect)


class Icon(Toned, _Square):
    """A picture by its name: one of MDI7's, `own:` and a name from shapes.json, or `art:` and one of `art`'s,
    which has colours of its own; "" is none.

    An unknown name raises ValueError at once.
    """

    name = StringProperty("")
    own = StringProperty("")
    texture = ObjectProperty(None, allownone=True)

    def __init__(self, **properties: Any) -> None:
        self._art = ""
        self._drawn_art: InstructionGroup | None = None
        super().__init__(**properties)
        self.fbind("name", self._show)
        self.fbind("px", self._show)
        self._show()

    def _show(self, *_: object) -> None:
        own = self.name.removeprefix(OWN) if self.name.startswith(OWN) else ""
        if own and own not in outline.drawings():
            raise ValueError(f"no such shape: {own!r}")
        was, self._art = self._art, self.name.removeprefix(ART) if self.name.startswith(ART) else ""
        if self._art and self._art not in art.NAMES:
            raise ValueError(f"no such picture: {self._art!r}")
        self.own = own
        self.texture = (
            _picture(self.name, round(self.px)) if self.name and not own and not self._art else None
        )
        if self._art and self._drawn_art is None:
            self.fbind("box", self._draw_art)
            self.fbind("ink", self._draw_art)
        if self._art or was:
            self._draw_art()

    def _draw_art(self, *_: object) -> None:
        """Draw a picture of several colours; whoever shows none never pays for it."""
        if self._drawn_art is None:
            self._drawn_art = InstructionGroup()
            self.canvas.add(self._drawn_art)
        self._drawn_art.clear()
        if self._art:
            for instruction in painted(self._art, self.box, FADED if self.tone in PALE else 0):
                self._drawn_art.add(instruction)

    def _get_spot(self) -> tuple[float, float, float, float]:
        wide, high = self.texture.size if self.texture else (0, 0)
        return (round(self.center_x - wide / 2), round(self.center_y - high / 2), wide, high)

    spot = AliasProperty(_get_spot, bind=("pos", "size", "texture"))


class Shape(Toned, _Square):
    """An own shape in one colour, with an edge line where `line` says so."""

    name = StringProperty("")
    line = NumericProperty(0)
    line_tone = ColorProperty(numbers.NO_COLOUR)


class Mark(_Square):
    """A player's shape in the player's colour."""

    brand = BoundedNumericProperty(0, min=0, max=len(numbers.BRANDS) - 1)
    paper = BooleanProperty(False)
    dim = BooleanProperty(False)
    name = StringProperty("")
    ink = ColorProperty(numbers.NO_COLOUR)
    line = NumericProperty(0)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        for name in ("brand", "paper", "dim", "px"):
            self.fbind(name, self._show)
        theme.follow(self._show)
        self._show()

    def _show(self, *_: object) -> None:
        brand = numbers.BRANDS[int(self.brand)]
        self.name = brand.shape
        ink = numbers.rgba(brand.fill)
        self.ink = numbers.mix(ink, theme.colour("bg"), 0.35) if self.dim else ink
        outlined = self.paper or theme.ground == numbers.LIGHT
        self.line = min(2.5, max(1.5, self.px / 32)) if outlined else 0


class Die(_Square):
    """A die of the shootout as it lies: `face` None is not thrown, "" rolls, else blank, bullet or run."""

    kind = OptionProperty("shooter", options=["shooter", "coward"])
    face = OptionProperty(None, allownone=True, options=[None, ROLLING, "blank", *FACES])
    lit = BooleanProperty(False)
    icon = StringProperty("")
    fill = ColorProperty(numbers.NO_COLOUR)
    edge = ColorProperty(numbers.NO_COLOUR)
    line = NumericProperty(1.5)
    radius = NumericProperty(0)
    dots = NumericProperty(0)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        for name in ("kind", "face", "lit", "px"):
            self.fbind(name, self._show)
        theme.follow(self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.icon = FACES.get(self.face, "")
        self.radius = self.px * (0.2 if self.kind == "shooter" else 0.46)
        self.dots = {"blank": 1, ROLLING: 3}.get(self.face, 0)
        paper = "paper" if self.icon else "raised2"
        self.fill = numbers.NO_COLOUR if self.face is None else theme.colour(paper)
        self.edge = theme.colour("accent" if self.lit else "outline")
        self.line = max(2, round(self.px / 15)) if self.lit else 1.5

    def _get_spots(self) -> list[tuple[float, float, float, float]]:
        """Where the dots are: one in the middle is a blank, three in a row are a die that rolls."""
        side = round(self.px * 0.18)
        steps = {1: (0.0,), 3: (-0.26, 0.0, 0.26)}.get(int(self.dots), ())
        left, low = self.center_x - side / 2, self.center_y - side / 2
        found = [(left + step * self.px, low, side, side) for step in steps]
        return (found + [(0.0, 0.0, 0.0, 0.0)] * 3)[:3]

    spots = AliasProperty(_get_spots, bind=("pos", "size", "px", "dots"))
