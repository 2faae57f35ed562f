"""Playing a card: what lies in a ranch from then on, and the cards whose texts nobody has told us.

Owns a card's way from the hand. What such a card does is `effects.py`'s business.
"""

from shared_rules.engine import TABLE, Choose, Rule, Table
from shared_rules.engine.prompts import Prompt
from shared_rules.engine.table import Play

from . import effects, faces, words
from . import printed as p
from .asking import Printed
from .effects import Doing
from .laying import lay, where, which_quality
from .table import Tabletop


def play(t: Table, s: Tabletop, seat: str, kind: str) -> Play:
    """A card is played in step 4; nothing else happens until it is resolved."""
    s.busy = True
    if kind == p.OTHER:
        cost = yield from t.ask(lambda: faces.which_cost(s, seat, kind))
        of = yield from t.ask(lambda: Choose("sf.card.on", seat, s.players))
        s.points -= cost
        yield from play_other(t, s, seat, of, cost)
    else:
        yield from play_into_ranch(t, s, seat, kind)
    s.busy = False


def play_into_ranch(t: Table, s: Tabletop, seat: str, kind: str) -> Play:
    """A land or a cowboy costs one point, the others what is printed on them (S-27)."""
    number, cost = 0, p.COST.get(kind, 0)
    if kind == p.LAND:
        number = yield from which_quality(t, seat)
    elif kind == p.COWBOY:
        number = yield from t.ask(lambda: Printed("sf.card.number", seat, 0, p.MOST_BONUS, place=kind))
    else:
        number, cost = yield from faces.which(t, s, seat, kind)
    on = yield from where(t, s, seat, seat, kind)
    s.points -= cost
    s.leave_hand(seat, kind)
    lay(t, s, seat, kind, number, on, cost)
    s.happened("laid", seat, kind)


# -- tricks, counters, bonuses, persons


def play_other(t: Table, s: Tabletop, seat: str, of: str, cost: int) -> Play:
    """Is it countered, and what does it do? Its points and its card are spent in any case (S-35)."""
    s.leave_hand(seat, p.OTHER)
    s.in_play = 1
    t.say("sf.played", seat=seat, of=of, cost=cost)
    counter = None
    if of != seat:
        counter = yield from t.ask(lambda: _who_counters(s, seat, of))
    if counter is not None:
        s.leave_hand(counter, p.OTHER)
        s.in_play += 1
        t.say("sf.countered", seat=counter, of=seat)
    else:
        yield from effects.effects(t, s, Doing(seat, of))
    s.discards += s.in_play
    s.in_play = 0


def _who_counters(s: Tabletop, seat: str, of: str) -> Prompt | None:
    able = [each for each in p.clockwise(s.players, of) if each != seat and s.hands[each]]
    return Choose("sf.counter", of, able, optional=True, params={"seat": seat}) if able else None


def why_not_now(s: Tabletop) -> str | None:
    """Return why nothing can come between now: another card is being resolved."""
    return "sf.card.one_first" if s.busy else None


class OutOfTurn(Rule):
    """A card that says that it is played out of turn, or for nothing (S-35)."""

    id = "sf.out_of_turn"
    section = words.ACTIONS
    words = ""
    asks = ("sf.counter", "sf.effect", *effects.ASKS)

    def refusal(self, t: Table, seat: str) -> str | None:
        """Whoever has a card in hand."""
        s: Tabletop = t.state
        return why_not_now(s) or (None if s.hands[seat] else "sf.hand.empty")

    def prompt(self, t: Table, seat: str) -> Prompt:
        """On whom?"""
        return Choose(self.id, seat, t.players)

    def run(self, t: Table, seat: str, answer: str) -> Play:
        """Play it."""
        s: Tabletop = t.state
        s.busy = True
        yield from play_other(t, s, seat, answer, 0)
        s.busy = False


class Tidy(Rule):
    """Something lies otherwise on the table, or a card that lies there does something again (S-19, S-36)."""

    id = "sf.tidy"
    section = words.ACTIONS
    words = ""
    asks = ("sf.effect", *effects.ASKS)

    def seats(self, t: Table) -> tuple[str, ...]:
        """Everybody together."""
        return (TABLE,)

    def refusal(self, t: Table, seat: str) -> str | None:
        """One after the other."""
        return why_not_now(t.state)

    def prompt(self, t: Table, seat: str) -> Prompt:
        """In whose ranch?"""
        return Choose(self.id, seat, t.players)

    def run(self, t: Table, seat: str, answer: str) -> Play:
        """Put it right; no card is played."""
        s: Tabletop = t.state
        s.busy = True
        yield from effects.effects(t, s, Doing(seat, answer))
        s.busy = False
