"""Sans Foi Ni Loi: the game as the engine runs it.

Owns the order of the game and what may be corrected by hand.
"""

from collections.abc import Mapping
from typing import Any

from shared_rules.engine import TABLE, Choose, Field, Rulebook, Setup, Table, Value
from shared_rules.engine.table import Play

from . import invariants, prestige, words
from . import printed as p
from .actions import act
from .bank import end_of_turn, watch
from .cards import OutOfTurn, Tidy
from .guarding import guard
from .line import fill, refill
from .mining import dig
from .prestige import settled, tell
from .recount import recount
from .selling import sell
from .table import ACT, BANK, END, PILE, Tabletop
from .view import view

RANCHES = 4  # two each for two people (S-3)


class SansFoiNiLoi(Rulebook):
    """Two to six players with a ranch each, or two with two each."""

    id = "sans_foi_ni_loi"
    version = 1
    seats = (2, 6)
    sections = words.SECTIONS
    questions = words.QUESTIONS
    rules = (OutOfTurn, Tidy)
    vocabularies = words.VOCABULARIES
    options = words.OPTIONS
    box = words.BOX
    fields = words.FIELDS
    refusals = tuple(words.REFUSALS)
    cites = words.LINES | words.REFUSALS  # the section of every log line and refusal

    def play(self, t: Table) -> Play:
        """Turns until the bank has no gold or the pile no card; then prestige is counted."""
        t.state = s = Tabletop(t.players)
        yield from set_up(t, s)
        with t.anytime(OutOfTurn, Tidy):
            yield from one_turn(t, s)
            while not s.ending:
                s.begin_turn(s.left_of(s.active))
                yield from one_turn(t, s)
        s.step, t.round, t.turn = END, None, None
        yield from recount(t, s)
        tell(t, s)
        return settled(t, s)

    def ended_early(self, t: Table) -> Play:
        """What lies there now counts."""
        tell(t, t.state)
        return settled(t, t.state)
        yield

    def view(self, t: Table) -> dict[str, Any]:
        """Return the table as `view.py` has it."""
        return view(t)

    def standing(self, t: Table) -> Mapping[str, Value]:
        """Return everybody's prestige as it stands."""
        return prestige.standing(t, t.state)

    def broken(self, t: Table) -> str | None:
        """Return the invariant that does not hold."""
        return invariants.broken(t)

    def refuse_setup(self, setup: Setup) -> str | None:
        """Two ranches each are four seats."""
        is_wrong = setup.options["two_ranches"] and len(setup.players) != RANCHES
        return "sf.setup.two_ranches" if is_wrong else None

    def corrections(self, t: Table, seat: str) -> list[Field]:
        """Gold, hands, the bank, the pile, and points in step 4; what lies in ranches is put right there.

        While a card is being resolved nothing is: it has its own questions.
        """
        s: Tabletop = t.state
        if seat != TABLE or s.busy or not s.deck:
            return []
        has = {player: s.gold[player] + s.bank for player in s.players}
        fields = [Field(words.GOLD, player, 0, most) for player, most in has.items() if most]
        fields += [Field(words.HAND, player, 0, s.deck) for player in s.players]
        fields += [Field(words.BANK, "", 0, s.most_gold), Field(words.PILE, "", 0, s.deck)]
        return fields + ([Field(words.POINTS, "", 0, p.MOST_POINTS)] if s.step == ACT else [])

    def correct(self, t: Table, seat: str, field: Field, value: int) -> None:
        """Set it. A player's gold comes from the bank; what is nowhere else is out of the game."""
        s: Tabletop = t.state
        s.corrected = True
        if field.what == words.GOLD:
            more = value - s.gold[field.whose]
            if more and not s.bank:
                s.ending.pop(BANK, None)  # what was entered wrong had never emptied it
            s.bank -= more
            s.gold[field.whose] = value
        elif field.what == words.HAND:
            s.out -= value - s.hands[field.whose]
            s.lose_cards(field.whose, s.hands[field.whose] - value)
        elif field.what == words.BANK:
            s.gold_in_all += value - s.bank
            s.bank = value
            s.ending.pop(BANK, None)
        elif field.what == words.PILE:
            s.out -= value - s.pile
            s.pile = value
            s.ending.pop(PILE, None)
        else:
            s.points = value
        watch(t, s)


def set_up(t: Table, s: Tabletop) -> Play:
    """The bank's gold (S-1), the pile (S-2), three cards each, six on the Line; somebody begins."""
    if t.options["two_ranches"]:
        t.hands |= dict(zip(s.players[2:], s.players, strict=False))  # S-3: one owner acts for both
    people = len(s.players) // (2 if t.options["two_ranches"] else 1)
    gold = yield from t.fact(words.GOLD_FOR[people])
    deck = yield from how_many_cards(t)
    s.bank = s.gold_in_all = gold
    s.deck, s.pile = deck, deck
    for seat in s.players:
        s.hands[seat] = p.FIRST_HAND
        s.pile -= p.FIRST_HAND
    yield from fill(t, s)
    t.say("sf.set_up", gold=s.bank, deck=s.deck, pile=s.pile)
    s.first = yield from t.ask(lambda: Choose("sf.first_player", TABLE, s.players, chance=True))
    t.say("sf.first_player", seat=s.first)
    s.begin_turn(s.first)


def how_many_cards(t: Table) -> Play:
    """117, as a review counts them, if the table agrees; or else it counts (S-2)."""
    if words.DECK not in t.box:
        agrees = yield from t.ask(lambda: Choose("sf.deck", TABLE, ("yes", "no"), params={"cards": p.DECK}))
        if agrees == "yes":
            t.box[words.DECK] = p.DECK
    return (yield from t.fact(words.DECK))


def one_turn(t: Table, s: Tabletop) -> Play:
    """The five steps, in their order (S-4); what runs out meanwhile makes this the last turn (S-41)."""
    s.round += s.active == s.first
    s.turn += 1
    t.round, t.turn = s.round, s.turn
    t.say("sf.turn", seat=s.active, round=s.round)
    s.grow_older()
    yield from guard(t, s)
    yield from sell(t, s)
    yield from dig(t, s)
    yield from act(t, s)
    yield from refill(t, s)
    end_of_turn(t, s)
