"""What a call leaves on the table: tokens that go, dice that remain.

Owns the way from a round's bullets and run-aways to the next round's dice. It must never ask anybody: which
tokens the caller aims at comes in as an answer.
"""

from collections.abc import Iterable, Mapping

from .events import COWARD, SHOOTER_1, SHOOTER_2

Dice = Mapping[str, tuple[str, ...]]  # player -> their dice, one for each token at the location (BB-10)
Token = tuple[str, str]  # player, die


def after_run_aways(dice: Dice, runners: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The dice left when these players' cowards have run (BB-15; before the bullets, BB-16)."""
    gone = set(runners)
    kept = {n: tuple(d for d in held if not (d == COWARD and n in gone)) for n, held in dice.items()}
    return _those_left(kept)


def targets(dice: Dice, caller: str) -> list[Token]:
    """The tokens the caller's bullets may be aimed at: opponents' only (BB-13)."""
    return [(name, die) for name, held in dice.items() if name != caller for die in held]


def after_bullets(dice: Dice, caller: str, hit: Iterable[Token]) -> dict[str, tuple[str, ...]]:
    """The dice left when these tokens are removed (BB-14).

    :raises ValueError: a token that is not there, one aimed at twice, or one of the caller's own (BB-13)
    """
    kept = {name: list(held) for name, held in dice.items()}
    for name, die in hit:
        if name == caller:
            raise ValueError(f"{name} aims at their own {die}")
        if die not in kept.get(name, []):
            raise ValueError(f"{name} has no {die}")
        kept[name].remove(die)
    return _those_left({name: tuple(held) for name, held in kept.items()})


def _those_left(dice: Dice) -> dict[str, tuple[str, ...]]:
    """Without the players who have no token left."""
    return {name: _as_thrown(held) for name, held in dice.items() if held}


def _as_thrown(held: tuple[str, ...]) -> tuple[str, ...]:
    """A single shooter token throws shooter 1, whichever it was."""
    if SHOOTER_2 in held and SHOOTER_1 not in held:
        return tuple(SHOOTER_1 if die == SHOOTER_2 else die for die in held)
    return held
