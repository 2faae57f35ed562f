"""Edges: what stamps the buttons' contacts on the board, whatever else goes on there.

Owns the PIO program, the rings that it fills, and the constant between its count and the clock. `PioEdges`
stamps in hardware; `PinEdges`, by interrupts, is for a board on which that does not work. Both hand over with

    drain(pad, now_us)      every edge up to now_us, in time order, and what was lost

Must never decide what an edge means, or allocate while it drains.
"""

import time
from array import array

import machine
import rp2
import uctypes
from rp2 import PIO

from firmware import registers
from firmware.ticks import Counter, Ticks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import *

    from firmware.pad import Pad

# ---- the PIO program

STATE_MACHINE_HZ = 12_500_000  # about; the divider is a whole number, so that no count is ever longer
PERIOD = 5  # cycles of the state machine that a count takes
COUNT_BITS = 29  # with the level, a word has 30 bits: it is never an object of its own on a 32-bit board


@rp2.asm_pio(in_shiftdir=PIO.SHIFT_LEFT, fifo_join=PIO.JOIN_RX)
def stamp_edges() -> None:
    """Push (count, level) at each edge of the pin, for ever. X counts down once in PERIOD cycles.

    Every way through takes a whole number of periods and counts each of them, so no edge moves the stamps
    of later ones. The level is told by the way itself, not by another look at the pin: what the word says is
    what the machine goes on from, so no glitch can leave the two apart. A full FIFO drops the word and sets
    RXSTALL (RP2040 datasheet 3.7, FDEBUG).

    In cycles (0.08 us at 12.5 MHz), and tested in an emulator: no level that lasts 11 (0.88 us) is missed. An
    edge that long after the one before is stamped 1 early to 4 late, one count in all; any other that is seen
    up to 9 late, two counts in all (0.8 us). Its word is in the FIFO within 14 (1.12 us). Who takes a word in
    every 10 (0.8 us) loses none, whatever the contact does, and eight words wait for nobody.
    """
    mov(x, invert(null))
    mov(y, invert(null))
    wrap_target()
    label("open")  # the pin is high
    jmp(x_dec, "look_open")[3]
    label("look_open")
    jmp(pin, "open")  # 4 + 1
    in_(x, 29)
    in_(null, 1)
    push(noblock)
    jmp(x_dec, "closed")[1]  # 1 + 1 + 1 + 2
    label("closed")
    jmp(x_dec, "look_closed")[2]
    label("look_closed")
    jmp(pin, "rise")
    jmp("closed")  # 3 + 1 + 1
    label("rise")  # 4 so far
    in_(x, 29)
    in_(y, 1)
    push(noblock)
    jmp(x_dec, "open")[2]  # 4 + 1 + 1 + 1 + 3: two periods, two counts
    wrap()


# ---- what drains it

RING = 128  # words, a power of two: more than any contact bounces in one turn of the loop
RING_BITS = 9  # of its bytes
MOST_WORDS = 0x0FFFFFFF  # what RP2350 counts to; a contact that has moved so often is broken

CALIBRATIONS = 8  # edges of our own, of each button
TRIES = 32  # of 0.36 ms: somebody may press just then, and the contact bounce for 10 ms
CALM_US = 20
MOST_SPREAD_US = 2
MOST_OFFSET_US = 4


class CaptureFaultError(Exception):
    """The stamps are not what they must be; the text says how."""


