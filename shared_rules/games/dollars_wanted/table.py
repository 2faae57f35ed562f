"""What lies on the table: rows and their buildings, decks by count, hands by count, what everybody has won.

Owns the state of a match and the few ways it changes. It asks nothing and decides nothing: that is the
phases' business.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from . import cards as c
from .tally import Tally

# What happened, for a recount that does not agree with it:
#   ("won", round, row, seat, dollars, entered now)   ("penalty", round, row, seat, None, True)
Happened = tuple[str, int, str, str, int | None, bool]


Looks = tuple[str, tuple[int, ...]]  # what a building is recognised by: its kind, how many of each icon


class Building(NamedTuple):
    """What is printed on the side that everybody sees. slot: its place in the box, None if none is left."""

    kind: str
    counts: tuple[int, ...]  # of each icon, in the order of `cards.ICONS`
    slot: str | None

    @property
    def looks(self) -> Looks:
        """What it is recognised by."""
        return self.kind, self.counts

    @property
    def need(self) -> dict[str, int]:
        """Icon -> how many it takes to rob it."""
        return c.icons_of(self.counts)


class Won(NamedTuple):
    """A building in front of a player. None: it came by a correction, and nobody said which."""

    building: Building | None
    dollars: int


class Card(NamedTuple):
    """A card in a row. by: who laid it, None if nobody knows; who may see that is the view's business."""

    face: str
    by: str | None


class Row:
    """A pile of buildings and the cards to its right: first those that lie face up, then the others (DW-14).

    down: who laid each face-down card. judged: face-up cards are there that nobody has entered, so that the
    table says how the next robbery ends.
    """

    __slots__ = ("building", "down", "id", "judged", "pile", "up")

    def __init__(self, row_id: str) -> None:
        self.id = row_id
        self.pile = c.PILE
        self.building: Building | None = None
        self.up: list[Card] = []
        self.down: list[str | None] = []
        self.judged = False

    @property
    def robbable(self) -> bool:
        """Whether a robbery could reveal anything (DW-12, DW-43)."""
        return self.building is not None and bool(self.down)

    @property
    def due(self) -> bool:
        """Whether it is robbed after this turn in any case (DW-35, DW-43)."""
        return self.building is not None and len(self.down) >= c.SEVEN

    def tally(self) -> Tally:
        """Return what its face-up cards show, counted anew."""
        return Tally.of(card.face for card in self.up)

    @property
    def coyote_waits(self) -> bool:
        """Whether its last card is a coyote that takes the next one (DW-24)."""
        return bool(self.up) and self.up[-1].face == c.COYOTE

    @property
    def enough(self) -> bool:
        """Whether what lies face up is enough for its building."""
        return self.building is not None and self.tally().enough(self.building.need)

    def fits(self, face: str) -> bool:
        """Say whether a card may lie there: a bandit needs his icon (DW-6), a special card nothing (DW-8)."""
        if face == c.WRONG or self.building is None:
            return False
        return face not in c.BANDITS or c.BANDITS[face][0] in self.building.need


class Deck:
    """A draw pile and its discard pile, by count. out: what corrections took out of the game.

    known: how many of each special card surely lie in the discard pile.
    """

    __slots__ = ("discard", "draw", "known", "out")

    def __init__(self, cards: int) -> None:
        self.draw, self.discard, self.out = cards, 0, 0
        self.known: Counter[str] = Counter()

    def shuffle(self) -> int:
        """Make the discard pile the draw pile, of which none is left; return of how many cards."""
        count = self.discard
        self.draw, self.discard = count, 0
        self.known.clear()
        return count

    def throw(self, face: str = c.UNKNOWN, count: int = 1) -> None:
        """Put cards on the discard pile."""
        self.discard += count
        if face in c.SPECIALS:
            self.known[face] += count


class Robbery:
    """A robbery that is on. card: the number of the card that comes next, as the row lay when it began."""

    __slots__ = ("card", "ended", "row", "seat", "seven")

    def __init__(self, row: Row, seat: str, seven: bool) -> None:
        self.row, self.seat, self.seven = row, seat, seven
        self.card = len(row.up) + 1
        self.ended: str | None = None  # how the table says it ended


