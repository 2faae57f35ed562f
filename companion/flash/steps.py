"""What an installation tells while it goes on, and at its end."""

from collections.abc import Callable
from typing import NamedTuple

ASKING, LEAVING, COMPILING, LOOKING = "asking", "leaving", "compiling", "looking"
KEPT, REMOVED, WRITTEN, CHECKING, RESTARTING = "kept", "removed", "written", "checking", "restarting"
WOULD_REMOVE, WOULD_WRITE = "would_remove", "would_write"


class Step(NamedTuple):
    """One of the words above: a file is so now, or something begins that has none (`file` is ""). `done` of
    `of` files are as they should be."""

    what: str
    file: str
    done: int
    of: int


class Installed(NamedTuple):
    """A pad, as it told itself after the installation. Of its files so many were `written`.

    After a dry run nothing was: so many would be, and the pad would be this.
    """

    port: str
    board: str
    firmware: str
    protocol: int
    unique_id: str
    written: int


Tell = Callable[[Step], None]
