"""The count of the state machines made into microseconds, on CPython and on MicroPython."""

import random

from firmware.ticks import Counter

BITS = 29
PERIOD = 5
STATE_MACHINE_HZ = 12_500_000
CLOCKS_HZ = (48_000_000, 125_000_000, 133_000_000, 150_000_000, 200_000_000)
SECOND_US = 1_000_000
HOUR_US = 3600 * SECOND_US


class Chip:
    """A board's clock and its count beside it, exact however long they run."""

    def __init__(self, clock_hz, start_us=0):
        self.clock_hz = clock_hz
        self.start_us = start_us
        self.cycles = round(clock_hz / STATE_MACHINE_HZ) * PERIOD
        self.counter = Counter(BITS, clock_hz, self.cycles, start_us)

    def counts(self, passed_us):
        """Return how many counts there have been so long after the start."""
        return passed_us * self.clock_hz // (self.cycles * SECOND_US)

    def check(self, passed_us):
        """What is read at that moment means the whole microsecond in which its count began."""
        counts = self.counts(passed_us)
        began_us = self.start_us + counts * self.cycles * SECOND_US // self.clock_hz
        assert self.counter.us(~counts & (1 << BITS) - 1) == began_us, (self.clock_hz, passed_us)

    def walk(self, steps):
        """Go on by a pause, read what is some time old by then, follow: for each (pause_us, age_us)."""
        passed_us = 0
        for pause_us, age_us in steps:
            passed_us += pause_us
            self.check(max(0, passed_us - age_us))
            self.check(passed_us)
            self.counter.follow(self.start_us + passed_us)
        return passed_us


def test_stamps_are_right_for_hours():
    random.seed(29)
    for clock_hz in CLOCKS_HZ:
        steps = [(random.getrandbits(random.randrange(26)), random.getrandbits(random.randrange(24)))
                 for _ in range(8000)]
        assert Chip(clock_hz, 12_345).walk(steps) > 2 * HOUR_US


def test_stamps_are_moved_by_what_calibration_says():
    chip = Chip(133_000_000, 1000)
    chip.counter.shift(-3)
    chip.start_us -= 3
    chip.walk([(300_000, 7), (1_700_000, 0), (90_000_000, 5_000_000)])


def test_what_is_read_within_two_seconds_needs_no_object():
    for clock_hz in CLOCKS_HZ:
        chip = Chip(clock_hz)
        assert chip.counts(2 * SECOND_US) * chip.counter._us < 1 << 30, clock_hz
