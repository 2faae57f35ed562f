"""Change one comparison of the referee, and a case notices: each of them is there for a reason.

The package is copied, one text of it is changed, and a few decisive cases are played against the copy. A text
that is not found exactly once fails, so this list cannot rot.
"""

import importlib.util
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from shared_rules import referee

SOURCE = Path(referee.__file__).parent
D = 3_000_000  # DRAW
SETTLE = 500_000
LOCK = 3_000_000
NEXT = 20_000_000  # the second round's countdown; its DRAW is 3 s later
FAR = 900_000_000
S1, COWARD = "shooter1", "coward"

MUTANTS = [
    # file, text, instead: what it would do
    ("ruling.py", "event.hi < at_us]", "event.hi <= at_us]"),  # ends at DRAW: a jump
    ("ruling.py", "event.lo < at_us]", "event.lo <= at_us]"),  # begins at DRAW: straddles
    ("ruling.py", "event.lo <= ends_us]", "event.lo < ends_us]"),  # begins as the first jump ends
    ("ruling.py", "if event.lo > play.freeze_us:", "if event.hi > play.freeze_us:"),  # overlaps the freeze
    ("ruling.py", "reaction_us[1] >= self.", "reaction_us[1] > self."),  # just at the limit
    ("ruling.py", "(hit.lo, self.player(hit))", "(hit.hi, self.player(hit))"),  # run-aways only: the least hi
    ("ruling.py", "hit.hi == play.freeze_us]", "hit.hi >= play.freeze_us]"),  # beside the freeze
    ("ruling.py", "next_countdown_us - 1)", "next_countdown_us)"),  # silent to the round's very end
    ("play.py", "hit.lo > play.freeze_us or", "hit.lo >= play.freeze_us or"),  # touches the freeze
    ("play.py", "min(play.freeze_us, hit.hi)", "min(play.freeze_us, hit.lo)"),  # the least lo freezes
    ("play.py", "e.lo <= freeze_us and", "e.lo < freeze_us and"),  # thrown again at the freeze
    ("play.py", "event.hi <= until_us for", "event.hi < until_us for"),  # ends with the lock-out
    ("play.py", "if event.hi <= self._carried", "if event.lo <= self._carried"),  # straddles its end
    ("faces.py", "hit.lo >= last.lo + self._settle_us and", "hit.lo > last.lo + self._settle_us and"),
    ("faces.py", "if hit.lo >= throw.hi + self", "if hit.lo >= throw.lo + self"),  # another pad's, in doubt
    ("faces.py", "throw.hi + self._settle_us <= freeze_us", "throw.hi + self._settle_us < freeze_us"),
    ("account.py", "return self._reach[-1] >= moment_us", "return self._reach[-1] > moment_us"),
    ("account.py", "gap.before.lo > moment_us)", "gap.before.lo >= moment_us)"),  # may be the same moment
    ("account.py", "if event.lo <= self._reach_before", "if event.lo < self._reach_before"),  # a breach
    ("account.py", "if seq > expected:", "if seq > expected + 1:"),  # one is missing
    ("account.py", "if sign * event.lo < furthest:", "if sign * event.lo <= furthest:"),  # the same moment
    ("referee.py", "event.hi < next_countdown_us", "event.hi <= next_countdown_us"),  # straddles a countdown
]

Case = Callable[[Any], list[Any]]  # the package -> what is seen


def hit(r: Any, pad: str, seq: int, lo: int, hi: int) -> Any:
    return r.Hit(pad, seq, lo, hi)


def bullet(r: Any, pad: str, seq: int, lo: int, hi: int) -> Any:
    return r.Roll(pad, seq, lo, hi, S1, "bullet")


def run(r: Any, pad: str, seq: int, lo: int, hi: int) -> Any:
    return r.Roll(pad, seq, lo, hi, COWARD, "run")


def mark(r: Any, pad: str, seq: int, up_to_us: int = FAR) -> Any:
    return r.Watermark(pad, seq, up_to_us)


