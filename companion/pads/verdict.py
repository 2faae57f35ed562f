"""What is found out about a pad on the bench: each part good, bad or still open, and what follows from that.

Owns the limits and the verdicts, as codes. Pure: it must never talk to a pad, read a clock or know a word.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.pads import news as n
from firmware import self_test
from firmware.debounce import DEBOUNCE_US
from shared_rules.wire import messages as m

# The chi-square of 256 counts has 255 degrees of freedom. One fair source in a thousand is above the greater
# figure, one below the lesser: bytes that are too even are counted, not thrown.
CHI_SQUARE_LEAST, CHI_SQUARE_MOST = 190.9, 330.5
NO_ACCIDENT = 148, 403  # below and above: p 10^-8 (Wilson and Hilferty 1931)
LONGEST_TURN_US = 10_000  # an edge waits no longer for the loop than the link waits for an answer
MOST_JITTER_US = 2
EXPECTED_EDGES = 2 * self_test.LOOP_BACK_US // self_test.LOOP_BACK_PERIOD_US
LEAST_EDGES = EXPECTED_EDGES * 9 // 10  # it begins and ends somewhat inside the test; less is a loose wire
NEAR = 2 / 3  # of the debounce window: a bounce that is so long will one day be longer than the window

OPEN, RUNNING, GOOD, BAD, ABSENT = "open", "running", "good", "bad", "absent"

LIGHTS, SOUND, CHANCE, LOOP, STAMPS = "lights", "sound", "chance", "loop", "stamps"
PARTS = dict(zip((LIGHTS, SOUND, CHANCE, LOOP, STAMPS), m.TEST_PARTS, strict=True))
JUDGED = (LIGHTS, SOUND)  # by people
BUTTONS = m.BUTTON_NAMES


class Found(NamedTuple):
    """One button or one part of the self-test.

    `why` is a code: untested, refused, broken_off, fine; of buttons also press, press_in_test, bounce,
    stuck; of lights and sound judge, right, wrong, none; of chance uneven, too_even, unfair; of the loop
    slow; of the stamps unwired, loose, jitter; of a virtual pad's loop and stamps virtual.
    """

    what: str
    state: str
    why: str
    figure: float = 0  # us of bounce, longest turn or jitter; the chi-square
    counted: int = 0  # turns of the loop, edges


class Overall(NamedTuple):
    """What follows for the pad: good, running, bad or open, and because of what."""

    state: str
    about: tuple[Found, ...]


class Tried(NamedTuple):
    """What a pad has shown so far.

    :param wanted: the parts that were asked for last
    :param waiting: no word has come of them yet
    :param report: the newest word of its self-test
    :param kept: part -> the report with which it was done last
    :param pressed, measured, stuck: masks of buttons, bit 0 is HIT: pressed at all; pressed while their
        bounces were measured; down during a whole test and ever since
    :param judged: what people said of lights and sound
    """

    who: n.Pad
    wanted: int = 0
    waiting: bool = False
    report: Any = None
    kept: Mapping[int, Any] = {}
    pressed: int = 0
    measured: int = 0
    stuck: int = 0
    bounce_us: Sequence[int] = (0,) * len(BUTTONS)
    judged: Mapping[str, bool] = {}
    debounce_us: int = DEBOUNCE_US


def found(tried: Tried) -> tuple[Found, ...]:
    """The buttons, then the parts of the self-test, each as far as it is known."""
    buttons = [_button(tried, place) for place in range(len(BUTTONS))]
    return (*buttons, *(_part(tried, what) for what in PARTS))


def overall(findings: Sequence[Found]) -> Overall:
    """What follows. A pad is good only when all that can be known of it is good."""
    for state in (RUNNING, BAD, OPEN):
        about = tuple(one for one in findings if one.state == state)
        if about:
            return Overall(state, about)
    return Overall(GOOD, tuple(one for one in findings if one.state == ABSENT))


def near_us(debounce_us: int) -> int:
    """The bounce from which a switch is told to be replaced."""
    return int(debounce_us * NEAR)


def _button(tried: Tried, place: int) -> Found:
    what, bit, bounce_us = BUTTONS[place], 1 << place, tried.bounce_us[place]
    if tried.stuck & bit:
        return Found(what, BAD, "stuck")
    if bounce_us >= near_us(tried.debounce_us):
        return Found(what, BAD, "bounce", bounce_us)
    if tried.measured & bit:
        return Found(what, GOOD, "fine", bounce_us)
    return Found(what, OPEN, "press_in_test" if tried.pressed & bit else "press")


def _part(tried: Tried, what: str) -> Found:
    part, who = PARTS[what], tried.who
    wanted = bool(tried.wanted & part)
    state = m.NOT_TESTED if tried.report is None else tried.report.state
    if (tried.waiting and wanted) or (state == m.TESTING and tried.report.part == part):
        return Found(what, RUNNING, "")
    if what in JUDGED and not (who.lights if what == LIGHTS else who.sound):
        return Found(what, ABSENT, "none")
    if what == STAMPS and who.virtual:
        return Found(what, ABSENT, "virtual")
    if part in tried.kept:
        return _judged(what, tried) if what in JUDGED else _MEASURED[what](tried.kept[part], who)
    return Found(what, OPEN, _not_done(state if wanted else m.NOT_TESTED))


def _not_done(state: int) -> str:
    """Why a part that was asked for has not been done, by the state of the test."""
    return {m.TEST_REFUSED: "refused", m.TESTED: "broken_off"}.get(state, "untested")


def _judged(what: str, tried: Tried) -> Found:
    right = tried.judged.get(what)
    if right is None:
        return Found(what, OPEN, "judge")
    return Found(what, GOOD, "right") if right else Found(what, BAD, "wrong")


def _chance(done: Any, _who: n.Pad) -> Found:
    chi_square = done.chance_tenths / 10
    if not NO_ACCIDENT[0] < chi_square < NO_ACCIDENT[1]:
        return Found(CHANCE, BAD, "unfair", chi_square)
    if chi_square >= CHI_SQUARE_MOST:
        return Found(CHANCE, OPEN, "uneven", chi_square)
    if chi_square <= CHI_SQUARE_LEAST:
        return Found(CHANCE, OPEN, "too_even", chi_square)
    return Found(CHANCE, GOOD, "fine", chi_square)


def _loop(done: Any, who: n.Pad) -> Found:
    if who.virtual:  # it waits for the system, and for whatever else runs there
        return Found(LOOP, ABSENT, "virtual", done.longest_turn_us, done.turns)
    slow = done.longest_turn_us > LONGEST_TURN_US
    return Found(LOOP, BAD if slow else GOOD, "slow" if slow else "fine", done.longest_turn_us, done.turns)


def _stamps(done: Any, _who: n.Pad) -> Found:
    if not done.edges:
        return Found(STAMPS, OPEN, "unwired")
    if done.edges < LEAST_EDGES:
        return Found(STAMPS, BAD, "loose", done.jitter_us, done.edges)
    wide = done.jitter_us > MOST_JITTER_US
    return Found(STAMPS, BAD if wide else GOOD, "jitter" if wide else "fine", done.jitter_us, done.edges)


_MEASURED: dict[str, Callable[[Any, n.Pad], Found]] = {CHANCE: _chance, LOOP: _loop, STAMPS: _stamps}
