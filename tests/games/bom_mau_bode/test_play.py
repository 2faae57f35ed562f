"""Any legal play leads on to an end, and everything that must hold holds after every entry."""

import itertools
import json

import pytest

from shared_rules.engine import Broken, Match, Refused
from shared_rules.engine.entries import Entry
from shared_rules.engine.saves import _sum, load, save, shown
from shared_rules.games.bom_mau_bode import BomMauBode, invariants, words
from tests.engine.games import told
from tests.games.bom_mau_bode.random_play import begun, play
from tests.games.bom_mau_bode.script import Game

TABLES = [*itertools.product((2, 3, 4, 5), (False, True))]


@pytest.mark.parametrize(("people", "chef"), TABLES)
def test_bom_19_bom_64_random_matches(people, chef):
    for seed in range(6):
        match = play(begun(people, chef), seed)
        assert match.result is not None
        last = [line for line in match.log() if line["id"] == "bom.last_active"]
        assert len(last) == (4 if people == 2 else 3), "BOM-19: reached exactly once in a round"


@pytest.mark.long
@pytest.mark.parametrize(("people", "chef"), TABLES)
def test_bom_64_many_random_matches(people, chef):
    for seed in range(300):
        assert play(begun(people, chef), seed, interject=0.1 * (seed % 2)).result is not None


@pytest.mark.parametrize(("people", "chef"), TABLES)
def test_bom_64_with_interjections(people, chef):
    for seed in range(3):
        assert play(begun(people, chef), seed, interject=0.2).result is not None


