"""Whatever comes from outside: a clear message where the person looks, no traceback, nothing lost."""

import contextlib
import os
import pty
import random
import sqlite3
import subprocess
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import i18n
from companion.pads import virtual
from shared_rules.wire import frames
from shared_rules.wire import messages as m
from tests.companion.at_the_table import COMMAND, Table, named
from tests.companion.test_shootout import SHOOTERS, Cabled
from tests.referee.trace_lines import draw, header, hit

SMALL_DISK_KB = 400


def tinstar(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], input=stdin, capture_output=True, text=True, timeout=60, check=False
    )


def refused(run: subprocess.CompletedProcess[str], *about: str) -> None:
    """Exit code 2, one clear sentence on stderr, nothing else."""
    assert run.returncode == 2, run
    assert run.stdout == ""
    assert "Traceback" not in run.stderr
    for text in about:
        assert text in run.stderr


@pytest.fixture
def cabled(tmp_path: Path) -> Iterator[Cabled]:
    with Cabled(tmp_path) as cabled:
        yield cabled


# -- on the port


def noise(chance: random.Random) -> Iterator[bytes]:
    """Random bytes, halves of frames, and whole frames that lie."""
    whole = frames.encode(m.pack(m.Event(7, 7, m.PRESS, m.HIT, 0, 7)))
    yield chance.randbytes(3000)
    yield whole[: len(whole) // 2]
    yield b"\x00" + frames.encode(b"\xee" + chance.randbytes(20))
    yield frames.encode(bytes([0x83]) + chance.randbytes(5))
    yield b"\x01" * 5000
    for lie in (
        m.Event(7, 1 << 31, m.PRESS, m.HIT, 0, 1 << 62),
        m.Event(7, 1, 250, 250, 250, 0),
        m.Watermark(7, 1 << 31, 1 << 63),
        m.Pong(12345, 0, 0),
        m.Pong(1, 1 << 63, 0),
        m.Taken(0x10, 9),
        m.Identity(1, 1, 1, b"stranger", b"x" * 16, b"?" * 8, 99, 0xFFFF, 12345, 1),
        m.Hello(1, 1, 1),
    ):
        yield frames.encode(m.pack(lie))


@pytest.mark.alone  # a pad that starts late is mute
def test_noise_and_lies_on_the_port_change_nothing(tmp_path: Path, cabled: Cabled) -> None:
    chance = random.Random(1)
    with Table(tmp_path, "--duel", *cabled.ports, pads=0, beat_ms=400) as table:
        draw_us = table.draw()
        for cable in cabled.cables:
            for data in noise(chance):
                cable.inject(data)
        cabled.press(1, draw_us + 200_000)
        cabled.press(0, draw_us + 220_000)
        assert table.end() == 0
        (first,) = named(table.referee(), "first")
        assert first["player"] == "Bo"
        assert "Traceback" not in "\n".join(table.said)


@pytest.mark.alone  # a pad that starts late is mute
def test_two_pads_with_one_identity(tmp_path: Path) -> None:
    unique_id = b"twinpads"
    with (
        virtual.VirtualPad(tmp_path / "one", unique_id, start_us=0) as one,
        virtual.VirtualPad(tmp_path / "two", unique_id, start_us=0) as two,
        Table(tmp_path, f"--port={one.port}", f"--port={two.port}", pads=0) as table,
    ):
        line = table.wait_for("plugged in already")
        assert unique_id.hex() in line
        assert "Unplug one of the two." in line


class FakePad:
    """Something on a port that answers every HELLO with one message, or with nothing."""

    def __init__(self, answer: "m.Identity | None") -> None:
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._answer = answer
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        deframer = frames.Deframer()
        with contextlib.suppress(OSError):
            while True:
                for payload in deframer.feed(os.read(self._master, 4096)):
                    hello = m.unpack(payload)
                    if self._answer and isinstance(hello, m.Hello):
                        answer = self._answer._replace(session=hello.session)
                        os.write(self._master, frames.encode(m.pack(answer)))


@pytest.mark.parametrize(
    ("lowest", "highest", "said"),
    [(0, 0, "firmware that is too old"), (9, 9, "newer firmware than this Tin Star")],
)
def test_a_pad_of_another_protocol(tmp_path: Path, lowest: int, highest: int, said: str) -> None:
    identity = m.Identity(0, lowest, highest, b"ancient!", b"pico", b"0.0.1", 1, 0, 0, 1)
    pad = FakePad(identity)
    with Table(tmp_path, f"--port={pad.port}", pads=0) as table:
        line = table.wait_for(said)
        assert pad.port in line


def test_something_that_is_no_pad(tmp_path: Path) -> None:
    pad = FakePad(None)
    with Table(tmp_path, f"--port={pad.port}", pads=0) as table:
        assert "`tinstar flash" in table.wait_for("does not answer")


def test_a_port_that_cannot_be_opened(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    nothing.write_text("not a port")
    with Table(tmp_path, f"--port={nothing}", pads=0) as table:
        assert "tinstar doctor" in table.wait_for("cannot be opened")


# -- the disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    where = tmp_path / "small"
    where.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK_KB}k", "tmpfs", str(where)]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("no right to mount a small disk here")
    yield where
    subprocess.run(["umount", "-l", str(where)], check=True)


def test_a_full_disk_holds_the_verdict_back_until_there_is_room(tmp_path: Path, small_disk: Path) -> None:
    with Table(tmp_path, "--duel", "--data", str(small_disk / "data"), *SHOOTERS[:2], pads=2) as table:
        table.data = small_disk / "data"
        draw_us = table.draw()
        filler = small_disk / "filler"
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 512)
        table.press("p1", draw_us + 100_000)
        assert "There is no room left" in table.wait_for("The verdict waits")
        assert not any("Ana first" in line for line in table.said)
        filler.unlink()
        table.wait_for("Ana first")
        assert table.end() == 0
        (first,) = named(table.referee(), "first")
        assert first["player"] == "Ana"


