"""The table of a match: the board, a pane at every seat, and what is asked, by touch.

Owns the frame, and what a tap does; what is asked, and where, is `match_asked`'s, and what lies over the
board `match_over`'s. It changes nothing by itself: every move is the sitting's, and the screen is drawn anew
when the sitting's `version` is another one, and only then.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion import choices
from companion import theme as numbers
from companion.boards import board as board_of
from companion.boards.drawn import BARE
from companion.i18n import _
from companion.screens.match_asked import SHOOT, Questions
from companion.screens.match_beside import Interjection, TakeBack, act_of, acts_named
from companion.screens.match_forms import fits_in_a_row
from companion.screens.match_frame import Corners, Frame, across, frame
from companion.screens.match_keys import KeyPool
from companion.screens.match_menu import for_whom, own_ways, ways
from companion.screens.match_over import OverTheBoard
from companion.screens.match_pane import MatchPane, Shown, keys_width
from companion.screens.match_travel import Travel
from companion.screens.match_words import Json, why_not
from companion.screens.table import TableScreen
from companion.telling import telling as telling_of
from companion.widgets import FaceOwner, Hint, theme
from shared_rules.engine import Refused

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

LINES = 3  # of the log, on the board

Say = Callable[[str], object]


class MatchScreen(TableScreen):
    """A match from its first prompt to the last.

    Events: on_get_up, on_scores; on_shootout: the pads shall give the verdict that is asked for;
    on_film(number of a stored shootout, its round): somebody wants to see the photo finish.

    late: taps wait; something is on its way to disk, or a prompt has only just come up and a second tap meant
    the one before.
    """

    notice = StringProperty("")
    notice_y = NumericProperty(0)
    busy = BooleanProperty(False)
    late = BooleanProperty(False)

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_get_up")
        self.register_event_type("on_scores")
        self.register_event_type("on_shootout")
        self.register_event_type("on_film")
        self.sitting: Any = None
        self.telling: Any = None
        self.board: Any = None
        self.panes: dict[str, MatchPane] = {}
        self.brands: dict[str, int] = {}
        self._owners: list[FaceOwner] = []
        self._frame: Frame | None = None
        self._version = -1
        self.asked = Questions()
        self._buttons: Mapping[str, str] = {}
        self._turned = 0  # to whom what a corner's key leads to is, in degrees
        self._soon = Clock.create_trigger(self._arrange, -1)
        super().__init__(**properties)
        self._make_parts()
        self.bind(size=self._soon, pos=self._soon)
        theme.follow(self._turned_over)
        self.retell()

    def _turned_over(self, *_: object) -> None:
        """Colours or sizes are others now."""
        self._soon()

    def _make_parts(self) -> None:
        self.corners = Corners(size_hint=(None, None))
        self.ids.frame.add_widget(self.corners)
        self.far_hint = Hint()
        far = FaceOwner(rotation=180, size_hint=(0.6, None), height=64)
        far.pos_hint = {"center_x": 0.5, "top": 0.98}
        far.add_widget(self.far_hint)
        self.add_widget(far)
        pool = self._pool = KeyPool()
        self.travel = Travel(
            pool,
            self.asked.in_words,
            self._past,
            self._arrange,
            lambda number, round_: self.dispatch("on_film", number, round_),
        )
        self.over = OverTheBoard(self.ids.over.__self__, pool, self.asked, self.travel)
        self._wire_parts()

    def _wire_parts(self) -> None:
        self.corners.bind(
            on_key=lambda _corners, name, far: self._corner(name, far),
            on_hint=lambda _corners, why, far: self._hint(why, far),
        )
        over = self.over
        over.sheet.bind(
            on_answer=lambda _sheet, value: self._answer(self.asked.over, value),
            on_decide=lambda *_: self._do(self.sitting.decide, over.sheet.hint.show),
        )
        over.act.bind(
            on_answer=lambda _sheet, value: self._acted(value), on_close=lambda *_: self._close_act()
        )
        over.end.bind(on_answer=lambda *_: self.dispatch("on_scores"))
        over.menu.bind(on_way=lambda _menu, name: self._go(name), on_close=lambda *_: self._shut())

    def on_get_up(self) -> None:
        """People leave the table; Kivy's own `on_leave` is said whenever another screen comes."""

    def on_scores(self) -> None:
        """Look at the scores."""

    def on_shootout(self) -> None:
        """Shoot it out on the pads."""

    def on_film(self, number: int, round_: int) -> None:
        """Look at a photo finish."""

    # -- beginning and end

    def begin(self, sitting: Any) -> None:
        """A match is to be shown."""
        self.sitting = sitting
        self.telling = telling_of(sitting.rulebook_id)
        self.brands = {seat.name: seat.brand for seat in sitting.seats}
        for part in (self.asked, self.travel, self.over):
            part.begin(sitting, self.telling, self.brands)
        self._close_everything()
        self._version, self.notice = -1, ""
        self._lay_table()
        self.retell()

    def _lay_table(self) -> None:
        room = self.ids.frame
        for old in (*self._owners, *([self.board] if self.board is not None else [])):
            room.remove_widget(old)
        self.board = board_of(self.sitting.rulebook_id)
        self.board.size_hint = (None, None)
        self.board.sides = {seat.name: seat.side for seat in self.sitting.seats}
        room.add_widget(self.board, index=len(room.children))
        self.panes, self._owners = {}, []
        for seat in self.sitting.seats:
            owner = FaceOwner(size_hint=(None, None))
            owner.add_widget(self._seat(seat.name, seat.brand))
            self._owners.append(owner)
            room.add_widget(owner)

    def _seat(self, name: str, brand: int) -> MatchPane:
        pane = self.panes[name] = MatchPane(name, brand, self._pool)
        pane.bind(
            on_answer=lambda _pane, value: self._pane_answer(name, value),
            on_decide=lambda *_: self._do(self.sitting.decide, pane.hint.show),
            on_act=lambda _pane, target: self._open_act_of(target, name),
            on_peek=lambda _pane, shows: self._peek(name, shows),
        )
        return pane

    def leave(self) -> None:
        """Get up; the match waits."""
        self.conceal()
        self._close_everything()
        self.sitting = None
        self.dispatch("on_get_up")

    def conceal(self) -> None:
        """Whatever a finger holds: no secret shows any more."""
        for pane in self.panes.values():
            pane.peek.hide()

    def on_pre_leave(self, *_args: object) -> None:
        """Another screen comes: no pad answers what cannot be seen."""
        self.conceal()
        if self.sitting is not None:
            self.sitting.listen(False)

    def on_pre_enter(self, *_args: object) -> None:
        """People come back to the table, which may have changed meanwhile."""
        if self.sitting is not None:
            self.refresh(0)
            self._arrange()

    def on_touch_down(self, touch: Any) -> bool:
        """Hand a touch on, unless taps wait."""
        return True if self.late else bool(super().on_touch_down(touch))

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self.corners.retell()
        self.travel.retell()
        for part in (self.over.menu, *self.panes.values()):
            part.retell()
        self._hush()
        if self.sitting is not None:
            self._draw()

    # -- showing

    def refresh(self, now_us: int) -> None:
        """Draw what has changed, if something has."""
        sitting = self.sitting
        if sitting is None:
            return
        self.busy = sitting.busy
        why = sitting.trouble
        self.notice = _("Not everything could be stored: {why}").format(why=why) if why else ""
        if sitting.version != self._version:
            self._draw()
        elif sitting.buttons() != self._buttons:
            self._light()

    def on_busy(self, *_: object) -> None:
        """Something is on its way to disk, or has arrived."""
        if self.busy:
            self._wait_a_moment()
        else:
            self._go_on()

    def _wait_a_moment(self) -> None:
        self.late = True
        Clock.unschedule(self._go_on)
        Clock.schedule_once(self._go_on, numbers.DEAF_MS / 1000)

    def _go_on(self, *_: object) -> None:
        self.late = self.busy

    def _draw(self) -> None:
        """Draw the position as it is now; every part draws only what differs."""
        sitting = self.sitting
        self._version = sitting.version
        self.travel.moved_on()
        if self.asked.moved_on():
            self._hush()
            self._wait_a_moment()
        self.corners.allow("undo", "" if sitting.n else _("Nothing was entered yet."))
        self.corners.allow("redo", "" if sitting.kept else _("Nothing was taken back."))
        self._arrange()

    def _light(self) -> None:
        """Show beside each answer which button of the asked pad gives it."""
        self._buttons, asked = self.sitting.buttons(), self.asked
        for name, pane in self.panes.items():
            pane.answers.light(self._buttons if asked.is_lit(name) else {})
        lies_over = asked.over is not None and asked.over is asked.first
        self.over.sheet.answers.light(self._buttons if lies_over else {})

    # -- where everything lies

    def _arrange(self, *_: object) -> None:
        """Give every part its place, and what it shows."""
        if self.sitting is None or self.width < 2 or self.height < 2:
            return
        width, height = int(self.width), int(self.height)
        sides = [seat.side for seat in self.sitting.seats]
        asking = frame(sides, range(len(sides)), width, height, theme.small).panes
        widths = {
            name: keys_width(across(rect), min(rect.width, rect.height))
            for name, rect in zip(self.panes, asking, strict=True)
        }
        self.asked.place(
            lambda seat, asks: seat in widths and fits_in_a_row(asks, widths[seat]),
            self.travel.looks_back,
            alone=theme.small,
        )
        opened = {place for place, name in enumerate(self.panes) if name in self.asked.in_panes}
        self._frame = found = frame(sides, opened, width, height, theme.small)
        for owner, rect in zip(self._owners, found.panes, strict=True):
            owner.rotation = rect.rotation
            owner.size, owner.pos = (rect.width, rect.height), (rect.x, rect.y)
        self.corners.place(width, height, found.depth)
        self.board.size, self.board.pos = found.board[2:], found.board[:2]
        view = self.travel.view() if self.travel.looks_back else self.sitting.view()
        self._show_panes(view["state"])
        self.over.show(found.over)
        self._show_board(view)
        self.notice_y = self.over.free_edge(found.over)
        self._light()
        self.sitting.listen(self.asked.can_be_seen(self.over.covers))  # or its pad would answer it unseen

    def _show_panes(self, state: Json) -> None:
        asked = self.asked
        for name, pane in self.panes.items():
            pane.show(
                Shown(
                    self.board.facts(state, name),
                    asked.in_pane(name),
                    asked.is_active(name),
                    asked.acts(name),
                    asked.prefix(name),
                )
            )
            if pane.peek.shows:
                self._peek(name, True)

    def _show_board(self, view: Json) -> None:
        said = [self.telling.line(line) for line in self.travel.lines()[-LINES:]]
        lines = [(self.brands.get(one.seat), one.text) for one in said]
        covered = self.over.covered(self._frame.board) if self._frame else BARE
        self.board.show(view["state"], self.brands, lines, covered)
        self.corners.fact = list(self.board.corner(view))

    # -- answering

    def _pane_answer(self, seat: str, value: Any) -> None:
        if self.asked.back is not None:
            self._agree(seat, value)
        elif seat == self.asked.act_in:
            self._acted(value) if value is not None else self._close_act()
        else:
            self._answer(self.asked.of(seat), value)

    def _answer(self, prompt: Json | None, value: Any) -> None:
        if prompt is None or self.sitting is None:
            return
        if value == SHOOT:
            self.dispatch("on_shootout")
            return
        hint = self.over.sheet.hint if prompt is self.asked.over else self.panes[prompt["of"]].hint
        if prompt is self.asked.first:
            self._do(lambda: self.sitting.answer(value), hint.show)
        else:
            self._do(lambda: self.sitting.act(prompt["id"], prompt["of"], value), hint.show)

    def _do(self, move: Callable[[], object], say: Say) -> bool:
        """Make a move; what is refused is said where it was tapped."""
        try:
            move()
        except Refused as refused:
            say(why_not(refused, self.telling))
            return False
        self.refresh(0)
        return True

    def _hint(self, why: str, far: bool) -> None:
        (self.far_hint if far else self.hint).show(why)

    def _say(self, why: str) -> None:
        self._hint(why, bool(self._turned))

    def _hush(self) -> None:
        """What was said is over; it would lie on what is asked now."""
        self.hint.hide()
        self.far_hint.hide()

    # -- interjections

    def _open_act_of(self, target: str, seat: str) -> None:
        if target == f"acts.{seat}":
            self._list_acts(seat)
            return
        act = act_of(self.sitting.also(), target, seat)
        if act is not None:
            self._open_act(act, self.over.turned_to(seat), self.panes[seat].hint.show)

    def _list_acts(self, seat: str) -> None:
        """All that a seat may say out of turn; or put the list away."""
        was_open = self.over.menu_open
        self._close_everything()
        self._turned = self.over.turned = 180 if self.over.turned_to(seat) == 180 else 0
        self.over.menu_open = not was_open
        self.over.menu.show(seat, own_ways(self.sitting.also(), seat, self.telling))
        self._arrange()

    def _open_act(self, act: Json, turned: int, say: Say) -> None:
        """Ask what an interjection has to say; one that says only that it happens, happens."""
        if act["kind"] == "choose" and len(act["options"]) == 1 and not act["greyed"]:
            self._do(lambda: self.sitting.act(act["id"], act["of"], act["options"][0]), say)
        else:
            self.asked.act = Interjection(act["id"], act["of"], turned)
        self._arrange()

    def _close_act(self) -> None:
        self.asked.act = None
        self._arrange()

    def _acted(self, value: Any) -> None:
        act, seat = self.asked.act, self.asked.act_in
        hint = self.panes[seat].hint if seat else self.over.act.hint
        if act and self._do(lambda: self.sitting.act(act.id, act.of, value), hint.show):
            self._close_act()

    # -- secrets

    def _peek(self, seat: str, shows: bool) -> None:
        pane = self.panes[seat]
        if shows and self.sitting is not None:
            pane.reveal(self.board.secrets(self.sitting.view(seat)["state"], seat))
        else:
            pane.conceal()

    # -- the corners

    def _corner(self, name: str, far: bool) -> None:
        self._turned = 180 if far else 0
        {"undo": self._undo, "redo": self._redo, "log": self._open_log, "menu": self._open_menu}[name]()

    def _undo(self) -> None:
        self._close_everything()
        self._past(1, self.sitting.undo)

    def _redo(self) -> None:
        self._close_everything()
        self._do(self.sitting.redo, self._say)
        self._arrange()

    def _open_log(self) -> None:
        self.over.menu_open = False
        self.asked.shut()
        self.travel.open_list(self._turned)

    def _shut(self) -> None:
        self._close_everything()
        self._arrange()

    def _close_everything(self) -> None:
        """Nothing lies over the board but what is asked."""
        self._hush()
        self.travel.shut()
        self.asked.shut()
        self.over.menu_open = False

    # -- back

    def _past(self, entries: int, move: Callable[[], object]) -> None:
        """Go back by so many entries, if those who saw something secret in them agree."""
        seats = tuple(self.sitting.concerned(entries)) if entries > 0 else ()
        if seats:
            self.asked.back = TakeBack(move, seats)
        else:
            self._do(move, self._say)
        self._arrange()

    def _agree(self, seat: str, agrees: bool) -> None:
        back = self.asked.back
        assert back is not None
        self.asked.back = back.without(seat) if agrees else None
        if not agrees:
            self._say(_("{player} does not want that.").format(player=seat))
        elif self.asked.back is None:
            self._do(back.action, self._say)
        self._arrange()

    # -- the menu

    def _open_menu(self) -> None:
        was_open = self.over.menu_open
        self._close_everything()
        self.over.menu_open, self.over.turned = not was_open, self._turned
        self.over.menu.show(_("Menu"), ways(self.sitting.also(), self.telling, self.board.celebrates))
        self._arrange()

    def _go(self, name: str) -> None:
        """Where the menu leads."""
        if name == "home":
            self.leave()
        elif name == "scores":
            self._shut()
            self.dispatch("on_scores")
        elif name == "celebrations":
            self._shut()
            theme.celebrates = not theme.celebrates
            word = choices.ON if theme.celebrates else choices.OFF
            self.room.keep(choices.CELEBRATIONS, word, lambda why: self._say(why) if why else None)
        else:
            self._by_hand(name.removeprefix("act."))

    def _by_hand(self, name: str) -> None:
        """What is open by that name; where it is open to several, whose seat is meant?"""
        acts = acts_named(self.sitting.also(), name)
        if len(acts) > 1:
            self.over.menu.show(_("Whose seat?"), for_whom(acts, self.brands))
            self._arrange()
        elif acts:
            self.over.menu_open = False
            of = acts[0]["of"]  # whose seat it is decides, not who opened the menu
            self._open_act(acts[0], self.over.turned_to(of) if of in self.panes else self._turned, self._say)
