"""Shootouts: countdown by countdown, until one player's tokens remain, or none.

Owns what a verdict does to the tokens. Who called first is the referee's business, or the judge's where there
are no pads; a verdict comes in as an answer.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from shared_rules.engine import JUDGE, TABLE, Choose, ChooseSome, Number, Rule, Table, Verdict, field_parts
from shared_rules.engine.prompts import Prompt, quiet
from shared_rules.engine.table import Play
from shared_rules.referee import tokens
from shared_rules.referee.events import COWARD

from . import simulated, town, words
from .cards import body_double, may_hold
from .table import SHOWDOWN, Dice, Duel, Shot, Tabletop, kind_of
from .verdicts import TIE, Lying, fits

SEVERAL = "several"  # more than one thing lies there


def at_location(t: Table, s: Tabletop, location: str) -> Play:
    """Duel for the loot of a location; return who is left, None if nobody is."""
    again = t.options["nobody_left"] == "again"
    duel = Duel("bb.verdict", location, location, s.at[location], cards=True)
    t.say("bb.shootout", location=location, players=list(duel.start))
    winner = yield from fight(t, s, duel, again)
    return winner


def showdown(t: Table, s: Tabletop, kind: str, about: str | None, dice: Dice) -> Play:
    """Duel for a tie: sudden death for a bonus, the final shootout for the game; return who is left."""
    duel = Duel(kind, SHOWDOWN, about, dice, cards=t.options["cards_in_ties"])
    duel.first_hit = kind == "bb.sudden_death" and t.options["sudden_death"] == "first_hit"
    s.at[SHOWDOWN] = dice
    winner = yield from fight(t, s, duel, again=True)
    del s.at[SHOWDOWN]
    return winner


def fight(t: Table, s: Tabletop, duel: Duel, again: bool) -> Play:
    """Count down with the dice that remain; again: with all of them if nobody is left (BB-20)."""
    s.duel = duel
    if duel.cards:
        s.open_window(town.BEFORE_SHOOTOUT, town.DURING_SHOOTOUT)
    with t.anytime(WinnerOnly):
        while not duel.over:
            duel.countdown += 1
            t.turn = duel.countdown
            verdict = yield from t.ask(lambda: _verdict(s, duel))
            s.fresh.clear()
            if duel.cards:
                s.open_window(town.DURING_SHOOTOUT)
            if verdict is not None:
                yield from carry_out(t, s, duel, verdict)
            _is_it_over(t, s, duel, again)
    s.duel, t.turn = None, None
    s.open_window()
    return duel.winner


def _is_it_over(t: Table, s: Tabletop, duel: Duel, again: bool) -> None:
    """The last player left wins without a throw (BB-21)."""
    left = s.at[duel.at]
    if duel.over or len(left) > 1:
        return
    if not left and again:
        t.say("bb.again", players=list(duel.start))
        s.at[duel.at] = duel.start
        return
    duel.over, duel.winner = True, next(iter(left), None)


def _verdict(s: Tabletop, duel: Duel) -> Prompt | None:
    dice = s.at[duel.at]
    if duel.over or len(dice) < 2:
        return None
    thrown = s.thrown(dice)
    return Verdict(
        duel.kind,
        JUDGE,
        tuple(dice),
        lambda said: fits(said, thrown),
        lambda below: simulated.verdict(thrown, below),
        place=duel.about,
        params={"dice": thrown, "countdown": duel.countdown},
    )


class WinnerOnly(Rule):
    """Only who is left at the end is entered, not each countdown."""

    id = "bb.winner_only"
    section = words.SHOOTOUT
    words = ""

    def seats(self, t: Table) -> Sequence[str]:
        """Everybody together."""
        return (TABLE,)

    def refusal(self, t: Table, seat: str) -> str | None:
        """Not while the last verdict is carried out, or a card is resolved."""
        s: Tabletop = t.state
        between = s.duel is not None and not s.duel.ruling and not s.playing
        return None if between else "bb.winner_only.not_now"

    def prompt(self, t: Table, seat: str) -> Prompt:
        """Who?"""
        s: Tabletop = t.state
        assert s.duel is not None
        return Choose(self.id, seat, tuple(s.at[s.duel.at]))

    def run(self, t: Table, seat: str, answer: str) -> Play:
        """Their tokens are the only ones left."""
        s: Tabletop = t.state
        assert s.duel is not None
        s.duel.over, s.duel.winner = True, answer
        s.at[s.duel.at] = {answer: s.at[s.duel.at][answer]}
        return
        yield


# -- what lies there


def carry_out(t: Table, s: Tabletop, duel: Duel, verdict: Mapping[str, Any]) -> Play:
    """Run-aways leave first, whoever called (BB-15, BB-16); then the caller's bullets find their targets."""
    duel.ruling = True
    thrown = s.thrown(s.at[duel.at])
    look = _tied if verdict["call"] == TIE else _called
    lying = yield from look(t, duel, thrown, verdict)
    run_away(t, s, duel, lying.runners)
    if lying.caller and lying.bullets:
        yield from shoot(t, s, duel, lying.caller, lying.bullets)
    duel.ruling = False


