"""What loot and bonuses are worth, as far as it is known: to everybody, to a player, to the box.

Owns what the box has told and learns: each card that lies open teaches it one of the seven of its pile. It
never invents a value.
"""

from collections import Counter
from collections.abc import Mapping

from shared_rules.engine import Amount, BoxFact, Table, Value, at_least, between, exactly

from . import town
from .table import Hand, Tabletop

# On each pile's seven cards, in no order; on the two named cards of unknown worth; on the bonus cards.
LOOT = {location: tuple(f"loot_{location}_{n + 1}" for n in range(town.LOOT)) for location in town.LOCATIONS}
CARD = {card: f"card_{card}" for card in (town.DOUBLE_BARREL, town.BODY_DOUBLE)}
BONUS = {bonus: f"bonus_{bonus}" for bonus in town.BONUSES}


def facts(cards: str, bonuses: str) -> tuple[BoxFact, ...]:
    """Return what a box may tell, with the sections where cards and bonus cards are in the rulebook."""
    ids = {**dict.fromkeys(BONUS.values(), bonuses), **dict.fromkeys(CARD.values(), cards)}
    ids |= {fact: cards for slots in LOOT.values() for fact in slots}
    return tuple(BoxFact(fact, 0, town.MOST_DOLLARS, section) for fact, section in ids.items())


def printed(box: Mapping[str, int], location: str) -> list[int]:
    """Return what is known to be on cards of a pile, at most seven values."""
    return sorted(box[fact] for fact in LOOT[location] if fact in box)


def learn(t: Table, s: Tabletop, location: str, value: int) -> None:
    """Teach the box a value that has just been laid open; say so, once, if none of the seven can have it."""
    lying = sum(hand.open[location].count(value) for hand in s.hands.values())
    slots = LOOT[location]
    if lying <= sum(t.box.get(fact) == value for fact in slots):
        return
    free = next((fact for fact in slots if fact not in t.box), None)
    if free is not None:
        t.box[free] = value
    elif location not in s.told_of_box:
        s.told_of_box[location] = None
        t.say("bb.box.differs", location=location)


# -- what somebody's loot is worth


def worth(t: Table, s: Tabletop, seat: str) -> Value:
    """Return a player's loot and bonuses in $, as far as whoever looks at `t` may know."""
    return loot(t, s, seat) + bonuses(t, s, seat)


def known(t: Table, s: Tabletop, seat: str) -> Amount:
    """Return the $ that everybody can add up: cards that lie open, and bonuses whose worth the box knows."""
    lying = sum((opened(s, seat, each) for each in s.row), bonuses(t, s, seat))
    return lying.least or 0


def loot(t: Table, s: Tabletop, seat: str) -> Value:
    """Return what a player's loot is worth: what lies open is sure, what does not has bounds."""
    return sum((opened(s, seat, each) + secret(t, s, seat, each) for each in s.row), exactly(0))


def opened(s: Tabletop, seat: str, location: str) -> Value:
    """Return the worth of a player's cards that lie open."""
    return exactly(sum(s.hands[seat].open[location]))


def secret(t: Table, s: Tabletop, seat: str, location: str) -> Value:
    """Return the worth of a player's other cards: by their notes, or by what the box leaves."""
    hand = s.hands[seat]
    count = len(hand.secret[location])
    noted = notes_left(hand, location) if count and t.sees(seat) else []
    if len(noted) > count:
        noted = []  # one of them is wrong
    sure, count = sum(noted), count - len(noted)
    if not count:
        return exactly(sure)
    left = _left(t, s, location, noted)
    if left is None or len(left) < count:
        return at_least(sure)
    return between(sure + sum(left[:count]), sure + sum(left[-count:]))


def notes_left(hand: Hand, location: str) -> list[int]:
    """Return what a player noted of the cards that do not lie open; whose notes they are has been asked."""
    notes = hand.notes[location]
    played = Counter(hand.open[location][notes[0][1] :] if notes else ())
    left = []
    for value, _ in notes:
        if played[value]:
            played[value] -= 1
        else:
            left.append(value)
    return left


def _left(t: Table, s: Tabletop, location: str, noted: list[int]) -> list[int] | None:
    """Return what may be on the pile's other cards, the least first, if the box knows all seven."""
    all_seven = printed(t.box, location)
    lying = [value for hand in s.hands.values() for value in hand.open[location]]
    left, gone = Counter(all_seven), Counter([*lying, *noted])
    if len(all_seven) < town.LOOT or gone - left:
        return None
    return sorted((left - gone).elements())


def bonuses(t: Table, s: Tabletop, seat: str) -> Value:
    """Return the worth of the bonuses that are a player's for good (BB-44)."""
    held = [bonus for bonus, owner in s.bonuses.items() if owner == seat]
    held += [town.OWN_THIS_TOWN] if s.town == seat else []
    facts = [BONUS[bonus] for bonus in held]
    return sum((exactly(t.box[fact]) if fact in t.box else at_least(0) for fact in facts), exactly(0))
