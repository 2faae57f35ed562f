"""What every game says in the same words: the standing rules, the engine's lines and its refusals.

Owns how an id of a rulebook becomes words, and the words of the engine's own ids. A game adds its tables. It
never decides anything, and it says no more than the prompt or line it is given: what is hidden there stays
unknown. All is looked up when it is asked for, so a switch of the language is live.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from companion.i18n import N_, _, ngettext
from companion.wording import names
from shared_rules.engine import JUDGE, TABLE, Rulebook
from shared_rules.engine import refusals as r

Json = Mapping[str, Any]
Ask = Callable[[Json], str]  # of a prompt's JSON
Layout = tuple[tuple[tuple[str, float], ...], ...]  # rows of answers, each with its share of the row
Forms = tuple[str, ...]  # messages; the first whose parameters are all there is said


class Word(NamedTuple):
    """A short label. icon: a name that `widgets.Icon` takes, "" for none; second: what may stand below it;
    pictures: icons that say it where a key is drawn, without the label."""

    text: str
    icon: str = ""
    second: str = ""
    pictures: tuple[str, ...] = ()

    def told(self) -> "Word":
        """Return it in the language spoken now."""
        return self._replace(text=_(self.text), second=_(self.second))


class Said(NamedTuple):
    """A line of the log. seat: whose mark stands beside it, which is why the text does not name them."""

    seat: str | None
    text: str


Tell = Callable[[Json], Said]  # of a line's parameters
Words = Mapping[str, Word]
NO_WORDS: Words = {}
SKIP, ONLY_CHOICE = N_("Skip"), N_("Only choice: {answer}")

REFUSALS: Mapping[str, Forms] = {
    r.KIND: (N_("That does not answer the question. Choose one of the answers shown."),),
    r.REQUIRED: (N_("This question cannot be skipped. Choose an answer."),),
    r.UNKNOWN: (N_("That is not one of the answers. Choose one of those shown."),),
    r.REPEATED: (N_("Something is chosen twice. Choose each only once."),),
    r.TOO_FEW: (
        N_("Too few are chosen. Choose at least {min}."),
        N_("There have to be {count} of them. Add what is missing."),
        N_("Too few are chosen. Add what is missing."),
    ),
    r.TOO_MANY: (
        N_("Too many are chosen. Choose at most {max}."),
        N_("There have to be {count} of them. Take away what is too much."),
        N_("Too many are chosen. Take some away."),
    ),
    r.RANGE: (
        N_("Only {min} to {max} is possible. Choose a number in between."),
        N_("That number is not possible. Choose another one."),
    ),
    r.TOTAL: (
        N_("It has to be {total} in all. Share out exactly that."),
        N_("It does not add up. Share out exactly what there is."),
    ),
    r.LIMIT: (
        N_("{option}: {max} at most. Choose less there."),
        N_("That is too much for one. Choose less there."),
    ),
    r.INCOMPLETE: (N_("Something is left out. Put all of them in order."),),
    r.OVER: (N_("The match is over. To change something, undo."),),
    r.NOT_OPEN: (N_("That is not possible now. Answer the question first."),),
    r.NOT_YOURS: (N_("That is not open to this seat. Choose another one."),),
    r.NOTHING_TO_UNDO: (N_("Nothing was entered yet. Answer the question."),),
    r.NOTHING_TO_REDO: (N_("Nothing is left to redo. Answer the question."),),
    r.OTHER_PROMPT: (N_("Something else is asked there now. Answer that question."),),
    r.NO_ENTRY: (N_("There is no such entry. Choose one from the log."),),
    r.NO_CHANCE: (N_("Nothing is left to chance here. Choose an answer."),),
    r.NO_VIEWER: (N_("Nobody of that name plays. Choose one of the players."),),
    r.SETUP_PLAYERS: (
        N_("This game is for {min} to {max} people. Add some or take some away."),
        N_("This game is for another number of people. Add some or take some away."),
    ),
    r.SETUP_NAME: (
        N_("A name has 1 to {longest} letters and no space at its ends. Choose another one."),
        N_("That is no name. Choose another one."),
    ),
    r.SETUP_SAME_NAME: (
        N_("The name {name} is taken. Choose another one."),
        N_("That name is taken. Choose another one."),
    ),
    r.SETUP_RESERVED_NAME: (
        N_("The name {name} means something else here. Choose another one."),
        N_("That name means something else here. Choose another one."),
    ),
    r.SETUP_RULEBOOK: (N_("This game is not here. Update Tin Star, or choose another game."),),
    r.SETUP_OPTION: (N_("This game has no such option. Leave it out."),),
    r.SETUP_OPTION_VALUE: (N_("This option has no such choice. Choose another one."),),
    r.SETUP_BOX: (N_("Nothing of that kind is printed in this box. Leave it out."),),
    r.SETUP_BOX_VALUE: (
        N_("Only {min} to {max} can be printed there. Look once more."),
        N_("That cannot be printed there. Look once more."),
    ),
    r.SAVE_FORM: (N_("This match cannot be read. Take it from a backup."),),
    r.SAVE_RULEBOOK: (N_("The game of this match is not here. Update Tin Star to go on with it."),),
    r.SAVE_VERSION: (N_("This match began under other rules. Read its log, and begin a new one."),),
    r.SAVE_EDITED: (N_("This match was changed outside of Tin Star. Take it from a backup."),),
    r.SAVE_ENTRY: (N_("An entry of this match breaks the rules. Read its log, and begin a new one."),),
    r.ENDED: (N_("The match is ending already. Answer what is still asked."),),
}
ACTS: Words = {
    "correct": Word(N_("Correct by hand")),
    "end_early": Word(N_("End early")),
    "hand_over": Word(N_("Hand over")),
}
OPTIONS: Mapping[str, Words] = {
    "end_early": {"yes": Word(N_("End the match"))},
    "hand_over": {TABLE: Word(N_("The table"), icon="account_group")},
}


def is_hidden(value: object) -> bool:
    """Say whether a parameter is one that whoever looks may not know."""
    return isinstance(value, Mapping) and value.get("hidden") is True


def seat_of(who: str) -> str | None:
    """Return whose mark stands for a seat; the table and the judge have none."""
    return None if who in (TABLE, JUDGE) else who


def params_of(prompt: Json) -> Json:
    """Return what a question says beside its id: nothing where only its id is known."""
    params: Json = prompt.get("ask", {}).get("params", {})
    return params


def likely(p: Json, where: str, entry: str) -> Said:
    """An entry that would explain what was counted otherwise, and what it leaves unexplained."""
    if not p["unexplained"]:
        text = _("Perhaps wrong ({where}): {entry}")
    else:
        text = ngettext(
            "Perhaps wrong ({where}): {entry} ({n} thing stays unexplained)",
            "Perhaps wrong ({where}): {entry} ({n} things stay unexplained)",
            p["unexplained"],
        )
    return Said(seat_of(p["of"]), text.format(where=where, entry=entry, n=p["unexplained"]))


def shares(of: Mapping[str, int], seat: str | None = None) -> str:
    """Who has how many, without those who have none: Bo 2, Cy 1. One alone needs no number."""
    taking = {name: share for name, share in of.items() if share}
    called = {name: _("self") if name == seat else name for name in taking}
    if len(taking) == 1:
        return called[next(iter(taking))]
    return ", ".join(f"{called[name]} {share}" for name, share in taking.items())


def amount(value: float) -> str:
    """Points in figures, which may be shared out: 3, 2 1/2."""
    whole, rest = divmod(Fraction(value).limit_denominator(60), 1)  # as many share what is shared: 2 to 6
    return " ".join(str(part) for part in (whole, rest) if part) or "0"


class Telling:
    """The words of one game. Subclasses fill in the tables.

    printed: the box's own name, the same in every language. length_min: as printed on the box. sections: the
    rulebook's, marked for the catalogues. cites: line or refusal -> section.
    """

    printed = ""
    length_min: int | None = None
    sections: Sequence[str] = ()
    cites: Mapping[str, str] = {}
    asks: Mapping[str, Ask] = {}
    vocabularies: Mapping[str, Words] = {}
    options: Mapping[str, Words] = {}  # of prompts without a vocabulary: what is no player
    skips: Mapping[str, str] = {}
    forced: Mapping[str, str] = {}  # what it is called where an answer is the only one
    acts: Words = NO_WORDS
    lines: Mapping[str, Tell] = {}
    refusals: Mapping[str, Forms] = {}
    settings: Words = NO_WORDS
    choices: Mapping[str, Words] = {}  # of options that are not only yes or no
    facts: Words = NO_WORDS
    sources: Words = NO_WORDS

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._asks: Mapping[str, Ask] = {
            "correct": lambda prompt: _("What is not as it lies on the table?"),
            "correct.to": self._ask_correct_to,
            "end_early": lambda prompt: _("Do you want to end the match here?"),
            "hand_over": lambda prompt: _("Who acts for you from now on?"),
            **self.asks,
        }
        self._lines: Mapping[str, Tell] = {
            "engine.forced": self._forced,
            "engine.corrected": self._corrected,
            "engine.ended_early": lambda p: Said(None, _("Ended early")),
            "engine.handed_over": _handed_over,
            **self.lines,
        }
        self._interjections = {rule.id: rule.section for rule in rulebook.rules}

    # -- the game

    @property
    def title(self) -> str:
        """The game's name."""
        return self.printed

    @property
    def minutes(self) -> str:
        """How long it takes: 45 min; "" if it is printed nowhere."""
        return _("{n} min").format(n=self.length_min) if self.length_min else ""

    @property
    def players(self) -> str:
        """For how many people it is: 2 to 5, with a dash."""
        least, most = self.rulebook.seats
        return f"{least}–{most}"  # noqa: RUF001    a dash between numbers

    def lying(self, state: Json) -> Sequence[str]:
        """Return ids in the order in which they lie on the table, where the game has such a row."""
        return ()

    def setting(self, option_id: str) -> Word:
        """Return the name of an option of the set-up."""
        return self.settings.get(option_id, Word(option_id)).told()

    def choice(self, option_id: str, value: Any) -> Word:
        """Return the name of a choice of such an option."""
        return self.choices.get(option_id, NO_WORDS).get(value, Word(str(value))).told()

    def fact(self, box_fact_id: str) -> Word:
        """Return the name of what is printed on this group's copy."""
        return self.facts.get(box_fact_id, Word(box_fact_id)).told()

    def rule(self, line_or_prompt_id: str) -> str:
        """Return the title of the section where it is in the rulebook; "" if it is in none."""
        declared = self.rulebook.question(line_or_prompt_id)
        section = declared.section if declared else self._interjections.get(line_or_prompt_id)
        return _(section or self.cites.get(line_or_prompt_id, ""))

    # -- asking

    def ask(self, prompt: Json) -> str:
        """Return the question, to whom it is asked; one sentence."""
        prompt_id = prompt["id"]
        ask = self._asks.get(prompt_id)
        if ask:
            return ask(prompt)
        fact = prompt_id.removeprefix("box.")
        if fact in self.facts:
            return _("{what}: how many are printed there?").format(what=self.fact(fact).text)
        return str(prompt_id)

    def option(self, prompt: Json, option: str) -> Word:
        """Return an answer; a player's name comes back as it is."""
        if prompt["id"] == "correct":
            return self.field(option)
        return self._words_of(prompt["id"]).get(option, Word(option)).told()

    def skip(self, prompt: Json) -> str:
        """Return what it is called not to answer an optional prompt."""
        return _(self.skips.get(prompt["id"], SKIP))

    def layouts(self, prompt: Json) -> Sequence[Layout]:
        """Return rows in which the answers may stand, the widest first; none: as they come."""
        return ()

    def worth(self, prompt: Json, option: str) -> int:
        """Return what an answer adds to the sum that `done` says."""
        return 0

    def done(self, prompt: Json) -> tuple[str, str]:
        """Return what it is called to choose nothing, and with {n} in it to choose some; "": as anywhere."""
        return "", ""

    def act(self, act: Json) -> Word:
        """Return the name of an interjection; of another's open question, the question."""
        known = self.acts.get(act["id"]) or ACTS.get(act["id"])
        return known.told() if known else Word(self.ask(act))

    def _words_of(self, prompt_id: str) -> Words:
        declared = self.rulebook.question(prompt_id)
        vocabulary = declared.words if declared else ""
        return self.vocabularies.get(vocabulary) or self.options.get(prompt_id) or OPTIONS.get(prompt_id, {})

    def _ask_correct_to(self, prompt: Json) -> str:
        return _("{what}: how many are there?").format(what=self.field(str(prompt["place"])).text)

    # -- telling

    def line(self, line: Json) -> Said:
        """Return a line of the log, short. One that was kept by a match under other rules may be its id."""
        try:
            return self._lines[line["id"]](line["params"])
        except KeyError:
            return Said(None, line["id"])

    def refusal(self, code: str, params: Mapping[str, object]) -> str:
        """Return what is wrong and what to do; params: what came with the code, as far as it is known."""
        option = params.get("option")
        if isinstance(option, str) and "id" in params:
            params = {**params, "option": self.option(params, option).text}
        for form in (*self.refusals.get(code, ()), *REFUSALS.get(code, ())):
            try:
                return _(form).format(**params)
            except KeyError:
                continue
        return _("That is not possible here ({code}). Choose something else.").format(code=code)

    def thing(self, thing_id: str) -> Word:
        """Return the name of what lies on the table."""
        return Word(thing_id)

    def field(self, field_id: str) -> Word:
        """Return the name of what can be corrected by hand."""
        return Word(field_id)

    def amount(self, thing_id: str, count: int) -> str:
        """Return so many of a thing, with its unit."""
        return f"{count} {self.thing(thing_id).text}"

    def _forced(self, p: Json) -> Said:
        """An answer that nobody had to give, for there was no other."""
        answer = p["answer"]
        if answer is None:
            text = _("Nothing left to choose")
        elif is_hidden(answer):
            text = _("Only one choice")
        else:
            text = _(self.forced.get(p["prompt"], ONLY_CHOICE))
            text = text.format(answer=self._answer({"id": p["prompt"]}, answer))
        return Said(seat_of(p["of"]), text)

    def _answer(self, prompt: Json, answer: Any) -> str:
        if isinstance(answer, Mapping):
            return shares(answer)
        if isinstance(answer, str):
            return self.option(prompt, answer).text
        several: Iterable[Any] = answer if isinstance(answer, list | tuple) else (answer,)
        return ", ".join(self.option(prompt, str(each)).text for each in several)

    def _corrected(self, p: Json) -> Said:
        value = _("something else") if is_hidden(p["value"]) else p["value"]
        text = _("Corrected: {what}, now {value}").format(what=self.field(p["field"]).text, value=value)
        return Said(seat_of(p["seat"]), text)

    # -- the end

    def source(self, breakdown_id: str) -> Word:
        """Return the name of what brought points."""
        return self.sources.get(breakdown_id, Word(breakdown_id)).told()

    def score(self, value: Any) -> str:
        """Return points, or the bounds they lie between as far as they are known."""
        if not isinstance(value, Mapping):
            return str(value)
        least, most = value["min"], value["max"]
        if least is None:
            return _("unknown") if most is None else _("at most {most}").format(most=most)
        if most is None:
            return _("at least {least}").format(least=least)
        return _("{least} to {most}").format(least=least, most=most)

    def verdict(self, result: Json) -> str:
        """Return who won, and with how much; one sentence."""
        first, *others = result["ranking"]
        scores = result["scores"]
        if len(first) > 1:
            if any(isinstance(scores[name], Mapping) for name in first):
                return _("{players}: without a recount nobody can tell who won.").format(players=names(first))
            text = _("{players} share the victory with {score}.")
            return text.format(players=names(first), score=self.score(scores[first[0]]))
        winner = first[0]
        why = ""
        if others and not isinstance(scores[winner], Mapping) and scores[others[0][0]] == scores[winner]:
            why = self.tie_break(result, winner, others[0][0])
        text = _("{player} wins with {score}: {why}.") if why else _("{player} wins with {score}.")
        return text.format(player=winner, score=self.score(scores[winner]), why=why)

    def tie_break(self, result: Json, winner: str, second: str) -> str:
        """Return what put the winner ahead of somebody with as many points; "" if it is not known."""
        return ""


def _handed_over(p: Json) -> Said:
    if p["to_whom"] == p["seat"]:
        text = _("Acts again")
    elif p["to_whom"] == TABLE:
        text = _("The table acts from now on")
    else:
        text = _("{player} acts from now on").format(player=p["to_whom"])
    return Said(p["seat"], text)
