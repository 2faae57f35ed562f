"""Virtual pads: the firmware in processes of its own behind ptys, with fingers that scripts can press.

Owns the children and what belongs to them: pty, finger FIFO, lifeline, private directory. Must never
speak the wire (that is link.py's) and never block, however a child fares. A child ends with its parent: it
holds the reading end of a pipe whose writing end only this process has.
"""

import contextlib
import fcntl
import functools
import json
import os
import pty
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from signal import SIGCONT, SIGSTOP
from types import TracebackType
from typing import IO, Self, overload

from firmware.ticks import WRAP_US
from firmware.virtual_clock import VirtualClock

ROOT = Path(__file__).resolve().parents[2]  # holds the packages firmware and shared_rules
HEAP = "heapsize=256k"  # about what a Pico has, though each object is twice its size here
BEFORE_WRAP_US = 2_000_000  # pads start this long before 2^30 us, so that every sitting crosses the wrap
APART_US = 137_000  # no two pads start with the same clock
END_S = 2.0
PRIVATE = "tinstar-fingers-"


def monotonic_us() -> int:
    """Return the machine's CLOCK_MONOTONIC in microseconds: the time fingers are told in."""
    return time.monotonic_ns() // 1000


Interpreter = tuple[str, tuple[str, ...]]  # (name and version, command)


def cpython() -> Interpreter:
    """Return this Python: it runs virtual pads everywhere."""
    return "CPython " + ".".join(map(str, sys.version_info[:3])), (sys.executable,)


