"""What lies over the board of a match: one thing at a time, turned to whom it is for.

Owns the sheets of what is asked, of an interjection and of the end, and the menu; the log's parts are
`match_travel`'s. It shows what it is told, and must never change the match or what is asked.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kivy.uix.widget import Widget

from companion.boards.drawn import BARE, Covered
from companion.i18n import _
from companion.screens.match_ask import Sheet
from companion.screens.match_asked import Questions
from companion.screens.match_frame import Box
from companion.screens.match_keys import KeyPool
from companion.screens.match_log import Turned
from companion.screens.match_menu import MenuPanel
from companion.screens.match_travel import Travel
from companion.screens.match_words import ONE, Asked, Option
from companion.seating import ROTATION

NOTICE = 44  # px, the height of what is said over the board


class OverTheBoard:
    """The parts that lie there, and which of them does now. What is asked comes back when the others are put
    away. menu_open: the menu is called for; turned: to whom it is, in degrees.

    :param layer: takes the parts
    :param pool: of the sheets' keys
    """

    def __init__(self, layer: Widget, pool: KeyPool, asked: Questions, travel: Travel) -> None:
        self._layer, self._asked, self._travel = layer, asked, travel
        self.sheet, self.act, self.end = Sheet(pool), Sheet(pool, "act", "act.close"), Sheet(pool, "end")
        self.menu, self._menu = MenuPanel(), Turned(size_hint=(None, None))
        self._menu.add_widget(self.menu)
        self.menu_open, self.turned = False, 0

    def begin(self, sitting: Any, telling: Any, brands: Mapping[str, int]) -> None:
        """Lie over this match's board from now on."""
        self._sitting, self._telling, self._brands = sitting, telling, brands

    @property
    def covers(self) -> bool:
        """Whether something else than what is asked lies there."""
        asked = self._asked
        return bool(self._travel.opened or self.menu_open or (asked.act and not asked.act_in))

    def turned_to(self, of: str) -> int:
        """To whom what is asked of a seat is turned, in degrees: what is for everybody lies to the south."""
        return next((ROTATION[seat.side] for seat in self._sitting.seats if seat.name == of), 0)

    def free_edge(self, room: Box) -> float:
        """Where something can be said in this room, px: at the edge that no sheet begins at."""
        turned_away = self._asked.over is not None and self.sheet.rotation == 180
        return room.low if turned_away else room.low + room.height - NOTICE

    def covered(self, board: Box) -> Covered:
        """How much of a board what is asked, or said of a moment, lies over, along one of its edges."""
        parts = (self.sheet, self.act, self.end, *self._travel.beside_moment)
        sheet = next((each for each in parts if each.parent is not None), None)
        if sheet is None:
            return BARE
        deep = {
            0: Covered(low=round(sheet.top - board.low)),
            90: Covered(right=round(board.left + board.width - sheet.x)),
            180: Covered(top=round(board.low + board.height - sheet.y)),
            270: Covered(left=round(sheet.right - board.left)),
        }
        return Covered(*(max(0, px) for px in deep[round(sheet.rotation)]))

    def show(self, room: Sequence[int]) -> None:
        """Lie in this room: left, low, width, height in px."""
        self._show_act(room)
        self._travel.show(room, self._have)
        self._have(self._menu, self.menu_open)
        if self.menu_open:
            self._menu.place(room, self.turned, self.menu.depth(room[2]))
        self._show_asked(room)
        self._show_end(room)

    def _have(self, part: Any, there: bool) -> None:
        """Have something in the window, or not."""
        if there and part.parent is None:
            self._layer.add_widget(part)
        elif not there and part.parent is not None:
            self._layer.remove_widget(part)

    def _show_act(self, room: Sequence[int]) -> None:
        """An interjection's sheet is there as long as it is open."""
        prompt, act = self._asked.act_prompt, self._asked.act
        there = prompt is not None and not self._asked.act_in
        self._have(self.act, there)
        if prompt is not None and act is not None and there:
            self.act.answers.prefix = f"act.{act.id}"
            self.act.put(self._asked.in_words(prompt), self._brands.get(act.of, -1))
            self.act.place(room, act.turned)

    def _show_asked(self, room: Sequence[int]) -> None:
        prompt, asks = self._asked.over, self._asked.over_in_words
        there = prompt is not None and not self.covers
        self._have(self.sheet, there)
        if prompt is not None and asks is not None and there:
            self.sheet.put(asks, self._brands.get(prompt["of"], -1))
            self.sheet.place(room, self.turned_to(prompt["of"]))

    def _show_end(self, room: Sequence[int]) -> None:
        """How it ended, and the way to the scores."""
        goes_on = self._asked.first or self._travel.looks_back or self._asked.back
        result = None if goes_on else self._sitting.result()
        self._have(self.end, result is not None and not self.covers)
        if result is not None:
            scores = Option("scores", True, _("Scores"), "trophy", primary=True)
            self.end.put(Asked(ONE, self._telling.verdict(result), (scores,)))
            self.end.place(room, 0)
