"""What exchanges say about one pad's clock: the facts that matter, and the rates that follow from them.

With f the map from pad time to table time, g(x) = f(x) - x is how far the table's clock is ahead. A PING that
was sent at h1 and stamped l2 says g(l2) >= h1 - l2, its PONG that was stamped l3 and received at h4 says
g(l3) <= h4 - l3. Pad times are whole us; g is in fs and its slope in ppb, so that fs = ppb x us, exactly.

Owns the facts of a stretch of time: one exchange, one block of a second, or the whole window. It must never
judge whether they can be true.
"""

from collections import deque

from shared_rules.clocks.hull import Hull

FS = 1_000_000_000  # fs in a us
SKEW_PPB = 100_011  # 50 + 50 ppm, both crystals at their worst; 1 / (1 - 100 ppm) - 1 = 100.0101 ppm
WINDOW_US = 30_000_000  # older facts are forgotten
BLOCK_US = 1_000_000  # they are forgotten a block at a time,
AT_ONCE = 5  # or five: it makes the hulls anew, which takes as long as twenty exchanges
MOST_BLOCKS = 32  # 30 s, the one that begins and the one that ends
MOST_POINTS = 64  # of one hull of a block; a second of exchanges leaves some ten


class Facts:
    """The hulls of some facts, and what they say about the slope of g.

    `upper`: g is y at the most. `lower`: upside down, -g is y at the most.
    `least_ppb`: at some moment the slope is at least this. `most_ppb`: at some moment it is at most this.
    """

    def __init__(self) -> None:
        self.upper = Hull()
        self.lower = Hull()
        self.least_ppb = -SKEW_PPB
        self.most_ppb = SKEW_PPB

    @property
    def first_us(self) -> int:
        """The pad time of the earliest fact."""
        return self.lower.first_x

    @property
    def last_us(self) -> int:
        """The pad time of the latest fact."""
        return self.upper.last_x

    @property
    def only(self) -> tuple[int, int]:
        """What g is at least and at most, by the earliest fact of each kind: of one exchange, all."""
        return -self.lower.first_y, self.upper.first_y

    def add(self, later: "Facts") -> None:
        """Take `later` facts in, all of them later than these.

        From an upper fact to a later lower one g has risen by at least their difference, and so it has at
        some moment between them at least that slope. The same upside down.
        """
        self.least_ppb = max(self.least_ppb, later.least_ppb)
        self.most_ppb = min(self.most_ppb, later.most_ppb)
        if len(self.upper):
            self.least_ppb = max(self.least_ppb, *(self.upper.steepest(x, -y) for x, y in later.lower))
            self.most_ppb = min(self.most_ppb, *(-self.lower.steepest(x, -y) for x, y in later.upper))
        for x, y in later.upper:
            self.upper.add(x, y)
        for x, y in later.lower:
            self.lower.add(x, y)


def of_exchange(sent_us: int, l2_us: int, l3_us: int, received_us: int) -> Facts:
    """The two facts of one exchange; l2 <= l3."""
    facts = Facts()
    # A stamp is cut to whole us: the PING came before l2 + 1, and since l2 g rose by SKEW_PPB at the most.
    lower_fs = (sent_us - l2_us - 1) * FS - SKEW_PPB
    upper_fs = (received_us - l3_us) * FS
    facts.lower.add(l2_us, -lower_fs)
    facts.upper.add(l3_us, upper_fs)
    if l2_us < l3_us:
        facts.most_ppb = min(SKEW_PPB, -((lower_fs - upper_fs) // (l3_us - l2_us)))
    return facts


class Window:
    """The facts of the last 30 s, in blocks of a second; never more than 32 x 64 points on each side."""

    def __init__(self) -> None:
        self.facts = Facts()
        self._blocks: deque[Facts] = deque()

    def begins_a_block(self, pad_us: int) -> bool:
        """Whether a fact of this moment is the first of another block."""
        if not self._blocks:
            return True
        block = self._blocks[-1]
        full = max(len(block.upper), len(block.lower)) >= MOST_POINTS
        return full or pad_us - block.first_us >= BLOCK_US

    def make_room(self, pad_us: int) -> None:
        """Forget what is too old when the pad's clock shows `pad_us`, and some that soon will be."""
        most = MOST_BLOCKS - self.begins_a_block(pad_us)
        if not self._reaches_back(pad_us, WINDOW_US) and len(self._blocks) <= most:
            return
        kept_us = WINDOW_US - AT_ONCE * BLOCK_US
        while self._reaches_back(pad_us, kept_us) or len(self._blocks) > most - AT_ONCE:
            self._blocks.popleft()
        self.facts = Facts()
        for block in self._blocks:
            self.facts.add(block)

    def _reaches_back(self, pad_us: int, span_us: int) -> bool:
        return bool(self._blocks) and pad_us - self._blocks[0].first_us > span_us

    def add(self, later: Facts) -> None:
        """Take in the facts of one exchange, later than all others."""
        if self.begins_a_block(later.last_us):
            self._blocks.append(Facts())
        self._blocks[-1].add(later)
        self.facts.add(later)
