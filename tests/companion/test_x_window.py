"""The window on a true X server: found by SDL itself, touched by a true mouse."""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.store import open_store
from tests.companion.at_the_table import COMMAND, PATIENCE_S, named
from tests.companion.the_window import TheWindow

MISSING = [program for program in ("Xvfb", "xdotool") if not shutil.which(program)]
needs_x = pytest.mark.skipif(
    bool(MISSING), reason=f"no {' and no '.join(MISSING)} here: apt-get install xvfb xdotool"
)
FINGER_S = 0.05
DEAF_S = 0.3  # a new screen takes no touch for half as long
AFTER_DRAW_S = 0.3  # a touch is known to some 60 ms: so late, DRAW is certainly not in its interval


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """An X server of our own; it chooses its number itself."""
    reading, writing = os.pipe()
    # Without -noreset it starts anew whenever its last client leaves, under the feet of the one that comes.
    screen = ["-displayfd", str(writing), "-noreset", "-screen", "0", "1400x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(["Xvfb", *screen], pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with open(reading) as told:  # noqa: PTH123    a descriptor; it ends when the server does
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(PATIENCE_S)


def xdotool(display: str, *words: object) -> str:
    run = subprocess.run(
        ["xdotool", *map(str, words)],
        env={**os.environ, "DISPLAY": display},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return run.stdout.strip()


def window_on(display: str) -> str:
    """The X id of the window, as soon as it is shown."""

    def shown() -> list[str]:
        # By any class: a search by name does not read the kind of name that SDL gives.
        found = xdotool(display, "search", "--onlyvisible", "--class", ".").splitlines()
        return [x_id for x_id in found if xdotool(display, "getwindowname", x_id) == "Tin Star"]

    wait_until(lambda: bool(shown()), "a window that X shows")
    return shown()[0]


def wait_until(true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end, f"never {what}"
        time.sleep(0.05)


class Mouse:
    """A finger of X on the window's targets."""

    def __init__(self, window: TheWindow, display: str) -> None:
        self.window = window
        self.display = display
        self.x_id = window_on(display)

    def tap(self, target: str) -> None:
        self.window.wait_until(lambda: target in self.window.targets(), f"a target {target}")
        time.sleep(DEAF_S)
        x, y, width, height = self.window.targets()[target]["rect"]
        self.put(x + width // 2, y + height // 2)

    def put(self, x: int, y: int) -> None:
        xdotool(self.display, "mousemove", "--window", self.x_id, x, y, "mousedown", 1)
        time.sleep(FINGER_S)
        xdotool(self.display, "mouseup", 1)


@needs_x
def test_from_home_to_a_verdict_by_mouse(tmp_path: Path, display: str) -> None:
    with TheWindow(tmp_path, display=display) as window:
        mouse = Mouse(window, display)
        assert window.look()["screen"] == "home"
        mouse.tap("home.shootout")
        window.wait_until(lambda: window.look()["screen"] == "setup", "the set-up")
        mouse.tap("start")
        window.wait_until(lambda: window.look()["screen"] == "shootout", "the shootout")
        mouse.tap("draw")
        window.wait_text("DRAW!")
        hit = next(target for target in window.targets() if target.startswith("hit."))
        x, y, width, height = window.targets()[hit]["rect"]
        time.sleep(AFTER_DRAW_S)
        mouse.put(x + width // 2, y + height // 2)
        player = hit.removeprefix("hit.")
        window.wait_text(f"{player} first")
        (first,) = named(window.shown(), "first")
        assert (first["player"], first["round"]) == (player, 1)
        (touched,) = [line for line in window.stored() if line.get("kind") == "hit"]
        assert touched["pad"] == f"screen:{player}"
        window.quit()


@needs_x
def test_tinstar_alone_opens_the_window(tmp_path: Path, display: str) -> None:
    alone = start(tmp_path, DISPLAY=display)
    try:
        window_on(display)
        alone.send_signal(signal.SIGTERM)
        _out, errors = alone.communicate(timeout=PATIENCE_S)
    finally:
        alone.kill()
    assert alone.returncode == 128 + signal.SIGTERM
    assert "Traceback" not in errors
    with open_store(tmp_path / "data") as store:
        assert store.shootouts() == []


def test_without_a_display_one_sentence_says_so(tmp_path: Path) -> None:
    alone = start(tmp_path, "--virtual-pads", "2", "--duel", "--beat-ms", "100")
    out, errors = alone.communicate(timeout=PATIENCE_S * 2)
    first, *rest = out.splitlines()
    assert re.fullmatch(r"There is no display here, [^.]*\.", first)
    assert rest
    assert "no display" not in "\n".join(rest)
    assert (alone.returncode, errors) == (0, "")


def start(folder: Path, *words: str, **env: str) -> subprocess.Popen[str]:
    """`tinstar` as a person starts it, with nothing to type on."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "KIVY_HOME", "TINSTAR_DATA")
    around = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.Popen(
        [*COMMAND, "--data", str(folder / "data"), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**around, "SDL_AUDIODRIVER": "dummy", **env},
    )
