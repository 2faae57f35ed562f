"""The count of the state machines made into microseconds, whatever is read and when."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.firmware import pio
from tests.firmware import portable_ticks as p

PAUSES_US = st.one_of(st.integers(0, 2_000), st.integers(0, 50 * p.SECOND_US))


def test_the_counts_are_those_of_the_board():
    named = [pio.constant(name) for name in ("COUNT_BITS", "PERIOD", "STATE_MACHINE_HZ")]
    assert named == [p.BITS, p.PERIOD, p.STATE_MACHINE_HZ]


@settings(deadline=None)
@given(
    clock_hz=st.sampled_from(p.CLOCKS_HZ),
    start_us=st.integers(0, 1 << 62),
    steps=st.lists(st.tuples(PAUSES_US, PAUSES_US), max_size=400),
)
def test_no_stamp_is_off_by_a_microsecond(clock_hz: int, start_us: int, steps: list[tuple[int, int]]):
    p.Chip(clock_hz, start_us).walk(steps)
