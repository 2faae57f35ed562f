"""The board of Sans Foi Ni Loi: every card of every ranch is on it with its age and price, nothing lies over
anything else, what is asked about stays in sight, and what does not differ is not drawn again."""

import copy
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from companion import theme as numbers
from companion.boards import ranch_places as places
from companion.boards.drawn import BARE, Covered
from companion.random_play import play
from companion.telling.engine import amount
from shared_rules import games
from shared_rules.engine import Match
from shared_rules.games.sans_foi_ni_loi import printed as p
from tests.companion.test_board_bom import (
    FLAT,
    LARGE,
    LINES,
    SMALL,
    WINDOWS,
    drawn_of,
    each_size,
    keeps,
    overlap,
)

GAME = "sans_foi_ni_loi"
SEATS = ("Ana", "Bo", "Cy", "Di", "Eli", "Flo")
BRANDS = {seat: n for n, seat in enumerate(SEATS)}
STATES = 60
EDGES = (Covered(low=200), Covered(top=200), Covered(left=260), Covered(right=300), Covered(low=420))


def begun(players: int, **options: Any) -> Match:
    rulebook = games.rulebook(GAME)
    return Match(rulebook, rulebook.set_up(list(SEATS[:players]), options))


def state_of(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = match.view()["state"]
    return found


@pytest.fixture(scope="module")
def states() -> list[dict[str, Any]]:
    """Of all numbers of people, with the Line entered or not, early and late."""
    found: list[dict[str, Any]] = []
    for seed in range(10):
        chance = random.Random(seed)
        match = begun(
            2 + seed % 5, line=("cards", "places")[seed % 2], ties=("split", "higher")[seed // 5 % 2]
        )

        def keep(match: Match, chance: random.Random = chance) -> None:
            if chance.random() < 0.08:
                found.append(state_of(match))

        play(match, chance, after=keep)
    return random.Random(1).sample(found, STATES)


def full(players: int, step: str = "act") -> dict[str, Any]:
    """Everybody has five lands with herds of all ages, a mine and guards; the Line is full."""
    state = copy.deepcopy(state_of(begun(players)))
    kinds = [*p.KINDS]
    state.update(step=step, points=4, bank=38, pile=64, active=SEATS[0])
    for n, place in enumerate(state["line"]):
        place.update(there=True, card=kinds[n % len(kinds)])
    herd = 0
    for seat, held in state["seats"].items():
        held["lands"] = {}
        for n, quality in enumerate(("scrub", "good", "excellent", "scrub", "good")):
            land, holds = f"land{n}{seat}", p.QUALITIES[quality]
            cards: dict[str, Any] = {}
            for k in range(holds if n % 2 else holds + 1):
                herd += 1
                age = (k + n) % 6
                worth = 12 * p.times(age)
                cards[f"herd{herd}"] = {"kind": "herd", "value": 12, "age": age, "worth": worth, "on": land}
            if n == 2:
                cards[f"mine{seat}"] = {"kind": "mine", "on": land}
                cards[f"cowboy{seat}"] = {"kind": "cowboy", "bonus": 2, "on": land}
            held["lands"][land] = {"quality": quality, "holds": holds, "crowded": n % 2 == 0, "cards": cards}
        held["no_land"] = {
            f"fence{seat}": {"kind": "fence", "bonus": 9},
            f"other{seat}": {"kind": "other"},
        }
        held["counts"].update(lands=5, herds=12, cowboys=1, gold=134)
        held.update(gold=134, hand=10, sale=144)
        held["guard"].update(herds=12, bonus=11, safe=21)
    return state


@pytest.fixture
def board(w: Any) -> Iterator[Any]:
    """A board that most tests never draw: they need no stage."""
    from companion.boards import board

    def usual_look() -> None:
        w.theme.ground, w.theme.text_scale = numbers.DARK, 1
        w.theme.fit_window(*WINDOWS[LARGE])

    usual_look()
    yield board(GAME)
    usual_look()


def lie(board: Any, state: dict[str, Any], size: tuple[int, int], covered: Covered = BARE) -> dict[str, Any]:
    board.covered = covered
    found: dict[str, Any] = board.lie(state, BRANDS, LINES, *size)
    return found


def put(stage: Any, board: Any, state: dict[str, Any], size: tuple[int, int] = LARGE) -> None:
    stage.resize(*WINDOWS.get(size, (1280, 800)))
    board.size_hint, board.size, board.pos = (None, None), size, (100, 60)
    stage.show(board)
    board.show(state, BRANDS, LINES)
    stage.frames()


def check_places(pieces: dict[str, Any], size: tuple[int, int], over: tuple[str, ...] = ()) -> None:
    """over: pieces that may lie under others, because what is asked covers them."""
    for name, piece in pieces.items():
        left, low, wide, high = piece.rect
        assert wide > 0 and high > 0, (name, piece)
        assert left >= 0 and low >= 0 and left + wide <= size[0] and low + high <= size[1], (name, piece)
    flat = [(name, piece.rect) for name, piece in pieces.items() if not name.startswith(("ground.", *over))]
    for n, (one, rect) in enumerate(flat):
        for other, at in flat[n + 1 :]:
            assert not overlap(rect, at), (one, rect, other, at)


def lying(state: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """All cards that lie in ranches, but lands."""
    held = state["seats"].values()
    parts = [*(land for each in held for land in (one["cards"] for one in each["lands"].values()))]
    return {
        card: told for part in (*parts, *(each["no_land"] for each in held)) for card, told in part.items()
    }


class TestPlaces:
    @each_size
    def test_nothing_lies_over_anything_else(
        self, w: Any, board: Any, states: list[dict[str, Any]], size: tuple[int, int]
    ):
        w.theme.fit_window(*WINDOWS[size])
        for state in states:
            check_places(lie(board, state, size), size)

    @each_size
    @pytest.mark.parametrize("players", [2, 4, 6])
    @pytest.mark.parametrize("scale", [numbers.TEXT_SCALES[0], numbers.TEXT_SCALES[-1]])
    def test_not_when_ranches_are_full(
        self, w: Any, board: Any, size: tuple[int, int], players: int, scale: float
    ):
        w.theme.fit_window(*WINDOWS[size])
        w.theme.text_scale = scale
        for step in ("guard", "act", "end"):
            check_places(lie(board, full(players, step), size), size)

    @each_size
    @pytest.mark.parametrize("covered", EDGES, ids=["low", "top", "left", "right", "deep"])
    def test_the_ranch_stays_beside_what_is_asked(
        self, w: Any, board: Any, size: tuple[int, int], covered: Covered
    ):
        w.theme.fit_window(*WINDOWS[size])
        share = min(1.0, size[0] / LARGE[0], size[1] / LARGE[1])
        covered = Covered(*(round(share * px) for px in covered))
        pieces = lie(board, full(4), size, covered)
        check_places(
            pieces, size, ("points", "line.", "open.", "category.", "prestige", "log", "pile", "bank")
        )
        mine = [
            f"herd.{card}" for land in full(4)["seats"]["Ana"]["lands"].values() for card in land["cards"]
        ]
        m = places.measures(*size, w.theme.small)
        for name, piece in pieces.items():
            if name not in mine and not name.startswith(("step.", "active")):
                continue
            left, low, wide, high = piece.rect
            deepest = size[1] - m.margin - m.steps - m.gap - m.ranch
            assert low >= min(covered.low, deepest), name
            assert low + high <= max(size[1] - covered.top, m.margin + m.steps + m.gap + m.ranch), name
            least = m.margin + (size[0] - m.side) * (1 - places.LEAST_SHARE)
            assert left >= min(covered.left, least) - 1, name
            assert left + wide <= size[0] - min(covered.right, least), name

    @each_size
    @pytest.mark.parametrize("players", [2, 4, 6])
    def test_prestige_of_all_or_of_none_stays_beside_what_is_asked(
        self, w: Any, board: Any, size: tuple[int, int], players: int
    ):
        """The keys of a turn take 206 px of a small window, 240 of a large one; a sheet may be deeper."""
        w.theme.fit_window(*WINDOWS[size])
        asked = 206 if w.theme.small else 240
        for px in (asked, size[1] // 2, size[1] - 60):
            for covered in (Covered(low=px), Covered(top=px)):
                pieces = lie(board, full(players), size, covered)
                said = [f"{seat}.{each}" for seat in SEATS[:players] for each in (*p.CATEGORIES, "trophy")]
                rows = {name: pieces[name].rect for each in said if (name := f"points.{each}") in pieces}
                assert len(rows) in (0, 5 * players)
                assert rows or px > asked or size == FLAT
                for name, (_left, low, _wide, high) in rows.items():
                    assert low >= covered.low and low + high <= size[1] - covered.top, (name, covered)

    @each_size
    def test_prices_of_the_ranch_can_be_read(self, w: Any, board: Any, size: tuple[int, int]):
        """Of one with six herds on two lands; titles keep their size."""
        from companion.boards.pieces import Words

        w.theme.fit_window(*WINDOWS[size])
        state = fewer(full(6))
        pieces = lie(board, state, size)
        cards = [p for n, p in pieces.items() if n.startswith("herd.") and n[5:] in own_cards(state, "Ana")]
        assert len(cards) == 6
        assert min(min(card.rect[2:]) for card in cards) >= (58, 46, 38)[(LARGE, SMALL, FLAT).index(size)]
        for name, piece in pieces.items():
            if isinstance(piece, Words) and name.startswith(("title.", "name.", "said.")):
                assert keeps(w, piece.text, piece.role, *piece.rect[2:]), piece

    @pytest.mark.parametrize("size", [(352, 648), (220, 130), (1584, 864), (20, 20)])
    def test_a_board_of_any_size_is_drawn(self, stage: Any, board: Any, size: tuple[int, int]):
        put(stage, board, full(6), size)
        zoom = board.canvas.before.children[2].x
        for name, piece in board.pieces.items():
            assert (piece.rect[0] + piece.rect[2]) * zoom <= size[0] + 1, (name, piece, zoom)
            assert (piece.rect[1] + piece.rect[3]) * zoom <= size[1] + 1, (name, piece, zoom)


def fewer(state: dict[str, Any]) -> dict[str, Any]:
    """Only two lands each."""
    for held in state["seats"].values():
        held["lands"] = dict([*held["lands"].items()][1:3])
    return state


def own_cards(state: dict[str, Any], seat: str) -> set[str]:
    held = state["seats"][seat]
    return {card for land in held["lands"].values() for card in land["cards"]} | set(held["no_land"])


class TestRanches:
    @each_size
    def test_every_card_lies_there(
        self, w: Any, board: Any, states: list[dict[str, Any]], size: tuple[int, int]
    ):
        from companion.boards.ranch_pieces import Herd, Mine, Post

        w.theme.fit_window(*WINDOWS[size])
        for state in states:
            pieces = lie(board, state, size)
            seen = {}
            for card, told in lying(state).items():
                piece = seen[card] = pieces[f"{told['kind']}.{card}"]
                if told["kind"] == p.HERD:
                    assert isinstance(piece, Herd)
                    assert (piece.value, piece.age, piece.worth) == (
                        told["value"],
                        told["age"],
                        told["worth"],
                    )
                elif told["kind"] == p.MINE:
                    assert isinstance(piece, Mine)
                else:
                    assert isinstance(piece, Post)
                    assert piece.text == (f"+{told['bonus']}" if "bonus" in told else "")
            for seat, held in state["seats"].items():
                for land_id, land in held["lands"].items():
                    ground = pieces[f"ground.{land_id}"].rect
                    herds = sum(told["kind"] == p.HERD for told in land["cards"].values())
                    rooms = [name for name in pieces if name.startswith(f"room.{land_id}.")]
                    assert len(rooms) == max(0, land["holds"] - herds)
                    for card in land["cards"]:
                        assert overlap(ground, seen[card].rect), (seat, land_id, card)

    def test_a_herd_that_was_just_laid_has_no_price(self):
        from companion.boards.ranch_pieces import NO_PRICE, Herd

        assert Herd((0, 0, 80, 120), 3, 0, 0).texts() == ["3 × 0", NO_PRICE]  # noqa: RUF001    times
        assert Herd((0, 0, 80, 120), 3, 6, 12).texts() == ["3 × 4", "12"]  # noqa: RUF001    times

    def test_the_ranch_whose_turn_it_is_is_the_large_one(self, board: Any):
        state = fewer(full(4))
        for active in SEATS[:4]:
            pieces = lie(board, state | {"active": active}, LARGE)
            assert pieces["active"].brand == BRANDS[active]
            titled = {name.removeprefix("title.") for name in pieces if name.startswith("title.")}
            assert titled == {*state["seats"][active]["lands"], f"none.{active}"}
            assert [seat for seat in SEATS[:4] if f"mark.{seat}" in pieces] == [
                seat for seat in SEATS[:4] if seat != active
            ]
            for other in set(SEATS[:4]) - {active}:
                held = state["seats"][other]
                assert pieces[f"sale.{other}"].text == str(held["sale"])
                assert pieces[f"guard.{other}"].text == f"+{held['guard']['bonus']}"

    @each_size
    def test_a_crowded_land_bears_a_sign_however_full_the_ranch(
        self, w: Any, board: Any, size: tuple[int, int]
    ):
        w.theme.fit_window(*WINDOWS[size])
        crowded = {f"crowded.land{n}{seat}" for n in (0, 2, 4) for seat in SEATS}
        pieces = lie(board, full(6), size, Covered(low=size[1] // 2))
        assert {name for name in pieces if name.startswith("crowded.")} == crowded
        assert min(pieces[name].rect[2] for name in crowded if name.endswith("Ana")) >= 6

    def test_who_has_no_land_has_room_for_one(self, board: Any):
        pieces = lie(board, state_of(begun(3)), LARGE)
        assert pieces["place.Ana"].text == "no land yet" and {"place.Bo", "place.Cy"} <= pieces.keys()


class TestSteps:
    def said(self, board: Any, state: dict[str, Any]) -> dict[str, str]:
        pieces = lie(board, state, LARGE)
        steps = ("guard", "sell", "mine", "act", "refill")
        found = {step: pieces[f"said.{step}"].text for step in steps if f"said.{step}" in pieces}
        assert [pieces[f"name.{step}"].text for step in steps] == ["Watch", "Sell", "Mine", "Act", "Refill"]
        return found | {f"{step}?": pieces[f"step.{step}"].when for step in steps}

    def test_what_may_come(self, board: Any):
        said = self.said(board, full(3, "guard"))
        assert (said["guard"], said["sell"], said["mine"]) == ("58%", "up to 144", "1 in 6")
        assert (said["guard?"], said["sell?"], said["refill?"]) == ("now", "next", "next")

    def test_what_came(self, board: Any):
        state = full(3, "act")
        state["this_turn"] = {
            "guarded": {"difficulty": 5, "defence": 7, "lost": False},
            "sold": [{"worth": 8}, {"worth": 3}],
            "mined": [{"mine": "mine1", "dice": [4, 3], "explodes": False}],
        }
        said = self.said(board, state)
        assert {said[step] for step in ("guard", "sell", "mine", "act")} == {"7 to 5", "+11", "+7", "4 left"}
        assert [said[f"{step}?"] for step in ("guard", "mine", "act", "refill")] == [
            "done",
            "done",
            "now",
            "next",
        ]
        state["this_turn"]["mined"].append({"mine": "mine2", "dice": [5, 6], "explodes": True})
        state["this_turn"]["guarded"] = {"lost": True}
        assert (self.said(board, state)["mine"], self.said(board, state)["guard"]) == ("exploded", "lost")

    def test_without_herds_or_mines_nothing_is_likely(self, board: Any):
        said = self.said(board, state_of(begun(2)) | {"step": "guard"})
        assert not {"guard", "sell", "mine"} & said.keys()

    def test_after_the_end_all_are_done(self, board: Any):
        said = self.said(board, full(3, "end"))
        assert {said[name] for name in said if name.endswith("?")} == {"done"}


class TestTheLine:
    def test_prices_and_cards(self, board: Any, states: list[dict[str, Any]]):
        for state in states:
            pieces = lie(board, state, LARGE)
            for place in state["line"]:
                if not place["there"]:
                    assert f"open.{place['place']}" in pieces and f"line.{place['place']}" not in pieces
                    continue
                piece = pieces[f"line.{place['place']}"]
                assert piece.costs == place["costs"] and bool(piece.icon) == bool(place["card"])
                assert piece.dear == (state["step"] == "act" and place["costs"] > state["points"])

    def test_points_are_large_while_they_are_spent(self, board: Any):
        assert lie(board, full(2, "act"), LARGE)["points"].text == "4"
        assert "points" not in lie(board, full(2, "sell"), LARGE)


class TestCounts:
    def test_prestige_as_it_stands(self, board: Any, states: list[dict[str, Any]]):
        shared = 0
        for state in states:
            pieces = lie(board, state, LARGE)
            for seat in state["seats"]:
                points = [found[seat] for found in state["prestige"].values()]
                for category, each in zip(p.CATEGORIES, points, strict=True):
                    assert pieces[f"points.{seat}.{category}"].text == amount(each)
                shared += any(each % 1 for each in points)
                total = sum(Fraction(each).limit_denominator(60) for each in points)
                assert pieces[f"points.{seat}.trophy"].text == amount(total)
        assert shared, "halves and thirds were among them"

    def test_two_ranches_of_one_owner_are_added_up(self, board: Any):
        state = full(4)
        for seat, owner in zip(SEATS[:4], ("Ana", "Bo", "Ana", "Bo"), strict=True):
            state["seats"][seat]["owner"] = owner
        state["prestige"] = {
            category: dict(zip(SEATS[:4], (5, 3, 2, 1), strict=True)) for category in p.CATEGORIES
        }
        pieces = lie(board, state, LARGE)
        assert [pieces[f"points.{seat}.trophy"].text for seat in SEATS[:4]] == ["28", "16", "28", "16"]
        assert board.facts(state, "Cy").status == "ranch of Ana" and not board.facts(state, "Ana").status

    def test_bank_and_pile(self, w: Any, board: Any):
        state = full(3)
        assert board.corner({"state": state}) == ("38", "gold in the bank")
        assert lie(board, state, LARGE)["pile"].text == "64" and "bank" not in lie(board, state, LARGE)
        w.theme.fit_window(800, 480)
        for size in (SMALL, FLAT):
            pieces = lie(board, state, size)
            assert (pieces["bank"].text, pieces["pile"].text) == ("38", "64")

    def test_the_last_turn_is_said(self, w: Any, board: Any):
        state = full(3) | {"ending": ["bank"]}
        assert board.corner({"state": state})[1] == "last turn"
        assert lie(board, state, LARGE)["pile.label"].text == "last turn"
        w.theme.fit_window(800, 480)
        assert lie(board, state, SMALL)["last"].text == "last turn"

    def test_what_counts_stands_in_the_panes(self, board: Any):
        facts = board.facts(full(2), "Ana")
        assert [(each.icon, each.value) for each in facts.counters] == [
            ("land_fields", "5"),
            ("account_cowboy_hat", "1"),
            ("cow", "12"),
            ("gold", "134"),
            ("back", "10"),
        ]
        assert board.secrets(full(2), "Ana") == []


class TestCost:
    @each_size
    def test_the_same_state_again_draws_nothing(self, stage: Any, board: Any, size: tuple[int, int]):
        put(stage, board, full(6), size)
        stage.rest()
        board.show(copy.deepcopy(full(6)), dict(BRANDS), list(LINES))
        assert stage.frames(5) == 0

    def test_a_sale_changes_only_what_it_must(self, stage: Any, board: Any):
        state = full(3)
        put(stage, board, state)
        before, after = drawn_of(board), copy.deepcopy(state)
        after["seats"]["Bo"]["sale"] = 100
        after["points"] = 3
        board.show(after, BRANDS, LINES)
        now = drawn_of(board)
        differs = {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
        assert differs - {"name.act"} == {"sale.Bo", "points", "said.act", "line.line4"}
