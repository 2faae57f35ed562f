"""The virtual board is a board: to a terminal, to mpremote, and to whoever pulls its cable."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from companion.pads import virtual
from companion.pads.virtual_board import VirtualBoard

LONG_S = 20.0
pytestmark = pytest.mark.skipif(virtual.micropython() is None, reason="no MicroPython unix port here")


@pytest.fixture
def board(tmp_path: Path) -> Iterator[VirtualBoard]:
    with VirtualBoard(tmp_path / "chip") as board:
        yield board


def opened(board: VirtualBoard) -> serial.Serial:
    return serial.Serial(board.wait(), timeout=LONG_S, exclusive=True)


def started_with(board: VirtualBoard, files: dict[str, bytes | None]) -> None:
    board.unplug()
    board.put(files)
    board.plug()


def test_a_repl_in_which_ctrl_c_interrupts(board: VirtualBoard):
    with opened(board) as line:
        line.write(b"\r6*7\r")
        assert line.read_until(b"\n42").endswith(b"\n42")
        line.write(b"while True: pass\r\r\r")
        line.read_until(b"... ")
        time.sleep(0.3)
        line.write(b"\x03")
        assert b"KeyboardInterrupt" in line.read_until(b"KeyboardInterrupt")


def test_it_runs_main_py_and_a_soft_reset_runs_it_again(board: VirtualBoard):
    started_with(board, {"boot.py": b"print('boot')", "main.py": b"print('hello'); 1 / 0"})
    with opened(board) as line:
        for _ in range(2):
            text = line.read_until(b">>> ")
            assert text.index(b"boot") < text.index(b"hello") < text.index(b"ZeroDivisionError")
            line.write(b"\x04")
            assert line.read_until(b"soft reboot").endswith(b"MPY: soft reboot")


def test_with_hit_held_it_does_not(board: VirtualBoard):
    board.hit_held = True
    started_with(board, {"main.py": b"print('hello')"})
    with opened(board) as line:
        assert b"hello" not in line.read_until(b">>> ")


def test_a_reset_takes_the_port_away_and_brings_it_back(board: VirtualBoard):
    with opened(board) as line:
        line.write(b"\rimport machine\rmachine.reset()\r")
        with pytest.raises((serial.SerialException, OSError)):
            line.read(1_000)
    with opened(board) as line:
        line.write(b"\r1+1\r")
        assert line.read_until(b"\n2").endswith(b"\n2")


def test_a_program_may_take_ctrl_c_as_a_byte(board: VirtualBoard):
    echo = b"""
import micropython, sys, select
micropython.kbd_intr(-1)
print("ready")
poll = select.poll()
poll.register(sys.stdin, select.POLLIN)
while poll.poll(): print(sys.stdin.buffer.read(1)[0])
"""
    started_with(board, {"main.py": echo})
    with opened(board) as line:
        line.read_until(b"ready\n")
        line.write(b"\x03\x01")
        assert line.read_until(b"1\n") == b"3\n1\n"


@pytest.mark.alone  # mpremote's own waits are short
def test_mpremote_takes_it_for_a_board(board: VirtualBoard, tmp_path: Path):
    opened(board).close()
    (tmp_path / "a.py").write_text("x = 6 * 7\n")
    words = ("cp", tmp_path / "a.py", ":lib.py", "+", "exec", "import lib; print(lib.x)", "+", "fs", "ls")
    command = [sys.executable, "-m", "mpremote", "connect", board.port, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert "42" in done.stdout and "lib.py" in done.stdout
    board.unplug()
    assert board.files() == {"lib.py": b"x = 6 * 7\n"}


def test_its_flash_is_full_some_time(tmp_path: Path):
    with VirtualBoard(tmp_path / "small", flash_kib=64) as board:
        board.unplug()
        board.put({"fits": b"\0" * 40 * 1024})
        with pytest.raises(OSError, match="28"):
            board.put({"large": b"\0" * 40 * 1024})


def test_by_hand(tmp_path: Path):
    words = [sys.executable, "-m", "companion.pads.virtual_board", str(tmp_path / "chip")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            port = child.stdout.readline().strip()
            with serial.Serial(port, timeout=LONG_S) as line:
                line.write(b"\r1+1\r")
                assert line.read_until(b"\n2").endswith(b"\n2")
        finally:
            child.terminate()
    assert child.returncode == 0 and not Path(port).parent.exists()
    assert (tmp_path / "chip").stat().st_size == 848 * 1024
    done = subprocess.run(
        [*words[:-1], str(tmp_path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr
