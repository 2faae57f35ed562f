"""Step 2: herds are sold, as many as one likes.

Owns the sale. The bank pays at once, and what it has if it has less.
"""

from shared_rules.engine import TABLE, Table
from shared_rules.engine.prompts import Prompt
from shared_rules.engine.table import Play

from . import printed as p
from .asking import OwnCards
from .bank import paid_by_bank
from .table import SELL, Tabletop


def sell(t: Table, s: Tabletop) -> Play:
    """Each brings its value times its turns on the land, four at most (S-13 to S-16)."""
    s.step = SELL
    chosen = yield from t.ask(lambda: _which_are_sold(s))
    if not chosen:
        return
    seat, ranch = s.active, s.ranches[s.active]
    herds = [ranch.cards[each] for each in chosen]
    owed = sum(herd.worth for herd in herds)
    s.sold = [herd.told() for herd in herds]
    s.discard(seat, chosen)  # S-16
    paid = s.pay("sale", seat, owed, TABLE, seat)  # S-17: the sum first, then what the bank has (S-18)
    s.happened("sold", seat, tuple(herd.worth for herd in herds), paid)
    t.say("sf.sold", seat=seat, cards=s.sold, gold=paid)
    paid_by_bank(t, s, seat, owed, paid)


def _which_are_sold(s: Tabletop) -> Prompt | None:
    ranch = s.ranches[s.active]
    herds = ranch.ids(p.HERD)
    if not herds:
        return None
    return OwnCards(
        "sf.sell",
        s.active,
        herds,
        lambda each: why_not(s, each),
        params=lambda: {"cards": ranch.told(herds), "lands": ranch.rooms(), "bank": s.bank},
    )


def why_not(s: Tabletop, card_id: str) -> str | None:
    """Return why somebody cannot sell a herd that is not theirs; None if there never was one of that id."""
    if any(card_id in ranch.ids(p.HERD) for ranch in s.ranches.values()):
        return "sf.herd.not_yours"
    return "sf.herd.gone" if s.was_made(p.HERD, card_id) else None
