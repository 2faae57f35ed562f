"""Line drawings of solids with numbered callouts, as SVG whose bytes depend on nothing but the solids.

Owns the projection, the layout of the callouts and the SVG. Parts are painted one after the other, each as
its silhouette with the edges that are seen of it; the caller gives them in the order in which they hide each
other. Must never know what a pad is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot
from xml.sax.saxutils import escape

from build123d import Edge, Part, Solid, Vector
from shapely import MultiPolygon, Polygon, union_all

FONT = "Helvetica, Arial, sans-serif"
TEXT = 17.0  # px
LETTER = TEXT * 0.6  # a letter's mean width in such fonts
BALLOON = 14.0  # radius
ROW = 2 * BALLOON + 10
MARGIN = 16.0
TO_COLUMN = 34.0  # from the drawing to the balloons
INK, LEADER, PAPER = "#2b2420", "#7a6a5c", "#fffdf8"
FLAT = 0.05  # mm: how far a polyline may leave its curve
SAME = 1e-9
Point = tuple[float, float]
Point3 = tuple[float, float, float]


@dataclass(frozen=True)
class View:
    """A parallel projection: the direction towards the eye, what is up in the picture, px for a mm."""

    eye: Point3
    up: Point3 = (0, 0, 1)
    scale: float = 4.0

    def axes(self) -> tuple[Vector, Vector]:
        """Return the unit vectors that go right and up in the picture."""
        right = Vector(*self.up).cross(Vector(*self.eye)).normalized()
        return right, Vector(*self.eye).cross(right).normalized()

    def flat(self, points: Iterable[Vector]) -> list[Point]:
        """Return where the points are in the picture, in px, y downwards."""
        right, up = self.axes()
        return [(p.dot(right) * self.scale, -p.dot(up) * self.scale) for p in points]


ISO = (-0.55, -1.0, 0.9)


@dataclass(frozen=True)
class Shown:
    """A solid in a picture, its colour, and whether its inner edges are drawn."""

    solid: Part | Solid
    fill: str
    lines: bool = True
    opacity: float = 1.0


@dataclass(frozen=True)
class Note:
    """A numbered callout: the number, the words beside it, and the point it means.

    side: -1 left, 1 right, 0 wherever there is room. lift: px by which its balloon is above the point, so
    that its leader goes past what lies between.
    """

    number: str
    words: str
    at: Point3
    side: int = 0
    lift: float = 0.0


@dataclass
class Picture:
    """A picture in the making: what is painted, in order, and its callouts. title: for who cannot see it."""

    view: View
    title: str
    body: list[str] = field(default_factory=list)
    notes: Sequence[Note] = ()
    low: Point = (float("inf"), float("inf"))
    high: Point = (float("-inf"), float("-inf"))

    def reach(self, points: Iterable[Point]) -> None:
        """Make the picture large enough for these points."""
        for x, y in points:
            self.low = min(self.low[0], x), min(self.low[1], y)
            self.high = max(self.high[0], x), max(self.high[1], y)

    def paint(self, shown: Shown) -> None:
        """Paint one solid over all that is there."""
        outline = silhouette(shown.solid, self.view)
        self.reach(point for ring in outline for point in ring)
        rings = " ".join(_path(ring, closed=True) for ring in outline)
        opacity = f' fill-opacity="{shown.opacity:g}"' if shown.opacity < 1 else ""
        self.body.append(f'<path d="{rings}" fill="{shown.fill}"{opacity} fill-rule="evenodd" class="o"/>')
        if shown.lines:
            paths = sorted({_path(line) for line in seen_edges(shown.solid, self.view)})
            self.body.append(f'<path d="{" ".join(paths)}" class="e"/>')

    def fill_faces(self, solid: Part | Solid, at: Point3, fill: str) -> None:
        """Paint the faces of a cut solid that lie in the plane through `at` and look at the eye."""
        eye = Vector(*self.view.eye).normalized()
        for face in solid.faces():
            if face.normal_at().dot(eye) > 1 - 1e-6 and abs((face.center() - Vector(*at)).dot(eye)) < 1e-6:
                outline = _rings(_flat_triangles(face, self.view))
                rings = " ".join(_path(ring, closed=True) for ring in outline)
                self.body.append(f'<path d="{rings}" fill="{fill}" fill-rule="evenodd" class="o"/>')

    def dashes(self, start: Point3, end: Point3) -> None:
        """Draw a dashed line between two points of space."""
        line = self.view.flat([Vector(*start), Vector(*end)])
        self.reach(line)
        self.body.append(f'<path d="{_path(line)}" class="d"/>')

    def svg(self) -> str:
        """Return the picture with its callouts at both sides."""
        placed = arrange(self.notes, self.view, self.low, self.high)
        for callout in placed:
            self.reach(callout.corners())
        x, y = self.low[0] - MARGIN, self.low[1] - MARGIN
        w, h = self.high[0] - self.low[0] + 2 * MARGIN, self.high[1] - self.low[1] + 2 * MARGIN
        style = (
            f".o{{stroke:{INK};stroke-width:1.6;stroke-linejoin:round}}"
            f".e{{fill:none;stroke:{INK};stroke-width:.7;stroke-linecap:round}}"
            f".d{{fill:none;stroke:{LEADER};stroke-width:1.2;stroke-dasharray:7 5}}"
            f".l{{fill:none;stroke:{LEADER};stroke-width:1.4}}"
            f"text{{font:{TEXT:g}px {FONT};fill:{INK}}}.n{{font-weight:bold;text-anchor:middle}}"
        )
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(x)} {_n(y)} {_n(w)} {_n(h)}" '
            f'width="{_n(w)}" height="{_n(h)}" role="img">',
            f"<title>{escape(self.title)}</title>",
            f"<style>{style}</style>",
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}" fill="{PAPER}"/>',
            *self.body,
            *(bit for callout in placed for bit in callout.svg()),
            "</svg>",
        ]
        return "\n".join(parts) + "\n"


@dataclass
class Callout:
    """A note with its balloon's place. side: -1 left of the drawing, 1 right of it."""

    note: Note
    anchor: Point
    side: int
    balloon: Point

    def leader(self) -> tuple[Point, Point]:
        """Return the line from what is meant to the balloon's edge."""
        (x, y), (a, b) = self.balloon, self.anchor
        far = hypot(a - x, b - y) or 1
        return self.anchor, (x + (a - x) / far * BALLOON, y + (b - y) / far * BALLOON)

    def corners(self) -> list[Point]:
        """Return what the picture must reach for it."""
        x, y = self.balloon
        far = x + self.side * (BALLOON + 8 + len(self.note.words) * LETTER)
        return [(x, y - BALLOON), (far, y + BALLOON)]

    def svg(self) -> list[str]:
        """Return leader, balloon, number and words."""
        x, y = self.balloon
        (a, b), (c, d) = self.leader()
        word_x = x + self.side * (BALLOON + 8)
        row = _n(y + TEXT * 0.36)
        anchor = "start" if self.side > 0 else "end"
        words, number = escape(self.note.words), escape(self.note.number)
        return [
            f'<path d="M{_n(a)} {_n(b)}L{_n(c)} {_n(d)}" class="l"/>',
            f'<circle cx="{_n(a)}" cy="{_n(b)}" r="3" fill="{INK}"/>',
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{BALLOON:g}" fill="#fff" class="o"/>',
            f'<text x="{_n(x)}" y="{row}" class="n">{number}</text>',
            f'<text x="{_n(word_x)}" y="{row}" text-anchor="{anchor}">{words}</text>',
        ]


