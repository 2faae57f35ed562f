"""The words of o BOM, o MAU e o BODE, as the printed rulebook has them.

Owns every sentence and label of this game: `things` what lies there, `lines` the log, questions and the rest
here. Ids and what they mean are the rulebook's business.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.i18n import N_, _, ngettext
from companion.telling.bom_mau_bode.lines import LINES
from companion.telling.bom_mau_bode.things import (
    CHARACTERS,
    FACTS,
    LOCATIONS,
    RESOURCES,
    amount,
    at,
    place,
    spoken,
    thing,
)
from companion.telling.engine import Forms, Json, Telling, Word, Words
from shared_rules.engine import TABLE, field_parts
from shared_rules.games import rulebook
from shared_rules.games.bom_mau_bode import characters as c
from shared_rules.games.bom_mau_bode import words

# -- questions


def _offer(prompt: Json) -> str:
    """What the Dealer said, if it was entered."""
    known = prompt["ask"]["params"]
    if "dealer" not in known:
        return _("A card is offered to you")
    if not known.get("declared"):
        return _("{dealer} offers you a card").format(dealer=known["dealer"])
    text = _("{dealer} offers you “{card}”")
    return text.format(dealer=known["dealer"], card=spoken(known["declared"]))


def _coins(prompt: Json) -> str:
    total = prompt["total"]
    return ngettext("Whose coin do you take?", "Whose {n} coins do you take?", total).format(n=total)


def _bottles(prompt: Json) -> str:
    total = prompt["total"]
    return ngettext("Who gets the bottle?", "Who gets the {n} bottles?", total).format(n=total)


def _victim(prompt: Json) -> str:
    if prompt["place"] == "waitress":
        return _("In the Gambler's place: whose token do you take?")
    return _("Whose token do you take?")


def _agrees(prompt: Json) -> str:
    if prompt["of"] == TABLE:
        return _("Do the locations and the supply agree with the screen?")
    return _("Do your coins and tokens agree with the screen?")


HOW_MANY = {
    "coin": N_("How many coins do you have?"),
    "bottle": N_("How many bottles do you have?"),
    "supplies": N_("How many supplies do you have?"),
    "banknotes": N_("How many banknotes do you have?"),
    "cattle": N_("How many cattle do you have?"),
    "gold": N_("How many gold nuggets do you have?"),
}
HOW_MANY_LEFT = {
    "coin": N_("How many coins are at the locations and in the supply?"),
    "bottle": N_("How many bottles are at the locations and in the supply?"),
    "supplies": N_("How many supplies are at the locations and in the supply?"),
    "banknotes": N_("How many banknotes are at the locations and in the supply?"),
    "cattle": N_("How many cattle are at the locations and in the supply?"),
    "gold": N_("How many gold nuggets are at the locations and in the supply?"),
}


def _count(prompt: Json) -> str:
    return _((HOW_MANY_LEFT if prompt["of"] == TABLE else HOW_MANY)[prompt["place"]])


ASKS: Mapping[str, Callable[[Json], str]] = {
    "bom.first_dealer": lambda prompt: _("Who is the first Dealer?"),
    "bom.face_up": lambda prompt: _("Which card is set aside face up?"),
    "bom.face_up.instead": lambda prompt: _("Which card is face up instead of the Goat?"),
    "bom.offer.receiver": lambda prompt: _("Who gets the card?"),
    "bom.offer.answer": _offer,
    "bom.offer.card": lambda prompt: _("Which card was it?"),
    "bom.declare": lambda prompt: _("Which card do you say it is?"),
    "bom.thief.location": lambda prompt: _("Where does the Thief steal?"),
    "bom.charlatan.coins": _coins,
    "bom.chef.location": lambda prompt: _("Where does the Chef go?"),
    "bom.waitress.bottles": _bottles,
    "bom.gambler.victim": _victim,
    "bom.gambler.token": lambda prompt: _("Which token did you draw?"),
    "bom.chef.take": lambda prompt: _("Does the Chef take the tokens or the coins?"),
    "bom.recount": lambda prompt: _("Who recounts their coins and tokens?"),
    "bom.recount.agrees": _agrees,
    "bom.recount.count": _count,
}
VOCABULARIES = {
    "characters": CHARACTERS,
    "locations": LOCATIONS,
    "resources": RESOURCES,
    "answers": {"accept": Word(N_("Accept"), icon="check"), "refuse": Word(N_("Refuse"), icon="close")},
    "late effect": {"tokens": Word(N_("Tokens")), "coins": Word(N_("Coins"))},
    "agrees": {"yes": Word(N_("It agrees"), icon="check"), "no": Word(N_("It differs"), icon="close")},
}

# -- why not

REFUSALS: Mapping[str, Forms] = {
    "bom.offer.receiver_is_dealer": (N_("The Dealer cannot get the offered card. Choose an opponent."),),
    "bom.offer.receiver_inactive": (
        N_("{option} is inactive and gets no more cards this round. Choose an active person."),
        N_("Whoever is inactive gets no more cards this round. Choose an active person."),
    ),
    "bom.offer.must_accept": (
        N_("There are as many small hats left as cards, so none can be refused. Accept it."),
    ),
    "bom.card.face_up": (N_("This card was set aside face up this round. Choose another one."),),
    "bom.card.in_play": (N_("This card was revealed before in this round. Choose another one."),),
    "bom.card.discarded": (N_("This card was discarded in this round. Choose another one."),),
    "bom.card.goat_is_left": (N_("The last card can only be the Goat. Choose the Goat."),),
    "bom.face_up.goat_goes_back": (
        N_("The Goat goes back into the draw pile. Draw another card and choose that one."),
    ),
    "bom.declare.no_offer": (N_("No card is offered now. Declare at the next offer."),),
    "bom.declare.not_the_dealer": (N_("Only the Dealer declares. Wait until you deal."),),
    "bom.thief.saloon": (N_("The Thief steals nothing at the Saloon. Choose another location."),),
    "bom.thief.no_tokens": (N_("No tokens are there. Choose a location that has some."),),
    "bom.chef.saloon": (N_("The Chef does not go to the Saloon. Choose another location."),),
    "bom.chef.nothing_there": (N_("There are none at the Chef's location. Choose the other."),),
    "bom.gambler.no_tokens": (
        N_("{option} has no tokens. Choose an opponent who has some."),
        N_("No tokens are there. Choose an opponent who has some."),
    ),
    "bom.recount.counted": (N_("Counted already. Choose somebody else, or finish."),),
}

# -- around a match

SECTIONS = (
    N_("Setup"),
    N_("Game Turn"),
    N_("1. Upkeep"),
    N_("2. Distribution"),
    N_("New Dealer"),
    N_("Inactive person"),
    N_("Last active person"),
    N_("3. Saloon"),
    N_("4. End of Round"),
    N_("End of the Game"),
    N_("Character Effects"),
    N_("Seller, Banker, Farmer and Miner"),
    N_("Kid, Widow, Cowboy and Prospector"),
    N_("Outlaw"),
    N_("Sheriff"),
    N_("Thief"),
    N_("Charlatan"),
    N_("Waitress"),
    N_("Gambler"),
    N_("Goat"),
    N_("Promo Card: the Chef"),
)
OPTIONS: Mapping[str, Words] = {
    "bom.recount": {TABLE: Word(N_("Locations and supply"))},
    "bom.declare": CHARACTERS,
}
SKIPS = {"bom.recount": N_("No more counting"), "bom.gambler.token": N_("Keep it secret")}
FORCED = {"bom.offer.receiver": N_("Offers a card to {answer}"), "bom.offer.answer": N_("Has to accept")}
ACTS = {"bom.declare": Word(N_("Declare"))}
SETTINGS = {
    "chef": Word(N_("With the Chef (promo card)"), icon="chef_hat"),
    "open_money": Word(N_("Everybody's tokens lie open"), icon="eye"),
}
SOURCES = {"coins": Word(N_("Coins")), "tokens": Word(N_("Tokens"))}


class BomMauBodeTelling(Telling):
    """The words of this game; what it says of its money."""

    printed = "o BOM, o MAU e o BODE"
    length_min = 45
    sections = SECTIONS
    cites = words.LINES | words.REFUSALS
    asks = ASKS
    vocabularies = VOCABULARIES
    options = OPTIONS
    skips = SKIPS
    forced = FORCED
    acts = ACTS
    lines = LINES
    refusals = REFUSALS
    settings = SETTINGS
    facts = FACTS
    sources = SOURCES

    def __init__(self) -> None:
        super().__init__(rulebook("bom_mau_bode"))

    def thing(self, thing_id: str) -> Word:
        """Return the name of a thing."""
        return thing(thing_id)

    def field(self, field_id: str) -> Word:
        """Return the name of what can be corrected: what, and whose it is or where it lies."""
        what, whose = field_parts(field_id)
        if what == words.COINS_AT:
            return at(place(whose), c.COIN)
        if what == words.TOKENS_AT:
            return at(place(whose), c.RESOURCE_OF[whose])
        return at(whose, what) if what in words.FIELDS else Word(field_id)

    def amount(self, thing_id: str, count: int) -> str:
        """Return so many of a thing, with its unit."""
        return amount(thing_id, count)

    def score(self, value: Any) -> str:
        """Return money, or the bounds it lies between."""
        if isinstance(value, Mapping):
            return _("${least} to ${most}").format(least=value["min"], most=value["max"])
        return _("${n}").format(n=value)

    def tie_break(self, result: Json, winner: str, second: str) -> str:
        """Of two with as much money: more coins, and then more Resource tokens."""
        coins = {name: result["breakdown"][name]["coins"] for name in (winner, second)}
        return _("more coins") if coins[winner] > coins[second] else _("more tokens")
