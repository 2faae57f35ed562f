"""The pictures of the box for the assembly guide, drawn from the same solids that are printed.

Owns what each picture shows, its callouts and their words. `PICTURES` names them; `build` writes them. The
guide's steps name a picture and a callout's number, so a new callout goes to the end.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from build123d import Align, Box, Part, Pos, Rot, Solid

from hardware import params as p
from hardware.pad.enclosure import draw as d
from hardware.pad.enclosure import rooms as r
from hardware.pad.enclosure import shapes as s
from hardware.pad.enclosure.draw import Note, Picture, Shown, View

FOLDER = "pad/enclosure"
BODY, LID, LENS, BOARD, CHIP = "#e6d5bb", "#f2e6d0", "#ffffff", "#a9cfae", "#6fa77f"
HIT, DIE, NUT, STEEL, BRASS, RUBBER = "#e08a76", "#9db7d6", "#c9c4bd", "#b8b8b8", "#e3bd5f", "#6b6560"
CERAMIC, TRAY, CUT, PLUG = "#f0d98c", "#dcc4a2", "#8d7458", "#efefe8"
ABOVE = View((0, 0, 1), (0, 1, 0), 4.0)
BELOW = View((0, 0, -1), (0, 1, 0), 4.0)


LEFT, RIGHT = -1, 1


Said = tuple[str, d.Point3] | tuple[str, d.Point3, int] | tuple[str, d.Point3, int, float]


def numbered(*notes: Said) -> list[Note]:
    """Number the callouts (words, point, side, lift) in the order in which they are given."""
    return [Note(str(n), *note) for n, note in enumerate(notes, 1)]


def raised(solid: Part | Solid, z: float) -> Part | Solid:
    """Return the solid lifted by z."""
    return Pos(0, 0, z) * solid


def arcade_button(one: p.Button) -> Part:
    """Return a button without its nut, as it looks: rim, plunger, neck, switch."""
    at, top = (one.x, one.y), p.BOX[2]
    neck = s.pin(at, one.hole, top - 20, top)
    rim = s.pin(at, one.rim, top, top + 3)
    plunger = s.pin(at, one.hole - 5, top + 3, top + 7)
    switch = Pos(one.x, one.y, top - 20) * Box(
        10, 20, one.depth - 20, align=(Align.CENTER, Align.CENTER, Align.MAX)
    )
    return neck + rim + plunger + switch


def nut(one: p.Button) -> Part:
    """Return a button's ring nut below the lid."""
    at = (one.x, one.y)
    return s.pin(at, one.nut, s.UNDER_LID - 5, s.UNDER_LID) - s.pin(at, one.hole, 0, p.BOX[2])


def buttons_colour(one: p.Button) -> str:
    """Return the fill of a button; its name is beside it, too."""
    return HIT if one.name == "hit" else DIE


def insert(at: tuple[float, float], top: float) -> Part:
    """Return a heat-set insert whose upper side is flush with the boss."""
    return s.pin(at, 4.6, top - 5.7, top + 0.02) - s.pin(at, p.SCREW - 0.5, 0, p.BOX[2])


def inserts() -> list[Part]:
    """Return all eight."""
    lids = [insert(at, s.UNDER_LID) for at in p.LID_SCREWS]
    return lids + [insert(at, p.FLOOR + p.STANDOFF) for at in s.board_holes()]


def pico_as_it_looks() -> list[Shown]:
    """Return sockets, Pico and its USB socket, from below upwards."""
    x, y = p.PICO_MIDDLE
    half = p.PICO_SIZE[1] / 2
    top = p.PICO_TOP_Z - p.PICO_THICKNESS
    sockets = [
        r.board_block((x + side - 1.25, y - half), (x + side + 1.25, y + half), p.BOARD_TOP_Z, top)
        for side in (-p.PICO_ROWS_APART / 2, p.PICO_ROWS_APART / 2)
    ]
    plate = r.board_block(
        (x - p.PICO_SIZE[0] / 2, y - half), (x + p.PICO_SIZE[0] / 2, y + half), top, p.PICO_TOP_Z
    )
    return [*(Shown(one, RUBBER) for one in sockets), Shown(plate, CHIP), Shown(r.usb(), STEEL)]


