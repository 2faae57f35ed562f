"""The words of Dollars Wanted, as the printed rulebook has them.

Owns every sentence and label of this game: `things` what lies there, `lines` the log, questions and the rest
here. Ids and what they mean are the rulebook's business.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.i18n import N_, _, ngettext
from companion.telling.dollars_wanted import things
from companion.telling.dollars_wanted.lines import LINES
from companion.telling.dollars_wanted.things import COLOURS, ICONS, KINDS, ROWS, SLOT_OF, dollars, face, row
from companion.telling.engine import Forms, Json, Telling, Word, Words, params_of
from shared_rules.engine import field_parts
from shared_rules.games import rulebook
from shared_rules.games.dollars_wanted import cards as c
from shared_rules.games.dollars_wanted import words

# -- questions


def _at(prompt: Json, text: str) -> str:
    """The question, with the row it is about in front."""
    where = params_of(prompt).get("row", prompt.get("place"))
    return _("{place}: {question}").format(place=row(where), question=text) if where in ROWS else text


HOW_MANY = {
    c.COLT: N_("how many colts does it show?"),
    c.DYNAMITE: N_("how many sticks of dynamite does it show?"),
    c.CROWBAR: N_("how many crowbars does it show?"),
    c.PICKAXE: N_("how many pickaxes does it show?"),
}


def _icon(prompt: Json) -> str:
    text = HOW_MANY.get(params_of(prompt).get("icon", ""))
    return _at(prompt, _(text)) if text else _("How many of an icon does it show?")


def _lay(prompt: Json) -> str:
    if prompt.get("place") == c.LAID:
        return _("Where do you lay your second card?")
    return _("Where do you lay a card?")


def _reveal(prompt: Json) -> str:
    card = params_of(prompt).get("card")
    if card is None:
        return _("What is the next card?")
    return _at(prompt, _("what is card {n}?").format(n=card))


def _face(face_id: str) -> Word:
    """What is on a card: a bandit's icon as often as it stands there."""
    word = face(face_id)
    if face_id == c.WRONG:
        return Word(_("Wrong"), word.icon)
    if face_id not in c.BANDITS:
        return word
    return Word(word.text, pictures=(word.icon,) * c.BANDITS[face_id][1])


def _row(prompt: Json, row_id: str) -> Word:
    """A row by its building, if there is no other of its kind; below it what else tells it from others."""
    rows = params_of(prompt).get("rows", {})
    if row_id not in rows:
        return ROWS[row_id].told()
    shown = rows[row_id]
    kind, name = KINDS[shown["kind"]].told(), row(row_id)
    alone = sum(other["kind"] == shown["kind"] for other in rows.values()) == 1
    if prompt["id"] == "dw.lay":
        below = name if alone else kind.text
    else:
        below = ngettext("{n} face down", "{n} face down", shown["down"]).format(n=shown["down"])
    return Word(kind.text if alone else name, kind.icon, below)


def _fact(fact_id: str) -> Callable[[Json], str]:
    text = N_("{what}: how many are printed there?")
    return lambda prompt: _(text).format(what=things.fact(fact_id).text)


