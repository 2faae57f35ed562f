"""Matches of Bo Bo Bon told in a few letters: which chip, who plays what, who wins.

Cards are r y g b, M for a monster and O for Bo; chips are 1, 2 and a. `Game` answers by the prompts' names,
so that a test fails where the rulebook asks something else. What is forced stands in brackets.
"""

from shared_rules.engine import Match
from shared_rules.games.bo_bo_bon import BoBoBon
from tests.games.told import Told

NAMES = ("A", "B", "C", "D")
CARDS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "M": "monster", "O": "bo"}
CHIPS = {"1": "star_1", "2": "star_2", "a": "ant"}


class Game(Told):
    """A begins; with cards entered two play with green and blue, three with red too. All is watched."""

    def __init__(self, people=2, depth="cards", bo=False, box=None, first="A", **options):
        rulebook = BoBoBon()
        setup = rulebook.set_up(NAMES[:people], {"depth": depth, "bo": bo, **options}, box or {})
        self.match = Match(rulebook, setup, watched=True)
        if depth == "cards" and people < len(NAMES):
            self.say("bon.colours", ["blue", "green", "red"][:people])
        self.say("bon.first_player", first)

    @property
    def view(self):
        return self.match.view()["state"]

    def seat(self, seat="A"):
        return self.view["seats"][seat]

    def chip(self, letter):
        return self.say("bon.chip", CHIPS[letter])

    def cards(self, letters):
        """Everybody's card in turn; those that are in brackets nobody is asked for."""
        trick = self.s.trick
        order = list(self.s.in_turn())[len(trick.cards) :]
        for seat, letter in zip(order, letters.split(), strict=False):
            if letter[0] == "(":
                assert trick.cards[seat] == CARDS[letter.strip("()")]
            else:
                assert (self.asked, self.of) == ("bon.card", seat)
                self.match.answer(CARDS[letter])
        return self

    def trick(self, chip, letters, winner):
        """A whole round. A winner in brackets is the only one who can have won, so that nobody is asked."""
        self.chip(chip)
        n = self.s.trick.number
        self.cards(letters)
        if winner[0] != "(":
            self.say("bon.winner", winner)
        assert self.s.tricks[n - 1].winner == winner.strip("()")
        return self

    def won(self, *rounds):
        """Rounds of which only the chip and the winner are entered: "1A", or the winner alone: a chip "1"."""
        for each in rounds:
            self.chip(each[0]).say("bon.winner", each[1])
        return self

    def correct(self, chip, seat, count):
        self.match.act("correct", "table", f"{CHIPS[chip]}:{seat}")
        self.match.answer(count)
        return self

    def done(self):
        """Nobody recounts."""
        return self.say("bon.recount", None)

    @property
    def scores(self):
        return self.match.result.as_json()["scores"]
