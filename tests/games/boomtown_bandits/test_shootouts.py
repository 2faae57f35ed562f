"""BB-10 to BB-25 and BB-47: shootouts, as the referee or the judge says how they went."""

import pytest

from tests.engine.games import refused
from tests.games.boomtown_bandits.script import Game, forced

ALL = "train train train"


def at_train(people=3, first="A", **where):
    """All the others stand elsewhere; the last location is closed."""
    game = Game(people, first=first, **{key: where.pop(key) for key in list(where) if key.islower()})
    row = game.s.row
    away = iter(row[1:-1])
    for seat in game.s.players:
        if seat not in where:
            where[seat] = " ".join([next(away)] * 3)
    return game.round(row[-1], **where)


def dice(game):
    return {name: list(held) for name, held in game.match.prompt.params["dice"].items()}


def duel(**more):
    """A and B at the Train, with what they leave there; where else they stand comes later in the row."""
    return at_train(2, **{"A": ALL, "B": ALL, **more})


def test_bb_10_a_die_for_each_own_token():
    game = duel(B="bank bank train")
    assert dice(game) == {"A": ["shooter1", "shooter2", "coward"], "B": ["shooter1"]}
    game = duel(B="train train bank")
    assert dice(game)["B"] == ["shooter1", "coward"], "shooter and coward: two dice"


def test_bb_11_only_the_bullets_of_who_called_first_count():
    """C shows two, A called first with one: one token goes."""
    game = at_train(3, A=ALL, B=ALL, C=ALL).first("A", 1).aim("shooter:C")
    assert game.stand("train") == {"A": 3, "B": 3, "C": 2}


def test_bb_12_all_bullets_of_the_caller_count_one_target_each():
    game = at_train(3, A=ALL, B=ALL, C=ALL).first("A", 2)
    assert game.match.prompt.params == {"hits": 2, "aimed": 0}
    game.aim("shooter:B", "coward:C")
    assert game.stand("train") == {"A": 3, "B": 2, "C": 2}
    assert game.lines("bb.hit") == [{"seat": "A", "tokens": [["B", "shooter"], ["C", "coward"]]}]


def test_bb_13_only_opponents_tokens_are_targets_and_surplus_bullets_are_lost():
    game = duel(B="bank bank train").first("A", 2)
    assert game.won() == "A" and not game.lines("bb.card.played"), "nothing to choose"
    game = at_train(3, A=ALL, B=ALL, C="saloon saloon train").first("A", 1)
    assert game.options == {"shooter:B", "coward:B", "shooter:C"}


def test_bb_13_two_bullets_find_two_tokens():
    game = duel(B="train train bank").first("A", 2)
    assert game.won() == "A"
    game = at_train(3, A=ALL, B="train saloon saloon", C=ALL).first("A", 2).aim("coward:B")
    assert game.options == {"shooter:C", "coward:C"}, "no token twice"
    refused("answer.unknown", game.match.answer, "coward:B")


def test_bb_14_a_removed_tokens_die_is_out():
    game = duel(B="train train bank").first("A", 1).aim("shooter:B")
    assert dice(game)["B"] == ["coward"]


def test_bb_14_a_single_shooter_throws_the_first_die():
    game = duel().first("A", 1).aim("shooter:B")
    assert dice(game)["B"] == ["shooter1", "coward"]


def test_bb_15_every_coward_that_runs_is_gone_whoever_called():
    game = at_train(3, A=ALL, B=ALL, C=ALL).first("A", 1, runs=["C"]).aim("shooter:B")
    assert game.stand("train") == {"A": 3, "B": 2, "C": 2}
    assert game.lines("bb.ran") == [{"players": ["C"]}]


def test_bb_16_run_aways_first_so_that_no_bullet_is_wasted_on_them():
    game = duel(B="train train bank").first("A", 1, runs=["B"])
    assert game.won() == "A", "the coward left, the bullet took the shooter"


def test_bb_17_the_caller_shows_both():
    game = duel(A="train train bank", B="bank bank train").first("A", 1, runs=["A"])
    assert game.won() == "A"
    assert game.lines("bb.ran") == [{"players": ["A"]}]
    assert game.lines("bb.hit") == [{"seat": "A", "tokens": [["B", "shooter"]]}]


