"""History: the stored shootouts and matches as a list, and each of a shootout's rounds as it was ruled.

Owns the choice of record and round. The board is the verdict's; the calls are made anew from the evidence. A
match is looked at on the scores' screen, and one that is not over goes on at the table.
"""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion import wording
from companion.i18n import _
from companion.kept_match import KeptMatch
from companion.photo_finish import photo_finish
from companion.records import Record, faces_of
from companion.screens.evidence import EvidencePanel
from companion.screens.table import TableScreen
from companion.screens.verdict import VerdictBoard, lane_views
from companion.telling import telling
from companion.widgets import Mark, Target, theme
from shared_rules.referee import calls as c

KV = (EvidencePanel, VerdictBoard)  # its kv names them

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

COLUMNS = 2
MOST_TOLD = 3  # sentences beside the board; all of them are behind "Evidence"
CARD_LARGE, CARD_SMALL = 92, 76  # a card's height, px


class RecordCard(Target):
    """A stored shootout or match: who, when and how it ended; `brands` are the players' marks."""

    detail = StringProperty("")
    brands = ListProperty()

    def on_kv_post(self, _base: Any) -> None:
        """The layout is there: draw the marks."""
        for brand in self.brands:
            self.ids.marks.add_widget(
                Mark(brand=brand, px=22 if theme.small else 28, pos_hint={"center_y": 0.5})
            )


