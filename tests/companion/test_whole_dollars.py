"""Dollars Wanted in the real window, by touches alone: a robbery with everything in it, and with `--long` a
whole match with player colours; the entries on disk and the scores are those of the match that was played."""

import json
import random
from pathlib import Path

import pytest

from companion.store import open_store
from shared_rules import games
from shared_rules.engine import Match, Refused
from tests.companion.people import People, Said, script
from tests.companion.the_window import TheWindow

pytestmark = pytest.mark.alone

DW = "dollars_wanted"
BUILDING = ("casino", 2, 2, 0, 1)
ROBS = 0.2  # of the moments at which somebody may


def begun(players: tuple[str, ...], **options: object) -> Match:
    book = games.rulebook(DW)
    return Match(book, book.set_up(players, options))


def played(match: Match, seed: int) -> Match:
    """A match that was played at random; who has laid cards robs now and then."""
    chance = random.Random(seed)
    while match.prompt is not None:
        robs = [act for act in match.also() if act.id == "dw.rob"]
        if robs and chance.random() < ROBS:
            act = robs[0]
            match.act(act.id, act.of, act.pick(chance.randrange))
            continue
        prompt = match.prompt
        try:
            match.answer(None if prompt.id == "dw.recount" else prompt.pick(chance.randrange))
        except Refused:  # a building without any icon
            match.answer(1)
    return match


def a_robbery() -> Match:
    """Two people: the top row is robbed with a joker that stands in, and is worth $700."""
    match = begun(("Ana", "Bo"))
    for answer in (*BUILDING, *BUILDING, *BUILDING, "Bo", "row_1", "row_1", "row_1", "row_1"):
        match.answer(answer)
    match.act("dw.rob", "Ana", "row_1")
    for answer in ("pickaxe_1", "elixir", "dynamite_1", "joker"):
        match.answer(answer)
    assert match.prompt and match.prompt.id == "dw.dollars", match.prompt
    match.answer(700)
    return match


def say_all(people: People, match: Match) -> list[Said]:
    said = list(script(match))
    for each in said:
        people.say(each)
    return said


def test_a_robbery_by_touches_alone(tmp_path: Path) -> None:
    match = a_robbery()
    with TheWindow(tmp_path, size="800x480") as window:
        people = People(window)
        people.sit_down(DW, ("Ana", "Bo"))
        say_all(people, match)
        texts = window.texts()
        assert "$700" in texts and "Top row: which building turns up?" in texts
        assert [json.loads(entry) for entry in people.entries()] == [e.as_json() for e in match.entries]
        laid = [taken.taps for taken in people.taken if taken.said.prompt.id == "dw.lay"]
        assert laid == [1] * 4, "a turn is two taps"
        window.quit()


@pytest.mark.long
def test_three_people_with_player_colours(tmp_path: Path) -> None:
    match = played(begun(("Ana", "Bo", "Cy"), colours=True), 8)
    assert match.result is not None
    robberies = [entry for entry in match.entries if entry.id == "dw.rob"]
    assert len(robberies) > 5, "by hand, beside those of seven cards"
    with TheWindow(tmp_path, size="800x480") as window:
        people = People(window)
        people.sit_down(DW, ("Ana", "Cy", "Bo"), "colours")
        say_all(people, match)
        with open_store(window.data) as store:
            kept = store.matches.read(1)
        assert [json.loads(entry) for entry in kept.standing.entries] == [e.as_json() for e in match.entries]
        result = match.result.as_json()
        assert kept.row.result and json.loads(kept.row.result) == result
        window.tap("end.scores")
        window.wait_until(lambda: window.look()["screen"] == "scores", "the scores")
        texts = window.texts()
        for player, score in result["scores"].items():
            assert player in texts and str(score) in texts, (player, score, texts)
        window.quit()
