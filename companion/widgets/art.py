"""Pictures of several colours in our own shapes: sweets, Munchie Monsters, Bo, sugar chips.

Owns how they look, in a box of 1, y up, the same on both grounds: paper and ink lines carry them everywhere.
The four sweets differ in shape as well as in colour. Whoever shows one draws its parts in their order. It
knows no widget and no game.
"""

import functools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from companion.widgets import outline
from companion.widgets.outline import Figure, Loop, Point

INK, PAPER, WHITE = "#17120E", "#F0E5CF", "#FFFFFF"
FILLS = {"red": "#FA5F60", "yellow": "#FFD24A", "green": "#0F5C33", "blue": "#3F8DF0"}
PURPLE, PINK, HORN, MOUTH = "#8E5BC4", "#F58AC0", "#F7E2B5", "#5A1F2B"
SUGAR, ANTS, STAR, BACK, BACK_LINE = "#FFF4DC", "#EBA58C", "#E0A63E", "#6A3426", "#C08A6C"
EDGE = 0.035  # of the picture's side: the ink line around everything
THIN = 0.022
CARD = 0.86  # of a small card's side that the picture on it takes


class Part(NamedTuple):
    """A figure in one colour; with `line`, a share of the picture's side, only the line along its edge."""

    colour: str
    figure: Figure
    line: float = 0


# -- shapes, in a box of 100


def _figure(loop: Iterable[Point]) -> Figure:
    return outline.united([(False, tuple((x / 100, y / 100) for x, y in loop))])


def _oval(x: float, y: float, rx: float, ry: float) -> Loop:
    turns = (math.tau * n / 40 for n in range(40))
    return tuple((x + rx * math.cos(a), y + ry * math.sin(a)) for a in turns)


def _round(*points: Point) -> Loop:
    """A smooth line through these points and back to the first one (Catmull and Rom's)."""
    count, loop = len(points), []
    for n in range(count):
        a, b, c, d = (points[(n + k) % count] for k in (-1, 0, 1, 2))
        loop += [_between(a, b, c, d, step / 6) for step in range(6)]
    return tuple(loop)


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    def one(a: float, b: float, c: float, d: float) -> float:
        square = (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t
        return 0.5 * (2 * b + (c - a) * t + square)

    return one(a[0], b[0], c[0], d[0]), one(a[1], b[1], c[1], d[1])


def _wavy(x: float, y: float, radius: float, depth: float, waves: int) -> Loop:
    """A circle with a scalloped edge."""
    steps = waves * 8
    turns = [(math.tau * n / steps, radius + depth * math.cos(math.tau * n / 8)) for n in range(steps)]
    return tuple((x + r * math.cos(a), y + r * math.sin(a)) for a, r in turns)


def _stroke(points: Sequence[Point], wide: float) -> Loop:
    """A band along a path."""
    sides: list[list[Point]] = [[], []]
    for n, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, n - 1)], points[min(len(points) - 1, n + 1)]
        length = math.hypot(bx - ax, by - ay) or 1
        dx, dy = (by - ay) / length * wide / 2, (ax - bx) / length * wide / 2
        sides[0].append((x + dx, y + dy))
        sides[1].append((x - dx, y - dy))
    return (*sides[0], *reversed(sides[1]))


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float, steps: int = 14) -> list[Point]:
    turns = (math.radians(start + (end - start) * n / steps) for n in range(steps + 1))
    return [(x + rx * math.cos(a), y + ry * math.sin(a)) for a in turns]


def _star(x: float, y: float, side: float) -> Loop:
    turns = [(math.radians(90 + 36 * n), side / 2 * (0.45 if n % 2 else 1)) for n in range(10)]
    return tuple((x + r * math.cos(a), y + r * math.sin(a)) for a, r in turns)


def _inked(colour: str, *loops: Loop, line: float = EDGE) -> list[Part]:
    """Figures that are one, filled, with an ink line around them."""
    whole = outline.united((False, tuple((x / 100, y / 100) for x, y in loop)) for loop in loops)
    return [Part(colour, whole), Part(INK, whole, line)]


def _shine(*loops: Loop) -> list[Part]:
    return [Part(WHITE, _figure(loop)) for loop in loops]


# -- the pictures


