"""Contract "Traces", sentence by sentence: the lines that go in, the judge's, and the lines that come out.

Each test's name or comment says which sentence.
"""

import json

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
    judge,
    lost,
    mark,
    roll,
    targets,
    told,
)

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
