"""What happened in a match of Boomtown Bandits, line by line.

Owns the sentences of the log. Which lines there are, and what they mean, is the rulebook's business.
"""

from collections.abc import Callable, Mapping

from companion.i18n import N_, _, ngettext
from companion.telling.boomtown_bandits.things import bullets, card, cards, dollars, place, token, tokens
from companion.telling.engine import Json, Said, is_hidden, likely, seat_of
from companion.wording import names
from shared_rules.games.boomtown_bandits import town

BY_SEAT: Mapping[str, str] = {
    "bb.first_player": N_("Has the whiskey bottle"),
    "bb.round": N_("Round {round}: goes first"),
    "bb.closed": N_("Marshal: {place} is closed"),
    "bb.card.shown": N_("Shows loot from {place}: {money}"),
    "bb.effect.peeked": N_("Peeks"),
    "bb.effect.extra_hit": N_("One more hit"),
    "bb.effect.cancelled_hits": N_("No hit counts"),
    "bb.effect.cancelled_card": N_("{card} has no effect"),
    "bb.town.claimed": N_("Own This Town!"),
    "bb.bonus": N_("Bonus {place}: {money}"),
    "bb.tallied": N_("Loot: {money}"),
}
BY_TABLE: Mapping[str, str] = {
    "bb.nobody": N_("{place}: nobody takes loot"),
    "bb.empty": N_("{place}: no loot is left"),
    "bb.last_round": N_("{place} is empty: last round"),
    "bb.shootout": N_("{place}: shootout, {players}"),
    "bb.tie": N_("Tie, no bullet counts: {players}"),
    "bb.again": N_("Nobody is left: once more"),
    "bb.sudden_death": N_("{place}: sudden death, {players}"),
    "bb.bonus.nobody": N_("Bonus {place}: nobody"),
    "bb.final_shootout": N_("Final shootout: {players}"),
    "bb.box.differs": N_("{place}: these cannot be the seven cards of this box"),
    "bb.recount.adds_up": N_("The recount adds up"),
}


def _words(p: Json) -> dict[str, object]:
    """What the messages above call the parameters of a line."""
    told: dict[str, object] = dict(p)
    if "location" in p:
        told["place"] = place(p["location"])
    if "card" in p:
        told["card"] = card(p["card"])
    if "players" in p:
        told["players"] = names(p["players"])
    if "value" in p:
        told["money"] = dollars(p["value"])
    return told


def _by_seat(message: str) -> Callable[[Json], Said]:
    return lambda p: Said(p["seat"], _(message).format(**_words(p)))


def _by_table(message: str) -> Callable[[Json], Said]:
    return lambda p: Said(None, _(message).format(**_words(p)))


def _who(p: Json) -> str:
    """To whom it happens; whose mark stands beside it is not named."""
    return _("self") if p["of"] == p["seat"] else p["of"]


def _town(p: Json) -> Said:
    return Said(None, _("Boomtown: {row}").format(row=", ".join(place(each) for each in p["row"])))


def _revealed(p: Json) -> Said:
    """How many tokens of whom lie there."""
    counts = {seat: len(held) for seat, held in p["tokens"].items()}
    text = ", ".join(f"{seat} {count}" for seat, count in counts.items())
    return Said(None, _("{place}: {tokens}").format(place=place(p["location"]), tokens=text))


def _reveal_differs(p: Json) -> Said:
    text = ngettext(
        "{place}: {n} token, but {counted} counted",
        "{place}: {n} tokens, but {counted} counted",
        p["revealed"],
    )
    return Said(None, text.format(place=place(p["location"]), n=p["revealed"], counted=p["counted"]))


def _won(p: Json) -> Said:
    text = _("{place}: takes loot, {cards} left")
    return Said(p["seat"], text.format(place=place(p["location"]), cards=cards(p["left"])))


def _called(p: Json) -> Said:
    if not p["bullets"]:
        return Said(p["seat"], _("HIT: run away"))
    return Said(p["seat"], _("HIT: {bullets}").format(bullets=bullets(p["bullets"])))


