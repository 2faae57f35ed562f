"""Step 4: six action points, and what they are spent on.

Owns the points: what costs how many, and points for gold. What a card does when it is played is `cards.py`'s
business.
"""

from shared_rules.engine import TABLE, Table
from shared_rules.engine.prompts import quiet
from shared_rules.engine.table import Play

from . import printed as p
from .asking import Action, UpTo
from .bank import watch
from .cards import play
from .table import ACT, Tabletop

BLIND, BUY_POINTS, DONE = "blind", "buy_points", "done"
ACTIONS = (*p.KINDS, *p.LINE, BLIND, BUY_POINTS, DONE)


def act(t: Table, s: Tabletop) -> Play:
    """Six points a turn, and what is left of them lapses (S-26)."""
    s.step, s.points = ACT, p.POINTS
    seat = s.active
    while True:
        what = yield from t.ask(lambda: _which_action(s))
        if what == DONE:
            break
        if what in p.KINDS:
            yield from play(t, s, seat, what)
        elif what in p.LINE:
            buy(t, s, what)
        elif what == BLIND:
            draw(t, s)
        else:
            yield from buy_points(t, s)
    s.points = 0


def _which_action(s: Tabletop) -> Action:
    """What can be done next; the others say why not."""
    return quiet(
        Action(
            "sf.action",
            s.active,
            lambda: [what for what in ACTIONS if why_not(s, what) is None],
            lambda: {what: code for what in ACTIONS if (code := why_not(s, what))},
            params=lambda: {"points": s.points, "line": s.places},
        )
    )


def why_not(s: Tabletop, what: str) -> str | None:
    """Return why an action is not possible, None if it is."""
    seat = s.active
    if what in p.KINDS:
        if not s.hands[seat]:
            return "sf.hand.empty"
        if what in p.ON_LANDS and not s.ranches[seat].count(p.LAND):
            return "sf.land.none"
        return None if s.points else "sf.points.short"
    if what in p.LINE:
        if not s.has_card(what):
            return "sf.line.empty"
        return "sf.points.short" if price(what) > s.points else None
    if what == BLIND:
        if not s.pile:
            return "sf.pile.empty"
        return "sf.points.short" if s.points < p.BLIND else None
    if what == BUY_POINTS:
        return "sf.gold.short" if s.gold[seat] < p.GOLD_PER_POINT else None
    return None


def price(place: str) -> int:
    """Return what a card at a place of the Line costs: its number (S-28)."""
    return p.LINE.index(place) + 1


def buy(t: Table, s: Tabletop, place: str) -> None:
    """A card of the Line comes to the hand; to play it costs again (S-28)."""
    s.points -= price(place)
    kind = s.take_from_line(place)
    s.take_in_hand(s.active, kind)
    t.say("sf.bought", seat=s.active, place=place, card=kind, cost=price(place))


def draw(t: Table, s: Tabletop) -> None:
    """The first card of the pile, which nobody else sees (S-30)."""
    s.points -= p.BLIND
    s.pile -= 1
    s.take_in_hand(s.active)
    t.say("sf.blind", seat=s.active, left=s.pile)
    watch(t, s)


def buy_points(t: Table, s: Tabletop) -> Play:
    """Two gold a point, any number, to the bank (S-31); nobody owes anything (S-33)."""
    seat = s.active
    count = yield from t.ask(lambda: _how_many(s))
    if count is None:
        return
    s.points += count
    paid = s.pay("points", seat, count * p.GOLD_PER_POINT, seat, TABLE)
    t.say("sf.points", seat=seat, points=count, gold=paid)


def _how_many(s: Tabletop) -> UpTo | None:
    most = s.gold[s.active] // p.GOLD_PER_POINT
    if not most:
        return None  # the gold was corrected away meanwhile
    return quiet(UpTo("sf.buy_points", s.active, 1, most, "sf.gold.short"))
