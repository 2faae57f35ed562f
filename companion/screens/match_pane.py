"""One seat's pane at the table: who sits there and what they have, what they are asked, what only they may
see.

Owns how a pane is laid out at its depth, and the hold that shows a seat's secrets: nothing of them is in any
widget before the hold, or after it. What there is to say it is told.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion import theme as numbers
from companion.i18n import _
from companion.screens.match_ask import Answers
from companion.screens.match_beside import Act
from companion.screens.match_facts import COMPACT, ROOMY, SMALL, SMALL_OPEN, TWO_ROWS, Counter, Facts
from companion.screens.match_keys import CornerKey, KeyPool, LookUpKey, PeekKey
from companion.screens.match_words import Asked
from companion.widgets import Hint, Icon, Mark, Panel, Say, theme
from companion.widgets.buttons import OUT_OF_SIGHT
from companion.widgets.words import measure

GAP = 8
WIDE = 700  # px; a pane so wide has its prompt beside its facts
ROOMY_ACTS = 560  # px; a pane so wide says in full what may be interjected
ACTS_SHARE = 0.4  # of an open pane's width that the names of interjections take at most
FACTS_SHARE, LEAST_FACTS = 0.36, 330  # of a wide pane's width that its facts take, px at least


class Shown(NamedTuple):
    """What a pane shows. facts: a `boards.SeatFacts`; asks: in the pane, None while it is elsewhere;
    active: this seat is asked; prefix: of the targets that answer."""

    facts: Any
    asks: Asked | None = None
    active: bool = False
    acts: tuple[Act, ...] = ()
    prefix: str = "answer"


class MatchPane(Panel):
    """A seat as its owner sees it.

    Events: on_answer(value), on_decide, on_act(target id), on_peek(whether it is held).
    """

    def __init__(self, seat: str, brand: int, pool: KeyPool) -> None:
        for event in ("on_answer", "on_decide", "on_act", "on_peek"):
            self.register_event_type(event)
        super().__init__(tone="surface", edge_tone="hair")
        self.seat, self.brand = seat, brand
        self._shown: Shown | None = None
        self._made: list[CornerKey] = []  # keys of interjections; they are used again
        self._acts: list[CornerKey] = []
        self._secrets: list[Widget] = []
        self._marked = -1  # the brand before the question
        self.peek = PeekKey(target_id=f"peek.{seat}", label=seat)
        self.facts = Facts(seat, brand)
        self.mark = Mark(opacity=0)
        self.text = Say(size_hint=(None, None))
        self.rule = LookUpKey(icon="book_open_variant")
        self.answers = Answers(pool, one_row=True)
        self.hint = Hint(size_hint=(None, None))
        for part in (self.peek, self.facts, self.mark, self.text, self.rule, self.answers, self.hint):
            self.add_widget(part)
        self._wire()
        self._soon = Clock.create_trigger(self._arrange, -1)
        for name in ("pos", "size"):
            self.fbind(name, self._soon)
        theme.follow(self._turned_over)

    def _turned_over(self, *_: object) -> None:
        """Colours or sizes are others now."""
        self._soon()

    def _wire(self) -> None:
        self.answers.bind(
            on_answer=lambda _answers, value: self.dispatch("on_answer", value),
            on_decide=lambda *_: self.dispatch("on_decide"),
            on_hint=lambda _answers, why: self.hint.show(why),
        )
        self.rule.bind(on_tap=lambda *_: self.say_rule())
        self.peek.bind(
            on_peek=lambda _peek, shows: self.dispatch("on_peek", shows),
            on_refused=lambda _peek, why: self.hint.show(why),
        )

    def on_answer(self, value: Any) -> None:
        """It was answered."""

    def on_decide(self) -> None:
        """The app shall decide."""

    def on_act(self, target_id: str) -> None:
        """An interjection was tapped."""

    def on_peek(self, shows: bool) -> None:
        """Its owner looks at their secrets, or does so no more."""

    def say_rule(self) -> None:
        """Say where it is in the rulebook."""
        if self._shown and self._shown.asks and self._shown.asks.rule:
            self.hint.show(_("Rulebook: {section}").format(section=self._shown.asks.rule))

    # -- what it shows

    def show(self, shown: Shown) -> None:
        """Show what differs."""
        before, self._shown = self._shown, shown
        if shown == before:
            return
        if before is None or shown.asks != before.asks:
            self.hint.hide()
        self.facts.show(shown.facts)
        self.answers.rename(shown.prefix)
        self.answers.put(shown.asks)
        self.text.text = shown.asks.text if shown.asks else ""
        self.rule.target_id = "rule" if shown.asks and shown.asks.rule else ""
        self._show_acts(shown.acts)
        self._show_active(shown.active, before is not None and before.active)
        self._soon()

    def retell(self) -> None:
        """Say everything again."""
        self.peek.why = _("Hold it to look at what only you may see.")

    def _show_acts(self, acts: Sequence[Act]) -> None:
        for _more in range(len(self._made), len(acts)):
            key = CornerKey()
            key.bind(on_tap=lambda key: self.dispatch("on_act", key.target_id))
            self._made.append(key)
        for key in self._made[len(acts) :]:
            self.remove_widget(key)
        self._acts = self._made[: len(acts)]
        for key, act in zip(self._acts, acts, strict=True):
            key.target_id, key.label, key.icon = act.target_id, act.label, act.icon
            if key.parent is None:
                self.add_widget(key, index=1)  # the hint stays above

    def _show_active(self, active: bool, before: bool) -> None:
        self.tone = self.facts.ground = "raised" if active else "surface"
        self.line = theme.pane_line if active else numbers.QUIET_LINE
        if active and before:
            return  # its edge may still be on its way from pane to pane
        Animation.cancel_all(self, "edge")
        self.edge_tone = "accent" if active else "hair"
        seconds = theme.ms(numbers.PANE_MS)
        if active and seconds:
            self.edge = theme.colour("hair")
            Animation(edge=theme.colour("accent"), duration=seconds, t="out_cubic").start(self)

    # -- secrets

    def reveal(self, counters: Sequence[Any]) -> None:
        """Show these in the place of what is held, until `conceal`."""
        self.conceal()
        left, low = self.peek.x + 2 * GAP, self.peek.y + 4
        width, height = self.peek.width - 3 * GAP, self.peek.height - 8
        self._cover(True)
        px = round(min(44, height, 30 if theme.small else 44))
        eye = Icon(name="eye", px=min(28, px), tone="accent")
        eye.pos = (round(left), round(low + (height - eye.px) / 2))
        row: list[Widget] = [
            Counter(icon=each.icon, value=each.value, px=px, role="number") for each in counters
        ]
        row = row or [Say(text=_("Nothing is hidden here."), role="strong", size_hint=(None, None))]
        left, share = left + eye.px + GAP, (width - eye.px - GAP) / len(row)
        for number, widget in enumerate(row):
            wide = min(share - GAP, widget.natural) if isinstance(widget, Counter) else share
            _place(widget, left + number * share, low, wide, height)
        self._secrets = [eye, *row]
        for widget in self._secrets:
            self.add_widget(widget)

    def conceal(self) -> None:
        """Show what was there again; nothing of the secrets is left."""
        for widget in self._secrets:
            self.remove_widget(widget)
        self._secrets = []
        self._cover(False)

    def _cover(self, on: bool) -> None:
        """What lies where the secrets show gives way."""
        self.facts.opacity = 0 if on else 1
        self.text.opacity = 0 if on and self.peek.collide_widget(self.text) else 1
        hidden = self._marked < 0 or (on and self.peek.collide_widget(self.mark))
        self.mark.opacity = 0 if hidden else 1

    # -- laying out

    def _arrange(self, *_: object) -> None:
        if self._shown is None or self.width <= 1:
            return
        pad = GAP if theme.small or self.width < WIDE else 2 * GAP
        asks = self._shown.asks
        if asks is None:
            self._arrange_idle(pad)
        elif self.height < 2 * theme.target:
            self._arrange_strip(pad)
        elif self.width >= WIDE:
            self._arrange_wide(pad)
        else:
            self._arrange_open(pad)

    def _arrange_idle(self, pad: float) -> None:
        """Facts, and what may be interjected at the end."""
        roomy = self.width >= ROOMY_ACTS
        right = self._lay_acts(self.right - pad, self.center_y, self.height - GAP, roomy=roomy)
        tall = self.height - pad
        wide = self.width >= WIDE
        sizes = SMALL if theme.small else ROOMY if wide else TWO_ROWS
        self.facts.lay(sizes, 1 if theme.small or wide else 2, True)
        _place(self.facts, self.x + pad, self.y + pad / 2, right - self.x - pad, tall)
        _place(self.peek, self.x, self.y, right - self.x, self.height)
        for part in (self.text, self.rule, self.answers):
            part.pos = OUT_OF_SIGHT
        self.mark.opacity, self._marked = 0, -1
        _place(self.hint, self.x + pad, self.y + pad / 2, self.width - 2 * pad, min(tall, 72))
        self._hint_in_the_middle()

    def _arrange_strip(self, pad: float) -> None:
        """A question in a pane that stays closed: it takes the place of the facts."""
        keys = _strip_keys(self.width)
        self.facts.lay(SMALL, 1, True)
        self.facts.pos = OUT_OF_SIGHT
        self.peek.pos = OUT_OF_SIGHT
        self.rule.pos = OUT_OF_SIGHT
        for key in self._acts:
            key.pos = OUT_OF_SIGHT
        self._say("strong", self.x + pad, self.y + 2, self.width - 2 * pad - keys - GAP, self.height - 4)
        _place(self.answers, self.right - pad - keys, self.y + 4, keys, self.height - 8)
        _place(self.hint, self.x + pad, self.y + 4, self.width - 2 * pad, self.height - 8)

    def _arrange_wide(self, pad: float) -> None:
        """Facts on the left, the prompt on the right."""
        facts = max(LEAST_FACTS, self.width * FACTS_SHARE)
        self.facts.lay(TWO_ROWS, 2, False)
        _place(self.facts, self.x + pad, self.y + pad / 2, facts - pad, self.height - pad)
        _place(self.peek, self.x, self.y, facts, self.height)
        left, right = self.x + facts + 2 * GAP, self.right - pad
        key = min(theme.target + 4, self.height - theme.target - pad)
        head = self.height - pad - key - GAP
        top = self.top - pad / 2
        edge = self._lay_look_ups(right, top - head / 2, head)
        self._say("prompt", left, top - head, edge - left, head)
        _place(self.answers, left, self.y + pad / 2, right - left, key)
        _place(self.hint, left, top - head, right - left, head)

    def _arrange_open(self, pad: float) -> None:
        """Facts, the prompt, and the answers one above the other.

        What is looked up stands beside the prompt; its hit box is as high as both rows.
        """
        key = theme.target if theme.small else theme.target - 4
        head = self.height - 2 * pad - key - GAP / 2
        words = round(head * 0.42)
        left, low, width = self.x + pad, self.top - pad - head, self.width - 2 * pad
        self.facts.lay(SMALL_OPEN if theme.small else COMPACT, 1, False)
        _place(self.facts, left, low + words, width, head - words)
        edge = self._lay_look_ups(self.right - pad, low + head / 2, head, words)
        brand = -1
        if not self._is_short(edge - left):
            words, brand = head, self.brand  # the question is what counts
            self.facts.pos = OUT_OF_SIGHT
        _place(self.peek, self.x, low, edge - self.x, head + pad)
        self._say("prompt", left, low, edge - left, words, brand)
        _place(self.answers, left, self.y + pad, width, key)
        _place(self.hint, left, low, width, head)

    def _is_short(self, width: float) -> bool:
        """Whether the question fits on one line of this width."""
        return measure(self.text.text, numbers.BOLD, theme.least("prompt"))[0] <= width

    def _say(self, role: str, left: float, low: float, width: float, height: float, brand: int = -1) -> None:
        """Place the question, behind the mark of whom it names, or of `brand`."""
        asks = self._shown.asks if self._shown else None
        brand = asks.brand if asks and asks.brand >= 0 else brand
        self.text.role, self._marked = role, brand
        self.mark.opacity = 1 if brand >= 0 else 0
        if brand >= 0:
            self.mark.brand, self.mark.px = brand, 22 if theme.small else 28
            self.mark.pos = (round(left), round(low + (height - self.mark.px) / 2))
            left, width = left + self.mark.px + GAP, width - self.mark.px - GAP
        _place(self.text, left, low, width, height)

    def _lay_look_ups(self, right: float, middle: float, height: float, foot: float = 0) -> float:
        """The rule, and left of it the interjections; return where they begin."""
        self.rule.foot = foot
        if not self.rule.target_id:
            self.rule.pos = OUT_OF_SIGHT
            return self._lay_acts(right, middle, height, foot)
        self.rule.label = "" if foot else _("Rules")
        size = height if foot else min(theme.target, height)
        wide = theme.target - (16 if foot else 0)
        self.rule.reach = (8, 0) if foot else None
        _place(self.rule, right - wide, middle - size / 2, wide, size)
        return self._lay_acts(right - wide - GAP / 2, middle, height, foot)

    def _lay_acts(
        self, right: float, middle: float, height: float, foot: float = 0, roomy: bool = False
    ) -> float:
        """At the right end.

        :param roomy: each may be as wide as what it says
        """
        size = height if foot else min(theme.target, height)
        for key in self._acts:
            key.short = False
        short = sum(key.flat_px + GAP for key in self._acts) > ACTS_SHARE * self.width  # the question counts
        for key in reversed(self._acts):
            key.foot, key.short = foot, short
            key.caption, key.role = ("beside", "strong") if roomy else ("below", "key")
            wide = key.natural_width() if roomy else key.flat_px if foot else key.boxed_px
            _place(key, right - wide, middle - size / 2, wide, size)
            right -= wide + GAP
        return right

    def _hint_in_the_middle(self) -> None:
        self.hint.y = round(self.center_y - self.hint.height / 2)


def keys_width(across: float, deep: float) -> float:
    """Return how wide the answers are in a pane that is so wide and deep, px."""
    if deep < 2 * theme.target:
        return _strip_keys(across)
    if across < WIDE:
        return across - 2 * GAP
    return across - max(LEAST_FACTS, across * FACTS_SHARE) - 4 * GAP


def _strip_keys(across: float) -> float:
    return float(min(0.5 * across, 2 * (theme.target + GAP)))


def _place(widget: Widget, left: float, low: float, width: float, height: float) -> None:
    widget.size = (max(1, round(width)), max(1, round(height)))
    widget.pos = (round(left), round(low))
