"""A match going forward: answers, what is open beside the prompt, the rules of every game, faults."""

import pytest

from shared_rules.engine import (
    TABLE,
    Broken,
    Choose,
    Field,
    Match,
    Number,
    Question,
    Refused,
    Result,
    Rule,
    Rulebook,
    RulebookFault,
)
from tests.engine.games import agrees, heist, offers, play, refused, told


class TestForward:
    def test_it_asks_answers_and_ends(self):
        match = play(offers(), 1)
        assert match.n == 30 * 3 * 3
        assert match.prompt is None and sum(match.result.scores.values()) > 0
        refused("match.over", match.answer, "yes")
        refused("match.over", match.act, "end_early", TABLE)

    def test_an_entry_carries_what_identifies_its_prompt(self):
        match = offers()
        match.answer("Bo")
        assert match.entries[0].as_json() == {
            "id": "offers.receiver",
            "of": "Ana",
            "round": 1,
            "turn": 0,
            "answer": "Bo",
        }

    def test_a_refusal_changes_nothing(self):
        match = offers()
        match.answer("Bo")
        before = told(match)
        for bad in ("maybe", None, 3, ["yes"], {"yes": 1}, True):
            with pytest.raises(Refused):
                match.answer(bad)
        assert told(match) == before

    def test_a_forced_answer_is_taken_and_logged_and_no_entry(self):
        match = offers("Ana", "Bo")
        assert match.prompt.id == "offers.taken" and match.n == 0
        assert match.log() == [
            {
                "n": 0,
                "id": "engine.forced",
                "params": {"prompt": "offers.receiver", "of": "Ana", "answer": "Bo"},
            }
        ]
        agrees(match)

    def test_log_lines_carry_how_many_entries_there_were(self):
        match = play(offers(), 2, until=lambda match: match.n == 6)
        assert [line["n"] for line in match.log()] == [3, 6]
        assert match.log(1)[0]["n"] == 6 and match.log(0) == []


class TestBeside:
    def begun(self):
        match = heist()
        match.answer([4])
        return match

    def test_an_interjection_runs_and_the_prompt_is_asked_again(self):
        match = self.begun()
        first = match.prompt
        match.act("heist.shout", "Bo", "yes")
        assert (match.prompt.id, match.prompt.of) == ("heist.loud", "Bo")
        match.answer(2)
        assert match.prompt.as_json() == first.as_json() and match.prompt is not first
        assert match.view()["state"]["points"]["Bo"] == 2
        agrees(match)

    def test_what_is_open_is_listed(self):
        match = self.begun()
        shouts = [prompt.of for prompt in match.also() if prompt.id == "heist.shout"]
        assert shouts == ["Ana", "Bo", "Cy"]
        match.act("heist.shout", "Bo")
        assert not [prompt for prompt in match.also() if prompt.id == "heist.shout"]

    def test_what_is_not_open_says_why(self):
        match = heist()
        match.answer([4])
        match.act("heist.shout", "Bo")
        match.answer(1)
        before = told(match)
        refused("heist.shout.hoarse", match.act, "heist.shout", "Ana")
        refused("act.not_yours", match.act, "heist.shout", TABLE)
        refused("act.not_open", match.act, "heist.sing", "Ana")
        refused("answer.unknown", match.act, "end_early", TABLE, "no")
        why = refused("answer.required", match.act, "correct", TABLE)
        assert why["options"] == ["points:Ana", "points:Bo", "points:Cy"]
        assert told(match) == before

    def test_several_answer_in_any_order_and_the_effect_waits(self):
        match = play(heist(box={"bonus": 3}), 3, until=lambda m: m.prompt.id == "heist.bid")
        points = match.view()["state"]["points"]
        assert [prompt.of for prompt in match.also() if prompt.id == "heist.bid"] == ["Bo", "Cy"]
        match.act("correct", TABLE, "points:Bo")
        assert "heist.bid" not in [prompt.id for prompt in match.also()], "one thing after the other"
        match.answer(points["Bo"])
        match.act("heist.bid", "Cy", 2)
        match.answer(1)
        assert (match.prompt.of, match.view()["state"]["points"]) == ("Bo", points)
        agrees(match)
        refused("act.not_open", match.act, "heist.bid", "Cy", 1)
        match.answer(0)
        gained = {seat: now - points[seat] for seat, now in match.view()["state"]["points"].items()}
        assert gained == {"Ana": 1 + 3, "Bo": 0, "Cy": 2}
        assert "heist.bid" not in [prompt.id for prompt in match.also()]
        agrees(match)

    def test_a_box_fact_is_asked_once_in_place(self):
        def bid_high(match):
            play(match, 4, until=lambda m: m.prompt.id == "heist.bid")
            for bid in (2, 0, 0):
                match.answer(bid)

        match = heist()
        bid_high(match)
        assert match.prompt.as_json()["id"] == "box.bonus" and match.prompt.of == TABLE
        refused("answer.range", match.answer, 6)
        match.answer(5)
        assert match.box == {"bonus": 5}
        bid_high(match)
        assert match.result is not None
        agrees(match)


