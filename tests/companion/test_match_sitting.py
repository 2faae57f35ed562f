"""A match at this table: what is on disk and on the screen, and what a pad answers."""

import random
import time

import pytest

from companion import random_play
from companion.match_sitting import CODES, DEAF_US, LOOKS, NOT_PUBLIC, MatchSitting
from companion.pads import news
from companion.room import NO_DISK
from companion.seating import Seat
from companion.store import open_store
from companion.store import writer as writers
from companion.store.opening import FILE
from shared_rules import games
from shared_rules.engine import Leak, Match, Refused
from tests.companion.evening import NAMES, Evening, agrees, looked, random_move, stands
from tests.engine.games import refused
from tests.engine.tiny import Heist

pytestmark = pytest.mark.usefixtures("tiny_games")


class TestOnDisk:
    @pytest.mark.parametrize("seed", range(6))
    @pytest.mark.parametrize("rulebook", ["bom_mau_bode", "heist"])
    def test_whatever_people_do_the_stored_match_is_the_one_shown(
        self, evening: Evening, rulebook: str, seed: int, is_long: bool
    ):
        chance = random.Random(seed)
        sitting = evening.sit_down(2 + seed % 3, rulebook=rulebook)
        moved = 0
        with open_store(evening.folder) as store:
            for _ in range(400 if is_long else 60):
                before, stood, version = looked(sitting), stands(sitting._shown), sitting.version
                try:
                    random_move(sitting, chance)
                except Refused as no:
                    mine = set(CODES) & {no.code}
                    assert mine <= {NOT_PUBLIC} and not sitting.busy and looked(sitting) == before
                    assert stands(sitting._ahead) == stands(sitting._shown)
                    continue
                if not sitting.busy:
                    continue  # nothing changed
                moved += 1
                assert (looked(sitting), sitting.version) == (before, version), "not before it is on disk"
                evening.settle()
                assert sitting.version == version + 1 and stands(sitting._shown) != stood
                agrees(evening, store)
                if chance.random() < 0.1:
                    before = stands(sitting._shown)
                    evening.room.close_match()
                    sitting = evening.room.resume(sitting.number)
                    assert stands(sitting._shown) == before
                    agrees(evening, store)
        assert moved > 20

    def test_a_match_played_to_its_end(self, evening: Evening):
        chance = random.Random(4)
        sitting = evening.sit_down(5, options={"chef": True})
        while sitting.prompt():
            sitting.random_move(chance).make(sitting)
            evening.settle()
        result = sitting.result()
        (listed,) = evening.ask(evening.room.matches)
        assert (listed.result, listed.n, listed.players, listed.why) == (result, sitting.n, NAMES, "")
        with open_store(evening.folder) as store:
            agrees(evening, store)
            assert "hidden" not in "".join(store.matches.read(sitting.number).standing.lines), (
                "all is open now"
            )
            sitting.undo()
            evening.settle()
            agrees(evening, store)
        assert evening.ask(evening.room.matches)[0].result is None

    def test_nothing_is_taken_while_something_is_on_its_way(self, evening: Evening):
        sitting = evening.sit_down(2)
        options = sitting.prompt()["options"]
        sitting.answer(options[0])
        assert sitting.busy
        refused("match.busy", sitting.answer, options[0])
        refused("match.busy", sitting.undo)
        evening.settle()
        assert sitting.n == 1

    def test_a_disk_that_takes_nothing(self, evening: Evening, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(writers, "TRY_AGAIN_S", 0.01)
        sitting = evening.sit_down(2)
        before, version = looked(sitting), sitting.version
        elsewhere = evening.folder / "elsewhere"
        (evening.folder / FILE).rename(elsewhere)
        sitting.decide()
        evening.until(lambda: sitting.trouble)
        assert "moved or deleted" in sitting.trouble
        assert sitting.busy and (looked(sitting), sitting.version) == (before, version)
        refused("match.busy", sitting.decide)
        assert refused(NO_DISK, evening.room._ask_now, lambda _store: None)["detail"] == sitting.trouble
        elsewhere.rename(evening.folder / FILE)
        evening.settle()
        assert (sitting.trouble, sitting.n, sitting.version) == ("", 1, version + 1)
        with open_store(evening.folder) as store:
            agrees(evening, store)

    @pytest.mark.parametrize("fault", [(Heist, "take"), (Match, "log")], ids=["before", "after"])
    def test_a_rulebook_that_fails_changes_nothing(
        self, evening: Evening, monkeypatch: pytest.MonkeyPatch, fault: tuple[type, str]
    ):
        sitting = evening.sit_down(2, rulebook="heist")
        before = stands(sitting._shown)

        def fails(*_: object) -> None:
            monkeypatch.undo()
            raise Leak("a bug")

        monkeypatch.setattr(*fault, fails)
        assert "a bug" in refused("rulebook.fault", sitting.decide)["what"]
        assert not sitting.busy and stands(sitting._ahead) == stands(sitting._shown) == before
        monkeypatch.setitem(games.GAMES, "heist", Heist)
        sitting.decide()
        evening.settle()
        assert sitting.n == 1

    def test_leaving_writes_what_was_handed_over(self, evening: Evening):
        sitting = evening.sit_down(2)
        sitting.decide()
        evening.room.close_match()
        refused("match.closed", sitting.decide)
        assert evening.room.resume(sitting.number).n == 1

    def test_a_second_try_begins_no_second_match(self, evening: Evening, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(writers, "TRY_AGAIN_S", 0.01)
        (evening.folder / "open").write_text("in the way")
        checked = games.rulebook("bom_mau_bode").set_up(NAMES[:2])
        sitting = evening.room.open_match(checked, [Seat("Ana", 0, "south"), Seat("Bo", 1, "north")])
        evening.until(lambda: sitting.trouble)
        time.sleep(0.05)
        (evening.folder / "open").unlink()
        evening.settle()
        assert [row.number for row in evening.ask(evening.room.matches)] == [sitting.number]


class TestLooking:
    def test_prompts_are_told_with_their_section(self, evening: Evening):
        sitting = evening.sit_down(3, rulebook="heist")
        sitting.decide()
        evening.settle()
        assert sitting.prompt()["section"] == "Taking"
        shouts = [prompt for prompt in sitting.also() if prompt["id"] == "heist.shout"]
        assert [prompt["of"] for prompt in shouts] == list(NAMES[:3])
        assert {prompt["section"] for prompt in shouts} == {"Shouting"}

    def test_a_moment_and_the_question_of_an_entry(self, evening: Evening):
        sitting = evening.sit_down(3)
        views, asked = [], []
        chance = random.Random(2)
        for _ in range(20):
            views.append(sitting.view())
            asked.append(sitting.prompt())
            sitting.answer(random_play.pick_value(sitting._shown.prompt, chance))
            evening.settle()
        assert [sitting.moment(n) for n in range(20)] == views
        assert [sitting.question(k) for k in range(20)] == asked
        assert sitting.version == 21, "looking changes nothing"
        refused("entry.none", sitting.moment, 21)
        refused("entry.none", sitting.question, 20)

    def test_the_question_of_a_secret_is_not_for_everybody(self, evening: Evening):
        sitting = evening.sit_down(2, rulebook="heist")
        while sitting.prompt()["id"] != "heist.bid":
            sitting.answer(sitting._shown.prompt.pick(lambda n: 0))
            evening.settle()
        k = sitting.n
        sitting.answer(1)
        evening.settle()
        for ask in (lambda: sitting.question(k), lambda: sitting.preview(k, 2), lambda: sitting.amend(k, 2)):
            refused("entry.secret", ask)
        assert sitting.concerned(1) == ["Ana"]
        sitting.act("end_early", "table", "yes")
        evening.settle()
        assert sitting.question(k)["id"] == "heist.bid", "when it is over, all is open"

    def test_an_interjections_question(self, evening: Evening):
        sitting = evening.sit_down(2, rulebook="heist")
        for move in (
            sitting.decide,
            lambda: sitting.act("heist.shout", "Bo", "yes"),
            lambda: sitting.answer(2),
        ):
            move()
            evening.settle()
        assert sitting.question(1)["id"] == "heist.shout"
        assert sitting.question(2)["max"] == 3


def up_to_the_first_offer(evening: Evening, sitting: MatchSitting) -> None:
    """What the table is asked, Ana deals."""
    while sitting.prompt()["of"] == "table":
        sitting.answer(sitting._shown.prompt.pick(lambda n: 0))
        evening.settle()


class TestPads:
    @pytest.fixture
    def sitting(self, evening: Evening) -> MatchSitting:
        """Ana with a pad, Bo with one, Cy without; Ana is asked for one of two receivers."""
        sitting = evening.sit_down(3, pads=("p1", "p2"))
        up_to_the_first_offer(evening, sitting)
        assert (sitting.prompt()["id"], sitting.prompt()["of"]) == ("bom.offer.receiver", "Ana")
        return sitting

    def test_the_asked_ones_lights_say_which_button_is_which(self, evening: Evening, sitting: MatchSitting):
        assert sitting.buttons() == {"Bo": "die1", "Cy": "die2"}
        assert evening.pads.shown("p1") == {name: LOOKS[name] for name in ("die1", "die2")}
        assert evening.pads.shown("p2") == {}

    def test_all_looks_differ_in_colour_and_in_pattern(self):
        assert (
            len({colour for colour, _ in LOOKS.values()})
            == len({pattern for _, pattern in LOOKS.values()})
            == 4
        )

    def test_a_whole_offer_by_pads(self, evening: Evening, sitting: MatchSitting):
        evening.press("p1", "die1")
        assert (sitting.prompt()["id"], sitting.prompt()["of"]) == ("bom.offer.answer", "Bo")
        assert sitting.buttons() == dict(zip(sitting.prompt()["options"], ("die1", "die2"), strict=True))
        assert (evening.pads.shown("p1"), set(evening.pads.shown("p2"))) == ({}, {"die1", "die2"})
        evening.press("p2", "die2")
        assert sitting.prompt()["id"] == "bom.offer.card"
        assert sitting.buttons() == {}, "there are more than four"
        assert evening.pads.shown("p1") == evening.pads.shown("p2") == {}
        assert [entry.answer for entry in sitting._shown.entries[-2:]] == ["Bo", "refuse"]

    def test_others_and_unused_buttons_do_nothing(self, evening: Evening, sitting: MatchSitting):
        before = sitting.n, sitting.version
        for pad, button in (("p2", "die1"), ("p2", "hit"), ("p1", "die3"), ("p1", "hit"), ("p9", "die1")):
            evening.press(pad, button)
        assert (sitting.n, sitting.version) == before

    def test_a_press_of_the_moment_before_is_a_mis_tap(self, evening: Evening, sitting: MatchSitting):
        assert DEAF_US == 300_000
        up_us = sitting._up_us
        evening.press("p1", "die1", at_us=up_us + DEAF_US - 1)
        assert sitting.prompt()["id"] == "bom.offer.receiver"
        evening.press("p1", "die1", at_us=up_us + DEAF_US)
        assert sitting.prompt()["id"] == "bom.offer.answer"
        up_us, evening.now_us = evening.now_us, evening.now_us + DEAF_US
        evening.press("p2", "die1", at_us=up_us + DEAF_US - 1)
        assert sitting.prompt()["id"] == "bom.offer.answer", "each prompt has its own moment"
        evening.room.hear(news.Pressed("p2", "die1", up_us + 5 * DEAF_US, up_us + 5 * DEAF_US))
        assert sitting.busy
        evening.settle()
        evening.room.hear(news.Pressed("p2", "die1", 10**9, 10**9))  # while the one before is on its way
        assert (sitting.prompt()["id"], sitting.busy) == ("bom.offer.card", False)

    def test_two_presses_at_once_are_one_answer(self, evening: Evening, sitting: MatchSitting):
        evening.now_us += 10 * DEAF_US
        for button in ("die1", "die2"):
            evening.room.hear(news.Pressed("p1", button, evening.now_us, evening.now_us + 300))
        evening.settle()
        assert sitting._shown.entries[-1].answer == "Bo"
        assert sitting.prompt()["id"] == "bom.offer.answer"

    def test_hit_is_the_fourth(self, evening: Evening):
        sitting = evening.sit_down(5, pads=("p1",))
        up_to_the_first_offer(evening, sitting)
        assert sitting.buttons() == {"Bo": "die1", "Cy": "die2", "Di": "die3", "Eli": "hit"}
        evening.press("p1", "hit")
        assert sitting._shown.entries[-1].answer == "Eli"

    def test_a_pad_that_goes_and_comes(self, evening: Evening, sitting: MatchSitting):
        version = sitting.version
        evening.room.hear(news.Left("p1", 0, 1, "unplugged"))
        assert (sitting.buttons(), sitting.version) == ({}, version + 1)
        evening.press("p1", "die1")
        assert sitting.prompt()["id"] == "bom.offer.receiver"
        who = news.Pad("p1", "00", "pico", "1", 1, False)
        evening.room.hear(news.Joined("p1", who, "usb"))
        assert sitting.buttons() and set(evening.pads.shown("p1")) == {"die1", "die2"}
        evening.room.hear(news.Left("p9", 0, 1, "unplugged"))
        assert sitting.version == version + 2, "nobody's pad changes nothing"

    def test_what_is_covered_is_not_answered(self, evening: Evening, sitting: MatchSitting):
        sitting.listen(False)
        assert evening.pads.shown("p1") == {}
        evening.press("p1", "die1")
        assert sitting.prompt()["id"] == "bom.offer.receiver"
        sitting.listen(True)
        assert set(evening.pads.shown("p1")) == {"die1", "die2"}
        evening.press("p1", "die1")
        assert sitting.prompt()["id"] == "bom.offer.answer"

    def test_whoever_a_seat_was_handed_to_answers(self, evening: Evening, sitting: MatchSitting):
        sitting.act("hand_over", "Ana", "Bo")
        evening.settle()
        assert set(evening.pads.shown("p2")) == {"die1", "die2"} and evening.pads.shown("p1") == {}
        evening.press("p1", "die1")
        assert sitting.prompt()["id"] == "bom.offer.receiver"
        evening.press("p2", "die2")
        assert sitting._shown.entries[-1][:2] == ("bom.offer.receiver", "Ana")
        assert sitting._shown.entries[-1].answer == "Cy"
        sitting.undo(2)
        evening.settle()
        sitting.act("hand_over", "Ana", "table")
        evening.settle()
        assert sitting.buttons() == {}

    def test_lights_are_told_when_they_change_only(self, evening: Evening, sitting: MatchSitting):
        told_before = evening.pads.told
        sitting.act("bom.declare", "Ana", "goat")
        evening.settle()
        assert sitting._shown.entries[-1].id == "bom.declare" and evening.pads.told == told_before

    def test_they_are_dark_when_one_gets_up(self, evening: Evening, sitting: MatchSitting):
        evening.room.close_match()
        assert evening.pads.shown("p1") == {}
        evening.room.hear(news.Pressed("p1", "die1", 10**9, 10**9))
        assert sitting.n == sitting._ahead.n
