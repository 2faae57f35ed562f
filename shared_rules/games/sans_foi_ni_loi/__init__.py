"""Sans Foi Ni Loi (Lawless): ranches, herds that age, a gold mine, dirty tricks. See `rulebook.py`."""

from .rulebook import SansFoiNiLoi

__all__ = ["SansFoiNiLoi"]
