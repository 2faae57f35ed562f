"""The table of a match: the board, a pane at every seat, and what is asked, by touch.

Owns what lies where: the prompt in its owner's pane or over the board, interjections, the undo that asks the
seats concerned. It changes nothing by itself: every move is the sitting's, and the screen is drawn anew when
the sitting's `version` is another one, and only then.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion import theme as numbers
from companion.boards import board as board_of
from companion.i18n import _
from companion.screens.match_ask import Sheet
from companion.screens.match_beside import Interjection, TakeBack, act_of, acts_of
from companion.screens.match_forms import fits_in_a_row
from companion.screens.match_frame import Box, Corners, Frame, across, frame
from companion.screens.match_keys import KeyPool
from companion.screens.match_log import Turned
from companion.screens.match_menu import MenuPanel, for_whom, ways
from companion.screens.match_pane import MatchPane, Shown, keys_width
from companion.screens.match_travel import Travel
from companion.screens.match_words import ONE, Asked, Json, Option, asked, why_not
from companion.screens.table import TableScreen
from companion.seating import ROTATION, Rect
from companion.telling import telling as telling_of
from companion.widgets import FaceOwner, Hint, theme
from shared_rules import games
from shared_rules.engine import TABLE, Refused

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

LINES = 3  # of the log, on the board
NOTICE = 44  # px, the height of what is said over the board

Say = Callable[[str], object]


class MatchScreen(TableScreen):
    """A match from its first prompt to the last. Events: on_get_up, on_scores.

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
        self.sitting: Any = None
        self.telling: Any = None
        self.board: Any = None
        self.panes: dict[str, MatchPane] = {}
        self.brands: dict[str, int] = {}
        self._owners: list[FaceOwner] = []
        self._frame: Frame | None = None
        self._version = -1
        self._asks: list[tuple[Json, Asked]] = []
        self._over: Json | None = None  # the prompt that lies over the board
        self._buttons: Mapping[str, str] = {}
        self._turned = 0  # to whom log and menu are, in degrees
        self._menu_open = False
        self._take_back: TakeBack | None = None
        self._act: Interjection | None = None
        self._act_in = ""  # the seat in whose pane it is asked, "" over the board
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
        self.sheet, self.end_sheet = Sheet(pool), Sheet(pool, "end")
        self.act_sheet = Sheet(pool, "act", "act.close")
        self.menu, self._menu = MenuPanel(), Turned(size_hint=(None, None))
        self._menu.add_widget(self.menu)
        self.travel = Travel(pool, self._in_words, self._past, self._arrange)
        self._wire_parts()

    def _wire_parts(self) -> None:
        self.corners.bind(
            on_key=lambda _corners, name, far: self._corner(name, far),
            on_hint=lambda _corners, why, far: self._hint(why, far),
        )
        self.sheet.bind(
            on_answer=lambda _sheet, value: self._answer(self._over, value),
            on_decide=lambda *_: self._do(self.sitting.decide, self.sheet.hint.show),
        )
        self.act_sheet.bind(
            on_answer=lambda _sheet, value: self._acted(value), on_close=lambda *_: self._close_act()
        )
        self.end_sheet.bind(on_answer=lambda *_: self.dispatch("on_scores"))
        self.menu.bind(on_way=lambda _menu, name: self._go(name), on_close=lambda *_: self._shut())

    def on_get_up(self) -> None:
        """People leave the table; Kivy's own `on_leave` is said whenever another screen comes."""

    def on_scores(self) -> None:
        """Look at the scores."""

    # -- beginning and end

    def begin(self, sitting: Any) -> None:
        """A match is to be shown."""
        self.sitting = sitting
        self.telling = telling_of(sitting.rulebook_id)
        self._rulebook = games.rulebook(sitting.rulebook_id)
        self.brands = {seat.name: seat.brand for seat in sitting.seats}
        self.travel.begin(sitting, self.telling, self.brands)
        self._close_everything()
        self._version, self._asks, self.notice = -1, [], ""
        self._lay_table()
        self.retell()

    def _lay_table(self) -> None:
        room = self.ids.frame
        for old in (*self._owners, *([self.board] if self.board is not None else [])):
            room.remove_widget(old)
        self.board = board_of(self.sitting.rulebook_id)
        self.board.size_hint = (None, None)
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
        """Another screen comes."""
        self.conceal()

    def on_touch_down(self, touch: Any) -> bool:
        """Hand a touch on, unless taps wait."""
        return True if self.late else bool(super().on_touch_down(touch))

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self.corners.retell()
        self.travel.retell()
        for part in (self.menu, *self.panes.values()):
            part.retell()
        self.hint.hide()
        self.far_hint.hide()
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
        self._version, self._take_back = sitting.version, None
        self.travel.moved_on()
        before = [prompt for prompt, _asks in self._asks]
        self._asks = self._what_is_asked()
        if [prompt for prompt, _asks in self._asks] != before:
            self._wait_a_moment()
        self.corners.allow("undo", "" if sitting.n else _("Nothing was entered yet."))
        self.corners.allow("redo", "" if sitting.kept else _("Nothing was taken back."))
        self._arrange()

    def _what_is_asked(self) -> list[tuple[Json, Asked]]:
        """The prompt, and of others the same question where several are asked at once."""
        prompt = self.sitting.prompt()
        if prompt is None:
            return []
        beside = [other for other in self.sitting.also() if other["id"] == prompt["id"]]
        return [(each, self._in_words(each)) for each in (prompt, *beside)]

    def _in_words(self, prompt: Json) -> Asked:
        ids = {*prompt["options"], *prompt["greyed"]}
        orders = ((*self.brands, TABLE), *self._rulebook.vocabularies.values())
        order = next((words for words in orders if ids <= set(words)), ())
        return asked(prompt, self.telling, self.brands, order)

    def _light(self) -> None:
        """Show beside each answer which button of the asked pad gives it."""
        self._buttons = self.sitting.buttons()
        asks = self._asks[0][0] if self._asks else None
        for name, pane in self.panes.items():
            here = asks is not None and asks is not self._over and asks["of"] == name != self._act_in
            pane.answers.light(self._buttons if here and not self._take_back else {})
        self.sheet.answers.light(self._buttons if asks is not None and asks is self._over else {})

    # -- where everything lies

    def _arrange(self, *_: object) -> None:
        """Give every part its place, and what it shows."""
        if self.sitting is None or self.width < 2 or self.height < 2:
            return
        width, height = int(self.width), int(self.height)
        sides = [seat.side for seat in self.sitting.seats]
        closed = frame(sides, (), width, height, theme.small)
        in_panes, self._over = self._shared_out(closed)
        in_panes |= self._act_in_pane(closed)
        opened = {place for place, name in enumerate(self.panes) if name in in_panes}
        self._frame = found = frame(sides, opened, width, height, theme.small)
        for owner, rect in zip(self._owners, found.panes, strict=True):
            owner.rotation = rect.rotation
            owner.size, owner.pos = (rect.width, rect.height), (rect.x, rect.y)
        self.corners.place(width, height, found.depth)
        self.board.size, self.board.pos = found.board[2:], found.board[:2]
        view = self.travel.view() if self.travel.looks_back else self.sitting.view()
        self._show_panes(view["state"], in_panes)
        self._show_board(view)
        self._show_over(found.over)
        self.notice_y = self._free_edge(found.over)
        self._light()
        self._listen()

    def _free_edge(self, room: Box) -> float:
        """Where something can be said over the board: at the edge that no sheet begins at."""
        turned_away = self._over is not None and self.sheet.rotation == 180
        return room.low if turned_away else room.low + room.height - NOTICE

    def _shared_out(self, closed: Frame) -> tuple[dict[str, Asked], Json | None]:
        """Which prompts stand in panes, and which one lies over the board."""
        found: dict[str, Asked] = {}
        over: Json | None = None
        if self.travel.looks_back or self._take_back:
            return found, over
        places = dict(zip(self.panes, closed.panes, strict=True))
        for prompt, asks in self._asks:
            of = prompt["of"]
            if of in places and _fits(asks, places[of]):
                found[of] = asks
            elif over is None:
                over = prompt
        return found, over

    def _act_in_pane(self, closed: Frame) -> dict[str, Asked]:
        """An interjection that fits into its owner's pane is asked there, before anything else."""
        self._act_in = ""
        act = self._act.among(self.sitting.also()) if self._act else None
        if act is None or self.travel.looks_back or self._take_back:
            return {}
        places = dict(zip(self.panes, closed.panes, strict=True))
        asks = self._in_words(act)._replace(skip=_("Close"))
        if act["of"] not in places or not _fits(asks, places[act["of"]]):
            return {}
        self._act_in = act["of"]
        return {self._act_in: asks}

    def _show_panes(self, state: Json, in_panes: Mapping[str, Asked]) -> None:
        looks_back = self.travel.looks_back
        back, also = self._take_back, self.sitting.also()
        asked_now = set() if looks_back or back else {prompt["of"] for prompt, _ in self._asks}
        same = {prompt["id"] for prompt, _asks in self._asks}
        for name, pane in self.panes.items():
            question = back.question(name) if back else None
            pane.show(
                Shown(
                    self.board.facts(state, name),
                    question or in_panes.get(name),
                    question is not None or name in asked_now or name == self._act_in,
                    () if looks_back else tuple(acts_of(also, same, name, self.telling)),
                    "undo" if question else self._prefix(name),
                )
            )
            if pane.peek.shows:
                self._peek(name, True)

    def _prefix(self, seat: str) -> str:
        """Of the targets that answer in a seat's pane."""
        return f"act.{self._act.id}" if self._act and seat == self._act_in else "answer"

    def _show_board(self, view: Json) -> None:
        said = [self.telling.line(line) for line in self.travel.lines()[-LINES:]]
        self.board.show(view["state"], self.brands, [(self.brands.get(one.seat), one.text) for one in said])
        self.corners.fact = list(self.board.corner(view))

    def _show_over(self, room: Box) -> None:
        """One thing at a time lies over the board; what is asked comes back when the others are put away."""
        self._show_act(room)
        self.travel.show(room, self._have)
        self._have(self._menu, self._menu_open)
        if self._menu_open:
            self._menu.place(room, self._turned, self.menu.depth(room[2]))
        self._show_asked(room)
        self._show_end(room)

    @property
    def _covered(self) -> bool:
        """Whether something else than what is asked lies over the board."""
        return bool(self.travel.opened or self._menu_open or (self._act and not self._act_in))

    def _have(self, part: Any, there: bool) -> None:
        """Have something in the window, or not."""
        if there and part.parent is None:
            self.ids.over.add_widget(part)
        elif not there and part.parent is not None:
            self.ids.over.remove_widget(part)

    def _show_asked(self, room: Sequence[int]) -> None:
        over = next((pair for pair in self._asks if pair[0] is self._over), None)
        there = over is not None and not self._covered
        self._have(self.sheet, there)
        if over is not None and there:
            prompt, asks = over
            self.sheet.put(asks, self.brands.get(prompt["of"], -1))
            self.sheet.place(room, self._turned_to(prompt["of"]))

    def _show_end(self, room: Sequence[int]) -> None:
        """How it ended, and the way to the scores."""
        result = None if self._asks or self.travel.looks_back or self._take_back else self.sitting.result()
        self._have(self.end_sheet, result is not None and not self._covered)
        if result is not None:
            scores = Option("scores", True, _("Scores"), "trophy", primary=True)
            self.end_sheet.put(Asked(ONE, self.telling.verdict(result), (scores,)))
            self.end_sheet.place(room, 0)

    def _turned_to(self, of: str) -> int:
        """To whom a sheet is turned, in degrees: what is for everybody lies to the south."""
        return next((ROTATION[seat.side] for seat in self.sitting.seats if seat.name == of), 0)

    def _listen(self) -> None:
        """Pads answer only what can be seen."""
        asks = self._asks[0][0] if self._asks else None
        covered = self._covered if asks is self._over else asks is not None and asks["of"] == self._act_in
        unseen = self.travel.looks_back or self._take_back or (asks is not None and covered)
        self.sitting.listen(not unseen)

    # -- answering

    def _pane_answer(self, seat: str, value: Any) -> None:
        if self._take_back is not None:
            self._agree(seat, value)
            return
        if seat == self._act_in:
            self._acted(value) if value is not None else self._close_act()
            return
        self._answer(next((prompt for prompt, _asks in self._asks if prompt["of"] == seat), None), value)

    def _answer(self, prompt: Json | None, value: Any) -> None:
        if prompt is None or self.sitting is None:
            return
        hint = self.sheet.hint if prompt is self._over else self.panes[prompt["of"]].hint
        if prompt is self._asks[0][0]:
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

    # -- interjections

    def _open_act_of(self, target: str, seat: str) -> None:
        act = act_of(self.sitting.also(), target, seat)
        if act is not None:
            self._open_act(act, self._turned_to(seat), self.panes[seat].hint.show)

    def _open_act(self, act: Json, turned: int, say: Say) -> None:
        """Ask what an interjection has to say; one that says only that it happens, happens."""
        if act["kind"] == "choose" and len(act["options"]) == 1 and not act["greyed"]:
            self._do(lambda: self.sitting.act(act["id"], act["of"], act["options"][0]), say)
        else:
            self._act = Interjection(act["id"], act["of"], turned)
        self._arrange()

    def _close_act(self) -> None:
        self._act = None
        self._arrange()

    def _acted(self, value: Any) -> None:
        act = self._act
        hint = self.panes[self._act_in].hint if self._act_in else self.act_sheet.hint
        if act and self._do(lambda: self.sitting.act(act.id, act.of, value), hint.show):
            self._close_act()

    def _show_act(self, room: Sequence[int]) -> None:
        """An interjection's sheet is there as long as it is open."""
        act = self._act.among(self.sitting.also()) if self._act else None
        self._have(self.act_sheet, act is not None and not self._act_in)
        if act is None or self._act is None:
            self._act = None
            return
        if self._act_in:
            return
        self.act_sheet.answers.prefix = f"act.{act['id']}"
        self.act_sheet.put(self._in_words(act), self.brands.get(act["of"], -1))
        self.act_sheet.place(room, self._act.turned)

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
        self._menu_open, self._act, self._take_back = False, None, None
        self.travel.open_list(self._turned)

    def _shut(self) -> None:
        self._close_everything()
        self._arrange()

    def _close_everything(self) -> None:
        """Nothing lies over the board but what is asked."""
        self.travel.shut()
        self._menu_open = False
        self._act = self._take_back = None

    # -- back

    def _past(self, entries: int, move: Callable[[], object]) -> None:
        """Go back by so many entries, if those who saw something secret in them agree."""
        seats = tuple(self.sitting.concerned(entries)) if entries > 0 else ()
        if seats:
            self._take_back = TakeBack(move, seats)
        else:
            self._do(move, self._say)
        self._arrange()

    def _agree(self, seat: str, agrees: bool) -> None:
        back = self._take_back
        assert back is not None
        self._take_back = back.without(seat) if agrees else None
        if not agrees:
            self._say(_("{player} does not want that.").format(player=seat))
        elif self._take_back is None:
            self._do(back.action, self._say)
        self._arrange()

    # -- the menu

    def _open_menu(self) -> None:
        was_open = self._menu_open
        self._close_everything()
        self._menu_open = not was_open
        self.menu.show(_("Menu"), ways(self.sitting.also(), self.telling))
        self._arrange()

    def _go(self, name: str) -> None:
        """Where the menu leads."""
        if name == "home":
            self.leave()
        elif name == "scores":
            self._shut()
            self.dispatch("on_scores")
        else:
            self._by_hand(name.removeprefix("act."))

    def _by_hand(self, name: str) -> None:
        """What is open by that name; where it is open to several, for whom?"""
        act_id, _at, of = name.partition("@")
        acts = [act for act in self.sitting.also() if act["id"] == act_id and of in ("", act["of"])]
        if len(acts) > 1:
            self.menu.show(_("For whom?"), for_whom(acts, self.brands))
            self._arrange()
        elif acts:
            self._menu_open = False
            of = acts[0]["of"]  # whose seat it is decides, not who opened the menu
            self._open_act(acts[0], self._turned_to(of) if of in self.panes else self._turned, self._say)


def _fits(asks: Asked, place: Rect) -> bool:
    """Whether a pane of this size has room for all the answers."""
    return fits_in_a_row(asks, keys_width(across(place)))
