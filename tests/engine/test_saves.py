"""A match is saved, and comes back as it was; what is not a save of this game is refused with a reason."""

import json

import pytest

from shared_rules.engine import Refused
from shared_rules.engine.saves import _sum, load, save, shown
from tests.engine.games import heist, play, told
from tests.engine.tiny import Heist, Offers


def saved():
    match = play(heist(), 3, until=lambda m: m.n == 12)
    match.undo(3)
    return match, json.loads(json.dumps(save(match)))


def signed(said):
    """The same with its sum put right, as only malice would."""
    return said | {"sum": _sum({key: value for key, value in said.items() if key != "sum"})}


def code_of(said, rulebook=None):
    with pytest.raises(Refused) as refused:
        load(rulebook or Heist(), said)
    return refused.value.code, refused.value.why


def test_it_comes_back_as_it_was():
    match, said = saved()
    loaded = load(Heist(), said)
    assert told(loaded) == told(match) and loaded.kept == match.kept
    assert json.loads(json.dumps(save(loaded))) == said
    assert loaded.redo(3) == 3


def test_another_version_stays_readable():
    class Newer(Heist):
        version = 4

    match, said = saved()
    assert code_of(said, Newer()) == ("save.version", {"saved": 3, "now": 4})
    assert shown(said)["log"] == match.log() and shown(said)["result"] is None
    match.go_to(12)
    play(match, 1)
    assert shown(save(match))["result"] == match.result.as_json()


def test_another_game_and_a_newer_format():
    said = saved()[1]
    assert code_of(said, Offers())[0] == "save.rulebook"
    assert code_of(said | {"match": 2}) == ("save.version", {"saved": 2, "now": 1})


def test_every_edit_is_noticed():
    said = saved()[1]
    for key in said:
        assert code_of({k: v for k, v in said.items() if k != key})[0] == "save.form"
    edited = json.loads(json.dumps(said))
    edited["entries"][0]["answer"] = [7 - edited["entries"][0]["answer"][0]]
    assert code_of(edited)[0] == "save.edited"
    assert code_of(said | {"entries": said["entries"][:-1]})[0] == "save.edited"


def test_an_edit_with_its_sum_put_right_meets_the_rules():
    said = saved()[1]
    edited = json.loads(json.dumps(said))
    edited["entries"][0]["answer"] = [9]
    assert code_of(signed(edited)) == ("save.entry", {"k": 0, "id": "heist.luck", "refused": "answer.range"})
    shifted = said | {"entries": said["entries"][1:]}
    assert code_of(signed(shifted))[1] == {"k": 0, "id": "heist.do", "refused": "entry.other_prompt"}
    assert code_of(signed(said | {"entries": [{"id": 1}]}))[0] == "save.form"
    assert code_of(signed(said | {"setup": {}}))[0] == "save.form"
    players = said | {"setup": said["setup"] | {"players": ["Ana"]}}
    assert code_of(signed(players))[0] == "setup.players"


@pytest.mark.parametrize(
    ("part", "value"),
    [
        *(("match", value) for value in (True, 1.0, "1", None, 0, -1)),
        *(("setup.version", value) for value in (3.0, True, "3", None)),
        *(("setup.players", value) for value in (None, "AB", {"Ana": 1})),
        *(("setup.options", value) for value in (None, [], "chef")),
        *(("setup.box", value) for value in (None, [], 3)),
        ("setup.more", 1),
        *(("shown", value) for value in (None, {}, {"log": []}, {"log": [], "result": None, "setup": {}})),
        *(("shown.log", value) for value in (None, {}, "log")),
        *(("shown.result", value) for value in ([], 3, True)),
        *((part, value) for part in ("entries", "kept", "chances") for value in (None, {}, [None], [[]])),
    ],
)
def test_what_is_of_the_wrong_type_is_no_save_and_nothing_is_lost(part, value):
    said = saved()[1]
    edit = json.loads(json.dumps(said))
    *at, key = part.split(".")
    (edit[at[0]] if at else edit)[key] = value
    code, why = code_of(signed(edit))
    assert code == "save.form" and why["what"]
    assert load(Heist(), said).kept, "the save itself is as it was"


JUNK = [
    {"id": "zzz", "of": "Ana", "answer": 1},
    {"id": "heist.bid", "of": "Dee", "answer": 1},
    {"id": "heist.bid", "of": "Ana", "answer": "1"},
    {"id": "heist.bid", "of": "Ana", "answer": True},
    {"id": "heist.do", "of": "Ana", "answer": ["gold"]},
    {"id": "heist.luck", "of": "table", "answer": {"a": 1}},
    {"id": "heist.bid", "of": "Ana", "answer": 1, "act": True},
    {"id": "hand_over", "of": "Ana", "answer": "Bo"},
    {"id": "heist.shout", "of": "Ana", "answer": "yes"},
    {"id": "sing", "of": "Ana", "answer": "yes", "act": True},
]


@pytest.mark.parametrize("part", ["kept", "chances"])
@pytest.mark.parametrize("junk", JUNK, ids=str)
def test_what_nobody_can_have_answered_is_not_kept(part, junk):
    said = saved()[1]
    edit = said | {part: [*said[part], junk | ({"chance": True} if part == "chances" else {})]}
    code, why = code_of(signed(edit))
    assert code == "save.form" and why["id"] == junk["id"]
    assert why["what"] == f"{part}, {len(said[part])}: nobody can have answered that"


def test_what_was_not_left_to_chance_is_none_that_was_decided():
    said = saved()[1]
    bid = {"id": "heist.bid", "of": "Ana", "answer": 1}
    assert code_of(signed(said | {"chances": [bid]}))[0] == "save.form"
    assert load(Heist(), signed(said | {"kept": [bid]})).kept[0].answer == 1


@pytest.mark.parametrize("said", [None, [], {}, 3, {"match": 1}, {"match": True}, {"match": "1"}])
def test_what_is_no_save(said):
    assert code_of(said)[0] == "save.form"
