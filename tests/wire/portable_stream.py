"""The reliable stream, on CPython and on MicroPython: both ends joined by a wire that does its worst."""

import random

from shared_rules.wire import frames, stream
from shared_rules.wire import messages as m


def identity(outbox):
    return m.Identity(1, 1, 1, b"", b"", b"", outbox.boot_id, 0, 1, outbox.first_seq)


class BadWire:
    """Loses, doubles, reorders, cuts and damages frames; `bad` of 100 frames suffer each fate."""

    def __init__(self, source, bad):
        self._source, self._bad = source, bad
        self._held = []
        self.deframer = frames.Deframer()

    def _unlucky(self):
        return self._source.getrandbits(16) % 100 < self._bad

    def send(self, message):
        frame = frames.encode(m.pack(message))
        if self._unlucky():
            return
        if self._unlucky():
            bent = bytearray(frame)
            bent[self._source.getrandbits(16) % len(bent)] ^= 1 << self._source.getrandbits(3)
            frame = bytes(bent)
        if self._unlucky():
            frame = frame[:self._source.getrandbits(16) % len(frame)]
        self._held.append(frame)
        if self._unlucky():
            self._held.append(frame)
        if self._unlucky() and len(self._held) > 1:
            self._held[-1], self._held[-2] = self._held[-2], self._held[-1]

    def receive(self):
        line, self._held = b"".join(self._held), []
        return [message for message in map(m.unpack, self.deframer.feed(line)) if message is not None]


class Pair:
    """A pad's Outbox and a host's Inbox joined by two bad wires; says when a watermark was a lie."""

    def __init__(self, seed, bad, boot_id=1):
        self.source = random
        random.seed(seed)
        self.to_host, self.to_pad = BadWire(random, bad), BadWire(random, bad)
        self.outbox = stream.Outbox(boot_id)
        self.inbox = stream.Inbox()
        self.inbox.begin(identity(self.outbox))
        self.got = []
        self.now_us = 0

    def turn(self, step_us=3_000):
        self.now_us += step_us
        event = self.outbox.due(self.now_us)
        while event is not None:
            self.to_host.send(event)
            event = self.outbox.due(self.now_us)
        self.to_host.send(self.outbox.watermark(self.now_us))
        for message in self.to_host.receive():
            self._host_hears(message)
        for message in self.to_pad.receive():
            self.outbox.ack(message.boot_id, message.seq, self.now_us)

    def _host_hears(self, message):
        if isinstance(message, m.Watermark):
            self.inbox.mark(message)
        elif isinstance(message, m.Event):
            mark = self.inbox.watermark
            if self.inbox.see(message):
                assert mark is None or message.t_pad_us > mark.t_pad_us, "the watermark lied"
                self.got.append(message)
            self.to_pad.send(self.inbox.ack())

    def run_dry(self):
        for _ in range(30_000):
            if self.outbox.first_seq > self.outbox._last and not self.outbox._losing():
                return
            self.turn()
        raise AssertionError("events are stuck")


def test_everything_arrives_once_and_in_order_over_a_bad_wire():
    for seed in range(6):
        for bad in (0, 5, 15):
            pair = Pair(seed, bad)
            pushed = 0
            for _ in range(150):
                if pair.source.getrandbits(1):
                    pushed += pair.outbox.push(m.PRESS, pushed & 3, 0, pair.now_us + 1)
                pair.turn()
            pair.run_dry()
            seqs = [event.seq for event in pair.got]
            assert seqs == list(range(1, len(seqs) + 1))
            presses = [event for event in pair.got if event.kind == m.PRESS]
            assert [event.button for event in presses] == [number & 3 for number in range(pushed)]
            lost = sum([event.face for event in pair.got if event.kind == m.FAULT])
            assert lost == pair.outbox.refused


def test_never_more_than_256_bytes_unacknowledged():
    outbox = stream.Outbox(1)
    for number in range(40):
        outbox.push(m.PRESS, 0, 0, number)
    frame_bytes, event = 0, outbox.due(0)
    while event is not None:
        frame_bytes += len(frames.encode(m.pack(event)))
        event = outbox.due(0)
    assert 200 < frame_bytes <= 256


def test_a_silent_host_is_asked_again_and_again_but_ever_more_slowly():
    outbox = stream.Outbox(1)
    times = [now_us for now_us in range(0, 5_000_000, 1000) if outbox.due(now_us) is not None]
    gaps = [after - before for before, after in zip(times, times[1:])]
    assert gaps[0] >= stream.FIRST_RESEND_US
    assert gaps == sorted(gaps)
    assert stream.LAST_RESEND_US <= gaps[-1] < stream.LAST_RESEND_US + 2000
    outbox.hurry()
    assert outbox.due(5_000_000).seq == 1


def test_a_full_ring_keeps_the_oldest_and_confesses():
    outbox = stream.Outbox(1, size=8)
    for number in range(1, 21):
        assert outbox.push(m.PRESS, 0, 0, 100 * number) == (number <= 7)  # BOOT holds one place
    assert outbox.refused == 13
    events = []
    for _ in range(8):
        events.append(outbox.due(0))
    assert [event.seq for event in events] == list(range(1, 9))
    assert outbox.watermark(10_000) == m.Watermark(1, 8, 799)  # the first loss was at 800
    assert not outbox.push(m.PRESS, 0, 0, 11_000)
    outbox.ack(1, 3, 0)
    fault = outbox.due(0)
    assert fault == m.Event(1, 9, m.FAULT, m.EVENTS_REFUSED, 14, 800)
    assert outbox.watermark(12_000) == m.Watermark(1, 9, 12_000)
    assert outbox.push(m.PRESS, 0, 0, 12_000) and outbox.due(0).t_pad_us == 12_001


