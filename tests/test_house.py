"""The house stands: floors, no loops, nothing at the top that does not belong there, nothing forbidden.

Everything is read with `ast`: each import statement counts, wherever in a file it is.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
TREES = ("shared_rules", "firmware", "companion", "hardware")
TOP_LEVEL = {
    *TREES,
    "tests",
    "pyproject.toml",
    "README.md",
    "play",
    "check",
    ".ci",
    "LICENSE",
    "CHANGELOG.md",
    ".gitignore",
}
# What each floor may stand on, itself aside. The first that fits a module's name is its floor.
FLOORS = {
    "shared_rules.wire": set(),
    "shared_rules.dice": set(),
    "shared_rules.clocks": {"shared_rules.wire", "shared_rules.dice"},
    "shared_rules.engine": {"shared_rules.wire", "shared_rules.dice"},
    "shared_rules.referee": {"shared_rules.clocks", "shared_rules.wire", "shared_rules.dice"},
    "shared_rules.games": {"shared_rules.engine", "shared_rules.referee", "shared_rules.dice"},
    "shared_rules": set(),
    "firmware": {"shared_rules.wire", "shared_rules.dice"},
}
FLOORS["companion"] = set(FLOORS)
FLOORS["hardware"] = {"firmware"}  # the pin map and the lights' palette; nothing stands on it
ON_TOP = ("companion", "hardware")  # they may need packages
# Modules of MicroPython that CPython does not have.
MICROPYTHON = {
    "machine",
    "micropython",
    "neopixel",
    "rp2",
    "uctypes",
    "utime",
    "ustruct",
    "uos",
    "usys",
    "vfs",
}
RUNS_ON_MICROPYTHON = ("shared_rules.wire", "shared_rules.dice", "firmware")


class Import(NamedTuple):
    """Module `importer` imports `imported`, which is a module of ours or the name as it is written."""

    importer: str
    imported: str


class House:
    """The modules below a root and what they import."""

    def __init__(self, root: Path) -> None:
        self.files = {
            _name(path.relative_to(root)): path for tree in TREES for path in root.glob(f"{tree}/**/*.py")
        }
        self.trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in self.files.items()}
        self.imports = sorted({found for name in self.files for found in self._imports_of(name)})

    def _imports_of(self, importer: str) -> Iterator[Import]:
        for node in ast.walk(self.trees[importer]):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield Import(importer, self._ours(importer, alias.name) or alias.name)
            elif isinstance(node, ast.ImportFrom):
                base = self._base(importer, node)
                for alias in node.names:
                    whole = f"{base}.{alias.name}"
                    yield Import(importer, self._ours(importer, whole) or self._ours(importer, base) or base)

    def _base(self, importer: str, node: ast.ImportFrom) -> str:
        """Return the absolute name of what comes after `from`."""
        if not node.level:
            return node.module or ""
        is_package = self.files[importer].name == "__init__.py"
        parts = importer.split(".")
        above = parts[: len(parts) - node.level + is_package]
        return ".".join([*above, *filter(None, [node.module])])

    def _ours(self, importer: str, name: str) -> str | None:
        """Return the module of ours that this name means; firmware's files are top-level names on the pad."""
        flat = f"firmware.{name}"
        candidates = [name, flat] if importer.startswith("firmware") else [name]
        return next((candidate for candidate in candidates if candidate in self.files), None)

    def upward(self) -> list[str]:
        """Return every import that does not stand on a floor below."""
        return [
            f"{importer} imports {imported}"
            for importer, imported in self.imports
            if imported.split(".")[0] in TREES
            and _floor(imported) != _floor(importer)
            and _floor(imported) not in FLOORS[_floor(importer)]
        ]

    def foreign(self) -> list[str]:
        """Return every import in shared_rules or firmware from outside the standard library."""
        return [
            f"{importer} imports {imported}"
            for importer, imported in self.imports
            if not importer.startswith(ON_TOP)
            and (top := imported.split(".")[0]) not in TREES
            and top not in sys.stdlib_module_names
            and not (top in MICROPYTHON and importer.startswith(RUNS_ON_MICROPYTHON))
        ]

    def loops(self) -> list[list[str]]:
        """Return the import loops, each as the modules on it."""
        below: dict[str, set[str]] = {name: set() for name in self.files}
        for importer, imported in self.imports:
            if imported in below and imported != importer:
                below[importer].add(imported)
        # Take away what stands on nothing, again and again: what is left stands in circles, or above one.
        while free := [name for name, standing_on in below.items() if not standing_on & below.keys()]:
            for name in free:
                del below[name]
        return [circle for name in sorted(below) if (circle := _circle(name, below))]

    def without_docstring(self) -> list[str]:
        """Return every module whose header does not say what it owns."""
        return sorted(name for name, tree in self.trees.items() if not ast.get_docstring(tree))

    def forbidden(self) -> list[str]:
        """Return every use of eval, exec or a module that runs what it reads."""
        modules = {"pickle", "marshal", "shelve"}
        imports = [f"{importer}: {name}" for importer, name in self.imports if name.split(".")[0] in modules]
        calls = [
            f"{name}: {node.func.id}()"
            for name, tree in self.trees.items()
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in {"eval", "exec"}
        ]
        return imports + calls


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _floor(name: str) -> str:
    return next(floor for floor in FLOORS if name == floor or name.startswith(f"{floor}."))


