"""What is found out about a pad, in sentences a builder understands.

Owns every sentence of the pads screen that says something about a pad. It must never decide anything: limits
and verdicts are `companion.pads.verdict`'s.
"""

from collections.abc import Callable
from typing import NamedTuple

from companion import wording
from companion.flash import steps
from companion.flash.installing import Progress
from companion.i18n import N_, _
from companion.pads import news as n
from companion.pads import verdict as v
from companion.pads.bench import Facts
from firmware import pins

DOT = " \N{MIDDLE DOT} "
MICRO = "\N{MICRO SIGN}s"  # a unit: the same in every language

NAMES = {
    "hit": N_("HIT"),
    "die1": N_("die 1"),
    "die2": N_("die 2"),
    "die3": N_("die 3"),
    v.LIGHTS: N_("Lights"),
    v.SOUND: N_("Sound"),
    v.CHANCE: N_("Chance"),
    v.LOOP: N_("Loop"),
    v.STAMPS: N_("Stamps"),
}
COLOURS = {"red": N_("red"), "green": N_("green"), "blue": N_("blue"), "white": N_("white")}
NOT_DONE = {
    "untested": N_("Not tested yet."),
    "refused": N_("A round is on. Finish it, then test."),
    "broken_off": N_("The test was broken off. Test again."),
}
# What is still to be done, one clause each.
TO_DO = {
    "press": N_("press {what} while it tests"),
    "press_in_test": N_("press {what} while it tests"),
    "untested": N_("test: {what}"),
    "refused": N_("test: {what}"),
    "broken_off": N_("test: {what}"),
    "judge": N_("judge: {what}"),
    "uneven": N_("test again: {what}"),
    "too_even": N_("test again: {what}"),
    "unwired": N_("connect GP{pin}: {what}"),
}
WRONG = {
    "stuck": N_("stuck: {what}"),
    "bounce": N_("too long a bounce: {what}"),
    "wrong": N_("wrong: {what}"),
    "slow": N_("too slow: {what}"),
    "loose": N_("loose wire: {what}"),
    "unfair": N_("not fair: {what}"),
    "jitter": N_("not exact: {what}"),
}


class Counter(NamedTuple):
    """One figure of a pad's link: what it counts, how much, and whether that is as it should be."""

    what: str
    value: str
    fine: bool


def name(what: str) -> str:
    """A button or a part of the self-test."""
    return _(NAMES[what])


def colour(code: str) -> str:
    """A colour of the lights; "" is none."""
    return _(COLOURS[code]) if code else ""


def micro(us: float) -> str:
    """A span so short that a millisecond says nothing: 2 us."""
    return f"{us:.0f}\N{NO-BREAK SPACE}{MICRO}"


def verdict(overall: v.Overall) -> str:
    """What follows for the pad, in one sentence."""
    if overall.state == v.RUNNING:
        return _("The pad tests itself. Press each of its buttons meanwhile.")
    if overall.state == v.GOOD:
        if not overall.about:
            return _("This pad is good.")
        beside = wording.names([name(one.what) for one in overall.about])
        return _("All that can be known of this pad is good. It has no test of: {parts}.").format(
            parts=beside
        )
    clauses = WRONG if overall.state == v.BAD else TO_DO
    told = DOT.join(_grouped(overall.about, clauses))
    form = _("This pad is not good: {faults}.") if overall.state == v.BAD else _("Still to do: {tasks}.")
    return form.format(faults=told, tasks=told)


def _grouped(found: tuple[v.Found, ...], clauses: dict[str, str]) -> list[str]:
    """One clause for all that have the same one, in the order of the first."""
    groups: dict[str, list[str]] = {}
    for one in found:
        groups.setdefault(clauses[one.why], []).append(name(one.what))
    return [
        _(clause).format(what=wording.names(named), pin=pins.LOOP_BACK) for clause, named in groups.items()
    ]


def button(found: v.Found, debounce_us: int) -> str:
    """A button, in few words."""
    bounce = wording.milliseconds(found.figure)
    if found.why == "stuck":
        return _("stuck")
    if found.why == "bounce":
        told = _("bounces {bounce} of {window}")
        window = wording.milliseconds(debounce_us)
        return told.format(bounce=_whole(bounce), window=_whole(window))
    if found.why == "fine":
        return _("bounces {bounce}").format(bounce=bounce) if found.figure else _("no bounce")
    return _("pressed") if found.why == "press_in_test" else _("press it")


def _whole(span: str) -> str:
    """A span that no line's end tears from its unit."""
    return span.replace(" ", "\N{NO-BREAK SPACE}")


def part(found: v.Found) -> str:
    """A part of the self-test: its verdict, with the limit and the figure."""
    if found.state == v.RUNNING:
        return _RUNNING[found.what]()
    if found.why in NOT_DONE:
        return _(NOT_DONE[found.why])
    return _PARTS[found.what](found)


_RUNNING: dict[str, Callable[[], str]] = {
    v.LIGHTS: lambda: _("Look at the pad: all four lights."),
    v.SOUND: lambda: _("Listen: three rising tones."),
    v.CHANCE: lambda: _("The pad throws its dice."),
    v.LOOP: lambda: _("The pad counts its turns."),
    v.STAMPS: lambda: _("The pad times its own signal."),
}


