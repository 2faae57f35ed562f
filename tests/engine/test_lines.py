"""Contract "match": one command in, one reply out."""

import json
import random
import re

import pytest

from shared_rules.engine import BadLine, Refused
from shared_rules.engine.lines import begin, position, respond
from shared_rules.engine.values import plain
from tests.engine.games import told
from tests.engine.tiny import Heist, Offers

RULEBOOKS = {"heist": Heist(), "offers": Offers()}
FIRST = {"match": 1, "rulebook": "heist", "players": ["Ana", "Bo", "Cy"], "options": {"rounds": 1}}


def talk(*commands, first=FIRST):
    """The last reply, through text both ways."""
    match = begin(RULEBOOKS, first)
    reply = position(match)
    for command in commands:
        reply = json.loads(json.dumps(respond(match, json.loads(json.dumps(command)))))
    return reply


def test_where_it_stands():
    assert talk({"answer": [3]}) == {
        "n": 1,
        "prompt": {
            "id": "heist.do",
            "ask": {"id": "heist.do", "params": {}},
            "of": "Ana",
            "kind": "choose",
            "options": ["bottle", "gold"],
            "greyed": {"draw": "heist.nothing_to_draw"},
            "optional": False,
            "secret_to": None,
            "place": None,
            "chance": False,
            "section": "Taking",
            "round": 1,
            "turn": 0,
        },
        "also": [
            *({"id": "correct", "of": seat} for seat in ("table", "Ana", "Bo", "Cy")),
            {"id": "end_early", "of": "table"},
            *({"id": "hand_over", "of": seat} for seat in ("Ana", "Bo", "Cy")),
            *({"id": "heist.shout", "of": seat} for seat in ("Ana", "Bo", "Cy")),
        ],
    }


def test_each_command():
    roll = {"answer": [3]}
    assert talk(roll, {"act": "heist.shout", "of": "Bo", "answer": "yes"})["prompt"]["id"] == "heist.loud"
    assert talk(roll, {"act": "heist.shout", "of": "Bo"})["prompt"]["of"] == "Bo"
    assert talk(roll, {"undo": 1})["n"] == 0
    assert talk(roll, {"undo": 1}, {"redo": 1})["n"] == 1
    assert talk(roll, {"amend": 0, "answer": [4], "dry_run": True}) == {
        "preview": {"applied": 0, "stops_at": None, "code": None, "kept": 0}
    }
    assert talk(roll, {"amend": 0, "answer": [4]}, {"view": "public"})["view"]["state"]["luck"] == 4
    assert talk(roll, {"entries": True})["entries"] == [
        {"id": "heist.luck", "of": "table", "round": 1, "answer": [3], "chance": True}
    ]
    assert talk(roll, {"log": 0}) == {"log": []}
    assert talk(roll, {"answer": "gold"}, {"log": 1})["log"] == [
        {"n": 2, "id": "heist.took", "params": {"seat": "Ana", "kind": "gold", "count": 1}}
    ]


def test_the_end():
    reply = talk({"act": "end_early", "of": "table"})
    assert reply == {
        "n": 1,
        "result": {
            "ranking": [["Ana", "Bo", "Cy"]],
            "scores": {"Ana": 0, "Bo": 0, "Cy": 0},
            "breakdown": {seat: {"tokens": 0} for seat in ("Ana", "Bo", "Cy")},
        },
    }


def test_what_is_refused_says_why():
    assert talk({"answer": [7]}) == {
        "refused": {"code": "answer.range", "why": {"id": "heist.luck", "min": 1, "max": 6}}
    }
    assert talk({"view": "Dee"})["refused"]["code"] == "view.unknown"
    assert talk({"undo": 1})["refused"]["code"] == "undo.nothing"
    assert talk({"act": "sing", "of": "Bo", "answer": 1})["refused"]["code"] == "act.not_open"


