"""Triangle meshes with the standard library: binary STL in and out, closedness, volume, and what a ray meets.

Owns how the committed solids are looked at without a modeller: the ordinary check asks whether a lid is open
where params.py says that a button goes through. Must never import anything heavy.
"""

import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]

TITLE = b"Tin Star, mm".ljust(80)
RECORD = struct.Struct("<12fH")
DIGITS = 4  # a tenth of a micrometre: enough to tell vertices apart, and the same on every machine


def to_stl(triangles: Iterable[Triangle]) -> bytes:
    """Return a binary STL whose bytes depend on the triangles alone, not on their order."""
    rounded = {_from_least(tuple(_rounded(point) for point in triangle)) for triangle in triangles}
    whole = sorted(triangle for triangle in rounded if len(set(triangle)) == 3)
    records = (
        RECORD.pack(*_normal(triangle), *triangle[0], *triangle[1], *triangle[2], 0) for triangle in whole
    )
    return TITLE + struct.pack("<I", len(whole)) + b"".join(records)


def from_stl(path: Path) -> list[Triangle]:
    """Read a binary STL. Raise ValueError when it is none, or is cut off."""
    data = path.read_bytes()
    if len(data) < 84 or len(data) != 84 + RECORD.size * struct.unpack_from("<I", data, 80)[0]:
        raise ValueError(f"{path.name}: no binary STL, or a part of one")
    found = []
    for record in RECORD.iter_unpack(data[84:]):
        a, b, c = (tuple(round(value, DIGITS) for value in record[n : n + 3]) for n in (3, 6, 9))
        found.append((a, b, c))
    return found


def _rounded(point: Sequence[float]) -> Point:
    x, y, z = (round(value, DIGITS) + 0.0 for value in point)
    return x, y, z


def _from_least(triangle: tuple[Point, ...]) -> Triangle:
    start = triangle.index(min(triangle))
    a, b, c = triangle[start:] + triangle[:start]
    return a, b, c


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _cross(a: Point, b: Point) -> Point:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _normal(triangle: Triangle) -> Point:
    a, b, c = triangle
    x, y, z = _cross(_minus(b, a), _minus(c, a))
    length = (x * x + y * y + z * z) ** 0.5 or 1.0
    return round(x / length, 5), round(y / length, 5), round(z / length, 5)


def open_edges(triangles: Iterable[Triangle]) -> int:
    """Return how many edges have not exactly one neighbour that runs the other way; 0 is watertight."""
    edges: Counter[tuple[Point, Point]] = Counter()
    for a, b, c in triangles:
        edges.update(((a, b), (b, c), (c, a)))
    return sum(1 for (a, b), times in edges.items() if times != 1 or edges[b, a] != 1)


def volume(triangles: Iterable[Triangle]) -> float:
    """Return the enclosed volume in mm3; above 0 when the faces look outwards."""
    total = 0.0
    for a, b, c in triangles:
        x, y, z = _cross(b, c)
        total += a[0] * x + a[1] * y + a[2] * z
    return total / 6


def hanging(triangles: Iterable[Triangle]) -> dict[float, float]:
    """Return what a printer must bridge, as {height in mm: area in mm2}: faces that look down, above the bed.

    What leans by 45 degrees at most carries itself and is not in it.
    """
    found: dict[float, float] = {}
    for a, b, c in triangles:
        x, y, z = _cross(_minus(b, a), _minus(c, a))
        height = round(max(a[2], b[2], c[2]), 1)
        if height > 0 and z < 0 and z * z > x * x + y * y:
            found[height] = found.get(height, 0.0) + (x * x + y * y + z * z) ** 0.5 / 2
    return found


def corners(triangles: Iterable[Triangle]) -> tuple[Point, Point]:
    """Return the least and the greatest corner of the box around them."""
    points = [point for triangle in triangles for point in triangle]
    low = tuple(min(point[n] for point in points) for n in range(3))
    high = tuple(max(point[n] for point in points) for n in range(3))
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


class Rays:
    """Lines through a mesh, parallel to one axis. Its triangles are kept by where they are."""

    CELL = 6.0  # mm

    def __init__(self, triangles: Iterable[Triangle], axis: int) -> None:
        self.axis = axis
        self._across = [n for n in range(3) if n != axis]
        self._cells: dict[tuple[int, int], list[Triangle]] = {}
        for triangle in triangles:
            us, vs = ([point[n] for point in triangle] for n in self._across)
            for i in range(self._cell(min(us)), self._cell(max(us)) + 1):
                for j in range(self._cell(min(vs)), self._cell(max(vs)) + 1):
                    self._cells.setdefault((i, j), []).append(triangle)

    def _cell(self, value: float) -> int:
        return int(value // self.CELL)

    def met(self, u: float, v: float) -> list[float]:
        """Return where the line through (u, v) of the other two axes enters and leaves the solid, sorted.

        Raise ValueError when it meets an edge, and so could be taken to enter twice or not at all.
        """
        first, second = self._across
        found = []
        for a, b, c in self._cells.get((self._cell(u), self._cell(v)), ()):
            sides = [
                (q[first] - p[first]) * (v - p[second]) - (q[second] - p[second]) * (u - p[first])
                for p, q in ((a, b), (b, c), (c, a))
            ]
            least, most = min(sides), max(sides)
            if least > 0 or most < 0:
                at = sides[1] * a[self.axis] + sides[2] * b[self.axis] + sides[0] * c[self.axis]
                found.append(at / sum(sides))
            elif least != most and (least == 0 or most == 0):
                raise ValueError(f"the line at {u:g}, {v:g} meets an edge: move it a little")
        return sorted(found)

    def thickness(self, u: float, v: float) -> float:
        """Return the material it meets, in mm. Raise ValueError as met() does, and for an open solid."""
        met = self.met(u, v)
        if len(met) % 2:
            raise ValueError(
                f"the line at {u:g}, {v:g} enters {(len(met) + 1) // 2} times and leaves less often"
            )
        return sum(leave - enter for enter, leave in zip(met[::2], met[1::2], strict=True))
