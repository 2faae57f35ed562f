"""What must hold after every entry, whatever was answered.

Owns these checks. Each is worked out another way than the game gets there, so that it can fail.
"""

from collections import Counter
from collections.abc import Callable

from shared_rules.engine import TABLE, Table

from . import printed as p
from .table import ACT, BANK, PILE, SET_UP, Tabletop

PAYMENTS = frozenset(("sale", "mine", "points", "effect"))


def broken(t: Table) -> str | None:
    """Return the name of the first that does not hold, or None."""
    s: Tabletop = t.state
    if s.step == SET_UP:
        return None
    return next((name for check in CHECKS if (name := check(t, s))), None)


def gold(t: Table, s: Tabletop) -> str | None:
    """The bank and the players have what there was, always (S-47), and nobody owes anything (S-33)."""
    if s.bank + sum(s.gold.values()) != s.gold_in_all:
        return "gold"
    return "gold below zero" if min(s.bank, *s.gold.values()) < 0 else None


def payments(t: Table, s: Tabletop) -> str | None:
    """Everybody has what they were paid, less what they paid: all payments are in the ledger."""
    if s.corrected:
        return None
    has = dict.fromkeys(s.players, 0) | {TABLE: s.gold_in_all}
    for happened in s.ledger:
        if happened[0] in PAYMENTS:
            *_, paid, giver, taker = happened
            has[giver] -= paid
            has[taker] += paid
    return None if has == s.gold | {TABLE: s.bank} else "payments"


def cards(t: Table, s: Tabletop) -> str | None:
    """Each card is in one place, as many as there are in the deck (S-47)."""
    if s.cards() != s.deck:
        return "cards"
    return "cards below zero" if min(s.pile, s.discards, *s.hands.values()) < 0 else None


def ranches(t: Table, s: Tabletop) -> str | None:
    """What lies on a land lies in the same ranch; a card lies in one ranch; a mine lies on a land."""
    seen: set[str] = set()
    for ranch in s.ranches.values():
        for card_id, card in ranch.cards.items():
            if card_id != card.id or card_id in seen:
                return "card in two ranches"
            seen.add(card_id)
            if card.on is None:
                if card.kind == p.MINE:
                    return "mine on no land"
            elif card.kind in (p.LAND, p.OTHER) or card.on not in ranch.ids(p.LAND):
                return "where cards lie"
    return None


def laid(t: Table, s: Tabletop) -> str | None:
    """Everybody's lands, herds and cowboys: what was laid and came, less what left."""
    has: Counter[tuple[str, str]] = Counter()
    for what, _, _, seat, *about in s.ledger:
        if what == "laid":
            has[seat, about[0]] += 1
        elif what == "removed":
            has[seat, about[0]] -= 1
        elif what == "moved":
            has[seat, about[0]] -= 1
            has[about[1], about[0]] += 1
        elif what == "sold":
            has[seat, p.HERD] -= len(about[0])
        elif what == "fled":
            has[seat, p.HERD] -= 1
        elif what == "exploded":
            has[seat, p.LAND] -= 1
            has[seat, p.HERD] -= about[0]
            has[seat, p.COWBOY] -= about[1]
    lie = Counter((seat, card.kind) for seat, ranch in s.ranches.items() for card in ranch.cards.values())
    kinds = p.KIND_OF.values()
    same = all(lie[key] == has[key] for key in {*lie, *has} if key[1] in kinds)
    return None if same else "what was laid"


def ending(t: Table, s: Tabletop) -> str | None:
    """No card in the pile, or no gold in the bank: this is the last turn (S-32, S-40)."""
    if not s.pile and PILE not in s.ending:
        return "last turn, pile"
    latched = t.options["bank"] == "latched"
    return "last turn, bank" if latched and not s.bank and BANK not in s.ending else None


def points(t: Table, s: Tabletop) -> str | None:
    """Action points are there in step 4 only, and never owed."""
    return "points" if s.points < 0 or (s.points and s.step != ACT) else None


def hands(t: Table, s: Tabletop) -> str | None:
    """No more cards are known of a hand than it has, and the Line has six places."""
    if any(len(known) > s.hands[seat] for seat, known in s.known.items()):
        return "known cards"
    entered = t.options["line"] == "cards"
    is_right = all(kind is None or (kind in p.KINDS if entered else kind == "") for kind in s.line)
    return None if is_right and len(s.line) == p.PLACES else "the Line"


CHECKS: tuple[Callable[[Table, Tabletop], str | None], ...] = (
    *(gold, payments, cards, ranches, laid, ending, points, hands),
)
