"""`tinstar flash`: what it prints, its exit codes, in both languages."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion import cli, i18n
from companion.flash import errors, files, steps
from companion.flash.bundle import Bundle
from companion.flash.steps import Step
from companion.pads.hub import RASPBERRY_PI_VID
from tests.flash.conftest import LONG_S, Cable, is_whole


def plugged_in(monkeypatch: pytest.MonkeyPatch, *ports: str) -> None:
    found = [ListPortInfo(port, skip_link_detection=True) for port in ports]
    for each in found:
        each.vid = RASPBERRY_PI_VID
    other = ListPortInfo("/dev/ttyOTHER", skip_link_detection=True)
    other.vid = 0x1A86
    monkeypatch.setattr(list_ports, "comports", lambda: [*found, other])


def test_no_board(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    plugged_in(monkeypatch)
    for words in (["flash"], ["flash", "--all"], ["flash", "--dry-run"]):
        assert cli.main(words) == 1
        out, err = capsys.readouterr()
        assert out == "" and err.startswith("No Raspberry Pi board") and "BOOTSEL" in err


def test_several_boards_are_listed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    plugged_in(monkeypatch, "/dev/ttyACM1", "/dev/ttyACM0")
    assert cli.main(["flash"]) == 2
    assert "/dev/ttyACM0, /dev/ttyACM1. Name one" in capsys.readouterr().err


def test_what_cannot_be_meant(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["flash", "--all", "/dev/null"]) == 2
    assert cli.main(["flash", "/dev/ttyNONE"]) == 2
    assert cli.main(["flash", ""]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_what_is_no_port(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "file"
    file.touch()
    os.mkfifo(tmp_path / "fifo")
    for port in ("/dev/null", str(tmp_path), str(file), str(tmp_path / "fifo")):
        assert cli.main(["flash", port]) == 1
        err = capsys.readouterr().err
        assert err == f"{port} is no serial port. `tinstar doctor` lists the ports.\n"


def test_a_reader_who_has_had_enough_ends_no_installation(board: Cable, made: Bundle):
    command = [sys.executable, "-m", "companion.cli", "flash", board.wait()]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stderr is not None
    child.stdout.readline()
    child.stdout.close()
    assert child.stderr.read() == "" and child.wait(LONG_S) == 0
    assert is_whole(board.after(), made)


def test_who_interrupts_it_is_told_how_it_goes_on(board: Cable):
    command = [sys.executable, "-m", "companion.cli", "flash", board.wait()]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    while "written" not in child.stdout.readline():
        pass
    child.send_signal(signal.SIGINT)
    err = child.communicate(timeout=LONG_S)[1]
    assert child.returncode == 130 and err.strip() == "Run this again: it goes on where it stopped."


def test_the_only_board(
    board: Cable, made: Bundle, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    count, version = len(made.files) + 1, files.version()
    plugged_in(monkeypatch, board.wait())
    assert cli.main(["flash", "--dry-run"]) == 0
    assert f"{count} files; nothing was written\n" in capsys.readouterr().out
    assert cli.main(["flash"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == "" and f"{board.port}:  {count}/{count} written: main.py" in lines
    pad = f"{board.port}: pad {board.unique_id.hex()}"
    assert lines[-1] == f"{pad} runs: virtual, firmware {version}, protocol 1; {count} files written"
    assert cli.main(["flash", "--dry-run"]) == 0
    assert capsys.readouterr().out.endswith(f"firmware {version} is on it, nothing is missing\n")
    assert cli.main(["flash", "--lang", "fr"]) == 0
    assert capsys.readouterr().out.endswith("; elle était à jour\n")


def test_all_of_them_and_one_fails(
    board: Cable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    with Cable(tmp_path / "other", unique_id=b"virtual2") as other:
        other.unplug()
        other.put({"main.py": b"print('mine')"})
        other.plug()
        plugged_in(monkeypatch, *sorted((board.wait(), other.wait())))
        assert cli.main(["flash", "--all"]) == 1
        out, err = capsys.readouterr()
        assert f"pad {board.unique_id.hex()} runs" in out
        assert f"{other.port} is not a pad of Tin Star's: it holds main.py" in err and "--force" in err
        assert cli.main(["flash", board.port, other.port, "--force"]) == 0


def test_every_step_has_words_in_every_language():
    words = {value for name, value in vars(steps).items() if name.isupper() and isinstance(value, str)}
    assert words == steps.PHASES.keys() | steps.FILES.keys()
    for language in i18n.languages():
        i18n.use(language)
        told = {steps.text(Step(what, "a.mpy", 3, 17)) for what in words}
        assert len(told) == len(words)


def test_every_error_is_one_that_happens():
    """No sentence without a place that says it, and none said that there is not."""
    package = Path(errors.__file__).parent
    said = "".join(path.read_text(encoding="utf-8") for path in package.glob("*.py") if path.stem != "errors")
    by_name = {code for code in errors.SENTENCES if f'"{code}"' in said}
    assert errors.SENTENCES.keys() - by_name == {"board.gone"}  # by why a board is lost
