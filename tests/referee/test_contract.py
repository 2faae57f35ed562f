"""Contract "Traces", sentence by sentence. Each test's name or comment says which."""

import json

import pytest

from companion.traces import TraceError
from tests.referee.trace_lines import (
    COWARD,
    DRAW_US,
    FAR_US,
    S1,
    S2,
    calls,
    draw,
    final,
    header,
    hit,
    judge,
    lost,
    mark,
    roll,
    targets,
    told,
)

D = DRAW_US
PAD = header(mode="pad")
PAD3 = header("Ana", "Bo", "Cy", mode="pad")
COWARDS = draw(Ana=[S1, COWARD], Bo=[S1, COWARD], Cy=[S1, COWARD])
SETTLE = 500_000


# -- the lines


def test_lines_come_in_any_order() -> None:
    lines = [draw(), hit("p1", 1, D + 100), hit("p2", 1, D + 900), mark("p1", 1), mark("p2", 1)]
    said = calls(header(), *lines)
    assert said == calls(header(), *reversed(lines))
    assert told(said) == ["suspicious Ana", "first Ana", "void p2 1 late"]


def test_intervals_are_closed() -> None:
    """[10, 20] and [20, 30] share the moment 20."""
    assert "tie Ana Bo" in told(
        final(header(), draw(), hit("p1", 1, D, D + 20), hit("p2", 1, D + 20, D + 30))
    )
    assert "first Ana" in told(final(header(), draw(), hit("p1", 1, D, D + 20), hit("p2", 1, D + 21, D + 30)))


def test_only_the_draws_players_are_in_the_round() -> None:
    three = header("Ana", "Bo", "Cy")
    said = final(three, draw(Ana=[S1], Bo=[S1]), hit("p3", 1, D + 10), hit("p2", 1, D + 500_000))
    assert told(said) == ["void p3 1 not_in_round", "first Bo"]


def test_the_face_shows_from_at_plus_settle_until_the_next_throw() -> None:
    throw = roll("p1", 1, S1, "bullet", D + 10)
    for lo, shows in ((SETTLE + 9, False), (SETTLE + 10, True), (2_000_000, True)):
        said = told(final(PAD, draw(), throw, hit("p1", 2, D + lo)))
        assert said == [("first Ana" if shows else "false_hit Ana")]
    again = roll("p1", 2, S1, "blank", D + 1_000_000)
    assert told(final(PAD, draw(), throw, again, hit("p1", 3, D + 1_000_001))) == ["false_hit Ana"]


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


BULLETS = [roll("p1", 1, S1, "bullet", D), roll("p2", 1, S1, "bullet", D)]


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


# -- DRAW


def test_before_draw_is_a_certain_jump() -> None:
    assert told(final(header(), draw(), hit("p1", 1, D - 20, D - 1))) == ["jumped Ana"]


def test_at_draw_is_legal() -> None:
    assert "first Ana" in told(final(header(), draw(), hit("p1", 1, D, D + 9)))


def test_a_throw_before_draw_is_a_jump_too() -> None:
    (jump,) = final(PAD, draw(), roll("p1", 1, S1, "blank", D - 500))
    assert jump == {"call": "jumped", "round": 1, "player": "Ana", "certain": True}


def test_offenders_are_the_first_certain_jumps_up_to_the_least_hi() -> None:
    three = header("Ana", "Bo", "Cy")
    dice = draw(Ana=[S1], Bo=[S1], Cy=[S1])
    hits = [
        hit("p1", 1, 1000, 1100),
        hit("p2", 1, 1100, 1200),
        hit("p3", 1, 1101, 1200),
        hit("p1", 2, 1050, 1150),
    ]
    said = told(final(three, dice, *hits))
    assert said == ["jumped Ana", "void p1 2 locked_out", "jumped Bo", "void p3 1 countdown_restarted"]


def test_every_other_event_of_a_jumped_round_is_void() -> None:
    said = told(
        final(
            PAD,
            draw(),
            roll("p1", 1, S1, "blank", 1000),
            roll("p2", 1, S1, "blank", D + 10),
            hit("p2", 2, D + 900_000),
        )
    )
    assert said == ["jumped Ana", "void p2 1 countdown_restarted", "void p2 2 countdown_restarted"]


