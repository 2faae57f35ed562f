"""The shootout in the window: by pads and by touch; window, store and `tinstar referee` agree."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.at_the_table import named
from tests.companion.the_window import TheWindow

pytestmark = pytest.mark.alone


@pytest.fixture
def window(tmp_path: Path) -> Iterator[TheWindow]:
    """A window with four virtual pads, each claimed by HIT."""
    with TheWindow(tmp_path, pads=4) as window:
        window.set_up("Ana", "Bo", "Cy", "Di", pads=4)
        yield window


def test_first_by_pads(window: TheWindow) -> None:
    window.sit_down()
    draw_us = window.draw_now()
    window.press("p3", draw_us + 205_000)
    window.press("p2", draw_us + 200_000)
    window.wait_text("Bo first, by")
    window.wait_until(lambda: bool(named(window.shown(), "void")), "the late HIT")
    shown = window.shown()
    window.get_up()
    assert window.referee() == shown
    (first,) = named(shown, "first")
    assert first["player"] == "Bo"
    assert 4_000 <= first["margin_us"] <= 5_000  # type: ignore[operator]
    assert window.finished()


def test_tie_by_pads_then_the_next_draw(window: TheWindow) -> None:
    window.shooters_only(4)
    window.sit_down()
    draw_us = window.draw_now()
    window.press("p1", draw_us + 150_000)
    window.press("p4", draw_us + 150_000)
    window.wait_text("Too close to call: tie")
    window.tap("next")
    draw_us = window.draw_now(2)
    window.press("p4", draw_us + 150_000)
    window.wait_text("Di first")
    window.get_up()
    calls = window.referee()
    assert named(calls, "tie") == [{"call": "tie", "round": 1, "players": ["Ana", "Di"]}]
    assert [call["player"] for call in named(calls, "first")] == ["Di"]


def test_a_jump_by_pads(window: TheWindow) -> None:
    window.sit_down()
    draw_us = window.draw_now()
    window.press("p1", draw_us - 100_000)
    window.wait_text("Ana jumped the gun")
    window.tap("next")
    window.wait_until(lambda: "draw" in window.targets(), "the next draw")
    window.get_up()
    assert named(window.referee(), "jumped") == [
        {"call": "jumped", "round": 1, "player": "Ana", "certain": True}
    ]


def test_a_false_hit_with_pad_dice(window: TheWindow) -> None:
    window.tap("dice.pad")
    window.sit_down()
    draw_us = window.draw_now()
    window.press("p2", draw_us + 100_000)
    window.wait_text("counts to three")
    (false_hit,) = named(window.shown(), "false_hit")
    assert false_hit["player"] == "Bo"
    face = ""
    while face not in ("bullet",):
        window.press("p3", None, "die1")
        time.sleep(0.8)
        rolls = [line for line in window.stored() if line.get("kind") == "roll"]
        face = str(rolls[-1]["face"])
    window.press("p3")
    window.wait_text("Cy first")
    window.get_up()
    (first,) = named(window.referee(), "first")
    assert (first["player"], first["bullets"]) == ("Cy", 1)


def test_a_lost_pad_and_the_judge(window: TheWindow) -> None:
    window.sit_down()
    draw_us = window.draw_now()
    os.kill(window.pad_process(4), signal.SIGKILL)
    window.press("p1", draw_us + 200_000)
    window.wait_text("Pad gone: Di")
    window.wait_text("The judge decides")
    window.wait_text("What does the judge say?")
    assert window.targets()["answer.without:p4"]["label"] == "Rule without Di"
    window.tap("answer.without:p4")
    window.wait_until(lambda: "reason" in window.targets(), "the reason")
    window.tap("answer.The judge saw it.")
    window.wait_until(lambda: bool(named(window.shown(), "judged")), "the judge's word")
    window.wait_text("Judge: Ana first, without Di")
    shown = window.shown()
    window.get_up()
    assert window.referee() == shown
    assert named(shown, "ask_judge")[0]["why"] == "pad_lost"
    assert named(shown, "judged")[0]["pad"] == "p4"


def test_overrule_with_a_reason(window: TheWindow) -> None:
    window.shooters_only(4)
    window.sit_down()
    draw_us = window.draw_now()
    window.press("p1", draw_us + 150_000)
    window.wait_text("Ana first")
    window.hold("overrule")
    window.wait_text("What does the judge say?")
    window.tap("answer.first:Bo")
    window.tap("reason")
    window.send(type="a die was cocked")
    window.tap("done")
    window.wait_text("Judge: Bo first")
    window.get_up()
    calls = window.referee()
    assert named(calls, "first")[0]["player"] == "Ana"
    assert named(calls, "judged") == [
        {"call": "judged", "round": 1, "rule": "first", "player": "Bo", "reason": "a die was cocked"}
    ]


def test_two_fingers_on_two_pads_on_the_screen(touch: TheWindow) -> None:
    """Both are down at once; each is stamped with an interval that is honest about frames and sampling."""
    touch.set_up("Ana", "Bo")
    touch.sit_down()
    touch.draw_now()
    touch.wait_text("DRAW!")
    touch.hit("Ana", "Bo")
    touch.wait_until(lambda: bool(named(touch.shown(), "tie") + named(touch.shown(), "first")), "a call")
    hits = [line for line in touch.stored() if line.get("kind") == "hit"]
    assert sorted(str(hit["pad"]) for hit in hits) == ["screen:Ana", "screen:Bo"]
    for hit in hits:
        lo, hi = hit["at"]  # type: ignore[misc]
        assert hi - lo >= 24_700
    (tie,) = named(touch.shown(), "tie")
    assert tie["players"] == ["Ana", "Bo"]


def test_a_jump_by_touch(tmp_path: Path) -> None:
    with TheWindow(tmp_path, beat_ms=1000) as touch:  # a slow frame widens the interval; DRAW must be far off
        touch.set_up("Ana", "Bo")
        touch.sit_down()
        touch.draw_now()
        touch.hit("Bo")
        touch.wait_text("Bo jumped the gun")


def test_pad_dice_by_touch_to_the_last_token(touch: TheWindow) -> None:
    touch.set_up("Ana", "Bo")
    touch.shooters_only(2)
    touch.tap("dice.pad")
    touch.sit_down()
    touch.draw_now()
    touch.wait_text("DRAW!")
    touch.hit("Ana")  # nothing shows yet
    touch.wait_text("counts to three")
    face = ""
    while face != "bullet":
        touch.send(press="die.Bo.shooter1")
        touch.send(release="die.Bo.shooter1")
        time.sleep(0.7)
        rolls = [line for line in touch.stored() if line.get("kind") == "roll"]
        face = str(rolls[-1]["face"])
    touch.hit("Bo")
    touch.wait_text("Bo first")
    touch.tap("next")
    touch.wait_text("Bo wins the shootout")
    touch.get_up()
    calls = touch.referee()
    assert [call["player"] for call in named(calls, "false_hit")] == ["Ana"]
    assert [call["player"] for call in named(calls, "first")] == ["Bo"]


def test_real_and_on_screen_pads_mixed(tmp_path: Path) -> None:
    with TheWindow(tmp_path, pads=1) as window:
        window.set_up("Ana", "Bo", pads=1)
        assert window.targets()["seat1.pad"]["label"] == "on screen"
        window.sit_down()
        draw_us = window.draw_now()
        window.press("p1", draw_us + 100_000)
        window.wait_text("Ana first")


def test_a_hit_claims_a_seat_only_where_seats_are_given(tmp_path: Path) -> None:
    """At home it is only a button, and among the records too."""
    with TheWindow(tmp_path, pads=2) as window:
        window.wait_until(lambda: "p2" in " ".join(window.texts()), "both pads")
        window.press("p1")
        time.sleep(0.3)
        window.set_up()
        window.tap("records")
        window.wait_until(lambda: window.look()["screen"] == "records", "the records")
        window.press("p1")
        time.sleep(0.3)
        window.tap("back")
        window.wait_until(lambda: window.look()["screen"] == "setup", "the set-up")
        assert window.targets()["seat0.pad"]["label"] == "on screen"
        window.press("p2")
        window.wait_until(lambda: "p2 " in window.targets()["seat0.pad"]["label"], "p2 claimed")
        window.quit()


def test_an_idle_window_draws_no_frame(tmp_path: Path) -> None:
    """Not at home, where pads report twenty times a second, nor in a shootout that waits for its
    countdown."""
    with TheWindow(tmp_path, pads=2) as window:
        time.sleep(4)  # the pads' clocks have settled
        assert window.send(wait="idle")["idle"]
        time.sleep(3)
        assert window.send(wait="idle")["frames"] == 0
        window.set_up("Ana", "Bo")
        window.sit_down()
        assert window.send(wait="idle")["idle"]
        time.sleep(3)
        assert window.send(wait="idle")["frames"] == 0


# -- bad input


def test_ten_fingers(tmp_path: Path) -> None:
    """Five throw a die and five press HIT, all ten down at once; no die has come to rest by then."""
    players = ("Ana", "Bo", "Cy", "Di", "Eli")
    with TheWindow(tmp_path, "--settle-ms", "8000") as touch:
        touch.set_up(*players)
        touch.tap("dice.pad")
        touch.sit_down()
        touch.draw_now()
        touch.wait_text("DRAW!")
        time.sleep(0.2)
        fingers = [
            f"{key}.{name}{die}" for key, die in (("die", ".shooter1"), ("hit", "")) for name in players
        ]
        for finger in fingers:
            assert touch.send(press=finger) == {"ok": True}
        for finger in fingers:
            touch.send(release=finger)
        events = [line for line in touch.stored() if line.get("kind") in ("hit", "roll")]
        assert len(events) == 10
        touch.wait_until(lambda: len(named(touch.shown(), "false_hit")) == 5, "five false HITs")


@pytest.mark.parametrize(
    "stage",
    [
        "setup",
        "countdown",
        "open",
        *(pytest.param(stage, marks=pytest.mark.long) for stage in ("ready", "ruled")),
    ],
)
def test_a_pad_pulled_in_every_stage(tmp_path: Path, stage: str) -> None:
    with TheWindow(tmp_path, pads=2) as window:
        window.set_up("Ana", "Bo", pads=2)
        kill = window.pad_process(2)
        if stage == "setup":
            os.kill(kill, signal.SIGKILL)
            window.wait_text("p2 gone")
            return
        window.sit_down()
        if stage == "ready":
            os.kill(kill, signal.SIGKILL)
            window.wait_text("pad gone")
            window.tap("draw")
            window.wait_text("Plug it in")
            window.tap("without")
            window.wait_text("Ana wins the shootout")
            return
        draw_us = window.draw_now()
        if stage == "ruled":
            window.press("p1", draw_us + 100_000)
            window.wait_text("Ana first")
        os.kill(kill, signal.SIGKILL)
        if stage != "ruled":
            window.press("p1", draw_us + 300_000)
            window.wait_text("The judge decides")
        window.wait_text("Pad gone: Bo")


def test_a_pad_gone_while_the_dice_fly_is_for_the_judge(tmp_path: Path) -> None:
    """Nobody presses; still nobody has to wait for ever."""
    with TheWindow(tmp_path, pads=2) as window:
        window.set_up("Ana", "Bo", pads=2)
        window.sit_down()
        window.draw_now()
        window.wait_text("DRAW!")
        os.kill(window.pad_process(2), signal.SIGKILL)
        window.wait_text("What does the judge say?")
        window.tap("answer.replay")
        window.tap("answer.The table agrees.")
        window.wait_text("Judge: again")
        window.tap("next")
        window.tap("without")
        window.wait_text("Ana wins the shootout")
