"""`tinstar simulate`: many matches of a rulebook by random legal play, every one of them watched.

After each entry the rulebook's invariants are asked; in some matches also whether what is asked tells a
secret, and these are played twice, with other secrets. Owns the campaign and its figures. Each match has its
own seed, so that any of them can be played again alone, and workers change no figure.
"""

import multiprocessing
import random
import shlex
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from companion import look_alike
from companion.i18n import _
from companion.random_play import play
from companion.traces import compact
from shared_rules import games
from shared_rules.engine import Match, Result, Rulebook, Setup, audit

NAMES = ("Ana", "Bo", "Cy", "Di", "Eli", "Flo", "Gus", "Hal")
AT_ONCE = 10  # matches that a worker plays before it reports
SECRETS_EVERY = 50  # of so many matches, one is looked at for secrets, which costs as much as a dozen others


class Wishes(NamedTuple):
    """What to play. `match`: this one alone; options, box: as a first line of `tinstar match` has them."""

    rulebook: str
    players: int
    matches: int
    seed: int
    workers: int = 1
    match: int | None = None
    meddles: bool = False
    options: tuple[tuple[str, Any], ...] = ()
    box: tuple[tuple[str, int], ...] = ()

    def set_up(self) -> tuple[Rulebook, Setup]:
        """Return the rulebook and its setup. Raises Refused."""
        rulebook = games.rulebook(self.rulebook)
        return rulebook, rulebook.set_up(NAMES[: self.players], dict(self.options), dict(self.box))

    def command(self, number: int) -> str:
        """Return the one command that plays a match again."""
        words = ["tinstar", "simulate", self.rulebook, "--players", str(self.players)]
        words += ["--seed", str(self.seed), "--match", str(number)]
        for name, pairs in (("--option", self.options), ("--box", self.box)):
            for key, value in pairs:
                words += [name, f"{key}={value if isinstance(value, str) else compact(value)}"]
        return shlex.join([*words, "--meddle"] if self.meddles else words)


class Failure(NamedTuple):
    """What went wrong: in which match, after how many entries, and where in the code."""

    match: int
    entries: int
    why: str
    where: str


