"""THE source of the hardware: dimensions, places, parts and connections of the pad.

Owns every number that two drawings share; the pins themselves are firmware/pins.py's. Must import nothing but
the standard library and the pin map, for the ordinary check, KiCad's Python and the modeller all read it.

Lengths in mm, angles in degrees counter-clockwise, prices in euro. Two frames, both seen from above:

    pad     origin in the middle of the box's outer outline, on the table; x right, y away from the player,
            z up
    board   origin in the carrier board's front left corner, on its upper side; x and y as the pad's
"""

from collections.abc import Iterator
from dataclasses import dataclass

from firmware import pins

REVISION = "A"
PRICES_AS_OF = "2026-11"  # every price is an estimate for five pads' worth, without shipping

# ---- the Pico, as its datasheet draws it (Raspberry Pi Pico datasheet, "Mechanical specification")

PICO_SIZE = (21.0, 51.0)
PICO_THICKNESS = 1.0
PICO_ROWS_APART = 17.78
PICO_PITCH = 2.54
PICO_PINS = 40
PICO_USB_OVERHANG = 1.3  # of the micro-USB socket beyond the Pico's edge
PICO_USB_HEIGHT = 2.8  # of that socket above the Pico's upper side, room reserved
PICO_HOLES_APART = (11.4, 47.0)
PICO_HOLE = 2.1
SOCKET_HEIGHT = 8.5  # a 1x20 socket
HEADER_HEIGHT = 2.5  # the plastic of the pin header below the Pico

# GP number: pin of the Pico.
GP_PINS = (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29)  # GP0 to GP22
PIN_OF_GP = {**dict(enumerate(GP_PINS)), 26: 31, 27: 32, 28: 34}
PICO_POWER = dict.fromkeys((3, 8, 13, 18, 23, 28, 38), "GND") | {
    30: "RUN",
    33: "AGND",
    35: "ADC_VREF",
    36: "3V3",
    37: "3V3_EN",
    39: "VSYS",
    40: "VBUS",
}
PICO_PIN_NAMES = {**PICO_POWER, **{pin: f"GP{gp}" for gp, pin in PIN_OF_GP.items()}}

# ---- the carrier board

BOARD_SIZE = (84.0, 62.0)
BOARD_THICKNESS = 1.6
BOARD_HOLE = 3.2  # for M3
BOARD_HOLES = ((4.0, 4.0), (80.0, 4.0), (4.0, 58.0), (80.0, 58.0))
BOARD_HOLE_CLEAR = 7.0  # diameter without copper or parts: an M3 head with its play

# What cheap board houses make without a surcharge, and what we stay above.
LIMITS = {
    "track": 0.15,
    "gap": 0.15,
    "drill": 0.3,
    "via": 0.6,
    "ring": 0.15,
    "edge": 0.3,
    "board_side": 100.0,
}
TRACK_SIGNAL = 0.3
TRACK_POWER = 0.8
GAP = 0.25
VIA = (0.8, 0.4)  # diameter, drill


@dataclass(frozen=True)
class Place:
    """Where a part's origin is on the board (pin 1, or the middle of what has no other), and its turn."""

    x: float
    y: float
    turn: float = 0.0


PICO_MIDDLE = (BOARD_SIZE[0] / 2, BOARD_SIZE[1] - PICO_SIZE[1] / 2)  # its USB edge on the board's rear edge
_ROW_X = PICO_ROWS_APART / 2
_ROW_Y = PICO_PITCH * 19 / 2
_XH_PITCH = 2.5
_XH_FRONT_Y = 4.4
_XH_APART = 16.6
_XH_FIRST_X = BOARD_SIZE[0] / 2 - 1.5 * _XH_APART - 2 * _XH_PITCH

