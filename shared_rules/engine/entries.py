"""Entries: what a match consists of beside its setup; and the lines of its log.

Owns their text forms: `Entry.parse(entry.as_json()) == entry`. They hold what was said, never what followed.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from .refusals import BadLine
from .values import HIDDEN, freeze, plain

Place = str | int | None
Key = tuple[str, str, int | None, int | None, Place, bool]


class Act:
    """What `ask` is given when something else came than the answer: an interjection, or another's answer."""

    __slots__ = ("id", "of", "value")

    def __init__(self, act_id: str, of: str, value: Any) -> None:
        self.id = act_id
        self.of = of
        self.value = value


class Entry(NamedTuple):
    """One answer. What was asked is told by id, of, round, turn and place; `act`: nobody had asked."""

    id: str
    of: str
    round: int | None
    turn: int | None
    place: Place
    answer: Any
    act: bool = False
    chance: bool = False  # the app may have decided it

    @property
    def key(self) -> Key:
        """What must be the same for a prompt to be the same one."""
        return (self.id, self.of, self.round, self.turn, self.place, self.act)

    def as_json(self) -> dict[str, Any]:
        """Return {"id", "of", "answer"} and what is not null of round, turn, place, act, chance."""
        said: dict[str, Any] = {"id": self.id, "of": self.of}
        said |= {
            name: value for name in ("round", "turn", "place") if (value := getattr(self, name)) is not None
        }
        said["answer"] = plain(self.answer)
        said |= {name: True for name in ("act", "chance") if getattr(self, name)}
        return said

    @classmethod
    def parse(cls, said: object) -> "Entry":
        """Return the entry that `as_json` made an object of. Raises BadLine for another object."""
        if not isinstance(said, Mapping):
            raise BadLine("an entry is an object")
        if not {"id", "of", "answer"} <= said.keys() <= set(cls._fields):
            raise BadLine(f"an entry has id, of, answer and at most {', '.join(cls._fields)}")
        for name, kinds in _KINDS.items():
            if name in said and said[name].__class__ not in kinds:
                raise BadLine(f"an entry's {name} is {' or '.join(kind.__name__ for kind in kinds)}")
        try:
            answer = freeze(said["answer"])
        except ValueError as deep:
            raise BadLine(f"an entry's answer: {deep}") from None
        return cls(
            said["id"],
            said["of"],
            said.get("round"),
            said.get("turn"),
            said.get("place"),
            answer,
            said.get("act", False),
            said.get("chance", False),
        )


_KINDS = {
    "id": (str,),
    "of": (str,),
    "round": (int,),
    "turn": (int,),
    "place": (str, int),
    "act": (bool,),
    "chance": (bool,),
}


class Line(NamedTuple):
    """One line of the log: a message id and parameters. n: how many entries there were when it was said.

    private: parameters that only the seats in `to` may see; None in `eyes` below means that all is open.
    """

    n: int
    id: str
    params: Mapping[str, Any]
    private: Mapping[str, Any]
    to: tuple[str, ...]

    def as_json(self, eyes: frozenset[str] | None = None) -> dict[str, Any]:
        """Return {"n", "id", "params"}, with what these eyes may not see as {"hidden": true}."""
        private = self.private
        if private and eyes is not None and eyes.isdisjoint(self.to):
            private = dict.fromkeys(private, HIDDEN)
        return {"n": self.n, "id": self.id, "params": plain({**self.params, **private})}
