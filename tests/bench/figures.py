"""What the simulator counts, and how counts of many lives become one JSON object.

Owns names, percentages, the chi-square, and which promises a run of figures breaks. It never decides whether
a single call is wrong.
"""

import itertools
import math
from collections import Counter
from typing import Any

WRONGS = (
    "wrong_orders",  # A before B, though B truly was before A
    "wrong_jumps",  # certain, though truly not before DRAW; or legal, though truly before it
    "jumps_overlooked",  # certainly before DRAW and not punished; or called over a press that straddles DRAW
    "wrong_false_hits",  # though something truly showed
    "wrong_validity",  # called, though nothing truly showed
    "wrong_bullets",  # another number than truly showed, or a tie without a bullet
    "wrong_margins",
    "wrong_suspicions",  # a reaction under the limit that is not shown, or another that is
    "wrong_run_aways",  # a coward that truly did not show run away at the freeze
    "run_aways_overlooked",  # a coward that certainly showed it at the freeze
    "wrong_lock_outs",  # void for a lock-out that did not hold, or not void in one that did
    "wrong_voids",  # void for a reason that is not so
    "unaccounted_presses",  # HITs with no call and no reason; "undecided" is none where the round was called
    "missing_ties",  # called first, though another caller's interval overlaps
    "equal_not_tied",  # pressed in the very same moment, and yet one was called first
    "asked_in_vain",  # the judge, about something that is not so
    "finality_violations",  # a final call that was taken back
    "ruled_over_reboot",  # called, though a pad lost its memory before it had reported past the call
    "still_waiting",  # at the end, with every pad there
    "outside_interval",  # an event's interval that does not hold its true moment
    "events_invented",  # told to the referee, though nobody pressed, or another one
    "bounces_reported",
    "clock_resets",
    "clock_contradictions",
    "untrue_exchanges",
    "events_missing",
)
PORTS = ("p1", "p2", "p3", "p4", "p5")
GAP_BINS_US = (500, 600, 800, 1_000, 2_000)
EXAMPLES = 5
PROMISED = "200us"  # the profile on which ties are promised to be rare
TIES_PERCENT = 1  # of pairs at least 500 us apart: fewer than that are ties
LEAST_P = 1e-6  # below it a port is favoured: an honest run comes there once in a million seeds


class Figures:
    """Counts of one life or of many. `examples`: the first few things that went wrong, to be replayed."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.examples: list[str] = []

    def add(self, name: str, count: int = 1) -> None:
        """Count."""
        self.counts[name] += count

    def wrong(self, name: str, shootout: object, what: object) -> None:
        """Count something that should never be, and remember it."""
        assert name in WRONGS, name
        self.add(name)
        if len(self.examples) < EXAMPLES:
            self.examples.append(f"{name}: {shootout}: {what}")

    def merge(self, other: "Figures") -> None:
        """Take another one's counts in."""
        self.counts += other.counts
        self.examples = [*self.examples, *other.examples][:EXAMPLES]

    def broken(self) -> list[str]:
        """Name the promises that these counts break: what should never be, and what holds of many only."""
        got = self.counts
        pairs, ties = got[f"far/{PROMISED}"], got[f"far_tied/{PROMISED}"]
        of_many = {
            "ties_500us_apart": pairs > 0 and 100 * ties >= TIES_PERCENT * pairs,
            "inside_uncertainty_not_tied": got["inside"] != got["inside_tied"] + got["inside_judge"],
            "favoured_port_of_equal_presses": _is_uneven(chi_square(got, "begins")),
            "favoured_port_within_1ms": _is_uneven(chi_square(got, "wins")),
        }
        return [name for name in WRONGS if got[name]] + [name for name, broken in of_many.items() if broken]

    def summary(self) -> dict[str, Any]:
        """All figures, for JSON."""
        got = self.counts
        pairs = {key: _pairs(got, key) for key in ("50us", "200us", "500us")}
        return {
            "shootouts": got["shootouts"],
            "through_frames": got["through_frames"],
            "rounds": got["rounds"],
            "hits": got["hits"],
            "throws": got["throws"],
            "events_told": got["events_told"],
            "broken": self.broken(),
            "wrong": {name: got[name] for name in WRONGS},
            "calls": {key.removeprefix("call/"): got[key] for key in sorted(got) if key.startswith("call/")},
            "pairs_500us_apart": pairs,
            "pairs_inside_uncertainty": {
                "pairs": got["inside"],
                "ties": got["inside_tied"],
                "for_the_judge": got["inside_judge"],
                "not_counted_a_third_froze": got["inside_third"],
            },
            "equal_presses": {
                "rounds": got["equal"],
                "tied": got["equal_tied"],
                "run_aways_named": got["equal_named"],
                "for_the_judge_or_before": got["equal"] - got["equal_tied"] - got["equal_named"],
            },
            "chi_square": {
                "earlier_interval_of_equal_presses": chi_square(got, "begins"),
                "winner_of_presses_within_1ms": chi_square(got, "wins"),
            },
            "reboots": {
                key: got[f"reboot/{key}"]
                for key in ("in_round", "voided", "called_before", "nothing_to_call")
            },
            "own_dice_settled_off": got["own_settle_off"],
            "behind_a_run_away_caller": got["behind_a_runaway"],
            "evaluations": got["evaluations"],
            "examples": self.examples,
        }


def _pairs(got: Counter[str], profile: str) -> dict[str, Any]:
    pairs, ties = got[f"far/{profile}"], got[f"far_tied/{profile}"]
    bins = {
        f"{least}": [got[f"far/{profile}/{least}"], got[f"far_tied/{profile}/{least}"]]
        for least in GAP_BINS_US
    }
    percent = round(100 * ties / pairs, 3) if pairs else None
    return {"pairs": pairs, "ties": ties, "percent": percent, "from_us": bins}


def chi_square(got: Counter[str], what: str) -> dict[str, Any]:
    """Whether one port is favoured over another: each pair of ports is an even coin.

    Counts `what/p1/p2`: how often p1 was named against p2. The sum of (a - b)^2 / (a + b) over the 10 pairs
    of 5 ports has 10 degrees of freedom.
    """
    pairs = list(itertools.combinations(PORTS, 2))
    value, total = 0.0, 0
    for one, other in pairs:
        a, b = got[f"{what}/{one}/{other}"], got[f"{what}/{other}/{one}"]
        total += a + b
        value += (a - b) ** 2 / (a + b) if a + b else 0
    return {
        "presses": total,
        "chi_square": round(value, 2),
        "degrees": len(pairs),
        "p": round(tail_of_chi_square(value, len(pairs)), 4),
    }


def _is_uneven(even: dict[str, Any]) -> bool:
    return tail_of_chi_square(even["chi_square"], even["degrees"]) < LEAST_P


def tail_of_chi_square(value: float, degrees: int) -> float:
    """How likely a chi-square of an even number of degrees is at least `value` by chance alone."""
    assert degrees % 2 == 0
    half = value / 2
    return math.exp(-half) * sum(half**k / math.factorial(k) for k in range(degrees // 2))
