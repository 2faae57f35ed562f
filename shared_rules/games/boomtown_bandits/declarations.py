"""Own This Town: whoever robbed every location and says so first has its bonus.

Owns that declaration. It must never make it for anybody.
"""

from shared_rules.engine import Refused, Rule, Table
from shared_rules.engine.table import Play

from . import words
from .table import Tabletop


def owns(s: Tabletop, seat: str) -> bool:
    """Say whether a player has robbed each location in play, also the one that is closed now (BB-42)."""
    return bool(s.row) and len(s.robbed[seat]) == len(s.row)


class OwnThisTown(Rule):
    """Anybody may say it at any time, so that its key gives nobody away; it has to be true (BB-42)."""

    id = "bb.own_this_town"
    section = words.OWN_THIS_TOWN

    def refusal(self, t: Table, seat: str) -> str | None:
        """There is one bonus, for good (BB-44)."""
        s: Tabletop = t.state
        if not s.row:
            return "bb.town.too_early"
        return "bb.town.claimed" if s.town else None

    def run(self, t: Table, seat: str, answer: str) -> Play:
        """Claim it. Raises Refused: not every location was robbed."""
        s: Tabletop = t.state
        missing = [location for location in s.row if location not in s.robbed[seat]]
        if missing:
            raise Refused("bb.town.not_all", seat=seat, missing=missing)
        s.town = seat
        t.say("bb.town.claimed", seat=seat)
        return
        yield
