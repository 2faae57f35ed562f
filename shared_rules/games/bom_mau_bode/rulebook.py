"""o BOM, o MAU e o BODE: the game as the engine runs it.

Owns the order of the game and what may be corrected by hand.
"""

from collections.abc import Mapping
from typing import Any

from shared_rules.engine import TABLE, Choose, Field, Rulebook, Table, Value
from shared_rules.engine.table import Play

from . import characters as c
from . import invariants, words
from .characters import COIN
from .declaration import Declaration
from .distribution import distribution
from .ending import end_of_round, settled
from .recount import MOST_COINS, recount
from .saloon import late_effect, saloon
from .table import Tabletop
from .upkeep import upkeep
from .view import standing, view


class BomMauBode(Rulebook):
    """Two to five people, with or without the Chef."""

    id = "bom_mau_bode"
    version = 2
    seats = (2, 5)
    sections = words.SECTIONS
    questions = words.QUESTIONS
    rules = (Declaration,)
    vocabularies = words.VOCABULARIES
    options = words.OPTIONS
    box = words.BOX
    fields = words.FIELDS
    refusals = tuple(words.REFUSALS)
    cites = words.LINES | words.REFUSALS  # the section of every log line and refusal

    def play(self, t: Table) -> Play:
        """Three rounds, four with two people; then whoever has the most money wins."""
        t.state = s = Tabletop(t.players, t.options["chef"])
        # BOM-1: whoever it is in the first round is written nowhere.
        s.dealer = yield from t.ask(lambda: Choose("bom.first_dealer", TABLE, s.players, chance=True))
        t.say("bom.first_dealer", dealer=s.dealer)
        last_round = c.rounds(len(s.players))
        for t.round in range(1, last_round + 1):
            yield from self.game_turn(t, s)
            if t.round < last_round:
                end_of_round(t, s)
        s.phase = "end"
        yield from recount(t, s)
        return settled(t, s)

    def game_turn(self, t: Table, s: Tabletop) -> Play:
        """Upkeep, Distribution, Saloon, and the late effect before the end of the round."""
        assert t.round is not None
        s.round = t.round
        t.say("bom.round", round=s.round, dealer=s.dealer)
        yield from upkeep(t, s)
        yield from distribution(t, s)
        yield from saloon(t, s)
        yield from late_effect(t, s)

    def ended_early(self, t: Table) -> Play:
        """What everybody has now counts; what lies on a character is nobody's."""
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
        """Coins of everybody and at every location; tokens there, and with whom everybody knows how many."""
        s: Tabletop = t.state
        if seat != TABLE:
            return []
        fields = [Field(COIN, player, 0, MOST_COINS) for player in s.players]
        fields += [Field(words.COINS_AT, tile, 0, MOST_COINS) for tile in s.tiles]
        fields += [Field(words.TOKENS_AT, tile, 0, s.totals[c.RESOURCE_OF[tile]]) for tile in s.tiles]
        for player in s.players:
            fields += [Field(kind, player, 0, s.totals[kind]) for kind in s.holdings.sure(player)]
        return fields

    def correct(self, t: Table, seat: str, field: Field, value: int) -> None:
        """Set it; what is more comes from the supply, what is less goes there."""
        s: Tabletop = t.state
        s.corrected = True
        what, whose = field.what, field.whose
        if what == COIN:
            s.coins_left -= value - s.purses[whose]
            s.purses[whose] = value
        elif what == words.COINS_AT:
            s.coins_left -= value - s.coins_at[whose]
            s.coins_at[whose] = value
        elif what == words.TOKENS_AT:
            s.supply[c.RESOURCE_OF[whose]] -= value - s.tokens_at[whose]
            s.tokens_at[whose] = value
        else:
            more = value - s.holdings.sure(whose)[what]
            s.supply[what] -= more
            s.holdings.take(whose, what, more)
