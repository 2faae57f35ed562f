"""With real hands, and winners alone entered: people say now and then who has played a monster or Bo.

Whatever they leave out, nothing that is said, shown or refused is wrong.
"""

import random

import pytest

from shared_rules.engine import Match
from shared_rules.games.bo_bo_bon import BoBoBon
from tests.games.bo_bo_bon.dealt import NAMES, biggest, deal, legal

MATCHES = 20  # at each table
TABLES = [(people, bo, led) for people in (2, 3, 4) for bo in (False, True) for led in ("free", "monsters")]


class HalfTold:
    """One match; of the cards that can be pointed out, `tells` of 10 are, in any order."""

    def __init__(self, people, seed, bo, bo_led, tells):
        self.chance = random.Random(f"{people} {seed} {bo} {bo_led} {tells}")
        _, self.hands, _ = deal(people, bo, self.chance)
        self.after_bo, self.tells = bo_led == "monsters", tells
        rulebook = BoBoBon()
        self.match = Match(rulebook, rulebook.set_up(NAMES[:people], {"bo": bo, "bo_led": bo_led}), True)
        self.leader = self.chance.choice(NAMES[:people])
        self.match.answer(self.leader)
        self.played = {}  # (trick, seat) -> the kind of the card
        self.out_of_it = 0  # so often somebody could not be entered as the winner, or one alone could

    @property
    def state(self):
        return self.match.view()["state"]

    def play(self):
        for number in range(1, 8):
            self.match.answer(self.chance.choice(("star_1", "star_2", "ant")))
            cards = self.cards(number)
            self.tell(number, cards)
            if self.state["done"] < number:
                self.match.answer(biggest(cards))
            self.leader = biggest(cards)
            assert self.state["last"]["seat"] == self.leader
            self.nothing_is_wrong(cards)
        return self

    def cards(self, number):
        people, cards = NAMES[: len(self.hands)], {}
        at = people.index(self.leader)
        for seat in people[at:] + people[:at]:
            may = legal(self.hands[seat], next(iter(cards.values()), None), self.after_bo)
            cards[seat] = self.chance.choice(may)
            self.hands[seat].remove(cards[seat])
            self.played[number, seat] = cards[seat].kind
        return cards

    def tell(self, number, cards):
        for seat in self.chance.sample(list(cards), len(cards)):
            if cards[seat].kind in ("monster", "bo") and self.chance.randrange(10) < self.tells:
                self.match.act(f"bon.{cards[seat].kind}", seat, "yes")
            if self.state["done"] == number:
                self.out_of_it += 1
                return
            options = self.match.prompt.options()
            assert biggest(cards) in options and list(options) == self.state["can_win"]
            self.out_of_it += len(self.match.prompt.greyed())
            self.nothing_is_wrong(cards)

    def nothing_is_wrong(self, cards):
        for seat, told in self.state["seats"].items():
            in_hand = any(card.kind == "monster" for card in self.hands[seat])
            assert told["monster"] or not in_hand
            assert not told["must"] or cards[seat].kind in ("monster", "bo")
        number = 0
        for line in self.match.log():
            said = line["params"]
            number = said.get("trick", number)
            if line["id"] == "bon.card":
                assert said["card"] == self.played[number, said["seat"]]
            if line["id"] == "bon.won":
                assert said["card"] in (None, self.played[number, said["seat"]])


@pytest.mark.parametrize(("people", "bo", "led"), TABLES)
def test_nothing_is_said_that_is_not_so(people, bo, led):
    out_of_it = 0
    for seed in range(MATCHES):
        for tells in (3, 10):
            out_of_it += HalfTold(people, seed, bo, led, tells).play().out_of_it
    assert out_of_it
