"""Phase 1: Upkeep."""

from shared_rules.engine import TABLE, Choose, Table
from shared_rules.engine.table import Play

from . import characters as c
from . import words
from .table import Tabletop


def upkeep(t: Table, s: Tabletop) -> Play:
    """Tokens and coins come to the locations, and cards are set aside."""
    yield from place_tokens_and_coins(t, s)
    yield from set_aside(t, s)


def place_tokens_and_coins(t: Table, s: Tabletop) -> Play:
    """A token of its resource to the left of each location, and as many coins as its tile has (BOM-5, BOM-6).

    What was not collected in the previous round stays (BOM-7).
    """
    placed = 0
    for tile in s.tiles:
        fact = words.COINS_ON[tile]
        coins = t.box[fact] if fact in t.box else (yield from t.fact(fact))
        s.supply[c.RESOURCE_OF[tile]] -= 1
        s.tokens_at[tile] += 1
        s.coins_left -= coins
        s.coins_at[tile] += coins
        placed += coins
    t.say("bom.upkeep", round=s.round)
    if placed:
        substitutes(t, s)


def set_aside(t: Table, s: Tabletop) -> Play:
    """One card face up, the others face down; a Goat that is face up goes back (BOM-8, BOM-9, BOM-11)."""
    card = yield from t.ask(lambda: Choose("bom.face_up", TABLE, s.pool))
    if card == c.GOAT:
        s.goat_is_live = True
        t.say("bom.face_up.goat_goes_back")
        card = yield from t.ask(lambda: Choose("bom.face_up.instead", TABLE, _not_the_goat(s), _GOAT))
    s.face_up = card
    del s.unseen[card]
    t.say("bom.face_up", card=card)


_GOAT = {c.GOAT: "bom.face_up.goat_goes_back"}


def _not_the_goat(s: Tabletop) -> list[str]:
    return [card for card in s.pool if card != c.GOAT]


def substitutes(t: Table, s: Tabletop) -> None:
    """Warn the table when the coins do not reach: something else has to stand for money (BOM-31)."""
    if s.coins_left < 0:
        t.say("bom.supply.substitutes", missing=-s.coins_left)
