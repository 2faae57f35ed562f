"""The pads: a card for each, the ports that cannot be used and why, and one pad looked at closely.

Owns which pad is chosen, and the keys that add and remove virtual ones. What is known of pads is the room's;
what a pad's page says is `pad_detail`'s.
"""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import pad_words, wording
from companion.i18n import _
from companion.options import LOOK_S
from companion.pads import news as n
from companion.pads import verdict as v
from companion.pads.bench import Facts
from companion.pads.end import PadEnd
from companion.pads.simulator import MOST
from companion.room import PadView
from companion.screens.pad_detail import PadDetail
from companion.screens.pad_test import ICONS
from companion.screens.table import LINKS, TableScreen, link_words
from companion.widgets import Target, theme
from companion.widgets.scroll import Scrolled

KV = (PadDetail, Scrolled)  # its kv names them

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

BESIDE = 1150  # px; in a narrower window the list and a pad have a page each
LIST_WIDTH = 400
ABREAST = 660  # px; in a narrower list the cards lie below each other
AWAY = 4  # window widths
LACKS_FIRMWARE = {"mute", "too_old"}


class PadCard(Target):
    """One pad in the list."""

    view = ObjectProperty(None)
    facts = ObjectProperty(None)
    chosen = BooleanProperty(False)
    brand = NumericProperty(-1)
    details = ListProperty([""] * 3)
    half = StringProperty("")
    link_icon = StringProperty("gesture_tap")
    link_tone = StringProperty("muted")
    state_icon = StringProperty("")
    state_tone = StringProperty("muted")

    def show(self, view: PadView, facts: Facts, state: str) -> None:
        """Show a pad; only what differs is drawn."""
        if (view, facts) != (self.view, self.facts):
            self.view, self.facts = view, facts
            self.retell()
        shown = state if state in (v.GOOD, v.BAD, v.RUNNING) else ""
        self.state_icon, self.state_tone = ICONS[shown] if shown else ("", "muted")

    def retell(self) -> None:
        """Say it again, in the language spoken now."""
        view, facts = self.view, self.facts
        self.label = pad_words.title(view.name, view.label)
        self.brand = -1 if view.brand is None else view.brand
        self.link_icon, self.link_tone, _word = LINKS[view.link]
        self.half = link_words(view)
        self.details = pad_words.identity(facts)


class PortNote(BoxLayout):
    """A port that cannot be used, and why; if firmware is what it lacks, with a key that puts it there.

    Events: on_install, on_hint.
    """

    what = ObjectProperty(None)
    told = StringProperty("")
    labels = ListProperty(["", ""])
    installs = BooleanProperty(False)

    def __init__(self, what: n.Turned, **properties: Any) -> None:
        self.register_event_type("on_install")
        self.register_event_type("on_hint")
        super().__init__(what=what, **properties)
        self.installs = what.why in LACKS_FIRMWARE
        self.retell()

    def on_install(self) -> None:
        """The firmware is wanted there."""

    def on_hint(self, why: str) -> None:
        """Say why not."""

    def retell(self) -> None:
        """Say it again, in the language spoken now."""
        self.labels = [_("Install firmware"), _("hold")]
        self.told = _(wording.TURNED[self.what.why]).format(port=self.what.port, detail=self.what.detail)


class InstallNote(BoxLayout):
    """How far an installation is, or how it ended."""

    told = StringProperty("")
    share = NumericProperty(0)
    failed = BooleanProperty(False)


