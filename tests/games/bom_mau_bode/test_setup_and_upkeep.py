"""BOM-1 to BOM-11 and BOM-65: Setup and Upkeep."""

import pytest

from shared_rules.engine import Match
from shared_rules.games.bom_mau_bode import BomMauBode
from shared_rules.games.bom_mau_bode import characters as c
from tests.engine.games import refused
from tests.games.bom_mau_bode.script import NAMES, Game, forced


def test_bom_1_the_table_is_asked_who_deals_first_and_the_app_may_decide():
    rulebook = BomMauBode()
    match = Match(rulebook, rulebook.set_up(NAMES[:3]))
    assert match.prompt.id == "bom.first_dealer" and set(match.prompt.options()) == {"A", "B", "C"}
    assert match.decide(lambda n: n - 1) == "C"
    game = Game(3, dealer="B").face_up("widow")
    assert game.s.dealer == "B" and game.s.hand == 4


@pytest.mark.parametrize(
    ("people", "size", "gone"),
    [
        (2, 11, {"farmer", "cowboy", "miner", "prospector"}),
        (3, 11, {"kid", "seller", "miner", "prospector"}),
        (4, 13, {"farmer", "cowboy"}),
        (5, 15, set()),
    ],
)
def test_bom_2_the_card_pool(people, size, gone):
    pool = set(c.draw_pile(people, chef=False))
    assert len(pool) == size
    assert pool == set(c.CHARACTERS) - gone - {"chef"}
    assert set(c.draw_pile(people, chef=True)) == pool | {"chef"}
    assert set(Game(people).match.prompt.options()) == pool
    assert {"goat", *c.AT_SALOON} <= pool


@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_bom_2_every_card_in_the_pool_has_its_tile(people):
    for card in c.draw_pile(people, chef=True):
        assert c.LOCATION_OF.get(card, "saloon") in c.TILES[people]


def continuations(s):
    """Who may become the owner of the next card, None for nobody: what decides the course of hats."""
    if s.last_active is None:
        return [seat for seat in s.players if s.hats[seat]]
    return [s.last_active, *([None] if s.hats[s.last_active] < s.hand else [])]


def where(s):
    return (tuple(s.hats.values()), s.dealer, s.last_active, len(s.refused), s.hand, s.pile)


class Courses:
    """Every possible course of hats, played in one match by going back; none is gone on twice."""

    def __init__(self, people, chef):
        # With the Thief aside and the Charlatan left for last, no card asks anything.
        self.game = Game(people, chef=chef).face_up("thief")
        self.cards = [card for card in self.game.s.pool if card not in ("thief", "charlatan", "chef")]
        self.seen = set()
        self.lasts, self.refusals = set(), set()
        self.walk()

    def walk(self):
        game, s = self.game, self.game.s
        if where(s) in self.seen:
            return
        self.seen.add(where(s))
        if s.last_active and not s.refused:
            self.lasts.add((s.hats[s.last_active], s.hand))
        for owner in continuations(s):
            ends = owner is not None and s.last_active and s.hats[owner] == 1
            refusals, entries = len(s.refused), game.match.n
            card = self.cards[s.offers]
            game.give(card, owner) if owner else game.refuse(card)
            assert game.distributing == (not ends)
            if ends:
                self.refusals.add(refusals)
            else:
                self.walk()
            game.match.undo(game.match.n - entries)
            s = game.s


@pytest.mark.parametrize("chef", [False, True])
@pytest.mark.parametrize(("people", "r_of"), [(2, {1, 2, 3}), (3, {1, 2}), (4, {1, 2}), (5, {1, 2})])
def test_bom_3_arithmetic_on_every_course(people, r_of, chef):
    """The invariants hold everywhere on the way: D = H + 3, and the draw pile is exactly r at last."""
    assert len(c.draw_pile(people, chef)) - 1 - c.face_down(chef) == c.small_hats(people) * people + 3
    courses = Courses(people, chef)
    assert courses.lasts == {(r, r + 3) for r in r_of}
    assert courses.refusals == {0, 1, 2, 3}


def test_bom_3_with_two_people_every_offer_lands_on_one():
    game = Game(2, dealer="A").face_up("goat", "widow")
    for card in ("kid", "seller", "banker"):
        assert game.s.last_active is None
        game.give(card, "B")
    assert game.s.hats == {"A": 3, "B": 0}
    assert game.s.dealer == "B" and game.s.hand == 6 and game.s.pile == 0
    assert game.lines("bom.last_active") == [{"seat": "A", "cards": 3}]


def test_bom_4_hats():
    three = Game(3).face_up("widow").give("goat", "A").give("banker", "A")
    assert not three.s.hats["A"] and three.lines("bom.inactive") == [{"seat": "A"}]
    two = Game(2).face_up("widow").give("goat", "A").give("kid", "A")
    assert two.s.hats["A"] == 1 and two.lines("bom.inactive") == []


QUIET = ("goat", "widow", "cowboy", "outlaw", "sheriff", "gambler")  # three people: nobody takes from a tile


def quiet_rounds(game, rounds, cards=QUIET, face_up="farmer"):
    """Rounds in which nothing is taken from the locations."""
    for _ in range(rounds):
        game.face_up(face_up).fill(*cards).anyhow()
    return game


def test_bom_5_every_tile_gets_a_token_the_saloon_too():
    game = quiet_rounds(Game(3), 2)
    assert game.match.round == 3
    assert game.s.tokens_at == {"saloon": 3, "bank": 3, "ranch": 3}
    assert game.s.supply == {"bottle": 0, "banknotes": 0, "cattle": 0}


