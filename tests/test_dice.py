"""Dice over a million throws; the rest is in portable_dice.py."""

import os
from collections import Counter

import pytest

from shared_rules import dice

THROWS = 1_000_000
# chi-square with 5, 1 and 2 degrees of freedom exceeds these once in a million honest runs
LIMIT = {6: 36.0, 2: 24.0, 3: 27.7}


@pytest.mark.parametrize("die", [dice.SHOOTER1, dice.COWARD, dice.D6])
def test_a_million_throws_are_fair(die):
    pool = iter(b"".join(os.urandom(1 << 16) for _ in range(17)))
    count = Counter(dice.roll(die, lambda: next(pool)) for _ in range(THROWS))
    faces = Counter(dice.FACES[die])
    assert set(count) == set(faces)
    expected = {face: THROWS * sides / 6 for face, sides in faces.items()}
    chi_square = sum((count[face] - expected[face]) ** 2 / expected[face] for face in faces)
    assert chi_square < LIMIT[len(faces)]
