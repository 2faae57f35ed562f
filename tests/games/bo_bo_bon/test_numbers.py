"""Every ruling has a test that carries its number."""

import re
from pathlib import Path

HERE = Path(__file__).parent
LAST = 24


def test_every_ruling_has_a_test():
    folders = (HERE, HERE.parents[1] / "rulebook_examples")
    text = "".join(
        path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("test_bo_bo_bon.py")
    )
    text += "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    names = re.findall(r"def (test_b_\w+)", text)
    tested = {int(number) for name in names for number in re.findall(r"(?<![a-z])b_(\d+)", name)}
    assert tested == set(range(1, LAST + 1))
