"""Boomtown Bandits: the game as the engine runs it.

Owns the order of the game and what may be corrected by hand.
"""

from collections.abc import Mapping
from typing import Any

from shared_rules.engine import TABLE, Choose, ChooseSome, Field, Order, Rulebook, Table, Value
from shared_rules.engine.table import Play

from . import invariants, money, town, words
from .cards import NoteCard, PlayCard, ShowCard
from .declarations import OwnThisTown
from .ending import bonus_cards, final_shootout, settled, tally
from .places import resolve_all
from .recount import recount
from .rounds import close_location, placement, reveal
from .shootout import WinnerOnly
from .table import Tabletop
from .view import standing, view


class BoomtownBandits(Rulebook):
    """Two to five players, one location more than players."""

    id = "boomtown_bandits"
    version = 1
    seats = (2, 5)
    sections = words.SECTIONS
    questions = words.QUESTIONS
    rules = (PlayCard, ShowCard, NoteCard, OwnThisTown, WinnerOnly)
    vocabularies = words.VOCABULARIES
    options = words.OPTIONS
    box = money.facts(words.LOOT_CARDS, words.BONUS_CARDS)
    fields = words.FIELDS
    refusals = tuple(words.REFUSALS)
    cites = words.LINES | words.REFUSALS  # the section of every log line and refusal

    def play(self, t: Table) -> Play:
        """Rounds until a loot stack is empty; then whoever has the most money wins."""
        t.state = s = Tabletop(t.players)
        yield from set_up(t, s)
        with t.anytime(PlayCard, ShowCard, NoteCard, OwnThisTown):
            while not s.last_round:
                yield from one_round(t, s)
                s.first = town.clockwise(s.players, s.first)[1]  # BB-3: the bottle goes to the left
            s.phase, t.round = "end", None
            s.brave.clear()  # BB-34: in that round only
            s.open_window()
            yield from recount(t, s)
            yield from bonus_cards(t, s)
        yield from tally(t, s)
        yield from final_shootout(t, s)
        return settled(t, s)

    def ended_early(self, t: Table) -> Play:
        """What everybody has now counts; bonuses that nobody has claimed yet are nobody's."""
        return settled(t, t.state)
        yield

    def view(self, t: Table) -> dict[str, Any]:
        """Return the table as `view.py` has it."""
        return view(t)

    def standing(self, t: Table) -> Mapping[str, Value]:
        """Return everybody's money, as far as whoever looks may know it."""
        return standing(t)

    def broken(self, t: Table) -> str | None:
        """Return the invariant that does not hold."""
        return invariants.broken(t.state)

    def corrections(self, t: Table, seat: str) -> list[Field]:
        """The piles, and how many cards of each everybody owns: all of it lies open."""
        s: Tabletop = t.state
        if seat != TABLE:
            return []
        fields = [Field(words.PILE, location, 0, town.LOOT) for location in s.row]
        loot = [what for what, location in words.LOOT.items() if location in s.row]
        return fields + [Field(what, player, 0, town.LOOT) for player in s.players for what in loot]

    def correct(self, t: Table, seat: str, field: Field, value: int) -> None:
        """Set it; what is nowhere else is out of the game."""
        s: Tabletop = t.state
        s.corrected = True
        if field.what == words.PILE:
            s.out[field.whose] -= value - s.piles[field.whose]
            s.piles[field.whose] = value
            s.last = None if all(s.piles.values()) else s.round
        else:
            s.set_count(field.whose, words.LOOT[field.what], value)


def set_up(t: Table, s: Tabletop) -> Play:
    """A row of locations, in any order (BB-1), and the bottle says who begins (BB-3)."""
    count = town.locations(len(s.players))
    chosen = yield from t.ask(
        lambda: ChooseSome("bb.locations", TABLE, town.LOCATIONS, count, count, chance=True)
    )
    row = yield from t.ask(lambda: Order("bb.row", TABLE, chosen, chance=True))
    s.settle(row)
    t.say("bb.town", row=list(row))
    s.first = yield from t.ask(lambda: Choose("bb.first_player", TABLE, s.players, chance=True))
    t.say("bb.first_player", seat=s.first)


def one_round(t: Table, s: Tabletop) -> Play:
    """Marshal, placement, reveal, and each location from left to right."""
    s.round += 1
    t.round = s.round
    s.begin_round()
    t.say("bb.round", round=s.round, seat=s.first)
    yield from close_location(t, s)
    if s.over:
        s.take_back_round()
        return
    if t.options["entry"] == "tokens":
        yield from placement(t, s)
        yield from reveal(t, s)
    yield from resolve_all(t, s)
