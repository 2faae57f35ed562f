"""Matches on disk: setup, seats, entries row by row, what was shown of them; people; box facts.

Owns their tables, and the claims by which a match is open in one program at a time. It knows texts and
numbers only: what an entry means, and whether it still fits, is the engine's business.
"""

import datetime
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import IO, NamedTuple

from companion.i18n import N_
from companion.store.errors import StoreError, told
from companion.store.files import make_folder

FOLDER = "open"  # of claims, beside the database

# One statement for each table of rows, so that none is put together from pieces.
SELECT = {
    "entry": "SELECT n, CAST(text AS BLOB) FROM entry WHERE match = ? ORDER BY n",
    "chance": "SELECT n, CAST(text AS BLOB) FROM chance WHERE match = ? ORDER BY n",
    "line": "SELECT n, CAST(text AS BLOB) FROM line WHERE match = ? ORDER BY n",
}
CUT = {
    "entry": "DELETE FROM entry WHERE match = ? AND n >= ?",
    "chance": "DELETE FROM chance WHERE match = ? AND n >= ?",
    "line": "DELETE FROM line WHERE match = ? AND n >= ?",
}
PUT = {
    "entry": "INSERT OR REPLACE INTO entry (match, n, text) VALUES (?, ?, ?)",
    "chance": "INSERT OR REPLACE INTO chance (match, n, text) VALUES (?, ?, ?)",
    "line": "INSERT OR REPLACE INTO line (match, n, text) VALUES (?, ?, ?)",
}


class UnknownMatch(StoreError):
    """No match has this number, or it was deleted."""

    code = "match.unknown"
    sentence = N_("There is no match number {detail} in {path}.")


class Held(StoreError):
    """The match is open, here or in another program."""

    code = "match.open"
    sentence = N_("Match number {detail} is open already. Leave it there first (is Tin Star open twice?).")


class Standing(NamedTuple):
    """Where a match stands, as texts: `taken` of the entries count, the others are the redo list."""

    taken: int = 0
    entries: tuple[str, ...] = ()
    chances: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()  # the log as everybody saw it
    result: str | None = None


class Beginning(NamedTuple):
    """What a match starts from. people: name and brand of each; facts: what is known of the box; shootouts:
    who decides them, a word."""

    rulebook: str
    setup: str  # JSON
    seats: str  # JSON
    people: tuple[tuple[str, int], ...]
    facts: Mapping[str, int]
    shootouts: str = "judge"


class Row(NamedTuple):
    """One row of the list of matches."""

    number: int
    rulebook: str
    setup: str  # JSON, as everything that was handed over as text
    started_at: str  # ISO 8601, UTC
    changed_at: str
    taken: int
    result: str | None  # None while it is not over
    seats: str  # JSON


class Kept(NamedTuple):
    """A whole stored match. A row that is missing is an empty text, and nothing follows it."""

    row: Row
    seats: str
    standing: Standing
    shootouts: str = "judge"


class Person(NamedTuple):
    """Somebody who sat at this table. brand: the number of their colour and shape then."""

    name: str
    brand: int
    seen_at: str  # ISO 8601, UTC


