"""The buttons: what can be tapped, held, or tapped to learn why not.

Owns touch, pressed look and refusal of every target; knows no screen. A finger belongs to the button it went
down on until it is lifted, and each button follows one finger, so several people can tap at once.
"""

from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from companion import theme as numbers
from companion.widgets.figures import Icon
from companion.widgets.look import theme
from companion.widgets.words import Say, fit, measure

OUT_OF_SIGHT = (-10000, -10000)
ON, OFF = "check_circle", "checkbox_blank_circle_outline"


class Dress(NamedTuple):
    """How a kind of button looks: tokens of its fill, edge, label and second line, and its edge's width."""

    fill: str = ""
    edge: str = ""
    ink: str = "text"
    second: str = "muted"
    line: float = numbers.QUIET_LINE


class Target(Widget):
    """Anything that can be tapped.

    Events: `on_tap` when the finger is lifted inside; `on_refused(why)` instead when it is not enabled.
    """

    target_id = StringProperty("")
    label = StringProperty("")
    enabled = BooleanProperty(True)
    why = StringProperty("")
    pressed = BooleanProperty(False)
    reach = ObjectProperty(None, allownone=True)  # (x, y) px a finger may miss it by; None: up to a finger

    def __init__(self, **properties: Any) -> None:
        self._finger: Any = None
        self.register_event_type("on_tap")
        self.register_event_type("on_refused")
        super().__init__(**properties)

    def on_tap(self) -> None:
        """Take a tap."""

    def on_refused(self, why: str) -> None:
        """Take a tap on what cannot be tapped now."""

    def collide_point(self, x: float, y: float) -> bool:
        """Does this point hit? The hit box is never smaller than a finger, unless neighbours limit it."""
        if self.reach is None:
            more_x = max(0, theme.target - self.width) / 2
            more_y = max(0, theme.target - self.height) / 2
        else:
            more_x, more_y = self.reach
        return bool(self.x - more_x <= x < self.right + more_x and self.y - more_y <= y < self.top + more_y)

    def on_touch_down(self, touch: Any) -> bool:
        """Follow the first finger that comes down here; swallow further ones."""
        if "button" in touch.profile and touch.button != "left":
            return bool(super().on_touch_down(touch))
        if not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        if self._finger is None:
            self._finger = touch
            touch.grab(self)
            self.pressed = True
            self._went_down()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Show whether lifting the finger now would count."""
        if touch.grab_current is not self or touch is not self._finger:
            return bool(super().on_touch_move(touch))
        inside = self.collide_point(*touch.pos)
        if self.pressed and not inside:
            self._slid_off()
        self.pressed = inside
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Tap, or let it pass."""
        if touch.grab_current is not self or touch is not self._finger:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._finger = None
        inside = self.collide_point(*touch.pos)
        self.pressed = False
        self._lifted(inside)
        return True

    def tap(self) -> None:
        """Do what a finger's tap does."""
        if self.enabled:
            self.dispatch("on_tap")
        else:
            self.dispatch("on_refused", self.why)

    def _went_down(self) -> None:
        """Take a finger that came down."""

    def _slid_off(self) -> None:
        """Take a finger that slid off the target."""

    def _lifted(self, inside: bool) -> None:
        if inside:
            self.tap()


