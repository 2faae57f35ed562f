"""The referee beyond the letter: any order, any time, and what people see of it."""

import json
import os
import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import traces
from companion.lanes import lanes
from companion.photo_finish import photo_finish
from shared_rules import referee as r
from shared_rules.referee import stages
from tests.referee.trace_lines import (
    COWARD,
    S1,
    D,
    calls,
    draw,
    header,
    hit,
    lost,
    mark,
    roll,
    seqs,
    told,
)

FINAL = ("first", "tie", "jumped", "false_hit", "run_away", "suspicious")


def some_trace(chance: random.Random) -> list[str]:
    """A trace that is crowded in time, so that every edge is met."""
    names = ("Ana", "Bo", "Cy")[: chance.randint(2, 3)]
    mode = chance.choice(("table", "pad"))
    lines = [header(*names, mode=mode, settle_us=30, limit_us=50)]
    begin = 0
    for number in range(1, chance.randint(2, 4)):
        at = begin + chance.randint(0, 40)
        lines.append(draw(number, begin, at, **{name: [S1, COWARD] for name in names}))
        begin = at + chance.randint(50, 300)
    for place, _name in enumerate(names, 1):
        seq, lo = 0, -20
        for _ in range(chance.randint(0, 8)):
            seq += 1 + (chance.random() < 0.03)
            lo += chance.choice((0, 1, 5, 40, 100))
            hi = lo + chance.choice((0, 3, 10, 60))
            if chance.random() < 0.5:
                lines.append(hit(f"p{place}", seq, lo, hi))
            else:
                face = chance.choice(("bullet", "blank", "run"))
                die = COWARD if face == "run" else chance.choice((S1, COWARD))
                lines.append(roll(f"p{place}", seq, die, face, lo, hi))
        if chance.random() < 0.8:
            lines.append(mark(f"p{place}", seq, chance.choice((lo, lo + 30, 10_000))))
        if chance.random() < 0.1:
            lines.append(lost(f"p{place}", lo))
    return lines


@given(st.integers(0, 10**9))
@settings(max_examples=300, deadline=None)
def test_any_order_of_arrival_gives_the_same_calls(seed: int) -> None:
    chance = random.Random(seed)
    lines = some_trace(chance)
    said = calls(*lines)
    rest = lines[1:]
    chance.shuffle(rest)
    assert calls(lines[0], *rest) == said


@given(st.integers(0, 10**9))
@settings(max_examples=200, deadline=None)
def test_a_referee_that_was_asked_all_along_says_what_a_fresh_one_says(seed: int) -> None:
    """A round is ruled anew as soon as anything that it stands on has changed."""
    chance = random.Random(seed)
    lines = some_trace(chance)
    seen = [traces.parse_line(line, 2) for line in lines[1:]]
    chance.shuffle(seen)
    asked = r.Referee(traces.parse_header(lines[0]))
    for place, what in enumerate(seen):
        asked.see(what)
        fresh = r.Referee(asked.settings)
        for earlier in seen[: place + 1]:
            fresh.see(earlier)
        assert asked.calls() == fresh.calls()


@given(st.integers(0, 10**9))
@settings(max_examples=300, deadline=None)
def test_a_further_watermark_changes_no_final_call(seed: int) -> None:
    chance = random.Random(seed)
    lines = some_trace(chance)
    said = [call for call in calls(*lines) if call["call"] in FINAL]
    last = seqs(lines)  # only as far as the events go, or the mark would tell of lost ones
    further = [mark(pad, last.get(pad, 0), 10_000_000) for pad in ("p1", "p2")]
    after = calls(*lines, *further)
    assert [call for call in said if call not in after] == []


