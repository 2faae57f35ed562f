"""Dice over a million throws; the rest is in portable_dice.py."""

import json
import os
import subprocess
from collections import Counter
from collections.abc import Mapping

import pytest

from companion.pads import virtual
from shared_rules import dice
from tests.firmware.cable import command, needs_unix_port

THROWS = 1_000_000
# chi-square with 5, 1 and 2 degrees of freedom exceeds these once in a million honest runs
LIMIT = {6: 36.0, 2: 24.0, 3: 27.7}

every_kind = pytest.mark.parametrize("die", [dice.SHOOTER1, dice.COWARD, dice.D6])


def chi_square(die: int, count: Mapping[int, int], throws: int) -> float:
    faces = Counter(dice.FACES[die])
    assert set(count) == set(faces) and sum(count.values()) == throws
    expected = {face: throws * sides / 6 for face, sides in faces.items()}
    return sum((count[face] - expected[face]) ** 2 / expected[face] for face in faces)


@every_kind
def test_a_million_throws_are_fair(die):
    pool = iter(b"".join(os.urandom(1 << 16) for _ in range(17)))
    count = Counter(dice.roll(die, lambda: next(pool)) for _ in range(THROWS))
    assert chi_square(die, count, THROWS) < LIMIT[len(count)]


@needs_unix_port
@every_kind
def test_they_are_fair_on_micropython_with_the_pads_own_chance(die):
    how = command(virtual.ROOT / "tests" / "bench" / "throws.py")
    how["args"] += [str(die), str(THROWS)]
    ran = subprocess.run(**how, capture_output=True, text=True, check=True)
    count = {int(face): many for face, many in json.loads(ran.stdout).items()}
    figure = chi_square(die, count, THROWS)
    print(f"{dice.DIE_NAMES.get(die, 'd6')}: {THROWS} throws, chi-square {figure:.2f}")
    assert figure < LIMIT[len(count)]
