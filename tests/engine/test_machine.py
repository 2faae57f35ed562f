"""Hypothesis plays, goes back, amends and interjects as it likes; at every point a fresh replay agrees."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from shared_rules.engine import TABLE, Refused
from shared_rules.engine.saves import load, save
from tests.engine.games import agrees, heist, told


class AtTheTable(RuleBasedStateMachine):
    """One match, under all that can be done to it."""

    @initialize(players=st.sampled_from((("Ana", "Bo"), ("Ana", "Bo", "Cy"))), rounds=st.integers(1, 3))
    def begin(self, players, rounds):
        self.match = heist(*players, options={"rounds": rounds})

    def running(self):
        return self.match.prompt is not None

    @precondition(running)
    @rule(seed=st.randoms(use_true_random=False), times=st.integers(1, 6))
    def answer(self, seed, times):
        for _ in range(times):
            if self.running():
                n = self.match.n
                self.match.answer(self.match.prompt.pick(seed.randrange))
                assert self.match.n > n

    @precondition(running)
    @rule(value=st.sampled_from(("bottle", "gold", "draw", None, 0, 2, [1], [7], {"a": 1}, "zzz", True)))
    def answer_anything(self, value):
        before = told(self.match), self.match.kept
        try:
            self.match.answer(value)
        except Refused:
            assert (told(self.match), self.match.kept) == before

    @precondition(running)
    @rule(act=st.sampled_from(("heist.shout", "heist.bid", "hand_over", "correct")), seed=st.integers(0, 99))
    def act(self, act, seed):
        open_now = [prompt for prompt in self.match.also() if prompt.id == act]
        if open_now:
            prompt = open_now[seed % len(open_now)]
            self.match.act(prompt.id, prompt.of, prompt.pick(lambda n: seed % n))

    @precondition(lambda self: self.running() and self.match.n > 8)
    @rule()
    def end_early(self):
        self.match.act("end_early", TABLE)

    @precondition(lambda self: self.match.n)
    @rule(data=st.data())
    def undo_and_redo(self, data):
        stands = told(self.match), self.match.kept
        n = data.draw(st.integers(1, self.match.n))
        self.match.undo(n)
        agrees(self.match)
        assert self.match.redo(n) == n
        assert (told(self.match), self.match.kept) == stands

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
        before, kept = told(self.match), self.match.kept
        try:
            done = self.match.redo(n)
        except Refused:
            assert told(self.match) == before and self.match.kept == kept
        else:
            assert self.match.kept == kept[done:] and self.match.entries[-done:] == kept[:done]

    @precondition(lambda self: self.match.n)
    @rule(data=st.data(), seed=st.randoms(use_true_random=False))
    def amend(self, data, seed):
        match = self.match
        k = data.draw(st.integers(0, match.n - 1))
        back = match.replay()
        back.undo(back.n - k)
        entry = match.entries[k]
        prompt = back.prompt
        if entry.act or prompt.id != entry.id or prompt.of != entry.of:
            prompt = back.act_prompt(entry.id, entry.of)
        value = prompt.pick(seed.randrange)
        before, kept, entries = told(match), match.kept, match.entries
        preview = match.amend(k, value, dry_run=True)
        assert told(match) == before and match.kept == kept
        assert match.amend(k, value) == preview
        waiting = entries[k + 1 + preview.applied :]
        assert match.n == k + 1 + preview.applied and match.kept == waiting + kept
        assert preview.kept == len(match.kept)

    @rule()
    def save_and_load(self):
        loaded = load(self.match.rulebook, save(self.match))
        assert told(loaded) == told(self.match) and loaded.kept == self.match.kept
        assert loaded.chances == self.match.chances

    @invariant()
    def a_fresh_replay_agrees(self):
        agrees(self.match)


TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
