"""People at the window who play a match that is given: every answer by a finger on the glass, or by a pad.

Owns which keys say an answer, and how many taps that takes beside the fewest there could be. What is asked,
and whether an answer is legal, is not theirs to say: the match that they play was played before.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.match_sitting import BUTTONS, DEAF_US
from companion.screens.match_words import MOST_VALUES
from companion.store import open_store
from shared_rules.engine import Entry, Match, Prompt
from tests.companion.the_window import TheWindow


class Said(NamedTuple):
    """An entry and the prompt it answers. beside: it is an interjection."""

    entry: Entry
    prompt: Prompt
    beside: bool


def script(match: Match) -> Iterator[Said]:
    """Everything that was said in a match, one entry after the other."""
    again = Match(match.rulebook, match.setup)
    for entry in match.entries:
        prompt = again.act_prompt(entry.id, entry.of) if entry.act else again.prompt
        assert prompt is not None
        yield Said(entry, prompt, entry.act)
        if entry.act:
            again.act(entry.id, entry.of, entry.answer)
        else:
            again.answer(entry.answer)


def fewest(said: Said) -> int:
    """How many taps say it at least: one for what happened; in a split one for each who gets something, but
    for the last, who gets the rest; in an interjection one more, for which it is."""
    if said.prompt.kind == "split" and said.entry.answer:
        return max(1, sum(1 for count in said.entry.answer.values() if count) - 1)
    return 1 + said.beside


def keys(said: Said) -> list[str]:
    """The targets that say it, in the order of the taps."""
    prompt, value = said.prompt.as_json(), said.entry.answer
    if said.beside:
        return [f"act.{said.entry.id}", f"act.{said.entry.id}.{value}"]
    if value is None:
        return ["answer.skip"]
    if prompt["kind"] == "choose":
        return [f"answer.{value}"]
    if prompt["kind"] == "split":
        return list(_shared_out(prompt, value))
    if prompt["kind"] == "number":
        if prompt["max"] - prompt["min"] < MOST_VALUES:
            return [f"answer.{value}"]
        return [*(f"answer.digit.{digit}" for digit in str(value)), "answer.done"]
    if prompt["kind"] in ("choose_some", "order"):
        return [*(f"answer.{each}" for each in value), "answer.done"]
    if prompt["kind"] == "dice":
        if len(value) == 1:
            return [f"answer.{value[0]}"]
        return [*(f"answer.{die}.{face}" for die, face in enumerate(value, 1)), "answer.done"]
    raise AssertionError(f"nobody here says a {prompt['kind']}")


def _shared_out(prompt: dict[str, Any], shares: dict[str, int]) -> Iterator[str]:
    if prompt["total"] == 1:
        yield next(f"answer.{to}" for to, count in shares.items() if count)
        return
    limits = prompt["limits"]
    room = sum(limits.values())
    for to in prompt["options"]:
        had_anyway = max(0, prompt["total"] - (room - limits[to]))
        yield from [f"answer.{to}.more"] * (shares.get(to, 0) - had_anyway)
    yield "answer.done"


def pad_button(said: Said) -> str:
    """Which button of the asked player's pad says it; "" if none does."""
    options = said.prompt.as_json()["options"]
    by_pad = not said.beside and said.prompt.kind == "choose" and len(options) <= len(BUTTONS)
    return BUTTONS[options.index(said.entry.answer)] if by_pad and said.entry.answer in options else ""


class Taken(NamedTuple):
    """How one thing was said: by so many taps, or by one press of a pad."""

    said: Said
    taps: int


class People:
    """Those around one window.

    pads: player -> their pad; the others have none. taken: what they said so far.
    """

    def __init__(self, window: TheWindow, pads: dict[str, str] | None = None) -> None:
        self.window, self.pads = window, pads or {}
        self.taken: list[Taken] = []

    def sit_down(self, rulebook: str, players: Sequence[str], *options: str) -> None:
        """From home into a match. players: in the order in which the set-up lists them."""
        window = self.window
        window.tap(f"game.{rulebook}")
        window.wait_until(lambda: window.look()["screen"] == "match_setup", "the set-up")
        for place, name in enumerate(players):
            if place >= 2:
                window.tap("add")
            window.rename(place, name)
        for player, pad in self.pads.items():
            window.press(pad)
            seat = f"seat{players.index(player)}.pad"
            self._wait_for_label(seat, pad)
        for option in options:
            window.tap(f"option.{option}")
        window.tap("start")
        window.wait_until(lambda: window.look()["screen"] == "match", "the table")
        window.send(wait="idle")

    def _wait_for_label(self, target: str, text: str) -> None:
        self.window.wait_until(lambda: text in self.window.targets()[target]["label"], f"{text} claimed")

    def say(self, said: Said) -> None:
        """Say one thing, and see that it was taken, and nothing else."""
        button = pad_button(said) if said.prompt.of in self.pads else ""
        taps = [] if button else keys(said)
        if button:
            time.sleep(DEAF_US / 1e6)  # sooner, it would have been meant for the prompt before
            self.window.press(self.pads[said.prompt.of], button=button)
            self.window.wait_until(lambda: self.stored() > len(self.taken), f"{said.entry} on disk")
        for key in taps:
            answer = self.window.send(tap=key)
            assert answer == {"ok": True}, (said, answer, self.window.look())
        assert self.window.send(wait="idle")["idle"]
        self.taken.append(Taken(said, len(taps)))
        assert self.stored() == len(self.taken), said

    def stored(self) -> int:
        """How many entries of the first match are on disk."""
        return len(self.entries())

    def entries(self) -> list[Any]:
        """They."""
        with open_store(self.window.data) as store:
            return list(store.matches.read(1).standing.entries)
