"""The board and a host that stops reading: presses before and after its ring is full, then turns until LEAVE.

On stderr: "dead" when the line is full, then the number of edges and the longest turn in microseconds.
"""

import sys
import time

import fake_registers
import machine
import rp2

from firmware import board_pico, pins, registers

APART_MS = 3  # more than the debounce window that the host sets
PRESSES = 25
MORE = 45  # together more edges than the ring holds events

registers.write_between = fake_registers.write_between
board = board_pico.Board([machine.Pin(number) for number in pins.BUTTONS])
longest_us = 0


def turn():
    global longest_us
    before_us = time.ticks_us()
    goes_on = board.turn()
    longest_us = max(longest_us, time.ticks_diff(time.ticks_us(), before_us))
    return goes_on


def press(count):
    for level in [0, 1] * count:
        rp2.lines[0].edge(level)
        end_ms = time.ticks_add(time.ticks_ms(), APART_MS)
        while time.ticks_diff(end_ms, time.ticks_ms()) > 0:
            turn()


while board.pad.is_idle or board._usb._is_ready(board._usb._out, 0):
    turn()
sys.stderr.write("dead\n")
longest_us = 0
press(PRESSES)
assert board.pad._outbox.refused == 0
press(MORE)
sys.stderr.write("%d %d\n" % (2 * (PRESSES + MORE), longest_us))
while turn():
    pass
