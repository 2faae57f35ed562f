"""One pad's cable with every byte: the firmware's brain at one end, the host's link at the other.

Owns the pad's loop, in the firmware's own order, and the bytes on their way with what happens to them. True
time is the host's; it is asked and never kept.
"""

import random
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

from companion.pads import news as n
from companion.pads.end import PadEnd
from companion.pads.link import Link
from firmware.pad import Pad
from shared_rules import dice
from tests.bench import players
from tests.bench.links import LOOP_US, Faults, Outage, Profile, bounced

# A byte of chance that makes a die show a face.
BYTES = {(die, face): dice.FACES[die].index(face) for die in dice.DIE_NAMES for face in set(dice.FACES[die])}


class Host(Protocol):
    """Who knows the time, and hears the news."""

    @property
    def now_us(self) -> float:
        """True time."""

    def at(self, t_us: float, what: Callable[..., None], *arguments: Any) -> None:
        """Have something happen later."""

    def hear(self, news: Iterable[n.News]) -> None:
        """News of the pads."""

    def reported(self, act: players.Act) -> None:
        """The pad took this press, and will tell it."""


class Edge(NamedTuple):
    """A raw edge that the board has kept for the loop."""

    stamp: int
    button: int
    pressed: bool
    act: players.Act | None  # of which it is the first


class Cable:
    """A pad and its cable. `stamp`: true time -> what the pad's clock shows. `stalled`: nothing gets through
    until then."""

    def __init__(
        self,
        host: Host,
        chance: random.Random,
        end: PadEnd,
        profile: Profile,
        faults: Faults,
        stamp: Callable[[float], int],
    ) -> None:
        self.host = host
        self.chance = chance
        self.end = end
        self.profile = profile
        self.faults = faults
        self.stamp = stamp
        self.link: Link | None = None
        self.brain: Pad | None = None
        self.stalled: Outage | None = None
        self._sessions = 0
        self._edges: deque[Edge] = deque()
        self._free_us = {"up": 0.0, "down": 0.0}  # bytes do not overtake, except by a fault
        self._face = ""
        self._threw = False

    # -- power and plug

    def power_up(self, boot_id: int) -> None:
        """The pad starts, with an empty memory."""
        self._edges.clear()
        now_us = self.stamp(self.host.now_us)
        self.brain = Pad(self.end.label.encode(), b"sim", boot_id, self._next_byte, now_us=now_us)

    def power_down(self) -> None:
        """The pad forgets everything."""
        self.brain = None

    def plug(self) -> None:
        """The host opens the port."""
        self._sessions += 1
        self._free_us = {"up": 0.0, "down": 0.0}
        self.link = Link("sim", self._sessions, int(self.host.now_us), self._claim, self.end.label)

    def pull(self) -> None:
        """The port is gone, and what was on its way is lost."""
        link, self.link = self.link, None
        if link is not None:
            self.host.hear(link.leave(int(self.host.now_us), "unplugged"))

    def _claim(self, _who: n.Pad, port: str) -> PadEnd:
        self.end.port = port
        return self.end

    # -- the pad

    def press(self, act: players.Act) -> None:
        """A finger: its raw edges are kept by the board until the loop comes round."""
        number = players.BUTTONS[act.button]
        edges = bounced(self.chance, act.t_us, act.down_us)
        for place, (t_us, level) in enumerate(edges):
            self._edges.append(Edge(self.stamp(t_us), number, level, None if place else act))
        self._edges = deque(sorted(self._edges, key=lambda edge: edge.stamp))
        for t_us in (act.t_us, edges[-1][0]):
            self.host.at(t_us + self.chance.uniform(20, LOOP_US), self.loop)

    def loop(self, data: bytes = b"") -> None:
        """Once round the pad's loop, in the order that keeps its watermarks honest."""
        brain = self.brain
        if brain is None:
            return
        stamp = self.stamp(self.host.now_us)
        while self._edges and self._edges[0].stamp <= stamp:
            self._edge(brain, self._edges.popleft())
        brain.tick(stamp)
        brain.feed(data, stamp)
        self._send("up", brain.take(stamp))

    def _edge(self, brain: Pad, edge: Edge) -> None:
        self._face, self._threw = edge.act.face if edge.act else "", False
        self._die = edge.button
        brain.edge(edge.button, edge.pressed, edge.stamp)
        if edge.act and (edge.act.button == players.HIT or self._threw):
            self.host.reported(edge.act)

    def _next_byte(self) -> int:
        self._threw = True
        return BYTES[self._die, dice.FACE_NUMBERS[self._face]]

    # -- the bytes

    def write(self) -> None:
        """The host writes what is due."""
        if self.link is not None:
            self._send("down", self.link.due(int(self.host.now_us)))

    def _send(self, way: str, data: bytes) -> None:
        chance, faults = self.chance, self.faults
        if not data or self.link is None or chance.random() < faults.lost:
            return
        if chance.random() < faults.damaged:
            data = damaged(chance, data)
        arrives_us = self.host.now_us + self.profile.delay_us(chance)
        if self.stalled is not None:
            arrives_us = max(arrives_us, self.stalled.end_us)
        if chance.random() >= faults.overtaken:
            arrives_us = self._free_us[way] = max(arrives_us, self._free_us[way] + 1)
        self.host.at(arrives_us, self._arrive, way, self.link, data)
        if chance.random() < faults.doubled:
            self.host.at(arrives_us + chance.uniform(1, 3_000), self._arrive, way, self.link, data)

    def _arrive(self, way: str, link: Link, data: bytes) -> None:
        if link is not self.link:
            return  # the cable was pulled meanwhile
        if way == "down":
            self.loop(data)
        else:
            self.host.hear(link.feed(data, int(self.host.now_us)))
            self.write()


def damaged(chance: random.Random, data: bytes) -> bytes:
    """One bit flipped, or a piece cut out or off."""
    at = chance.randrange(len(data))
    if chance.random() < 0.5:
        return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
    return data[:at] + data[at + chance.randrange(1, 8) :]
