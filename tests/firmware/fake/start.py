"""How main() begins and ends: a pad after power-up, after an error, after LEAVE."""

import os

import fake_registers
import machine
import rp2

from firmware import board_pico, pins, registers

SCRATCH0 = registers.WATCHDOG_SCRATCH0


class Reset(BaseException):
    pass


def reset():
    raise Reset


class Press(machine.Pin):
    """HIT is held."""

    def value(self):
        return int(self.number != pins.HIT)


def begin(turn):
    """Power up with this turn in place of the board's; say whether the board is reset in the end."""
    rp2.lines.clear()
    fake_registers.begin()
    board_pico.Board.turn = turn
    try:
        board_pico.main()
    except Reset:
        return True
    return False


registers.write_between = fake_registers.write_between
machine.reset = reset

assert begin(lambda board: 1 // 0), "an error starts the pad anew"
assert machine.mem32[SCRATCH0] != board_pico.STAY, "and not in the REPL"
with open(board_pico.CRASH_FILE) as file:
    assert "ZeroDivisionError" in file.read()
os.remove(board_pico.CRASH_FILE)

assert begin(lambda board: False), "LEAVE: a watchdog cannot be stopped"
assert machine.mem32[SCRATCH0] == board_pico.STAY
assert not begin(lambda board: False), "so it is the REPL after the reset"
assert begin(lambda board: False), "once"

machine.mem32[SCRATCH0] = 0
machine.Pin = Press
assert not begin(lambda board: False) and not rp2.lines, "HIT held: nothing is touched"
