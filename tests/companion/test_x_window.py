"""The window on a true X server: found by SDL itself, touched by a true mouse."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.store import open_store
from tests.companion import touch_screen
from tests.companion.at_the_table import COMMAND, PATIENCE_S, named
from tests.companion.the_window import TheWindow
from tests.companion.touch_screen import STRAIGHT, UPSIDE_DOWN, TouchScreen

pytestmark = pytest.mark.alone

MISSING = [program for program in ("Xvfb", "xdotool") if not shutil.which(program)]
needs_x = pytest.mark.skipif(
    bool(MISSING), reason=f"no {' and no '.join(MISSING)} here: apt-get install xvfb xdotool"
)
needs_touch = pytest.mark.skipif(bool(touch_screen.MISSING), reason=touch_screen.MISSING)
FINGER_S = 0.05
DEAF_S = 0.3  # a new screen takes no touch for half as long
AFTER_DRAW_S = 0.3  # a touch is known to some 60 ms: so late, DRAW is certainly not in its interval


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """An X server of our own."""
    with x_server("1400x900") as number:
        yield number


@contextmanager
def x_server(size: str) -> Iterator[str]:
    """An X server with nobody who manages windows; it chooses its number itself."""
    reading, writing = os.pipe()
    # Without -noreset it starts anew whenever its last client leaves, under the feet of the one that comes.
    screen = ["-displayfd", str(writing), "-noreset", "-screen", "0", f"{size}x24", "-nolisten", "tcp"]
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
        window.wait_until(lambda: "DRAW!" in window.texts(), "DRAW")  # the key said 3-2-1-DRAW!
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


@needs_x
@pytest.mark.parametrize("size", ["1920x1080", "800x480"])
def test_the_window_fills_a_bare_display(tmp_path: Path, size: str) -> None:
    """As on a Pi without a desktop: nobody makes the window larger afterwards."""
    with x_server(size) as display:
        alone = start(tmp_path, DISPLAY=display)
        try:
            lies = xdotool(display, "getwindowgeometry", window_on(display))
        finally:
            alone.terminate()
            alone.communicate(timeout=PATIENCE_S)
    assert "Position: 0,0 " in lies
    assert f"Geometry: {size}\n" in f"{lies}\n"


@needs_touch
@pytest.mark.parametrize("matrix", [STRAIGHT, UPSIDE_DOWN], ids=["straight", "upside down"])
def test_fingers_on_a_true_touch_screen(tmp_path: Path, matrix: str) -> None:
    """Two at once are two HITs, each once, where they are; a panel pulled under a finger leaves the pads as
    they were."""

    def on(target: str) -> tuple[int, int]:
        x, y, width, height = window.targets()[target]["rect"]
        x, y = x + width // 2, y + height // 2
        return (x, y) if matrix == STRAIGHT else (glass.width - x, glass.height - y)

    def hits(count: int) -> list[str]:
        """The pads, when so many HITs are stored and there has been time for more."""
        found: list[str] = []

        def stored() -> bool:
            found[:] = [str(line["pad"]) for line in window.stored() if line.get("kind") == "hit"]
            return len(found) >= count

        window.wait_until(stored, f"{count} HITs")
        time.sleep(FINGER_S)
        stored()
        return found

    size = f"{TouchScreen.width}x{TouchScreen.height}"
    with (
        TouchScreen(tmp_path, matrix) as glass,
        TheWindow(tmp_path, display=glass.display, size=size) as window,
    ):
        window.set_up("Ana", "Bo")
        window.tap("dice.pad")  # no HIT ends the round while no bullet shows
        window.sit_down()
        window.draw_now()
        window.wait_text("DRAW!")
        time.sleep(AFTER_DRAW_S)
        ana, bo = on("hit.Ana"), on("hit.Bo")
        glass.down(1, *ana)
        glass.down(2, *bo)
        assert hits(2) == ["screen:Ana", "screen:Bo"]
        glass.up(2, *bo)
        glass.down(3, *bo)  # a finger still lies on the other pad
        assert hits(3)[2:] == ["screen:Bo"]
        glass.pull()
        time.sleep(FINGER_S)
        glass.plug()
        glass.down(4, *ana)
        assert hits(4)[3:] == ["screen:Ana"]
        glass.up(4, *ana)
        window.quit()


# A window made as the app makes it, that says what touches its root.
LISTENER = """
import sys
from pathlib import Path
from companion import app
from companion.options import Options
folder = Path(sys.argv[1])
app.prepare(Options(None, False, None, folder, 0, None, 0, None, (), 1, 1, False))
from kivy.app import App
from kivy.core.window import Window
from kivy.uix.widget import Widget
class Root(Widget):
    def on_touch_down(self, touch): print("down", touch.device, round(touch.x), round(touch.y), flush=True)
    def on_touch_up(self, touch): print("up", touch.device, round(touch.x), round(touch.y), flush=True)
class Listener(App):
    title = "Tin Star"
    def build(self): return Root()
    def on_start(self): print("size", *Window.size, flush=True)
Listener().run()
"""


@needs_touch
def test_every_finger_comes_once(tmp_path: Path) -> None:
    """And not a second time as the mouse that SDL makes of the first one."""
    program = tmp_path / "listener.py"
    program.write_text(LISTENER)
    with TouchScreen(tmp_path) as glass:
        listener = subprocess.Popen(
            [sys.executable, str(program), str(tmp_path)],
            env={**os.environ, "DISPLAY": glass.display, "PYTHONPATH": str(Path.cwd())},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert listener.stdout
        try:
            assert listener.stdout.readline() == f"size {glass.width} {glass.height}\n"
            window_on(glass.display)
            glass.down(1, 100, 100)
            glass.down(2, 300, 200)
            glass.up(1, 100, 100)
            glass.up(2, 300, 200)
            time.sleep(DEAF_S)  # for what should not come
        finally:
            listener.terminate()
        up = glass.height - 1
        places = [f"100 {up - 100}", f"300 {up - 200}"]
        wanted = [f"{what} fingers {place}" for what in ("down", "up") for place in places]
        assert listener.communicate(timeout=PATIENCE_S)[0].splitlines() == wanted


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
