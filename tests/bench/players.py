"""What players do in one round: a script of presses in true time, honest and otherwise.

Owns reaction times, dice and cheating. It never asks the referee: people act on what they see.
"""

import heapq
import itertools
import random
from typing import NamedTuple

from shared_rules.referee.events import BLANK, BULLET, COWARD, RUN

HIT = "hit"
BUTTONS = {HIT: 0, "shooter1": 1, "shooter2": 2, COWARD: 3}
SHORTEST_PAUSE_US = 150_000  # nobody lets go and presses the same button again faster
ROUND_US = 5_000_000  # after that nobody throws any more
# How near two fingers are who call together, in us; the first are the very same moment.
GAPS = ((0, 0), (0, 0), (0, 400), (0, 1_000), (500, 3_000), (500, 20_000))


class Seat(NamedTuple):
    """A player in this round."""

    name: str
    pad: str
    dice: tuple[str, ...]


class Act(NamedTuple):
    """One press: `button` is HIT or a die; `face` is what that die will show."""

    t_us: float
    pad: str
    button: str
    face: str
    down_us: float


class Script(NamedTuple):
    """A round's presses in order; `duel` are the pads whose HITs were meant to be together."""

    acts: list[Act]
    duel: tuple[str, ...]
    gap_us: float


def table_round(chance: random.Random, seats: list[Seat], draw_us: float) -> Script:
    """Real dice on the table: the pads see nothing but HITs."""
    hits = [
        (draw_us + chance.uniform(180_000, 2_500_000), seat.pad) for seat in seats if chance.random() < 0.8
    ]
    duel, gap_us = _duel(chance, seats)
    if duel:
        at_us = draw_us + chance.uniform(150_000, 1_500_000)
        hits = [
            (t_us, pad) for t_us, pad in hits if pad not in duel and t_us > at_us + chance.uniform(-1e4, 1e5)
        ]
        hits += _together(chance, duel, at_us, gap_us)
    hits += _cheats(chance, seats, draw_us)
    return Script(_spaced(chance, [(t_us, pad, HIT, "") for t_us, pad in hits]), duel, gap_us)


def pad_round(chance: random.Random, seats: list[Seat], draw_us: float, settle_us: int) -> Script:
    """Dice on the pads: throw, look, call what shows or throw again."""
    return _Dice(chance, seats, draw_us, settle_us).script()


def _duel(chance: random.Random, seats: list[Seat]) -> tuple[tuple[str, ...], float]:
    """Who calls together in this round, and how near; mostly nobody."""
    if len(seats) < 2 or chance.random() < 0.45:
        return (), 0.0
    count = 2 if chance.random() < 0.9 else len(seats)
    return tuple(seat.pad for seat in chance.sample(seats, count)), chance.uniform(*chance.choice(GAPS))


def _together(
    chance: random.Random, pads: tuple[str, ...], at_us: float, gap_us: float
) -> list[tuple[float, str]]:
    order = chance.sample(pads, len(pads))
    return [(at_us + place * gap_us, pad) for place, pad in enumerate(order)]


def _cheats(chance: random.Random, seats: list[Seat], draw_us: float) -> list[tuple[float, str]]:
    """HITs before DRAW: far before, just before, together."""
    if chance.random() > 0.08:
        return []
    at_us = draw_us - chance.choice(
        (chance.uniform(0, 600), chance.uniform(0, 5_000), chance.uniform(0, 2e6))
    )
    pads = tuple(seat.pad for seat in chance.sample(seats, chance.choice((1, 1, min(2, len(seats))))))
    return _together(chance, pads, at_us, chance.uniform(0, 800))


def _spaced(chance: random.Random, wanted: list[tuple[float, str, str, str]]) -> list[Act]:
    """The presses that fingers can do: the same button not again before it was let go."""
    free_us: dict[tuple[str, str], float] = {}
    acts: list[Act] = []
    for t_us, pad, button, face in sorted(wanted):
        if t_us >= free_us.get((pad, button), t_us):
            free_us[pad, button] = t_us + SHORTEST_PAUSE_US
            acts.append(Act(t_us, pad, button, face, chance.uniform(40_000, 100_000)))
    return acts


