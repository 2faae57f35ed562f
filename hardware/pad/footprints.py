"""Footprints: pads and outlines of every part on the carrier board, and where they come to lie.

Owns land patterns (IPC nominal for chips; JST's and the socket's own drawings). Board frame of params.py, mm,
y away from the player. Must never know a net.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from hardware import params

XH_PITCH = 2.5
SOT_ROW = 0.95


@dataclass(frozen=True)
class Pad:
    """One pad, in its footprint's frame or on the board. drill 0: only on the upper side."""

    number: int
    x: float
    y: float
    width: float
    height: float
    drill: float = 0.0
    is_round: bool = False


@dataclass(frozen=True)
class Footprint:
    """Pads, and the outline of the part's body as (left, front, right, rear)."""

    pads: tuple[Pad, ...]
    body: tuple[float, float, float, float]
    height: float  # above the board


def _in_line(
    count: int, pitch: tuple[float, float], size: tuple[float, float], drill: float
) -> tuple[Pad, ...]:
    return tuple(Pad(n + 1, n * pitch[0], n * pitch[1], *size, drill, is_round=n > 0) for n in range(count))


def _xh(count: int) -> Footprint:
    """JST XH, upright: 2.5 mm pitch, 2.45 mm beyond the outer pins, 5.75 mm deep, mated 9.8 mm high."""
    right = XH_PITCH * (count - 1) + 2.45
    return Footprint(_in_line(count, (XH_PITCH, 0), (1.7, 2.0), 1.0), (-2.45, -3.4, right, 2.35), 9.8)


def _chip(apart: float, width: float, height: float, body: tuple[float, float], above: float) -> Footprint:
    pads = (Pad(1, -apart / 2, 0, width, height), Pad(2, apart / 2, 0, width, height))
    return Footprint(pads, (-body[0] / 2, -body[1] / 2, body[0] / 2, body[1] / 2), above)


def _sot23(left: tuple[float, ...], right: tuple[float, ...], x: float, width: float) -> Footprint:
    """Pins count down the left and up the right side, seen from above. left, right: their y."""
    at = [(-x, y) for y in left] + [(x, y) for y in right]
    pads = tuple(Pad(n, *place, width, 0.6) for n, place in enumerate(at, 1))
    return Footprint(pads, (-0.8, -1.45, 0.8, 1.45), 1.45)


FOOTPRINTS = {
    "0805": _chip(1.825, 1.025, 1.4, (2.0, 1.25), 1.35),
    "1206": _chip(2.925, 1.125, 1.75, (3.2, 1.6), 1.1),
    "SOT-23": _sot23((SOT_ROW, -SOT_ROW), (0.0,), 0.9375, 1.475),
    "SOT-23-5": _sot23((SOT_ROW, 0.0, -SOT_ROW), (-SOT_ROW, SOT_ROW), 1.1375, 1.325),
    "SOT-23-6": _sot23((SOT_ROW, 0.0, -SOT_ROW), (-SOT_ROW, 0.0, SOT_ROW), 1.1375, 1.325),
    "XH-2": _xh(2),
    "XH-3": _xh(3),
    "XH-5": _xh(5),
    "PIN-2": Footprint(_in_line(2, (2.54, 0), (1.7, 1.7), 1.0), (-1.27, -1.27, 3.81, 1.27), 8.5),
    "SOCKET-20": Footprint(
        _in_line(20, (0, -2.54), (1.6, 1.6), 1.0),
        (-1.27, -2.54 * 19 - 1.27, 1.27, 1.27),
        params.SOCKET_HEIGHT,
    ),
}


def turned(x: float, y: float, place: params.Place) -> tuple[float, float]:
    """Return where a footprint's point comes to lie on the board."""
    angle = math.radians(place.turn)
    cos, sin = math.cos(angle), math.sin(angle)
    return round(place.x + x * cos - y * sin, 4), round(place.y + x * sin + y * cos, 4)


def placed() -> Iterator[tuple[str, Footprint, params.Place]]:
    """Yield every part on the board: its name, footprint and place, in the order of the bill."""
    for part in params.PARTS:
        if part.footprint:
            for ref in part.refs:
                yield ref, FOOTPRINTS[part.footprint], params.PLACES[ref]


def pads_on_board() -> Iterator[tuple[str, Pad]]:
    """Yield every pad where it lies, width and height along the board's own axes."""
    for ref, footprint, place in placed():
        lies_across = place.turn % 180 == 90
        for pad in footprint.pads:
            size = (pad.height, pad.width) if lies_across else (pad.width, pad.height)
            yield ref, Pad(pad.number, *turned(pad.x, pad.y, place), *size, pad.drill, pad.is_round)


def body_on_board(footprint: Footprint, place: params.Place) -> tuple[float, float, float, float]:
    """Return the body's outline where it lies, as (left, front, right, rear)."""
    left, front, right, rear = footprint.body
    corners = [turned(x, y, place) for x in (left, right) for y in (front, rear)]
    across, away = [x for x, _ in corners], [y for _, y in corners]
    return min(across), min(away), max(across), max(away)


def end_of(ref: str, pin: int) -> tuple[str, int]:
    """Return the pad on the board that a pin of params.NETS is: the Pico's are those of its two sockets."""
    if ref != "U1":
        return ref, pin
    half = params.PICO_PINS // 2
    return ("U1A", pin) if pin <= half else ("U1B", pin - half)
