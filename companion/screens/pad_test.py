"""One pad's tests: its buttons live, the parts of its self-test, and what follows for the pad.

Owns how findings look, and the keys with which people judge and test again. It decides nothing: it shows what
it is given and says what was tapped.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import pad_words
from companion import theme as numbers
from companion.i18n import _
from companion.pads import verdict as v
from companion.screens.table import GONE, LINKS
from companion.widgets import Target, theme

ICONS = {  # state: icon, tone
    v.OPEN: ("circle_outline", "muted"),
    v.RUNNING: ("progress_clock", "accent"),
    v.GOOD: ("check_circle", "success"),
    v.BAD: ("alert_circle", "danger"),
    v.ABSENT: ("minus_circle_outline", "muted"),
}
ABREAST = 640  # px; in a narrower room the parts lie below each other
KINDS = {
    v.LIGHTS: "lightbulb_on",
    v.SOUND: "volume_high",
    v.CHANCE: "dice_multiple",
    v.LOOP: "sync",
    v.STAMPS: "pulse",
}


class ButtonLamp(Target):
    """One of the pad's buttons: lit while it is down. `shine` is the colour its light should have now."""

    down = BooleanProperty(False)
    told = StringProperty("")
    icon = StringProperty("circle_outline")
    tone = StringProperty("muted")
    shine = StringProperty("")
    shine_ink = ListProperty(numbers.NO_COLOUR)

    def on_shine(self, *_args: object) -> None:
        """Another colour."""
        self.shine_ink = numbers.rgba(numbers.LAMPS[self.shine]) if self.shine else numbers.NO_COLOUR


class PartRow(BoxLayout):
    """One part of the self-test. `asks`: people judge it."""

    what = StringProperty(v.LIGHTS)
    kind = StringProperty("circle_outline")
    name = StringProperty("")
    told = StringProperty("")
    icon = StringProperty("circle_outline")
    tone = StringProperty("muted")
    asks = BooleanProperty(False)
    right = BooleanProperty(False)
    wrong = BooleanProperty(False)
    can_judge = BooleanProperty(False)
    can_test = BooleanProperty(False)
    flat = BooleanProperty(False)  # name and sentence in one, where there is no room for two lines
    labels = ListProperty([""] * 6)  # again, right, wrong, why not judged, why not tested, name and sentence


class PadTest(BoxLayout):
    """The tests of one pad.

    Events: on_test(parts) to have it test itself, on_judge(part, right), on_press(button) on its picture.
    """

    state = StringProperty(v.OPEN)
    icon = StringProperty("circle_outline")
    tone = StringProperty("muted")
    told = StringProperty("")
    labels = ListProperty([""] * 2)  # the key, why not
    here = BooleanProperty(True)
    ours = BooleanProperty(False)  # a virtual pad of this program: its buttons can be pressed here
    abreast = NumericProperty(2)

    def __init__(self, **properties: Any) -> None:
        for event in ("on_test", "on_judge", "on_press", "on_hint"):
            self.register_event_type(event)
        self._findings: tuple[v.Found, ...] = ()
        self._lit: tuple[int, str] | None = None
        self._debounce_us = 0
        self.lamps = {what: ButtonLamp(target_id=f"button.{what}") for what in v.BUTTONS}
        self.rows = {
            what: PartRow(what=what, kind=kind, asks=what in v.JUDGED) for what, kind in KINDS.items()
        }
        super().__init__(**properties)

    def on_kv_post(self, _base: Any) -> None:
        """The layout is there."""
        for what, lamp in self.lamps.items():
            self._wire(lamp, "on_press", what)
            self.ids.lamps.add_widget(lamp)
        for what, row in self.rows.items():
            self._wire(row.ids.again, "on_test", v.PARTS[what])
            self._wire(row.ids.right, "on_judge", what, True)
            self._wire(row.ids.wrong, "on_judge", what, False)
            (self.ids.people if row.asks else self.ids.figures).add_widget(row)
        self._wire(self.ids.test, "on_test", sum(v.PARTS.values()))
        self.bind(width=self._settle, here=self.retell, ours=self.retell)
        theme.follow(self._settle)
        self._settle()

    def _wire(self, target: Target, event: str, *about: Any) -> None:
        target.bind(
            on_tap=lambda *_: self.dispatch(event, *about),
            on_refused=lambda _target, why: self.dispatch("on_hint", why),
        )

    def on_test(self, parts: int) -> None:
        """Somebody wants these parts tested."""

    def on_judge(self, what: str, right: bool) -> None:
        """Somebody has seen the lights, or heard the tones."""

    def on_press(self, button: str) -> None:
        """Somebody taps the picture of a button."""

    def on_hint(self, why: str) -> None:
        """Something cannot be tapped now."""

    def _settle(self, *_args: object) -> None:
        self.abreast = 2 if self.width >= ABREAST else 1
        for row in self.rows.values():
            row.flat = row.asks and theme.small

    # -- what is shown

    def light(self, down: int, colour: str) -> None:
        """Which buttons are down now, and what their lights should show; it is asked in every frame."""
        if (down, colour) == self._lit:
            return
        self._lit = (down, colour)
        for place, what in enumerate(v.BUTTONS):
            lamp = self.lamps[what]
            lamp.down, lamp.shine = bool(down & 1 << place), colour
        self._say_buttons()

    def show(self, findings: Sequence[v.Found], debounce_us: int) -> None:
        """What is found out by now."""
        if tuple(findings) != self._findings:
            self._findings, self._debounce_us = tuple(findings), debounce_us
            self.retell()

    def retell(self, *_args: object) -> None:
        """Say everything again, in the language spoken now."""
        if not self._findings:
            return
        overall = v.overall(self._findings)
        self.state = overall.state
        self.icon, self.tone = ICONS[overall.state]
        self.told = pad_words.verdict(overall)
        if not self.here:
            self.icon, self.tone, self.told = *LINKS[GONE][:2], _("This pad is gone.")
        runs = overall.state == v.RUNNING
        why = (
            ""
            if self.here and not runs
            else _("The pad tests itself.")
            if self.here
            else _("This pad is gone.")
        )
        self.labels = [_("Test this pad"), why]
        self._say_buttons()
        for found in self._findings[len(v.BUTTONS) :]:
            self._say_part(found, why)

    def _say_buttons(self) -> None:
        for found in self._findings[: len(v.BUTTONS)]:
            lamp = self.lamps[found.what]
            lamp.label = pad_words.name(found.what)
            lamp.icon, lamp.tone = ICONS[found.state]
            if found.why == "press_in_test":
                lamp.icon, lamp.tone = "check", "success"
            lamp.told = pad_words.colour(lamp.shine) or pad_words.button(found, self._debounce_us)
            lamp.enabled = self.ours and self.here
            lamp.why = _("Press it on the pad itself.") if self.here else _("This pad is gone.")

    def _say_part(self, found: v.Found, why: str) -> None:
        row = self.rows[found.what]
        row.name, row.told = pad_words.name(found.what), pad_words.part(found)
        row.icon, row.tone = ICONS[found.state]
        row.right, row.wrong = found.why == "right", found.why == "wrong"
        row.can_judge = found.why in ("judge", "right", "wrong")
        row.can_test = not why and found.why != "none"
        not_now = row.told if found.why == "none" else _("Test it first: nothing was seen or heard yet.")
        named = _("{part}: {told}").format(part=row.name, told=row.told)
        row.labels = [_("Again"), _("Right"), _("Wrong"), not_now, why or row.told, named]


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
