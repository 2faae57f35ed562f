"""What goes into the box, as the room it takes: board, Pico, plugs, buttons, screws, lights, piezo, feet.

Owns those rooms and the two questions asked of them: what do they share with the printed parts, and can board
and Pico be lowered in. Each room is at least as large as the part, so that an overlap of zero means that it
fits.
"""

from collections.abc import Iterable, Iterator, Mapping

from build123d import Part, Pos, Rot, Solid

from hardware import params as p
from hardware.pad.enclosure import shapes as s

PLUG_HEIGHT = 18.0  # an XH header with its plug and the bend of its wires
XH_PITCH, XH_END, XH_DEPTH = 2.5, 2.45, 5.75  # JST XH: pitch, from the last pin to the housing's end, depth
PLUG_USB = (12.0, 8.5)  # the housing of a micro-USB plug, width and height
SOLDERED = 3.0  # what stands out below the board
TOUCH = 1e-3  # mm3: two solids that only touch share less


def board_block(low: tuple[float, float], high: tuple[float, float], bottom: float, top: float) -> Solid:
    """Return a block whose corners are given in the board's frame, its heights in the pad's."""
    x, y = p.BOARD_AT
    return s.block((x + low[0], y + low[1], bottom), (x + high[0], y + high[1], top))


def board() -> Part:
    """Return the carrier board with its holes."""
    whole = board_block((0, 0), p.BOARD_SIZE, p.BOARD_TOP_Z - p.BOARD_THICKNESS, p.BOARD_TOP_Z)
    x, y = p.BOARD_AT
    holes = [s.pin((x + u, y + v), p.BOARD_HOLE, 0, p.BOX[2]) for u, v in p.BOARD_HOLES]
    return whole - holes


def pico() -> Solid:
    """Return the Pico on its sockets."""
    half = [length / 2 for length in p.PICO_SIZE]
    x, y = p.PICO_MIDDLE
    return board_block((x - half[0], y - half[1]), (x + half[0], y + half[1]), p.BOARD_TOP_Z, p.PICO_TOP_Z)


def usb() -> Solid:
    """Return the Pico's USB socket."""
    x, y = p.PICO_MIDDLE
    rear = y + p.PICO_SIZE[1] / 2
    top = p.PICO_TOP_Z + p.PICO_USB_HEIGHT
    return board_block((x - 4, rear - 5), (x + 4, rear + p.PICO_USB_OVERHANG), p.PICO_TOP_Z, top)


def usb_plug() -> Solid:
    """Return the housing of the plug that comes through the rear wall."""
    x, z = p.USB_MIDDLE
    width, height = PLUG_USB
    rear = p.BOARD_AT[1] + p.BOARD_SIZE[1] + p.PICO_USB_OVERHANG
    low = (x - width / 2, rear, z - height / 2)
    return s.block(low, (x + width / 2, rear + 25, z + height / 2))


def soldered() -> Solid:
    """Return the room of what is soldered, below the board; both sides stay free for the bosses."""
    strip = p.BOARD_HOLES[0][0] + p.BOSS / 2
    bottom = p.BOARD_TOP_Z - p.BOARD_THICKNESS
    return board_block(
        (strip, 0.5), (p.BOARD_SIZE[0] - strip, p.BOARD_SIZE[1] - 0.5), bottom - SOLDERED, bottom
    )


def plugs() -> Iterator[tuple[str, Solid]]:
    """Yield each XH connector of the board with its plug."""
    for part in p.PARTS:
        if not part.footprint.startswith("XH-"):
            continue
        long = (int(part.footprint[3:]) - 1) * XH_PITCH
        for ref in part.refs:
            place = p.PLACES[ref]
            room = Pos(long / 2, 0, PLUG_HEIGHT / 2) * s.block(
                (-long / 2 - XH_END, -XH_DEPTH / 2, -PLUG_HEIGHT / 2),
                (long / 2 + XH_END, XH_DEPTH / 2, PLUG_HEIGHT / 2),
            )
            x, y = p.BOARD_AT
            yield f"plug {ref}", Pos(x + place.x, y + place.y, p.BOARD_TOP_Z) * Rot(0, 0, place.turn) * room


def button(one: p.Button) -> Part:
    """Return a button: rim above the lid, neck through it, nut and body below."""
    at = (one.x, one.y)
    top = p.BOX[2]
    neck = s.pin(at, one.hole, s.UNDER_LID, top)
    return neck + s.pin(at, one.rim, top, top + 9) + s.pin(at, one.nut, top - one.depth, s.UNDER_LID)


