"""A match whose shootouts are on the pads, at a table where time is what the test says: a real store, a real
referee, and pads that say what the test wants."""

import queue
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from companion.match_shootout import MatchShootout
from companion.match_sitting import BY_PAD_DICE, MatchSitting
from companion.pads import news as n
from companion.room import Room
from companion.seating import Seat
from companion.sitting import BEAT_US
from companion.store.writer import StoreWriter
from shared_rules import games
from tests.companion.evening import NAMES, Evening

BB = "boomtown_bandits"
HALF_US = 150  # of what a pad's clock is uncertain
SETTLE_US = 500_000
SEATS = ("south", "north", "west", "east", "south")


class SomePads:
    """Pads that are here, and note what they are told."""

    def __init__(self, labels: Iterable[str]) -> None:
        self.here = dict.fromkeys(labels, "usb")
        self.wished: list[tuple[Any, ...]] = []

    def ends(self) -> list[Any]:
        return [
            SimpleNamespace(label=label, port=port, who=None, heard_us=0) for label, port in self.here.items()
        ]

    def wish(self, label: str, kind: Any, *values: Any) -> None:
        self.wished.append((label, kind, *values))

    def show(self, pads: object) -> None:
        pass

    def hurry(self, on: bool) -> None:
        pass


class Shooting(Evening):
    """So many people with a pad each."""

    def __init__(
        self,
        folder: Path,
        players: int = 2,
        shootouts: str = BY_PAD_DICE,
        beat_us: int = BEAT_US,
        **options: Any,
    ) -> None:
        self.heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.folder, self.now_us = folder, 1_000_000
        self.names = NAMES[:players]
        self.pad_of = {name: f"p{k + 1}" for k, name in enumerate(self.names)}
        self.pads = SomePads(self.pad_of.values())  # type: ignore[assignment]
        self.writer = StoreWriter(folder, self.heard.put)
        self.room = Room(self.pads, self.writer, self.heard.put, beat_us=beat_us, settle_us=SETTLE_US)  # type: ignore[arg-type]
        self.seqs = dict.fromkeys(self.pad_of, 0)
        seats = [Seat(name, k, SEATS[k], self.pad_of[name]) for k, name in enumerate(self.names)]
        setup = games.rulebook(BB).set_up(self.names, options)
        self.sitting: MatchSitting = self.room.open_match(setup, seats, shootouts)
        self.settle()

    @property
    def duel(self) -> MatchShootout:
        assert self.room.duel is not None
        return self.room.duel

    # -- the match

    def answer(self, value: Any) -> None:
        self.sitting.answer(value)
        self.settle()

    def until_asked(self, prompt_id: str, where: Callable[[dict[str, Any]], Any] | None = None) -> None:
        """Answer until this is asked: everything with the first answer, and `where` says where tokens lie."""
        while (prompt := self.sitting.prompt()) and prompt["id"] != prompt_id:
            kind, options = prompt["kind"], prompt["options"]
            if kind == "choose_some":
                self.answer(options[: prompt["min"]])
            elif kind == "order":
                self.answer(options)
            elif prompt["id"] == "bb.marshal":
                self.answer(options[-1])
            elif where and prompt["id"].startswith("bb.reveal"):
                self.answer(where(prompt))
            else:
                self.answer(options[0])

    # -- the shootout

    def settle(self) -> None:
        """Until all is on disk, also what follows from that."""
        for _again in range(2):
            self.until(
                lambda: (
                    (not self.room.match or not self.room.match.busy)
                    and (not self.room.shootout or self.room.shootout.settled)
                )
            )
            self.pump()

    def open(self) -> MatchShootout:
        """Sit down to the countdown that is asked for; everybody's pad is heard."""
        duel = self.room.open_duel()
        self.mark()
        self.settle()
        return duel

    def draw(self) -> int:
        """3-2-1; when DRAW is."""
        self.mark()
        self.duel.shootout.count_down(self.now_us)
        assert self.duel.shootout.draw is not None
        draw_us = self.duel.shootout.draw.at_us
        self.pass_to(draw_us)
        return draw_us

    def pass_to(self, at_us: int) -> None:
        """Time passes, and every pad that is here says so."""
        self.now_us = max(self.now_us, at_us)
        self.mark()
        self.settle()

    def mark(self) -> None:
        for name, pad in self.pad_of.items():
            if self.pads.here[pad]:  # type: ignore[attr-defined]
                self.room.hear(n.Marked(pad, self.seqs[name], self.now_us))
        self.pump()

    def throw(self, player: str, die: str, face: str, at_us: int) -> None:
        self.seqs[player] += 1
        pad = self.pad_of[player]
        self.room.hear(n.Rolled(pad, self.seqs[player], at_us, at_us + HALF_US, die, face))

    def hit(self, player: str, at_us: int) -> None:
        self.seqs[player] += 1
        self.room.hear(n.Hit(self.pad_of[player], self.seqs[player], at_us, at_us + HALF_US))

    def call(self, player: str, *faces: str, draw_us: int) -> int:
        """A player throws these faces, one for each of their dice, and calls; when."""
        dice = self.duel.shootout.dice[player]
        for k, (die, face) in enumerate(zip(dice, faces, strict=True)):
            self.throw(player, die, face, draw_us + 100_000 + 20_000 * k)
        at_us = draw_us + SETTLE_US + 400_000
        self.hit(player, at_us)
        return at_us

    def ruled(self, *faces: str, player: str) -> dict[str, Any]:
        """One countdown, that this player calls with these faces; what the match was told."""
        draw_us = self.draw()
        self.pass_to(self.call(player, *faces, draw_us=draw_us) + 1_000_000)
        verdict = self.duel.verdict()
        assert verdict is not None
        return verdict

    def unplug(self, player: str) -> None:
        pad = self.pad_of[player]
        self.pads.here[pad] = ""  # type: ignore[attr-defined]
        self.room.hear(n.Left(pad, self.now_us, self.now_us + 1000, "unplugged"))
