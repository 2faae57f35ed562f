"""The store: what must survive a power cut, in one SQLite file in the data folder.

    from companion.store import open_store

    with open_store(data_dir()) as store:
        shootout = store.begin_shootout(header_line)
        store.record(shootout, [line, line])        # durable when it returns

Every failure is a `StoreError` with a stable code and a sentence that says what to do.
"""

from companion.store.errors import (
    Broken,
    DiskFailed,
    DiskFull,
    FolderUnwritable,
    Foreign,
    Locked,
    Newer,
    NotAFolder,
    StoreError,
    UnknownShootout,
    Vanished,
)
from companion.store.opening import open_store
from companion.store.store import Call, Shootout, Store

__all__ = [
    "Broken",
    "Call",
    "DiskFailed",
    "DiskFull",
    "FolderUnwritable",
    "Foreign",
    "Locked",
    "Newer",
    "NotAFolder",
    "Shootout",
    "Store",
    "StoreError",
    "UnknownShootout",
    "Vanished",
    "open_store",
]
