"""What happened in a match of Sans Foi Ni Loi, line by line.

Owns the sentences of the log. Which lines there are, and what they mean, is the rulebook's business.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.i18n import N_, _
from companion.telling.engine import Json, Said, amount, likely, seat_of
from companion.telling.sans_foi_ni_loi.things import (
    CATEGORIES,
    KINDS,
    PLACES,
    card,
    cards,
    gold,
    holder,
    points,
    several,
)
from shared_rules.engine import TABLE

BY_SEAT: Mapping[str, str] = {
    "sf.first_player": N_("Goes first"),
    "sf.turn": N_("Their turn, round {round}"),
    "sf.guard.safe": N_("Well guarded: {defence} against {difficulty}"),
    "sf.guard.lost": N_("Badly guarded: {defence} against {difficulty}"),
    "sf.fled": N_("Has fled: {what}"),
    "sf.sold": N_("Sells {things}: {money}"),
    "sf.mine.paid": N_("Gold mine, {dice}: {money}"),
    "sf.blind": N_("Draws a card, {left} left"),
    "sf.points": N_("Buys {points} for {money}"),
    "sf.crowded": N_("More herds than the land holds: {land}, {herds} of {holds}"),
    "sf.discarded": N_("Discards {cards}"),
    "sf.effect.points": N_("Action points: {points} ({who})"),
    "sf.effect.aged": N_("Changes the age: {what} ({who})"),
    "sf.effect.removed": N_("Goes: {things} ({who})"),
    "sf.effect.moved": N_("Moves: {what}, from {who} to {taker}"),
    "sf.effect.drew": N_("Draws: {cards} ({who})"),
    "sf.effect.ordered": N_("Changes the order of the Line"),
    "sf.effect.to_line": N_("One more card on the Line"),
    "sf.effect.gold": N_("{money}: from {giver} to {taker}"),
}
BY_TABLE: Mapping[str, str] = {
    "sf.recount.adds_up": N_("The recount adds up"),
}


def _words(p: Json) -> dict[str, Any]:
    """What the messages above call the parameters of a line."""
    told: dict[str, Any] = dict(p)
    if "card" in p:
        told["what"] = card(p["card"]).text
    if isinstance(p.get("cards"), list):
        told["things"] = several(p["cards"])
    elif "cards" in p:
        told["cards"] = cards(p["cards"])
    for key, say in SAY.items():
        if p.get(key) is not None:
            told[key] = say(p[key])
    if "gold" in p:
        told["money"] = gold(p["gold"])
    if "of" in p:
        told["who"] = _who(p, p["of"])
    for key in ("giver", "taker"):
        if key in p:
            told[key] = _who(p, p[key])
    return told


SAY: Mapping[str, Callable[[Any], str]] = {
    "points": points,
    "left": cards,
    "land": lambda told: card(told).text,
    "dice": lambda faces: "+".join(map(str, faces)),
}


def _who(p: Json, who: str) -> str:
    """Whose mark stands beside it is not named; the table is the bank."""
    return _("self") if who == p.get("seat") != TABLE else holder(who)


def _by_seat(message: str) -> Callable[[Json], Said]:
    return lambda p: Said(seat_of(p["seat"]), _(message).format(**_words(p)))


def _by_table(message: str) -> Callable[[Json], Said]:
    return lambda p: Said(None, _(message).format(**_words(p)))


def _set_up(p: Json) -> Said:
    text = _("{money} in the bank, {cards} in the pile")
    return Said(None, text.format(money=gold(p["gold"]), cards=cards(p["pile"])))


LAST = {
    "bank": N_("The bank has no more gold: last turn"),
    "pile": N_("The pile is empty: last turn"),
}


def _last_turn(p: Json) -> Said:
    return Said(None, _(LAST[p["what"]]))


def _bank_short(p: Json) -> Said:
    text = _("The bank pays only {paid} of {owed}")
    return Said(p["seat"], text.format(paid=p["paid"], owed=p["owed"]))


def _exploded(p: Json) -> Said:
    """The land, and what was on it; the mine is not told once more."""
    lost = [each for each in p["cards"] if each["kind"] != "mine"]
    text = _("The mine explodes, {dice}: {things}")
    return Said(p["seat"], text.format(dice=SAY["dice"](p["dice"]), things=several([p["land"], *lost])))


def _bought(p: Json) -> Said:
    """From which place, and what, if it was entered."""
    place = PLACES[p["place"]].told().text
    if not p["card"]:
        return Said(p["seat"], _("Takes a card: {place}").format(place=place))
    text = _("Takes {card}: {place}")
    return Said(p["seat"], text.format(card=KINDS[p["card"]].told().text, place=place))


def _laid(p: Json) -> Said:
    """What, where, and for how many points."""
    what = card(p["card"]).text
    if p["land"] is not None:
        what = _("{what} ({where})").format(what=what, where=card(p["land"]).text)
    if p["cost"] is None:
        return Said(p["seat"], _("Is there: {what}").format(what=what))
    return Said(p["seat"], _("Lays {what}, {points}").format(what=what, points=points(p["cost"])))


def _played(p: Json) -> Said:
    """A card whose text nobody has told us."""
    text = _("Plays a card on {who}, {points}") if p["cost"] else _("Plays a card out of turn on {who}")
    return Said(p["seat"], text.format(who=_who(p, p["of"]), points=points(p["cost"])))


def _countered(p: Json) -> Said:
    return Said(p["seat"], _("Counters the card of {player}").format(player=p["of"]))


def _cards_left(p: Json) -> Said:
    if p["taker"] is None:
        text = _("From the hand to the discards: {cards} ({who})")
        return Said(seat_of(p["seat"]), text.format(cards=cards(p["cards"]), who=_who(p, p["of"])))
    text = _("From hand to hand: {cards}, from {who} to {taker}")
    shown = {"who": _who(p, p["of"]), "taker": _who(p, p["taker"])}
    return Said(seat_of(p["seat"]), text.format(cards=cards(p["cards"]), **shown))


def _off_line(p: Json) -> Said:
    text = _("Off the Line: {place}")
    return Said(seat_of(p["seat"]), text.format(place=PLACES[p["place"]].told().text))


def _category(p: Json) -> Said:
    """Who gets how many points."""
    name = CATEGORIES[p["category"]].told().text
    found = {seat: amount(each) for seat, each in p["points"].items() if each}
    if not found:
        return Said(None, _("{category}: nobody").format(category=name))
    text = ", ".join(f"{seat} {each}" for seat, each in found.items())
    return Said(None, _("{category}: {points}").format(category=name, points=text))


# -- the recount


def _differs(p: Json) -> Said:
    """All that one of them counted otherwise."""
    each = _("{what} {counted} instead of {expected}")
    told = [each.format(what=CATEGORIES[what].told().text, **counts) for what, counts in p["things"].items()]
    seat = seat_of(p["who"])
    text = _("Counted: {counted}") if seat else _("Counted on the table: {counted}")
    return Said(seat, text.format(counted="; ".join(told)))


def _total(p: Json) -> Said:
    text = _("{what}: {counted} in all instead of {should_be}")
    what = CATEGORIES["gold"].told().text
    return Said(None, text.format(what=what, counted=p["counted"], should_be=p["should_be"]))


MISTAKEN = {  # what may have been entered wrong
    "sale": N_("which herds were sold?"),
    "mine": N_("what did the mine bring?"),
    "points": N_("how many points were bought?"),
    "effect": N_("how much gold did a card move?"),
    "fled": N_("did a herd flee?"),
    "laid": N_("which card was laid?"),
    "removed": N_("which card went?"),
    "moved": N_("which card moved?"),
}


def _likely(p: Json) -> Said:
    """An entry that would explain it, and what it leaves unexplained."""
    where = _("round {round}").format(round=p["round"])
    entry = _(MISTAKEN[p["what"]])
    return likely(p, where, entry)


LINES: Mapping[str, Callable[[Json], Said]] = {
    **{line: _by_seat(message) for line, message in BY_SEAT.items()},
    **{line: _by_table(message) for line, message in BY_TABLE.items()},
    "sf.set_up": _set_up,
    "sf.last_turn": _last_turn,
    "sf.bank.short": _bank_short,
    "sf.mine.exploded": _exploded,
    "sf.bought": _bought,
    "sf.laid": _laid,
    "sf.played": _played,
    "sf.countered": _countered,
    "sf.effect.cards": _cards_left,
    "sf.effect.off_line": _off_line,
    "sf.category": _category,
    "sf.recount.differs": _differs,
    "sf.recount.total": _total,
    "sf.recount.likely": _likely,
}
