"""The table of a match in a window: what lies where, and what a finger does there."""

import random
from typing import Any

import pytest

from companion.random_play import pick_value
from companion.seating import ROTATION, Seat
from shared_rules.engine import TABLE, Refused
from tests.companion.match_stage import NAMES, SIZES, asks, one_of_each, people


class TestWhereEverythingLies:
    @pytest.mark.parametrize(
        ("size", "depth", "board"), [((1280, 800), 168, (944, 464)), ((800, 480), 64, (672, 352))]
    )
    def test_the_frame(self, sit: Any, size: tuple[int, int], depth: int, board: tuple[int, int]):
        table = sit(4, size)
        assert tuple(table.screen.board.size) == board and tuple(table.screen.board.pos) == (depth, depth)
        far = [name for name in table.ids() if name.endswith(".far")]
        assert sorted(far) == ([] if size[0] == 800 else ["log.far", "menu.far", "redo.far", "undo.far"])
        assert {"undo", "redo", "log", "menu"} <= set(table.ids())

    @pytest.mark.parametrize(("side", "board"), [("west", (584, 352)), ("north", (672, 264))])
    def test_in_a_small_window_the_pane_that_is_asked_opens(
        self, sit: Any, side: str, board: tuple[int, int]
    ):
        table = sit(4, (800, 480))
        seat = next(seat for seat in table.sitting.seats if seat.side == side)
        table.until(asks("bom.offer.answer", seat.name))
        assert tuple(table.screen.board.size) == board
        width, height = table.rect(table.screen.panes[seat.name])[2:]
        assert (width if side == "west" else height) == 152 - 8

    def test_nothing_else_moves_when_the_turn_moves(self, sit: Any):
        table = sit(5)
        places = []
        for of in NAMES[:3]:
            table.until(asks("bom.offer.answer", of))
            places.append(
                [table.rect(pane) for pane in table.screen.panes.values()]
                + [table.rect(table.screen.board), table.rect(table.find("undo"))]
            )
        assert places[0] == places[1] == places[2]

    @pytest.mark.parametrize("seat", people(5), ids=lambda seat: seat.side)
    def test_a_prompt_stands_in_its_owners_pane_and_is_turned_to_them(self, sit: Any, seat: Seat):
        table = sit(5)
        table.until(asks("bom.offer.answer", seat.name))
        pane = table.rect(table.screen.panes[seat.name])
        for name in ("answer.accept", "answer.refuse", "rule", f"peek.{seat.name}"):
            x, y = table.middle(name)
            assert pane[0] < x < pane[0] + pane[2] and pane[1] < 800 - y < pane[1] + pane[3]
        accept, refuse = table.middle("answer.accept"), table.middle("answer.refuse")
        along = {"south": (1, 0), "north": (-1, 0), "west": (0, -1), "east": (0, 1)}[seat.side]
        step = (refuse[0] - accept[0], refuse[1] - accept[1])
        assert [round(a) for a in step] == [round(abs(sum(step)) * b) for b in along]

    @pytest.mark.parametrize("size", SIZES, ids=str)
    @pytest.mark.parametrize("count", [2, 5])
    def test_every_answer_of_a_match_is_a_target_of_its_own(
        self, sit: Any, count: int, size: tuple[int, int]
    ):
        """Each is whole in the window, drawn no smaller than 12 mm less its gap, and covers no other one."""
        table = sit(count, size, chef=True)
        least = (72 if size[0] == 1280 else 64) - 8
        seen: set[str] = set()
        for prompt_id, match in one_of_each(count).items():
            table.sitting.match = match.replay()
            table.sitting.version += 1
            table.settle()
            assert match.prompt is not None
            form = match.prompt.as_json()
            keys = table.ids("answer.")
            boxes = {name: table.rect(table.find(name)) for name in keys}
            for name, (left, top, width, height) in boxes.items():
                inside = left >= 0 and top >= 0 and left + width <= size[0] and top + height <= size[1]
                assert inside, (name, boxes)
                assert min(width, height) >= least, (prompt_id, name, width, height)
            assert not [(a, b) for a in boxes for b in boxes if a < b and overlap(boxes[a], boxes[b])]
            if match.prompt.kind == "choose":
                assert {f"answer.{option}" for option in form["options"]} <= set(keys)
                greyed = {f"answer.{option}" for option in form["greyed"] if option != form["of"]}
                assert greyed <= set(keys) and not any(table.find(name).enabled for name in greyed)
            seen.add(prompt_id)
        assert {"bom.first_dealer", "bom.face_up", "bom.offer.answer", "bom.offer.card"} <= seen


