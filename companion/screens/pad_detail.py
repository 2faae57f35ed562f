"""One pad, looked at closely: who it is, and either its tests or its clock and cable.

Owns the choice between the two. What is known of the pad comes from the room's bench.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import pad_words
from companion.i18n import _
from companion.pads.bench import Facts
from companion.room import PadView
from companion.screens.pad_test import PadTest
from companion.screens.table import GONE, LINKS, link_words
from companion.widgets import theme
from companion.widgets.chart import ClockChart
from companion.widgets.scroll import Scrolled

KV = (ClockChart, PadTest, Scrolled)  # its kv names them

TESTS_HIGH = {
    False: {2: 540, 1: 800},
    True: {2: 376, 1: 620},
}  # px by parts abreast; with less room they scroll


class CounterRow(BoxLayout):
    """One figure of the link."""

    what = StringProperty("")
    value = StringProperty("")
    fine = BooleanProperty(True)


class PadDetail(BoxLayout):
    """One pad. Events: on_back from its page, where it has one; on_install, on_hint; `tests.on_test` and
    others are the tests'."""

    name = StringProperty("")
    brand = NumericProperty(-1)
    who = StringProperty("")
    more = StringProperty("")
    half = StringProperty("")
    link_icon = StringProperty("gesture_tap")
    link_tone = StringProperty("muted")
    gone = BooleanProperty(False)
    paged = BooleanProperty(False)  # it fills the window, and one goes back from it
    shows_clock = BooleanProperty(False)
    labels = ListProperty([""] * 6)
    installing = StringProperty("")  # how far the latest installation is
    why_not_install = StringProperty("")
    tests = ObjectProperty(None)
    tests_high = NumericProperty(0)

    def __init__(self, **properties: Any) -> None:
        for event in ("on_back", "on_install", "on_hint"):
            self.register_event_type(event)
        self._facts: Facts | None = None
        self._view: PadView | None = None
        super().__init__(**properties)

    def on_kv_post(self, _base: Any) -> None:
        """The layout is there."""
        self.tests = self.ids.tests.__self__
        self.ids.back.bind(on_tap=lambda *_: self.dispatch("on_back"))
        self.ids.to_tests.bind(on_tap=lambda *_: self.turn(False))
        self.ids.to_clock.bind(on_tap=lambda *_: self.turn(True))
        self.tests.bind(abreast=self._settle)
        theme.follow(self._settle)
        self._settle()

    def on_back(self) -> None:
        """To the list."""

    def on_install(self) -> None:
        """The firmware is wanted on it."""

    def on_hint(self, why: str) -> None:
        """Say why not."""

    def turn(self, shows_clock: bool) -> None:
        """Show the clock and the cable, or the tests."""
        self.shows_clock = shows_clock

    def _settle(self, *_args: object) -> None:
        self.tests_high = TESTS_HIGH[theme.small][int(self.tests.abreast)]

    # -- what is shown

    def show(self, view: PadView, facts: Facts) -> None:
        """Who it is, and how its link fares."""
        if (view, facts) != (self._view, self._facts):
            self._view, self._facts = view, facts
            self.retell()

    def know(self, known: Sequence[tuple[int, float]]) -> None:
        """How well its clock was known."""
        self.ids.chart.known = list(known)

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self.labels = [
            _("Back"),
            _("Tests"),
            _("Clock, cable"),
            _("half width, how much is not known"),
            _("Install firmware"),
            _("hold"),
        ]
        self.ids.chart.retell()
        self.tests.retell()
        if self._view is None or self._facts is None:
            return
        view = self._view
        self.name = pad_words.title(view.name, view.label)
        self.brand = -1 if view.brand is None else view.brand
        self.link_icon, self.link_tone, _word = LINKS[view.link]
        self.gone = view.link == GONE
        self.half = link_words(view)
        self.who, *more = pad_words.identity(self._facts)
        self.more = pad_words.DOT.join(more)
        self._count(pad_words.counters(self._facts))

    def _count(self, counters: Sequence[pad_words.Counter]) -> None:
        grid = self.ids.counters
        rows: list[CounterRow] = grid.children[::-1]
        for row in rows[len(counters) :]:
            grid.remove_widget(row)
        for _place in range(len(rows), len(counters)):
            grid.add_widget(CounterRow())
        for row, counter in zip(grid.children[::-1], counters, strict=True):
            row.what, row.value, row.fine = counter


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
