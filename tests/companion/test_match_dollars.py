"""Dollars Wanted at the table: two taps a turn, a robbery card by card, buildings that are known or new."""

from collections.abc import Sequence
from typing import Any

import pytest

from shared_rules.games.dollars_wanted import cards as c
from tests.companion.match_stage import SIZES, Table, people
from tests.companion.match_table import FakeSitting

pytestmark = pytest.mark.usefixtures("w")
DW = "dollars_wanted"
BUILDINGS = (("bank", (2, 0, 0, 1)), ("shop", (0, 1, 1, 0)), ("bank", (1, 1, 1, 1)))

IDS = ["large", "small"]


@pytest.fixture(autouse=True)
def small(stage: Any) -> None:
    """A small window is drawn sooner."""
    stage.resize(*SIZES[1])


def begun(players: int, box: dict[str, int] | None = None, **options: Any) -> FakeSitting:
    return FakeSitting(DW, people(players), options, box)


def in_play(players: int = 3, turns: Sequence[str] = (), **options: Any) -> FakeSitting:
    """Three buildings lie there, and Molly begins; turns: the rows of two cards each."""
    sitting = begun(players, **options)
    for kind, counts in BUILDINGS:
        for answer in (kind, *counts):
            sitting.match.answer(answer)
    for _seat, colour in zip(sitting.seats, c.COLOURS, strict=False):
        if sitting.match.prompt and sitting.match.prompt.id == "dw.colour":
            sitting.match.answer(colour)
    sitting.match.answer("Molly")
    for rows in turns:
        for row in rows.split():
            sitting.match.answer(row)
    return sitting


def asked(table: Table) -> tuple[str, str]:
    prompt = table.sitting.prompt()
    return (prompt["id"], prompt["of"]) if prompt else ("", "")


def board_says(table: Table, text: str) -> bool:
    return any(text in one for one in table.screen.board.drawn_texts)


def taps(table: Table, *names: str) -> None:
    for name in names:
        table.tap(name)


class TestATurn:
    def test_without_a_robbery_is_two_taps(self, stage: Any):
        table = Table(stage, in_play())
        keys = [table.find(f"answer.{row}") for row in c.ROWS]
        assert [key.label for key in keys] == ["Top row", "Shop", "Bottom row"], "two of them are banks"
        assert [key.second for key in keys] == ["Bank", "Middle row", "Bank"]
        assert [key.icon for key in keys] == ["bank", "storefront", "bank"]
        taps(table, "answer.row_1", "answer.row_3")
        assert asked(table) == ("dw.lay", "Arthur")
        taps(table, "answer.row_1", "answer.row_1")
        assert asked(table) == ("dw.lay", "Silvia") and len(table.sitting.heard) == 4
        downs = [table.screen.board.pieces[f"down.{row}"].cards for row in ("row_1", "row_3")]
        assert downs == [3, 1] and "down.row_2" not in table.screen.board.pieces

    def test_a_hand_of_which_nothing_fits_is_one_tap(self, stage: Any):
        table = Table(stage, in_play())
        table.tap("act.dw.show_hand")
        assert asked(table) == ("dw.lay", "Molly")
        assert "No card fits: shows 6 cards and draws anew" in table.screen.board.drawn_texts


