"""Boomtown Bandits, with its shootouts as the referee calls them. See `rulebook.py`."""

from .rulebook import BoomtownBandits

__all__ = ["BoomtownBandits"]
