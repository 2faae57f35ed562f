"""A small celebration over a board: sweets fly from the middle to whoever won.

Owns the flight. It takes no touch and keeps nobody waiting: what is asked next is there at once. Nothing
flies where motion is reduced, or where people have turned it off.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Rotate, Scale, Translate
from kivy.uix.widget import Widget

from companion.widgets import theme
from companion.widgets.figures import painted

FLIGHT_S, REST_S = 0.9, 2.2  # of a round, and of the end
SIDE = 44  # px, a sweet that flies
FEW, MANY = 8, 28  # sweets
KINDS = ("red", "yellow", "green", "blue")

Spot = tuple[float, float]


class _Sweet(NamedTuple):
    """One that flies. start, end: px; bow: px that it swings aside; wait: share of the time that it waits."""

    start: Spot
    end: Spot
    bow: float
    wait: float
    at: Translate
    turn: Rotate
    size: Scale


class Party(Widget):
    """Where they fly. `flying`: how many do."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self._sweets: list[_Sweet] = []
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self._gone_s, self._lasts_s = 0.0, 1.0

    @property
    def flying(self) -> int:
        """How many sweets fly now."""
        return len(self._sweets)

    def won(self, start: Spot, end: Spot) -> None:
        """A round was won: a handful of sweets flies there."""
        self._throw([(start, end, (n - (FEW - 1) / 2) * 26, n * 0.05) for n in range(FEW)], FLIGHT_S)

    def over(self, start: Spot, ends: Sequence[Spot]) -> None:
        """The match is won: sweets fly to all winners, and all around them."""
        flights = []
        for n in range(MANY):
            x, y = ends[n % len(ends)]
            turn, far = n * 2.4, 20 + 9 * (n % 9)
            end = (x + far * math.cos(turn), y + far * math.sin(turn))
            flights.append((start, end, 70 * math.sin(n * 1.7), (n % 7) * 0.08))
        self._throw(flights, REST_S)

    def stop(self, *_: object) -> None:
        """All of them are gone."""
        Clock.unschedule(self._fly)
        self._group.clear()
        self._sweets = []

    def _throw(self, flights: Sequence[tuple[Spot, Spot, float, float]], seconds: float) -> None:
        self.stop()
        if theme.reduced_motion or not theme.celebrates:
            return
        self._gone_s, self._lasts_s = 0.0, seconds
        for n, (start, end, bow, wait) in enumerate(flights):
            at, turn, size = Translate(*start), Rotate(angle=0, axis=(0, 0, 1)), Scale(0, 0, 1)
            for instruction in (PushMatrix(), at, turn, size):
                self._group.add(instruction)
            for instruction in painted(KINDS[n % len(KINDS)], (-SIDE / 2, -SIDE / 2, SIDE, SIDE)):
                self._group.add(instruction)
            self._group.add(PopMatrix())
            self._sweets.append(_Sweet(start, end, bow, wait, at, turn, size))
        Clock.schedule_interval(self._fly, 0)

    def _fly(self, dt: float) -> None:
        self._gone_s += dt
        gone = self._gone_s / self._lasts_s
        if gone >= 1:
            self.stop()
            return
        for n, sweet in enumerate(self._sweets):
            share = min(1.0, max(0.0, (gone - sweet.wait) / (1 - sweet.wait)))
            _place(sweet, share, 160 * (1 if n % 2 else -1))


def _place(sweet: _Sweet, share: float, spin: float) -> None:
    """Where a sweet is after this share of its flight; it grows at first, and is gone at the end."""
    (x, y), (to_x, to_y) = sweet.start, sweet.end
    on = 1 - (1 - share) ** 3
    length = math.hypot(to_x - x, to_y - y) or 1
    aside = sweet.bow * math.sin(math.pi * on) / length
    sweet.at.xy = x + (to_x - x) * on - (to_y - y) * aside, y + (to_y - y) * on + (to_x - x) * aside
    sweet.turn.angle = spin * on
    size = min(1.0, share * 5, (1 - share) * 4)
    sweet.size.xyz = size, size, 1
