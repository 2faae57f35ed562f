"""Matches of o BOM, o MAU e o BODE told in a few words: who gets which card, what is chosen."""

from shared_rules.engine import TABLE, Match
from shared_rules.games.bom_mau_bode import BomMauBode
from shared_rules.games.bom_mau_bode import characters as c
from tests.games.told import Told

NAMES = ("A", "B", "C", "D", "E")
# With no coins on the tiles; the last four with no tokens there, which `fill` sees to.
INERT = ("goat", "widow", "kid", "cowboy", "prospector", "seller", "banker", "farmer", "miner")


class Game(Told):
    """coins: tile -> coins printed on it, none if it is left out. The invariants check every entry."""

    def __init__(self, people, dealer="A", chef=False, coins=None, rulebook=None, **options):
        rulebook = rulebook or BomMauBode()
        box = {f"coins_{tile}": (coins or {}).get(tile, 0) for tile in c.LOCATIONS}
        setup = rulebook.set_up(NAMES[:people], {"chef": chef, **options}, box)
        self.match = Match(rulebook, setup, watched=True)
        self.say("bom.first_dealer", dealer)

    # -- a round

    def face_up(self, card, instead=None):
        self.say("bom.face_up", card)
        if instead:
            self.say("bom.face_up.instead", instead)
        return self

    def offer(self, receiver, answer, card, *chosen):
        """One offer; `chosen`: what the card's owner decides at once. What is forced need not be asked."""
        revealed = self.revealed
        if self.asked == "bom.offer.receiver":
            self.match.answer(receiver)
        assert self.s.receiver == receiver
        if self.asked == "bom.offer.answer":
            self.match.answer(answer)
        if self.revealed == revealed:
            self.say("bom.offer.card", card)
        assert self.revealed > revealed
        for choice in chosen:
            assert self.asked in ("bom.thief.location", "bom.charlatan.coins", "bom.chef.location")
            self.match.answer(choice)
        return self

    @property
    def revealed(self):
        """How many offers were resolved in the whole match."""
        told = ("bom.offer.accepted", "bom.offer.refused", "bom.offer.discarded")
        return sum(line.id in told for line in self.match._run.table.log)

    def give(self, card, owner, *chosen):
        """Have it offered so that it becomes that person's."""
        dealer = self.s.dealer
        if owner == dealer:
            receiver = self.s.receivers()[0]
            return self.offer(receiver, "refuse", card, *chosen)
        return self.offer(owner, "accept", card, *chosen)

    def refuse(self, *cards):
        """The last active person refuses these."""
        for card in cards:
            self.offer(self.s.last_active, "refuse", card)
        return self

    @property
    def distributing(self):
        return self.asked is not None and self.asked.startswith("bom.offer")

    def fill(self, *cards):
        """Place these, then harmless cards, until all hats are placed; the richest in hats takes the next."""
        while self.distributing:
            s = self.s
            spare = [card for card in (*cards, *INERT) if card in s.may_be_revealed()]
            if spare[0] in c.TAKES_TOKENS and spare[0] not in cards:
                self.correct(f"tokens_at:{c.TAKES_TOKENS[spare[0]]}", 0)
            owner = s.last_active or max(s.players, key=lambda seat: (s.hats[seat], seat != s.dealer))
            self.give(spare[0], owner)
        return self

    def round(self, given, face_up, fill=(), chosen=None):
        """A whole Distribution: given is card -> owner, chosen is card -> what its owner decides at once."""
        self.face_up(face_up)
        for card, owner in given.items():
            self.give(card, owner, *([chosen[card]] if chosen and card in chosen else []))
        return self.fill(*fill)

    def anyhow(self):
        """Answer what the Saloon asks with the first that is legal."""
        while self.asked in ("bom.gambler.victim", "bom.gambler.token", "bom.waitress.bottles"):
            self.match.answer(self.match.prompt.pick(lambda n: 0))
        return self

    # -- the end

    def coins(self):
        return dict(self.s.purses)

    def kinds(self, seat):
        return {kind: count for kind, count in self.s.holdings.kinds_of(seat).items() if count}

    def gains(self, before):
        """What everybody's coins changed by since `before`."""
        return {seat: now - before[seat] for seat, now in self.s.purses.items() if now != before[seat]}

    def over(self):
        """Skip the recount."""
        self.say("bom.recount", None)
        return self.match.result

    def correct(self, field, value):
        self.match.act("correct", TABLE, field)
        self.match.answer(value)
        return self


def forced(game, prompt_id):
    """How often a prompt was answered without being asked."""
    return sum(note.forced for note in game.match._run.notes if note.id == prompt_id)
