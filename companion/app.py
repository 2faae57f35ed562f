"""The window: wiring only.

Owns the order in which Kivy, the pads, the store and the screens are put together, and the one trigger
through which all news reaches the screens. Everything that is decided is decided elsewhere.
"""

import gc
import logging
import os
import queue
import sys
from contextlib import ExitStack, closing
from typing import Any

from companion import display, i18n
from companion.flash.installing import Installing
from companion.i18n import _
from companion.options import Options
from companion.pads import virtual
from companion.pads.hub import Pads
from companion.pads.simulator import Simulator
from companion.store.writer import StoreWriter

FRAMES_A_SECOND = 60
# What Kivy complains of at length where it is missing, and what is not used here: nothing is copied, and
# fingers come from SDL.
NOT_USED = ("Cutbuffer", "MTDev")


def prepare(options: Options) -> None:
    """Tell Kivy what it must know before its window is imported."""
    os.environ.setdefault("KIVY_HOME", str(options.data_dir / "kivy"))
    os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_NO_CONFIG="1", KIVY_LOG_MODE="PYTHON")
    os.environ.setdefault("KIVY_CLIPBOARD", "dummy")
    logging.getLogger("kivy").addFilter(_is_wanted)
    from kivy.config import Config

    width, height = options.size or (1280, 800)
    full = not options.windowed and options.size is None
    if full:
        # Where nobody manages windows, on a bare X server, a window stays as large as it was made.
        width, height = display.size() or (width, height)
    graphics = {
        "width": width,
        "height": height,
        "multisamples": 0,  # every edge of ours is drawn soft; a driver that offers none shows the same
        "maxfps": FRAMES_A_SECOND,
        "fullscreen": "auto" if full else "0",
        "resizable": 1,
        "minimum_width": 1,
        "minimum_height": 1,
    }
    for key, value in graphics.items():
        Config.set("graphics", key, str(value))
    _listen_to_fingers()
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "kivy_clock", "interrupt")  # news does not wait for the end of the frame's sleep


def _is_wanted(record: logging.LogRecord) -> bool:
    return not any(word in record.getMessage() for word in NOT_USED)


def _listen_to_fingers() -> None:
    """A mouse, and every finger once; none of the providers that Kivy would add."""
    from kivy.config import Config

    from companion import fingers

    os.environ.update(fingers.ONCE)
    for provider in Config.options("input"):
        Config.remove_option("input", provider)
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("input", fingers.NAME, fingers.NAME)


def run(options: Options) -> int:
    """Open the window and return the exit code when it is closed.

    :raises StoreError: the data folder cannot be used
    :raises OSError: a virtual pad or its finger cannot be made
    """
    i18n.use(options.language)
    with ExitStack() as stack:
        news = _News()
        writer = StoreWriter(options.data_dir, news.post)
        pads = virtual.start(
            options.virtual_pads,
            fingers_dir=options.fingers_dir,
            skew_ppm=options.skew_ppm,
            seed=options.seed,
        )
        stack.enter_context(pads)
        labels = {pad.port: pad.finger.name for pad in pads}
        hub = stack.enter_context(Pads(news.post, [*labels, *options.ports], labels))
        simulator = stack.enter_context(closing(Simulator(pads, hub)))
        installing = stack.enter_context(closing(Installing(hub)))
        gc.disable()  # nothing that is made until the window stands is garbage: TinStar.on_start
        prepare(options)
        from companion.window import TinStar

        app = TinStar(hub, writer, news, options, simulator, installing)
        news.wake = app.wake
        try:
            app.run()
        finally:  # however it ended, the evidence is closed and written out
            app.room.close_shootout()
            app.room.close_match()
            stored = writer.close()
            gc.freeze()  # the process ends: to look for garbage in every widget once more takes a second
        if not stored:
            print(_("Not everything could be stored: {why}").format(why=app.room.trouble), file=sys.stderr)
        return app.exit_code if stored else 1


class _News:
    """The one queue. Whoever posts wakes the window, once there is one."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.wake: Any = lambda: None

    def post(self, what: object) -> None:
        """From any thread."""
        self._queue.put(what)
        self.wake()

    def take(self) -> list[Any]:
        """All that has come in."""
        taken = []
        while not self._queue.empty():
            taken.append(self._queue.get())
        return taken