PLACES = {
    "U1A": Place(PICO_MIDDLE[0] - _ROW_X, PICO_MIDDLE[1] + _ROW_Y),  # pin 1 is the Pico's 1; forward to 20
    "U1B": Place(PICO_MIDDLE[0] + _ROW_X, PICO_MIDDLE[1] - _ROW_Y, 180),  # pin 1 is its 21; backward to 40
    **{f"J{n + 1}": Place(_XH_FIRST_X + n * _XH_APART, _XH_FRONT_Y) for n in range(4)},
    "J5": Place(78.0, 42.0, 90),  # piezo
    "J6": Place(6.0, 51.0, -90),  # sync
    "JP1": Place(8.0, 34.0, -90),  # loop-back
    # the buttons: clamped where they come in, pulled up, and one kilohm before the Pico
    "U3": Place(21.0, 14.0, 0),
    "C3": Place(21.0, 18.5, 180),
    **{f"R{n + 9}": Place(20.0, 24.0 + 2.6 * n, 0) for n in range(4)},
    **{f"R{n + 5}": Place(26.5, 53.01 - 2.54 * n, 0) for n in range(4)},
    # the lights: level shift and its resistor
    "U2": Place(25.5, 40.31, 180),
    "C2": Place(20.5, 42.5, 180),
    "R1": Place(19.5, 39.0, 180),
    # what guards the first light's data and the sync line
    "U4": Place(12.5, 20.0, 0),
    "C4": Place(12.5, 25.0, 180),
    "R4": Place(26.5, 20.5, 180),
    "R3": Place(26.5, 27.61, 180),
    # 5 V
    "F1": Place(61.0, 57.5, 0),
    "C1": Place(68.0, 14.0, 0),
    # the piezo
    "R2": Place(62.0, 40.0, 0),
    "D5": Place(69.0, 40.0, 0),
}

# ---- buttons, lights and box, in the pad's frame

WALL = 3.0
LID = 3.0
FLOOR = 3.0
BOX = (116.0, 160.0, 50.0)  # outside, lid included
BOX_CORNER = 8.0  # radius of the upright edges
WALL_LEAST = 2.0  # what a printed wall must never fall below
WEB_LEAST = 2.0  # between two openings, or an opening and an edge

BOARD_TO_WALL = 2.0  # the USB socket looks out of the board by less, so that the Pico goes in from above
BOARD_AT = (-BOARD_SIZE[0] / 2, BOX[1] / 2 - WALL - BOARD_TO_WALL - BOARD_SIZE[1])  # its front left corner
STANDOFF = 6.0  # between floor and board
BOARD_TOP_Z = FLOOR + STANDOFF + BOARD_THICKNESS
PICO_TOP_Z = BOARD_TOP_Z + SOCKET_HEIGHT + HEADER_HEIGHT + PICO_THICKNESS
USB_MIDDLE = (BOARD_AT[0] + PICO_MIDDLE[0], PICO_TOP_Z + PICO_USB_HEIGHT / 2)  # x and z of the socket's mouth
USB_OPENING = (13.0, 10.0)  # width, height: the plug's own housing goes through the wall
SYNC_OPENING = 6.0  # diameter; for the optional sync cable, in the rear wall; a printed plug closes it
SYNC_MIDDLE = (-36.0, 22.0)  # x and z


@dataclass(frozen=True)
class Button:
    """An arcade button held by its ring nut, and its light's window. Sizes are room kept: makers differ."""

    name: str
    label: str
    x: float
    y: float
    hole: float
    rim: float  # diameter above the lid
    nut: float  # diameter below the lid
    depth: float  # below the lid's upper side, with terminals and their receptacles
    light: tuple[float, float]


DICE_Y = -4.0
BUTTONS = (
    Button("hit", "HIT", 0.0, -54.5, 30.0, 36.0, 38.0, 38.0, (0.0, -27.75)),
    Button("die1", "SHOOTER 1", -36.0, DICE_Y, 24.0, 29.0, 32.0, 36.0, (-36.0, DICE_Y + 24.0)),
    Button("die2", "SHOOTER 2", 0.0, DICE_Y, 24.0, 29.0, 32.0, 36.0, (0.0, DICE_Y + 24.0)),
    Button("die3", "COWARD", 36.0, DICE_Y, 24.0, 29.0, 32.0, 36.0, (36.0, DICE_Y + 24.0)),
)
HOLE_PLAY = 0.4  # a printed hole is this much wider than what goes through

