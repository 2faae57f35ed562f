"""What Bo Bo Bon says: short words for every prompt, line, refusal and result, in every language."""

import random
import re
from typing import Any

import pytest

from companion import i18n
from companion.random_play import play
from companion.telling import Said, Telling, Word, telling
from companion.telling import bo_bo_bon as bon
from companion.telling.bo_bo_bon import lines
from shared_rules import games
from shared_rules.engine import Match, Value
from shared_rules.engine.lines import position
from shared_rules.games.bo_bo_bon import sweets as c
from shared_rules.games.bo_bo_bon import words as ids
from tests.companion.tellings import bare
from tests.companion.test_telling import assert_refusal, check_prompt, check_result, is_a_word, is_told

GAME = "bo_bo_bon"
NAMES = ("Ana", "Bob", "Cy", "Di")
LANGUAGES = i18n.languages()
MATCHES = 4  # for each way to play
LONGEST = 12  # words of a question or a line
BOX = {"star_1": 4, "ant": 2}
WAYS: list[dict[str, Any]] = [
    {},
    {"depth": "cards"},
    {"depth": "cards", "bo": True, "bo_led": "monsters"},
    {"bo": True, "ant": "chance"},
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


def begin(people: int, box: dict[str, int], **options: Any) -> Match:
    rulebook = games.rulebook(GAME)
    return Match(rulebook, rulebook.set_up(NAMES[:people], options, box))


def check_log(words: Telling, match: Match) -> None:
    for line in match.log():
        said = words.line(line)
        assert is_told(said.text, line["id"]), line
        assert not said.text.endswith("."), said
        if said.seat is not None:
            assert said.seat in match.setup.players
            assert not re.search(rf"\b{said.seat}\b", said.text), said  # the mark says it


@pytest.mark.parametrize("language", ["en"])  # it speaks all of them
@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way) or "as it comes")
def test_random_matches_have_words_for_everything(words: Telling, way: dict[str, Any]):
    found: set[str] = set()

    def check_everything(match: Match) -> None:
        """Whatever is asked, open or said now. Each entry is looked at in one language, by turns."""
        i18n.use(LANGUAGES[match.n % len(LANGUAGES)])
        said = position(match)
        if "prompt" not in said:
            return
        check_prompt(words, said["prompt"], match.setup.players)
        assert len(words.ask(said["prompt"]).split()) <= LONGEST
        if match.n % 10 < len(LANGUAGES):
            for other in match.also():
                check_prompt(words, other.as_json(), match.setup.players)
                assert is_told(words.act({"id": other.id, "of": other.of}).text, other.id)

    for seed in range(MATCHES):
        match = begin(2 + seed % 3, BOX if seed % 2 else {}, **way)
        play(match, random.Random(f"{way} {seed}"), seed % 2 == 0, check_everything)
        found.update(line["id"] for line in match.log())
        for language in LANGUAGES:
            i18n.use(language)
            check_log(words, match)
            check_result(words, position(match)["result"], match.setup.players)
    assert len(found) > 5


class TestTables:
    def test_every_line_of_the_rulebook_has_a_form(self):
        assert set(lines.LINES) == set(ids.LINES)

    def test_every_refusal_of_the_rulebook_has_a_form(self, words: Telling):
        assert set(bon.REFUSALS) == set(words.rulebook.refusals)
        for code in bon.REFUSALS:
            assert_refusal(words, code, {})

    def test_every_choice_of_an_option_has_a_word(self, words: Telling):
        for option in words.rulebook.options:
            if option.choices != (False, True):
                for choice in option.choices:
                    assert is_a_word(lambda each, name=option.id: words.choice(name, each), choice)

    def test_every_field_that_can_be_corrected(self, words: Telling):
        match = begin(4, {})
        for answer in ("Ana", "star_1", "Bob"):
            match.answer(answer)
        prompt = match.act_prompt("correct", "table").as_json()
        told = [words.option(prompt, field) for field in prompt["options"]]
        assert len(set(told)) == len(told) == 4 * 3
        assert all(is_told(word.text) and not re.search(r"[:_]", word.text) for word in told)

    @pytest.mark.parametrize("field", ["stars of Ana", "star_1", "gold:Ana"])
    def test_what_is_no_field_of_this_game(self, words: Telling, field: str):
        assert words.field(field) == Word(field)

    @pytest.mark.parametrize("thing", [*c.CARDS, *c.CHIPS])
    def test_every_card_and_chip_has_a_name_and_a_picture(self, words: Telling, thing: str):
        assert is_a_word(words.thing, thing) and words.thing(thing).icon
        assert words.thing("sofa") == Word("sofa")

    def test_every_number_of_a_recount_has_a_question_of_its_own(self, words: Telling):
        asked = {words.ask(bare("bon.recount.count", place=chip)) for chip in (*c.CHIPS, None)}
        assert len(asked) == 4 and all(map(is_told, asked))


