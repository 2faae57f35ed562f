"""What o BOM, o MAU e o BODE says in English, word by word."""

from typing import Any

import pytest

from companion.telling import Telling, Word, telling
from shared_rules import games
from shared_rules.engine import Refused, Value
from tests.companion.tellings import bare, begin


@pytest.fixture
def words() -> Telling:
    return telling("bom_mau_bode")


class TestEnglish:
    def said(self, words: Telling, line_id: str, **params: Any) -> tuple[str | None, str]:
        return tuple(words.line({"n": 1, "id": line_id, "params": params}))

    def test_an_offer(self, words: Telling):
        prompt = bare("bom.offer.answer", of="Molly", ask={"params": {"dealer": "Arthur", "declared": None}})
        assert words.ask(prompt) == "Arthur offers you a card"
        prompt["ask"]["params"]["declared"] = "outlaw"
        assert words.ask(prompt) == "Arthur offers you “the Outlaw”"
        assert words.ask(bare("bom.offer.answer")) == "A card is offered to you"
        assert words.option(prompt, "accept") == Word("Accept", "check")

    def test_who_and_which(self, words: Telling):
        assert words.ask(bare("bom.offer.receiver")) == "Who gets the card?"
        assert words.ask(bare("bom.offer.card")) == "Which card was it?"

    def test_plurals(self, words: Telling):
        assert words.ask(bare("bom.charlatan.coins", total=1)) == "Whose coin do you take?"
        assert words.ask(bare("bom.charlatan.coins", total=3)) == "Whose 3 coins do you take?"
        assert words.ask(bare("bom.waitress.bottles", total=1)) == "Who gets the bottle?"
        assert words.amount("supplies", 1) == "1 supply"

    def test_the_waitress_in_the_gamblers_place(self, words: Telling):
        asked = [words.ask(bare("bom.gambler.victim", place=card)) for card in ("gambler", "waitress")]
        assert asked == ["Whose token do you take?", "In the Gambler's place: whose token do you take?"]

    def test_the_mocks_lines(self, words: Telling):
        seller = {"seat": "Pedro", "location": "shop", "token": "supplies", "count": 2}
        assert self.said(words, "bom.took.tokens", **seller) == ("Pedro", "Seller: 2 supplies")
        widow = {"seat": "Molly", "location": "bank", "count": 3}
        assert self.said(words, "bom.took.coins", **widow) == ("Molly", "Widow: 3 coins")
        thief = {"seat": "Pedro", "location": "mine", "token": "gold", "count": 2}
        assert self.said(words, "bom.thief.stole", **thief) == ("Pedro", "Thief: 2 gold from Mine")

    def test_the_sheriff(self, words: Telling):
        stopped = {"seat": "Ana", "coins": 1, "charlatan": "Bo", "given_back": {"Ana": 1, "Bo": 0, "Cy": 2}}
        assert self.said(words, "bom.sheriff.stopped_charlatan", **stopped) == (
            "Ana",
            "Stops the Charlatan: 1 coin; 3 back (self 1, Cy 2)",
        )
        stopped = {"seat": "Ana", "coins": 2, "thief": "Bo", "location": "mine", "count": 1}
        assert self.said(words, "bom.sheriff.stopped_thief", **stopped) == (
            "Ana",
            "Stops the Thief: 2 coins; 1 gold back to Mine",
        )
        nothing = {**stopped, "location": "saloon", "count": 0}
        assert self.said(words, "bom.sheriff.stopped_thief", **nothing) == ("Ana", "Stops the Thief: 2 coins")

    def test_whose_sheriff_was_killed(self, words: Telling):
        killed = {"seat": "Ana", "coins": 4}
        others, own = (self.said(words, "bom.outlaw.killed", sheriff=who, **killed) for who in ("Bo", "Ana"))
        assert others == ("Ana", "Outlaw: kills Bo's Sheriff, 4 coins")
        assert own == ("Ana", "Outlaw: kills their own Sheriff, 4 coins")

    def test_a_split(self, words: Telling):
        assert self.said(words, "bom.waitress.gave", seat="Ana", bottles={"Bo": 2, "Cy": 0}) == (
            "Ana",
            "Waitress: 2 bottles (Bo)",
        )

    def test_a_recount(self, words: Telling):
        things = {"coin": {"counted": 3, "expected": 5}, "gold": {"counted": 1, "expected": 0}}
        assert self.said(words, "bom.recount.differs", who="Ana", things=things) == (
            "Ana",
            "Counted: Coins 3 instead of 5; Gold 1 instead of 0",
        )
        assert self.said(words, "bom.recount.differs", who="table", things={"coin": things["coin"]}) == (
            None,
            "Counted on the table: Coins 3 instead of 5",
        )
        total = {"thing": "coin", "counted": 38, "should_be": 40, "by": -2}
        assert self.said(words, "bom.recount.total", **total) == (None, "Coins: 38 in all instead of 40")
        likely = {"of": "Bo", "round": 2, "turn": 3, "explained": 2, "question": "bom.offer.answer"}
        assert self.said(words, "bom.recount.likely", unexplained=0, **likely) == (
            "Bo",
            "Perhaps wrong (round 2, offer 3): accepted or refused?",
        )
        assert self.said(words, "bom.recount.likely", unexplained=1, **likely) == (
            "Bo",
            "Perhaps wrong (round 2, offer 3): accepted or refused? (1 thing stays unexplained)",
        )

    def test_a_seat_that_was_handed_over(self, words: Telling):
        told = [
            self.said(words, "engine.handed_over", seat="Ana", to_whom=who) for who in ("Bo", "table", "Ana")
        ]
        assert told == [
            ("Ana", "Bo acts from now on"),
            ("Ana", "The table acts from now on"),
            ("Ana", "Acts again"),
        ]

    def test_refusals_name_what_is_known(self, words: Telling):
        why = {"id": "bom.charlatan.coins", "option": "Bo", "max": 1}
        assert words.refusal("answer.limit", why) == "Bo: 1 at most. Choose less there."
        assert words.refusal("answer.limit", {}) == "That is too much for one. Choose less there."
        why = {"id": "bom.offer.receiver", "option": "Bo"}
        assert words.refusal("bom.offer.receiver_inactive", why).startswith("Bo is inactive")

    def test_a_real_refusal(self, words: Telling):
        match = begin()
        with pytest.raises(Refused) as refused:
            match.answer("Zoe")
        told = words.refusal(refused.value.code, refused.value.why)
        assert told == "That is not one of the answers. Choose one of those shown."

    def result(
        self, *ranking: list[str], coins: dict[str, int] | None = None, **scores: Any
    ) -> dict[str, Any]:
        breakdown = {name: {"coins": (coins or {}).get(name, 0), "tokens": 0} for name in scores}
        told = {
            name: value.as_json() if isinstance(value, Value) else value for name, value in scores.items()
        }
        return {"ranking": list(ranking), "scores": told, "breakdown": breakdown}

    def test_who_won(self, words: Telling):
        assert words.verdict(self.result(["Ana"], ["Bo"], Ana=18, Bo=12)) == "Ana wins with $18."
        assert (
            words.verdict(self.result(["Ana", "Bo"], Ana=8, Bo=8)) == "Ana and Bo share the victory with $8."
        )

    def test_what_broke_a_tie(self, words: Telling):
        tie = self.result(["Ana"], ["Bo"], Ana=8, Bo=8, coins={"Ana": 6, "Bo": 5})
        assert words.verdict(tie) == "Ana wins with $8: more coins."
        tie = self.result(["Ana"], ["Bo"], Ana=8, Bo=8, coins={"Ana": 4, "Bo": 4})
        assert words.verdict(tie) == "Ana wins with $8: more tokens."

    def test_what_only_a_recount_can_tell(self, words: Telling):
        open_end = self.result(["Ana", "Bo"], Ana=Value(8, 11), Bo=Value(7, 10))
        assert words.verdict(open_end) == "Ana and Bo: without a recount nobody can tell who won."
        assert words.score({"min": 8, "max": 11}) == "$8 to $11"

    def test_bounds_of_points(self):
        words = Telling(games.rulebook("bom_mau_bode"))
        ends = [(None, None), (3, None), (None, 4), (3, 4)]
        told = [words.score({"min": least, "max": most}) for least, most in ends]
        assert told == ["unknown", "at least 3", "at most 4", "3 to 4"]