class TestNames:
    @pytest.mark.parametrize("size", SIZES, ids=str)
    def test_are_never_broken_within_a_word(self, sit: Any, size: tuple[int, int]):
        """Two sit at the south side. A name that is too long there ends in dots."""
        table = sit(5, size)
        pane = table.screen.panes["Molly"]
        for name in ("Molly", "Bartholomew", "Bartholomew the Third of Nowhere"):
            said = pane.facts.name
            said.text = name
            pane.facts._soon()
            table.stage.frames()
            one_line = said.texture_size[1] < 1.7 * said.font_size
            assert one_line and said.texture_size[0] <= said.width, name
        assert said.is_shortened

    @pytest.mark.parametrize(("width", "told"), [(360, False), (600, True)])
    def test_that_somebody_is_done_is_told_where_the_name_has_room_too(
        self, stage: Any, width: float, told: bool
    ):
        """The grey hat says it as well."""
        from companion.boards.drawn import Counter, SeatFacts
        from companion.screens.match_facts import TWO_ROWS, Facts

        facts = Facts("Béranger", 2)
        counters = (Counter("coin", "2", ""), Counter("back", "2", ""))
        facts.show(SeatFacts((False, False), False, "fini pour cette manche", "Donneur", counters))
        facts.lay(TWO_ROWS, 2, True)
        stage.show(facts)
        facts.size, facts.pos = (width, 144), (0, 0)
        stage.frames()
        assert not facts.name.is_shortened and facts.badge.opacity == 1
        assert (facts.status.x >= 0) is told


