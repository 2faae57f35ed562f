"""What a rulebook can ask, and what the legal answers are.

Owns the kinds choose, number, dice and verdict, and what all kinds share; `many.py` owns the kinds whose
answer has parts. A prompt refuses what is not legal itself, with a stable code, before the rulebook sees it.
Options and params may be given as functions: they are called when somebody wants to see or check them, which
a replay never does.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypedDict, TypeVar, Unpack

from . import refusals as r
from .refusals import Refused
from .values import freeze, plain

TABLE, JUDGE, PUBLIC = "table", "judge", "public"

P = TypeVar("P", bound="Prompt")
Below = Callable[[int], int]  # below(n) -> 0..n-1, each equally likely; chance comes from outside
Options = Sequence[str] | Callable[[], Sequence[str]]
Greyed = Mapping[str, str] | Callable[[], Mapping[str, str]]  # id -> refusal code
Params = Mapping[str, object] | Callable[[], Mapping[str, object]]

NO_PARAMS: Mapping[str, object] = {}
NOT_FORCED: Final = object()


class More(TypedDict, total=False):
    """What few prompts need. place: which of several it is about (a tile, a card); it identifies the prompt.

    secret_to: who may see the answer (left out: everybody). chance: the app may decide it. params: for its
    text.
    """

    place: str | int | None
    secret_to: tuple[str, ...] | None
    optional: bool
    chance: bool
    params: Params


MORE = frozenset(More.__annotations__)


class Prompt:
    """One question. of: who answers, a player's name, "table" or "judge"."""

    kind = ""
    # Defaults stand on the class, so that a prompt that needs no more is made fast.
    place: str | int | None = None
    secret_to: tuple[str, ...] | None = None
    optional = False
    chance = False
    tells = True  # a forced answer is logged
    params: Params = NO_PARAMS

    def __init__(self, prompt_id: str, of: str, **more: Unpack[More]) -> None:
        self.id = prompt_id
        self.of = of
        if more:
            self._more(more)

    def _more(self, more: More) -> None:
        if not more.keys() <= MORE:
            raise TypeError(f"{self.id}: a prompt has no {sorted(more.keys() - MORE)}")
        self.__dict__.update(more)

    def check(self, value: Any) -> Any:
        """Return the answer as the rulebook gets it. Raises Refused."""
        if value is None and self.optional:
            return None
        raise self.wants(r.REQUIRED if value is None else r.KIND)

    def wants(self, code: str = r.KIND) -> Refused:
        """Return the refusal of what is no answer at all: it says which kind is, and what this kind takes."""
        return Refused(code, id=self.id, kind=self.kind, **self.form())

    def only(self) -> Any:
        """Return the one legal answer, or NOT_FORCED. Raises RulebookFault if there is none."""
        return NOT_FORCED

    def pick(self, below: Below) -> Any:
        """Return a legal answer at random: never a skip, which its caller may prefer if it is optional."""
        raise NotImplementedError

    def form(self) -> dict[str, Any]:
        """Return what this kind says of its legal answers, as JSON."""
        return {}

    def as_json(self) -> dict[str, Any]:
        """Return all a screen needs; keys as contract "match" has them."""
        params = self.params
        if callable(params):
            params = self.params = params()
        said = {
            "id": self.id,
            "ask": {"id": self.id, "params": plain(params)},
            "of": self.of,
            "kind": self.kind,
            "options": [],
            "greyed": {},
            "optional": self.optional,
            "secret_to": None if self.secret_to is None else list(self.secret_to),
            "place": self.place,
            "chance": self.chance,
        }
        return said | self.form()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r}, {self.of!r}, place={self.place!r})"


def quiet(prompt: P) -> P:
    """Return the prompt; if only one answer is legal, the log does not say so."""
    prompt.tells = False
    return prompt


class Listed(Prompt):
    """A prompt whose answer names ids out of a list."""

    def __init__(
        self, prompt_id: str, of: str, options: Options, greyed: Greyed | None = None, **more: Unpack[More]
    ) -> None:
        self.id = prompt_id
        self.of = of
        self._options = options
        self._greyed = greyed
        if more:
            self._more(more)

    def options(self) -> Sequence[str]:
        """Return the legal ids, in the order a screen shows them."""
        options = self._options
        if callable(options):
            options = self._options = tuple(options())
        return options

    def greyed(self) -> Mapping[str, str]:
        """Return the ids that are not legal now: id -> refusal code."""
        greyed = self._greyed
        if callable(greyed):
            greyed = self._greyed = dict(greyed())
        return greyed or {}

    def form(self) -> dict[str, Any]:
        """Return {"options": [id, ..], "greyed": {id: code}}."""
        return {"options": list(self.options()), "greyed": dict(self.greyed())}

    def one(self, value: Any) -> str:
        """Return a legal id. Raises Refused."""
        if value.__class__ is not str:
            raise self.wants()
        if value not in self.options():
            raise Refused(self.greyed().get(value, r.UNKNOWN), id=self.id, option=value)
        return value

    def none_left(self) -> Any:
        """What is forced when nothing is legal: the skip, if there is one."""
        if self.optional:
            return None
        raise r.RulebookFault(f"dead end: {self!r} has no legal answer")


