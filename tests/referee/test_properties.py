"""What holds for every shootout, and what becomes of a pad that lies."""

from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.pads import news as n
from companion.pads.end import PadEnd
from companion.wording import sentence
from shared_rules import referee as r
from shared_rules.clocks import Exchange
from shared_rules.referee import calls as c
from shared_rules.referee.events import LOCK_OUT_US
from shared_rules.wire import messages as m
from tests.referee.shootouts import FAR_US, Shootout, calls_of, shootouts, so_far

EXAMPLES = 150
HOUR_US = 3_600_000_000
FINAL = (c.Suspicious, c.Jumped, c.FalseHit, c.RunAway, c.First, c.Tie)


def for_good(said: list[object]) -> set[object]:
    """The final calls; only the margin may still come."""
    final = [call for call in said if isinstance(call, FINAL)]
    return {call._replace(margin_us=None) if isinstance(call, c.First) else call for call in final}


# -- order and time


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_any_permutation_gives_the_same_calls(data: st.DataObject) -> None:
    shootout = data.draw(shootouts())
    seen = data.draw(so_far(shootout))
    said = calls_of(shootout.settings, seen)
    assert calls_of(shootout.settings, data.draw(st.permutations(seen))) == said


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_asking_in_between_changes_nothing(data: st.DataObject) -> None:
    """The referee may remember what it ruled, but not so that one could notice."""
    shootout = data.draw(shootouts())
    seen = data.draw(st.permutations([*data.draw(so_far(shootout)), *shootout.everything]))
    referee = r.Referee(shootout.settings)
    for place, what in enumerate(seen, 1):
        referee.see(what)
        assert list(referee.calls()) == calls_of(shootout.settings, seen[:place])


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_a_further_watermark_never_changes_an_earlier_final_call(data: st.DataObject) -> None:
    shootout = data.draw(shootouts(least_hits=1))
    seen = data.draw(so_far(shootout))
    first = for_good(calls_of(shootout.settings, seen))
    told = {what.pad: what.seq for what in seen if isinstance(what, r.Hit | r.Roll)}
    for pad in shootout.events:
        further = [event for event in shootout.events[pad] if event.seq > told.get(pad, 0)]
        most_us = min((event.lo - 1 for event in further), default=FAR_US)
        seen = [*seen, r.Watermark(pad, told.get(pad, 0), most_us)]
        assert first <= for_good(calls_of(shootout.settings, seen))


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_what_comes_later_never_changes_an_earlier_final_call(data: st.DataObject) -> None:
    """Events, marks and lost links that come later; the pads being honest."""
    shootout = data.draw(shootouts(least_hits=1))
    seen = data.draw(so_far(shootout))
    first = for_good(calls_of(shootout.settings, seen))
    lost = [r.Lost(pad, 0, FAR_US) for pad in data.draw(st.sets(st.sampled_from(sorted(shootout.events))))]
    later = data.draw(st.permutations([*shootout.everything, *lost]))
    for place in range(0, len(later) + 1, 3):
        assert first <= for_good(calls_of(shootout.settings, [*seen, *later[:place]]))


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_no_call_before_its_watermarks(data: st.DataObject) -> None:
    shootout = data.draw(shootouts(least_hits=1))
    seen = data.draw(so_far(shootout))
    reach = {what.pad: what.up_to_us for what in seen if isinstance(what, r.Watermark)}
    names = {player.pad: player.name for player in shootout.settings.players}
    dice = {draw.round: dict(draw.dice) for draw in shootout.draws}
    said = calls_of(shootout.settings, seen)
    for call in said:
        if isinstance(call, FINAL):
            playing = [pad for pad, name in names.items() if name in dice[call.round]]
            least_us = min(reach.get(pad, -FAR_US) for pad in playing)
            assert least_us >= earliest_us(shootout, call, seen, said), call


def earliest_us(shootout: Shootout, call: object, seen: list[r.Seen], said: list[object]) -> float:
    """The moment that a final call stands on at the earliest; exact for a false HIT, and in table mode."""
    pads = {player.name: player.pad for player in shootout.settings.players}
    if isinstance(call, c.FalseHit):
        return call.locked_until_us - LOCK_OUT_US
    assert isinstance(call, FINAL)
    draw = next(draw for draw in shootout.draws if draw.round == call.round)
    ends_us = min(
        (d.countdown_us for d in shootout.draws if d.countdown_us > draw.countdown_us), default=FAR_US
    )
    voids = {(void.pad, void.seq) for void in said if isinstance(void, c.Void)}
    live = [
        event
        for event in seen
        if isinstance(event, r.Hit | r.Roll)
        and draw.countdown_us <= event.lo
        and event.hi < ends_us
        and (event.pad, event.seq) not in voids
    ]
    if isinstance(call, c.Jumped):
        moments = [e.hi for e in live if e.pad == pads[call.player] and e.lo < draw.at_us]
        return min(moments) if not call.certain else min(e.lo for e in live if e.lo < draw.at_us)
    named = [e for e in live if isinstance(e, r.Hit) and e.lo >= draw.at_us]
    caller = next(x for x in said if isinstance(x, c.First | c.Tie) and x.round == call.round)
    names = caller.players if isinstance(caller, c.Tie) else (caller.player,)
    called = [e for e in named if e.pad in [pads[name] for name in names]]
    false = {x.locked_until_us - LOCK_OUT_US for x in said if isinstance(x, c.FalseHit)}
    called = [e for e in called if e.hi not in false] or called
    if shootout.settings.pad_dice:
        return max(e.lo for e in called)
    return min(e.hi for e in called)


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_an_honest_table_that_has_reported_to_the_end_waits_for_nobody(data: st.DataObject) -> None:
    shootout = data.draw(shootouts())
    said = calls_of(shootout.settings, shootout.everything)
    assert not [call for call in said if isinstance(call, c.Waiting)]
    asked = [call.why for call in said if isinstance(call, c.AskJudge)]
    assert set(asked) <= {c.DRAW_STRADDLED, c.ICON_UNCERTAIN}


