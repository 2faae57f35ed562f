"""Contract "Traces", sentence by sentence: jumps, lock-outs, doubt, and when a call is final.

Each test's name or comment says which sentence.
"""

import pytest

from tests.referee.trace_lines import (
    BULLETS,
    COWARD,
    COWARDS,
    FAR_US,
    PAD,
    PAD3,
    S1,
    SETTLE,
    D,
    calls,
    draw,
    final,
    header,
    hit,
    lost,
    mark,
    roll,
    told,
)

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
