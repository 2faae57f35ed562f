"""Which entry is likely wrong, when a recount does not agree with the entries.

Owns the search among what the entries could have been: what explains most of the differences. What another
answer would have changed is the rulebook's business, and so is how the entries are told. It only points.
"""

from collections.abc import Callable, Container, Iterable
from typing import TypeVar

E = TypeVar("E")
# (who, thing) -> how many more were counted than the entries say; or by how many another answer changes that.
Differences = dict[tuple[str, str], int]


def nearer(differs: int, by: int) -> int:
    """Return how much nearer a change brings the entries to what was counted; below 0: farther off."""
    return abs(differs) - abs(differs - by)


def likeliest(
    others: Iterable[tuple[E, Differences]],
    found: Differences,
    counted: Container[str],
    explains: Callable[[int, int], int] = nearer,
) -> tuple[list[E], int]:
    """Return the entries which, had they been another, explain most, in their order, and how much that is.

    others: an entry, and what another answer to it would change. counted: of whom it is known how many there
    are. explains(differs, by) -> what a change of one thing explains. No entry, 0: nothing explains anything.

    >>> others = [("sale", {("Ana", "gold"): -6, ("Bo", "gold"): 6}), ("mine", {("Ana", "gold"): -9})]
    >>> likeliest(others, {("Ana", "gold"): -6}, ("Ana",))
    (['sale'], 6)
    """
    most, named = 0, dict[E, None]()
    for entry, change in others:
        explained = sum(explains(found.get(key, 0), by) for key, by in change.items() if key[0] in counted)
        if explained > most:
            most, named = explained, {}
        if explained == most > 0:
            named[entry] = None
    return list(named), most
