"""What an installation tells while it goes on, and at its end: as codes, and the steps in words too.

Light on purpose: the window imports it when it starts, and the installer only when somebody installs.
"""

from collections.abc import Callable
from typing import NamedTuple

from companion.i18n import N_, _

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

PHASES = {
    ASKING: N_("asking who is there"),
    LEAVING: N_("a pad runs there; it leaves for MicroPython"),
    COMPILING: N_("compiling for this board"),
    LOOKING: N_("looking what is on it"),
    CHECKING: N_("reading everything back"),
    RESTARTING: N_("restarting"),
}
FILES = {
    KEPT: N_("there already: {file}"),
    REMOVED: N_("removed: {file}"),
    WRITTEN: N_("written: {file}"),
    WOULD_REMOVE: N_("would be removed: {file}"),
    WOULD_WRITE: N_("would be written: {file}"),
}


def text(step: Step) -> str:
    """Return one step in words."""
    if step.what in PHASES:
        return _(PHASES[step.what])
    done = f"{step.done:>3}/{step.of} " if step.what not in {REMOVED, WOULD_REMOVE} else ""
    return done + _(FILES[step.what]).format(file=step.file)
