"""The schematic of the carrier version, drawn by schemdraw from the connections in params.py.

Owns the drawing's layout. What is joined to what is looked up, never written here: a part is found by the
net it is on.
"""

from itertools import pairwise
from pathlib import Path
from typing import Any

import schemdraw
from schemdraw import elements as elm

from hardware import params
from hardware.pad import symbols

FONT = 11
SMALL = 9
GREY, BLUE = "#555555", "#0b4f8a"
MIDDLE_X, RIGHT_X = 10.5, 27.0  # of the blocks beside the Pico


class Sheet:
    """The drawing while it grows; places are in schemdraw's units."""

    def __init__(self) -> None:
        schemdraw.use("svg")
        self.drawing = schemdraw.Drawing(show=False)
        self.drawing.config(fontsize=FONT, lw=1.4, font="sans-serif")

    def add(self, element: Any) -> Any:
        """Put an element on the sheet."""
        return self.drawing.add(element)

    def words(
        self, text: str, x: float, y: float, size: int = FONT, colour: str = "black", side: str = "left"
    ) -> None:
        """Write words that begin, end or stand in the middle there."""
        label = (
            elm.Label()
            .at((x, y))
            .theta(0)
            .label(text, fontsize=size, color=colour, halign=side, valign="center", ofst=0)
        )
        self.add(label)

    def title(self, text: str, x: float, y: float) -> None:
        """Name a block."""
        self.words(text, x, y, FONT + 2)

    def wire(self, *points: tuple[float, float]) -> None:
        """Draw a line through these points."""
        for start, end in pairwise(points):
            self.add(elm.Line().at(start).to(end))

    def dot(self, x: float, y: float) -> None:
        """Mark where lines join."""
        self.add(elm.Dot().at((x, y)))

    def part(
        self, element: Any, ref: str, start: tuple[float, float], end: tuple[float, float], side: str = "top"
    ) -> None:
        """Draw a part of two leads with its name and value."""
        value = symbols.SHORT.get(params.part_of(ref).kind, "")
        words = f"{ref}  {value}"
        self.add(element.at(start).to(end).label(words, loc=side, fontsize=SMALL))

    def net(self, name: str, x: float, y: float, side: str = "left") -> None:
        """Name the net that a line ends on: the same name elsewhere is the same line."""
        self.add(elm.Dot(open=True).at((x, y)))
        offset, align = (-0.2, "right") if side == "left" else (0.2, "left")
        self.words(name, x + offset, y, FONT, BLUE, align)

    def rail(self, name: str, x: float, y: float) -> None:
        """End a line in the 3.3 V or 5 V rail, above."""
        self.add(elm.Vdd().at((x, y)).label(name, fontsize=SMALL))

    def ground(self, x: float, y: float) -> None:
        """End a line in ground, below."""
        self.add(elm.Ground().at((x, y)))

    def end(self, ref: str, pin: int, x: float, y: float, side: str = "right") -> None:
        """Draw a pin of a plug or of a part that is drawn as its pins alone."""
        offset, align = (0.25, "left") if side == "right" else (-0.25, "right")
        self.add(elm.Dot(radius=0.12, open=True).at((x, y)))
        name = next(name for number, name, _ in symbols.SYMBOLS[params.part_of(ref).kind] if number == pin)
        self.words(f"{ref}.{pin}  {name}", x + offset, y, FONT, "black", align)


