"""Scores: who is ahead as far as the table may know, who won and with what, and the ways out."""

import random
from typing import Any

import pytest

from companion import i18n
from companion.random_play import play
from companion.screens.scores import Shown, bounds, short
from companion.seating import Seat
from tests.companion.match_table import FakeSitting

NAMES = ("Ana", "Bo", "Cy", "Di", "Eli")


def sitting(players: int = 5, until: int | None = None, seed: int = 3, **options: Any) -> FakeSitting:
    found = FakeSitting("bom_mau_bode", [Seat(NAMES[n], n, "south") for n in range(players)], options)
    play(found.match, random.Random(seed), until=until)
    return found


@pytest.fixture
def scores(stage: Any) -> Any:
    from companion.screens.scores import ScoresScreen

    return stage.show(ScoresScreen(name="scores"))


def rows(screen: Any) -> list[Any]:
    return screen.ids.rows.children[::-1]


def targets(screen: Any) -> set[str]:
    return {w.target_id for w in screen.walk() if getattr(w, "target_id", "") and w.opacity}


def texts(screen: Any) -> list[str]:
    return [w.text for w in screen.walk() if getattr(w, "text", "")]


class TestInFigures:
    @pytest.mark.parametrize(
        ("value", "said", "ends"),
        [
            (12, "12", (12, 12)),
            (-3, "-3", (-3, -3)),
            (13.333333333333334, "13 1/3", (13.333333333333334, 13.333333333333334)),
            ({"min": 4, "max": 9}, "4–9", (4, 9)),  # noqa: RUF001    a dash between numbers
            ({"min": 3, "max": None}, "3+", (3, None)),
            ({"min": None, "max": 8}, "≤8", (0, 8)),
            ({"min": None, "max": None}, "?", (0, None)),
        ],
    )
    def test_exact_bounded_and_unknown(self, value: Any, said: str, ends: Any):
        assert short(value) == said and bounds(value) == ends


class TestWhileItGoesOn:
    def test_everybody_as_they_sit_between_their_bounds(self, scores: Any, stage: Any):
        match = sitting(until=60)
        scores.begin(match)
        standing = match.view()["standing"]
        assert [row.name for row in rows(scores)] == list(NAMES)
        assert [row.total for row in rows(scores)] == [short(standing[name]) for name in NAMES]
        assert any("–" in row.total for row in rows(scores))  # noqa: RUF001
        assert not any(row.place or row.parts or row.leads for row in rows(scores))
        assert "may know" in scores.told

    def test_a_bar_is_full_to_the_least_and_outlined_to_the_most(self, scores: Any):
        match = sitting(until=60)
        scores.begin(match)
        standing = {name: bounds(value) for name, value in match.view()["standing"].items()}
        most = max(upper or 0 for _least, upper in standing.values())
        for row in rows(scores):
            least, upper = standing[row.name]
            assert row.shares == pytest.approx([least / most, (upper or 0) / most])

    def test_no_secret_is_in_it(self, scores: Any):
        match = sitting(until=60)
        scores.begin(match)
        own = {name: match.view(name)["standing"][name] for name in NAMES}
        hidden = {name for name in NAMES if own[name] != match.view()["standing"][name]}
        assert hidden, "somebody knows more of themselves than the table does"
        shown = {row.name: row.total for row in rows(scores)}
        assert all(shown[name] != short(own[name]) for name in hidden)
        assert not scores.has_log

    def test_open_money_is_exact(self, scores: Any):
        scores.begin(sitting(until=60, open_money=True))
        assert any(row.total.isdigit() for row in rows(scores))

    def test_drawn_when_something_changed_and_only_then(self, scores: Any, stage: Any):
        match = sitting(until=20)
        scores.begin(match)
        before = rows(scores)
        scores.refresh(0)
        assert rows(scores) == before
        play(match.match, random.Random(1), until=60)
        match.version += 1
        scores.refresh(0)
        assert [row.total for row in rows(scores)] == [
            short(match.view()["standing"][name]) for name in NAMES
        ]

    def test_back_and_home(self, scores: Any):
        scores.begin(sitting(until=20))
        heard: list[str] = []
        scores.bind(on_back=lambda *_: heard.append("back"), on_home=lambda *_: heard.append("home"))
        assert targets(scores) == {"back", "home"}
        scores.ids.back.tap()
        scores.ids.home.tap()
        assert heard == ["back", "home"]

    def test_a_finger_on_back_reaches_back(self, scores: Any, stage: Any):
        scores.begin(sitting(until=20))
        heard: list[str] = []
        scores.bind(on_back=lambda *_: heard.append("back"))
        stage.frames()
        stage.tap(*scores.ids.back.to_window(*scores.ids.back.center))
        assert heard == ["back"]


