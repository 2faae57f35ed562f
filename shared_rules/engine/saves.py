"""A match as one JSON object, and back.

Owns the saved form. A save from another version of its rulebook does not replay; what was shown of it stays
readable.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from . import refusals as r
from .entries import Entry
from .match import Match
from .prompts import JUDGE, TABLE
from .refusals import BadLine, Refused
from .rulebook import Rulebook
from .setup import Setup

FORMAT = 1  # of the saved form
PARTS: Mapping[str, Any] = {
    "setup": Mapping,
    "shown": Mapping,
    "entries": list,
    "kept": list,
    "chances": list,
}
SETUP: Mapping[str, Any] = {"version": int, "players": list, "options": Mapping, "box": Mapping}
SHOWN: Mapping[str, Any] = {"log": list, "result": Mapping | None}
# What an answer of each kind is at least; null is always one, for a prompt may be skipped.
ANSWERS: Mapping[str, Any] = {
    "choose": str,
    "number": int,
    "choose_some": tuple,
    "order": tuple,
    "dice": tuple,
    "split": Mapping,
    "verdict": Mapping,
}


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

    Raises Refused: save.form, save.rulebook, save.version, save.edited, save.entry, setup.*
    """
    whole = _checked(saved)
    setup = setup_of(rulebook, whole["setup"])
    return restored(rulebook, setup, *(entries_of(whole[part]) for part in ("entries", "kept", "chances")))


def shown(saved: object) -> dict[str, Any]:
    """Return {"setup", "log", "result"} of any save, also one that no rulebook replays. Raises Refused."""
    whole = _checked(saved)
    return {"setup": whole["setup"], **whole["shown"]}


def setup_of(rulebook: Rulebook, said: Mapping[str, Any]) -> Setup:
    """Return a saved setup, checked as a new one is.

    Raises Refused: save.form, save.rulebook, save.version, setup.*
    """
    check_setup(said)
    if said["rulebook"] != rulebook.id:
        raise Refused(r.SAVE_RULEBOOK, rulebook=said["rulebook"])
    if said["version"] != rulebook.version:
        raise Refused(r.SAVE_VERSION, saved=said["version"], now=rulebook.version)
    return rulebook.set_up(said["players"], said["options"], said["box"])


def check_setup(said: object) -> None:
    """Raise Refused, save.form, for what is no setup; which game it is of is not looked at."""
    _fits("a setup", said, {"rulebook": object, **SETUP})


def entries_of(said: Sequence[object]) -> list[Entry]:
    """Return saved entries. Raises Refused: save.form."""
    try:
        return [Entry.parse(entry) for entry in said]
    except BadLine as bad:
        raise Refused(r.SAVE_FORM, what=str(bad)) from bad


def restored(
    rulebook: Rulebook,
    setup: Setup,
    entries: Sequence[Entry],
    kept: Sequence[Entry],
    chances: Sequence[Entry],
) -> Match:
    """Return a match where it stood. Raises Refused: save.entry; save.form for what can never be redone."""
    match = Match.of(rulebook, setup, entries)
    for part, waiting in (("kept", kept), ("chances", chances)):
        for k, entry in enumerate(waiting):
            if not _may_be_asked(rulebook, setup, entry) or (part == "chances" and not entry.chance):
                raise Refused(r.SAVE_FORM, what=f"{part}, {k}: nobody can have answered that", id=entry.id)
    match.keep(kept, chances)
    return match


def _may_be_asked(rulebook: Rulebook, setup: Setup, entry: Entry) -> bool:
    """Say whether this game asks that at all, of somebody here, and takes such an answer."""
    rule, question = rulebook.interjections.get(entry.id), rulebook.question(entry.id)
    asked = rule if rule is not None else question
    if asked is None or entry.act != (rule is not None) or entry.of not in (*setup.players, TABLE, JUDGE):
        return False
    return entry.answer is None or _is(entry.answer, ANSWERS[asked.kind])


def _checked(saved: object) -> Mapping[str, Any]:
    """Return a save whose form is right, down to the entries, which are not looked at."""
    if not isinstance(saved, Mapping):
        raise Refused(r.SAVE_FORM, what="a save is an object")
    form = saved.get("match")
    if form.__class__ is not int or form < FORMAT:
        raise Refused(r.SAVE_FORM, what=f"match is {FORMAT}")
    if form > FORMAT:
        raise Refused(r.SAVE_VERSION, saved=form, now=FORMAT)
    _fits("a save", saved, {"match": int, "sum": str, **PARTS})
    if saved["sum"] != _sum({key: value for key, value in saved.items() if key != "sum"}):
        raise Refused(r.SAVE_EDITED)
    check_setup(saved["setup"])
    _fits("what was shown", saved["shown"], SHOWN)
    return saved


def _fits(what: str, said: object, parts: Mapping[str, Any]) -> None:
    """Raise Refused, save.form, unless it is an object of just these parts, each of its type."""
    if not isinstance(said, Mapping) or said.keys() != parts.keys():
        raise Refused(r.SAVE_FORM, what=f"{what} has {', '.join(sorted(parts))}")
    for key, kind in parts.items():
        if not _is(said[key], kind):
            raise Refused(r.SAVE_FORM, what=f"{what}: {key} is of the wrong type")


def _is(value: object, kind: Any) -> bool:
    """Say whether a value is of a type; true is no integer."""
    return value.__class__ is int if kind is int else isinstance(value, kind)


def _sum(said: Mapping[str, Any]) -> str:
    """Return what an edited save does not agree with: it guards against accidents, not against malice."""
    try:
        text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    except (TypeError, ValueError, RecursionError) as bad:
        raise Refused(r.SAVE_FORM, what="not JSON") from bad
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]