def headers() -> dict[str, Solid]:
    """Return the XH headers of the board, by name: the plugs' rooms, but no higher than a header."""
    lower = s.block((-200, -200, p.BOARD_TOP_Z), (200, 200, p.BOARD_TOP_Z + 7))
    return {name.removeprefix("plug "): room & lower for name, room in r.plugs()}


def overview() -> Picture:
    """Everything of the carrier version, one above the other."""
    picture = Picture(View((0.5, -1.0, 0.62), scale=2.6), "The pad, taken apart")
    foot, board_z, pico_z, seat_z, lid_z, button_z = -34, 85, 118, 170, 300, 380
    for at in p.LID_SCREWS:
        picture.dashes((*at, s.UNDER_LID), (*at, p.BOX[2] + button_z))
    layers: list[tuple[Sequence[Shown], float]] = [
        ([Shown(s.pin(at, p.FOOT[0], s.TABLE, p.FOOT_RECESS[1]), RUBBER) for at in p.FEET], foot),
        ([Shown(s.body(), BODY)], 0),
        ([Shown(r.board(), BOARD), *(Shown(one, PLUG) for one in headers().values())], board_z),
        (pico_as_it_looks(), pico_z),
    ]
    layers += [
        ([Shown(r.piezo(), CERAMIC)], seat_z),
        ([Shown(one, CHIP) for _, one in r.lights()], seat_z),
        ([Shown(one, LENS) for one in s.lenses()], seat_z + 20),
        ([Shown(nut(one), NUT) for one in p.BUTTONS], seat_z + 72),
        ([Shown(s.lid(), LID)], lid_z),
        (
            [Shown(arcade_button(one), buttons_colour(one)) for one in (*p.BUTTONS[1:], p.BUTTONS[0])],
            button_z,
        ),
        (
            [Shown(r.screw(at, p.BOX[2], p.SCREW_LID_LENGTH), STEEL) for at in reversed(p.LID_SCREWS)],
            button_z - 15,
        ),
    ]
    for shown, z in layers:
        for one in shown:
            picture.paint(Shown(raised(one.solid, z), one.fill, one.lines))
    hit, die3 = p.BUTTONS[0], p.BUTTONS[3]
    board_y = p.BOARD_AT[1]
    x, y = p.PIEZO_AT
    notes = numbered(
        (
            "dice buttons, 24 mm: shooter 1, shooter 2, coward",
            (die3.x, die3.y, p.BOX[2] + 7 + button_z),
            RIGHT,
        ),
        ("HIT button, 30 mm", (hit.x - 4, hit.y, p.BOX[2] + 7 + button_z), LEFT),
        ("lid screws, M3 x 12", (*p.LID_SCREWS[3], p.BOX[2] + 1 + button_z - 15), RIGHT),
        ("lid", (57.5, 30, 48.5 + lid_z), RIGHT),
        ("ring nuts of the buttons", (die3.x + 15, die3.y - 4, 44 + seat_z + 72), RIGHT),
        ("lenses, flange downwards", (die3.light[0] + 3, die3.light[1], p.BOX[2] - 3.5 + seat_z + 20), RIGHT),
        ("light discs, facing up", (die3.light[0] + 3, die3.light[1], 45 + seat_z), RIGHT),
        ("piezo", (x + 10, y, 46 + seat_z), RIGHT),
        ("Pico on two sockets", (-6, 40, p.PICO_TOP_Z + pico_z), LEFT),
        ("carrier board", (-40, board_y + 30, p.BOARD_TOP_Z + board_z), LEFT),
        ("body with eight inserts", (-40, -80, 25), LEFT),
        ("feet", (p.FEET[0][0], p.FEET[0][1], 0.6 + foot), LEFT),
    )
    return finished(picture, notes)


def finished(picture: Picture, notes: list[Note]) -> Picture:
    """Keep the callouts with the picture."""
    picture.notes = notes
    return picture


