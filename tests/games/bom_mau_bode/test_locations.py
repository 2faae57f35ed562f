"""BOM-28 to BOM-39: locations, tokens, coins; the Thief and the Charlatan."""

import pytest

from tests.engine.games import refused
from tests.games.bom_mau_bode.script import Game


class TestTaking:
    @pytest.mark.parametrize(
        ("card", "tile", "kind"),
        [
            ("seller", "shop", "supplies"),
            ("banker", "bank", "banknotes"),
            ("farmer", "ranch", "cattle"),
            ("miner", "mine", "gold"),
        ],
    )
    def test_bom_28_all_tokens(self, card, tile, kind):
        game = Game(5, coins={tile: 2}).face_up("sheriff").correct(f"tokens_at:{tile}", 3).give(card, "B")
        assert game.kinds("B") == {"bottle": 1, kind: 3}
        assert game.s.tokens_at[tile] == 0 and game.s.coins_at[tile] == 2

    @pytest.mark.parametrize(
        ("card", "tile"), [("kid", "shop"), ("widow", "bank"), ("cowboy", "ranch"), ("prospector", "mine")]
    )
    def test_bom_28_all_coins(self, card, tile):
        game = Game(5, coins={tile: 3}).face_up("sheriff").give(card, "B")
        assert game.s.purses["B"] == 5
        assert game.s.coins_at[tile] == 0 and game.s.tokens_at[tile] == 1

    def test_bom_28_nothing_there_and_the_hat_is_spent(self):
        game = Game(3).face_up("sheriff").give("widow", "B")
        assert game.s.purses["B"] == 2 and game.s.hats["B"] == 1
        assert game.lines("bom.took.nothing") == [{"seat": "B", "location": "bank"}]


class TestOpenAndHidden:
    def test_bom_29_tokens_show_by_their_number_only(self):
        game = Game(5).face_up("sheriff").correct("tokens_at:mine", 2).give("miner", "A")
        public, own, other = (game.match.view(who)["state"]["seats"]["A"] for who in ("public", "A", "B"))
        assert public["tokens"] == 3 and "kinds" not in public and public == other
        assert own["kinds"] == {"bottle": 1, "supplies": 0, "banknotes": 0, "cattle": 0, "gold": 2}
        assert public["coins"] == 2, "coins are public"

    def test_bom_29_no_running_total_in_public(self):
        game = Game(5).face_up("sheriff").correct("tokens_at:mine", 2).give("miner", "A")
        standing = game.match.view()["standing"]["A"]
        assert standing == {"min": 2 + 3 * 2, "max": 2 + 3 * 5}, "what three backs tell, no more"
        assert game.match.view("B")["standing"]["A"] == standing
        assert game.match.view("A")["standing"]["A"] == 2 + 2 + 10

    def test_bom_29_the_take_itself_stays_readable(self):
        game = Game(5).face_up("sheriff").give("miner", "A")
        assert game.lines("bom.took.tokens") == [
            {"seat": "A", "location": "mine", "token": "gold", "count": 1}
        ]

    def test_bom_29_open_money(self):
        game = Game(5, open_money=True).face_up("sheriff").give("miner", "A")
        public = game.match.view()
        assert public["state"]["seats"]["A"]["kinds"]["gold"] == 1
        assert public["standing"]["A"] == 2 + 2 + 5


def test_bom_30_leftovers_belong_to_nobody():
    game = Game(3, coins={"ranch": 2})
    for _ in range(3):
        game.face_up("farmer").fill("goat", "widow", "banker", "outlaw", "sheriff", "gambler").anyhow()
    assert game.s.coins_at["ranch"] == 6 and game.s.tokens_at["ranch"] == 3
    held = sum(game.s.purses.values()), sum(game.s.holdings.counts.values())
    result = game.over()
    assert held[1] == 3 + 3, "a bottle each and the banknotes"
    assert sum(value.least for value in result.scores.values()) == held[0] + 3 * 2 + 3 * 4