# -- lies

Lie = Callable[[r.Hit, r.Hit], list[r.Seen]]


def backwards(one: r.Hit, other: r.Hit) -> list[r.Seen]:
    """The second press is stamped before the first."""
    return [other._replace(seq=one.seq), one._replace(seq=other.seq)]


def hours_back(one: r.Hit, other: r.Hit) -> list[r.Seen]:
    """After a mark the clock is an hour behind."""
    marked = r.Watermark(one.pad, one.seq, one.hi)
    return [one, marked, other._replace(lo=other.lo - HOUR_US, hi=other.hi - HOUR_US)]


def hours_ahead(one: r.Hit, other: r.Hit) -> list[r.Seen]:
    """One press an hour ahead, then the clock is right again."""
    return [one._replace(lo=one.lo + HOUR_US, hi=one.hi + HOUR_US), other]


def twice(one: r.Hit, other: r.Hit) -> list[r.Seen]:
    """One number, two contents."""
    return [one, other._replace(seq=one.seq)]


def broken_promise(one: r.Hit, other: r.Hit) -> list[r.Seen]:
    """A mark past a press that comes only then."""
    return [one, r.Watermark(one.pad, one.seq, other.lo), other]


LIES = (backwards, hours_back, hours_ahead, twice, broken_promise)


@pytest.mark.parametrize("lie", LIES)
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_pad_that_lies_is_distrusted_and_its_round_goes_to_the_judge(lie: Lie, data: st.DataObject) -> None:
    """Whatever the others press: nobody is called in that round, and the reason is given and has words."""
    shootout = data.draw(shootouts())
    liar = data.draw(st.sampled_from(shootout.settings.players))
    last = shootout.draws[-1]
    assume(liar.name in dict(last.dice))
    one = r.Hit(liar.pad, 1, last.at_us + 400, last.at_us + 405)
    told = lie(one, one._replace(seq=2, lo=one.lo + 100, hi=one.hi + 100))
    others = [what for what in shootout.everything if getattr(what, "pad", None) != liar.pad]
    seen = [*others, *told, r.Watermark(liar.pad, 2, FAR_US + 2 * HOUR_US)]
    said = calls_of(shootout.settings, data.draw(st.permutations(seen)))
    here = [call for call in said if getattr(call, "round", 0) == last.round]
    asks = [call for call in here if isinstance(call, c.AskJudge)]
    assert asks == [c.AskJudge(last.round, c.PAD_DISTRUSTED)]
    assert not [call for call in here if isinstance(call, FINAL)]
    inside = [e for e in told if isinstance(e, r.Hit) and e.lo >= last.countdown_us]
    voids = {(call.pad, call.seq): call.why for call in said if isinstance(call, c.Void)}
    assert {voids[event.pad, event.seq] for event in inside} == {c.DISTRUSTED}
    assert "contradicts itself" in sentence(asks[0])


def test_a_lie_stays_in_its_round() -> None:
    seats = (r.Player("Ana", "p1"), r.Player("Bo", "p2"))
    dice = (("Ana", ("shooter1",)), ("Bo", ("shooter1",)))
    one, other = r.Hit("p1", 1, 500, 505), r.Hit("p1", 2, 600, 605)
    rounds = [r.Draw(1, 0, 100, dice), r.Draw(2, 1_000, 1_100, dice)]
    honest: list[r.Seen] = [
        r.Hit("p2", 1, 1_300, 1_305),
        r.Watermark("p1", 2, FAR_US),
        r.Watermark("p2", 1, FAR_US),
    ]
    said = calls_of(r.Settings(False, 0, 0, seats), [*rounds, *backwards(one, other), *honest])
    assert c.AskJudge(1, c.PAD_DISTRUSTED) in said
    assert c.First(2, "Bo", None, None) in said


# -- lies that come through a cable


