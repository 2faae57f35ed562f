"""The table kit's source: what is bought for a table by how many people play, and its devices' figures.

Owns these facts; the pad's own are params.py's. Prices are in euro, estimates of the date in
params.PRICES_AS_OF. Where any maker's will do, `maker` is empty and a specification stands for the number.
Must import nothing but the standard library.
"""

from dataclasses import dataclass

PLAYERS = (2, 3, 4, 5, 6)  # six: Sans Foi Ni Loi
PORTS_OF_PI = 4  # USB-A sockets of a Raspberry Pi 4 or 5
PORTS_OF_HUB = 7
FOR_TOUCH = 1  # the screen's touch panel takes one of the Pi's
MARGIN = 0.20  # of every rail's limit stays unused, in the worst case too

# ---- figures, each with where it is from; what nobody publishes is an allowance, and says so

PI_SUPPLY_MA = 3000  # Raspberry Pi 15 W supply, 5.1 V
PI_USB_MA = 1200  # all USB ports of a Raspberry Pi 4 together (Raspberry Pi documentation, "Power supply")
PI_TYPICAL_MA = 600  # bare board, active (the same table)
PI_WORST_MA = 1400  # allowance: all four cores busy, HDMI, wireless
TOUCH_MA = (30, 100)  # allowance: USB touch panel
HUB_SELF_MA = (40, 100)  # allowance: the hub's own chips
HUB_UPSTREAM_MA = (10, 100)  # what a hub with its own supply may take from the Pi (USB 2.0, 7.2.1)
HUB_SUPPLY_MA = 3000  # specified below
PORT_MA = 500  # one USB 2.0 port (USB 2.0, 7.2.1)
DECLARED_MA = 250  # what MicroPython's USB descriptor asks the host for
SCREEN_MA = (800, 1500)  # allowance for a 10.1 inch panel, at 5 V; it has its own supply
SCREEN_SUPPLY_MA = 2000

PICO_MA = (30, 100)  # the board itself; 93 mA is the most in its datasheet's table, rounded up
PICO_3V3_MA = 300  # what the Pico datasheet recommends to take from its 3V3 pin at most
LED_CHANNEL_MA = 20.0  # WS2812B, one colour fully on; newer ones take 12
LED_IDLE_MA = 1.0
PULL_UP_OHM = 4700
PIEZO_OHM = 330  # in series with the piezo, whose own resistance is endless

PORT_LOW_V = 4.75  # the least at a port of a hub that has its own supply (USB 2.0, 7.2.2)
CABLE_OHM_PER_M = 0.213  # AWG 28, one wire; better cables have AWG 24 inside
CABLE_M = 1.5
CONTACT_OHM = 0.06  # both plugs, both wires
FUSE_OHM = 0.7  # a 0.5 A resettable fuse at its worst
DIODE_V = 0.8  # a 1N4001 at 70 mA, before the lights of the version without soldering
LIGHTS_LOW_V = 3.7  # WS2812B
SHIFT_LOW_V = 4.5  # 74AHCT1G125 as its datasheet recommends

# ---- what is bought

ONCE, WITH_HUB = "table", "hub"


@dataclass(frozen=True)
class Item:
    """A line of the table's bill. when: ONCE for a table, or only WITH_HUB."""

    kind: str
    what: str
    maker: str
    number: str
    alternative: str
    eur: float
    when: str = ONCE
    count: int = 1


ITEMS = (
    Item(
        "pi",
        "Single-board computer",
        "Raspberry Pi",
        "4 Model B, 2 GB",
        "Raspberry Pi 5, 2 GB, with its 27 W supply; any 64-bit Linux computer with a screen",
        50.00,
    ),
    Item(
        "pi supply",
        "Supply, 5.1 V, 3 A, USB-C",
        "Raspberry Pi",
        "15W USB-C Power Supply",
        "any with 5.1 V, 3 A and a fixed cable",
        9.00,
    ),
    Item(
        "cooler",
        "Heat sink for it, without a fan",
        "",
        "passive, for Raspberry Pi 4",
        "a case that cools",
        5.00,
    ),
    Item("card", "microSD card, 32 GB, A1 or better", "", "high endurance", "a USB SSD", 10.00),
    Item(
        "screen",
        "Touch screen, 10.1 inch, 1280 x 800, IPS, HDMI, touch of 10 fingers on USB, VESA 75 holes",
        "",
        "by specification",
        "7 inch, 800 x 480: smaller text, and the window knows that size too",
        95.00,
    ),
    Item(
        "screen supply",
        "Its supply, as its maker says",
        "",
        "with the screen",
        "5 V, 2 A or 12 V, 1 A",
        10.00,
    ),
    Item("hdmi", "Cable, micro-HDMI to HDMI, 0.5 m", "", "HDMI 1.4 or newer", "adapter and cable", 7.00),
    Item(
        "touch cable",
        "USB cable from the Pi to the screen, 0.5 m",
        "",
        "A to what the screen has",
        "1 m",
        4.00,
    ),
    Item(
        "hub",
        f"USB hub, {PORTS_OF_HUB} ports, with its own supply of 5 V, {HUB_SUPPLY_MA / 1000:g} A or more",
        "",
        "USB 2.0, by specification",
        "a USB 3 hub; pads run at full speed either way",
        28.00,
        WITH_HUB,
    ),
    Item(
        "strap",
        "Hook-and-loop strap, 20 x 300 mm, for the hub",
        "",
        "20 x 300 mm",
        "cable ties",
        0.80,
        WITH_HUB,
        2,
    ),
    Item("base", "Plywood, 12 mm, 300 x 220 mm", "", "birch, 12 mm", "MDF, acrylic 8 mm", 8.00),
    Item(
        "pi standoff",
        "Standoff M2.5 x 10 with two screws, for the Pi",
        "",
        "M2.5 x 10",
        "nylon",
        0.30,
        count=4,
    ),
    Item(
        "screen standoff",
        "Standoff M4 x 40 with two screws, for the screen",
        "",
        "M4 x 40",
        "M4 x 45",
        0.80,
        count=4,
    ),
    Item("base feet", "Rubber foot, 20 mm, screwed", "", "20 mm, 10 mm high", "self-adhesive", 0.40, count=4),
)


# ---- the base board that carries it, in mm; the origin is its front left corner, seen from above

BASE = (300.0, 220.0)
VESA = 75.0  # the screen's holes, a square
VESA_HOLE = 4.5  # for M4
SCREEN_LIFT = 40.0  # the standoffs' length; Pi and hub lie below the screen
PI_AT = (12.0, 82.0)  # the Pi's front left corner
PI_SIZE = (85.0, 56.0)
PI_HOLES = ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5))  # from its corner
PI_HOLE = 2.8  # for M2.5
PI_HEIGHT = 28.0  # room above the base, with its standoffs and plugs
HUB_AT = (212.0, 45.0)
HUB_ROOM = (50.0, 130.0)  # a hub of seven ports, lengthwise
HUB_HEIGHT = 30.0
STRAP_SLOT = (24.0, 4.0)
STRAPS_Y = (75.0, 145.0)
FOOT_HOLE = 4.0
FOOT_FROM_EDGE = 15.0
BASE_WEB = 5.0  # the least wood between two holes, or a hole and the edge
