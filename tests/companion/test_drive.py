"""`tinstar app --drive`: what it lists can be seen, what it taps can be reached, from the first line on."""

import time
from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.screens.evidence import EvidencePanel
from companion.widgets import KeyButton, Say
from companion.wording import die
from tests.companion.the_window import TheWindow


def test_the_very_first_line_can_be_a_tap(tmp_path: Path) -> None:
    with TheWindow(tmp_path) as window:
        assert window.send(tap="home.shootout") == {"ok": True}
        window.wait_until(lambda: window.look()["screen"] == "setup", "the set-up")


class TestWhatIsSeen:
    @pytest.fixture
    def seen(self, window: Any) -> Any:
        """The module; it wants the window to be there first."""
        from companion import seen

        return seen

    def test_what_a_panel_hides_is_not_there(self, stage: Any, seen: Any):
        from kivy.uix.floatlayout import FloatLayout

        page = FloatLayout()
        middle = {"pos_hint": {"center": (0.5, 0.5)}, "size_hint": (0.1, 0.1)}
        page.add_widget(Say(text="below", **middle))
        page.add_widget(KeyButton(target_id="key", label="key", **middle))
        page.add_widget(Say(text="beside", size_hint=(0.05, 0.05), pos_hint={"x": 0, "y": 0}))
        panel = EvidencePanel(title="All of it", story="Ana first.", close_label="Close")
        page.add_widget(panel)
        stage.show(page)
        assert {"below", "beside", "key"} <= set(seen.texts()) and seen.find("key") is not None
        panel.shown = True
        stage.frames()
        assert seen.find("key") is None and [t.target_id for t in seen.targets()] == ["seen"]
        assert {"All of it", "Ana first.", "beside"} <= set(seen.texts())
        assert not {"below", "key"} & set(seen.texts())
        panel.shown = False
        stage.frames()
        assert seen.find("key") is not None and "below" in seen.texts()

    def test_of_two_panels_the_one_on_top_is_there(self, stage: Any, seen: Any):
        from kivy.uix.floatlayout import FloatLayout

        page = FloatLayout()
        below, above = (EvidencePanel(title=name, story="", close_label=name) for name in ("below", "above"))
        page.add_widget(below)
        page.add_widget(above)
        stage.show(page)
        below.shown = above.shown = True
        stage.frames()
        assert "above" in seen.texts() and "below" not in seen.texts()
        assert [target.label for target in seen.targets()] == ["above"]

    @pytest.mark.parametrize(("x", "there"), [(-40, True), (-60, False), (1240, False), (1220, True)])
    def test_what_has_its_middle_outside_cannot_be_tapped(self, stage: Any, seen: Any, x: float, there: bool):
        from kivy.uix.floatlayout import FloatLayout

        page = FloatLayout()
        page.add_widget(KeyButton(target_id="key", label="key", size_hint=(None, None), size=(100, 100), x=x))
        stage.show(page)
        assert (seen.find("key") is not None) is there

    @pytest.mark.parametrize(("scrolled", "there"), [(1, ["key0", "key1"]), (0, ["key2", "key3"])])
    def test_what_is_scrolled_away_cannot_be_tapped(
        self, stage: Any, seen: Any, scrolled: float, there: list[str]
    ):
        """A finger on the place where it would lie meets what is beside the list."""
        from kivy.uix.boxlayout import BoxLayout
        from kivy.uix.floatlayout import FloatLayout

        from companion.widgets.scroll import Scrolled

        page = FloatLayout()
        scroll = Scrolled(size_hint=(None, None), size=(300, 200), pos=(100, 300), scroll_y=scrolled)
        keys = BoxLayout(orientation="vertical", size_hint=(1, None), height=400)
        for number in range(4):
            keys.add_widget(KeyButton(target_id=f"key{number}", label="key"))
        scroll.add_widget(keys)
        page.add_widget(scroll)
        stage.show(page)
        stage.frames()
        assert [target.target_id for target in seen.targets()] == there


@pytest.mark.parametrize("language", i18n.languages())
def test_dice_have_names_and_no_codes(tmp_path: Path, language: str) -> None:
    with TheWindow(tmp_path, "--lang", language) as window:
        window.set_up("Ana", "Bo")
        window.sit_down()
        draw_us = window.draw_now()
        time.sleep(max(0, draw_us / 1e6 - time.monotonic()))
        window.hit("Bo")
        window.wait_until(lambda: "lies.Bo.shooter1" in window.targets(), "Bo's dice")
        found = {name: each["label"] for name, each in window.targets().items() if name.startswith("lies.")}
    i18n.use(language)
    assert found and found == {name: die(name.rsplit(".", 1)[1]) for name in found}
    assert found["lies.Bo.coward"] != "coward" or language == "en"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"\xff\n", "line 2: this is not UTF-8 text"),
        (b'{"look":true,"look":true}\n', "line 2: the key “look” is given twice"),
        (b'{"look":1}\n', "line 2: a wrong value for 'look'"),
    ],
)
def test_a_line_that_is_none_ends_it_with_its_number(tmp_path: Path, line: bytes, why: str) -> None:
    with TheWindow(tmp_path) as window:
        window.look()
        stdin, stderr = window.process.stdin, window.process.stderr
        assert stdin and stderr
        stdin.buffer.write(line)  # type: ignore[attr-defined]  # it is a text stream on top of one of bytes
        stdin.flush()
        assert window.process.wait(30) == 2
        said = stderr.read()
    assert f"tinstar: {why}\n" in said and "Traceback" not in said
