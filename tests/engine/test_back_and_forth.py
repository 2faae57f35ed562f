"""A match goes back and forth: undo, redo, go to, chance that is decided once, amend."""

import random

import pytest

from shared_rules.engine import Choose, Dice, Match, Preview, Question, Refused, Result, Rule, Rulebook
from shared_rules.engine.prompts import NOT_FORCED
from shared_rules.engine.run import new_table, whole
from tests.engine.games import agrees, heist, offers, play, refused, told


class TestBackAndForth:
    def test_undo_and_redo(self):
        match = play(heist(), 6, until=lambda m: m.n == 12)
        stands = told(match)
        match.undo(5)
        agrees(match)
        assert match.n == 7 and len(match.kept) == 5
        assert match.redo(2) == 2 and match.n == 9
        assert match.redo(10) == 3 and told(match) == stands and match.kept == ()
        refused("redo.nothing", match.redo)

    def test_undo_of_more_than_there_is(self):
        match = play(heist(), 6, until=lambda m: m.n == 3)
        before = told(match)
        for n in (4, 0, -1):
            refused("undo.nothing", match.undo, n)
        assert told(match) == before

    def test_go_to(self):
        match = play(heist(), 6, until=lambda m: m.n == 12)
        stands = told(match)
        match.go_to(0)
        assert match.n == 0
        match.go_to(4)
        assert match.n == 4
        match.go_to(4)
        match.go_to(12)
        assert told(match) == stands
        refused("entry.none", match.go_to, 13)

    def test_a_new_answer_keeps_what_follows(self):
        match = offers()
        for answer in ("Bo", "yes", "goat", "Cy", "no", "kid"):
            match.answer(answer)
        match.undo(5)
        match.answer("no")  # instead of "yes"
        assert [entry.answer for entry in match.kept] == ["goat", "Cy", "no", "kid"]
        assert match.redo(4) == 4
        assert [entry.answer for entry in match.entries] == ["Bo", "no", "goat", "Cy", "no", "kid"]

    def test_redo_stops_at_another_prompt_and_keeps_the_rest(self):
        match = offers()
        for answer in ("Bo", "yes", "goat", "Cy"):
            match.answer(answer)
        match.undo(4)
        match.answer("Cy")
        before = told(match)
        refused("entry.other_prompt", match.redo, 3)  # "yes" was Bo's, and now Cy is asked
        assert told(match) == before and [entry.answer for entry in match.kept] == ["yes", "goat", "Cy"]
        match.answer("no")
        assert len(match.kept) == 3, "Cy's answer is not the one Bo gave"
        match.answer("kid")  # the same prompt as the kept "goat", so what waited before it has passed
        assert [entry.answer for entry in match.kept] == ["Cy"]
        assert match.redo() == 1

    def test_redo_stops_at_a_value_that_is_refused_now(self):
        match = heist("Ana", "Bo")
        for answer in ([1], "bottle", "gold"):
            match.answer(answer)
        match.undo(2)
        match.answer("gold")
        why = refused("heist.empty", match.redo)
        assert why["option"] == "gold"

    def test_a_new_answer_does_not_lose_what_is_still_asked_beside_it(self):
        match = play(heist(), 3, until=lambda m: m.prompt.id == "heist.bid")
        match.act("heist.bid", "Cy", 2)
        match.answer(1)
        match.undo(2)
        match.answer(0)  # Ana again; Cy's bid waited before hers and is still asked
        assert [(entry.of, entry.answer) for entry in match.kept] == [("Cy", 2)]
        assert match.redo() == 1 and match.prompt.of == "Bo"
        agrees(match)

    def test_a_fault_during_redo_keeps_what_was_not_redone(self):
        class Tired(Rulebook):
            id = "tired"
            questions = {"on": Question("choose")}  # noqa: RUF012
            seen = 0

            def play(self, t):
                for t.round in range(4):
                    answer = yield from t.ask(lambda: Choose("on", "Ana", ("a", "b")))
                    if t.round == 2 and answer == "b" and Tired.seen:
                        raise ZeroDivisionError
                return Result((), {}, {})

        match = Match(Tired(), Tired().set_up(("Ana", "Bo")))
        for answer in "aabb":
            match.answer(answer)
        match.undo(4)
        Tired.seen = 1
        with pytest.raises(ZeroDivisionError):
            match.redo(4)
        assert "".join(entry.answer for entry in match.entries) == "aa"
        assert "".join(entry.answer for entry in match.kept) == "bb"
        agrees(match)

    def test_chance_is_decided_once(self):
        match = heist()
        rolled = match.decide(random.Random(1).randrange)
        match.undo()
        assert match.decide(lambda n: pytest.fail("thrown again")) == rolled
        refused("chance.not_asked", match.decide, random.Random(1).randrange)

    def test_chance_is_given_again_on_another_way_to_the_same_prompt(self):
        match = play(heist("Ana", "Bo"), 3, until=lambda m: m.round == 2 and m.prompt.id == "heist.luck")
        at = match.n
        rolled = match.decide(random.Random(5).randrange)
        match.undo(2)  # the throw, and the last bid
        last = match.kept[0].answer
        match.answer((last + 1) % 2)
        assert match.n == at + 1 and match.entries[-1].answer == rolled
        assert match.prompt.id == "heist.do"
        agrees(match)

    def test_the_same_prompt_thrice_in_a_turn_is_three_chances(self):
        class Throws(Rulebook):
            id = "throws"
            questions = {"throw": Question("dice"), "then": Question("choose")}  # noqa: RUF012

            def play(self, t):
                for t.round in (1, 2):
                    yield from t.ask(lambda: Choose("then", "Ana", ("a", "b")))
                    for _ in range(3):
                        yield from t.ask(lambda: Dice("throw", "Ana", 1, 6, chance=True))
                return Result((), {}, {})

        match = Match(Throws(), Throws().set_up(("Ana", "Bo")))
        match.answer("a")
        faces = iter((0, 3, 5))
        thrown = [match.decide(lambda n: next(faces)) for _ in range(3)]
        assert thrown == [(1,), (4,), (6,)]
        match.undo(4)
        match.answer("b")
        assert [entry.answer for entry in match.entries] == ["b", *thrown]
        match.undo(2)
        match.answer([2])
        assert [entry.answer for entry in match.entries] == ["b", (1,), (2,), (6,)]
        assert [entry.answer for entry in match.chances] == [(1,), (2,), (6,)]
        assert match.round == 2

    def test_what_chance_gave_and_is_not_legal_any_more_is_decided_anew(self):
        class Deals(Rulebook):
            id = "deals"

            def play(self, t):
                out = yield from t.ask(lambda: Choose("out", "Ana", ("x", "y")))
                yield from t.ask(lambda: Choose("deal", "table", [c for c in "xyz" if c != out], chance=True))
                return Result((), {}, {})

        match = Match(Deals(), Deals().set_up(("Ana", "Bo")))
        match.answer("x")
        match.answer("y")
        match.undo(2)
        match.answer("y")
        assert match.prompt.id == "deal"
        assert match.decide(lambda n: 0) == "x"

    def test_a_throw_that_was_typed_wrong_can_be_typed_again(self):
        match = heist()
        match.answer([1])
        match.undo()
        match.answer([2])
        assert match.view()["state"]["luck"] == 2


