"""Stored shootouts: a list, and each round's photo finish.

Owns the choice of record and round. The board is the verdict's; the calls are made anew from the evidence.
"""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion import wording
from companion.i18n import _
from companion.photo_finish import photo_finish
from companion.room import Record
from companion.screens.table import TableScreen
from companion.screens.verdict import lane_views
from companion.widgets import SecondaryButton
from shared_rules.referee import calls as c

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

A_PAGE = 6


class RecordsScreen(TableScreen):
    """Earlier shootouts. Events: on_back."""

    labels = ListProperty([""] * 5)
    looking = BooleanProperty(False)  # at one round, not at the list
    where = StringProperty("")

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_back")
        self._records: list[Record] = []
        self._read_all = False  # until then nobody knows whether there are any
        self._page = 0
        self._record: Record | None = None
        self._round = 0
        super().__init__(**properties)
        ids = self.ids
        self.wire(ids.back, self.back)
        self.wire(ids.earlier, lambda: self.turn(-1))
        self.wire(ids.later, lambda: self.turn(1))
        self.retell()

    def on_back(self) -> None:
        """To where one came from."""

    def on_pre_enter(self, *_args: object) -> None:
        """Read what is stored."""
        self.looking = self._read_all = False
        self.room.records(self._read)

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self.labels = [_("Records"), _("Back"), _("Earlier"), _("Later"), _("No shootout is stored yet.")]
        self.ids.board.retell()
        self._show()

    def _read(self, records: list[Record]) -> None:
        self._records, self._page, self._read_all = records, 0, True
        self._show()

    def back(self) -> None:
        """From a round to the list, from the list to where one came from."""
        if self.looking:
            self.looking = False
            self._show()
        else:
            self.dispatch("on_back")

    def turn(self, step: int) -> None:
        """Another page, or another round."""
        if self.looking and self._record is not None:
            rounds = self._record.rounds
            at = rounds.index(self._round) + step
            self._look(self._record, rounds[max(0, min(len(rounds) - 1, at))])
            return
        pages = max(1, -(-len(self._records) // A_PAGE))
        self._page = max(0, min(pages - 1, self._page - step))
        self._show()

    def _show(self) -> None:
        rows = self.ids.rows
        rows.clear_widgets()
        if not self.looking:
            self.where = self.labels[4] if self._read_all and not self._records else ""
        for record in self._records[self._page * A_PAGE : (self._page + 1) * A_PAGE]:
            when = record.started_at[:16].replace("T", "  ")
            button = SecondaryButton(
                target_id=f"record.{record.id}",
                label=wording.names(record.players),
                second=when,
                role="strong",
            )
            button.enabled = bool(record.rounds)
            button.why = _("Nobody pressed in this one.")
            self.wire(button, lambda record=record: self._look(record, record.rounds[0]))  # type: ignore[misc]
            rows.add_widget(button)

    def _look(self, record: Record, number: int) -> None:
        self._record, self._round, self.looking = record, number, True
        said = [call for call in record.referee.calls() if call.round == number]
        finish = photo_finish(record.referee, number)
        players = {name: self.room.brand_of(name, place) for place, name in enumerate(record.players)}
        board = self.ids.board
        board.brands = players
        board.finish = finish
        board.views = lane_views(finish, players, {})
        call = _deciding(said)
        board.verdict = wording.headline(call) if call else _("No call")
        board.brand = players.get(getattr(call, "player", ""), -1)
        board.fact = _("Round {round}").format(round=number)
        board.second_fact = record.started_at[:10]


def _deciding(said: list[c.Call]) -> c.Call | None:
    """The call that a round is remembered by: the judge's, else the referee's."""
    for kinds in (c.Judged, c.First | c.Tie | c.Jumped | c.AskJudge | c.Waiting, c.FalseHit):
        found = [call for call in said if isinstance(call, kinds)]
        if found:
            return found[-1]
    return None
