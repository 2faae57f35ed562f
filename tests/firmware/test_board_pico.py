"""board_pico.py over fake machine modules on the unix port: one press, one overflow, one LEAVE."""

import os
import subprocess
from pathlib import Path

import pytest

from companion.pads import virtual
from firmware import lights, pins
from shared_rules.wire import frames
from shared_rules.wire import messages as m

FAKE = Path(__file__).parent / "fake"


def test_pins_are_one_each():
    used = [*pins.BUTTONS, pins.LIGHTS, pins.PIEZO, pins.LOOP_BACK]
    assert len(set(used)) == len(used)
    assert all(0 <= pin <= 22 for pin in used)
    assert [pin - pins.HIT for pin in pins.BUTTONS] == [0, 1, 2, 3]  # one snapshot sees them all


@pytest.mark.skipif(virtual.micropython() is None, reason="no MicroPython unix port on this platform")
def test_the_boards_loop():
    said = [m.Hello(1, 1, 3), m.Lights(1, *(lights.RED, m.STEADY) * 4), m.Sound(1, 440, 60_000), m.Ping(9)]
    child = subprocess.Popen(
        [virtual.micropython()[1][0], "-X", "heapsize=256k", FAKE / "turns.py"],
        env={**os.environ, "MICROPYPATH": f"{FAKE}:{virtual.ROOT}:.frozen"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    first = child.stderr.readline().split()  # unbuffered, so that communicate() misses nothing
    assert len(first) == 2, child.stdout.read()  # where MicroPython writes a traceback
    before_us, after_us = map(int, first)
    child.stdin.write(b"".join(frames.encode(m.pack(message)) for message in said))
    child.stdin.flush()
    deframer, heard = frames.Deframer(), []
    while not any(isinstance(message, m.Watermark) for message in heard):
        heard += map(m.unpack, deframer.feed(child.stdout.read(1)))
    child.stdin.write(frames.encode(m.pack(m.Leave(1))))
    child.stdin.flush()
    out, err = child.communicate(timeout=60)
    heard += map(m.unpack, deframer.feed(out))
    assert (child.returncode, err.decode()) == (0, "ok\n"), out
    assert heard[0].unique_id == b"fakepico"
    presses = [event for event in heard if isinstance(event, m.Event) and event.kind == m.PRESS]
    assert {press.button for press in presses} == {m.HIT, m.DIE2}
    assert all(before_us <= press.t_pad_us <= after_us for press in presses)
    faults = [event for event in heard if isinstance(event, m.Event) and event.kind == m.FAULT]
    assert faults and faults[0].button == m.EDGES_LOST
    assert faults[0].t_pad_us >= after_us
    assert any(isinstance(message, m.Taken) for message in heard)