def pico(sheet: Sheet, x: float, y: float) -> None:
    """Draw the Pico with all its pins and the nets on them."""
    half, step = params.PICO_PINS // 2, 0.8
    height, width = half * step, 5.0
    sheet.add(elm.Rect(corner1=(0, 0), corner2=(width, -height - 0.4)).at((x, y)).theta(0))
    sheet.title("U1  Raspberry Pi Pico", x, y + 0.6)
    sheet.words("USB here", x + width / 2, y - 0.5, SMALL, GREY, "center")
    for pin in range(1, params.PICO_PINS + 1):
        is_left = pin <= half
        row = pin - 1 if is_left else params.PICO_PINS - pin
        at_y = y - 0.6 - row * step
        edge, out = (x, x - 0.7) if is_left else (x + width, x + width + 0.7)
        inside = 0.2 if is_left else -0.2
        align = "left" if is_left else "right"
        sheet.words(
            f"{pin}  {params.PICO_PIN_NAMES[pin]}" if is_left else f"{params.PICO_PIN_NAMES[pin]}  {pin}",
            edge + inside,
            at_y,
            SMALL,
            "black",
            align,
        )
        net = symbols.net_of("U1", pin)
        if net:
            sheet.wire((edge, at_y), (out, at_y))
            sheet.net(net, out, at_y, "left" if is_left else "right")


def button(sheet: Sheet, line: str, x: float, y: float) -> None:
    """Draw one button's line, from its plug to the Pico."""
    (plug, pin), (guard, guard_pin) = symbols.on_net(line, "xh5")[0], symbols.on_net(line, "esd")[0]
    pull_up, series = symbols.on_net(line, "r4k7")[0][0], symbols.on_net(line, "r1k")[0][0]
    sheet.wire((x, y), (x + 5.5, y))
    sheet.end(plug, pin, x, y, "left")
    sheet.dot(x + 1.2, y)
    sheet.wire((x + 1.2, y), (x + 1.2, y - 0.7))
    sheet.end(guard, guard_pin, x + 1.2, y - 0.7)
    sheet.dot(x + 4.2, y)
    sheet.part(elm.Resistor(), pull_up, (x + 4.2, y), (x + 4.2, y + 2.2), "bot")
    sheet.rail("3V3", x + 4.2, y + 2.2)
    sheet.part(elm.Resistor(), series, (x + 5.5, y), (x + 8.5, y))
    sheet.net(symbols.net_of(series, 2), x + 8.5, y, "right")
    tests = symbols.on_net(line, "loop")
    for ref, number in tests:
        sheet.dot(x + 5.5, y)
        sheet.wire((x + 5.5, y), (x + 5.5, y - 0.7))
        sheet.end(ref, number, x + 5.5, y - 0.7)


def lights(sheet: Sheet, x: float, y: float) -> None:
    """Draw the chain of lights' data: level shift, resistor, plug to plug."""
    shift = params.BY_KIND["level"].refs[0]
    sheet.net(symbols.net_of(shift, 2), x, y)
    sheet.wire((x, y), (x + 1, y))
    sheet.wire((x + 1, y - 0.9), (x + 1, y + 0.9), (x + 2.6, y), (x + 1, y - 0.9))
    sheet.words(f"{shift}  {symbols.SHORT['level']}", x + 1.2, y + 1.9, SMALL)
    sheet.words("2", x + 0.8, y + 0.3, SMALL, GREY, "right")
    sheet.words("4", x + 2.8, y + 0.3, SMALL, GREY)
    for pin, dx in ((1, 1.4), (3, 1.9)):
        sheet.wire((x + dx, y - 0.9 + (dx - 1) * 0.56), (x + dx, y - 1.5))
        sheet.ground(x + dx, y - 1.5)
        sheet.words(
            str(pin),
            x + dx + (-0.15 if pin == 1 else 0.15),
            y - 1.2,
            SMALL,
            GREY,
            "right" if pin == 1 else "left",
        )
    sheet.wire((x + 1.7, y + 0.5), (x + 1.7, y + 0.9))
    sheet.words("5", x + 1.85, y + 0.75, SMALL, GREY)
    sheet.rail(symbols.net_of(shift, 5), x + 1.7, y + 0.9)
    series = symbols.on_net(symbols.net_of(shift, 4), "r330")[0][0]
    sheet.wire((x + 2.6, y), (x + 3.4, y))
    sheet.part(elm.Resistor(), series, (x + 3.4, y), (x + 6.4, y))
    net = symbols.net_of(series, 2)
    guard, guard_pin = symbols.on_net(net, "esd")[0]
    sheet.dot(x + 6.9, y)
    sheet.wire((x + 6.4, y), (x + 7.6, y))
    sheet.wire((x + 6.9, y), (x + 6.9, y - 0.8))
    sheet.end(guard, guard_pin, x + 6.9, y - 0.8)
    sheet.end(*symbols.on_net(net, "xh5")[0], x + 7.6, y)
    for n, name in enumerate(
        sorted(net for net in params.NETS if net.startswith("LIGHT") and net[5:].isdigit())[1:]
    ):
        (here, out), (following, into) = sorted(params.NETS[name])
        row = y - 2.6 - n * 0.9
        sheet.end(here, out, x + 3.4, row, "left")
        sheet.wire((x + 3.4, row), (x + 7.6, row))
        sheet.end(following, into, x + 7.6, row)


