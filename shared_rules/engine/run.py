"""One run of a rulebook: the coroutine, what it was given, and the prompt where it stands.

Owns the step (check, note, send) and the tape by which a run is repeated at full speed. It only goes forward:
to go back is to start another run with less of the tape. What to keep and what to show is its callers'
business.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from . import refusals as r
from .always import EVERYWHERE
from .entries import Act, Entry
from .prompts import NOT_FORCED, Prompt
from .refusals import Refused, RulebookFault
from .rulebook import Rulebook
from .scores import Result
from .setup import Setup
from .table import EndedEarly, Play, Rule, Table

LEFT_OUT: Final = object()  # an interjection that says nothing but that it happens
LONGEST_RUN_OF_FORCED = 10_000  # answers; a rulebook that never asks again is caught

_new = tuple.__new__  # a NamedTuple's own way takes four times as long; here it is done at every step


class Note(NamedTuple):
    """What a twin has to know of one answer on the tape.

    forced: nobody was asked, and the log says so if it `tells`.
    """

    id: str
    of: str
    secret_to: tuple[str, ...] | None
    forced: bool = False
    tells: bool = False


def whole(t: Table) -> Play:
    """A rulebook from its first prompt to its result, with what is open in every game."""
    rulebook: Rulebook = t.rulebook
    with t.anytime(*EVERYWHERE):
        try:
            result = yield from rulebook.play(t)
        except EndedEarly:
            result = yield from rulebook.ended_early(t)
    return result


def new_table(rulebook: Rulebook, setup: Setup) -> Table:
    """Return the table of a fresh run."""
    return Table(rulebook, setup.players, setup.options, setup.box)


class Run:
    """A run with all its secrets. prompt: what is asked now, None when it is over; then `result` is set."""

    def __init__(self, rulebook: Rulebook, setup: Setup) -> None:
        self._begin(rulebook, setup)
        self.entries: list[Entry] = []
        self.tape: list[Any] = []  # every answer sent, the forced ones too
        self.notes: list[Note] = []  # one for each on the tape
        self.marks: list[int] = []  # how long the tape was when entry k was asked for
        self._advance(None)

    def _begin(self, rulebook: Rulebook, setup: Setup) -> None:
        self.rulebook, self.setup = rulebook, setup
        self.table = new_table(rulebook, setup)
        self.prompt: Prompt | None = None
        self.result: Result | None = None
        self._send: Callable[[Any], Any] = whole(self.table).send

    # -- forward

    def answer(self, value: Any) -> None:
        """Answer the prompt. Raises Refused."""
        prompt = self.prompt
        if prompt is None:
            raise Refused(r.OVER)
        value = prompt.check(value)
        t = self.table
        said = (prompt.id, prompt.of, t.round, t.turn, prompt.place, value, False, prompt.chance)
        self.entries.append(_new(Entry, said))
        self.tape.append(value)
        self.notes.append(_new(Note, (prompt.id, prompt.of, prompt.secret_to, False, False)))
        t.n += 1
        self._advance_or_stay(value)

    def act(self, act_id: str, of: str, value: Any = LEFT_OUT) -> None:
        """Do what is open beside the prompt: an interjection, or another one's prompt. Raises Refused."""
        prompt, is_rule = self.beside(act_id, of)
        if value is LEFT_OUT:
            value = prompt.only()
            if value is NOT_FORCED:
                raise prompt.wants(r.REQUIRED)
        value = prompt.check(value)
        t = self.table
        act = Act(act_id, of, value)
        self.entries.append(Entry(act_id, of, t.round, t.turn, prompt.place, value, is_rule, prompt.chance))
        self.tape.append(act)
        self.notes.append(Note(act_id, of, prompt.secret_to))
        t.n += 1
        self._advance_or_stay(act)

    def take(self, entry: Entry) -> None:
        """Answer as an entry says, if its prompt is asked now. Raises Refused."""
        if not self.asks(entry):
            raise Refused(r.OTHER_PROMPT, id=entry.id, of=entry.of)
        if self._is_answer(entry):
            self.answer(entry.answer)
        else:
            self.act(entry.id, entry.of, entry.answer)

    def apply(self, entry: Entry) -> None:
        """Take an entry that was given once; a private answer that cannot be any more counts as not told.

        Raises Refused.
        """
        value = self._still_told(entry)
        if value is entry.answer:
            self.take(entry)
        else:
            self.take(entry._replace(answer=value))
            self.entries[-1] = entry  # it keeps what was told

    def _still_told(self, entry: Entry) -> Any:
        """Return an entry's answer, or None if it is private, cannot be any more, and may be left out.

        To stop at it would tell everybody that it was another one (BOM-51).
        """
        prompt = self.prompt
        may_be_left_out = prompt is not None and prompt.secret_to is not None and prompt.optional
        if prompt is None or not may_be_left_out or not self._is_answer(entry):
            return entry.answer
        try:
            prompt.check(entry.answer)
        except Refused:
            return None
        return entry.answer

    def _advance_or_stay(self, value: Any) -> None:
        """Send an answer. If the rulebook raises, stand where it stood before, and raise that."""
        try:
            self._advance(value)
        except BaseException:
            self.__dict__ = self.rewound(len(self.entries) - 1).__dict__
            raise

    def _advance(self, value: Any) -> None:
        """Send an answer, and take what is forced, until somebody has to be asked."""
        send, t = self._send, self.table
        self.prompt = None
        try:
            for _ in range(LONGEST_RUN_OF_FORCED):
                prompt = send(value)
                value = prompt.only()
                if value is NOT_FORCED:
                    self.prompt = prompt
                    break
                note = Note(prompt.id, prompt.of, prompt.secret_to, True, prompt.tells)
                self.tape.append(value)
                self.notes.append(note)
                tell_forced(t, note, value)
            else:
                raise RulebookFault(f"{prompt!r} is forced again and again")
        except StopIteration as stop:
            self._finish(stop.value)
        self.marks.append(len(self.tape))

    def _finish(self, result: Any) -> None:
        if not isinstance(result, Result):
            raise RulebookFault(f"{self.rulebook.id} returned {result!r} instead of a Result")
        self.result = result
        self.table.over = True

    # -- what is asked

    def asks(self, entry: Entry) -> bool:
        """Say whether an entry's prompt is what is asked now; of an interjection, whether it is open."""
        t = self.table
        if self.prompt is None or (entry.round, entry.turn) != (t.round, t.turn):
            return False
        if self._is_answer(entry):
            return True
        try:
            prompt, is_rule = self.beside(entry.id, entry.of)
        except Refused as refused:
            if entry.act:
                raise  # the rule is the same one and says itself why not
            raise Refused(r.OTHER_PROMPT, id=entry.id, of=entry.of) from refused
        return is_rule == entry.act and prompt.place == entry.place

    def would_ask(self, entry: Entry) -> bool:
        """Say the same as `asks`, without a reason why an interjection is not legal."""
        try:
            return self.asks(entry)
        except Refused:
            return False

    def _is_answer(self, entry: Entry) -> bool:
        prompt = self.prompt
        return (
            prompt is not None
            and not entry.act
            and (prompt.id, prompt.of, prompt.place) == (entry.id, entry.of, entry.place)
        )

    def beside(self, act_id: str, of: str) -> tuple[Prompt, bool]:
        """Return the prompt of what is open beside the current one, and whether it is an interjection."""
        if self.prompt is None:
            raise Refused(r.OVER)
        t = self.table
        for other in t.others:
            if other.id == act_id and other.of == of:
                return other, False
        try:
            rule = t.rule(act_id)
        except LookupError:
            raise Refused(r.NOT_OPEN, id=act_id) from None
        if of not in rule.seats(t):
            raise Refused(r.NOT_YOURS, id=act_id, of=of)
        code = rule.refusal(t, of)
        if code:
            raise Refused(code, id=act_id, of=of)
        return rule.prompt(t, of), True

    def prompt_of(self, entry: Entry) -> Prompt:
        """Return the prompt that an entry answers here. Raises Refused if it is not open."""
        if self.prompt is not None and self._is_answer(entry):
            return self.prompt
        return self.beside(entry.id, entry.of)[0]

    def shown_to(self, k: int) -> tuple[str, ...] | None:
        """Return who may see entry k; None is everybody."""
        return self.notes[self.marks[k]].secret_to

    # -- back

    def rewound(self, n: int) -> "Run":
        """Return another run that stands where this one stood after n entries: the tape at full speed."""
        mark = self.marks[n]
        run = Run.__new__(Run)
        run._begin(self.rulebook, self.setup)
        t = run.table
        run.entries, run.tape, run.notes = self.entries[:n], self.tape[:mark], self.notes[:mark]
        run.marks = self.marks[: n + 1]
        t.tape, t.n, t.mute = run.tape[::-1], n, True
        try:
            run.prompt = run._send(None)
        except StopIteration as stop:
            run._finish(stop.value)
        if t.tape or not (n == len(self.entries) or run.would_ask(self.entries[n])):
            raise RulebookFault(f"{self.rulebook.id} took another way when it was replayed")
        t.mute = False
        log = self.table.log
        t.log = log[: bisect_right(log, n, key=lambda line: line.n)]
        return run


def tell_forced(t: Table, note: Note, value: Any) -> None:
    """Log an answer that nobody had to give."""
    if not note.tells:
        return
    if note.secret_to is None:
        t.say("engine.forced", prompt=note.id, of=note.of, answer=value)
    else:
        t.say("engine.forced", {"answer": value}, note.secret_to, prompt=note.id, of=note.of)


def open_beside(t: Table) -> Iterator[tuple[Prompt, Rule | None]]:
    """All that is open beside the prompt: others' prompts, then each rule for each seat it is legal for."""
    for other in t.others:
        yield other, None
    for rule in dict.fromkeys(t.rule(rule.id) for rule in t.open):
        for seat in rule.seats(t):
            if rule.refusal(t, seat) is None:
                yield rule.prompt(t, seat), rule
