"""The store's promises while all is well."""

import json
import sqlite3
import threading
from pathlib import Path

import pytest

from companion.paths import data_dir
from companion.store import Call, FolderUnwritable, NotAFolder, Store, UnknownShootout, open_store

HEADER = (
    '{"trace":1,"mode":"table","reaction_limit_us":100000,"settle_us":500000,'
    '"players":[{"name":"Ana","pad":"p1"},{"name":"Bo","pad":"p2"}]}'
)
DRAW = '{"kind":"draw","round":1,"countdown_us":0,"at_us":3000000,"dice":{"Ana":["coward"],"Bo":["coward"]}}'
HIT = '{"kind":"hit","pad":"p1","seq":7,"at":[3200000,3200300]}'
FIRST = '{"call":"first","round":1,"player":"Ana","margin_us":null,"bullets":null}'


@pytest.fixture
def store(tmp_path: Path):
    with open_store(tmp_path / "data") as store:
        yield store


class TestShootouts:
    def test_evidence_comes_back_as_it_went_in(self, store: Store):
        shootout = store.begin_shootout(HEADER)
        store.record(shootout, [DRAW])
        store.record(shootout, [HIT, '{"name":"Zoé \u2028 \U0001f920"}'])
        store.record(shootout, [])
        assert store.evidence(shootout) == [HEADER, DRAW, HIT, '{"name":"Zoé \u2028 \U0001f920"}']

    def test_it_is_still_there_after_closing(self, tmp_path: Path):
        with open_store(tmp_path) as store:
            shootout = store.begin_shootout(HEADER)
            store.record(shootout, [DRAW])
        with open_store(tmp_path) as store:
            assert store.evidence(shootout) == [HEADER, DRAW]

    def test_the_list_has_the_latest_first(self, store: Store):
        one, two = store.begin_shootout(HEADER), store.begin_shootout(HEADER)
        store.finish(one)
        store.finish(one)
        assert [(row.id, row.players, row.finished) for row in store.shootouts()] == [
            (two, ("Ana", "Bo"), False),
            (one, ("Ana", "Bo"), True),
        ]
        assert store.shootouts()[0].started_at.endswith("+00:00")

    def test_calls_are_kept_in_order_with_their_time(self, store: Store):
        shootout = store.begin_shootout(HEADER)
        store.record(shootout, [], [FIRST, "{}"])
        store.record(shootout, [], [FIRST])
        calls = store.calls(shootout)
        assert [call.call for call in calls] == [FIRST, "{}", FIRST]
        assert all(isinstance(call, Call) and call.shown_at.endswith("+00:00") for call in calls)

    @pytest.mark.parametrize("line", ["", "a\nb", "a\n", "a\r"])
    def test_a_line_is_one_line(self, store: Store, line: str):
        shootout = store.begin_shootout(HEADER)
        with pytest.raises(ValueError, match="not one line"):
            store.record(shootout, [DRAW, line])
        assert store.evidence(shootout) == [HEADER]

    @pytest.mark.parametrize("header", ["", "{}", DRAW, '{"trace":1,"players":["Ana"]}'])
    def test_a_header_is_a_header(self, store: Store, header: str):
        with pytest.raises(ValueError, match="first line of a trace"):
            store.begin_shootout(header)
        assert store.shootouts() == []

    def test_an_unknown_shootout_has_a_code(self, store: Store):
        asked = [
            lambda: store.record(9, [HIT]),
            lambda: store.evidence(9),
            lambda: store.record(9, [], [FIRST]),
            lambda: store.calls(9),
            lambda: store.finish(9),
            lambda: store.export(9),
        ]
        for ask in asked:
            with pytest.raises(UnknownShootout, match="number 9") as caught:
                ask()
            assert caught.value.code == "store.unknown_shootout"

    def test_a_store_belongs_to_one_thread(self, store: Store):
        refused = []

        def elsewhere() -> None:
            try:
                store.shootouts()
            except sqlite3.ProgrammingError as error:
                refused.append(error)

        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        assert refused


