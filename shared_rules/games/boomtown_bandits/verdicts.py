"""A verdict: the call that decides a countdown, as an answer to the prompt that asks for it.

Owns its form. `{"call":"first","player":"Ana"}` and `{"call":"tie","players":["Ana","Bo"]}` are what a judge
says; pads that know the dice add `bullets` and `run_away`. What is left out, or null, the judge is asked.
`evidence` points at the stored shootout; `round` and `margin_us` are the call's own.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from shared_rules.referee import Call
from shared_rules.referee import calls as c
from shared_rules.referee.events import COWARD

FIRST, TIE = "first", "tie"
KEYS = {
    FIRST: {"call", "player", "bullets", "run_away", "evidence", "round", "margin_us"},
    TIE: {"call", "players", "run_away", "evidence", "round"},
}
Thrown = Mapping[str, tuple[str, ...]]  # player -> the dice that were thrown


class Lying(NamedTuple):
    """What lies there at a call. caller: None after a tie; None elsewhere: not known yet."""

    caller: str | None
    bullets: int | None
    runners: tuple[str, ...] | None


def fits(said: Mapping[str, Any], thrown: Thrown) -> str | None:
    """Return the code of what is wrong with a verdict, None if it can be; players were checked before."""
    form = KEYS.get(said["call"])
    named = "player" if said["call"] == FIRST else "players"
    if form is None or not said.keys() <= form or named not in said:
        return "bb.verdict.form"
    if not all(_is_number(said.get(key), 0) for key in ("evidence", "round", "margin_us")):
        return "bb.verdict.form"
    runners = said.get("run_away")
    if runners is not None and not _can_run(runners, thrown):
        return "bb.verdict.run_away"
    if said["call"] == TIE:
        return _can_tie(said["players"], runners or (), thrown)
    return _can_lie(thrown[said["player"]], said["player"], said.get("bullets"), runners, thrown)


def _can_run(runners: Any, thrown: Thrown) -> bool:
    if runners.__class__ not in (list, tuple) or not all(name.__class__ is str for name in runners):
        return False
    return len(set(runners)) == len(runners) and all(COWARD in thrown.get(name, ()) for name in runners)


def _can_tie(players: Sequence[str], runners: Sequence[str], thrown: Thrown) -> str | None:
    """Each of them has a bullet (BB-47), so that nobody's only die shows run away."""
    if len(set(players)) < len(players) or len(players) < 2:
        return "bb.verdict.tie"
    runs = any(name in runners and len(thrown[name]) == 1 for name in players)
    return "bb.verdict.bullets" if runs else None


def _can_lie(
    dice: tuple[str, ...], caller: str, bullets: Any, runners: Iterable[str] | None, thrown: Thrown
) -> str | None:
    """A HIT with nothing showing is false (BB-24), and a die shows one face."""
    most = len(dice) - (caller in (runners or ()))
    if not _is_number(bullets, 0) or (bullets or 0) > most:
        return "bb.verdict.bullets"
    anybody_may_run = any(COWARD in held for held in thrown.values()) if runners is None else bool(runners)
    if not anybody_may_run and (bullets == 0 or most == 0):
        return "bb.verdict.nothing"
    return None


def _is_number(value: Any, least: int) -> bool:
    return value is None or (value.__class__ is int and value >= least)


def from_calls(calls: Iterable[Call], number: int, pad_dice: bool) -> dict[str, Any] | None:
    """Return the verdict of round `number` out of the referee's calls; None: it is played again.

    What the judge said goes before; the dice of somebody whom only the judge named first are not known.
    """
    said = [call for call in calls if call.round == number]
    ruled = next((call for call in said if isinstance(call, c.First | c.Tie)), None)
    judged = next((call for call in said if isinstance(call, c.Judged)), None)
    if judged is not None:
        return _judged(judged, ruled, said, pad_dice)
    return None if ruled is None else _ruled(ruled, said, pad_dice)


def _ruled(ruled: c.First | c.Tie, said: Iterable[Call], pad_dice: bool) -> dict[str, Any]:
    verdict: dict[str, Any]
    if isinstance(ruled, c.First):
        verdict = {"call": FIRST, "player": ruled.player, "bullets": ruled.bullets}
        verdict["margin_us"] = ruled.margin_us
    else:
        verdict = {"call": TIE, "players": list(ruled.players)}
    if pad_dice:
        verdict["run_away"] = [name for call in said if isinstance(call, c.RunAway) for name in call.players]
    return verdict | {"round": ruled.round}


def _judged(
    judged: c.Judged, ruled: c.First | c.Tie | None, said: Iterable[Call], pad_dice: bool
) -> dict[str, Any] | None:
    """The judge's word, with the dice that the pads know if it is what they said too."""
    if judged.rule not in (FIRST, TIE):
        return None
    verdict: dict[str, Any] = {"call": judged.rule, "round": judged.round}
    verdict |= {"player": judged.player} if judged.rule == FIRST else {"players": list(judged.players)}
    known = _ruled(ruled, said, pad_dice) if ruled is not None else {}
    return known if verdict.items() <= known.items() else verdict
