"""The clock of a virtual pad, exact in both directions of doubt: the pad and a test compute the same number.

Owns the map from the machine's CLOCK_MONOTONIC to the pad's microseconds. Must never read either clock.
"""


class VirtualClock:
    """pad = start_us + (machine - epoch_us), running skew_ppm too fast. All in whole microseconds."""

    def __init__(self, epoch_us: int, start_us: int, skew_ppm: int) -> None:
        self.epoch_us = epoch_us
        self.start_us = start_us
        self.skew_ppm = skew_ppm

    def pad_us(self, monotonic_us: int) -> int:
        """Return what the pad's clock shows when CLOCK_MONOTONIC is monotonic_us; never below 0."""
        passed_us = monotonic_us - self.epoch_us
        return max(0, self.start_us + passed_us + passed_us * self.skew_ppm // 1_000_000)
