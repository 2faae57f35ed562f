"""The board's own files over fake machine and rp2 modules, on the unix port with a Pico's memory."""

import os
import subprocess
from pathlib import Path

import pytest

from companion.pads import virtual
from firmware import lights, pins
from shared_rules.wire import frames, stream
from shared_rules.wire import messages as m

FAKE = Path(__file__).parent / "fake"
HEAP = "heapsize=192k"
MOST_HEAP_BYTES = 90_000  # of about 237,000 on RP2040

needs_unix_port = pytest.mark.skipif(virtual.micropython() is None, reason="no MicroPython unix port here")


def command(script: str) -> dict:
    """What runs a script of the fake board."""
    return {"args": [virtual.micropython()[1][0], "-X", HEAP, FAKE / script],
            "env": {**os.environ, "MICROPYPATH": f"{FAKE}:{virtual.ROOT}:.frozen"}}


def run(script: str) -> subprocess.CompletedProcess:
    ran = subprocess.run(**command(script), capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran


def test_pins_are_one_each():
    used = [*pins.BUTTONS, pins.LIGHTS, pins.PIEZO, pins.LOOP_BACK]
    assert len(set(used)) == len(used)
    assert all(0 <= pin <= 22 for pin in used)


class Cable:
    """The board's stdin and stdout, and what came over them."""

    def __init__(self, folder: Path):
        self.child = subprocess.Popen(
            **command("turns.py"), cwd=folder, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.deframer = frames.Deframer()
        self.heard: list = []
        self.acked = 0

    def say(self, *messages) -> None:
        self.child.stdin.write(b"".join(frames.encode(m.pack(message)) for message in messages))
        self.child.stdin.flush()

    def hear_until(self, arrived) -> None:
        while not any(arrived(message) for message in self.heard):
            data = self.child.stdout.read(1)
            assert data, self.child.stderr.read()
            for payload in self.deframer.feed(data):
                message = m.unpack(payload)
                self.heard.append(message)
                if isinstance(message, m.Event):
                    self.say(m.Ack(message.boot_id, message.seq))

    def events(self, kind) -> list:
        return [event for event in self.heard if isinstance(event, m.Event) and event.kind == kind]


@needs_unix_port
def test_the_boards_loop(tmp_path: Path):
    cable = Cable(tmp_path)
    first = cable.child.stderr.readline().split()
    assert len(first) == 2, cable.child.stdout.read()  # where MicroPython writes a traceback
    before_us, after_us = map(int, first)
    cable.say(m.Hello(1, 1, 3), m.Lights(1, *(lights.RED, m.STEADY) * 4), m.Sound(1, 440, 60_000),
              m.Settings(1, 7_000, 300_000), m.Ping(9, 0))
    cable.hear_until(lambda message: isinstance(message, m.Watermark))
    cable.say(m.Ping(10, 9), m.Test(1, m.TEST_STAMPS | m.TEST_CHANCE))
    cable.hear_until(lambda message: isinstance(message, m.Report) and message.state == m.TESTED)
    cable.hear_until(lambda message: isinstance(message, m.Event) and message.kind == m.FAULT)
    cable.say(m.Leave(1))
    out, err = cable.child.communicate(timeout=60)
    cable.heard += map(m.unpack, cable.deframer.feed(out))
    assert (cable.child.returncode, err) == (0, b"ok\n"), out
    identity = cable.heard[0]
    assert identity.unique_id == b"fakepico" and identity.capabilities & m.HAS_PIO_STAMPS
    presses = cable.events(m.PRESS)
    assert [press.button for press in presses] == [m.HIT, m.DIE2]
    assert all(before_us <= press.t_pad_us <= after_us for press in presses)
    faults = cable.events(m.FAULT)
    assert sum(fault.face for fault in faults) == 7 and {fault.button for fault in faults} == {m.EDGES_LOST}
    assert any(isinstance(message, m.Taken) for message in cable.heard)
    report = [message for message in cable.heard if isinstance(message, m.Report)][-1]
    assert report.edges > 100 and report.chance_tenths > 1_000


@needs_unix_port
def test_the_heap_with_a_full_event_ring(record_property):
    """The unix port's words are twice as wide, so what is measured here is more than a board takes."""
    ran = run("memory.py")
    before_bytes, after_bytes, held, refused = map(int, ran.stdout.splitlines()[-1].split())
    assert held == stream.RING and refused
    record_property("heap_bytes_on_the_unix_port", after_bytes - before_bytes)
    assert after_bytes - before_bytes <= MOST_HEAP_BYTES
