"""The printed parts as solids, in the pad's frame, from params.py alone.

Owns their shapes, and how they lie on the printer's bed: each on its largest flat side, without supports.
What is measured on them is for tests/hardware and check.py.
"""

from collections.abc import Callable, Iterable
from math import cos, pi, sin

from build123d import Axis, Box, Cylinder, Part, Polygon, Pos, RectangleRounded, Rot, Solid, extrude, fillet

from hardware import params as p
from hardware.pad.enclosure import openings as o

UNDER_LID = p.BOX[2] - p.LID  # where the body ends
THROUGH = 1.0  # a cutter reaches so far beyond what it cuts
TABLE = p.FOOT_RECESS[1] - p.FOOT[1]  # the table's height in the pad's frame, whose 0 is the box's underside


def block(low: tuple[float, float, float], high: tuple[float, float, float]) -> Solid:
    """Return the box between two corners."""
    size = [b - a for a, b in zip(low, high, strict=True)]
    middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    return Pos(*middle) * Box(*size)


def pin(at: tuple[float, float], diameter: float, bottom: float, top: float) -> Solid:
    """Return an upright cylinder between two heights."""
    return Pos(at[0], at[1], (bottom + top) / 2) * Cylinder(diameter / 2, top - bottom)


def plate(size: tuple[float, float], corner: float, bottom: float, top: float) -> Part:
    """Return a plate with rounded upright edges around the frame's middle."""
    return Pos(0, 0, bottom) * extrude(RectangleRounded(*size, corner), top - bottom)


def without(whole: Part, cutters: Iterable[Solid]) -> Part:
    """Cut all of them out at once."""
    return whole - list(cutters)


def inner(less: float = 0.0) -> tuple[float, float]:
    """Return the size of the room inside the walls, with this much less on every side."""
    return p.BOX[0] - 2 * (p.WALL + less), p.BOX[1] - 2 * (p.WALL + less)


# ---- body


def insert_cutters(at: tuple[float, float], top: float, screw_depth: float) -> list[Solid]:
    """Return the hole of a heat-set insert from `top` down, and the screw's end below it."""
    return [
        pin(at, p.INSERT_HOLE, top - p.INSERT_DEPTH, top + THROUGH),
        pin(at, p.SCREW_HOLE, top - max(screw_depth, p.INSERT_DEPTH), top + THROUGH),
    ]


def lid_column(at: tuple[float, float]) -> list[Solid]:
    """Return one of the columns that carry the lid, grown together with both walls of its corner."""
    x, y = at
    half = p.BOSS / 2
    to_x = (p.BOX[0] / 2 - p.WALL + 1.0) * (1 if x > 0 else -1)
    to_y = (p.BOX[1] / 2 - p.WALL + 1.0) * (1 if y > 0 else -1)
    return [
        pin(at, p.BOSS, p.FLOOR - THROUGH, UNDER_LID),
        block((min(x, to_x), y - half, p.FLOOR - THROUGH), (max(x, to_x), y + half, UNDER_LID)),
        block((x - half, min(y, to_y), p.FLOOR - THROUGH), (x + half, max(y, to_y), UNDER_LID)),
    ]


def board_holes() -> list[tuple[float, float]]:
    """Return the board's holes in the pad's frame."""
    return [(p.BOARD_AT[0] + x, p.BOARD_AT[1] + y) for x, y in p.BOARD_HOLES]


def rear_cutters() -> list[Solid]:
    """Return what opens the rear wall: the USB plug's way in, and the sync cable's."""
    rear = p.BOX[1] / 2
    found = []
    for opening in o.openings():
        if opening.face != o.REAR:
            continue
        if opening.round:
            hole = Rot(90, 0, 0) * Cylinder(opening.size[0] / 2, p.WALL + 2 * THROUGH)
            found.append(Pos(opening.u, rear - p.WALL / 2, opening.v) * hole)
        else:
            (w, h), depth = opening.size, p.WALL + 2 * THROUGH
            found.append(Pos(opening.u, rear - p.WALL / 2, opening.v) * Box(w, depth, h))
    return found


def foot_recesses() -> list[Solid]:
    """Return what makes room for the feet below the floor."""
    diameter, depth = p.FOOT_RECESS
    return [pin(at, diameter, -THROUGH, depth) for at in p.FEET]


