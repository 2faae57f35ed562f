"""Chance that was decided: it is not decided anew, whichever way a match comes to the same prompt again.

Owns what is remembered, by prompt and by how often it was asked in its turn before. It never throws anything.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from .entries import Entry, Key
from .prompts import Prompt
from .refusals import Refused
from .run import Run


class Chances:
    """Every chance answer that was ever given in a match, the latest for each prompt."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._given: dict[Key, list[Entry]] = {}
        for entry in entries:
            self._given.setdefault(entry.key, []).append(entry)

    def all(self) -> Sequence[Entry]:
        """Return them; `Chances` of these is the same again."""
        return tuple(entry for given in self._given.values() for entry in given)

    def note(self, entries: Sequence[Entry]) -> None:
        """Remember the last of these entries, if it is one of chance."""
        entry = entries[-1]
        if not entry.chance:
            return
        given = self._given.setdefault(entry.key, [])
        nth = _times(entries, entry.key) - 1
        given[nth : nth + 1] = [entry]

    def recall(self, run: Run) -> Any:
        """Return what was answered to the prompt where a run stands; None if nothing that is legal now."""
        prompt = run.prompt
        if prompt is None or not prompt.chance or not self._given:
            return None
        t = run.table
        key = (prompt.id, prompt.of, t.round, t.turn, prompt.place, False)
        given = self._given.get(key, [])
        nth = _times(run.entries, key)
        return given[nth].answer if nth < len(given) and _takes(prompt, given[nth].answer) else None


def _times(entries: Sequence[Entry], key: Key) -> int:
    """Return how often a prompt was answered in its turn so far: three throws in a turn are three chances."""
    times = 0
    for entry in reversed(entries):
        if (entry.round, entry.turn) != key[2:4]:
            break
        times += entry.key == key
    return times


def _takes(prompt: Prompt, answer: Any) -> bool:
    try:
        prompt.check(answer)
    except Refused:
        return False
    return True