class TestLookingBack:
    def played(self):
        """With an interjection, and a bid that came before its turn."""
        match = play(heist(), 6, until=lambda m: m.prompt.id == "heist.bid")
        match.act("heist.bid", "Cy", 2)
        match.answer(1)
        match.act("heist.shout", "Bo")
        return play(match, 2, until=lambda m: m.round == 2 and m.prompt.id == "heist.bid")

    def test_another_match_stands_where_this_one_stood(self):
        match = self.played()
        match.undo(2)
        before = told(match), match.kept
        for n in range(match.n + 1):
            back = match.back_at(n)
            assert told(back) == told(Match.of(match.rulebook, match.setup, match.entries[:n]))
            assert back.kept == () and back.chances == match.chances
            play(back, n)
        assert (told(match), match.kept) == before
        for n in (-1, match.n + 1):
            refused("entry.none", match.back_at, n)

    def test_what_was_asked_then(self):
        match = self.played()
        for k, entry in enumerate(match.entries):
            asked = match.asked_for(k)
            assert (asked.id, asked.of, asked.place) == (entry.id, entry.of, entry.place)
            assert asked.check(entry.answer) == entry.answer
        assert {"heist.shout", "heist.bid"} <= {entry.id for entry in match.entries}
        for k in (-1, match.n):
            refused("entry.none", match.asked_for, k)

    def test_what_was_laid_open(self):
        match = play(heist(), 6, until=lambda m: m.prompt.id == "heist.bid")
        assert match.revealed() == []
        for bid in (1, 0, 1):
            match.answer(bid)
        assert match.revealed() == [{"Ana": 1, "Bo": 0, "Cy": 1}]
        match.undo()
        assert match.revealed() == []


