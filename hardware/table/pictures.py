"""The table kit's pictures: how everything is plugged, and the drilling template of the base, 1 : 1.

Owns their layout, with the standard library alone. The figures are budget.py's, the holes kit.py's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from xml.sax.saxutils import escape

from hardware.pad.enclosure.openings import Opening, circle
from hardware.table import budget, kit

OUTPUTS = ("table/topology.svg", "table/topology-2.svg", "table/base.svg")
STYLE = (
    "<style>text{font:15px Helvetica,Arial,sans-serif;fill:#2b2420}.b{font-weight:bold}.s{font-size:12.5px}"
    ".x{stroke:#2b2420;stroke-width:1.6}.w{fill:none;stroke:#4d6f96;stroke-width:2.4}"
    ".v{fill:none;stroke:#b0502f;stroke-width:2.4;stroke-dasharray:8 4}</style>"
)
PAPER = "#fffdf8"


@dataclass(frozen=True)
class Block:
    """A device in the topology: its middle, its size, its name and what is said below the name."""

    x: float
    y: float
    w: float
    h: float
    name: str
    words: tuple[str, ...]
    fill: str

    def svg(self) -> Iterator[str]:
        """Yield the box and its words."""
        x, y = self.x - self.w / 2, self.y - self.h / 2
        size = f'width="{self.w:g}" height="{self.h:g}" rx="8"'
        yield f'<rect x="{x:g}" y="{y:g}" {size} fill="{self.fill}" class="x"/>'
        first = self.y - 9 * len(self.words) + 5
        yield f'<text x="{self.x:g}" y="{first:g}" text-anchor="middle" class="b">{escape(self.name)}</text>'
        for n, line in enumerate(self.words, 1):
            yield beside(self.x, first + 18 * n, line, "middle")


def line(points: list[tuple[float, float]], kind: str) -> str:
    """Return a cable along these points. kind: "w" for data, "v" for power alone."""
    return '<path d="M' + "L".join(f"{x:g} {y:g}" for x, y in points) + f'" class="{kind}"/>'


def beside(x: float, y: float, words: str, anchor: str = "start") -> str:
    """Return a cable's words."""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" class="s">{escape(words)}</text>'


def picture(size: tuple[float, float], title: str, parts: list[str], unit: str = "") -> str:
    """Return the whole SVG; with a unit its width and height are in it."""
    w, h = size
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:g} {h:g}" width="{w:g}{unit}" '
        f'height="{h:g}{unit}" role="img"><title>{escape(title)}</title>'
    )
    return (
        "\n".join([head, STYLE, f'<rect width="{w:g}" height="{h:g}" fill="{PAPER}"/>', *parts, "</svg>"])
        + "\n"
    )


def pad_blocks(players: int, y: float, width: float) -> list[Block]:
    """Return the pads side by side, in the middle of the picture."""
    apart = min(150.0, (width - 40) / players)
    first = width / 2 - apart * (players - 1) / 2
    words = (f"{budget.pad_at_fault().worst_ma:.0f} mA at worst",)
    return [
        Block(first + apart * n, y, apart - 14, 66, f"pad {n + 1}", words, "#f2e6d0") for n in range(players)
    ]


def pad_cables(pads: list[Block], from_x: float, from_y: float) -> list[str]:
    """Return the pads' cables from below a device: the farther a pad, the higher its way."""
    starts = [from_x + (n - (len(pads) - 1) / 2) * 26 for n in range(len(pads))]
    to_the_left = [pad.x < start for pad, start in zip(pads, starts, strict=True)]
    found = []
    for n, (pad, start) in enumerate(zip(pads, starts, strict=True)):
        top = pad.y - pad.h / 2
        nearer = sum(to_the_left[n + 1 :]) if to_the_left[n] else n - sum(to_the_left[:n])
        level = top - 14 - 12 * nearer
        found.append(line([(start, from_y), (start, level), (pad.x, level), (pad.x, top)], "w"))
    return found


