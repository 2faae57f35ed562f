"""What people at the table have to say after a ruling, question by question.

Owns the order of the questions (run-aways before bullets, BB-16; only the caller's bullets, BB-11; opponents'
tokens only, BB-13) and hands the answers to the shootout. It must never draw or wait: each conversation is a
coroutine that yields a `Question` and is sent the answer, so terminal and window ask the same.
"""

from collections.abc import Generator
from typing import NamedTuple

from companion.i18n import _, ngettext
from companion.sitting import Shootout
from companion.wording import die
from shared_rules.referee import calls as c
from shared_rules.referee import tokens
from shared_rules.referee.events import COWARD

MOST_BULLETS = 3


class Option(NamedTuple):
    """One thing one can choose."""

    id: str
    label: str


class Question(NamedTuple):
    """Choose at least `least` and at most `most` options; without options, a text. `id` says what it is
    about."""

    id: str
    text: str
    options: tuple[Option, ...] = ()
    least: int = 1
    most: int = 1


class Removed(NamedTuple):
    """What a round takes off the table, as `Shootout.clear` wants it."""

    runners: list[str]
    caller: str
    hit: list[tokens.Token]


Talk = Generator[Question, list[str], Removed | None]


class Outcome(NamedTuple):
    """What a round came to: `kind` is first, tie or again; `known` is the call whose dice the pads know."""

    kind: str
    players: tuple[str, ...]
    known: c.Call | None


def outcome(shootout: Shootout) -> Outcome:
    """What counts in this round: the judge's word if there is one, else the referee's."""
    judged = shootout.calls(c.Judged)
    call = shootout.without(judged[0].pad) if judged and judged[0].rule == "without" else shootout.verdict
    if judged and judged[0].rule in ("first", "tie"):
        named = (judged[0].player,) if judged[0].rule == "first" else judged[0].players
        return Outcome(judged[0].rule, named, call if _names(call) == named else None)
    if judged and judged[0].rule == "replay":
        return Outcome("again", (), None)
    kind = "first" if isinstance(call, c.First) else "tie" if isinstance(call, c.Tie) else "again"
    return Outcome(kind, _names(call), call)


def _names(call: c.Call | None) -> tuple[str, ...]:
    return (call.player,) if isinstance(call, c.First) else call.players if isinstance(call, c.Tie) else ()


def aftermath(shootout: Shootout) -> Talk:
    """After a ruling: which tokens leave. Returns them; the table is cleared when people have seen enough."""
    came_to = outcome(shootout)
    if came_to.kind == "again":
        return Removed([], "", [])
    runners = yield from _runners(shootout, came_to)
    hit: list[tokens.Token] = []
    if came_to.kind == "first":
        hit = yield from _targets(shootout, came_to, runners)
    return Removed(runners, came_to.players[0], hit)


def _runners(shootout: Shootout, came_to: Outcome) -> Generator[Question, list[str], list[str]]:
    cowards = [name for name, held in shootout.dice.items() if COWARD in held]
    if shootout.settings.pad_dice and came_to.known:
        return [name for call in shootout.calls(c.RunAway) for name in call.players]
    if not cowards:
        return []
    text = _("Whose coward die shows run away?")
    return (yield Question("runners", text, tuple(Option(name, name) for name in cowards), 0, len(cowards)))


def _targets(
    shootout: Shootout, came_to: Outcome, runners: list[str]
) -> Generator[Question, list[str], list[tokens.Token]]:
    caller = came_to.players[0]
    bullets = yield from _bullets(shootout, came_to)
    possible = tokens.targets(tokens.after_run_aways(shootout.dice, runners), caller)
    aimed = min(bullets, len(possible))
    if aimed == len(possible) or aimed == 0:
        return possible[:aimed]
    text = ngettext(
        "{caller}'s bullet: which token is hit?", "{caller}'s bullets: which {n} tokens are hit?", aimed
    ).format(caller=caller, n=aimed)
    options = tuple(
        Option(str(place), _("{name}'s {die}").format(name=name, die=die(held)))
        for place, (name, held) in enumerate(possible)
    )
    chosen = yield Question("targets", text, options, aimed, aimed)
    return [possible[int(place)] for place in chosen]


def _bullets(shootout: Shootout, came_to: Outcome) -> Generator[Question, list[str], int]:
    if isinstance(came_to.known, c.First) and came_to.known.bullets is not None:
        return came_to.known.bullets
    caller = came_to.players[0]
    most = min(MOST_BULLETS, len(shootout.dice.get(caller, ())))
    options = tuple(Option(str(count), str(count)) for count in range(most + 1))
    text = _("How many bullets lie in front of {caller}?").format(caller=caller)
    return int((yield Question("bullets", text, options))[0])


def judging(shootout: Shootout) -> Talk:
    """The judge decides or overrules, with a reason that is kept beside the evidence."""
    in_round = list(shootout.dice)
    options = [Option(f"first:{name}", _("{player} first").format(player=name)) for name in in_round]
    if len(in_round) > 1:
        options.append(Option("tie", _("A tie")))
    options.append(Option("replay", _("Shoot again")))
    if len(in_round) > 2:
        gone = [player for player in shootout.settings.players if player.pad in shootout.away]
        text = _("Rule without {player}")
        options += [Option(f"without:{each.pad}", text.format(player=each.name)) for each in gone]
    rule, _colon, about = (yield Question("judge", _("What does the judge say?"), tuple(options)))[
        0
    ].partition(":")
    players = in_round
    if rule == "tie" and len(in_round) > 2:
        text = _("A tie between whom?")
        among = tuple(Option(name, name) for name in in_round)
        players = yield Question("tie", text, among, 2, len(in_round))
    reason = (yield Question("reason", _("Why? (one line, for the record)")))[0]
    shootout.judge(
        rule,
        reason=reason,
        player=about if rule == "first" else "",
        players=players if rule == "tie" else (),
        pad=about if rule == "without" else "",
    )
    return None
