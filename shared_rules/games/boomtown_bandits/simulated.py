"""A shootout that nobody plays: people made up, their throws and presses refereed like real ones.

Owns what random play answers where a verdict is asked: timed events go to the real referee, and its calls
become the verdict. It decides nothing itself, and chance comes from outside as `below`.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from shared_rules import dice as d
from shared_rules import referee as r
from shared_rules.referee.events import BLANK, LOCK_OUT_US

from .verdicts import from_calls

Below = Callable[[int], int]  # below(n) -> 0..n-1, each equally likely
Thrown = Mapping[str, tuple[str, ...]]

COUNTDOWN_US, SETTLE_US, LIMIT_US = 3_000_000, 500_000, 100_000
REACTION_US = (180_000, 250_000)  # the least, and how much it varies
PAUSE_US = (80_000, 200_000)  # between a look at the dice and the next throw
HALF_WIDTH_US = (40, 200)  # of an interval that a pad's press is known to lie in
TABLE_DICE = 4  # one countdown in so many is with real dice: nobody but the judge knows what lies there
TOGETHER = 5  # in one of so many two callers press in the very same moment
MISFIRES = 25  # one throw in so many comes before DRAW, one look in so many leads to a false HIT
LONGEST = 60  # throws
MOST_COUNTDOWNS = 50


class Press(NamedTuple):
    """A true moment on a pad; `die` is "" for HIT."""

    at_us: int
    die: str
    face: str


def verdict(thrown: Thrown, below: Below) -> dict[str, Any]:
    """Return the verdict of the first countdown that the referee can call."""
    pad_dice = below(TABLE_DICE) > 0
    pads = {name: f"p{place}" for place, name in enumerate(thrown, 1)}
    players = tuple(r.Player(name, pad) for name, pad in pads.items())
    began_us = 0
    for number in range(1, MOST_COUNTDOWNS + 1):
        referee = r.Referee(r.Settings(pad_dice, LIMIT_US, SETTLE_US, players))
        draw_us = began_us + COUNTDOWN_US
        referee.see(r.Draw(number, began_us, draw_us, tuple(thrown.items())))
        for name, presses in _people(thrown, draw_us, pad_dice, below).items():
            _report(referee, pads[name], presses, below)
        found = from_calls(referee.calls(), number, pad_dice)
        if found is not None:
            return found | {"evidence": below(1000)}
        began_us = draw_us + 2 * LOCK_OUT_US  # whoever counts to three has done so
    raise RuntimeError(f"the referee called nothing in {MOST_COUNTDOWNS} countdowns")


def _people(thrown: Thrown, draw_us: int, pad_dice: bool, below: Below) -> dict[str, list[Press]]:
    """Everybody throws until an icon shows, and calls it; what comes after the first call is left out."""
    people = {name: _player(dice, draw_us, below) for name, dice in thrown.items()}
    if len(people) > 1 and not below(TOGETHER):
        _press_together(people, below)
    first_us = min(presses[-1].at_us for presses in people.values())
    end_us = first_us + REACTION_US[0]
    for name, presses in people.items():
        kept = [press for press in presses if press.at_us <= end_us and (pad_dice or not press.die)]
        people[name] = kept
    return people


def _player(dice: tuple[str, ...], draw_us: int, below: Below) -> list[Press]:
    presses: list[Press] = []
    at_us = draw_us + (_within(REACTION_US, below) if below(MISFIRES) else -1 - below(400_000))
    for _ in range(LONGEST):
        faces = []
        for die in dice:
            face = d.FACE_NAMES[d.roll(d.DIE_NUMBERS[die], lambda: below(256))]
            presses.append(Press(at_us, die, face))
            faces.append(face)
            at_us += 20_000 + below(30_000)
        at_us += SETTLE_US + _within(REACTION_US, below)
        if any(face != BLANK for face in faces):
            break
        if not below(MISFIRES):
            presses.append(Press(at_us, "", ""))
            at_us += LOCK_OUT_US
        at_us += _within(PAUSE_US, below)
    presses.append(Press(at_us, "", ""))
    return presses


def _press_together(people: dict[str, list[Press]], below: Below) -> None:
    """The two who call first do so at once: the earlier one waits, all else stays as it was."""
    one, other = sorted(people, key=lambda name: people[name][-1].at_us)[:2]
    people[one][-1] = people[one][-1]._replace(at_us=people[other][-1].at_us + below(300))


def _report(referee: r.Referee, pad: str, presses: list[Press], below: Below) -> None:
    """Tell the referee what a pad saw, in intervals that are certain to hold the truth, up to the end."""
    least, varies = HALF_WIDTH_US
    half_us = least + below(varies)
    before_us = below(half_us + 1)  # one offset for the whole pad
    end_us = 0
    for seq, press in enumerate(sorted(presses), 1):
        lo = press.at_us - before_us
        event = r.Roll(pad, seq, lo, lo + half_us, press.die, press.face) if press.die else None
        referee.see(event or r.Hit(pad, seq, lo, lo + half_us))
        end_us = max(end_us, lo + half_us)
    referee.see(r.Watermark(pad, len(presses), max(end_us, 10**12)))


def _within(span: tuple[int, int], below: Below) -> int:
    least, varies = span
    return least + below(varies)
