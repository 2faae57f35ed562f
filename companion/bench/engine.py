"""`tinstar bench engine`: how fast matches are played, replayed, shown and taken back, rulebook by rulebook.

Rates are per CPU-second of this machine, so they say something only beside others of the same run. Owns these
figures; which game is played is the caller's business.
"""

import random
import time
from collections.abc import Callable
from typing import Any

from companion.simulate import NAMES
from shared_rules import games
from shared_rules.engine import Match, Rulebook

AT = 300  # entries; the match in which is gone back
LEAST_S = 0.5  # CPU seconds that each figure is measured for, three times


def report(rulebook_ids: list[str], least_s: float = LEAST_S) -> dict[str, Any]:
    """Return the figures of these rulebooks. Raises Refused: there is none of that id."""
    return {"rulebooks": [of_rulebook(games.rulebook(each), least_s) for each in rulebook_ids]}


def of_rulebook(rulebook: Rulebook, least_s: float = LEAST_S) -> dict[str, Any]:
    """Return the figures of one rulebook, with as many players as it takes."""
    seats = min(rulebook.seats[1], len(NAMES))
    players = NAMES[:seats]
    return {"rulebook": rulebook.id, "players": seats, **figures(rulebook, players, least_s)}


def figures(rulebook: Rulebook, players: tuple[str, ...], least_s: float) -> dict[str, Any]:
    """Return entries, steps and replayed entries per CPU-second, the view's cost in steps, times in ms."""
    match = played(rulebook, players)
    entries = match.n
    at_300 = played(rulebook, players, AT)

    def undo_redo() -> None:
        at_300.undo()
        at_300.redo()

    def undo_look_redo() -> None:
        at_300.undo()
        at_300.view()
        at_300.redo()
        at_300.view()

    step_s = cpu_s(lambda: played(rulebook, players), least_s) / entries
    look_s = cpu_s(lambda: played(rulebook, players, look=True), least_s) / entries - step_s
    trusted_s = cpu_s(lambda: match.back_at(entries - 1), least_s) / (entries - 1)
    return {
        "entries": entries,
        "validated_steps_per_cpu_s": round(1 / step_s),
        "trusted_entries_per_cpu_s": round(1 / trusted_s),
        "checked_replay_entries_per_cpu_s": round(entries / cpu_s(match.replay, least_s)),
        "public_view_by_step": round(look_s / step_s, 2),
        "undo_at_entries": at_300.n,
        "undo_ms": _undo_ms(at_300),
        "undo_redo_ms": round(cpu_s(undo_redo, least_s) * 1000, 3),
        "undo_view_redo_view_ms": round(cpu_s(undo_look_redo, least_s) * 1000, 3),
    }


def played(
    rulebook: Rulebook, players: tuple[str, ...], entries: int | None = None, look: bool = False
) -> Match:
    """Play a match at random, the same each time, up to so many entries; look: at the public view after each.

    Nobody interjects: every entry answers the prompt.
    """
    match = Match(rulebook, rulebook.set_up(players))
    chance = random.Random(1)  # noqa: S311    it repeats, and guards nothing
    below = lambda n: int(chance.random() * n)  # noqa: E731    faster than randrange: play is measured, not chance
    while (prompt := match.prompt) is not None and (entries is None or match.n < entries):
        match.answer(prompt.pick(below))
        if look:
            match.view()
    return match


def cpu_s(what: Callable[[], object], least_s: float = LEAST_S) -> float:
    """Return the CPU seconds that it takes once, over as many times as fill `least_s`; the best of three."""
    best = float("inf")
    for _ in range(3):
        times, start = 0, time.process_time()
        while (spent := time.process_time() - start) < least_s:
            what()
            times += 1
        best = min(best, spent / times)
    return best


def _undo_ms(match: Match, times: int = 21) -> float:
    """Return what one undo of the last entry takes, the median; redone in between, unmeasured."""
    spent_ns = []
    for _ in range(times):
        start_ns = time.process_time_ns()
        match.undo()
        spent_ns.append(time.process_time_ns() - start_ns)
        match.redo()
    return round(sorted(spent_ns)[times // 2] / 1e6, 3)