def power(sheet: Sheet, x: float, y: float) -> None:
    """Draw the fuse and the capacitors of both rails."""
    fuse = params.BY_KIND["fuse"].refs[0]
    sheet.net(symbols.net_of(fuse, 1), x, y)
    sheet.part(elm.Fuse(), fuse, (x, y), (x + 3, y))
    sheet.wire((x + 3, y), (x + 9.9, y))
    rail = symbols.net_of(fuse, 2)
    sheet.dot(x + 3.6, y)
    sheet.rail(rail, x + 3.6, y)
    capacitors = [(ref, pin) for kind in ("c10u", "c100n") for ref, pin in symbols.on_net(rail, kind)]
    for n, (ref, _) in enumerate(capacitors):
        at_x = x + 4.5 + n * 2.2
        sheet.dot(at_x, y)
        sheet.part(elm.Capacitor(), ref, (at_x, y), (at_x, y - 2), "bot")
        sheet.ground(at_x, y - 2)
    plugs = " ".join(f"{ref}.{pin}" for ref, pin in symbols.on_net(rail, "xh5"))
    sheet.net(f"{rail}: {plugs}", x + 9.9, y, "right")
    guards = " ".join(
        f"{ref}.{pin}" for ref, pin in [*symbols.on_net(rail, "esd"), *symbols.on_net(rail, "level")]
    )
    sheet.words(guards, x + 10.1, y - 0.6, FONT, BLUE)


def rail_3v3(sheet: Sheet, x: float, y: float) -> None:
    """Draw what hangs on 3.3 V beside the pull-ups."""
    ref = symbols.on_net("3V3", "c100n")[0][0]
    sheet.net("3V3", x, y)
    sheet.wire((x, y), (x + 3.4, y))
    sheet.dot(x + 1, y)
    sheet.part(elm.Capacitor(), ref, (x + 1, y), (x + 1, y - 2), "bot")
    sheet.ground(x + 1, y - 2)
    guards = " ".join(
        f"{ref}.{pin}" for ref, pin in [*symbols.on_net("3V3", "esd"), *symbols.on_net("3V3", "clamp")]
    )
    sheet.net(guards, x + 3.4, y, "right")


def piezo(sheet: Sheet, x: float, y: float) -> None:
    """Draw the piezo's resistor and the two diodes that take what a knock on it makes."""
    series = symbols.on_net(next(net for net in params.NETS if net == "PIEZO_PICO"), "r330")[0][0]
    sheet.net(symbols.net_of(series, 1), x, y)
    sheet.part(elm.Resistor(), series, (x, y), (x + 3, y))
    net = symbols.net_of(series, 2)
    clamp = symbols.on_net(net, "clamp")[0][0]
    sheet.wire((x + 3, y), (x + 7.6, y))
    sheet.dot(x + 4.4, y)
    sheet.add(elm.Diode().at((x + 4.4, y)).to((x + 4.4, y + 2)))
    sheet.words(f"{clamp}  {symbols.SHORT['clamp']}", x + 4.9, y + 1, SMALL)
    sheet.words("3", x + 4.55, y + 0.25, SMALL, GREY)
    sheet.words("2", x + 4.55, y + 1.8, SMALL, GREY)
    sheet.rail(symbols.net_of(clamp, 2), x + 4.4, y + 2)
    sheet.add(elm.Diode().at((x + 4.4, y - 2)).to((x + 4.4, y)))
    sheet.words("1", x + 4.55, y - 1.8, SMALL, GREY)
    sheet.ground(x + 4.4, y - 2)
    sheet.end(*symbols.on_net(net, "xh2")[0], x + 7.6, y)


