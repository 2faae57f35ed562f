"""`tinstar pads`, the demonstration, and the small commands."""

import json
import os
import queue
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest
import serial

from companion import __version__
from companion.pads import virtual
from companion.store import open_store
from shared_rules.wire import frames
from shared_rules.wire import messages as m
from tests.companion.at_the_table import COMMAND, PATIENCE_S
from tests.referee.trace_lines import header

in_real_time = pytest.mark.alone  # pads that start late are mute


def run(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **env},
    )


def test_version() -> None:
    assert run("--version").stdout == f"tinstar {__version__}\n"


@in_real_time
def test_without_a_terminal_there_is_a_demonstration_duel(tmp_path: Path) -> None:
    done = run("--data", str(tmp_path), "--beat-ms", "100")
    assert done.returncode == 0, done
    lines = done.stdout.splitlines()
    assert "There is no display here" in lines[0]
    assert any(re.fullmatch(r"(Ana|Bo) first, by .* ms\.", line) or "tie" in line for line in lines)
    assert "Photo finish, round 1" in lines
    path = Path(lines[-1].removeprefix("Evidence: "))
    with open_store(tmp_path) as store:
        assert path.read_text().splitlines() == store.evidence(1)
        assert store.shootouts()[0].finished


@in_real_time
def test_in_french(tmp_path: Path) -> None:
    done = run("--data", str(tmp_path), "--beat-ms", "100", LANG="fr_FR.UTF-8")
    assert done.returncode == 0
    assert "Preuves" in done.stdout.splitlines()[-1]


class Pads:
    """A running `tinstar pads`."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "pads", *words], stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> "Pads":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(20) == 130

    def _listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line)

    def line(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self._lines.get(timeout=PATIENCE_S))
        return found


@in_real_time
def test_virtual_pads_alone_leave_their_ports_to_others(tmp_path: Path) -> None:
    with Pads(
        "--virtual", "2", "--fingers", str(tmp_path / "fingers"), "--skew-ppm", "-20", "--json"
    ) as pads:
        first, second = pads.line(), pads.line()
        assert (first["pad"], second["pad"]) == ("p1", "p2")
        assert first["skew_ppm"] == -20
        with serial.Serial(str(first["port"]), timeout=5, exclusive=True) as port:
            port.write(frames.encode(m.pack(m.Hello(1, 1, 77))))
            deframer, met = frames.Deframer(), []
            end = time.monotonic() + PATIENCE_S
            while not met and time.monotonic() < end:
                told = map(m.unpack, deframer.feed(port.read(port.in_waiting or 1)))
                met = [
                    message for message in told if isinstance(message, m.Identity) and message.session == 77
                ]
        assert met[0].unique_id.hex() == first["unique_id"]
    assert not (tmp_path / "fingers" / "p1").exists()


@in_real_time
def test_watching_tells_every_press(tmp_path: Path) -> None:
    with Pads("--virtual", "1", "--fingers", str(tmp_path), "--json", "--watch") as pads:
        assert pads.line()["runs_on"]
        assert pads.line()["news"] == "joined"
        (tmp_path / "p1").open("w").write('{"button":"hit"}\n{"button":"die2"}\n')
        heard = [pads.line() for _ in range(4)]
        assert sorted(str(line["news"]) for line in heard) == ["hit", "pressed", "released", "released"]


@in_real_time
def test_pads_by_name_are_listed_with_their_clock(tmp_path: Path) -> None:
    with virtual.start(1) as started:
        done = run("pads", "--json", "--port", started[0].port)
        (pad,) = [json.loads(line) for line in done.stdout.splitlines()]
        assert pad["unique_id"] == started[0].unique_id.hex()
        assert pad["port"] == started[0].port
        assert 0 < pad["clock_half_width_us"] < 5000
        assert pad["virtual"] is True
        text = run("pads", "--port", started[0].port).stdout
        assert "virtual, firmware" in text


def test_no_pads_says_what_to_do() -> None:
    done = run("pads")
    assert done.returncode == 0
    assert "No pad is plugged in." in done.stdout or "clock" in done.stdout


def test_a_reader_that_has_had_enough_is_no_error(tmp_path: Path) -> None:
    done = subprocess.run(
        f"{' '.join(COMMAND)} --help | head -1; exit ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr


@in_real_time
def test_stored_shootouts_are_listed_and_written_out(tmp_path: Path) -> None:
    assert run("--data", str(tmp_path), "--beat-ms", "100").returncode == 0
    listed = run("evidence", "--data", str(tmp_path)).stdout
    assert "Ana and Bo" in listed
    path = Path(run("evidence", "1", "--data", str(tmp_path)).stdout.strip())
    assert path.exists()
    gone = run("evidence", "9", "--data", str(tmp_path))
    assert (gone.returncode, "no shootout number 9" in gone.stderr) == (2, True)


def test_closed_and_full_streams_give_no_traceback(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    trace.write_text(header() + "\n")
    base = " ".join(COMMAND)
    for words in (
        f"{base} referee {trace} >&-",
        f"{base} doctor >/dev/full",
        f"{base} shootout --nonsense <&- 2>&-",
    ):
        done = subprocess.run(
            words, shell=True, executable="/bin/bash", capture_output=True, text=True, check=False
        )
        assert "Traceback" not in done.stderr


@in_real_time
def test_a_poor_terminal_can_say_it(tmp_path: Path) -> None:
    done = run("--data", str(tmp_path), "--beat-ms", "100", PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("pads", "--seed", "3"), "--virtual"),
        (("pads", "--skew-ppm", "20"), "--virtual"),
        (("pads", "--fingers", "here"), "--virtual"),
        (("simulate", "bom_mau_bode", "--match", "3", "--matches", "4"), "--matches"),
        (("bench", "clocks", "-", "--seed", "3"), "--seed"),
        (("--demo", "poker"), "bom_mau_bode"),
    ],
)
def test_what_would_be_ignored_is_refused(words: tuple[str, ...], says: str) -> None:
    done = run(*words)
    assert done.returncode == 2 and says in done.stderr and not done.stdout