class _Dice:
    """One round with pad dice, walked in true time."""

    def __init__(self, chance: random.Random, seats: list[Seat], draw_us: float, settle_us: int) -> None:
        self.chance = chance
        self.seats = seats
        self.draw_us = draw_us
        self.settle_us = settle_us
        self.duel, self.gap_us = _duel(chance, seats)
        self.rigged = self.duel and chance.random() < 0.85  # nobody else has anything before the duel
        self.wanted: list[tuple[float, str, str, str]] = []
        self.over_us = draw_us + ROUND_US
        self.number = itertools.count()
        self.todo: list[tuple[float, int, str, Seat]] = []
        self.shows: dict[tuple[str, str], str] = {}
        self.done: set[str] = set()

    def script(self) -> Script:
        chance, draw_us = self.chance, self.draw_us
        for seat in self.seats:
            self.plan(draw_us + chance.uniform(150_000, 500_000), "throw", seat)
            if chance.random() < 0.05:  # with nothing showing
                self.plan(draw_us + chance.uniform(100_000, 1_500_000), HIT, seat)
        if self.duel:
            at_us = draw_us + 650_000 + self.settle_us + chance.uniform(180_000, 300_000)
            for t_us, pad in _together(chance, self.duel, at_us, self.gap_us):
                self.plan(t_us, HIT, next(seat for seat in self.seats if seat.pad == pad))
        for t_us, pad in _cheats(chance, self.seats, draw_us):
            die = chance.choice(next(seat.dice for seat in self.seats if seat.pad == pad))
            self.wanted.append((t_us, pad, *chance.choice(((HIT, ""), (die, BLANK)))))
        while self.todo:
            t_us, _n, what, seat = heapq.heappop(self.todo)
            if t_us <= self.over_us:
                {"throw": self.throw, "look": self.look, HIT: self.hit}[what](t_us, seat)
        return Script(_spaced(chance, self.wanted), self.duel, self.gap_us)

    def plan(self, t_us: float, what: str, seat: Seat) -> None:
        heapq.heappush(self.todo, (t_us, next(self.number), what, seat))

    def throw(self, t_us: float, seat: Seat) -> None:
        if seat.pad in self.done:
            return
        for die in seat.dice:
            self.shows[seat.pad, die] = self.face(seat, die)
            self.wanted.append((t_us, seat.pad, die, self.shows[seat.pad, die]))
            if self.shows[seat.pad, die] == RUN and self.chance.random() < 0.05:
                self.call_at_once(t_us + self.settle_us, seat)
            t_us += self.chance.uniform(20_000, 70_000)
        self.plan(t_us + self.settle_us, "look", seat)
        if self.chance.random() < 0.03:  # calls just as the die comes to rest
            self.plan(t_us + self.settle_us + self.chance.uniform(-60_000, 1_000), HIT, seat)

    def call_at_once(self, shows_us: float, seat: Seat) -> None:
        """Somebody calls another's run-away in the moment in which it comes to rest."""
        others = [other for other in self.seats if other is not seat]
        if others:
            self.plan(shows_us + self.chance.uniform(-500, 500), HIT, self.chance.choice(others))

    def face(self, seat: Seat, die: str) -> str:
        if self.rigged and not any(pad == seat.pad for _t, pad, *_ in self.wanted):
            bullet = seat.pad in self.duel
            return BULLET if bullet else BLANK
        faces = (BULLET, RUN, RUN, BLANK, BLANK, BLANK) if die == COWARD else (BULLET, BULLET, BLANK, BLANK)
        return self.chance.choice(faces)

    def look(self, t_us: float, seat: Seat) -> None:
        """The dice have come to rest: everybody sees them."""
        mine = [self.shows[seat.pad, die] for die in seat.dice]
        if BULLET in mine or RUN in mine:
            if seat.pad not in self.duel:
                self.plan(t_us + self.chance.gauss(280_000, 50_000), HIT, seat)
            self.done.add(seat.pad)
        else:
            self.plan(t_us + self.chance.uniform(80_000, 300_000), "throw", seat)
        if RUN in mine:
            for other in self.seats:
                if other is not seat and self.chance.random() < 0.4:
                    self.plan(t_us + self.chance.gauss(320_000, 60_000), HIT, other)

    def hit(self, t_us: float, seat: Seat) -> None:
        self.wanted.append((t_us, seat.pad, HIT, ""))
        if seat.pad in self.done or seat.pad in self.duel:
            self.over_us = min(self.over_us, t_us + self.chance.uniform(1_000, 250_000))
