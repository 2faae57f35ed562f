"""What is asked at one moment, of whom and where, without a window."""

import subprocess
import sys
from typing import Any

import pytest

from companion.screens.match_asked import Questions
from companion.screens.match_beside import Interjection, TakeBack
from companion.telling import telling
from shared_rules.engine import TABLE
from tests.companion.match_stage import asks, people, reached
from tests.companion.match_table import FakeSitting

BOM = "bom_mau_bode"


def fits(seat: str, _asks: Any) -> bool:
    """As in a large window: every pane has room."""
    return seat != TABLE


def has_no_room(_seat: str, _asks: Any) -> bool:
    return False


class Asked:
    """A match of five at this prompt of Arthur's, and what is asked there."""

    def __init__(self, prompt_id: str = "bom.offer.answer", of: str = "Arthur") -> None:
        self.sitting = FakeSitting(BOM, people(5))
        self.sitting.match = reached(self.sitting.match, asks(prompt_id, of))
        self.questions = Questions()
        brands = {seat.name: seat.brand for seat in self.sitting.seats}
        self.questions.begin(self.sitting, telling(BOM), brands)
        assert self.questions.moved_on()
        self.dealer = self.sitting.view()["state"]["dealer"]


@pytest.fixture
def asked() -> Asked:
    return Asked()


def test_it_needs_no_window() -> None:
    code = "import sys, companion.screens.match_asked; sys.exit('kivy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class TestThePrompt:
    def test_it_stands_in_its_owners_pane(self, asked: Asked):
        found = asked.questions
        found.place(fits, False)
        assert list(found.in_panes) == ["Arthur"] and found.over is None
        assert found.is_active("Arthur") and not found.is_active("Molly")
        assert found.is_lit("Arthur") and not found.is_lit("Molly")
        assert found.prefix("Arthur") == "answer" and found.can_be_seen(covered=True)

    def test_where_there_is_no_room_it_lies_over_the_board(self, asked: Asked):
        found = asked.questions
        found.place(has_no_room, False)
        assert not found.in_panes and found.over is found.first is not None
        assert found.over_in_words == found.in_words(found.over)
        assert found.is_active("Arthur") and not found.is_lit("Arthur")
        assert found.can_be_seen(covered=False) and not found.can_be_seen(covered=True)

    def test_it_is_another_one_only_when_it_is(self, asked: Asked):
        assert not asked.questions.moved_on()
        asked.sitting.answer("accept")
        assert asked.questions.moved_on()

    def test_nothing_is_asked_while_people_look_back(self, asked: Asked):
        found = asked.questions
        found.place(fits, True)
        assert not found.in_panes and found.over is None and not found.is_active("Arthur")
        assert found.acts(asked.dealer) == () and not found.can_be_seen(covered=False)


class TestAnInterjection:
    def declare(self, asked: Asked, room: Any = fits) -> Questions:
        asked.questions.act = Interjection("hand_over", "Arthur", 0)
        asked.questions.place(room, False)
        return asked.questions

    def test_it_is_open_to_whom_the_rules_say(self, asked: Asked):
        found = asked.questions
        found.place(fits, False)
        assert [act.target_id for act in found.acts(asked.dealer)] == ["act.bom.declare"]
        others = [seat.name for seat in asked.sitting.seats if seat.name != asked.dealer]
        assert [found.acts(name) for name in others] == [()] * 4

    def test_in_its_pane_it_goes_before_the_prompt(self, asked: Asked):
        found = self.declare(asked)
        words = found.in_pane("Arthur")
        assert words is not None and words.key[0] == "hand_over" and words.skip == "Close"
        assert found.act_in == "Arthur" and found.prefix("Arthur") == "act.hand_over"
        assert not found.is_lit("Arthur") and not found.can_be_seen(covered=False)

    def test_where_only_one_pane_may_be_open_the_prompt_waits(self, asked: Asked):
        """And nobody's pad answers what is not on the screen."""
        found = asked.questions
        found.act = Interjection("bom.declare", asked.dealer, 0)
        found.place(fits, False)
        assert set(found.in_panes) == {"Arthur", asked.dealer} and found.can_be_seen(covered=False)
        found.place(fits, False, alone=True)
        assert list(found.in_panes) == [asked.dealer] and not found.can_be_seen(covered=False)
        found.act = None
        found.place(fits, False, alone=True)
        assert list(found.in_panes) == ["Arthur"] and found.can_be_seen(covered=False)

    def test_where_there_is_no_room_the_pane_is_the_prompts(self, asked: Asked):
        found = self.declare(asked, lambda _seat, words: words.key[0] != "hand_over")
        words = found.in_pane("Arthur")
        assert words is not None and words.key[0] == "bom.offer.answer"
        assert found.act is not None and found.act_in == "" and found.prefix("Arthur") == "answer"

    def test_what_cannot_be_said_any_more_is_forgotten(self, asked: Asked):
        asked.questions.act = Interjection("bom.declare", "nobody", 0)
        asked.questions.place(fits, False)
        assert asked.questions.act is None and asked.questions.act_prompt is None


class TestAWayBack:
    def test_it_goes_before_everything(self, asked: Asked):
        found = asked.questions
        found.act = Interjection("hand_over", "Arthur", 0)
        found.back = TakeBack(lambda: None, ("Molly",))
        found.place(fits, False)
        words = found.in_pane("Molly")
        assert words is not None and [option.id for option in words.options] == ["yes.Molly", "no"]
        assert found.prefix("Molly") == "undo" and found.is_active("Molly")
        assert found.in_pane("Arthur") is None and not found.is_active("Arthur") and found.over is None
        assert not found.is_lit("Arthur") and not found.can_be_seen(covered=False)

    def test_when_the_match_moves_on_nobody_is_asked_any_more(self, asked: Asked):
        found = asked.questions
        found.back = TakeBack(lambda: None, ("Molly",))
        found.moved_on()
        assert found.back is None

    def test_another_match_begins_with_nothing_open(self, asked: Asked):
        found = asked.questions
        found.act, found.back = Interjection("hand_over", "Arthur", 0), TakeBack(lambda: None, ("Molly",))
        found.begin(asked.sitting, telling(BOM), {"Molly": 0})
        assert found.first is None and found.act is None and found.back is None
