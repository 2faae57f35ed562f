"""Who sees what: views, logs and entries are blind by construction, and a leak is found."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.engine import HIDDEN, TABLE, Choose, Leak, Number, Refused, RulebookFault, audit, is_hidden
from tests.engine.games import heist, offers, play
from tests.engine.tiny import Heist

HID = {"hidden": True}


def drawn(kind, *more, rulebook=None):
    """Cy drew Bo's only gold; in round two Cy draws from Ana, who holds a bottle and a gold."""
    match = heist(options={"rounds": 3}, rulebook=rulebook)
    for answer in ([1], "bottle", "gold", "Bo", 0, 0, 0):
        match.answer(answer)
    for answer in ([1], "gold", "bottle", "Ana", kind, *more):
        match.answer(answer)
    return match


class TestWhoSeesWhat:
    def test_a_secret_draw(self):
        match = drawn("gold")
        assert match.entries[-1].answer == "gold"
        public, ana, cy, bo = (match.view(who)["standing"]["Ana"] for who in ("public", "Ana", "Cy", "Bo"))
        assert public == bo == {"min": 2, "max": 5}
        assert ana == cy == 2, "who gave and who drew both know"

    def test_the_log(self):
        match = drawn("gold")
        last = {who: match.log(1, who)[0]["params"]["kind"] for who in ("public", "Ana", "Bo", "Cy")}
        assert last == {"public": HID, "Ana": "gold", "Bo": HID, "Cy": "gold"}

    def test_entries(self):
        match = drawn("gold")
        last = {who: list(match.seen_entries(who))[-1]["answer"] for who in ("public", "Ana", "Bo", "Cy")}
        assert last == {"public": HID, "Ana": "gold", "Bo": HID, "Cy": "gold"}

    def test_private_words_of_a_line_are_for_those_they_are_meant_for(self):
        class Hints(Heist):
            def upkeep(self, t):
                yield from super().upkeep(t)
                t.say("hint", {"luck": t.state.luck}, ("Ana",), round=t.round)

        match = heist(rulebook=Hints())
        match.answer([4])
        assert match.log(1, "Ana")[0]["params"] == {"round": 1, "luck": 4}
        assert match.log(1, "Bo")[0]["params"] == match.log(1)[0]["params"] == {"round": 1, "luck": HID}

    def test_all_is_open_at_the_end(self):
        match = play(drawn("gold"), 1)
        assert match.result is not None
        assert not match.twin().table.over, "what is settled at the end is none of a twin's business"
        assert "tokens of Ana" in match.view()["state"]
        assert HID not in [line["params"].get("kind") for line in match.log()]
        assert [entry["answer"] for entry in match.seen_entries()] == [
            entry.as_json()["answer"] for entry in match.entries
        ]
        match.undo()
        assert "tokens of Ana" not in match.view()["state"]

    def test_an_undo_asks_whom_something_was_shown(self):
        match = drawn("gold", 1)
        assert match.concerned(1) == ["Ana"]
        assert match.concerned(2) == ["Cy", "Ana"]
        assert match.concerned(100) and offers().concerned(3) == []

    def test_who_is_not_at_the_table_sees_nothing(self):
        for look in (
            offers().view,
            lambda who: offers().log(1, who),
            lambda who: list(offers().seen_entries(who)),
        ):
            with pytest.raises(Refused, match=r"view\.unknown"):
                look("Dee")

    def test_bids_are_hidden_until_the_last_one_and_then_revealed(self):
        match = drawn("gold", 1, 2)
        assert list(match.seen_entries())[-1]["answer"] == HID
        match.answer(0)
        match.answer(0)  # the bonus
        assert match.log(1)[0]["params"] == {"bids": {"Ana": 1, "Bo": 2, "Cy": 0}}

    def test_what_was_revealed_cannot_be_changed(self):
        class Changes(Heist):
            def bids(self, t):
                seen = yield from t.reveal({"bids": [1]})
                assert seen["bids"] == (1,)
                seen["bids"] = ()

        with pytest.raises(TypeError, match="item assignment"):
            play(heist(rulebook=Changes()), 1)

    def test_a_secret_correction(self):
        seen = []

        class Noting(Heist):
            def correct(self, t, seat, field, value):
                if t.eyes is not None:
                    seen.append((sorted(t.eyes), value))

        match = heist(rulebook=Noting())
        match.act("correct", "Bo", "memo")
        match.answer(7)
        match.view("Bo")
        match.view()
        assert seen[0] == (["Bo"], 7) and is_hidden(seen[1][1])
        assert match.log(1)[0]["params"] == {"value": HID, "seat": "Bo", "field": "memo"}