class TestAlways:
    def test_a_correction_by_hand(self):
        match = heist()
        match.act("correct", TABLE, "points:Bo")
        assert (match.prompt.id, match.prompt.place) == ("correct.to", "points:Bo")
        match.answer(-3)
        assert match.view()["state"]["points"]["Bo"] == -3
        assert match.prompt.id == "heist.luck"
        agrees(match)

    def test_a_correction_keeps_to_what_is_there_when_it_is_made(self):
        match = Match(Purse(), Purse().set_up(("Ana", "Bo")), watched=True)
        match.act("correct", TABLE, "coin:Ana")
        match.act("correct", TABLE, "coin:Bo")
        match.answer(3)
        assert match.prompt.place == "coin:Ana" and (match.prompt.least, match.prompt.most) == (0, 2)
        refused("answer.range", match.answer, 5)
        match.answer(2)
        assert match._run.table.state == {"Ana": 2, "Bo": 3}
        agrees(match)

    def test_a_correction_of_what_went_away_meanwhile_is_none(self):
        match = Match(Purse(), Purse().set_up(("Ana", "Bo")), watched=True)
        match.act("correct", TABLE, "coin:Ana")
        match.act("correct", TABLE, "coin:Bo")
        match.answer(5)
        assert match.prompt.id == "do" and match._run.table.state == {"Ana": 0, "Bo": 5}
        assert [line["params"]["field"] for line in match.log()] == ["coin:Bo"]
        agrees(match)

    def test_ended_early(self):
        match = play(heist(), 5, until=lambda m: m.n == 6)
        match.act("end_early", TABLE)
        assert match.result is not None and match.log(1)[0]["id"] == "engine.ended_early"
        agrees(match)
        match.undo()
        assert match.result is None
        agrees(match)

    def test_an_early_end_may_ask_for_the_recount_and_comes_once(self):
        class Recounts(Faulty):
            def ended_early(self, t):
                t.state = yield from t.ask(lambda: Number("counted", TABLE, 0, 9))
                return Result((), {"Ana": t.state}, {})

        match = Match(Recounts(), Recounts().set_up(("Ana", "Bo")))
        match.act("end_early", TABLE)
        assert match.prompt.id == "counted"
        refused("end_early.ending", match.act, "end_early", TABLE)
        match.answer(4)
        assert match.result.scores == {"Ana": 4}

    def test_a_seat_is_handed_over_with_its_secrets_and_taken_back(self):
        match = play(heist(), 5, until=lambda m: m.n == 6)
        assert "tokens of Bo" not in match.view("Ana")["state"]
        match.act("hand_over", "Bo", "Ana")
        assert match.hands == {"Bo": "Ana"}
        assert "tokens of Bo" in match.view("Ana")["state"]
        match.act("hand_over", "Bo", "Bo")
        assert match.hands == {} and "tokens of Bo" not in match.view("Ana")["state"]
        agrees(match)


