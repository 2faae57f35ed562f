"""The road from a contact to a verdict: real firmware, real ports, a real store, a real command."""

import os
import queue
import signal
import time
from pathlib import Path

import pytest

from companion.pads import virtual
from companion.pads.hub import Pads
from shared_rules.wire import messages as m
from tests.companion.at_the_table import Table, named
from tests.faults.cable import Cable

pytestmark = pytest.mark.alone

SHOOTERS = [f"--tokens={name}=shooter1" for name in ("Ana", "Bo", "Cy", "Di")]


def test_five_milliseconds_apart(tmp_path: Path) -> None:
    with Table(tmp_path, "--duel") as table:
        draw_us = table.draw()
        table.press("p3", draw_us + 205_000)
        table.press("p2", draw_us + 200_000)
        assert table.end() == 0
        first, *more = named(table.referee(), "first")
        assert not more
        assert first["player"] == "Bo"
        assert 4_000 <= first["margin_us"] <= 5_000
        assert named(table.shown(), "first") == [first]
        assert f"Bo first, by {first['margin_us'] / 1000:.1f} ms." in table.said
        assert named(table.referee(), "void") == [
            {"call": "void", "round": 1, "pad": "p3", "seq": 1, "why": "late"}
        ]


def test_the_stored_interval_contains_the_finger(tmp_path: Path) -> None:
    with Table(tmp_path, "--duel", "--skew-ppm", "40", pads=2) as table:
        draw_us = table.draw()
        table.press("p1", draw_us + 150_000, bounce=[700, 1400, 5000, 6000])
        assert table.end() == 0
        trace = table.stored()
        at_us = next(line["at_us"] for line in trace if line.get("kind") == "draw")
        (hit,) = [line for line in trace if line.get("kind") == "hit"]
        # The two clocks are read apart, so the truth is known to some 50 us here.
        assert hit["at"][0] - 50 <= at_us + 150_000 <= hit["at"][1] + 50


def test_a_tie_then_a_second_round(tmp_path: Path) -> None:
    with Table(tmp_path, "--duel", *SHOOTERS) as table:
        draw_us = table.draw(1)
        table.press("p1", draw_us + 150_000)
        table.press("p4", draw_us + 150_000)
        table.wait_for("Too close to call: tie between Ana and Di.")
        draw_us = table.draw(2)
        table.press("p4", draw_us + 150_000)
        table.press("p1", draw_us + 180_000)
        assert table.end() == 0
        calls = table.referee()
        assert named(calls, "tie") == [{"call": "tie", "round": 1, "players": ["Ana", "Di"]}]
        assert [(call["round"], call["player"]) for call in named(calls, "first")] == [(2, "Di")]
        assert table.shown() == calls


def test_a_press_before_draw(tmp_path: Path) -> None:
    with Table(tmp_path, "--duel", *SHOOTERS, beat_ms=400) as table:
        draw_us = table.draw(1)
        table.press("p2", draw_us - 200_000)
        table.wait_for("Bo jumped the gun. The countdown starts again.")
        draw_us = table.draw(2)
        table.press("p2", draw_us + 150_000)  # still counting to three
        table.press("p3", draw_us + 250_000)
        assert table.end() == 0
        calls = table.referee()
        assert named(calls, "jumped") == [{"call": "jumped", "round": 1, "player": "Bo", "certain": True}]
        assert [call["player"] for call in named(calls, "first")] == ["Cy"]
        assert [call["why"] for call in named(calls, "void")] == ["locked_out"]


def test_a_press_at_draw_goes_to_the_judge(tmp_path: Path) -> None:
    with Table(tmp_path, "--duel") as table:
        draw_us = table.draw()
        table.press("p1", draw_us)
        table.wait_for("Ana pressed at DRAW; before or after, nobody can tell.")
        assert table.end() == 0
        assert named(table.referee(), "ask_judge") == [
            {"call": "ask_judge", "round": 1, "why": "draw_straddled"}
        ]
        assert "Too close to DRAW to tell. The judge decides." in table.said


def test_a_false_hit_counts_to_three(tmp_path: Path) -> None:
    with Table(tmp_path, "--duel", "--dice", "pad", "--settle-ms", "60", "--seed", "1", pads=2) as table:
        draw_us = table.draw()
        table.press("p1", draw_us + 100_000)
        table.wait_for("Ana called with nothing showing and counts to three.")
        table.press("p1", draw_us + 400_000)
        shows = False
        while not shows:
            table.press("p2", None, "die1")
            time.sleep(0.2)
            rolls = [line for line in table.stored() if line.get("kind") == "roll"]
            shows = rolls[-1]["face"] == "bullet"
        table.press("p2")
        assert table.end() == 0
        calls = table.referee()
        (false_hit,) = named(calls, "false_hit")
        hits = [line for line in table.stored() if line.get("kind") == "hit" and line["pad"] == "p1"]
        assert false_hit["locked_until_us"] == hits[0]["at"][1] + 3_000_000
        why = next(call["why"] for call in named(calls, "void") if call["pad"] == "p1")
        assert why == "locked_out"
        (first,) = named(calls, "first")
        assert (first["player"], first["bullets"]) == ("Bo", 1)


def test_a_pad_killed_in_mid_round(tmp_path: Path) -> None:
    with Table(tmp_path, "--duel") as table:
        draw_us = table.draw()
        os.kill(table.pad_process(4), signal.SIGKILL)
        table.press("p1", draw_us + 200_000)
        table.wait_for("Pad p4 is gone!")
        table.wait_for("A pad is gone and may have seen more. The judge decides.")
        assert table.end() == 0
        calls = table.referee()
        assert named(calls, "ask_judge") == [{"call": "ask_judge", "round": 1, "why": "pad_lost"}]
        assert not named(calls, "first")
        assert [line["pad"] for line in table.stored() if line.get("kind") == "lost"] == ["p4"]


