"""The protocol's text holds the table that messages.py prints, and no other."""

from pathlib import Path

from shared_rules import wire
from shared_rules.wire.__main__ import table


def test_the_readme_has_the_table():
    readme = (Path(wire.__file__).parent / "README.md").read_text(encoding="utf-8")
    assert table() in readme, "run `python -m shared_rules.wire` and paste its table"
    assert readme.count("| 0x") == table().count("| 0x")
