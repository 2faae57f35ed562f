"""The files named portable_*.py: each test on CPython, each whole file on MicroPython's unix port."""

import importlib.util
import os
import platform
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from companion.pads import virtual

TESTS = Path(__file__).parent
FILES = sorted(TESTS.rglob("portable_*.py"))
HAS_UNIX_PORT = sys.platform == "linux" and platform.machine() == "x86_64"


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CASES = [pytest.param(value, id=f"{path.stem}-{name}") for path in FILES
         for name, value in vars(load(path)).items() if name.startswith("test_")]


@pytest.mark.parametrize("case", CASES)
def test_on_cpython(case):
    case()


@pytest.mark.skipif(not HAS_UNIX_PORT, reason="MicroPython's unix port is packaged for x86-64 Linux only")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_on_micropython(path):
    found = virtual.micropython()
    assert found is not None, "the unix port belongs beside this Python: install the test extras"
    ran = subprocess.run(
        [found[1][0], "-X", "heapsize=4M", str(TESTS / "portable.py"), str(path.parent), path.stem],
        env={**os.environ, "MICROPYPATH": f"{virtual.ROOT}:.frozen"}, capture_output=True, text=True,
        timeout=300, check=False)
    count = sum(name.startswith("test_") for name in vars(load(path)))
    assert (ran.returncode, ran.stdout.strip()) == (0, f"ran {count}"), ran.stdout + ran.stderr
