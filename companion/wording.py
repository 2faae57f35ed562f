"""The referee's calls and refusals as sentences, in the language of the table.

Owns every sentence about a shootout, for the terminal and the window alike. It must never decide anything.
"""

import datetime
from collections.abc import Callable
from typing import Any, NamedTuple

from companion.i18n import N_, _, ngettext
from shared_rules import referee as r
from shared_rules.referee import calls as c
from shared_rules.referee import stages

ASK = {
    c.PAD_DISTRUSTED: N_("A pad contradicts itself. The judge decides."),
    c.EVENTS_LOST: N_("Something that a pad saw is lost. The judge decides."),
    c.PAD_LOST: N_("A pad is gone and may have seen more. The judge decides."),
    c.DRAW_STRADDLED: N_("Too close to DRAW to tell. The judge decides."),
    c.ICON_UNCERTAIN: N_("Nobody can tell what showed just then. The judge decides."),
}
VOID = {
    c.NOT_IN_ROUND: N_("not in this round"),
    c.LOCKED_OUT: N_("still counting to three"),
    c.DISTRUSTED: N_("from a pad that contradicts itself"),
    c.COUNTDOWN_RESTARTED: N_("the countdown starts again"),
    c.LATE: N_("late"),
    c.AFTER_FREEZE: N_("after the freeze"),
    c.UNDECIDED: N_("undecided"),
}
REFUSED = {
    "shootout.wrong_stage": N_("Not now."),
    "shootout.pad_missing": N_("{player}'s pad {pad} is not here. Plug it in, or play without {player}."),
    "shootout.judged_already": N_("The judge has spoken in this round."),
    "shootout.no_such_token": N_("There is no such token."),
}
TURNED = {
    "too_old": N_(
        "Pad {detail} on {port} has firmware that is too old. Close Tin Star and run "
        "`tinstar flash {port}`, which updates it."
    ),
    "too_new": N_("Pad {detail} on {port} has newer firmware than this Tin Star. Update Tin Star."),
    "twice": N_("{port} says it is pad {detail}, which is plugged in already. Unplug one of the two."),
    "mute": N_("{port} does not answer. `tinstar flash {port}` puts Tin Star's firmware on it."),
    "closed": N_("{port} cannot be opened ({detail}). `tinstar doctor` tells more."),
}
STAGE = {
    stages.READY: N_("Ready"),
    stages.COUNTDOWN: N_("Countdown"),
    stages.OPEN: N_("DRAW!"),
    stages.FROZEN: N_("HIT! Checking the pads"),
    stages.RULED: N_("Ruled"),
    stages.ASKED: N_("The judge decides"),
    stages.OVER: N_("Over"),
}

MONTHS = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)


def when(stamp: str) -> str:
    """A stored moment (ISO 8601) as day and time where the table stands; what is no moment stays as it is."""
    try:
        at = datetime.datetime.fromisoformat(stamp).astimezone()
    except (ValueError, OverflowError):
        return stamp
    text = _("{day} {month} {year}, {time}")
    return text.format(day=at.day, month=_(MONTHS[at.month - 1]), year=at.year, time=f"{at:%H:%M}")


def figure(value: float, form: str) -> str:
    """A number with the decimal mark of the language; `form` is Python's: .1f, +.2f, g."""
    # i18n: the decimal mark
    return f"{value:{form}}".replace(".", _("."))


def milliseconds(us: float) -> str:
    """A span for people: 4.9 ms, 41 ms."""
    ms = us / 1000
    return _("{ms} ms").format(ms=figure(ms, ".1f" if abs(ms) < 10 else ".0f"))


def names(players: tuple[str, ...] | list[str]) -> str:
    """Ana; Ana and Bo; Ana, Bo and Cy."""
    if len(players) < 2:
        return "".join(players)
    return _("{names} and {last}").format(names=", ".join(players[:-1]), last=players[-1])


class Known(NamedTuple):
    """What a sentence wants to know beside its call, so that no pad's label needs to reach people.

    :param settings: who holds which pad
    :param without: what would be called if a pad were not in the round; None when nobody can say
    :param over: nothing more comes in, so what still waits was broken off
    """

    settings: r.Settings
    without: Callable[[str], c.Call | None] | None = None
    over: bool = False

    def players(self, *pads: str) -> str:
        """Who holds these pads; of one that nobody holds, its label."""
        held = {player.pad: player.name for player in self.settings.players}
        return names([held.get(pad, pad) for pad in pads])


NOTHING = Known(r.Settings(False, 0, 0, ()))


def sentence(call: c.Call, known: Known = NOTHING) -> str:
    """One call as one sentence."""
    if isinstance(call, c.Void | c.Waiting | c.Judged):
        return _OF_PADS[type(call)](call, known)
    return _SENTENCES[type(call)](call)


