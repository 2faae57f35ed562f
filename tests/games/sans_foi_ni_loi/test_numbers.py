"""Every ruling has a test that carries its number."""

import re
from pathlib import Path

HERE = Path(__file__).parent
LAST = 47


def test_every_ruling_has_a_test():
    text = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    names = re.findall(r"def (test_s_\w+)", text)
    tested = {int(number) for name in names for number in re.findall(r"_s_(\d+)", name)}
    assert tested == set(range(1, LAST + 1))
