"""The serial line to a board, on which nothing waits for ever.

Owns the open port. Everything that reads or writes names a limit before; whoever reads on past it gets Lost.
mpremote uses it as if it were a serial.Serial, so its loops end too. Must never interpret a byte.
"""

import contextlib
import errno
import os
import select
import termios
import time

import serial

from companion.flash.errors import FlashError

READ_BYTES = 4096
MOST_BYTES = 1 << 18  # of one answer; no board of ours has so much to say


class Lost(Exception):
    """The board is `gone`, or `silent`: it said nothing, or nothing that made sense, within the limit."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Line:
    """A port, opened for this process alone.

    :raises FlashError: it cannot be opened
    """

    def __init__(self, path: str) -> None:
        try:
            self._serial = serial.Serial(path, timeout=0, exclusive=True)
            self._fd = self._serial.fileno()
        except (OSError, ValueError) as error:  # SerialException is an OSError
            raise _why_closed(path, error) from error
        self._read = b""
        self._end_s = 0.0

    def within(self, limit_s: float) -> None:
        """Have all that follows be done within so many seconds from now."""
        self._end_s = time.monotonic() + limit_s

    def some(self, wait_s: float) -> bytes:
        """Return what has come; wait at most so long for the first byte, b"" if none came.

        :raises Lost: gone
        """
        if not self._read and self._ready(select.POLLIN, wait_s):
            self._fetch()
        data, self._read = self._read, b""
        return data

    def read(self, size: int = 1) -> bytes:
        """Return exactly so many bytes.

        :raises Lost: gone, or silent
        """
        while len(self._read) < size:
            self._wait(select.POLLIN)
            self._fetch()
        data, self._read = self._read[:size], self._read[size:]
        return data

    def write(self, data: bytes) -> None:
        """Write all of it.

        :raises Lost: gone, or silent: it takes no more
        """
        while data:
            self._wait(select.POLLOUT)
            try:
                data = data[os.write(self._fd, data) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise Lost("gone") from error

    def inWaiting(self) -> int:  # noqa: N802    pyserial's name for it, which mpremote uses
        """Return how many bytes have come.

        :raises Lost: gone, or silent: so many that the limit was reached
        """
        self._left_s()
        if self._ready(select.POLLIN, 0):
            self._fetch()
        return len(self._read)

    def close(self) -> None:
        """Let go of the port."""
        with contextlib.suppress(OSError):
            self._serial.close()

    def _left_s(self) -> float:
        left_s = self._end_s - time.monotonic()
        if left_s <= 0 or len(self._read) > MOST_BYTES:
            raise Lost("silent")
        return left_s

    def _wait(self, what: int) -> None:
        if not self._ready(what, self._left_s()):
            raise Lost("silent")

    def _ready(self, what: int, wait_s: float) -> bool:
        poll = select.poll()
        poll.register(self._fd, what)
        found = dict(poll.poll(wait_s * 1000)).get(self._fd, 0)
        if found & (select.POLLERR | select.POLLHUP | select.POLLNVAL) and not found & select.POLLIN:
            raise Lost("gone")
        return bool(found)

    def _fetch(self) -> None:
        try:
            data = os.read(self._fd, READ_BYTES)
        except BlockingIOError:
            return
        except OSError as error:
            raise Lost("gone") from error
        if not data:
            raise Lost("gone")
        self._read += data


def _why_closed(path: str, error: Exception) -> FlashError:
    number = getattr(error, "errno", None)
    if number in {errno.ENOENT, errno.ENODEV, errno.ENXIO}:
        return FlashError("port.absent", port=path)
    if number == errno.EISDIR or _is_no_terminal(error.__context__):
        return FlashError("port.none", port=path)
    if number in {errno.EACCES, errno.EPERM}:
        return FlashError("port.denied", port=path)
    if number in {errno.EBUSY, errno.EAGAIN}:
        return FlashError("port.busy", port=path)
    return FlashError("port.failed", port=path, why=error)


def _is_no_terminal(why: BaseException | None) -> bool:
    """pyserial hides what the system said to it."""
    return isinstance(why, termios.error) and why.args[0] in {errno.ENOTTY, errno.EINVAL}
