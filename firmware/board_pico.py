"""The pad's board: a Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W under MicroPython.

Owns lights, sound, the USB serial line, the watchdog and the loop. Must never decide anything: that is
pad.py's. Must never block on a host that does not read, or write flash while a round is on.

Priorities, highest first:

    0. the edges        are stamped by edges.py, whatever happens below
    1. read the clock   BEFORE the edges are taken: every one stamped up to now is there by then
    2. take the edges   into the brain, then tick: the promise behind every watermark
    3. host out         what the line takes now
    4. host in          a frame that is there, or at most 1 ms until one is; the only place that waits
    5. lights, sound    at most every 20 ms, and only what has changed
    6. housekeeping     between rounds only: random bytes, settings, garbage
    7. watchdog         fed here and nowhere else, so only a whole turn feeds it

A turn with nothing to say allocates nothing. While a WS2812 frame goes out (4 x 24 bits x 1.25 us = 120 us)
interrupts wait; stamps by PIO do not mind, and unchanged lights are not sent.
"""

import gc
import os
import select
import sys
import time

import machine
import micropython
import neopixel

from firmware import pins, registers, settings
from firmware.chance import Chance
from firmware.debounce import DEBOUNCE_US
from firmware.edges import CaptureFaultError, PinEdges, PioEdges
from firmware.pad import LARGEST_FRAME, SETTLE_US, Pad
from firmware.self_test import LOOP_BACK_HZ
from firmware.ticks import Ticks
from shared_rules.wire import messages as m
from shared_rules.wire.frames import DELIMITER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

READ_BYTES = 64  # in one turn
FIFO_BYTES = 256  # what the USB line's output buffer holds
SHOW_US = 20_000
HOUSEKEEPING_US = 2_000_000
WATCHDOG_MS = 2_000
HALF_DUTY = 32768
DARK = (0, 0, 0)
STAY = 0x54535245  # "TSRE": found in the scratch register, the board stays in the REPL once
CRASH_FILE = "crash.txt"


class Usb:
    """The USB serial line, polled and partial. Ctrl-C is a byte like any other while it runs."""

    def __init__(self, clock: "Callable[[], int]") -> None:
        micropython.kbd_intr(-1)
        self._clock = clock
        self.began_us = 0
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)
        for poll in (self._in, self._out):
            poll.ipoll(0)  # the first time allocates what it answers in
        self._one = bytearray(1)
        self._got = bytearray(READ_BYTES)
        self._rest = DELIMITER
        self._at = 0  # of the rest is written

    @staticmethod
    def _is_ready(poll: select.poll, wait_ms: int) -> bool:
        for _ in poll.ipoll(wait_ms):
            return True
        return False

    def read(self, wait_ms: int) -> bytes:
        """Return what has come, at most up to the end of a frame; wait at most wait_ms for the first byte.

        `began_us` is when the first byte was there: none of a frame was before it was sent, so a Ping is
        stamped by it, and not by when it is read and understood.
        """
        if not self._is_ready(self._in, wait_ms):
            return b""
        self.began_us = self._clock()
        count = 0
        while count < READ_BYTES and self._is_ready(self._in, 0):
            if not sys.stdin.buffer.readinto(self._one):
                break
            self._got[count] = self._one[0]
            count += 1
            if not self._one[0]:
                break
        return bytes(self._got[:count])

    def write(self, pad: Pad) -> bool:
        """Write the rest of last time, or a frame that the brain has now. Return whether there may be more.

        What surely has room in the line's buffer goes out at once; else a byte at a time, as long as there
        is room for one: a host that does not read costs a poll, never a wait.
        """
        if self._at == len(self._rest):
            self._rest = pad.take(self._clock(), LARGEST_FRAME)
            self._at = 0
        if not self._rest:
            return False
        if self._at == 0 and pad.fits(FIFO_BYTES):
            self._at = sys.stdout.buffer.write(self._rest) or 0
        while self._at < len(self._rest) and self._is_ready(self._out, 0):
            self._at += sys.stdout.buffer.write(self._rest, self._at, 1) or 0
        return self._at == len(self._rest)

    def close(self) -> None:
        """Give Ctrl-C back to the REPL."""
        micropython.kbd_intr(3)


class Show:
    """Lights and tone: sends the differences only."""

    def __init__(self) -> None:
        self._pixels = neopixel.NeoPixel(machine.Pin(pins.LIGHTS, machine.Pin.OUT), len(pins.BUTTONS))
        self._piezo = machine.PWM(machine.Pin(pins.PIEZO))
        self._shown = [DARK] * len(pins.BUTTONS)
        self._pixels.write()  # whatever they showed before the reset
        self._tone_hz = 0
        self._at_us = 0

    def update(self, pad: Pad, now_us: int) -> None:
        """Show what the brain wants now."""
        if now_us < self._at_us:
            return
        self._at_us = now_us + SHOW_US
        changed = False
        for number in range(len(pins.BUTTONS)):
            rgb = pad.light(number, now_us)
            if rgb != self._shown[number]:
                self._shown[number] = rgb
                self._pixels[number] = rgb
                changed = True
        if changed:
            self._pixels.write()
        tone_hz = pad.sound(now_us)
        if tone_hz != self._tone_hz:
            self._tone_hz = tone_hz
            if tone_hz:
                self._piezo.freq(max(tone_hz, 20))
            self._piezo.duty_u16(HALF_DUTY if tone_hz else 0)

    def close(self) -> None:
        """Dark and silent."""
        self._pixels.fill(DARK)
        self._pixels.write()
        self._piezo.deinit()


