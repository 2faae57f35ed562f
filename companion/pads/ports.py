"""One port of a pad and the thread that serves it.

Owns the file descriptor: it is opened, read, written and closed here alone. It must never interpret a byte
(the link does) and never wait for anybody but the port: what it learns goes into one queue.
"""

import contextlib
import os
import select
import threading
from collections.abc import Callable

import serial

from companion.pads import news as n
from companion.pads.link import Link
from companion.tableclock import now_us

READ_BYTES = 4096
LOOK_AFTER_US = 200_000  # at least this often: is somebody still there?


class PortError(OSError):
    """A port that cannot be opened; `str()` is the system's reason."""


class Port:
    """A port, opened and served by its own thread until it vanishes or is stopped.

    :param post: takes the news, from the thread
    :raises PortError: the port cannot be opened
    """

    def __init__(self, path: str, link: Link, post: Callable[[n.News], None]) -> None:
        self.path = path
        self.link = link
        self._post = post
        self._stopping = False
        self._unsent = b""
        try:
            self._serial = serial.Serial(path, timeout=0, exclusive=True)
        except (OSError, ValueError) as error:  # SerialException is an OSError
            raise PortError(str(error)) from error
        self._fd = self._serial.fileno()
        self._waker, self._wake = os.pipe()
        os.set_blocking(self._waker, False)
        os.set_blocking(self._wake, False)
        self._thread = threading.Thread(target=self._serve, name=f"pad {path}", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether the port is still there."""
        return self._thread.is_alive()

    def wake(self) -> None:
        """Something may be due at once; from any thread."""
        with contextlib.suppress(OSError):  # full: it will wake anyway; closed: nobody sleeps
            os.write(self._wake, b"!")

    def stop(self) -> None:
        """End the thread and close the port."""
        self._stopping = True
        self.wake()
        self._thread.join(2)

    def _serve(self) -> None:
        why = "closed"
        try:
            while not self._stopping:
                self._write()
                if self._wait():
                    self._read()
                self._tell(self.link.check(now_us()))
        except OSError:
            why = "unplugged"
        finally:
            self._tell(self.link.leave(now_us(), why))
            self._serial.close()
            os.close(self._waker)
            os.close(self._wake)

    def _write(self) -> None:
        """Send what is due. A port that takes nothing loses it: all of it will be due again."""
        if not self._unsent:
            self._unsent = self.link.due(now_us())
        if self._unsent:
            with contextlib.suppress(BlockingIOError):
                self._unsent = self._unsent[os.write(self._fd, self._unsent) :]

    def _wait(self) -> bool:
        """Wait until something is due, or wished; whether the port has something to read, or to complain
        of."""
        # While the port takes nothing, nothing more is due: wait for it, or for the next look.
        pause_us = LOOK_AFTER_US if self._unsent else self.link.pause_us(now_us())
        pause_us = max(0, min(pause_us, LOOK_AFTER_US))
        poll = select.poll()
        poll.register(self._fd, select.POLLIN | (select.POLLOUT if self._unsent else 0))
        poll.register(self._waker, select.POLLIN)
        ready = dict(poll.poll(pause_us / 1000))
        if self._waker in ready:
            os.read(self._waker, READ_BYTES)
        return bool(ready.get(self._fd, 0) & ~select.POLLOUT)

    def _read(self) -> None:
        try:
            data = os.read(self._fd, READ_BYTES)
        except BlockingIOError:
            return
        moment_us = now_us()
        if not data:
            raise OSError("nothing to read from a port that had something: its other end is gone")
        self._tell(self.link.feed(data, moment_us))

    def _tell(self, news: list[n.News]) -> None:
        for what in news:
            self._post(what)
