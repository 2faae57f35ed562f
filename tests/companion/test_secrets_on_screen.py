"""No secret of a match can be read off the window before its end: two matches that differ in nothing but
their secrets show the same texts, targets and labels after every entry, also in the log and the menu."""

import random
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import pytest

from companion.look_alike import play_both
from shared_rules import games
from shared_rules.engine import Entry, Match
from tests.companion.match_table import FakeSitting

BOM = "bom_mau_bode"
PAIRS, PAIRS_LONG = 1, 50
PRIES = 20  # entries after which somebody opens the log, and the menu

Face = list[Any]


def pairs(seats: Sequence[Any], count: int) -> Iterator[tuple[Match, Match]]:
    """So many times two matches alike but for their secrets, of which some differ."""
    book = games.rulebook(BOM)
    for seed in range(100 * count):
        setup = book.set_up([seat.name for seat in seats], {"chef": bool(seed % 2)})
        one, other = Match(book, setup), Match(book, setup)
        if play_both(one, other, random.Random(seed)):
            yield one, other
            count -= 1
        if not count:
            return
    raise AssertionError("hardly ever a secret")


class Onlooker:
    """Everything that can be read off the window while a match goes on."""

    def __init__(self, table: Any) -> None:
        from companion import seen

        self.table, self.seats, self._seen = table, table.sitting.seats, seen

    def watch(self, match: Match) -> Iterator[Face]:
        """Play it again on the screen, and look after each entry."""
        sitting = FakeSitting(BOM, self.seats, match.setup.options)
        self.table.sitting = sitting
        self.table.screen.begin(sitting)
        for k, entry in enumerate(match.entries):
            self._say(sitting, entry)
            if sitting.prompt() is None:
                return
            yield self.face()
            if k % PRIES == 0:
                yield from self._pry()

    def _say(self, sitting: FakeSitting, entry: Entry) -> None:
        if entry.act:
            sitting.act(entry.id, entry.of, entry.answer)
        else:
            sitting.answer(entry.answer)

    def face(self) -> Face:
        """What stands there now."""
        from kivy.clock import Clock

        self.table.screen.refresh(0)
        for _ in range(4):  # a layout may ask for another one
            Clock.tick()
        targets = [(t.target_id, t.label, t.enabled, t.why) for t in self._seen.targets()]
        return [self._seen.texts(), targets]

    def _pry(self) -> Iterator[Face]:
        screen = self.table.screen
        for name in "log", "menu", "undo":
            screen._corner(name, False)
            yield self.face()
            screen._shut()
        screen._corner("redo", False)  # unless somebody was asked about the undo
        yield self.face()


@pytest.mark.parametrize("count", [2, pytest.param(5, marks=pytest.mark.long)])
def test_matches_that_differ_in_secrets_look_the_same(sit: Any, count: int, is_long: bool) -> None:
    onlooker = Onlooker(sit(count))
    for one, other in pairs(onlooker.seats, PAIRS_LONG if is_long else PAIRS):
        seen = list(onlooker.watch(one))  # one after the other: they have one screen
        for here, there in zip_longest(seen, onlooker.watch(other)):
            assert here == there
