"""Judges the referee by the truth: whatever it claims has to be so, and every press has to have its reason.

Owns true times and what truly showed. It works from single moments, never from intervals, and shares no line
with the referee; only where a claim is about intervals (a missing tie) does it look at them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from shared_rules.referee import calls as c
from shared_rules.referee.events import BULLET, COWARD, LOCK_OUT_US, RUN
from tests.bench.figures import GAP_BINS_US, Figures
from tests.bench.links import PROFILES
from tests.bench.table import SETTLE_US, Press, Round, Shootout, _for_good

NEAR_US = 1_000


def judge(shootout: Shootout, figures: Figures) -> None:
    """Count what the referee got right and wrong in a shootout that is over."""
    calls = shootout.referee.calls()
    for taken_back in shootout.said - {_for_good(call) for call in calls}:
        figures.wrong("finality_violations", shootout, taken_back)
    for pad, clock in shootout.clocks.items():
        if clock.untrue:
            figures.wrong("untrue_exchanges", shootout, pad)
    figures.add("shootouts")
    presses = [press for round_ in shootout.rounds for press in round_.presses]
    for round_ in shootout.rounds:
        said = [call for call in calls if call.round == round_.draw.round]
        _Verdict(shootout, round_, said, calls, presses, figures).judge()
    for void in calls:
        if void.round == 0:
            figures.add("call/void_before_all")


class _Verdict:
    """One round's calls against the truth."""

    def __init__(
        self,
        shootout: Shootout,
        round_: Round,
        said: Sequence[c.Call],
        calls: Sequence[c.Call],
        presses: Iterable[Press],
        figures: Figures,
    ) -> None:
        self.shootout = shootout
        self.round = round_
        self.said = said
        self.calls = calls
        self.figures = figures
        self.at_us = round_.draw.at_us
        self.voids = {(call.pad, call.seq): call.why for call in said if isinstance(call, c.Void)}
        names = dict(round_.draw.dice)
        self.presses = [
            press
            for press in presses
            if press.round == round_.draw.round and shootout.players[press.pad] in names
        ]
        self.told = [press for press in self.presses if press.event is not None]
        self.hits = [press for press in self.told if press.is_hit]
        self.first = next((call for call in said if isinstance(call, c.First)), None)
        self.tie = next((call for call in said if isinstance(call, c.Tie)), None)
        self.jumps = [call for call in said if isinstance(call, c.Jumped)]
        self.false = {call.player: call for call in said if isinstance(call, c.FalseHit)}
        self.named = self._named()

    def wrong(self, name: str, what: object) -> None:
        self.figures.wrong(name, self.shootout, (self.round.draw.round, what))

    def judge(self) -> None:
        figures = self.figures
        figures.add("rounds")
        figures.add("hits", len(self.hits))
        figures.add("throws", len(self.told) - len(self.hits))
        figures.add(f"call/{self._kind()}")
        self.reasons()
        self.jumped()
        self.false_hits()
        self.lock_outs()
        self.waiting()
        self.reboots()
        if self.first or self.tie:
            self.orders()
            self.validity()
            self.run_aways()
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

    # -- who is who

    def player(self, press: Press) -> str:
        return self.shootout.players[press.pad]

    def why(self, press: Press) -> str | None:
        assert press.event is not None
        return self.voids.get((press.pad, press.event.seq))

    def _named(self) -> list[Press]:
        """The HITs that `first` or `tie` names."""
        names = (self.first.player,) if self.first else self.tie.players if self.tie else ()
        return [press for press in self.hits if self.player(press) in names and not self._has_reason(press)]

    def _has_reason(self, press: Press) -> bool:
        """Void, or a false HIT, or a jump."""
        assert press.event is not None
        false = self.false.get(self.player(press))
        jumped = press.event.lo < self.at_us and any(call.player == self.player(press) for call in self.jumps)
        is_false = any(
            isinstance(call, c.FalseHit)
            and call.player == self.player(press)
            and call.locked_until_us == press.event.hi + LOCK_OUT_US
            for call in self.said
        )
        return self.why(press) is not None or jumped or (false is not None and is_false)

    def front(self) -> list[Press]:
        """The HITs of a round that was called which are neither late nor anything else."""
        return [press for press in self.hits if press in self.named or self.why(press) == c.UNDECIDED]

    # -- what truly showed

    def counts(self, press: Press) -> bool:
        """A throw or HIT that the rules let count: not void for what came before it."""
        if press.event is None:
            return True
        return self.why(press) not in (c.LOCKED_OUT, c.NOT_IN_ROUND) and not self.is_locked_out(press)

    def faces(self, pad: str, at_us: float) -> dict[str, tuple[str, float]]:
        """Die -> what truly shows, and how far from there the next change was or will be."""
        shown: dict[str, tuple[str, float]] = {}
        for throw in self.told:
            if throw.is_hit or throw.pad != pad or throw.t_us > at_us or not self.counts(throw):
                continue
            settles_us = throw.t_us + SETTLE_US
            face = throw.face if settles_us <= at_us else "rolls"
            shown[throw.button] = face, abs(at_us - settles_us)
        return shown

    def runs(self, at_us: float) -> list[str]:
        """The pads whose coward truly shows run away."""
        return [pad for pad in self.shootout.pads if self.faces(pad, at_us).get(COWARD, ("", 0))[0] == RUN]

    def own(self, press: Press) -> list[str]:
        """The caller's own icons."""
        faces = self.faces(press.pad, press.t_us).values()
        return [face for face, _near in faces if face in (BULLET, RUN)]

    def is_close(self, press: Press) -> bool:
        """An own die came to rest so near to the HIT that lo, learnt twice, cannot tell: see README."""
        assert press.event is not None
        width_us = press.event.hi - press.event.lo + 1_000
        return any(near < width_us for _face, near in self.faces(press.pad, press.t_us).values())

    def is_valid(self, press: Press) -> bool:
        """Truly a call: after DRAW, not locked out, and something shows."""
        if press.t_us < self.at_us or not self.counts(press):
            return False
        return not self.shootout.settings.pad_dice or bool(self.own(press) or self.runs(press.t_us))

    # -- claims

    def reasons(self) -> None:
        """Each HIT is called or void; a call names one HIT of a player."""
        twice = Counter(self.player(press) for press in self.named)
        names = set((self.first.player,) if self.first else self.tie.players if self.tie else ())
        for press in self.hits:
            if not self._has_reason(press) and press not in self.named:
                self.wrong("unaccounted_presses", press.event)
        if set(twice) != names or any(count != 1 for count in twice.values()):
            self.wrong("unaccounted_presses", (self.first or self.tie, dict(twice)))

    def jumped(self) -> None:
        certain = {call.player for call in self.jumps if call.certain}
        if certain:
            first_us = min(
                (press.t_us for press in self.told if self.player(press) in certain and self.counts(press)),
                default=float("inf"),
            )
            if first_us >= self.at_us:
                self.wrong("wrong_jumps", certain)
            for press in self.told:
                if self.why(press) == c.COUNTDOWN_RESTARTED and press.t_us < first_us:
                    self.wrong("wrong_orders", ("jumped", press.event))
        for press in self.named:
            if press.t_us < self.at_us:
                self.wrong("wrong_jumps", press.event)

    def false_hits(self) -> None:
        for press in self.hits:
            assert press.event is not None
            call = self.false.get(self.player(press))
            if call is None or call.locked_until_us != press.event.hi + LOCK_OUT_US:
                continue
            if self.is_valid(press):
                if self.is_close(press) and not [p for p in self.runs(press.t_us) if p != press.pad]:
                    self.figures.add("own_settle_off")
                else:
                    self.wrong("wrong_false_hits", press.event)

    def lock_outs(self) -> None:
        """Void `locked_out` only after an offence of one's own."""
        for press in self.told:
            if self.why(press) == c.LOCKED_OUT and not self._offended_before(press):
                self.wrong("wrong_lock_outs", press.event)

    def _offended_before(self, press: Press) -> bool:
        """An offence that was called, or would be if what is missing came: before DRAW, or a HIT."""
        return any(
            isinstance(call, c.Jumped | c.FalseHit) and call.player == self.player(press)
            for call in self.calls
            if call.round <= self.round.draw.round
        ) or any(
            other.pad == press.pad and other.t_us < press.t_us and (other.is_hit or other.t_us < self.at_us)
            for other in self.told
        )

    def orders(self) -> None:
        """`late` and `after_freeze` are truly after a caller; nobody truly called before the first."""
        front = self.front()
        froze_us = min((press.t_us for press in front), default=float("inf"))
        for press in self.told:
            if self.why(press) in (c.LATE, c.AFTER_FREEZE) and press.t_us < froze_us:
                self.wrong("wrong_orders", (self.why(press), press.event))
        named_us = min((press.t_us for press in self.named), default=0)
        untold = [press for press in self.presses if press.is_hit and press.event is None]
        for press in [*self.hits, *untold]:
            if press.t_us < named_us and self.is_valid(press):
                self._before_the_first(press, froze_us)
        if self.first and len(front) == 1:
            self._missing_ties()

    def _before_the_first(self, press: Press, froze_us: float) -> None:
        """A true call before the one that is named: right only for a run-away, which decides nothing."""
        why = self.why(press) if press.event is not None else "lost"
        if why == c.UNDECIDED or (why is None and self.false.get(self.player(press))):
            return  # a run-away caller in the front, or one that was_close()
        if why == c.LATE and press.t_us > froze_us:
            self.figures.add("behind_a_runaway")
            return
        self.wrong("wrong_orders", (why, press.event))

    def _missing_ties(self) -> None:
        called = self.named[0].event if self.named else None
        for press in self.hits:
            late = press.event
            if (
                called
                and late
                and press.pad != called.pad
                and self.why(press) == c.LATE
                and late.lo <= called.hi
            ):
                self.wrong("missing_ties", (called, late))

    def is_locked_out(self, press: Press) -> bool:
        """Counts to three: after a HIT of theirs that was called false, or a jump in the round before."""
        assert press.event is not None
        end_us, number = press.event.hi, self.round.draw.round
        return any(
            call.locked_until_us - LOCK_OUT_US < end_us <= call.locked_until_us
            if isinstance(call, c.FalseHit)
            else call.certain and call.round == number - 1 and end_us <= self.at_us + LOCK_OUT_US
            for call in self.calls
            if isinstance(call, c.FalseHit | c.Jumped) and call.player == self.player(press)
        )

    def validity(self) -> None:
        for press in self.named:
            if self.is_locked_out(press):
                self.wrong("wrong_lock_outs", press.event)
            if not self.is_valid(press):
                if press.t_us >= self.at_us and self.is_close(press):
                    self.figures.add("own_settle_off")
                else:
                    self.wrong("wrong_validity", press.event)

    def run_aways(self) -> None:
        """At the freeze, which is the least `hi` of the front, other pads' cowards truly show it."""
        called = next((call for call in self.said if isinstance(call, c.RunAway)), None)
        front = [press.event for press in self.front()]
        freeze_us = min((event.hi for event in front if event), default=0)
        own = {event.pad for event in front if event and event.hi == freeze_us}
        for name in called.players if called else ():
            pad = next(pad for pad, player in self.shootout.players.items() if player == name)
            if pad not in own and pad not in self.runs(freeze_us):
                self.wrong("wrong_run_aways", (name, freeze_us))

    # -- nobody is forgotten

    def waiting(self) -> None:
        """Only for pads that are away, and not yet given up."""
        for call in self.said:
            if isinstance(call, c.Waiting) and not set(call.pads) <= set(self.shootout.away):
                self.wrong("still_waiting", self.said)

    def reboots(self) -> None:
        for pad, reach_us in self.round.reach_at_reboot.items():
            if self.shootout.players[pad] not in dict(self.round.draw.dice):
                continue
            self.figures.add("reboot/in_round")
            if self._kind().startswith("ask_judge"):
                self.figures.add("reboot/voided")
                continue
            stands_on = [press.event for press in self.front()]
            stands_on += [
                p.event for p in self.told if p.event and p.event.hi < self.at_us and not self.why(p)
            ]
            if self._kind() == "none":
                self.figures.add("reboot/nothing_to_call")
            elif reach_us >= min((e.hi for e in stands_on if e), default=float("inf")):
                self.figures.add("reboot/called_before")
            else:
                self.wrong("ruled_over_reboot", self.said)

    # -- pairs

    def deciders(self) -> list[Press]:
        """Each player's first call that decides: in table mode any, with pad dice one with a bullet."""
        firsts: dict[str, Press] = {}
        for press in sorted(self.hits, key=lambda press: press.t_us):
            decides = not self.shootout.settings.pad_dice or BULLET in self.own(press)
            if self.is_valid(press) and decides:
                firsts.setdefault(press.pad, press)
        return list(firsts.values())

    def pairs(self) -> None:
        """The two who were first: how near, and what was said."""
        if not (self.first or self.tie or self._kind().startswith("ask_judge")):
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
        frozen = [p.event.hi for p in self.front() if p.event and p.pad not in (one.pad, other.pad)]
        late = [p.event.lo for p in (one, other) if p.event and self.why(p) == c.LATE]
        return any(hi < lo for hi in frozen for lo in late)

    def equal(self) -> None:
        """Those who pressed in the very same moment."""
        script = self.round.script
        if len(script.duel) != 2 or script.gap_us:
            return
        pair = [p for p in self.hits if p.pad in script.duel and self.is_valid(p)]
        if len(pair) != 2 or pair[0].t_us != pair[1].t_us:
            return
        one, other = sorted(pair, key=lambda press: (press.event.lo if press.event else 0, press.pad))
        assert one.event and other.event
        self.figures.add("equal")
        if one.event.lo != other.event.lo:
            self.figures.add(f"begins/{one.pad}/{other.pad}")
        in_it = [press for press in pair if press in self.named]
        if len(in_it) == 2:
            self.figures.add("equal_tied")
        elif self.first and self.first.bullets == 0 and in_it:
            self.figures.add("equal_named")
        elif self.first and in_it and all(self.decides(press) for press in pair):
            self.wrong("equal_not_tied", (one.event, other.event, self.first))

    def decides(self, press: Press) -> bool:
        return not self.shootout.settings.pad_dice or BULLET in self.own(press)
