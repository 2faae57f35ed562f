"""Contract "Traces", sentence by sentence: rounds, order, what shows, and who was first.

Each test's name or comment says which sentence.
"""

import pytest

from companion.traces import TraceError
from tests.referee.trace_lines import (
    BULLETS,
    COWARD,
    COWARDS,
    PAD,
    PAD3,
    S1,
    S2,
    SETTLE,
    D,
    calls,
    draw,
    final,
    header,
    hit,
    roll,
    told,
)

# -- rounds


def test_an_event_belongs_to_the_last_round_whose_countdown_is_not_after_it() -> None:
    second = draw(2, 10_000_000, 13_000_000)
    said = final(header(), draw(), second, hit("p1", 1, 9_999_000), hit("p2", 1, 10_000_000))
    assert [(call["round"], call["call"]) for call in said] == [(1, "first"), (2, "jumped")]


def test_before_the_first_countdown_is_round_0() -> None:
    (void,) = final(header(), draw(1, 100, D), hit("p1", 1, 50, 99))
    assert void == {"call": "void", "round": 0, "pad": "p1", "seq": 1, "why": "not_in_round"}
    (void,) = final(header(), draw(1, 100, D), roll("p1", 1, S1, "blank", 50, 99))
    assert void["round"] == 0


@pytest.mark.parametrize("hi", [100, 150])
def test_straddling_a_countdown_is_printed_with_the_round_before_it(hi: int) -> None:
    (void,) = final(header(), draw(1, 100, D), hit("p1", 1, 50, hi))
    assert (void["round"], void["why"]) == (0, "not_in_round")
    second = draw(2, 10_000_000, 13_000_000)
    said = final(header(), draw(), second, hit("p1", 1, 9_999_990, 10_000_000))
    assert [(call["round"], call["why"]) for call in said] == [(1, "not_in_round")]


def test_a_die_that_is_not_in_the_round_is_void() -> None:
    said = final(PAD, draw(), roll("p1", 1, COWARD, "run", D + 10))
    assert told(said) == ["void p1 1 not_in_round"]


def test_a_single_shooter_throws_shooter1() -> None:
    with pytest.raises(TraceError, match="shooter1"):
        calls(header(), draw(Ana=[S2], Bo=[S1]))


# -- order


def test_two_events_of_one_pad_compare_by_lo_and_seq() -> None:
    """Their intervals overlap by far, and still the throw is known to come after the HIT."""
    wide = 400_000
    throw = roll("p1", 1, S1, "bullet", D, D + wide)
    press = hit("p1", 2, D + SETTLE, D + SETTLE + wide)
    again = roll("p1", 3, S1, "blank", D + SETTLE, D + SETTLE + wide)
    # At one and the same moment: were the HIT false, its lock-out would void the throw that made it so.
    assert told(final(PAD, draw(), throw, press, again)) == [
        "void p1 2 undecided",
        "ask_judge icon_uncertain",
    ]
    later = roll("p1", 3, S1, "blank", D + SETTLE + 1, D + SETTLE + wide)
    assert told(final(PAD, draw(), throw, press, later)) == ["first Ana"]


# -- what shows

RUNS = [roll("p1", 1, COWARD, "run", D + 10, D + 20)]


@pytest.mark.parametrize(
    ("lo", "hi", "called"),
    [
        (D + SETTLE + 20, D + SETTLE + 30, "first Bo"),  # h.lo >= T.hi + settle
        (D + SETTLE + 19, D + SETTLE + 30, "ask_judge icon_uncertain"),
        (D + SETTLE, D + SETTLE + 10, "ask_judge icon_uncertain"),
        (D + SETTLE, D + SETTLE + 9, "false_hit Bo"),  # h.hi < T.lo + settle
    ],
)
def test_another_pads_throw_begins_to_show(lo: int, hi: int, called: str) -> None:
    assert called in told(final(PAD3, COWARDS, *RUNS, hit("p2", 1, lo, hi)))


@pytest.mark.parametrize(
    ("lo", "hi", "called"),
    [
        (D + 1_000_000, D + 1_999_999, "first Bo"),  # h.hi < N.lo
        (D + 1_000_000, D + 2_000_000, "ask_judge icon_uncertain"),
        (D + 2_000_010, D + 2_000_020, "ask_judge icon_uncertain"),
        (D + 2_000_011, D + 2_000_020, "false_hit Bo"),  # N.hi < h.lo
    ],
)
def test_another_pads_throw_ends_showing(lo: int, hi: int, called: str) -> None:
    again = roll("p1", 2, COWARD, "blank", D + 2_000_000, D + 2_000_010)
    assert called in told(final(PAD3, COWARDS, *RUNS, again, hit("p2", 1, lo, hi)))