def body() -> Part:
    """Return the open box with its columns, board bosses, openings and foot recesses."""
    shell = plate(p.BOX[:2], p.BOX_CORNER, 0, UNDER_LID)
    shell -= plate(inner(), p.BOX_CORNER - p.WALL, p.FLOOR, UNDER_LID + THROUGH)
    boss_top = p.FLOOR + p.STANDOFF
    grown = [solid for at in p.LID_SCREWS for solid in lid_column(at)]
    grown += [pin(at, p.BOSS, p.FLOOR - THROUGH, boss_top) for at in board_holes()]
    shell = shell + grown
    cutters = [*rear_cutters(), *foot_recesses()]
    for at in p.LID_SCREWS:
        cutters += insert_cutters(at, UNDER_LID, p.SCREW_LID_LENGTH)
    for at in board_holes():
        cutters += insert_cutters(at, boss_top, p.SCREW_BOARD_LENGTH - p.BOARD_THICKNESS)
    return without(shell, cutters)


# ---- lid


def star(diameter: float) -> Polygon:
    """Return the sheriff's star of HIT."""
    far, near = diameter / 2, diameter / 2 * 0.45
    corners = [(far if n % 2 == 0 else near, pi / 2 + n * pi / 5) for n in range(10)]
    return Polygon(*[(r * cos(a), r * sin(a)) for r, a in corners], align=None)


def bar(width: float, height: float, x: float) -> Polygon:
    """Return an upright bar: one for shooter 1, two for shooter 2."""
    return Polygon(
        (x, -height / 2), (x + width, -height / 2), (x + width, height / 2), (x, height / 2), align=None
    )


def arrow(diameter: float) -> Polygon:
    """Return the arrow of the coward, who runs away."""
    r = diameter / 2
    corners = [
        (-r, -0.3 * r),
        (0, -0.3 * r),
        (0, -0.9 * r),
        (r, 0),
        (0, 0.9 * r),
        (0, 0.3 * r),
        (-r, 0.3 * r),
    ]
    return Polygon(*corners, align=None)


def marks() -> list[Part]:
    """Return what is sunk into the lid beside each light: a sign that needs no language and no colour."""
    m = p.MARK
    signs = {
        "hit": [star(m)],
        "die1": [bar(m / 4, m, -m / 8)],
        "die2": [bar(m / 4, m, -m * 0.4), bar(m / 4, m, m * 0.15)],
        "die3": [arrow(m)],
    }
    sunk = []
    for button in p.BUTTONS:
        at = Pos(button.light[0] + p.MARK_FROM_LIGHT, button.light[1], p.BOX[2] - p.MARK_DEPTH)
        sunk += [at * extrude(sign, p.MARK_DEPTH + THROUGH) for sign in signs[button.name]]
    return sunk


def lip() -> Part:
    """Return the rim below the lid that goes inside the walls, and leaves the columns free."""
    thickness, depth, play = p.LIP
    bottom, top = UNDER_LID - depth, UNDER_LID + THROUGH
    rim = plate(inner(play), p.BOX_CORNER - p.WALL - play, bottom, top)
    rim -= plate(
        inner(play + thickness), p.BOX_CORNER - p.WALL - play - thickness, bottom - THROUGH, top + THROUGH
    )
    room = p.BOSS / 2 + 1.0
    corners = []
    for x, y in p.LID_SCREWS:
        far_x, far_y = (p.BOX[0] if x > 0 else -p.BOX[0]), (p.BOX[1] if y > 0 else -p.BOX[1])
        near_x, near_y = x - room * (1 if x > 0 else -1), y - room * (1 if y > 0 else -1)
        low = (min(near_x, far_x), min(near_y, far_y), bottom - THROUGH)
        corners.append(block(low, (max(near_x, far_x), max(near_y, far_y), top + THROUGH)))
    return without(rim, corners)


def seats() -> list[Part]:
    """Return the rings below the lid that hold the lights' discs and the piezo."""
    wall, height = p.LIGHT_SEAT
    room = p.LIGHT_DISC[0] + p.HOLE_PLAY
    rings = [
        pin(b.light, room + 2 * wall, UNDER_LID - height, UNDER_LID + THROUGH)
        - pin(b.light, room, UNDER_LID - height - THROUGH, UNDER_LID)
        for b in p.BUTTONS
    ]
    shelf, shelf_height, ring_height = p.PIEZO_SEAT
    disc = p.PIEZO_DISC[0] + p.HOLE_PLAY
    ring = pin(p.PIEZO_AT, disc + 2 * p.WALL_LEAST, UNDER_LID - ring_height, UNDER_LID + THROUGH)
    ring -= pin(p.PIEZO_AT, disc, UNDER_LID - ring_height - THROUGH, UNDER_LID - shelf_height)
    ring -= pin(p.PIEZO_AT, disc - 2 * shelf, UNDER_LID - ring_height - THROUGH, UNDER_LID)
    return [*rings, ring]


