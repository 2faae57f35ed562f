"""Prompts: what each kind takes, what it refuses with which code, when it is forced."""

import json
import random
from types import MappingProxyType

import pytest

from shared_rules.engine import (
    Choose,
    ChooseSome,
    Dice,
    Number,
    Order,
    Refused,
    RulebookFault,
    Split,
    Verdict,
)
from shared_rules.engine.prompts import NOT_FORCED
from shared_rules.engine.values import plain

ABC = ("a", "b", "c")


def duel():
    def fits(verdict):
        return None if verdict["call"] in ("first", "tie") else "duel.no_such_call"

    return Verdict("v", "judge", ("Ana", "Bo"), fits, lambda below: {"call": "tie", "players": ["Ana", "Bo"]})


PROMPTS = {
    "choose": lambda: Choose("q", "Ana", ABC, {"d": "rule.d"}),
    "choose_some": lambda: ChooseSome("q", "Ana", ABC, 1, 2, {"d": "rule.d"}),
    "order": lambda: Order("q", "Ana", ABC),
    "split": lambda: Split("q", "Ana", 3, {"a": 2, "b": 2, "c": 0}),
    "number": lambda: Number("q", "Ana", -1, 4),
    "dice": lambda: Dice("q", "Ana", 2, 6),
    "verdict": duel,
}
TAKEN = [
    ("choose", "b", "b"),
    ("choose_some", ["c", "a"], ("a", "c")),
    ("order", ["c", "a", "b"], ("c", "a", "b")),
    ("split", {"b": 1, "a": 2}, {"a": 2, "b": 1, "c": 0}),
    ("number", -1, -1),
    ("dice", [1, 6], (1, 6)),
    ("verdict", {"call": "first", "player": "Bo"}, {"call": "first", "player": "Bo"}),
]
REFUSED = [
    ("choose", "d", "rule.d"),
    ("choose", "z", "answer.unknown"),
    ("choose", 1, "answer.kind"),
    ("choose", ["a"], "answer.kind"),
    ("choose", None, "answer.required"),
    ("choose_some", [], "answer.too_few"),
    ("choose_some", ["a", "b", "c"], "answer.too_many"),
    ("choose_some", ["a", "a"], "answer.repeated"),
    ("choose_some", ["d"], "rule.d"),
    ("choose_some", [["a"]], "answer.kind"),
    ("choose_some", "a", "answer.kind"),
    ("order", ["a", "b"], "answer.incomplete"),
    ("order", ["a", "b", "b"], "answer.repeated"),
    ("order", {"a": 1}, "answer.kind"),
    ("split", {"a": 2}, "answer.total"),
    ("split", {"a": 3}, "answer.limit"),
    ("split", {"a": -1, "b": 2}, "answer.limit"),
    ("split", {"z": 3}, "answer.unknown"),
    ("split", {"a": True, "b": 2}, "answer.kind"),
    ("split", {"a": 1.0, "b": 2}, "answer.kind"),
    ("split", [3], "answer.kind"),
    ("number", 5, "answer.range"),
    ("number", True, "answer.kind"),
    ("number", 1.0, "answer.kind"),
    ("number", "1", "answer.kind"),
    ("dice", [1], "answer.too_few"),
    ("dice", [1, 2, 3], "answer.too_many"),
    ("dice", [0, 1], "answer.range"),
    ("dice", [True, 1], "answer.kind"),
    ("dice", 7, "answer.kind"),
    ("verdict", {"call": "maybe"}, "duel.no_such_call"),
    ("verdict", {"call": "first", "player": "Cy"}, "answer.unknown"),
    ("verdict", {"call": "tie", "players": [["Ana"]]}, "answer.kind"),
    ("verdict", {"call": "tie", "players": "Ana"}, "answer.kind"),
    ("verdict", {}, "answer.kind"),
    ("verdict", "first", "answer.kind"),
    ("verdict", {"call": "first", "why": [[[[[[[[[[]]]]]]]]]]}, "answer.kind"),
]


@pytest.mark.parametrize(("kind", "value", "taken"), TAKEN)
def test_what_is_taken(kind, value, taken):
    prompt = PROMPTS[kind]()
    assert prompt.kind == kind
    assert prompt.check(value) == taken
    assert prompt.check(json.loads(json.dumps(plain(taken)))) == taken, "its text form goes back in"