def test_a_throw_followed_within_settle_never_shows() -> None:
    again = roll("p1", 2, COWARD, "blank", D + 10 + SETTLE, D + 900_000)
    said = told(final(PAD3, COWARDS, *RUNS, again, hit("p2", 1, D + 700_000)))
    assert said == ["false_hit Bo"]


def test_void_throws_neither_show_nor_end_a_face() -> None:
    """Ana counts to three: her next throw of the coward is void, so her run-away goes on showing."""
    shooter = roll("p2", 1, S1, "blank", D + 10)
    false_hit = hit("p1", 1, D + 100)
    ignored = roll("p1", 2, COWARD, "run", D + 200)
    said = told(final(PAD3, COWARDS, shooter, false_hit, ignored, hit("p2", 2, D + 2_000_000)))
    assert said == ["false_hit Ana", "void p1 2 locked_out", "false_hit Bo"]
    shows = roll("p3", 1, COWARD, "run", D + 10)
    ended = roll("p3", 3, COWARD, "blank", D + SETTLE + 700)
    said = told(
        final(
            PAD3,
            COWARDS,
            shows,
            hit("p3", 2, D + 300_000),  # it still rolls: a false HIT, so what follows is void
            ended,
            hit("p2", 1, D + 1_000_000),
        )
    )
    assert "first Bo" in said
    assert "void p3 3 locked_out" in said


def test_a_throw_of_an_earlier_round_does_not_show() -> None:
    second = draw(2, 10_000_000, 13_000_000, Ana=[S1, COWARD], Bo=[S1, COWARD], Cy=[S1, COWARD])
    said = told(final(PAD3, COWARDS, second, *RUNS, hit("p2", 1, 14_000_000)))
    assert said == ["false_hit Bo"]


# -- HITs


def test_in_table_mode_every_hit_is_valid() -> None:
    assert told(final(header(), draw(), hit("p1", 1, D + 200_000))) == ["first Ana"]


def test_an_own_bullet_or_run_away_makes_a_hit_valid() -> None:
    for die, face in ((S1, "bullet"), (COWARD, "bullet"), (COWARD, "run")):
        said = told(final(PAD3, COWARDS, roll("p1", 1, die, face, D), hit("p1", 2, D + SETTLE)))
        assert "first Ana" in said


def test_anybodys_run_away_makes_a_hit_valid() -> None:
    assert "first Cy" in told(final(PAD3, COWARDS, *RUNS, hit("p3", 1, D + 900_000)))


def test_somebody_elses_bullet_makes_no_hit_valid() -> None:
    said = told(final(PAD, draw(), roll("p1", 1, S1, "bullet", D), hit("p2", 1, D + 900_000)))
    assert said == ["false_hit Bo"]


# -- the front


def test_the_front_reaches_to_the_least_hi_of_all_valid_hits() -> None:
    four = header("Ana", "Bo", "Cy", "Di")
    dice = draw(Ana=[S1], Bo=[S1], Cy=[S1], Di=[S1])
    hits = [
        hit("p1", 1, D + 200_000, D + 200_900),
        hit("p2", 1, D + 200_100, D + 200_300),  # the freeze
        hit("p3", 1, D + 200_300, D + 200_800),  # begins with it
        hit("p4", 1, D + 200_301, D + 200_400),  # begins after it
    ]
    assert told(final(four, dice, *hits)) == ["tie Ana Bo Cy", "void p4 1 late"]


def test_a_pads_first_hit_in_the_front_stands_for_it() -> None:
    said = told(final(header(), draw(), hit("p1", 1, D + 200_000, D + 200_050), hit("p1", 2, D + 200_010)))
    assert said == ["first Ana", "void p1 2 late"]


def test_a_throw_after_the_freeze_is_void() -> None:
    said = told(
        final(
            PAD,
            draw(),
            roll("p1", 1, S1, "bullet", D),
            hit("p1", 2, D + SETTLE),
            roll("p2", 1, S1, "blank", D + SETTLE + 11),
        )
    )
    assert said == ["first Ana", "void p2 1 after_freeze"]
    said = told(
        final(
            PAD,
            draw(),
            roll("p1", 1, S1, "bullet", D),
            hit("p1", 2, D + SETTLE),
            roll("p2", 1, S1, "blank", D + SETTLE + 10),
        )
    )
    assert said == ["first Ana"]