class TestTwins:
    def test_they_follow_and_survive_undo(self):
        match = drawn("gold", 1)
        match.view()
        twin = match.twin()
        match.undo(3)
        assert match.twin() is not twin, "it knew more than there is now"
        twin = match.twin()
        match.redo(2)
        assert match.twin() is twin
        match.undo(1)
        fresh = match.replay()
        assert match.view() == fresh.view() and match.log() == fresh.log()

    def test_an_amended_secret_does_not_show(self):
        match = drawn("gold", 1)
        before = match.view(), match.log(), match.view("Bo")
        assert match.amend(match.n - 2, "bottle").stops_at is None
        assert (match.view(), match.log(), match.view("Bo")) == before
        assert match.view("Ana")["standing"]["Ana"] != 2


@given(st.integers(0, 10**6), st.integers(1, 40), st.data())
@settings(max_examples=40, deadline=None)
def test_matches_that_differ_only_in_secrets_look_the_same(seed, until, data):
    """Whatever was drawn, skipped or bid: nobody else can tell, from anything they are shown."""
    box = {"bonus": 1}
    match = play(heist(options={"rounds": 3}, box=box), seed, until=lambda m: m.n == until)
    twin = heist(options={"rounds": 3}, box=box)
    changed = set()
    for k, entry in enumerate(match.entries):
        value = entry.answer
        revealed = entry.id == "heist.bid" and any(
            line["id"] == "heist.bids" and line["n"] > k for line in match.log()
        )
        if match._run.shown_to(k) is not None and not revealed:
            choices = {
                "heist.drawn": st.sampled_from((None, "bottle", "gold")),
                "heist.bid": st.integers(0, 2),
            }
            value = data.draw(choices[entry.id])
            if value != entry.answer:
                changed |= set(match._run.shown_to(k))
        twin.answer(value)
    if match.result is not None:
        return
    for viewer in {"public", *match.setup.players} - changed:
        assert match.view(viewer) == twin.view(viewer)
        assert match.log(viewer=viewer) == twin.log(viewer=viewer)
        assert list(match.seen_entries(viewer)) == list(twin.seen_entries(viewer))
    assert match.prompt.as_json() == twin.prompt.as_json()
    assert [prompt.as_json() for prompt in match.also()] == [prompt.as_json() for prompt in twin.also()]