def _heart() -> list[Part]:
    turns = [math.tau * n / 48 for n in range(48)]
    edge = tuple(
        (
            50 + 2.75 * 16 * math.sin(a) ** 3,
            55 + 2.75 * (13 * math.cos(a) - 5 * math.cos(2 * a) - 2 * math.cos(3 * a) - math.cos(4 * a)),
        )
        for a in turns
    )
    return _inked(FILLS["red"], edge) + _shine(_round((20, 66), (24, 78), (35, 82), (27, 75)))


def _lollipop() -> list[Part]:
    stick = _stroke([(50, 3), (50, 30)], 10)
    turns = [math.radians(n * 20) for n in range(42)]
    swirl = [(50 + (4 + 2.05 * a) * math.cos(a), 60 + (4 + 2.05 * a) * math.sin(a)) for a in turns]
    return [
        *_inked(PAPER, stick),
        *_inked(FILLS["yellow"], _oval(50, 60, 37, 37)),
        Part("#A06A00", _figure(_stroke(swirl, 5))),
        *_shine(_oval(32, 80, 5, 3.5)),
    ]


def _gumdrop() -> list[Part]:
    dome = _round(
        (10, 20), (14, 46), (26, 72), (50, 88), (74, 72), (86, 46), (90, 20), (82, 12), (50, 10), (18, 12)
    )
    sugar = ((34, 36), (54, 28), (70, 40), (44, 54), (62, 60), (48, 73), (26, 24), (76, 22))
    return _inked(FILLS["green"], dome) + [Part("#BFE8CF", _figure(_oval(x, y, 3.6, 3.6))) for x, y in sugar]


def _twisted() -> tuple[Loop, ...]:
    """The outline of a sweet in its paper, twisted at both ends."""
    left = ((36, 50), (22, 62), (6, 78), (9, 64), (2, 58), (8, 50), (2, 42), (9, 36), (6, 22), (22, 38))
    right = tuple((100 - x, y) for x, y in reversed(left))
    return left, right, _oval(50, 50, 29, 26)


def _bonbon() -> list[Part]:
    stripe = _figure((*_arc(50, 50, 28, 25, 76, 104, 4), *_arc(50, 50, 28, 25, 256, 284, 4)))
    return [
        *_inked(FILLS["blue"], *_twisted()),
        Part("#D6E8FF", stripe),
        Part(INK, _figure(_oval(50, 50, 29, 26)), THIN),
        *_shine(_oval(36, 62, 5, 3.5)),
    ]


def _eye(x: float, y: float, radius: float, look: Point = (0, 0)) -> list[Part]:
    pupil = _oval(x + look[0], y + look[1], radius * 0.5, radius * 0.55)
    glint = _oval(x + look[0] + radius * 0.18, y + look[1] + radius * 0.2, radius * 0.16, radius * 0.16)
    return [
        *_inked(WHITE, _oval(x, y, radius, radius), line=THIN),
        Part(INK, _figure(pupil)),
        *_shine(glint),
    ]


def _monster() -> list[Part]:
    """A furry one with horns that would like to have something to munch."""
    horns = [
        _round((20, 74), (13, 88), (10, 98), (24, 95), (34, 84)),
        _round((80, 74), (87, 88), (90, 98), (76, 95), (66, 84)),
    ]
    mouth = (*_arc(50, 37, 25, 22, 180, 360), (75, 37))
    teeth = (((34, 38), (46, 38), (40, 28)), ((54, 38), (66, 38), (60, 28)))
    tongue = _figure(_oval(50, 21, 11, 5))
    return [
        *(part for horn in horns for part in _inked(HORN, horn)),
        *_inked(PURPLE, _wavy(50, 46, 40, 3.4, 15)),
        *_eye(34, 60, 12.5, (2, -1)),
        *_eye(66, 60, 12.5, (-2, -1)),
        *_inked(MOUTH, mouth, line=THIN),
        Part("#F2876F", tongue),
        *(Part(WHITE, _figure(tooth)) for tooth in teeth),
    ]


