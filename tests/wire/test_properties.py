"""The wire under any bytes hypothesis can think of."""

from hypothesis import given
from hypothesis import strategies as st

from shared_rules.wire import frames
from shared_rules.wire import messages as m


@given(st.binary(max_size=frames.LONGEST_RUN))
def test_cobs_round_trips(data):
    coded = frames.cobs_encode(data)
    assert 0 not in coded
    assert len(coded) == len(data) + 1
    assert frames.cobs_decode(coded) == data


@given(st.binary(max_size=400))
def test_decoding_any_bytes_never_raises(data):
    plain = frames.cobs_decode(data)
    assert plain is None or len(plain) <= len(data)


@given(st.lists(st.binary(max_size=150), max_size=20))
def test_a_deframer_takes_anything_and_recovers(pieces):
    deframer = frames.Deframer()
    for piece in pieces:
        for payload in deframer.feed(piece):
            m.unpack(payload)
    deframer.feed(frames.DELIMITER)
    assert deframer.feed(frames.encode(b"after all")) == [b"after all"]


@given(st.lists(st.binary(max_size=frames.MAX_PAYLOAD), max_size=10), st.data())
def test_pieces_of_any_size_give_the_same_payloads(payloads, data):
    line = b"".join(map(frames.encode, payloads))
    deframer, got = frames.Deframer(), []
    while line:
        cut = data.draw(st.integers(1, len(line)))
        got += deframer.feed(line[:cut])
        line = line[cut:]
    assert got == payloads


@given(st.binary(min_size=1, max_size=frames.MAX_PAYLOAD))
def test_what_unpacks_packs_again(payload):
    message = m.unpack(payload)
    assert message is None or m.pack(message) == payload
