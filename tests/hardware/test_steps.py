"""The build's registry and manifest: what changed is named, and no step forgets a source."""

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hardware import steps

ALWAYS = {"hardware/__init__.py", "hardware/pad/__init__.py", "hardware/table/__init__.py"} | {
    "hardware/pad/enclosure/__init__.py",
    "hardware/steps.py",  # folders and the list itself; what it lists is in the hash
    "firmware/__init__.py",
}


def test_nothing_has_changed():
    assert list(steps.faults()) == []


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project as far as the build goes, in a folder of its own."""
    for folder in ("hardware", "firmware"):
        shutil.copytree(steps.ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def faults(copy: Path) -> list[str]:
    return list(steps.faults(copy / "hardware", copy))


class TestWhatHasChanged:
    def test_a_copy_is_whole(self, copy: Path):
        assert faults(copy) == []

    def test_a_source(self, copy: Path):
        path = copy / "hardware/pad/legend.py"
        path.write_text(path.read_text(encoding="utf-8") + "# new\n", encoding="utf-8")
        assert faults(copy) == [
            "board: its sources have changed; run: python -m hardware build",
            "board pictures: its sources have changed; run: python -m hardware build",
        ]

    def test_the_pin_map_is_a_source_of_everything(self, copy: Path):
        path = copy / "firmware/pins.py"
        path.write_text(path.read_text(encoding="utf-8").replace("HIT = 2", "HIT = 7"), encoding="utf-8")
        assert len(faults(copy)) == len(steps.STEPS)

    def test_an_output_by_hand(self, copy: Path):
        path = copy / "hardware/pad/bill.csv"
        path.write_text(path.read_text(encoding="utf-8").replace("6.000", "5.000"), encoding="utf-8")
        assert faults(copy) == ["pad/bill.csv: was not made by the build, which would write something else"]

    @pytest.mark.parametrize(
        "junk", [b"", b"{", b"[]", b"\xff", b'{"bill": 3}', b'{"bill": {"sources": "x"}}']
    )
    def test_a_damaged_manifest(self, copy: Path, junk: bytes):
        path = copy / "hardware" / steps.MANIFEST
        path.write_bytes(junk)
        told = ["manifest.json: is missing or damaged; run: python -m hardware build"]
        assert faults(copy) == told
        path.unlink()
        assert faults(copy) == told

    def test_a_missing_output(self, copy: Path):
        (copy / "hardware/pad/wiring.svg").unlink()
        assert faults(copy) == ["pad/wiring.svg: is missing; run: python -m hardware build"]

    def test_a_file_that_nobody_makes(self, copy: Path):
        (copy / "hardware/pad/old.svg").write_text("<svg/>", encoding="utf-8")
        assert faults(copy) == ["pad/old.svg: no step makes it"]

    def test_a_manifest_without_a_step(self, copy: Path):
        path = copy / "hardware" / steps.MANIFEST
        manifest = json.loads(path.read_text(encoding="utf-8"))
        del manifest["bill"]
        path.write_text(json.dumps(manifest), encoding="utf-8")
        assert faults(copy)[0] == "bill: its sources have changed; run: python -m hardware build"


def imported(path: Path) -> set[str]:
    """Return the files of hardware/ and firmware/ that this one imports, below the root."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    ours = {name for name in names if name.split(".")[0] in {"hardware", "firmware"}}
    files = {name.replace(".", "/") + ".py" for name in ours}
    return {name for name in files if (steps.ROOT / name).is_file()}


def all_imported(first: str) -> set[str]:
    seen: set[str] = set()
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name not in seen | ALWAYS:
            seen.add(name)
            waiting += imported(steps.ROOT / name)
    return seen


@pytest.mark.parametrize("step", steps.STEPS, ids=lambda step: step.name)
def test_every_file_that_a_step_imports_is_among_its_sources(step: steps.Step):
    sources = set(steps.all_sources(step))
    assert {name for source in sources for name in all_imported(source)} - sources == set()


def test_every_source_is_there():
    named = {source for step in steps.STEPS for source in steps.all_sources(step)}
    assert [name for name in sorted(named) if not (steps.ROOT / name).is_file()] == []


def test_no_two_steps_make_the_same():
    outputs = [output for step in steps.STEPS for output in step.outputs]
    assert len(outputs) == len(set(outputs))


def test_committed_files_are_small():
    outputs = [output for step in steps.STEPS for output in step.outputs]
    sizes = [(steps.HARDWARE / output).stat().st_size for output in outputs]
    assert max(sizes) < 1_000_000
    assert sum(sizes) < 5_000_000


class TestTheCommand:
    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "hardware", *arguments]
        return subprocess.run(command, cwd=steps.ROOT, capture_output=True, text=True, check=False)

    def test_check(self):
        done = self.run("check")
        assert (done.returncode, done.stderr) == (0, "")
        assert "agree with each other" in done.stdout

    def test_an_unknown_step(self):
        done = self.run("build", "antenna")
        assert done.returncode == 2
        assert "there is no such step: antenna" in done.stderr
        assert "Traceback" not in done.stderr
