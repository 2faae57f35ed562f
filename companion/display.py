"""Is there a display? SDL is asked, because it alone knows.

Without an X server SDL quietly picks its `offscreen` driver and draws where nobody can see it. So the driver
that SDL would choose is looked up before any screen is built: `offscreen` or `dummy` that nobody asked for is
no display; `kmsdrm`, a screen without a desktop, is one. Owns that question. It must never open a window.
"""

import ctypes
import ctypes.util
import importlib.util
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BLIND = ("offscreen", "dummy", "evdev")
SDL_INIT_VIDEO = 0x20  # SDL.h


def driver() -> str | None:
    """The video driver that SDL chooses on this machine now; None when it finds none, or there is no SDL."""
    with _video() as sdl:
        if sdl is None:
            return None
        sdl.SDL_GetCurrentVideoDriver.restype = ctypes.c_char_p
        name = sdl.SDL_GetCurrentVideoDriver()
        return name.decode() if name else None


class _Mode(ctypes.Structure):
    """SDL_DisplayMode of SDL_video.h."""

    _fields_ = (
        ("format", ctypes.c_uint32),
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("refresh_rate", ctypes.c_int),
        ("driver_data", ctypes.c_void_p),
    )


def size() -> tuple[int, int] | None:
    """Width and height in pixels of the display that a window would fill; None when SDL does not know."""
    mode = _Mode()
    with _video() as sdl:
        known = sdl is not None and sdl.SDL_GetDesktopDisplayMode(0, ctypes.byref(mode)) == 0
    return (mode.width, mode.height) if known and mode.width > 0 and mode.height > 0 else None


def shown_by() -> str | None:
    """The driver on which a window would be seen, or that was asked for by name all the same; or None."""
    asked_for = os.environ.get("SDL_VIDEODRIVER", "").split(",")
    chosen = driver()
    return None if chosen in BLIND and chosen not in asked_for else chosen


def is_there() -> bool:
    """Whether a window can be opened that is of use."""
    return shown_by() is not None


@contextmanager
def _video() -> Iterator[ctypes.CDLL | None]:
    """SDL with its video running, as it will when there is a window; None when there is none to be had."""
    sdl = _sdl()
    if sdl is None or sdl.SDL_InitSubSystem(SDL_INIT_VIDEO) != 0:
        yield None
        return
    try:
        yield sdl
    finally:
        sdl.SDL_QuitSubSystem(SDL_INIT_VIDEO)


def _sdl() -> ctypes.CDLL | None:
    """The SDL that Kivy brings, or the system's."""
    kivy = importlib.util.find_spec("kivy")
    beside = Path(kivy.origin).parents[1] / "Kivy.libs" if kivy and kivy.origin else Path()
    bundled = [str(path) for path in sorted(beside.glob("libSDL2-2*"))]
    for name in [*bundled, ctypes.util.find_library("SDL2-2.0") or ctypes.util.find_library("SDL2")]:
        try:
            return ctypes.CDLL(name) if name else None
        except OSError:
            continue
    return None
