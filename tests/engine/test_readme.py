"""The engine's text: its example runs as printed, and it names every module."""

import doctest
import importlib
from pathlib import Path

import pytest

from shared_rules import engine

README = Path(engine.__file__).with_name("README.md")
MODULES = sorted(path.stem for path in README.parent.glob("*.py") if path.stem != "__init__")


def test_the_example_runs_as_printed():
    found = doctest.testfile(str(README), module_relative=False)
    assert found.attempted > 8 and found.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str):
    assert doctest.testmod(importlib.import_module(f"shared_rules.engine.{name}")).failed == 0


def test_it_names_every_module():
    text = README.read_text(encoding="utf-8")
    assert [name for name in MODULES if f"`{name}.py`" not in text] == []
