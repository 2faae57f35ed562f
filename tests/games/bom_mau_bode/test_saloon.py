"""BOM-40 to BOM-53: the Saloon phase."""

from fractions import Fraction

import pytest

from shared_rules.engine import between
from shared_rules.games.bom_mau_bode import characters as c
from tests.engine.games import refused
from tests.games.bom_mau_bode.script import Game

THIRD = Fraction(1, 3)


def four(given, face_up="charlatan", fill=(), chosen=None, **fields):
    """Four people up to the first question of the Saloon; fields: coins and tokens set by hand before."""
    game = Game(4)
    game.face_up(face_up)
    for field, value in fields.items():
        what, where = field.split("__")
        game.correct(f"{what}_at:{where}" if where in c.LOCATIONS else f"{what}:{where}", value)
    before = game.coins()
    for card, owner in given.items():
        game.give(card, owner, *([chosen[card]] if chosen and card in chosen else []))
    game.fill(*fill)
    return game, before


def test_bom_40_ascending_order_whoever_is_absent():
    game, _ = four({"gambler": "A", "thief": "B", "waitress": "C"}, "sheriff", chosen={"thief": "mine"})
    assert game.lines("bom.thief.kept") and game.asked == "bom.waitress.bottles"
    game.match.answer({"A": 1})
    game.anyhow()
    lines = [line["id"] for line in game.match.log()]
    order = ("bom.thief.kept", "bom.waitress.gave", "bom.gambler.drew", "bom.gambler.lost")
    assert sorted(map(lines.index, order)) == [lines.index(line) for line in order]
    assert lines.count("bom.gambler.drew") == 1


class TestOutlawAndSheriff:
    def test_bom_41_a_sheriff_who_is_set_aside_is_not_in_play(self):
        game, before = four({"outlaw": "A"}, "sheriff")
        assert game.gains(before) == {} and game.lines("bom.outlaw.nothing") == [{"seat": "A"}]

    def test_bom_42_the_outlaw_kills_the_sheriff(self):
        game, before = four({"outlaw": "A", "sheriff": "B"})
        assert game.gains(before) == {"A": 4}

    def test_bom_42_even_ones_own(self):
        game, before = four({"outlaw": "A", "sheriff": "A"})
        assert game.gains(before) == {"A": 4} and game.lines("bom.sheriff.paid") == []

    def test_bom_43_the_sheriff_is_paid_even_if_nothing_was_stolen(self):
        empty = {f"coin__{seat}": 0 for seat in "ABCD"} | {
            f"tokens__{tile}": 0 for tile in ("shop", "bank", "mine")
        }
        game, before = four({"thief": "A", "charlatan": "B", "sheriff": "C"}, "outlaw", **empty)
        assert game.gains(before) == {"C": 5}

    @pytest.mark.parametrize(
        ("given", "pay"),
        [({}, 2), ({"thief": "A"}, 4), ({"charlatan": "B"}, 3), ({"thief": "A", "charlatan": "B"}, 5)],
    )
    def test_bom_43_what_he_is_paid(self, given, pay):
        chosen = {"thief": "mine", "charlatan": {"A": 1, "C": 1, "D": 1}}
        game, before = four({**given, "sheriff": "C"}, "outlaw", chosen=chosen)
        assert game.gains(before) == {"C": pay}

    def test_bom_44_compulsory_against_oneself(self):
        game, before = four(
            {"thief": "A", "sheriff": "A"}, "outlaw", chosen={"thief": "mine"}, tokens__mine=2
        )
        assert game.gains(before) == {"A": 4} and "gold" not in game.kinds("A")
        assert game.s.tokens_at["mine"] >= 2

    def test_bom_45_a_killed_sheriff_stops_nobody(self):
        game = Game(5).face_up("gambler")
        game.give("outlaw", "B").give("sheriff", "C").give("thief", "A", "mine").give("waitress", "A")
        before = game.coins()
        game.fill()
        assert game.gains(before) == {"B": 4} and game.kinds("A")["gold"] == 1
        game.say("bom.waitress.bottles", {"C": 1})


