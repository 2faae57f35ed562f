"""The keys of a match: an answer, a step, a hold that shows what only its owner may see.

Owns how they look and what a finger does to them. It must never know what an answer means.
"""

from collections.abc import Callable, Iterable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from companion import theme as numbers
from companion.widgets import ChoiceButton, Icon, KeyButton, Mark, Target, theme
from companion.widgets.buttons import OUT_OF_SIGHT, Dress
from companion.widgets.figures import ART
from companion.widgets.words import fit, measure

CHOICE = ChoiceButton.dress
PERSON = Dress("surface", "accent", line=numbers.CHOICE_LINE)  # marks do not stand on raised2
WAY_OUT = Dress("raised2", "outline")
DONE = Dress("brass", ink="on_brass", second="on_brass")
MARGIN = 6  # px, left and right of what a key says
INLINE = 0.87  # of its size that a label may have beside its icon
BADGE = {False: 24, True: 20}  # px: the button of the pad
MOST_OUT = 0.6  # of itself that it may stand further out, where it would lie on the label
STACKED_ICON = {False: 30, True: 26}  # px, above a label
STACKED_ART = {False: 40, True: 32}  # px, a picture of several colours there, which is to be recognized
ART_PX = {False: 54, True: 44}  # px, beside a label
PICTURED = {False: 46, True: 34}  # px, an icon that stands instead of a label, at most
HEAD, LEAST_HEADED = (
    0.36,
    96,
)  # of a key that its icon takes before pictures; px, the least width of such a key
FLAT_ICON = {False: 30, True: 24}  # px, of a key without a box
MOST_BOXED = 120  # px, a key with its label below its icon
BARE = 0.62  # of a key's side that its icon alone takes
BUTTONS = {
    "die1": "numeric_1_circle_outline",
    "die2": "numeric_2_circle_outline",
    "die3": "numeric_3_circle_outline",
    "hit": "bullseye",
    "any": "gesture_tap_button",
}


