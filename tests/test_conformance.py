"""Every rulebook on the shelf, and the tiny games, through one conformance play.

Random legal answers to the end, watched after each; undo, redo, go to, amend and replay agree; nobody can
tell two matches apart that differ only in secrets; refusals have codes that are declared; saves that were
damaged are refused. `./check --long` plays hundreds of matches of each.
"""

import json
import subprocess
import sys

import pytest

from companion import look_alike, match_file
from companion.random_play import play
from shared_rules import games
from shared_rules.engine import (
    Broken,
    Leak,
    Match,
    Number,
    Refused,
    Rulebook,
    RulebookFault,
    audit,
    describe,
    is_hidden,
)
from shared_rules.engine.run import Run
from shared_rules.engine.saves import _sum, load, save
from shared_rules.games.bom_mau_bode import saloon
from tests.engine import conformance as c
from tests.engine.games import told
from tests.engine.machine import at_the_table
from tests.engine.tiny import Heist, Offers

TINY = {"heist": Heist(), "offers": Offers()}
SHELF = {**games.rulebooks(), **TINY}
LONG = 500  # matches

every_rulebook = pytest.mark.parametrize("rulebook", SHELF.values(), ids=SHELF)


@pytest.fixture(autouse=True)
def tiny_games_too(monkeypatch):
    for name, rulebook in TINY.items():
        monkeypatch.setitem(games.GAMES, name, lambda rulebook=rulebook: rulebook)


def matches(rulebook, what, count, meddles=None, after=lambda match: None):
    """So many matches to the end, of all setups in turn; every other one with people who meddle."""
    setups = c.setups(rulebook)
    for number in range(count):
        chance = c.chance_of(rulebook, f"{what} {number}")
        match = Match(rulebook, setups[number % len(setups)], watched=True)
        yield play(match, chance, number % 2 if meddles is None else meddles, after), chance


@every_rulebook
def test_it_says_what_it_is(rulebook: Rulebook):
    said = describe(rulebook)
    assert json.loads(json.dumps(said)) == said
    assert len(set(said["refusals"])) == len(said["refusals"])
    assert not said["prompts"].keys() & said["interjections"].keys()
    for question in said["prompts"].values():
        assert not question["section"] or question["section"] in said["sections"]
        assert not question["words"] or question["words"] in said["vocabularies"]
    for act in said["interjections"].values():
        assert not act["words"] or act["words"] in said["vocabularies"]
        assert set(act["asks"]) <= said["prompts"].keys()
    assert {"", "player", *said["vocabularies"]} >= set(said["fields"].values())
    assert not any(":" in what for what in said["fields"]), "it parts a field's id"
    assert rulebook.seats[0] <= rulebook.seats[1] <= len(c.NAMES)


def test_the_shelf_names_each_as_it_names_itself():
    assert [rulebook.id for rulebook in games.rulebooks().values()] == list(games.GAMES)


def test_the_shelf_itself_imports_no_game():
    asked = "import sys, shared_rules.games; print([m for m in sys.modules if '_rules.games.' in m])"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


def test_what_is_not_on_the_shelf():
    with pytest.raises(Refused, match=r"setup\.rulebook"):
        games.rulebook("poker")
    assert "poker" not in games.rulebooks() and len(games.rulebooks()) == len(games.GAMES)


@every_rulebook
def test_random_play_to_the_end(rulebook: Rulebook, is_long: bool):
    """What must hold is asked after every entry, and whether what is asked tells a secret."""
    setups = len(c.setups(rulebook))
    count = LONG if is_long else max(setups, min(2 * setups, 24))
    for match, _ in matches(rulebook, "audit", count, after=audit):
        assert match.result is not None
        assert sorted(name for group in match.result.ranking for name in group) == sorted(match.setup.players)
        assert set(match.result.scores) == set(match.setup.players)
        assert json.loads(json.dumps(match.result.as_json())) == match.result.as_json()
        assert told(match) == told(match.replay())