@pytest.mark.usefixtures("english")
class TestWords:
    def said(self, words: Telling, line_id: str, **params: Any) -> Said:
        return words.line({"id": line_id, "params": params})

    def test_a_reminder_of_what_has_to_be_followed(self, words: Telling):
        def asked(led: str | None, must: str | None = None) -> str:
            return words.ask(bare("bon.card", ask={"params": {"led": led, "must": must}}))

        assert asked(None) == words.ask(bare("bon.card")) == "Which card do you play?"
        assert asked("blue") == "Blue if you can: which card do you play?"
        assert asked("monster", "monster") == "Your monster has to go, too: which card do you play?"
        assert asked("monster") == asked("bo") == "Play what you like: which card?"

    def test_how_likely_a_chip_is(self, words: Telling):
        odds = {"left": {"star_1": 3, "star_2": 1, "ant": 2}, "of": 6}
        prompt = bare("bon.chip", ask={"params": {"odds": odds}})
        assert words.option(prompt, "star_1") == Word("1 star", "art:star_1", "3 of 6")
        assert words.option(prompt, "ant").second == "2 of 6"
        unknown = bare("bon.chip", ask={"params": {"odds": None}})
        assert words.option(unknown, "ant") == words.option(bare("bon.chip"), "ant") == Word("Ant", "art:ant")

    def test_a_round(self, words: Telling):
        assert self.said(words, "bon.chip", chip="star_2", trick=3) == (None, "Chip 3: 2 stars")
        assert self.said(words, "bon.card", seat="Ana", card="blue", led=True) == ("Ana", "Starts with: Blue")
        assert self.said(words, "bon.card", seat="Bob", card="bo", led=False) == ("Bob", "Plays: Bo")
        won = {"seat": "Bob", "chip": "ant"}
        assert self.said(words, "bon.won", card="bo", **won) == ("Bob", "Wins: Ant (Bo)")
        assert self.said(words, "bon.won", card=None, **won) == ("Bob", "Wins: Ant")

    def test_a_revoke(self, words: Telling):
        about = {"seat": "Ana", "colour": "blue", "shown": 5, "counted": False}
        one, two = (self.said(words, "bon.revoke", tricks=tricks, **about) for tricks in ([2], [2, 4]))
        assert one == ("Ana", "Blue now: had it in round 2 and did not play it")
        assert two == ("Ana", "Blue now: had it in rounds 2, 4 and did not play it")
        about["counted"] = True
        one, two = (self.said(words, "bon.revoke", tricks=tricks, **about) for tricks in ([2], [2, 4]))
        assert one == ("Ana", "Still has Blue: had it in round 2 and did not play it")
        assert two == ("Ana", "Still has Blue: had it in rounds 2, 4 and did not play it")

    def test_ants(self, words: Telling):
        told = [
            self.said(words, "bon.ants", seat="Ana", ants=ants, chips=chips).text
            for ants, chips in ((1, ["star_2"]), (2, ["star_1", "star_2"]), (1, []), (2, []))
        ]
        assert told == [
            *("The ant takes: 2 stars", "The ants take: 1 star + 2 stars"),
            *("The ant finds no stars", "The ants find no stars"),
        ]

    def test_the_chip_in_the_box_and_the_colors(self, words: Telling):
        assert self.said(words, "bon.last_chip", chip="star_1") == (None, "In the box: 1 star")
        assert self.said(words, "bon.colours", colours=["red", "blue"]) == (None, "Colors: Red, Blue")

    def test_stars(self, words: Telling):
        bounds = Value(3, 4).as_json()
        assert [words.score(value) for value in (0, 1, 5, bounds)] == [
            *("0 stars", "1 star", "5 stars", "3 to 4 stars"),
        ]

    def test_the_verdict(self, words: Telling):
        result = {"ranking": [["Bob"], ["Ana"]], "scores": {"Ana": 2, "Bob": 3}, "breakdown": {}}
        assert words.verdict(result) == "Bob wins with 3 stars."
        result = {"ranking": [["Ana", "Bob"]], "scores": {"Ana": 3, "Bob": 3}, "breakdown": {}}
        assert words.verdict(result) == "Ana and Bob share the victory with 3 stars."

    def test_the_recount(self, words: Telling):
        counts = {"star_1": {"counted": 1, "expected": 2}, "ant": {"counted": 1, "expected": 0}}
        assert self.said(words, "bon.recount.differs", seat="Ana", chips=counts) == (
            "Ana",
            "Counted: Chips with 1 star 1 instead of 2; Chips with an ant 1 instead of 0",
        )
        assert self.said(words, "bon.recount.total", counted=8, should_be=7) == (
            None,
            "Chips: 8 in all instead of 7",
        )
        likely = {"of": "Ana", "round": 2, "explained": 2, "unexplained": 0}
        told = [self.said(words, "bon.recount.likely", what=what, **likely) for what in lines.MISTAKEN]
        assert told == [
            ("Ana", "Perhaps wrong (round 2): who won it?"),
            ("Ana", "Perhaps wrong (round 2): which chip was it?"),
        ]

    def test_what_the_box_is_asked(self, words: Telling):
        assert words.ask(bare("box.ant")) == "Of all 8 chips, how many have an ant?"
        assert words.fact("star_1").text == "Chips with 1 star"
