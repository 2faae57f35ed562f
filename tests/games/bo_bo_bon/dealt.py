"""A table with real hands: cards are dealt as printed, their sizes are known, every play is judged by them.

The judge reads the rulebook for itself and knows nothing of ours. People follow the rules, or now and then do
not: then they play any card of their hand.
"""

import random
from collections import Counter
from typing import NamedTuple

from shared_rules.engine import Match
from shared_rules.games.bo_bo_bon import BoBoBon

NAMES = ("A", "B", "C", "D")
COLOURS = ("red", "yellow", "green", "blue")


class Card(NamedTuple):
    """A card; size: the biggest of a kind wins, no two are alike."""

    kind: str
    size: int


BO = Card("bo", 0)


class Revoked(NamedTuple):
    """Somebody had the colour that was led and played something else, and not Bo."""

    seat: str
    colour: str
    trick: int


def deal(people, bo, chance):
    """A colour for each player and a monster each; with Bo, he is shuffled in instead of one sweet."""
    colours = chance.sample(COLOURS, people)
    sweets = [Card(colour, size) for colour in colours for size in range(1, 7)]
    monsters = [Card("monster", size) for size in range(1, people + 1)]
    chance.shuffle(sweets)
    chance.shuffle(monsters)
    in_box = []
    if bo:
        in_box, sweets[0] = [sweets[0]], BO
        chance.shuffle(sweets)
    hands = {NAMES[k]: [*sweets[6 * k : 6 * k + 6], monsters[k]] for k in range(people)}
    assert all(len(hand) == 7 for hand in hands.values())
    return colours, hands, in_box


def legal(hand, led, monsters_after_bo):
    """What of a hand may be played after the first card; None: it is the first."""
    joker = [card for card in hand if card == BO]
    if led is not None and (led.kind == "monster" or (led == BO and monsters_after_bo)):
        must = [card for card in hand if card.kind == "monster"]
    elif led is not None and led != BO:
        must = [card for card in hand if card.kind == led.kind]
    else:
        must = []
    return must + joker if must else list(hand)


def biggest(cards):
    """Whoever wins: Bo, else the biggest monster, else the biggest of the first colour."""
    led = next(iter(cards.values()))
    for kind in ("bo", "monster", led.kind):
        of_it = {seat: card.size for seat, card in cards.items() if card.kind == kind}
        if of_it:
            return max(of_it, key=of_it.get)
    raise AssertionError("the first card is always of its own colour")


