"""HIDDEN decides nothing; entries and values go out and back in; scores stay exact, bounded or unknown."""

import copy
import json
import operator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.engine import (
    HIDDEN,
    UNKNOWN,
    BadLine,
    Entry,
    Leak,
    Result,
    Value,
    at_least,
    between,
    exactly,
    is_hidden,
    leaders,
    parse_value,
    ranking,
)
from shared_rules.engine.values import freeze, plain


def _matched(value):
    match value:
        case "gold":
            return 1
    return 0


USES = {
    "bool": bool,
    "not": operator.not_,
    "equal": lambda h: h == "gold",
    "equal from the other side": lambda h: "gold".__eq__(h) is NotImplemented and h == "gold",
    "unequal": lambda h: h != 1,
    "less": lambda h: h < 1,
    "greater from the other side": lambda h: h > 1,
    "hash": hash,
    "a key": lambda h: {h: 1},
    "looked up": lambda h: {"gold": 1}[h],
    "in a tuple": lambda h: h in ("gold", "mud"),
    "searched for": lambda h: "gold" in (h,),
    "in it": lambda h: "a" in h,
    "str": str,
    "f-string": lambda h: f"{h}",
    "format": format,
    "percent": lambda h: "%s" % h,  # noqa: UP031
    "int": int,
    "float": float,
    "an index": lambda h: [1, 2][h],
    "range": range,
    "added": lambda h: h + 1,
    "added to": lambda h: 1 + h,
    "summed": lambda h: sum([1, h]),
    "less one": lambda h: 3 - h,
    "times": lambda h: 3 * h,
    "negative": operator.neg,
    "length": len,
    "looped over": list,
    "an item": lambda h: h["gold"],
    "sorted": lambda h: sorted([h, "a"]),
    "greatest": lambda h: max(h, 1),
    "matched": _matched,
    "and": lambda h: h and 1,
    "or": lambda h: h or 1,
    "union": lambda h: h | {1},
    "called": lambda h: h(1),
}


@pytest.mark.parametrize("use", USES)
def test_hidden_cannot_be_used(use):
    with pytest.raises(Leak, match="a secret was used"):
        USES[use](HIDDEN)


def test_hidden_can_be_kept_and_handed_on():
    kept = copy.deepcopy([HIDDEN])
    assert is_hidden(kept[0]) and not is_hidden(None)
    assert plain({"token": kept}) == {"token": [{"hidden": True}]}
    assert repr(HIDDEN) == "HIDDEN"


places = st.none() | st.text() | st.integers()
answers = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
numbers = st.none() | st.integers()
entries = st.builds(
    Entry, st.text(), st.text(), numbers, numbers, places, answers.map(freeze), st.booleans(), st.booleans()
)


@given(entries)
def test_an_entrys_text_goes_back_in(entry):
    text = json.dumps(entry.as_json())
    assert Entry.parse(json.loads(text)) == entry
    assert json.dumps(Entry.parse(json.loads(text)).as_json()) == text


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        {},
        {"id": "q", "of": "Ana"},
        {"id": "q", "of": "Ana", "answer": 1, "more": 1},
        {"id": 1, "of": "Ana", "answer": 1},
        {"id": "q", "of": "Ana", "answer": 1, "round": True},
        {"id": "q", "of": "Ana", "answer": 1, "turn": 1.5},
        {"id": "q", "of": "Ana", "answer": 1, "act": 1},
        {"id": "q", "of": "Ana", "answer": [[[[[[[[[[]]]]]]]]]]},
    ],
)
def test_what_is_no_entry(said):
    with pytest.raises(BadLine, match="an entry"):
        Entry.parse(said)


values = st.builds(
    lambda one, other: Value(*sorted((one, other))) if None not in (one, other) else Value(one, other),
    numbers,
    numbers,
)


@given(values)
def test_a_values_text_goes_back_in(value):
    assert parse_value(str(value)) == value


@given(st.integers(-9, 9), st.integers(0, 9), st.integers(-9, 9), st.integers(0, 9), st.data())
def test_a_sum_holds_every_sum(least, more, other_least, other_more, data):
    one, other = between(least, least + more), between(other_least, other_least + other_more)
    number = data.draw(st.integers(one.least, one.most)) + data.draw(st.integers(other.least, other.most))
    whole = one + other
    assert whole.least <= number <= whole.most
    assert whole.most - whole.least == more + other_more


def test_exact_bounded_and_unknown():
    assert [v.as_json() for v in (exactly(5), between(4, 7), at_least(3), UNKNOWN)] == [
        5,
        {"min": 4, "max": 7},
        {"min": 3, "max": None},
        {"min": None, "max": None},
    ]
    assert exactly(5).is_exact and not between(4, 7).is_exact and not UNKNOWN.is_exact
    assert sum([exactly(1), at_least(2)], exactly(0)) == at_least(3)
    assert exactly(1) + UNKNOWN == UNKNOWN
    with pytest.raises(ValueError, match="between 7 and 4"):
        between(7, 4)


def test_shared_points_stay_exact_and_are_numbers_in_json():
    third = Fraction(10, 3)
    assert sum([exactly(third)] * 3, exactly(0)) == exactly(10)
    assert parse_value(str(between(third, 5))) == between(third, 5)
    assert [v.as_json() for v in (exactly(third), between(third, 5))] == [10 / 3, {"min": 10 / 3, "max": 5}]
    result = Result((("Ana",), ("Bo",)), {"Ana": Fraction(3, 2), "Bo": 1}, {"Ana": {"herds": Fraction(3, 2)}})
    assert json.loads(json.dumps(result.as_json())) == {
        "ranking": [["Ana"], ["Bo"]],
        "scores": {"Ana": 1.5, "Bo": 1},
        "breakdown": {"Ana": {"herds": 1.5}},
    }
    assert json.dumps(plain({"points": [Fraction(5, 2), 2]})) == '{"points": [2.5, 2]}'
    for text in ("1/0", "1/-2", "1/", "/2", "a/2", "1/2/3"):
        with pytest.raises(ValueError, match=r"amount|invalid literal"):
            parse_value(text)


def test_who_may_be_ahead():
    standing = {"Ana": exactly(5), "Bo": between(3, 4), "Cy": between(2, 5), "Dee": at_least(0)}
    assert leaders(standing) == ("Ana", "Cy", "Dee")
    assert leaders({"Ana": UNKNOWN, "Bo": UNKNOWN}) == ("Ana", "Bo")


def test_equal_keys_share_a_place():
    keys = {"Ana": (8, 6), "Bo": (8, 5), "Cy": (9, 0), "Dee": (8, 6)}
    assert ranking(keys) == (("Cy",), ("Ana", "Dee"), ("Bo",))
