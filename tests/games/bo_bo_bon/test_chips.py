"""Chips, ants and stars; and how likely the next chip is, if the box has told its eight."""

import random

import pytest

from shared_rules.engine import Refused
from shared_rules.games import rulebook
from shared_rules.games.bo_bo_bon import ants, ending, odds, simulated
from shared_rules.games.bo_bo_bon import sweets as c
from tests.engine.games import refused
from tests.games.bo_bo_bon.script import CHIPS, NAMES, Game

BOX = {"star_1": 4, "ant": 2}  # and two with two stars


def after(letters, which=ants.LOWEST):
    """The stars that are left of chips."""
    return ants.score([CHIPS[letter] for letter in letters], which)


def won(*rounds, people=2, **options):
    return Game(people, depth="winner", **options).won(*rounds)


class TestAnts:
    @pytest.mark.parametrize(("chips", "stars"), [("21a", 2), ("221aa", 2), ("2a", 0), ("1221", 6), ("", 0)])
    def test_b_17_the_owner_gives_away_the_lowest(self, chips, stars):
        assert str(after(chips)) == str(stars)

    @pytest.mark.parametrize(("chips", "stars"), [("21a", 1), ("221aa", 1), ("2a", 0), ("122a", 3)])
    def test_b_17_or_the_highest(self, chips, stars):
        assert str(after(chips, ants.HIGHEST)) == str(stars)

    @pytest.mark.parametrize(("chips", "stars"), [("21a", "1..2"), ("22a", "2"), ("11122aa", "3..5")])
    def test_b_17_or_any_of_them(self, chips, stars):
        assert str(after(chips, ants.CHANCE)) == stars

    def test_b_17_by_chance_is_asked_at_the_end(self):
        game = won("2A", "1A", "aA", "1B", "aB", "1B", "2A", ant="chance")
        assert game.seat()["score"] == {"min": 3, "max": 4} and game.seat()["taken"] is None
        assert game.seat("B")["score"] == 1, "both have one star"
        game.done()
        assert (game.asked, game.of, game.options) == ("bon.ant", "A", {"star_1", "star_2"})
        assert game.match.prompt.chance
        game.say("bon.ant", "star_2")
        assert game.scores == {"A": 3, "B": 1}
        assert game.seat()["taken"] == ["star_2"] and game.seat()["score"] == 3
        assert game.lines("bon.ants")[0] == {"seat": "A", "ants": 1, "chips": ["star_2"]}

    def test_b_17_each_chip_is_as_likely(self):
        prompt = ending._Taken("A", {"star_1": 3, "star_2": 1}, 1)
        drawn = [prompt.pick(lambda n, k=k: k) for k in range(4)]
        assert drawn == ["star_1", "star_1", "star_1", "star_2"]

    def test_b_17_two_ants_take_two_chips(self):
        game = won("1A", "aA", "aA", "2A", "1A", "1B", "1B", ant="chance").done()
        game.say("bon.ant", "star_1")
        assert game.options == {"star_1", "star_2"} and game.match.prompt.place == 2
        game.say("bon.ant", "star_2")
        assert game.scores["A"] == 1
        assert game.match.result.breakdown["A"] == {"stars": 4, "ants": -3}
        game = won("1A", "aA", "aA", "2A", "1B", "1B", "1B", ant="chance").done()
        game.say("bon.ant", "star_1")
        assert game.scores == {"A": 0, "B": 3}, "no other one is left for the second"

    @pytest.mark.parametrize(("chips", "stars"), [("1aa", 0), ("11aa", 0), ("111aa", 1), ("12a", 2)])
    def test_b_18_an_ant_takes_no_ant(self, chips, stars):
        assert str(after(chips)) == str(stars)

    @pytest.mark.parametrize("which", [ants.LOWEST, ants.HIGHEST, ants.CHANCE])
    def test_b_19_nobody_owes_stars(self, which):
        assert str(after("a", which)) == str(after("1aa", which)) == "0"
        game = won("aA", "aA", "1A", "1B", "1B", "2B", "2B", ant=which).done()
        assert game.scores == {"A": 0, "B": 6}
        assert game.lines("bon.ants") == [{"seat": "A", "ants": 2, "chips": ["star_1"]}]

    def test_b_20_equals_share_the_victory(self):
        game = won("1A", "2A", "1B", "2B", "aC", "1C", "1C", people=3).done()
        assert game.match.result.ranking == (("A", "B"), ("C",))
        assert game.scores == {"A": 3, "B": 3, "C": 1}

    def test_b_23_the_score_lies_open_and_may_fall(self):
        game = won("2A")
        assert (game.seat()["stars"], game.seat()["score"], game.seat()["taken"]) == (2, 2, [])
        game.won("aA")
        assert (game.seat()["stars"], game.seat()["score"]) == (2, 0)
        assert game.seat()["taken"] == ["star_2"] and game.seat()["chips"] == ["star_2", "ant"]
        assert game.match.view()["standing"] == {"A": 0, "B": 0}

    def test_ended_early_the_ants_come_all_the_same(self):
        game = won("2A", "aA", "1B").chip("2")
        game.match.act("end_early", "table", "yes")
        assert game.scores == {"A": 0, "B": 1}, "the chip in the middle is nobody's"
        game = Game(2, box=BOX).trick("2", "b b", "A").chip("a").cards("g")
        game.match.act("end_early", "table", "yes")
        assert game.view["turn"] is game.view["next_chip"] is game.view["last_chip"] is None
        assert game.s.seen() == {"star_2": 1, "ant": 1}, "it still lies face up"
        game = won("2A", "1A", "aA", ant="chance")
        assert game.match.view()["standing"]["A"] == {"min": 1, "max": 2}
        game.match.act("end_early", "table", "yes")
        game.say("bon.ant", "star_1")
        assert game.scores == game.match.view()["standing"] == {"A": 2, "B": 0}