class TestEvidenceIsOnlyAdded:
    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE evidence SET line = 'x'",
            "DELETE FROM evidence",
            "INSERT OR REPLACE INTO evidence VALUES (1, 2, 'x')",
            "REPLACE INTO evidence VALUES (1, 1, 'x')",
            "INSERT INTO evidence VALUES (1, 9, 'a gap')",
            "INSERT INTO evidence VALUES (99, 1, 'of no shootout')",
            "UPDATE call SET call = 'x'",
            "DELETE FROM call",
            "DELETE FROM shootout",
        ],
    )
    def test_the_database_itself_refuses(self, store: Store, statement: str):
        shootout = store.begin_shootout(HEADER)
        store.record(shootout, [DRAW])
        store.record(shootout, [], [FIRST])
        with pytest.raises(sqlite3.IntegrityError):
            store._db.execute(statement)
        assert store.evidence(shootout) == [HEADER, DRAW]
        assert [call.call for call in store.calls(shootout)] == [FIRST]

    def test_what_is_durable_is_what_was_promised(self, store: Store):
        def ask(pragma: str) -> object:
            return store._db.execute(f"PRAGMA {pragma}").fetchone()[0]

        assert ask("journal_mode") == "wal"
        assert ask("synchronous") == 2
        assert ask("foreign_keys") == 1


class TestExport:
    def test_it_is_the_trace_one_object_a_line(self, store: Store):
        shootout = store.begin_shootout(HEADER)
        store.record(shootout, [DRAW, HIT])
        path = store.export(shootout)
        assert path.parent == store.folder / "evidence"
        assert path.name.startswith(f"shootout-{shootout}-")
        assert path.name.endswith("Z.jsonl")
        assert path.read_text(encoding="utf-8") == f"{HEADER}\n{DRAW}\n{HIT}\n"
        assert [json.loads(line) for line in path.open(encoding="utf-8")]

    def test_again_replaces_the_shorter_one_and_leaves_nothing_beside_it(self, store: Store):
        shootout = store.begin_shootout(HEADER)
        first = store.export(shootout)
        store.record(shootout, [DRAW])
        assert store.export(shootout) == first
        assert first.read_text(encoding="utf-8").count("\n") == 2
        assert list(first.parent.iterdir()) == [first]

    def test_to_a_chosen_place(self, store: Store, tmp_path: Path):
        shootout = store.begin_shootout(HEADER)
        chosen = tmp_path / "elsewhere" / "a.jsonl"
        assert store.export(shootout, chosen) == chosen
        assert chosen.exists()

    def test_a_place_that_cannot_be_has_a_code(self, store: Store, tmp_path: Path):
        shootout = store.begin_shootout(HEADER)
        (tmp_path / "file").write_text("mine")
        (tmp_path / "folder").mkdir()
        with pytest.raises(NotAFolder):
            store.export(shootout, tmp_path / "file" / "a.jsonl")
        with pytest.raises(FolderUnwritable):
            store.export(shootout, tmp_path / "folder")
        assert (tmp_path / "file").read_text() == "mine"
        assert {path.name for path in tmp_path.iterdir()} == {"data", "file", "folder"}


def test_the_data_folder_is_chosen_by_hand_then_environment_then_system(monkeypatch, tmp_path: Path):
    monkeypatch.setenv("TINSTAR_DATA", str(tmp_path / "b"))
    assert data_dir(str(tmp_path / "a")) == tmp_path / "a"
    assert data_dir() == tmp_path / "b"
    monkeypatch.setenv("TINSTAR_DATA", "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "c"))
    assert data_dir() == tmp_path / "c" / "tinstar"
    monkeypatch.chdir(tmp_path)
    assert data_dir("here") == tmp_path / "here"
