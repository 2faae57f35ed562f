"""o BOM, o MAU e o BODE, with the promo card "the Chef". See `rulebook.py`."""

from .rulebook import BomMauBode

__all__ = ["BomMauBode"]