def screw(at: tuple[float, float], seat: float, length: float) -> Part:
    """Return a screw whose head sits at this height."""
    head, height = p.SCREW_HEAD
    return s.pin(at, head, seat, seat + height) + s.pin(at, p.SCREW, seat - length, seat)


def lights() -> Iterator[tuple[str, Solid]]:
    """Yield the discs of the lights, behind their lenses."""
    top = s.UNDER_LID - p.LIGHT_FLANGE[1]
    for one in p.BUTTONS:
        yield f"light {one.name}", s.pin(one.light, p.LIGHT_DISC[0], top - p.LIGHT_DISC[1], top)


def piezo() -> Solid:
    """Return the piezo on its shelf, with 1 mm for its solder."""
    top = s.UNDER_LID - p.PIEZO_SEAT[1]
    return s.pin(p.PIEZO_AT, p.PIEZO_DISC[0], top - p.PIEZO_DISC[1] - 1.0, top)


def contents() -> dict[str, Part | Solid]:
    """Return everything that is bought and has its place, by name."""
    found: dict[str, Part | Solid] = {"board": board(), "Pico": pico(), "USB": usb(), "USB plug": usb_plug()}
    found["solder"] = soldered()
    found |= dict(plugs())
    found |= {f"button {one.name}": button(one) for one in p.BUTTONS}
    found |= dict(lights())
    found["piezo"] = piezo()
    for n, at in enumerate(p.LID_SCREWS):
        found[f"lid screw {n + 1}"] = screw(at, p.BOX[2], p.SCREW_LID_LENGTH)
    for n, at in enumerate(s.board_holes()):
        found[f"board screw {n + 1}"] = screw(at, p.BOARD_TOP_Z, p.SCREW_BOARD_LENGTH)
    for n, at in enumerate(p.FEET):
        found[f"foot {n + 1}"] = s.pin(at, p.FOOT[0], s.TABLE, p.FOOT_RECESS[1])
    return found


def printed() -> dict[str, Part]:
    """Return the printed parts where they belong, by name."""
    found: dict[str, Part] = {"body": s.body(), "lid": s.lid(), "tray": s.tray(), "sync plug": s.sync_plug()}
    return found | {f"lens {b.name}": one for b, one in zip(p.BUTTONS, s.lenses(), strict=True)}


def shared(a: Part | Solid, b: Part | Solid) -> float:
    """Return the volume two solids share, in mm3."""
    first, second = a.bounding_box(), b.bounding_box()
    apart = any(
        low > high
        for low, high in (
            *zip(tuple(first.min), tuple(second.max), strict=True),
            *zip(tuple(second.min), tuple(first.max), strict=True),
        )
    )
    if apart:
        return 0.0
    common = a & b
    return 0.0 if common is None else sum(solid.volume for solid in common.solids())


def overlaps(these: Mapping[str, Part | Solid], those: Mapping[str, Part | Solid]) -> list[str]:
    """Return which of these shares room with which of those, in words."""
    found = ((a, b, shared(one, other)) for a, one in these.items() for b, other in those.items())
    return [f"{a} and {b}: {mm3:.2f} mm3" for a, b, mm3 in found if mm3 > TOUCH]


def overlaps_among(these: Mapping[str, Part | Solid], allowed: Iterable[frozenset[str]] = ()) -> list[str]:
    """Return which two of these share room, but for the pairs that may."""
    names = list(these)
    pairs = (
        (a, b) for n, a in enumerate(names) for b in names[n + 1 :] if frozenset((a, b)) not in set(allowed)
    )
    found = ((a, b, shared(these[a], these[b])) for a, b in pairs)
    return [f"{a} and {b}: {mm3:.2f} mm3" for a, b, mm3 in found if mm3 > TOUCH]


def ways_in() -> dict[str, Solid]:
    """Return the shafts through which board and Pico are lowered into the open body."""
    top = p.BOX[2] + 20
    half = [length / 2 for length in p.PICO_SIZE]
    x, y = p.PICO_MIDDLE
    rear = y + half[1] + p.PICO_USB_OVERHANG
    return {
        "the board's way in": board_block((0, 0), p.BOARD_SIZE, p.BOARD_TOP_Z - p.BOARD_THICKNESS, top),
        "the Pico's way in": board_block((x - half[0], y - half[1]), (x + half[0], rear), p.BOARD_TOP_Z, top),
    }
