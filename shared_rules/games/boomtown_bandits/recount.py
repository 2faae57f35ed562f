"""The recount at the end, which nobody has to make: what lies on the real table is right.

Owns the comparison of counted loot cards with the entries, whether each pile's seven cards add up, and which
entry may be wrong. It only points: to amend the entry is the table's business.
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from shared_rules.engine import TABLE, Choose, Number, Table
from shared_rules.engine.mistakes import Differences, likeliest
from shared_rules.engine.prompts import Prompt
from shared_rules.engine.table import Play

from . import town
from .table import Happened, Tabletop

MOST_NAMED = 3  # entries


def recount(t: Table, s: Tabletop) -> Play:
    """One after the other counts their loot by location, as many as want to; "table" counts the piles."""
    found: Differences = {}
    while True:
        who = yield from t.ask(lambda: _who_counts(s))
        s.fresh.clear()
        if who is None:
            break
        yield from count(t, s, who, found)
    if s.recounted and not t.mute:  # in a replay nobody reads it
        conserved(t, s)
        suspect(t, s, found)


def _who_counts(s: Tabletop) -> Prompt:
    return Choose(
        "bb.recount",
        TABLE,
        lambda: [who for who in (*s.players, TABLE) if who not in s.recounted],
        lambda: dict.fromkeys(s.recounted, "bb.recount.counted"),
        optional=True,
    )


def count(t: Table, s: Tabletop, who: str, found: Differences) -> Play:
    """Does it agree with what is shown? If not, how many are there of each?"""
    agrees = yield from t.ask(lambda: Choose("bb.recount.agrees", who, ("yes", "no"), place=who))
    should_be = expected(s, who)
    counts = should_be
    if agrees == "no":
        counts = {}
        for location in s.row:
            counts[location] = yield from t.ask(partial(_how_many, who, location))
        should_be = expected(s, who)
        differs = {
            location: {"expected": number, "counted": counts[location]}
            for location, number in should_be.items()
            if number != counts[location]
        }
        if differs:
            t.say("bb.recount.differs", who=who, piles=differs)
        for location, each in differs.items():
            found[who, location] = each["counted"] - each["expected"]
        believe(s, who, counts)
    s.recounted[who] = counts


def _how_many(who: str, location: str) -> Prompt:
    return Number("bb.recount.count", who, 0, town.LOOT, place=location)


def expected(s: Tabletop, who: str) -> dict[str, int]:
    """Return location -> how many cards there have to be."""
    if who == TABLE:
        return dict(s.piles)
    return {location: s.hands[who].count(location) for location in s.row}


def believe(s: Tabletop, who: str, counts: dict[str, int]) -> None:
    """Set the app to what lies there; `out` stays, so that what is missing shows."""
    s.corrected = True
    for location, number in counts.items():
        if who == TABLE:
            s.piles[location] = number
        else:
            out = s.out[location]
            s.set_count(who, location, number)
            s.out[location] = out


def conserved(t: Table, s: Tabletop) -> None:
    """Each pile had seven cards: with the players, in the pile, or out of the game."""
    off = False
    for location in s.row:
        total = s.owned(location) + s.piles[location]
        should_be = town.LOOT - s.out[location]
        if total != should_be:
            off = True
            t.say("bb.recount.total", location=location, counted=total, should_be=should_be)
    if not off:
        t.say("bb.recount.adds_up")


# -- which entry may be wrong


class Suspect(NamedTuple):
    """What tells an entry: what was entered, of whom, where and when."""

    what: str
    of: str
    round: int
    location: str


def suspect(t: Table, s: Tabletop, found: Differences) -> None:
    """Name the entries which, had they been another, leave the least unexplained."""
    size = sum(map(abs, found.values()))
    others = (other for happened in s.ledger for other in _otherwise(s, happened))
    named, most = likeliest(others, found, s.recounted)
    for entry in named[-MOST_NAMED:]:
        t.say("bb.recount.likely", **entry._asdict(), explained=most, unexplained=size - most)


def _otherwise(s: Tabletop, happened: Happened) -> Iterator[tuple[Suspect, Differences]]:
    """Each other way an entry could have been, and what would be different then."""
    what, round_, location, *rest = happened
    holders = (*s.players, TABLE)  # with "table": the card stays in its pile
    if what in ("won", "nobody"):
        had = rest[0] if rest else TABLE
        entry = Suspect("won", had, round_, location)
        for other in holders:
            if other != had:
                yield entry, {(had, location): -1, (other, location): 1}
    elif what == "moved":
        giver, taker = rest
        entry = Suspect("moved", giver, round_, location)
        for other in s.players:
            if other != taker:
                yield entry, {(taker, location): -1, (other, location): 1}
    else:
        yield Suspect("pile", TABLE, round_, location), {(TABLE, location): -rest[0]}