@functools.cache
def micropython() -> Interpreter | None:
    """Return MicroPython's unix port beside this Python, None when it is not there or does not start."""
    path = Path(sys.executable).with_name("micropython")
    ask = "import sys; print('.'.join([str(n) for n in sys.implementation.version[:3]]))"
    try:
        told = subprocess.run([path, "-c", ask], capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return f"MicroPython {told.stdout.strip()}", (str(path), "-X", HEAP)


def interpreter() -> Interpreter:
    """Return what runs virtual pads here: MicroPython if it can be, for it is what the Pico runs."""
    return micropython() or cpython()


class VirtualPad:
    """One virtual pad, started. Close it, or use it in a `with`.

    port: path of the pty's slave, what the host opens; finger: path of the FIFO; process: the child;
    interpreter: "MicroPython 1.28.0" or "CPython 3.13.1"; unique_id: 8 bytes;
    clock: the exact map from CLOCK_MONOTONIC to the pad's microseconds.
    """

    def __init__(
        self,
        finger: Path,
        unique_id: bytes,
        *,
        start_us: int,
        skew_ppm: int = 0,
        seed: int | None = None,
        stderr: IO[bytes] | int | None = None,
        command: Interpreter | None = None,
    ) -> None:
        """Start it. `command` is what interpreter() returns unless given.

        Raises OSError, with the path in it, when the FIFO cannot be made or opened.
        """
        self.finger = finger
        self.unique_id = unique_id
        self.interpreter, words = command or interpreter()
        self._made_finger = False
        self._finger_fd = self._open_finger()
        life, self._life_fd = os.pipe()
        master, slave = pty.openpty()
        try:
            self.port = os.ttyname(slave)
            tty.setraw(slave)  # before anybody talks: no echo, no line editing
            os.set_blocking(master, False)
            self.clock = VirtualClock(monotonic_us(), start_us, skew_ppm)
            self.process = subprocess.Popen(
                [*words, "-m", "firmware.board_virtual", *self._arguments(life, seed)],
                stdin=master,
                stdout=master,
                stderr=stderr,
                pass_fds=(self._finger_fd, life),
                env={**os.environ, "MICROPYPATH": f"{ROOT}:.frozen", "PYTHONPATH": str(ROOT)},
                start_new_session=True,  # Ctrl-C is for the parent, which then ends its pads
            )
        except BaseException:
            os.close(self._life_fd)
            self._close_finger()
            raise
        finally:
            for fd in (master, slave, life):  # the child's alone now, so that its death is seen at the port
                os.close(fd)

    def _arguments(self, life: int, seed: int | None) -> list[str]:
        words = [
            f"id={self.unique_id.hex()}",
            f"epoch_us={self.clock.epoch_us}",
            f"start_us={self.clock.start_us}",
            f"skew_ppm={self.clock.skew_ppm}",
            f"finger={self._finger_fd}",
            f"life={life}",
        ]
        return words if seed is None else [*words, f"seed={seed}"]

    def _open_finger(self) -> int:
        """Make the FIFO unless there is one; open both ends of it, so that it never ends nor blocks."""
        try:
            os.mkfifo(self.finger, 0o600)
            self._made_finger = True
        except FileExistsError:
            if not stat.S_ISFIFO(self.finger.lstat().st_mode):
                raise FileExistsError(f"finger {self.finger} is there already and is no FIFO") from None
        except OSError as error:
            raise type(error)(f"finger {self.finger} cannot be made: {error.strerror}") from error
        try:
            return os.open(self.finger, os.O_RDWR | os.O_NONBLOCK)
        except OSError as error:
            raise type(error)(f"finger {self.finger} cannot be opened: {error.strerror}") from error

    def _close_finger(self) -> None:
        os.close(self._finger_fd)
        if self._made_finger:
            self.finger.unlink(missing_ok=True)

    @property
    def alive(self) -> bool:
        """The process runs (or is suspended)."""
        return self.process.poll() is None

    def press(
        self, button: str = "hit", *, at_us: int | None = None, down_ms: int = 60, bounce: Sequence[int] = ()
    ) -> None:
        """Press a button at at_us CLOCK_MONOTONIC microseconds (None: now); it toggles `bounce` us later.

        Raises OSError when the pad is gone or does not read its finger.
        """
        self.tell({"button": button, "at_us": at_us, "down_ms": down_ms, "bounce": list(bounce)})

    def tell(self, line: object) -> None:
        """Write one finger line, whatever it is."""
        if not self.alive:
            raise OSError(f"virtual pad {self.finger.name} is gone")
        try:
            os.write(self._finger_fd, json.dumps(line).encode() + b"\n")
        except BlockingIOError as error:
            raise OSError(f"virtual pad {self.finger.name} does not read its finger") from error

    def suspend(self) -> None:
        """Stop the process where it is (SIGSTOP)."""
        self.process.send_signal(SIGSTOP)

    def resume(self) -> None:
        """Let it run again."""
        self.process.send_signal(SIGCONT)

    def kill(self) -> None:
        """Take the pad's power away."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """End the pad, and remove its FIFO unless it was there before."""
        if self._life_fd < 0:
            return
        os.close(self._life_fd)
        self._life_fd = -1
        try:
            self.process.send_signal(SIGCONT)
            self.process.wait(END_S)
        except subprocess.TimeoutExpired:
            self.kill()
        self._close_finger()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _private_dir() -> tuple[Path, int]:
    """Make a directory of our own and hold it; clear away those whose holder was killed."""
    root = Path(tempfile.gettempdir())
    for left in root.glob(f"{PRIVATE}*"):
        with contextlib.suppress(OSError):  # somebody else's, or just gone
            held = _hold(left)
            shutil.rmtree(left, ignore_errors=True)
            os.close(held)
    made = Path(tempfile.mkdtemp(prefix=PRIVATE))
    return made, _hold(made)


def _hold(directory: Path) -> int:
    """Lock a directory for as long as the returned descriptor is open. Raises OSError when it is held."""
    fd = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(fd)
        raise
    return fd


class VirtualPads(Sequence[VirtualPad]):
    """Some virtual pads, p1 first. Close them, or use them in a `with`.

    make: starts the pad of a place, from 0, with its name. Raises OSError.
    """

    def __init__(self, make: Callable[[int, str], VirtualPad], private: tuple[Path, int] | None) -> None:
        self._pads: list[VirtualPad] = []
        self._places: dict[int, VirtualPad] = {}  # from 0; a place has its clock, dice and unique id
        self._make = make
        self._private = private

    def add(self, name: str = "") -> VirtualPad:
        """Start one more, in the first place that is free; it is called p1, p2 .. by that, or as it is told.

        Raises OSError, with the path in it, when its FIFO is unusable.
        """
        place = next(place for place in range(len(self._places) + 1) if place not in self._places)
        pad = self._make(place, name or f"p{place + 1}")
        self._places[place] = pad
        self._pads.append(pad)
        return pad

    def remove(self, pad: VirtualPad) -> None:
        """End one of them. Raises ValueError when it is none of these."""
        self._pads.remove(pad)
        self._places = {place: each for place, each in self._places.items() if each is not pad}
        pad.close()

    @overload
    def __getitem__(self, place: int) -> VirtualPad: ...
    @overload
    def __getitem__(self, place: slice) -> list[VirtualPad]: ...
    def __getitem__(self, place: int | slice) -> VirtualPad | list[VirtualPad]:
        return self._pads[place]

    def __len__(self) -> int:
        return len(self._pads)

    def __iter__(self) -> Iterator[VirtualPad]:
        return iter(self._pads)

    def close(self) -> None:
        """End all pads and remove the private directory."""
        for pad in self._pads:
            pad.close()
        if self._private is not None:
            directory, held = self._private
            self._private = None
            shutil.rmtree(directory, ignore_errors=True)
            os.close(held)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def start(
    count: int,
    *,
    fingers_dir: str | Path | None = None,
    skew_ppm: int | Sequence[int] = 0,
    seed: int | None = None,
    names: Sequence[str] | None = None,
    stderr: IO[bytes] | int | None = None,
    command: Interpreter | None = None,
) -> VirtualPads:
    """Start `count` virtual pads with fingers DIR/p1, DIR/p2 .. (`names` to call them otherwise).

    fingers_dir: must exist, None makes a private one; skew_ppm: one for all or one each; seed: dice that
    repeat. Raises OSError, with the path in it, when a FIFO is unusable, and leaves no pad behind.
    """
    names = names or [f"p{number}" for number in range(1, count + 1)]
    skews = [skew_ppm] * count if isinstance(skew_ppm, int) else list(skew_ppm)
    private = _private_dir() if fingers_dir is None else None
    where = private[0] if private else Path(fingers_dir or "")

    def make(place: int, name: str) -> VirtualPad:
        return VirtualPad(
            where / name,
            f"virt{place + 1:04d}".encode(),
            start_us=WRAP_US - BEFORE_WRAP_US - APART_US * place,
            skew_ppm=skews[place] if place < len(skews) else skews[-1] if skews else 0,
            seed=None if seed is None else seed + place,
            stderr=stderr,
            command=command,
        )

    pads = VirtualPads(make, private)
    try:
        if not where.is_dir():
            raise NotADirectoryError(f"fingers directory {where} is not there")
        for name in names:
            pads.add(name)
    except BaseException:
        pads.close()
        raise
    return pads
