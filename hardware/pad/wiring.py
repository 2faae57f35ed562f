"""The wiring picture of the solderless version: a Pico on a screw-terminal board, its wires numbered.

Owns where things are drawn and which way wires run. Which wire goes where is params.WIRES; a pin keeps its
place, and each wire runs from the one pin's place to the other's.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from hardware import params
from hardware.pad.svg import Picture, Point

SIZE = (1560, 960)
BOARD_LEFT, BOARD_RIGHT, BOARD_TOP = 520, 780, 120
STEP = 26  # between two terminals
HALF = params.PICO_PINS // 2
BUTTON_X, BUTTON_STEP, BUTTON_R = 150, 110, 40
LIGHT_Y, LIGHT_X, LIGHT_STEP, LIGHT_R = 850, 840, 210, 34
LINE, HALO = 4, 9
BADGE_FROM_TERMINAL = 58
GREY = "#777777"
SHOWN = {"black": "#111111", "red": "#d62828", "green": "#1b8a3a", "blue": "#1d5fd0", "orange": "#e07b00"} | {
    "violet": "#8a2be2"
}
LOOP_X = BOARD_LEFT - 30
TABLE_X, TABLE_Y, TABLE_STEP = 1060, 130, 26


def terminal(pin: int) -> Point:
    """Return where the terminal of a pin of the Pico is, its USB socket up."""
    row = pin - 1 if pin <= HALF else params.PICO_PINS - pin
    return (BOARD_LEFT if pin <= HALF else BOARD_RIGHT), BOARD_TOP + 40 + row * STEP


def _button_y(n: int) -> float:
    return terminal(4)[1] + 20 + n * BUTTON_STEP


def _places() -> Iterator[tuple[tuple[str, int], Point]]:
    """Yield the place of every pin that a wire may end on."""
    for pin in range(1, params.PICO_PINS + 1):
        yield ("U1", pin), terminal(pin)
    for n in range(4):
        yield (f"S{n + 1}", 1), (BUTTON_X + BUTTON_R + 14, _button_y(n))
        yield (f"S{n + 1}", 2), (BUTTON_X - BUTTON_R - 14, _button_y(n))
        x = LIGHT_X - n * LIGHT_STEP
        if n == 0:  # its three leads come from above
            yield ("D1", 1), (x + 22, LIGHT_Y - 50)
            yield ("D1", 2), (x, LIGHT_Y - 50)
            yield ("D1", 3), (x - 22, LIGHT_Y - 50)
    piezo_y = (terminal(11)[1] + terminal(13)[1]) / 2
    yield ("LS1", 1), (430, piezo_y - 26)
    yield ("LS1", 2), (430, piezo_y + 26)
    yield ("R13", 1), (LOOP_X, terminal(9)[1] - 11)
    yield ("R13", 2), (LOOP_X, terminal(7)[1] + 11)
    top = terminal(40)[1]
    yield ("D6", 1), (840, top)
    yield ("D6", 2), (910, top)
    yield ("X1", 1), (950, top)
    yield ("X1", 2), (990, top)


PLACES = dict(_places())
LANES = {4: 290, 5: 310, 6: 330, 7: 350, 9: 370}  # x at which these pins' wires turn down


def way_of(wire: params.Wire) -> list[Point]:
    """Return the corners of a wire from its start to its end."""
    start, end = _end_of(wire.start, wire), _end_of(wire.end, wire)
    return [start, *_corners(wire, start, end), end]


def _is_between_lights(wire: params.Wire) -> bool:
    lights = params.BY_KIND["light"].refs
    return wire.start[0] in lights and wire.end[0] in lights


def _end_of(end: tuple[str, int], wire: params.Wire) -> Point:
    ref, pin = end
    if _is_between_lights(wire):  # three wires side by side, each disc to the left of the one before
        n = int(ref[1:]) - 1
        side = -1 if end == wire.start else 1
        dy = {"5V": -16, "GND": 0, "IN": 16, "OUT": 16}[params.LIGHT_PINS[pin]]
        return LIGHT_X - n * LIGHT_STEP + side * (LIGHT_R + 6), LIGHT_Y + dy
    return PLACES[end]


def _corners(wire: params.Wire, start: Point, end: Point) -> list[Point]:
    ref, pin = wire.end
    match wire.start[0], ref:
        case "U1", "R13":  # the loop-back, outside of the terminals
            return [(LOOP_X, start[1])]
        case "R13", "U1":
            return [(LOOP_X, end[1])]
        case "U1", "S1" if pin == 2:  # ground goes over the first button
            return [(270, start[1]), (270, BOARD_TOP + 20), (60, BOARD_TOP + 20), (60, end[1])]
        case "U1", _ if ref[0] == "S":
            lane = LANES.get(wire.start[1], 390)
            return [(lane, start[1]), (lane, end[1])]
        case first, second if first[0] == second[0] == "S":  # ground goes on from button to button
            return [(60, start[1]), (60, end[1])]
        case "U1", "LS1":
            return [(end[0], start[1])] if start[1] != end[1] else []
        case "U1", "D1" if pin == 3:
            lane, low = LANES.get(wire.start[1], 390), LIGHT_Y - 100
            return [(lane, start[1]), (lane, low), (end[0], low)]
        case "U1", "D1":
            return [(end[0], start[1])]
        case "X1", "D1":
            return [(1010, start[1]), (1010, LIGHT_Y - 80), (end[0], LIGHT_Y - 80)]
    return []


def _pin(picture: Picture, end: tuple[str, int], at: Point) -> None:
    picture.circle(at, 6, fill="white", stroke="#111111", stroke_width=2, data_pin=f"{end[0]}.{end[1]}")


def _board(picture: Picture) -> None:
    used = {end for wire in params.WIRES for end in (wire.start, wire.end)}
    height = HALF * STEP + 60
    picture.rectangle(
        (BOARD_LEFT, BOARD_TOP),
        (BOARD_RIGHT - BOARD_LEFT, height),
        fill="#e8f0e8",
        stroke="#335533",
        stroke_width=2,
        rx=8,
    )
    middle = (BOARD_LEFT + BOARD_RIGHT) / 2
    picture.rectangle((middle - 27, BOARD_TOP + 14), (54, height - 28), fill="#3f7d58", rx=6)
    picture.rectangle((middle - 16, BOARD_TOP - 4), (32, 34), fill="#c9c9c9", stroke="#555555")
    picture.text("U1", (middle, BOARD_TOP + 200), 20, "middle", fill="white")
    picture.text("Pico", (middle, BOARD_TOP + 228), 18, "middle", fill="white")
    picture.text(
        "U1: Pico on a screw-terminal board", (middle, BOARD_TOP - 50), 18, "middle", font_weight="bold"
    )
    picture.text("USB", (middle, BOARD_TOP - 20), 14, "middle")
    for pin in range(1, params.PICO_PINS + 1):
        x, y = terminal(pin)
        _pin(picture, ("U1", pin), (x, y))
        words = f"{pin} {params.PICO_PIN_NAMES[pin]}"
        looks = {"font_weight": "bold"} if ("U1", pin) in used else {"fill": GREY}
        is_left = pin <= HALF
        picture.text(words, (x + 14 if is_left else x - 14, y), 13, "start" if is_left else "end", **looks)


def _buttons(picture: Picture) -> None:
    for n, button in enumerate(params.BUTTONS):
        ref, y = f"S{n + 1}", _button_y(n)
        radius = BUTTON_R if n == 0 else BUTTON_R * 0.85
        for pin in (1, 2):
            x, _ = PLACES[ref, pin]
            picture.path([(x, y), (BUTTON_X, y)], stroke="#999999", stroke_width=6)
            _pin(picture, (ref, pin), (x, y))
        picture.circle((BUTTON_X, y), radius, fill="#f4d9a8", stroke="#8a5a00", stroke_width=2)
        picture.text(ref, (BUTTON_X, y - 9), 16, "middle", font_weight="bold")
        words = button.label.split()
        picture.text(words[0], (BUTTON_X, y + 8), 11, "middle")
        picture.text(" ".join(words[1:]), (BUTTON_X, y + 21), 11, "middle")


def _piezo(picture: Picture) -> None:
    x, y = PLACES["LS1", 1]
    picture.circle((x, y + 26), 24, fill="#f2e6b6", stroke="#8a7a00", stroke_width=2)
    picture.text("LS1", (x, y + 26), 14, "middle", font_weight="bold")
    for pin in (1, 2):
        _pin(picture, ("LS1", pin), PLACES["LS1", pin])
    picture.text("piezo disc", (x, y + 74), 12, "middle")


def _supply(picture: Picture) -> None:
    (left, y), (right, _) = PLACES["D6", 1], PLACES["D6", 2]
    picture.rectangle((left, y - 10), (right - left, 20), fill="#333333")
    picture.rectangle((right - 18, y - 10), (8, 20), fill="#dddddd")
    picture.text("D6  1N4001", ((left + right) / 2, y - 26), 13, "middle", font_weight="bold")
    picture.text("the band points to X1", ((left + right) / 2, y + 26), 12, "middle")
    (x1, _), (x2, _) = PLACES["X1", 1], PLACES["X1", 2]
    picture.rectangle((x1, y - 16), (x2 - x1, 32), fill="#ffd9a0", stroke="#a05a00", stroke_width=2, rx=4)
    picture.text("X1", ((x1 + x2) / 2, y), 14, "middle", font_weight="bold")
    for end in (("D6", 1), ("D6", 2), ("X1", 1), ("X1", 2)):
        _pin(picture, end, PLACES[end])


def _loop_back(picture: Picture) -> None:
    (x, low), (_, high) = PLACES["R13", 1], PLACES["R13", 2]
    picture.rectangle(
        (x - 7, high + 4), (14, low - high - 8), fill="#e8d5a8", stroke="#7a5a1a", stroke_width=2, rx=3
    )
    picture.text("R13", (x - 14, (low + high) / 2), 13, "end", font_weight="bold")


def _lights(picture: Picture) -> None:
    for n, button in enumerate(params.BUTTONS):
        x = LIGHT_X - n * LIGHT_STEP
        picture.circle((x, LIGHT_Y), LIGHT_R, fill="#eef2ff", stroke="#334488", stroke_width=2)
        picture.text(f"D{n + 1}", (x, LIGHT_Y), 16, "middle", font_weight="bold")
        picture.text(f"light of {button.label}", (x, LIGHT_Y + 54), 13, "middle")
    for pin in (1, 2, 3):
        top = PLACES["D1", pin]
        foot = LIGHT_X + (top[0] - LIGHT_X) * 0.7, LIGHT_Y - LIGHT_R + 6.0
        picture.path([top, foot], stroke="#999999", stroke_width=4)
        _pin(picture, ("D1", pin), top)
    picture.text("IN", (PLACES["D1", 3][0] - 12, LIGHT_Y - 50), 12, "end")
    picture.text("GND   5V", (PLACES["D1", 1][0] + 12, LIGHT_Y - 50), 12, "start")
    for n in range(3):
        left, right = LIGHT_X - (n + 1) * LIGHT_STEP + LIGHT_R + 12, LIGHT_X - n * LIGHT_STEP - LIGHT_R - 12
        picture.text("5V", (left, LIGHT_Y - 28), 11, "start", fill=GREY)
        picture.text("IN", (left, LIGHT_Y + 30), 11, "start", fill=GREY)
        picture.text("OUT", (right, LIGHT_Y + 30), 11, "end", fill=GREY)


def _wire(picture: Picture, n: int, wire: params.Wire) -> None:
    way = way_of(wire)
    if wire.colour == params.COLOURS["loop"]:  # the only one that crosses others
        picture.path(way, stroke="white", stroke_width=HALO)
    picture.path(
        way,
        stroke=SHOWN[wire.colour],
        stroke_width=LINE,
        stroke_linejoin="round",
        id=f"wire-{n}",
        data_from=f"{wire.start[0]}.{wire.start[1]}",
        data_to=f"{wire.end[0]}.{wire.end[1]}",
    )


def _badge_at(wire: params.Wire) -> Point:
    """Return a place on the wire where its number hides nothing."""
    way = way_of(wire)
    segments = list(pairwise(way))
    longest = max(segments, key=lambda pair: abs(pair[1][0] - pair[0][0]) + abs(pair[1][1] - pair[0][1]))
    (x, y), (next_x, next_y) = longest
    far = 0.5
    if wire.colour == params.COLOURS["loop"]:
        far = (
            0.4 if wire.start[0] == "U1" else 0.6
        )  # beside a terminal that nothing leads to, between two wires
    elif wire.start[0] == "U1" and wire.end[0][0] in "SL":
        (x, y), (next_x, next_y) = segments[0]
        far = BADGE_FROM_TERMINAL / abs(next_x - x)
    elif _is_between_lights(wire):
        far = 0.45 + 0.17 * ["5V", "GND", "OUT"].index(params.LIGHT_PINS[wire.start[1]])
    return x + (next_x - x) * far, y + (next_y - y) * far


def _badge(picture: Picture, n: int, wire: params.Wire) -> None:
    at = _badge_at(wire)
    picture.circle(at, 10, fill="white", stroke=SHOWN[wire.colour], stroke_width=2)
    picture.text(str(n), at, 11, "middle", font_weight="bold")


def _named(end: tuple[str, int]) -> str:
    ref, pin = end
    if ref == "U1":
        return f"U1 terminal {pin}, {params.PICO_PIN_NAMES[pin]}"
    if ref[0] == "D" and ref != "D6":
        return f"{ref} {params.LIGHT_PINS[pin]}"
    if ref == "D6":
        return "D6, end with the band" if pin == 2 else "D6, end without the band"
    side = "one" if pin == 1 else "other"
    return {"S": f"{ref}, {side} tab", "R": f"{ref}, {side} end", "L": "LS1", "X": "X1"}[ref[0]]


def _table(picture: Picture) -> None:
    picture.text("Wires", (TABLE_X, TABLE_Y - 34), 18, font_weight="bold")
    for n, wire in enumerate(params.WIRES, 1):
        y = TABLE_Y + (n - 1) * TABLE_STEP
        picture.circle((TABLE_X + 10, y), 10, fill="white", stroke=SHOWN[wire.colour], stroke_width=2)
        picture.text(str(n), (TABLE_X + 10, y), 11, "middle", font_weight="bold")
        picture.text(wire.colour, (TABLE_X + 30, y), 12)
        picture.text(f"{_named(wire.start)}  to  {_named(wire.end)}", (TABLE_X + 84, y), 12)


def build(into: Path) -> None:
    """Write pad/wiring.svg."""
    picture = Picture(*SIZE, "Tin Star pad, solderless version: wiring")
    picture.text("Tin Star pad, solderless version", (40, 34), 22, font_weight="bold")
    _board(picture)
    order = sorted(enumerate(params.WIRES, 1), key=lambda item: item[1].colour == params.COLOURS["loop"])
    for n, wire in order:
        _wire(picture, n, wire)
    _buttons(picture)
    _piezo(picture)
    _supply(picture)
    _loop_back(picture)
    _lights(picture)
    for _, wire in order:
        for end in (wire.start, wire.end):
            _pin(picture, end, _end_of(end, wire))
    for n, wire in order:
        _badge(picture, n, wire)
    _table(picture)
    note = "Seen from above. Wires that cross are not joined; only what meets at a white ring is."
    picture.text(note, (40, SIZE[1] - 20), 14)
    (into / "pad/wiring.svg").write_text(str(picture), encoding="utf-8")