LIGHT_DISC = (10.0, 3.0)  # a WS2812B on a round board: diameter, height with its wires
LIGHT_WINDOW = 6.0  # diameter of the hole in the lid; a printed lens of natural filament fills it
LIGHT_FLANGE = (10.0, 1.0)  # the lens's rim below the lid: diameter, height
LIGHT_SEAT = (2.0, 2.5)  # the ring below the lid that holds lens and disc: wall, height
PIEZO_DISC = (27.0, 0.6)  # glued at its rim, so that its middle is free to move
PIEZO_AT = (36.0, 50.0)
PIEZO_SEAT = (2.0, 1.0, 2.0)  # width of the shelf it is glued to, height of the shelf, height of the ring
GRILLE = (3.0, 5.5)  # diameter of a hole and pitch; seven of them
MARK = 10.0  # diameter of the sign beside each light
MARK_FROM_LIGHT = 12.0  # to the right
MARK_DEPTH = 0.6

# ---- screws

SCREW = 3.0  # M3
SCREW_HEAD = (5.7, 3.0)  # largest diameter and height of an M3 pan or cylinder head
INSERT_HOLE = 4.0  # for an M3 heat-set insert of 4.6 mm across its knurl; see the insert's own drawing
INSERT_DEPTH = 6.5
BOSS = 9.0
LID_SCREWS = ((-50.0, -72.0), (50.0, -72.0), (-50.0, 72.0), (50.0, 72.0))
SCREW_HOLE = 3.4  # an M3 goes through
SCREW_LID_LENGTH = 12.0
SCREW_BOARD_LENGTH = 6.0

# ---- lid, feet, tray

LIP = (2.0, 2.5, 0.3)  # below the lid, inside the walls: thickness, height, play
FOOT = (10.0, 3.0)  # diameter, height
FOOT_RECESS = (11.0, 0.6)
FEET = ((-48.0, -66.0), (48.0, -66.0), (-48.0, 66.0), (48.0, 66.0))
TRAY = (112.0, 150.0, 20.0)  # outside; two of the pad's feet stand in the holes of its tongue
TRAY_WALL = 2.4
TRAY_FLOOR = 2.0
TRAY_GAP = 0.5  # between tray and pad
TRAY_TONGUE = (18.0, 2.0, 11.6)  # how far it reaches below the pad, thickness, diameter of its holes
RAIL = (60.0, 8.0)  # one of two below a screw-terminal board: length, width; as high as STANDOFF
PRINTED = ("body", "lid", "lenses", "extras", "tray")
BED = 210.0  # every printed thing fits on a bed of this side
BRIDGE = 14.0  # the widest gap that a printer crosses without support
PETG_G_PER_CM3 = 1.27  # printed solid, which nobody does: the bill is on the safe side

# ---- parts

CARRIER, SOLDERLESS, BOTH = "carrier", "solderless", "both"


@dataclass(frozen=True)
class Part:
    """A line of the bill. refs: its names on the board and in the pictures; () for what is only counted."""

    kind: str
    what: str
    refs: tuple[str, ...]
    maker: str  # "" where any maker's will do, and the specification is all there is
    number: str
    alternative: str
    eur: float  # each
    version: str = BOTH
    footprint: str = ""
    count: int = 0  # when it has no refs

    @property
    def quantity(self) -> int:
        """How many a pad needs."""
        return len(self.refs) or self.count


def _numbered(letter: str, first: int, last: int) -> tuple[str, ...]:
    return tuple(f"{letter}{n}" for n in range(first, last + 1))


