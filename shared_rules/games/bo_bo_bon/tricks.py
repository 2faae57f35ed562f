"""A round: a sugar chip is turned over, everybody plays a card, the biggest one takes it all.

Owns the course of a round and its questions. Which of several equals is the biggest is the table's to see.
"""

from collections.abc import Mapping, Sequence

from shared_rules.engine import TABLE, Choose, Rule, Table
from shared_rules.engine.prompts import Below, quiet
from shared_rules.engine.table import Play

from . import odds, playing, simulated, words
from . import sweets as c
from .table import CARDS, CHIP, WINNER, Tabletop


def round_(t: Table, s: Tabletop, leader: str) -> Play:
    """Return who won it; they lead the next one (B-21)."""
    trick = s.begin_trick(leader)
    t.round = trick.number
    s.phase = CHIP
    trick.chip = yield from t.ask(lambda: quiet(_WhichChip(s)))
    t.say("bon.chip", chip=trick.chip, trick=trick.number)
    if s.entered:
        s.phase = CARDS
        for seat in s.in_turn():
            yield from _play_a_card(t, s, seat)
    s.phase = WINNER
    winner: str = yield from t.ask(lambda: quiet(_who_won(s)))
    _had_to(t, s, winner)
    trick.winner = winner
    s.chips[winner].append(trick.chip)
    t.say("bon.won", seat=winner, chip=trick.chip, card=trick.cards.get(winner))
    return winner


class _WhichChip(Choose):
    """What is on the chip; none of which the box has no more. Random play turns over a likely one."""

    def __init__(self, s: Tabletop) -> None:
        unseen = odds.left(s.mix, s.seen())
        gone = [chip for chip, count in (unseen or {}).items() if not count]
        legal = [chip for chip in c.CHIPS if chip not in gone]
        greyed = dict.fromkeys(gone, "bon.chip.none_left")
        super().__init__(
            "bon.chip", TABLE, legal, greyed, params={"odds": odds.chances(s.mix, s.seen(), s.turned)}
        )
        self.unseen = unseen or {chip: many - s.seen()[chip] for chip, many in simulated.MIX.items()}

    def pick(self, below: Below) -> str:
        """Return one of those that are face down."""
        return simulated.chip(self.options(), self.unseen, below)


# -- a card


def _play_a_card(t: Table, s: Tabletop, seat: str) -> Play:
    s.turn = seat
    card = yield from t.ask(lambda: quiet(_WhichCard(s, seat)))
    s.turn = None
    _lies(t, s, seat, card)
    playing.watch(t, s, seat, card)


def _lies(t: Table, s: Tabletop, seat: str, card: str) -> None:
    s.trick.cards[seat] = card
    t.say("bon.card", seat=seat, card=card, led=s.trick.leader == seat)


class _WhichCard(Choose):
    """Which card a player has played; random play follows a colour more often than not."""

    def __init__(self, s: Tabletop, seat: str) -> None:
        greyed = playing.why_not(s, seat)
        legal = [card for card in playing.kinds(s) if card not in greyed]
        must = playing.must_play_monster(s, seat)
        params = {"led": s.trick.led, "must": c.MONSTER if must else None}
        super().__init__("bon.card", seat, legal, greyed, params=params)
        self.led, self.unfollowed = s.trick.colour, tuple(s.unfollowed[seat])

    def pick(self, below: Below) -> str:
        """Return one that the player may have."""
        return simulated.card(self.options(), self.led, self.unfollowed, below)


# -- who won


def _who_won(s: Tabletop) -> Choose:
    """Only those who can have won; if one alone can, nobody is asked."""
    out = playing.beaten(s)
    legal = [seat for seat in s.players if seat not in out]
    return Choose("bon.winner", TABLE, legal, out, params={"cards": dict(s.trick.cards)})


# -- cards that are pointed out where none is entered


def _had_to(t: Table, s: Tabletop, winner: str) -> None:
    """A monster was led: whoever still had one has played it (B-9); but the winner may have played Bo.

    Whoever was not seen in each trick before may have had none any more: then nobody says that it was now.
    """
    if not playing.monster_is_led(s):
        return
    for seat in [seat for seat in s.in_turn() if seat not in s.trick.cards]:
        if seat == winner and s.bo_is_out:
            continue
        if seat == winner or s.surely_has_monster(seat):
            _lies(t, s, seat, c.MONSTER)
        else:
            s.without_monster.add(seat)


class _PointedOut(Rule):
    """Somebody has played a card that is worth a word. Nobody has to say so."""

    section = words.COURSE
    card, second = "", ""

    def refusal(self, t: Table, seat: str) -> str | None:
        """Only in a round, one card of everybody in it, and not one that was played before."""
        s: Tabletop = t.state
        if s.phase != WINNER:
            return "bon.card.chip_first"
        if self.is_gone(s, seat):
            return self.second
        return "bon.card.one_each" if seat in s.trick.cards else None

    def is_gone(self, s: Tabletop, seat: str) -> bool:
        """Whether it was played before."""
        raise NotImplementedError

    def run(self, t: Table, seat: str, answer: str) -> Play:
        """It lies on the table."""
        s: Tabletop = t.state
        _lies(t, s, seat, self.card)
        return
        yield


class Monster(_PointedOut):
    """A Munchie Monster: everybody has one, so who has played it has none (B-2)."""

    id = "bon.monster"
    card, second = c.MONSTER, "bon.monster.second"

    def is_gone(self, s: Tabletop, seat: str) -> bool:
        """Whether this player has played theirs."""
        return not s.has_monster(seat)


class Bo(_PointedOut):
    """Bo, who wins the trick (B-11)."""

    id = "bon.bo"
    section = words.EXPERT
    card, second = c.BO, "bon.bo.second"

    def is_gone(self, s: Tabletop, seat: str) -> bool:
        """Whether anybody has played him."""
        return s.bo_by is not None


POINTED_OUT: Mapping[bool, Sequence[type[Rule]]] = {False: (Monster,), True: (Monster, Bo)}  # with Bo?
