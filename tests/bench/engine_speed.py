"""How fast the engine is, on the plainest game: `python -m tests.bench.engine_speed`. Prints one JSON object.

Rates are per CPU-second. `bare_generator`: the same game without the engine, the most that is possible here.
"""

import argparse
import json
import random
import time
from collections.abc import Callable

from shared_rules.engine import TABLE, Match
from tests.engine.tiny import CARDS, Offers

PLAYERS = ("Ana", "Bo", "Cy", "Dee")
ENTRIES = Offers.rounds * len(PLAYERS) * 3


def played(seed: int, entries: int = ENTRIES, look: bool = False) -> Match:
    """Play a match at random up to so many entries; look: at the public view after each."""
    rulebook = Offers()
    match = Match(rulebook, rulebook.set_up(PLAYERS))
    chance = random.Random(seed)
    below = lambda n: int(chance.random() * n)  # noqa: E731
    while (prompt := match.prompt) is not None and match.n < entries:
        match.answer(prompt.pick(below))
        if look:
            match.view()
    return match


def bare(players: tuple[str, ...]):
    """The game, as a generator that trusts whatever it is sent."""
    state = dict.fromkeys(players, 0)
    for round_ in range(Offers.rounds):
        for dealer in players:
            receiver = yield ("offers.receiver", dealer, round_)
            taken = yield ("offers.taken", receiver, round_)
            card = yield ("offers.card", TABLE, round_)
            state[receiver if taken == "yes" else dealer] += CARDS.index(card)
    return state


def fed(answers: list[str]) -> None:
    """Play the bare game."""
    game = bare(PLAYERS)
    next(game)
    try:
        for answer in answers:
            game.send(answer)
    except StopIteration:
        pass


def cpu_s(what: Callable[[], object], least_s: float = 0.5) -> float:
    """CPU seconds that it takes once, over as many times as fill `least_s`; the best of three."""
    best = float("inf")
    for _ in range(3):
        times, start = 0, time.process_time()
        while (spent := time.process_time() - start) < least_s:
            what()
            times += 1
        best = min(best, spent / times)
    return best


def figures(least_s: float) -> dict[str, object]:
    """All figures."""
    match = played(1)
    answers = [entry.answer for entry in match.entries]
    at_300 = played(1, 300)

    def undo_redo() -> None:
        at_300.undo()
        at_300.redo()

    def undo_look_redo() -> None:
        at_300.undo()
        at_300.view()
        at_300.redo()
        at_300.view()

    step_s = cpu_s(lambda: played(1), least_s) / ENTRIES
    look_s = cpu_s(lambda: played(1, look=True), least_s) / ENTRIES - step_s
    trusted_s = cpu_s(lambda: match._run.rewound(ENTRIES - 1), least_s) / (ENTRIES - 1)
    return {
        "entries": ENTRIES,
        "validated_steps_per_cpu_s": round(1 / step_s),
        "trusted_entries_per_cpu_s": round(1 / trusted_s),
        "checked_replay_entries_per_cpu_s": round(ENTRIES / cpu_s(match.replay, least_s)),
        "bare_generator_entries_per_cpu_s": round(ENTRIES / cpu_s(lambda: fed(answers), least_s)),
        "public_view_by_step": round(look_s / step_s, 2),
        "undo_redo_of_300_ms": round(cpu_s(undo_redo, least_s) * 1000, 3),
        "undo_view_redo_view_of_300_ms": round(cpu_s(undo_look_redo, least_s) * 1000, 3),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--least-s", type=float, default=0.5, help="CPU seconds for each figure, three times")
    print(json.dumps(figures(parser.parse_args().least_s)))
