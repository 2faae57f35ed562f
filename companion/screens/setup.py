"""Set-up of a shootout: who plays, where they sit, their colours, pads and tokens, and whose dice are thrown.

Owns the rows of players. What can be wrong is decided in `companion.seating`.
"""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.stacklayout import StackLayout

from companion.i18n import N_, _
from companion.room import PadView
from companion.screens.table import GONE, LINKS, ON_SCREEN, TableScreen
from companion.seating import EAST, LEAST, MOST, NORTH, SOUTH, WEST, Seat
from companion.widgets import KeyButton, Mark, Target
from companion.widgets.field import NameField
from companion.widgets.scroll import Scrolled
from companion.wording import die, milliseconds
from shared_rules.referee.events import DICE

KV = (NameField, Scrolled)  # its kv names them

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

ARROWS = {SOUTH: "arrow_down_bold", WEST: "arrow_left_bold", NORTH: "arrow_up_bold", EAST: "arrow_right_bold"}
WHY = {
    "setup.same_name": N_("Two players have the same name."),
    "setup.pad_gone": N_("A pad is gone. Plug it in again, or tap it: its player then plays on the screen."),
    "setup.full": N_("Five players at most."),
    "setup.least": N_("Two players at least."),
}


class MarkKey(Target):
    """A player's colour and shape; a tap gives another one."""

    brand = NumericProperty(0)


class DieKey(Target):
    """A token and its die; a tap gives it or takes it."""

    kind = StringProperty("shooter")
    held = ObjectProperty(True)


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
    """One player, on one line or in a narrow window on two."""

    place = NumericProperty(0)
    name = StringProperty("")
    brand = NumericProperty(0)
    side = StringProperty(SOUTH)
    arrow = StringProperty(ARROWS[SOUTH])
    pad_icon = StringProperty(LINKS[ON_SCREEN].icon)
    pad_tone = StringProperty(LINKS[ON_SCREEN].tone)
    pad_text = StringProperty("")
    dice = ListProperty(list(DICE))
    tight = BooleanProperty(False)
    pad_width = NumericProperty(0)
    tellings = ListProperty(["", "", "", ""])  # captions of turn, remove; labels of the mark and the name

    def show(self, place: int, seat: Seat, pad: PadView | None) -> None:
        """Show a seat; only what differs is drawn."""
        self.place, self.brand, self.side, self.dice = place, seat.brand, seat.side, list(seat.dice)
        self.arrow = ARROWS[seat.side]
        if not self.ids.name_field.focus:
            self.name = seat.name
        link = pad.link if pad else (GONE if seat.pad else ON_SCREEN)
        self.pad_icon, self.pad_tone, _word = LINKS[link]
        self.pad_text = _pad_text(link, seat, pad)

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self.tellings = [_("Side"), _("Remove"), _("Colour"), _("Name")]
        for name, key in self.die_keys():
            key.label = die(name)

    def die_keys(self) -> list[tuple[str, DieKey]]:
        """The keys of the three dice."""
        return [(name, self.ids[name]) for name in DICE]


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
    """The table from above, with everybody's mark at their side."""

    seats = ListProperty()

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.bind(seats=self._sit)

    def _sit(self, *_args: object) -> None:
        self.clear_widgets()
        counts: dict[str, int] = {}
        for brand, side in self.seats:
            counts[side] = counts.get(side, 0) + 1
            total = sum(other == side for _brand, other in self.seats)
            along = counts[side] / (total + 1)
            x, y = {
                SOUTH: (along, 0.12),
                NORTH: (1 - along, 0.88),
                WEST: (0.13, 1 - along),
                EAST: (0.87, along),
            }[side]
            self.add_widget(Mark(brand=brand, px=40, pos_hint={"center_x": x, "center_y": y}))


class SetupScreen(TableScreen):
    """Everything that is agreed before the first countdown. Events: on_start, on_back, on_records."""

    titles = ListProperty([""] * 10)
    sides = ListProperty()
    start_why = StringProperty("")
    pad_dice = ObjectProperty(False)

    def __init__(self, **properties: Any) -> None:
        for event in ("on_start", "on_back", "on_records"):
            self.register_event_type(event)
        self._rows: list[SeatRow] = []
        super().__init__(**properties)
        ids = self.ids
        self.wire(ids.start, lambda: self.dispatch("on_start"))
        self.wire(ids.back, lambda: self.dispatch("on_back"))
        self.wire(ids.records, lambda: self.dispatch("on_records"))
        self.wire(ids.add, lambda: self.change(self.room.setup.add))
        self.wire(ids.table_dice, lambda: self.choose_dice(False))
        self.wire(ids.pad_dice, lambda: self.choose_dice(True))
        self.retell()

    def on_start(self) -> None:
        """Everything is agreed."""

    def on_back(self) -> None:
        """Home."""

    def on_records(self) -> None:
        """Look at earlier shootouts."""

    def on_pre_enter(self, *_args: object) -> None:
        """Show the table as it is."""
        self.refresh(0)

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self.titles = [
            _("Shootout"),
            _("Home"),
            _("History"),
            _("Add a player"),
            _("Table dice"),
            _("the judge reads them"),
            _("Pad dice"),
            _("the pads throw them"),
            _("Sit down"),
            _("Press HIT on a pad: it goes to the first player without one."),
        ]
        self.hint.hide()
        for row in self._rows:
            row.retell()

    def choose_dice(self, on_pads: bool) -> None:
        """Whose dice are thrown."""
        self.room.setup.pad_dice = on_pads
        self.refresh(0)

    def change(self, what: Any, *about: Any) -> None:
        """Change the table, and show it."""
        what(*about)
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
        self.sides = [(seat.brand, seat.side) for seat in setup.seats]
        self.pad_dice = setup.pad_dice
        self.ids.add.enabled = len(setup.seats) < MOST
        self.ids.add.why = _(WHY["setup.full"])
        problem = self.room.problem()
        self.start_why = _(WHY[problem]) if problem else ""

    def _renamed(self, place: int, field: NameField) -> None:
        """A name was written; the field then says what was kept of it."""
        self.change(self.room.setup.rename, place, field.text)
        field.text = self.room.setup.seats[place].name if place < len(self.room.setup.seats) else ""

    def _make_rows(self, count: int) -> None:
        self.ids.rows.clear_widgets()
        self._rows = []
        for place in range(count):
            row = SeatRow()
            self._wire_row(row, place)
            row.retell()
            self._rows.append(row)
            self.ids.rows.add_widget(row)

    def _wire_row(self, row: SeatRow, place: int) -> None:
        setup, ids = self.room.setup, row.ids
        self.wire(ids.mark, lambda: self.change(setup.recolour, place))
        self.wire(ids.turn, lambda: self.change(setup.turn, place))
        self.wire(ids.pad, lambda: self.change(setup.unclaim, place))
        self.wire(ids.drop, lambda: self.change(setup.remove, place))
        for name, key in row.die_keys():
            self.wire(key, lambda name=name: self.change(setup.toggle, place, name))  # type: ignore[misc]
        ids.name_field.bind(
            on_text_validate=lambda field: self._renamed(place, field),
            focus=lambda field, has: None if has else self._renamed(place, field),
        )
