"""BB-1 to BB-9: the boomtown, the marshal, the placement, the reveal, and who needs no shootout."""

import pytest

from shared_rules.engine import Match
from shared_rules.games.boomtown_bandits import BoomtownBandits, town
from tests.engine.games import refused
from tests.games.boomtown_bandits.script import NAMES, ROW, Game, forced


@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_bb_1_one_location_more_than_players_each_with_seven_cards(people):
    game = Game(people)
    assert len(game.s.row) == people + 1
    assert game.s.piles == dict.fromkeys(ROW[: people + 1], 7)
    assert people != 3 or sum(game.s.piles.values()) == 28


def test_bb_1_the_table_picks_which_and_orders_them_from_left_to_right():
    rulebook = BoomtownBandits()
    match = Match(rulebook, rulebook.set_up(NAMES[:2]))
    refused("answer.too_few", match.answer, ["train", "bank"])
    match.answer(["train", "bank", "mine"])
    refused("answer.incomplete", match.answer, ["mine", "bank"])
    match.answer(["mine", "train", "bank"])
    match.answer("B")
    assert match.view()["state"]["row"] == ["mine", "train", "bank"]
    assert forced(Game(5), "bb.locations") == 1, "all six of them"


@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_bb_2_bonus_cards_in_use(people):
    """One for each location, and Own This Town; the others are never asked about."""
    game = Game(people, box={})
    row = game.s.row
    for location in row:
        game.give("A", location)
    game.s.town = "A"  # as if A had said so
    game.s.robbed["A"] = dict.fromkeys(row)
    game.s.ledger += [("won", 1, location, "A") for location in row]
    game.s.last = 1
    game.round(row[-1], **dict.fromkeys(NAMES[:people], f"{row[0]} {row[0]} {row[0]}"))
    while game.asked != "bb.recount":
        if game.asked == "bb.loot":
            game.match.answer("draw")
        else:
            game.match.act("bb.winner_only", "table", "A")
    game.skip_recount()
    asked = []
    while game.asked.startswith("box."):
        asked.append(game.asked)
        game.match.answer(1)
    assert asked == [f"box.bonus_{location}" for location in (*row, town.OWN_THIS_TOWN)]
    assert len(asked) == people + 2


def test_bb_3_the_bottle_is_asked_and_then_goes_to_the_left():
    game = Game(3, first="C")
    firsts = []
    for _ in range(4):
        firsts.append(game.match.prompt.of)
        game.round("mine", A="train train train", B="bank bank bank", C="saloon saloon saloon")
    assert firsts == ["C", "A", "B", "C"]


def test_bb_4_the_marshal_closes_a_location_for_the_round():
    game = Game(3, placement="whose").close("bank")
    assert game.asked == "bb.place" and game.options == {"train", "saloon", "mine"}
    assert game.greyed == {"bank": "bb.place.closed"}
    refused("bb.place.closed", game.match.answer, "bank")
    game = Game(3).round("bank", A="train train train", B="saloon saloon saloon", C="mine mine mine")
    assert game.s.piles["bank"] == 7
    assert game.asked == "bb.marshal" and "bank" in game.options, "it may be the same as before"


def test_bb_4_two_players_have_two_open_locations():
    assert Game(2, placement="whose").close("train").options == {"bank", "saloon"}


def test_bb_5_one_token_at_a_time_clockwise_until_all_are_placed():
    game = Game(4, first="B", placement="whose").close("brothel")
    order = []
    while game.asked == "bb.place":
        order.append(game.match.prompt.of)
        game.match.answer("train" if order[-1] == "A" else "bank")
    assert order == ["B", "C", "D", "A"] * 3
    assert game.s.placed == {"bank": {"B": 3, "C": 3, "D": 3}, "train": {"A": 3}}


def test_bb_5_what_was_placed_leaves_only_the_cowards_to_reveal():
    game = Game(2, placement="whose").close("saloon")
    for location in ("train", "bank", "train", "bank", "bank", "bank"):
        game.say("bb.place", location)
    assert game.asked == "bb.reveal.coward" and game.match.prompt.of == "A"
    assert game.options == {"train", "bank"}
    game.say("bb.reveal.coward", "bank")
    assert forced(game, "bb.reveal.coward") == 1, "B placed all three at the Bank"
    assert game.won() == "A" and game.match.view()["state"]["locations"]["bank"]["face_down"] == 0
    assert game.s.at["bank"] == {
        "A": ("coward",),
        "B": ("shooter1", "shooter2", "coward"),
    }
    other = Game(2, placement="whose").close("saloon")
    other.say("bb.place", *["train", "bank"] * 3)
    assert other.asked == "bb.marshal", "nothing is left to ask"


def test_bb_6_nobody_has_to_enter_the_placement():
    assert Game(3).close("mine").asked == "bb.reveal.coward"
    game = Game(3, placement="counted").close("mine")
    assert game.asked == "bb.placed" and game.match.prompt.total == 9
    game.say("bb.placed", {"train": 4, "bank": 5})
    assert game.match.view()["state"]["locations"]["train"]["face_down"] == 4


def test_bb_6_the_public_sees_whose_tokens_lie_there_and_not_which():
    game = Game(2, placement="whose").close("saloon").say("bb.place", "train", "bank")
    train = game.match.view("A")["state"]["locations"]["train"]
    assert train["face_down"] == 1 and train["face_down_of"] == {"A": 1} and train["tokens"] == {}


def test_bb_6_what_was_counted_wrong_is_told_when_the_tokens_are_seen():
    game = Game(2, placement="counted").close("saloon").say("bb.placed", {"train": 3, "bank": 3})
    game.reveal(A="train train train", B="bank bank train")
    told = [(line["location"], line["counted"], line["revealed"]) for line in game.lines("bb.reveal.differs")]
    assert told == [("train", 3, 4), ("bank", 3, 2)]


def test_bb_7_all_are_revealed_then_from_left_to_right():
    game = Game(4, row=("mine", "train", "bank", "saloon", "brothel"))
    game.round(
        "train", A="saloon mine brothel", B="mine mine saloon", C="mine mine mine", D="brothel mine mine"
    )
    order = []
    while game.match.prompt.kind == "verdict":
        order.append(game.match.prompt.place)
        game.match.act("bb.winner_only", "table", game.match.prompt.players[0])
    assert order == ["mine", "saloon", "brothel"], "the closed one and the empty one are skipped"
    assert list(game.s.piles.values()) == [6, 7, 7, 6, 6]


def test_bb_7_nothing_is_told_before_all_have_revealed():
    game = Game(2).close("saloon").say("bb.reveal.coward", "train")
    assert game.match.view()["state"]["locations"]["train"]["tokens"] == {}


def test_bb_8_a_location_with_no_tokens_keeps_its_loot():
    game = Game(2).round("saloon", A="train train train", B="train train train")
    game.match.act("bb.winner_only", "table", "A")
    assert game.s.piles == {"train": 6, "bank": 7, "saloon": 7}
    assert game.lines("bb.nobody") == [{"location": "bank"}]


def test_bb_9_one_player_alone_wins_one_card_whatever_the_number_of_tokens():
    game = Game(2).round("saloon", A="bank bank bank", B="train train train")
    assert {seat: hand.count("bank") for seat, hand in game.s.hands.items()} == {"A": 1, "B": 0}
    assert game.s.piles["bank"] == 6 and not game.lines("bb.shootout")
