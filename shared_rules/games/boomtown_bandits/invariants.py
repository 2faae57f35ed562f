"""What must hold after every entry, whatever was answered.

Owns these checks. Each is worked out another way than the game gets there, so that it can fail.
"""

from collections import Counter

from shared_rules.referee.events import COWARD, DICE, SHOOTER_1, SHOOTER_2

from . import town
from .table import SHOWDOWN, Tabletop


def broken(s: Tabletop) -> str | None:
    """Return the name of the first that does not hold, or None."""
    checks = (piles, won_cards, last_round, tokens, placed, duel, own_this_town, rounds_of_cards)
    return next((name for check in checks if (name := check(s))), None)


def piles(s: Tabletop) -> str | None:
    """Seven cards of each location: with players, in the pile, out of the game."""
    for location in s.row:
        total = s.piles[location] + s.out[location] + sum(h.count(location) for h in s.hands.values())
        if total != town.LOOT and not s.recounted:
            return "loot cards"
        if s.piles[location] < 0 or (s.out[location] < 0 and not s.corrected):
            return "loot cards below zero"
    return None


def won_cards(s: Tabletop) -> str | None:
    """Everybody has what they won and were given, less what was taken from them."""
    if s.corrected:
        return None
    counts: Counter[tuple[str, str]] = Counter()
    for what, _, location, *rest in s.ledger:
        if what == "won":
            counts[rest[0], location] += 1
        elif what == "moved":
            counts[rest[0], location] -= 1
            counts[rest[1], location] += 1
    owned = {(seat, each): hand.count(each) for seat, hand in s.hands.items() for each in s.row}
    return None if all(counts[key] == count for key, count in owned.items()) else "won cards"


def last_round(s: Tabletop) -> str | None:
    """An empty pile means that this is the last round (BB-36), and none comes after it."""
    return "last round" if not s.last_round and not all(s.piles.values()) else None


def tokens(s: Tabletop) -> str | None:
    """Nobody has more than two shooters and a coward, and none lie where the marshal is."""
    for seat in s.players:
        held = [die for location in s.row for die in s.at[location].get(seat, ())]
        cowards = held.count(COWARD)
        if cowards > town.CAMP[town.COWARD] or len(held) - cowards > town.CAMP[town.SHOOTER]:
            return "tokens"
    if s.closed is not None and s.at[s.closed]:
        return "tokens with the marshal"
    for dice in s.at.values():
        for held_there in dice.values():
            ordered = tuple(die for die in DICE if die in held_there)
            if held_there != ordered or not held_there or (SHOOTER_2 in ordered and SHOOTER_1 not in ordered):
                return "dice of tokens"
    return None


def placed(s: Tabletop) -> str | None:
    """No more tokens are placed face down than there are in the camps."""
    if s.placed is None or s.revealed:
        return None
    for seat in s.players:
        if sum(seats.get(seat, 0) for seats in s.placed.values()) > sum(s.camp[seat].values()):
            return "placed tokens"
    return None


def duel(s: Tabletop) -> str | None:
    """A shootout stands at the location being resolved, or beside all of them; nobody aims at their own."""
    if (s.duel is not None and s.duel.at == SHOWDOWN) != (SHOWDOWN in s.at):
        return "showdown"
    if s.duel is None:
        return None
    if s.duel.at not in (s.here, SHOWDOWN):
        return "duel elsewhere"
    shot = s.duel.shot
    if shot is not None:
        aimed = shot.aimed
        if shot.caller in dict(aimed) or len(set(aimed)) < len(aimed) or len(aimed) > shot.hits:
            return "targets"
    return None


def own_this_town(s: Tabletop) -> str | None:
    """Whoever owns this town has won a card at each location (BB-42)."""
    if s.town is None:
        return None
    at = {location for what, _, location, *rest in s.ledger if what == "won" and rest[0] == s.town}
    return None if at == set(s.row) else "own this town"


def rounds_of_cards(s: Tabletop) -> str | None:
    """A card is gained in a round that was; the oldest comes first."""
    for hand in s.hands.values():
        for gained in hand.secret.values():
            if gained != sorted(gained) or any(round_ > s.round for round_ in gained):
                return "rounds of cards"
    return None
