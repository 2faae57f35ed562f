"""Possible worlds: the rulings' figures, and agreement with a count of every single token's way."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.engine import HIDDEN, NoWorld, Worlds, between, exactly

DOLLARS = {"bottle": 2, "supplies": 3, "gold": 5}
KINDS = tuple(DOLLARS)
THIRD = Fraction(1, 3)


def worlds(**held):
    """V, G and W; held: seat -> {kind: count}."""
    made = Worlds(("V", "G", "W"), KINDS)
    for seat, counts in held.items():
        for kind, count in counts.items():
            made.add(seat, kind, count)
    return made


class TestTheRulings:
    def ambiguous(self, kind=None):
        made = worlds(V={"bottle": 2, "gold": 1})
        made.draw("V", "G", kind)
        return made

    def test_bom_51_weights_and_bounds(self):
        for unknown in (None, HIDDEN):
            made = self.ambiguous(unknown)
            assert made.worth(DOLLARS, "G") == {2: 2 * THIRD, 5: THIRD}
            assert made.worth(DOLLARS, "V") == {4: THIRD, 7: 2 * THIRD}
            assert made.bounds(DOLLARS, "V") == between(4, 7)
            assert made.bounds(DOLLARS, "G") == between(2, 5)
            assert made.worth(DOLLARS, "V", "G") == {9: 1}
            assert (made.total("V"), made.total("G")) == (2, 1)

    def test_bom_51_a_private_entry_settles_it(self):
        made = self.ambiguous("gold")
        assert len(made) == 1 and made.worth(DOLLARS, "G") == {5: 1}
        assert made.counts("V") == {"bottle": exactly(2), "supplies": exactly(0), "gold": exactly(0)}

    def test_bom_51_all_of_one_kind_is_certain(self):
        made = worlds(V={"gold": 2})
        made.draw("V", "G")
        assert len(made) == 1 and made.chance("G", gold=1) == 1

    def test_bom_52_the_same_weights_go_on_with_the_token(self):
        made = self.ambiguous()
        made.draw("G", "W")
        assert made.worth(DOLLARS, "W") == {2: 2 * THIRD, 5: THIRD}
        assert made.worth(DOLLARS, "G") == {0: 1}

    def test_bom_52_a_later_draw_is_taken_over_each_world(self):
        made = self.ambiguous()  # V has bottle + gold (2/3) or two bottles (1/3)
        made.draw("V", "W")
        assert made.chance("W", gold=1) == 2 * THIRD / 2 == THIRD
        assert made.chance("W", bottle=1, gold=0) == 2 * THIRD
        assert made.worth(DOLLARS, "V", "G", "W") == {9: 1}

    def test_bom_49(self):
        made = worlds(V={"supplies": 1})
        made.add("V", "bottle", 2)
        made.draw("V", "G")
        assert (made.chance("G", supplies=1), made.chance("G", bottle=1)) == (THIRD, 2 * THIRD)

    def test_bom_47_a_bottle_just_given_is_taken_for_sure(self):
        made = worlds()
        made.add("V", "bottle")
        made.draw("V", "G")
        assert made.chance("G", bottle=1) == 1


class TestWhatIsLearnedLater:
    def test_a_recount_weighs_what_is_left(self):
        made = worlds(V={"bottle": 2, "gold": 1})
        made.draw("V", "G")
        made.draw("V", "W")
        made.given("W", {"bottle": 1})
        # W drew a bottle: from bottle + gold (2/3 x 1/2) or from two bottles (1/3 x 1).
        assert made.chance("G", gold=1) == Fraction(1, 2)
        made.given("V", {"gold": 1, "bottle": 0, "supplies": 0})
        assert len(made) == 1 and made.chance("G", bottle=1) == 1

    def test_what_lies_on_the_table_wins(self):
        made = worlds(V={"bottle": 2, "gold": 1})
        made.draw("V", "G")
        made.reset("G", {"bottle": 0, "supplies": 1, "gold": 0})
        assert made.worth(DOLLARS, "G") == {3: 1}
        assert made.worth(DOLLARS, "V") == {4: THIRD, 7: 2 * THIRD}, "others stay as likely as they were"

    def test_what_cannot_be_changes_nothing(self):
        made = worlds(V={"bottle": 2, "gold": 1})
        made.draw("V", "G")
        before = list(made.all())
        with pytest.raises(NoWorld):
            made.given("G", {"supplies": 1})
        with pytest.raises(NoWorld):
            made.draw("V", "W", "supplies")
        assert list(made.all()) == before

    def test_nothing_is_drawn_from_nobody(self):
        made = worlds()
        made.draw("V", "G")
        assert made.total("G") == 0
        with pytest.raises(NoWorld):
            made.draw("V", "G", "gold")

    def test_a_kind_taken_in_sight_of_all_tells_something(self):
        made = worlds(V={"bottle": 1, "gold": 1})
        made.draw("V", "G")
        made.add("G", "gold", -1)
        assert len(made) == 1 and made.chance("V", bottle=1) == 1


moves = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.sampled_from("VGW"), st.sampled_from(KINDS)),
        st.tuples(st.just("draw"), st.sampled_from("VGW"), st.sampled_from("VGW")),
        st.tuples(st.just("see"), st.sampled_from("VGW"), st.sampled_from("VGW")),
    ),
    max_size=9,
)


@given(moves, st.data())
@settings(max_examples=60, deadline=None)
def test_every_single_token_agrees(moves, data):
    """The oracle follows each token by itself, through every way that chance can go."""
    made = worlds()
    ways = {(): Fraction(1)}  # ((kind, holder), ..) of each token
    draws = 0
    for what, one, other in moves:
        if what == "add":
            made.add(one, other)
            ways = {(*way, (other, one)): weight for way, weight in ways.items()}
        elif one != other and made.total(one) and draws < 4:
            draws += 1
            seen = None
            if what == "see":
                seen = data.draw(st.sampled_from([k for k in KINDS if made.counts(one)[k].most]))
            made.draw(one, other, seen)
            ways = drawn(ways, one, other, seen)
    for seat in "VGW":
        expected: dict[int, Fraction] = {}
        for way, weight in ways.items():
            worth = sum(DOLLARS[kind] for kind, holder in way if holder == seat)
            expected[worth] = expected.get(worth, Fraction(0)) + weight
        assert made.worth(DOLLARS, seat) == expected
    assert sum(weight for _, weight in made.all()) == 1


def drawn(ways, giver, taker, seen):
    after = {}
    for way, weight in ways.items():
        held = [at for at, (_, holder) in enumerate(way) if holder == giver]
        for at in held:
            kind = way[at][0]
            if seen in (None, kind):
                moved = (*way[:at], (kind, taker), *way[at + 1 :])
                after[moved] = after.get(moved, 0) + weight / len(held)
    total = sum(after.values())
    return {way: weight / total for way, weight in after.items()}
