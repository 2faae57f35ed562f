"""BOM-12 to BOM-27: Distribution."""

import pytest

from tests.engine.games import refused
from tests.games.bom_mau_bode.script import Game, forced


def test_bom_12_hand_sizes():
    game = Game(5).face_up("thief")
    assert (game.s.hand, game.s.pile) == (4, 9)
    for k, card in enumerate(("goat", "widow", "kid", "cowboy"), start=1):
        game.match.answer(game.s.receivers()[0])
        game.match.answer("accept")
        game.match.answer(card)
        assert game.s.offers == k and game.s.hand == 4
        assert game.s.pile + 1 == 10 - k, "before the next Dealer draws it is 10 - k"


def test_bom_13_only_active_opponents_receive():
    game = Game(4).face_up("thief").give("goat", "B").give("widow", "A").give("kid", "B")
    assert game.s.hats["B"] == 0
    while game.s.dealer != "A":
        game.give("outlaw", "D")
    assert game.options == {"C", "D"}
    refused("bom.offer.receiver_inactive", game.match.answer, "B")
    refused("bom.offer.receiver_is_dealer", game.match.answer, "A")


class TestDeclarations:
    def offered(self):
        return Game(4).face_up("thief").give("outlaw", "B")

    def declare(self, game, dealer, card):
        game.match.act("bom.declare", dealer, card)

    def test_bom_14_a_name_that_is_publicly_impossible_is_refused(self):
        game = self.offered()
        prompt = game.match.act_prompt("bom.declare", "B")
        assert "sheriff" in prompt.options() and "outlaw" not in prompt.options()
        refused("bom.card.in_play", self.declare, game, "B", "outlaw")
        refused("bom.card.face_up", self.declare, game, "B", "thief")

    def test_bom_14_a_bluff_is_logged_and_has_no_penalty(self):
        game, honest = self.offered(), self.offered()
        self.declare(game, "B", "sheriff")
        game.offer("C", "accept", "goat")
        honest.offer("C", "accept", "goat")
        assert game.lines("bom.offer.was_bluff") == [{"dealer": "B", "declared": "sheriff", "card": "goat"}]
        assert game.coins() == honest.coins() and game.s.hats == honest.s.hats

    def test_bom_14_the_truth_may_be_told(self):
        game = self.offered()
        self.declare(game, "B", "goat")
        game.offer("C", "refuse", "goat")
        assert game.lines("bom.offer.was_true") == [{"dealer": "B", "declared": "goat"}]

    def test_bom_14_in_the_last_phase_too(self):
        game = Game(3).face_up("thief").give("goat", "A").give("widow", "B").give("cowboy", "A")
        game.give("outlaw", "B")
        game.refuse("sheriff")
        dealer = game.s.dealer
        refused("bom.card.discarded", self.declare, game, dealer, "sheriff")
        self.declare(game, dealer, "gambler")
        game.refuse("waitress")
        assert game.lines("bom.offer.was_bluff")[0]["card"] == "waitress"

    def test_bom_16_nobody_has_to_enter_it(self):
        told, silent = self.offered(), self.offered()
        self.declare(told, "B", "sheriff")
        for game in (told, silent):
            game.offer("C", "accept", "goat")
        seen = [dict(game.match.view()["state"]) for game in (told, silent)]
        assert seen[0].pop("declarations") == {"B": {"entered": 1, "bluffs": 1, "accepted": 1}}
        assert seen[1].pop("declarations") == {}, "statistics tell of what was entered, and of nothing else"
        assert seen[0] == seen[1]

    def test_bom_16_when_it_may_be_entered(self):
        game = Game(4).face_up("thief")
        self.declare(game, "A", "goat")  # before the receiver is known
        refused("bom.declare.not_the_dealer", self.declare, game, "B", "goat")
        game.match.answer("B")
        self.declare(game, "A", "sheriff")  # corrected
        game.match.answer("accept")
        self.declare(game, "A", "outlaw")
        game.match.answer("charlatan")
        assert game.asked == "bom.charlatan.coins"
        refused("bom.declare.no_offer", self.declare, game, "A", "goat")
        assert game.s.declarations["A"] == [1, 1, 1]

    def test_bom_16_at_the_end_it_is_told_per_dealer(self):
        game = self.offered()
        self.declare(game, "B", "sheriff")
        game.offer("C", "refuse", "goat")
        self.declare(game, "C", "widow")
        game.offer("D", "accept", "widow")
        game.match.act("end_early", "table")
        assert game.lines("bom.bluffs") == [
            {"seat": "B", "entered": 1, "bluffs": 1, "accepted": 0},
            {"seat": "C", "entered": 1, "bluffs": 0, "accepted": 0},
        ]


