"""Travelling in the log: a list, a moment of it, back to there, or another answer there.

Owns what of these is open, and the steps of an amendment. It changes nothing by itself: it asks the screen to
go back, which asks the seats concerned.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.i18n import _, ngettext
from companion.match_shootout import film_of
from companion.screens.match_ask import Sheet
from companion.screens.match_keys import KeyPool
from companion.screens.match_log import Entry, LogPanel, MomentBar, Turned
from companion.screens.match_words import ONE, Asked, Json, Option, why_not
from companion.widgets import FaceOwner, theme
from shared_rules.engine import Refused
from shared_rules.engine.refusals import OTHER_PROMPT

BAR = {False: 156, True: 128}  # px, the bar below a moment
SHUT, LIST, MOMENT, AMEND = "", "list", "moment", "amend"

Past = Callable[[int, Callable[[], object]], object]  # so many entries are taken back, by doing this


class Amending(NamedTuple):
    """Entry k gets another answer; `chosen`: it is in `value`, and people look at what it would do."""

    k: int
    asks: Asked
    value: Any = None
    chosen: bool = False


class Travel:
    """What of the log is open. opened: list, moment, amend or nothing; row: of the line that is looked at, or
    -1; turned: to whom, in degrees.

    :param pool: of the keys for another answer
    :param in_words: puts a prompt into words
    :param past: goes back
    :param arrange: shows what has changed here
    :param look: shows the photo finish of a round of a stored shootout
    """

    def __init__(
        self,
        pool: KeyPool,
        in_words: Callable[[Json], Asked],
        past: Past,
        arrange: Callable[[], object],
        look: Callable[[int, int], object],
    ) -> None:
        self._in_words, self._past, self._arrange, self._look = in_words, past, arrange, look
        self.opened, self.row, self.turned = SHUT, -1, 0
        self.log: Sequence[Json] = ()
        self._amending: Amending | None = None
        self._seen: tuple[tuple[int, int], Json] | None = None
        self.panel, self.bar, self.sheet = LogPanel(), MomentBar(), Sheet(pool, "amend", "amend.cancel")
        self._panel, self._bar = Turned(size_hint=(None, None)), Turned(size_hint=(None, None))
        self._panel.add_widget(self.panel)
        self._bar.add_widget(self.bar)
        self.panel.bind(on_choose=lambda _panel, row: self.look_at(row), on_close=lambda *_: self._end())
        self.bar.bind(on_key=lambda _bar, name: self._key(name))
        self.sheet.bind(
            on_answer=lambda _sheet, value: self._answer(value), on_close=lambda *_: self._leave_it()
        )

    def begin(self, sitting: Any, telling: Any, brands: Mapping[str, int]) -> None:
        """Travel in this match from now on."""
        self._sitting, self._telling, self._brands = sitting, telling, brands
        self._seen = None
        self.shut()

    def shut(self) -> None:
        """Put everything away."""
        self.opened, self.row, self._amending = SHUT, -1, None

    def _end(self) -> None:
        self.shut()
        self._arrange()

    def moved_on(self) -> None:
        """The match is another one now."""
        self.log = self._sitting.log()
        self._seen = None
        if self.row >= len(self.log):
            self.shut()
        elif self.opened == AMEND:
            self.opened, self._amending = MOMENT, None

    def retell(self) -> None:
        """Say everything again."""
        self.panel.retell()
        self.bar.retell()

    # -- what is seen

    @property
    def looks_back(self) -> bool:
        """Whether a moment is shown instead of what is."""
        return self.row >= 0

    @property
    def beside_moment(self) -> tuple[FaceOwner, FaceOwner]:
        """What lies along an edge of the board while a moment is looked at."""
        return self._bar, self.sheet

    def view(self) -> Json:
        """The public view of the moment that is looked at."""
        key = (self._sitting.version, self.log[self.row]["n"])
        if self._seen is None or self._seen[0] != key:
            self._seen = key, self._sitting.moment(key[1])
        return self._seen[1]

    def lines(self) -> Sequence[Json]:
        """The log up to the moment that is looked at."""
        return self.log[: self.row + 1] if self.looks_back else self.log

    def show(self, room: Sequence[int], have: Callable[[Any, bool], object]) -> None:
        """Lie in this room over the board (px); `have` puts a part into the window, or takes it away."""
        have(self._panel, self.opened == LIST)
        have(self._bar, self.opened == MOMENT)
        have(self.sheet, self.opened == AMEND)
        if self.opened == LIST:
            self._panel.place(room, self.turned, room[3])
        elif self.opened == MOMENT:
            self._bar.place(room, self.turned, BAR[theme.small])
        elif self.opened == AMEND:
            self._put_amendment(room)

    def _entry(self, line: Json) -> Entry:
        said = self._telling.line(line)
        return Entry(line["n"], said.text, self._brands.get(said.seat, -1), self._telling.rule(line["id"]))

    # -- list and moment

    def open_list(self, turned: int) -> None:
        """Open the list at the line that is looked at, or at its end; or close it."""
        row, was = self.row, self.opened
        self.shut()
        if was != LIST:
            self.opened, self.turned = LIST, turned
        self._arrange()
        if self.opened == LIST:
            self.panel.show([self._entry(line) for line in self.log], row)

    def look_at(self, row: int) -> None:
        """Show the table as it was when this line was said."""
        self.row, self.opened = row, MOMENT
        self.bar.ids.hint.hide()
        entry = self._entry(self.log[row])
        self.bar.has_film = film_of(self._sitting, self.log[row]) is not None
        self.bar.show(
            entry,
            "" if entry.n else _("Nothing was entered before this."),
            _("The match stands here.") if entry.n == self._sitting.n else "",
            row == 0,
            row == len(self.log) - 1,
        )
        self._arrange()

    def _key(self, name: str) -> None:
        if name == "list":
            self.open_list(self.turned)
        elif name == "close":
            self._end()
        elif name == "amend":
            self._ask()
        elif name == "film":
            film = film_of(self._sitting, self.log[self.row])
            if film is not None:
                self._look(*film)
        elif name == "go":
            n = self.log[self.row]["n"]
            self.shut()
            self._past(self._sitting.n - n, lambda: self._sitting.go_to(n))
        else:
            self.look_at(self.row + (1 if name == "later" else -1))

    # -- another answer

    def _ask(self) -> None:
        """What was asked there?"""
        k = self.log[self.row]["n"] - 1
        try:
            asks = self._in_words(self._sitting.question(k))
        except Refused as refused:
            self.bar.ids.hint.show(why_not(refused, self._telling))
            return
        self.opened, self._amending = AMEND, Amending(k, asks)
        self._arrange()

    def _leave_it(self) -> None:
        self.opened, self._amending = MOMENT, None
        self._arrange()

    def _answer(self, value: Any) -> None:
        amending = self._amending
        if amending is None:
            return
        if not amending.chosen:
            self._amending = amending._replace(value=value, chosen=True)
            self._arrange()
        elif value:
            k, answer = amending.k, amending.value
            stops_at = self._sitting.preview(k, answer).stops_at
            self.shut()
            self._past(
                0 if stops_at is None else self._sitting.n - stops_at,
                lambda: self._sitting.amend(k, answer),
            )
        else:
            self._leave_it()

    def _put_amendment(self, room: Sequence[int]) -> None:
        """The question of the entry; when it is answered, what that would do."""
        amending = self._amending
        assert amending is not None
        tale = self._tale(amending) if amending.chosen else ""
        if tale:
            do = Option("do", True, _("Correct it"), "check")
            leave = Option("cancel", False, _("Leave it"), "close")
            asks = Asked(ONE, _("If this entry is corrected"), (do, leave))
        else:
            asks = amending.asks
        self.sheet.close.target_id = "" if tale else "amend.cancel"
        self.sheet.tell(tale)
        self.sheet.put(asks)
        self.sheet.place(room, self.turned)

    def _tale(self, amending: Amending) -> str:
        """What the amendment would do, in sentences; "" if that answer cannot be, which is said."""
        try:
            preview = self._sitting.preview(amending.k, amending.value)
        except Refused as refused:
            self._amending = amending._replace(chosen=False)
            self.sheet.hint.show(why_not(refused, self._telling))
            return ""
        if preview.stops_at is None:
            return _("Everything that was entered later stays as it is.")
        stays = ngettext("{n} later entry stays.", "{n} later entries stay.", preview.applied)
        told = [stays.format(n=preview.applied)] if preview.applied else []
        line = next((line for line in self.log if line["n"] == preview.stops_at + 1), None)
        what = self._telling.line(line).text if line else str(preview.stops_at + 1)
        first = _("The first that does not fit: {what}. {why}")
        waits = ngettext(
            "{n} entry waits for redo until it fits.",
            "{n} entries wait for redo until they fit.",
            preview.kept,
        )
        told += [first.format(what=what, why=self._why_not(preview.code)), waits.format(n=preview.kept)]
        return "\n".join(told)

    def _why_not(self, code: str | None) -> str:
        if code in (None, OTHER_PROMPT):
            return _("Something else is asked there then.")
        why: str = self._telling.refusal(code, {})
        return why
