"""The shootout on the screen draws what differs, and builds nothing for it."""

import itertools
import queue
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.pads import news as n
from companion.seating import LEAST, MOST, NAMES, SetUp
from companion.sitting import Refused, Shootout
from companion.store.writer import StoreWriter
from shared_rules import referee as r
from shared_rules.referee import stages
from shared_rules.referee.events import DICE
from tests.companion.at_the_table import PATIENCE_S

NOW_US = 1_000_000_000


class NoPads:
    """Pads that are told things and say nothing."""

    def wish(self, *_: object) -> None:
        pass

    def hurry(self, _on: bool) -> None:
        pass

    def ends(self) -> list[Any]:
        return []


class Sitting:
    """A shootout whose store's news is heard when the test says so."""

    def __init__(self, folder: Path, names: tuple[str, ...], pad_dice: bool) -> None:
        self._heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.writer = StoreWriter(folder, self._heard.put)
        self.pads = [f"p{number}" for number, _ in enumerate(names, 1)]
        players = tuple(r.Player(name, pad) for name, pad in zip(names, self.pads, strict=True))
        settings = r.Settings(pad_dice, 100_000, 500_000, players)
        self.shootout = Shootout(NoPads(), self.writer, settings, dict.fromkeys(names, DICE))  # type: ignore[arg-type]
        self.mark(NOW_US - 1000)

    def mark(self, up_to_us: int) -> None:
        for pad in self.pads:
            self.shootout.news(n.Marked(pad, 0, up_to_us))

    def hear_until(self, stage: str, now_us: int) -> None:
        while self.shootout.stage != stage:
            self.shootout.news(self._heard.get(timeout=PATIENCE_S))
            self.shootout.pass_time(now_us)


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., Sitting]]:
    """Sit down with these players."""
    sittings: list[Sitting] = []

    def down(*names: str, pad_dice: bool = True) -> Sitting:
        sittings.append(Sitting(tmp_path / str(len(sittings)), names, pad_dice))
        return sittings[-1]

    yield down
    for sitting in sittings:
        sitting.writer.close()


@pytest.fixture
def shootout(sit: Callable[..., Sitting]) -> Shootout:
    shootout = sit("Ana", "Bo").shootout
    shootout.count_down(NOW_US)
    return shootout


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
    stage.rest()
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


def test_dice_are_back_in_the_hands_when_the_next_draw_is_due(sit: Callable[..., Sitting]) -> None:
    sitting = sit("Ana", "Bo", "Cy")
    shootout = sitting.shootout
    shootout.count_down(NOW_US)
    assert shootout.draw
    draw_us = shootout.draw.at_us
    shootout.pass_time(draw_us)
    shootout.news(n.Rolled("p1", 1, draw_us + 200_000, draw_us + 200_100, "shooter1", "bullet"))
    shootout.news(n.Hit("p1", 2, draw_us + 900_000, draw_us + 900_100))
    sitting.mark(draw_us + 2_000_000)
    sitting.hear_until(stages.RULED, draw_us + 2_000_000)
    assert shootout.face("Ana", "shooter1", draw_us + 2_000_000) == "bullet"  # the verdict shows it
    for never in ([("Ana", "shooter2")], [("Bo", "shooter2")] * 2):  # her own; one token for two bullets
        with pytest.raises(Refused):
            shootout.clear(caller="Ana", hit=never)
    shootout.clear(caller="Ana", hit=[("Bo", "shooter2")])
    assert shootout.stage == stages.READY
    assert shootout.face("Ana", "shooter1", draw_us + 2_000_000) is None


