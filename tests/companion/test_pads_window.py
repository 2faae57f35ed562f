"""The pads screen in the real window, with real virtual pads and their fingers."""

import os
import signal
from pathlib import Path

import pytest

from companion.pads.verdict import BUTTONS
from tests.companion.the_window import TheWindow

pytestmark = pytest.mark.alone


def is_there(window: TheWindow, target: str, there: bool = True) -> None:
    window.wait_until(lambda: (target in window.targets()) == there, f"{target}: {there}")


def test_from_home_to_a_good_pad(tmp_path: Path) -> None:
    with TheWindow(tmp_path, "--seed", "1", pads=2, LANGUAGE="en") as window:
        window.tap("home.pads")
        is_there(window, "pad.p2")
        window.tap("pad.p1")
        window.press("p1", button="die1", down_ms=50)
        window.wait_text("pressed")
        window.tap("test")
        window.wait_text("The pad tests itself.")
        for button in BUTTONS:
            window.press("p1", button=button, bounce=[400, 900, 1700, 2300])
        window.wait_text("All that can be known of this pad is good.")
        texts = window.texts()
        assert texts.count("bounces 2.3 ms") == 4
        assert any(text.startswith("Fair: chi-square") for text in texts)
        window.tap("tab.clock")
        window.wait_text("Longest pause of its loop")
        window.tap("back")
        window.wait_until(lambda: window.look()["screen"] == "home", "home")
        window.quit()
        assert window.process.stderr and window.process.stderr.read() == ""


def test_pads_come_and_go_while_somebody_looks(tmp_path: Path) -> None:
    with TheWindow(tmp_path, pads=1, size="800x480", LANGUAGE="en") as window:
        is_there(window, "home.pads")
        window.tap("home.pads")
        is_there(window, "pad.p1")
        window.tap("virtual.add")
        is_there(window, "pad.p2")
        assert window.targets()["virtual.remove"]["label"] in ("Remove p1", "Remove p2")
        window.tap("pad.p2")
        window.tap("button.hit")  # its picture: it is a virtual pad of ours
        window.wait_text("pressed")
        window.tap("back")
        window.tap("virtual.remove")
        is_there(window, "pad.p2", False)
        os.kill(window.pad_process(1), signal.SIGKILL)
        window.wait_text("gone")
        window.tap("virtual.remove")
        is_there(window, "pad.p1", False)
        window.wait_text("No pad is plugged in.")
        window.quit()
