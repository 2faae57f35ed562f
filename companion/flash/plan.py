"""What has to happen on a board, from what is on it and what belongs there.

Owns the questions "is it ours?" and "what is missing?". Pure: must never touch a port.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.flash import files
from companion.flash.bundle import MANIFEST, Bundle, manifest_text, sha256
from companion.flash.repl import Contents

TEMPORARY = "tinstar.new"
PADS_OWN = {"settings.txt", "settings.txt.new", "crash.txt"}  # what a pad writes itself
SPARE_BLOCKS = 4  # a file system that is full to the last block cannot even replace a file
FOLDER_BLOCKS = 2  # what a folder takes on littlefs
ENDINGS = (".py", ".mpy")


class Plan(NamedTuple):
    """Places to write, in this order, and to remove; `missing_bytes` more than there is room for. `begun` is
    what the manifest says meanwhile."""

    write: tuple[str, ...]
    remove: tuple[str, ...]
    missing_bytes: int
    begun: bytes

    @property
    def nothing(self) -> bool:
        """Whether all is as it should be."""
        return not self.write and not self.remove


def foreign(there: Contents, bundle: Bundle, *, speaks: bool) -> list[str]:
    """Return the files that are in the way of calling the board ours; none when it is.

    It is ours when it carries our manifest, or when its program speaks our wire, unless main.py or boot.py
    are others than the manifest says; or when it holds nothing but what belongs there.

    :param speaks: whether a pad answered
    """
    ours = _written(there.manifest)
    wanted = bundle.hashes()
    if ours or speaks:
        known = files.AT_THE_ROOT if ours else ()
        return [
            path
            for path in known
            if path in there.sizes and there.hashes.get(path) not in {*ours[path], wanted[path]}
        ]
    return [
        path
        for path in sorted(there.sizes)
        if path not in {TEMPORARY, MANIFEST, *PADS_OWN}
        and not _is_place_of_ours(path, bundle)
        and there.hashes.get(path) != wanted.get(path, "")
    ]


def plan(there: Contents, bundle: Bundle, strangers: Sequence[str] = ()) -> Plan:
    """Return what is to be done. Whatever it is, main.py comes anew, last, and the manifest before it.

    In our two packages every module that is not needed goes: it was needed once, or would shadow one that is.

    :param strangers: somebody else's files, which stay
    """
    last = (MANIFEST, files.MAIN)
    wanted = bundle.hashes() | {MANIFEST: sha256(bundle.manifest())}
    wrong = [path for path in wanted if there.hashes.get(path) != wanted[path]]
    remove = [
        path
        for path in sorted(there.sizes)
        if path == TEMPORARY or (_is_module_of_ours(path) and path not in {*wanted, *strangers})
    ]
    write = [*(path for path in wrong if path not in last), *last] if wrong or remove else []
    # Interrupted, it must be known as ours, with main.py and boot.py as they are and as they will be.
    found = {path: there.hashes[path] for path in files.AT_THE_ROOT if path in there.hashes}
    will_be = {path: wanted[path] for path in files.AT_THE_ROOT}
    begun = manifest_text(bundle.version, bundle.hashes() | found, will_be)
    return Plan(tuple(write), tuple(remove), _missing_bytes(there, bundle, write, remove), begun)


def _missing_bytes(there: Contents, bundle: Bundle, write: list[str], remove: list[str]) -> int:
    """A new file stands beside the old one until it is complete; what is removed is removed first."""

    def blocks(size: int) -> int:
        return -(-size // there.block_bytes)

    new = {path: blocks(len(bundle.files.get(path, bundle.manifest()))) for path in write}
    old = sum(blocks(there.sizes[path]) for path in {*write, *remove} if path in there.sizes)
    folders = {path.rpartition("/")[0] for path in bundle.files} - {
        path.rpartition("/")[0] for path in there.sizes
    }
    need = sum(new.values()) - old + max(new.values(), default=0)
    need += FOLDER_BLOCKS * len(folders) + SPARE_BLOCKS
    return max(0, need - there.free_blocks) * there.block_bytes if write else 0


def _is_place_of_ours(path: str, bundle: Bundle) -> bool:
    """Whether a module of the pad has this place, compiled or not. main.py and boot.py have everybody's."""
    stem, dot, ending = path.rpartition(".")
    return dot + ending in ENDINGS and stem + ".mpy" in bundle.files


def _is_module_of_ours(path: str) -> bool:
    package, slash, rest = path.partition("/")
    return bool(slash) and package in files.PACKAGES and rest.endswith(ENDINGS)


def _written(manifest: bytes) -> dict[str, set[str]]:
    """Return the hashes of main.py and boot.py that a manifest tells of; {} when it is none of ours. It tells
    of two each, as they were and as they will be, when an installation has begun."""
    try:
        told: Any = json.loads(manifest)
        if told["tinstar"] != 1:
            return {}
        both = (told["files"], told.get("begun", told["files"]))
        return {path: {str(each[path]) for each in both} for path in files.AT_THE_ROOT}
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}
