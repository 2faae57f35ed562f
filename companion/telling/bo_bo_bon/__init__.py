"""The words of Bo Bo Bon, short ones: the youngest players read them.

Owns every sentence and label of this game: `things` what lies there, `lines` the log, questions and the rest
here. Ids and what they mean are the rulebook's business.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.i18n import N_, _
from companion.telling.bo_bo_bon.lines import LINES
from companion.telling.bo_bo_bon.things import CARDS, CHIPS, COLOURS, COUNTED, MONSTER, card, stars
from companion.telling.engine import Forms, Json, Telling, Word, Words, params_of
from shared_rules.engine import field_parts
from shared_rules.games import rulebook
from shared_rules.games.bo_bo_bon import sweets as c
from shared_rules.games.bo_bo_bon import words

# -- questions


def _card(prompt: Json) -> str:
    """Which card, with a reminder of what has to be followed: only the hand's owner sees whether it can."""
    params = params_of(prompt)
    led = params.get("led")
    if led is None:
        return _("Which card do you play?")
    if led in c.COLOURS:
        return _("{color} if you can: which card do you play?").format(color=card(led))
    if params.get("must"):
        return _("Your monster has to go, too: which card do you play?")
    return _("Play what you like: which card?")


COUNTS = {
    c.STAR: N_("How many chips with 1 star do you have?"),
    c.STARS: N_("How many chips with 2 stars do you have?"),
    c.ANT: N_("How many ants do you have?"),
    "": N_("How many chips do you have?"),
}


def _count(prompt: Json) -> str:
    return _(COUNTS[prompt.get("place") or ""])


ASKS: Mapping[str, Callable[[Json], str]] = {
    "bon.colours": lambda prompt: _("Which colors are in the game?"),
    "bon.first_player": lambda prompt: _("Who ate candy last?"),
    "bon.chip": lambda prompt: _("What is on the chip?"),
    "bon.card": _card,
    "bon.winner": lambda prompt: _("Who wins the candy?"),
    "bon.monster": lambda prompt: _("Did you play your monster?"),
    "bon.bo": lambda prompt: _("Did you play Bo?"),
    "bon.ant": lambda prompt: _("Which chip does the ant take?"),
    "bon.last_chip": lambda prompt: _("What is on the chip in the box?"),
    "bon.recount": lambda prompt: _("Who counts their chips?"),
    "bon.recount.agrees": lambda prompt: _("Are your chips as on the screen?"),
    "bon.recount.count": _count,
    "box.star_1": lambda prompt: _("Of all 8 chips, how many have 1 star?"),
    "box.ant": lambda prompt: _("Of all 8 chips, how many have an ant?"),
}
VOCABULARIES: Mapping[str, Words] = {
    "colours": COLOURS,
    "chips": CHIPS,
    "cards": CARDS,
    "prey": {chip: CHIPS[chip] for chip in c.STARS_ON},
    "agrees": {"yes": Word(N_("Yes"), icon="check"), "no": Word(N_("No"), icon="close")},
}

# -- why not

REFUSALS: Mapping[str, Forms] = {
    "bon.box.eight": (N_("A box has 8 chips. Correct the box profile."),),
    "bon.chip.none_left": (N_("The box has no more of these. Look at the chip again."),),
    "bon.chip.eighth": (N_("Only 7 chips are won. To change one, undo or correct by hand."),),
    "bon.chip.no_trick": (N_("Each round brings one chip. Take one away somewhere else first."),),
    "bon.card.seventh": (N_("All 6 of this color are gone. Look at the card again."),),
    "bon.card.only_monster": (N_("All 6 candies are gone. Only the monster is left to play."),),
    "bon.card.monster_led": (N_("A monster came first. Play your monster, too."),),
    "bon.card.only_bo": (N_("This is the last candy, and Bo is still missing. It has to be Bo."),),
    "bon.card.chip_first": (N_("No chip is turned over. Turn the next one over first."),),
    "bon.card.one_each": (N_("One card each. Wait for the next round."),),
    "bon.monster.second": (N_("Everybody has one monster, and this one is gone. Look at the card again."),),
    "bon.bo.second": (N_("There is only one Bo, and he is gone. Look at the card again."),),
    "bon.winner.colour": (N_("Not the color that came first. Another color never wins."),),
    "bon.winner.monster": (N_("A monster beats all candy. Choose whoever played one."),),
    "bon.winner.bo": (N_("Bo beats everything. Choose whoever played him."),),
    "bon.last_chip.known": (N_("The 8 chips of this box are known. Correct them in the box profile."),),
    "bon.last_chip.not_all": (N_("There are not 7 chips. Correct them first."),),
    "bon.recount.counted": (N_("Counted already. Choose somebody else, or finish."),),
}

