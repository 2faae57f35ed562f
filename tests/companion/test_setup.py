"""The set-up's fields and keys: what is seen of them, and that they say what home says."""

from typing import Any

import pytest

from companion import theme as numbers


@pytest.fixture
def field(stage: Any) -> Any:
    """A name's field, as wide as in a row of a small window."""
    from companion.widgets.field import NameField

    field = NameField(text="Ana", size_hint=(None, None), size=(216, 64), pos=(100, 100))
    return stage.show(field)


def rgb(token: str) -> tuple[int, ...]:
    return tuple(round(v * 255) for v in numbers.rgba(numbers.GROUNDS["dark"][token])[:3])


def near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(a - b) <= 3 for a, b in zip(one, other, strict=True))


def whole(field: Any) -> Any:
    """What says the name while nobody writes."""
    return field._whole


class TestANamesField:
    def test_it_has_an_outline_and_a_focus_mark(self, stage: Any, field: Any):
        edge = (field.x + 1, field.center_y)
        quiet = stage.colour_at(*edge)
        assert near(stage.colour_at(field.right - 20, field.y + 8), rgb("raised2"))
        assert not near(quiet, rgb("raised2"))
        field.focus = True
        stage.frames()
        assert near(stage.colour_at(*edge), rgb("accent"))
        field.focus = False
        stage.frames()
        assert stage.colour_at(*edge) == quiet

    def test_the_name_is_drawn_once(self, stage: Any, field: Any):
        assert whole(field).text == "Ana"
        ink = self.ink(stage, field)
        assert ink
        field.focus = True
        stage.frames()
        assert whole(field).text == "" and self.ink(stage, field)
        field.text = ""
        field.focus = False
        stage.frames()
        assert not self.ink(stage, field)

    def ink(self, stage: Any, field: Any) -> int:
        """How many points of a line through the letters are as bright as text."""
        line = range(int(field.x) + 12, int(field.x) + 60)
        return sum(stage.colour_at(x, field.center_y)[0] > 180 for x in line)

    @pytest.mark.parametrize("name", ["Bartholomew Maximilian of Nottingham", "W" * 40, "Ana Bo " * 5])
    def test_a_long_name_stays_inside(self, stage: Any, field: Any, name: str):
        field.text = name
        stage.frames()
        said = whole(field)
        assert said.text == name
        assert said.texture.width <= said.width <= field.width - 24
        assert said.texture.height <= said.height <= field.height

    def test_a_line_rather_ends_behind_a_hyphen_than_within_a_word(self, stage: Any, field: Any):
        from companion.widgets import theme

        theme.text_scale = 1.3
        for text, shown in (
            ("Maximiliane-Christophorus", "Maximiliane-\nChristophorus"),
            ("Anne-Maximiliane-Christophine", "Anne-Maximiliane-\nChristophine"),
            ("Jean-Luc", "Jean-Luc"),
            ("Maximiliane Christophorus", "Maximiliane Christophorus"),
            ("W" * 40, "W" * 40),
            ("W" * 39 + "-", "W" * 39 + "-"),
        ):
            field.text = text
            stage.frames()
            assert whole(field).text == shown
            assert whole(field).texture.height <= whole(field).height

    def test_while_one_writes_the_line_scrolls(self, stage: Any, field: Any):
        field.text = ""
        field.focus = True
        for letter in "W" * 40:
            field.insert_text(letter)
        stage.frames()
        assert field.scroll_x > 0
        assert field.cursor_pos[0] <= field.right - 12 + 1


@pytest.mark.parametrize("link", ["wired", "virtual", "screen", "gone"])
def test_a_pads_link_looks_as_at_home(stage: Any, link: str):
    from companion.room import PadView
    from companion.screens.home import PadTag
    from companion.screens.setup import SeatRow
    from companion.seating import Seat

    view = PadView("p1", "Ana", 0, link, 200)
    tag, row = PadTag(view=view), stage.show(SeatRow(size_hint_y=None))
    row.show(0, Seat("Ana", 0, "south", "p1"), view)
    stage.frames()
    assert (row.ids.pad._icon.name, row.ids.pad._icon.tone) == (tag.icon, tag.tone)
