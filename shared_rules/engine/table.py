"""What a rulebook holds in its hand: `t`. It asks, says and opens standing rules.

Owns the two ways an answer comes: from a tape, at full speed, when a match is replayed; from outside, by a
`yield`, when nothing is left on the tape. It never validates: whoever sends an answer has done that.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any

from .entries import Act, Line
from .prompts import Choose, Prompt
from .values import freeze

_new = tuple.__new__  # a NamedTuple's own way takes four times as long; a line is said at almost every step
REVEAL = "engine.reveal"  # nobody is asked it
Play = Generator[Any, Any, Any]  # what functions with a `yield from t.ask(..)` return


class EndedEarly(Exception):
    """Raised through a rulebook when the table ends the match before its time."""


class Reveal(Prompt):
    """Not a question: what was secret is laid open, so that from here on every twin knows it."""

    tells = False

    def __init__(self, value: Any) -> None:
        super().__init__(REVEAL, "table")
        self.value = freeze(value)  # one object for all twins

    def only(self) -> Any:
        """Return the value itself: nobody is asked."""
        return self.value


class Table:
    """One run of one rulebook: the true one, or a twin's.

    players, options, box: from the setup; `box` grows as facts are asked. round, turn: the rulebook sets
    them, entries carry them. state: whatever the rulebook keeps there. eyes: whose secrets it knows, None is
    all.
    """

    def __init__(
        self, rulebook: Any, players: Sequence[str], options: Mapping[str, Any], box: Mapping[str, int]
    ) -> None:
        self.rulebook = rulebook
        self.players = tuple(players)
        self.options = options
        self.box = dict(box)
        self.round: int | None = None
        self.turn: int | None = None
        self.state: Any = None
        self.eyes: frozenset[str] | None = None
        self.over = False
        self.ending = False  # the table ended it early
        self.hands: dict[str, str] = {}  # seat -> who acts for it since it was handed over
        self.open: list[Rule] = []
        self.others: Sequence[Prompt] = ()  # what else `ask_each` is waiting for
        self.log: list[Line] = []
        self.n = 0  # entries so far
        self.mute = False
        self.tape: list[Any] = []  # what a replay still has to take, last first

    # -- asking

    def ask(self, make: Callable[[], Prompt | None]) -> Play:
        """Ask what `make` makes of the state as it is now; return the answer.

        None: `make` returned None, for it is no longer asked; or an optional prompt was skipped. An
        interjection may come first: it runs, and then `make` is called again.
        """
        while True:
            prompt = make()
            if prompt is None:
                return None
            tape = self.tape
            answer = tape.pop() if tape else (yield prompt)
            if answer.__class__ is not Act:
                return answer
            yield from self._interject(answer)

    def ask_each(self, seats: Iterable[str], make: Callable[[str], Prompt | None]) -> Play:
        """Ask several at once, in any order of answering; return seat -> answer when the last one has come.

        `make(seat)` returns None for a seat that has nothing to say.
        """
        seats = tuple(seats)
        answers: dict[str, Any] = {}
        while True:
            asked = [(seat, prompt) for seat in seats if seat not in answers and (prompt := make(seat))]
            if not asked:
                return {seat: answers[seat] for seat in seats if seat in answers}
            first, prompt = asked[0]
            self.others = [other for _, other in asked[1:]]
            tape = self.tape
            answer = tape.pop() if tape else (yield prompt)
            self.others = ()
            if answer.__class__ is not Act:
                answers[first] = answer
                continue
            early = [seat for seat, other in asked if other.id == answer.id and other.of == answer.of]
            if early:
                answers[early[0]] = answer.value
            else:
                yield from self._interject(answer)

    def _interject(self, act: Act) -> Play:
        yield from self.rule(act.id).run(self, act.of, act.value)

    def fact(self, fact_id: str) -> Play:
        """Return a box fact; the table is asked if this box has not told it yet."""
        if fact_id not in self.box:
            fact = next(fact for fact in self.rulebook.box if fact.id == fact_id)
            self.box[fact_id] = yield from self.ask(fact.prompt)
        return self.box[fact_id]

    def reveal(self, value: Any) -> Play:
        """Lay a secret open: return what it truly is, in every twin too."""
        tape = self.tape
        return tape.pop() if tape else (yield Reveal(value))

    # -- standing rules

    def anytime(self, *rules: "Rule | type[Rule]") -> "_Open":
        """Open standing rules for a `with` block: per phase, not per prompt."""
        return _Open(self.open, [rule() if isinstance(rule, type) else rule for rule in rules])

    def rule(self, rule_id: str) -> "Rule":
        """Return the open rule of that id, the innermost. Raises LookupError."""
        for rule in reversed(self.open):
            if rule.id == rule_id:
                return rule
        raise LookupError(f"no standing rule {rule_id!r} is open")

    # -- telling

    def say(
        self, line_id: str, private: Mapping[str, Any] | None = None, to: Sequence[str] = (), **params: Any
    ) -> None:
        """Log a line: message id and parameters; `private` ones only for the seats in `to`."""
        if not self.mute:
            self.log.append(_new(Line, (self.n, line_id, params, private or {}, tuple(to))))

    def sees(self, seat: str) -> bool:
        """Say whether whoever looks may know a seat's secrets: for views, never to decide what is asked."""
        return self.over or self.eyes is None or seat in self.eyes


class Rule:
    """A standing rule: what may happen out of turn while it is open. It keeps no state of a match.

    Its first answer comes with the interjection itself.
    """

    id = ""
    kind = "choose"  # of its prompt
    words = "yes"  # the vocabulary its options come from
    asks: Sequence[str] = ()  # the prompts it goes on with
    section = ""
    secret = False

    def seats(self, t: Table) -> Sequence[str]:
        """Return who may ever do this: players, or "table"."""
        return t.players

    def refusal(self, t: Table, seat: str) -> str | None:
        """Return None if it is legal now for that seat, else a refusal code."""
        return None

    def prompt(self, t: Table, seat: str) -> Prompt:
        """Return what the interjection has to say; here, nothing but that it happens."""
        return Choose(self.id, seat, ("yes",))

    def run(self, t: Table, seat: str, answer: Any) -> Play:
        """Carry it out: a small coroutine that may ask."""
        raise NotImplementedError


class _Open:
    """The block in which standing rules are open."""

    __slots__ = ("_open", "_rules")

    def __init__(self, open_rules: list[Rule], rules: list[Rule]) -> None:
        self._open, self._rules = open_rules, rules

    def __enter__(self) -> None:
        self._open.extend(self._rules)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Scopes nest, so what was opened last is closed first.
        if self._rules:
            del self._open[-len(self._rules) :]
