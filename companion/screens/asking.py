"""One question of the table's talk with its answers.

Owns how a question is put and answered. What is asked, and what follows, is `companion.table_talk`'s. It is
no higher than `most`, so that people who decide still see the film, and those who play their pads: then the
answers scroll, but never the ways out. Whoever is asked can say "not now", or get up.
"""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import table_talk
from companion.i18n import N_, _
from companion.widgets import ChoiceButton, theme
from companion.widgets.buttons import ON
from companion.widgets.field import NameField
from companion.widgets.scroll import Scrolled

KV = (NameField, Scrolled)  # its kv names them

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

REASONS = (
    N_("The judge saw it."),
    N_("A die had not come to rest."),
    N_("A pad was hit by accident."),
    N_("The table agrees."),
)
MOST_COLUMNS = 6
LEAST_COLUMN = 120  # px; a narrower window takes fewer
WIDE = 700  # px; in a narrower panel the line to write in has a row of its own
GAP = 8  # px, between the keys and around them
ROOM_TO_WRITE = 160  # px; a panel that is lower and not wide offers reasons only
LEAST_CELL = 36  # px, the height of a key where the panel has next to no room


class AskPanel(BoxLayout):
    """A question and its answers.

    Events: on_answer(list of option ids, or one text), on_cancel, on_leave; on_hint(why) for what is refused.
    """

    text = StringProperty("")
    many = BooleanProperty(False)  # several can be chosen, or a text is written: it ends with a key
    typing = BooleanProperty(False)
    writes = BooleanProperty(False)  # and there is room for a line to write in
    done_why = StringProperty("")
    done_label = StringProperty("")
    cancel_label = StringProperty("")
    leave_label = StringProperty("")
    hold_label = StringProperty("")
    most = NumericProperty(10_000)  # px, how high it may be
    among = BooleanProperty(False)  # it lies between the panes of a round that is on
    beside = BooleanProperty(True)  # it takes the place of what lies below, instead of lying over it
    wide = BooleanProperty(True)
    rows = NumericProperty(1)
    cell = NumericProperty(0)  # px, the height of a key
    head_px = NumericProperty(0)
    least_key = NumericProperty(0)  # px, the width of a way out
    reach = ObjectProperty(None, allownone=True)

    covers = True  # what lies below it cannot be tapped
    leave = N_("Get up")  # what the way out is called

    def __init__(self, **properties: Any) -> None:
        for event in ("on_answer", "on_cancel", "on_leave", "on_hint"):
            self.register_event_type(event)
        self._question: table_talk.Question | None = None
        self._chosen: list[str] = []
        self._answers: list[ChoiceButton] = []
        super().__init__(**properties)

    def on_kv_post(self, _base: Any) -> None:
        """The layout is there."""
        ids = self.ids
        self._ways = [ids.cancel.__self__, ids.get_up.__self__, ids.done.__self__]
        self.bind(width=self._arrange, most=self._arrange)
        theme.follow(self._arrange)
        self._arrange()

    def on_answer(self, answer: list[str]) -> None:
        """The table said this."""

    def on_cancel(self) -> None:
        """The table has nothing to say after all."""

    def on_leave(self) -> None:
        """The table gets up instead of answering."""

    def on_hint(self, why: str) -> None:
        """Something cannot be tapped like that."""

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
        self.leave_label = "" if may_cancel else _(self.leave)
        self.hold_label = _("hold 1 s")
        for way in self._ways:
            self.ids.head.remove_widget(way)
            if way.target_id:
                self.ids.head.add_widget(way)
        self._offer(question.options or tuple(table_talk.Option(_(text), _(text)) for text in REASONS))
        self.ids.reason.text = ""
        self.ids.more.scroll_y = 1
        self._arrange()
        self._show()

    def _offer(self, options: tuple[table_talk.Option, ...]) -> None:
        """A key for each answer; keys that were made once are used again."""
        for _more in range(len(self._answers), len(options)):
            button = ChoiceButton(role="strong", yields=True, keeps_icon=True)
            button.bind(on_tap=lambda button: self._choose(button.target_id.removeprefix("answer.")))
            self._answers.append(button)
        grid = self.ids.options
        grid.clear_widgets()
        for button, option in zip(self._answers, options, strict=False):
            button.target_id, button.label = f"answer.{option.id}", option.label
            grid.add_widget(button)

    def _arrange(self, *_args: object) -> None:
        """Rows as equal as they can be, each column wide enough for a word; keys as high as a finger, where
        there is room for that."""
        options = len(self.ids.options.children)
        self.wide = self.width >= WIDE
        columns = max(1, min(MOST_COLUMNS, int((self.width - 2 * GAP) // LEAST_COLUMN)))
        self.rows = max(1, -(-options // columns))
        self.ids.options.cols = max(1, -(-options // self.rows))
        self.writes = self.typing and (self.wide or self.most >= ROOM_TO_WRITE)
        lines = 2 if self.writes and not self.wide else 1
        self.cell = max(LEAST_CELL, min(theme.target, int((self.most - GAP) / (lines + 2)) - GAP))
        self.head_px = lines * (self.cell + GAP) - GAP
        self.least_key = 48 if self.width < 300 else 72
        self.reach = (GAP / 2, GAP / 2) if self.cell < theme.target else None
        for button in self._answers:
            button.reach = (GAP / 2, GAP / 2)
        self.height = min(self.most, 3 * GAP + self.head_px + self.rows * (self.cell + GAP) - GAP)

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
            button.icon = ON if chosen else ""
        question = self._question
        short = question is not None and len(self._chosen) < question.least and bool(question.options)
        self.done_why = _("Choose first.") if short else ""

    def done(self) -> None:
        """The answer is complete."""
        self.dispatch("on_answer", [self.ids.reason.text.strip()] if self.typing else list(self._chosen))
