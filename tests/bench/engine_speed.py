"""How fast the engine is, on the plainest game: `python -m tests.bench.engine_speed`. Prints one JSON object.

Rates are per CPU-second. `bare_generator`: the same game without the engine, the most that is possible here.
Real rulebooks are measured by `tinstar bench engine`, which does it the same way.
"""

import argparse
import json
from collections.abc import Iterable

from companion.bench.engine import LEAST_S, cpu_s, figures, played
from shared_rules.engine import TABLE
from tests.engine.tiny import CARDS, Offers

PLAYERS = ("Ana", "Bo", "Cy", "Dee")


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


def fed(answers: Iterable[str]) -> None:
    """Play the bare game."""
    game = bare(PLAYERS)
    next(game)
    try:
        for answer in answers:
            game.send(answer)
    except StopIteration:
        pass


def bare_entries_per_cpu_s(least_s: float) -> int:
    """How many answers a CPU-second the bare game takes."""
    answers = [entry.answer for entry in played(Offers(), PLAYERS).entries]
    return round(len(answers) / cpu_s(lambda: fed(answers), least_s))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--least-s", type=float, default=LEAST_S, help="CPU seconds for each figure, three times"
    )
    least_s = parser.parse_args().least_s
    bare_rate = {"bare_generator_entries_per_cpu_s": bare_entries_per_cpu_s(least_s)}
    print(json.dumps(figures(Offers(), PLAYERS, least_s) | bare_rate))
