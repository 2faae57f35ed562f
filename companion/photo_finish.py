"""The photo finish of a round: a lane for each player, presses as wide as they are uncertain.

Owns which marks there are and which stretch of time is worth seeing. Window and terminal draw it; it must
never know pixels or columns.
"""

from typing import NamedTuple

from shared_rules import referee as r
from shared_rules.referee import calls as c
from shared_rules.referee.events import LOCK_OUT_US

EDGE = 0.12  # of the stretch that is shown: free space at either end
LEAST_EDGE_US = 500
STEPS_US = [base * 10**power for power in range(1, 12) for base in (1, 2, 5)]
DRAW_NEAR = 4  # DRAW is shown if it is not further away than so many times the span of the presses


class Mark(NamedTuple):
    """A HIT in its lane, or a throw that jumped the gun; `why` is `first`, `tie`, `false_hit`, `jumped` or a
    void code."""

    lo: int
    hi: int
    why: str


class Lane(NamedTuple):
    """One player's HITs and throws, each in order; a throw is its interval's middle, in table us."""

    player: str
    marks: tuple[Mark, ...]
    throws_us: tuple[int, ...] = ()


class PhotoFinish(NamedTuple):
    """`from_us` to `to_us` is the stretch worth a close look, `whole_from_us` to `whole_to_us` the round.

    `freeze_us` is None when nothing froze the dice.
    """

    round: int
    draw_us: int
    freeze_us: int | None
    from_us: int
    to_us: int
    whole_from_us: int
    whole_to_us: int
    lanes: tuple[Lane, ...]

    def close_us(self) -> tuple[int, int]:
        """The stretch that decided: from the HIT that was called to the first late one, or all there is."""
        marks = [mark for lane in self.lanes for mark in lane.marks]
        called = [mark for mark in marks if mark.why in ("first", "tie")]
        late = sorted(mark for mark in marks if mark.why == "late")
        return _with_edge(*_span(called + late[:1])) if called else (self.from_us, self.to_us)

    def ticks_us(self, from_us: int, to_us: int, most: int) -> list[int]:
        """Round moments after DRAW in a stretch, at most so many, as table us."""
        step_us = next(step for step in STEPS_US if (to_us - from_us) / step <= most)
        first = -(-(from_us - self.draw_us) // step_us)
        last = (to_us - self.draw_us) // step_us
        return [self.draw_us + place * step_us for place in range(first, last + 1)]


def photo_finish(referee: r.Referee, number: int, calls: list[c.Call] | None = None) -> PhotoFinish | None:
    """The photo finish of a round, or None when there is no such round or nobody touched a pad in it."""
    round_ = referee.round(number)
    if round_ is None:
        return None
    said = [call for call in (referee.calls() if calls is None else calls) if call.round == number]
    lanes = tuple(sorted((_lane(round_, pad, said) for pad in round_.pads), key=_begins))
    draw_us = round_.draw.at_us
    marks = [mark for lane in lanes for mark in lane.marks]
    marks = marks or [Mark(us, us, "") for lane in lanes for us in lane.throws_us]
    if not marks:
        return None
    called = [mark.hi for mark in marks if mark.why in ("first", "tie")]
    whole = _with_edge(*_span([*marks, Mark(draw_us, draw_us, "")]))
    return PhotoFinish(number, draw_us, min(called, default=None), *_stretch(draw_us, marks), *whole, lanes)


def _lane(round_: r.Round, pad: str, said: list[c.Call]) -> Lane:
    events = sorted(event for event in [*round_.events, *round_.outside] if event.pad == pad)
    hits = [event for event in events if isinstance(event, r.Hit)]
    jumps = [roll for roll in round_.events if isinstance(roll, r.Roll) and roll.pad == pad]
    marks = tuple(
        sorted(
            [Mark(hit.lo, hit.hi, _called(hit, round_, said)) for hit in hits]
            + [Mark(roll.lo, roll.hi, "jumped") for roll in jumps if roll.lo < round_.draw.at_us]
        )
    )
    throws_us = tuple((event.lo + event.hi) // 2 for event in events if isinstance(event, r.Roll))
    return Lane(round_.pads[pad], marks, throws_us)


def _begins(lane: Lane) -> float:
    """When a lane's HIT that counts began; lanes come in that order, those without one last."""
    counted = [mark.lo for mark in lane.marks if mark.why in ("first", "tie", "late")]
    return min(counted or [mark.lo for mark in lane.marks], default=float("inf"))


def _called(hit: r.Hit, round_: r.Round, said: list[c.Call]) -> str:
    """What a HIT is called."""
    player = round_.pads[hit.pad]
    for call in said:
        if isinstance(call, c.Void) and (call.pad, call.seq) == (hit.pad, hit.seq):
            return call.why
    if hit.lo < round_.draw.at_us:
        return "jumped"
    for call in said:
        if isinstance(call, c.FalseHit) and (call.player, call.locked_until_us) == (
            player,
            hit.hi + LOCK_OUT_US,
        ):
            return "false_hit"
        if isinstance(call, c.First) and call.player == player:
            return "first"
        if isinstance(call, c.Tie) and player in call.players:
            return "tie"
    return c.UNDECIDED


def _stretch(draw_us: int, marks: list[Mark]) -> tuple[int, int]:
    begin, end = _span(marks)
    if abs(begin - draw_us) <= DRAW_NEAR * (end - begin):
        begin, end = min(begin, draw_us), max(end, draw_us)
    return _with_edge(begin, end)


def _span(marks: list[Mark]) -> tuple[int, int]:
    return min(mark.lo for mark in marks), max(mark.hi for mark in marks)


def _with_edge(begin: int, end: int) -> tuple[int, int]:
    edge = max(LEAST_EDGE_US, int((end - begin) * EDGE))
    return begin - edge, end + edge
