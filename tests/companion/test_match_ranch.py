"""Sans Foi Ni Loi at the table: six people, the hub of actions, sales, tricks, dice by touch and by pad."""

import random
from typing import Any

import pytest

from companion.match_sitting import DECIDE, THROW
from shared_rules.engine import Match
from tests.companion.match_stage import SIZES, Table, Wanted, asks, people
from tests.companion.match_table import FakeSitting
from tests.companion.test_match_setup import Table as SetUpTable
from tests.companion.test_match_setup import targets

pytestmark = pytest.mark.usefixtures("w")
SF = "sans_foi_ni_loi"
BOX = {**{f"gold_{n}": 60 for n in range(2, 7)}, "deck": 117, "herd_1_value": 3, "herd_1_cost": 2}
ENOUGH = 30

SMALL = (800, 480)  # where what is asked has the least room, and a frame costs the least
each_size = pytest.mark.parametrize("size", SIZES, ids=str)


def position(begun: Match, wanted: Wanted) -> Match:
    """A match that stands like this."""
    from companion.random_play import pick_value

    for seed in range(ENOUGH):
        chance, match = random.Random(seed), Match(begun.rulebook, begun.setup)
        while match.prompt is not None:
            if wanted(match):
                return match
            match.answer(pick_value(match.prompt, chance))
    raise AssertionError("no such position")


def at_the_table(stage: Any, wanted: Wanted, players: int = 3, **options: Any) -> Table:
    sitting = FakeSitting(SF, people(players), options, BOX)
    sitting.match = position(sitting.match, wanted)
    return Table(stage, sitting)


def go_to(table: Table, wanted: Wanted) -> None:
    table.sitting.match = position(table.sitting.match, wanted)
    table.sitting.version += 1
    table.settle()


def heard(table: Table) -> Any:
    return table.sitting.match.entries[-1].answer


class TestDice:
    def test_a_face_or_the_apps_throw_is_one_tap(self, stage: Any):
        stage.resize(*SMALL)
        table = at_the_table(stage, asks("sf.guard"))
        assert table.find("answer.3").icon == "dice_3" and table.find("answer.decide").label == "Throw"
        assert len(table.ids("answer")) == 7, "the owner throws after the neighbour"
        table.sitting.buttons = lambda: {DECIDE: "any"}
        table.screen.refresh(0)
        assert table.find("answer.decide").button == "any" and not table.find("answer.1").button
        table.sitting.buttons = dict
        table.tap("answer.4")
        assert heard(table) == (4,) and table.sitting.prompt()["id"] == "sf.guard", (
            "its owner's is still asked"
        )
        table.tap("answer.decide")
        assert table.sitting.heard[-1] == ("decide",)
        assert table.sitting.match.view()["state"]["this_turn"]["guarded"]["neighbour"] == 4
        go_to(table, asks("sf.mine"))
        for name in ("answer.1.2", "answer.2.5", "answer.done"):
            table.tap(name)
        entry = next(entry for entry in reversed(table.sitting.match.entries) if entry.id == "sf.mine")
        assert entry.answer == (2, 5)


class TestAPad:
    """Any button of the pad of whoever has to throw."""

    def asked(self, evening: Any) -> Any:
        sitting = evening.sit_down(2, rulebook=SF, pads=("p1", "p2"), box=BOX)
        for value in ("Ana", "land", "good", "herd", "3:2", "done", "done"):
            sitting.answer(value)
            evening.settle()
        assert (sitting.prompt()["id"], sitting.prompt()["of"]) == ("sf.guard", "Bo")
        return sitting

    def test_throws(self, evening: Any):
        sitting = self.asked(evening)
        assert sitting.buttons() == {"decide": "any"}
        n = sitting.n
        evening.press("p1", "die1")
        assert sitting.n == n, "Ana's throw comes after Bo's"
        evening.press("p2", "die3")
        evening.press("p1", "hit")
        assert [entry.of for entry in sitting._shown.entries[n:]] == ["Bo", "Ana"]
        assert all(1 <= entry.answer[0] <= 6 and entry.chance for entry in sitting._shown.entries[n:])

    def test_all_its_lights_are_on(self, evening: Any):
        self.asked(evening)
        assert evening.pads.shown("p2") == dict.fromkeys(("die1", "die2", "die3", "hit"), THROW)
        assert evening.pads.shown("p1") == {}

    def test_what_was_thrown_once_is_thrown_again(self, evening: Any):
        sitting = self.asked(evening)
        evening.press("p2", "die2")
        thrown = sitting._shown.entries[-1]
        sitting.undo()
        evening.settle()
        evening.press("p2", "hit")
        assert sitting._shown.entries[-1] == thrown