class Tabletop:
    """The table of one match."""

    def __init__(self, players: Sequence[str], colours: bool) -> None:
        self.players = tuple(players)
        self.rows = {row: Row(row) for row in c.ROWS}
        if colours:
            self.decks = {seat: Deck(c.CARDS_OF_A_COLOUR) for seat in self.players}
        else:
            self.decks = {"": Deck(c.CARDS)}
        self.hands = dict.fromkeys(self.players, 0)
        self.colours: dict[str, str] = {}
        self.won: dict[str, list[Won]] = {seat: [] for seat in self.players}
        self.fined = dict.fromkeys(self.players, 0)  # penalties that cost something
        self.buildings_out = 0  # by corrections
        self.met: dict[str, Looks] = {}  # how the buildings look that the box knows
        self.used: dict[str, None] = {}  # those of them that were turned up in this match
        self.phase = "set_up"
        self.laying: str | None = None  # who has to lay a card now
        self.laid = 0  # how many they have laid in this turn
        self.unfinished: str | None = None  # whose turn still has to end: who may rob, and then draws
        self.round = 0  # of that turn; the next player may be asked for a card in another one already
        self.robbery: Robbery | None = None
        self.over = False
        self.ledger: list[Happened] = []
        self.corrected = False
        self.recounted: dict[str, None] = {}
        self.told_of_box = False

    # -- decks and hands

    @property
    def has_colours(self) -> bool:
        """Whether everybody has a deck of their own."""
        return "" not in self.decks

    def deck(self, of: str | None) -> Deck:
        """Return the deck that a player's cards come from and go to (DW-46)."""
        return self.decks[of or ""] if self.has_colours else self.decks[""]

    def throw(self, cards: Iterable[Card]) -> None:
        """Put each card on its owner's discard pile."""
        for card in cards:
            self.deck(card.by).throw(card.face)

    def surely(self, special: str) -> int:
        """Return how many of a special card lie face up in rows and discard piles, as far as it is known."""
        in_rows = sum(card.face == special for row in self.rows.values() for card in row.up)
        return in_rows + sum(deck.known[special] for deck in self.decks.values())

    def counts(self, seat: str) -> dict[str, int | None]:
        """Return how many cards are in a player's hand, and in their own piles, if they have any."""
        deck = self.decks[seat] if self.has_colours else None
        return {
            "hand": self.hands[seat],
            "draw_pile": deck.draw if deck else None,
            "discard_pile": deck.discard if deck else None,
        }

    @property
    def nothing_left(self) -> bool:
        """Whether nobody can lay, rob or draw anything any more."""
        cards = any(self.hands.values()) or any(deck.draw or deck.discard for deck in self.decks.values())
        return not cards and not any(row.robbable for row in self.rows.values())

    # -- rows

    def lay(self, seat: str, row: Row) -> None:
        """A hand card goes face down to the far right (DW-5); one that a coyote waits for is gone with it."""
        self.hands[seat] -= 1
        if row.coyote_waits:
            self.throw((row.up.pop(), Card(c.UNKNOWN, seat)))
        else:
            row.down.append(seat)

    def clear(self, row: Row) -> None:
        """All cards of a row go to the discard, those too that were not revealed (DW-33)."""
        self.throw(row.up)
        self.throw(Card(c.UNKNOWN, by) for by in row.down)
        row.up.clear()
        row.down.clear()
        row.judged = False

    def due(self) -> list[Row]:
        """Return the rows that are robbed after this turn."""
        return [row for row in self.rows.values() if row.due]

    def score(self, seat: str) -> int:
        """Return a player's dollars, less penalties; it may be below zero (DW-48)."""
        return self.dollars(seat) - c.PENALTY * self.fined[seat]

    def dollars(self, seat: str) -> int:
        """Return what is printed on a player's buildings."""
        return sum(won.dollars for won in self.won[seat])

    @property
    def penalty_cards(self) -> int:
        """How many penalty cards nobody has."""
        return max(0, c.PENALTY_CARDS - sum(self.fined.values()))

    def owners_below(self, row: Row, first: int | None = None) -> Mapping[str, int]:
        """Return player -> how many of the (first) face-down cards of a row are theirs."""
        count = Counter(row.down[:first])
        return {seat: count[seat] for seat in self.players if count[seat]}

    # -- by hand

    def set_dollars(self, seat: str, dollars: int) -> None:
        """Have a player's buildings show so many dollars: what differs is of no building in particular.

        The last one first; none shows less than nothing.
        """
        won = self.won[seat]
        differs = dollars - self.dollars(seat)
        for k, each in reversed(list(enumerate(won))):
            change = max(differs, -each.dollars)
            won[k] = each._replace(dollars=each.dollars + change)
            differs -= change

    def set_buildings(self, seat: str, count: int) -> None:
        """Have a player own so many buildings, for as many dollars as before unless none is left."""
        won, dollars = self.won[seat], self.dollars(seat)
        self.buildings_out -= count - len(won)
        del won[count:]
        won += [Won(None, 0)] * (count - len(won))
        self.set_dollars(seat, dollars)

    def set_face_down(self, row: Row, count: int, of: str | None) -> None:
        """Have so many cards lie face down in a row, or so many of one player's; the newest go first."""
        there = len(row.down) if of is None else row.down.count(of)
        self.deck(of).out -= count - there
        for _ in range(there - count):
            at = max(k for k, by in enumerate(row.down) if of in (None, by))
            del row.down[at]
        if count > there and row.coyote_waits:  # it has had its card
            self.throw((row.up.pop(),))
        row.down += [of] * (count - there)
