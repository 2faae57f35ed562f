"""What the board starts: main.py, on modules that write down what it does."""

import runpy
import sys
from pathlib import Path
from types import ModuleType

import pytest

MAIN = Path(__file__).parents[2] / "firmware/main.py"


@pytest.mark.parametrize(
    ("platform", "done"), [("rp2", ["Ctrl-C off", "imports", "is a pad"]), ("darwin", [])]
)
def test_a_byte_of_the_host_cannot_stop_it_while_it_starts(platform: str, done: list[str], monkeypatch):
    """Imports take 0.4 to 1.6 s on a board, USB is up by then, and 0x03 is the code of Ack."""
    found = []

    class Firmware(ModuleType):
        @property
        def board_pico(self) -> ModuleType:
            found.append("imports")
            board = ModuleType("board_pico")
            board.main = lambda: found.append("is a pad")
            return board

    micropython = ModuleType("micropython")
    micropython.kbd_intr = lambda char: found.append("Ctrl-C off" if char == -1 else "?")
    monkeypatch.setitem(sys.modules, "micropython", micropython)
    monkeypatch.setitem(sys.modules, "firmware", Firmware("firmware"))
    monkeypatch.setattr(sys, "platform", platform)
    runpy.run_path(str(MAIN))
    assert list(dict.fromkeys(found)) == done
