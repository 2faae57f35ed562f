"""The end of the game: the chip in the box, the ants, the stars.

Owns who wins, and what the eighth chip tells of the box.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from shared_rules.engine import TABLE, Choose, Result, Rule, Table, Value, exactly, ranking
from shared_rules.engine.prompts import Below, quiet
from shared_rules.engine.table import Play

from . import ants, odds, simulated, words
from . import sweets as c
from .table import END, Tabletop


def last_chip(s: Tabletop) -> str | None:
    """Return which chip is in the box, if that is known: nobody has seen another kind (B-22)."""
    unseen = odds.face_down(s.mix, s.seen(), s.turned) or {}
    kinds = [chip for chip, count in unseen.items() if count]
    return kinds[0] if len(kinds) == 1 else None


class LastChip(Rule):
    """Somebody turns over the chip in the box: now the box has told all eight."""

    id = "bon.last_chip"
    section = words.SET_UP
    words = "chips"

    def seats(self, t: Table) -> Sequence[str]:
        """Everybody together."""
        return (TABLE,)

    def refusal(self, t: Table, seat: str) -> str | None:
        """When the seven others lie there, and the box has not told its chips before."""
        s: Tabletop = t.state
        if s.mix is not None:
            return "bon.last_chip.known"
        return None if s.seen().total() == c.TRICKS else "bon.last_chip.not_all"

    def prompt(self, t: Table, seat: str) -> Choose:
        """Which is it?"""
        s: Tabletop = t.state
        return _LastChip(s)

    def run(self, t: Table, seat: str, answer: str) -> Play:
        """Teach the box its mix."""
        s: Tabletop = t.state
        eight = s.seen() + Counter([answer])
        t.box.update({chip: eight[chip] for chip in (c.STAR, c.ANT)})
        s.mix = odds.mix(t.box)
        t.say("bon.last_chip", chip=answer)
        return
        yield


class _LastChip(Choose):
    """What is on the chip in the box; random play says what is likely."""

    def __init__(self, s: Tabletop) -> None:
        super().__init__("bon.last_chip", TABLE, c.CHIPS)
        self.unseen = {chip: many - s.seen()[chip] for chip, many in simulated.MIX.items()}

    def pick(self, below: Below) -> str:
        """Return a chip that nobody has seen."""
        return simulated.chip(self.options(), self.unseen, below)


def settle(t: Table, s: Tabletop) -> Play:
    """Take away a chip for each ant (B-17); most stars win, and equals share the victory (B-20)."""
    s.phase, s.turn, t.round = END, None, None
    which = t.options["ant"]
    for seat in s.players:
        if which == ants.CHANCE:
            s.eaten[seat] = yield from _by_chance(t, s.chips[seat], seat)
        else:
            s.eaten[seat] = ants.stolen(s.chips[seat], which)
        if c.ANT in s.chips[seat]:
            t.say("bon.ants", seat=seat, ants=s.chips[seat].count(c.ANT), chips=s.eaten[seat])
    return result(t, s)


def _by_chance(t: Table, chips: Sequence[str], seat: str) -> Play:
    """Each ant takes a chip, without a look."""
    prey, taken = Counter(ants.with_stars(chips)), list[str]()
    for ant in range(1, min(prey.total(), list(chips).count(c.ANT)) + 1):
        chip = yield from t.ask(partial(_which_chip, seat, prey, ant))
        prey[chip] -= 1
        taken.append(chip)
    return taken


def _which_chip(seat: str, prey: Mapping[str, int], ant: int) -> Choose:
    return quiet(_Taken(seat, {chip: count for chip, count in prey.items() if count}, ant))


class _Taken(Choose):
    """Which chip an ant takes: each of them is as likely."""

    def __init__(self, seat: str, prey: Mapping[str, int], ant: int) -> None:
        super().__init__("bon.ant", seat, tuple(prey), place=ant, chance=True)
        self.prey = prey

    def pick(self, below: Below) -> str:
        """Draw one."""
        return simulated.weighted(self.prey, below)


def result(t: Table, s: Tabletop) -> Result:
    """Return who has how many stars."""
    sources: dict[str, dict[str, Value | int]] = {
        seat: {"stars": ants.stars(s.chips[seat]), "ants": -ants.stars(s.eaten[seat])} for seat in s.players
    }
    scores = {seat: score(t, s, seat) for seat in s.players}
    return Result(ranking({seat: scores[seat].least for seat in s.players}), scores, sources)


def standing(t: Table) -> Mapping[str, Value]:
    """Return everybody's stars, less what the ants take: all of it lies open (B-23)."""
    s: Tabletop = t.state
    return {seat: score(t, s, seat) for seat in s.players}


def score(t: Table, s: Tabletop, seat: str) -> Value:
    """Return a player's stars, less what the ants take, or have taken."""
    if seat in s.eaten:
        return exactly(ants.stars(s.chips[seat]) - ants.stars(s.eaten[seat]))
    return ants.score(s.chips[seat], t.options["ant"])
