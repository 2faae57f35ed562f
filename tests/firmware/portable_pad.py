"""The pad's brain, on CPython and on MicroPython."""

import random

from firmware import lights
from firmware.debounce import Button
from firmware.pad import LARGEST_FRAME, MOST_WAITING, Pad
from firmware.ticks import WRAP_US, Ticks
from shared_rules import dice
from shared_rules.wire import frames
from shared_rules.wire import messages as m

MS = 1000


class Host:
    """A pad with somebody who talks to it; acknowledges only when asked to."""

    def __init__(self, greet=True, now_us=0, faces=(0,)):
        self.bytes = list(faces)
        self.pad = Pad(b"pad00001", b"test", 99, self._byte, now_us=now_us)
        self.deframer = frames.Deframer()
        self.revision = 0
        if greet:
            self.say(m.Hello(1, 1, 7), now_us)
            self.hear(now_us)

    def _byte(self):
        return self.bytes.pop(0) if len(self.bytes) > 1 else self.bytes[0]

    def say(self, message, now_us=0):
        self.pad.feed(frames.encode(m.pack(message)), now_us)

    def command(self, kind, *values, now_us=0):
        self.revision += 1
        self.say(kind(self.revision, *values), now_us)

    def hear(self, now_us=0):
        """Return what the pad says at now_us, without its counters; acknowledge the events."""
        found = []
        data = self.pad.take(now_us)
        while data:
            found += [m.unpack(payload) for payload in self.deframer.feed(data)]
            for message in found:
                if isinstance(message, m.Event):
                    self.say(m.Ack(99, message.seq), now_us)
            data = self.pad.take(now_us)
        return [message for message in found if not isinstance(message, m.Stats)]

    def lights(self, now_us):
        return [self.pad.light(number, now_us) for number in range(len(m.BUTTON_NAMES))]

    def events(self, now_us):
        self.pad.tick(now_us)
        return [(e.kind, e.button, e.face, e.t_pad_us) for e in self.hear(now_us) if isinstance(e, m.Event)]


def test_a_pad_is_quiet_until_it_is_greeted():
    host = Host(greet=False)
    host.pad.edge(m.HIT, True, 10)
    host.pad.tick(100)
    assert host.pad.take(100) == b""
    host.say(m.Hello(1, 1, 7))
    said = host.hear(200)
    assert isinstance(said[0], m.Identity)
    assert (said[0].protocol, said[0].session, said[0].boot_id, said[0].first_seq) == (1, 7, 99, 1)
    assert [event.kind for event in said[1:]] == [m.BOOT, m.PRESS]


def test_a_host_that_greeted_an_earlier_boot_finds_out():
    host = Host(greet=False)
    host.say(m.Ping(1, 0))
    said = host.hear()
    assert len(said) == 1 and said[0].session == 0 and said[0].boot_id == 99


def test_a_host_of_another_protocol_gets_an_identity_and_silence():
    host = Host(greet=False)
    host.say(m.Hello(200, 210, 7))
    said = host.hear()
    assert len(said) == 1 and said[0].protocol == 0 and said[0].highest == m.PROTOCOL_HIGHEST
    host.say(m.Ping(1, 0))
    host.command(m.Arm, 1, 0, 7, 1)
    host.pad.edge(m.HIT, True, 10)
    host.pad.tick(100)
    assert host.hear(10**6) == []
    host.command(m.Leave)
    assert host.pad.leaving and len(host.hear()) == 1


def test_a_ping_is_answered_by_pong_and_fresh_watermark():
    host = Host()
    host.pad.tick(5000)
    host.say(m.Ping(42, 0), 5100)
    said = host.hear(5200)
    assert said == [m.Pong(42, 5100, 5200), m.Watermark(99, 1, 5000)]


