"""From a press on a virtual pad to its ruling, and to the frame that shows the verdict.

    python -m tests.bench.press_to_verdict [ROUNDS]

Opens the real window off-screen with four virtual pads, presses HIT on one of them a while after DRAW, and
prints one JSON object: milliseconds from the finger to the final ruling inside the host, to the verdict
durable on disk, and to the end of the first frame that shows it; and how many frames lie between ruling and
picture, a frame being what this machine took to draw one in the same run.
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.bench.percentiles import percentiles

ROUNDS = 20
REACTION_US = 250_000
BEAT_US = 60_000
FRAMES = 20


def main(rounds: int) -> None:
    """Measure, and print the figures."""
    os.environ.update(SDL_VIDEODRIVER="offscreen", SDL_AUDIODRIVER="dummy")
    os.environ.pop("DISPLAY", None)
    from companion import app as wiring
    from companion.options import Options

    with tempfile.TemporaryDirectory() as folder:
        options = Options(
            (1280, 800), True, "en", Path(folder), 4, None, 0, None, (), BEAT_US, 500_000, False
        )
        figures: dict[str, list[float]] = {
            "ruled_ms": [],
            "stored_ms": [],
            "drawn_ms": [],
            "frame_ms": [],
            "frames": [],
        }
        _Bench(rounds, figures).install()
        wiring.run(options)
    told = {name: percentiles(values) for name, values in figures.items()}
    print(json.dumps({"rounds": len(figures["ruled_ms"]), **told}))


class _Bench:
    """Plays rounds in the window and takes the times."""

    def __init__(self, rounds: int, figures: dict[str, list[float]]) -> None:
        self.rounds = rounds
        self.figures = figures
        self.pressed_us = 0
        self.ruled_us = 0
        self.stored_us = 0
        self.flips = 0

    def install(self) -> None:
        """Hook into the wiring just before the window is made."""
        from companion.pads import virtual

        start = virtual.start

        def started(*args: Any, **kwargs: Any) -> Any:
            self.pads = start(*args, **kwargs)
            return self.pads

        virtual.start = started
        from companion.sitting import Shootout
        from shared_rules.referee import calls as c

        bench, save, stored = self, Shootout._save, Shootout._stored

        def saving(shootout: Any) -> None:
            save(shootout)
            calls = shootout._saving[1] if shootout._saving else []
            if not bench.ruled_us and any(
                isinstance(x, c.First) and x.round == shootout.round for x in calls
            ):
                bench.ruled_us = _now_us()

        def storing(shootout: Any, what: Any) -> None:
            stored(shootout, what)
            if bench.ruled_us and not bench.stored_us and isinstance(shootout.verdict, c.First):
                bench.stored_us = _now_us()

        Shootout._save, Shootout._stored = saving, storing  # type: ignore[method-assign]
        self._start_when_ready()

    def _start_when_ready(self) -> None:
        import companion.app

        prepare = companion.app.prepare

        def prepared(options: Any) -> None:
            prepare(options)
            from kivy.clock import Clock

            Clock.schedule_once(lambda _dt: self._sit_down(), 2.5)

        companion.app.prepare = prepared

    def _sit_down(self) -> None:
        from kivy.app import App
        from kivy.core.window import Window

        self.app: Any = App.get_running_app()
        setup = self.app.room.setup
        setup.add()
        setup.add()
        for place in range(4):
            setup.claim(f"p{place + 1}", place)
        self.app.sit_down()
        Window.bind(on_flip=self._flip)
        self._next(1.0)

    def _next(self, pause_s: float) -> None:
        from kivy.clock import Clock

        Clock.schedule_once(self._count_down, pause_s)

    def _count_down(self, _dt: float) -> None:
        from shared_rules.referee import stages

        shootout = self.app.room.shootout
        if shootout.stage == stages.RULED:
            shootout.clear()
            self._next(0.3)
            return
        self.ruled_us = self.stored_us = self.flips = 0
        self.app.shootout.count_down()
        offset_us = time.monotonic_ns() // 1000 - _now_us()
        self.pressed_us = shootout.draw.at_us + REACTION_US
        self.pads[len(self.figures["ruled_ms"]) % 4].press(at_us=self.pressed_us + offset_us)

    def _measure_frames(self) -> None:
        """What one whole frame takes here, to its last pixel."""
        from kivy.core.window import Window
        from kivy.graphics.opengl import glFinish

        for _ in range(FRAMES):
            glFinish()
            began = time.perf_counter()
            Window.dispatch("on_draw")
            glFinish()
            self.figures["frame_ms"].append((time.perf_counter() - began) * 1000)
        self.app.stop()

    def _flip(self, *_: object) -> None:
        from kivy.clock import Clock
        from kivy.graphics.opengl import glFinish

        glFinish()  # the picture is there, not only asked for; off-screen nothing else would wait for it
        self.flips += 1
        if not self.ruled_us:
            self.flips = 0
        if not self.stored_us or not self.pressed_us or self.app.shootout.on:
            return
        self.figures["frames"].append(self.flips)
        now_us = _now_us()
        self.figures["ruled_ms"].append((self.ruled_us - self.pressed_us) / 1000)
        self.figures["stored_ms"].append((self.stored_us - self.pressed_us) / 1000)
        self.figures["drawn_ms"].append((now_us - self.pressed_us) / 1000)
        self.pressed_us = 0
        if len(self.figures["ruled_ms"]) == self.rounds:
            Clock.schedule_once(lambda _dt: self._measure_frames(), 1.0)
        else:
            self._next(0.6)


def _now_us() -> int:
    from companion.tableclock import now_us

    return now_us()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