def _bo() -> list[Part]:
    """The coolest of them: dark glasses, a tuft of hair, a grin."""
    hair = ((28, 76), (22, 97), (38, 86), (50, 100), (60, 86), (78, 97), (72, 76))
    body = _round(
        (18, 20), (11, 46), (20, 76), (50, 88), (80, 76), (89, 46), (82, 20), (66, 10), (50, 8), (34, 10)
    )
    feet = [_oval(32, 9, 15, 8), _oval(68, 9, 15, 8)]
    glasses = [
        _round((18, 64), (46, 64), (46, 52), (34, 44), (20, 50)),
        _round((54, 64), (82, 64), (80, 50), (66, 44), (54, 52)),
    ]
    grin = (*_arc(50, 34, 20, 16, 180, 360), (70, 34))
    return [
        *_inked("#7A3E9D", hair),
        *(part for foot in feet for part in _inked("#7A3E9D", foot)),
        *_inked(PINK, body),
        Part(INK, _figure(_stroke([(12, 63), (88, 63)], 5))),
        *(Part(INK, _figure(glass)) for glass in glasses),
        *_shine(((24, 60), (30, 60), (26, 52)), ((60, 60), (66, 60), (62, 52))),
        *_inked(WHITE, grin, line=THIN),
        *(Part(INK, _figure(_stroke([(x, 33), (x, 21)], 2))) for x in (43, 50, 57)),
    ]


def _disc(colour: str) -> list[Part]:
    return [*_inked(colour, _wavy(50, 50, 46, 2, 18)), Part("#C9A878", _figure(_oval(50, 50, 39, 39)), THIN)]


def _one_star() -> list[Part]:
    return [*_disc(SUGAR), *_inked(STAR, _star(50, 49, 66))]


def _two_stars() -> list[Part]:
    return [*_disc(SUGAR), *_inked(STAR, _star(33, 58, 45)), *_inked(STAR, _star(67, 42, 45))]


def _an_ant() -> list[Part]:
    ant = outline.placed(outline.own_shape("ant"), 0.16, 0.16, 0.68, 0.68)
    return [*_disc(ANTS), Part(INK, ant)]


def _face_down() -> list[Part]:
    whole = outline.united(
        (False, tuple((0.2 + x * 0.006, 0.2 + y * 0.006) for x, y in loop)) for loop in _twisted()
    )
    ring = _figure(_oval(50, 50, 39, 39))
    return [*_inked(BACK, _wavy(50, 50, 46, 2, 18)), Part(BACK_LINE, ring, THIN), Part(BACK_LINE, whole)]


def _candy() -> list[Part]:
    """A sweet of no colour that is played with: a round of the match."""
    return [*_inked(PINK, *_twisted(), line=0.05), Part(INK, _figure(_oval(50, 50, 29, 26)), 0.03)]


def _on_card(picture: Callable[[], list[Part]]) -> list[Part]:
    """The same on a small card, for keys."""
    edge = (1 - CARD) / 2
    card = outline.placed(outline.rounded(100, 100, 14), 0, 0, 0.01, 0.01)
    on_it = [
        Part(part.colour, outline.placed(part.figure, edge, edge, CARD, CARD), part.line * CARD)
        for part in picture()
    ]
    return [Part(PAPER, card), *on_it]


_CARDS: dict[str, Callable[[], list[Part]]] = {
    "red": _heart,
    "yellow": _lollipop,
    "green": _gumdrop,
    "blue": _bonbon,
    "monster": _monster,
    "bo": _bo,
}
_MADE: dict[str, Callable[[], list[Part]]] = {
    **_CARDS,
    **{f"card_{name}": functools.partial(_on_card, made) for name, made in _CARDS.items()},
    "star_1": _one_star,
    "star_2": _two_stars,
    "ant": _an_ant,
    "chip": _face_down,
    "candy": _candy,
}
NAMES = tuple(_MADE)


@functools.cache
def picture(name: str, quarter: int = 0) -> tuple[Part, ...]:
    """Return the parts of a picture, turned counter-clockwise by so many quarters. Raises KeyError."""
    parts = tuple(_MADE[name]())
    return tuple(part._replace(figure=_turned(part.figure, quarter % 4)) for part in parts)


def _turned(figure: Figure, quarter: int) -> Figure:
    def put(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(turned_point(point, quarter) for point in points)

    if not quarter:
        return figure
    return Figure(tuple(map(put, figure.loops)), tuple(map(put, figure.triangles)))


def turned_point(point: Point, quarter: int) -> Point:
    """Return a point in a box of 1, turned with the box counter-clockwise by so many quarters."""
    for _ in range(quarter):
        point = 1 - point[1], point[0]
    return point


@functools.cache
def silhouette(name: str) -> Figure:
    """Return the outline of a picture as one figure, for what is gone."""
    return outline.united((False, loop) for part in picture(name) for loop in part.figure.loops)
