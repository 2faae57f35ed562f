"""A shootout that a match asks for: the pads play it, and what the referee calls answers the match.

Owns the way from a verdict on the pads to the entry of the match, and which countdown of which duel it is.
The entry follows the verdict as long as people look at it: the judge's word amends it, a replay takes it
back. What a verdict does to the tokens is the rulebook's business. It must never draw or read a clock.
"""

from collections.abc import Mapping
from typing import Any

from companion.match_sitting import MatchSitting
from companion.sitting import Shootout
from shared_rules.engine import Refused
from shared_rules.games.boomtown_bandits import verdicts
from shared_rules.referee import calls as c
from shared_rules.referee import stages, tokens
from shared_rules.referee.events import COWARD

KIND = "verdict"
HIT_LINE = "bb.hit"  # of the log: what the caller's bullets took
ON_THE_TABLE = (stages.RULED, stages.OVER)  # stages in which there is a verdict

NOTHING = object()

Json = Mapping[str, Any]


def is_asked(prompt: Json | None) -> bool:
    """Whether a prompt asks for the verdict of a shootout."""
    return prompt is not None and prompt["kind"] == KIND


def dice_of(prompt: Json) -> dict[str, tuple[str, ...]]:
    """Return what each player throws in the countdown that is asked for."""
    return {name: tuple(held) for name, held in prompt["ask"]["params"]["dice"].items()}


def film_of(sitting: MatchSitting, line: Json) -> tuple[int, int] | None:
    """Return which stored shootout a line of the log tells of, and which round of it; None if of none."""
    number = line["params"].get("evidence")
    for k in reversed(range(line["n"])) if number else ():
        entry = sitting.said(k)
        answer = entry["answer"] if entry else None
        if isinstance(answer, dict) and answer.get("evidence") == number:
            return (number, answer["round"]) if answer.get("round") else None
    return None


