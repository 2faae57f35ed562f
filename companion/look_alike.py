"""Two matches that differ only in secrets: nobody else can tell one from the other.

Owns the comparison. What must look the same is all that the table is shown, after every entry, until the
rulebook lays open something in which they differ.
"""

import random
from typing import Any

from companion.random_play import PATIENCE, Move, pick, pick_value
from shared_rules.engine import Leak, Match, Refused

LINES = 12  # of the log that are compared after every entry; all of them when it ends


def play_both(one: Match, other: Match, chance: random.Random, meddles: bool = False) -> int:
    """Play two fresh matches of one setup alike, their secrets apart; return how many secrets differed.

    Stops when they are over, or when what differed was revealed. Raises Leak: what can be told apart.
    """
    differed = refused = 0
    while one.prompt is not None and refused < PATIENCE:
        move = pick(one, chance, meddles)
        try:
            move.make(one)
        except Refused:
            refused += 1
            continue
        refused = 0
        differed += _follow(other, move, chance)
        if one.revealed() != other.revealed():
            return differed
        if (one.prompt is None) != (other.prompt is None):
            raise Leak(f"a secret decides whether it is over after {move.prompt!r}")
        if one.prompt is not None:
            _compare(one, other, LINES, move)
    return differed


def _follow(other: Match, move: Move, chance: random.Random) -> bool:
    """Make the same move in the other match, with another value if it is a secret; say whether it differs."""
    value = move.value
    if move.prompt.secret_to is not None:
        value = pick_value(move.prompt, chance)
    for each in (value, move.value):
        try:
            move._replace(value=each).make(other)
        except Refused as refused:
            why = refused
        else:
            return bool(each != move.value)
    raise Leak(f"a secret decides whether {move.prompt!r} takes {move.value!r}: {why}")


def public_face(match: Match, lines: int | None = None) -> dict[str, Any]:
    """Return all that everybody at the table is shown of a match that is not over."""
    return {
        "n": match.n,
        "prompt": match.prompt and match.prompt.as_json(),
        "also": [prompt.as_json() for prompt in match.also()],
        "at": (match.round, match.turn),
        "view": match.view(),
        "log": match.log(lines),
        "hands": match.hands,
    }


def _compare(one: Match, other: Match, lines: int, move: Move) -> None:
    face, other_face = public_face(one, lines), public_face(other, lines)
    for name, shown in face.items():
        if shown != other_face[name]:
            raise Leak(f"a secret shows in the {name} after {move.prompt!r}: {shown} and {other_face[name]}")
