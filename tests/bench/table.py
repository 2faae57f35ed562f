"""One shootout of the simulator, on the host's side: real pad ends, the real referee, and the truth beside.

Owns who plays, the rounds, and what was heard when. How a press gets from the finger to the table is for
`skipped.py` (without bytes) and `framed.py` (every byte); whether the referee was right is for `judge.py`.
"""

import heapq
import itertools
import random
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

from companion.pads import news as n
from companion.pads.end import PadEnd
from shared_rules import referee as r
from shared_rules.referee import calls as c
from shared_rules.referee import tokens
from tests.bench import players
from tests.bench.figures import Figures
from tests.bench.life import PADS, Life, SharedClock, Sleeper
from tests.bench.links import REBOOT, Faults

NAMES = ("Ana", "Bo", "Cy", "Di", "Eli")
DICE = (
    ("shooter1",),
    ("coward",),
    ("shooter1", "coward"),
    ("shooter1", "shooter2"),
    ("shooter1", "shooter2", "coward"),
)
SETTLE_US = 500_000
REACTION_LIMIT_US = 200_000  # above the rule's, so that some of the simulator's players are under it
MOST_ROUNDS = (1, 1, 2, 2, 3)
GRACE_US = 1_000_000  # how long a pad may be away before the round goes to the judge
POLL_US = 10_000
PEEKS = 0.2  # share of rounds in which the referee is asked at a random moment too
POWER_US = 40_000  # a press and its bounce are whole, or not there
PATIENCE_US = 8_000_000  # longer than any outage and grace
FINAL = (c.First, c.Tie, c.Jumped, c.FalseHit, c.RunAway, c.Suspicious)
OF_A_ROUND = (c.First, c.Tie, c.Jumped, c.Waiting, c.AskJudge)


class Press:
    """A press that a pad reported, as it truly was; `event` is what the referee was told of it."""

    def __init__(self, act: players.Act, number: int, boot: int) -> None:
        self.t_us = act.t_us
        self.pad = act.pad
        self.button = act.button
        self.face = act.face
        self.round = number
        self.boot = boot  # of the pad
        self.event: r.Hit | r.Roll | None = None

    @property
    def is_hit(self) -> bool:
        """HIT, not a throw."""
        return self.button == players.HIT


class Round:
    """One countdown and what came of it."""

    def __init__(self, draw: r.Draw, script: players.Script) -> None:
        self.draw = draw
        self.script = script
        self.presses: list[Press] = []  # reported by pads, told or not
        self.reach_at_reboot: dict[str, float] = {}  # pad -> how far it had reported when it lost its memory
        self.decided = False


