"""The recount at the end, which nobody has to make: what lies in front of people is right.

Owns the comparison of counted chips with the entries, whether the seven add up, and which entry may be wrong.
It only points: to amend the entry is the table's business.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from shared_rules.engine import TABLE, Choose, Number, Refused, Table
from shared_rules.engine.mistakes import Differences, likeliest
from shared_rules.engine.prompts import Below, quiet
from shared_rules.engine.table import Play

from . import simulated
from . import sweets as c
from .table import Tabletop, Trick

MOST_NAMED = 3  # entries


def recount(t: Table, s: Tabletop) -> Play:
    """One after the other counts their chips, as many as want to."""
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
    return _WhoCounts(left, dict.fromkeys(s.recounted, "bon.recount.counted")) if left else None


class _WhoCounts(Choose):
    """Who counts; whoever enters an eighth chip here is told that there is none (B-16)."""

    def __init__(self, left: list[str], greyed: dict[str, str]) -> None:
        super().__init__("bon.recount", TABLE, left, greyed, optional=True)

    def one(self, value: Any) -> str:
        """Return a player. Raises Refused: it is a chip, and seven were won."""
        people = {*self.options(), *self.greyed()}  # one of whom may be called ant
        if value.__class__ is str and value in c.CHIPS and value not in people:
            raise Refused("bon.chip.eighth", id=self.id, option=value)
        return super().one(value)


def count(t: Table, s: Tabletop, who: str, found: Differences) -> Play:
    """Ask whether it agrees with what the screen says; if not, how many there are of each."""
    agrees = yield from t.ask(lambda: Choose("bon.recount.agrees", who, ("yes", "no"), place=who))
    if agrees == "no":
        counts: dict[str, int] = {}
        for chip in c.CHIPS:
            most = c.TRICKS - sum(counts.values())
            counts[chip] = yield from t.ask(partial(_how_many, s, who, chip, most))
        should_be = expected(s, who)
        differs = {
            chip: {"expected": number, "counted": counts[chip]}
            for chip, number in should_be.items()
            if number != counts[chip]
        }
        if differs:
            t.say("bon.recount.differs", seat=who, chips=differs)
        for chip, each in differs.items():
            found[who, chip] = each["counted"] - each["expected"]
        believe(s, who, counts)
    s.recounted[who] = None


def _how_many(s: Tabletop, who: str, chip: str, most: int) -> "_HowMany":
    return quiet(_HowMany(s, who, chip, most))  # after the seventh chip there is no other one (B-16)


class _HowMany(Number):
    """How many of a chip somebody counts; random play is seldom far from what there has to be."""

    def __init__(self, s: Tabletop, who: str, chip: str, most: int) -> None:
        super().__init__("bon.recount.count", who, 0, most, place=chip)
        self.expected = s.chips[who].count(chip)

    def pick(self, below: Below) -> int:
        """Return a number near that."""
        return simulated.counted(self.expected, self.most, below)


def expected(s: Tabletop, who: str) -> dict[str, int]:
    """Return chip -> how many there have to be."""
    return {chip: s.chips[who].count(chip) for chip in c.CHIPS}


def believe(s: Tabletop, who: str, counts: dict[str, int]) -> None:
    """Set the app to what lies there; what is missing elsewhere shows."""
    s.corrected = True
    for chip, number in counts.items():
        s.set_count(who, chip, number)


def conserved(t: Table, s: Tabletop) -> None:
    """Each of the seven tricks brought a chip."""
    total = sum(map(len, s.chips.values()))
    if total == s.done:
        t.say("bon.recount.adds_up")
    else:
        t.say("bon.recount.total", counted=total, should_be=s.done)


# -- which entry may be wrong


class Suspect(NamedTuple):
    """What tells an entry: "chip" or "winner", whose trick it was, and which one."""

    what: str
    of: str
    round: int


def suspect(t: Table, s: Tabletop, found: Differences) -> None:
    """Name the entries which, had they been another, leave the least unexplained."""
    size = sum(map(abs, found.values()))
    others = (other for trick in s.tricks for other in _otherwise(s, trick))
    named, most = likeliest(others, found, s.recounted)
    for entry in named[-MOST_NAMED:]:
        t.say("bon.recount.likely", **entry._asdict(), explained=most, unexplained=size - most)


def _otherwise(s: Tabletop, trick: Trick) -> Iterator[tuple[Suspect, Differences]]:
    """Each other way an entry could have been, and what would be different then."""
    winner, chip = trick.winner, trick.chip
    assert winner is not None
    assert chip is not None
    for other in s.players:
        if other != winner:
            yield Suspect("winner", winner, trick.number), {(winner, chip): -1, (other, chip): 1}
    for instead in c.CHIPS:
        if instead != chip:
            yield Suspect("chip", winner, trick.number), {(winner, chip): -1, (winner, instead): 1}
