"""Who sits where, as every set-up shows it: a row for each player, and the table from above.

Owns the rows, the picture whose marks are dragged to another side, and how a tap changes `Room.setup`. What
can be wrong with seats is decided in `companion.seating`; what is played is the set-up's own business.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.stacklayout import StackLayout

from companion.i18n import N_, _
from companion.room import PadView
from companion.screens.table import GONE, LINKS, ON_SCREEN, TableScreen
from companion.seating import EAST, LEAST, MOST, MOST_AT_A_SIDE, NORTH, SOUTH, WEST, Seat, SetUp
from companion.widgets import KeyButton, Mark, OneLine, Target, theme
from companion.widgets.field import NameField
from companion.wording import milliseconds

KV = (NameField,)  # its kv names it

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

ARROWS = {SOUTH: "arrow_down_bold", WEST: "arrow_left_bold", NORTH: "arrow_up_bold", EAST: "arrow_right_bold"}
WHY = {
    "setup.same_name": N_("Two players have the same name."),
    "setup.pad_gone": N_("A pad is gone. Plug it in again, or tap it: its player then plays on the screen."),
    "setup.full": N_("Five players at most."),
    "setup.least": N_("Two players at least."),
}
MARK_PX = 40
NAMED_FROM = 400  # px; a narrower picture has marks without names
DRAG_PX = 12  # a finger that moves less has not dragged


class MarkKey(Target):
    """A player's colour and shape; a tap gives another one."""

    brand = NumericProperty(0)


class PadKey(KeyButton):
    """A player's pad: its link and how well its clock is known; a tap gives the pad on the screen instead."""

    icon_tone = StringProperty(LINKS[ON_SCREEN].tone)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.fbind("icon_tone", self._put_on)

    def _put_on(self, *_args: object) -> None:
        super()._put_on()
        self._icon.tone = self.icon_tone


class SeatRow(StackLayout):
    """One player, on one line or in a narrow window on two. `more`: how many keys a subclass adds before the
    last one."""

    place = NumericProperty(0)
    name = StringProperty("")
    brand = NumericProperty(0)
    side = StringProperty(SOUTH)
    arrow = StringProperty(ARROWS[SOUTH])
    pad_icon = StringProperty(LINKS[ON_SCREEN].icon)
    pad_tone = StringProperty(LINKS[ON_SCREEN].tone)
    pad_text = StringProperty("")
    tight = BooleanProperty(False)
    pad_width = NumericProperty(0)
    more = NumericProperty(0)
    tellings = ListProperty(["", "", "", ""])  # captions of turn, remove; labels of the mark and the name

    def show(self, place: int, seat: Seat, pad: PadView | None) -> None:
        """Show a seat; only what differs is drawn."""
        self.place, self.brand, self.side = place, seat.brand, seat.side
        self.arrow = ARROWS[seat.side]
        if not self.ids.name_field.focus:
            self.name = seat.name
        link = pad.link if pad else (GONE if seat.pad else ON_SCREEN)
        self.pad_icon, self.pad_tone, _word = LINKS[link]
        self.pad_text = _pad_text(link, seat, pad)

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self.tellings = [_("Side"), _("Remove"), _("Colour"), _("Name")]


def _pad_text(link: str, seat: Seat, pad: PadView | None) -> str:
    if link == ON_SCREEN:
        return _(LINKS[link].word)
    if link == GONE or pad is None:
        return _("{pad} gone").format(pad=seat.pad)
    if pad.half_width_us is None:
        return seat.pad
    width = milliseconds(pad.half_width_us).replace(" ", "\N{NO-BREAK SPACE}")  # no line ends in it
    return f"{seat.pad}  ±{width}"


