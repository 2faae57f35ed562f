"""The photo finish of a round: a lane for each player, presses as wide as they are uncertain.

Owns which marks there are and which stretch of time is worth seeing. Window and terminal draw it; it must
never know pixels or columns.
"""

from typing import NamedTuple

from shared_rules import referee as r
from shared_rules.referee import calls as c

EDGE = 0.12  # of the stretch that is shown: free space at either end
LEAST_EDGE_US = 500
DRAW_NEAR = 4  # DRAW is shown if it is not further away than so many times the span of the presses


class Mark(NamedTuple):
    """A HIT in its lane; `why` is `first`, `tie`, `false_hit`, `jumped` or a void code."""

    lo: int
    hi: int
    why: str


class Lane(NamedTuple):
    """One player's HITs, in order."""

    player: str
    marks: tuple[Mark, ...]


class PhotoFinish(NamedTuple):
    """`from_us` to `to_us` is the stretch worth seeing; `freeze_us` is None when nothing froze the dice."""

    round: int
    draw_us: int
    freeze_us: int | None
    from_us: int
    to_us: int
    lanes: tuple[Lane, ...]


def photo_finish(referee: r.Referee, number: int, calls: list[c.Call] | None = None) -> PhotoFinish | None:
    """The photo finish of a round, or None when there is no such round or nobody pressed in it."""
    round_ = referee.round(number)
    if round_ is None:
        return None
    said = [call for call in (referee.calls() if calls is None else calls) if call.round == number]
    hits = [event for event in [*round_.events, *round_.outside] if isinstance(event, r.Hit)]
    if not hits:
        return None
    voids = {(call.pad, call.seq): call.why for call in said if isinstance(call, c.Void)}
    named = _named(said)
    lanes = tuple(
        Lane(
            name,
            tuple(
                Mark(hit.lo, hit.hi, voids.get((pad, hit.seq)) or named.get(name, c.UNDECIDED))
                for hit in sorted(hits)
                if hit.pad == pad
            ),
        )
        for pad, name in round_.pads.items()
    )
    marks = [mark for lane in lanes for mark in lane.marks]
    called = [mark.hi for mark in marks if mark.why in ("first", "tie")]
    from_us, to_us = _stretch(round_.draw.at_us, marks or [Mark(hits[0].lo, hits[0].hi, "")])
    return PhotoFinish(number, round_.draw.at_us, min(called, default=None), from_us, to_us, lanes)


def _named(said: list[c.Call]) -> dict[str, str]:
    """What a player's HIT is called when it is not void. A jump may be a throw; then the HITs are void
    anyway."""
    named: dict[str, str] = {}
    for call in said:
        if isinstance(call, c.FalseHit | c.Jumped):
            named[call.player] = "false_hit" if isinstance(call, c.FalseHit) else "jumped"
    for call in said:
        if isinstance(call, c.First):
            named[call.player] = "first"
        elif isinstance(call, c.Tie):
            named |= dict.fromkeys(call.players, "tie")
    return named


def _stretch(draw_us: int, marks: list[Mark]) -> tuple[int, int]:
    begin, end = min(mark.lo for mark in marks), max(mark.hi for mark in marks)
    if abs(begin - draw_us) <= DRAW_NEAR * (end - begin):
        begin, end = min(begin, draw_us), max(end, draw_us)
    edge = max(LEAST_EDGE_US, int((end - begin) * EDGE))
    return begin - edge, end + edge
