"""Widgets in a real window, touched by real fingers: every touch goes through Kivy's input path."""

import gc
import time
from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.widgets import theme

QUIET_S = 0.7


class Finger(MotionEvent):
    """A finger on the glass. It is lifted when the test says so."""

    count = 0

    def __init__(self, window: Any, x: float, y: float) -> None:
        Finger.count += 1
        self._window = window
        super().__init__("test", Finger.count, self._share(x, y), is_touch=True, type_id="touch")
        EventLoop.post_dispatch_input("begin", self)

    def depack(self, args: tuple[float, float]) -> None:
        self.sx, self.sy = args
        self.profile = ("pos",)
        super().depack(args)

    def move(self, x: float, y: float) -> None:
        self.update_from(x, y)
        EventLoop.post_dispatch_input("update", self)

    def lift(self) -> None:
        self.update_time_end()
        EventLoop.post_dispatch_input("end", self)

    def update_from(self, x: float, y: float) -> None:
        super().move(self._share(x, y))

    def _share(self, x: float, y: float) -> tuple[float, float]:
        width, height = self._window.size
        return x / max(1, width - 1), y / max(1, height - 1)


class Stage:
    """What is in the window, and how often it was drawn."""

    def __init__(self, window: Any) -> None:
        self.window = window
        self.drawings = 0
        self._empty()
        self._usual_look()
        window.add_widget(self.root)
        window.bind(on_flip=self._count)
        self.frames()

    def _count(self, *_: object) -> None:
        self.drawings += 1

    def clear(self) -> None:
        """Empty the window, let go of what was in it, and put the look back."""
        self.window.unbind(on_flip=self._count)
        self._empty()
        gc.collect()  # widgets are full of circles; the ones of earlier tests would all follow the theme
        self._usual_look()

    def _empty(self) -> None:
        for child in self.window.children[:]:
            self.window.remove_widget(child)
        self.root = FloatLayout()

    def _usual_look(self) -> None:
        theme.ground, theme.text_scale, theme.small = "dark", 1, False
        self.resize(1280, 800)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, as a user would."""
        if self.window.size != (width, height):
            self.window.size = (width, height)
        theme.fit_window(width, height)

    def show(self, widget: Widget) -> Any:
        """Put a widget on the stage and let it settle."""
        self.root.add_widget(widget)
        self.frames()
        return widget

    def frames(self, count: int = 4) -> int:
        """Let so many frames pass; return how many of them were drawn."""
        before = self.drawings
        for _ in range(count):
            EventLoop.idle()
        return self.drawings - before

    def rest(self) -> None:
        """Let frames pass until nothing has been drawn for a while, for a few seconds at the most.

        Half a second after it was moved, a ScrollView lets its bar fade.
        """
        end = time.monotonic() + 5
        quiet_since = time.monotonic()
        while time.monotonic() < min(quiet_since + QUIET_S, end):
            if self.frames(1):
                quiet_since = time.monotonic()
            Clock.usleep(2000)

    def wait(self, seconds: float) -> None:
        """Let frames pass for so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            EventLoop.idle()
            Clock.usleep(2000)

    def finger(self, x: float, y: float) -> Finger:
        """Put a finger down."""
        return Finger(self.window, x, y)

    def tap(self, x: float, y: float) -> None:
        """Put a finger down and lift it."""
        self.finger(x, y).lift()

    def colour_at(self, x: float, y: float) -> tuple[int, int, int]:
        """What is drawn there, y up."""
        from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

        self.window.dispatch("on_draw")
        red, green, blue, _ = glReadPixels(int(x), int(y), 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)
        return red, green, blue

    def picture(self, path: Path) -> None:
        """Save what is drawn."""
        self.window.dispatch("on_draw")
        Path(self.window.screenshot(name=str(path))).rename(path)
