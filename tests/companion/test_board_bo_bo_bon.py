"""The board of Bo Bo Bon: everybody's chips and cards are on it, nothing lies over anything else, and sweets
fly to whoever wins, unless that is turned off."""

import itertools
import random
from collections.abc import Sequence
from typing import Any

import pytest

from companion import theme as numbers
from companion.random_play import play
from shared_rules import games
from shared_rules.engine import Match
from shared_rules.games.bo_bo_bon import sweets as c
from tests.companion.test_board_bom import BRANDS, LARGE, LINES, SEATS, SMALL, WINDOWS, each_size, overlap

GAME = "bo_bo_bon"
SIDES = dict(zip(SEATS, ("south", "north", "west", "east"), strict=False))
WHOLE_BOX = {"star_1": 3, "ant": 3}


def begun(players: int, depth: str = "cards", box: dict[str, int] | None = None, **options: Any) -> Match:
    rulebook = games.rulebook(GAME)
    return Match(rulebook, rulebook.set_up(list(SEATS[:players]), {"depth": depth, **options}, box or {}))


def answered(match: Match, *answers: Any) -> Match:
    for answer in answers:
        match.answer(answer)
    return match


def state_of(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = match.view()["state"]
    return found


def two_have_played() -> dict[str, Any]:
    """Three people; Ana led blue, Bo could not follow and played green, Cy is asked."""
    return state_of(answered(begun(3), ["blue", "green", "red"], "Ana", "star_2", "blue", "green"))


def all_states() -> list[dict[str, Any]]:
    """Of all numbers of people, both depths, with and without Bo, early and late."""
    found: list[dict[str, Any]] = []
    kinds = itertools.product((2, 3, 4), ("winner", "cards"), (False, True))
    for seed, (players, depth, bo) in enumerate(kinds):
        chance = random.Random(seed)
        match = begun(players, depth, WHOLE_BOX if seed % 3 else None, bo=bo)

        def keep(match: Match, chance: random.Random = chance) -> None:
            if chance.random() < 0.2 or match.prompt is None:
                found.append(state_of(match))

        play(match, chance, after=keep)
    return found


@pytest.fixture(scope="module")
def states() -> list[dict[str, Any]]:
    return all_states()


@pytest.fixture
def board(w: Any, stage: Any) -> Any:
    from companion.boards import board

    found = board(GAME)
    found.sides = SIDES
    return found


def lie(board: Any, state: dict[str, Any], size: tuple[int, int], lines: Any = LINES) -> dict[str, Any]:
    found: dict[str, Any] = board.lie(state, BRANDS, lines, *size)
    return found


def put(stage: Any, board: Any, state: dict[str, Any], size: tuple[int, int] = LARGE) -> None:
    stage.resize(*WINDOWS[size])
    board.size_hint, board.size, board.pos = (None, None), size, (100, 60)
    stage.show(board)
    board.show(state, BRANDS, LINES)
    stage.frames()


def is_under(name: str) -> bool:
    """The plane of what is said of a revoke: the rest of it lies on it."""
    return name == "revoke.ground"


def check_places(pieces: dict[str, Any], size: tuple[int, int], room: Sequence[int] | None = None) -> None:
    left_most, lowest, right_most, top = room or (0, 0, *size)
    for name, piece in pieces.items():
        left, low, wide, high = piece.rect
        assert wide > 0 and high > 0, (name, piece)
        assert left >= left_most and low >= lowest, (name, piece)
        assert left + wide <= right_most and low + high <= top, (name, piece)
    flat = [(name, piece.rect) for name, piece in pieces.items() if not is_under(name)]
    for (one, rect), (other, at) in itertools.combinations(flat, 2):
        squeezed = one.split(".")[:2] == other.split(".")[:2] and one.startswith("won.")
        assert squeezed or not overlap(rect, at), (one, rect, other, at)


class TestPlaces:
    @each_size
    def test_nothing_lies_over_anything_else(
        self, w: Any, board: Any, states: list[dict[str, Any]], size: tuple[int, int]
    ):
        for scale in (numbers.TEXT_SCALES[0], numbers.TEXT_SCALES[-1]):
            w.theme.fit_window(*WINDOWS[size])
            w.theme.text_scale = scale
            for state in states:
                check_places(lie(board, state, size), size)

    @pytest.mark.parametrize("side", ["left", "low", "right", "top"])
    @pytest.mark.parametrize("size", [LARGE, SMALL])
    def test_all_of_it_lies_beside_what_is_asked(
        self, stage: Any, board: Any, states: list[dict[str, Any]], size: tuple[int, int], side: str
    ):
        from companion.boards.drawn import Covered

        wide, high = size
        deep = 300 if side in ("left", "right") else 200
        room = {
            "left": (deep, 0, wide, high),
            "low": (0, deep, wide, high),
            "right": (0, 0, wide - deep, high),
            "top": (0, 0, wide, high - deep),
        }[side]
        put(stage, board, two_have_played(), size)
        for state in states[::5]:
            board.show(state, BRANDS, LINES, Covered(**{side: deep}))
            check_places(board.pieces, size, room)

    def test_who_sit_side_by_side_share_an_edge(self, board: Any):
        board.sides = dict(zip(SEATS, ("south", "south", "north", "north"), strict=False))
        state = state_of(answered(begun(4), "Ana", "ant", "red", "red", "monster"))
        check_places(lie(board, state, LARGE), LARGE)

    def test_a_board_of_any_size_is_drawn(self, stage: Any, board: Any):
        put(stage, board, two_have_played())
        for size in ((352, 648), (220, 130), (1584, 864), (688, 264), (20, 20)):
            board.size = size
            stage.frames()
            zoom = board.canvas.before.children[2].x
            for name, piece in board.pieces.items():
                assert (piece.rect[0] + piece.rect[2]) * zoom <= size[0] + 1, (name, piece, zoom)
                assert (piece.rect[1] + piece.rect[3]) * zoom <= size[1] + 1, (name, piece, zoom)


class TestWhatIsShown:
    def test_it_is_what_the_state_says(self, board: Any, states: list[dict[str, Any]]):
        for state in states:
            pieces = lie(board, state, LARGE)
            for seat, held in state["seats"].items():
                chips = [pieces[f"won.{seat}.{n}"] for n in range(len(held["chips"]))]
                assert [chip.name for chip in chips] == list(held["chips"])
                assert f"won.{seat}.{len(chips)}" not in pieces
                eaten = sorted(chip.name for chip in chips if chip.eaten)
                assert eaten == sorted(held["taken"] or ()), "what ants take is bitten"
                assert (f"leads.{seat}" in pieces) == (seat == state["leader"])
            cards = {name: piece for name, piece in pieces.items() if name.startswith("card.")}
            if state["phase"] in ("cards", "winner"):
                lying = {f"card.{each['seat']}": each for each in state["cards"]}
                assert cards.keys() == lying.keys()
                for name, each in lying.items():
                    assert (cards[name].name, cards[name].wins) == (each["card"], each["can_win"])
                    assert cards[name].brand == BRANDS[each["seat"]]

    def test_rounds_are_eaten_one_by_one(self, board: Any, states: list[dict[str, Any]]):
        for state in states:
            pieces = lie(board, state, LARGE)
            when = [pieces[f"round.{n}"].when for n in range(1, 8)]
            assert when.count("done") == state["done"] and when.count("now") <= 1
            assert when == sorted(when, key=("done", "now", "next").index)

    def test_a_card_that_can_win_is_larger_than_one_that_cannot(self, board: Any):
        pieces = lie(board, two_have_played(), LARGE)
        assert pieces["card.Ana"].wins and not pieces["card.Bo"].wins
        assert pieces["card.Ana"].rect[2] > pieces["card.Bo"].rect[2]

    def test_cards_lie_before_whoever_plays_them_and_read_from_there(self, board: Any):
        pieces = lie(board, two_have_played(), LARGE)
        chip, south, north, west = (pieces[name].rect for name in ("chip", "card.Ana", "card.Bo", "place.Cy"))
        assert south[1] < chip[1] < north[1] and west[0] < chip[0]
        assert [pieces[name].quarter for name in ("card.Ana", "card.Bo", "place.Cy")] == [0, 2, 3]

    def test_whose_turn_it_is_and_who_has_to_play_their_monster(self, board: Any):
        match = answered(begun(3), ["blue", "green", "red"], "Ana", "ant", "monster")
        pieces = lie(board, state_of(match), LARGE)
        assert state_of(match)["turn"] is None, "monsters fall by themselves"
        match = answered(begun(3, bo=True), ["blue", "green", "red"], "Ana", "ant", "monster")
        pieces = lie(board, state_of(match), LARGE)
        assert pieces["place.Bo"].turn and not pieces["place.Cy"].turn
        assert pieces["place.Bo"].expects == c.MONSTER or state_of(match)["seats"]["Bo"]["must"] is None

    def test_odds_stand_there_once_the_eight_are_known(self, board: Any):
        known = state_of(answered(begun(2, "winner", WHOLE_BOX), "Ana", "star_1", "Ana"))
        pieces = lie(board, known, LARGE)
        assert [pieces[f"odds.{chip}.count"].text for chip in c.CHIPS] == [
            str(known["next_chip"]["left"][chip]) for chip in c.CHIPS
        ]
        unknown = state_of(answered(begun(2, "winner"), "Ana", "star_1", "Ana"))
        assert not any(name.startswith("odds.") for name in lie(board, unknown, LARGE))

    def test_a_color_that_was_not_followed_is_pointed_out(self, board: Any):
        match = answered(begun(2), ["blue", "green"], "Ana", "star_1", "blue", "green", "ant", "blue", "blue")
        (revoke,) = state_of(match)["revokes"]
        pieces = lie(board, state_of(match), LARGE)
        assert revoke["seat"] == "Bo" and pieces["revoke.mark"].brand == BRANDS["Bo"]
        assert pieces["revoke.colour"].name == "blue" and "Blue" in pieces["revoke"].text

    def test_all_who_win_stand_under_the_cup(self, board: Any):
        match = begun(3, "winner")
        won = "star_2 Ana star_1 Ana star_1 Ana ant Ana star_1 Bo star_1 Bo star_1 Bo"
        state = state_of(answered(match, "Ana", *won.split(), None))
        assert state["phase"] == "end"
        pieces = lie(board, state, LARGE)
        assert {name for name in pieces if name.startswith("winner.")} == {"winner.Ana", "winner.Bo"}

    def test_pictures_differ_in_shape_too(self, w: Any):
        from companion.widgets import art

        names = (*c.COLOURS, c.MONSTER, c.BO)
        assert len({art.picture(name)[0].figure.loops for name in names}) == len(names) == 6
        assert len({art.picture(name) for name in c.CHIPS}) == 3


class TestSeats:
    def test_stars_ants_and_what_they_leave(self, board: Any):
        match = answered(begun(2, "winner"), "Ana", "star_2", "Ana", "star_1", "Ana")
        assert [(n.icon, n.value) for n in board.facts(state_of(match), "Ana").counters] == [("star", "3")]
        answered(match, "ant", "Ana")
        told = [(n.label, n.value) for n in board.facts(state_of(match), "Ana").counters]
        assert told == [("Stars", "3"), ("Ants", "1"), ("Stars after the ants", "2")]

    def test_a_monster_is_there_until_it_is_played(self, board: Any):
        match = answered(begun(2), ["blue", "green"], "Ana", "star_1", "blue")
        icons = {n.icon for n in board.facts(state_of(match), "Bo").counters}
        assert "art:monster" in icons
        answered(match, "monster")
        assert "art:monster" not in {n.icon for n in board.facts(state_of(match), "Bo").counters}

    def test_the_corner_says_the_round(self, board: Any):
        match = answered(begun(2, "winner"), "Ana", "star_2")
        assert board.corner(match.view()) == ("1 / 7", "round")


class TestTheParty:
    @pytest.fixture(autouse=True)
    def moves(self, w: Any) -> Any:
        w.theme.reduced_motion = False
        yield
        w.theme.celebrates = True

    def win(self, board: Any, match: Match) -> None:
        board.show(state_of(match), BRANDS, LINES)

    def begin(self, stage: Any, board: Any) -> Match:
        match = answered(begun(2, "winner"), "Ana", "star_2")
        put(stage, board, state_of(match))
        return match

    def test_sweets_fly_to_whoever_wins_a_round_and_are_gone(self, stage: Any, board: Any):
        from companion.boards import party

        match = self.begin(stage, board)
        assert board.party.flying == 0
        self.win(board, answered(match, "Bo"))
        assert board.party.flying == party.FEW
        board.party._fly(party.FLIGHT_S / 2)
        assert board.party.flying == party.FEW
        board.party._fly(party.FLIGHT_S)
        assert board.party.flying == 0 and not board.party._group.children

    def test_many_fly_at_the_end(self, stage: Any, board: Any):
        from companion.boards import party

        match = self.begin(stage, board)
        answered(match, "Bo", *(each for _ in range(6) for each in ("star_1", "Bo")))
        self.win(board, match)
        self.win(board, answered(match, None))
        assert match.result is not None and board.party.flying == party.MANY

    def test_not_when_a_round_is_taken_back(self, stage: Any, board: Any):
        match = self.begin(stage, board)
        answered(match, "Bo")
        self.win(board, match)
        board.party.stop()
        match.undo()
        self.win(board, match)
        assert board.party.flying == 0

    @pytest.mark.parametrize("off", ["reduced_motion", "celebrates"])
    def test_nothing_flies_where_nobody_wants_it(self, w: Any, stage: Any, board: Any, off: str):
        setattr(w.theme, off, off == "reduced_motion")
        match = self.begin(stage, board)
        self.win(board, answered(match, "Bo"))
        assert board.party.flying == 0

    def test_it_takes_no_touch(self, stage: Any, board: Any):
        from tests.companion.stage import Finger

        match = self.begin(stage, board)
        self.win(board, answered(match, "Bo"))
        finger = Finger(stage.window, 400, 300)
        assert not board.party.on_touch_down(finger)