def test_what_the_host_has_read_is_known_by_its_word_on_a_pong():
    host = Host()
    assert not host.pad.fits(10_000), "nothing is known yet"
    host.say(m.Ping(1, 0), 100)
    pong = len(host.pad.take(200, LARGEST_FRAME))
    assert not host.pad.fits(10_000)
    after = len(host.pad.take(210, LARGEST_FRAME))
    host.say(m.Ping(2, 1), 300)
    assert 0 < after < pong
    assert host.pad.fits(after) and not host.pad.fits(after - 1), "the Watermark came after the Pong"
    more = len(host.pad.take(400))
    assert host.pad.fits(after + more) and not host.pad.fits(after + more - 1)
    host.say(m.Ping(3, 77), 500)
    assert not host.pad.fits(after), "no Pong had that token"
    host.say(m.Hello(1, 1, 8), 600)
    assert not host.pad.fits(10_000), "another host"


def test_what_pongs_are_remembered_for_does_not_grow():
    host = Host()
    for token in range(1, 10 * MOST_WAITING):
        host.say(m.Ping(token, 0), token)
        host.hear(token)
    assert len(host.pad._pongs) == MOST_WAITING
    host.say(m.Ping(1, token - MOST_WAITING + 1))
    assert host.pad.fits(10_000), "the newest ones"


def test_a_host_that_comes_back_need_not_wait_for_what_it_missed():
    host = Host()
    host.pad.edge(m.HIT, True, 1000)
    for now_us in range(2000, 1_500_000, 1000):
        host.pad.take(now_us)  # nobody hears it, so it is repeated more and more seldom
    host.say(m.Hello(1, 1, 7), now_us)
    assert [event.kind for event in host.hear(now_us) if isinstance(event, m.Event)] == [m.PRESS]


def test_events_come_before_the_watermark_that_covers_them():
    host = Host()
    host.pad.edge(m.HIT, True, 4000)
    host.pad.tick(5000)
    host.say(m.Ping(42, 0), 5100)
    said = host.hear(5200)
    assert [type(message) for message in said] == [m.Event, m.Pong, m.Watermark]
    assert said[-1] == m.Watermark(99, 2, 5000)


def test_watermarks_flow_while_armed():
    host = Host()
    host.command(m.Arm, 1, 10**12, 7, 1)
    marks = []
    for now_us in range(0, 500 * MS, 2 * MS):
        host.pad.tick(now_us)
        marks += [message for message in host.hear(now_us) if isinstance(message, m.Watermark)]
    assert len(marks) == 10
    host.command(m.Resume)
    host.hear(500 * MS)
    host.pad.tick(900 * MS)
    assert host.hear(900 * MS) == []


def test_bounces_are_ignored_and_the_first_edge_is_the_stamp():
    host = Host()
    bounces = ((0, True), (300, False), (700, True), (2000, False), (2100, True), (60_000, False))
    for offset_us, closed in bounces:
        host.pad.edge(m.HIT, closed, 10_000 + offset_us)
    assert host.events(100_000) == [(m.PRESS, 0, 0, 10_000), (m.RELEASE, 0, 0, 70_000)]


def test_a_release_inside_the_window_is_told_at_its_end():
    host = Host()
    host.pad.edge(m.HIT, True, 10_000)
    host.pad.edge(m.HIT, False, 15_000)
    assert host.events(24_999) == [(m.PRESS, 0, 0, 10_000)]
    assert host.events(25_000) == [(m.RELEASE, 0, 0, 25_000)]


def test_bouncing_across_the_window_makes_no_second_press():
    host = Host()
    for offset_us, closed in ((0, True), (10_000, False), (15_500, True), (16_500, False)):
        host.pad.edge(m.HIT, closed, 10_000 + offset_us)
    assert host.events(100_000) == [(m.PRESS, 0, 0, 10_000), (m.RELEASE, 0, 0, 25_000)]


def test_a_contact_stuck_closed_is_one_press():
    host = Host()
    host.pad.edge(m.HIT, True, 10)
    assert host.events(10**9) == [(m.PRESS, 0, 0, 10)]