class TestARobbery:
    def called(self, stage: Any, **options: Any) -> Table:
        """Silvia robs the top row, where six cards lie: it needs two colts and a pickaxe."""
        table = Table(stage, in_play(turns=["row_1 row_1"] * 3, **options))
        taps(table, "act.dw.rob", "act.dw.rob.row_1")
        return table

    def test_is_called_in_the_pane_of_who_has_laid(self, stage: Any):
        table = Table(stage, in_play(turns=["row_1 row_1"]))
        assert sorted(table.ids("act.")) == ["act.dw.rob", "act.dw.show_hand"]
        table.tap("act.dw.rob")
        assert table.find("act.dw.rob.row_1").second == "2 face down"
        table.tap("act.dw.rob.row_2")
        assert table.says("No card lies face down there.") and not table.sitting.heard
        table.tap("act.dw.rob.skip")
        assert not table.ids("act.dw.rob.") and asked(table) == ("dw.lay", "Arthur")
        taps(table, "act.dw.rob", "act.dw.rob.row_1")
        assert asked(table) == ("dw.reveal", "Molly")

    def test_each_card_is_one_tap_and_says_its_effect_in_a_line(self, stage: Any):
        table = self.called(stage)
        lines = {
            "elixir": "Reveals the elixir: it doubles all bandits after it",
            "pickaxe_1": "Reveals a bandit, doubled by the elixir: 2 pickaxes",
            "wrong": "Wrong card, removed",
            "coyote": "Reveals a coyote: it snatches the next card",
        }
        for face, line in lines.items():
            table.tap(f"answer.{face}")
            assert line in table.screen.board.drawn_texts
        assert asked(table) == ("dw.reveal", "Silvia")
        table.tap("answer.joker")
        assert board_says(table, "the joker stands in") and asked(table) == ("dw.dollars", "Silvia")
        pieces = table.screen.board.pieces
        assert pieces["missing.row_1.label"].text == "enough"
        taps(table, "answer.digit.5", "answer.digit.0", "answer.digit.0", "answer.done")
        assert asked(table)[0] == "dw.building"
        assert table.says("$500")

    def test_a_bandits_card_is_a_picture_of_it(self, stage: Any):
        table = self.called(stage)
        keys = {face: table.find(f"answer.{face}") for face in c.FACES}
        assert list(keys["dynamite_2"].pictures) == ["own:dynamite"] * 2 and not keys["vulture"].pictures
        assert len({key.width for key in keys.values()}) <= 2
        key = keys["dynamite_2"]
        drawn = [child for child in key.children if getattr(child, "name", "") == "own:dynamite"]
        assert len(drawn) == 2 and all(key.collide_widget(icon) for icon in drawn)
        table.tap("answer.dynamite_2")  # it is no icon of the bank's, so it is a wrong card
        assert board_says(table, "Wrong card, removed: 2 sticks of dynamite")

    @pytest.mark.parametrize(("size", "robbers"), [(SIZES[0], (1,)), (SIZES[1], range(4))], ids=IDS)
    def test_the_row_that_is_robbed_can_be_seen_from_every_side(
        self, stage: Any, size: tuple[int, int], robbers: Sequence[int]
    ):
        stage.resize(*size)
        table = Table(stage, in_play(4))
        for robber in robbers:
            sitting = in_play(4, ["row_2 row_2", *["row_3 row_3"] * robber])
            name = sitting.seats[robber].name
            sitting.match.act("dw.rob", name, "row_2")
            sitting.match.answer("elixir")
            table.sitting = sitting
            table.screen.begin(sitting)
            table.settle()
            assert asked(table) == ("dw.reveal", name)
            sheet, board = table.screen.over.sheet, table.screen.board
            for piece in ("front.row_2", "card.row_2.0", "down.row_2", "missing.row_2", "log"):
                x, y, wide, high = board.pieces[piece].rect
                x, y = x + board.x, y + board.y
                aside = x >= sheet.right - 1 or x + wide <= sheet.x + 1
                assert aside or y >= sheet.top - 1 or y + high <= sheet.y + 1, (piece, name)

    def test_a_row_of_seven_is_robbed_after_the_turn_that_asks_first(self, stage: Any):
        table = Table(stage, in_play(turns=["row_1 row_1"] * 3))
        taps(table, "answer.row_1", "answer.row_2")
        assert asked(table) == ("dw.robbery", "Molly")
        assert table.find("answer.skip").label == "Not now"
        taps(table, "answer.skip")
        assert asked(table) == ("dw.reveal", "Molly")
        assert board_says(table, "Top row: 7 face down, so it is robbed")

    def test_in_a_small_window_only_the_robbers_pane_is_open(self, stage: Any):
        table = Table(stage, in_play(4, ["row_1 row_1"] * 2))
        assert table.ids("answer.row") and table.sitting.listens
        table.tap("act.dw.rob")
        assert table.ids("act.dw.rob.row") and not table.ids("answer")
        assert not table.sitting.listens, "a pad would answer what cannot be seen"
        table.tap("act.dw.rob.skip")
        assert table.ids("answer.row") and table.sitting.listens


