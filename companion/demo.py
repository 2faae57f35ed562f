"""`--demo`: a simulated table plays a match by itself in the window, at a pace that people can follow.

Owns the pace and the glass over the window that a touch stops it with. Whoever is
asked taps: where the answer's key is on the screen it is pressed like a finger presses it, everything else
goes to the sitting. It never shows anything by itself, and it never enters anything while it is stopped.
"""

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty
from kivy.uix.floatlayout import FloatLayout

from companion import seen
from companion.i18n import _
from companion.random_play import Move
from companion.seating import FIRST_SIDES, MOST, Seat
from companion.widgets import Panel, Target
from shared_rules import games
from shared_rules.engine import Refused, Setup

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

NAMES = ("Molly", "Arthur", "Silvia", "Pedro", "Rosa")
PLAYERS = 4
LOOK_S = 0.9  # so long a prompt can be read before it is answered
PRESS_S = 0.25  # so long a key is seen pressed
FASTER = 3.0  # each time somebody wants it
FASTEST = 81.0


def seats(rulebook_id: str) -> list[Seat]:
    """Who plays: four people if the game takes them. Raises Refused: there is no such game."""
    least, most = games.rulebook(rulebook_id).seats
    count = min(max(PLAYERS, least), most, MOST)
    return [Seat(NAMES[n], n, FIRST_SIDES[n]) for n in range(count)]


def setup(rulebook_id: str) -> Setup:
    """The match that is played. Raises Refused."""
    return games.rulebook(rulebook_id).set_up([seat.name for seat in seats(rulebook_id)])


class Glass(FloatLayout):
    """Over the whole window while the table plays by itself: no touch comes through, and each stops it.

    Events: on_go_on, on_faster, on_take_over, on_leave.
    """

    stopped = BooleanProperty(False)
    labels = ListProperty([""] * 5)

    def __init__(self, **properties: Any) -> None:
        for event in ("on_go_on", "on_faster", "on_take_over", "on_leave"):
            self.register_event_type(event)
        super().__init__(**properties)
        self.retell()

    def on_go_on(self) -> None:
        """The table plays on."""

    def on_faster(self) -> None:
        """And faster."""

    def on_take_over(self) -> None:
        """People play on from here."""

    def on_leave(self) -> None:
        """Home."""

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self.labels = [_("Demonstration"), _("Go on"), _("Faster"), _("Play on yourselves"), _("Home")]

    def on_touch_down(self, touch: Any) -> bool:
        """Stop, or tap a key of the panel."""
        if self.stopped:
            super().on_touch_down(touch)
        else:
            self.stopped = True
        return True


class StopPanel(Panel):
    """What can be done with a demonstration that was stopped."""

    covers = True  # what lies below it cannot be tapped


class Demo:
    """A match that plays itself.

    :param sitting: a `MatchSitting`
    :param glass: what a touch stops it with; its owner puts it over the window, and takes it away at the end
    :param over: called once, when the match is over or people take over
    """

    def __init__(
        self,
        sitting: Any,
        glass: Glass,
        over: Callable[[], object],
        seed: int = 1,
        pace: float = 1.0,
    ) -> None:
        self.pace = pace
        self._sitting, self._glass, self._over = sitting, glass, over
        self._chance = random.Random(seed)  # noqa: S311    the same match again, and it guards nothing
        self._pressed: Target | None = None
        self._next = Clock.create_trigger(self._move, 0)
        glass.bind(
            on_go_on=lambda *_: self.go_on(),
            on_faster=lambda *_: self.faster(),
            on_take_over=lambda *_: self.end(),
            on_leave=lambda *_: self.end(),
        )
        self._wait(LOOK_S)

    # -- the pace

    def go_on(self) -> None:
        """Play on after a touch."""
        self._glass.stopped = False
        self._wait(LOOK_S)

    def faster(self) -> None:
        """Play on, faster."""
        self.pace = min(FASTEST, self.pace * FASTER)
        self.go_on()

    def end(self) -> None:
        """Play no more."""
        self._next.cancel()
        self._lift()
        over, self._over = self._over, lambda: None
        over()

    def _wait(self, seconds: float) -> None:
        self._next.cancel()
        self._next.timeout = seconds / self.pace
        self._next()

    # -- one answer after the other

    def _move(self, _dt: float) -> None:
        if self._glass.stopped:
            self._lift()
            return
        if self._pressed is not None:
            self._let_go()
            return
        if self._sitting.busy:
            self._wait(PRESS_S)
            return
        if self._sitting.prompt() is None:
            self.end()
        else:
            self._say(self._sitting.random_move(self._chance))

    def _say(self, move: Move) -> None:
        """Press its key, or where there is none tell the sitting."""
        self._pressed = _key(move)
        if self._pressed is not None:
            self._pressed.pressed = True
            self._wait(PRESS_S)
            return
        with suppress(Refused):  # a rulebook may refuse what its prompt takes; another answer follows
            move.make(self._sitting)
        self._wait(LOOK_S)

    def _let_go(self) -> None:
        key = self._pressed
        self._lift()
        if key is not None and key.enabled:
            key.tap()
        self._wait(LOOK_S)

    def _lift(self) -> None:
        if self._pressed is not None:
            self._pressed.pressed = False
            self._pressed = None


def _key(move: Move) -> Target | None:
    """The key that says a move, if it is on the screen and a finger could reach it."""
    if move.beside or not isinstance(move.value, str | int | None):
        return None
    key = seen.find(f"answer.{'skip' if move.value is None else move.value}")
    return key if isinstance(key, Target) and key.enabled else None