@given(st.integers(0, 10**9))
@settings(max_examples=300, deadline=None)
def test_every_hit_is_called_or_void_with_a_reason(seed: int) -> None:
    chance = random.Random(seed)
    lines = some_trace(chance)
    said = calls(*lines)
    hits = [json.loads(line) for line in lines if '"kind": "hit"' in line]
    voids = [(call["pad"], call["seq"]) for call in said if call["call"] == "void"]
    unsaid = [press for press in hits if (press["pad"], press["seq"]) not in voids]
    kinds = ("first", "tie", "jumped", "false_hit")
    named = sum(len(call.get("players", [1])) for call in said if call["call"] in kinds)  # type: ignore[arg-type]
    assert len(unsaid) <= named


@given(st.integers(0, 10**9))
@settings(max_examples=200, deadline=None)
def test_text_in_same_text_out(seed: int) -> None:
    lines = some_trace(random.Random(seed))
    settings_ = traces.parse_header(lines[0])
    assert traces.parse_header(traces.header_text(settings_)) == settings_
    for line in lines[1:]:
        seen = traces.parse_line(line, 2)
        assert traces.parse_line(traces.line_text(seen), 2) == seen


def test_hits_that_undo_each_other_in_a_wide_circle_are_all_the_judges() -> None:
    """Each false HIT locks out whose throw made another one false: five looks until it begins anew."""
    pads = {"Ana": "p1", "Bo": "p2", "Cy": "p3"}
    dice = {name: [S1, COWARD] for name in pads}
    lines = [header(*pads, mode="pad", settle_us=2, limit_us=0), draw(1, -10, 0, **dice)]
    lines += [roll("p1", 1, COWARD, "blank", 4, 8), hit("p1", 2, 5, 9), roll("p1", 3, COWARD, "run", 7, 11)]
    lines += [roll("p1", 4, S1, "blank", 8, 12), mark("p1", 4, 60)]
    lines += [hit("p2", 1, 2, 6), roll("p2", 2, COWARD, "run", 3, 7), roll("p2", 3, S1, "blank", 6, 10)]
    lines += [roll("p2", 4, S1, "blank", 6, 10), hit("p2", 5, 7, 11), roll("p2", 6, COWARD, "blank", 8, 12)]
    lines += [roll("p2", 7, COWARD, "run", 10, 14), mark("p2", 7, 60)]
    lines += [roll("p3", 1, COWARD, "run", 1, 13), hit("p3", 2, 2, 14), roll("p3", 3, COWARD, "run", 3, 15)]
    lines += [roll("p3", 4, COWARD, "blank", 4, 16), hit("p3", 5, 6, 18), hit("p3", 6, 7, 19)]
    lines += [roll("p3", 7, COWARD, "run", 10, 22), mark("p3", 7, 60)]
    said = calls(*lines)
    assert {call["call"] for call in said} == {"void", "ask_judge"}
    assert {call["why"] for call in said} == {"undecided", "icon_uncertain"}


def test_two_draws_for_one_round_are_refused() -> None:
    referee = traces.read((header() + "\n" + draw()).encode())
    referee.see(r.Draw(1, 0, D, (("Ana", (S1,)), ("Bo", (S1,)))))  # the same once more
    with pytest.raises(ValueError, match="two draw lines"):
        referee.see(r.Draw(1, 0, D + 1, (("Ana", (S1,)),)))
    with pytest.raises(ValueError, match="nobody sits"):
        referee.see(r.Hit("p9", 1, 0, 1))


def test_a_round_is_found_by_its_number() -> None:
    referee = traces.read("\n".join([header(), draw(2), draw(5, 10_000_000, 13_000_000)]).encode())
    found = {number: referee.round(number) for number in range(1, 7)}
    assert {number: round_.draw.round for number, round_ in found.items() if round_} == {2: 2, 5: 5}


# -- stages


def test_every_stage_can_be_reached_and_left() -> None:
    reached = {stages.READY} | set(stages.NEXT.values())
    assert reached == set(stages.STAGES)
    assert {stage for stage, _ in stages.NEXT} == set(stages.STAGES) - {stages.OVER}
    assert {happened for _, happened in stages.NEXT} == set(stages.HAPPENINGS)


