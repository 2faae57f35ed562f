"""A shootout played at a real terminal: keys are fingers, keys answer, and what was typed is on disk."""

import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path

import pytest

from companion.store import open_store
from tests.companion.at_the_table import COMMAND, PATIENCE_S

pytestmark = pytest.mark.alone

ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")
SIZE = struct.pack("HHHH", 40, 150, 0, 0)


class Terminal:
    """A pseudo-terminal with a `tinstar` in it."""

    def __init__(self, data: Path, *words: str) -> None:
        self.data = data
        self._master, slave = pty.openpty()
        ioctl(slave, termios.TIOCSWINSZ, SIZE)
        self.process = subprocess.Popen(
            [*COMMAND, *words, "--data", str(data)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "150", "LINES": "40"},
            start_new_session=True,
        )
        self.mode = termios.tcgetattr(slave)
        self._slave = slave
        self.seen = ""

    def close(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self._slave)
        os.close(self._master)

    def wait_for(self, text: str) -> None:
        """Until this stands on the terminal; everything up to it is then behind us."""
        self.look_for(text)
        self.seen = self.seen.split(text, 1)[1]

    def look_for(self, text: str) -> None:
        """Until this stands on the terminal. What stands beside it is written again only when it changes."""
        end = time.monotonic() + PATIENCE_S
        while text not in self.seen:
            assert time.monotonic() < end, f"never saw {text!r} in:\n{self.seen[-3000:]}"
            if select.select([self._master], [], [], 0.1)[0]:
                self.seen += ESCAPES.sub(b"", os.read(self._master, 65536)).decode(errors="ignore")

    def keys(self, text: str) -> None:
        os.write(self._master, text.encode())

    def end(self) -> int:
        end = time.monotonic() + PATIENCE_S
        while self.process.poll() is None and time.monotonic() < end:
            if select.select([self._master], [], [], 0.1)[0]:
                self.seen += ESCAPES.sub(b"", os.read(self._master, 65536)).decode(errors="ignore")
        return self.process.wait(1)

    def evidence(self) -> str:
        with open_store(self.data) as store:
            return "\n".join(store.evidence(1))


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    tokens = [f"--tokens={name}=shooter1,coward" for name in ("Ana", "Bo")]
    terminal = Terminal(tmp_path / "data", "shootout", "--virtual-pads=2", "--beat-ms=150", *tokens)
    for pad in ("p1", "p2"):
        terminal.look_for(f"{pad} ±")
    time.sleep(0.5)  # their first marks
    yield terminal
    terminal.close()


def count_down(terminal: Terminal) -> None:
    terminal.wait_for("Enter: 3-2-1-DRAW!")
    terminal.keys("\r")
    terminal.wait_for("│ DRAW!")


def test_a_shootout_to_the_last_token(terminal: Terminal) -> None:
    count_down(terminal)
    time.sleep(0.2)
    terminal.keys("f")
    terminal.wait_for("Bo first")
    terminal.wait_for("Whose coward die shows run away?")
    terminal.keys("1\r")
    terminal.wait_for("How many bullets lie in front of Bo?")
    terminal.keys("2")
    terminal.wait_for("Bo is left and wins the shootout.")
    terminal.wait_for("Evidence: ")
    assert terminal.end() == 0
    assert '"player":"Bo","tokens":[["Ana","shooter1"]]' in terminal.evidence()


def test_the_judge_overrules_with_a_reason(terminal: Terminal) -> None:
    count_down(terminal)
    time.sleep(0.2)
    terminal.keys("a")
    terminal.wait_for("v: overrule")
    terminal.keys("v")
    terminal.wait_for("What does the judge say?")
    terminal.keys("2")
    terminal.wait_for("Why?")
    terminal.keys("Bos die lay stilx\x7fl\r")
    terminal.wait_for("The judge: Bo first. (Bos die lay still)")
    terminal.wait_for("Whose coward die")
    terminal.keys("\r")
    terminal.wait_for("How many bullets lie in front of Bo?")
    terminal.keys("1")
    terminal.wait_for("Enter: 3-2-1-DRAW!")
    terminal.keys("\x1b")
    assert terminal.end() == 0
    evidence = terminal.evidence()
    assert '"rule":"first","player":"Bo","reason":"Bos die lay still"' in evidence


def test_a_jump_is_called_and_the_countdown_begins_anew(terminal: Terminal) -> None:
    terminal.wait_for("Enter: 3-2-1-DRAW!")
    terminal.keys("\r")
    terminal.wait_for("Round 1")
    terminal.keys("a")
    terminal.wait_for("Ana jumped the gun.")
    count_down(terminal)
    terminal.keys("f")
    terminal.wait_for("Bo first")


def test_the_terminal_is_given_back_as_it_was(terminal: Terminal) -> None:
    terminal.wait_for("Enter: 3-2-1-DRAW!")
    terminal.keys("zZ1vo\x7f")  # keys that mean nothing here
    terminal.keys("\x1b")
    assert terminal.end() == 0
    assert termios.tcgetattr(terminal._slave) == terminal.mode


def test_without_a_window_it_says_so_and_plays_here(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--virtual-pads", "2")
    terminal.wait_for("the shootout is played in this terminal")
    terminal.wait_for("Enter: 3-2-1-DRAW!")
    terminal.close()


def test_a_late_key_gives_the_margin_and_fingers_are_no_commands(terminal: Terminal) -> None:
    count_down(terminal)
    time.sleep(0.2)
    terminal.keys("a")
    time.sleep(0.06)
    terminal.keys("f")
    terminal.wait_for("Ana first, by ")
    terminal.keys("qsxrtgf")  # everybody's fingers
    terminal.wait_for("Whose coward die shows run away?")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_told_to_end_it_names_the_evidence_and_gives_the_terminal_back(
    terminal: Terminal, number: int
) -> None:
    count_down(terminal)
    terminal.process.send_signal(number)
    terminal.wait_for("Evidence: ")
    assert terminal.end() == 128 + number
    assert termios.tcgetattr(terminal._slave) == terminal.mode
    with open_store(terminal.data) as store:
        assert store.shootouts()[0].finished
