"""The firmware of another day: made from today's sources, with another version and another set of files."""

import shutil
from pathlib import Path

from companion.flash import files

VERSION = "0.0.9"
# A module that is no more today, with machine code in it: it must be compiled for the board's processor.
BYGONE = '''"""Is no more."""

import micropython


@micropython.viper
def double(n: int) -> int:
    return n + n


assert double(21) == 42
'''


def make(root: Path) -> Path:
    """Write it below root."""
    for place in files.sources("linux").values():
        target = root / place.relative_to(files.ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(place, target)
    pad = root / "firmware" / "pad.py"
    text = pad.read_text(encoding="utf-8")
    now = f'VERSION = b"{files.version()}"\n'
    assert now in text
    text = text.replace(now, f'VERSION = b"{VERSION}"\n') + "\nimport firmware.bygone\n"
    pad.write_text(text, encoding="utf-8")
    (root / "firmware" / "main.py").write_text(
        (root / "firmware" / "main.py").read_text(encoding="utf-8") + "\n# of another day\n", encoding="utf-8"
    )
    (root / "firmware" / "bygone.py").write_text(BYGONE, encoding="utf-8")
    return root
