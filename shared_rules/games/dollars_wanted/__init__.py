"""Dollars Wanted, with its variant with player colours. See `rulebook.py`."""

from .rulebook import DollarsWanted

__all__ = ["DollarsWanted"]
