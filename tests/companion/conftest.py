"""One off-screen window for all tests of this process that draw; made when the first of them asks."""

import gc
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.companion.the_window import TheWindow

WINDOW = {
    "SDL_VIDEODRIVER": "offscreen",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",  # leaves the standard streams alone
}


@pytest.fixture(scope="session")
def window() -> Any:
    """The process's own window. What it needs of the environment is put back, for the programs tests
    start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("DISPLAY", raising=False)
        patch.delenv("WAYLAND_DISPLAY", raising=False)
        for name, value in WINDOW.items():
            patch.setenv(name, value)
        patch.setenv("KIVY_HOME", os.environ["KIVY_HOME"])
        from kivy.config import Config

        for name, number in {"width": 1280, "height": 800, "multisamples": 0, "maxfps": 0}.items():
            Config.set("graphics", name, number)
        from kivy.base import EventLoop
        from kivy.core.window import Window

        assert Window is not None, "SDL's offscreen driver needs Mesa's GL"
        EventLoop.status = "started"
        gc.collect()
        gc.freeze()  # what is there now stays; each test's stage would look through all of it for garbage
        return Window


@pytest.fixture
def stage(window: Any) -> Iterator[Any]:
    """An empty stage, see `tests.companion.stage`; whatever was on it is gone afterwards."""
    from tests.companion.stage import Stage

    stage = Stage(window)
    yield stage
    stage.clear()


@pytest.fixture
def w(window: Any) -> Any:
    """The widgets, imported when there is a window."""
    from companion import widgets

    return widgets


@pytest.fixture
def sit(stage: Any) -> Iterator[Any]:
    """Sit down at a match, in English: `sit(people, size, names)` is a table of `match_stage`."""
    from companion import i18n
    from tests.companion.match_stage import NAMES, Table, people, the_screen
    from tests.companion.match_table import FakeSitting

    was = i18n.spoken()
    i18n.use("en")

    def down(
        count: int = 5, size: tuple[int, int] = (1280, 800), names: Sequence[str] = NAMES, **options: Any
    ) -> Table:
        stage.resize(*size)
        return Table(stage, FakeSitting("bom_mau_bode", people(count, names), options))

    yield down
    i18n.use(was)
    screen, _left = the_screen()
    if screen.sitting is not None:
        screen.leave()


@pytest.fixture
def tiny_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with what o BOM, o MAU e o BODE has not."""
    from shared_rules import games
    from tests.engine.tiny import Heist

    monkeypatch.setitem(games.GAMES, "heist", Heist)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Any]:
    """An evening with two pads, see `tests.companion.evening`; people get up afterwards."""
    from tests.companion.evening import Evening

    evening = Evening(tmp_path, "p1", "p2")
    yield evening
    evening.leave()


@pytest.fixture
def bench(stage: Any) -> Iterator[Any]:
    """The pads screen, entered: `bench(size, language)` is a `Bench` of `pads_here`, which a test fills."""
    from companion import i18n
    from companion.room import Room
    from companion.screens.pads import PadsScreen
    from tests.companion.pads_here import Bench, InstallingHere, PadsHere, SimulatorHere

    def enter(size: tuple[int, int] = (1280, 800), language: str = "en") -> Bench:
        stage.resize(*size)
        i18n.use(language)
        pads, simulator, installing = PadsHere(), SimulatorHere(), InstallingHere()
        room = Room(pads, None, lambda _what: None, simulator=simulator, installing=installing)  # type: ignore[arg-type]
        screen = PadsScreen(name="pads", room=room)
        stage.show(screen)
        screen.dispatch("on_pre_enter")
        bench = Bench(screen, room, pads, simulator, stage, [10_000_000])
        bench.look()
        return bench

    yield enter
    i18n.use("en")


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[TheWindow]:
    """A window without any hardware."""
    with TheWindow(tmp_path) as window:
        yield window
