"""What the box tells of buildings, and what it learns."""

import pytest

from shared_rules.engine import Match
from shared_rules.games.dollars_wanted import DollarsWanted
from shared_rules.games.dollars_wanted import cards as c
from shared_rules.games.dollars_wanted.words import SLOTS
from tests.engine.games import refused
from tests.games.dollars_wanted.script import NAMES, Game, icons

CASINO = "2c 2d 1p"


def slot(number, kind, need, dollars=None):
    """The box facts of one building."""
    facts = {f"building_{number}_kind": c.KINDS.index(kind) + 1}
    facts |= {f"building_{number}_{icon}": n for icon, n in zip(c.ICONS, icons(need), strict=True)}
    return facts | ({f"building_{number}_dollars": dollars} if dollars else {})


def match_with(box, people=2):
    rulebook = DollarsWanted()
    return Match(rulebook, rulebook.set_up(NAMES[:people], {}, box), watched=True)


def met(match):
    """The buildings that are offered."""
    return match.prompt.as_json()["ask"]["params"]["met"]


def begun(box, *answers):
    """A match in which these answers tell the three buildings, A begins."""
    match = match_with(box)
    for answer in answers:
        kind, *need = answer if isinstance(answer, tuple) else (answer,)
        match.answer(kind)
        for count in icons(need[0]) if need else ():
            match.answer(count)
    match.answer("A")
    return match


def rob(match, row, *cards, dollars=None):
    """Whoever is asked lays two cards in a row and robs it."""
    match.answer(row)
    match.answer(row)
    match.act("dw.rob", match._run.table.state.unfinished, row)
    for each in cards:
        match.answer(each)
    if dollars:
        assert match.prompt.id == "dw.dollars"
        match.answer(dollars)
    assert match.prompt.id == "dw.building" and match.prompt.place == row


def worth(match, number):
    return match.box.get(f"building_{number}_dollars")


def test_an_unknown_box_offers_the_kinds_only():
    match = match_with({})
    assert tuple(match.prompt.options()) == c.KINDS and met(match) == {}


def test_the_box_learns_how_a_building_looks_and_offers_it_in_the_next_match():
    match = match_with({})
    match.answer("casino")
    for count in icons(CASINO):
        match.answer(count)
    assert match.box == slot(1, "casino", CASINO)
    again = match_with(match.box)
    assert tuple(again.prompt.options()) == ("building_1", *c.KINDS)
    assert met(again) == {"building_1": {"kind": "casino", "icons": {"colt": 2, "dynamite": 2, "pickaxe": 1}}}
    again.answer("building_1")
    assert again.prompt.place == "row_2" and met(again) == {}, "in one tap, and it is offered once"
    refused("answer.unknown", again.answer, "building_1")


def test_a_known_building_entered_anew_is_recognised():
    match = begun(slot(4, "shop", "1c 1p", 300), ("shop", "1c 1p"), ("bank", "2w"), ("shop", "2c"))
    assert match.box == slot(4, "shop", "1c 1p", 300) | slot(1, "bank", "2w") | slot(2, "shop", "2c")
    rob(match, "row_1", "colt_1", "pickaxe_1")
    assert match._run.table.state.score("A") == 300, "nothing is asked twice"


def test_another_kind_is_another_building():
    begun_ = begun(slot(1, "shop", "1c 1p", 300), ("bank", "1c 1p"), ("bank", "2w"), ("shop", "2c"))
    assert begun_.box["building_2_kind"] == 1


def test_another_kind_with_the_same_icons_is_worth_what_is_said():
    match = begun(slot(1, "shop", "1c 1p", 300), ("bank", "1c 1p"), ("bank", "2w"), ("shop", "2c"))
    rob(match, "row_1", "colt_1", "pickaxe_1", dollars=700)
    assert (worth(match, 1), worth(match, 2)) == (300, 700)
    match = begun(match.box, "building_2", ("casino", "2w"), ("shop", "2c"))
    rob(match, "row_1", "colt_1", "pickaxe_1")
    assert match._run.table.state.score("A") == 700


def test_what_it_is_worth_is_never_told_before():
    box = slot(1, "shop", "1c 1p", 4321)
    match = begun(box, "building_1", ("bank", "2w"), ("shop", "2c"))
    match.go_to(0)
    assert "4321" not in str(match.prompt.as_json())
    match.go_to(match.n + len(match.kept))
    for answer in ("row_1", "row_1"):
        match.answer(answer)
    match.act("dw.rob", "A", "row_1")
    match.answer("colt_1")
    assert "4321" not in str([match.view(), match.log(), match.prompt.as_json()])
    match.answer("pickaxe_1")
    assert [line["params"]["dollars"] for line in match.log() if line["id"] == "dw.won"] == [4321]


def test_the_box_learns_the_dollars_when_it_is_won():
    match = begun({}, ("shop", "1c 1p"), ("bank", "2w"), ("shop", "2c"))
    assert worth(match, 1) is None
    rob(match, "row_1", "colt_1", "pickaxe_1", dollars=300)
    assert worth(match, 1) == 300 and worth(match, 2) is None
    match.undo(2)
    assert worth(match, 1) is None


TWINS = slot(1, "shop", "1c 1p", 300) | slot(2, "shop", "1c 1p", 400)


