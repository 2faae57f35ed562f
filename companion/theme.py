"""The look as numbers: colours, players, type, space, and the sums that prove them.

Owns every colour, size and brand of the screen, and of the pads' lights. It must never import Kivy: the
checks, the terminal and a pad's lights read it without a window. `companion.widgets.look` turns it into
properties that a screen binds to.
"""

import math
from typing import NamedTuple

RGBA = tuple[float, float, float, float]
DARK, LIGHT = "dark", "light"

_TOKENS = {  # token: dark, light
    "bg": ("#17120E", "#E7DBC5"),
    "surface": ("#221B15", "#F1E8D6"),
    "raised": ("#2E251D", "#FAF4E7"),
    "raised2": ("#372C23", "#FFFBF3"),
    "hair": ("#42362B", "#D3C3A6"),
    "outline": ("#917B64", "#8A765E"),
    "text": ("#F4E9D8", "#221911"),
    "muted": ("#C2B19A", "#5F4F3E"),
    "off": ("#7C7268", "#7C7266"),
    "brass": ("#E0A63E", "#E0A63E"),
    "on_brass": ("#17120E", "#17120E"),
    "accent": ("#E0A63E", "#7A5209"),
    "danger": ("#F2876F", "#A5301C"),
    "success": ("#8CC58A", "#2C6539"),
    "paper": ("#F0E5CF", "#FFFBF3"),
    "paper2": ("#E0D2B5", "#EFE3CB"),
    "ink": ("#17120E", "#17120E"),
    "ink2": ("#5C4A38", "#5C4A38"),
    "index": ("#8A3B22", "#8A3B22"),
    "back": ("#6A3426", "#6A3426"),
    "back_ln": ("#B9795C", "#C08A6C"),
    "film": ("#0E0B08", "#0E0B08"),
    "film_text": ("#F4E9D8", "#F4E9D8"),
    "film_muted": ("#C2B19A", "#C2B19A"),
    "film_hair": ("#42362B", "#42362B"),
}
GROUNDS: dict[str, dict[str, str]] = {
    ground: {token: both[n] for token, both in _TOKENS.items()} for n, ground in enumerate((DARK, LIGHT))
}
NO_COLOUR: RGBA = (0, 0, 0, 0)


class Brand(NamedTuple):
    """How a player is told from the others: by colour and shape, the same on both grounds and on the pad."""

    name: str  # the colour's, a code for people who make tables; players carry their own names
    fill: str
    shape: str


BRANDS = (
    Brand("Ember", "#E36C52", "triangle"),
    Brand("Sky", "#459DF4", "circle"),
    Brand("Sage", "#99B094", "square"),
    Brand("Chalk", "#FFE8D3", "horseshoe"),
    Brand("Thistle", "#B283A3", "cross"),
    Brand("Frost", "#A8E8F8", "hourglass"),  # computed like the others; only Sans Foi Ni Loi seats six
)

# What a pad's lights show in their test, as a screen shows it; a word stands beside it.
LAMPS = {"red": "#E2412F", "green": "#3DA35A", "blue": "#3F7FE8", "white": "#FFFFFF"}

ALFA, BOLD, REGULAR = "Alfa", "Atkinson-Bold", "Atkinson"


class Role(NamedTuple):
    """What a text is for: its face and its size in px, on a 10.1" panel and on a 7" one."""

    font: str
    large: int
    small: int


ROLES = {
    "draw": Role(ALFA, 260, 160),
    "verdict": Role(ALFA, 72, 44),
    "verdict_far": Role(ALFA, 34, 22),
    "brand": Role(ALFA, 48, 38),
    "round": Role(ALFA, 48, 34),
    "title": Role(ALFA, 26, 22),
    "counter": Role(BOLD, 54, 36),
    "number": Role(BOLD, 44, 34),
    "number_paper": Role(BOLD, 40, 34),
    "name": Role(BOLD, 34, 22),
    "prompt": Role(BOLD, 28, 20),
    "button": Role(BOLD, 24, 20),
    "strong": Role(BOLD, 22, 18),
    "second": Role(REGULAR, 15, 15),
    "body": Role(REGULAR, 20, 18),
    "caption": Role(REGULAR, 18, 16),
    "card": Role(BOLD, 16, 15),
    "key": Role(REGULAR, 13, 13),
}
TEXT_SCALES = (0.9, 1, 1.15, 1.3)
LEADING = {ALFA: 0.92}  # of the font's own distance between lines
SHRINK = 0.85  # a label that does not fit shrinks at most so far
ALFA_LEAST = (24, 22)  # large, small: below it the slab's counters close

SMALL_UP_TO = 600  # a window whose shorter side is no longer is of the 800x480 class


class Space(NamedTuple):
    """Distances in px, on a grid of 4."""

    edge: int  # from the screen's edge
    target: int  # 12 mm at 149 and at 133 dots an inch, a tapping target's least side
    radius: int  # of buttons
    pane_radius: int
    pane_line: float  # of the active pane


SPACE = (Space(24, 72, 12, 16, 4), Space(12, 64, 10, 12, 3))  # large, small
GAP, GROUP = 8, 16
QUIET_LINE, CHOICE_LINE = 1.5, 2
CARD_RADIUS = 8
PRESSED = 0.12  # of the way from the fill to the text
HOLD_MS, PEEK_MS, WHY_MS = 1000, 150, 3000
PANE_MS, MOVE_MS, SCREEN_MS, LENS_MS = 180, 240, 120, 300
DEAF_MS = 150  # touches ignored after a change of screen


def role_px(role: str, small: bool, text_scale: float = 1) -> int:
    """Return the font size of a role."""
    font, large, little = ROLES[role]
    wanted = round((little if small else large) * text_scale)
    return max(wanted, least_px(role, small)) if font == ALFA else wanted


def least_px(role: str, small: bool) -> int:
    """Return the size a role must not shrink below at this size of window, text setting aside."""
    font, large, little = ROLES[role]
    return ALFA_LEAST[small] if font == ALFA else math.ceil((little if small else large) * SHRINK * 0.9)


def is_small(width: float, height: float) -> bool:
    """Is a window of this size of the 800x480 class?"""
    return min(width, height) <= SMALL_UP_TO


def rgba(colour: str, alpha: float = 1) -> RGBA:
    """Return #RRGGBB as four numbers from 0 to 1."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue, alpha


def mix(one: RGBA, other: RGBA, share: float) -> RGBA:
    """Return the colour that lies this share of the way from one to the other."""
    red, green, blue, alpha = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return red, green, blue, alpha


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(colour: str) -> tuple[float, float, float]:
    """Return a colour's light, linear in energy."""
    red, green, blue, _ = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgba(colour))
    return red, green, blue
