"""Set-up of a match: who sits where, what is chosen, what is wrong with it, and what the rulebook gets."""

import itertools
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from companion import i18n
from companion import theme as numbers
from companion.seating import EAST, NORTH, SOUTH, WEST, Seat, SetUp
from companion.store.writer import StoreWriter
from shared_rules import games
from shared_rules.engine import BoxFact, Option, Question, Rulebook

LONG = "Maximiliane-Christophorus"


class NoPads:
    """A table where nobody plugged a pad in."""

    def ends(self) -> list[Any]:
        return []

    def wish(self, _pad: str, *_what: object) -> None:
        """Nobody is there to hear it."""


class Table:
    """A set-up screen over a room of its own."""

    def __init__(self, folder: Path) -> None:
        from companion.room import Room
        from companion.screens.match_setup import MatchSetupScreen

        self.heard: list[Any] = []
        self.writer = StoreWriter(folder, self.heard.append)
        self.room = Room(NoPads(), self.writer, self.heard.append)  # type: ignore[arg-type]
        self.screen = MatchSetupScreen(name="match_setup", room=self.room)

    def begin(self, rulebook_id: str = "bom_mau_bode") -> Any:
        self.hear()
        self.screen.begin(rulebook_id)
        self.hear()
        return self.screen

    def hear(self) -> None:
        """Wait for the store's thread, and hear what it says."""
        last = self.writer.do(lambda _store: None)
        end = time.monotonic() + 5
        while not any(what.ticket == last for what in self.heard) and time.monotonic() < end:
            time.sleep(0.005)
        taken, self.heard[:] = self.heard[:], []
        for what in taken:
            self.room.hear(what)

    def played(self, *names: str, **facts: int) -> None:
        """A match of these people was begun here and left."""
        setup = games.rulebook("bom_mau_bode").set_up(list(names), {}, facts)
        seats = [Seat(name, 4 - n, SOUTH) for n, name in enumerate(names)]
        self.room.open_match(setup, seats)
        self.room.close_match()
        self.hear()


