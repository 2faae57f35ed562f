"""The recount at the end: the real table is right, and what does not add up points at an entry."""

import pytest

from shared_rules.engine import audit
from shared_rules.games.bom_mau_bode.knowledge import Holdings
from tests.engine.games import refused
from tests.games.bom_mau_bode.script import Game, forced

KINDS = ("banknotes", "cattle", "bottle")


def played(coins=None, last=None, **options):
    """Three people at the recount; `last(game)` plays the last Distribution."""
    game = Game(3, coins=coins, **options)
    for _ in range(2):
        game.face_up("farmer").fill("goat", "widow", "cowboy", "outlaw", "sheriff", "gambler").anyhow()
    if last:
        last(game)
    else:
        game.face_up("farmer").fill("goat", "widow", "cowboy", "outlaw", "sheriff", "gambler")
    game.anyhow()
    assert game.asked == "bom.recount"
    return game


def count(game, who, coins, **kinds):
    """Count, and enter what was counted."""
    game.say("bom.recount", who)
    if game.asked == "bom.recount.agrees":
        game.match.answer("no")
    game.say("bom.recount.count", coins)
    for kind in game.s.supply:
        game.say("bom.recount.count", kinds.get(kind, 0))
    return game


def agree(game, *seats):
    for seat in seats:
        game.say("bom.recount", seat).say("bom.recount.agrees", "yes")
    return game


def done(game):
    if game.asked:
        game.say("bom.recount", None)
    return game


def simple(coins=None):
    """In the last round A accepts the Banker from B: three banknotes that A then has."""

    def last(game):
        game.face_up("gambler")
        while game.s.dealer != "B":
            game.give("goat" if "goat" in game.s.unseen else "cowboy", "C")
        game.offer("A", "accept", "banker").fill("widow", "outlaw", "thief", "farmer")

    return played(coins, last)


def short_of_coins(missing):
    """So many substitutes are in use; three coins lie at the Saloon."""
    game = simple(coins={"saloon": 1})
    game.correct("coin:A", game.s.purses["A"] + game.s.coins_left + missing)
    assert game.s.coins_left == -missing and sum(game.s.coins_at.values()) == 3
    return game


class TestCounting:
    def test_nobody_has_to(self):
        game = played()
        result = game.over()
        assert game.lines("bom.recount.adds_up") == [] and result is not None

    def test_it_agrees(self):
        game = agree(played(), "A", "B")
        refused("bom.recount.counted", game.match.answer, "A")
        agree(game, "C", "table")
        assert game.match.result is not None, "all have counted"
        assert game.lines("bom.recount.adds_up") == [{}] and game.lines("bom.recount.differs") == []

    def test_what_was_counted_is_right(self):
        game = simple()
        kinds = game.kinds("A")
        done(count(game, "A", game.s.purses["A"] + 1, **kinds))
        seen, coins = game.match.result.scores["A"].least, game.s.purses["A"]
        worth = {"bottle": 2, "banknotes": 4, "cattle": 5}
        assert seen == game.s.purses["A"] + sum(worth[kind] * n for kind, n in kinds.items())
        assert game.lines("bom.recount.differs") == [
            {"who": "A", "things": {"coin": {"expected": coins - 1, "counted": coins}}}
        ]

    def test_conservation_says_what_does_not_add_up_and_by_how_much(self):
        game = simple()
        done(count(game, "A", game.s.purses["A"] - 2, **game.kinds("A") | {"banknotes": 4}))
        totals = {line["thing"]: line["by"] for line in game.lines("bom.recount.total")}
        assert totals == {"coin": -2, "banknotes": 1}
        assert game.lines("bom.recount.total")[0]["should_be"] == 40

    def test_what_lies_at_the_locations_and_in_the_supply_counts(self):
        game = agree(simple(), "A", "B", "C")
        s = game.s
        rest = {
            kind: s.totals[kind] - sum(game.kinds(seat).get(kind, 0) for seat in "ABC") for kind in s.supply
        }
        count(game, "table", 40 - sum(s.purses.values()), **rest)
        assert game.match.result and game.lines("bom.recount.adds_up") == [{}]

    def test_bom_31_nobody_owes_the_supply_the_substitutes(self):
        """Seven are in use: the supply is empty, and at the locations lies what lies there."""
        game = agree(short_of_coins(7), "A", "B", "C")
        s = game.s
        rest = {
            kind: s.totals[kind] - sum(game.kinds(seat).get(kind, 0) for seat in "ABC") for kind in s.supply
        }
        count(game, "table", sum(s.coins_at.values()), **rest)
        assert game.match.result and game.lines("bom.recount.adds_up") == [{}]
        assert game.lines("bom.recount.differs") == game.lines("bom.recount.likely") == []

    @pytest.mark.parametrize(("more", "by"), [(-8, -1), (-7, 0), (0, 0), (1, 1)])
    def test_bom_31_there_may_be_as_many_substitutes_as_coins_were_missing(self, more, by):
        game = short_of_coins(7)
        done(count(game, "A", game.s.purses["A"] + more, **game.kinds("A")))
        assert [line["by"] for line in game.lines("bom.recount.total")] == ([by] if by else [])

    def test_the_public_knows_what_is_asked(self):
        game = simple()
        audit(game.match)
        game.say("bom.recount", "A")
        audit(game.match)