def inserts_in_body() -> Picture:
    """Where the eight inserts go."""
    picture = Picture(View((-0.35, -0.8, 1.3), scale=4.0), "Where the eight threaded inserts go")
    picture.paint(Shown(s.body(), BODY))
    up, top = 12.0, p.FLOOR + p.STANDOFF
    for at, height in [(at, s.UNDER_LID) for at in p.LID_SCREWS] + [(at, top) for at in s.board_holes()]:
        picture.dashes((*at, height), (*at, height + up))
    for one in sorted(inserts(), key=lambda one: -one.center().Y):
        picture.paint(Shown(raised(one, up), BRASS))
    front, right = p.LID_SCREWS[1], s.board_holes()[1]
    high = up - 3
    notes = numbered(
        ("insert for the lid: one in each corner", (*front, s.UNDER_LID + high), RIGHT),
        ("insert for the board: one in each boss", (*right, top + high), RIGHT),
        ("opening for the USB plug", (p.USB_MIDDLE[0], p.BOX[1] / 2 - p.WALL, p.USB_MIDDLE[1]), RIGHT, 90.0),
        (
            "opening for the sync cable, or the plug",
            (p.SYNC_MIDDLE[0], p.BOX[1] / 2 - p.WALL, p.SYNC_MIDDLE[1]),
            LEFT,
            -90.0,
        ),
    )
    return finished(picture, notes)


def lid_from_below() -> Picture:
    """The lid's inner side with all that is fixed to it."""
    picture = Picture(BELOW, "The lid from below, with buttons, lights and piezo")
    picture.paint(Shown(s.lid(), LID))
    for one in p.BUTTONS:
        picture.paint(Shown(arcade_button(one), buttons_colour(one)))
        picture.paint(Shown(nut(one), NUT))
        picture.paint(
            Shown(arcade_button(one) & s.block((-99, -99, 0), (99, 99, s.UNDER_LID - 5)), buttons_colour(one))
        )
    for _, one in r.lights():
        picture.paint(Shown(one, CHIP))
    picture.paint(Shown(r.piezo(), CERAMIC))
    hit, die1, die2, die3 = p.BUTTONS
    notes: list[Said] = [
        ("S1: HIT, held by its nut", (hit.x + hit.nut / 2 - 2, hit.y, 0.0), LEFT),
        ("D1: light of HIT", (*hit.light, 0.0), LEFT),
        ("S2: shooter 1", (die1.x, die1.y - 14, 0.0), RIGHT),
        ("D2: light of shooter 1", (*die1.light, 0.0), RIGHT),
        ("S3: shooter 2", (die2.x, die2.y - 14, 0.0), RIGHT, -48.0),
        ("D3: light of shooter 2", (*die2.light, 0.0), RIGHT, 78.0),
        ("S4: coward", (die3.x, die3.y - 14, 0.0), LEFT),
        ("D4: light of the coward", (*die3.light, 0.0), LEFT),
        ("LS1: piezo, brass side to the lid", (*p.PIEZO_AT, 0.0), LEFT),
        ("lip, goes inside the walls", (1.3 + p.WALL - p.BOX[0] / 2, 50.0, 0.0), RIGHT),
    ]
    return finished(picture, numbered(*notes))


