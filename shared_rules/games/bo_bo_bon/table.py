"""What lies on the table: tricks and who played what in them, and the chips in front of everybody.

Owns the state of a match and the few ways it changes. It asks nothing and decides nothing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from . import sweets as c

SET_UP, CHIP, CARDS, WINNER = "set_up", "chip", "cards", "winner"  # phases; the three of a trick, and then
RECOUNT, END = "recount", "end"


class Trick:
    """One round: a chip, a card of everybody, a winner. cards: all, or those that were pointed out."""

    __slots__ = ("cards", "chip", "leader", "number", "winner")

    def __init__(self, number: int, leader: str) -> None:
        self.number, self.leader = number, leader
        self.chip: str | None = None
        self.cards: dict[str, str] = {}  # player -> card, in the order they were played
        self.winner: str | None = None

    @property
    def led(self) -> str | None:
        """The first card."""
        return self.cards.get(self.leader)

    @property
    def colour(self) -> str | None:
        """The colour that everybody has to follow; a monster and Bo lead none (B-10, B-12)."""
        return self.led if self.led in c.COLOURS else None


class Revoke(NamedTuple):
    """A player has a colour that they did not follow before.

    tricks: when they did not; shown: in which trick that came out. counted: they have not played it yet, but
    too few others are left for their hand to be without.
    """

    seat: str
    colour: str
    tricks: tuple[int, ...]
    shown: int
    counted: bool

    def told(self) -> dict[str, Any]:
        """Return it as JSON."""
        return self._asdict() | {"tricks": list(self.tricks)}


class Tabletop:
    """The table of one match.

    entered: every card is entered; bo: he plays along; after_bo: after him, too, monsters must be played.
    """

    def __init__(self, players: Sequence[str], entered: bool, bo: bool, after_bo: bool) -> None:
        self.players = tuple(players)
        self.entered, self.bo, self.after_bo = entered, bo, after_bo
        self.colours: tuple[str, ...] = c.COLOURS  # that are played with; all, if nobody was asked
        self.phase = SET_UP
        self.turn: str | None = None  # who plays a card now
        self.tricks: list[Trick] = []
        self.chips: dict[str, list[str]] = {seat: [] for seat in self.players}
        self.mix: Mapping[str, int] | None = None  # the eight chips of this box, if it has told them
        self.unfollowed: dict[str, dict[str, list[int]]] = {seat: {} for seat in self.players}
        self.revokes: list[Revoke] = []
        self.without_monster: set[str] = set()  # theirs is gone, though nobody said in which trick
        self.eaten: dict[str, list[str]] = {}  # which chips the ants took, once that is settled
        self.corrected = False
        self.recounted: dict[str, None] = {}  # who has counted, in their order

    # -- tricks

    @property
    def trick(self) -> Trick:
        """The one that is played now; when none is, the last one."""
        return self.tricks[-1]

    @property
    def playing(self) -> bool:
        """Whether a trick is on."""
        return self.phase in (CHIP, CARDS, WINNER)

    @property
    def done(self) -> int:
        """How many tricks have a winner."""
        return sum(trick.winner is not None for trick in self.tricks)

    @property
    def last(self) -> Trick | None:
        """The last trick that has a winner."""
        return next((trick for trick in reversed(self.tricks) if trick.winner is not None), None)

    def begin_trick(self, leader: str) -> Trick:
        """Nobody has played a card in it."""
        trick = Trick(len(self.tricks) + 1, leader)
        self.tricks.append(trick)
        return trick

    def in_turn(self) -> Iterator[str]:
        """Everybody clockwise, from whoever leads."""
        at = self.players.index(self.trick.leader)
        yield from self.players[at:] + self.players[:at]

    # -- cards, as far as they were shown

    def shown(self, seat: str) -> list[str]:
        """Return the cards that a player has shown, the first one first."""
        return [trick.cards[seat] for trick in self.tricks if seat in trick.cards]

    def left_of(self, colour: str) -> int:
        """Return how many sweets of a colour nobody has shown; with Bo, one of some colour is in the box."""
        gone = sum(list(trick.cards.values()).count(colour) for trick in self.tricks)
        return c.CARDS_OF_A_COLOUR - gone

    def has_monster(self, seat: str) -> bool:
        """Say whether a player's monster is not known to be gone (B-2)."""
        return seat not in self.without_monster and c.MONSTER not in self.shown(seat)

    def surely_has_monster(self, seat: str) -> bool:
        """Say whether it is in the hand: what is not pointed out may have been the monster."""
        before = self.tricks[: self.done]
        return self.has_monster(seat) and all(seat in trick.cards for trick in before)

    def must_have(self, seat: str, colour: str) -> bool:
        """Say whether a hand cannot be without a colour: of all other sweets, and Bo, too few are left."""
        others = sum(self.left_of(each) for each in self.colours if each != colour)
        return others + self.bo_is_out < self.sweets_left(seat)

    @property
    def bo_is_out(self) -> bool:
        """Whether somebody still has Bo, as far as cards were shown (B-14)."""
        return self.bo and self.bo_by is None

    @property
    def bo_by(self) -> str | None:
        """Who has shown Bo."""
        return next((seat for seat in self.players if c.BO in self.shown(seat)), None)

    def sweets_left(self, seat: str) -> int:
        """Return how many cards a player still has that are no monster."""
        return c.SWEETS - sum(card != c.MONSTER for card in self.shown(seat))

    # -- chips

    def seen(self) -> Counter[str]:
        """Return chip -> how many lie face up: in front of players, and in the middle."""
        lie = Counter(chip for chips in self.chips.values() for chip in chips)
        middle = self.trick.chip if self.tricks and self.trick.winner is None else None
        return lie + Counter([middle] if middle else [])

    @property
    def turned(self) -> int:
        """How many chips were turned over."""
        return sum(trick.chip is not None for trick in self.tricks)

    def set_count(self, seat: str, chip: str, count: int) -> None:
        """Have so many chips of a kind lie in front of a player; the newest ones go first."""
        chips = self.chips[seat]
        while chips.count(chip) > count:
            del chips[max(k for k, each in enumerate(chips) if each == chip)]
        chips += [chip] * (count - chips.count(chip))
