"""What was chosen on the screen, remembered in the data folder.

Owns one file there for each choice, with one word in it. It must never decide what holds: the command line
goes before a language that was chosen, and the environment after it.
"""

from collections.abc import Collection
from pathlib import Path

from companion.store.errors import told
from companion.store.files import write_whole

LANGUAGE, CELEBRATIONS = "language", "celebrations"
ON, OFF = "on", "off"
LONGEST = 16  # characters of a word


def remembered(data_dir: Path, choice: str, among: Collection[str]) -> str | None:
    """Return the word chosen last; None when there is none, or none of those that are known here."""
    path = data_dir / choice
    try:
        if not path.is_file():
            return None
        with path.open(encoding="ascii") as file:
            word = file.read(LONGEST).strip()
    except (OSError, ValueError):
        return None
    return word if word in among else None


def remember(data_dir: Path, choice: str, word: str) -> None:
    """Keep a choice for the next start.

    :raises StoreError: the file could not be written
    """
    path = data_dir / choice
    with told(path):
        write_whole(path, f"{word}\n")
