"""Ticks: MicroPython's wrapping microsecond counter made into microseconds since boot that never wrap.

Owns the arithmetic of the wrap. Must never read a clock itself.
"""

WRAP_US = 1 << 30  # time.ticks_us starts again every 2^30 us = 17.9 minutes
HALF_US = WRAP_US >> 1


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
