"""The table of a match in a window: what lies where, and what a finger does, at every kind of prompt."""

import functools
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.random_play import pick_value
from companion.seating import ROTATION, Seat
from shared_rules.engine import TABLE, Choose, Match, Number, Refused
from shared_rules.engine.many import ChooseSome, Order, Split
from shared_rules.engine.prompts import Dice, Prompt, Verdict
from tests.companion.at_the_table import PATIENCE_S
from tests.companion.match_table import FakeSitting
from tests.companion.test_match_sitting import Evening

SIDES = ("south", "west", "north", "east", "south")
NAMES = ("Molly", "Arthur", "Silvia", "Pedro", "Eli")
SIZES = [(1280, 800), (800, 480)]
ENOUGH = 60  # matches that are tried for a position
SOME = 6  # matches in which nearly every prompt comes up


@functools.cache
def the_screen() -> tuple[Any, list[str]]:
    """The one screen for all these tests, as the window has one for all matches; and what left it."""
    from companion.screens.match import MatchScreen

    screen, left = MatchScreen(name="match"), []
    screen.bind(on_get_up=lambda *_: left.append("leave"), on_scores=lambda *_: left.append("scores"))
    return screen, left


Wanted = Callable[[Match], bool]


def people(count: int) -> list[Seat]:
    sides = ("south", "north") if count == 2 else SIDES
    return [Seat(NAMES[n], n, sides[n]) for n in range(count)]


class Table:
    """The screen of a match on the stage, and the fingers of whoever sits at it."""

    def __init__(self, stage: Any, sitting: Any) -> None:
        from companion import drive

        self.stage, self.sitting, self._drive = stage, sitting, drive
        self.screen, self.left = the_screen()
        stage.root.add_widget(self.screen)
        self.screen.begin(sitting, None)
        self.settle()

    def settle(self) -> None:
        """Draw, and wait until taps are taken again."""
        self.screen.refresh(0)
        self.stage.frames(2)
        self.screen.late = self.screen.busy

    def find(self, name: str) -> Any:
        return self._drive.find(name)

    def ids(self, prefix: str = "") -> list[str]:
        return [t.target_id for t in self._drive.targets() if t.target_id.startswith(prefix)]

    def texts(self) -> list[str]:
        found: list[str] = self._drive.texts()
        return found

    def says(self, text: str) -> bool:
        return any(text in one for one in self.texts())

    def middle(self, name: str) -> tuple[float, float]:
        target = self.find(name)
        assert target is not None, (name, self.ids())
        x, y = target.to_window(*target.center, initial=True)
        return float(x), float(y)

    def tap(self, name: str) -> None:
        """A true touch in the middle of a target."""
        self.stage.tap(*self.middle(name))
        self.settle()

    def wait_until(self, true: Callable[[], object]) -> None:
        """Let frames pass; a loaded machine may need many."""
        end = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < end, "it never came"
            self.stage.wait(0.05)

    def rect(self, widget: Any) -> tuple[int, int, int, int]:
        """Where a widget is in the window: left, top, width, height, px."""
        found: tuple[int, int, int, int] = self._drive._rect(widget)
        return found

    def until(self, wanted: Wanted) -> Match:
        """Play on at random, without the screen, until the match stands like this."""
        match = reached(self.sitting.match, wanted)
        self.sitting.match = match
        self.sitting.version += 1
        self.settle()
        return match


def reached(begun: Match, wanted: Wanted) -> Match:
    for seed in range(ENOUGH):
        chance = random.Random(seed)
        match = Match(begun.rulebook, begun.setup)
        while match.prompt is not None:
            if wanted(match):
                return match
            value = pick_value(match.prompt, chance)
            match.answer(None if match.prompt.id == "bom.recount" else value)
    raise AssertionError("no such position")


@functools.cache
def one_of_each(count: int) -> dict[str, Match]:
    """A match that stands at each prompt that comes up in a few of them, with the Chef."""
    begun = FakeSitting("bom_mau_bode", people(count), {"chef": True}).match
    found: dict[str, Match] = {}
    for seed in range(SOME):
        chance = random.Random(seed)
        match = Match(begun.rulebook, begun.setup)
        while match.prompt is not None:
            if match.prompt.id not in found:
                found[match.prompt.id] = match.replay()
            match.answer(pick_value(match.prompt, chance))
    return found