def overlap(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


class TestAnswering:
    def test_an_offer_takes_three_taps(self, sit: Any):
        table = sit(5)
        match = table.until(lambda m: m.round == 2 and asks("bom.offer.receiver")(m))
        assert match.prompt is not None
        n = match.n
        for option in (match.prompt.options()[0], "accept", None):  # type: ignore[attr-defined]
            assert match.prompt is not None
            table.tap(f"answer.{option or match.prompt.options()[0]}")  # type: ignore[attr-defined]
        assert match.n == n + 3 and [move[0] for move in table.sitting.heard] == ["answer"] * 3

    def test_a_greyed_answer_says_why_in_the_pane_of_whoever_taps(self, sit: Any):
        table = sit(4)
        table.until(lambda m: asks("bom.thief.location")(m) and "saloon" in m.prompt.greyed())  # type: ignore[union-attr]
        of = table.sitting.prompt()["of"]
        table.tap("answer.saloon")
        pane = table.screen.panes[of]
        assert pane.hint.text and table.says(pane.hint.text) and table.sitting.heard == []
        assert not [p for name, p in table.screen.panes.items() if name != of and p.hint.text]
        table.wait_until(lambda: not pane.hint.text)

    def test_the_section_of_the_rulebook_is_one_tap_away(self, sit: Any):
        table = sit(4)
        table.until(asks("bom.offer.answer"))
        table.tap("rule")
        assert table.says("2. Distribution")

    def test_the_app_may_draw_what_is_chance(self, sit: Any):
        table = sit(4)
        table.tap("answer.decide")
        assert table.sitting.heard == [("decide",)] and table.sitting.n == 1

    def test_what_the_engine_refuses_is_said_and_nothing_changed(
        self, sit: Any, monkeypatch: pytest.MonkeyPatch
    ):
        table = sit(4)
        table.until(asks("bom.offer.answer"))

        def refuse(value: Any) -> None:
            raise Refused("match.over")

        monkeypatch.setattr(table.sitting, "answer", refuse)
        table.tap("answer.accept")
        assert table.says("The match is over.") and table.find("answer.accept") is not None

    def test_taps_wait_while_something_is_on_its_way_to_disk(self, sit: Any):
        table = sit(4)
        match = table.until(asks("bom.offer.answer"))
        n, table.sitting.slow = match.n, True
        table.tap("answer.accept")
        assert table.screen.busy and table.screen.late and match.n == n
        assert table.find("answer.accept") is not None  # the old position stays
        table.tap("answer.refuse")
        assert len(table.sitting.heard) == 1
        table.sitting.stored()
        table.settle()
        assert match.n == n + 1 and not table.screen.busy and table.find("answer.refuse") is None

    def test_a_second_tap_at_once_meant_the_prompt_before(self, sit: Any):
        table = sit(4)
        table.until(asks("bom.offer.receiver"))
        table.stage.tap(*table.middle(table.ids("answer.")[0]))
        assert table.screen.late and len(table.sitting.heard) == 1
        table.wait_until(lambda: not table.screen.late)
        table.screen.late = True
        table.stage.tap(*table.middle("answer.accept"))
        assert len(table.sitting.heard) == 1

    def test_a_finger_that_outlives_its_prompt_says_nothing(self, sit: Any):
        """The match moves on under the finger, to a question with the same answers."""
        table = sit(2)
        match = table.until(asks("bom.offer.answer"))
        finger = table.stage.finger(*table.middle("answer.accept"))
        table.stage.frames(2)
        match.answer("accept")
        chance = random.Random(1)
        while match.prompt is not None and match.prompt.id != "bom.offer.answer":
            match.answer(pick_value(match.prompt, chance))
        table.sitting.version += 1
        table.settle()
        finger.lift()
        table.stage.frames(2)
        assert table.sitting.heard == []

    def test_where_the_disk_takes_nothing_people_hear_of_it(self, sit: Any):
        table = sit(4)
        table.sitting.trouble = "the disk is full"
        table.settle()
        assert table.says("the disk is full")
        table.sitting.trouble = ""
        table.settle()
        assert not table.says("the disk is full")

    def test_keys_show_the_button_of_the_pad_that_says_the_same(self, sit: Any):
        table = sit(4)
        table.until(asks("bom.offer.answer"))
        assert not table.find("answer.accept").button
        table.sitting.asked_pad = table.sitting.prompt()["of"]
        table.settle()
        assert [table.find(f"answer.{a}").button for a in ("accept", "refuse")] == ["die1", "die2"]
        table.sitting.asked_pad = ""
        table.settle()
        assert not table.find("answer.accept").button


class TestInterjections:
    def test_the_dealer_alone_can_declare(self, sit: Any):
        table = sit(5)
        table.until(asks("bom.offer.answer"))
        dealer = table.sitting.view()["state"]["dealer"]
        assert table.ids("act.") == ["act.bom.declare"]
        pane = table.rect(table.screen.panes[dealer])
        x, y = table.middle("act.bom.declare")
        assert pane[0] < x < pane[0] + pane[2] and pane[1] < 800 - y < pane[1] + pane[3]

    def test_a_declaration_is_never_in_the_way(self, sit: Any):
        table = sit(5)
        match = table.until(asks("bom.offer.answer"))
        n = match.n
        table.tap("act.bom.declare")
        assert table.find("answer.accept") is not None
        gone = next(name for name in table.ids("act.bom.declare.") if not table.find(name).enabled)
        table.tap(gone)
        assert table.screen.over.act.hint.text and match.n == n
        table.tap(next(name for name in table.ids("act.bom.declare.") if table.find(name).enabled))
        assert match.n == n + 1 and table.find("act.close") is None
        assert table.find("answer.accept") is not None

    def test_its_sheet_goes_when_it_is_not_open_any_more(self, sit: Any):
        table = sit(5)
        match = table.until(asks("bom.offer.card"))
        table.tap("act.bom.declare")
        assert table.find("act.close") is not None
        assert match.prompt is not None
        match.answer(match.prompt.options()[0])  # type: ignore[attr-defined]
        table.sitting.version += 1
        while table.sitting.also() and any(a["id"] == "bom.declare" for a in table.sitting.also()):
            assert match.prompt is not None
            match.answer(pick_value(match.prompt, random.Random(1)))
            table.sitting.version += 1
        table.settle()
        assert table.find("act.close") is None

    def test_what_is_rare_is_in_the_menu_only(self, sit: Any):
        table = sit(4)
        table.until(asks("bom.offer.answer"))
        assert not [name for name in table.ids("act.") if "correct" in name or "hand" in name]
        table.tap("menu")
        ways = ["scores", "correct", "hand_over", "end_early", "home"]
        assert [table.find(f"menu.{way}") is not None for way in ways] == [True] * 5

    def test_correcting_by_hand(self, sit: Any):
        table = sit(4)
        table.until(asks("bom.offer.answer"))
        for name in ("menu", "menu.correct", "act.correct.coin:Silvia"):
            table.tap(name)
        for name in ("answer.digit.1", "answer.digit.2", "answer.done"):
            table.tap(name)
        assert table.sitting.view()["state"]["seats"]["Silvia"]["coins"] == 12

    @pytest.mark.parametrize("seat", ["Arthur", "Silvia"])
    def test_a_seat_is_handed_over_where_it_is(self, sit: Any, seat: str):
        """Whoever opened the menu: the pane of that seat asks, and until then nothing else does there."""
        table = sit(4)
        table.until(asks("bom.offer.answer", seat))
        for name in ("menu", "menu.hand_over", f"menu.hand_over@{seat}"):
            table.tap(name)
        pane = table.rect(table.screen.panes[seat])
        for name in (f"act.hand_over.{TABLE}", "act.hand_over.skip"):
            x, y = table.middle(name)
            assert pane[0] < x < pane[0] + pane[2] and pane[1] < 800 - y < pane[1] + pane[3]
        assert table.ids("answer.") == [] and not table.sitting.listens
        table.tap("act.hand_over.skip")
        assert table.find("answer.accept") is not None and table.sitting.listens
        assert table.sitting.match.hands == {}
        for name in ("menu", "menu.hand_over", f"menu.hand_over@{seat}", f"act.hand_over.{TABLE}"):
            table.tap(name)
        assert table.sitting.match.hands == {seat: TABLE} and table.find("answer.accept") is not None

    def test_where_the_pane_has_no_room_a_sheet_turned_to_that_seat_asks(self, sit: Any):
        table = sit(5, (800, 480))
        table.until(asks("bom.offer.answer"))
        for name in ("menu", "menu.hand_over", "menu.hand_over@Arthur"):
            table.tap(name)
        assert table.screen.over.act.rotation == ROTATION["west"] and table.find("act.close") is not None

    def test_the_end_is_held_not_tapped(self, sit: Any):
        table = sit(4)
        match = table.until(asks("bom.offer.answer"))
        table.tap("menu")
        table.tap("menu.end_early")
        assert match.result is None
        finger = table.stage.finger(*table.middle("menu.end_early"))
        table.wait_until(lambda: match.result is not None)
        finger.lift()
        table.settle()
        assert table.left == []
        table.tap("end.scores")
        assert table.left == ["scores"]

    def test_home_and_scores(self, sit: Any):
        table = sit(4)
        table.tap("menu")
        table.tap("menu.scores")
        assert table.left == ["scores"] and table.find("menu.scores") is None
        table.screen.dispatch("on_leave")  # as Kivy does when the scores come
        assert table.left == ["scores"]
        table.tap("menu")
        table.stage.tap(*table.middle("menu.home"))
        table.stage.frames(2)
        assert table.left == ["scores", "leave"]