class TableButton(Target):
    """A target with an icon, a label and a second line. The kinds below differ in their dress."""

    second = StringProperty("")
    icon = StringProperty("")
    icon_px = NumericProperty(0)  # 0: as the role has it
    role = OptionProperty("button", options=list(numbers.ROLES))
    inset = NumericProperty(0)  # the drawn button is so much smaller than the widget, on each side
    yields = BooleanProperty(False)  # its layout may make it smaller than a finger
    keeps_icon = BooleanProperty(False)  # it says what the label does not: the label gives way
    radius = NumericProperty(0)
    fill = ColorProperty(numbers.NO_COLOUR)
    edge = ColorProperty(numbers.NO_COLOUR)
    line = NumericProperty(0)
    drawn = ListProperty([0, 0, 0, 0])
    dress = Dress("raised2", "outline")

    def __init__(self, **properties: Any) -> None:
        self._icon = Icon()
        self._label = Say(align="center", size_hint=(None, None))
        self._second = Say(role="second", align="center", hug="height")
        super().__init__(**properties)
        for child in (self._icon, self._label, self._second):
            self.add_widget(child)
        arranging = ("pos", "size", "label", "second", "icon", "icon_px", "role", "inset", "keeps_icon")
        self._arrange_soon = Clock.create_trigger(self._arrange, -1)
        for name in arranging:
            self.fbind(name, self._arrange_soon)
        for name in ("enabled", "pressed"):
            self.fbind(name, self._put_on)
        self.fbind("yields", self._changed)
        theme.follow(self._changed)
        self._changed()

    def natural_width(self) -> float:
        """Return the width it takes to say everything on one line at full size."""
        text = measure(self.label, numbers.ROLES[self.role].font, theme.size(self.role))[0]
        second = measure(self.second, numbers.ROLES["second"].font, theme.size("second"))[0]
        widest = max(self._icon_room() + text, second if self.second else 0)
        return float(widest + 2 * (self._margin() + self.inset))

    def fits(self, width: float, height: float) -> bool:
        """Whether a button of this size has room for its icon and, by the rules for labels, its label."""
        room = width - 2 * (self._margin() + self.inset) - self._icon_room()
        return fit(self.label, self.role, max(1, room), max(1, height - 8 - 2 * self.inset)).keeps

    def _changed(self, *_: object) -> None:
        if self.yields:
            self.size_hint_min = (None, None)
        self._put_on()
        self._arrange_soon()

    def _put_on(self, *_: object) -> None:
        """Choose the colours."""
        dress = self.dress if self.enabled else Dress("", "outline", "muted", "muted")
        fill = theme.colour(dress.fill) if dress.fill else (*theme.colour("text")[:3], 0)
        text = theme.colour("text")
        self.fill = numbers.mix(fill, text, numbers.PRESSED) if self.pressed else fill
        self.edge = theme.colour(dress.edge) if dress.edge else numbers.NO_COLOUR
        self.line = dress.line if dress.edge else 0
        self.radius = theme.radius
        self._label.tone = self._icon.tone = dress.ink
        self._second.tone = dress.second

    def _arrange(self, *_: object) -> None:
        """Place icon, label and second line in the middle of the button."""
        self.drawn = [self.x + self.inset, self.y + self.inset, *self._inner()]
        width, height = self._room()
        self._label.text, self._label.role = self.label, self.role
        self._say_second(width)
        below = self._second.height if self.second else 0
        if height - below < theme.least(self.role):
            below = 0  # no room for two lines: the label is what counts
        icon = self._icon_room()
        found = fit(self.label, self.role, max(1, width - icon), max(1, height - below))
        if below and not found.keeps:
            below = 0
            found = fit(self.label, self.role, max(1, width - icon), max(1, height))
        if icon and not found.keeps and not self.keeps_icon:
            icon = 0  # a label that does not fit even wrapped loses its icon
            found = fit(self.label, self.role, width, max(1, height - below))
        self._label.size = (found.width, found.height)
        left = round(self.center_x - (icon + found.width) / 2)
        low = round(self.center_y - (found.height + below) / 2)
        self._label.pos = (left + icon, low + below)
        self._place_icon(icon, left, round(low + below + found.height / 2))
        centred = (round(self.center_x - self._second.width / 2), low)
        self._second.pos = centred if below else OUT_OF_SIGHT

    def _say_second(self, width: float) -> None:
        self._second.width = width
        self._second.text = self.second

    def _place_icon(self, room: float, left: float, middle: float) -> None:
        self._icon.name = self.icon
        self._icon.px = self._icon_px()
        shown = self.icon and room
        self._icon.pos = (left, middle - self._icon.px // 2) if shown else OUT_OF_SIGHT

    def _inner(self) -> tuple[float, float]:
        return self.width - 2 * self.inset, self.height - 2 * self.inset

    def _margin(self) -> float:
        return 12 if theme.small else 16

    def _room(self) -> tuple[float, float]:
        width, height = self._inner()
        return max(1, width - 2 * self._margin()), max(1, height - 8)

    def _icon_px(self) -> int:
        return int(self.icon_px) or round(theme.size(self.role) * 1.4)

    def _icon_room(self) -> int:
        return self._icon_px() + numbers.GAP if self.icon else 0


class PrimaryButton(TableButton):
    """The one thing to tap, where the app knows what comes next."""

    dress = Dress("brass", ink="on_brass", second="on_brass")


class ChoiceButton(TableButton):
    """One of several answers of equal weight."""

    dress = Dress("raised2", "accent", line=numbers.CHOICE_LINE)


class TickButton(ChoiceButton):
    """A choice that is on or off; which of them is seen however little room there is."""

    ticked = BooleanProperty(False)

    def __init__(self, **properties: Any) -> None:
        super().__init__(keeps_icon=True, **properties)
        self.fbind("ticked", self._tick)
        self._tick()

    def _tick(self, *_: object) -> None:
        self.icon = ON if self.ticked else OFF


class SecondaryButton(TableButton):
    """The way out."""

    dress = Dress("raised2", "outline")


class GhostButton(TableButton):
    """A look-up: icon and label without a box."""

    dress = Dress()


class HoldButton(TableButton):
    """What is held for a second, because it cannot be taken back: `on_held` when the bar is full. A tap that
    is too short is refused with what the second line says."""

    progress = NumericProperty(0)
    dress = Dress("raised2", "danger")

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_held")
        self._started = 0.0
        self._holding = False
        super().__init__(**properties)

    def on_held(self) -> None:
        """Take a hold of a second."""

    def _get_bar(self) -> tuple[float, float, float, float]:
        x, y, width, _ = self.drawn
        return (x + 10, y + 5, max(0, width - 20) * self.progress, 6)

    bar = AliasProperty(_get_bar, bind=("drawn", "progress"))

    def _went_down(self) -> None:
        if self.enabled:
            self._started = Clock.get_time()
            self._holding = True
            Clock.schedule_interval(self._go_on, 0)

    def _go_on(self, _dt: float) -> None:
        if not self.enabled:
            self._stop()
            return
        self.progress = min(1, (Clock.get_time() - self._started) * 1000 / numbers.HOLD_MS)
        if self.progress == 1:
            self._stop()
            self.dispatch("on_held")

    def _stop(self) -> None:
        Clock.unschedule(self._go_on)
        self._holding = False
        self.progress = 0

    def cancel(self) -> None:
        """Forget a hold that has begun: what it was meant for is no longer on the screen."""
        self._stop()

    def _slid_off(self) -> None:
        self._stop()

    def _lifted(self, inside: bool) -> None:
        too_short = self._holding
        self._stop()
        if inside and not self.enabled:
            self.tap()
        elif inside and too_short:
            self.dispatch("on_refused", f"{self.label}: {self.second}" if self.second else self.label)

    def tap(self) -> None:
        """Do what a finger's hold does, at once."""
        if self.enabled:
            self.dispatch("on_held")
        else:
            self.dispatch("on_refused", self.why)


class KeyButton(TableButton):
    """A key of a corner or a bar: an icon with its caption below it, beside it, or alone: also where the
    caption finds no room."""

    caption = OptionProperty("below", options=["below", "beside", "none"])
    dress = Dress("surface", "hair")

    def __init__(self, **properties: Any) -> None:
        properties.setdefault("role", "key")
        super().__init__(**properties)
        self.fbind("caption", self._arrange_soon)

    def _put_on(self, *_: object) -> None:
        super()._put_on()
        if not self.enabled:
            self.fill, self.edge = theme.colour("surface"), theme.colour("hair")
            self._icon.tone = "off"

    def _margin(self) -> float:
        return super()._margin() if self.caption == "beside" else 4

    def _icon_px(self) -> int:
        return int(self.icon_px) or (super()._icon_px() if self.caption == "beside" else 32)

    def _arrange(self, *_: object) -> None:
        if self.caption == "beside" or not self.icon:
            super()._arrange()
            return
        self.drawn = [self.x + self.inset, self.y + self.inset, *self._inner()]
        width, height = self._inner()
        icon = min(self._icon_px(), height * 0.6)
        label = "" if self.caption == "none" else self.label
        found = fit(label, self.role, max(1, width - 8), max(1, height - icon))
        if not found.keeps:
            label = ""  # rather none than one that nobody can read
        shown = found.height if label else 0
        low = round(self.center_y - (icon + shown) / 2)
        self._label.text, self._label.role = label, self.role
        self._label.size = (found.width, found.height)
        self._label.pos = (round(self.center_x - found.width / 2), low)
        self._icon.name, self._icon.px = self.icon, icon
        self._icon.pos = (round(self.center_x - icon / 2), low + shown)
        self._second.pos = OUT_OF_SIGHT
