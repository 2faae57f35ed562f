"""Virtual pads that come and go while the program runs.

Owns the thread in which they are started and ended, so that nobody waits for a process. It must never know a
screen.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from companion.pads import virtual
from companion.pads.hub import Pads

MOST = 16


class Simulator:
    """The virtual pads of this program. Close it before them.

    :param pads: those that run already
    :param hub: is handed their ports
    """

    def __init__(self, pads: virtual.VirtualPads, hub: Pads) -> None:
        self._pads = pads
        self._hub = hub
        self._thread = ThreadPoolExecutor(1, "virtual pads")
        self._trouble = ""
        self.runs_on = ""  # the interpreter, once that is known

    def close(self) -> None:
        """Wait for what has begun; nothing more begins."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    @property
    def labels(self) -> list[str]:
        """The virtual pads, in the order in which they came."""
        return [pad.finger.name for pad in list(self._pads)]

    def take_trouble(self) -> str:
        """Why one could not be started, once; "" when all is well."""
        told, self._trouble = self._trouble, ""
        return told

    def find_out(self) -> None:
        """Learn what `runs_on` is, soon."""
        if not self.runs_on:
            self._do(self._find_out)

    def add(self) -> None:
        """One more, soon."""
        self._do(self._add)

    def remove(self, label: str) -> None:
        """One less, soon; it is as if it had never been here."""
        self._do(lambda: self._remove(label))

    def press(self, label: str, button: str) -> None:
        """A finger on a button of a virtual pad."""
        self._do(lambda: self._press(label, button))

    # -- in its own thread

    def _do(self, what: Callable[[], None]) -> None:
        self._thread.submit(self._try, what)

    def _try(self, what: Callable[[], None]) -> None:
        try:
            what()
        except OSError as error:
            self._trouble = str(error)

    def _find_out(self) -> None:
        self.runs_on = virtual.interpreter()[0]

    def _add(self) -> None:
        if len(self._pads) < MOST:
            pad = self._pads.add()
            self._hub.add(pad.port, pad.finger.name)

    def _remove(self, label: str) -> None:
        for pad in [pad for pad in self._pads if pad.finger.name == label]:
            self._hub.remove(pad.port)
            self._pads.remove(pad)
            self._hub.forget(label)

    def _press(self, label: str, button: str) -> None:
        for pad in [pad for pad in self._pads if pad.finger.name == label]:
            pad.press(button)
