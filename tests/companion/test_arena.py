"""The shootout on the screen draws what differs, and builds nothing for it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.pads import news as n
from companion.seating import SetUp
from companion.sitting import Shootout
from companion.store.writer import StoreWriter
from shared_rules import referee as r
from shared_rules.referee.events import DICE

NOW_US = 1_000_000_000


class NoPads:
    """Pads that are told things and say nothing."""

    def wish(self, *_: object) -> None:
        pass

    def hurry(self, _on: bool) -> None:
        pass


@pytest.fixture
def shootout(tmp_path: Path) -> Any:
    heard: list[Any] = []
    writer = StoreWriter(tmp_path, heard.append)
    players = (r.Player("Ana", "p1"), r.Player("Bo", "p2"))
    settings = r.Settings(True, 100_000, 500_000, players)
    shootout = Shootout(NoPads(), writer, settings, {"Ana": DICE, "Bo": DICE})  # type: ignore[arg-type]
    for pad in ("p1", "p2"):
        shootout.news(n.Marked(pad, 0, NOW_US - 1000))
    shootout.count_down(NOW_US)
    yield shootout
    writer.close()


def count(monkeypatch: pytest.MonkeyPatch, kind: type) -> Callable[[], int]:
    """How many widgets of a kind have been made from now on."""
    made: list[int] = []
    before = kind.__init__  # type: ignore[misc]

    def counting(self: Any, *args: Any, **kwargs: Any) -> None:
        made.append(1)
        before(self, *args, **kwargs)

    monkeypatch.setattr(kind, "__init__", counting)
    return lambda: len(made)


def test_a_throw_redraws_without_rebuilding(
    stage: Any, shootout: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.uix.widget import Widget

    from companion.screens.arena import Arena

    arena = stage.show(Arena(size_hint=(1, 1)))
    setup = SetUp(2)
    arena.seat(shootout, setup.seats, lambda _name: True, lambda *_: None)
    draw_us = shootout.draw.at_us
    shootout.pass_time(draw_us)
    arena.show(shootout, draw_us)
    stage.frames()
    made = count(monkeypatch, Widget)
    arena.show(shootout, draw_us + 10)
    assert stage.frames() == 0  # nothing differs
    shootout.news(n.Rolled("p1", 1, draw_us + 20, draw_us + 30, "shooter1", "bullet"))
    arena.show(shootout, draw_us + 100)
    assert stage.frames() > 0  # it rolls
    arena.show(shootout, draw_us + 600_000)
    assert stage.frames() > 0  # it shows
    arena.show(shootout, draw_us + 700_000)
    assert stage.frames() == 0
    assert made() == 0
