"""A board's raw REPL: a script goes in, what it printed comes out.

Owns the conversation with MicroPython; the protocol itself is mpremote's, on a line that lets nothing wait
for ever. Must never decide what is run.
"""

import binascii
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from companion.flash.line import MOST_BYTES, Line, Lost

SCRIPT_S = 20.0  # the longest that a script takes: hashing all files, or a flash block that is slow to erase
ENTER_S = 8.0  # boot.py runs in it
PIECE_BYTES = 1024  # of a file at once; in base64 and compiled it takes 5 KB of the board's memory
# It must run on whatever has a REPL like MicroPython's, for that is what it finds out.
ABOUT = """
import sys
import json
kind = sys.implementation
try:
    import machine
    unique_id = [byte for byte in machine.unique_id()]
except ImportError:
    unique_id = []
print(json.dumps({
    "name": kind.name,
    "platform": sys.platform,
    "version": [number for number in kind.version if isinstance(number, int)],
    "mpy": getattr(kind, "_mpy", 0),
    "machine": getattr(kind, "_machine", ""),
    "unique_id": unique_id,
}))
"""
ON_BOARD = Path(__file__).with_name("on_board.py")


class Refused(Exception):
    """The board raised an exception; `str()` is its last line."""


class About(NamedTuple):
    """What a board says of itself; `name`: micropython, or what is like it."""

    name: str
    platform: str
    version: tuple[int, ...]
    mpy: int
    machine: str
    unique_id: str


class Contents(NamedTuple):
    """What is on a board: path -> bytes, path -> SHA-256 of those asked for, the manifest or b""."""

    sizes: dict[str, int]
    hashes: dict[str, str]
    manifest: bytes
    block_bytes: int
    free_blocks: int


class _Transport(SerialTransport):
    """mpremote's raw REPL on our line. It reads to the limit or raises, so mpremote never prints what it did
    not expect, and never gives up early on a board that is slow."""

    def __init__(self, line: Line) -> None:  # the port is open already
        self.serial = line
        self.device_name = ""
        self.in_raw_repl = self.mounted = False
        self.use_raw_paste = self.is_pty = True

    def read_until(self, _least: int, ending: bytes, *_: object, **__: object) -> bytes:
        """Return what came up to and with `ending`."""
        data = bytearray()
        while not data.endswith(ending):
            data += self.serial.read(1)
            if len(data) > MOST_BYTES:
                raise Lost("silent")
        return bytes(data)


class Repl:
    """A board in its raw REPL; on_board.py is loaded when it is needed.

    :raises Lost: it does not get there
    """

    def __init__(self, line: Line) -> None:
        self._line = line
        self._transport = _Transport(line)
        self._loaded = False
        line.within(ENTER_S)
        try:
            self._transport.enter_raw_repl(soft_reset=True)
        except TransportError as error:
            raise Lost("silent") from error

    # -- looking

    def about(self) -> About:
        """Ask what board it is."""
        told = self._ask(ABOUT)
        try:
            return About(
                str(told["name"]),
                str(told["platform"]),
                tuple(int(number) for number in told["version"]),
                int(told["mpy"]),
                str(told["machine"]),
                bytes(told["unique_id"]).hex(),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise Lost("silent") from error

    def contents(self, paths: list[str], manifest: str) -> Contents:
        """Ask what is on it, and for the hashes of these."""
        if not self._loaded:
            self._run(ON_BOARD.read_text(encoding="utf-8"))
            self._loaded = True
        told = self._ask(f"look({paths!r}, {manifest!r})")
        try:
            return Contents(
                {str(path): int(size) for path, size in told["sizes"].items()},
                {str(path): str(digits) for path, digits in told["hashes"].items()},
                binascii.unhexlify(told["manifest"]),
                max(1, int(told["block_bytes"])),
                int(told["free_blocks"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise Lost("silent") from error

    # -- changing

    def write(self, path: str, data: bytes, sha256: str) -> bool:
        """Write a file; whether what the board reads back is what it was sent. Else the old one stays."""
        self._run("begin()")
        for at in range(0, len(data), PIECE_BYTES):
            piece = binascii.b2a_base64(data[at : at + PIECE_BYTES], newline=False)
            self._run(f"more({piece!r})")
        return bool(self._ask(f"finish({path!r}, {sha256!r})") == sha256)

    def drop(self, path: str) -> None:
        """Remove a file, if it is there."""
        self._run(f"drop({path!r})")

    # -- leaving

    def restart(self) -> None:
        """Have the board start as if it were plugged in. It is gone then."""
        self._line.within(SCRIPT_S)
        try:
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()")
        except (TransportError, Lost):
            return

    def leave(self, *, run: bool) -> None:
        """Go back to the friendly REPL; `run`: and run what is on the board, as it did before."""
        self._line.within(1)
        self._line.write(b"\r\x03\x02" + (b"\x04" if run else b""))
        time.sleep(0.1)  # closing the port too early would throw it away

    def _ask(self, script: str) -> Any:
        try:
            return json.loads(self._run(script))
        except (ValueError, RecursionError) as error:
            raise Lost("silent") from error

    def _run(self, script: str) -> bytes:
        self._line.within(SCRIPT_S)
        try:
            told, error = self._transport.exec_raw(script)
        except TransportError as wrong:
            raise Lost("silent") from wrong
        if error:
            raise Refused(error.decode(errors="replace").strip().splitlines()[-1][:200])
        return bytes(told)