def test_an_offender_is_locked_out_until_three_seconds_after_the_next_draw() -> None:
    second = draw(2, 10_000_000, 13_000_000)
    for hi, why in ((16_000_000, "locked_out"), (16_000_001, None)):
        said = told(final(header(), draw(), second, hit("p1", 1, 1000), hit("p1", 2, hi - 10, hi)))
        assert said == (["jumped Ana", "void p1 2 locked_out"] if why else ["jumped Ana", "first Ana"])


def test_a_lock_out_without_a_next_draw_does_not_end() -> None:
    said = told(final(header(), draw(), hit("p1", 1, 1000), hit("p1", 2, D + 100_000_000)))
    assert said == ["jumped Ana", "void p1 2 locked_out"]


def test_a_straddled_draw_goes_to_the_judge_and_locks_nobody_out() -> None:
    second = draw(2, 10_000_000, 13_000_000)
    said = final(
        header(), draw(), second, hit("p1", 1, D - 1, D), hit("p2", 1, D + 300_000), hit("p1", 2, 13_200_000)
    )
    assert told(said) == ["jumped Ana", "ask_judge draw_straddled", "void p2 1 undecided", "first Ana"]
    assert said[0]["certain"] is False


def test_a_straddle_beside_a_certain_jump_is_only_void() -> None:
    said = told(final(header(), draw(), hit("p1", 1, 1000), hit("p2", 1, D - 1, D + 1)))
    assert said == ["jumped Ana", "void p2 1 countdown_restarted"]


# -- false HIT and lock-out
# --------------------------------------------------------------------------------------


def test_a_false_hit_locks_out_for_three_seconds_and_the_others_play_on() -> None:
    lines = [PAD, draw(), hit("p1", 1, D + 100, D + 110), roll("p2", 1, S1, "bullet", D + 50)]
    said = final(*lines, hit("p2", 2, D + 800_000))
    assert said[0] == {"call": "false_hit", "round": 1, "player": "Ana", "locked_until_us": D + 3_000_110}
    assert told(said) == ["false_hit Ana", "first Bo"]


@pytest.mark.parametrize(
    ("hi", "again"), [(D + 3_000_110, "void p1 2 locked_out"), (D + 3_000_111, "false_hit Ana")]
)
def test_events_up_to_the_end_of_the_lock_out_are_void(hi: int, again: str) -> None:
    said = told(final(PAD, draw(), hit("p1", 1, D + 100, D + 110), hit("p1", 2, hi - 10, hi)))
    assert said == ["false_hit Ana", again]


def test_a_lock_out_reaches_into_a_later_round_and_is_no_jump_there() -> None:
    second = draw(2, D + 1_000_000, D + 2_000_000)
    said = told(final(PAD, draw(), second, hit("p1", 1, D + 100), hit("p1", 2, D + 1_500_000)))
    assert said == ["false_hit Ana", "void p1 2 locked_out"]


def test_of_two_events_at_one_moment_seq_says_which_came_after_the_offence() -> None:
    before, after = roll("p1", 1, S1, "blank", D + 100), roll("p1", 3, S1, "blank", D + 100)
    said = told(final(PAD, draw(), before, hit("p1", 2, D + 100), after))
    assert said == ["false_hit Ana", "void p1 3 locked_out"]


# -- uncertain HIT

DOUBT = [roll("p3", 1, COWARD, "run", D, D + 100)]  # at SETTLE..SETTLE + 100 nobody knows whether it shows
IN_DOUBT = hit("p2", 2, D + SETTLE + 50, D + SETTLE + 60)


def test_an_uncertain_hit_without_a_valid_one_goes_to_the_judge() -> None:
    said = told(final(PAD3, COWARDS, *DOUBT, roll("p2", 1, S1, "blank", D), IN_DOUBT))
    assert said == ["void p2 2 undecided", "ask_judge icon_uncertain"]


def test_an_uncertain_hit_up_to_the_freeze_leaves_valid_hits_undecided() -> None:
    lines = [PAD3, COWARDS, *DOUBT, *BULLETS[:1], roll("p2", 1, S1, "blank", D), IN_DOUBT]
    said = told(final(*lines, hit("p1", 2, D + SETTLE + 45, D + SETTLE + 55)))
    assert said == ["void p1 2 undecided", "void p2 2 undecided", "ask_judge icon_uncertain"]


