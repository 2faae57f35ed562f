"""Phase 2: Distribution.

Owns the offers and who the Dealer is. What a card does once it is placed is `locations.py`'s business.
"""

from shared_rules.engine import TABLE, Choose, Table
from shared_rules.engine.prompts import Prompt
from shared_rules.engine.table import Play

from .declaration import Declaration, compare
from .locations import ASK, instant_effect
from .table import Tabletop

BOTH_ANSWERS = ("accept", "refuse")
MUST_ACCEPT = {"refuse": "bom.offer.must_accept"}
DECLARATION = Declaration()


def distribution(t: Table, s: Tabletop) -> Play:
    """Cards are offered until everybody's small hats are placed."""
    s.deal()
    with t.anytime(DECLARATION):
        t.turn = 1
        yield from offer(t, s)
        while s.active > 1:
            s.pass_hand()
            t.turn += 1
            yield from offer(t, s)
        yield from last_active_person(t, s)
    t.turn = None


def offer(t: Table, s: Tabletop) -> Play:
    """The Dealer offers one card to one active opponent; somebody's hat is placed on it in any case."""
    dealer = s.dealer
    s.offering = True
    s.receiver = receiver = yield from t.ask(
        lambda: Choose("bom.offer.receiver", dealer, s.receivers, s.not_receivers)
    )
    answer = yield from t.ask(lambda: _answer(s, receiver))
    # BOM-15: refused, the Dealer has to do it.
    if answer == "accept":
        owner, other, told = receiver, dealer, "bom.offer.accepted"
    else:
        owner, other, told = dealer, receiver, "bom.offer.refused"
    card = yield from t.ask(lambda: Choose("bom.offer.card", TABLE, s.may_be_revealed, s.cannot_be_revealed))
    s.reveal(card)
    t.say(told, dealer=dealer, receiver=receiver, card=card)
    place(t, s, card, owner, other)
    if card in ASK:
        yield from ASK[card](t, s, owner)


def place(t: Table, s: Tabletop, card: str, owner: str, other: str) -> None:
    """The owner's small hat goes on the card, the card to its location; an instant effect comes at once."""
    receiver = s.receiver
    assert receiver is not None
    if s.declared:
        compare(t, s, card, owner is receiver)
    s.receiver = None
    if s.place_hat(owner, card):
        t.say("bom.inactive", seat=owner)
    lay = s.lying()
    kind, count, tile = instant_effect(t, s, card, owner)
    placed = ("placed", s.round, t.turn, receiver, owner, other, kind, count, tile, lay)
    s.placed[card] = placed
    s.ledger.append(placed)


def last_active_person(t: Table, s: Tabletop) -> Play:
    """One active person is left: all others deal to that one, out of all the cards there are (BOM-19).

    It is the same person throughout, and the next round's first Dealer (BOM-27).
    """
    last = s.last_active
    assert last is not None
    t.say("bom.last_active", seat=last, cards=s.pile)
    s.pass_hand_at_last()
    s.take_draw_pile()
    assert t.turn is not None
    while True:
        t.turn += 1
        yield from offer_to_the_last(t, s, last)
        if not s.hats[last]:
            return
        s.pass_hand_at_last()


def offer_to_the_last(t: Table, s: Tabletop, last: str) -> Play:
    """Accepted, it is as before; refused, the card is discarded without any effect (BOM-23)."""
    dealer = s.dealer
    s.offering, s.receiver = True, last
    answer = yield from t.ask(lambda: _asked_at_last(s, last))
    card = yield from t.ask(lambda: Choose("bom.offer.card", TABLE, s.may_be_revealed, s.cannot_be_revealed))
    s.reveal(card)
    if answer == "accept":
        t.say("bom.offer.accepted", dealer=dealer, receiver=last, card=card)
        place(t, s, card, last, dealer)
        if card in ASK:
            yield from ASK[card](t, s, last)
        return
    t.say("bom.offer.discarded", dealer=dealer, receiver=last, card=card)
    if s.declared:
        compare(t, s, card, accepted=False)
    s.receiver = None
    s.refused.append(card)


def _asked_at_last(s: Tabletop, last: str) -> Prompt:
    """As many hats as cards: they must accept, which is so after three refusals (BOM-24)."""
    if s.hats[last] == s.hand:
        return Choose("bom.offer.answer", last, ("accept",), MUST_ACCEPT, params=_offered(s))
    return _answer(s, last)


def _answer(s: Tabletop, receiver: str) -> Prompt:
    return Choose("bom.offer.answer", receiver, BOTH_ANSWERS, params=_offered(s))


def _offered(s: Tabletop) -> dict[str, object]:
    return {"dealer": s.dealer, "declared": s.declared}
