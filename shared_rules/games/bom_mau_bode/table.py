"""What lies on the table: coins, Resource tokens, hats and Character cards.

Owns the state of a match and the few ways it changes. It asks nothing and decides nothing: that is the
phases' business. People and locations are kept apart, for a person may be called "bank".
"""

from collections.abc import Sequence
from typing import Any

from . import characters as c
from .knowledge import Holdings

# What happened, for a recount that does not agree with it. Plain tuples, for one is made at every offer; the
# first word tells which. `lay` is what lay at the locations just before, as `lying` has it.
#   ("placed", round, turn, receiver, owner, other, kind, number, tile, lay)
#        a card and its effect; other: who did not get it
#   ("brought", placed, kind, number)                                   what it brought its owner later
#   ("chosen", question, round, turn, placed, kind, number, tile, lay)  the same, out of what lay there
#   ("split", question, round, turn, owner, kind, sign, shares)         who got or lost how many of a kind
#   ("drew", round, turn, thief, victim, kind or None)                  a token at random
Happened = tuple[Any, ...]


class Tabletop:
    """The table of one match. Coins in the supply go below 0 when substitutes are in use (BOM-31)."""

    # More than thirty attributes: without slots each of them would take longer.
    __slots__ = (
        "acted",
        "active",
        "chef_at",
        "coins_at",
        "coins_left",
        "coins_there",
        "corrected",
        "dealer",
        "declarations",
        "declared",
        "elixirs",
        "face_down",
        "face_up",
        "fooled",
        "goat_is_live",
        "hand",
        "hats",
        "holdings",
        "in_play",
        "last_active",
        "ledger",
        "limit",
        "loot",
        "loot_from",
        "offering",
        "offers",
        "opponents",
        "phase",
        "pile",
        "placed",
        "players",
        "pool",
        "purses",
        "receiver",
        "recounted",
        "refused",
        "round",
        "split",
        "stolen",
        "stopped",
        "supply",
        "tiles",
        "tokens_at",
        "totals",
        "unseen",
    )

    def __init__(self, players: Sequence[str], chef: bool) -> None:
        people = len(players)
        self.players = tuple(players)
        self.opponents = c.opponents(self.players)
        self.tiles = c.TILES[people]
        self.pool = c.draw_pile(people, chef)
        self.face_down = c.face_down(chef)
        self.limit = c.small_hats(people)
        self._set_up(people)
        self.dealer = self.players[0]
        self.round = 0
        self.ledger: list[Happened] = []
        self.declarations: dict[str, list[int]] = {}  # of Dealers: entered, bluffs, bluffs accepted
        self.corrected = False
        self.recounted: dict[str, dict[str, int]] = {}
        self.begin_round()

    def _set_up(self, people: int) -> None:
        """Two coins and a bottle each, and the supply (BOM-65)."""
        self.purses = dict.fromkeys(self.players, c.START_COINS)
        start = c.start_tokens(people)
        self.supply = c.supply(people).copy()
        self.totals = {kind: left + people * start[kind] for kind, left in self.supply.items()}
        self.holdings = Holdings(self.players, start)
        self.tokens_at = dict.fromkeys(self.tiles, 0)
        self.coins_at = dict.fromkeys(self.tiles, 0)
        self.coins_left = c.BOX_COINS - people * c.START_COINS
        self.coins_there = c.BOX_COINS  # a recount may find more or fewer

    def begin_round(self) -> None:
        """Everybody takes back their hats, and all cards make a new draw pile (BOM-60)."""
        self.phase = "upkeep"
        self.hats = dict.fromkeys(self.players, self.limit)
        self.active = len(self.players)
        self.last_active: str | None = None
        self.unseen = dict.fromkeys(self.pool)  # neither set aside face up nor revealed
        self.face_up: str | None = None
        self.goat_is_live = False  # it was seen to go back into the draw pile
        self.pile = len(self.pool) - 1 - self.face_down
        self.hand = 0
        self.offers = 0  # resolved ones
        self.offering = False
        self.receiver: str | None = None
        self.declared: str | None = None
        self.in_play: dict[str, str] = {}  # character -> whose hat lies on it
        self.stopped: dict[str, str] = {}  # killed or stopped: no longer in play, the hat is spent
        self.refused: list[str] = []  # revealed and discarded
        self.placed: dict[str, Happened] = {}  # what happened when a card was placed
        self.acted: list[str] = []  # at the Saloon
        self.chef_at: str | None = None
        self.loot, self.loot_from = 0, c.SALOON  # tokens on the Thief
        self.stolen: Happened | None = None
        self.fooled = 0  # coins on the Charlatan
        self.split: Happened | None = None
        self.elixirs = dict.fromkeys(self.players, 0)

    # -- coins and tokens

    def pay(self, seat: str, coins: int) -> None:
        """Pay out of the supply; never less than is due, whatever lies there (BOM-31)."""
        self.purses[seat] += coins
        self.coins_left -= coins

    def take_tokens(self, seat: str, tile: str) -> int:
        """Move all Resource tokens of a location to a person; return how many."""
        count = self.tokens_at[tile]
        self.tokens_at[tile] = 0
        self.holdings.take(seat, c.RESOURCE_OF[tile], count)
        return count

    def take_coins(self, seat: str, tile: str) -> int:
        """Move all coins of a location to a person; return how many."""
        coins = self.coins_at[tile]
        self.coins_at[tile] = 0
        self.purses[seat] += coins
        return coins

    def lying(self) -> tuple[int, ...]:
        """Return what lies at the locations: all tokens, then all coins, in the order of `tiles`."""
        return (*self.tokens_at.values(), *self.coins_at.values())

    # -- cards and hats

    def deal(self) -> None:
        """The first Dealer of the round takes 4 cards (BOM-12)."""
        self.hand = c.HAND
        self.pile -= c.HAND
        self.phase = "distribution"

    def receivers(self) -> list[str]:
        """Return who may be offered a card: active persons other than the Dealer (BOM-13)."""
        hats = self.hats
        return [seat for seat in self.opponents[self.dealer] if hats[seat]]

    def not_receivers(self) -> dict[str, str]:
        """Return the others, and why not."""
        hats, others = self.hats, self.opponents[self.dealer]
        codes = {seat: "bom.offer.receiver_inactive" for seat in others if not hats[seat]}
        return codes | {self.dealer: "bom.offer.receiver_is_dealer"}

    def reveal(self, card: str) -> None:
        """A card leaves the Dealer's hand and is seen by all."""
        del self.unseen[card]
        self.hand -= 1
        self.offers += 1
        self.offering = False

    def place_hat(self, seat: str, card: str) -> bool:
        """Somebody's small hat goes on a revealed card; say whether they are inactive now."""
        self.in_play[card] = seat
        hats = self.hats[seat] - 1
        self.hats[seat] = hats
        if hats:
            return False
        self.active -= 1
        if self.active == 1:
            self.last_active = next(other for other, left in self.hats.items() if left)
        return True

    def pass_hand(self) -> None:
        """The Dealer passes the remaining cards on; the new one draws up to 4 (BOM-12, BOM-18)."""
        for seat in self.opponents[self.dealer]:
            if self.hats[seat]:
                self.dealer = seat
                break
        self.hand += 1
        self.pile -= 1

    def pass_hand_at_last(self) -> None:
        """The cards go on clockwise past the last active person; inactive ones deal too (BOM-20, BOM-21)."""
        last = self.last_active
        for seat in self.opponents[self.dealer]:
            if seat != last:
                self.dealer = seat
                return

    def take_draw_pile(self) -> None:
        """The first Dealer of the last phase takes all that is left of it (BOM-22)."""
        self.hand += self.pile
        self.pile = 0
        self.phase = "last active person"

    def stop(self, card: str) -> None:
        """A character is killed or stopped: discarded, no longer in play (BOM-41)."""
        self.stopped[card] = self.in_play.pop(card)

    def may_be_revealed(self) -> tuple[str, ...]:
        """Return the characters that the offered card can be, as far as everybody knows (BOM-8, BOM-10)."""
        if self.goat_is_live and self.hand + self.pile == 1 and c.GOAT in self.unseen:
            return (c.GOAT,)
        return tuple(self.unseen)

    def cannot_be_revealed(self) -> dict[str, str]:
        """Return the other characters of this match, and why not."""
        codes = dict.fromkeys((*self.in_play, *self.stopped), "bom.card.in_play")
        codes |= dict.fromkeys(self.refused, "bom.card.discarded")
        if self.face_up:
            codes[self.face_up] = "bom.card.face_up"
        if len(self.may_be_revealed()) < len(self.unseen):
            codes |= {card: "bom.card.goat_is_left" for card in self.unseen if card != c.GOAT}
        return codes

    def may_be_face_down(self) -> list[str]:
        """Return the characters that may have been set aside face down (BOM-10)."""
        return [card for card in self.unseen if not (self.goat_is_live and card == c.GOAT)]