def test_an_uncertain_hit_after_the_freeze_is_late() -> None:
    lines = [PAD3, COWARDS, *DOUBT, *BULLETS[:1], roll("p2", 1, S1, "blank", D), IN_DOUBT]
    said = told(final(*lines, hit("p1", 2, D + SETTLE + 30, D + SETTLE + 49)))
    assert said == ["first Ana", "void p2 2 late"]


@pytest.mark.parametrize(
    ("lo", "called"), [(D + SETTLE + 60, "false_hit Ana"), (D + SETTLE + 61, "void p1 1 undecided")]
)
def test_beside_an_uncertain_hit_only_an_earlier_false_one_is_called(lo: int, called: str) -> None:
    elsewhere = roll("p2", 1, S1, "blank", D)
    short = [
        roll("p3", 1, COWARD, "run", D, D + 100),
        roll("p3", 2, COWARD, "blank", D + SETTLE + 55, D + SETTLE + 59),
    ]
    said = told(final(PAD3, COWARDS, *short, elsewhere, IN_DOUBT, hit("p1", 1, lo)))
    assert called in said


# -- watermarks


def test_first_waits_for_every_live_pad_of_the_round() -> None:
    lines = [header("Ana", "Bo", "Cy"), draw(Ana=[S1], Bo=[S1]), hit("p1", 1, D + 200_000, D + 200_010)]
    assert told(calls(*lines)) == ["void p1 1 undecided", "waiting p1 p2"]
    assert told(calls(*lines, mark("p1", 1, D + 200_010))) == ["void p1 1 undecided", "waiting p2"]
    assert told(calls(*lines, mark("p1", 1), mark("p2", 0, D + 200_009))) == [
        "void p1 1 undecided",
        "waiting p2",
    ]
    assert told(calls(*lines, mark("p1", 1), mark("p2", 0, D + 200_010))) == ["first Ana"]


def test_a_certain_jump_waits_for_the_least_hi_of_the_jumps() -> None:
    lines = [header(), draw(), hit("p1", 1, 1000, 1100), mark("p1", 1)]
    assert told(calls(*lines, mark("p2", 0, 1099))) == ["void p1 1 undecided", "waiting p2"]
    assert told(calls(*lines, mark("p2", 0, 1100))) == ["jumped Ana"]


def test_a_straddled_draw_waits_for_its_hi() -> None:
    lines = [header(), draw(), hit("p1", 1, D - 5, D + 5), mark("p1", 1)]
    assert told(calls(*lines, mark("p2", 0, D + 4))) == ["void p1 1 undecided", "waiting p2"]
    assert told(calls(*lines, mark("p2", 0, D + 5))) == ["jumped Ana", "ask_judge draw_straddled"]


def test_a_false_hit_waits_for_its_own_hi() -> None:
    lines = [PAD, draw(), hit("p1", 1, D + 100, D + 110), mark("p1", 1)]
    assert told(calls(*lines, mark("p2", 0, D + 109))) == ["void p1 1 undecided", "waiting p2"]
    assert told(calls(*lines, mark("p2", 0, D + 110))) == ["false_hit Ana"]


def test_an_uncertain_hit_waits_for_its_hi() -> None:
    lines = [PAD3, COWARDS, *DOUBT, roll("p2", 1, S1, "blank", D), IN_DOUBT, mark("p1", 0), mark("p3", 1)]
    assert told(calls(*lines, mark("p2", 2, D + SETTLE + 59)))[-1] == "waiting p2"
    assert told(calls(*lines, mark("p2", 2, D + SETTLE + 60)))[-1] == "ask_judge icon_uncertain"


def test_voids_need_no_watermark() -> None:
    said = told(calls(header(), draw(), hit("p1", 1, D + 200_000), hit("p2", 1, D + 300_000)))
    assert said == ["void p1 1 undecided", "waiting p1 p2", "void p2 1 late"]


def test_a_lost_pad_is_lost_in_every_round_whatever_its_at() -> None:
    lines = [header(), draw(), hit("p1", 1, D + 200_000), mark("p1", 1)]
    for at_us in (-50, FAR_US):
        assert told(calls(*lines, lost("p2", at_us))) == ["void p1 1 undecided", "ask_judge pad_lost"]


def test_a_lost_pad_whose_watermark_got_far_enough_does_not_block() -> None:
    lines = [header(), draw(), hit("p1", 1, D + 200_000), mark("p1", 1), lost("p2", D + 1)]
    assert told(calls(*lines, mark("p2", 0, D + 200_010))) == ["first Ana"]