class PadsScreen(TableScreen):
    """All pads. Events: on_back."""

    labels = ListProperty([""] * 8)  # of the keys; what there is to say; why no more, why none less
    chosen = StringProperty("")
    looking = BooleanProperty(False)  # at one pad, in a window that has no room for both
    paged = BooleanProperty(False)
    nobody = BooleanProperty(True)
    installing = StringProperty("")  # how far the latest installation is
    installed = NumericProperty(0)  # its share
    install_failed = BooleanProperty(False)
    victim = StringProperty("")  # the virtual pad that the key removes

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_back")
        self._cards: dict[str, PadCard] = {}
        self._notes: dict[str, PortNote] = {}
        self._shown_us = 0
        self._installs = ""  # the pad on whose page the latest installation was wanted
        super().__init__(**properties)
        ids = self.ids
        self.wire(ids.back, lambda: self.dispatch("on_back"))
        self.wire(ids.add, self.add_virtual)
        self.wire(ids.drop, self.remove_virtual)
        detail = ids.detail
        detail.bind(on_back=lambda *_: self.look(False))
        detail.tests.bind(
            on_test=lambda _tests, parts: self._test(parts),
            on_judge=lambda _tests, what, right: self._judge(what, right),
            on_press=lambda _tests, button: self.room.simulator.press(self.chosen, button),
            on_hint=lambda _tests, why: self.hint.show(why),
        )
        detail.bind(
            on_install=lambda *_: self._install(self._port_of_chosen(), self.chosen),
            on_hint=lambda _detail, why: self.hint.show(why),
        )
        self.bind(size=self._settle, looking=self._settle, chosen=self._settle)
        theme.follow(self._settle)
        self._settle()
        self.retell()

    def on_back(self) -> None:
        """Home."""

    def on_pre_enter(self, *_args: object) -> None:
        """Somebody looks: listen to the buttons."""
        self.looking = False
        self.room.workbench.open(True)
        self.room.simulator.find_out()
        self._show(0)

    def on_leave(self, *_args: object) -> None:
        """Nobody looks any more."""
        self.room.workbench.open(False)
        self.room.installing.forget()

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self.hint.hide()
        for card in self._cards.values():
            card.retell()
        for note in self._notes.values():
            note.retell()
        self.ids.detail.retell()
        self._say_keys()

    # -- what people do

    def look(self, looking: bool) -> None:
        """At one pad, or at the list."""
        self.looking = looking

    def choose(self, label: str) -> None:
        """Look at this pad."""
        self.chosen, self.looking = label, True
        self._show(self._shown_us)

    def add_virtual(self) -> None:
        """One more pad without hardware."""
        self.room.simulator.add()

    def remove_virtual(self) -> None:
        """One less."""
        self.room.remove_virtual(self.victim)

    def _test(self, parts: int) -> None:
        self.room.workbench.test(self.chosen, parts)
        self._show(self._shown_us)

    def _install(self, port: str, label: str = "") -> None:
        self._installs = label
        self.room.installing.begin(port)
        self._show(self._shown_us)

    def _port_of_chosen(self) -> str:
        ports = [end.port for end in self.room.pads.ends() if end.label == self.chosen]
        return ports[0] if ports else ""

    def _judge(self, what: str, right: bool) -> None:
        self.room.workbench.of(self.chosen).judge(what, right)
        self._show(self._shown_us)

    # -- what is shown

    def refresh(self, now_us: int) -> None:
        """News has come in, or time has passed: buttons at once, all else ten times a second at most."""
        if self.chosen:
            bench = self.room.workbench.of(self.chosen)
            self.ids.detail.tests.light(bench.down, bench.colour(now_us))
        if now_us - self._shown_us >= LOOK_S * 1e6:
            self._show(now_us)

    def _show(self, now_us: int) -> None:
        self._shown_us = now_us
        views = {view.label: view for view in self.room.pad_views()}
        ends = {end.label: end for end in self.room.pads.ends() if end.label in views}
        labels = [label for label in views if label in ends]
        self._choose_for_them(labels)
        self._show_cards(labels, views, ends, now_us)
        self._show_notes()
        self._show_installing()
        self.nobody = not (self._cards or self._notes or self.installing)
        if self.chosen:
            self._show_chosen(views[self.chosen], ends[self.chosen], now_us)
        self._say_keys()

    def _show_cards(
        self, labels: list[str], views: dict[str, PadView], ends: dict[str, PadEnd], now_us: int
    ) -> None:
        if labels != list(self._cards):
            self._lay_cards(labels)
        bench = self.room.workbench
        for label, card in self._cards.items():
            findings = bench.look(ends[label], now_us)
            card.show(views[label], bench.facts(ends[label]), v.overall(findings).state)
            card.chosen = label == self.chosen and not self.paged

    def _lay_cards(self, labels: list[str]) -> None:
        """Pads came or went, or sit in another order; a card stays with its pad."""
        self.ids.cards.clear_widgets()
        self._cards = {label: self._cards.get(label) or self._card(label) for label in labels}
        for card in self._cards.values():
            self.ids.cards.add_widget(card)

    def _card(self, label: str) -> PadCard:
        card = PadCard(target_id=f"pad.{label}")
        self.wire(card, lambda: self.choose(label))
        return card

    def _show_notes(self) -> None:
        turned = {what.port: what for what in self.room.pads.turned()}
        if turned == {port: note.what for port, note in self._notes.items()}:
            return
        self.ids.notes.clear_widgets()
        self._notes = {port: self._note(what) for port, what in turned.items()}
        for note in self._notes.values():
            self.ids.notes.add_widget(note)

    def _note(self, what: n.Turned) -> PortNote:
        note = PortNote(what)
        note.bind(
            on_install=lambda *_: self._install(what.port),
            on_hint=lambda _note, why: self.hint.show(why),
        )
        return note

    def _show_installing(self) -> None:
        """How far an installation is, beside the list and on the pad's page."""
        progress = self.room.installing.now
        detail = self.ids.detail
        self.installing = pad_words.installing(progress) if progress else ""
        # Its page has room for one sentence; the list has room for all of them.
        own = self.installing if self.chosen == self._installs else ""
        detail.installing = own.partition("\n")[0]
        self.installed = pad_words.share(progress) if progress else 0
        self.install_failed = bool(progress and progress.error)
        detail.why_not_install = pad_words.why_not_install(
            goes_on=self.room.installing.goes_on,
            virtual=self.chosen in self._ours(),
            here=bool(self._port_of_chosen()),
        )

    def _choose_for_them(self, labels: list[str]) -> None:
        """The first one, until somebody chooses; a pad that is no more cannot be looked at."""
        if self.chosen not in labels:
            self.chosen = labels[0] if labels else ""
            self.looking = False

    def _show_chosen(self, view: PadView, end: PadEnd, now_us: int) -> None:
        bench, detail = self.room.workbench, self.ids.detail
        detail.show(view, bench.facts(end))
        detail.know(bench.history(end))
        tests = detail.tests
        tests.here = bool(end.port)
        tests.ours = view.label in self._ours()
        tests.show(bench.look(end, now_us), bench.debounce_us)
        own = bench.of(view.label)
        tests.light(own.down, own.colour(now_us))

    def _ours(self) -> list[str]:
        """The virtual pads of this program."""
        found: list[str] = self.room.simulator.labels
        return found

    def _say_keys(self) -> None:
        ours, runs_on = self._ours(), self.room.simulator.runs_on
        self.victim = self.chosen if self.chosen in ours else ours[-1] if ours else ""
        runs = _("Virtual pads run the pad's own firmware under {interpreter}.")
        self.labels = [
            _("Home"),
            _("Pads"),
            _("Add a virtual pad"),
            _("Remove {pad}").format(pad=self.victim) if self.victim else _("Remove"),
            _("No pad is plugged in. One that is plugged in appears here; a virtual one needs no hardware."),
            runs.format(interpreter=runs_on) if runs_on else "",
            "" if len(ours) < MOST else _("{n} virtual pads at most.").format(n=MOST),
            "" if self.victim else _("There is no virtual pad to remove."),
        ]
        trouble = self.room.simulator.take_trouble()
        if trouble:
            self.hint.show(trouble)

    # -- room

    def _settle(self, *_args: object) -> None:
        """Both side by side, or one of them."""
        ids, edge, gap = self.ids, theme.edge, 8 if theme.small else 16
        low = 4 if theme.small else edge
        high = max(1, self.height - low - edge)
        body = max(1, high - theme.target - gap)
        self.paged = ids.detail.paged = self.width < BESIDE
        wide = max(1, self.width - 2 * edge)
        shows_list = not (self.paged and self.looking)
        shows_pad = bool(self.chosen) and (not self.paged or self.looking)
        away = AWAY * max(1, self.width)
        _put(ids.head, edge + (0 if shows_list else away), low + body + gap, wide, theme.target)
        _put(ids.list, edge + (0 if shows_list else away), low, wide if self.paged else LIST_WIDTH, body)
        left = edge if self.paged else edge + LIST_WIDTH + gap
        room = self.width - edge - left
        _put(ids.detail, left + (0 if shows_pad else away), low, max(1, room), high if self.paged else body)
        ids.cards.cols = 2 if ids.list.width >= ABREAST else 1


def _put(widget: Any, x: float, y: float, width: float, height: float) -> None:
    widget.pos, widget.size = (x, y), (width, height)