ASKS: Mapping[str, Callable[[Json], str]] = {
    "dw.building": lambda prompt: _at(prompt, _("which building turns up?")),
    "dw.building.icon": _icon,
    "dw.colour": lambda prompt: _("Which color are you?"),
    "dw.first_player": lambda prompt: _("Who last withdrew money from a bank?"),
    "dw.lay": _lay,
    "dw.rob": lambda prompt: _("Which row do you rob?"),
    "dw.robbery": lambda prompt: _("Which row do you rob?"),
    "dw.show_hand": lambda prompt: _("Does no card of your hand fit anywhere?"),
    "dw.reveal": _reveal,
    "dw.outcome": lambda prompt: _("How did the robbery end?"),
    "dw.ended": lambda prompt: _at(prompt, _("how did the robbery end?")),
    "dw.ended.face_up": lambda prompt: _at(prompt, _("how many cards lie face up now?")),
    "dw.ended.face_down": lambda prompt: _at(prompt, _("how many cards still lie face down?")),
    "dw.ended.removed": lambda prompt: _at(prompt, _("whose are the cards that were removed?")),
    "dw.ended.penalty": lambda prompt: _at(prompt, _("who gets a penalty for a wrong card?")),
    "dw.dollars": lambda prompt: _at(prompt, _("how many dollars is the building worth?")),
    "dw.recount": lambda prompt: _("Who recounts their buildings?"),
    "dw.recount.agrees": lambda prompt: _("Does what you have agree with the screen?"),
    "dw.recount.buildings": lambda prompt: _("How many buildings lie in front of you?"),
    "dw.recount.dollars": lambda prompt: _("How many dollars are printed on them?"),
    "dw.recount.penalties": lambda prompt: _("How many penalties do you have?"),
    **{f"box.{fact.id}": _fact(fact.id) for fact in rulebook("dollars_wanted").box},
}
OUTCOMES: Words = {
    words.SUCCESS: Word(N_("The building is robbed"), icon="check"),
    words.FAILED: Word(N_("Not enough icons"), icon="close"),
    words.STOPPED: Word(N_("Stopped by a vulture"), icon="own:vulture"),
}
VOCABULARIES: Mapping[str, Words] = {
    "rows": ROWS,
    "buildings": KINDS,
    "colours": COLOURS,
    "outcomes": OUTCOMES,
    "agrees": {"yes": Word(N_("It agrees"), icon="check"), "no": Word(N_("It differs"), icon="close")},
}

# -- why not

REFUSALS: Mapping[str, Forms] = {
    "dw.box.building": (
        N_("The box tells only half of a building, or one without icons. Correct the box profile."),
    ),
    "dw.building.no_icons": (N_("A building shows at least one icon. Look once more."),),
    "dw.colour.taken": (N_("Somebody has that color. Choose another one."),),
    "dw.show_hand.not_now": (N_("Only whoever has to lay a card shows a hand. Wait for your turn."),),
    "dw.rob.not_now": (N_("A robbery is on, or being asked about. Answer the question first."),),
    "dw.rob.lay_first": (N_("Two cards are laid before a robbery. Lay out your cards."),),
    "dw.rob.not_yours": (N_("Only whoever has just laid two cards robs a building. Wait for your turn."),),
    "dw.rob.nothing_down": (N_("No card lies face down there. Choose another row."),),
    "dw.rob.no_building": (N_("No building is left there. Choose another row."),),
    "dw.reveal.no_more": (N_("All of these cards that the box holds lie face up already. Look once more."),),
    "dw.reveal.all_fit": (N_("The building needs all four icons, so every card fits. Look once more."),),
    "dw.outcome.not_now": (N_("No card is being revealed now. Answer the question first."),),
    "dw.outcome.enough": (N_("It is enough already. The building is robbed."),),
    "dw.recount.counted": (N_("Counted already. Choose somebody else, or finish."),),
}

# -- around a match

