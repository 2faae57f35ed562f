"""What the games say: every id has words in every language, and no word tells a secret."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion import i18n
from companion.random_play import play
from companion.telling import GAMES, Said, Telling, Word, telling
from companion.telling import bom_mau_bode as bom
from companion.telling import engine as of_every_game
from companion.telling.bom_mau_bode import lines, things
from shared_rules import games
from shared_rules.engine import Match
from shared_rules.engine import refusals as r
from shared_rules.engine.lines import position
from shared_rules.engine.rulebook import describe
from shared_rules.games.bom_mau_bode import words as ids
from tests.companion.tellings import bare, begin

LANGUAGES = i18n.languages()
MATCHES = 30  # for each number of people, with and without the Chef
# What is no word for people: an id, a parameter that was not filled in, Python's own.
RAW = re.compile(r"\b(bom|bb|dw|sf|bon|engine|answer|box|save|setup)\.|[{}_]|\bNone\b|hidden|mappingproxy")


@pytest.fixture(params=LANGUAGES, autouse=True)
def language(request: pytest.FixtureRequest) -> str:
    """Every test speaks every language; those that quote a sentence ask for English."""
    return i18n.use(request.param)


@pytest.fixture
def words() -> Telling:
    return telling("bom_mau_bode")


@pytest.fixture
def english(language: str) -> None:
    i18n.use("en")


def is_told(text: str, told_id: str = "") -> bool:
    """Is it words, and not the id itself?"""
    return bool(text) and text != told_id and not RAW.search(text)


# -- what a rulebook declares


class TestEveryGame:
    def test_all_on_the_shelf_have_words(self):
        assert set(GAMES) == set(games.GAMES)

    def test_one_that_has_none(self):
        with pytest.raises(LookupError):
            telling("whist")

    @pytest.mark.parametrize("game", GAMES)
    def test_what_home_and_set_up_say(self, game: str):
        words = telling(game)
        least, most = games.rulebook(game).seats
        assert words.title
        assert words.players == f"{least}–{most}"  # noqa: RUF001    a dash between numbers
        assert not words.minutes or re.match(r"\d+ ", words.minutes)

    @pytest.mark.parametrize("game", GAMES)
    def test_every_id_that_is_declared(self, game: str):
        words, said = telling(game), describe(games.rulebook(game))
        unsaid = [
            *(key for key in said["prompts"] if not is_told(words.ask(any_prompt(key)), key)),
            *(key for key in said["interjections"] if not is_told(words.act({"id": key, "of": "Ana"}).text)),
            *(option["id"] for option in said["options"] if not is_a_word(words.setting, option["id"])),
            *(fact["id"] for fact in said["box"] if not is_a_word(words.fact, fact["id"])),
            *(code for code in said["refusals"] if code in words.refusal(code, {})),
        ]
        assert unsaid == []

    @pytest.mark.parametrize("game", GAMES)
    def test_every_option_of_a_vocabulary(self, game: str):
        words, said = telling(game), describe(games.rulebook(game))
        for key, question in said["prompts"].items():
            for option in said["vocabularies"].get(question["words"], ()):
                assert is_a_word(lambda each, key=key: words.option(bare(key), each), option), (key, option)

    @pytest.mark.parametrize("game", GAMES)
    def test_every_section_is_the_rulebooks(self, game: str):
        words, rulebook = telling(game), games.rulebook(game)
        assert words.sections == tuple(rulebook.sections)
        for key, question in describe(rulebook)["prompts"].items():
            assert words.rule(key) == i18n._(question["section"])
        for key, section in words.cites.items():
            assert words.rule(key) == i18n._(section) != ""
        for rule in rulebook.rules:
            assert words.rule(rule.id) == i18n._(rule.section) != ""

    @pytest.mark.parametrize("game", GAMES)
    def test_every_icon_is_there(self, game: str, w: Any):
        named = {word.icon for word in every_word(telling(game)) if word.icon}
        for name in named:
            w.Icon(name=name)
        assert named

    def test_the_engines_refusals_are_all_there(self):
        assert set(of_every_game.REFUSALS) == set(r.CODES)

    def test_a_code_of_nobody(self, words: Telling):
        assert "tea.cold" in words.refusal("tea.cold", {})


def any_prompt(prompt_id: str) -> dict[str, Any]:
    places = {"correct.to": "coin:Ana", "bom.recount.count": "coin"}
    return bare(prompt_id, place=places.get(prompt_id))


def is_a_word(say: Any, word_id: str) -> bool:
    """Is there a word for an id, which no id looks like?"""
    word = say(word_id)
    return isinstance(word, Word) and is_told(word.text, word_id)


def every_word(words: Telling) -> Iterator[Word]:
    tables = [*words.vocabularies.values(), *words.options.values(), words.acts, words.settings]
    for table in [*tables, words.facts, words.sources, things.THINGS, of_every_game.ACTS]:
        yield from table.values()


class TestWhatLiesOnTheTable:
    @pytest.mark.parametrize("thing", things.THINGS)
    def test_it_has_a_name(self, words: Telling, thing: str):
        assert is_a_word(words.thing, thing)

    @pytest.mark.parametrize("people", [2, 3, 4, 5])
    def test_every_field_that_can_be_corrected(self, words: Telling, people: int):
        match = begin(people)
        play(match, random.Random(people), until=30)
        prompt = match.act_prompt("correct", "table").as_json()
        assert len(prompt["options"]) > 3 * people
        told = [words.option(prompt, field) for field in prompt["options"]]
        assert all(is_told(word.text) and not re.search(r"[:_]", word.text) for word in told)
        assert len(set(told)) == len(told)

    def test_a_person_may_be_called_as_anything(self, words: Telling):
        for name in ("bank", "Ana:Bo", "coins_at:bank", "{n}", "accept"):
            for what in ("coin", "gold"):
                assert words.field(f"{what}:{name}").text.count(name) == 1

    def test_a_number_has_its_unit(self, words: Telling):
        for thing in things.AMOUNTS:
            for count in (0, 1, 2, 5):
                assert re.fullmatch(rf"{count} \w[\w ]+", words.amount(thing, count))


# -- matches


def check_prompt(words: Telling, prompt: dict[str, Any], players: tuple[str, ...]) -> None:
    question = words.ask(prompt)
    assert is_told(question, prompt["id"]), prompt
    assert len(re.findall(r"[.?!](?= |$)", question)) <= 1, question  # one sentence
    for option in (*prompt["options"], *prompt["greyed"]):
        word = words.option(prompt, option)
        if option in players:
            assert word == Word(option)
        else:
            assert is_told(word.text, option), (prompt["id"], option)
    for option, code in prompt["greyed"].items():
        assert_refusal(words, code, {"id": prompt["id"], "option": option})
        assert_refusal(words, code, {})
    if prompt["optional"]:
        assert is_told(words.skip(prompt))


def assert_refusal(words: Telling, code: str, params: dict[str, Any]) -> None:
    """What is wrong, and what to do: two sentences."""
    text = words.refusal(code, params)
    assert is_told(text), code
    assert code not in text
    assert text.endswith(".")
    assert len(re.findall(r"[.:](?= |$)", text)) >= 2, text


def check_log(words: Telling, match: Match, viewer: str = "public") -> None:
    for line in match.log(viewer=viewer):
        said = words.line(line)
        assert is_told(said.text, line["id"]), line
        assert not said.text.endswith("."), said
        if {"hidden": True} in line["params"].values():
            assert tells_no_kind(words, said), said
        if said.seat is not None:
            assert said.seat in match.setup.players
            assert not re.search(rf"\b{said.seat}\b", said.text), said  # the mark says it


def tells_no_kind(words: Telling, said: Said) -> bool:
    """Does a line name no kind of Resource token?"""
    named = [words.amount(kind, 1) for kind in things.RESOURCES]
    named += [words.thing(kind).text.lower() for kind in things.RESOURCES]
    return not any(name in said.text.lower() for name in named)


def check_everything(words: Telling, match: Match, refused: set[str]) -> None:
    """Whatever is asked, open or said now. Each entry is looked at in one language, by turns."""
    i18n.use(LANGUAGES[match.n % len(LANGUAGES)])
    said = position(match)
    players = match.setup.players
    if "prompt" in said:
        check_prompt(words, said["prompt"], players)
        refused.update(said["prompt"]["greyed"].values())
        if match.n % 10 < len(LANGUAGES):  # most of it stays as it is from one entry to the next
            for other in match.also():
                check_prompt(words, other.as_json(), players)
                assert is_told(words.act({"id": other.id, "of": other.of}).text, other.id)
    if match.n % 40 < len(LANGUAGES):
        check_log(words, match)


@pytest.mark.parametrize("language", ["en"])  # it speaks all of them
@pytest.mark.parametrize("chef", [False, True], ids=["without", "with the Chef"])
@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_random_matches_have_words_for_everything(words: Telling, people: int, chef: bool):
    lines: set[str] = set()
    refused: set[str] = set()
    for seed in range(MATCHES):
        match = begin(people, chef=chef, open_money=seed % 10 == 9)
        chance = random.Random(f"{people} {chef} {seed}")
        play(match, chance, seed % 3 == 0, lambda match: check_everything(words, match, refused))
        lines.update(line["id"] for line in match.log())
        for language in LANGUAGES:
            i18n.use(language)
            check_log(words, match)
            check_result(words, position(match)["result"], match.setup.players)
    assert len(lines) > 35
    assert len(refused) > 5


def check_result(words: Telling, result: dict[str, Any], players: tuple[str, ...]) -> None:
    verdict = words.verdict(result)
    assert is_told(verdict)
    for name in players:
        assert (name in verdict) == (name in result["ranking"][0])
        assert re.search(r"\d", words.score(result["scores"][name]))
        for source, value in result["breakdown"][name].items():
            assert is_a_word(words.source, source)
            assert re.search(r"\d", words.score(value))


# Every line that a rulebook says, by the parameters it has there; what random play rarely comes to.
RARE: list[dict[str, Any]] = [
    {"id": "engine.forced", "params": {"prompt": "bom.recount", "of": "table", "answer": None}},
    {"id": "engine.forced", "params": {"prompt": "x", "of": "Ana", "answer": {"hidden": True}}},
    {"id": "engine.forced", "params": {"prompt": "x", "of": "Ana", "answer": 3}},
    {"id": "engine.forced", "params": {"prompt": "x", "of": "Ana", "answer": ["Bo", "Cy"]}},
    {
        "id": "engine.corrected",
        "params": {"seat": "Bo", "field": "coin:Ana", "value": {"hidden": True}},
    },
    {"id": "engine.corrected", "params": {"seat": "table", "field": "coins of Ana", "value": 3}},  # version 1
    {"id": "bom.recount.told_wrong", "params": {"seat": "Ana"}},
    {"id": "bom.gambler.told_apart", "params": {"seat": "Ana"}},
    {"id": "bom.recount.adds_up", "params": {}},
    *(
        {
            "id": "bom.recount.likely",
            "params": {"question": q, "of": "Ana", "round": 2, "turn": t, "explained": 3, "unexplained": n},
        }
        for q in [*lines.MISTAKEN, "box.coins_bank"]
        for t in (None, 4)
        for n in (0, 1, 2)
    ),
]


class TestLines:
    @pytest.mark.parametrize("line", RARE, ids=lambda line: line["id"])
    def test_what_is_rarely_said(self, words: Telling, line: dict[str, Any]):
        assert is_told(words.line(line).text, line["id"])

    def test_every_line_of_the_rulebook_has_a_form(self, words: Telling):
        assert set(lines.LINES) == set(ids.LINES)

    def test_every_refusal_of_the_rulebook_has_a_form(self, words: Telling):
        assert set(bom.REFUSALS) == set(words.rulebook.refusals)

    def test_every_entry_that_may_be_named_as_wrong(self, words: Telling):
        """An entry is named by its question; those that are only asked in Upkeep or a recount never are."""
        never = {"bom.first_dealer", "bom.face_up", "bom.face_up.instead", "bom.offer.receiver"}
        asked = {key for key in words.rulebook.questions if not key.startswith("bom.recount")}
        assert asked - never - {"bom.chef.location"} == set(lines.MISTAKEN)

    def test_a_line_of_other_rules_stays_readable(self, words: Telling):
        for line in ({"id": "bom.raid", "params": {}}, {"id": "bom.declared", "params": {"who": "Ana"}}):
            assert words.line(line) == Said(None, line["id"])

    @pytest.mark.parametrize(
        "names", [("{n}", "{place}", "bank"), ("gold", "refuse", "%s"), ("self", "a", "x of y")]
    )
    def test_names_are_only_names(self, words: Telling, names: tuple[str, ...]):
        for seed in range(3):
            match = begin(players=names)
            play(match, random.Random(seed), True)
            for line in match.log():
                words.line(line)
            assert any(name in words.verdict(position(match)["result"]) for name in names)


# -- secrets


class TestSecrets:
    def drawn(self, *, told: bool) -> tuple[Match, int]:
        """A match in which somebody drew a token that only two know, and where in the log that is said."""
        for seed in range(200):
            match, chance = begin(4), random.Random(seed)
            while match.prompt is not None and match.prompt.id != "bom.gambler.token":
                play(match, chance, until=match.n + 1)
            if match.prompt is not None:
                match.answer(match.prompt.pick(chance.randrange) if told else None)
                log = match.log()
                return match, max(k for k, line in enumerate(log) if line["id"] == "bom.gambler.drew")
        raise AssertionError("nobody drew a token in 200 matches")

    def test_the_public_is_told_of_a_token_and_no_more(self, words: Telling):
        match, at = self.drawn(told=True)
        line = match.log()[at]
        assert line["params"]["token"] == {"hidden": True}
        assert tells_no_kind(words, words.line(line))

    def test_the_two_are_told_which(self, words: Telling):
        match, at = self.drawn(told=True)
        params = match.log()[at]["params"]
        others = [name for name in match.setup.players if name not in (params["seat"], params["victim"])]
        public = words.line(match.log()[at])
        for viewer in (params["seat"], params["victim"]):
            assert words.line(match.log(viewer=viewer)[at]) != public
        for viewer in others:
            assert words.line(match.log(viewer=viewer)[at]) == public

    def test_who_kept_it_secret_is_told_of_the_same_way(self, words: Telling):
        for told in (True, False):
            match, at = self.drawn(told=told)
            line = match.log()[at]
            kept = {**line, "params": {**line["params"], "token": None}}
            assert words.line(line) == words.line(kept)


def test_a_switch_is_live(words: Telling, language: str):
    """The same words speak another language without being made anew."""
    prompt = bare("bom.offer.receiver")
    i18n.use("en")
    before = words.ask(prompt)
    i18n.use(language)
    assert words.ask(prompt) == i18n._(before)
