"""ClockChart: how well a pad's clock was known, over the last minutes.

Owns the drawing: time from left to right up to the newest moment, half widths on a logarithmic scale. What
was known when comes from the pad's clock.
"""

import math
from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle
from kivy.properties import ListProperty
from kivy.uix.widget import Widget

from companion import theme as numbers
from companion.i18n import _
from companion.widgets.look import theme
from companion.widgets.words import measure
from companion.wording import figure

LEAST_US, MOST_US = 50, 20_000  # what is less, or more, lies on the edge
GRID_US = (100, 1_000, 10_000)
WANTED_US = 250  # the bounds are narrower than this within a second of connecting
STRETCHES_S = (60, 120, 300, 600)  # the shortest that holds everything is shown
GAP_S = 3  # a longer silence breaks the line
PAD = 8


class ClockChart(Widget):
    """`known` are (table moment in us, half width in us), the oldest first."""

    known = ListProperty()

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.drawn_texts: list[str] = []
        self._redraw = Clock.create_trigger(self._draw, -1)  # once before the next frame, whatever changed
        self.bind(known=self._redraw, size=self._redraw, pos=self._redraw)
        theme.follow(self.retell)

    def retell(self) -> None:
        """Draw it anew: colours, sizes or the language are others now."""
        self._redraw()

    def _draw(self, _dt: float) -> None:
        self.canvas.clear()
        self.drawn_texts = []
        if self.width > 1 and self.height > 1:
            with self.canvas:
                self._scale()
                for run in runs(self.known):
                    self._run(run)

    # -- where things lie

    @property
    def stretch_s(self) -> int:
        """How many seconds lie over the width."""
        span_us = self.known[-1][0] - self.known[0][0] if self.known else 0
        return next((stretch for stretch in STRETCHES_S if span_us <= stretch * 1e6), STRETCHES_S[-1])

    def x_of(self, table_us: float) -> float:
        """Where a moment lies; the newest one at the right edge."""
        ago_s = (self.known[-1][0] - table_us) / 1e6
        left, right = self._sides()
        return float(right - (right - left) * min(1, ago_s / self.stretch_s))

    def y_of(self, half_width_us: float) -> float:
        """Where a half width lies."""
        inside = min(max(half_width_us, LEAST_US), MOST_US)
        share = math.log(inside / LEAST_US) / math.log(MOST_US / LEAST_US)
        low, high = self._ends()
        return float(low + (high - low) * share)

    def _sides(self) -> tuple[float, float]:
        words = map(_scale_words, (*GRID_US, WANTED_US))
        room = max(measure(word, numbers.REGULAR, theme.size("second"))[0] for word in words)
        return self.x + room + 2 * PAD, self.right - PAD

    def _ends(self) -> tuple[float, float]:
        return self.y + theme.size("second") * 1.6, self.top - PAD

    # -- drawing

    def _scale(self) -> None:
        left, right = self._sides()
        for us in GRID_US:
            Color(*theme.hair)
            Line(points=[left, self.y_of(us), right, self.y_of(us)], width=1)
            self._text(_scale_words(us), theme.muted, left - PAD, self.y_of(us), "right")
        Color(*theme.accent)
        wanted = self.y_of(WANTED_US)
        Line(points=[left, wanted, right, wanted], width=1, dash_length=6, dash_offset=6)
        self._text(_scale_words(WANTED_US), theme.accent, left - PAD, wanted, "right")
        base = self.y + theme.size("second") * 0.7
        minutes = self.stretch_s // 60
        self._text(_("{n} min ago").format(n=minutes), theme.muted, left, base, "left")
        self._text(_("now"), theme.muted, right, base, "right")

    def _run(self, run: Sequence[tuple[int, float]]) -> None:
        points = [along for us, half in run for along in (self.x_of(us), self.y_of(half))]
        Color(*theme.text)
        if len(run) == 1:
            points += [points[0] + 2, points[1]]
        Line(points=points, width=1.4)

    def _text(self, words: str, rgba: Any, x: float, y: float, anchor: str) -> None:
        label = CoreLabel(text=words, font_size=theme.size("second"), font_name=numbers.REGULAR)
        label.refresh()
        width, height = label.texture.size
        Color(*rgba)
        left = x - width if anchor == "right" else x
        Rectangle(texture=label.texture, pos=(round(left), round(y - height / 2)), size=(width, height))
        self.drawn_texts.append(words)


def runs(known: Sequence[tuple[int, float]]) -> list[list[tuple[int, float]]]:
    """The stretches without a silence; within ten minutes of the newest moment."""
    found: list[list[tuple[int, float]]] = []
    for us, half in known:
        if us < known[-1][0] - STRETCHES_S[-1] * 1e6:
            continue
        if not found or us - found[-1][-1][0] > GAP_S * 1e6:
            found.append([])
        found[-1].append((us, half))
    return found


def _scale_words(us: float) -> str:
    return _("{ms} ms").format(ms=figure(us / 1000, "g"))
