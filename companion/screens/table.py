"""What all screens share: how a button is bound, where a reason is shown, and how a pad's link looks.

Owns the base of the screens. It must never know what a screen is about.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import Screen

from companion.i18n import N_, _
from companion.room import PadView
from companion.widgets import Hint, Target
from companion.wording import milliseconds

WIRED, VIRTUAL, ON_SCREEN, GONE = "wired", "virtual", "screen", "gone"


class Link(NamedTuple):
    """How a pad's link looks: icon, the token of its colour, and the word where there is no ± to say."""

    icon: str
    tone: str
    word: str


LINKS = {
    WIRED: Link("usb_port", "success", ""),
    VIRTUAL: Link("chip", "success", N_("virtual")),
    ON_SCREEN: Link("gesture_tap", "muted", N_("on screen")),
    GONE: Link("power_plug_off", "danger", N_("gone")),
}


def link_words(view: PadView) -> str:
    """How well a pad's clock is known, or a word about its link where there is no ± to say."""
    if view.half_width_us is None or view.link == GONE:
        return _(LINKS[view.link].word)
    return f"±{milliseconds(view.half_width_us)}"


class TableScreen(Screen):
    """A screen with a hint for what is refused. `room` is set before it is shown."""

    room = ObjectProperty(None)
    hint = ObjectProperty(None)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        if self.hint is None:
            self.hint = Hint(size_hint=(0.6, None), height=64, pos_hint={"center_x": 0.5, "y": 0.02})
            self.add_widget(self.hint)

    def wire(self, target: Target, action: Callable[[], object]) -> Target:
        """Have a target do something, or say why not."""
        target.bind(on_tap=lambda *_: action(), on_refused=lambda _, why: self.hint.show(why))
        return target

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""

    def refresh(self, now_us: int) -> None:
        """News has come in, or time has passed: draw what has changed."""
