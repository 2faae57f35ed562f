"""People at the real window who play a whole match of Boomtown Bandits, with pads that throw: true firmware,
true touches, and dice that fall as they fall."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion import kept_match
from companion.match_sitting import BUTTONS, DEAF_US
from companion.store import open_store
from shared_rules.engine import Choose, Match
from tests.companion.at_the_table import COMMAND, PATIENCE_S, monotonic_us
from tests.companion.the_window import Reply, TheWindow

SETTLE_MS = 120
DIE_BUTTON = {"shooter1": "die1", "shooter2": "die2", "coward": "die3"}
ICONS = ("bullet", "run")
SOON_US = 120_000

Json = dict[str, Any]
Where = Callable[[int, str, Sequence[str]], str]  # round, player, the row without the closed one -> location


def now_us() -> int:
    return time.monotonic_ns() // 1000


class Bandits:
    """Those around one window.

    :param names: as the set-up lists them; each holds the pad of that number
    :param where: a location for all tokens of a player in a round
    """

    def __init__(self, window: TheWindow, names: Sequence[str], where: Where) -> None:
        self.window, self.names, self.where = window, names, where
        self.pad_of = {name: f"p{k + 1}" for k, name in enumerate(names)}
        self.headlines: list[str] = []  # what the screen said of the verdicts
        self.pressed_in_vain = 0

    def sit_down(self) -> None:
        """From home into the match: pads throw and call, as it is set up first."""
        window = self.window
        window.tap("game.boomtown_bandits")
        window.wait_until(lambda: window.look()["screen"] == "match_setup", "the set-up")
        for place, name in enumerate(self.names):
            if place >= 2:
                window.tap("add")
            window.rename(place, name)
        for place, pad in enumerate(self.pad_of.values()):
            window.press(pad)
            window.wait_until(
                lambda place=place, pad=pad: f"{pad}" in window.targets()[f"seat{place}.pad"]["label"],  # type: ignore[misc]
                f"{pad} claimed",
            )
        window.tap("start")
        window.wait_until(lambda: window.look()["screen"] == "match", "the table")
        window.send(wait="idle")

    # -- the match

    def match(self) -> Match:
        """The match as it is on disk."""
        with open_store(self.window.data) as store:
            return kept_match.match_of(store.matches.read(1))

    def go_on(self) -> Match | None:
        """Answer until a shootout is asked for, which is not begun; None at the end of the match."""
        while True:
            self._back_at_the_table()
            match = self.match()
            if match.prompt is None:
                return None
            if match.prompt.kind == "verdict":
                return match
            self._answer(match)

    def _back_at_the_table(self) -> None:
        self.window.send(wait="idle")
        if self.window.look()["screen"] == "shootout":
            with_verdict = "next" in self.window.targets()
            if with_verdict:
                self.window.send(tap="next")
        self.window.send(wait="idle")

    def _answer(self, match: Match) -> None:
        prompt = match.prompt
        assert prompt is not None
        if prompt.id in ("bb.locations", "bb.row", "bb.first_player"):
            self._tap(match, "answer.decide")
        elif prompt.id.startswith("bb.reveal"):
            view = match.view()["state"]
            spots = [each for each in view["row"] if each != view["closed"]]
            self._say(match, self.where(view["round"], prompt.of, spots))
        elif prompt.id == "bb.marshal":
            self._say(match, match.view()["state"]["row"][-1])
        elif prompt.optional:
            self._tap(match, "answer.skip")
        elif prompt.kind == "number":
            digits = "9" if prompt.of == self.names[0] else "3"
            self._tap(match, f"answer.digit.{digits}", "answer.done")
        else:
            assert isinstance(prompt, Choose), prompt
            self._say(match, prompt.options()[0])

    def _say(self, match: Match, option: str) -> None:
        """By the pad of whoever is asked, if it can; else by touch."""
        prompt = match.prompt
        assert isinstance(prompt, Choose)
        options = list(prompt.options())
        by_pad = prompt.id == "bb.shootout.target" and len(options) <= len(BUTTONS)
        if by_pad and self.is_there(prompt.of):
            self.answer_by_pad(prompt.of, options.index(option))
        else:
            self._tap(match, f"answer.{option}")

    def answer_by_pad(self, player: str, option: int) -> None:
        """The button that answers so; sooner, it would have been meant for the prompt before."""
        match = self.match()
        self.window.wait_until(lambda: self.window.look()["screen"] == "match", "the table")
        self.window.send(wait="idle")
        time.sleep(DEAF_US / 1e6 + 0.1)
        self.window.press(self.pad_of[player], button=BUTTONS[option])
        self._wait_for_entry(match)

    def _tap(self, match: Match, *targets: str) -> None:
        for target in targets:
            self.window.wait_until(lambda target=target: target in self.window.targets(), target)  # type: ignore[misc]
            end = time.monotonic() + PATIENCE_S
            while self.window.send(tap=target) != {"ok": True}:
                assert time.monotonic() < end, (target, self.window.look())
        self.window.send(wait="idle")
        self._wait_for_entry(match)

    def _wait_for_entry(self, before: Match) -> None:
        self.window.wait_until(lambda: self.match().n > before.n, f"an answer to {before.prompt}")

    # -- the shootout

    def is_there(self, player: str) -> bool:
        return bool(self.pad_of[player])

    def count_down(self) -> int:
        """3-2-1, by the key at the table or the one between the panes; when DRAW is."""
        window, before = self.window, self.draws()[-1:]
        keys = ("draw", "answer.shoot")
        window.wait_until(lambda: any(key in window.targets() for key in keys), "a key to count down")
        window.send(wait="idle")
        time.sleep(0.2)  # everybody's first mark
        key = next(key for key in keys if key in window.targets())
        window.wait_until(lambda: window.send(tap=key) == {"ok": True}, key)
        window.wait_until(lambda: self.draws()[-1:] not in (before, []), "a countdown")
        return monotonic_us(self.draws()[-1]["at_us"])

    def draws(self) -> list[Json]:
        return [line for line in self.trace() if line.get("kind") == "draw"]

    def trace(self) -> list[Json]:
        """The evidence of the newest shootout."""
        with open_store(self.window.data) as store:
            found = store.shootouts()
            return [json.loads(line) for line in store.evidence(found[0].id)] if found else []

    def calls(self) -> list[Json]:
        """The calls of the newest shootout, as they were shown last."""
        with open_store(self.window.data) as store:
            found = store.shootouts()
            calls = store.calls(found[0].id) if found else []
        return [json.loads(call.call) for call in calls if call.shown_at == calls[-1].shown_at]

    def dice(self) -> Mapping[str, Sequence[str]]:
        """Who throws which dice in the countdown that is on."""
        dice: Mapping[str, Sequence[str]] = self.draws()[-1]["dice"]
        return dice

    def throw(self, player: str, *dice: str) -> None:
        """Throw these, or all that this player has, and let them lie still."""
        before = len(self.trace())
        thrown = dice or self.dice()[player]
        for die in thrown:
            self.window.press(self.pad_of[player], button=DIE_BUTTON[die])
            time.sleep(0.02)
        self.window.wait_until(
            lambda: len([1 for line in self.trace()[before:] if line.get("kind") == "roll"]) >= len(thrown),
            f"{player} has thrown",
        )
        time.sleep(SETTLE_MS / 1000 + 0.05)

    def faces(self, player: str) -> dict[str, str]:
        """What lies in front of a player in this countdown."""
        trace, pad = self.trace(), self.pad_of[player]
        start = max(k for k, line in enumerate(trace) if line.get("kind") == "draw")
        rolls = [line for line in trace[start:] if line.get("kind") == "roll" and line["pad"] == pad]
        return {line["die"]: line["face"] for line in rolls}

    def until_shows(self, player: str, *wanted: str, dice: Sequence[str] = ()) -> None:
        """Throw until one of these faces lies there."""
        end = time.monotonic() + 2 * PATIENCE_S
        while not set(wanted) & set(self.faces(player).values()):
            assert time.monotonic() < end, f"no {wanted} for {player}"
            self.throw(player, *dice)

    def hit(self, *players: str) -> None:
        """HIT, all at the same moment."""
        at_us = now_us() + SOON_US
        for player in players:
            self.window.press(self.pad_of[player], at_us)

    def verdict(self) -> str:
        """Wait for the verdict; what the screen says, once."""
        self.window.wait_until(lambda: "next" in self.window.targets(), "a verdict")
        self.window.send(wait="idle")
        self.window.wait_until(lambda: self.window.targets()["next"]["enabled"], "the match has it")
        headline = str(self.window.texts()[0])
        self.headlines.append(headline)
        return headline

    def on(self) -> None:
        """On from the verdict: a touch too early in it is nobody's."""
        self.window.wait_until(lambda: "next" not in self.window.targets() or self._next(), "on it goes")
        self.window.send(wait="idle")

    def _next(self) -> bool:
        return self.window.send(tap="next") == {"ok": True}

    def shoot(self, caller: str) -> str:
        """A countdown without any trouble, which this player wins by a bullet."""
        self.wait_for_draw(self.count_down())
        self.until_shows(caller, "bullet")
        self.hit(caller)
        said = self.verdict()
        self.on()
        return said

    def shoot_out(self, caller: str) -> None:
        """Countdown by countdown, until this player is the only one left."""
        begun = self.go_on()
        match = begun
        while begun and match and _duel(match) == _duel(begun):
            said = self.shoot(caller)
            assert caller in said, said
            match = self.go_on()

    def wait_for_draw(self, draw_us: int) -> None:
        time.sleep(max(0.0, (draw_us - now_us()) / 1e6) + 0.05)

    def pull(self, player: str) -> None:
        """A pad is gone for good."""
        os.kill(self.window.pad_process(int(self.pad_of[player][1:])), signal.SIGKILL)
        self.window.wait_text(f"Pad gone: {player}")

    # -- afterwards

    def agree(self) -> list[Json]:
        """Every verdict of the match is what `tinstar referee` makes of its evidence; return the verdicts."""
        verdicts = [
            entry.as_json()["answer"]
            for entry in self.match().entries
            if isinstance(entry.as_json()["answer"], dict) and "evidence" in entry.as_json()["answer"]
        ]
        for said in verdicts:
            calls = [
                call for call in referee(self.window, said["evidence"]) if call["round"] == said["round"]
            ]
            with open_store(self.window.data) as store:
                kept = store.calls(said["evidence"])
            shown = [json.loads(call.call) for call in kept if call.shown_at == kept[-1].shown_at]
            assert [call for call in shown if call["round"] == said["round"]] == calls
            judged = [call for call in calls if call["call"] == "judged"]
            if not judged:
                ruled = next(call for call in calls if call["call"] in ("first", "tie"))
                run = [name for call in calls if call["call"] == "run_away" for name in call["players"]]
                named = "player" if ruled["call"] == "first" else "players"
                assert (said["call"], said[named]) == (ruled["call"], ruled[named])
                assert said.get("bullets") == ruled.get("bullets") and said["run_away"] == run
        return verdicts


def _duel(match: Match) -> tuple[object, ...]:
    assert match.prompt is not None
    return match.prompt.id, match.round, match.prompt.place


def referee(window: TheWindow, shootout: int) -> list[Reply]:
    """What `tinstar referee` says about the evidence that was written out."""
    (path,) = window.data.glob(f"evidence/shootout-{shootout}-*.jsonl")
    run = subprocess.run([*COMMAND, "referee", str(path)], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]
