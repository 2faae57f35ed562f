"""BOM-54 to BOM-59: the promo card."""

import pytest

from tests.engine.games import refused
from tests.games.bom_mau_bode.script import Game


def placed(people, tile, face_up="waitress", **fields):
    game = Game(people, chef=True).face_up(face_up)
    for field, value in fields.items():
        game.correct(field.replace("__", "_at:"), value)
    return game.give("chef", "A", tile)


@pytest.mark.parametrize(
    ("people", "tiles"),
    [(2, {"shop", "bank"}), (3, {"bank", "ranch"}), (5, {"shop", "bank", "ranch", "mine"})],
)
def test_bom_54_to_a_location_in_use_except_the_saloon(people, tiles):
    game = Game(people, chef=True).face_up("waitress").offer("B", "accept", "chef")
    assert game.match.prompt.of == "B" and game.options == tiles
    assert game.s.dealer == "A", "before the next Dealer"
    refused("bom.chef.saloon", game.match.answer, "saloon")
    game.match.answer("bank")
    assert game.match.view()["state"]["cards"]["chef_at"] == "bank"


def test_bom_54_refused_the_dealer_chooses():
    game = Game(3, chef=True).face_up("waitress").offer("B", "refuse", "chef")
    assert game.match.prompt.of == "A"


def test_bom_55_chosen_at_the_late_effect_on_what_is_there_then():
    game = (
        Game(3, chef=True, coins={"bank": 2}).face_up("waitress").give("chef", "A", "bank").give("widow", "B")
    )
    game.fill("goat", "cowboy", "outlaw", "farmer")
    assert game.kinds("A")["banknotes"] == 1 and game.s.purses["A"] == 2
    assert game.lines("bom.chef.took") == [
        {"seat": "A", "location": "bank", "thing": "banknotes", "count": 1}
    ]


@pytest.mark.parametrize("take", ["tokens", "coins"])
def test_bom_55_one_or_the_other(take):
    game = Game(3, chef=True, coins={"bank": 2}).face_up("widow").give("chef", "A", "bank")
    game.fill("goat", "cowboy", "outlaw", "farmer", "sheriff")
    assert game.asked == "bom.chef.take" and game.options == {"tokens", "coins"}
    before = game.coins()
    game.match.answer(take)
    assert game.gains(before) == ({"A": 2} if take == "coins" else {})
    assert game.kinds("A").get("banknotes", 0) == (take == "tokens")


def test_bom_56_a_pile_that_is_not_empty():
    game = placed(3, "bank", tokens__bank=0, coins__bank=2)
    before = game.coins()
    game.fill("goat", "cowboy", "outlaw", "farmer", "gambler").anyhow()
    assert game.gains(before) == {"A": 2}, "not asked"


def test_bom_56_nothing_there():
    game = placed(3, "bank", tokens__bank=0).fill("goat", "cowboy", "outlaw", "farmer", "sheriff")
    assert game.lines("bom.chef.nothing") == [{"seat": "A", "location": "bank"}]


@pytest.mark.parametrize("stopped", [True, False])
def test_bom_57_chef_and_thief(stopped):
    game = placed(5, "mine", "sheriff" if not stopped else "outlaw", tokens__mine=2)
    game.give("thief", "B", "mine")
    if stopped:
        game.give("sheriff", "C")
    game.fill()
    assert game.kinds("A").get("gold", 0) == (2 if stopped else 0)
    assert game.kinds("B").get("gold", 0) == (0 if stopped else 2)


def test_bom_58_the_late_effect_counts_in_the_last_round():
    game = Game(3, chef=True)
    for _ in range(2):
        game.face_up("chef").fill("goat", "widow", "cowboy", "outlaw", "gambler", "farmer").anyhow()
    game.face_up("banker").give("chef", "A", "bank").fill(
        "goat", "widow", "cowboy", "outlaw", "gambler"
    ).anyhow()
    assert game.asked == "bom.recount"
    assert game.kinds("A")["banknotes"] == 3
    assert game.over().scores["A"].least >= 3 * 4 + 2


def test_bom_59_refused_at_last_he_has_no_effect():
    game = Game(3, chef=True).face_up("waitress").give("goat", "A").give("widow", "B").give("cowboy", "A")
    game.give("outlaw", "B").refuse("chef")
    assert game.asked == "bom.offer.answer", "no location is asked"
    game.give("sheriff", "C").give("banker", "C")
    assert game.lines("bom.chef.took") == game.lines("bom.chef.nothing") == []
    assert game.match.round == 2
