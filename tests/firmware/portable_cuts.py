"""The brain and a host joined by a cable that is cut at random bytes, on CPython and on MicroPython."""

import random

from firmware.pad import Pad
from shared_rules.wire import frames, stream
from shared_rules.wire import messages as m

CUTS = 150
STEP_US = 2_000  # 16 steps are more than a press and its release, each with its 15 ms of bounce


class Table:
    """One pad that keeps its power, one host that keeps its memory, and the cable between them."""

    def __init__(self, seed):
        random.seed(seed)
        self.now_us = 0
        self.pressed = []  # true moments of HIT
        self.got = []
        self.session = 0
        self.boots = 0
        self.inbox, self.commands = stream.Inbox(), stream.Commands()
        self.power_up()
        self.plug()

    def power_up(self):
        self.boots += 1
        self.pad = Pad(b"pad00001", b"test", 1000 + self.boots, lambda: 0, now_us=self.now_us)

    def plug(self):
        self.session += 1
        self.greeted = False
        self.to_pad = frames.DELIMITER
        self.to_host = b""
        self.deframer = frames.Deframer()

    def cut(self):
        """What is on its way ends at a random byte; the rest is gone, and the cable is plugged in again."""
        to_pad = self.to_pad[:random.getrandbits(8)]
        self.to_host = self.to_host[:random.getrandbits(8)]
        self._host_reads()
        self.pad.feed(to_pad, self.now_us)
        self.plug()

    def say(self, message):
        self.to_pad += frames.encode(m.pack(message))

    def press(self):
        self.pressed.append(self.now_us + 1)
        self.pad.edge(m.HIT, True, self.now_us + 1)
        self.pad.edge(m.HIT, False, self.now_us + 400)

    def turn(self):
        self.now_us += STEP_US
        self.pad.tick(self.now_us)
        if not self.greeted:
            self.say(m.Hello(1, 1, self.session))
        for command in self.commands.due(self.now_us):
            self.say(command)
        self.say(m.Ping(1, 0))
        bytes_in, self.to_pad = self.to_pad, b""
        self.pad.feed(bytes_in, self.now_us)
        self.to_host += self.pad.take(self.now_us)
        if random.getrandbits(2):
            self._host_reads()

    def _host_reads(self):
        data, self.to_host = self.to_host, b""
        for message in map(m.unpack, self.deframer.feed(data)):
            if isinstance(message, m.Identity) and message.session == self.session:
                self.commands.restart(self.inbox.begin(message))
                self.greeted = True
            elif isinstance(message, m.Event):
                if self.inbox.see(message):
                    self.got.append(message)
                if self.inbox.boot_id is not None:
                    self.say(self.inbox.ack())
            elif isinstance(message, m.Watermark):
                self.inbox.mark(message)
            elif isinstance(message, m.Taken):
                self.commands.taken(message)

    def presses(self):
        return [event.t_pad_us for event in self.got if event.kind == m.PRESS]

    def settle(self):
        for _ in range(2000):
            self.turn()
            if len(self.presses()) >= len(self.pressed) and self.commands.settled:
                return


def cut_the_cable(seed, cuts):
    table = Table(seed)
    for number in range(cuts):
        for _ in range(16 + random.getrandbits(3)):
            table.turn()
        table.press()
        if number % 3 == 0:
            table.commands.want(m.Arm, number & 255, table.now_us, 7, 0)
        for _ in range(random.getrandbits(2)):
            table.turn()
        table.cut()
    table.settle()
    assert table.presses() == table.pressed
    assert table.commands.settled
    assert not [event for event in table.got if event.kind == m.FAULT]
    assert table.inbox.missed == 0


def test_no_press_is_lost_or_doubled_while_the_pad_keeps_power():
    cut_the_cable(21, CUTS)


def test_a_pad_that_loses_power_is_found_out_and_starts_anew():
    table = Table(22)
    for _ in range(30):
        table.press()
        for _ in range(20):
            table.turn()
        before = table.inbox.boot_id
        table.power_up()  # the cable holds: only the boot id tells
        table.greeted = False
        for _ in range(20):
            table.turn()
        assert table.inbox.boot_id == 1000 + table.boots != before
        assert table.got[-1].kind == m.BOOT and table.got[-1].seq == 1
