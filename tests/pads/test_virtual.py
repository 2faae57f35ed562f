"""Virtual pads as real processes, spoken to over pyserial, on MicroPython and on CPython."""

import os
import random
import signal
import stat
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
import serial

from companion.pads import virtual
from shared_rules.wire import frames
from shared_rules.wire import messages as m
from shared_rules.wire.stream import Inbox

LONG_S = 30  # until a test gives up; nothing here asserts how fast a pad is
RUNS_ON = [
    pytest.param(found, id=found[0].split()[0])
    for found in (virtual.micropython(), virtual.cpython())
    if found
]


class Host:
    """The least that can talk to a pad: `events` in order, `others` as they come."""

    def __init__(self, port):
        self.line = serial.Serial(port, timeout=0.02)
        self.deframer, self.inbox = frames.Deframer(), Inbox()
        self.events, self.others = [], []
        self.line.write(frames.DELIMITER)

    def say(self, *messages):
        self.line.write(b"".join(frames.encode(m.pack(message)) for message in messages))

    def turn(self):
        for message in map(m.unpack, self.deframer.feed(self.line.read(512))):
            if isinstance(message, m.Event):
                if self.inbox.see(message):
                    assert self.inbox.watermark is None or message.t_pad_us > self.inbox.watermark.t_pad_us
                    self.events.append(message)
                self.say(*filter(None, [self.inbox.ack()]))
            else:
                self.others.append(message)
                if isinstance(message, m.Identity):
                    self.inbox.begin(message)
                elif isinstance(message, m.Watermark):
                    self.inbox.mark(message)

    def until(self, true, what):
        end = time.monotonic() + LONG_S
        while not true():
            assert time.monotonic() < end, f"{what}; heard {self.events} {self.others[-5:]}"
            self.turn()

    def heard(self, kind):
        return [message for message in self.others if isinstance(message, kind)]

    def greet(self, session=7):
        before = len(self.heard(m.Identity))
        self.say(m.Hello(1, 1, session))
        self.until(lambda: len(self.heard(m.Identity)) > before, "no identity")
        self.until(lambda: self.inbox.delivered >= 1, "no boot event")
        return self.heard(m.Identity)[-1]

    def ping(self, token):
        self.say(m.Ping(token, 0))
        self.until(lambda: any(pong.token == token for pong in self.heard(m.Pong)), "no pong")
        return next(pong for pong in self.heard(m.Pong) if pong.token == token)

    def of(self, kind):
        return [(event.button, event.t_pad_us) for event in self.events if event.kind == kind]


@pytest.fixture(params=RUNS_ON)
def command(request):
    return request.param


@pytest.fixture
def pad(command):
    with virtual.start(1, command=command, seed=1, skew_ppm=40) as pads:
        yield pads[0]


@pytest.fixture
def host(pad):
    host = Host(pad.port)
    yield host
    host.line.close()


def test_it_says_who_it_is(pad, host):
    identity = host.greet()
    assert identity.unique_id == pad.unique_id
    assert m.text(identity.board) == "virtual"
    assert identity.protocol == 1 and identity.capabilities & m.IS_VIRTUAL
    assert pad.interpreter.split()[0] in ("MicroPython", "CPython")
    assert pad.alive


def test_its_clock_is_the_one_it_names(pad, host):
    host.greet()
    for token in range(20):
        h1_us = virtual.monotonic_us()
        pong = host.ping(token)
        h4_us = virtual.monotonic_us()
        assert pad.clock.pad_us(h1_us) <= pong.l2_us <= pong.l3_us <= pad.clock.pad_us(h4_us)


def test_a_bouncing_press_is_stamped_exactly(pad, host):
    host.greet()
    at_us = virtual.monotonic_us() + 50_000
    pad.press("hit", at_us=at_us, bounce=[300, 700, 1500, 1900])
    pad.press("die2", at_us=at_us + 1, down_ms=5)
    host.until(lambda: len(host.of(m.RELEASE)) == 2, "no releases")
    clock = pad.clock
    assert host.of(m.PRESS) == [(m.HIT, clock.pad_us(at_us)), (m.DIE2, clock.pad_us(at_us + 1))]
    assert host.of(m.RELEASE) == [
        (m.DIE2, clock.pad_us(at_us + 1) + 15_000),  # inside the window: at its end
        (m.HIT, clock.pad_us(at_us + 60_000)),
    ]


def test_a_press_now_is_between_before_and_after(pad, host):
    host.greet()
    before_us = virtual.monotonic_us()
    pad.press("die3")
    host.until(lambda: host.of(m.PRESS), "no press")
    assert pad.clock.pad_us(before_us) <= host.of(m.PRESS)[0][1] <= pad.clock.pad_us(virtual.monotonic_us())


def test_stamps_cross_the_wrap_of_2_30(pad, host):
    host.greet()
    wrap_us = pad.clock.epoch_us + virtual.BEFORE_WRAP_US
    times = [wrap_us - 300_000, wrap_us + 200_000]
    for at_us in times:
        pad.press(at_us=at_us)
    host.until(lambda: len(host.of(m.PRESS)) == 2, "no presses")
    before_us, after_us = [t_us for _, t_us in host.of(m.PRESS)]
    assert before_us < 1 << 30 < after_us
    assert [before_us, after_us] == [pad.clock.pad_us(at_us) for at_us in times]


def test_a_suspended_pad_still_stamps_exactly(pad, host):
    host.greet()
    host.say(m.Arm(1, 1, 1 << 40, 7, 0))
    host.until(lambda: host.heard(m.Watermark), "no watermark while armed")
    pad.suspend()
    time.sleep(0.3)  # whatever was on its way has come
    host.turn()
    times = [virtual.monotonic_us() + 1000 * step for step in (0, 90, 180)]
    for at_us in times:
        pad.press(at_us=at_us, down_ms=40)
    time.sleep(0.5)  # all of them are over
    pad.resume()
    host.until(lambda: len(host.of(m.RELEASE)) == 3, "no releases")
    assert host.of(m.PRESS) == [(m.HIT, pad.clock.pad_us(at_us)) for at_us in times]


