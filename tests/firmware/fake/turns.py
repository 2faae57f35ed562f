"""Runs the board's own files over the fake modules, on MicroPython: stdin and stdout are the USB line."""

import gc
import os
import sys
import time
from array import array

import fake_registers
import machine
import micropython
import neopixel
import rp2

from firmware import board_pico, edges, pins, registers, settings
from shared_rules.wire import frames
from shared_rules.wire import messages as m


def locked(act):
    """Do it where nothing can be allocated."""
    gc.collect()
    micropython.heap_lock()
    try:
        return act()
    finally:
        micropython.heap_unlock()


buttons = [machine.Pin(number) for number in pins.BUTTONS]


def fresh_board(**chip):
    rp2.lines.clear()
    fake_registers.begin(**chip)
    machine.stall(0b1111)  # whatever was there before the start
    return board_pico.Board(buttons)


# ---- a write and the clock beside it

clock, register, moments = array("I", [0xC0000007]), array("I", [0]), array("I", [0, 0])
registers.write_between(register, 0xF0F, moments, clock)
assert register[0] == 0xF0F and list(moments) == [7, 7]
registers.write_between = fake_registers.write_between

# ---- power-up

assert not board_pico.stay_in_repl(buttons)
buttons[0].level = 0
assert board_pico.stay_in_repl(buttons), "HIT held at power-up"
machine.cause = machine.WDT_RESET
assert not board_pico.stay_in_repl(buttons), "HIT held when the watchdog bites: the pad comes back"
machine.cause = machine.PWRON_RESET
buttons[0].level = 1
machine.mem32[registers.WATCHDOG_SCRATCH0] = board_pico.STAY
assert board_pico.stay_in_repl(buttons), "LEAVE before the reset"
assert not board_pico.stay_in_repl(buttons), "only once"
for told, name in (("Raspberry Pi Pico W with RP2040", b"Pico W RP2040"),
                   ("Raspberry Pi Pico 2 W with RP2350", b"Pico 2 W RP2350")):
    assert board_pico.board_name(told) == name

# ---- edges by interrupt, where those by PIO are not right

buttons[3].level = 0
board = fresh_board(works=3)
assert not board._edges.in_hardware and not fake_registers.inverted
assert all(line.dma.ring is None for line in rp2.lines), "nothing of PIO goes on"
ring = board._edges._ring
assert locked(board.turn) and board.pad._buttons[3].pressed, "held from the start"
buttons[0].move(0)
buttons[2].move(0)
for _ in range(edges.EDGES * 2):
    buttons[1].move(1)
buttons[0].move(1)
assert ring.lost == edges.EDGES + 4
assert locked(board.turn) and board.pad.edges_lost == edges.EDGES + 4 and ring.lost == 0
assert [button.level for button in board.pad._buttons] == [False, False, True, True], "what it has led to"
board.close()
buttons[2].level = buttons[3].level = 1

# ---- a contact that moves while the board makes edges itself: tries become odd, and its level counts

for moves, closed in ((), False), ((3,), True), ((3, 4, 5), True), ((2, 7, 8, 10), False):
    board = fresh_board(moves=moves)
    assert board._edges.in_hardware and not fake_registers.inverted, moves
    assert locked(board.turn) and board.pad._buttons[0].level == closed, moves
    assert not any(button.level for button in board.pad._buttons[1:])
    board._edges.close()

# ---- what is handed over, by itself: longer than the count takes to wrap, and when a loss began


class Seen:
    def __init__(self):
        self.stamps_us = []
        self.lost = []

    def edge(self, number, pressed, t_us):
        self.stamps_us.append(t_us)

    def lost_edges(self, count, t_us):
        self.lost.append((count, t_us))


lone = fresh_board(early=3)
seen, began_ticks = Seen(), time.ticks_us()
began_us = lone._ticks.unwrap(began_ticks)
for minute in range(1, 9):
    passed_us = minute * 60_000_000
    rp2.lines[0].edge(minute & 1, time.ticks_add(began_ticks, passed_us))
    lone._edges.drain(seen, began_us + passed_us + 1000)
    assert abs(seen.stamps_us[-1] - began_us - passed_us) <= 1, minute
for _ in range(edges.RING + 3):
    rp2.lines[0].edge(1, time.ticks_add(began_ticks, passed_us + 2000))
