"""What Dollars Wanted says: words for every prompt, line, refusal and result, in every language."""

import random
import re
from typing import Any

import pytest

from companion import i18n
from companion.random_play import play
from companion.telling import Said, Telling, Word, sentence, telling
from companion.telling import dollars_wanted as dw
from companion.telling.dollars_wanted import REFUSALS, lines
from shared_rules import games
from shared_rules.engine import Match, Refused
from shared_rules.engine.lines import position
from shared_rules.games.dollars_wanted import words as ids
from tests.companion.tellings import bare
from tests.companion.test_telling import assert_refusal, check_prompt, check_result, is_a_word, is_told

GAME = "dollars_wanted"
NAMES = ("Ana", "Bo", "Cy", "Di", "Eli")
LANGUAGES = i18n.languages()
MATCHES = 3  # for each way to play
WAYS: list[dict[str, Any]] = [
    {},
    {"colours": True},
    {"colours": True, "entry": "outcomes"},
    {"colours": True, "last_coyote": "waits", "third_penalty": "none", "layers": True},
]


@pytest.fixture(params=LANGUAGES, autouse=True)
def language(request: pytest.FixtureRequest) -> str:
    return i18n.use(request.param)


@pytest.fixture
def english(language: str) -> None:
    i18n.use("en")


@pytest.fixture
def words() -> Telling:
    return telling(GAME)


def begin(people: int, box: dict[str, int] | None = None, **options: Any) -> Match:
    rulebook = games.rulebook(GAME)
    return Match(rulebook, rulebook.set_up(NAMES[:people], options, box or {}))


def check_log(words: Telling, match: Match) -> None:
    for line in match.log():
        said = words.line(line)
        assert is_told(said.text, line["id"]), line
        assert not said.text.endswith("."), said
        if said.seat is not None:
            assert said.seat in match.setup.players
            assert not re.search(rf"\b{said.seat}\b", said.text), said  # the mark says it


@pytest.mark.parametrize("language", ["en"])  # it speaks all of them
def test_random_matches_have_words_for_everything(words: Telling):
    found: set[str] = set()
    refused: set[str] = set()

    def check_everything(match: Match) -> None:
        """Whatever is asked, open or said now. Each entry is looked at in one language, by turns."""
        i18n.use(LANGUAGES[match.n % len(LANGUAGES)])
        said = position(match)
        if "prompt" not in said:
            return
        check_prompt(words, said["prompt"], match.setup.players)
        refused.update(said["prompt"]["greyed"].values())
        if match.n % 40 < len(LANGUAGES):
            for other in match.also():
                check_prompt(words, other.as_json(), match.setup.players)
                assert is_told(words.act({"id": other.id, "of": other.of}).text, other.id)
                refused.update(other.as_json()["greyed"].values())

    for way in WAYS:
        for seed in range(MATCHES):
            match = begin(2 + seed, box={"vulture": 3} if seed % 2 else None, **way)
            play(match, random.Random(f"{way} {seed}"), seed % 3 == 0, check_everything)
            found.update(line["id"] for line in match.log())
            for language in LANGUAGES:
                i18n.use(language)
                check_log(words, match)
                check_result(words, position(match)["result"], match.setup.players)
    assert len(found & ids.LINES.keys()) > 20 and len(refused) > 3


class TestTables:
    def test_every_line_of_the_rulebook_has_a_form(self):
        assert set(lines.LINES) == set(ids.LINES)

    def test_every_refusal_of_the_rulebook_has_a_form(self, words: Telling):
        assert set(dw.REFUSALS) == set(words.rulebook.refusals)
        for code in dw.REFUSALS:
            assert_refusal(words, code, {})

    def test_every_choice_of_an_option_has_a_word(self, words: Telling):
        for option in words.rulebook.options:
            if option.choices != (False, True):
                for choice in option.choices:
                    assert is_a_word(lambda each, name=option.id: words.choice(name, each), choice)

    def test_every_option_of_an_interjection_has_a_word(self, words: Telling):
        for rule in words.rulebook.rules:
            for option in {**words.rulebook.vocabularies, "yes": ("yes",)}.get(rule.words, ()):
                prompt = bare(rule.id)
                assert is_a_word(lambda each, prompt=prompt: words.option(prompt, each), option)

    @pytest.mark.parametrize("colours", [False, True])
    def test_every_field_that_can_be_corrected(self, words: Telling, colours: bool):
        match = begin(3, colours=colours)
        play(match, random.Random(1), until=24)
        prompt = match.act_prompt("correct", "table").as_json()
        told = [words.option(prompt, field) for field in prompt["options"]]
        assert len(set(told)) == len(told) > 12
        assert all(is_told(word.text) and not re.search(r"[:_]", word.text) for word in told)

    def test_what_is_no_field_and_no_thing_of_this_game(self, words: Telling):
        assert words.field("coins at the bank") == Word("coins at the bank")
        assert words.thing("coin") == Word("coin")

    def test_every_thing_has_a_word(self, words: Telling):
        things = {**words.rulebook.vocabularies}
        for thing in (*things["faces"], *things["rows"], *things["colours"], "colt", "bank"):
            assert is_a_word(words.thing, thing)


