"""The first screen: what leads where, what says why not, and what a change of one pad draws."""

import re
from itertools import pairwise
from typing import Any

import pytest

from companion import i18n
from companion import theme as numbers


@pytest.fixture
def home(stage: Any) -> Any:
    """The home screen, shown."""
    return shown(stage)


def shown(stage: Any) -> Any:
    from companion.screens.home import HomeScreen

    return stage.show(HomeScreen(name="home"))


def pad(label: str, *more: Any, **changes: Any) -> Any:
    from companion.screens.home import PadView

    return PadView(label, *(more or ("Molly", 0, "wired", 200)))._replace(**changes)


def targets(home: Any) -> dict[str, Any]:
    return {w.target_id: w for w in home.walk() if getattr(w, "target_id", "")}


def texts(home: Any) -> list[str]:
    return [w.text for w in home.walk() if getattr(w, "text", "")]


def tags(home: Any) -> list[Any]:
    return home.ids.strip.ids.tags.children[::-1]


def middle(widget: Any) -> tuple[float, float]:
    x, y = widget.to_window(*widget.center)
    return x, y


PADS = [
    ("A1", "Molly", 0, "wired", 200),
    ("A2", "Arthur", 1, "virtual", 300),
    ("A3", "Silvia", 2, "screen", None),
]


class TestWhereItLeads:
    @pytest.mark.parametrize("target", ["home.shootout", "home.boomtown_bandits"])
    def test_the_shootout(self, stage: Any, home: Any, target: str):
        heard: list[str] = []
        home.bind(on_shootout=lambda *_: heard.append(target))
        stage.tap(*middle(targets(home)[target]))
        assert heard == [target]

    @pytest.mark.parametrize("count", [0, 3])
    def test_the_pads_whether_there_are_any_or_not(self, stage: Any, home: Any, count: int):
        heard: list[str] = []
        home.bind(on_look_at_pads=lambda *_: heard.append("pads"))
        home.pads = [pad(*row) for row in PADS[:count]]
        stage.frames()
        strip = targets(home)["home.pads"]
        for x in (strip.x + 4, strip.center_x, strip.right - 4):
            stage.tap(x, strip.center_y)
        assert heard == ["pads"] * 3 and strip.label == "Pads"

    def test_what_is_not_there_yet_says_so(self, stage: Any, home: Any):
        heard: list[Any] = []
        home.bind(on_shootout=heard.append)
        found = targets(home)
        off = {name: target for name, target in found.items() if not target.enabled}
        assert len(found) == 12 and len(off) == 7
        for target in off.values():
            stage.tap(*middle(target))
            assert target.why and home.ids.hint.text == target.why
            stage.frames()
            assert home.ids.hint.width > 100 and abs(home.ids.hint.center_x - home.center_x) < 1
        assert heard == []

    def test_the_next_language_by_its_own_name(self, stage: Any, home: Any):
        heard: list[str] = []
        home.bind(on_language=lambda _home, code: heard.append(code))
        key = targets(home)["home.language"]
        for language, name, code in (("en", "Français", "fr"), ("fr", "English", "en")):
            i18n.use(language)
            home.retell()
            stage.frames()
            assert key.label == name
            stage.tap(*middle(key))
            assert heard.pop() == code

    def test_pressed_is_seen_in_the_next_frame(self, stage: Any, home: Any):
        entry = targets(home)["home.shootout"]
        finger = stage.finger(*middle(entry))
        assert entry.pressed and stage.frames(1) == 1
        finger.lift()


class TestItsWords:
    def test_the_games_are_named_as_their_boxes_are(self, home: Any):
        labels = {target.label for target in targets(home).values()}
        assert {"o BOM, o MAU e o BODE", "Dollars Wanted", "Boomtown Bandits"} < labels
        assert {"Sans Foi Ni Loi", "Bo Bo Bon"} < labels

    def test_every_text_is_asked_again(self, stage: Any, home: Any, monkeypatch: pytest.MonkeyPatch):
        home.pads = [pad("A1"), pad("A2", link="gone"), pad("A3", link="screen", half_width_us=None)]
        stage.frames()
        whys = {name: target.why for name, target in targets(home).items() if target.why}

        class Shouting(i18n.gettext.NullTranslations):
            def gettext(self, message: str) -> str:
                return re.sub(r"\{\w+\}", lambda field: field[0].lower(), message.upper())

        monkeypatch.setattr(i18n, "_spoken", Shouting())
        home.retell()
        stage.frames()
        own = {"Tin Star", "Molly", "Français", *(game.name for game in games())}
        left = [text for text in texts(home) if text != text.upper() and text.replace("\xa0", " ") not in own]
        assert left == []
        assert all(targets(home)[name].why != why for name, why in whys.items())

    def test_no_text_is_lost(self, stage: Any, home: Any):
        home.pads = [pad(*row) for row in PADS]
        stage.frames()
        for name in ("Molly", "Arthur", "Silvia", "±0.2 ms", "±0.3 ms", "on screen", "Pads", "Shootout"):
            assert name in texts(home)


