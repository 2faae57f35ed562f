"""A simulator of truth that judges the referee.

    python -m tests.bench.world [--shootouts N] [--seed S] [--workers N]

Players with reaction times and cheating, switches that bounce, crystals that drift with the temperature,
cables with jitter, spikes, corruption, loss, duplication, reordering, stalls, unplugging and reboots. The
true order of all presses is known, so it is known when the referee is wrong. Prints one JSON object; the same
seed, the same figures. Where to look:

    links.py      crystals, cables, bounce            players.py    who presses when
    life.py       five clocks shared by many          table.py      one shootout on the host's side
    skipped.py    presses without bytes               framed.py     one in ten: every byte
    cable.py      one pad's cable, byte by byte       cuts.py       the cable cut at random bytes
    truth.py      what truly happened in a round      judge.py      the referee against the truth
    pairs.py      how near the first two were         figures.py    counts, chi-square
"""

import argparse
import json
import multiprocessing
import random
import sys
from collections.abc import Sequence

from tests.bench import cuts
from tests.bench.figures import Figures
from tests.bench.framed import Framed
from tests.bench.judge import judge
from tests.bench.life import PLAYED_US, START_US, Life, Sleeper
from tests.bench.skipped import Skipped
from tests.bench.table import Shootout

SHOOTOUTS = 5_000
OF_A_LIFE = 500
FRAMED_EVERY = 10
LEAST_CUTS, SHOOTOUTS_A_CUT = 100, 10


def run_life(task: tuple[int, int]) -> Figures:
    """One life of (seed, number of shootouts): play them all, then judge each."""
    seed, count = task
    life, figures = Life(seed), Figures()
    chance = random.Random(seed ^ 0x5EED)
    for number in range(count):
        life.join(START_US + chance.uniform(0, PLAYED_US), _one(life, seed, number, figures))
    life.run()
    for line in life.lines.values():
        if line.contradictions:
            figures.wrong("clock_contradictions", f"life {seed}", line.contradictions)
    return figures


def _one(life: Life, seed: int, number: int, figures: Figures) -> Sleeper:
    """Play one shootout and judge it."""
    kind: type[Shootout] = Skipped if number % FRAMED_EVERY else Framed
    shootout = kind(life, random.Random(seed * 1_000 + number), figures)
    shootout.name = f"life {seed} shootout {number}"
    yield from shootout.play()
    judge(shootout, figures)


def run(shootouts: int = SHOOTOUTS, seed: int = 0, workers: int = 1) -> Figures:
    """Play so many shootouts; lives are spread over `workers` processes, which change no figure."""
    lives = [
        (seed * 1_000_000 + number, min(OF_A_LIFE, shootouts - begin))
        for number, begin in enumerate(range(0, shootouts, OF_A_LIFE))
    ]
    figures = Figures()
    if workers == 1:
        for task in lives:
            figures.merge(run_life(task))
        return figures
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for of_a_life in pool.imap(run_life, lives):
            figures.merge(of_a_life)
    return figures


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.world", description="Judge the referee.")
    parser.add_argument("--shootouts", metavar="N", type=int, default=SHOOTOUTS)
    parser.add_argument("--seed", metavar="S", type=int, default=0)
    parser.add_argument("--workers", metavar="N", type=int, default=multiprocessing.cpu_count())
    given = parser.parse_args(arguments)
    if given.shootouts < 1 or given.seed < 0 or given.workers < 1:
        parser.error("--shootouts and --workers are at least 1, --seed at least 0")
    return report(given.shootouts, given.seed, given.workers)


def report(shootouts: int, seed: int, workers: int) -> int:
    """Run and print, with cable cuts beside. Exit code 1 when the referee or the cable broke a promise."""
    figures = run(shootouts, seed, workers)
    cut = cuts.run(min(cuts.CUTS, max(LEAST_CUTS, shootouts // SHOOTOUTS_A_CUT)), seed)
    print(json.dumps({"seed": seed, **figures.summary(), "cable_cuts": cut}))
    return 0 if not figures.broken() and cuts.is_clean(cut) else 1


if __name__ == "__main__":
    sys.exit(main())
