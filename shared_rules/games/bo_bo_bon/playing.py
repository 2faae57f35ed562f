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
    if card == c.BO and not s.bo_is_out:
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
    """Say whether a monster was led, and this player surely has one still (B-7)."""
    return monster_is_led(s) and seat not in s.trick.cards and s.surely_has_monster(seat)


def monster_is_led(s: Tabletop) -> bool:
    """Say whether the first card was a monster; Bo may count as one (B-12)."""
    led = s.trick.led
    return led == c.MONSTER or (led == c.BO and s.after_bo)


def _only_bo_is_left(s: Tabletop) -> bool:
    """Say whether one card is left that is no monster, and nobody has shown Bo (B-14: somebody has him)."""
    return s.bo_is_out and sum(map(s.sweets_left, s.players)) == 1


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
    trick, best = s.trick, _best(s.trick)
    known = trick.cards if s.entered else [seat for seat in s.players if not _may_beat(s, seat, best)]
    return {seat: BEATEN[best] for seat in known if worth(trick, trick.cards.get(seat)) < best}


def _best(trick: Trick) -> int:
    return max((worth(trick, card) for card in trick.cards.values()), default=NOTHING)


def _may_beat(s: Tabletop, seat: str, best: int) -> bool:
    """Say whether a player may have a card that nobody has pointed out, and that wins against a monster."""
    return best != BO and (s.has_monster(seat) or s.bo_is_out)


def can_win(s: Tabletop) -> list[str]:
    """Return everybody who can win this trick: by the card they have shown, or by one they may still show.

    Nobody can against a card that was shown, or that must be: somebody has no other, or it is the last trick
    and Bo is still out.
    """
    if not s.entered or not s.trick.cards:
        out = beaten(s)
        return [seat for seat in s.players if seat not in out]
    worths = {seat: _worths(s, seat) for seat in s.players}
    bo_must_fall = s.trick.number == c.TRICKS and s.bo_is_out
    to_beat = BO if bo_must_fall else max(map(min, worths.values()))
    return [seat for seat, each in worths.items() if max(each) >= to_beat]


def _worths(s: Tabletop, seat: str) -> list[int]:
    """Return what a player's card is worth, or what each is that they may still show."""
    if seat in s.trick.cards:
        return [worth(s.trick, s.trick.cards[seat])]
    no = why_not(s, seat)
    return [worth(s.trick, card) for card in kinds(s) if card not in no]


# -- who did not follow


def watch(t: Table, s: Tabletop, seat: str, card: str) -> None:
    """Point out a colour that was not followed before and is shown now, or must be; note one not followed.

    Not to follow proves nothing: the hand may have none. Who plays Bo need not follow (B-11), and who plays
    after a monster or Bo has no colour to follow. But no card comes into a hand, so that whoever has a
    colour had it before. A line of the log says so, no more: what is done about it is the table's business.
    """
    trick = s.trick
    if card in s.unfollowed[seat]:
        _point_out(t, s, seat, card, counted=False)
    if trick.colour is not None and card not in (trick.colour, c.BO):
        s.unfollowed[seat].setdefault(trick.colour, []).append(trick.number)
    for each in s.players:  # any card may be the one after which somebody's hand is known
        for colour in [colour for colour in s.unfollowed[each] if s.must_have(each, colour)]:
            _point_out(t, s, each, colour, counted=True)


def _point_out(t: Table, s: Tabletop, seat: str, colour: str, counted: bool) -> None:
    missed = s.unfollowed[seat].pop(colour)
    revoke = Revoke(seat, colour, tuple(missed), s.trick.number, counted)
    s.revokes.append(revoke)
    t.say("bon.revoke", **revoke.told())
