"""How much of the heap the board takes, its event ring full: prints bytes before and after it is there."""

import gc
import time

import fake_registers
import machine
import neopixel  # noqa: F401    the stand-ins take memory that a board does not
import rp2

gc.collect()
before_bytes = gc.mem_alloc()

from firmware import board_pico, pins, registers  # noqa: E402

registers.write_between = fake_registers.write_between
board = board_pico.Board([machine.Pin(number) for number in pins.BUTTONS])
board.turn()
for number in range(100):
    for level in (0, 1):
        rp2.lines[0].edge(level, time.ticks_add(time.ticks_us(), 20_000 * (2 * number + level)))
    board.turn()
    gc.collect()
print()  # ends the delimiter that the board began with
print(before_bytes, gc.mem_alloc(), board.pad._outbox.high_water, board.pad._outbox.refused)
