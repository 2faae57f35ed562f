"""Plane figures: from the polygons of a drawing to loops, triangles and soft-edged vertices.

Owns the geometry of every own shape, plate and frame; knows no colour and no widget. A figure's loops run
with their inside on the left: counter-clockwise around it, clockwise around its holes. Soft edges are made
of a strip one pixel wide, half in and half out, so a figure is crisp at any place and quarter turn and does
not need the window's multisampling.
"""

import functools
import json
import math
from collections.abc import Iterable, Iterator
from importlib import resources
from typing import NamedTuple

from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_POSITIVE, Tesselator

Point = tuple[float, float]
Loop = tuple[Point, ...]
Triangle = tuple[Point, ...]  # of three
Strip = tuple[float, float]  # a loop moved this far outward, and how much of the colour is left there
SOLID, CLEAR = 0.25, 0.75  # where the feather texture is opaque and where it is clear: texel centres
MITRE = 2.5  # a tip reaches no further than so many half widths
WHOLE: tuple[float, float, float, float] = (0, 0, 1, 1)


class Figure(NamedTuple):
    """A plane figure: its edge as closed loops and its inside as triangles between the loops' points."""

    loops: tuple[Loop, ...]
    triangles: tuple[Triangle, ...]


class Vertices(NamedTuple):
    """What a Mesh of triangles wants: x, y, u, v of every vertex in a row, and the triangles' corners."""

    vertices: list[float]
    indices: list[int]


EMPTY = Figure((), ())
NOTHING = Vertices([], [])
SIZES_KEPT = 400  # of every kind of drawing; a screen has some dozens


@functools.cache
def drawings() -> dict[str, tuple[tuple[bool, Loop], ...]]:
    """Return every own shape as it was drawn: (is it a hole, points) in order, in a box of 1, y up."""
    text = resources.files("companion").joinpath("assets", "shapes.json").read_text(encoding="utf-8")
    data = json.loads(text)
    box = data["box"]
    return {
        name: tuple(
            (part["role"] == "hole", tuple((x / box, 1 - y / box) for x, y in part["points"]))
            for part in parts
        )
        for name, parts in data["shapes"].items()
    }


@functools.cache
def own_shape(name: str) -> Figure:
    """Return an own shape in a box of 1. Raises KeyError for a name that is not in shapes.json."""
    return united(drawings()[name])


def united(parts: Iterable[tuple[bool, Loop]]) -> Figure:
    """Return one figure of parts laid over each other in order, where a hole cuts what lies below it."""
    figure = EMPTY
    for is_hole, loop in parts:
        facing = loop if (_area(loop) > 0) != is_hole else loop[::-1]
        figure = _tesselated((*figure.loops, facing))
    return figure


def _tesselated(loops: Iterable[Loop]) -> Figure:
    work = Tesselator()
    for loop in loops:
        work.add_contour([float(v) for point in loop for v in point])
    if not work.tesselate(WINDING_POSITIVE, TYPE_POLYGONS, 3):
        return EMPTY
    corners = [tuple((flat[n], flat[n + 1]) for n in (0, 4, 8)) for flat, _ in work.meshes]
    turn = 1 if sum(map(_area, corners)) > 0 else -1
    triangles = tuple((a, b, c)[::turn] for a, b, c in corners)
    return Figure(_edge(triangles), triangles)


def _edge(triangles: Iterable[Triangle]) -> tuple[Loop, ...]:
    """Return the loops around triangles: the sides that no neighbour shares.

    Triangles of no width belong in: they close the seam where one side meets two.
    """
    sides = {(t[n - 1], t[n]) for t in triangles for n in range(3)}
    onward: dict[Point, list[Point]] = {}
    for a, b in sorted(sides):
        if (b, a) not in sides:
            onward.setdefault(a, []).append(b)
    loops = []
    while onward:
        start = at = next(iter(onward))
        loop = []
        while at in onward:
            loop.append(at)
            following = onward[at].pop()
            if not onward[at]:
                del onward[at]
            at = following
        if len(loop) > 2 and at == start:
            loops.append(tuple(loop))
    return tuple(loops)


def _area(loop: Loop) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)) / 2


@functools.lru_cache(2000)
def rounded(width: float, height: float, radius: float, foot: float | None = None) -> Figure:
    """Return a rectangle with rounded corners, its lower left corner at 0, 0; `foot` is the lower radius."""
    if width <= 0 or height <= 0:
        return EMPTY
    low, high = (max(0, min(r, width / 2, height / 2)) for r in (radius if foot is None else foot, radius))
    corners = ((1, 0, low, -90), (1, 1, high, 0), (0, 1, high, 90), (0, 0, low, 180))
    return convex(
        [
            (abs(right * width - r) + r * math.cos(a), abs(top * height - r) + r * math.sin(a))
            for right, top, r, start in corners
            for a in _quarter(start, r)
        ]
    )


def _quarter(start: float, radius: float) -> list[float]:
    steps = max(3, math.ceil(radius**0.5 * 2)) if radius >= 0.5 else 0
    return [math.radians(start + (90 * n / steps if steps else 45)) for n in range(steps + 1)]


