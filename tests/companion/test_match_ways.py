"""The ways of a match on its screen: peeking, going back, the log, another language, a whole match."""

import random
from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.random_play import pick_value
from shared_rules.engine import Match, Refused
from tests.companion.evening import Evening
from tests.companion.match_stage import SIZES, Table, asks, people, tap_through
from tests.companion.match_table import FakeSitting


class TestSecrets:
    def looks(self, table: Table) -> tuple[list[str], list[tuple[str, str]]]:
        targets = [(t.target_id, t.label) for t in table._seen.targets()]
        return table.texts(), targets

    def test_are_held_not_shown(self, sit: Any):
        table = sit(4)
        table.until(lambda m: m.round == 2 and asks("bom.offer.answer")(m))
        before = self.looks(table)
        finger = table.stage.finger(*table.middle("peek.Molly"))
        assert self.looks(table) == before
        pane = table.screen.panes["Molly"]
        table.wait_until(lambda: pane._secrets)
        seen = table.sitting.view("Molly")["state"]["seats"]["Molly"]["kinds"]
        shown = {widget.value for widget in pane._secrets if hasattr(widget, "value")}
        assert (
            pane.facts.opacity == 0 and {str(n) for n in seen.values() if isinstance(n, int) and n} <= shown
        )
        finger.lift()
        table.stage.frames(2)
        assert self.looks(table) == before and pane._secrets == []

    def test_are_gone_when_the_finger_slides_off_or_people_leave(self, sit: Any):
        table = sit(4)
        table.until(asks("bom.offer.answer"))
        pane = table.screen.panes["Silvia"]
        for end in ("slides", "leaves"):
            x, y = table.middle("peek.Silvia")
            finger = table.stage.finger(x, y)
            table.wait_until(lambda pane=pane: pane._secrets)
            if end == "slides":
                finger.move(x, 400)
            else:
                table.screen.leave()
            table.stage.frames(2)
            assert pane._secrets == []
            finger.lift()

    def test_a_short_touch_says_how(self, sit: Any):
        table = sit(4)
        table.until(asks("bom.offer.answer"))
        table.tap("peek.Molly")
        assert table.says("Hold it")

    def test_a_private_answer_changes_nothing_that_can_be_seen(self, sit: Any):
        """The same match with another token drawn in private reads the same, key by key."""
        table = sit(4)
        match = table.until(asks("bom.gambler.token"))
        assert match.prompt is not None
        kinds = match.prompt.options()  # type: ignore[attr-defined]
        seen = []
        for kind in kinds[:2]:
            table.tap(f"answer.{kind}")
            table.tap("log")
            looked = self.looks(table)
            table.tap("log.close")
            seen.append((looked, self.looks(table)))
            match.undo()
            table.sitting.version += 1
            table.settle()
        assert seen[0] == seen[1]


class TestGoingBack:
    def test_undo_and_redo(self, sit: Any):
        table = sit(4)
        assert not table.find("undo").enabled and not table.find("redo").enabled
        table.tap("undo")
        assert table.screen.hint.text and table.sitting.heard == []
        table.tap("answer.Pedro")
        table.tap("undo")
        assert table.sitting.n == 0 and table.find("redo").enabled
        table.tap("redo.far")
        assert table.sitting.n == 1

    @pytest.mark.parametrize("size", SIZES, ids=str)
    def test_past_a_secret_the_seats_concerned_are_asked(self, sit: Any, size: tuple[int, int]):
        table = sit(5, size)
        match = table.until(asks("bom.gambler.token"))
        assert match.prompt is not None
        thief, victim = match.prompt.secret_to  # type: ignore[misc]
        table.tap(f"answer.{match.prompt.options()[0]}")  # type: ignore[attr-defined]
        n = match.n
        table.tap("undo")
        questions = sorted(table.ids("undo.yes."))
        assert match.n == n and questions == sorted([f"undo.yes.{thief}", f"undo.yes.{victim}"])
        for seat in (thief, victim):
            pane = table.rect(table.screen.panes[seat])
            x, y = table.middle(f"undo.yes.{seat}")
            assert pane[0] < x < pane[0] + pane[2] and pane[1] < size[1] - y < pane[1] + pane[3]
        assert not table.sitting.listens and table.ids("answer.") == []
        table.tap(f"undo.yes.{thief}")
        assert match.n == n and table.ids("undo.yes.") == [f"undo.yes.{victim}"]
        table.tap(f"undo.yes.{victim}")
        assert match.n == n - 1 and table.sitting.listens and table.find("answer.skip") is not None

    def test_and_one_of_them_is_enough_to_say_no(self, sit: Any):
        table = sit(5)
        match = table.until(asks("bom.gambler.token"))
        assert match.prompt is not None
        table.tap(f"answer.{match.prompt.options()[0]}")  # type: ignore[attr-defined]
        n = match.n
        table.tap("undo")
        table.tap("undo.no")
        assert match.n == n and table.ids("undo.yes.") == [] and table.screen.hint.text
        table.tap("undo")
        assert table.ids("undo.yes.") and not table.screen.hint.text, "it would lie on these keys"

    def test_why_not_does_not_lie_on_the_next_question(self, sit: Any):
        table = sit(4)
        for key, hint in (("undo", table.screen.hint), ("undo.far", table.screen.far_hint)):
            table.tap(key)
            assert hint.text and table.sitting.n == 0
        table.tap("answer.Pedro")
        assert table.sitting.n == 1 and not table.screen.hint.text and not table.screen.far_hint.text


