"""What must hold after every entry, whatever was answered.

Owns these checks. Each is worked out another way than the game gets there, so that it can fail.
"""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise

from shared_rules.engine import Table

from . import ants, odds
from . import sweets as c
from .table import Tabletop, Trick


def broken(t: Table) -> str | None:
    """Return the name of the first that does not hold, or None."""
    s: Tabletop = t.state
    return next((name for check in CHECKS if (name := check(t, s))), None)


def chips(t: Table, s: Tabletop) -> str | None:
    """Everybody has what they won, a chip for each trick; none for more than there are tricks (B-16)."""
    if len(s.tricks) > c.TRICKS:
        return "eighth trick"
    won: dict[str, list[str | None]] = {seat: [] for seat in s.players}
    for trick in s.tricks:
        if trick.winner is not None:
            won[trick.winner].append(trick.chip)
    if s.corrected:
        return "more chips than tricks" if not s.recounted and _total(s) > s.done else None
    return None if won == s.chips else "chips"


def _total(s: Tabletop) -> int:
    return sum(len(each) for each in s.chips.values())


def stars(t: Table, s: Tabletop) -> str | None:
    """Of all ways to take away a chip for each ant, the score is the best or the worst (B-17 to B-19)."""
    for lying in s.chips.values():
        prey = [c.STARS_ON[chip] for chip in lying if chip != c.ANT]
        kept = max(0, len(prey) - lying.count(c.ANT))
        left = [sum(some) for some in combinations(prey, kept)]
        value = ants.score(lying, t.options["ant"])
        best = value.most if t.options["ant"] != ants.HIGHEST else max(left)
        worst = value.least if t.options["ant"] != ants.LOWEST else min(left)
        if (worst, best) != (min(left), max(left)):
            return "stars"
    return None


def leaders(t: Table, s: Tabletop) -> str | None:
    """Whoever won a trick leads the next one, and all but the last one have a winner (B-21)."""
    follows = all(before.winner == after.leader for before, after in pairwise(s.tricks))
    return None if follows else "leaders"


def cards(t: Table, s: Tabletop) -> str | None:
    """Six of a colour, a monster for each, one Bo; a card of each player in a trick (B-1, B-2, B-14)."""
    shown = [(seat, card) for trick in s.tricks for seat, card in trick.cards.items()]
    of_a_kind = Counter(card for _, card in shown)
    if any(of_a_kind[colour] > c.CARDS_OF_A_COLOUR for colour in c.COLOURS):
        return "seventh card of a colour"
    if max(Counter(seat for seat, card in shown if card == c.MONSTER).values(), default=0) > 1:
        return "second monster"
    if of_a_kind[c.BO] > s.bo or not s.entered:
        return "Bo" if of_a_kind[c.BO] > s.bo else None
    if any(trick.winner is not None and len(trick.cards) != len(s.players) for trick in s.tricks):
        return "cards of a trick"
    return None if s.done < c.TRICKS else _all_were_dealt(s, of_a_kind)


def _all_were_dealt(s: Tabletop, of_a_kind: Counter[str]) -> str | None:
    """At the end everything was shown that was dealt; with Bo, one sweet lies in the box (B-14)."""
    missing = [c.CARDS_OF_A_COLOUR - of_a_kind[colour] for colour in s.colours]
    whole = of_a_kind[c.MONSTER] == len(s.players) and of_a_kind[c.BO] == s.bo
    return None if whole and sum(missing) == s.bo else "what was dealt"


def winners(t: Table, s: Tabletop) -> str | None:
    """Nobody has won with a card that another one beats whatever their size (B-5, B-6, B-11)."""
    for trick in s.tricks:
        own = trick.cards.get(trick.winner or "")
        if own is not None and any(_beats(card, own, trick) for card in trick.cards.values()):
            return "winner"
    return None


def _beats(card: str, other: str, trick: Trick) -> bool:
    if c.BO in (card, other):
        return other != c.BO
    if c.MONSTER in (card, other):
        return other != c.MONSTER
    return other != trick.led == card


def monsters_after_a_monster(t: Table, s: Tabletop) -> str | None:
    """After a monster, whoever had one has played it, or Bo (B-7, B-13)."""
    if not s.entered:
        return None
    had = set(s.players)
    for trick in s.tricks:
        if trick.led == c.MONSTER or (trick.led == c.BO and t.options["bo_led"] == "monsters"):
            others = {seat for seat, card in trick.cards.items() if card in c.COLOURS}
            if others & had:
                return "monsters after a monster"
        had -= {seat for seat, card in trick.cards.items() if card == c.MONSTER}
    return None


def revokes(t: Table, s: Tabletop) -> str | None:
    """Whoever shows a colour had it before, and whoever must still have it.

    That is pointed out each time, and nothing else is.
    """
    proved = set()
    for missed in s.tricks:
        for seat, card in missed.cards.items():
            colour = missed.cards.get(missed.leader)
            if not s.entered or colour not in c.COLOURS or card in (colour, c.BO):
                continue
            later = any(trick.cards.get(seat) == colour for trick in s.tricks[missed.number :])
            if later or not _can_be_without(s, seat, colour):
                proved.add((seat, colour, missed.number))
    told = [(each.seat, each.colour, number) for each in s.revokes for number in each.tricks]
    return None if sorted(told) == sorted(proved) else "revokes"


def _can_be_without(s: Tabletop, seat: str, colour: str) -> bool:
    """Try all hands that are left, whichever sweet is in the box: is there one without the colour?"""
    shown = Counter(card for trick in s.tricks for card in trick.cards.values())
    left = {each: c.CARDS_OF_A_COLOUR - shown[each] for each in s.colours}
    own = c.SWEETS - sum(trick.cards.get(seat) not in (None, c.MONSTER) for trick in s.tricks)
    decks = [left | {each: left[each] - 1, c.BO: 1 - shown[c.BO]} for each in left if left[each]]
    return any(sum(deck.values()) - deck[colour] >= own for deck in (decks if s.bo else [left]))


def unseen_chips(t: Table, s: Tabletop) -> str | None:
    """Of eight chips, those that are not seen are still face down, or in the box (B-22)."""
    if s.mix is None:
        return None
    if sum(s.mix.values()) != c.CHIPS_IN_BOX or min(s.mix.values()) < 0:
        return "the box's chips"
    unseen = odds.left(s.mix, s.seen())
    if s.corrected:
        return None
    return (
        None if unseen is not None and sum(unseen.values()) == c.CHIPS_IN_BOX - s.turned else "unseen chips"
    )


CHECKS: tuple[Callable[[Table, Tabletop], str | None], ...] = (
    *(chips, stars, leaders, cards, winners, monsters_after_a_monster, revokes, unseen_chips),
)
