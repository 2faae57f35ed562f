"""The panel of a question: every answer and every way out can be reached, in every room it is given."""

from typing import Any

import pytest

from companion.table_talk import Option, Question

MANY = tuple(Option(str(n), f"Bartholomew's shooter {n}") for n in range(12))
JUDGE = Question("judge", "What does the judge say?", MANY[:3])
TOKENS = Question("tokens", "Molly's bullets: which 2 tokens are hit?", MANY, 2, 2)
REASON = Question("reason", "Why?", ())
ROOMS = [(1280, 800, 500), (800, 480, 300), (480, 800, 600), (320, 240, 204), (320, 240, 96), (176, 240, 96)]


@pytest.fixture
def heard() -> list[Any]:
    return []


@pytest.fixture
def panel(stage: Any, heard: list[Any]) -> Any:
    from companion.screens.asking import AskPanel

    found = AskPanel()
    found.bind(
        on_answer=lambda _, answer: heard.append(answer),
        on_cancel=lambda *_: heard.append("cancel"),
        on_leave=lambda *_: heard.append("leave"),
        on_hint=lambda _, why: heard.append(("hint", why)),
    )
    return stage.show(found)


def give(stage: Any, panel: Any, room: tuple[int, int, int]) -> None:
    """Give the panel its room: the window's size, and how high it may be."""
    stage.resize(*room[:2])
    panel.width, panel.most = room[0], room[2]
    stage.frames()


def targets() -> dict[str, Any]:
    from companion import seen

    return {target.target_id: target for target in seen.targets()}


def tap(stage: Any, name: str) -> None:
    target = targets()[name]
    stage.tap(*target.to_window(*target.center))
    stage.wait(0.25)  # a list that scrolls waits whether it is dragged


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_it_is_no_higher_than_it_may_be(stage: Any, panel: Any, room: tuple[int, int, int]) -> None:
    for question in (JUDGE, TOKENS, REASON):
        panel.ask(question, may_cancel=True)
        give(stage, panel, room)
        assert 0 < panel.height <= room[2]
        assert panel.ids.more.height > 0


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_every_answer_can_be_given(
    stage: Any, panel: Any, heard: list[Any], room: tuple[int, int, int]
) -> None:
    for number in (0, 5, 11):
        panel.ask(TOKENS, may_cancel=False)
        give(stage, panel, room)
        button = next(one for one in panel._answers if one.target_id == f"answer.{number}")
        if panel.ids.more.do_scroll_y:
            panel.ids.more.scroll_to(button, animate=False)
            stage.frames()
        tap(stage, f"answer.{number}")
        assert panel._chosen == [str(number)], room
        assert button.x <= button._icon.x and button._icon.right <= button._label.x, "it is seen"


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_the_ways_out_stay_and_stand_at_the_right(
    stage: Any, panel: Any, heard: list[Any], room: tuple[int, int, int]
) -> None:
    from companion import seen

    for question, may_cancel, last in (
        (JUDGE, True, "cancel"),
        (JUDGE, False, "get_up"),
        (TOKENS, False, "done"),
    ):
        panel.ask(question, may_cancel)
        give(stage, panel, room)
        x, y, width, height = seen.shown(targets()[last])["rect"]
        assert x + width == pytest.approx(room[0] - panel.padding[2], abs=1)
        assert y >= 0 and y + height <= room[1]
    panel.ask(JUDGE, may_cancel=True)
    stage.frames()
    tap(stage, "cancel")
    assert heard == ["cancel"]


def test_too_short_a_hold_says_so(stage: Any, panel: Any, heard: list[Any]) -> None:
    panel.ask(JUDGE, may_cancel=False)
    give(stage, panel, ROOMS[0])
    tap(stage, "get_up")
    assert heard == [("hint", "Get up: hold 1 s")]


def test_done_says_what_is_missing(stage: Any, panel: Any, heard: list[Any]) -> None:
    panel.ask(TOKENS, may_cancel=False)
    give(stage, panel, ROOMS[0])
    tap(stage, "done")
    assert heard == [("hint", "Choose first.")]
    for name in ("answer.3", "answer.4", "answer.5", "done"):  # a third one has no room
        tap(stage, name)
    assert heard[1:] == [["3", "4"]]


def test_enter_gives_the_reason(stage: Any, panel: Any, heard: list[Any]) -> None:
    panel.ask(REASON, may_cancel=True)
    give(stage, panel, ROOMS[1])
    field = targets()["reason"]
    field.insert_text(" A cat. ")
    field.dispatch("on_text_validate")
    assert heard == [["A cat."]]


def test_keys_are_used_again(stage: Any, panel: Any) -> None:
    panel.ask(TOKENS, may_cancel=False)
    before = list(panel._answers)
    panel.ask(JUDGE, may_cancel=False)
    panel.ask(TOKENS, may_cancel=False)
    assert panel._answers == before and len(panel.ids.options.children) == len(MANY)


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_it_lies_still(stage: Any, panel: Any, room: tuple[int, int, int]) -> None:
    """What scrolls must not draw on when nobody touches it: a verdict would come later."""
    panel.ask(TOKENS, may_cancel=False)
    give(stage, panel, room)
    stage.wait(0.2)
    before = stage.drawings
    stage.wait(1.2)  # Kivy's bar would begin to fade after half a second, for half a second
    assert stage.drawings - before <= 1  # the last of laying out; a fade takes dozens
