"""Pads on the screen: touches in, the same news out as from a real pad, with honest, wider intervals.

A touch is not stamped where it happens. The window looks for touches once a frame, and hands over in one
frame what it found at the end of the frame before; the panel itself looks for fingers 60 to 125 times a
second. So a touch that is handed over now happened after the last look but one, less what the panel may have
needed, and before now. These bounds are certain as long as a panel is not slower than `SAMPLING_US` says;
with 60 frames a second they are about
60 ms apart, more where a frame takes longer, against 0.3 ms for a real pad.

Owns the stamps, numbers and dice of on-screen pads. It must never draw, nor read a clock.
"""

import random
from collections import deque
from collections.abc import Callable

from companion.pads import news as n
from companion.pads.end import AtTable
from shared_rules import dice
from shared_rules.wire import messages as m

# What the panel and the bus may take before the window can see it.
TOUCH_US = 16_700 + 8_000  # a panel of 60 Hz, and USB or the kernel's queue
MOUSE_US = 8_000 + 1_000  # a mouse of 125 Hz
SAMPLING_US = max(TOUCH_US, MOUSE_US)

Post = Callable[[n.News], None]


class Looks:
    """When the window last looked for touches: once a frame, before it hands any over."""

    def __init__(self) -> None:
        self._ticks_us: deque[int] = deque(maxlen=3)

    def tick(self, now_us: int) -> None:
        """A frame begins; the touches of the frame before are handed over next."""
        self._ticks_us.append(now_us)

    def since_us(self) -> int | None:
        """What is handed over in this frame was not there yet at this moment; None in the first frames."""
        return self._ticks_us[0] if len(self._ticks_us) == self._ticks_us.maxlen else None


class OnScreenPad:
    """One player's pad on the screen.

    :param label: what it is called, as a real pad's
    """

    def __init__(self, label: str, looks: Looks, post: Post) -> None:
        self.label = label
        self._looks = looks
        self._post = post
        self._seq = 0
        self._told_us: int | None = None
        self._last_lo = 0
        self._mask = 0  # dice that may be thrown now
        self._chance = random.SystemRandom()

    def wish(self, kind: object, *values: int | AtTable) -> None:
        """A command, as a real pad would take it."""
        self._mask = 0
        if kind is m.Arm and values[3] == m.SHOOTOUT_DICE:
            # only the moment of DRAW is not a plain number
            self._mask = int(values[2])  # type: ignore[arg-type]

    def press(self, button: str, now_us: int) -> None:
        """A finger came down on a button; called while the window hands touches over, at `now_us`."""
        lo, hi = self._interval(now_us)
        number = m.BUTTON_NAMES.index(button)
        if number == m.HIT:
            self._seq += 1
            self._post(n.Hit(self.label, self._seq, lo, hi))
        elif dice.in_mask(number, self._mask):
            face = dice.roll(number, lambda: self._chance.getrandbits(8))
            self._seq += 1
            self._post(n.Rolled(self.label, self._seq, lo, hi, dice.DIE_NAMES[number], dice.FACE_NAMES[face]))
        else:
            self._post(n.Pressed(self.label, button, lo, hi))

    def mark(self) -> None:
        """A frame begins: what will be handed over from now on is later than the mark."""
        since_us = self._looks.since_us()
        if since_us is not None:
            self._told_us = since_us - SAMPLING_US - 1
            self._post(n.Marked(self.label, self._seq, self._told_us))

    def _interval(self, now_us: int) -> tuple[int, int]:
        since_us = self._looks.since_us()
        lo = (now_us if since_us is None else since_us) - SAMPLING_US
        self._last_lo = max(self._last_lo, lo)
        return self._last_lo, now_us
