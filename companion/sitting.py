"""A shootout at this table: pads, referee and store in one place.

Owns the course of a shootout: who throws which dice, the countdowns, what is shown and what is on disk.
Window, terminal and scripts talk only to it. It must never draw, never read a clock, and never wait: moments
come in as table microseconds, news from the pads and the store come in through `news`, and what is `shown` is
durable.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion import lying
from companion.evidence import Trace
from companion.pads import news as n
from companion.pads.end import AtTable
from companion.pads.hub import Pads
from companion.store.writer import NotStored, Stored, StoreWriter
from shared_rules import dice as wire_dice
from shared_rules import referee as r
from shared_rules.referee import calls as c
from shared_rules.referee import stages, tokens
from shared_rules.referee.events import LOCK_OUT_US
from shared_rules.wire import messages as m

BEATS = 3  # three, two, one
BEAT_US = 1_000_000
GRACE_US = 1_000_000  # a pad may come back within this before it counts as lost
ASKED_US = 20_000  # for so long after a HIT nothing is tried but to hear the pads
LONGEST_ROUND_NUMBER = 255  # on the wire it is one byte


class Refused(Exception):
    """What was wanted is not possible now. `code` is stable; the sentence is the screen's business."""

    def __init__(self, code: str, **about: str) -> None:
        super().__init__(code)
        self.code = code
        self.about = about