def test_a_pad_that_slept_and_comes_back_decides(tmp_path: Path) -> None:
    """Its press was stamped while nobody heard it; nothing is ruled over it, and nothing of it is lost."""
    with Table(tmp_path, "--duel") as table:
        draw_us = table.draw()
        asleep = table.pad_process(4)
        os.kill(asleep, signal.SIGSTOP)
        table.press("p4", draw_us + 190_000)
        table.press("p1", draw_us + 200_000)
        table.wait_for("Pad p4 is gone!")
        os.kill(asleep, signal.SIGCONT)
        assert table.end() == 0
        (first,) = named(table.referee(), "first")
        assert first["player"] == "Di"


class Cabled:
    """Two virtual pads of the test's own, each on a cable."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pads = virtual.start(2)
        self.cables = [Cable(folder / f"cable{n}", pad.port) for n, pad in enumerate(self.pads, 1)]
        self.ports = [f"--port={cable.path}" for cable in self.cables]

    def __enter__(self) -> "Cabled":
        return self

    def __exit__(self, *_: object) -> None:
        for cable in self.cables:
            cable.pull()
        self.pads.close()

    def press(self, pad: int, at_us: int) -> None:
        self.pads[pad].press(at_us=at_us)


@pytest.fixture
def cabled(tmp_path: Path):  # type: ignore[no-untyped-def]
    with Cabled(tmp_path) as cabled:
        yield cabled


def test_a_cable_pulled_and_plugged_in_again(tmp_path: Path, cabled: Cabled) -> None:
    with Table(tmp_path, "--duel", *cabled.ports, pads=0) as table:
        draw_us = table.draw()
        cabled.cables[1].pull()
        cabled.press(1, draw_us + 100_000)
        cabled.press(0, draw_us + 150_000)
        table.wait_for("is gone!")
        cabled.cables[1].plug(cabled.pads[1].port)
        table.wait_for("first")
        assert table.end() == 0
        (first,) = named(table.referee(), "first")
        assert first["player"] == "Bo"
        assert 40_000 < first["margin_us"] <= 50_000


def test_a_rebooted_pad_voids_its_round(tmp_path: Path, cabled: Cabled) -> None:
    with Table(tmp_path, "--duel", *cabled.ports, *SHOOTERS[:2], pads=0) as table:
        table.draw()
        cabled.cables[1].pull()
        cabled.pads[1].kill()
        with virtual.VirtualPad(tmp_path / "again", cabled.pads[1].unique_id, start_us=5_000_000) as again:
            cabled.cables[1].plug(again.port)
            table.wait_for("started anew; what it saw meanwhile is lost.")
            assert table.end() == 0
        assert named(table.referee(), "ask_judge") == [
            {"call": "ask_judge", "round": 1, "why": "events_lost"}
        ]
        assert "Something that a pad saw is lost. The judge decides." in table.said


@pytest.mark.parametrize("fault", ["duplicate", "corrupt"])
def test_frames_that_come_twice_or_broken(tmp_path: Path, cabled: Cabled, fault: str) -> None:
    for cable in cabled.cables:
        cable.duplicate = fault == "duplicate"
        cable.corrupt = 3 if fault == "corrupt" else 0
    with Table(tmp_path, "--duel", *cabled.ports, pads=0) as table:
        draw_us = table.draw()
        cabled.press(1, draw_us + 100_000)
        cabled.press(0, draw_us + 105_000)
        assert table.end() == 0
        hits = [line for line in table.stored() if line.get("kind") == "hit"]
        assert sorted((hit["pad"], hit["seq"]) for hit in hits) == sorted(
            (pad.unique_id.hex(), 1) for pad in cabled.pads
        )
        (first,) = named(table.referee(), "first")
        assert first["player"] == "Bo"
        assert fault == "duplicate" or sum(cable.damaged for cable in cabled.cables) > 5


def test_a_second_reboot_is_said_again_and_a_jump_is_not_forgotten(tmp_path: Path, cabled: Cabled) -> None:
    with Table(tmp_path, *cabled.ports, *SHOOTERS[:2], pads=0, beat_ms=600) as table:
        draw_us = table.draw(1)
        cabled.press(0, draw_us - 300_000)
        jumper = table.wait_for("jumped the gun").split()[0]
        cabled.cables[1].pull()
        cabled.pads[1].kill()
        with virtual.VirtualPad(tmp_path / "again", cabled.pads[1].unique_id, start_us=5_000_000) as again:
            cabled.cables[1].plug(again.port)
            table.wait_for("started anew")
            draw_us = table.draw(2)
            cabled.press(0, draw_us + 400_000)  # still counting to three
            again.press(at_us=draw_us + 700_000)
            line = table.wait_for("first")
            assert jumper not in line


def test_the_settings_reach_the_pads(tmp_path: Path) -> None:
    heard: queue.SimpleQueue[object] = queue.SimpleQueue()
    with virtual.start(1) as started, Pads(heard.put, [started[0].port], {started[0].port: "p1"}) as pads:
        pads.wish("p1", m.Settings, 15_000, 2_000_000)  # before the pad has said who it is
        end = time.monotonic() + 20
        while time.monotonic() < end:
            ends = pads.ends()
            if ends and ends[0].commands.holds(m.Settings(1, 15_000, 2_000_000)):
                return
            time.sleep(0.02)
        raise AssertionError("the pad never took its settings")
