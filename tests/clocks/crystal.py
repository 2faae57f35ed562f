"""A crystal and a link whose truth is known exactly, in whole numbers: pad time in ns, table time in as."""

from typing import NamedTuple

from shared_rules.clocks import Exchange

NS = 1_000  # in a us
AS = 10**12  # in a us
S = 1_000_000  # in us


class Moment(NamedTuple):
    """The same moment on both clocks."""

    pad_ns: int
    table_as: int

    @property
    def stamp_us(self) -> int:
        return self.pad_ns // NS

    def is_in(self, interval: tuple[int, int]) -> bool:
        lo, hi = interval
        return lo * AS <= self.table_as <= hi * AS


class Crystal:
    """Runs at any rate; the table's clock gains `slope_ppb` on it."""

    def __init__(self, pad_us: int = 7 * S, table_us: int = 1_000 * S) -> None:
        self.now = Moment(pad_us * NS, table_us * AS)

    def run(self, ns: int, slope_ppb: int) -> Moment:
        pad_ns, table_as = self.now
        self.now = Moment(pad_ns + ns, table_as + ns * (10**9 + slope_ppb))
        return self.now

    def exchange(self, out_ns: int, back_ns: int, arrived: Moment | None = None) -> Exchange:
        """What both ends stamped when the PONG leaves now, and the PING came then; delays as given."""
        arrived = arrived or self.now
        sent_us = (arrived.table_as - out_ns * 10**9) // AS
        received_us = (self.now.table_as + back_ns * 10**9) // AS + 1
        return Exchange(sent_us, arrived.stamp_us, self.now.stamp_us, received_us)
