"""Widgets in a window: what they draw, how they are touched, what they cost."""

import re
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion import theme as numbers
from tests.companion.at_the_table import PATIENCE_S
from tests.companion.colours import near, rgb


def names(text: str) -> list[str]:
    return text.split()


MDI_OF_THE_LOOK = names("""
    bullseye bullet run_fast timer_3 gavel scale_balance equal whistle target hand_back_right_off volume_high
    volume_off text_box_search_outline cards account_cowboy_hat account_group chef_hat bottle_wine
    package_variant_closed cash_multiple cow gold flask_round_bottom sack cash glass_mug_variant storefront
    bank barn tunnel train_variant bed dice_multiple police_badge pickaxe drama_masks bell_ring_outline
    land_fields fence lasso emoticon_devil flash candy ghost emoticon_cool star_circle undo redo
    text_box_outline eye gesture_tap_hold gesture_tap_button usb_port gesture_tap cog history
    book_open_variant home screen_rotation theme_light_dark trophy play help_circle_outline
""")
OWN_OF_THE_LOOK = names("hat coach colt dynamite crowbar coyote vulture ant goat tin_star")


def test_importing_them_opens_no_window():
    """Settings for the window come after the import, and a program that draws nothing needs none."""
    ask = "import sys, companion.widgets; sys.exit('kivy.core.window' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", ask], check=False, capture_output=True).returncode == 0


class TestPictures:
    @pytest.mark.parametrize("name", MDI_OF_THE_LOOK + ["own:" + own for own in OWN_OF_THE_LOOK])
    def test_every_icon_of_the_look_is_there(self, w: Any, name: str):
        icon = w.Icon(name=name)
        assert bool(icon.own) or icon.texture.width > 0

    @pytest.mark.parametrize("name", ["no_such_icon", "own:no_such", "__font_file__", "mro", "gavel "])
    def test_an_unknown_one_raises_at_once(self, w: Any, name: str):
        with pytest.raises(ValueError, match="no such"):
            w.Icon(name=name)
        icon = w.Icon(name="gavel")
        with pytest.raises(ValueError, match="no such"):
            icon.name = name

    def test_no_name_is_no_picture(self, w: Any):
        assert w.Icon().texture is None

    def test_every_name_in_the_source_is_there(self, w: Any):
        root = Path(numbers.__file__).parent
        named = set()
        for path in [*root.glob("**/*.py"), *root.glob("**/*.kv")]:
            named |= set(re.findall(r'\bicon(?:=|: )"([\w:]+)"', path.read_text(encoding="utf-8")))
        assert "cow" in named
        for name in named:
            w.Icon(name=name)


class TestShapes:
    def shapes(self) -> dict[str, Any]:
        from companion.widgets import outline

        return {name: outline.own_shape(name) for name in outline.drawings()}

    def test_all_of_the_look_are_there(self, w: Any):
        assert {*OWN_OF_THE_LOOK, *(brand.shape for brand in numbers.BRANDS)} <= set(self.shapes())

    def test_they_stay_in_their_box(self, w: Any):
        for name, figure in self.shapes().items():
            points = [v for loop in figure.loops for point in loop for v in point]
            assert min(points) >= -1e-6 and max(points) <= 1 + 1e-6, name

    def test_their_edges_are_closed_and_hold_what_their_triangles_fill(self, w: Any):
        from companion.widgets.outline import _area

        for name, figure in self.shapes().items():
            inside = sum(map(_area, figure.triangles))
            assert inside > 0.1, name
            assert sum(map(_area, figure.loops)) == pytest.approx(inside, abs=1e-5), name

    def test_no_edge_runs_through_a_shape(self, w: Any):
        """A cross is one loop, though libtess cuts it into pieces whose sides meet others' corners."""
        loops = {name: len(figure.loops) for name, figure in self.shapes().items()}
        assert (loops["cross"], loops["horseshoe"], loops["circle"], loops["hourglass"]) == (1, 1, 1, 1)
        assert (loops["tin_star"], loops["goat"], loops["hat"]) == (2, 3, 2)

    def test_holes_are_cut_and_what_is_drawn_later_covers(self, w: Any):
        from companion.widgets.outline import _area, united

        def box(a: float, b: float) -> tuple[tuple[float, float], ...]:
            return ((a, a), (b, a), (b, b), (a, b))

        def area(*parts: Any) -> float:
            return sum(map(_area, united(parts).triangles))

        assert area((False, box(0, 10)), (True, box(2, 8))) == pytest.approx(64)
        assert area((False, box(0, 10)), (True, box(2, 8)), (False, box(4, 6))) == pytest.approx(68)
        assert area((False, box(0, 10)), (False, box(5, 15))) == pytest.approx(175)
        assert area((False, box(0, 10)[::-1]), (True, box(20, 30))) == pytest.approx(100)

    def test_a_hole_shows_the_ground(self, w: Any, stage: Any):
        shape = stage.show(w.Shape(name="tin_star", px=200, tone="accent", pos=(100, 100)))
        assert stage.colour_at(200, 195) == stage.colour_at(5, 5)  # the star's round hole
        assert near(stage.colour_at(200, 240), rgb("accent"))
        shape.tone = "danger"
        stage.frames()
        assert near(stage.colour_at(200, 240), rgb("danger"))

    def test_a_square_is_sharp(self, w: Any, stage: Any):
        stage.show(w.Mark(brand=2, px=100, pos=(100, 100)))
        assert near(stage.colour_at(110, 150), rgb(numbers.BRANDS[2].fill))
        assert stage.colour_at(109, 150) == stage.colour_at(5, 5)


