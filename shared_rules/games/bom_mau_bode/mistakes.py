"""Which entry is likely wrong, when a recount does not agree with the entries.

Owns what would be different, had an entry been another. What leaves the least unexplained is named. It only
points: to amend the entry is the table's business.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from shared_rules.engine import TABLE, Table
from shared_rules.engine.mistakes import Differences, likeliest

from . import characters as c
from .characters import COIN
from .table import Happened, Tabletop
from .words import COINS_ON, MOST_COINS_ON_A_TILE

MOST_NAMED = 3  # entries
# The most that one entry explains: all coins of a tile, missing here and too many there.
MOST_EXPLAINED = MOST_COINS_ON_A_TILE * c.rounds(2) * 2


class Suspect(NamedTuple):
    """What identifies an entry."""

    question: str
    of: str
    round: int
    turn: int | None


Otherwise = Iterator[tuple[Suspect, Differences]]  # an entry, and what another answer to it would change


def suspect(t: Table, s: Tabletop, found: Differences) -> None:
    """Name the entries which, had they been another, leave the least unexplained."""
    size = sum(map(abs, found.values()))
    if not 0 < size <= MOST_EXPLAINED:
        return  # one entry alone does not do that
    named, most = likeliest(_otherwise(s, t.box), found, s.recounted)
    for entry in named[:MOST_NAMED]:
        t.say("bom.recount.likely", **entry._asdict(), explained=most, unexplained=size - most)


def _otherwise(s: Tabletop, box: Mapping[str, int]) -> Otherwise:
    for happened in s.ledger:
        yield from OTHERWISE[happened[0]](s, happened)
    yield from _another_box_fact(s, box)


def _placed(s: Tabletop, happened: Happened) -> Otherwise:
    """The offer was answered the other way; or it was another character."""
    _, round_, turn, receiver, owner, other, kind, number, tile, lay = happened
    answer = Suspect("bom.offer.answer", receiver, round_, turn)
    yield answer, {(owner, kind): -number, (other, kind): number}
    card = Suspect("bom.offer.card", TABLE, round_, turn)
    yield from _another_pile(s, card, owner, kind, number, tile, lay)


def _brought(s: Tabletop, happened: Happened) -> Otherwise:
    """The offer was answered the other way, so what the card brought later was another's."""
    _, placed, kind, number = happened
    _, round_, turn, receiver, owner, other = placed[:6]
    yield (
        Suspect("bom.offer.answer", receiver, round_, turn),
        {(owner, kind): -number, (other, kind): number},
    )


def _chosen(s: Tabletop, happened: Happened) -> Otherwise:
    """The same; or the owner took something else that lay there."""
    _, question, round_, turn, placed, kind, number, tile, lay = happened
    yield from _brought(s, ("brought", placed, kind, number))
    owner = placed[4]
    yield from _another_pile(s, Suspect(question, owner, round_, turn), owner, kind, number, tile, lay)


def _another_pile(
    s: Tabletop, entry: Suspect, seat: str, kind: str, number: int, tile: str | None, lay: tuple[int, ...]
) -> Otherwise:
    """The seat got something else that lay at the locations, or nothing."""
    back = {(seat, kind): -number, (TABLE, kind): number}
    yield entry, back
    kinds = [*(c.RESOURCE_OF[each] for each in s.tiles), *(COIN for _ in s.tiles)]
    for other, where, count in zip(kinds, s.tiles * 2, lay, strict=True):
        if (other, where) != (kind, tile):
            yield entry, _sum(back, {(seat, other): count, (TABLE, other): -count})


def _split(s: Tabletop, happened: Happened) -> Otherwise:
    """A part of it was another's: of the coins on the Charlatan, of the Waitress's bottles."""
    _, question, round_, turn, owner, kind, sign, shares = happened
    entry = Suspect(question, owner, round_, turn)
    for seat, share in shares.items():
        for part in range(1, share + 1):
            for other in shares:
                if other != seat:
                    yield entry, {(seat, kind): -sign * part, (other, kind): sign * part}


def _drew(s: Tabletop, happened: Happened) -> Otherwise:
    """The token was drawn from somebody else, whatever it was; or it was another one of the victim's."""
    _, round_, turn, thief, victim, drawn = happened
    for was in (drawn,) if drawn else s.supply:
        for giver in s.opponents[thief]:
            question = "bom.gambler.victim" if giver != victim else "bom.gambler.token"
            for kind in s.supply:
                yield (
                    Suspect(question, thief, round_, turn),
                    _sum(
                        {(victim, was): 1, (thief, was): -1},
                        _sum({(giver, kind): -1}, {(thief, kind): 1}),
                    ),
                )


def _sum(one: Differences, other: Differences) -> Differences:
    return one | {key: one.get(key, 0) + number for key, number in other.items()}


def _another_box_fact(s: Tabletop, box: Mapping[str, int]) -> Otherwise:
    """Another number of coins is printed on a tile: whoever took coins there got more or fewer each round."""
    for tile in s.tiles:
        rounds, emptied = dict.fromkeys(s.players, 0), 0
        for round_, seat in sorted(_coins_taken(s, tile)):
            rounds[seat] += round_ - emptied
            emptied = round_
        fact = COINS_ON[tile]
        entry = Suspect(f"box.{fact}", TABLE, 1, None)
        for printed in range(MOST_COINS_ON_A_TILE + 1):
            by = printed - box[fact]
            yield entry, {(seat, COIN): by * n for seat, n in rounds.items() if n}


def _coins_taken(s: Tabletop, tile: str) -> Iterator[tuple[int, str]]:
    """In which rounds a location's coins were taken, and by whom."""
    for happened in s.ledger:
        if happened[0] == "placed":
            _, round_, _, _, owner, _, kind, _, where, _ = happened
        elif happened[0] == "chosen":
            _, _, round_, _, placed, kind, _, where, _ = happened
            owner = placed[4]
        else:
            continue
        if (kind, where) == (COIN, tile):
            yield round_, owner


OTHERWISE: dict[str, Callable[[Tabletop, Happened], Otherwise]] = {
    "placed": _placed,
    "brought": _brought,
    "chosen": _chosen,
    "split": _split,
    "drew": _drew,
}
