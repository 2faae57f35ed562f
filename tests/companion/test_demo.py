"""A demonstration: it plays legally to the end by the same taps, stops at a touch, and keeps nothing."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.store import open_store
from tests.companion.match_stage import the_screen
from tests.companion.match_table import FakeSitting
from tests.companion.the_window import TheWindow


@pytest.fixture
def demo(window: Any) -> Any:
    """The module; it wants the window to be there first."""
    from companion import demo

    return demo


class TestWhoPlays:
    def test_people_sit_as_the_game_takes_them(self, demo: Any):
        seats = demo.seats("bom_mau_bode")
        assert [seat.name for seat in seats] == ["Molly", "Arthur", "Silvia", "Pedro"]
        assert demo.setup("bom_mau_bode").players == tuple(seat.name for seat in seats)


class Played:
    """A demonstration on a match screen, with a fake sitting; at pace 0.001 it moves when told to."""

    def __init__(self, demo: Any, stage: Any, pace: float = 0.001) -> None:
        self.stage = stage
        self.sitting = FakeSitting("bom_mau_bode", demo.seats("bom_mau_bode"))
        self.screen = stage.show(the_screen()[0])
        self.screen.begin(self.sitting)
        self.glass = stage.show(demo.Glass())
        self.overs = 0
        self.demo = demo.Demo(self.sitting, self.glass, self.over, pace=pace)

    def over(self) -> None:
        self.overs += 1

    def move(self) -> None:
        """Its time has come; then the screen draws, as the window has it do."""
        self.demo._move(0)
        self.screen.refresh(0)
        self.stage.frames()

    def pressed(self) -> list[str]:
        return [w.target_id for w in self.screen.walk() if getattr(w, "pressed", False)]

    def key(self, name: str) -> Any:
        return next(w for w in self.stage.root.walk() if getattr(w, "target_id", "") == name)

    def tap(self, name: str) -> None:
        self.stage.frames()
        key = self.key(name)
        self.stage.tap(*key.to_window(*key.center))


@pytest.fixture
def played(demo: Any, stage: Any) -> Iterator[Played]:
    played = Played(demo, stage)
    yield played
    played.demo.end()


class TestItsPace:
    def test_it_goes_on_by_itself(self, demo: Any, stage: Any):
        played = Played(demo, stage, pace=40)
        end = time.monotonic() + 20
        while played.sitting.n < 3 and time.monotonic() < end:
            stage.wait(0.05)
            played.screen.refresh(0)
        played.demo.end()
        assert played.sitting.n >= 3

    def test_a_key_is_seen_pressed_before_it_counts(self, played: Played):
        played.move()
        (pressed,) = played.pressed()
        assert pressed.startswith("answer.") and played.sitting.n == 0
        played.move()
        assert played.pressed() == [] and played.sitting.n == 1

    def test_a_touch_stops_it_and_reaches_nothing_else(self, played: Played):
        played.move()
        played.tap("undo")
        assert played.glass.stopped
        played.move()
        played.move()
        assert played.pressed() == [] and played.sitting.heard == []

    def test_then_it_goes_on_faster_or_people_take_over(self, played: Played):
        played.tap("log")
        pace = played.demo.pace
        played.tap("demo.faster")
        assert played.demo.pace > pace and not played.glass.stopped
        for _ in range(4):
            played.move()
        assert played.sitting.n == 2
        played.tap("log")
        played.tap("demo.take_over")
        assert played.overs == 1
        played.demo.end()
        assert played.overs == 1, "that is said once"

    def test_while_something_is_on_its_way_to_disk_it_waits(self, played: Played):
        played.sitting.slow = True
        played.move()
        played.move()
        assert played.sitting.busy and len(played.sitting.heard) == 1
        played.move()
        played.move()
        assert len(played.sitting.heard) == 1 and played.pressed() == []
        played.sitting.stored()
        played.screen.refresh(0)
        played.stage.frames()
        played.move()
        assert played.pressed()

    def test_to_the_last_prompt_and_no_further(self, played: Played):
        while not played.overs:
            played.demo._move(0)
            played.screen.refresh(0)
            assert len(played.sitting.heard) < 1000
        assert played.sitting.result() is not None
        assert {call[0] for call in played.sitting.heard} == {"answer", "act"}


class TestInTheWindow:
    def test_it_plays_and_people_take_over(self, tmp_path: Path):
        with TheWindow(tmp_path, "--demo") as window:
            window.wait_until(lambda: window.look()["screen"] == "match", "the match")
            window.wait_until(lambda: any("Molly" in text for text in window.texts()), "Molly")
            window.tap("log")  # any touch
            window.wait_until(lambda: "demo.take_over" in window.targets(), "the way out")
            window.tap("demo.take_over")
            window.wait_until(lambda: "demo.take_over" not in window.targets(), "their turn")
            window.quit()
        with open_store(tmp_path / "data") as store:
            assert [row.rulebook for row in store.matches.all()] == ["bom_mau_bode"]

    def test_an_unknown_game_is_refused(self, capsys: pytest.CaptureFixture[str]):
        with pytest.raises(SystemExit) as error:
            main(["app", "--demo", "chess"])
        assert error.value.code == 2
        assert "chess" in capsys.readouterr().err

    def test_without_a_folder_nothing_is_kept(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        import argparse

        from companion import cli

        monkeypatch.setenv("TINSTAR_DATA", str(tmp_path / "own"))
        with cli._place(argparse.Namespace(demo="bom_mau_bode", data=None)) as folder:
            assert Path(folder).is_dir() and Path(folder) != tmp_path / "own"
        assert not Path(folder).exists()
        with cli._place(argparse.Namespace(demo=None, data=None)) as folder:
            assert Path(folder) == tmp_path / "own"
        with cli._place(argparse.Namespace(demo="bom_mau_bode", data=tmp_path)) as folder:
            assert Path(folder) == tmp_path
