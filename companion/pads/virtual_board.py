"""A virtual board: a Pico fresh from the shop or with firmware on it, as far as its USB port can tell.

Real is what matters to an installer: MicroPython's own REPL, raw REPL and raw paste, and littlefs on a flash
chip of a Pico's size, which is a file. Cable, reset and "HIT is held" are played here. What is installed is
what runs: main.py is started from the chip, and on a virtual board it is a virtual pad.

Owns the child, the chip and the port, a link whose target comes and goes as a USB device does. Must never
look into what passes through. It is of the companion and not of the tests, so that people can try an
installation without a board too:

    python -m companion.pads.virtual_board CHIP [--hit]      prints the port, runs until Ctrl-C
"""

import argparse
import contextlib
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import threading
import time
import tty
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from companion.pads import virtual

START = Path(__file__).with_name("virtual_board_start.py")
BLOCK_BYTES = 4096
PICO_KIB = 848  # what MicroPython leaves of a Pico's 2 MB for files
AWAY_S = 0.15  # how long a USB device is gone when it starts anew
LOOK_S = 0.002
CHUNK_BYTES = 1024
RAW_PROMPT = b"OK\r\n"  # what a raw REPL says last when a soft reset is asked of it
PROGRAM, STAY, RAW = "program", "stay", "raw"  # what a start leads to


class Pulled(Exception):
    """Raised by whoever tampers with the cable: it is pulled, at this byte."""