def asks(prompt_id: str, of: str = "") -> Wanted:
    return lambda match: (
        match.prompt is not None and match.prompt.id == prompt_id and of in ("", match.prompt.of)
    )


@pytest.fixture
def sit(stage: Any) -> Iterator[Callable[..., Table]]:
    """Sit down: `sit(people, size)`."""
    was = i18n.spoken()
    i18n.use("en")

    def down(count: int = 5, size: tuple[int, int] = (1280, 800), **options: Any) -> Table:
        stage.resize(*size)
        return Table(stage, FakeSitting("bom_mau_bode", people(count), options))

    yield down
    i18n.use(was)
    screen, left = the_screen()
    if screen.sitting is not None:
        screen.leave()
    stage.root.remove_widget(screen)
    left.clear()


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


def overlap(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def on_the_stage(stage: Any, prompt: Prompt) -> tuple[Any, list[Any]]:
    """The keys of one prompt alone, and what they answered."""
    from companion.screens.match_ask import Answers
    from companion.screens.match_words import asked

    form = prompt.as_json()
    keys, heard = Answers(), []
    keys.bind(on_answer=lambda _keys, value: heard.append(value))
    keys.bind(on_decide=lambda _keys: heard.append("decided"))
    keys.bind(on_hint=lambda _keys, why: heard.append(("hint", why)))
    keys.put(asked(form, PlainWords(), {"Ana": 0, "Bo": 1, "Cy": 2}))
    keys.size, keys.pos = (900, max(300, keys.depth(900))), (100, 100)
    stage.show(keys)
    return keys, heard


class PlainWords:
    """A telling that says ids."""

    def ask(self, prompt: Any) -> str:
        return str(prompt["id"])

    def option(self, prompt: Any, option: str) -> Any:
        from companion.telling import Word

        return Word(option, "")

    def rule(self, of: str) -> str:
        return ""

    def skip(self, prompt: Any) -> str:
        return "Skip"

    def refusal(self, code: str, params: Any) -> str:
        return f"why: {code}"


def duel() -> Verdict:
    return Verdict(
        "v",
        "judge",
        ("Ana", "Bo"),
        lambda verdict: None if verdict["call"] in ("first", "tie") else "no_such_call",
        lambda below: {"call": "tie", "players": ["Ana", "Bo"]},
    )


SPLIT = Split("s", "Ana", 3, {"Bo": 2, "Cy": 2})
KINDS = [
    (Choose("c", "Ana", ("one", "two")), ["answer.two"], "two"),
    (Choose("c", "Ana", ("one", "two"), optional=True), ["answer.skip"], None),
    (Choose("c", "Ana", ("one", "two"), chance=True), ["answer.decide"], "decided"),
    (Choose("c", "Ana", ("one",), {"two": "not.now"}), ["answer.two"], ("hint", "why: not.now")),
    (ChooseSome("c", "Ana", tuple("abcd"), 1, 2), ["answer.d", "answer.b", "answer.done"], ["d", "b"]),
    (
        ChooseSome("c", "Ana", tuple("abcd"), 1, 2),
        ["answer.a", "answer.a", "answer.c", "answer.done"],
        ["c"],
    ),
    (ChooseSome("c", "Ana", tuple("abcd"), 1, 2), ["answer.done"], ("hint", "Choose first.")),
    (
        ChooseSome("c", "Ana", tuple("abcd"), 1, 2),
        ["answer.a", "answer.b", "answer.c"],
        ("hint", "2 at most."),
    ),
    (Order("o", "Ana", tuple("abc")), ["answer.c", "answer.a", "answer.done"], ["c", "a", "b"]),
    (Number("n", "Ana", 2, 9), ["answer.7"], 7),
    (Number("n", "Ana", 0, 99), ["answer.digit.4", "answer.digit.2", "answer.more", "answer.done"], 43),
    (Number("n", "Ana", 0, 99), ["answer.less", "answer.more", "answer.more", "answer.done"], 2),
    (Number("n", "Ana", 5, 20), ["answer.digit.9", "answer.digit.9", "answer.done"], 9),
    (
        SPLIT,
        ["answer.Bo.more", "answer.Bo.less", "answer.Cy.more", "answer.done"],
        {"Bo": 1, "Cy": 2},
    ),
    (SPLIT, ["answer.done"], ("hint", "1 left to share.")),
    (Split("s", "Ana", 1, {"Bo": 1, "Cy": 1}), ["answer.Cy"], {"Cy": 1}),
    (Dice("d", "Ana", 1, 6), ["answer.5"], [5]),
    (Dice("d", "Ana", 2, 6), ["answer.1.5", "answer.2.1", "answer.1.6", "answer.done"], [6, 1]),
    (duel(), ["answer.Bo"], {"call": "first", "player": "Bo"}),
    (duel(), ["answer.tie"], {"call": "tie", "players": ["Ana", "Bo"]}),
]


class TestEveryKind:
    @pytest.mark.parametrize(("prompt", "taps", "answer"), KINDS)
    def test_is_answered_by_touch(self, stage: Any, prompt: Prompt, taps: list[str], answer: Any):
        from companion import drive

        _keys, heard = on_the_stage(stage, prompt)
        for name in taps:
            target = drive.find(name)
            assert target is not None, (name, [t.target_id for t in drive.targets()])
            stage.tap(*target.to_window(*target.center))
            stage.frames(2)
        assert heard == [answer]
        if answer != "decided" and not isinstance(answer, tuple):
            prompt.check(answer)  # legal

    def test_nobody_gets_less_than_they_have_to(self, stage: Any):
        """Bo can take 2 of 3, so Cy gets one at least; what is forced needs no tap."""
        from companion import drive

        on_the_stage(stage, SPLIT)
        texts = drive.texts()
        assert texts.count("1") == 2 and "1 left to share." in texts

    def test_what_has_no_room_has_pages(self, stage: Any):
        from companion import drive

        names = tuple(f"option {n}" for n in range(30))
        keys, heard = on_the_stage(stage, Choose("c", "Ana", names))
        keys.height = 2 * 72 + 8
        stage.frames()
        found: list[str] = []
        while f"answer.{names[-1]}" not in found:
            found += [t.target_id for t in drive.targets() if t.target_id != "answer.page"]
            key = drive.find("answer.page")
            assert key is not None
            stage.tap(*key.to_window(*key.center))
            stage.frames()
        assert found == [f"answer.{name}" for name in names] and heard == []

    def test_a_finger_that_stays_goes_on_stepping(self, stage: Any):
        from companion import drive

        keys, _heard = on_the_stage(stage, Number("n", "Ana", 0, 99))
        key = drive.find("answer.more")
        assert key is not None
        finger = stage.finger(*key.to_window(*key.center))
        end = time.monotonic() + PATIENCE_S
        while keys._form.number < 3 and time.monotonic() < end:
            stage.wait(0.05)
        shown = keys._form.number
        finger.lift()
        stage.frames(2)
        assert shown >= 3 and keys._form.number == shown  # lifting it is no further step


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
        assert table.screen.act_sheet.hint.text and match.n == n
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
        for name in ("menu", "menu.correct", "act.correct.coins of Silvia"):
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
        assert table.screen.act_sheet.rotation == ROTATION["west"] and table.find("act.close") is not None

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


class TestSecrets:
    def looks(self, table: Table) -> tuple[list[str], list[tuple[str, str]]]:
        targets = [(t.target_id, t.label) for t in table._drive.targets()]
        return table.texts(), targets

    def test_are_held_not_shown(self, sit: Any):
        table = sit(4)
        table.until(lambda m: m.round == 2 and asks("bom.offer.answer")(m))
        before = self.looks(table)
        finger = table.stage.finger(*table.middle("peek.Molly"))
        assert self.looks(table) == before
        pane = table.screen.panes["Molly"]
        table.wait_until(lambda: pane._secrets)
        seen = table.sitting.view("Molly")["state"]["seats"]["Molly"]["kinds"]
        shown = {widget.value for widget in pane._secrets if hasattr(widget, "value")}
        assert (
            pane.facts.opacity == 0 and {str(n) for n in seen.values() if isinstance(n, int) and n} <= shown
        )
        finger.lift()
        table.stage.frames(2)
        assert self.looks(table) == before and pane._secrets == []

    def test_are_gone_when_the_finger_slides_off_or_people_leave(self, sit: Any):
        table = sit(4)
        table.until(asks("bom.offer.answer"))
        pane = table.screen.panes["Silvia"]
        for end in ("slides", "leaves"):
            x, y = table.middle("peek.Silvia")
            finger = table.stage.finger(x, y)
            table.wait_until(lambda pane=pane: pane._secrets)
            if end == "slides":
                finger.move(x, 400)
            else:
                table.screen.leave()
            table.stage.frames(2)
            assert pane._secrets == []
            finger.lift()

    def test_a_short_touch_says_how(self, sit: Any):
        table = sit(4)
        table.until(asks("bom.offer.answer"))
        table.tap("peek.Molly")
        assert table.says("Hold it")

    def test_a_private_answer_changes_nothing_that_can_be_seen(self, sit: Any):
        """The same match with another token drawn in private reads the same, key by key."""
        table = sit(4)
        match = table.until(asks("bom.gambler.token"))
        assert match.prompt is not None
        kinds = match.prompt.options()  # type: ignore[attr-defined]
        seen = []
        for kind in kinds[:2]:
            table.tap(f"answer.{kind}")
            table.tap("log")
            looked = self.looks(table)
            table.tap("log.close")
            seen.append((looked, self.looks(table)))
            match.undo()
            table.sitting.version += 1
            table.settle()
        assert seen[0] == seen[1]


class TestGoingBack:
    def test_undo_and_redo(self, sit: Any):
        table = sit(4)
        assert not table.find("undo").enabled and not table.find("redo").enabled
        table.tap("undo")
        assert table.screen.hint.text and table.sitting.heard == []
        table.tap("answer.Pedro")
        table.tap("undo")
        assert table.sitting.n == 0 and table.find("redo").enabled
        table.tap("redo.far")
        assert table.sitting.n == 1

    @pytest.mark.parametrize("size", SIZES, ids=str)
    def test_past_a_secret_the_seats_concerned_are_asked(self, sit: Any, size: tuple[int, int]):
        table = sit(5, size)
        match = table.until(asks("bom.gambler.token"))
        assert match.prompt is not None
        thief, victim = match.prompt.secret_to  # type: ignore[misc]
        table.tap(f"answer.{match.prompt.options()[0]}")  # type: ignore[attr-defined]
        n = match.n
        table.tap("undo")
        questions = sorted(table.ids("undo.yes."))
        assert match.n == n and questions == sorted([f"undo.yes.{thief}", f"undo.yes.{victim}"])
        for seat in (thief, victim):
            pane = table.rect(table.screen.panes[seat])
            x, y = table.middle(f"undo.yes.{seat}")
            assert pane[0] < x < pane[0] + pane[2] and pane[1] < size[1] - y < pane[1] + pane[3]
        assert not table.sitting.listens and table.ids("answer.") == []
        table.tap(f"undo.yes.{thief}")
        assert match.n == n and table.ids("undo.yes.") == [f"undo.yes.{victim}"]
        table.tap(f"undo.yes.{victim}")
        assert match.n == n - 1 and table.sitting.listens and table.find("answer.skip") is not None

    def test_and_one_of_them_is_enough_to_say_no(self, sit: Any):
        table = sit(5)
        match = table.until(asks("bom.gambler.token"))
        assert match.prompt is not None
        table.tap(f"answer.{match.prompt.options()[0]}")  # type: ignore[attr-defined]
        n = match.n
        table.tap("undo")
        table.tap("undo.no")
        assert match.n == n and table.ids("undo.yes.") == [] and table.screen.hint.text


class TestTheLog:
    def opened(self, table: Table) -> list[str]:
        table.tap("log")
        return [name for name in table.ids("log.") if name[4:].isdigit()]

    @pytest.mark.parametrize("size", SIZES, ids=str)
    def test_it_pages_through_every_line_and_ends_with_the_last(self, sit: Any, size: tuple[int, int]):
        table = sit(4, size)
        table.until(lambda m: m.round == 2 and asks("bom.offer.answer")(m))
        lines = len(table.sitting.log())
        rows = self.opened(table)
        assert rows[-1] == f"log.{lines - 1}"
        seen = set(rows)
        while table.find("log.earlier").enabled:
            table.tap("log.earlier")
            seen |= {name for name in table.ids("log.") if name[4:].isdigit()}
        assert seen == {f"log.{n}" for n in range(lines)}
        table.tap("log.close")
        assert table.find("log.close") is None

    def test_a_line_shows_the_table_as_it_was(self, sit: Any):
        table = sit(4)
        table.until(lambda m: m.round == 2 and asks("bom.offer.answer")(m))
        shown: list[Any] = []
        board = table.screen.board
        before = board.show
        board.show = lambda state, brands, lines: (shown.append((state, lines)), before(state, brands, lines))
        row = int(self.opened(table)[0].removeprefix("log."))
        table.tap(f"log.{row}")
        n = table.sitting.log()[row]["n"]
        assert shown[-1][0] == table.sitting.moment(n)["state"] != table.sitting.view()["state"]
        assert table.says("As it was") and table.ids("answer.") == [] and not table.sitting.listens
        table.tap("log.later")
        assert shown[-1][0] == table.sitting.moment(table.sitting.log()[row + 1]["n"])["state"]
        table.tap("log.list")
        assert f"log.{row + 1}" in table.ids()
        table.tap("log.close")
        assert shown[-1][0] == table.sitting.view()["state"] and table.sitting.listens
        assert table.ids("answer.") and table.sitting.heard == []

    def test_back_to_there(self, sit: Any):
        table = sit(4)
        match = table.until(lambda m: m.turn == 3 and asks("bom.offer.answer")(m))
        rows = self.opened(table)
        table.tap(rows[-1])
        assert not table.find("log.go").enabled or table.sitting.log()[-1]["n"] < match.n
        table.tap("log.close")
        row = int(self.opened(table)[0].removeprefix("log."))
        n = table.sitting.log()[row]["n"]
        table.tap(f"log.{row}")
        table.tap("log.go")
        assert match.n == n and table.sitting.heard[-1] == ("go_to", n)

    def test_another_answer_there_after_a_look_at_what_it_does(self, sit: Any):
        table = sit(4)
        match = table.until(lambda m: m.turn == 3 and asks("bom.offer.answer")(m))
        log = table.sitting.log()
        row = next(k for k, line in enumerate(log) if line["id"] == "bom.face_up")
        k = log[row]["n"] - 1
        entries, old = match.entries, match.entries[k].answer
        options = table.sitting.question(k)["options"]
        other = next(card for card in options if card != old and self.stops(match, k, card))
        self.opened(table)
        while table.find(f"log.{row}") is None:
            table.tap("log.earlier")
        table.tap(f"log.{row}")
        for last in ("amend.cancel", "amend.do"):
            table.tap("log.amend")
            table.tap(f"amend.{other}")
            preview = match.amend(k, other, dry_run=True)
            assert table.says("The first that does not fit")
            assert table.says(f"{preview.kept} entr") and match.entries == entries
            table.tap(last)
        assert match.n == k + 1 + preview.applied and match.entries[k].answer == other
        assert table.sitting.kept == preview.kept and table.ids("answer.")

    @staticmethod
    def stops(match: Match, k: int, value: str) -> bool:
        try:
            return match.amend(k, value, dry_run=True).stops_at is not None
        except Refused:
            return False

    def test_a_secret_is_nobodys_to_correct(self, sit: Any):
        table = sit(4)
        match = table.until(asks("bom.gambler.token"))
        assert match.prompt is not None
        table.tap(f"answer.{match.prompt.options()[0]}")  # type: ignore[attr-defined]
        drew = next(k for k, line in enumerate(table.sitting.log()) if line["n"] == match.n)
        self.opened(table)
        while table.find(f"log.{drew}") is None:
            table.tap("log.earlier")
        table.tap(f"log.{drew}")
        table.tap("log.amend")
        assert "secret" in table.screen.travel.bar.ids.hint.text and table.find("amend.cancel") is None


class TestDrawing:
    def test_what_did_not_change_is_not_drawn(self, sit: Any, monkeypatch: pytest.MonkeyPatch):
        table = sit(5)
        table.until(asks("bom.offer.answer"))
        table.stage.frames(8)
        made = []
        from kivy.uix.widget import Widget

        before = Widget.__init__

        def counting(self: Any, **kwargs: Any) -> None:
            made.append(self)
            before(self, **kwargs)

        monkeypatch.setattr(Widget, "__init__", counting)
        for _ in range(3):
            table.screen.refresh(0)
        assert table.stage.frames(5) == 0 and made == []

    def test_another_language_at_once(self, sit: Any):
        table = sit(4)
        table.until(asks("bom.offer.answer"))
        english = table.find("answer.accept").label
        i18n.use("fr")
        table.screen.retell()
        table.stage.frames(2)
        assert table.find("answer.accept") is not None
        i18n.use("en")
        table.screen.retell()
        table.stage.frames(2)
        assert table.find("answer.accept").label == english

    def test_another_match_on_the_same_screen(self, sit: Any):
        table = sit(5)
        table.until(asks("bom.offer.answer"))
        table.sitting = FakeSitting("bom_mau_bode", people(2))
        table.screen.begin(table.sitting, None)
        table.settle()
        assert table.ids("peek.") == ["peek.Arthur", "peek.Molly"] and "answer.Molly" in table.ids()


class TestWithEverything:
    """The screen over the real sitting: engine, store and pads."""

    def test_a_round_by_touch(self, stage: Any, sit: Any, tmp_path: Path):
        evening = Evening(tmp_path, "p1")
        sitting = evening.sit_down(3, pads=("p1", "", ""))
        table = Table(stage, sitting)
        chance = random.Random(4)
        plain = Match(sitting._shown.rulebook, sitting._shown.setup)
        while plain.round != 2:
            assert plain.prompt is not None
            value = pick_value(plain.prompt, chance)
            tap_through(table, plain.prompt, value)
            evening.settle()
            table.settle()
            plain.answer(value)
            assert sitting.n == plain.n and sitting.prompt() is not None
        assert sitting.view() == plain.view()
        table.tap("undo")
        evening.settle()
        for seat in [name.removeprefix("undo.yes.") for name in table.ids("undo.yes.")]:
            table.tap(f"undo.yes.{seat}")
            evening.settle()
        table.settle()
        assert sitting.n == plain.n - 1
        table.tap("redo")
        evening.settle()
        table.settle()
        assert sitting.view() == plain.view()
        evening.writer.close()

    def test_a_whole_match_by_touch(self, sit: Any):
        table = sit(5, (800, 480), chef=True)
        chance = random.Random(9)
        match = table.sitting.match
        taps = offers = 0
        while match.prompt is not None:
            offers += match.prompt.id == "bom.offer.card"
            value = None if match.prompt.id == "bom.recount" else pick_value(match.prompt, chance)
            taps += tap_through(table, match.prompt, value)
        again = match.replay()
        assert again.result == match.result and table.find("end.scores") is not None
        assert offers >= 30 and taps < 1.2 * match.n, (taps, match.n, offers)


def tap_through(table: Table, prompt: Prompt, value: Any) -> int:
    """Answer a prompt with true touches; return how many it took."""
    names = ["answer.skip"] if value is None else taps_for(prompt, value, table)
    for name in names:
        table.tap(name)
    return len(names)


def taps_for(prompt: Prompt, value: Any, table: Table) -> list[str]:
    if isinstance(prompt, Split) and prompt.total == 1:
        return [f"answer.{next(key for key, share in value.items() if share)}"]
    if isinstance(prompt, Split):
        least = {
            k: max(0, prompt.total - sum(n for j, n in prompt.limits().items() if j != k)) for k in value
        }
        return [f"answer.{k}.more" for k, n in value.items() for _ in range(n - least[k])] + ["answer.done"]
    if isinstance(prompt, Number) and prompt.most - prompt.least >= 10:
        return [*(f"answer.digit.{digit}" for digit in str(value)), "answer.done"]
    return [f"answer.{value}"]
