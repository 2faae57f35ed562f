"""Tiny games for the engine's tests: declared here, with no rulebook behind them.

`Offers` is the plainest game with the shape of a real one: three questions a turn. `Heist` has one of
everything: a secret draw, chance, several asked at once, a standing rule, a box fact, corrections.
"""

import copy
from collections.abc import Mapping, Sequence

from shared_rules.engine import (
    TABLE,
    BoxFact,
    Choose,
    Dice,
    Field,
    NoWorld,
    Number,
    Option,
    Question,
    Result,
    Rule,
    Rulebook,
    Worlds,
    ranking,
)

CARDS = ("goat", "kid", "miner", "seller")


class Offers(Rulebook):
    """Everybody offers a card in turn: to whom, taken or not, and which it was."""

    id = "offers"
    questions: Mapping[str, Question] = {
        "offers.receiver": Question("choose"),
        "offers.taken": Question("choose"),
        "offers.card": Question("choose", of=TABLE, words="cards"),
    }
    vocabularies: Mapping[str, Sequence[str]] = {"cards": CARDS}
    rounds = 30

    def play(self, t):
        t.state = state = dict.fromkeys(t.players, 0)
        players = t.players
        for t.round in range(1, self.rounds + 1):
            for t.turn, dealer in enumerate(players):
                yield from self.offer(t, state, dealer)
        return Result(ranking(state), dict(state), {})

    def offer(self, t, state, dealer):
        receiver = yield from t.ask(
            lambda: Choose("offers.receiver", dealer, lambda: [seat for seat in t.players if seat != dealer])
        )
        taken = yield from t.ask(lambda: Choose("offers.taken", receiver, ("no", "yes")))
        card = yield from t.ask(lambda: Choose("offers.card", TABLE, CARDS))
        owner = receiver if taken == "yes" else dealer
        state[owner] += CARDS.index(card)
        t.say("offers.shown", owner=owner, card=card)

    def ended_early(self, t):
        return Result(ranking(t.state), dict(t.state), {})
        yield

    def view(self, t):
        return {"points": dict(t.state)}


KINDS = ("bottle", "gold")
VALUES = {"bottle": 2, "gold": 5}


class Shout(Rule):
    """Whoever shouts first in a round gets a point, and says how loud it was."""

    id = "heist.shout"
    section = "Shouting"
    asks = ("heist.loud",)

    def refusal(self, t, seat):
        return "heist.shout.hoarse" if t.state.hoarse else None

    def run(self, t, seat, answer):
        t.state.hoarse = True
        loud = yield from t.ask(lambda: Number("heist.loud", seat, 1, 3))
        t.state.points[seat] += loud
        t.say("heist.shouted", seat=seat, loud=loud)


class State:
    """What lies on the table."""

    def __init__(self, t, bonus):
        self.points = dict.fromkeys(t.players, 0)
        self.tiles = dict.fromkeys(KINDS, 0)
        self.public = Worlds(t.players, KINDS)  # never told a secret: questions depend on it
        self.worlds = Worlds(t.players, KINDS)
        self.counts = dict.fromkeys(t.players, 0)
        self.bonus = bonus
        self.hoarse = False
        self.luck = 0
        self.laid = 0


