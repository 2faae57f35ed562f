"""What lies on the table: the bank, the Line, the pile, and everybody's gold, hand and ranch.

Owns the state of a match and the few ways it changes: gold and cards only ever go from one place to another.
It asks nothing and decides nothing: that is the steps' business.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from shared_rules.engine import TABLE

from . import printed as p
from .ranch import Card, Ranch

# The five steps are "à respecter dans l'ordre" (S-4).
SET_UP, GUARD, SELL, MINE, ACT, REFILL, END = "set_up", "guard", "sell", "mine", "act", "refill", "end"
BANK, PILE = "bank", "pile"  # what runs out (S-41)

# What happened, for a recount that does not agree with it: (what, round, turn, seat, ..). Payments are among
# it: (.., gold, from, to), "table" being the bank.
Happened = tuple[Any, ...]
Face = tuple[int, int]  # value or bonus, and cost: what is printed on a card


class Tabletop:
    """The table of one match."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self.first = self.active = self.players[0]
        self.step = SET_UP
        self.round = self.turn = 0
        self.gold = dict.fromkeys(self.players, 0)  # S-2
        self.bank = self.gold_in_all = 0
        self.deck = self.pile = self.discards = 0
        self.out = 0  # cards of which the app was told otherwise by hand
        self.hands = dict.fromkeys(self.players, 0)
        self.known: dict[str, list[str]] = {seat: [] for seat in self.players}  # kinds, bought from the Line
        self.line: list[str | None] = [None] * p.PLACES  # a kind, "" if it was not entered, None: open
        self.ranches = {seat: Ranch() for seat in self.players}
        self.made: Counter[str] = Counter()  # ids given so far, by kind
        self.faces: dict[str, list[Face]] = {kind: [] for kind in p.KINDS}  # seen in this match
        self.busy = False  # a card is being played, and is resolved first
        self.in_play = 0  # cards that have left a hand and lie nowhere yet
        self.ending: dict[str, None] = {}  # what ran out: this turn is the last
        self.ledger: list[Happened] = []
        self.corrected = False
        self.recounted: dict[str, dict[str, int]] = {}
        self.begin_turn(self.first)

    def begin_turn(self, seat: str) -> None:
        """It is somebody's turn; nothing of it has happened."""
        self.active = seat
        self.points = 0  # left to act with
        self.guarded: dict[str, Any] | None = None  # the guard roll
        self.sold: list[dict[str, Any]] = []
        self.mined: list[dict[str, Any]] = []

    def grow_older(self) -> None:
        """The herds of whoever's turn it is have been there for one turn more (S-13)."""
        for herd in self.ranches[self.active].of(p.HERD):
            herd.age += 1

    def left_of(self, seat: str) -> str:
        """Return the neighbour to the left."""
        return p.clockwise(self.players, seat)[1]

    def happened(self, what: str, seat: str, *about: Any) -> None:
        """Note it for the recount."""
        self.ledger.append((what, self.round, self.turn, seat, *about))

    # -- gold

    @property
    def most_gold(self) -> int:
        """No more is asked for of anybody."""
        return max(p.MOST_GOLD, self.gold_in_all)

    def held(self, who: str) -> int:
        """Return a player's gold; "table" is the bank."""
        return self.bank if who == TABLE else self.gold[who]

    def pay(self, what: str, seat: str, gold: int, giver: str, taker: str) -> int:
        """Pay, as far as there is gold (S-17, S-33); return how much. what, seat: for the ledger."""
        paid = min(gold, self.held(giver))
        for who, by in ((giver, -paid), (taker, paid)):
            if who == TABLE:
                self.bank += by
            else:
                self.gold[who] += by
        self.happened(what, seat, paid, giver, taker)
        return paid

    # -- cards

    @property
    def places(self) -> dict[str, str]:
        """The places of the Line that have a card: place -> kind, "" if it was not entered."""
        return {place: kind for place, kind in zip(p.LINE, self.line, strict=True) if kind is not None}

    def has_card(self, place: str) -> bool:
        """Say whether a card lies at a place of the Line."""
        return self.line[p.LINE.index(place)] is not None

    def take_from_line(self, place: str) -> str:
        """Take a card from the Line; its place stays open until the refill (S-29). Return its kind."""
        at = p.LINE.index(place)
        kind = self.line[at]
        assert kind is not None
        self.line[at] = None
        return kind

    def slide(self) -> None:
        """Cards slide towards the first place, in their order (S-39)."""
        there = [kind for kind in self.line if kind is not None]
        self.line = [*there, *[None] * (p.PLACES - len(there))]

    def put_on_line(self, kind: str) -> None:
        """The first card of the pile comes to the first open place of the Line."""
        at = p.first_free(self.line)
        assert at is not None
        self.line[at] = kind
        self.pile -= 1

    def take_in_hand(self, seat: str, kind: str = "") -> None:
        """A card comes to a hand; its kind is kept if everybody saw it."""
        self.hands[seat] += 1
        if kind:
            self.known[seat].append(kind)

    def leave_hand(self, seat: str, kind: str) -> None:
        """A card of a kind leaves a hand face up."""
        self.hands[seat] -= 1
        known = self.known[seat]
        if kind in known:
            known.remove(kind)
        del known[self.hands[seat] :]

    def lose_cards(self, seat: str, count: int) -> None:
        """Cards leave a hand, and nobody says which: what is still there is not known any more."""
        self.hands[seat] -= count
        self.known[seat].clear()

    def lay(self, seat: str, kind: str, number: int, on: str | None) -> Card:
        """A card lies in a ranch now; return it."""
        self.made[kind] += 1
        card = Card(f"{kind}{self.made[kind]}", kind, number, on)
        self.ranches[seat].cards[card.id] = card
        return card

    def was_made(self, kind: str, card_id: str) -> bool:
        """Say whether a card of a kind ever lay in a ranch by that id, which somebody may have made up."""
        return any(card_id == f"{kind}{number}" for number in range(1, self.made[kind] + 1))

    def discard(self, seat: str, ids: Iterable[str]) -> None:
        """Cards leave a ranch."""
        for each in tuple(ids):
            del self.ranches[seat].cards[each]
            self.discards += 1

    def cards(self) -> int:
        """Return how many cards there are, wherever they are."""
        laid = sum(len(ranch.cards) for ranch in self.ranches.values())
        return (
            self.pile
            + len(self.places)
            + sum(self.hands.values())
            + laid
            + self.discards
            + self.in_play
            + self.out
        )

    # -- the standing

    def counts(self, seat: str) -> dict[str, int]:
        """Return category -> how many: as they were recounted, or else as they lie there (S-42)."""
        if seat in self.recounted:
            return self.recounted[seat]
        ranch = self.ranches[seat]
        return {what: ranch.count(kind) for what, kind in p.KIND_OF.items()} | {p.GOLD: self.gold[seat]}