@pytest.mark.parametrize(("kind", "value", "code"), REFUSED)
def test_what_is_refused(kind, value, code):
    with pytest.raises(Refused) as refused:
        PROMPTS[kind]().check(value)
    assert refused.value.code == code
    json.dumps(refused.value.as_json())


@pytest.mark.parametrize("kind", PROMPTS)
def test_random_answers_are_legal_and_differ(kind):
    below = random.Random(1).randrange
    prompt = PROMPTS[kind]()
    picked = [prompt.pick(below) for _ in range(60)]
    assert [prompt.check(plain(answer)) for answer in picked] == picked
    assert len({json.dumps(plain(answer)) for answer in picked}) >= (1 if kind == "verdict" else 2)


@pytest.mark.parametrize("kind", PROMPTS)
def test_null_skips_an_optional_one_only(kind):
    prompt = PROMPTS[kind]()
    prompt.optional = True
    assert prompt.check(None) is None
    assert prompt.only() is NOT_FORCED


def test_an_answer_cannot_be_changed():
    shares = PROMPTS["split"]().check({"a": 1, "b": 2})
    verdict = duel().check({"call": "tie", "players": ["Ana"], "evidence": {"file": "x"}})
    assert isinstance(shares, MappingProxyType) and isinstance(verdict["evidence"], MappingProxyType)
    assert verdict["players"] == ("Ana",)


class TestForced:
    @pytest.mark.parametrize(
        ("prompt", "answer"),
        [
            (Choose("q", "Ana", ("a",)), "a"),
            (Choose("q", "Ana", (), optional=True), None),
            (ChooseSome("q", "Ana", ABC, 3, 3), ABC),
            (ChooseSome("q", "Ana", ABC, 0, 0), ()),
            (ChooseSome("q", "Ana", (), 0, 2), ()),
            (Order("q", "Ana", ("a",)), ("a",)),
            (Split("q", "Ana", 0, {"a": 1, "b": 1}), {"a": 0, "b": 0}),
            (Split("q", "Ana", 2, {"a": 1, "b": 1}), {"a": 1, "b": 1}),
            (Split("q", "Ana", 1, {"a": 2, "b": 0}), {"a": 1, "b": 0}),
            (Number("q", "Ana", 2, 2), 2),
        ],
    )
    def test_one_answer_only(self, prompt, answer):
        assert prompt.only() == answer
        assert prompt.check(plain(answer)) == answer

    @pytest.mark.parametrize("kind", PROMPTS)
    def test_not_if_there_are_several(self, kind):
        assert PROMPTS[kind]().only() is NOT_FORCED

    @pytest.mark.parametrize(
        "prompt",
        [
            Choose("q", "Ana", ()),
            ChooseSome("q", "Ana", ABC, 4, 5),
            Split("q", "Ana", 5, {"a": 2}),
            Number("q", "Ana", 2, 1),
        ],
    )
    def test_a_dead_end_is_the_rulebooks_fault(self, prompt):
        with pytest.raises(RulebookFault, match="dead end"):
            prompt.only()


def test_options_are_listed_once_and_only_when_asked_for():
    listed = []

    def options():
        listed.append(1)
        return ABC

    def params():
        listed.append(2)
        return {"n": 3}

    prompt = Choose("q", "Ana", options, lambda: {"d": "rule.d"}, params=params)
    assert listed == []
    assert prompt.check("a") == "a" and prompt.as_json()["options"] == list(ABC)
    assert listed == [1, 2] and prompt.as_json()["ask"]["params"] == {"n": 3}
    assert listed == [1, 2]


def test_a_prompt_says_everything_a_screen_needs():
    prompt = Split("shares", "Ana", 3, {"a": 2, "b": 2}, place="bar", secret_to=("Ana",), params={"n": 3})
    assert prompt.as_json() == {
        "id": "shares",
        "ask": {"id": "shares", "params": {"n": 3}},
        "of": "Ana",
        "kind": "split",
        "options": ["a", "b"],
        "greyed": {},
        "optional": False,
        "secret_to": ["Ana"],
        "place": "bar",
        "chance": False,
        "total": 3,
        "limits": {"a": 2, "b": 2},
    }


def test_a_word_that_no_prompt_knows():
    with pytest.raises(TypeError, match="secret"):
        Choose("q", "Ana", ABC, secret="Ana")
