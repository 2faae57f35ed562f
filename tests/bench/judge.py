"""Judges the referee by the truth: what it claims has to be so, and what is certain has to be claimed.

Owns true times and what truly showed; shares no code with the referee but the names of things. Who was first,
who jumped and what showed is asked of single true moments. What is about intervals is asked of those that the
referee was given, and whether they hold the truth is counted beside (`outside_interval`): who surely jumped,
what is late, when a lock-out ends, whose run-away surely shows at the freeze, the margin. The referee's own
word is taken for which HITs it called false and which jumps it called, since lock-outs follow from them (in a
round without a call: for which HITs it left undecided). Each false HIT and each jump is judged by itself.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from shared_rules import referee as r
from shared_rules.referee import calls as c
from shared_rules.referee.events import BULLET, COWARD, LOCK_OUT_US, RUN
from tests.bench.figures import GAP_BINS_US, Figures
from tests.bench.links import PROFILES
from tests.bench.table import SETTLE_US, Press, Round, Shootout, _for_good

NEAR_US = 1_000
NEVER = float("inf")
Event = r.Hit | r.Roll
Offence = tuple[tuple[int, int], float]  # its moment, and when its lock-out ends
CALLED, JUMPED, UNCALLED, NOTHING = "called", "jumped", "uncalled", "nothing"  # how a round ended


def judge(shootout: Shootout, figures: Figures) -> None:
    """Count what the referee got right and wrong in a shootout that is over."""
    calls = shootout.referee.calls()
    for taken_back in shootout.said - {_for_good(call) for call in calls}:
        figures.wrong("finality_violations", shootout, taken_back)
    for pad, clock in shootout.clocks.items():
        if clock.untrue:
            figures.wrong("untrue_exchanges", shootout, pad)
    figures.add("shootouts")
    figures.add("call/void_before_all", sum(call.round == 0 for call in calls))
    voids = {(call.pad, call.seq): call.why for call in calls if isinstance(call, c.Void)}
    locks = _LockOuts()
    for place, round_ in enumerate(shootout.rounds, 1):
        after = shootout.rounds[place].draw if place < len(shootout.rounds) else None
        said = [call for call in calls if call.round == round_.draw.round]
        _Verdict(shootout, round_, after, said, voids, locks, figures).judge()


def _moment(event: Event) -> tuple[int, int]:
    """Two events of one pad compare exactly."""
    return event.lo, event.seq


class _LockOuts:
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
    return any(offence < _moment(event) and event.hi <= until_us for offence, until_us in offences)


class _Verdict:
    """One round's calls against the truth."""

    def __init__(
        self,
        shootout: Shootout,
        round_: Round,
        after: r.Draw | None,
        said: Sequence[c.Call],
        voids: dict[tuple[str, int], str],
        locks: _LockOuts,
        figures: Figures,
    ) -> None:
        self.shootout = shootout
        self.round = round_
        self.said = said
        self.voids = (
            voids  # of all rounds: an event that straddles a countdown is printed with the one before
        )
        self.locks = locks
        self.figures = figures
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
            self.throws = self._throws()
        self.named = self._named()
        self.front = self._front()
        self.freeze_us = min((_event(press).hi for press in self.front), default=NEVER)

    def wrong(self, name: str, what: object) -> None:
        self.figures.wrong(name, self.shootout, (self.round.draw.round, what))

    def judge(self) -> None:
        figures = self.figures
        figures.add("rounds")
        figures.add("hits", sum(press.is_hit for press in [*self.told, *self.outside]))
        figures.add("throws", sum(not press.is_hit for press in [*self.told, *self.outside]))
        figures.add(f"call/{self.kind}")
        self.names()
        for press in self.told:
            self.reason(press)
        self.straddles()
        self.jumped()
        self.false_hits()
        self.asked()
        self.reboots()
        self.suspicions()
        self.run_aways()
        if self.ended == CALLED:
            self.orders()
            self.validity()
            self.bullets()
            self.margin()
        self.pairs()
        self.equal()

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
        return (self.player(press), _event(press).hi + LOCK_OUT_US) in self.false

    def _is_inside(self, press: Press) -> bool:
        """Certainly between this countdown and the next."""
        event = _event(press)
        return self.round.draw.countdown_us <= event.lo and event.hi < self.next_countdown_us

    def _certain_jumps(self) -> list[Press]:
        """Each pad's first event that certainly came before DRAW, not locked out by the rounds before."""
        firsts: dict[str, Press] = {}
        for press in sorted(self.told, key=lambda press: _moment(_event(press))):
            event = _event(press)
            if event.hi < self.at_us and not self.is_locked_out(press):
                firsts.setdefault(press.pad, press)
        return list(firsts.values())

    def _offenders(self) -> list[Press]:
        """Those of them that nobody can say came after another one."""
        ends_us = min((_event(press).hi for press in self.certain_jumps), default=NEVER)
        return [press for press in self.certain_jumps if _event(press).lo <= ends_us]

    def _note_offences(self) -> None:
        """Add what was called in this round to the lock-outs."""
        jumped = {call.player for call in self.jumps if call.certain}
        for press in self.offenders:
            if self.player(press) in jumped:
                self._lock_out(self.locks.said, press, self.next_draw_us)
        for press in self.hits:
            if self.is_false(press):
                self._lock_out(self.locks.said, press, _event(press).hi)

    def _note_unsaid(self) -> None:
        """In a round without a call: certain jumps, and undecided HITs with truly nothing to call."""
        for press in self.offenders:
            self._lock_out(self.locks.unsaid, press, self.next_draw_us)
        for press in self.hits:
            if self.why(press) == c.UNDECIDED and (not self.is_valid(press) or self.is_close(press)):
                self._lock_out(self.locks.unsaid, press, _event(press).hi)

    def _lock_out(self, kept: dict[str, list[Offence]], press: Press, from_us: float) -> None:
        kept[press.pad].append((_moment(_event(press)), from_us + LOCK_OUT_US))

    def _throws(self) -> dict[str, list[Press]]:
        """The throws that count: pad -> in order."""
        throws: dict[str, list[Press]] = {}
        for press in self.told:
            if not press.is_hit and self.counts(press):
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

    def is_locked_out(self, press: Press) -> bool:
        """By what was called; or by what was not, in a round without a call, if the referee says so too."""
        event = _event(press)
        return self.locks.hold(event) or (
            self.locks.may_hold(event)
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
        event = _event(press)
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
                throw = _event(press)
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
        event = _event(hit)
        elsewhere = {pad: must for pad, must in self.runs_at(event.lo, event.hi).items() if pad != hit.pad}
        return not self.own(hit) and bool(elsewhere) and not any(elsewhere.values())

    # -- each press has its call, or its reason

    def names(self) -> None:
        """A call names one HIT of each of its players."""
        names = (self.first.player,) if self.first else self.tie.players if self.tie else ()
        if Counter(map(self.player, self.named)) != Counter(names):
            self.wrong("unaccounted_presses", (self.first or self.tie, [press.event for press in self.named]))

    def reason(self, press: Press) -> None:
        """Called, or void for a reason that holds by the intervals."""
        event, why = _event(press), self.why(press)
        said_to_be = "locked_out" if self.is_locked_out(press) else None
        if why == c.LOCKED_OUT or said_to_be:
            unprinted = not press.is_hit and why is None and self.ended == UNCALLED
            if why != said_to_be and not unprinted:
                self.wrong("wrong_lock_outs", (why, event))
        elif self.ended == UNCALLED:
            if press.is_hit and not self._has_reason_uncalled(press):
                self.wrong("unaccounted_presses", (why, event))
        elif self.ended == JUMPED:
            if why != (None if press in self.offenders else c.COUNTDOWN_RESTARTED):
                self.wrong("unaccounted_presses" if why is None else "wrong_voids", (why, event))
        elif press.is_hit:
            self._reason_of_hit(press)
        elif why != (c.AFTER_FREEZE if event.lo > self.freeze_us else None):
            self.wrong("wrong_voids", (why, event))

    def _has_reason_uncalled(self, press: Press) -> bool:
        """Of a HIT in a round that waits, or is the judge's."""
        why = self.why(press)
        if why is None:
            return self.is_false(press) or (bool(self.jumps) and self._straddles_draw(press))
        return why in (c.UNDECIDED, c.LATE) or (why == c.COUNTDOWN_RESTARTED and bool(self.certain_jumps))

    def _reason_of_hit(self, press: Press) -> None:
        """Of a HIT in a round that was called, or in which there is nothing to call."""
        event, why = _event(press), self.why(press)
        is_late = event.lo > self.freeze_us or self._is_second(press)
        if why == c.LATE:
            if not is_late:
                self.wrong("missing_ties", event)
        elif why == c.UNDECIDED:
            if press in self.front and not is_late:
                if self.decides(press) and not self.is_close(press):
                    self.wrong("missing_ties", event)
            elif not self._cannot_be_final(press):
                self.wrong("unaccounted_presses", (why, event))
        elif why is not None:
            self.wrong("wrong_voids", (why, event))
        elif not self.is_false(press) and press not in self.named:
            self.wrong("unaccounted_presses", event)
        elif is_late:
            self.wrong("wrong_orders", ("called after the freeze", event))

    def _is_second(self, press: Press) -> bool:
        """The pad has an earlier HIT in the front."""
        return any(
            other.pad == press.pad and _moment(_event(other)) < _moment(_event(press)) for other in self.front
        )

    def _cannot_be_final(self, press: Press) -> bool:
        """A false HIT that ended after the freeze, which a pad that is gone has not passed."""
        event = _event(press)
        gone = self.shootout.away or self.shootout.lost or self.shootout.gapped
        return event.lo <= self.freeze_us < event.hi and not self.is_valid(press) and bool(gone)

    def straddles(self) -> None:
        """An event on both sides of a countdown is in no round."""
        for press in self.outside:
            if self.why(press) != c.NOT_IN_ROUND and (press.is_hit or self.why(press) is not None):
                self.wrong("unaccounted_presses", (self.why(press), press.event))

    # -- jumps

    def jumped(self) -> None:
        """All that certainly came before DRAW, and nothing else; and no call over what may have."""
        certain = {call.player for call in self.jumps if call.certain}
        straddling = [p for p in self.told if self._straddles_draw(p) and not self.is_locked_out(p)]
        offenders = {self.player(press) for press in self.offenders}
        if self.ended != UNCALLED and offenders - certain:
            self.wrong("jumps_overlooked", (offenders, certain))
        if self.ended in (CALLED, NOTHING) and straddling:
            self.wrong("jumps_overlooked", [press.event for press in straddling])
        if certain - offenders or not all(p.t_us < self.at_us for p in self.offenders):
            self.wrong("wrong_jumps", (offenders, certain))
        if {call.player for call in self.jumps if not call.certain} - set(map(self.player, straddling)):
            self.wrong("wrong_jumps", self.jumps)
        first_us = min((press.t_us for press in self.offenders), default=NEVER)
        for press in self.told:
            if certain and self.why(press) == c.COUNTDOWN_RESTARTED and press.t_us < first_us:
                self.wrong("wrong_orders", ("jumped", press.event))
        for press in self.named:
            if press.t_us < self.at_us:
                self.wrong("wrong_jumps", press.event)

    def _straddles_draw(self, press: Press) -> bool:
        event = _event(press)
        return event.lo < self.at_us <= event.hi

    # -- false HITs

    def false_hits(self) -> None:
        for press in self.hits:
            if not self.is_false(press):
                continue
            if self.is_valid(press):
                if self.is_close(press) and not [p for p in self.runs(press.t_us) if p != press.pad]:
                    self.figures.add("own_settle_off")
                else:
                    self.wrong("wrong_false_hits", press.event)
        found = {
            (self.player(press), _event(press).hi + LOCK_OUT_US)
            for press in self.hits
            if self.is_false(press)
        }
        if self.false - found:
            self.wrong("wrong_lock_outs", (self.false - found, "no HIT has such an end"))

    # -- who was first

    def orders(self) -> None:
        """`late` and `after_freeze` are truly after a caller; nobody truly called before the first."""
        froze_us = min((press.t_us for press in self.front), default=NEVER)
        for press in self.told:
            if self.why(press) in (c.LATE, c.AFTER_FREEZE) and press.t_us < froze_us:
                self.wrong("wrong_orders", (self.why(press), press.event))
        named_us = min((press.t_us for press in self.named), default=0)
        untold = [press for press in self.presses if press.is_hit and press.event is None]
        for press in [*self.hits, *untold]:
            if press.t_us < named_us and self.is_valid(press):
                self._before_the_first(press, froze_us)
        if self.first and self.first.bullets == 0 and self.named:
            least = min(self.front, key=lambda press: (_event(press).lo, self.player(press)))
            if least not in self.named:
                self.wrong("wrong_orders", ("run-aways only", least.event))

    def _before_the_first(self, press: Press, froze_us: float) -> None:
        """A true call before the one that is named: right only for a run-away, which decides nothing."""
        why = self.why(press) if press.event is not None else "lost"
        if why == c.UNDECIDED or (why is None and self.is_false(press)):
            return  # a run-away caller in the front, or one that was_close()
        if why == c.LATE and press.t_us > froze_us:
            self.figures.add("behind_a_runaway")
            return
        self.wrong("wrong_orders", (why, press.event))

    def validity(self) -> None:
        for press in self.named:
            if not self.is_valid(press):
                if press.t_us >= self.at_us and self.is_close(press):
                    self.figures.add("own_settle_off")
                else:
                    self.wrong("wrong_validity", press.event)

    # -- what is said beside it

    def run_aways(self) -> None:
        """At the freeze, the least `hi` of the front: only who truly shows it, and all who certainly do."""
        said = {name for call in self.said if isinstance(call, c.RunAway) for name in call.players}
        if not self.pad_dice or self.ended != CALLED:
            if said:
                self.wrong("wrong_run_aways", said)
            return
        freezing = {p.pad: p for p in self.front if _event(p).hi == self.freeze_us}
        truly, surely = set(self.runs(self.freeze_us)) - set(freezing), set()
        for pad, must in self.runs_at(self.freeze_us, self.freeze_us).items():
            if must and pad not in freezing:
                surely.add(pad)
        for pad, hit in freezing.items():
            runs = self.faces(pad, hit.t_us).get(COWARD, ("", 0))[0] == RUN
            if runs or self.is_close(hit):
                truly.add(pad)
            if runs and not self.is_close(hit):
                surely.add(pad)
        pads = {pad for pad, name in self.shootout.players.items() if name in said}
        if pads - truly:
            self.wrong("wrong_run_aways", (pads - truly, self.freeze_us))
        if surely - pads:
            self.wrong("run_aways_overlooked", (surely - pads, self.freeze_us))

    def bullets(self) -> None:
        """How many truly show; and only bullets tie."""
        for press in self.named:
            truly = self.own(press).count(BULLET) if self.pad_dice else None
            right = self.first.bullets == truly if self.first else truly != 0
            if not right and self.is_close(press):
                self.figures.add("own_settle_off")
            elif not right:
                self.wrong("wrong_bullets", (self.first or self.tie, truly))

    def margin(self) -> None:
        """To the next of the others."""
        if self.first and self.named:
            mine = _event(self.named[0])
            late = [_event(p).lo for p in self.hits if p.pad != mine.pad and self.why(p) == c.LATE]
            if self.first.margin_us != (max(0, min(late) - mine.hi) if late else None):
                self.wrong("wrong_margins", (self.first, late))

    def suspicions(self) -> None:
        """Everybody who is named and was certainly faster than anybody can be."""
        limit_us = self.shootout.settings.reaction_limit_us
        wanted = Counter(
            (self.player(press), (event.lo - self.at_us, event.hi - self.at_us))
            for press in self.named
            if (event := _event(press)).hi - self.at_us < limit_us
        )
        said = Counter(
            (call.player, call.reaction_us) for call in self.said if isinstance(call, c.Suspicious)
        )
        if said != wanted:
            self.wrong("wrong_suspicions", (said, wanted))

    # -- nobody is forgotten

    def asked(self) -> None:
        """Waiting only for pads that are away and not yet given up; the judge is asked for what is so."""
        for call in self.said:
            if isinstance(call, c.Waiting) and not set(call.pads) <= set(self.shootout.away):
                self.wrong("still_waiting", self.said)
            if isinstance(call, c.AskJudge) and not self._has_to_ask(call.why):
                self.wrong("asked_in_vain", call)

    def _has_to_ask(self, why: str) -> bool:
        if why == c.DRAW_STRADDLED:
            return any(self._straddles_draw(press) for press in self.told)
        if why == c.ICON_UNCERTAIN:
            return self.pad_dice and any(self.is_doubtful(press) for press in self.hits)
        if why == c.EVENTS_LOST:
            return self.shootout.gapped
        return why == c.PAD_LOST and bool(self.shootout.away or self.shootout.lost)

    def reboots(self) -> None:
        for pad, reach_us in self.round.reach_at_reboot.items():
            if self.shootout.players[pad] not in dict(self.round.draw.dice):
                continue
            self.figures.add("reboot/in_round")
            if self.kind.startswith("ask_judge"):
                self.figures.add("reboot/voided")
                continue
            stands_on = [_event(press) for press in [*self.front, *self.offenders]]
            if self.ended == NOTHING and (self.hits or pad in self.shootout.away):
                self.figures.add("reboot/nothing_to_call")
            elif reach_us >= min((event.hi for event in stands_on), default=NEVER):
                self.figures.add("reboot/called_before")
            else:
                self.wrong("ruled_over_reboot", self.said)

    # -- pairs

    def deciders(self) -> list[Press]:
        """Each player's first call that decides."""
        firsts: dict[str, Press] = {}
        for press in sorted(self.hits, key=lambda press: press.t_us):
            if press.pad not in firsts and self.is_valid(press) and self.decides(press):
                firsts[press.pad] = press
        return list(firsts.values())

    def pairs(self) -> None:
        """The two who were first: how near, and what was said."""
        if not (self.first or self.tie or self.kind.startswith("ask_judge")):
            return
        one, other = [*self.deciders(), None, None][:2]
        if one is None or other is None or one.event is None or other.event is None:
            return
        if self.why(one) == c.LATE and self.why(other) == c.LATE:
            return  # somebody had called a run-away before
        gap_us = other.t_us - one.t_us
        tied = self.tie is not None and one in self.named and other in self.named
        overlap = one.event.hi >= other.event.lo and other.event.hi >= one.event.lo
        if overlap and self._a_third_froze(one, other):
            self.figures.add("inside_third")
        elif overlap:
            self.figures.add("inside")
            self.figures.add("inside_tied", tied)
            self.figures.add("inside_judge", self.first is None and self.tie is None)
        if (self.first or self.tie) and gap_us >= GAP_BINS_US[0]:
            profile = PROFILES[self.shootout.life.profile].name
            least = max(bound for bound in GAP_BINS_US if gap_us >= bound)
            for name in (f"far/{profile}", f"far/{profile}/{least}"):
                self.figures.add(name)
                self.figures.add(name.replace("far/", "far_tied/"), tied)
        if self.first and 0 < gap_us <= NEAR_US and one in self.named:
            self.figures.add(f"wins/{one.pad}/{other.pad}")

    def _a_third_froze(self, one: Press, other: Press) -> bool:
        """One of two is certainly after a run-away caller's HIT, which the other may be before."""
        frozen = [_event(p).hi for p in self.front if p.pad not in (one.pad, other.pad)]
        late = [_event(p).lo for p in (one, other) if self.why(p) == c.LATE]
        return any(hi < lo for hi in frozen for lo in late)

    def equal(self) -> None:
        """Those who pressed in the very same moment."""
        script = self.round.script
        if len(script.duel) != 2 or script.gap_us:
            return
        pair = [p for p in self.hits if p.pad in script.duel and self.is_valid(p)]
        if len(pair) != 2 or pair[0].t_us != pair[1].t_us:
            return
        one, other = sorted(pair, key=lambda press: (_event(press).lo, press.pad))
        self.figures.add("equal")
        if _event(one).lo != _event(other).lo:
            self.figures.add(f"begins/{one.pad}/{other.pad}")
        in_it = [press for press in pair if press in self.named]
        if len(in_it) == 2:
            self.figures.add("equal_tied")
        elif self.first and self.first.bullets == 0 and in_it:
            self.figures.add("equal_named")
        elif self.first and in_it and all(self.decides(press) for press in pair):
            self.wrong("equal_not_tied", (one.event, other.event, self.first))


def _event(press: Press) -> Event:
    """What the referee was told of a press that came in."""
    assert press.event is not None
    return press.event
