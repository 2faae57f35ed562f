"""The recount at the end: what lies in front of people is right, and what differs points at an entry."""

from shared_rules.engine import Match
from shared_rules.games.bo_bo_bon import BoBoBon
from tests.engine.games import refused
from tests.games.bo_bo_bon.script import Game


def played():
    """A has 1, 2 and 1, B an ant, 1 and 2, C 1."""
    return Game(3, depth="winner").won("1A", "2A", "aB", "1B", "1A", "2B", "1C")


def agree(game, *seats):
    for seat in seats:
        game.say("bon.recount", seat).say("bon.recount.agrees", "yes")
    return game


def count(game, seat, *numbers):
    """One star, two stars, ants."""
    game.say("bon.recount", seat).say("bon.recount.agrees", "no")
    return game.say("bon.recount.count", *numbers)


def likely(game):
    return [(each["what"], each["of"], each["round"]) for each in game.lines("bon.recount.likely")]


def test_nobody_has_to():
    game = played().done()
    assert game.scores == {"A": 4, "B": 2, "C": 1} and not game.lines("bon.recount.adds_up")


def test_it_agrees():
    game = agree(played(), "A")
    assert game.greyed == {"A": "bon.recount.counted"} and game.options == {"B", "C"}
    refused("bon.recount.counted", game.match.answer, "A")
    agree(game, "B", "C")
    assert game.asked is None, "all have counted"
    assert game.lines("bon.recount.adds_up") == [{}]
    assert not game.lines("bon.recount.differs") and not likely(game)


def test_somebody_who_is_called_ant():
    rulebook = BoBoBon()
    match = Match(rulebook, rulebook.set_up(("ant", "star_2")))
    for answer in ("ant", *("star_1", "ant") * 7, "ant", "yes"):
        match.answer(answer)
    refused("bon.recount.counted", match.answer, "ant")
    refused("bon.chip.eighth", match.answer, "star_1")
    match.answer("star_2")
    assert match.prompt.id == "bon.recount.agrees"


def test_what_was_counted_is_right():
    """C has the second of A's chips with one star."""
    game = agree(count(count(played(), "A", 1, 1, 0), "C", 2, 0, 0), "B")
    assert game.lines("bon.recount.differs") == [
        {"seat": "A", "chips": {"star_1": {"expected": 2, "counted": 1}}},
        {"seat": "C", "chips": {"star_1": {"expected": 1, "counted": 2}}},
    ]
    assert game.lines("bon.recount.adds_up") == [{}]
    assert game.scores == {"A": 3, "B": 2, "C": 2}
    assert likely(game) == [("winner", "A", 1), ("winner", "A", 5)]
    assert {line["explained"] for line in game.lines("bon.recount.likely")} == {2}
    assert {line["unexplained"] for line in game.lines("bon.recount.likely")} == {0}


def test_another_chip_than_was_entered():
    game = count(played(), "B", 0, 2, 1).done()
    assert likely(game) == [("chip", "B", 4)]
    assert game.scores["B"] == 2, "the ant takes two of four"


def test_a_chip_is_missing():
    game = count(played(), "C", 0, 0, 0).done()
    assert game.lines("bon.recount.total") == [{"counted": 6, "should_be": 7}]
    assert not game.lines("bon.recount.adds_up")
    assert likely(game) == [("winner", "C", 7)], "whoever has it has not counted"
    assert [line["unexplained"] for line in game.lines("bon.recount.likely")] == [0]


def test_a_chip_too_many():
    game = count(played(), "C", 2, 0, 0).done()
    assert game.lines("bon.recount.total") == [{"counted": 8, "should_be": 7}]


def test_no_more_than_three_are_named():
    game = Game(2, depth="winner").won("1A", "1A", "1A", "1A", "1A", "1B", "1B")
    count(game, "A", 4, 0, 0).done()
    assert likely(game) == [("winner", "A", 3), ("winner", "A", 4), ("winner", "A", 5)]


def test_numbers_that_cannot_be():
    game = played().say("bon.recount", "A").say("bon.recount.agrees", "no")
    refused("answer.range", game.match.answer, 8)
    refused("answer.range", game.match.answer, -1)


def test_b_16_nobody_has_an_eighth_chip():
    game = played().say("bon.recount", "A").say("bon.recount.agrees", "no").say("bon.recount.count", 5)
    refused("answer.range", game.match.answer, 3)
    game.say("bon.recount.count", 2)
    assert game.asked == "bon.recount", "so there are no ants"
    assert not game.lines("engine.forced"), "without a word"
    assert game.s.chips["A"].count("ant") == 0 and len(game.s.chips["A"]) == 7


def test_what_agrees_after_all():
    game = count(played(), "A", 2, 1, 0).done()
    assert not game.lines("bon.recount.differs") and not likely(game)
