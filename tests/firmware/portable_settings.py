"""Settings that survive the power, on CPython and on MicroPython: whatever a power cut leaves of the file."""

import os

from firmware import settings
from firmware.pad import Pad
from shared_rules.wire import frames
from shared_rules.wire import messages as m

FILE = (os.getenv("TMPDIR") or "/tmp") + "/tinstar_portable_settings.txt"


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def remove():
    for path in (FILE, FILE + ".new"):
        try:
            os.remove(path)
        except OSError:
            continue


def test_what_is_kept_comes_back():
    for kept in ((15_000, 500_000), (0, 0), (1_000_000, 10_000_000)):
        settings.keep(*kept, path=FILE)
        assert settings.load(FILE) == kept
    remove()
    assert settings.load(FILE) is None


def test_a_file_that_is_cut_off_anywhere_is_not_there():
    whole = settings.text(15_000, 500_000)
    for length in range(len(whole)):
        write(FILE, whole[:length])
        assert settings.load(FILE) is None, length
    write(FILE, whole)
    assert settings.load(FILE) == (15_000, 500_000)
    remove()


def test_a_cut_while_it_is_written_leaves_the_old_one():
    settings.keep(7_000, 300_000, path=FILE)
    whole = settings.text(15_000, 500_000)
    for length in range(len(whole) + 1):
        write(FILE + ".new", whole[:length])
        assert settings.load(FILE) == (7_000, 300_000)
    settings.keep(15_000, 500_000, path=FILE)  # over what was left there
    assert settings.load(FILE) == (15_000, 500_000)
    remove()


def test_the_file_itself_is_never_opened_to_be_written():
    opened = []

    def noted(path, mode):
        opened.append(path)
        return open(path, mode)

    settings.open = noted
    try:
        settings.keep(7_000, 300_000, path=FILE)
    finally:
        del settings.open
    assert opened == [FILE + ".new"] and settings.load(FILE) == (7_000, 300_000)
    remove()


def test_damage_is_noticed():
    whole = settings.text(15_000, 500_000)
    for place in range(len(whole)):
        for bit in range(8):
            damaged = bytearray(whole)
            damaged[place] ^= 1 << bit
            assert settings.parse(bytes(damaged)) is None, damaged
    for junk in (b"", b"\n", b"\xff" * 80, whole + b"\n", whole + whole, whole * 1000,
                 b"tinstar-pad 1 -1 5 00000000\n", b"tinstar-pad 2 15000 500000 00000000\n",
                 b"tinstar-pad 1 " + b"9" * 60 + b" 5 00000000\n"):
        assert settings.parse(junk) is None, junk


def test_a_pad_begins_with_what_was_kept_within_its_limits():
    pad = Pad(b"pad00001", b"test", 1, lambda: 0, debounce_us=7_000, settle_us=0xFFFFFFFF)
    assert (pad.debounce_us, pad.settle_us) == (7_000, 10_000_000)
    pad.feed(frames.encode(m.pack(m.Hello(1, 1, 5))), 0)
    assert pad.debounce_us == 7_000, "another host wants nothing else yet"
    pad.feed(frames.encode(m.pack(m.Settings(1, 9_000, 400_000))), 0)
    assert (pad.debounce_us, pad.settle_us) == (9_000, 400_000)