def test_bom_31_no_payment_is_cut():
    game = Game(3).face_up("widow")
    game.correct("coin:A", 34 - 3 + 2)
    assert game.s.coins_left == 3
    game.give("thief", "A", "bank").give("charlatan", "C", {"A": 3}).give("goat", "B").give("farmer", "A")
    game.give("sheriff", "B").fill("cowboy")
    assert game.lines("bom.sheriff.paid")[0]["coins"] == 2
    assert game.s.purses["B"] == 2 + 5 and game.s.coins_left == -2
    assert game.lines("bom.supply.substitutes") == [{"missing": 2}]
    assert game.match.view()["state"]["supply"]["coin"] == -2


def test_bom_31_the_last_coin_of_the_supply_is_no_substitute():
    game = Game(3, coins={"bank": 1}).face_up("farmer")
    game.correct("coin:A", game.s.purses["A"] + game.s.coins_left - 1)
    for left, lines in ((0, []), (-1, [{"missing": 1}])):
        game.fill("goat", "widow", "banker", "cowboy", "waitress", "gambler").anyhow()
        assert game.s.coins_left == left and game.lines("bom.supply.substitutes") == lines
        game.face_up("farmer")


class TestThief:
    def test_bom_32_a_location_with_tokens(self):
        game = Game(2, coins={"bank": 3}).face_up("kid")
        game.correct("tokens_at:shop", 0).correct("tokens_at:bank", 2)
        game.give("thief", "B")
        assert game.s.loot == 2 and game.s.loot_from == "bank", "only the Bank is possible: not asked"
        assert game.s.tokens_at["bank"] == 0 and game.s.coins_at["bank"] == 3

    def test_bom_32_what_is_greyed(self):
        game = Game(4).face_up("kid").correct("tokens_at:shop", 0).offer("B", "accept", "thief")
        assert game.options == {"bank", "mine"}
        refused("bom.thief.no_tokens", game.match.answer, "shop")
        refused("bom.thief.saloon", game.match.answer, "saloon")
        refused("answer.unknown", game.match.answer, "ranch")

    def test_bom_32_no_location_has_any(self):
        game = Game(2).face_up("kid").correct("tokens_at:shop", 0).correct("tokens_at:bank", 0)
        game.give("thief", "B")
        assert game.s.loot == 0 and game.lines("bom.thief.nothing") == [{"seat": "B"}]
        assert game.asked == "bom.offer.receiver" or game.distributing

    def test_bom_33_loot_is_nobodys_until_the_saloon_phase(self):
        game = Game(4).face_up("sheriff").give("thief", "B", "mine")
        assert game.s.holdings.counts["B"] == 1
        assert game.match.view()["state"]["cards"]["on_thief"] == {"from": "mine", "tokens": 1}

    def test_bom_33_it_is_the_thiefs_when_the_gambler_acts(self):
        game = Game(4).face_up("sheriff").correct("bottle:A", 0).correct("bottle:C", 0)
        game.correct("bottle:D", 0)
        game.give("thief", "A", "mine").give("gambler", "B").give("banker", "B")
        game.fill("goat", "widow", "kid", "prospector", "outlaw")
        assert game.lines("bom.thief.kept")[0] == {"seat": "A", "token": "gold", "count": 1}
        assert game.lines("bom.gambler.drew")[-1] == {"seat": "B", "victim": "A", "token": "gold"}

    def test_bom_34_returned_loot_lies_where_it_was(self):
        game = Game(4).face_up("outlaw").give("thief", "A", "mine").give("sheriff", "B")
        game.fill("goat", "widow", "kid", "prospector", "charlatan", "seller")
        while game.asked == "bom.charlatan.coins":
            game.match.answer(game.match.prompt.pick(lambda n: 0))
            game.fill("gambler", "seller", "banker")
        stopped = game.lines("bom.sheriff.stopped_thief")[0]
        assert stopped == {"seat": "B", "coins": 2, "thief": "A", "location": "mine", "count": 1}