def headline(call: c.Call, known: Known = NOTHING) -> str:
    """A call in a few words, for all sides of the table; without a full stop."""
    if isinstance(call, c.Waiting) and known.over:
        return _("Broken off")
    if isinstance(call, c.Tie):
        return _("Too close to call: tie")
    if isinstance(call, c.Jumped):
        return _("{player} jumped the gun").format(player=call.player) if call.certain else _("At DRAW?")
    if isinstance(call, c.AskJudge):
        return _("The judge decides")
    if isinstance(call, c.FalseHit):
        return _("{player}: false HIT").format(player=call.player)
    if isinstance(call, c.Judged):
        return _("Judge: {ruling}").format(ruling=_ruling(call, known))
    return sentence(call, known).rstrip(".")


def _ruling(call: c.Judged, known: Known) -> str:
    if call.rule == "first":
        return _("{player} first").format(player=call.player)
    if call.rule == "tie":
        return _tie_of(call.players)
    return _again() if call.rule == "replay" else _without(call, known)


def _without(call: c.Judged, known: Known) -> str:
    """Whom the judge leaves out, and what follows from that."""
    player = known.players(call.pad)
    if known.without is None:
        return _("without {player}").format(player=player)
    return _("{ruling}, without {player}").format(ruling=_follows(known.without(call.pad)), player=player)


def _follows(call: c.Call | None) -> str:
    """What a call means for the table; whatever names nobody means the same draw again."""
    if isinstance(call, c.First):
        return _("{player} first").format(player=call.player)
    if isinstance(call, c.Tie):
        return _tie_of(call.players)
    return headline(call) if isinstance(call, c.Jumped) and call.certain else _again()


def _tie_of(players: tuple[str, ...]) -> str:
    return _("tie, {players}").format(players=names(players)) if players else _("a tie")


def _again() -> str:
    return _("again")


def _first(call: c.First) -> str:
    if call.bullets == 0:
        return _("{player} called a run-away first.").format(player=call.player)
    if call.margin_us is None:
        return _("{player} first.").format(player=call.player)
    return _("{player} first, by {margin}.").format(player=call.player, margin=milliseconds(call.margin_us))


def _tie(call: c.Tie) -> str:
    return _("Too close to call: tie between {players}.").format(players=names(call.players))


def _jumped(call: c.Jumped) -> str:
    if not call.certain:
        return _("{player} pressed at DRAW; before or after, nobody can tell.").format(player=call.player)
    return _("{player} jumped the gun. The countdown starts again.").format(player=call.player)


def _false_hit(call: c.FalseHit) -> str:
    return _("{player} called with nothing showing and counts to three.").format(player=call.player)


def _run_away(call: c.RunAway) -> str:
    form = ngettext("{players}'s coward runs away.", "The cowards of {players} run away.", len(call.players))
    return form.format(players=names(call.players))


def _suspicious(call: c.Suspicious) -> str:
    return _("{player} reacted after {time}: suspiciously fast.").format(
        player=call.player, time=milliseconds(call.reaction_us[1])
    )


def _void(call: c.Void, known: Known) -> str:
    return _("{player}: void, {why}.").format(player=known.players(call.pad), why=_(VOID[call.why]))


def _waiting(call: c.Waiting, known: Known) -> str:
    form = _("Broken off; not all was in yet: {players}.") if known.over else _("Waiting for {players}.")
    return form.format(players=known.players(*call.pads))


def _ask_judge(call: c.AskJudge) -> str:
    return _(ASK[call.why])


def _judged(call: c.Judged, known: Known) -> str:
    forms = {
        "first": _("The judge: {player} first."),
        "tie": _("The judge: a tie between {players}."),
        "replay": _("The judge: the round is played again."),
        "without": _("The judge: {ruling}."),
    }
    ruling = _without(call, known) if call.rule == "without" else ""
    ruled = forms[call.rule].format(player=call.player, players=names(call.players), ruling=ruling)
    return f"{ruled} ({call.reason})" if call.reason else ruled


_SENTENCES: dict[type, Callable[[Any], str]] = {
    c.First: _first,
    c.Tie: _tie,
    c.Jumped: _jumped,
    c.FalseHit: _false_hit,
    c.RunAway: _run_away,
    c.Suspicious: _suspicious,
    c.AskJudge: _ask_judge,
}
_OF_PADS: dict[type, Callable[[Any, Known], str]] = {
    c.Void: _void,
    c.Waiting: _waiting,
    c.Judged: _judged,
}


def face(name: str) -> str:
    """What a die shows; "" is a die that still rolls."""
    return {
        r.events.BULLET: _("BULLET"),
        r.events.RUN: _("RUN AWAY"),
        r.events.BLANK: _("blank"),
        "": "…",
    }[name]


def die(name: str) -> str:
    """The token that a die stands for."""
    return {
        r.events.SHOOTER_1: _("shooter 1"),
        r.events.SHOOTER_2: _("shooter 2"),
        r.events.COWARD: _("coward"),
    }[name]
