"""The pad's self-test, on CPython and on MicroPython."""

import random

from firmware import lights, self_test
from firmware.pad import Pad
from shared_rules.wire import frames
from shared_rules.wire import messages as m

TURN_US = 1_000


class Bench:
    """A pad on a builder's bench, whose loop takes TURN_US a turn."""

    def __init__(self, next_byte=None):
        random.seed(5)
        self.pad = Pad(b"pad00001", b"test", 99, next_byte or (lambda: random.getrandbits(8)))
        self.deframer = frames.Deframer()
        self.now_us = 1
        self.report = None
        self.events = []
        self.say(m.Hello(1, 1, 7))
        self.turn()

    def say(self, message):
        self.pad.feed(frames.encode(m.pack(message)), self.now_us)

    def turn(self, edges=()):
        self.now_us += TURN_US
        for button, closed in edges:
            self.pad.edge(button, closed, self.now_us)
        self.pad.tick(self.now_us)
        for payload in self.deframer.feed(self.pad.take(self.now_us)):
            message = m.unpack(payload)
            if isinstance(message, m.Report):
                self.report = message
            elif isinstance(message, m.Event):
                self.say(m.Ack(99, message.seq))
                self.events.append(message)

    def edges(self, button, count):
        """Move a contact as often, once a turn: as the signal does, whose half period is a turn."""
        for number in range(count):
            self.turn([(button, not number & 1)])

    def run(self, us):
        for _ in range(us // TURN_US):
            self.turn()


def test_nothing_is_told_of_a_test_that_nobody_asked_for():
    bench = Bench()
    bench.run(6_000_000)
    assert bench.report is None


def test_the_parts_come_one_after_the_other():
    bench, parts = Bench(), []
    bench.say(m.Test(4, m.TEST_ALL))
    while bench.report is None or bench.report.state == m.TESTING:
        bench.turn()
        if bench.report and bench.report.part not in parts:
            parts.append(bench.report.part)
    assert parts == list(m.TEST_PARTS) + [0]
    assert (bench.report.revision, bench.report.state, bench.report.done) == (4, m.TESTED, m.TEST_ALL)


def test_only_the_wanted_parts_and_an_unknown_one_is_not_done():
    bench = Bench()
    bench.say(m.Test(1, m.TEST_LOOP | 128))
    bench.run(1_200_000)
    assert bench.report.done == m.TEST_LOOP


def test_all_four_lights_go_through_the_colours():
    bench, seen = Bench(), []
    bench.say(m.Test(1, m.TEST_LIGHTS))
    for _ in range(len(self_test.COLOURS)):
        shown = [bench.pad.light(number, bench.now_us) for number in range(4)]
        assert shown == [shown[0]] * 4
        seen.append(shown[0])
        bench.run(self_test.COLOUR_US)
    assert seen == [lights.PALETTE[colour] for colour in self_test.COLOURS]
    assert bench.pad.light(0, bench.now_us) == (0, 0, 0)


def test_three_tones():
    bench, heard = Bench(), []
    bench.say(m.Test(1, m.TEST_SOUND))
    for _ in range(4):
        heard.append(bench.pad.sound(bench.now_us))
        bench.run(self_test.TONE_US)
    assert heard == list(self_test.TONES_HZ) + [0]


def test_fair_bytes_and_unfair_ones():
    for next_byte, least, most in ((None, 1700, 3400), (lambda: 7, 0xFFFF, 0xFFFF)):
        bench = Bench(next_byte)
        bench.say(m.Test(1, m.TEST_CHANCE))
        bench.run(500_000)
        assert least <= bench.report.chance_tenths <= most, bench.report


def test_the_chi_square_is_pearsons():
    count = [0]

    def next_byte():  # 0..254 evenly, the share of 255 goes to 0
        count[0] += 1
        return count[0] % 256 if count[0] % 256 < 255 else 0

    bench = Bench(next_byte)
    bench.say(m.Test(1, m.TEST_CHANCE))
    bench.run(500_000)
    assert bench.report.chance_tenths == 10 * (16 ** 2 + 16 ** 2) // 16


def test_the_loop_is_counted_and_its_longest_turn_is_kept():
    bench = Bench()
    bench.say(m.Test(1, m.TEST_LOOP))
    bench.run(500_000)
    bench.now_us += 20_000
    bench.run(600_000)
    assert bench.report.longest_turn_us == 20_000 + TURN_US
    assert 970 <= bench.report.turns <= 1000


def test_bounces_and_presses_are_seen_all_the_while():
    bench = Bench()
    bench.say(m.Test(1, m.TEST_LOOP))
    for closed in (True, False, True):  # 2 ms of bounces
        bench.turn([(m.DIE2, closed)])
    bench.run(300_000)
    assert (bench.report.pressed, bench.report.held) == (1 << m.DIE2, 1 << m.DIE2)
    assert bench.report.die2_bounce_us == 2 * TURN_US
    bench.turn([(m.DIE2, False)])
    bench.run(1_000_000)
    assert (bench.report.state, bench.report.held) == (m.TESTED, 0)
    assert bench.report.hit_bounce_us == 0


def test_stamps_of_the_pads_own_signal():
    for late_us in (0, 3):
        bench = Bench()
        bench.say(m.Test(1, m.TEST_STAMPS))
        began = len(bench.events)
        number, began_us = 0, bench.now_us
        while bench.pad.wants_signal(bench.now_us) or number & 1:  # its end leaves the contact open
            t_us = began_us + number * self_test.LOOP_BACK_PERIOD_US // 2
            bench.pad.edge(m.DIE1, not number & 1, t_us + (late_us if number == 40 else 0))
            number += 1
            bench.turn()
        bench.run(300_000)
        assert 290 <= bench.report.edges <= number and bench.report.jitter_us == late_us
        assert len(bench.events) == began, "nobody pressed"
        bench.turn([(m.DIE1, True)])
        assert [event.kind for event in bench.events[began:]] == [m.PRESS], "and now somebody did"


def test_a_signal_that_is_broken_off_presses_nothing():
    def begin_anew(bench):
        bench.say(m.Test(20, m.TEST_LOOP))

    def end(bench):
        bench.say(m.Test(20, 0))

    def arm(bench):
        bench.say(m.Arm(1, 1, bench.now_us + 3_000_000, 7, 1))

    def other_host(bench):
        bench.say(m.Hello(1, 1, 8))

    for break_off in (begin_anew, end, arm, other_host):
        bench = Bench()
        for revision in (1, 11):
            bench.say(m.Hello(1, 1, 20 + revision))
            bench.say(m.Test(revision, m.TEST_STAMPS))
            bench.turn()
            began = len(bench.events)
            bench.edges(m.HIT, 101)
            break_off(bench)
            assert not bench.pad.wants_signal(bench.now_us)
            bench.turn()
            bench.turn([(m.HIT, False)])  # its pin is an input again
            bench.run(self_test.TELL_AGAIN_US + self_test.CALM_US + 5_000)
            assert bench.events[began:] == [] and not bench.report.held, break_off
            bench.turn([(m.HIT, True)])
            assert [event.kind for event in bench.events[began:]] == [m.PRESS], break_off
            bench.run(50_000)
            bench.turn([(m.HIT, False)])


def test_how_the_signal_begins_is_no_jitter():
    bench = Bench()
    bench.say(m.Test(1, m.TEST_STAMPS))
    bench.turn([(m.HIT, True)])  # low until its first period is over
    bench.turn()
    bench.turn([(m.HIT, False)])
    bench.edges(m.HIT, 250)
    bench.run(200_000)
    assert (bench.report.edges, bench.report.jitter_us) == (252, 0)


def test_whoever_presses_during_the_stamps_is_heard_after_them():
    bench = Bench()
    bench.say(m.Test(1, m.TEST_STAMPS))
    began = len(bench.events)
    bench.turn([(m.HIT, True)])
    at_us = bench.now_us
    bench.run(self_test.LOOP_BACK_US + self_test.CALM_US + 10_000)
    assert [(event.kind, event.t_pad_us) for event in bench.events[began:]] == [(m.PRESS, at_us)]


def test_the_signal_of_a_test_that_is_cut_short_presses_nothing():
    bench = Bench()
    bench.say(m.Test(1, m.TEST_STAMPS))
    bench.run(100_000)
    assert bench.pad.wants_signal(bench.now_us)
    began = len(bench.events)
    bench.say(m.Arm(1, 1, bench.now_us + 100_000, 7, 1))
    assert not bench.pad.wants_signal(bench.now_us)
    for closed in (True, False, True, False):  # until the board has switched it off
        bench.turn([(m.DIE1, closed)])
    bench.run(30_000)
    assert bench.report.state == m.TESTED and len(bench.events) == began
    bench.turn([(m.DIE1, True)])
    assert [event.kind for event in bench.events[began:]] == [m.ROLL], "and now somebody threw"


def test_a_round_goes_before_a_test():
    bench = Bench()
    bench.say(m.Test(1, m.TEST_ALL))
    bench.run(200_000)
    bench.say(m.Arm(1, 1, bench.now_us, 7, 1))
    bench.run(200_000)
    assert (bench.report.state, bench.report.part) == (m.TESTED, 0)
    assert bench.pad.light(0, bench.now_us) == lights.PALETTE[lights.GREEN]
    bench.say(m.Test(2, m.TEST_ALL))
    bench.run(200_000)
    assert (bench.report.revision, bench.report.state, bench.report.done) == (2, m.TEST_REFUSED, 0)
    bench.say(m.Resume(2))
    bench.say(m.Test(3, m.TEST_LOOP))
    bench.run(1_200_000)
    assert (bench.report.revision, bench.report.done) == (3, m.TEST_LOOP)
    assert bench.pad.is_idle


def test_a_test_can_be_ended():
    bench = Bench()
    bench.say(m.Test(1, m.TEST_ALL))
    bench.run(200_000)
    bench.say(m.Test(2, 0))
    bench.run(200_000)
    assert (bench.report.state, bench.report.done) == (m.TESTED, 0)
    assert bench.pad.light(0, bench.now_us) == (0, 0, 0)


def test_the_last_report_is_told_again_and_again():
    bench = Bench()
    bench.say(m.Test(1, m.TEST_LOOP))
    bench.run(1_200_000)
    bench.report = None  # it was lost
    bench.run(6_000_000)
    assert bench.report.state == m.TESTED