def test_bom_15_refused_the_dealer_has_to_do_it():
    game = Game(4, coins={"shop": 2}).face_up("thief").offer("B", "refuse", "kid")
    assert game.s.purses == {"A": 4, "B": 2, "C": 2, "D": 2}
    assert game.s.hats == {"A": 1, "B": 2, "C": 2, "D": 2} and game.s.in_play == {"kid": "A"}


def test_bom_15_accepted_the_receiver_does():
    game = Game(4, coins={"shop": 2}).face_up("thief").offer("B", "accept", "kid")
    assert game.s.purses["B"] == 4 and game.s.hats["B"] == 1 and game.s.in_play == {"kid": "B"}


def test_bom_17_an_instant_effect_comes_before_the_hand_over():
    game = Game(5).face_up("sheriff").offer("B", "accept", "thief")
    assert game.asked == "bom.thief.location" and game.match.prompt.of == "B"
    assert game.s.dealer == "A"
    game.say("bom.thief.location", "mine")
    assert game.s.dealer == "B"


def test_bom_18_a_dealer_who_becomes_inactive_still_passes_the_hand():
    game = Game(4).face_up("thief").offer("B", "accept", "goat")
    game.offer("A", "accept", "widow")  # by B
    game.offer("B", "accept", "kid").offer("C", "accept", "outlaw")  # by C, then D
    assert game.s.dealer == "A" and game.s.hats == {"A": 1, "B": 0, "C": 1, "D": 2}
    game.offer("C", "refuse", "prospector")
    assert game.s.hats["A"] == 0
    assert (game.s.dealer, game.s.hand) == ("C", 4), "B is inactive"


def test_bom_19_one_by_one_they_become_inactive():
    """It is reached exactly once in a round; the invariants say the same of every random match."""
    game = Game(3).face_up("thief").give("goat", "A").give("widow", "B").give("cowboy", "A")
    assert game.s.last_active is None and game.lines("bom.last_active") == []
    game.give("outlaw", "B")
    assert game.lines("bom.last_active") == [{"seat": "C", "cards": 2}]
    game.give("sheriff", "C").give("gambler", "C")
    assert len(game.lines("bom.last_active")) == 1


def last_phase(dealer="A"):
    """Four people; C is the last active person with two hats."""
    game = Game(4, dealer=dealer).face_up("thief")
    for card, owner in zip(
        ("goat", "widow", "kid", "prospector", "outlaw", "sheriff"), "ABDABD", strict=True
    ):
        game.give(card, owner)
    assert game.s.last_active == "C"
    return game


def test_bom_20_inactive_ones_deal_again_and_the_last_one_does_not():
    game = last_phase()
    dealers = []
    for card in ("gambler", "waitress", "seller"):
        dealers.append(game.s.dealer)
        game.refuse(card)
    first = dealers[0]
    order = "ABD" * 2
    k = order.index(first)
    assert dealers == list(order[k : k + 3])


def test_bom_20_the_first_after_the_hand_over():
    game = Game(4, dealer="B").face_up("thief")
    for card, owner in zip(("goat", "widow", "kid", "prospector", "outlaw"), "AADDB", strict=True):
        game.give(card, owner)
    assert game.s.hats == {"A": 0, "B": 1, "C": 2, "D": 0}
    while game.s.dealer != "B":
        pytest.fail(f"{game.s.dealer} deals")
    game.offer("C", "refuse", "sheriff")
    assert game.s.last_active == "C" and game.s.dealer == "D", "C is skipped"
    game.refuse("gambler")
    assert game.s.dealer == "A"
    game.refuse("waitress")
    assert game.s.dealer == "B"


class TestTwoPeople:
    def test_bom_21_whoever_is_inactive_deals_all_that_is_left(self):
        game = Game(2, dealer="B").face_up("thief").give("goat", "B")
        game.give("kid", "B")
        while game.s.dealer != "B":
            game.give("seller", "A")
        game.offer("A", "refuse", "widow")  # B's third hat
        s = game.s
        assert (s.dealer, s.last_active) == ("B", "A")
        assert s.pile == 0 and s.hand == 3 + s.hats["A"]
        game.refuse("outlaw")
        assert game.s.dealer == "B"

    def test_bom_21_the_last_one_was_the_dealer(self):
        game = Game(2, dealer="A").face_up("thief").give("goat", "B")
        game.give("kid", "B")
        while game.s.dealer != "A":
            game.give("seller", "A")
        game.offer("B", "accept", "widow")
        assert (game.s.dealer, game.s.last_active) == ("B", "A")


