"""Say: text that knows its role and its colour token.

Owns how a text is fitted into its room: it shrinks at most 15 %, then it wraps. Only when even that does not
fit (a window of 320x240, a name of 200 letters) does it go on shrinking; it never says less than its text.
"""

import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

from kivy.core.text import Label as CoreLabel
from kivy.event import EventDispatcher
from kivy.graphics.texture import Texture
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
)
from kivy.uix.label import Label

from companion import theme as numbers
from companion.widgets.look import theme

NO_LIMIT = 1e6
WORDS_KEPT = 0.65  # rather so small than a line's end within a word
TEXTS_KEPT = 200  # as they are drawn; a screen shows some dozens
SHARED_LETTERS = 60  # longer ones are said once, and take much room
LEAST_PX = 8  # the last resort's floor


class Fit(NamedTuple):
    """How a text fits: font size, the room it takes, and whether the rules for labels were kept."""

    px: int
    width: int
    height: int
    wraps: bool
    keeps: bool


@functools.lru_cache(2000)
def measure(text: str, font: str, px: int, width: float | None = None) -> tuple[int, int]:
    """Return the room a text takes, on one line or wrapped into a width."""
    options = {} if width is None else {"text_size": (width, None)}
    leading = numbers.LEADING.get(font, 1)
    label = CoreLabel(text=text or " ", font_name=font, font_size=px, line_height=leading, **options)
    _, high = label.render()  # lays out, draws nothing
    return math.ceil(label._internal_size[0]), math.ceil(high)  # its widest line; Kivy tells it nowhere else


def fit(
    text: str, role: str, width: float = NO_LIMIT, height: float = NO_LIMIT, wraps_first: bool = False
) -> Fit:
    """Fit a text of this role into its room.

    :param wraps_first: wrap before shrinking, for a title that has the room of several lines
    """
    font = numbers.ROLES[role].font
    wanted, least = theme.size(role), theme.least(role)

    def on_one_line(px: int) -> bool:
        wide, high = measure(text, font, px)
        return wide <= width and high <= height

    def between_words(px: int) -> bool:
        return _longest_word(text, font, px) <= width and anywhere(px)

    def anywhere(px: int) -> bool:
        return measure(text, font, px, max(1, int(width)))[1] <= height

    if wraps_first:
        px = _largest(lambda px: on_one_line(px) or between_words(px), least, wanted)
        if px and not on_one_line(px):
            return Fit(px, *measure(text, font, px, max(1, int(width))), True, True)
    else:
        px = _largest(on_one_line, least, wanted)
    if px:
        return Fit(px, *measure(text, font, px), False, True)
    # A little smaller than the rules allow if need be; at last anywhere.
    for fits, lowest in ((between_words, round(wanted * WORDS_KEPT)), (anywhere, LEAST_PX)):
        px = _largest(fits, lowest, least)
        if px:
            kept = px == least and fits is between_words
            return Fit(px, *measure(text, font, px, max(1, int(width))), True, kept)
    return Fit(LEAST_PX, int(width), int(height), True, False)


def _largest(fits: Callable[[int], bool], least: int, most: int) -> int:
    """The largest size that fits, 0 when none does. What fits at a size fits below it, so few are
    measured."""
    if most < least or fits(most):
        return most if most >= least else 0
    found, too_large = 0, most
    low = least
    while low < too_large:
        middle = (low + too_large) // 2
        if fits(middle):
            found, low = middle, middle + 1
        else:
            too_large = middle
    return found


def _longest_word(text: str, font: str, px: int) -> int:
    return max((measure(word, font, px)[0] for word in text.split(" ")), default=0)


class Toned(EventDispatcher):
    """A part of a widget's class: `tone`, a token's name or an rgba, and `ink`, the colour it is now."""

    tone = ObjectProperty("text")
    ink = ColorProperty(numbers.NO_COLOUR)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.fbind("tone", self._set_ink)
        theme.follow(self._set_ink)
        self._set_ink()

    def _set_ink(self, *_: object) -> None:
        self.ink = theme.colour(self.tone)


class Written(NamedTuple):
    """A text as it is drawn. cut: it ends in dots."""

    texture: Texture
    cut: bool


@functools.lru_cache(TEXTS_KEPT)
def _written(**options: Any) -> Written:
    """Draw a text; all that read and look alike share it."""
    label = CoreLabel(**options)
    label.refresh()
    label.texture.bind()  # now; in the middle of a frame the renderer would have to stop for each
    return Written(label.texture, label.is_shortened)


class Say(Toned, Label):
    """A text. It fills the room it is given; with `hug` it takes the width, the height or both it needs."""

    role = OptionProperty("body", options=list(numbers.ROLES))
    align = OptionProperty("left", options=["left", "center", "right"])
    hug = OptionProperty("", options=["", "width", "height", "both"])
    max_width = NumericProperty(NO_LIMIT)
    wraps_first = BooleanProperty(False)
    width: Any
    height: Any

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        for name in ("text", "role", "hug", "max_width", "size", "wraps_first", "valign"):
            self.fbind(name, self._fit)
        theme.follow(self._fit)
        self._fit()

    def texture_update(self, *args: Any) -> None:
        """Draw the letters, unless they are drawn somewhere already."""
        if not self.text.strip() or len(self.text) > SHARED_LETTERS:
            super().texture_update(*args)
            return
        drawn = _written(
            text=self.text,
            font_name=self.font_name,
            font_size=self.font_size,
            line_height=self.line_height,
            text_size=tuple(self.text_size),
            halign=self.halign,
            valign=self.valign,
            color=tuple(self.color),
            shorten=self.shorten,
            shorten_from=self.shorten_from,
        )
        self.texture, self.texture_size, self.is_shortened = drawn.texture, drawn.texture.size, drawn.cut

    def _fit(self, *_: object) -> None:
        hugs_width = self.hug in ("width", "both")
        hugs_height = self.hug in ("height", "both")
        width = max(1, self.max_width if hugs_width else self.width)
        height = NO_LIMIT if hugs_height else max(1, self.height)
        found = fit(self.text, self.role, width, height, self.wraps_first)
        self.font_name = numbers.ROLES[self.role].font
        self.line_height = numbers.LEADING.get(self.font_name, 1)
        self.font_size = found.px
        if hugs_width:
            self.size_hint_x = None
            self.width = found.width
        if hugs_height:
            self.size_hint_y = None
            self.height = found.height
        self.text_size = (self.width, None if self.valign == "middle" else self.height)


class WholeName(Say):
    """A name, as small and on as many lines as it takes; what fits in no way is cut off at its edge."""

    def _fit(self, *args: object) -> None:
        super()._fit(*args)
        if measure(self.text, self.font_name, self.font_size, max(1, self.width))[1] > self.height:
            self.text_size = (self.width, self.height)


class OneLine(Say):
    """A text on one line, as large as fits; at its least size, what is too long ends in dots."""

    least = NumericProperty(0)  # px; 0: as far as a label of its role may shrink

    def _fit(self, *_args: object) -> None:
        font, wanted = numbers.ROLES[self.role].font, theme.size(self.role)
        wide, high = measure(self.text, font, wanted)
        least = int(self.least) or theme.least(self.role)
        px = max(least, int(wanted * min(1, self.width / wide, self.height / high)))
        while px > least and measure(self.text, font, px)[0] > self.width:
            px -= 1  # letters come in whole px
        self.font_name, self.font_size = font, px
        self.shorten, self.shorten_from = measure(self.text, font, px)[0] > self.width, "right"
        self.text_size = (max(1, self.width), None)
