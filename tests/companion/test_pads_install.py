"""Firmware from the pads screen: its keys, how far it is, and how it ended."""

import itertools
import time
from typing import Any

import pytest

from companion.flash.installing import Progress
from companion.flash.steps import Installed, Step
from companion.pads import news as n
from tests.companion.pads_here import VIRTUAL


def by_y(widget: Any) -> float:
    y: float = widget.y
    return y


class TestInstalling:
    def hold(self, at: Any, name: str) -> None:
        """Keep a finger on a key until it has been held long enough, however slow the frames are."""
        target = at.targets()[name]
        held: list[Any] = []
        target.bind(on_held=held.append)
        finger = at.stage.finger(*target.to_window(*target.center))
        end = time.monotonic() + 10
        while not held and time.monotonic() < end:
            at.stage.wait(0.05)
        finger.lift()
        at.look()

    def clock_page(self, at: Any) -> None:
        at.tap("tab.clock")

    def test_a_hold_puts_firmware_on_the_pad_and_says_how_far_it_is(self, bench: Any) -> None:
        at = bench()
        at.pads.plug()
        at.look()
        self.clock_page(at)
        at.tap("install")
        assert at.room.installing.begun == [], "a tap is not enough"
        self.hold(at, "install")
        assert at.room.installing.begun == ["/dev/ttyACM0"]
        assert not at.targets()["install"].enabled
        at.room.installing.now = Progress("/dev/ttyACM0", Step("written", "firmware/pad.mpy", 5, 20))
        at.look()
        assert at.screen.ids.detail.installing == "/dev/ttyACM0:   5/20 written: firmware/pad.mpy"
        assert at.screen.installed == 0.25
        done = Installed("/dev/ttyACM0", "Pico RP2040", "0.1.0", 1, "e660583883724a32", 20)
        at.room.installing.now = Progress("/dev/ttyACM0", installed=done)
        at.look()
        assert "/dev/ttyACM0: firmware 0.1.0 runs on Pico RP2040." in at.texts()
        assert at.targets()["install"].enabled

    def test_what_goes_wrong_stands_there(self, bench: Any) -> None:
        at = bench(language="fr")
        at.pads.plug()
        at.room.installing.now = Progress("/dev/ttyACM0", error="It went away.")
        at.look()
        assert at.screen.install_failed and "It went away." in at.texts()

    def test_a_page_tells_of_its_own_pad_alone_and_in_one_line(self, bench: Any) -> None:
        at = bench()
        at.pads.plug()
        at.pads.plug(label="B1", port="/dev/ttyACM1")
        at.look()
        detail = at.screen.ids.detail
        detail.dispatch("on_install")
        at.room.installing.now = Progress("/dev/ttyACM0", error="It went away.\nPlug it in again.")
        at.look()
        assert detail.installing == "It went away." and "Plug it in again." in at.screen.installing
        at.tap("pad.B1")
        assert detail.installing == "" and at.screen.install_failed

    def test_while_one_goes_on_nobody_says_that_there_is_no_pad(self, bench: Any) -> None:
        at = bench()
        at.room.installing.begin("/dev/ttyACM0")
        at.look()
        assert not any("No pad is plugged in" in text for text in at.texts())

    def test_its_end_is_told_until_somebody_has_looked(self, bench: Any) -> None:
        at = bench()
        at.room.installing.begin("/dev/ttyACM0")
        at.screen.dispatch("on_leave")
        assert at.room.installing.goes_on
        at.room.installing.now = Progress("/dev/ttyACM0", error="It went away.")
        at.screen.dispatch("on_pre_enter")
        at.look()
        assert "It went away." in at.texts()
        at.screen.dispatch("on_leave")
        at.screen.dispatch("on_pre_enter")
        at.look()
        assert "It went away." not in at.texts()

    @pytest.mark.parametrize("size", [(800, 480), (1280, 800)])
    def test_keys_of_neighbouring_ports_do_not_touch(self, bench: Any, size: tuple[int, int]) -> None:
        at = bench(size)
        at.pads.refused = [n.Turned(f"/dev/ttyACM{place}", "mute", "") for place in range(3)]
        at.look()
        at.stage.wait(0.3)
        keys = sorted((key for key in at.targets().values() if key.target_id[:8] == "install."), key=by_y)
        assert len(keys) == 3
        assert all(low.top <= high.y for low, high in itertools.pairwise(keys))

    def test_neither_a_virtual_pad_nor_one_that_is_gone(self, bench: Any) -> None:
        at = bench()
        at.pads.plug(label="p1", port="/dev/pts/4", **VIRTUAL)
        at.simulator.labels = ["p1"]
        at.look()
        self.clock_page(at)
        assert at.targets()["install"].why == "A virtual pad runs the firmware of this Tin Star."
        at.simulator.labels = []
        at.pads.unplug("p1")
        at.look()
        assert at.targets()["install"].why == "The pad is gone. Plug it in again."

    def test_a_board_without_our_firmware_has_the_key_beside_its_port(self, bench: Any) -> None:
        at = bench()
        at.pads.refused = [n.Turned("/dev/ttyACM3", "mute", ""), n.Turned("/dev/ttyACM4", "closed", "no")]
        at.look()
        assert [name for name in at.targets() if name.startswith("install")] == ["install./dev/ttyACM3"]
        self.hold(at, "install./dev/ttyACM3")
        assert at.room.installing.begun == ["/dev/ttyACM3"]
