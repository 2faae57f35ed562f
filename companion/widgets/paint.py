"""Drawing instructions with soft edges, for kv rules and for Python: Slab, Frame, Figure, Contour, Plane.

Owns the one texture all of them share. They are Meshes: the colour is the Color instruction before them, and
setting a property changes that one instruction and nothing else. They need a window; importing does not.
"""

import functools
from collections.abc import Sequence

from kivy.factory import Factory
from kivy.graphics import Mesh
from kivy.graphics.texture import Texture

from companion.widgets import outline


@functools.cache
def _feather() -> Texture:
    """Return the texture a soft edge fades along: one opaque texel and one clear one."""
    texture = Texture.create(size=(2, 1), colorfmt="rgba")
    texture.blit_buffer(bytes([255, 255, 255, 255, 255, 255, 255, 0]), colorfmt="rgba", bufferfmt="ubyte")
    texture.wrap = "clamp_to_edge"
    texture.mag_filter = texture.min_filter = "linear"
    return texture


class _Soft(Mesh):
    """A Mesh of soft-edged triangles; who inherits says which in `_made`."""

    def __init__(self, **properties: object) -> None:
        super().__init__(mode="triangles", texture=_feather())
        self._rect: tuple[float, ...] = (0, 0, 0, 0)
        self._shows: tuple[outline.Vertices, float, float] = (outline.NOTHING, 0, 0)
        for name, value in properties.items():
            setattr(self, name, value)

    @property
    def rect(self) -> tuple[float, ...]:
        """Where to draw: x, y, width, height."""
        return self._rect

    @rect.setter
    def rect(self, rect: Sequence[float]) -> None:
        snapped = self._snapped(*rect)
        if snapped != self._rect:
            self._rect = snapped
            self._draw()

    def _snapped(self, x: float, y: float, width: float, height: float) -> tuple[float, ...]:
        return x, y, width, height

    def _draw(self) -> None:
        x, y, width, height = self._rect
        made = self._made(width, height) if width > 0 and height > 0 else outline.NOTHING
        before, self._shows = self._shows, (made, x, y)
        if made is before[0] and (made is outline.NOTHING or (x, y) == before[1:]):
            return  # a property was set to what it was, or before there is anything to draw
        self.vertices, self.indices = outline.moved(made, x, y), made.indices

    def _made(self, width: float, height: float) -> outline.Vertices:
        """What to draw with the lower left corner at 0, 0; made once for each size and shape."""
        raise NotImplementedError


class Slab(_Soft):
    """A filled rectangle with rounded corners. It lies on whole pixels, so its straight sides are sharp."""

    _radius = 0.0
    _foot: float | None = None

    @property
    def radius(self) -> float:
        """The corners' radius; more than half a side is half a side."""
        return self._radius

    @radius.setter
    def radius(self, radius: float) -> None:
        self._radius = radius
        self._draw()

    @property
    def foot(self) -> float | None:
        """The lower corners' radius where it is another one."""
        return self._foot

    @foot.setter
    def foot(self, foot: float | None) -> None:
        self._foot = foot
        self._draw()

    def _snapped(self, x: float, y: float, width: float, height: float) -> tuple[float, ...]:
        left, low = round(x), round(y)
        return left, low, round(x + width) - left, round(y + height) - low

    def _made(self, width: float, height: float) -> outline.Vertices:
        return outline.slab(width, height, self._radius, self._foot)


class Frame(Slab):
    """A line along the inside of a rectangle with rounded corners."""

    _line = 1.5

    @property
    def line(self) -> float:
        """The line's width; 0 draws nothing."""
        return self._line

    @line.setter
    def line(self, line: float) -> None:
        self._line = line
        self._draw()

    def _made(self, width: float, height: float) -> outline.Vertices:
        return outline.frame(width, height, self._radius, self._line)


class Figure(_Soft):
    """An own shape by its name, or any other figure in a box of 1; "" draws nothing."""

    _shape: str | outline.Figure = ""

    @property
    def shape(self) -> str | outline.Figure:
        """The shape's name in shapes.json, or a figure. Raises KeyError for an unknown name."""
        return self._shape

    @shape.setter
    def shape(self, shape: str | outline.Figure) -> None:
        if isinstance(shape, str) and shape:
            outline.own_shape(shape)
        self._shape = shape
        self._draw()

    def _made(self, width: float, height: float) -> outline.Vertices:
        return outline.plane(self._shape, width, height) if self._shape else outline.NOTHING


class Contour(Figure):
    """A line along the edge of an own shape."""

    _line = 1.5

    @property
    def line(self) -> float:
        """The line's width; 0 draws nothing."""
        return self._line

    @line.setter
    def line(self, line: float) -> None:
        self._line = line
        self._draw()

    def _made(self, width: float, height: float) -> outline.Vertices:
        drawn = self._shape and self._line
        return outline.contour(self._shape, width, height, self._line) if drawn else outline.NOTHING


class Plane(_Soft):
    """A figure as it is, in pixels: filled, or with `line` only the line along its edge."""

    def __init__(self, figure: outline.Figure, line: float = 0) -> None:
        super().__init__()
        made = outline.stroked(figure, line) if line else outline.filled(figure)
        self.vertices, self.indices = made.vertices, made.indices


for _kind in (Slab, Frame, Figure, Contour):
    Factory.register(_kind.__name__, cls=_kind)
