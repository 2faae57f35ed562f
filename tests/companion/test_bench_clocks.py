"""`tinstar bench clocks`: the promised figures on made-up exchanges, and the intervals on recorded ones."""

import itertools
import json
import subprocess
from pathlib import Path

import pytest

from companion.bench import clocks
from companion.bench.estimators import BestOf, Regression
from companion.bench.exchanges import PROFILES, Row, made_up
from companion.traces import TraceError
from shared_rules.clocks import Exchange, PadClock
from tests.companion.at_the_table import COMMAND, PATIENCE_S

SPIKES = PROFILES[1]  # 200 us of jitter, 2 % of spikes
LINE = {"sent_us": 1_000_000, "pad_us": 500, "received_us": 1_000_900}


def run(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [*COMMAND, "bench", "clocks", *words]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=4 * PATIENCE_S, check=False)


def recorded(rows: list[Row]) -> bytes:
    return b"".join(json.dumps(row._asdict()).encode() + b"\n" for row in rows)


def answers(data: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in clocks.on_recorded(data)]


def test_the_promises_are_kept_on_all_traces() -> None:
    done = run("--seed", "7")
    assert (done.returncode, done.stderr) == (0, b"")
    figures = json.loads(done.stdout)
    assert figures["seed"] == 7
    assert [(one["jitter_us"], one["rate_swings"]) for one in figures["traces"]] == list(
        itertools.product((50, 200, 500), (False, True))
    )
    for one in figures["traces"]:
        assert one["contained"] == 1
        assert (one["restarts"], one["refused"], one["judged"]) == (0, 0, one["exchanges"] - 1)
        assert abs(one["bias_us"]) <= 5
        others = one["others"]
        assert abs(others["regression_on_send_times"]["bias_us"]) > 30
        assert others["best_of_8"]["error_us"]["p99"] > one["error_us"]["p99"]
    for one in figures["traces"][2:4]:
        assert one["half_width_us"]["p99"] <= 190
        assert one["error_us"]["p99"] <= 30
        assert one["half_width_after_1_s_us"]["max"] < 250


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("swings", [False, True])
def test_the_truth_is_inside_whatever_the_seed(profile, swings: bool) -> None:
    for seed in range(10):
        clock = PadClock()
        for row in made_up(profile, 1_000, swings=swings, seed=seed):
            if clock.knows:
                lo, hi = clock.bounds(row.pad_us)
                assert lo <= row.true_us <= hi
            clock.take(Exchange(row.sent_us, row.pad_us, row.pad_us, row.received_us + 1))


def test_a_seed_makes_the_same_exchanges_again() -> None:
    one, again, other = (list(made_up(SPIKES, 50, swings=True, seed=seed)) for seed in (3, 3, 4))
    assert one == again
    assert one != other


def test_made_up_exchanges_are_what_they_are_said_to_be() -> None:
    rows = list(made_up(SPIKES, 20 * 120, swings=False, seed=1))
    assert all(row.received_us - row.sent_us >= 2 * 125 - 1 for row in rows)
    assert all(row.sent_us + 125 <= row.true_us + 1 for row in rows)
    assert all(one.pad_us <= other.pad_us for one, other in itertools.pairwise(rows))
    passed_us = rows[-1].true_us - rows[0].true_us
    assert rows[-1].pad_us - rows[0].pad_us == pytest.approx(passed_us * (1 + 30e-6), abs=1)
    spikes = sum(row.received_us - row.sent_us > 3_000 for row in rows)
    assert 0.01 < spikes / len(rows) < 0.06


def test_each_interval_is_from_the_earlier_exchanges_alone(tmp_path: Path) -> None:
    rows = list(made_up(SPIKES, 60, swings=True, seed=2))
    file = tmp_path / "exchanges.jsonl"
    file.write_bytes(recorded(rows))
    done = run(str(file))
    assert (done.returncode, done.stderr) == (0, b"")
    *lines, summary = map(json.loads, done.stdout.splitlines())
    clock = PadClock()
    for row, line in zip(rows, lines, strict=True):
        interval = list(clock.bounds(row.pad_us)) if clock.knows else None
        assert line == {"pad_us": row.pad_us, "interval_us": interval, "true_us": row.true_us}
        clock.take(Exchange(row.sent_us, row.pad_us, row.pad_us, row.received_us + 1))
    assert (summary["exchanges"], summary["judged"], summary["contained"]) == (60, 59, 1)
    assert run("-", stdin=recorded(rows)).stdout == done.stdout


def test_a_summary_counts_what_is_outside() -> None:
    rows = list(made_up(SPIKES, 60, swings=False, seed=2))
    rows[30:35] = [row._replace(true_us=row.true_us + 5_000) for row in rows[30:35]]
    summary = answers(recorded(rows))[-1]
    assert summary["contained"] == 54 / 59


def test_times_need_not_be_known() -> None:
    rows = [row._asdict() for row in made_up(SPIKES, 30, swings=False, seed=2)]
    for row in rows:
        del row["true_us"]
    *lines, summary = answers("\n".join(map(json.dumps, rows)).encode())
    assert lines[0] == {"pad_us": rows[0]["pad_us"], "interval_us": None, "true_us": None}
    assert all(line["interval_us"] for line in lines[1:])
    assert (summary["judged"], summary["contained"], summary["bias_us"]) == (0, None, None)
    assert summary["half_width_us"]["p50"] > 125


