"""The screen of a match on the stage, and the fingers of whoever sits at it."""

import functools
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from companion.random_play import pick_value
from companion.screens.match_words import MOST_VALUES
from companion.seating import Seat
from shared_rules.engine import Match, Number
from shared_rules.engine.many import Split
from shared_rules.engine.prompts import Prompt
from tests.companion.at_the_table import PATIENCE_S
from tests.companion.match_table import FakeSitting

SIDES = ("south", "west", "north", "east", "south", "north")
NAMES = ("Molly", "Arthur", "Silvia", "Pedro", "Eli", "Flo")
SIZES = [(1280, 800), (800, 480)]
ENOUGH = 60  # matches that are tried for a position
SOME = 6  # matches in which nearly every prompt comes up

Wanted = Callable[[Match], bool]


@functools.cache
def _made() -> tuple[Any, list[str]]:
    from companion.screens.match import MatchScreen

    screen, left = MatchScreen(name="match"), []
    screen.bind(on_get_up=lambda *_: left.append("leave"), on_scores=lambda *_: left.append("scores"))
    return screen, left


def the_screen() -> tuple[Any, list[str]]:
    """The one screen of these tests, on no stage yet, as the window has one for all matches; what left it."""
    screen, left = _made()
    if screen.parent is not None:
        screen.parent.remove_widget(screen)
    left.clear()
    return screen, left


def people(count: int, names: Sequence[str] = NAMES) -> list[Seat]:
    sides = ("south", "north") if count == 2 else SIDES
    return [Seat(names[n], n, sides[n]) for n in range(count)]


class Table:
    """The screen of a match on the stage, and the fingers of whoever sits at it."""

    def __init__(self, stage: Any, sitting: Any) -> None:
        from companion import seen

        self.stage, self.sitting, self._seen = stage, sitting, seen
        self.screen, self.left = the_screen()
        stage.root.add_widget(self.screen)
        self.screen.begin(sitting)
        self.settle()

    def settle(self) -> None:
        """Draw, and wait until taps are taken again."""
        self.screen.refresh(0)
        self.stage.frames(2)
        self.screen.late = self.screen.busy

    def find(self, name: str) -> Any:
        return self._seen.find(name)

    def ids(self, prefix: str = "") -> list[str]:
        return [t.target_id for t in self._seen.targets() if t.target_id.startswith(prefix)]

    def texts(self) -> list[str]:
        found: list[str] = self._seen.texts()
        return found

    def says(self, text: str) -> bool:
        return any(text in one for one in self.texts())

    def middle(self, name: str) -> tuple[float, float]:
        target = self.find(name)
        assert target is not None, (name, self.ids())
        x, y = target.to_window(*target.center, initial=True)
        return float(x), float(y)

    def tap(self, name: str) -> None:
        """A true touch in the middle of a target."""
        self.stage.tap(*self.middle(name))
        self.settle()

    def wait_until(self, true: Callable[[], object]) -> None:
        """Let frames pass; a loaded machine may need many."""
        end = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < end, "it never came"
            self.stage.wait(0.05)

    def rect(self, widget: Any) -> tuple[int, int, int, int]:
        """Where a widget is in the window: left, top, width, height, px."""
        found: tuple[int, int, int, int] = self._seen.rect(widget)
        return found

    def until(self, wanted: Wanted) -> Match:
        """Play on at random, without the screen, until the match stands like this."""
        match = reached(self.sitting.match, wanted)
        self.sitting.match = match
        self.sitting.version += 1
        self.settle()
        return match


def reached(begun: Match, wanted: Wanted) -> Match:
    for seed in range(ENOUGH):
        chance = random.Random(seed)
        match = Match(begun.rulebook, begun.setup)
        while match.prompt is not None:
            if wanted(match):
                return match
            value = pick_value(match.prompt, chance)
            match.answer(None if match.prompt.id == "bom.recount" else value)
    raise AssertionError("no such position")


@functools.cache
def one_of_each(count: int) -> dict[str, Match]:
    """A match that stands at each prompt that comes up in a few of them, with the Chef."""
    begun = FakeSitting("bom_mau_bode", people(count), {"chef": True}).match
    found: dict[str, Match] = {}
    for seed in range(SOME):
        chance = random.Random(seed)
        match = Match(begun.rulebook, begun.setup)
        while match.prompt is not None:
            if match.prompt.id not in found:
                found[match.prompt.id] = match.replay()
            match.answer(pick_value(match.prompt, chance))
    return found


def asks(prompt_id: str, of: str = "") -> Wanted:
    return lambda match: (
        match.prompt is not None and match.prompt.id == prompt_id and of in ("", match.prompt.of)
    )


def tap_through(table: Table, prompt: Prompt, value: Any) -> int:
    """Answer a prompt with true touches; return how many it took."""
    names = ["answer.skip"] if value is None else taps_for(prompt, value, table)
    for name in names:
        table.tap(name)
    return len(names)


def taps_for(prompt: Prompt, value: Any, table: Table) -> list[str]:
    if isinstance(prompt, Split) and prompt.total == 1:
        return [f"answer.{next(key for key, share in value.items() if share)}"]
    if isinstance(prompt, Split):
        least = {
            k: max(0, prompt.total - sum(n for j, n in prompt.limits().items() if j != k)) for k in value
        }
        return [f"answer.{k}.more" for k, n in value.items() for _ in range(n - least[k])] + ["answer.done"]
    if isinstance(prompt, Number) and prompt.most - prompt.least >= MOST_VALUES:
        return [*(f"answer.digit.{digit}" for digit in str(value)), "answer.done"]
    return [f"answer.{value}"]
