"""`tinstar app --drive`: the real window, driven from a script by JSON lines (contract "app --drive").

Owns the reading of lines and the fingers; what there is to see is `seen`'s. A tap is a true touch through
Kivy's input path; no handler is ever called from here. One line in, one line out, strictly in order.
"""

import queue
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion import seen, strict_lines
from companion.traces import compact

DEFAULT_TIMEOUT_MS = 5000
FIRST_MS = 2000  # the first line waits at most so long until the first screen lies still
QUIET_FRAMES = 3  # so many in a row without a drawing, and the window is idle
MOST_PIXELS = 8192

Steps = Generator[None, None, dict[str, Any] | None]  # one step a frame; returns the answer, if there is one


class BadLine(ValueError):
    """A line that is not of the contract; the text says why."""


class Finger(MotionEvent):
    """A touch of the script's own."""

    def __init__(self, number: int, x: float, y: float) -> None:
        super().__init__("drive", number, (x, y), is_touch=True, type_id="touch")

    def depack(self, args: tuple[float, float]) -> None:
        """Where it is, as shares of the window."""
        self.sx, self.sy = args
        self.profile = ("pos",)
        super().depack(args)


class Drive:
    """Reads lines and does what they say.

    :param screen: the name of the screen that is shown
    :param ready: whether a touch would be taken (not in the first moment of a new screen)
    :param settled: whether nothing is on its way to the screen or the disk
    :param stop: ends the program, with an exit code
    """

    def __init__(
        self,
        screen: Callable[[], str],
        ready: Callable[[], bool],
        settled: Callable[[], bool],
        stop: Callable[[int], None],
    ) -> None:
        self._screen = screen
        self._ready = ready
        self._settled = settled
        self._stop = stop
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._number = 0
        self._fingers: dict[str, Finger] = {}
        self._finger_number = 0
        self._steps: Steps | None = self._until_laid_out()
        self.frames = 0
        self._told = 0  # frames drawn up to the last wait
        Window.bind(on_flip=self._count)
        threading.Thread(target=self._read, name="drive", daemon=True).start()
        Clock.schedule_interval(self._turn, 0)

    def _read(self) -> None:
        # Not sys.stdin itself: Python wants it when the program ends, while this still waits for a line.
        with open(sys.stdin.fileno(), "rb", closefd=False) as heard:
            for line in strict_lines.lines(heard):
                self._lines.put(line)
        self._lines.put(None)

    def _count(self, *_: object) -> None:
        self.frames += 1

    # -- one line after the other

    def _turn(self, _dt: float) -> None:
        if self._steps is None and not self._lines.empty():
            self._begin(self._lines.get())
        if self._steps is not None:
            try:
                next(self._steps)
            except StopIteration as done:
                self._steps = None
                self._answer(done.value)

    def _answer(self, answer: dict[str, Any] | None) -> None:
        if answer is not None:
            print(compact(answer), flush=True)
            if "quit" in answer:
                self._stop(0)

    def _begin(self, line: bytes | None) -> None:
        if line is None:
            self._stop(0)
            return
        self._number += 1
        try:
            self._steps = self._command(_parse(line))
        except (BadLine, strict_lines.BadJson) as error:
            print(f"tinstar: line {self._number}: {error}", file=sys.stderr)
            self._stop(2)

    def _command(self, fields: dict[str, Any]) -> Steps:
        kind = next(iter(fields))
        if kind == "wait":
            return self._wait(fields.get("timeout_ms", DEFAULT_TIMEOUT_MS))
        steps: dict[str, Callable[[Any], Steps]] = {
            "look": self._look,
            "tap": self._tap,
            "press": self._press,
            "release": self._release,
            "type": self._type,
            "shot": self._shot,
            "resize": self._resize,
            "quit": self._quit,
        }
        return steps[kind](fields[kind])

    def _until_laid_out(self) -> Steps:
        """A window's first frames are drawn before everything in it has found its place."""
        end = Clock.get_boottime() + FIRST_MS / 1000
        while not self.frames and Clock.get_boottime() < end:
            yield
        yield from self._wait(FIRST_MS)
        self._told = 0
        return None

    # -- what each does

    def _look(self, _: object) -> Steps:
        yield
        there = [seen.shown(target) for target in seen.targets()]
        return {"screen": self._screen(), "texts": seen.texts(), "targets": there}

    def _tap(self, name: str) -> Steps:
        yield from self._until_ready()
        target = seen.find(name)
        if target is None:
            return _refused("no_such_target", name)
        finger = self._down(target)
        yield
        EventLoop.post_dispatch_input("end", finger)
        yield
        yield
        return {"ok": True}

    def _press(self, name: str) -> Steps:
        yield from self._until_ready()
        target = seen.find(name)
        if target is None:
            return _refused("no_such_target", name)
        if name in self._fingers:
            return _refused("pressed_already", name)
        self._fingers[name] = self._down(target)
        yield
        return {"ok": True}

    def _release(self, name: str) -> Steps:
        yield
        finger = self._fingers.pop(name, None)
        if finger is None:
            return _refused("not_pressed", name)
        EventLoop.post_dispatch_input("end", finger)
        yield
        return {"ok": True}

    def _type(self, text: str) -> Steps:
        yield
        field = next((w for w in seen.visible() if isinstance(w, TextInput) and w.focus), None)
        if field is None:
            return _refused("nothing_to_type_into", text)
        for character in text:
            _type_into(field, character)
        yield
        return {"ok": True}

    def _wait(self, timeout_ms: int) -> Steps:
        end = Clock.get_boottime() + timeout_ms / 1000
        quiet, before = 0, self.frames
        while quiet < QUIET_FRAMES and Clock.get_boottime() < end:
            yield
            quiet = quiet + 1 if self.frames == before and self._settled() else 0
            before = self.frames
        drawn, self._told = self.frames - self._told, self.frames
        return {"idle": quiet >= QUIET_FRAMES, "frames": drawn}

    def _shot(self, path: str) -> Steps:
        yield
        Window.dispatch("on_draw")  # off-screen a shot is black without it
        try:
            with (
                tempfile.TemporaryDirectory() as folder
            ):  # Kivy numbers the file; nobody else should see that
                written = Window.screenshot(name=str(Path(folder) / "shot.png"))
                shutil.copyfile(written, path)
        except (OSError, ValueError, TypeError) as error:
            return _refused("no_shot", str(error))
        return {"shot": path}

    def _resize(self, size: list[int]) -> Steps:
        Window.size = tuple(size)
        for _ in range(4):
            yield
        return {"size": [int(side) for side in Window.size]}

    def _quit(self, _: object) -> Steps:
        yield
        return {"quit": True}

    def _until_ready(self) -> Generator[None, None, None]:
        while not self._ready():
            yield

    def _down(self, target: Widget) -> Finger:
        x, y = seen.centre(target)
        self._finger_number += 1
        finger = Finger(self._finger_number, x / (Window.width - 1), y / (Window.height - 1))
        EventLoop.post_dispatch_input("begin", finger)
        return finger


