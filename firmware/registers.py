"""Registers of RP2040 and RP2350 that MicroPython has no names for, and writes whose moment is known.

Owns the addresses. Sources: RP2040 datasheet 2.19.6 (IO_BANK0), 3.7 (PIO), 4.6 (timer), 4.7 (watchdog);
RP2350 datasheet 9.11, 11.7, 12.8, 12.9.
"""

import sys
import time

import machine
import micropython

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable

IS_RP2350 = "RP2350" in sys.implementation._machine

PIO0_CTRL = 0x50200000
PIO0_FDEBUG = 0x50200008
PIO0_RXF0 = 0x50200020  # and one word further for each state machine
TIMERAWL = 0x400B0028 if IS_RP2350 else 0x40054028  # microseconds; time.ticks_us() is its low 30 bits
GPIO0_CTRL = 0x40028004 if IS_RP2350 else 0x40014004  # and two words further for each pin
WATCHDOG_SCRATCH0 = 0x400D800C if IS_RP2350 else 0x4005800C  # survives a reset

XOR, CLEAR = 0x1000, 0x3000  # added to an address: what is written is toggled there, or cleared
INVERT_INPUT = 1 << 16  # in GPIOx_CTRL, INOVER: all peripherals see the pin inverted
RXSTALL = 0xF  # in FDEBUG: a state machine pushed to a full FIFO; written back, it is cleared
DREQ_PIO0_RX0 = 4

TICKS_MASK = (1 << 30) - 1
# To the stubs ticks are no numbers, lest somebody forgets their wrap; firmware.ticks does not.
ticks_us: "Callable[[], int]" = time.ticks_us  # type: ignore[assignment]


@micropython.viper
def _write_between(  # type: ignore[no-untyped-def]    # viper does not know None
        clock: ptr32, register: ptr32, value: uint, moments: ptr32):
    before = clock[0]
    register[0] = value
    after = clock[0]
    moments[0] = before
    moments[1] = after


def write_between(address: "int | array[int]", value: int, moments: "array[int]",
                  clock: "int | array[int]" = TIMERAWL) -> None:
    """Write a register, and put time.ticks_us() just before and just after it into moments[0:2].

    No interrupt comes between, so the two are 1 us apart at the most.
    """
    state = machine.disable_irq()
    _write_between(clock, address, value, moments)  # type: ignore[arg-type]    # viper makes the pointers
    machine.enable_irq(state)
    moments[0] &= TICKS_MASK
    moments[1] &= TICKS_MASK
