"""Set-up of a shootout: who plays, where they sit, their colours, pads and tokens, and whose dice are thrown.

Owns the tokens in the rows of players, and the choice of dice. The rows are `companion.screens.seats`'s; what
can be wrong is decided in `companion.seating`.
"""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.i18n import _
from companion.room import PadView
from companion.screens.seats import WHY, SeatRow, SeatsScreen
from companion.seating import Seat
from companion.widgets import Target, theme
from companion.widgets.scroll import Scrolled
from companion.wording import die
from shared_rules.referee.events import COWARD, DICE

__all__ = ["SeatRow", "SetupScreen"]

KV = (Scrolled,)  # its kv names it

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class DieKey(Target):
    """A token and its die; a tap gives it or takes it."""

    kind = StringProperty("shooter")
    held = ObjectProperty(True)


class DiceRow(SeatRow):
    """One player, with the dice of their tokens."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(more=len(DICE), **properties)
        self._dice = [(name, self._die_key(name)) for name in DICE]
        for _name, key in self._dice:
            self.add_widget(key, index=1)  # before the last one
        theme.follow(self._size)
        self.bind(place=self._name)
        self._size()
        self._name()

    def _die_key(self, name: str) -> DieKey:
        return DieKey(kind="coward" if name == COWARD else "shooter", size_hint=(None, None))

    def _size(self, *_args: object) -> None:
        for _name, key in self._dice:
            key.size = (theme.target, theme.target)

    def _name(self, *_args: object) -> None:
        for name, key in self._dice:
            key.target_id = f"seat{self.place}.{name}"

    def show(self, place: int, seat: Seat, pad: PadView | None) -> None:
        """Show a seat; only what differs is drawn."""
        super().show(place, seat, pad)
        for name, key in self._dice:
            key.held = name in seat.dice

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        super().retell()
        for name, key in self._dice:
            key.label = die(name)

    def die_keys(self) -> list[tuple[str, DieKey]]:
        """The keys of the three dice."""
        return self._dice


class SetupScreen(SeatsScreen):
    """Everything that is agreed before the first countdown. Events: on_start, on_back, on_records."""

    titles = ListProperty([""] * 10)
    start_why = StringProperty("")
    pad_dice = ObjectProperty(False)
    row = DiceRow

    def __init__(self, **properties: Any) -> None:
        for event in ("on_start", "on_back", "on_records"):
            self.register_event_type(event)
        super().__init__(**properties)
        ids = self.ids
        self.wire(ids.start, lambda: self.dispatch("on_start"))
        self.wire(ids.back, lambda: self.dispatch("on_back"))
        self.wire(ids.records, lambda: self.dispatch("on_records"))
        self.wire(ids.table_dice, lambda: self.choose_dice(False))
        self.wire(ids.pad_dice, lambda: self.choose_dice(True))
        self.retell()

    def on_start(self) -> None:
        """Everything is agreed."""

    def on_back(self) -> None:
        """Home."""

    def on_records(self) -> None:
        """Look at earlier shootouts."""

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
        super().retell()

    def choose_dice(self, on_pads: bool) -> None:
        """Whose dice are thrown."""
        self.room.setup.pad_dice = on_pads
        self.refresh(0)

    def refresh(self, now_us: int) -> None:
        """Draw what has changed."""
        super().refresh(now_us)
        self.pad_dice = self.room.setup.pad_dice
        problem = self.room.problem()
        if problem is None and len(self.room.setup.seats) > self.most:
            problem = "setup.full"  # six sat down to a game of six
        self.start_why = _(WHY[problem]) if problem else ""

    def _wire_row(self, row: DiceRow, place: int) -> None:
        super()._wire_row(row, place)
        setup = self.room.setup
        for name, key in row.die_keys():
            self.wire(key, lambda name=name: self.change(setup.toggle, place, name))  # type: ignore[misc]