def _called(t: Table, duel: Duel, thrown: Dice, verdict: Mapping[str, Any]) -> Play:
    """What lies there after somebody's call: as the pads know it, else as the judge reads it."""
    caller = verdict["player"]
    lying = Lying(caller, verdict.get("bullets"), verdict.get("run_away"))
    if lying.bullets is None and lying.runners is None:
        lying = yield from _one_thing(t, thrown, caller)
    lying = yield from _all_of_it(t, duel, thrown, lying)
    t.say("bb.called", seat=caller, bullets=lying.bullets, evidence=verdict.get("evidence"))
    return lying


def _tied(t: Table, duel: Duel, thrown: Dice, verdict: Mapping[str, Any]) -> Play:
    """Bullets of a tie are ignored (BB-22), but one bullet alone ties with nobody (BB-47)."""
    players, runners = verdict["players"], verdict.get("run_away")
    shooters = list(players)
    if runners is None:  # nobody has read the dice yet
        shooters = yield from t.ask(
            lambda: ChooseSome("bb.shootout.tied", JUDGE, players, 0, len(players), place=duel.about)
        )
        sure = {name for name in shooters if len(thrown[name]) == 1}
        runners = yield from t.ask(lambda: _runners(duel, thrown, sure))
    if len(shooters) != 1:
        t.say("bb.tie", players=list(players), evidence=verdict.get("evidence"))
        return Lying(None, 0, tuple(runners or ()))
    lying = yield from _all_of_it(t, duel, thrown, Lying(shooters[0], None, tuple(runners or ())), least=1)
    t.say("bb.called", seat=shooters[0], bullets=lying.bullets, evidence=verdict.get("evidence"))
    return lying


def _one_thing(t: Table, thrown: Dice, caller: str) -> Play:
    """Nearly always one thing lies there: the judge says it with one tap."""
    said = yield from t.ask(lambda: _what_lies_there(thrown, caller))
    what, of = field_parts(said)
    if what == "bullets":
        return Lying(caller, int(of), ())
    return Lying(caller, 0, (of,)) if what == "run" else Lying(caller, None, None)


def _what_lies_there(thrown: Dice, caller: str) -> Prompt:
    # Its place is the caller: said of one player's dice, it is not true of another's (after an overrule).
    cowards = _cowards(thrown)
    options = [f"bullets:{n + 1}" for n in range(len(thrown[caller]))] + [f"run:{name}" for name in cowards]
    if len(cowards) > 1 or (cowards and (cowards != [caller] or len(thrown[caller]) > 1)):
        options.append(SEVERAL)
    params = {"caller": caller}
    return quiet(Choose("bb.shootout.lies", JUDGE, options, place=caller, params=params))


def _all_of_it(t: Table, duel: Duel, thrown: Dice, lying: Lying, least: int = 0) -> Play:
    """Ask for what is not known yet: whose cowards run, how many bullets are the caller's."""
    caller, bullets, runners = lying
    assert caller is not None
    if runners is None:
        sure = {caller} if bullets == len(thrown[caller]) else set()
        runners = yield from t.ask(lambda: _runners(duel, thrown, sure, least=int(bullets == 0)))
    runners = tuple(runners or ())
    if bullets is None:
        most = len(thrown[caller]) - (caller in runners)
        fewest = max(least, 0 if runners else 1)
        bullets = yield from t.ask(lambda: _how_many_bullets(caller, fewest, most))
    return Lying(caller, bullets, runners)


def _how_many_bullets(caller: str, least: int, most: int) -> Prompt:
    params = {"caller": caller}
    return quiet(Number("bb.shootout.bullets", JUDGE, least, most, place=caller, params=params))