def test_buttons_do_not_disturb_each_other():
    host = Host()
    host.pad.edge(m.HIT, True, 10)
    host.pad.edge(m.DIE1, True, 20)
    host.pad.edge(m.HIT, False, 30)
    host.pad.edge(m.DIE1, False, 40)
    assert host.events(50_000) == [(m.PRESS, 0, 0, 10), (m.PRESS, 1, 0, 20),
                                   (m.RELEASE, 0, 0, 15_010), (m.RELEASE, 1, 0, 15_020)]


def test_the_window_is_settable_but_no_button_is_made_deaf():
    host = Host()
    host.command(m.Settings, 5_000, 100_000)
    for t_us in (10_000, 16_000):
        host.pad.edge(m.HIT, t_us == 10_000, t_us)
    assert host.events(17_000)[1] == (m.RELEASE, 0, 0, 16_000)
    host.command(m.Settings, 0xFFFFFFFF, 0xFFFFFFFF)
    host.pad.edge(m.HIT, True, 100_000)
    host.pad.edge(m.HIT, False, 200_000)
    assert [event[0] for event in host.events(1_100_000)] == [m.PRESS, m.RELEASE]


def test_no_event_is_stamped_before_an_earlier_watermark():
    random.seed(11)
    host = Host()
    now_us, marked_us, stamps = 0, -1, []
    for _ in range(400):
        now_us += random.getrandbits(13)
        for _ in range(random.getrandbits(2)):  # edges of all ages, even dishonestly old ones
            age_us = random.getrandbits(14)
            host.pad.edge(random.getrandbits(2), bool(random.getrandbits(1)), max(0, now_us - age_us))
        host.pad.tick(now_us)
        if random.getrandbits(1):
            host.say(m.Ping(1, 0), now_us)
        for message in host.hear(now_us):
            if isinstance(message, m.Watermark):
                assert message.t_pad_us >= marked_us
                assert message.t_pad_us <= now_us
                marked_us = message.t_pad_us
            elif isinstance(message, m.Event):
                assert message.t_pad_us > marked_us
                stamps.append(message.t_pad_us)
    assert len(stamps) > 100 and stamps == sorted(stamps)


def test_an_old_edge_is_exact_unless_a_watermark_has_passed_it():
    host = Host()
    host.pad.tick(50_000)
    host.pad.edge(m.HIT, True, 20_000)
    assert host.events(50_000) == [(m.PRESS, 0, 0, 20_000)]
    host.say(m.Ping(1, 0), 50_000)
    host.hear(50_000)
    host.pad.edge(m.DIE1, True, 30_000)
    assert host.events(60_000)[-1] == (m.PRESS, 1, 0, 50_001)


def test_a_die_in_the_mask_is_thrown_at_the_press():
    host = Host(faces=[0, 1, 5])
    host.command(m.Arm, 1, 0, dice.mask(["shooter1", "coward"]), m.SHOOTOUT_DICE)
    for button in (m.DIE1, m.DIE2, m.DIE3):
        host.pad.edge(button, True, 1000 + button)
    assert host.events(5000) == [
        (m.ROLL, 1, dice.BULLET, 1001), (m.PRESS, 2, 0, 1002), (m.ROLL, 3, dice.RUN, 1003)]


def test_dice_are_not_thrown_at_a_table_with_real_ones_nor_after_the_call():
    host = Host()
    host.command(m.Arm, 1, 0, 7, m.TABLE_DICE)
    host.pad.edge(m.DIE1, True, 1000)
    host.command(m.Arm, 2, 0, 7, m.SHOOTOUT_DICE)
    host.command(m.Freeze)
    host.pad.edge(m.DIE2, True, 2000)
    host.command(m.Resume)
    host.pad.edge(m.DIE3, True, 3000)
    assert [event[0] for event in host.events(5000)] == [m.PRESS] * 3