lone._edges.drain(seen, began_us + passed_us + 3000)
assert seen.lost == [(3, began_us + passed_us + 1000)], "from the last drain on"
rp2.lines[0].edge(0, time.ticks_add(began_ticks, passed_us + 4000))
lone._edges.drain(seen, began_us + passed_us + 5000)
assert len(seen.stamps_us) == 8 + edges.RING + 1 and len(seen.lost) == 1, "each of the others once"
lone._edges.close()

# ---- a state machine that somebody else has

rp2.taken.append(2)
assert not fresh_board()._edges.in_hardware
rp2.taken.clear()

# ---- the order of a turn: what comes after the edges were taken is not promised

calm = fresh_board()
drain = calm._edges.drain
later_us = []


def and_one_more(pad, now_us):
    drain(pad, now_us)
    time.sleep_ms(2)
    later_us.append(calm.clock())
    rp2.lines[1].edge(0)


calm._edges.drain = and_one_more
assert calm.turn()
calm._edges.drain = drain
assert calm.pad._promised_us < later_us[0]
assert calm.turn() and 0 <= calm.pad._buttons[1].counted_us - later_us[0] < 1000

# ---- nothing that takes a while in a round

waits_ms, kept = [], []
calm._usb.read = lambda wait_ms: waits_ms.append(wait_ms) or b""
calm._usb.write = lambda pad: False
calm._keep_house = lambda: kept.append(1)
for message in (m.Hello(1, 1, 7), m.Arm(1, 1, 0, 7, 1)):
    calm.pad.feed(frames.encode(m.pack(message)), 0)
calm._housekeeping_at_us = 0
assert calm.turn() and (waits_ms, kept) == ([0], [])
calm.pad.feed(frames.encode(m.pack(m.Resume(2))), 0)
assert calm.turn() and (waits_ms, kept) == ([0, 1], [1])

# ---- LEAVE is answered, if the host reads

flows = []
calm._usb.read = lambda wait_ms: frames.encode(m.pack(m.Leave(1)))
calm._usb.write = lambda pad: flows.pop(0)
flows[:] = [False, True, True, False]
assert calm.turn() and calm.turn() and calm.turn(), "not before what there is to say is said"
assert not calm.turn() and not flows

# ---- a contact that has moved as often as can be counted

rp2.lines[0].dma.count = 0
try:
    calm.turn()
    raise AssertionError("nobody noticed")
except edges.CaptureFaultError:
    calm._edges.close()

# ---- edges by PIO

board = fresh_board()
assert board._edges.in_hardware and board._watchdog.fed == 0
assert locked(board.turn) and board._watchdog.fed == 1, "a turn with nothing to say allocates nothing"
before_us = board.clock()
for number, level in ((0, 0), (2, 0), (0, 1), (0, 0)):
    rp2.lines[number].edge(level)
after_us = board.clock()
assert locked(board.turn), "nor does an edge on its way into the ring"
for _ in range(edges.RING + 5):
    rp2.lines[1].edge(1)
assert locked(board.turn) and board.pad.edges_lost == 5, board.pad.edges_lost
machine.stall(0b1010)
assert locked(board.turn) and board.pad.edges_lost == 7, "at least one word of two state machines"
assert not machine.mem32[registers.PIO0_FDEBUG], "and it is told once"
assert not any(line.waiting() for line in board._edges._lines)
sys.stderr.write("%d %d\n" % (before_us, after_us))

# ---- with a host, until LEAVE

feed = board.pad.feed


def only_one_frame(data, now_us):
    assert 0 not in data[:-1], "two frames with the moment of the first"
    feed(data, now_us)


board.pad.feed = only_one_frame
end_ms = time.ticks_add(time.ticks_ms(), 20_000)
while board.turn() and time.ticks_diff(end_ms, time.ticks_ms()) > 0:
    if board.pad.wants_signal(board.clock()) or not rp2.lines[3].level:
        rp2.lines[3].edge(1 - rp2.lines[3].level)
assert board.pad.leaving, "LEAVE was not heard"
time.sleep_ms(board_pico.SHOW_US // 1000)
board.turn()
board.close()
assert machine.log.count(("freq", 440)) == 1 and ("silent", pins.PIEZO) in machine.log
assert ("signal", 500, 32768) in machine.log and ("input", pins.LOOP_BACK) in machine.log
assert any(lights[0] != (0, 0, 0) for lights in neopixel.shown)
assert neopixel.shown[-1] == [(0, 0, 0)] * 4
assert settings.load() == (7_000, 300_000), "kept for the next start"
assert fresh_board().pad.debounce_us == 7_000
os.remove(settings.FILE)
sys.stderr.write("ok\n")
