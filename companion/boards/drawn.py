"""Board: a picture of a table that is made of pieces, and draws only those that differ.

Owns which pieces are drawn now. A game's board says which pieces there are and where they lie; it is told the
public view and never reaches into a match. Nothing on a board can be tapped.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Scale, Translate
from kivy.uix.widget import Widget

from companion.boards.pieces import Ground, Piece
from companion.widgets import theme

State = Mapping[str, Any]  # Match.view()["state"]
Line = tuple[int | None, str]  # whose brand stands before it, and what it says


class Counter(NamedTuple):
    """So many of something. icon: a name that `widgets.Icon` takes, "coin" (a brass disc) or "back" (of a
    token). label: what it is called, for those who do not know the icon; minor: it gives way to a name."""

    icon: str
    value: str
    label: str
    minor: bool = False


class SeatFacts(NamedTuple):
    """What a seat's pane says of the game. hats: of all that belong to the seat, which are still in hand;
    badge_icon: what is left of the badge where there is no room for it."""

    hats: tuple[bool, ...]
    active: bool
    status: str
    badge: str
    counters: tuple[Counter, ...]
    badge_icon: str = "cards"


class Covered(NamedTuple):
    """How much of a board lies under what is asked, in px from each of its edges."""

    left: int = 0
    low: int = 0
    right: int = 0
    top: int = 0


BARE = Covered()


class _Drawn(NamedTuple):
    piece: Piece
    group: InstructionGroup


class Board(Widget):
    """The middle of the table. `pieces`: what is drawn, by name; `drawn_texts`: what can be read on it;
    `covered`: how much of it lies under what is asked, in the same px as pieces; `sides`: player -> their
    side of the table, for boards that show who sits where; `celebrates`: whether something on it may be
    turned off.
    """

    celebrates = False

    def __init__(self, **properties: Any) -> None:
        self.sides: Mapping[str, str] = {}
        self.pieces: dict[str, Piece] = {}
        self.drawn_texts: list[str] = []
        self._drawn: dict[str, _Drawn] = {}
        self.covered = self._covered_px = BARE
        self._shown: tuple[State, Mapping[str, int], Sequence[Line]] | None = None
        super().__init__(**properties)
        with self.canvas.before:
            PushMatrix()
            self._origin = Translate(0, 0)
            self._zoom = Scale(1, 1, 1)
        with self.canvas.after:
            PopMatrix()
        self._lay_soon = Clock.create_trigger(self._lay, -1)  # once before the next frame
        self.bind(size=self._lay_soon, pos=self._move)
        theme.follow(self._draw_all_soon)
        self._move()

    def show(
        self,
        state: State,
        brands: Mapping[str, int],
        lines: Sequence[Line],
        covered_px: Covered = BARE,
    ) -> None:
        """Show the table.

        :param state: the "state" of the public view
        :param brands: player -> number of their brand
        :param lines: the last log lines, the newest last
        :param covered_px: how much of the board lies under what is asked
        """
        self._shown, self._covered_px = (state, brands, lines), covered_px
        self._lay()

    def lie(
        self, state: State, brands: Mapping[str, int], lines: Sequence[Line], width: int, height: int
    ) -> dict[str, Piece]:
        """Return what lies on a board of this size, in px from its lower left corner."""
        raise NotImplementedError

    def least_size(self) -> tuple[int, int]:
        """Return the width and height it needs; where it has less, all of it is drawn smaller."""
        return 1, 1

    @staticmethod
    def facts(state: State, seat: str) -> SeatFacts:
        """Return what a seat's pane says."""
        raise NotImplementedError

    @staticmethod
    def secrets(state: State, seat: str) -> list[Counter]:
        """Return what only this seat may see, out of its own view; empty if nothing is secret."""
        raise NotImplementedError

    @staticmethod
    def corner(view: Mapping[str, Any]) -> tuple[str, str]:
        """Return the one fact that stands in the corners of the frame, and what it is called."""
        raise NotImplementedError

    def _move(self, *_: object) -> None:
        self._origin.xy = round(self.x), round(self.y)

    def _draw_all_soon(self, *_: object) -> None:
        """Colours or sizes are others now."""
        self._forget(list(self._drawn))
        self._lay_soon()

    def _lay(self, *_: object) -> None:
        """Draw what differs from what is drawn."""
        self._lay_soon.cancel()
        if self._shown is None or self.width < 2 or self.height < 2:
            return
        least_wide, least_high = self.least_size()
        zoom = min(1.0, self.width / least_wide, self.height / least_high)
        if self._zoom.x != zoom:
            self._zoom.xyz = zoom, zoom, 1
        self.covered = Covered(*(round(px / zoom) for px in self._covered_px))
        self.pieces = self.lie(*self._shown, int(self.width / zoom), int(self.height / zoom))
        self._forget([name for name in self._drawn if name not in self.pieces])
        for name, piece in self.pieces.items():
            self._put(name, piece)
        self.drawn_texts = [text for piece in self.pieces.values() for text in piece.texts()]

    def _put(self, name: str, piece: Piece) -> None:
        kept = self._drawn.get(name)
        if kept is not None and kept.piece == piece:
            return
        group = kept.group if kept else InstructionGroup()
        if kept:
            group.clear()
        for instruction in piece.drawn():
            group.add(instruction)
        if not kept:
            (self.canvas.before if isinstance(piece, Ground) else self.canvas).add(group)
        self._drawn[name] = _Drawn(piece, group)

    def _forget(self, names: list[str]) -> None:
        for name in names:
            piece, group = self._drawn.pop(name)
            (self.canvas.before if isinstance(piece, Ground) else self.canvas).remove(group)
