"""Two matches that differ only in secrets: nobody else can tell one from the other.

Owns the comparison. What must look the same is all that the table is shown, after every entry, and what it is
told of another answer to an old question; until the rulebook lays open something in which they differ.
"""

import random
from collections.abc import Callable
from typing import Any

from companion.random_play import PATIENCE, Move, pick, pick_value
from shared_rules.engine import Leak, Match, Refused

LINES = 12  # of the log that are compared after every entry; all of them when it ends
SHARES = 0.1, 0.5, 1.0  # of the secrets are others: what differs little stays secret longer
SECOND_THOUGHTS = 12  # after each secret that differs: what another answer to an old question would do
LATE = 20  # entries before now among which that question is: more of what came since fits then


def play_both(one: Match, other: Match, chance: random.Random, meddles: bool = False) -> int:
    """Play two fresh matches of one setup alike, their secrets apart; return how many secrets differed.

    Stops when they are over, or when what differed was revealed. Raises Leak: what can be told apart.
    """
    differed = refused = 0
    share = chance.choice(SHARES)
    while one.prompt is not None and refused < PATIENCE:
        move = pick(one, chance, meddles)
        try:
            move.make(one)
        except Refused:
            refused += 1
            continue
        refused = 0
        differs = _follow(other, move, share, chance)
        differed += differs
        if one.revealed() != other.revealed():
            return differed
        if (one.prompt is None) != (other.prompt is None):
            raise Leak(f"a secret decides whether it is over after {move.prompt!r}")
        if one.prompt is not None:
            _compare(one, other, LINES, move)
            for _ in range(SECOND_THOUGHTS if differs else 0):
                _compare_ways_back(one, other, chance)
    return differed


def _follow(other: Match, move: Move, share: float, chance: random.Random) -> bool:
    """Make the same move in the other match, a share of the secrets with another value; say if it differs."""
    value = move.value
    if move.prompt.secret_to is not None and chance.random() < share:
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


# -- another answer to an old question


def _compare_ways_back(one: Match, other: Match, chance: random.Random) -> None:
    """Give an old public entry another value in both: what follows, and where it stops, tells no secret."""
    seen = enumerate(one.seen_entries())
    open_ones = [k for k, entry in seen if entry["answer"] != {"hidden": True}]
    k = chance.choice(open_ones[-LATE:])
    asked = one.asked_for(k)
    value = pick_value(asked, chance)
    again, other_again = _taken_back(one, k), _taken_back(other, k)
    move = Move(asked, value, beside=again.prompt is None or again.prompt.as_json() != asked.as_json())
    told, other_told = _redone(again, move), _redone(other_again, move)
    if again.revealed() != other_again.revealed():
        return
    told["preview"], other_told["preview"] = _previewed(one, k, value), _previewed(other, k, value)
    for name, shown in told.items():
        if shown != other_told[name]:
            where = f"when entry {k} of {one.n} is {value!r} instead"
            raise Leak(f"a secret shows in the {name} {where}: {shown} and {other_told[name]}")


def _taken_back(match: Match, k: int) -> Match:
    """Return another match, in which all from entry k on waits to be redone."""
    again = match.back_at(match.n)
    again.undo(match.n - k)
    return again


def _redone(again: Match, move: Move) -> dict[str, Any]:
    """Answer anew, and redo what can be; return all that is told of it."""
    told = {"answer": _outcome(lambda: move.make(again))}
    told["redo"] = _outcome(lambda: again.redo(len(again.kept)))
    told["redo that stopped"] = _outcome(again.redo)
    return told | (public_face(again, LINES) if again.prompt is not None else {"n": again.n})


def _previewed(match: Match, k: int, value: Any) -> Any:
    return _outcome(lambda: match.amend(k, value, dry_run=True).as_json())


def _outcome(move: Callable[[], Any]) -> Any:
    """What a move returns, or what it is refused with."""
    try:
        return move()
    except Refused as refused:
        return refused.as_json()
