"""Matches of Sans Foi Ni Loi told in a few words: what lies where, who throws what, who buys what."""

from shared_rules.engine import TABLE, Match
from shared_rules.games.sans_foi_ni_loi import SansFoiNiLoi
from shared_rules.games.sans_foi_ni_loi import printed as p
from tests.games.told import Told

NAMES = ("A", "B", "C", "D", "E", "F")
NUMBERED = (p.HERD, p.COWBOY, p.FENCE)


class Game(Told):
    """A begins, the bank has 60 gold, the deck 117 cards. The invariants check every entry."""

    def __init__(self, people=2, first="A", gold=60, deck=117, box=None, rulebook=None, **options):
        rulebook = rulebook or SansFoiNiLoi()
        known = {f"gold_{people // 2 if options.get('two_ranches') else people}": gold, "deck": deck}
        setup = rulebook.set_up(NAMES[:people], options, known | (box or {}))
        self.match = Match(rulebook, setup, watched=True)
        if options.get("line") != "cards":
            self.say("sf.first_player", first)

    def count(self, kind, seat="A"):
        return self.s.ranches[seat].count(kind)

    def state(self, viewer="public"):
        return self.match.view(viewer)["state"]

    # -- what lies there before anything is played

    def lie(self, kind, number=0, on=None, age=0, seat="A"):
        """A card lies in a ranch: a land's quality, a herd's value or a guard's bonus; return its id."""
        self.tidy(seat).say("sf.effect", "add").say("sf.effect.kind", kind)
        self.say("sf.effect.from", "nowhere")
        if kind == p.LAND:
            self.say("sf.card.quality", number)
        elif kind in NUMBERED:
            self.say("sf.card.number", number)
        if self.asked == "sf.card.where":
            self.say("sf.card.where", on or "ranch")
        card = [*self.s.ranches[seat].cards][-1]
        if age:
            self.say("sf.effect", "age")
            if self.asked == "sf.effect.card":
                self.say("sf.effect.card", card)
            self.say("sf.effect.age", age)
        self.say("sf.effect", None)
        return card

    def tidy(self, seat="A"):
        self.match.act("sf.tidy", TABLE, seat)
        return self

    def correct(self, field, value):
        self.match.act("correct", TABLE, field)
        self.match.answer(value)
        return self

    # -- a turn

    def guard(self, neighbour, own):
        """The neighbour's die, then the owner's."""
        return self.say("sf.guard", [neighbour], [own])

    def sell(self, *herds):
        return self.say("sf.sell", list(herds))

    def act(self, *actions):
        return self.say("sf.action", *actions)

    def done(self):
        return self.act("done")

    def land(self, quality):
        return self.act("land").say("sf.card.quality", quality)

    def cowboy(self, bonus, on="ranch"):
        self.act("cowboy").say("sf.card.number", bonus)
        return self.say("sf.card.where", on) if self.asked == "sf.card.where" else self

    def card(self, kind, number, cost, on=None):
        """A herd, a fence or a mine that was not seen before."""
        self.act(kind)
        if self.asked == "sf.card":
            self.say("sf.card", "another")
        if kind != p.MINE:
            self.say("sf.card.number", number)
        if self.asked == "sf.card.cost":
            self.say("sf.card.cost", cost)
        return self.say("sf.card.where", on) if on else self

    def trick(self, cost, on, counter=None):
        """Another card, at its cost; "nobody": it could be countered and is not."""
        self.act("other").say("sf.card.cost", cost).say("sf.card.on", on)
        return self.say("sf.counter", None if counter == "nobody" else counter) if counter else self

    def idle(self, turns=1):
        """Turns in which nothing is done: herds are well guarded, nothing is sold, mines pay 2."""
        for _ in range(turns):
            turn = self.s.turn
            while self.match.prompt is not None and self.s.turn == turn:
                self.match.answer(self._idle_answer())
        return self

    def _idle_answer(self):
        if self.asked == "sf.guard":
            return [1 if self.match.prompt.of != self.s.active else 6]
        return {"sf.sell": [], "sf.mine": [1, 1], "sf.action": "done"}[self.asked]


def at_act(people=2, **more):
    """A match in which A has no herds and no mines, so that step 4 comes first."""
    game = Game(people, **more)
    assert game.asked == "sf.action"
    return game
