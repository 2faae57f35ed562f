"""The end of the game: bonuses, the tally, the money, and who is the baddest bandit.

Owns who wins. What is not known stays open: who may be ahead or behind shares a place.
"""

from collections.abc import Mapping

from shared_rules.engine import Number, Result, Table, Value, ranking
from shared_rules.engine.prompts import Prompt
from shared_rules.engine.table import Play

from . import money, town
from .shootout import showdown
from .table import Tabletop, dice_of


def bonus_cards(t: Table, s: Tabletop) -> Play:
    """Most loot cards of a location, played ones too (BB-32, BB-39); a tie is shot out (BB-40)."""
    for location in s.row:
        counts = {seat: s.hands[seat].count(location) for seat in s.players}
        most = [seat for seat, count in counts.items() if count == max(counts.values()) > 0]
        winner = most[0] if most else None
        if len(most) > 1:
            t.say("bb.sudden_death", location=location, players=most)
            dice = dict.fromkeys(most, dice_of(1, 0))
            winner = yield from showdown(t, s, "bb.sudden_death", location, dice)
        s.bonuses[location] = winner
        if winner is None:
            t.say("bb.bonus.nobody", location=location)
        else:
            value = yield from t.fact(money.BONUS[location])
            t.say("bb.bonus", seat=winner, location=location, value=value)
    if s.town is not None:
        yield from t.fact(money.BONUS[town.OWN_THIS_TOWN])


# -- the tally


def tally(t: Table, s: Tabletop) -> Play:
    """Everybody lays their loot open; what they noted in private need not be asked again."""
    s.phase = "tally"
    s.fresh.clear()
    if any(notes for hand in s.hands.values() for notes in hand.notes.values()):
        yield from open_notes(t, s)
    t.turn = 0
    while cards := {seat: location for seat in s.players if (location := _next_card(s, seat))}:
        t.turn += 1
        values = yield from t.ask_each(cards, lambda seat: _what_is_it_worth(s, seat, cards[seat]))
        for seat, value in values.items():
            if s.hands[seat].secret[cards[seat]]:  # else it was corrected away meanwhile
                s.lay_open(seat, cards[seat], value)
                money.learn(t, s, cards[seat], value)
    t.turn = None
    for seat in s.players:
        t.say("bb.tallied", seat=seat, value=money.loot(t, s, seat).least)


def open_notes(t: Table, s: Tabletop) -> Play:
    """What was noted becomes known to all."""
    told = {seat: {each: list(notes) for each, notes in hand.notes.items()} for seat, hand in s.hands.items()}
    told = yield from t.reveal(told)
    for seat, hand in s.hands.items():
        for location in s.row:
            hand.notes[location] = [(value, opened) for value, opened in told[seat][location]]
            left = money.notes_left(hand, location)
            if len(left) <= len(hand.secret[location]):
                for value in left:
                    s.lay_open(seat, location, value)
                    money.learn(t, s, location, value)


def _next_card(s: Tabletop, seat: str) -> str | None:
    return next((location for location in s.row if s.hands[seat].secret[location]), None)


def _what_is_it_worth(s: Tabletop, seat: str, location: str) -> Prompt | None:
    left = len(s.hands[seat].secret[location])
    if not left:
        return None
    return Number("bb.tally", seat, 0, town.MOST_DOLLARS, place=location, params={"left": left})


# -- the money


def final_shootout(t: Table, s: Tabletop) -> Play:
    """As much money: all their dice decide, cowards too (BB-45)."""
    worth = {seat: money.worth(t, s, seat) for seat in s.players}
    if not all(value.is_exact for value in worth.values()):
        return
    first, *_ = ranking({seat: value.least for seat, value in worth.items()})
    if len(first) > 1:
        t.say("bb.final_shootout", players=list(first))
        dice = dict.fromkeys(first, dice_of(town.CAMP[town.SHOOTER], town.CAMP[town.COWARD]))
        s.champion = yield from showdown(t, s, "bb.final_shootout", None, dice)


def settled(t: Table, s: Tabletop) -> Result:
    """Loot and bonuses, and the final shootout where there was one."""
    scores = {seat: money.worth(t, s, seat) for seat in s.players}
    breakdown = {
        seat: {"loot": money.loot(t, s, seat), "bonuses": money.bonuses(t, s, seat)} for seat in s.players
    }
    if all(value.is_exact for value in scores.values()):
        order = ranking({seat: (value.least, seat == s.champion) for seat, value in scores.items()})
    else:
        order = places(scores)
    return Result(order, scores, breakdown)


def places(scores: Mapping[str, Value]) -> tuple[tuple[str, ...], ...]:
    """Return groups, the best first: players are in two groups if all of the one are surely ahead.

    >>> from shared_rules.engine import at_least, exactly
    >>> places({"A": exactly(5), "B": at_least(7), "C": at_least(9), "D": exactly(2)})
    (('B', 'C'), ('A',), ('D',))
    """
    groups: list[list[str]] = []
    left = sorted(scores, key=lambda seat: -(scores[seat].least or 0))
    while left:
        group = [left.pop(0)]
        while left and any(_may_reach(scores[left[0]], scores[seat]) for seat in group):
            group.append(left.pop(0))
        # Whoever may still have as much as the last of the group is not surely behind it.
        for seat in [seat for seat in left if any(_may_reach(scores[seat], scores[one]) for one in group)]:
            at = left.index(seat)
            group += left[: at + 1]
            del left[: at + 1]
        groups.append([seat for seat in scores if seat in group])
    return tuple(map(tuple, groups))


def _may_reach(behind: Value, ahead: Value) -> bool:
    return behind.most is None or behind.most >= (ahead.least or 0)
