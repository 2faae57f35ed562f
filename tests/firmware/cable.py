"""The board's files in a process of their own over fake modules, and the line to them."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.pads import virtual
from shared_rules.wire import frames
from shared_rules.wire import messages as m

FAKE = Path(__file__).parent / "fake"
HEAP = "heapsize=192k"

needs_unix_port = pytest.mark.skipif(virtual.micropython() is None, reason="no MicroPython unix port here")


def command(script: str | Path) -> dict[str, Any]:
    """What runs a script, of the fake board's or a path, where it finds the fakes and the firmware."""
    return {
        "args": [virtual.micropython()[1][0], "-X", HEAP, FAKE / script],
        "env": {**os.environ, "MICROPYPATH": f"{FAKE}:{virtual.ROOT}:.frozen"},
    }


def run(script: str, folder: Path | None = None) -> "subprocess.CompletedProcess[str]":
    how = {**command(script), "cwd": folder}
    ran = subprocess.run(**how, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran


class Cable:
    """The board's stdin and stdout, and what came over them."""

    def __init__(self, script: str, folder: Path):
        self.child = subprocess.Popen(
            **command(script), cwd=folder, bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.deframer = frames.Deframer()
        self.heard: list[Any] = []
        self.acked = 0

    def stderr_line(self) -> bytes:
        """The script's next line; where there is none, its traceback, which MicroPython writes to stdout."""
        line = self.child.stderr.readline()  # unbuffered, so that finish() misses nothing
        assert line, self.child.stdout.read()
        return line

    def say(self, *messages: Any) -> None:
        self.child.stdin.write(b"".join(frames.encode(m.pack(message)) for message in messages))

    def hear_until(self, arrived: Callable[[Any], bool]) -> None:
        while True:
            data = self.child.stdout.read(1)
            assert data, self.child.stderr.read()
            for payload in self.deframer.feed(data):
                message = m.unpack(payload)
                self.heard.append(message)
                if isinstance(message, m.Event):
                    self._acknowledge(message)
                if arrived(message):
                    return

    def _acknowledge(self, event: Any) -> None:
        if event.seq == self.acked + 1:
            self.acked = event.seq
        self.say(m.Ack(event.boot_id, self.acked))

    def finish(self) -> bytes:
        """Hear the rest; return what the script still had to say on stderr."""
        out, err = self.child.communicate(timeout=60)
        assert self.child.returncode == 0, out
        self.heard += map(m.unpack, self.deframer.feed(out))
        return err

    def events(self, kind: int) -> list[Any]:
        return [event for event in self.heard if isinstance(event, m.Event) and event.kind == kind]
