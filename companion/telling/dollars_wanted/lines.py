"""What happened in a match of Dollars Wanted, line by line.

Owns the sentences of the log. Which lines there are, and what they mean, is the rulebook's business.
"""

from collections.abc import Callable, Mapping

from companion.i18n import N_, _, ngettext
from companion.telling.dollars_wanted.things import (
    COLOURS,
    cards,
    dollars,
    face,
    icons,
    kind,
    row,
)
from companion.telling.engine import Json, Said, likely
from shared_rules.games.dollars_wanted import cards as c

BY_SEAT: Mapping[str, str] = {
    "dw.colour": N_("Plays {color}"),
    "dw.first_player": N_("Begins"),
    "dw.called": N_("Dollars wanted! {row}: {kind}"),
    "dw.won": N_("{kind}: {money}"),
}
BY_TABLE: Mapping[str, str] = {
    "dw.building": N_("{row}: {kind}, {icons}"),
    "dw.pile_empty": N_("{row}: the pile is empty, so this turn is the last"),
    "dw.nothing_left": N_("Nobody can do anything any more"),
    "dw.box.differs": N_("These cannot be the 18 buildings of this box"),
    "dw.recount.adds_up": N_("The recount adds up"),
    "dw.recount.total": N_("Buildings: {counted} in all instead of {should_be}"),
}


def _words(p: Json) -> dict[str, object]:
    """What the messages above call the parameters of a line."""
    told: dict[str, object] = dict(p)
    if "row" in p:
        told["row"] = row(p["row"])
    if "kind" in p:
        told["kind"] = kind(p["kind"])
    if "icons" in p:
        told["icons"] = icons(p["icons"])
    if "dollars" in p:
        told["money"] = dollars(p["dollars"])
    if "colour" in p:
        told["color"] = COLOURS[p["colour"]].told().text
    return told


def _by_seat(message: str) -> Callable[[Json], Said]:
    return lambda p: Said(p["seat"], _(message).format(**_words(p)))


def _by_table(message: str) -> Callable[[Json], Said]:
    return lambda p: Said(None, _(message).format(**_words(p)))


def _who(p: Json, who: str) -> str:
    """Whoever's mark stands beside it is not named."""
    return _("self") if who == p["seat"] else who


# -- a turn


def _laid(p: Json) -> Said:
    """How many cards, and where only if the group wants to be reminded."""
    count = p["cards"]
    if not count:
        return Said(p["seat"], _("Has no card to lay"))
    text = ngettext("Lays {n} card", "Lays {n} cards", count).format(n=count)
    if p["rows"]:
        text = _("{what}: {where}").format(what=text, where=", ".join(row(each) for each in p["rows"]))
    return Said(p["seat"], text)


def _hand_shown(p: Json) -> Said:
    text = _("No card fits: shows {cards} and draws anew")
    return Said(p["seat"], text.format(cards=cards(p["cards"])))


def _seven(p: Json) -> Said:
    text = _("{row}: {n} face down, so it is robbed")
    return Said(p["seat"], text.format(row=row(p["row"]), n=p["down"]))


def _reshuffled(p: Json) -> Said:
    return Said(p["seat"], _("Discard pile shuffled: {cards} to draw").format(cards=cards(p["cards"])))


# -- a robbery


def _counted_again(p: Json) -> Said:
    text = _("{row}, counted anew: {short}")
    return Said(None, text.format(row=row(p["row"]), short=_short(p)))


def _short(p: Json) -> str:
    """What is missing, and what of it jokers can stand for."""
    missing = _("{icons} missing").format(icons=icons(p["missing"]))
    if not p["jokers"]:
        return missing
    text = ngettext("{missing}, a joker for {n} of it", "{missing}, jokers for {n} of it", p["jokers"])
    return text.format(missing=missing, n=p["jokers"])


def _bandit(p: Json) -> Said:
    found = icons({p["icon"]: p["counts"]})
    text = _("Reveals a bandit, doubled by the elixir: {icons}") if p["doubled"] else _("Reveals {icons}")
    return Said(p["seat"], text.format(icons=found))


def _joker(p: Json) -> Said:
    if p["doubled"]:
        return Said(p["seat"], _("Reveals the joker, doubled by the elixir: any two icons"))
    return Said(p["seat"], _("Reveals the joker: any icon"))


