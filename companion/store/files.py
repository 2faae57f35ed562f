"""Files that are there whole or not at all."""

import os
import secrets
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write the text to the path so that a power cut leaves the old file or the new one, never half.

    :raises OSError: as the system says; the path is then as it was.
    """
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with unfinished.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    sync_folder(path.parent)


def make_folder(path: Path) -> None:
    """Make the folder and those above it, and make sure that they survive a power cut.

    :raises OSError: as the system says; FileExistsError when a file is in the place.
    """
    if not path.is_dir():
        path.mkdir(parents=True, exist_ok=True)
        sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
