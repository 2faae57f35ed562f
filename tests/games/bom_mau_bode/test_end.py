"""BOM-60 to BOM-62: end of round and end of the game."""

import pytest

from shared_rules.engine import between, exactly
from shared_rules.games.bom_mau_bode import characters as c
from shared_rules.games.bom_mau_bode.ending import places
from tests.games.bom_mau_bode.script import Game
from tests.games.bom_mau_bode.test_recount import count, done
from tests.games.bom_mau_bode.test_saloon import twice


def test_bom_60_everything_comes_back_but_what_lies_at_the_locations():
    game = Game(4, coins={"mine": 1}).face_up("sheriff").give("charlatan", "A", {"B": 1, "C": 1, "D": 1})
    game.give("goat", "B").give("kid", "C").give("widow", "D").give("outlaw", "A").give("gambler", "B")
    game.give("seller", "C").refuse("banker").give("thief", "D", "mine").anyhow()
    s = game.s
    assert game.match.round == 2 and set(s.hats.values()) == {2}
    assert set(s.elixirs.values()) == {0} and s.fooled == 0
    assert game.options == set(c.draw_pile(4, chef=False)) == set(s.unseen)
    assert s.coins_at["mine"] == 2 and s.in_play == {} == s.stopped and s.refused == []


@pytest.mark.parametrize("chef", [False, True])
@pytest.mark.parametrize(("people", "rounds"), [(2, 4), (3, 3), (4, 3), (5, 3)])
def test_bom_61_how_many_rounds(people, rounds, chef):
    game = Game(people, chef=chef)
    for round_ in range(1, rounds + 1):
        assert game.match.round == round_
        game.face_up("chef" if chef else "outlaw").fill("sheriff", "gambler").anyhow()
    assert game.asked == "bom.recount"


def ended(people=2, **fields):
    """The result when the table stops here, with everything set by hand."""
    game = Game(people)
    for field, value in fields.items():
        game.correct(field.replace("_", ":"), value)
    game.match.act("end_early", "table")
    return game.match.result


class TestTies:
    def test_bom_62_money_first(self):
        result = ended(coin_A=3, coin_B=2)
        assert result.ranking == (("A",), ("B",))
        assert {seat: value.least for seat, value in result.scores.items()} == {"A": 5, "B": 4}

    def test_bom_62_then_coins(self):
        result = ended(coin_A=6, coin_B=5, bottle_B=0, supplies_B=1)
        assert result.scores["A"] == result.scores["B"] and result.ranking == (("A",), ("B",))

    def test_bom_62_then_shared(self):
        result = ended(3, coin_A=5, coin_B=5, coin_C=0)
        assert result.ranking == (("A", "B"), ("C",))

    def test_bom_62_then_the_number_of_tokens(self):
        result = ended(coin_A=4, coin_B=4, bottle_A=2, bottle_B=0, banknotes_B=1)
        assert result.scores["A"] == result.scores["B"] and result.ranking == (("A",), ("B",))


class TestWhatIsNotKnown:
    def test_who_may_be_ahead_shares_a_place(self):
        worlds = [{"A": (9, 0, 0), "B": (8, 0, 0)}, {"A": (7, 0, 0), "B": (8, 0, 0)}]
        assert places("AB", worlds) == (("A", "B"),)
        assert places("AB", worlds[:1]) == (("A",), ("B",))

    def test_who_is_ahead_in_every_world_is_ahead(self):
        worlds = [
            {"A": (9, 0, 0), "B": (8, 0, 0), "C": (4, 0, 0)},
            {"A": (7, 0, 0), "B": (8, 0, 0), "C": (6, 0, 0)},
        ]
        assert places("ABC", worlds) == (("A", "B"), ("C",))

    def test_a_chain_of_doubts_is_one_group(self):
        worlds = [
            {"A": (9, 0, 0), "B": (8, 0, 0), "C": (7, 0, 0)},
            {"A": (8, 0, 0), "B": (9, 0, 0), "C": (7, 0, 0)},
            {"A": (9, 0, 0), "B": (7, 0, 0), "C": (8, 0, 0)},
        ]
        assert places("CAB", worlds) == (("C", "A", "B"),)

    def test_a_tie_in_the_only_world_is_shared(self):
        assert places("AB", [{"A": (8, 1, 1), "B": (8, 1, 1)}]) == (("A", "B"),)


class TestWhatWasToldInPrivate:
    """B had two bottles and a gold; A drew one of them, then C."""

    def ended(self, *told):
        game = twice(*told)
        game.match.act("end_early", "table")
        return game

    def worth(self, game):
        """What everybody's Resource tokens are worth, and what is said of what was told."""
        worth = {seat: parts["tokens"] for seat, parts in game.match.result.breakdown.items()}
        return worth, game.lines("bom.gambler.told_apart")

    def test_what_can_be_together_is_exact(self):
        worth, said = self.worth(self.ended("gold", "bottle"))
        assert (worth["A"], worth["B"], said) == (exactly(5), exactly(2), [])
        worth, said = self.worth(self.ended("bottle", "bottle"))
        assert (worth["A"], worth["B"], said) == (exactly(2), exactly(5), [])

    def test_what_cannot_be_together_settles_nothing(self):
        """One of the two is wrong, and nobody knows which: all of it counts as not told."""
        contradicts, said = self.worth(self.ended("gold", "gold"))
        untold, _ = self.worth(self.ended(None, None))
        assert contradicts == untold
        assert contradicts["A"] == contradicts["B"] == between(2, 5) and not contradicts["C"].is_exact
        assert said == [{"seat": "C"}]
        assert self.ended("gold", "gold").match.result.ranking == self.ended(None, None).match.result.ranking

    def test_nor_does_what_is_told_later(self):
        """D drew what A had drawn, "gold": believed, it would make both others liars."""
        game = twice("gold", "gold")
        game.face_up("waitress").give("gambler", "D").fill()
        game.say("bom.gambler.victim", "A").say("bom.gambler.token", "gold").say("bom.recount", None)
        worth, said = self.worth(game)
        assert worth["B"] == between(2, 5) and not worth["D"].is_exact and said == [{"seat": "C"}]

    def test_amended_it_is_exact_again(self):
        game = twice("gold", "gold")
        told = [k for k, entry in enumerate(game.match.entries) if entry.id == "bom.gambler.token"]
        game.match.amend(told[1], "bottle")
        game.match.act("end_early", "table")
        assert self.worth(game) == self.worth(self.ended("gold", "bottle"))

    def test_a_recount_settles_it(self):
        game = twice("gold", "gold")
        game.face_up("waitress").fill("outlaw", "sheriff").anyhow()
        kinds = dict(game.s.holdings.sure("A"))
        count(game, "A", game.s.purses["A"], **kinds | {"gold": 0, "bottle": kinds.get("bottle", 0) + 1})
        kinds = dict(game.s.holdings.sure("C"))
        count(game, "C", game.s.purses["C"], **kinds | {"gold": 1, "bottle": 1})
        done(game)
        worth, said = self.worth(game)
        assert all(value.is_exact for value in worth.values()) and worth["B"] == exactly(2)
        assert said == [{"seat": "C"}] and game.lines("bom.recount.told_wrong") == []
