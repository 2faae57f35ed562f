"""FaceOwner, Panel and Hint: what holds other widgets, or a reason for three seconds.

FaceOwner turns its child to a seat. The turn is a ScatterLayout's, so a touch reaches the child in the
child's own coordinates; nothing can be dragged.
"""

import math
from typing import Any

from kivy.clock import Clock
from kivy.graphics.transformation import Matrix
from kivy.properties import ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scatterlayout import ScatterLayout
from kivy.uix.widget import Widget

from companion import theme as numbers
from companion.widgets.look import theme
from companion.widgets.words import Toned, measure

UNSEEN = 2  # frames until somebody can have begun to read


class FaceOwner(Widget):
    """Turns what it holds to the seat at an angle; at 90 and 270 the content is as wide as this is high."""

    rotation = OptionProperty(0, options=[0, 90, 180, 270])

    def __init__(self, **properties: Any) -> None:
        self._turned = ScatterLayout(
            do_rotation=False, do_translation=False, do_scale=False, size_hint=(None, None)
        )
        self._lies: tuple[Any, ...] = ()
        super().__init__(**properties)
        super().add_widget(self._turned)
        for name in ("center", "size", "rotation"):  # the centre: it is told last, after pos and size
            self.fbind(name, self._turn)
        self._turn()

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        """Hold a widget; without a size of its own it fills the pane."""
        self._turned.add_widget(widget, *args, **kwargs)

    def remove_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        """Let a widget go."""
        self._turned.remove_widget(widget, *args, **kwargs)

    def clear_widgets(self, children: Any = None) -> None:
        """Let all widgets go."""
        self._turned.clear_widgets(children)

    def _turn(self, *_: object) -> None:
        lies = (*self.center, *self.size, self.rotation)
        if lies == self._lies:
            return  # a ScatterLayout computes for long, even where nothing changes
        self._lies = lies
        quarter = self.rotation in (90, 270)
        width, height = (self.height, self.width) if quarter else (self.width, self.height)
        self._turned.size = (width, height)
        turn = Matrix().rotate(math.radians(self.rotation), 0, 0, 1)
        to_middle = turn.multiply(Matrix().translate(-width / 2, -height / 2, 0))
        self._turned.transform = Matrix().translate(*self.center, 0).multiply(to_middle)


class Panel(Toned, FloatLayout):
    """A plane with rounded corners under what it holds; `tone` is its fill."""

    edge_tone = StringProperty("")
    edge = ColorProperty(numbers.NO_COLOUR)
    line = NumericProperty(1.5)
    radius = NumericProperty(14)

    def __init__(self, **properties: Any) -> None:
        properties.setdefault("tone", "surface")
        super().__init__(**properties)
        self.fbind("edge_tone", self._set_edge)
        theme.follow(self._set_edge)
        self._set_edge()

    def _set_edge(self, *_: object) -> None:
        self.edge = theme.colour(self.edge_tone) if self.edge_tone else numbers.NO_COLOUR


class Hint(Widget):
    """A reason, shown for three seconds; empty it draws nothing and takes no touch."""

    text = StringProperty("")
    wanted_width = NumericProperty(0)  # to say it on one line

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self._over = Clock.create_trigger(self.hide, numbers.WHY_MS / 1000)
        self._in_frame = Clock.create_trigger(self._pass_frame, 0)
        self._frames = 0

    def show(self, text: str) -> None:
        """Say why for three seconds."""
        self._cancel()
        self.wanted_width = measure(text, numbers.REGULAR, theme.size("body"))[0] + 48
        self.text = text
        if text:
            self._frames = UNSEEN
            self._in_frame()

    def _pass_frame(self, *_: object) -> None:
        """Kivy counts from the frame before: a slow one, as at the start, would eat up the three seconds."""
        self._frames -= 1
        (self._in_frame if self._frames else self._over)()

    def _cancel(self) -> None:
        self._in_frame.cancel()
        self._over.cancel()

    def hide(self, *_: object) -> None:
        """Say nothing any more."""
        self._cancel()
        self.text = ""
