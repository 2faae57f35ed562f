"""Installations for whoever cannot wait: one after the other, in a thread of their own.

Owns the thread and how far it is. It must never know a screen.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from companion.flash.errors import FlashError
from companion.flash.steps import Installed, Step
from companion.pads.hub import Pads

Install = Callable[[str, Callable[[Step], None]], Installed]


class Progress(NamedTuple):
    """How far one installation is; at its end, either `installed` or an `error`, a sentence for people."""

    port: str
    step: Step | None = None
    installed: Installed | None = None
    error: str = ""

    @property
    def is_over(self) -> bool:
        """Whether it has ended, well or not."""
        return self.installed is not None or bool(self.error)


class Installing:
    """The installations of this program. Close it before the pads.

    :param hub: lends the port meanwhile
    :param install: `installer.install`, which is loaded when it is needed
    """

    def __init__(self, hub: Pads, install: Install | None = None) -> None:
        self._hub = hub
        self._install = install
        self._thread = ThreadPoolExecutor(1, "installing")
        self.now: Progress | None = None  # the latest one

    def close(self) -> None:
        """Wait for the one that goes on: a pad is not left without its firmware."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    @property
    def goes_on(self) -> bool:
        """Whether one goes on now."""
        return self.now is not None and not self.now.is_over

    def forget(self) -> None:
        """Whoever looked has seen how the latest one ended."""
        if not self.goes_on:
            self.now = None

    def begin(self, port: str) -> None:
        """Put the firmware on the board at a port, unless another installation goes on."""
        if not self.goes_on:
            self.now = Progress(port)
            self._thread.submit(self._do, port)

    def _do(self, port: str) -> None:
        try:
            with self._hub.lend(port):
                self.now = Progress(port, installed=self._installer()(port, self._tell))
        except (FlashError, OSError) as error:
            self.now = Progress(port, error=str(error))
        except Exception as error:  # whatever it is, it has ended, and the screen must say so
            self.now = Progress(port, error=repr(error))

    def _installer(self) -> Install:
        if self._install is None:
            from companion.flash.installer import install

            self._install = install
        return self._install

    def _tell(self, step: Step) -> None:
        assert self.now is not None
        self.now = self.now._replace(step=step)
