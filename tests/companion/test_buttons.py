"""Buttons in a window: how they are touched and held, and what fits on them."""

from typing import Any

import pytest

from companion import theme as numbers
from tests.companion.colours import near, rgb


class Heard(list):
    """The events of a button, in order."""

    def of(self, button: Any, *more: str) -> Any:
        for event in ("on_tap", "on_refused", *more):
            button.bind(**{event: lambda _button, *args, event=event: self.append((event, *args))})
        return button


@pytest.fixture
def heard() -> Heard:
    return Heard()


class TestTouch:
    def button(self, w: Any, stage: Any, kind: str = "ChoiceButton", **more: Any) -> Any:
        properties = {
            "label": "Accept",
            "size_hint": (None, None),
            "size": (200, 80),
            "pos": (300, 300),
            **more,
        }
        return stage.show(getattr(w, kind)(**properties))

    @pytest.mark.parametrize(
        "kind", ["PrimaryButton", "ChoiceButton", "SecondaryButton", "GhostButton", "KeyButton"]
    )
    def test_a_tap(self, w: Any, stage: Any, heard: Heard, kind: str):
        button = heard.of(self.button(w, stage, kind, icon="gavel"))
        finger = stage.finger(400, 340)
        assert button.pressed and heard == []
        finger.lift()
        assert heard == [("on_tap",)] and not button.pressed

    def test_pressed_is_drawn_within_a_frame(self, w: Any, stage: Any):
        self.button(w, stage, label="")
        assert near(stage.colour_at(330, 340), rgb("raised2"))
        finger = stage.finger(400, 340)
        assert stage.frames(1) == 1
        pressed = numbers.mix(numbers.rgba("#372C23"), numbers.rgba("#F4E9D8"), 0.12)
        assert near(stage.colour_at(330, 340), tuple(round(v * 255) for v in pressed[:3]))
        finger.lift()
        stage.frames(1)
        assert near(stage.colour_at(330, 340), rgb("raised2"))

    def test_sliding_off_is_no_tap(self, w: Any, stage: Any, heard: Heard):
        button = heard.of(self.button(w, stage))
        finger = stage.finger(400, 340)
        finger.move(700, 340)
        assert not button.pressed
        finger.lift()
        assert heard == []

    def test_sliding_back_is_one(self, w: Any, stage: Any, heard: Heard):
        button = heard.of(self.button(w, stage))
        finger = stage.finger(400, 340)
        finger.move(700, 340)
        finger.move(410, 350)
        assert button.pressed
        finger.lift()
        assert heard == [("on_tap",)]

    def test_a_finger_that_slides_on_is_no_tap(self, w: Any, stage: Any, heard: Heard):
        heard.of(self.button(w, stage))
        finger = stage.finger(700, 340)
        finger.move(400, 340)
        finger.lift()
        assert heard == []

    def test_a_disabled_one_says_why(self, w: Any, stage: Any, heard: Heard):
        heard.of(self.button(w, stage, enabled=False, why="Two at least."))
        stage.tap(400, 340)
        assert heard == [("on_refused", "Two at least.")]

    def test_two_fingers_on_two_buttons(self, w: Any, stage: Any, heard: Heard):
        left = heard.of(self.button(w, stage, pos=(100, 100)))
        right = heard.of(self.button(w, stage, pos=(700, 100), enabled=False, why="no"))
        one, two = stage.finger(200, 140), stage.finger(800, 140)
        assert left.pressed and right.pressed
        two.lift()
        assert left.pressed and not right.pressed
        one.lift()
        assert heard == [("on_refused", "no"), ("on_tap",)]

    def test_a_second_finger_on_one_button_counts_for_nothing(self, w: Any, stage: Any, heard: Heard):
        heard.of(self.button(w, stage))
        one, two = stage.finger(400, 340), stage.finger(420, 340)
        two.lift()
        assert heard == []
        one.lift()
        assert heard == [("on_tap",)]

    def test_the_hit_box_is_never_smaller_than_a_finger(self, w: Any, stage: Any, heard: Heard):
        key = heard.of(
            self.button(w, stage, "KeyButton", size_hint_min=(None, None), size=(40, 40), pos=(300, 300))
        )
        assert key.size == [40, 40]
        stage.tap(300 - 15, 300 - 15)
        assert len(heard) == 1
        stage.tap(300 - 17, 320)
        assert len(heard) == 1
        w.theme.small = True
        stage.tap(300 - 15, 320)
        assert len(heard) == 1

    def test_a_button_in_a_layout_is_no_smaller_than_a_finger(self, w: Any, stage: Any):
        from kivy.uix.boxlayout import BoxLayout

        row = BoxLayout(size_hint=(None, None), size=(50, 30))
        row.add_widget(w.KeyButton(label="x"))
        stage.show(row)
        assert row.children[0].width == 72

    @pytest.mark.parametrize("rotation", [0, 90, 180, 270])
    def test_it_is_hit_where_it_is_drawn_at_every_seat(self, w: Any, stage: Any, heard: Heard, rotation: int):
        pane = w.FaceOwner(rotation=rotation, size_hint=(None, None), size=(300, 200), pos=(400, 300))
        button = heard.of(w.PrimaryButton(size_hint=(None, None), size=(100, 80), pos=(0, 0)))
        pane.add_widget(button)
        stage.show(pane)
        # The content's lower left corner, as the seat's owner sees it.
        corner = {0: (450, 340), 90: (660, 350), 180: (650, 460), 270: (440, 450)}[rotation]
        others = [point for point in ((450, 340), (660, 350), (650, 460), (440, 450)) if point != corner]
        assert near(stage.colour_at(*corner), rgb("brass"))
        stage.tap(*corner)
        assert heard == [("on_tap",)]
        for point in others:
            if not near(stage.colour_at(*point), rgb("brass")):
                stage.tap(*point)
        assert heard == [("on_tap",)]

    def test_a_turned_pane_gives_its_child_the_other_sides(self, w: Any, stage: Any):
        pane = w.FaceOwner(rotation=90, size_hint=(None, None), size=(120, 500), pos=(8, 100))
        button = w.ChoiceButton(label="Accept")
        pane.add_widget(button)
        stage.show(pane)
        assert button.size == [500, 120]
        pane.rotation = 0
        stage.frames()
        assert button.size == [120, 500]

    def test_nothing_can_be_dragged(self, w: Any, stage: Any):
        pane = w.FaceOwner(rotation=180, size_hint=(None, None), size=(300, 200), pos=(400, 300))
        pane.add_widget(w.Panel())
        stage.show(pane)
        finger = stage.finger(500, 400)
        finger.move(700, 500)
        finger.lift()
        assert pane.pos == [400, 300] and pane._turned.center == (550, 400)

    def test_sliding_off_in_a_turned_pane(self, w: Any, stage: Any, heard: Heard):
        pane = w.FaceOwner(rotation=270, size_hint=(None, None), size=(100, 300), pos=(100, 100))
        button = heard.of(w.ChoiceButton(label="x"))
        pane.add_widget(button)
        stage.show(pane)
        finger = stage.finger(150, 390)
        finger.move(150, 110)
        assert button.pressed
        finger.move(150, 480)
        assert not button.pressed
        finger.lift()
        assert heard == []


