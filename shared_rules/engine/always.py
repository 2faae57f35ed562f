"""The standing rules of every game: correct by hand, end early, hand a seat over.

Owns these three and what they ask. What a correction does is the rulebook's business.
"""

from collections.abc import Sequence
from typing import Any

from . import refusals as r
from .prompts import TABLE, Choose, Number, Prompt
from .table import EndedEarly, Play, Rule, Table
from .words import Field, Question


class Correction(Rule):
    """What lies on the table is right; what the app shows is set to it."""

    id = "correct"
    words = ""
    asks = ("correct.to",)

    def seats(self, t: Table) -> Sequence[str]:
        """Everybody for the public things, each player for their own."""
        return (TABLE, *t.players)

    def refusal(self, t: Table, seat: str) -> str | None:
        """Not open for whom there is nothing to correct."""
        return None if t.rulebook.corrections(t, seat) else r.NOT_YOURS

    def prompt(self, t: Table, seat: str) -> Prompt:
        """Which field?"""
        return Choose(self.id, seat, [field.id for field in t.rulebook.corrections(t, seat)])

    def run(self, t: Table, seat: str, answer: Any) -> Play:
        """And to what? If nobody can say any more what it is, for the table went on meanwhile, to nothing."""
        value = yield from t.ask(lambda: _to_what(t, seat, answer))
        field = _field(t, seat, answer)
        if field is None:
            return
        t.rulebook.correct(t, seat, field, value)
        if field.secret_to is None:
            t.say("engine.corrected", seat=seat, field=answer, value=value)
        else:
            t.say("engine.corrected", {"value": value}, field.secret_to, seat=seat, field=answer)


def _field(t: Table, seat: str, field_id: str) -> Field | None:
    """Return a field as it is now: what came between may have moved its bounds, or taken it away."""
    fields: Sequence[Field] = t.rulebook.corrections(t, seat)
    return next((field for field in fields if field.id == field_id), None)


def _to_what(t: Table, seat: str, field_id: str) -> Prompt | None:
    field = _field(t, seat, field_id)
    if field is None:
        return None
    return Number(
        "correct.to",
        seat,
        field.least,
        field.most,
        place=field_id,
        secret_to=field.secret_to,
        params={"field": field_id},
    )


class EndEarly(Rule):
    """The table stops here."""

    id = "end_early"

    def seats(self, t: Table) -> Sequence[str]:
        """Everybody together."""
        return (TABLE,)

    def refusal(self, t: Table, seat: str) -> str | None:
        """Once is enough."""
        return r.ENDED if t.ending else None

    def run(self, t: Table, seat: str, answer: Any) -> Play:
        """Leave the rulebook, wherever it is."""
        t.ending = True
        t.say("engine.ended_early")
        raise EndedEarly
        yield


class HandOver(Rule):
    """Somebody leaves: another player, or the table, acts for that seat, and sees what it may see."""

    id = "hand_over"
    words = ""

    def prompt(self, t: Table, seat: str) -> Prompt:
        """To whom? The seat's own name takes it back."""
        now = t.hands.get(seat, seat)
        return Choose(self.id, seat, [name for name in (*t.players, TABLE) if name != now])

    def run(self, t: Table, seat: str, answer: Any) -> Play:
        """Note it."""
        t.hands[seat] = answer
        t.say("engine.handed_over", seat=seat, to_whom=answer)
        return
        yield


EVERYWHERE: tuple[Rule, ...] = (Correction(), EndEarly(), HandOver())
QUESTIONS = {
    "correct.to": Question("number", secret=True),
}
VOCABULARIES = {"yes": ("yes",)}  # of what says nothing but that it happens
