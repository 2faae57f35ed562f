"""Matches of Dollars Wanted told in a few words, rows as the rulings write them.

`d2` is Joe with two sticks of dynamite; p pickaxe, c colt, w crowbar; J joker, E elixir, K coyote, V vulture,
X a wrong card; `|` parts face-up cards (left) from face-down ones. `Game` answers by the prompts' names.
"""

import re

from shared_rules.engine import TABLE, Match
from shared_rules.games.dollars_wanted import DollarsWanted
from shared_rules.games.dollars_wanted import cards as c
from shared_rules.games.dollars_wanted.table import Card
from tests.games.told import Told

NAMES = ("A", "B", "C", "D", "E")
LETTERS = {"d": c.DYNAMITE, "p": c.PICKAXE, "c": c.COLT, "w": c.CROWBAR}
SPECIALS = {"J": c.JOKER, "E": c.ELIXIR, "K": c.COYOTE, "V": c.VULTURE, "X": c.WRONG, "?": c.UNKNOWN}
PLAIN = ("2c 2p", "2d 2w", "1c 1d 1w 1p")  # what the three buildings need if nothing else is said


def face(text):
    """d2 -> dynamite_2, J -> joker"""
    return SPECIALS[text] if text in SPECIALS else f"{LETTERS[text[0]]}_{text[1]}"


def faces(text):
    return [face(each) for each in text.split()]


def short(a_face):
    """The way back."""
    named = {name: letter for letter, name in (*SPECIALS.items(), *LETTERS.items())}
    icon, _, count = a_face.partition("_")
    return named[icon] + count


def icons(text):
    """1p 2c -> how many of each of the four"""
    counts = dict.fromkeys(c.ICONS, 0)
    for number, letter in re.findall(r"(\d)(\w)", text):
        counts[LETTERS[letter]] += int(number)
    return list(counts.values())


class Game(Told):
    """Three buildings that need what `needs` says, A begins. The invariants check every entry."""

    def __init__(self, people=3, needs=(), first="A", box=None, rulebook=None, **options):
        rulebook = rulebook or DollarsWanted()
        setup = rulebook.set_up(NAMES[:people], options, box or {})
        self.match = Match(rulebook, setup, watched=True)
        for need in (*needs, *PLAIN[len(needs) :]):
            self.building(need)
        if options.get("colours"):
            for colour in c.COLOURS[: min(people, 4)]:
                self.say("dw.colour", colour)
        self.say("dw.first_player", first)

    @property
    def view(self):
        """Of the true table, for `put` laid there what no twin knows; nothing of this game is a secret."""
        return self.match.rulebook.view(self.match._run.table)

    def lines(self, line_id):
        """The parameters of all lines of that id, with what is hidden."""
        log = (line.as_json(None) for line in self.match._run.table.log)
        return [line["params"] for line in log if line["id"] == line_id]

    def open_to(self, act_id):
        """Who may do that now."""
        return [prompt.of for prompt in self.match.also() if prompt.id == act_id]

    def correct(self, field, value):
        self.match.act("correct", TABLE, field)
        self.match.answer(value)
        return self

    # -- the table

    def building(self, need, kind="shop"):
        return self.say("dw.building", kind).say("dw.building.icon", *icons(need))

    def put(self, row, cards, by=None):
        """Cards lie in a row, out of the draw pile: face-up ones, then ? for the others; by: who laid it."""
        up, _, down = cards.partition("|")
        up, down = faces(up), down.split()
        owners = list(by) if by else [self.s.players[0]] * (len(up) + len(down))
        lying = self.s.rows[row]
        for each, owner in zip([*up, *down], owners, strict=True):
            deck = self.s.deck(owner)
            deck.draw -= 1
            assert deck.draw >= 0
            if len(lying.up) < len(up):
                lying.up.append(Card(each, owner))
            else:
                lying.down.append(owner)
        return self

    def row(self, row):
        """How a row lies: `d2 p1 V | 3`, face-down cards as a number."""
        lying = self.s.rows[row]
        return " ".join([*(short(card.face) for card in lying.up), "|", str(len(lying.down))])

    # -- turns

    def lay(self, *rows):
        return self.say("dw.lay", *rows)

    def turn(self, rows="row_3 row_3"):
        """Whoever is asked lays two cards."""
        return self.lay(*rows.split())

    def call(self, row, seat=None):
        """Dollars wanted!"""
        self.match.act("dw.rob", seat or self.s.unfinished, row)
        return self

    def reveal(self, cards):
        """What a row's face-down cards are, as far as they are asked; those a coyote takes are not."""
        left = faces(cards)
        while self.asked == "dw.reveal" and left:
            shown = left.pop(0)
            self.match.answer(shown)
            if shown == c.COYOTE and left:
                left.pop(0)
        return self

    def win(self, dollars=500, then="1c 1p"):
        """It was enough: what the building is worth, and which comes next."""
        self.say("dw.dollars", dollars)
        if self.asked == "dw.building":
            self.building(then, "bank")
        return self


class Attempt:
    """A robs row_1, which needs that, after laying two cards in row_3."""

    def __init__(self, need, cards, by=None, people=3, **options):
        game = self.game = Game(people, (need,), **options)
        up, _, down = cards.partition("|")
        game.put("row_1", f"{up}| {' '.join('?' for _ in down.split())}", by)
        game.turn("row_3 row_3")
        self.discard = self.discards()
        game.call("row_1").reveal(down)
        self.success = game.asked == "dw.dollars"
        self.row = game.row("row_1")
        if self.success:
            game.win()
        assert game.s.robbery is None and game.asked == "dw.lay"
        self.discarded = {seat: count - self.discard[seat] for seat, count in self.discards().items()}

    def discards(self):
        return {seat: deck.discard for seat, deck in self.game.s.decks.items()}

    @property
    def revealed(self):
        """How many cards were entered."""
        return sum(entry.id == "dw.reveal" for entry in self.game.match.entries)


def forced(game, prompt_id):
    """How often a prompt was answered without being asked."""
    return sum(note.forced for note in game.match._run.notes if note.id == prompt_id)