def test_bb_18_somebody_elses_run_away_may_be_called():
    """A shows a blank, B an uncalled bullet: only C's coward goes."""
    game = at_train(3, A=ALL, B=ALL, C=ALL).first("A", 0, runs=["C"])
    assert game.stand("train") == {"A": 3, "B": 3, "C": 2} and game.asked == "bb.verdict"
    assert game.match.turn == 2, "a new countdown"


def test_bb_18_and_the_callers_own_bullet_counts():
    game = at_train(3, A=ALL, B=ALL, C="saloon saloon train").first("A", 1, runs=["B"]).aim("shooter:C")
    assert game.stand("train") == {"A": 3, "B": 2}


def test_bb_19_an_uncalled_bullet_is_nothing_to_enter():
    """There is no call that says so, and the pads' own throws are no entries."""
    game = duel()
    refused("bb.verdict.form", game.match.answer, {"call": "false_hit", "player": "A"})
    refused("bb.verdict.form", game.match.answer, {"call": "jumped", "player": "A"})


def both_cowards(**options):
    return duel(A="train bank bank", B="train bank bank", **options)


def test_bb_20_everybody_removed_at_once_leaves_the_loot():
    game = both_cowards().first("A", 0, runs=["A", "B"])
    assert game.won() is None and game.s.piles["train"] == 7
    assert game.lines("bb.nobody") == [{"location": "train"}]
    assert game.match.prompt.place == "bank", "the location is resolved"


def test_bb_20_setting_all_of_them_shoot_again():
    game = both_cowards(nobody_left="again").first("A", 0, runs=["A", "B"])
    assert dice(game) == {"A": ["coward"], "B": ["coward"]} and game.match.turn == 2
    assert game.first("B", 1).won() == "B"


def test_bb_20_setting_all_of_them_are_those_who_began():
    """Also somebody whose last token was taken by a card, before anybody threw."""
    where = {"A": "train bank bank", "B": "train bank bank", "C": "train bank bank"}
    game = Game(3, nobody_left="again").give("C", "mine").round("mine", **where)
    game.play("C", "other", "during_shootout", 1).say("bb.effect", "remove_token")
    game.say("bb.effect.player", "B").say("bb.effect.token", "coward").say("bb.effect", None)
    assert dice(game) == {"A": ["coward"], "C": ["coward"]}
    game.first("A", 0, runs=["A", "C"])
    assert dice(game) == {"A": ["coward"], "B": ["coward"], "C": ["coward"]}


def test_bb_21_the_last_one_left_wins_without_a_throw():
    game = duel(A="train bank bank", B="bank bank train").first("B", 0, runs=["A"])
    assert game.won() == "B" and game.s.hands["B"].count("train") == 1


def test_bb_22_bullets_of_a_tie_are_ignored_and_run_aways_are_not():
    game = at_train(3, A=ALL, B=ALL, C=ALL).tie("A", "B", runs=["C"])
    assert game.stand("train") == {"A": 3, "B": 3, "C": 2} and game.asked == "bb.verdict"
    game = duel(A="train bank bank").verdict({"call": "tie", "players": ["A", "B"]})
    game.say("bb.shootout.tied", []).say("bb.shootout.runners", ["A"])
    assert game.won() == "B", "that leaves one"
    refused("bb.verdict.tie", duel().match.answer, {"call": "tie", "players": ["A"]})
    refused("bb.verdict.tie", duel().match.answer, {"call": "tie", "players": ["A", "A"]})


def test_bb_23_jumping_the_gun_changes_nothing():
    """The referee counts to three; the verdict comes from the countdown after it."""
    game = duel()
    before = game.match.view()["state"]
    refused("bb.verdict.form", game.match.answer, {"call": "jumped", "player": "A", "round": 1})
    assert game.match.view()["state"] == before


