"""A pad's buttons in every screen: where they mean nothing, nothing happens."""

from pathlib import Path
from typing import Any

import pytest

from companion.match_sitting import BUTTONS, DEAF_US
from companion.store import open_store
from tests.companion.the_window import TheWindow

pytestmark = pytest.mark.alone


def entries(window: TheWindow) -> int:
    with open_store(window.data) as store:
        return len(store.matches.read(1).standing.entries)


def seen(window: TheWindow) -> tuple[Any, list[Any]]:
    look = window.look()
    return look["screen"], [(each["id"], each["label"], each["enabled"]) for each in look["targets"]]


def test_a_pad_pressed_in_every_screen(tmp_path: Path) -> None:
    with TheWindow(tmp_path, pads=1) as window:

        def at(screen: str) -> None:
            window.wait_until(lambda: window.look()["screen"] == screen, screen)
            window.send(wait="idle", timeout_ms=1500)
            before = seen(window)
            for button in BUTTONS:
                window.press("p1", button=button)
            window.send(wait="idle", timeout_ms=DEAF_US // 500)
            assert seen(window) == before

        window.wait_until(lambda: any("p1" in text for text in window.texts()), "the pad")
        at("home")
        window.tap("home.history")
        at("records")
        window.tap("back")
        window.wait_until(lambda: window.look()["screen"] == "home", "home")
        window.tap("game.bom_mau_bode")
        window.wait_until(lambda: window.look()["screen"] == "match_setup", "the set-up")
        window.press("p1")  # here it means: this is my pad
        window.wait_until(lambda: "p1 " in window.targets()["seat0.pad"]["label"], "p1 claimed")
        at("match_setup")
        window.tap("start")
        at("match")  # the table is asked, not Ana
        assert entries(window) == 0
        window.tap("answer.Ana")
        for panel in ("menu", "log"):
            window.tap(panel)
            at("match")
            window.tap(f"{panel}.close")
        window.tap("menu")
        window.tap("menu.scores")
        at("scores")
        assert entries(window) == 1
        window.quit()
        assert window.process.stderr and window.process.stderr.read() == ""