class Purse(Rulebook):
    """Five coins; by hand nobody gets more than are left, and who has and could get none is not offered."""

    id = "purse"
    questions = {"do": Question("choose")}  # noqa: RUF012
    fields = {"coin": "player"}  # noqa: RUF012

    def play(self, t):
        t.state = dict.fromkeys(t.players, 0)
        yield from t.ask(lambda: Choose("do", "Ana", ("on", "off")))
        return Result((), t.state, {})

    def corrections(self, t, seat):
        most = {player: held + 5 - sum(t.state.values()) for player, held in t.state.items()}
        return [Field("coin", player, 0, left) for player, left in most.items() if left]

    def correct(self, t, seat, field, value):
        t.state[field.whose] = value

    def view(self, t):
        return dict(t.state)

    def broken(self, t):
        return "coins" if sum(t.state.values()) > 5 else None


class Faulty(Rulebook):
    """Raises when it is told to."""

    id = "faulty"
    questions = {"do": Question("choose")}  # noqa: RUF012

    def play(self, t):
        t.state = []
        while len(t.state) < 3:
            done = yield from t.ask(lambda: Choose("do", "Ana", ("on", "bug", "refuse", "none", "loop")))
            if done == "bug":
                raise ZeroDivisionError("a bug")
            if done == "refuse":
                raise Refused("faulty.late")
            if done == "none":
                yield from t.ask(lambda: Choose("do", "Ana", ()))
            while done == "loop":
                yield from t.ask(lambda: Choose("do", "Ana", ("x",)))
            t.state.append(done)
        return Result((), {}, {})

    def broken(self, t):
        return "two" if len(t.state) == 2 else None

    def view(self, t):
        return {"done": t.state}


class TestFaults:
    @pytest.mark.parametrize(
        ("value", "raised"),
        [
            ("bug", ZeroDivisionError),
            ("refuse", Refused),
            ("none", RulebookFault),
            ("loop", RulebookFault),
        ],
    )
    def test_after_a_rulebooks_fault_the_match_stands_where_it_stood(self, value, raised):
        rulebook = Faulty()
        match = Match(rulebook, rulebook.set_up(("Ana", "Bo")))
        match.answer("on")
        before = told(match)
        for _ in range(2):
            with pytest.raises(raised):
                match.answer(value)
            assert told(match) == before
        match.answer("on")
        assert match.view()["state"] == {"done": ["on", "on"]}

    def test_a_broken_invariant_is_found_when_it_is_watched(self):
        rulebook = Faulty()
        match = Match(rulebook, rulebook.set_up(("Ana", "Bo")), watched=True)
        match.answer("on")
        with pytest.raises(Broken, match="two does not hold after 2 entries"):
            match.answer("on")

    def test_a_rulebook_without_a_result(self):
        class NoResult(Faulty):
            def play(self, t):
                yield from t.ask(lambda: Number("do", "Ana", 0, 1))

        match = Match(NoResult(), NoResult().set_up(("Ana", "Bo")))
        with pytest.raises(RulebookFault, match="instead of a Result"):
            match.answer(1)

    def test_a_rulebook_that_takes_another_way_when_it_is_replayed(self):
        ways = iter((2, 2, 1))

        class Fickle(Faulty):
            def play(self, t):
                for _ in range(next(ways)):
                    yield from t.ask(lambda: Number("do", "Ana", 0, 1))
                return Result((), {}, {})

        match = Match(Fickle(), Fickle().set_up(("Ana", "Bo")))
        match.answer(1)
        match.answer(1)
        match.undo()
        match.redo()
        with pytest.raises(RulebookFault, match="another way"):
            match.undo()
        assert match.n == 2 and match.kept == ()


def test_a_prompt_that_is_no_longer_asked_after_an_interjection():
    class Stop(Rule):
        id = "stop"

        def run(self, t, seat, answer):
            t.state = "stopped"
            return
            yield

    class Stoppable(Faulty):
        rules = (Stop,)

        def play(self, t):
            with t.anytime(Stop):
                answer = yield from t.ask(
                    lambda: None if t.state == "stopped" else Choose("do", "Ana", ("a", "b"))
                )
            assert answer is None
            yield from t.ask(lambda: Choose("do", "Bo", ("a", "b")))
            return Result((), {}, {})

        def view(self, t):
            return {"state": t.state}

        broken = Rulebook.broken

    match = Match(Stoppable(), Stoppable().set_up(("Ana", "Bo")))
    match.act("stop", "Bo")
    assert match.prompt.of == "Bo"
    assert "stop" not in [prompt.id for prompt in match.also()], "it was open for the block only"
    agrees(match)