def test_a_hit_after_the_freeze_is_late_and_never_false() -> None:
    said = told(
        final(
            PAD,
            draw(),
            roll("p1", 1, S1, "bullet", D),
            hit("p1", 2, D + SETTLE),
            hit("p2", 1, D + SETTLE + 11),
        )
    )
    assert said == ["first Ana", "void p2 1 late"]


def test_in_table_mode_more_than_one_in_the_front_are_a_tie() -> None:
    said = final(header(), draw(), hit("p2", 1, D + 200_000), hit("p1", 1, D + 200_005))
    assert said == [{"call": "tie", "round": 1, "players": ["Ana", "Bo"]}]


def test_bb_47_two_callers_with_bullets_tie() -> None:
    said = told(final(PAD3, COWARDS, *BULLETS, hit("p1", 2, D + SETTLE), hit("p2", 2, D + SETTLE + 5)))
    assert said == ["tie Ana Bo"]


def test_bb_47_a_caller_without_a_bullet_does_not_tie() -> None:
    """Cy called his own run-away together with Ana's bullet: his coward goes, and Ana's bullet counts."""
    run = roll("p3", 1, COWARD, "run", D)
    said = final(PAD3, COWARDS, BULLETS[0], run, hit("p1", 2, D + SETTLE + 20), hit("p3", 2, D + SETTLE + 15))
    assert "run_away Cy" in told(said)
    assert [call for call in said if call["call"] == "first"] == [
        {"call": "first", "round": 1, "player": "Ana", "margin_us": None, "bullets": 1}
    ]


def test_run_aways_only_name_the_least_lo_which_decides_nothing() -> None:
    run = roll("p3", 1, COWARD, "run", D)
    said = final(PAD3, COWARDS, run, hit("p2", 1, D + SETTLE + 20), hit("p3", 2, D + SETTLE + 15))
    first = next(call for call in said if call["call"] == "first")
    assert (first["player"], first["bullets"]) == ("Cy", 0)
    said = told(
        final(
            PAD3,
            COWARDS,
            run,
            hit("p2", 1, D + SETTLE + 20, D + SETTLE + 30),
            hit("p3", 2, D + SETTLE + 15, D + SETTLE + 90),
        )
    )
    assert "first Cy" in said  # though Bo's ends before hers


def test_run_aways_only_with_equal_lo_name_what_sorts_first() -> None:
    run = roll("p3", 1, COWARD, "run", D)
    said = told(final(PAD3, COWARDS, run, hit("p3", 2, D + SETTLE + 20), hit("p2", 1, D + SETTLE + 20)))
    assert "first Bo" in said


def test_bullets_count_the_callers_own_with_the_coward_dies() -> None:
    throws = [
        roll("p1", 1, S1, "bullet", D),
        roll("p1", 2, COWARD, "bullet", D),
        roll("p2", 1, S1, "bullet", D),
    ]
    said = final(PAD3, COWARDS, *throws, hit("p1", 3, D + SETTLE))
    assert next(call for call in said if call["call"] == "first")["bullets"] == 2


# -- margin, run away, suspicious


def test_margin_is_to_the_least_lo_of_other_players_late_hits() -> None:
    said = final(
        header(),
        draw(),
        hit("p1", 1, D + 200_000, D + 200_050),
        hit("p1", 2, D + 200_060),
        hit("p2", 1, D + 204_950),
    )
    assert next(call for call in said if call["call"] == "first")["margin_us"] == 4_900


def test_margin_is_null_without_a_late_hit() -> None:
    (first,) = final(header(), draw(), hit("p1", 1, D + 200_000))
    assert first["margin_us"] is None
    assert first["bullets"] is None


def test_margin_is_never_below_0() -> None:
    """Bo, with only a run-away, froze the dice; Cy was late for that, yet before Ana's interval ended."""
    throws = [BULLETS[0], roll("p2", 1, COWARD, "run", D)]
    said = final(
        PAD3,
        COWARDS,
        *throws,
        hit("p1", 2, D + SETTLE + 10, D + SETTLE + 90),
        hit("p2", 2, D + SETTLE + 15, D + SETTLE + 30),
        hit("p3", 1, D + SETTLE + 40, D + SETTLE + 50),
    )
    first = next(call for call in said if call["call"] == "first")
    assert (first["player"], first["margin_us"]) == ("Ana", 0)


