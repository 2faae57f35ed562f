"""What a game is to the engine: its rulebook and the words it declares.

Owns the base class and the form that scripts, screens and translators read (`describe`). It runs no match.
"""

from collections.abc import Generator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from . import refusals as r
from .always import EVERYWHERE, QUESTIONS, VOCABULARIES
from .refusals import Refused
from .scores import Result, Value
from .setup import Setup, check_box, check_options, check_players
from .table import Rule, Table
from .words import BoxFact, Field, Option, Question

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Rulebook:
    """One game. Subclasses fill in the words and `play`; an instance holds no state of any match."""

    id = ""
    version = 1  # a saved match replays while it is the same
    seats = (2, 5)
    sections: Sequence[str] = ()
    questions: Mapping[str, Question] = {}
    rules: Sequence[type[Rule]] = ()
    vocabularies: Mapping[str, Sequence[str]] = {}
    options: Sequence[Option] = ()
    box: Sequence[BoxFact] = ()
    fields: Mapping[str, str] = {}  # what can be corrected -> whose: "player", a vocabulary, "" for nobody's
    refusals: Sequence[str] = ()

    # -- what every game says

    def play(self, t: Table) -> Generator[Any, Any, Result]:
        """Run the whole game, top-down like the printed page; its state lives in `t.state`."""
        raise NotImplementedError

    def ended_early(self, t: Table) -> Generator[Any, Any, Result]:
        """Settle a match that the table ended before its time."""
        raise NotImplementedError

    # -- what may be left as it is

    def view(self, t: Table) -> dict[str, Any]:
        """Return the state as JSON, as whoever looks at `t` may see it: ask `t.sees(seat)`.

        `t` is a twin's: secrets of other seats are HIDDEN in it, and may be handed on as they are.
        """
        return {}

    def standing(self, t: Table) -> Mapping[str, Value]:
        """Return how everybody stands, as far as whoever looks at `t` may know."""
        return {}

    def broken(self, t: Table) -> str | None:
        """Return the name of an invariant that does not hold, or None."""
        return None

    def corrections(self, t: Table, seat: str) -> Sequence[Field]:
        """Return what that seat ("table": everybody) may correct by hand. It must not depend on secrets."""
        return ()

    def correct(self, t: Table, seat: str, field: Field, value: Any) -> None:
        """Set what was corrected; a value that this run may not know is HIDDEN."""

    def refuse_setup(self, setup: Setup) -> str | None:
        """Return the code of what cannot be combined, or None."""
        return None

    # -- the same for all

    def set_up(self, players: Any, options: Any = NOTHING, box: Any = NOTHING) -> Setup:
        """Return a checked setup; options that are left out get their defaults. Raises Refused."""
        names = check_players(players, *self.seats)
        chosen = check_options(self.options, options)
        known = check_box(self.box, box)
        setup = Setup(self.id, self.version, names, MappingProxyType(chosen), MappingProxyType(known))
        code = self.refuse_setup(setup)
        if code:
            raise Refused(code)
        return setup

    def question(self, prompt_id: str) -> Question | None:
        """Return the declaration of a prompt, the engine's own among them; None if there is none."""
        declared = self.questions.get(prompt_id) or QUESTIONS.get(prompt_id)
        if declared is None and prompt_id.startswith("box."):
            return next((fact.question for fact in self.box if f"box.{fact.id}" == prompt_id), None)
        return declared

    @property
    def interjections(self) -> dict[str, type[Rule]]:
        """Every standing rule by its id: the game's own, and those of every game."""
        rules: list[type[Rule]] = [*self.rules, *map(type, EVERYWHERE)]
        return {rule.id: rule for rule in rules}

    def section_of(self, prompt_id: str) -> str:
        """Return the section that a prompt or an interjection comes from, "" if from none."""
        declared = self.question(prompt_id) or self.interjections.get(prompt_id)
        return declared.section if declared else ""


def describe(rulebook: Rulebook) -> dict[str, Any]:
    """Return all that can be said of a game before a match, as JSON."""
    facts = {f"box.{fact.id}": fact.question for fact in rulebook.box}
    questions = {**rulebook.questions, **QUESTIONS, **facts}
    return {
        "rulebook": rulebook.id,
        "version": rulebook.version,
        "players": {"min": rulebook.seats[0], "max": rulebook.seats[1]},
        "prompts": {key: question._asdict() for key, question in questions.items()},
        "interjections": {
            rule_id: {
                "kind": rule.kind,
                "section": rule.section,
                "secret": rule.secret,
                "words": rule.words,
                "asks": list(rule.asks),
            }
            for rule_id, rule in rulebook.interjections.items()
        },
        "kinds": sorted({question.kind for question in questions.values()}),
        "vocabularies": {
            key: list(words) for key, words in {**VOCABULARIES, **rulebook.vocabularies}.items()
        },
        "sections": list(rulebook.sections),
        "fields": dict(rulebook.fields),
        "options": [option.as_json() for option in rulebook.options],
        "box": [fact.as_json() for fact in rulebook.box],
        "refusals": [*r.CODES, *rulebook.refusals],
    }
