"""The recount at the end, which nobody has to make: what lies on the real table is right.

Owns the comparison of what was counted with what the entries say, and whether it adds up. Which entry may be
wrong is `mistakes.py`'s business.
"""

from collections.abc import Mapping
from functools import partial

from shared_rules.engine import TABLE, Choose, Number, Table
from shared_rules.engine.mistakes import Differences
from shared_rules.engine.prompts import Prompt
from shared_rules.engine.table import Play

from . import characters as c
from .characters import COIN
from .mistakes import suspect
from .table import Tabletop

MOST_COINS = 99  # substitutes among them


def recount(t: Table, s: Tabletop) -> Play:
    """One after the other counts their coins and Resource tokens by type, as many as want to.

    "table" counts what lies at the locations and in the supply.
    """
    found: Differences = {}
    while True:
        who = yield from t.ask(lambda: _who_counts(s))
        if who is None:
            break
        yield from count(t, s, who, found)
    if s.recounted and not t.mute:  # in a replay nobody reads it
        if s.holdings.told_wrong:
            t.say("bom.recount.told_wrong", seat=s.holdings.told_wrong)
        conserved(t, s)
        suspect(t, s, found)


def _who_counts(s: Tabletop) -> Prompt:
    return Choose(
        "bom.recount",
        TABLE,
        lambda: [who for who in (*s.players, TABLE) if who not in s.recounted],
        lambda: dict.fromkeys(s.recounted, "bom.recount.counted"),
        optional=True,
    )


def count(t: Table, s: Tabletop, who: str, found: Differences) -> Play:
    """Does it agree with what is shown? If not, or if nobody can know: how many are there?"""
    agrees = yield from t.ask(lambda: _does_it_agree(s, who))
    if agrees == "yes":
        s.recounted[who] = expected(s, who)
        return
    counts: dict[str, int] = {}
    for thing in (COIN, *s.supply):
        counts[thing] = yield from t.ask(partial(_how_many, who, thing))
    compare(t, s, who, counts, found)
    if who != TABLE:
        believe(s, who, counts)


def compare(t: Table, s: Tabletop, who: str, counts: dict[str, int], found: Differences) -> None:
    """Note what was counted, and where it is not what the entries say."""
    s.recounted[who] = counts
    differs = {
        thing: {"expected": number, "counted": counts[thing]}
        for thing, number in expected(s, who).items()
        if number != counts[thing]
    }
    if differs:
        t.say("bom.recount.differs", who=who, things=differs)
        for thing, each in differs.items():
            found[who, thing] = each["counted"] - each["expected"]


def _does_it_agree(s: Tabletop, who: str) -> Prompt | None:
    if who != TABLE and len(s.holdings.sure(who)) < len(s.supply):
        return None
    return Choose("bom.recount.agrees", TABLE if who == TABLE else who, ("yes", "no"), place=who)


def _how_many(who: str, thing: str) -> Prompt:
    prompt = Number("bom.recount.count", who, 0, MOST_COINS if thing == COIN else c.BOX_TOKENS[thing])
    prompt.place = thing
    return prompt


def expected(s: Tabletop, who: str) -> dict[str, int]:
    """Return thing -> how many there have to be, without what not everybody can know."""
    if who == TABLE:
        lies = {c.RESOURCE_OF[tile]: tokens for tile, tokens in s.tokens_at.items()}
        coins = {COIN: max(0, s.coins_left) + sum(s.coins_at.values())}  # BOM-31: no fewer than none
        return coins | {kind: lies[kind] + left for kind, left in s.supply.items()}
    return {COIN: s.purses[who], **s.holdings.sure(who)}


def believe(s: Tabletop, seat: str, counts: Mapping[str, int]) -> None:
    """Set the app to what lies there."""
    s.coins_there += counts[COIN] - s.purses[seat]
    s.purses[seat] = counts[COIN]
    s.holdings.counted(seat, {kind: counts[kind] for kind in s.supply})


def conserved(t: Table, s: Tabletop) -> None:
    """Nothing comes or goes: of each thing there are as many as there were after Setup."""
    off = False
    counts = [s.recounted.get(who) or expected(s, who) for who in (*s.players, TABLE)]
    for thing, (least, most) in _there_can_be(s).items():
        if any(thing not in counted for counted in counts):
            continue  # nobody can know yet
        total = sum(counted[thing] for counted in counts)
        should_be = min(max(total, least), most)
        if total != should_be:
            off = True
            t.say("bom.recount.total", thing=thing, counted=total, should_be=should_be, by=total - should_be)
    if not off:
        t.say("bom.recount.adds_up")


def _there_can_be(s: Tabletop) -> dict[str, tuple[int, int]]:
    """Return thing -> the fewest and the most; substitutes are on top of the coins in the box (BOM-31)."""
    substitutes = max(0, -s.coins_left)
    tokens = {kind: (count, count) for kind, count in s.totals.items()}
    return {COIN: (c.BOX_COINS, c.BOX_COINS + substitutes), **tokens}