def _ran(p: Json) -> Said:
    text = ngettext("Coward runs away: {players}", "Cowards run away: {players}", len(p["players"]))
    return Said(None, text.format(players=names(p["players"])))


def _hit(p: Json) -> Said:
    return Said(p["seat"], _("Hits {tokens}").format(tokens=tokens(p["tokens"])))


def _played(p: Json) -> Said:
    money = dollars(p["value"])
    if p["card"] == town.OTHER:
        text = _("Plays loot from {place}: {money}")
        return Said(p["seat"], text.format(place=place(p["location"]), money=money))
    return Said(p["seat"], _("{card}: {money}").format(card=card(p["card"]), money=money))


def _noted(p: Json) -> Said:
    """What is on it, only if whoever looks may know."""
    where = place(p["location"])
    if is_hidden(p["value"]):
        return Said(p["seat"], _("Notes a card from {place}").format(place=where))
    text = _("Notes a card from {place}: {money}")
    return Said(p["seat"], text.format(place=where, money=dollars(p["value"])))


INSPECTED = {
    "bottom": N_("Brothel Inspector: the other card goes to the bottom"),
    "top": N_("Brothel Inspector: the other card stays on top"),
    "out": N_("Brothel Inspector: the other card is out of the game"),
}


def _inspector(p: Json) -> Said:
    return Said(p["seat"], _(INSPECTED[p["other"]]))


def _added(p: Json) -> Said:
    return Said(p["seat"], _("One more: {token}").format(token=token(p["token"], _who(p)).text))


def _removed(p: Json) -> Said:
    return Said(p["seat"], _("One less: {token}").format(token=token(p["token"], _who(p)).text))


def _moved(p: Json) -> Said:
    """A card changes hands, and nobody sees it."""
    taker = _("self") if p["taker"] == p["seat"] else p["taker"]
    text = _("Loot from {place}: taken from {giver}, for {taker}")
    return Said(p["seat"], text.format(place=place(p["location"]), giver=_who(p), taker=taker))


def _pile(p: Json) -> Said:
    text = _("{place}: {cards} in the pile")
    return Said(p["seat"], text.format(place=place(p["location"]), cards=cards(p["cards"])))


# -- the recount


def _differs(p: Json) -> Said:
    """All that one of them counted otherwise."""
    each = _("{what} {counted} instead of {expected}")
    counted = "; ".join(each.format(what=place(key), **numbers) for key, numbers in p["piles"].items())
    seat = seat_of(p["who"])
    text = _("Counted: {counted}") if seat else _("Counted on the table: {counted}")
    return Said(seat, text.format(counted=counted))


def _total(p: Json) -> Said:
    text = _("{what}: {counted} in all instead of {should_be}")
    what = place(p["location"])
    return Said(None, text.format(what=what, counted=p["counted"], should_be=p["should_be"]))


MISTAKEN = {  # what may have been entered wrong
    "won": N_("who won at {place}?"),
    "moved": N_("who got a card from {place}?"),
    "pile": N_("how many cards were in the pile {place}?"),
}


def _likely(p: Json) -> Said:
    """An entry that would explain it, and what it leaves unexplained."""
    where = _("round {round}").format(round=p["round"])
    entry = _(MISTAKEN[p["what"]]).format(place=place(p["location"]))
    return likely(p, where, entry)


LINES: Mapping[str, Callable[[Json], Said]] = {
    **{line: _by_seat(message) for line, message in BY_SEAT.items()},
    **{line: _by_table(message) for line, message in BY_TABLE.items()},
    "bb.town": _town,
    "bb.revealed": _revealed,
    "bb.reveal.differs": _reveal_differs,
    "bb.won": _won,
    "bb.called": _called,
    "bb.ran": _ran,
    "bb.hit": _hit,
    "bb.card.played": _played,
    "bb.noted": _noted,
    "bb.inspector": _inspector,
    "bb.effect.added": _added,
    "bb.effect.removed": _removed,
    "bb.effect.moved": _moved,
    "bb.effect.pile": _pile,
    "bb.recount.differs": _differs,
    "bb.recount.total": _total,
    "bb.recount.likely": _likely,
}
