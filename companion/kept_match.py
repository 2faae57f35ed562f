"""A stored match read back: to be listed, to be looked at, and to be continued if it still can be.

Owns the checks on what comes out of the store, where anybody may have changed it. It never writes.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from companion import strict_lines, theme
from companion.match_file import FAULT
from companion.seating import SIDES, Seat
from companion.store.matches import Kept, Row
from companion.traces import compact
from shared_rules import games
from shared_rules.engine import Match, Refused, Setup, saves
from shared_rules.engine import refusals as r


class KeptMatch(NamedTuple):
    """One row of the list of matches, as people see it.

    n: how many entries it has. result: as contract "match" has it, None while it is not over. why: the code
    of why it cannot be continued, "" if nothing is known against it; its entries are checked when it is.
    brands: player -> the number of their brand in it; empty if that cannot be read.
    """

    number: int
    rulebook: str
    players: tuple[str, ...]
    started_at: str  # ISO 8601, UTC
    changed_at: str
    n: int
    result: dict[str, Any] | None
    why: str
    brands: Mapping[str, int]


class ShownMatch(NamedTuple):
    """What was shown of a match last, also of one that no rulebook replays any more."""

    row: KeptMatch
    log: tuple[dict[str, Any], ...]


def listed(row: Row) -> KeptMatch:
    """Return a row of the store as people see it, whatever is in it."""
    why = ""
    try:
        setup_of(row.setup)
    except Refused as refused:
        why = refused.code
    result, players = _shown(row.result or ""), _players(row.setup)
    return KeptMatch(
        row.number,
        row.rulebook,
        players,
        row.started_at,
        row.changed_at,
        row.taken,
        result if isinstance(result, dict) else None,
        why,
        _brands(row.seats, players),
    )


def _brands(seats: str, players: Sequence[str]) -> dict[str, int]:
    try:
        return {seat.name: seat.brand for seat in _seats(seats, players)}
    except Refused:
        return {}


def shown(kept: Kept) -> ShownMatch:
    """Return what was shown of a match; lines that cannot be read are left out."""
    lines = map(_shown, kept.standing.lines)
    return ShownMatch(listed(kept.row), tuple(line for line in lines if isinstance(line, dict)))


class _Seat(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    brand: int
    side: str
    pad: str


def seats_text(seats: Sequence[Seat]) -> str:
    """Return the seats as JSON; the way back is `seats_of`."""
    return compact([{"name": s.name, "brand": s.brand, "side": s.side, "pad": s.pad} for s in seats])


def seats_of(kept: Kept, players: Sequence[str]) -> list[Seat]:
    """Return a stored match's seats, in the order of the players. Raises Refused, save.form."""
    return _seats(kept.seats, players)


def _seats(text: str, players: Sequence[str]) -> list[Seat]:
    try:
        found = msgspec.json.decode(text, type=list[_Seat])
    except msgspec.MsgspecError as error:
        raise Refused(r.SAVE_FORM, what=str(error)) from None
    seats = {seat.name: Seat(seat.name, seat.brand, seat.side, seat.pad) for seat in found}
    can_sit = all(seat.side in SIDES and 0 <= seat.brand < len(theme.BRANDS) for seat in found)
    if seats.keys() != set(players) or not can_sit:
        raise Refused(r.SAVE_FORM, what="seats")
    return [seats[name] for name in players]


def match_of(kept: Kept) -> Match:
    """Return a stored match, every entry checked anew.

    Raises Refused: save.form, save.rulebook, save.version, save.entry, setup.*, rulebook.fault
    """
    setup = setup_of(kept.row.setup)
    standing = kept.standing
    entries, chances = (
        saves.entries_of([_parsed(text) for text in texts]) for texts in (standing.entries, standing.chances)
    )
    if not 0 <= standing.taken <= len(entries):
        raise Refused(r.SAVE_FORM, what="entries are missing")
    taken, kept_for_redo = entries[: standing.taken], entries[standing.taken :]
    try:
        return saves.restored(games.rulebook(setup.rulebook), setup, taken, kept_for_redo, chances)
    except Refused:
        raise
    except Exception as error:  # the store is as it was, and a person needs a code
        raise Refused(FAULT, what=repr(error)) from error


def setup_of(text: str) -> Setup:
    """Return the setup of a match that can be continued as far as that says.

    Raises Refused: save.form, save.rulebook, save.version, setup.*
    """
    said = _parsed(text)
    saves.check_setup(said)
    rulebook_id = said["rulebook"]
    if not isinstance(rulebook_id, str) or rulebook_id not in games.rulebooks():
        raise Refused(r.SAVE_RULEBOOK, rulebook=rulebook_id)
    return saves.setup_of(games.rulebook(rulebook_id), said)


def _parsed(text: str) -> Any:
    try:
        return strict_lines.parse_text(text)
    except strict_lines.BadJson as bad:
        raise Refused(r.SAVE_FORM, what=bad.code) from None


def _players(setup: str) -> tuple[str, ...]:
    said = _shown(setup)
    names = said.get("players") if isinstance(said, dict) else None
    return tuple(name for name in names if isinstance(name, str)) if isinstance(names, list) else ()


def _shown(text: str) -> Any:
    """A text as it was shown, None if it is none."""
    try:
        return strict_lines.parse_text(text)
    except strict_lines.BadJson:
        return None
