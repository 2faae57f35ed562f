"""What shows on the dice at a HIT (pad dice).

Owns the three-valued answer to "does this face show?": certainly, certainly not, or nobody can know. It must
never look at a throw that is void: the caller hands over only the throws that count.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import Enum

from .events import BLANK, BULLET, COWARD, RUN, Hit, Roll, moment


class Certainty(Enum):
    """How sure it is that something shows."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Faces:
    """The faces of one round's dice over time, from its throws that are not void.

    `settle_us`: how long after the throw the face shows. A throw followed on its die within that time never
    shows.
    """

    def __init__(self, throws: Iterable[Roll], settle_us: int) -> None:
        self._settle_us = settle_us
        by_die: dict[tuple[str, str], list[Roll]] = defaultdict(list)
        for throw in sorted(throws, key=moment):
            by_die[throw.pad, throw.die].append(throw)
        self._dice = {key: _Die(thrown, settle_us) for key, thrown in by_die.items()}

    def own(self, hit: Hit) -> list[str]:
        """The icons on the caller's own dice at their HIT. Exact: one pad, one offset."""
        mine = (die.own_face(hit) for (pad, _), die in self._dice.items() if pad == hit.pad)
        return [face for face in mine if face in (BULLET, RUN)]

    def bullets(self, hit: Hit) -> int:
        """How many bullets of the caller's own show at their HIT, the coward die's included."""
        return self.own(hit).count(BULLET)

    def running_elsewhere(self, hit: Hit) -> Certainty:
        """Whether a run-away shows at `hit` on anybody else's coward die (BB-18)."""
        answer = Certainty.NO
        for (pad, die_name), die in self._dice.items():
            if die_name == COWARD and pad != hit.pad:
                shows = die.runs_at(hit)
                if shows is Certainty.YES:
                    return shows
                if shows is Certainty.UNKNOWN:
                    answer = shows
        return answer

    def icon(self, hit: Hit) -> Certainty:
        """Whether a HIT has something to call: an own icon, or anybody's run-away (BB-24)."""
        return Certainty.YES if self.own(hit) else self.running_elsewhere(hit)

    def running_at_freeze(self, freezing: Iterable[Hit], freeze_us: int) -> list[str]:
        """The pads whose coward die certainly shows run away at the freeze (BB-15).

        `freezing`: the HITs that end at `freeze_us`; on their own pads the throws are compared with them
        exactly.
        """
        own = {hit.pad: hit for hit in sorted(freezing, key=moment, reverse=True)}
        cowards = ((pad, die) for (pad, name), die in self._dice.items() if name == COWARD)
        return [
            pad
            for pad, die in cowards
            if (die.own_face(own[pad]) == RUN if pad in own else die.runs_by(freeze_us))
        ]


class _Die:
    """One die's throws in order, each with its successor."""

    def __init__(self, throws: list[Roll], settle_us: int) -> None:
        self._settle_us = settle_us
        self._throws = throws
        self._moments = [moment(throw) for throw in throws]
        runs = [
            (throw, after)
            for throw, after in self._pairs()
            if throw.face == RUN and not (after and after.lo <= throw.lo + settle_us)
        ]
        self._runs = runs
        self._run_los = [throw.lo for throw, _ in runs]
        # Each run's end or an earlier run's later one, so that a search backwards knows when to stop.
        self._ends_by: list[float] = []
        for _, after in runs:
            end = float("inf") if after is None else after.hi
            self._ends_by.append(max(end, self._ends_by[-1]) if self._ends_by else end)

    def _pairs(self) -> Iterator[tuple[Roll, Roll | None]]:
        return zip(self._throws, [*self._throws[1:], None], strict=True)

    def own_face(self, hit: Hit) -> str:
        """The face at a HIT of this die's own pad; blank before the first throw and while the die still
        rolls."""
        place = bisect_left(self._moments, moment(hit))
        if place == 0:
            return BLANK
        last = self._throws[place - 1]
        return (
            last.face if hit.lo >= last.lo + self._settle_us and not self._ended_early(place - 1) else BLANK
        )

    def _ended_early(self, index: int) -> bool:
        after = self._throws[index + 1 : index + 2]
        return bool(after) and after[0].lo <= self._throws[index].lo + self._settle_us

    def runs_at(self, hit: Hit) -> Certainty:
        """Whether a run-away shows on this die at another pad's HIT."""
        answer = Certainty.NO
        for index in range(bisect_right(self._run_los, hit.hi - self._settle_us) - 1, -1, -1):
            if self._ends_by[index] < hit.lo:
                break
            throw, after = self._runs[index]
            if after and after.hi < hit.lo:
                continue
            if hit.lo >= throw.hi + self._settle_us and (after is None or hit.hi < after.lo):
                return Certainty.YES
            answer = Certainty.UNKNOWN
        return answer

    def runs_by(self, freeze_us: int) -> bool:
        """Whether a run-away of another pad than the freezing one certainly shows at `freeze_us`."""
        return any(
            throw.hi + self._settle_us <= freeze_us and (after is None or freeze_us < after.lo)
            for throw, after in self._runs
        )
