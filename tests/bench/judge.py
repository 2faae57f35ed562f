"""Judges the referee by the truth: what it claims has to be so, and what is certain has to be claimed.

Owns what is wrong with the calls of a round. Whether the intervals that the referee was given hold the truth
is counted beside (`outside_interval`). Each false HIT and each jump is judged by itself. What truly happened
comes from `truth.py`; how near the first two were is counted in `pairs.py`.
"""

from collections import Counter
from typing import Any

from shared_rules.referee import calls as c
from shared_rules.referee.events import BULLET, COWARD, LOCK_OUT_US, RUN
from tests.bench import pairs
from tests.bench.figures import Figures
from tests.bench.table import Press, Shootout, for_good
from tests.bench.truth import CALLED, JUMPED, NEVER, NOTHING, UNCALLED, LockOuts, Truth, event_of, moment


def judge(shootout: Shootout, figures: Figures) -> None:
    """Count what the referee got right and wrong in a shootout that is over."""
    calls = shootout.referee.calls()
    for taken_back in shootout.said - {for_good(call) for call in calls}:
        figures.wrong("finality_violations", shootout, taken_back)
    for pad, clock in shootout.clocks.items():
        if clock.untrue:
            figures.wrong("untrue_exchanges", shootout, pad)
    figures.add("shootouts")
    figures.add("call/void_before_all", sum(call.round == 0 for call in calls))
    voids = {(call.pad, call.seq): call.why for call in calls if isinstance(call, c.Void)}
    locks = LockOuts()
    for place, round_ in enumerate(shootout.rounds, 1):
        after = shootout.rounds[place].draw if place < len(shootout.rounds) else None
        said = [call for call in calls if call.round == round_.draw.round]
        _Verdict(figures, shootout, round_, after, said, voids, locks).judge()


class _Verdict(Truth):
    """One round's calls against the truth."""

    def __init__(self, figures: Figures, *of_the_round: Any) -> None:
        super().__init__(*of_the_round)
        self.figures = figures

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
        pairs.count(self, figures)

    # -- each press has its call, or its reason

    def names(self) -> None:
        """A call names one HIT of each of its players."""
        names = (self.first.player,) if self.first else self.tie.players if self.tie else ()
        if Counter(map(self.player, self.named)) != Counter(names):
            self.wrong("unaccounted_presses", (self.first or self.tie, [press.event for press in self.named]))

    def reason(self, press: Press) -> None:
        """Called, or void for a reason that holds by the intervals."""
        event, why = event_of(press), self.why(press)
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
            return self.is_false(press) or (bool(self.jumps) and self.straddles_draw(press))
        return why in (c.UNDECIDED, c.LATE) or (why == c.COUNTDOWN_RESTARTED and bool(self.certain_jumps))

    def _reason_of_hit(self, press: Press) -> None:
        """Of a HIT in a round that was called, or in which there is nothing to call."""
        event, why = event_of(press), self.why(press)
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
            other.pad == press.pad and moment(event_of(other)) < moment(event_of(press))
            for other in self.front
        )

    def _cannot_be_final(self, press: Press) -> bool:
        """A false HIT that ended after the freeze, which a pad that is gone has not passed."""
        event = event_of(press)
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
        straddling = [p for p in self.told if self.straddles_draw(p) and not self.is_locked_out(p)]
        offenders = {self.player(press) for press in self.offenders}
        if self.ended != UNCALLED and offenders - certain:
            self.wrong("jumps_overlooked", (offenders, certain))
        if self.ended in (CALLED, NOTHING) and straddling:
            self.wrong("jumps_overlooked", [press.event for press in straddling])
        if certain - offenders or not all(p.t_us < self.at_us for p in self.offenders):
            self.wrong("wrong_jumps", (offenders, certain))
        # A throw that a HIT nobody could decide may have locked out: the referee says which it was.
        may_straddle = {self.player(p) for p in self.told if self.straddles_draw(p) and not self.is_held(p)}
        if {call.player for call in self.jumps if not call.certain} - may_straddle:
            self.wrong("wrong_jumps", self.jumps)
        first_us = min((press.t_us for press in self.offenders), default=NEVER)
        for press in self.certain_jumps:
            if certain and self.why(press) == c.COUNTDOWN_RESTARTED and press.t_us < first_us:
                self.wrong("wrong_orders", ("jumped", press.event))
        for press in self.named:
            if press.t_us < self.at_us:
                self.wrong("wrong_jumps", press.event)

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
            (self.player(press), event_of(press).hi + LOCK_OUT_US)
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
            least = min(self.front, key=lambda press: (event_of(press).lo, self.player(press)))
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
        freezing = {p.pad: p for p in self.front if event_of(p).hi == self.freeze_us}
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
            mine = event_of(self.named[0])
            late = [event_of(p).lo for p in self.hits if p.pad != mine.pad and self.why(p) == c.LATE]
            if self.first.margin_us != (max(0, min(late) - mine.hi) if late else None):
                self.wrong("wrong_margins", (self.first, late))

    def suspicions(self) -> None:
        """Everybody who is named and was certainly faster than anybody can be."""
        limit_us = self.shootout.settings.reaction_limit_us
        wanted = Counter(
            (self.player(press), (event.lo - self.at_us, event.hi - self.at_us))
            for press in self.named
            if (event := event_of(press)).hi - self.at_us < limit_us
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
            return any(self.straddles_draw(press) for press in self.told)
        if why == c.ICON_UNCERTAIN:
            return self.pad_dice and any(self.may_be_doubtful(press) for press in self.hits)
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
            stands_on = [event_of(press) for press in [*self.front, *self.offenders]]
            if self.ended == NOTHING and (self.hits or pad in self.shootout.away):
                self.figures.add("reboot/nothing_to_call")
            elif reach_us >= min((event.hi for event in stands_on), default=NEVER):
                self.figures.add("reboot/called_before")
            else:
                self.wrong("ruled_over_reboot", self.said)