@pytest.mark.usefixtures("english")
class TestWords:
    def said(self, words: Telling, line_id: str, **params: Any) -> Said:
        return words.line({"id": line_id, "params": params})

    def test_a_building_that_the_box_has_met(self, words: Telling):
        met = {"building_3": {"kind": "casino", "icons": {"colt": 2, "pickaxe": 1}}}
        prompt = bare("dw.building", ask={"params": {"met": met}}, place="row_2")
        assert words.ask(prompt) == "Middle row: which building turns up?"
        word = words.option(prompt, "building_3")
        assert (word.text, word.icon) == ("Casino (2 colts, 1 pickaxe)", "dice_multiple")
        assert word.pictures == ("own:colt", "own:colt", "pickaxe")
        assert words.option(prompt, "saloon").text == "Saloon"

    def test_questions_say_where(self, words: Telling):
        prompt = bare("dw.reveal", ask={"params": {"row": "row_1", "card": 3}}, place="row_1:3")
        assert words.ask(prompt) == "Top row: what is card 3?"
        prompt = bare("dw.building.icon", ask={"params": {"row": "row_3", "icon": "dynamite"}})
        assert words.ask(prompt) == "Bottom row: how many sticks of dynamite does it show?"
        told = [words.ask(bare("dw.lay", place=nth)) for nth in (1, 2)]
        assert told == ["Where do you lay a card?", "Where do you lay your second card?"]

    def test_a_row_is_asked_for_by_its_building_and_what_tells_it_from_the_others(self, words: Telling):
        rows = {"row_1": {"kind": "bank", "down": 2}, "row_2": {"kind": "shop", "down": 1}}
        ask = {"params": {"rows": rows}}
        lay, rob = bare("dw.lay", ask=ask), bare("dw.rob", ask=ask)
        assert words.option(lay, "row_1") == Word("Bank", "bank", "Top row")
        assert words.option(rob, "row_1") == Word("Bank", "bank", "2 face down")
        assert words.option(rob, "row_3").text == "Bottom row", "it has no building"
        rows["row_2"]["kind"] = "bank"
        assert words.option(lay, "row_1") == Word("Top row", "bank", "Bank")
        assert words.option(bare("dw.rob", ask=ask), "row_2") == Word("Middle row", "bank", "1 face down")

    def test_a_bandits_card_is_its_icon_as_often_as_it_counts(self, words: Telling):
        told = [words.option(bare("dw.reveal"), face) for face in ("colt_1", "colt_2", "joker")]
        assert [word.pictures for word in told] == [("own:colt",), ("own:colt", "own:colt"), ()]
        assert told[2].icon == "drama_masks"

    def test_the_cards(self, words: Telling):
        prompt = bare("dw.reveal")
        told = [words.option(prompt, face).text for face in ("dynamite_1", "dynamite_2", "joker", "wrong")]
        assert told == ["1 stick of dynamite", "2 sticks of dynamite", "Jolly Joker", "Wrong"]

    def test_the_arithmetic_when_a_joker_or_an_elixir_decides(self, words: Telling):
        sums = {"row": "row_1", "seat": "Ana", "need": {}, "shown": {}, "jokers": 1}
        joker = self.said(words, "dw.added_up", **sums, missing={"colt": 1}, elixir={}, decided=["joker"])
        assert joker == ("Ana", "Top row: 1 colt missing, the joker stands in")
        elixir = self.said(
            words, "dw.added_up", **sums, missing={}, elixir={"dynamite": 2}, decided=["elixir"]
        )
        assert elixir.text == "Top row: the elixir adds 2 sticks of dynamite"
        both = self.said(
            words,
            "dw.added_up",
            **sums,
            missing={"colt": 1, "crowbar": 1},
            elixir={"joker": 1},
            decided=["joker", "elixir"],
        )
        assert both.text == (
            "Top row: the elixir adds 1 icon for the joker; 1 colt, 1 crowbar missing, the joker stands in"
        )

    def test_not_enough(self, words: Telling):
        sums = {"row": "row_2", "seat": "Ana", "missing": {"pickaxe": 2}}
        text = self.said(words, "dw.failed", **sums, jokers=1, stopped=False).text
        assert text == "Middle row: not enough, 2 pickaxes missing, a joker for 1 of it"
        text = self.said(words, "dw.failed", **sums, jokers=0, stopped=True).text
        assert text == "Middle row: the vulture stops it, 2 pickaxes missing"
        for stopped, told in ((True, "the vulture stops it"), (False, "not enough")):
            text = self.said(words, "dw.failed", row="row_2", seat="Ana", stopped=stopped, up=2, down=0).text
            assert text == f"Middle row: {told}"

    def test_a_wrong_card_and_its_owner(self, words: Telling):
        told = [
            self.said(words, "dw.card.wrong", seat="Ana", row="row_1", face=face, by=by).text
            for face, by in (("wrong", None), ("crowbar_2", "Bo"), ("wrong", "Ana"))
        ]
        assert told == [
            "Wrong card, removed",
            "Wrong card, removed: 2 crowbars (Bo)",
            "Wrong card, removed (self)",
        ]
        told = [
            self.said(words, "dw.penalty", seat="Bo", dollars=dollars, card=card).text
            for dollars, card in ((300, True), (300, False), (0, False))
        ]
        assert told == [
            "Penalty: −$300",  # noqa: RUF001    a minus sign
            "Penalty: −$300; use something else for the card",  # noqa: RUF001
            "No penalty card is left, so no penalty",
        ]

    def test_each_card_gives_its_reason(self, words: Telling):
        at = {"seat": "Ana", "row": "row_1"}
        told = [
            self.said(words, f"dw.card.{card}", **at, **more).text
            for card, more in (
                ("bandit", {"icon": "colt", "counts": 2, "doubled": False}),
                ("bandit", {"icon": "colt", "counts": 2, "doubled": True}),
                ("joker", {"counts": 1, "doubled": False}),
                ("joker", {"counts": 2, "doubled": True}),
                ("elixir", {"again": False}),
                ("elixir", {"again": True}),
                ("coyote", {"took": True, "waits": False}),
                ("coyote", {"took": False, "waits": True}),
                ("coyote", {"took": False, "waits": False}),
                ("vulture", {"enough": True}),
                ("vulture", {"enough": False}),
            )
        ]
        assert told == [
            "Reveals 2 colts",
            "Reveals a bandit, doubled by the elixir: 2 colts",
            "Reveals the joker: any icon",
            "Reveals the joker, doubled by the elixir: any two icons",
            "Reveals the elixir: it doubles all bandits after it",
            "Reveals another elixir: no more than doubled",
            "Reveals a coyote: it snatches the next card",
            "Reveals a coyote: it waits for the next card",
            "Reveals a coyote: no card is left to snatch",
            "Reveals a vulture: it was enough before",
            "Reveals a vulture: it stops the robbing",
        ]

    def test_a_turn(self, words: Telling):
        lay = {"seat": "Ana", "rows": None}
        told = [self.said(words, "dw.laid", **lay, cards=count).text for count in (0, 1, 2)]
        assert told == ["Has no card to lay", "Lays 1 card", "Lays 2 cards"]
        shown = self.said(words, "dw.laid", seat="Ana", cards=2, rows=["row_1", "row_3"])
        assert shown.text == "Lays 2 cards: Top row, Bottom row"
        assert self.said(words, "dw.reshuffled", seat=None, cards=20).text == (
            "Discard pile shuffled: 20 cards to draw"
        )

    def test_the_recount(self, words: Telling):
        things = {"dollars": {"counted": 300, "expected": 400}}
        assert self.said(words, "dw.recount.differs", seat="Ana", things=things).text == (
            "Counted: dollars 300 instead of 400"
        )
        likely = {"what": "won", "of": "Bo", "round": 2, "row": "row_1", "explained": 2, "unexplained": 0}
        assert self.said(words, "dw.recount.likely", **likely) == (
            "Bo",
            "Perhaps wrong (round 2): Top row: who robbed it?",
        )

    def test_money(self, words: Telling):
        assert words.score(700) == "$700" and words.score(-300) == "−$300"  # noqa: RUF001
        result = {
            "ranking": [["Bo"], ["Ana"]],
            "scores": {"Ana": 700, "Bo": 700},
            "breakdown": {"Ana": {}, "Bo": {}},
        }
        assert words.verdict(result) == "Bo wins with $700: more buildings."

    def test_a_box_that_is_refused_says_why_before_there_is_a_match(self):
        told = sentence(Refused("dw.box.building"))
        assert told == REFUSALS["dw.box.building"][0]
        assert "tea.cold" in sentence(Refused("tea.cold"))

    def test_what_the_box_is_asked(self, words: Telling):
        assert words.ask(bare("box.building_4_dollars")) == (
            "Building 4: dollars: how many are printed there?"
        )
        assert words.fact("vulture").text == "Vulture"