class TestHold:
    def hold(self, w: Any, stage: Any, heard: Heard, **more: Any) -> Any:
        button = w.HoldButton(
            label="Overrule", size_hint=(None, None), size=(200, 80), pos=(300, 300), **more
        )
        return stage.show(heard.of(button, "on_held"))

    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(numbers, "HOLD_MS", 150)

    def test_a_hold_counts_once_and_while_the_finger_is_down(self, w: Any, stage: Any, heard: Heard):
        button = self.hold(w, stage, heard)
        finger = stage.finger(400, 340)
        stage.wait(0.08)
        assert 0 < button.progress < 1 and heard == []
        stage.wait(0.2)
        assert heard == [("on_held",)] and button.progress == 0
        finger.lift()
        stage.wait(0.05)
        assert heard == [("on_held",)]

    def test_letting_go_cancels_and_says_that_it_is_held(self, w: Any, stage: Any, heard: Heard):
        button = self.hold(w, stage, heard, second="hold 1 s")
        finger = stage.finger(400, 340)
        stage.wait(0.05)
        finger.lift()
        stage.wait(0.2)
        assert heard == [("on_refused", "Overrule: hold 1 s")] and button.progress == 0

    def test_a_hold_that_was_called_off_says_nothing(self, w: Any, stage: Any, heard: Heard):
        button = self.hold(w, stage, heard)
        finger = stage.finger(400, 340)
        stage.wait(0.05)
        button.cancel()
        finger.lift()
        assert heard == []

    def test_sliding_off_cancels_for_good(self, w: Any, stage: Any, heard: Heard):
        button = self.hold(w, stage, heard)
        finger = stage.finger(400, 340)
        finger.move(10, 10)
        finger.move(400, 340)
        stage.wait(0.2)
        finger.lift()
        assert heard == [] and button.progress == 0

    def test_a_disabled_one_says_why(self, w: Any, stage: Any, heard: Heard):
        self.hold(w, stage, heard, enabled=False, why="Only the judge.")
        finger = stage.finger(400, 340)
        stage.wait(0.2)
        finger.lift()
        assert heard == [("on_refused", "Only the judge.")]

    def test_disabled_under_the_finger_it_counts_for_nothing(self, w: Any, stage: Any, heard: Heard):
        button = self.hold(w, stage, heard)
        finger = stage.finger(400, 340)
        stage.wait(0.05)
        button.enabled = False
        stage.wait(0.2)
        assert heard == []
        finger.lift()