class TablePicture(FloatLayout):
    """The table from above, with everybody's mark at their side.

    `seats` are (brand, side, name). Events: on_move(place, side) when a mark was dragged to another side.
    """

    seats = ListProperty()

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_move")
        self._marks: list[Mark] = []
        self._dragged: tuple[Any, int, tuple[float, float]] | None = None  # finger, place, where it came down
        super().__init__(**properties)
        self.bind(seats=self._sit, size=self._sit)
        theme.follow(self._sit)

    def on_move(self, place: int, side: str) -> None:
        """A player was dragged to another side."""

    def _sit(self, *_args: object) -> None:
        self.clear_widgets()
        self._marks = []
        counts: dict[str, int] = {}
        for brand, side, name in self.seats:
            counts[side] = counts.get(side, 0) + 1
            total = sum(other == side for _brand, other, _name in self.seats)
            along = counts[side] / (total + 1)
            edge = max(0.12, (MARK_PX / 2 + 4) / max(1, self.height))
            x, y = {
                SOUTH: (along, edge),
                NORTH: (along, 1 - edge),
                WEST: (0.13, along),
                EAST: (0.87, along),
            }[side]
            mark = Mark(brand=brand, px=MARK_PX, pos_hint={"center_x": x, "center_y": y})
            self._marks.append(mark)
            self.add_widget(mark)
            if self.width >= NAMED_FROM:
                self._name(name, side, x, y)

    def _name(self, name: str, side: str, x: float, y: float) -> None:
        """A name stands beside its mark, or below it at the narrow sides."""
        wide = (MARK_PX / 2 + 8) / self.width
        if side in (SOUTH, NORTH):
            room, where = 0.26 * self.width, {"x": x + wide, "center_y": y}
        else:
            below = (MARK_PX / 2 + 14) / max(1, self.height)
            room, where = 0.24 * self.width, {"center_x": x, "center_y": y - below}
        align = "left" if side in (SOUTH, NORTH) else "center"
        say = OneLine(
            text=name, role="card", align=align, size_hint=(None, None), size=(room, 24), pos_hint=where
        )
        self.add_widget(say)

    # -- a mark under a finger

    def on_touch_down(self, touch: Any) -> bool:
        """Take hold of the mark that is touched."""
        if self._dragged is None:
            for place, mark in enumerate(self._marks):
                if max(abs(touch.x - mark.center_x), abs(touch.y - mark.center_y)) <= theme.target / 2:
                    self._dragged = touch, place, touch.pos
                    touch.grab(self)
                    return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """Carry the mark."""
        if touch.grab_current is not self or self._dragged is None or touch is not self._dragged[0]:
            return bool(super().on_touch_move(touch))
        mark = self._marks[self._dragged[1]]
        mark.pos_hint = {}
        mark.center = touch.pos
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Set it down at the side that is nearest."""
        if touch.grab_current is not self or self._dragged is None or touch is not self._dragged[0]:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        _finger, place, (x, y) = self._dragged
        self._dragged = None
        seats = list(self.seats)
        if max(abs(touch.x - x), abs(touch.y - y)) >= DRAG_PX and place < len(seats):
            self.dispatch("on_move", place, self._nearest(*touch.pos))
        if self.seats == seats:
            self._sit()  # back to where it was
        return True

    def _nearest(self, x: float, y: float) -> str:
        across = (x - self.center_x) / max(1, self.width)
        up = (y - self.center_y) / max(1, self.height)
        if abs(across) > abs(up):
            return EAST if across > 0 else WEST
        return NORTH if up > 0 else SOUTH


def sit_at(setup: SetUp, place: int, side: str) -> bool:
    """Seat a player at a side; whether there was room."""
    others = [seat for number, seat in enumerate(setup.seats) if number != place]
    if sum(seat.side == side for seat in others) >= MOST_AT_A_SIDE:
        return False
    setup.seats[place].side = side
    return True


def clockwise(seats: list[Seat]) -> list[Seat]:
    """The seats as people sit, seen from above, the first one first: the order in which they take turns.

    Panes of one side lie from the left, or from below; at the south and the east clockwise is the other way.
    """
    around: list[Seat] = []
    for side in (SOUTH, WEST, NORTH, EAST):
        here = [seat for seat in seats if seat.side == side]
        around += here[::-1] if side in (SOUTH, EAST) else here
    first = next((n for n, seat in enumerate(around) if seat is seats[0]), 0)
    return around[first:] + around[:first]


class SeatsScreen(TableScreen):
    """A set-up's rows of players. Its kv has `rows`, and `add` for one more player.

    `sides` is what the picture shows; `most` how many can play.
    """

    sides = ListProperty()
    most = NumericProperty(MOST)
    row: type[SeatRow] = SeatRow  # the class of its rows

    def __init__(self, **properties: Any) -> None:
        self._rows: list[SeatRow] = []
        super().__init__(**properties)
        self.wire(self.ids.add, lambda: self.change(self.room.setup.add, self.most))

    def on_pre_enter(self, *_args: object) -> None:
        """Show the table as it is."""
        self.refresh(0)

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self.hint.hide()
        for row in self._rows:
            row.retell()

    def change(self, what: Callable[..., object], *about: Any) -> None:
        """Change the table, and show it."""
        what(*about)
        self.refresh(0)

    def move(self, place: int, side: str) -> None:
        """A player was dragged to a side."""
        if not sit_at(self.room.setup, place, side):
            self.hint.show(_("Two players at a side at most."))
        self.refresh(0)

    def refresh(self, now_us: int) -> None:
        """Draw what has changed."""
        setup = self.room.setup
        if len(self._rows) != len(setup.seats):
            self._make_rows(len(setup.seats))
        views = {view.label: view for view in self.room.pad_views()}
        for place, (row, seat) in enumerate(zip(self._rows, setup.seats, strict=True)):
            row.show(place, seat, views.get(seat.pad))
            row.ids.drop.enabled = len(setup.seats) > LEAST
            row.ids.drop.why = _(WHY["setup.least"])
        self.sides = [(seat.brand, seat.side, seat.name) for seat in setup.seats]
        self.ids.add.enabled = len(setup.seats) < self.most
        self.ids.add.why = self.full()

    def full(self) -> str:
        """Why nobody more can play."""
        return _(WHY["setup.full"])

    def _renamed(self, place: int, field: NameField) -> None:
        """A name was written; the field then says what was kept of it."""
        self.change(self.room.setup.rename, place, field.text)
        field.text = self.room.setup.seats[place].name if place < len(self.room.setup.seats) else ""

    def _make_rows(self, count: int) -> None:
        self.ids.rows.clear_widgets()
        self._rows = []
        for place in range(count):
            row = self.row()
            self._wire_row(row, place)
            row.retell()
            self._rows.append(row)
            self.ids.rows.add_widget(row)

    def _wire_row(self, row: Any, place: int) -> None:
        setup, ids = self.room.setup, row.ids
        self.wire(ids.mark, lambda: self.change(setup.recolour, place))
        self.wire(ids.turn, lambda: self.change(setup.turn, place))
        self.wire(ids.pad, lambda: self.change(setup.unclaim, place))
        self.wire(ids.drop, lambda: self.change(setup.remove, place))
        ids.name_field.bind(
            on_text_validate=lambda field: self._renamed(place, field),
            focus=lambda field, has: None if has else self._renamed(place, field),
        )