def board_in_body() -> Picture:
    """Board and Pico in the body, from above."""
    picture = Picture(ABOVE, "Board and Pico in the body, seen from above")
    picture.paint(Shown(s.body(), BODY))
    picture.paint(Shown(r.board(), BOARD))
    for one in headers().values():
        picture.paint(Shown(one, PLUG))
    for one in pico_as_it_looks():
        picture.paint(one)
    for at in s.board_holes():
        picture.paint(Shown(r.screw(at, p.BOARD_TOP_Z, p.SCREW_BOARD_LENGTH), STEEL))
    middle = {name: room.center() for name, room in headers().items()}
    words = {
        "J1": "J1: HIT and its light", "J2": "J2: shooter 1", "J3": "J3: shooter 2", "J4": "J4: coward",
        "J5": "J5: piezo", "J6": "J6: sync line, optional",
    }  # fmt: skip
    aside = {"J1": (LEFT, -50.0), "J2": (LEFT, -110.0), "J3": (RIGHT, -110.0), "J4": (RIGHT, -50.0)}
    notes = [(words[name], (at.X, at.Y, 0.0), *aside.get(name, (0, 0.0))) for name, at in middle.items()]
    hole = s.board_holes()[3]
    notes.append(("screw M3 x 6: one in each corner", (*hole, 0.0), RIGHT, 0.0))
    notes.append(("USB socket at the opening", (p.USB_MIDDLE[0], p.BOX[1] / 2 - 3, 0.0), LEFT, 30.0))
    notes.append(("the front, where one sits", (0.0, -p.BOX[1] / 2 + 1.5, 0.0), LEFT, 0.0))
    return finished(picture, numbered(*notes))


def solderless() -> Picture:
    """A screw-terminal board on its rails, from above."""
    picture = Picture(ABOVE, "Version without soldering: the terminal board on two rails")
    picture.paint(Shown(s.body(), BODY))
    for one in s.rails():
        picture.paint(Shown(one, LENS))
    room = r.board_block(
        (1, 1), (p.BOARD_SIZE[0] - 1, p.BOARD_SIZE[1] - 1), p.BOARD_TOP_Z - 1.6, p.BOARD_TOP_Z
    )
    picture.paint(Shown(room, BOARD, opacity=0.45))
    for one in pico_as_it_looks()[2:]:
        picture.paint(one)
    rail = s.rails()[1].center()
    notes = numbered(
        ("rail, taped to floor and board", (rail.X, rail.Y - 20, 0.0), RIGHT, -30.0),
        (f"room for a terminal board: {p.BOARD_SIZE[0] - 2:g} x {p.BOARD_SIZE[1] - 2:g} mm at most",
         (-p.BOARD_SIZE[0] / 2 + 4, p.BOARD_AT[1] + 34, 0.0)),
        ("its USB socket at the opening", (p.USB_MIDDLE[0], p.BOX[1] / 2 - 3, 0.0), RIGHT, 30.0),
    )  # fmt: skip
    return finished(picture, notes)


def closed_with_tray() -> Picture:
    """The finished pad beside its tray."""
    picture = Picture(View((-0.45, -1.0, 1.1), scale=3.2), "The finished pad with the dice tray")
    for whole in (Shown(s.tray(), TRAY), Shown(s.body(), BODY), Shown(s.lid(), LID)):
        picture.paint(whole)
    for one in p.BUTTONS:
        picture.paint(Shown(s.pin(one.light, p.LIGHT_WINDOW, p.BOX[2] - 0.1, p.BOX[2]), LENS))
    above = s.block((-99, -99, p.BOX[2]), (99, 99, 99))
    for at in sorted(p.LID_SCREWS, key=lambda at: -at[1]):
        picture.paint(Shown(r.screw(at, p.BOX[2], p.SCREW_LID_LENGTH) & above, STEEL))
    for one in sorted(p.BUTTONS, key=lambda one: -one.y):
        picture.paint(Shown(arcade_button(one) & above, buttons_colour(one)))
    for across, along, turn in ((112, -2, 20), (142, -22, 50), (100, -36, 5)):
        die = Pos(across, along, s.TABLE + p.TRAY_FLOOR + 8) * Rot(0, 0, turn) * Box(16, 16, 16)
        picture.paint(Shown(die, LENS))
    top = p.BOX[2]
    hit, die1, die2, die3 = p.BUTTONS
    off = p.MARK_FROM_LIGHT
    x, y = p.PIEZO_AT
    notes = numbered(
        ("HIT; a star beside its light", (hit.x - 8, hit.y, top + 7), LEFT, -60.0),
        ("shooter 1; one bar", (die1.light[0] + off, die1.light[1], top), LEFT, -20.0),
        ("shooter 2; two bars", (die2.light[0] + off, die2.light[1] + 4, top), LEFT, 45.0),
        ("coward; an arrow", (die3.light[0] + off, die3.light[1], top), RIGHT, 70.0),
        ("piezo grille", (x, y, top), RIGHT, 110.0),
        (
            "tray for real dice; its tongue lies below the pad",
            (p.BOX[0] / 2 + p.TRAY[0] - 10, 10.0, 0.0),
            RIGHT,
        ),
    )
    return finished(picture, notes)


