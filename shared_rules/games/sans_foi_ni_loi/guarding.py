"""Step 1: are the herds well guarded?

Owns the guard roll and which herd flees. Difficulty: the left neighbour's die and the herds; defence: the
owner's die and all guard bonuses.
"""

from shared_rules.engine import Choose, Dice, Table
from shared_rules.engine.prompts import Prompt, quiet
from shared_rules.engine.table import Play

from . import printed as p
from .table import GUARD, Tabletop


def guard(t: Table, s: Tabletop) -> Play:
    """Without herds nothing can flee (S-7)."""
    s.step = GUARD
    if t.options["guard"] == "outcome":
        outcome = yield from t.ask(lambda: _which_outcome(s))
        lost = outcome == "lost"
        if outcome is not None:
            s.guarded = {"lost": lost}
    else:
        lost = yield from roll(t, s)
    if lost:
        yield from flee(t, s)


def _which_outcome(s: Tabletop) -> Prompt | None:
    if not s.ranches[s.active].count(p.HERD):
        return None
    return Choose("sf.guard.outcome", s.active, ("safe", "lost"))


def roll(t: Table, s: Tabletop) -> Play:
    """The left neighbour and the owner throw (S-5); to reach the difficulty is enough (S-6). Is it lost?"""
    seat, left = s.active, s.left_of(s.active)
    thrown = yield from t.ask_each((left, seat), lambda each: _die(s, each))
    ranch = s.ranches[seat]
    herds, bonus = ranch.count(p.HERD), ranch.bonus
    if len(thrown) < 2:
        return False  # no herds were there, or they were taken away meanwhile
    difficulty, defence = thrown[left][0] + herds, thrown[seat][0] + bonus
    lost = defence < difficulty
    told = {"difficulty": difficulty, "defence": defence, "herds": herds, "bonus": bonus}
    s.guarded = {**told, "neighbour": thrown[left][0], "own": thrown[seat][0], "lost": lost}
    t.say("sf.guard.lost" if lost else "sf.guard.safe", seat=seat, **told)
    return lost


def _die(s: Tabletop, seat: str) -> Prompt | None:
    ranch = s.ranches[s.active]
    if not ranch.count(p.HERD):
        return None
    return Dice(
        "sf.guard",
        seat,
        1,
        p.DIE,
        chance=True,
        params=lambda: {"owner": s.active, "herds": ranch.count(p.HERD), "bonus": ranch.bonus},
    )


def flee(t: Table, s: Tabletop) -> Play:
    """One herd flees, whatever the margin (S-8): the one that would bring most now (S-9, S-11)."""
    which = yield from t.ask(lambda: _which_flees(t, s))
    if which is None:
        return
    herd = s.ranches[s.active].cards[which]
    s.discard(s.active, [which])
    s.happened("fled", s.active)
    t.say("sf.fled", seat=s.active, card=herd.told())


def _which_flees(t: Table, s: Tabletop) -> Prompt | None:
    """If several would bring as much: whoever the table lets choose (S-10).

    Those of one value on one land are one choice.
    """
    ranch = s.ranches[s.active]
    different: dict[tuple[int, str | None], str] = {}
    for herd in ranch.dearest():
        different.setdefault((herd.number, herd.on), herd.id)
    if not different:
        return None
    ids = tuple(different.values())
    chooser = s.left_of(s.active) if t.options["equal_herds"] == "neighbour" else s.active
    by_chance = t.options["equal_herds"] == "chance"
    return quiet(
        Choose(
            "sf.guard.which",
            chooser,
            ids,
            chance=by_chance,
            params=lambda: {"cards": ranch.told(ids), "lands": ranch.rooms()},
        )
    )
