"""Shootouts for property tests: what honest pads would report, crowded in time so that every edge is met.

Times are small on purpose: dice settle within 30 us. Only the lock-outs of three seconds are as in life, and
now and then a press comes just when one of them ends.
"""

from typing import NamedTuple

from hypothesis import strategies as st

from shared_rules import referee as r
from shared_rules.referee.events import COWARD, LOCK_OUT_US

NAMES = ("Ana", "Bo", "Cy", "Di", "Eli")
HELD = (
    ("shooter1",),
    (COWARD,),
    ("shooter1", COWARD),
    ("shooter1", "shooter2"),
    ("shooter1", "shooter2", COWARD),
)
SETTLE_US, LIMIT_US = 30, 50
FAR_US = 10**9
PAUSES = (0, 1, 5, SETTLE_US - 1, SETTLE_US, SETTLE_US + 1, SETTLE_US + 10, 70, 200)
LOCK_ENDS = (LOCK_OUT_US - 30, LOCK_OUT_US, LOCK_OUT_US + 10)


class Shootout(NamedTuple):
    """Settings, rounds, and each pad's events in the order in which they were pressed."""

    settings: r.Settings
    draws: list[r.Draw]
    events: dict[str, list[r.Hit | r.Roll]]

    @property
    def everything(self) -> list[r.Seen]:
        """All of it, each pad having reported to the end."""
        told: list[r.Seen] = [*self.draws]
        for pad, events in self.events.items():
            told += [*events, r.Watermark(pad, len(events), FAR_US)]
        return told


@st.composite
def shootouts(draw: st.DrawFn, least_hits: int = 0) -> Shootout:
    """2 to 5 players with 1 to 3 dice each, 1 to 3 rounds, either mode of dice."""
    count = draw(st.integers(2, 5))
    seats = tuple(r.Player(NAMES[place], f"p{place + 1}") for place in range(count))
    settings = r.Settings(draw(st.booleans()), LIMIT_US, SETTLE_US, seats)
    draws = _draws(draw, seats)
    held = {seat.pad: dict(draws[0].dice).get(seat.name, ("shooter1",)) for seat in seats}
    events = {seat.pad: _events(draw, seat.pad, held[seat.pad], draws) for seat in seats}
    if least_hits and not any(isinstance(event, r.Hit) for told in events.values() for event in told):
        events["p1"].append(
            _after(events["p1"], r.Hit("p1", 0, draws[-1].at_us + 500, draws[-1].at_us + 510))
        )
    return Shootout(settings, draws, events)


def _draws(draw: st.DrawFn, seats: tuple[r.Player, ...]) -> list[r.Draw]:
    draws: list[r.Draw] = []
    begin_us = 0
    for number in range(1, draw(st.integers(1, 3)) + 1):
        at_us = begin_us + draw(st.integers(0, 40))
        names = [seat.name for seat in seats if number == 1 or draw(st.integers(0, 3))]
        dice = tuple((name, draw(st.sampled_from(HELD))) for name in names or [seats[0].name])
        draws.append(r.Draw(number, begin_us, at_us, dice))
        begin_us = at_us + draw(st.sampled_from((60, 150, 300, LOCK_OUT_US + 40)))
    return draws


def _events(draw: st.DrawFn, pad: str, held: tuple[str, ...], draws: list[r.Draw]) -> list[r.Hit | r.Roll]:
    events: list[r.Hit | r.Roll] = []
    lo = draws[0].at_us + draw(st.sampled_from((-20, -3, 0, 0, 2, 10, 40)))
    for seq in range(1, draw(st.integers(0, 7)) + 1):
        hi = lo + draw(st.sampled_from((0, 2, 8, 25)))
        if draw(st.booleans()):
            events.append(r.Hit(pad, seq, lo, hi))
        else:
            die = draw(st.sampled_from(held))
            faces = ("bullet", "run", "run", "blank") if die == COWARD else ("bullet", "bullet", "blank")
            events.append(r.Roll(pad, seq, lo, hi, die, draw(st.sampled_from(faces))))
        lo += draw(st.sampled_from(LOCK_ENDS if draw(st.integers(0, 9)) == 0 else PAUSES))
    return events


def _after(events: list[r.Hit | r.Roll], hit: r.Hit) -> r.Hit:
    least_us = max([hit.lo, *(event.lo + 1 for event in events)])
    return r.Hit(hit.pad, len(events) + 1, least_us, least_us + 10)


@st.composite
def so_far(draw: st.DrawFn, shootout: Shootout) -> list[r.Seen]:
    """What may have arrived by some moment: of each pad its first events, and a mark that is true."""
    told: list[r.Seen] = [*shootout.draws]
    for pad, events in shootout.events.items():
        seq = draw(st.integers(0, len(events)))
        told += events[:seq]
        if draw(st.integers(0, 4)):
            most_us = events[seq].lo - 1 if seq < len(events) else FAR_US
            gives_away_us = draw(st.sampled_from((0, 0, 3, 50)))
            told.append(r.Watermark(pad, seq, most_us - gives_away_us))
    return told


def calls_of(settings: r.Settings, seen: list[r.Seen]) -> list[object]:
    """What a referee that has seen all this says."""
    referee = r.Referee(settings)
    for what in seen:
        referee.see(what)
    return list(referee.calls())