class Shootout:
    """Plays one shootout as a coroutine of a life. Subclasses carry the presses."""

    def __init__(self, life: Life, chance: random.Random, figures: Figures) -> None:
        self.name = ""
        self.life = life
        self.chance = chance
        self.figures = figures
        count = chance.choice((2, 2, 3, 3, 4, 5))
        self.pads = chance.sample(PADS, count)
        self.players = dict(zip(self.pads, chance.sample(NAMES, count), strict=True))
        seats = tuple(r.Player(self.players[pad], pad) for pad in self.pads)
        self.settings = r.Settings(chance.random() < 0.6, REACTION_LIMIT_US, SETTLE_US, seats)
        self.referee = r.Referee(self.settings)
        self.clocks = {pad: SharedClock(life.lines[pad]) for pad in self.pads}
        self.ends = {pad: self._end(pad) for pad in self.pads}
        self.rounds: list[Round] = []
        self.untold: dict[str, deque[Press]] = defaultdict(deque)  # reported by the pad, not yet heard
        self.marks: dict[str, n.Marked] = {}
        self.away: dict[str, n.Left] = {}
        self.lost: set[str] = set()
        self.gapped = False
        self.look = False  # something may be called
        self._polling = False
        self.said: set[c.Call] = set()  # final calls made so far
        self._is_news = True  # something was heard since the referee was asked
        self._due_us = float("inf")  # the earliest end of what was heard
        self._waits: dict[str, float] = {}  # pads the referee waits for, and how far they had come
        self._call: c.Call | None = None  # of this round, when it was asked
        self._number = itertools.count()
        self._agenda: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []

    def _end(self, pad: str) -> PadEnd:
        end = PadEnd(n.Pad(pad, pad, "sim", "sim", 1, True))
        end.clock = self.clocks[pad]  # type: ignore[assignment]    # all that a pad's end asks of a clock
        return end

    def __str__(self) -> str:
        return self.name

    # -- for subclasses

    def sit_down(self) -> Iterator[float]:
        """Get every pad on the line."""
        raise NotImplementedError

    def press(self, act: players.Act) -> None:
        """A finger comes down now."""
        raise NotImplementedError

    def tell_marks(self, pads: Iterable[str]) -> None:
        """Hear how far these pads have reported."""
        raise NotImplementedError

    def arm(self, draw: r.Draw) -> None:
        """Tell the pads that a round is on."""

    def freeze(self) -> None:
        """Tell the pads that somebody called."""

    # -- time

    @property
    def now_us(self) -> float:
        """True time."""
        return self.life.now_us

    def faults(self, pad: str) -> Faults:
        """What this pad's cable does to messages."""
        return self.life.lines[pad].faults

    def at(self, t_us: float, what: Callable[..., None], *arguments: Any) -> None:
        """Have something happen later."""
        heapq.heappush(self._agenda, (t_us, next(self._number), what, arguments))

    def until(self, t_us: float) -> Iterator[float]:
        """Let happen what is due by then."""
        while self._agenda and self._agenda[0][0] <= t_us:
            due_us, _n, what, arguments = heapq.heappop(self._agenda)
            if due_us > self.now_us:
                yield due_us
            what(*arguments)
        yield t_us

    # -- the game

    def play(self) -> Sleeper:
        """All rounds, until one player's tokens remain, or none, or the referee cannot go on."""
        yield from self.sit_down()
        dice: tokens.Dice = {name: self.chance.choice(DICE) for name in self.players.values()}
        most_rounds = self.chance.choice(MOST_ROUNDS)
        while len(dice) > 1 and len(self.rounds) < most_rounds and not self.gapped:
            yield from self.wait_for_pads(dice)
            if self.gapped:
                break
            call = yield from self.round(dice)
            dice = self._dice_after(dice, call)
            yield from self.until(self.now_us + self.chance.uniform(0.2e6, 0.8e6))
        yield from self._hear_all_out()

    def _hear_all_out(self) -> Iterator[float]:
        """Until every pad that is there has reported past this moment, and gaps show."""
        end_us = self.now_us
        self.tell_marks(self.pads)
        give_up_us = end_us + PATIENCE_US
        while self.now_us < give_up_us and any(self._reach(pad) < end_us for pad in self._here()):
            yield from self.until(self.now_us + 50_000)
            self.tell_marks(self.pads)
        self.see_marks()

    def _here(self) -> list[str]:
        return [pad for pad in self.pads if pad not in self.away]

    def wait_for_pads(self, dice: tokens.Dice) -> Iterator[float]:
        """No countdown begins while a pad of the round is away; though it may go right after."""
        self.tell_marks(self.pads)
        while any(self.players[pad] in dice and not self.is_here(pad) for pad in self.pads):
            yield from self.until(self.now_us + 50_000)
            self.tell_marks(self.pads)

    def is_here(self, pad: str) -> bool:
        """Whether the table has the pad on the line and heard from it."""
        line = self.life.lines[pad]
        return line.outage_at(self.now_us) is None and pad not in self.away and pad in self.marks

    def round(self, dice: tokens.Dice) -> Generator[float, None, c.Call | None]:
        """One countdown, until it is called and everybody has let go. Returns the call."""
        countdown_us = int(self.now_us) + 1
        at_us = countdown_us + self.chance.randrange(600_000, 3_000_000)
        draw = r.Draw(len(self.rounds) + 1, countdown_us, at_us, tuple(dice.items()))
        script = self._script(draw, dice)
        script = script._replace(acts=[act for act in script.acts if self._can_be(act)])
        self.rounds.append(Round(draw, script))
        self._is_news = True
        self.see_marks()  # so that the referee knows from which number on one could be missing
        self.referee.see(draw)
        self.arm(draw)
        for act in script.acts:
            self.at(act.t_us, self.press, act)
        over_us = max([at_us, *(act.t_us + act.down_us for act in script.acts)]) + 30_000
        if self.chance.random() < PEEKS:
            self.at(self.chance.uniform(countdown_us, over_us), self.peek)
        yield from self.until(over_us)
        give_up_us = over_us + PATIENCE_US
        while (self.look or any(self.untold.values())) and self.now_us < give_up_us:
            yield from self.until(self.now_us + POLL_US)
        return self._call if self.rounds[-1].decided else self.evaluate()

    def _can_be(self, act: players.Act) -> bool:
        """A press after the countdown's begin, on a pad that has power from first to last."""
        begin_us, end_us = act.t_us, act.t_us + act.down_us + POWER_US
        reboots = [out for out in self.life.lines[act.pad].outages if out.kind == REBOOT]
        powered = not any(out.begin_us < end_us and begin_us < out.end_us for out in reboots)
        return begin_us > self.now_us + 100 and powered

    def _script(self, draw: r.Draw, dice: tokens.Dice) -> players.Script:
        seats = [players.Seat(name, pad, dice[name]) for pad, name in self.players.items() if name in dice]
        if self.settings.pad_dice:
            return players.pad_round(self.chance, seats, draw.at_us, SETTLE_US)
        return players.table_round(self.chance, seats, draw.at_us)

    def _dice_after(self, dice: tokens.Dice, call: c.Call | None) -> tokens.Dice:
        number = len(self.rounds)
        runners = {
            name for a in self.said if isinstance(a, c.RunAway) and a.round == number for name in a.players
        }
        dice = tokens.after_run_aways(dice, runners)
        if isinstance(call, c.First):
            bullets = self.chance.randint(1, 2) if call.bullets is None else call.bullets
            aims = tokens.targets(dice, call.player)
            dice = tokens.after_bullets(dice, call.player, self.chance.sample(aims, min(bullets, len(aims))))
        return dice

    # -- what is heard

    def hear(self, news: Iterable[n.News]) -> None:
        """News of the pads, as the sitting takes them."""
        for what in news:
            if isinstance(what, n.Hit):
                self._told(r.Hit(*what))
            elif isinstance(what, n.Rolled):
                self._told(r.Roll(*what))
            elif isinstance(what, n.Marked):
                self.marks[what.pad] = what
            elif isinstance(what, n.Left):
                self.away[what.pad] = what
                self.at(what.hi + GRACE_US, self._give_up_on, what)
            elif isinstance(what, n.Joined):
                self.away.pop(what.pad, None)
                self.lost.discard(what.pad)
            elif isinstance(what, n.Rebooted):
                self._rebooted(what)
            elif isinstance(what, n.Missing):
                self.gapped = True
                self.figures.add("events_missing")
            elif isinstance(what, n.ClockReset):
                self.figures.add("clock_resets")

    def _told(self, event: r.Hit | r.Roll) -> None:
        press = self.untold[event.pad].popleft() if self.untold[event.pad] else None
        self.figures.add("events_told")
        fits = press is not None and press.is_hit == isinstance(event, r.Hit)
        if press is None or not fits or (isinstance(event, r.Roll) and event.face != press.face):
            self.figures.wrong("events_invented", self, event)
            return
        press.event = event
        if not event.lo <= press.t_us <= event.hi:
            self.figures.wrong("outside_interval", self, (event, press.t_us))
        if not self.rounds:
            return
        self.referee.see(event)
        self._is_news = True
        self._due_us = min(self._due_us, event.hi)
        draw = self.rounds[-1].draw
        if not self.rounds[-1].decided and (isinstance(event, r.Hit) or event.lo < draw.at_us):
            self.look_again()

    def look_again(self) -> None:
        """Something may be called from now on."""
        self.look = True
        if not self._polling:
            self._polling = True
            self.at(self.now_us, self.poll)

    def _give_up_on(self, left: n.Left) -> None:
        if self.away.get(left.pad) is left and self.rounds:
            self.lost.add(left.pad)
            self.referee.see(r.Lost(left.pad, left.lo, left.hi))
            self._is_news = True
            self.look_again()

    def _rebooted(self, what: n.Rebooted) -> None:
        self.gapped = True
        boot = self.life.lines[what.pad].boot
        self.untold[what.pad] = deque(press for press in self.untold[what.pad] if press.boot == boot)
        if self.rounds:
            self.rounds[-1].reach_at_reboot.setdefault(what.pad, self._had_told(what.pad))
            self.lost.add(what.pad)
            self.referee.see(r.Lost(what.pad, what.lo, what.hi))
            self._is_news = True
            self.look_again()

    def _had_told(self, pad: str) -> float:
        """How far a pad has reported: by its mark, or by an event, before which no other is missing."""
        presses = [press for round_ in self.rounds for press in round_.presses if press.pad == pad]
        return max([self._reach(pad), *(press.event.lo - 1 for press in presses if press.event)])

    def _reach(self, pad: str) -> float:
        return self.marks[pad].up_to_us if pad in self.marks else float("-inf")

    # -- what is called

    def poll(self) -> None:
        """While something may be called: see whether the pads have come far enough."""
        self.tell_marks(self._short())
        if not self._short():
            self.evaluate()
        self._polling = self.look
        if self.look:
            self.at(self.now_us + POLL_US, self.poll)

    def peek(self) -> None:
        """Ask the referee at any moment: what it says then has to hold."""
        self.tell_marks(self.pads)
        self.evaluate()

    def _short(self) -> list[str]:
        """The pads that the referee would wait for: not to ask it in vain. Decides nothing."""
        live = [pad for pad in self.pads if pad not in self.lost]
        if self._is_news:
            return [pad for pad in live if self._reach(pad) < self._due_us]
        return [pad for pad in live if pad in self._waits and self._reach(pad) <= self._waits[pad]]

    def see_marks(self) -> None:
        """Tell the referee how far every pad has reported."""
        for mark in self.marks.values():
            self.referee.see(r.Watermark(*mark))

    def evaluate(self) -> c.Call | None:
        """Ask the referee; remember what it said for good. Returns the call of this round."""
        self.see_marks()
        calls = self.referee.calls()
        self.figures.add("evaluations")
        self._is_news, self._due_us = False, float("inf")
        self.said |= {for_good(call) for call in calls if isinstance(call, FINAL)}
        number = len(self.rounds)
        call = next((call for call in calls if call.round == number and isinstance(call, OF_A_ROUND)), None)
        self._waits = {pad: self._reach(pad) for pad in self._waited_for(call)}
        self.look = False
        if self._waits:
            self.look_again()
        if not self.look and call is not None and not self.rounds[-1].decided:
            self.rounds[-1].decided = True
            self.freeze()
        self._call = call
        return call

    def _waited_for(self, call: c.Call | None) -> Iterable[str]:
        """The pads whose next mark may change what is said."""
        if isinstance(call, c.Waiting):
            return call.pads
        shows_the_gap = call is None and self.gapped
        comes_back = isinstance(call, c.AskJudge) and call.why == c.PAD_LOST and not self.lost
        return self.pads if shows_the_gap or comes_back else ()


def for_good(call: c.Call) -> c.Call:
    """The part of a final call that may not change: a later HIT may still give the margin."""
    return call._replace(margin_us=None) if isinstance(call, c.First) else call
