"""Finger lines, on CPython and on MicroPython."""

from firmware import fingers
from firmware.virtual_clock import VirtualClock

CLOCK = VirtualClock(1_000_000, 50, 0)

BAD = (
    "", "x", "[]", "{", "}", "{}", "null", '"hit"', "{}{}",
    '{"button":"hit"} x', '{"button":"hit"}{"button":"hit"}', '{"button":"hit",}', '{,"button":"hit"}',
    '{"button" "hit"}', '{"button":hit}', "{'button':'hit'}", '{"button":"hit"', '{"button":"hit}',
    '{"button":"HIT"}', '{"button":"die4"}', '{"button":0}', '{"button":null}', '{"button":["hit"]}',
    '{"button":[1]}', '{"button":"hit","button":"hit"}', '{"button":"hit","more":1}', '{"at_us":5}',
    '{"button":"hit","at_us":"5"}', '{"button":"hit","at_us":5.0}', '{"button":"hit","at_us":5e3}',
    '{"button":"hit","at_us":-1}', '{"button":"hit","at_us":05}', '{"button":"hit","at_us":true}',
    '{"button":"hit","at_us":[]}', '{"button":"hit","down_ms":0}', '{"button":"hit","down_ms":null}',
    '{"button":"hit","down_ms":60.0}', '{"button":"hit","down_ms":99999999}',
    '{"button":"hit","down_ms":false}',
    '{"button":"hit","bounce":5}', '{"button":"hit","bounce":null}', '{"button":"hit","bounce":[1,]}',
    '{"button":"hit","bounce":[,1]}', '{"button":"hit","bounce":[1 2]}', '{"button":"hit","bounce":["1"]}',
    '{"button":"hit","bounce":[[1]]}', '{"button":"hit","bounce":[0]}', '{"button":"hit","bounce":[-4]}',
    '{"button":"hit","bounce":[1.5]}', '{"button":"hit","bounce":[null]}', '{"button":"hit","bounce":[1}',
    '{"button":"hit","bounce":[70000]}', '{"button":"h\\u0069t"}', '{"button":"hit","at_us":-}',
)


def test_a_full_line_is_read():
    assert fingers.read('{"button":"die2","at_us":123,"down_ms":5,"bounce":[700,300]}') == (
        2, 123, [(0, True), (300, False), (700, True), (5000, False)])


def test_only_the_button_must_be_there_and_space_is_free():
    for line in ('{"button":"hit"}', ' { "button" : "hit" , "at_us" : null , "bounce" : [ ] }\r'):
        assert fingers.read(line) == (0, None, [(0, True), (60_000, False)]), line


def test_the_opening_may_bounce_too():
    assert fingers.read('{"button":"hit","down_ms":1,"bounce":[1500,1200]}')[2] == [
        (0, True), (1000, False), (1200, True), (1500, False)]


def test_a_contact_that_is_open_is_not_opened_again():
    assert fingers.read('{"button":"hit","down_ms":200,"bounce":[300,700,1500]}')[2] == [
        (0, True), (300, False), (700, True), (1500, False)]


def test_bad_lines_are_refused():
    for line in BAD:
        try:
            fingers.read(line)
        except ValueError:
            continue
        raise AssertionError(line)


def test_bad_lines_are_reported_by_number_and_the_next_is_read():
    told = []
    hand = fingers.Fingers(CLOCK, told.append)
    hand.feed(b'{"button":"hit","at_us":1000100}\nnonsense\n\xff\xfe\n' + b"x" * 3000 + b"\n", 0)
    hand.feed(b"y" * 2000, 0)
    hand.feed(b'\n{"button":"die', 0)
    hand.feed(b'1","at_us":1000090,"down_ms":1}\n', 0)
    assert [text.split(":")[0] for text in told] == ["finger line %d" % line for line in (2, 3, 4, 5)]
    assert hand.due(139) == []
    assert hand.due(1160) == [(1, True, 140), (0, True, 150), (1, False, 1140)]
    assert hand.due(10**9) == [(0, False, 60_150)]


def test_null_is_now():
    hand = fingers.Fingers(CLOCK, None)
    hand.feed(b'{"button":"hit","at_us":null,"down_ms":1}\n', 1_000_200)
    assert hand.due(10**9) == [(0, True, 250), (0, False, 1250)]


def test_presses_do_not_pile_up_without_bound():
    told = []
    hand = fingers.Fingers(CLOCK, told.append)
    hand.feed(b'{"button":"hit","at_us":9000000}\n' * (fingers.MOST_EDGES // 2 + 3), 0)
    assert len(told) == 3
    assert len(hand.due(10**12)) == fingers.MOST_EDGES


def test_the_clock_is_exact_with_skew_and_never_below_zero():
    fast, slow = VirtualClock(10, 100, 1_000), VirtualClock(10, 100, -1_000)
    assert (fast.pad_us(10), fast.pad_us(1010), fast.pad_us(10_010)) == (100, 1101, 10_110)
    assert slow.pad_us(10_010) == 10_090
    assert fast.pad_us(0) == 89 and fast.pad_us(-10**6) == 0
