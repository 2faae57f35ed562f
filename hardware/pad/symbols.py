"""Symbols: what each pin of each part on the carrier board is called, and what it does electrically.

Owns names and functions, from the makers' datasheets; the netlist and the schematic read them.
"""

from hardware import params

PASSIVE, INPUT, OUTPUT, BOTH_WAYS, NEEDS_POWER, GIVES_POWER, UNUSED = (
    "PASSIVE",
    "INPUT",
    "OUTPUT",
    "BIDIR",
    "PWRIN",
    "PWROUT",
    "NOCONNECT",
)
Pins = tuple[tuple[int, str, str], ...]  # number, name, function

TWO: Pins = ((1, "1", PASSIVE), (2, "2", PASSIVE))
ESD: Pins = (
    (1, "IO1", PASSIVE),
    (2, "GND", NEEDS_POWER),
    (3, "IO2", PASSIVE),
    (4, "IO3", PASSIVE),
    (5, "VBUS", NEEDS_POWER),
    (6, "IO4", PASSIVE),
)
GROUND_SOURCE = 38  # the Pico's grounds are one inside; one of them stands for what gives it


def _pico() -> Pins:
    functions = {"GND": NEEDS_POWER, "3V3": GIVES_POWER, "VBUS": GIVES_POWER, "VSYS": PASSIVE}
    pins = []
    for number in range(1, params.PICO_PINS + 1):
        name = params.PICO_PIN_NAMES[number]
        function = BOTH_WAYS if name.startswith("GP") else functions.get(name, PASSIVE)
        pins.append((number, name, GIVES_POWER if number == GROUND_SOURCE else function))
    return tuple(pins)


def _header(names: tuple[str, ...]) -> Pins:
    return tuple((n, name, PASSIVE) for n, name in enumerate(names, 1))


SYMBOLS: dict[str, Pins] = {
    "pico": _pico(),
    "level": (
        (1, "OE", INPUT),
        (2, "A", INPUT),
        (3, "GND", NEEDS_POWER),
        (4, "Y", OUTPUT),
        (5, "VCC", NEEDS_POWER),
    ),
    "esd": ESD,
    "clamp": ((1, "A1", PASSIVE), (2, "K2", PASSIVE), (3, "K1 A2", PASSIVE)),
    "fuse": ((1, "1", NEEDS_POWER), (2, "2", GIVES_POWER)),  # what comes out of it is the 5 V of the board
    **dict.fromkeys(("r330", "r1k", "r4k7", "c10u", "c100n"), TWO),
    "loop": _header(("SIGNAL", "HIT")),
    "xh5": _header(params.CABLE_PINS),
    "xh2": _header(("PIEZO", "GND")),
    "xh3": _header(("GND", "SYNC", "GND")),
}
# What may stay open, and why.
LEFT_OPEN = {
    ("J4", 5): "the end of the chain of lights",
    ("U4", 4): "a spare line of the ESD part",
    ("U4", 6): "a spare line of the ESD part",
}


def parts() -> list[tuple[str, params.Part]]:
    """Return every part of the circuit on the carrier board: its name and its line of the bill."""
    return [(ref, part) for part in params.PARTS if part.kind in SYMBOLS for ref in part.refs]


def may_stay_open(ref: str, pin: int) -> bool:
    """Say whether this pin is open on purpose; every pin of the Pico that has no net is."""
    return ref == "U1" or (ref, pin) in LEFT_OPEN


SHORT = {  # what a drawing says beside a name
    "level": "74AHCT1G125",
    "esd": "USBLC6-4",
    "clamp": "BAT54S",
    "fuse": "0.5 A",
    "r330": "330",
    "r1k": "1 k",
    "r4k7": "4.7 k",
    "c10u": "10 uF",
    "c100n": "100 nF",
}


def net_of(ref: str, pin: int) -> str:
    """Return the net of a pin, "" when it has none."""
    return next((net for net, ends in params.NETS.items() if (ref, pin) in ends), "")


def on_net(net: str, kind: str) -> list[tuple[str, int]]:
    """Return the ends of a net that are pins of a part of this kind."""
    return [end for end in params.NETS[net] if end[0] in params.BY_KIND[kind].refs]
