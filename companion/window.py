"""The window's screens, put together. Imported only when there is a display.

Owns the way from screen to screen, and the trigger that hands all news to the room and lets the shown screen
look.
"""

from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RENDERER, glGetString
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import FadeTransition, NoTransition, ScreenManager

from companion import i18n
from companion import theme as numbers
from companion.i18n import _
from companion.options import LOOK_S, Options
from companion.room import Room
from companion.screens.home import HomeScreen
from companion.screens.records import RecordsScreen
from companion.screens.setup import SetupScreen
from companion.screens.shootout import ShootoutScreen
from companion.screens.table import TableScreen
from companion.sound import Sounds
from companion.tableclock import now_us
from companion.widgets import theme
from companion.wording import TURNED

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

    def __init__(self, pads: Any, writer: Any, news: Any, options: Options) -> None:
        super().__init__()
        self.exit_code = 0
        self.sounds = Sounds()
        self._trouble = ""
        self._came_from = "home"
        self._news = news
        self._options = options
        self._pump = Clock.create_trigger(self._hear)
        self.room = Room(pads, writer, news.post, beat_us=options.beat_us, settle_us=options.settle_us)
        self.drive: Any = None

    def wake(self) -> None:
        """News has come in; from any thread."""
        self._pump()

    # -- putting together

    def build(self) -> Root:
        """Make the screens."""
        theme.fit_window(*Window.size)
        theme.reduced_motion = _drawn_by_the_processor()
        Window.clearcolor = theme.bg
        Window.bind(size=lambda _window, size: theme.fit_window(*size))
        still = theme.reduced_motion
        transition = NoTransition() if still else FadeTransition(duration=theme.ms(numbers.SCREEN_MS))
        self.manager = ScreenManager(transition=transition)
        self.home = HomeScreen(name="home")
        self.setup = SetupScreen(name="setup", room=self.room)
        self.shootout = ShootoutScreen(name="shootout", room=self.room)
        self.records = RecordsScreen(name="records", room=self.room)
        for screen in (self.home, self.setup, self.shootout, self.records):
            self.manager.add_widget(screen)
        self._connect()
        root = Root()
        root.add_widget(self.manager)
        self.manager.bind(current=lambda _manager, name: self._changed_to(name))
        return root

    def _connect(self) -> None:
        self.home.bind(on_shootout=lambda *_: self.show("setup"), on_history=lambda *_: self.show("records"))
        self.home.bind(on_language=lambda _home, code: self.speak(code))
        self.setup.bind(
            on_start=lambda *_: self.sit_down(),
            on_back=lambda *_: self.show("home"),
            on_records=lambda *_: self.show("records"),
        )
        self.shootout.bind(on_leave=lambda *_: self.get_up())
        self.records.bind(on_back=lambda *_: self.show(self._came_from))

    def on_start(self) -> None:
        """The window is there."""
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
        self._hear(0)  # what came in before there was a window

    # -- from screen to screen

    def show(self, name: str) -> None:
        """Go to a screen."""
        if name == "records":
            self._came_from = self.manager.current
        self.manager.current = name

    def _changed_to(self, name: str) -> None:
        self.root.changed_us = now_us()
        self.room.setting_up = name == self.setup.name

    def speak(self, code: str) -> None:
        """Another language, at once and on every screen; the next start remembers it."""
        i18n.use(code)
        for screen in self.manager.screens:
            screen.retell()
        self.room.keep_language(code, lambda why: self.home.refuse(why) if why else None)

    def sit_down(self) -> None:
        """From the set-up to the shootout."""
        self.shootout.begin(self.room.open_shootout(), self.sounds)
        Clock.schedule_interval(self._frame, 0)
        self.show("shootout")

    def get_up(self) -> None:
        """From the shootout back to the set-up."""
        Clock.unschedule(self._frame)
        self.room.close_shootout()
        self.show("setup")

    # -- news and time

    def _frame(self, _dt: float) -> None:
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

    def _say_what_is_wrong(self) -> None:
        """A port that cannot be used, or a disk that takes nothing: said once, where people look."""
        wrong = [self.room.trouble] if self.room.trouble != self._trouble else []
        self._trouble = self.room.trouble
        for turned in self.room.take_notices():
            wrong.append(_(TURNED[turned.why]).format(port=turned.port, detail=turned.detail))
        screen = self.manager.current_screen
        for text in filter(None, wrong):
            (screen.refuse if isinstance(screen, HomeScreen) else screen.hint.show)(text)

    def _takes_touches(self) -> bool:
        """Whether a touch now would reach what is seen."""
        return not (self.root.deaf or self.manager.transition.is_active or self.shootout.late)

    def _settled(self) -> bool:
        shootout = self.room.shootout
        return not self.manager.transition.is_active and (shootout is None or shootout.settled)

    def _end(self, code: int) -> None:
        self.exit_code = code
        self.stop()
