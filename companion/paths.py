"""Where Tin Star keeps its data on this machine."""

import os
from pathlib import Path

from platformdirs import user_data_path


def data_dir(chosen: str | Path | None = None) -> Path:
    """Return the data folder: what `--data` chose, else TINSTAR_DATA, else the system's usual place.

    The folder need not exist; the store makes it.
    """
    place = chosen or os.environ.get("TINSTAR_DATA")
    return Path(place).expanduser().absolute() if place else user_data_path("tinstar", appauthor=False)
