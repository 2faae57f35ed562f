"""A table that nobody plays at: what made-up people turn over and play.

Owns how often random play does what, so that its tricks look like tricks. The mix of chips is made up, for a
box that has not told it: what the rulebook's example shows, and one ant more. What is legal is not decided
here, and chance comes from outside as `below`.
"""

from collections.abc import Callable, Mapping, Sequence

from . import sweets as c

Below = Callable[[int], int]  # below(n) -> 0..n-1, each equally likely

MIX = {c.STAR: 4, c.STARS: 2, c.ANT: 2}
MISTAKES = 20  # one card in so many is played although it shows that a colour was not followed
FOLLOWS = 3  # of four cards, as many follow


def weighted(weights: Mapping[str, int], below: Below) -> str:
    """Return one of them, by its weight. Raises ValueError if all weigh nothing."""
    drawn = below(sum(weights.values()))
    for each, weight in weights.items():
        drawn -= weight
        if drawn < 0:
            return each
    raise ValueError("they weigh nothing")


def chip(legal: Sequence[str], unseen: Mapping[str, int], below: Below) -> str:
    """Return a chip that is face down; any legal one if there should be none."""
    weights = {each: unseen[each] for each in legal if unseen.get(each, 0) > 0}
    return weighted(weights or dict.fromkeys(legal, 1), below)


def card(legal: Sequence[str], led: str | None, unfollowed: Sequence[str], below: Below) -> str:
    """Return a card: one that follows, if the player has not shown that there is none, or another one."""
    if led in legal and led not in unfollowed and below(FOLLOWS + 1):
        return str(led)
    honest = [each for each in legal if each not in unfollowed] if below(MISTAKES) else legal
    likely = honest or legal
    return likely[below(len(likely))]


def counted(expected: int, most: int, below: Below) -> int:
    """Return what somebody counts: what is there, or one more or less."""
    return min(most, max(0, expected + below(3) - 1))