def games() -> Any:
    from companion.screens.home import GAMES

    return GAMES


class TestPads:
    def test_without_a_pad_it_says_what_then(self, stage: Any, home: Any):
        assert any("on the screen" in text for text in texts(home))
        home.pads = [pad("A1")]
        stage.frames()
        assert not any("on the screen" in text for text in texts(home))

    def test_only_what_changed_is_touched(self, stage: Any, home: Any):
        home.pads = [pad(*row) for row in PADS]
        stage.frames()
        before = tags(home)
        told: list[Any] = []
        for tag in before:
            tag.bind(view=lambda tag, _view: told.append(tag))
        home.pads = [pad(*PADS[0]), pad(*PADS[1], half_width_us=400), pad(*PADS[2])]
        stage.frames()
        assert tags(home) == before and told == [before[1]] and before[1].detail == "±0.4 ms"

    def test_the_same_again_draws_nothing(self, stage: Any, home: Any):
        home.pads = [pad(*row) for row in PADS]
        stage.rest()
        home.pads = [pad(*row) for row in PADS]
        assert stage.frames(5) == 0

    def test_one_comes_and_one_goes(self, stage: Any, home: Any):
        home.pads = [pad(*row) for row in PADS]
        stage.frames()
        first = tags(home)[0]
        home.pads = [pad(*PADS[0])]
        stage.frames()
        assert tags(home) == [first]
        home.pads = [*home.pads, pad("B7", "", None, "wired", None)]
        stage.frames()
        assert [tag.text for tag in tags(home)] == ["Molly", "B7"]

    def test_a_lost_one_is_told_in_words_and_red(self, stage: Any, home: Any):
        home.pads = [pad("A1", link="gone")]
        stage.frames()
        tag = tags(home)[0]
        assert (tag.detail, tag.tone) == ("gone", "danger")

    def test_a_long_name_takes_the_room_that_a_short_one_leaves(self, stage: Any, home: Any):
        home.pads = [pad("A1", name="Bo"), pad("A2", name="Bartholomew Maximilian of Nottingham")]
        stage.frames()
        bo, long = tags(home)
        for tag in (bo, long):
            said = {w.text: w for w in tag.children if hasattr(w, "role") and hasattr(w, "text")}
            name, detail = said[tag.text], said[tag.detail]
            assert not tag.tight and (name.font_size, detail.font_size) == (22, 20)
            assert name.texture.width <= name.width and detail.right <= tag.right
        assert bo.width < long.width

    def test_a_mark_stays_in_the_middle_when_its_owner_comes(self, stage: Any, home: Any):
        from companion.widgets import Mark

        home.pads = [pad("A1", name="", brand=None)]
        stage.frames()
        home.pads = [pad("A1")]
        stage.frames()
        tag = tags(home)[0]
        (mark,) = [w for w in tag.children if isinstance(w, Mark)]
        assert mark.px == 28 and abs(mark.center_y - tag.center_y) < 1

    @pytest.mark.parametrize("count", [1, 4, 5, 6, 12])
    def test_they_lie_side_by_side_in_the_strip(self, stage: Any, home: Any, count: int):
        names = ["Bartholomew" if n % 2 else "x" * 200 for n in range(count)]
        home.pads = [pad(f"P{n}", name, n % 6, "wired", 200) for n, name in enumerate(names)]
        stage.frames()
        found = tags(home)
        assert all(left.right <= right.x for left, right in pairwise(found))
        assert found[-1].right <= home.ids.strip.right


