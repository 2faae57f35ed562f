"""Are the committed solids those of params.py? Asked of the STL files with the standard library alone.

Owns what is measured: the lid is open where something goes through and solid beside it, the body carries
board and lid where their holes are, and everything is closed and fits the bed. Must never import a modeller.
"""

from collections.abc import Iterator
from math import cos, pi, sin
from pathlib import Path

from hardware import params as p
from hardware.pad.enclosure import mesh
from hardware.pad.enclosure import openings as o

FOLDER = Path(__file__).parent
CLEAR = 0.25  # inside an opening's edge there is nothing, as far as facets allow
BESIDE = 0.4  # and so far outside there is material
OFF = 0.0137  # rays keep off the places where facets meet
ROUND = [(cos(n * pi / 6 + 0.11), sin(n * pi / 6 + 0.11)) for n in range(12)]
NEAR = 0.02


def solids(folder: Path = FOLDER) -> dict[str, list[mesh.Triangle]]:
    """Read every printed part. Raise OSError or ValueError when a file is missing or damaged."""
    return {name: mesh.from_stl(folder / f"{name}.stl") for name in p.PRINTED}


def rim(opening: o.Opening, off: float) -> Iterator[tuple[float, float]]:
    """Yield points along an opening's edge, this far outside it, inside when below 0."""
    half_w, half_h = (side / 2 + off for side in opening.size)
    for x, y in ROUND:
        stretch = 1.0 if opening.round else 1 / max(abs(x), abs(y))
        yield opening.u + x * half_w * stretch, opening.v + y * half_h * stretch


def misplaced(rays: mesh.Rays, opening: o.Opening, turned: int = 1) -> str:
    """Say what is wrong with an opening, "" for nothing. turned: -1 when v is mirrored on the bed."""
    inside = [(opening.u + OFF, opening.v + OFF), *rim(opening, -CLEAR)]
    if any(rays.thickness(u, turned * v) > NEAR for u, v in inside):
        return f"{opening.name}: the {opening.face} is not open where it should be"
    if any(rays.thickness(u, turned * v) < p.WALL_LEAST - NEAR for u, v in rim(opening, BESIDE)):
        return f"{opening.name}: the {opening.face} is open, or thin, where it should be solid"
    return ""


def posts() -> Iterator[tuple[str, tuple[float, float], float]]:
    """Yield (name, place, height) of everything in the body that takes an insert."""
    for n, at in enumerate(p.LID_SCREWS, 1):
        yield f"lid column {n}", at, p.BOX[2] - p.LID
    for n, (x, y) in enumerate(p.BOARD_HOLES, 1):
        yield f"board boss {n}", (p.BOARD_AT[0] + x, p.BOARD_AT[1] + y), p.FLOOR + p.STANDOFF


def post_fault(rays: mesh.Rays, name: str, at: tuple[float, float], height: float) -> str:
    """Say what is wrong with a post, "" when an insert fits into it and it has its wall and height."""
    x, y = at
    hole = [
        rays.thickness(x + a * (p.INSERT_HOLE / 2 - CLEAR), y + b * (p.INSERT_HOLE / 2 - CLEAR))
        for a, b in ROUND
    ]
    wall = [
        rays.thickness(x + a * (p.INSERT_HOLE / 2 + BESIDE), y + b * (p.INSERT_HOLE / 2 + BESIDE))
        for a, b in ROUND
    ]
    if max(hole) > height - p.INSERT_DEPTH + NEAR or min(hole) < p.WALL_LEAST - NEAR:
        return f"{name}: no hole for an insert where it should be"
    if min(wall) < height - p.FOOT_RECESS[1] - NEAR or max(wall) > height + NEAR:
        return f"{name}: no wall of {height:g} mm around its hole"
    return ""


def shape_faults(parts: dict[str, list[mesh.Triangle]]) -> list[str]:
    """Return which parts are open, inside out or too large for the bed."""
    found = [
        f"{name}: {edges} open edges" for name, part in parts.items() if (edges := mesh.open_edges(part))
    ]
    found += [f"{name}: inside out" for name, part in parts.items() if mesh.volume(part) <= 0]
    for name, part in parts.items():
        low, high = mesh.corners(part)
        if low[2] != 0 or max(high[0] - low[0], high[1] - low[1]) > p.BED:
            found.append(f"{name}: does not lie on a bed of {p.BED:g} mm")
    return found


def bridges() -> dict[str, dict[str, tuple[float, float, float]]]:
    """Return what each part may leave hanging, as {name: (lowest, highest, the gap's width)}."""
    top = p.USB_MIDDLE[1] + p.USB_OPENING[1] / 2
    sync_z, half = p.SYNC_MIDDLE[1], p.SYNC_OPENING / 2
    return {
        "body": {
            "foot recesses": (p.FOOT_RECESS[1], p.FOOT_RECESS[1], p.FOOT_RECESS[0]),
            "USB opening": (top, top, p.USB_OPENING[0]),
            "sync opening": (sync_z, sync_z + half, p.SYNC_OPENING),
        },
        "lid": {"signs": (p.MARK_DEPTH, p.MARK_DEPTH, p.MARK)},
    }


def print_faults(parts: dict[str, list[mesh.Triangle]]) -> list[str]:
    """Return what could not be printed without supports."""
    found = []
    for name, part in parts.items():
        may = bridges().get(name, {})
        found += [
            f"{name}, {what}: {gap:g} mm to bridge" for what, (*_, gap) in may.items() if gap > p.BRIDGE
        ]
        for height, area in sorted(mesh.hanging(part).items()):
            if not any(low - 0.1 < height < high + 0.1 for low, high, _ in may.values()):
                found.append(f"{name}: {area:.1f} mm2 hang at {height:g} mm")
    return found


def place_faults(parts: dict[str, list[mesh.Triangle]]) -> list[str]:
    """Return which openings and posts are not where they should be. The parts must be closed."""
    lid, body, rear = mesh.Rays(parts["lid"], 2), mesh.Rays(parts["body"], 2), rear_wall(parts["body"])
    found = [misplaced(lid, one, -1) if one.face == o.LID else misplaced(rear, one) for one in o.openings()]
    found += [post_fault(body, *post) for post in posts()]
    return [fault for fault in found if fault]


def faults(parts: dict[str, list[mesh.Triangle]] | None = None) -> list[str]:
    """Return everything in which the committed solids disagree with params.py, in words."""
    of = solids() if parts is None else parts
    tips = [f"a press on {name} tips the pad" for name in o.tips()]
    return (shape_faults(of) or place_faults(of) + print_faults(of)) + o.thin_webs() + tips


def rear_wall(body: list[mesh.Triangle]) -> mesh.Rays:
    """Return the rays through the rear wall alone: its two faces and what lies between them."""
    inner = p.BOX[1] / 2 - p.WALL
    return mesh.Rays([triangle for triangle in body if all(point[1] > inner - NEAR for point in triangle)], 1)
