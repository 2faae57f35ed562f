"""A match at this table: a real store, a real rulebook, and pads that only note what they are told."""

import itertools
import multiprocessing
import queue
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import kept_match, random_play
from companion.match_sitting import CODES, DARK, DEAF_US, LOOKS, NOT_PUBLIC, MatchSitting
from companion.pads import news
from companion.room import NO_DISK, Room
from companion.seating import SIDES, Seat
from companion.store import open_store
from companion.store import writer as writers
from companion.store.opening import FILE
from companion.store.store import Store
from companion.store.writer import Job, StoreWriter
from companion.traces import compact
from shared_rules import games
from shared_rules.engine import Leak, Match, Refused
from shared_rules.wire import messages as m
from tests.engine.conformance import other_value
from tests.engine.games import refused, told
from tests.engine.tiny import Heist

NAMES = ("Ana", "Bo", "Cy", "Di", "Eli")
PATIENCE_S = 20.0


class NotedPads:
    """Pads that are here, and what their lights were told last."""

    def __init__(self, *labels: str) -> None:
        self.labels = labels
        self.lights: dict[str, tuple[int, ...]] = {}
        self.told = 0

    def ends(self) -> list[Any]:
        return [SimpleNamespace(label=label, port="usb") for label in self.labels]

    def wish(self, label: str, kind: object, *values: int) -> None:
        assert kind is m.Lights and len(values) == 8
        self.lights[label] = values
        self.told += 1

    def shown(self, label: str) -> dict[str, tuple[int, int]]:
        """button -> colour and pattern, of those that are not dark."""
        values = self.lights[label]
        looks = {name: values[2 * k : 2 * k + 2] for k, name in enumerate(m.BUTTON_NAMES)}
        return {name: look for name, look in looks.items() if look != DARK}


class Evening:
    """One program: a room, its store, and its news."""

    def __init__(self, folder: Path, *pads: str) -> None:
        self.heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.folder = folder
        self.pads = NotedPads(*pads)
        self.writer = StoreWriter(folder, self.heard.put)
        self.room = Room(self.pads, self.writer, self.heard.put)  # type: ignore[arg-type]
        self.now_us = 0

    def sit_down(
        self, players: int = 3, *, rulebook: str = "bom_mau_bode", pads: tuple[str, ...] = (), **setup: Any
    ) -> MatchSitting:
        labels = (*pads, *[""] * players)
        seats = [Seat(NAMES[k], k, SIDES[k % 4], labels[k]) for k in range(players)]
        checked = games.rulebook(rulebook).set_up(NAMES[:players], **setup)
        sitting = self.room.open_match(checked, seats)
        self.settle()
        return sitting

    def pump(self) -> None:
        while not self.heard.empty():
            self.room.hear(self.heard.get())
        self.room.pass_time(self.now_us)

    def until(self, done: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not done():
            assert time.monotonic() < end, "it never came"
            time.sleep(0.0005)
            self.pump()

    def settle(self) -> None:
        self.until(lambda: not self.room.match or not self.room.match.busy)
        self.pump()

    def ask(self, what: Callable[..., None], *args: Any) -> Any:
        told: list[Any] = []
        what(*args, told.append)
        self.until(lambda: told)
        return told[0]

    def press(self, pad: str, button: str = "hit", at_us: int | None = None) -> None:
        """Press, long after the prompt came up if no moment is given."""
        self.pump()
        self.now_us += 2 * DEAF_US
        lo = self.now_us if at_us is None else at_us
        said = news.Hit(pad, 1, lo, lo + 300) if button == "hit" else news.Pressed(pad, button, lo, lo + 300)
        self.room.hear(said)
        self.settle()

    def leave(self) -> None:
        self.room.close_match()
        assert self.writer.close()


@pytest.fixture
def evening(tmp_path: Path):
    evening = Evening(tmp_path, "p1", "p2")
    yield evening
    evening.leave()


@pytest.fixture(autouse=True)
def tiny_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "heist", Heist)


def stands(match: Match) -> tuple[Any, ...]:
    return told(match), match.kept, match.chances


def looked(sitting: MatchSitting) -> Any:
    """All that a screen can see."""
    viewers = ("public", *(seat.name for seat in sitting.seats))
    views = [sitting.view(viewer) for viewer in viewers]
    return compact(
        [sitting.prompt(), sitting.also(), views, sitting.log(), sitting.result(), sitting.n, sitting.kept]
    )


