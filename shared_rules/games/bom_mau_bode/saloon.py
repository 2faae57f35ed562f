"""Phase 3: Saloon, in ascending order; and the Chef's late effect after it.

Owns the Saloon effects. Who is stopped leaves play, so whoever comes later does not find them there.
"""

from shared_rules.engine import Choose, Split, Table
from shared_rules.engine.prompts import Prompt
from shared_rules.engine.table import Play

from . import characters as c
from .characters import COIN
from .table import Tabletop
from .upkeep import substitutes

OUTLAWS_PAY, SHERIFFS_PAY, FOR_THE_THIEF, FOR_THE_CHARLATAN = 4, 2, 2, 1  # coins


def saloon(t: Table, s: Tabletop) -> Play:
    """The characters in play at the Saloon, in the order of their numbers (BOM-40)."""
    s.phase = "saloon"
    for card, effect in EFFECTS:
        if card in s.in_play:
            s.acted.append(card)
            yield from effect(t, s, s.in_play[card])


def outlaw(t: Table, s: Tabletop, owner: str) -> Play:
    """Kills the Sheriff for 4 coins, be it one's own (BOM-42)."""
    if "sheriff" not in s.in_play:
        t.say("bom.outlaw.nothing", seat=owner)
        return
    s.stop("sheriff")
    s.pay(owner, OUTLAWS_PAY)
    s.ledger.append(("brought", s.placed["outlaw"], COIN, OUTLAWS_PAY))
    t.say("bom.outlaw.killed", seat=owner, sheriff=s.stopped["sheriff"], coins=OUTLAWS_PAY)
    substitutes(t, s)
    return
    yield


def sheriff(t: Table, s: Tabletop, owner: str) -> Play:
    """2 coins, and more for whom he stops, whether they stole anything or not (BOM-43, BOM-44)."""
    paid = SHERIFFS_PAY
    s.pay(owner, SHERIFFS_PAY)
    t.say("bom.sheriff.paid", seat=owner, coins=SHERIFFS_PAY)
    if "thief" in s.in_play:
        stop_thief(t, s, owner)
        paid += FOR_THE_THIEF
    if "charlatan" in s.in_play:
        stop_charlatan(t, s, owner)
        paid += FOR_THE_CHARLATAN
    s.ledger.append(("brought", s.placed["sheriff"], COIN, paid))
    substitutes(t, s)
    return
    yield


def stop_thief(t: Table, s: Tabletop, owner: str) -> None:
    """The stolen tokens go back to where they lay (BOM-34)."""
    s.stop("thief")
    s.pay(owner, FOR_THE_THIEF)
    t.say(
        "bom.sheriff.stopped_thief",
        seat=owner,
        coins=FOR_THE_THIEF,
        thief=s.stopped["thief"],
        location=s.loot_from,
        count=s.loot,
    )
    s.tokens_at[s.loot_from] += s.loot
    s.loot = 0


def stop_charlatan(t: Table, s: Tabletop, owner: str) -> None:
    """The stolen coins go back to those who have Elixir tokens, and these to the supply (BOM-39)."""
    s.stop("charlatan")
    s.pay(owner, FOR_THE_CHARLATAN)
    t.say(
        "bom.sheriff.stopped_charlatan",
        seat=owner,
        coins=FOR_THE_CHARLATAN,
        charlatan=s.stopped["charlatan"],
        given_back=dict(s.elixirs),
    )
    for seat, coins in s.elixirs.items():
        s.purses[seat] += coins
        s.elixirs[seat] = 0
    s.fooled = 0


def thief(t: Table, s: Tabletop, owner: str) -> Play:
    """Not stopped: the loot goes face down to the owner's supply."""
    count, kind = s.loot, c.RESOURCE_OF[s.loot_from]
    s.loot = 0
    s.holdings.take(owner, kind, count)
    if s.stolen:
        s.ledger.append(s.stolen)
    t.say("bom.thief.kept", seat=owner, token=kind, count=count)
    return
    yield


def charlatan(t: Table, s: Tabletop, owner: str) -> Play:
    """Not stopped: the coins are the owner's, and the Elixirs go back to the supply (BOM-39)."""
    coins = s.fooled
    s.purses[owner] += coins
    s.ledger.append(("brought", s.placed["charlatan"], COIN, coins))
    if s.split:
        s.ledger.append(s.split)
    s.fooled = 0
    s.elixirs = dict.fromkeys(s.players, 0)
    t.say("bom.charlatan.kept", seat=owner, coins=coins)
    return
    yield