class TestAmend:
    def begun(self):
        match = offers()
        for answer in ("Bo", "yes", "goat", "Cy", "no", "kid"):
            match.answer(answer)
        return match

    def test_the_rest_is_replayed(self):
        match = self.begun()
        assert match.amend(1, "no") == Preview(applied=4, stops_at=None, code=None, kept=0)
        assert [entry.answer for entry in match.entries] == ["Bo", "no", "goat", "Cy", "no", "kid"]
        agrees(match)

    def test_it_stops_where_another_prompt_comes(self):
        match = self.begun()
        preview = match.amend(0, "Cy")
        assert preview == Preview(applied=0, stops_at=1, code="entry.other_prompt", kept=5)
        assert match.n == 1 and len(match.kept) == 5 and match.prompt.of == "Cy"
        agrees(match)

    def test_it_stops_where_a_value_is_refused(self):
        match = heist("Ana", "Bo")
        for answer in ([1], "bottle", "gold", 1):
            match.answer(answer)
        preview = match.amend(1, "gold")
        assert preview == Preview(applied=0, stops_at=2, code="heist.empty", kept=2)
        match.answer("bottle")
        assert match.redo() == 1 and match.kept == ()

    def test_a_preview_changes_nothing(self):
        match = self.begun()
        match.undo()
        before = told(match)
        assert match.amend(0, "Cy", dry_run=True) == Preview(0, 1, "entry.other_prompt", 5)
        assert told(match) == before and len(match.kept) == 1

    def test_what_cannot_be_amended(self):
        match = self.begun()
        before = told(match)
        refused("answer.unknown", match.amend, 0, "Ana")
        refused("answer.kind", match.amend, 0, 3)
        for k in (6, -1):
            refused("entry.none", match.amend, k, "Bo")
        assert told(match) == before

    def test_an_interjection_is_amended_too(self):
        match = heist()
        match.answer([4])
        match.act("heist.shout", "Bo")
        match.answer(2)
        assert match.amend(2, 3).applied == 0
        assert match.view()["state"]["points"]["Bo"] == 3
        match.act("hand_over", "Bo", "Ana")
        match.amend(3, "Cy")
        assert match.hands == {"Bo": "Cy"}
        agrees(match)

    @pytest.mark.parametrize("what", ["id", "of", "round", "turn", "place", None])
    def test_what_identifies_a_prompt(self, what):
        """Two prompts alike but for one thing: the answer to the one is not taken for the other."""
        match = Match(Alike(what), Alike(what).set_up(("Ana", "Bo")))
        for answer in ("stay", "x", "y"):
            match.answer(answer)
        preview = match.amend(0, "skip", dry_run=True)
        if what is None:
            assert preview == Preview(1, 2, "entry.other_prompt", 1), "alike in all: it is taken"
        else:
            assert preview == Preview(0, 1, "entry.other_prompt", 2)

    @pytest.mark.parametrize("what", ["id", "of", "round", "turn", "place", None])
    def test_a_new_answer_replaces_the_kept_one_to_its_own_prompt(self, what):
        match = Match(Alike(what), Alike(what).set_up(("Ana", "Bo")))
        for answer in ("stay", "x", "y"):
            match.answer(answer)
        match.undo(3)
        match.answer("skip")
        match.answer("x")  # to the second of the two
        assert [entry.answer for entry in match.kept] == ([] if what else ["y"])

    def test_an_interjection_is_identified_by_its_place_too(self):
        match = Match(Alike("id"), Alike("id").set_up(("Ana", "Bo")))
        match.answer("stay")
        match.act("shout", "Bo", "yes")
        assert match.entries[-1].as_json()["place"] == "stay"
        assert match.amend(0, "skip", dry_run=True) == Preview(0, 1, "entry.other_prompt", 1)

    def test_every_change_of_the_next_prompt_is_caught(self):
        """The preview stops where a naive replay, which compares each prompt with the entry's, stops."""
        chance = random.Random(7)
        stopped = 0
        for seed in range(30):
            match = play(heist(), seed)
            for k in chance.sample(range(match.n), 6):
                back = match.replay()
                back.undo(back.n - k)
                value = back.prompt.pick(chance.randrange)
                entries = list(match.entries)
                entries[k] = entries[k]._replace(answer=value)
                fits = naive(match, entries)
                preview = match.amend(k, value, dry_run=True)
                assert preview.applied == fits - k - 1
                assert preview.stops_at == (None if fits == match.n else fits)
                assert preview.kept == match.n - fits
                stopped += fits < match.n
        assert stopped > 30


