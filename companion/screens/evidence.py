"""All that was said in a round, over everything else until somebody has seen it.

Owns that panel, for the running shootout and for stored ones. It must never know what a sentence means.
"""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty

from companion.widgets import Panel

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class EvidencePanel(Panel):
    """The sentences of a round. Its owner sets `shown`; a tap on its key takes it away."""

    shown = BooleanProperty(False)
    title = StringProperty("")
    close_label = StringProperty("")
    story = StringProperty("")

    covers = True  # what lies below it cannot be tapped

    def __init__(self, **properties: Any) -> None:
        super().__init__(tone="raised", edge_tone="outline", **properties)

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch that falls here."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))
