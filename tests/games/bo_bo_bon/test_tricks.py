"""A round, card by card: what is dealt, which card may be played, which cards can win."""

import pytest

from shared_rules.games.bo_bo_bon import sweets as c
from tests.engine.games import refused
from tests.games.bo_bo_bon.script import Game


class TestDeal:
    @pytest.mark.parametrize(("people", "cards"), [(2, 14), (3, 21), (4, 28)])
    @pytest.mark.parametrize("bo", [False, True])
    def test_b_1_seven_cards_each(self, people, cards, bo):
        game = Game(people, bo=bo)
        assert sum(game.view["deck"].values()) == cards == 7 * people
        assert game.seat()["hand"] == 7
        game.chip("1").cards("g")
        assert (game.seat("A")["hand"], game.seat("B")["hand"]) == (6, 7)

    def test_b_1_as_many_colours_as_players(self):
        game = Game(3)
        assert game.view["colours"] == ["red", "green", "blue"], "in the order of the box, not of the taps"
        game.chip("1")
        assert game.options == {"red", "green", "blue", "monster"}
        game.match.undo(3)
        assert game.match.prompt.form()["options"] == list(c.COLOURS)
        refused("answer.too_few", game.match.answer, ["red", "blue"])

    def test_b_1_four_play_with_all_colours_and_nobody_is_asked(self):
        assert Game(4).view["colours"] == list(c.COLOURS) and len(Game(4).match.entries) == 1

    def test_b_1_six_sweets_each_so_the_monster_is_left(self):
        game = Game(2)
        for letters in ("g b", "g b", "g b", "b g", "b g", "b g"):
            game.trick("1", letters, "(A)")
        assert game.seat("A")["hand"] == 1
        game.chip("1")
        assert game.s.trick.cards == {"A": "monster", "B": "monster"}
        assert game.asked == "bon.winner"

    def test_b_1_the_monster_is_left_although_sweets_are_out(self):
        game = Game(3).trick("1", "b M g", "(B)").trick("1", "g M g", "(C)")
        for letters in ("r r r", "r r r", "b b b", "g g g"):
            game.trick("1", letters, "A" if letters == "r r r" else "C")
        assert [game.s.sweets_left(seat) for seat in "ABC"] == [0, 1, 1]
        game.chip("1").cards("b (M)")
        assert game.greyed == {}, "C leads, then A, who has nothing else"

    def test_b_2_everybody_starts_with_one_monster(self):
        game = Game(4)
        assert [game.seat(seat)["monster"] for seat in "ABCD"] == [True] * 4
        game.trick("1", "g g M g", "(C)")
        assert [game.seat(seat)["monster"] for seat in "ABCD"] == [True, True, False, True]
        game.chip("1")
        assert game.of == "C" and game.greyed["monster"] == "bon.monster.second"
        refused("bon.monster.second", game.match.answer, "monster")

    def test_b_14_with_bo_one_sweet_is_missing_and_the_hands_stay_seven(self):
        game = Game(3, bo=True)
        assert game.view["deck"] == {"sweets": 17, "bo": 1, "monster": 3}
        game.chip("1").cards("O")
        assert game.seat("A")["hand"] == 6 and game.seat("A")["monster"]

    def test_b_14_who_has_the_last_sweet_has_bo_if_he_is_missing(self):
        game = Game(2, bo=True)
        for letters in ("g g", "g g", "b b", "b b", "M M", "g g"):
            game.trick("1", letters, "A")
        assert (game.seat("A")["hand"], game.seat("B")["hand"]) == (1, 1)
        game.chip("1").cards("b (O)")
        assert game.s.trick.cards == {"A": "blue", "B": "bo"} and game.s.trick.winner == "B"

    def test_b_14_but_not_while_another_sweet_is_out(self):
        game = Game(2, bo=True)
        for letters in ("g g", "g g", "b b", "b b", "M M"):
            game.trick("1", letters, "A")
        game.chip("1").cards("g")
        assert game.options == {"green", "blue", "bo"} and not game.params["must"]


