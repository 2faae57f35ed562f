"""Pad clocks on the table clock, with bounds that are certain. See `bounds.py`."""

from .bounds import Contradiction, Exchange, Known, PadClock

__all__ = ["Contradiction", "Exchange", "Known", "PadClock"]
