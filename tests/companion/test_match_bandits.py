"""Boomtown Bandits at the table: what is asked of several, said out of turn, or left to the pads."""

import random
from typing import Any

import pytest

from companion.match_sitting import BY_JUDGE, BY_PAD_DICE
from shared_rules.engine import Match
from tests.companion.match_stage import Table, Wanted, people
from tests.companion.match_table import FakeSitting

pytestmark = pytest.mark.usefixtures("w")
BB = "boomtown_bandits"
ENOUGH = 40


def later(begun: Match, wanted: Wanted) -> Match:
    """Play at random until it stands like this."""
    from companion.random_play import pick_value

    for seed in range(ENOUGH):
        chance, match = random.Random(seed), Match(begun.rulebook, begun.setup)
        while match.prompt is not None:
            if wanted(match):
                return match
            match.answer(None if match.prompt.optional else pick_value(match.prompt, chance))
    raise AssertionError("no such position")


def at_the_table(stage: Any, wanted: Wanted, players: int = 3, shootouts: str = BY_PAD_DICE) -> Table:
    sitting = FakeSitting(BB, people(players))
    sitting.shootouts = shootouts
    sitting.match = later(sitting.match, wanted)
    return Table(stage, sitting)


def gather(match: Match) -> None:
    """Everybody goes to the first location."""
    while match.prompt is not None and match.prompt.kind != "verdict":
        options = list(match.prompt.options())  # type: ignore[attr-defined]
        if match.prompt.kind in ("choose_some", "order"):
            match.answer(options[: len(match.setup.players) + 1])
        else:
            match.answer(options[-1] if match.prompt.id == "bb.marshal" else options[0])


def asks(prompt_id: str) -> Wanted:
    return lambda match: match.prompt is not None and match.prompt.id == prompt_id


class TestAShootout:
    def test_is_left_to_the_pads_with_one_tap(self, stage: Any):
        table = at_the_table(stage, asks("bb.verdict"))
        wants: list[str] = []
        hears = lambda *_: wants.append("shootout")  # noqa: E731    to be unbound again
        table.screen.bind(on_shootout=hears)
        table.tap("answer.shoot")
        table.screen.unbind(on_shootout=hears)
        assert wants == ["shootout"] and table.sitting.heard == []

    @pytest.mark.parametrize("shootouts", [BY_PAD_DICE, BY_JUDGE])
    def test_the_judge_says_it_in_two_taps(self, stage: Any, shootouts: str):
        table = at_the_table(stage, asks("bb.verdict"), shootouts=shootouts)
        assert ("answer.shoot" in table.ids("answer.")) == (shootouts == BY_PAD_DICE)
        caller = table.sitting.prompt()["players"][0]
        table.tap(f"answer.{caller}")
        table.tap("answer.bullets:1")
        assert [said[0] for said in table.sitting.heard] == ["answer", "answer"]
        assert table.sitting.prompt()["id"] != "bb.shootout.lies"

    @pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
    @pytest.mark.parametrize(
        "names",
        [
            ("Ana", "Jean-Baptiste Émile"),
            ("Ana", "Bo", "Cy", "Di", "Eli"),
            ("Bo", "bank", "Marie-Antoinette", "Øystein", "Saloon"),
        ],
        ids=str,
    )
    def test_who_may_have_called_can_be_seen_while_it_is_asked(
        self, stage: Any, size: tuple[int, int], names: tuple[str, ...]
    ):
        stage.resize(*size)
        seats = people(len(names))
        for seat, name in zip(seats, names, strict=True):
            seat.name = name
        sitting = FakeSitting(BB, seats)
        sitting.shootouts = BY_PAD_DICE
        gather(sitting.match)
        table = Table(stage, sitting)
        stage.frames()
        board, sheet = table.screen.board, table.screen.over.sheet
        tokens = [piece.rect for name, piece in board.pieces.items() if name.startswith("token.")]
        assert len(tokens) == 4 * len(names)  # a mark, and three tokens
        assert min(low + board.y for _left, low, _wide, _high in tokens) >= sheet.top
        assert min(min(wide, high) for _left, _low, wide, high in tokens) >= 10

    def test_no_pad_answers_while_another_screen_is_shown(self, stage: Any):
        table = at_the_table(stage, asks("bb.shootout.target"))
        assert table.sitting.listens
        table.screen.on_pre_leave()
        assert not table.sitting.listens
        table.screen.on_pre_enter()
        assert table.sitting.listens


