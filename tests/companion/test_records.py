"""History: what is said of a stored shootout, and of each of its rounds."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import i18n, wording
from companion.store import open_store
from companion.store.matches import Beginning, Standing
from companion.store.writer import StoreWriter
from tests.referee.trace_lines import COWARD, S1, S2, draw, header, hit, judge, mark, roll

ROUND_US = 20_000_000
A_MATCH = Beginning("boomtown_bandits", "{}", "[]", (("Ana", 0), ("Bo", 1)), {})
AFTER_US = 3_200_000  # of a round's countdown: 0.2 s after DRAW


@pytest.fixture
def history(stage: Any, tmp_path: Path) -> Iterator[Any]:
    """The screen over a store that a test fills first: `history(line, ...)`, once for each shootout."""
    from companion.room import Room
    from companion.screens.records import RecordsScreen

    heard: list[Any] = []
    writer = StoreWriter(tmp_path, heard.append)
    room = Room(NoPads(), writer, heard.append)  # type: ignore[arg-type]

    def show(*shootouts: list[str], of_a_match: int = 0, come_for: int | None = None) -> Any:
        """of_a_match: so many of them, the first ones, are a match's; come_for: what the screen comes for."""
        with open_store(tmp_path) as store:
            match = store.matches.begin(A_MATCH, Standing()) if of_a_match else None
            for n, lines in enumerate(shootouts):
                store.record(store.begin_shootout(lines[0], match if n < of_a_match else None), lines[1:])
        screen = RecordsScreen(name="records", room=room)
        if come_for is not None:
            screen.come_for_match(come_for)
        stage.show(screen)
        screen.dispatch("on_pre_enter")
        end = time.monotonic() + 5
        while not heard and time.monotonic() < end:
            time.sleep(0.01)
        for what in heard:
            room.hear(what)
        stage.frames()
        return screen

    yield show
    writer.close()


class NoPads:
    """A table with pads on the screen only."""

    def ends(self) -> list[Any]:
        return []


def table_dice(*names: str, rounds: int = 1) -> list[str]:
    """A shootout with table dice; in each round the first of these presses, 41 ms later the second."""
    lines = [header(*names)]
    for number in range(1, rounds + 1):
        begin_us = (number - 1) * ROUND_US
        dice = {name: [S1] for name in names}
        lines += [
            draw(number, begin_us, begin_us + 3_000_000, **dice),
            hit("p1", number, begin_us + AFTER_US),
            hit("p2", number, begin_us + AFTER_US + 41_010),
        ]
    return [*lines, mark("p1", rounds), mark("p2", rounds), mark("p3", 0)][: len(lines) + len(names)]


PAD_DICE = [
    header("Ana", "Bo", mode="pad"),
    draw(1, 0, 3_000_000, Ana=[S1, S2, COWARD], Bo=[S1, COWARD]),
    roll("p1", 1, S1, "blank", 3_100_000),
    roll("p1", 2, S1, "bullet", 3_900_000),
    roll("p2", 1, COWARD, "run", 3_950_000),
    hit("p2", 2, 3_960_000),
    roll("p1", 3, S2, "blank", 4_000_000),
    hit("p1", 4, 4_800_000),
    roll("p1", 5, S1, "blank", 5_000_000),
    judge(1, "first", "a die was cocked", player="Bo"),
    mark("p1", 5),
    mark("p2", 2),
]


BROKEN_OFF = [
    header("Ana", "Bo").replace('"p1"', '"screen:Ana"').replace('"p2"', '"screen:Bo"'),
    draw(1, 0, 3_000_000, Ana=[S1], Bo=[S1]),
    hit("screen:Bo", 1, AFTER_US),
]


def cards(screen: Any) -> list[Any]:
    return [card for card in screen.ids.rows.children[::-1] if getattr(card, "target_id", "")]


