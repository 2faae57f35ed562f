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
LONGEST_RUN = 253  # bytes that COBS stuffs with a single code byte for each zero and one in front
MAX_FRAME = 1 + MAX_PAYLOAD + CRC_BYTES  # the delimiter is not counted


def cobs_encode(data: bytes) -> bytes:
    """Return `data` without any zero byte: each says how far it is to the next, and so does one in front.

    Source: Cheshire and Baker 1999, COBS; a frame is short enough to need no block of 254 bytes. Raises
    ValueError above LONGEST_RUN bytes.
    """
    if len(data) > LONGEST_RUN:
        raise ValueError("too long to be stuffed")
    plain = DELIMITER + data + DELIMITER
    out = bytearray(plain)
    at, last = 0, len(data) + 1
    while at < last:
        zero = plain.find(DELIMITER, at + 1)
        out[at] = zero - at
        at = zero
    return bytes(out[:last])


def cobs_decode(data: bytes) -> bytes | None:
    """Undo `cobs_encode`; None when `data` is no such text (a zero inside, or a distance past the end)."""
    end = len(data)
    if not 0 < end <= LONGEST_RUN + 1 or DELIMITER in data:
        return None
    out = bytearray(data)
    at = 0
    while at < end:
        distance = out[at]
        out[at] = 0
        at += distance
    return bytes(out[1:]) if at == end else None


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