class TestAtTheEnd:
    def test_the_best_first_with_what_brought_it(self, scores: Any):
        match = sitting()
        scores.begin(match)
        result = match.result()
        assert result is not None
        order = [name for group in result["ranking"] for name in group]
        assert [row.name for row in rows(scores)] == order
        assert rows(scores)[0].leads and rows(scores)[0].place == "1."
        for row in rows(scores):
            assert row.total == short(result["scores"][row.name])
            assert [figure for _icon, figure, _label in row.parts] == [
                short(value) for value in result["breakdown"][row.name].values()
            ]
            assert {label for *_more, label in row.parts} == {"Coins", "Tokens"}
        assert scores.told.startswith(f"{order[0]} wins with")

    def test_who_shares_a_place(self, scores: Any):
        result = {
            "ranking": [["Bo"], ["Ana", "Di"], ["Cy"]],
            "scores": {"Ana": 7, "Bo": 9, "Cy": {"min": 1, "max": 3}, "Di": 7},
            "breakdown": {},
        }
        brands = {name: n for n, name in enumerate(NAMES[:4])}
        scores.look(Shown("bom_mau_bode", brands, {}, result, ()))
        assert [(row.place, row.name) for row in rows(scores)] == [
            ("1.", "Bo"),
            ("2.", "Ana"),
            ("2.", "Di"),
            ("4.", "Cy"),
        ]
        assert rows(scores)[3].shares == pytest.approx([1 / 9, 3 / 9])

    def test_the_log_with_the_recount_is_beside_it(self, scores: Any, stage: Any):
        match = sitting()
        scores.begin(match)
        stage.frames()
        said = "\n".join(texts(scores))
        lines = [scores._words.line(line) for line in match.log()]
        assert len(lines) > 40 and all(line.text in said for line in lines)

    def test_in_a_small_window_a_key_leads_to_it(self, scores: Any, stage: Any):
        stage.resize(800, 480)
        stage.frames()
        match = sitting()
        scores.begin(match)
        stage.frames()
        last = scores._words.line(match.log()[-1]).text
        assert "log" in targets(scores) and last not in "\n".join(texts(scores))
        scores.ids.log_key.tap()
        stage.frames()
        assert last in "\n".join(texts(scores))
        scores.ids.log_key.tap()
        stage.frames()
        assert scores.log_px == 0 and rows(scores)[0].width > 600

    def test_undo_leads_back_into_the_match(self, scores: Any):
        match = sitting()
        scores.begin(match)
        heard: list[str] = []
        scores.bind(on_undo=lambda *_: heard.append("undo"))
        assert targets(scores) == {"undo", "home"}
        n = match.n
        match.slow = True
        scores.ids.undo.tap()
        scores.ids.undo.tap()
        scores.refresh(0)
        assert heard == [], "it is not on disk yet"
        match.stored()
        scores.refresh(0)
        assert heard == ["undo"] and match.n == n - 1 and match.prompt() is not None

    def test_idle_draws_nothing(self, scores: Any, stage: Any):
        scores.begin(sitting())
        stage.rest()
        scores.refresh(0)
        assert stage.frames(10) == 0

    @pytest.mark.parametrize("size", [(1280, 800), (800, 480), (480, 800)])
    @pytest.mark.parametrize("players", [2, 5])
    def test_rows_lie_side_by_side_in_the_window(
        self, scores: Any, stage: Any, size: tuple[int, int], players: int
    ):
        stage.resize(*size)
        stage.frames()
        scores.begin(sitting(players))
        stage.frames()
        for upper, lower in zip(rows(scores), rows(scores)[1:], strict=False):
            assert upper.y >= lower.top
        for row in rows(scores):
            x, y = row.to_window(*row.pos)
            assert x >= 0 and x + row.width <= size[0] + 1 and y >= 0 and y + row.height <= size[1]

    @pytest.mark.parametrize("size", [(1280, 800), (800, 480), (480, 800)])
    def test_a_long_name_is_one_line_that_ends_in_dots(self, scores: Any, stage: Any, size: tuple[int, int]):
        from companion.widgets import theme

        stage.resize(*size)
        names = ("Maximiliane Rosalind", "Wolfeschlegelsteinhausenbergerdorff", "Jo")
        found = FakeSitting("bom_mau_bode", [Seat(name, n, "south") for n, name in enumerate(names)])
        play(found.match, random.Random(3))
        scores.begin(found)
        stage.frames(8)
        said = {say.text: say for say in scores.walk() if getattr(say, "text", "") in names}
        assert set(said) == set(names)
        line = said["Jo"].texture.height
        for say in said.values():
            assert say.font_size >= theme.size("card") and say.texture.height <= line
            assert say.texture.width <= say.width
        if size != (800, 480):  # it has room for both
            assert said[names[1]].is_shortened and not said["Jo"].is_shortened
        if size != (480, 800):
            assert not said["Maximiliane Rosalind"].is_shortened


class TestLookedAtLater:
    def shown(self) -> Shown:
        match = sitting(3)
        brands = {name: n for n, name in enumerate(NAMES[:3])}
        return Shown("bom_mau_bode", brands, {}, match.result(), match.log(), "3 March 2027, 20:15")

    def test_it_says_when_and_leads_back_alone(self, scores: Any):
        scores.look(self.shown())
        assert scores.told.startswith("3 March 2027, 20:15 · ")
        assert targets(scores) == {"back"}
        scores.refresh(0)
        assert scores.looking

    def test_the_way_to_the_shootouts_that_were_played_in_it(self, scores: Any):
        shown = self.shown()
        verdict = {"n": 1, "id": "bb.hit", "params": {"seat": "Ana", "evidence": 4}}
        scores.look(shown._replace(number=7, log=[*shown.log, verdict]))
        assert targets(scores) == {"back", "films"}
        heard: list[int] = []
        scores.bind(on_films=lambda _scores, number: heard.append(number))
        scores.ids.films.tap()
        assert heard == [7]
        scores.look(shown._replace(number=7))
        assert targets(scores) == {"back"}

    def test_one_that_was_left_and_cannot_go_on_has_its_log(self, scores: Any, stage: Any):
        scores.look(self.shown()._replace(result=None, why="Update Tin Star."))
        stage.frames()
        assert scores.told == "3 March 2027, 20:15 · Left before its end. Update Tin Star."
        assert rows(scores) == [] and scores.log_px

    def test_a_game_that_has_no_words_here(self, scores: Any):
        with pytest.raises(LookupError):
            scores.look(self.shown()._replace(rulebook_id="chess"))


def test_it_changes_its_language_where_it_is(scores: Any):
    scores.begin(sitting(until=20))
    i18n.use("fr")
    scores.retell()
    assert scores.labels[0] != "Back" and len(rows(scores)) == 5
