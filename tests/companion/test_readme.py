"""What the README shows of a conversation is what was said."""

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def test_a_match_by_json_lines():
    """A command after >>, its reply below; three dots are what was left out."""
    text = README.read_text(encoding="utf-8")
    block = text[text.index("    >> ") :].split("\n\n")[0]
    shown = [each.strip().split("\n    ") for each in block.split(">> ")[1:]]
    assert len(shown) > 8 and {len(each) for each in shown} == {2}
    said = "".join(f"{command}\n" for command, _ in shown)
    command = [sys.executable, "-m", "companion.cli", "match"]
    done = subprocess.run(command, input=said, capture_output=True, text=True, check=True, timeout=60)
    for (told, reply), line in zip(shown, done.stdout.splitlines(), strict=True):
        assert re.fullmatch(re.escape(reply).replace(re.escape("..."), ".*"), line), (told, line)
