"""The host's end and the pad's brain, joined by a wire that delays, loses, doubles and damages.

Time is a number here, so the truth of every press is known: each is told once, in order, within its interval,
and never behind a mark.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.pads import news as n
from companion.pads.end import AtTable, PadEnd
from companion.pads.link import HELLO_FIXED_BYTES, MUTE_US, SILENT_US, Link, a_session
from firmware.pad import Pad
from shared_rules.wire import frames
from shared_rules.wire import messages as m

STEP_US = 500
SESSION = 7
START_US = 1_000_000_000
LABEL = "p1"


class World:
    """One pad, one port, one table clock. `fate` says what becomes of bytes on their way."""

    def __init__(self, seed: int = 1, skew_ppm: float = 40, loss: float = 0.0, damage: float = 0.0) -> None:
        self.chance = random.Random(seed)
        self.now_us = START_US
        self._skew = 1 + skew_ppm / 1e6
        self.loss, self.damage = loss, damage
        self.ends: dict[str, PadEnd] = {}
        self.news: list[n.News] = []
        self.boot()
        self.connect()

    def boot(self) -> None:
        """The pad starts, again or for the first time."""
        self._epoch_us = self.now_us - 5_000
        boot_id = self.chance.getrandbits(31) + 1
        self.pad = Pad(
            b"pad-id-1", b"test", boot_id, lambda: self.chance.getrandbits(8), now_us=self.pad_us()
        )
        self._up: list[tuple[int, bytes]] = []
        self._down: list[tuple[int, bytes]] = []

    def connect(self) -> None:
        """The port is opened anew."""
        self.link = Link("port", SESSION, self.now_us, self._claim, LABEL)

    def pad_us(self) -> int:
        return int((self.now_us - self._epoch_us) * self._skew)

    def _claim(self, who: n.Pad, port: str) -> PadEnd | None:
        end = self.ends.setdefault(who.unique_id, PadEnd(who))
        if end.port:
            return None
        end.port = port
        return end

    def _travel(self, data: bytes) -> list[tuple[int, bytes]]:
        if not data or self.chance.random() < self.loss:
            return []
        if self.chance.random() < self.damage:
            at = self.chance.randrange(len(data))
            data = data[:at] + bytes([data[at] ^ 1 << self.chance.randrange(8)]) + data[at + 1 :]
        return [(self.now_us + 125 + int(self.chance.expovariate(1 / 200)), data)]

    def step(self, connected: bool = True) -> None:
        """Half a millisecond passes."""
        self.now_us += STEP_US
        self.pad.tick(self.pad_us())
        if connected:
            for queue, take in ((self._down, self._to_pad), (self._up, self._to_host)):
                due = [item for item in queue if item[0] <= self.now_us]
                queue[:] = [item for item in queue if item[0] > self.now_us]
                for _, data in due:
                    take(data)
            self._down += self._travel(self.link.due(self.now_us))
            self._up += self._travel(self.pad.take(self.pad_us()))
            self.news += self.link.check(self.now_us)

    def _to_pad(self, data: bytes) -> None:
        self.pad.feed(data, self.pad_us())

    def _to_host(self, data: bytes) -> None:
        self.news += self.link.feed(data, self.now_us)

    def run(self, ms: int, connected: bool = True) -> None:
        for _ in range(ms * 1000 // STEP_US):
            self.step(connected)

    def press(self) -> int:
        """HIT goes down and up; when, on the table clock."""
        at_us = self.now_us
        self.pad.edge(m.HIT, True, self.pad_us())
        self.run(30)
        self.pad.edge(m.HIT, False, self.pad_us())
        self.run(30)
        return at_us

    def told(self, kind: type) -> list:  # type: ignore[type-arg]
        return [what for what in self.news if isinstance(what, kind)]


@given(
    st.integers(0, 10**6),
    st.floats(-100, 100),
    st.sampled_from((0.0, 0.05, 0.3)),
    st.sampled_from((0.0, 0.05, 0.2)),
)
@settings(max_examples=25, deadline=None)
def test_every_press_is_told_once_within_its_interval_and_before_no_mark(
    seed: int, skew_ppm: float, loss: float, damage: float
) -> None:
    world = World(seed, skew_ppm, loss, damage)
    world.run(400)
    truth = [world.press() for _ in range(8)]
    world.loss = world.damage = 0.0
    world.run(1500)
    hits = world.told(n.Hit)
    assert [hit.seq for hit in hits] == list(range(1, 9))
    for at_us, hit in zip(truth, hits, strict=True):
        assert hit.lo <= at_us <= hit.hi
    marked = -(10**18)
    for what in world.news:
        if isinstance(what, n.Hit):
            assert what.lo > marked
        elif isinstance(what, n.Marked):
            assert what.up_to_us > marked
            marked = what.up_to_us
    assert not world.told(n.ClockReset)


def test_what_was_pressed_while_the_cable_was_out_is_told_when_it_is_in_again() -> None:
    world = World()
    world.run(200)
    world.news += world.link.leave(world.now_us, "unplugged")
    at_us = world.now_us
    world.pad.edge(m.HIT, True, world.pad_us())
    world.run(300, connected=False)
    world.connect()
    world.run(300)
    (left,) = world.told(n.Left)
    assert left.why == "unplugged"
    assert len(world.told(n.Joined)) == 2
    (hit,) = world.told(n.Hit)
    assert hit.lo <= at_us <= hit.hi
    assert not world.told(n.Rebooted)
    assert not world.told(n.Missing)


def test_a_reboot_leaves_a_gap_in_the_numbers() -> None:
    world = World()
    world.run(200)
    world.press()
    world.boot()
    world.run(2500)
    assert len(world.told(n.Rebooted)) == 1
    world.press()
    world.run(200)
    assert [hit.seq for hit in world.told(n.Hit)] == [1, 3]


def test_a_reboot_without_the_port_going_is_noticed_within_a_quarter_of_a_second() -> None:
    world = World()
    world.run(200)
    world.boot()
    back_us = world.now_us
    while not world.told(n.Rebooted):
        world.step()
        assert world.now_us - back_us <= 250_000


def test_more_than_a_pad_can_keep_is_said_to_be_missing() -> None:
    world = World()
    world.run(200)
    for _ in range(60):
        world.pad.edge(m.HIT, True, world.pad_us())
        world.run(20, connected=False)
        world.pad.edge(m.HIT, False, world.pad_us())
        world.run(20, connected=False)
    assert not world.told(n.Missing)
    world.run(3000)
    assert world.told(n.Missing)
    numbers = [hit.seq for hit in world.told(n.Hit)]
    assert numbers == list(range(1, len(numbers) + 1))
    at_us = world.press()
    world.run(500)
    last = world.told(n.Hit)[-1]
    assert last.seq > len(numbers) + 1
    assert last.lo <= at_us <= last.hi


def test_a_pad_that_says_nothing_is_left() -> None:
    world = World()
    world.run(200)
    world.loss = 1.0
    world.run(SILENT_US // 1000 + 300)
    (left,) = world.told(n.Left)
    assert left.why == "silent"
    assert left.lo < left.hi - SILENT_US + 1000
    world.loss = 0.0
    world.run(1000)
    assert len(world.told(n.Joined)) == 2


def test_nothing_that_answers_is_mute_and_told_once() -> None:
    world = World(loss=1.0)
    world.run(2 * MUTE_US // 1000)
    assert [what.why for what in world.told(n.Turned)] == ["mute"]


def test_a_second_port_with_the_same_pad_is_turned_away_until_the_first_is_gone() -> None:
    world, other = World(), World()
    world.run(200)
    other.ends = world.ends
    other.run(400)
    assert [what.why for what in other.told(n.Turned)] == ["twice"]
    world.link.leave(world.now_us, "unplugged")
    other.run(3000)
    assert other.told(n.Joined)


def test_a_command_arrives_with_its_moment_on_the_pads_clock() -> None:
    world = World(loss=0.2)
    world.run(300)
    draw_us = world.now_us + 400_000
    world.ends[b"pad-id-1".hex()].wish(m.Arm, 1, AtTable(draw_us), 7, m.SHOOTOUT_DICE)
    world.run(350)
    assert world.ends[b"pad-id-1".hex()].commands.settled
    before = [world.pad.light(number, world.pad_us()) for number in range(4)]
    world.loss = 0.0
    world.run(60)
    assert [world.pad.light(number, world.pad_us()) for number in range(4)] != before


@pytest.mark.parametrize("step_us", [-10_000_000, 10_000_000])
def test_a_pad_clock_that_jumps_is_said_and_measured_anew(step_us: int) -> None:
    world = World()
    world.run(300)
    world._epoch_us -= max(step_us, -(world.now_us - world._epoch_us) + 1000)
    world.run(300)
    assert world.told(n.ClockReset)


def test_random_bytes_change_nothing() -> None:
    world = World()
    world.run(200)
    before = len(world.news)
    for _ in range(300):
        world._to_host(world.chance.randbytes(world.chance.randrange(200)))
    assert [what for what in world.news[before:] if not isinstance(what, n.Marked)] == []
    world.press()
    world.run(200)
    assert len(world.told(n.Hit)) == 1


@pytest.mark.parametrize(
    ("capability", "field"),
    [
        (m.HAS_PIO_STAMPS, "pio"),
        (m.HAS_LIGHTS, "lights"),
        (m.HAS_SOUND, "sound"),
        (m.IS_VIRTUAL, "virtual"),
    ],
)
def test_what_a_pad_can_do_is_carried(capability, field):
    world = World()
    world.pad = Pad(b"pad-id-1", b"test", 5, lambda: 0, now_us=world.pad_us(), capabilities=capability)
    world.run(600)
    (joined,) = [what for what in world.news if isinstance(what, n.Joined)]
    told = {name: getattr(joined.who, name) for name in ("pio", "lights", "sound", "virtual")}
    assert [name for name, is_so in told.items() if is_so] == [field]


def test_what_it_told_of_itself_is_of_one_boot():
    world = World()
    world.run(600)
    (end,) = world.ends.values()
    end.wish(m.Test, m.TEST_CHANCE)
    world.run(6_000)
    assert end.report.done == m.TEST_CHANCE and end.stats is not None
    world.boot()
    world.run(900)
    assert [what for what in world.news if isinstance(what, n.Rebooted)]
    assert end.report is None


def test_a_greeting_never_interrupts_a_board_that_is_starting():
    """Until the firmware runs, Ctrl-C in whatever comes ends the start."""
    for _ in range(2_000):
        session = a_session()
        hello = frames.encode(m.pack(m.Hello(m.PROTOCOL_LOWEST, m.PROTOCOL_HIGHEST, session)))
        assert session and 0x03 not in hello and min(hello[HELLO_FIXED_BYTES:-1]) >= 0x20
