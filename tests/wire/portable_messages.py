"""Messages, on CPython and on MicroPython."""

import random

from shared_rules.wire import frames
from shared_rules.wire import messages as m

KINDS = [getattr(m, row[1]) for row in m.ROWS]


def sample(layout, source):
    """Return field values that fit a layout."""
    values = []
    for pair in layout.split():
        form = pair.split(":")[1]
        if form[-1] == "s":
            values.append(bytes([source.getrandbits(8) for _ in range(int(form[:-1]))]))
        else:
            bits = {"B": 8, "H": 16, "I": 32, "Q": 64}[form]
            value = 0
            for _ in range(bits // 8):
                value = value << 8 | source.getrandbits(8)
            values.append(value)
    return values


def test_every_message_round_trips_and_fits_a_frame():
    random.seed(5)
    for row in m.ROWS:
        kind = getattr(m, row[1])
        for _ in range(20):
            message = kind(*sample(row[2], random))
            payload = m.pack(message)
            assert payload[0] == row[0] == m.code_of(kind)
            assert len(payload) <= frames.MAX_PAYLOAD, row[1]
            back = m.unpack(payload)
            assert back == message and type(back) is kind, row[1]


def test_codes_and_names_are_there_once():
    assert len({row[0] for row in m.ROWS}) == len({row[1] for row in m.ROWS}) == len(m.ROWS)


def test_layouts_are_what_other_ends_rely_on():
    # little endian, code first; a change here is a new protocol number
    assert m.pack(m.Ping(0x0102, 5)) == b"\x02\x02\x01\x05\x00"
    assert m.pack(m.Event(1, 2, m.PRESS, m.HIT, 0, 1 << 40)) == (
        b"\x83\x01\0\0\0\x02\0\0\0\x02\0\0\0\0\0\0\0\x01\0\0")
    assert m.pack(m.Arm(1, 2, 3, 7, 1)) == b"\x10\x01\0\x02\x03\0\0\0\0\0\0\0\x07\x01"


def test_unknown_codes_and_wrong_lengths_are_none():
    assert m.unpack(b"") is None
    assert m.unpack(b"\x7f123") is None
    for row in m.ROWS:
        payload = m.pack(getattr(m, row[1])(*sample(row[2], random)))
        assert m.unpack(payload[:-1]) is None
        assert m.unpack(payload + b"\x00") is None


def test_any_bytes_are_a_message_or_none():
    random.seed(6)
    for _ in range(2000):
        m.unpack(bytes([random.getrandbits(8) for _ in range(random.getrandbits(5))]))


def test_protocols_are_negotiated_to_the_highest_both_speak():
    assert m.negotiate(m.PROTOCOL_LOWEST, m.PROTOCOL_HIGHEST) == m.PROTOCOL_HIGHEST
    assert m.negotiate(0, 255) == m.PROTOCOL_HIGHEST
    assert m.negotiate(m.PROTOCOL_HIGHEST + 1, 255) == 0
    assert m.negotiate(0, m.PROTOCOL_LOWEST - 1) == 0
    assert m.negotiate(255, 0) == 0


def test_text_fields_are_read_as_text():
    assert m.text(b"pico\x00\x00") == "pico"
    assert m.text(b"\xff\x01a") == "??a"
