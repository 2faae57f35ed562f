"""Dollars Wanted: the game as the engine runs it.

Owns the order of the game and what may be corrected by hand.
"""

from collections.abc import Mapping
from functools import partial
from itertools import count
from typing import Any

from shared_rules.engine import TABLE, Choose, Field, Rulebook, Setup, Table, Value
from shared_rules.engine.prompts import quiet
from shared_rules.engine.table import Play

from . import buildings, invariants, words
from . import cards as c
from .drawing import refill
from .ending import settled, standing
from .laying import ShowHand, lay_out
from .outcomes import Outcome
from .recount import MOST, recount
from .robbing import Rob
from .table import Tabletop
from .view import view


class DollarsWanted(Rulebook):
    """Two to five players, with one deck for all or one of a colour for each."""

    id = "dollars_wanted"
    version = 1
    seats = (2, 5)
    sections = words.SECTIONS
    questions = words.QUESTIONS
    rules = (Rob, ShowHand, Outcome)
    vocabularies = words.VOCABULARIES
    options = words.OPTIONS
    box = buildings.facts(words.CONTENTS)
    fields = words.FIELDS
    refusals = tuple(words.REFUSALS)
    cites = words.LINES | words.REFUSALS  # the section of every log line and refusal

    def play(self, t: Table) -> Play:
        """Turns until one of the three piles is empty; then whoever has the most dollars wins."""
        t.state = s = Tabletop(t.players, t.options["colours"])
        first = yield from set_up(t, s)
        with t.anytime(Rob, ShowHand):
            yield from turns(t, s, first)
        s.phase, t.round, t.turn = "end", None, None
        yield from recount(t, s)
        return settled(s)

    def ended_early(self, t: Table) -> Play:
        """What everybody has won counts."""
        return settled(t.state)
        yield

    def refuse_setup(self, setup: Setup) -> str | None:
        """A building of the box has all of its icons, or it is not told of."""
        return buildings.refuse_box(setup.box)

    def view(self, t: Table) -> dict[str, Any]:
        """Return the table as `view.py` has it."""
        return view(t)

    def standing(self, t: Table) -> Mapping[str, Value]:
        """Return everybody's dollars."""
        return standing(t)

    def broken(self, t: Table) -> str | None:
        """Return the invariant that does not hold."""
        return invariants.broken(t.state)

    def corrections(self, t: Table, seat: str) -> list[Field]:
        """All that is counted: rows, piles, hands, and what everybody has won."""
        return fields(t.state) if seat == TABLE else []

    def correct(self, t: Table, seat: str, field: Field, value: int) -> None:
        """Set it; what is nowhere else is out of the game."""
        t.state.corrected = True
        set_field(t.state, field, value)


def set_up(t: Table, s: Tabletop) -> Play:
    """Three piles of six buildings, six cards for everybody (DW-55); who begins is asked (DW-1)."""
    s.met = buildings.met(t.box)
    for row in s.rows.values():
        yield from buildings.turn_up(t, s, row)
    if s.has_colours:
        for seat in s.players:
            colour = yield from t.ask(partial(_which_colour, s, seat))
            s.colours[seat] = colour
            t.say("dw.colour", seat=seat, colour=colour)
    for seat in s.players:
        refill(t, s, seat)
    first = yield from t.ask(lambda: Choose("dw.first_player", TABLE, s.players, chance=True))
    t.say("dw.first_player", seat=first)
    return first


def _which_colour(s: Tabletop, seat: str) -> Choose:
    taken = list(s.colours.values())
    free = [colour for colour in c.COLOURS if colour not in taken]
    return quiet(Choose("dw.colour", seat, free, dict.fromkeys(taken, "dw.colour.taken")))


def turns(t: Table, s: Tabletop, first: str) -> Play:
    """Clockwise: two cards, a robbery if one is wanted, and new cards."""
    at = s.players.index(first)
    for number in count():
        t.round, t.turn = number // len(s.players) + 1, number % len(s.players) + 1
        seat = s.players[(at + number) % len(s.players)]
        yield from lay_out(t, s, seat)
        if s.over:
            return
        s.unfinished, s.round, s.phase = seat, t.round, "rob"


# -- corrections by hand


def fields(s: Tabletop) -> list[Field]:
    """Return what may be corrected now: not the row that is being robbed."""
    robbed = s.robbery.row.id if s.robbery is not None else None
    shown = [row for row in s.rows.values() if row.building is not None and row.id != robbed]
    found = [Field(words.BUILDINGS_LEFT, row.id, 1, c.PILE) for row in shown]
    if s.has_colours:
        most = c.CARDS_OF_A_COLOUR
        below = {row: what for what, row in words.FACE_DOWN_IN.items()}
        found += [Field(below[row.id], seat, 0, most) for row in shown for seat in s.players]
        found += [Field(words.OWN_DRAW, seat, 0, most) for seat in s.players]
        found += [Field(words.OWN_DISCARD, seat, 0, most) for seat in s.players]
        found += [Field(words.PENALTIES, seat, 0, MOST[words.PENALTIES]) for seat in s.players]
    else:
        found += [Field(words.FACE_DOWN, row.id, 0, c.CARDS) for row in shown]
        found += [Field(words.DRAW_PILE, "", 0, c.CARDS), Field(words.DISCARD_PILE, "", 0, c.CARDS)]
    found += [Field(words.HAND, seat, 0, c.HAND) for seat in s.players]
    found += [Field(words.BUILDINGS, seat, 0, c.BUILDINGS) for seat in s.players]
    worth = {seat: len(won) * c.MOST_DOLLARS for seat, won in s.won.items() if won}
    return found + [Field(words.DOLLARS, seat, 0, most) for seat, most in worth.items()]


def set_field(s: Tabletop, field: Field, value: int) -> None:
    """Set what was corrected."""
    what, whose = field.what, field.whose
    if what == words.BUILDINGS_LEFT:
        row = s.rows[whose]
        s.buildings_out -= value - row.pile
        row.pile = value
    elif what == words.BUILDINGS:
        s.set_buildings(whose, value)
    elif what == words.DOLLARS:
        s.set_dollars(whose, value)
    elif what == words.PENALTIES:
        s.fined[whose] = value
    else:
        set_cards(s, what, whose, value)


def set_cards(s: Tabletop, what: str, whose: str, value: int) -> None:
    """Set how many cards lie somewhere; they come from nowhere, or go there."""
    if what in (words.FACE_DOWN, *words.FACE_DOWN_IN):
        row = s.rows[words.FACE_DOWN_IN.get(what, whose)]
        s.set_face_down(row, value, None if what == words.FACE_DOWN else whose)
        return
    deck = s.deck(whose or None)
    if what == words.HAND:
        deck.out -= value - s.hands[whose]
        s.hands[whose] = value
    elif what in (words.DRAW_PILE, words.OWN_DRAW):
        deck.out -= value - deck.draw
        deck.draw = value
    else:
        deck.out -= value - deck.discard
        if value < deck.discard:  # which ones are gone nobody knows
            deck.known.clear()
        deck.discard = value