XH = "2.5 mm pitch, upright, with its shroud"
PARTS = (
    Part("pico", "Raspberry Pi Pico with pin headers", ("U1",), "Raspberry Pi", "Pico H (SC0917)",
         "Pico 2 with headers, Pico W or 2 W with headers; a Pico with 2 x 20 pins soldered on", 6.00),
    Part("button30", "Arcade button, 30 mm, ring nut, built-in microswitch, 2.8 mm terminals", ("S1",),
         "Sanwa", "OBSN-30",
         "Seimitsu PS-14-GN, or any 30 mm button with a nut that fits the room in params.py", 3.00),
    Part("button24", "Arcade button, 24 mm, ring nut, built-in microswitch, 2.8 mm terminals",
         _numbered("S", 2, 4), "Sanwa", "OBSN-24",
         "Seimitsu PS-14-DN, or any 24 mm button with a nut that fits", 2.80),
    Part("light", "WS2812B on a round board of 10 mm with its capacitor, data in and out",
         _numbered("D", 1, 4), "", "WS2812B, 10 mm disc",
         "four of a ready-wired chain of such discs, 10 cm apart; the solderless version needs the chain",
         0.40),
    Part("piezo", "Piezo disc without a generator, 27 mm, with leads", ("LS1",), "", "27 mm, external drive",
         "35 mm disc", 0.40),
    Part("level", "Level shift 3.3 V to 5 V: one bus buffer with TTL input, SOT-23-5", ("U2",),
         "Texas Instruments", "SN74AHCT1G125DBVR", "Nexperia 74AHCT1G125GV; Texas Instruments SN74LV1T34DBVR",
         0.25, CARRIER, "SOT-23-5"),
    Part("esd", "ESD protection of four lines, SOT-23-6", ("U3", "U4"), "STMicroelectronics", "USBLC6-4SC6",
         "SRV05-4 in SOT-23-6", 0.30, CARRIER, "SOT-23-6"),
    Part("clamp", "Two Schottky diodes in series, SOT-23", ("D5",), "Nexperia", "BAT54S,215",
         "onsemi BAT54SLT1G", 0.05, CARRIER, "SOT-23"),
    Part("fuse", "Resettable fuse, holds 0.5 A, 1206", ("F1",), "Bourns", "MF-NSMF050-2",
         "Littelfuse 1206L050YR", 0.15, CARRIER, "1206"),
    Part("r330", "Resistor 330 ohm, 1 %, 0805", _numbered("R", 1, 4), "Yageo", "RC0805FR-07330RL", "any 0805",
         0.01, CARRIER, "0805"),
    Part("r1k", "Resistor 1 kilohm, 1 %, 0805", _numbered("R", 5, 8), "Yageo", "RC0805FR-071KL", "any 0805",
         0.01, CARRIER, "0805"),
    Part("r4k7", "Resistor 4.7 kilohm, 1 %, 0805", _numbered("R", 9, 12), "Yageo", "RC0805FR-074K7L",
         "any 0805", 0.01, CARRIER, "0805"),
    Part("c10u", "Capacitor 10 uF, 25 V, X5R, 0805", ("C1",), "Samsung", "CL21A106KAYNNNE",
         "any 0805, 16 V or more", 0.05, CARRIER, "0805"),
    Part("c100n", "Capacitor 100 nF, 50 V, X7R, 0805", _numbered("C", 2, 4), "Yageo", "CC0805KRX7R9BB104",
         "any 0805, 16 V or more", 0.02, CARRIER, "0805"),
    Part("xh5", f"Header, 5 pins, {XH}", _numbered("J", 1, 4), "JST", "B5B-XH-A", "any XH-compatible", 0.12,
         CARRIER, "XH-5"),
    Part("xh2", f"Header, 2 pins, {XH}", ("J5",), "JST", "B2B-XH-A", "any XH-compatible", 0.08, CARRIER,
         "XH-2"),
    Part("xh3", f"Header, 3 pins, {XH}; only for the sync line", ("J6",), "JST", "B3B-XH-A",
         "any XH-compatible; or none", 0.09, CARRIER, "XH-3"),
    Part("loop", "Pin header, 2 pins, 2.54 mm", ("JP1",), "", "1 x 2, 2.54 mm", "two cut from a strip", 0.02,
         CARRIER, "PIN-2"),
    Part("jumper", "Jumper for it, 2.54 mm; may stay on", (), "", "2.54 mm, closed", "a wire", 0.02, CARRIER,
         count=1),
    Part("socket", "Socket, 1 x 20, 2.54 mm, 8.5 mm high", ("U1A", "U1B"), "", "1 x 20, 2.54 mm",
         "two cut from 1 x 40", 0.50, CARRIER, "SOCKET-20"),
    Part("pcb", f"Carrier board, two layers, {BOARD_SIZE[0]:g} x {BOARD_SIZE[1]:g} x {BOARD_THICKNESS:g} mm",
         (), "", "hardware/pad/fabrication", "the solderless version needs none", 1.50, CARRIER, count=1),
    Part("cable5", "XH cable, 5 wires, 20 cm, housing on one end", (), "", "XHP-5 with 5 leads of AWG 26",
         "JST XHP-5 and SXH-001T-P0.6, crimped", 0.60, CARRIER, count=4),
    Part("cable2", "XH cable, 2 wires, 20 cm, housing on one end", (), "", "XHP-2 with 2 leads of AWG 26",
         "JST XHP-2 and SXH-001T-P0.6, crimped", 0.35, CARRIER, count=1),
    Part("terminals", "Screw-terminal board for a Pico with headers, all 40 pins", (), "",
         "40 screw terminals, GP names printed, at most 82 x 60 mm", "two rows of 20 with spring terminals",
         7.00, SOLDERLESS, count=1),
    Part("diode", "Diode 1 A, with leads", ("D6",), "", "1N4001", "1N4002 to 1N4007", 0.05, SOLDERLESS),
    Part("lever", "Lever connector, 2 wires", ("X1",), "WAGO", "221-412",
         "any screw or lever connector for two wires", 0.40, SOLDERLESS),
    Part("r330_leads", "Resistor 330 ohm, 0.25 W, with leads", ("R13",), "", "330 ohm, 5 %",
         "220 ohm to 1 kilohm", 0.05, SOLDERLESS),
    Part("wire", "Stranded wire 0.25 mm2, in five colours, metre", (), "", "0.25 mm2 (AWG 24)", "AWG 26",
         0.20, SOLDERLESS, count=3),
    Part("receptacle", "Receptacle for 2.8 mm tabs, insulated", (), "", "2.8 x 0.5 mm, for 0.25 mm2",
         "ready-made arcade leads, 2.8 mm", 0.06, count=8),
    Part("insert", "Heat-set insert, M3, 4.6 mm knurl, 5.7 mm long", (), "", "M3 x 5.7",
         "M3 of another length up to 6 mm", 0.08, count=8),
    Part("screw_lid", "Screw M3 x 12, pan or cylinder head", (), "", "M3 x 12, ISO 4762 or 7045", "M3 x 10",
         0.05, count=4),
    Part("screw_board", "Screw M3 x 6, pan or cylinder head", (), "", "M3 x 6, ISO 4762 or 7045", "M3 x 5",
         0.05, count=4),
    Part("feet", "Rubber foot, 10 mm, self-adhesive", (), "", "10 mm, 3 mm high", "cork", 0.05, count=4),
    Part("filament", "PETG, gram: box, lid, lenses, rails", (), "", "PETG 1.75 mm", "PLA", 0.025, count=255),
    Part("filament_tray", "PETG, gram: dice tray, if wanted", (), "", "PETG 1.75 mm", "PLA", 0.025, count=80),
    Part("usb", "USB cable, A to micro-B, data, 1.5 m", ("W1",), "", "USB 2.0 A to micro-B",
         "length as the table is", 3.00),
)  # fmt: skip
BY_KIND = {part.kind: part for part in PARTS}


