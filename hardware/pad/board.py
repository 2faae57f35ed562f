"""The carrier board's step: starts KiCad, and makes what it writes the same every time.

Owns the place of the files, and the list of what a machine puts where. Dates, versions and folders are taken
out.
"""

import csv
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from hardware import params, steps
from hardware.pad import footprints

PYTHON = "/usr/bin/python3"  # Debian's, which has Debian's pcbnew
NAME = "carrier"
DATED = re.compile(r"^.*(?:CreationDate|G04 Created by|DRILL file|Created on).*\n", re.MULTILINE)
VERSION = re.compile(r"(GenerationSoftware,\w+,Pcbnew),[^*\n]*")


class KicadError(RuntimeError):
    """KiCad is missing or did not finish; the argument says which."""


def run_kicad(folder: Path, *arguments: str) -> None:
    """Run hardware/pad/kicad.py. Raise KicadError when it fails, ModuleNotFoundError without pcbnew."""
    command = [PYTHON, "-B", "-m", "hardware.pad.kicad", str(folder), *arguments]
    done = subprocess.run(command, cwd=steps.ROOT, capture_output=True, text=True, check=False)
    if "No module named 'pcbnew'" in done.stderr or not Path(PYTHON).exists():
        raise ModuleNotFoundError("Debian's package kicad", name="pcbnew (Debian 12's package kicad)")
    if done.returncode:
        raise KicadError(done.stderr.strip())


def without_dates(text: str, folder: Path) -> str:
    """Return a file of KiCad's without what differs from one run to the next."""
    text = text.replace(f"{folder}/", "").replace("\r\n", "\n")
    return VERSION.sub(r"\1", DATED.sub("", text))


def faults(report: str) -> list[str]:
    """Return the kinds of what KiCad's report of the design rules lists, warnings too, one for each."""
    return re.findall(r"^\[(\w+)\]", report, re.MULTILINE)


def positions() -> list[tuple[str, ...]]:
    """Return where a machine puts the upper side's parts: reference, value, package, mm, degrees, side."""
    rows = []
    for ref, footprint, place in footprints.placed():
        if not footprint.pads[0].drill:
            part = params.part_of(ref)
            numbers = (f"{value:.4f}" for value in (place.x, place.y, place.turn % 360))
            rows.append((ref, part.number, part.footprint, *numbers, "top"))
    return rows


def build(into: Path) -> None:
    """Write the board, its rules' report and fabrication files. Raise KicadError when a rule is broken."""
    pad, fabrication = into / "pad", into / steps.FABRICATION
    with tempfile.TemporaryDirectory(prefix="tinstar-kicad-") as name:
        folder = Path(name)
        run_kicad(folder)
        for path in sorted(folder.iterdir()):
            if path.suffix in {".kicad_pcb", ".txt", ".gbr", ".drl"}:
                place = fabrication if path.suffix in {".gbr", ".drl"} else pad
                text = without_dates(path.read_text(encoding="utf-8"), folder)
                (place / path.name).write_text(text, encoding="utf-8")
        shutil.rmtree(folder / "__pycache__", ignore_errors=True)
    if broken := faults((pad / "drc.txt").read_text(encoding="utf-8")):
        raise KicadError(f"design rules: {', '.join(broken)}; see {pad / 'drc.txt'}")
    with (fabrication / f"{NAME}-positions.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("Designator", "Val", "Package", "Mid X", "Mid Y", "Rotation", "Layer"))
        writer.writerows(positions())