def lid() -> Part:
    """Return the lid with its holes, signs, lip and seats."""
    top = plate(p.BOX[:2], p.BOX_CORNER, UNDER_LID, p.BOX[2])
    top = top.fuse(lip(), *seats())
    holes = [
        pin((hole.u, hole.v), hole.size[0], UNDER_LID - THROUGH, p.BOX[2] + THROUGH)
        for hole in o.openings()
        if hole.face == o.LID
    ]
    return without(top, [*holes, *marks()])


# ---- small parts and tray


def lens(at: tuple[float, float]) -> Part:
    """Return the lens of one light where it sits: a plug through the window and a flange below the lid."""
    flange, flange_height = p.LIGHT_FLANGE
    plug = pin(at, p.LIGHT_WINDOW, UNDER_LID - flange_height, p.BOX[2])
    return plug + pin(at, flange, UNDER_LID - flange_height, UNDER_LID)


def lenses() -> list[Part]:
    """Return the four lenses where they sit."""
    return [lens(button.light) for button in p.BUTTONS]


def rails() -> list[Part]:
    """Return the two rails below a screw-terminal board, between the bosses."""
    length, width = p.RAIL
    middle_y = p.BOARD_AT[1] + p.BOARD_SIZE[1] / 2
    away = p.BOARD_SIZE[0] / 4
    return [
        block(
            (x - width / 2, middle_y - length / 2, p.FLOOR),
            (x + width / 2, middle_y + length / 2, p.FLOOR + p.STANDOFF),
        )
        for x in (-away, away)
    ]


def sync_plug() -> Part:
    """Return what closes the sync opening: a pin with a head, outside."""
    rear = p.BOX[1] / 2
    x, z = p.SYNC_MIDDLE
    neck = Rot(90, 0, 0) * Cylinder((p.SYNC_OPENING - 0.1) / 2, p.WALL)
    head = Rot(90, 0, 0) * Cylinder(p.SYNC_OPENING / 2 + 2, p.WALL_LEAST)
    return Pos(x, rear - p.WALL / 2, z) * neck + Pos(x, rear + p.WALL_LEAST / 2, z) * head


def tray() -> Part:
    """Return the dice tray, standing on the table to the right of the pad, with its tongue below the pad."""
    width, length, height = p.TRAY
    left = p.BOX[0] / 2 + p.TRAY_GAP
    middle = Pos(left + width / 2, 0, 0)
    whole = middle * plate((width, length), p.BOX_CORNER, 0, height)
    room = (width - 2 * p.TRAY_WALL, length - 2 * p.TRAY_WALL)
    whole -= middle * plate(room, p.BOX_CORNER - p.TRAY_WALL, p.TRAY_FLOOR, height + THROUGH)
    reach, thickness, hole = p.TRAY_TONGUE
    tongue = block((p.BOX[0] / 2 - reach, -length / 2, 0), (left + p.BOX_CORNER, length / 2, thickness))
    tongue = fillet(tongue.edges().filter_by(Axis.Z).group_by(Axis.X)[0], p.BOX_CORNER / 2)
    whole = whole + tongue
    return Pos(0, 0, TABLE) * without(whole, [pin(at, hole, -THROUGH, height) for at in p.FEET if at[0] > 0])


# ---- as they are printed


def gathered(parts: Iterable[Part], apart: float = 6.0) -> Part:
    """Return the parts on one bed, side by side from the left, as one."""
    row: list[Part] = []
    x = 0.0
    for part in parts:
        box = part.bounding_box()
        row.append(Pos(x - box.min.X, -box.center().Y, -box.min.Z) * part)
        x += box.size.X + apart
    return Part() + row


def as_printed(name: str) -> Part:
    """Return a printed part as it lies on the bed. Raise KeyError for another name."""
    upside_down = Rot(180, 0, 0)
    makers: dict[str, Callable[[], Part]] = {
        "body": body,
        "lid": lambda: Pos(0, 0, p.BOX[2]) * (upside_down * lid()),
        "lenses": lambda: gathered(lenses()),
        "extras": lambda: gathered([*rails(), Rot(-90, 0, 0) * sync_plug()]),
        "tray": lambda: Pos(0, 0, -TABLE) * tray(),
    }
    return makers[name]()
