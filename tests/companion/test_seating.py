"""The table before a shootout."""

from argparse import ArgumentTypeError

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion import arguments
from companion.seating import LEAST, LONGEST_NAME, MOST, MOST_AT_A_SIDE, SIDES, SetUp, panes
from shared_rules.referee.events import DICE, SHOOTER_1, SHOOTER_2


class Hands(RuleBasedStateMachine):
    """Whatever is tapped, the table stays one that can be played at, or says why not."""

    def __init__(self) -> None:
        super().__init__()
        self.table = SetUp()

    @rule()
    def add(self) -> None:
        before = len(self.table.seats)
        assert (self.table.add() is None) == (before == MOST)

    @rule(place=st.integers(0, 4))
    def remove(self, place: int) -> None:
        self.table.remove(place % len(self.table.seats))

    @rule(place=st.integers(0, 4), name=st.text(max_size=300))
    def rename(self, place: int, name: str) -> None:
        self.table.rename(place % len(self.table.seats), name)

    @rule(place=st.integers(0, 4))
    def recolour(self, place: int) -> None:
        self.table.recolour(place % len(self.table.seats))

    @rule(place=st.integers(0, 4))
    def turn(self, place: int) -> None:
        self.table.turn(place % len(self.table.seats))

    @rule(pad=st.sampled_from("abcdef"), place=st.none() | st.integers(0, 4))
    def claim(self, pad: str, place: int | None) -> None:
        self.table.claim(pad, None if place is None else place % len(self.table.seats))

    @rule(place=st.integers(0, 4), die=st.sampled_from(DICE))
    def toggle(self, place: int, die: str) -> None:
        self.table.toggle(place % len(self.table.seats), die)

    @invariant()
    def it_can_be_played_at(self) -> None:
        seats = self.table.seats
        assert LEAST <= len(seats) <= MOST
        assert len({seat.brand for seat in seats}) == len(seats)
        assert all(sum(seat.side == side for seat in seats) <= MOST_AT_A_SIDE for side in SIDES)
        pads = [seat.pad for seat in seats if seat.pad]
        assert len(set(pads)) == len(pads)
        for seat in seats:
            assert seat.name and seat.name.isprintable() and len(seat.name) <= LONGEST_NAME
            assert seat.dice and (SHOOTER_2 not in seat.dice or SHOOTER_1 in seat.dice)


TestHands = Hands.TestCase


def test_two_of_one_name_cannot_begin() -> None:
    table = SetUp(3)
    table.rename(1, " ana ")
    assert table.problem() == "setup.same_name"
    table.rename(1, "x" * 200)
    assert table.seats[1].name == "x" * LONGEST_NAME
    assert table.problem() is None


@pytest.mark.parametrize(
    ("one", "other"),
    [("José", "JOSE\u0301"), ("Bo", "\uff22\uff4f"), ("Straße", "STRASSE"), ("\ufb01n", "Fin")],
    ids=["accent", "wide", "sharp s", "ligature"],
)
def test_names_that_read_the_same_are_the_same_everywhere(one: str, other: str) -> None:
    table = SetUp(3)
    table.rename(0, one)
    table.rename(1, other)
    assert table.problem() == "setup.same_name"
    with pytest.raises(ArgumentTypeError, match="told apart"):
        arguments.names(f"{one},{other}")
    assert arguments.names(f"{one},x") == (table.seats[0].name, "x")  # kept alike, too
    assert table.add() is not None


def test_a_pad_keeps_its_seat_unless_another_is_named() -> None:
    table = SetUp(2)
    assert table.claim("p1") == 0
    assert table.claim("p2") == 1
    assert table.claim("p1") == 0
    assert table.claim("p3") is None
    assert table.claim("p1", 1) == 1
    assert [seat.pad for seat in table.seats] == ["", "p1"]


def test_taking_the_first_shooter_leaves_a_single_one() -> None:
    table = SetUp(2)
    table.toggle(0, SHOOTER_2)
    assert table.seats[0].dice == [SHOOTER_1, "coward"]
    table.toggle(0, SHOOTER_2)
    assert table.seats[0].dice == list(DICE)
    table.toggle(0, SHOOTER_1)
    assert table.seats[0].dice == ["coward"]
    table.toggle(0, "coward")
    assert table.seats[0].dice == ["coward"]


@given(
    st.lists(st.sampled_from(SIDES), min_size=1, max_size=5), st.integers(320, 4000), st.integers(240, 2000)
)
def test_panes_lie_inside_the_window_and_apart(sides: list[str], width: int, height: int) -> None:
    found = panes(sides, width, height, 60)
    for place, one in enumerate(found):
        assert one.x >= 0 and one.y >= 0
        assert one.x + one.width <= width and one.y + one.height <= height
        for other in found[:place]:
            apart_x = one.x + one.width <= other.x or other.x + other.width <= one.x
            apart_y = one.y + one.height <= other.y or other.y + other.height <= one.y
            assert apart_x or apart_y


@pytest.mark.parametrize("players", range(LEAST, MOST + 1))
def test_new_players_sit_down_at_different_sides_first(players: int) -> None:
    table = SetUp(players)
    assert len({seat.side for seat in table.seats}) == min(players, len(SIDES))
