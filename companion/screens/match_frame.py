"""The frame around a board: where panes, corner keys and the board itself lie.

Owns the places, and the four keys and the one fact of the corners. Nothing here moves when the turn moves,
but in a small window the pane that is asked opens.
"""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.widget import Widget

from companion.i18n import _
from companion.screens.match_keys import CornerKey
from companion.seating import EAST, NORTH, SIDES, SOUTH, WEST, Rect, panes
from companion.widgets import FaceOwner, theme

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

DEPTH = {False: 168, True: 64}  # of a pane and of the corners, px
OPEN = 152  # px, of a pane that is asked in a small window
SHARE = {False: 0.25, True: 0.2}  # of the window's shorter side that a pane takes at most
OPEN_SHARE = 0.34
INSET = {False: 8, True: 4}  # px around a pane


class Box(NamedTuple):
    """A room in window pixels from the bottom left."""

    left: int
    low: int
    width: int
    height: int


class Frame(NamedTuple):
    """Where everything lies. over: where something may lie over the board; depth: of the corners, a pane that
    is asked may be deeper."""

    panes: list[Rect]
    board: Box
    over: Box
    depth: int


def frame(sides: Sequence[str], asked: Collection[int], width: int, height: int, small: bool) -> Frame:
    """Lay out a window of this size for seats at these sides; `asked` are the places of open panes."""
    short = min(width, height)
    depth = int(min(DEPTH[small], SHARE[small] * short))
    deep = int(min(OPEN, OPEN_SHARE * short)) if small else depth
    taken = dict.fromkeys(SIDES, depth)
    found = []
    for place, flat in enumerate(panes(list(sides), width, height, depth)):
        more = deep - depth if place in asked else 0
        taken[sides[place]] = max(taken[sides[place]], depth + more)
        found.append(_inset(_deeper(flat, sides[place], more), INSET[small]))
    board = Box(
        taken[WEST],
        taken[SOUTH],
        max(1, width - taken[WEST] - taken[EAST]),
        max(1, height - taken[SOUTH] - taken[NORTH]),
    )
    by = INSET[small]
    over = Box(board[0] + by, board[1] + by, max(1, board[2] - 2 * by), max(1, board[3] - 2 * by))
    return Frame(found, board, over, depth)


def _deeper(flat: Rect, side: str, more: int) -> Rect:
    x, y, width, height, rotation = flat
    if side in (SOUTH, NORTH):
        return Rect(x, y - (more if side == NORTH else 0), width, height + more, rotation)
    return Rect(x - (more if side == EAST else 0), y, width + more, height, rotation)


def _inset(rect: Rect, by: int) -> Rect:
    x, y, width, height, rotation = rect
    return Rect(x + by, y + by, max(1, width - 2 * by), max(1, height - 2 * by), rotation)


def across(rect: Rect) -> int:
    """How wide a pane is for whoever sits at it, px."""
    return rect.height if rect.rotation in (90, 270) else rect.width


class CornerFact(Widget):
    """The one fact of the corners, large, with what it is called."""

    value = StringProperty("")
    caption = StringProperty("")


class Corners(Widget):
    """Undo, redo, log and menu, twice in a large window, and the fact in the other two corners.

    Events: on_key(name, whether it is the far one's), on_hint(why, far).
    """

    fact = ListProperty(["", ""])
    small = BooleanProperty(False)

    KEYS = (("undo", "undo"), ("redo", "redo"), ("log", "text_box_outline"), ("menu", "own:tin_star"))

    def __init__(self, **properties: object) -> None:
        self.register_event_type("on_key")
        self.register_event_type("on_hint")
        super().__init__(**properties)
        self._depth = 0
        self.near = {name: self._key(name, icon, False) for name, icon in self.KEYS}
        self.far = {name: self._key(name, icon, True) for name, icon in self.KEYS}
        self._far_side = FaceOwner(rotation=180, size_hint=(None, None))
        self._far_room = Widget(size_hint=(1, 1))
        self._far_side.add_widget(self._far_room)
        self._facts = [CornerFact(), CornerFact()]
        self._far_fact = FaceOwner(rotation=180, size_hint=(None, None))
        self._far_fact.add_widget(self._facts[1])
        for key in self.near.values():
            self.add_widget(key)
        for key in self.far.values():
            self._far_room.add_widget(key)
        for part in (self._far_side, self._far_fact, self._facts[0]):
            self.add_widget(part)
        self.bind(fact=self._say)

    def on_key(self, name: str, far: bool) -> None:
        """A key was tapped."""

    def on_hint(self, why: str, far: bool) -> None:
        """A key cannot be tapped now."""

    def _key(self, name: str, icon: str, far: bool) -> CornerKey:
        key = CornerKey(icon=icon, bare=name == "menu")
        key.target_id = f"{name}.far" if far else name
        key.bind(
            on_tap=lambda *_: self.dispatch("on_key", name, far),
            on_refused=lambda _key, why: self.dispatch("on_hint", why, far),
        )
        return key

    def _say(self, *_: object) -> None:
        for fact in self._facts:
            fact.value, fact.caption = self.fact

    def retell(self) -> None:
        """Say everything again."""
        labels = {"undo": _("Undo"), "redo": _("Redo"), "log": _("Log"), "menu": _("Menu")}
        for keys in (self.near, self.far):
            for name, key in keys.items():
                key.label = labels[name]

    def allow(self, name: str, why: str) -> None:
        """Let a key be tapped, or say why not."""
        for keys in (self.near, self.far):
            keys[name].enabled, keys[name].why = not why, why

    def place(self, width: int, height: int, depth: int) -> None:
        """Lie in the corners of a window of this size."""
        small = theme.small
        inset = INSET[small]
        side = depth - 2 * inset
        if small:
            corners = {
                "undo": (inset, inset),
                "redo": (width - depth + inset, inset),
                "menu": (inset, height - depth + inset),
                "log": (width - depth + inset, height - depth + inset),
            }
            for name, pos in corners.items():
                self.near[name].pos, self.near[name].size = pos, (side, side)
                self.near[name].icon_px = round(side * 0.45)
        else:
            self._place_four(self.near, inset, side)
            self._place_four(self.far, inset, side)
        self._far_side.opacity = self._far_fact.opacity = self._facts[0].opacity = 0 if small else 1
        away = 4 * width if small else 0
        self._far_side.size = self._far_fact.size = self._facts[0].size = (depth, depth)
        self._far_side.pos = (width - depth + away, height - depth)
        self._far_fact.pos = (away, height - depth)
        self._facts[0].pos = (width - depth + away, 0)

    @staticmethod
    def _place_four(keys: dict[str, CornerKey], inset: int, room: int) -> None:
        side = (room - 8) // 2
        at = {"undo": (0, 1), "redo": (1, 1), "log": (0, 0), "menu": (1, 0)}
        for name, (column, row) in at.items():
            keys[name].pos = (inset + column * (side + 8), inset + row * (side + 8))
            keys[name].size = (side, side)
            keys[name].icon_px = 0