class TestOdds:
    def test_b_22_nothing_is_told_of_a_box_that_has_not_told(self):
        game = won("1A")
        assert game.view["next_chip"] is None and game.params == {"odds": None} and game.greyed == {}
        assert Game(2, depth="winner", box={"star_1": 4}).view["next_chip"] is None, "half of it is nothing"

    def test_b_22_each_that_is_not_seen_is_as_likely(self):
        game = Game(2, depth="winner", box=BOX)
        assert game.view["next_chip"] == {"left": {"star_1": 4, "star_2": 2, "ant": 2}, "of": 8}
        game.won("1A", "1A", "2B", "aA", "1B")
        assert game.params["odds"] == {"left": {"star_1": 1, "star_2": 1, "ant": 1}, "of": 3}
        game.chip("a")
        assert game.view["next_chip"] == {"left": {"star_1": 1, "star_2": 1, "ant": 0}, "of": 2}
        game.say("bon.winner", "A")
        assert game.greyed == {"ant": "bon.chip.none_left"} and game.options == {"star_1", "star_2"}
        refused("bon.chip.none_left", game.match.answer, "ant")

    def test_b_22_the_last_one_is_known_by_elimination(self):
        game = Game(2, depth="winner", box=BOX).won("1A", "1A", "2B", "aA", "1B", "aB")
        assert game.lines("bon.last_chip") == []
        assert game.view["next_chip"]["of"] == 2 and game.view["last_chip"] is None
        game.chip("1")
        assert game.view["next_chip"] is None, "no other one is turned over"
        game.say("bon.winner", "A")
        assert game.view["next_chip"] is None and game.view["last_chip"] == "star_2"
        assert game.lines("bon.last_chip") == [{"chip": "star_2"}]
        refused("bon.last_chip.known", game.match.act, "bon.last_chip", "table", "star_2")
        game.correct("1", "A", 2)
        assert game.view["last_chip"] is None and game.view["next_chip"] is None, "a chip is missing"

    def test_b_22_while_a_chip_lies_nowhere_nothing_is_said(self):
        """Half of a correction: the chip that A does not have any more is not face down again."""
        game = Game(2, depth="winner", box=BOX).won("1A", "aA").correct("a", "A", 0)
        assert game.view["next_chip"] is None and game.params == {"odds": None}
        game.correct("2", "B", 1)
        assert game.view["next_chip"] == {"left": {"star_1": 3, "star_2": 1, "ant": 2}, "of": 6}
        assert game.params == {"odds": game.view["next_chip"]}

    def test_b_22_one_kind_alone_is_left(self):
        game = Game(2, depth="winner", box=BOX).won("1A", "1A", "2B", "aA", "2B")
        assert game.view["last_chip"] is None
        game.won("aB")
        assert game.view["last_chip"] == "star_1", "and so is the chip that is still to come"
        assert game.view["next_chip"] is None and game.asked == "bon.winner"

    def test_b_22_or_else_somebody_looks_and_the_box_knows_it_from_then_on(self):
        game = won("1A", "1A", "2B", "aA", "1B", "aB", "1A")
        assert game.view["last_chip"] is None and game.lines("bon.last_chip") == []
        game.match.act("bon.last_chip", "table", "star_2")
        assert game.match.box == BOX and game.view["last_chip"] == "star_2"
        assert game.lines("bon.last_chip") == [{"chip": "star_2"}]
        game.match.undo()
        assert game.match.box == {}
        game.correct("1", "A", 2)
        refused("bon.last_chip.not_all", game.match.act, "bon.last_chip", "table", "star_2")

    def test_what_can_only_be_one_kind_nobody_is_asked(self):
        game = Game(2, depth="winner", box={"star_1": 8, "ant": 0})
        assert game.view["last_chip"] == "star_1" and game.view["next_chip"]["of"] == 7
        game.say("bon.winner", *"AABBABA")
        assert game.view["last_chip"] == "star_1" and game.done().scores == {"A": 4, "B": 3}

    def test_other_chips_than_the_box_has(self):
        """After a correction: then nothing is told, and no chip is refused."""
        game = Game(2, depth="winner", box=BOX).won("1A", "aA", "1B", "aB").correct("1", "A", 0)
        game.correct("a", "A", 2)
        assert game.view["next_chip"] is None and game.greyed == {}
        assert odds.left(BOX | {"star_2": 2}, {"ant": 3}) is None

    @pytest.mark.parametrize("box", [{"star_1": 5, "ant": 4}, {"star_1": 8, "ant": 1}])
    def test_a_box_has_eight(self, box):
        refused("bon.box.eight", rulebook("bo_bo_bon").set_up, NAMES[:2], {}, box)

    def test_or_it_is_refused_by_itself(self):
        refused("setup.box_value", rulebook("bo_bo_bon").set_up, NAMES[:2], {}, {"ant": 9})
        assert Game(2, depth="winner", box={"star_1": 8, "ant": 0}).view["next_chip"]["left"]["ant"] == 0

    def test_made_up_chips_are_eight(self):
        assert sum(simulated.MIX.values()) == c.CHIPS_IN_BOX
        with pytest.raises(ValueError, match="nothing"):
            simulated.weighted({"ant": 0}, lambda n: 0)


