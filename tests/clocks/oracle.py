"""The bounds by brute force over all facts, in exact fractions: slow, and written down in another way.

Of table time minus pad time some s is the greatest slope, and s - WANDER the least. For each s the facts are
cones; the answer is that of the best s that all pairs of facts allow.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from shared_rules.clocks import Exchange
from shared_rules.clocks.bounds import WANDER_PPB
from shared_rules.clocks.facts import SKEW_PPB

PPB = 10**9
WANDER, SKEW = Fraction(WANDER_PPB, PPB), Fraction(SKEW_PPB, PPB)


class Fact(NamedTuple):
    x: int
    y: Fraction  # us


def facts_of(exchanges: list[Exchange]) -> tuple[list[Fact], list[Fact]]:
    """The lower and the upper facts."""
    lower = [Fact(e.l2_us, e.sent_us - e.l2_us - 1 - SKEW) for e in exchanges]
    upper = [Fact(e.l3_us, Fraction(e.received_us - e.l3_us)) for e in exchanges]
    return lower, upper


def slopes(exchanges: list[Exchange], slack: Fraction = Fraction()) -> tuple[Fraction, Fraction] | None:
    """From where to where s may be; None when nothing fits. `slack`: how much further crystals may go."""
    lower, upper = facts_of(exchanges)
    skew, wander = SKEW + slack, WANDER + slack
    least, most = wander - skew, skew
    for low, up in product(lower, upper):
        if low.x > up.x:
            least = max(least, (low.y - up.y) / (low.x - up.x))
        elif low.x < up.x:
            most = min(most, (up.y - low.y) / (up.x - low.x) + wander)
        elif low.y > up.y:
            return None
    return (least, most) if least <= most else None


def ceiling(exchanges: list[Exchange], x: int) -> Fraction:
    """The most that table time minus pad time can be when the pad's clock shows x."""
    return _most(facts_of(exchanges)[1], x, *_known(exchanges))


def floor(exchanges: list[Exchange], x: int) -> Fraction:
    """The least that it can be: everything upside down."""
    least, most = _known(exchanges)
    upside_down = [Fact(low.x, -low.y) for low in facts_of(exchanges)[0]]
    return -_most(upside_down, x, WANDER - most, WANDER - least)


def _known(exchanges: list[Exchange]) -> tuple[Fraction, Fraction]:
    found = slopes(exchanges)
    assert found
    return found


def _most(upper: list[Fact], x: int, least: Fraction, most: Fraction) -> Fraction:
    # Left of x a fact allows y + s (x - its x), right of x y - (s - wander) (its x - x). The best s is at an
    # end, or where a line that rises with s meets one that falls.
    rising = [(fact.y, Fraction(x - fact.x)) for fact in upper if fact.x <= x]
    falling = [(fact.y + WANDER * (fact.x - x), Fraction(x - fact.x)) for fact in upper if fact.x > x]
    lines = rising + falling
    candidates = [least, most, *_meetings(rising, falling)]
    return max(min(y + s * run for y, run in lines) for s in candidates if least <= s <= most)


def _meetings(
    rising: list[tuple[Fraction, Fraction]], falling: list[tuple[Fraction, Fraction]]
) -> Iterator[Fraction]:
    for (y, run), (other_y, other_run) in product(rising, falling):
        yield (other_y - y) / (run - other_run)
