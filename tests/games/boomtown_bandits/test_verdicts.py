"""From the referee's calls to a verdict; and the made-up shootouts of random play."""

import random
from collections import Counter

import pytest

from shared_rules import referee as r
from shared_rules.games.boomtown_bandits import simulated
from shared_rules.games.boomtown_bandits.verdicts import fits, from_calls
from shared_rules.referee import calls as c

THROWN = {
    "Ana": ("shooter1", "shooter2", "coward"),
    "Bo": ("shooter1", "coward"),
    "Cy": ("coward",),
}


@pytest.mark.parametrize(
    ("calls", "pad_dice", "verdict"),
    [
        (
            [c.RunAway(1, ("Cy",)), c.First(1, "Ana", 300, 2), c.Void(1, "p2", 3, "late")],
            True,
            {
                "call": "first",
                "player": "Ana",
                "bullets": 2,
                "margin_us": 300,
                "run_away": ["Cy"],
                "round": 1,
            },
        ),
        (
            [c.First(1, "Ana", None, None)],
            False,
            {"call": "first", "player": "Ana", "bullets": None, "margin_us": None, "round": 1},
        ),
        (
            [c.Tie(1, ("Ana", "Bo"))],
            True,
            {"call": "tie", "players": ["Ana", "Bo"], "run_away": [], "round": 1},
        ),
        ([c.Tie(1, ("Ana", "Bo"))], False, {"call": "tie", "players": ["Ana", "Bo"], "round": 1}),
        ([c.Jumped(1, "Ana", True)], True, None),
        ([c.AskJudge(1, c.PAD_LOST)], True, None),
        ([c.First(2, "Ana", None, 1)], True, None),
        (
            [c.AskJudge(1, c.ICON_UNCERTAIN), c.Judged(1, "first", "Bo", (), "", "seen")],
            True,
            {"call": "first", "player": "Bo", "round": 1},
        ),
        (
            [c.First(1, "Ana", 3, 1), c.Judged(1, "first", "Bo", (), "", "")],
            True,
            {"call": "first", "player": "Bo", "round": 1},
        ),
        (
            [c.First(1, "Ana", 3, 1), c.Judged(1, "first", "Ana", (), "", "")],
            True,
            {"call": "first", "player": "Ana", "bullets": 1, "margin_us": 3, "run_away": [], "round": 1},
        ),
        (
            [c.First(1, "Ana", 3, 1), c.Judged(1, "tie", "", ("Ana", "Bo"), "", "")],
            True,
            {"call": "tie", "players": ["Ana", "Bo"], "round": 1},
        ),
        ([c.First(1, "Ana", 3, 1), c.Judged(1, "replay", "", (), "", "")], True, None),
    ],
)
def test_the_verdict_of_a_round(calls, pad_dice, verdict):
    found = from_calls(calls, 1, pad_dice)
    assert found == verdict
    assert found is None or fits(found, THROWN) is None


class TestMadeUpShootouts:
    def test_the_referee_decides_and_its_verdict_always_fits(self):
        chance = random.Random(7)
        kinds = Counter()
        for _ in range(400):
            names = chance.sample(sorted(THROWN), 2)
            thrown = {name: THROWN[name] for name in names}
            said = simulated.verdict(thrown, chance.randrange)
            assert fits(said, thrown) is None, said
            kinds[said["call"]] += 1
            kinds["runs"] += bool(said.get("run_away"))
            kinds["table"] += "run_away" not in said
            kinds["two"] += (said.get("bullets") or 0) > 1
        assert min(kinds[key] for key in ("first", "tie", "runs", "table", "two")) > 5, kinds

    def test_misfires_are_among_them(self, monkeypatch):
        """People jump the gun, call nothing, press at DRAW: the referee sends them back, and it goes on."""
        seen = Counter()
        true = r.Referee.calls

        def calls(referee):
            said = true(referee)
            seen.update(type(call).__name__ for call in said)
            return said

        monkeypatch.setattr(r.Referee, "calls", calls)
        chance = random.Random(3)
        for _ in range(600):
            simulated.verdict(THROWN, chance.randrange)
        assert seen["Jumped"] > 5 and seen["FalseHit"] > 5 and seen["Void"] > 5

    def test_the_same_chance_makes_the_same_shootout(self):
        one, other = (simulated.verdict(THROWN, random.Random(5).randrange) for _ in range(2))
        assert one == other