@pytest.fixture
def table(stage: Any, tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    stage.show(table.screen)
    yield table
    table.writer.close()


def targets(screen: Any) -> dict[str, Any]:
    return {w.target_id: w for w in screen.walk() if getattr(w, "target_id", "")}


def people(screen: Any) -> list[str]:
    return [key.label for key in screen.ids.people.children[::-1]]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    before = i18n.spoken()
    i18n.use(language)
    try:
        yield
    finally:
        i18n.use(before)


def said(screen: Any) -> list[Any]:
    """The texts on it, also those of its fields."""
    from companion.widgets import Say
    from companion.widgets.field import NameField

    shown = [one._whole if isinstance(one, NameField) else one for one in screen.walk() if one.opacity]
    return [one for one in shown if isinstance(one, Say) and one.text.strip() and one.x >= 0]


def readable(say: Any) -> bool:
    """No smaller than the smallest role, within its room, and no line's end within a word."""
    from companion.widgets.words import _longest_word

    if say.font_size < min(role.small for role in numbers.ROLES.values()):
        return False
    longest = max(_longest_word(line, say.font_name, say.font_size) for line in say.text.split("\n"))
    whole = say.is_shortened or longest <= say.width + 1
    return bool(whole and say.texture.height <= say.height + 1)


def has(whole: Any, part: Any) -> bool:
    return any(one is part for one in whole.walk(restrict=True))


def overlap(one: Any, other: Any) -> bool:
    (x, y), (left, low) = one.to_window(*one.pos), other.to_window(*other.pos)
    return bool(
        x < left + other.width and left < x + one.width and y < low + other.height and low < y + one.height
    )


class Tiny(Rulebook):
    """For three or four, with a choice out of three and one fact."""

    id = "tiny"
    seats = (3, 4)
    questions = MappingProxyType({"tiny.q": Question("choose")})
    options = (Option("length", ("short", "long", "endless"), "long"),)
    box = (BoxFact("cards", 2, 4),)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> str:
    from companion import telling
    from companion.telling import Telling

    monkeypatch.setitem(games.GAMES, "tiny", Tiny)
    monkeypatch.setattr(telling, "GAMES", {**telling.GAMES, "tiny": lambda: Telling(Tiny())})
    return "tiny"


class TestWhatTheRulebookGets:
    def test_names_as_they_sit_clockwise(self, table: Table):
        for _ in range(3):
            table.room.setup.add()
        screen = table.begin()
        assert screen.setup().players == ("Ana", "Cy", "Bo", "Di", "Eli")

    def test_options_of_the_settings_form(self, table: Table):
        screen = table.begin()
        assert dict(screen.setup().options) == {"chef": False, "open_money": False}
        targets(screen)["option.chef"].tap()
        assert dict(screen.setup().options) == {"chef": True, "open_money": False}
        assert targets(screen)["option.chef"].icon != targets(screen)["option.open_money"].icon
        targets(screen)["option.chef"].tap()
        assert screen.setup().options["chef"] is False

    def test_a_choice_out_of_several_goes_round(self, table: Table, tiny: str):
        screen = table.begin(tiny)
        key, seen = targets(screen)["option.length"], []
        for _ in range(4):
            seen.append(key.second)
            key.tap()
        assert seen == ["long", "endless", "short", "long"]

    def test_a_fact_is_entered_or_left_open(self, table: Table):
        screen = table.begin()
        found = targets(screen)
        assert screen.setup().box == {}
        found["fact.coins_shop.more"].tap()
        assert screen.setup().box == {"coins_shop": 0}
        for _ in range(9):
            found["fact.coins_shop.more"].tap()
        assert screen.setup().box == {"coins_shop": 5}, "no more than can be printed there"
        for _ in range(6):
            found["fact.coins_shop.less"].tap()
        assert screen.setup().box == {}, "less than the least is unknown again"
        found["fact.coins_shop.less"].tap()
        assert screen.setup().box == {}

    def test_a_fact_that_the_box_is_known_for_is_there(self, table: Table):
        table.played("Ana", "Bo", coins_bank=3)
        screen = table.begin()
        assert screen.setup().box == {"coins_bank": 3}
        shown = {
            keys.fact: [word for w in keys.walk() if (word := getattr(w, "text", ""))]
            for keys in screen.ids.facts.children
        }
        assert "3" in shown["coins_bank"] and "asked later" in shown["coins_shop"]

    def test_another_game_has_its_own_keys(self, table: Table, tiny: str):
        screen = table.begin()
        screen = table.begin(tiny)
        names = [name for name in targets(screen) if name.startswith(("option.", "fact."))]
        assert sorted(names) == ["fact.cards.less", "fact.cards.more", "option.length"]


class TestWhatIsWrong:
    def test_it_says_why_and_does_not_begin(self, table: Table, stage: Any):
        started: list[Any] = []
        screen = table.begin()
        screen.bind(on_start=started.append)
        start = targets(screen)["start"]
        for name, word in (("Ana", "same name"), ("table", "something else")):
            table.room.setup.rename(1, name)
            screen.refresh(0)
            assert not start.enabled and word in start.why
            stage.frames()
            stage.tap(*start.to_window(*start.center))
            assert screen.hint.text == start.why
        assert started == []
        table.room.setup.rename(1, "Bo")
        screen.refresh(0)
        start.tap()
        assert start.enabled and started == [screen]

    def test_too_few_for_this_game(self, table: Table, tiny: str):
        screen = table.begin(tiny)
        start = targets(screen)["start"]
        assert not start.enabled and "3 to 4" in start.why
        targets(screen)["add"].tap()
        assert start.enabled

    def test_no_more_than_the_game_takes(self, table: Table, tiny: str):
        screen = table.begin(tiny)
        add = targets(screen)["add"]
        add.tap()
        add.tap()
        assert len(table.room.setup.seats) == 4 and not add.enabled and "4" in add.why

    def test_there_is_no_such_game(self, table: Table):
        from shared_rules.engine import Refused

        with pytest.raises(Refused, match=r"setup\.rulebook"):
            table.screen.begin("chess")


class TestPeople:
    def test_whoever_was_here_last_is_first(self, table: Table):
        table.played("Zoe", "Yan")
        time.sleep(0.002)
        table.played("Xia", "Yan")
        assert people(table.begin()) == ["Xia", "Yan", "Zoe"]

    def test_they_take_the_place_of_names_that_nobody_chose(self, table: Table):
        table.played("Zoe", "Yan", "Xia")
        screen = table.begin()
        for name in ("Zoe", "Yan", "Xia"):
            targets(screen)[f"person.{name}"].tap()
        assert [seat.name for seat in table.room.setup.seats] == ["Zoe", "Yan", "Xia"]
        assert [seat.brand for seat in table.room.setup.seats] == [4, 3, 2], "and wear what they wore"
        assert people(screen) == []

    def test_a_name_that_was_written_stays(self, table: Table, stage: Any):
        table.played("Zoe", "Yan")
        screen = table.begin()
        for place, name in ((0, "Eli"), (1, "Di")):
            field = screen._rows[place].ids.name_field
            field.text = name
            field.dispatch("on_text_validate")
        targets(screen)["person.Zoe"].tap()
        assert [seat.name for seat in table.room.setup.seats] == ["Eli", "Di", "Zoe"]

    def test_at_a_full_table_it_says_so(self, table: Table):
        table.played("Zoe", "Yan")
        screen = table.begin()
        while table.room.setup.add():
            pass
        for place, name in enumerate("VWXTS"):
            table.room.setup.rename(place, name)
        screen.refresh(0)
        targets(screen)["person.Zoe"].tap()
        assert screen.hint.text == "Five players at most."
        assert [seat.name for seat in table.room.setup.seats] == list("VWXTS")

    def test_a_key_leads_to_those_who_have_no_room(self, table: Table, stage: Any):
        for number in range(4):
            table.played(*(f"Bartholomew {number}{letter}" for letter in "abc"))
        screen = table.begin()
        stage.frames()
        seen = set(people(screen))
        assert 1 < len(seen) < 12
        for _ in range(12):
            targets(screen)["people.more"].tap()
            seen |= set(people(screen))
            assert sum(key.width for key in screen.ids.people.children) <= screen.ids.people.width
        assert len(seen) == 12


class TestSeats:
    def picture(self, screen: Any) -> Any:
        from companion.screens.seats import TablePicture

        return next(w for w in screen.walk() if isinstance(w, TablePicture))

    def test_a_mark_is_dragged_to_another_side(self, table: Table, stage: Any):
        screen = table.begin()
        stage.frames()
        picture = self.picture(screen)
        mark = picture._marks[0]
        finger = stage.finger(*mark.to_window(*mark.center))
        finger.move(*picture.to_window(picture.right - 20, picture.center_y))
        finger.lift()
        assert [seat.side for seat in table.room.setup.seats] == [EAST, NORTH]
        stage.frames()
        assert picture._marks[0].center_x > picture.center_x

    def test_a_tap_on_a_mark_moves_nobody(self, table: Table, stage: Any):
        screen = table.begin()
        stage.frames()
        mark = self.picture(screen)._marks[1]
        stage.tap(*mark.to_window(*mark.center))
        assert [seat.side for seat in table.room.setup.seats] == [SOUTH, NORTH]

    def test_a_full_side_says_so(self, table: Table, stage: Any):
        for _ in range(3):
            table.room.setup.add()
        screen = table.begin()
        screen.move(1, SOUTH)
        assert [seat.side for seat in table.room.setup.seats] == [SOUTH, NORTH, WEST, EAST, SOUTH]
        assert screen.hint.text == "Two players at a side at most."

    def test_clockwise_from_the_first(self):
        from companion.screens.seats import clockwise

        setup = SetUp(5)
        names = [seat.name for seat in clockwise(setup.seats)]
        assert names == ["Ana", "Cy", "Bo", "Di", "Eli"]
        setup.seats[1].side = EAST
        assert [seat.name for seat in clockwise(setup.seats)] == ["Ana", "Cy", "Di", "Bo", "Eli"]


class TestWords:
    def test_every_text_is_asked_again(self, table: Table, stage: Any, monkeypatch: pytest.MonkeyPatch):
        screen = table.begin()

        class Shouting(i18n.gettext.NullTranslations):
            def gettext(self, message: str) -> str:
                return re.sub(r"\{\w+\}", lambda field: field[0].lower(), message.upper())

        monkeypatch.setattr(i18n, "_spoken", Shouting())
        screen.retell()
        stage.frames()
        own = {"o BOM, o MAU e o BODE", "Ana", "Bo"}
        said = [w.text for w in screen.walk() if getattr(w, "text", "")]
        said += [w.label for w in targets(screen).values()]
        assert len(said) > 20 and [text for text in said if text != text.upper() and text not in own] == []

    @pytest.mark.parametrize("size", [(1280, 800), (800, 480), (1024, 600), (480, 800)])
    def test_what_is_always_needed_is_in_the_window(self, table: Table, stage: Any, size: tuple[int, int]):
        stage.resize(*size)
        for _ in range(3):
            table.room.setup.add()
        screen = table.begin()
        stage.frames(8)
        for name in ("back", "add", "start"):
            target = targets(screen)[name]
            x, y = target.to_window(*target.pos)
            assert x >= 0 and y >= 0 and x + target.width <= size[0] + 1 and y + target.height <= size[1] + 1
            assert target.height >= (64 if numbers.is_small(*size) else 72)

    @pytest.mark.parametrize("size", [(1280, 800), (800, 480), (1024, 600)])
    @pytest.mark.parametrize("scale", [1, 1.3])
    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_all_can_be_read_and_tapped(
        self, table: Table, stage: Any, size: tuple[int, int], scale: float, language: str
    ):
        """Five players with long names, and people who wait at the bottom."""
        from companion.widgets import theme

        table.played(LONG, "Zoe", "Wilhelmina of Orange-Nassau")
        stage.resize(*size)
        theme.text_scale = scale
        for _ in range(3):
            table.room.setup.add()
        table.room.setup.rename(2, LONG)
        with speaking(language):
            table.screen.retell()
            screen = table.begin()
            screen._count(BoxFact("coins_bank", 0, 5), 1)
            stage.frames(8)
        assert [text for text in said(screen) if not readable(text)] == []
        inside = [key for key in targets(screen).values() if has(screen.ids.chosen, key)]
        around = [key for key in targets(screen).values() if not has(screen.ids.chosen, key)]
        for keys in (inside, [*around, screen.ids.choices.__self__]):
            for one, other in itertools.combinations(keys, 2):
                assert not overlap(one, other), (one, other)
        for key in (*inside, *around):
            assert min(key.size) >= theme.target, key.target_id

    @pytest.mark.parametrize("size", [(1280, 800), (800, 480), (1024, 600), (480, 800)])
    @pytest.mark.parametrize("scale", [1, 1.3])
    def test_whether_an_option_is_on_is_seen(
        self, table: Table, stage: Any, size: tuple[int, int], scale: float
    ):
        from companion.widgets import theme

        stage.resize(*size)
        theme.text_scale = scale
        with speaking("fr"):
            screen = table.begin()
            stage.frames(8)
        for name in ("option.chef", "option.open_money"):
            key = targets(screen)[name]
            assert key.x <= key._icon.x and key._icon.right <= key._label.x and key._label.right <= key.right
            off = key._icon.name
            key.tap()
            stage.frames(2)
            assert key._icon.name != off

    def test_a_fact_is_as_large_as_what_is_read(self, table: Table, stage: Any):
        from companion.widgets import theme

        for size in ((1280, 800), (800, 480)):
            stage.resize(*size)
            screen = table.begin()
            targets(screen)["fact.coins_mine.more"].tap()
            stage.frames(8)
            shown = {say.text: say.font_size for say in said(screen)}
            assert shown["Coins on the Mine tile"] == theme.px_body
            assert shown["asked later"] == theme.px_caption and shown["0"] == theme.px_prompt
            assert not {"One less", "One more"} & set(shown), "the keys' signs say it"
            less = targets(screen)["fact.coins_mine.less"]
            assert less.label == "One less" and less.y < less._icon.y and less._icon.top < less.top

    def test_idle_draws_nothing(self, table: Table, stage: Any):
        screen = table.begin()
        stage.rest()
        screen.refresh(0)
        screen.refresh(0)
        assert stage.frames(10) == 0


class TestShootouts:
    def test_who_decides_them_is_chosen_in_a_ring(self, table: Table):
        screen = table.begin("boomtown_bandits")
        seen = []
        for _choice in range(4):
            seen.append((screen.shootouts, targets(screen)["shootouts"].second))
            targets(screen)["shootouts"].tap()
        assert [by for by, _said in seen] == ["pad", "table", "judge", "pad"]
        assert len({said for _by, said in seen}) == 3

    def test_where_a_game_has_none_nothing_is_chosen(self, table: Table):
        screen = table.begin("boomtown_bandits")
        assert screen.shootouts == "pad"
        table.begin("bom_mau_bode")
        assert screen.shootouts == "judge" and "shootouts" not in targets(screen)

    def test_a_box_with_very_many_facts_is_asked_in_play(self, table: Table):
        screen = table.begin("boomtown_bandits")
        assert len(games.rulebook("boomtown_bandits").box) > 12 and not screen.has_facts
        assert not [name for name in targets(screen) if name.startswith("fact.")]
