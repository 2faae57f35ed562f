"""Every ruling has a test that carries its number."""

import re
from pathlib import Path

HERE = Path(__file__).parent
LAST = 65
# What only hands and eyes can do at the table: (number, why).
UNTESTABLE: tuple[tuple[int, str], ...] = ()


def test_every_ruling_has_a_test():
    folders = (HERE, HERE.parents[1] / "rulebook_examples")
    text = "".join(
        path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("test_*.py")
    )
    names = re.findall(r"def (test_bom_\w+)", text)
    tested = {int(number) for name in names for number in re.findall(r"bom_(\d+)", name)}
    assert tested | {number for number, _ in UNTESTABLE} == set(range(1, LAST + 1))
