"""A virtual pad: the real brain in its own process behind a pty, under MicroPython's unix port or CPython.

Owns the process: its pty (stdin and stdout are the master, non-blocking), its finger FIFO, its clock and
its lifeline. Must never stamp by the time it runs: an edge is stamped with the time its finger line names,
however late this process gets to it. Started by companion/pads/virtual.py as

    micropython -m firmware.board_virtual id=<16 hex> epoch_us=N start_us=N skew_ppm=N finger=FD life=FD
        [seed=N]

epoch_us is CLOCK_MONOTONIC at the start; finger and life are inherited, non-blocking file descriptors. When
life's other end closes, the parent is gone and so is the pad. A pulled cable (no slave open) is no end.

Priorities of the loop, in this order; the first three are what makes watermarks honest:

    1. read the clock             before the FIFO, so a line written earlier cannot be missed
    2. drain the FIFO             to the last byte, or promise nothing in this turn
    3. give due edges, tick       exact stamps, in time order
    4. bytes from the host
    5. bytes to the host
    6. wait                       for host, finger or life; never poll(0), which burns a core

A line whose at_us is older than a watermark or an event already sent is stamped at the earliest honest
moment after it. Stopped for more than 8.9 minutes at once, a pad loses count of its clock's wraps.
"""

import os
import select
import sys
import time

from firmware.fingers import Fingers
from firmware.pad import TAKE_BYTES, Pad
from firmware.ticks import WRAP_US, Ticks
from firmware.virtual_clock import VirtualClock
from shared_rules.wire import messages as m
from shared_rules.wire.frames import DELIMITER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO, Any, BinaryIO

    Pollable = IO[Any] | int

BOARD = b"virtual"
READ_BYTES = 256
FIFO_BYTES = 65536  # what a FIFO holds; more than that in one turn means somebody writes without end
MS_US = 1_000  # poll counts in these
SHORT_US, LONG_US = 1_000, 10_000  # a wait with more to write, and without

if hasattr(time, "ticks_us"):  # MicroPython
    import micropython

    micropython.kbd_intr(-1)
    ticks_us = time.ticks_us  # CLOCK_MONOTONIC modulo 2^30 on the unix port
    sleep_us = time.sleep_us  # type: ignore[attr-defined]    # it comes with ticks_us
    LINK_IN, LINK_OUT = sys.stdin.buffer, sys.stdout.buffer

    def open_fd(fd: int) -> "BinaryIO":
        return open(fd, "rb")
else:
    LINK_IN = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)  # unbuffered Pythons have no raw below
    LINK_OUT = getattr(sys.stdout.buffer, "raw", sys.stdout.buffer)

    def ticks_us() -> int:
        return time.monotonic_ns() // 1000 % WRAP_US

    def sleep_us(pause_us: int) -> None:
        time.sleep(pause_us / 1_000_000)

    def open_fd(fd: int) -> "BinaryIO":
        return open(fd, "rb", buffering=0)


def complain(text: str) -> None:
    """Tell whoever started the pad."""
    sys.stderr.write("virtual pad: " + text + "\n")


def seeded(seed: int) -> "Callable[[], int]":
    """Return next_byte() that gives the same on both interpreters. Source: Marsaglia 2003, xorshift32."""
    state = [(seed * 2654435761 + 1) & 0xFFFFFFFF or 1]

    def next_byte() -> int:
        x = state[0]
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        state[0] = x
        return x >> 16 & 0xFF

    return next_byte


def random_byte() -> int:
    """Return a byte of the system's entropy."""
    return os.urandom(1)[0]


