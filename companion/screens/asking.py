"""One question of the table's talk with its answers, along the lower edge of the screen.

Owns how a question is put and answered. What is asked, and what follows, is `companion.table_talk`'s. It
stays low, so that people who decide still see the film; and whoever is asked can say "not now", or get up.
"""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import table_talk
from companion.i18n import N_, _
from companion.widgets import ChoiceButton, theme

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

REASONS = (
    N_("The judge saw it."),
    N_("A die had not come to rest."),
    N_("A pad was hit by accident."),
    N_("The table agrees."),
)
COLUMNS = {False: 6, True: 4}  # in large and in small windows
LEAST_COLUMN = 110  # px; a narrower window takes fewer


class AskPanel(BoxLayout):
    """A question and its answers. Events: on_answer(list of option ids, or one text), on_cancel, on_leave."""

    text = StringProperty("")
    many = BooleanProperty(False)  # several can be chosen, or a text is written: it ends with a key
    typing = BooleanProperty(False)
    done_why = StringProperty("")
    done_label = StringProperty("")
    cancel_label = StringProperty("")
    leave_label = StringProperty("")
    hold_label = StringProperty("")
    rows = NumericProperty(1)

    covers = True  # what lies below it cannot be tapped

    def __init__(self, **properties: Any) -> None:
        for event in ("on_answer", "on_cancel", "on_leave"):
            self.register_event_type(event)
        self._question: table_talk.Question | None = None
        self._chosen: list[str] = []
        super().__init__(**properties)
        self.bind(width=self._arrange)

    def on_answer(self, answer: list[str]) -> None:
        """The table said this."""

    def on_cancel(self) -> None:
        """The table has nothing to say after all."""

    def on_leave(self) -> None:
        """The table gets up instead of answering."""

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch that falls here."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))

    def ask(self, question: table_talk.Question, may_cancel: bool) -> None:
        """Put a question; where it cannot be left open, the way out is to get up."""
        self._question, self._chosen = question, []
        self.text = question.text
        self.typing = not question.options
        self.many = self.typing or (question.least, question.most) != (1, 1)
        self.done_label = _("Done")
        self.cancel_label = _("Not now") if may_cancel else ""
        self.leave_label = "" if may_cancel else _("Get up")
        self.hold_label = _("hold 1 s")
        grid = self.ids.options
        grid.clear_widgets()
        options = question.options or tuple(table_talk.Option(_(text), _(text)) for text in REASONS)
        for option in options:
            button = ChoiceButton(target_id=f"answer.{option.id}", label=option.label, role="strong")
            button.bind(on_tap=lambda _button, name=option.id: self._choose(name))
            grid.add_widget(button)
        self.ids.reason.text = ""
        self._arrange()
        self._show()

    def _arrange(self, *_args: object) -> None:
        """Rows as equal as they can be, each column wide enough for a word."""
        options = len(self.ids.options.children)
        most = max(1, min(COLUMNS[theme.small], int(self.width // LEAST_COLUMN)))
        self.rows = max(1, -(-options // most))
        self.ids.options.cols = max(1, -(-options // self.rows))

    def _choose(self, name: str) -> None:
        if self._question is None:
            return
        if not self.many or self.typing:
            self.dispatch("on_answer", [name])
            return
        if name in self._chosen:
            self._chosen.remove(name)
        elif len(self._chosen) < self._question.most:
            self._chosen.append(name)
        self._show()

    def _show(self) -> None:
        for button in self.ids.options.children:
            chosen = button.target_id.removeprefix("answer.") in self._chosen
            button.icon = "check_circle" if chosen else ""
        question = self._question
        short = question is not None and len(self._chosen) < question.least and bool(question.options)
        self.done_why = _("Choose first.") if short else ""

    def done(self) -> None:
        """The answer is complete."""
        self.dispatch("on_answer", [self.ids.reason.text.strip()] if self.typing else list(self._chosen))
