"""Every kind of prompt by touch: which keys it has, and what they answer."""

import time
from typing import Any

import pytest

from shared_rules.engine import Choose, Number
from shared_rules.engine.many import ChooseSome, Order, Split
from shared_rules.engine.prompts import Dice, Prompt, Verdict
from tests.companion.at_the_table import PATIENCE_S


def on_the_stage(
    stage: Any, prompt: Prompt, players: tuple[str, ...] = ("Ana", "Bo", "Cy")
) -> tuple[Any, list[Any]]:
    """The keys of one prompt alone, and what they answered."""
    from companion.screens.match_ask import Answers
    from companion.screens.match_words import asked

    form = prompt.as_json()
    keys, heard = Answers(), []
    keys.bind(on_answer=lambda _keys, value: heard.append(value))
    keys.bind(on_decide=lambda _keys: heard.append("decided"))
    keys.bind(on_hint=lambda _keys, why: heard.append(("hint", why)) if why else None)
    keys.put(asked(form, PlainWords(), {name: brand for brand, name in enumerate(players)}))
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

    def layouts(self, prompt: Any) -> tuple[Any, ...]:
        return ()

    def worth(self, prompt: Any, option: str) -> int:
        return 0

    def done(self, prompt: Any) -> tuple[str, str]:
        return "", ""


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
        from companion import seen

        _keys, heard = on_the_stage(stage, prompt)
        for name in taps:
            target = seen.find(name)
            assert target is not None, (name, [t.target_id for t in seen.targets()])
            stage.tap(*target.to_window(*target.center))
            stage.frames(2)
        assert heard == [answer]
        if answer != "decided" and not isinstance(answer, tuple):
            prompt.check(answer)  # legal

    @pytest.mark.parametrize("one_row", [False, True])
    @pytest.mark.parametrize("width", [900, 600, 430])
    def test_what_is_chosen_is_seen(self, stage: Any, width: int, one_row: bool):
        """Also where a row has no room for icons."""
        stage.resize(800, 480)
        names = ("Bartholomew the first", "Cy", "Wilhelmina of Orange")
        keys, _heard = on_the_stage(stage, ChooseSome("c", "Ana", names, 1, 2), names)
        keys.one_row, keys.size = one_row, (width, 64 if one_row else keys.depth(width))
        keys.lay_again()
        stage.frames()
        assert all(key._mark.opacity for key in keys._form.cells), "a person has their mark before"
        for chosen in (names[0], names[2]):
            key = next(cell for cell in keys._form.cells if cell.target_id == f"answer.{chosen}")
            key.tap()
            stage.frames()
            assert key._icon.name == "check_circle"
            assert key.x <= key._icon.x and key._icon.right <= key.right, chosen
            assert key.y <= key._icon.y and key._icon.top <= key.top, chosen
            assert not key._label.collide_widget(key._icon) and not key._mark.opacity

    def test_nobody_gets_less_than_they_have_to(self, stage: Any):
        """Bo can take 2 of 3, so Cy gets one at least; what is forced needs no tap."""
        from companion import seen

        on_the_stage(stage, SPLIT)
        texts = seen.texts()
        assert texts.count("1") == 2 and "1 left to share." in texts

    @pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
    def test_a_long_name_ends_in_dots_and_never_within_a_line(self, stage: Any, size: tuple[int, int]):
        from companion.widgets import Say, theme

        stage.resize(*size)
        names = ("Maximiliane-Christophorus", "Wolfeschlegelsteinhausenbergerdorff", "Jo")
        keys, _heard = on_the_stage(stage, Split("s", "Ana", 3, dict.fromkeys(names, 2)), names)
        keys.size = (664, keys.depth(664))
        stage.frames()
        said = {say.text: say for say in keys.walk() if isinstance(say, Say) and say.text in names}
        assert [said[name].is_shortened for name in names] == [True, True, False]
        for say in said.values():
            assert say.texture.height <= said["Jo"].texture.height and say.texture.width <= say.width
            assert say.font_size >= theme.least("strong")

    def test_what_has_no_room_has_pages(self, stage: Any):
        from companion import seen

        names = tuple(f"option {n}" for n in range(30))
        keys, heard = on_the_stage(stage, Choose("c", "Ana", names))
        keys.height = 2 * 72 + 8
        stage.frames()
        found: list[str] = []
        while f"answer.{names[-1]}" not in found:
            found += [t.target_id for t in seen.targets() if t.target_id != "answer.page"]
            key = seen.find("answer.page")
            assert key is not None
            stage.tap(*key.to_window(*key.center))
            stage.frames()
        assert found == [f"answer.{name}" for name in names] and heard == []

    def test_a_finger_that_stays_goes_on_stepping(self, stage: Any):
        from companion import seen

        keys, _heard = on_the_stage(stage, Number("n", "Ana", 0, 99))
        key = seen.find("answer.more")
        assert key is not None
        finger = stage.finger(*key.to_window(*key.center))
        end = time.monotonic() + PATIENCE_S
        while keys._form.number < 3 and time.monotonic() < end:
            stage.wait(0.05)
        shown = keys._form.number
        finger.lift()
        stage.frames(2)
        assert shown >= 3 and keys._form.number == shown  # lifting it is no further step