# -- reading


_SHAPES: dict[str, Callable[[Any], bool]] = {
    "look": lambda value: value is True,
    "tap": lambda value: isinstance(value, str),
    "press": lambda value: isinstance(value, str),
    "release": lambda value: isinstance(value, str),
    "type": lambda value: isinstance(value, str),
    "wait": lambda value: value == "idle",
    "shot": lambda value: isinstance(value, str) and bool(value),
    "resize": lambda value: (
        isinstance(value, list)
        and len(value) == 2
        and all(type(side) is int and 1 <= side <= MOST_PIXELS for side in value)
    ),
    "quit": lambda value: value is True,
}


def _parse(line: bytes) -> dict[str, Any]:
    """One line's object.

    :raises BadJson: it cannot be read
    :raises BadLine: it is not of the contract
    """
    fields = strict_lines.parse(line)
    if not isinstance(fields, dict) or not fields:
        raise BadLine("not an object with one of " + ", ".join(_SHAPES))
    kind = next((key for key in fields if key in _SHAPES), None)
    extra = set(fields) - {kind} - ({"timeout_ms"} if kind == "wait" else set())
    if kind is None or extra:
        raise BadLine(f"unknown key {sorted(extra or fields)[0]!r}")
    timeout_ms = fields.get("timeout_ms", 0)
    if not _SHAPES[kind](fields[kind]) or type(timeout_ms) is not int or timeout_ms < 0:
        raise BadLine(f"a wrong value for {kind!r}")
    return {kind: fields[kind], **fields}


def _refused(code: str, about: str) -> dict[str, Any]:
    return {"refused": {"code": code, "why": about}}


def _type_into(field: TextInput, character: str) -> None:
    if character == "\b":
        field.do_backspace()
    elif character == "\n":
        field.dispatch("on_text_validate")
    else:
        field.insert_text(character)