def test_a_missing_seq_blocks_a_call() -> None:
    lines = [header(), draw(), hit("p1", 1, D + 200_000), hit("p1", 3, D + 210_000), mark("p2", 0)]
    said = told(calls(*lines, mark("p1", 3)))
    assert said == ["void p1 1 undecided", "ask_judge events_lost", "void p1 3 late"]


def test_numbers_count_from_the_least_in_the_file() -> None:
    lines = [
        header(),
        draw(),
        hit("p1", 1, D + 200_000),
        mark("p1", 1),
        hit("p2", 5, D + 300_000),
        mark("p2", 5),
    ]
    assert "first Ana" in told(calls(*lines))  # nothing is missing: 5 is the least that the file knows
    assert "ask_judge events_lost" in told(calls(*lines, mark("p2", 3, 100)))  # 4 is


def test_numbers_count_from_the_least_watermark_too() -> None:
    lines = [header(), draw(), hit("p1", 1, D + 200_000), mark("p1", 1)]
    assert told(calls(*lines, mark("p2", 7, 0), mark("p2", 7))) == ["first Ana"]
    assert "ask_judge events_lost" in told(calls(*lines, mark("p2", 7, 0), mark("p2", 8)))


def test_a_gap_does_not_block_when_the_next_event_precedes_the_countdown() -> None:
    second = draw(2, 10_000_000, 13_000_000)
    old = [hit("p2", 1, 5_000_000), hit("p2", 3, 9_999_989, 9_999_999)]
    said = final(header(), draw(), second, *old, hit("p1", 1, 13_200_000))
    assert "first Ana" in told([call for call in said if call["round"] == 2])
    old = [hit("p2", 1, 5_000_000), hit("p2", 3, 10_000_000, 10_000_000)]
    said = final(header(), draw(), second, *old, hit("p1", 1, 13_200_000))
    assert "ask_judge events_lost" in told([call for call in said if call["round"] == 2])


def test_a_gap_does_not_block_what_a_watermark_without_gap_has_passed() -> None:
    lines = [header(), draw(), hit("p1", 1, D + 200_000, D + 200_010), mark("p1", 1)]
    gap = [mark("p2", 4, 0), hit("p2", 6, D + 400_000), mark("p2", 6)]
    assert "ask_judge events_lost" in told(calls(*lines, *gap, mark("p2", 4, D + 200_009)))
    assert "first Ana" in told(calls(*lines, *gap, mark("p2", 4, D + 200_010)))


def test_a_gap_does_not_block_what_the_event_before_it_has_passed() -> None:
    lines = [header(), draw(), hit("p1", 1, D + 200_000, D + 200_010), mark("p1", 1)]
    gap = [hit("p2", 4, D + 250_000), hit("p2", 6, D + 400_000), mark("p2", 6)]
    assert "first Ana" in told(calls(*lines, *gap))
    gap[0] = hit("p2", 4, D + 200_011)
    assert "first Ana" in told(calls(*lines, *gap))
    gap[0] = hit("p2", 4, D + 200_010)  # at the call itself: what is missing may be there too
    assert "ask_judge events_lost" in told(calls(*lines, *gap))


def test_a_gap_in_a_round_without_a_hit_asks_too() -> None:
    said = told(calls(header(), draw(), mark("p1", 0), mark("p2", 1, 0), mark("p2", 2)))
    assert said == ["ask_judge events_lost"]


def test_a_false_hit_is_a_hit_so_a_gap_after_it_asks_with_the_next_one_only() -> None:
    gap = [mark("p2", 1, D + 110), mark("p2", 2)]
    false = [PAD, draw(), hit("p1", 1, D + 100, D + 110), *gap]
    assert told(calls(*false, mark("p1", 1))) == ["false_hit Ana"]
    bullet = roll("p1", 2, S1, "bullet", D + 4_000_000)
    said = told(calls(*false, bullet, hit("p1", 3, D + 5_000_000), mark("p1", 3)))
    assert said == ["false_hit Ana", "void p1 3 undecided", "ask_judge events_lost"]
    gap[0] = mark("p2", 1, D + 109)  # what is missing may be at the false HIT itself
    said = told(calls(PAD, draw(), hit("p1", 1, D + 100, D + 110), *gap, mark("p1", 1)))
    assert said == ["void p1 1 undecided", "ask_judge events_lost"]