class TestWhichCard:
    def test_a_seventh_card_of_a_colour(self):
        game = Game(3)
        game.trick("1", "b b b", "A").trick("1", "b b b", "A").chip("1")
        assert game.greyed == {"blue": "bon.card.seventh"}
        refused("bon.card.seventh", game.match.answer, "blue")
        game.match.undo()
        game.match.amend(game.match.n - 2, "red")
        game.say("bon.chip", "star_1")
        assert not game.greyed, "five of them lie there"

    def test_b_3_to_follow_is_only_a_reminder(self):
        game = Game(3).chip("1").cards("b")
        assert game.params == {"led": "blue", "must": None} and game.greyed == {}
        game.cards("g b")
        assert game.lines("bon.revoke") == []

    def test_b_4_a_monster_instead_of_a_colour_is_only_a_reminder(self):
        game = Game(3).trick("1", "b M b", "(B)")
        assert game.lines("bon.revoke") == []

    def test_b_7_whoever_still_has_a_monster_plays_it(self):
        game = Game(3).trick("1", "g g M", "(C)").trick("1", "b b b", "A").chip("1").cards("M")
        assert game.s.trick.cards == {"A": "monster", "B": "monster"}, "B has no choice"
        assert (game.asked, game.of) == ("bon.card", "C")
        assert game.options == {"red", "green", "blue"} and game.greyed == {"monster": "bon.monster.second"}
        assert game.params == {"led": "monster", "must": None}
        game.cards("r")
        assert game.options == {"A", "B"} and game.greyed == {"C": "bon.winner.monster"}
        refused("bon.winner.monster", game.match.answer, "C")

    def test_b_7_for_all_to_see(self):
        game = Game(3, bo=True).chip("1").cards("M")
        assert [game.seat(seat)["must"] for seat in "ABC"] == [None, "monster", "monster"]
        assert game.params == {"led": "monster", "must": "monster"}
        assert game.options == {"monster", "bo"}
        assert game.greyed == dict.fromkeys(("red", "green", "blue"), "bon.card.monster_led")
        refused("bon.card.monster_led", game.match.answer, "red")

    def test_b_9_everybodys_monster_falls_in_the_first_round(self):
        game = Game(4).trick("1", "M (M) (M) (M)", "C")
        assert not any(game.seat(seat)["monster"] for seat in "ABCD")

    def test_b_9_whoever_plays_bo_keeps_the_monster_and_wins(self):
        game = Game(4, bo=True).trick("1", "M M O (M)", "(C)")
        assert [game.seat(seat)["monster"] for seat in "ABCD"] == [False, False, True, False]

    def test_b_10_after_a_monster_no_colour_is_led(self):
        game = Game(4).trick("1", "r M r M", "B").trick("1", "g g g g", "A").chip("1").cards("M b (M)")
        assert game.of == "D" and game.params == {"led": "monster", "must": None}
        assert game.options == set(c.COLOURS)
        game.cards("g")
        assert game.options == {"A", "C"} and game.s.unfollowed["D"] == {"red": [1]}

    def test_b_13_bo_instead_of_the_monster(self):
        game = Game(2, bo=True).chip("1").cards("M O")
        assert game.s.last.winner == "B" and game.seat("B")["monster"]
        game = Game(3, bo=True).trick("1", "b b M", "(C)").trick("1", "b b b", "A").chip("1").cards("M")
        assert [game.seat(seat)["must"] for seat in "ABC"] == [None, "monster", None]
        game.cards("O")
        assert game.of == "C" and game.seat("B")["monster"] and not game.seat("B")["must"], "one card each"

    def test_a_second_bo(self):
        game = Game(3, bo=True).trick("1", "b O b", "(B)").chip("1")
        assert game.greyed == {"bo": "bon.bo.second"}
        refused("bon.bo.second", game.match.answer, "bo")

    def test_without_him_there_is_no_bo(self):
        refused("answer.unknown", Game(2).chip("1").match.answer, "bo")

    def test_b_12_after_bo_everybody_plays_what_they_like(self):
        game = Game(3, bo=True).chip("1").cards("O")
        assert game.options == {"red", "green", "blue", "monster"} and game.params["must"] is None
        game.cards("r g")
        assert game.s.last.winner == "A" and game.lines("bon.revoke") == []

    def test_b_12_unless_bo_counts_as_a_monster(self):
        game = Game(3, bo=True, bo_led="monsters").chip("1").cards("O")
        assert game.s.last.cards == {"A": "bo", "B": "monster", "C": "monster"}
        assert game.s.last.winner == "A" and game.seat("A")["monster"]
        assert not game.seat("B")["monster"]


