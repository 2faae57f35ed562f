"""What a virtual board does between power and main.py. MicroPython's unix port runs it, started by
virtual_board.py as

    micropython -i virtual_board_start.py chip=PATH blocks=N control=FD run=0|1 id=<16 hex> ...

and goes on into its REPL. Owns what a Pico has and a desktop has not: a flash chip with littlefs as "/", a
`machine` that resets, a `kbd_intr` that lets Ctrl-C through as a byte. Must never know what is on the board:
it starts main.py, whatever that is.

On the control pipe it says "u" when it is up, and asks for power off and on: "r" to start anew, "s" to
start anew and stay in the REPL.
"""

import json
import os
import sys
import termios
import time

import micropython
import vfs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BLOCK_BYTES = 4096  # as on a Pico
BLOCK_COUNT, BLOCK_SIZE, ERASE = 4, 5, 6  # operations of a block device's ioctl
LFLAG, CC = 3, 6  # places in what tcgetattr returns
ISIG, VTIME, VMIN = 1, 5, 6  # Linux
CTRL_C = 3


class Chip:
    """The flash chip: a file of the desktop, as a block device."""

    def __init__(self, path: str, blocks: int) -> None:
        self._file = open(path, "r+b")  # noqa: SIM115    open as long as the board
        self._blocks = blocks

    def readblocks(self, block: int, into: bytearray, offset: int = 0) -> None:
        """Fill `into` from there on."""
        self._file.seek(block * BLOCK_BYTES + offset)
        self._file.readinto(into)

    def writeblocks(self, block: int, data: bytes, offset: int = 0) -> None:
        """Write there."""
        self._file.seek(block * BLOCK_BYTES + offset)
        self._file.write(data)

    def ioctl(self, operation: int, _argument: int) -> "int | None":
        """Say how large it is; a file needs no erasing."""
        return {BLOCK_COUNT: self._blocks, BLOCK_SIZE: BLOCK_BYTES, ERASE: 0}.get(operation)


def file_system(path: str, blocks: int) -> "Any":
    """Return the chip's littlefs, made anew where there is none, as a Pico does."""
    chip = Chip(path, blocks)
    try:
        return vfs.VfsLfs2(chip)
    except OSError:
        vfs.VfsLfs2.mkfs(chip)
        return vfs.VfsLfs2(chip)


def mount(path: str, blocks: int) -> None:
    """Let the chip be all the files there are."""
    chip = file_system(path, blocks)
    vfs.umount("/")
    vfs.mount(chip, "/")
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib"]


def every_file(folder: str = "") -> "dict[str, str]":
    """Return path -> contents in hexadecimal digits of all that is on the chip."""
    found = {}
    for name, kind, *_ in os.ilistdir(folder or "/"):
        path = folder + "/" + name if folder else name
        if kind & 0x4000:
            found.update(every_file(path))
        else:
            with open(path, "rb") as file:
                found[path] = file.read().hex()
    return found


def put(files: "dict[str, str | None]") -> None:
    """Write files, folders with them; None removes one."""
    for path, digits in files.items():
        if digits is None:
            os.remove(path)
            continue
        for at, letter in enumerate(path):
            if letter == "/":
                make_folder(path[:at])
        with open(path, "wb") as file:
            file.write(bytes.fromhex(digits))


def make_folder(path: str) -> None:
    """Make it unless it is there."""
    try:
        os.mkdir(path)
    except OSError:
        os.listdir(path)  # raises again unless it is a folder


def serve_chip(path: str, blocks: int) -> None:
    """Put what a line of standard input says, then print all that is there. For whoever holds the chip."""
    mount(path, blocks)
    put(json.loads(sys.stdin.readline()))
    print(json.dumps(every_file()))


class Machine:
    """The module `machine`, as much of it as an installer uses."""

    control: "Any" = None
    identity = b""

    @classmethod
    def reset(cls, how: bytes = b"r") -> None:
        """Ask for power off and on, and be gone."""
        cls.control.write(how)
        while True:
            time.sleep(1)

    @classmethod
    def unique_id(cls) -> bytes:
        """Return the board's eight bytes."""
        return cls.identity


class Keyboard:
    """The module `micropython`, whose kbd_intr works on a terminal as on a Pico."""


def let_through(character: int) -> None:
    """Make Ctrl-C interrupt, or be a byte like any other."""
    state = termios.tcgetattr(0)
    state[LFLAG] = state[LFLAG] | ISIG if character == CTRL_C else state[LFLAG] & ~ISIG
    termios.tcsetattr(0, termios.TCSANOW, state)


def wait_for_bytes(least: int) -> None:
    """Have reading wait for so many bytes; for none, so that a program may look whether some are there."""
    state = termios.tcgetattr(0)
    state[CC][VMIN], state[CC][VTIME] = least, 0
    termios.tcsetattr(0, termios.TCSANOW, state)


def furnish(given: "dict[str, str]") -> None:
    """Give programs the modules they would find on a Pico."""
    Machine.control = open(int(given["control"]), "wb")  # noqa: SIM115    as long as the board
    Machine.identity = bytes.fromhex(given["id"])
    sys.modules["machine"] = Machine
    for name in dir(micropython):
        if not name.startswith("__"):
            setattr(Keyboard, name, getattr(micropython, name))
    Keyboard.kbd_intr = staticmethod(let_through)
    sys.modules["micropython"] = Keyboard


def run_program() -> None:
    """Run boot.py and main.py if they are there. A pad that was told to leave starts anew into the REPL."""
    wait_for_bytes(0)
    try:
        for name in ("boot", "main"):
            if name + ".py" in os.listdir():
                __import__(name)
        if "firmware.pad" in sys.modules:
            Machine.reset(b"s")
    except (Exception, KeyboardInterrupt) as error:
        sys.print_exception(error)
    finally:
        let_through(CTRL_C)
        wait_for_bytes(1)


def start(given: "dict[str, str]") -> None:
    """Be a board that has just got power."""
    mount(given["chip"], int(given["blocks"]))
    furnish(given)
    Machine.control.write(b"u")
    if given["run"] == "1":
        run_program()


if __name__ == "__main__":
    start(dict([word.split("=", 1) for word in sys.argv[1:]]))
