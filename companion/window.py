"""The window's screens, put together. Imported only when there is a display.

Owns the way from screen to screen, and the trigger that hands all news to the room and lets the shown screen
look.
"""

import gc
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RENDERER, glGetString
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import FadeTransition, NoTransition, ScreenManager

from companion import choices, i18n
from companion import theme as numbers
from companion.i18n import N_, _
from companion.kept_match import KeptMatch, ShownMatch
from companion.match_shootout import MatchShootout
from companion.on_screen import ON_SCREEN
from companion.options import LOOK_S, Options
from companion.room import Room
from companion.screens.duel import DuelScreen
from companion.screens.home import GAMES, HomeScreen, Waiting
from companion.screens.match import MatchScreen
from companion.screens.match_setup import MatchSetupScreen
from companion.screens.pads import PadsScreen
from companion.screens.records import RecordsScreen
from companion.screens.scores import ScoresScreen, Shown
from companion.screens.setup import SetupScreen
from companion.screens.table import TableScreen
from companion.sound import Sounds
from companion.tableclock import now_us
from companion.telling import sentence, telling
from companion.widgets import theme
from companion.wording import TURNED, when
from shared_rules.engine import Refused

WHY_NOT = {
    "match.unknown": N_("That match is not there any more."),
    "match.open": N_("That match is open already. Leave it there first (is Tin Star open twice?)."),
    "match.disk": N_("The disk does not answer. Try again in a moment."),
    "rulebook.fault": N_("Tin Star makes a mistake in that match. Its log can be read in the history."),
}

SOFTWARE = ("llvmpipe", "softpipe", "swrast")  # Mesa's renderers without a graphics chip


def _drawn_by_the_processor() -> bool:
    """Whether frames cost so much that motion would only hold up what matters."""
    renderer = glGetString(GL_RENDERER).decode(errors="replace").lower()
    return any(name in renderer for name in SOFTWARE)