class Hold:
    """A claim on a match: nobody else can open or delete it until this is released, or its program ends,
    however it ends."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        self._file = file
        self._path = path

    def release(self) -> None:
        """Let go; a second time changes nothing."""
        if not self._file.closed:
            with suppress(OSError):
                if _is_still(self._path, self._file):
                    self._path.unlink()
            self._file.close()


class Matches:
    """A store's matches. Whatever a method wrote is durable when it returns; when it raises, nothing of it
    was written and it may be called again.

    :param transaction: the store's, all or nothing
    """

    def __init__(
        self, db: sqlite3.Connection, path: Path, transaction: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._db = db
        self._path = path
        self._transaction = transaction

    # -- one match

    def begin(self, beginning: Beginning, standing: Standing) -> int:
        """Keep a new match, its players and what is known of its box; return its number."""
        rulebook, setup, seats, people, facts, shootouts = beginning
        now = _now()
        with self._transaction():
            number = self._db.execute(
                "INSERT INTO match (rulebook, setup, seats, started_at, changed_at, taken, shootouts) "
                "VALUES (?, ?, ?, ?, ?, 0, ?)",
                [rulebook, setup, seats, now, now, shootouts],
            ).lastrowid
            assert number is not None
            self._write(number, Standing(), standing)
            self._db.executemany(
                "INSERT OR REPLACE INTO person (name, brand, seen_at) VALUES (?, ?, ?)",
                [(name, brand, now) for name, brand in people],
            )
            self._learn(rulebook, facts)
        return number

    def record(
        self, number: int, before: Standing, after: Standing, facts: Mapping[str, int | None] = {}
    ) -> None:
        """Lead a match from how it stands on disk to how it stands now; only what differs is written.

        :param facts: what was learned of its box, None: taken back
        :raises UnknownMatch: there is no such match
        """
        with self._transaction():
            row = self._row(number)
            self._write(number, before, after)
            self._learn(row.rulebook, facts)

    def read(self, number: int) -> Kept:
        """Return a match as it was stored.

        :raises UnknownMatch: there is no such match
        """
        with told(self._path):
            self._db.execute("BEGIN")  # all of it is of one moment
            try:
                row = self._row(number)
                seats, shootouts = self._db.execute(
                    "SELECT CAST(seats AS BLOB), CAST(shootouts AS BLOB) FROM match WHERE id = ?", [number]
                ).fetchone()
                entries, chances, lines = (
                    self._texts(table, number) for table in ("entry", "chance", "line")
                )
            finally:
                self._db.execute("ROLLBACK")
        standing = Standing(row.taken, entries, chances, lines, row.result)
        return Kept(row, _text(seats), standing, _text(shootouts))

    def delete(self, number: int) -> None:
        """Delete a match with all that belongs to it; what was learned of its box stays.

        :raises Held: it is open, here or elsewhere
        :raises UnknownMatch: there is no such match
        """
        hold = self.hold(number)
        try:
            with self._transaction():
                self._row(number)
                self._db.execute("DELETE FROM match WHERE id = ?", [number])
        finally:
            hold.release()

    # -- all of them

    def all(self) -> list[Row]:
        """Return all matches, the one that was played last first."""
        with told(self._path):
            found = self._db.execute(
                "SELECT id, CAST(rulebook AS BLOB), CAST(setup AS BLOB), started_at, changed_at, taken, "
                "CAST(result AS BLOB), CAST(seats AS BLOB) FROM match ORDER BY changed_at DESC, id DESC"
            )
            return [_row(found_row) for found_row in found]

    def people(self) -> list[Person]:
        """Return who sat at this table in a match, those seen last first."""
        with told(self._path):
            found = self._db.execute("SELECT name, brand, seen_at FROM person ORDER BY seen_at DESC, name")
            return [Person(*row) for row in found]

    def boxes(self) -> dict[str, dict[str, int]]:
        """Return what is known of this group's boxes: rulebook -> fact -> value."""
        boxes: dict[str, dict[str, int]] = {}
        with told(self._path):
            for rulebook, fact, value in self._db.execute("SELECT rulebook, fact, value FROM box"):
                boxes.setdefault(rulebook, {})[fact] = value
        return boxes

    # -- who has it open

    def hold(self, number: int) -> Hold:
        """Claim a match.

        The claim is a lock of the system on a file of its own: it ends with the program that holds it, also
        with one that is killed. The file may stay then, and means nothing without its lock.

        :raises Held: it is open, here or elsewhere
        """
        folder = self._path.parent / FOLDER
        path = folder / f"match-{number}"
        with told(folder):
            make_folder(folder)
        with told(path):
            while True:
                file = path.open("wb", buffering=0)
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    file.close()
                    raise Held(self._path, number) from None
                except BaseException:
                    file.close()
                    raise
                if _is_still(path, file):
                    return Hold(file, path)
                file.close()  # whoever held it took the file away just then

    # -- rows

    def _row(self, number: int) -> Row:
        found = self._db.execute(
            "SELECT id, CAST(rulebook AS BLOB), CAST(setup AS BLOB), started_at, changed_at, taken, "
            "CAST(result AS BLOB), CAST(seats AS BLOB) FROM match WHERE id = ?",
            [number],
        ).fetchone()
        if found is None:
            raise UnknownMatch(self._path, number)
        return _row(found)

    def _texts(self, table: str, number: int) -> tuple[str, ...]:
        texts: list[str] = []
        for n, text in self._db.execute(SELECT[table], [number]):
            if n != len(texts):
                texts.append("")
                break
            texts.append(_text(text))
        return tuple(texts)

    def _write(self, number: int, before: Standing, after: Standing) -> None:
        self._put("entry", number, before.entries, after.entries)
        self._put("chance", number, before.chances, after.chances)
        self._put("line", number, before.lines, after.lines)
        self._db.execute(
            "UPDATE match SET taken = ?, result = ?, changed_at = ? WHERE id = ?",
            [after.taken, after.result, _now(), number],
        )

    def _put(self, table: str, number: int, before: Sequence[str], after: Sequence[str]) -> None:
        if len(after) < len(before):
            self._db.execute(CUT[table], [number, len(after)])
        self._db.executemany(PUT[table], [(number, n, text) for n, text in differing(before, after)])

    def _learn(self, rulebook: str, facts: Mapping[str, int | None]) -> None:
        for fact, value in facts.items():
            if value is None:
                self._db.execute("DELETE FROM box WHERE rulebook = ? AND fact = ?", [rulebook, fact])
            else:
                self._db.execute("INSERT OR REPLACE INTO box VALUES (?, ?, ?)", [rulebook, fact, value])


def differing(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The places from 0, with their texts, that are new or other than before.

    >>> list(differing(["a", "b", "c"], ["a", "x"]))
    [(1, 'x')]
    """
    for n, text in enumerate(after):
        if n >= len(before) or before[n] != text:
            yield n, text


def _row(found: tuple[int, bytes, bytes, str, str, int, bytes | None, bytes]) -> Row:
    number, rulebook, setup, started_at, changed_at, taken, result, seats = found
    shown = None if result is None else _text(result)
    return Row(number, _text(rulebook), _text(setup), started_at, changed_at, taken, shown, _text(seats))


def _text(stored: bytes) -> str:
    """A text out of a file that somebody may have broken; it is checked when it is parsed."""
    return stored.decode(errors="replace")


def _is_still(path: Path, file: IO[bytes]) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
