"""The recount at the end: what lies in front of people is right, and what differs points at an entry."""

from shared_rules.games.dollars_wanted import cards as c
from tests.engine.games import refused
from tests.games.dollars_wanted.script import Game


def played(**options):
    """A has won $300 in round 1 and B $400 in round 1, and $500 in round 2, which ends it."""
    game = Game(2, ("1d", "1d", "1d"), **options)
    for row, dollars in (("row_1", 300), ("row_2", 400)):
        game.turn(f"{row} {row}").call(row).reveal("d1")
        if options.get("colours"):
            game.reveal("X")
        game.win(dollars, "1d 1c")
    game.turn("row_3 row_2")
    game.correct("buildings_left:row_3", 1)
    game.turn("row_3 row_2").call("row_3").reveal("d1 d1").say("dw.dollars", 500)
    assert game.asked == "dw.recount"
    return game


def agree(game, *seats):
    for seat in seats:
        game.say("dw.recount", seat).say("dw.recount.agrees", "yes")
    return game


def count(game, seat, buildings, dollars, *penalties):
    game.say("dw.recount", seat).say("dw.recount.agrees", "no")
    game.say("dw.recount.buildings", buildings).say("dw.recount.dollars", dollars)
    return game.say("dw.recount.penalties", *penalties)


def likely(game):
    return [(each["what"], each["of"], each["row"]) for each in game.lines("dw.recount.likely")]


def test_nobody_has_to():
    game = played().say("dw.recount", None)
    assert game.match.result.as_json()["scores"] == {"A": 300, "B": 900}
    assert game.lines("dw.recount.adds_up") == []


def test_it_agrees():
    game = agree(played(), "A")
    refused("dw.recount.counted", game.match.answer, "A")
    agree(game, "B")
    assert game.asked is None, "all have counted"
    assert game.lines("dw.recount.adds_up") == [{}] and not game.lines("dw.recount.differs")


def test_what_was_counted_is_right():
    game = agree(count(played(), "A", 1, 350), "B")
    assert game.lines("dw.recount.differs") == [
        {"seat": "A", "things": {"dollars": {"expected": 300, "counted": 350}}}
    ]
    assert game.match.result.as_json()["scores"]["A"] == 350
    assert likely(game) == [("dollars", "A", "row_1")]


def test_two_who_differ_point_at_a_winner_that_was_entered_wrong():
    game = count(count(played(), "A", 2, 700), "B", 1, 500)
    assert game.lines("dw.recount.adds_up") == [{}]
    assert likely(game) == [("won", "B", "row_2")]
    (line,) = game.lines("dw.recount.likely")
    assert line["unexplained"] == 0 and line["round"] == 1, "though A was to lay a card of round 2"


def test_a_building_that_nobody_has():
    game = agree(count(played(), "B", 1, 400), "A")
    assert game.lines("dw.recount.total") == [{"counted": 17 - 5, "should_be": 18 - 5}]


def test_penalties():
    game = count(count(played(colours=True), "A", 1, 300, 0), "B", 2, 900, 2)
    assert likely(game) == [("penalty", "A", "row_1")]
    assert game.match.result.as_json()["scores"] == {"A": 300, "B": 300}
    game = agree(count(played(colours=True), "A", 1, 300, 0), "B")
    assert likely(game) == [("penalty", "A", "row_1")] and game.match.result.as_json()["scores"]["A"] == 300


def test_who_has_not_counted_says_nothing_against_an_entry():
    game = count(played(), "A", 2, 700).say("dw.recount", None)
    assert likely(game) == [("won", "B", "row_2")]
    assert game.lines("dw.recount.likely")[0]["explained"] == 2


def test_what_the_box_knew_was_not_entered_wrong():
    box = {"building_1_kind": c.KINDS.index("shop") + 1, "building_1_dollars": 300}
    box |= {f"building_1_{icon}": int(icon == "dynamite") for icon in c.ICONS}
    for known in (box, {}):
        game = Game(2, ("1d", "2c", "1w"), box=known).turn("row_1 row_2").call("row_1").reveal("d1")
        game.win(300) if not known else game.building("1c")
        game.correct("buildings_left:row_2", 1).turn("row_2 row_2").call("row_2").reveal("c2")
        game.say("dw.dollars", 400)
        agree(count(game, "A", 1, 350), "B")
        assert game.lines("dw.recount.differs")
        assert likely(game) == ([] if known else [("dollars", "A", "row_1")])


def test_no_more_than_the_last_three_entries_are_named():
    game = Game(2, ("1d", "1d", "1d"))
    for row in ("row_1", "row_2", "row_3", "row_1"):
        game.turn(f"{row} {row}").call(row).reveal("d1").win(300, "1d").turn("row_3 row_3")
    game.correct("buildings_left:row_2", 1).turn("row_2 row_2").call("row_2").reveal("d1")
    game.say("dw.dollars", 500)
    count(count(game, "A", 4, 1400), "B", 1, 300)
    assert likely(game) == [("won", "A", "row_2"), ("won", "A", "row_3"), ("won", "A", "row_1")]


def test_dollars_are_on_the_buildings_that_were_counted():
    game = played().say("dw.recount", "A").say("dw.recount.agrees", "no").say("dw.recount.buildings", 0)
    assert game.asked == "dw.recount" and not game.lines("engine.forced"), "no building, no dollars"
    assert game.lines("dw.recount.differs")[0]["things"] == {
        "buildings": {"expected": 1, "counted": 0},
        "dollars": {"expected": 300, "counted": 0},
    }
    game.say("dw.recount", "B").say("dw.recount.agrees", "no").say("dw.recount.buildings", 2)
    refused("answer.range", game.match.answer, 2 * 9_999 + 1)
    game.say("dw.recount.dollars", 2 * 9_999)
    assert game.match.result.as_json()["scores"] == {"A": 0, "B": 2 * 9_999}


def test_an_entry_that_explains_nothing_is_not_named():
    game = count(played(colours=True), "A", 1, 300, 3).say("dw.recount", None)
    assert game.lines("dw.recount.differs") and likely(game) == []
    game = agree(count(played(), "A", 1, 0), "B")
    assert game.lines("dw.recount.differs") and likely(game) == [], "no building is worth nothing"


def test_the_round_of_a_robbery_is_the_robbers():
    game = Game(2, ("1d",), colours=True).turn("row_1 row_1").turn("row_1 row_1")
    assert game.match.round == 2 and game.view["round"] == 2
    game.call("row_1")
    assert game.view["round"] == 1
    game.reveal("X d1 d1 d1").win()
    assert game.view["round"] == 2
    assert [each[:4] for each in game.s.ledger] == [("penalty", 1, "row_1", "A"), ("won", 1, "row_1", "B")]


def test_what_no_entry_explains_is_told_too():
    game = agree(count(played(), "A", 5, 300), "B")
    assert likely(game) == [] and game.lines("dw.recount.total")


def test_what_is_counted_twice_as_much_needs_no_more_than_it_can_be():
    refused("answer.range", lambda: count(played(), "A", 19, 300))