class TestTheList:
    def test_it_says_who_when_and_how_it_ended(self, history: Any, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        try:
            (card,) = cards(history(table_dice("Ana", "Bo")))
            assert card.label == "Ana and Bo"
            assert card.detail == f"{time.strftime('%-d %B %Y, %H:%M')} · Ana first, by 41 ms"
        finally:
            monkeypatch.undo()
            time.tzset()

    def test_everybody_has_a_mark_of_their_own(self, history: Any):
        """Bo sits here with colour 1; Ana and Cy, who do not, never wear it."""
        screen = history(table_dice("Ana", "Bo", "Cy"))
        screen.room.setup.rename(0, "Zoe")
        screen.retell()
        (card,) = cards(screen)
        assert card.brands == [0, 1, 2]
        screen.room.setup.recolour(1)
        screen.retell()
        (card,) = cards(screen)
        assert card.brands[1] == 2 and len(set(card.brands)) == 3

    def test_the_shootouts_of_a_match_stand_behind_it(self, history: Any):
        screen = history(*[table_dice("Ana", "Bo")] * 5, of_a_match=3)
        free = {"record.5", "record.4"}
        assert {card.target_id for card in cards(screen)} & {f"record.{n}" for n in range(1, 6)} == free

    def test_those_of_one_match_lead_back_to_its_scores(self, history: Any, stage: Any):
        screen = history(*[table_dice("Ana", "Bo")] * 5, of_a_match=3, come_for=1)
        assert [card.target_id for card in cards(screen)] == ["record.3", "record.2", "record.1"]
        assert screen.labels[0] == "Shootouts"
        heard: list[str] = []
        screen.bind(on_back=lambda *_: heard.append("back"), on_scores=lambda *_: heard.append("scores"))
        cards(screen)[0].tap()
        assert screen.looking
        screen.back()
        assert not screen.looking and heard == []
        screen.back()
        screen.back()
        assert heard == ["scores", "back"]

    def test_without_anything_it_says_so(self, history: Any):
        screen = history()
        assert screen.where == "No shootout is stored yet."
        assert not screen.ids.earlier.enabled and not screen.ids.later.enabled

    def test_a_key_that_leads_nowhere_is_off_and_says_why(self, history: Any, stage: Any):
        screen = history(table_dice("Ana", "Bo"))
        for key, why in (("earlier", "There is nothing earlier."), ("later", "There is nothing later.")):
            target = screen.ids[key]
            assert not target.enabled
            stage.tap(*target.to_window(*target.center))
            assert screen.hint.text == why

    def test_more_than_a_page(self, history: Any):
        screen = history(*[table_dice("Ana", "Bo")] * 15)
        earlier, later = screen.ids.earlier, screen.ids.later
        assert [card.target_id for card in cards(screen)] == [f"record.{n}" for n in range(15, 3, -1)]
        assert earlier.enabled and not later.enabled
        earlier.tap()
        assert [card.target_id for card in cards(screen)] == ["record.3", "record.2", "record.1"]
        assert later.enabled and not earlier.enabled
        later.tap()
        assert len(cards(screen)) == 12

    @pytest.mark.parametrize("size", [(1280, 800), (800, 480), (1024, 600)])
    def test_a_page_is_in_the_window_and_no_card_under_another(
        self, history: Any, stage: Any, size: tuple[int, int]
    ):
        stage.resize(*size)
        shown = cards(history(*[table_dice("Ana", "Bo")] * 15))
        boxes = [(*card.to_window(*card.pos), *card.size) for card in shown]
        assert len(boxes) == {800: 12, 600: 12, 480: 8}[size[1]]
        for n, (x, y, width, height) in enumerate(boxes):
            assert x >= 0 and x + width <= size[0] and y >= 0 and y + height <= size[1]
            assert min(width, height) >= (64 if size == (800, 480) else 72)
            for left, low, wide, high in boxes[:n]:
                assert x >= left + wide or left >= x + width or y >= low + high or low >= y + height

    def test_a_round_that_was_broken_off_says_so(self, history: Any):
        """The app ended before all pads had said what they saw."""
        (card,) = cards(history(BROKEN_OFF))
        assert card.detail.endswith(" · Broken off")


class TestOneRound:
    def opened(self, history: Any, stage: Any, lines: list[str]) -> Any:
        screen = history(lines)
        cards(screen)[0].tap()
        stage.frames()
        return screen

    def test_the_dice_lie_as_they_lay_at_the_freeze(self, history: Any, stage: Any):
        screen = self.opened(history, stage, PAD_DICE)
        dice = {view.player: dict(view.dice) for view in screen.ids.board.views}
        assert dice["Ana"] == {S1: "bullet", S2: "blank", COWARD: None}  # S1's last throw came too late
        assert dice["Bo"] == {S1: None, COWARD: "run"}

    def test_on_table_dice_nobody_knows_the_faces_but_everybody_which_dice(self, history: Any, stage: Any):
        screen = self.opened(history, stage, table_dice("Ana", "Bo"))
        assert [view.dice for view in screen.ids.board.views] == [((S1, None),)] * 2

    def test_it_says_the_ruling_why_and_the_judges_reason(self, history: Any, stage: Any):
        screen = self.opened(history, stage, PAD_DICE)
        assert screen.ids.board.verdict == "Judge: Bo first"
        texts = [w.text for w in screen.walk() if hasattr(w, "role") and hasattr(w, "text")]
        (told,) = [text for text in texts if text == screen.told]
        assert told == "Bo's coward runs away. Ana first. The judge: Bo first. (a die was cocked)"
        story = screen.ids.evidence.story.splitlines()
        assert story[0] == "Bo called with nothing showing and counts to three."
        assert "The judge: Bo first. (a die was cocked)" in story

    def test_everything_that_was_said_is_behind_evidence(self, history: Any, stage: Any):
        screen = self.opened(history, stage, table_dice("Ana", "Bo"))
        panel, key = screen.ids.evidence, screen.ids.look
        assert "Bo: void, late." in panel.story and "void" not in screen.told
        stage.tap(*key.to_window(*key.center))
        assert panel.shown
        (seen,) = [widget for widget in panel.walk() if getattr(widget, "target_id", "") == "seen"]
        stage.tap(*seen.to_window(*seen.center))
        assert not panel.shown

    def test_broken_off_names_people_and_no_pads(self, history: Any, stage: Any):
        screen = self.opened(history, stage, BROKEN_OFF)
        assert screen.ids.board.verdict == "Broken off"
        assert screen.told == "Broken off; not all was in yet: Ana and Bo."
        i18n.use("fr")
        screen.retell()
        assert screen.ids.board.verdict == "Manche interrompue"
        assert "screen:" not in screen.told + screen.ids.evidence.story

    def test_whom_the_judge_names_leads(self, history: Any, stage: Any):
        screen = self.opened(history, stage, PAD_DICE)  # Ana's by the pads, Bo's by the judge
        assert {view.player: view.leads for view in screen.ids.board.views} == {"Ana": False, "Bo": True}
        assert [figure.tone for figure in screen.ids.board.ids.figures.children[::-1]] == [
            "text" if view.leads else "muted" for view in screen.ids.board.views
        ]

    def test_without_the_judge_it_is_the_referees(self, history: Any, stage: Any):
        screen = self.opened(history, stage, table_dice("Ana", "Bo"))
        assert {view.player: view.leads for view in screen.ids.board.views} == {"Ana": True, "Bo": False}

    def test_the_judge_leaves_out_a_person_and_no_pad(self, history: Any, stage: Any):
        lines = [*table_dice("Ana", "Bo", "Cy"), judge(1, "without", "gone", pad="p3")]
        screen = self.opened(history, stage, lines)
        assert screen.ids.board.verdict == "Judge: without Cy"
        assert screen.told.endswith("The judge: without Cy. (gone)")

    def test_from_round_to_round_and_no_further(self, history: Any, stage: Any):
        screen = self.opened(history, stage, table_dice("Ana", "Bo", rounds=3))
        earlier, later = screen.ids.earlier, screen.ids.later
        assert not earlier.enabled and earlier.why == "This is the first round."
        later.tap()
        assert earlier.enabled and later.enabled and screen.ids.board.fact == "Round 2"
        later.tap()
        assert not later.enabled and later.why == "This is the last round."
        screen.back()
        assert earlier.why == "There is nothing earlier."

    def test_it_changes_its_language_where_it_is(self, history: Any, stage: Any):
        screen = self.opened(history, stage, PAD_DICE)
        i18n.use("fr")
        screen.retell()
        assert screen.looking and screen.ids.board.verdict == "Juge\N{NO-BREAK SPACE}: Bo en premier"
        assert "(a die was cocked)" in screen.told and "The judge" not in screen.told


class TestDates:
    @pytest.fixture(autouse=True)
    def in_brussels(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        monkeypatch.setenv("TZ", "Europe/Brussels")
        time.tzset()
        yield
        monkeypatch.undo()
        time.tzset()

    def test_they_are_of_the_place_and_in_the_language(self):
        stamp = "2026-12-31T23:30:00.000+00:00"
        assert wording.when(stamp) == "1 January 2027, 00:30"
        i18n.use("fr")
        assert wording.when(stamp) == "1 janvier 2027, 00:30"

    @pytest.mark.parametrize("stamp", ["", "yesterday", "0001-01-01T00:00:00+23:59", "2026-13-01T00:00"])
    def test_what_is_none_stays_as_it_is(self, stamp: str):
        assert wording.when(stamp) == stamp