def _judged(found: v.Found) -> str:
    lights = found.what == v.LIGHTS
    return {
        "none": _("This pad has no lights.") if lights else _("This pad has no sound."),
        "judge": _("All four red, green, blue, white?") if lights else _("Three rising tones?"),
        "right": _("Right, you say."),
        "wrong": _("Wrong, you say. Look at the solder joints, then test again."),
    }[found.why]


def _chance(found: v.Found) -> str:
    figures = {
        "figure": wording.figure(found.figure, ".1f"),
        "least": wording.figure(v.CHI_SQUARE_LEAST, "g"),
        "most": wording.figure(v.CHI_SQUARE_MOST, "g"),
    }
    form = {
        "unfair": _("Not fair: chi-square {figure}, between {least} and {most} it would be."),
        "fine": _("Fair: chi-square {figure}, between {least} and {most}."),
        "uneven": _("Chi-square {figure}, fair below {most}. Test again: once in 1000 times it is chance."),
        "too_even": _(
            "Chi-square {figure}, fair above {least}. Test again: once in 1000 times it is chance."
        ),
    }[found.why]
    return form.format(**figures)


def _loop(found: v.Found) -> str:
    figures = {
        "longest": wording.milliseconds(found.figure),
        "most": wording.milliseconds(v.LONGEST_TURN_US),
        "turns": found.counted,
    }
    form = {
        "fine": _("Quick: longest turn {longest}, at most {most}; {turns} turns in a second."),
        "slow": _("Slow: longest turn {longest}, good up to {most}; {turns} turns in a second."),
        "virtual": _("Longest turn {longest}. A virtual pad waits for this computer: that says nothing."),
    }[found.why]
    return form.format(**figures)


def _stamps(found: v.Found) -> str:
    figures = {
        "pin": pins.LOOP_BACK,
        "edges": found.counted,
        "expected": v.EXPECTED_EDGES,
        "jitter": micro(found.figure),
        "most": micro(v.MOST_JITTER_US),
    }
    form = {
        "virtual": _("A virtual pad has no pins to time."),
        "unwired": _("No wire: connect the test point GP{pin} with a button's line, then test again."),
        "loose": _("Only {edges} of {expected} edges: the wire from GP{pin} is loose."),
        "jitter": _("Off by {jitter}, good up to {most}; {edges} edges."),
        "fine": _("Exact: off by {jitter}, at most {most}; {edges} edges."),
    }[found.why]
    return form.format(**figures)


_PARTS: dict[str, Callable[[v.Found], str]] = {
    v.LIGHTS: _judged,
    v.SOUND: _judged,
    v.CHANCE: _chance,
    v.LOOP: _loop,
    v.STAMPS: _stamps,
}


def title(name: str, label: str) -> str:
    """A pad by its owner's name and its own."""
    return name if name == label else f"{name}{DOT}{label}"


def stamps(who: n.Pad) -> str:
    """How a pad learns when a button was pressed."""
    if who.virtual:
        return _("exact stamps")
    return _("stamps by PIO") if who.pio else _("stamps by interrupt")


def installing(progress: Progress) -> str:
    """How far an installation is, or how it ended."""
    if progress.error:
        return progress.error
    if progress.installed is not None:
        done = _("{port}: firmware {firmware} runs on {board}.")
        return done.format(**progress.installed._asdict())
    doing = steps.text(progress.step) if progress.step else _("begins")
    return f"{progress.port}: {doing}"


def share(progress: Progress) -> float:
    """How much of an installation is done, 0 to 1."""
    if progress.is_over:
        return 1
    step = progress.step
    return step.done / step.of if step and step.of else 0


def why_not_install(*, goes_on: bool, virtual: bool, here: bool) -> str:
    """Why firmware cannot be put on a pad now; "" if it can."""
    if goes_on:
        return _("An installation goes on. Wait until it is done.")
    if virtual:
        return _("A virtual pad runs the firmware of this Tin Star.")
    return "" if here else _("The pad is gone. Plug it in again.")


def identity(facts: Facts) -> list[str]:
    """Who a pad is: what it runs, how it stamps, where it is; a line each."""
    who = facts.who
    pieces = (
        (
            _("virtual") if who.virtual else who.board,
            _("firmware {version}").format(version=who.firmware),
        ),
        (_("protocol {number}").format(number=who.protocol), stamps(who)),
        (facts.port or _("gone"), _("id {id}").format(id=who.unique_id)),
    )
    return [DOT.join(line) for line in pieces]


def counters(facts: Facts) -> list[Counter]:
    """How a pad's link fares; without word of the pad, what is known at this end."""
    here = [
        Counter(_("Damaged on the way from the pad"), str(facts.damaged), facts.damaged == 0),
        Counter(_("Its clock was begun anew"), str(facts.clock_restarts), facts.clock_restarts == 0),
        Counter(_("It started again, or was plugged in anew"), str(facts.boots), facts.boots == 0),
    ]
    stats = facts.stats
    if stats is None:
        return here
    pause = wording.milliseconds(stats.longest_pause_us)
    return [
        Counter(_("Presses too fast to be kept"), str(stats.edges_lost), stats.edges_lost == 0),
        Counter(
            _("Presses without room in its memory"), str(stats.events_refused), stats.events_refused == 0
        ),
        Counter(_("Presses told again, unanswered"), str(stats.resent), True),
        Counter(_("Damaged on the way to the pad"), str(stats.frames_dropped), stats.frames_dropped == 0),
        here[0],
        Counter(_("Messages nobody understood"), str(stats.frames_unknown + facts.unknown), True),
        Counter(_("Longest pause of its loop"), pause, True),
        *here[1:],
    ]
