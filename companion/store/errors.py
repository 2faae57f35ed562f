"""What can go wrong with the store: one class each, with a stable code and what to do about it.

Nothing here or in the rest of the store ever deletes, moves or overwrites a person's file to get out of
trouble: the sentence says what the person can do.
"""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.i18n import N_, _

NO_SPACE_BYTES = 64 * 1024  # with less than this free, an I/O error is taken for a full disk


class StoreError(Exception):
    """Something the store could not do. `str()` is a sentence for the person, in the language spoken now."""

    code = "store.failed"
    sentence = N_("The data in {path} could not be used ({detail}).")

    def __init__(self, path: Path, detail: object = "") -> None:
        super().__init__(path, detail)
        self.path = path
        self.detail = str(detail)

    def __str__(self) -> str:
        return _(self.sentence).format(path=self.path, detail=self.detail)


class NotAFolder(StoreError):
    """A file is where the data folder, or a folder above it, should be."""

    code = "store.not_a_folder"
    sentence = N_("{path} is not a folder. Choose another data folder with --data or TINSTAR_DATA.")


class FolderUnwritable(StoreError):
    """The data folder or a file in it may not be written."""

    code = "store.folder_unwritable"
    sentence = N_(
        "{path} cannot be written ({detail}). Make it writable for this user, "
        "or choose another data folder with --data or TINSTAR_DATA."
    )


class Broken(StoreError):
    """The file is no database, or a damaged one."""

    code = "store.broken"
    sentence = N_(
        "{path} is damaged or not a database ({detail}). Nothing was changed. "
        "Move it and the files named like it to a safe place, then put a back-up there or start anew."
    )


class Foreign(StoreError):
    """The file is another program's database."""

    code = "store.foreign"
    sentence = N_(
        "{path} belongs to another program. Nothing was changed. "
        "Choose another data folder with --data or TINSTAR_DATA."
    )


class Newer(StoreError):
    """A newer Tin Star wrote the file."""

    code = "store.newer"
    sentence = N_("{path} was written by a newer Tin Star ({detail}). Nothing was changed. Update Tin Star.")


class Locked(StoreError):
    """Another program holds the file and does not let go."""

    code = "store.locked"
    sentence = N_("{path} is held by another program. Close it (is Tin Star open twice?) and try again.")


class DiskFull(StoreError):
    """There is no room. What was stored before is intact, and the same call can be tried again."""

    code = "store.disk_full"
    sentence = N_("There is no room left for {path}. What was stored is safe. Free some space and try again.")


class DiskFailed(StoreError):
    """The disk reported an error."""

    code = "store.disk_failed"
    sentence = N_("The disk reported an error on {path} ({detail}). Check the disk or the SD card.")


class Vanished(StoreError):
    """The file was moved, deleted or replaced while it was open."""

    code = "store.vanished"
    sentence = N_(
        "{path} was moved or deleted while Tin Star was using it. Put it back, "
        "or end Tin Star and start it again to begin a new one."
    )


class UnknownShootout(StoreError):
    """No shootout has this number."""

    code = "store.unknown_shootout"
    sentence = N_("There is no shootout number {detail} in {path}.")


BY_SQLITE = {  # primary result code -> what it means to a person
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_BUSY: Locked,
    sqlite3.SQLITE_LOCKED: Locked,
    sqlite3.SQLITE_READONLY: FolderUnwritable,
    sqlite3.SQLITE_CANTOPEN: FolderUnwritable,
    sqlite3.SQLITE_PERM: FolderUnwritable,
    sqlite3.SQLITE_AUTH: FolderUnwritable,
    sqlite3.SQLITE_NOTADB: Broken,
    sqlite3.SQLITE_CORRUPT: Broken,
    sqlite3.SQLITE_IOERR: DiskFailed,
}
BY_ERRNO = {
    errno.ENOSPC: DiskFull,
    errno.EDQUOT: DiskFull,
    errno.EACCES: FolderUnwritable,
    errno.EPERM: FolderUnwritable,
    errno.EROFS: FolderUnwritable,
    errno.ENOENT: FolderUnwritable,
    errno.ENOTDIR: NotAFolder,
    errno.EEXIST: NotAFolder,
    errno.EISDIR: FolderUnwritable,
}


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn SQLite's and the system's errors about this path into StoreErrors."""
    try:
        yield
    except sqlite3.Error as error:
        raise _from_sqlite(error, path) from error
    except OSError as error:
        raise BY_ERRNO.get(error.errno or 0, DiskFailed)(path, error.strerror or error) from error


def _from_sqlite(error: sqlite3.Error, path: Path) -> Exception:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None or code & 0xFF not in BY_SQLITE:
        return error  # the program's mistake, not the world's: a wrong thread, a refused change of evidence
    kind = BY_SQLITE[code & 0xFF]
    if kind is DiskFailed and shutil.disk_usage(path.parent).free < NO_SPACE_BYTES:
        kind = DiskFull  # some files of SQLite report a full disk as a plain I/O error
    return kind(path, error)
