"""The board of Dollars Wanted: every public card is on it, nothing lies over anything else or under what is
asked, and what does not differ is not drawn again."""

import copy
import functools
import itertools
import random
from typing import Any

import pytest

from companion import theme as numbers
from companion.boards import dollars_places as places
from companion.random_play import play
from companion.telling import telling
from shared_rules import games
from shared_rules.engine import Match
from shared_rules.games.dollars_wanted import cards as c
from shared_rules.games.dollars_wanted.tally import Tally
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

GAME = "dollars_wanted"
STATES = 60
DEEP = {
    LARGE: (244, 324),
    SMALL: (204, 284),
    FLAT: (150, 284),
}  # px that a question takes: low or high, aside


def begun(players: int, **options: Any) -> Match:
    rulebook = games.rulebook(GAME)
    return Match(rulebook, rulebook.set_up(list(SEATS[:players]), options))


def state_of(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = match.view()["state"]
    return found


@pytest.fixture(scope="module")
def states() -> list[dict[str, Any]]:
    """Of all numbers of people, both variants, with and without cards entered, early and late."""
    found: list[dict[str, Any]] = []
    for seed in range(10):
        chance = random.Random(seed)
        entry = "outcomes" if seed % 5 == 4 else "cards"
        match = begun(2 + seed % 4, colours=seed % 2 == 1, layers=seed % 3 == 1, entry=entry)

        def keep(match: Match, chance: random.Random = chance) -> None:
            if chance.random() < 0.2:
                found.append(state_of(match))

        play(match, chance, after=keep, until=150)
    return random.Random(1).sample(found, STATES)


def card(face: str, by: str | None = None) -> dict[str, Any]:
    icon, count = c.BANDITS.get(face, (None, 0))
    return {"face": face, "icon": icon, "count": count, "by": by}


def row(need: dict[str, int], up: str = "", down: int = 0, by: str | None = None) -> dict[str, Any]:
    """A row as the view has it; up: faces in a line."""
    tally = Tally.of(up.split())
    return {
        "buildings": 6,
        "building": {"kind": "bank", "icons": need},
        "up": [card(face, by) for face in up.split()],
        "down": down,
        "layers": None,
        "judged": False,
        "due": down >= c.SEVEN,
        "sums": tally.arithmetic(need),
        "doubles": tally.elixir,
    }


@functools.cache
def at_the_first_turn(players: int) -> dict[str, Any]:
    match = begun(players)
    while match.prompt and match.prompt.id != "dw.lay":
        match.answer(1 if match.prompt.kind == "number" else match.prompt.options()[0])  # type: ignore[attr-defined]
    return state_of(match)


def table(*rows: dict[str, Any], players: int = 3, **differs: Any) -> dict[str, Any]:
    """A state with these rows; the others have a building and no cards."""
    state = copy.deepcopy(at_the_first_turn(players))
    plain = [row({"colt": 1})] * (len(c.ROWS) - len(rows))
    state["rows"] = dict(zip(c.ROWS, (*rows, *plain), strict=True))
    return state | differs


def full(players: int = 5, colours: bool = True) -> dict[str, Any]:
    """Many cards everywhere, face up and face down, and everybody's."""
    faces = "colt_1 elixir dynamite_2 joker crowbar_1 vulture"
    lies = row(dict.fromkeys(c.ICONS, 6), faces, 9)
    if colours:
        lies["layers"] = [SEATS[n % players] for n in range(9)]
        lies["up"] = [each | {"by": SEATS[n % players]} for n, each in enumerate(lies["up"])]
    more = row({"colt": 3, "crowbar": 3}, " ".join(["colt_1"] * 14), 2)
    state = table(lies, more, lies, players=players)
    if colours:
        held = {"draw_pile": 14, "colour": "red", "penalties": 2}
        state |= {"colours": True, "penalty_cards": 1, "draw_pile": None}
        state["seats"] = {seat: each | held for seat, each in state["seats"].items()}
    return state


def robbed(state: dict[str, Any], row_id: str) -> dict[str, Any]:
    about = {"seat": SEATS[0], "row": row_id, "seven": False, "card": 1, "ended": None}
    return state | {"robbery": about, "phase": "robbery"}


@pytest.fixture
def board(w: Any, stage: Any) -> Any:
    from companion.boards import board

    return board(GAME)


def lie(board: Any, state: dict[str, Any], size: tuple[int, int], lines: Any = LINES) -> dict[str, Any]:
    found: dict[str, Any] = board.lie(state, BRANDS, lines, *size)
    return found


def put(stage: Any, board: Any, state: dict[str, Any], size: tuple[int, int] = LARGE) -> None:
    stage.resize(*WINDOWS.get(size, (1280, 800)))
    board.size_hint, board.size, board.pos = (None, None), size, (100, 60)
    stage.show(board)
    board.show(state, BRANDS, LINES)
    stage.frames()


def is_ground(name: str) -> bool:
    """Others lie on it or in it: the line around a row, the plane of what is missing."""
    return name.startswith("here.") or (name.startswith("missing.") and name.count(".") == 1)


def check_places(pieces: dict[str, Any], size: tuple[int, int]) -> None:
    for name, piece in pieces.items():
        left, low, wide, high = piece.rect
        assert wide > 0 and high > 0, (name, piece)
        assert left >= 0 and low >= 0 and left + wide <= size[0] and low + high <= size[1], (name, piece)
    flat = [(name, piece.rect) for name, piece in pieces.items() if not is_ground(name)]
    for (one, rect), (other, at) in itertools.combinations(flat, 2):
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
    def test_not_when_the_table_is_full(self, w: Any, board: Any, size: tuple[int, int]):
        w.theme.fit_window(*WINDOWS[size])
        for scale, colours in itertools.product(numbers.TEXT_SCALES, (False, True)):
            w.theme.text_scale = scale
            check_places(lie(board, full(colours=colours), size), size)

    @each_size
    @pytest.mark.parametrize("side", ["left", "low", "right", "top"])
    def test_the_row_that_is_robbed_lies_beside_what_is_asked(
        self, stage: Any, board: Any, size: tuple[int, int], side: str
    ):
        from companion.boards.drawn import Covered

        wide, high = size
        deep = DEEP[size][side in ("left", "right")]
        room = {
            "left": (deep, 0, wide, high),
            "low": (0, deep, wide, high),
            "right": (0, 0, wide - deep, high),
            "top": (0, 0, wide, high - deep),
        }[side]
        put(stage, board, full(), size)
        for row_id in c.ROWS:
            board.show(robbed(full(), row_id), BRANDS, LINES, Covered(**{side: deep}))
            check_places(board.pieces, size)
            seen = {name for name in board.pieces if f".{row_id}" in name and not name.startswith("here.")}
            assert {f"front.{row_id}", f"down.{row_id}", f"missing.{row_id}", f"card.{row_id}.0"} <= seen
            for name in ("log", *seen):
                left, low, width, tall = board.pieces[name].rect
                assert left >= room[0] and low >= room[1], (name, row_id)
                assert left + width <= room[2] and low + tall <= room[3], (name, row_id)
            assert board.pieces[f"front.{row_id}"].rect[3] >= places.LEAST_ROW

    def test_other_rows_stay_where_there_is_room_for_them(self, stage: Any, board: Any):
        from companion.boards.drawn import Covered

        state = robbed(full(), "row_2")
        put(stage, board, state)
        board.show(state, BRANDS, LINES, Covered(low=DEEP[LARGE][0]))
        assert {f"front.{each}" for each in c.ROWS} <= set(board.pieces)
        board.show(state, BRANDS, LINES, Covered(low=330))
        assert [name for name in board.pieces if name.startswith("front.")] == ["front.row_2"]
        check_places(board.pieces, LARGE)

    @each_size
    def test_all_can_be_read(self, w: Any, board: Any, size: tuple[int, int]):
        """Names and captions shrink at most 15 %, and the number of backs is as large as its disc."""
        from companion.boards.dollars_pieces import Fan
        from companion.boards.pieces import Words

        w.theme.fit_window(*WINDOWS[size])
        need = {"colt": 1, "dynamite": 2, "pickaxe": 2}
        state = table(row(need, "joker pickaxe_2", 6), row(need, "", 3), row(need, "elixir dynamite_2", 7))
        for name, piece in lie(board, state, size).items():
            if isinstance(piece, Words):
                assert keeps(w, piece.text, piece.role, *piece.rect[2:]), (name, piece)
            elif name.startswith("front."):
                assert keeps(w, piece.name, piece.role, piece.rect[2] - 30, 100), piece
            elif isinstance(piece, Fan):
                assert piece.lies.badge >= (36 if w.theme.small else 40), piece

    def test_each_kind_has_its_own_front(self, board: Any):
        rows = [row({"colt": 1}) | {"building": {"kind": kind, "icons": {"colt": 1}}} for kind in c.KINDS]
        fronts = [lie(board, table(each), LARGE)["front.row_1"] for each in rows]
        assert len({front.roof for front in fronts}) == len({front.icon for front in fronts}) == 4

    def test_a_board_of_any_size_is_drawn(self, stage: Any, board: Any):
        put(stage, board, full())
        for size in ((352, 648), (220, 130), (1584, 864), (688, 264), (944, 384), (620, 464), (20, 20)):
            board.size = size
            stage.frames()
            zoom = board.canvas.before.children[2].x
            for name, piece in board.pieces.items():
                assert (piece.rect[0] + piece.rect[2]) * zoom <= size[0] + 1, (name, piece, zoom)
                assert (piece.rect[1] + piece.rect[3]) * zoom <= size[1] + 1, (name, piece, zoom)


class TestWhatIsShown:
    @each_size
    def test_it_says_what_the_state_says(
        self, w: Any, board: Any, states: list[dict[str, Any]], size: tuple[int, int]
    ):
        w.theme.fit_window(*WINDOWS[size])
        words = telling(GAME)
        for state in states:
            pieces = lie(board, state, size)
            for row_id, lies in state["rows"].items():
                building = lies["building"]
                assert (
                    (f"front.{row_id}" in pieces) == (building is not None) != (f"place.{row_id}" in pieces)
                )
                if building is None:
                    continue
                front = pieces[f"front.{row_id}"]
                assert (front.name, front.note) == (
                    words.thing(building["kind"]).text,
                    f"\N{MULTIPLICATION SIGN}{lies['buildings']}",
                )
                cards = [piece for name, piece in pieces.items() if name.startswith(f"card.{row_id}.")]
                assert len(cards) == len(lies["up"])
                for piece, shown in zip(cards, lies["up"], strict=True):
                    assert len(piece.icons) == (shown["count"] or (shown["face"] != c.UNKNOWN))
                    assert (piece.brand is None) == (shown["by"] is None)
                fan = pieces.get(f"down.{row_id}")
                assert (fan.cards if fan else 0) == lies["down"]
                assert (f"bell.{row_id}" in pieces) == (lies["down"] >= 5)
                tiles = [p for name, p in pieces.items() if name.startswith(f"need.{row_id}.")]
                assert len(tiles) == sum(building["icons"].values())
                if lies["sums"] and not lies["sums"]["decided"]:
                    shown = lies["sums"]["shown"]
                    done = sum(min(n, shown.get(icon, 0)) for icon, n in building["icons"].items())
                    assert sum(tile.done for tile in tiles) == done

    def test_what_is_missing_is_counted(self, board: Any):
        pieces = lie(board, table(row({"colt": 2, "pickaxe": 2, "crowbar": 1}, "pickaxe_1 crowbar_2")), LARGE)
        assert pieces["missing.row_1.label"].text == "still missing"
        counts = [p.texts() for name, p in pieces.items() if name.startswith("missing.row_1.c")]
        assert counts == [[], ["\N{MULTIPLICATION SIGN}2"]]
        assert pieces["missing.row_1.pickaxe.count"].text == "\N{MULTIPLICATION SIGN}1"
        assert "missing.row_1.crowbar" not in pieces

    def test_a_joker_that_is_not_enough_stands_for_one_of_them(self, board: Any):
        pieces = lie(board, table(row({"colt": 2, "pickaxe": 1}, "joker")), LARGE)
        assert pieces["missing.row_1.label"].text == "any 2 of"
        assert {"missing.row_1.colt", "missing.row_1.pickaxe"} <= set(pieces)
        assert not any(p.done for name, p in pieces.items() if name.startswith("need.row_1."))

    def test_a_joker_that_decides_stands_where_the_icon_is_missing(self, board: Any):
        pieces = lie(board, robbed(table(row({"colt": 1, "pickaxe": 1}, "pickaxe_1 joker")), "row_1"), LARGE)
        tiles = [pieces[f"need.row_1.{n}"] for n in range(2)]
        assert all(tile.done for tile in tiles)
        assert [tile.icon for tile in tiles] == ["drama_masks", "pickaxe"]
        assert pieces["missing.row_1.label"].text == "enough"
        assert [pieces[f"missing.row_1.why.{n}"].icon for n in range(2)] == ["check_bold", "drama_masks"]
        assert "missing.row_1.why.2" not in pieces

    def test_an_elixir_that_decides_is_named(self, board: Any):
        pieces = lie(board, table(row({"colt": 2}, "elixir colt_1")), LARGE)
        assert pieces["missing.row_1.why.1"].icon == "flask_round_bottom"

    def test_what_lies_behind_an_elixir_counts_twice(self, board: Any):
        pieces = lie(board, table(row({"colt": 9}, "colt_1 joker elixir colt_2 joker vulture elixir")), LARGE)
        cards = [pieces[f"card.row_1.{n}"] for n in range(7)]
        assert [one.doubled for one in cards] == [False, False, False, True, True, False, False]
        assert [one.struck for one in cards] == [False, False, False, False, False, True, False]
        assert cards[3].icons == ("own:colt", "own:colt")

    def test_whose_cards_they_are_where_that_is_public(self, board: Any):
        lies = row({"colt": 2}, "colt_1", 3, by="Bo")
        pieces = lie(board, table(lies), LARGE)
        assert pieces["card.row_1.0"].brand == BRANDS["Bo"] and pieces["down.row_1"].brands == ()
        pieces = lie(board, table(lies | {"layers": ["Ana", "Cy", "Ana"]}), LARGE)
        assert pieces["down.row_1"].brands == (0, 2, 0)

    def test_cards_that_nobody_entered(self, board: Any):
        lies = row({"colt": 2}, "colt_1", 3) | {"judged": True, "sums": None}
        lies["up"] = [card(c.UNKNOWN)]
        pieces = lie(board, table(lies), LARGE)
        assert pieces["card.row_1.0"].texts() == ["?"]
        assert pieces["missing.row_1.label"].text == "not entered"
        assert not pieces["need.row_1.0"].done

    def test_the_bell_rings_at_the_seventh(self, board: Any):
        from companion.boards.dollars_wanted import BELL, RINGS

        pieces = lie(
            board, table(row({"colt": 1}, "", 4), row({"colt": 1}, "", 6), row({"colt": 1}, "", 7)), LARGE
        )
        assert "bell.row_1" not in pieces
        assert (pieces["bell.row_2"].icon, pieces["bell.row_3"].icon) == (BELL, RINGS)
        assert pieces["bell.row_2.text"].text == "at 7"
        assert not pieces["down.row_2"].due and pieces["down.row_3"].due

    def test_the_row_that_it_is_about_is_framed(self, board: Any):
        def framed(state: dict[str, Any]) -> list[str]:
            return [name for name in lie(board, state, LARGE) if name.startswith("here.")]

        assert framed(table()) == [] and framed(robbed(table(), "row_3")) == ["here.row_3"]
        assert framed(state_of(begun(2))) == ["here.row_1"], "its building is asked for"

    def test_a_pile_without_buildings(self, board: Any):
        gone = row({"colt": 1}) | {"building": None, "buildings": 0, "sums": None}
        pieces = lie(board, table(gone, phase="lay"), LARGE)
        assert pieces["place.row_1"].texts() == ["empty"]
        assert not [name for name in pieces if name.endswith(".row_1") and not name.startswith("place")]

    def test_the_newest_line_and_in_small_windows_the_draw_pile(self, w: Any, board: Any):
        state = table(draw_pile=54)
        assert lie(board, state, LARGE)["log"].text == LINES[-1][1] and "fact" not in lie(board, state, LARGE)
        w.theme.fit_window(800, 480)
        assert lie(board, state, SMALL)["fact"].text == "54 cards to draw"
        long = [(0, "Bottom row: the vulture stops it, 2 colts, 1 pickaxe missing, a joker for 1 of it")]
        pieces = lie(board, state, SMALL, long)
        assert "fact" not in pieces and keeps(w, long[0][1], "caption", *pieces["log"].rect[2:])
        assert "log" not in lie(board, state, SMALL, [])


class TestSeats:
    def test_buildings_and_dollars(self, board: Any):
        state = table()
        state["seats"]["Ana"] |= {"won": [{}, {}], "dollars": 900, "score": 900}
        facts = board.facts(state, "Ana")
        assert [(n.icon, n.value) for n in facts.counters] == [("storefront", "2"), ("cash", "$900")]
        assert facts.badge == facts.status == ""

    def test_own_cards_and_penalties(self, board: Any):
        state = full()
        state["seats"]["Bo"] |= {"score": -300, "penalties": 1}
        facts = board.facts(state, "Bo")
        assert facts.badge == "Red"
        assert [(n.icon, n.value, n.minor) for n in facts.counters] == [
            ("storefront", "0", False),
            ("cash", "\N{MINUS SIGN}$300", False),
            ("cash_minus", "1", False),
            ("back", "14", True),
        ]

    def test_a_hand_that_is_not_full_is_told_unless_it_is_just_being_played(self, board: Any):
        state = table(laying="Ana", may_rob="Bo", phase="lay")
        for held in state["seats"].values():
            held["hand"] = 4
        hands = {
            seat: [n.value for n in board.facts(state, seat).counters if n.icon == "cards"]
            for seat in SEATS[:3]
        }
        assert hands == {"Ana": [], "Bo": [], "Cy": ["4"]}
        assert len(board.facts(state_of(begun(2)), "Ana").counters) == 2, "nobody has drawn any yet"

    def test_nothing_is_secret(self, board: Any):
        assert board.secrets(table(), "Ana") == []

    def test_the_corner_says_what_is_left(self, board: Any):
        assert board.corner({"state": table(draw_pile=54)}) == ("54", "cards to draw")
        assert board.corner({"state": table(draw_pile=1)}) == ("1", "card to draw")
        assert board.corner({"state": full()}) == ("1", "penalty card left")


class TestCost:
    @each_size
    def test_the_same_state_again_draws_nothing(self, stage: Any, board: Any, size: tuple[int, int]):
        put(stage, board, full(), size)
        stage.rest()
        board.show(copy.deepcopy(full()), dict(BRANDS), list(LINES))
        assert stage.frames(5) == 0

    def test_a_card_that_is_laid_changes_only_what_it_must(self, stage: Any, board: Any):
        state = table(row({"colt": 2}, "colt_1", 2))
        put(stage, board, state)
        before, after = drawn_of(board), copy.deepcopy(state)
        after["rows"]["row_1"]["down"] = 3
        board.show(after, BRANDS, LINES)
        now = drawn_of(board)
        assert {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)} == {
            "down.row_1"
        }

    def test_a_card_that_is_revealed(self, stage: Any, board: Any):
        state = table(row({"colt": 2}, "", 2))
        put(stage, board, state)
        before = drawn_of(board)
        board.show(table(row({"colt": 2}, "colt_1", 1)), BRANDS, LINES)
        now = drawn_of(board)
        differs = {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
        assert differs == {
            "down.row_1",
            "card.row_1.0",
            "need.row_1.0",
            *(f"missing.row_1.colt{of}" for of in ("", ".count")),
        }


class TestColours:
    def test_icons_that_are_shown_are_marked_and_cards_are_paper(self, stage: Any, board: Any):
        from tests.companion.colours import near, rgb

        put(stage, board, table(row({"colt": 2}, "colt_1", 3)))

        def at(name: str, x: float, y: float) -> Any:
            left, low, wide, high = board.pieces[name].rect
            return stage.colour_at(100 + left + wide * x, 60 + low + high * y)

        assert near(at("need.row_1.0", 0.12, 0.3), rgb("raised"))
        assert not near(at("need.row_1.1", 0.12, 0.3), rgb("raised"))
        assert near(at("card.row_1.0", 0.5, 0.12), rgb("paper"))
        assert near(at("down.row_1", 0.03, 0.4), rgb("back"))