class TestCharlatan:
    def offered(self, people=4, **purses):
        game = Game(people).face_up("sheriff")
        for seat, coins in purses.items():
            game.correct(f"coin:{seat}", coins)
        return game.offer("B", "accept", "charlatan")

    def test_bom_35_as_many_as_there_are(self):
        game = self.offered(A=1, C=1, D=0)
        assert game.s.fooled == 2 and game.s.elixirs == {"A": 1, "B": 0, "C": 1, "D": 0}
        assert game.s.purses["A"] == game.s.purses["C"] == 0

    def test_bom_35_nobody_has_any(self):
        game = self.offered(A=0, C=0, D=0)
        assert game.s.fooled == 0 and game.lines("bom.charlatan.nothing") == [{"seat": "B"}]

    def test_bom_36_the_only_split(self):
        game = self.offered(A=2, C=1, D=0)
        assert game.s.elixirs == {"A": 2, "B": 0, "C": 1, "D": 0}

    def test_bom_36_a_free_split_within_what_each_has(self):
        game = self.offered(A=2, C=2, D=2)
        assert game.asked == "bom.charlatan.coins" and game.match.prompt.total == 3
        refused("answer.limit", game.match.answer, {"A": 3})
        refused("answer.total", game.match.answer, {"A": 2})
        refused("answer.unknown", game.match.answer, {"B": 1, "A": 2})
        game.match.answer({"A": 2, "C": 1})
        game.match.undo()
        game.match.answer({"A": 1, "C": 1, "D": 1})
        assert game.s.fooled == 3

    def test_bom_36_one_each_is_the_widest(self):
        game = self.offered(5)
        assert game.match.prompt.total == 3
        game.match.answer({"A": 1, "D": 1, "E": 1})
        assert sum(game.s.elixirs.values()) == 3

    def test_bom_37_with_two_people_all_from_the_one(self):
        game = Game(2).face_up("sheriff").offer("B", "accept", "charlatan")
        assert game.s.elixirs == {"A": 2, "B": 0} and game.s.fooled == 2

    def test_bom_38_coins_on_the_charlatan_are_nobodys(self):
        game = self.offered(A=2, C=2, D=2)
        game.match.answer({"A": 1, "C": 1, "D": 1})
        assert game.s.purses == {"A": 1, "B": 2, "C": 1, "D": 1}
        assert game.match.view()["state"]["cards"]["on_charlatan"] == 3
        game.match.act("end_early", "table")
        assert game.match.result.scores["B"].least == 2 + 2

    def saloon(self, *fill):
        game = Game(4).face_up("outlaw" if "sheriff" in fill else "sheriff")
        game.give("charlatan", "A", {"B": 2, "C": 1})
        before = game.coins()
        game.give(fill[0], "D").fill(*fill[1:], "goat", "widow", "kid", "prospector", "gambler", "seller")
        return game.anyhow(), before

    def test_bom_39_not_stopped(self):
        game, before = self.saloon("outlaw")
        assert game.gains(before) == {"A": 3}
        assert set(game.s.elixirs.values()) == {0} and game.s.fooled == 0

    def test_bom_39_stopped(self):
        game, before = self.saloon("sheriff")
        assert game.gains(before) == {"B": 2, "C": 1, "D": 2 + 1}
        assert set(game.s.elixirs.values()) == {0} and game.s.fooled == 0

    def test_bom_39_a_killed_sheriff_does_not_stop_him(self):
        game = Game(4).face_up("thief").give("charlatan", "A", {"B": 2, "C": 1}).give("sheriff", "D")
        before = game.coins()
        game.give("outlaw", "B").fill("goat", "widow", "kid", "prospector", "gambler").anyhow()
        assert game.gains(before) == {"A": 3, "B": 4}
