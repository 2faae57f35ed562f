"""Where a pad's moment lies on the table clock: an interval that contains it, not an estimate with hope.

Every exchange of PING and PONG gives two facts about the map f from pad time to table time, since no message
arrives before it was sent: f(l2) >= h1 and f(l3) <= h4. A crystal's rate is off by at most 100 ppm, so each
fact reaches forwards and backwards as a cone that widens by 100 us a second. The true map lies above all
lower cones and below all upper ones. No average, no smallest round trip, no symmetry of delays is assumed.

Owns the facts of one pad since its boot. It must never read a clock.
"""

from collections import deque
from math import ceil, floor
from typing import NamedTuple

SKEW_PPM = 50 + 50  # crystal of the pad, crystal of the Pi; worst case of each
SLOPE = SKEW_PPM / 1_000_000
WINDOW_US = 30_000_000  # facts older than this say less than the crystal's drift: 30 s x 100 ppm = 3 ms


class Contradiction(ValueError):
    """An exchange that cannot be true together with the earlier ones: a clock stepped, or a pad rebooted."""


class Exchange(NamedTuple):
    """One PING and its PONG. `sent_us`, `received_us`: table clock; `l2_us`, `l3_us`: pad clock, whole us."""

    sent_us: int
    l2_us: int
    l3_us: int
    received_us: int


class _Fact(NamedTuple):
    """At `pad_us` the pad's clock was ahead of the table's by no more (lower) or no less (upper) than
    `-offset_us`."""

    pad_us: int
    offset_us: int


class PadClock:
    """The bounds of one pad's clock from its exchanges.

    `restarts`: how often a contradiction emptied it. `exchanges`: how many facts pairs it has taken since
    then.
    """

    def __init__(self) -> None:
        self.restarts = 0
        self.exchanges = 0
        self._lower: deque[_Fact] = deque()
        self._upper: deque[_Fact] = deque()

    def take(self, exchange: Exchange) -> None:
        """Learn from one exchange.

        :raises Contradiction: it cannot be true with what was known; that is forgotten, and only it is kept.
        """
        sent_us, l2_us, l3_us, received_us = exchange
        # A stamp is cut to whole microseconds: l2 was read before l2 + 1, and nothing was read before l3.
        lower = _Fact(l2_us + 1, sent_us - (l2_us + 1))
        upper = _Fact(l3_us, received_us - l3_us)
        if l3_us < l2_us or not _agree(lower, upper):
            raise Contradiction("an answer that was sent before its question, or faster than any crystal")
        if all(_agree(lower, fact) for fact in self._upper) and all(
            _agree(fact, upper) for fact in self._lower
        ):
            self.exchanges += 1
            _add(self._lower, lower, +1)
            _add(self._upper, upper, -1)
            return
        self._lower, self._upper = deque([lower]), deque([upper])
        self.restarts += 1
        self.exchanges = 1
        raise Contradiction("the pad's clock or the table's was set; the bounds begin anew")

    @property
    def knows(self) -> bool:
        """Whether there is any bound yet."""
        return self.exchanges > 0

    def bounds(self, pad_us: int) -> tuple[int, int]:
        """The table moments, in us, between which the pad stamped `pad_us`; a closed interval.

        :raises LookupError: no exchange yet.
        """
        if not self.knows:
            raise LookupError("no exchange yet")
        # The stamp stands for the whole microsecond from pad_us on.
        return self._lower_at(pad_us), self._upper_at(pad_us + 1)

    def half_width_us(self, pad_us: int) -> float:
        """Half the width of `bounds(pad_us)`: how much is not known."""
        lo, hi = self.bounds(pad_us)
        return (hi - lo) / 2

    def pad_time(self, table_us: int) -> int:
        """The pad time at which the table clock most likely shows `table_us`: to schedule, not to judge.

        :raises LookupError: no exchange yet.
        """
        if not self.knows:
            raise LookupError("no exchange yet")
        pad_us = table_us - self._lower[-1].offset_us
        for _ in range(3):  # the map's slope is within 100 ppm of 1, so this converges at once
            lo, hi = self.bounds(pad_us)
            pad_us += table_us - (lo + hi) // 2
        return pad_us

    def _lower_at(self, pad_us: int) -> int:
        return floor(max(pad_us + fact.offset_us - SLOPE * abs(pad_us - fact.pad_us) for fact in self._lower))

    def _upper_at(self, pad_us: int) -> int:
        return ceil(min(pad_us + fact.offset_us + SLOPE * abs(pad_us - fact.pad_us) for fact in self._upper))


def _agree(lower: _Fact, upper: _Fact) -> bool:
    """Whether some map within the slopes passes above the one and below the other. One us for the cut
    stamps."""
    return lower.offset_us - upper.offset_us <= SLOPE * abs(lower.pad_us - upper.pad_us) + 1


def _add(facts: deque[_Fact], fact: _Fact, sign: int) -> None:
    """Keep `fact` unless an earlier one says more everywhere; drop those about which it does, and those too
    old."""
    if any(_covers(known, fact, sign) for known in facts):
        return
    kept = [
        known for known in facts if not _covers(fact, known, sign) and fact.pad_us - known.pad_us <= WINDOW_US
    ]
    facts.clear()
    facts.extend([*kept, fact])


def _covers(one: _Fact, other: _Fact, sign: int) -> bool:
    """Whether `one` bounds the map at least as tightly as `other` at every pad time."""
    return sign * (one.offset_us - other.offset_us) >= SLOPE * abs(one.pad_us - other.pad_us)
