"""Pads that are here without any port: what a hub would know of them, set by the test."""

from types import SimpleNamespace
from typing import Any, NamedTuple

from companion.flash.installing import Progress
from companion.pads import news as n
from companion.pads.end import PadEnd
from shared_rules.clocks import Exchange
from shared_rules.wire import messages as m

REAL = n.Pad("A1", "e660583883724a32", "Pico RP2040", "0.1.0", 1, False, pio=True, lights=True, sound=True)
STATS = m.Stats(0, 0, 0, 0, 0, 3, 4_200)
GOOD = m.Report(1, m.TESTED, 0, m.TEST_ALL, 15, 0, 900, 1200, 800, 2100, 2551, 980, 1_900, 300, 1)
VIRTUAL = {"board": "virtual", "virtual": True, "pio": False, "lights": False, "sound": False}
TURN_US = 200_000  # more than the screen waits between two looks
TICK_US = 50_000  # between two exchanges


class PadsHere:
    """Stands in for `companion.pads.hub.Pads`."""

    def __init__(self) -> None:
        self.here: dict[str, PadEnd] = {}
        self.refused: list[n.Turned] = []
        self.wished: list[tuple[Any, ...]] = []

    def plug(self, who: n.Pad = REAL, port: str = "/dev/ttyACM0", **changes: Any) -> PadEnd:
        """A pad is here, and its clock has been measured for a moment."""
        end = PadEnd(who._replace(**changes))
        end.port = port
        end.stats = STATS
        self.here[end.label] = end
        self.measure(end, 0.2)
        return end

    def measure(self, end: PadEnd, seconds: float, half_us: int = 120) -> None:
        """Its clock is measured for so long."""
        known = end.clock.history()
        begin_us = (known[-1].table_us if known else 1_000_000) + TICK_US
        for at_us in range(begin_us, begin_us + int(seconds * 1e6), TICK_US):
            end.exchange(Exchange(at_us, at_us + half_us, at_us + half_us + 10, at_us + 2 * half_us + 10))

    def unplug(self, label: str) -> None:
        self.here[label].port = ""

    # -- what the room and the screens ask

    def ends(self) -> list[PadEnd]:
        return sorted(self.here.values(), key=lambda end: (len(end.label), end.label))

    def ports(self) -> dict[str, Any]:
        link = SimpleNamespace(deframer=SimpleNamespace(dropped=0), unknown=0)
        return {end.port: SimpleNamespace(link=link) for end in self.here.values() if end.port}

    def turned(self) -> list[n.Turned]:
        return list(self.refused)

    def wish(self, label: str, kind: Any, *values: int) -> None:
        self.wished.append((label, kind, *values))


class InstallingHere:
    """Stands in for `companion.flash.installing.Installing`."""

    def __init__(self) -> None:
        self.now: Any = None
        self.begun: list[str] = []

    @property
    def goes_on(self) -> bool:
        return self.now is not None and not self.now.is_over

    def begin(self, port: str) -> None:
        self.begun.append(port)
        self.now = Progress(port)

    def forget(self) -> None:
        if not self.goes_on:
            self.now = None


class SimulatorHere:
    """Stands in for `companion.pads.simulator.Simulator`."""

    def __init__(self) -> None:
        self.labels: list[str] = []
        self.runs_on = "MicroPython 1.28.0"
        self.done: list[tuple[str, ...]] = []
        self.trouble = ""

    def find_out(self) -> None:
        self.done.append(("find_out",))

    def add(self) -> None:
        self.done.append(("add",))

    def remove(self, label: str) -> None:
        self.done.append(("remove", label))

    def press(self, label: str, button: str) -> None:
        self.done.append(("press", label, button))

    def take_trouble(self) -> str:
        told, self.trouble = self.trouble, ""
        return told


class Bench(NamedTuple):
    """The screen, and what is behind it."""

    screen: Any
    room: Any
    pads: PadsHere
    simulator: SimulatorHere
    stage: Any
    now_us: list[int]

    def look(self) -> None:
        self.now_us[0] += TURN_US
        self.screen.refresh(self.now_us[0])
        self.stage.frames()

    def hear(self, *news: Any) -> None:
        for what in news:
            self.room.hear(what)
        self.screen.refresh(self.now_us[0])
        self.stage.frames(1)

    def targets(self) -> dict[str, Any]:
        return {w.target_id: w for w in self.screen.walk() if getattr(w, "target_id", "") and self.is_seen(w)}

    def is_seen(self, widget: Any) -> bool:
        x, y = widget.to_window(*widget.center)
        return bool(0 <= x < self.stage.window.width and 0 <= y < self.stage.window.height)

    def texts(self) -> list[str]:
        return [w.text for w in self.screen.walk() if getattr(w, "text", "") and self.is_seen(w)]

    def tap(self, name: str) -> None:
        target = self.targets()[name]
        self.stage.tap(*target.to_window(*target.center))
        self.look()

    @property
    def tests(self) -> Any:
        return self.screen.ids.detail.tests
