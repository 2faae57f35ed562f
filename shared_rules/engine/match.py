"""A match: its setup and its entries, and the ways to move among them.

Owns what is kept when one goes back (the redo list, chance that was decided), amending, and the twins through
which a screen looks. It never asks for anything by itself and knows no clock, no chance and no disk.
"""

import copy
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from . import refusals as r
from .chances import Chances
from .entries import Entry, Line
from .prompts import PUBLIC, Below, Prompt
from .refusals import Broken, Refused
from .rulebook import Rulebook
from .run import LEFT_OUT, Run, open_beside
from .scores import Result
from .setup import Setup
from .table import REVEAL
from .twin import Twin
from .values import plain


class Preview(NamedTuple):
    """What an amendment does: `applied` later entries fit; `stops_at` is the first that does not, by `code`.

    stops_at counts as entries did before; kept: how many entries wait in the redo list then, that one first.
    """

    applied: int
    stops_at: int | None
    code: str | None
    kept: int

    def as_json(self) -> dict[str, int | str | None]:
        """Return {"applied", "stops_at", "code", "kept"}."""
        return self._asdict()


class Match:
    """One match. Everything that changes it either happens or raises Refused with nothing changed.

    watched: the rulebook's invariants are checked after every entry, Broken is raised.
    """

    def __init__(self, rulebook: Rulebook, setup: Setup, watched: bool = False) -> None:
        self.rulebook, self.setup, self.watched = rulebook, setup, watched
        self._run = Run(rulebook, setup)
        self._kept: deque[Entry] = deque()
        self._chances = Chances()
        self._twins: dict[frozenset[str], Twin] = {}

    # -- where it stands

    @property
    def n(self) -> int:
        """How many entries there are."""
        return len(self._run.entries)

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries, with their secrets."""
        return tuple(self._run.entries)

    @property
    def kept(self) -> Sequence[Entry]:
        """The redo list, the next one first."""
        return tuple(self._kept)

    @property
    def prompt(self) -> Prompt | None:
        """What is asked now; None when the match is over."""
        return self._run.prompt

    @property
    def result(self) -> Result | None:
        """How it ended; None before that."""
        return self._run.result

    @property
    def chances(self) -> Sequence[Entry]:
        """Every chance that was decided, also on ways that were left again: it is not decided anew."""
        return self._chances.all()

    @property
    def round(self) -> int | None:
        """The round, if the rulebook counts rounds."""
        return self._run.table.round

    @property
    def turn(self) -> int | None:
        """The turn, if the rulebook counts turns."""
        return self._run.table.turn

    @property
    def hands(self) -> dict[str, str]:
        """Who acts for a seat that was handed over: seat -> player or "table"."""
        return {seat: by for seat, by in self._run.table.hands.items() if by != seat}

    @property
    def box(self) -> dict[str, int]:
        """The box facts, those among them that were learned in this match."""
        return dict(self._run.table.box)

    def also(self) -> list[Prompt]:
        """Return the prompts of all that is open beside the current one."""
        return [prompt for prompt, _ in open_beside(self._run.table)] if self.prompt else []

    def act_prompt(self, act_id: str, of: str) -> Prompt:
        """Return what an interjection has to say. Raises Refused if it is not open."""
        return self._run.beside(act_id, of)[0]

    # -- forward

    def answer(self, value: Any) -> None:
        """Answer the current prompt. Raises Refused."""
        self._step(lambda run: run.answer(value))

    def act(self, act_id: str, of: str, value: Any = LEFT_OUT) -> None:
        """Interject, or answer another prompt that is open. Raises Refused."""
        self._step(lambda run: run.act(act_id, of, value))

    def decide(self, below: Below) -> Any:
        """Let the app decide a chance prompt and return the answer; what was given once is given again.

        below(n) -> 0..n-1, each equally likely. Raises Refused if the prompt is not one of chance.
        """
        prompt = self.prompt
        if prompt is None or not prompt.chance:
            raise Refused(r.NO_CHANCE)
        value = self._chances.recall(self._run)
        if value is None:
            value = prompt.pick(below)
        self.answer(value)
        return value

    def _step(self, move: Callable[[Run], None]) -> None:
        run = self._run
        move(run)
        if self._kept:
            self._supersede(run.entries[-1])
        self._chances.note(run.entries)
        if self.watched:
            self.check()
        again = self._chances.recall(run)
        if again is not None:
            self.answer(again)

    def _supersede(self, entry: Entry) -> None:
        """A new answer replaces the kept one to the same prompt; what was kept before that has passed.

        Unless it is still asked now, beside the prompt. An interjection can be one of many alike, so it
        replaces only the next.
        """
        kept, run = self._kept, self._run
        for k, old in enumerate(kept):
            if old.key == entry.key:
                passed = [kept.popleft() for _ in range(k + 1)][:-1]
                kept.extendleft(old for old in reversed(passed) if run.would_ask(old))
                return
            if entry.act:
                return

    # -- back and forth

    def undo(self, n: int = 1) -> None:
        """Take n entries back; they are kept for redo. Raises Refused if there are not as many."""
        if not 0 < n <= self.n:
            raise Refused(r.NOTHING_TO_UNDO, n=self.n)
        run = self._run
        at = len(run.entries) - n
        before = run.rewound(at)
        self._kept.extendleft(reversed(run.entries[at:]))
        self._stand(before)

    def redo(self, n: int = 1) -> int:
        """Take up to n kept entries again; return how many fitted. Raises Refused if the first does not."""
        if n < 1 or not self._kept:
            raise Refused(r.NOTHING_TO_REDO)
        done = 0
        while done < n and self._kept:
            try:
                self._run.apply(self._kept[0])
            except Refused:
                if not done:
                    raise
                break
            self._kept.popleft()
            done += 1
            if self.watched:
                self.check()
        return done

    def go_to(self, n: int) -> None:
        """Go to where n entries are given, back or forth, as far as kept ones fit. Raises Refused."""
        if not 0 <= n <= self.n + len(self._kept):
            raise Refused(r.NO_ENTRY, n=n)
        if n < self.n:
            self.undo(self.n - n)
        elif n > self.n:
            self.redo(n - self.n)

    def amend(self, k: int, value: Any, dry_run: bool = False) -> Preview:
        """Give entry k another value and replay the rest, as far as it fits; what comes after is kept.

        Raises Refused, with nothing changed, if there is no entry k or the value is not legal there.
        """
        run = self._run
        if not 0 <= k < self.n:
            raise Refused(r.NO_ENTRY, n=k)
        old, later = run.entries[k], run.entries[k + 1 :]
        amended = run.rewound(k)
        amended.take(old._replace(answer=value))
        done, stopped = _continue(amended, later)
        rest = later[done:]
        preview = Preview(
            done,
            k + 1 + done if rest else None,
            stopped.code if stopped else None,
            len(rest) + len(self._kept),
        )
        if not dry_run:
            self._kept.extendleft(reversed(rest))
            self._chances.note(amended.entries[: k + 1])
            self._stand(amended)
        return preview

    def asked_for(self, k: int) -> Prompt:
        """Return the prompt that entry k answered, as it was asked. Raises Refused if there is no k."""
        if not 0 <= k < self.n:
            raise Refused(r.NO_ENTRY, n=k)
        return self._run.rewound(k).prompt_of(self._run.entries[k])

    def back_at(self, n: int) -> "Match":
        """Return another match that stands where this one stood after n entries, with nothing kept for redo.

        Nothing is checked anew: it was when it was entered. Raises Refused if there are not as many.
        """
        if not 0 <= n <= self.n:
            raise Refused(r.NO_ENTRY, n=n)
        other = copy.copy(self)
        other._run = self._run.rewound(n)
        other._kept, other._twins = deque(), {}
        other._chances = Chances(self.chances)
        return other

    def replay(self) -> "Match":
        """Return another match with the same setup, and each entry checked and taken anew. Raises Refused."""
        return Match.of(self.rulebook, self.setup, self._run.entries, self.watched)

    @classmethod
    def of(cls, rulebook: Rulebook, setup: Setup, entries: Iterable[Entry], watched: bool = False) -> "Match":
        """Return a match with these entries. Raises Refused, save.entry: which does not fit, and why."""
        match = cls(rulebook, setup, watched)
        for k, entry in enumerate(entries):
            try:
                match._run.apply(entry)
            except Refused as refused:
                raise Refused(r.SAVE_ENTRY, k=k, id=entry.id, refused=refused.code) from refused
            match._chances.note(match._run.entries)
            if watched:
                match.check()
        return match

    def keep(self, entries: Iterable[Entry], chances: Sequence[Entry] = ()) -> None:
        """Put entries at the end of the redo list; if chances are given, remember these and no others."""
        self._kept.extend(entries)
        self._chances = Chances(chances) if chances else self._chances

    def _stand(self, run: Run) -> None:
        """Stand on another run; twins that know more than it does are of no use any more."""
        old, self._run = self._run, run
        same = _same(old.tape, run.tape)
        self._twins = {eyes: twin for eyes, twin in self._twins.items() if twin.taken <= same}
        if self.watched:
            self.check()

    # -- looking

    def view(self, viewer: str = PUBLIC) -> dict[str, Any]:
        """Return {"viewer", "n", "state", "standing"} as that viewer may see it. Raises Refused."""
        t = self._seen_by(viewer)
        standing = self.rulebook.standing(t)
        return {
            "viewer": viewer,
            "n": self.n,
            "state": plain(self.rulebook.view(t)),
            "standing": {name: value.as_json() for name, value in standing.items()},
        }

    def log(self, n: int | None = None, viewer: str = PUBLIC) -> list[dict[str, Any]]:
        """Return the last n lines (None: all) as that viewer may see them. Raises Refused."""
        t = self._seen_by(viewer)
        lines: Sequence[Line] = t.log if n is None else t.log[max(0, len(t.log) - n) :]
        eyes = None if t.over else t.eyes
        return [line.as_json(eyes) for line in lines]

    def seen_entries(self, viewer: str = PUBLIC) -> Iterator[dict[str, Any]]:
        """All entries as that viewer may see them; secret answers are {"hidden": true} until the end."""
        eyes = self._eyes(viewer)
        for k, entry in enumerate(self._run.entries):
            secret_to = self._run.shown_to(k)
            hidden = secret_to is not None and self.result is None and eyes.isdisjoint(secret_to)
            yield entry.as_json() | ({"answer": {"hidden": True}} if hidden else {})

    def concerned(self, n: int) -> list[str]:
        """Return the seats that something secret was shown to in the last n entries: an undo asks them."""
        seats: dict[str, None] = {}
        for k in range(max(0, self.n - n), self.n):
            seats |= dict.fromkeys(self._run.shown_to(k) or ())
        return list(seats)

    def revealed(self) -> list[Any]:
        """Return what was laid open so far, in that order: it is no secret from there on."""
        run = self._run
        return [value for note, value in zip(run.notes, run.tape, strict=True) if note.id == REVEAL]

    def _eyes(self, viewer: str) -> frozenset[str]:
        if viewer == PUBLIC:
            return frozenset()
        if viewer not in self.setup.players:
            raise Refused(r.NO_VIEWER, viewer=viewer)
        hands = self._run.table.hands
        return frozenset((viewer, *(seat for seat, by in hands.items() if by == viewer)))

    def _seen_by(self, viewer: str) -> Any:
        eyes = self._eyes(viewer)
        if self._run.result is not None:
            return self._run.table
        return self.twin(eyes).table

    def twin(self, eyes: frozenset[str] = frozenset()) -> Twin:
        """Return the twin that knows those seats' secrets, brought up to now. Raises Leak."""
        twin = self._twins.get(eyes)
        if twin is None:
            twin = self._twins[eyes] = Twin(self.rulebook, self.setup, eyes)
        try:
            twin.catch_up(self._run)
        except BaseException:
            del self._twins[eyes]
            raise
        return twin

    # -- proving

    def check(self) -> None:
        """Raise Broken if an invariant of the rulebook does not hold."""
        name = self.rulebook.broken(self._run.table)
        if name:
            raise Broken(f"{self.rulebook.id}: {name} does not hold after {self.n} entries")


def _continue(run: Run, entries: Iterable[Entry]) -> tuple[int, Refused | None]:
    """Take entries as long as they fit; return how many did, and why the next one did not."""
    done = 0
    for entry in entries:
        try:
            run.apply(entry)
        except Refused as refused:
            return done, refused
        done += 1
    return done, None


def _same(one: Sequence[Any], other: Sequence[Any]) -> int:
    """Return how many answers two tapes begin with are the very same objects."""
    shorter = min(len(one), len(other))
    for k in range(shorter):
        if one[k] is not other[k]:
            return k
    return shorter
