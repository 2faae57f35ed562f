"""What lies on the table of o BOM, o MAU e o BODE, and what it is called: characters, tokens, coins, places.

Owns these names and how many of a thing are told. What is asked and what happened is told beside.
"""

from collections.abc import Callable, Mapping

from companion.i18n import N_, _, ngettext
from companion.telling.engine import Word

CHARACTERS = {
    "seller": Word(N_("Seller"), icon="storefront"),
    "kid": Word(N_("Kid"), icon="storefront"),
    "banker": Word(N_("Banker"), icon="bank"),
    "widow": Word(N_("Widow"), icon="bank"),
    "farmer": Word(N_("Farmer"), icon="barn"),
    "cowboy": Word(N_("Cowboy"), icon="barn"),
    "miner": Word(N_("Miner"), icon="tunnel"),
    "prospector": Word(N_("Prospector"), icon="tunnel"),
    "outlaw": Word(N_("Outlaw"), icon="glass_mug_variant"),
    "sheriff": Word(N_("Sheriff"), icon="glass_mug_variant"),
    "thief": Word(N_("Thief"), icon="glass_mug_variant"),
    "charlatan": Word(N_("Charlatan"), icon="glass_mug_variant"),
    "waitress": Word(N_("Waitress"), icon="glass_mug_variant"),
    "gambler": Word(N_("Gambler"), icon="glass_mug_variant"),
    "goat": Word(N_("Goat"), icon="own:goat"),
    "chef": Word(N_("Chef"), icon="chef_hat"),
}
SPOKEN = {  # as the Dealer says it
    "seller": N_("the Seller"),
    "kid": N_("the Kid"),
    "banker": N_("the Banker"),
    "widow": N_("the Widow"),
    "farmer": N_("the Farmer"),
    "cowboy": N_("the Cowboy"),
    "miner": N_("the Miner"),
    "prospector": N_("the Prospector"),
    "outlaw": N_("the Outlaw"),
    "sheriff": N_("the Sheriff"),
    "thief": N_("the Thief"),
    "charlatan": N_("the Charlatan"),
    "waitress": N_("the Waitress"),
    "gambler": N_("the Gambler"),
    "goat": N_("the Goat"),
    "chef": N_("the Chef"),
}
LOCATIONS = {
    "saloon": Word(N_("Saloon"), icon="glass_mug_variant"),
    "shop": Word(N_("Shop"), icon="storefront"),
    "bank": Word(N_("Bank"), icon="bank"),
    "ranch": Word(N_("Ranch"), icon="barn"),
    "mine": Word(N_("Mine"), icon="tunnel"),
}
RESOURCES = {  # as one of them is called
    "bottle": Word(N_("Bottle"), icon="bottle_wine"),
    "supplies": Word(N_("Supplies"), icon="package_variant_closed"),
    "banknotes": Word(N_("Banknotes"), icon="cash_multiple"),
    "cattle": Word(N_("Cattle"), icon="cow"),
    "gold": Word(N_("Gold"), icon="gold"),
}
THINGS = {
    **CHARACTERS,
    **LOCATIONS,
    **RESOURCES,
    "bottle": Word(N_("Bottles"), icon="bottle_wine"),
    "coin": Word(N_("Coins")),
    "elixir": Word(N_("Elixirs"), icon="flask_round_bottom"),
}
AMOUNTS: Mapping[str, Callable[[int], str]] = {
    "coin": lambda n: ngettext("{n} coin", "{n} coins", n),
    "bottle": lambda n: ngettext("{n} bottle", "{n} bottles", n),
    "supplies": lambda n: ngettext("{n} supply", "{n} supplies", n),
    "banknotes": lambda n: ngettext("{n} banknote", "{n} banknotes", n),
    "cattle": lambda n: ngettext("{n} head of cattle", "{n} cattle", n),
    "gold": lambda n: ngettext("{n} gold", "{n} gold", n),
}
FACTS = {
    "coins_saloon": Word(N_("Coins on the Saloon tile"), icon="glass_mug_variant"),
    "coins_shop": Word(N_("Coins on the Shop tile"), icon="storefront"),
    "coins_bank": Word(N_("Coins on the Bank tile"), icon="bank"),
    "coins_ranch": Word(N_("Coins on the Ranch tile"), icon="barn"),
    "coins_mine": Word(N_("Coins on the Mine tile"), icon="tunnel"),
}


def card(card_id: str) -> str:
    """A character: Outlaw."""
    return CHARACTERS[card_id].told().text


def spoken(card_id: str) -> str:
    """A character as one speaks of it: the Outlaw."""
    return _(SPOKEN[card_id])


def place(tile: str) -> str:
    """A location."""
    return LOCATIONS[tile].told().text


def amount(thing: str, count: int) -> str:
    """So many of a thing: 2 supplies."""
    return AMOUNTS[thing](count).format(n=count)


def thing(thing_id: str) -> Word:
    """A thing by its name."""
    return THINGS[thing_id].told() if thing_id in THINGS else Word(thing_id)


def at(where: str, what: str) -> Word:
    """What lies somewhere, or is somebody's."""
    told = THINGS[what].told()
    return Word(_("{what} ({where})").format(what=told.text, where=where), told.icon)
