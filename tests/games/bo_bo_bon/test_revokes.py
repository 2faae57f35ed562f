"""Whoever shows a colour that they did not follow is pointed out: in the log, never by a refusal (B-24)."""

from tests.games.bo_bo_bon.script import Game


def revokes(game):
    return [
        (each["seat"], each["colour"], each["tricks"], each["shown"]) for each in game.lines("bon.revoke")
    ]


def test_b_24_a_colour_that_is_shown_later():
    game = Game(3).trick("1", "b g b", "A").chip("1").cards("b")
    assert revokes(game) == [], "not to follow proves nothing"
    game.cards("b")
    assert revokes(game) == [("B", "blue", [1], 2)], "at once"
    assert game.view["revokes"] == [
        {"seat": "B", "colour": "blue", "tricks": [1], "shown": 2, "counted": False}
    ]
    assert (game.asked, game.of) == ("bon.card", "C"), "the game goes on"


def test_b_24_undone_it_was_never_said():
    game = Game(3).trick("1", "b g b", "A").chip("1").cards("b b")
    game.match.undo()
    assert revokes(game) == [] and game.view["revokes"] == []
    game.cards("r g")
    assert revokes(game) == []


def test_b_24_or_the_table_corrects_the_entry():
    game = Game(3).trick("1", "b g b", "A").chip("1").cards("b b")
    card = next(k for k, entry in enumerate(game.match.entries) if entry.answer == "green")
    preview = game.match.amend(card, "blue")
    assert preview.stops_at is None and revokes(game) == []


def played_down(bo=False):
    """Each of two has a sweet and a monster: A's is blue, and so is B's, unless one of them has Bo."""
    game = Game(2, bo=bo)
    for letters in ("g g", "g g", "g g", "b b", "b b"):
        game.trick("1", letters, "A")
    return game


def test_b_24_a_colour_that_must_still_be_there():
    """Two blue ones and two monsters are left: whoever does not play blue after blue has the other one."""
    game = played_down().chip("1").cards("b M")
    assert revokes(game) == [("B", "blue", [6], 6)], "at once, before it is shown"
    assert game.view["revokes"] == [
        {"seat": "B", "colour": "blue", "tricks": [6], "shown": 6, "counted": True},
    ]
    game.chip("1")
    assert game.s.trick.cards == {"B": "blue", "A": "monster"} and len(revokes(game)) == 1, "that was told"


def test_b_24_but_not_if_it_may_be_bo():
    game = played_down(bo=True).chip("1").cards("b M")
    assert revokes(game) == []
    game.chip("1")
    assert game.s.tricks[6].cards == {"B": "bo", "A": "monster"} and revokes(game) == []


def test_b_24_after_another_players_card():
    """B and C did not follow blue. With the last red one, which A plays, only blue ones are left."""
    game = Game(3)
    for letters in ("r r r", "g g g", "g g g", "b b b"):
        game.trick("1", letters, "A")
    game.trick("1", "b r r", "(A)")
    assert revokes(game) == [], "each of them may have the last red one"
    game.chip("1").cards("r")
    assert revokes(game) == [("B", "blue", [5], 6), ("C", "blue", [5], 6)]
    assert {each["counted"] for each in game.view["revokes"]} == {True}


def test_each_time_is_told_once():
    game = Game(4).trick("1", "b g b b", "A").trick("1", "b g r r", "(A)")
    game.trick("1", "r b r r", "A")
    assert revokes(game) == [("B", "blue", [1, 2], 3)]
    game.trick("1", "g b g y", "A")
    assert len(revokes(game)) == 1, "that was told"


def test_and_anew_if_it_happens_anew():
    game = Game(4).trick("1", "b g r b", "A").trick("1", "r b r r", "A").trick("1", "b y y r", "(A)")
    assert revokes(game) == [("B", "blue", [1], 2)]
    game.trick("1", "y b y y", "A")
    assert revokes(game)[1:] == [("B", "blue", [3], 4)]


def test_two_colours_and_two_players():
    game = Game(3).trick("1", "b g g", "(A)").trick("1", "g b r", "(A)").trick("1", "r g b", "(A)")
    assert revokes(game) == [("B", "blue", [1], 2), ("B", "green", [2], 3), ("C", "blue", [1], 3)]


def test_a_leader_can_be_pointed_out_too():
    game = Game(3).trick("1", "b M b", "(B)").chip("1").cards("b")
    assert game.s.trick.leader == "B" and revokes(game) == [("B", "blue", [1], 2)]


def test_b_4_a_monster_while_one_could_follow():
    game = Game(3).trick("1", "b b M", "(C)").trick("1", "b b b", "A")
    assert revokes(game) == [("C", "blue", [1], 2)]


def test_b_11_bo_need_not_follow():
    game = Game(3, bo=True).trick("1", "b O b", "(B)").trick("1", "b b b", "A")
    assert revokes(game) == []


def test_b_10_after_a_monster_nobody_has_to_follow():
    game = Game(3).trick("1", "b M b", "(B)").trick("1", "g M g", "(C)").trick("1", "b b r", "A")
    game.trick("1", "M r b", "(A)")
    assert game.s.unfollowed["C"] == {"green": [2]}, "the red that was played after it was not led"
    game.trick("1", "r r r", "A")
    assert revokes(game) == []


def test_b_12_after_bo_nobody_has_to_follow():
    game = Game(3, bo=True).trick("1", "O g r", "(A)").trick("1", "g g g", "A").trick("1", "r g r", "A")
    assert revokes(game) == []