def test_bom_22_the_draw_pile_is_taken_once():
    game = last_phase()
    assert (game.s.hand, game.s.pile) == (5, 0)
    game.refuse("gambler")
    assert (game.s.hand, game.s.pile) == (4, 0)


class TestRefusedAtLast:
    def test_bom_23_no_hat_no_effect_not_in_play(self):
        game = Game(4, coins={"mine": 1}).face_up("thief")
        for card, owner in zip(("goat", "widow", "kid", "outlaw", "seller", "banker"), "ABDABD", strict=True):
            game.give(card, owner)
        before, tokens = game.coins(), dict(game.s.holdings.counts)
        game.refuse("sheriff", "prospector", "miner")
        assert game.s.hats["C"] == 2 and game.s.refused == ["sheriff", "prospector", "miner"]
        assert game.coins() == before and game.s.holdings.counts == tokens
        assert not {"sheriff", "prospector", "miner"} & set(game.s.in_play)
        game.give("waitress", "C").give("charlatan", "C", {"A": 2, "B": 1})
        assert game.lines("bom.outlaw.nothing") == [{"seat": "A"}], "a discarded Sheriff is not killed"

    def test_bom_23_a_discarded_gambler_does_not_make_the_waitress_act(self):
        game = last_phase()
        game.refuse("gambler").give("waitress", "C").give("seller", "C")
        game.say("bom.waitress.bottles", {"A": 1})
        assert game.asked == "bom.face_up", "round 2: nobody drew a token"

    def test_bom_24_forced_acceptance_after_three_refusals(self):
        game = Game(3).face_up("thief").give("goat", "A").give("widow", "B").give("cowboy", "A")
        game.give("outlaw", "B")
        s = game.s
        assert (s.last_active, s.hats["C"], s.hand) == ("C", 2, 5)
        game.refuse("banker").offer("C", "accept", "farmer").refuse("sheriff", "gambler")
        assert (game.s.hand, game.s.hats["C"]) == (1, 1)
        assert game.asked == "bom.offer.card", "there is no refuse button"
        assert forced(game, "bom.offer.answer") == 1
        assert game.lines("engine.forced")[-1] == {
            "prompt": "bom.offer.answer",
            "of": "C",
            "answer": "accept",
        }
        game.say("bom.offer.card", "waitress")

    def test_bom_24_not_before(self):
        game = last_phase().refuse("gambler", "waitress")
        assert game.options == {"accept", "refuse"}

    def test_bom_25_several_forced_offers_choose_the_order(self):
        """The Dealers still choose which card comes first, and the Dealer still changes."""
        told = []
        for first, second in (("thief", "miner"), ("miner", "thief")):
            game = Game(5).face_up("sheriff")
            cards = ("goat", "widow", "kid", "prospector", "outlaw", "gambler", "cowboy", "waitress")
            for card, owner in zip(cards, "ABDEABDE", strict=True):
                game.give(card, owner)
            game.correct("tokens_at:mine", 2)
            game.refuse("charlatan", "seller", "banker")
            assert (game.s.hand, game.s.hats["C"]) == (2, 2)
            dealer = game.s.dealer
            game.match.act("bom.declare", dealer, "farmer")
            game.offer("C", "forced", first, *(["mine"] if first == "thief" else []))
            assert game.s.dealer != dealer
            game.offer("C", "forced", second, *(["ranch"] if second == "thief" else []))
            told.append((game.lines("bom.took.tokens"), game.lines("bom.took.nothing")[4:]))
        assert told == [
            ([], [{"seat": "C", "location": "mine"}]),
            ([{"seat": "C", "location": "mine", "token": "gold", "count": 2}], []),
        ]


def test_bom_26_what_is_left_stays_secret():
    game = (
        Game(3).face_up("thief").give("goat", "A").give("widow", "B").give("cowboy", "A").give("farmer", "C")
    )
    game.give("outlaw", "B")
    assert game.s.hats["C"] == 1
    game.offer("C", "accept", "waitress")
    assert game.asked == "bom.waitress.bottles"
    assert len(game.s.unseen) == 3 + 1 and game.s.hand == 3
    assert game.match.view()["state"]["cards"]["unseen"] == list(game.s.unseen)


def test_bom_27_the_last_active_person_deals_first_in_the_next_round():
    game = (
        Game(3).face_up("thief").give("goat", "A").give("widow", "B").give("cowboy", "A").give("outlaw", "B")
    )
    game.give("sheriff", "C").give("farmer", "C")
    assert game.match.round == 2 and game.s.dealer == "C"
    game.face_up("thief")
    assert game.match.prompt.of == "C"
