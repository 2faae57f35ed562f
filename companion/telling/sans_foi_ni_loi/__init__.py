"""The words of Sans Foi Ni Loi.

Owns every sentence and label of this game: `things` what lies there, `lines` the log, questions and the rest
here. Ids and what they mean are the rulebook's business.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.i18n import N_, _, ngettext
from companion.telling.engine import Forms, Json, Layout, Telling, Word, Words, params_of
from companion.telling.sans_foi_ni_loi import things
from companion.telling.sans_foi_ni_loi.lines import LINES
from companion.telling.sans_foi_ni_loi.things import CATEGORIES, KINDS, NO_LAND, PLACES, QUALITIES
from shared_rules.engine import TABLE, field_parts
from shared_rules.games import rulebook
from shared_rules.games.sans_foi_ni_loi import printed as p
from shared_rules.games.sans_foi_ni_loi import words
from shared_rules.games.sans_foi_ni_loi.faces import ANOTHER
from shared_rules.games.sans_foi_ni_loi.laying import RANCH

# -- questions


def _guard(prompt: Json) -> str:
    """The neighbour throws against the herds, the owner for them."""
    owner = params_of(prompt).get("owner")
    if owner is None or owner == prompt["of"]:
        return _("Your herds: what do you throw to guard them?")
    return _("The herds of {owner}: what do you throw against them?").format(owner=owner)


def _number(prompt: Json) -> str:
    if prompt.get("place") == p.HERD:
        return _("What is the herd worth?")
    return _("How great is its guard bonus?")


def _where(prompt: Json) -> str:
    of = params_of(prompt).get("of")
    if of is None or of == prompt["of"]:
        return _("On which land of yours?")
    return _("On which land of {player}?").format(player=of)


def _counter(prompt: Json) -> str:
    seat = params_of(prompt).get("seat")
    if seat is None:
        return _("Does anybody counter the card?")
    return _("{player} plays a card on you: who counters it?").format(player=seat)


def _action(prompt: Json) -> str:
    left = params_of(prompt).get("points")
    if left is None:
        return _("What do you do with your action points?")
    text = ngettext("What do you do ({n} point left)?", "What do you do ({n} points left)?", left)
    return text.format(n=left)


def _cards(prompt: Json) -> str:
    if prompt.get("place") == "pile":
        return _("How many cards come from the pile?")
    return _("How many cards leave the hand?")


def _deck(prompt: Json) -> str:
    return _("Does the box have {n} cards?").format(n=params_of(prompt).get("cards", p.DECK))


def _line_card(prompt: Json) -> str:
    place = PLACES.get(prompt.get("place") or "")
    if place is None:
        return _("Which card lies on the Line?")
    return _("{place}: {question}").format(place=place.told().text, question=_("which card lies there?"))


def _agrees(prompt: Json) -> str:
    if prompt["of"] == TABLE:
        return _("Does the gold in the bank agree with the screen?")
    return _("Do your ranch and your gold agree with the screen?")


HOW_MANY = {
    p.LANDS: N_("How many lands do you have?"),
    p.HERDS: N_("How many herds do you have?"),
    p.COWBOYS: N_("How many cowboys do you have?"),
    p.GOLD: N_("How many gold pieces do you have?"),
}


def _count(prompt: Json) -> str:
    if prompt["of"] == TABLE:
        return _("How many gold pieces are in the bank?")
    return _(HOW_MANY.get(prompt.get("place") or "", HOW_MANY[p.GOLD]))


def _fact(fact_id: str) -> Callable[[Json], str]:
    return lambda prompt: _("{what}: how many?").format(what=things.fact(fact_id).text)


ASKS: Mapping[str, Callable[[Json], str]] = {
    "sf.deck": _deck,
    "sf.first_player": lambda prompt: _("Who goes first?"),
    "sf.line.card": _line_card,
    "sf.guard": _guard,
    "sf.guard.outcome": lambda prompt: _("Were the herds well guarded?"),
    "sf.guard.which": lambda prompt: _("Which of the dearest herds flees?"),
    "sf.sell": lambda prompt: _("Which herds do you sell?"),
    "sf.mine": lambda prompt: _("Gold mine: what do you throw?"),
    "sf.mine.cowboys": lambda prompt: _("The mine explodes: which cowboys stood there?"),
    "sf.action": _action,
    "sf.buy_points": lambda prompt: _("How many points do you buy, at 2 gold pieces each?"),
    "sf.card": lambda prompt: _("Which card is it?"),
    "sf.card.quality": lambda prompt: _("Which land is it?"),
    "sf.card.number": _number,
    "sf.card.cost": lambda prompt: _("How many points does it cost?"),
    "sf.card.where": _where,
    "sf.card.on": lambda prompt: _("On whom do you play it?"),
    "sf.counter": _counter,
    "sf.out_of_turn": lambda prompt: _("On whom do you play it?"),
    "sf.tidy": lambda prompt: _("In whose ranch does something change?"),
    "sf.effect": lambda prompt: _("What does the card do?"),
    "sf.effect.card": lambda prompt: _("Which card?"),
    "sf.effect.to": lambda prompt: _("Into whose ranch?"),
    "sf.effect.kind": lambda prompt: _("What is laid?"),
    "sf.effect.from": lambda prompt: _("Where does it come from?"),
    "sf.effect.age": lambda prompt: _("For how many turns has the herd been there?"),
    "sf.effect.pays": lambda prompt: _("Who pays?"),
    "sf.effect.gets": lambda prompt: _("Who gets the gold?"),
    "sf.effect.gold": lambda prompt: _("How many gold pieces?"),
    "sf.effect.cards": _cards,
    "sf.effect.taker": lambda prompt: _("Who gets the cards?"),
    "sf.effect.order": lambda prompt: _("In which order do the cards lie now?"),
    "sf.effect.place": lambda prompt: _("Which card of the Line?"),
    "sf.effect.points": lambda prompt: _("How many action points are left now?"),
    "sf.effect.stays_as": lambda prompt: _("Does the card count as a cowboy?"),
    "sf.land.lost": lambda prompt: _("What goes with the land?"),
    "sf.recount": lambda prompt: _("Who recounts their ranch?"),
    "sf.recount.agrees": _agrees,
    "sf.recount.count": _count,
    **{f"box.{fact.id}": _fact(fact.id) for fact in words.BOX},
}
HERDS_ONLY = ("sf.sell", "sf.guard.which")  # that a card is a herd goes without saying
ACTIONS = {
    **KINDS,
    **PLACES,
    "blind": Word(N_("A blind card"), icon="cards"),
    "buy_points": Word(N_("Buy points"), icon="flash"),
    "done": Word(N_("Done"), icon="check"),
}
_LAID, _BOUGHT, _REST = p.KINDS, p.LINE, ("blind", "buy_points", "done")


def _row(*ids: str, **shares: float) -> tuple[tuple[str, float], ...]:
    return tuple((each, shares.get(each, 1.0)) for each in ids)


ACTION_ROWS: Sequence[Layout] = (
    (_row(*_LAID, "blind", "buy_points"), _row(*_BOUGHT, "done", done=2.0)),
    (_row(*_LAID), _row(*_BOUGHT), _row(*_REST)),
    (_row(*_LAID[:-1]), _row(_LAID[-1], *_REST, done=2.0), _row(*_BOUGHT)),
)
VOCABULARIES: Mapping[str, Words] = {
    "qualities": QUALITIES,
    "kinds": KINDS,
    "outcomes": {
        "safe": Word(N_("Well guarded"), icon="check"),
        "lost": Word(N_("A herd flees"), icon="run_fast"),
    },
    "actions": ACTIONS,
    "effects": {
        "remove": Word(N_("A card goes"), icon="close"),
        "move": Word(N_("A card moves")),
        "add": Word(N_("A card is laid"), icon="plus"),
        "age": Word(N_("A herd's age changes"), icon="cow"),
        "gold": Word(N_("Gold changes hands"), icon="gold"),
        "cards": Word(N_("Cards leave a hand"), icon="cards"),
        "draw": Word(N_("Cards are drawn"), icon="cards"),
        "points": Word(N_("Action points change"), icon="flash"),
        "order": Word(N_("The Line's order changes")),
        "to_line": Word(N_("A card comes to the Line")),
        "off_line": Word(N_("A card leaves the Line")),
        "stay": Word(N_("The card stays")),
    },
    "sources": {
        "hand": Word(N_("From the hand")),
        "discards": Word(N_("From the discards")),
        "nowhere": Word(N_("It lies there already")),
    },
    "fates": {
        "all": Word(N_("All that is there")),
        "herds": Word(N_("Only the herds"), icon="cow"),
        "nothing": Word(N_("Nothing")),
    },
    "stays as": {
        p.COWBOY: Word(N_("As a cowboy"), icon="account_cowboy_hat"),
        p.OTHER: Word(N_("As something else")),
    },
    "places": PLACES,
    "answers": {"yes": Word(N_("Yes"), icon="check"), "no": Word(N_("No"), icon="close")},
    "agrees": {"yes": Word(N_("It agrees"), icon="check"), "no": Word(N_("It differs"), icon="close")},
}

# -- why not

REFUSALS: Mapping[str, Forms] = {
    "sf.setup.two_ranches": (N_("Two ranches each are for four seats. Enter two for each of two people."),),
    "sf.herd.gone": (N_("This herd has left the ranch. Choose one that is still there."),),
    "sf.herd.not_yours": (N_("This herd is somebody else's. Choose one of your own."),),
    "sf.hand.empty": (N_("There are not as many cards in the hand. Buy some, or choose something else."),),
    "sf.land.none": (N_("There is no land for it. Lay a land first."),),
    "sf.points.short": (N_("There are not as many action points left. Buy some, or choose something else."),),
    "sf.points.not_now": (N_("Action points are there in step 4 only. Choose another effect."),),
    "sf.gold.short": (N_("There is not as much gold. Choose something that costs less."),),
    "sf.bank.empty": (N_("There is not as much gold in the bank. Enter what it has."),),
    "sf.pile.empty": (N_("There are not as many cards in the pile. Choose something else."),),
    "sf.discards.empty": (N_("No card was discarded yet. Choose where else it comes from."),),
    "sf.line.empty": (N_("No card lies there any more. Choose another place."),),
    "sf.line.full": (
        N_("Six cards lie on the Line, and there is no room for a seventh. Take one off first."),
    ),
    "sf.line.not_entered": (N_("The cards of the Line were not entered. Change their order on the table."),),
    "sf.effect.nothing_there": (N_("Nothing of that kind lies there. Choose another effect."),),
    "sf.effect.no_card": (N_("No card is being played that could stay. Choose another effect."),),
    "sf.card.one_first": (N_("Another card is being resolved. Wait until that is done."),),
    "sf.recount.counted": (N_("Counted already. Choose somebody else, or finish."),),
}

# -- around a match

SECTIONS = (
    N_("Set-Up"),
    N_("Step 1: the herds are guarded"),
    N_("Step 2: herds are sold"),
    N_("Step 3: the gold mine"),
    N_("Step 4: actions"),
    N_("Step 5: discard and refill"),
    N_("Game End"),
)
OPTIONS: Mapping[str, Words] = {
    "sf.recount": {TABLE: things.BANK},
    "sf.effect.pays": {TABLE: things.BANK},
    "sf.effect.gets": {TABLE: things.BANK},
    "sf.card.where": {RANCH: NO_LAND},
    "sf.card": {ANOTHER: Word(N_("Another card"))},
}
SKIPS = {
    "sf.mine": N_("Not this turn"),
    "sf.counter": N_("Nobody"),
    "sf.effect": N_("Nothing more"),
    "sf.effect.taker": N_("To the discards"),
    "sf.recount": N_("No more counting"),
}
ACTS: Words = {
    "sf.out_of_turn": Word(N_("Out of turn"), icon="cards"),
    "sf.tidy": Word(N_("Change a ranch")),
}
SETTINGS: Words = {
    "line": Word(N_("Cards of the Line")),
    "guard": Word(N_("Guarding the herds")),
    "two_ranches": Word(N_("Two ranches each, for two people")),
    "equal_herds": Word(N_("Which of equal herds flees")),
    "mine": Word(N_("Gold mine")),
    "bank": Word(N_("An empty bank")),
    "lost_land": Word(N_("What goes with a lost land")),
    "ties": Word(N_("Level in a category")),
    "total_tie": Word(N_("Level in prestige")),
}
CHOICES: Mapping[str, Words] = {
    "line": {"places": Word(N_("by place only")), "cards": Word(N_("entered"))},
    "guard": {"dice": Word(N_("both dice")), "outcome": Word(N_("only the outcome"))},
    "equal_herds": {
        "owner": Word(N_("the owner chooses")),
        "neighbour": Word(N_("the left neighbour chooses")),
        "chance": Word(N_("chance decides")),
    },
    "mine": {"must": Word(N_("has to be thrown for")), "may": Word(N_("as the owner likes"))},
    "bank": {
        "latched": Word(N_("ends the game at once")),
        "looked_at": Word(N_("ends it if it is empty after the turn")),
    },
    "lost_land": {
        "ask": Word(N_("ask each time")),
        "all": Word(N_("all that is there")),
        "herds": Word(N_("only the herds")),
        "nothing": Word(N_("nothing else")),
    },
    "ties": {
        "higher": Word(N_("all get the higher place")),
        "split": Word(N_("they share the points")),
        "lower": Word(N_("all get the lower place")),
        "next": Word(N_("the higher place, and none is left out")),
    },
    "total_tie": {"shared": Word(N_("the victory is shared")), "gold": Word(N_("more gold decides"))},
}
FIELDS: Words = {
    words.GOLD: CATEGORIES[p.GOLD],
    words.HAND: Word(N_("Cards in hand"), icon="cards"),
    words.BANK: Word(N_("Gold in the bank"), icon="bank"),
    words.PILE: Word(N_("Cards in the pile"), icon="cards"),
    words.POINTS: Word(N_("Action points"), icon="flash"),
}
SOURCES: Words = {**CATEGORIES, "other_ranch": Word(N_("The other ranch"), icon="barn")}


class SansFoiNiLoiTelling(Telling):
    """The words of this game; what it says of its cards, and of shared points."""

    printed = "Sans Foi Ni Loi"
    length_min = 60
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
        super().__init__(rulebook("sans_foi_ni_loi"))

    def option(self, prompt: Json, option: str) -> Word:
        """Return an answer: a card in a ranch, a land with its room, a face, or a word of the tables."""
        known = params_of(prompt)
        lands: Json = known.get("lands", {})
        cards = known.get("cards")  # of the deck it is asked how many there are
        if isinstance(cards, Mapping) and option in cards:
            say = things.priced if prompt["id"] in HERDS_ONLY else things.lying
            return say(option, cards, lands)
        if prompt["id"] == "sf.card.where" and option in lands:
            return things.room(option, lands[option])
        if option in p.LINE:
            kind = known.get("line", {}).get(option, "")
            if prompt["id"] == "sf.action":
                return things.on_line(option, kind)
            if kind in KINDS:
                return things.lies_on_line(option, kind)
        if prompt["id"] == "sf.card" and option != ANOTHER and prompt.get("place") in KINDS:
            return things.face(prompt["place"], option)
        return super().option(prompt, option)

    def layouts(self, prompt: Json) -> Sequence[Layout]:
        """What is laid, what is bought, and the rest: in two rows, or in three."""
        return ACTION_ROWS if prompt["id"] == "sf.action" else ()

    def worth(self, prompt: Json, option: str) -> int:
        """Return what a herd brings in a sale."""
        if prompt["id"] != "sf.sell":
            return 0
        return int(params_of(prompt).get("cards", {}).get(option, {}).get("worth", 0))

    def done(self, prompt: Json) -> tuple[str, str]:
        """Herds are sold for so much, or none is."""
        return (_("Sell nothing"), _("Sell for {n}")) if prompt["id"] == "sf.sell" else ("", "")

    def fact(self, box_fact_id: str) -> Word:
        """Return the name of what is printed on this group's copy."""
        return things.fact(box_fact_id)

    def thing(self, thing_id: str) -> Word:
        """Return the name of a thing."""
        known = KINDS.get(thing_id) or QUALITIES.get(thing_id) or CATEGORIES.get(thing_id)
        return known.told() if known else Word(thing_id)

    def field(self, field_id: str) -> Word:
        """Return the name of what can be corrected."""
        what, whose = field_parts(field_id)
        if what not in FIELDS or bool(whose) != (words.FIELDS[what] == "player"):
            return Word(field_id)
        word = FIELDS[what].told()
        return Word(_("{what} ({where})").format(what=word.text, where=whose), word.icon) if whose else word

    def score(self, value: Any) -> str:
        """Return points, exact also where they are shared out."""
        return things.points(value)

    def tie_break(self, result: Json, winner: str, second: str) -> str:
        """As much prestige: a table may let gold decide."""
        return _("more gold")
