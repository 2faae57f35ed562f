"""Setups from outside, and what a game says of itself."""

import json

import pytest

from shared_rules.engine import Refused, describe
from tests.engine.tiny import Heist

TWO = ["Ana", "Bo"]


@pytest.mark.parametrize(
    ("players", "options", "box", "code"),
    [
        (["Ana"], {}, {}, "setup.players"),
        (["A", "B", "C", "D", "E"], {}, {}, "setup.players"),
        ("AB", {}, {}, "setup.players"),
        (None, {}, {}, "setup.players"),
        (["Ana", ""], {}, {}, "setup.name"),
        (["Ana", " Bo"], {}, {}, "setup.name"),
        (["Ana", "B\no"], {}, {}, "setup.name"),
        (["Ana", "B" * 41], {}, {}, "setup.name"),
        (["Ana", 3], {}, {}, "setup.name"),
        (["Ana", "\ud800"], {}, {}, "setup.name"),
        (["Ana", "ANA"], {}, {}, "setup.same_name"),
        (["Zoë", "Zoe\u0308"], {}, {}, "setup.same_name"),
        (["Straße", "STRASSE"], {}, {}, "setup.same_name"),
        (["\ufb01n", "Fin"], {}, {}, "setup.same_name"),
        (["Ana", "Table"], {}, {}, "setup.reserved_name"),
        (["Ana", "judge"], {}, {}, "setup.reserved_name"),
        (["Ana", "PUBLIC"], {}, {}, "setup.reserved_name"),
        (["Ana", "\uff50ublic"], {}, {}, "setup.reserved_name"),
        (TWO, {"speed": 1}, {}, "setup.option"),
        (TWO, [], {}, "setup.option"),
        (TWO, None, {}, "setup.option"),
        (TWO, {}, None, "setup.box"),
        (TWO, {"rounds": 4}, {}, "setup.option_value"),
        (TWO, {"rounds": True}, {}, "setup.option_value"),
        (TWO, {"open_money": 1}, {}, "setup.option_value"),
        (TWO, {}, {"malus": 1}, "setup.box"),
        (TWO, {}, 3, "setup.box"),
        (TWO, {}, {"bonus": 6}, "setup.box_value"),
        (TWO, {}, {"bonus": True}, "setup.box_value"),
        (["A", "B", "C", "D"], {"rounds": 1}, {}, "heist.dull"),
    ],
)
def test_what_cannot_begin(players, options, box, code):
    with pytest.raises(Refused) as refused:
        Heist().set_up(players, options, box)
    assert refused.value.code == code


def test_defaults_are_filled_in_and_box_facts_are_not():
    setup = Heist().set_up(TWO)
    assert setup.as_json() == {
        "rulebook": "heist",
        "version": 3,
        "players": TWO,
        "options": {"rounds": 2, "open_money": False},
        "box": {},
    }


def test_a_game_describes_itself():
    said = json.loads(json.dumps(describe(Heist())))
    assert said["players"] == {"min": 2, "max": 4}
    assert said["prompts"]["heist.drawn"] == {
        "kind": "choose",
        "section": "Taking",
        "of": "player",
        "optional": True,
        "secret": True,
        "words": "kinds",
    }
    assert {"heist.shout", "correct", "end_early", "hand_over"} == said["interjections"].keys()
    assert said["interjections"]["heist.shout"] == {
        "kind": "choose",
        "section": "Shouting",
        "secret": False,
        "words": "yes",
        "asks": ["heist.loud"],
    }
    assert said["fields"] == {"points": "player", "memo": ""}
    assert said["kinds"] == ["choose", "dice", "number"]
    assert said["options"][1]["ruling"] == "BOM-29" and said["options"][0]["choices"] == [1, 2, 3]
    assert said["box"] == [{"id": "bonus", "min": 0, "max": 5, "section": "Bids"}]
    assert {"heist.empty", "answer.kind"} <= set(said["refusals"])
    assert "box.bonus" in said["prompts"] and said["vocabularies"] == {
        "yes": ["yes"],
        "kinds": ["bottle", "gold"],
    }
    assert len(said["refusals"]) == len(set(said["refusals"]))
