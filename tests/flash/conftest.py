"""A virtual board to install on, and what should be on it in the end."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.flash import installer
from companion.flash.bundle import MANIFEST, Bundle, architecture, bundle
from companion.flash.steps import Step
from companion.pads import virtual
from companion.pads.virtual_board import Pulled, VirtualBoard
from tests.flash import old_firmware

LONG_S = 20.0


class Cable(VirtualBoard):
    """A board on a cable that passes on so many more bytes to it, and then is `pulled`, or `dead`."""

    more = 1 << 62
    then = "pulled"
    seen = 0

    def fail_after(self, count: int, then: str = "pulled") -> None:
        self.more, self.then = count, then

    def mend(self) -> None:
        """Plug it in again with a good cable."""
        self.unplug()
        self.more = 1 << 62
        self.plug()

    def to_board(self, data: bytes) -> bytes:
        passed = data[: self.more]
        self.more -= len(passed)
        self.seen += len(passed)
        if not self.more and self.then == "pulled":
            raise Pulled
        return passed

    def to_host(self, data: bytes) -> bytes:
        return data if self.more else b""

    def after(self, doing: Callable[[], object] = lambda: None) -> dict[str, bytes]:
        """Pull it, do that, plug it in again; return what is on it."""
        self.unplug()
        doing()
        found = self.files()
        self.plug()
        return found


@pytest.fixture(scope="session")
def micropython() -> str:
    found = virtual.micropython()
    if found is None:
        pytest.skip("no MicroPython unix port on this platform")
    return found[1][0]


@pytest.fixture
def board(micropython: str, tmp_path: Path) -> Iterator[Cable]:
    with Cable(tmp_path / "chip") as board:
        yield board


@pytest.fixture
def steps() -> list[Step]:
    return []


@pytest.fixture(scope="session")
def made(micropython: str) -> Bundle:
    """This Tin Star's firmware for a virtual board."""
    command = [micropython, "-c", "import sys; print(sys.implementation._mpy)"]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    return bundle("linux", architecture(int(told.stdout)))


@pytest.fixture(scope="session")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of an older firmware: another version, other files."""
    return old_firmware.make(tmp_path_factory.mktemp("old"))


@pytest.fixture
def with_old(board: Cable, old: Path, monkeypatch: pytest.MonkeyPatch) -> Cable:
    """A board on which the older firmware runs."""
    with monkeypatch.context() as patch:
        patch.setattr(installer, "bundle", lambda platform, march: bundle(platform, march, old))
        done = installer.install(board.wait(), lambda _: None)
    assert done.firmware == old_firmware.VERSION
    return board


def is_whole(found: dict[str, bytes], made: Bundle) -> bool:
    """Whether all that belongs on a board is there, as it should be."""
    wanted = {**made.files, MANIFEST: made.manifest()}
    return {path: found.get(path) for path in wanted} == wanted
