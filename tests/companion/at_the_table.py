"""A `tinstar shootout` of its own, with virtual pads whose fingers the test presses.

Every pad is the real firmware in its own process; everything is read where a person would: on the terminal,
in the store's file, and through `tinstar referee`.
"""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from companion.store import open_store
from companion.tableclock import now_us

PATIENCE_S = 20.0
COMMAND = [sys.executable, "-m", "companion.cli"]


def monotonic_us(table_us: int) -> int:
    """The CLOCK_MONOTONIC moment of a table moment: fingers go by it."""
    return time.monotonic_ns() // 1000 + table_us - now_us()


class Table:
    """One process and what it said."""

    def __init__(self, folder: Path, *arguments: str, pads: int = 4, beat_ms: int = 150) -> None:
        self.data = folder / "data"
        self.fingers = folder / "fingers"
        self.fingers.mkdir(exist_ok=True)
        words = ["shootout", "--auto", "--data", str(self.data), "--beat-ms", str(beat_ms), *arguments]
        if pads:
            words += ["--virtual-pads", str(pads), "--fingers", str(self.fingers)]
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "COLUMNS": "200"},
        )
        self.said: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGCONT)
        self.process.terminate()
        self.process.wait(10)

    # -- what it says

    def wait_for(self, text: str) -> str:
        """The next line that holds this text."""
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                line = self._lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"never said {text!r}; said:\n" + "\n".join(self.said)) from None
            if line is None:
                raise AssertionError(f"ended without {text!r}; said:\n" + "\n".join(self.said))
            self.said.append(line)
            if text in line:
                return line

    def end(self) -> int:
        """Read to the end; the exit code."""
        while (line := self._lines.get(timeout=PATIENCE_S)) is not None:
            self.said.append(line)
        return self.process.wait(PATIENCE_S)

    def draw(self, round_number: int = 1) -> int:
        """When DRAW of a round is, in CLOCK_MONOTONIC us; as soon as its countdown has begun."""
        self.wait_for(f"Round {round_number}:")
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            for line in [*self.stored(), *self.stored(2)]:
                if line.get("kind") == "draw" and line["round"] == round_number:
                    return monotonic_us(line["at_us"])
            time.sleep(0.01)
        raise AssertionError("no draw line in the store")

    # -- what people do

    def press(self, pad: str, at_us: int | None = None, button: str = "hit", **more: object) -> None:
        line = json.dumps({"button": button, "at_us": at_us, **more}) + "\n"
        (self.fingers / pad).open("w").write(line)

    def pad_process(self, number: int) -> int:
        """The process id of a virtual pad (from 1)."""
        unique_id = f"id={f'virt{number:04d}'.encode().hex()}"
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal():
                try:
                    words = (entry / "cmdline").read_bytes().split(b"\x00")
                    parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                except (OSError, IndexError):
                    continue
                if unique_id.encode() in words and parent == self.process.pid:
                    return int(entry.name)
        raise AssertionError(f"no process of virtual pad {number}")

    # -- what is on disk

    def stored(self, shootout: int = 1) -> list[dict[str, object]]:
        with open_store(self.data) as store:
            if len(store.shootouts()) < shootout:
                return []
            return [json.loads(line) for line in store.evidence(shootout)]

    def shown(self, shootout: int = 1) -> list[dict[str, object]]:
        """The calls that were shown last, from the store."""
        with open_store(self.data) as store:
            calls = store.calls(shootout)
        return [json.loads(call.call) for call in calls if call.shown_at == calls[-1].shown_at]

    def evidence(self) -> Path:
        line = next(line for line in reversed(self.said) if line.startswith("Evidence: "))
        return Path(line.removeprefix("Evidence: "))

    def referee(self) -> list[dict[str, object]]:
        """What `tinstar referee` says about the stored evidence."""
        run = subprocess.run(
            [*COMMAND, "referee", str(self.evidence())], capture_output=True, text=True, check=True
        )
        return [json.loads(line) for line in run.stdout.splitlines()]


def named(calls: list[dict[str, object]], call: str) -> list[dict[str, object]]:
    return [line for line in calls if line["call"] == call]
