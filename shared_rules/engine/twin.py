"""A twin: the same rulebook, fed the same answers, with secrets that are not its viewer's replaced by HIDDEN.

Owns what a viewer can know. It never holds a secret it may not know, so it cannot show one; a rulebook that
lets a secret decide something breaks here, with Leak.
"""

from collections.abc import Callable
from typing import Any

from .entries import Act
from .refusals import Leak
from .rulebook import Rulebook
from .run import Note, Run, new_table, tell_forced, whole
from .setup import Setup
from .values import HIDDEN


class Twin:
    """One viewer's run. eyes: the seats whose secrets it may know; nobody's is the public twin."""

    def __init__(self, rulebook: Rulebook, setup: Setup, eyes: frozenset[str]) -> None:
        self.eyes = eyes
        self.table = new_table(rulebook, setup)
        self.table.eyes = eyes
        self.taken = 0  # of the true run's tape
        self._send: Callable[[Any], Any] = whole(self.table).send
        self.prompt: Any = self._next(None, "the start")

    def catch_up(self, run: Run) -> None:
        """Take what the true run got since. Raises Leak if the rulebook goes another way here.

        The last answer of a match that is over is left out: what is settled then is open to all.
        """
        until = len(run.tape) - (run.result is not None)
        tape, notes = run.tape, run.notes
        while self.taken < until:
            self._take(tape[self.taken], notes[self.taken])
            self.taken += 1

    def _take(self, value: Any, note: Note) -> None:
        is_act = value.__class__ is Act
        asked = self.prompt
        if not is_act and (asked.id != note.id or asked.of != note.of):
            raise Leak(f"{note.id} of {note.of} is asked, but without the secrets it would be {asked!r}")
        secret_to = note.secret_to
        if secret_to is not None and self.eyes.isdisjoint(secret_to):
            value = Act(value.id, value.of, HIDDEN) if is_act else HIDDEN
        if note.forced:
            tell_forced(self.table, note, value)
        else:
            self.table.n += 1
        self.prompt = self._next(value, note.id)

    def _next(self, value: Any, after: str) -> Any:
        try:
            return self._send(value)
        except StopIteration:
            raise Leak(f"without the secrets the match would be over after {after}") from None
        except Leak as leak:
            raise Leak(f"{leak} after {after}") from leak
        except LookupError as error:
            raise Leak(f"without the secrets nothing fits after {after}: {error!r}") from error
