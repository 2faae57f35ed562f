"""NameField: a line that people write.

Importing this opens a window, because Kivy's own text input does; so it is no part of the package's face.
"""

from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.textinput import TextInput

from companion.widgets.look import theme
from companion.widgets.words import Say, fit

LONGEST = 200  # letters, of a line that is no name


class NameField(TextInput):
    """A name, or another line, that can be written over. While nobody writes it is said whole, on as many
    lines as it takes; one of them rather ends behind a hyphen than within a word."""

    longest = NumericProperty(LONGEST)
    target_id = StringProperty("")
    label = StringProperty("")
    enabled = True
    why = ""

    def __init__(self, **properties: Any) -> None:
        self._whole = Say(role="strong")
        super().__init__(**properties)
        self.canvas.after.add(self._whole.canvas)  # as a child it would be wiped out with each new letter
        for name in ("pos", "size", "text", "focus"):
            self.fbind(name, self._say_whole)
        theme.follow(self._say_whole)
        self._say_whole()

    def _say_whole(self, *_args: object) -> None:
        self._whole.pos = (self.x + 12, self.y + 4)
        self._whole.size = (max(1, self.width - 24), max(1, self.height - 8))
        fits = fit(self.text, self._whole.role, *self._whole.size)
        self._whole.text = "" if self.focus else self.text if fits.keeps else _in_two(self.text)

    def insert_text(self, substring: str, from_undo: bool = False) -> Any:
        """Take what can be read, as far as there is room for it."""
        room = max(0, int(self.longest) - len(self.text))
        kept = "".join(character for character in substring if character.isprintable())[:room]
        return super().insert_text(kept, from_undo=from_undo)


def _in_two(text: str) -> str:
    """Break a line behind the hyphen that is nearest to its middle."""
    hyphens = [at for at, letter in enumerate(text[:-1], 1) if letter == "-"]
    at = min(hyphens, key=lambda at: abs(at - len(text) / 2), default=0)
    return f"{text[:at]}\n{text[at:]}" if at else text
