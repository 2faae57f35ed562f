"""README's pictures are made by a command, and are small enough to be kept."""

import re
import struct
from pathlib import Path

import pytest

from tests.companion.pictures import PICTURES, make

ROOT = Path(__file__).parents[2]
KEPT = Path("companion/assets/pictures")
MOST_BYTES = 150_000


def size_of(png: Path) -> tuple[int, int]:
    head = png.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:])
    return width, height


@pytest.mark.long
def test_the_command_makes_them(tmp_path: Path) -> None:
    make(tmp_path / "new")
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == sorted(PICTURES)
    for name in PICTURES:
        assert size_of(tmp_path / "new" / name) == (1280, 800)


def test_the_kept_ones_are_there_and_small() -> None:
    shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert shown
    for path in [ROOT / name for name in shown] + [ROOT / KEPT / name for name in PICTURES]:
        assert size_of(path) == (1280, 800)
        assert path.stat().st_size < MOST_BYTES
