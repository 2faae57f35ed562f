"""What is cut into the box, as plain circles and rectangles, and the least web that stays between them.

Owns the list of openings: the solids are cut by it, and the ordinary check measures it and the committed
solids with the standard library alone. Must never import a modeller.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import cos, hypot, pi, sin

from hardware import params as p

LID, REAR = "lid", "rear"


@dataclass(frozen=True)
class Opening:
    """A hole in a face. In the lid (u, v) is (x, y), in the rear wall (x, z). size: width, height."""

    name: str
    face: str
    u: float
    v: float
    size: tuple[float, float]
    round: bool = True

    def gap(self, other: "Opening") -> float:
        """Return the material between two openings of one face, in mm; below 0 they run into each other."""
        across, along = abs(self.u - other.u), abs(self.v - other.v)
        if self.round and other.round:
            return hypot(across, along) - (self.size[0] + other.size[0]) / 2
        across -= (self.size[0] + other.size[0]) / 2
        along -= (self.size[1] + other.size[1]) / 2
        return hypot(max(across, 0), max(along, 0)) or max(across, along)

    def to_edge(self, low: tuple[float, float], high: tuple[float, float]) -> float:
        """Return the material up to the nearest side of the rectangle from `low` to `high`."""
        return min(
            min(self.u - low[0], high[0] - self.u) - self.size[0] / 2,
            min(self.v - low[1], high[1] - self.v) - self.size[1] / 2,
        )


def circle(name: str, face: str, at: tuple[float, float], diameter: float) -> Opening:
    """Return a round opening."""
    return Opening(name, face, *at, (diameter, diameter))


def grille() -> Iterator[Opening]:
    """Yield the seven holes above the piezo's middle."""
    diameter, pitch = p.GRILLE
    x, y = p.PIEZO_AT
    yield circle("grille 0", LID, (x, y), diameter)
    for n in range(6):
        turn = n * pi / 3
        yield circle(f"grille {n + 1}", LID, (x + pitch * cos(turn), y + pitch * sin(turn)), diameter)


def openings() -> list[Opening]:
    """Return every hole through the box."""
    found = [
        circle(button.name, LID, (button.x, button.y), button.hole + p.HOLE_PLAY) for button in p.BUTTONS
    ]
    found += [circle(f"light {b.name}", LID, b.light, p.LIGHT_WINDOW + p.HOLE_PLAY) for b in p.BUTTONS]
    found += [circle(f"lid screw {n + 1}", LID, at, p.SCREW_HOLE) for n, at in enumerate(p.LID_SCREWS)]
    found += grille()
    found.append(Opening("USB", REAR, *p.USB_MIDDLE, p.USB_OPENING, round=False))
    found.append(circle("sync", REAR, p.SYNC_MIDDLE, p.SYNC_OPENING))
    return found


def faces() -> dict[str, tuple[tuple[float, float], tuple[float, float]]]:
    """Return the rectangle of each face, from its least to its greatest corner."""
    half_x, half_y = p.BOX[0] / 2, p.BOX[1] / 2
    inner_x = half_x - p.WALL
    return {
        LID: ((-half_x, -half_y), (half_x, half_y)),
        REAR: ((-inner_x, p.FLOOR), (inner_x, p.BOX[2] - p.LID)),
    }


def webs(of: list[Opening] | None = None) -> list[tuple[float, str, str]]:
    """Return (mm, opening, other or "edge") of every web, the thinnest first."""
    all_of_them = openings() if of is None else of
    found = [(a.gap(b), a.name, b.name) for a, b in combinations(all_of_them, 2) if a.face == b.face]
    found += [(opening.to_edge(*faces()[opening.face]), opening.name, "edge") for opening in all_of_them]
    return sorted(found)


def thin_webs(of: list[Opening] | None = None) -> list[str]:
    """Return the webs that a printer could not be trusted with, in words."""
    return [f"{name} and {other}: {mm:.2f} mm" for mm, name, other in webs(of) if mm < p.WEB_LEAST - 1e-9]


def tips() -> list[str]:
    """Return the buttons whose press could tip the pad, for they lie outside its feet."""
    left, right = min(x for x, _ in p.FEET), max(x for x, _ in p.FEET)
    front, rear = min(y for _, y in p.FEET), max(y for _, y in p.FEET)
    return [b.name for b in p.BUTTONS if not (left < b.x < right and front < b.y < rear)]