def plain_line(sheet: Sheet, net: str, kinds: tuple[str, ...], x: float, y: float) -> None:
    """Draw a line of the Pico with its resistor, and the pins of these kinds behind it."""
    series = symbols.on_net(net, "r330")[0][0]
    sheet.net(net, x, y)
    sheet.part(elm.Resistor(), series, (x, y), (x + 3, y))
    behind = symbols.net_of(series, 2)
    ends = [end for kind in kinds for end in symbols.on_net(behind, kind)]
    sheet.wire((x + 3, y), (x + 7.6, y))
    for n, end in enumerate(ends[:-1]):
        at_x = x + 4.4 + n * 2
        sheet.dot(at_x, y)
        sheet.wire((at_x, y), (at_x, y - 0.8))
        sheet.end(*end, at_x, y - 0.8)
    sheet.end(*ends[-1], x + 7.6, y)


def grounds(sheet: Sheet, x: float, y: float) -> None:
    """List the plugs' and guards' pins on ground."""
    ends = [f"{ref}.{pin}" for ref, pin in params.NETS["GND"] if ref[0] in "JUD" and ref != "U1"]
    sheet.net("GND", x, y)
    sheet.wire((x, y), (x + 1, y))
    sheet.ground(x + 1, y)
    half = (len(ends) + 1) // 2
    sheet.words("  ".join(ends[:half]), x + 1.8, y, FONT, BLUE)
    sheet.words("  ".join(ends[half:]), x + 1.8, y - 0.6, FONT, BLUE)


def build(into: Path) -> None:
    """Write pad/schematic.svg."""
    sheet = Sheet()
    pico(sheet, 0, 0)
    sheet.title("Buttons: clamp, pull-up, 1 kilohm", MIDDLE_X, 0.6)
    for n, name in enumerate(params.BUTTONS):
        button(sheet, name.name.upper(), MIDDLE_X + 3, -2.6 - n * 3.6)
    sheet.title("Lights: one chain, 5 V data", RIGHT_X, 0.6)
    lights(sheet, RIGHT_X + 2.5, -2.6)
    sheet.title("Piezo", RIGHT_X, -8.6)
    piezo(sheet, RIGHT_X + 2.5, -11.4)
    sheet.title("5 V from USB, for the lights", MIDDLE_X, -18.6)
    power(sheet, MIDDLE_X + 3, -20.4)
    sheet.title("3.3 V", MIDDLE_X, -24.2)
    rail_3v3(sheet, MIDDLE_X + 3, -25.4)
    sheet.title("Loop-back, for the self-test: a jumper joins JP1", RIGHT_X, -15.6)
    plain_line(sheet, "LOOP_BACK_PICO", ("loop",), RIGHT_X + 3.5, -16.8)
    sheet.title("Sync line, optional", RIGHT_X, -19)
    plain_line(sheet, "SYNC_PICO", ("esd", "xh3"), RIGHT_X + 3.5, -20.2)
    sheet.title("Ground", RIGHT_X, -23.2)
    grounds(sheet, RIGHT_X + 3.5, -24.4)
    sheet.words(
        f"Tin Star pad, carrier version, revision {params.REVISION}. Made from hardware/params.py.",
        -4,
        -28.6,
        FONT,
        GREY,
    )
    svg = sheet.drawing.get_imagedata("svg").decode()
    (into / "pad/schematic.svg").write_text(svg.strip() + "\n", encoding="utf-8")