class Liar:
    """A pad's end at the host whose pad says what it likes; its clock is known to 100 us."""

    def __init__(self) -> None:
        self.end = PadEnd(n.Pad("p1", "p1", "sim", "sim", 1, True))
        self.news: list[n.News] = []
        self.others: list[int] = []  # when the honest one pressed
        self.end.greet(m.Identity(1, 1, 1, b"p1", b"", b"", 7, 0, 1, 1), 0)
        for at_us in range(0, 1_250_000, 50_000):
            self.exchange(at_us, at_us + 50)
        self.promise(0, 1_200_000)  # while armed, a pad promises at least every 50 ms

    def press(self, seq: int, t_pad_us: int, now_us: int = 1_450_000) -> None:
        self.news += self.end.event(m.Event(7, seq, m.PRESS, m.HIT, 0, t_pad_us), now_us)

    def promise(self, seq: int, t_pad_us: int, now_us: int = 1_600_000) -> None:
        self.news += self.end.mark(now_us, m.Watermark(7, seq, t_pad_us))

    def exchange(self, at_us: int, pad_us: int) -> None:
        self.news += self.end.exchange(Exchange(at_us, pad_us, pad_us, at_us + 101))

    def calls(self) -> list[object]:
        seats = (r.Player("Ana", "p1"), r.Player("Bo", "p2"))
        dice = (("Ana", ("shooter1",)), ("Bo", ("shooter1",)))
        others = [r.Hit("p2", seq, at_us, at_us + 100) for seq, at_us in enumerate(self.others, 1)]
        seen: list[r.Seen] = [r.Draw(1, 500_000, 1_000_000, dice), *others]
        seen.append(r.Watermark("p2", len(others), FAR_US))
        for what in self.news:
            if isinstance(what, n.Hit):
                seen.append(r.Hit(*what))
            elif isinstance(what, n.Marked):
                seen.append(r.Watermark(*what))
        return calls_of(r.Settings(False, 0, 0, seats), seen)


def test_an_honest_pad_is_believed() -> None:
    liar = Liar()
    liar.press(1, 1_300_000)
    liar.press(2, 1_400_000)
    liar.promise(2, 1_500_000)
    assert [call.player for call in liar.calls() if isinstance(call, c.First)] == ["Ana"]


@pytest.mark.parametrize(
    "presses",
    [
        (1_300_000, 1_200_000),  # backwards
        (1_300_000, 1_300_000 - HOUR_US),
        (1_300_000 + HOUR_US, 1_300_000),
    ],
)
def test_stamps_that_run_backwards_or_jump_are_seen_through_the_cable(presses: tuple[int, int]) -> None:
    liar = Liar()
    for seq, t_pad_us in enumerate(presses, 1):
        liar.press(seq, t_pad_us)
    liar.promise(2, 1_500_000)
    assert c.AskJudge(1, c.PAD_DISTRUSTED) in liar.calls()


@pytest.mark.parametrize("off_us", [HOUR_US, -HOUR_US, 200_000, -200_000])
def test_a_single_press_that_jumps_is_not_just_late_or_out_of_the_round(off_us: int) -> None:
    """Truly it came at 1.30 s; honest Bo pressed after it, and must not be called first."""
    liar = Liar()
    liar.others = [1_350_000]
    liar.press(1, 1_300_000 + off_us, 1_300_500)
    liar.promise(1, 1_500_000)
    assert [call for call in liar.calls() if not isinstance(call, c.Void)] == [
        c.AskJudge(1, c.PAD_DISTRUSTED)
    ]


def test_a_promise_about_what_is_still_to_come_is_worth_nothing() -> None:
    liar = Liar()
    liar.others = [1_350_000]
    liar.promise(0, 1_500_000 + HOUR_US)
    assert [call for call in liar.calls() if not isinstance(call, c.Void)] == [c.Waiting(1, ("p1",))]


@pytest.mark.parametrize("step_us", [HOUR_US, -1_000_000, 5_000, -5_000])
def test_after_a_clock_was_set_nothing_is_ruled_on_what_it_stamped(step_us: int) -> None:
    """The press came after the step, and the step is seen at the next exchange only."""
    liar = Liar()
    liar.others = [1_350_000]
    liar.press(1, 1_300_000 + step_us, 1_310_000)
    liar.exchange(1_360_000, 1_360_050 + step_us)
    liar.promise(1, 1_500_000 + step_us)
    assert n.ClockReset("p1") in liar.news
    asked = [call for call in liar.calls() if not isinstance(call, c.Void)]
    assert asked in ([c.AskJudge(1, c.PAD_DISTRUSTED)], [c.AskJudge(1, c.EVENTS_LOST)])


def test_a_press_before_its_own_watermark_is_seen_through_the_cable() -> None:
    liar = Liar()
    liar.promise(0, 1_400_000)
    liar.press(1, 1_300_000)
    liar.promise(1, 1_500_000)
    assert c.AskJudge(1, c.PAD_DISTRUSTED) in liar.calls()


def test_a_number_that_is_told_twice_is_taken_once() -> None:
    """The stream drops it; what was told first stands."""
    liar = Liar()
    liar.press(1, 1_300_000)
    liar.press(1, 1_200_000)
    liar.promise(1, 1_500_000)
    assert [what.seq for what in liar.news if isinstance(what, n.Hit)] == [1]
    assert [call.player for call in liar.calls() if isinstance(call, c.First)] == ["Ana"]