class TestOnlyTheOutcome:
    def test_of_every_robbery(self, stage: Any):
        table = Table(stage, in_play(turns=["row_1 row_1"], entry="outcomes"))
        taps(table, "act.dw.rob", "act.dw.rob.row_1", "answer.failed", "answer.2")
        assert asked(table) == ("dw.lay", "Arthur")
        assert table.screen.board.pieces["card.row_1.1"].texts() == ["?"]
        assert table.says("not entered")

    def test_of_one_robbery_whose_cards_nobody_wants_to_say(self, stage: Any):
        table = Table(stage, in_play(turns=["row_1 row_1"]))
        taps(table, "act.dw.rob", "act.dw.rob.row_1", "answer.elixir", "menu", "menu.act.dw.outcome")
        taps(table, "act.dw.outcome.success")
        assert asked(table) == ("dw.dollars", "Molly")


class TestBuildings:
    def test_a_new_one_is_its_kind_and_a_tap_for_each_icon(self, stage: Any):
        table = Table(stage, begun(2))
        assert table.says("Top row: which building turns up?")
        taps(table, "answer.casino", "answer.2", "answer.2", "answer.0", "answer.1")
        taps(table, "answer.shop", "answer.0", "answer.0", "answer.0", "answer.0")
        assert table.says("A building shows at least one icon."), "what was tapped stands until it is right"
        taps(table, "undo", "undo", "undo", "undo")
        assert table.says("Middle row: which building turns up?")
        assert table.screen.board.pieces["front.row_1"].name == "Casino"
        assert sum(name.startswith("need.row_1.") for name in table.screen.board.pieces) == 5

    def test_one_that_the_box_knows_is_one_tap_on_its_picture(self, stage: Any):
        box = {}
        for n, (kind, counts) in enumerate(BUILDINGS, 1):
            box |= {f"building_{n}_kind": c.KINDS.index(kind) + 1, f"building_{n}_dollars": 100 * n}
            box |= {f"building_{n}_{icon}": count for icon, count in zip(c.ICONS, counts, strict=True)}
        table = Table(stage, begun(2, box))
        key = table.find("answer.building_1")
        assert key.icon == "bank" and list(key.pictures) == ["own:colt", "own:colt", "pickaxe"]
        assert "300" not in "".join(table.texts()), "what it is worth shows when it is won"
        table.tap("answer.building_1")
        assert table.says("Middle row: which building turns up?")
        assert not table.find("answer.building_1")
        assert table.screen.board.pieces["front.row_1"].name == "Bank"


class TestPlayerColours:
    def test_everybody_says_theirs_and_has_cards_of_their_own(self, stage: Any):
        sitting = begun(2, colours=True)
        for kind, counts in BUILDINGS:
            for answer in (kind, *counts):
                sitting.match.answer(answer)
        table = Table(stage, sitting)
        assert asked(table) == ("dw.colour", "Molly")
        taps(table, "answer.blue", "answer.blue")
        assert table.says("Somebody has that color.")
        taps(table, "answer.gray", "answer.Molly")
        facts = table.screen.panes["Molly"].facts
        assert facts.badge.text == "Blue"
        assert [counter.value for counter in facts._counters] == ["0", "$0", "14"]

    def test_a_wrong_card_costs_whose_it_was(self, stage: Any):
        table = Table(stage, in_play(2, ["row_2 row_2", "row_2 row_2"], colours=True, layers=True))
        assert table.screen.board.pieces["down.row_2"].brands == (0, 0, 1, 1)
        taps(table, "act.dw.rob", "act.dw.rob.row_2", "answer.crowbar_1", "answer.wrong")
        assert board_says(table, "Penalty: \N{MINUS SIGN}$300")
        assert table.screen.board.pieces["card.row_2.0"].brand == 0
        values = [counter.value for counter in table.screen.panes["Molly"].facts._counters]
        assert "\N{MINUS SIGN}$300" in values and "1" in values
