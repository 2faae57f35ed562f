"""S-20 to S-25: the gold mine, and what an explosion takes."""

import itertools

import pytest

from shared_rules.games.sans_foi_ni_loi import odds
from tests.engine.games import refused
from tests.games.sans_foi_ni_loi.script import Game


def with_mine(gold=60, herds=0, loose=(), here=(), **options):
    """A's step 3 in round 2: a mine on land1, with herds there, and one on land2; cowboys on no land."""
    game = Game(2, gold=gold, **options)
    game.lie("land", "excellent")
    game.lie("mine", on="land1")
    for _ in range(herds):
        game.lie("herd", 1, "land1")
    for kind, bonus in here:
        game.lie(kind, bonus, "land1")
    for bonus in loose:
        game.lie("cowboy", bonus)
    if herds:
        game.lie("land", "scrub")
        game.lie("herd", 1, "land2")
    game.idle(2)
    if game.asked == "sf.guard":
        game.guard(1, 6).sell()
    assert game.s.step == "mine"
    return game


def test_s_20_whoever_has_a_mine_throws():
    game = with_mine()
    prompt = game.match.prompt
    assert (prompt.id, prompt.of, prompt.count, prompt.place) == ("sf.mine", "A", 2, "mine1")
    assert not prompt.optional and prompt.chance
    refused("answer.required", game.match.answer, None)


def test_s_20_a_table_may_leave_it_to_the_owner():
    game = with_mine(mine="may").say("sf.mine", None)
    assert game.asked == "sf.action" and game.count("land") == 1
    assert game.s.gold["A"] == 0 and game.state()["this_turn"]["mined"] == []


@pytest.mark.parametrize("throw", [*itertools.product(range(1, 7), repeat=2)])
def test_s_21_the_sum_is_paid_below_ten_and_from_ten_on_it_explodes(throw):
    game = with_mine()
    before = game.s.gold["A"]
    game.say("sf.mine", list(throw))
    if sum(throw) < 10:
        assert game.s.gold["A"] == before + sum(throw) and game.count("land") == 1
    else:
        assert game.s.gold["A"] == before and game.count("land") == 0


def test_s_21_one_in_six_explodes_and_the_others_bring_188_in_36_turns():
    throws = [one + other for one, other in itertools.product(range(1, 7), repeat=2)]
    exploding = [found for found in throws if found in (10, 11, 12)]
    assert (len(exploding), len(throws)) == (6, 36) == (odds.EXPLODING, odds.OF)
    assert sum(throws) - sum(exploding) == 252 - 64 == odds.PAID
    assert with_mine().state()["mine"] == {"explodes": 6, "pays": 188, "of": 36}
    assert round(odds.PAID / odds.OF, 2) == 5.22


def test_s_22_the_land_goes_with_all_that_is_on_it():
    game = with_mine(herds=2, here=(("cowboy", 2), ("fence", 1)))
    assert (game.count("land"), game.count("herd"), game.count("cowboy")) == (2, 3, 1)
    before = game.s.discards
    game.say("sf.mine", [5, 6])
    assert {kind: game.count(kind) for kind in ("land", "herd", "cowboy", "fence", "mine")} == {
        "land": 1,
        "herd": 1,
        "cowboy": 0,
        "fence": 0,
        "mine": 0,
    }
    assert game.s.ranches["A"].ids("land", "herd") == ["land2", "herd3"]
    assert game.s.discards == before + 6
    (line,) = game.lines("sf.mine.exploded")
    assert line["dice"] == [5, 6] and line["land"]["quality"] == "excellent" and len(line["cards"]) == 5


def test_s_23_of_cowboys_on_no_land_the_table_says_which_stood_there():
    game = with_mine(herds=2, loose=(1, 2, 3)).say("sf.mine", [5, 6])
    assert game.asked == "sf.mine.cowboys" and game.options == {"cowboy1", "cowboy2", "cowboy3"}
    game.say("sf.mine.cowboys", ["cowboy2"])
    assert game.s.ranches["A"].ids("cowboy") == ["cowboy1", "cowboy3"]
    assert (game.count("land"), game.count("herd")) == (1, 1)