@every_rulebook
def test_every_refusal_has_a_code(rulebook: Rulebook, is_long: bool):
    """Junk and greyed options, at every prompt of a match: a declared code, and nothing has changed."""
    declared = c.codes(rulebook)

    def pester(match):
        before = match.entries, match.kept, match.round, match.turn
        if match.prompt is None:
            return
        for prompt, give in [
            (match.prompt, match.answer),
            *((each, lambda value, each=each: match.act(each.id, each.of, value)) for each in match.also()),
        ]:
            greyed = prompt.as_json()["greyed"]
            for value in (*c.JUNK, *greyed):
                code = c.refusal(prompt.check, value)
                if code is not None:
                    assert code in declared and c.refusal(give, value) == code
            for option, code in greyed.items():
                if prompt.kind == "choose":
                    assert c.refusal(give, option) == code
        assert (match.entries, match.kept, match.round, match.turn) == before

    for number in range(20 if is_long else 1):
        chance = c.chance_of(rulebook, f"pester {number}")
        match = Match(rulebook, chance.choice(c.setups(rulebook)))
        play(
            match, chance, after=lambda match: pester(match) if match.n % (1 if is_long else 5) == 0 else None
        )
        with pytest.raises(Refused, match=r"match\.over"):
            match.answer(None)


@every_rulebook
def test_every_point_agrees_with_a_fresh_match(rulebook: Rulebook, is_long: bool):
    """Undo, redo, go to and replay, at every point of each match, against a match that only went forward."""
    for match, chance in matches(rulebook, "points", LONG if is_long else 5):
        points = c.fresh_points(rulebook, match.setup, match.entries)
        entries, last = match.entries, match.n

        def agrees(match, points=points):
            assert c.stands(match, c.viewer_at(match, match.n)) == points[match.n]

        agrees(match)
        for n in reversed(range(last)):
            match.undo()
            assert match.n == n
            agrees(match)
        for _ in range(last):
            assert match.redo() == 1
            agrees(match)
        for n in (*(chance.randrange(last + 1) for _ in range(8)), last):
            match.go_to(n)
            assert match.n == n
            agrees(match)
        assert match.entries == entries and not match.kept
        assert told(match.replay()) == told(match)


@every_rulebook
def test_an_amendment_that_changes_what_is_asked_is_always_caught(
    rulebook: Rulebook, is_long: bool, record_property
):
    """Another answer to an old entry: what is later is replayed up to the first whose prompt is another."""
    counts = {"amendments": 0, "refused": 0, "change_the_next_prompt": 0, "caught": 0, "stopped_later": 0}
    for match, chance in matches(rulebook, "amend", LONG if is_long else 12):
        entries = match.entries
        for k in chance.sample(range(match.n), min(match.n, 6)):
            value = c.other_value(match, k, chance)
            old = entries[k].answer
            try:
                wanted = c.expected(match, k, value)
            except Refused:
                counts["refused"] += 1
                assert c.refusal(match.amend, k, value) in c.codes(rulebook)
                assert match.entries == entries
                continue
            preview = match.amend(k, value)
            counts["amendments"] += 1
            counts["change_the_next_prompt"] += wanted.changes
            counts["caught"] += wanted.changes and (preview.applied, preview.stops_at) == (0, k + 1)
            counts["stopped_later"] += wanted.stops_at is not None and not wanted.changes
            assert (preview.applied, preview.stops_at) == (wanted.applied, wanted.stops_at)
            assert (preview.code is None) == (preview.stops_at is None)
            assert wanted.code in (None, preview.code)
            now = match.entries + match.kept
            assert (now[:k], now[k + 1 :]) == (entries[:k], entries[k + 1 :]), "nothing is lost"
            assert told(match) == told(match.replay())
            match.amend(k, old)
            while match.kept:
                match.redo(len(match.kept))
            assert match.entries == entries, "amended back, and forward again, it is as it was"
    assert counts["caught"] == counts["change_the_next_prompt"]
    for name, count in counts.items():
        record_property(name, count)
    print(f"{rulebook.id}: {counts}")


