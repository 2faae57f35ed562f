"""How likely it is: that herds are guarded, and that a mine explodes.

Owns these chances, in ways out of 36, counted out throw by throw. It decides nothing.
"""

from functools import cache
from itertools import product

from .printed import DIE, EXPLODES

THROWS = tuple(product(range(1, DIE + 1), repeat=2))
OF = len(THROWS)  # 36


@cache
def guarded(herds: int, bonus: int) -> int:
    """Return in how many ways of 36 no herd flees; with no herds, in all of them (S-6, S-7).

    >>> guarded(herds=3, bonus=3), guarded(herds=1, bonus=0), guarded(herds=0, bonus=0)
    (21, 15, 36)
    """
    if not herds:
        return OF
    return sum(own + bonus >= neighbour + herds for neighbour, own in THROWS)


EXPLODING = sum(sum(throw) >= EXPLODES for throw in THROWS)  # 6: one in six
PAID = sum(sum(throw) for throw in THROWS if sum(throw) < EXPLODES)  # 188 gold in 36 turns: 5.22 a turn