def test_bb_24_a_hit_with_nothing_showing_is_no_verdict():
    """B's uncalled bullet does not save A; and B may still call it."""
    game = duel(A="bank bank train", B="bank bank train")
    refused("bb.verdict.nothing", game.match.answer, {"call": "first", "player": "A", "bullets": 0})
    said = {"call": "first", "player": "A", "bullets": 0, "run_away": []}
    refused("bb.verdict.nothing", game.match.answer, said)
    assert game.stand("train") == {"A": 1, "B": 1}
    assert game.first("B", 1).won() == "B"


def test_bb_25_whoever_is_not_in_the_shootout_may_judge():
    game = at_train(3, A=ALL, B=ALL)
    assert game.match.view()["state"]["duel"]["judges"] == ["C"]
    assert game.match.prompt.of == "judge"
    assert duel().match.view()["state"]["duel"]["judges"] == []


# -- what a verdict can be


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"call": "first"}, "bb.verdict.form"),
        ({"call": "tie"}, "bb.verdict.form"),
        ({"call": "first", "player": "A", "who": 1}, "bb.verdict.form"),
        ({"call": "first", "player": "A", "evidence": -1}, "bb.verdict.form"),
        ({"call": "first", "player": "A", "evidence": True}, "bb.verdict.form"),
        ({"call": "first", "player": "A", "bullets": 3}, "bb.verdict.bullets"),
        ({"call": "first", "player": "A", "bullets": True}, "bb.verdict.bullets"),
        ({"call": "first", "player": "A", "bullets": 2, "run_away": ["A"]}, "bb.verdict.bullets"),
        ({"call": "first", "player": "A", "bullets": 1, "run_away": ["B"]}, "bb.verdict.run_away"),
        ({"call": "first", "player": "A", "bullets": 1, "run_away": ["A", "A"]}, "bb.verdict.run_away"),
        ({"call": "first", "player": "A", "bullets": 1, "run_away": "A"}, "bb.verdict.run_away"),
        ({"call": "first", "player": "C", "bullets": 1}, "answer.unknown"),
        ({"call": "first", "player": ["A"]}, "answer.kind"),
    ],
)
def test_what_no_verdict_can_be(said, code):
    game = duel(A="train train bank", B="bank bank train")
    refused(code, game.match.answer, said)


def test_a_verdict_points_at_its_evidence():
    game = duel()
    game.verdict({"call": "first", "player": "A", "bullets": 1, "run_away": [], "evidence": 17, "round": 2})
    assert game.lines("bb.called") == [{"seat": "A", "bullets": 1, "evidence": 17}]


@pytest.mark.parametrize("runs", [["A"], ["A", "B"]])
def test_bb_47_whose_only_die_runs_has_no_bullet_to_tie_with(runs):
    game = duel(A="train bank bank")
    refused("bb.verdict.bullets", game.tie, "A", "B", runs=runs)
    game.tie("A", "B", runs=["B"])
    assert game.stand("train") == {"A": 1, "B": 2}, "B has other dice, and one of them shows it"


# -- without pads: the judge


def test_the_judge_needs_two_taps_who_called_and_what_lies_there():
    game = at_train(3, A=ALL, B=ALL, C="saloon saloon train").verdict({"call": "first", "player": "C"})
    assert game.asked == "bb.shootout.lies" and game.match.prompt.of == "judge"
    assert game.options == {"bullets:1", "run:A", "run:B", "several"}
    game.say("bb.shootout.lies", "run:B")
    assert game.stand("train") == {"A": 3, "B": 2, "C": 1} and game.asked == "bb.verdict"
    game.verdict({"call": "first", "player": "C", "bullets": None}).say("bb.shootout.lies", "bullets:1")
    assert game.asked == "bb.shootout.target"


def test_the_judge_says_more_where_more_than_one_thing_lies_there():
    game = at_train(3, A=ALL, B=ALL, C=ALL).verdict({"call": "first", "player": "A"})
    game.say("bb.shootout.lies", "several").say("bb.shootout.runners", ["A", "C"])
    assert (game.asked, game.match.prompt.least, game.match.prompt.most) == ("bb.shootout.bullets", 0, 2)
    game.say("bb.shootout.bullets", 2).aim("shooter:B", "shooter:B")
    assert game.stand("train") == {"A": 2, "B": 1, "C": 2}


