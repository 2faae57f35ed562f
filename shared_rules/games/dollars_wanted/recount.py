"""The recount at the end, which nobody has to make: what lies in front of people is right.

Owns the comparison of counted buildings, dollars and penalty cards with the entries, whether the 18 buildings
add up, and which entry may be wrong. It only points: to amend the entry is the table's business.
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from shared_rules.engine import TABLE, Choose, Number, Table
from shared_rules.engine.mistakes import Differences, likeliest
from shared_rules.engine.prompts import Below, quiet
from shared_rules.engine.table import Play

from . import cards as c
from . import simulated
from .table import Happened, Tabletop
from .words import BUILDINGS, DOLLARS, PENALTIES

MOST_NAMED = 3  # entries
MOST = {BUILDINGS: c.BUILDINGS, PENALTIES: c.CARDS_OF_A_COLOUR}


def recount(t: Table, s: Tabletop) -> Play:
    """One after the other counts what they have won, as many as want to."""
    found: Differences = {}
    while True:
        who = yield from t.ask(lambda: _who_counts(s))
        if who is None:
            break
        yield from count(t, s, who, found)
    if s.recounted and not t.mute:  # in a replay nobody reads it
        conserved(t, s)
        suspect(t, s, found)


def _who_counts(s: Tabletop) -> Choose | None:
    left = [seat for seat in s.players if seat not in s.recounted]
    greyed = dict.fromkeys(s.recounted, "dw.recount.counted")
    return Choose("dw.recount", TABLE, left, greyed, optional=True) if left else None


def count(t: Table, s: Tabletop, who: str, found: Differences) -> Play:
    """Ask whether it agrees with what the screen says; if not, how many there are of each."""
    agrees = yield from t.ask(lambda: Choose("dw.recount.agrees", who, ("yes", "no"), place=who))
    if agrees == "no":
        counts: dict[str, int] = {}
        for what in expected(s, who):
            most = counts[BUILDINGS] * c.MOST_DOLLARS if what == DOLLARS else MOST[what]
            counts[what] = yield from t.ask(partial(_how_many, s, who, what, most))
        differs = {
            what: {"expected": number, "counted": counts[what]}
            for what, number in expected(s, who).items()
            if number != counts[what]
        }
        if differs:
            t.say("dw.recount.differs", seat=who, things=differs)
        for what, each in differs.items():
            found[who, what] = each["counted"] - each["expected"]
        believe(s, who, counts)
    s.recounted[who] = None


def _how_many(s: Tabletop, who: str, what: str, most: int) -> "_HowMany":
    return quiet(_HowMany(s, who, what, most))  # no building, no dollars


class _HowMany(Number):
    """How many of a thing somebody counts; random play is seldom far from what there has to be."""

    def __init__(self, s: Tabletop, who: str, what: str, most: int) -> None:
        super().__init__(f"dw.recount.{what}", who, 0, most, place=who)
        self._expected = partial(expected, s, who)
        self._what = what

    def pick(self, below: Below) -> int:
        """Return a number near that."""
        step = 100 if self._what == DOLLARS else 1
        return simulated.counted(self._expected()[self._what], step, self.most, below)


def expected(s: Tabletop, who: str) -> dict[str, int]:
    """Return what there has to be."""
    counts = {BUILDINGS: len(s.won[who]), DOLLARS: s.dollars(who)}
    return counts | ({PENALTIES: s.fined[who]} if s.has_colours else {})


def believe(s: Tabletop, who: str, counts: dict[str, int]) -> None:
    """Set the app to what lies there; what is missing elsewhere shows."""
    s.corrected = True
    out = s.buildings_out
    s.set_buildings(who, counts[BUILDINGS])
    s.set_dollars(who, counts[DOLLARS])
    s.buildings_out = out
    s.fined[who] = counts.get(PENALTIES, 0)


def conserved(t: Table, s: Tabletop) -> None:
    """There are 18 buildings: with the players, or still in the piles."""
    total = sum(map(len, s.won.values())) + sum(row.pile for row in s.rows.values())
    should_be = c.BUILDINGS - s.buildings_out
    if total == should_be:
        t.say("dw.recount.adds_up")
    else:
        t.say("dw.recount.total", counted=total, should_be=should_be)


# -- which entry may be wrong


class Suspect(NamedTuple):
    """What tells an entry: what was entered, of whom, where and when."""

    what: str
    of: str
    round: int
    row: str


def suspect(t: Table, s: Tabletop, found: Differences) -> None:
    """Name the entries which, had they been another, leave the fewest differences."""
    others = (other for happened in s.ledger for other in _otherwise(s, happened, found))
    named, most = likeliest(others, found, s.recounted, _fewer)
    for entry in named[-MOST_NAMED:]:
        t.say("dw.recount.likely", **entry._asdict(), explained=most, unexplained=len(found) - most)


def _fewer(differs: int, by: int) -> int:
    """Return how many differences fewer there are if it had been so."""
    return (differs != 0) - (differs != by)


def _otherwise(s: Tabletop, happened: Happened, found: Differences) -> Iterator[tuple[Suspect, Differences]]:
    """Each other way an entry could have been, and what would be different then."""
    what, round_, row, had, dollars, entered = happened
    others = [seat for seat in s.players if seat != had]
    if what == "penalty":
        entry = Suspect(what, had, round_, row)
        yield entry, {(had, PENALTIES): -1}
        for other in others:
            yield entry, {(had, PENALTIES): -1, (other, PENALTIES): 1}
        return
    assert dollars is not None
    for other in others:
        change = {(had, BUILDINGS): -1, (had, DOLLARS): -dollars}
        yield Suspect(what, had, round_, row), change | {(other, BUILDINGS): 1, (other, DOLLARS): dollars}
    differs = found.get((had, DOLLARS), 0)
    if entered and differs and 1 <= dollars + differs <= c.MOST_DOLLARS:
        yield Suspect(DOLLARS, had, round_, row), {(had, DOLLARS): differs}
