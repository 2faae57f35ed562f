"""Opening the database: is it ours, is it sound, and does it have today's shape?

Every question is asked before anything is written, so that a file that is not ours stays as it is.
"""

import errno
import os
import sqlite3
import time
from pathlib import Path

from companion.store.errors import Broken, FolderUnwritable, Foreign, Newer, told
from companion.store.files import make_folder
from companion.store.schema import APPLICATION_ID, MIGRATIONS
from companion.store.store import Store

FILE = "tinstar.sqlite3"
WAL_RETRY_S = 0.01
BUSY_TIMEOUT_S = 5.0  # how long another writer is waited for; one commit on a bad SD card takes about one


def open_store(data_dir: Path, busy_timeout_s: float = BUSY_TIMEOUT_S) -> Store:
    """Open the store in this folder, making both when they are not there yet.

    :raises StoreError: one of its kinds, with a sentence that says what to do.
    """
    with told(data_dir):
        make_folder(data_dir)
        if not os.access(data_dir, os.W_OK | os.X_OK):
            raise FolderUnwritable(data_dir, os.strerror(errno.EACCES))
    path = data_dir / FILE
    if path.exists() and not path.is_file():
        raise Broken(path, "not a file")
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        raise FolderUnwritable(path, os.strerror(errno.EACCES))
    with told(path):
        db = sqlite3.connect(path, timeout=busy_timeout_s, isolation_level=None)
        try:
            _examine(db, path)
            _prepare(db, busy_timeout_s)
            _migrate(db)
        except BaseException:
            db.close()
            raise
    return Store(db, path)


def _examine(db: sqlite3.Connection, path: Path) -> None:
    """Refuse what is not ours, is too new or is damaged. Writes nothing."""
    db.execute("BEGIN")  # all answers are of one moment, though another process may be making the file
    version = _value(db, "PRAGMA user_version")
    application = _value(db, "PRAGMA application_id")
    # A start that was killed at its very first moment leaves an empty database, which is as good as none.
    is_empty = not _value(db, "SELECT count(*) FROM sqlite_schema")
    if application != APPLICATION_ID and not (application == version == 0 and is_empty):
        raise Foreign(path)
    if version > len(MIGRATIONS):
        raise Newer(path, f"{version} > {len(MIGRATIONS)}")
    verdict = _value(db, "PRAGMA quick_check(1)")
    if verdict != "ok":
        raise Broken(path, verdict)
    db.execute("COMMIT")


def _prepare(db: sqlite3.Connection, busy_timeout_s: float) -> None:
    _use_wal(db, busy_timeout_s)
    db.execute("PRAGMA synchronous = FULL")  # NORMAL may lose the last commits at a power cut
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA recursive_triggers = ON")  # so that REPLACE does not slip past the triggers


def _use_wal(db: sqlite3.Connection, busy_timeout_s: float) -> None:
    """Switch to the write-ahead log; two that open a new file at once may be in each other's way."""
    deadline_s = time.monotonic() + busy_timeout_s
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:  # for this statement SQLite itself does not wait
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline_s:
                raise
        time.sleep(WAL_RETRY_S)


def _migrate(db: sqlite3.Connection) -> None:
    """Bring the database to today's format: all of it, or nothing."""
    if _value(db, "PRAGMA user_version") == len(MIGRATIONS):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        # Read again: another process may have done it while this one waited for the lock.
        for migration in MIGRATIONS[_value(db, "PRAGMA user_version") :]:
            for statement in _statements(migration):
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _statements(script: str) -> list[str]:
    """Split a script into its statements; `executescript` would commit in between."""
    statements, current = [], ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            statements.append(current)
            current = ""
    return statements


def _value(db: sqlite3.Connection, query: str):  # type: ignore[no-untyped-def]    # an int or a text, as asked
    return db.execute(query).fetchone()[0]