class TestTheLog:
    def opened(self, table: Table) -> list[str]:
        table.tap("log")
        return [name for name in table.ids("log.") if name[4:].isdigit()]

    @pytest.mark.parametrize("size", SIZES, ids=str)
    def test_it_pages_through_every_line_and_ends_with_the_last(self, sit: Any, size: tuple[int, int]):
        table = sit(4, size)
        table.until(lambda m: m.round == 2 and asks("bom.offer.answer")(m))
        lines = len(table.sitting.log())
        rows = self.opened(table)
        assert rows[-1] == f"log.{lines - 1}"
        seen = set(rows)
        while table.find("log.earlier").enabled:
            table.tap("log.earlier")
            seen |= {name for name in table.ids("log.") if name[4:].isdigit()}
        assert seen == {f"log.{n}" for n in range(lines)}
        table.tap("log.close")
        assert table.find("log.close") is None

    def test_a_line_shows_the_table_as_it_was(self, sit: Any):
        table = sit(4)
        table.until(lambda m: m.round == 2 and asks("bom.offer.answer")(m))
        shown: list[Any] = []
        board = table.screen.board
        before = board.show
        board.show = lambda *told: (shown.append((told[0], told[2])), before(*told))
        row = int(self.opened(table)[0].removeprefix("log."))
        table.tap(f"log.{row}")
        n = table.sitting.log()[row]["n"]
        assert shown[-1][0] == table.sitting.moment(n)["state"] != table.sitting.view()["state"]
        assert table.says("As it was") and table.ids("answer.") == [] and not table.sitting.listens
        table.tap("log.later")
        assert shown[-1][0] == table.sitting.moment(table.sitting.log()[row + 1]["n"])["state"]
        table.tap("log.list")
        assert f"log.{row + 1}" in table.ids()
        table.tap("log.close")
        assert shown[-1][0] == table.sitting.view()["state"] and table.sitting.listens
        assert table.ids("answer.") and table.sitting.heard == []

    def test_back_to_there(self, sit: Any):
        table = sit(4)
        match = table.until(lambda m: m.turn == 3 and asks("bom.offer.answer")(m))
        rows = self.opened(table)
        table.tap(rows[-1])
        assert not table.find("log.go").enabled or table.sitting.log()[-1]["n"] < match.n
        table.tap("log.close")
        row = int(self.opened(table)[0].removeprefix("log."))
        n = table.sitting.log()[row]["n"]
        table.tap(f"log.{row}")
        table.tap("log.go")
        assert match.n == n and table.sitting.heard[-1] == ("go_to", n)

    def test_another_answer_there_after_a_look_at_what_it_does(self, sit: Any):
        table = sit(4)
        match = table.until(lambda m: m.turn == 3 and asks("bom.offer.answer")(m))
        log = table.sitting.log()
        row = next(k for k, line in enumerate(log) if line["id"] == "bom.face_up")
        k = log[row]["n"] - 1
        entries, old = match.entries, match.entries[k].answer
        options = table.sitting.question(k)["options"]
        other = next(card for card in options if card != old and self.stops(match, k, card))
        self.opened(table)
        while table.find(f"log.{row}") is None:
            table.tap("log.earlier")
        table.tap(f"log.{row}")
        for last in ("amend.cancel", "amend.do"):
            table.tap("log.amend")
            table.tap(f"amend.{other}")
            preview = match.amend(k, other, dry_run=True)
            assert table.says("The first that does not fit")
            assert table.says(f"{preview.kept} entr") and match.entries == entries
            table.tap(last)
        assert match.n == k + 1 + preview.applied and match.entries[k].answer == other
        assert table.sitting.kept == preview.kept and table.ids("answer.")

    @staticmethod
    def stops(match: Match, k: int, value: str) -> bool:
        try:
            return match.amend(k, value, dry_run=True).stops_at is not None
        except Refused:
            return False

    def test_a_secret_is_nobodys_to_correct(self, sit: Any):
        table = sit(4)
        match = table.until(asks("bom.gambler.token"))
        assert match.prompt is not None
        table.tap(f"answer.{match.prompt.options()[0]}")  # type: ignore[attr-defined]
        drew = next(k for k, line in enumerate(table.sitting.log()) if line["n"] == match.n)
        self.opened(table)
        while table.find(f"log.{drew}") is None:
            table.tap("log.earlier")
        table.tap(f"log.{drew}")
        table.tap("log.amend")
        assert "secret" in table.screen.travel.bar.ids.hint.text and table.find("amend.cancel") is None