def test_s_23_perhaps_none_of_them_stood_there():
    game = with_mine(loose=(1, 2)).say("sf.mine", [5, 6]).say("sf.mine.cowboys", [])
    assert game.count("cowboy") == 2 and game.count("land") == 0


def test_s_23_a_cowboy_on_another_land_is_safe_and_not_asked_about():
    game = with_mine(herds=1)
    game.lie("cowboy", 2, "land2")
    game.say("sf.mine", [6, 6])
    assert game.asked == "sf.action" and game.count("cowboy") == 1


def test_s_23_nothing_comes_between_an_explosion_and_what_it_takes():
    game = with_mine(loose=(1, 2)).say("sf.mine", [5, 5])
    assert game.asked == "sf.mine.cowboys"
    refused("sf.card.one_first", game.match.act, "sf.tidy", "table", "A")
    refused("sf.card.one_first", game.match.act, "sf.out_of_turn", "B", "A")
    refused("act.not_yours", game.match.act, "correct", "table", "bank")


def two_mines(together):
    game = Game(2)
    game.lie("land", "good")
    game.lie("land", "good")
    game.lie("mine", on="land1")
    game.lie("mine", on="land1" if together else "land2")
    return game.idle(2)


def test_s_24_each_mine_is_thrown_for():
    game = two_mines(together=False)
    places = []
    for throw in ([6, 6], [2, 3]):
        places.append(game.match.prompt.place)
        game.say("sf.mine", throw)
    assert places == ["mine1", "mine2"] and game.asked == "sf.action"
    assert game.s.gold["A"] == 5, "the first explosion does not cancel the second throw"
    assert game.s.ranches["A"].ids("land", "mine") == ["land2", "mine2"]


def test_s_24_both_on_one_land_go_together():
    game = two_mines(together=True).say("sf.mine", [6, 6])
    assert game.asked == "sf.action" and game.s.ranches["A"].ids("land", "mine") == ["land2"]


def test_s_24_a_mine_that_comes_meanwhile_is_thrown_for_too():
    game = two_mines(together=False)
    game.lie("land", "good", seat="B")
    game.lie("mine", on="land3", seat="B")
    game.match.act("sf.out_of_turn", "A", "B")
    game.say("sf.counter", None).say("sf.effect", "move").say("sf.effect.card", "mine3")
    game.say("sf.effect.to", "A").say("sf.card.where", "land1").say("sf.effect", None)
    places = []
    while game.asked == "sf.mine":
        places.append(game.match.prompt.place)
        game.say("sf.mine", [1, 1])
    assert places == ["mine1", "mine2", "mine3"] and game.s.gold["A"] == 6


def test_s_24_a_mine_that_goes_meanwhile_is_not():
    game = two_mines(together=False).tidy("A").say("sf.effect", "remove").say("sf.effect.card", "mine1")
    game.say("sf.effect", None)
    assert game.match.prompt.place == "mine2"
    game.say("sf.mine", [1, 1])
    assert game.asked == "sf.action" and game.s.gold["A"] == 2


def test_s_25_the_bank_pays_what_it_has():
    game = with_mine(gold=5).say("sf.mine", [4, 4])
    assert game.s.gold["A"] == 5 and game.s.bank == 0 and game.state()["ending"] == ["bank"]
    assert game.lines("sf.bank.short") == [{"seat": "A", "owed": 8, "paid": 5}]


def test_two_dice_of_six_sides():
    game = with_mine()
    refused("answer.too_few", game.match.answer, [4])
    refused("answer.too_many", game.match.answer, [1, 1, 1])
    for faces in ([0, 3], [7, 1], [-1, 4]):
        assert refused("answer.range", game.match.answer, faces)["min"] == 1
    for junk in (8, "45", [4, "5"], [2.0, 3], {"a": 1}):
        refused("answer.kind", game.match.answer, junk)


def test_what_was_mined_is_shown_in_its_turn():
    game = with_mine().say("sf.mine", [2, 3])
    assert game.state()["this_turn"]["mined"] == [{"mine": "mine1", "dice": [2, 3], "explodes": False}]
    game.idle()
    assert game.state()["this_turn"]["mined"] == []
    game = with_mine().say("sf.mine", [4, 6])
    assert game.state()["this_turn"]["mined"] == [{"mine": "mine1", "dice": [4, 6], "explodes": True}]