def arrange(notes: Sequence[Note], view: View, low: Point, high: Point) -> list[Callout]:
    """Put the notes into a column at each side so that no two leaders cross and no two rows touch."""
    anchors = view.flat([Vector(*note.at) for note in notes])
    in_order = sorted(zip(anchors, notes, strict=True), key=lambda pair: (pair[0][0], pair[1].number))
    free = [pair for pair in in_order if not pair[1].side]
    half = max(0, (len(in_order) + 1) // 2 - sum(note.side < 0 for note in notes))
    groups = {
        -1: free[:half] + [pair for pair in in_order if pair[1].side < 0],
        1: free[half:] + [pair for pair in in_order if pair[1].side > 0],
    }
    placed: list[Callout] = []
    for side, group in groups.items():
        x = low[0] - TO_COLUMN if side < 0 else high[0] + TO_COLUMN
        rows = sorted(group, key=lambda pair: pair[0][1] - pair[1].lift)
        column = [Callout(note, anchor, side, (x, 0.0)) for anchor, note in rows]
        _spread(column)
        _untangle(column)
        placed += column
    return placed


def _spread(column: list[Callout]) -> None:
    """Give each the height it wants where it can, a row's distance from the one above at least."""
    above = float("-inf")
    for callout in column:
        above = max(callout.anchor[1] - callout.note.lift, above + ROW)
        callout.balloon = (callout.balloon[0], above)


def _untangle(column: list[Callout]) -> None:
    """Swap two balloons whose leaders cross, until none do; each swap makes the leaders shorter in all."""
    swapped = True
    while swapped:
        swapped = False
        for n, one in enumerate(column):
            for other in column[n + 1 :]:
                if cross(one.leader(), other.leader()):
                    one.balloon, other.balloon = other.balloon, one.balloon
                    swapped = True


def cross(first: tuple[Point, Point], second: tuple[Point, Point]) -> bool:
    """Say whether two lines cross each other."""

    def turn(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = first, second
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


# ---- projection


def _flat_triangles(solid: Part | Solid, view: View) -> list[Polygon]:
    vertices, triangles = solid.tessellate(FLAT * 2, 0.2)
    flat = view.flat(vertices)
    found = []
    for corners in triangles:
        (ax, ay), (bx, by), (cx, cy) = (flat[corner] for corner in corners)
        if abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) > SAME:
            found.append(Polygon([(ax, ay), (bx, by), (cx, cy)]))
    return found


def _rings(triangles: list[Polygon]) -> list[list[Point]]:
    """Return the outlines of their union, holes too."""
    whole = union_all(triangles, grid_size=0.01).simplify(0.05)
    pieces = whole.geoms if isinstance(whole, MultiPolygon) else [whole]
    rings = [
        ring for piece in pieces for ring in (piece.exterior, *piece.interiors) if Polygon(ring).area > 0.5
    ]
    return sorted(_from_least([(x, y) for x, y in ring.coords[:-1]]) for ring in rings)


def _from_least(ring: list[Point]) -> list[Point]:
    """Return the ring from its least point on, so that it does not depend on where it was begun."""
    start = ring.index(min(ring))
    return ring[start:] + ring[:start]


def silhouette(solid: Part | Solid, view: View) -> list[list[Point]]:
    """Return the outlines of a solid in the picture, holes that one sees through too."""
    return _rings(_flat_triangles(solid, view))


def seen_edges(solid: Part | Solid, view: View) -> list[list[Point]]:
    """Return the edges of a solid that it does not hide itself, as polylines in the picture."""
    eye = Vector(*view.eye).normalized() * 1000
    seen, _hidden = solid.project_to_viewport(tuple(eye), view.up, (0, 0, 0))
    return [_polyline(edge, view.scale) for edge in seen]


def _polyline(edge: Edge, scale: float) -> list[Point]:
    straight = edge.geom_type.name == "LINE"
    steps = 1 if straight else max(2, min(64, round(edge.length / 0.8)))
    points = [edge.position_at(n / steps) for n in range(steps + 1)]
    line = [(point.X * scale, -point.Y * scale) for point in points]
    return line if line[0] <= line[-1] else line[::-1]


def _path(points: Sequence[Point], closed: bool = False) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points) + ("Z" if closed else "")


def _n(value: float) -> str:
    """Return a number for an SVG: a tenth of a px is enough, and hides what differs between machines."""
    text = f"{value:.1f}"
    return "0" if text in ("-0.0", "0.0") else text.removesuffix(".0")
