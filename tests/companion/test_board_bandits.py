"""The board of Boomtown Bandits: everything public that lies on the table is on it, nothing lies over
anything else, and what does not differ is not drawn again."""

import copy
import random
from collections import Counter
from typing import Any

import pytest

from companion import theme as numbers
from companion.boards import bandits_places as places
from companion.random_play import play
from shared_rules import games
from shared_rules.engine import Match
from tests.companion.test_board_bom import (
    BRANDS,
    FLAT,
    LARGE,
    LINES,
    SEATS,
    SMALL,
    WINDOWS,
    drawn_of,
    each_size,
    keeps,
    overlap,
)

GAME = "boomtown_bandits"
STATES = 120
# What others lie on or in: a column's ground, and the line around the one that is on.
UNDER = ("ground.", "here.")


def begun(players: int, **options: Any) -> Match:
    rulebook = games.rulebook(GAME)
    return Match(rulebook, rulebook.set_up(list(SEATS[:players]), options))


def state_of(match: Match, viewer: str = "public") -> dict[str, Any]:
    found: dict[str, Any] = match.view(viewer)["state"]
    return found


@pytest.fixture(scope="module")
def states() -> list[dict[str, Any]]:
    """Of all numbers of people, with tokens counted, told apart or not entered, early and late."""
    found: list[dict[str, Any]] = []
    for seed in range(12):
        chance = random.Random(seed)
        placement = ("skipped", "counted", "whose")[seed % 3]
        match = begun(2 + seed % 4, placement=placement)

        def keep(match: Match, chance: random.Random = chance) -> None:
            if chance.random() < 0.1:
                found.append(state_of(match))

        play(match, chance, after=keep)
    return random.Random(1).sample(found, STATES)


def full(players: int) -> dict[str, Any]:
    """Everybody has all tokens at the first location, and loot of every one."""
    match = begun(players)
    while match.prompt and match.prompt.id != "bb.verdict":
        prompt = match.prompt
        if prompt.kind == "choose_some":
            match.answer(list(prompt.options())[: players + 1])  # type: ignore[attr-defined]
        elif prompt.kind == "order":
            match.answer(list(prompt.options()))  # type: ignore[attr-defined]
        else:
            options = list(prompt.options())  # type: ignore[attr-defined]
            match.answer(options[-1] if prompt.id == "bb.marshal" else options[0])
    state = copy.deepcopy(state_of(match))
    for held in state["seats"].values():
        held["loot"] = dict.fromkeys(state["row"], 3)
    state["bonuses"] = dict.fromkeys(state["row"], SEATS[0])
    return state


@pytest.fixture
def board(w: Any, stage: Any) -> Any:
    from companion.boards import board

    return board(GAME)


def lie(board: Any, state: dict[str, Any], size: tuple[int, int]) -> dict[str, Any]:
    found: dict[str, Any] = board.lie(state, BRANDS, LINES, *size)
    return found


def put(stage: Any, board: Any, state: dict[str, Any], size: tuple[int, int] = LARGE) -> None:
    stage.resize(*WINDOWS.get(size, (1280, 800)))
    board.size_hint, board.size, board.pos = (None, None), size, (100, 60)
    stage.show(board)
    board.show(state, BRANDS, LINES)
    stage.frames()


def check_places(pieces: dict[str, Any], size: tuple[int, int]) -> None:
    for name, piece in pieces.items():
        left, low, wide, high = piece.rect
        assert wide > 0 and high > 0, (name, piece)
        assert left >= 0 and low >= 0 and left + wide <= size[0] and low + high <= size[1], (name, piece)
    flat = [(name, piece.rect) for name, piece in pieces.items() if not name.startswith(UNDER)]
    for n, (one, rect) in enumerate(flat):
        for other, at in flat[n + 1 :]:
            assert not overlap(rect, at), (one, rect, other, at)


