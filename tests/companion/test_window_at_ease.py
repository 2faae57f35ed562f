"""The shootout in the window, where no moment counts: odd windows, languages, long names, what was stored."""

from pathlib import Path

import pytest

from tests.companion.the_window import TheWindow


def test_what_lies_on_the_table_takes_two_taps(touch: TheWindow) -> None:
    touch.set_up("Ana", "Bo")
    touch.shooters_only(2)
    touch.sit_down()
    touch.draw_now()
    touch.wait_text("DRAW!")
    touch.hit("Bo")
    touch.wait_text("Bo first")
    touch.tap("lies.Bo.shooter1")
    touch.tap("next")
    touch.wait_text("Bo wins the shootout")
    touch.get_up()
    assert '"targets","round":1,"player":"Bo","tokens":[["Ana","shooter1"]]' in touch.evidence().read_text()


def test_stored_shootouts_can_be_looked_at_again(touch: TheWindow) -> None:
    touch.set_up("Ana", "Bo")
    touch.sit_down()
    touch.draw_now()
    touch.wait_text("DRAW!")
    touch.hit("Ana")
    touch.wait_text("Ana first")
    touch.get_up()
    touch.tap("records")
    touch.tap("record.1")
    touch.wait_text("Ana first")
    assert "DRAW" in touch.texts() and "FREEZE" in touch.texts()
    before = [text for text in touch.texts() if text.endswith(" ms")]
    for _ in range(3):
        touch.tap("closer")
    assert [text for text in touch.texts() if text.endswith(" ms")] != before
    touch.tap("back")
    touch.tap("back")


def test_disabled_things_say_why(touch: TheWindow) -> None:
    touch.set_up("Ana", "Bo")
    touch.tap("seat0.remove")
    touch.wait_text("Two players at least.")
    touch.rename(1, "ana")
    target = touch.targets()["start"]
    assert not target["enabled"]
    assert target["why"] == "Two players have the same name."
    touch.tap("start")
    touch.wait_text("Two players have the same name.")


def test_in_french_nothing_is_left_in_english(tmp_path: Path) -> None:
    with TheWindow(tmp_path, "--lang", "fr") as window:
        window.send(wait="idle")
        home = window.texts()
        window.tap("home.shootout")
        window.wait_until(lambda: window.look()["screen"] == "setup", "the set-up")
        setup = window.texts()
        window.tap("start")
        window.wait_until(lambda: window.look()["screen"] == "shootout", "the shootout")
        english = {
            "Shootout",
            "Home",
            "History",
            "Add a player",
            "Table dice",
            "Sit down",
            "Get up",
            "Settings",
        }
        assert not english & {*home, *setup, *window.texts()}


@pytest.mark.parametrize("size", ["320x240", "4000x400"])
def test_odd_windows(tmp_path: Path, size: str) -> None:
    with TheWindow(tmp_path, size=size) as window:
        window.set_up()
        window.sit_down()
        window.draw_now()
        window.wait_text("DRAW!")
        window.hit("Ana")
        window.wait_text("Ana first")
        window.quit()


def test_resized_and_turned_while_counting_down(touch: TheWindow) -> None:
    touch.set_up("Ana", "Bo")
    touch.sit_down()
    touch.draw_now()
    for size in ([800, 480], [480, 800], [320, 240], [1280, 800]):
        assert touch.send(resize=size) == {"size": size}
    touch.wait_text("DRAW!")
    touch.hit("Ana")
    touch.wait_text("Ana first")


def test_a_name_of_200_characters(touch: TheWindow) -> None:
    touch.set_up("W" * 200, "Bo")
    touch.sit_down()
    assert "W" * 40 in touch.texts()
    touch.draw_now()
    touch.wait_text("DRAW!")
    touch.hit("W" * 40)
    touch.wait_text("W" * 40 + " first")


def test_a_port_that_is_of_no_use_is_said_on_the_screen(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    nothing.write_text("not a port")
    with TheWindow(tmp_path, f"--port={nothing}") as window:
        window.wait_text("cannot be opened")


def test_no_sound_device(tmp_path: Path) -> None:
    with TheWindow(tmp_path, SDL_AUDIODRIVER="nonsense") as window:
        window.set_up("Ana", "Bo")
        window.sit_down()
        window.draw_now()
        window.wait_text("DRAW!")
        window.quit()


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "{}",
        '{"tap":1}',
        '{"look":true,"tap":"x"}',
        '{"resize":[0,5]}',
        '{"wait":"ever"}',
        '{"tap":"a","tap":"b"}',
    ],
)
def test_a_bad_line_ends_it_with_its_number(touch: TheWindow, line: str) -> None:
    touch.look()
    assert touch.process.stdin and touch.process.stderr
    touch.process.stdin.write(line + "\n")
    touch.process.stdin.flush()
    assert touch.process.wait(20) == 2
    errors = touch.process.stderr.read()
    assert "line 2: " in errors
    assert "Traceback" not in errors


def test_unknown_targets_are_refused(touch: TheWindow) -> None:
    assert touch.send(tap="nowhere")["refused"]["code"] == "no_such_target"
    assert touch.send(release="nowhere")["refused"]["code"] == "not_pressed"
    assert touch.send(type="x")["refused"]["code"] == "nothing_to_type_into"