def agrees(evening: Evening, store: Store) -> None:
    """What is shown is what is on disk, and what a match read from there says."""
    sitting = evening.room.match
    assert sitting
    kept = store.matches.read(sitting.number)
    again = kept_match.match_of(kept)
    assert stands(again) == stands(sitting._shown) == stands(sitting._ahead)
    assert kept.standing.lines == tuple(map(compact, sitting.log()))
    assert kept.standing.result == (compact(sitting.result()) if sitting.result() else None)
    assert kept_match.seats_of(kept, again.setup.players) == sitting.seats


def random_move(sitting: MatchSitting, chance: random.Random) -> None:
    """Whatever people may do. Raises Refused."""
    shown = sitting._shown
    what = chance.random()
    if what < 0.12 and sitting.n:
        sitting.undo(chance.randint(1, min(6, sitting.n)))
    elif what < 0.22 and sitting.kept:
        sitting.redo(chance.randint(1, 4))
    elif what < 0.27:
        sitting.go_to(chance.randint(0, sitting.n + sitting.kept))
    elif what < 0.35 and sitting.n:
        k = chance.randrange(sitting.n)
        value = other_value(shown, k, chance)
        preview = sitting.preview(k, value)
        sitting.amend(k, value)
        assert sitting._ahead.n == k + 1 + preview.applied and len(sitting._ahead.kept) == preview.kept
    elif shown.prompt is not None and shown.prompt.chance and what < 0.6:
        sitting.decide()
    elif shown.prompt is not None:
        make(sitting, random_play.pick(shown, chance, meddles=True))


def make(sitting: MatchSitting, move: random_play.Move) -> None:
    """Make a move. Raises Refused."""
    if move.beside:
        sitting.act(move.prompt.id, move.prompt.of, move.value)
    else:
        sitting.answer(move.value)


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
            make(sitting, random_play.pick(sitting._shown, chance))
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


class TestTheBox:
    def test_what_is_known_at_set_up_is_the_groups(self, evening: Evening):
        evening.sit_down(2, box={"coins_saloon": 3})
        evening.room.close_match()
        assert evening.room.box("bom_mau_bode") == {"coins_saloon": 3}
        evening.room.trouble = "the disk is full"
        assert evening.room.box("bom_mau_bode") == {}

    def test_what_is_learned_in_play_is_too_and_what_is_taken_back_is_not(self, evening: Evening):
        sitting = evening.sit_down(2, rulebook="heist", options={"rounds": 2})
        while not sitting.prompt()["id"].startswith("box."):
            shown = sitting._shown
            sitting.answer(2 if shown.prompt.id == "heist.bid" else shown.prompt.pick(lambda n: 0))
            evening.settle()
        with open_store(evening.folder) as store:
            for value in (4, 1):
                sitting.answer(value)
                evening.settle()
                assert store.matches.boxes() == {"heist": {"bonus": value}}
                sitting.undo()
                evening.settle()
                assert store.matches.boxes() == {}
            sitting.redo()
            evening.settle()
        evening.room.close_match()
        assert evening.room.box("heist") == {"bonus": 1}

    def test_facts_out_of_range_are_no_facts(self, evening: Evening):
        rulebook = games.rulebook("bom_mau_bode")
        with pytest.raises(Refused, match=r"setup\.box_value"):
            evening.sit_down(2, box={"coins_shop": 6})
        with sqlite3.connect(evening.folder / FILE) as db:
            for fact, value in (("coins_shop", 99), ("coins_mine", 2), ("of_another_copy", 1)):
                db.execute("INSERT INTO box VALUES ('bom_mau_bode', ?, ?)", [fact, value])
        db.close()
        box = evening.room.box("bom_mau_bode")
        assert box == {"coins_mine": 2} and rulebook.set_up(NAMES[:2], {}, box)
        with pytest.raises(Refused, match=r"setup\.rulebook"):
            evening.room.box("chess")


def change(folder: Path, statement: str) -> None:
    with sqlite3.connect(folder / FILE) as db:
        db.execute(statement)
    db.close()