SECTIONS = (
    N_("Contents"),
    N_("Set-Up of the Game"),
    N_("Course of the Game"),
    N_("1. Lay Out Cards"),
    N_("2. Rob a Building"),
    N_("3. Draw New Cards"),
    N_("End of the Game"),
    N_("Variant with Player Colors"),
)
OPTIONS: Mapping[str, Words] = {
    "dw.rob": ROWS,
    "dw.outcome": OUTCOMES,
    "dw.show_hand": {"yes": Word(N_("Show the hand"))},
}
SKIPS = {
    "dw.robbery": N_("Not now"),
    "dw.ended.penalty": N_("No more penalties"),
    "dw.recount": N_("No more counting"),
}
ACTS: Words = {
    "dw.rob": Word(N_("Dollars wanted!"), icon="sack"),
    "dw.show_hand": Word(N_("No card fits"), icon="cards"),
    "dw.outcome": Word(N_("Only the outcome")),
}
SETTINGS: Words = {
    "colours": Word(N_("Variant with Player Colors")),
    "entry": Word(N_("What is entered")),
    "reveal": Word(N_("Cards are revealed")),
    "last_coyote": Word(N_("A coyote as the last card")),
    "third_penalty": Word(N_("A third wrong card")),
    "layers": Word(N_("Who laid which card is shown")),
}
CHOICES: Mapping[str, Words] = {
    "entry": {"cards": Word(N_("each revealed card")), "outcomes": Word(N_("only how it ended"))},
    "reveal": {
        "usual": Word(N_("until it is enough, with colors all")),
        "enough": Word(N_("until it is enough")),
        "all": Word(N_("all of them")),
    },
    "last_coyote": {
        "discarded": Word(N_("is discarded alone")),
        "waits": Word(N_("waits for the next card")),
    },
    "third_penalty": {
        "deducted": Word(N_("costs $300 too")),
        "none": Word(N_("costs nothing")),
    },
}
SOURCES: Words = {"dollars": Word(N_("Buildings")), "penalties": Word(N_("Penalties"))}
FIELDS: Mapping[str, str] = {
    words.FACE_DOWN: N_("Face down ({where})"),
    words.BUILDINGS_LEFT: N_("Buildings in the pile ({where})"),
    words.DRAW_PILE: N_("Draw pile"),
    words.DISCARD_PILE: N_("Discard pile"),
    words.OWN_DRAW: N_("Draw pile ({where})"),
    words.OWN_DISCARD: N_("Discard pile ({where})"),
    words.HAND: N_("Hand ({where})"),
    words.DOLLARS: N_("Dollars ({where})"),
    words.BUILDINGS: N_("Buildings ({where})"),
    words.PENALTIES: N_("Penalties ({where})"),
}


class DollarsWantedTelling(Telling):
    """The words of this game; what it says of buildings and cards, and of money."""

    printed = "Dollars Wanted"
    sections = SECTIONS
    cites = words.LINES | words.REFUSALS
    asks = ASKS
    vocabularies = VOCABULARIES
    options = OPTIONS
    skips = SKIPS
    acts = ACTS
    lines = LINES
    refusals = REFUSALS
    settings = SETTINGS
    choices = CHOICES
    sources = SOURCES

    def __init__(self) -> None:
        super().__init__(rulebook("dollars_wanted"))

    def option(self, prompt: Json, option: str) -> Word:
        """Return an answer: a building that the box has met, what is on a card, or a word of the tables."""
        if prompt["id"] == "dw.building" and option in SLOT_OF:
            shown = params_of(prompt).get("met", {}).get(option)
            return things.building(shown) if shown else Word(_("Building {n}").format(n=SLOT_OF[option]))
        if prompt["id"] == "dw.reveal" and option in c.FACES:
            return _face(option)
        if option in ROWS:
            return _row(prompt, option)
        return super().option(prompt, option)

    def fact(self, box_fact_id: str) -> Word:
        """Return the name of what is printed on this group's copy."""
        return things.fact(box_fact_id)

    def thing(self, thing_id: str) -> Word:
        """Return the name of a thing."""
        if thing_id in c.FACES:
            return face(thing_id)
        known = ICONS.get(thing_id) or KINDS.get(thing_id) or ROWS.get(thing_id) or COLOURS.get(thing_id)
        return known.told() if known else Word(thing_id)

    def field(self, field_id: str) -> Word:
        """Return the name of what can be corrected."""
        what, whose = field_parts(field_id)
        if what in words.FACE_DOWN_IN:
            text = _("Face down ({where}, {player})")
            return Word(text.format(where=row(words.FACE_DOWN_IN[what]), player=whose))
        if what not in FIELDS:
            return Word(field_id)
        of_a_row = words.FIELDS[what] == "rows"
        return Word(_(FIELDS[what]).format(where=row(whose) if of_a_row else whose))

    def score(self, value: Any) -> str:
        """Return money."""
        return dollars(value)

    def tie_break(self, result: Json, winner: str, second: str) -> str:
        """As much money: the most buildings decided."""
        return _("more buildings")
