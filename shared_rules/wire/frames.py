"""Frames: how one payload travels over a byte stream that may lose, damage or cut anything.

    frame = COBS(payload + CRC-32 of the payload, little endian) + 0x00

Owns the byte stuffing, the checksum and finding the start of the next frame again after damage.
Must never raise on received bytes, never keep more than one frame of them, and never know what a
payload means. Runs on CPython and MicroPython.
"""

import binascii

DELIMITER = b"\x00"
MAX_PAYLOAD = 64
CRC_BYTES = 4
BLOCK = 254  # COBS: a code byte announces at most 254 bytes that are not zero
MAX_FRAME = 1 + MAX_PAYLOAD + CRC_BYTES  # one code byte is enough below 254; the delimiter is not counted


def cobs_encode(data: bytes) -> bytes:
    """Return `data` without any zero byte. Source: Cheshire and Baker 1999, COBS."""
    out = bytearray()
    runs = bytes(data).split(DELIMITER)
    for place, run in enumerate(runs, 1):
        at = 0
        while len(run) - at > BLOCK:
            out += b"\xff" + run[at:at + BLOCK]
            at += BLOCK
        out += bytes((len(run) - at + 1,)) + run[at:]
        if len(run) - at == BLOCK and place < len(runs):
            out += b"\x01"  # a full block announces no zero, so the zero needs a block of its own
    return bytes(out)


def cobs_decode(data: bytes) -> bytes | None:
    """Undo `cobs_encode`; None when `data` is no such text (a zero inside, or a block past the end)."""
    out = bytearray()
    at, end = 0, len(data)
    while at < end:
        code = data[at]
        stop = at + code
        if code == 0 or stop > end:
            return None
        out += data[at + 1:stop]
        if code != 0xFF and stop < end:
            out += DELIMITER
        at = stop
    return None if DELIMITER in data else bytes(out)


def encode(payload: bytes) -> bytes:
    """Return the frame of `payload`, delimiter included.

    Raises ValueError above MAX_PAYLOAD bytes.
    """
    if len(payload) > MAX_PAYLOAD:
        raise ValueError("payload too long")
    crc = binascii.crc32(payload) & 0xFFFFFFFF
    return cobs_encode(bytes(payload) + crc.to_bytes(CRC_BYTES, "little")) + DELIMITER


class Deframer:
    """Finds payloads in received bytes, in pieces of any size.

    crc_errors, too_long, malformed: frames dropped so far, by reason.
    """

    def __init__(self) -> None:
        self.crc_errors = 0
        self.too_long = 0
        self.malformed = 0
        self._held = b""  # the beginning of a frame, at most MAX_FRAME bytes
        self._overrun = False  # the frame being received is too long already

    @property
    def dropped(self) -> int:
        """All frames dropped so far."""
        return self.crc_errors + self.too_long + self.malformed

    def feed(self, data: bytes) -> list[bytes]:
        """Take received bytes; return the payloads they complete, in order. Never raises."""
        payloads: list[bytes] = []
        pieces = bytes(data).split(DELIMITER)
        for piece in pieces[:-1]:
            self._hold(piece)
            payload = self._finish()
            if payload is not None:
                payloads.append(payload)
        self._hold(pieces[-1])
        return payloads

    def _hold(self, piece: bytes) -> None:
        if self._overrun or len(self._held) + len(piece) > MAX_FRAME:
            self._overrun = True
            self._held = b""
        else:
            self._held += piece

    def _finish(self) -> bytes | None:
        """The delimiter has come: return the payload, or count why there is none."""
        frame, overrun = self._held, self._overrun
        self._held, self._overrun = b"", False
        if overrun:
            self.too_long += 1
            return None
        if not frame:
            return None  # delimiters in a row are idle line, and the way to end somebody's broken frame
        body = cobs_decode(frame)
        if body is None or len(body) < CRC_BYTES:
            self.malformed += 1
            return None
        payload, crc = body[:-CRC_BYTES], body[-CRC_BYTES:]
        if binascii.crc32(payload) & 0xFFFFFFFF != int.from_bytes(crc, "little"):
            self.crc_errors += 1
            return None
        return payload