@pytest.mark.parametrize("open_money", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_replay_undo_and_redo_agree(seed, open_money):
    match = begun(2 + seed, bool(seed % 2), open_money=open_money)
    play(match, seed, until=70, interject=0.1, each=lambda match: None)
    before = told(match)
    assert told(match.replay()) == before
    for n in (1, 7, 30):
        match.undo(n)
        assert told(match) == told(match.replay())
        match.redo(n)
        assert told(match) == before


def test_what_version_1_saved_stays_readable():
    """There a correction named its field in words, "coins of A"."""
    match = Game(3).correct("coin:A", 7).match
    text = json.dumps({key: value for key, value in save(match).items() if key != "sum"})
    old = json.loads(text.replace("coin:A", "coins of A").replace('"version": 2', '"version": 1'))
    old["sum"] = _sum(old)
    with pytest.raises(Refused, match=r"save\.version") as refused:
        load(match.rulebook, old)
    assert refused.value.why == {"saved": 1, "now": 2}
    assert shown(old)["log"][-1]["params"] == {"seat": "table", "field": "coins of A", "value": 7}


def test_entries_as_text():
    match = play(begun(5, True), 3, interject=0.1, each=lambda match: None)
    entries = [Entry.parse(entry.as_json()) for entry in match.entries]
    assert entries == list(match.entries)
    again = Match.of(match.rulebook, match.setup, entries)
    assert again.result.as_json() == match.result.as_json()


def test_every_line_question_and_refusal_cites_its_section():
    rulebook = BomMauBode()
    said, codes = set(), set()
    for people, chef in TABLES:
        match = play(begun(people, chef), 1, interject=0.1, each=lambda m: codes.update(greyed(m)))
        said |= {line["id"] for line in match.log()}
    assert {line for line in said if not line.startswith("engine.")} <= words.LINES.keys()
    assert codes and codes <= words.REFUSALS.keys()
    cited = {*rulebook.cites.values(), *(question.section for question in rulebook.questions.values())}
    cited |= {fact.section for fact in rulebook.box} | {rule.section for rule in rulebook.rules}
    assert cited <= set(rulebook.sections)


def greyed(match):
    prompts = [match.prompt, *match.also()]
    return {code for prompt in prompts for code in getattr(prompt, "greyed", dict)().values()}


def test_every_declared_line_is_said_somewhere():
    """A line that nobody says would be translated in vain."""
    said = set()
    for seed in range(40):
        people = 2 + seed % 4
        match = play(begun(people, bool(seed // 4 % 2)), seed, interject=0.05, each=lambda match: None)
        said |= {line["id"] for line in match.log()}
    # These need a table that counts with care, is out of coins, or has corrected by hand.
    rare = {"bom.recount.likely", "bom.recount.told_wrong", "bom.recount.adds_up", "bom.supply.substitutes"}
    rare |= {"bom.charlatan.nothing", "bom.thief.nothing", "bom.gambler.nothing", "bom.waitress.nothing"}
    assert words.LINES.keys() - said <= rare


class TestInvariantsCanFail:
    """Each is broken once by hand, and is named."""

    def broken(self, change, game=None):
        game = game or Game(4).face_up("sheriff").give("thief", "A", "mine").give("goat", "B")
        assert invariants.broken(game.s) is None
        change(game.s)
        return invariants.broken(game.s)

    @pytest.mark.parametrize(
        ("name", "change"),
        [
            ("coins", lambda s: s.purses.update(A=3)),
            ("coins", lambda s: s.coins_at.update(bank=1)),
            ("coins below zero", lambda s: (s.purses.update(A=-1), s.purses.update(B=5))),
            ("plain token counts", lambda s: s.holdings.counts.update(A=2)),
            ("tokens", lambda s: s.holdings.take("A", "gold", 1)),
            ("tokens", lambda s: s.tokens_at.update(mine=1)),
            ("tokens", lambda s: setattr(s, "loot", 0)),
            ("supply of tokens", lambda s: s.supply.update(gold=-1)),
            ("elixirs", lambda s: s.elixirs.update(A=1)),
            ("characters", lambda s: s.unseen.pop("kid")),
            ("characters", lambda s: s.in_play.update(sheriff="A")),
            ("unseen cards", lambda s: setattr(s, "hand", 5)),
            ("hats", lambda s: s.hats.update(A=2)),
            ("hats", lambda s: s.in_play.update(goat="A")),
            ("active persons", lambda s: setattr(s, "active", 3)),
            ("offers", lambda s: setattr(s, "offers", 3)),
            ("draw pile in Distribution", lambda s: (setattr(s, "hand", 5), setattr(s, "pile", s.pile - 1))),
            ("D = H + 3", lambda s: setattr(s, "limit", 3) or s.hats.update(A=2, B=2, C=3, D=3)),
            ("receiver", lambda s: setattr(s, "receiver", s.dealer)),
            ("order at the Saloon", lambda s: s.acted.extend(("thief", "outlaw"))),
            ("who was stopped acted", lambda s: s.acted.extend(("sheriff", "thief"))),
            ("a killed Sheriff acted", lambda s: s.acted.extend(("outlaw", "sheriff"))),
        ],
    )
    def test_bom_64_each(self, name, change):
        assert self.broken(change) == name

    def test_bom_64_worlds_agree_with_what_everybody_knows(self):
        game = Game(4).face_up("waitress").correct("gold:B", 1).give("gambler", "A").fill()
        game.say("bom.gambler.victim", "B").say("bom.gambler.token", None)
        assert (
            self.broken(lambda s: s.holdings.plain["C"].update(bottle=0, gold=1), game)
            == "what everybody knows"
        )
        game.match.undo()
        game.say("bom.gambler.token", None)
        assert self.broken(lambda s: s.holdings.public.worlds.add("A", "gold", 1), game) == "token counts"

    def test_bom_64_the_dealer_of_the_last_phase(self):
        game = Game(3).face_up("thief").give("goat", "A").give("widow", "B").give("cowboy", "A")
        game.give("outlaw", "B")
        assert self.broken(lambda s: setattr(s, "dealer", "C"), game) == "dealer of the last phase"

    def test_bom_64_a_broken_rulebook_is_caught_while_it_plays(self):
        class Generous(BomMauBode):
            def game_turn(self, t, s):
                s.purses["A"] += t.round == 2
                yield from super().game_turn(t, s)

        with pytest.raises(Broken, match="coins does not hold"):
            play(begun(3, rulebook=Generous()), 1)


def test_no_option_is_legal_that_the_rulebook_then_refuses():
    """Whatever a prompt lists can be answered."""
    for seed in range(8):
        match = begun(2 + seed % 4, bool(seed % 2))

        def each(match):
            if hasattr(match.prompt, "options") and match.n % 9 == 0:
                for option in match.prompt.options():
                    try:
                        match.answer(option)
                    except Refused as refused:
                        raise AssertionError(f"{match.prompt!r} lists {option}") from refused
                    match.undo()

        play(match, seed, each=each)


def test_bom_1_a_save_cannot_say_that_a_random_dealer_was_none():
    """What a prompt is, the prompt says, and not the entry that comes back to it."""
    match = begun(3, chef=False)
    match.answer("A")
    (entry,) = match.entries
    again = Match.of(match.rulebook, match.setup, [entry._replace(chance=False)])
    assert again.entries == (entry,) and again.chances == (entry,)