class MatchShootout:
    """One duel of a match on the pads, countdown by countdown.

    on_screen: people look at it, so the match's entry follows what is ruled. refused: why the match does not
    take the verdict, None while it does.
    """

    def __init__(self, sitting: MatchSitting, shootout: Shootout, prompt: Json) -> None:
        self.shootout = shootout
        self.on_screen = True
        self.refused: Refused | None = None
        self._sitting = sitting
        self._about = _duel(prompt)
        self._given: dict[str, Any] | None = None
        self._tried: Any = NOTHING  # the verdict that was refused
        self._ask(prompt)

    def _ask(self, prompt: Json) -> None:
        """This countdown is on now; its verdict is the entry that comes next."""
        self._countdown = prompt["turn"]
        self._entry = self._sitting.n
        self._given = None

    # -- which countdown it is

    def goes_on(self) -> bool:
        """Whether the match, after the verdict it was given, asks for the next countdown of this duel."""
        prompt = self._sitting.prompt()
        return (
            prompt is not None
            and self._is_the_duel(prompt)
            and self._is_taken_and_stands()
            and prompt["turn"] == self._countdown + 1
        )

    def is_asked(self) -> bool:
        """Whether the match asks for just the countdown that is on here, and has no verdict yet."""
        prompt = self._sitting.prompt()
        here = prompt is not None and self._is_the_duel(prompt) and prompt["turn"] == self._countdown
        return here and self._given is None

    def is_over(self) -> bool:
        """Whether nobody will want another countdown: the duel is decided, or its verdict was taken back."""
        if self._sitting.busy or self.is_asked() or self.goes_on():
            return False
        duel = self._sitting.view()["state"].get("duel")
        return duel is None or is_asked(self._sitting.prompt()) or not self._is_taken_and_stands()

    def _is_the_duel(self, prompt: Json) -> bool:
        return is_asked(prompt) and _duel(prompt) == self._about

    def _is_taken_and_stands(self) -> bool:
        return self._given is not None and self._answer() == self._given

    def _answer(self) -> dict[str, Any] | None:
        """What the match has for this countdown, if it came from here."""
        entry = self._sitting.said(self._entry)
        answer = entry["answer"] if entry is not None and not entry.get("act") else None
        is_ours = isinstance(answer, dict) and answer.get("evidence") == self.shootout.number
        return answer if is_ours else None

    def place_in(self, told: Any) -> str:
        """What the duel is about, in words of the game's `Telling`; "" if it is about no place."""
        place = self._about[2]
        return "" if place is None else str(told.thing(place).text)

    # -- what the match is told

    def verdict(self) -> dict[str, Any] | None:
        """What the pads, or the judge, say of this countdown; None: nothing yet, or it is played again."""
        shootout = self.shootout
        if shootout.stage not in ON_THE_TABLE or not shootout.settled:
            return None
        judged = shootout.calls(c.Judged)
        calls = shootout.shown
        if judged and judged[0].rule == "without":
            calls = shootout.calls_without(judged[0].pad)
            calls = [call for call in calls if not isinstance(call, c.Judged)]
        said = verdicts.from_calls(calls, shootout.round, shootout.settings.pad_dice)
        if said is None:
            return None
        said.pop("margin_us", None)  # late presses still change it; the evidence has it
        return said | {"evidence": shootout.number}

    @property
    def taken(self) -> bool:
        """Whether the match has what is ruled here."""
        said = self.verdict()
        return said is not None and not self._sitting.busy and said == self._answer()

    def follow(self) -> None:
        """Have the match say what is ruled here, while people look at it."""
        if not self.on_screen or self._sitting.busy or not self.shootout.settled:
            return
        said, has = self.verdict(), self._answer()
        if said in (has, self._tried):
            return
        try:
            self._tell(said, has)
        except Refused as refused:
            self.refused, self._tried = refused, said
        else:
            self.refused, self._tried = None, NOTHING

    def _tell(self, said: dict[str, Any] | None, has: dict[str, Any] | None) -> None:
        if has is None:
            if said is not None and self.is_asked():
                self._entry = self._sitting.n  # a card may have been played since it was asked
                self._sitting.answer(said)
                self._given = said
        elif said is None:  # the judge wants it again
            if self._sitting.n == self._entry + 1:
                self._sitting.undo()
                self._given = None
        else:
            self._sitting.amend(self._entry, said)
            self._given = said

    def leave(self) -> None:
        """People go back to the table; pads answer what is asked there."""
        self.on_screen = False
        self.shootout.rest()

    # -- from countdown to countdown

    def come_back(self) -> bool:
        """People look at it again, for the countdown asked for now; return whether it is of this duel.

        The dice are what the match says is left: a card may have changed that, too.
        """
        prompt = self._sitting.prompt()
        if prompt is None or not (self.is_asked() or self.goes_on()):
            return False
        if self.goes_on():
            self.shootout.deal(dice_of(prompt), *self._targets())
            self._ask(prompt)
        elif self.shootout.stage == stages.READY:
            self.shootout.deal(dice_of(prompt))
        self.on_screen = True
        return True

    def end(self) -> None:
        """Nobody shoots any more; what the last bullets took is kept with the evidence."""
        if self._is_taken_and_stands() and self.shootout.stage == stages.RULED:
            self.shootout.keep_targets(*self._targets())

    def _targets(self) -> tuple[str, list[tokens.Token]]:
        """Whose bullets took which tokens, by the match's log."""
        later = (line for line in self._sitting.log() if line["n"] > self._entry)
        line = next((line for line in later if line["id"] in (HIT_LINE, "bb.won", "bb.nobody")), None)
        if line is None or line["id"] != HIT_LINE:
            return "", []
        left = {name: list(held) for name, held in self.shootout.dice.items()}
        hit: list[tokens.Token] = []
        for name, kind in line["params"]["tokens"]:
            dice = left.get(name, [])
            die = next((die for die in dice if (die == COWARD) == (kind == COWARD)), next(iter(dice), None))
            if die is not None:
                dice.remove(die)
                hit.append((name, die))
        return line["params"]["seat"], hit


def _duel(prompt: Json) -> tuple[Any, ...]:
    """What tells a duel from another one: its kind, the round, and what it is about."""
    return prompt["id"], prompt["round"], prompt["place"]
