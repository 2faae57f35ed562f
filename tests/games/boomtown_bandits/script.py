"""Matches of Boomtown Bandits told in a few words: who stands where, who calls what, who plays which card."""

from shared_rules.engine import TABLE, Match
from shared_rules.games.boomtown_bandits import BoomtownBandits, money, town
from tests.games.told import Told

NAMES = ("A", "B", "C", "D", "E")
ROW = ("train", "bank", "saloon", "mine", "brothel", "stagecoach")
BOX = dict.fromkeys(money.BONUS.values(), 3) | dict.fromkeys(money.CARD.values(), 2)


class Game(Told):
    """The first locations of ROW lie in a row, A has the bottle. The invariants check every entry."""

    def __init__(self, people=3, row=None, first="A", box=None, rulebook=None, **options):
        rulebook = rulebook or BoomtownBandits()
        setup = rulebook.set_up(NAMES[:people], options, BOX if box is None else box)
        self.match = Match(rulebook, setup, watched=True)
        row = row or ROW[: people + 1]
        if people < 5:
            self.say("bb.locations", list(row))
        self.say("bb.row", list(row)).say("bb.first_player", first)

    @property
    def also(self):
        """What is open beside the prompt: id -> players."""
        found = {}
        for prompt in self.match.also():
            found.setdefault(prompt.id, []).append(prompt.of)
        return found

    # -- a round

    def close(self, location):
        return self.say("bb.marshal", location)

    def reveal(self, **where):
        """Each player's coward and two shooters lie at these locations: A="train bank bank"."""
        for name in self.asked_in_turn(where):
            self.say("bb.reveal.coward", where[name].split()[0])
        for nth in (1, 2):
            for name in self.asked_in_turn(where):
                if len(where[name].split()) > nth:
                    self.say("bb.reveal.shooter", where[name].split()[nth])
        return self

    def asked_in_turn(self, where):
        return [name for name in town.clockwise(self.s.players, self.s.first) if name in where]

    def round(self, closed, **where):
        """Close a location and reveal all tokens; whoever is alone takes loot at once."""
        return self.close(closed).reveal(**where)

    def stand(self, location):
        """Who stands at a location, with how many tokens."""
        return {seat: len(held) for seat, held in self.s.at[location].items()}

    def first(self, player, bullets=1, runs=()):
        """The referee's verdict: who called first, with all that lies there."""
        return self.verdict({"call": "first", "player": player, "bullets": bullets, "run_away": list(runs)})

    def tie(self, *players, runs=()):
        return self.verdict({"call": "tie", "players": list(players), "run_away": list(runs)})

    def verdict(self, said):
        assert self.match.prompt.kind == "verdict", self.match.prompt
        self.match.answer(said)
        return self

    def aim(self, *targets):
        return self.say("bb.shootout.target", *targets)

    def won(self, location="train"):
        """Who took the loot of a location when it was resolved last, None if nobody did."""
        ends = [each for each in self.match.log() if each["id"] in ("bb.won", "bb.nobody")]
        return [each["params"] for each in ends if each["params"]["location"] == location][-1].get("seat")

    # -- cards

    def give(self, seat, location, count=1):
        """A player has so many cards of a location, gained in a round before."""
        return self.correct(f"loot_{location}:{seat}", count)

    def play(self, seat, card, *answers):
        """Play a card; answer whatever it asks."""
        self.match.act("bb.play", seat, card)
        for answer in answers:
            self.match.answer(answer)
        return self

    def correct(self, field, value):
        self.match.act("correct", TABLE, field)
        self.match.answer(value)
        return self

    # -- the end

    def last_round(self, empty="train"):
        """One card is left in a pile."""
        return self.correct(f"pile:{empty}", 1)

    def skip_recount(self):
        return self.say("bb.recount", None)

    def tally(self, **values):
        """What is on everybody's cards, in the order in which they are asked."""
        left = {seat: list(each) for seat, each in values.items()}
        while self.asked == "bb.tally":
            self.match.answer(left[self.match.prompt.of].pop(0))
        assert not any(left.values())
        return self


def forced(game, prompt_id):
    """How often a prompt was answered without being asked."""
    return sum(note.forced for note in game.match._run.notes if note.id == prompt_id)


def minimal(people, **options):
    """A match in which only the winner of each location is entered."""
    return Game(people, entry="winners", **options)