class TestPointedOut:
    """With winners alone entered, a monster or Bo may be pointed out, and need not be."""

    def point(self, game, what, seat):
        game.match.act(f"bon.{what}", seat, "yes")
        return game

    def test_a_monster(self):
        game = Game(3, depth="winner").chip("1")
        self.point(game, "monster", "B")
        assert not game.seat("B")["monster"] and game.seat("A")["monster"]
        assert game.options == set("ABC"), "nobody has said who else has played one"
        game.say("bon.winner", "B").chip("1")
        refused("bon.monster.second", game.match.act, "bon.monster", "B", "yes")
        assert game.lines("bon.won")[0] == {"seat": "B", "chip": "star_1", "card": "monster"}

    def test_b_2_one_monster_each(self):
        game = Game(2, depth="winner").chip("1")
        self.point(game, "monster", "A").say("bon.winner", "A")
        refused("bon.card.chip_first", game.match.act, "bon.monster", "B", "yes")
        game.chip("2")
        refused("bon.monster.second", game.match.act, "bon.monster", "A", "yes")

    def test_b_11_bo_wins_so_that_nobody_is_asked(self):
        game = Game(3, depth="winner", bo=True).chip("1")
        self.point(game, "bo", "C")
        assert game.s.last.winner == "C" and game.view["bo"] == {"by": "C"}
        assert game.asked == "bon.chip"
        game.chip("2")
        refused("bon.bo.second", game.match.act, "bon.bo", "A", "yes")

    def test_one_card_each(self):
        game = Game(3, depth="winner", bo=True).chip("1")
        self.point(game, "monster", "C")
        refused("bon.card.one_each", game.match.act, "bon.bo", "C", "yes")
        self.point(game, "bo", "A")
        assert game.s.last.winner == "A" and game.s.last.cards == {"C": "monster", "A": "bo"}

    def test_b_9_a_monster_leads_so_all_the_others_fall(self):
        game = Game(4, depth="winner").chip("1")
        self.point(game, "monster", "A")
        assert [game.seat(seat)["must"] for seat in "ABCD"] == [None, *["monster"] * 3]
        game.say("bon.winner", "C")
        assert not any(game.seat(seat)["monster"] for seat in "ABCD")
        assert [each["seat"] for each in game.lines("bon.card")] == list("ABCD"), "all of them now"

    def test_b_9_a_monster_leads_later_and_nobody_knows_who_still_has_one(self):
        """Only of the winner it is sure; of D somebody might not have said it. But now D has none."""
        game = Game(4, depth="winner").won("1A").chip("1")
        self.point(game, "monster", "A")
        assert [game.seat(seat)["must"] for seat in "ABCD"] == [None] * 4
        assert game.view["can_win"] == list("ABCD")
        game.say("bon.winner", "C")
        assert [(each["seat"], each["card"]) for each in game.lines("bon.card")] == [
            *(("A", "monster"), ("C", "monster")),
        ]
        assert game.lines("bon.won")[-1]["card"] == "monster"
        assert not any(game.seat(seat)["monster"] for seat in "ABCD")
        game.chip("1")
        for seat in "ABCD":
            refused("bon.monster.second", game.match.act, "bon.monster", seat, "yes")

    def test_b_6_whoever_has_no_monster_any_more_has_not_won_against_one(self):
        game = Game(3, depth="winner", first="C").chip("1")
        self.point(game, "monster", "A").say("bon.winner", "A").chip("1")
        self.point(game, "monster", "B")
        assert game.options == {"B", "C"} and game.greyed == {"A": "bon.winner.monster"}
        assert game.view["can_win"] == ["B", "C"]
        refused("bon.winner.monster", game.match.answer, "A")

    def test_b_6_unless_it_was_bo(self):
        game = Game(2, depth="winner", bo=True, first="B").chip("1")
        self.point(game, "monster", "A").say("bon.winner", "A").chip("1")
        self.point(game, "monster", "B")
        assert game.options == {"A", "B"} and game.greyed == {}
        game.match.undo()
        self.point(game, "bo", "A").chip("1")
        self.point(game, "monster", "B")
        assert (game.s.last.number, game.s.last.winner) == (3, "B"), "he was played before"

    def test_b_9_but_the_winner_may_have_played_bo(self):
        game = Game(3, depth="winner", bo=True).chip("1")
        self.point(game, "monster", "A").say("bon.winner", "C")
        assert [game.seat(seat)["monster"] for seat in "ABC"] == [False, False, True]
        game = Game(3, depth="winner", bo=True).chip("1")
        self.point(game, "monster", "A")
        self.point(game, "bo", "B")
        assert [game.seat(seat)["monster"] for seat in "ABC"] == [False, True, False]
        game = Game(3, depth="winner", bo=True).chip("1")
        self.point(game, "bo", "B").chip("1")
        self.point(game, "monster", "B").say("bon.winner", "C")
        assert not any(game.seat(seat)["monster"] for seat in "ABC"), "he was played before"

    def test_without_bo_nobody_plays_him(self):
        refused("act.not_open", Game(2, depth="winner").chip("1").match.act, "bon.bo", "A", "yes")

    def test_where_every_card_is_entered_nothing_is_pointed_out(self):
        refused("act.not_open", Game(2).chip("1").match.act, "bon.monster", "A", "yes")