class TestMarks:
    @pytest.mark.parametrize("brand", range(6))
    def test_each_has_its_shape_and_fill(self, w: Any, stage: Any, brand: int):
        mark = stage.show(w.Mark(brand=brand, px=100, pos=(100, 100)))
        assert mark.name == numbers.BRANDS[brand].shape and mark.line == 0
        inside = (110, 160) if mark.name == "horseshoe" else (150, 150)
        assert near(stage.colour_at(*inside), rgb(numbers.BRANDS[brand].fill))

    def test_an_ink_line_paper_and_in_the_light(self, w: Any, stage: Any):
        mark = stage.show(w.Mark(brand=3, px=64))
        mark.paper = True
        assert 1.5 <= mark.line <= 2.5
        mark.paper = False
        assert mark.line == 0
        w.theme.ground = "light"
        assert 1.5 <= mark.line <= 2.5


class TestDice:
    @pytest.mark.parametrize("kind", ["shooter", "coward"])
    def test_icons_lie_paper_and_a_blank_is_a_dot(self, w: Any, stage: Any, kind: str):
        die = stage.show(w.Die(kind=kind, px=60, pos=(100, 100)))
        assert stage.colour_at(130, 110) == stage.colour_at(5, 5)  # not thrown: only its edge
        die.face = "blank"
        stage.frames()
        assert near(stage.colour_at(130, 130), rgb("muted")) and near(
            stage.colour_at(115, 115), rgb("raised2")
        )
        die.face = ""
        stage.frames()
        assert near(stage.colour_at(146, 130), rgb("muted"))
        for face in ("bullet", "run"):
            die.face = face
            stage.frames()
            assert near(stage.colour_at(130, 106), rgb("paper"))

    def test_lit_has_a_brass_frame(self, w: Any, stage: Any):
        die = stage.show(w.Die(face="bullet", px=60, pos=(100, 100), lit=True))
        assert near(stage.colour_at(102, 130), rgb("accent"))
        die.lit = False
        stage.frames()
        assert near(stage.colour_at(103, 130), rgb("paper"))

    def test_an_unknown_face_is_refused(self, w: Any):
        die = w.Die(face="run")
        with pytest.raises(ValueError, match="6"):
            die.face = "6"
        assert die.face == "run"


class TestText:
    def say(self, w: Any, stage: Any, text: str, width: float, height: float = 100, **more: Any) -> Any:
        return stage.show(w.Say(text=text, size_hint=(None, None), size=(width, height), **more))

    def test_it_has_its_roles_size_where_there_is_room(self, w: Any, stage: Any):
        label = self.say(w, stage, "Molly", 400, role="name")
        assert label.font_size == 34 and label.text == "Molly"
        w.theme.text_scale = 1.15
        assert label.font_size == 39
        w.theme.text_scale, w.theme.small = 1, True
        assert label.font_size == 22

    def test_it_shrinks_at_most_15_percent_then_wraps(self, w: Any, stage: Any):
        from companion.widgets.words import fit, measure

        text = "Molly Malone of Dublin"
        wide = measure(text, numbers.BOLD, 34)[0]
        assert fit(text, "name", wide, 100)[::3] == (34, False)
        shrunk = fit(text, "name", wide * 0.9, 100)
        assert 34 * 0.85 <= shrunk.px < 34 and not shrunk.wraps and shrunk.keeps
        wrapped = fit(text, "name", wide * 0.7, 100)
        assert wrapped.px == 29 and wrapped.wraps and wrapped.keeps

    def test_a_title_wraps_before_it_shrinks(self, w: Any):
        from companion.widgets.words import fit

        assert fit("Dollars Wanted", "title", 205, 100).wraps is False
        assert fit("Dollars Wanted", "title", 205, 100, wraps_first=True)[::3] == (26, True)

    @pytest.mark.parametrize("text", ["x" * 200, "word " * 40, "9" * 60, "", "\n", "[b]name[/b]", "ß" * 30])
    def test_it_never_says_less_and_never_leaves_its_room(self, w: Any, stage: Any, text: str):
        label = self.say(w, stage, text, 300, 60, role="name")
        assert label.text == text and not label.shorten and not label.is_shortened
        assert label.texture_size[1] <= 60 or len(text) > 100

    def test_hug(self, w: Any, stage: Any):
        label = self.say(w, stage, "41", 500, hug="both", role="counter")
        before = label.width
        assert label.size_hint == [None, None] and before < 80
        label.text = "411"
        assert label.width > before
        label.max_width, label.text = 100, "very much too long for this"
        assert label.width <= 100 and label.height > 60

    def test_the_tone_follows_the_ground(self, w: Any, stage: Any):
        label = self.say(w, stage, "x", 100, tone="accent")
        dark = tuple(label.color)
        w.theme.ground = "light"
        assert tuple(label.color) == numbers.rgba("#7A5209") != dark
        label.tone = (1, 0, 0, 1)
        assert tuple(label.color) == (1, 0, 0, 1)