def doubtful(told=None):
    """A drew one of B's two bottles and a gold; four people, last round."""
    game = Game(4)
    for _ in range(2):
        game.face_up("waitress").fill("outlaw", "sheriff").anyhow()
    game.face_up("waitress").correct("bottle:B", 2).correct("gold:B", 1).correct("bottle:A", 0)
    game.give("gambler", "A").fill()
    game.say("bom.gambler.victim", "B").say("bom.gambler.token", told)
    return game


class TestWorlds:
    def test_who_is_in_doubt_is_not_asked_whether_it_agrees(self):
        game = doubtful()
        game.say("bom.recount", "A")
        assert game.asked == "bom.recount.count"

    def test_a_recount_drops_the_worlds_that_do_not_agree(self):
        game = doubtful()
        kinds = dict(game.s.holdings.sure("A"))
        count(game, "A", game.s.purses["A"], **kinds | {"gold": 1, "bottle": 0})
        assert game.s.holdings.sure("B")["bottle"] == 2, "what A has, B has not"
        agree(game, "B")
        assert done(game).match.result.scores["B"].is_exact
        assert game.lines("bom.recount.differs") == []

    def test_without_a_recount_the_scores_are_bounds(self):
        scores = done(doubtful()).match.result.scores
        assert scores["A"].most - scores["A"].least == scores["B"].most - scores["B"].least == 3

    def test_told_in_private_they_are_exact_at_the_end(self):
        scores = done(doubtful("gold")).match.result.scores
        assert scores["A"].is_exact and scores["B"].is_exact

    def test_a_private_entry_that_was_wrong_is_forgotten(self):
        game = doubtful("gold")
        kinds = dict(game.s.holdings.sure("A"))
        count(game, "A", game.s.purses["A"], **kinds | {"gold": 0, "bottle": 1})
        done(game)
        assert game.lines("bom.recount.told_wrong") == [{"seat": "A"}]
        assert game.match.result.scores["B"].is_exact

    def test_if_no_world_is_left_the_recount_wins(self):
        game = doubtful()
        kinds = dict(game.s.holdings.sure("A"))
        count(game, "A", game.s.purses["A"], **kinds | {"gold": 1, "bottle": 2})
        assert game.s.holdings.counts["A"] == sum(kinds.values()) + 3
        assert game.kinds("A")["bottle"] == 2 and game.s.holdings.adrift
        assert done(game).match.result.scores["A"].is_exact


def likely(game):
    return [(line["question"], line["unexplained"]) for line in game.lines("bom.recount.likely")]


def test_a_correction_after_a_count_is_not_taken_for_part_of_it():
    """Both pictures are worked out only when somebody asks: what was counted must still be what it was."""
    held = Holdings(("Ana", "Bo", "Cy"), {"bottle": 2, "gold": 1})
    held.draw("Ana", "Bo")
    held.counted("Cy", {"bottle": 3, "gold": 1})
    held.take("Cy", "bottle", -1)
    assert held.public and held.known
    for picture in (held.public, held.known):
        assert picture.worlds.total("Cy") == held.counts["Cy"] == 3
        assert picture.worlds.sure("Cy") == {"bottle": 2, "gold": 1} == held.plain["Cy"]


