"""What there is to see in the window: its texts, and what a finger could tap.

Owns what lies on top of what. It changes nothing and touches nothing.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from kivy.core.window import Window
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget


def visible() -> Iterator[Widget]:
    """Every widget that is shown, parents first, and of siblings the one that lies on top."""
    waiting = Window.children[::-1]
    while waiting:
        widget = waiting.pop()
        if widget.opacity > 0 and not getattr(widget, "hidden", False):
            yield widget
            waiting += widget.children[::-1]


def targets() -> list[Widget]:
    """What can be tapped, in reading order: a finger on its centre would reach it."""
    return _reached([w for w in visible() if getattr(w, "target_id", "")])


def _reached(widgets: list[Widget]) -> list[Widget]:
    """Those of them whose centre a finger would reach, in reading order."""
    return sorted(_free([w for w in widgets if _on_screen(w) and _in_window(w)]), key=_reading_order)


def texts() -> list[str]:
    """What can be read, in reading order."""
    found = [w for w in visible() if isinstance(w, Label | TextInput) and w.text.strip() and _on_screen(w)]
    drawn = [w for w in visible() if getattr(w, "drawn_texts", ()) and _on_screen(w)]
    told = [(w, w.text) for w in _free(found)] + [(w, text) for w in _free(drawn) for text in w.drawn_texts]
    return [text for _, text in sorted(told, key=lambda pair: _reading_order(pair[0]))]


def find(name: str) -> Widget | None:
    """The target of this name."""
    return next(iter(_reached([w for w in visible() if getattr(w, "target_id", "") == name])), None)


def shown(target: Widget) -> dict[str, Any]:
    """A target as the contract's object; `rect` is x, y from the top left corner, width, height in pixels."""
    return {
        "id": target.target_id,
        "label": getattr(target, "label", "") or getattr(target, "text", ""),
        "enabled": bool(getattr(target, "enabled", True)),
        "why": getattr(target, "why", ""),
        "rect": list(rect(target)),
    }


def rect(widget: Widget) -> tuple[int, int, int, int]:
    """Where a widget is: x, y from the upper left corner of the window, width, height in px."""
    corners = [
        (widget.x, widget.y),
        (widget.right, widget.y),
        (widget.x, widget.top),
        (widget.right, widget.top),
    ]
    points = [widget.to_window(*corner, initial=True) for corner in corners]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    bottom, top = min(y for _, y in points), max(y for _, y in points)
    return round(left), round(Window.height - top), round(right - left), round(top - bottom)


def _free(widgets: list[Widget]) -> list[Widget]:
    """Those that no panel hides."""
    places = {widget: place for place, widget in enumerate(visible())}
    covers = [w for w in places if getattr(w, "covers", False) and _on_screen(w)]
    return [w for w in widgets if not any(_hides(cover, w, places) for cover in covers)]


def _hides(cover: Widget, widget: Widget, places: Mapping[Widget, int]) -> bool:
    """Whether a panel lies over a widget's centre, and the widget is no part of it."""
    if _is_part(widget, cover) or (places[widget] < places[cover] and not _is_part(cover, widget)):
        return False
    x, y, width, height = rect(cover)
    mid_x, mid_y = centre(widget)
    return bool(x <= mid_x <= x + width and y <= Window.height - mid_y <= y + height)


def _is_part(widget: Widget, whole: Widget) -> bool:
    part: Any = widget
    while isinstance(part, Widget):
        if part is whole:
            return True
        part = part.parent
    return False


def centre(widget: Widget) -> tuple[float, float]:
    """The middle of a widget: x, y from the lower left corner of the window, px."""
    x, y = widget.to_window(widget.center_x, widget.center_y, initial=True)
    return float(x), float(y)


def _in_window(widget: Widget) -> bool:
    """Whether a widget's centre can be touched: it is in the window, and not scrolled away."""
    x, y = centre(widget)
    return 0 <= x < Window.width and 0 <= y < Window.height and not _scrolled_away(widget, x, y)


def _scrolled_away(widget: Widget, x: float, y: float) -> bool:
    parent: Any = widget.parent
    while isinstance(parent, Widget):
        if isinstance(parent, ScrollView):
            left, top, width, height = rect(parent)
            if not (left <= x < left + width and top <= Window.height - y < top + height):
                return True
        parent = parent.parent
    return False


def _on_screen(widget: Widget) -> bool:
    x, y, width, height = rect(widget)
    return width > 0 and height > 0 and -width < x < Window.width and -height < y < Window.height


def _reading_order(widget: Widget) -> tuple[int, int]:
    x, y, _, _ = rect(widget)
    return y, x
