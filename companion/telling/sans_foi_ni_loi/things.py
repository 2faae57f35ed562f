"""What lies on the table of Sans Foi Ni Loi, and what it is called: cards, places of the Line, gold, points.

Owns these names. What is asked and what happened is told beside.
"""

from collections.abc import Iterable
from math import ceil

from companion.i18n import N_, _, ngettext
from companion.telling.engine import Json, Word, amount
from shared_rules.engine import TABLE
from shared_rules.games.sans_foi_ni_loi import faces
from shared_rules.games.sans_foi_ni_loi import printed as p

KINDS = {
    p.LAND: Word(N_("Land"), icon="land_fields"),
    p.HERD: Word(N_("Herd"), icon="cow"),
    p.COWBOY: Word(N_("Cowboy"), icon="account_cowboy_hat"),
    p.FENCE: Word(N_("Fence"), icon="fence"),
    p.MINE: Word(N_("Gold mine"), icon="tunnel"),
    p.OTHER: Word(N_("Another card"), icon="emoticon_devil"),
}
QUALITIES = {
    "scrub": Word(N_("Scrubland"), icon="land_fields"),
    "good": Word(N_("Good land"), icon="land_fields"),
    "excellent": Word(N_("Excellent land"), icon="land_fields"),
}
CATEGORIES = {
    p.LANDS: Word(N_("Lands"), icon="land_fields"),
    p.HERDS: Word(N_("Herds"), icon="cow"),
    p.COWBOYS: Word(N_("Cowboys"), icon="account_cowboy_hat"),
    p.GOLD: Word(N_("Gold"), icon="gold"),
}
PLACES = {
    "line1": Word(N_("Line, place 1")),
    "line2": Word(N_("Line, place 2")),
    "line3": Word(N_("Line, place 3")),
    "line4": Word(N_("Line, place 4")),
    "line5": Word(N_("Line, place 5")),
    "line6": Word(N_("Line, place 6")),
}
BANK = Word(N_("The bank"), icon="bank")
NO_LAND = Word(N_("On no land"))
FACE_OF = {
    fact: (kind, n + 1)
    for kind, slots in faces.SLOTS.items()
    for n, slot in enumerate(slots)
    for fact in slot
}


def gold(count: int) -> str:
    """So much gold: 2 gold pieces."""
    return ngettext("{n} gold piece", "{n} gold pieces", count).format(n=count)


def points(count: float) -> str:
    """So many points: 2 points, 3 1/3 points."""
    return ngettext("{n} point", "{n} points", ceil(count)).format(n=amount(count))


def cards(count: int) -> str:
    """So many cards: 2 cards."""
    return ngettext("{n} card", "{n} cards", count).format(n=count)


def holder(who: str) -> str:
    """Who has gold: a player, or the bank."""
    return BANK.told().text if who == TABLE else who


def card(told: Json) -> Word:
    """A card in a ranch: a herd with its price now, Cowboy +2, Good land."""
    kind = told["kind"]
    if kind == p.LAND:
        return QUALITIES[told["quality"]].told()
    word = KINDS[kind].told()
    if kind == p.HERD and not told["age"]:
        return Word(_("{herd} {value}").format(herd=word.text, value=told["value"]), word.icon)
    if kind == p.HERD:
        return Word(_("{herd} {value}").format(herd=word.text, value=_price(told)), word.icon)
    if kind in p.GUARDS:
        return Word(_("{guard} +{bonus}").format(guard=word.text, bonus=told["bonus"]), word.icon)
    return word


def several(told: Iterable[Json]) -> str:
    """Cards in ranches, one after the other."""
    return ", ".join(card(each).text for each in told)


def land(land_id: str, told: Json) -> str:
    """One of somebody's lands, told apart by its number: Good land 3."""
    return _("{land} {number}").format(land=card(told).text, number=land_id.removeprefix(p.LAND))


def room(land_id: str, told: Json) -> Word:
    """A land, and how many herds lie there: Good land 3, 1 of 2."""
    text = _("{land}, {herds} of {holds}")
    shown = {"herds": told["herds"], "holds": told["holds"]}
    return Word(text.format(land=land(land_id, told), **shown), card(told).icon)


def lying(card_id: str, cards_told: Json, lands: Json) -> Word:
    """A card and where it lies: Cowboy +2 (Good land 3)."""
    told = cards_told[card_id]
    if told["kind"] == p.LAND:
        return Word(land(card_id, told), card(told).icon)
    return _where(card(told), told, lands)


def priced(card_id: str, cards_told: Json, lands: Json) -> Word:
    """A herd where only herds are asked for: its price now, 3 x 2 = 6; and where it lies, if one just like it
    lies elsewhere."""
    told = cards_told[card_id]
    word = Word(_price(told), KINDS[p.HERD].icon)
    alike = [each for each in cards_told.values() if _price(each) == word.text]
    return word if len({each.get("on") for each in alike}) == 1 else _where(word, told, lands)


def _price(told: Json) -> str:
    text = _("{value} × {times} = {worth}")  # noqa: RUF001    times
    return text.format(value=told["value"], times=p.times(told["age"]), worth=told["worth"])


def _where(word: Word, told: Json, lands: Json) -> Word:
    on = told.get("on") or ""
    if on not in lands:
        return word
    return Word(_("{what} ({where})").format(what=word.text, where=land(on, lands[on])), word.icon)


def on_line(place: str, kind: str) -> Word:
    """A place of the Line, which is also its price, and the card that lies there if that was entered."""
    text = _("Line {n}").format(n=p.LINE.index(place) + 1)
    return Word(text, KINDS[kind].icon if kind in KINDS else "")


def lies_on_line(place: str, kind: str) -> Word:
    """A card of the Line, and its place: Cowboy (Line 4)."""
    word = KINDS[kind].told()
    return Word(_("{what} ({where})").format(what=word.text, where=on_line(place, kind).text), word.icon)


def face(kind: str, text: str) -> Word:
    """What is printed on a card that was seen before: Herd 3, 2 points."""
    number, cost = faces.parse_face(text)
    word = KINDS[kind].told()
    what = word.text
    if kind == p.HERD:
        what = _("{herd} {value}").format(herd=what, value=number)
    elif kind == p.FENCE:
        what = _("{guard} +{bonus}").format(guard=what, bonus=number)
    return Word(_("{what}, {points}").format(what=what, points=points(cost)), word.icon)


def fact(fact_id: str) -> Word:
    """What the box may tell: the bank's gold, the deck, what is printed on a card."""
    if fact_id in FACE_OF:
        kind, n = FACE_OF[fact_id]
        word = KINDS[kind].told()
        text = _(FACE_TEXTS[fact_id.rpartition("_")[2]])
        return Word(text.format(kind=word.text, n=n), word.icon)
    if fact_id == "deck":
        return Word(_("Cards in the deck"))
    people = int(fact_id.removeprefix("gold_"))
    return Word(_("Gold in the bank, with {n} players").format(n=people), BANK.icon)


FACE_TEXTS = {
    "value": N_("{kind}, card {n}: value"),
    "bonus": N_("{kind}, card {n}: guard bonus"),
    "cost": N_("{kind}, card {n}: cost"),
}
