"""People at the real window who play Sans Foi Ni Loi: by touches, and dice by any button of their pads."""

import itertools
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from companion import kept_match
from companion.match_sitting import BUTTONS, DEAF_US
from companion.random_play import pick_value
from companion.seating import NAMES
from companion.store import open_store
from shared_rules.engine import Match, Prompt
from tests.companion.people import Said, keys
from tests.companion.the_window import TheWindow

Choice = Callable[[Prompt, Match], Any]


class Ranchers:
    """Those around one window.

    pads: player -> their pad; the others have none, and throw by a key or type what they threw: all of it, if
    `types`. by_pad: how many dice came from pads.
    """

    def __init__(self, window: TheWindow, names: Sequence[str], pads: int = 0, types: bool = False) -> None:
        self.window, self.names, self.types = window, names, types
        self.pads = {name: f"p{n + 1}" for n, name in enumerate(names[:pads])}
        self.by_pad = 0
        self._buttons = itertools.cycle(BUTTONS)

    def sit_down(self, *options: str) -> None:
        """From home into a match. options: what is tapped in the set-up."""
        window = self.window
        window.tap("game.sans_foi_ni_loi")
        window.wait_until(lambda: window.look()["screen"] == "match_setup", "the set-up")
        for place, name in enumerate(self.names):
            if place >= 2:
                window.tap("add")
            if name != NAMES[place]:  # the last row of six may have to be scrolled to
                window.rename(place, name)
        for pad in self.pads.values():
            window.wait_until(lambda pad=pad: self._is_there(pad), f"{pad} plugged in")  # type: ignore[misc]
            window.press(pad)
            time.sleep(1)
        for option in options:
            window.tap(f"option.{option}")
        window.tap("start")
        window.wait_until(lambda: window.look()["screen"] == "match", "the table")
        window.send(wait="idle", timeout_ms=2000)
        with open_store(window.data) as store:
            kept = store.matches.read(1)
        sitting = kept_match.seats_of(kept, kept_match.match_of(kept).setup.players)
        assert {seat.name: seat.pad for seat in sitting if seat.pad} == self.pads

    def _is_there(self, pad: str) -> bool:
        """Its process runs, and has its pipe for fingers."""
        return (self.window.fingers / pad).exists()

    def match(self) -> Match:
        """The match as it is on disk."""
        with open_store(self.window.data) as store:
            return kept_match.match_of(store.matches.read(1))

    def play(
        self, choose: Choice, most: int, until: Callable[[Prompt, Match], bool] = lambda *_: False
    ) -> Match:
        """Answer whatever is asked, to the end or until something is. most: entries that it may take."""
        for _ in range(most):
            match = self.match()
            if match.prompt is None or until(match.prompt, match):
                return match
            self._answer(match, match.prompt, choose)
        raise AssertionError("it never ended")

    def _answer(self, match: Match, prompt: Prompt, choose: Choice) -> None:
        n = match.n
        if prompt.kind == "dice" and prompt.of in self.pads:
            time.sleep(DEAF_US / 1e6)  # sooner, it would have been meant for the prompt before
            self.window.press(self.pads[prompt.of], button=next(self._buttons))
            self.by_pad += 1
        elif prompt.chance and n % 2 and not self.types:
            self._tap("answer.decide")
        else:
            value = choose(prompt, match)
            for key in keys(Said(_Answered(value), prompt, beside=False)):  # type: ignore[arg-type]
                self._tap(key)
        self.window.wait_until(lambda: self.match().n > n, f"{prompt.id} on disk")
        self.window.send(wait="idle", timeout_ms=2000)

    def _tap(self, key: str) -> None:
        """A key may be on the next page."""
        for _page in range(4):
            if key in self.window.targets():
                break
            self.window.tap("answer.page")
            self.window.send(wait="idle", timeout_ms=2000)
        assert self.window.send(tap=key) == {"ok": True}, (key, self.window.look())
        self.window.send(wait="idle", timeout_ms=2000)


class _Answered:
    """What is said, as `people.keys` reads it."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer


def quick(prompt: Prompt, match: Match) -> Any:
    """A ranch that is well guarded and sells at once: the bank has one gold piece."""
    seat = prompt.of
    held = match.view()["state"]["seats"].get(seat, {"hand": 0})
    if prompt.id == "sf.action":
        return ("land", "cowboy", "herd", "done")[3 - held["hand"]] if seat == "Ana" else "done"
    answers: dict[str, Any] = {
        "box.gold_2": 1,
        "sf.deck": "yes",
        "sf.first_player": "Ana",
        "sf.card.quality": "excellent",
        "sf.card.number": 9,  # of the cowboy; of the herd, too
        "sf.card.cost": 1,
        "sf.card.where": "ranch",
        "sf.sell": ["herd1"],
        "sf.recount": None,
    }
    return answers[prompt.id]


def careful(prompt: Prompt, match: Match) -> Any:
    """Lands first, every herd guarded, and Ana keeps hers."""
    state = match.view()["state"]
    held = state["seats"].get(prompt.of, {"lands": {}, "no_land": {}})
    laid = sum(1 + len(land["cards"]) for land in held["lands"].values()) + len(held["no_land"])
    answers: dict[str, Any] = {
        "box.gold_3": 60,
        "sf.deck": "yes",
        "sf.first_player": "Ana",
        "sf.line.card": ("cowboy", "land", "herd", "fence", "other", "mine")[match.n % 6],
        "sf.guard": [6] if prompt.of == state["active"] else [1],
        "sf.mine": [2, 3],
        "sf.card.quality": ("excellent", "good", "scrub")[len(held["lands"]) % 3],
        "sf.card.number": (3, 2, 4)[laid % 3],
        "sf.card.cost": 1 + laid % 2,
        "sf.counter": None,
    }
    if prompt.id == "sf.action":
        wanted = ("land", "herd", "herd", "cowboy", "land", "herd", "mine", "fence", "land")[laid % 9]
        legal: Sequence[str] = prompt.options()  # type: ignore[attr-defined]
        return next(each for each in (wanted, "blind", "line1", "line2", "done") if each in legal)
    if prompt.id == "sf.card.where":
        lands = prompt.as_json()["ask"]["params"]["lands"]
        return next((land for land, room in lands.items() if room["herds"] < room["holds"]), "ranch")
    if prompt.id == "sf.sell":
        return [] if prompt.of == "Ana" else prompt.options()[:1]  # type: ignore[attr-defined]
    if prompt.id == "sf.card":
        return prompt.options()[-(laid % 2)]  # type: ignore[attr-defined]    the last is another one
    return answers[prompt.id]


def at_random(seed: int, gold: int) -> Choice:
    """Whatever may be done, with a small bank."""
    chance = random.Random(seed)

    def choose(prompt: Prompt, _match: Match) -> Any:
        if prompt.id.startswith("box.gold"):
            return gold
        return {"sf.deck": "yes", "sf.recount": None}.get(prompt.id, pick_value(prompt, chance))

    return choose