class TestTheHub:
    @each_size
    def test_all_actions_are_one_tap_and_the_ranch_can_be_seen(self, stage: Any, size: tuple[int, int]):
        stage.resize(*size)
        table = at_the_table(stage, has_herd("Molly"))
        for seat in ("Molly", "Arthur", "Silvia"):
            go_to(table, has_herd(seat))
            stage.frames()
            prompt = table.sitting.prompt()
            assert prompt["of"] == seat
            assert {f"answer.{each}" for each in (*prompt["options"], *prompt["greyed"])} == set(
                table.ids("answer.")
            )
            check_herds_in_sight(table, seat)

    def test_two_rows_say_what_is_laid_and_what_is_bought(self, stage: Any):
        stage.resize(*SMALL)
        table = at_the_table(stage, asks("sf.action", "Molly"), line="cards")
        stage.frames()
        places = [table.find(f"answer.line{n}") for n in range(1, 7)]
        assert {bool(key.icon) and not key.plain for key in places} == {True}, "which card lies there is seen"
        rows: dict[float, list[str]] = {}
        for name in table.ids("answer."):
            key = table.find(name)
            rows.setdefault(key.y, []).append(name.removeprefix("answer."))
        assert {frozenset(row) for row in rows.values()} == {
            frozenset({"land", "herd", "cowboy", "fence", "mine", "other", "blind", "buy_points"}),
            frozenset({*(f"line{n}" for n in range(1, 7)), "done"}),
        }
        state = table.sitting.match.view()["state"]
        there = next(place for place in state["line"] if place["there"])
        assert table.find(f"answer.{there['place']}").icon

    def test_a_card_that_was_met_before_is_one_tap_another_one_three(self, stage: Any):
        def a_herd(match: Match) -> bool:
            return bool(asks("sf.card")(match) and match.prompt and match.prompt.place == "herd")

        stage.resize(*SMALL)
        table = at_the_table(stage, a_herd)
        for taps in (["answer.3:2"], ["answer.another", "answer.11", "answer.1"]):
            go_to(table, a_herd)
            for name in taps:
                assert table.sitting.prompt()["id"].startswith("sf.card")
                table.tap(name)
            assert table.sitting.prompt()["id"] in ("sf.card.where", "sf.action")


def has_herd(seat: str) -> Wanted:
    return lambda m: asks("sf.action", seat)(m) and bool(m.view()["state"]["seats"][seat]["guard"]["herds"])


def check_herds_in_sight(table: Table, seat: str) -> None:
    """No herd of this ranch lies under the sheet."""
    board, sheet = table.screen.board, table.screen.over.sheet
    lands = table.sitting.match.view()["state"]["seats"][seat]["lands"].values()
    herds = [card for land in lands for card in land["cards"] if card.startswith("herd")]
    assert herds
    for card in herds:
        left, low, wide, high = board.pieces[f"herd.{card}"].rect
        x, y = board.x + left, board.y + low
        beside = x + wide <= sheet.x + 1 or sheet.right <= x + 1
        assert beside or y + high <= sheet.y + 1 or sheet.top <= y + 1, (seat, card)