class TestPlaces:
    @each_size
    def test_nothing_lies_over_anything_else(
        self, w: Any, board: Any, states: list[dict[str, Any]], size: tuple[int, int]
    ):
        w.theme.fit_window(*WINDOWS[size])
        for state in states:
            check_places(lie(board, state, size), size)

    @each_size
    @pytest.mark.parametrize("share", [0.3, 0.45, 0.9])
    def test_tokens_stay_above_what_is_asked(
        self, stage: Any, board: Any, size: tuple[int, int], share: float
    ):
        from companion.boards.drawn import Covered

        put(stage, board, full(5), size)
        bare = {name: piece.rect for name, piece in board.pieces.items()}
        board.show(full(5), BRANDS, LINES, Covered(low=round(share * size[1])))
        tokens = [piece.rect for name, piece in board.pieces.items() if name.startswith("token.")]
        fronts = min(piece.rect[1] for name, piece in board.pieces.items() if name.startswith("front."))
        assert all(low + high <= fronts for _left, low, _wide, high in tokens)
        assert min(min(wide, high) for _left, _low, wide, high in tokens) > 0
        least = min(low for _left, low, _wide, _high in tokens)
        assert least >= min(share * size[1], fronts - places.LARGE.row - places.LARGE.gap)
        moved = {name for name, piece in board.pieces.items() if piece.rect != bare[name]}
        assert {name.partition(".")[0] for name in moved} <= {"token"}

    @each_size
    @pytest.mark.parametrize("players", range(2, 6))
    @pytest.mark.parametrize("scale", [numbers.TEXT_SCALES[0], 1, numbers.TEXT_SCALES[-1]])
    def test_not_when_the_table_is_full(
        self, w: Any, board: Any, size: tuple[int, int], players: int, scale: float
    ):
        w.theme.fit_window(*WINDOWS[size])
        w.theme.text_scale = scale
        check_places(lie(board, full(players), size), size)

    @each_size
    @pytest.mark.parametrize("players", range(2, 6))
    def test_piles_and_names_can_be_read_across_the_table(
        self, w: Any, board: Any, size: tuple[int, int], players: int
    ):
        w.theme.fit_window(*WINDOWS[size])
        state = full(players)
        state["bonuses"] = {}
        pieces = lie(board, state, size)
        for location in state["row"]:
            assert pieces[f"pile.{location}"].px >= w.theme.size("number")
            front = pieces[f"front.{location}"]
            assert keeps(w, front.name, front.role, front.rect[2] - 8, 100), front

    def test_each_location_has_its_own_front(self, board: Any):
        fronts = [p for name, p in lie(board, full(5), LARGE).items() if name.startswith("front.")]
        assert len(fronts) == 6 and len({front.roof for front in fronts}) == 6

    def test_the_row_is_as_on_the_table(self, board: Any, states: list[dict[str, Any]]):
        for state in states:
            pieces = lie(board, state, LARGE)
            lefts = [pieces[f"front.{location}"].rect[0] for location in state["row"]]
            assert lefts == sorted(lefts)

    @pytest.mark.parametrize("size", [(352, 648), (220, 130), (1584, 864), (20, 20)])
    def test_a_board_of_any_size_is_drawn(self, stage: Any, board: Any, size: tuple[int, int]):
        put(stage, board, full(5), size)
        zoom = board.canvas.before.children[2].x
        for name, piece in board.pieces.items():
            assert (piece.rect[0] + piece.rect[2]) * zoom <= size[0] + 1, (name, piece, zoom)
            assert (piece.rect[1] + piece.rect[3]) * zoom <= size[1] + 1, (name, piece, zoom)