class Choose(Listed):
    """One out of several ids. The answer is the id.

    >>> Choose("steal.from", "Ana", ("bank", "mine"), {"shop": "steal.nothing_there"}).check("shop")
    Traceback (most recent call last):
    shared_rules.engine.refusals.Refused: steal.nothing_there (id='steal.from', option='shop')
    """

    kind = "choose"

    def check(self, value: Any) -> Any:
        """Return the id."""
        if value is None:
            return super().check(value)
        return self.one(value)

    def only(self) -> Any:
        """Return the id if there is one only and it may not be skipped."""
        options = self.options()
        if len(options) > 1 or (options and self.optional):
            return NOT_FORCED
        return options[0] if options else self.none_left()

    def pick(self, below: Below) -> Any:
        """Return one of the ids."""
        options = self.options()
        return options[below(len(options))]


class Number(Prompt):
    """An integer from `least` to `most`."""

    kind = "number"

    def __init__(self, prompt_id: str, of: str, least: int, most: int, **more: Unpack[More]) -> None:
        self.id = prompt_id
        self.of = of
        self.least, self.most = least, most
        if more:
            self._more(more)

    def check(self, value: Any) -> Any:
        """Return the integer."""
        if value.__class__ is not int:
            return super().check(value)
        if not self.least <= value <= self.most:
            raise Refused(r.RANGE, id=self.id, min=self.least, max=self.most)
        return value

    def only(self) -> Any:
        """Return the integer if there is only one."""
        if self.least > self.most:
            raise r.RulebookFault(f"dead end: {self!r} has no legal answer")
        return self.least if self.least == self.most and not self.optional else NOT_FORCED

    def pick(self, below: Below) -> Any:
        """Return one of the integers."""
        return self.least + below(self.most - self.least + 1)

    def form(self) -> dict[str, Any]:
        """Return {"min": integer, "max": integer}."""
        return {"min": self.least, "max": self.most}


class Dice(Prompt):
    """What `count` dice of `sides` sides show, from 1. The answer is that many integers."""

    kind = "dice"

    def __init__(self, prompt_id: str, of: str, count: int, sides: int, **more: Unpack[More]) -> None:
        super().__init__(prompt_id, of, **more)
        self.count, self.sides = count, sides

    def check(self, value: Any) -> Any:
        """Return the faces as a tuple."""
        if value.__class__ not in (list, tuple):
            return super().check(value)
        if any(face.__class__ is not int for face in value):
            raise self.wants()
        if len(value) != self.count:
            raise Refused(r.TOO_FEW if len(value) < self.count else r.TOO_MANY, id=self.id, count=self.count)
        if not all(1 <= face <= self.sides for face in value):
            raise Refused(r.RANGE, id=self.id, min=1, max=self.sides)
        return tuple(value)

    def pick(self, below: Below) -> Any:
        """Throw them."""
        return tuple(1 + below(self.sides) for _ in range(self.count))

    def form(self) -> dict[str, Any]:
        """Return {"count": integer, "sides": integer}."""
        return {"count": self.count, "sides": self.sides}


class Verdict(Prompt):
    """How a shootout ended: an object with a "call", as contract "Traces" has it.

    players: who may be named; fits(verdict) -> None, or the code of what the rulebook does not accept;
    legal(below) -> a verdict for random play.
    """

    kind = "verdict"

    def __init__(
        self,
        prompt_id: str,
        of: str,
        players: Sequence[str],
        fits: Callable[[Mapping[str, Any]], str | None],
        legal: Callable[[Below], Mapping[str, Any]],
        **more: Unpack[More],
    ) -> None:
        super().__init__(prompt_id, of, **more)
        self.players, self.fits, self.legal = tuple(players), fits, legal

    def check(self, value: Any) -> Any:
        """Return the verdict as a read-only mapping."""
        if not isinstance(value, Mapping):
            return super().check(value)
        if value.get("call").__class__ is not str:
            raise self.wants()
        for name in self._named(value):
            if name not in self.players:
                raise Refused(r.UNKNOWN, id=self.id, option=name)
        try:
            verdict = freeze(value)
        except ValueError:
            raise self.wants() from None
        code = self.fits(verdict)
        if code:
            raise Refused(code, id=self.id)
        return verdict

    def _named(self, value: Mapping[str, Any]) -> list[str]:
        named = [value["player"]] if "player" in value else []
        several = value.get("players", ())
        if several.__class__ not in (list, tuple):
            raise self.wants()
        named += several
        if any(name.__class__ is not str for name in named):
            raise self.wants()
        return named

    def pick(self, below: Below) -> Any:
        """Return a verdict the rulebook accepts."""
        return freeze(self.legal(below))

    def form(self) -> dict[str, Any]:
        """Return {"players": [name, ..]}."""
        return {"players": list(self.players)}
