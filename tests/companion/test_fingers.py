"""Fingers from SDL's own event queue to the widgets, without a panel: the test puts the events there."""

import ctypes
from collections.abc import Iterator
from typing import Any

import pytest

DOWN, UP, MOVED = 0x700, 0x701, 0x702
PANEL, TOUCH_PAD = 7, 8


class Panel:
    """A touch screen: SDL's queue is the true one, what SDL would answer is the test's."""

    def __init__(self) -> None:
        from companion.fingers import FingerEvent, Glass

        self._event = FingerEvent
        self.sdl = Glass().sdl
        self.sdl.SDL_PushEvent.argtypes = (ctypes.c_void_p,)
        self.lying: dict[int, set[int]] = {}

    def is_pad(self, touch_id: int) -> bool:
        return touch_id == TOUCH_PAD

    def fingers(self, touch_id: int) -> set[int]:
        return self.lying.get(touch_id, set())

    def feel(self, kind: int, finger: int, x: float, y: float, panel: int = PANEL) -> None:
        """A finger does something; y down, as SDL has it."""
        lying = self.lying.setdefault(panel, set())
        lying.discard(finger) if kind == UP else lying.add(finger)
        event = self._event(type=kind, touch_id=panel, finger_id=finger, x=x, y=y, pressure=1)
        room = (ctypes.c_uint8 * 64)()  # SDL_Event is a union of 56 bytes
        ctypes.memmove(room, ctypes.byref(event), ctypes.sizeof(event))
        assert self.sdl.SDL_PushEvent(room) == 1


class Hand:
    """The panel, the provider as the app runs it, and what two keys heard."""

    def __init__(self, stage: Any) -> None:
        from kivy.base import EventLoop

        from companion.fingers import Fingers
        from companion.screens.arena import HitKey

        self.stage = stage
        self.panel = Panel()
        self.heard: list[tuple[str, str]] = []
        self.provider = Fingers("fingers", glass=self.panel)  # type: ignore[arg-type]
        EventLoop.add_input_provider(self.provider)
        self.provider.start()
        self.keys = []
        for brand, name, place in ((0, "left", 100), (1, "right", 500)):
            key = HitKey(brand, target_id=name, size_hint=(None, None), size=(200, 100), pos=(place, 50))
            self.keys.append(key)
            key.bind(on_down=lambda _key, name=name: self.heard.append((name, "down")))
            key.bind(on_tap=lambda _key, name=name: self.heard.append((name, "tap")))
            stage.show(key)

    def pass_frame(self) -> list[tuple[str, str]]:
        """A frame of the window, SDL's queue and all; what was heard in it."""
        self.heard.clear()
        self.stage.frames(1)
        self.stage.window.mainloop()
        return list(self.heard)

    def seen_at(self, name: str) -> tuple[float, float]:
        """Where on the panel a key is seen, by its colour; y down."""
        from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

        (key,) = (key for key in self.keys if key.target_id == name)
        fill = bytes(round(share * 255) for share in key.fill[:3])
        width, height = self.stage.window.system_size
        self.stage.window.dispatch("on_draw")
        drawn = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
        found = [at // 3 for at in range(0, len(drawn), 3) if drawn[at : at + 3] == fill]
        x = sum(at % width for at in found) / len(found)
        y = sum(at // width for at in found) / len(found)
        return x / (width - 1), 1 - y / (height - 1)

    def leave(self) -> None:
        from kivy.base import EventLoop

        EventLoop.remove_input_provider(self.provider)
        self.provider.stop()


LEFT, RIGHT = (200 / 1279, 1 - 100 / 799), (600 / 1279, 1 - 100 / 799)


@pytest.fixture
def hand(stage: Any) -> Iterator[Hand]:
    hand = Hand(stage)
    yield hand
    hand.leave()


def test_two_fingers_at_once_are_two_hits_each_once(hand: Hand) -> None:
    hand.panel.feel(DOWN, 1, *LEFT)
    hand.panel.feel(DOWN, 2, *RIGHT)
    assert hand.pass_frame() == [("left", "down"), ("right", "down")]
    assert hand.pass_frame() == []
    hand.panel.feel(UP, 1, *LEFT)
    assert hand.pass_frame() == [("left", "tap")]
    hand.panel.feel(DOWN, 3, *LEFT)  # while the other lies there
    assert hand.pass_frame() == [("left", "down")]


def test_a_finger_is_felt_where_it_came_down(hand: Hand) -> None:
    """However far it got within the frame, and though it is gone already."""
    hand.panel.feel(DOWN, 1, *LEFT)
    hand.panel.feel(MOVED, 1, 0.5, 0.1)
    hand.panel.feel(UP, 1, 0.5, 0.1)
    assert hand.pass_frame() == [("left", "down")]
    assert hand.pass_frame() == []  # it slid off: no tap
    hand.panel.feel(DOWN, 1, *LEFT)
    hand.panel.feel(UP, 1, *LEFT)
    assert hand.pass_frame() + hand.pass_frame() == [("left", "down"), ("left", "tap")]


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_in_a_turned_window_a_finger_is_where_it_looks(hand: Hand, rotation: int) -> None:
    window = hand.stage.window
    window.rotation = rotation
    window.update_viewport()  # Kivy does so by itself, half a second later
    try:
        hand.pass_frame()
        hand.panel.feel(DOWN, 1, *hand.seen_at("right"))
        assert hand.pass_frame() == [("right", "down")]
    finally:
        window.rotation = 0
        window.update_viewport()


def test_a_panel_that_is_pulled_leaves_no_finger_behind(hand: Hand) -> None:
    hand.panel.feel(DOWN, 1, *LEFT)
    assert hand.pass_frame() == [("left", "down")]
    hand.panel.lying.clear()
    assert hand.pass_frame() == []  # nobody tapped
    assert hand.pass_frame() == []
    hand.panel.feel(MOVED, 1, *LEFT)  # nonsense of a panel that comes back
    hand.panel.feel(UP, 1, *LEFT)
    assert hand.pass_frame() == []
    hand.panel.feel(DOWN, 1, *LEFT)
    assert hand.pass_frame() == [("left", "down")]


def test_a_touch_pad_is_a_mouse_and_no_finger(hand: Hand) -> None:
    hand.panel.feel(DOWN, 1, *LEFT, panel=TOUCH_PAD)
    hand.panel.feel(UP, 1, *LEFT, panel=TOUCH_PAD)
    assert hand.pass_frame() + hand.pass_frame() == []