# -- around a match

SECTIONS = (
    N_("Components"),
    N_("Setup"),
    N_("Gameplay"),
    N_("Choosing which card to play"),
    N_("End of the game"),
    N_("Expert play variation with Bo"),
)
PLAYED = Word(N_("Played"), icon="check")
OPTIONS: Mapping[str, Words] = {
    "bon.monster": {"yes": PLAYED},
    "bon.bo": {"yes": PLAYED},
    "bon.last_chip": CHIPS,
}
SKIPS = {"bon.recount": N_("No more counting")}
ACTS: Words = {
    "bon.monster": MONSTER,
    "bon.bo": CARDS[c.BO],
    "bon.last_chip": Word(N_("The chip in the box"), icon="package_variant_closed"),
}
SETTINGS: Words = {
    "bo": Word(N_("Expert play variation with Bo")),
    "depth": Word(N_("What is entered")),
    "ant": Word(N_("An ant takes")),
    "bo_led": Word(N_("After Bo as the first card")),
}
CHOICES: Mapping[str, Words] = {
    "depth": {"winner": Word(N_("chip and winner")), "cards": Word(N_("every card"))},
    "ant": {
        "lowest": Word(N_("the chip with the fewest stars")),
        "highest": Word(N_("the chip with the most stars")),
        "chance": Word(N_("any chip, by chance")),
    },
    "bo_led": {"free": Word(N_("any card")), "monsters": Word(N_("monsters have to be played"))},
}
FACTS: Words = {chip: COUNTED[chip] for chip in (c.STAR, c.ANT)}
SOURCES: Words = {
    "stars": Word(N_("Stars on chips"), icon="star_circle"),
    "ants": Word(N_("Taken by ants"), icon="own:ant"),
}


class BoBoBonTelling(Telling):
    """The words of this game; what it says of stars, and of how likely a chip is."""

    printed = "Bo Bo Bon"
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
    facts = FACTS
    sources = SOURCES

    def __init__(self) -> None:
        super().__init__(rulebook("bo_bo_bon"))

    def option(self, prompt: Json, option: str) -> Word:
        """Return an answer; below a chip how many such chips are among those that nobody has seen."""
        word = super().option(prompt, option)
        odds = params_of(prompt).get("odds") if prompt["id"] == "bon.chip" else None
        if odds is None or option not in odds["left"]:
            return word
        return word._replace(second=_("{n} of {of}").format(n=odds["left"][option], of=odds["of"]))

    def thing(self, thing_id: str) -> Word:
        """Return the name of a card or a chip."""
        known = CARDS.get(thing_id) or CHIPS.get(thing_id)
        return known.told() if known else Word(thing_id)

    def field(self, field_id: str) -> Word:
        """Return the name of what can be corrected."""
        what, whose = field_parts(field_id)
        if what not in COUNTED or not whose:
            return Word(field_id)
        word = COUNTED[what].told()
        return Word(_("{what} ({where})").format(what=word.text, where=whose), word.icon)

    def score(self, value: Any) -> str:
        """Return stars; from how many to how many, while ants take by chance."""
        if isinstance(value, Mapping):
            return _("{least} to {most} stars").format(least=value["min"], most=value["max"])
        return stars(value)
