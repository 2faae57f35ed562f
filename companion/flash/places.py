"""Where boards are plugged in, and how one is found again that has restarted.

Owns the look at the system's ports, and the word that one installation at a time goes on at each.
"""

import socket
from pathlib import Path
from types import TracebackType
from typing import Self

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.flash.bundle import sha256
from companion.flash.errors import FlashError
from companion.pads.hub import RASPBERRY_PI_VID


def boards() -> list[str]:
    """Return the ports of all Raspberry Pi boards that are plugged in."""
    return sorted(port.device for port in list_ports.comports() if port.vid == RASPBERRY_PI_VID)


class Place:
    """A board's port, held for one installation; use it in a `with`. A USB device may come back under another
    name after a restart, and is known by its serial number then.

    :raises FlashError: absent; no Raspberry Pi board, unless `force`; or an installation goes on there
    """

    def __init__(self, port: str, *, force: bool = False) -> None:
        if not Path(port).exists():
            raise FlashError("port.absent", port=port)
        found = _listed(port)
        if found and found.vid != RASPBERRY_PI_VID and not force:
            what = f"{found.description or found.name} {found.hwid}"
            raise FlashError("port.foreign", port=port, what=what)
        self.port = port
        self._serial_number = found.serial_number if found else None
        self._lock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        key = sha256(f"{self._serial_number or Path(port).absolute()}".encode())
        try:  # an address without a file, which ends with this process however it ends
            self._lock.bind(f"\0tinstar-flash-{key}")
        except OSError as error:
            self._lock.close()
            raise FlashError("port.busy", port=port) from error

    def now(self) -> str:
        """Return where it is now."""
        if self._serial_number:
            for port in list_ports.comports():
                if (port.vid, port.serial_number) == (RASPBERRY_PI_VID, self._serial_number):
                    return str(port.device)
        return self.port

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.close()


def _listed(port: str) -> ListPortInfo | None:
    """Return what the system says of a port; it says nothing of a pty."""
    real = str(Path(port).resolve())
    return next((found for found in list_ports.comports() if found.device in {port, real}), None)