def test_all_three_are_generic_dice_elsewhere():
    host = Host(faces=[0, 4, 5])
    host.command(m.Arm, 1, 0, 7, m.D6_DICE)
    for button in (m.DIE1, m.DIE2, m.DIE3):
        host.pad.edge(button, True, 1000)
    assert [event[2] for event in host.events(5000)] == [1, 5, 6]


def test_a_thrown_die_shows_from_its_settling_on():
    host = Host(faces=[0])
    host.command(m.Arm, 1, 0, 1, m.SHOOTOUT_DICE)
    host.pad.edge(m.DIE1, True, 1000)
    host.pad.tick(2000)
    red = lights.PALETTE[lights.RED]
    assert host.lights(500_999)[1] != red
    assert host.lights(501_000)[1] == red
    host.command(m.Freeze)
    assert host.lights(600_000)[1] == red, "the face stays for all to see"
    host.command(m.Arm, 1, 5, 1, m.SHOOTOUT_DICE)
    assert host.lights(600_000)[1] == red, "the same round told again"
    host.command(m.Arm, 2, 5, 1, m.SHOOTOUT_DICE)
    assert host.lights(600_000)[1] != red


def test_everything_lights_at_draw():
    host = Host()
    host.command(m.Lights, *(lights.BLUE, m.STEADY) * 4)
    host.command(m.Arm, 1, 2_000_000, 7, m.SHOOTOUT_DICE)
    blue, white, green = [lights.PALETTE[n] for n in (lights.BLUE, lights.WHITE, lights.GREEN)]
    assert host.lights(1_999_999) == [blue] * 4
    assert host.lights(2_000_000) == [green, white, white, white]
    host.command(m.Resume)
    assert host.lights(2_000_001) == [blue] * 4


def test_a_tone_ends_by_itself():
    host = Host()
    host.command(m.Sound, 440, 100, now_us=1000)
    assert [host.pad.sound(now_us) for now_us in (1000, 100_999, 101_000)] == [440, 440, 0]


def test_commands_are_taken_once_and_answered_each_time():
    host = Host()
    arm = m.Arm(5, 1, 0, 7, 1)
    for _ in range(2):
        host.say(arm)
        assert m.Taken(m.code_of(m.Arm), 5) in host.hear()
    host.say(m.Freeze(4))
    assert not [message for message in host.hear(1) if isinstance(message, m.Taken)], "an overtaken command"


def test_a_new_session_forgets_the_old_ones_wishes():
    host = Host()
    host.command(m.Lights, *(lights.RED, m.STEADY) * 4)
    host.command(m.Arm, 1, 0, 7, 1)
    host.say(m.Hello(1, 1, 7))
    assert host.lights(0)[0] != (0, 0, 0), "the same session goes on"
    host.say(m.Hello(1, 1, 8))
    assert host.lights(0) == [(0, 0, 0)] * 4
    host.say(m.Lights(1, *(lights.RED, m.STEADY) * 4))
    assert host.lights(0)[0] != (0, 0, 0), "revisions count from anywhere again"


def test_hostile_frames_do_no_harm():
    host = Host()
    for draw_at_us in (0, 1, 365 * 86_400 * 10**6, 0xFFFFFFFFFFFFFFFF):
        host.command(m.Arm, 255, draw_at_us, 255, 255)
        host.pad.edge(m.DIE3, True, 10)
        host.pad.tick(1000)
        host.lights(1000)
        host.hear(1000)
    host.command(m.Lights, *[255] * 8)
    host.command(m.Sound, 65535, 65535)
    for echo in (m.Pong(1, 2, 3), m.Event(99, 1, 1, 1, 1, 1), m.Ack(99, 0xFFFFFFFF), m.Ack(1, 1)):
        host.say(echo)
    for _ in range(100):
        host.say(m.Ping(1, 0))
    host.pad.feed(b"\xff" * 5000 + b"\x00" * 5000, 0)
    random.seed(12)
    for _ in range(300):
        host.pad.feed(bytes([random.getrandbits(8) for _ in range(random.getrandbits(6))]), 2000)
        host.pad.tick(2000)
        host.pad.take(2000)
        host.lights(2000)
        host.pad.sound(2000)
    host.pad.feed(b"\x00", 2000)
    host.hear(2000)
    host.say(m.Ping(77, 0), 3000)
    assert m.Pong(77, 3000, 3000) in host.hear(3000)


