"""The photo finish as text: a row for each player, one column a slice of time.

Owns the drawing for terminals; what is worth seeing was decided before, in `photo_finish`.
"""

from companion.i18n import _
from companion.photo_finish import Lane, Mark, PhotoFinish
from companion.wording import VOID, figure, milliseconds

COLUMNS = 56
PRESS, DRAW, FREEZE, EMPTY = "█", "┊", "│", "·"


def lanes(finish: PhotoFinish, columns: int = COLUMNS) -> list[str]:
    """The photo finish in lines of at most about `columns` + 60 characters."""
    width = max((len(lane.player) for lane in finish.lanes), default=0)
    rows = [_lane(lane, finish, columns, width) for lane in finish.lanes]
    begins, ends = (milliseconds(us - finish.draw_us) for us in (finish.from_us, finish.to_us))
    scale = f"{begins:<{columns // 2}}{ends:>{columns - columns // 2}}"
    return [*rows, f"{'':{width}}  {scale}  " + _("after DRAW")]


def _lane(lane: Lane, finish: PhotoFinish, columns: int, width: int) -> str:
    row = [EMPTY] * columns
    for us, sign in ((finish.draw_us, DRAW), (finish.freeze_us, FREEZE)):
        if us is not None and finish.from_us <= us <= finish.to_us:
            row[_column(us, finish, columns)] = sign
    for mark in lane.marks:
        begin, end = (_column(us, finish, columns) for us in (mark.lo, mark.hi))
        row[begin : end + 1] = PRESS * (end + 1 - begin)
    told = "; ".join(_told(mark, finish) for mark in lane.marks) or _("no HIT")
    return f"{lane.player:{width}}  {''.join(row)}  {told}"


def _column(us: int, finish: PhotoFinish, columns: int) -> int:
    share = (us - finish.from_us) / (finish.to_us - finish.from_us)
    return max(0, min(columns - 1, int(share * columns)))


def _told(mark: Mark, finish: PhotoFinish) -> str:
    middle_us = (mark.lo + mark.hi) / 2 - finish.draw_us
    width = _("{ms} ms").format(ms=figure((mark.hi - mark.lo) / 2000, ".2f"))
    exact = f"{figure(middle_us / 1000, '+.2f')} ±{width}"
    called = {
        "first": _("first"),
        "tie": _("tie"),
        "false_hit": _("false HIT"),
        "jumped": _("jumped the gun"),
    }
    return f"{exact} {called.get(mark.why) or _(VOID[mark.why])}"