class RecordsScreen(TableScreen):
    """Earlier shootouts and matches.

    Events: on_back; on_scores, back from the shootouts of a match; on_match(KeptMatch) to look at one,
    on_continue(number) to go on with one.
    """

    labels = ListProperty([""] * 6)
    looking = BooleanProperty(False)  # at one round, not at the list
    card_height = NumericProperty(CARD_LARGE)
    where = StringProperty("")
    day = StringProperty("")
    told = StringProperty("")  # how the round ended, in sentences

    def __init__(self, **properties: Any) -> None:
        for event in ("on_back", "on_scores", "on_match", "on_continue"):
            self.register_event_type(event)
        self._records: list[Record] = []
        self._matches: list[KeptMatch] = []
        self._read_all = False  # until then nobody knows whether there are any
        self._page = 0
        self._record: Record | None = None
        self._round = 0
        self._only: tuple[int, int] | None = None  # the one record and round that one came for
        self._match: int | None = None  # whose shootouts are listed, and nothing else
        super().__init__(**properties)
        ids = self.ids
        self.wire(ids.back, self.back)
        self.wire(ids.earlier, lambda: self.turn(-1))
        self.wire(ids.later, lambda: self.turn(1))
        self.wire(ids.look, self._show_evidence)
        self._lines = 0  # of the list, on a page
        ids.rows.bind(height=self._fill)
        theme.follow(self._show)
        self.retell()

    def on_back(self) -> None:
        """To where one came from."""

    def on_scores(self) -> None:
        """Back to the scores of the match whose shootouts these were."""

    def on_match(self, match: KeptMatch) -> None:
        """Somebody looks at a match."""

    def on_continue(self, number: int) -> None:
        """Somebody goes on with a match."""

    def on_pre_enter(self, *_args: object) -> None:
        """Read what is stored."""
        self.looking = self._read_all = False
        if self._only is not None:
            self._records, self._matches = [], []
            self._show()
            self.room.record(self._only[0], self._read_one)
            return
        self._records, self._matches = [], []
        self.retell()
        self.room.records(self._read, self._match)
        if self._match is None:
            self.room.matches(self._read_matches)

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self.labels = [
            _("History") if self._match is None else _("Shootouts"),
            _("Back"),
            _("Earlier"),
            _("Later"),
            _("No shootout is stored yet."),
            _("Evidence"),
        ]
        self.ids.board.retell()
        self.ids.evidence.title, self.ids.evidence.close_label = _("Evidence"), _("Close")
        self.hint.hide()
        self._show()

    def come_for(self, number: int, round_: int) -> None:
        """Show one round of one shootout, and nothing else, when this screen comes."""
        self._only = number, round_

    def come_for_match(self, number: int) -> None:
        """List the shootouts of one match, and nothing else, when this screen comes."""
        self._match = number

    def _read_one(self, record: Record | None) -> None:
        if self._only is None:
            return
        if record is None or self._only[1] not in record.rounds:
            self.hint.show(_("That shootout cannot be shown."))
        else:
            self._look(record, self._only[1])

    def _read(self, records: list[Record]) -> None:
        self._records, self._page, self._read_all = records, 0, True
        self._show()

    def _read_matches(self, matches: list[KeptMatch]) -> None:
        self._matches = matches
        self._show()

    def back(self) -> None:
        """From a round to the list, from the list to where one came from."""
        if self.looking and self._only is None:
            self.looking = False
            self._show()
        else:
            event = "on_back" if self._match is None else "on_scores"
            self.looking, self._only, self._match = False, None, None
            self.dispatch(event)

    def turn(self, step: int) -> None:
        """Another page, or another round: one step later, or earlier."""
        if self.looking and self._record is not None:
            rounds = self._record.rounds
            self._look(self._record, rounds[rounds.index(self._round) + step])
        else:
            self._page -= step
            self._show()

    def _show_evidence(self) -> None:
        self.ids.evidence.shown = True

    # -- the list

    def _show(self, *_args: object) -> None:
        """Draw what is looked at anew."""
        if self.looking and self._record is not None:
            self._look(self._record, self._round)
            return
        self.ids.evidence.shown = False
        found: list[Record | KeptMatch] = [*self._records, *self._matches]
        everything = sorted(found, key=lambda one: one.started_at, reverse=True)
        self.where = self.labels[4] if self._read_all and not everything else ""
        self.card_height = CARD_SMALL if theme.small else CARD_LARGE
        self._lines = self._lines_that_fit()
        a_page = COLUMNS * self._lines
        pages = max(1, -(-len(everything) // a_page))
        self._page = min(self._page, pages - 1)
        self.ids.rows.clear_widgets()
        shown = everything[self._page * a_page : (self._page + 1) * a_page]
        for one in shown:
            card = self._match_card(one) if isinstance(one, KeptMatch) else self._card(one)
            self.ids.rows.add_widget(card)
        for _place in range(len(shown), COLUMNS):
            self.ids.rows.add_widget(Widget())  # a single one is no wider than two
        self._may_turn(self._page < pages - 1, self._page > 0)

    def _lines_that_fit(self) -> int:
        rows = self.ids.rows
        gap = rows.spacing[1]
        return max(
            1, int((rows.height - rows.padding[1] - rows.padding[3] + gap) // (self.card_height + gap))
        )

    def _fill(self, *_args: object) -> None:
        """The list has more room, or less."""
        if not self.looking and self._lines_that_fit() != self._lines:
            self._show()

    def _card(self, record: Record) -> RecordCard:
        when = wording.when(record.started_at)
        call = _deciding(record.said(record.rounds[-1])) if record.rounds else None
        card = RecordCard(
            target_id=f"record.{record.id}",
            label=wording.names(record.players),
            detail=f"{when} \N{MIDDLE DOT} {wording.headline(call, _known(record))}" if call else when,
            brands=list(self.room.brands_of(record.players).values()),
            enabled=bool(record.rounds),
            why=_("Nobody pressed in this one."),
        )
        self.wire(card, lambda: self._look(record, record.rounds[0]))
        return card

    def _match_card(self, match: KeptMatch) -> RecordCard:
        goes_on = match.result is None and not match.why
        card = RecordCard(
            target_id=f"{'continue' if goes_on else 'match'}.{match.number}",
            label=wording.names(match.players),
            detail=f"{wording.when(match.started_at)} \N{MIDDLE DOT} {_how_it_ended(match)}",
            brands=list(self.room.brands_in(match).values()),
        )
        if goes_on:
            self.wire(card, lambda: self.dispatch("on_continue", match.number))
        else:
            self.wire(card, lambda: self.dispatch("on_match", match))
        return card

    def _may_turn(self, earlier: bool, later: bool) -> None:
        """Whether there is another page, or another round, on either side."""
        keys = self.ids
        keys.earlier.enabled, keys.later.enabled = earlier, later
        if self.looking:
            keys.earlier.why, keys.later.why = _("This is the first round."), _("This is the last round.")
        else:
            keys.earlier.why, keys.later.why = _("There is nothing earlier."), _("There is nothing later.")

    # -- one round

    def _look(self, record: Record, number: int) -> None:
        self._record, self._round, self.looking = record, number, True
        said = record.said(number)
        brands = self.room.brands_of(record.players)
        board = self.ids.board
        finish = photo_finish(record.referee, number, list(record.calls))
        dice = faces_of(record, number)
        board.brands = brands
        board.finish = finish
        call = _deciding(said)
        board.views = lane_views(finish, {name: brands[name] for name in dice}, dice, _leading(call))
        known = _known(record)
        board.verdict = wording.headline(call, known) if call else _("No call")
        board.brand = brands.get(getattr(call, "player", ""), -1)
        board.fact = _("Round {round}").format(round=number)
        self.day = wording.when(record.started_at)
        counted = [one for one in said if not isinstance(one, c.Void)]
        self.told = " ".join(wording.sentence(one, known) for one in counted[-MOST_TOLD:])
        self.ids.evidence.story = "\n".join(wording.sentence(one, known) for one in said)
        first, last = record.rounds[0], record.rounds[-1]
        self._may_turn(number != first, number != last)


def _how_it_ended(match: KeptMatch) -> str:
    """A match in a few words."""
    try:
        words = telling(match.rulebook)
    except LookupError:
        return match.rulebook
    ended = words.verdict(match.result) if match.result else _("not over")
    return f"{words.title} \N{MIDDLE DOT} {ended.rstrip('.')}"


def _known(record: Record) -> wording.Known:
    """What the sentences of a stored shootout want to know."""
    return wording.Known(record.referee.settings, over=True)


def _leading(call: c.Call | None) -> tuple[str, ...]:
    """Whose call counts in a round, by the call that it is remembered by."""
    if isinstance(call, c.Tie):
        return call.players
    if isinstance(call, c.Judged):
        return call.players or (call.player,)
    return (call.player,) if isinstance(call, c.First) else ()


def _deciding(said: list[c.Call]) -> c.Call | None:
    """The call that a round is remembered by: the judge's, else the referee's."""
    for kinds in (c.Judged, c.First | c.Tie | c.Jumped | c.AskJudge | c.Waiting, c.FalseHit):
        found = [call for call in said if isinstance(call, kinds)]
        if found:
            return found[-1]
    return None
