"""The language that was chosen on the screen, remembered in the data folder.

Owns the one-line file `language` there. It must never decide which language is spoken: the command line goes
before it, and the environment after.
"""

from pathlib import Path

from companion import i18n
from companion.store.errors import told
from companion.store.files import write_whole

FILE = "language"
LONGEST_CODE = 16


def remembered(data_dir: Path) -> str | None:
    """Return the code of the language chosen last; None when there is none, or none that is spoken here."""
    path = data_dir / FILE
    try:
        if not path.is_file():
            return None
        with path.open(encoding="ascii") as file:
            code = file.read(LONGEST_CODE).strip()
    except (OSError, ValueError):
        return None
    return code if code in i18n.languages() else None


def remember(data_dir: Path, code: str) -> None:
    """Keep a language for the next start.

    :raises StoreError: the file could not be written
    """
    path = data_dir / FILE
    with told(path):
        write_whole(path, f"{code}\n")
