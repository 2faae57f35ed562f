"""Runs board_pico.py over the fake modules, on MicroPython: stdin and stdout are the USB line."""

import sys
import time

import machine
import neopixel

from firmware import board_pico, pins

buttons = [machine.Pin(number) for number in pins.BUTTONS]
assert not board_pico.stay_in_repl(buttons)
buttons[0].level = 0
assert board_pico.stay_in_repl(buttons), "HIT held at power-up"
buttons[0].level = 1
machine.mem32[board_pico.scratch_address()] = board_pico.STAY
assert board_pico.stay_in_repl(buttons), "LEAVE before the reset"
assert not board_pico.stay_in_repl(buttons), "only once"

board = board_pico.Board(buttons)
assert board.turn()
before_us = board.clock()
buttons[0].move(0)
buttons[2].move(0)
after_us = board.clock()
for _ in range(board_pico.EDGES * 2):
    buttons[1].move(1)
assert board._ring.lost == board_pico.EDGES + 3
assert board.turn() and board.pad.edges_lost == board_pico.EDGES + 3 and board._ring.lost == 0
assert machine.log.count("fed") == 2
sys.stderr.write("%d %d\n" % (before_us, after_us))
end_ms = time.ticks_add(time.ticks_ms(), 20_000)
while board.turn() and time.ticks_diff(end_ms, time.ticks_ms()) > 0:
    pass
assert board.pad.leaving, "LEAVE was not heard"
time.sleep_ms(board_pico.SHOW_US // 1000)
board.turn()
board.close()
assert ("freq", 440) in machine.log and "silent" in machine.log
assert any(lights[0] != (0, 0, 0) for lights in neopixel.shown)
assert neopixel.shown[-1] == [(0, 0, 0)] * 4
sys.stderr.write("ok\n")
