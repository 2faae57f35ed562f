"""What happens when a Character card is placed: instant effects (BOM-17).

Owns the eight who take from their location, the Thief's and the Charlatan's first half, and where the Chef
goes.
"""

from shared_rules.engine import Choose, Split, Table
from shared_rules.engine.prompts import Prompt
from shared_rules.engine.table import Play

from . import characters as c
from .table import Tabletop

MOST_FOOLED = 3  # coins
NOTHING = ("coin", 0, None)


def instant_effect(t: Table, s: Tabletop, card: str, owner: str) -> tuple[str, int, str | None]:
    """Resolve what needs no decision, before the Dealer passes the hand; return what came, and from where."""
    if card in c.TAKES_TOKENS:
        tile = c.TAKES_TOKENS[card]
        return c.RESOURCE_OF[tile], take_tokens(t, s, tile, owner), tile
    if card in c.TAKES_COINS:
        tile = c.TAKES_COINS[card]
        return "coin", take_coins(t, s, tile, owner), tile
    if card == c.GOAT:
        t.say("bom.goat", seat=owner)
    return NOTHING


def take_tokens(t: Table, s: Tabletop, tile: str, owner: str) -> int:
    """Seller, Banker, Farmer, Miner: all Resource tokens of the location; if there are none, tough luck."""
    count = s.take_tokens(owner, tile)
    if count:
        t.say("bom.took.tokens", seat=owner, location=tile, token=c.RESOURCE_OF[tile], count=count)
    else:
        t.say("bom.took.nothing", seat=owner, location=tile)
    return count


def take_coins(t: Table, s: Tabletop, tile: str, owner: str) -> int:
    """Kid, Widow, Cowboy, Prospector: all coins of the location; if there are none, too bad (BOM-28)."""
    coins = s.take_coins(owner, tile)
    if coins:
        t.say("bom.took.coins", seat=owner, location=tile, count=coins)
    else:
        t.say("bom.took.nothing", seat=owner, location=tile)
    return coins


def thief(t: Table, s: Tabletop, owner: str) -> Play:
    """All Resource tokens of one location go on the Thief, face up and nobody's yet (BOM-32, BOM-33)."""
    tile = yield from t.ask(lambda: _where_to_steal(s, owner))
    if tile is None:
        t.say("bom.thief.nothing", seat=owner)
        return
    lay, kind = s.lying(), c.RESOURCE_OF[tile]
    s.loot, s.loot_from = s.tokens_at[tile], tile
    s.tokens_at[tile] = 0
    s.stolen = ("chosen", "bom.thief.location", s.round, t.turn, s.placed["thief"], kind, s.loot, tile, lay)
    t.say("bom.thief.stole", seat=owner, location=tile, token=kind, count=s.loot)


def _where_to_steal(s: Tabletop, owner: str) -> Prompt | None:
    outside = s.tiles[1:]
    full = [tile for tile in outside if s.tokens_at[tile]]
    if not full:
        return None
    greyed = {tile: "bom.thief.no_tokens" for tile in outside if tile not in full}
    return Choose("bom.thief.location", owner, full, greyed | {c.SALOON: "bom.thief.saloon"})


def charlatan(t: Table, s: Tabletop, owner: str) -> Play:
    """Three coins of opponents, or as many as there are, for an Elixir each (BOM-35, BOM-36, BOM-37)."""
    shares = yield from t.ask(lambda: _whom_to_fool(s, owner))
    if shares is None:
        t.say("bom.charlatan.nothing", seat=owner)
        return
    for seat, coins in shares.items():
        s.purses[seat] -= coins
        s.elixirs[seat] += coins
        s.fooled += coins
    s.split = ("split", "bom.charlatan.coins", s.round, t.turn, owner, "coin", -1, shares)
    t.say("bom.charlatan.fooled", seat=owner, coins=shares)


def _whom_to_fool(s: Tabletop, owner: str) -> Prompt | None:
    limits = {seat: min(s.purses[seat], MOST_FOOLED) for seat in s.opponents[owner]}
    total = min(sum(limits.values()), MOST_FOOLED)
    return Split("bom.charlatan.coins", owner, total, limits) if total else None


def chef(t: Table, s: Tabletop, owner: str) -> Play:
    """The Chef goes to the right of a location of the owner's choice, except the Saloon (BOM-54)."""
    s.chef_at = yield from t.ask(lambda: Choose("bom.chef.location", owner, s.tiles[1:], _NOT_THERE))
    t.say("bom.chef.placed", seat=owner, location=s.chef_at)


_NOT_THERE = {c.SALOON: "bom.chef.saloon"}

ASK = {"thief": thief, "charlatan": charlatan, c.CHEF: chef}  # whose owner has to decide something at once