def section() -> Picture:
    """A cut through the middle, from the left."""
    picture = Picture(View((-1, 0, 0), (0, 0, 1), 6.0), "Cut through the middle of the pad")
    half = s.block((0, -300, -300), (300, 300, 300))
    hit, die2 = p.BUTTONS[0], p.BUTTONS[2]
    cut = [(s.body(), BODY, CUT), (s.lid(), LID, CUT), (r.board(), BOARD, CHIP)]
    cut += [(s.lens(one.light), LENS, PLUG) for one in (hit, die2)]
    cut += [(one.solid, one.fill, one.fill) for one in pico_as_it_looks()]
    cut += [(one, CHIP, CHIP) for name, one in r.lights() if name in ("light hit", "light die2")]
    for one in (hit, die2):
        colour = buttons_colour(one)
        cut += [(nut(one), NUT, NUT), (arcade_button(one), colour, colour)]
    halves = [(solid & half, fill, face) for solid, fill, face in cut if solid.bounding_box().max.X > 0]
    for solid, fill, _ in halves:
        picture.paint(Shown(solid, fill))
    for solid, _, face in halves:
        picture.fill_faces(solid, (0, 0, 0), face)
    rear = p.BOX[1] / 2
    notes = numbered(
        ("HIT", (0, hit.y - 12, p.BOX[2] + 5), RIGHT, 20.0),
        ("shooter 2", (0, die2.y, p.BOX[2] + 5), LEFT, 20.0),
        ("lens and light disc in their seat", (0, die2.light[1], 45.0)),
        ("Pico on its sockets", (0, 60.0, p.PICO_TOP_Z - 5), LEFT, -10.0),
        ("carrier board", (0, 20.0, p.BOARD_TOP_Z - 0.8)),
        ("USB opening", (0, rear - 1.0, p.USB_MIDDLE[1])),
        ("lip", (0, -rear + p.WALL + 1.3, s.UNDER_LID - 1.2)),
    )
    return finished(picture, notes)


def on_the_bed() -> Picture:
    """How each part lies on the printer's bed."""
    picture = Picture(View((-0.5, -1.0, 1.0), scale=2.6), "How the parts lie on the printer's bed")
    places = {
        "body": (-70, 100),
        "lid": (80, 100),
        "tray": (-70, -75),
        "lenses": (40, -110),
        "extras": (105, -80),
    }
    for name, at in places.items():
        picture.paint(Shown(centred(s.as_printed(name), at), {"tray": TRAY, "lenses": LENS}.get(name, BODY)))
    notes = numbered(
        ("body: on its floor", (-128, 100, 25), LEFT),
        ("lid: outer face down", (80 + 55, 110, 3), RIGHT),
        ("tray: on its floor, if wanted", (-125, -75, 2), LEFT),
        ("lenses: flange down, in natural filament", (64, -110, 4), RIGHT),
        ("extras: two rails and the plug", (112, -80, 6), RIGHT),
    )
    return finished(picture, notes)


def centred(part: Part, at: tuple[float, float]) -> Part:
    """Return the part with the middle of its base at this place."""
    box = part.bounding_box()
    return Pos(at[0] - box.center().X, at[1] - box.center().Y, -box.min.Z) * part


PICTURES: dict[str, Callable[[], Picture]] = {
    "overview": overview,
    "printing": on_the_bed,
    "inserts": inserts_in_body,
    "lid": lid_from_below,
    "board": board_in_body,
    "solderless": solderless,
    "section": section,
    "finished": closed_with_tray,
}


def build(into: Path) -> None:
    """Write every picture."""
    for name, draw in PICTURES.items():
        path = into / FOLDER / f"{name}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(draw().svg(), encoding="utf-8", newline="\n")
