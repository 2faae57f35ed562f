"""Installing on the virtual board, end to end: what is installed is what runs there."""

import threading
import time

import pytest
import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.flash import steps as s
from companion.flash.bundle import MANIFEST, Bundle
from companion.flash.errors import FlashError
from companion.flash.files import sources, version
from companion.flash.installer import install
from companion.flash.steps import Installed, Step
from companion.pads import news as n
from companion.pads.hub import RASPBERRY_PI_VID, Pads
from shared_rules.wire import messages as m
from tests.flash import old_firmware
from tests.flash.conftest import LONG_S, Cable, is_whole


def test_a_new_board_becomes_a_pad(board: Cable, made: Bundle, steps: list[Step]):
    done = install(board.wait(), steps.append)
    who = (board.unique_id.hex(), len(made.files) + 1)
    assert done == Installed(board.port, "virtual", version(), m.PROTOCOL_HIGHEST, *who)
    found = board.after()
    assert is_whole(found, made) and found.keys() == {*made.files, MANIFEST}
    written = [step.file for step in steps if step.what == s.WRITTEN]
    assert written[-2:] == [MANIFEST, "main.py"] and len(written) == len(set(written)) == len(found)
    assert [step.done for step in steps if step.what == s.WRITTEN] == list(range(1, len(found) + 1))
    assert steps[-1] == Step(s.RESTARTING, "", len(found), len(found))


def test_the_pad_on_it_is_one_at_the_table(board: Cable):
    install(board.wait(), lambda _: None)
    heard: list[n.News] = []
    with Pads(heard.append, [board.port], hot_plug=False) as pads:
        end_s = time.monotonic() + LONG_S
        while not any(end.half_width_us < 1e6 for end in pads.ends()):
            assert time.monotonic() < end_s, heard
            time.sleep(0.01)
        assert pads.ends()[0].who.firmware == version()


def test_a_port_at_the_table_is_lent_for_it(with_old: Cable):
    heard: list[n.News] = []
    with Pads(heard.append, [with_old.wait()], hot_plug=False) as pads:
        with pads.lend(with_old.port):
            assert install(with_old.port, lambda _: None).firmware == version()
        end_s = time.monotonic() + LONG_S
        while not any(end.who.firmware == version() and end.port for end in pads.ends()):
            assert time.monotonic() < end_s, heard
            time.sleep(0.01)


def test_up_to_date_rewrites_nothing(board: Cable, steps: list[Step]):
    install(board.wait(), lambda _: None)
    board.unplug()
    chip = board.chip.read_bytes()
    board.plug()
    done = install(board.wait(), steps.append)
    assert done.written == 0 and done.firmware == version()
    expected = {s.ASKING, s.LEAVING, s.COMPILING, s.LOOKING, s.KEPT, s.RESTARTING}
    assert {step.what for step in steps} == expected
    board.unplug()
    assert board.chip.read_bytes() == chip  # not one block of the flash


def test_an_update_replaces_what_has_changed_and_removes_what_is_no_more(
    with_old: Cable, made: Bundle, steps: list[Step]
):
    found = with_old.after()
    assert "firmware/bygone.mpy" in found and not is_whole(found, made)
    done = install(with_old.wait(), steps.append)
    assert done.firmware == version() != old_firmware.VERSION
    assert s.LEAVING in {step.what for step in steps}
    assert [step.file for step in steps if step.what == s.REMOVED] == ["firmware/bygone.mpy"]
    written = [step.file for step in steps if step.what == s.WRITTEN]
    assert written == ["firmware/pad.mpy", MANIFEST, "main.py"] and done.written == 3
    found = with_old.after()
    assert is_whole(found, made) and found.keys() == {*made.files, MANIFEST}


def test_an_installation_by_hand_is_ours_and_no_source_stays_to_shadow_it(board: Cable, made: Bundle):
    by_hand = {place: path.read_bytes() for place, path in sources("linux").items()}
    by_hand |= {"settings.json": b"{}"}
    board.after(lambda: board.put(by_hand))
    assert install(board.wait(), lambda _: None).written == len(made.files)  # boot.py is as it was
    found = board.after()
    assert is_whole(found, made) and found.keys() == {*made.files, MANIFEST, "settings.json"}


def test_a_dry_run_changes_nothing_and_the_pad_runs_on(with_old: Cable, steps: list[Step]):
    with_old.unplug()
    chip = with_old.chip.read_bytes()
    with_old.plug()
    done = install(with_old.wait(), steps.append, dry_run=True)
    assert done.written == 3 and done.firmware == version()
    would = [(step.what, step.file) for step in steps if step.what.startswith("would")]
    assert would == [
        (s.WOULD_REMOVE, "firmware/bygone.mpy"),
        (s.WOULD_WRITE, "firmware/pad.mpy"),
        (s.WOULD_WRITE, MANIFEST),
        (s.WOULD_WRITE, "main.py"),
    ]
    heard: list[n.News] = []
    with Pads(heard.append, [with_old.port], hot_plug=False):
        end_s = time.monotonic() + LONG_S
        while not any(isinstance(news, n.Joined) for news in heard):
            assert time.monotonic() < end_s, "the pad does not run any more"
            time.sleep(0.01)
    with_old.unplug()
    assert with_old.chip.read_bytes() == chip


def test_a_dry_run_on_a_new_board_leaves_it_in_its_repl(board: Cable, made: Bundle):
    done = install(board.wait(), lambda _: None, dry_run=True)
    assert done.written == len(made.files) + 1
    with serial.Serial(board.port, timeout=5) as line:
        line.write(b"\r1+41\r")
        assert b"42" in line.read_until(b"42")
    board.unplug()
    assert board.files() == {}


def test_while_hit_is_held_the_board_stays_in_its_repl_and_that_is_told(board: Cable, made: Bundle):
    board.unplug()
    board.hit_held = True
    board.plug()
    with pytest.raises(FlashError, match="HIT") as told:
        install(board.wait(), lambda _: None)
    assert told.value.code == "board.stays"
    assert is_whole(board.after(lambda: setattr(board, "hit_held", False)), made)
    assert install(board.wait(), lambda _: None).written == 0


def test_two_at_once(board: Cable):
    told: list[object] = []

    def run() -> None:
        try:
            told.append(install(board.port, lambda _: None).firmware)
        except FlashError as error:
            told.append(error.code)

    board.wait()
    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG_S)
    assert sorted(told, key=str) == [version(), "port.busy"]


def test_a_port_that_somebody_has_open(board: Cable):
    with (
        serial.Serial(board.wait(), exclusive=True),
        pytest.raises(FlashError, match=r"is in use. Close Tin Star") as told,
    ):
        install(board.port, lambda _: None)
    assert told.value.code == "port.busy"


def test_a_device_that_comes_back_under_another_name(board: Cable, monkeypatch: pytest.MonkeyPatch):
    """ttyACM0 becomes ttyACM1: the serial number tells that it is the same."""
    name = board.wait()

    def comports() -> list[ListPortInfo]:
        found = ListPortInfo(board.port, skip_link_detection=True)
        found.vid, found.serial_number = RASPBERRY_PI_VID, "e661"
        return [found]

    def power_off() -> None:
        Cable._power_off(board)
        board.port = name + "1"

    monkeypatch.setattr(list_ports, "comports", comports)
    monkeypatch.setattr(board, "_power_off", power_off)
    assert install(name, lambda _: None).port == name
    assert board.port == name + "1"