def test_a_clock_that_was_set_and_an_impossible_exchange_are_counted() -> None:
    rows = list(made_up(SPIKES, 60, swings=False, seed=2))
    rows[40:] = [row._replace(pad_us=row.pad_us + 10_000) for row in rows[40:]]
    rows[50] = rows[50]._replace(received_us=rows[50].sent_us - 10)
    summary = answers(recorded(rows))[-1]
    assert (summary["restarts"], summary["refused"], summary["exchanges"]) == (1, 1, 60)
    assert summary["contained"] == 58 / 59  # the jump itself


@pytest.mark.parametrize(
    ("bad", "about"),
    [
        (b"", "blank line"),
        (b"{", "not JSON"),
        (b"[1, 2, 3]", "not a JSON object"),
        (b'"\xff"', "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (json.dumps(LINE).encode()[:-5], "not JSON"),
        (b'{"sent_us":1,"pad_us":2}', "received_us"),
        (json.dumps(LINE | {"note": 1}).encode(), "note"),
        (b'{"sent_us":1,"sent_us":1,"pad_us":2,"received_us":3}', "twice"),
        *(
            (json.dumps(LINE | {key: value}).encode(), key)
            for key in LINE
            for value in (True, None, "1", 1.0, [1], 2**63, -(2**64), 10**400)
        ),
        *((json.dumps(LINE | {"true_us": value}).encode(), "true_us") for value in (True, None, "1", 2**64)),
        (b'{"sent_us":1,"pad_us":2,"received_us":3,"true_us":1e999}', "too large"),
        (b'{"sent_us":NaN,"pad_us":2,"received_us":3}', "NaN"),
        (b'{"sent_us":1,"pad_us":2,"received_us":3,"true_us":-Infinity}', "Infinity"),
        (b'{"sent_us":' + b"9" * 10_000 + b',"pad_us":2,"received_us":3}', "too large"),
    ],
)
def test_what_is_no_exchange_is_refused_with_its_line(bad: bytes, about: str) -> None:
    good = json.dumps(LINE).encode()
    with pytest.raises(TraceError, match=r"^line 2: ") as refused:
        clocks.on_recorded(b"\n".join([good, bad, good]))
    assert refused.value.line == 2
    assert about in str(refused.value)


def test_bad_files_end_with_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    truncated = tmp_path / "truncated.jsonl"
    truncated.write_bytes(json.dumps(LINE).encode() + b'\n{"sent_us":1')
    for words, stdin, about in (
        (("-",), b"", "line 1: the file is empty"),
        (("-",), b"\n", "line 1: a blank line"),
        ((str(truncated),), b"", "truncated.jsonl: line 2: this is not JSON"),
        ((str(tmp_path / "missing.jsonl"),), b"", "cannot be read"),
        ((str(tmp_path),), b"", "cannot be read"),
        (("--seed", "x"), b"", "not a whole number"),
        (("-", "--seed", "1"), json.dumps(LINE).encode(), "--seed is of made-up exchanges"),
        (("--seed", "0", "-"), json.dumps(LINE).encode(), "--seed is of made-up exchanges"),
    ):
        done = run(*words, stdin=stdin)
        said = done.stderr.decode()
        assert (done.returncode, done.stdout) == (2, b""), words
        assert about in said
        assert "Traceback" not in said


def test_bench_alone_asks_what() -> None:
    done = subprocess.run(
        [*COMMAND, "bench"], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 2
    assert "KIND" in done.stderr


class TestTheOthers:
    """What the bounds are compared with does its work too."""

    def rows(self, drift: float = 0, delay_us: int = 100) -> list[Row]:
        rows = []
        for number in range(1_500):
            pad_us = 50_000 * number + 7
            true_us = 10**9 + pad_us * (1 + drift)
            rows.append(Row(round(true_us) - delay_us, pad_us, round(true_us) + delay_us, true_us))
        return rows

    @pytest.mark.parametrize("drift", [0, 80e-6, -80e-6])
    def test_equal_delays_are_no_error(self, drift: float) -> None:
        line, best = Regression(), BestOf()
        assert line.table_us(5) is None
        assert best.table_us(5) is None
        for row in self.rows(drift):
            line.take(row)
            best.take(row)
        assert line.table_us(row.pad_us + 10**6) == pytest.approx(row.true_us + 10**6 * (1 + drift), abs=1)
        assert best.table_us(row.pad_us) == pytest.approx(row.true_us, abs=1 + 8 * 50_000 * abs(drift))

    def test_one_far_out_is_left_out(self) -> None:
        line, best = Regression(), BestOf()
        for number, row in enumerate(self.rows()):
            late = row._replace(sent_us=row.sent_us - 9_000) if number % 50 == 49 else row
            line.take(late)
            best.take(late)
        assert line.table_us(row.pad_us) == pytest.approx(row.true_us, abs=1)
        assert best.table_us(row.pad_us) == pytest.approx(row.true_us, abs=1)

    def test_the_line_forgets_what_is_older_than_its_window(self) -> None:
        rows = self.rows()
        line = Regression()
        for row in rows[:600]:
            line.take(row._replace(sent_us=row.sent_us + 90, received_us=row.received_us - 90))
        for row in rows[600:]:
            line.take(row)
        assert line.table_us(row.pad_us) == pytest.approx(row.true_us, abs=1)
