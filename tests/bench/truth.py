"""What truly happened in one round, beside what was called.

Owns true times and what truly showed; shares no code with the referee but the names of things. Who was first,
who jumped and what showed is asked of single true moments. What is about intervals is asked of those that the
referee was given: who surely jumped, what is late, when a lock-out ends, whose run-away surely shows at the
freeze, the margin. The referee's own word is taken for which HITs it called false and which jumps it called,
since lock-outs follow from them (in a round without a call: for which HITs it left undecided). It must never
say what is wrong.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from shared_rules import referee as r
from shared_rules.referee import calls as c
from shared_rules.referee.events import BULLET, COWARD, LOCK_OUT_US, RUN
from tests.bench.table import SETTLE_US, Press, Round, Shootout

NEVER = float("inf")
Event = r.Hit | r.Roll
Offence = tuple[tuple[int, int], float]  # its moment, and when its lock-out ends
CALLED, JUMPED, UNCALLED, NOTHING = "called", "jumped", "uncalled", "nothing"  # how a round ended


def event_of(press: Press) -> Event:
    """What the referee was told of a press that came in."""
    assert press.event is not None
    return press.event


def moment(event: Event) -> tuple[int, int]:
    """Two events of one pad compare exactly."""
    return event.lo, event.seq


class LockOuts:
    """Who counts to three, round after round: pad -> offences, each with the end of its lock-out.

    `said` are the offences that were called. `unsaid` are those in a round that could not be called: they
    lock out all the same.
    """

    def __init__(self) -> None:
        self.said: dict[str, list[Offence]] = defaultdict(list)
        self.unsaid: dict[str, list[Offence]] = defaultdict(list)

    def hold(self, event: Event) -> bool:
        """Whether an event comes after an offence that was called and certainly before the end."""
        return event.pad in self.said and _held(event, self.said[event.pad])

    def may_hold(self, event: Event) -> bool:
        """The same of an offence that was not called, because its round was not."""
        return event.pad in self.unsaid and _held(event, self.unsaid[event.pad])


def _held(event: Event, offences: Iterable[Offence]) -> bool:
    return any(offence < moment(event) and event.hi <= until_us for offence, until_us in offences)


class Truth:
    """One round as it truly was, with the calls about it."""

    def __init__(
        self,
        shootout: Shootout,
        round_: Round,
        after: r.Draw | None,
        said: Sequence[c.Call],
        voids: dict[tuple[str, int], str],
        locks: LockOuts,
    ) -> None:
        self.shootout = shootout
        self.round = round_
        self.said = said
        self.voids = (
            voids  # of all rounds: an event that straddles a countdown is printed with the one before
        )
        self.locks = locks
        self.at_us = round_.draw.at_us
        self.pad_dice = shootout.settings.pad_dice
        self.next_draw_us = after.at_us if after else NEVER
        self.next_countdown_us = after.countdown_us if after else NEVER
        self.first = next((call for call in said if isinstance(call, c.First)), None)
        self.tie = next((call for call in said if isinstance(call, c.Tie)), None)
        self.jumps = [call for call in said if isinstance(call, c.Jumped)]
        self.false = {(call.player, call.locked_until_us) for call in said if isinstance(call, c.FalseHit)}
        self.kind = self._kind()
        self.ended = self._ended()

        self.presses = round_.presses
        told = [press for press in self.presses if press.event is not None]
        self.told = [press for press in told if self._is_inside(press)]
        self.outside = [press for press in told if not self._is_inside(press)]
        self.hits = [press for press in self.told if press.is_hit]
        self.certain_jumps = self._certain_jumps()
        self.offenders = self._offenders()
        self._note_offences()
        self.throws = self._throws()
        if self.ended == UNCALLED:
            self._note_unsaid()
        self.named = self._named()
        self.front = self._front()
        self.freeze_us = min((event_of(press).hi for press in self.front), default=NEVER)

    def _kind(self) -> str:
        for call in self.said:
            if isinstance(call, c.AskJudge):
                return f"ask_judge/{call.why}"
            if isinstance(call, c.First | c.Tie | c.Waiting):
                return c.NAMES[type(call)]
            if isinstance(call, c.Jumped) and call.certain:
                return "jumped"
        return "none"

    def _ended(self) -> str:
        return {"first": CALLED, "tie": CALLED, "jumped": JUMPED, "none": NOTHING}.get(self.kind, UNCALLED)

    # -- who is who

    def player(self, press: Press) -> str:
        return self.shootout.players[press.pad]

    def why(self, press: Press) -> str | None:
        return self.voids.get((press.pad, press.event.seq)) if press.event else None

    def is_false(self, press: Press) -> bool:
        """Called a false HIT."""
        return (self.player(press), event_of(press).hi + LOCK_OUT_US) in self.false

    def _is_inside(self, press: Press) -> bool:
        """Certainly between this countdown and the next."""
        event = event_of(press)
        return self.round.draw.countdown_us <= event.lo and event.hi < self.next_countdown_us

    def straddles_draw(self, press: Press) -> bool:
        event = event_of(press)
        return event.lo < self.at_us <= event.hi

    def _certain_jumps(self) -> list[Press]:
        """Each pad's first event that certainly came before DRAW, not locked out by the rounds before."""
        firsts: dict[str, Press] = {}
        for press in sorted(self.told, key=lambda press: moment(event_of(press))):
            event = event_of(press)
            if event.hi < self.at_us and not self.is_locked_out(press):
                firsts.setdefault(press.pad, press)
        return list(firsts.values())

    def _offenders(self) -> list[Press]:
        """Those of them that nobody can say came after another one."""
        ends_us = min((event_of(press).hi for press in self.certain_jumps), default=NEVER)
        return [press for press in self.certain_jumps if event_of(press).lo <= ends_us]

    def _note_offences(self) -> None:
        """Add what was called in this round to the lock-outs."""
        jumped = {call.player for call in self.jumps if call.certain}
        for press in self.offenders:
            if self.player(press) in jumped:
                self._lock_out(self.locks.said, press, self.next_draw_us)
        for press in self.hits:
            if self.is_false(press):
                self._lock_out(self.locks.said, press, event_of(press).hi)

    def _note_unsaid(self) -> None:
        """In a round without a call: certain jumps, and undecided HITs with truly nothing to call.

        One after the other, for whoever is locked out throws in vain, and nobody can call by that die.
        """
        for press in self.offenders:
            self._lock_out(self.locks.unsaid, press, self.next_draw_us)
        self.throws = self._throws()
        for press in sorted(self.hits, key=lambda press: moment(event_of(press))):
            if self.why(press) == c.UNDECIDED and (not self.is_valid(press) or self.is_close(press)):
                self._lock_out(self.locks.unsaid, press, event_of(press).hi)
                self.throws = self._throws()

    def _lock_out(self, kept: dict[str, list[Offence]], press: Press, from_us: float) -> None:
        kept[press.pad].append((moment(event_of(press)), from_us + LOCK_OUT_US))

    def _throws(self, *, unless: Callable[[Press], bool] | None = None) -> dict[str, list[Press]]:
        """The throws that count: pad -> in order."""
        throws: dict[str, list[Press]] = {}
        for press in self.told:
            if not press.is_hit and not (unless or self.is_locked_out)(press):
                throws.setdefault(press.pad, []).append(press)
        return throws

    def _named(self) -> list[Press]:
        """The HITs that `first` or `tie` names."""
        names = (self.first.player,) if self.first else self.tie.players if self.tie else ()
        return [
            press
            for press in self.hits
            if self.player(press) in names and not self.why(press) and not self.is_false(press)
        ]

    def _front(self) -> list[Press]:
        """The HITs that froze a called round: those named, and callers of a mere run-away beside them."""
        if self.ended != CALLED:
            return []
        beside = [
            press
            for press in self.hits
            if self.why(press) == c.UNDECIDED
            and self.pad_dice
            and (self.is_valid(press) or (press.t_us >= self.at_us and self.is_close(press)))
        ]
        return self.named + beside

    # -- what truly showed

    def is_held(self, press: Press) -> bool:
        """Locked out by what was called."""
        return self.locks.hold(event_of(press))

    def is_locked_out(self, press: Press) -> bool:
        """By what was called; or by what was not, in a round without a call, if the referee says so too."""
        return self.is_held(press) or (
            self.locks.may_hold(event_of(press))
            and (self.why(press) == c.LOCKED_OUT or (self.ended == UNCALLED and not press.is_hit))
        )

    def counts(self, press: Press) -> bool:
        """A throw or HIT that the rules let count; one that was not told, by its true moment."""
        if press.event is None:
            return not any(
                press.t_us <= until_us for _offence, until_us in self.locks.said.get(press.pad, ())
            )
        return not self.is_locked_out(press)

    def faces(self, pad: str, at_us: float) -> dict[str, tuple[str, float]]:
        """Die -> what truly shows, and how far from there the next change was or will be."""
        shown: dict[str, tuple[str, float]] = {}
        for throw in self.throws.get(pad, ()):
            if throw.t_us > at_us:
                continue
            settles_us = throw.t_us + SETTLE_US
            face = throw.face if settles_us <= at_us else "rolls"
            shown[throw.button] = face, abs(at_us - settles_us)
        return shown

    def runs(self, at_us: float) -> list[str]:
        """The pads whose coward truly shows run away."""
        return [pad for pad in self.throws if self.faces(pad, at_us).get(COWARD, ("", 0))[0] == RUN]

    def own(self, press: Press) -> list[str]:
        """The caller's own icons."""
        faces = self.faces(press.pad, press.t_us).values()
        return [face for face, _near in faces if face in (BULLET, RUN)]

    def is_close(self, press: Press) -> bool:
        """An own die came to rest so near to the HIT that lo, learnt twice, cannot tell: see README."""
        event = event_of(press)
        width_us = event.hi - event.lo + 1_000
        return any(near < width_us for _face, near in self.faces(press.pad, press.t_us).values())

    def is_valid(self, press: Press) -> bool:
        """Truly a call: after DRAW, not locked out, and something shows."""
        if press.t_us < self.at_us or not self.counts(press):
            return False
        return not self.pad_dice or bool(self.own(press) or self.runs(press.t_us))

    def decides(self, press: Press) -> bool:
        """In table mode any call, with pad dice one with a bullet."""
        return not self.pad_dice or BULLET in self.own(press)

    # -- what shows by the intervals

    def runs_at(self, lo: float, hi: float) -> dict[str, bool]:
        """Pads whose coward may show run away within [lo, hi], seen from another pad: whether it must."""
        shows: dict[str, bool] = {}
        for pad, throws in self.throws.items():
            then: Event | None = None
            for press in reversed([throw for throw in throws if throw.button == COWARD]):
                throw = event_of(press)
                never = then and then.lo <= throw.lo + SETTLE_US
                not_yet, ended = hi < throw.lo + SETTLE_US, then and then.hi < lo
                if press.face == RUN and not (never or not_yet or ended):
                    must = throw.hi + SETTLE_US <= lo and (then is None or hi < then.lo)
                    shows[pad] = shows.get(pad, False) or must
                then = throw
        return shows

    def is_doubtful(self, hit: Press) -> bool:
        """Nobody can know whether something shows at a HIT."""
        if self.is_close(hit):
            return True
        event = event_of(hit)
        elsewhere = {pad: must for pad, must in self.runs_at(event.lo, event.hi).items() if pad != hit.pad}
        return not self.own(hit) and bool(elsewhere) and not any(elsewhere.values())

    def may_be_doubtful(self, hit: Press) -> bool:
        """The same, or it would be if a HIT that nobody could decide has locked nobody out."""
        if self.is_doubtful(hit):
            return True
        counted, self.throws = self.throws, self._throws(unless=self.is_held)
        doubtful = self.is_doubtful(hit)
        self.throws = counted
        return doubtful
