"""One round, ruled: from its events to its calls.

Owns the order of the questions: who is still locked out, which pad is distrusted, who jumped the gun, who was
first, and whether that is final. It must never look at another round; what a round leaves for the next one is
the lock-outs it returns.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

from . import calls as c
from .account import Account
from .events import BULLET, LOCK_OUT_US, Draw, Event, Hit, Roll, Settings, moment
from .play import LockOuts, Play, settle

E = TypeVar("E", Hit, Roll, Event)


class Round(NamedTuple):
    """What a ruling needs to know of one round; the next one's times are infinity when there is none."""

    draw: Draw
    pads: Mapping[str, str]  # pad -> player, of those in the round
    events: list[Event]  # of its players and dice, by (lo, seq)
    outside: list[Event]  # printed with this round, but not of it
    next_countdown_us: float
    next_draw_us: float


class Ruling(NamedTuple):
    """What is said about a round, and until when each pad stays locked out after it, in table us."""

    said: list[c.Timed]
    locked_until_us: dict[str, float]


class Verdict(NamedTuple):
    """Calls that are right once every pad of the round has reported past `moment_us`."""

    said: list[c.Timed]
    moment_us: int
    stands_on: list[Event]
    decides: bool  # it is the round's call


def rule(
    round_: Round, settings: Settings, accounts: Mapping[str, Account], carried: Mapping[str, float]
) -> Ruling:
    """All that can be said about a round today.

    `accounts`: pad -> what it reported; `carried`: pad -> end of a lock-out from an earlier round, table us.
    """
    bench = _Bench(round_, settings, accounts, carried)
    bench.look()
    bench.close()
    return Ruling(bench.said, bench.locks.until_us)


