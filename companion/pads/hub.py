"""All the pads at the table: ports come and go, pads stay.

Owns which ports are open, which pad is where, and the one queue into which every reader thread posts its
news. It must never referee, and never block whoever asks it something.
"""

import contextlib
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from serial.tools import list_ports

from companion.pads import news as n
from companion.pads.end import AtTable, PadEnd
from companion.pads.link import Link, a_session
from companion.pads.onscreen import OnScreenPad
from companion.pads.ports import Port, PortError
from companion.tableclock import now_us

RASPBERRY_PI_VID = 0x2E8A  # USB vendor id of every Pico; other devices are left alone
LOOK_EVERY_S = 0.1  # a rebooted pad voids its round within 250 ms of its return
MOST_WISHES = 16
PTYS = "/dev/pts/"


class Pads:
    """The pads at the table, plugged in and out at will. A context manager.

    :param post: takes the news, from the reader threads; what it calls must not block
    :param paths: ports handed over, as virtual pads' are (no system lists a pty)
    :param labels: what to call the pad on a path, instead of by its unique id
    :param hot_plug: look for real pads too
    """

    def __init__(
        self,
        post: Callable[[n.News], None],
        paths: Iterable[str] = (),
        labels: Mapping[str, str] | None = None,
        *,
        hot_plug: bool = True,
    ) -> None:
        self.post = post
        self._paths = list(paths)
        self._labels = dict(labels or {})
        self._hot_plug = hot_plug
        self._lock = threading.Lock()
        self._looking = threading.Lock()  # held while ports are opened, handed over or taken back
        self._ports: dict[str, Port] = {}
        self._ends: dict[str, PadEnd] = {}  # unique id -> pad
        self._turned: dict[str, n.Turned] = {}  # ports that are there and cannot be used
        self._lent: set[str] = set()  # ports that somebody else uses for a while
        self._wishes: dict[str, deque[tuple[Any, tuple[int | AtTable, ...]]]] = {}  # of pads not yet here
        self._on_screen: dict[str, OnScreenPad] = {}
        self._stopping = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="ports", daemon=True)

    def __enter__(self) -> "Pads":
        self._look()
        self._watcher.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._watcher.join(2)
        for port in list(self._ports.values()):
            port.stop()

    # -- asking and telling

    def ends(self) -> list[PadEnd]:
        """All pads seen since the start, by label, p2 before p10; `port` is "" for those that are gone."""
        with self._lock:
            return sorted(self._ends.values(), key=lambda end: (len(end.label), end.label))

    def ports(self) -> dict[str, Port]:
        """The open ports by path."""
        with self._lock:
            return dict(self._ports)

    def turned(self) -> list[n.Turned]:
        """The ports that are there and cannot be used, by path."""
        with self._lock:
            return sorted(self._turned.values())

    def wish(self, label: str, kind: Any, *values: int | AtTable) -> None:
        """Want a command of a pad, now or as soon as it is here."""
        if label in self._on_screen:
            self._on_screen[label].wish(kind, *values)
            return
        with self._lock:
            found = [end for end in self._ends.values() if end.label == label]
            if not found:
                self._wishes.setdefault(label, deque(maxlen=MOST_WISHES)).append((kind, values))
        for end in found:
            end.wish(kind, *values)
        self._wake_all()

    def show(self, pads: Iterable[OnScreenPad]) -> None:
        """Have these pads on the screen, and no others."""
        self._on_screen = {pad.label: pad for pad in pads}

    def add(self, path: str, label: str = "") -> None:
        """Hand over one more port."""
        with self._looking:
            self._labels[path] = label
            self._paths = [*self._paths, path]

    def remove(self, path: str) -> None:
        """Take a port back that was handed over. It waits for the port's thread."""
        with self._looking:
            self._paths = [each for each in self._paths if each != path]
            self._close(path)

    def _close(self, path: str) -> None:
        with self._lock:
            port = self._ports.pop(path, None)
            self._turned.pop(path, None)
        if port is not None:
            port.stop()

    def forget(self, label: str) -> None:
        """Remember a pad that is gone no longer."""
        with self._lock:
            kept = {key: end for key, end in self._ends.items() if end.label != label or end.port}
            self._ends = kept

    @contextlib.contextmanager
    def lend(self, path: str) -> Iterator[None]:
        """Leave a port to somebody else inside a `with`. No port that comes up meanwhile is taken: it may be
        the same one under another name."""
        with self._looking:
            self._lent.add(path)
            self._close(path)
        try:
            yield
        finally:
            with self._looking:
                self._lent.discard(path)

    def all_answered(self, least: int = 0) -> bool:
        """Whether every open port has said who it is or was turned away, and at least so many pads are
        here."""
        with self._lock:
            answered = all(port.link.answered for port in self._ports.values())
            return answered and len(self._ends) >= min(least, len(self._ports))

    def hurry(self, on: bool) -> None:
        """While a call waits: have every pad report as often as it can."""
        for port in self.ports().values():
            sleeps = on and not port.link.is_hurried
            port.link.hurry = on
            if sleeps:
                port.wake()

    def _tell(self, what: n.News) -> None:
        """Post what a port's thread has learned. A HIT makes every pad report at once: whoever rules has not
        even heard of it."""
        if isinstance(what, n.Joined | n.Turned):
            with self._lock:
                self._note(what)
        if isinstance(what, n.Hit):
            moment_us = now_us()
            for port in self.ports().values():
                port.link.hasten(moment_us)
            self._wake_all()
        self.post(what)

    def _note(self, what: n.Joined | n.Turned) -> None:
        if isinstance(what, n.Turned):
            self._turned[what.port] = what
        else:
            self._turned.pop(what.port, None)

    def _wake_all(self) -> None:
        for port in self.ports().values():
            port.wake()

    # -- ports come and go

    def _watch(self) -> None:
        while not self._stopping.wait(LOOK_EVERY_S):
            self._look()

    def _look(self) -> None:
        with self._looking:
            self._open_and_forget()

    def _open_and_forget(self) -> None:
        there = [path for path in self._paths if Path(path).exists()] + self._plugged_in()
        with self._lock:
            gone = [path for path, port in self._ports.items() if not port.alive]
            for path in gone:
                del self._ports[path]
            self._turned = {path: what for path, what in self._turned.items() if path in there}
            free = [] if self._lent else [path for path in there if path not in self._ports]
        # The system gives a pty's name to the next one that asks, which may be anybody's terminal.
        self._paths = [path for path in self._paths if not (path in gone and path.startswith(PTYS))]
        for path in free:
            self._open(path)

    def _plugged_in(self) -> list[str]:
        if not self._hot_plug:
            return []
        return [port.device for port in list_ports.comports() if port.vid == RASPBERRY_PI_VID]

    def _open(self, path: str) -> None:
        link = Link(path, a_session(), now_us(), self._claim, self._labels.get(path, ""))
        try:
            port = Port(path, link, self._tell)
        except PortError as error:
            self._complain(n.Turned(path, "closed", str(error)))
            return
        with self._lock:
            self._ports[path] = port
            if path in self._turned and self._turned[path].why == "closed":
                del self._turned[path]

    def _complain(self, what: n.Turned) -> None:
        """A port cannot be opened; said once, for it is tried again and again."""
        with self._lock:
            known = self._turned.get(what.port)
            self._turned[what.port] = what
        if known is None or known.why != what.why:
            self.post(what)

    def _claim(self, who: n.Pad, port: str) -> PadEnd | None:
        """The memory of this pad, now on this port; None when it is on another one."""
        with self._lock:
            end = self._ends.setdefault(who.unique_id, PadEnd(who))
            if end.port:
                return None
            end.port = port
            for kind, values in self._wishes.pop(end.label, ()):
                end.wish(kind, *values)
            return end
