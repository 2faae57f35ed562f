"""An evening at this table: a real store, a real rulebook, and pads that only note what they are told."""

import queue
import random
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from companion import kept_match, random_play
from companion.match_sitting import DARK, DEAF_US, MatchSitting
from companion.pads import news
from companion.room import Room
from companion.seating import SIDES, Seat
from companion.store.opening import FILE
from companion.store.store import Store
from companion.store.writer import StoreWriter
from companion.traces import compact
from shared_rules import games
from shared_rules.engine import Match
from shared_rules.wire import messages as m
from tests.engine.conformance import other_value
from tests.engine.games import told

NAMES = ("Ana", "Bo", "Cy", "Di", "Eli")
PATIENCE_S = 20.0


class NotedPads:
    """Pads that are here, and what their lights were told last."""

    def __init__(self, *labels: str) -> None:
        self.labels = labels
        self.lights: dict[str, tuple[int, ...]] = {}
        self.told = 0

    def ends(self) -> list[Any]:
        return [SimpleNamespace(label=label, port="usb") for label in self.labels]

    def wish(self, label: str, kind: object, *values: int) -> None:
        assert kind is m.Lights and len(values) == 8
        self.lights[label] = values
        self.told += 1

    def shown(self, label: str) -> dict[str, tuple[int, int]]:
        """button -> colour and pattern, of those that are not dark."""
        values = self.lights[label]
        looks = {name: values[2 * k : 2 * k + 2] for k, name in enumerate(m.BUTTON_NAMES)}
        return {name: look for name, look in looks.items() if look != DARK}


class Evening:
    """One program: a room, its store, and its news."""

    def __init__(self, folder: Path, *pads: str) -> None:
        self.heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.folder = folder
        self.pads = NotedPads(*pads)
        self.writer = StoreWriter(folder, self.heard.put)
        self.room = Room(self.pads, self.writer, self.heard.put)  # type: ignore[arg-type]
        self.now_us = 0

    def sit_down(
        self, players: int = 3, *, rulebook: str = "bom_mau_bode", pads: tuple[str, ...] = (), **setup: Any
    ) -> MatchSitting:
        labels = (*pads, *[""] * players)
        seats = [Seat(NAMES[k], k, SIDES[k % 4], labels[k]) for k in range(players)]
        checked = games.rulebook(rulebook).set_up(NAMES[:players], **setup)
        sitting = self.room.open_match(checked, seats)
        self.settle()
        return sitting

    def pump(self) -> None:
        while not self.heard.empty():
            self.room.hear(self.heard.get())
        self.room.pass_time(self.now_us)

    def until(self, done: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not done():
            assert time.monotonic() < end, "it never came"
            time.sleep(0.0005)
            self.pump()

    def settle(self) -> None:
        self.until(lambda: not self.room.match or not self.room.match.busy)
        self.pump()

    def ask(self, what: Callable[..., None], *args: Any) -> Any:
        told: list[Any] = []
        what(*args, told.append)
        self.until(lambda: told)
        return told[0]

    def press(self, pad: str, button: str = "hit", at_us: int | None = None) -> None:
        """Press, long after the prompt came up if no moment is given."""
        self.pump()
        self.now_us += 2 * DEAF_US
        lo = self.now_us if at_us is None else at_us
        said = news.Hit(pad, 1, lo, lo + 300) if button == "hit" else news.Pressed(pad, button, lo, lo + 300)
        self.room.hear(said)
        self.settle()

    def leave(self) -> None:
        self.room.close_match()
        assert self.writer.close()


def stands(match: Match) -> tuple[Any, ...]:
    return told(match), match.kept, match.chances


def looked(sitting: MatchSitting) -> Any:
    """All that a screen can see."""
    viewers = ("public", *(seat.name for seat in sitting.seats))
    views = [sitting.view(viewer) for viewer in viewers]
    return compact(
        [sitting.prompt(), sitting.also(), views, sitting.log(), sitting.result(), sitting.n, sitting.kept]
    )


def agrees(evening: Evening, store: Store) -> None:
    """What is shown is what is on disk, and what a match read from there says."""
    sitting = evening.room.match
    assert sitting
    kept = store.matches.read(sitting.number)
    again = kept_match.match_of(kept)
    assert stands(again) == stands(sitting._shown) == stands(sitting._ahead)
    assert kept.standing.lines == tuple(map(compact, sitting.log()))
    assert kept.standing.result == (compact(sitting.result()) if sitting.result() else None)
    assert kept_match.seats_of(kept, again.setup.players) == sitting.seats


def random_move(sitting: MatchSitting, chance: random.Random) -> None:
    """Whatever people may do. Raises Refused."""
    shown = sitting._shown
    what = chance.random()
    if what < 0.12 and sitting.n:
        sitting.undo(chance.randint(1, min(6, sitting.n)))
    elif what < 0.22 and sitting.kept:
        sitting.redo(chance.randint(1, 4))
    elif what < 0.27:
        sitting.go_to(chance.randint(0, sitting.n + sitting.kept))
    elif what < 0.35 and sitting.n:
        k = chance.randrange(sitting.n)
        value = other_value(shown, k, chance)
        preview = sitting.preview(k, value)
        sitting.amend(k, value)
        assert sitting._ahead.n == k + 1 + preview.applied and len(sitting._ahead.kept) == preview.kept
    elif shown.prompt is not None and shown.prompt.chance and what < 0.6:
        sitting.decide()
    elif shown.prompt is not None:
        random_play.pick(shown, chance, meddles=True).make(sitting)


def change(folder: Path, statement: str) -> None:
    with sqlite3.connect(folder / FILE) as db:
        db.execute(statement)
    db.close()