def _runners(duel: Duel, thrown: Dice, shot: set[str], least: int = 0) -> Prompt | None:
    """Whose coward dice show run away? Not those of `shot`, which show a bullet."""
    cowards = [name for name in _cowards(thrown) if name not in shot]
    if not cowards:
        return None
    return quiet(ChooseSome("bb.shootout.runners", JUDGE, cowards, least, len(cowards), place=duel.about))


def _cowards(thrown: Dice) -> list[str]:
    return [name for name, dice in thrown.items() if COWARD in dice]


# -- tokens leave


def run_away(t: Table, s: Tabletop, duel: Duel, runners: Sequence[str] | None) -> None:
    """Cowards that run are gone; one that is brave stays (BB-34)."""
    gone = [name for name in runners or () if name not in s.brave]
    if gone:
        t.say("bb.ran", players=gone)
        s.at[duel.at] = tokens.after_run_aways(s.at[duel.at], gone)


def shoot(t: Table, s: Tabletop, duel: Duel, caller: str, bullets: int) -> Play:
    """The caller aims; if nobody responds, what is aimed at is gone (BB-12, BB-30)."""
    shot = duel.shot = Shot(caller, bullets)
    while True:
        yield from aim(t, s, duel, shot)
        if not (yield from responded(t, s, duel, shot)):
            break
    duel.shot = None
    hit = _at_most(s, duel, shot)
    if not hit:
        return
    t.say("bb.hit", seat=caller, tokens=[[name, kind_of(die)] for name, die in hit])
    s.at[duel.at] = tokens.after_bullets(s.at[duel.at], caller, hit)
    if duel.first_hit:
        duel.over, duel.winner = True, caller


def aim(t: Table, s: Tabletop, duel: Duel, shot: Shot) -> Play:
    """A target for each hit, as long as there are tokens of opponents (BB-13)."""
    while True:
        target = yield from t.ask(lambda: _whom(s, duel, shot))
        if target is None:
            return
        kind, name = field_parts(target)
        shot.aimed.append(next(token for token in _left(s, duel, shot) if _is(token, kind, name)))


def _whom(s: Tabletop, duel: Duel, shot: Shot) -> Prompt | None:
    left = _left(s, duel, shot)
    if len(shot.aimed) >= shot.hits or shot.hits >= len(shot.aimed) + len(left):
        return None  # all have their targets, or all that is there is hit
    options = dict.fromkeys(f"{kind_of(die)}:{name}" for name, die in left)
    params = {"hits": shot.hits, "aimed": len(shot.aimed)}
    return quiet(Choose("bb.shootout.target", shot.caller, tuple(options), place=duel.about, params=params))


def _left(s: Tabletop, duel: Duel, shot: Shot) -> list[tokens.Token]:
    return [token for token in tokens.targets(s.at[duel.at], shot.caller) if token not in shot.aimed]


def _is(token: tokens.Token, kind: str, name: str) -> bool:
    return token[0] == name and kind_of(token[1]) == kind


def _at_most(s: Tabletop, duel: Duel, shot: Shot) -> list[tokens.Token]:
    """Return what is hit: the tokens aimed at, or all there are if there are no more than hits."""
    possible = tokens.targets(s.at[duel.at], shot.caller)
    return possible if shot.hits >= len(possible) else list(shot.aimed)


def responded(t: Table, s: Tabletop, duel: Duel, shot: Shot) -> Play:
    """Ask those whose tokens are hit whether they respond, if they could hold a card that helps (BB-30).

    Returns whether something has changed, so that the caller aims again.
    """
    hit = _at_most(s, duel, shot)
    needs = 1 if t.options["responses"] == "every_hit" else 2
    if not duel.cards or len(hit) < needs:
        return False
    changes = shot.changes
    for seat in dict.fromkeys(name for name, _ in hit):
        answer = yield from t.ask(partial(_response, s, duel, seat))
        if answer == town.BODY_DOUBLE:
            yield from body_double(t, s, seat)
        if shot.changes != changes:
            return True
    return False


def _response(s: Tabletop, duel: Duel, seat: str) -> Prompt | None:
    if not may_hold(s, seat):
        return None
    return Choose("bb.shootout.response", seat, ("none", town.BODY_DOUBLE), place=duel.about)
