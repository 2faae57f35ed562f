"""The log to travel in: its lines as a list, a moment to look at, and the ways back and to mend.

Owns the pages, the chosen line and the bar below a moment. It changes nothing: what is wanted it says in
events.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from companion.i18n import _
from companion.widgets import FaceOwner, Panel, Target, theme
from companion.widgets.words import fit

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

ROW = {False: 60, True: 54}  # px, a line's height: with its gap as high as a finger
GAP = 8
TWO_COLUMNS = 600  # px; a list so wide has two lines beside each other


class Entry(NamedTuple):
    """A line of the log. n: how many entries there were when it was said; brand: whose mark stands beside it,
    -1: nobody's; rule: its section of the rulebook, or ""."""

    n: int
    text: str
    brand: int = -1
    rule: str = ""


class LogRow(Target):
    """One line of the list."""

    brand = NumericProperty(-1)
    rule = StringProperty("")
    chosen = BooleanProperty(False)
    text_px = NumericProperty(0)  # the width of what it says
    is_long = BooleanProperty(False)  # it takes two lines, and there is no room for the rule

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        for name in ("label", "text_px"):
            self.fbind(name, self._measure)
        theme.follow(self._measure)

    def _measure(self, *_args: object) -> None:
        self.is_long = fit(self.label, "body", max(1, self.text_px)).wraps


class LogPanel(Panel):
    """The list, a page at a time, the latest lines first. Events: on_choose(row), on_close."""

    title = StringProperty("")
    labels = ListProperty([""] * 3)

    covers = True  # what lies below it cannot be tapped

    def __init__(self, **properties: Any) -> None:
        for event in ("on_choose", "on_close"):
            self.register_event_type(event)
        self._entries: list[Entry] = []
        self._end = 0  # the line behind the last one of the page
        self._rows: list[LogRow] = []
        self.chosen = -1
        super().__init__(tone="raised", edge_tone="outline", **properties)
        self.ids.rows.bind(size=lambda *_: self._fill())
        self.ids.earlier.bind(on_tap=lambda *_: self.turn(-1), on_refused=lambda _k, why: self.say(why))
        self.ids.later.bind(on_tap=lambda *_: self.turn(1), on_refused=lambda _k, why: self.say(why))
        self.ids.close.bind(on_tap=lambda *_: self.dispatch("on_close"))

    def on_choose(self, row: int) -> None:
        """A line was tapped."""

    def on_close(self) -> None:
        """The list was put away."""

    def say(self, why: str) -> None:
        """Say why something cannot be tapped."""
        self.ids.hint.show(why)

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch that falls here."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))

    def show(self, entries: Sequence[Entry], chosen: int) -> None:
        """Show these lines: the chosen one with what was before it, -1: the last ones."""
        self._entries, self.chosen = list(entries), chosen
        self._end = chosen + 1 if chosen >= 0 else len(self._entries)
        self._fill()

    def turn(self, step: int) -> None:
        """Another page: one step later, or earlier."""
        self._end += step * self._a_page()
        self._fill()

    def _columns(self) -> int:
        return 2 if self.width >= TWO_COLUMNS else 1

    def _lines(self) -> int:
        room = self.ids.rows.height
        return max(1, int((room + GAP) // (ROW[theme.small] + GAP)))

    def _a_page(self) -> int:
        return self._columns() * self._lines()

    def _fill(self) -> None:
        a_page = self._a_page()
        latest = max(0, len(self._entries) - a_page)
        first = max(0, min(self._end - a_page, latest))
        self._end = first + len(self._entries[first : first + a_page])
        shown = self._entries[first : first + a_page]
        grid = self.ids.rows
        grid.clear_widgets()  # before it is made smaller
        grid.rows, grid.cols = self._lines(), self._columns()
        for _more in range(len(self._rows), len(shown)):
            row = LogRow()
            row.bind(on_tap=lambda row: self.dispatch("on_choose", int(row.target_id.removeprefix("log."))))
            self._rows.append(row)
        for number, (row, entry) in enumerate(zip(self._rows, shown, strict=False), first):
            row.target_id, row.label = f"log.{number}", entry.text
            row.brand, row.rule, row.chosen = entry.brand, entry.rule, number == self.chosen
            grid.add_widget(row)
        self.ids.earlier.enabled, self.ids.earlier.why = first > 0, _("There is nothing earlier.")
        self.ids.later.enabled, self.ids.later.why = first < latest, _("There is nothing later.")

    def retell(self) -> None:
        """Say everything again."""
        self.title = _("Log")
        self.labels = [_("Earlier"), _("Later"), _("Close")]


class MomentBar(Panel):
    """Below a moment that is looked at: which it is, and what can be done. Events: on_key(name), where name
    is list, go, amend, film, close, earlier or later. has_film: pads decided what was said then."""

    title = StringProperty("")
    text = StringProperty("")
    brand = NumericProperty(-1)
    labels = ListProperty([""] * 7)
    has_film = BooleanProperty(False)

    covers = True  # what lies below it cannot be tapped

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_key")
        super().__init__(tone="raised", edge_tone="accent", **properties)
        for name in ("list", "go", "amend", "film", "close", "earlier", "later"):
            key = self.ids[name]
            key.bind(
                on_tap=lambda _key, name=name: self.dispatch("on_key", name),
                on_refused=lambda _key, why: self.ids.hint.show(why),
            )

    def on_key(self, name: str) -> None:
        """Something was wanted."""

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch that falls here."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))

    def retell(self) -> None:
        """Say everything again."""
        self.title = _("As it was")
        self.labels = [
            _("List"),
            _("Go back to here"),
            _("Correct this entry"),
            _("Close"),
            _("Earlier"),
            _("Later"),
            _("Photo finish"),
        ]

    def show(self, entry: Entry, amend_why: str, go_why: str, first: bool, last: bool) -> None:
        """Say which moment it is. `amend_why`, `go_why`: why not, or ""."""
        self.text, self.brand = entry.text, entry.brand
        for name, why in (
            ("amend", amend_why),
            ("go", go_why),
            ("earlier", _("There is nothing earlier.") if first else ""),
            ("later", _("There is nothing later.") if last else ""),
        ):
            self.ids[name].enabled, self.ids[name].why = not why, why


class Turned(FaceOwner):
    """Something over the board that is turned to who called for it."""

    def place(self, room: Sequence[float], rotation: int, depth: float) -> None:
        """Lie in this room (left, low, width, height in px), `depth` px deep at their edge."""
        left, low, width, height = room
        depth = min(depth, height)
        self.rotation = rotation
        self.size = (width, depth)
        self.pos = (left, low if rotation == 0 else low + height - depth)
