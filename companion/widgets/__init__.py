"""The widgets every screen is made of. Importing this loads the fonts and the kv rules, once; no window.

They never know a game or a sitting: a screen sets their properties and listens to their events.
"""

from pathlib import Path

from kivy.factory import Factory
from kivy.lang import Builder
from kivy.lang.parser import global_idmap

from companion.widgets import paint
from companion.widgets.buttons import (
    ChoiceButton,
    GhostButton,
    HoldButton,
    KeyButton,
    PrimaryButton,
    SecondaryButton,
    TableButton,
    Target,
    TickButton,
)
from companion.widgets.figures import ROLLING, Die, Icon, Mark, Shape
from companion.widgets.look import theme
from companion.widgets.panes import FaceOwner, Hint, Panel
from companion.widgets.words import OneLine, Say, WholeName

__all__ = [
    "ROLLING",
    "ChoiceButton",
    "Die",
    "FaceOwner",
    "GhostButton",
    "Hint",
    "HoldButton",
    "Icon",
    "KeyButton",
    "Mark",
    "OneLine",
    "Panel",
    "PrimaryButton",
    "Say",
    "SecondaryButton",
    "Shape",
    "TableButton",
    "Target",
    "TickButton",
    "WholeName",
    "paint",
    "theme",
]

Factory.unregister("Shape")  # Kivy has one too, for the outline of a finger
Factory.register("Shape", cls=Shape)
global_idmap["theme"] = theme  # so that every kv file can bind to it
Builder.load_file(str(Path(__file__).with_name("widgets.kv")))
