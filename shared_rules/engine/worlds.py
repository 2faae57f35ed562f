"""Possible worlds: who may hold what, after draws that not everybody saw, with exact weights.

Owns counts per holder and kind, and how they change. It never draws by itself and never rounds. What a run
may not know comes in as HIDDEN, what nobody entered as None: both mean that any kind may have been drawn.

>>> w = Worlds(("victim", "gambler"), ("bottle", "gold"))
>>> w.add("victim", "bottle", 2); w.add("victim", "gold", 1)
>>> w.draw("victim", "gambler", None)
>>> w.chance("gambler", gold=1)
Fraction(1, 3)
>>> dollars = {"bottle": 2, "gold": 5}
>>> str(w.bounds(dollars, "victim")), str(w.bounds(dollars, "gambler"))
('4..7', '2..5')
>>> str(w.bounds(dollars, "victim", "gambler"))
'9'
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from .scores import Value
from .values import is_hidden

World = tuple[int, ...]  # what each (holder, kind) differs by from what is sure
Weights = dict[World, int]  # whole numbers, of which only the proportions count: exact, and fast


class NoWorld(ValueError):
    """What was said cannot be: something was entered wrong before."""


class Worlds:
    """Counts of kinds per holder. What is public moves in every world alike; a hidden draw splits them."""

    def __init__(self, holders: Sequence[str], kinds: Sequence[str]) -> None:
        self.holders, self.kinds = tuple(holders), tuple(kinds)
        self._at = {
            (holder, kind): row * len(kinds) + column
            for row, holder in enumerate(holders)
            for column, kind in enumerate(kinds)
        }
        # Apart, so that what everybody sees costs one addition however many worlds there are.
        self._sure = [0] * len(self._at)
        self._split: Weights = {(0,) * len(self._at): 1}
        # Draws that nobody has asked about yet, each with what was sure then: a replay never works them out.
        self._pending: list[tuple[str, str, list[int]]] = []

    def __len__(self) -> int:
        """How many worlds are possible."""
        return len(self._worlds)

    # -- what happens

    def add(self, holder: str, kind: str, count: int = 1) -> None:
        """Give a holder `count` of a kind, in sight of all; taken away if it is negative.

        Worlds in which there are not as many drop out. Raises NoWorld if none is left.
        """
        at = self._at[holder, kind]
        if count < 0:
            self._keep(lambda world: self._sure[at] + world[at] + count >= 0)
        self._sure[at] += count

    def draw(self, giver: str, taker: str, kind: Any = None) -> None:
        """Move one of the giver's at random, each as likely; `kind` if it is known, HIDDEN or None if not.

        Nothing happens in worlds where the giver has nothing. Raises NoWorld if `kind` cannot have been
        drawn.
        """
        if kind is None or is_hidden(kind):
            self._pending.append((giver, taker, self._sure[:]))
        else:
            self._settle(self._drawn(self._worlds, giver, taker, (kind,), self._sure))

    @property
    def _worlds(self) -> Weights:
        """What is possible, with the pending draws worked out."""
        for giver, taker, sure in self._pending:
            self._settle(self._drawn(self._split, giver, taker, self.kinds, sure))
        self._pending.clear()
        return self._split

    def _drawn(
        self, worlds: Weights, giver: str, taker: str, kinds: Sequence[str], sure: Sequence[int]
    ) -> Weights:
        """Return the worlds after a draw of one of these kinds; as they are where the giver has nothing."""
        ways = [(self._at[giver, kind], self._at[taker, kind]) for kind in kinds]
        held = [self._at[giver, kind] for kind in self.kinds]
        totals = {world: sum(sure[at] + world[at] for at in held) for world in worlds}
        common = lcm(*filter(None, totals.values()))
        after: Weights = {}
        for world, weight in worlds.items():
            total = totals[world]
            if not total and kinds is self.kinds:
                after[world] = after.get(world, 0) + weight * common
                continue
            for left, right in ways:
                count = sure[left] + world[left]
                if count:
                    moved = list(world)
                    moved[left] -= 1
                    moved[right] += 1
                    to = tuple(moved)
                    after[to] = after.get(to, 0) + weight * count * (common // total)
        return after

    def given(self, holder: str, counts: Mapping[str, int]) -> None:
        """Keep the worlds in which a holder has just so many of these kinds: a private entry, the recount.

        Kinds that are left out stay open. Raises NoWorld if none is left, and then nothing has changed.
        """
        asked = {self._at[holder, kind]: count for kind, count in counts.items()}
        self._keep(lambda world: all(self._sure[at] + world[at] == count for at, count in asked.items()))

    def reset(self, holder: str, counts: Mapping[str, int]) -> None:
        """Give a holder just so many of these kinds in every world: what lies on the table is right.

        For a recount that no world agrees with. Kinds that are left out stay as they are.
        """
        after: Weights = {}
        for world, weight in self._worlds.items():
            set_to = list(world)
            for kind, count in counts.items():
                at = self._at[holder, kind]
                set_to[at] = count - self._sure[at]
            key = tuple(set_to)
            after[key] = after.get(key, 0) + weight
        self._settle(after)

    def _keep(self, fits: Callable[[World], bool]) -> None:
        self._settle({world: weight for world, weight in self._worlds.items() if fits(world)})

    def _settle(self, worlds: Weights) -> None:
        if not worlds:
            raise NoWorld("no possible world is left")
        shared = gcd(*worlds.values())
        self._split = worlds if shared == 1 else {world: weight // shared for world, weight in worlds.items()}

    # -- what can be said

    def total(self, holder: str) -> int:
        """Return how many a holder has, which everybody sees. Raises NoWorld if worlds differ in it."""
        totals = {self._total(world, holder) for world in self._worlds}
        if len(totals) > 1:
            raise NoWorld(f"nobody can say how many {holder} has")
        return totals.pop()

    def chance(self, holder: str, **counts: int) -> Fraction:
        """Return how likely it is that a holder has just so many of these kinds."""
        asked = {self._at[holder, kind]: count for kind, count in counts.items()}
        likely = sum(
            weight
            for world, weight in self._worlds.items()
            if all(self._sure[at] + world[at] == count for at, count in asked.items())
        )
        return Fraction(likely, sum(self._worlds.values()))

    def worth(self, values: Mapping[str, int], *holders: str) -> dict[int, Fraction]:
        """Return how likely each worth of these holders' things together is, the least first.

        values: what each kind is worth; the weights add up to 1.
        """
        found: dict[int, int] = {}
        for world, weight in self._worlds.items():
            worth = sum(
                values[kind] * self._count(world, holder, kind) for holder in holders for kind in self.kinds
            )
            found[worth] = found.get(worth, 0) + weight
        total = sum(found.values())
        return {worth: Fraction(weight, total) for worth, weight in sorted(found.items())}

    def bounds(self, values: Mapping[str, int], *holders: str) -> Value:
        """Return the least and the most that these holders' things together can be worth."""
        worths = self.worth(values, *holders)
        return Value(min(worths), max(worths))

    def counts(self, holder: str) -> dict[str, Value]:
        """Return the least and the most a holder can have of each kind."""
        return {kind: Value(min(found), max(found)) for kind, found in self._found(holder)}

    def sure(self, holder: str) -> dict[str, int]:
        """Return how many a holder has of each kind of which it has as many in every world."""
        return {kind: found[0] for kind, found in self._found(holder) if min(found) == max(found)}

    def _found(self, holder: str) -> Iterator[tuple[str, list[int]]]:
        worlds = list(self._worlds)
        for kind in self.kinds:
            at = self._at[holder, kind]
            sure = self._sure[at]
            yield kind, [sure + world[at] for world in worlds]

    def all(self) -> Iterator[tuple[dict[str, dict[str, int]], Fraction]]:
        """Every world as holder -> kind -> count, with its weight."""
        total = sum(self._worlds.values())
        for world, weight in self._worlds.items():
            yield (
                {
                    holder: {kind: self._count(world, holder, kind) for kind in self.kinds}
                    for holder in self.holders
                },
                Fraction(weight, total),
            )

    def _total(self, world: World, holder: str) -> int:
        return sum(self._count(world, holder, kind) for kind in self.kinds)

    def _count(self, world: World, holder: str, kind: str) -> int:
        at = self._at[holder, kind]
        return self._sure[at] + world[at]
