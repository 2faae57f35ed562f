"""What must hold after every entry (BOM-64), whatever was answered.

Owns these checks. Each is worked out another way than the game gets there, so that it can fail.
"""

from shared_rules.engine import Worlds

from . import characters as c
from .table import Tabletop

CODE_BITS = 6  # room for one kind's count: 63 tokens


def broken(s: Tabletop) -> str | None:
    """Return the name of the first that does not hold, or None."""
    checks = (coins, tokens, elixirs, cards, hats, offers, draw_pile, dealer, saloon_order)
    return next((name for check in checks if (name := check(s))), None)


def coins(s: Tabletop) -> str | None:
    """Persons, locations, the Charlatan and the supply hold 40 together; nobody owes any."""
    total = sum(s.purses.values()) + sum(s.coins_at.values()) + s.fooled + s.coins_left
    if total != s.coins_there:
        return "coins"
    if min(s.purses.values()) < 0 or min(s.coins_at.values()) < 0:
        return "coins below zero"
    return None


def tokens(s: Tabletop) -> str | None:
    """Of each type there are as many as after Setup, in every possible world."""
    held, worlds = s.holdings, possible(s)
    if any(each.total(seat) != held.counts[seat] for each in worlds for seat in s.players):
        return "token counts"
    if any(sum(kinds.values()) != held.counts[seat] for seat, kinds in held.plain.items()):
        return "plain token counts"
    if any(each.chance(seat, **kinds) != 1 for each in worlds for seat, kinds in held.plain.items()):
        return "what everybody knows"
    if min(held.counts.values()) < 0 or min(s.tokens_at.values()) < 0:
        return "tokens below zero"
    if not s.corrected and min(s.supply.values()) < 0:
        return "supply of tokens"
    return token_types(s)


def possible(s: Tabletop) -> list[Worlds]:
    """Return what is possible for all that everybody knows, and for what was told in private."""
    return [picture.worlds for picture in (s.holdings.public, s.holdings.known) if picture]


def token_types(s: Tabletop) -> str | None:
    """All persons together have what is neither in the supply, nor at a location, nor on the Thief.

    Not after a recount that found something else.
    """
    if s.holdings.adrift:
        return None
    lies = {kind: s.totals[kind] - s.supply[kind] for kind in s.supply}
    for tile, count in s.tokens_at.items():
        lies[c.RESOURCE_OF[tile]] -= count
    lies[c.RESOURCE_OF[s.loot_from]] -= s.loot
    if not s.holdings.public:
        held = s.holdings.plain.values()
        return None if lies == {kind: sum(kinds[kind] for kinds in held) for kind in lies} else "tokens"
    digit = {kind: 1 << CODE_BITS * k for k, kind in enumerate(s.supply)}
    should_be = sum(digit[kind] * count for kind, count in lies.items())
    if any(list(each.worth(digit, *s.players)) != [should_be] for each in possible(s)):
        return "tokens"
    return None


def elixirs(s: Tabletop) -> str | None:
    """One for each coin on the Charlatan, and no more than the box has."""
    return None if sum(s.elixirs.values()) == s.fooled <= c.BOX_ELIXIRS else "elixirs"


def cards(s: Tabletop) -> str | None:
    """Every character is exactly once face up aside, in play, discarded or unseen."""
    seen = [*s.in_play, *s.stopped, *s.refused, *s.unseen, *([s.face_up] if s.face_up else [])]
    if sorted(seen) != sorted(s.pool):
        return "characters"
    aside = s.face_down + (s.face_up is None)
    if len(s.unseen) != s.pile + s.hand + aside:
        return "unseen cards"
    if s.goat_is_live and s.face_up == c.GOAT:
        return "the Goat went back"
    return None


def hats(s: Tabletop) -> str | None:
    """A hat lies on every placed card, and on nothing else; who has none is inactive."""
    owners = [*s.in_play.values(), *s.stopped.values()]
    for seat in s.players:
        if s.hats[seat] + owners.count(seat) != s.limit or s.hats[seat] < 0:
            return "hats"
    if s.active != sum(left > 0 for left in s.hats.values()):
        return "active persons"
    return None


def offers(s: Tabletop) -> str | None:
    """Every resolved offer put a hat on a card or, refused by the last active person, discarded it."""
    if s.offers != len(s.in_play) + len(s.stopped) + len(s.refused):
        return "offers"
    if s.refused and s.last_active is None:
        return "refused before the last phase"
    return None if len(s.refused) <= c.HAND - 1 else "too many refusals"


def draw_pile(s: Tabletop) -> str | None:
    """BOM-3: D = H + 3 always, and what is left when one active person is left is as many as their hats."""
    hats_in_play = s.limit * len(s.players)
    dealt = len(s.pool) - 1 - s.face_down
    if dealt != hats_in_play + c.HAND - 1:
        return "D = H + 3"
    if s.phase == "upkeep":
        return None if (s.hand, s.pile) == (0, dealt) else "draw pile in Upkeep"
    if s.hand + s.pile + s.offers != dealt:
        return "draw pile"
    if s.phase != "distribution":
        return None if s.pile == 0 else "draw pile taken"
    drawn = s.offers if s.offering or s.offers == 0 else s.offers - 1
    if s.pile != dealt - c.HAND - drawn or s.pile < 1:
        return "draw pile in Distribution"
    return None


def dealer(s: Tabletop) -> str | None:
    """An active person deals to another one; at last, anybody else to the last active person."""
    if s.phase == "last active person" and s.offering:
        last = s.last_active
        assert last is not None
        if s.dealer == last or s.receiver != last:
            return "dealer of the last phase"
        # BOM-24: refusals left + hats left = cards in hand, whatever happened between.
        if s.hand - s.hats[last] != c.HAND - 1 - len(s.refused):
            return "hand of the last phase"
    elif s.phase == "distribution" and s.offering:
        if s.hand != c.HAND or not s.hats[s.dealer] or s.active < 2:
            return "dealer"
        if s.receiver is not None and (s.receiver == s.dealer or not s.hats[s.receiver]):
            return "receiver"
    return None


def saloon_order(s: Tabletop) -> str | None:
    """Ascending order, each once, and nobody who was stopped before."""
    order = [c.AT_SALOON.index(card) for card in s.acted]
    if order != sorted(set(order)):
        return "order at the Saloon"
    if "outlaw" in s.acted and "sheriff" in s.acted:
        return "a killed Sheriff acted"
    if "sheriff" in s.acted and {"thief", "charlatan"} & set(s.acted):
        return "who was stopped acted"
    return None
