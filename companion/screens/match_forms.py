"""How each kind of prompt is answered by touch: its keys in rows, and what has been chosen with them so far.

Owns the kinds. Where the keys lie on the screen is `match_ask`'s; what is legal was decided before.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from kivy.uix.widget import Widget

from companion import theme as numbers
from companion.i18n import _
from companion.screens.match_keys import CHOICE, DONE, PERSON, WAY_OUT, AnswerKey, least_px
from companion.screens.match_words import DICE, NUMBER, ONE, ORDER, SOME, SPLIT, Asked, Option
from companion.screens.match_words import face as face_icon
from companion.widgets import Mark, OneLine, Say, theme
from companion.widgets.buttons import ON, Dress

GAP = numbers.GAP  # px, between keys
MOST_ROWS = 3  # before icons stand above their labels, for the board has to be seen
ROOMY_ROWS = {False: 2, True: 1}  # of keys as wide as they like
MOST_IN_A_ROW = 6  # answers
END_SHARE = 1.5  # of a key's width: Done, at the end of a row of dice
MANY = 5  # more answers than that are written smaller

Cell = tuple[Any, float]  # a widget, and its share of a row
Rows = list[list[Cell]]


class Keys(Protocol):
    """Where a form's keys lie: it makes them, and hears what is answered (events on_answer(value), on_decide,
    on_hint(why))."""

    def key(self, name: str, label: str, icon: str, dress: Dress, why: str = "") -> AnswerKey:
        """Return a key of this prompt."""

    def step(self, name: str, icon: str) -> AnswerKey:
        """Return a key for one more or one less."""

    def dispatch(self, event: str, *args: Any) -> Any:
        """Hand an event on."""

    def lay_again(self) -> None:
        """Give every key its place anew."""


class Form:
    """The keys of a prompt, and what has been chosen with them so far."""

    def __init__(self, asks: Asked, keys: Keys) -> None:
        self.asks, self.keys = asks, keys
        self.cells: list[Any] = []
        self.page = 0
        self.decides: AnswerKey | None = None
        self.next_page: AnswerKey | None = None
        self.make()
        self.ways = self.ways_out()

    def make(self) -> None:
        """Make the cells."""
        for option in self.asks.options:
            key = self.option_key(option)
            key.action = partial(self.tapped, option)
            self.cells.append(key)

    def option_key(self, option: Option) -> AnswerKey:
        """A key of an answer."""
        person = option.brand >= 0
        icon = _icon(option)
        dress = DONE if option.primary else PERSON if person else CHOICE
        key = self.keys.key(option.id, option.label, icon, dress, option.why)
        key.brand, key.second, key.pictures = option.brand, option.second, list(option.pictures)
        key.keeps_icon = person  # a name may be short of room, who it is may not
        key.role = "strong" if len(self.asks.options) > MANY else "button"
        return key

    def ways_out(self) -> list[Any]:
        """Keys that stand behind the answers: the app decides, skip."""
        found = []
        if self.asks.chance:
            dress = CHOICE if self.asks.throws else WAY_OUT
            self.decides = self.keys.key("decide", _by_chance(self.asks), "dice_multiple", dress)
            self.decides.action = lambda: self.keys.dispatch("on_decide")
            found.append(self.decides)
        if self.asks.skip:
            found.append(self.keys.key("skip", self.asks.skip, "", WAY_OUT))
            found[-1].action = lambda: self.keys.dispatch("on_answer", None)
        for key in found:
            key.role = "strong" if len(self.asks.options) + len(found) > MANY else "button"
        return found

    def tapped(self, option: Option) -> None:
        """Take a tap on an answer."""
        self.keys.dispatch("on_answer", option.value)

    def rows(self, width: float, most: float) -> Rows:
        """Return the cells as rows, closer and at last on several pages where there are too many. A third
        row, in a small window a second one, would cover what one is asked about: there closer comes first."""
        for layout in self.asks.layouts:
            rows = self._laid_out(layout)
            if depth(len(rows)) <= most and all(_has_room(row, width) for row in rows):
                return rows
        cells = [*self.cells, *self.ways]
        for wish in ("wanted", "least"):
            count = columns(cells, width, max(getattr(cell, wish) for cell in cells))
            rows = _in_rows(cells, count)
            if wish == "wanted" and len(rows) > ROOMY_ROWS[theme.small]:
                continue
            if len(rows) <= MOST_ROWS and depth(len(rows)) <= most:
                return rows if wish == "wanted" else self._with_pictures(rows, width, most)
        return rows if depth(len(rows)) <= most else self._paged(width, most)

    def _laid_out(self, layout: Any) -> Rows:
        """As the game wants them; behind them the ways out."""
        cells = {option.id: cell for option, cell in zip(self.asks.options, self.cells, strict=True)}
        rows = [[(cells[each], share) for each, share in row if each in cells] for row in layout]
        return [row for row in (*rows, [(way, 1.0) for way in self.ways]) if row]

    def _with_pictures(self, least: Rows, width: float, most: float) -> Rows:
        """Rather a row more than answers without their marks and icons."""
        cells = [*self.cells, *self.ways]
        for count in range(len(least), MOST_ROWS + 1):
            rows = _in_rows(cells, -(-len(cells) // count))
            wide = (width + GAP) / len(rows[0]) - GAP
            if len(rows) == count and depth(count) <= most and all(cell.has_room(wide) for cell in cells):
                return rows
        return least

    def _paged(self, width: float, most: float) -> Rows:
        if self.next_page is None:
            self.next_page = self.keys.key("page", _("More"), "chevron_right", WAY_OUT)
            self.next_page.action = self._turn
        last = [self.next_page, *self.ways]
        least = max(cell.least for cell in (*self.cells, *last))
        columns = max(1, int((width + GAP) // (least + GAP)))
        rows = max(1, int((most + GAP) // (theme.target + GAP)))
        a_page = max(1, columns * rows - len(last))
        first = self.page % -(-len(self.cells) // a_page) * a_page
        return _in_rows([*self.cells[first : first + a_page], *last], columns)

    def _turn(self) -> None:
        self.page += 1
        self.keys.lay_again()


def _icon(option: Option) -> str:
    """Of a person their mark is drawn."""
    return "account" if option.brand >= 0 else option.icon


def fits_in_a_row(asks: Asked, width: float) -> bool:
    """Whether one row of so many px says all the answers, each as large as a finger."""
    if asks.kind in (NUMBER, SPLIT, DICE) or len(asks.options) > MOST_IN_A_ROW:
        return False
    labels = [option.label for option in asks.options]
    labels += [asks.skip] if asks.skip else []
    labels += [_by_chance(asks)] if asks.chance else []
    labels += [asks.done[0] or _("Done"), asks.done[1]] if asks.kind in (SOME, ORDER) else []
    labels = [label for label in labels if label]
    least = max(least_px(label) for label in labels)
    keys = len(labels) - bool(asks.done[1])  # of what Done is called, only one is there
    return keys * (least + GAP) - GAP <= width


def _by_chance(asks: Asked) -> str:
    """What it is called that the app decides."""
    return _("Throw") if asks.throws else _("Let the app draw")


def _has_room(row: Sequence[Cell], width: float) -> bool:
    """Whether each of a row is as wide as it has to be."""
    unit = (width - GAP * (len(row) - 1)) / sum(share for _cell, share in row)
    return all(share * unit >= cell.least for cell, share in row)


def columns(cells: Sequence[Any], width: float, wanted: float) -> int:
    """Return how many columns of at least `wanted` px make as few rows, as equal as can be."""
    most = max(1, int((width + GAP) // (wanted + GAP)))
    rows = -(-len(cells) // most)
    return -(-len(cells) // rows)


def _in_rows(cells: Sequence[Any], columns: int) -> Rows:
    rows: Rows = [[(cell, 1.0) for cell in cells[at : at + columns]] for at in range(0, len(cells), columns)]
    missing = columns - len(rows[-1])
    if missing and len(rows) > 1:
        rows[-1] += [(Widget(), 1.0) for _ in range(missing)]
    return rows


def depth(rows: int) -> float:
    """How high so many rows of keys are, px."""
    return float(rows * (theme.target + GAP) - GAP)


class Complete(Form):
    """A form that ends with a key: the answer has parts."""

    def ways_out(self) -> list[Any]:
        """Done, and the others."""
        self.done = self.keys.key("done", _("Done"), "check", DONE)
        self.done.action = lambda: self.keys.dispatch("on_answer", self.value())
        ways = [*super().ways_out(), self.done]
        self.changed()
        return ways

    def value(self) -> Any:
        """Return the answer."""
        raise NotImplementedError

    def missing(self) -> str:
        """Why it is not complete yet, or ""."""
        return ""

    def changed(self) -> None:
        """Something was chosen."""
        self.done.why = self.missing()
        self.done.enabled = not self.done.why


class Some(Complete):
    """Several out of a list; or all of them in an order."""

    def make(self) -> None:
        """Make the cells."""
        self.chosen: list[Any] = []
        super().make()

    def tapped(self, option: Option) -> None:
        """Choose it, or leave it again; what was wrong before may be right now."""
        self.keys.dispatch("on_hint", "")
        if option.value in self.chosen:
            self.chosen.remove(option.value)
        elif self.asks.kind == ORDER or len(self.chosen) < self.asks.most:
            self.chosen.append(option.value)
        else:
            self.keys.dispatch("on_hint", _("{n} at most.").format(n=self.asks.most))
        self.changed()

    def value(self) -> Any:
        """Return the ids."""
        rest = [option.value for option in self._legal() if option.value not in self.chosen]
        return [*self.chosen, *rest] if self.asks.kind == ORDER else list(self.chosen)

    def missing(self) -> str:
        """The last one in an order is known."""
        least = len(self._legal()) - 1 if self.asks.kind == ORDER else self.asks.least
        return _("Choose first.") if len(self.chosen) < least else ""

    def changed(self) -> None:
        """Show what is chosen, in an order with its number."""
        super().changed()
        for option, key in zip(self.asks.options, self.cells, strict=True):
            at = self.chosen.index(option.value) if option.value in self.chosen else -1
            label, mark = option.label, _icon(option)
            if at >= 0 and self.asks.kind == ORDER:
                label = f"{at + 1}. {label}"
            elif at >= 0:
                mark = ON
            key.label, key.icon, key.keeps_icon = label, mark, mark == ON or option.brand >= 0
            key.brand = -1 if mark == ON else option.brand

        self._call_it_done()

    def _call_it_done(self) -> None:
        """Some games say what it means to choose nothing, or what all that is chosen comes to."""
        nothing, some = self.asks.done
        if nothing:
            worth = sum(option.worth for option in self.asks.options if option.value in self.chosen)
            self.done.label = some.format(n=worth) if self.chosen else nothing
            self.done.icon = "check" if self.chosen else ""
            self.done.wear(DONE if self.chosen else WAY_OUT)

    def _legal(self) -> list[Option]:
        return [option for option in self.asks.options if not option.why]


class Numbers(Complete):
    """A number out of many: steps, and digits to write it with."""

    def make(self) -> None:
        """Make the cells."""
        self.number, self.fresh = self.asks.least, True
        self.shown = Say(role="number", align="center")
        self.steps = [self._step("less", "minus", -1), self._step("more", "plus", 1)]
        for digit in range(10):
            key = self.keys.key(f"digit.{digit}", str(digit), "", WAY_OUT)
            key.action = partial(self._write, digit)
            self.cells.append(key)

    def _step(self, name: str, icon: str, by: int) -> AnswerKey:
        key = self.keys.step(name, icon)
        key.action = lambda: self._set(self.number + by)
        return key

    def _write(self, digit: int) -> None:
        longer = digit if self.fresh else self.number * 10 + digit
        self._set(longer if longer <= self.asks.most else digit)
        self.fresh = False

    def _set(self, number: int) -> None:
        self.fresh = True
        self.number = max(self.asks.least, min(self.asks.most, number))
        self.changed()

    def changed(self) -> None:
        """Say the number."""
        super().changed()
        self.shown.text = str(self.number)

    def value(self) -> Any:
        """Return the number."""
        return self.number

    def rows(self, width: float, most: float) -> Rows:
        """Steps and ways out above, digits below."""
        less, more = self.steps
        above: list[Cell] = [(less, 1), (self.shown, 1.4), (more, 1), *((way, 1.6) for way in self.ways)]
        return [above, *_in_rows(self.cells, columns(self.cells, width, theme.target - GAP))]


class Share(Widget):
    """How many one of several gets: name, one less, the number, one more."""

    def __init__(self, name: Widget, less: AnswerKey, more: AnswerKey, number: Say) -> None:
        super().__init__()
        self.parts = (name, less, number, more)
        for part in self.parts:
            self.add_widget(part)
        self.fbind("pos", self._arrange)
        self.fbind("size", self._arrange)

    @property
    def least(self) -> float:
        """The least width, px."""
        return float(3.6 * theme.target)

    wanted = least

    def _arrange(self, *_: object) -> None:
        step = theme.target - GAP
        name = max(1, self.width - 2 * (step + GAP) - 44)
        left = self.x
        for part, width in zip(self.parts, (name - GAP, step, 44 - GAP, step), strict=True):
            part.pos, part.size = (left, self.y), (width, self.height)
            left += width + GAP


class Split(Complete):
    """So many of something shared out: a row for each who can get some."""

    def make(self) -> None:
        """Make the cells. Nobody gets less than they have to."""
        room = sum(option.value for option in self.asks.options)
        self.shares = {
            option.id: max(0, self.asks.most - (room - option.value)) for option in self.asks.options
        }
        self.said: dict[str, Say] = {}
        self.steps: dict[str, tuple[AnswerKey, AnswerKey]] = {}
        self.left = Say(role="strong", align="center")
        for option in self.asks.options:
            self.cells.append(self._share(option))

    def _share(self, option: Option) -> Share:
        name = Named(option.label, option.brand)
        less, more = self.keys.step(f"{option.id}.less", "minus"), self.keys.step(f"{option.id}.more", "plus")
        less.action = lambda: self._give(option.id, -1)
        more.action = lambda: self._give(option.id, 1)
        self.said[option.id] = Say(role="number", align="center")
        self.steps[option.id] = (less, more)
        return Share(name, less, more, self.said[option.id])

    def _give(self, to: str, by: int) -> None:
        self.shares[to] += by
        self.changed()

    def value(self) -> Any:
        """Return the shares."""
        return dict(self.shares)

    def missing(self) -> str:
        """All of it has to be shared out."""
        left = self.asks.most - sum(self.shares.values())
        return _("{n} left to share.").format(n=left) if left else ""

    def changed(self) -> None:
        """Say who has how many, and what is left."""
        super().changed()
        self.left.text = self.done.why
        whole = not self.done.why
        for option in self.asks.options:
            share = self.shares[option.id]
            self.said[option.id].text = str(share)
            less, more = self.steps[option.id]
            less.enabled, less.why = share > 0, _("There is none to take away.")
            full = share >= option.value
            more.enabled = not full and not whole
            more.why = _("No more can go there.") if full else _("All of it is shared out.")

    def rows(self, width: float, most: float) -> Rows:
        """Two beside each other where there is room; below them what is left, and Done."""
        columns = max(1, min(2, int((width + GAP) // (4.4 * theme.target + GAP))))
        rows = _in_rows(self.cells, columns)
        return [*rows, [(self.left, 1.5), *((way, 1.0) for way in self.ways)]]


class Dice(Complete):
    """What each of several dice shows: a row of faces for each."""

    def make(self) -> None:
        """Make the cells, a list of keys for each die."""
        self.shown: dict[int, int] = {}
        self.faces: dict[int, list[AnswerKey]] = {}
        for option in self.asks.options:
            self.faces[option.value] = [self._face(option.value, n) for n in range(1, self.asks.most + 1)]

    def _face(self, die: int, face: int) -> AnswerKey:
        key = self.keys.key(f"{die}.{face}", str(face), face_icon(face, self.asks.most), CHOICE)
        key.action = lambda: self._show(die, face)
        return key

    def _show(self, die: int, face: int) -> None:
        self.shown[die] = face
        self.changed()

    def value(self) -> Any:
        """Return the faces."""
        return [self.shown[die] for die in self.faces]

    def missing(self) -> str:
        """Every die shows something."""
        return _("Choose first.") if len(self.shown) < len(self.faces) else ""

    def changed(self) -> None:
        """Show what is chosen."""
        super().changed()
        for die, keys in self.faces.items():
            for face, key in enumerate(keys, 1):
                key.wear(DONE if self.shown.get(die) == face else CHOICE)

    def rows(self, width: float, most: float) -> Rows:
        """A row for each die; the ways out at their ends where there is room."""
        rows: Rows = [[(key, 1.0) for key in keys] for keys in self.faces.values()]
        if len(rows) == len(self.ways):
            beside = [[*row, (way, END_SHARE)] for row, way in zip(rows, self.ways, strict=True)]
            if all(_has_room(row, width) for row in beside):
                return beside
        return [*rows, [(way, 1.0) for way in self.ways]]


FORMS: Mapping[str, type[Form]] = {
    ONE: Form,
    SOME: Some,
    ORDER: Some,
    NUMBER: Numbers,
    SPLIT: Split,
    DICE: Dice,
}


class Named(Widget):
    """A name with its player's mark."""

    def __init__(self, name: str, brand: int) -> None:
        super().__init__()
        self._mark = Mark(brand=max(0, brand), px=1 if brand < 0 else 22 if theme.small else 30)
        self._mark.opacity = 0 if brand < 0 else 1
        self._say = OneLine(text=name, role="strong", size_hint=(None, None))
        self.add_widget(self._mark)
        self.add_widget(self._say)
        self.fbind("pos", self._arrange)
        self.fbind("size", self._arrange)

    def _arrange(self, *_: object) -> None:
        self._mark.pos = (self.x, round(self.center_y - self._mark.px / 2))
        left = self._mark.px + GAP if self._mark.opacity else 0
        self._say.pos = (self.x + left, self.y)
        self._say.size = (max(1, self.width - left), max(1, self.height))
