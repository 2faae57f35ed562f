"""What a rulebook declares: questions, options, box facts, fields that can be corrected.

Owns these declarations and their JSON forms. They are facts about a game and never know a match.
"""

from typing import Any, NamedTuple

from .prompts import TABLE, Number


class Question(NamedTuple):
    """A declared prompt: every id that is asked has one. of: "player", "table" or "judge"."""

    kind: str
    section: str = ""
    of: str = "player"
    optional: bool = False
    secret: bool = False
    words: str = ""  # the vocabulary its options come from


class Option(NamedTuple):
    """A choice made before the match. ruling: the house ruling it settles, such as "BOM-29"."""

    id: str
    choices: tuple[Any, ...] = (False, True)
    default: Any = False
    ruling: str = ""
    section: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return its form."""
        return self._asdict() | {"choices": list(self.choices)}

    def fits(self, value: Any) -> bool:
        """Say whether a value is one of the choices; 1 is not True."""
        return any(value.__class__ is choice.__class__ and value == choice for choice in self.choices)


class BoxFact(NamedTuple):
    """An integer printed on this group's copy, which no rulebook text gives."""

    id: str
    least: int
    most: int
    section: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return its form."""
        return {"id": self.id, "min": self.least, "max": self.most, "section": self.section}

    def fits(self, value: Any) -> bool:
        """Say whether a value can be printed there."""
        return value.__class__ is int and self.least <= value <= self.most

    def prompt(self) -> Number:
        """Return the question for it, asked once, in place, when it is first needed."""
        return Number(f"box.{self.id}", TABLE, self.least, self.most)

    @property
    def question(self) -> Question:
        """The declaration of that question."""
        return Question("number", self.section, TABLE)


class Field(NamedTuple):
    """What may be corrected by hand: an integer from `least` to `most`; secret_to as in a prompt.

    what: one of the rulebook's `fields`. whose: the player or the thing it belongs to, "" if to none.
    """

    what: str
    whose: str
    least: int
    most: int
    secret_to: tuple[str, ...] | None = None

    @property
    def id(self) -> str:
        """Its text form, such as "coin:Ana"; the way back is `field_parts`."""
        return f"{self.what}:{self.whose}" if self.whose else self.what


def field_parts(field_id: str) -> tuple[str, str]:
    """Return what and whose of a field's id.

    >>> field_parts(Field("coin", "Ana: the second", 0, 40).id)
    ('coin', 'Ana: the second')
    """
    what, _, whose = field_id.partition(":")
    return what, whose