class _Line:
    """One button: its state machine, the DMA channel behind it and the ring where its words lie."""

    def __init__(self, number: int, pin: machine.Pin, freq_hz: int) -> None:
        self.number = number
        self.ready = 0  # words to take in this turn
        self._machine = rp2.StateMachine(number, stamp_edges, freq=freq_hz, jmp_pin=pin)
        self._words = array("I", [0] * (2 * RING))  # twice, for the ring must lie at a multiple of its size
        address = uctypes.addressof(self._words)
        self._first = -address % (4 * RING) // 4
        self.taken = 0
        self.dma = rp2.DMA()
        how = self.dma.pack_ctrl(size=2, inc_read=False, inc_write=True, ring_size=RING_BITS, ring_sel=True,
                                  treq_sel=registers.DREQ_PIO0_RX0 + number)
        self.dma.config(read=registers.PIO0_RXF0 + 4 * number, write=address + 4 * self._first,
                        count=MOST_WORDS, ctrl=how, trigger=True)
        self.left = MOST_WORDS  # what the channel counted when it was last looked at

    def waiting(self) -> int:
        """Return how many words have not been taken, RING at most as long as none was lost."""
        self.left = self.dma.count  # type: ignore[attr-defined]    # the stubs forget it
        if not self.left:
            raise CaptureFaultError("a button has bounced 2^28 times")
        return MOST_WORDS - self.left - self.taken

    def skip(self, count: int) -> None:
        """Take words that nobody wants, or that have been written over."""
        self.taken += count

    def head(self) -> int:
        """Return the oldest word that waits: count and level."""
        return self._words[self._first + (self.taken & (RING - 1))]

    def close(self) -> None:
        """Stop."""
        self._machine.active(0)
        self.dma.active(0)
        self.dma.close()


