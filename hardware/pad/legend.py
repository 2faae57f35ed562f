"""What is printed on the carrier board: names of parts, connectors and pins, and the outlines of bodies.

Owns the words and where they stand. A stranger with the board in hand must find every plug without a drawing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from hardware import params
from hardware.pad import footprints

STROKE = 0.15
SMALL, MIDDLE, LARGE = 0.8, 1.0, 1.5  # heights of letters
CLEAR = 0.2  # print to a pad
FREE_X = 68.0  # the middle of where nothing else is
LICENCE = "CERN-OHL-P-2.0"

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, front, right, rear


@dataclass(frozen=True)
class Text:
    """Words with their middle at a place of the board."""

    words: str
    x: float
    y: float
    height: float = SMALL
    turn: float = 0.0
    is_back: bool = False


# From a part's place to its name's middle, before the turn.
NAME_AT = {
    "0805": (0.0, 1.27),
    "1206": (0.0, 1.6),
    "SOT-23": (0.0, 2.1),
    "SOT-23-5": (0.0, 2.2),
    "SOT-23-6": (0.0, 2.2),
}
PIN_1_AT = (-2.0, 1.9)  # for what must not be put the wrong way round
PIN_WORDS = ("BTN", "GND", "5V", "IN", "OUT")  # as params.CABLE_PINS, short


def texts() -> Iterator[Text]:
    """Yield everything that is printed, but bodies."""
    for ref, _, place in footprints.placed():
        name_at = NAME_AT.get(params.part_of(ref).footprint)
        if name_at:
            yield Text(ref, place.x + name_at[0], place.y + name_at[1])
        if params.part_of(ref).footprint.startswith("SOT"):
            yield Text("1", *footprints.turned(*PIN_1_AT, place))
    for n, button in enumerate(params.BUTTONS):
        place = params.PLACES[f"J{n + 1}"]
        middle = place.x + 2 * footprints.XH_PITCH
        yield Text(f"J{n + 1} {button.label}", middle, place.y + 5.1, MIDDLE)
        for pin, word in enumerate(PIN_WORDS):
            yield Text(word, place.x + pin * footprints.XH_PITCH, place.y + 3.3, SMALL)
    yield from _other_plugs()
    yield from _pico()
    name = f"carrier board, revision {params.REVISION}"
    for is_back in (False, True):
        yield Text("Tin Star pad", FREE_X, 32.2, LARGE, is_back=is_back)
        yield Text(name, FREE_X, 30.2, MIDDLE, is_back=is_back)
        yield Text(LICENCE, FREE_X, 28.5, MIDDLE, is_back=is_back)


def _other_plugs() -> Iterator[Text]:
    piezo, sync, loop = params.PLACES["J5"], params.PLACES["J6"], params.PLACES["JP1"]
    yield Text("J5 PIEZO", piezo.x - 0.5, piezo.y + 6.2, MIDDLE)
    yield Text("J6 SYNC", sync.x + 1.5, sync.y - 8.7, MIDDLE)
    for pin, word in enumerate(("GND", "SYNC", "GND")):
        yield Text(word, sync.x + 4.6, sync.y - pin * footprints.XH_PITCH)
    yield Text("JP1 LOOP", loop.x, loop.y + 2.4, MIDDLE)
    yield Text("GP10", loop.x + 3.0, loop.y)
    yield Text("HIT", loop.x + 2.6, loop.y - 2.54)


def _pico() -> Iterator[Text]:
    """Name the Pico's pins that are used, and say which way it goes."""
    left, right = params.PLACES["U1A"], params.PLACES["U1B"]
    nets = {pin: net for net, ends in params.NETS.items() for ref, pin in ends if ref == "U1"}
    for pin, net in nets.items():
        if net == "GND":
            continue
        socket, number = footprints.end_of("U1", pin)
        row = params.PLACES[socket]
        inwards = 3.1 if row is left else -3.1
        y = row.y - (number - 1) * params.PICO_PITCH * (1 if row is left else -1)
        yield Text(params.PICO_PIN_NAMES[pin], row.x + inwards, y)
    middle = (left.x + right.x) / 2
    yield Text("USB", middle, params.BOARD_SIZE[1] - 3.0, LARGE)
    yield Text("this edge", middle, params.BOARD_SIZE[1] - 5.2, MIDDLE)
    yield Text("Raspberry Pi", middle, 18.0, MIDDLE)
    yield Text("Pico, W, 2, 2 W", middle, 16.0, MIDDLE)


def body_lines(body: Box, pads: list[Box]) -> Iterator[tuple[Point, Point]]:
    """Yield the body's outline, left out where pads are."""
    left, front, right, rear = body
    for y in (front, rear):
        across = [(p[0], p[2]) for p in pads if p[1] - CLEAR < y < p[3] + CLEAR]
        yield from (((start, y), (end, y)) for start, end in _left_over(left, right, across))
    for x in (left, right):
        away = [(p[1], p[3]) for p in pads if p[0] - CLEAR < x < p[2] + CLEAR]
        yield from (((x, start), (x, end)) for start, end in _left_over(front, rear, away))


def _left_over(start: float, end: float, taken: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    for low, high in sorted(taken):
        if low - CLEAR > start:
            yield start, min(low - CLEAR, end)
        start = max(start, high + CLEAR)
    if start < end:
        yield start, end
