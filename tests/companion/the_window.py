"""A `tinstar app --drive` of its own: the real window, off-screen or on an X server, with true touches."""

import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.store import open_store
from tests.companion.at_the_table import COMMAND, PATIENCE_S, Table, monotonic_us

Reply = dict[str, Any]


class TheWindow(Table):
    """The window, its virtual pads' fingers and its store. Off-screen unless `display` names an X server."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        pads: int = 0,
        size: str = "1280x800",
        beat_ms: int = 250,
        display: str = "",
        **env: str,
    ) -> None:
        self.data = folder / "data"
        self.fingers = folder / "fingers"
        self.fingers.mkdir(exist_ok=True)
        words = ["app", "--drive", "--size", size, "--data", str(self.data), "--beat-ms", str(beat_ms)]
        if pads:
            words += ["--virtual-pads", str(pads), "--fingers", str(self.fingers)]
        around = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "KIVY_HOME")}
        shown = {"DISPLAY": display} if display else {"SDL_VIDEODRIVER": "offscreen"}
        self.process = subprocess.Popen(
            [*COMMAND, *words, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**around, "SDL_AUDIODRIVER": "dummy", **shown, **env},
        )
        self.said: list[str] = []

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    # -- the drive

    def send(self, **line: object) -> Reply:
        """One line in, one line out."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, self.errors()
        found: Reply = json.loads(answer)
        return found

    def errors(self) -> str:
        """What it said before it died."""
        self.process.kill()
        return self.process.communicate()[1][-3000:]

    def look(self) -> Reply:
        return self.send(look=True)

    def texts(self) -> list[str]:
        found: list[str] = self.look()["texts"]
        return found

    def targets(self) -> dict[str, Reply]:
        return {target["id"]: target for target in self.look()["targets"]}

    def tap(self, target: str) -> None:
        self.wait_until(lambda: target in self.targets(), f"a target {target}")
        assert self.send(tap=target) == {"ok": True}

    def hold(self, target: str, seconds: float = 1.2) -> None:
        assert self.send(press=target) == {"ok": True}
        time.sleep(seconds)
        self.send(release=target)

    def wait_until(self, true: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < end, f"never {what}; screen: {self.look()}"
            time.sleep(0.02)

    def wait_text(self, text: str) -> None:
        self.wait_until(lambda: any(text in one for one in self.texts()), f"{text!r}")

    def quit(self) -> None:
        assert self.send(quit=True) == {"quit": True}
        assert self.process.wait(PATIENCE_S) == 0

    # -- at the table

    def shooters_only(self, players: int) -> None:
        """In the set-up: one die each."""
        for place in range(players):
            self.tap(f"seat{place}.shooter2")
            self.tap(f"seat{place}.coward")

    def set_up(self, *names: str, pads: int = 0) -> None:
        """From home to the set-up, with these players; the first ones claim virtual pads by pressing HIT."""
        self.send(wait="idle")
        self.tap("home.shootout")
        self.wait_until(lambda: self.look()["screen"] == "setup", "the set-up")
        for place, name in enumerate(names):
            if place >= 2:
                self.tap("add")
            self.rename(place, name)
        for number in range(1, pads + 1):
            self.press(f"p{number}")
            self.wait_until(
                lambda number=number: f"p{number} " in self.targets()[f"seat{number - 1}.pad"]["label"],  # type: ignore[misc]
                f"p{number} claimed",
            )

    def rename(self, place: int, name: str) -> None:
        self.tap(f"seat{place}.name")
        self.send(type="\b" * 45 + name + "\n")

    def sit_down(self) -> None:
        self.tap("start")
        self.wait_until(lambda: self.look()["screen"] == "shootout", "the shootout")
        self.send(wait="idle")

    def draw_now(self, round_number: int = 1) -> int:
        """Start the countdown; when DRAW is, in CLOCK_MONOTONIC us."""
        self.wait_until(lambda: "draw" in self.targets(), "the draw key")
        time.sleep(0.3)  # everybody's first mark
        self.send(tap="draw")
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            for line in self.stored():
                if line.get("kind") == "draw" and line["round"] == round_number:
                    return monotonic_us(line["at_us"])  # type: ignore[arg-type]
            time.sleep(0.02)
        raise AssertionError(f"no draw line in the store; screen: {self.look()}")

    def hit(self, *players: str) -> None:
        """Fingers on these pads on the screen, all down at once; not so soon that DRAW is in the interval."""
        time.sleep(0.2)
        for player in players:
            assert self.send(press=f"hit.{player}") == {"ok": True}
        for player in players:
            assert self.send(release=f"hit.{player}") == {"ok": True}

    def get_up(self) -> None:
        """Close the shootout; its evidence is written out."""
        found = self.targets()
        self.hold(next(key for key in ("get_up", "stop", "leave") if key in found))
        self.wait_until(lambda: self.look()["screen"] == "setup", "the set-up again")
        self.wait_until(lambda: any(self.data.glob("evidence/*.jsonl")), "the evidence")

    def evidence(self) -> Path:
        return max(self.data.glob("evidence/*.jsonl"), key=lambda path: path.stat().st_mtime)

    def finished(self) -> bool:
        with open_store(self.data) as store:
            return store.shootouts()[0].finished
