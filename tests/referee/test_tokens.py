"""What leaves the table after a call (Boomtown Bandits, "Resolving Hits")."""

import pytest

from shared_rules.referee.tokens import after_bullets, after_run_aways, targets

ALL = ("shooter1", "shooter2", "coward")


def test_bb_12_all_bullets_of_the_caller_count() -> None:
    left = after_bullets({"Ana": ALL, "Bo": ALL}, "Ana", [("Bo", "shooter1"), ("Bo", "coward")])
    assert left == {"Ana": ALL, "Bo": ("shooter1",)}


def test_bb_13_only_opponents_tokens_are_targets() -> None:
    dice = {"Ana": ALL, "Bo": ("coward",)}
    assert targets(dice, "Ana") == [("Bo", "coward")]
    with pytest.raises(ValueError, match="Ana aims at their own coward"):
        after_bullets(dice, "Ana", [("Bo", "coward"), ("Ana", "coward")])


def test_bb_13_no_token_is_hit_twice() -> None:
    with pytest.raises(ValueError, match="Bo has no coward"):
        after_bullets({"Ana": ALL, "Bo": ("coward",)}, "Ana", [("Bo", "coward"), ("Bo", "coward")])
    with pytest.raises(ValueError, match="Zed has no coward"):
        after_bullets({"Ana": ALL}, "Ana", [("Zed", "coward")])


def test_bb_14_a_removed_tokens_die_is_out() -> None:
    left = after_bullets({"Ana": ("shooter1",), "Bo": ("shooter1", "coward")}, "Ana", [("Bo", "shooter1")])
    assert left["Bo"] == ("coward",)


def test_a_single_shooter_throws_shooter_1() -> None:
    assert after_bullets({"Ana": ALL}, "Bo", [("Ana", "shooter1")])["Ana"] == ("shooter1", "coward")


def test_bb_16_run_aways_first() -> None:
    """A bullet; B has shooter and a fleeing coward: the coward leaves, the bullet takes the shooter."""
    left = after_run_aways({"A": ("shooter1",), "B": ("shooter1", "coward")}, ["B"])
    assert targets(left, "A") == [("B", "shooter1")]
    assert after_bullets(left, "A", [("B", "shooter1")]) == {"A": ("shooter1",)}


def test_bb_17_caller_shows_run_away_and_bullet() -> None:
    left = after_run_aways({"A": ("shooter1", "coward"), "B": ("shooter1",)}, ["A"])
    assert after_bullets(left, "A", targets(left, "A")) == {"A": ("shooter1",)}


def test_bb_20_everybody_removed_at_once() -> None:
    assert after_run_aways({"A": ("coward",), "B": ("coward",)}, ["A", "B"]) == {}


def test_bb_21_one_player_left_after_run_aways() -> None:
    assert after_run_aways({"A": ("coward",), "B": ("shooter1",)}, ["A"]) == {"B": ("shooter1",)}


def test_example_1_tie_sams_coward_leaves_nobody_else() -> None:
    dice = dict.fromkeys(("Arya", "Camille", "James", "Molly", "Sam"), ALL)
    left = after_run_aways(dice, ["Sam"])
    assert left == {**dice, "Sam": ("shooter1", "shooter2")}
