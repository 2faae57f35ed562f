"""A stand-in for the rp2 port's rp2 module: state machines that stamp as the real program does, and DMA.

What the program itself does is tested in an emulator of PIO; here it is taken at its word.
"""

import struct
import time

import uctypes

MASK = (1 << 29) - 1
started_us = None
lines = []  # in the order of their state machines
taken = []  # numbers of those that others have


class PIO:
    SHIFT_LEFT, JOIN_RX = 0, 1


def asm_pio(**how):
    return lambda program: program


def start(at_us):
    global started_us
    started_us = at_us


def count_at(t_us):
    return MASK - time.ticks_diff(t_us, started_us) * 5 // 2 & MASK


class StateMachine:
    def __init__(self, number, program, freq, jmp_pin):
        assert freq == 12_500_000
        if number in taken:
            raise ValueError("StateMachine(%d) is claimed by somebody else" % number)
        self.level = 1
        self.dma = None
        lines.append(self)
        assert number == len(lines) - 1

    def edge(self, level, t_us=None):
        """The contact moves."""
        self.level = level
        self.dma.put(count_at(time.ticks_us() if t_us is None else t_us) << 1 | level)

    def active(self, value):
        assert not value


class DMA:
    def pack_ctrl(self, **how):
        assert not how["inc_read"] and how["inc_write"] and how["size"] == 2 and how["ring_sel"]
        self.number = how["treq_sel"] - 4
        self.ring_bytes = 1 << how["ring_size"]
        return 0

    def config(self, read, write, count, ctrl, trigger):
        assert trigger and read == 0x50200020 + 4 * self.number
        assert not write % self.ring_bytes, "a ring lies at a multiple of its size"
        self.ring = uctypes.bytearray_at(write, self.ring_bytes)
        self.at = 0
        self.count = count
        lines[self.number].dma = self

    def put(self, word):
        struct.pack_into("<I", self.ring, self.at, word)
        self.at = (self.at + 4) % self.ring_bytes
        self.count -= 1

    def active(self, value):
        assert not value

    def close(self):
        self.ring = None
