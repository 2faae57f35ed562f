"""Chance: random bytes for the dice, ready before anybody presses.

Owns the pool. The board's entropy (on RP2040 bits of a ring oscillator, which may favour one side) is
conditioned by SHA-256, so what comes out is even as long as what goes in holds enough that nobody knows.
Source: NIST SP 800-90B, 3.1.5.1, vetted conditioning components.
"""

import hashlib
import os

RAW_BYTES = 64  # that go into 32
POOL_BYTES = 32


class Chance:
    """A pool of random bytes. Taking one allocates nothing unless the pool is empty."""

    def __init__(self) -> None:
        self._pool = b""
        self._at = 0
        self.fill()

    def fill(self) -> None:
        """Make the pool anew if half of it is used; for when there is time."""
        if self._at < len(self._pool) // 2:
            return
        self._pool = hashlib.sha256(self._pool + os.urandom(RAW_BYTES)).digest()
        self._at = 0

    def next_byte(self) -> int:
        """Return a byte, 0..255, that was never given before."""
        if self._at == len(self._pool):
            self._at = POOL_BYTES
            self.fill()
        self._at += 1
        return self._pool[self._at - 1]