@pytest.mark.parametrize(("up_to_us", "rounds"), [(9_999_998, [1, 2]), (9_999_999, [2])])
def test_a_round_without_a_hit_asks_for_nothing_from_the_next_countdown_on(
    up_to_us: int, rounds: list[int]
) -> None:
    second = draw(2, 10_000_000, 13_000_000)
    marks = [mark("p1", 0), mark("p2", 0, up_to_us), mark("p2", 1)]
    said = calls(header(), draw(), second, *marks)
    assert [(call["call"], call["round"]) for call in said] == [("ask_judge", number) for number in rounds]


def test_a_breach_distrusts_the_pad_in_that_round() -> None:
    lines = [header("Ana", "Bo", "Cy"), draw(Ana=[S1], Bo=[S1], Cy=[S1])]
    breach = [mark("p1", 1, D + 300_000), hit("p1", 1, D + 100_000), hit("p1", 2, D + 300_000)]
    said = told(final(*lines, *breach, hit("p2", 1, D + 400_000), hit("p3", 1, D + 500_000)))
    assert said == [
        "void p1 1 distrusted",
        "void p1 2 distrusted",
        "ask_judge pad_distrusted",
        "void p2 1 undecided",
        "void p3 1 undecided",
    ]
    honest = [mark("p1", 1, D + 299_999), *breach[1:]]
    assert "first Ana" in told(final(*lines, *honest))


def test_one_seq_with_two_contents_distrusts() -> None:
    said = told(final(header(), draw(), hit("p1", 1, D + 100_000), hit("p1", 1, D + 100_001)))
    assert said == ["void p1 1 distrusted", "ask_judge pad_distrusted", "void p1 1 distrusted"]


def test_lo_falling_while_seq_rises_distrusts() -> None:
    said = told(final(header(), draw(), hit("p1", 1, D + 100_001), hit("p1", 2, D + 100_000)))
    assert "ask_judge pad_distrusted" in said
    assert "first Ana" in told(final(header(), draw(), hit("p1", 1, D + 100_000), hit("p1", 2, D + 100_000)))


def test_distrust_holds_only_in_the_rounds_with_an_offending_event() -> None:
    second = draw(2, 10_000_000, 13_000_000)
    twice = [hit("p1", 1, D + 100_000), hit("p1", 1, D + 100_001)]
    said = final(header(), draw(), second, *twice, hit("p1", 2, 13_200_000))
    assert told([call for call in said if call["round"] == 2]) == ["first Ana"]


def test_an_identical_repeat_is_ignored() -> None:
    press = hit("p1", 1, D + 200_000)
    assert told(final(header(), draw(), press, press)) == ["first Ana"]


def test_a_round_prints_the_first_reason_that_applies() -> None:
    three = header("Ana", "Bo", "Cy")
    dice = draw(Ana=[S1], Bo=[S1], Cy=[S1])
    straddle = hit("p1", 1, D - 5, D + 5)
    gap = [mark("p3", 1, 0), mark("p3", 3, 10)]
    distrust = [hit("p2", 1, D + 9), hit("p2", 1, D + 10)]
    reasons = []
    for lines in (
        [straddle, *gap, *distrust, lost("p2", 1)],
        [straddle, *gap, lost("p2", 1)],
        [straddle, lost("p2", 1)],
        [straddle, mark("p1", 1), mark("p3", 0), lost("p2", 1)],
        [straddle, mark("p1", 1), mark("p3", 0), mark("p2", 0)],
    ):
        said = [c for c in calls(three, dice, *lines) if c["call"] in ("ask_judge", "waiting")]
        assert len(said) == 1
        reasons.append(said[0].get("why", said[0]["call"]))
    assert reasons == ["pad_distrusted", "events_lost", "waiting", "pad_lost", "draw_straddled"]


def test_in_a_round_that_cannot_be_called_voided_throws_are_not_printed() -> None:
    stray = roll("p2", 1, COWARD, "run", D + 20)
    straddle = hit("p1", 1, D - 5, D + 5)
    assert told(final(PAD, draw(), stray, straddle)) == ["jumped Ana", "ask_judge draw_straddled"]
    assert "void p2 1 not_in_round" in told(final(PAD, draw(), stray))
    twice = [roll("p1", 1, S1, "blank", D + 10), roll("p1", 1, S1, "blank", D + 11)]
    said = told(final(PAD, draw(), *twice))
    assert said.count("void p1 1 distrusted") == 2


