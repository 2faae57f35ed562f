"""A small SVG writer: shapes in the order they are drawn, whole numbers, nothing random.

Owns the escaping and the numbers' form. Must never know what is drawn.
"""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]
Value = str | float


def number(value: float) -> str:
    """Return a coordinate with at most two decimals."""
    return f"{round(value, 2):g}"


def _quoted(value: object) -> str:
    return quoteattr(number(value) if isinstance(value, (int, float)) else str(value))


class Picture:
    """A drawing of this width and height, in pixels."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" height="{number(height)}" '
            f'viewBox="0 0 {number(width)} {number(height)}" font-family="DejaVu Sans, Verdana, sans-serif">'
        )
        self._lines = [f"<title>{escape(title)}</title>"]
        self.rectangle((0, 0), (width, height), fill="white")

    def _add(self, tag: str, attributes: Mapping[str, Value], inner: str = "") -> None:
        written = "".join(f" {name.replace('_', '-')}={_quoted(value)}" for name, value in attributes.items())
        self._lines.append(f"<{tag}{written}>{inner}</{tag}>" if inner else f"<{tag}{written}/>")

    def rectangle(self, corner: Point, size: Point, **attributes: Value) -> None:
        """Draw a rectangle from its upper left corner."""
        place = {"x": corner[0], "y": corner[1], "width": size[0], "height": size[1]}
        self._add("rect", place | attributes)

    def circle(self, middle: Point, radius: float, **attributes: Value) -> None:
        """Draw a circle."""
        self._add("circle", {"cx": middle[0], "cy": middle[1], "r": radius} | attributes)

    def path(self, points: Sequence[Point], **attributes: Value) -> None:
        """Draw a line through these points; it is not filled."""
        way = "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points)
        self._add("path", {"d": way, "fill": "none"} | attributes)

    def text(
        self, words: str, at: Point, size: float = 14, anchor: str = "start", **attributes: Value
    ) -> None:
        """Write words whose middle height is at this place. anchor: "start", "middle" or "end"."""
        place: dict[str, Value] = {
            "x": at[0],
            "y": at[1] + size * 0.36,
            "font-size": size,
            "text-anchor": anchor,
        }
        self._add("text", place | attributes, escape(words))

    def __str__(self) -> str:
        return "\n".join([self._head, *self._lines, "</svg>", ""])
