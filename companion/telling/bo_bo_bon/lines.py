"""What happened in a match of Bo Bo Bon, line by line.

Owns the sentences of the log. Which lines there are, and what they mean, is the rulebook's business.
"""

from collections.abc import Callable, Mapping

from companion.i18n import N_, _, ngettext
from companion.telling.bo_bo_bon.things import COUNTED, card, chip, chips
from companion.telling.engine import Json, Said, likely


def _colours(p: Json) -> Said:
    return Said(None, _("Colors: {colors}").format(colors=", ".join(map(card, p["colours"]))))


def _chip(p: Json) -> Said:
    return Said(None, _("Chip {n}: {what}").format(n=p["trick"], what=chip(p["chip"])))


def _card(p: Json) -> Said:
    text = _("Starts with: {what}") if p["led"] else _("Plays: {what}")
    return Said(p["seat"], text.format(what=card(p["card"])))


def _revoke(p: Json) -> Said:
    """A colour that is shown now, or must be in the hand, and when it was not played though it had to be."""
    if p["counted"]:
        text = ngettext(
            "Still has {color}: had it in round {rounds} and did not play it",
            "Still has {color}: had it in rounds {rounds} and did not play it",
            len(p["tricks"]),
        )
    else:
        text = ngettext(
            "{color} now: had it in round {rounds} and did not play it",
            "{color} now: had it in rounds {rounds} and did not play it",
            len(p["tricks"]),
        )
    return Said(p["seat"], text.format(color=card(p["colour"]), rounds=", ".join(map(str, p["tricks"]))))


def _won(p: Json) -> Said:
    """What the trick brought, and with which card, where that is known."""
    if p["card"] is None:
        return Said(p["seat"], _("Wins: {what}").format(what=chip(p["chip"])))
    return Said(p["seat"], _("Wins: {what} ({card})").format(what=chip(p["chip"]), card=card(p["card"])))


def _last_chip(p: Json) -> Said:
    return Said(None, _("In the box: {what}").format(what=chip(p["chip"])))


def _ants(p: Json) -> Said:
    """What the ants take away at the end."""
    if not p["chips"]:
        text = ngettext("The ant finds no stars", "The ants find no stars", p["ants"])
    else:
        text = ngettext("The ant takes: {what}", "The ants take: {what}", p["ants"])
    return Said(p["seat"], text.format(what=chips(p["chips"])))


# -- the recount


def _differs(p: Json) -> Said:
    """All that somebody counted otherwise."""
    each = _("{what} {counted} instead of {expected}")
    told = [each.format(what=COUNTED[what].told().text, **counts) for what, counts in p["chips"].items()]
    return Said(p["seat"], _("Counted: {counted}").format(counted="; ".join(told)))


def _total(p: Json) -> Said:
    text = _("Chips: {counted} in all instead of {should_be}")
    return Said(None, text.format(counted=p["counted"], should_be=p["should_be"]))


MISTAKEN = {"winner": N_("who won it?"), "chip": N_("which chip was it?")}  # what may have been entered wrong


def _likely(p: Json) -> Said:
    """An entry that would explain it, and what it leaves unexplained."""
    return likely(p, _("round {round}").format(round=p["round"]), _(MISTAKEN[p["what"]]))


LINES: Mapping[str, Callable[[Json], Said]] = {
    "bon.colours": _colours,
    "bon.first_player": lambda p: Said(p["seat"], _("Begins")),
    "bon.chip": _chip,
    "bon.card": _card,
    "bon.revoke": _revoke,
    "bon.won": _won,
    "bon.last_chip": _last_chip,
    "bon.ants": _ants,
    "bon.recount.differs": _differs,
    "bon.recount.total": _total,
    "bon.recount.adds_up": lambda p: Said(None, _("The recount adds up")),
    "bon.recount.likely": _likely,
}
