"""The Line, and step 5: too many cards are discarded, cards slide, open places are filled.

Owns how cards come to the Line. What they cost there is `actions.py`'s business.
"""

from shared_rules.engine import TABLE, Choose, Table
from shared_rules.engine.prompts import Prompt
from shared_rules.engine.table import Play

from . import printed as p
from .bank import watch
from .table import REFILL, Tabletop


def refill(t: Table, s: Tabletop) -> Play:
    """The hand first (S-38), then the Line (S-39), as far as the pile goes (S-40)."""
    s.step = REFILL
    surplus = s.hands[s.active] - p.MOST_IN_HAND
    if surplus > 0:
        s.lose_cards(s.active, surplus)
        s.discards += surplus
        t.say("sf.discarded", seat=s.active, cards=surplus)
    s.slide()
    yield from fill(t, s)
    watch(t, s)


def fill(t: Table, s: Tabletop) -> Play:
    """A card on each open place, from the first on."""
    while can_fill(s):
        yield from fill_place(t, s)


def can_fill(s: Tabletop) -> bool:
    """Say whether a place is open, and a card left for it."""
    return bool(s.pile) and p.first_free(s.line) is not None


def fill_place(t: Table, s: Tabletop) -> Play:
    """The first card of the pile lies on the first open place; which card, only if that is entered."""
    kind = ""
    if t.options["line"] == "cards":
        kind = yield from t.ask(lambda: _which_card(s))
    if kind is not None:
        s.put_on_line(kind)


def _which_card(s: Tabletop) -> Prompt | None:
    if not can_fill(s):
        return None  # somebody filled it meanwhile
    at = p.first_free(s.line)
    assert at is not None
    return Choose("sf.line.card", TABLE, p.KINDS, place=p.LINE[at])