class LoopBack:
    """The self-test's own signal. Off, its pin is an input and disturbs nobody, wire or no wire."""

    def __init__(self) -> None:
        self._pin = machine.Pin(pins.LOOP_BACK, machine.Pin.IN)
        self._signal: "machine.PWM | None" = None

    def switch(self, is_on: bool) -> None:
        """Begin or end it."""
        if is_on and self._signal is None:
            self._signal = machine.PWM(self._pin, freq=LOOP_BACK_HZ, duty_u16=HALF_DUTY)
        elif not is_on and self._signal is not None:
            self._signal.deinit()
            self._signal = None
            self._pin.init(machine.Pin.IN)


class Board:
    """Everything together; turn() is one pass of the loop."""

    def __init__(self, buttons: "list[machine.Pin]") -> None:
        self._ticks = Ticks(registers.ticks_us(), 1)
        self._edges = self._capture(buttons)
        self._chance = Chance()
        self._kept = settings.load() or (DEBOUNCE_US, SETTLE_US)
        capabilities = m.HAS_LIGHTS | m.HAS_SOUND
        if self._edges.in_hardware:
            capabilities |= m.HAS_PIO_STAMPS
        self._show = Show()
        self._loop_back = LoopBack()
        self._usb = Usb(self.clock)
        self._housekeeping_at_us = self.clock() + HOUSEKEEPING_US
        gc.collect()
        boot_id = int.from_bytes(os.urandom(4), "little") or 1
        self.pad = Pad(machine.unique_id(), board_name(sys.implementation._machine), boot_id,
                       self._chance.next_byte, now_us=self.clock(), capabilities=capabilities,
                       debounce_us=self._kept[0], settle_us=self._kept[1])
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def _capture(self, buttons: "list[machine.Pin]") -> "PioEdges | PinEdges":
        try:
            return PioEdges(buttons, pins.BUTTONS, self._ticks)
        except CaptureFaultError:
            return PinEdges(buttons, self._ticks)

    def clock(self) -> int:
        """Return microseconds since boot, 64 bit."""
        return self._ticks.unwrap(registers.ticks_us())

    def turn(self) -> bool:
        """One pass in the order written at the top; False when the host wants the REPL."""
        now_us = self.clock()
        self._edges.drain(self.pad, now_us)
        self.pad.tick(now_us)
        is_leaving = self.pad.leaving  # before LEAVE is read, for it is answered
        is_flowing = self._usb.write(self.pad)
        data = self._usb.read(0 if is_flowing or not self.pad.is_idle else 1)
        if data:
            self.pad.feed(data, self._usb.began_us)
        self._show.update(self.pad, now_us)
        self._loop_back.switch(self.pad.wants_signal(now_us))
        if self.pad.is_idle and now_us >= self._housekeeping_at_us:
            self._keep_house()
            self._housekeeping_at_us = now_us + HOUSEKEEPING_US
        self._watchdog.feed()
        return is_flowing or not is_leaving

    def _keep_house(self) -> None:
        self._chance.fill()
        self._keep_settings()
        gc.collect()

    def _keep_settings(self) -> None:
        if self._kept != (self.pad.debounce_us, self.pad.settle_us):
            self._kept = (self.pad.debounce_us, self.pad.settle_us)
            try:
                settings.keep(*self._kept)
            except OSError:
                pass  # a full flash: they hold until the power goes

    def close(self) -> None:
        """Put everything down before the REPL."""
        self._keep_settings()
        self._edges.close()
        self._loop_back.switch(False)
        self._show.close()
        self._usb.close()


def board_name(machine_name: str) -> bytes:
    """Return which board this is, in at most 16 bytes: "Pico W RP2040"."""
    return machine_name.replace("Raspberry Pi ", "").replace(" with", "").encode()[:16]


def stay_in_repl(buttons: "list[machine.Pin]") -> bool:
    """Say whether HIT is held at power-up, or LEAVE asked for the REPL just before the reset.

    After a reset by the watchdog or by ourselves HIT is what people play with, and the pad must come back.
    """
    asked = machine.mem32[registers.WATCHDOG_SCRATCH0] == STAY
    machine.mem32[registers.WATCHDOG_SCRATCH0] = 0
    return asked or (machine.reset_cause() != machine.WDT_RESET and not buttons[0].value())


def main() -> None:
    """Be a pad until LEAVE. Then reset, for a watchdog cannot be stopped, and stay in the REPL after it."""
    buttons = [machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP) for number in pins.BUTTONS]
    time.sleep_ms(2)  # the pull-ups charge the cables
    if stay_in_repl(buttons):
        return
    board = Board(buttons)
    try:
        while board.turn():
            pass
    except Exception as error:  # the host hears of the reboot, and people can read why
        with open(CRASH_FILE, "w") as file:
            sys.print_exception(error, file)
        machine.reset()
    board.close()
    machine.mem32[registers.WATCHDOG_SCRATCH0] = STAY
    machine.reset()
