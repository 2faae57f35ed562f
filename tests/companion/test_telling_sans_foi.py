"""What Sans Foi Ni Loi says: words for every prompt, line, refusal and result, in every language."""

import random
import re
from fractions import Fraction
from typing import Any

import pytest

from companion import i18n
from companion.random_play import play
from companion.telling import Said, Telling, Word, telling
from companion.telling import sans_foi_ni_loi as sf
from companion.telling.engine import amount
from companion.telling.sans_foi_ni_loi import lines
from shared_rules import games
from shared_rules.engine import Match
from shared_rules.engine.lines import position
from shared_rules.games.sans_foi_ni_loi import recount
from shared_rules.games.sans_foi_ni_loi import words as ids
from tests.companion.tellings import bare
from tests.companion.test_telling import assert_refusal, check_prompt, check_result, is_a_word, is_told

GAME = "sans_foi_ni_loi"
NAMES = ("Ana", "Bo", "Cy", "Di", "Eli", "Flo")
LANGUAGES = i18n.languages()
MATCHES = 3  # for each way to play
WAYS: list[dict[str, Any]] = [
    {},
    {"line": "cards", "ties": "split", "mine": "may"},
    {"guard": "outcome", "lost_land": "herds", "equal_herds": "neighbour"},
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
    return Match(rulebook, rulebook.set_up(NAMES[:people], options, {f"gold_{people}": 60, "deck": 80}))


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

    for seed in range(MATCHES):
        match = begin(2 + 2 * seed, **way)
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
        assert set(sf.REFUSALS) == set(words.rulebook.refusals)
        for code in sf.REFUSALS:
            assert_refusal(words, code, {})

    def test_every_choice_of_an_option_has_a_word(self, words: Telling):
        for option in words.rulebook.options:
            if option.choices != (False, True):
                for choice in option.choices:
                    assert is_a_word(lambda each, name=option.id: words.choice(name, each), choice)

    def test_every_entry_that_a_recount_may_point_at(self):
        assert set(lines.MISTAKEN) == set(recount.OTHERWISE) - {"sold", "exploded"}

    def test_every_field_that_can_be_corrected(self, words: Telling):
        match = begin(6)
        match.answer("Ana")
        prompt = match.act_prompt("correct", "table").as_json()
        told = [words.option(prompt, field) for field in prompt["options"]]
        assert len(set(told)) == len(told) == 2 * 6 + 3
        assert all(is_told(word.text) and not re.search(r"[:_]", word.text) for word in told)

    @pytest.mark.parametrize("field", ["herds of Ana", "gold", "bank:Ana", "pot:Ana"])
    def test_what_is_no_field_of_this_game(self, words: Telling, field: str):
        assert words.field(field) == Word(field)

    def test_every_fact_of_the_box_has_a_name_of_its_own(self, words: Telling):
        told = [words.fact(fact.id).text for fact in words.rulebook.box]
        assert len(set(told)) == len(told)


@pytest.mark.usefixtures("english")
class TestWords:
    def said(self, words: Telling, line_id: str, **params: Any) -> Said:
        return words.line({"id": line_id, "params": params})

    def test_herds_and_where_they_are(self, words: Telling):
        about = {
            "cards": {"herd4": {"kind": "herd", "value": 3, "age": 6, "worth": 12, "on": "land2"}},
            "lands": {"land2": {"kind": "land", "quality": "good", "herds": 1, "holds": 2}},
        }
        prompt = bare("sf.sell", ask={"params": about})
        assert words.option(prompt, "herd4").text == "3 × 4 = 12"  # noqa: RUF001    times
        elsewhere = about | {"cards": about["cards"] | {"herd7": about["cards"]["herd4"] | {"on": "land5"}}}
        text = words.option(bare("sf.sell", ask={"params": elsewhere}), "herd4").text
        assert text == "3 × 4 = 12 (Good land 2)"  # noqa: RUF001    times
        among_others = bare("sf.effect.card", ask={"params": about})
        text = "Herd 3 × 4 = 12 (Good land 2)"  # noqa: RUF001    times
        assert words.option(among_others, "herd4").text == text
        where = bare("sf.card.where", ask={"params": {"lands": about["lands"]}})
        assert words.option(where, "land2").text == "Good land 2, 1 of 2"
        assert words.option(where, "ranch").text == "On no land"

    def test_cards_of_the_line_are_known_by_what_they_are(self, words: Telling):
        about = {"params": {"line": {"line1": "mine", "line4": "cowboy"}}}
        for prompt in (bare("sf.effect.order", ask=about), bare("sf.effect.place", ask=about)):
            word = words.option(prompt, "line4")
            assert (word.text, word.icon) == ("Cowboy (Line 4)", "account_cowboy_hat")
        assert words.option(bare("sf.effect.place"), "line4").text == "Line, place 4"

    def test_cards_that_were_seen_before(self, words: Telling):
        told = [
            words.option(bare("sf.card", place=kind), face).text
            for kind, face in (("herd", "3:2"), ("fence", "2:1"), ("mine", "0:4"), ("mine", "another"))
        ]
        assert told == ["Herd 3, 2 points", "Fence +2, 1 point", "Gold mine, 4 points", "Another card"]

    def test_who_throws_for_what(self, words: Telling):
        about = {"params": {"owner": "Ana", "herds": 2, "bonus": 1}}
        assert "Ana" in words.ask(bare("sf.guard", of="Bo", ask=about))
        assert words.ask(bare("sf.guard", of="Ana", ask=about)).startswith("Your herds")

    def test_a_sale(self, words: Telling):
        herds = [
            {"kind": "herd", "value": 3, "age": 2, "worth": 6},
            {"kind": "herd", "value": 1, "age": 5, "worth": 4},
        ]
        said = self.said(words, "sf.sold", seat="Ana", cards=herds, gold=10)
        assert said == ("Ana", "Sells Herd 3 × 2 = 6, Herd 1 × 4 = 4: 10 gold pieces")  # noqa: RUF001    times

    def test_a_herd_that_was_just_laid_has_no_price_yet(self, words: Telling):
        herd = {"kind": "herd", "value": 3, "age": 0, "worth": 0}
        land = {"kind": "land", "quality": "good"}
        said = self.said(words, "sf.laid", seat="Ana", card=herd, land=land, cost=2)
        assert said == ("Ana", "Lays Herd 3 (Good land), 2 points")

    def test_an_explosion(self, words: Telling):
        lost = [{"kind": "mine"}, {"kind": "cowboy", "bonus": 2}]
        land = {"kind": "land", "quality": "scrub"}
        said = self.said(words, "sf.mine.exploded", seat="Ana", dice=[5, 6], land=land, cards=lost)
        assert said == ("Ana", "The mine explodes, 5+6: Scrubland, Cowboy +2")

    def test_the_bank_is_no_player(self, words: Telling):
        said = self.said(words, "sf.effect.gold", seat="Ana", giver="table", taker="Ana", gold=1)
        assert said == ("Ana", "1 gold piece: from The bank to self")
        said = self.said(words, "sf.effect.gold", seat="table", giver="Ana", taker="table", gold=2)
        assert said == (None, "2 gold pieces: from Ana to The bank")
        assert words.option(bare("sf.effect.pays"), "table").text == "The bank"

    def test_a_card_out_of_turn(self, words: Telling):
        assert (
            self.said(words, "sf.played", seat="Ana", of="Bo", cost=2).text == "Plays a card on Bo, 2 points"
        )
        assert self.said(words, "sf.played", seat="Ana", of="Bo", cost=0).text.endswith("out of turn on Bo")

    def test_shared_points_stay_exact(self, words: Telling):
        told = [words.score(value) for value in (0, 1, 5, 1.5, float(Fraction(10, 3)), 0.5)]
        assert told == ["0 points", "1 point", "5 points", "1 1/2 points", "3 1/3 points", "1/2 point"]
        line = self.said(
            words, "sf.category", category="lands", counts={"Ana": 1}, points={"Ana": 2.5, "Bo": 2.5, "Cy": 0}
        )
        assert line == (None, "Lands: Ana 2 1/2, Bo 2 1/2")

    def test_the_verdict(self, words: Telling):
        result = {
            "ranking": [["Bo"], ["Ana"]],
            "scores": {"Ana": 8, "Bo": 10},
            "breakdown": {"Ana": {}, "Bo": {}},
        }
        assert words.verdict(result) == "Bo wins with 10 points."

    def test_more_gold_may_decide(self, words: Telling):
        result = {"ranking": [["Bo"], ["Ana"]], "scores": {"Ana": 8, "Bo": 8}, "breakdown": {}}
        assert words.verdict(result) == "Bo wins with 8 points: more gold."

    def test_the_recount(self, words: Telling):
        things_ = {"herds": {"counted": 3, "expected": 4}}
        assert self.said(words, "sf.recount.differs", who="Ana", things=things_).text == (
            "Counted: Herds 3 instead of 4"
        )
        likely = {"what": "sale", "of": "Ana", "round": 2, "explained": 2}
        assert self.said(words, "sf.recount.likely", unexplained=0, **likely) == (
            "Ana",
            "Perhaps wrong (round 2): which herds were sold?",
        )

    def test_what_the_box_is_asked(self, words: Telling):
        assert words.ask(bare("box.gold_4")) == "Gold in the bank, with 4 players: how many?"
        assert words.fact("herd_2_value").text == "Herd, card 2: value"


def test_every_number_of_points_that_can_be_shared_comes_back():
    for parts in range(1, 7):
        for sum_ in range(12):
            share = Fraction(sum_, parts)
            whole, _, rest = amount(float(share)).rpartition(" ")
            assert Fraction(whole or 0) + Fraction(rest) == share
