"""The short form: the closed place and a winner for each of the others, and nothing more."""

import random

import pytest

from shared_rules.games.boomtown_bandits import town
from tests.games.boomtown_bandits.script import minimal


@pytest.mark.parametrize("people", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(20))
def test_exact_loot_and_the_right_end_in_one_entry_more_than_players_a_round(people, seed):
    chance = random.Random(f"{people} {seed}")
    game = minimal(people)
    row, seats = game.s.row, game.s.players
    loot = {seat: dict.fromkeys(row, 0) for seat in seats}
    piles = dict.fromkeys(row, town.LOOT)
    while all(piles.values()):
        before = game.match.n
        closed = chance.choice(row)
        game.close(closed)
        for location in row:
            if location != closed:
                winner = chance.choice((*seats, None))
                game.say("bb.winner", winner)
                if winner:
                    loot[winner][location] += 1
                    piles[location] -= 1
        assert game.match.n - before == people + 1
    assert game.asked == "bb.recount", "a pile is empty, so that was the last round"
    state = game.match.view()["state"]
    assert {seat: state["seats"][seat]["loot"] for seat in seats} == loot
    assert {location: state["locations"][location]["pile"] for location in row} == piles


def test_cards_can_be_played_in_the_short_form_too():
    game = minimal(3).give("A", "saloon", 2).give("B", "train").close("mine")
    game.play("A", "liquid_courage").play("B", "double_barrel")
    assert [each["value"] for each in game.lines("bb.card.played")] == [5, 2]
    game.play("A", "other", "looting", 1)
    assert game.greyed["add_token"] == "bb.effect.no_token", "nobody said where tokens are"
    game.say("bb.effect", None).say("bb.winner", "A")
    assert game.s.hands["A"].count("train") == 1


def test_whoever_draws_as_the_inspector_has_won_and_the_other_card_may_leave_the_game():
    game = minimal(4).give("A", "brothel").close("saloon").say("bb.winner", "B")
    game.play("A", "brothel_inspector", "out")
    assert game.won("bank") == "A" and game.match.prompt.place == "mine", "nobody is asked that again"
    assert game.s.piles["bank"] == 5 and game.s.out["bank"] == 1
