"""What lies on the table of Bo Bo Bon, and what it is called: sweets, monsters, Bo, chips, stars.

Owns these names, in short words: the youngest players read them. What is asked and what happened is told
beside.
"""

from collections.abc import Iterable

from companion.i18n import N_, ngettext
from companion.telling.engine import Word, Words
from shared_rules.games.bo_bo_bon import sweets as c

COLOURS: Words = {
    "red": Word(N_("Red"), icon="candy"),
    "yellow": Word(N_("Yellow"), icon="candy"),
    "green": Word(N_("Green"), icon="candy"),
    "blue": Word(N_("Blue"), icon="candy"),
}
MONSTER = Word(N_("Monster"), icon="ghost")
BO = Word(N_("Bo"), icon="emoticon_cool")
CARDS: Words = {**COLOURS, c.MONSTER: MONSTER, c.BO: BO}
CHIPS: Words = {
    c.STAR: Word(N_("1 star"), icon="star_circle"),
    c.STARS: Word(N_("2 stars"), icon="star_circle", pictures=("star_circle",) * 2),
    c.ANT: Word(N_("Ant"), icon="own:ant"),
}
COUNTED: Words = {  # of which somebody has some
    c.STAR: Word(N_("Chips with 1 star"), icon="star_circle"),
    c.STARS: Word(N_("Chips with 2 stars"), icon="star_circle"),
    c.ANT: Word(N_("Chips with an ant"), icon="own:ant"),
}


def card(card_id: str) -> str:
    """What was played: Blue, Monster, Bo."""
    return CARDS[card_id].told().text


def chip(chip_id: str) -> str:
    """What is on a chip: 2 stars."""
    return CHIPS[chip_id].told().text


def chips(ids: Iterable[str]) -> str:
    """What is on several: 1 star, 2 stars."""
    return " + ".join(map(chip, ids))


def stars(count: int) -> str:
    """So many stars."""
    return ngettext("{n} star", "{n} stars", count).format(n=count)