def test_lost_edges_hold_the_watermark_until_they_are_told():
    outbox = stream.Outbox(1)
    outbox.due(0)
    outbox.lose(m.EDGES_LOST, 3, 500)
    assert outbox.watermark(1000) == m.Watermark(1, 1, 499)
    assert outbox.due(0) == m.Event(1, 2, m.FAULT, m.EDGES_LOST, 3, 500)
    assert outbox.watermark(1000) == m.Watermark(1, 2, 1000)


def test_a_watermark_waits_for_what_is_not_sent_yet():
    outbox = stream.Outbox(1)
    for number in range(1, 31):
        outbox.push(m.PRESS, 0, 0, 1000 * number)
    while outbox.due(0) is not None:
        pass
    mark = outbox.watermark(99_000)
    assert mark.seq == stream.IN_FLIGHT and mark.t_pad_us == 1000 * stream.IN_FLIGHT - 1


def test_foolish_acknowledgements_change_nothing():
    outbox = stream.Outbox(5)
    outbox.due(0)
    for boot_id, seq in ((5, 0), (5, 2), (5, 0xFFFFFFFF), (6, 1)):
        outbox.ack(boot_id, seq, 0)
        assert outbox.first_seq == 1
    outbox.ack(5, 1, 0)
    assert outbox.first_seq == 2
    outbox.ack(5, 1, 0)
    assert outbox.first_seq == 2


def test_a_reboot_in_the_middle_starts_a_new_sequence():
    pair = Pair(9, 10)
    for _ in range(20):
        pair.outbox.push(m.PRESS, 0, 0, pair.now_us + 1)
        pair.turn()
    late = pair.outbox.due(pair.now_us + 10_000_000) or m.Event(1, 1, m.PRESS, 0, 0, 1)
    before = len(pair.got)
    old = identity(pair.outbox)
    pair.outbox = stream.Outbox(2)
    assert pair.inbox.begin(identity(pair.outbox))
    assert not pair.inbox.begin(identity(pair.outbox)), "told twice"
    assert pair.inbox.watermark is None
    assert not pair.inbox.see(late) and pair.inbox.strangers == 1
    assert not pair.inbox.begin(old) and pair.inbox.boot_id == 2, "an echo of the old boot"
    pair.outbox.push(m.PRESS, 1, 0, 5)
    pair.run_dry()
    assert [(event.seq, event.kind) for event in pair.got[before:]] == [(1, m.BOOT), (2, m.PRESS)]


def test_a_new_host_starts_where_the_pad_still_can():
    outbox = stream.Outbox(1)
    outbox.due(0)
    outbox.ack(1, 1, 0)
    outbox.push(m.PRESS, 0, 0, 5)
    inbox = stream.Inbox()
    assert inbox.ack() is None
    assert not inbox.see(outbox.due(0)), "no event before the introduction"
    assert not inbox.begin(identity(outbox))
    outbox.hurry()
    assert inbox.see(outbox.due(0)) and inbox.ack() == m.Ack(1, 2)
    outbox.ack(1, 2, 0)
    other = stream.Inbox()
    other.begin(m.Identity(1, 1, 1, b"", b"", b"", 1, 0, 1, 1))
    other.begin(identity(outbox))
    assert other.missed == 2


def test_a_watermark_counts_only_when_its_events_are_here():
    inbox = stream.Inbox()
    inbox.begin(m.Identity(1, 1, 1, b"", b"", b"", 1, 0, 1, 1))
    assert not inbox.mark(m.Watermark(1, 1, 50)) and inbox.watermark is None
    assert not inbox.mark(m.Watermark(2, 0, 99)), "another boot's"
    assert inbox.see(m.Event(1, 1, m.BOOT, 0, 0, 1))
    assert inbox.watermark == m.Watermark(1, 1, 50)
    assert inbox.mark(m.Watermark(1, 1, 70))
    assert not inbox.mark(m.Watermark(1, 1, 60)), "an older one came late"


def test_commands_are_repeated_until_taken_and_only_the_latest_counts():
    commands, pad = stream.Commands(), stream.Revisions()
    arm = commands.want(m.Arm, 1, 1000, 7, 1)
    assert commands.due(0) == [arm] and commands.due(1000) == []
    assert commands.due(stream.COMMAND_RESEND_US) == [arm]
    freeze = commands.want(m.Freeze)
    assert commands.due(0) == [freeze]
    assert pad.judge(freeze) == pad.NEW and pad.judge(freeze) == pad.REPEAT
    assert pad.judge(arm) == pad.STALE, "an overtaken ARM came back"
    commands.taken(m.Taken(m.code_of(m.Arm), arm.revision))
    assert not commands.settled and not commands.holds(freeze)
    commands.taken(m.Taken(m.code_of(m.Freeze), freeze.revision))
    assert commands.settled and commands.holds(freeze) and not commands.holds(arm)


def test_revisions_wrap():
    commands, pad = stream.Commands(), stream.Revisions()
    last = None
    for _ in range(70_000):
        last = commands.want(m.Freeze)
        assert pad.judge(last) == pad.NEW
    assert last.revision == 70_000 & 0xFFFF


def test_a_new_session_repeats_state_but_no_tone_and_no_leave():
    commands = stream.Commands()
    commands.want(m.Lights, 1, 1, 1, 1, 1, 1, 1, 1)
    commands.want(m.Sound, 440, 100)
    commands.want(m.Leave)
    commands.want(m.Arm, 1, 1000, 7, 1)
    commands.restart(False)
    assert sorted([m.SLOTS[type(command)] for command in commands.due(0)]) == ["lights", "round"]
    commands.restart(True)
    assert [m.SLOTS[type(command)] for command in commands.due(0)] == ["lights"]
