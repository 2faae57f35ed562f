"""Stands for the registers behind firmware/registers.py: to write them does what it does on the chip."""

import time

import rp2

from firmware import pins, registers

works_for = None  # so many times an inverted input makes an edge, None: always
moves_at = ()  # how many times inputs have been inverted when a contact moves too
early_us = 0  # the state machines start before the clock is read beside that
inverted = set()  # buttons
done = 0


def begin(works=None, moves=(), early=0):
    """A chip that has just been powered up."""
    global works_for, moves_at, early_us, done
    works_for, moves_at, early_us, done = works, moves, early, 0
    inverted.clear()


def write_between(address, value, moments):
    now_us = moments[0] = moments[1] = time.ticks_us()
    if address == registers.PIO0_CTRL:
        assert value == 0xF0F
        rp2.start(now_us - early_us)
    else:
        how = registers.XOR if address < registers.GPIO0_CTRL + registers.CLEAR else registers.CLEAR
        pin, rest = divmod(address - registers.GPIO0_CTRL - how, 8)
        assert not rest and value == registers.INVERT_INPUT
        number = pins.BUTTONS.index(pin)
        if how == registers.XOR or number in inverted:
            inverted.symmetric_difference_update({number})
            edge(number, now_us)


def edge(number, now_us):
    global done
    done += 1
    if works_for is None or done <= works_for:
        line = rp2.lines[number]
        for _ in range(1 + (done in moves_at)):
            line.edge(1 - line.level, now_us)
