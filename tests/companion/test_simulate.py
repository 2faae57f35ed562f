"""`tinstar simulate`: the same matches whatever the workers, and whatever goes wrong can be seen again."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from companion import arguments, cli, random_play, simulate
from companion.bench import engine
from shared_rules import games
from shared_rules.engine import Refused, is_hidden
from tests.companion.at_the_table import PATIENCE_S
from tests.engine.tiny import Heist, Offers

COMMAND = [sys.executable, "-m", "tests.companion.with_tiny_games"]
TIMED = ("cpu_s", "entries_per_cpu_s")


@pytest.fixture(autouse=True)
def tiny_games_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "heist", Heist)
    monkeypatch.setitem(games.GAMES, "offers", Offers)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, timeout=3 * PATIENCE_S, check=False
    )
    assert "Traceback" not in done.stderr
    return done


def figures(*words: str) -> dict[str, Any]:
    many = [] if "--match" in words else ["--matches", "30"]
    done = run("simulate", "heist", "--json", *many, "--players", "3", *words)
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    assert all(found.pop(key) > 0 for key in TIMED)
    return found


class TestFigures:
    def test_they_add_up_and_are_the_same_whatever_the_workers(self):
        alone = figures("--seed", "5")
        assert alone == figures("--seed", "5", "--workers", "2")
        assert alone["seed"] == 5 and alone["matches"] == 30 and alone["ends"] == {"played_out": 30}
        assert sum(alone["wins_by_seat"]) + max(alone["shared_wins_by_seat"]) <= 30
        assert 30 * alone["entries_of_a_match"]["min"] <= alone["entries"]
        assert alone["played_with_other_secrets"] == 1 and alone["secrets_that_differed"] > 0
        assert alone != figures("--seed", "6") | {"seed": 5}

    def test_options_and_the_box(self):
        short, long = (figures("--option", f"rounds={n}", "--box", "bonus=0") for n in (1, 3))
        assert short["options"] == {"rounds": 1} and short["entries"] < long["entries"] / 2

    def test_people_who_meddle_end_some_early(self):
        assert figures("--meddle", "--seed", "1", "--matches", "150")["ends"]["ended_early"] > 0

    def test_one_match_alone(self):
        assert figures("--match", "7")["matches"] == 1

    def test_for_people(self):
        done = run("simulate", "offers", "--matches", "2", "--lang", "fr")
        assert done.returncode == 0 and done.stdout.startswith("parties ") and "entrées" in done.stdout

    @pytest.mark.parametrize(
        ("words", "why"),
        [
            (("poker",), "setup.rulebook"),
            (("heist", "--players", "5"), "setup.players"),
            (("heist", "--option", "rounds=9"), "setup.option_value"),
            (("heist", "--option", "rounds"), "ID=VALUE"),
            (("heist", "--box", "bonus=true"), "setup.box_value"),
            (("heist", "--matches", "0"), "--matches"),
            ((), "RULEBOOK"),
        ],
    )
    def test_arguments_that_are_wrong(self, words: tuple[str, ...], why: str):
        done = run("simulate", *words)
        assert (done.returncode, done.stdout) == (2, "") and why in done.stderr


class Loses(Heist):
    """Now and then a token is lost."""

    def draw(self, t, seat):
        yield from super().draw(t, seat)
        t.state.laid += t.state.luck == 6


class Tells(Heist):
    """Who drew gold may bid more."""

    def learn(self, t, victim, seat, kind):
        super().learn(t, victim, seat, kind)
        if not is_hidden(kind) and kind == "gold":
            t.state.luck = 7


class TestFailures:
    @pytest.mark.parametrize(("rulebook", "why"), [(Loses, "Broken: heist: tokens"), (Offers, None)])
    @pytest.mark.parametrize("workers", [1, 2])
    def test_the_command_that_is_told_shows_it_again(self, rulebook, why, workers, monkeypatch, capsys):
        monkeypatch.setitem(games.GAMES, "heist", rulebook)
        options = () if why is None else (("rounds", 3),)
        wishes = simulate.Wishes("heist", 3, 40, 9, workers, meddles=True, options=options)
        code = simulate.run(wishes, json=True)
        first = capsys.readouterr()
        if why is None:
            assert (code, first.err) == (0, "")
            return
        failure = json.loads(first.out)
        assert code == 1 and failure["failure"]["why"].startswith(why) and failure["again"] in first.err
        assert f"seed 9, match {failure['failure']['match']}" in first.err
        tinstar, *words = shlex.split(failure["again"])
        assert tinstar == "tinstar"
        assert cli._simulate(arguments.parser().parse_args([*words, "--json"])) == 1
        again = json.loads(capsys.readouterr().out)
        assert again["failure"] == failure["failure"]

    def test_a_secret_that_shows(self, monkeypatch, capsys):
        class Shows(Tells):
            def bids(self, t):
                t.say("heist.lucky", luck=t.state.luck)
                yield from super().bids(t)
                if t.state.luck == 7:
                    yield from t.fact("bonus")

        monkeypatch.setitem(games.GAMES, "heist", Shows)
        monkeypatch.setattr(simulate, "SECRETS_EVERY", 1)
        assert simulate.run(simulate.Wishes("heist", 3, 200, 1), json=False) == 1
        assert "Leak: " in capsys.readouterr().err

    def test_a_match_that_never_ends(self, monkeypatch, capsys):
        monkeypatch.setattr(random_play, "ENDLESS", 100)
        assert simulate.run(simulate.Wishes("offers", 3, 1, 1), json=False) == 1
        assert "goes on after 100 entries" in capsys.readouterr().err

    def test_a_rulebook_that_refuses_whatever_its_prompt_takes(self, monkeypatch, capsys):
        class Refuses(Offers):
            refusals = ("offers.never",)

            def offer(self, t, state, dealer):
                yield from super().offer(t, state, dealer)
                raise Refused("offers.never")

        monkeypatch.setitem(games.GAMES, "offers", Refuses)
        assert simulate.run(simulate.Wishes("offers", 3, 1, 1), json=False) == 1
        assert "Refused: offers.never" in capsys.readouterr().err

    def test_ctrl_c_is_quiet(self):
        command = [*COMMAND, "simulate", "offers", "--matches", "100000", "--workers", "2"]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)
        time.sleep(1)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers hear it too
        assert process.wait(PATIENCE_S) == 130
        assert process.stderr.read().strip() == b""


def test_bench_engine_tells_each_figure():
    said = engine.report(["heist", "offers"], least_s=0.005)
    assert [each["rulebook"] for each in said["rulebooks"]] == ["heist", "offers"]
    for each in said["rulebooks"]:
        assert each["undo_at_entries"] == min(each["entries"], engine.AT)
        assert all(value > 0 for key, value in each.items() if key.endswith(("_cpu_s", "_ms")))


def test_bench_engine_of_a_game_that_is_not_here():
    done = run("bench", "engine", "--rulebook", "poker")
    assert (done.returncode, done.stdout) == (2, "") and "setup.rulebook" in done.stderr