class TestPlantedLeaks:
    """Each copy of the rulebook lets a secret out in another way, and each is found."""

    def found(self, rulebook, message, by_looking=True):
        def campaign(look):
            for seed in range(100):
                play(heist(rulebook=rulebook, options={"rounds": 3}), seed, each=look)

        with pytest.raises(Leak, match=message):
            campaign(audit)
        if by_looking:
            with pytest.raises(Leak, match=message):
                campaign(lambda match: match.view())

    def test_none_in_the_true_one(self):
        for seed in range(20):
            play(heist(), seed, each=audit)

    def test_a_branch(self):
        class Branches(Heist):
            def learn(self, t, victim, seat, kind):
                super().learn(t, victim, seat, kind)
                if kind == "gold":
                    t.state.points[seat] += 1

        self.found(Branches(), "a secret was used: eq after heist.drawn")

    def test_a_sum(self):
        class Adds(Heist):
            def bids(self, t):
                bid = yield from t.ask(lambda: Number("heist.bid", "Ana", 0, 2, secret_to=("Ana",)))
                t.state.points["Ana"] += bid

        self.found(Adds(), "a secret was used: radd after heist.bid")

    def test_a_question_that_is_asked_only_then(self):
        class Asks(Heist):
            def learn(self, t, victim, seat, kind):
                super().learn(t, victim, seat, kind)
                t.state.asks = not is_hidden(kind) and kind is not None

            def draw(self, t, seat):
                yield from super().draw(t, seat)
                if t.state.asks:
                    yield from t.ask(lambda: Choose("heist.do", TABLE, ("well", "now")))

        self.found(Asks(), "is asked, but without the secrets|but the public knows")

    def test_an_option_that_is_there_only_then(self):
        class Offers(Heist):
            def learn(self, t, victim, seat, kind):
                super().learn(t, victim, seat, kind)
                t.state.known = not is_hidden(kind)

            def bids(self, t):
                most = 3 if getattr(t.state, "known", False) else 2
                yield from t.ask(lambda: Number("heist.bid", "Ana", 0, most, secret_to=("Ana",)))

        self.found(Offers(), "but the public knows", by_looking=False)

    def test_an_interjection_that_is_open_only_then(self):
        class Opens(Heist):
            def learn(self, t, victim, seat, kind):
                super().learn(t, victim, seat, kind)
                t.state.hoarse = is_hidden(kind)

        self.found(Opens(), "open beside", by_looking=False)

    def test_a_question_that_is_not_asked_because_the_answer_was_told_in_private(self):
        class Knows(Heist):
            def drawn(self, t, seat, victim):
                certain = all(count.is_exact for count in t.state.worlds.counts(victim).values())
                return None if certain else super().drawn(t, seat, victim)

        self.found(Knows(), "is asked, but without the secrets|but the public knows")

    def test_an_earlier_end(self):
        class Ends(Heist):
            def bids(self, t):
                bid = yield from t.ask(lambda: Number("heist.bid", "Ana", 0, 2, secret_to=("Ana",)))
                t.round = 9 if is_hidden(bid) else t.round
                if not is_hidden(bid):
                    yield from t.ask(lambda: Choose("heist.do", TABLE, ("well", "now")))

        self.found(Ends(), "but the public knows|is asked, but without")

    def test_what_is_kept_beside_t_shows_in_the_property(self):
        """State outside `t` is shared with the twin; two matches with other secrets then look different."""

        class Shares(Heist):
            def __init__(self):
                self.seen = []

            def learn(self, t, victim, seat, kind):
                super().learn(t, victim, seat, kind)
                if kind is not HIDDEN:
                    self.seen.append(kind)

            def view(self, t):
                return super().view(t) | {"seen": list(self.seen)}

        def looks(kind):
            return drawn(kind, rulebook=Shares()).view()

        assert looks("gold") != looks("bottle")
        assert drawn("gold").view() == drawn("bottle").view() == drawn(None).view()

    def test_what_is_not_declared(self):
        class Undeclared(Heist):
            questions = {key: q for key, q in Heist.questions.items() if key != "heist.loud"}  # noqa: RUF012

        match = heist(rulebook=Undeclared())
        match.answer([1])
        match.act("heist.shout", "Bo")
        with pytest.raises(Exception, match="not declared as number"):
            audit(match)

    def test_a_field_and_an_option_that_are_not_declared(self):
        class Fields(Heist):
            fields = {"points": "player"}  # noqa: RUF012

        class Words(Heist):
            vocabularies = {"kinds": ("bottle",)}  # noqa: RUF012

        def campaign(rulebook):
            for seed in range(20):
                play(heist(rulebook=rulebook, options={"rounds": 3}), seed, each=audit)

        for rulebook, option in ((Fields(), "memo"), (Words(), "gold")):
            with pytest.raises(RulebookFault, match=f"has '{option}', which is not declared"):
                campaign(rulebook)
