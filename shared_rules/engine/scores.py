"""How everybody stands, as far as it is known, and how it ended.

Owns exact, bounded and unknown values, rankings and results. It never guesses: what is not known stays open.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Value:
    """An integer that is exact (least == most), bounded, or open at an end (None).

    >>> str(exactly(5)), str(between(4, 7)), str(at_least(3)), str(UNKNOWN)
    ('5', '4..7', '3..', '..')
    >>> str(exactly(2) + between(4, 7))
    '6..9'
    """

    least: int | None
    most: int | None

    def __post_init__(self) -> None:
        if self.least is not None and self.most is not None and self.least > self.most:
            raise ValueError(f"no integer lies between {self.least} and {self.most}")

    @property
    def is_exact(self) -> bool:
        """Whether it is one certain integer."""
        return self.least is not None and self.least == self.most

    def __add__(self, other: "Value | int") -> "Value":
        if isinstance(other, int):
            other = exactly(other)
        return Value(_sum(self.least, other.least), _sum(self.most, other.most))

    __radd__ = __add__  # so that sum() works

    def __str__(self) -> str:
        if self.is_exact:
            return str(self.least)
        ends = ("" if end is None else str(end) for end in (self.least, self.most))
        return "..".join(ends)

    def as_json(self) -> int | dict[str, int | None]:
        """Return the integer, or {"min": integer | null, "max": integer | null}."""
        if self.least is not None and self.least == self.most:
            return self.least
        return {"min": self.least, "max": self.most}


UNKNOWN = Value(None, None)


def exactly(number: int) -> Value:
    """Return a value that is certain."""
    return Value(number, number)


def between(least: int, most: int) -> Value:
    """Return a value of which only bounds are certain. Raises ValueError if least > most."""
    return Value(least, most)


def at_least(number: int) -> Value:
    """Return a value that is known from below only, such as loot values nobody has seen."""
    return Value(number, None)


def parse_value(text: str) -> Value:
    """Return the value that `str` made a text of. Raises ValueError for another text."""
    least, dots, most = text.partition("..")
    if not dots:
        return exactly(int(least))
    return Value(int(least) if least else None, int(most) if most else None)


def leaders(standing: Mapping[str, Value]) -> tuple[str, ...]:
    """Return everybody who may be ahead or level with the one ahead, in the order given."""
    floor = max((value.least for value in standing.values() if value.least is not None), default=None)
    return tuple(
        name for name, value in standing.items() if floor is None or value.most is None or value.most >= floor
    )


def ranking(keys: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Return the players in groups, the best first; equal keys share a group, in the order given.

    >>> ranking({"Ana": (8, 6), "Bo": (8, 5), "Cy": (8, 6)})
    (('Ana', 'Cy'), ('Bo',))
    """
    best_first = sorted(set(keys.values()), reverse=True)
    return tuple(tuple(name for name, key in keys.items() if key == each) for each in best_first)


class Result(NamedTuple):
    """How a match ended. scores: player -> Value or integer; breakdown: player -> source -> the same."""

    ranking: Sequence[Sequence[str]]
    scores: Mapping[str, Value | int]
    breakdown: Mapping[str, Mapping[str, Value | int]]

    def as_json(self) -> dict[str, Any]:
        """Return {"ranking": [[name, ..], ..], "scores": {..}, "breakdown": {..}}."""
        return {
            "ranking": [list(group) for group in self.ranking],
            "scores": {name: _plain(value) for name, value in self.scores.items()},
            "breakdown": {
                name: {source: _plain(value) for source, value in sources.items()}
                for name, sources in self.breakdown.items()
            },
        }


def _plain(value: Value | int) -> int | dict[str, int | None]:
    return value.as_json() if isinstance(value, Value) else value


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
