"""A prompt in words: what is asked, and each answer as a key will say it.

Owns the way from a prompt's JSON, as contract "match" has it, to what can be shown. It knows no widget and no
game: a game's words are its telling's.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.i18n import N_, _
from companion.match_file import FAULT
from companion.match_sitting import BUSY, CLOSED, NOT_PUBLIC
from shared_rules.engine import Refused

REFUSED = {  # what no game has words for
    BUSY: N_("Wait a moment, then tap again."),
    CLOSED: N_("This match is closed here. Open it again from home."),
    NOT_PUBLIC: N_("What was answered there is a secret. To change it, go back to before it."),
    FAULT: N_("Tin Star made a mistake there, and nothing has changed. Try another answer."),
}
MOST_VALUES = 12  # a number out of so many is one tap
CUBE = 6  # sides
ONE, SOME, ORDER, NUMBER, SPLIT, DICE = "one", "some", "order", "number", "split", "dice"

Json = Mapping[str, Any]


class Option(NamedTuple):
    """One answer. id: of its target; brand: of the player it names, -1; why: it is greyed because; primary:
    it is what comes next; second: what stands below the label where there is room; pictures: icons that stand
    there instead of the label."""

    id: str
    value: Any
    label: str
    icon: str = ""
    brand: int = -1
    why: str = ""
    primary: bool = False
    second: str = ""
    pictures: tuple[str, ...] = ()
    worth: int = 0


class Asked(NamedTuple):
    """A prompt in words. key: what tells it from the next one that reads alike; brand: of the player whose
    name the text begins with, -1; skip: what it is called not to answer, "" where one has to; chance: the app
    may decide it; throws: by a throw. layouts: rows of ids with their shares that may be taken, the widest
    first; done: what it is called to choose nothing, and for {n} to choose some, where that has names."""

    kind: str
    text: str
    options: tuple[Option, ...] = ()
    key: tuple[Any, ...] = ()
    rule: str = ""
    brand: int = -1
    skip: str = ""
    chance: bool = False
    least: int = 0
    most: int = 0
    throws: bool = False
    layouts: tuple[Any, ...] = ()
    done: tuple[str, str] = ("", "")


def asked(prompt: Json, told: Any, brands: Mapping[str, int], order: Sequence[str] = ()) -> Asked:
    """Put a prompt, as contract "match" has it, into words.

    :param told: the game's `companion.telling.Telling`
    :param brands: player -> brand number
    :param order: ids in the order in which keys stand, so that each stays in its place
    """
    kind, options = _KINDS[prompt["kind"]](prompt, told, brands, order)
    text = told.ask(prompt)
    named = [name for name in brands if name in prompt["ask"]["params"].values() and text.startswith(name)]
    return Asked(
        kind,
        text,
        tuple(options),
        tuple(prompt.get(name) for name in ("id", "of", "round", "turn", "place")),
        told.rule(prompt["id"]),
        brands[named[0]] if named else -1,
        told.skip(prompt) if prompt["optional"] else "",
        bool(prompt["chance"]),
        prompt.get("min", 0),
        prompt.get("max", prompt.get("total", prompt.get("sides", 0))),
        prompt["kind"] == "dice",
        tuple(told.layouts(prompt)),
        told.done(prompt),
    )


def why_not(refused: Refused, told: Any) -> str:
    """Return why something was refused, in a sentence."""
    if refused.code in REFUSED:
        return _(REFUSED[refused.code])
    sentence: str = told.refusal(refused.code, refused.why)
    return sentence


Made = tuple[str, list[Option]]


def _listed(prompt: Json, told: Any, brands: Mapping[str, int], order: Sequence[str]) -> list[Option]:
    greyed: Mapping[str, str] = prompt["greyed"]
    # Whom it cannot be but oneself needs no key: nobody would look for it.
    ids = [*prompt["options"], *(each for each in greyed if each != prompt["of"])]
    if set(ids) <= set(order):
        ids.sort(key=list(order).index)
    return [_option(prompt, each, told, brands, greyed.get(each, "")) for each in ids]


def _option(prompt: Json, each: str, told: Any, brands: Mapping[str, int], code: str = "") -> Option:
    word = told.option(prompt, each)
    why = told.refusal(code, {"id": prompt["id"], "option": each}) if code else ""
    person = each in brands and word.text == each
    brand = brands[each] if person else -1
    more = {"second": word.second, "pictures": word.pictures, "worth": told.worth(prompt, each)}
    return Option(each, each, word.text, word.icon, brand, why, **more)


def _choose(prompt: Json, told: Any, brands: Mapping[str, int], order: Sequence[str]) -> Made:
    return ONE, _listed(prompt, told, brands, order)


def _some(prompt: Json, told: Any, brands: Mapping[str, int], order: Sequence[str]) -> Made:
    return SOME, _listed(prompt, told, brands, order)


def _order(prompt: Json, told: Any, brands: Mapping[str, int], _: Sequence[str]) -> Made:
    return ORDER, _listed(prompt, told, brands, ())


def _split(prompt: Json, told: Any, brands: Mapping[str, int], _: Sequence[str]) -> Made:
    limits: Mapping[str, int] = prompt["limits"]
    options = [_option(prompt, each, told, brands) for each in prompt["options"]]
    if prompt["total"] == 1:  # whose is it? one tap
        return ONE, [option._replace(value={option.id: 1}) for option in options if limits[option.id]]
    return SPLIT, [option._replace(value=limits[option.id]) for option in options]


def _number(prompt: Json, *_: object) -> Made:
    if prompt["max"] - prompt["min"] >= MOST_VALUES:
        return NUMBER, []
    return ONE, [Option(str(n), n, str(n)) for n in range(prompt["min"], prompt["max"] + 1)]


def _dice(prompt: Json, *_: object) -> Made:
    if prompt["count"] == 1:
        return ONE, [
            Option(str(n), [n], str(n), face(n, prompt["sides"])) for n in range(1, prompt["sides"] + 1)
        ]
    return DICE, [Option(str(k), k, str(k)) for k in range(1, prompt["count"] + 1)]


def face(number: int, sides: int) -> str:
    """Return the icon of what a die shows; "" for one that is no cube."""
    return f"dice_{number}" if sides == CUBE else ""


def _verdict(prompt: Json, _told: object, brands: Mapping[str, int], _order: object) -> Made:
    players = prompt["players"]
    options = [Option(p, {"call": "first", "player": p}, p, "", brands.get(p, -1)) for p in players]
    tie = {"call": "tie", "players": sorted(players)}
    return ONE, [*options, Option("tie", tie, _("A tie"), "scale_balance")]


_KINDS: Mapping[str, Callable[[Json, Any, Mapping[str, int], Sequence[str]], Made]] = {
    "choose": _choose,
    "choose_some": _some,
    "order": _order,
    "split": _split,
    "number": _number,
    "dice": _dice,
    "verdict": _verdict,
}
