"""`tinstar doctor`: what works on this machine, and what to do about the rest.

One function per question; each returns Checks and asks nothing of the others. It opens no window, imports no
Kivy and changes nothing but to make the data folder, as the app itself would.
"""

import grp
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.display import shown_by
from companion.i18n import _, ngettext
from companion.pads import virtual
from companion.pads.hub import RASPBERRY_PI_VID
from companion.store import StoreError, open_store

LOW_DISK_BYTES = 200 * 10**6
PYTHONS = ((3, 11), (3, 13))  # the first and the last that Kivy's and our other wheels exist for
DESKTOPS = ("DISPLAY", "WAYLAND_DISPLAY")
DRI = Path("/dev/dri")
PAD_GROUPS = ["dialout"]
SCREEN_GROUPS = ["input", "video", "render"]  # for a screen without a desktop


class Check(NamedTuple):
    """The answer to one question. A failed essential one keeps Tin Star from working at all."""

    name: str
    ok: bool
    text: str
    what_to_do: str = ""
    essential: bool = False


def checks(data_dir: Path) -> list[Check]:
    """Ask everything and return the answers, in the order they are best read."""
    # Pads are USB devices; a port without a vendor is the board's own and none of our business.
    ports = sorted((port for port in list_ports.comports() if port.vid), key=lambda port: port.device)
    return [
        python(),
        kivy(),
        display(),
        micropython(),
        *serial_ports(ports),
        *groups(ports),
        data(data_dir),
        disk(data_dir),
    ]


def run(data_dir: Path, json: bool = False) -> int:
    """Print every answer, as a table or as JSON lines; return 1 when an essential one failed, else 0."""
    found = checks(data_dir)
    if json:
        for check in found:
            print(msgspec.json.encode(check._asdict()).decode())
    else:
        print("\n".join([*table(found), "", summary(found)]))
    return 1 if any(check.essential and not check.ok for check in found) else 0


def table(found: list[Check]) -> list[str]:
    """Return the printed lines: a mark, the name, the answer, and below a failed one what to do."""
    marks = [_("ok") if check.ok else _("FAIL") if check.essential else _("note") for check in found]
    mark_width = max(map(len, marks)) + 2
    name_width = max(len(check.name) for check in found) + 2
    lines = []
    for mark, check in zip(marks, found, strict=True):
        lines.append(f"{mark:<{mark_width}}{check.name:<{name_width}}{check.text}")
        if check.what_to_do:
            lines.append(" " * (mark_width + name_width) + f"-> {check.what_to_do}")
    return lines


def summary(found: list[Check]) -> str:
    """Return the last line, for people who read only that."""
    failed = sum(check.essential and not check.ok for check in found)
    if failed:
        return ngettext(
            "{n} thing keeps Tin Star from working.", "{n} things keep Tin Star from working.", failed
        ).format(n=failed)
    return _("All is well.") if all(check.ok for check in found) else _("Tin Star works here; see the notes.")


def python() -> Check:
    """Is this a Python that Tin Star supports?"""
    first, last = PYTHONS
    ok = sys.implementation.name == "cpython" and first <= sys.version_info[:2] <= last
    text = f"{platform.python_implementation()} {platform.python_version()}"
    what = _("Install CPython 3.11, 3.12 or 3.13, remove .venv and run ./play.")
    return Check(_("Python"), ok, text, "" if ok else what, True)


def kivy() -> Check:
    """Is Kivy installed? Importing it would make folders and perhaps a window, so it is only looked up."""
    name = _("Kivy")
    if importlib.util.find_spec("kivy") is None:
        return Check(name, False, _("not installed"), _("Remove .venv and run ./play."), True)
    return Check(name, True, importlib.metadata.version("kivy"), "", True)


def display() -> Check:
    """Is there something to draw on? SDL is asked, for it is what opens the window."""
    name = _("Display")
    if driver := shown_by():
        return Check(name, True, driver)
    what = _("The terminal and the pads work without one; for the window, connect a screen.")
    return Check(name, False, _("none found"), what)


def micropython() -> Check:
    """Is MicroPython's unix port here for the virtual pads, and does it start?"""
    name = _("MicroPython")
    if virtual.micropython() is not None:
        return Check(name, True, _("virtual pads run the pad's own MicroPython"))
    if (machine := platform.machine()) != "x86_64":
        text = _("not made for {machine}; virtual pads run on CPython").format(machine=machine)
        return Check(name, True, text)
    text = _("missing, or it does not start; virtual pads run on CPython")
    return Check(name, False, text, _("Remove .venv and run ./play."))


def serial_ports(ports: Sequence[ListPortInfo]) -> list[Check]:
    """Which USB serial ports are there, who is on them, and may this user open them?"""
    found = [_port(port) for port in ports]
    return found or [Check(_("Pads"), True, _("none plugged in; on-screen pads need none"))]


def _port(port: ListPortInfo) -> Check:
    is_pico = port.vid == RASPBERRY_PI_VID
    name = _("Pad") if is_pico else _("Serial port")
    who = _("Raspberry Pi board") if is_pico else port.description or _("unknown device")
    if _may_open(port):
        return Check(name, True, f"{port.device}: {who}")
    text = _("{port}: {who}, may not be opened").format(port=port.device, who=who)
    return Check(name, False, text, _how_to_join(["dialout"]))


def _may_open(port: ListPortInfo) -> bool:
    return os.access(port.device, os.R_OK | os.W_OK)


def groups(ports: Sequence[ListPortInfo]) -> list[Check]:
    """Is this user in the groups that the pads, and a screen without a desktop, need?"""
    if os.geteuid() == 0:
        return []
    bare_screen = DRI.exists() and not any(os.environ.get(variable) for variable in DESKTOPS)
    opened_anyway = ports and all(map(_may_open, ports))
    wanted = [*([] if opened_anyway else PAD_GROUPS), *(SCREEN_GROUPS if bare_screen else [])]
    missing = [name for name in wanted if not _is_member(name)]
    if missing:
        text = _("not a member of {groups}").format(groups=", ".join(missing))
        return [Check(_("Groups"), False, text, _how_to_join(missing))]
    return [Check(_("Groups"), True, ", ".join(wanted))] if wanted else []


def _is_member(name: str) -> bool:
    """Is this process in the group? A group that the system does not have is not missed."""
    try:
        return grp.getgrnam(name).gr_gid in {os.getegid(), *os.getgroups()}
    except KeyError:
        return True


def _how_to_join(names: list[str]) -> str:
    return _("sudo usermod -aG {groups} $USER, then log out and in.").format(groups=",".join(names))


def data(data_dir: Path) -> Check:
    """Can the store be opened and written?"""
    name = _("Data folder")
    try:
        with open_store(data_dir) as store:
            n = len(store.shootouts())
    except StoreError as error:
        return Check(name, False, error.code, str(error), True)
    kept = ngettext("{n} shootout kept", "{n} shootouts kept", n).format(n=n)
    return Check(name, True, f"{data_dir}: {kept}", "", True)


def disk(data_dir: Path) -> Check:
    """Is there room for the evidence of many evenings?"""
    there = next(folder for folder in (data_dir, *data_dir.parents) if folder.exists())
    free = shutil.disk_usage(there).free
    ok = free >= LOW_DISK_BYTES
    text = _("{n} MB free").format(n=free // 10**6)
    return Check(_("Disk"), ok, text, "" if ok else _("Free some space, at least 200 MB."))