class TestSizes:
    @pytest.mark.parametrize("size", [(1280, 800), (800, 480), (1024, 600), (1920, 1080)])
    @pytest.mark.parametrize("language", i18n.languages())
    def test_all_of_it_is_in_the_window(self, stage: Any, size: tuple[int, int], language: str):
        stage.resize(*size)
        i18n.use(language)
        home = shown(stage)
        home.pads = [pad(*row) for row in PADS]
        stage.frames()
        for name, target in targets(home).items():
            x, y = target.to_window(*target.pos)
            assert x >= 0 and x + target.width <= size[0] + 0.5, name
            assert y >= 0 and y + target.height <= size[1] + 0.5, name
            assert min(target.size) >= (64 if numbers.is_small(*size) else 72), name

    @pytest.mark.parametrize("size", [(320, 240), (4000, 400), (400, 4000), (1, 1)])
    @pytest.mark.parametrize("scale", [numbers.TEXT_SCALES[0], numbers.TEXT_SCALES[-1]])
    def test_no_window_is_too_odd(self, stage: Any, size: tuple[int, int], scale: float):
        from companion.widgets import theme

        stage.resize(*size)
        theme.text_scale = scale
        home = shown(stage)
        home.pads = [pad(*row) for row in PADS]
        stage.frames()
        assert len(targets(home)) == 12

    def test_it_follows_a_resize(self, stage: Any, home: Any):
        heard: list[str] = []
        home.bind(on_shootout=lambda *_: heard.append("tap"))
        for size in ((800, 480), (320, 240), (1280, 800), (4000, 400), (800, 480)):
            stage.resize(*size)
            stage.frames()
        entry = targets(home)["home.shootout"]
        assert entry.compact
        stage.tap(*middle(entry))
        assert heard == ["tap"]

    def test_idle_draws_nothing(self, stage: Any, home: Any):
        home.pads = [pad(*row) for row in PADS]
        stage.rest()
        assert stage.frames(20) == 0

    @pytest.mark.parametrize("ground", numbers.GROUNDS)
    def test_the_ground_is_the_themes(self, stage: Any, home: Any, ground: str):
        from companion.widgets import theme

        theme.ground = ground
        stage.frames()
        drawn = stage.colour_at(4, 4)
        assert drawn == tuple(round(v * 255) for v in numbers.rgba(numbers.GROUNDS[ground]["bg"])[:3])


class TestGamesAndMatchesThatWait:
    """Matches that wait, and the games that are here."""

    @pytest.fixture
    def home(self, stage: Any) -> Any:
        home = shown(stage)
        home.games = ["bom_mau_bode"]
        return home

    def waiting(self, *numbers: int) -> list[Any]:
        from companion.screens.home import Waiting

        stamp = "2027-03-03T20:15:00.000+00:00"
        return [Waiting(n, "bom_mau_bode", ("Ana", "Bo"), (0, 3), stamp) for n in numbers]

    def test_a_game_that_is_here_leads_to_its_set_up(self, home: Any, stage: Any):
        heard: list[str] = []
        home.bind(on_game=lambda _home, code: heard.append(code))
        stage.frames()
        poster = targets(home)["game.bom_mau_bode"]
        assert poster.enabled and not poster.why
        stage.tap(*poster.to_window(*poster.center))
        assert heard == ["bom_mau_bode"]
        assert not targets(home)["home.dollars_wanted"].enabled

    @pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
    def test_each_that_waits_can_go_on_or_be_deleted(self, home: Any, stage: Any, size: tuple[int, int]):
        stage.resize(*size)
        home.waiting = self.waiting(7, 5, 2)
        stage.frames()
        heard: list[Any] = []
        home.bind(on_continue=lambda _home, number: heard.append(number))
        home.bind(on_delete=lambda _home, number: heard.append(-number))
        assert targets(home)["continue.7"].leads and not targets(home)["continue.5"].leads
        assert "continue.2" not in targets(home) and "home.shootout" in targets(home)
        for name in ("continue.5", "delete.5"):
            key = targets(home)[name]
            stage.tap(*key.to_window(*key.center))
        assert heard == [5] and "hold 1 s" in home.ids.hint.text, "a tap deletes nothing"
        finger = stage.finger(*targets(home)["delete.7"].to_window(*targets(home)["delete.7"].center))
        stage.wait(1.3)
        finger.lift()
        assert heard == [5, -7]
        targets(home)["continue.more"].tap()
        assert "continue.2" in targets(home) and "continue.7" not in targets(home)
        targets(home)["continue.more"].tap()
        assert "continue.7" in targets(home)

    @pytest.mark.parametrize("size", [(1280, 800), (800, 480), (1024, 600)])
    @pytest.mark.parametrize("count", [0, 1, 5])
    def test_all_of_it_is_in_the_window(self, home: Any, stage: Any, size: tuple[int, int], count: int):
        stage.resize(*size)
        home.waiting = self.waiting(*range(1, count + 1))
        stage.frames()
        for name, target in targets(home).items():
            x, y = target.to_window(*target.pos)
            assert x >= 0 and x + target.width <= size[0] + 0.5, name
            assert y >= 0 and y + target.height <= size[1] + 0.5, name
            assert min(target.size) >= (64 if numbers.is_small(*size) else 72), name

    def test_one_primary_at_most(self, home: Any, stage: Any):
        entry = targets(home)["home.shootout"]
        assert entry.leads
        home.waiting = self.waiting(1)
        assert not entry.leads
        home.waiting = []
        assert entry.leads