@every_rulebook
def test_what_is_no_answer_is_no_amendment(rulebook: Rulebook, is_long: bool):
    """Private answers too: a replay passes over one that cannot be any more, but nobody may enter one."""
    private = 0
    for match, chance in matches(rulebook, "junk", LONG if is_long else len(c.setups(rulebook))):
        entries = match.entries
        public = [k for k in range(match.n) if not c.may_be_secret(rulebook, entries[k])]
        chosen = chance.sample(public, len(public) // 5 if is_long else min(len(public), 10))
        for k in sorted({*range(match.n)} - {*public} | {*chosen}):
            prompt = match.asked_for(k)
            private += prompt.secret_to is not None
            for value in c.JUNK:
                code = c.refusal(prompt.check, value)
                if code is not None:
                    assert c.refusal(match.amend, k, value) == code, (prompt, value)
        assert match.entries == entries and not match.kept
    assert bool(private) == any(question.secret for question in rulebook.questions.values())


@every_rulebook
def test_an_entry_is_taken_only_where_its_own_prompt_is_asked(rulebook: Rulebook, is_long: bool):
    """Redo, amend and a resumed save go by this: one that differs in the round alone is another prompt's."""
    acts = 0
    for match, chance in matches(rulebook, "identity", LONG if is_long else 6, meddles=True):
        for k in chance.sample(range(match.n), min(match.n, 15)):
            entry = match.entries[k]
            acts += entry.act
            for field, other in c.of_another_prompt(entry):
                back = match.back_at(k)
                back.keep([other])
                code = c.refusal(back.redo)
                assert code == "entry.other_prompt" or (field == "act" and code == "act.not_open"), field
                assert (back.entries, back.kept) == (match.entries[:k], (other,)), "nothing is lost"
                told = c.refusal(Match.of, rulebook, match.setup, [*match.entries[:k], other])
                assert told == "save.entry", field
            back = match.back_at(k)
            back.keep([entry])
            assert back.redo() == 1 and back.entries == match.entries[: k + 1]
    assert acts


@every_rulebook
def test_nobody_can_tell_which_secrets_there_are(rulebook: Rulebook, is_long: bool, record_property):
    differed = 0
    setups = c.setups(rulebook)
    secrets = [question for question in rulebook.questions.values() if question.secret]
    for number in range(LONG if is_long else (2 if secrets else 1) * len(setups)):
        one, other = (Match(rulebook, setups[number % len(setups)]) for _ in range(2))
        differed += look_alike.play_both(one, other, c.chance_of(rulebook, f"secrets {number}"), number % 2)
    assert bool(differed) == bool(secrets), "a secret is only one if it can be another"
    record_property("secrets_that_differed", differed)


# -- saves


def saved(rulebook):
    """A match that was played a while, and taken back a little, and its save."""
    chance = c.chance_of(rulebook, "save")
    match = play(Match(rulebook, c.setups(rulebook)[0]), chance, until=14)
    match.undo(3)
    return match, json.loads(json.dumps(save(match)))


def signed(said):
    """The same with its sum put right, as only malice would."""
    return said | {"sum": _sum({key: value for key, value in said.items() if key != "sum"})}


def code_of(data: bytes):
    with pytest.raises(Refused) as refused:
        match_file.read(data)
    return refused.value.code


@every_rulebook
def test_a_save_comes_back_as_it_was(rulebook: Rulebook):
    match, said = saved(rulebook)
    loaded = match_file.read(json.dumps(said).encode())
    assert told(loaded) == told(match) and loaded.kept == match.kept
    assert json.loads(json.dumps(save(loaded))) == said


@every_rulebook
def test_a_save_that_is_cut_off_anywhere(rulebook: Rulebook):
    data = json.dumps(saved(rulebook)[1], separators=(",", ":")).encode()
    match_file.read(data)
    for length in range(len(data)):
        assert code_of(data[:length]) == "save.form"


@every_rulebook
def test_every_edited_field_is_noticed(rulebook: Rulebook):
    """Every place in it, another value, or gone; and with the sum put right it meets the rules, or plays."""
    chance = c.chance_of(rulebook, "edit")
    said = saved(rulebook)[1]
    refused = 0
    for place in c.places(said):
        for value in (..., *chance.sample(c.JUNK, 2)):
            edit = c.edited(said, place, value)
            if edit == said:
                continue
            code = code_of(json.dumps(edit).encode())
            assert code in {"save.edited", "save.form", "save.version"}, (place, value)
            if place == ("sum",):
                continue
            code = c.refusal(lambda: told(load(rulebook, signed(edit))))  # noqa: B023    called at once
            assert code is None or code in c.codes(rulebook)
            refused += code is not None
    assert refused


def test_a_save_of_a_game_that_is_not_here():
    said = saved(TINY["heist"])[1]
    for other in ("poker", 3, None, ["heist"]):
        edit = signed(said | {"setup": said["setup"] | {"rulebook": other}})
        assert code_of(json.dumps(edit).encode()) == "save.rulebook"


# -- under all that can be done to a match

for _id, _rulebook in games.rulebooks().items():
    globals()[f"TestAtTheTable_{_id}"] = at_the_table(_rulebook, examples=30, most_at_once=25)


# -- the play can fail


class TestPlantedFaults:
    """Each copy of a tiny game has a fault of its own, and the play finds it."""

    def test_an_option_that_is_there_only_for_one_secret(self):
        class Tells(Heist):
            def learn(self, t, victim, seat, kind):
                super().learn(t, victim, seat, kind)
                t.state.gold = not is_hidden(kind) and kind == "gold"

            def bids(self, t):
                most = 3 if getattr(t.state, "gold", False) else 2
                yield from t.ask(lambda: Number("heist.bid", "Ana", 0, most, secret_to=("Ana",)))
                yield from super().bids(t)

        with pytest.raises(Leak, match="a secret shows in the prompt"):
            test_nobody_can_tell_which_secrets_there_are(Tells(), True, lambda *_: None)
        with pytest.raises(Leak, match="but the public knows"):
            test_random_play_to_the_end(Tells(), True)

    def test_an_amendment_that_stops_only_for_one_secret(self, monkeypatch):
        """A private answer that cannot be any more is refused, as a public one is."""
        monkeypatch.setattr(Run, "_still_told", lambda run, entry: entry.answer)
        with pytest.raises(Leak, match=r"a secret shows in the (redo|preview)"):
            test_nobody_can_tell_which_secrets_there_are(SHELF["bom_mau_bode"], True, lambda *_: None)

    def test_a_private_answer_that_has_to_be_given(self, monkeypatch):
        """What was drawn may not be legal any more after an amendment, and to stop there tells that."""
        true = saloon._which_token

        def which(*of):
            prompt = true(*of)
            if prompt:
                prompt.optional = False
            return prompt

        monkeypatch.setattr(saloon, "_which_token", which)
        with pytest.raises(Leak, match=r"a secret shows in the (redo|preview)"):
            test_nobody_can_tell_which_secrets_there_are(SHELF["bom_mau_bode"], True, lambda *_: None)

    def test_a_broken_invariant(self):
        class Loses(Heist):
            def take(self, t, seat):
                yield from super().take(t, seat)
                t.state.counts[seat] = 0

        with pytest.raises(Broken, match="does not hold after"):
            test_random_play_to_the_end(Loses(), False)

    def test_state_that_is_kept_outside_the_match(self):
        class Remembers(Offers):
            best = 0

            def offer(self, t, state, dealer):
                yield from super().offer(t, state, dealer)
                self.best = max(self.best, *state.values())

            def view(self, t):
                return super().view(t) | {"best": self.best}

        with pytest.raises(AssertionError):
            test_every_point_agrees_with_a_fresh_match(Remembers(), False)

    def test_a_code_that_nobody_declared(self):
        class Mumbles(Heist):
            refusals = ("heist.nothing_to_draw", "heist.shout.hoarse", "heist.dull")

        with pytest.raises(RulebookFault, match=r"heist\.empty"):
            test_random_play_to_the_end(Mumbles(), False)