def test_nobody_is_asked_what_can_only_be_one_thing():
    game = duel(A="bank bank train", B="bank bank train").verdict({"call": "first", "player": "A"})
    assert game.won() == "A" and forced(game, "bb.shootout.lies") == 1


@pytest.mark.parametrize("shown", [["A"], ["A", "B"], []])
def test_bb_47_only_bullets_tie_and_the_judge_reads_them(shown):
    """A bullet and C's own run-away called together: the coward goes, and A's bullet counts."""
    game = at_train(3, A="saloon saloon train", B="saloon saloon train", C=ALL)
    game.verdict({"call": "tie", "players": ["A", "B", "C"]}).say("bb.shootout.tied", shown)
    game.say("bb.shootout.runners", ["C"])
    if shown == ["A"]:
        game.aim("shooter:B")
        assert game.stand("train") == {"A": 1, "C": 2} and game.lines("bb.called")[0]["seat"] == "A"
    else:
        assert game.stand("train") == {"A": 1, "B": 1, "C": 2} and game.lines("bb.tie")


def test_bb_47_whoever_calls_with_nothing_does_not_void_a_bullet():
    """A has a bullet, D has nothing: A counts."""
    game = at_train(3, A="saloon saloon train", B="saloon saloon train", C="saloon saloon train")
    game.verdict({"call": "tie", "players": ["A", "C"]}).say("bb.shootout.tied", ["A"]).aim("shooter:B")
    assert game.stand("train") == {"A": 1, "C": 1}


def test_bb_47_a_coward_whose_bullet_ties_does_not_run():
    game = at_train(3, A="train saloon saloon", B="train saloon saloon", C="train saloon saloon")
    game.verdict({"call": "tie", "players": ["A", "B"]}).say("bb.shootout.tied", ["A"])
    assert game.asked == "bb.shootout.runners" and game.options == {"B", "C"}
    game.match.answer([])
    assert game.asked == "bb.shootout.target" and forced(game, "bb.shootout.bullets") == 1


# -- only the winner


def test_only_the_winner_can_be_entered():
    game = at_train(3, A=ALL, B=ALL, C=ALL).first("A", 1).aim("shooter:B")
    assert game.also["bb.winner_only"] == ["table"]
    game.match.act("bb.winner_only", "table", "C")
    assert game.won() == "C" and game.s.hands["C"].count("train") == 1


def test_only_who_still_stands_there_can_be_the_winner():
    game = at_train(3, A=ALL, B="saloon saloon train", C=ALL).first("A", 1).aim("shooter:B")
    refused("answer.unknown", game.match.act, "bb.winner_only", "table", "B")
    game.first("A", 1)
    refused("bb.winner_only.not_now", game.match.act, "bb.winner_only", "table", "A")


def test_an_overrule_does_not_take_one_players_dice_for_anothers():
    """What lay there was said of A's dice: after the amendment it is asked of B's."""
    game = duel(A="train train bank", B="train train bank").verdict({"call": "first", "player": "A"})
    game.say("bb.shootout.lies", "bullets:2")
    k = next(k for k, entry in enumerate(game.match.entries) if entry.id == "bb.verdict")
    preview = game.match.amend(k, {"call": "first", "player": "B"})
    assert (preview.stops_at, preview.code) == (k + 1, "entry.other_prompt")
    assert game.asked == "bb.shootout.lies" and game.match.prompt.params == {"caller": "B"}
    game.say("bb.shootout.lies", "several").say("bb.shootout.runners", [])
    assert game.asked == "bb.shootout.bullets" and game.match.prompt.place == "B"


def test_an_overrule_is_an_amendment():
    """The judge says that C was first after all: what followed from A's call waits to be redone."""
    game = at_train(3, A=ALL, B=ALL, C=ALL).first("A", 1).aim("shooter:B")
    k = next(k for k, entry in enumerate(game.match.entries) if entry.id == "bb.verdict")
    other = {"call": "first", "player": "C", "bullets": 1, "run_away": []}
    preview = game.match.amend(k, other)
    assert (preview.stops_at, preview.code) == (k + 1, "entry.other_prompt")
    assert game.match.prompt.of == "C" and game.stand("train") == {"A": 3, "B": 3, "C": 3}
