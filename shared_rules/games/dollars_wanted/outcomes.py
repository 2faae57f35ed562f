"""A robbery without its cards: how it ended, and how the row lies then.

Owns the short form for groups that do not enter what is revealed, and penalties. Which cards are then face up
is not known, so that the table says how the next robbery of that row ends, too.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from shared_rules.engine import TABLE, Choose, Number, Rule, Split, Table
from shared_rules.engine.prompts import quiet
from shared_rules.engine.table import Play

from . import cards as c
from . import words
from .table import Card, Robbery, Row, Tabletop

OUTCOMES = words.VOCABULARIES["outcomes"]


class Outcome(Rule):
    """Only how it ended is entered, not each card that is left."""

    id = "dw.outcome"
    section = words.ROB
    words = "outcomes"
    asks = ("dw.ended.face_up", "dw.ended.face_down", "dw.ended.removed", "dw.ended.penalty")

    def seats(self, t: Table) -> Sequence[str]:
        """Everybody together."""
        return (TABLE,)

    def refusal(self, t: Table, seat: str) -> str | None:
        """While a card is asked for, and it was not said already."""
        s: Tabletop = t.state
        return None if s.robbery is not None and s.robbery.ended is None else "dw.outcome.not_now"

    def prompt(self, t: Table, seat: str) -> Choose:
        """How did it end? What lies face up already may be enough."""
        s: Tabletop = t.state
        enough = s.robbery is not None and s.robbery.row.enough
        legal = (words.SUCCESS,) if enough else OUTCOMES
        greyed = {outcome: "dw.outcome.enough" for outcome in OUTCOMES if outcome not in legal}
        return Choose(self.id, TABLE, legal, greyed)

    def run(self, t: Table, seat: str, answer: str) -> Play:
        """Note it."""
        s: Tabletop = t.state
        assert s.robbery is not None
        yield from _ended(t, s, s.robbery, answer)


def ask(t: Table, s: Tabletop, robbery: Robbery) -> Play:
    """Return how a robbery ended, of which no card is entered."""
    row = robbery.row
    answer = yield from t.ask(lambda: Choose("dw.ended", robbery.seat, OUTCOMES, place=row.id))
    yield from _ended(t, s, robbery, answer)
    return answer


def _ended(t: Table, s: Tabletop, robbery: Robbery, ended: str) -> Play:
    """How the row lies now: what is neither face up nor face down was removed."""
    robbery.ended = ended
    row, seat = robbery.row, robbery.seat
    below, up = s.owners_below(row), len(row.up)
    if ended == words.SUCCESS:
        yield from penalties(t, s, robbery, below)
        return
    stopped = ended == words.STOPPED  # the vulture lies face up itself
    most = up + len(row.down)
    face_up = yield from t.ask(lambda: _number("dw.ended.face_up", seat, row, up + stopped, most))
    face_down = 0
    if stopped:
        face_down = yield from t.ask(lambda: _number("dw.ended.face_down", seat, row, 0, most - face_up))
    revealed = most - up - face_down - stopped  # but the vulture
    yield from remove(t, s, robbery, most - face_up - face_down, revealed)
    for _ in range(face_up - up):
        row.up.append(Card(c.UNKNOWN, row.down.pop(0)))
    row.judged |= face_up > up


def _number(prompt_id: str, seat: str, row: Row, least: int, most: int) -> Number:
    return quiet(Number(prompt_id, seat, least, most, place=row.id))


def remove(t: Table, s: Tabletop, robbery: Robbery, count: int, revealed: int) -> Play:
    """Coyotes and what they took, and wrong cards, are gone from among those that were revealed."""
    row = robbery.row
    if not count:
        return
    if not s.has_colours:
        s.throw(Card(c.UNKNOWN, by) for by in row.down[:count])
        del row.down[:count]
        return
    below = s.owners_below(row, revealed)
    split = Split("dw.ended.removed", robbery.seat, count, below, place=row.id)
    whose = yield from t.ask(lambda: quiet(split))
    for seat, removed in whose.items():
        for _ in range(removed):
            row.down.remove(seat)
        s.deck(seat).throw(count=removed)
    yield from penalties(t, s, robbery, whose)


def penalties(t: Table, s: Tabletop, robbery: Robbery, at_most: Mapping[str, int]) -> Play:
    """Whose cards among those removed or revealed were wrong ones, with player colours."""
    left = dict(at_most) if s.has_colours else {}
    while True:
        seats = [seat for seat, count in left.items() if count]
        seat = yield from t.ask(partial(_whose, robbery, seats))
        if seat is None:
            return
        left[seat] -= 1
        penalty(t, s, seat, robbery.row)


def _whose(robbery: Robbery, seats: list[str]) -> Choose | None:
    if not seats:
        return None
    return Choose("dw.ended.penalty", robbery.seat, seats, optional=True, place=robbery.row.id)


def penalty(t: Table, s: Tabletop, seat: str, row: Row) -> None:
    """A wrong card costs its owner $300, also the robber (DW-48), and also when no card is left (DW-49)."""
    card = s.penalty_cards > 0
    fined = card or t.options["third_penalty"] == "deducted"
    if fined:
        s.fined[seat] += 1
        s.ledger.append(("penalty", s.round, row.id, seat, None, True))
    t.say("dw.penalty", seat=seat, dollars=c.PENALTY if fined else 0, card=card)