def ellipse(centre: Point, rx: float, ry: float) -> Figure:
    """Return an ellipse."""
    steps = max(12, math.ceil(max(rx, ry) ** 0.5 * 6))
    turns = [math.tau * n / steps for n in range(steps)]
    return convex([(centre[0] + rx * math.cos(a), centre[1] + ry * math.sin(a)) for a in turns])


def convex(points: Iterable[Point]) -> Figure:
    """Return a convex figure with these corners, given counter-clockwise."""
    loop = tuple(dict.fromkeys(points))
    return Figure((loop,), tuple((loop[0], loop[n], loop[n + 1]) for n in range(1, len(loop) - 1)))


def placed(figure: Figure, x: float, y: float, sx: float, sy: float) -> Figure:
    """Return the figure scaled, then moved."""

    def put(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple((x + a * sx, y + b * sy) for a, b in points)

    triangles = ((put((a,))[0], put((b,))[0], put((c,))[0]) for a, b, c in figure.triangles)
    return Figure(tuple(put(loop) for loop in figure.loops), tuple(triangles))


def filled(figure: Figure, soft: float = 1) -> Vertices:
    """Return the figure's plane with soft edges."""
    out = Vertices([], [])
    inner: dict[Point, int] = {}
    for loop in figure.loops:
        start = len(out.vertices) // 4
        _strips(out, loop, ((-soft / 2, SOLID), (soft / 2, CLEAR)))
        for n, point in enumerate(loop):
            inner.setdefault(point, start + 2 * n)
    for corner in (corner for triangle in figure.triangles for corner in triangle):
        if corner not in inner:  # two edges crossed here, inside
            inner[corner] = len(out.vertices) // 4
            out.vertices.extend((*corner, SOLID, 0.5))
        out.indices.append(inner[corner])
    return out


def stroked(figure: Figure, width: float, soft: float = 1) -> Vertices:
    """Return a line along the figure's edge, half in and half out, with soft edges."""
    far = (width + soft) / 2
    near = max(0.0, (width - soft) / 2)
    out = Vertices([], [])
    for loop in figure.loops:
        _strips(out, loop, ((-far, CLEAR), (-near, SOLID), (near, SOLID), (far, CLEAR)))
    return out


@functools.lru_cache(SIZES_KEPT)
def slab(width: float, height: float, radius: float, foot: float | None = None) -> Vertices:
    """Return a rectangle's plane with rounded corners; like those below at 0, 0, and not to be changed."""
    return filled(rounded(width, height, radius, foot))


@functools.lru_cache(SIZES_KEPT)
def frame(width: float, height: float, radius: float, line: float) -> Vertices:
    """Return a line along the inside of a rectangle with rounded corners."""
    half = line / 2
    path = rounded(width - 2 * half, height - 2 * half, max(0, radius - half))
    return stroked(placed(path, half, half, 1, 1), line) if half and path.loops else NOTHING


@functools.lru_cache(SIZES_KEPT)
def plane(shape: str | Figure, width: float, height: float) -> Vertices:
    """Return an own shape by its name, or a figure in a box of 1, as wide and high as that."""
    return filled(_sized(shape, width, height))


@functools.lru_cache(SIZES_KEPT)
def contour(shape: str | Figure, width: float, height: float, line: float) -> Vertices:
    """Return a line along the edge of such a shape."""
    return stroked(_sized(shape, width, height), line)


def _sized(shape: str | Figure, width: float, height: float) -> Figure:
    return placed(shape if isinstance(shape, Figure) else own_shape(shape), 0, 0, width, height)


def moved(made: Vertices, x: float, y: float) -> list[float]:
    """Return the vertices somewhere else."""
    vertices = list(made.vertices)
    vertices[0::4] = [at + x for at in vertices[0::4]]
    vertices[1::4] = [at + y for at in vertices[1::4]]
    return vertices


def _strips(out: Vertices, loop: Loop, strips: tuple[Strip, ...]) -> None:
    """Add bands that follow a loop, from each strip to the next."""
    start, many, count = len(out.vertices) // 4, len(strips), len(loop)
    for (x, y), (dx, dy) in zip(loop, _outward(loop), strict=True):
        for offset, u in strips:
            out.vertices.extend((x + dx * offset, y + dy * offset, u, 0.5))
    for n in range(count):
        here, there = start + n * many, start + (n + 1) % count * many
        for k in range(many - 1):
            a, b, c, d = here + k, here + k + 1, there + k, there + k + 1
            out.indices.extend((a, b, c, b, d, c))


def _outward(loop: Loop) -> Iterator[Point]:
    """Yield for each corner where it goes when both its sides move outward by 1."""
    normals = []
    for (ax, ay), (bx, by) in zip(loop, (*loop[1:], loop[0]), strict=True):
        length = math.hypot(bx - ax, by - ay) or 1
        normals.append(((by - ay) / length, (ax - bx) / length))
    for (px, py), (qx, qy) in zip((normals[-1], *normals[:-1]), normals, strict=True):
        x, y = px + qx, py + qy
        square = x * x + y * y
        reach = 2 / square if square > 4 / MITRE**2 else MITRE / (math.sqrt(square) or 1)
        yield x * reach, y * reach