def part_of(ref: str) -> Part:
    """Return the part that carries this name. Raise KeyError when none does."""
    for part in PARTS:
        if ref in part.refs:
            return part
    raise KeyError(ref)


# ---- connections of the carrier version; a pin of the Pico is ("U1", its number)

CABLE_PINS = ("BUTTON", "GND", "5V", "LIGHT IN", "LIGHT OUT")  # of J1 to J4, from 1


def gp(number: int) -> tuple[str, int]:
    """Return the Pico's pin of this GP number."""
    return "U1", PIN_OF_GP[number]


def _button_nets() -> Iterator[tuple[str, tuple[tuple[str, int], ...]]]:
    """HIT, DIE1..: from the header past the clamp and the pull-up, through 1 kilohm to the Pico."""
    esd_pins = (1, 3, 4, 6)
    for n, (button, number) in enumerate(zip(BUTTONS, pins.BUTTONS, strict=True)):
        header, series, pull_up = f"J{n + 1}", f"R{n + 5}", f"R{n + 9}"
        line = button.name.upper()
        test_pin = (("JP1", 2),) if number == pins.HIT else ()
        yield line, ((header, 1), ("U3", esd_pins[n]), (pull_up, 1), (series, 1), *test_pin)
        yield f"{line}_PICO", ((series, 2), gp(number))