def test_a_missing_row_is_a_refusal() -> None:
    assert stages.follow(stages.READY, stages.JUDGED) is None
    assert stages.follow(stages.OVER, stages.BEGAN) is None


# -- photo finish


def finish(*lines: str):  # type: ignore[no-untyped-def]
    data = "\n".join(lines).encode()
    return photo_finish(traces.read(data), 1)


def test_a_lane_for_each_player_and_presses_as_wide_as_they_are_uncertain() -> None:
    lines = [header(), draw(), hit("p1", 1, D + 200_000, D + 200_100), hit("p2", 1, D + 205_000, D + 205_100)]
    drawn = finish(*lines, mark("p1", 1), mark("p2", 1))
    assert drawn.freeze_us == D + 200_100
    assert [(lane.player, [mark_.why for mark_ in lane.marks]) for lane in drawn.lanes] == [
        ("Ana", ["first"]),
        ("Bo", ["late"]),
    ]
    ana, bo, scale = lanes(drawn, 60)
    assert ana.index("█") < ana.index("first")
    assert ana.index("█") < bo.index("█")
    assert "+200.05 ±0.05 ms first" in ana
    assert "+205.05 ±0.05 ms late" in bo
    assert "after DRAW" in scale


def test_each_hit_of_a_player_is_called_by_itself() -> None:
    pad = header(mode="pad")
    lines = [
        hit("p1", 1, D + 100, D + 110),
        roll("p1", 2, S1, "bullet", D + 4_000_000),
        hit("p1", 3, D + 5_000_000),
    ]
    drawn = finish(pad, draw(), *lines, mark("p1", 3), mark("p2", 0))
    assert [mark_.why for mark_ in drawn.lanes[0].marks] == ["false_hit", "first"]
    assert drawn.lanes[0].throws_us == (D + 4_000_005,)


def test_round_ticks() -> None:
    drawn = finish(header(), draw(), hit("p1", 1, D + 200_000), hit("p2", 1, D + 205_000))
    assert drawn.ticks_us(D + 195_000, D + 210_000, 4) == [D + 195_000, D + 200_000, D + 205_000, D + 210_000]
    assert drawn.ticks_us(D - 100_000, D + 900_000, 5) == [
        D,
        D + 200_000,
        D + 400_000,
        D + 600_000,
        D + 800_000,
    ]


def test_draw_is_shown_when_it_is_near() -> None:
    near = finish(header(), draw(), hit("p1", 1, D + 1000), hit("p2", 1, D + 2000))
    assert near.from_us < D < near.to_us
    far = finish(header(), draw(), hit("p1", 1, D + 900_000), hit("p2", 1, D + 901_000))
    assert far.from_us > D


def test_no_hit_no_photo() -> None:
    assert finish(header(), draw()) is None
    assert photo_finish(traces.read((header() + "\n" + draw()).encode()), 7) is None


def test_a_hit_before_the_round_has_no_round_to_be_drawn_in() -> None:
    said = told(calls(header(), draw(1, 100, D), hit("p1", 1, 5)))
    assert said == ["void p1 1 not_in_round"]


def test_the_calls_do_not_hang_on_a_sets_order() -> None:
    """One number with two contents and a gap: whatever the interpreter's hash seed, the same calls."""
    lines = [
        header(),
        draw(1, 0, 5),
        draw(2, 100, 105),
        hit("p1", 1, 10),
        hit("p1", 3, 90, 101),
        hit("p1", 3, 90, 95),
        hit("p2", 1, 200, 210),
        mark("p1", 3, 1000),
        mark("p2", 1, 1000),
    ]
    code = "import sys; from companion import traces; print(traces.read(sys.stdin.buffer.read()).calls())"
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=("\n".join(lines) + "\n").encode(),
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        ).stdout
        for seed in range(8)
    }
    assert len(said) == 1
