"""The pad's brain at full speed, on MicroPython.

    MICROPYPATH=.:.frozen micropython -X heapsize=192k tests/bench/pad_loop.py EVENTS [SEED]

Each event is an edge that becomes a frame, reaches a host, and is acknowledged; one frame in 16 is lost on
its way and one acknowledgement in 16, so there are resends all the time. A garbage collection is forced
between events. Prints a line of JSON; ends with 1 when an event was lost, doubled or out of order, or the
heap grew.
"""

import gc
import json
import random
import sys
import time

from firmware.pad import Pad
from shared_rules.wire import frames
from shared_rules.wire import messages as m
from shared_rules.wire.stream import Inbox

APART_US = 20_000  # more than the debounce window
TURN_US = 500
FIRST = 200  # events that are not counted: what is made once is made by then


class Line:
    """A pad, its host, and a line between them that loses some of what it carries."""

    def __init__(self):
        self.pad = Pad(b"pad00001", b"bench", 1, lambda: 0)
        self.deframer = frames.Deframer()
        self.inbox = Inbox()
        self.now_us = 0
        self.last_us = 0  # stamp of the latest press or release that arrived
        self.arrived = 0
        self.wrong = 0
        self.say(m.Hello(1, 1, 7))

    def say(self, message):
        self.pad.feed(frames.encode(m.pack(message)), self.now_us)

    def turn(self):
        self.now_us += TURN_US
        self.pad.tick(self.now_us)
        data = self.pad.take(self.now_us)
        if data and random.getrandbits(4):
            for payload in self.deframer.feed(data):
                self.hear(m.unpack(payload))

    def hear(self, message):
        if isinstance(message, m.Identity):
            self.inbox.begin(message)
        elif isinstance(message, m.Event):
            if self.inbox.see(message) and message.kind in (m.PRESS, m.RELEASE):
                self.arrived += 1
                self.wrong += message.t_pad_us != self.last_us + APART_US
                self.last_us = message.t_pad_us
            if random.getrandbits(4):
                self.say(self.inbox.ack())

    def press(self, number, collects):
        """One edge, and one turn."""
        t_us = APART_US * (number + 1)
        self.now_us = max(self.now_us, t_us)
        self.pad.edge(m.HIT, not number & 1, t_us)
        if collects:
            gc.collect()
        self.turn()

    def finish(self, count):
        for _ in range(100_000):
            if self.arrived == count:
                return
            self.turn()


def main(count, seed):
    random.seed(seed)
    line = Line()
    for number in range(FIRST):  # everything is there once
        line.press(number, False)
    gc.collect()
    before_bytes = gc.mem_alloc()
    began_us = time.ticks_us()
    passed_us = 0
    for number in range(FIRST, FIRST + count):
        line.press(number, True)
        if not number & 0xFFFF:  # the clock wraps
            passed_us, began_us = passed_us + time.ticks_diff(time.ticks_us(), began_us), time.ticks_us()
    passed_us += time.ticks_diff(time.ticks_us(), began_us)
    line.finish(FIRST + count)
    gc.collect()
    after_bytes = gc.mem_alloc()
    outbox, lost = line.pad._outbox, FIRST + count - line.arrived
    print(json.dumps({"events": count, "per_second": count * 1_000_000 // passed_us, "lost": lost,
                      "wrong": line.wrong, "refused": outbox.refused, "resent": outbox.resent,
                      "heap_before": before_bytes, "heap_after": after_bytes}))
    return int(lost != 0 or line.wrong > 0 or after_bytes > before_bytes)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
