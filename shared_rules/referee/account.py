"""One pad's account of itself: its events in sequence, its watermarks, whether its link broke.

Owns what makes an account complete (gaps), far enough (watermarks) and believable (breaches). It must never
look at another pad, nor at what an event means in a round, beyond the moment that a call stands on.
"""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import groupby, pairwise
from typing import NamedTuple

from .events import Event, Lost, Watermark, moment


class Gap(NamedTuple):
    """Missing sequence numbers, from `first` on, between two events that are there (None: none is)."""

    first: int
    before: Event | None
    after: Event | None


class Account:
    """What one pad reported.

    `events`: without identical repeats, by (lo, seq). `offending`: the events that make the pad distrusted in
    the round that holds them. `is_lost`: its link broke at some time.
    """

    def __init__(
        self, events: Iterable[Event], watermarks: Iterable[Watermark], lost: Iterable[Lost]
    ) -> None:
        # A total order: events that share moment and number must not come as a set happens to hold them.
        self.events = sorted(set(events), key=lambda event: (moment(event), event))
        self.is_lost = any(True for _ in lost)
        self._watermarks = sorted(set(watermarks), key=lambda mark: mark.seq)
        self._mark_seqs = [mark.seq for mark in self._watermarks]
        self._reach: list[float] = [float("-inf")]  # _reach[n]: how far the first n watermarks go
        for mark in self._watermarks:
            self._reach.append(max(self._reach[-1], mark.up_to_us))
        by_seq = sorted(self.events, key=lambda event: (event.seq, event.lo, event))
        self.offending = _conflicts(by_seq) | _falls(by_seq) | self._breaches(by_seq)
        self._gaps = list(self._find_gaps(by_seq))

    def _breaches(self, by_seq: list[Event]) -> set[Event]:
        """Events later than a watermark by `seq` that are not later by their time."""
        return {event for event in by_seq if event.lo <= self._reach_before(event.seq)}

    def _find_gaps(self, by_seq: list[Event]) -> Iterable[Gap]:
        """Missing numbers, counted from the least that the file knows of."""
        starts = [event.seq for event in by_seq[:1]] + [mark.seq + 1 for mark in self._watermarks[:1]]
        if not starts:
            return
        expected, before = min(starts), None
        for seq, alike in groupby(by_seq, key=lambda event: event.seq):
            # more than one only from a pad that contradicts itself: trust the least sure
            claims = list(alike)
            if seq > expected:
                yield Gap(expected, before, max(claims, key=lambda event: (event.hi, event)))
            expected, before = seq + 1, claims[0]
        if self._watermarks and self._watermarks[-1].seq >= expected:
            yield Gap(expected, before, None)

    def is_past(self, moment_us: int) -> bool:
        """Whether a watermark is at or past `moment_us`."""
        return self._reach[-1] >= moment_us

    def may_miss(self, countdown_us: int, moment_us: float) -> bool:
        """Whether a missing event may lie in the round that began at `countdown_us`, up to `moment_us`."""
        return any(
            not (gap.after and gap.after.hi < countdown_us)
            and not (gap.before and gap.before.lo > moment_us)
            and not self._reach_before(gap.first) >= moment_us
            for gap in self._gaps
        )

    def as_seen_by(self, held: Iterable[Event], end_us: float) -> tuple[object, ...]:
        """All that a round with these events can learn here, when it asks of no moment from `end_us` on.

        Two accounts that show a round the same have the same answers for it.
        """
        gaps = tuple((gap, self._reach_before(gap.first)) for gap in self._gaps)
        offending = self.offending.intersection(held) if self.offending else set()
        return self.is_lost, offending, min(self._reach[-1], end_us), gaps

    def _reach_before(self, seq: int) -> float:
        """How far the watermarks go that vouch for nothing but sequence numbers below `seq`."""
        return self._reach[bisect_left(self._mark_seqs, seq)]


def _conflicts(by_seq: list[Event]) -> set[Event]:
    """Events that share a sequence number with another content."""
    return {event for pair in pairwise(by_seq) if pair[0].seq == pair[1].seq for event in pair}


def _falls(by_seq: list[Event]) -> set[Event]:
    """Both sides of every pair whose `lo` falls while `seq` rises."""
    falling: set[Event] = set()
    for side, sign in ((by_seq, 1), (by_seq[::-1], -1)):
        furthest = float("-inf")  # of the events with a strictly earlier (then: later) seq
        pending: list[Event] = []
        for event in side:
            if pending and pending[0].seq != event.seq:
                furthest = max(furthest, *(sign * other.lo for other in pending))
                pending = []
            pending.append(event)
            if sign * event.lo < furthest:
                falling.add(event)
    return falling
