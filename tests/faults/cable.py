"""A cable between a pad's port and the host, with faults one can order.

The host opens `path`, a link that stays the same however often the cable is pulled and plugged in; behind it
is a pty of the cable's own, relayed to the pad's port byte by byte, frame by frame.
"""

import os
import pty
import re
import select
import threading
import tty
from pathlib import Path


class Cable:
    """Relays a pad's port. `duplicate`: frames from the pad come twice; `corrupt`: every n-th has a bit
    flipped."""

    def __init__(self, path: Path, pad_port: str) -> None:
        self.path = path
        self.duplicate = False
        self.corrupt = 0
        self.frames = 0
        self.damaged = 0
        self._noise: list[bytes] = []
        self._stop = threading.Event()
        self.plug(pad_port)

    def plug(self, pad_port: str) -> None:
        """Connect the cable to a pad's port, at a new pty behind the same path."""
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self._pad = os.open(pad_port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._pad)
        beside = self.path.with_suffix(".new")
        beside.symlink_to(os.ttyname(slave))
        beside.replace(self.path)
        self._slave = slave  # held open, or the master reads an error until the host comes
        self._stop.clear()
        self._thread = threading.Thread(target=self._relay, daemon=True)
        self._thread.start()

    def pull(self) -> None:
        """Take the cable out of the host; the pad keeps its power."""
        self._stop.set()
        self._thread.join(5)
        self.path.unlink(missing_ok=True)
        for fd in (self._slave, self._master, self._pad):
            os.close(fd)

    def inject(self, data: bytes) -> None:
        """Have the host read these bytes, as if the pad had sent them."""
        self._noise.append(data)

    def _relay(self) -> None:
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        poll.register(self._pad, select.POLLIN)
        while not self._stop.is_set():
            ready = [fd for fd, what in poll.poll(2) if what & select.POLLIN]
            try:
                if self._noise:
                    os.write(self._master, self._noise.pop(0))
                if self._master in ready:
                    os.write(self._pad, os.read(self._master, 4096))
                if self._pad in ready:
                    os.write(self._master, self._fault(os.read(self._pad, 4096)))
            except OSError:
                if self._stop.wait(0.002):
                    return

    def _fault(self, data: bytes) -> bytes:
        out = b""
        for frame in _pieces(data):
            self.frames += 1
            if self.corrupt and self.frames % self.corrupt == 0:
                self.damaged += 1
                out += _flipped(frame)
            else:
                out += frame * (2 if self.duplicate else 1)
        return out


def _pieces(data: bytes) -> list[bytes]:
    """Frames with their delimiters; what was cut off by the read stays as it is."""
    return [piece for piece in re.split(rb"(?<=\x00)", data) if piece]


def _flipped(frame: bytes) -> bytes:
    middle = len(frame) // 2
    return frame[:middle] + bytes([frame[middle] ^ 0x10]) + frame[middle + 1 :]
