"""Make README's pictures: `python -m tests.companion.pictures DIR`, from the project's folder.

They are shots of the real window, drawn off-screen: a shootout on two virtual pads whose fingers fall 41 ms
apart, with table dice that are entered by taps; a town before its first shootout; ranches in their fourth
round; sweets in theirs; a match that plays itself until its second round is full.
"""

import sys
import tempfile
from pathlib import Path

from tests.companion.ranchers import Ranchers, careful
from tests.companion.the_window import TheWindow

PICTURES = ("home.png", "ranch.png", "sweets.png", "table.png", "town.png", "verdict.png")
FIRST_US, APART_US = 212_000, 41_000
# How often the judge taps each die: once shows a bullet, twice on the coward die the run-away.
TAPS = {"Ana.shooter2": 1, "Ana.coward": 1, "Bo.shooter1": 1, "Bo.coward": 2}


TRIES = 3  # the demonstration does not wait, and this machine may be busy
MOST_ENTRIES = 120  # of three rounds on ranches
SWEETS = (  # rounds: the chip, the cards in turn, and who won where several can have
    ("star_2", ("blue", "blue", "blue"), "Bo"),
    ("star_1", ("red", "red", "green"), "Bo"),
    ("ant", ("green", "green", "green"), "Cy"),
    ("star_2", ("red", "monster"), ""),
)
MOST_ANSWERS = 40  # until somebody is asked about an offer again
FASTER = 3  # times that the demonstration is told to go faster


def make(folder: Path) -> None:
    """Write every picture anew, 1280x800."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as own, TheWindow(Path(own), pads=2, LANGUAGE="en") as window:
        window.wait_until(lambda: any("p2" in text for text in window.texts()), "both pads")
        shoot(window, folder / "home.png")
        _shootout(window, folder / "verdict.png")
        window.quit()
    with tempfile.TemporaryDirectory() as own, TheWindow(Path(own), LANGUAGE="en") as window:
        _town(window, folder / "town.png")
        window.quit()
    with tempfile.TemporaryDirectory() as own, TheWindow(Path(own), LANGUAGE="en") as window:
        _ranch(window, folder / "ranch.png")
        window.quit()
    with tempfile.TemporaryDirectory() as own, TheWindow(Path(own), LANGUAGE="en") as window:
        _sweets(window, folder / "sweets.png")
        window.quit()
    for _ in range(TRIES):
        with tempfile.TemporaryDirectory() as own, TheWindow(Path(own), "--demo", LANGUAGE="en") as window:
            found = _match(window, folder / "table.png")
            window.quit()
        if found:
            return
    raise TimeoutError("the demonstration was never taken over in time")


def _shootout(window: TheWindow, path: Path) -> None:
    window.set_up("Ana", "Bo", pads=2)
    window.sit_down()
    draw_us = window.draw_now()
    window.press("p2", draw_us + FIRST_US)
    window.press("p1", draw_us + FIRST_US + APART_US)
    window.wait_text("Bo first, by")
    for die, taps in TAPS.items():
        for _ in range(taps):
            window.tap(f"lies.{die}")
    shoot(window, path)


def _town(window: TheWindow, path: Path) -> None:
    """The first shootout of a town with three people; they put their tokens here and there."""
    window.tap("game.boomtown_bandits")
    window.wait_until(lambda: window.look()["screen"] == "match_setup", "the set-up")
    window.tap("add")
    window.tap("start")
    window.wait_until(lambda: window.look()["screen"] == "match", "the table")
    for turn in range(MOST_ANSWERS):
        window.send(wait="idle")
        answers = [
            name for name, each in window.targets().items() if name.startswith("answer") and each["enabled"]
        ]
        if "answer.shoot" in answers:
            shoot(window, path)
            return
        drawn = "answer.decide" in answers
        window.tap("answer.decide" if drawn else answers[turn * turn % len(answers)])
    raise TimeoutError("nobody met anybody")


def _ranch(window: TheWindow, path: Path) -> None:
    """Three ranches; Ana is asked in her fourth round which herds she sells, and has chosen the dearest."""
    table = Ranchers(window, ("Ana", "Bo", "Cy"), types=True)
    table.sit_down("line")
    table.play(careful, MOST_ENTRIES, lambda asked, match: asked.id == "sf.sell" and match.round == 4)
    window.tap(next(name for name in window.targets() if name.startswith("answer.herd")))
    shoot(window, path)


def _sweets(window: TheWindow, path: Path) -> None:
    """Three people play Bo Bo Bon card by card; in the fourth round two of them have played."""
    window.tap("game.bo_bo_bon")
    window.wait_until(lambda: window.look()["screen"] == "match_setup", "the set-up")
    for key in ("add", "option.depth", "start"):
        window.tap(key)
    window.wait_until(lambda: window.look()["screen"] == "match", "the table")
    for key in ("red", "green", "blue", "done", "Ana"):
        window.tap(f"answer.{key}")
    for chip, cards, winner in SWEETS:
        window.tap(f"answer.{chip}")
        for card in cards:
            window.tap(f"answer.{card}")
        if winner:
            window.tap(f"answer.{winner}")
    shoot(window, path)


def _match(window: TheWindow, path: Path) -> bool:
    """Take over when the table is full; say whether it was before the last offer."""
    for _ in range(FASTER):
        window.tap("log")  # any touch stops it
        window.tap("demo.faster")
    window.wait_until(lambda: {"2 / 3", "Saloon"} <= set(window.texts()) and _is_full(window), "a full table")
    window.tap("log")
    window.tap("demo.take_over")
    window.send(wait="idle")
    for _ in range(MOST_ANSWERS):  # most is seen of the board when somebody is asked about an offer
        found = window.targets()
        if "answer.accept" in found:
            shoot(window, path)
            return True
        answers = [name for name, each in found.items() if name.startswith("answer.") and each["enabled"]]
        if not answers:
            return False
        window.tap(answers[0])
        window.send(wait="idle")
    return False


def _is_full(window: TheWindow) -> bool:
    """Whether most hats have been played: somebody is done."""
    return any("done this round" in text for text in window.texts())


def shoot(window: TheWindow, path: Path) -> None:
    window.send(wait="idle", timeout_ms=1500)  # the pads' clocks may go on being measured
    assert window.send(shot=str(path)) == {"shot": str(path)}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    make(Path(sys.argv[1]))
