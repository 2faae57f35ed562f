"""Matches on disk: what differs is written, whole or not at all; one program has a match open at a time."""

import itertools
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion import store as stores
from companion.store import Store, open_store
from companion.store.matches import FOLDER, Beginning, Held, Standing, UnknownMatch, differing
from companion.store.opening import FILE
from companion.store.schema import APPLICATION_ID, MIGRATIONS

SETUP = '{"rulebook":"heist","version":3,"players":["Ana","Bo"],"options":{},"box":{}}'
BEGINNING = Beginning("heist", SETUP, "[]", (("Ana", 0), ("Bo", 3)), {"bonus": 2})
NOTHING = Standing()


@pytest.fixture
def store(tmp_path: Path):
    with open_store(tmp_path / "data") as store:
        yield store


def standing(*entries: str, taken: int | None = None, **more) -> Standing:
    return Standing(len(entries) if taken is None else taken, entries, **more)


def written(store: Store) -> list[tuple[str, int]]:
    """Note each row of entries that is written or deleted from now on: (what, n)."""
    seen: list[tuple[str, int]] = []
    store._db.create_function("seen", 2, lambda what, n: seen.append((what, n)))
    for event, row in (("INSERT", "NEW"), ("DELETE", "OLD")):
        store._db.execute(
            f"CREATE TEMP TRIGGER see_{event} AFTER {event} ON main.entry "
            f"BEGIN SELECT seen('{event}', {row}.n); END"
        )
    return seen


class TestOneMatch:
    def test_it_comes_back_as_it_went_in(self, store: Store):
        whole = Standing(1, ("a", '"Zoé \u2028 \U0001f920"'), ("c",), ("l1", "l2"), "{}")
        number = store.matches.begin(BEGINNING, whole)
        kept = store.matches.read(number)
        assert kept.standing == whole
        assert (kept.row.number, kept.row.rulebook, kept.row.setup, kept.seats) == (
            number,
            "heist",
            SETUP,
            "[]",
        )
        assert kept.row.started_at.endswith("+00:00")

    def test_it_is_led_from_one_standing_to_the_next(self, store: Store):
        steps = [
            standing(),
            standing("a", lines=("l",)),
            standing("a", "b", "c", chances=("x", "y"), lines=("l", "m")),
            standing("a", "b", "c", taken=0),
            standing("z", "b", "c", taken=3, result="{}"),
            standing("z"),
        ]
        number = store.matches.begin(BEGINNING, steps[0])
        for before, after in itertools.pairwise(steps):
            store.matches.record(number, before, after)
            assert store.matches.read(number).standing == after
            store.matches.record(number, before, after)  # told to again, it is the same
            assert store.matches.read(number).standing == after

    @pytest.mark.parametrize(
        ("after", "rows"),
        [
            (standing("a", "b", "c", "d"), [("INSERT", 3)]),
            (standing("a", "b", "c", taken=1), []),
            (standing("a", "x", "c"), [("DELETE", 1), ("INSERT", 1)]),
            (standing("a"), [("DELETE", 1), ("DELETE", 2)]),
        ],
        ids=["answer", "undo", "amend", "less"],
    )
    def test_only_what_differs_is_written(self, store: Store, after: Standing, rows: list[tuple[str, int]]):
        before = standing("a", "b", "c")
        number = store.matches.begin(BEGINNING, before)
        seen = written(store)
        store.matches.record(number, before, after)
        assert seen == rows
        assert store.matches.read(number).standing == after

    def test_all_of_it_or_nothing(self, store: Store):
        before = standing("a", "b")
        number = store.matches.begin(BEGINNING, before)
        store._db.execute(
            "CREATE TEMP TRIGGER never BEFORE INSERT ON main.line "
            "BEGIN SELECT raise(ABORT, 'as a full disk would'); END"
        )
        with pytest.raises(sqlite3.IntegrityError):
            store.matches.record(number, before, standing("x", lines=("l",)), {"bonus": 5})
        assert store.matches.read(number).standing == before
        assert store.matches.boxes() == {"heist": {"bonus": 2}}
        store._db.execute("DROP TRIGGER never")
        store.matches.record(number, before, standing("x", lines=("l",)))
        assert store.matches.read(number).standing == standing("x", lines=("l",))

    def test_it_is_deleted_with_all_its_rows(self, store: Store):
        whole = Standing(1, ("a",), ("c",), ("l",), "{}")
        one, two = (store.matches.begin(BEGINNING, whole) for _ in range(2))
        store.matches.delete(one)
        assert [row.number for row in store.matches.all()] == [two]
        for table in ("entry", "chance", "line"):
            assert store._db.execute(f"SELECT DISTINCT match FROM {table}").fetchall() == [(two,)]
        assert store.matches.begin(BEGINNING, NOTHING) == two + 1, "a number is never used twice"
        assert [person.name for person in store.matches.people()] == ["Ana", "Bo"]

    def test_an_unknown_one_has_a_code(self, store: Store):
        number = store.matches.begin(BEGINNING, NOTHING)
        store.matches.delete(number)
        asked = [
            lambda: store.matches.read(number),
            lambda: store.matches.record(number, NOTHING, standing("a")),
            lambda: store.matches.delete(number),
        ]
        for ask in asked:
            with pytest.raises(UnknownMatch, match=f"number {number}") as caught:
                ask()
            assert caught.value.code == "match.unknown"

    def test_a_row_that_is_gone_ends_it(self, store: Store):
        number = store.matches.begin(BEGINNING, standing("a", "b", "c"))
        store._db.execute("DELETE FROM entry WHERE n = 1")
        assert store.matches.read(number).standing == standing("a", "", taken=3)

    def test_a_row_that_is_no_text_can_be_read(self, store: Store):
        number = store.matches.begin(BEGINNING, standing("a"))
        store._db.execute("UPDATE entry SET text = CAST(x'ff61' AS TEXT)")
        assert store.matches.read(number).standing.entries == ("\ufffda",)