class PadBadge(Icon):
    """The button of a pad; where it stands on its key's corner, the key's edge ends around it."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(tone="muted", **properties)
        with self.canvas.before:
            self._ground = Color()
            self._disc = Ellipse(size=(0, 0))

    def stand(self, left: float, low: float, on_the_edge: bool) -> None:
        """Stand there."""
        self.pos = (round(left), round(low))
        self._ground.rgba = theme.colour("raised")
        self._disc.pos = self.pos
        self._disc.size = (self.px, self.px) if on_the_edge and self.name else (0, 0)


class AnswerKey(ChoiceButton):
    """One answer: icon or a player's mark, label, and which button of a pad says the same.

    Where the label has no room beside its icon, the icon stands above it. `pictures` stand instead of it; so
    does an icon of several colours where there is no room for both, for it says the same to who cannot read.
    """

    brand = NumericProperty(-1)
    button = StringProperty("")  # of a pad: die1, die2, die3, hit; "" for none
    stacked = BooleanProperty(False)  # its row has the icons above the labels
    stacked_role = StringProperty("card")
    plain = BooleanProperty(False)  # its row has no room for icons
    pictures = ListProperty()

    def __init__(self, **properties: Any) -> None:
        self._mark = Mark(opacity=0)
        self._badge = PadBadge()
        self._drawn_pictures: list[Icon] = []
        self.action: Callable[[], object] = _nothing
        self.refuse: Callable[[str], object] = _say_nothing
        properties.setdefault("yields", True)
        properties.setdefault("reach", (numbers.GAP / 2, numbers.GAP / 2))
        super().__init__(**properties)
        self.add_widget(self._mark)
        self.add_widget(self._badge)
        for name in ("brand", "button", "stacked", "stacked_role", "plain", "pictures"):
            self.fbind(name, self._arrange_soon)

    def begin(self, target_id: str, label: str, icon: str, dress: Dress, why: str = "") -> None:
        """Be another answer from now on; a finger that still lies here meant the one before."""
        self._finger, self.pressed = None, False
        self.action = _nothing
        self.target_id, self.label, self.icon = target_id, label, icon
        self.enabled, self.why = not why, why
        self.brand, self.button, self.role, self.keeps_icon = -1, "", "button", False
        self.second, self.pictures = "", []
        self.wear(dress)

    def on_tap(self) -> None:
        """Do what this answer does."""
        self.action()

    def on_refused(self, why: str) -> None:
        """Say why not."""
        self.refuse(why)

    def wear(self, dress: Dress) -> None:
        """Look like this from now on."""
        if dress is not self.dress:
            self.dress = dress
            self._put_on()

    @property
    def wanted(self) -> float:
        """The width that says everything on one line, a little smaller if need be, px."""
        if self.pictures:
            return self.least
        label = measure(self.label, numbers.BOLD, theme.size(self.role))[0] * INLINE
        return float(self._icon_room() + label + 2 * MARGIN)

    @property
    def least(self) -> float:
        """The width below which its label would break within a word, px."""
        if self.pictures:
            return float(LEAST_HEADED if self.icon else theme.target - numbers.GAP)
        return least_px(self.label)

    def _margin(self) -> float:
        return MARGIN

    def _icon_px(self) -> int:
        return ART_PX[theme.small] if self.icon.startswith(ART) else super()._icon_px()

    def _stacked_px(self) -> int:
        return (STACKED_ART if self.icon.startswith(ART) else STACKED_ICON)[theme.small]

    def wants_to_stack(self, width: float) -> bool:
        """Whether a key of this width has no room for its label beside its icon."""
        return bool(self.icon) and width < self.wanted and not self.pictures

    def fits_stacked(self, width: float, height: float, role: str) -> bool:
        """Whether its label fits below its icon in a key of this size."""
        if self.pictures:
            return True
        room = height - 8 - self._stacked_px() - 2
        return fit(self.label, role, max(1, width - 2 * MARGIN), max(1, room)).keeps

    def has_room(self, width: float) -> bool:
        """Whether a key so wide, and as high as a finger, says its label and shows its icon."""
        stacks = self.wants_to_stack(width)
        return not stacks or self.fits_stacked(width, theme.target, "card")

    def _icon_room(self) -> int:
        return 0 if self.plain and not self.keeps_icon else super()._icon_room()

    def _arrange(self, *args: object) -> None:
        self._have_pictures()
        if self._drawn_pictures:
            self._draw_pictures()
        elif not (self.stacked and self.icon and not self.plain and self._stack(*self._room())):
            super()._arrange(*args)
            self._place_badge()

    def _instead(self) -> list[str]:
        """What stands there instead of the label."""
        alone = self.plain and self.icon.startswith(ART)
        return list(self.pictures) or ([self.icon] if alone else [])

    def _have_pictures(self) -> None:
        """As many icons as there are pictures."""
        count = len(self._instead())
        for icon in self._drawn_pictures[count:]:
            self.remove_widget(icon)
        del self._drawn_pictures[count:]
        for _more in range(len(self._drawn_pictures), count):
            self._drawn_pictures.append(Icon())
            self.add_widget(self._drawn_pictures[-1])

    def _draw_pictures(self) -> None:
        """Pictures, as large as there is room, right of its icon; no label."""
        self.drawn = [self.x + self.inset, self.y + self.inset, *self._inner()]
        self._label.pos = self._second.pos = self._mark.pos = OUT_OF_SIGHT
        width, height = (px - 2 * MARGIN for px in self._inner())
        left, low = self.x + self.inset + MARGIN, self.y + self.inset + MARGIN
        head = round(min(HEAD * width, height, PICTURED[theme.small])) if self.icon and self.pictures else 0
        self._icon.name, self._icon.px = self.icon, head or 1
        self._icon.pos = (round(left), round(self.center_y - head / 2)) if head else OUT_OF_SIGHT
        left, width = left + head, width - head
        pictures = self._instead()
        count = len(pictures)
        px, across = max(
            (min(width / columns - 3, height / -(-count // columns) - 3, PICTURED[theme.small]), columns)
            for columns in range(1, count + 1)
        )
        rows, px = -(-count // across), round(px)
        top = low + (height + rows * (px + 3) - 3) / 2
        for n, (icon, name) in enumerate(zip(self._drawn_pictures, pictures, strict=False)):
            in_row = min(across, count - n // across * across)
            icon.name, icon.px, icon.tone = name, px, self._label.tone
            start = left + (width - in_row * (px + 3) + 3) / 2
            icon.pos = (round(start + n % across * (px + 3)), round(top - (n // across + 1) * (px + 3) + 3))
        self._place_badge()

    def _stack(self, width: float, height: float) -> bool:
        """The icon above the label, if there is room for both."""
        px = self._stacked_px()
        role = self.stacked_role
        found = fit(self.label, role, width, max(1, height - px - 2))
        if not found.keeps:
            return False
        self.drawn = [self.x + self.inset, self.y + self.inset, *self._inner()]
        self._label.text, self._label.role = self.label, role
        self._label.size = (found.width, found.height)
        low = round(self.center_y - (px + 2 + found.height) / 2)
        self._label.pos = (round(self.center_x - found.width / 2), low)
        self._second.pos = OUT_OF_SIGHT
        self._put_icon(px, round(self.center_x - px / 2), low + found.height + 2)
        self._place_badge()
        return True

    def _place_icon(self, room: float, left: float, middle: float) -> None:
        px = self._icon_px()
        shown = self.icon and room
        self._put_icon(px, *((left, middle - px // 2) if shown else OUT_OF_SIGHT))

    def _put_icon(self, px: float, left: float, low: float) -> None:
        person = self.brand >= 0
        self._icon.name = "" if person else self.icon
        shown, hidden = (self._mark, self._icon) if person else (self._icon, self._mark)
        self._mark.opacity = 1 if person else 0
        self._mark.brand = max(0, self.brand)
        self._mark.dim = not self.enabled
        shown.px, shown.pos, hidden.pos = px, (left, low), OUT_OF_SIGHT

    def _place_badge(self) -> None:
        self._badge.name = BUTTONS.get(self.button, "")
        self._badge.px = px = BADGE[theme.small]
        x, y, width, height = self.drawn
        left, low = x + width - px - 4, y + height - px - 4
        over = min(self._label.right - left, self._label.top - low)  # px it would lie on the label
        out = max(0, min(over, px * MOST_OUT))
        self._badge.stand(left + out, low + out, out > 0)

    def _put_on(self, *args: object) -> None:
        super()._put_on(*args)
        self._mark.dim = not self.enabled
        for icon in self._drawn_pictures:
            icon.tone = self._label.tone


def least_px(label: str) -> float:
    """Return the width below which a label would break within a word, and a key is no target, px."""
    px = theme.least("card")
    widest = max((measure(word, numbers.BOLD, px)[0] for word in label.split(" ")), default=0)
    return float(max(theme.target - numbers.GAP, widest + 2 * MARGIN))


def _nothing() -> None:
    """What a key does that has no action yet."""


def _say_nothing(why: str) -> None:
    """Where nobody is to hear why not."""


class StepKey(AnswerKey):
    """One more or one less: the icon alone. A finger that stays goes on stepping."""

    FIRST_S, NEXT_S = 0.5, 0.12

    _stepped = False

    def begin(self, target_id: str, label: str, icon: str, dress: Dress, why: str = "") -> None:
        """Be another step from now on."""
        Clock.unschedule(self._again)
        super().begin(target_id, label, icon, dress, why)

    @property
    def wanted(self) -> float:
        """As wide as a finger, px."""
        return float(theme.target - numbers.GAP)

    def _arrange(self, *_: object) -> None:
        self.drawn = [self.x + self.inset, self.y + self.inset, *self._inner()]
        px = STACKED_ICON[theme.small]
        self._icon.name, self._icon.px = self.icon, px
        self._icon.pos = (round(self.center_x - px / 2), round(self.center_y - px / 2))

    def _went_down(self) -> None:
        self._stepped = False
        Clock.schedule_once(self._again, self.FIRST_S)

    def _again(self, _dt: float) -> None:
        if self.pressed and self.enabled:
            self._stepped = True
            self.tap()
            Clock.schedule_once(self._again, self.NEXT_S)

    def _slid_off(self) -> None:
        Clock.unschedule(self._again)

    def _lifted(self, inside: bool) -> None:
        Clock.unschedule(self._again)
        super()._lifted(inside and not self._stepped)


class KeyPool:
    """Keys that were made once are used again: to make one costs more than all a prompt has to draw."""

    def __init__(self) -> None:
        self._free: dict[type[AnswerKey], list[AnswerKey]] = {AnswerKey: [], StepKey: []}

    def take(self, kind: type[AnswerKey], hint: Callable[[str], object]) -> AnswerKey:
        """Return a key that nobody uses; what is refused there is said by `hint`."""
        free = self._free[kind]
        key = free.pop() if free else kind()
        key.refuse = hint
        return key

    def give_back(self, keys: Iterable[AnswerKey]) -> None:
        """These are not used any more."""
        for key in keys:
            if key.parent is not None:
                key.parent.remove_widget(key)
            key.begin("", "", "", WAY_OUT)
            self._free[type(key)].append(key)


class CornerKey(KeyButton):
    """A key of a corner or of a pane's end: no smaller than it is made.

    bare: the icon alone, in brass. foot: it has no box, and stands in its lowest so many px, icon beside
    label, for the row above it only shares its hit box. short: there without its label.
    """

    bare = BooleanProperty(False)
    short = BooleanProperty(False)
    foot = NumericProperty(0)

    def __init__(self, **properties: Any) -> None:
        properties.setdefault("size_hint", (None, None))
        properties.setdefault("yields", True)
        super().__init__(**properties)
        for name in ("bare", "short", "foot"):
            self.fbind(name, self._changed)

    @property
    def flat_px(self) -> float:
        """The width it takes without a box, px."""
        says = self.label and not self.short
        label = measure(self.label, numbers.BOLD, theme.size("card"))[0] + 6 if says else 0
        return float(max(theme.target - 16, FLAT_ICON[theme.small] + label + numbers.GAP))

    @property
    def boxed_px(self) -> float:
        """The width it takes with its label below its icon, px: more than a finger's for a longer one."""
        if theme.small:
            return float(theme.target - numbers.GAP)
        label = measure(self.label, numbers.ROLES[self.role].font, theme.size(self.role))[0]
        return float(max(theme.target, min(label + numbers.GAP + 4, MOST_BOXED)))

    def _put_on(self, *args: object) -> None:
        super()._put_on(*args)
        if self.foot:
            self.fill, self.edge, self.line = numbers.NO_COLOUR, numbers.NO_COLOUR, 0
            self._icon.tone = self._label.tone = "text" if self.pressed else "muted"
        elif self.bare:
            self._icon.tone = "accent"

    def _arrange(self, *args: object) -> None:
        if not self.foot and not self.bare:
            super()._arrange(*args)
            return
        self.drawn = [self.x + self.inset, self.y + self.inset, *self._inner()]
        self._second.pos = OUT_OF_SIGHT
        self._icon.name = self.icon
        self._icon.px = FLAT_ICON[theme.small] if self.foot else round(min(self.size) * BARE)
        label = self.label if self.foot and not self.short else ""
        middle = self.y + self.foot / 2 if self.foot else self.center_y
        room = self.width - self._icon.px - 6
        found = fit(label, "card", max(1, room), max(1, self.foot))
        shown = found.width + 6 if label else 0
        left = round(self.center_x - (self._icon.px + shown) / 2)
        self._label.text, self._label.role = label, "card"
        self._label.size = (max(1, found.width), max(1, found.height))
        self._icon.pos = (left, round(middle - self._icon.px / 2))
        self._label.pos = (left + self._icon.px + 6, round(middle - found.height / 2))


class LookUpKey(CornerKey):
    """A look-up: its icon, no box."""

    dress = Dress()


class PeekKey(Target):
    """What its owner holds to see their own secrets. Events: on_peek(whether they show)."""

    shows = False

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_peek")
        super().__init__(size_hint=(None, None), **properties)

    def on_peek(self, shows: bool) -> None:
        """Show them, or take them away."""

    def _went_down(self) -> None:
        Clock.schedule_once(self._show, numbers.PEEK_MS / 1000)

    def _show(self, _dt: float) -> None:
        self.shows = True
        self.dispatch("on_peek", True)

    def hide(self) -> None:
        """Nothing shows any more, whatever the finger does."""
        Clock.unschedule(self._show)
        if self.shows:
            self.shows = False
            self.dispatch("on_peek", False)

    def _slid_off(self) -> None:
        self.hide()

    def _lifted(self, inside: bool) -> None:
        too_short = not self.shows
        self.hide()
        if inside and too_short:
            self.dispatch("on_refused", self.why)
