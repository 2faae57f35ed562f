"""The shootout referee. It is certain, or it says so.

Timed events in, calls out; see contract "Traces" for the letter and `README.md` for the order of its
questions.
"""

from .calls import Call, as_dict
from .events import (
    Draw,
    Hit,
    Judge,
    Lost,
    Player,
    Roll,
    Seen,
    Settings,
    Targets,
    Watermark,
)
from .referee import Referee
from .ruling import Round

__all__ = [
    "Call",
    "Draw",
    "Hit",
    "Judge",
    "Lost",
    "Player",
    "Referee",
    "Roll",
    "Round",
    "Seen",
    "Settings",
    "Targets",
    "Watermark",
    "as_dict",
]
