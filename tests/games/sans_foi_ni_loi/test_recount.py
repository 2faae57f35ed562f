"""The recount at the end: the real table is right, and what does not add up points at an entry."""

from shared_rules.engine import TABLE
from tests.engine.games import refused
from tests.games.sans_foi_ni_loi.script import Game, at_act


def played():
    """A sells a herd of 6 and keeps one of 5 in round 2; B's mine brings 5; then the pile is empty."""
    game = Game(2, gold=40)
    game.lie("land", "good")
    game.lie("herd", 6, "land1")
    game.lie("herd", 5, "land1")
    game.lie("land", "scrub", seat="B")
    game.done().done()
    game.lie("mine", on="land2", seat="B")
    game.guard(1, 6).sell("herd1").done().say("sf.mine", [2, 3]).correct("pile", 0).done()
    assert game.asked == "sf.recount" and game.s.gold == {"A": 6, "B": 5} and game.s.bank == 29
    return game


def count(game, who, *counts):
    game.say("sf.recount", who).say("sf.recount.agrees", "no").say("sf.recount.count", *counts)
    return game


def agree(game, *who):
    for each in who:
        game.say("sf.recount", each).say("sf.recount.agrees", "yes")
    return game


def test_nobody_has_to():
    game = played().say("sf.recount", None)
    assert not game.lines("sf.recount.adds_up") and game.match.result.scores == {"A": 15, "B": 8}


def test_it_agrees():
    game = agree(played(), "A", TABLE)
    refused("sf.recount.counted", game.match.answer, "A")
    agree(game, "B")
    assert game.lines("sf.recount.adds_up") == [{}] and not game.lines("sf.recount.differs")


def test_what_was_counted_is_right_and_decides():
    game = count(played(), "A", 1, 2, 0, 4).say("sf.recount", None)
    assert game.lines("sf.recount.differs") == [
        {
            "who": "A",
            "things": {"herds": {"expected": 1, "counted": 2}, "gold": {"expected": 6, "counted": 4}},
        }
    ]
    assert game.lines("sf.recount.total") == [{"counted": 38, "should_be": 40}]
    assert game.match.result.breakdown["A"] == {"lands": 5, "herds": 5, "cowboys": 0, "gold": 3}


def test_the_bank_is_counted_by_the_table():
    game = played().say("sf.recount", TABLE).say("sf.recount.agrees", "no")
    assert game.match.prompt.of == TABLE and game.match.prompt.place == "gold"
    game.say("sf.recount.count", 28).say("sf.recount", None)
    assert game.lines("sf.recount.total") == [{"counted": 39, "should_be": 40}]


def suspects(game):
    return {(each["what"], each["of"], each["round"]) for each in game.lines("sf.recount.likely")}


def test_a_sale_that_was_none_explains_a_herd_too_many_and_gold_too_few():
    game = agree(count(count(played(), "A", 1, 2, 0, 0), TABLE, 35), "B")
    assert suspects(game) == {("sale", "A", 2)}
    assert all(
        (each["explained"], each["unexplained"]) == (13, 0) for each in game.lines("sf.recount.likely")
    )
    assert game.lines("sf.recount.adds_up") == [{}]


def test_gold_that_was_not_paid():
    game = agree(count(count(played(), "A", 1, 1, 0, 0), TABLE, 35), "B")
    assert suspects(game) == {("sale", "A", 2)}


def test_another_sum_of_a_mine():
    game = agree(count(count(played(), "B", 1, 0, 0, 8), TABLE, 26), "A")
    assert suspects(game) == {("mine", "B", 2)}
    assert [each["unexplained"] for each in game.lines("sf.recount.likely")] == [0]


def test_a_card_that_was_not_laid():
    game = agree(count(played(), "B", 0, 0, 0, 5), "A", TABLE)
    assert suspects(game) == {("laid", "B", 1)}


def test_a_land_that_was_a_cowboy():
    game = agree(count(played(), "B", 0, 0, 1, 5), "A", TABLE)
    assert suspects(game) == {("laid", "B", 1)} and game.lines("sf.recount.likely")[0]["unexplained"] == 0


def test_s_18_a_herd_that_the_bank_could_not_pay_anyway():
    game = Game(2, gold=10)
    for _ in range(3):
        game.lie("herd", 6, game.lie("land", "scrub"))
    game.idle(2).guard(1, 6).sell("herd1", "herd2", "herd3").done()
    agree(count(game, "A", 3, 1, 0, 10), "B", TABLE)
    assert suspects(game) == {("sale", "A", 2)}
    assert all(each["unexplained"] == 0 for each in game.lines("sf.recount.likely"))


def test_a_herd_that_did_not_flee():
    game = Game(2)
    game.lie("herd", 2, game.lie("land", "good"))
    game.idle(2).guard(6, 1).correct("pile", 0).done()
    agree(count(game, "A", 1, 1, 0, 0), "B", TABLE)
    assert suspects(game) == {("fled", "A", 2)}


def test_a_mine_that_did_not_explode():
    game = Game(2)
    game.lie("land", "good")
    game.lie("mine", on="land1")
    game.lie("cowboy", 1, "land1")
    game.idle(2).say("sf.mine", [6, 6]).correct("pile", 0).done()
    agree(count(count(game, "A", 1, 0, 1, 7), TABLE, 53), "B")
    assert suspects(game) == {("mine", "A", 2)}
    assert all(each["unexplained"] == 0 for each in game.lines("sf.recount.likely"))


