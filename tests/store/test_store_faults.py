"""The store when the world misbehaves: every fault has a code, and nothing stored is lost or touched."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import store as stores
from companion.store import StoreError, open_store
from companion.store.opening import FILE
from companion.store.schema import APPLICATION_ID, MIGRATIONS

HEADER = '{"trace":1,"mode":"table","reaction_limit_us":100000,"settle_us":500000,"players":[]}'
LINE = '{{"kind":"hit","pad":"p1","seq":{},"at":[1,2],"padding":"' + "x" * 100 + '"}}'


def refusal(folder: Path) -> StoreError:
    with pytest.raises(StoreError) as caught:
        open_store(folder, busy_timeout_s=0.05)
    assert str(caught.value)
    return caught.value


def filled(folder: Path, lines: int = 200) -> Path:
    """Make a store with something in it and return its file."""
    with open_store(folder) as store:
        shootout = store.begin_shootout(HEADER)
        store.record(shootout, [LINE.format(n) for n in range(lines)])
    return folder / FILE


class TestFolders:
    def test_a_file_in_its_place(self, tmp_path: Path):
        file = tmp_path / "file"
        file.write_text("mine")
        assert refusal(file).code == refusal(file / "below").code == "store.not_a_folder"
        assert file.read_text() == "mine"

    def test_a_folder_where_nobody_may_write(self):
        # Not even root can make files in the kernel's own folders.
        assert refusal(Path("/sys/tinstar")).code == "store.folder_unwritable"
        assert refusal(Path("/sys/kernel")).code == "store.folder_unwritable"

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
    def test_a_folder_and_a_file_without_the_mode(self, tmp_path: Path):
        path = filled(tmp_path / "data")
        path.chmod(0o400)
        assert refusal(path.parent).code == "store.folder_unwritable"
        path.chmod(0o600)
        path.parent.chmod(0o500)
        assert refusal(path.parent).code == "store.folder_unwritable"
        path.parent.chmod(0o700)

    def test_a_read_only_disk(self, small_disk: Path):
        filled(small_disk, lines=3)
        remount(small_disk, "ro")
        assert refusal(small_disk).code == "store.folder_unwritable"
        remount(small_disk, "rw")
        open_store(small_disk).close()


class TestFiles:
    @pytest.mark.parametrize("content", [b"garbage", b"g" * 100_000, b"SQLite format 3\0" + b"\xff" * 5000])
    def test_garbage(self, tmp_path: Path, content: bytes):
        path = tmp_path / FILE
        path.write_bytes(content)
        assert refusal(tmp_path).code == "store.broken"
        assert path.read_bytes() == content
        assert list(tmp_path.iterdir()) == [path]

    @pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
    def test_cut_off(self, tmp_path: Path, part: float):
        path = filled(tmp_path)
        content = path.read_bytes()[: int(path.stat().st_size * part)]
        path.write_bytes(content)
        assert refusal(tmp_path).code == "store.broken"
        assert path.read_bytes() == content

    def test_a_page_overwritten(self, tmp_path: Path):
        path = filled(tmp_path, lines=1000)
        with path.open("r+b") as file:
            file.seek(path.stat().st_size // 2 // 4096 * 4096)
            file.write(b"\xa5" * 4096)
        assert refusal(tmp_path).code == "store.broken"

    def test_a_directory_named_like_it(self, tmp_path: Path):
        (tmp_path / FILE).mkdir()
        assert refusal(tmp_path).code == "store.broken"

    def test_an_empty_file_is_a_start_that_was_killed(self, tmp_path: Path):
        (tmp_path / FILE).touch()
        with open_store(tmp_path) as store:
            assert store.shootouts() == []

    @pytest.mark.parametrize("application_id", [0, 7])
    def test_another_programs_database(self, tmp_path: Path, application_id: int):
        with sqlite3.connect(tmp_path / FILE) as db:
            db.execute("CREATE TABLE theirs (x)")
            db.execute(f"PRAGMA application_id = {application_id}")
        db.close()
        before = (tmp_path / FILE).read_bytes()
        assert refusal(tmp_path).code == "store.foreign"
        assert (tmp_path / FILE).read_bytes() == before

    def test_a_newer_format(self, tmp_path: Path):
        path = filled(tmp_path)
        with sqlite3.connect(path) as db:
            db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        db.close()
        before = path.read_bytes()
        assert refusal(tmp_path).code == "store.newer"
        assert path.read_bytes() == before

    def test_a_migration_that_fails_leaves_the_old_format(self, tmp_path: Path, monkeypatch):
        path = filled(tmp_path)
        broken = [*MIGRATIONS, "CREATE TABLE more (x);\nCREATE TABLE more (x);\n"]
        monkeypatch.setattr("companion.store.opening.MIGRATIONS", broken)
        with pytest.raises(sqlite3.OperationalError, match="already exists"):
            open_store(tmp_path)
        monkeypatch.undo()
        with open_store(tmp_path) as store:
            assert len(store.evidence(1)) == 201
        assert path.exists()

    def test_the_application_id_is_ours(self, tmp_path: Path):
        path = filled(tmp_path, lines=1)
        assert path.read_bytes()[68:72] == APPLICATION_ID.to_bytes(4, "big") == b"TSTR"


class TestOthers:
    def test_another_program_that_does_not_let_go(self, tmp_path: Path):
        with open_store(tmp_path) as store, open_store(tmp_path, busy_timeout_s=0.05) as second:
            shootout = store.begin_shootout(HEADER)
            store._db.execute("BEGIN IMMEDIATE")
            with pytest.raises(stores.Locked) as caught:
                second.record(shootout, [LINE.format(1)])
            assert caught.value.code == "store.locked"
            store._db.execute("ROLLBACK")
            second.record(shootout, [LINE.format(1)])
            assert store.evidence(shootout) == [HEADER, LINE.format(1)]

    def test_one_that_locks_the_whole_file(self, tmp_path: Path):
        path = filled(tmp_path)
        db = sqlite3.connect(path, isolation_level=None)
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("BEGIN IMMEDIATE")
        assert refusal(tmp_path).code == "store.locked"
        db.close()
        open_store(tmp_path).close()

    def test_four_processes_that_start_at_once(self, tmp_path: Path):
        writers = [writer(tmp_path, lines=25) for _ in range(4)]
        assert [process.wait(timeout=60) for process in writers] == [0, 0, 0, 0]
        for process in writers:
            process.stdout.close()
        with open_store(tmp_path) as store:
            for shootout in store.shootouts():
                assert len(store.evidence(shootout.id)) == 1 + 25
            assert len(store.shootouts()) == 4


class TestFullDisk:
    def test_a_write_that_does_not_fit_can_be_tried_again(self, tmp_path: Path):
        with open_store(tmp_path) as store:
            shootout = store.begin_shootout(HEADER)
            store.record(shootout, [LINE.format(0)])
            pages = store._db.execute("PRAGMA page_count").fetchone()[0]
            store._db.execute(f"PRAGMA max_page_count = {pages}")
            lines = [LINE.format(n) for n in range(1, 500)]
            with pytest.raises(stores.DiskFull, match="try again") as caught:
                store.record(shootout, lines)
            assert caught.value.code == "store.disk_full"
            assert store.evidence(shootout) == [HEADER, LINE.format(0)]
            store._db.execute(f"PRAGMA max_page_count = {pages + 1000}")
            store.record(shootout, lines)
            assert len(store.evidence(shootout)) == 501

    def test_a_disk_that_is_really_full(self, small_disk: Path):
        filler = small_disk / "filler"
        with open_store(small_disk / "data") as store:
            shootout = store.begin_shootout(HEADER)
            filler.write_bytes(b"")
            fill(filler)
            kept = [HEADER]
            with pytest.raises(stores.DiskFull):  # noqa: PT012    some lines may still fit into the log
                for n in range(10_000):
                    store.record(shootout, [LINE.format(n)])
                    kept.append(LINE.format(n))
            assert store.evidence(shootout) == kept
            with pytest.raises(stores.DiskFull):
                store.export(shootout)
            filler.unlink()
            store.record(shootout, ["{}"])
            assert store.evidence(shootout) == [*kept, "{}"]
            assert store.export(shootout).read_text().count("\n") == len(kept) + 1

    def test_a_start_on_a_full_disk(self, small_disk: Path):
        fill(small_disk / "filler")
        assert refusal(small_disk).code == "store.disk_full"
        (small_disk / "filler").unlink()
        with open_store(small_disk) as store:
            assert store.begin_shootout(HEADER)


def test_kill_9_loses_no_acknowledged_line(tmp_path: Path, is_long: bool):
    chance = random.Random(1)
    for round_ in range(1000 if is_long else 50):
        process = writer(tmp_path, lines=10**6)
        assert process.stdout is not None
        printed = [process.stdout.readline() for _ in range(1 + chance.randrange(60))]
        process.send_signal(signal.SIGKILL)
        printed += process.stdout.readlines()
        process.wait()
        process.stdout.close()
        with open_store(tmp_path) as store:
            shootout = store.shootouts()[0].id
            lines = store.evidence(shootout)
        assert shootout == round_ + 1
        assert lines[1:] == [LINE.format(n) for n in range(len(lines) - 1)]
        assert printed[0] == "begun\n"
        assert len(lines) >= len(printed)  # the header was acknowledged by "begun", then one line each


WRITER = """
import sys
from pathlib import Path
from companion.store import open_store
folder, lines, header, line = sys.argv[1:]
store = open_store(Path(folder))
shootout = store.begin_shootout(header)
print("begun", flush=True)
for n in range(int(lines)):
    store.record(shootout, [line.format(n)])
    print(n, flush=True)
store.close()
"""


def writer(folder: Path, lines: int) -> subprocess.Popen:
    """Start a process that records lines one by one and prints the number of each one that is durable."""
    command = [sys.executable, "-c", WRITER, str(folder), str(lines), HEADER, LINE]
    root = Path(stores.__file__).parents[2]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of half a megabyte of its own, where this user may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    if not mount("-t", "tmpfs", "-o", "size=512k", "tmpfs", place):
        pytest.skip("this user may not mount a disk")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


def mount(*arguments: object) -> bool:
    return subprocess.run(["mount", *map(str, arguments)], capture_output=True, check=False).returncode == 0


def remount(place: Path, mode: str) -> None:
    assert mount("-o", f"remount,{mode}", place)


def fill(file: Path) -> None:
    with pytest.raises(OSError, match="No space"), file.open("wb", buffering=0) as out:  # noqa: PT012
        while True:
            out.write(b"\0" * 1024)