class Tally:
    """What came of some matches. Whole numbers only, so that they add up the same in any order."""

    def __init__(self, seats: int) -> None:
        self.matches = self.entries = self.cpu_ns = 0
        self.lengths: Counter[int] = Counter()
        self.ends: Counter[str] = Counter()
        self.won = [0] * seats
        self.shared = [0] * seats
        self.scores: list[Counter[float]] = [Counter() for _ in range(seats)]
        self.open_scores = 0  # that stayed between bounds to the end
        self.compared = self.secrets = 0
        self.failure: Failure | None = None

    def take(self, match: Match) -> None:
        """Count a match that is over."""
        result = match.result
        assert result is not None
        self.matches += 1
        self.entries += match.n
        self.lengths[match.n] += 1
        early = any(line["id"] == "engine.ended_early" for line in match.log())
        self.ends["ended_early" if early else "played_out"] += 1
        self._count(result, match.setup.players)

    def _count(self, result: Result, players: tuple[str, ...]) -> None:
        first = result.ranking[0]
        scores = result.as_json()["scores"]
        for seat, name in enumerate(players):
            if name in first:
                (self.won if len(first) == 1 else self.shared)[seat] += 1
            score = scores.get(name)
            if score is None or isinstance(score, dict):
                self.open_scores += 1
            else:
                self.scores[seat][score] += 1

    def add(self, other: "Tally") -> None:
        """Add what came of other matches."""
        for name in ("matches", "entries", "cpu_ns", "open_scores", "compared", "secrets"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.lengths += other.lengths
        self.ends += other.ends
        for mine, others in ((self.won, other.won), (self.shared, other.shared)):
            mine[:] = [one + more for one, more in zip(mine, others, strict=True)]
        for scores, more_scores in zip(self.scores, other.scores, strict=True):
            for score, times in more_scores.items():  # += would drop what is not positive
                scores[score] += times

    def figures(self) -> dict[str, Any]:
        """Return all of it as JSON; what is timed comes last."""
        spent_s = self.cpu_ns / 1e9
        together: Counter[float] = sum(self.scores, Counter())
        return {
            "matches": self.matches,
            "entries": self.entries,
            "entries_of_a_match": _spread(self.lengths),
            "ends": dict(sorted(self.ends.items())),
            "wins_by_seat": self.won,
            "shared_wins_by_seat": self.shared,
            "scores": _spread(together),
            "mean_score_by_seat": [_mean(scores) for scores in self.scores],
            "open_scores": self.open_scores,
            "played_with_other_secrets": self.compared,
            "secrets_that_differed": self.secrets,
            "cpu_s": round(spent_s, 3),
            "entries_per_cpu_s": round(self.entries / spent_s) if spent_s else None,
        }


def _mean(scores: Counter[float]) -> float | None:
    return round(fmean(scores.elements()), 2) if scores else None


def _spread(values: Counter[Any]) -> dict[str, Any] | None:
    ordered = sorted(values.elements())
    if not ordered:
        return None
    return {"min": ordered[0], "median": ordered[len(ordered) // 2], "max": ordered[-1]}


# -- playing


def run(wishes: Wishes, *, json: bool) -> int:
    """Play and print. Exit code 1, and how to play it again, at the first match that goes wrong.

    :raises Refused: there is no such rulebook, or it cannot be set up so
    """
    wishes.set_up()
    tally = Tally(wishes.players)
    for part in _parts(wishes):
        tally.add(part)
        if part.failure is not None:
            _tell_failure(wishes, part.failure, json)
            return 1
    about = {"rulebook": wishes.rulebook, "players": wishes.players, "seed": wishes.seed}
    if json:
        print(compact({**about, "options": dict(wishes.options), **tally.figures()}))
    else:
        _print_table(tally.figures())
    return 0


def _parts(wishes: Wishes) -> Iterator[Tally]:
    numbers = range(wishes.matches) if wishes.match is None else range(wishes.match, wishes.match + 1)
    tasks = [(wishes, numbers[begin : begin + AT_ONCE]) for begin in range(0, len(numbers), AT_ONCE)]
    workers = min(wishes.workers, len(tasks))
    if workers <= 1:
        yield from map(_play_some, tasks)
        return
    # Forked, as nothing here has a thread: a worker begins at once and knows what this process knows.
    with multiprocessing.get_context("fork").Pool(workers, _quietly) as pool:
        yield from pool.imap(_play_some, tasks)


def _quietly() -> None:
    """A worker ends when it is told to, and leaves Ctrl-C to the command."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _play_some(task: tuple[Wishes, range]) -> Tally:
    wishes, numbers = task
    tally = Tally(wishes.players)
    for number in numbers:
        begun_ns = time.process_time_ns()
        _play_one(wishes, number, tally)
        tally.cpu_ns += time.process_time_ns() - begun_ns
        if tally.failure is not None:
            break
    return tally


def _play_one(wishes: Wishes, number: int, tally: Tally) -> None:
    rulebook, setup = wishes.set_up()
    match = None
    looks_for_secrets = number % SECRETS_EVERY == 0 or wishes.match is not None
    look: Callable[[Match], object] = audit if looks_for_secrets else lambda match: None
    try:
        match = Match(rulebook, setup, watched=True)
        look(match)
        play(match, _chance(wishes, number), wishes.meddles, look)
        tally.take(match)
        if looks_for_secrets:
            match, other = Match(rulebook, setup), Match(rulebook, setup)
            chance = _chance(wishes, number, "secrets")
            tally.secrets += look_alike.play_both(match, other, chance, wishes.meddles)
            tally.compared += 1
    except Exception as error:  # whatever a rulebook does wrong is told with the way to see it again
        why = f"{type(error).__name__}: {error}"
        tally.failure = Failure(number, match.n if match else 0, why, _where(error))


def _chance(wishes: Wishes, number: int, what: str = "match") -> random.Random:
    return random.Random(f"{wishes.seed} {number} {what}")  # noqa: S311    it repeats, and guards nothing


def _where(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}"


# -- telling


def _tell_failure(wishes: Wishes, failure: Failure, json: bool) -> None:
    command = wishes.command(failure.match)
    if json:
        print(compact({"failure": failure._asdict(), "seed": wishes.seed, "again": command}))
    text = _("seed {seed}, match {match}, after {entries} entries: {why} ({where})")
    print(f"tinstar: {text.format(seed=wishes.seed, **failure._asdict())}", file=sys.stderr)
    print(_("Once more: {command}").format(command=command), file=sys.stderr)


def _print_table(figures: dict[str, Any]) -> None:
    spread = _("{min} to {max}, half of them up to {median}")
    names = {
        "matches": _("matches"),
        "entries": _("entries"),
        "entries_of_a_match": _("entries of a match"),
        "played_out": _("played to the end"),
        "ended_early": _("ended early"),
        "wins_by_seat": _("wins, seat by seat"),
        "shared_wins_by_seat": _("wins that were shared"),
        "scores": _("scores"),
        "mean_score_by_seat": _("mean scores, seat by seat"),
        "open_scores": _("scores that stayed open"),
        "played_with_other_secrets": _("played again with other secrets"),
        "secrets_that_differed": _("secrets that were others then"),
        "cpu_s": _("processor seconds"),
        "entries_per_cpu_s": _("entries per processor second"),
    }
    shown = {**figures, **figures["ends"]}
    width = max(map(len, names.values()))
    for key, name in names.items():
        value = shown.get(key)
        if isinstance(value, dict):
            value = spread.format(**value)
        elif isinstance(value, list):
            value = "  ".join("-" if each is None else str(each) for each in value)
        if value is not None:
            print(f"{name:<{width}}  {value}")
