"""`--demo`: a simulated table plays a match by itself in the window, at a pace that people can follow.

Owns the pace, the choice of answers and the glass over the window that a touch stops it with. Whoever is
asked taps: where the answer's key is on the screen it is pressed like a finger presses it, everything else
goes to the sitting. It never shows anything by itself, and it never enters anything while it is stopped.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.i18n import _
from companion.seating import FIRST_SIDES, MOST, Seat
from companion.widgets import Panel, Target
from shared_rules import games
from shared_rules.engine import Refused, Setup
from shared_rules.engine.always import EVERYWHERE

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

NAMES = ("Molly", "Arthur", "Silvia", "Pedro", "Rosa")
PLAYERS = 4
LOOK_S = 0.9  # so long a prompt can be read before it is answered
PRESS_S = 0.25  # so long a key is seen pressed
FASTER = 3.0  # each time somebody wants it
FASTEST = 81.0
SPEAKS = 0.5  # of all times that an interjection of the game is open
SKIPS = 0.5  # of all prompts that can be skipped
BY_HAND = frozenset(rule.id for rule in EVERYWHERE)

Json = Mapping[str, Any]


class Answer(NamedTuple):
    """What is said next: to the prompt, or beside it. key: the target that says it, "" if there is no one."""

    prompt: Json
    value: Any
    beside: bool
    key: str


def seats(rulebook_id: str) -> list[Seat]:
    """Who plays: four people if the game takes them. Raises Refused: there is no such game."""
    least, most = games.rulebook(rulebook_id).seats
    count = min(max(PLAYERS, least), most, MOST)
    return [Seat(NAMES[n], n, FIRST_SIDES[n]) for n in range(count)]


def setup(rulebook_id: str) -> Setup:
    """The match that is played. Raises Refused."""
    return games.rulebook(rulebook_id).set_up([seat.name for seat in seats(rulebook_id)])


def choose(sitting: Any, chance: random.Random, spoken: bool = False) -> Answer | None:
    """Return a legal answer, chosen at random; None when the match is over.

    :param spoken: something was said beside this prompt already
    """
    prompt = sitting.prompt()
    if prompt is None:
        return None
    open_now = [act for act in sitting.also() if act["id"] not in BY_HAND]
    if open_now and not spoken and chance.random() < SPEAKS:
        act = chance.choice(open_now)
        return Answer(act, pick(act, chance), True, "")
    if prompt["optional"] and chance.random() < SKIPS:
        return Answer(prompt, None, False, "answer.skip")
    value = pick(prompt, chance)
    return Answer(prompt, value, False, f"answer.{value}" if isinstance(value, str | int) else "")


def pick(prompt: Json, chance: random.Random) -> Any:
    """Return a legal answer to a prompt as contract "match" has it. Raises LookupError for a verdict."""
    return _PICKS[prompt["kind"]](prompt, chance)


def _some(prompt: Json, chance: random.Random) -> list[str]:
    options = prompt["options"]
    chosen = chance.sample(options, chance.randint(prompt["min"], min(prompt["max"], len(options))))
    return [option for option in options if option in chosen]


def _split(prompt: Json, chance: random.Random) -> dict[str, int]:
    left, limits = prompt["total"], prompt["limits"]
    room = sum(limits.values())
    shares = {}
    for option, limit in limits.items():
        room -= limit
        shares[option] = chance.randint(max(0, left - room), min(limit, left))
        left -= shares[option]
    return shares


_PICKS: dict[str, Callable[[Json, random.Random], Any]] = {
    "choose": lambda prompt, chance: chance.choice(prompt["options"]),
    "choose_some": _some,
    "order": lambda prompt, chance: chance.sample(prompt["options"], len(prompt["options"])),
    "split": _split,
    "number": lambda prompt, chance: chance.randint(prompt["min"], prompt["max"]),
    "dice": lambda prompt, chance: [chance.randint(1, prompt["sides"]) for _ in range(prompt["count"])],
}


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
    :param screen: where the keys are
    :param over: called once, when the match is over or people take over
    """

    def __init__(
        self,
        sitting: Any,
        glass: Glass,
        screen: Widget,
        over: Callable[[], object],
        seed: int = 1,
        pace: float = 1.0,
    ) -> None:
        self.pace = pace
        self._sitting, self._glass, self._screen, self._over = sitting, glass, screen, over
        self._chance = random.Random(seed)  # noqa: S311    the same match again, and it guards nothing
        self._version = -1
        self._spoken = -1  # entries that there were when something was said beside the prompt
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
        spoken = self._spoken == self._sitting.n
        answer = choose(self._sitting, self._chance, spoken)
        if answer is None:
            self.end()
        else:
            self._say(answer)

    def _say(self, answer: Answer) -> None:
        """Press its key, or where there is none tell the sitting."""
        key = _key(self._screen, answer.key) if answer.key else None
        if key is not None and key.enabled:
            self._pressed = key
            key.pressed = True
            self._wait(PRESS_S)
            return
        if answer.beside:
            self._spoken = self._sitting.n + 1
        with suppress(Refused):  # a rulebook may refuse what its prompt takes; another answer follows
            if answer.beside:
                self._sitting.act(answer.prompt["id"], answer.prompt["of"], answer.value)
            else:
                self._sitting.answer(answer.value)
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


def _key(screen: Widget, target_id: str) -> Target | None:
    """The key of this name, if a finger could reach it."""
    named = (w for w in _seen(screen) if isinstance(w, Target) and w.target_id == target_id)
    return next((key for key in named if screen.collide_point(*key.to_window(*key.center))), None)


def _seen(widget: Widget) -> Iterator[Widget]:
    for child in widget.children:
        if child.opacity > 0 and not getattr(child, "hidden", False):
            yield child
            yield from _seen(child)