class Shout(Rule):
    """It is about what was chosen first."""

    id = "shout"
    words = ""

    def prompt(self, t, seat):
        return Choose(self.id, seat, ("yes", "no"), place=t.state)

    def run(self, t, seat, answer):
        return
        yield


class Alike(Rulebook):
    """Asks for x unless it is skipped, then for y; the two prompts differ in one thing only."""

    id = "alike"
    rules = (Shout,)

    def __init__(self, differs):
        self.other = {"id": "b", "of": "Bo", "round": 2, "turn": 2, "place": "b"}
        self.other = {differs: self.other[differs]} if differs else {}

    def play(self, t):
        with t.anytime(Shout):
            t.state = yield from t.ask(lambda: Choose("first", "Ana", ("stay", "skip")))
            if t.state == "stay":
                yield from self.asked(t, {})
            yield from self.asked(t, self.other)
            yield from t.ask(lambda: Choose("last", "Ana", ("x", "y")))
        return Result((), {}, {})

    def asked(self, t, more):
        t.round, t.turn = more.get("round", 1), more.get("turn", 1)
        yield from t.ask(
            lambda: Choose(
                more.get("id", "a"), more.get("of", "Ana"), ("x", "y"), place=more.get("place", "a")
            )
        )


def naive(match, entries):
    """How many entries fit, one after the other, by the bare coroutine."""
    t = new_table(match.rulebook, match.setup)
    game = whole(t)
    fits = 0
    try:
        prompt = next(game)
        while True:
            value = prompt.only()
            if value is NOT_FORCED:
                if fits == len(entries):
                    return fits
                entry = entries[fits]
                asked = (prompt.id, prompt.of, t.round, t.turn, prompt.place)
                if asked != (entry.id, entry.of, entry.round, entry.turn, entry.place):
                    return fits
                value = prompt.check(entry.answer)
                fits += 1
            prompt = game.send(value)
    except (StopIteration, Refused):
        return fits
