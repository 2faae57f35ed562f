"""What happened in a match of o BOM, o MAU e o BODE, line by line.

Owns the sentences of the log. Which lines there are, and what they mean, is the rulebook's business.
"""

from collections.abc import Callable, Mapping

from companion.i18n import N_, _, ngettext
from companion.telling.bom_mau_bode.things import FACTS, amount, card, place, spoken, thing
from companion.telling.engine import Json, Said, is_hidden, likely, seat_of, shares
from shared_rules.games.bom_mau_bode import characters as c

TAKES_TOKENS_AT = {tile: card for card, tile in c.TAKES_TOKENS.items()}
TAKES_COINS_AT = {tile: card for card, tile in c.TAKES_COINS.items()}
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
    text = _("Bluffs: {bluffs} of {entered} declared, {accepted} accepted")  # no plural, whatever the numbers
    return Said(p["seat"], text.format(bluffs=p["bluffs"], entered=p["entered"], accepted=p["accepted"]))


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
    return likely(p, where, entry)


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