class TestWhatIsShown:
    @each_size
    def test_it_says_what_the_state_says(
        self, w: Any, board: Any, states: list[dict[str, Any]], size: tuple[int, int]
    ):
        from companion.boards.boomtown_bandits import LOOTED, MARSHAL
        from companion.boards.pieces import Back, Picture, Token

        w.theme.fit_window(*WINDOWS[size])
        for state in states:
            pieces = lie(board, state, size)
            for location, here in state["locations"].items():
                assert pieces[f"pile.{location}"].text == str(here["pile"])
                has_bonus = state["bonuses"].get(location) is not None
                assert (f"cards.{location}" in pieces) == (bool(here["pile"]) and not has_bonus)
                closed = state["closed"] == location
                assert (
                    (pieces[f"front.{location}"].icon == MARSHAL)
                    == closed
                    == (f"closed.{location}" in pieces)
                )
                for seat, held in state["seats"].items():
                    shown = [p for n, p in pieces.items() if n.startswith(f"token.{location}.{seat}.")]
                    kinds = Counter(type(piece) for piece in shown)
                    duel = state["duel"]
                    is_on = duel is not None and duel["about"] == location
                    tokens = (duel if is_on else here)["tokens"].get(seat, ())
                    assert kinds[Token] == len(tokens)
                    assert kinds[Back] == here["face_down_of"].get(seat, 0)
                    looted = [p for p in shown if isinstance(p, Picture)]
                    assert [p.icon for p in looted] == ([LOOTED] if here["winner"] == seat else [])
                    count = pieces.get(f"loot.{location}.{seat}.count")
                    assert (int(count.text) if count else 0) == held["loot"][location]
                counted = pieces.get(f"down.{location}.count")
                unknown = here["face_down"] if not here["face_down_of"] else 0
                assert (int(counted.text) if counted else 0) == unknown

    def test_the_location_that_is_resolved_is_framed(self, board: Any, states: list[dict[str, Any]]):
        on = 0
        for state in states:
            framed = {
                name.removeprefix("here.") for name in lie(board, state, LARGE) if name.startswith("here.")
            }
            duel = state["duel"]
            assert framed == {state["here"], duel and duel["about"]} - {None}
            on += len(framed)
        assert on > 10

    def test_whose_bonus_it_is(self, board: Any):
        state = full(3)
        pieces = lie(board, state, LARGE)
        assert {pieces[f"bonus.{location}.mark"].brand for location in state["row"]} == {0}
        assert not any(name.startswith("bonus.") for name in lie(board, state | {"bonuses": {}}, LARGE))

    def test_the_final_shootout_stands_at_no_location(self, board: Any):
        state = full(2)
        tokens = {"Ana": ["shooter1", "coward"], "Bo": ["shooter1"]}
        state.update(here=None, duel=state["duel"] | {"about": None, "tokens": tokens})
        pieces = lie(board, state, LARGE)
        assert [name for name in pieces if name.startswith("final.")] == [
            "final.Ana",
            "final.Ana.0",
            "final.Ana.1",
            "final.Bo",
            "final.Bo.0",
        ]

    def test_the_round_stands_on_it_only_where_the_frame_has_no_corner_for_it(self, w: Any, board: Any):
        state = full(2) | {"round": 4}
        assert "round" not in lie(board, state, LARGE)
        w.theme.fit_window(800, 480)
        assert lie(board, state, SMALL)["round"].text == lie(board, state, FLAT)["round"].text == "round 4"
        assert lie(board, state | {"last_round": True}, FLAT)["round"].text == "last round 4"


class TestSeats:
    def test_loot_and_the_money_that_lies_open(self, board: Any):
        state = full(2)
        held = state["seats"]["Ana"]
        held["secret"], held["open"] = {"bank": 2}, {"bank": [5], "mine": [3, 1]}
        facts = board.facts(state, "Ana")
        assert [(n.icon, n.value) for n in facts.counters] == [("back", "9"), ("cash", "$9+")]
        held["secret"] = {}
        assert board.facts(state, "Ana").counters[1].value == "$9"

    def test_the_bottle_and_the_town(self, board: Any):
        state = full(3) | {"first_player": "Bo", "own_this_town": "Cy"}
        facts = {seat: board.facts(state, seat) for seat in SEATS[:3]}
        assert [one.badge for one in facts.values()] == ["", "Bottle", ""]
        assert [one.status for one in facts.values()] == ["", "", "Own This Town!"]
        assert board.facts(state_of(begun(3)), "Ana").badge == "", "nobody has it before the town is there"

    def test_notes_are_the_seats_own(self, board: Any):
        state = full(2)
        assert board.secrets(state, "Ana") == []
        state["seats"]["Ana"].update(noted={"bank": [5, 7]}, may_claim=True)
        assert [(one.value, one.label) for one in board.secrets(state, "Ana")] == [
            ("5+7", "Bank"),
            ("!", "Own This Town!"),
        ]

    def test_the_corner_says_the_round(self, board: Any):
        state = full(2) | {"round": 3}
        assert board.corner({"state": state}) == ("3", "round")
        assert board.corner({"state": state | {"last_round": True}}) == ("3", "last round")


class TestCost:
    @each_size
    def test_the_same_state_again_draws_nothing(self, stage: Any, board: Any, size: tuple[int, int]):
        put(stage, board, full(5), size)
        stage.rest()
        board.show(copy.deepcopy(full(5)), dict(BRANDS), list(LINES))
        assert stage.frames(5) == 0

    def test_a_card_that_is_won_changes_only_what_it_must(self, stage: Any, board: Any):
        state = full(3)
        put(stage, board, state)
        before, after = drawn_of(board), copy.deepcopy(state)
        first = state["row"][0]
        after["locations"][first]["pile"] = 6
        after["seats"]["Bo"]["loot"][first] = 4
        board.show(after, BRANDS, LINES)
        now = drawn_of(board)
        differs = {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
        assert differs == {f"pile.{first}", f"loot.{first}.Bo.count"}