def test_every_coward_that_shows_run_away_at_the_freeze_leaves_whoever_called() -> None:
    runs = [roll("p2", 1, COWARD, "run", D), roll("p3", 1, COWARD, "run", D, D + 20)]
    said = final(PAD3, COWARDS, BULLETS[0], *runs, hit("p1", 2, D + SETTLE, D + SETTLE + 20))
    assert {"call": "run_away", "round": 1, "players": ["Bo", "Cy"]} in said
    # T.hi + settle <= F: at 19 Cy's die does not certainly show it yet.
    said = final(PAD3, COWARDS, BULLETS[0], *runs, hit("p1", 2, D + SETTLE, D + SETTLE + 19))
    assert {"call": "run_away", "round": 1, "players": ["Bo"]} in said


def test_a_coward_thrown_again_at_the_freeze_does_not_run() -> None:
    run, again = roll("p2", 1, COWARD, "run", D), roll("p2", 2, COWARD, "blank", D + SETTLE + 200_010)
    said = told(final(PAD3, COWARDS, BULLETS[0], run, again, hit("p1", 2, D + SETTLE + 200_000)))
    assert "run_away Bo" not in said
    again = roll("p2", 2, COWARD, "blank", D + SETTLE + 200_011)
    said = told(final(PAD3, COWARDS, BULLETS[0], run, again, hit("p1", 2, D + SETTLE + 200_000)))
    assert "run_away Bo" in said


def test_on_the_freezing_hits_own_pad_the_coward_is_compared_with_that_hit() -> None:
    """Its interval is wide; but thrown and called on one pad, the order is known."""
    run = roll("p1", 1, COWARD, "run", D, D + 300)
    said = told(final(PAD3, COWARDS, run, hit("p1", 2, D + SETTLE, D + SETTLE + 100)))
    assert said[0] == "run_away Ana"


def test_on_the_pad_of_another_hit_in_the_front_the_coward_is_compared_with_the_freeze() -> None:
    """At Bo's HIT his coward runs; but Ana's froze the dice, and nobody knows what he showed then."""
    run = roll("p2", 1, COWARD, "run", D, D + 100)
    hits = [
        hit("p1", 2, D + SETTLE + 50, D + SETTLE + 99),
        hit("p2", 2, D + SETTLE + 20, D + SETTLE + 120),
    ]
    assert told(final(PAD3, COWARDS, BULLETS[0], run, *hits)) == ["void p2 2 undecided", "first Ana"]
    hits[0] = hit("p1", 2, D + SETTLE + 50, D + SETTLE + 100)
    assert "run_away Bo" in told(final(PAD3, COWARDS, BULLETS[0], run, *hits))


def test_run_aways_apply_in_a_tie() -> None:
    run = roll("p3", 1, COWARD, "run", D)
    said = told(
        final(PAD3, COWARDS, *BULLETS, run, hit("p1", 2, D + SETTLE + 10), hit("p2", 2, D + SETTLE + 15))
    )
    assert said == ["run_away Cy", "tie Ana Bo"]


def test_run_away_is_left_out_when_nobody_runs() -> None:
    assert not [
        c for c in final(PAD, draw(), BULLETS[0], hit("p1", 2, D + SETTLE)) if c["call"] == "run_away"
    ]


def test_a_reaction_under_the_limit_is_suspicious() -> None:
    said = final(header(), draw(), hit("p1", 1, D + 99_000, D + 99_999))
    assert said[0] == {"call": "suspicious", "round": 1, "player": "Ana", "reaction_us": [99_000, 99_999]}
    assert told(final(header(), draw(), hit("p1", 1, D + 99_000, D + 100_000))) == ["first Ana"]


def test_each_hit_that_a_tie_names_may_be_suspicious_and_a_late_one_is_not() -> None:
    said = told(
        final(
            header("Ana", "Bo", "Cy"),
            draw(Ana=[S1], Bo=[S1], Cy=[S1]),
            hit("p1", 1, D + 5),
            hit("p2", 1, D + 6),
            hit("p3", 1, D + 50),
        )
    )
    assert said == ["suspicious Ana", "tie Ana Bo", "suspicious Bo", "void p3 1 late"]
