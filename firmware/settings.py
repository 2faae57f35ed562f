"""Settings that survive power-off, in a file on the board's flash.

Owns the file. It is written whole under another name and then renamed, so whenever the power goes either the
old one or the new one is there; what is damaged all the same counts as not there. Must never be written while
a round is on, since flash writes stop everything else on the board.

    tinstar-pad 1 <debounce_us> <settle_us> <CRC-32 of what is before it, hexadecimal>
"""

import binascii
import os

FILE = "settings.txt"
LONGEST_BYTES = 80
DIGITS = b"0123456789"
MAGIC = b"tinstar-pad"
VERSION = b"1"


def text(debounce_us: int, settle_us: int) -> bytes:
    """Return the file's contents."""
    body = b"%s %s %d %d" % (MAGIC, VERSION, debounce_us, settle_us)
    return b"%s %08x\n" % (body, binascii.crc32(body) & 0xFFFFFFFF)


def parse(data: bytes) -> "tuple[int, int] | None":
    """Return (debounce_us, settle_us), None if that is not what the data says. Never raises."""
    words = data.split()
    if len(words) != 5 or not all([_is_number(word) for word in words[2:4]]):
        return None
    found = int(words[2]), int(words[3])
    return found if text(*found) == data else None


def _is_number(word: bytes) -> bool:
    return 0 < len(word) <= 10 and all([byte in DIGITS for byte in word])


def load(path: str = FILE) -> "tuple[int, int] | None":
    """Return (debounce_us, settle_us) as they were kept, None if they were not."""
    try:
        with open(path, "rb") as file:
            return parse(file.read(LONGEST_BYTES + 1))
    except OSError:
        return None


def keep(debounce_us: int, settle_us: int, path: str = FILE) -> None:
    """Keep them. Raises OSError when the flash is full."""
    with open(path + ".new", "wb") as file:
        file.write(text(debounce_us, settle_us))
    os.rename(path + ".new", path)
