"""Ticks and counts: wrapping counters made into microseconds since boot that never wrap.

Owns the arithmetic of the wraps. Must never read a clock itself.
"""

WRAP_US = 1 << 30  # time.ticks_us starts again every 2^30 us = 17.9 minutes
HALF_US = WRAP_US >> 1
FOLLOW_US = 1_000_000


class Ticks:
    """Unwraps a counter that is read at least every 2^29 us = 8.9 minutes."""

    def __init__(self, ticks: int, start_us: int = 0) -> None:
        """From now on `ticks` means start_us."""
        self._ticks = ticks & (WRAP_US - 1)
        self._us = start_us

    def unwrap(self, ticks: int) -> int:
        """Return the microseconds of a reading taken about now. The latest one is the new base."""
        us = self._us + ((ticks - self._ticks + HALF_US) & (WRAP_US - 1)) - HALF_US
        if us > self._us:
            self._us = us
            self._ticks = ticks & (WRAP_US - 1)
        return us


class Counter:
    """A counter of `bits` bits that counts down once in `cycles` of a clock of clock_hz.

    Its counts are put beside a clock of the same crystal, so their ratio is exact and nothing drifts. All
    numbers but the results stay small: no count that is read within a second or two needs an object.
    """

    def __init__(self, bits: int, clock_hz: int, cycles: int, start_us: int) -> None:
        """All ones is start_us."""
        common = _common(cycles * 1_000_000, clock_hz)
        self._us, self._counts = cycles * 1_000_000 // common, clock_hz // common  # the same time in both
        self._mask = (1 << bits) - 1
        self._half = 1 << bits - 1
        self._anchor_us = start_us
        self._anchor = 0  # counts since the start

    def us(self, count: int) -> int:
        """Return the microseconds of a reading from about the anchor's time."""
        since = (self._mask - count - self._anchor) & self._mask
        if since >= self._half:
            since -= self._mask + 1
        return self._anchor_us + since * self._us // self._counts

    def follow(self, now_us: int) -> None:
        """Move the anchor to about now_us; by whole counts and whole microseconds."""
        if now_us - self._anchor_us >= FOLLOW_US:
            steps = (now_us - self._anchor_us) // self._us
            self._anchor_us += steps * self._us
            self._anchor = (self._anchor + steps * self._counts) & self._mask

    def shift(self, us: int) -> None:
        """All readings are so much later."""
        self._anchor_us += us


def _common(one: int, other: int) -> int:
    while other:
        one, other = other, one % other
    return one
