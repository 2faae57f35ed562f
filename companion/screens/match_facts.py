"""What a seat's pane says of its owner: mark, name, hats, and so many of everything.

Owns how these share a row when there is little room: a status goes before a name ends in dots, then a badge
is its icon alone, hats lie closer, and pictures get smaller before a number or a name does.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import AliasProperty, BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme as numbers
from companion.widgets import Mark, OneLine, Panel, Say, theme
from companion.widgets.buttons import OUT_OF_SIGHT
from companion.widgets.words import measure

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

GAP = 8
LEAST_ICON = 22  # px, the picture of what is counted
LEAST_HAT = 24  # px
BESIDE = 6  # px, between a picture and its number
APART = 18  # px, before a number without a picture
FIRST_MINOR = 4  # what is minor goes before all else
IN_FAN = 0.4  # of a hat's width that is seen of each one under the next


class Sizes(NamedTuple):
    """How large facts are drawn, px, and the type roles of name and numbers."""

    mark: int
    hat: int
    icon: int
    name: str
    number: str


ROOMY = Sizes(48, 72, 54, "name", "counter")
TWO_ROWS = Sizes(44, 64, 46, "name", "number")
COMPACT = Sizes(34, 48, 40, "prompt", "number_paper")
SMALL = Sizes(24, 40, 34, "name", "number")
SMALL_OPEN = Sizes(22, 34, 28, "name", "number")


class Hat(Widget):
    """A hat in its owner's colour and shape; spent it is an outline, off it is grey."""

    px = NumericProperty(64)
    brand = NumericProperty(0)
    spent = BooleanProperty(False)
    off = BooleanProperty(False)
    ground = StringProperty("surface")
    shape = StringProperty("")
    fill = ObjectProperty(numbers.NO_COLOUR)
    cut = ObjectProperty(numbers.NO_COLOUR)
    line_tone = ObjectProperty(numbers.NO_COLOUR)
    line = NumericProperty(0)

    def __init__(self, **properties: Any) -> None:
        super().__init__(size_hint=(None, None), **properties)
        for name in ("brand", "spent", "off", "ground", "px"):
            self.fbind(name, self._show)
        theme.follow(self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.size = (self.px, self.px)
        brand = numbers.BRANDS[int(self.brand)]
        empty = self.spent and not self.off
        self.fill = (
            theme.colour("off") if self.off else numbers.NO_COLOUR if empty else numbers.rgba(brand.fill)
        )
        self.shape = "" if self.off or empty else brand.shape
        outlined = theme.ground == numbers.LIGHT and not self.off and not empty
        self.cut = theme.colour("ink" if outlined else self.ground)
        self.line_tone = theme.colour("ink" if outlined else "outline")
        self.line = 1.5 if outlined or empty else 0


class Counter(Widget):
    """A number with the picture of what is counted; without one, if the number says it itself."""

    icon = StringProperty("")
    value = StringProperty("")
    px = NumericProperty(46)
    apart = NumericProperty(APART)
    role = StringProperty("number")
    tone = StringProperty("text")
    minor = False
    ink = ObjectProperty(numbers.NO_COLOUR)

    def __init__(self, **properties: Any) -> None:
        super().__init__(size_hint=(None, None), **properties)

    def _get_lead(self) -> float:
        return float(self.px + BESIDE if self.icon else self.apart)

    lead = AliasProperty(_get_lead, bind=("px", "icon", "apart"))  # px, before the number

    @property
    def natural(self) -> float:
        """The width it takes, px."""
        return float((self.px + BESIDE if self.icon else APART) + self._number)

    @property
    def least(self) -> float:
        """The width it takes with a small picture, px."""
        return float((min(self.px, LEAST_ICON) + BESIDE if self.icon else 0) + self._number)

    @property
    def _number(self) -> int:
        return measure(self.value, numbers.ROLES[self.role].font, theme.size(self.role))[0]

    def squeeze(self, width: float) -> None:
        """Draw the picture smaller, or stand closer, where there is less room."""
        self.apart = max(0, min(APART, round(width - self._number)))
        if self.icon:
            self.px = max(LEAST_ICON, min(self.px, round(width - BESIDE - self._number)))


class Badge(Panel):
    """A fact about a seat in a pill of brass line; where there is no room, its icon alone."""

    text = StringProperty("")
    icon = StringProperty("")

    def __init__(self, **properties: Any) -> None:
        super().__init__(tone=numbers.NO_COLOUR, edge_tone="accent", size_hint=(None, None), **properties)

    @property
    def natural(self) -> float:
        """The width that says it, px."""
        return float(
            measure(self.text, numbers.BOLD, theme.size("card"))[0] + 22 + 3 * GAP if self.text else 0
        )


class Item(NamedTuple):
    """Something in a row of facts: how wide it wants to be and may be, px; what has the highest `drop` goes
    first where there is no room, 0 never does."""

    widget: Widget
    width: float
    least: float
    drop: int = 0


def widths(items: Sequence[Item], room: float, gap: float) -> dict[Widget, float]:
    """Share a row among those that have a place in it; the others are left out."""
    left = [item for item in items if item.width > 0]
    while left:
        free = room - gap * (len(left) - 1)
        least = sum(item.least for item in left)
        if least <= free:
            break
        droppable = [item for item in left if item.drop]
        if not droppable:
            return {item.widget: item.least * max(0.1, free) / least for item in left}
        left.remove(max(droppable, key=lambda item: item.drop))
    wish = sum(item.width - item.least for item in left)
    spare = min(1.0, (free - least) / wish) if left and wish else 0
    return {item.widget: item.least + (item.width - item.least) * spare for item in left}


class Facts(Widget):
    """Name and mark of a seat and what it has, in one row or in two."""

    ground = StringProperty("surface")

    def __init__(self, name: str, brand: int) -> None:
        super().__init__(size_hint=(None, None))
        self.brand = brand
        self.mark = Mark(brand=brand)
        self.name = OneLine(text=name, size_hint=(None, None))
        self.badge = Badge(opacity=0)
        self.status = Say(role="caption", tone="muted", size_hint=(None, None))
        self._hats: list[Hat] = []
        self._counters: list[Counter] = []
        self._facts: Any = None
        self._sizes, self._rows, self._centred = ROOMY, 1, True
        for part in (self.mark, self.name, self.badge, self.status):
            self.add_widget(part)
        self._soon = Clock.create_trigger(self._arrange, -1)
        for each in ("pos", "size", "ground"):
            self.fbind(each, self._soon)
        theme.follow(self._turned_over)

    def _turned_over(self, *_: object) -> None:
        """Colours or sizes are others now."""
        self._soon()

    def show(self, facts: Any) -> None:
        """Show what differs."""
        if facts == self._facts:
            return
        self._facts = facts
        self._hats = self._as_many(self._hats, max(1, len(facts.hats)) if facts.hats else 0, Hat)
        for hat, there in zip(self._hats, facts.hats, strict=False):
            hat.brand, hat.spent, hat.off = self.brand, not there, not facts.active
        self._counters = self._as_many(self._counters, len(facts.counters), Counter)
        for widget, counter in zip(self._counters, facts.counters, strict=True):
            widget.icon, widget.value, widget.minor = counter.icon, counter.value, counter.minor
            widget.tone = "text" if facts.active else "muted"
        self.name.tone = "text" if facts.active else "muted"
        self.mark.dim = not facts.active
        self.status.text, self.badge.text = facts.status, facts.badge
        self.badge.icon = facts.badge_icon
        self._soon()

    def _as_many(self, there: list[Any], count: int, kind: Callable[[], Any]) -> list[Any]:
        for widget in there[count:]:
            self.remove_widget(widget)
        new = [kind() for _more in range(len(there), count)]
        for widget in new:
            self.add_widget(widget)
        return [*there[:count], *new]

    def lay(self, sizes: Sizes, rows: int, centred: bool) -> None:
        """Be so large, on so many rows."""
        self._sizes, self._rows, self._centred = sizes, rows, centred
        self._soon()

    def _arrange(self, *_: object) -> None:
        if self._facts is None or self.width <= 1:
            return
        sizes, off = self._sizes, not self._facts.active
        hats = self._hats[:1] if off else self._hats
        for hat in self._hats:
            hat.px, hat.ground = min(sizes.hat, self.height), self.ground
        self.mark.px = min(sizes.mark, self.height)
        for counter in self._counters:
            counter.px, counter.role = min(sizes.icon, self.height), sizes.number
        self.name.role = sizes.name
        who, what = self._items(hats)
        if self._rows == 1:
            name, badge, status = who[1], who[2], who[3]
            rows = [[who[0], name, badge, status, *what]]
        else:
            rows = [who, what]
        high = self.height / len(rows)
        shown: set[Widget] = set()
        for number, row in enumerate(rows):
            shown |= self._lay_row(row, self.top - (number + 1) * high, high, hats)
        for part in self.children:
            if part not in shown:
                part.pos = OUT_OF_SIGHT
        self.badge.opacity = 1 if self.badge in shown else 0

    def _items(self, hats: list[Hat]) -> tuple[list[Item], list[Item]]:
        sizes = self._sizes
        name = measure(self.name.text, numbers.BOLD, theme.size(sizes.name))[0]
        status = measure(self.status.text, numbers.REGULAR, theme.size("caption"))[0]
        pill = min(30 if theme.small else 38, self.height)
        who = [
            Item(self.mark, self.mark.px, self.mark.px),
            Item(self.name, name, min(name, 1.9 * theme.size(sizes.name))),
            Item(self.badge, self.badge.natural, pill if self.badge.text else 0, 2),
            Item(self.status, status if self.status.text else 0, status, 3),
        ]
        px = hats[0].px if hats else 0
        fan = px * len(hats)
        least = min(px, LEAST_HAT) * _fan(len(hats))
        what = [Item(hats[0], fan, least, 1)] if hats else []
        what += [
            Item(counter, counter.natural, counter.least, FIRST_MINOR + n if counter.minor else 0)
            for n, counter in enumerate(self._counters)
        ]
        return who, what

    def _shared(self, row: list[Item], gap: float) -> dict[Widget, float]:
        """Share a row out. A name without dots comes before a status, before what is minor, and before larger
        pictures; a badge that is its icon alone leaves the others what it does not need."""
        uncut = measure(self.name.text, numbers.BOLD, theme.least(self._sizes.name))[0]
        found = widths(row, self.width, gap)
        if found.get(self.badge, self.badge.natural) < self.badge.natural:
            row = [each._replace(width=each.least) if each.widget is self.badge else each for each in row]
            found = widths(row, self.width, gap)
        if self.name in found and found[self.name] < uncut:
            whole = [each._replace(least=uncut) if each.widget is self.name else each for each in row]
            closer = widths(whole, self.width, gap)
            found = closer if len(closer) == len(found) else found
        for yields in (self.status, *(each for each in reversed(self._counters) if each.minor)):
            if found.get(self.name, uncut) >= uncut:
                break
            row = [item for item in row if item.widget is not yields]
            found = widths(row, self.width, gap)
        return found

    def _lay_row(self, row: list[Item], low: float, high: float, hats: list[Hat]) -> set[Widget]:
        gap = GAP if theme.small or self._sizes is COMPACT else 2 * GAP
        found, closer = self._shared(row, gap), self._shared(row, gap / 2)
        if len(closer) > len(found):
            found, gap = closer, gap // 2
        if self.status in found and any(found.get(item.widget, 0) < item.width - 1 for item in row[:2]):
            # a grey hat says it too, and nothing else says the name
            return self._lay_row([item for item in row if item.widget is not self.status], low, high, hats)
        taken = sum(found.values()) + gap * max(0, len(found) - 1)
        left = self.x + max(0.0, (self.width - taken) / 2 if self._centred else 0)
        shown: set[Widget] = set()
        for widget, width in found.items():
            if hats and widget is hats[0]:
                self._fan(hats, left, low + high / 2, width)
                shown |= set(hats)
            else:
                self._put(widget, left, low, width, high)
            shown.add(widget)
            left += width + gap
        return shown

    def _put(self, widget: Widget, left: float, low: float, width: float, high: float) -> None:
        tall = {self.badge: min(30.0 if theme.small else 38.0, high)}.get(widget, high)
        if widget is self.mark:
            tall = width = self.mark.px
        if isinstance(widget, Counter):
            widget.squeeze(width)
        widget.size = (round(width), round(tall))
        widget.pos = (round(left), round(low + (high - tall) / 2))

    def _fan(self, hats: list[Hat], left: float, middle: float, width: float) -> None:
        px = min(hats[0].px, int(width / _fan(len(hats))))
        step = (width - px) / (len(hats) - 1) if len(hats) > 1 else 0
        for number, hat in enumerate(hats):
            hat.px = px
            hat.pos = (round(left + number * step), round(middle - px / 2))


def _fan(hats: int) -> float:
    """How wide so many hats are that lie over each other, in hats."""
    return 1 + IN_FAN * (hats - 1)
