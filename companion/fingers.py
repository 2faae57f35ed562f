"""Fingers on the glass: every touch that SDL knows of, as a touch of Kivy's.

Kivy 2.3.1 drops SDL's finger events on Linux and takes the mouse that SDL makes of the first finger; its own
readers of the kernel's touch devices know neither a display that is turned nor a touch pad, and a finger that
is down when a panel is pulled stays down for ever. SDL has all that right, on X and on a bare console, so the
fingers are taken from its events. The mouse it would make of them is turned off by the environment (`ONCE`),
or each finger would come twice.

Owns the way of a finger from SDL to Kivy. It must never know a widget.
"""

import ctypes
from collections import deque
from collections.abc import Callable
from typing import Any

from kivy.input.factory import MotionEventFactory
from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider

ONCE = {"SDL_TOUCH_MOUSE_EVENTS": "0"}  # SDL_hints.h; for the environment, before there is a window
NAME = "fingers"
DOWN, UP, MOVED = 0x700, 0x701, 0x702  # SDL_events.h
INDIRECT = (1, 2)  # SDL_touch.h: a touch pad, which is a mouse already
AWAY = (-1.0, -1.0)  # outside every widget

Key = tuple[int, int]  # touch device, finger
Dispatch = Callable[[str, MotionEvent], None]


class FingerEvent(ctypes.Structure):
    """SDL_TouchFingerEvent of SDL_events.h; `x`, `y` are shares of the window, from its top left corner."""

    _fields_ = (
        ("type", ctypes.c_uint32),
        ("timestamp", ctypes.c_uint32),
        ("touch_id", ctypes.c_int64),
        ("finger_id", ctypes.c_int64),
        ("x", ctypes.c_float),
        ("y", ctypes.c_float),
        ("dx", ctypes.c_float),
        ("dy", ctypes.c_float),
        ("pressure", ctypes.c_float),
        ("window_id", ctypes.c_uint32),
    )


class _SdlFinger(ctypes.Structure):
    """SDL_Finger of SDL_touch.h."""

    _fields_ = (
        ("id", ctypes.c_int64),
        ("x", ctypes.c_float),
        ("y", ctypes.c_float),
        ("pressure", ctypes.c_float),
    )


_WATCH = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(FingerEvent))


class Finger(MotionEvent):
    """One finger, from coming down to being lifted."""

    def __init__(self, key: Key, share: tuple[float, float]) -> None:
        super().__init__(NAME, key, share, is_touch=True, type_id="touch")

    def depack(self, args: tuple[float, float]) -> None:
        """Take where it is: shares of the window, y up."""
        self.sx, self.sy = args
        self.profile = ("pos",)
        super().depack(args)


class Glass:
    """What SDL can be asked about touch devices. It is the SDL that Kivy's window was made with."""

    def __init__(self) -> None:
        from kivy.core.window import _window_sdl2

        # What a library depends on is found through it; so it is never another copy of SDL.
        sdl = ctypes.CDLL(_window_sdl2.__file__)
        sdl.SDL_AddEventWatch.argtypes = sdl.SDL_DelEventWatch.argtypes = (_WATCH, ctypes.c_void_p)
        sdl.SDL_AddEventWatch.restype = sdl.SDL_DelEventWatch.restype = None
        for function in (sdl.SDL_GetTouchDeviceType, sdl.SDL_GetNumTouchFingers):
            function.argtypes = (ctypes.c_int64,)
        sdl.SDL_GetTouchFinger.argtypes = (ctypes.c_int64, ctypes.c_int)
        sdl.SDL_GetTouchFinger.restype = ctypes.POINTER(_SdlFinger)
        self.sdl = sdl

    def is_pad(self, touch_id: int) -> bool:
        """Whether this is a touch pad and not a screen."""
        return self.sdl.SDL_GetTouchDeviceType(touch_id) in INDIRECT

    def fingers(self, touch_id: int) -> set[int]:
        """The fingers that are down; none on a device that is gone."""
        count = self.sdl.SDL_GetNumTouchFingers(touch_id)
        found = [self.sdl.SDL_GetTouchFinger(touch_id, place) for place in range(count)]
        return {pointer.contents.id for pointer in found if pointer}


class Fingers(MotionEventProvider):
    """All fingers on all touch screens. Kivy starts it, and asks it for news once a frame."""

    def __init__(self, device: str, _args: str = "", glass: Glass | None = None) -> None:
        super().__init__(device, "")
        self._glass = glass or Glass()
        self._heard: deque[tuple[int, Key, tuple[float, float]]] = deque()
        self._down: dict[Key, Finger] = {}
        self._watch = _WATCH(self._hear)  # kept for as long as SDL may call it

    def start(self) -> None:
        """Listen to SDL."""
        self._glass.sdl.SDL_AddEventWatch(self._watch, None)

    def stop(self) -> None:
        """Listen no more."""
        self._glass.sdl.SDL_DelEventWatch(self._watch, None)

    def _hear(self, _userdata: Any, pointer: Any) -> int:
        """Any event of SDL's, as soon as it is known; what is returned is of no interest to SDL."""
        event = pointer.contents
        if event.type in (DOWN, UP, MOVED):
            key = event.touch_id, event.finger_id
            self._heard.append((event.type, key, (event.x, 1 - event.y)))
        return 1

    def update(self, dispatch_fn: Dispatch) -> None:
        """Hand on what the fingers did since the last frame. One that came down stays there for this frame:
        Kivy looks at where a touch is only when all are handed on."""
        new: set[Key] = set()
        for _ in range(len(self._heard)):
            kind, key, share = self._heard.popleft()
            if key in new:
                self._heard.append((kind, key, share))
            elif self._follow(dispatch_fn, kind, key, share) == "begin":
                new.add(key)
        self._lift_the_lost(dispatch_fn, self._down.keys() - new)

    def _follow(self, dispatch_fn: Dispatch, kind: int, key: Key, share: tuple[float, float]) -> str:
        """One event; what it was to Kivy, or "" for nothing."""
        finger = self._down.get(key)
        if finger is None:
            if kind != DOWN or self._glass.is_pad(key[0]):
                return ""
            finger = self._down[key] = Finger(key, share)
            dispatch_fn("begin", finger)
            return "begin"
        finger.move(share)
        if kind == UP:
            return self._lift(dispatch_fn, key)
        dispatch_fn("update", finger)
        return "update"

    def _lift_the_lost(self, dispatch_fn: Dispatch, down: set[Key]) -> None:
        """A panel that is pulled lifts no finger, and a button would wait for it. It taps nothing."""
        there = {touch_id: self._glass.fingers(touch_id) for touch_id in {key[0] for key in down}}
        for key in [key for key in down if key[1] not in there[key[0]]]:
            self._down[key].move(AWAY)
            dispatch_fn("update", self._down[key])
            self._lift(dispatch_fn, key)

    def _lift(self, dispatch_fn: Dispatch, key: Key) -> str:
        finger = self._down.pop(key)
        finger.update_time_end()
        dispatch_fn("end", finger)
        return "end"


MotionEventFactory.register(NAME, Fingers)