# name: (pad dice, what is seen beside the draws, what is to be said). Where no mark is given, pads have
# reported far past everything.
CASES: dict[str, tuple[bool, Case, list[str]]] = {
    "ends at DRAW": (
        False,
        lambda r: [hit(r, "p1", 1, D - 9, D)],
        ["jumped Ana False", "ask_judge draw_straddled"],
    ),
    "begins at DRAW": (False, lambda r: [hit(r, "p1", 1, D, D + 200_000)], ["first Ana"]),
    "begins as the first jump ends": (
        False,
        lambda r: [hit(r, "p1", 1, 10, 20), hit(r, "p2", 1, 20, 30)],
        ["jumped Ana True", "jumped Bo True"],
    ),
    "touch": (
        False,
        lambda r: [hit(r, "p1", 1, D + 200_000, D + 200_100), hit(r, "p2", 1, D + 200_100, D + 200_200)],
        ["tie Ana Bo"],
    ),
    "apart by one": (
        False,
        lambda r: [hit(r, "p1", 1, D + 200_000, D + 200_100), hit(r, "p2", 1, D + 200_101, D + 200_200)],
        ["first Ana", "void p2 1 late"],
    ),
    "just not suspicious": (False, lambda r: [hit(r, "p1", 1, D + 99_900, D + 100_000)], ["first Ana"]),
    "just suspicious": (
        False,
        lambda r: [hit(r, "p1", 1, D + 99_900, D + 99_999)],
        ["suspicious Ana", "first Ana"],
    ),
    "thrown again at the freeze": (
        True,
        lambda r: [
            bullet(r, "p1", 1, D, D + 9),
            run(r, "p2", 1, D, D + 9),
            hit(r, "p1", 2, D + SETTLE + 50, D + SETTLE + 59),
            run(r, "p2", 2, D + SETTLE + 59, D + SETTLE + 70),
        ],
        ["first Ana"],
    ),
    "settled just now": (
        True,
        lambda r: [bullet(r, "p1", 1, D, D + 9), hit(r, "p1", 2, D + SETTLE, D + SETTLE + 9)],
        ["first Ana"],
    ),
    "ends with the lock-out": (
        True,
        lambda r: [hit(r, "p1", 1, D + 1, D + 10), hit(r, "p1", 2, D + LOCK, D + LOCK + 10)],
        ["false_hit Ana", "void p1 2 locked_out"],
    ),
    "straddles the end of a lock-out from the round before": (
        False,
        lambda r: [hit(r, "p1", 1, 10, 20), hit(r, "p1", 2, NEXT + D + LOCK - 5, NEXT + D + LOCK + 5)],
        ["jumped Ana True", "first Ana"],
    ),
    "another's run-away in doubt": (
        True,
        lambda r: [run(r, "p2", 1, D, D + 100), hit(r, "p1", 1, D + SETTLE + 50, D + SETTLE + 60)],
        ["void p1 1 undecided", "ask_judge icon_uncertain"],
    ),
    "runs just at the freeze": (
        True,
        lambda r: [
            bullet(r, "p1", 1, D, D + 9),
            run(r, "p2", 1, D, D + 9),
            hit(r, "p1", 2, D + SETTLE, D + SETTLE + 9),
        ],
        ["run_away Bo", "first Ana"],
    ),
    "runs at a HIT beside the freeze": (
        True,
        lambda r: [
            bullet(r, "p1", 1, D, D + 9),
            run(r, "p2", 1, D, D + 100),
            hit(r, "p1", 2, D + SETTLE + 50, D + SETTLE + 99),
            hit(r, "p2", 2, D + SETTLE + 20, D + SETTLE + 120),
        ],
        ["void p2 2 undecided", "first Ana"],
    ),
    "reported just as far": (
        False,
        lambda r: [
            hit(r, "p1", 1, D + 200_000, D + 200_100),
            mark(r, "p1", 1, D + 200_100),
            mark(r, "p2", 0, D + 200_100),
        ],
        ["first Ana"],
    ),
    "just a breach": (
        False,
        lambda r: [mark(r, "p1", 0, D + 200_000), hit(r, "p1", 1, D + 200_000, D + 200_100)],
        ["void p1 1 distrusted", "ask_judge pad_distrusted"],
    ),
    "one is missing": (
        False,
        lambda r: [mark(r, "p1", 0, 0), hit(r, "p1", 2, D + 200_000, D + 200_100)],
        ["void p1 2 undecided", "ask_judge events_lost"],
    ),
    "one is missing since the freeze": (
        False,
        lambda r: [
            hit(r, "p1", 1, D + 200_000, D + 200_100),
            hit(r, "p2", 1, D + 200_100, D + 200_300),
            hit(r, "p2", 3, D + 900_000, D + 900_100),
        ],
        ["void p1 1 undecided", "ask_judge events_lost", "void p2 1 undecided", "void p2 3 late"],
    ),
    "one is missing, and not in the first round": (
        False,
        lambda r: [mark(r, "p1", 0, NEXT - 1), mark(r, "p1", 1)],
        ["ask_judge events_lost"],
    ),
    "run-aways only": (
        True,
        lambda r: [
            run(r, "p1", 1, D, D + 9),
            run(r, "p2", 1, D, D + 9),
            hit(r, "p1", 2, D + SETTLE + 25, D + SETTLE + 50),
            hit(r, "p2", 2, D + SETTLE + 20, D + SETTLE + 90),
        ],
        ["run_away Ana Bo", "first Bo", "void p1 2 undecided"],
    ),
    "two at one moment": (
        False,
        lambda r: [hit(r, "p1", 1, D + 200_000, D + 200_100), hit(r, "p1", 2, D + 200_000, D + 200_100)],
        ["first Ana", "void p1 2 late"],
    ),
    "straddles the next countdown": (
        False,
        lambda r: [hit(r, "p1", 1, NEXT - 50, NEXT)],
        ["void p1 1 not_in_round"],
    ),
}


