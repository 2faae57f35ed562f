"""How everybody stands, as far as it is known, and how it ended.

Owns exact, bounded and unknown values, rankings and results. It never guesses: what is not known stays open.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

Amount = int | Fraction  # a fraction where a table shares points out; in JSON the nearest number


@dataclass(frozen=True, slots=True)
class Value:
    """An amount that is exact (least == most), bounded, or open at an end (None).

    >>> str(exactly(5)), str(between(4, 7)), str(at_least(3)), str(UNKNOWN)
    ('5', '4..7', '3..', '..')
    >>> str(exactly(Fraction(3, 2))), exactly(Fraction(3, 2)).as_json()
    ('3/2', 1.5)
    >>> str(exactly(2) + between(4, 7))
    '6..9'
    """

    least: Amount | None
    most: Amount | None

    def __post_init__(self) -> None:
        if self.least is not None and self.most is not None and self.least > self.most:
            raise ValueError(f"nothing lies between {self.least} and {self.most}")

    @property
    def is_exact(self) -> bool:
        """Whether it is one certain amount."""
        return self.least is not None and self.least == self.most

    def __add__(self, other: "Value | Amount") -> "Value":
        if not isinstance(other, Value):
            other = exactly(other)
        return Value(_sum(self.least, other.least), _sum(self.most, other.most))

    __radd__ = __add__  # so that sum() works

    def __str__(self) -> str:
        if self.is_exact:
            return str(self.least)
        ends = ("" if end is None else str(end) for end in (self.least, self.most))
        return "..".join(ends)

    def as_json(self) -> int | float | dict[str, int | float | None]:
        """Return the number, or {"min": number | null, "max": number | null}."""
        if self.least is not None and self.least == self.most:
            return _number(self.least)
        ends = {"min": self.least, "max": self.most}
        return {end: None if amount is None else _number(amount) for end, amount in ends.items()}


UNKNOWN = Value(None, None)


def exactly(number: Amount) -> Value:
    """Return a value that is certain."""
    return Value(number, number)


def between(least: Amount, most: Amount) -> Value:
    """Return a value of which only bounds are certain. Raises ValueError if least > most."""
    return Value(least, most)


def at_least(number: Amount) -> Value:
    """Return a value that is known from below only, such as loot values nobody has seen."""
    return Value(number, None)


def parse_value(text: str) -> Value:
    """Return the value that `str` made a text of. Raises ValueError for another text."""
    least, dots, most = text.partition("..")
    if not dots:
        return exactly(_amount(least))
    return Value(_amount(least) if least else None, _amount(most) if most else None)


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
    """How a match ended. scores: player -> Value or amount; breakdown: player -> source -> the same."""

    ranking: Sequence[Sequence[str]]
    scores: Mapping[str, Value | Amount]
    breakdown: Mapping[str, Mapping[str, Value | Amount]]

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


def _plain(value: Value | Amount) -> int | float | dict[str, int | float | None]:
    return value.as_json() if isinstance(value, Value) else _number(value)


def _number(amount: Amount) -> int | float:
    """Return an amount as JSON has it."""
    return amount if isinstance(amount, int) else float(amount)


def _amount(text: str) -> Amount:
    """Return the amount that `str` made a text of. Raises ValueError for another text."""
    number, slash, parts = text.partition("/")
    if slash and int(parts) < 1:
        raise ValueError(f"{text!r} is no amount")
    return Fraction(int(number), int(parts)) if slash else int(number)


def _sum(one: Amount | None, other: Amount | None) -> Amount | None:
    return None if one is None or other is None else one + other