def test_points_that_were_bought_otherwise():
    game = Game(2).correct("gold:A", 10).act("buy_points").say("sf.buy_points", 1).correct("pile", 0).done()
    agree(count(count(game, "A", 0, 0, 0, 4), TABLE, 56), "B")
    assert suspects(game) == {("points", "A", 1)}


def test_a_card_that_did_not_change_hands():
    game = Game(2)
    game.lie("cowboy", 1, seat="B")
    game.act("other").say("sf.card.cost", 1).say("sf.card.on", "B").say("sf.counter", None)
    game.say("sf.effect", "move").say("sf.effect.to", "A").say("sf.effect", None).correct("pile", 0).done()
    agree(count(count(game, "A", 0, 0, 0, 0), "B", 0, 0, 1, 0), TABLE)
    assert suspects(game) == {("moved", "B", 1)}
    assert [each["unexplained"] for each in game.lines("sf.recount.likely")] == [0]


def test_a_card_that_moved_within_a_ranch_explains_nothing():
    game = Game(2)
    game.lie("land", "good")
    game.lie("cowboy", 1)
    game.tidy("A").say("sf.effect", "move").say("sf.effect.card", "cowboy1").say("sf.effect.to", "A")
    game.say("sf.card.where", "land1").say("sf.effect", None).correct("pile", 0).done()
    agree(count(game, "A", 1, 0, 0, 0), "B", TABLE)
    assert "moved" not in {each["what"] for each in game.lines("sf.recount.likely")}


def test_only_who_counted_is_explained():
    game = count(played(), "A", 1, 2, 0, 0).say("sf.recount", None)
    assert suspects(game) == {("sale", "A", 2)}
    assert {(each["explained"], each["unexplained"]) for each in game.lines("sf.recount.likely")} == {(7, 0)}


def test_of_entries_that_explain_as_much_the_last_three_are_named():
    game = Game(2)
    for nth in range(4):
        game.lie("land", "good")
        game.idle(2 if nth < 3 else 0)
    agree(count(game.correct("pile", 0).done(), "A", 3, 0, 0, 0), "B", TABLE)
    assert [each["round"] for each in game.lines("sf.recount.likely")] == [2, 3, 4]


def test_gold_that_was_paid_twice():
    game = agree(count(count(played(), "A", 1, 1, 0, 12), TABLE, 23), "B")
    assert suspects(game) == {("sale", "A", 2)}
    assert {each["unexplained"] for each in game.lines("sf.recount.likely")} == {0}


def test_a_mine_that_paid_ten_there_is_not():
    game = Game(2)
    game.lie("mine", on=game.lie("land", "good"))
    game.idle(2).say("sf.mine", [1, 3]).correct("pile", 0).done()
    agree(count(count(game, "A", 1, 0, 0, 10), TABLE, 50), "B")
    assert [(each["what"], each["unexplained"]) for each in game.lines("sf.recount.likely")] == [("mine", 2)]


def test_points_cost_two_gold_each():
    game = Game(2).correct("gold:A", 10).act("buy_points").say("sf.buy_points", 1).correct("pile", 0).done()
    agree(count(count(game, "A", 0, 0, 0, 7), TABLE, 53), "B")
    assert not game.lines("sf.recount.likely"), "one gold less is half a point"


def test_another_sum_of_an_effect():
    game = at_act().trick(1, "A").say("sf.effect", "gold").say("sf.effect.gets", "A")
    game.say("sf.effect.gold", 3).say("sf.effect", None).correct("pile", 0).done()
    agree(count(count(game, "A", 0, 0, 0, 5), TABLE, 55), "B")
    assert [(each["what"], each["unexplained"]) for each in game.lines("sf.recount.likely")] == [
        ("effect", 0)
    ]


def test_what_agrees_after_all_is_no_difference():
    game = agree(count(played(), "A", 1, 1, 0, 6), "B", TABLE)
    assert not game.lines("sf.recount.differs") and game.lines("sf.recount.adds_up") == [{}]


def test_what_no_entry_explains():
    game = agree(count(played(), "B", 1, 0, 0, 5), "A", TABLE)
    assert not game.lines("sf.recount.likely") and game.lines("sf.recount.adds_up") == [{}]
    game = agree(count(played(), TABLE, 29), "A", "B")
    assert not game.lines("sf.recount.likely")


def test_all_gold_there_is_can_be_counted():
    game = Game(2, gold=200).correct("gold:A", 200).correct("bank", 200).correct("gold:A", 350)
    game.correct("bank", 60).correct("pile", 0).done()
    count(game, "A", 0, 0, 0, 349).say("sf.recount", None)
    assert game.lines("sf.recount.total") == [{"counted": 409, "should_be": 410}]


def test_only_numbers_that_can_be():
    game = played().say("sf.recount", "A").say("sf.recount.agrees", "no")
    for junk in (-1, 1000):
        refused("answer.range", game.match.answer, junk)
    for junk in ("3", 3.0, True, [3]):
        refused("answer.kind", game.match.answer, junk)
