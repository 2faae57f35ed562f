"""A saved match on disk: written whole after every change, read back with every entry checked.

Owns the file. It knows no command and no screen; what a save holds is `shared_rules.engine.saves`.
"""

import re
from pathlib import Path
from typing import Any

from companion import strict_lines
from companion.store.files import write_whole
from companion.traces import compact
from shared_rules import games
from shared_rules.engine import Match, Refused
from shared_rules.engine.refusals import SAVE_FORM, SAVE_RULEBOOK
from shared_rules.engine.saves import load, save, shown

FAULT = "rulebook.fault"  # a bug of a rulebook, nothing that anybody at the table did
LARGEST = 64 << 20  # bytes; a save has some hundred an entry


class MatchFile:
    """Where one match is kept. What `keep` returned from survives a kill and a power cut."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()  # a link stays one
        self._kept: object = None
        _clear_unfinished(self.path)

    def keep(self, match: Match) -> None:
        """Write the match, if it changed since it was written last. Raises OSError: it is not written."""
        stands = match.entries, match.kept, match.chances
        if stands != self._kept:
            write_whole(self.path, compact(save(match)) + "\n")
            self._kept = stands


def read(data: bytes) -> Match:
    """Return the match of a saved file's contents.

    :raises Refused: save.form, save.rulebook, save.version, save.edited, save.entry, setup.*, rulebook.fault
    """
    saved = _parsed(data)
    rulebook_id = shown(saved)["setup"]["rulebook"]
    if not isinstance(rulebook_id, str) or rulebook_id not in games.rulebooks():
        raise Refused(SAVE_RULEBOOK, rulebook=rulebook_id)
    try:
        return load(games.rulebook(rulebook_id), saved)
    except Refused:
        raise
    except Exception as error:  # whatever it is, the file is as it was, and a person needs a sentence
        raise Refused(FAULT, what=repr(error)) from error


def _parsed(data: bytes) -> Any:
    if len(data) > LARGEST:
        raise Refused(SAVE_FORM, what="too large")
    try:
        return strict_lines.parse_text(data.decode())
    except UnicodeDecodeError:
        raise Refused(SAVE_FORM, what=strict_lines.TEXT) from None
    except strict_lines.BadJson as bad:
        raise Refused(SAVE_FORM, what=bad.code) from None


def _clear_unfinished(path: Path) -> None:
    """Take away what a kill in the middle of writing left beside the file."""
    ours = re.compile(re.escape(f".{path.name}.") + "[0-9a-f]{8}")
    for beside in path.parent.iterdir():
        if ours.fullmatch(beside.name):
            beside.unlink(missing_ok=True)
