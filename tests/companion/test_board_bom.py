"""The board of o BOM, o MAU e o BODE: everything that lies on the table is on it, nothing lies over anything
else, and what does not differ is not drawn again."""

import copy
import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion import theme as numbers
from companion.random_play import play
from companion.telling import telling
from shared_rules import games
from shared_rules.engine import Match
from shared_rules.games.bom_mau_bode import characters as c
from tests.companion.colours import near, rgb

GAME = "bom_mau_bode"
SEATS = ("Ana", "Bo", "Cy", "Di", "Eli")
BRANDS = {seat: n for n, seat in enumerate(SEATS)}
LARGE, SMALL, FLAT = (944, 464), (584, 352), (672, 264)
WINDOWS = {LARGE: (1280, 800), SMALL: (800, 480), FLAT: (800, 480)}
LINES = [
    (3, "Seller: 2 supplies"),
    (None, "Upkeep: tokens and coins laid out"),
    (0, "Thief: 2 gold from Mine"),
]
STATES = 200
UNDER = {"street", "facts"}  # planes that others lie on

each_size = pytest.mark.parametrize("size", WINDOWS, ids=["large", "small", "flat"])


def begun(players: int, chef: bool = False, coins: int = 2) -> Match:
    rulebook = games.rulebook(GAME)
    box = {f"coins_{tile}": coins for tile in c.LOCATIONS}
    return Match(rulebook, rulebook.set_up(list(SEATS[:players]), {"chef": chef}, box))


def state_of(match: Match, viewer: str = "public") -> dict[str, Any]:
    found: dict[str, Any] = match.view(viewer)["state"]
    return found


