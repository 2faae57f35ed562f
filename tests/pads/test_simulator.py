"""Ports handed over, taken back and lent, with real pads behind them; and virtual pads that come and go."""

import os
import pty
import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.pads import news as n
from companion.pads import simulator as s
from companion.pads import virtual
from companion.pads.hub import Pads

PATIENCE_S = 20


def until(true: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.01)


class Table:
    """A hub, its news, and virtual pads."""

    def __init__(self, hub: Pads, heard: "queue.SimpleQueue[Any]", pads: virtual.VirtualPads) -> None:
        self.hub, self.pads = hub, pads
        self._heard = heard
        self.news: list[Any] = []

    def told(self, kind: type) -> list[Any]:
        while not self._heard.empty():
            self.news.append(self._heard.get())
        return [what for what in self.news if isinstance(what, kind)]

    def here(self) -> list[str]:
        return [end.label for end in self.hub.ends() if end.port]


@pytest.fixture
def table() -> Iterator[Table]:
    heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
    with virtual.start(1, seed=1) as pads:
        labels = {pad.port: pad.finger.name for pad in pads}
        with Pads(heard.put, list(labels), labels, hot_plug=False) as hub:
            table = Table(hub, heard, pads)
            until(lambda: table.here() == ["p1"], "p1 never came")
            yield table


@pytest.fixture
def simulator(table: Table) -> Iterator[s.Simulator]:
    simulator = s.Simulator(table.pads, table.hub)
    yield simulator
    simulator.close()


class TestPorts:
    def test_a_port_that_cannot_be_opened_is_told_once_and_listed_while_it_is_there(
        self, table: Table, tmp_path: Path
    ) -> None:
        path = tmp_path / "ttyACM9"
        path.write_text("no port")
        table.hub.add(str(path))
        until(table.hub.turned, "it is never listed")
        time.sleep(0.3)  # it is tried again meanwhile
        assert [(what.port, what.why) for what in table.hub.turned()] == [(str(path), "closed")]
        assert len(table.told(n.Turned)) == 1
        path.unlink()
        until(lambda: not table.hub.turned(), "it is gone and still listed")

    def test_who_does_not_answer_is_listed_until_it_is_taken_back(self, table: Table) -> None:
        master, slave = pty.openpty()
        path = os.ttyname(slave)
        table.hub.add(path)
        until(table.hub.turned, "it is never listed")
        assert [(what.port, what.why) for what in table.hub.turned()] == [(path, "mute")]
        table.hub.remove(path)
        assert table.hub.turned() == [] and path not in table.hub.ports()
        os.close(master)
        os.close(slave)

    def test_a_port_that_is_lent_is_left_alone_and_taken_up_again(self, table: Table) -> None:
        path = table.pads[0].port
        with table.hub.lend(path):
            assert table.here() == [] and path not in table.hub.ports()
            (left,) = table.told(n.Left)
            assert (left.pad, left.why) == ("p1", "closed")
            time.sleep(0.3)
            assert path not in table.hub.ports()
        until(lambda: table.here() == ["p1"], "it is never taken up again")
        assert not table.told(n.Rebooted)

    def test_a_lent_port_comes_back_after_a_fault(self, table: Table) -> None:
        with pytest.raises(OSError, match="no flash"), table.hub.lend(table.pads[0].port):
            raise OSError("no flash")
        until(lambda: table.here() == ["p1"], "it is never taken up again")

    def test_only_who_is_gone_can_be_forgotten(self, table: Table) -> None:
        table.hub.forget("p1")
        assert table.here() == ["p1"]


class TestSimulator:
    def test_it_says_what_they_run_on(self, simulator: s.Simulator) -> None:
        simulator.find_out()
        until(lambda: simulator.runs_on, "it never found out")
        assert simulator.runs_on == virtual.interpreter()[0]

    def test_they_come_and_go_and_come_again(self, table: Table, simulator: s.Simulator) -> None:
        simulator.add()
        until(lambda: table.here() == ["p1", "p2"], "p2 never came")
        assert simulator.labels == ["p1", "p2"]
        for _turn in range(3):  # the system gives the new one the old one's name
            simulator.remove("p1")
            simulator.add()
        until(
            lambda: table.here() == ["p1", "p2"] and simulator.labels == ["p2", "p1"], "p1 never came again"
        )
        assert [end.label for end in table.hub.ends()] == ["p1", "p2"], "nobody is left over"
        assert [pad.alive for pad in table.pads] == [True, True]
        assert len({pad.unique_id for pad in table.pads}) == 2

    def test_a_finger_on_its_picture(self, table: Table, simulator: s.Simulator) -> None:
        simulator.press("p1", "die2")
        until(lambda: table.told(n.Released), "it was never pressed")
        (pressed,) = table.told(n.Pressed)
        assert (pressed.pad, pressed.button) == ("p1", "die2")

    def test_nobody_presses_who_is_not_here(self, table: Table, simulator: s.Simulator) -> None:
        simulator.press("p9", "hit")
        simulator.remove("p9")
        simulator.close()
        assert simulator.take_trouble() == "" and table.here() == ["p1"]

    def test_no_more_than_there_may_be(self, table: Table, simulator: s.Simulator, monkeypatch: Any) -> None:
        monkeypatch.setattr(s, "MOST", 2)
        for _turn in range(3):
            simulator.add()
        simulator.close()
        assert simulator.labels == ["p1", "p2"]

    def test_what_cannot_be_made_is_said_once(self, table: Table, simulator: s.Simulator) -> None:
        (table.pads[0].finger.parent / "p2").write_text("in the way")
        simulator.add()
        simulator.close()
        assert "p2 is there already and is no FIFO" in simulator.take_trouble()
        assert simulator.take_trouble() == "" and simulator.labels == ["p1"]
