"""Shootouts, their evidence and the calls that were shown; matches are in a room of their own, `matches`.

A Store belongs to the thread that opened it; another thread opens its own. Several processes may hold one
file open: writers wait for each other. Whatever a method wrote is durable when it returns; when it raises,
nothing of it was written and it may be called again.
"""

import datetime
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import msgspec

from companion.store.errors import UnknownShootout, Vanished, told
from companion.store.files import make_folder, write_whole
from companion.store.matches import Matches


class Shootout(NamedTuple):
    """One row of the list of shootouts."""

    id: int
    started_at: str  # ISO 8601, UTC
    players: tuple[str, ...]
    finished: bool
    match: int | None = None  # the number of the match that it belongs to


class Call(NamedTuple):
    """A call as it was shown."""

    shown_at: str  # ISO 8601, UTC
    call: str  # compact JSON, as `tinstar referee` prints it


class _Player(msgspec.Struct):
    name: str


class _Header(msgspec.Struct):
    """What the store itself reads of a trace's first line."""

    trace: int
    players: list[_Player]


class Store:
    """The open database. Made by `open_store`; usable as a context manager."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        self._file = path.stat().st_ino
        self.path = path
        self.folder = path.parent
        self.matches = Matches(db, path, self._transaction)

    def begin_shootout(self, header_line: str, match: int | None = None) -> int:
        """Begin a shootout with the first line of its trace and return its number.

        :param match: the number of the match that it belongs to, if it belongs to one
        :raises ValueError: the line is no trace header.
        """
        _players(header_line)
        with self._transaction():
            shootout = self._db.execute(
                "INSERT INTO shootout (started_at, match) VALUES (?, ?)", [_now(), match]
            ).lastrowid
            assert shootout is not None
            self._append(shootout, [header_line])
        return shootout

    def record(self, shootout: int, lines: Sequence[str], calls: Sequence[str] = ()) -> None:
        """Append lines to a shootout's evidence, and keep the calls made from it: all of them, or none.

        :raises ValueError: a line is empty or holds a line break.
        :raises UnknownShootout: there is no such shootout.
        """
        with self._transaction():
            self._must_exist(shootout)
            self._append(shootout, lines)
            self._keep(shootout, calls)

    def evidence(self, shootout: int) -> list[str]:
        """Return the trace, the header first.

        :raises UnknownShootout: there is no such shootout.
        """
        with told(self.path):
            self._must_exist(shootout)
            rows = self._db.execute("SELECT line FROM evidence WHERE shootout = ? ORDER BY n", [shootout])
            return [line for (line,) in rows]

    def calls(self, shootout: int) -> list[Call]:
        """Return the calls that were shown, in the order they were.

        :raises UnknownShootout: there is no such shootout.
        """
        with told(self.path):
            self._must_exist(shootout)
            query = "SELECT shown_at, call FROM call WHERE shootout = ? ORDER BY id"
            return [Call(*row) for row in self._db.execute(query, [shootout])]

    def finish(self, shootout: int) -> None:
        """Mark a shootout as finished; a second time changes nothing. Evidence may still be added.

        :raises UnknownShootout: there is no such shootout.
        """
        with self._transaction():
            self._must_exist(shootout)
            self._db.execute(
                "UPDATE shootout SET finished_at = coalesce(finished_at, ?) WHERE id = ?", [_now(), shootout]
            )

    def shootouts(self) -> list[Shootout]:
        """Return all shootouts, the latest first."""
        with told(self.path):
            rows = self._db.execute(
                "SELECT id, started_at, line, finished_at IS NOT NULL, match FROM shootout "
                "JOIN evidence ON shootout = id AND n = 1 ORDER BY id DESC"
            )
            return [
                Shootout(n, began, _players(header), bool(done), match)
                for n, began, header, done, match in rows
            ]

    def export(self, shootout: int, path: Path | None = None) -> Path:
        """Write a shootout's trace to a file, whole or not at all, and return its path.

        The usual place is `evidence/shootout-<number>-<start, UTC>.jsonl` in the data folder. An export made
        earlier is replaced by this one, which holds all of its lines.

        :raises UnknownShootout: there is no such shootout.
        :raises StoreError: the file could not be written.
        """
        lines = self.evidence(shootout)
        target = path or self.folder / "evidence" / f"shootout-{shootout}-{self._stamp(shootout)}.jsonl"
        with told(target.parent):
            make_folder(target.parent)
        with told(target):
            write_whole(target, "".join(f"{line}\n" for line in lines))
        return target

    def close(self) -> None:
        """Close the database. The store is of no use afterwards."""
        with told(self.path):
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing. The write lock is taken first, so a commit never finds the file busy."""
        with told(self.path):
            self._must_be_there()
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # a full disk may have rolled it back already
                    self._db.execute("ROLLBACK")
                raise

    def _must_be_there(self) -> None:
        """SQLite goes on writing into a file that has no name any more; nobody would find it again."""
        try:
            there = self.path.stat().st_ino == self._file
        except OSError:
            there = False
        if not there:
            raise Vanished(self.path)

    def _append(self, shootout: int, lines: Sequence[str]) -> None:
        for line in lines:
            if not line or "\n" in line or "\r" in line:
                raise ValueError(f"not one line of evidence: {line!r}")
        (last,) = self._db.execute(
            "SELECT coalesce(max(n), 0) FROM evidence WHERE shootout = ?", [shootout]
        ).fetchone()
        self._db.executemany(
            "INSERT INTO evidence (shootout, n, line) VALUES (?, ?, ?)",
            [(shootout, n, line) for n, line in enumerate(lines, start=last + 1)],
        )

    def _keep(self, shootout: int, calls: Sequence[str]) -> None:
        shown_at = _now()
        self._db.executemany(
            "INSERT INTO call (shootout, shown_at, call) VALUES (?, ?, ?)",
            [(shootout, shown_at, call) for call in calls],
        )

    def _must_exist(self, shootout: int) -> None:
        if not self._db.execute("SELECT 1 FROM shootout WHERE id = ?", [shootout]).fetchone():
            raise UnknownShootout(self.path, shootout)

    def _stamp(self, shootout: int) -> str:
        (began,) = self._db.execute("SELECT started_at FROM shootout WHERE id = ?", [shootout]).fetchone()
        return f"{datetime.datetime.fromisoformat(began):%Y%m%dT%H%M%SZ}"


def _players(header_line: str) -> tuple[str, ...]:
    try:
        header = msgspec.json.decode(header_line, type=_Header)
    except msgspec.MsgspecError as error:
        raise ValueError(f"not the first line of a trace: {error}") from error
    return tuple(player.name for player in header.players)


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