class TestWaitress:
    def test_bom_46_every_split_over_the_opponents(self):
        game, _ = four({"waitress": "A"}, "gambler", tokens__saloon=2)
        prompt = game.match.prompt
        assert prompt.of == "A" and prompt.total == 2
        splits = [{"B": b, "C": k, "D": 2 - b - k} for b in range(3) for k in range(3 - b)]
        assert len(splits) == 6
        for split in splits:
            assert prompt.check(split) == split
        refused("answer.unknown", game.match.answer, {"A": 1, "B": 1})
        refused("answer.total", game.match.answer, {"B": 1})
        counts = dict(game.s.holdings.counts)
        game.match.answer({"B": 2})
        assert game.s.holdings.counts["B"] == counts["B"] + 2

    def test_bom_46_no_bottles(self):
        game, _ = four({"waitress": "A"}, "gambler", tokens__saloon=0)
        assert game.lines("bom.waitress.nothing") == [{"seat": "A"}]

    def test_bom_47_bottles_first_then_the_gamblers_action(self):
        game, _ = four({"waitress": "A", "gambler": "B"}, "outlaw", bottle__B=0, tokens__saloon=1)
        game.say("bom.waitress.bottles", {"B": 1})
        assert game.asked == "bom.gambler.victim" and game.match.prompt.of == "A"
        game.match.answer("B")
        assert game.lines("bom.gambler.drew") == [{"seat": "A", "victim": "B", "token": "bottle"}]
        assert game.lines("bom.gambler.lost") == [{"seat": "B"}]
        assert game.s.holdings.counts["B"] == 0

    def test_bom_48_the_same_owner_of_both(self):
        game, _ = four({"waitress": "A", "gambler": "A"}, "outlaw")
        game.say("bom.waitress.bottles", {"B": 1}).anyhow()
        assert len(game.lines("bom.gambler.drew")) == 1

    def test_bom_49_with_two_people(self):
        game = Game(2).face_up("outlaw").correct("tokens_at:saloon", 2)
        game.correct("bottle:B", 0).correct("supplies:B", 1)
        game.give("waitress", "A").give("gambler", "B").fill("goat", "kid", "widow", "sheriff")
        assert game.asked == "bom.gambler.token", "the bottles and the victim are forced"
        game.match.answer(None)
        public = game.s.holdings.public.worlds
        assert public.chance("A", supplies=1) == THIRD and public.chance("A", bottle=2) == 2 * THIRD


class TestGambler:
    def test_bom_50_only_who_has_tokens(self):
        game, _ = four({"gambler": "A"}, "waitress", bottle__B=0, bottle__D=0)
        assert game.lines("bom.gambler.drew") == [{"seat": "A", "victim": "C", "token": "bottle"}]

    def test_bom_50_greyed(self):
        game, _ = four({"gambler": "A"}, "waitress", bottle__B=0)
        assert game.options == {"C", "D"}
        refused("bom.gambler.no_tokens", game.match.answer, "B")

    def test_bom_50_nobody_has_any(self):
        game, _ = four({"gambler": "A"}, "waitress", bottle__B=0, bottle__C=0, bottle__D=0)
        assert game.lines("bom.gambler.nothing") == [{"seat": "A"}]


def ambiguous(answer=None):
    """B holds two bottles and a gold; A, who has none, draws one of them."""
    game = Game(4).face_up("waitress").correct("bottle:B", 2).correct("gold:B", 1)
    game.correct("bottle:A", 0).give("gambler", "A").fill()
    game.say("bom.gambler.victim", "B")
    assert game.asked == "bom.gambler.token"
    game.match.answer(answer)
    return game


def twice(first, second):
    """Then C draws one of the two that B has left, in the second round."""
    game = ambiguous(first)
    game.face_up("waitress").give("gambler", "C").fill()
    game.say("bom.gambler.victim", "B")
    assert game.options == {"bottle", "gold"}, "the public cannot know better"
    game.match.answer(second)
    return game