class Line:
    """The pty: reads and writes what goes through now, and knows whether anybody holds the other end."""

    def __init__(self) -> None:
        self._rest = DELIMITER  # ends whatever the host has half read
        self.open = False

    def plug(self, is_open: bool) -> None:
        """Take note whether a host holds the slave; what was half written is forgotten with the old one."""
        if self.open and not is_open:
            self._rest = DELIMITER
        self.open = is_open

    def read(self) -> bytes:
        """Return what has come, b"" for nothing."""
        try:
            return LINK_IN.read(READ_BYTES) or b""
        except OSError:
            return b""  # the cable was pulled just now

    def write(self, pad: Pad, clock: "Callable[[], int]") -> bool:
        """Write the rest of last time; only then ask the pad for more, so that a Pong's l3 is true.

        Return whether there was anything, for there may be more.
        """
        if not self._rest:
            self._rest = pad.take(clock(), TAKE_BYTES)
        if not self._rest:
            return False
        try:
            self._rest = self._rest[LINK_OUT.write(self._rest) or 0:]
        except OSError:
            return True  # full or pulled; later
        return True


class Watch:
    """Waits for host, finger and life. `lost`: no host holds the slave; `over`: the parent is gone."""

    def __init__(self, life: "BinaryIO") -> None:
        self.lost = False
        self.over = False
        self._life = self._number(life)
        self._link = self._number(sys.stdin)
        self._poll = select.poll()

    def add(self, thing: "Pollable") -> None:
        self._poll.register(thing, select.POLLIN)

    @staticmethod
    def _number(thing: "Pollable") -> int:
        return thing if isinstance(thing, int) else thing.fileno()

    def wait(self, most_us: int) -> None:
        """Wait at most so long; deaf for less than a millisecond, since an edge is due before poll would
        return. A pulled cable makes poll return at once, so sleep instead."""
        self.lost = False
        if most_us < MS_US:
            sleep_us(most_us)
        for thing, what in self._poll.poll(most_us // MS_US):
            number = self._number(thing)
            if number == self._life:
                self.over = True
            elif number == self._link and what & select.POLLHUP:
                self.lost = True
        if self.lost:
            sleep_us(most_us)


def drain(fifo: "BinaryIO", fingers: Fingers, now_us: int) -> bool:
    """Read the FIFO empty; False when it will not end."""
    for _ in range(2 * FIFO_BYTES // READ_BYTES):
        data = fifo.read(READ_BYTES)
        if not data:
            return True
        fingers.feed(data, now_us)
    return False


def arguments(words: "list[str]") -> "dict[str, str]":
    """Return name=value words as a dictionary."""
    return dict([word.split("=", 1) for word in words])


def run(given: "dict[str, str]") -> None:
    """Be a pad until the parent is gone or the host says Leave."""
    epoch_us = int(given["epoch_us"])
    ticks = Ticks(epoch_us % WRAP_US, epoch_us)
    clock = VirtualClock(epoch_us, int(given["start_us"]), int(given["skew_ppm"]))
    fingers = Fingers(clock, complain)
    fifo, life = open_fd(int(given["finger"])), open_fd(int(given["life"]))
    chance = seeded(int(given["seed"])) if "seed" in given else random_byte
    boot_id = int.from_bytes(os.urandom(4), "little") or 1

    def pad_clock() -> int:
        return clock.pad_us(ticks.unwrap(ticks_us()))

    unique_id = bytes([int(given["id"][at:at + 2], 16) for at in range(0, 16, 2)])
    pad = Pad(unique_id, BOARD, boot_id, chance, now_us=pad_clock(), capabilities=m.IS_VIRTUAL)
    watch, line = Watch(life), Line()
    for thing in (sys.stdin, fifo, life):
        watch.add(thing)
    while not watch.over:
        now_us = ticks.unwrap(ticks_us())
        now_pad_us = clock.pad_us(now_us)
        complete = drain(fifo, fingers, now_us)
        for button, closed, t_pad_us in fingers.due(now_pad_us):
            pad.edge(button, closed, t_pad_us)
        if complete:
            pad.tick(now_pad_us)
        pause_us = LONG_US
        line.plug(not watch.lost)
        if line.open:
            data = line.read()
            if data:
                pad.feed(data, pad_clock())
            if line.write(pad, pad_clock):
                pause_us = SHORT_US
        if pad.leaving:
            return
        watch.wait(fingers.pause_us(pad_clock(), pause_us))


if __name__ == "__main__":
    run(arguments(sys.argv[1:]))
