"""What is asked, on the screen: the keys of a prompt, in a pane or on a sheet over the board.

Owns where keys lie in their room, and the sheet that is turned to whom it asks. It must never know a game.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme as numbers
from companion.i18n import _
from companion.match_sitting import DECIDE
from companion.screens.match_forms import FORMS, GAP, Cell, Form, Rows, depth
from companion.screens.match_keys import WAY_OUT, AnswerKey, KeyPool, LookUpKey, StepKey
from companion.screens.match_words import Asked
from companion.widgets import FaceOwner, Hint, Mark, Panel, Say, theme
from companion.widgets.buttons import OUT_OF_SIGHT, Dress
from companion.widgets.words import measure

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class Answers(Widget):
    """The keys of one prompt. Events: on_answer(value), on_decide, on_hint(why); "" takes a hint back."""

    prefix = StringProperty("answer")
    most = NumericProperty(10_000)  # px, how high it may be
    one_row = BooleanProperty(False)

    def __init__(self, pool: KeyPool | None = None, **properties: Any) -> None:
        for event in ("on_answer", "on_decide", "on_hint"):
            self.register_event_type(event)
        self._pool = pool or KeyPool()
        self._keys: list[AnswerKey] = []
        self._form: Form | None = None
        self._asks: Asked | None = None
        self._buttons: Mapping[str, str] = {}
        super().__init__(size_hint=(None, None), **properties)
        self._soon = Clock.create_trigger(self._arrange, -1)
        for name in ("pos", "size"):
            self.fbind(name, self._soon)
        theme.follow(self._turned_over)

    def _turned_over(self, *_: object) -> None:
        """Colours or sizes are others now."""
        self._soon()

    def rename(self, prefix: str) -> None:
        """Have the targets begin otherwise; a finger that lies on one stays there."""
        for key in self._keys if prefix != self.prefix else ():
            key.target_id = prefix + key.target_id.removeprefix(self.prefix)
        self.prefix = prefix

    def on_answer(self, value: Any) -> None:
        """The prompt was answered with this."""

    def on_decide(self) -> None:
        """The app shall decide."""

    def on_hint(self, why: str) -> None:
        """Something cannot be tapped like that."""

    # -- keys

    def key(self, name: str, label: str, icon: str, dress: Dress, why: str = "") -> AnswerKey:
        """Return a key of this prompt."""
        return self._take(AnswerKey, name, label, icon, dress, why)

    def step(self, name: str, icon: str) -> AnswerKey:
        """Return a key for one more or one less."""
        return self._take(StepKey, name, {"plus": "+"}.get(icon, "-"), icon, WAY_OUT)

    def _take(
        self, kind: type[AnswerKey], name: str, label: str, icon: str, dress: Dress, why: str = ""
    ) -> AnswerKey:
        key = self._pool.take(kind, lambda why: self.dispatch("on_hint", why))
        key.begin(f"{self.prefix}.{name}", label, icon, dress, why)
        self._keys.append(key)
        return key

    # -- showing

    def put(self, asks: Asked | None) -> None:
        """Ask this, or nothing."""
        if asks == self._asks:
            return
        self._asks = asks
        self.clear_widgets()
        self._pool.give_back(self._keys)
        self._keys = []
        self._form = FORMS[asks.kind](asks, self) if asks else None
        self._buttons = {}
        self._soon()

    def light(self, buttons: Mapping[str, str]) -> None:
        """Show which button of a pad says the same as a key: option -> die1, die2, die3, hit."""
        if buttons == self._buttons or self._form is None or self._asks is None:
            return
        self._buttons = dict(buttons)
        for option, key in zip(self._asks.options, self._form.cells, strict=False):
            key.button = buttons.get(option.id, "")
        if self._form.decides is not None:
            self._form.decides.button = buttons.get(DECIDE, "")

    def lay_again(self) -> None:
        """Give every key its place anew."""
        self._soon()

    def depth(self, width: float) -> float:
        """How high it has to be at this width, px."""
        return depth(len(self._form.rows(width, self.most))) if self._form else 0

    def _arrange(self, *_: object) -> None:
        if self._form is None or self.width <= 1:
            return
        form = self._form
        rows = form.rows(self.width, max(self.height, depth(1)))
        if self.one_row:
            rows = [[(cell, 1.0) for cell in (*form.cells, *form.ways)]]
        self._hold([cell for row in rows for cell, _ in row])
        groups = [[row] for row in rows] if self._asks and self._asks.layouts else [rows]
        for group in groups:
            self._shape(group, (self.height + GAP) / len(rows) - GAP)
        high = (self.height + GAP) / len(rows) - GAP
        for number, row in enumerate(rows):
            low = self.top - (number + 1) * (high + GAP) + GAP
            self._lay(row, round(low), round(high))

    def _hold(self, cells: list[Any]) -> None:
        for old in self.children[:]:
            if old not in cells:
                self.remove_widget(old)
        for cell in cells:
            if cell.parent is None:
                self.add_widget(cell)

    def _lay(self, row: list[Cell], low: int, high: int) -> None:
        parts = sum(share for _, share in row)
        room = self.width - GAP * (len(row) - 1)
        left = self.x
        for cell, share in row:
            width = room * share / parts
            cell.size_hint = (None, None)
            cell.pos, cell.size = (round(left), low), (round(left + width) - round(left), high)
            left += width + GAP

    def _shape(self, rows: Rows, high: float) -> None:
        """Keys of one grid look alike: all with their icon beside the label, or all with it above. Where the
        game lays the rows out, each of them is a grid: its keys say other things than those of the next."""
        wide: dict[AnswerKey, float] = {}
        for row in rows:
            unit = (self.width - GAP * (len(row) - 1)) / sum(share for _, share in row)
            wide |= {key: share * unit for key, share in row if type(key) is AnswerKey}
        for key in wide:
            key.plain = False  # as it was in another room says nothing of this one
        stacked = any(key.wants_to_stack(width) for key, width in wide.items())
        role = next((r for r in ("strong", "card") if _all_stack(wide, high, r)), "")
        for key in wide:
            key.stacked, key.plain, key.stacked_role = stacked, stacked and not role, role or "card"


def _all_stack(wide: Mapping[AnswerKey, float], high: float, role: str) -> bool:
    """Whether every key that has an icon has room for its label in this role below it."""
    return all(key.fits_stacked(width, high, role) for key, width in wide.items() if key.icon)


# -- over the board


class SheetBody(Panel):
    """What a sheet looks like: the question and the look-ups above, the keys below."""

    covers = True  # what lies below it cannot be tapped


class Sheet(FaceOwner):
    """A prompt over the board, turned to whom it asks. Events: on_answer(value), on_decide, on_close."""

    def __init__(
        self, pool: KeyPool | None = None, prefix: str = "answer", closes: str = "", **properties: Any
    ) -> None:
        """:param closes: the target id of the key that puts it away; "" where it has to be answered"""
        for event in ("on_answer", "on_decide", "on_close"):
            self.register_event_type(event)
        super().__init__(size_hint=(None, None), **properties)
        self._asks: Asked | None = None
        self._brand = -1
        self.body = SheetBody(tone="raised", edge_tone="accent", line=theme.pane_line)
        self.mark = Mark(opacity=0)
        self.text = Say(role="prompt", size_hint=(None, None))
        self.answers = Answers(pool, prefix=prefix)
        self.rule = LookUpKey(icon="book_open_variant")
        self.close = LookUpKey(icon="close", target_id=closes)
        self.hint = Hint(size_hint=(None, None))
        self.tale = Say(size_hint=(None, None), valign="top")
        for part in (self.mark, self.text, self.tale, self.answers, self.rule, self.close, self.hint):
            self.body.add_widget(part)
        self.add_widget(self.body)
        self.answers.bind(
            on_answer=lambda _answers, value: self.dispatch("on_answer", value),
            on_decide=lambda *_: self.dispatch("on_decide"),
            on_hint=lambda _answers, why: self.hint.show(why),
        )
        self.rule.bind(on_tap=lambda *_: self.say_rule())
        self.close.bind(on_tap=lambda *_: self.dispatch("on_close"))
        self.body.bind(size=self._arrange)

    def on_answer(self, value: Any) -> None:
        """It was answered."""

    def on_decide(self) -> None:
        """The app shall decide."""

    def on_close(self) -> None:
        """It was put away."""

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch that falls here."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))

    def say_rule(self) -> None:
        """Say where it is in the rulebook."""
        if self._asks and self._asks.rule:
            self.hint.show(_("Rulebook: {section}").format(section=self._asks.rule))

    def put(self, asks: Asked, brand: int = -1) -> None:
        """Ask this; `brand` is of whom it asks, -1: of everybody."""
        if (asks, brand) == (self._asks, self._brand):
            return
        self.hint.hide()
        self._asks, self._brand = asks, brand
        self.text.text = asks.text
        self.mark.opacity = 1 if brand >= 0 else 0
        self.mark.brand = max(0, brand)
        self.rule.target_id = "rule" if asks.rule else ""
        self.rule.label, self.rule.opacity = _("Rules"), 1 if asks.rule else 0
        self.close.label = _("Close")
        self.answers.put(asks)

    def tell(self, tale: str) -> None:
        """Say more, between the question and its keys."""
        self.tale.text = tale

    def _tale_px(self, width: float) -> float:
        lines = self.tale.text.split("\n") if self.tale.text else []
        font, px = numbers.ROLES["body"].font, theme.size("body")
        return float(sum(measure(line, font, px, max(1, width))[1] for line in lines)) + GAP * bool(lines)

    def place(self, room: Sequence[float], rotation: int) -> None:
        """Lie in this room (left, low, width, height in px) at the edge of those it is turned to."""
        left, low, width, height = room
        upright = rotation in (90, 270)
        across, most = (height, width) if upright else (width, height)
        pad = _padding()
        taken = _head() + self._tale_px(across - 2 * pad) + 2 * pad + GAP
        self.answers.most = most - taken
        deep = min(most, self.answers.depth(across - 2 * pad) + taken)
        self.rotation = rotation
        if upright:
            self.size = (deep, height)
            self.pos = (left if rotation == 270 else left + width - deep, low)
        else:
            self.size = (width, deep)
            self.pos = (left, low if rotation == 0 else low + height - deep)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        width, height = self.body.size
        pad, head = _padding(), _head()
        left, right, low = pad, width - pad, height - pad - head
        self.mark.px = 24 if theme.small else 36
        self.mark.pos = (left, round(low + (head - self.mark.px) / 2))
        left += (self.mark.px + GAP) if self.mark.opacity else 0
        for key in (self.close, self.rule):
            shown = bool(key.target_id)
            key.size = (theme.target, head)
            key.pos = (right - theme.target, low) if shown else OUT_OF_SIGHT
            right -= (theme.target + GAP) if shown else 0
        self.text.pos, self.text.size = (left, low), (max(1, right - left), head)
        tale = self._tale_px(width - 2 * pad)
        self.tale.pos, self.tale.size = (pad, low - tale), (width - 2 * pad, max(1, tale))
        self.answers.pos, self.answers.size = (pad, pad), (width - 2 * pad, max(1, low - tale - GAP - pad))
        self.hint.pos, self.hint.size = (pad, low), (width - 2 * pad, head)


def _padding() -> int:
    return 8 if theme.small else 12  # six keys as wide as a finger lie beside each other along any edge


def _head() -> int:
    return 44 if theme.small else 56
