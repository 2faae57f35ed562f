"""Where a pad's moment lies on the table clock: an interval that contains it, not an estimate with hope.

Every exchange of PING and PONG gives two facts about the map from pad time to table time, since no message
arrives before it was sent: f(l2) >= h1 and f(l3) <= h4. No average, no smallest round trip, no symmetry of
delays is assumed. What is assumed of the crystals, and nothing else, with g(x) = f(x) - x:

  1. the slope of g is within SKEW_PPB of 0 at every moment;
  2. within STEADY_US two slopes differ by WANDER_PPB at the most.

Why the interval contains the truth. Let an upper fact at b be followed by a lower fact at a. Between them g
rises by at least lower - upper, so at some moment its slope is at least (lower - upper) / (a - b). With
`least` the greatest of these over all pairs in the window, the slope is by 2 at least `least` - WANDER
everywhere within STEADY_US of them, and by 1 at least -SKEW. Upside down, it is at most `most` + WANDER. So g
lies below a line from each upper fact, with the greatest slope after it and the least slope before it, and
above such lines from each lower fact. The lowest of these lines touches the hull of the upper facts, and
bisection finds it. For a moment between two facts both count at once, since some s has all slopes in
[s - WANDER, s]. A moment further than STEADY_US from the other end of the window is given another WANDER for
each STEADY_US begun.

Facts cannot all be true when one is outside what the others allow, or when `least` > `most` + WANDER. True
exchanges never come to that: a clock was set, or a pad rebooted.

Owns the facts of one pad since its boot. It must never read a clock.
"""

from collections import deque
from typing import NamedTuple

from shared_rules.clocks.facts import FS, SKEW_PPB, WINDOW_US, Facts, Window, of_exchange

WANDER_PPB = 5_000 + 5_000  # pad's crystal, table's crystal; a few degrees within half a minute
STEADY_US = WINDOW_US + 10_000_000  # the window and ten seconds: DRAW is told some seconds before
HISTORY = 600  # half widths that are remembered, one a second: ten minutes


class Contradiction(ValueError):
    """An exchange that cannot be true together with the earlier ones: a clock stepped, or a pad rebooted."""


class Exchange(NamedTuple):
    """One PING and its PONG. `sent_us`, `received_us`: table clock; `l2_us`, `l3_us`: pad clock, whole us."""

    sent_us: int
    l2_us: int
    l3_us: int
    received_us: int


class Known(NamedTuple):
    """How well a pad's clock was known at a moment of the table clock."""

    table_us: int
    half_width_us: float


class PadClock:
    """The bounds of one pad's clock from its exchanges.

    `restarts`: how often a contradiction emptied it. `exchanges`: how many it has taken since then.
    """

    def __init__(self) -> None:
        self.restarts = 0
        self.exchanges = 0
        self._window = Window()
        self._history: deque[Known] = deque(maxlen=HISTORY)

    def take(self, exchange: Exchange) -> None:
        """Learn from one exchange.

        One that was stamped before an earlier one is only checked: it is rare and says little.

        :raises Contradiction: it cannot be true with what was known; that is forgotten, and only it is kept.
            When it cannot be true by itself either, it is forgotten and the rest is kept.
        """
        new = of_exchange(*exchange)
        if exchange.l3_us < exchange.l2_us or not _possible(new):
            raise Contradiction("an answer that was sent before its question, or faster than any crystal")
        if self._learn(new):
            self.exchanges += 1
            return
        self.forget()
        self._window.add(new)
        self.restarts += 1
        self.exchanges = 1
        raise Contradiction("the pad's clock or the table's was set; the bounds begin anew")

    def forget(self) -> None:
        """Know nothing any more: the pad rebooted. The history stays."""
        self._window = Window()
        self.exchanges = 0

    @property
    def knows(self) -> bool:
        """Whether there is any bound yet."""
        return self.exchanges > 0

    def bounds(self, pad_us: int) -> tuple[int, int]:
        """The table moments, in us, between which the pad stamped `pad_us`; a closed interval.

        For any moment: past, between exchanges, and to come.

        :raises LookupError: no exchange yet.
        """
        if not self.knows:
            raise LookupError("no exchange yet")
        # The stamp stands for the whole microsecond from pad_us on.
        end_us = pad_us + 1
        return pad_us + self._floor_fs(pad_us) // FS, end_us - (-self._ceiling_fs(end_us) // FS)

    def half_width_us(self, pad_us: int) -> float:
        """Half the width of `bounds(pad_us)`: how much is not known."""
        lo, hi = self.bounds(pad_us)
        return (hi - lo) / 2

    def pad_time(self, table_us: int) -> int:
        """The pad time at which the table clock most likely shows `table_us`: to schedule, not to judge.

        It is the inverse of the middle of `bounds`, to a us.

        :raises LookupError: no exchange yet.
        """
        if not self.knows:
            raise LookupError("no exchange yet")
        pad_us = table_us - self._floor_fs(self._window.facts.last_us) // FS
        for _ in range(4):  # the map's slope is within 100 ppm of 1, so this converges at once
            lo, hi = self.bounds(pad_us)
            pad_us += table_us - (lo + hi) // 2
        return pad_us

    def history(self) -> list[Known]:
        """How well the clock was known, once a second, the oldest first; the last ten minutes."""
        return list(self._history)

    # -- facts

    def _learn(self, new: Facts) -> bool:
        """Add `new` to what is known; whether all of it can be true together."""
        if self.knows:
            if not self._allows(new):
                return False
            if new.first_us <= self._window.facts.last_us:
                return True
            if self._window.begins_a_block(new.last_us):
                self._remember()
            self._window.make_room(new.last_us)
        self._window.add(new)
        return self._window.facts.least_ppb <= self._window.facts.most_ppb + WANDER_PPB

    def _allows(self, new: Facts) -> bool:
        lower_fs, upper_fs = new.only
        return lower_fs <= self._ceiling_fs(new.first_us) and self._floor_fs(new.last_us) <= upper_fs

    def _remember(self) -> None:
        lo, hi = self.bounds(self._window.facts.last_us)
        self._history.append(Known((lo + hi) // 2, (hi - lo) / 2))

    # -- lines

    def _ceiling_fs(self, pad_us: int) -> int:
        low_ppb, high_ppb, wander_ppb = self._slopes(pad_us)
        return self._window.facts.upper.ceiling(pad_us, low_ppb, high_ppb, wander_ppb)

    def _floor_fs(self, pad_us: int) -> int:
        low_ppb, high_ppb, wander_ppb = self._slopes(pad_us)
        return -self._window.facts.lower.ceiling(pad_us, -high_ppb, -low_ppb, wander_ppb)

    def _slopes(self, pad_us: int) -> tuple[int, int, int]:
        """The least and the greatest slope from the window to this moment, and how far two are apart at
        most."""
        facts = self._window.facts
        span_us = max(pad_us, facts.last_us) - min(pad_us, facts.first_us)
        wander_ppb = WANDER_PPB * (1 + span_us // STEADY_US)
        return (
            max(-SKEW_PPB, facts.least_ppb - wander_ppb),
            min(SKEW_PPB, facts.most_ppb + wander_ppb),
            wander_ppb,
        )


def _possible(new: Facts) -> bool:
    """Whether the two facts of one exchange can be true."""
    lower_fs, upper_fs = new.only
    return new.most_ppb >= -SKEW_PPB if new.first_us < new.last_us else lower_fs <= upper_fs
