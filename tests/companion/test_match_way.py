"""From home to a match, its scores and back, with another window on the same data."""

from pathlib import Path

from tests.companion.the_window import TheWindow


class TestTheWay:
    """From home to the match, its scores and back, in a window of its own."""

    def at(self, window: TheWindow, screen: str) -> None:
        window.wait_until(lambda: window.look()["screen"] == screen, screen)

    def leave(self, window: TheWindow) -> None:
        window.tap("menu")
        window.tap("menu.home")
        self.at(window, "home")

    def test_there_and_back_and_once_more(self, tmp_path: Path):
        with TheWindow(tmp_path, pads=1) as window:
            window.tap("game.bom_mau_bode")
            self.at(window, "match_setup")
            window.press("p1")
            window.wait_until(lambda: "p1 " in window.targets()["seat0.pad"]["label"], "p1 claimed")
            window.tap("start")
            self.at(window, "match")
            window.tap("answer.Ana")
            window.tap("menu")
            window.tap("menu.scores")
            self.at(window, "scores")
            window.tap("back")
            self.at(window, "match")
            self.leave(window)
            window.tap("continue.1")
            self.at(window, "match")
            with TheWindow(tmp_path) as second:  # on the same data folder
                second.wait_until(lambda: "continue.1" in second.targets(), "the match")
                second.tap("continue.1")
                second.wait_text("open already")
                second.hold("delete.1", 2)
                second.wait_text("open already")
            window.tap("menu")
            window.hold("menu.end_early", 2)
            window.tap("end.scores")
            self.at(window, "scores")
            window.tap("undo")
            self.at(window, "match")
            window.tap("menu")
            window.hold("menu.end_early", 2)
            window.tap("end.scores")
            self.at(window, "scores")
            window.tap("home")
            self.at(window, "home")
            window.wait_until(lambda: "continue.1" not in window.targets(), "nothing waits")
            window.tap("home.history")
            window.tap("match.1")
            self.at(window, "scores")
            assert any("Ended early" in text for text in window.texts())
            window.tap("back")
            self.at(window, "records")
            window.tap("back")
            self.at(window, "home")
            window.quit()
            assert window.process.stderr and window.process.stderr.read() == ""
