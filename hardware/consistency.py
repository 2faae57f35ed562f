"""Do pins, netlist, board, bill, wiring picture and box agree? Asked of the files themselves.

Owns the questions. What the build made is read back by made.py, and compared with firmware/pins.py, with
params.py and with each other: a drawing by hand, an old file or a slip in a step shows here. The standard
library alone.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from firmware import pins
from hardware import made, params
from hardware.made import End
from hardware.pad import footprints
from hardware.pad.enclosure import check as enclosure
from hardware.pad.enclosure import mesh

HARDWARE = Path(__file__).parent
NEAR = 0.011  # mm

# Which plugs of the carrier board each pin of the pin map leads to, and which pins of the solderless version.
LEADS_TO: dict[str, set[End]] = {
    "HIT": {("J1", 1), ("JP1", 2)},
    "DIE1": {("J2", 1)},
    "DIE2": {("J3", 1)},
    "DIE3": {("J4", 1)},
    "LIGHTS": {("J1", 4)},
    "PIEZO": {("J5", 1)},
    "LOOP_BACK": {("JP1", 1)},
    "SYNC": {("J6", 2)},
}
WIRED_TO: dict[str, set[End]] = {
    "HIT": {("S1", 1), ("R13", 2)},
    "DIE1": {("S2", 1)},
    "DIE2": {("S3", 1)},
    "DIE3": {("S4", 1)},
    "LIGHTS": {("D1", 3)},
    "PIEZO": {("LS1", 1)},
    "LOOP_BACK": {("R13", 1)},
    "SYNC": set(),
}
POWER = {"GND", "5V", "3V3", "VBUS"}
THROUGH = {"U2": (2, 4)}  # a level shift hands on what it gets


class Files(NamedTuple):
    """Everything that is compared, as it was read."""

    netlist: dict[str, set[End]]
    components: dict[str, str]
    board: dict[str, made.PartMade]
    plated: list[tuple[float, float, float]]
    unplated: list[tuple[float, float, float]]
    bill: list[dict[str, str]]
    positions: list[dict[str, str]]
    pins: list[dict[str, str]]
    schematic: set[str]
    wires: list[made.WireDrawn]
    rings: dict[made.Point, End]
    labels: dict[int, tuple[str, float]]
    body: list[mesh.Triangle]


def read(hardware: Path = HARDWARE) -> Files:
    """Read the files. Raise OSError or ValueError when one is missing or damaged."""
    pad = hardware / "pad"
    fabrication = pad / "fabrication"
    return Files(
        made.netlist(pad / "pad.net"),
        made.components(pad / "pad.net"),
        made.board(pad / "carrier.kicad_pcb"),
        made.drills(fabrication / "carrier-PTH.drl"),
        made.drills(fabrication / "carrier-NPTH.drl"),
        made.table(pad / "bill.csv", ("references", "quantity", "version", "number or specification")),
        made.table(fabrication / "carrier-positions.csv", ("Designator", "Mid X", "Mid Y")),
        made.table(pad / "pins.csv", ("pin", "name", "net")),
        made.words(pad / "schematic.svg"),
        made.wires(pad / "wiring.svg"),
        made.pins_drawn(pad / "wiring.svg"),
        made.terminals_labelled(pad / "wiring.svg"),
        mesh.from_stl(pad / "enclosure/body.stl"),
    )


def faults(hardware: Path = HARDWARE) -> list[str]:
    """Return every disagreement, in words, and everything in which the box is not that of params.py."""
    try:
        return disagreements(read(hardware)) + enclosure.faults(enclosure.solids(hardware / "pad/enclosure"))
    except (OSError, ValueError) as error:
        return [f"{error}; run: python -m hardware build"]


def disagreements(files: Files) -> list[str]:
    """Return every disagreement between these files, in words."""
    return [
        *pin_map(),
        *netlist(files),
        *board(files),
        *bill(files),
        *wiring(files),
        *pin_table(files),
        *holes(files),
    ]


def pin_map(source: str | None = None) -> Iterator[str]:
    """Compare the pins that firmware/pins.py's comments name with the datasheet's order in params.py."""
    text = (HARDWARE.parent / "firmware/pins.py").read_text(encoding="utf-8") if source is None else source
    for name, gp, said_gp, said_pin in re.findall(
        r"^(\w+) = (\d+)\s+# GP(\d+), pin (\d+)", text, re.MULTILINE
    ):
        if gp != said_gp or params.PIN_OF_GP[int(gp)] != int(said_pin):
            is_pin = params.PIN_OF_GP[int(gp)]
            yield f"pins.py: {name} is GP{gp}, pin {is_pin}, its comment says GP{said_gp}, pin {said_pin}"


def _pico_pin(name: str) -> End:
    return "U1", params.PIN_OF_GP[getattr(pins, name)]


def _reached(nets: dict[str, set[End]], start: End) -> set[End]:
    """Return every pin that a signal from this one comes to, through resistors and the level shift."""
    net_of = {end: net for net, ends in nets.items() for end in ends}
    seen: set[End] = set()
    waiting = [start]
    while waiting:
        end = waiting.pop()
        net = net_of.get(end)
        if end in seen or net is None or net in POWER:
            continue
        for ref, pin in nets[net]:
            seen.add((ref, pin))
            if ref[0] == "R":
                waiting.append((ref, 3 - pin))
            elif ref in THROUGH and pin == THROUGH[ref][0]:
                waiting.append((ref, THROUGH[ref][1]))
    return seen


def netlist(files: Files) -> Iterator[str]:
    """Compare the netlist with params.py, and follow each pin of the pin map to the plug it should reach."""
    if files.netlist != {name: set(ends) for name, ends in params.NETS.items()}:
        names = [
            name
            for name in files.netlist | params.NETS
            if files.netlist.get(name) != set(params.NETS.get(name, ()))
        ]
        yield f"netlist: {', '.join(sorted(names))} join other pins than params.py says"
    for name, wanted in LEADS_TO.items():
        plugs = {end for end in _reached(files.netlist, _pico_pin(name)) if end[0][0] == "J"}
        if plugs != wanted:
            yield f"netlist: {name} (GP{getattr(pins, name)}) leads to {_said(plugs)}, not {_said(wanted)}"


def _said(ends: Iterable[End]) -> str:
    return " ".join(f"{ref}.{pin}" for ref, pin in sorted(ends)) or "nothing"


def board(files: Files) -> Iterator[str]:
    """Compare the board with the netlist, pin by pin, and its places with params.py and the list of them."""
    on_board = {
        (ref, number): pad.net
        for ref, part in files.board.items()
        for number, pad in part.pads.items()
        if pad.net
    }
    wanted = {footprints.end_of(*end): net for net, ends in files.netlist.items() for end in ends}
    for end in sorted(on_board.keys() | wanted.keys()):
        if on_board.get(end, "") != wanted.get(end, ""):
            here, there = on_board.get(end) or "no net", wanted.get(end) or "none"
            yield f"board: {_said([end])} is on {here}, in the netlist on {there}"
    for ref, pad in footprints.pads_on_board():
        drawn = files.board[ref].pads.get(pad.number) if ref in files.board else None
        if drawn is None or not _near(drawn.at, (pad.x, pad.y)) or drawn.drill != pad.drill:
            yield f"board: {ref}.{pad.number} is not where params.py puts it"
    placed = {row["Designator"]: (float(row["Mid X"]), float(row["Mid Y"])) for row in files.positions}
    chips = {
        ref: part.at for ref, part in files.board.items() if all(not pad.drill for pad in part.pads.values())
    }
    for ref in sorted(placed.keys() | chips.keys()):
        if ref not in placed or ref not in chips or not _near(placed[ref], chips[ref]):
            yield f"positions: {ref} is not where the board has it"


def _near(one: made.Point, other: made.Point) -> bool:
    return abs(one[0] - other[0]) < NEAR and abs(one[1] - other[1]) < NEAR


def bill(files: Files) -> Iterator[str]:
    """Ask whether every part on the board, in the netlist and in both pictures is bought, and right."""
    bought: dict[str, dict[str, str]] = {}
    for row in files.bill:
        refs = row["references"].split()
        bought |= dict.fromkeys(refs, row)
        if refs and len(refs) != int(row["quantity"]):
            yield f"bill: {row['references']} are {len(refs)}, not {row['quantity']}"
    on_board = {ref for ref in files.board if ref[0] != "H"}
    drawn = {end[0] for wire in files.wires for end in (wire.start, wire.end)}
    for ref in sorted((on_board | drawn | files.components.keys()) - bought.keys()):
        yield f"bill: {ref} is missing"
    for ref, row in bought.items():
        if row["version"] == params.CARRIER and ref not in on_board:
            yield f"board: {ref} of the bill is missing"
        if row["version"] == params.SOLDERLESS and ref not in drawn:
            yield f"wiring: {ref} of the bill is missing"
        value = files.board[ref].value if ref in files.board else files.components.get(ref)
        if value not in {None, row["number or specification"]}:
            yield f"bill: {ref} is {row['number or specification']}, on the board {value}"
    yield from (
        f"schematic: {ref} is missing"
        for ref in sorted(files.components)
        if not _is_drawn(ref, files.schematic)
    )


def _is_drawn(ref: str, words: set[str]) -> bool:
    return any(word == ref or word.startswith(f"{ref}.") for word in words)


def wiring(files: Files) -> Iterator[str]:
    """Follow the picture's wires from the pin map's pins; each begins and ends where its pin is drawn."""
    for wire in files.wires:
        for end, point in zip((wire.start, wire.end), wire.line, strict=True):
            if files.rings.get(point) != end:
                named = f"{_said([wire.start])} to {_said([wire.end])}"
                yield f"wiring: the wire {named} does not touch {_said([end])}"
    joined: dict[End, set[End]] = {}
    for wire in files.wires:
        joined.setdefault(wire.start, set()).add(wire.end)
        joined.setdefault(wire.end, set()).add(wire.start)
    for name, wanted in WIRED_TO.items():
        ends = _joined_to(joined, _pico_pin(name))
        if {end for end in ends if end[0] != "U1"} != wanted:
            yield f"wiring: {name} (GP{getattr(pins, name)}) leads to {_said(ends)}, not {_said(wanted)}"
    heights = {pin: point[1] for point, (ref, pin) in files.rings.items() if ref == "U1"}
    for pin, name in params.PICO_PIN_NAMES.items():
        if pin not in files.labels or files.labels[pin] != (name, heights.get(pin)):
            yield f"wiring: terminal {pin} is not labelled {name}"


def _joined_to(joined: dict[End, set[End]], start: End) -> set[End]:
    seen, waiting = {start}, [start]
    while waiting:
        for end in joined.get(waiting.pop(), set()) - seen:
            seen.add(end)
            waiting.append(end)
    return seen - {start}


def pin_table(files: Files) -> Iterator[str]:
    """Compare the pin table with the netlist."""
    net_of = {end: net for net, ends in files.netlist.items() for end in ends}
    for row in files.pins:
        if row["net"] != net_of.get(("U1", int(row["pin"])), ""):
            yield f"pins.csv: pin {row['pin']} is on {row['net'] or 'no net'}"


def holes(files: Files) -> Iterator[str]:
    """Compare the drill files with the board, and its screw holes with the posts of the printed body."""
    through = [pad for part in files.board.values() for pad in part.pads.values() if pad.drill]
    for pad in through:
        drilled = files.unplated if pad.drill == params.BOARD_HOLE else files.plated
        if not any(_near(pad.at, hole[:2]) and hole[2] == pad.drill for hole in drilled):
            where = f"{pad.at[0]:g}, {pad.at[1]:g}"
            yield f"drill: no hole of {pad.drill:g} mm at {where}, where the board has one"
    if sorted(hole[:2] for hole in files.unplated) != sorted(params.BOARD_HOLES):
        yield "drill: the screw holes are not where params.py puts them"
    body = mesh.Rays(files.body, 2)
    for x, y, _ in files.unplated:
        at = (params.BOARD_AT[0] + x, params.BOARD_AT[1] + y)
        if fault := enclosure.post_fault(
            body, f"screw hole {x:g}, {y:g}", at, params.FLOOR + params.STANDOFF
        ):
            yield f"box: {fault}"
