"""What lies on the table: piles, everybody's loot, tokens at the locations, and the duel that is on.

Owns the state of a match and the few ways it changes. It asks nothing and decides nothing: that is the
phases' business. Players and locations are kept apart, for a player may be called "bank".
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shared_rules.referee import tokens
from shared_rules.referee.events import COWARD, SHOOTER_1, SHOOTER_2

from . import town

Dice = dict[str, tuple[str, ...]]  # player -> a die of the referee's for each token there (BB-10)
# What happened to loot, for a recount that does not agree with it:
#   ("won", round, location, seat)   ("moved", round, location, seat, taker)   ("pile", round, location, by)
Happened = tuple[Any, ...]
SHOWDOWN = "showdown"  # where the tokens of sudden death and final shootout stand: at no location


def dice_of(shooters: int, cowards: int) -> tuple[str, ...]:
    """Return the referee's dice for so many tokens of a player at one location."""
    return (SHOOTER_1, SHOOTER_2)[:shooters] + (COWARD,) * cowards


def kind_of(die: str) -> str:
    """Return the kind of token that a die stands for."""
    return town.COWARD if die == COWARD else town.SHOOTER


class Hand:
    """One player's loot, by location.

    secret: the rounds in which cards were gained that nobody else has seen, the oldest first. open: what is
    printed on each that lies in front of the player, played or shown. notes: what the player told in private,
    which may be HIDDEN, and how many cards lay open then.
    """

    __slots__ = ("notes", "open", "secret")

    def __init__(self, row: Iterable[str]) -> None:
        self.secret: dict[str, list[int]] = {}
        self.open: dict[str, list[int]] = {}
        self.notes: dict[str, list[tuple[Any, int]]] = {}
        for location in row:
            self.secret[location], self.open[location], self.notes[location] = [], [], []

    def count(self, location: str) -> int:
        """Return how many cards of a location, which everybody may know."""
        return len(self.secret[location]) + len(self.open[location])

    def note(self, location: str, value: Any) -> None:
        """Keep what the player says is printed on a card; no more notes than cards, the newest stay."""
        notes = self.notes[location]
        notes.append((value, len(self.open[location])))
        del notes[: max(0, len(notes) - len(self.secret[location]))]


class Played:
    """A loot card that was played, and what it changed, so that another card may cancel it.

    round: when that was. effects: what puts each change right again, and with what.
    """

    __slots__ = ("cancelled", "card", "effects", "round", "seat")

    def __init__(self, seat: str, card: str, round_: int) -> None:
        self.seat, self.card, self.round = seat, card, round_
        self.effects: list[tuple[Any, ...]] = []
        self.cancelled = False


class Shot:
    """The caller's bullets that still look for their targets (BB-12), and the cards played on them.

    aimed: the tokens targeted so far; once something changes, they are chosen again (BB-30). changes: how
    often that was so.
    """

    __slots__ = ("aimed", "bullets", "caller", "changes", "queue")

    def __init__(self, caller: str, bullets: int) -> None:
        self.caller, self.bullets = caller, bullets
        self.queue: list[tuple[Played, str]] = []
        self.aimed: list[tokens.Token] = []
        self.changes = 0

    @property
    def hits(self) -> int:
        """How many hits count, after the cards in the order they were played (BB-30)."""
        hits = self.bullets
        for played, what in self.queue:
            if played.cancelled:
                continue
            if what == town.BODY_DOUBLE:
                hits = min(hits, 1)
            elif what == "cancel_hits":
                hits = 0
            else:  # Double Barrel: one hit counts as two; or a card that adds one
                hits += 1
        return hits

    def again(self) -> None:
        """Have the targets chosen again."""
        self.aimed.clear()
        self.changes += 1


