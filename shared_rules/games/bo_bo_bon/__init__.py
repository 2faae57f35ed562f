"""Bo Bo Bon, with its expert variation with Bo. See `rulebook.py`."""

from .rulebook import BoBoBon

__all__ = ["BoBoBon"]