@pytest.fixture(scope="module")
def states() -> list[dict[str, Any]]:
    """Of all numbers of people, with and without the Chef, early and late; some corrected by hand."""
    found: list[dict[str, Any]] = []
    for seed in itertools.count():
        chance = random.Random(seed)
        match = begun(2 + seed % 4, bool(seed // 4 % 2), coins=seed % 6)

        def keep(match: Match, chance: random.Random = chance) -> None:
            if chance.random() < 0.1:
                found.append(state_of(match))

        play(match, chance, meddles=seed % 3 == 0, after=keep)
        if len(found) >= STATES and seed >= 7:
            return random.Random(1).sample(found, STATES)
    raise AssertionError


def full(players: int, chef: bool, stolen: int = 3, fooled: int = 3, coins: int = 20) -> dict[str, Any]:
    """All six at the Saloon, the Goat and the Chef in play, loot on them, tokens and coins everywhere."""
    state = copy.deepcopy(state_of(begun(players, chef)))
    seats, cards = SEATS[:players], state["cards"]
    wanted = [*c.AT_SALOON, *([c.CHEF] if chef else []), c.GOAT, "miner", "prospector", "banker", "widow"]
    lying = [card for card in wanted if card in cards["unseen"]][: players * c.small_hats(players)]
    out = [card for card in cards["unseen"] if card not in lying][:4]
    cards["in_play"] = {card: seats[n % players] for n, card in enumerate(lying)}
    cards["chef_at"] = [*state["locations"]][-1] if c.CHEF in lying else None
    cards["on_thief"], cards["on_charlatan"] = {"from": "bank", "tokens": stolen}, fooled
    cards["face_up"], *cards["discarded"] = out or [None]
    cards["unseen"] = [card for card in cards["unseen"] if card not in (*lying, *out)]
    for lies in state["locations"].values():
        lies["tokens"], lies["coins"] = 4, coins
    return state


@pytest.fixture
def board(w: Any, stage: Any) -> Any:
    from companion.boards import board

    return board(GAME)


def lie(board: Any, state: dict[str, Any], size: tuple[int, int], lines: Any = LINES) -> dict[str, Any]:
    return board.lie(state, BRANDS, lines, *size)


def put(stage: Any, board: Any, state: dict[str, Any], size: tuple[int, int] = LARGE) -> Any:
    """Put a board on the stage, its lower left corner at 100, 60."""
    stage.resize(*WINDOWS.get(size, (1280, 800)))
    board.size_hint, board.size, board.pos = (None, None), size, (100, 60)
    stage.show(board)
    board.show(state, BRANDS, LINES)
    stage.frames()
    return board


def overlap(one: Any, other: Any) -> bool:
    return all(one[n] < other[n] + other[n + 2] and other[n] < one[n] + one[n + 2] for n in (0, 1))


def check_places(pieces: dict[str, Any], size: tuple[int, int]) -> None:
    for name, piece in pieces.items():
        left, low, wide, high = piece.rect
        assert wide > 0 and high > 0, (name, piece)
        assert left >= 0 and low >= 0 and left + wide <= size[0] and low + high <= size[1], (name, piece)
    flat = [(name, piece.rect) for name, piece in pieces.items() if name not in UNDER]
    for (one, rect), (other, at) in itertools.combinations(flat, 2):
        assert not overlap(rect, at), (one, rect, other, at)


def keeps(w: Any, text: str, role: str, wide: float, high: float) -> bool:
    """Is a text said at the size of its role, or at most 15 % smaller?"""
    from companion.widgets.words import fit

    found = fit(text, role, wide, high)
    return found.keeps and found.px >= w.theme.least(role)


class TestPlaces:
    @each_size
    def test_nothing_lies_over_anything_else(
        self, w: Any, board: Any, states: list[dict[str, Any]], size: tuple[int, int]
    ):
        w.theme.fit_window(*WINDOWS[size])
        for state in states:
            check_places(lie(board, state, size), size)

    @each_size
    @pytest.mark.parametrize("chef", [False, True], ids=["", "chef"])
    @pytest.mark.parametrize("players", range(2, 6))
    @pytest.mark.parametrize("scale", [numbers.TEXT_SCALES[0], 1, numbers.TEXT_SCALES[-1]])
    def test_not_when_the_table_is_full(
        self, w: Any, board: Any, size: tuple[int, int], players: int, chef: bool, scale: float
    ):
        w.theme.fit_window(*WINDOWS[size])
        w.theme.text_scale = scale
        for state in (full(players, chef), full(players, chef, 4, 1, coins=99), full(players, chef, 1, 2, 0)):
            check_places(lie(board, state, size), size)

    @each_size
    @pytest.mark.parametrize("players", range(2, 6))
    def test_all_can_be_read_in_a_full_table(self, w: Any, board: Any, size: tuple[int, int], players: int):
        """Names shrink at most 15 %, and figures are as large as the look wants them for the table."""
        from companion.boards.pieces import Card, Number, Place, Words

        w.theme.fit_window(*WINDOWS[size])
        pieces = lie(board, full(players, chef=True), size)
        assert sum(isinstance(piece, Card) for piece in pieces.values()) >= players * 2
        for name, piece in pieces.items():
            if isinstance(piece, Card):
                assert keeps(w, piece.name, "card", *piece.name_room()[2:]), piece
            elif isinstance(piece, Place):
                share = (piece.rect[2] - 8) // max(1, len(piece.columns))
                assert all(keeps(w, text, "second", share, 100) for text in piece.texts()), piece
            elif isinstance(piece, Words):
                assert keeps(w, piece.text, piece.role, *piece.rect[2:]), piece
            elif isinstance(piece, Number) and name != "round":
                assert piece.px >= w.theme.size("number"), (name, piece)

    @each_size
    def test_each_location_has_its_own_front(self, w: Any, board: Any, size: tuple[int, int]):
        fronts = [p for name, p in lie(board, full(5, True), size).items() if name.startswith("front.")]
        assert len(fronts) == 5 and len({front.roof for front in fronts}) == 5

    def test_nothing_moves_while_cards_come(self, w: Any, board: Any):
        """Buildings and facts have the same places early and late."""
        w.theme.fit_window(800, 480)
        for players, size in itertools.product(range(2, 6), WINDOWS):
            early = lie(board, state_of(play(begun(players, chef=True), random.Random(1), until=4)), size)
            late = lie(board, full(players, chef=True), size)
            for name, piece in early.items():
                if name.startswith("front.") or name in ("pile", "pile.cards", "hand.cards"):
                    assert piece.rect[:2] == late[name].rect[:2], (name, size)

    @pytest.mark.parametrize("size", [(352, 648), (192, 112), (1584, 864), (688, 264), (944, 384), (20, 20)])
    def test_a_board_of_any_size_is_drawn(self, stage: Any, board: Any, size: tuple[int, int]):
        put(stage, board, full(5, True), size)
        zoom = board.canvas.before.children[2].x  # after the matrix is kept and moved
        for name, piece in board.pieces.items():
            assert (piece.rect[0] + piece.rect[2]) * zoom <= size[0] + 1, (name, piece, zoom)
            assert (piece.rect[1] + piece.rect[3]) * zoom <= size[1] + 1, (name, piece, zoom)


class TestWhatIsShown:
    def test_tokens_as_many_as_lie_there_or_one_and_a_count(self, board: Any):
        state = copy.deepcopy(state_of(begun(4)))
        for tokens in range(7):
            state["locations"]["mine"].update(tokens=tokens, coins=0)
            pieces = lie(board, state, LARGE)
            lying = [name for name in pieces if name.startswith("token.mine.")]
            shown = pieces.get("tokens.mine")
            assert int(shown.text) if shown else len(lying) == tokens
            assert len(lying) == (1 if shown else tokens)
            assert "coin.mine" not in pieces
        assert shown is not None and shown.text == "6"

    @each_size
    def test_it_says_what_the_state_says(
        self, w: Any, board: Any, states: list[dict[str, Any]], size: tuple[int, int]
    ):
        from companion.boards.pieces import Back

        w.theme.fit_window(*WINDOWS[size])
        names = telling(GAME)
        for state in states:
            pieces, cards = lie(board, state, size), state["cards"]
            assert pieces["pile"].text == str(state["draw_pile"])
            assert pieces["hand"].text == str(state["hand"])
            for tile, lies in state["locations"].items():
                coins = pieces.get(f"coins.{tile}")
                assert (int(coins.text) if coins else 0) == lies["coins"]
            lying = {**cards["in_play"], **cards["stopped"]}
            assert {name for name in pieces if name.startswith("card.")} == {f"card.{card}" for card in lying}
            for card, owner in lying.items():
                piece = pieces[f"card.{card}"]
                assert (piece.name, piece.brand) == (names.thing(card).text, BRANDS[owner])
                assert piece.struck == (card in cards["stopped"])
            may_come = {text for n, p in pieces.items() if n.startswith("place.") for text in p.texts()}
            assert may_come == {names.thing(card).text for card in cards["unseen"]}
            out = {f"out.{card}" for card in (*cards["discarded"], cards["face_up"]) if card}
            assert out <= set(pieces)
            assert all(pieces[f"out.{card}"].struck for card in cards["discarded"])
            backs = [name for name, p in pieces.items() if name.startswith("out.") and isinstance(p, Back)]
            assert len(backs) == cards["face_down"]

    @each_size
    @pytest.mark.parametrize("players", range(2, 6))
    def test_loot_lies_on_the_thief_or_beside_him(
        self, w: Any, board: Any, size: tuple[int, int], players: int
    ):
        from companion.boards.pieces import Loot

        w.theme.fit_window(*WINDOWS[size])
        gold = telling(GAME).thing(c.RESOURCE_OF["bank"]).icon
        crowded = lie(board, full(players, chef=False), size)
        assert crowded["card.thief"].loot == Loot(gold, 3)
        assert crowded["card.charlatan"].loot == Loot("coin", 3)
        state = full(players, chef=False, stolen=2)
        keep = {card: state["cards"]["in_play"][card] for card in ("sheriff", "thief")}
        state["cards"].update(in_play=keep, on_charlatan=0)
        roomy = lie(board, state, size)
        assert roomy["card.thief"].loot is None
        thief = roomy["card.thief"].rect
        beside = [roomy[f"loot.thief.{n}"].rect for n in range(2)]
        assert thief[0] + thief[2] <= beside[0][0] < beside[1][0]

    @each_size
    def test_the_saloons_cards_lie_in_its_order_and_the_goat_after_them(
        self, w: Any, board: Any, states: list[dict[str, Any]], size: tuple[int, int]
    ):
        w.theme.fit_window(*WINDOWS[size])
        for state in [*states, full(5, True)]:
            pieces = lie(board, state, size)
            at = [pieces[f"card.{n}"].rect for n in (*c.AT_SALOON, c.GOAT) if f"card.{n}" in pieces]
            assert at == sorted(at, key=lambda rect: (-rect[1], rect[0]))
            assert size == SMALL or len({rect[1] for rect in at}) <= 1
            assert all(
                text not in "123456" for n, p in pieces.items() if n == "card.outlaw" for text in p.texts()
            )

    @each_size
    def test_the_chef_lies_right_of_his_location(self, w: Any, board: Any, size: tuple[int, int]):
        w.theme.fit_window(*WINDOWS[size])
        state = full(5, chef=True)
        pieces = lie(board, state, size)
        chef, front = pieces["card.chef"].rect, pieces[f"front.{state['cards']['chef_at']}"].rect
        assert chef[0] > front[0] + front[2]
        assert front[1] <= chef[1] + chef[3] / 2 <= front[1] + front[3]

    def test_the_round_stands_on_it_only_where_the_frame_has_no_corner_for_it(self, w: Any, board: Any):
        state = state_of(begun(4)) | {"round": 2}
        assert "round" not in lie(board, state, LARGE)
        w.theme.fit_window(800, 480)
        assert lie(board, state, SMALL)["round"].text == lie(board, state, FLAT)["round"].text == "2 / 3"

    def test_the_last_lines_stand_where_there_is_room(self, w: Any, board: Any):
        pieces = lie(board, full(5, True), LARGE)
        assert [pieces[f"log.{n}"].text for n in (2, 1, 0)] == [text for _, text in LINES]
        assert pieces["log.0.mark"].brand == 0 and "log.1.mark" not in pieces
        assert pieces["log.0"].tone == "text" and pieces["log.1"].tone == "muted"
        long = [(1, "somebody did something, and then something else, " * 3)] * 3
        check_places(lie(board, full(5, True), LARGE, long), LARGE)
        assert (
            not any(name.startswith("log") for name in lie(board, full(5, True), SMALL))
            or w.theme.small is False
        )

    def test_all_that_is_written_can_be_told(self, stage: Any, board: Any):
        put(stage, board, full(5, True))
        assert {"Saloon", "Outlaw", "to draw", "out this round"} <= set(board.drawn_texts)


class TestSeats:
    def test_hats_and_counters(self, board: Any):
        state = copy.deepcopy(state_of(play(begun(3), random.Random(2), until=3)))
        state["seats"]["Ana"] = {"coins": 5, "tokens": 2, "hats": 1, "elixirs": 0}
        facts = board.facts(state, "Ana")
        assert facts.hats == (True, False) and facts.active and facts.status == ""
        assert [(n.icon, n.value) for n in facts.counters] == [("coin", "5"), ("back", "2")]
        state["seats"]["Ana"].update(hats=0, elixirs=2)
        facts = board.facts(state, "Ana")
        assert facts.hats == (False, False) and not facts.active and facts.status == "done this round"
        assert facts.counters[-1][:2] == ("flask_round_bottom", "2")
        assert board.facts(state_of(begun(2)), "Ana").hats == (True,) * 3

    def test_the_dealer_has_a_badge_once_somebody_deals(self, board: Any):
        state = state_of(begun(3))
        assert [board.facts(state | {"round": 0}, seat).badge for seat in SEATS[:3]] == ["", "", ""]
        state = state | {"round": 1, "dealer": "Bo", "phase": "distribution"}
        assert [board.facts(state, seat).badge for seat in SEATS[:3]] == ["", "Dealer", ""]
        assert board.facts(state | {"phase": "saloon"}, "Bo").badge == ""

    def test_secrets_are_the_seats_own(self, board: Any):
        match = begun(3)
        assert board.secrets(state_of(match), "Ana") == []
        (bottles,) = board.secrets(state_of(match, "Ana"), "Ana")
        assert (bottles.icon, bottles.value, bottles.label) == ("bottle_wine", "1", "Bottles")
        assert board.secrets(state_of(match, "Ana"), "Bo") == []
        state = copy.deepcopy(state_of(match, "Ana"))
        state["seats"]["Ana"]["kinds"] = {"bottle": {"min": 0, "max": 2}, "gold": 0}
        assert [one.value for one in board.secrets(state, "Ana")] == ["0\u20132"]

    def test_the_corner_says_the_round(self, board: Any):
        assert board.corner({"state": state_of(begun(4))}) == ("1 / 3", "round")
        assert board.corner({"state": {"round": 0, "rounds": 4}}) == ("1 / 4", "round")


def instructions(group: Any) -> Iterator[int]:
    for one in group.children:
        yield id(one)
        if hasattr(one, "children"):
            yield from instructions(one)


def made(board: Any) -> set[int]:
    return {*instructions(board.canvas), *instructions(board.canvas.before)}


def made_groups(board: Any) -> list[Any]:
    return [*board.canvas.children, *board.canvas.before.children]


def drawn_of(board: Any) -> dict[str, list[int]]:
    return {name: list(instructions(drawn.group)) for name, drawn in board._drawn.items()}


class TestCost:
    @each_size
    def test_the_same_state_again_draws_nothing(
        self, stage: Any, board: Any, states: list[dict[str, Any]], size: tuple[int, int]
    ):
        put(stage, board, full(5, True), size)
        stage.rest()
        before = made(board)
        board.show(copy.deepcopy(full(5, True)), dict(BRANDS), list(LINES))
        assert stage.frames(5) == 0
        assert made(board) == before and len(before) > 200
        board.show(states[0], BRANDS, LINES)
        assert 1 <= stage.frames(5) <= 2

    def test_an_offer_changes_only_what_it_must(self, stage: Any, board: Any):
        """A Seller is accepted: he lies at the Shop, his tokens are gone, the hand is smaller."""
        state = copy.deepcopy(state_of(play(begun(4), random.Random(3), until=3)))
        state["cards"].update(
            in_play={"widow": "Bo", "thief": "Cy"}, unseen=["seller", "kid", "goat", "miner"]
        )
        put(stage, board, state)
        before, after = drawn_of(board), copy.deepcopy(state)
        after["receiver"] = "Ana"
        board.show(after, BRANDS, LINES)
        assert drawn_of(board) == before  # an offer is told in the panes
        after["cards"]["in_play"]["seller"] = "Ana"
        after["cards"]["unseen"].remove("seller")
        after["locations"]["shop"]["tokens"] = 0
        after["hand"] -= 1
        lines = [*LINES[1:], (0, "Accepts: Seller")]
        board.show(after, BRANDS, lines)
        now = drawn_of(board)
        differs = {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
        assert "token.shop.0" in before and "token.shop.0" not in now
        shop = {"card.seller", "place.shop", "token.shop.0", "coin.shop", "coins.shop"}
        assert differs - {name for name in differs if name.startswith("log.")} == {*shop, "hand"}

    def test_a_group_that_is_gone_is_forgotten(self, stage: Any, board: Any, states: list[dict[str, Any]]):
        put(stage, board, full(5, True))
        others = len(made_groups(board)) - len(board.pieces)
        for state in states[:20]:
            board.show(state, BRANDS, LINES)
            assert len(made_groups(board)) == len(board.pieces) + others


class TestColours:
    def test_a_card_wears_its_owners_hat(self, stage: Any, board: Any):
        for owner, brand in BRANDS.items():
            state = copy.deepcopy(state_of(begun(5)))
            state["cards"]["in_play"] = {"seller": owner}
            put(stage, board, state) if owner == "Ana" else board.show(state, BRANDS, LINES)
            left, low, wide, high = board.pieces["card.seller"].rect
            x, y = 100 + left + wide / 2, 60 + low + high / 2
            brim = [stage.colour_at(x + dx, y - 12) for dx in range(-40, 41, 4)]
            assert any(near(colour, rgb(numbers.BRANDS[brand].fill)) for colour in brim), owner
            assert near(stage.colour_at(x - wide / 2 + 5, y), rgb("paper"))

    def test_the_ground_turns_live(self, w: Any, stage: Any, board: Any):
        put(stage, board, full(4, False))
        left, low, wide, _high = board.pieces["front.bank"].rect
        x, y = 100 + left + 6, 60 + low + 6
        assert near(stage.colour_at(x, y), rgb("raised2")) and wide > 20
        w.theme.ground = "light"
        stage.frames()
        assert near(stage.colour_at(x, y), rgb("raised2", "light"))

    def test_a_board_that_moves_takes_everything_along(self, stage: Any, board: Any):
        put(stage, board, full(4, False))
        before = made(board)
        left, low, *_ = board.pieces["front.bank"].rect
        board.pos = (200, 160)
        stage.frames()
        assert near(stage.colour_at(200 + left + 6, 160 + low + 6), rgb("raised2"))
        assert made(board) == before


def test_the_window_plays_what_has_a_board():
    from companion.boards import BOARDS
    from companion.on_screen import ON_SCREEN

    assert tuple(BOARDS) == ON_SCREEN and set(ON_SCREEN) <= set(games.GAMES)


def test_a_game_without_a_board_is_refused():
    from companion.boards import board

    with pytest.raises(LookupError):
        board("no_such_game")