class TestWhoCanWin:
    def test_b_5_another_color_never_wins(self):
        game = Game(3).chip("1").cards("b g b")
        assert game.asked == "bon.winner" and game.options == {"A", "C"}
        assert game.greyed == {"B": "bon.winner.colour"}
        assert game.params == {"cards": {"A": "blue", "B": "green", "C": "blue"}}
        refused("bon.winner.colour", game.match.answer, "B")

    def test_b_5_if_nobody_follows_nobody_is_asked(self):
        game = Game(3).trick("2", "b g r", "(A)")
        assert game.lines("bon.won") == [{"seat": "A", "chip": "star_2", "card": "blue"}]

    def test_b_6_one_monster_beats_all_sweets(self):
        Game(3).trick("1", "b M b", "(B)")

    def test_b_6_monsters_are_compared_among_themselves(self):
        game = Game(3).chip("1").cards("b M M")
        assert game.options == {"B", "C"} and game.greyed == {"A": "bon.winner.monster"}
        game.say("bon.winner", "C")
        assert game.s.last.winner == "C"

    def test_b_8_a_late_monster_wins_alone(self):
        Game(3).trick("1", "b M M", "B").trick("1", "b b b", "A").trick("1", "M b g", "(A)")

    def test_b_8_unless_somebody_plays_bo(self):
        game = Game(3, bo=True).trick("1", "b M M", "B").trick("1", "b b b", "A")
        game.trick("1", "M b O", "(C)")

    def test_b_11_bo_wins_against_everything(self):
        game = Game(4, bo=True).trick("1", "b O M b", "(B)")
        assert game.lines("bon.won") == [{"seat": "B", "chip": "star_1", "card": "bo"}]

    def test_b_11_bo_is_no_reason_to_suspect_anybody(self):
        game = Game(3, bo=True).trick("1", "b O b", "(B)").chip("1").cards("b")
        assert game.s.trick.leader == "B" and game.lines("bon.revoke") == []

    def test_b_15_among_equals_the_table_looks(self):
        game = Game(2).chip("1").cards("b b")
        assert game.options == {"A", "B"} and game.greyed == {}
        game.say("bon.winner", "B")
        assert game.s.last.winner == "B"

    def test_b_21_whoever_ate_candy_last_leads_and_then_the_winner(self):
        game = Game(3, first="B").chip("1")
        assert (game.of, game.view["leader"]) == ("B", "B")
        game.cards("b b b").say("bon.winner", "C").chip("1")
        assert (game.of, game.view["leader"], game.view["turn"]) == ("C", "C", "C")
        game.cards("b")
        assert game.of == "A", "clockwise"

    def test_while_cards_are_missing(self):
        """Whoever has not played yet may still win, if there is a card that could."""
        game = Game(4).chip("1")
        assert game.view["can_win"] == list("ABCD")
        game.cards("b")
        assert game.view["can_win"] == list("ABCD")
        game.cards("g")
        assert game.view["can_win"] == list("ACD")
        game.cards("M")
        assert game.view["can_win"] == list("CD"), "D has a monster"
        assert game.view["cards"] == [
            {"seat": "A", "card": "blue", "can_win": False},
            {"seat": "B", "card": "green", "can_win": False},
            {"seat": "C", "card": "monster", "can_win": True},
        ]
        game.cards("M").say("bon.winner", "D").chip("1").cards("b M")
        assert game.view["can_win"] == ["A", "B"], "C has no monster any more"

    def test_not_against_what_must_fall(self):
        """In the last round D has nothing left but the monster, so that no sweet wins."""
        game = Game(4)
        for letters, winner in (("r r r r", "A"), ("y y y y", "A"), ("g g g g", "A"), ("b b b b", "D")):
            game.trick("1", letters, winner)
        game.trick("1", "g M M M", "A").trick("1", "r r y y", "A").chip("1")
        assert game.view["can_win"] == list("ABCD"), "whose card is the first one?"
        game.cards("b")
        assert game.of == "B" and game.options == {"green", "blue"}
        assert game.view["can_win"] == ["D"]
        game.cards("b (g) (M)")
        assert game.s.tricks[6].winner == "D"

    def test_not_in_the_last_round_while_bo_is_out(self):
        game = Game(3, bo=True)
        for letters in ("g g g", "g g g", "r r r", "r r r", "M M M"):
            game.trick("1", letters, "A")
        game.trick("1", "b b b", "A").chip("1").cards("b")
        assert game.view["can_win"] == ["B", "C"] and game.view["cards"][0]["can_win"]

    def test_after_bo_nobody_else(self):
        game = Game(4, bo=True).chip("1").cards("b O")
        assert game.view["can_win"] == ["B"]


class TestEnd:
    def test_b_16_seven_rounds_and_no_eighth_chip(self):
        game = Game(2, depth="winner").won("1A", "1B", "2A", "aB", "1A", "2B")
        assert game.match.round == 6 + 1 and game.view["done"] == 6
        game.won("1A")
        assert game.asked == "bon.recount" and game.match.round is None
        why = refused("bon.chip.eighth", game.match.answer, "star_1")
        assert why["option"] == "star_1"
        refused("answer.unknown", game.match.answer, "star_3")
        refused("answer.kind", game.match.answer, 1)
        refused("bon.chip.eighth", game.correct, "1", "A", 4)
        game.match.undo()
        game.done()
        refused("match.over", game.match.answer, "star_1")

    def test_fourteen_taps(self):
        """And one for who begins."""
        game = Game(4, depth="winner").won("1A", "1B", "2A", "aB", "1A", "2B", "1C")
        assert game.match.n == 1 + 14
        assert game.done().scores == {"A": 4, "B": 2, "C": 1, "D": 0}
