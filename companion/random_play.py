"""Random legal play of any rulebook, seeded: what people might do, and what they do by mistake.

Owns how a move is picked. It judges nothing and prints nothing.
"""

import random
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from shared_rules.engine import Match, Prompt, Refused, RulebookFault
from shared_rules.engine.always import EVERYWHERE, EndEarly

INTERJECTS = 0.1  # of all moves, where something is open
SKIPS = 0.3  # of all optional prompts
ENDS_EARLY = 1 / 1000  # of all moves of people who meddle
ENDLESS = 20_000  # entries; no match of any game has as many
PATIENCE = 100  # moves that a rulebook refuses one after the other, though its prompts take them

BY_HAND = frozenset(rule.id for rule in EVERYWHERE)  # correct, end early, hand a seat over


class Plays(Protocol):
    """A match, or whoever has one at a table."""

    def answer(self, value: Any) -> None:
        """Answer the prompt."""

    def act(self, act_id: str, of: str, value: Any) -> None:
        """Interject."""


class Move(NamedTuple):
    """An answer to `prompt`; `beside`: it is not the one that is asked, but open beside it."""

    prompt: Prompt
    value: Any
    beside: bool

    def make(self, match: Plays) -> None:
        """Raises Refused."""
        if self.beside:
            match.act(self.prompt.id, self.prompt.of, self.value)
        else:
            match.answer(self.value)


def pick(match: Match, chance: random.Random, meddles: bool = False) -> Move:
    """Return a legal move of a match that is not over.

    meddles: people also correct by hand, hand seats over and, rarely, end it early.
    """
    beside = _pick_beside(match, chance, meddles)
    prompt = beside or match.prompt
    assert prompt is not None
    return Move(prompt, pick_value(prompt, chance), beside is not None)


def _pick_beside(match: Match, chance: random.Random, meddles: bool) -> Prompt | None:
    if meddles and chance.random() < ENDS_EARLY:
        return next((prompt for prompt in match.also() if prompt.id == EndEarly.id), None)
    if chance.random() >= INTERJECTS:
        return None
    left_out = {EndEarly.id} if meddles else BY_HAND
    open_now = [prompt for prompt in match.also() if prompt.id not in left_out]
    return chance.choice(open_now) if open_now else None


def pick_value(prompt: Prompt, chance: random.Random) -> Any:
    """Return a legal answer; None skips an optional prompt."""
    if prompt.optional and chance.random() < SKIPS:
        return None
    return prompt.pick(chance.randrange)


def play(
    match: Match,
    chance: random.Random,
    meddles: bool = False,
    after: Callable[[Match], object] = lambda match: None,
    until: int | None = None,
) -> Match:
    """Play to the end, or up to `until` entries; `after` is called after each entry. Return the match.

    A rulebook may refuse an answer that its prompt takes; then another move is tried. Raises Refused if it
    refuses all of them, RulebookFault if it never ends.
    """
    refused = 0
    while match.prompt is not None and (until is None or match.n < until):
        try:
            pick(match, chance, meddles).make(match)
        except Refused:
            refused += 1
            if refused == PATIENCE:
                raise
            continue
        refused = 0
        after(match)
        if match.n >= ENDLESS:
            raise RulebookFault(f"{match.rulebook.id} goes on after {match.n} entries")
    return match