class Duel:
    """A shootout, at a location or for a tie. at: its place in `Tabletop.at`; about: the location, if any."""

    __slots__ = (
        *("about", "at", "cards", "countdown", "first_hit", "kind"),
        *("over", "ruling", "shot", "start", "winner"),
    )

    def __init__(self, kind: str, at: str, about: str | None, start: Dice, cards: bool) -> None:
        self.kind, self.at, self.about, self.start = kind, at, about, start
        self.cards = cards  # loot cards may be played
        self.first_hit = False  # whoever hits first wins all
        self.countdown = 0
        self.ruling = False  # a verdict is being carried out
        self.shot: Shot | None = None
        self.over = False
        self.winner: str | None = None


class Tabletop:
    """The table of one match."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self.row: tuple[str, ...] = ()  # the locations, from left to right
        self.first = self.players[0]  # who has the whiskey bottle
        self.round = 0
        self.phase = "set_up"
        self.last: int | None = None  # the last round, once a pile is empty
        self.town: str | None = None  # who owns this town
        self.bonuses: dict[str, str | None] = {}  # location -> who claimed its bonus; None: nobody
        self.champion: str | None = None  # who won the final shootout
        self.window: tuple[str, ...] = ()  # the timings at which cards may be played now
        self.playing = False  # a card is being played, and is resolved first
        self.duel: Duel | None = None
        self.fresh: dict[str, dict[str, int]] = {}  # seat -> location -> loot gained since the last answer
        self.ledger: list[Happened] = []
        self.corrected = False
        self.recounted: dict[str, dict[str, int]] = {}
        self.told_of_box: dict[str, None] = {}  # locations of which the box and the match disagree
        self.settle(())

    @property
    def last_round(self) -> bool:
        """Whether no round comes after this one."""
        return self.last is not None

    @property
    def over(self) -> bool:
        """Whether the last round is over: a red card of its last location may have made it that."""
        return self.last is not None and self.last < self.round

    def settle(self, row: Sequence[str]) -> None:
        """Make a boomtown of these locations, each with its pile (BB-1)."""
        self.row = tuple(row)
        self.piles = dict.fromkeys(self.row, town.LOOT)
        self.out = dict.fromkeys(self.row, 0)  # loot that is out of the game
        self.hands = {seat: Hand(self.row) for seat in self.players}
        self.robbed: dict[str, dict[str, None]] = {seat: {} for seat in self.players}
        self.begin_round()

    def begin_round(self) -> None:
        """Everybody has all of their tokens (BB-26)."""
        self.closed: str | None = None
        self.camp = {seat: dict(town.CAMP) for seat in self.players}
        self.spots: tuple[str, ...] = ()  # where tokens are placed this round
        self.placed: dict[str, dict[str, int]] | None = None  # location -> seat -> tokens lying face down
        self.counted: dict[str, int] | None = None  # location -> tokens lying face down
        self.at: dict[str, Dice] = {location: {} for location in self.row}
        self.revealed = False
        self.resolved: dict[str, str | None] = {}  # location -> who won there
        self.here: str | None = None  # the location that is being resolved
        self.inspector: str | None = None  # who plays the Brothel Inspector there
        self.brave: dict[str, None] = {}  # whose coward acts like a shooter (BB-34)
        self.played: list[Played] = []  # in this window

    def take_back_round(self) -> None:
        """A card of the round before has ended the game: what was moved since was moved in that round."""
        self.round -= 1
        for hand in self.hands.values():
            for location, gained in hand.secret.items():
                hand.secret[location] = [min(round_, self.round) for round_ in gained]

    def open_window(self, *timings: str) -> None:
        """Let cards with these timings be played; what was played in the window before stays as it is."""
        self.window = timings
        self.played.clear()

    # -- locations

    def available(self) -> list[str]:
        """Return where tokens may be placed: not where the marshal is, not where no loot is left (BB-38)."""
        return [location for location in self.row if location != self.closed and self.piles[location]]

    def unavailable(self, spots: Sequence[str]) -> dict[str, str]:
        """Return the locations other than these, and why not."""
        codes = {location: "bb.place.empty" for location in self.row if location not in spots}
        return codes | ({self.closed: "bb.place.closed"} if self.closed else {})

    def respot(self, before: Sequence[str]) -> None:
        """Let a card played before the placement, but entered later, say where tokens lie (BB-38).

        before: what was available when it was played.
        """
        now = self.available()
        kept = [location for location in self.spots if location not in before or location in now]
        self.spots = tuple(each for each in self.row if each in kept or (each in now and each not in before))

    def lying(self, location: str, seat: str) -> int:
        """Return how many tokens lie face down there: the player's, or everybody's if they were counted."""
        if self.counted is not None:
            return self.counted.get(location, 0)
        return (self.placed or {}).get(location, {}).get(seat, 0)

    def lay_down(self, location: str, seat: str, by: int) -> None:
        """Have so many more of a player's tokens lie there face down."""
        if self.counted is not None:
            self.counted[location] = self.counted.get(location, 0) + by
        elif self.placed is not None:
            seats = self.placed.setdefault(location, {})
            seats[seat] = seats.get(seat, 0) + by

    def tokens_at(self, location: str, seat: str) -> dict[str, int]:
        """Return how many tokens of each kind a player has there, face up."""
        held = self.at[location].get(seat, ())
        cowards = int(COWARD in held)
        return {town.SHOOTER: len(held) - cowards, town.COWARD: cowards}

    def lay(self, location: str, seat: str, shooters: int, cowards: int) -> None:
        """Have just so many of a player's tokens there."""
        dice = dict(self.at[location])  # what a duel began with stays as it was
        dice.pop(seat, None)
        if shooters or cowards:
            dice[seat] = dice_of(shooters, cowards)
        self.at[location] = {seat: dice[seat] for seat in self.players if seat in dice}

    def thrown(self, dice: Mapping[str, tuple[str, ...]]) -> Dice:
        """Return the dice that are thrown for these tokens: a brave coward's is a free shooter (BB-34)."""
        found = dict(dice)
        for seat in self.brave:
            held = found.get(seat, ())
            if COWARD in held and SHOOTER_2 not in held:
                found[seat] = dice_of(len(held), 0)
        return found

    # -- loot

    def owned(self, location: str) -> int:
        """Return how many cards of a location the players have."""
        return sum(hand.count(location) for hand in self.hands.values())

    def gain(self, seat: str, location: str) -> None:
        """A player wins the top card of a pile, which robs that location (BB-27, BB-42)."""
        self.set_pile(location, self.piles[location] - 1, self.round)
        self.hands[seat].secret[location].append(self.round)
        self.robbed[seat][location] = None
        fresh = self.fresh.setdefault(seat, {})
        fresh[location] = fresh.get(location, 0) + 1
        self.ledger.append(("won", self.round, location, seat))

    def set_pile(self, location: str, count: int, round_: int) -> None:
        """Leave so many cards in a pile; the first that is empty makes that round the last (BB-36)."""
        self.piles[location] = count
        if count == 0 and self.last is None:
            self.last = round_

    def usable(self, seat: str) -> list[str]:
        """Return the locations of which a player has a card to play, as far as everybody knows (BB-28)."""
        secret = self.hands[seat].secret
        return [location for location in self.row if secret[location] and secret[location][0] < self.round]

    def lay_open(self, seat: str, location: str, value: int, newest: bool = False) -> None:
        """A card that nobody had seen now lies in front of its player (BB-32)."""
        hand = self.hands[seat]
        hand.secret[location].pop(-1 if newest else 0)
        hand.open[location].append(value)

    def set_count(self, seat: str, location: str, count: int) -> None:
        """Have a player own so many cards of a location: what is more or less comes from nowhere."""
        hand = self.hands[seat]
        secret, opened = hand.secret[location], hand.open[location]
        more = count - hand.count(location)
        if not more:
            return
        hand.notes[location].clear()
        secret += [self.round - 1] * more  # of some round before
        secret.sort()
        less = max(0, -more)
        hidden = min(less, len(secret))
        del secret[len(secret) - hidden :]
        del opened[len(opened) - (less - hidden) :]
        self.out[location] -= more
