"""Bo Bo Bon in the real window, by touches alone: seven rounds of two taps, and with `--long` every card of a
match with Bo; the entries on disk and the scores are those of the match that was played."""

import json
import random
from pathlib import Path

import pytest

from companion import choices
from companion.store import open_store
from shared_rules import games
from shared_rules.engine import Match
from tests.companion.people import People, script
from tests.companion.the_window import TheWindow

BON = "bo_bo_bon"
NAMES = ("Ana", "Cy", "Bo", "Di")  # clockwise; the set-up seats the second one opposite
SEATED = ("Ana", "Bo", "Cy", "Di")


def played(players: int, seed: int, **options: object) -> Match:
    book = games.rulebook(BON)
    setup = book.set_up(SEATED[:2] if players == 2 else NAMES[:players], options)
    match, chance = Match(book, setup), random.Random(seed)
    while match.prompt is not None:
        match.answer(None if match.prompt.id == "bon.recount" else match.prompt.pick(chance.randrange))
    return match


def play_it(window: TheWindow, match: Match, *options: str) -> People:
    """Tap all of it, and look at what is on disk and on the screen at the end."""
    people = People(window)
    people.sit_down(BON, [name for name in SEATED if name in match.setup.players], *options)
    for said in script(match):
        people.say(said)
    with open_store(window.data) as store:
        kept = store.matches.read(1)
    assert [json.loads(entry) for entry in kept.standing.entries] == [e.as_json() for e in match.entries]
    window.tap("end.scores")
    window.wait_until(lambda: window.look()["screen"] == "scores", "the scores")
    texts = window.texts()
    assert match.result is not None
    for player, score in match.result.as_json()["scores"].items():
        assert player in texts and str(score) in texts, (player, score, texts)
    return people


def test_seven_rounds_are_fourteen_taps(tmp_path: Path) -> None:
    match = played(3, 4)
    with TheWindow(tmp_path, "--lang", "fr", size="800x480") as window:
        people = play_it(window, match)
        rounds = [taken.taps for taken in people.taken if taken.said.entry.round]
        assert sum(rounds) == 14
        window.quit()


@pytest.mark.long
@pytest.mark.parametrize(("players", "size"), [(2, "1024x600"), (3, "1280x800"), (4, "800x480")])
def test_every_card_of_a_match_with_bo(tmp_path: Path, players: int, size: str) -> None:
    match = played(players, 7, depth="cards", bo=True)
    with TheWindow(tmp_path, size=size) as window:
        play_it(window, match, "bo", "depth")
        window.quit()


def test_who_wants_no_celebration_is_asked_once(tmp_path: Path) -> None:
    with TheWindow(tmp_path) as window:
        People(window).sit_down(BON, ("Ana", "Bo"))
        window.tap("menu")
        assert window.targets()["menu.celebrations"]["label"] == "No more celebrating"
        window.tap("menu.celebrations")
        window.tap("menu")
        assert window.targets()["menu.celebrations"]["label"] == "Celebrate again"
        window.quit()
    assert choices.remembered(tmp_path / "data", choices.CELEBRATIONS, (choices.OFF,)) == "off"
    with TheWindow(tmp_path) as window:
        window.tap("continue.1")
        window.tap("menu")
        assert window.targets()["menu.celebrations"]["label"] == "Celebrate again"
        window.tap("menu.celebrations")
        window.quit()
    assert choices.remembered(tmp_path / "data", choices.CELEBRATIONS, (choices.OFF,)) is None


def test_a_game_that_never_celebrates_has_nothing_to_turn_off(tmp_path: Path) -> None:
    with TheWindow(tmp_path) as window:
        People(window).sit_down("dollars_wanted", ("Ana", "Bo"))
        window.tap("menu")
        assert "menu.scores" in window.targets() and "menu.celebrations" not in window.targets()
        window.quit()
