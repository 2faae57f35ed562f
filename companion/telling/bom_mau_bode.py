"""The words of o BOM, o MAU e o BODE, as the printed rulebook has them.

Owns every sentence and label of this game. Ids and what they mean are the rulebook's business.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.i18n import N_, _, ngettext
from companion.telling.engine import Forms, Json, Said, Telling, Word, Words, is_hidden, seat_of, shares
from shared_rules.engine import TABLE, field_parts
from shared_rules.games import rulebook
from shared_rules.games.bom_mau_bode import characters as c
from shared_rules.games.bom_mau_bode import words

# -- what lies on the table

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
TAKES_TOKENS_AT = {tile: card for card, tile in c.TAKES_TOKENS.items()}
TAKES_COINS_AT = {tile: card for card, tile in c.TAKES_COINS.items()}


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


def _at(where: str, what: str) -> Word:
    told = THINGS[what].told()
    return Word(_("{what} ({where})").format(what=told.text, where=where), told.icon)


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

# -- the log

BY_SEAT: Mapping[str, tuple[str, str]] = {  # whose mark stands beside it, what it says
    "bom.round": ("dealer", N_("Round {round}: deals first")),
    "bom.first_dealer": ("dealer", N_("First Dealer")),
    "bom.declared": ("dealer", N_("Offers “{card}”")),
    "bom.offer.accepted": ("receiver", N_("Accepts: {name}")),
    "bom.offer.refused": ("receiver", N_("Refuses: {name} goes to {dealer}")),
    "bom.offer.discarded": ("receiver", N_("Refuses: {name} is discarded")),
    "bom.offer.was_true": ("dealer", N_("No bluff")),
    "bom.offer.was_bluff": ("dealer", N_("Bluff: said “{declared}”")),
    "bom.inactive": ("seat", N_("Done this round")),
    "bom.took.nothing": ("seat", N_("{place}: nothing left")),
    "bom.thief.stole": ("seat", N_("Thief: {goods} from {place}")),
    "bom.thief.nothing": ("seat", N_("Thief: nothing to steal")),
    "bom.charlatan.nothing": ("seat", N_("Charlatan: nobody has coins")),
    "bom.chef.placed": ("seat", N_("Chef: goes to {place}")),
    "bom.chef.took": ("seat", N_("Chef: {goods} from {place}")),
    "bom.chef.nothing": ("seat", N_("Chef: nothing left at {place}")),
    "bom.goat": ("seat", N_("Goat: no effect")),
    "bom.outlaw.nothing": ("seat", N_("Outlaw: no Sheriff to kill")),
    "bom.sheriff.paid": ("seat", N_("Sheriff: {goods}")),
    "bom.waitress.nothing": ("seat", N_("Waitress: no bottles")),
    "bom.gambler.nothing": ("seat", N_("Gambler: nobody has tokens")),
    "bom.recount.told_wrong": ("seat", N_("Recount: a token entered in private was wrong")),
    "bom.gambler.told_apart": ("seat", N_("Gambler: the tokens entered in private cannot all be true")),
    "bom.gambler.lost": ("seat", N_("Gambler: the Waitress did it")),
}
BY_TABLE: Mapping[str, str] = {
    "bom.upkeep": N_("Upkeep: tokens and coins laid out"),
    "bom.face_up": N_("Out this round: {name}"),
    "bom.face_up.goat_goes_back": N_("Goat: back into the draw pile"),
    "bom.end_of_round": N_("Round {round} is over"),
    "bom.recount.adds_up": N_("The recount adds up"),
}


def _words(p: Json) -> dict[str, object]:
    """What the messages above call the parameters of a line."""
    told: dict[str, object] = dict(p)
    if "card" in p:
        told |= {"card": spoken(p["card"]), "name": card(p["card"])}
    if "declared" in p:
        told["declared"] = spoken(p["declared"])
    if "location" in p:
        told["place"] = place(p["location"])
    if "count" in p:
        told["goods"] = amount(p.get("token") or p.get("thing") or "coin", p["count"])
    elif isinstance(p.get("coins"), int):
        told["goods"] = amount("coin", p["coins"])
    return told


def _by_seat(key: str, message: str) -> Callable[[Json], Said]:
    return lambda p: Said(p[key], _(message).format(**_words(p)))


def _by_table(message: str) -> Callable[[Json], Said]:
    return lambda p: Said(None, _(message).format(**_words(p)))


def _substitutes(p: Json) -> Said:
    missing = p["missing"]
    text = ngettext(
        "{n} coin is missing: use something else for it",
        "{n} coins are missing: use something else for them",
        missing,
    )
    return Said(None, text.format(n=missing))


def _last_active(p: Json) -> Said:
    text = ngettext(
        "Last active: the Dealer draws the last card",
        "Last active: the Dealer draws the last {n} cards",
        p["cards"],
    )
    return Said(p["seat"], text.format(n=p["cards"]))


def _took(p: Json) -> Said:
    """Seller: 2 supplies. Whose action it was follows from where, and from what."""
    who = TAKES_TOKENS_AT if "token" in p else TAKES_COINS_AT
    text = _("{character}: {goods}").format(character=card(who[p["location"]]), goods=_words(p)["goods"])
    return Said(p["seat"], text)


def _thief_kept(p: Json) -> Said:
    if not p["count"]:
        return Said(p["seat"], _("Thief: has nothing to keep"))
    return Said(p["seat"], _("Thief: keeps {goods}").format(**_words(p)))


def _charlatan_fooled(p: Json) -> Said:
    goods = amount("coin", sum(p["coins"].values()))
    text = _("Charlatan: {goods} ({shares})").format(goods=goods, shares=shares(p["coins"]))
    return Said(p["seat"], text)


def _charlatan_kept(p: Json) -> Said:
    if not p["coins"]:
        return Said(p["seat"], _("Charlatan: has nothing to keep"))
    return Said(p["seat"], _("Charlatan: keeps {goods}").format(**_words(p)))


def _outlaw_killed(p: Json) -> Said:
    if p["sheriff"] == p["seat"]:
        text = _("Outlaw: kills their own Sheriff, {goods}")
    else:
        text = _("Outlaw: kills {sheriff}'s Sheriff, {goods}")
    return Said(p["seat"], text.format(**_words(p)))


def _stopped_thief(p: Json) -> Said:
    coins = amount("coin", p["coins"])
    if not p["count"]:
        return Said(p["seat"], _("Stops the Thief: {coins}").format(coins=coins))
    goods = amount(c.RESOURCE_OF[p["location"]], p["count"])
    text = _("Stops the Thief: {coins}; {goods} back to {place}")
    return Said(p["seat"], text.format(coins=coins, goods=goods, place=place(p["location"])))


def _stopped_charlatan(p: Json) -> Said:
    coins, back = amount("coin", p["coins"]), p["given_back"]
    if not any(back.values()):
        return Said(p["seat"], _("Stops the Charlatan: {coins}").format(coins=coins))
    text = _("Stops the Charlatan: {coins}; {n} back ({shares})")
    return Said(p["seat"], text.format(coins=coins, n=sum(back.values()), shares=shares(back, p["seat"])))


def _waitress_gave(p: Json) -> Said:
    goods = amount("bottle", sum(p["bottles"].values()))
    text = _("Waitress: {goods} ({shares})").format(goods=goods, shares=shares(p["bottles"]))
    return Said(p["seat"], text)


def _drew(p: Json) -> Said:
    """Which token it was, only if whoever looks may know; nobody has to tell it."""
    token = p["token"]
    goods = _("a token") if token is None or is_hidden(token) else amount(token, 1)
    return Said(p["seat"], _("Takes {goods} from {victim}").format(goods=goods, victim=p["victim"]))


def _bluffs(p: Json) -> Said:
    text = ngettext(
        "{n} bluff in {entered} declarations, {accepted} accepted",
        "{n} bluffs in {entered} declarations, {accepted} accepted",
        p["bluffs"],
    )
    return Said(p["seat"], text.format(n=p["bluffs"], entered=p["entered"], accepted=p["accepted"]))


# -- the recount

MISTAKEN = {  # what may have been entered wrong
    "bom.offer.answer": N_("accepted or refused?"),
    "bom.offer.card": N_("which card was it?"),
    "bom.thief.location": N_("where did the Thief steal?"),
    "bom.charlatan.coins": N_("whose coins did the Charlatan take?"),
    "bom.waitress.bottles": N_("who got the bottles?"),
    "bom.gambler.victim": N_("whose token was taken?"),
    "bom.gambler.token": N_("which token was taken?"),
    "bom.chef.take": N_("did the Chef take tokens or coins?"),
}


def _differs(p: Json) -> Said:
    """All that one of them counted otherwise."""
    each = _("{what} {counted} instead of {expected}")
    counted = "; ".join(each.format(what=thing(key).text, **numbers) for key, numbers in p["things"].items())
    seat = seat_of(p["who"])
    text = _("Counted: {counted}") if seat else _("Counted on the table: {counted}")
    return Said(seat, text.format(counted=counted))


def _total(p: Json) -> Said:
    text = _("{what}: {counted} in all instead of {should_be}")
    what = thing(p["thing"]).text
    return Said(None, text.format(what=what, counted=p["counted"], should_be=p["should_be"]))


def _likely(p: Json) -> Said:
    """An entry that would explain it, and what it leaves unexplained."""
    where, entry = _mistaken(p)
    if not p["unexplained"]:
        text = _("Perhaps wrong ({where}): {entry}")
    else:
        text = ngettext(
            "Perhaps wrong ({where}): {entry} ({n} thing stays unexplained)",
            "Perhaps wrong ({where}): {entry} ({n} things stay unexplained)",
            p["unexplained"],
        )
    return Said(seat_of(p["of"]), text.format(where=where, entry=entry, n=p["unexplained"]))


def _mistaken(p: Json) -> tuple[str, str]:
    question = p["question"]
    if question not in MISTAKEN:
        return _("box"), FACTS[question.removeprefix("box.")].told().text
    where = _("round {round}") if p["turn"] is None else _("round {round}, offer {turn}")
    return where.format(round=p["round"], turn=p["turn"]), _(MISTAKEN[question])


LINES: Mapping[str, Callable[[Json], Said]] = {
    **{line: _by_seat(key, message) for line, (key, message) in BY_SEAT.items()},
    **{line: _by_table(message) for line, message in BY_TABLE.items()},
    "bom.supply.substitutes": _substitutes,
    "bom.last_active": _last_active,
    "bom.took.tokens": _took,
    "bom.took.coins": _took,
    "bom.thief.kept": _thief_kept,
    "bom.charlatan.fooled": _charlatan_fooled,
    "bom.charlatan.kept": _charlatan_kept,
    "bom.outlaw.killed": _outlaw_killed,
    "bom.sheriff.stopped_thief": _stopped_thief,
    "bom.sheriff.stopped_charlatan": _stopped_charlatan,
    "bom.waitress.gave": _waitress_gave,
    "bom.gambler.drew": _drew,
    "bom.bluffs": _bluffs,
    "bom.recount.differs": _differs,
    "bom.recount.total": _total,
    "bom.recount.likely": _likely,
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
FACTS = {
    "coins_saloon": Word(N_("Coins on the Saloon tile"), icon="glass_mug_variant"),
    "coins_shop": Word(N_("Coins on the Shop tile"), icon="storefront"),
    "coins_bank": Word(N_("Coins on the Bank tile"), icon="bank"),
    "coins_ranch": Word(N_("Coins on the Ranch tile"), icon="barn"),
    "coins_mine": Word(N_("Coins on the Mine tile"), icon="tunnel"),
}


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
            return _at(place(whose), c.COIN)
        if what == words.TOKENS_AT:
            return _at(place(whose), c.RESOURCE_OF[whose])
        return _at(whose, what) if what in words.FIELDS else Word(field_id)

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
