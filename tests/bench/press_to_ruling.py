"""From a press on a virtual pad to its final ruling, inside a host that has nothing to draw.

    python -m tests.bench.press_to_ruling [ROUNDS]

Four virtual pads, their reader threads, the shootout, its referee and its store, as in every sitting; only
the screen is missing. Each round one pad is hit a while after DRAW. Prints one JSON object: milliseconds from
the press's true moment, to the HIT heard, to the final ruling made, and to its being durable.
"""

import json
import queue
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.pads import news as n
from companion.pads import virtual
from companion.pads.hub import Pads
from companion.sitting import Shootout
from companion.store.writer import StoreWriter
from companion.tableclock import now_us
from shared_rules import referee as r
from shared_rules.referee import calls as c
from tests.bench.percentiles import percentiles

ROUNDS = 100
PADS = 4
BEAT_US = 60_000
REACTION_US = 200_000
SETTLED_S = 2.5  # the clocks' bounds have their width
PATIENCE_S = 5.0
DICE = ("shooter1",)
ROUNDS_OF_A_SHOOTOUT = 5


class Host:
    """A sitting without a screen: one queue, and whoever waits on it."""

    def __init__(self, folder: Path) -> None:
        self.news: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.writer = StoreWriter(folder, self.news.put)
        self.pads = virtual.start(PADS)
        labels = {pad.port: pad.finger.name for pad in self.pads}
        self.hub = Pads(self.news.put, labels, labels, hot_plug=False)
        names = list(labels.values())
        players = tuple(r.Player(f"P{place}", label) for place, label in enumerate(names))
        self.settings = r.Settings(False, 100_000, 500_000, players)
        self.shootout = self._sit_down()
        self.heard_hit = False

    def _sit_down(self) -> Shootout:
        dice = {player.name: DICE for player in self.settings.players}
        return Shootout(self.hub, self.writer, self.settings, dice, beat_us=BEAT_US)

    def sit_down_again(self) -> None:
        """The next shootout: nobody plays a hundred rounds in one."""
        marks = self.shootout.marks
        self.shootout.finish()
        self.shootout = self._sit_down()
        self.shootout.marks.update(marks)

    def __enter__(self) -> "Host":
        self.hub.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.shootout.finish()
        self.hub.__exit__()
        self.pads.close()
        self.writer.close()

    def run(self, until: Callable[[], bool], seconds: float = PATIENCE_S) -> int:
        """Take news as it comes until something is so; returns when that was, table us."""
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() > end:
                raise TimeoutError("the sitting does not go on")
            try:
                self._hear(self.news.get(timeout=0.005))
                while True:
                    self._hear(self.news.get_nowait())
            except queue.Empty:
                pass
            self.shootout.pass_time(now_us())
        return now_us()

    def _hear(self, what: Any) -> None:
        self.heard_hit |= isinstance(what, n.Hit)
        self.shootout.news(what)

    def rest(self, seconds: float) -> None:
        """Let time pass."""
        end_us = now_us() + int(seconds * 1e6)
        self.run(lambda: now_us() >= end_us, seconds + 1)


def measure(rounds: int, folder: Path) -> dict[str, object]:
    """Play rounds and take the times."""
    found: dict[str, list[float]] = {"heard_ms": [], "ruled_ms": [], "stored_ms": []}
    with Host(folder) as host:
        host.run(lambda: len(host.shootout.marks) == PADS)
        host.rest(SETTLED_S)
        for played in range(rounds):
            if played and played % ROUNDS_OF_A_SHOOTOUT == 0:
                host.sit_down_again()
            for name, took_ms in zip(found, _round(host, host.shootout, played % PADS), strict=True):
                found[name].append(took_ms)
    return {"rounds": rounds, **{name: percentiles(values) for name, values in found.items()}}


def _round(host: Host, shootout: Shootout, pad: int) -> list[float]:
    """Count down, press, and take the three times, ms from the press."""
    shootout.count_down(now_us())
    assert shootout.draw is not None
    pressed_us = shootout.draw.at_us + REACTION_US
    offset_us = time.monotonic_ns() // 1000 - now_us()
    host.heard_hit = False
    host.pads[pad].press(at_us=pressed_us + offset_us)
    steps: tuple[Callable[[], bool], ...] = (
        lambda: host.heard_hit,
        lambda: _ruled(shootout),
        lambda: isinstance(shootout.verdict, c.First),
    )
    took_ms = [(host.run(step) - pressed_us) / 1000 for step in steps]
    host.rest(0.15)
    shootout.clear()
    host.rest(0.05)
    return took_ms


def _ruled(shootout: Shootout) -> bool:
    return any(isinstance(call, c.First) and call.round == shootout.round for call in shootout.ruled)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as where:
        print(json.dumps(measure(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS, Path(where))))