def topology(players: int) -> str:
    """Return how everything is plugged for that many players."""
    width, pads_y = 940.0, 460.0
    with_hub = budget.needs_hub(players)
    rail = budget.hub(players) if with_hub else budget.pi(players)
    pi = Block(300, 190, 190, 76, "Raspberry Pi", ("4 Model B", "4 USB ports"), "#a9cfae")
    screen = Block(700, 190, 220, 76, "touch screen", ("10.1 inch, 1280 x 800",), "#9db7d6")
    pi_supply = Block(
        300, 50, 190, 60, "supply", (f"5.1 V, {kit.PI_SUPPLY_MA / 1000:g} A, USB-C",), "#efefe8"
    )
    screen_supply = Block(700, 50, 190, 60, "supply", ("the screen's own",), "#efefe8")
    blocks = [pi, screen, pi_supply, screen_supply]
    parts = [line([(300, 80), (300, 152)], "v"), line([(700, 80), (700, 152)], "v")]
    parts += [line([(395, 175), (590, 175)], "w"), beside(492, 168, "HDMI", "middle")]
    parts += [line([(395, 207), (590, 207)], "w"), beside(492, 224, "USB: touch", "middle")]
    pads = pad_blocks(players, pads_y, width)
    from_y = 228.0
    if with_hub:
        supply = Block(
            700, 316, 190, 60, "supply", (f"5 V, {kit.HUB_SUPPLY_MA / 1000:g} A or more",), "#efefe8"
        )
        hub = Block(300, 316, 190, 60, "USB hub", (f"{kit.PORTS_OF_HUB} ports, powered",), "#dcc4a2")
        blocks += [supply, hub]
        parts += [
            line([(300, 228), (300, 286)], "w"),
            beside(312, 262, "USB"),
            line([(605, 316), (395, 316)], "v"),
        ]
        from_y = 346.0
    parts += pad_cables(pads, pi.x, from_y)
    parts.append(beside(460, pads_y + 95, "pads: USB A to micro-B, a cable for each"))
    left = f"{rail.name}: {rail.worst_ma:.0f} of {rail.limit_ma:g} mA with every light of every pad fully on"
    parts.append(beside(24, pads_y + 70, left))
    parts += [
        line([(24, pads_y + 90), (64, pads_y + 90)], "w"),
        beside(72, pads_y + 95, "data, or data and power"),
    ]
    parts += [line([(270, pads_y + 90), (310, pads_y + 90)], "v"), beside(318, pads_y + 95, "power alone")]
    parts += [bit for block in [*blocks, *pads] for bit in block.svg()]
    return picture((width, pads_y + 112), f"How a table of {players} is plugged", parts)


# ---- the base


def holes() -> list[Opening]:
    """Return every hole of the base, in mm from its front left corner."""
    w, h = kit.BASE
    half, edge = kit.VESA / 2, kit.FOOT_FROM_EDGE
    found = [
        circle(f"screen {n}", "base", (w / 2 + x, h / 2 + y), kit.VESA_HOLE)
        for n, (x, y) in enumerate(((-half, -half), (half, -half), (-half, half), (half, half)), 1)
    ]
    found += [
        circle(f"Pi {n}", "base", (kit.PI_AT[0] + x, kit.PI_AT[1] + y), kit.PI_HOLE)
        for n, (x, y) in enumerate(kit.PI_HOLES, 1)
    ]
    found += [
        circle(f"foot {n}", "base", (x, y), kit.FOOT_HOLE)
        for n, (x, y) in enumerate(
            ((edge, edge), (w - edge, edge), (edge, h - edge), (w - edge, h - edge)), 1
        )
    ]
    outside = kit.HUB_ROOM[0] / 2 + kit.STRAP_SLOT[1] / 2 + 2
    middle = kit.HUB_AT[0] + kit.HUB_ROOM[0] / 2
    upright = (kit.STRAP_SLOT[1], kit.STRAP_SLOT[0])
    found += [
        Opening(f"strap {y:g} {side}", "base", middle + sign * outside, y, upright, round=False)
        for y in kit.STRAPS_Y
        for side, sign in (("left", -1), ("right", 1))
    ]
    return found


def rooms() -> dict[str, tuple[float, float, float, float]]:
    """Return what stands on the base, as (left, front, right, rear), in mm."""
    found = {
        "Pi": (*kit.PI_AT, kit.PI_AT[0] + kit.PI_SIZE[0], kit.PI_AT[1] + kit.PI_SIZE[1]),
        "hub": (*kit.HUB_AT, kit.HUB_AT[0] + kit.HUB_ROOM[0], kit.HUB_AT[1] + kit.HUB_ROOM[1]),
    }
    for hole in holes():
        if hole.name.startswith("screen"):
            found[f"standoff {hole.name}"] = (hole.u - 5, hole.v - 5, hole.u + 5, hole.v + 5)
    return found


