"""Other people's rules engines beside ours, in the same run: `python -m tests.bench.other_engines`.

They are no part of `./check`. To have them, in a folder of your own:

    python3 -m venv others && others/bin/pip install -e . rlcard open_spiel
    others/bin/python -m tests.bench.other_engines

Each plays at random: its legal actions are asked for, one is picked, it is carried out. That is what our
validated step is too. Prints one JSON object; the rates are per CPU-second. What is not installed is null.
"""

import argparse
import importlib
import importlib.util
import json
import random
from collections.abc import Callable

from companion.bench.engine import LEAST_S, cpu_s, of_rulebook
from shared_rules import games
from tests.engine.tiny import Offers

chance = random.Random(1)


def picked(options):
    """One of them, as fast as ours is picked."""
    return options[int(chance.random() * len(options))]


def rlcard(name: str) -> Callable[[], int]:
    """A match of an RLCard game by its own rules engine, without the encoding for learners."""
    game = __import__("rlcard").make(name).game

    def match() -> int:
        steps = 0
        game.init_game()
        while not game.is_over():
            legal = game.get_legal_actions() if name == "uno" else game.judger.get_legal_actions()
            game.step(picked(list(legal)))
            steps += 1
        return steps

    return match


def open_spiel(name: str) -> Callable[[], int]:
    """A match of an OpenSpiel game that is written in Python."""
    importlib.import_module(f"open_spiel.python.games.{name}")
    game = importlib.import_module("pyspiel").load_game(f"python_{name}")

    def match() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(picked(state.legal_actions()))
            steps += 1
        return steps

    return match


def steps_per_cpu_s(match: Callable[[], int], least_s: float) -> int:
    """How many steps a CPU-second; the best of three."""
    steps: list[int] = []
    spent_s = cpu_s(lambda: steps.append(match()), least_s)
    return round(sum(steps) / len(steps) / spent_s)


OTHERS = {
    "rlcard uno": ("rlcard", lambda: rlcard("uno")),
    "rlcard bridge": ("rlcard", lambda: rlcard("bridge")),
    "open_spiel python_liars_poker": ("pyspiel", lambda: open_spiel("liars_poker")),
}


def figures(least_s: float) -> dict[str, object]:
    """All of them, and ours."""
    ours = [of_rulebook(rulebook, least_s) for rulebook in (*games.rulebooks().values(), Offers())]
    return {
        "others": {
            name: steps_per_cpu_s(make(), least_s) if importlib.util.find_spec(package) else None
            for name, (package, make) in OTHERS.items()
        },
        "ours": {each["rulebook"]: each["validated_steps_per_cpu_s"] for each in ours},
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--least-s", type=float, default=LEAST_S, help="CPU seconds for each figure, three times"
    )
    print(json.dumps(figures(parser.parse_args().least_s)))
