"""Laying out cards: two of the hand, face down, and what is done with a hand of which none can be laid.

Owns step 1 of a turn. The hands are nobody's to see: whether a card fits shows when it is revealed.
"""

from shared_rules.engine import Choose, Rule, Table
from shared_rules.engine.prompts import Below
from shared_rules.engine.table import Play

from . import asking, simulated, words
from . import cards as c
from .drawing import finish_quietly, refill
from .robbing import before_the_next
from .table import Tabletop


def lay_out(t: Table, s: Tabletop, seat: str) -> Play:
    """Two cards, into one row or two (DW-3, DW-4); fewer only if the hand has no more (DW-47)."""
    rows: list[str] = []
    while len(rows) < c.LAID:
        row = yield from _where(t, s, seat, len(rows) + 1)
        if row is None:
            break
        finish_quietly(t, s)
        s.phase = "lay"
        s.lay(seat, s.rows[row])
        rows.append(row)
        s.laid = len(rows)
    s.laying, s.laid = None, 0
    if not s.over:
        where = rows if t.options["layers"] else None  # DW-52: else nobody is reminded
        t.say("dw.laid", seat=seat, cards=len(rows), rows=where)


def _where(t: Table, s: Tabletop, seat: str, nth: int) -> Play:
    """Return a row, None if there is nothing to lay or the match is over.

    The turn before ends with the first card of this one, so that nobody has to say "no robbery"; unless more
    than drawing cards comes at its end, or there is no such card.
    """
    while not s.over:
        if s.unfinished is not None and (s.due() or not s.hands[seat]):
            s.laying = None
            yield from before_the_next(t, s)
        elif not s.hands[seat]:
            break
        else:
            s.laying = seat
            row = yield from t.ask(lambda: _which_row(s, seat, nth))
            if row is not None:
                return row
    return None


def _which_row(s: Tabletop, seat: str, nth: int) -> Choose | None:
    due = s.unfinished is not None and s.due()  # by a correction: the turn before has to end first
    if s.over or due or not s.hands[seat]:
        return None
    return _WhichRow(s, seat, nth)


class _WhichRow(Choose):
    """Where a card goes; random play likes the pile that is nearest to its end."""

    def __init__(self, s: Tabletop, seat: str, nth: int) -> None:
        super().__init__("dw.lay", seat, c.ROWS, place=nth, params=asking.rows(s))
        self.rows = s.rows

    def pick(self, below: Below) -> str:
        """Return one of the rows."""
        return simulated.row({row.id: row.pile for row in self.rows.values()}, below)


class ShowHand(Rule):
    """Nothing of a hand can be laid: it is shown and discarded, and a full one is drawn (DW-9, DW-10)."""

    id = "dw.show_hand"
    section = words.LAY

    def refusal(self, t: Table, seat: str) -> str | None:
        """Only whoever has to lay a card now."""
        s: Tabletop = t.state
        return None if seat == s.laying and s.robbery is None else "dw.show_hand.not_now"

    def run(self, t: Table, seat: str, answer: str) -> Play:
        """All that is left of the hand; what was laid before stays."""
        s: Tabletop = t.state
        finish_quietly(t, s)
        count = s.hands[seat]
        s.deck(seat).throw(count=count)
        s.hands[seat] = 0
        t.say("dw.hand_shown", seat=seat, cards=count)
        refill(t, s, seat, c.HAND - s.laid)
        return
        yield
