"""What the command line asked of the window, and the window's own small numbers."""

from pathlib import Path
from typing import NamedTuple

LOOK_S = 0.1  # at least so often is time told to whoever waits for it


class Options(NamedTuple):
    """What the command line asked of the window."""

    size: tuple[int, int] | None
    windowed: bool
    language: str | None
    data_dir: Path
    virtual_pads: int
    fingers_dir: Path | None
    skew_ppm: int
    seed: int | None
    ports: tuple[str, ...]
    beat_us: int
    settle_us: int
    drive: bool
    demo: str = ""  # the game that a simulated table plays, "" for none