# -- judge


@pytest.mark.parametrize(
    ("line", "judged"),
    [
        (judge(1, "first", player="Bo"), {"rule": "first", "player": "Bo"}),
        (judge(1, "tie", players=["Ana", "Bo"]), {"rule": "tie", "players": ["Ana", "Bo"]}),
        (judge(1, "replay"), {"rule": "replay"}),
        (judge(1, "without", pad="p2"), {"rule": "without", "pad": "p2"}),
    ],
)
def test_a_judge_line_prints_judged_after_the_call_which_stays(line: str, judged: dict[str, object]) -> None:
    said = final(header(), draw(), hit("p1", 1, D + 200_000), line)
    assert told(said)[0] == "first Ana"
    assert said[1] == {"call": "judged", "round": 1, **judged, "reason": "seen"}
    assert list(said[1]) == ["call", "round", *judged, "reason"]


def test_no_judge_line_changes_any_other_call() -> None:
    lines = [header(), draw(), draw(2, 10_000_000, 13_000_000), hit("p1", 1, 100), hit("p2", 1, 13_200_000)]
    without = final(*lines)
    said = final(*lines, judge(1, "replay"), judge(2, "first", player="Ana"))
    assert [call for call in said if call["call"] != "judged"] == without


def test_at_most_one_judge_line_a_round() -> None:
    with pytest.raises(TraceError, match="line 4"):
        calls(header(), draw(), judge(1, "replay"), judge(1, "replay"))


# -- out


def test_calls_come_by_round_then_lo_then_kind_then_pad_then_seq() -> None:
    dice = draw(Ana=[S1], Bo=[S1], Cy=[S1])
    hits = [hit("p3", 1, D + 5), hit("p2", 1, D + 5), hit("p1", 1, D + 5), hit("p3", 2, D + 5)]
    assert told(final(header("Ana", "Bo", "Cy"), dice, *hits)) == [
        "suspicious Ana",
        "suspicious Bo",
        "suspicious Cy",
        "tie Ana Bo Cy",
        "void p3 2 late",
    ]


def test_keys_come_in_the_contracts_order() -> None:
    lines = [PAD3, COWARDS, roll("p2", 1, COWARD, "run", D - 0), BULLETS[0], hit("p1", 2, D + SETTLE + 10)]
    by_call = {call["call"]: list(call) for call in final(*lines, hit("p3", 1, D + SETTLE + 50))}
    assert by_call == {
        "run_away": ["call", "round", "players"],
        "first": ["call", "round", "player", "margin_us", "bullets"],
        "void": ["call", "round", "pad", "seq", "why"],
    }


def test_a_trace_without_a_round() -> None:
    assert calls(header()) == []
    assert told(calls(header(), hit("p1", 1, 5), mark("p1", 1))) == ["void p1 1 not_in_round"]


def test_allowed_things() -> None:
    alone = header("Ana")
    assert told(final(alone, draw(Ana=[S1]), hit("p1", 0, D + 200_000))) == ["first Ana"]
    assert told(final(header(), draw(1, -500, -100), hit("p1", 1, -50))) == ["suspicious Ana", "first Ana"]
    assert told(final(header(), draw(), roll("p1", 1, S1, "bullet", D + 9))) == []
    assert told(final(header(), draw(1, 5, 5), hit("p1", 1, 300_000))) == ["first Ana"]


