"""Whatever ends an installation, wherever: no board ever starts half a firmware, and the next one goes on."""

import contextlib
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from companion.flash import asking, plan, repl, visit
from companion.flash import steps as s
from companion.flash.bundle import MANIFEST, Bundle
from companion.flash.errors import FlashError
from companion.flash.installer import install
from companion.flash.line import Line
from companion.flash.steps import Step
from shared_rules.wire import messages as m
from tests.flash.conftest import LONG_S, Cable, is_whole

SEEDS, MANY = 3, 60  # of each kind; and with --long
TOTAL_BYTES = 40_000  # about what a host sends in a whole installation


@pytest.fixture
def seeds(is_long: bool) -> range:
    return range(MANY if is_long else SEEDS)


@contextlib.contextmanager
def impatient() -> Iterator[None]:
    """Wait less for a board that will not answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repl, "SCRIPT_S", 1.5)
        patch.setattr(repl, "ENTER_S", 1.5)
        patch.setattr(asking, "HELLO_S", 0.6)
        patch.setattr(asking, "INTERRUPT_S", 0.6)
        patch.setattr(visit, "RETURN_S", 3.0)
        yield


def can_start(found: dict[str, bytes]) -> bool:
    return "main.py" in found


def check_never_half(found: dict[str, bytes], made: Bundle, before: dict[str, bytes]) -> None:
    """With main.py on it, it is all as it was, or all as it should be."""
    if can_start(found):
        whole = {path: data for path, data in found.items() if path not in {MANIFEST, plan.TEMPORARY}}
        assert whole in ({path: data for path, data in before.items() if path != MANIFEST}, made.files)


def finish(board: Cable, made: Bundle) -> None:
    """Install to the end, on a good cable."""
    board.mend()
    install(board.wait(), lambda _: None)
    found = board.after()
    assert is_whole(found, made) and found.keys() == {*made.files, MANIFEST}
    board.wait()


def wipe(board: Cable, to: dict[str, bytes]) -> None:
    board.unplug()
    board.put(dict.fromkeys(board.files()))
    board.put(to)
    board.plug()
    board.wait()


class TestPulledAnywhere:
    def test_a_new_board(self, board: Cable, made: Bundle, seeds: range):
        for seed in seeds:
            board.wait()
            board.fail_after(random.Random(seed).randrange(1, TOTAL_BYTES))
            self.install_or_be_pulled(board)
            check_never_half(board.files(), made, {})
            finish(board, made)
            wipe(board, {})

    def test_an_update(self, with_old: Cable, made: Bundle, seeds: range):
        board = with_old
        before = board.after()
        for seed in seeds:
            board.wait()
            board.fail_after(random.Random(1000 + seed).randrange(1, TOTAL_BYTES // 2))
            self.install_or_be_pulled(board)
            check_never_half(board.files(), made, before)
            finish(board, made)
            wipe(board, before)

    def install_or_be_pulled(self, board: Cable) -> None:
        """A cable that lasts longer than the installation is pulled after it."""
        with pytest.MonkeyPatch.context() as patch, contextlib.suppress(FlashError):
            patch.setattr(visit, "RETURN_S", 3.0)
            install(board.port, lambda _: None)
        board.unplug()


def test_what_is_there_already_is_not_written_again(board: Cable, made: Bundle, steps: list[Step]):
    board.wait()

    def stop(step: Step) -> None:
        if step.what == s.WRITTEN and step.done == 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        install(board.port, stop)
    install(board.port, steps.append)
    kept = [step.file for step in steps if step.what == s.KEPT]
    written = [step.file for step in steps if step.what == s.WRITTEN]
    assert len(kept) == 8 and len(written) == len(made.files) + 1 - 8 and not {*kept} & {*written}


def test_every_step_can_be_the_last(with_old: Cable, made: Bundle, is_long: bool):
    """Whoever is told may raise; the board is whole or stays in its REPL, and the next one goes on."""
    before = with_old.after()
    for last in range(0, 100, 1 if is_long else 8):
        told: list[Step] = []

        def stop(step: Step, told: list[Step] = told, last: int = last) -> None:
            told.append(step)
            if len(told) > last:
                raise KeyboardInterrupt

        try:
            install(with_old.wait(), stop)
        except KeyboardInterrupt:
            check_never_half(with_old.after(), made, before)
            finish(with_old, made)
            wipe(with_old, before)
        else:
            assert last > 15
            return
    raise AssertionError("it never ends")


@pytest.mark.parametrize("after_s", [0.0, 0.2, 0.6])
def test_a_pad_that_was_told_to_leave_runs_on(with_old: Cable, after_s: float):
    """Ctrl-C while it starts anew, of a dry run: nothing may be another than before."""
    chip = with_old.chip.read_bytes()
    command = [sys.executable, "-m", "companion.cli", "flash", "--dry-run", with_old.wait()]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    while "it leaves" not in child.stdout.readline():
        pass
    time.sleep(after_s)
    child.send_signal(signal.SIGINT)
    assert "Traceback" not in child.communicate(timeout=LONG_S)[1] and child.returncode == 130
    with contextlib.closing(Line(with_old.wait())) as line:
        assert isinstance(asking.greet(line, LONG_S), m.Identity)
    with_old.unplug()
    assert with_old.chip.read_bytes() == chip


def test_a_killed_installer(board: Cable, made: Bundle, seeds: range):
    """The board has power all the time, and is left in the middle of whatever it was told."""
    command = [sys.executable, "-m", "companion.cli", "flash", board.wait()]
    for seed in seeds:
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        lines = random.Random(seed).randrange(1, len(made.files) + 6)
        assert child.stdout is not None
        for _ in range(lines):
            child.stdout.readline()
        child.send_signal(signal.SIGKILL)
        child.wait(LONG_S)
        child.stdout.close()
        install(board.wait(), lambda _: None)
        assert is_whole(board.after(), made)
        wipe(board, {})


def test_a_board_that_stops_answering(board: Cable, made: Bundle, seeds: range):
    for seed in seeds:
        board.wait()
        board.fail_after(random.Random(seed).randrange(1, TOTAL_BYTES // 2), "dead")
        begun_s = time.monotonic()
        with impatient(), pytest.raises(FlashError) as told:
            install(board.port, lambda _: None)
        assert told.value.code in {"board.silent", "board.mute"} and "HIT" in str(told.value)
        assert time.monotonic() - begun_s < LONG_S
        check_never_half(board.after(), made, {})
        finish(board, made)
        wipe(board, {})


@pytest.mark.parametrize("times", [1, 100])
def test_a_file_that_comes_damaged(board: Cable, made: Bundle, times: int, monkeypatch: pytest.MonkeyPatch):
    """Once, it is sent again. Always, it never gets its name."""
    left = [times]
    before = b"more(b'"

    def damage(data: bytes) -> bytes:
        at = data.find(before) + len(before) + 8
        if at < len(before) + 8 or not left[0] or len(data) <= at:
            return data
        left[0] -= 1
        return data[:at] + (b"B" if data[at : at + 1] == b"A" else b"A") + data[at + 1 :]

    board.wait()
    with monkeypatch.context() as patch:
        patch.setattr(board, "to_board", damage)
        if times == 1:
            install(board.port, lambda _: None)
        else:
            with pytest.raises(FlashError, match="is not what it was sent") as told:
                install(board.port, lambda _: None)
            assert told.value.code == "board.damaged"
    found = board.after()
    assert left[0] < times
    assert is_whole(found, made) if times == 1 else found.keys() == {plan.TEMPORARY}
    finish(board, made)


def test_a_line_that_garbles(board: Cable, made: Bundle, seeds: range, monkeypatch: pytest.MonkeyPatch):
    """Some byte is another one, either way: it fails with words or is right, never wrong."""
    for seed in seeds:
        chance = random.Random(seed)

        def garble(data: bytes, chance: random.Random = chance) -> bytes:
            return bytes(byte ^ 1 << chance.randrange(8) if chance.random() < 3e-5 else byte for byte in data)

        with monkeypatch.context() as patch, impatient():
            patch.setattr(board, "to_board", garble)
            patch.setattr(board, "to_host", garble)
            with contextlib.suppress(FlashError):
                install(board.wait(), lambda _: None)
            found = board.after()
        if can_start(found):
            assert is_whole(found, made)
        finish(board, made)
        wipe(board, {})