class TestDrawing:
    def test_what_did_not_change_is_not_drawn(self, sit: Any, monkeypatch: pytest.MonkeyPatch):
        table = sit(5)
        table.until(asks("bom.offer.answer"))
        table.stage.rest()
        made = []
        from kivy.uix.widget import Widget

        before = Widget.__init__

        def counting(self: Any, **kwargs: Any) -> None:
            made.append(self)
            before(self, **kwargs)

        monkeypatch.setattr(Widget, "__init__", counting)
        for _ in range(3):
            table.screen.refresh(0)
        assert table.stage.frames(5) == 0 and made == []

    def test_another_language_at_once(self, sit: Any):
        table = sit(4)
        table.until(asks("bom.offer.answer"))
        english = table.find("answer.accept").label
        i18n.use("fr")
        table.screen.retell()
        table.stage.frames(2)
        assert table.find("answer.accept") is not None
        i18n.use("en")
        table.screen.retell()
        table.stage.frames(2)
        assert table.find("answer.accept").label == english

    def test_another_match_on_the_same_screen(self, sit: Any):
        table = sit(5)
        table.until(asks("bom.offer.answer"))
        table.sitting = FakeSitting("bom_mau_bode", people(2))
        table.screen.begin(table.sitting)
        table.settle()
        assert table.ids("peek.") == ["peek.Arthur", "peek.Molly"] and "answer.Molly" in table.ids()


class TestWithEverything:
    """The screen over the real sitting: engine, store and pads."""

    def test_a_round_by_touch(self, stage: Any, sit: Any, tmp_path: Path):
        evening = Evening(tmp_path, "p1")
        sitting = evening.sit_down(3, pads=("p1", "", ""))
        table = Table(stage, sitting)
        chance = random.Random(4)
        plain = Match(sitting._shown.rulebook, sitting._shown.setup)
        while plain.round != 2:
            assert plain.prompt is not None
            value = pick_value(plain.prompt, chance)
            tap_through(table, plain.prompt, value)
            evening.settle()
            table.settle()
            plain.answer(value)
            assert sitting.n == plain.n and sitting.prompt() is not None
        assert sitting.view() == plain.view()
        table.tap("undo")
        evening.settle()
        for seat in [name.removeprefix("undo.yes.") for name in table.ids("undo.yes.")]:
            table.tap(f"undo.yes.{seat}")
            evening.settle()
        table.settle()
        assert sitting.n == plain.n - 1
        table.tap("redo")
        evening.settle()
        table.settle()
        assert sitting.view() == plain.view()
        evening.writer.close()

    @pytest.mark.long  # test_whole_match plays one in a window of its own
    def test_a_whole_match_by_touch(self, sit: Any):
        table = sit(5, (800, 480), chef=True)
        chance = random.Random(9)
        match = table.sitting.match
        taps = offers = 0
        while match.prompt is not None:
            offers += match.prompt.id == "bom.offer.card"
            value = None if match.prompt.id == "bom.recount" else pick_value(match.prompt, chance)
            taps += tap_through(table, match.prompt, value)
        again = match.replay()
        assert again.result == match.result and table.find("end.scores") is not None
        assert offers >= 30 and taps < 1.2 * match.n, (taps, match.n, offers)
