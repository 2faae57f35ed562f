"""Lights: palette, patterns and faces; what one light looks like at one moment.

Owns the look. Colour is never the only difference: each face has its own pattern too, for people
who do not tell red from green. Must never know a pin or read a clock.
"""

from shared_rules import dice
from shared_rules.wire import messages as m

RGB = {  # by name in messages.COLOURS; dim enough for an evening's table and 500 mA of USB
    "black": (0, 0, 0), "white": (70, 70, 70), "red": (130, 0, 0), "green": (0, 110, 0), "blue": (0, 0, 140),
    "yellow": (100, 80, 0), "orange": (130, 40, 0), "violet": (80, 0, 110),
    "cyan": (0, 80, 90), "pink": (130, 20, 60),
}
PALETTE = tuple([RGB[name] for name in m.COLOURS])
BLACK, WHITE, RED, GREEN, BLUE, YELLOW = 0, 1, 2, 3, 4, 5

DARK = (BLACK, m.OFF)
DRAW_HIT = (GREEN, m.STEADY)
DRAW_DIE = (WHITE, m.STEADY)
ROLLING = (WHITE, m.FLICKER)
FACES = {dice.BULLET: (RED, m.STEADY), dice.RUN: (YELLOW, m.FAST), dice.BLANK: (BLUE, m.WINK)}
for _pips in dice.FACES[dice.D6]:
    FACES[_pips] = (WHITE, m.COUNT + _pips)  # it blinks them

PERIODS_MS = {  # (period, lit part of it)
    m.SLOW: (1000, 500), m.FAST: (250, 125), m.FLICKER: (80, 40), m.WINK: (2000, 60),
}
BLINK_MS = 300  # one blink of COUNT, half of it lit
PAUSE_MS = 900


def lit(pattern: int, now_ms: int) -> bool:
    """Say whether a light with this pattern is on at this moment; an unknown pattern is steady."""
    if pattern == m.OFF:
        return False
    if pattern in PERIODS_MS:
        period_ms, lit_ms = PERIODS_MS[pattern]
        return now_ms % period_ms < lit_ms
    if pattern > m.COUNT:
        blinks_ms = (pattern - m.COUNT) * BLINK_MS
        at_ms = now_ms % (blinks_ms + PAUSE_MS)
        return at_ms < blinks_ms and at_ms % BLINK_MS < BLINK_MS // 2
    return True


def rgb(look: "tuple[int, int]", now_us: int) -> "tuple[int, int, int]":
    """Return (red, green, blue) of a (colour, pattern) now; an unknown colour is white."""
    colour, pattern = look
    if not lit(pattern, now_us // 1000):
        return PALETTE[BLACK]
    return PALETTE[colour] if colour < len(PALETTE) else PALETTE[WHITE]
