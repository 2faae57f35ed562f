"""The lower convex hull of points that come from left to right, and the lines that just pass below it.

Owns one chain of points. All numbers are whole, so nothing is rounded but where it says so, and then to the
safe side. It knows nothing of clocks.
"""

from bisect import bisect_left
from collections.abc import Iterator


class Hull:
    """The points that some line touches from below; none other of those added is kept."""

    def __init__(self) -> None:
        self._x: list[int] = []
        self._y: list[int] = []

    def __len__(self) -> int:
        return len(self._x)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self._x, self._y, strict=True)

    @property
    def first_x(self) -> int:
        """Where it begins."""
        return self._x[0]

    @property
    def first_y(self) -> int:
        """How high its first point is."""
        return self._y[0]

    @property
    def last_x(self) -> int:
        """Where it ends."""
        return self._x[-1]

    def add(self, x: int, y: int) -> None:
        """A point to the right of all others. Each is dropped once at the most: constant time on average."""
        xs, ys = self._x, self._y
        while len(xs) > 1 and (ys[-1] - ys[-2]) * (x - xs[-2]) >= (y - ys[-2]) * (xs[-1] - xs[-2]):
            xs.pop()
            ys.pop()
        xs.append(x)
        ys.append(y)

    def steepest(self, x: int, y: int) -> int:
        """The greatest slope from any point of it to (x, y) on its right, cut down to a whole number.

        Along the chain these slopes rise as long as (x, y) is above the prolonged edge, and fall from there
        on.
        """
        xs, ys = self._x, self._y
        low, high = 0, len(xs) - 1
        while low < high:
            middle = (low + high) // 2
            here, after = (y - ys[middle]) * (x - xs[middle + 1]), (y - ys[middle + 1]) * (x - xs[middle])
            if here < after:
                low = middle + 1
            else:
                high = middle
        return (y - ys[low]) // (x - xs[low])

    def ceiling(self, x: int, low: int, high: int, spread: int) -> int:
        """The most that y can be at x on a curve that passes below all points, rounded up.

        Everywhere on the curve the slope is between `low` and `high`, and two slopes differ by `spread` at
        the most. Exact where a line of slope `low` or `high` decides; in between the two points around x
        decide.
        """
        xs, ys = self._x, self._y
        left = self._touched(high)
        if xs[left] <= x:
            return ys[left] + high * (x - xs[left])
        right = self._touched(low)
        if xs[right] >= x:
            return ys[right] - low * (xs[right] - x)
        right = bisect_left(xs, x)
        left = right - 1
        before, after = x - xs[left], xs[right] - x
        # If s is its greatest slope, s - spread is the least: y <= left + s * before, and
        # y <= right - (s - spread) * after. The s for which both say the same allows the most.
        rise = (ys[right] - ys[left] + spread * after) * before
        return min(
            ys[left] + high * before,
            ys[right] - low * after,
            ys[left] - (-rise // (before + after)),
        )

    def _touched(self, slope: int) -> int:
        """Which point a line of this slope touches from below; the first of several."""
        xs, ys = self._x, self._y
        low, high = 0, len(xs) - 1
        while low < high:
            middle = (low + high) // 2
            if ys[middle + 1] - ys[middle] < slope * (xs[middle + 1] - xs[middle]):
                low = middle + 1
            else:
                high = middle
        return low
