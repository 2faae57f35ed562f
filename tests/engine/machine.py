"""Hypothesis plays, goes back, amends and interjects as it likes; at every point a fresh replay agrees.

One machine for all rulebooks: `at_the_table(rulebook)`.
"""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.random_play import pick_value
from shared_rules.engine import TABLE, Match, Refused
from shared_rules.engine.saves import load, save
from tests.engine.conformance import JUNK, codes, expected, other_value, refusal, setups
from tests.engine.games import agrees, told


class AtTheTable(RuleBasedStateMachine):
    """One match, under all that can be done to it."""

    rulebook = None
    most_at_once = 6  # answers

    @initialize(data=st.data())
    def begin(self, data):
        self.codes = codes(self.rulebook)
        self.match = Match(self.rulebook, data.draw(st.sampled_from(setups(self.rulebook))), watched=True)

    def running(self):
        return self.match.prompt is not None

    def stands(self):
        return told(self.match), self.match.kept

    def unless_refused(self, move, *args):
        """Make a move that may be refused: then nothing has changed. Say whether it was made."""
        before = self.stands()
        code = refusal(move, *args)
        if code is None:
            return True
        assert code in self.codes and self.stands() == before
        return False

    @precondition(running)
    @rule(data=st.data(), chance=st.randoms(use_true_random=False))
    def answer(self, data, chance):
        for _ in range(data.draw(st.integers(1, self.most_at_once))):
            if self.running():
                n = self.match.n
                if self.unless_refused(self.match.answer, pick_value(self.match.prompt, chance)):
                    assert self.match.n > n

    @precondition(running)
    @rule(data=st.data())
    def answer_anything(self, data):
        greyed = self.match.prompt.as_json()["greyed"]
        value = data.draw(st.sampled_from((*JUNK, *greyed)))
        self.unless_refused(self.match.answer, value)

    @precondition(running)
    @rule(data=st.data(), chance=st.randoms(use_true_random=False))
    def act(self, data, chance):
        open_now = [prompt for prompt in self.match.also() if prompt.id != "end_early"]
        if open_now:
            ids = sorted({prompt.id for prompt in open_now})
            chosen = data.draw(st.sampled_from(ids))
            prompt = data.draw(st.sampled_from([prompt for prompt in open_now if prompt.id == chosen]))
            self.unless_refused(self.match.act, prompt.id, prompt.of, pick_value(prompt, chance))

    @precondition(lambda self: self.running() and self.match.n > 8)
    @rule()
    def end_early(self):
        self.unless_refused(self.match.act, "end_early", TABLE)

    @precondition(lambda self: self.match.n)
    @rule(data=st.data())
    def undo_and_redo(self, data):
        stands = self.stands()
        n = data.draw(st.integers(1, self.match.n))
        self.match.undo(n)
        agrees(self.match)
        assert self.match.redo(n) == n
        assert self.stands() == stands

    @precondition(lambda self: self.match.n)
    @rule(data=st.data())
    def undo(self, data):
        entries = self.match.entries
        n = data.draw(st.integers(1, min(6, self.match.n)))
        self.match.undo(n)
        assert self.match.entries == entries[:-n] and self.match.kept[:n] == entries[-n:]

    @precondition(lambda self: self.match.kept)
    @rule(n=st.integers(1, 5))
    def redo(self, n):
        kept, done = self.match.kept, []
        if self.unless_refused(lambda: done.append(self.match.redo(n))):
            assert self.match.kept == kept[done[0] :] and self.match.entries[-done[0] :] == kept[: done[0]]

    @rule(data=st.data())
    def go_to(self, data):
        all_of_them = self.match.entries + self.match.kept
        n = data.draw(st.integers(0, len(all_of_them)))
        before = self.match.n
        if self.unless_refused(self.match.go_to, n):
            assert self.match.entries + self.match.kept == all_of_them, "nothing is lost on the way"
            assert self.match.n == n or before < self.match.n < n

    @precondition(lambda self: self.match.n)
    @rule(data=st.data(), chance=st.randoms(use_true_random=False))
    def amend(self, data, chance):
        match = self.match
        k = data.draw(st.integers(0, match.n - 1))
        value = other_value(match, k, chance)
        before, entries = self.stands(), match.entries
        try:
            wanted = expected(match, k, value)
        except Refused:
            assert not self.unless_refused(match.amend, k, value)
            return
        preview = match.amend(k, value, dry_run=True)
        assert self.stands() == before
        assert match.amend(k, value) == preview
        assert (preview.applied, preview.stops_at) == (wanted.applied, wanted.stops_at)
        waiting = entries[k + 1 + preview.applied :]
        assert match.n == k + 1 + preview.applied and match.kept == waiting + before[1]
        assert preview.kept == len(match.kept)

    @rule()
    def save_and_load(self):
        loaded = load(self.match.rulebook, save(self.match))
        assert told(loaded) == told(self.match) and loaded.kept == self.match.kept
        assert loaded.chances == self.match.chances

    @invariant()
    def a_fresh_replay_agrees(self):
        agrees(self.match)


def at_the_table(rulebook, examples, steps=20, most_at_once=6):
    """The machine for a rulebook, as a test case."""
    name = f"AtTheTableOf{type(rulebook).__name__}"
    machine = type(name, (AtTheTable,), {"rulebook": rulebook, "most_at_once": most_at_once})
    case = machine.TestCase
    case.settings = settings(max_examples=examples, stateful_step_count=steps, deadline=None)
    return case