def _elixir(p: Json) -> Said:
    if p["again"]:
        return Said(p["seat"], _("Reveals another elixir: no more than doubled"))
    return Said(p["seat"], _("Reveals the elixir: it doubles all bandits after it"))


def _coyote(p: Json) -> Said:
    if p["took"]:
        text = _("Reveals a coyote: it snatches the next card")
    elif p["waits"]:
        text = _("Reveals a coyote: it waits for the next card")
    else:
        text = _("Reveals a coyote: no card is left to snatch")
    return Said(p["seat"], text)


def _vulture(p: Json) -> Said:
    if p["enough"]:
        return Said(p["seat"], _("Reveals a vulture: it was enough before"))
    return Said(p["seat"], _("Reveals a vulture: it stops the robbing"))


def _wrong(p: Json) -> Said:
    """Whose it is tells its color, where everybody has one."""
    card = "" if p["face"] == c.WRONG else face(p["face"]).text
    text = _("Wrong card, removed: {card}").format(card=card) if card else _("Wrong card, removed")
    if p["by"] is None:
        return Said(p["seat"], text)
    return Said(p["seat"], _("{what} ({where})").format(what=text, where=_who(p, p["by"])))


def _penalty(p: Json) -> Said:
    if not p["dollars"]:
        return Said(p["seat"], _("No penalty card is left, so no penalty"))
    text = _("Penalty: {money}") if p["card"] else _("Penalty: {money}; use something else for the card")
    return Said(p["seat"], text.format(money=dollars(-p["dollars"])))


def _added_up(p: Json) -> Said:
    """What the joker and the elixir did, if it would not have been enough without them."""
    told = []
    if c.ELIXIR in p["decided"]:
        told.append(_("the elixir adds {icons}").format(icons=icons(p["elixir"])))
    if c.JOKER in p["decided"]:
        told.append(_("{icons} missing, the joker stands in").format(icons=icons(p["missing"])))
    return Said(p["seat"], _("{row}: {sums}").format(row=row(p["row"]), sums="; ".join(told)))


def _failed(p: Json) -> Said:
    """What is missing, where the app knows it."""
    stopped = p["stopped"]
    if "missing" not in p:
        text = _("{row}: the vulture stops it") if stopped else _("{row}: not enough")
        return Said(p["seat"], text.format(row=row(p["row"])))
    text = _("{row}: the vulture stops it, {short}") if stopped else _("{row}: not enough, {short}")
    return Said(p["seat"], text.format(row=row(p["row"]), short=_short(p)))


# -- the recount

COUNTED = {
    "buildings": N_("buildings {counted} instead of {expected}"),
    "dollars": N_("dollars {counted} instead of {expected}"),
    "penalties": N_("penalties {counted} instead of {expected}"),
}


def _differs(p: Json) -> Said:
    """All that somebody counted otherwise."""
    counted = "; ".join(_(COUNTED[what]).format(**numbers) for what, numbers in p["things"].items())
    return Said(p["seat"], _("Counted: {counted}").format(counted=counted))


MISTAKEN = {  # what may have been entered wrong
    "won": N_("{row}: who robbed it?"),
    "dollars": N_("{row}: how many dollars was it?"),
    "penalty": N_("{row}: whose wrong card was it?"),
}


def _likely(p: Json) -> Said:
    """An entry that would explain it, and what it leaves unexplained."""
    where = _("round {round}").format(round=p["round"])
    entry = _(MISTAKEN[p["what"]]).format(row=row(p["row"]))
    return likely(p, where, entry)


LINES: Mapping[str, Callable[[Json], Said]] = {
    **{line: _by_seat(message) for line, message in BY_SEAT.items()},
    **{line: _by_table(message) for line, message in BY_TABLE.items()},
    "dw.laid": _laid,
    "dw.hand_shown": _hand_shown,
    "dw.seven": _seven,
    "dw.counted_again": _counted_again,
    "dw.card.bandit": _bandit,
    "dw.card.joker": _joker,
    "dw.card.elixir": _elixir,
    "dw.card.coyote": _coyote,
    "dw.card.vulture": _vulture,
    "dw.card.wrong": _wrong,
    "dw.penalty": _penalty,
    "dw.added_up": _added_up,
    "dw.failed": _failed,
    "dw.reshuffled": _reshuffled,
    "dw.recount.differs": _differs,
    "dw.recount.likely": _likely,
}
