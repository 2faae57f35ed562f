"""Stored shootouts, read back to be looked at again: the calls are made anew from the evidence.

Owns how a trace in the store becomes a record. It must never write.
"""

from typing import NamedTuple

from companion import lying, traces
from companion.store.store import Shootout as StoredShootout
from companion.store.store import Store
from shared_rules import referee as r
from shared_rules.referee import calls as c

MOST_RECORDS = 50


class Record(NamedTuple):
    """A stored shootout, to be looked at again."""

    id: int
    started_at: str  # ISO 8601, UTC
    players: tuple[str, ...]
    rounds: tuple[int, ...]
    referee: r.Referee
    calls: tuple[c.Call, ...]

    def said(self, number: int) -> list[c.Call]:
        """The calls of one round."""
        return [call for call in self.calls if call.round == number]


def read_records(store: Store, match: int | None = None) -> list[Record]:
    """Return the stored shootouts that can be read, the latest first: those of a match, or those of none."""
    found = []
    for kept in [kept for kept in store.shootouts() if kept.match == match][:MOST_RECORDS]:
        record = _record(store, kept)
        if record is not None:
            found.append(record)
    return found


def read_record(number: int, store: Store) -> Record | None:
    """Return one stored shootout; None: it is not there, or cannot be read."""
    kept = next((kept for kept in store.shootouts() if kept.id == number), None)
    return None if kept is None else _record(store, kept)


def _record(store: Store, kept: StoredShootout) -> Record | None:
    try:
        referee = traces.read("\n".join(store.evidence(kept.id)).encode())
    except traces.TraceError:
        return None  # written by a later Tin Star; it stays where it is
    calls = tuple(referee.calls())
    rounds = tuple(sorted({call.round for call in calls if not isinstance(call, c.Void)}))
    return Record(kept.id, kept.started_at, kept.players, rounds, referee, calls)


def faces_of(record: Record, number: int) -> dict[str, tuple[tuple[str, str | None], ...]]:
    """The dice of a stored round as they lay in the end: player -> die, face; None is a face nobody knows.

    Only pads tell faces.
    """
    round_ = record.referee.round(number)
    if round_ is None:
        return {}
    thrown = lying.throws(record.referee, number)
    shown = {die: throw.face for die, throw in thrown.items()}
    return {name: tuple((die, shown.get((name, die))) for die in held) for name, held in round_.draw.dice}
