"""Dice, on CPython and on MicroPython."""

from shared_rules import dice


def bytes_of(values):
    left = list(values)
    return lambda: left.pop(0)


def test_faces_are_the_games():
    for die in (dice.SHOOTER1, dice.SHOOTER2):
        assert sorted(dice.FACES[die]) == [dice.BLANK] * 4 + [dice.BULLET] * 2
    assert sorted(dice.FACES[dice.COWARD]) == [dice.BLANK] * 4 + [dice.BULLET, dice.RUN]
    assert dice.FACES[dice.D6] == (1, 2, 3, 4, 5, 6)


def test_every_side_comes_from_the_same_number_of_bytes():
    for die in dice.FACES:
        thrown = [dice.roll(die, bytes_of([byte])) for byte in range(dice.FAIR_BYTES)]
        for face in set(dice.FACES[die]):
            assert thrown.count(face) == 42 * dice.FACES[die].count(face)


def test_bytes_that_would_favour_a_side_are_thrown_away():
    assert dice.roll(dice.D6, bytes_of([252, 255, 253, 254, 5])) == 6


def test_an_unknown_die_is_refused():
    try:
        dice.roll(9, bytes_of([1]))
    except KeyError:
        return
    raise AssertionError("die 9 was thrown")


def test_names_and_numbers_go_both_ways():
    assert [dice.DIE_NUMBERS[dice.DIE_NAMES[die]] for die in (1, 2, 3)] == [1, 2, 3]
    assert dice.FACE_NUMBERS[dice.FACE_NAMES[dice.RUN]] == dice.RUN
    assert dice.mask(["shooter1", "coward"]) == 5
    assert [dice.in_mask(die, 5) for die in (1, 2, 3)] == [True, False, True]