class TestComingBack:
    @pytest.fixture
    def number(self, evening: Evening) -> int:
        sitting = evening.sit_down(3, pads=("p1",))
        for _ in range(12):
            sitting.answer(sitting._shown.prompt.pick(lambda n: n - 1))
            evening.settle()
        sitting.undo(2)
        evening.settle()
        evening.room.close_match()
        return sitting.number

    def test_seats_and_all(self, evening: Evening, number: int):
        sitting = evening.room.resume(number)
        assert (sitting.n, sitting.kept, sitting.number, sitting.busy) == (10, 2, number, False)
        assert [(seat.name, seat.brand, seat.side, seat.pad) for seat in sitting.seats] == [
            ("Ana", 0, "south", "p1"),
            ("Bo", 1, "west", ""),
            ("Cy", 2, "north", ""),
        ]
        sitting.redo(2)
        evening.settle()
        assert sitting.n == 12
        assert [person.name for person in evening.ask(evening.room.people)] == ["Ana", "Bo", "Cy"]

    @pytest.mark.parametrize(
        ("statement", "code"),
        [
            ("UPDATE match SET setup = replace(setup, '\"version\":2', '\"version\":3')", "save.version"),
            ("UPDATE match SET setup = replace(setup, 'bom_mau_bode', 'chess')", "save.rulebook"),
            ("UPDATE match SET setup = replace(setup, '\"Ana\"', '\"Bo\"')", "setup.same_name"),
            ("UPDATE match SET setup = '{}'", "save.form"),
            ("UPDATE match SET setup = replace(setup, '\"version\":2', '\"version\":2.0')", "save.form"),
            ("UPDATE match SET setup = replace(setup, '\"box\":{}', '\"box\":null')", "save.form"),
            ('UPDATE match SET setup = replace(setup, \'"box":{}\', \'"box":{},"more":1\')', "save.form"),
            ("UPDATE match SET setup = CAST(x'ff' AS TEXT)", "save.form"),
            ("UPDATE match SET seats = '[]'", "save.form"),
            ("UPDATE match SET seats = replace(seats, 'south', 'above')", "save.form"),
            ("UPDATE match SET taken = 99", "save.form"),
            ("UPDATE match SET taken = -1", "save.form"),
            ("UPDATE match SET taken = 11", None),
            ("DELETE FROM entry WHERE n = 3", "save.form"),
            ("UPDATE entry SET text = 'garbage' WHERE n = 3", "save.form"),
            ("UPDATE entry SET text = substr(text, 1, 20) WHERE n = 11", "save.form"),
            ("UPDATE entry SET text = CAST(x'ff' AS TEXT) WHERE n = 0", "save.form"),
            ('UPDATE entry SET text = \'{"id":1,"of":"Ana","answer":1}\' WHERE n = 1', "save.form"),
            ('UPDATE entry SET text = replace(text, \'"id":"\', \'"id":"z\') WHERE n = 11', "save.form"),
            ("UPDATE entry SET text = replace(text, 'Bo', 'Zoe')", "save.entry"),
            ("UPDATE entry SET text = (SELECT text FROM entry WHERE n = 5) WHERE n = 8", "save.entry"),
        ],
    )
    def test_one_that_cannot_be_continued_stays_listed_and_can_be_read(
        self, evening: Evening, number: int, statement: str, code: str | None
    ):
        before = evening.ask(evening.room.shown_match, number)
        change(evening.folder, statement)
        if code is None:
            assert evening.room.resume(number).n == 11
            return
        refused(code, evening.room.resume, number)
        assert evening.room.match is None
        refused(code, evening.room.resume, number)  # the claim was let go: it is not match.open now
        (listed,) = evening.ask(evening.room.matches)
        assert listed.number == number and listed.rulebook == "bom_mau_bode"
        is_seen_at_once = statement.startswith("UPDATE match SET setup")
        assert listed.why == (code if is_seen_at_once else "")
        shown = evening.ask(evening.room.shown_match, number)
        assert shown.log == before.log and len(shown.log) > 5
        assert shown.row == listed
        assert evening.ask(evening.room.delete_match, number) == ""

    def test_one_that_is_gone(self, evening: Evening, number: int):
        assert evening.ask(evening.room.delete_match, number) == ""
        refused("match.unknown", evening.room.resume, number)
        assert evening.ask(evening.room.delete_match, number) == "match.unknown"
        assert evening.ask(evening.room.shown_match, number) is None
        assert evening.ask(evening.room.matches) == []

    def test_one_that_is_open_is_not_deleted(self, evening: Evening, number: int):
        sitting = evening.room.resume(number)
        assert evening.ask(evening.room.delete_match, number) == "match.open"
        sitting.redo()
        evening.settle()
        assert sitting.n == 11

    def test_the_app_started_twice(self, evening: Evening, number: int):
        twin = Evening(evening.folder)
        sitting = evening.room.resume(number)
        assert "open already" in refused("match.open", twin.room.resume, number)["detail"]
        assert twin.ask(twin.room.delete_match, number) == "match.open"
        other = twin.sit_down(2)
        for _ in range(5):
            sitting.undo()
            other.answer(other._shown.prompt.pick(lambda n: 0))
            evening.settle()
            twin.settle()
        assert (sitting.n, other.n) == (5, 5) and other.number != number
        with open_store(evening.folder) as store:
            agrees(evening, store)
            agrees(twin, store)
        evening.room.close_match()
        evening.until(lambda: not list((evening.folder / "open").glob(f"match-{number}")))
        assert twin.room.resume(number).n == 5
        twin.leave()

    def test_a_match_that_is_deleted_under_ones_hands_is_not_shown_as_taken(
        self, evening: Evening, number: int, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(writers, "TRY_AGAIN_S", 0.01)
        sitting = evening.room.resume(number)
        change(evening.folder, "DELETE FROM match")
        sitting.redo()
        evening.until(lambda: sitting.trouble)
        assert f"no match number {number}" in sitting.trouble and sitting.n == 10
        change(
            evening.folder,
            "INSERT INTO match VALUES (1, 'bom_mau_bode', '', '', '', '', 0, NULL)",
        )
        evening.settle()


# -- killed


def play_on(folder: Path, seed: int, screen: Connection) -> None:
    """In a process of its own: play; say what will be handed over, and then what is shown."""
    evening, chance = Evening(folder), random.Random(seed)
    found = evening.ask(evening.room.matches)
    sitting = evening.room.resume(found[0].number) if found else evening.sit_down(4)
    do = evening.writer.do

    def told(job: Job) -> int:
        screen.send(("handed over", *texts(sitting._ahead)))
        return do(job)

    evening.writer.do = told  # type: ignore[method-assign]
    screen.send(("shown", *texts(sitting._shown)))
    while True:
        with suppress(Refused):
            random_move(sitting, chance)
        if sitting.busy:
            evening.settle()
            screen.send(("shown", *texts(sitting._shown)))


def texts(match: Match) -> tuple[int, list[str]]:
    return match.n, [compact(entry.as_json()) for entry in (*match.entries, *match.kept)]


def heard(screen: Connection, most: int | None = None) -> Iterator[Any]:
    """What was said, up to so many or until nothing more comes."""
    with suppress(EOFError):
        for _ in itertools.count() if most is None else range(most):
            yield screen.recv()


def test_kill_9_loses_no_acknowledged_entry(tmp_path: Path, is_long: bool) -> None:
    """Again and again a match goes on in a process that is killed. What it said it showed is there."""
    processes = multiprocessing.get_context("forkserver")  # what takes long at a start is done once
    processes.set_forkserver_preload([__name__])
    chance = random.Random(6)
    shown = torn = 0
    for seed in range(200 if is_long else 40):
        ours, theirs = processes.Pipe(duplex=False)
        player = processes.Process(target=play_on, args=(tmp_path, seed, theirs), daemon=True)
        player.start()
        theirs.close()
        said = list(heard(ours, 1 + chance.randrange(60)))
        time.sleep(chance.random() * 0.005)
        player.kill()
        said += heard(ours)
        player.join()
        ours.close()
        last = max(k for k, (what, *_) in enumerate(said) if what == "shown")
        with open_store(tmp_path) as store:
            (row,) = store.matches.all()
            kept = store.matches.read(row.number)
        match = kept_match.match_of(kept)
        possible = [tuple(stands) for _, *stands in said[last:]]
        assert texts(match) in possible, "what was shown last, or what was on its way"
        assert kept.standing.lines == tuple(map(compact, match.log()))
        shown += last
        torn += len(possible) > 1
    assert shown > 500 and torn > 5
