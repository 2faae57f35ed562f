"""A small SVG writer: shapes in the order they are drawn, whole numbers, nothing random.

Owns the escaping and the numbers' form. Must never know what is drawn.
"""

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]


def number(value: float) -> str:
    """Return a coordinate with at most two decimals."""
    return f"{round(value, 2):g}"


class Picture:
    """A drawing of this width and height, in pixels."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" height="{number(height)}" '
            f'viewBox="0 0 {number(width)} {number(height)}" font-family="DejaVu Sans, Verdana, sans-serif">'
        )
        self._lines = [f"<title>{escape(title)}</title>"]
        self.rectangle((0, 0), (width, height), fill="white")

    def _add(self, tag: str, inner: str = "", **attributes: object) -> None:
        written = "".join(
            f" {name.rstrip('_').replace('_', '-')}={quoteattr(number(value) if isinstance(value, (int, float)) else str(value))}"
            for name, value in attributes.items()
        )
        self._lines.append(f"<{tag}{written}>{inner}</{tag}>" if inner else f"<{tag}{written}/>")

    def rectangle(self, corner: Point, size: Point, **attributes: object) -> None:
        """Draw a rectangle from its upper left corner."""
        self._add("rect", x=corner[0], y=corner[1], width=size[0], height=size[1], **attributes)

    def circle(self, middle: Point, radius: float, **attributes: object) -> None:
        """Draw a circle."""
        self._add("circle", cx=middle[0], cy=middle[1], r=radius, **attributes)

    def path(self, points: Sequence[Point], **attributes: object) -> None:
        """Draw a line through these points; it is not filled."""
        way = "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points)
        self._add("path", d=way, **{"fill": "none", **attributes})

    def text(
        self, words: str, at: Point, size: float = 14, anchor: str = "start", **attributes: object
    ) -> None:
        """Write words whose middle height is at this place. anchor: "start", "middle" or "end"."""
        place = (at[0], at[1] + size * 0.36)
        self._add(
            "text", escape(words), x=place[0], y=place[1], font_size=size, text_anchor=anchor, **attributes
        )

    def __str__(self) -> str:
        return "\n".join([self._head, *self._lines, "</svg>", ""])
