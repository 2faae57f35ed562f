"""What Boomtown Bandits says: words for every prompt, line, refusal and result, in every language."""

import random
import re
from typing import Any

import pytest

from companion import i18n
from companion.random_play import play
from companion.telling import Said, Telling, Word, telling
from companion.telling import boomtown_bandits as bb
from companion.telling.boomtown_bandits import lines
from shared_rules import games
from shared_rules.engine import Match
from shared_rules.engine.lines import position
from shared_rules.games.boomtown_bandits import words as ids
from tests.companion.tellings import bare
from tests.companion.test_telling import assert_refusal, check_prompt, check_result, is_a_word, is_told

GAME = "boomtown_bandits"
NAMES = ("Ana", "Bo", "Cy", "Di", "Eli")
LANGUAGES = i18n.languages()
MATCHES = 8  # for each way to play
WAYS: list[dict[str, Any]] = [
    {},
    {"placement": "whose", "cards_in_ties": True},
    {"placement": "counted", "nobody_left": "again", "sudden_death": "first_hit"},
    {"entry": "winners"},
    {"responses": "every_hit", "inspector": "out"},
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


def begin(people: int, **options: Any) -> Match:
    rulebook = games.rulebook(GAME)
    return Match(rulebook, rulebook.set_up(NAMES[:people], options))


def check_log(words: Telling, match: Match) -> None:
    for line in match.log():
        said = words.line(line)
        assert is_told(said.text, line["id"]), line
        assert not said.text.endswith("."), said
        if {"hidden": True} in line["params"].values():
            assert not re.search(r"\d", said.text), said
        if said.seat is not None:
            assert said.seat in match.setup.players
            assert not re.search(rf"\b{said.seat}\b", said.text), said  # the mark says it


@pytest.mark.parametrize("language", ["en"])  # it speaks all of them
@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way) or "as it comes")
def test_random_matches_have_words_for_everything(words: Telling, way: dict[str, Any]):
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
        if match.n % 20 < len(LANGUAGES):
            for other in match.also():
                check_prompt(words, other.as_json(), match.setup.players)
                assert is_told(words.act({"id": other.id, "of": other.of}).text, other.id)
                refused.update(other.as_json()["greyed"].values())

    for seed in range(MATCHES):
        match = begin(2 + seed % 4, **way)
        play(match, random.Random(f"{way} {seed}"), seed % 3 == 0, check_everything)
        found.update(line["id"] for line in match.log())
        for language in LANGUAGES:
            i18n.use(language)
            check_log(words, match)
            check_result(words, position(match)["result"], match.setup.players)
    assert len(found) > 20 and len(refused) > 4


class TestTables:
    def test_every_line_of_the_rulebook_has_a_form(self):
        assert set(lines.LINES) == set(ids.LINES)

    def test_every_refusal_of_the_rulebook_has_a_form(self, words: Telling):
        assert set(bb.REFUSALS) == set(words.rulebook.refusals)
        for code in bb.REFUSALS:
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

    def test_every_field_that_can_be_corrected(self, words: Telling):
        match = begin(5)
        play(match, random.Random(1), until=12)
        prompt = match.act_prompt("correct", "table").as_json()
        told = [words.option(prompt, field) for field in prompt["options"]]
        assert len(set(told)) == len(told) == 6 + 5 * 6
        assert all(is_told(word.text) and not re.search(r"[:_]", word.text) for word in told)

    def test_what_is_no_field_of_this_game(self, words: Telling):
        assert words.field("coins at the bank") == Word("coins at the bank")


@pytest.mark.usefixtures("english")
class TestWords:
    def said(self, words: Telling, line_id: str, **params: Any) -> Said:
        return words.line({"id": line_id, "params": params})

    def test_a_target_and_what_lies_there(self, words: Telling):
        assert words.option(bare("bb.shootout.target"), "shooter:Ana: the second").text == (
            "Shooter (Ana: the second)"
        )
        told = [words.option(bare("bb.shootout.lies"), each).text for each in ("bullets:1", "bullets:2")]
        assert told == ["1 bullet", "2 bullets"]
        assert words.option(bare("bb.shootout.lies"), "run:Bo").text == "Bo runs away"
        assert words.option(bare("bb.shootout.lies"), "several").text == "More than one thing"

    def test_a_note_tells_only_whom_it_may(self, words: Telling):
        hidden = self.said(words, "bb.noted", seat="Ana", location="train", value={"hidden": True})
        assert hidden == ("Ana", "Notes a card from Train")
        assert self.said(words, "bb.noted", seat="Ana", location="train", value=5).text.endswith(": $5")

    def test_whoever_it_happens_to_is_not_named_twice(self, words: Telling):
        told = [
            self.said(words, "bb.effect.added", seat="Ana", of=who, token="coward", location="train").text
            for who in ("Ana", "Bo")
        ]
        assert told == ["One more: Coward (self)", "One more: Coward (Bo)"]
        moved = self.said(words, "bb.effect.moved", seat="Ana", of="Bo", taker="Ana", location="mine")
        assert moved.text == "Loot from Mine: taken from Bo, for self"

    def test_a_call(self, words: Telling):
        assert self.said(words, "bb.called", seat="Ana", bullets=0, evidence=None).text == "HIT: run away"
        assert self.said(words, "bb.called", seat="Ana", bullets=2, evidence=3).text == "HIT: 2 bullets"
        hit = self.said(words, "bb.hit", seat="Ana", tokens=[["Bo", "shooter"], ["Cy", "coward"]])
        assert hit == ("Ana", "Hits Shooter (Bo), Coward (Cy)")

    def test_the_recount(self, words: Telling):
        piles = {"train": {"counted": 3, "expected": 4}}
        assert self.said(words, "bb.recount.differs", who="Ana", piles=piles).text == (
            "Counted: Train 3 instead of 4"
        )
        likely = {"what": "won", "of": "table", "round": 2, "location": "bank", "explained": 2}
        assert self.said(words, "bb.recount.likely", unexplained=0, **likely) == (
            None,
            "Perhaps wrong (round 2): who won at Bank?",
        )

    def test_money(self, words: Telling):
        assert words.score(5) == "$5" and words.score({"min": 3, "max": None}) == "at least $3"
        assert words.score({"min": 3, "max": 9}) == "$3 to $9"
        result = {
            "ranking": [["Bo"], ["Ana"]],
            "scores": {"Ana": 8, "Bo": 8},
            "breakdown": {"Ana": {}, "Bo": {}},
        }
        assert words.verdict(result) == "Bo wins with $8: final shootout."

    def test_what_the_box_is_asked(self, words: Telling):
        assert words.ask(bare("box.bonus_own_this_town")) == (
            "Bonus card: Own This Town!: how many dollars are printed there?"
        )
        assert words.fact("loot_mine_7").text == "Mine: loot card 7 of 7"
