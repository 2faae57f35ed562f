"""The shootout referee: what was seen in, calls out.

Owns the division of events into rounds and the way from round to round. Pure: no clock, no I/O, and the
same events in any order of arrival give the same calls, because the calls are always made from all of them.
A round that would be ruled from the very same things as before is not ruled again: a sitting's twentieth
round costs what its first one did.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, TypeVar

from . import calls as c
from .account import Account
from .events import Draw, Event, Hit, Judge, Lost, Roll, Seen, Settings, Targets, Watermark, moment
from .ruling import Round, Ruling, rule

NEVER = float("inf")
T = TypeVar("T", Draw, Judge)
OF_A_ROUND = c.First | c.Tie | c.Jumped | c.Waiting | c.AskJudge


class Referee:
    """Referees one shootout: several countdowns with the dice that remain.

    >>> referee = Referee(Settings(False, 100_000, 500_000, (Player("Ana", "p1"), Player("Bo", "p2"))))
    >>> referee.see(Hit("p1", 1, 700, 720))
    >>> calls = referee.calls()
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._players = {player.pad: player.name for player in settings.players}
        self._draws: dict[int, Draw] = {}
        self._events: dict[str, set[Event]] = defaultdict(set)
        self._watermarks: dict[str, set[Watermark]] = defaultdict(set)
        self._lost: dict[str, set[Lost]] = defaultdict(set)
        self._judged: dict[int, Judge] = {}
        self._known: dict[str, Account] = {}  # pad -> its account, until it says more
        self._ruled: dict[int, tuple[object, Ruling]] = {}  # round -> what it was ruled from, and how
        self._calls: list[c.Call] | None = None  # until something new is seen

    def see(self, seen: Seen) -> None:
        """Take note of one line of the trace. An identical repeat changes nothing.

        :raises ValueError: a second draw or judge line for a round, or an unknown pad.
        """
        if isinstance(seen, Draw):
            _once(self._draws, seen.round, seen)
            self._calls = None
        elif isinstance(seen, Judge):
            _once(self._judged, seen.round, seen)
            self._calls = None
        elif isinstance(seen, Targets):
            return  # evidence of what followed the call; it decides nothing here
        elif seen.pad not in self._players:
            raise ValueError(f"nobody sits at pad {seen.pad}")
        else:
            self._note(seen)

    def _note(self, seen: Event | Watermark | Lost) -> None:
        """What a pad reported, or that its link broke."""
        noted: set[Any] = self._kept(seen)[seen.pad]
        if seen not in noted:
            noted.add(seen)
            self._known.pop(seen.pad, None)
            self._calls = None

    def _kept(self, seen: Event | Watermark | Lost) -> Mapping[str, set[Any]]:
        if isinstance(seen, Hit | Roll):
            return self._events
        return self._watermarks if isinstance(seen, Watermark) else self._lost

    def calls(self) -> list[c.Call]:
        """All that can be said today, in the order of the contract."""
        if self._calls is None:
            self._calls = [timed.call for timed in sorted(self._rule_all(), key=c.Timed.place)]
        return list(self._calls)

    def round(self, number: int) -> Round | None:
        """What belongs to one round, for a photo finish; None when there is no such round."""
        _early, rounds = self._rounds(self._accounts())
        return next((round_ for round_ in rounds if round_.draw.round == number), None)

    def _accounts(self) -> dict[str, Account]:
        for pad in self._players:
            if pad not in self._known:
                self._known[pad] = Account(self._events[pad], self._watermarks[pad], self._lost[pad])
        return {pad: self._known[pad] for pad in self._players}  # in one order, however they came

    def _rule_all(self) -> list[c.Timed]:
        accounts = self._accounts()
        early, rounds = self._rounds(accounts)
        said = [c.Timed(c.Void(0, e.pad, e.seq, c.NOT_IN_ROUND), e.lo, e.pad, e.seq) for e in early]
        locked_until_us: dict[str, float] = {}
        for round_ in rounds:
            ruling = self._rule(round_, accounts, locked_until_us)
            locked_until_us = ruling.locked_until_us
            said += ruling.said + self._overrule(round_.draw.round, ruling.said)
        return said

    def _rule(self, round_: Round, accounts: dict[str, Account], carried: dict[str, float]) -> Ruling:
        held = [*round_.events, *round_.outside]
        shows = [accounts[pad].as_seen_by(held, round_.next_countdown_us) for pad in round_.pads]
        made_from = (round_, shows, dict(carried))
        known = self._ruled.get(round_.draw.round)
        if known is None or known[0] != made_from:
            known = self._ruled[round_.draw.round] = made_from, rule(round_, self.settings, accounts, carried)
        return known[1]

    def _rounds(self, accounts: dict[str, Account]) -> tuple[list[Event], list[Round]]:
        """The events before the first countdown, and the rounds with theirs."""
        draws = sorted(self._draws.values(), key=lambda draw: draw.countdown_us)
        starts_us = [draw.countdown_us for draw in draws]
        held: list[list[Event]] = [[] for _ in range(len(draws) + 1)]
        for event in sorted((e for account in accounts.values() for e in account.events), key=moment):
            held[bisect_right(starts_us, event.lo)].append(event)
        following: list[Draw | None] = [*draws[1:], None]
        pairs = zip(draws, following[: len(draws)], held[1:], strict=True)
        return held[0], [self._round(draw, after, events) for draw, after, events in pairs]

    def _round(self, draw: Draw, after: Draw | None, events: list[Event]) -> Round:
        next_countdown_us = after.countdown_us if after else NEVER
        dice = dict(draw.dice)
        pads = {pad: name for pad, name in self._players.items() if name in dice}

        def belongs(event: Event) -> bool:
            has_die = event.pad in pads and (isinstance(event, Hit) or event.die in dice[pads[event.pad]])
            return has_die and event.hi < next_countdown_us

        inside = [event for event in events if belongs(event)]
        outside = [event for event in events if not belongs(event)]
        return Round(draw, pads, inside, outside, next_countdown_us, after.at_us if after else NEVER)

    def _overrule(self, number: int, said: list[c.Timed]) -> list[c.Timed]:
        judge = self._judged.get(number)
        if judge is None:
            return []
        lead = min((timed.lo for timed in said if isinstance(timed.call, OF_A_ROUND)), default=NEVER)
        call = c.Judged(number, judge.rule, judge.player, judge.players, judge.pad, judge.reason)
        return [c.Timed(call, lead)]


def _once(known: dict[int, T], number: int, seen: T) -> None:
    if known.setdefault(number, seen) != seen:
        raise ValueError(f"round {number} has two {type(seen).__name__.lower()} lines")