def waitress(t: Table, s: Tabletop, owner: str) -> Play:
    """All bottles of the Saloon go to opponents; then she does the Gambler's action (BOM-46, BOM-47)."""
    shares = yield from t.ask(lambda: _whose_round(s, owner))
    if shares is None:
        t.say("bom.waitress.nothing", seat=owner)
    else:
        for seat, bottles in shares.items():
            if bottles:
                s.tokens_at[c.SALOON] -= bottles
                s.holdings.take(seat, "bottle", bottles)
        s.ledger.append(("split", "bom.waitress.bottles", s.round, t.turn, owner, "bottle", 1, shares))
        t.say("bom.waitress.gave", seat=owner, bottles=shares)
    if "gambler" in s.in_play:
        yield from draw_token(t, s, owner, "waitress")


def _whose_round(s: Tabletop, owner: str) -> Prompt | None:
    bottles = s.tokens_at[c.SALOON]
    if not bottles:
        return None
    return Split("bom.waitress.bottles", owner, bottles, dict.fromkeys(s.opponents[owner], bottles))


def gambler(t: Table, s: Tabletop, owner: str) -> Play:
    """Nothing if the Waitress is in play: she did it in his place (BOM-48)."""
    if "waitress" in s.in_play:
        t.say("bom.gambler.lost", seat=owner)
    else:
        yield from draw_token(t, s, owner, "gambler")


def draw_token(t: Table, s: Tabletop, thief: str, card: str) -> Play:
    """One Resource token at random out of an opponent's supply, if any opponent has one (BOM-50)."""
    victim = yield from t.ask(lambda: _whom_to_rob(s, thief, card))
    if victim is None:
        t.say("bom.gambler.nothing", seat=thief)
        return
    token = yield from t.ask(lambda: _which_token(t, s, thief, victim, card))
    drawn(t, s, thief, victim, token)


def _whom_to_rob(s: Tabletop, thief: str, card: str) -> Prompt | None:
    counts = s.holdings.counts
    victims = [seat for seat in s.opponents[thief] if counts[seat]]
    if not victims:
        return None
    greyed = {seat: "bom.gambler.no_tokens" for seat in s.opponents[thief] if not counts[seat]}
    return Choose("bom.gambler.victim", thief, victims, greyed, place=card)


def _which_token(t: Table, s: Tabletop, thief: str, victim: str, card: str) -> Prompt | None:
    """Which it was, in private; no question if everybody knows (BOM-51)."""
    kinds = s.holdings.may_draw(victim)
    if len(kinds) < 2:
        return None
    if t.options["open_money"]:
        return Choose("bom.gambler.token", thief, kinds, place=card)
    return Choose("bom.gambler.token", thief, kinds, place=card, optional=True, secret_to=(thief, victim))


def drawn(t: Table, s: Tabletop, thief: str, victim: str, token: object) -> None:
    """The token goes face down to the thief's supply; the two of them know which it was."""
    if not s.holdings.counts[victim]:
        return  # corrected by hand in the meantime
    kinds = s.holdings.may_draw(victim)
    kind = None
    if len(kinds) == 1 or t.options["open_money"]:
        kind = kinds[0] if len(kinds) == 1 else str(token)
        s.holdings.draw_openly(victim, thief, kind)
        t.say("bom.gambler.drew", seat=thief, victim=victim, token=kind)
    else:
        s.holdings.draw(victim, thief, token)
        t.say("bom.gambler.drew", {"token": token}, (thief, victim), seat=thief, victim=victim)
    s.ledger.append(("drew", s.round, t.turn, thief, victim, kind))


EFFECTS = tuple(zip(c.AT_SALOON, (outlaw, sheriff, thief, charlatan, waitress, gambler), strict=True))


def late_effect(t: Table, s: Tabletop) -> Play:
    """The Chef: all tokens or all coins of his location, on what lies there then (BOM-55, BOM-58)."""
    if c.CHEF not in s.in_play:
        return
    s.phase = "late effect"
    owner, tile = s.in_play[c.CHEF], s.chef_at
    assert tile is not None
    take = yield from t.ask(lambda: _tokens_or_coins(s, owner, tile))
    if take is None:
        t.say("bom.chef.nothing", seat=owner, location=tile)
        return
    kind = c.RESOURCE_OF[tile] if take == "tokens" else COIN
    lay = s.lying()
    count = s.take_tokens(owner, tile) if take == "tokens" else s.take_coins(owner, tile)
    placed = s.placed[c.CHEF]
    s.ledger.append(("chosen", "bom.chef.take", s.round, t.turn, placed, kind, count, tile, lay))
    t.say("bom.chef.took", seat=owner, location=tile, thing=kind, count=count)


def _tokens_or_coins(s: Tabletop, owner: str, tile: str) -> Prompt | None:
    """What is not empty, if one is (BOM-56)."""
    there = {"tokens": s.tokens_at[tile], "coins": s.coins_at[tile]}
    full = [take for take, count in there.items() if count]
    greyed = {take: "bom.chef.nothing_there" for take, count in there.items() if not count}
    return Choose("bom.chef.take", owner, full, greyed) if full else None