class PioEdges:
    """Stamps by four state machines that started in the same cycle. Better than 1 us.

    Raises CaptureFaultError when PIO or DMA is taken, or the stamps of edges that it makes itself are wrong.
    """

    in_hardware = True

    def __init__(self, buttons: "list[machine.Pin]", numbers: "tuple[int, ...]", ticks: Ticks) -> None:
        clock_hz = machine.freq()
        divider = max(1, round(clock_hz / STATE_MACHINE_HZ))
        self._ticks = ticks
        self._lines: "list[_Line]" = []
        self._moments = array("I", [0, 0])
        try:
            for number, pin in enumerate(buttons):
                self._lines.append(_Line(number, pin, clock_hz // divider))
            self._start(clock_hz, divider)
            self._calibrate(numbers)
        except (CaptureFaultError, OSError, ValueError) as error:
            self.close()
            raise CaptureFaultError(str(error))  # noqa: B904    MicroPython has no chains

    def _start(self, clock_hz: int, divider: int) -> None:
        machine.mem32[registers.PIO0_FDEBUG] = registers.RXSTALL
        registers.write_between(registers.PIO0_CTRL, 0xF0F, self._moments)  # on, their dividers together
        start_us = self._ticks.unwrap(self._moments[1])
        self._counter = Counter(COUNT_BITS, clock_hz, divider * PERIOD, start_us)
        self._drained_us = start_us

    # ---- the constant offset between count and clock

    def _calibrate(self, numbers: "tuple[int, ...]") -> None:
        """Invert each button's input and back, and compare the stamps with the clock beside the write."""
        differences = []
        for number, line in zip(numbers, self._lines):
            try:
                for _ in range(CALIBRATIONS):
                    differences.append(self._stamp_of_own_edge(number, line))
            finally:
                self._invert(number, registers.CLEAR)  # tries were odd or even
            self._leave_level(line)
        spread_us = max(differences) - min(differences)
        offset_us = sum(differences) // len(differences)
        if spread_us > MOST_SPREAD_US or abs(offset_us) > MOST_OFFSET_US:
            raise CaptureFaultError("stamps are off by %d to %d us" % (min(differences), max(differences)))
        self._counter.shift(offset_us)

    def _stamp_of_own_edge(self, number: int, line: _Line) -> int:
        """Return by how many us the clock is ahead of the stamp of an edge that is made now."""
        for _ in range(TRIES):
            line.skip(line.waiting())
            self._invert(number, registers.XOR)
            if line.waiting() == 1:
                return self._ticks.unwrap(self._moments[1]) - self._counter.us(line.head() >> 1)
        raise CaptureFaultError("an edge made %d words" % line.waiting())

    def _invert(self, number: int, how: int) -> None:
        address = registers.GPIO0_CTRL + 8 * number + how
        registers.write_between(address, registers.INVERT_INPUT, self._moments)
        time.sleep_us(CALM_US)

    def _leave_level(self, line: _Line) -> None:
        """A button that is held from the start is one edge; one that is not is none."""
        line.skip(line.waiting() - 1)  # the last one tells, and there is one: of the last try
        if line.head() & 1:
            line.skip(1)
        else:
            line.left = MOST_WORDS  # for drain it has just come

    # ---- the loop's

    def drain(self, pad: "Pad", now_us: int) -> None:
        """Give the pad every edge up to now_us.

        A word is in its ring less than 2 us after its edge, and more than that passes between reading the
        clock and coming here.
        """
        if self._has_moved():
            self._look(pad)
            self._give(pad)
        self._drained_us = now_us
        self._counter.follow(now_us)

    def _has_moved(self) -> bool:
        """Say whether a word has come, or was lost: most of the time none has."""
        for line in self._lines:
            if line.dma.count != line.left:  # type: ignore[attr-defined]    # the stubs forget it
                return True
        return self._stalled() > 0

    @staticmethod
    def _stalled() -> int:
        flags: int = machine.mem32[registers.PIO0_FDEBUG]
        return flags & registers.RXSTALL

    def _give(self, pad: "Pad") -> None:
        while True:
            first, first_us = None, 0
            for line in self._lines:
                if line.ready:
                    t_us = self._counter.us(line.head() >> 1)
                    if first is None or t_us < first_us:
                        first = line
                        first_us = t_us
            if first is None:
                return
            pad.edge(first.number, not first.head() & 1, first_us)
            first.skip(1)
            first.ready -= 1

    def _look(self, pad: "Pad") -> None:
        """See how many words there are, and tell of those that are lost.

        What was written over is counted; what the FIFO dropped is at least one for each state machine.
        """
        lost = 0
        for line in self._lines:
            line.ready = line.waiting()
            over = line.ready - RING
            if over > 0:
                line.skip(over)
                line.ready = RING
                lost += over
        stalled = self._stalled()
        if stalled:
            machine.mem32[registers.PIO0_FDEBUG] = stalled
            while stalled:
                lost += stalled & 1
                stalled >>= 1
        if lost:
            pad.lost_edges(lost, self._drained_us)

    def close(self) -> None:
        """Stop."""
        for line in self._lines:
            line.close()


# ---- without PIO

EDGES = 64  # a power of two; a bouncing contact makes about 20


class _Ring:
    """Edges from the interrupt to the loop. Full: closed until it is emptied, and the loss is counted."""

    def __init__(self) -> None:
        self.ticks = array("I", [0] * EDGES)
        self.what = bytearray(EDGES)  # button * 2 + pressed
        self.head = 0  # the interrupt's
        self.tail = 0  # the loop's
        self.lost = 0
        self.lost_ticks = 0


class _Interrupt:
    """One button's. It allocates nothing, for a hard interrupt must not."""

    def __init__(self, ring: _Ring, number: int, pin: machine.Pin) -> None:
        self._ring = ring
        self._number = number
        self._now = registers.ticks_us
        pin.irq(self._edge, machine.Pin.IRQ_RISING | machine.Pin.IRQ_FALLING, hard=True)

    def _edge(self, pin: machine.Pin) -> None:
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


class PinEdges:
    """Stamps by hard interrupts: usually 9 to 25 us late, and as much later as interrupts are off."""

    in_hardware = False

    def __init__(self, buttons: "list[machine.Pin]", ticks: Ticks) -> None:
        self._ticks = ticks
        self._ring = _Ring()
        self._buttons = buttons
        self._levels_unknown = True  # one may be held from the start
        self._interrupts = [_Interrupt(self._ring, number, pin) for number, pin in enumerate(buttons)]

    def drain(self, pad: "Pad", now_us: int) -> None:
        """Give the pad every edge so far; where some are lost, the level that they have led to."""
        ring = self._ring
        while ring.tail != ring.head:
            what = ring.what[ring.tail]
            pad.edge(what >> 1, bool(what & 1), self._ticks.unwrap(ring.ticks[ring.tail]))
            ring.tail = (ring.tail + 1) & (EDGES - 1)
        if ring.lost:
            pad.lost_edges(ring.lost, self._ticks.unwrap(ring.lost_ticks))
            ring.lost = 0
            self._levels_unknown = True
        if self._levels_unknown:
            self._levels_unknown = False
            for number in range(len(self._buttons)):
                pad.edge(number, not self._buttons[number].value(), now_us)

    def close(self) -> None:
        """Nothing to put down: the board is reset next."""