NETS: dict[str, tuple[tuple[str, int], ...]] = {
    "GND": (
        *(("U1", pin) for pin, name in PICO_POWER.items() if name == "GND"),
        *((f"J{n}", 2) for n in range(1, 6)),
        *(("J6", 1), ("J6", 3), ("U2", 1), ("U2", 3), ("U3", 2), ("U4", 2), ("D5", 1)),
        *((f"C{n}", 2) for n in range(1, 5)),
    ),
    "VBUS": (("U1", 40), ("F1", 1)),
    "5V": (
        *(("F1", 2), ("C1", 1), ("C2", 1), ("C4", 1), ("U2", 5), ("U4", 5)),
        *((f"J{n}", 3) for n in range(1, 5)),
    ),
    "3V3": (("U1", 36), ("U3", 5), ("C3", 1), ("D5", 2), *((f"R{n}", 2) for n in range(9, 13))),
    **dict(_button_nets()),
    "LIGHTS_PICO": (gp(pins.LIGHTS), ("U2", 2)),
    "LIGHTS_5V": (("U2", 4), ("R1", 1)),
    "LIGHT1": (("R1", 2), ("J1", 4), ("U4", 1)),
    "LIGHT2": (("J1", 5), ("J2", 4)),
    "LIGHT3": (("J2", 5), ("J3", 4)),
    "LIGHT4": (("J3", 5), ("J4", 4)),
    "PIEZO_PICO": (gp(pins.PIEZO), ("R2", 1)),
    "PIEZO": (("R2", 2), ("D5", 3), ("J5", 1)),
    "LOOP_BACK_PICO": (gp(pins.LOOP_BACK), ("R3", 1)),
    "LOOP_BACK": (("R3", 2), ("JP1", 1)),
    "SYNC_PICO": (gp(pins.SYNC), ("R4", 1)),
    "SYNC": (("R4", 2), ("U4", 3), ("J6", 2)),
}

# ---- wires of the solderless version, between the terminal board ("U1", pin), buttons, lights and piezo


@dataclass(frozen=True)
class Wire:
    """A wire between two pins, and its colour."""

    start: tuple[str, int]
    end: tuple[str, int]
    colour: str


LIGHT_PINS = {1: "5V", 2: "GND", 3: "IN", 4: "OUT"}  # of a disc
COLOURS = {
    "GND": "black",
    "5V": "red",
    "data": "green",
    "button": "blue",
    "piezo": "orange",
    "loop": "violet",
}
GROUND_OF_BUTTONS, GROUND_OF_PIEZO, GROUND_OF_LIGHTS = 3, 13, 38  # pins of the Pico


def _wires() -> Iterator[Wire]:
    yield Wire(("U1", GROUND_OF_BUTTONS), ("S1", 2), COLOURS["GND"])
    for n, number in enumerate(pins.BUTTONS, 1):
        yield Wire(gp(number), (f"S{n}", 1), COLOURS["button"])
        if n > 1:
            yield Wire((f"S{n - 1}", 2), (f"S{n}", 2), COLOURS["GND"])
    yield Wire(gp(pins.PIEZO), ("LS1", 1), COLOURS["piezo"])
    yield Wire(("U1", GROUND_OF_PIEZO), ("LS1", 2), COLOURS["GND"])
    yield Wire(("U1", 40), ("D6", 1), COLOURS["5V"])
    yield Wire(("D6", 2), ("X1", 1), COLOURS["5V"])
    yield Wire(("X1", 2), ("D1", 1), COLOURS["5V"])
    yield Wire(("U1", GROUND_OF_LIGHTS), ("D1", 2), COLOURS["GND"])
    yield Wire(gp(pins.LIGHTS), ("D1", 3), COLOURS["data"])
    for n in range(1, len(pins.BUTTONS)):
        yield Wire((f"D{n}", 1), (f"D{n + 1}", 1), COLOURS["5V"])
        yield Wire((f"D{n}", 2), (f"D{n + 1}", 2), COLOURS["GND"])
        yield Wire((f"D{n}", 4), (f"D{n + 1}", 3), COLOURS["data"])
    # HIT is pressed while the signal is on: without a resistor that would be a short circuit of the output.
    yield Wire(gp(pins.LOOP_BACK), ("R13", 1), COLOURS["loop"])
    yield Wire(("R13", 2), gp(pins.HIT), COLOURS["loop"])


WIRES = tuple(_wires())
