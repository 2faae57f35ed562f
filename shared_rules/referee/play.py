"""Open play: which HITs of a round are valid, which are false, and when the dice froze.

Owns the knot that the rules tie: a false HIT locks its player out, which voids their throws, which changes
what shows at other HITs, which moves the freeze, which voids throws after it. It is walked until it holds
still. It must never ask whether a call is final.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .events import LOCK_OUT_US, Event, Hit, Roll, Settings, moment
from .faces import Certainty, Faces

NEVER = float("inf")
PASSES = 40  # two or three settle a real round, and no circle was met that is longer than five


class LockOuts:
    """Who counts to three (BB-23, BB-24) in one round. `carried`: pad -> end of an earlier lock-out, table
    us."""

    def __init__(self, carried: Mapping[str, float]) -> None:
        self.until_us = dict(carried)
        self._carried = carried
        self._offences: dict[str, list[tuple[tuple[int, int], float]]] = defaultdict(list)

    def add(self, offence: Event, until_us: float) -> None:
        """Lock the pad's player out from this event on."""
        self._offences[offence.pad].append((moment(offence), until_us))
        self.until_us[offence.pad] = until_us

    def hold(self, event: Event) -> bool:
        """Whether an event comes after an offence of its pad and certainly before that lock-out's end."""
        if event.hi <= self._carried.get(event.pad, -NEVER):
            return True
        offences = self._offences.get(event.pad, ())
        return any(offence < moment(event) and event.hi <= until_us for offence, until_us in offences)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LockOuts) and self._offences == other._offences

    __hash__ = None  # type: ignore[assignment]  # it changes


class Play(NamedTuple):
    """An open round, sorted out.

    `valid`, `false` and `doubtful` HITs are those not after the freeze, by (lo, seq); `freeze_us` is the
    least `hi` of the valid ones, or infinity.
    """

    valid: list[Hit]
    false: list[Hit]
    doubtful: list[Hit]
    freeze_us: float
    locks: LockOuts
    faces: Faces


def settle(events: Iterable[Event], settings: Settings, carried: Mapping[str, float]) -> Play:
    """Sort out an open round's HITs. `events`: what was neither void nor before DRAW when play began."""
    events = sorted(events, key=moment)
    walked = [_walk(events, settings, carried, LockOuts(carried), NEVER)]
    while len(walked) < PASSES:
        last = walked[-1]
        walked.append(_walk(events, settings, carried, last.locks, last.freeze_us))
        circle = _circle(walked)
        if len(circle) == 1:
            return circle[0]
        if circle:
            break
    circle = circle or walked
    return _doubting(circle[-1], _flapping(circle), LockOuts(carried))


def _circle(walked: list[Play]) -> list[Play]:
    """The last plays, as soon as they lead to each other for ever: one that holds still, or several."""
    for number, before in enumerate(walked[:-1], 1):
        if (before.locks, before.freeze_us) == (walked[-1].locks, walked[-1].freeze_us):
            return walked[number:]
    return []


def _flapping(circle: list[Play]) -> set[Hit]:
    """The HITs that undo themselves: valid, or false, in some of these plays and not in all."""
    found: set[Hit] = set()
    for sides in ([set(play.valid) for play in circle], [set(play.false) for play in circle]):
        found |= sides[0].union(*sides) - sides[0].intersection(*sides)
    return found


def _doubting(play: Play, flapping: set[Hit], locks: LockOuts) -> Play:
    """The play with these HITs left to the judge: they neither freeze nor lock out."""
    valid = [hit for hit in play.valid if hit not in flapping]
    false = [hit for hit in play.false if hit not in flapping]
    for hit in false:
        locks.add(hit, hit.hi + LOCK_OUT_US)
    doubtful = sorted({*play.doubtful, *flapping}, key=moment)
    freeze_us = min((hit.hi for hit in valid), default=NEVER)
    return play._replace(valid=valid, false=false, doubtful=doubtful, freeze_us=freeze_us, locks=locks)


def _walk(
    events: list[Event], settings: Settings, carried: Mapping[str, float], locks: LockOuts, freeze_us: float
) -> Play:
    """One look at every HIT in order, with the throws that count under the given lock-outs and freeze."""
    throws = [e for e in events if isinstance(e, Roll) and e.lo <= freeze_us and not locks.hold(e)]
    faces = Faces(throws, settings.settle_us)
    play = Play([], [], [], NEVER, LockOuts(carried), faces)
    sure_us = NEVER  # the first moment at which something may have frozen the dice
    for hit in events:
        if not isinstance(hit, Hit) or hit.lo > play.freeze_us or play.locks.hold(hit):
            continue
        icon = faces.icon(hit) if settings.pad_dice else Certainty.YES
        if icon is Certainty.YES:
            play.valid.append(hit)
            play = play._replace(freeze_us=min(play.freeze_us, hit.hi))
            sure_us = min(sure_us, hit.hi)
        elif icon is Certainty.UNKNOWN:
            play.doubtful.append(hit)
            sure_us = min(sure_us, hit.hi)
        elif hit.lo <= sure_us:
            play.false.append(hit)
            play.locks.add(hit, hit.hi + LOCK_OUT_US)
    return play