class Heist(Rulebook):
    """Take what lies there or draw blindly from somebody; the round ends with hidden bids, shown together."""

    id = "heist"
    version = 3
    seats = (2, 4)
    sections = ("Taking", "Bids")
    questions: Mapping[str, Question] = {
        "heist.luck": Question("dice", "Taking", TABLE),
        "heist.do": Question("choose", "Taking"),
        "heist.victim": Question("choose", "Taking"),
        "heist.drawn": Question("choose", "Taking", optional=True, secret=True, words="kinds"),
        "heist.bid": Question("number", "Bids", secret=True),
        "heist.loud": Question("number", "Bids"),
    }
    rules = (Shout,)
    vocabularies: Mapping[str, Sequence[str]] = {"kinds": KINDS}
    options = (
        Option("rounds", (1, 2, 3), 2),
        Option("open_money", ruling="BOM-29", section="Taking"),
    )
    box = (BoxFact("bonus", 0, 5, "Bids"),)
    fields: Mapping[str, str] = {"points": "player", "memo": ""}
    refusals = ("heist.empty", "heist.nothing_to_draw", "heist.shout.hoarse", "heist.dull")

    def refuse_setup(self, setup):
        return "heist.dull" if setup.options["rounds"] == 1 and len(setup.players) == 4 else None

    def play(self, t):
        t.state = state = State(t, bonus=None)
        players, rounds = t.players, t.options["rounds"]
        for t.round in range(1, rounds + 1):
            state.hoarse = False
            with t.anytime(Shout):
                yield from self.upkeep(t)
                for t.turn, seat in enumerate(players):
                    yield from self.take(t, seat)
                t.turn = None
                yield from self.bids(t)
        return self.settled(t)

    def upkeep(self, t):
        state = t.state
        (state.luck,) = yield from t.ask(lambda: Dice("heist.luck", TABLE, 1, 6, chance=True))
        for kind in KINDS:
            state.tiles[kind] += 1
        state.laid += len(KINDS)

    def take(self, t, seat):
        state = t.state

        def legal():
            kinds = [kind for kind in KINDS if state.tiles[kind]]
            return kinds + (["draw"] if self.victims(t, seat) else [])

        def greyed():
            codes = {kind: "heist.empty" for kind in KINDS if not state.tiles[kind]}
            return codes | ({} if self.victims(t, seat) else {"draw": "heist.nothing_to_draw"})

        if not legal():
            return
        done = yield from t.ask(lambda: Choose("heist.do", seat, legal, greyed))
        if done == "draw":
            yield from self.draw(t, seat)
            return
        count = state.tiles[done]
        state.tiles[done] = 0
        for worlds in (state.public, state.worlds):
            worlds.add(seat, done, count)
        state.counts[seat] += count
        t.say("heist.took", seat=seat, kind=done, count=count)

    def victims(self, t, seat):
        return [other for other in t.players if other != seat and t.state.counts[other]]

    def draw(self, t, seat):
        state = t.state
        victim = yield from t.ask(lambda: Choose("heist.victim", seat, lambda: self.victims(t, seat)))
        kind = yield from t.ask(lambda: self.drawn(t, seat, victim))
        self.learn(t, victim, seat, kind)
        state.counts[victim] -= 1
        state.counts[seat] += 1
        t.say("heist.drew", {"kind": kind}, (seat, victim), seat=seat, victim=victim)

    def drawn(self, t, seat, victim):
        """Which it was; no question if everybody knows."""
        may_be = [kind for kind, count in t.state.public.counts(victim).items() if count.most]
        if len(may_be) == 1:
            return None
        return Choose("heist.drawn", seat, may_be, optional=True, secret_to=(seat, victim))

    def learn(self, t, victim, seat, kind):
        t.state.public.draw(victim, seat)
        try:
            t.state.worlds.draw(victim, seat, kind)
        except NoWorld:  # a mis-tap, this one or one before: nothing that was told is believed any more
            t.state.worlds = copy.deepcopy(t.state.public)

    def bids(self, t):
        state = t.state
        bids = yield from t.ask_each(
            t.players, lambda seat: Number("heist.bid", seat, 0, 2, secret_to=(seat,))
        )
        bids = yield from t.reveal(bids)
        for seat, bid in bids.items():
            state.points[seat] += bid
        if max(bids.values()) == 2:
            bonus = yield from t.fact("bonus")
            state.points[t.players[0]] += bonus
        t.say("heist.bids", bids=bids)

    def settled(self, t):
        state = t.state
        worth = {seat: state.worlds.bounds(VALUES, seat) for seat in t.players}
        scores = {seat: worth[seat] + state.points[seat] for seat in t.players}
        keys = {seat: (scores[seat].least, scores[seat].most) for seat in t.players}
        return Result(ranking(keys), scores, {seat: {"tokens": worth[seat]} for seat in t.players})

    def ended_early(self, t):
        return self.settled(t)
        yield

    def view(self, t):
        state = t.state
        shown = {
            "points": dict(state.points),
            "tiles": dict(state.tiles),
            "counts": dict(state.counts),
            "luck": state.luck,
        }
        for seat in t.players:
            if t.sees(seat):
                shown[f"tokens of {seat}"] = state.worlds.counts(seat)
        return shown

    def standing(self, t):
        return {seat: t.state.worlds.bounds(VALUES, seat) + t.state.points[seat] for seat in t.players}

    def broken(self, t):
        state = t.state
        held = sum(state.counts.values()) + sum(state.tiles.values())
        if held != state.laid:
            return "tokens"
        if any(state.worlds.total(seat) != state.counts[seat] for seat in t.players):
            return "worlds"
        return None

    def corrections(self, t, seat):
        if seat == TABLE:
            return [Field("points", player, -9, 9) for player in t.players]
        return [Field("memo", "", 0, 9, (seat,))]

    def correct(self, t, seat, field, value):
        if seat == TABLE:
            t.state.points[field.whose] = value