def test_a_throw_that_does_not_count_never_shows(sit: Callable[..., Sitting]) -> None:
    """Ana calls with nothing showing and throws a bullet while she counts to three (BB-24); Bo freezes the
    dice, and she throws again."""
    sitting = sit("Ana", "Bo")
    shootout = sitting.shootout
    shootout.count_down(NOW_US)
    assert shootout.draw
    draw_us = shootout.draw.at_us
    late_us = draw_us + 20_000_000
    shootout.pass_time(draw_us)
    shootout.news(n.Rolled("p1", 1, draw_us - 900, draw_us - 800, "shooter2", "bullet"))  # jumped: no die
    assert shootout.face("Ana", "shooter2", late_us) is None
    sitting = sit("Ana", "Bo")
    shootout = sitting.shootout
    shootout.count_down(NOW_US)
    shootout.pass_time(draw_us)
    shootout.news(n.Hit("p1", 1, draw_us + 200_000, draw_us + 200_100))
    sitting.mark(draw_us + 900_000)
    shootout.pass_time(draw_us + 900_000)
    shootout.news(n.Rolled("p1", 2, draw_us + 1_000_000, draw_us + 1_000_100, "shooter1", "bullet"))
    assert shootout.face("Ana", "shooter1", late_us) is None
    shootout.news(n.Rolled("p1", 3, draw_us + 4_000_000, draw_us + 4_000_100, "shooter1", "blank"))
    assert shootout.face("Ana", "shooter1", late_us) == "blank"
    shootout.news(n.Rolled("p2", 1, draw_us + 4_000_000, draw_us + 4_000_100, "shooter1", "bullet"))
    shootout.news(n.Hit("p2", 2, draw_us + 5_000_000, draw_us + 5_000_100))
    shootout.news(n.Rolled("p1", 4, draw_us + 5_020_000, draw_us + 5_020_100, "shooter1", "bullet"))
    sitting.mark(draw_us + 9_000_000)
    sitting.hear_until(stages.RULED, draw_us + 9_000_000)
    assert shootout.face("Ana", "shooter1", late_us) == "blank"  # as it lay at the freeze
    assert shootout.face("Bo", "shooter1", late_us) == "bullet"


SIZES = [(320, 240), (4000, 400), (480, 800), (800, 480), (1280, 800)]


@pytest.mark.parametrize("players", range(LEAST, MOST + 1))
@pytest.mark.parametrize("pad_dice", [False, True], ids=["table dice", "pad dice"])
def test_every_key_can_be_hit_in_every_window(
    stage: Any, sit: Callable[..., Sitting], players: int, pad_dice: bool
) -> None:
    from companion import seen
    from companion.screens.arena import Arena

    shootout = sit(*NAMES[:players], pad_dice=pad_dice).shootout
    touched: list[tuple[str, str]] = []
    arena = stage.show(Arena(size_hint=(1, 1)))
    arena.seat(shootout, SetUp(players).seats, lambda _name: True, lambda *what: touched.append(what))
    for width, height in SIZES:
        stage.resize(width, height)
        arena.show(shootout, NOW_US)
        stage.frames()
        keys = {target.target_id: seen.shown(target)["rect"] for target in seen.targets()}
        dice = [f"die.{name}.{die}" for name in NAMES[:players] for die in DICE if pad_dice]
        assert {f"hit.{name}" for name in NAMES[:players]} | {*dice, "draw", "leave"} == set(keys)
        for x, y, wide, high in keys.values():
            assert x >= 0 and y >= 0 and x + wide <= width and y + high <= height
            assert min(wide, high) >= 18
        for one, other in itertools.combinations(keys.values(), 2):
            assert not _overlap(one, other), (keys, width, height)
        for target in seen.targets():
            if target.target_id.startswith(("hit.", "die.")):
                touched.clear()
                stage.tap(*target.to_window(*target.center, initial=True))
                assert touched == [(target.target_id.split(".")[1], _button(target.target_id))]


def _overlap(one: list[int], other: list[int]) -> bool:
    return all(one[n] < other[n] + other[n + 2] and other[n] < one[n] + one[n + 2] for n in (0, 1))