class Dealt:
    """One match at such a table; cheats: of so many cards one is any card of the hand (0: never)."""

    def __init__(self, people, seed, bo=False, bo_led="free", cheats=0):
        self.chance = random.Random(f"{people} {seed} {bo} {bo_led} {cheats}")
        self.colours, self.hands, self.in_box = deal(people, bo, self.chance)
        self.after_bo, self.cheats = bo_led == "monsters", cheats
        rulebook = BoBoBon()
        setup = rulebook.set_up(NAMES[:people], {"depth": "cards", "bo": bo, "bo_led": bo_led})
        self.match = Match(rulebook, setup, watched=True)
        if people < len(NAMES):
            self.match.answer(self.colours)
        self.leader = self.chance.choice(NAMES[:people])
        self.match.answer(self.leader)
        self.revoked: list[Revoked] = []  # all of them, proved or not
        self.proved: set[tuple[Revoked, int]] = set()  # and in which trick
        self.figures: Counter[str] = Counter()  # what the match came to, so that a test sees that it did
        self.cards_played = 0

    def play(self):
        for number in range(1, 8):
            self.trick(number)
        assert not any(self.hands.values())
        return self

    @property
    def tricks(self):
        return self.match._run.table.state.tricks

    def trick(self, number):
        self.match.answer(self.chance.choice(self.match.prompt.options()))
        at = NAMES.index(self.leader)
        people = NAMES[: len(self.hands)]
        cards, could_win = {}, []
        for seat in people[at:] + people[:at]:
            could_win.append(self.match.view()["state"])
            card = self.one_card(number, seat, next(iter(cards.values()), None))
            cards[seat] = card
            self.judge(number, seat, cards)
            self.compare(number)
        self.leader = self.winner(number, cards)
        for state in could_win:
            self.figures["out of it"] += state["trick"] == number and len(state["can_win"]) < len(people)
            assert self.leader in state["can_win"] or state["trick"] != number

    def one_card(self, number, seat, led):
        """Play a card, and see that it can be entered; what is refused may not be played by anybody."""
        hand, match = self.hands[seat], self.match
        may = legal(hand, led, self.after_bo)
        cheats = self.cheats and not self.chance.randrange(self.cheats)
        card = self.chance.choice(hand if cheats else may)
        kinds = {each.kind for each in may}
        if (match.prompt.id, match.prompt.of, match.round) != ("bon.card", seat, number):
            self.figures["forced"] += 1
            assert kinds == {self.tricks[number - 1].cards[seat]}, "it was the only one there is"
            card = self.chance.choice(may)
        else:
            options, greyed = match.prompt.options(), match.prompt.greyed()
            assert kinds <= set(options), "no legal play is refused"
            if card.kind in greyed:
                self.figures["refused"] += 1
                assert greyed[card.kind] == "bon.card.monster_led" and card not in may
                card = self.chance.choice(may)
            match.answer(card.kind)
        hand.remove(card)
        self.cards_played += 1
        return card

    def judge(self, number, seat, cards):
        """What the real hands say: was a colour not followed, and which of that does this card prove?"""
        led, card = next(iter(cards.values())), cards[seat]
        for revoked in self.unproved():
            if (revoked.seat, revoked.colour) == (seat, card.kind):
                self.proved.add((revoked, number))
        if led.kind in COLOURS and card.kind not in (led.kind, "bo"):
            had_it = any(each.kind == led.kind for each in self.hands[seat])
            if had_it:
                self.revoked.append(Revoked(seat, led.kind, number))
            self.figures["had to follow" if had_it else "could not follow"] += 1
        for revoked in self.unproved():
            if not self.can_be_without(revoked.seat, revoked.colour):
                self.proved.add((revoked, number))
                self.figures["counted out"] += 1

    def unproved(self):
        known = {each for each, _ in self.proved}
        return [revoked for revoked in self.revoked if revoked not in known]

    def can_be_without(self, seat, colour):
        """Whether, for all that the others can see, this hand may have none of a colour: of all sweets that
        nobody has seen, the box's among them, so many are of another one."""
        own = [card for card in self.hands[seat] if card.kind != "monster"]
        unseen = [card for hand in (*self.hands.values(), self.in_box) for card in hand]
        others = [card for card in unseen if card.kind not in ("monster", colour)]
        return len(others) >= len(own)

    def compare(self, number):
        """The log has pointed out just that, at this very card: no sooner, no later, nobody else."""
        if sum(len(trick.cards) for trick in self.tricks) != self.cards_played:
            return  # forced cards are ahead; it is compared when those are played
        told = {
            (Revoked(line["params"]["seat"], line["params"]["colour"], trick), line["params"]["shown"])
            for line in self.match.log()
            if line["id"] == "bon.revoke"
            for trick in line["params"]["tricks"]
        }
        assert told == self.proved, (number, told ^ self.proved)
        for seat, hand in self.hands.items():
            has = self.match._run.table.state.has_monster(seat)
            assert has == any(card.kind == "monster" for card in hand)

    def winner(self, number, cards):
        """Whoever has the biggest card can be entered, and nobody of whom the cards alone say that not."""
        best = biggest(cards)
        match, entered = self.match, self.tricks[number - 1]
        strongest = next(kind for kind in ("bo", "monster", next(iter(cards.values())).kind)
                         if kind in {card.kind for card in cards.values()})  # fmt: skip
        could = {seat for seat, card in cards.items() if card.kind == strongest}
        if entered.winner is None:
            assert match.prompt.id == "bon.winner" and set(match.prompt.options()) == could
            match.answer(best)
        else:
            self.figures["winner forced"] += 1
            assert could == {entered.winner}
        assert entered.winner == best
        return best
