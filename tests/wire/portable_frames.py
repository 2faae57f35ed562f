"""Frames, on CPython and on MicroPython: plain functions, plain asserts, no imports beyond both."""

import random

from shared_rules.wire import frames

UP = bytes(range(1, 255))

# Cheshire and Baker's examples, as published, but for those that need blocks
EXAMPLES = (
    (b"", b"\x01"),
    (b"\x00", b"\x01\x01"),
    (b"\x00\x00", b"\x01\x01\x01"),
    (b"\x00\x11\x00", b"\x01\x02\x11\x01"),
    (b"\x11\x22\x00\x33", b"\x03\x11\x22\x02\x33"),
    (b"\x11\x22\x33\x44", b"\x05\x11\x22\x33\x44"),
    (b"\x11\x00\x00\x00", b"\x02\x11\x01\x01\x01"),
    (UP[:253], b"\xfe" + UP[:253]),
    (b"\x00" + UP[:252], b"\x01\xfd" + UP[:252]),
)


def chance(seed):
    random.seed(seed)
    return random


def some_bytes(source, most):
    length = source.getrandbits(16) % (most + 1)
    return bytes([source.getrandbits(8) if source.getrandbits(2) else 0 for _ in range(length)])


def test_published_examples():
    for plain, coded in EXAMPLES:
        assert frames.cobs_encode(plain) == coded, plain
        assert frames.cobs_decode(coded) == plain, coded


def test_cobs_round_trips_and_has_no_zero():
    source = chance(1)
    for _ in range(300):
        plain = some_bytes(source, frames.LONGEST_RUN)
        coded = frames.cobs_encode(plain)
        assert b"\x00" not in coded
        assert frames.cobs_decode(coded) == plain


def test_what_is_no_cobs_is_none():
    for wrong in (b"", b"\x00", b"\x02", b"\x05\x01\x02", b"\x03\x11\x00", b"\xff\x01", b"\xff" + UP,
                  b"\x01" * 255):
        assert frames.cobs_decode(wrong) is None, wrong


def test_what_is_too_long_for_one_code_byte_is_refused():
    assert len(frames.cobs_encode(UP[:frames.LONGEST_RUN])) == 254
    try:
        frames.cobs_encode(UP)
    except ValueError:
        return
    raise AssertionError("254 bytes would need a block")


def test_frames_round_trip_in_pieces_of_any_size():
    source = chance(2)
    sent = [some_bytes(source, frames.MAX_PAYLOAD) for _ in range(200)]
    line = b"".join([frames.encode(payload) for payload in sent])
    deframer, got = frames.Deframer(), []
    while line:
        cut = 1 + source.getrandbits(7)
        got += deframer.feed(line[:cut])
        line = line[cut:]
    assert got == sent
    assert deframer.dropped == 0


def test_the_longest_frame_fits():
    longest = bytes([7]) * frames.MAX_PAYLOAD
    frame = frames.encode(longest)
    assert len(frame) == frames.MAX_FRAME + 1 < 256
    assert frames.Deframer().feed(frame) == [longest]
    try:
        frames.encode(longest + b"x")
    except ValueError:
        return
    raise AssertionError("too long a payload was taken")


def test_damage_is_counted_by_reason_and_the_next_frame_is_found():
    good = frames.encode(b"good")
    for damage, counter in ((b"\x09\x01\x00", "malformed"), (b"\x02\x11\x00", "malformed"),
                            (b"\x06hello\x00", "crc_errors"), (b"x" * 500 + b"\x00", "too_long")):
        deframer = frames.Deframer()
        assert deframer.feed(damage + good) == [b"good"], damage
        assert getattr(deframer, counter) == 1, damage
        assert deframer.dropped == 1, damage


def test_idle_delimiters_are_nothing():
    deframer = frames.Deframer()
    assert deframer.feed(b"\x00" * 50) == []
    assert deframer.dropped == 0


def test_any_bytes_never_raise_nor_pile_up():
    source = chance(3)
    deframer = frames.Deframer()
    for _ in range(400):
        deframer.feed(bytes([source.getrandbits(8) for _ in range(source.getrandbits(6))]))
        assert len(deframer._held) <= frames.MAX_FRAME
    deframer.feed(b"\xff" * 5000)
    assert len(deframer._held) <= frames.MAX_FRAME
    assert deframer.feed(b"\x00" + frames.encode(b"still here")) == [b"still here"]


def test_every_single_and_double_bit_flip_is_noticed():
    source = chance(4)
    payload = bytes([source.getrandbits(8) for _ in range(12)])
    frame = frames.encode(payload)
    bits = 8 * len(frame)
    for first in range(bits):
        for second in (first, (first + 1) % bits, source.getrandbits(16) % bits):
            bent = bytearray(frame)
            bent[first // 8] ^= 1 << first % 8
            if second != first:
                bent[second // 8] ^= 1 << second % 8
            if bytes(bent) == frame:
                continue
            for got in frames.Deframer().feed(bytes(bent) + b"\x00"):
                assert got == payload and bent[-1] != 0, (first, second)
