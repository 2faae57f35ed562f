"""Nobody sees what is not theirs: views, logs and prompts are blind to others' secrets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.engine import Leak, Match, audit, is_hidden
from shared_rules.games.bom_mau_bode import BomMauBode, saloon
from tests.games.bom_mau_bode.random_play import begun, play
from tests.games.bom_mau_bode.test_saloon import ambiguous

KINDS = ("bottle", "supplies", "banknotes", "cattle", "gold")


def looks(match, viewer):
    return match.view(viewer), match.log(viewer=viewer), list(match.seen_entries(viewer))


@given(st.integers(0, 10**6), st.sampled_from((2, 3, 4, 5)), st.booleans(), st.integers(1, 200), st.data())
@settings(max_examples=60, deadline=None)
def test_bom_51_matches_that_differ_only_in_secrets_look_the_same(seed, people, chef, until, data):
    """Whichever token was told, or none: nobody else can tell, from anything they are shown or asked."""
    match = play(begun(people, chef), seed, until=until, each=lambda match: None)
    other = begun(people, chef)
    changed = set()
    for k, entry in enumerate(match.entries):
        value = entry.answer
        seats = match._run.shown_to(k)
        if seats is not None:
            value = data.draw(st.sampled_from((None, *other.prompt.options())))
            changed |= set(seats) if value != entry.answer else set()
        other.answer(value)
    if match.result is not None:
        return
    for viewer in {"public", *match.setup.players} - changed:
        assert looks(match, viewer) == looks(other, viewer)
    assert match.prompt.as_json() == other.prompt.as_json()
    assert [act.as_json() for act in match.also()] == [act.as_json() for act in other.also()]


def test_bom_51_what_an_amendment_does_tells_no_secret():
    """A private token that cannot have been drawn after all is not where the replay stops."""
    compared = 0
    for seed in range(60):
        match = play(begun(4, chef=False), seed, until=100, each=lambda match: None)
        told = next((k for k in range(match.n) if match._run.shown_to(k) is not None), None)
        if told is None or match.result is not None:
            continue
        entries = match.entries
        asked = Match.of(match.rulebook, match.setup, entries[:told]).prompt
        others = [_with(match, told, value) for value in (None, *asked.options())]
        for k in (k for k in range(told) if entries[k].id == "bom.offer.card"):
            for value in Match.of(match.rulebook, match.setup, entries[:k]).prompt.options():
                previews = {other.amend(k, value, dry_run=True) for other in others}
                assert len(previews) == 1, (seed, k, value, previews)
                compared += 1
    assert compared > 500


def _with(match, k, value):
    """The same match, up to where it still fits, with another private answer."""
    other = Match.of(match.rulebook, match.setup, match.entries[:k])
    other.answer(value)
    for entry in match.entries[k + 1 :]:
        other._run.apply(entry)
    return other


def test_the_property_is_about_something():
    """Secrets are told in these matches, and change what their own seats see."""
    gold, bottle = ambiguous("gold").match, ambiguous("bottle").match
    assert looks(gold, "A") != looks(bottle, "A") and looks(gold, "B") != looks(bottle, "B")
    assert looks(gold, "C") == looks(bottle, "C")


class TestPlantedLeaks:
    """Each copy of the rulebook lets the token out in another way, and each is found."""

    def found(self, rulebook):
        def campaign():
            for seed in range(200):
                play(begun(4, rulebook=rulebook), seed, each=audit)

        with pytest.raises(Leak):
            campaign()

    def test_none_in_the_true_one(self):
        for seed in range(5):
            play(begun(4), seed, each=audit)

    def test_a_branch_on_the_token(self, monkeypatch):
        def drawn(t, s, thief, victim, token):
            if token == "gold":
                s.purses[thief] += 1
                s.coins_left -= 1
            true(t, s, thief, victim, token)

        true = saloon.drawn
        monkeypatch.setattr(saloon, "drawn", drawn)
        self.found(BomMauBode())

    def test_options_out_of_what_was_told(self, monkeypatch):
        def which(t, s, thief, victim, card):
            prompt = true(t, s, thief, victim, card)
            if prompt and s.holdings.known:
                counts = s.holdings.known.worlds.counts(victim).items()
                prompt._options = [kind for kind, bounds in counts if bounds.most]
            return prompt

        true = saloon._which_token
        monkeypatch.setattr(saloon, "_which_token", which)
        self.found(BomMauBode())

    def test_a_question_that_is_not_asked_when_it_was_told(self):
        class Knows(BomMauBode):
            def corrections(self, t, seat):
                fields = super().corrections(t, seat)
                if fields and any(
                    not is_hidden(happened[-1]) and happened[0] == "told" for happened in t.state.ledger
                ):
                    fields.pop()
                return fields

        original = saloon.drawn

        def drawn(t, s, thief, victim, token):
            original(t, s, thief, victim, token)
            if token is not None:
                s.ledger.append(("told", token))

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(saloon, "drawn", drawn)
            self.found(Knows())


def test_at_the_end_all_is_open():
    match = play(begun(4), 5, each=lambda match: None)
    assert match.result is not None
    assert all("kinds" in seat for seat in match.view()["state"]["seats"].values())


def test_a_seat_that_was_handed_over_is_seen_by_who_acts_for_it():
    match = begun(3)
    match.act("hand_over", "A", "B")
    assert "kinds" in match.view("B")["state"]["seats"]["A"]
    assert "kinds" not in match.view("C")["state"]["seats"]["A"]