def test_bom_6_coins_of_a_tile_are_asked_once_where_they_are_needed():
    rulebook = BomMauBode()
    match = Match(rulebook, rulebook.set_up(NAMES[:2], box={"coins_bank": 1}))
    match.answer("A")
    assert match.prompt.id == "box.coins_saloon"
    refused("answer.range", match.answer, 6)
    refused("answer.range", match.answer, -1)
    match.answer(0)
    assert match.prompt.id == "box.coins_shop"
    match.answer(2)
    assert match.prompt.id == "bom.face_up", (
        "what the box knows is not asked, nor are tiles that are not used"
    )
    assert match.box == {"coins_bank": 1, "coins_saloon": 0, "coins_shop": 2}
    assert match._run.table.state.coins_at == {"saloon": 0, "shop": 2, "bank": 1}


def test_bom_6_bom_7_what_is_not_taken_accumulates():
    game = Game(2, coins={"shop": 2})
    quiet_rounds(game, 1, ("goat", "widow", "outlaw", "sheriff", "gambler", "charlatan"), "seller")
    assert game.match.round == 2 and game.s.coins_at["shop"] == 4 and game.s.tokens_at["shop"] == 2


def test_bom_7_loot_that_was_returned_lies_beside_the_next_token():
    game = Game(3).face_up("outlaw").give("thief", "A", "bank")
    assert game.s.tokens_at["bank"] == 0 and game.s.loot == 1
    game.give("sheriff", "B").fill("goat", "widow", "cowboy", "gambler").anyhow()
    assert game.match.round == 2 and game.s.tokens_at["bank"] == 2


def test_bom_8_a_face_up_card_is_seen_and_the_face_down_one_is_not():
    game = Game(5).face_up("miner")
    cards = game.match.view()["state"]["cards"]
    assert cards["face_up"] == "miner" and "miner" not in cards["unseen"]
    assert cards["face_down"] == 1 and len(cards["may_be_face_down"]) == 14
    game.match.answer("B")
    game.match.answer("accept")
    refused("bom.card.face_up", game.match.answer, "miner")
    assert len([entry for entry in game.match.entries if entry.id.startswith("bom.face_up")]) == 1


def test_bom_9_a_goat_that_is_face_up_goes_back():
    game = Game(3).say("bom.face_up", "goat")
    assert game.asked == "bom.face_up.instead"
    refused("bom.face_up.goat_goes_back", game.match.answer, "goat")
    game.say("bom.face_up.instead", "banker")
    s = game.s
    assert s.face_up == "banker" and "goat" in s.unseen and s.hand + s.pile == 9
    assert game.asked == "bom.offer.receiver", "one replacement suffices"


def test_bom_10_what_a_face_up_goat_proves():
    cards = Game(3).face_up("goat", "banker").match.view()["state"]["cards"]
    assert "goat" not in cards["may_be_face_down"] and "goat" in cards["unseen"]
    cards = Game(3).face_up("banker").match.view()["state"]["cards"]
    assert "goat" in cards["may_be_face_down"]


def test_bom_10_a_goat_that_is_surely_live_is_the_last_card():
    """After three refusals all live cards are revealed: the last one cannot be the face-down card."""
    game = Game(3).face_up("goat", "banker")
    game.give("outlaw", "B").give("sheriff", "A").give("gambler", "B").give("widow", "A").give("farmer", "C")
    assert game.s.last_active == "C"
    game.refuse("waitress", "thief", "charlatan")
    assert game.lines("bom.offer.accepted")[-1]["card"] == "goat"
    assert forced(game, "bom.offer.card") == 1


def test_bom_11_upkeep_with_the_chef():
    game = Game(5, chef=True)
    assert len(game.s.pool) == 16
    game.face_up("chef")
    s = game.s
    assert s.hand + s.pile == 13 and s.face_up == "chef" and s.face_down == 2
    assert game.asked == "bom.offer.receiver", "no replacement"
    assert game.match.view()["state"]["cards"]["face_down"] == 2
    game.match.answer("B")
    game.match.answer("refuse")
    refused("bom.card.face_up", game.match.answer, "chef")


@pytest.mark.parametrize(
    ("people", "tiles", "supply", "coins"),
    [
        (2, {"saloon", "shop", "bank"}, {"bottle": 4, "supplies": 4, "banknotes": 4}, 36),
        (3, {"saloon", "bank", "ranch"}, {"bottle": 3, "banknotes": 3, "cattle": 3}, 34),
        (
            4,
            {"saloon", "shop", "bank", "mine"},
            {"bottle": 3, "supplies": 3, "banknotes": 3, "gold": 3},
            32,
        ),
        (
            5,
            {"saloon", "shop", "bank", "ranch", "mine"},
            {"bottle": 3, "supplies": 3, "banknotes": 3, "cattle": 3, "gold": 3},
            30,
        ),
    ],
)
def test_bom_65_set_up(people, tiles, supply, coins):
    rulebook = BomMauBode()
    s = Match(rulebook, rulebook.set_up(NAMES[:people]))._run.table.state
    assert set(s.tiles) == tiles and s.supply == supply and s.coins_left == coins
    assert set(s.purses.values()) == {2} and set(s.holdings.counts.values()) == {1}
    assert all(s.holdings.sure(seat)["bottle"] == 1 for seat in s.players)
    assert c.BOX_ELIXIRS == 3
    assert all(s.totals[kind] <= c.BOX_TOKENS[kind] for kind in s.totals)
