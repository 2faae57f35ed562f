"""The pad's board: a Raspberry Pi Pico, Pico W or Pico 2 under MicroPython.

Owns pins, edge stamps, lights, sound, the USB serial line and the watchdog. Must never decide anything:
that is pad.py's. Must never write flash while it runs, or block on a host that does not read.

Priorities, highest first:

    0. the interrupt    stores (ticks, button, level) in a preallocated ring, nothing else
    1. read the clock   BEFORE the ring is emptied: every edge stamped up to now is in the ring by then
    2. empty the ring   edges into the brain, then tick: the promise behind every watermark
    3. host in          bytes that are there; the clock is read after them
    4. host out         what the line takes now
    5. lights, sound    at most every 20 ms, and only what has changed
    6. watchdog         fed here and nowhere else, so only a whole turn feeds it

While a WS2812 frame goes out (4 x 24 bits x 1.25 us = 120 us) interrupts wait, so an edge in it may be
stamped that much late; that is why unchanged lights are not sent.
"""

import os
import select
import sys
import time
from array import array

import machine
import micropython
import neopixel

from firmware import pins
from firmware.pad import TAKE_BYTES, Pad
from firmware.ticks import Ticks
from shared_rules.wire import messages as m
from shared_rules.wire.frames import DELIMITER

EDGES = 64  # a power of two; a bouncing contact makes about 20
READ_BYTES = 64  # in one turn
CHUNK_BYTES = 64  # written at once while the host reads; one byte at a time after it stalled
SHOW_US = 20_000
WATCHDOG_MS = 2_000
STAY = 0x54535245  # "TSRE": found in the scratch register, the board stays in the REPL once
SCRATCH0 = {"RP2040": 0x4005800C, "RP2350": 0x400D800C}  # WATCHDOG SCRATCH0, survives a reset


class Ring:
    """Edges from the interrupt to the loop. Full: closed until it is emptied, and the loss is counted."""

    def __init__(self) -> None:
        self.ticks = array("I", [0] * EDGES)
        self.what = bytearray(EDGES)  # button * 2 + pressed
        self.head = 0  # the interrupt's
        self.tail = 0  # the loop's
        self.lost = 0
        self.lost_ticks = 0


class Line:
    """One button's interrupt. It allocates nothing, for a hard interrupt must not."""

    def __init__(self, ring: Ring, number: int, pin) -> None:
        self._ring = ring
        self._number = number
        self._now = time.ticks_us
        pin.irq(self._edge, machine.Pin.IRQ_RISING | machine.Pin.IRQ_FALLING, hard=True)

    def _edge(self, pin) -> None:
        ring = self._ring
        ticks = self._now()
        head = ring.head
        after = (head + 1) & (EDGES - 1)
        if ring.lost or after == ring.tail:
            if not ring.lost:
                ring.lost_ticks = ticks
            ring.lost += 1
            return
        ring.ticks[head] = ticks
        ring.what[head] = self._number * 2 + 1 - pin.value()
        ring.head = after


class Usb:
    """The USB serial line, polled and partial. Ctrl-C is a byte like any other while it runs."""

    def __init__(self) -> None:
        micropython.kbd_intr(-1)
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)
        self._rest = DELIMITER
        self._chunk = CHUNK_BYTES

    def read(self, wait_ms: int) -> bytes:
        """Return what has come; wait at most wait_ms for the first byte."""
        data = b""
        while len(data) < READ_BYTES and self._in.poll(wait_ms):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            data += byte
            wait_ms = 0
        return data

    def write(self, pad: Pad, clock) -> None:
        """Write the rest of last time, or what the brain has now. A short write: the host has stalled."""
        if not self._rest:
            self._rest = pad.take(clock(), TAKE_BYTES)
        while self._rest and self._out.poll(0):
            piece = self._rest[:self._chunk]
            done = sys.stdout.buffer.write(piece) or 0
            self._rest = self._rest[done:]
            self._chunk = CHUNK_BYTES if done == len(piece) else 1
            if done < len(piece):
                return

    def close(self) -> None:
        """Give Ctrl-C back to the REPL."""
        micropython.kbd_intr(3)


