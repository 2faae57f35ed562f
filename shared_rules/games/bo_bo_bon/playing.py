"""Which card may be played, which cards can win, and who did not follow a colour.

Owns these three. Hands are hidden: what is refused is only what cannot be, whatever anybody holds, and what
is everybody's to see that it must be played. To follow a colour is a duty that shows later, or never.
"""

from collections.abc import Mapping

from shared_rules.engine import Table

from . import sweets as c
from .table import Revoke, Tabletop, Trick

BO, MONSTER, COLOUR, NOTHING = 3, 2, 1, 0  # what a card is worth in a trick
BEATEN = {BO: "bon.winner.bo", MONSTER: "bon.winner.monster", COLOUR: "bon.winner.colour"}


# -- which card


def kinds(s: Tabletop) -> tuple[str, ...]:
    """Return all that a card can be in this match, in the order a screen shows them."""
    return (*s.colours, c.MONSTER, *((c.BO,) if s.bo else ()))


def why_not(s: Tabletop, seat: str) -> Mapping[str, str]:
    """Return card -> refusal code, of all cards that a player cannot play now."""
    codes = ((card, _why_not(s, seat, card)) for card in kinds(s))
    return {card: code for card, code in codes if code is not None}


def _why_not(s: Tabletop, seat: str, card: str) -> str | None:
    if card == c.MONSTER:
        return None if s.has_monster(seat) else "bon.monster.second"
    if card == c.BO and s.bo_by is not None:
        return "bon.bo.second"
    if card != c.BO and not s.left_of(card):
        return "bon.card.seventh"
    if not s.sweets_left(seat):  # B-1, B-2: six of the seven cards are no monster
        return "bon.card.only_monster"
    if card == c.BO:  # B-11, B-13: at any time, also instead of the monster
        return None
    if must_play_monster(s, seat):
        return "bon.card.monster_led"
    return "bon.card.only_bo" if _only_bo_is_left(s) else None


def must_play_monster(s: Tabletop, seat: str) -> bool:
    """Say whether a monster was led, and this player still has one (B-7); Bo may count as one (B-12)."""
    led = s.trick.led
    is_led = led == c.MONSTER or (led == c.BO and s.after_bo)
    return is_led and seat not in s.trick.cards and s.has_monster(seat)


def _only_bo_is_left(s: Tabletop) -> bool:
    """Say whether one card is left that is no monster, and nobody has shown Bo (B-14: somebody has him)."""
    return s.bo and s.bo_by is None and sum(map(s.sweets_left, s.players)) == 1


# -- which can win


def worth(trick: Trick, card: str | None) -> int:
    """Return what a card is worth: Bo beats all (B-11), a monster all sweets (B-6), the colour that was led
    all others (B-5); among equals the size decides, which only the table sees (B-15)."""
    if card == c.BO:
        return BO
    if card == c.MONSTER:
        return MONSTER
    return COLOUR if card is not None and card == trick.colour else NOTHING


def beaten(s: Tabletop) -> dict[str, str]:
    """Return player -> refusal code, of all whose card cannot win, as far as cards are known."""
    trick = s.trick
    best = max((worth(trick, card) for card in trick.cards.values()), default=NOTHING)
    if best == NOTHING or (not s.entered and best != BO):  # who else has played a monster nobody has said
        return {}
    out = s.players if not s.entered else tuple(trick.cards)
    return {seat: BEATEN[best] for seat in out if worth(trick, trick.cards.get(seat)) < best}


def can_win(s: Tabletop) -> list[str]:
    """Return everybody who can win this trick: by the card they have shown, or by one they may still show."""
    trick = s.trick
    best = max((worth(trick, card) for card in trick.cards.values()), default=NOTHING)
    out = beaten(s)
    found = []
    for seat in s.players:
        if s.entered and seat not in trick.cards and trick.cards:
            no = why_not(s, seat)
            may = any(worth(trick, card) >= best for card in kinds(s) if card not in no)
        else:
            may = seat not in out
        if may:
            found.append(seat)
    return found


# -- who did not follow


def watch(t: Table, s: Tabletop, seat: str, card: str) -> None:
    """Point out a colour that was not followed before and is shown now; note one that is not followed.

    Not to follow proves nothing: the hand may have none. Who plays Bo need not follow (B-11), and who plays
    after a monster or Bo has no colour to follow. But no card comes into a hand, so that whoever shows a
    colour had it before. A line of the log says so, no more: what is done about it is the table's business.
    """
    unfollowed, trick = s.unfollowed[seat], s.trick
    missed = unfollowed.pop(card, None)
    if missed:
        revoke = Revoke(seat, card, tuple(missed), trick.number)
        s.revokes.append(revoke)
        t.say("bon.revoke", **revoke.told())
    if trick.colour is not None and card not in (trick.colour, c.BO):
        unfollowed.setdefault(trick.colour, []).append(trick.number)
