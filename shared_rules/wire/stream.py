"""The reliable stream: events reach the host exactly once and in order, commands reach the pad as state.

Owns sequence numbers, acknowledgement, resending and the honesty of watermarks, for both ends:

    pad   Outbox     events wait in a fixed ring until acknowledged     Inbox      host
    pad   Revisions  drops stale commands                               Commands   host

Must never read a clock (time comes in as `now_us`, each end's own), do I/O, block, or lose silently.
Nothing is buffered out of order: what is missing is sent again from there. Runs on CPython and MicroPython.
"""

from array import array

from shared_rules.wire import frames
from shared_rules.wire.messages import (
    BOOT,
    EDGES_LOST,
    EVENTS_REFUSED,
    FAULT,
    SLOTS,
    Ack,
    Event,
    Leave,
    Sound,
    Test,
    Watermark,
    code_of,
    pack,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

RING = 64  # events a pad keeps for a host that does not answer
EVENT_FRAME_BYTES = len(frames.encode(pack(Event(0, 0, 0, 0, 0, 0))))
IN_FLIGHT = 256 // EVENT_FRAME_BYTES  # a USB output FIFO holds 256 bytes: never more unacknowledged than that
FIRST_RESEND_US = 25_000
LAST_RESEND_US = 400_000
COMMAND_RESEND_US = 40_000
OLD_BOOTS = 16  # boot ids an Inbox remembers as over
MOST = 255  # a fault's count is one byte
LOSSES = (EVENTS_REFUSED, EDGES_LOST)


class Outbox:
    """The pad's end of the event stream: a ring that keeps the oldest, and the watermark that never lies.

    When the ring is full new events are refused and counted, the watermark stops before the first of
    them, and a FAULT event tells their number as soon as there is room. `marked_us` is the last
    watermark given out; whatever is pushed later is stamped after it.

    The ring is four arrays that are made once: to push allocates nothing, so no garbage collection can
    come between an edge and its place in the ring.
    """

    def __init__(self, boot_id: int, t_pad_us: int = 0, size: int = RING) -> None:
        self.boot_id = boot_id
        self.refused = 0  # events refused since the start
        self.resent = 0  # frames sent again
        self.high_water = 0  # most events ever held
        self.marked_us = 0
        self._size = size
        self._kinds, self._buttons, self._faces = bytearray(size), bytearray(size), bytearray(size)
        self._times_us = array("q", [0] * size)
        self._acked = 0  # the host has everything up to this seq
        self._last = 0  # the newest seq in the ring
        self._sent = 0  # the newest seq that was ever given out
        self._cursor = 1  # the seq to give out next
        self._newest_us = 0  # stamp of the newest event
        self._losses = dict.fromkeys(LOSSES, 0)  # not yet told to the host
        self._lost_from_us = 0  # the first of them
        self._pause_us = FIRST_RESEND_US
        self._resend_at_us = 0
        self.push(BOOT, 0, 0, t_pad_us)

    @property
    def first_seq(self) -> int:
        """The oldest event a host can still get."""
        return self._acked + 1

    @property
    def earliest_us(self) -> int:
        """The earliest stamp an event may still have: after the watermark, not before the newest event."""
        return max(self.marked_us + 1, self._newest_us)

    def push(self, kind: int, button: int, face: int, t_pad_us: int) -> bool:
        """Keep an event for the host, stamped t_pad_us, at least `earliest_us`; False: refused."""
        self._tell_losses()
        if self._losing() or self._full():
            self.lose(EVENTS_REFUSED, 1, t_pad_us)
            return False
        self._put(kind, button, face, max(t_pad_us, self.earliest_us))
        return True

    def lose(self, code: int, count: int, t_pad_us: int) -> None:
        """Note that `count` events (EVENTS_REFUSED) or edges (EDGES_LOST) from t_pad_us on are lost."""
        if not self._losing():
            self._lost_from_us = max(t_pad_us, self.earliest_us)
        self._losses[code] += count
        if code == EVENTS_REFUSED:
            self.refused += count

    def ack(self, boot_id: int, seq: int, now_us: int) -> None:
        """Forget events up to `seq`. Another boot's, an old or an impossible one changes nothing."""
        if boot_id != self.boot_id or not self._acked < seq <= self._sent:
            return
        self._acked = seq
        self._cursor = max(self._cursor, seq + 1)
        self._pause_us = FIRST_RESEND_US
        self._resend_at_us = now_us + self._pause_us
        self._tell_losses()

    def hurry(self) -> None:
        """A host is back: give everything unacknowledged out again at once."""
        self._cursor = self._acked + 1
        self._pause_us = FIRST_RESEND_US

    def due(self, now_us: int) -> "Any":
        """Return the Event to send now, None when there is none or enough is in flight."""
        self._tell_losses()
        if self._cursor > self._acked + 1 and now_us >= self._resend_at_us:
            self._cursor = self._acked + 1
            self._pause_us = min(2 * self._pause_us, LAST_RESEND_US)
        if self._cursor > self._last or self._cursor > self._acked + IN_FLIGHT:
            return None
        seq = self._cursor
        if seq == self._acked + 1:
            self._resend_at_us = now_us + self._pause_us
        self.resent += seq <= self._sent
        self._sent = max(self._sent, seq)
        self._cursor += 1
        return self._event(seq)

    def watermark(self, promised_us: int) -> "Any":
        """Return a Watermark as late as honesty allows, at most promised_us.

        promised_us: the caller's word that every edge up to then has been pushed.
        """
        self._tell_losses()
        limit_us = promised_us
        if self._losing():
            limit_us = min(limit_us, self._lost_from_us - 1)
        if self._sent < self._last:
            limit_us = min(limit_us, self._times_us[(self._sent + 1) % self._size] - 1)
        self.marked_us = max(self.marked_us, limit_us)
        return Watermark(self.boot_id, self._sent, self.marked_us)

    def _event(self, seq: int) -> "Any":
        at = seq % self._size
        kind, button, face = self._kinds[at], self._buttons[at], self._faces[at]
        return Event(self.boot_id, seq, kind, button, face, self._times_us[at])

    def _full(self) -> bool:
        return self._last - self._acked >= self._size

    def _losing(self) -> bool:
        return self._losses[EVENTS_REFUSED] > 0 or self._losses[EDGES_LOST] > 0

    def _put(self, kind: int, button: int, face: int, t_pad_us: int) -> None:
        self._last += 1
        self._newest_us = t_pad_us
        at = self._last % self._size
        self._kinds[at] = kind
        self._buttons[at] = button
        self._faces[at] = face
        self._times_us[at] = t_pad_us
        self.high_water = max(self.high_water, self._last - self._acked)

    def _tell_losses(self) -> None:
        for code in LOSSES:
            if self._losses[code] and not self._full():
                self._put(FAULT, code, min(self._losses[code], MOST), self._lost_from_us)
                self._losses[code] = 0


class Inbox:
    """The host's end of the event stream: each event once, in sequence, of one boot at a time.

    boot_id: None until the pad has said who it is; delivered: the last seq handed on; missed: events that
    somebody else acknowledged before; duplicates, gaps, strangers: events dropped, by reason.
    """

    def __init__(self) -> None:
        self.boot_id: int | None = None
        self.delivered = 0
        self.missed = 0
        self.duplicates = 0
        self.gaps = 0
        self.strangers = 0
        self.watermark: Any = None  # the newest Watermark that holds: every event up to its seq is delivered
        self._pending: Any = None  # a newer one, still waiting for events
        self._over: list[int] = []

    def begin(self, identity: "Any") -> bool:
        """Take the pad's Identity. Return True when the pad has rebooted since the last one."""
        if identity.boot_id == self.boot_id:
            self._skip_to(identity.first_seq)
            return False
        if identity.boot_id in self._over:
            return False  # a late echo of an earlier boot
        rebooted = self.boot_id is not None
        if self.boot_id is not None:
            self._over.append(self.boot_id)
            self._over = self._over[-OLD_BOOTS:]
        self.boot_id = identity.boot_id
        self.delivered = identity.first_seq - 1
        self.watermark = self._pending = None
        return rebooted

    def see(self, event: "Any") -> bool:
        """Return True when this event is the next one, to be handed on now. Send `ack()` either way."""
        if event.boot_id != self.boot_id:
            self.strangers += 1
            return False
        if event.seq != self.delivered + 1:
            self.duplicates += event.seq <= self.delivered
            self.gaps += event.seq > self.delivered
            return False
        self.delivered = event.seq
        self._settle()
        return True

    def ack(self) -> "Any":
        """Return the Ack to send now, None before `begin`."""
        return None if self.boot_id is None else Ack(self.boot_id, self.delivered)

    def mark(self, watermark: "Any") -> bool:
        """Take a Watermark. Return True when `watermark` moved on; otherwise it may later, in `see`."""
        before = self.watermark
        if watermark.boot_id == self.boot_id and _later(watermark, self._pending):
            self._pending = watermark
            self._settle()
        return self.watermark is not before

    def _settle(self) -> None:
        if self._pending is not None and self._pending.seq <= self.delivered:
            self.watermark = self._pending

    def _skip_to(self, first_seq: int) -> None:
        if first_seq > self.delivered + 1:
            self.missed += first_seq - self.delivered - 1
            self.delivered = first_seq - 1


def _later(watermark: "Any", than: "Any") -> bool:
    return than is None or (watermark.t_pad_us >= than.t_pad_us and watermark.seq >= than.seq)


class Commands:
    """The host's wish for one pad: the latest command of each slot, repeated until the pad has taken it.

    Arm, Freeze and Resume share a slot, so a lost Arm can never come back after its Freeze.
    """

    def __init__(self) -> None:
        self._revisions: dict[str, int] = {}  # slot -> revision given last
        self._wanted: dict[str, Any] = {}  # slot -> command
        self._open: dict[str, int] = {}  # slot -> when to send it again; absent: settled

    @property
    def settled(self) -> bool:
        """The pad has taken everything."""
        return not self._open

    def want(self, kind: "Any", *values: int) -> "Any":
        """Want this command (its fields without the revision); return it with its revision.

        Raises KeyError when `kind` is no command.
        """
        slot = SLOTS[kind]
        revision = (self._revisions.get(slot, 0) + 1) & 0xFFFF
        self._revisions[slot] = revision
        self._wanted[slot] = kind(revision, *values)
        self._open[slot] = 0
        return self._wanted[slot]

    def holds(self, command: "Any") -> bool:
        """Say whether the pad has taken exactly this command and nothing newer is wanted in its slot."""
        slot = SLOTS[type(command)]
        return self._wanted.get(slot) == command and slot not in self._open

    def due(self, now_us: int) -> "list[Any]":
        """Return the commands to send now."""
        slots = [slot for slot in self._open if now_us >= self._open[slot]]
        for slot in slots:
            self._open[slot] = now_us + COMMAND_RESEND_US
        return [self._wanted[slot] for slot in slots]

    def taken(self, answer: "Any") -> None:
        """Take the pad's Taken; one that fits nothing wanted now changes nothing."""
        for slot, command in self._wanted.items():
            if code_of(type(command)) == answer.command and command.revision == answer.revision:
                self._open.pop(slot, None)

    def restart(self, rebooted: bool) -> None:
        """A new session: want all again, but no old tone, test or LEAVE, nor an old round after a reboot."""
        for slot in (SLOTS[Sound], SLOTS[Test], SLOTS[Leave]) + (("round",) if rebooted else ()):
            self._wanted.pop(slot, None)
        self._open = dict.fromkeys(self._wanted, 0)


class Revisions:
    """The pad's end of the commands: tells a new one from a repeat and from one that was overtaken."""

    NEW, REPEAT, STALE = 1, 2, 3

    def __init__(self) -> None:
        self._last: dict[str, int] = {}

    def forget(self) -> None:
        """Another session counts from its own beginning."""
        self._last = {}

    def judge(self, command: "Any") -> int:
        """Return NEW (obey and answer), REPEAT (answer only) or STALE (drop). Revisions wrap at 2^16."""
        slot = SLOTS[type(command)]
        step = (command.revision - self._last.get(slot, command.revision - 1)) & 0xFFFF
        if step == 0:
            return self.REPEAT
        if step > 0x7FFF:
            return self.STALE
        self._last[slot] = command.revision
        return self.NEW