class TestTheLikelyEntry:
    def test_accepted_instead_of_refused(self):
        """B has what the app gave to A."""
        game = simple()
        a, b = game.kinds("A"), game.kinds("B")
        count(game, "A", game.s.purses["A"], **a | {"banknotes": 0})
        done(count(game, "B", game.s.purses["B"], **b | {"banknotes": 3}))
        assert likely(game) == [("bom.offer.answer", 0)]
        named = game.lines("bom.recount.likely")[0]
        wrong = next(
            entry
            for entry in game.match.entries
            if (entry.id, entry.of, entry.round, entry.turn)
            == (named["question"], named["of"], named["round"], named["turn"])
        )
        assert wrong.answer == "accept" and wrong.of == "A"
        k = game.match.entries.index(wrong)
        preview = game.match.amend(k, "refuse")
        assert preview.applied >= 1 and game.kinds("B")["banknotes"] == 3

    def test_another_character(self):
        """It was the Farmer: three cattle, and the banknotes still lie at the Bank."""
        game = simple()
        count(game, "A", game.s.purses["A"], **game.kinds("A") | {"banknotes": 0, "cattle": 3})
        done(agree(game, "B", "C"))
        assert ("bom.offer.card", 0) in likely(game)

    def test_the_charlatans_coins(self):
        def last(game):
            game.face_up("sheriff")
            while game.s.dealer != "A":
                game.give("goat" if "goat" in game.s.unseen else "cowboy", "C")
            game.offer("B", "refuse", "charlatan", {"B": 2, "C": 1}).fill(
                "widow", "outlaw", "farmer", "gambler"
            )

        game = played(last=last)
        for seat, more in (("B", 1), ("C", -1)):
            count(game, seat, game.s.purses[seat] + more, **game.kinds(seat))
        assert likely(done(game))[0] == ("bom.charlatan.coins", 0)

    def test_the_waitresss_bottles(self):
        def last(game):
            game.face_up("gambler").give("waitress", "A").fill("goat", "widow", "cowboy", "outlaw", "sheriff")
            game.say("bom.waitress.bottles", {"B": 2, "C": 1})

        game = played(last=last)
        for seat, more in (("B", -1), ("C", 1)):
            kinds = game.kinds(seat)
            count(game, seat, game.s.purses[seat], **kinds | {"bottle": kinds["bottle"] + more})
        assert likely(done(game))[0] == ("bom.waitress.bottles", 0)

    def test_a_box_fact(self):
        """The Bank has one coin more than was entered: whoever took coins there has more for each round."""

        def last(game):
            game.face_up("gambler").give("widow", "A").fill("goat", "cowboy", "outlaw", "sheriff", "farmer")

        game = Game(3, coins={"bank": 1})
        for _ in range(2):
            game.face_up("widow").fill("goat", "cowboy", "outlaw", "sheriff", "farmer", "banker")
        last(game)
        count(game, "A", game.s.purses["A"] + 3, **game.kinds("A"))
        done(agree(game, "B", "C"))
        assert ("box.coins_bank", 0) in likely(game)

    @pytest.mark.parametrize(("printed", "counted"), [(0, -1), (5, 1)])
    def test_no_tile_has_fewer_coins_than_none_or_more_than_five(self, printed, counted):
        game = simple(coins={"bank": printed})
        done(count(game, "A", game.s.purses["A"] + counted, **game.kinds("A")))
        assert "box.coins_bank" not in [question for question, _ in likely(game)]

    def test_three_are_named_at_most(self):
        """Five entries could each have brought A the coin that is too many."""
        game = simple(coins={"bank": 1, "ranch": 1})
        done(count(game, "A", game.s.purses["A"] + 1, **game.kinds("A")))
        assert len(likely(game)) == 3

    def test_what_no_entry_explains_is_not_blamed_on_one(self):
        game = simple()
        done(count(game, "A", 99, **game.kinds("A")))
        assert likely(game) == []

    def test_nothing_is_said_when_it_agrees(self):
        assert likely(agree(simple(), "A", "B", "C", "table")) == []
        assert forced(simple(), "bom.recount") == 0


@pytest.mark.parametrize("undo", [1, 3, 6])
def test_an_undo_in_a_recount(undo):
    game = count(simple(), "A", 3, bottle=1)
    n = game.match.n
    log = game.match.log()
    game.match.undo(undo)
    game.match.redo(undo)
    assert game.match.n == n and game.match.log() == log
