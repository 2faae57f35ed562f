"""A screen that is gone is gone: whatever was opened and closed leaves no widget and nobody who listens."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.uix.widget import Widget

from companion.seating import Seat
from companion.store.writer import StoreWriter
from tests.companion.match_table import FakeSitting
from tests.companion.test_match_setup import NoPads

SETTLED_S = 0.4  # by then taps are taken again and what moved lies still
FOLLOWED = ("version", "small", "ground", "target", "edge", "radius", "pane_radius", "pane_line")
SCREENS = (
    "home.HomeScreen",
    "setup.SetupScreen",
    "match_setup.MatchSetupScreen",
    "shootout.ShootoutScreen",
    "records.RecordsScreen",
    "match.MatchScreen",
    "scores.ScoresScreen",
)


class QuietPads(NoPads):
    """And nobody looks at the pads on the screen."""

    def show(self, _lights: object) -> None:
        """Nobody sees it."""


def match_of(players: int) -> FakeSitting:
    seats = [Seat(name, n, ("south", "north")[n % 2]) for n, name in enumerate(("Ana", "Bo", "Cy", "Di"))]
    return FakeSitting("bom_mau_bode", seats[:players])


def widgets() -> int:
    gc.collect()
    return sum(issubclass(type(each), Widget) for each in gc.get_objects())


def listeners() -> int:
    """How many follow the look, in both ways."""
    from companion.widgets import theme

    bound = sum(len(theme.get_property_observers(name)) for name in FOLLOWED)
    return bound + theme.followers


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[Any, list[Any]]]:
    from companion.room import Room

    heard: list[Any] = []
    writer = StoreWriter(tmp_path, heard.append)
    room = Room(QuietPads(), writer, heard.append)  # type: ignore[arg-type]
    yield room, heard
    writer.close()


class TestAScreen:
    @pytest.mark.parametrize("name", SCREENS)
    def test_is_free_once_it_is_put_away(self, stage: Any, room: Any, name: str):
        room, heard = room

        def shown() -> Any:
            module, _, kind = name.partition(".")
            made = getattr(__import__(f"companion.screens.{module}", fromlist=[kind]), kind)
            properties = {} if kind == "HomeScreen" else {"room": room}
            screen = stage.show(made(name=module, **properties))
            if kind == "MatchSetupScreen":
                screen.begin("bom_mau_bode")
            elif kind in ("MatchScreen", "ScoresScreen"):
                screen.begin(match_of(4))
            elif kind == "ShootoutScreen":
                screen.begin(room.open_shootout(), None)
            stage.wait(SETTLED_S)
            stage.root.remove_widget(screen)
            room.close_shootout()
            while heard:  # until then the room knows whom to tell
                room.hear(heard.pop(0))
            return weakref.ref(screen)

        shown()  # what is made once stays
        gc.collect()
        before = listeners()
        gone = shown()
        shown()  # Kivy keeps the last text field that scrolled, and with it its screen
        stage.frames()
        gc.collect()
        assert gone() is None
        assert listeners() == before


class TestAMatch:
    def test_thirty_of_them_on_one_screen_leave_no_more_than_one(self, stage: Any):
        from companion.screens.match import MatchScreen

        screen = stage.show(MatchScreen(name="match"))
        there = []
        for n in range(30):
            screen.begin(match_of(4 if n == 9 else 2))
            stage.frames(1)
            screen.leave()
            if n in (10, 29):
                stage.wait(SETTLED_S)
                there.append((widgets(), listeners()))
        assert there[0] == there[1]