def test_take_never_gives_more_than_there_is_room_for():
    host = Host(greet=False)
    host.say(m.Hello(1, 1, 7))
    for number in range(30):
        host.pad.edge(number & 3, not number & 4, 20_000 * number)
    for limit in list(range(LARGEST_FRAME)) + [256]:
        assert len(host.pad.take(0, limit)) <= limit
        assert limit >= LARGEST_FRAME or host.pad.take(0, limit) == b""


def test_a_full_ring_is_confessed_and_the_watermark_waits():
    host = Host()
    for number in range(200):
        host.pad.edge(m.HIT, not number & 1, 20_000 * (number + 1))
    host.pad.tick(5_000_000)
    host.say(m.Ping(1, 0), 5_000_000)
    said = []
    for step in range(40):
        said += host.hear(5_000_000 + step)
    faults = [event for event in said if isinstance(event, m.Event) and event.kind == m.FAULT]
    presses = [event for event in said if isinstance(event, m.Event) and event.kind in (m.PRESS, m.RELEASE)]
    assert len(faults) == 1 and faults[0].button == m.EVENTS_REFUSED
    assert len({event.seq for event in presses}) + faults[0].face == 200


def test_ticks_cross_the_wrap():
    ticks = Ticks(WRAP_US - 1000, 5)
    assert ticks.unwrap(WRAP_US - 500) == 505
    assert ticks.unwrap(500) == 1505
    assert ticks.unwrap(WRAP_US - 1) == 1004, "an edge from just before, read after"
    assert ticks.unwrap(501) == 1506
    now_us = 1506
    for _ in range(20):
        now_us += WRAP_US // 3
        assert ticks.unwrap((now_us - 1005) % WRAP_US) == now_us


def test_stamps_and_promises_cross_the_wrap():
    host = Host(now_us=WRAP_US - 30_000)
    host.command(m.Arm, 1, WRAP_US, 7, 0, now_us=WRAP_US - 20_000)
    host.pad.edge(m.HIT, True, WRAP_US - 3)
    host.pad.edge(m.HIT, False, WRAP_US + 40_000)
    assert host.events(WRAP_US + 50_000) == [
        (m.PRESS, 0, 0, WRAP_US - 3), (m.RELEASE, 0, 0, WRAP_US + 40_000)]
    assert host.lights(WRAP_US)[0] == lights.PALETTE[lights.GREEN]


def test_a_button_reports_by_turns():
    random.seed(13)
    button, told, t_us = Button(), [], 0
    for _ in range(2000):
        t_us += random.getrandbits(14)
        if button.confirm(t_us, 15_000) is not None:
            told.append(button.pressed)
        if button.edge(bool(random.getrandbits(1)), t_us, 15_000):
            told.append(button.pressed)
    assert len(told) > 100
    assert told == [not number & 1 for number in range(len(told))]


def test_faces_differ_in_pattern_not_only_in_colour():
    looks = [lights.FACES[face] for face in (dice.BULLET, dice.RUN, dice.BLANK, 1, 2, 3, 4, 5, 6)]
    assert len({pattern for _, pattern in looks}) == 9
    for face in range(1, 7):
        on = [lights.lit(lights.FACES[face][1], now_ms) for now_ms in range(300 * face + 900)]
        blinks = sum([after and not before for before, after in zip([False] + on, on)])
        assert blinks == face