HIT = '{"kind":"hit","pad":"p1","seq":1,"at":[5,6]}'


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("", 3),
        ("   ", 3),
        ("nonsense", 3),
        ("[]", 3),
        ("{}", 3),
        ('{"kind":"hit","pad":"p1","at":[5,6]}', 3),
        ('{"kind":"hit","pad":"p1","seq":1,"seq":1,"at":[5,6]}', 3),
        ('{"kind":"hit","pad":"p1","seq":1,"at":[5,6],"by":"me"}', 3),
        ('{"kind":"hit","pad":"p1","seq":true,"at":[5,6]}', 3),
        ('{"kind":"hit","pad":"p1","seq":1.0,"at":[5,6]}', 3),
        ('{"kind":"hit","pad":"p1","seq":"1","at":[5,6]}', 3),
        ('{"kind":"hit","pad":"p1","seq":-1,"at":[5,6]}', 3),
        ('{"kind":"hit","pad":"p1","seq":1,"at":[5,false]}', 3),
        ('{"kind":"hit","pad":"p1","seq":1,"at":[6,5]}', 3),
        ('{"kind":"hit","pad":"p1","seq":1,"at":[5]}', 3),
        ('{"kind":"hit","pad":"p1","seq":1,"at":[5,6,7]}', 3),
        ('{"kind":"hit","pad":"p1","seq":1,"at":null}', 3),
        ('{"kind":"hit","pad":"p9","seq":1,"at":[5,6]}', 3),
        ('{"kind":"hit","pad":"p1","seq":NaN,"at":[5,6]}', 3),
        ('{"kind":"hit","pad":"p1","seq":1,"at":[5,6]} x', 3),
        ('{"kind":"hat","pad":"p1","seq":1,"at":[5,6]}', 3),
        ('{"kind":["hit"],"pad":"p1","seq":1,"at":[5,6]}', 3),
        (roll("p1", 1, S1, "run", 5), 3),
        (roll("p1", 1, "shooter3", "bullet", 5), 3),
        (roll("p1", 1, COWARD, "six", 5), 3),
        (mark("p9", 1), 3),
        (lost("p1", 6, 5), 3),
        (lost("p9", 5, 6), 3),
        (draw(), 3),
        (draw(2, 10_000_000, 9_999_999), 3),
        (draw(2, 10_000_000, 13_000_000, Zed=[S1]), 3),
        (draw(2, 10_000_000, 13_000_000, Ana=[S1, S1]), 3),
        (draw(2, 10_000_000, 13_000_000, Ana=[S2, COWARD]), 3),
        (draw(0, 10_000_000, 13_000_000), 3),
        (targets(2, "Ana", ("Bo", S1)), 3),
        (targets(1, "Zed", ("Bo", S1)), 3),
        (targets(1, "Ana", ("Zed", S1)), 3),
        (judge(2, "replay"), 3),
        (judge(1, "first", player="Zed"), 3),
        (judge(1, "tie", players=["Ana", "Zed"]), 3),
        (judge(1, "without", pad="p9"), 3),
        (judge(1, "first"), 3),
        (judge(1, "replay", player="Ana"), 3),
        (judge(1, "guess"), 3),
        (header(), 3),
        ('{"kind":"judge","round":1,"rule":"replay"}', 3),
        ("[" * 100_000, 3),
        ('{"kind":"hit","pad":"\\ud800","seq":1,"at":[5,6]}', 3),
    ],
)
def test_errors_carry_the_lines_number(line: str, number: int) -> None:
    with pytest.raises(TraceError, match=rf"^line {number}: ") as error:
        calls(header(), draw(), line, HIT)
    assert error.value.line == number


@pytest.mark.parametrize(
    "first",
    [
        draw(),
        header().replace('"trace": 1', '"trace": 2'),
        header().replace('"trace": 1', '"trace": true'),
        header().replace("table", "chair"),
        header().replace("500000", "-1"),
        header("Ana", "Ana"),
        header().replace("p2", "p1"),
        header().replace("Bo", "Ana"),
        json.dumps({**json.loads(header()), "players": []}),
        json.dumps({**json.loads(header()), "extra": 1}),
        json.dumps({k: v for k, v in json.loads(header()).items() if k != "settle_us"}),
    ],
)
def test_a_trace_begins_with_its_settings(first: str) -> None:
    with pytest.raises(TraceError, match=r"^line 1: "):
        calls(first, HIT)


def test_targets_and_their_tokens_are_kept_to_the_round() -> None:
    assert calls(header(), draw(), targets(1, "Ana", ("Bo", S1))) == []
    with pytest.raises(TraceError, match="Bo has no coward"):
        calls(header(), draw(), targets(1, "Ana", ("Bo", COWARD)))


def test_bullets_are_aimed_at_distinct_opposing_tokens() -> None:
    two = draw(Ana=[S1, COWARD], Bo=[S1, COWARD])
    assert calls(header(), two, targets(1, "Ana", ("Bo", S1), ("Bo", COWARD))) == []
    with pytest.raises(TraceError, match=r"^line 3: Ana aims at their own coward"):
        calls(header(), two, targets(1, "Ana", ("Bo", S1), ("Ana", COWARD)))
    with pytest.raises(TraceError, match=r"^line 3: Bo's shooter1 is hit twice"):
        calls(header(), two, targets(1, "Ana", ("Bo", S1), ("Bo", S1)))