def test_dice_are_thrown_and_repeat_with_the_seed(command):
    rounds = []
    for _ in range(2):
        with virtual.start(1, command=command, seed=5) as pads:
            host = Host(pads[0].port)
            host.greet()
            host.say(m.Arm(1, 1, 1 << 40, 7, m.D6_DICE))
            host.until(lambda host=host: host.heard(m.Taken), "arm not taken")
            start_us = virtual.monotonic_us()
            for step in range(8):
                pads[0].press("die1", at_us=start_us + 40_000 * step, down_ms=20)
            host.until(lambda host=host: len(host.of(m.ROLL)) == 8, "no rolls")
            rounds.append([event.face for event in host.events if event.kind == m.ROLL])
            host.line.close()
    assert rounds[0] == rounds[1]
    assert set(rounds[0]) <= {1, 2, 3, 4, 5, 6}


def test_random_bytes_do_not_hurt_it(pad, host):
    source = random.Random(3)
    host.greet()
    for _ in range(50):
        host.line.write(source.randbytes(200))
        host.turn()
    host.line.write(frames.DELIMITER)
    host.ping(99)
    pad.press()
    host.until(lambda: host.of(m.PRESS), "no press")


def test_bad_finger_lines_are_told_on_stderr_and_ignored(command, tmp_path):
    told = tmp_path / "stderr"
    with told.open("wb") as stderr, virtual.start(1, command=command, stderr=stderr) as pads:
        host = Host(pads[0].port)
        host.greet()
        pads[0].tell({"button": "nose"})
        pads[0].tell(["hit"])
        pads[0].press()
        host.until(lambda: host.of(m.PRESS), "no press")
        host.line.close()
    assert "finger line 1: 'button' is none of hit, die1, die2, die3" in told.read_text()
    assert "finger line 2" in told.read_text()


def test_anybody_may_write_into_its_finger(pad, host):
    host.greet()
    with pad.finger.open("w") as finger:
        finger.write('{"button":"die1"}\n')
    host.until(lambda: host.of(m.PRESS), "no press")
    assert stat.S_ISFIFO(pad.finger.stat().st_mode)


def test_a_pulled_cable_keeps_the_power(pad):
    first = Host(pad.port)
    boot_id = first.greet().boot_id
    first.line.close()
    pad.press("hit")
    time.sleep(0.1)
    second = Host(pad.port)
    assert second.greet(session=8).boot_id == boot_id
    second.until(lambda: second.of(m.PRESS), "the press while unplugged is gone")
    second.line.close()


def test_a_killed_pad_is_noticed_at_its_port(pad, host):
    host.greet()
    pad.kill()
    assert not pad.alive
    with pytest.raises((serial.SerialException, OSError)):
        host.until(lambda: False, "a dead pad's port looks alive")
    with pytest.raises(OSError, match="p1 is gone"):
        pad.press()


def test_leave_ends_it(pad, host):
    host.greet()
    host.say(m.Leave(1))
    assert pad.process.wait(LONG_S) == 0


def test_no_pad_outlives_its_parent(command, tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(
        textwrap.dedent("""
        import os, signal
        from companion.pads import virtual
        pads = virtual.start(1, command=%r)
        print(pads[0].process.pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """)
        % (command,)
    )
    parent = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(virtual.ROOT), "TMPDIR": str(tmp_path)},
    )
    assert parent.returncode == -signal.SIGKILL
    pid, end = int(parent.stdout), time.monotonic() + LONG_S
    while _runs(pid):
        assert time.monotonic() < end, "an orphan"
        time.sleep(0.02)


def _runs(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_names_ports_and_clocks_are_its_own(command):
    with virtual.start(3, command=command, skew_ppm=[-50, 0, 50]) as pads:
        folder = pads[0].finger.parent
        assert [pad.finger.name for pad in pads] == ["p1", "p2", "p3"]
        assert len({pad.port for pad in pads}) == len({pad.unique_id for pad in pads}) == 3
        assert [pad.clock.skew_ppm for pad in pads] == [-50, 0, 50]
        assert len({pad.clock.start_us for pad in pads}) == 3
    assert not folder.exists()
    assert not any(pad.alive for pad in pads)


def test_closing_twice_and_a_suspended_pad_close_well(command):
    pads = virtual.start(1, command=command)
    pads[0].suspend()
    pads.close()
    pads.close()
    assert not pads[0].alive


def test_a_fifo_that_is_there_is_used_and_left(tmp_path):
    os.mkfifo(tmp_path / "p1")
    with virtual.start(2, fingers_dir=tmp_path):
        assert (tmp_path / "p2").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["p1"]


def test_unusable_fingers_are_told_by_path_and_leave_nothing_behind(tmp_path):
    (tmp_path / "p2").write_text("a file")
    with pytest.raises(FileExistsError, match="p2 is there already and is no FIFO"):
        virtual.start(2, fingers_dir=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["p2"]
    with pytest.raises(NotADirectoryError, match="nowhere is not there"):
        virtual.start(1, fingers_dir=tmp_path / "nowhere")
    with pytest.raises(OSError, match="cannot be made"):
        virtual.start(1, fingers_dir=tmp_path, names=["no/such"])


def test_a_pad_that_does_not_read_never_blocks_the_parent(pad):
    pad.suspend()
    with pytest.raises(OSError, match="does not read its finger"):
        _press(pad, 5000)


def _press(pad, times):
    for _ in range(times):
        pad.press()
