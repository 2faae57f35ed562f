"""Scrolled: what does not fit into its room scrolls, and lies still when nobody touches it.

Kivy's own springs back and fades its bar whenever it is laid out anew, and each of these draws the window for
half a second. Here every frame is one that something caused.

Importing this opens a window, because Kivy's own scroll view does; so it is no part of the package's face.
"""

from typing import Any

from kivy.effects.scroll import ScrollEffect
from kivy.uix.scrollview import ScrollView

from companion.widgets.look import theme


class Scrolled(ScrollView):
    """A ScrollView that a finger moves by its content or its bar."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(effect_cls=ScrollEffect, scroll_type=["bars", "content"], bar_width=8, **properties)
        theme.follow(self._paint)
        self._paint()

    def _paint(self, *_: object) -> None:
        self.bar_color = self.bar_inactive_color = theme.outline

    def _bind_inactive_bar_color(self, *_: object) -> None:
        """The bar does not fade."""
        self.funbind("bar_color", self._change_bar_color)