def say(r: Any, pad_dice: bool, case: Case) -> list[str]:
    """Play a case against a package; the calls as short words."""
    seats = (r.Player("Ana", "p1"), r.Player("Bo", "p2"))
    dice = (("Ana", (S1, COWARD)), ("Bo", (S1, COWARD)))
    table = r.Referee(r.Settings(pad_dice, 100_000, SETTLE, seats))
    seen = case(r)
    last: dict[str, int] = {"p1": 0, "p2": 0}
    for what in seen:
        last[what.pad] = max(last[what.pad], what.seq)
    marked = {what.pad for what in seen if isinstance(what, r.Watermark) and what.up_to_us > D + 200_000}
    marks = [mark(r, pad, seq) for pad, seq in last.items() if pad not in marked]
    for what in [r.Draw(1, 0, D, dice), r.Draw(2, NEXT, NEXT + D, dice), *seen, *marks]:
        table.see(what)
    return [_words(r.as_dict(call)) for call in table.calls()]


def _words(call: dict[str, object]) -> str:
    parts = [str(call["call"])]
    for key in ("player", "players", "pad", "seq", "certain", "why"):
        value = call.get(key, [])
        parts += map(str, value) if isinstance(value, list | tuple) else [str(value)]
    return " ".join(parts)


def failing(r: Any) -> list[str]:
    """The cases that a package does not call as they are to be called."""
    return [name for name, (pad_dice, case, wanted) in CASES.items() if say(r, pad_dice, case) != wanted]


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Callable[[str, str, str], Any]]:
    """Copies the package under another name, with one text changed, and imports it."""
    name = "mutated_referee"

    def changed(file: str, text: str, instead: str) -> Any:
        shutil.copytree(SOURCE, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        path = tmp_path / name / file
        source = path.read_text(encoding="utf-8")
        assert source.count(text) == 1, f"{file} has “{text}” {source.count(text)} times; mend this list"
        path.write_text(source.replace(text, instead), encoding="utf-8")
        spec = importlib.util.spec_from_file_location(name, tmp_path / name / "__init__.py")
        assert spec and spec.loader
        package = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(package)
        return package

    yield changed
    for module in [module for module in sys.modules if module.split(".")[0] == name]:
        del sys.modules[module]


def test_the_referee_passes(copy: Callable[[str, str, str], Any]) -> None:
    assert failing(referee) == []
    assert failing(copy("ruling.py", "event.hi < at_us]", "event.hi < at_us]")) == []


@pytest.mark.parametrize(("file", "text", "instead"), MUTANTS, ids=[f"{m[0]}:{m[1]}" for m in MUTANTS])
def test_a_changed_comparison_is_noticed(
    copy: Callable[[str, str, str], Any], file: str, text: str, instead: str
) -> None:
    assert failing(copy(file, text, instead)) != []
