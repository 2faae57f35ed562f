"""The recount at the end: the real table is right, and what does not add up points at an entry."""

from shared_rules.engine import TABLE
from tests.engine.games import refused
from tests.games.boomtown_bandits.script import minimal


def played():
    """Seven rounds: A robs the Train, B the Bank; the Saloon is closed."""
    game = minimal(2)
    for _ in range(7):
        game.close("saloon").say("bb.winner", "A", "B")
    assert game.asked == "bb.recount"
    return game


def count(game, who, **loot):
    game.say("bb.recount", who).say("bb.recount.agrees", "no")
    return game.say("bb.recount.count", *(loot.get(location, 0) for location in game.s.row))


def agree(game, *who):
    for each in who:
        game.say("bb.recount", each).say("bb.recount.agrees", "yes")
    return game


def test_nobody_has_to():
    game = played().skip_recount()
    assert game.lines("bb.recount.adds_up") == [] and game.lines("bb.bonus")


def test_it_agrees():
    game = agree(played(), "A", TABLE)
    refused("bb.recount.counted", game.match.answer, "A")
    agree(game, "B")
    assert game.lines("bb.recount.adds_up") == [{}] and not game.lines("bb.recount.differs")


def test_what_was_counted_is_right():
    game = count(played(), "A", train=6).skip_recount()
    assert game.lines("bb.recount.differs") == [
        {"who": "A", "piles": {"train": {"expected": 7, "counted": 6}}}
    ]
    assert game.lines("bb.recount.total") == [{"location": "train", "counted": 6, "should_be": 7}]
    assert game.s.hands["A"].count("train") == 6
    assert [(each["of"], each["unexplained"]) for each in game.lines("bb.recount.likely")] == [("A", 0)] * 3


def test_two_who_differ_point_at_a_winner_that_was_entered_wrong():
    game = count(count(played(), "A", train=6), "B", train=1, bank=7).skip_recount()
    assert game.lines("bb.recount.adds_up") == [{}]
    likely = game.lines("bb.recount.likely")
    assert {(each["what"], each["of"], each["location"]) for each in likely} == {("won", "A", "train")}
    assert all((each["explained"], each["unexplained"]) == (2, 0) for each in likely)


def test_a_card_that_is_still_in_its_pile_points_at_a_round_nobody_won():
    game = count(played(), "B", bank=6)
    game = count(game, TABLE, train=0, bank=1, saloon=7).skip_recount()
    likely = game.lines("bb.recount.likely")
    assert {(each["what"], each["of"], each["location"]) for each in likely} == {("won", "B", "bank")}
    assert game.lines("bb.recount.adds_up") == [{}]


def test_what_no_entry_explains_is_told_too():
    game = count(played(), "A", train=7, saloon=3).skip_recount()
    assert game.lines("bb.recount.total") == [{"location": "saloon", "counted": 10, "should_be": 7}]
    assert game.lines("bb.recount.likely") == []


def test_cards_out_of_the_game_are_not_missed():
    game = minimal(2).give("A", "bank").correct("pile:train", 1).close("saloon")
    game.play("A", "other", "before_placement", 2).say("bb.effect", "change_pile")
    game.say("bb.effect.pile", "bank").say("bb.effect.size", 4).say("bb.effect", None)
    game.say("bb.winner", "A", "B")
    agree(game, "A", "B", TABLE)
    assert game.lines("bb.recount.adds_up") == [{}] and game.s.out["bank"] == 2