class TestByHand:
    def test_chips_are_set_as_they_lie(self):
        game = won("1A", "2A", "1A", "aB")
        game.correct("1", "A", 1)
        assert game.seat()["chips"] == ["star_1", "star_2"], "the newest goes first"
        game.correct("a", "A", 1)
        assert game.seat()["chips"] == ["star_1", "star_2", "ant"] and game.seat()["score"] == 2

    def test_each_round_brings_one(self):
        game = won("1A", "2B")
        why = refused("bon.chip.no_trick", game.correct, "a", "A", 1)
        assert why == {"chips": 3, "tricks": 2}
        game.match.undo()
        game.correct("2", "B", 0).correct("a", "A", 1)
        assert game.seat()["chips"] == ["star_1", "ant"]

    def test_nothing_to_correct_before_and_after(self):
        refused("act.not_yours", Game(2, depth="winner").match.act, "correct", "table", "ant:A")
        game = won("1A", "2A", "aA", "1A", "2B", "2B", "2B", ant="chance").done()
        assert game.asked == "bon.ant"
        refused("act.not_yours", game.match.act, "correct", "table", "ant:A")

    def test_not_by_a_player_alone(self):
        refused("act.not_yours", won("1A").match.act, "correct", "A", "ant:A")


def test_made_up_people_play_like_people():
    """They follow more often than not, and seldom show what they did not follow."""
    chance = random.Random(3)
    legal = ("red", "green", "monster")
    follow = [simulated.card(legal, "green", (), chance.randrange) for _ in range(400)]
    assert 0.75 < follow.count("green") / 400 < 0.92
    shown = [simulated.card(legal, None, ("green",), chance.randrange) for _ in range(400)]
    assert 0 < shown.count("green") < 20
    assert simulated.card(("green",), "green", ("green",), chance.randrange) == "green"


def test_set_up_refuses_what_it_should():
    for people in (1, 5):
        with pytest.raises(Refused):
            rulebook("bo_bo_bon").set_up(("A", "B", "C", "D", "E")[:people])
