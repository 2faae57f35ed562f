"""A match without disk and pads, as the screen of a match is told of one."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.random_play import Move, pick
from companion.seating import Seat
from shared_rules import games
from shared_rules.engine import Match, Preview, Refused, Rulebook
from shared_rules.engine.lines import position

BUTTONS = ("die1", "die2", "die3", "hit")


class FakeSitting:
    """What `companion.match_sitting.MatchSitting` says and takes; every move is shown at once, or, while
    `slow`, when the test calls `stored`."""

    def __init__(
        self,
        rulebook: str | Rulebook,
        seats: Sequence[Seat],
        options: Mapping[str, Any] | None = None,
        box: Mapping[str, int] | None = None,
    ) -> None:
        book = games.rulebook(rulebook) if isinstance(rulebook, str) else rulebook
        self.match = Match(book, book.set_up([seat.name for seat in seats], options or {}, box or {}))
        self.seats, self.rulebook_id, self.number = list(seats), book.id, 1
        self.version, self.trouble, self.slow = 0, "", False
        self.asked_pad, self.shootouts = "", "judge"
        self.heard: list[tuple[Any, ...]] = []
        self.listens = True
        self._waiting: Callable[[], object] | None = None

    busy = property(lambda self: self._waiting is not None)
    n = property(lambda self: self.match.n)
    kept = property(lambda self: len(self.match.kept))

    def prompt(self) -> dict[str, Any] | None:
        return position(self.match).get("prompt")

    def also(self) -> list[dict[str, Any]]:
        return [prompt.as_json() | {"section": ""} for prompt in self.match.also()]

    def view(self, viewer: str = "public") -> dict[str, Any]:
        return self.match.view(viewer)

    def log(self) -> list[dict[str, Any]]:
        return self.match.log()

    def result(self) -> dict[str, Any] | None:
        return self.match.result.as_json() if self.match.result else None

    def _back(self, n: int) -> Match:
        return Match.of(self.match.rulebook, self.match.setup, self.match.entries[:n])

    def moment(self, n: int) -> dict[str, Any]:
        return self._back(n).view()

    def question(self, k: int) -> dict[str, Any]:
        entry = self.match.entries[k]
        if list(self.match.seen_entries())[k]["answer"] == {"hidden": True}:
            raise Refused("entry.secret", n=k)
        back = self._back(k)
        asked = back.act_prompt(entry.id, entry.of) if entry.act else back.prompt
        assert asked is not None
        return asked.as_json()

    def preview(self, k: int, value: Any) -> Preview:
        return self.match.amend(k, value, dry_run=True)

    def concerned(self, n: int) -> list[str]:
        return self.match.concerned(n)

    def buttons(self) -> dict[str, str]:
        prompt = self.prompt()
        fits = prompt and prompt["of"] == self.asked_pad and len(prompt["options"]) <= len(BUTTONS)
        return dict(zip(prompt["options"], BUTTONS, strict=False)) if prompt and fits else {}

    def listen(self, on: bool) -> None:
        self.listens = on

    def random_move(self, chance: random.Random) -> Move:
        return pick(self.match, chance)

    def answer(self, value: Any) -> None:
        self._move(lambda: self.match.answer(value), "answer", value)

    def act(self, act_id: str, of: str, value: Any) -> None:
        self._move(lambda: self.match.act(act_id, of, value), "act", act_id, of, value)

    def decide(self) -> None:
        self._move(lambda: self.match.decide(random.Random(1).randrange), "decide")

    def undo(self, n: int = 1) -> None:
        self._move(lambda: self.match.undo(n), "undo", n)

    def redo(self, n: int = 1) -> None:
        self._move(lambda: self.match.redo(n), "redo", n)

    def go_to(self, n: int) -> None:
        self._move(lambda: self.match.go_to(n), "go_to", n)

    def amend(self, k: int, value: Any) -> None:
        self._move(lambda: self.match.amend(k, value), "amend", k, value)

    def _move(self, move: Callable[[], object], *said: Any) -> None:
        if self.busy:
            raise Refused("match.busy")
        self.heard.append(said)
        if self.slow:
            self._waiting = move
        else:
            move()
            self.version += 1

    def stored(self) -> None:
        """The disk has taken it."""
        assert self._waiting is not None
        self._waiting()
        self._waiting = None
        self.version += 1
