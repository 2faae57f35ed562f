"""The two who were first in a round: how near they were, and what was said of them.

Owns the counts of pairs, ties and equal presses, by port. Of what should never be it finds one thing: equal
presses of which one was called first.
"""

from shared_rules.referee import calls as c
from tests.bench.figures import GAP_BINS_US, Figures
from tests.bench.links import PROFILES
from tests.bench.table import Press
from tests.bench.truth import Truth, event_of

NEAR_US = 1_000


def count(truth: Truth, figures: Figures) -> None:
    """Count a round's pairs."""
    _pairs(truth, figures)
    _equal(truth, figures)


def _pairs(truth: Truth, figures: Figures) -> None:
    """The two who were first: how near, and what was said."""
    if not (truth.first or truth.tie or truth.kind.startswith("ask_judge")):
        return
    one, other = [*_deciders(truth), None, None][:2]
    if one is None or other is None or one.event is None or other.event is None:
        return
    if truth.why(one) == c.LATE and truth.why(other) == c.LATE:
        return  # somebody had called a run-away before
    gap_us = other.t_us - one.t_us
    tied = truth.tie is not None and one in truth.named and other in truth.named
    overlap = one.event.hi >= other.event.lo and other.event.hi >= one.event.lo
    if overlap and _a_third_froze(truth, one, other):
        figures.add("inside_third")
    elif overlap:
        figures.add("inside")
        figures.add("inside_tied", tied)
        figures.add("inside_judge", truth.first is None and truth.tie is None)
    if (truth.first or truth.tie) and gap_us >= GAP_BINS_US[0]:
        profile = PROFILES[truth.shootout.life.profile].name
        least = max(bound for bound in GAP_BINS_US if gap_us >= bound)
        for name in (f"far/{profile}", f"far/{profile}/{least}"):
            figures.add(name)
            figures.add(name.replace("far/", "far_tied/"), tied)
    if truth.first and 0 < gap_us <= NEAR_US and one in truth.named:
        figures.add(f"wins/{one.pad}/{other.pad}")


def _a_third_froze(truth: Truth, one: Press, other: Press) -> bool:
    """One of two is certainly after a run-away caller's HIT, which the other may be before."""
    frozen = [event_of(p).hi for p in truth.front if p.pad not in (one.pad, other.pad)]
    late = [event_of(p).lo for p in (one, other) if truth.why(p) == c.LATE]
    return any(hi < lo for hi in frozen for lo in late)


def _deciders(truth: Truth) -> list[Press]:
    """Each player's first call that decides."""
    firsts: dict[str, Press] = {}
    for press in sorted(truth.hits, key=lambda press: press.t_us):
        if press.pad not in firsts and truth.is_valid(press) and truth.decides(press):
            firsts[press.pad] = press
    return list(firsts.values())


def _equal(truth: Truth, figures: Figures) -> None:
    """Those who pressed in the very same moment."""
    script = truth.round.script
    if len(script.duel) != 2 or script.gap_us:
        return
    pair = [p for p in truth.hits if p.pad in script.duel and truth.is_valid(p)]
    if len(pair) != 2 or pair[0].t_us != pair[1].t_us:
        return
    one, other = sorted(pair, key=lambda press: (event_of(press).lo, press.pad))
    figures.add("equal")
    if event_of(one).lo != event_of(other).lo:
        figures.add(f"begins/{one.pad}/{other.pad}")
    in_it = [press for press in pair if press in truth.named]
    if len(in_it) == 2:
        figures.add("equal_tied")
    elif truth.first and truth.first.bullets == 0 and in_it:
        figures.add("equal_named")
    elif truth.first and in_it and all(truth.decides(press) for press in pair):
        what = one.event, other.event, truth.first
        figures.wrong("equal_not_tied", truth.shootout, (truth.round.draw.round, what))
