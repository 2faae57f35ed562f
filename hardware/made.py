"""Reads back what the build made: netlist, board, drill files, lists, wiring picture.

Owns the files' formats as they are written, and nothing of what ought to be in them. The standard library
alone. A reader raises ValueError when a file is not what it should be at all.
"""

import csv
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

End = tuple[str, int]  # a part's name and its pin
Point = tuple[float, float]

SVG = "{http://www.w3.org/2000/svg}"
NET = re.compile(r'\(net\s+\(code \d+\)\s+\(name "([^"]+)"\)(.*?)(?=\(net\s+\(code|\Z)', re.DOTALL)
NODE = re.compile(r'\(ref "([^"]+)"\)\s+\(pin "(\d+)"\)')
COMPONENT = re.compile(r'\(comp\s+\(ref "([^"]+)"\)\s+\(value "([^"]+)"\)')
FOOTPRINT = re.compile(r"^  \(footprint .*?^  \)$", re.DOTALL | re.MULTILINE)
AT = re.compile(r"^    \(at (\S+) (\S+?)\)?(?: \S+\))?$", re.MULTILINE)
TEXT = re.compile(r'\(fp_text (reference|value) "([^"]*)"')
PAD = re.compile(
    r'\(pad "(\d*)" (\w+) \w+ \(at (\S+) ([^\s)]+)[^)]*\) \(size \S+ \S+\)(?: \(drill ([^)]+)\))?(.*?)tstamp',
    re.DOTALL,
)
PAD_NET = re.compile(r'\(net \d+ "([^"]*)"\)')
ORIGIN = re.compile(r"\(aux_axis_origin (\S+) ([^\s)]+)\)")


@dataclass(frozen=True)
class PadMade:
    """A pad in KiCad's file, in the board's frame."""

    net: str
    at: Point
    drill: float


@dataclass(frozen=True)
class PartMade:
    """A footprint in KiCad's file, in the board's frame."""

    value: str
    at: Point
    pads: dict[int, PadMade]


@dataclass(frozen=True)
class WireDrawn:
    """A wire of the picture: what it says it joins, and the points where its line begins and ends."""

    start: End
    end: End
    line: tuple[Point, Point]


def end_of(words: str) -> End:
    """Return ("J1", 4) for "J1.4"."""
    ref, _, pin = words.partition(".")
    return ref, int(pin)


def netlist(path: Path) -> dict[str, set[End]]:
    """Return the ends on each net."""
    text = path.read_text(encoding="utf-8")
    found = {name: {(ref, int(pin)) for ref, pin in NODE.findall(nodes)} for name, nodes in NET.findall(text)}
    if not found:
        raise ValueError(f"{path.name}: no nets in it")
    return found


def components(path: Path) -> dict[str, str]:
    """Return the value of each part of the netlist."""
    return dict(COMPONENT.findall(path.read_text(encoding="utf-8")))


def board(path: Path) -> dict[str, PartMade]:
    """Return every part on KiCad's board, mounting holes (H1..) too."""
    text = path.read_text(encoding="utf-8")
    origin = ORIGIN.search(text)
    if origin is None:
        raise ValueError(f"{path.name}: no origin in it")
    x0, y0 = float(origin[1]), float(origin[2])
    parts = {}
    for block in FOOTPRINT.findall(text):
        named = dict(TEXT.findall(block))
        place = AT.search(block)
        if place is None:
            raise ValueError(f"{path.name}: {named} is nowhere")
        x, y = float(place[1]), float(place[2])
        pads = {}
        for number, _, dx, dy, drill, rest in PAD.findall(block):
            net = PAD_NET.search(rest)
            at = (round(x + float(dx) - x0, 3), round(y0 - y - float(dy), 3))
            pads[int(number or 0)] = PadMade(net[1] if net else "", at, float(drill or 0))
        parts[named["reference"]] = PartMade(named["value"], (round(x - x0, 3), round(y0 - y, 3)), pads)
    return parts


def drills(path: Path) -> list[tuple[float, float, float]]:
    """Return (x, y, diameter) of every hole of a drill file in millimetres, sorted."""
    sizes: dict[str, float] = {}
    holes = []
    size = 0.0
    for line in path.read_text(encoding="utf-8").splitlines():
        if tool := re.fullmatch(r"T(\d+)C([\d.]+)", line):
            sizes[tool[1]] = float(tool[2])
        elif (chosen := re.fullmatch(r"T(\d+)", line)) and chosen[1] in sizes:
            size = sizes[chosen[1]]
        elif hole := re.fullmatch(r"X([-\d.]+)Y([-\d.]+)", line):
            holes.append((float(hole[1]), float(hole[2]), size))
    return sorted(holes)


def table(path: Path, columns: Collection[str]) -> list[dict[str, str]]:
    """Return the lines of a CSV file by the names of its columns, these among them."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except csv.Error as error:
        raise ValueError(f"{path.name}: {error}") from None
    if not rows or any(row.get(column) is None for row in rows for column in columns):
        raise ValueError(f"{path.name}: not every line has {', '.join(columns)}")
    return rows


def _drawn(path: Path, tag: str | None = None) -> Iterator[ET.Element]:
    """Return the things in an SVG, those of one kind or all."""
    try:
        return ET.parse(path).iter(tag and f"{SVG}{tag}")  # noqa: S314 -- our own file
    except ET.ParseError as error:
        raise ValueError(f"{path.name}: {error}") from None


def words(path: Path) -> set[str]:
    """Return every word written in an SVG."""
    return {word for item in _drawn(path) for word in (item.text or "").split()}


def wires(path: Path) -> list[WireDrawn]:
    """Return the wires of the wiring picture, in its order."""
    found = []
    for item in _drawn(path, "path"):
        if "data-from" in item.attrib:
            numbers = [float(number) for number in re.findall(r"-?[\d.]+", item.get("d", ""))]
            if len(numbers) < 4:
                raise ValueError(f"{path.name}: a wire has no line")
            line = ((numbers[0], numbers[1]), (numbers[-2], numbers[-1]))
            found.append(WireDrawn(end_of(item.get("data-from", "")), end_of(item.get("data-to", "")), line))
    return found


def pins_drawn(path: Path) -> dict[Point, End]:
    """Return the pin at each ring of the wiring picture."""
    rings = _drawn(path, "circle")
    return {
        (float(ring.get("cx", "")), float(ring.get("cy", ""))): end_of(ring.attrib["data-pin"])
        for ring in rings
        if "data-pin" in ring.attrib
    }


def terminals_labelled(path: Path) -> dict[int, tuple[str, float]]:
    """Return what is written beside each terminal of the wiring picture's Pico: name, and its middle's y."""
    found = {}
    for item in _drawn(path, "text"):
        if label := re.fullmatch(r"(\d+) ([A-Z0-9_]+)", item.text or ""):
            height = float(item.get("y", "")) - 0.36 * float(item.get("font-size", ""))
            found[int(label[1])] = (label[2], round(height, 2))
    return found
