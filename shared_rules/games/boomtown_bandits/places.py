"""The shootout phase: each location from left to right, and who draws its top card.

Owns the order of the locations and the draw. How a duel goes is `shootout.py`'s business.
"""

from shared_rules.engine import TABLE, Choose, Table
from shared_rules.engine.prompts import Prompt
from shared_rules.engine.table import Play

from . import town
from .cards import may_inspect, play
from .shootout import at_location
from .table import Tabletop


def resolve_all(t: Table, s: Tabletop) -> Play:
    """From left to right, to the last one also in the last round (BB-7, BB-36)."""
    s.phase = "shootout"
    for location in s.row:
        if location == s.closed:
            continue
        s.here, s.inspector = location, None
        if t.options["entry"] == "winners":
            yield from winner_only(t, s, location)
        else:
            yield from resolve(t, s, location)
        s.here = None


def resolve(t: Table, s: Tabletop, location: str) -> Play:
    """Nobody there: nothing is taken (BB-8). One player: they win (BB-9). More: they shoot for it."""
    there = s.at[location]
    winner = None
    if there and not s.piles[location]:
        t.say("bb.empty", location=location)  # BB-37
    elif len(there) > 1:
        winner = yield from at_location(t, s, location)
    else:
        winner = next(iter(there), None)
    yield from won(t, s, location, winner)


def winner_only(t: Table, s: Tabletop, location: str) -> Play:
    """The short form: one tap a location."""
    s.open_window(*town.TIMINGS[:-1])  # nobody says how far it is
    winner = yield from t.ask(lambda: _who_won(s, location))
    s.fresh.clear()
    s.open_window()
    yield from won(t, s, location, winner, draws=True)


def _who_won(s: Tabletop, location: str) -> Prompt | None:
    if not s.piles[location]:
        return None
    if s.inspector is not None:
        return Choose("bb.winner", TABLE, (s.inspector,), place=location)  # whoever draws has won
    return Choose("bb.winner", TABLE, s.players, place=location, optional=True)


def won(t: Table, s: Tabletop, location: str, winner: str | None, draws: bool = False) -> Play:
    """The winner draws the top card, which nobody else sees (BB-27)."""
    if winner is not None and not draws:
        yield from draw(t, s, location, winner)
    if winner is None or not s.piles[location]:  # a card may have emptied it meanwhile
        t.say("bb.nobody", location=location)
        s.resolved[location] = None
        if s.piles[location]:
            s.ledger.append(("nobody", s.round, location))
        return
    was_last = s.last_round
    s.gain(winner, location)
    s.resolved[location] = winner
    t.say("bb.won", seat=winner, location=location, left=s.piles[location])
    if s.last_round and not was_last:
        t.say("bb.last_round", location=location)


def draw(t: Table, s: Tabletop, location: str, winner: str) -> Play:
    """Does the winner play the Brothel Inspector instead (BB-33)? Asked only if they could hold it."""
    s.open_window(town.LOOTING)
    how = yield from t.ask(lambda: _how_to_draw(s, location, winner))
    if how is not None:
        s.fresh.clear()
    if how == town.BROTHEL_INSPECTOR:
        yield from play(t, s, winner, town.BROTHEL_INSPECTOR)
    s.open_window()


def _how_to_draw(s: Tabletop, location: str, winner: str) -> Prompt | None:
    if not s.piles[location] or not may_inspect(s, winner):
        return None
    return Choose("bb.loot", winner, ("draw", town.BROTHEL_INSPECTOR), place=location)
