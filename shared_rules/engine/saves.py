"""A match as one JSON object, and back.

Owns the saved form. A save from another version of its rulebook does not replay; what was shown of it stays
readable.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from . import refusals as r
from .entries import Entry
from .match import Match
from .refusals import BadLine, Refused
from .rulebook import Rulebook

FORMAT = 1  # of the saved form
KEYS = {"match", "setup", "entries", "kept", "chances", "shown", "sum"}
SETUP_KEYS = {"rulebook", "version", "players", "options", "box"}


def save(match: Match) -> dict[str, Any]:
    """Return the match as JSON, secrets and all. shown: what stays readable without the rulebook."""
    said: dict[str, Any] = {
        "match": FORMAT,
        "setup": match.setup.as_json(),
        "entries": [entry.as_json() for entry in match.entries],
        "kept": [entry.as_json() for entry in match.kept],
        "chances": [entry.as_json() for entry in match.chances],
        "shown": {"log": match.log(), "result": match.result.as_json() if match.result else None},
    }
    return said | {"sum": _sum(said)}


def load(rulebook: Rulebook, saved: object) -> Match:
    """Return the match that `save` made an object of; every entry is checked again.

    Raises Refused: save.form, save.rulebook, save.version, save.edited, save.entry.
    """
    whole = _checked(saved)
    setup = whole["setup"]
    if setup["rulebook"] != rulebook.id:
        raise Refused(r.SAVE_RULEBOOK, rulebook=setup["rulebook"])
    if setup["version"] != rulebook.version:
        raise Refused(r.SAVE_VERSION, saved=setup["version"], now=rulebook.version)
    fresh = rulebook.set_up(setup["players"], setup["options"], setup["box"])
    try:
        entries, kept, chances = (
            [Entry.parse(entry) for entry in whole[key]] for key in ("entries", "kept", "chances")
        )
    except BadLine as bad:
        raise Refused(r.SAVE_FORM, what=str(bad)) from bad
    match = Match.of(rulebook, fresh, entries)
    match.keep(kept, chances)
    return match


def shown(saved: object) -> dict[str, Any]:
    """Return {"setup", "log", "result"} of any save, also one that no rulebook replays. Raises Refused."""
    whole = _checked(saved)
    return {"setup": whole["setup"], **whole["shown"]}


def _checked(saved: object) -> Mapping[str, Any]:
    if not isinstance(saved, Mapping):
        raise Refused(r.SAVE_FORM, what="a save is an object")
    if saved.get("match").__class__ is int and saved["match"] > FORMAT:
        raise Refused(r.SAVE_VERSION, saved=saved["match"], now=FORMAT)
    if saved.get("match") != FORMAT or saved.keys() != KEYS:
        raise Refused(r.SAVE_FORM, what=f"a save has match, {', '.join(sorted(KEYS - {'match'}))}")
    if saved["sum"] != _sum({key: value for key, value in saved.items() if key != "sum"}):
        raise Refused(r.SAVE_EDITED)
    parts = {"setup": Mapping, "shown": Mapping, "entries": list, "kept": list, "chances": list}
    if not all(isinstance(saved[key], kind) for key, kind in parts.items()):
        raise Refused(r.SAVE_FORM, what="a part of it is of the wrong type")
    if saved["setup"].keys() != SETUP_KEYS:
        raise Refused(r.SAVE_FORM, what=f"a setup has {', '.join(sorted(SETUP_KEYS))}")
    return saved


def _sum(said: Mapping[str, Any]) -> str:
    """Return what an edited save does not agree with: it guards against accidents, not against malice."""
    try:
        text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    except (TypeError, ValueError, RecursionError) as bad:
        raise Refused(r.SAVE_FORM, what="not JSON") from bad
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]