def _circle(start: str, below: dict[str, set[str]]) -> list[str]:
    """Return a way from a module back to itself; empty when there is none."""
    ways, seen = [[start]], set()
    while ways:
        way = ways.pop()
        for following in sorted(below.get(way[-1], ())):
            if following == start:
                return [*way, start]
            if following not in seen:
                seen.add(following)
                ways.append([*way, following])
    return []


@pytest.fixture(scope="module")
def house() -> House:
    return House(ROOT)


class TestTheHouse:
    def test_nothing_imports_upward(self, house: House):
        assert house.upward() == []

    def test_shared_rules_and_firmware_need_only_the_standard_library(self, house: House):
        assert house.foreign() == []

    def test_there_is_no_import_loop(self, house: House):
        assert house.loops() == []

    def test_every_module_says_what_it_owns(self, house: House):
        assert house.without_docstring() == []

    def test_every_folder_with_python_is_a_package(self):
        folders = {path.parent for tree in TREES for path in (ROOT / tree).rglob("*.py")}
        assert [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []

    def test_nothing_runs_what_it_reads(self, house: House):
        assert house.forbidden() == []


class TestTheCheckerItself:
    """Planted violations are found, and honest code is not accused."""

    def house(self, root: Path, **files: str) -> House:
        for name, text in files.items():
            path = root / (name.replace("__", "/") + ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            for folder in path.relative_to(root).parents:
                if folder != Path():
                    (root / folder / "__init__.py").touch()
            path.write_text(text, encoding="utf-8")
        return House(root)

    def test_honest_code(self, tmp_path: Path):
        house = self.house(
            tmp_path,
            shared_rules__wire__frames="import struct\nfrom micropython import const\n",
            shared_rules__clocks__hull="from ..wire import frames\nfrom shared_rules.wire.frames import A\n",
            shared_rules__games__bom__play="from shared_rules.engine import t\nfrom ...referee import a\n",
            firmware__pad="import pins\nfrom machine import Pin\nfrom shared_rules.wire import frames\n",
            firmware__pins="",
            companion__app="import kivy\nfrom companion import screen\nfrom firmware import pad\n",
            companion__screen="",
        )
        assert (house.upward(), house.foreign(), house.loops(), house.forbidden()) == ([], [], [], [])

    @pytest.mark.parametrize(
        ("module", "text"),
        [
            ("shared_rules__wire__frames", "from shared_rules import dice"),
            ("shared_rules__dice", "import shared_rules.clocks"),
            ("shared_rules__clocks__hull", "from shared_rules.referee.calls import First"),
            ("shared_rules__clocks__hull", "def f():\n    from ..referee import calls"),
            ("shared_rules__engine__core", "from .. import referee"),
            ("shared_rules__referee__rule", "from shared_rules.games import bom"),
            ("shared_rules__games__bom__play", "from ...wire import frames"),
            ("shared_rules__games__bom__play", "from companion.i18n import _"),
            ("firmware__pad", "from shared_rules.clocks import hull"),
            ("firmware__pad", "if True:\n    import companion"),
            ("hardware__params", "from companion import i18n"),
            ("hardware__params", "from shared_rules.wire import frames"),
            ("companion__app", "from hardware import params"),
        ],
    )
    def test_an_import_upward(self, tmp_path: Path, module: str, text: str):
        floors = (
            "dice",
            "clocks__hull",
            "referee__calls",
            "games__bom__play",
            "wire__frames",
            "engine__core",
        )
        others = {f"shared_rules__{name}": "" for name in floors}
        others |= {"companion__i18n": "", "hardware__params": ""}
        house = self.house(tmp_path, **{**others, module: text})
        assert len(house.upward()) == 1

    def test_an_import_from_outside(self, tmp_path: Path):
        house = self.house(
            tmp_path,
            shared_rules__dice="import msgspec\n",
            shared_rules__engine__core="from micropython import const\n",
            firmware__pad="from serial.tools import list_ports\n",
        )
        assert house.foreign() == [
            "firmware.pad imports serial.tools",
            "shared_rules.dice imports msgspec",
            "shared_rules.engine.core imports micropython",
        ]

    def test_a_loop_of_three_and_what_stands_above_it(self, tmp_path: Path):
        house = self.house(
            tmp_path,
            companion__a="from companion import b\n",
            companion__b="def late():\n    from .c import x\n",
            companion__c="import companion.a\n",
            companion__above="from companion import a\n",
        )
        assert house.loops()[0] == ["companion.a", "companion.b", "companion.c", "companion.a"]
        assert len(house.loops()) == 3

    def test_a_loop_through_the_package_itself(self, tmp_path: Path):
        house = self.house(tmp_path, companion__store__inner="from companion.store import Store\n")
        (tmp_path / "companion/store/__init__.py").write_text("from companion.store.inner import Store\n")
        assert House(tmp_path).loops()
        assert not house.loops()

    def test_what_runs_what_it_reads(self, tmp_path: Path):
        house = self.house(tmp_path, companion__a="import pickle\neval('1')\n", companion__b="x.eval()\n")
        assert house.forbidden() == ["companion.a: pickle", "companion.a: eval()"]

    def test_a_module_without_a_header(self, tmp_path: Path):
        house = self.house(tmp_path, companion__a='"""Owns a."""\n')
        assert house.without_docstring() == ["companion"]


def files_in_git() -> list[Path]:
    """Return what is, or is about to be, in the repository."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    kinds = ["--cached", "--others", "--exclude-standard"]
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", *kinds]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [Path(name) for name in listed.split("\0") if name and (ROOT / name).exists()]


def test_the_top_level_holds_only_what_belongs_there():
    assert {path.parts[0] for path in files_in_git()} <= TOP_LEVEL
    assert [name for name in TOP_LEVEL if not (ROOT / name).exists()] == []


# Written with gaps, so that this file does not find itself.
MACHINE_FOLDERS = "/ho-me/ /Us-ers/ /ro-ot/ /wo-rk/ /med-ia/".replace("-", "").split()
REGISTRY_HOSTS = "py-pi.org python-hosted.org pi-wheels.org npm-js.org deb-ian.org/debian".replace(
    "-", ""
).split()
NOT_OURS = re.compile(
    "|".join(
        [rf"(?<![\w.]){folder}\w" for folder in MACHINE_FOLDERS]
        + [re.escape(host) for host in REGISTRY_HOSTS]
    )
)


@pytest.mark.parametrize("bit", [f"{folder}ana" for folder in MACHINE_FOLDERS] + REGISTRY_HOSTS)
def test_a_planted_one_is_found(bit: str):
    assert NOT_OURS.search(f'open("{bit}/x")')
    assert not NOT_OURS.search("companion" + bit.replace(".", "-"))


def test_no_file_names_a_machines_folder_or_a_registry():
    found = []
    for path in files_in_git():
        try:
            text = (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture, a font, a compiled catalogue
        found += [f"{path}:{n}" for n, line in enumerate(text.splitlines(), 1) if NOT_OURS.search(line)]
    assert found == []
