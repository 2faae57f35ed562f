"""The pad's firmware onto its board: `install` for one board, `boards` for where they are.

`tinstar flash` is this on the command line. See installer.py for the order in which things happen.
"""

from companion.flash.errors import FlashError
from companion.flash.installer import install
from companion.flash.places import boards
from companion.flash.steps import Installed, Step

__all__ = ["FlashError", "Installed", "Step", "boards", "install"]
