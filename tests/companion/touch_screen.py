"""An X server of our own with a touch screen that a test's fingers touch.

It is a true Xorg: its `dummy` card draws into memory, and its `inputtest` driver is a touch device whose
fingers come in over a socket (xf86-input-inputtest-protocol.h). So a touch goes the way of a real one, from
the driver through the X server and SDL into the window.
"""

import ctypes
import os
import shutil
import socket
import struct
import subprocess
import time
from pathlib import Path

from tests.companion.at_the_table import PATIENCE_S

WANTED = "no Xorg here: apt-get install xserver-xorg-core xserver-xorg-video-dummy"
MISSING = "" if shutil.which("Xorg") else WANTED
VERSION, WAIT, TOUCH = 0, 1, 6  # xf86ITEventType
BEGIN, UPDATE, END = 18, 19, 20  # XI2.h
GLASS = 6  # its number: the first after the server's own two masters and two of XTEST's, from 2
VALUATORS, RANGE = 64, 0xFFFF
STRAIGHT, UPSIDE_DOWN = "1 0 0 0 1 0 0 0 1", "-1 0 1 0 -1 1 0 0 1"
CONFIG = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-1000
  VertRefresh 5-200
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
EndSection
Section "InputDevice"
  Identifier "glass"
  Driver "inputtest"
  Option "SocketPath" "{socket}"
  Option "DeviceType" "Touch"
  Option "TouchCount" "10"
  Option "TransformationMatrix" "{matrix}"
EndSection
Section "ServerLayout"
  Identifier "layout"
  Screen "screen"
  InputDevice "glass"
EndSection
"""


class TouchScreen:
    """A display of 1024x768 and its glass; `matrix` is how the glass lies on the display.

    :raises AssertionError: the server does not start
    """

    width, height = 1024, 768

    def __init__(self, folder: Path, matrix: str = STRAIGHT) -> None:
        self._path = folder / "glass"
        config = folder / "xorg.conf"
        config.write_text(CONFIG.format(socket=self._path, matrix=matrix))
        reading, writing = os.pipe()
        files = ["-config", str(config), "-logfile", str(folder / "xorg.log")]
        self._server = subprocess.Popen(
            ["Xorg", "-displayfd", str(writing), *files, "-noreset", "-nolisten", "tcp"],
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with open(reading) as told:  # noqa: PTH123    a descriptor; it ends when the server does
            number = told.readline().strip()
        assert number, "Xorg did not start: " + (folder / "xorg.log").read_text()[-2000:]
        self.display = f":{number}"
        self._reach()

    def _reach(self) -> None:
        """The driver listens as soon as its device is on."""
        self._glass = socket.socket(socket.AF_UNIX)
        end = time.monotonic() + PATIENCE_S
        while self._glass.connect_ex(str(self._path)) != 0:
            assert time.monotonic() < end, "no glass"
            time.sleep(0.02)
        self._glass.sendall(struct.pack("=IIHH", 12, VERSION, 1, 0))
        assert self._glass.recv(12)

    def __enter__(self) -> "TouchScreen":
        return self

    def __exit__(self, *_: object) -> None:
        self._glass.close()
        self._server.terminate()
        self._server.wait(PATIENCE_S)

    # -- fingers; x and y are pixels of the display's own, unturned, from the top left corner

    def down(self, finger: int, x: float, y: float) -> None:
        self._touch(finger, BEGIN, x, y)

    def move(self, finger: int, x: float, y: float) -> None:
        self._touch(finger, UPDATE, x, y)

    def up(self, finger: int, x: float, y: float) -> None:
        self._touch(finger, END, x, y)

    def _touch(self, finger: int, kind: int, x: float, y: float) -> None:
        values = [x / self.width * RANGE, y / self.height * RANGE, *[0.0] * (VALUATORS - 2)]
        mask = bytes([0b11, *[0] * 7])
        body = struct.pack("=III8s4x", finger, kind, 0, mask) + struct.pack(f"={VALUATORS}d", *values)
        body += struct.pack(f"={VALUATORS}d", *[0.0] * VALUATORS)
        self._glass.sendall(struct.pack("=II", len(body) + 8, TOUCH) + body)
        self._glass.sendall(struct.pack("=II", 8, WAIT))
        assert self._glass.recv(8)  # the server has taken it

    # -- the plug

    def pull(self) -> None:
        """The device goes, as far as the server's clients can tell."""
        self._enable(False)

    def plug(self) -> None:
        """It comes back."""
        self._glass.close()
        self._enable(True)
        self._reach()

    def _enable(self, on: bool) -> None:
        x11, xi = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXi.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XInternAtom.restype = ctypes.c_ulong
        shown = ctypes.c_void_p(x11.XOpenDisplay(self.display.encode()))
        enabled = ctypes.c_ulong(x11.XInternAtom(shown, b"Device Enabled", 0))
        integer, replace, value = ctypes.c_ulong(19), 0, ctypes.c_ubyte(on)  # Xatom.h, X.h
        xi.XIChangeProperty(shown, GLASS, enabled, integer, 8, replace, ctypes.byref(value), 1)
        x11.XCloseDisplay(shown)