def base_faults() -> list[str]:
    """Return thin webs, things that stand in each other's way, and things too high for the screen."""
    found = [
        f"{a.name} and {b.name}: {a.gap(b):.1f} mm of wood"
        for a, b in combinations(holes(), 2)
        if a.gap(b) < kit.BASE_WEB
    ]
    found += [
        f"{hole.name} and the edge: {mm:.1f} mm of wood" for hole in holes()
        if (mm := hole.to_edge((0, 0), kit.BASE)) < kit.BASE_WEB
    ]  # fmt: skip
    for (a, one), (b, other) in combinations(rooms().items(), 2):
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]:
            found.append(f"{a} and {b} stand in each other's way")
    heights = {"Pi": kit.PI_HEIGHT, "hub": kit.HUB_HEIGHT}
    return found + [
        f"{name} is higher than the screen is lifted" for name, mm in heights.items() if mm >= kit.SCREEN_LIFT
    ]


def base() -> str:
    """Return the drilling template, 1 : 1 when printed without scaling."""
    w, h = kit.BASE
    room = 14.0

    def flip(y: float) -> float:
        return room + h - y

    parts = [
        "<style>text{font-size:5px}.b{font-size:5px}.s{font-size:4px}.x,.c{stroke-width:.5}"
        ".c{stroke:#7a6a5c;fill:none;stroke-dasharray:3 2}</style>",
        f'<rect x="{room}" y="{room}" width="{w:g}" height="{h:g}" rx="6" fill="#f2e6d0" class="x"/>',
    ]
    for name in ("Pi", "hub"):
        left, front, right, rear = rooms()[name]
        parts.append(
            f'<rect x="{room + left:g}" y="{flip(rear):g}" width="{right - left:g}" '
            f'height="{rear - front:g}" class="c"/>'
        )
        middle = room + (left + right) / 2
        parts.append(
            f'<text x="{middle:g}" y="{flip((front + rear) / 2):g}" text-anchor="middle">{name}</text>'
        )
    for hole in holes():
        x, y, (a, b) = room + hole.u, flip(hole.v), hole.size
        if hole.round:
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{a / 2:g}" fill="#fff" class="x"/>')
            parts.append(
                f'<path d="M{x - 4:g} {y:g}h8M{x:g} {y - 4:g}v8" stroke="#2b2420" stroke-width=".2"/>'
            )
        else:
            x, y = x - a / 2, y - b / 2
            parts.append(
                f'<rect x="{x:g}" y="{y:g}" width="{a:g}" height="{b:g}" rx="2" fill="#fff" class="x"/>'
            )
    middle = room + w / 2
    said = [
        (middle, flip(h / 2) + 2, f"screen: VESA {kit.VESA:g}, 4 x {kit.VESA_HOLE:g} mm"),
        (room + kit.PI_AT[0] + kit.PI_SIZE[0] / 2, flip(kit.PI_AT[1]) + 6, f"Pi: 4 x {kit.PI_HOLE:g} mm"),
        (
            room + kit.HUB_AT[0] + kit.HUB_ROOM[0] / 2,
            flip(kit.HUB_AT[1]) + 6,
            "hub: four slots for two straps",
        ),
        (room + 62, flip(kit.FOOT_FROM_EDGE) + 1.5, f"feet: {kit.FOOT_HOLE:g} mm, in all corners"),
        (middle, room - 4, f"base, {w:g} x {h:g} mm, seen from above; print at 100 %"),
        (middle + 70, flip(8) + 1.5, "100 mm"),
    ]
    parts += [
        f'<text x="{x:g}" y="{y:g}" text-anchor="middle" class="s">{escape(text)}</text>'
        for x, y, text in said
    ]
    left = middle - 40
    parts.append(f'<path d="M{left:g} {flip(8):g}h100m0 -2v4m-100 -4v4" stroke="#2b2420" stroke-width=".5"/>')
    return picture((w + 2 * room, h + 2 * room), "Drilling template of the table's base", parts, "mm")


def build(into: Path) -> None:
    """Write all three."""
    (into / "table").mkdir(parents=True, exist_ok=True)
    texts = (topology(kit.PLAYERS[-1]), topology(kit.PLAYERS[0]), base())
    for name, text in zip(OUTPUTS, texts, strict=True):
        (into / name).write_text(text, encoding="utf-8", newline="\n")