def test_a_robbery_is_the_call_an_answer_for_each_card_and_what_the_box_does_not_know():
    box = slot(1, "shop", "2d", 300) | slot(2, "bank", "1c 1p")
    match = begun(box, "building_1", ("bank", "2w"), ("shop", "2c"))
    for answer in ("row_1", "row_1"):
        match.answer(answer)
    n = match.n
    match.act("dw.rob", "A", "row_1")
    for answer in ("dynamite_1", "joker", "building_2"):
        match.answer(answer)
    assert match.n == n + 1 + 2 + 1 and match.prompt.id == "dw.lay", "its dollars are known"
    rob(match, "row_1", "colt_1", "pickaxe_2", dollars=400)
    for answer in ("shop", 0, 0, 0, 1):
        match.answer(answer)
    assert match.n == n + 4 + 2 + (1 + 2 + 1 + 5) and match.prompt.id == "dw.lay"


def test_two_that_look_alike_are_one_answer_and_the_dollars_are_asked():
    match = begun(TWINS, "building_1", ("bank", "2w"), ("shop", "2c"))
    rob(match, "row_1", "colt_1", "pickaxe_1", dollars=400)
    assert match.box | TWINS == match.box
    assert match.prompt.options()[0] == "building_1", "the other one is left"
    match.answer("building_1")
    rob(match, "row_1", "colt_1", "pickaxe_1")
    assert match._run.table.state.score("B") == 300, "now it can only be that one"


def test_two_that_look_alike_on_the_table_at_once():
    match = begun(TWINS, "building_1", "building_2", ("shop", "2c"))
    assert {row.building.slot for row in match._run.table.state.rows.values()} >= {"building_1", "building_2"}
    rob(match, "row_1", "colt_1", "pickaxe_1", dollars=400)
    match.answer("bank")
    for count in icons("1w"):
        match.answer(count)
    rob(match, "row_2", "colt_1", "pickaxe_1")
    assert match._run.table.state.score("B") == 300


def test_another_one_that_looks_the_same_is_met_by_its_dollars():
    """While both lie there each has a place in the box; whichever is turned over first, it fits."""
    match = begun({}, ("shop", "1c 1p"), ("shop", "1c 1p"), ("shop", "2c"))
    rob(match, "row_2", "colt_1", "pickaxe_1", dollars=400)
    match.answer("building_1" if "building_1" in match.prompt.options() else "bank")
    for count in icons("1w"):
        match.answer(count)
    rob(match, "row_1", "colt_1", "pickaxe_1", dollars=300)
    assert {worth(match, 1), worth(match, 2)} == {300, 400}


def test_dollars_that_no_building_of_that_look_has_are_of_a_new_one():
    match = begun(TWINS, "building_1", "building_2", ("shop", "2c"))
    rob(match, "row_1", "colt_1", "pickaxe_1", dollars=500)
    assert (worth(match, 1), worth(match, 2), worth(match, 4)) == (300, 400, 500)


def full():
    facts = {}
    for number in range(1, c.BUILDINGS + 1):
        facts |= slot(number, "bank", f"{1 + number % 6}c {1 + number // 6}d")
    return facts


def test_a_box_that_knows_all_eighteen_and_another_one_turns_up():
    match = begun(full(), ("shop", "1w"), ("shop", "2w"), "building_1")
    lines = [line["id"] for line in match.log()]
    assert lines.count("dw.box.differs") == 1 and match.box == full()
    rob(match, "row_1", "crowbar_1", dollars=300)
    assert match.box == full() and match._run.table.state.score("A") == 300


def test_one_more_than_the_box_knows_of_that_look_has_its_dollars_asked():
    facts = full() | slot(18, "shop", "1w", 300)
    match = begun(facts, "building_18", ("shop", "1w"), "building_1")
    rob(match, "row_2", "crowbar_1", dollars=500)
    assert match.box == facts and match._run.table.state.score("A") == 500
    match.answer("building_2")
    rob(match, "row_1", "crowbar_1")
    assert match._run.table.state.score("B") == 300


def test_a_building_without_an_icon_is_refused():
    match = match_with({})
    match.answer("shop")
    for _ in range(3):
        match.answer(0)
    assert refused("dw.building.no_icons", match.answer, 0) == {"row": "row_1"}
    assert match.prompt.id == "dw.building.icon" and match.n == 4
    match.answer(1)
    assert match.prompt.id == "dw.building"


@pytest.mark.parametrize("left_out", ["kind", *c.ICONS])
def test_a_box_with_half_a_building_is_refused(left_out):
    facts = slot(3, "casino", CASINO, 500)
    del facts[f"building_3_{left_out}"]
    refused("dw.box.building", DollarsWanted().set_up, NAMES[:2], {}, facts)


def test_a_box_with_a_building_without_icons_is_refused():
    refused("dw.box.building", DollarsWanted().set_up, NAMES[:2], {}, slot(3, "casino", ""))
    refused("dw.box.building", DollarsWanted().set_up, NAMES[:2], {}, {"building_3_dollars": 500})
    refused("setup.box_value", DollarsWanted().set_up, NAMES[:2], {}, {"building_3_kind": 5})
    refused("setup.box_value", DollarsWanted().set_up, NAMES[:2], {}, {"building_3_dollars": 0})
    refused("setup.box", DollarsWanted().set_up, NAMES[:2], {}, {"building_19_kind": 1})


def test_every_building_has_its_facts():
    facts = {fact.id: (fact.least, fact.most) for fact in DollarsWanted().box}
    assert len(facts) == len(SLOTS) * 6 + 4 == 112
    assert facts["building_18_dollars"] == (1, 9999) and facts["building_1_colt"] == (0, 6)


def test_a_value_is_required_and_has_to_be_a_number():
    game = Game(needs=("1d",)).put("row_1", "| ?").turn().call("row_1").reveal("d1")
    for value, code in (
        (0, "answer.range"),
        (10_000, "answer.range"),
        ("700", "answer.kind"),
        (None, "answer.required"),
    ):
        refused(code, game.match.answer, value)
    assert game.asked == "dw.dollars"
