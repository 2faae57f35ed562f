"""The words of Boomtown Bandits, as the printed rulebook has them.

Owns every sentence and label of this game: `things` what lies there, `lines` the log, questions and the rest
here. Ids and what they mean are the rulebook's business.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.i18n import N_, _, ngettext
from companion.telling.boomtown_bandits import things
from companion.telling.boomtown_bandits.lines import LINES
from companion.telling.boomtown_bandits.things import CARDS, LOCATIONS, TOKENS, bullets, dollars, place, token
from companion.telling.engine import Forms, Json, Telling, Word, Words, params_of
from shared_rules.engine import TABLE, field_parts
from shared_rules.games import rulebook
from shared_rules.games.boomtown_bandits import town, words

# -- questions


def _at(prompt: Json, text: str) -> str:
    """The question, with the location it is about in front."""
    where = prompt.get("place")
    return _("{place}: {question}").format(place=place(where), question=text) if where in LOCATIONS else text


def _caller(prompt: Json, text: str, without: str) -> str:
    caller = params_of(prompt).get("caller")
    return text.format(caller=caller) if caller else without


def _locations(prompt: Json) -> str:
    count = prompt.get("min", 0)
    text = ngettext("Which {n} location makes the boomtown?", "Which {n} locations make the boomtown?", count)
    return text.format(n=count) if count else _("Which locations make the boomtown?")


def _shooter(prompt: Json) -> str:
    return (
        _("Where is your other shooter?") if prompt.get("place") == 2 else _("Where is a shooter of yours?")
    )


def _target(prompt: Json) -> str:
    params = params_of(prompt)
    left = params.get("hits", 1) - params.get("aimed", 0)
    return ngettext("Which token is hit?", "Which tokens are hit ({n} left)?", left).format(n=left)


def _agrees(prompt: Json) -> str:
    if prompt["of"] == TABLE:
        return _("Do the piles agree with the screen?")
    return _("Does your loot agree with the screen?")


def _count(prompt: Json) -> str:
    return _at(
        prompt,
        _("how many cards are in the pile?") if prompt["of"] == TABLE else _("how many cards are yours?"),
    )


def _tally(prompt: Json) -> str:
    left = params_of(prompt).get("left", 1)
    text = ngettext(
        "how many dollars are on a card of yours?",
        "how many dollars are on one of your cards ({n} left)?",
        left,
    )
    return _at(prompt, text.format(n=left))


def _fact(fact_id: str) -> Callable[[Json], str]:
    text = N_("{what}: how many dollars are printed there?")
    return lambda prompt: _(text).format(what=things.fact(fact_id).text)


ASKS: Mapping[str, Callable[[Json], str]] = {
    "bb.locations": _locations,
    "bb.row": lambda prompt: _("In which order do they lie, from left to right?"),
    "bb.first_player": lambda prompt: _("Whom does the whiskey bottle point to?"),
    "bb.marshal": lambda prompt: _("Where does the marshal go?"),
    "bb.place": lambda prompt: _("Where does your token go?"),
    "bb.placed": lambda prompt: _("How many tokens lie where?"),
    "bb.reveal.coward": lambda prompt: _("Where is your coward?"),
    "bb.reveal.shooter": _shooter,
    "bb.winner": lambda prompt: _at(prompt, _("who takes the loot?")),
    "bb.verdict": lambda prompt: _at(prompt, _("who called first?")),
    "bb.sudden_death": lambda prompt: _at(prompt, _("sudden death, who called first?")),
    "bb.final_shootout": lambda prompt: _("Final shootout: who called first?"),
    "bb.winner_only": lambda prompt: _("Who is left at the end?"),
    "bb.shootout.lies": lambda prompt: _caller(
        prompt, _("{caller} called: what lies there?"), _("What lies there?")
    ),
    "bb.shootout.tied": lambda prompt: _("Who of them shows a bullet?"),
    "bb.shootout.runners": lambda prompt: _("Whose coward die shows run away?"),
    "bb.shootout.bullets": lambda prompt: _caller(
        prompt, _("How many bullets lie in front of {caller}?"), _("How many bullets lie there?")
    ),
    "bb.shootout.target": _target,
    "bb.shootout.response": lambda prompt: _("You are hit: do you respond?"),
    "bb.loot": lambda prompt: _at(prompt, _("how do you take your loot?")),
    "bb.inspector.other": lambda prompt: _("Where does the other card go?"),
    "bb.play": lambda prompt: _("Which loot card do you play?"),
    "bb.show": lambda prompt: _("Of which pile is the card that you show?"),
    "bb.note": lambda prompt: _("Of which pile is the card that you note?"),
    "bb.card.timing": lambda prompt: _("When is it played, as the card says?"),
    "bb.card.from": lambda prompt: _("Of which pile is the card?"),
    "bb.card.value": lambda prompt: _at(prompt, _("how many dollars are on the card?")),
    "bb.note.value": lambda prompt: _at(prompt, _("how many dollars are on your card?")),
    "bb.effect": lambda prompt: _("What does the card do?"),
    "bb.effect.player": lambda prompt: _("To whom does it happen?"),
    "bb.effect.token": lambda prompt: _("Which token is it?"),
    "bb.effect.place": lambda prompt: _("At which location?"),
    "bb.effect.loot": lambda prompt: _("Of which pile is the card that moves?"),
    "bb.effect.to": lambda prompt: _("Who gets it?"),
    "bb.effect.pile": lambda prompt: _("Which pile changes?"),
    "bb.effect.size": lambda prompt: _at(prompt, _("how many cards are in the pile now?")),
    "bb.own_this_town": lambda prompt: _("Did you rob every location?"),
    "bb.recount": lambda prompt: _("Who recounts their loot?"),
    "bb.recount.agrees": _agrees,
    "bb.recount.count": _count,
    "bb.tally": _tally,
    **{f"box.{fact_id}": _fact(fact_id) for fact_id in (*things.BONUS_OF, *things.CARD_OF, *things.SLOT_OF)},
}
TIMINGS = {
    town.BEFORE_PLACEMENT: Word(N_("Before placement")),
    town.AFTER_PLACEMENT: Word(N_("After placement")),
    town.BEFORE_SHOOTOUT: Word(N_("Before a shootout")),
    town.DURING_SHOOTOUT: Word(N_("During a shootout")),
    town.LOOTING: Word(N_("When you take loot")),
    town.AT_ONCE: Word(N_("At once (red)")),
}
VOCABULARIES: Mapping[str, Words] = {
    "locations": LOCATIONS,
    "tokens": TOKENS,
    "cards": CARDS,
    "timings": TIMINGS,
    "effects": {
        "add_token": Word(N_("Add a token"), icon="plus"),
        "remove_token": Word(N_("Take a token away"), icon="minus"),
        "move_card": Word(N_("Move a card")),
        "change_pile": Word(N_("Change a pile")),
        "peek": Word(N_("Peek"), icon="eye"),
        "extra_hit": Word(N_("One more hit"), icon="bullet"),
        "cancel_hits": Word(N_("Cancel the hits"), icon="close"),
        "cancel_card": Word(N_("Cancel the card before"), icon="close"),
    },
    "responses": {
        "none": Word(N_("Take the hits"), icon="check"),
        town.BODY_DOUBLE: CARDS[town.BODY_DOUBLE],
    },
    "draws": {
        "draw": Word(N_("Draw the top card"), icon="check"),
        town.BROTHEL_INSPECTOR: CARDS[town.BROTHEL_INSPECTOR],
    },
    "other card": {
        "bottom": Word(N_("To the bottom")),
        "top": Word(N_("Back on top")),
        "out": Word(N_("Out of the game")),
    },
    "agrees": {"yes": Word(N_("It agrees"), icon="check"), "no": Word(N_("It differs"), icon="close")},
}

# -- why not

REFUSALS: Mapping[str, Forms] = {
    "bb.place.closed": (N_("The marshal is there, so it is closed this round. Choose another location."),),
    "bb.place.empty": (N_("No loot is left there. Choose another location."),),
    "bb.reveal.none_there": (N_("No token of yours was placed there. Choose another location."),),
    "bb.verdict.form": (N_("That is no verdict. Say who called first, or who tied."),),
    "bb.verdict.bullets": (N_("So many bullets cannot lie there. Count the caller's dice once more."),),
    "bb.verdict.run_away": (N_("Nobody there has a coward die to run away with. Look once more."),),
    "bb.verdict.nothing": (
        N_("Nothing shows, so it is a false HIT. The caller counts to 3, and the others go on."),
    ),
    "bb.verdict.tie": (N_("A tie is between two players or more. Name them all."),),
    "bb.winner_only.not_now": (N_("No countdown is on now. Answer the question first."),),
    "bb.card.none": (N_("There is no loot card in this hand that nobody has seen. Rob a location first."),),
    "bb.card.none_of_it": (N_("This hand has no card of that pile to play. Choose another card."),),
    "bb.card.this_round": (
        N_("Loot is not used in the round it was gained. Play it from the next round on."),
    ),
    "bb.card.not_now": (N_("A card is played when it says so. Wait for that moment."),),
    "bb.card.one_first": (N_("Another card is being played. Wait until it is resolved."),),
    "bb.card.no_shot": (N_("There is no hit it could change. Wait until somebody hits."),),
    "bb.card.no_coward": (N_("No coward of this hand stands at a location. Choose another card."),),
    "bb.card.not_looting": (N_("It is played when loot is taken. Win a location first."),),
    "bb.effect.no_token": (N_("There is no token for that now. Choose another effect."),),
    "bb.effect.no_card": (N_("Nobody has a card for that. Choose another effect."),),
    "bb.effect.nothing_to_cancel": (N_("No card was played before this one. Choose another effect."),),
    "bb.town.too_early": (N_("The boomtown is not there yet. Set it up first."),),
    "bb.town.claimed": (N_("Somebody owns this town already. Rob on without the bonus."),),
    "bb.town.not_all": (N_("Not every location was robbed. Rob the others first."),),
    "bb.recount.counted": (N_("Counted already. Choose somebody else, or finish."),),
}

# -- around a match

SECTIONS = (
    N_("Set-Up"),
    N_("Start Player"),
    N_("Game Play"),
    N_("Placement"),
    N_("Reveal"),
    N_("Shootout"),
    N_("Shootout!"),
    N_("Resolving Hits"),
    N_("Misfires"),
    N_("In the Event of a Tie"),
    N_("New First Player"),
    N_("Playing Loot Cards"),
    N_("Loot Cards"),
    N_("Own This Town!"),
    N_("Example #2: The Loot Cards"),
    N_("Game End"),
    N_("Bonus Cards"),
)
OPTIONS: Mapping[str, Words] = {
    "bb.recount": {TABLE: Word(N_("The piles"))},
    "bb.play": CARDS,
    "bb.show": LOCATIONS,
    "bb.note": LOCATIONS,
    "bb.own_this_town": {"yes": Word(N_("Own This Town!"))},
    "bb.shootout.lies": {"several": Word(N_("More than one thing"))},
}
SKIPS = {
    "bb.recount": N_("No more counting"),
    "bb.winner": N_("Nobody"),
    "bb.effect": N_("Nothing more"),
}
ACTS: Words = {
    "bb.play": Word(N_("Play a card")),
    "bb.show": Word(N_("Show a card")),
    "bb.note": Word(N_("Note a card")),
    "bb.own_this_town": Word(N_("Own This Town!")),
    "bb.winner_only": Word(N_("Only the winner")),
}
SETTINGS: Words = {
    "entry": Word(N_("What is entered")),
    "placement": Word(N_("Placement")),
    "responses": Word(N_("Asked for responses")),
    "nobody_left": Word(N_("If all tokens are gone")),
    "inspector": Word(N_("Brothel Inspector's other card")),
    "sudden_death": Word(N_("Sudden death")),
    "cards_in_ties": Word(N_("Loot cards in sudden death")),
    "reminder": Word(N_("Reminder: Own This Town!")),
}
CHOICES: Mapping[str, Words] = {
    "entry": {"tokens": Word(N_("tokens and shootouts")), "winners": Word(N_("only the winners"))},
    "placement": {
        "skipped": Word(N_("not entered")),
        "counted": Word(N_("tokens counted")),
        "whose": Word(N_("each token in turn")),
    },
    "responses": {"two_hits": Word(N_("from two hits on")), "every_hit": Word(N_("at every hit"))},
    "nobody_left": {"nobody": Word(N_("the loot stays")), "again": Word(N_("shoot again"))},
    "inspector": {
        "ask": Word(N_("ask each time")),
        "bottom": Word(N_("to the bottom")),
        "top": Word(N_("back on top")),
        "out": Word(N_("out of the game")),
    },
    "sudden_death": {
        "elimination": Word(N_("until one is left")),
        "first_hit": Word(N_("the first hit wins")),
    },
    "reminder": {"privately": Word(N_("only to who may claim it")), "never": Word(N_("not at all"))},
}
SOURCES: Words = {"loot": Word(N_("Loot")), "bonuses": Word(N_("Bonuses"))}


class BoomtownBanditsTelling(Telling):
    """The words of this game; what it says of its money, and of what lies in a shootout."""

    printed = "Boomtown Bandits"
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
        super().__init__(rulebook("boomtown_bandits"))

    def lying(self, state: Json) -> Sequence[str]:
        """Return the locations, from left to right."""
        row: Sequence[str] = state["row"]
        return row

    def option(self, prompt: Json, option: str) -> Word:
        """Return an answer: somebody's token, what lies there, or a word of the tables."""
        what, of = field_parts(option)
        if prompt["id"] == "bb.shootout.target" and what in TOKENS:
            return token(what, of)
        if prompt["id"] == "bb.shootout.lies" and what == "bullets":
            return Word(bullets(int(of)), "bullet")
        if prompt["id"] == "bb.shootout.lies" and what == "run":
            return Word(_("{player} runs away").format(player=of), "run_fast")
        return super().option(prompt, option)

    def fact(self, box_fact_id: str) -> Word:
        """Return the name of what is printed on this group's copy."""
        return things.fact(box_fact_id)

    def thing(self, thing_id: str) -> Word:
        """Return the name of a thing."""
        known = LOCATIONS.get(thing_id) or TOKENS.get(thing_id) or CARDS.get(thing_id)
        return known.told() if known else Word(thing_id)

    def field(self, field_id: str) -> Word:
        """Return the name of what can be corrected: a pile, or somebody's cards of it."""
        what, whose = field_parts(field_id)
        if what == words.PILE:
            return Word(_("Pile ({place})").format(place=place(whose)), LOCATIONS[whose].icon)
        if what in words.LOOT:
            location = words.LOOT[what]
            text = _("Loot from {place} ({player})").format(place=place(location), player=whose)
            return Word(text, LOCATIONS[location].icon)
        return Word(field_id)

    def score(self, value: Any) -> str:
        """Return money, or the bounds it lies between."""
        if not isinstance(value, Mapping):
            return dollars(value)
        if value["max"] is None:
            return _("at least ${n}").format(n=value["min"])
        return _("${least} to ${most}").format(least=value["min"], most=value["max"])

    def tie_break(self, result: Json, winner: str, second: str) -> str:
        """As much money: all their dice decided."""
        return _("final shootout")
