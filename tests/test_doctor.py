"""The doctor tells what works and what to do, and its exit code says whether Tin Star can."""

import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from companion import display, doctor, i18n
from companion.pads import virtual


def port(device: str, vid: int | None = None, description: str = "") -> ListPortInfo:
    info = ListPortInfo(device)
    info.vid, info.description = vid, description
    return info


@pytest.fixture
def ports(monkeypatch):
    """The list of ports that pyserial will find."""
    found: list[ListPortInfo] = []
    monkeypatch.setattr(doctor.list_ports, "comports", lambda: found)
    return found


def test_here_it_says_ok_and_exits_0(ports, tmp_path: Path, capsys):
    assert doctor.run(tmp_path / "data") == 0
    printed = capsys.readouterr().out
    assert f"CPython {platform.python_version()}" in printed
    assert "0 shootouts kept" in printed


def test_json_is_one_object_a_line(ports, tmp_path: Path, capsys):
    assert doctor.run(tmp_path, json=True) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(set(row) == {"name", "ok", "text", "what_to_do", "essential"} for row in rows)
    names = {row["name"] for row in rows}
    assert {"Python", "Kivy", "Display", "MicroPython", "Pads", "Data folder", "Disk"} <= names


def test_a_useless_data_folder_is_essential(ports, tmp_path: Path, capsys):
    (tmp_path / "file").touch()
    assert doctor.run(tmp_path / "file") == 1
    printed = capsys.readouterr().out
    assert "store.not_a_folder" in printed
    assert "-> " in printed
    assert "--data or TINSTAR_DATA" in printed
    assert printed.endswith("1 thing keeps Tin Star from working.\n")


def test_everything_that_is_not_ok_says_what_to_do(ports, monkeypatch, tmp_path: Path):
    ports.append(port("/dev/not-there", doctor.RASPBERRY_PI_VID))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "version_info", (3, 10, 0, "final", 0))
    monkeypatch.setattr(virtual, "micropython", lambda: None)
    monkeypatch.setattr(display, "driver", lambda: None)
    monkeypatch.setattr(doctor, "LOW_DISK_BYTES", 2**70)
    (tmp_path / "file").touch()
    bad = [check for check in doctor.checks(tmp_path / "file") if not check.ok]
    assert {"Python", "Kivy", "Display", "Pad", "Data folder", "Disk"} <= {check.name for check in bad}
    assert all(check.what_to_do for check in bad)


def test_who_is_on_a_port(tmp_path: Path):
    device = tmp_path / "ttyACM0"
    device.touch()
    pad, other = doctor.serial_ports(
        [port(str(device), doctor.RASPBERRY_PI_VID), port(str(device), 0x1A86, "USB Serial")]
    )
    assert (pad.name, pad.ok, pad.text) == ("Pad", True, f"{device}: Raspberry Pi board")
    assert (other.name, other.ok, other.text) == ("Serial port", True, f"{device}: USB Serial")


def test_a_pad_that_may_not_be_opened_names_the_group():
    (pad,) = doctor.serial_ports([port("/dev/not-there", doctor.RASPBERRY_PI_VID)])
    assert not pad.ok
    assert not pad.essential
    assert "dialout" in pad.what_to_do


def test_the_boards_own_ports_are_not_pads(ports, tmp_path: Path):
    ports.append(port("/dev/ttyS0"))
    assert "ttyS0" not in "".join(check.text for check in doctor.checks(tmp_path))


def test_groups_are_named_when_they_are_missing(monkeypatch, tmp_path: Path):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(os, "getegid", lambda: 1000)
    monkeypatch.setattr(os, "getgroups", lambda: [1000])
    monkeypatch.setattr(doctor, "DRI", tmp_path)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    Group = namedtuple("Group", "gr_gid")
    monkeypatch.setattr(
        doctor.grp, "getgrnam", lambda name: Group({"dialout": 20, "video": 44}.get(name, 1000))
    )
    (check,) = doctor.groups([])
    assert check.text == "not a member of dialout, video"
    assert "usermod -aG dialout,video $USER" in check.what_to_do
    monkeypatch.setenv("DISPLAY", ":0")
    assert doctor.groups([])[0].text == "not a member of dialout"


def test_root_needs_no_groups(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert doctor.groups([]) == []


@pytest.mark.parametrize(
    ("driver", "asked_for", "ok", "text"),
    [
        ("x11", "", True, "x11"),
        ("KMSDRM", "", True, "KMSDRM"),
        ("offscreen", "", False, "none found"),
        ("dummy", "x11", False, "none found"),
        ("offscreen", "offscreen", True, "offscreen"),
        (None, "", False, "none found"),
    ],
)
def test_a_display(monkeypatch, driver: str | None, asked_for: str, ok: bool, text: str):
    monkeypatch.setattr(display, "driver", lambda: driver)
    monkeypatch.setenv("SDL_VIDEODRIVER", asked_for)
    check = doctor.display()
    assert (check.ok, check.text) == (ok, text)
    assert bool(check.what_to_do) != ok


def test_micropython_that_starts():
    """Asked of the real one, where it is made for."""
    assert doctor.micropython().ok == (virtual.micropython() is not None or platform.machine() != "x86_64")


@pytest.mark.parametrize(("machine", "ok"), [("aarch64", True), ("x86_64", False)])
def test_where_micropython_does_not_start(monkeypatch, machine: str, ok: bool):
    monkeypatch.setattr(virtual, "micropython", lambda: None)
    monkeypatch.setattr(platform, "machine", lambda: machine)
    check = doctor.micropython()
    assert (check.ok, check.essential) == (ok, False)
    assert ("aarch64" in check.text) == ok
    assert "CPython" in check.text


def test_a_nearly_full_disk_is_a_note(monkeypatch, tmp_path: Path):
    Usage = namedtuple("Usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(free=5 * 10**6))
    check = doctor.disk(tmp_path / "not" / "yet")
    assert (check.ok, check.essential, check.text) == (False, False, "5 MB free")


def test_it_speaks_french(ports, tmp_path: Path, capsys):
    i18n.use("fr")
    doctor.run(tmp_path)
    assert "Disque" in capsys.readouterr().out


def test_it_imports_no_kivy_and_makes_no_folder_of_its(tmp_path: Path):
    code = f"""
import sys
from pathlib import Path
from companion.doctor import run
code = run(Path({str(tmp_path / "data")!r}))
sys.exit(code or ("kivy" in sys.modules))
"""
    environment = os.environ | {"HOME": str(tmp_path), "KIVY_HOME": str(tmp_path / "kivy")}
    root = Path(doctor.__file__).parents[1]
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=root, env=environment, stdout=subprocess.DEVNULL
    )
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