class TestFit:
    def button(self, w: Any, stage: Any, **more: Any) -> Any:
        return stage.show(
            w.ChoiceButton(**{"size_hint": (None, None), "size": (220, 76), "icon": "check_bold", **more})
        )

    def inside(self, button: Any) -> bool:
        label = button._label
        return bool(
            button.x <= label.x
            and label.right <= button.right
            and button.y <= label.y
            and label.top <= button.top
        )

    def test_icon_beside_label_in_the_middle(self, w: Any, stage: Any):
        button = self.button(w, stage, label="Accept", pos=(100, 100))
        icon, label = button._icon, button._label
        assert icon.right <= label.x and self.inside(button)
        assert icon.x - button.x == pytest.approx(button.right - label.right, abs=1.5)

    def test_what_does_not_fit_wraps_and_then_loses_its_icon(self, w: Any, stage: Any):
        button = self.button(w, stage, label="Accept two gold pieces")
        assert button._icon.x >= 0 and button._label.height > 40 and self.inside(button)
        button.label = "Rindfleischetikettierung"
        stage.frames()
        assert button._icon.x < 0 and self.inside(button)

    @pytest.mark.parametrize("size", [(220, 76), (150, 72), (96, 36)])
    def test_a_tick_is_seen_however_little_room_there_is(self, w: Any, stage: Any, size: tuple[int, int]):
        label = "Avec le Chef (carte promotionnelle)"
        key = stage.show(
            w.TickButton(label=label, size_hint=(None, None), yields=True, size=size, pos=(9, 9))
        )
        names = set()
        for ticked in (False, True):
            key.ticked = ticked
            stage.frames()
            assert key.x <= key._icon.x and key._icon.right <= key._label.x, "the icon, then the label"
            assert key.y <= key._icon.y and key._icon.top <= key.top and self.inside(key)
            names.add(key._icon.name)
        assert len(names) == 2

    def test_it_knows_what_fits(self, w: Any, stage: Any):
        key = stage.show(w.TickButton(label="Avec le Chef (carte promotionnelle)", role="strong"))
        assert key.fits(470, 72) and not key.fits(231, 72)

    @pytest.mark.parametrize("label", ["x" * 200, "word " * 40, "", "W"])
    def test_nothing_leaves_a_button(self, w: Any, stage: Any, label: str):
        assert self.inside(self.button(w, stage, label=label, second="hold 1 s", pos=(100, 100)))

    def test_the_natural_width_fits(self, w: Any, stage: Any):
        button = self.button(w, stage, label="Molly: choose 1 target", icon="bullseye")
        button.width = button.natural_width()
        stage.frames()
        assert button._label.font_size == w.theme.px_button and button._icon.x >= 0
