"""What can be refused, and what is a fault of a rulebook.

Owns the engine's stable codes. It never holds a sentence for people: a code and its parameters go out, the
screen says them in the group's language.
"""

from collections.abc import Mapping

KIND = "answer.kind"  # not of the prompt's kind at all
REQUIRED = "answer.required"  # null, though the prompt may not be skipped
UNKNOWN = "answer.unknown"  # an id that is neither legal nor greyed
REPEATED = "answer.repeated"
TOO_FEW = "answer.too_few"
TOO_MANY = "answer.too_many"
RANGE = "answer.range"
TOTAL = "answer.total"  # a split that does not add up
LIMIT = "answer.limit"  # more for one than that one can take
INCOMPLETE = "answer.incomplete"  # an order that leaves somebody out

OVER = "match.over"
NOT_OPEN = "act.not_open"  # no such interjection is open now
NOT_YOURS = "act.not_yours"  # it is open, but not for this seat
NOTHING_TO_UNDO = "undo.nothing"
NOTHING_TO_REDO = "redo.nothing"
OTHER_PROMPT = "entry.other_prompt"  # another prompt is asked now than when the entry was made
NO_ENTRY = "entry.none"
NO_CHANCE = "chance.not_asked"
NO_VIEWER = "view.unknown"

SETUP_PLAYERS = "setup.players"
SETUP_NAME = "setup.name"
SETUP_SAME_NAME = "setup.same_name"
SETUP_RESERVED_NAME = "setup.reserved_name"  # table, judge, public: these are nobody at the table
SETUP_RULEBOOK = "setup.rulebook"
SETUP_OPTION = "setup.option"
SETUP_OPTION_VALUE = "setup.option_value"
SETUP_BOX = "setup.box"
SETUP_BOX_VALUE = "setup.box_value"

SAVE_FORM = "save.form"
SAVE_RULEBOOK = "save.rulebook"
SAVE_VERSION = "save.version"
SAVE_EDITED = "save.edited"
SAVE_ENTRY = "save.entry"

ENDED = "end_early.ending"

CODES = (
    *(KIND, REQUIRED, UNKNOWN, REPEATED, TOO_FEW, TOO_MANY, RANGE, TOTAL, LIMIT, INCOMPLETE),
    *(
        OVER,
        NOT_OPEN,
        NOT_YOURS,
        NOTHING_TO_UNDO,
        NOTHING_TO_REDO,
        OTHER_PROMPT,
        NO_ENTRY,
        NO_CHANCE,
        NO_VIEWER,
    ),
    *(SETUP_PLAYERS, SETUP_NAME, SETUP_SAME_NAME, SETUP_RESERVED_NAME, SETUP_RULEBOOK),
    *(SETUP_OPTION, SETUP_OPTION_VALUE, SETUP_BOX, SETUP_BOX_VALUE),
    *(SAVE_FORM, SAVE_RULEBOOK, SAVE_VERSION, SAVE_EDITED, SAVE_ENTRY, ENDED),
)


class Refused(Exception):
    """Not legal, and nothing has changed. `code` is stable, `why` its parameters: plain JSON values."""

    def __init__(self, code: str, **why: object) -> None:
        super().__init__(code, why)
        self.code = code
        self.why: Mapping[str, object] = why

    def as_json(self) -> dict[str, object]:
        """Return {"code": .., "why": {..}}."""
        return {"code": self.code, "why": dict(self.why)}

    def __str__(self) -> str:
        told = ", ".join(f"{key}={value!r}" for key, value in self.why.items())
        return f"{self.code} ({told})" if told else self.code


class BadLine(ValueError):
    """A line that is no command at all: an unknown key, a missing one, a wrong type."""


class RulebookFault(Exception):
    """The rulebook, not the table, did something wrong; the match stands where it stood."""


class Leak(RulebookFault):
    """A rulebook let a secret decide what others can see."""


class Broken(RulebookFault):
    """An invariant of the rulebook does not hold."""
