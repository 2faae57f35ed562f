"""Bo Bo Bon: the game as the engine runs it.

Owns the order of the game and what may be corrected by hand.
"""

from collections.abc import Mapping
from typing import Any

from shared_rules.engine import TABLE, Choose, ChooseSome, Field, Refused, Rulebook, Setup, Table, Value
from shared_rules.engine.prompts import quiet
from shared_rules.engine.table import Play

from . import invariants, odds, words
from . import sweets as c
from .ending import LastChip, last_chip, settle, standing
from .recount import recount
from .table import END, RECOUNT, Tabletop
from .tricks import POINTED_OUT, Bo, Monster, round_
from .view import view


class BoBoBon(Rulebook):
    """Two to four players, seven tricks, with or without Bo."""

    id = "bo_bo_bon"
    version = 1
    seats = (2, 4)
    sections = words.SECTIONS
    questions = words.QUESTIONS
    rules = (Monster, Bo, LastChip)
    vocabularies = words.VOCABULARIES
    options = words.OPTIONS
    box = words.BOX
    fields = words.FIELDS
    refusals = tuple(words.REFUSALS)
    cites = words.LINES | words.REFUSALS  # the section of every log line and refusal

    def play(self, t: Table) -> Play:
        """Seven rounds, a chip each (B-16); then the ants come, and whoever has the most stars wins."""
        o = t.options
        t.state = s = Tabletop(t.players, o["depth"] == "cards", o["bo"], o["bo_led"] == "monsters")
        leader = yield from set_up(t, s)
        with t.anytime(*(() if s.entered else POINTED_OUT[s.bo])):
            for _ in range(c.TRICKS):
                leader = yield from round_(t, s, leader)
        s.phase, t.round = RECOUNT, None
        if last_chip(s) is not None:
            t.say("bon.last_chip", chip=last_chip(s))
        with t.anytime(LastChip):
            yield from recount(t, s)
        return (yield from settle(t, s))

    def ended_early(self, t: Table) -> Play:
        """What lies in front of everybody counts, and the ants come as ever."""
        return (yield from settle(t, t.state))

    def view(self, t: Table) -> dict[str, Any]:
        """Return the table as `view.py` has it."""
        return view(t)

    def standing(self, t: Table) -> Mapping[str, Value]:
        """Return everybody's stars, less what the ants take."""
        return standing(t)

    def broken(self, t: Table) -> str | None:
        """Return the invariant that does not hold."""
        return invariants.broken(t)

    def refuse_setup(self, setup: Setup) -> str | None:
        """A box has eight chips."""
        told = sum(setup.box.values())
        return "bon.box.eight" if told > c.CHIPS_IN_BOX else None

    def corrections(self, t: Table, seat: str) -> list[Field]:
        """The chips in front of everybody, once there are some and before the ants come."""
        s: Tabletop = t.state
        if seat != TABLE or not s.done or s.phase == END:
            return []
        return [Field(chip, player, 0, c.TRICKS) for player in s.players for chip in c.CHIPS]

    def correct(self, t: Table, seat: str, field: Field, value: int) -> None:
        """Set it. Raises Refused: that would be more chips than tricks that were won."""
        s: Tabletop = t.state
        total = sum(map(len, s.chips.values())) + value - s.chips[field.whose].count(field.what)
        if total > s.done:
            code = "bon.chip.eighth" if s.done == c.TRICKS else "bon.chip.no_trick"
            raise Refused(code, chips=total, tricks=s.done)
        s.corrected = True
        s.set_count(field.whose, field.what, value)


def set_up(t: Table, s: Tabletop) -> Play:
    """As many colours as players (B-1), where cards are entered; who begins is asked (B-21)."""
    s.mix = odds.mix(t.box)
    if s.entered:
        s.colours = yield from t.ask(lambda: quiet(_colours(s)))
        t.say("bon.colours", colours=list(s.colours))
    leader: str = yield from t.ask(lambda: Choose("bon.first_player", TABLE, s.players, chance=True))
    t.say("bon.first_player", seat=leader)
    return leader


def _colours(s: Tabletop) -> ChooseSome:
    people = len(s.players)
    return ChooseSome("bon.colours", TABLE, c.COLOURS, people, people)
