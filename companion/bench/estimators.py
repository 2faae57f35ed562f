"""Two usual ways to guess a pad's clock, for comparison: a guess each, and nobody knows how wrong.

Owns nothing that the table uses.
"""

from collections import deque
from math import sqrt

from companion.bench.exchanges import Row

WINDOW_US = 30_000_000
LEAST = 100  # exchanges before any is left out: with fewer the line may settle on a wrong slope
BEST_OF = 8


class Regression:
    """The line of least squares through the send times of the last 30 s, later by the smallest half round
    trip of these. Exchanges further than three standard deviations from the line are left out."""

    def __init__(self) -> None:
        self._rows: deque[Row] = deque()
        self._sums = [0, 0, 0, 0, 0]  # of x, y, xx, xy, yy; x and y count from the first exchange
        self._origin: Row | None = None
        self._shortest: deque[Row] = deque()  # ever longer round trips: the first is the window's shortest

    def take(self, row: Row) -> None:
        """Learn from one exchange."""
        self._origin = self._origin or row
        while self._rows and row.sent_us - self._rows[0].sent_us > WINDOW_US:
            old = self._rows.popleft()
            self._count(old, -1)
            if old is self._shortest[0]:
                self._shortest.popleft()
        if len(self._rows) >= LEAST and self._is_far(row):
            return
        self._count(row, +1)
        self._rows.append(row)
        while self._shortest and _round_trip_us(self._shortest[-1]) >= _round_trip_us(row):
            self._shortest.pop()
        self._shortest.append(row)

    def table_us(self, pad_us: int) -> float | None:
        """When the pad showed `pad_us`; None before the first exchange."""
        return self._sent_us(pad_us) + _round_trip_us(self._shortest[0]) / 2 if self._rows else None

    def _sent_us(self, pad_us: int) -> float:
        """The line."""
        n = len(self._rows)
        x, y = self._sums[:2]
        assert self._origin is not None
        return self._origin.sent_us + y / n + self._slope() * (pad_us - self._origin.pad_us - x / n)

    def _slope(self) -> float:
        n = len(self._rows)
        x, y, xx, xy, _yy = self._sums
        spread = n * xx - x * x
        return (n * xy - x * y) / spread if spread else 1.0

    def _is_far(self, row: Row) -> bool:
        n = len(self._rows)
        x, y, xx, xy, yy = self._sums
        spread, together = n * xx - x * x, n * xy - x * y
        square = ((n * yy - y * y) - (together * together // spread if spread else 0)) / n**2
        return abs(row.sent_us - self._sent_us(row.pad_us)) > 3 * sqrt(max(square, 1))

    def _count(self, row: Row, sign: int) -> None:
        assert self._origin is not None
        x, y = row.pad_us - self._origin.pad_us, row.sent_us - self._origin.sent_us
        for place, value in enumerate((x, y, x * x, x * y, y * y)):
            self._sums[place] += sign * value


class BestOf:
    """The middle of the shortest round trip among the last eight."""

    def __init__(self) -> None:
        self._rows: deque[Row] = deque(maxlen=BEST_OF)

    def take(self, row: Row) -> None:
        """Learn from one exchange."""
        self._rows.append(row)

    def table_us(self, pad_us: int) -> float | None:
        """When the pad showed `pad_us`; None before the first exchange."""
        if not self._rows:
            return None
        best = min(self._rows, key=_round_trip_us)
        return (best.sent_us + best.received_us) / 2 + pad_us - best.pad_us


def _round_trip_us(row: Row) -> int:
    return row.received_us - row.sent_us
