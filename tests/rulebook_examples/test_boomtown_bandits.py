"""The two printed examples of Boomtown Bandits; the first one is called by the referee."""

import pytest

from shared_rules import referee as r
from shared_rules.engine import Match
from shared_rules.games.boomtown_bandits import BoomtownBandits, money
from shared_rules.games.boomtown_bandits.verdicts import from_calls
from shared_rules.referee import calls as c
from shared_rules.referee.events import COWARD, LOCK_OUT_US, SHOOTER_1, SHOOTER_2

BANDITS = ("Arya", "Camille", "Molly", "James", "Sam")
PADS = {name: f"p{place}" for place, name in enumerate(BANDITS, 1)}
BOX = dict.fromkeys((*money.BONUS.values(), *money.CARD.values()), 3)
SETTLE_US, COUNTDOWN_US = 500_000, 3_000_000
DICE = {
    "Arya": (SHOOTER_1, SHOOTER_2, COWARD),
    "Camille": (SHOOTER_1,),
    "Molly": (SHOOTER_1, COWARD),
    "James": (SHOOTER_1, SHOOTER_2),
    "Sam": (COWARD,),
}


def begun(players, row, box=BOX):
    rulebook = BoomtownBandits()
    match = Match(rulebook, rulebook.set_up(players, box=box), watched=True)
    if len(row) < 6:
        match.answer(row)
    match.answer(row)
    match.answer(players[0])
    return match


def said(match, line_id):
    return [line["params"] for line in match.log() if line["id"] == line_id]


def state(match):
    return match._run.table.state


# -- Example #1: The Shootout


class Robbery:
    """All five are in on a train robbery, with the dice that each has there."""

    def __init__(self):
        self.match = match = begun(BANDITS, ["train", "bank", "saloon", "mine", "brothel", "stagecoach"])
        match.answer("stagecoach")
        elsewhere = {"Camille": "bank", "Molly": "saloon", "James": "mine", "Sam": "brothel"}
        for name, held in DICE.items():
            match.answer("train" if COWARD in held else elsewhere[name])
        for nth in (SHOOTER_1, SHOOTER_2):
            for name, held in DICE.items():
                match.answer("train" if nth in held else elsewhere[name])
        assert match.prompt.id == "bb.verdict" and match.prompt.params["dice"] == DICE

    def standing(self):
        return {name: len(held) for name, held in state(self.match).at["train"].items()}


class Table:
    """What the pads report: true moments in intervals of 200 us."""

    def __init__(self, pad_dice):
        players = tuple(r.Player(name, pad) for name, pad in PADS.items())
        self.referee = r.Referee(r.Settings(pad_dice, 100_000, SETTLE_US, players))
        self.seq = dict.fromkeys(BANDITS, 0)
        self.pad_dice = pad_dice

    def draw(self, number, countdown_us):
        at_us = countdown_us + COUNTDOWN_US
        self.referee.see(r.Draw(number, countdown_us, at_us, tuple(DICE.items())))
        return at_us

    def roll(self, name, at_us, **faces):
        for die, face in faces.items():
            if self.pad_dice:
                self.seq[name] += 1
                self.referee.see(r.Roll(PADS[name], self.seq[name], at_us, at_us + 200, die, face))
            at_us += 300

    def hit(self, name, at_us):
        self.seq[name] += 1
        self.referee.see(r.Hit(PADS[name], self.seq[name], at_us, at_us + 200))

    def report(self):
        for name, pad in PADS.items():
            self.referee.see(r.Watermark(pad, self.seq[name], 10**9))
        return self.referee.calls()


def the_dice_fly(table, draw_us):
    """All at once, it seems, people shout HIT: Molly and Camille together, James just after them."""
    table.roll("Camille", draw_us + 250_000, shooter1="bullet")
    table.roll("Molly", draw_us + 240_000, shooter1="bullet", coward="blank")
    table.roll("James", draw_us + 260_000, shooter1="bullet", shooter2="bullet")
    table.roll("Sam", draw_us + 300_000, coward="run")
    shout_us = draw_us + 1_100_000
    table.hit("Camille", shout_us)
    table.hit("Molly", shout_us + 90)
    table.hit("James", shout_us + 40_000)


def test_example_1_the_referee_calls_it():
    robbery, table = Robbery(), Table(pad_dice=True)
    draw_us = table.draw(1, 0)
    table.roll("Arya", draw_us - 600_000, shooter1="blank")  # "3-2.." Whoops!
    draw_us = table.draw(2, draw_us + 1_000_000)
    table.roll("Arya", draw_us + 400_000, shooter1="bullet")  # she has not yet counted to 3
    table.hit("Arya", draw_us + 1_000_000)
    the_dice_fly(table, draw_us)
    calls = table.report()
    assert [call for call in calls if isinstance(call, c.Jumped)] == [c.Jumped(1, "Arya", True)]
    assert from_calls(calls, 1, pad_dice=True) is None, "the countdown starts again"
    arya = [call.why for call in calls if isinstance(call, c.Void) and (call.round, call.pad) == (2, "p1")]
    assert arya == [c.LOCKED_OUT, c.LOCKED_OUT]
    verdict = from_calls(calls, 2, pad_dice=True)
    assert verdict == {"call": "tie", "players": ["Camille", "Molly"], "run_away": ["Sam"], "round": 2}

    robbery.match.answer(verdict | {"evidence": 1})
    assert said(robbery.match, "bb.ran") == [{"players": ["Sam"]}] and not said(robbery.match, "bb.hit")
    assert robbery.standing() == {"Arya": 3, "Camille": 1, "Molly": 2, "James": 2}, "a fresh start"
    duel = robbery.match.view()["state"]["duel"]
    assert duel["judges"] == ["Sam"], "he offers to call the next roll"
    assert duel["countdown"] == 2


