"""Scores: how everybody stands, as far as the rules let the table know; at the end who won, and with what.

Owns the rows and their order. A score that the rules hide, or that nobody can know, is a pair of bounds and
is shown as one. What a source of points is called is the game's own telling; nothing is counted here.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion import theme as numbers
from companion.i18n import _
from companion.screens.table import TableScreen
from companion.telling import Telling, telling
from companion.telling.engine import amount
from companion.widgets import Icon, Say, theme
from companion.widgets.scroll import Scrolled
from shared_rules.engine import Refused

KV = (Scrolled,)  # its kv names it

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

LINES_IN_ONE = 12  # lines of the log in one text, so that no texture is higher than a small chip takes


class Score(NamedTuple):
    """One row. place: 1 is the best, 0 while nobody can say; total: an integer or {"min", "max"}."""

    name: str
    brand: int
    place: int
    total: Any
    parts: tuple[tuple[str, Any], ...] = ()  # source, and what it brought


class Shown(NamedTuple):
    """A match as its scores show it. result None: it goes on, and `standing` is all there is."""

    rulebook_id: str
    brands: Mapping[str, int]
    standing: Mapping[str, Any]
    result: Mapping[str, Any] | None
    log: Sequence[Mapping[str, Any]]
    when: str = ""
    why: str = ""  # it was left and cannot go on: why not
    number: int = 0  # of the stored match, 0 while it is not stored

    def has_films(self) -> bool:
        """Whether pads played shootouts in it."""
        return bool(self.number) and any(line["params"].get("evidence") for line in self.log)

    def rows(self) -> list[Score]:
        """The players, the best first once that is known, else as they sit."""
        if self.result is None:
            return [
                Score(name, brand, 0, self.standing[name])
                for name, brand in self.brands.items()
                if name in self.standing
            ]
        rows, place = [], 1
        for group in self.result["ranking"]:
            for name in group:
                parts = tuple(self.result["breakdown"].get(name, {}).items())
                rows.append(Score(name, self.brands.get(name, 0), place, self.result["scores"][name], parts))
            place += len(group)
        return rows


def bounds(value: Any) -> tuple[int, int | None]:
    """Least and most of a score; None: nobody knows how much.

    >>> bounds(7), bounds({"min": 4, "max": 9}), bounds({"min": None, "max": None})
    ((7, 7), (4, 9), (0, None))
    """
    if isinstance(value, Mapping):
        return value["min"] or 0, value["max"]
    return value, value


def short(value: Any) -> str:
    """A score in figures: 12, 4 to 9 with a dash, 3+, at most 9, ?"""
    if not isinstance(value, Mapping):
        return amount(value)
    least, most = value["min"], value["max"]
    if least is None:
        return "?" if most is None else f"\N{LESS-THAN OR EQUAL TO}{most}"
    return f"{least}+" if most is None else f"{least}\N{EN DASH}{most}"


# px: what a row has beside its parts, a name of some letters among it; and how wide a part is at most
PARTS = {False: (520, 120), True: (340, 96)}


class Bar(Widget):
    """A score as a length: full up to its least, an outline up to its most. `shares` of the width, 0 to 1."""

    shares = ListProperty([0, 0])
    brand = NumericProperty(0)
    ink = ListProperty([0, 0, 0, 0])

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.bind(brand=self._paint)
        self._paint()

    def _paint(self, *_args: object) -> None:
        self.ink = numbers.rgba(numbers.BRANDS[int(self.brand)].fill)


class ScoreRow(BoxLayout):
    """One player: place, mark, name, what brought how much, and the total."""

    place = StringProperty("")
    name = StringProperty("")
    brand = NumericProperty(0)
    total = StringProperty("")
    shares = ListProperty([0, 0])
    leads = BooleanProperty(False)
    parts = ListProperty()  # (icon, figure, label)
    part_width = NumericProperty(0)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.bind(parts=self._tell)
        self._tell()

    def _tell(self, *_args: object) -> None:
        row = self.ids.parts
        row.clear_widgets()
        for icon, figure, label in self.parts:
            row.add_widget(Part(icon=icon, figure=figure, label=label))


class Part(BoxLayout):
    """What one source brought."""

    icon = StringProperty("")
    figure = StringProperty("")
    label = StringProperty("")

    def on_kv_post(self, _base: Any) -> None:
        """The layout is there: an icon only where there is one."""
        if self.icon:
            self.ids.line.add_widget(Icon(name=self.icon, px=24, tone="muted", pos_hint={"center_y": 0.5}), 1)


class ScoresScreen(TableScreen):
    """How a match stands or ended.

    Events: on_back (to the match, or to where one looked from), on_undo when the last entry of a match that
    was over is taken back, on_home, on_films(number of the match): to the shootouts that were played in it.
    """

    labels = ListProperty([""] * 6)
    title = StringProperty("")
    told = StringProperty("")  # who won, or what the figures mean
    over = BooleanProperty(False)
    has_log = BooleanProperty(False)
    has_films = BooleanProperty(False)
    looking = BooleanProperty(False)  # at a stored match, not at the one that is on
    beside = BooleanProperty(True)  # the log has room beside the scores
    log_shown = BooleanProperty(False)  # in the scores' place
    log_px = NumericProperty(0)  # how wide the log is, 0 while it is not there
    row_height = NumericProperty(88)
    sitting = ObjectProperty(None, allownone=True)

    def __init__(self, **properties: Any) -> None:
        for event in ("on_back", "on_undo", "on_home", "on_films"):
            self.register_event_type(event)
        self._words: Telling | None = None
        self._version = -1
        self._shown: Shown | None = None
        super().__init__(**properties)
        ids = self.ids
        self.wire(ids.back, lambda: self.dispatch("on_back"))
        self.wire(ids.home, lambda: self.dispatch("on_home"))
        self.wire(ids.undo, self.undo)
        self.wire(ids.log_key, self._turn)
        self.wire(ids.films, lambda: self._shown and self.dispatch("on_films", self._shown.number))
        ids.rows.bind(height=self._fit, width=self._fit)
        self.bind(log_px=self._tell_log)
        ids.lines.bind(height=self._scroll)
        theme.follow(self._show)
        self.retell()

    def on_back(self) -> None:
        """Back to the match, or to the list."""

    def on_undo(self) -> None:
        """The match goes on."""

    def on_home(self) -> None:
        """Home."""

    def on_films(self, number: int) -> None:
        """To the shootouts of this match."""

    # -- what is shown

    def begin(self, sitting: Any) -> None:
        """Show the match that is on, or has just ended."""
        self.sitting, self.looking, self.log_shown = sitting, False, False
        self._words, self._version = telling(sitting.rulebook_id), -1
        self.refresh(0)

    def look(self, shown: Shown) -> None:
        """Show a stored match. Raises LookupError: its game has no words here."""
        self._words = telling(shown.rulebook_id)
        self.sitting, self.looking, self.log_shown = None, True, False
        self._shown = shown
        self._show()

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self.labels = [_("Back"), _("Undo"), _("Home"), _("Log"), _("Scores"), _("Shootouts")]
        self.hint.hide()
        self._show()

    def refresh(self, now_us: int) -> None:
        """Draw what has changed."""
        sitting = self.sitting
        if sitting is None or sitting.version == self._version:
            return
        went_on = self.over and self._version >= 0 and sitting.prompt() is not None
        self._version = sitting.version
        brands = {seat.name: seat.brand for seat in sitting.seats}
        log = sitting.log() if sitting.result() else []
        standing, result = sitting.view()["standing"], sitting.result()
        self._shown = Shown(sitting.rulebook_id, brands, standing, result, log, number=sitting.number)
        self._show()
        if went_on:
            self.dispatch("on_undo")

    def undo(self) -> None:
        """Take the last entry back; when that is on disk, the match goes on."""
        if self.sitting is None or self.sitting.busy or self._words is None:
            return
        try:
            self.sitting.undo()
        except Refused as refused:
            self.hint.show(self._words.refusal(refused.code, refused.why))

    def _turn(self) -> None:
        """From the scores to the log, or back, where there is no room for both."""
        self.log_shown = not self.log_shown

    # -- drawing

    def _show(self, *_args: object) -> None:
        shown, words = self._shown, self._words
        if shown is None or words is None:
            return
        self.over, self.has_log = shown.result is not None, bool(shown.log)
        self.has_films = shown.has_films()
        self.title = words.title
        self.told = words.verdict(shown.result) if shown.result else self._caption(shown)
        if shown.when:
            self.told = f"{shown.when} \N{MIDDLE DOT} {self.told}"
        self.ids.rows.clear_widgets()
        rows = shown.rows()
        most = max((max(bounds(row.total)[0], bounds(row.total)[1] or 0) for row in rows), default=0)
        for row in rows:
            self.ids.rows.add_widget(self._row(row, most, words))
        self._fit()
        self._tell_log()

    def _caption(self, shown: Shown) -> str:
        """What the figures of a match that is not over mean."""
        if self.looking:
            return " ".join(filter(None, (_("Left before its end."), shown.why)))
        if not shown.standing:
            return _("The rules keep to themselves who is ahead.")
        if any(isinstance(value, Mapping) for value in shown.standing.values()):
            return _("As far as the table may know: from the least to the most it can be.")
        return _("As it stands now.")

    def _row(self, row: Score, most: int, words: Telling) -> ScoreRow:
        least, upper = bounds(row.total)
        scale = max(1, most)
        parts = [(words.source(source), short(value)) for source, value in row.parts]
        return ScoreRow(
            place=f"{row.place}." if row.place else "",
            name=row.name,
            brand=row.brand,
            total=short(row.total),
            shares=[min(1, max(0, least / scale)), 1 if upper is None else min(1, max(0, upper / scale))],
            leads=row.place == 1,
            parts=[(word.icon, figure, word.text) for word, figure in parts],
        )

    def _fit(self, *_args: object) -> None:
        """Rows as high as there is room for, within reason; parts as wide as the row leaves them."""
        count = max(1, len(self.ids.rows.children))
        gap = self.ids.rows.spacing
        self.row_height = max(56, min(104, int((self.ids.room.height + gap) // count - gap)))
        for row in self.ids.rows.children:
            row.height = self.row_height
            row.part_width = self._part_px(len(row.parts)) * len(row.parts)

    def _part_px(self, count: int) -> int:
        """The width of a part, of so many in a row: the name keeps its room."""
        taken, most = PARTS[theme.small]
        return max(1, min(most, int((self.ids.rows.width - taken) / max(1, count))))

    def _tell_log(self, *_args: object) -> None:
        """The lines, while they can be seen."""
        box, shown, words = self.ids.lines, self._shown, self._words
        box.clear_widgets()
        if shown is None or words is None or not self.log_px:
            return
        lines = [words.line(line) for line in shown.log]
        texts = [f"{said.seat}: {said.text}" if said.seat else said.text for said in lines]
        for begin in range(0, len(texts), LINES_IN_ONE):
            box.add_widget(LogText(text="\n".join(texts[begin : begin + LINES_IN_ONE])))

    def _scroll(self, *_args: object) -> None:
        """The end of the log for those who were there, its beginning for those who look at it later."""
        from_the_end = not self.looking and self.ids.lines.height > self.ids.log.height
        self.ids.log.scroll_y = 0 if from_the_end else 1


class LogText(Say):
    """Some lines of the log, as high as they are."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(size_hint_y=None, **properties)

    def _fit(self, *_args: object) -> None:
        """Lines wrap at the width there is; they are not made smaller."""
        self.font_name, self.font_size = numbers.ROLES["caption"].font, theme.size("caption")
        self.text_size = (max(1, self.width), None)
        self.texture_update()
        self.height = self.texture_size[1]
