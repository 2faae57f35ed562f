"""The board's own files over fake machine and rp2 modules, on the unix port with a Pico's memory."""

from pathlib import Path

from firmware import lights, pins
from shared_rules.wire import messages as m
from shared_rules.wire import stream
from tests.firmware.cable import Cable, needs_unix_port, run

MOST_HEAP_BYTES = 90_000  # of about 237,000 on RP2040


def test_pins_are_one_each():
    used = [*pins.BUTTONS, pins.LIGHTS, pins.PIEZO, pins.LOOP_BACK]
    assert len(set(used)) == len(used)
    assert all(0 <= pin <= 22 for pin in used)


@needs_unix_port
def test_the_boards_loop(tmp_path: Path):
    cable = Cable("turns.py", tmp_path)
    before_us, after_us = map(int, cable.stderr_line().split())
    cable.say(m.Hello(1, 1, 3), m.Lights(1, *(lights.RED, m.STEADY) * 4), m.Sound(1, 440, 60_000),
              m.Settings(1, 7_000, 300_000), m.Ping(9, 0))
    cable.hear_until(lambda message: isinstance(message, m.Watermark))
    cable.say(m.Ping(10, 9), m.Test(1, m.TEST_STAMPS | m.TEST_CHANCE))
    cable.hear_until(lambda message: isinstance(message, m.Report) and message.state == m.TESTED)
    cable.say(m.Leave(1))
    assert cable.finish() == b"ok\n"
    identity = cable.heard[0]
    assert identity.unique_id == b"fakepico" and identity.capabilities & m.HAS_PIO_STAMPS
    presses = cable.events(m.PRESS)
    assert [press.button for press in presses] == [m.HIT, m.DIE2]
    assert all(before_us <= press.t_pad_us <= after_us for press in presses)
    faults = cable.events(m.FAULT)
    assert sum(fault.face for fault in faults) == 7 and {fault.button for fault in faults} == {m.EDGES_LOST}
    assert any(isinstance(message, m.Taken) for message in cable.heard)
    pongs = [message for message in cable.heard if isinstance(message, m.Pong)]
    assert len(pongs) == 2 and all(after_us < pong.l2_us <= pong.l3_us for pong in pongs)
    report = [message for message in cable.heard if isinstance(message, m.Report)][-1]
    assert report.edges > 100 and report.chance_tenths > 1_000


@needs_unix_port
def test_how_it_starts_and_ends(tmp_path: Path):
    run("start.py", tmp_path)


@needs_unix_port
def test_the_heap_with_a_full_event_ring(record_property):
    """The unix port's words are twice as wide, so what is measured here is more than a board takes."""
    ran = run("memory.py")
    before_bytes, after_bytes, held, refused = map(int, ran.stdout.splitlines()[-1].split())
    assert held == stream.RING and refused
    record_property("heap_bytes_on_the_unix_port", after_bytes - before_bytes)
    assert after_bytes - before_bytes <= MOST_HEAP_BYTES