def test_example_1_arya_is_back_when_she_has_counted_to_3():
    table = Table(pad_dice=True)
    draw_us = table.draw(1, 0)
    table.roll("Arya", draw_us - 600_000, shooter1="blank")
    draw_us = table.draw(2, draw_us + 1_000_000)
    table.roll("Arya", draw_us + LOCK_OUT_US + 1, shooter1="bullet")
    table.hit("Arya", draw_us + LOCK_OUT_US + SETTLE_US + 200_000)
    verdict = from_calls(table.report(), 2, pad_dice=True)
    assert (verdict["call"], verdict["player"], verdict["bullets"]) == ("first", "Arya", 1)


def test_example_1_with_real_dice_the_pads_time_and_the_judge_reads():
    robbery, table = Robbery(), Table(pad_dice=False)
    the_dice_fly(table, table.draw(1, 0))
    verdict = from_calls(table.report(), 1, pad_dice=False)
    assert verdict == {"call": "tie", "players": ["Camille", "Molly"], "round": 1}
    match = robbery.match
    match.answer(verdict)
    assert match.prompt.id == "bb.shootout.tied"
    match.answer(["Camille", "Molly"])
    assert match.prompt.id == "bb.shootout.runners" and "Sam" in match.prompt.options()
    match.answer(["Sam"])
    assert robbery.standing() == {"Arya": 3, "Camille": 1, "Molly": 2, "James": 2}


# -- Example #2: The Loot Cards


@pytest.fixture
def bank():
    """Two rounds of loot, and then both are at the Bank: she has a shooter, he has a shooter and a coward."""
    match = begun(("Jessica", "Leonard"), ["bank", "brothel", "stagecoach"])
    for jessica, leonard in (("brothel", "stagecoach"), ("stagecoach", "brothel")):
        match.answer("bank")
        first, other = (jessica, leonard) if match.prompt.of == "Jessica" else (leonard, jessica)
        for _ in range(3):
            match.answer(first)
            match.answer(other)
    assert match.prompt.id == "bb.loot", "she could play her Inspector already"
    match.answer("draw")
    match.answer("stagecoach")
    for jessica, leonard in (("brothel", "bank"), ("bank", "bank"), ("brothel", "brothel")):
        match.answer(jessica)
        match.answer(leonard)
    assert state(match).at["bank"] == {"Jessica": (SHOOTER_1,), "Leonard": (SHOOTER_1, COWARD)}
    return match


def test_example_2_double_barrel_body_double_and_the_inspector(bank):
    match = bank
    match.answer({"call": "first", "player": "Jessica", "bullets": 1, "run_away": []})
    assert match.prompt.id == "bb.shootout.target"
    match.act("bb.play", "Jessica", "double_barrel")
    match.answer("stagecoach")  # which of her cards it is
    assert match.prompt.id == "bb.shootout.response", "his shooter and coward are shot"
    assert match.prompt.of == "Leonard"
    match.answer("body_double")
    match.answer("stagecoach")
    assert match.prompt.id == "bb.shootout.target", "only one hit counts"
    match.answer("shooter:Leonard")
    assert state(match).at["bank"] == {"Jessica": (SHOOTER_1,), "Leonard": (COWARD,)}

    match.answer({"call": "first", "player": "Leonard", "bullets": 0, "run_away": ["Leonard"]})
    assert match.prompt.id == "bb.loot" and match.prompt.of == "Jessica", "her team loots the bank"
    match.answer("brothel_inspector")
    match.answer("bottom")
    jessica = match.view()["state"]["seats"]["Jessica"]
    assert jessica["open"]["brothel"] == [5], "revealing $5 in loot"
    assert jessica["loot"]["bank"] == 1 and match.view()["state"]["locations"]["bank"]["pile"] == 6


def test_example_2_without_a_response_both_are_shot(bank):
    match = bank
    match.answer({"call": "first", "player": "Jessica", "bullets": 1, "run_away": []})
    match.act("bb.play", "Jessica", "double_barrel")
    match.answer("stagecoach")
    match.answer("none")
    assert said(match, "bb.hit") == [
        {"seat": "Jessica", "tokens": [["Leonard", "shooter"], ["Leonard", "coward"]]}
    ]
    assert match.prompt.id == "bb.loot"