def test_a_data_folder_that_cannot_be() -> None:
    refused(tinstar("shootout", "--data", "/proc/nowhere"), "/proc/nowhere", "--data")
    refused(tinstar("shootout", "--data", "/dev/null"), "/dev/null is not a folder")


def test_a_broken_database(tmp_path: Path) -> None:
    (tmp_path / "tinstar.sqlite3").write_bytes(b"this was a database once" * 100)
    before = (tmp_path / "tinstar.sqlite3").read_bytes()
    refused(tinstar("shootout", "--data", str(tmp_path)), "damaged or not a database", "Nothing was changed")
    assert (tmp_path / "tinstar.sqlite3").read_bytes() == before


def test_a_newer_database(tmp_path: Path) -> None:
    assert tinstar("doctor", "--data", str(tmp_path)).returncode == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "tinstar.sqlite3")) as db:
        db.execute("PRAGMA user_version = 99")
    refused(tinstar("shootout", "--data", str(tmp_path)), "newer Tin Star", "Update Tin Star")


# -- files and arguments


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("", "line 1: "),
        ("\n", "line 1: "),
        (header() + "\n" + draw() + "\nnonsense\n", "line 3: "),
        (header() + "\n" + draw() + "\n\n" + hit("p1", 1, 5), "line 3: "),
        (header() + "\n" + hit("p9", 1, 5), "line 2: "),
    ],
)
def test_a_bad_trace(tmp_path: Path, text: str, about: str) -> None:
    trace = tmp_path / "trace.jsonl"
    trace.write_text(text)
    refused(tinstar("referee", str(trace)), about, str(trace))
    refused(tinstar("referee", "-", stdin=text), about)


def test_a_trace_that_is_no_text(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    trace.write_bytes(header().encode() + b"\n\xff\xfe\x00\n")
    refused(tinstar("referee", str(trace)), "line 2: ", "UTF-8")


def test_a_trace_that_is_not_there(tmp_path: Path) -> None:
    refused(tinstar("referee", str(tmp_path / "none")), "cannot be read")
    refused(tinstar("referee", str(tmp_path)), "cannot be read")
    refused(tinstar("referee", "a\x00b"[:1] + "\n"), "cannot be read")


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["referee"],
        ["shootout", "--virtual-pads", "0"],
        ["shootout", "--virtual-pads", "x"],
        ["shootout", "--virtual-pads", "9" * 5000],
        ["shootout", "--virtual-pads", "6"],
        ["shootout", "--players", "Ana"],
        ["shootout", "--players", "Ana,ana"],
        ["shootout", "--players", "Ana,,Bo"],
        ["shootout", "--tokens", "Ana"],
        ["shootout", "--tokens", "Ana=shooter2"],
        ["shootout", "--beat-ms", "-1"],
        ["shootout", "--dice", "ice"],
        ["shootout", "--skew-ppm", "101"],
        ["shootout", "--fingers", "/dev/null"],
        ["pads", "--virtual", "-3"],
    ],
)
def test_bad_arguments(words: list[str]) -> None:
    refused(tinstar(*words))


@pytest.mark.parametrize("words", [["--lang", "xx"], ["--lang", ""], ["doctor", "--lang", "de_XX.UTF-8"]])
def test_a_language_nobody_speaks_here(words: list[str]) -> None:
    refused(tinstar(*words), ", ".join(i18n.languages()))


def test_a_language_as_people_write_it(tmp_path: Path) -> None:
    run = tinstar("--lang", "fr_BE.UTF-8", "--data", str(tmp_path), "evidence", "5")
    refused(run, "pas de fusillade numéro 5")


def test_a_finger_that_is_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "p1").write_text("mine")
    run = tinstar("pads", "--virtual", "1", "--fingers", str(tmp_path))
    refused(run, str(tmp_path / "p1"))
    assert (tmp_path / "p1").read_text() == "mine"


def test_a_player_nobody_knows(tmp_path: Path) -> None:
    run = tinstar(
        "shootout", "--auto", "--data", str(tmp_path), "--virtual-pads", "2", "--tokens", "Zed=coward"
    )
    assert run.returncode in (1, 2)
    assert "Nobody here is called Zed." in run.stderr
    assert "Traceback" not in run.stderr