class Shootout:
    """One shootout, from the first countdown to the last player's tokens.

    :param settings: players with the labels of their pads, dice mode, limits
    :param dice: what each player throws in the first round
    :param beat_us: how long each of 3, 2, 1 stands
    :param match: the number of the match that it belongs to, None: it stands alone
    """

    def __init__(
        self,
        pads: Pads,
        writer: StoreWriter,
        settings: r.Settings,
        dice: tokens.Dice,
        *,
        beat_us: int = BEAT_US,
        match: int | None = None,
    ) -> None:
        self.settings = settings
        self.dice = dict(dice)
        self.stage = stages.READY
        self.round = 0
        self.draw: r.Draw | None = None
        self.shown: list[c.Call] = []  # the calls of this shootout that are on disk
        self.judged = False  # the judge has spoken in this round
        self.trouble = ""  # why nothing is stored just now, in a sentence
        self.evidence: Path | None = None  # where the trace was written, once it is over
        self.away: dict[str, n.Left] = {}  # pad -> how it went
        self.marks: dict[str, n.Marked] = {}
        self._pads = pads
        self._writer = writer
        self._beat_us = beat_us
        self._referee = r.Referee(settings)
        self._players = {player.pad: player.name for player in settings.players}
        self._pad_of = {player.name: player.pad for player in settings.players}
        self._match = match
        self._trace = Trace(writer, settings, match)
        self._lost: set[str] = set()  # absences that are told already
        self._seqs: dict[str, int] = {}  # pad -> the newest event taken in
        self._gapped: set[str] = set()  # pads with a missing event: what follows belongs into another trace
        self._look = False  # there may be something to call
        self._called_us: int | None = None  # the earliest HIT that waits for the pads
        self._saving: tuple[int, list[c.Call]] | None = None
        self._ruled: list[c.Call] = []
        for end in pads.ends():
            if end.label in self._players and not end.port:  # gone before it began
                self.away[end.label] = n.Left(end.label, end.heard_us, end.heard_us, "unplugged")
        self._lying: dict[lying.Die, r.Roll] | None = None  # this round's throws that count; None: look anew

    # -- what is on the screen

    @property
    def verdict(self) -> c.Call | None:
        """The call of this round that decides it, or why there is none; None while the dice fly."""
        return self._call_of_round(self.shown)

    @property
    def ruled(self) -> list[c.Call]:
        """The calls so far, on disk or not yet."""
        return self._ruled

    def calls(self, kind: type) -> list[Any]:
        """This round's shown calls of one kind."""
        return [call for call in self.shown if call.round == self.round and isinstance(call, kind)]

    @property
    def number(self) -> int:
        """Under which number its evidence is stored; 0 before anything of it is."""
        return self._trace.number

    @property
    def settled(self) -> bool:
        """Whether all that was seen and said is on disk, and so `shown`."""
        return self._saving is None and not self._trace.unsaved

    def pad_of(self, player: str) -> str:
        """The label of a player's pad."""
        return self._pad_of[player]

    def next_change_us(self, now_us: int) -> int | None:
        """How long until something changes by time alone: a beat, a die that settles, a lock-out that
        ends."""
        moments: list[int] = []
        if self.stage == stages.COUNTDOWN and self.draw is not None:
            moments = [self.draw.at_us - beat * self._beat_us for beat in range(BEATS)]
        elif self.stage in (stages.OPEN, stages.FROZEN):
            moments = [thrown.hi + self.settings.settle_us for thrown in self._throws().values()]
            moments += [self.locked_until(player) for player in self.dice]
        if self._called_us is not None:
            moments.append(self._called_us + ASKED_US + 1)
        ahead = [moment - now_us for moment in moments if moment > now_us]
        return min(ahead, default=None)

    def locked_until(self, player: str) -> int:
        """Until when a player counts to three, in table us; 0 when not (BB-23, BB-24)."""
        ends = [call.locked_until_us for call in self.calls(c.FalseHit) if call.player == player]
        before = max((call.round for call in self.shown if call.round < self.round), default=0)
        jumps = [call for call in self.shown if isinstance(call, c.Jumped) and call.certain]
        if self.draw is not None and any((call.player, call.round) == (player, before) for call in jumps):
            ends.append(self.draw.at_us + LOCK_OUT_US)
        return max(ends, default=0)

    def face(self, player: str, die: str, now_us: int) -> str | None:
        """What a pad's die shows: a face, "" while it rolls, None when it was not thrown in this round."""
        thrown = self._throws().get((player, die))
        if thrown is None:
            return None
        return thrown.face if now_us >= thrown.hi + self.settings.settle_us else ""

    def _throws(self) -> dict[lying.Die, r.Roll]:
        if self.stage == stages.READY:
            return {}  # the dice are back in everybody's hands
        if self._lying is None:
            self._lying = lying.throws(self._referee, self.round)
        return self._lying

    def beat(self, now_us: int) -> int:
        """What is counted now: 3, 2, 1, and 0 from DRAW on."""
        if self.draw is None:
            return BEATS
        left_us = self.draw.at_us - now_us
        return max(0, min(BEATS, -(-left_us // self._beat_us)))

    @property
    def referee(self) -> r.Referee:
        """The referee with all it has seen, for the photo finish."""
        return self._referee

    def without(self, pad: str) -> c.Call | None:
        """What the referee would call in this round if this pad's player were not in it."""
        return self._call_of_round(self.calls_without(pad))

    def calls_without(self, pad: str) -> list[c.Call]:
        """All that the referee would call then; what the pad said in earlier rounds counts there."""
        others, in_it = r.Referee(self.settings), False
        for seen in self._trace.seen:
            if isinstance(seen, r.Draw) and seen.round == self.round:
                in_it = True
                dice = tuple(item for item in seen.dice if item[0] != self._players[pad])
                others.see(seen._replace(dice=dice))
            elif not in_it or getattr(seen, "pad", "") != pad:
                others.see(seen)
        return others.calls()

    # -- what people do

    def count_down(self, now_us: int) -> None:
        """Begin 3-2-1-DRAW with the dice that remain.

        :raises Refused: wrong_stage, pad_missing (player, pad)
        """
        self._must(stages.BEGAN)
        for name in self.dice:
            if self._pad_of[name] not in self.marks or self._pad_of[name] in self.away:
                raise Refused("shootout.pad_missing", player=name, pad=self._pad_of[name])
        if self._gapped:
            self._begin_another_trace()
        self.round += 1
        self.judged = False
        at_us = now_us + BEATS * self._beat_us
        self.draw = r.Draw(self.round, now_us, at_us, tuple(self.dice.items()))
        for pad in self._players:
            self._see_mark(pad)
        self._see(self.draw)
        self._arm(self.draw)
        self._follow(stages.BEGAN)
        self._save()

    def drop(self, player: str) -> None:
        """Go on without a player, whose pad is gone for good, say.

        :raises Refused: wrong_stage
        """
        if self.stage != stages.READY:
            raise Refused("shootout.wrong_stage")
        self.dice.pop(player, None)
        self._follow(stages.WON if len(self.dice) < 2 else stages.CLEARED)

    def missing(self) -> list[str]:
        """The players with tokens whose pads are not here."""
        return [name for name in self.dice if self._pad_of[name] in self.away]

    def gave_up_on(self) -> list[str]:
        """Of these, the ones whose pads have been away for longer than one waits."""
        return [name for name in self.missing() if self._pad_of[name] in self._lost]

    def judge(
        self, rule: str, *, reason: str, player: str = "", players: Iterable[str] = (), pad: str = ""
    ) -> None:
        """The judge decides or overrules this round, once.

        :raises Refused: wrong_stage, judged_already
        """
        self._must(stages.JUDGED)
        if self.judged:
            raise Refused("shootout.judged_already")
        self.judged = True
        self._see(r.Judge(self.round, rule, reason, player, tuple(sorted(players)), pad))
        self._follow(stages.JUDGED)
        self._look = True
        self._evaluate()

    def clear(self, runners: Iterable[str] = (), caller: str = "", hit: Iterable[tokens.Token] = ()) -> None:
        """Take tokens off the table: first whose cowards run, then those the caller's bullets hit (BB-16).

        :raises Refused: wrong_stage, no_such_token (also for one of the caller's own, or one hit twice)
        """
        self._must(stages.CLEARED)
        hit = tuple(hit)
        try:
            left = tokens.after_bullets(tokens.after_run_aways(self.dice, runners), caller, hit)
        except ValueError:
            raise Refused("shootout.no_such_token") from None
        self.keep_targets(caller, hit)
        self.dice = left
        self._follow(stages.WON if len(left) < 2 else stages.CLEARED)
        self._save()

    def deal(self, dice: tokens.Dice, caller: str = "", hit: Iterable[tokens.Token] = ()) -> None:
        """Go on with these dice: a match has said what leaves the table and what is left.

        :param hit: the tokens that the caller's bullets took, for the evidence
        :raises Refused: wrong_stage
        """
        self._must(stages.CLEARED)
        self.keep_targets(caller, hit)
        self.dice = dict(dice)
        self._follow(stages.CLEARED)
        self._save()

    def keep_targets(self, caller: str, hit: Iterable[tokens.Token]) -> None:
        """Write down what the caller's bullets took in this round."""
        hit = tuple(hit)
        if hit:
            self._see(r.Targets(self.round, caller, hit))

    def rest(self) -> None:
        """Give the pads' buttons back: until the next countdown they answer what is asked."""
        for pad in self._players:
            self._pads.wish(pad, m.Resume)

    def finish(self) -> None:
        """Close the evidence and write it out; `evidence` says where, when that is done."""
        self.rest()
        for pad in self._players:
            self._see_mark(pad)
        self._saving = None
        self._save()
        self._trace.finish()

    # -- what happens

    def news(self, what: object) -> None:
        """One piece of news, from the pads or the store."""
        if isinstance(what, Stored | NotStored):
            self._stored(what)
        elif getattr(what, "pad", None) in self._players:
            self._heard(what)

    def pass_time(self, now_us: int) -> None:
        """Time has passed; all news up to now has been handed over."""
        if self.draw and now_us >= self.draw.at_us and self.stage == stages.COUNTDOWN:
            self._follow(stages.DREW)
        for pad, left in self.away.items():
            if pad not in self._lost and now_us - left.hi >= GRACE_US and self.round:
                self._lost.add(pad)
                self._see(r.Lost(pad, left.lo, left.hi))
                self._look = True
        if self._is_asked(now_us):
            return
        self._evaluate()
        if self._trace.unsaved:
            self._save()

    def _is_asked(self, now_us: int) -> bool:
        """Whether somebody called HIT a moment ago, and a pad that is here has not yet reported past it: so
        nothing can be final. To rule or write now would only keep the pads' threads from hearing them."""
        called_us = self._called_us
        if called_us is None or now_us - called_us > ASKED_US:
            return False
        reached = [self.marks[pad].up_to_us >= called_us for pad in self._players if pad in self.marks]
        return not all(reached)

    def _heard(self, what: Any) -> None:
        if isinstance(what, n.Marked):
            self.marks[what.pad] = what
        elif isinstance(what, n.Joined):
            self.away.pop(what.pad, None)
            self._lost.discard(what.pad)
            self._look = True
        elif isinstance(what, n.Left):
            self.away[what.pad] = what
            self.marks.pop(what.pad, None)
        elif isinstance(what, n.Rebooted):
            self._gap(what.pad)
            if self.round:
                self._see(r.Lost(what.pad, what.lo, what.hi))
        elif isinstance(what, n.Missing):
            self._gap(what.pad)
        elif isinstance(what, n.Hit):
            self._event(r.Hit(*what))
        elif isinstance(what, n.Rolled):
            self._event(r.Roll(*what))

    def _event(self, event: r.Hit | r.Roll) -> None:
        self._seqs[event.pad] = event.seq
        if self.draw is None:
            return  # before the first countdown a button is only a button
        self._see(event)
        is_hit = isinstance(event, r.Hit)
        self._look |= is_hit or event.lo < self.draw.at_us
        if is_hit and self._called_us is None:
            self._called_us = event.hi

    def _gap(self, pad: str) -> None:
        if self.round > 0:
            self._gapped.add(pad)
            self._look = True

    # -- what is called

    def _evaluate(self) -> None:
        """Call what can be called, put it on disk, and only then show it."""
        if not self._look or self.draw is None or self.trouble:
            return
        for pad in self._players:
            self._see_mark(pad)
        calls = self._ruled = self._referee.calls()
        call = self._call_of_round(calls)
        waits = isinstance(call, c.Waiting) or self._may_come_back(call)
        self._pads.hurry(waits)
        self._follow_if(stages.CALLED, call is not None)
        if waits:
            return
        self._called_us = None
        self._look = call is None and bool(self._gapped)  # the mark that shows the gap is on its way
        self._follow_if(stages.FREED, call is None)
        if calls != self.shown:
            self._look |= self._saving is not None  # one write at a time: once more when that is done
            self._save()

    def _call_of_round(self, calls: list[c.Call]) -> c.Call | None:
        """The call of this round that decides it, or why there is none."""
        return next((call for call in calls if call.round == self.round and _of_a_round(call)), None)

    def _may_come_back(self, call: c.Call | None) -> bool:
        """A pad that was lost, and is here again or may still come, is waited for a moment more."""
        if not (isinstance(call, c.AskJudge) and call.why == c.PAD_LOST):
            return False
        return not self._lost

    def _save(self) -> None:
        """Put all that was seen, and the calls made from it, on disk; one write at a time."""
        if self._saving is None:
            calls = self._referee.calls()
            self._saving = self._trace.save(calls if calls != self.shown else []), calls

    def _stored(self, what: Stored | NotStored) -> None:
        if isinstance(what, NotStored):
            self.trouble = what.why
            return
        self.trouble = ""
        if isinstance(what.result, Path):
            self.evidence = what.result
        if self._saving and what.ticket == self._saving[0]:
            self.shown, self._saving = self._saving[1], None
            self._follow_shown()

    def _follow_shown(self) -> None:
        verdict = self.verdict
        if isinstance(verdict, c.AskJudge):
            self._follow_if(stages.DOUBT, self.stage != stages.RULED)
        elif verdict is not None and not isinstance(verdict, c.Waiting):
            if self.stage not in (stages.READY, stages.RULED, stages.OVER):
                self._freeze()
            self._follow_if(stages.RULING, self.stage not in (stages.READY, stages.OVER))

    # -- small things

    def _see(self, seen: r.Seen) -> None:
        if seen not in self._trace.seen:
            self._referee.see(seen)
            self._trace.add(seen)
            self._lying = None

    def _see_mark(self, pad: str) -> None:
        """Tell the referee how far a pad has reported. What came in since only makes the mark's `seq`
        greater."""
        mark = self.marks.get(pad)
        if mark is not None:
            seq = max(mark.seq, self._seqs.get(pad, 0))
            self._see(r.Watermark(pad, seq, mark.up_to_us))

    def _begin_another_trace(self) -> None:
        """After a loss nobody can say where the lost event belongs; so the rounds to come stand by
        themselves.

        Who jumped the gun just before still counts to three: their jump comes along.
        """
        jumped = {self._pad_of[call.player] for call in self.calls(c.Jumped) if call.certain} - self._gapped
        countdown_us = self.draw.countdown_us if self.draw else 0
        carried: list[r.Seen] = [
            seen
            for seen in self._trace.seen
            if isinstance(seen, r.Hit | r.Roll) and seen.pad in jumped and seen.lo >= countdown_us
        ]
        self._trace.finish()
        self._trace = Trace(self._writer, self.settings, self._match)
        self._referee = r.Referee(self.settings)
        self._gapped = set()
        self._saving = None
        self.shown = self._ruled = []
        if carried and self.draw:
            for seen in (self.draw, *carried):
                self._see(seen)

    def _arm(self, draw: r.Draw) -> None:
        for pad, name in self._players.items():
            held = self.dice.get(name)
            if held is None:
                self._pads.wish(pad, m.Resume)
            else:
                mode = m.SHOOTOUT_DICE if self.settings.pad_dice else m.TABLE_DICE
                number = draw.round % (LONGEST_ROUND_NUMBER + 1)
                self._pads.wish(pad, m.Arm, number, AtTable(draw.at_us), wire_dice.mask(held), mode)

    def _freeze(self) -> None:
        for name in self.dice:
            self._pads.wish(self._pad_of[name], m.Freeze)

    def _must(self, happened: str) -> None:
        if stages.follow(self.stage, happened) is None:
            raise Refused("shootout.wrong_stage")

    def _follow(self, happened: str) -> None:
        after = stages.follow(self.stage, happened)
        assert after is not None, (self.stage, happened)
        self.stage = after

    def _follow_if(self, happened: str, condition: bool) -> None:
        if condition and stages.follow(self.stage, happened):
            self._follow(happened)


def _of_a_round(call: c.Call) -> bool:
    certain_jump = isinstance(call, c.Jumped) and call.certain
    return certain_jump or isinstance(call, c.First | c.Tie | c.Waiting | c.AskJudge)
