"""The recount at the end, which nobody has to make: what lies on the real table is right.

Owns the comparison of what was counted with the entries, whether the gold adds up, and which entry may be
wrong. It only points: to amend the entry is the table's business. What is counted decides the categories, so
the table may also say here whom it takes for a cowboy (S-42).
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from shared_rules.engine import TABLE, Choose, Number, Table
from shared_rules.engine.mistakes import Differences, likeliest
from shared_rules.engine.prompts import Prompt
from shared_rules.engine.table import Play

from . import printed as p
from .table import Happened, Tabletop

MOST_NAMED = 3  # entries


def recount(t: Table, s: Tabletop) -> Play:
    """One after the other counts their ranch and gold, as many as want to; "table" counts the bank."""
    found: Differences = {}
    while True:
        who = yield from t.ask(lambda: _who_counts(s))
        if who is None:
            break
        yield from count(t, s, who, found)
    if s.recounted and not t.mute:  # in a replay nobody reads it
        conserved(t, s)
        suspect(t, s, found)


def _who_counts(s: Tabletop) -> Prompt:
    return Choose(
        "sf.recount",
        TABLE,
        lambda: [who for who in (*s.players, TABLE) if who not in s.recounted],
        lambda: dict.fromkeys(s.recounted, "sf.recount.counted"),
        optional=True,
    )


def count(t: Table, s: Tabletop, who: str, found: Differences) -> Play:
    """Does it agree with what is shown? If not, how many are there of each?"""
    agrees = yield from t.ask(lambda: Choose("sf.recount.agrees", who, ("yes", "no"), place=who))
    counts = expected(s, who)
    if agrees == "no":
        for what in tuple(counts):
            counts[what] = yield from t.ask(partial(_how_many, s, who, what))
        should_be = expected(s, who)
        differs = {
            what: {"expected": number, "counted": counts[what]}
            for what, number in should_be.items()
            if number != counts[what]
        }
        if differs:
            t.say("sf.recount.differs", who=who, things=differs)
        for what, each in differs.items():
            found[who, what] = each["counted"] - each["expected"]
    s.recounted[who] = counts


def _how_many(s: Tabletop, who: str, what: str) -> Prompt:
    return Number("sf.recount.count", who, 0, s.most_gold if what == p.GOLD else s.deck, place=what)


def expected(s: Tabletop, who: str) -> dict[str, int]:
    """Return category -> how many there have to be; the bank has nothing but gold."""
    return {p.GOLD: s.bank} if who == TABLE else dict(s.counts(who))


def conserved(t: Table, s: Tabletop) -> None:
    """The bank and all players have as much gold as there was (S-47)."""
    total = sum((s.recounted.get(who) or expected(s, who))[p.GOLD] for who in (*s.players, TABLE))
    if total == s.gold_in_all:
        t.say("sf.recount.adds_up")
    else:
        t.say("sf.recount.total", counted=total, should_be=s.gold_in_all)


# -- which entry may be wrong


class Suspect(NamedTuple):
    """What tells an entry: what was entered, of whom and when."""

    what: str
    of: str
    round: int


def suspect(t: Table, s: Tabletop, found: Differences) -> None:
    """Name the entries which, had they been another, leave the least unexplained."""
    size = sum(map(abs, found.values()))
    others = (other for happened in s.ledger for other in OTHERWISE[happened[0]](happened))
    named, most = likeliest(others, found, s.recounted)
    for entry in named[-MOST_NAMED:]:
        t.say("sf.recount.likely", **entry._asdict(), explained=most, unexplained=size - most)


Otherwise = Iterator[tuple[Suspect, Differences]]  # an entry, and what another answer to it would change


def _not_paid(happened: Happened) -> Otherwise:
    """The gold was not paid, or paid twice; a mine or points may have been another sum."""
    what, round_, _, seat, gold, giver, taker = happened
    entry = Suspect(what, seat, round_)
    others = {
        "mine": range(p.THROWS, p.EXPLODES),
        "points": range(0, 2 * gold + 1, p.GOLD_PER_POINT),
        "effect": range(2 * gold + 1),
    }
    for other in {0, 2 * gold, *others.get(what, ())}:
        by = other - gold
        yield entry, {(giver, p.GOLD): -by, (taker, p.GOLD): by}


def _not_sold(happened: Happened) -> Otherwise:
    """One of the herds was not sold; the bank that could not pay for all may have paid the same (S-18)."""
    _, round_, _, seat, worths, paid = happened
    for worth in worths:
        less = paid - min(paid, sum(worths) - worth)
        change = {(seat, p.HERDS): 1, (seat, p.GOLD): -less, (TABLE, p.GOLD): less}
        yield Suspect("sale", seat, round_), change


def _not_fled(happened: Happened) -> Otherwise:
    """The herds were guarded."""
    _, round_, _, seat = happened
    yield Suspect("fled", seat, round_), {(seat, p.HERDS): 1}


def _not_exploded(happened: Happened) -> Otherwise:
    """The mine did not explode, and paid."""
    _, round_, _, seat, herds, cowboys = happened
    kept = {(seat, p.LANDS): 1, (seat, p.HERDS): herds, (seat, p.COWBOYS): cowboys}
    for gold in range(p.THROWS, p.EXPLODES):
        yield Suspect("mine", seat, round_), {**kept, (seat, p.GOLD): gold, (TABLE, p.GOLD): -gold}


CATEGORY_OF = {kind: what for what, kind in p.KIND_OF.items()}


def _another_card(happened: Happened) -> Otherwise:
    """A card was not laid, or another one; or it did not leave."""
    what, round_, _, seat, kind, *taker = happened
    by = 1 if what == "laid" else -1
    back: Differences = {}
    if kind in CATEGORY_OF:
        back = {(seat, CATEGORY_OF[kind]): -by, **{(each, CATEGORY_OF[kind]): by for each in taker}}
    entry = Suspect(what, seat, round_)
    yield entry, back
    if what == "laid":
        for category in p.KIND_OF:
            if category != CATEGORY_OF.get(kind):
                yield entry, {**back, (seat, category): 1}


OTHERWISE = {
    **dict.fromkeys(("sale", "mine", "points", "effect"), _not_paid),
    "sold": _not_sold,
    "fled": _not_fled,
    "exploded": _not_exploded,
    **dict.fromkeys(("laid", "removed", "moved"), _another_card),
}