class TestSeveralAtOnce:
    def test_each_key_answers_for_its_own_seat(self, stage: Any):
        table = at_the_table(stage, asks("bb.reveal.coward"), players=2)
        first, second = (seat.name for seat in table.sitting.seats)
        if table.sitting.prompt()["of"] != first:
            first, second = second, first
        assert len(table.ids("answer")) == len(set(table.ids("answer")))
        place = table.sitting.prompt()["options"][0]
        table.tap(f"answer@{second}.{place}")
        entry = table.sitting.match.entries[-1]
        assert (entry.of, entry.answer) == (second, place)
        table.tap(f"answer.{place}")
        assert table.sitting.match.entries[-1].of == first

    def test_in_a_small_window_one_after_the_other(self, stage: Any):
        """Two open panes would leave the board no room, or lie over each other."""
        stage.resize(800, 480)
        table = at_the_table(stage, asks("bb.reveal.coward"), players=2)
        for seat in (table.sitting.prompt()["of"], table.sitting.also()[0]["of"]):
            assert not table.ids("answer@") and table.sitting.prompt()["of"] == seat
            table.tap(f"answer.{table.sitting.prompt()['options'][0]}")
            assert table.sitting.match.entries[-1].of == seat

    def test_who_is_left_is_asked_by_the_usual_targets(self, stage: Any):
        table = at_the_table(stage, asks("bb.reveal.coward"), players=2)
        place = table.sitting.prompt()["options"][0]
        table.tap(f"answer.{place}")
        assert f"answer.{place}" in table.ids("answer") and not table.ids("answer@")


class TestOutOfTurn:
    def test_several_things_are_one_key_that_lists_them(self, stage: Any):
        def has_cards(match: Match) -> bool:
            acts = {(act.id, act.of) for act in match.also()}
            return asks("bb.marshal")(match) and ("bb.play", "Molly") in acts

        table = at_the_table(stage, has_cards)
        assert table.ids("act") == [each for each in table.ids("act") if each.startswith("acts.")]
        table.tap("acts.Molly")
        assert {"menu.act.bb.play@Molly", "menu.act.bb.own_this_town@Molly"} <= set(table.ids("menu."))
        table.tap("menu.act.bb.play@Molly")
        assert table.ids("act.bb.play."), "which card is it?"

    def test_a_claim_that_is_not_true_is_refused_with_what_to_do(self, stage: Any):
        table = at_the_table(stage, asks("bb.marshal"))
        before = table.sitting.n
        target = next(each for each in table.ids("act") if "Molly" in each or each.startswith("act.bb.own"))
        table.tap(target)
        if target.startswith("acts."):
            table.tap("menu.act.bb.own_this_town@Molly")
        assert table.says("Rob the others first") and table.sitting.n == before


class TestTheTown:
    def test_why_not_is_gone_with_the_next_choice(self, stage: Any):
        table = Table(stage, FakeSitting(BB, people(2)))
        table.tap("answer.done")
        assert table.says("Choose first.")
        table.tap("answer.bank")
        assert not table.says("Choose first.")


class TestWhereKeysStand:
    def test_locations_stand_as_they_lie_on_the_table(self, stage: Any):
        sitting = FakeSitting(BB, people(2))
        sitting.match.answer(["saloon", "train", "mine"])
        sitting.match.answer(["mine", "saloon", "train"])
        sitting.match.answer("Arthur")
        table = Table(stage, sitting)
        keys = [table.find(name) for name in table.ids("answer.")]
        row = [f"answer.{each}" for each in ("mine", "saloon", "train")]
        assert [key.target_id for key in sorted(keys, key=lambda key: key.x)] == row
        table.tap("answer.saloon")
        keys = [table.find(name) for name in table.ids("answer.")]
        assert [key.target_id for key in sorted(keys, key=lambda key: key.x)] == row
        assert not table.find("answer.saloon").enabled

    def test_of_several_only_who_can_answer_now_is_lit(self, stage: Any):
        """Each of five is asked over the board, one after the other."""
        table = at_the_table(stage, asks("bb.reveal.coward"), players=5)
        asked = table.sitting.prompt()["of"]
        lit = [name for name, pane in table.screen.panes.items() if pane.tone == "raised"]
        assert len(table.screen.asked._asks) > 1 and lit == [asked]

    @pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
    @pytest.mark.parametrize("place", range(4))
    def test_the_button_of_a_pad_never_lies_on_what_its_key_says(
        self, stage: Any, size: tuple[int, int], place: int
    ):
        stage.resize(*size)
        seats = people(4)
        few = lambda match: asks("bb.shootout.target")(match) and len(match.prompt.options()) <= 4  # noqa: E731
        table = at_the_table(stage, lambda m: few(m) and m.prompt.of == seats[place].name, players=4)
        table.sitting.asked_pad = seats[place].name
        table.settle()
        keys = [table.find(name) for name in table.ids("answer.")]
        assert keys and all(key.button for key in keys)
        for key in keys:
            badge, label = key._badge, key._label
            assert badge.x >= label.right or badge.y >= label.top, (key.label, badge.pos, label.pos)


class TestSeats:
    @pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
    def test_everyday_names_are_whole_beside_what_everybody_has(self, stage: Any, size: tuple[int, int]):
        stage.resize(*size)
        seats = people(5)
        for seat, name in zip(seats, ("Saloon", "Maxime", "Øystein", "Valerie", "Camille"), strict=True):
            seat.name = name
        sitting = FakeSitting(BB, seats)
        gather(sitting.match)
        table = Table(stage, sitting)
        stage.frames()
        cut = [name for name, pane in table.screen.panes.items() if pane.facts.name.is_shortened]
        assert cut == []