class TestHiddenToken:
    def test_bom_51_a_certain_type_is_not_asked(self):
        game, _ = four({"gambler": "A"}, "waitress")
        game.say("bom.gambler.victim", "B")
        assert game.asked == "bom.face_up" and game.kinds("A") == {"bottle": 2}
        assert game.lines("bom.gambler.drew")[0]["token"] == "bottle", "everybody knows it"

    def test_bom_51_the_prompt_is_private_and_optional(self):
        game = ambiguous()
        game.match.undo()
        prompt = game.match.prompt
        assert prompt.of == "A" and prompt.secret_to == ("A", "B") and prompt.optional
        assert game.options == {"bottle", "gold"}
        refused("answer.unknown", game.match.answer, "cattle")

    def test_bom_51_weights_and_bounds(self):
        held = ambiguous().s.holdings
        assert held.public.worlds.worth(c.RESOURCES, "A") == {2: 2 * THIRD, 5: THIRD}
        assert held.public.worlds.worth(c.RESOURCES, "B") == {4: THIRD, 7: 2 * THIRD}
        assert held.worth(c.RESOURCES, "B") == between(4, 7) and held.worth(c.RESOURCES, "A") == between(2, 5)
        assert held.public.worlds.worth(c.RESOURCES, "A", "B") == {9: 1}

    def test_bom_51_told_in_private_the_two_of_them_know(self):
        game = ambiguous("gold")
        for viewer in ("A", "B"):
            assert game.match.view(viewer)["state"]["seats"][viewer]["kinds"]["gold"] == (viewer == "A")
        assert game.match.view("A")["standing"]["A"] == 2 + 5
        hidden = [game.match.log(viewer=viewer) for viewer in ("public", "C")]
        for log in hidden:
            drew = next(line for line in log if line["id"] == "bom.gambler.drew")
            assert drew["params"]["token"] == {"hidden": True}
        assert game.match.view() == ambiguous("bottle").match.view() == ambiguous().match.view()

    def test_bom_51_a_mistake_is_not_noticed_by_anybody_else(self):
        """A told gold; B later cannot lose gold. Only B, who saw both, learns that they cannot both be."""
        game = twice("gold", "gold")
        assert game.asked == "bom.face_up"
        honest = twice("bottle", "gold")
        assert game.match.view() == honest.match.view() == twice(None, None).match.view()
        gold = {seat: game.match.view(seat)["state"]["seats"][seat]["kinds"]["gold"] for seat in "ABC"}
        assert gold == {"A": 1, "B": {"min": 0, "max": 1}, "C": 1}
        assert honest.match.view("B")["state"]["seats"]["B"]["kinds"]["gold"] == 0

    def test_bom_51_open_money_shows_what_is_drawn(self):
        game = Game(4, open_money=True).face_up("waitress").correct("bottle:B", 2).correct("gold:B", 1)
        game.give("gambler", "A").fill()
        game.say("bom.gambler.victim", "B")
        assert game.match.prompt.secret_to is None and not game.match.prompt.optional
        game.match.answer("gold")
        assert game.match.view()["state"]["seats"]["A"]["kinds"]["gold"] == 1

    def test_bom_52_the_weights_go_on_with_the_token(self):
        game = ambiguous()
        game.face_up("waitress").give("gambler", "C").fill()
        before = game.s.holdings.counts["A"]
        assert before == 1
        game.say("bom.gambler.victim", "A")
        game.say("bom.gambler.token", None)
        held = game.s.holdings.public.worlds
        assert held.chance("C", gold=1) == THIRD and held.chance("C", bottle=2) == 2 * THIRD


def test_bom_53_the_goat():
    game = Game(4).face_up("thief").offer("B", "accept", "goat")
    assert game.s.hats["B"] == 1 and game.asked == "bom.offer.receiver"
    assert game.lines("bom.goat") == [{"seat": "B"}]
    assert "goat" not in c.AT_SALOON and "goat" not in c.LOCATION_OF
