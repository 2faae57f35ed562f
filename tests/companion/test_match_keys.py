"""Keys that are pictures, keys that are used again, and who gives way to whom where there is little room."""

from typing import Any

import pytest

from companion.boards.drawn import Counter, SeatFacts

pytestmark = pytest.mark.usefixtures("w")
HOUSE = ("own:colt", "own:colt", "pickaxe", "own:crowbar", "own:dynamite")


def shown(stage: Any, width: int = 110, height: int = 72, **properties: Any) -> Any:
    """A key of this size, drawn."""
    from companion.screens.match_keys import CHOICE, AnswerKey

    key = AnswerKey(size_hint=(None, None))
    key.begin("answer.x", properties.pop("label", "Casino"), properties.pop("icon", ""), CHOICE)
    for name, value in properties.items():
        setattr(key, name, value)
    key.size, key.pos = (width, height), (100, 100)
    stage.show(key)
    return key


def is_inside(key: Any, part: Any) -> bool:
    return bool(part.x >= key.x and part.right <= key.right and part.y >= key.y and part.top <= key.top)


class TestPictures:
    @pytest.mark.parametrize("width", [60, 110, 240])
    @pytest.mark.parametrize("pictures", [HOUSE[:1], HOUSE[:2], HOUSE])
    @pytest.mark.parametrize("icon", ["", "bank"])
    def test_they_stand_in_the_key_beside_each_other_and_no_label(
        self, stage: Any, width: int, pictures: tuple[str, ...], icon: str
    ):
        key = shown(stage, width, icon=icon, pictures=list(pictures))
        drawn = key._drawn_pictures
        assert [one.name for one in drawn] == list(pictures)
        parts = [*drawn, *([key._icon] if icon else [])]
        assert all(is_inside(key, part) for part in parts)
        for n, part in enumerate(parts):
            assert part.px >= 8 and not any(part.collide_widget(other) for other in parts[n + 1 :])
        assert not is_inside(key, key._label)
        if icon:
            assert key._icon.right <= min(one.x for one in drawn)

    def test_the_next_answer_of_a_key_has_none_of_them(self, stage: Any):
        from companion.screens.match_keys import CHOICE

        key = shown(stage, icon="bank", pictures=list(HOUSE))
        children = len(key.children)
        key.begin("answer.y", "Row", "", CHOICE)
        stage.frames()
        assert len(key.children) == children - len(HOUSE) and is_inside(key, key._label)

    def test_one_that_is_disabled_shows_them_muted(self, stage: Any):
        key = shown(stage, pictures=["pickaxe"])
        key.enabled = False
        stage.frames()
        assert key._drawn_pictures[0].tone == "muted"


class TestRoom:
    def test_a_second_line_gives_way_before_the_label_does(self, stage: Any):
        key = shown(stage, 96, 64, label="Middle row", second="Bank", icon="bank")
        assert not is_inside(key, key._second) and is_inside(key, key._label)
        wide = shown(stage, 240, 72, label="Middle row", second="Bank", icon="bank")
        assert is_inside(wide, wide._second) and is_inside(wide, wide._icon)

    def test_what_a_key_had_no_room_for_it_has_again_in_a_larger_one(self, stage: Any):
        """A pane opens: keys that were too small for icons show them, all in the same way."""
        from companion.screens.match_ask import Answers
        from companion.screens.match_words import ONE, Asked, Option

        stage.resize(800, 480)
        names = ("Casino", "Magasin", "Banque")
        keys = Answers(one_row=True)
        keys.put(Asked(ONE, "?", tuple(Option(name, name, name, "bank") for name in names)))
        keys.size, keys.pos = (150, 40), (50, 50)
        stage.show(keys)
        assert {key.plain for key in keys._form.cells} == {True}
        keys.size = (328, 64)
        stage.frames()
        assert {(key.plain, key.stacked) for key in keys._form.cells} == {(False, True)}

    def test_minor_counters_give_way_to_a_name(self, stage: Any):
        from companion.screens.match_facts import COMPACT, Facts

        facts = Facts("Bartholomew", 0)
        counters = [Counter("cash", "$1900", "Dollars"), Counter("back", "14", "Cards", minor=True)]
        facts.show(SeatFacts((), True, "", "", tuple(counters)))
        facts.lay(COMPACT, 1, False)
        facts.size_hint, facts.pos = (None, None), (0, 0)
        for width, minor_shows in ((600, True), (380, False)):
            facts.size = (width, 60)
            stage.show(facts) if facts.parent is None else stage.frames()
            cash, cards = facts._counters
            assert (cards.x >= 0) == minor_shows and cash.x >= 0, width
            assert not facts.name.is_shortened, width


class TestInterjections:
    def test_their_names_do_not_take_the_questions_room(self, stage: Any):
        from companion.screens.match_beside import Act
        from companion.screens.match_keys import KeyPool
        from companion.screens.match_pane import MatchPane, Shown
        from companion.screens.match_words import ONE, Asked, Option

        stage.resize(800, 480)
        pane = MatchPane("Ana", 0, KeyPool())
        asks = Asked(ONE, "Where do you lay a card?", (Option("a", "a", "Bank"),), rule="1. Lay Out Cards")
        act = Act("act.x", "No card of mine fits", "cards")
        pane.size_hint, pane.size, pane.pos = (None, None), (344, 152), (0, 0)
        pane.show(Shown(SeatFacts((), True, "", "", ()), asks, True, (act,)))
        stage.show(pane)
        (key,) = pane._acts
        assert key.short and pane.text.width > 0.6 * pane.width
        assert key.width >= 48 and key.collide_point(*key.center)
        pane.size = (660, 152)
        stage.frames()
        assert not key.short

    def test_a_wide_pane_says_them_in_full(self, stage: Any):
        from companion.screens.match_beside import Act
        from companion.screens.match_keys import KeyPool
        from companion.screens.match_pane import MatchPane, Shown

        pane = MatchPane("Ana", 0, KeyPool())
        pane.size_hint, pane.size, pane.pos = (None, None), (928, 152), (0, 0)
        pane.show(Shown(SeatFacts((), True, "", "", ()), acts=(Act("act.x", "Dollars wanted!", "sack"),)))
        stage.show(pane)
        (key,) = pane._acts
        wide = key.width
        assert key.caption == "beside" and wide > 180
        pane.size = (456, 152)
        stage.frames()
        assert key.caption == "below" and 72 < key.width <= 120
