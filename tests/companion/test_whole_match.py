"""A whole match through the real window, from home to the scores: the same entries as `tinstar match`.

How many taps an offer and a round take is printed beside the fewest there could be (`pytest -s`).
"""

import json
import random
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from companion.random_play import play
from companion.store import open_store
from shared_rules import games
from shared_rules.engine import Match
from tests.companion.at_the_table import COMMAND
from tests.companion.people import People, Taken, fewest, script
from tests.companion.the_window import TheWindow

BOM = "bom_mau_bode"
ENOUGH = 1.2  # times the fewest taps


def played(players: tuple[str, ...], seed: int, **options: Any) -> Match:
    book = games.rulebook(BOM)
    return play(Match(book, book.set_up(players, options)), random.Random(seed))


def by_json_lines(match: Match) -> dict[str, Any]:
    """What `tinstar match` says at the end of it."""
    setup = match.setup.as_json()
    begin = {name: setup[name] for name in ("rulebook", "players", "options", "box")}
    lines: list[dict[str, Any]] = [{"match": 1} | begin]
    for entry in match.entries:
        told = entry.as_json()
        act = {"act": told["id"], "of": told["of"]} if entry.act else {}
        lines.append(act | {"answer": told["answer"]})
    said = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([*COMMAND, "match"], input=said, capture_output=True, text=True, check=True)
    last: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return last


def look_at_the_end(people: People, match: Match) -> None:
    """What is on disk and on the screen is what `tinstar match` says."""
    window, told = people.window, by_json_lines(match)
    with open_store(window.data) as store:
        kept = store.matches.read(1)
    kept_entries = [json.loads(entry) for entry in kept.standing.entries]
    assert kept_entries == [entry.as_json() for entry in match.entries]
    assert kept.row.result and json.loads(kept.row.result) == told["result"] and told["n"] == match.n
    window.tap("end.scores")
    window.wait_until(lambda: window.look()["screen"] == "scores", "the scores")
    texts = window.texts()
    for player, score in told["result"]["scores"].items():
        shown = str(score) if isinstance(score, int) else f"{score['min']}\N{EN DASH}{score['max']}"
        assert player in texts and shown in texts, (player, shown, texts)


def tell_taps(taken: Iterable[Taken]) -> None:
    """Print how many taps offers and rounds took; nobody taps much more often than they must."""
    offers: dict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0, 0])
    rounds: dict[Any, list[int]] = defaultdict(lambda: [0, 0])
    for said, taps in taken:
        sums = [rounds[said.entry.round]] if said.entry.round else []
        if said.entry.id.startswith("bom.offer."):
            sums.append(offers[said.entry.round, said.entry.turn])
        for each in sums:
            each[0] += taps
            each[1] += fewest(said)
    for what, counts in ("offer", offers), ("round", rounds):
        taps, least = (sum(column) for column in zip(*counts.values(), strict=True))
        print(f"{len(counts)} x {what}: {taps / len(counts):.2f} taps, {least / len(counts):.2f} at least")
        assert taps <= ENOUGH * least


@pytest.mark.long
def test_five_people_and_the_chef_by_touches_alone(tmp_path: Path) -> None:
    match = played(("Ana", "Cy", "Bo", "Di", "Eli"), 11, chef=True)
    with TheWindow(tmp_path) as window:
        people = People(window)
        people.sit_down(BOM, ("Ana", "Bo", "Cy", "Di", "Eli"), "chef")
        for said in script(match):
            people.say(said)
        look_at_the_end(people, match)
        window.quit()
    tell_taps(people.taken)


@pytest.mark.long
def test_two_people_by_their_pads_where_these_can_answer_and_a_power_cut(tmp_path: Path) -> None:
    match = played(("Ana", "Bo"), 12, chef=True)
    half = match.n // 2
    everything = list(script(match))
    with TheWindow(tmp_path, pads=2) as window:
        people = People(window, {"Ana": "p1", "Bo": "p2"})
        people.sit_down(BOM, ("Ana", "Bo"), "chef")
        for said in everything[:half]:
            people.say(said)
        before = window.texts()
        window.process.kill()
    with TheWindow(tmp_path, pads=2) as window:
        window.tap("continue.1")
        window.wait_until(lambda: window.texts() == before, "the screen as it was")
        people.window = window
        for said in everything[half:]:
            people.say(said)
        by_pad = [taken for taken in people.taken if not taken.taps]
        print(f"{len(by_pad)} of {match.n} entries by a pad")
        assert {taken.said.prompt.of for taken in by_pad} == {"Ana", "Bo"} and len(by_pad) > match.n / 4
        look_at_the_end(people, match)
        window.quit()