def _button(target_id: str) -> str:
    from companion.screens.arena import BUTTON_OF

    return BUTTON_OF.get(target_id.rpartition(".")[2], "hit")


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (480, 800), (1024, 600), (800, 1280)])
def test_a_long_name_is_said_whole_and_stays_in_its_pane(
    stage: Any, sit: Callable[..., Sitting], size: tuple[int, int]
) -> None:
    from companion.screens.arena import Arena
    from companion.widgets import WholeName

    setup = SetUp(MOST)
    setup.rename(0, "Bartholomew Ferdinand von Hohenzollern")
    setup.rename(4, "W" * 40)
    names = tuple(seat.name for seat in setup.seats)
    shootout = sit(*names).shootout
    arena = stage.show(Arena(size_hint=(1, 1)))
    arena.seat(shootout, setup.seats, lambda _name: True, lambda *_: None)
    stage.resize(*size)
    arena.show(shootout, NOW_US)
    stage.frames()
    tags = {tag.text: tag for tag in arena.walk() if isinstance(tag, WholeName) and tag.text}
    assert set(tags) == set(names)  # no dots
    for tag in tags.values():
        assert tag.texture_size[0] <= tag.width and tag.texture_size[1] <= tag.height


@pytest.mark.parametrize("players", range(LEAST, MOST + 1))
@pytest.mark.parametrize("pad_dice", [False, True], ids=["table dice", "pad dice"])
@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 800), (800, 1280)])
def test_hit_is_as_deep_as_a_finger(
    stage: Any, sit: Callable[..., Sitting], players: int, pad_dice: bool, size: tuple[int, int]
) -> None:
    from companion.screens.arena import Arena, HitKey
    from companion.widgets import theme

    shootout = sit(*NAMES[:players], pad_dice=pad_dice).shootout
    arena = stage.show(Arena(size_hint=(1, 1)))
    arena.seat(shootout, SetUp(players).seats, lambda _name: True, lambda *_: None)
    stage.resize(*size)
    arena.show(shootout, NOW_US)
    stage.frames()
    depths = [key.height for key in arena.walk() if isinstance(key, HitKey)]
    assert len(depths) == players and min(depths) >= theme.target


def test_between_the_panes_is_free(stage: Any, sit: Callable[..., Sitting]) -> None:
    from companion import seen
    from companion.screens.arena import Arena

    for players in range(LEAST, MOST + 1):
        stage.clear()
        shootout = sit(*NAMES[:players]).shootout
        arena = stage.show(Arena(size_hint=(1, 1)))
        arena.seat(shootout, SetUp(players).seats, lambda _name: True, lambda *_: None)
        for width, height in SIZES:
            stage.resize(width, height)
            arena.show(shootout, NOW_US)
            stage.frames()
            left, low, wide, high = arena.free
            free = [left, height - low - high, wide, high]
            for target in seen.targets():
                if target.target_id.startswith(("hit.", "die.")):
                    assert not _overlap(free, seen.shown(target)["rect"]), (target.target_id, width, height)


@pytest.mark.parametrize("on_screen", [True, False], ids=["on the screen", "in the hand"])
@pytest.mark.parametrize("pad_dice", [False, True], ids=["table dice", "pad dice"])
def test_no_die_is_an_empty_box(
    stage: Any, sit: Callable[..., Sitting], pad_dice: bool, on_screen: bool
) -> None:
    """What lies on the table is shown as a token, what nobody has thrown says how it is thrown."""
    from companion.screens.arena import Arena, ThrowKey, Token
    from companion.widgets import Icon

    arena = stage.show(Arena(size_hint=(1, 1)))
    shootout = sit("Ana", "Bo", pad_dice=pad_dice).shootout
    arena.seat(shootout, SetUp(2).seats, lambda _name: on_screen, lambda *_: None)
    arena.show(shootout, NOW_US)
    stage.frames()
    figures = [widget for widget in arena.walk() if isinstance(widget, ThrowKey if pad_dice else Token)]
    assert len(figures) == 6
    for figure in figures:
        assert any(isinstance(part, Icon) and part.name for part in figure.walk(restrict=True))
        assert min(figure.size) >= 24
