"""Tin Star's companion: the touch app, the terminal and everything that touches this machine.

The version is kept here alone; packaging reads it from this line.
"""

__version__ = "0.1.0"
