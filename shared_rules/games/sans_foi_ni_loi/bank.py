"""What runs out: gold in the bank, cards in the pile. Then the turn is finished, and the game is over.

Owns when that is so, and that it is told. Whoever pays or draws says so here.
"""

from shared_rules.engine import Table

from .table import BANK, PILE, Tabletop


def paid_by_bank(t: Table, s: Tabletop, seat: str, owed: int, paid: int) -> None:
    """The bank paid something: was it all that it owed (S-17, S-25)?"""
    if paid < owed:
        t.say("sf.bank.short", seat=seat, owed=owed, paid=paid)
    watch(t, s)


def watch(t: Table, s: Tabletop) -> None:
    """The moment the bank has no gold (S-32), or the pile no card (S-40), this turn is the last (S-41)."""
    if t.options["bank"] == "latched" and not s.bank:
        _ends(t, s, BANK)
    if not s.pile:
        _ends(t, s, PILE)


def end_of_turn(t: Table, s: Tabletop) -> None:
    """A table may look at the bank only now, when action points may have filled it again (S-32)."""
    if not s.bank:
        _ends(t, s, BANK)


def _ends(t: Table, s: Tabletop, what: str) -> None:
    if what not in s.ending:
        s.ending[what] = None
        t.say("sf.last_turn", what=what)
