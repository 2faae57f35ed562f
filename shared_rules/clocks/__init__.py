"""Pad clocks on the table clock, with bounds that are certain. See `bounds.py`."""

from .bounds import Contradiction, Exchange, PadClock

__all__ = ["Contradiction", "Exchange", "PadClock"]
