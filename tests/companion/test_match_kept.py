"""A match that is kept: its box, going on another time, and a process that is killed."""

import itertools
import multiprocessing
import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from companion import kept_match
from companion.store import open_store
from companion.store import writer as writers
from companion.store.opening import FILE
from companion.store.writer import Job
from companion.traces import compact
from shared_rules import games
from shared_rules.engine import Match, Refused
from tests.companion.evening import NAMES, Evening, agrees, change, random_move
from tests.engine.games import refused

pytestmark = pytest.mark.usefixtures("tiny_games")


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


class TestInAList:
    def test_everybody_has_the_mark_that_is_theirs_in_it(self, evening: Evening):
        """Whoever sits at the set-up now, under the same name, may wear another."""
        sitting = evening.sit_down(3)
        brands = {seat.name: seat.brand for seat in sitting.seats}
        evening.room.close_match()
        for seat in evening.room.setup.seats:
            seat.brand = (seat.brand + 3) % 5
        (listed,) = evening.ask(evening.room.matches)
        assert evening.room.brands_in(listed) == listed.brands == brands
        assert evening.room.brands_of(listed.players) != brands
        change(evening.folder, "UPDATE match SET seats = '[]'")
        (listed,) = evening.ask(evening.room.matches)
        assert listed.brands == {} and set(evening.room.brands_in(listed)) == set(brands)


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
            "INSERT INTO match (id, rulebook, setup, seats, started_at, changed_at, taken) "
            "VALUES (1, 'bom_mau_bode', '', '', '', '', 0)",
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
