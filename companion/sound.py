"""Sounds, if the machine can make any.

Owns loading and playing. A machine without sound, or with a broken device, is silent and otherwise complete:
nothing here ever raises, and why it is silent is kept for those who ask.
"""

import logging
from pathlib import Path
from typing import Any

SOUNDS = Path(__file__).parent / "assets" / "sounds"


class Sounds:
    """The sounds by name. `on`: people may switch them off; `trouble`: why there are none, "" when there
    are."""

    def __init__(self) -> None:
        self.on = True
        self.trouble = ""
        self.played: list[str] = []  # the last few, for those who cannot hear
        self._loaded: dict[str, Any] = {}

    def load(self) -> None:
        """Load all, so that the first beat is no later than the second."""
        try:
            from kivy.core.audio import SoundLoader
        except Exception as error:  # whatever a driver may raise, the game goes on
            self._silence(error)
            return
        for path in sorted(SOUNDS.glob("*.wav")):
            try:
                self._loaded[path.stem] = SoundLoader.load(str(path))
            except Exception as error:
                self._silence(error)

    def play(self, name: str) -> None:
        """Play one now, from its beginning."""
        self.played = [*self.played, name][-20:]
        sound = self._loaded.get(name)
        if not self.on or sound is None:
            return
        try:
            sound.stop()
            sound.play()
        except Exception as error:
            self._silence(error)

    def _silence(self, error: Exception) -> None:
        self.trouble = str(error)
        logging.getLogger("tinstar").warning("no sound: %s", error)
