"""Installations in a thread of their own: the hub lends the port, and has the pad at its end."""

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from companion.flash.installing import Installing, Progress
from companion.flash.steps import Installed, Step
from companion.pads import news as n
from companion.pads.hub import Pads
from tests.flash.conftest import LONG_S, Cable


def wait_for(what: Callable[[], Any]) -> None:
    end_s = time.monotonic() + LONG_S
    while not what():
        assert time.monotonic() < end_s
        time.sleep(0.02)


def test_a_board_from_the_shop_becomes_a_pad_at_the_table(board: Cable) -> None:
    heard: list[n.News] = []
    with Pads(heard.append, [board.wait()], hot_plug=False) as hub:
        wait_for(hub.turned)
        installing = Installing(hub)
        installing.begin(board.port)
        assert installing.goes_on
        installing.begin("/dev/ttyNONE")  # not while another one goes on
        wait_for(lambda: not installing.goes_on)
        assert installing.now is not None and installing.now.installed is not None, installing.now
        assert installing.now.port == board.port and installing.now.installed.written > 10
        wait_for(lambda: any(isinstance(what, n.Joined) for what in heard))
        assert not hub.turned()
        installing.forget()
        assert installing.now is None
        installing.close()


def test_what_goes_wrong_is_a_sentence_and_the_port_comes_back() -> None:
    with Pads(lambda _: None, hot_plug=False) as hub:
        installing = Installing(hub)
        installing.begin("/dev/ttyNONE")
        wait_for(lambda: not installing.goes_on)
        assert installing.now is not None and "/dev/ttyNONE is not there" in installing.now.error
        installing.close()


@pytest.mark.parametrize("error", [OSError("the disk is full"), ZeroDivisionError("never thought of")])
def test_whatever_ends_it_is_said(error: Exception) -> None:
    def fails(_port: str, tell: Callable[[Step], None]) -> Installed:
        tell(Step("written", "a.mpy", 1, 2))
        raise error

    with Pads(lambda _: None, hot_plug=False) as hub:
        installing = Installing(hub, fails)
        installing.begin("/dev/ttyACM0")
        wait_for(lambda: not installing.goes_on)
        assert installing.now is not None and str(error) in installing.now.error
        installing.close()


def test_whoever_goes_waits_for_the_one_that_goes_on() -> None:
    def takes_a_while(port: str, _tell: Callable[[Step], None]) -> Installed:
        time.sleep(0.2)
        return Installed(port, "Pico RP2040", "0.1.0", 1, "00", 3)

    with Pads(lambda _: None, hot_plug=False) as hub:
        installing = Installing(hub, takes_a_while)
        installing.begin("/dev/ttyACM0")
        installing.close()
        assert isinstance(installing.now, Progress) and installing.now.installed is not None


def test_the_window_does_not_load_the_installer_to_start() -> None:
    ask = "import sys, companion.pad_words, companion.room; print('mpremote' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
