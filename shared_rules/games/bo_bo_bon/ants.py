"""What the ants steal: for each ant, one chip with stars.

Owns which chips that are, and what is left to count. An ant takes no ant (B-18), and nobody owes stars
(B-19).
"""

from collections.abc import Iterable, Sequence

from shared_rules.engine import Value, between, exactly

from . import sweets as c

LOWEST, HIGHEST, CHANCE = "lowest", "highest", "chance"  # B-17


def with_stars(chips: Iterable[str]) -> list[str]:
    """Return the chips that an ant can take, the one with the fewest stars first."""
    return sorted((chip for chip in chips if chip != c.ANT), key=c.STARS_ON.__getitem__)


def stars(chips: Iterable[str]) -> int:
    """Return how many stars are on them."""
    return sum(c.STARS_ON.get(chip, 0) for chip in chips)


def stolen(chips: Sequence[str], which: str) -> list[str]:
    """Return the chips that the ants among them take: the lowest, or the highest ones.

    >>> stolen(["star_2", "star_1", "ant"], LOWEST), stolen(["star_2", "star_1", "ant"], HIGHEST)
    (['star_1'], ['star_2'])
    """
    prey = with_stars(chips)
    if which == HIGHEST:
        prey.reverse()
    return prey[: list(chips).count(c.ANT)]


def score(chips: Sequence[str], which: str) -> Value:
    """Return the stars that are left; if chance takes chips, from how many to how many (B-23)."""
    after = {each: stars(chips) - stars(stolen(chips, each)) for each in (LOWEST, HIGHEST)}
    return between(after[HIGHEST], after[LOWEST]) if which == CHANCE else exactly(after[which])
