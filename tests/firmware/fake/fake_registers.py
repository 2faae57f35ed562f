"""Stands for the registers behind firmware/registers.py: to write them does what it does on the chip."""

import time

import machine
import rp2

from firmware import pins, registers

broken = False  # an inverted input makes no edge
bounces = []  # one for each edge that comes with two more
inverted = [0] * len(pins.BUTTONS)


def write_between(address, value, moments):
    now_us = moments[0] = moments[1] = time.ticks_us()
    if address == registers.PIO0_CTRL:
        assert value == 0xF0F
        rp2.start(now_us)
    else:
        number, rest = divmod(address - registers.GPIO0_CTRL - registers.XOR, 8)
        assert not rest and value == registers.INVERT_INPUT
        if not broken:
            invert(pins.BUTTONS.index(number), now_us)


def invert(number, now_us):
    """An edge, and now and then the contact bounces too."""
    inverted[number] ^= 1
    line = rp2.lines[number]
    line.edge(1 - line.level, now_us)
    if bounces:
        bounces.pop()
        line.edge(1 - line.level, now_us)
        line.edge(1 - line.level, now_us)


class Registers(machine.Words):
    """What the board writes by itself."""

    def __setitem__(self, address, value):
        super().__setitem__(address, value)
        if address == registers.PIO0_FDEBUG:
            return  # where nothing can be allocated
        number, rest = divmod(address - registers.GPIO0_CTRL - registers.CLEAR, 8)
        if not rest and number in pins.BUTTONS and value == registers.INVERT_INPUT:
            number = pins.BUTTONS.index(number)
            if inverted[number]:
                invert(number, time.ticks_us())


machine.mem32 = Registers()