class TestAllOfThem:
    def test_the_one_played_last_comes_first(self, store: Store, monkeypatch: pytest.MonkeyPatch):
        clock = iter(f"2026-01-0{day}T00:00:00.000+00:00" for day in range(1, 9))
        monkeypatch.setattr("companion.store.matches._now", lambda: next(clock))
        one, two = (store.matches.begin(BEGINNING, NOTHING) for _ in range(2))
        assert [row.number for row in store.matches.all()] == [two, one]
        store.matches.record(one, NOTHING, standing("a", "b", taken=1, result="{}"))
        assert [(row.number, row.taken, row.result) for row in store.matches.all()] == [
            (one, 1, "{}"),
            (two, 0, None),
        ]

    def test_people_are_known_with_the_brand_they_had_last(self, store: Store):
        store.matches.begin(BEGINNING, NOTHING)
        store.matches.begin(BEGINNING._replace(people=(("Bo", 1), ("Cy", 2))), NOTHING)
        people = {person.name: person.brand for person in store.matches.people()}
        assert people == {"Ana": 0, "Bo": 1, "Cy": 2}

    def test_a_box_learns_and_unlearns(self, store: Store):
        number = store.matches.begin(BEGINNING._replace(facts={}), NOTHING)
        assert store.matches.boxes() == {}
        store.matches.record(number, NOTHING, standing("a"), {"bonus": 3, "coins": 1})
        store.matches.record(number, NOTHING, standing("a"), {"bonus": 4, "coins": None})
        assert store.matches.boxes() == {"heist": {"bonus": 4}}

    def test_a_store_of_before_gets_them(self, tmp_path: Path):
        with sqlite3.connect(tmp_path / FILE) as db:
            db.executescript(MIGRATIONS[0])
            db.execute("INSERT INTO shootout (started_at) VALUES ('2026')")
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute("PRAGMA user_version = 1")
        db.close()
        with open_store(tmp_path) as store:
            assert store.matches.read(store.matches.begin(BEGINNING, standing("a"))).row.taken == 1
            assert store._db.execute("SELECT count(*) FROM shootout").fetchone() == (1,)


class TestWhoHasItOpen:
    def test_nobody_else_opens_or_deletes_it_meanwhile(self, tmp_path: Path):
        with open_store(tmp_path) as one, open_store(tmp_path) as two:
            number = one.matches.begin(BEGINNING, NOTHING)
            hold = one.matches.hold(number)
            for ask in (one.matches.hold, two.matches.hold, one.matches.delete, two.matches.delete):
                with pytest.raises(Held, match="open already") as caught:
                    ask(number)
                assert caught.value.code == "match.open"
            two.matches.hold(number + 1).release()
            hold.release()
            hold.release()
            assert list((tmp_path / FOLDER).iterdir()) == []
            two.matches.delete(number)
            assert one.matches.all() == []

    def test_a_killed_program_holds_nothing(self, tmp_path: Path):
        with open_store(tmp_path) as store:
            number = store.matches.begin(BEGINNING, NOTHING)
            command = [sys.executable, "-c", HOLDER, str(tmp_path), str(number)]
            root = Path(stores.__file__).parents[2]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as holder:
                assert holder.stdout and holder.stdout.readline() == "held\n"
                with pytest.raises(Held):
                    store.matches.hold(number)
                os.kill(holder.pid, signal.SIGKILL)
            store.matches.hold(number).release()

    def test_a_lock_on_a_file_that_was_taken_away_is_worth_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        path = tmp_path / FOLDER / "match-1"
        locked: list[int] = []

        def lock(file: object, how: int) -> None:
            if not locked:
                path.unlink()  # another one let go between our open and our lock
            locked.append(how)

        with open_store(tmp_path) as store:
            monkeypatch.setattr("companion.store.matches.fcntl.flock", lock)
            hold = store.matches.hold(1)
            assert path.exists() and len(locked) == 2
            path.unlink()
            path.touch()  # it is another one's now
            hold.release()
            assert path.exists()

    def test_a_place_where_it_cannot_be_claimed_has_a_code(self, tmp_path: Path):
        with open_store(tmp_path) as store:
            (tmp_path / FOLDER).write_text("mine")
            with pytest.raises(stores.NotAFolder):
                store.matches.hold(1)
            assert (tmp_path / FOLDER).read_text() == "mine"


HOLDER = """
import sys, time
from pathlib import Path
from companion.store import open_store
store = open_store(Path(sys.argv[1]))
hold = store.matches.hold(int(sys.argv[2]))
print("held", flush=True)
time.sleep(60)
"""


def test_what_differs():
    assert list(differing("abc", "abc")) == []
    assert list(differing("abc", "xbcd")) == [(0, "x"), (3, "d")]
    assert list(differing("abc", "a")) == []