class Show:
    """Lights and tone: sends the differences only."""

    def __init__(self) -> None:
        self._pixels = neopixel.NeoPixel(machine.Pin(pins.LIGHTS, machine.Pin.OUT), len(pins.BUTTONS))
        self._piezo = machine.PWM(machine.Pin(pins.PIEZO))
        self._lights = None
        self._tone_hz = 0
        self._at_us = 0

    def update(self, pad: Pad, now_us: int) -> None:
        """Show what the brain wants now."""
        if now_us < self._at_us:
            return
        self._at_us = now_us + SHOW_US
        lights = [pad.light(number, now_us) for number in range(len(pins.BUTTONS))]
        if lights != self._lights:
            self._lights = lights
            for place, rgb in enumerate(lights):
                self._pixels[place] = rgb
            self._pixels.write()
        tone_hz = pad.sound(now_us)
        if tone_hz != self._tone_hz:
            self._tone_hz = tone_hz
            if tone_hz:
                self._piezo.freq(max(tone_hz, 20))
            self._piezo.duty_u16(32768 if tone_hz else 0)

    def close(self) -> None:
        """Dark and silent."""
        self._pixels.fill((0, 0, 0))
        self._pixels.write()
        self._piezo.deinit()


class Board:
    """Everything together; turn() is one pass of the loop."""

    def __init__(self, buttons) -> None:
        self._ticks = Ticks(time.ticks_us(), 1)
        self._ring = Ring()
        boot_id = int.from_bytes(os.urandom(4), "little") or 1
        name = os.uname().machine.encode()[:16] if hasattr(os, "uname") else b"pico"
        self.pad = Pad(machine.unique_id(), name, boot_id, self._random_byte, now_us=self.clock(),
                       capabilities=m.HAS_LIGHTS | m.HAS_SOUND)
        self._show = Show()
        self._usb = Usb()
        self._lines = [Line(self._ring, number, pin) for number, pin in enumerate(buttons)]
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)

    @staticmethod
    def _random_byte() -> int:
        return os.urandom(1)[0]

    def clock(self) -> int:
        """Return microseconds since boot, 64 bit."""
        return self._ticks.unwrap(time.ticks_us())

    def turn(self) -> bool:
        """One pass in the order written at the top; False when the host wants the REPL."""
        now_us = self.clock()
        self._give_edges()
        self.pad.tick(now_us)
        data = self._usb.read(1)
        if data:
            self.pad.feed(data, self.clock())
        self._usb.write(self.pad, self.clock)
        self._show.update(self.pad, now_us)
        self._watchdog.feed()
        return not self.pad.leaving

    def _give_edges(self) -> None:
        ring = self._ring
        while ring.tail != ring.head:
            what = ring.what[ring.tail]
            self.pad.edge(what >> 1, bool(what & 1), self._ticks.unwrap(ring.ticks[ring.tail]))
            ring.tail = (ring.tail + 1) & (EDGES - 1)
        if ring.lost:
            self.pad.lost_edges(ring.lost, self._ticks.unwrap(ring.lost_ticks))
            ring.lost = 0

    def close(self) -> None:
        """Put everything down before the REPL."""
        self._show.close()
        self._usb.close()


def scratch_address() -> int:
    """Return where this chip keeps a word over a reset."""
    machine_name = os.uname().machine if hasattr(os, "uname") else ""
    return SCRATCH0["RP2350" if "RP2350" in machine_name else "RP2040"]


def stay_in_repl(buttons) -> bool:
    """Say whether HIT is held at power-up, or LEAVE asked for the REPL just before the reset."""
    asked = machine.mem32[scratch_address()] == STAY
    machine.mem32[scratch_address()] = 0
    return asked or not buttons[0].value()


def main() -> None:
    """Be a pad until LEAVE. Then reset, for a watchdog cannot be stopped, and stay in the REPL after it."""
    buttons = [machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP) for number in pins.BUTTONS]
    time.sleep_ms(2)  # the pull-ups charge the cables
    if stay_in_repl(buttons):
        return
    board = Board(buttons)
    while board.turn():
        pass
    board.close()
    machine.mem32[scratch_address()] = STAY
    machine.reset()