class Root(FloatLayout):
    """All screens. Touches in the first moment of a new one are nobody's."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.changed_us = 0

    @property
    def deaf(self) -> bool:
        """Whether a touch would be ignored now."""
        return now_us() - self.changed_us < numbers.DEAF_MS * 1000

    def on_touch_down(self, touch: Any) -> bool:
        """Hand a touch on, unless the screen has only just changed."""
        return True if self.deaf else bool(super().on_touch_down(touch))


class TinStar(App):
    """The window."""

    title = "Tin Star"

    def __init__(
        self, pads: Any, writer: Any, news: Any, options: Options, simulator: Any, installing: Any
    ) -> None:
        super().__init__()
        self.exit_code = 0
        self.sounds = Sounds()
        self._trouble = ""
        self._came_from = "home"
        self._news = news
        self._options = options
        self._pump = Clock.create_trigger(self._hear)
        self.room = Room(
            pads,
            writer,
            news.post,
            beat_us=options.beat_us,
            settle_us=options.settle_us,
            simulator=simulator,
            installing=installing,
        )
        self.drive: Any = None
        self.demo: Any = None

    def wake(self) -> None:
        """News has come in; from any thread."""
        self._pump()

    # -- putting together

    def build(self) -> Root:
        """Make the screens."""
        theme.fit_window(*Window.size)
        theme.reduced_motion = _drawn_by_the_processor()
        off = choices.remembered(self._options.data_dir, choices.CELEBRATIONS, (choices.OFF,))
        theme.celebrates = off is None
        Window.clearcolor = theme.bg
        Window.bind(size=lambda _window, size: theme.fit_window(*size))
        still = theme.reduced_motion
        transition = NoTransition() if still else FadeTransition(duration=theme.ms(numbers.SCREEN_MS))
        self.manager = ScreenManager(transition=transition)
        self.home = HomeScreen(name="home")
        self.setup = SetupScreen(name="setup", room=self.room)
        self.shootout = DuelScreen(name="shootout", room=self.room)
        self.records = RecordsScreen(name="records", room=self.room)
        self.pads = PadsScreen(name="pads", room=self.room)
        self.match_setup = MatchSetupScreen(name="match_setup", room=self.room)
        self.match = MatchScreen(name="match", room=self.room)
        self.scores = ScoresScreen(name="scores", room=self.room)
        shootouts = (self.home, self.setup, self.shootout, self.records)
        for screen in (*shootouts, self.pads, self.match_setup, self.match, self.scores):
            self.manager.add_widget(screen)
        self._connect()
        root = Root()
        root.add_widget(self.manager)
        self.manager.bind(current=lambda _manager, name: self._changed_to(name))
        return root

    def _connect(self) -> None:
        self.home.bind(on_shootout=lambda *_: self.show("setup"), on_history=lambda *_: self.show("records"))
        self.home.bind(on_look_at_pads=lambda *_: self.show("pads"))
        self.pads.bind(on_back=lambda *_: self.show("home"))
        self.home.bind(on_language=lambda _home, code: self.speak(code))
        self.setup.bind(
            on_start=lambda *_: self.sit_down(),
            on_back=lambda *_: self.show("home"),
            on_records=lambda *_: self.show("records"),
        )
        self.shootout.bind(
            on_get_up=lambda *_: self.get_up(),
            on_go_on=lambda *_: self.go_on(),
            on_pads_gone=lambda _screen, players: self.shoot_on_screen(players),
        )
        self.records.bind(
            on_back=lambda *_: self.show(self._came_from),
            on_scores=lambda *_: self.show("scores"),
            on_match=lambda _records, kept: self.look_at(kept),
            on_continue=lambda _records, number: self.resume(number),
        )
        self._connect_matches()

    def _connect_matches(self) -> None:
        self.home.games = [game.code for game in GAMES if game.code in ON_SCREEN]
        self.home.bind(
            on_game=lambda _home, code: self.set_up(code),
            on_continue=lambda _home, number: self.resume(number),
            on_delete=lambda _home, number: self.delete(number),
        )
        self.match_setup.bind(on_start=lambda *_: self.begin(), on_back=lambda *_: self.show("home"))
        self.match.bind(
            on_get_up=lambda *_: self.leave(),
            on_scores=lambda *_: self.score(),
            on_shootout=lambda *_: self.shoot(at_once=True),
            on_film=lambda _match, number, round_: self.show_film(number, round_),
        )
        self.scores.bind(
            on_back=lambda *_: self.show("records" if self.scores.looking else "match"),
            on_undo=lambda *_: self.show("match"),
            on_home=lambda *_: self.leave(),
            on_films=lambda _scores, number: self.show_films(number),
        )

    def on_start(self) -> None:
        """The window is there."""
        gc.freeze()
        gc.enable()
        self.sounds.load()
        Clock.schedule_interval(self._look, LOOK_S)
        if self._options.drive:
            from companion.drive import Drive

            self.drive = Drive(
                lambda: self.manager.current,
                self._takes_touches,
                self._settled,
                self._end,
            )
        self._look_for_matches()
        if self._options.demo:
            self.demonstrate(self._options.demo)
        self._hear(0)  # what came in before there was a window

    # -- from screen to screen

    def show(self, name: str) -> None:
        """Go to a screen."""
        if name == "records" and self.manager.current != "scores":  # one only looked closer there
            self._came_from = self.manager.current
        self.manager.current = name

    def _changed_to(self, name: str) -> None:
        self.root.changed_us = now_us()
        self.room.setting_up = name in (self.setup.name, self.match_setup.name)
        if name == self.home.name:
            self._look_for_matches()

    def speak(self, code: str) -> None:
        """Another language, at once and on every screen; the next start remembers it."""
        i18n.use(code)
        for screen in self.manager.screens:
            screen.retell()
        self.room.keep(choices.LANGUAGE, code, lambda why: self.home.refuse(why) if why else None)

    def sit_down(self) -> None:
        """From the set-up to the shootout."""
        self.shootout.begin(self.room.open_shootout(), self.sounds)
        Clock.schedule_interval(self._frame, 0)
        self.show("shootout")

    def get_up(self) -> None:
        """From the shootout back to the set-up, or to the match that asked for it."""
        if self.room.match is not None:
            self.go_on()
            return
        Clock.unschedule(self._frame)
        self.room.close_shootout()
        self.show("setup")

    # -- from the match to its shootouts and back

    def shoot(self, at_once: bool = False) -> None:
        """From the match to the countdown that it asks for.

        :param at_once: it begins as soon as the pads are heard
        """
        if self.room.asks_for_shootout:
            self._show_duel(self.room.open_duel(), at_once)

    def shoot_on_screen(self, players: list[str]) -> None:
        """Go on with pads on the screen for these players of the duel."""
        self._show_duel(self.room.play_on_screen(players), at_once=False)

    def _show_duel(self, duel: MatchShootout, at_once: bool) -> None:
        Clock.unschedule(self._frame)
        Clock.schedule_interval(self._frame, 0)
        self.shootout.begin_duel(duel, self.sounds, at_once)
        self.show("shootout")

    def show_film(self, number: int, round_: int) -> None:
        """From the match's log to the photo finish of a verdict."""
        self.records.come_for(number, round_)
        self.show("records")

    def show_films(self, match: int) -> None:
        """From the scores to the shootouts of that match."""
        self.records.come_for_match(match)
        self.show("records")

    def go_on(self) -> None:
        """From the shootout back to its match; at once to the next countdown if nothing else is asked."""
        duel = self.room.leave_duel()
        if duel is not None and duel.goes_on():
            self.shoot()
            return
        self.show("match")

    # -- from set-up to match to scores

    def set_up(self, rulebook_id: str) -> None:
        """From home to the set-up of a match."""
        self.match_setup.begin(rulebook_id)
        self.show("match_setup")

    def begin(self) -> None:
        """From the set-up to the match."""
        try:
            setup = self.match_setup.setup()
        except Refused:
            return  # it was changed in this very moment, and the key says why
        self.match.begin(self.room.open_match(setup, shootouts=self.match_setup.shootouts))
        self.show("match")

    def resume(self, number: int) -> None:
        """A match goes on where it was left; who cannot hear why not where they are."""
        try:
            sitting = self.room.resume(number)
        except Refused as refused:
            self._refuse(_why_not(refused))
            self._look_for_matches()
            return
        if sitting.result() is None:
            self.match.begin(sitting)
            self.show("match")
        else:
            self.score()

    def delete(self, number: int) -> None:
        """A match that waits is forgotten."""

        def tell(code: str) -> None:
            if code:
                self.home.refuse(_why_not(Refused(code, number=number)))
            self._look_for_matches()

        self.room.delete_match(number, tell)

    def score(self) -> None:
        """From the match to how it stands."""
        if self.room.match is not None:
            self.scores.begin(self.room.match)
            self.show("scores")

    def leave(self) -> None:
        """From the match, or its scores, home; it waits there if it is not over."""
        self.room.close_match()
        self.show("home")

    def look_at(self, kept: KeptMatch) -> None:
        """From the history to a match that is over."""
        self.room.shown_match(kept.number, self._show_match)

    def _show_match(self, shown: ShownMatch | None) -> None:
        if shown is None:
            self.records.hint.show(_why_not(Refused("match.unknown")))
            return
        row = shown.row
        try:
            why = telling(row.rulebook).refusal(row.why, {}) if row.why else ""
            brands = self.room.brands_in(row)
            self.scores.look(
                Shown(row.rulebook, brands, {}, row.result, shown.log, when(row.started_at), why, row.number)
            )
        except (LookupError, TypeError, ValueError):  # of a later Tin Star, or somebody wrote into the store
            self.records.hint.show(_("This Tin Star cannot show that match."))
        else:
            self.show("scores")

    def demonstrate(self, rulebook_id: str) -> None:
        """A simulated table plays a match by itself."""
        from companion import demo

        seats = demo.seats(rulebook_id)
        self.match.begin(self.room.open_match(demo.setup(rulebook_id), seats))
        self.show("match")
        glass = demo.Glass()
        self.root.add_widget(glass)

        def over() -> None:
            self.root.remove_widget(glass)
            self.demo = None
            if self.room.match is not None and self.room.match.result() is not None:
                self.score()

        seed = self._options.seed
        self.demo = demo.Demo(self.room.match, glass, over, 1 if seed is None else seed)
        glass.bind(on_leave=lambda *_: self.leave())

    def _look_for_matches(self) -> None:
        self.room.matches(self._show_waiting)

    def _show_waiting(self, kept: list[KeptMatch]) -> None:
        self.home.waiting = [
            Waiting(
                match.number,
                match.rulebook,
                match.players,
                tuple(self.room.brands_in(match).values()),
                match.changed_at,
            )
            for match in kept
            if match.result is None and not match.why
        ]

    def _refuse(self, why: str) -> None:
        screen = self.manager.current_screen
        (screen.refuse if isinstance(screen, HomeScreen) else screen.hint.show)(why)

    # -- news and time

    def _frame(self, _dt: float) -> None:
        if self.room.shootout is None:
            Clock.unschedule(self._frame)
        self.room.frame(now_us())

    def _hear(self, _dt: float) -> None:
        """All news so far, then time, then the screen."""
        for what in self._news.take():
            self.room.hear(what)
        self._look(0)

    def _look(self, _dt: float) -> None:
        moment_us = now_us()
        self.room.pass_time(moment_us)
        self._say_what_is_wrong()
        screen: TableScreen = self.manager.current_screen
        if isinstance(screen, HomeScreen):
            screen.pads = self.room.pad_views()
        else:
            screen.refresh(moment_us)
        if screen is self.match and self.room.duel_goes_on:
            self.shoot()

    def _say_what_is_wrong(self) -> None:
        """A port that cannot be used, or a disk that takes nothing: said once, where people look."""
        wrong = [self.room.trouble] if self.room.trouble != self._trouble else []
        self._trouble = self.room.trouble
        for turned in self.room.take_notices():
            wrong.append(_(TURNED[turned.why]).format(port=turned.port, detail=turned.detail))
        for text in filter(None, wrong):
            self._refuse(text)

    def _takes_touches(self) -> bool:
        """Whether a touch now would reach what is seen."""
        late = getattr(self.manager.current_screen, "late", False)
        return not (self.root.deaf or self.manager.transition.is_active or late)

    def _settled(self) -> bool:
        shootout, match = self.room.shootout, self.room.match
        still = (shootout is None or shootout.settled) and (match is None or not match.busy)
        return not self.manager.transition.is_active and still

    def _end(self, code: int) -> None:
        self.exit_code = code
        self.stop()


def _why_not(refused: Refused) -> str:
    """Why a match cannot be opened, looked at or deleted."""
    detail = refused.why.get("detail")
    if detail:
        return str(detail)  # the store's own sentence
    if refused.code in WHY_NOT:
        return _(WHY_NOT[refused.code])
    return sentence(refused)
