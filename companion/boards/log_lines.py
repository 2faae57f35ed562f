"""The last lines of the log on a board, each with the mark of whom it is about.

Owns how many of them a room has place for.
"""

from collections.abc import Iterator, Sequence

from companion import theme as numbers
from companion.boards.drawing import Rect
from companion.boards.drawn import Line
from companion.boards.pieces import Mark, Piece, Words
from companion.widgets import theme
from companion.widgets.words import fit, measure


def newest(lines: Sequence[Line], room: Rect) -> Iterator[tuple[str, Piece]]:
    """Yield as many of the newest lines as there is room for, the newest last; a long one is wrapped."""
    left, low, wide, high = room
    mark = measure("x", numbers.REGULAR, theme.size("caption"))[1] - 2
    at = low
    for n, (brand, said) in enumerate(reversed(lines)):
        start = left if brand is None else left + mark + 6
        deep = min(fit(said, "caption", left + wide - start).height + 2, high)
        if at + deep > low + high:
            return
        if brand is not None:
            yield f"log.{n}.mark", Mark((left, at + deep - mark - 2, mark, mark), brand)
        yield f"log.{n}", Words((start, at, left + wide - start, deep), said, "caption", "muted")
        at += deep