class _Bench:
    """The referee's bench in one round: what was voided, what could be called, what is said in the end."""

    def __init__(
        self, round_: Round, settings: Settings, accounts: Mapping[str, Account], carried: Mapping[str, float]
    ) -> None:
        self.round = round_
        self.number = round_.draw.round
        self.settings = settings
        self.accounts = {pad: accounts[pad] for pad in round_.pads}
        self.carried = carried
        self.locks = LockOuts(carried)
        self.voids: dict[Event, str] = dict.fromkeys(round_.outside, c.NOT_IN_ROUND)
        self.verdicts: list[Verdict] = []
        self.said: list[c.Timed] = []

    # -- the order of the questions

    def look(self) -> None:
        self.void_locked_out()
        free = self.free()
        at_us = self.round.draw.at_us
        if self.offending():
            self.distrust(free)
        elif jumps := [event for event in free if event.hi < at_us]:
            self.restart(free, jumps)
        elif straddling := [event for event in free if event.lo < at_us]:
            self.doubt_the_draw(straddling)
        else:
            self.open_play(free)

    def free(self) -> list[Event]:
        return [event for event in self.round.events if event not in self.voids]

    def offending(self) -> list[Event]:
        """The events that distrust their pad here; one of a die that is not in the round is no less a lie."""
        held = [*self.round.events, *self.round.outside]
        accounts = self.accounts
        return [event for event in held if event.pad in accounts and event in accounts[event.pad].offending]

    def distrust(self, free: list[Event]) -> None:
        pads = {event.pad for event in self.offending()}
        self.void((event for event in free if event.pad in pads), c.DISTRUSTED)

    def restart(self, free: list[Event], jumps: list[Event]) -> None:
        """A certain jump ends the round; its first ones are locked out past the next DRAW (BB-23)."""
        ends_us = min(event.hi for event in jumps)
        offenders = [event for event in _first_of_each_pad(jumps) if event.lo <= ends_us]
        for event in offenders:
            self.locks.add(event, self.round.next_draw_us + LOCK_OUT_US)
        self.void_locked_out()
        self.void((event for event in free if event not in offenders), c.COUNTDOWN_RESTARTED)
        said = [self.of(event, c.Jumped(self.number, self.player(event), True)) for event in offenders]
        self.verdicts.append(Verdict(said, ends_us, offenders, decides=True))

    def doubt_the_draw(self, straddling: list[Event]) -> None:
        """Events that lie on both sides of DRAW: only the judge can say what happened."""
        for event in straddling:
            said = [self.of(event, c.Jumped(self.number, self.player(event), False))]
            self.verdicts.append(Verdict(said, event.hi, [event], decides=False))
        self.ask(c.DRAW_STRADDLED, straddling)

    def open_play(self, free: list[Event]) -> None:
        play = settle(free, self.settings, self.carried)
        self.locks = play.locks
        self.void_locked_out()
        for event in self.free():
            if event.lo > play.freeze_us:
                self.voids[event] = c.LATE if isinstance(event, Hit) else c.AFTER_FREEZE
        front = _first_of_each_pad(play.valid)
        self.void((hit for hit in play.valid if hit not in front), c.LATE)
        for hit in play.false:
            call = c.FalseHit(self.number, self.player(hit), hit.hi + LOCK_OUT_US)
            self.verdicts.append(Verdict([self.of(hit, call)], hit.hi, [hit], decides=False))
        if play.doubtful:
            self.ask(c.ICON_UNCERTAIN, play.doubtful)
        elif play.valid:
            self.freeze(front, play)

    # -- the first valid HIT froze the dice

    def freeze(self, front: list[Hit], play: Play) -> None:
        called = self.callers(front, play) if self.settings.pad_dice else front
        said = [self.of(hit, call) for hit in called for call in self.suspicions(hit)]
        said += self.run_aways(called, play) if self.settings.pad_dice else []
        said.append(self.tie(called) if len(called) > 1 else self.of(called[0], self.first(called[0], play)))
        self.verdicts.append(Verdict(said, int(play.freeze_us), list(called), decides=True))

    def callers(self, front: list[Hit], play: Play) -> list[Hit]:
        """Whom the call names: only bullets tie (BB-47), and somebody called the run-away first (BB-18)."""
        shooters = [hit for hit in front if BULLET in play.faces.own(hit)]
        return shooters or [min(front, key=lambda hit: (hit.lo, self.player(hit)))]

    def run_aways(self, called: list[Hit], play: Play) -> list[c.Timed]:
        freezing = [hit for hit in play.valid if hit.hi == play.freeze_us]
        pads = play.faces.running_at_freeze(freezing, int(play.freeze_us))
        runners = tuple(sorted(self.round.pads[pad] for pad in pads))
        return [c.Timed(c.RunAway(self.number, runners), _lead(called))] if runners else []

    def tie(self, called: list[Hit]) -> c.Timed:
        return c.Timed(c.Tie(self.number, tuple(sorted(map(self.player, called)))), _lead(called))

    def first(self, hit: Hit, play: Play) -> c.First:
        late = [e.lo for e, why in self.voids.items() if why == c.LATE and e.pad != hit.pad]
        margin_us = max(0, min(late) - hit.hi) if late else None
        bullets = play.faces.bullets(hit) if self.settings.pad_dice else None
        return c.First(self.number, self.player(hit), margin_us, bullets)

    def suspicions(self, hit: Hit) -> list[c.Call]:
        reaction_us = (hit.lo - self.round.draw.at_us, hit.hi - self.round.draw.at_us)
        if reaction_us[1] >= self.settings.reaction_limit_us:
            return []
        return [c.Suspicious(self.number, self.player(hit), reaction_us)]

    # -- is it final?

    def close(self) -> None:
        """Say what is final; if the round cannot be called, say the first reason that applies."""
        final = [verdict for verdict in self.verdicts if not self.blocked(verdict.moment_us)]
        for verdict in final:
            self.said += verdict.said
        if not any(verdict.decides for verdict in final):
            self.said += self.problem()
        self.say_voids(final)

    def blocked(self, moment_us: int) -> str | None:
        """What keeps a call at `moment_us` from being final, if anything does."""
        if self.may_miss(moment_us):
            return c.EVENTS_LOST
        if self.short(moment_us):
            return c.WAITING
        lost = (account for account in self.accounts.values() if account.is_lost)
        return None if all(account.is_past(moment_us) for account in lost) else c.PAD_LOST

    def short(self, moment_us: int) -> set[str]:
        """The live pads that have not reported past `moment_us`."""
        return {pad for pad, acc in self.accounts.items() if not acc.is_lost and not acc.is_past(moment_us)}

    def problem(self) -> list[c.Timed]:
        """Why the round cannot be called, if it has anything to call."""
        if offending := self.offending():
            return [c.Timed(c.AskJudge(self.number, c.PAD_DISTRUSTED), _lead(offending))]
        if not self.verdicts:
            return self.lost_silence()
        blocked = {verdict.moment_us: self.blocked(verdict.moment_us) for verdict in self.verdicts}
        for why in (c.EVENTS_LOST, c.WAITING, c.PAD_LOST):
            held = [verdict for verdict in self.verdicts if blocked[verdict.moment_us] == why]
            lead = min((_lead(verdict.stands_on) for verdict in held), default=0)
            if held and why == c.WAITING:
                pads = {pad for verdict in held for pad in self.short(verdict.moment_us)}
                return [c.Timed(c.Waiting(self.number, tuple(sorted(pads))), lead)]
            if held:
                return [c.Timed(c.AskJudge(self.number, why), lead)]
        return []

    def lost_silence(self) -> list[c.Timed]:
        """Nobody seems to have pressed; but a HIT may be among what was lost."""
        pressed = any(isinstance(event, Hit) for event in self.round.events)
        if pressed or not self.may_miss(self.round.next_countdown_us - 1):
            return []
        return [c.Timed(c.AskJudge(self.number, c.EVENTS_LOST), self.round.draw.countdown_us)]

    def may_miss(self, moment_us: float) -> bool:
        """Whether an event of this round, up to `moment_us`, may be among what a pad lost."""
        countdown_us = self.round.draw.countdown_us
        return any(account.may_miss(countdown_us, moment_us) for account in self.accounts.values())

    # -- what does not count

    def void(self, events: Iterable[Event], why: str) -> None:
        for event in events:
            self.voids.setdefault(event, why)

    def void_locked_out(self) -> None:
        self.void((event for event in self.round.events if self.locks.hold(event)), c.LOCKED_OUT)

    def say_voids(self, final: list[Verdict]) -> None:
        """Each HIT that no call names, and each voided throw unless the round could not be called."""
        named = {event for verdict in final if not _asks(verdict) for event in verdict.stands_on}
        self.void((e for e in self.round.events if isinstance(e, Hit) and e not in named), c.UNDECIDED)
        uncalled = any(isinstance(timed.call, c.Waiting | c.AskJudge) for timed in self.said)
        for event, why in self.voids.items():
            if isinstance(event, Hit) or why == c.DISTRUSTED or not uncalled:
                self.said.append(self.of(event, c.Void(self.number, event.pad, event.seq, why)))

    # -- small things

    def ask(self, why: str, raised_by: list[Event] | list[Hit]) -> None:
        """Send the round to the judge, as soon as one of its causes is final."""
        call = c.Timed(c.AskJudge(self.number, why), _lead(raised_by))
        sure_us = min(event.hi for event in raised_by)
        self.verdicts.append(Verdict([call], sure_us, list(raised_by), decides=True))

    def player(self, event: Event) -> str:
        return self.round.pads[event.pad]

    def of(self, event: Event, call: c.Call) -> c.Timed:
        return c.Timed(call, event.lo, event.pad, event.seq)


def _asks(verdict: Verdict) -> bool:
    return isinstance(verdict.said[0].call, c.AskJudge)


def _lead(events: Iterable[Event]) -> int:
    return min(event.lo for event in events)


def _first_of_each_pad(events: Iterable[E]) -> list[E]:
    firsts: dict[str, E] = {}
    for event in sorted(events, key=moment):
        firsts.setdefault(event.pad, event)
    return list(firsts.values())
