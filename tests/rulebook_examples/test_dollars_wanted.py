"""The two printed examples of Dollars Wanted, tapped as a group would."""

from tests.games.dollars_wanted.script import Game


def test_example_a_a_joker_stands_in_for_a_colt():
    """A casino: 1 pickaxe, 2 colts, 2 dynamite; 2 pickaxes, 2 dynamite, 1 colt and a joker are revealed."""
    game = Game(2, ("1p 2c 2d", "2p 2d"))
    game.turn("row_1 row_1").turn("row_1 row_1").turn("row_2 row_2").call("row_1")
    game.reveal("p2 d2 c1")
    assert game.view["rows"]["row_1"]["sums"]["missing"] == {"colt": 1} and game.asked == "dw.reveal"
    game.reveal("J").win(600, "1c 1p")
    (sums,) = game.lines("dw.added_up")
    assert sums["need"] == {"colt": 2, "dynamite": 2, "pickaxe": 1}
    assert sums["shown"] == {"pickaxe": 2, "dynamite": 2, "colt": 1}
    assert (sums["missing"], sums["jokers"], sums["decided"]) == ({"colt": 1}, 1, ["joker"])
    assert game.match.view()["state"]["seats"]["A"]["dollars"] == 600


def test_dw_29_example_b_the_vulture_stops_it():
    """A saloon: 2 pickaxes, 2 dynamite; 2 dynamite and 1 pickaxe are revealed, then the vulture."""
    game = Game(2, ("1p 2c 2d", "1c 1w", "2p 2d"))
    game.turn("row_3 row_3").turn("row_3 row_3").turn("row_1 row_1").call("row_3")
    game.reveal("d2 p1 V")
    assert game.row("row_3") == "d2 p1 V | 1" and game.asked == "dw.lay" and game.of == "B"
    (failed,) = game.lines("dw.failed")
    assert failed["stopped"] and failed["missing"] == {"pickaxe": 1} and failed["jokers"] == 0
    state = game.match.view()["state"]
    assert state["seats"]["A"]["won"] == [] and state["rows"]["row_3"]["buildings"] == 6
    game.turn("row_3 row_2").call("row_3").reveal("p1")
    assert game.asked == "dw.dollars" and game.of == "B", "a subsequent player completes it"