class TestCost:
    def test_idle_draws_nothing(self, w: Any, stage: Any):
        stage.show(w.PrimaryButton(label="x", icon="gavel"))
        stage.show(w.Die(face="bullet"))
        stage.rest()
        assert stage.frames(20) == 0

    def test_the_same_value_again_draws_nothing(self, w: Any, stage: Any):
        die = stage.show(w.Die(face="bullet", pos=(10, 10)))
        label = stage.show(w.Say(text="41 ms"))
        stage.rest()
        die.face, label.text = "bullet", "41 ms"
        assert stage.frames(5) == 0

    def test_a_change_touches_no_other_widget(self, w: Any, stage: Any):
        """A die that shows another face makes no new instruction in itself or in its neighbour."""
        one = stage.show(w.Die(face="blank", pos=(10, 10)))
        other = stage.show(w.Die(face="blank", pos=(100, 10)))
        before = [id(i) for die in (one, other) for i in die.canvas.children]
        told: list[str] = []
        other.bind(fill=lambda *_: told.append("fill"), spots=lambda *_: told.append("spots"))
        one.face = "bullet"
        assert 1 <= stage.frames() <= 2
        assert [id(i) for die in (one, other) for i in die.canvas.children] == before
        assert told == []

    def test_the_ground_turns_live(self, w: Any, stage: Any):
        stage.show(w.Panel(size_hint=(None, None), size=(200, 200)))
        assert near(stage.colour_at(100, 100), rgb("surface"))
        w.theme.ground = "light"
        stage.frames()
        assert near(stage.colour_at(100, 100), rgb("surface", "light"))

    def test_widgets_that_are_gone_are_forgotten(self, w: Any, stage: Any):
        import gc
        import weakref

        button = stage.show(w.PrimaryButton(label="x", icon="gavel"))
        gone = weakref.ref(button)
        stage.root.remove_widget(button)
        del button
        stage.frames()
        gc.collect()
        assert gone() is None
        w.theme.ground = "light"  # and nobody is left to ask


def test_a_slow_frame_does_not_eat_up_the_time_to_read(w: Any, stage: Any, monkeypatch: pytest.MonkeyPatch):
    """As at the start, where seconds pass between what is said and the first frame."""
    monkeypatch.setattr(numbers, "WHY_MS", 100)
    hint = stage.show(w.Hint())
    hint.show("The port cannot be opened.")
    time.sleep(0.3)
    stage.frames(2)
    assert hint.text
    end = time.monotonic() + PATIENCE_S
    while hint.text and time.monotonic() < end:
        stage.wait(0.02)
    assert not hint.text


def test_the_hint_says_why_for_a_while(w: Any, stage: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(numbers, "WHY_MS", 80)
    hint = stage.show(w.Hint())
    assert hint.opacity == 0
    hint.show("Comes later.")
    assert (hint.text, hint.opacity) == ("Comes later.", 1)
    stage.wait(0.15)
    assert (hint.text, hint.opacity) == ("", 0)


def test_sizes_only_grow_with_the_text_setting(w: Any, stage: Any):
    sizes = []
    for scale in numbers.TEXT_SCALES:
        w.theme.text_scale = scale
        sizes.append(w.theme.px_body)
    assert all(a < b for a, b in pairwise(sizes))