class TestWhatCardsDo:
    def test_a_sale_says_what_it_comes_to_and_a_trick_may_be_countered(self, stage: Any):
        stage.resize(*SMALL)
        table = at_the_table(stage, lambda m: asks("sf.sell")(m) and len(m.prompt.options()) > 1)  # type: ignore[union-attr]
        prompt = table.sitting.prompt()
        assert table.find("answer.done").label == "Sell nothing"
        total = 0
        for herd in prompt["options"]:
            table.tap(f"answer.{herd}")
            total += prompt["ask"]["params"]["cards"][herd]["worth"]
            assert table.find("answer.done").label == f"Sell for {total}"
        table.tap("answer.done")
        assert table.sitting.heard[-1] == ("answer", prompt["options"])
        go_to(table, lambda m: asks("sf.card.on")(m) and has_cards(m, "Silvia"))
        seat = table.sitting.prompt()["of"]
        table.tap(f"answer.{'Silvia' if seat != 'Silvia' else 'Molly'}")
        for prompt_id in ("sf.counter", "sf.effect"):
            assert table.sitting.prompt()["id"] == prompt_id
            table.tap("answer.skip")
        assert table.sitting.prompt()["id"] == "sf.action"
        go_to(table, lambda m: asks("sf.action", "Molly")(m) and has_cards(m, "Arthur"))
        table.tap(next(name for name in table.ids("act.sf.out_of_turn") if name.endswith("Arthur")))
        assert "act.sf.out_of_turn.Silvia" in table.ids("act.sf.out_of_turn."), "on whom?"


def has_cards(match: Match, seat: str) -> bool:
    return all(match.view()["state"]["seats"][each]["hand"] for each in ("Molly", seat))


class TestAMoment:
    def test_what_was_counted_then_stays_beside_what_is_said_of_it(self, stage: Any):
        stage.resize(*SMALL)
        table = at_the_table(stage, asks("sf.action", "Molly"))
        table.tap("log")
        table.tap(table.ids("log.")[-1])
        stage.frames()
        board, bar = table.screen.board, table.screen.travel.beside_moment[0]
        assert bar.parent is not None
        rows = [piece.rect for name, piece in board.pieces.items() if name.endswith(".trophy")]
        assert len(rows) == 4 and min(low + board.y for _left, low, _wide, _high in rows) >= bar.top


class TestSix:
    def test_nobodys_name_is_cut(self, stage: Any):
        stage.resize(*SMALL)
        table = at_the_table(
            stage, lambda m: asks("sf.action")(m) and m.view()["state"]["turn"] > 8, players=6
        )
        stage.frames()
        assert len(table.screen.panes) == 6
        for name, pane in table.screen.panes.items():
            facts = pane.facts
            assert not facts.name.is_shortened, name
            assert facts.mark.brand == table.screen.brands[name]

    def test_six_sit_down(self, stage: Any, tmp_path: Any):
        table = SetUpTable(tmp_path)
        screen = table.begin(SF)
        for _more in range(9):
            targets(screen)["add"].tap()
        seats = table.room.setup.seats
        assert [seat.name for seat in seats] == ["Ana", "Bo", "Cy", "Di", "Eli", "Flo"]
        assert sorted(seat.brand for seat in seats) == list(range(6))
        assert screen.hint.text == "6 players at most." and not screen.start_why
        assert sorted(screen.setup().players) == sorted(seat.name for seat in seats)
        screen = table.begin("bom_mau_bode")
        assert screen.start_why, "five play it at most"
        table.writer.close()


class TestTheScores:
    def test_names_keep_their_room_beside_all_categories(self, stage: Any):
        from companion.random_play import play
        from companion.screens.scores import ScoresScreen

        screen = stage.show(ScoresScreen(name="scores"))
        for options in ({"ties": "split"}, {"two_ranches": True}):
            sitting = FakeSitting(SF, people(4), options, BOX | {"deck": 40, "gold_4": 12})
            play(sitting.match, random.Random(2))
            screen.begin(sitting)
            stage.frames(6)
            shown = {each.text: each for each in screen.walk() if getattr(each, "text", "")}
            for seat in sitting.seats:
                assert not shown[seat.name].is_shortened and shown[seat.name].width > 80, seat
            for row in screen.ids.rows.children:
                assert sum(child.width for child in row.children) <= row.width
                assert all(len(figure) <= len("13 1/3") for _icon, figure, _label in row.parts)
