"""The declaration: what the Dealer says the offered card is.

Owns the interjection that nobody has to enter (BOM-14, BOM-16) and what it tells about bluffing. It changes
nothing else.
"""

from shared_rules.engine import Choose, Rule, Table
from shared_rules.engine.prompts import Prompt
from shared_rules.engine.table import Play

from . import words
from .table import Tabletop

ENTERED, BLUFFS, BELIEVED = range(3)


class Declaration(Rule):
    """ "Do you want to do the action of the Outlaw?" Saying it again corrects what was entered."""

    id = "bom.declare"
    section = words.DISTRIBUTION
    words = "characters"

    def refusal(self, t: Table, seat: str) -> str | None:
        """Only the Dealer, until the card is revealed."""
        s: Tabletop = t.state
        if not s.offering:
            return "bom.declare.no_offer"
        return None if seat == s.dealer else "bom.declare.not_the_dealer"

    def prompt(self, t: Table, seat: str) -> Prompt:
        """Any character that may be in the Dealer's hand, for all anybody knows; it may be a lie."""
        s: Tabletop = t.state
        return Choose(self.id, seat, s.may_be_revealed, s.cannot_be_revealed)

    def run(self, t: Table, seat: str, answer: str) -> Play:
        """Note it."""
        s: Tabletop = t.state
        s.declared = answer
        t.say("bom.declared", dealer=seat, card=answer)
        return
        yield


def compare(t: Table, s: Tabletop, card: str, accepted: bool) -> None:
    """Now the card is seen: was it the truth?"""
    told = s.declarations.setdefault(s.dealer, [0, 0, 0])
    told[ENTERED] += 1
    if card == s.declared:
        t.say("bom.offer.was_true", dealer=s.dealer, declared=s.declared)
    else:
        told[BLUFFS] += 1
        told[BELIEVED] += accepted
        t.say("bom.offer.was_bluff", dealer=s.dealer, declared=s.declared, card=card)
    s.declared = None


def tell_bluffs(t: Table, s: Tabletop) -> None:
    """At the end: over the declarations that were entered, and no others."""
    for seat, (entered, bluffs, believed) in s.declarations.items():
        t.say("bom.bluffs", seat=seat, entered=entered, bluffs=bluffs, accepted=believed)
