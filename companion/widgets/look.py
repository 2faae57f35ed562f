"""The theme as properties that a screen binds to, and the fonts.

Owns which ground, text size and size class are in force now. A colour token is a property of `theme`
(`theme.bg`, `theme.on_brass`), a type role is `theme.px_body`, a distance `theme.edge`; all of them follow
`ground`, `small` and `text_scale`. Whoever computes instead of binding follows: `theme.follow`.
"""

import weakref
from collections.abc import Callable
from importlib import resources
from typing import Any

from kivy.core.text import LabelBase
from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty

from companion import theme as numbers

_FILES = {
    numbers.ALFA: ("fontpkg_alfa_slab_one", "files/AlfaSlabOne-Regular.ttf"),
    numbers.BOLD: ("fontpkg_atkinson_hyperlegible", "files/AtkinsonHyperlegible-Bold.ttf"),
    numbers.REGULAR: ("fontpkg_atkinson_hyperlegible", "files/AtkinsonHyperlegible-Regular.ttf"),
    "Icons": ("fonticon_mdi7", "fonts/materialdesignicons-webfont.ttf"),
}
ICON_FONT = "Icons"


class Theme(EventDispatcher):
    """The look in force. One exists: `theme`."""

    ground = OptionProperty(numbers.DARK, options=list(numbers.GROUNDS))
    small = BooleanProperty(False)
    text_scale = NumericProperty(1)
    flash = BooleanProperty(True)
    reduced_motion = BooleanProperty(False)
    celebrates = BooleanProperty(True)
    version = NumericProperty(0)  # counts up once everything has changed
    edge = NumericProperty(0)
    target = NumericProperty(0)
    radius = NumericProperty(0)
    pane_radius = NumericProperty(0)
    pane_line = NumericProperty(0)

    def __init__(self) -> None:
        super().__init__()
        self._followers: dict[weakref.WeakMethod[Callable[[], object]], None] = {}  # in the order they came
        self.apply_property(**{token: ColorProperty(numbers.NO_COLOUR) for token in numbers.GROUNDS["dark"]})
        self.apply_property(**{f"px_{role}": NumericProperty(0) for role in numbers.ROLES})
        self._set_colours()
        self._set_sizes()
        self.bind(ground=self._turn, small=self._turn, text_scale=self._turn)

    def follow(self, changed: Callable[[], object]) -> None:
        """Call a method each time the look has changed, for as long as its widget is there.

        Not Kivy's `bind`: it compares each new observer with all there are, and counts those of widgets that
        are gone until the next change, which may never come.
        """
        self._followers[weakref.WeakMethod(changed, self._followers.pop)] = None

    @property
    def followers(self) -> int:
        """How many methods follow."""
        return len(self._followers)

    def on_version(self, *_: object) -> None:
        """Tell all who follow."""
        for follower in list(self._followers):
            changed = follower()
            if changed is not None:
                changed()

    def size(self, role: str) -> int:
        """Return the font size in px of a role now."""
        return numbers.role_px(role, self.small, self.text_scale)

    def least(self, role: str) -> int:
        """Return the font size in px a label of this role may shrink to."""
        return max(round(self.size(role) * numbers.SHRINK), numbers.least_px(role, self.small))

    def colour(self, tone: Any) -> numbers.RGBA:
        """Return the rgba of a token's name; a colour is returned as it is. Raises KeyError."""
        if not isinstance(tone, str):
            red, green, blue, alpha = tone
            return red, green, blue, alpha
        return numbers.rgba(numbers.GROUNDS[self.ground][tone])

    def ms(self, wanted: float) -> float:
        """Return the seconds a movement of so many milliseconds takes: none under reduced motion."""
        return 0 if self.reduced_motion else wanted / 1000

    def fit_window(self, width: float, height: float) -> None:
        """Choose the size class for a window of this size."""
        self.small = numbers.is_small(width, height)

    def _turn(self, *_: object) -> None:
        self._set_colours()
        self._set_sizes()
        self.version += 1

    def _set_colours(self) -> None:
        for token in numbers.GROUNDS[self.ground]:
            setattr(self, token, self.colour(token))

    def _set_sizes(self) -> None:
        for role in numbers.ROLES:
            setattr(self, f"px_{role}", self.size(role))
        space = numbers.SPACE[self.small]
        self.edge, self.target, self.radius, self.pane_radius, self.pane_line = space


def _register_fonts() -> None:
    for name, (package, path) in _FILES.items():
        LabelBase.register(name, str(resources.files(package).joinpath(*path.split("/"))))


_register_fonts()
theme = Theme()