class VirtualBoard:
    """A board with power, plugged in. Close it, or use it in a `with`.

    port: what a host opens; it is there while the board is plugged in and not starting. `hit_held`: whether
    HIT is held when it gets power.

    :raises OSError: there is no MicroPython here, or the chip cannot be made or written
    """

    def __init__(
        self,
        chip: Path,
        *,
        unique_id: bytes = b"virtboar",
        flash_kib: int = PICO_KIB,
        hit_held: bool = False,
    ) -> None:
        self._command = _micropython()
        self.chip = chip.absolute()
        self.unique_id = unique_id
        self.hit_held = hit_held
        if not self.chip.exists():
            self.chip.write_bytes(b"\xff" * flash_kib * 1024)
        with self.chip.open("r+b"):  # may it be written?
            pass
        self._folder = Path(tempfile.mkdtemp(prefix="tinstar-board-"))
        self.port = str(self._folder / "port")
        self._child: subprocess.Popen[bytes] | None = None
        self._host = self._board = self._control = -1  # masters of the two ptys, and the control pipe
        self._life = self._finger = -1
        self._is_up = False
        self._to_host = self._to_board = b""
        self._said_last = b""
        self._next_start: tuple[float, str] | None = None  # (when, how)
        self._lock = threading.RLock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="virtual board", daemon=True)
        self.plug()
        self._thread.start()

    # -- what people do to it

    def plug(self) -> None:
        """Give it power."""
        with self._lock:
            self._next_start = (time.monotonic(), STAY if self.hit_held else PROGRAM)

    def unplug(self) -> None:
        """Take its power and its port away, in the middle of whatever it does."""
        with self._lock:
            self._next_start = None
            self._power_off()

    def close(self) -> None:
        """End it; the chip stays."""
        self._over.set()
        self._thread.join()
        self.unplug()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def wait(self, limit_s: float = 20.0) -> str:
        """Wait until a host can open its port, and return that.

        :raises TimeoutError: it does not come
        """
        end_s = time.monotonic() + limit_s
        while not Path(self.port).exists():
            if time.monotonic() > end_s:
                raise TimeoutError(f"{self.port} does not come")
            time.sleep(LOOK_S)
        return self.port

    def files(self) -> dict[str, bytes]:
        """Return what is on the chip, path -> contents. It must be unplugged."""
        return self.put({})

    def put(self, files: Mapping[str, bytes | None]) -> dict[str, bytes]:
        """Write files behind its back, None to remove one; return what is there then. It must be unplugged.

        :raises OSError: it does not take them
        """
        assert self._child is None, "two must not write to one chip"
        script = f"import virtual_board_start as b\nb.serve_chip({str(self.chip)!r}, {self._blocks})"
        digits = {path: None if data is None else data.hex() for path, data in files.items()}
        line = json.dumps(digits) + "\n"
        env = {**os.environ, "MICROPYPATH": f"{START.parent}:.frozen"}
        command = [self._command, "-X", "heapsize=8M", "-c", script]
        told = subprocess.run(command, input=line, capture_output=True, text=True, env=env, check=False)
        if told.returncode:
            raise OSError(f"{self.chip}: {told.stdout}{told.stderr}")
        return {path: bytes.fromhex(digits) for path, digits in json.loads(told.stdout).items()}

    # -- the cable, which a test may tamper with; both may raise Pulled

    def to_host(self, data: bytes) -> bytes:
        """Return what the host gets of what the board says."""
        return data

    def to_board(self, data: bytes) -> bytes:
        """Return what the board gets of what the host says."""
        return data

    # -- power and port

    @property
    def _blocks(self) -> int:
        return self.chip.stat().st_size // BLOCK_BYTES

    def _power_off(self) -> None:
        Path(self.port).unlink(missing_ok=True)
        self._end_child()
        if self._host >= 0:
            os.close(self._host)
            self._host = -1
        self._to_host = self._to_board = b""

    def _end_child(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            self._child = None
            for fd in (self._board, self._control, self._life, self._finger):
                os.close(fd)

    def _power_on(self, how: str) -> None:
        if self._host < 0:
            self._host, slave = _raw_pty()
            target = os.ttyname(slave)
            os.close(slave)
            Path(self.port).symlink_to(target)
        self._start_child(how)
        if how == RAW:
            self._to_board += b"\x01"

    def _start_child(self, how: str) -> None:
        self._is_up = False
        self._board, slave = _raw_pty(signals=True)
        self._control, control = os.pipe()
        life, self._life = os.pipe()
        finger, self._finger = os.pipe()
        os.set_blocking(finger, False)
        os.set_blocking(life, False)
        given = {
            "chip": self.chip,
            "blocks": self._blocks,
            "control": control,
            "run": int(how == PROGRAM),
            "id": self.unique_id.hex(),
            "epoch_us": virtual.monotonic_us(),
            "start_us": 1,
            "skew_ppm": 0,
            "finger": finger,
            "life": life,
        }
        words = [f"{name}={value}" for name, value in given.items()]
        self._child = subprocess.Popen(
            # The terminal is the child's own, so that Ctrl-C interrupts what runs there.
            ["setsid", "--ctty", self._command, "-X", virtual.HEAP, "-i", str(START), *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            pass_fds=(control, finger, life),
            env={**os.environ, "MICROPYPATH": ".frozen"},
        )
        for fd in (slave, control, life, finger):
            os.close(fd)

    # -- the thread

    def _serve(self) -> None:
        while not self._over.is_set():
            ready: dict[int, int] = {}
            with self._lock:
                if self._next_start and time.monotonic() >= self._next_start[0]:
                    how, self._next_start = self._next_start[1], None
                    self._power_on(how)
                if self._child:
                    ready = self._wait()
                    try:
                        self._turn(ready)
                    except Pulled:
                        self.unplug()
            time.sleep(0 if ready else LOOK_S)

    def _wait(self) -> dict[int, int]:
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        poll.register(self._board, 0 if self._to_host else select.POLLIN)
        poll.register(self._host, 0 if self._to_board else select.POLLIN)
        return dict(poll.poll(LOOK_S * 1000))

    def _turn(self, ready: dict[int, int]) -> None:
        if ready.get(self._control, 0) & select.POLLIN:
            said = os.read(self._control, 1)
            if said == b"u":
                self._is_up = True
                return
            stay = said == b"s" or self.hit_held
            self._power_off()
            self._next_start = (time.monotonic() + AWAY_S, STAY if stay else PROGRAM)
            return
        if ready.get(self._host, 0) & select.POLLIN:
            self._to_board += self.to_board(_read(self._host))
        if ready.get(self._board, 0) & select.POLLIN:
            data = _read(self._board)
            self._said_last = (self._said_last + data)[-len(RAW_PROMPT) :]
            self._to_host += self.to_host(data)
        elif ready.get(self._board, 0) & select.POLLHUP:
            self._soft_reset()
        self._pass_on(nobody=bool(ready.get(self._host, 0) & select.POLLHUP))

    def _soft_reset(self) -> None:
        """The REPL has ended, which is what Ctrl-D does to it: a raw one comes again, a friendly one runs
        main.py."""
        raw = self._said_last == RAW_PROMPT
        self._end_child()
        self._to_host += b"MPY: soft reboot\r\n"
        self._power_on(RAW if raw else PROGRAM)

    def _pass_on(self, *, nobody: bool) -> None:
        if self._to_board and self._is_up:  # a Ctrl-C before that would end what starts it
            self._to_board = self._to_board[_write(self._board, self._to_board[:CHUNK_BYTES]) :]
        if nobody:
            self._to_host = b""
        elif self._to_host:
            self._to_host = self._to_host[_write(self._host, self._to_host[:CHUNK_BYTES]) :]


def _micropython() -> str:
    found = virtual.micropython()
    if found is None:
        raise OSError("a virtual board needs MicroPython's unix port, which is not here")
    return found[1][0]


def _raw_pty(*, signals: bool = False) -> tuple[int, int]:
    """Return master and slave that pass every byte on as it is; with `signals` all but Ctrl-C."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    if signals:
        state = termios.tcgetattr(slave)
        state[3] |= termios.ISIG
        termios.tcsetattr(slave, termios.TCSANOW, state)
    os.set_blocking(master, False)
    return master, slave


def _read(fd: int) -> bytes:
    with contextlib.suppress(OSError):
        return os.read(fd, CHUNK_BYTES)
    return b""


def _write(fd: int, data: bytes) -> int:
    with contextlib.suppress(OSError):
        return os.write(fd, data)
    return 0


def main() -> int:
    """Be a board until Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python -m companion.pads.virtual_board", description="A virtual board."
    )
    parser.add_argument("chip", type=Path, help="the file that is its flash; made if it is not there")
    parser.add_argument(
        "--hit", action="store_true", help="HIT is held when it gets power: it stays in its REPL"
    )
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        with VirtualBoard(given.chip, hit_held=given.hit) as board:
            print(board.wait(), flush=True)
            with contextlib.suppress(KeyboardInterrupt):
                threading.Event().wait()
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