def test_what_an_interjection_takes_is_said_to_whoever_leaves_the_answer_out():
    """The replies and `describe` are enough to find out; `also` has id and of, and no more."""
    wants = {
        "correct": {"options": ["points:Ana", "points:Bo", "points:Cy"], "greyed": {}},
        "hand_over": {"options": ["Ana", "Cy", "table"], "greyed": {}},
        "heist.shout": {"options": ["yes"], "greyed": {}},
        "end_early": {"options": ["yes"], "greyed": {}},
    }
    of = {"correct": "table", "end_early": "table"}
    also = talk({"answer": [3]})["also"]
    for act, form in wants.items():
        assert {"id": act, "of": of.get(act, "Bo")} in also
        command = {"act": act, "of": of.get(act, "Bo")}
        asked = {"refused": {"code": "answer.required", "why": {"id": act, "kind": "choose", **form}}}
        assert talk({"answer": [3]}, command | {"answer": None}) == asked
        if len(form["options"]) > 1:
            assert talk({"answer": [3]}, command) == asked
    assert talk({"answer": [3]}, {"act": "correct", "of": "table", "answer": "points:Bo"})["prompt"] == {
        **talk({"answer": [3]})["prompt"],
        "id": "correct.to",
        "ask": {"id": "correct.to", "params": {"field": "points:Bo"}},
        "of": "table",
        "kind": "number",
        "options": [],
        "greyed": {},
        "min": -9,
        "max": 9,
        "place": "points:Bo",
        "section": "",
    }


def test_an_answer_of_another_kind_is_told_what_is_wanted():
    assert talk({"answer": "six"})["refused"] == {
        "code": "answer.kind",
        "why": {"id": "heist.luck", "kind": "dice", "count": 1, "sides": 6},
    }


JUNK = [
    *(None, 3, "undo", [], {}, {"undo": True}, {"undo": "1"}, {"undo": 1.0}, {"undo": 1, "redo": 1}),
    *({"answer": 1, "more": 2}, {"act": "x"}, {"act": 1, "of": "Bo", "answer": 1}, {"of": "Bo"}),
    *({"amend": 0}, {"amend": True, "answer": 1}, {"amend": 0, "answer": 1, "dry_run": 1}, {"dry_run": True}),
    *({"view": 1}, {"log": None}, {"entries": False}, {"entries": 1}, {"sing": 1}, {"log": -1}),
]


@pytest.mark.parametrize("said", JUNK)
def test_what_is_no_command(said):
    match = begin(RULEBOOKS, FIRST)
    before = told(match)
    with pytest.raises(BadLine):
        respond(match, said)
    assert told(match) == before


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"act": "heist.shout", "answer": "yes"}, "act: of is missing"),
        ({"amend": 0, "dry_run": True}, "amend: answer is missing"),
        ({"answer": 1, "of": "Bo"}, "answer: unknown ['of']"),
        ({"undo": 1, "answer": 1}, "undo: unknown ['answer']"),
        ({"undo": "1"}, "undo is int"),
        ({"log": -1}, "log is 0 or more"),
        ({"of": "Bo"}, "no such command; there are act, amend, undo, redo, view, log, entries, answer"),
    ],
)
def test_what_is_wrong_with_a_command_is_said(said, why):
    with pytest.raises(BadLine, match=f"^{re.escape(why)}$"):
        respond(begin(RULEBOOKS, FIRST), said)


@pytest.mark.parametrize(
    "first",
    [
        None,
        {},
        {"match": 1, "rulebook": "heist"},
        FIRST | {"more": 1},
        FIRST | {"match": 2},
        FIRST | {"match": True},
    ],
)
def test_what_is_no_first_line(first):
    with pytest.raises(BadLine):
        begin(RULEBOOKS, first)


@pytest.mark.parametrize("rulebook", ["poker", 3, None, ["heist"]])
def test_an_unknown_rulebook(rulebook):
    with pytest.raises(Refused, match=r"setup\.rulebook"):
        begin(RULEBOOKS, FIRST | {"rulebook": rulebook})


def test_junk_in_between_loses_nothing():
    """Each line of a match with wrong ones thrown in gives what it gives without them."""
    chance = random.Random(3)
    one, other = begin(RULEBOOKS, FIRST), begin(RULEBOOKS, FIRST)
    values = [None, 0, 9, "x", [], [0], {}, {"a": 1}, True, 1.5, "draw", 10**30, [[]], {"call": []}]
    while one.prompt is not None:
        for _ in range(20):
            value = chance.choice(values)
            command = chance.choice(
                [
                    {"act": chance.choice(["correct", "heist.shout", "x"]), "of": "Dee", "answer": value},
                    {"amend": chance.choice([-1, 10**30]), "answer": value},
                    {"undo": 10**30},
                    {"redo": 1},
                    {"answer": {"never": value}},
                ]
            )
            assert "refused" in respond(other, command)
        answer = {"answer": plain(one.prompt.pick(chance.randrange))}
        assert respond(one, answer) == respond(other, answer)
    assert told(one) == told(other)
