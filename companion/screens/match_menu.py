"""The menu behind the star: scores, what is rare and must not be in the way, and the way home.

Owns its keys. What they lead to is the screen's business.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.i18n import _
from companion.screens.match_beside import BY_HAND
from companion.screens.match_keys import PERSON, WAY_OUT, AnswerKey
from companion.screens.match_words import Json
from companion.widgets import HoldButton, Panel, TableButton, theme
from shared_rules.engine import JUDGE, TABLE

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

GAP = 8
COLUMN = 220  # px, the least width of a column


class Way(NamedTuple):
    """Where the menu leads: name of its target behind `menu.`, label, icon; why not, or ""; held: for what
    cannot be taken back."""

    name: str
    label: str
    icon: str
    why: str = ""
    held: bool = False
    brand: int = -1


class MenuPanel(Panel):
    """The menu. Events: on_way(name), on_close."""

    title = StringProperty("")
    close_label = StringProperty("")

    covers = True  # what lies below it cannot be tapped

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_way")
        self.register_event_type("on_close")
        super().__init__(tone="raised", edge_tone="outline", **properties)
        self.ids.close.bind(on_tap=lambda *_: self.dispatch("on_close"))
        self._ways: tuple[Way, ...] = ()
        self.bind(size=lambda *_: self._arrange())

    def on_way(self, name: str) -> None:
        """Something was chosen."""

    def on_close(self) -> None:
        """It was put away."""

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch that falls here."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))

    def retell(self) -> None:
        """Say everything again."""
        self.title, self.close_label = _("Menu"), _("Close")

    def show(self, title: str, ways: Sequence[Way]) -> None:
        """Offer these ways."""
        self.title = title
        self.ids.hint.hide()
        if tuple(ways) != self._ways:
            self._ways = tuple(ways)
            self.ids.ways.clear_widgets()
            for way in ways:
                self.ids.ways.add_widget(self._key(way))
            self._arrange()

    def _key(self, way: Way) -> TableButton:
        kind, event = (HoldButton, "on_held") if way.held else (AnswerKey, "on_tap")
        key = kind(target_id=f"menu.{way.name}", label=way.label, icon=way.icon, role="strong", yields=True)
        if isinstance(key, AnswerKey):
            key.brand = way.brand
            key.wear(PERSON if way.brand >= 0 else WAY_OUT)
        key.enabled, key.why = not way.why, way.why
        key.second = _("hold 1 s") if way.held else ""
        key.bind(**{event: lambda *_: self.dispatch("on_way", way.name)})
        key.bind(on_refused=lambda _key, why: self.ids.hint.show(why))
        return key

    def _arrange(self) -> None:
        columns = max(1, min(3, int((self.width - 2 * GAP) // COLUMN)))
        self.ids.ways.cols = max(1, min(columns, len(self._ways)))

    def depth(self, width: float) -> float:
        """How high it has to be at this width, px."""
        columns = max(1, min(3, int((width - 2 * GAP) // COLUMN)))
        rows = -(-len(self._ways) // columns)
        return float((rows + 1) * (theme.target + GAP + 4) + 3 * GAP)


def ways(also: Sequence[Json], telling: Any, celebrates: bool = False) -> list[Way]:
    """Return where the menu leads, with these interjections open; each game's own are told by `telling`.

    :param celebrates: whether this board celebrates at all
    """
    there = {act["id"] for act in also}
    closed = _("Not now.")
    own = []
    for act in also:
        if act["of"] in (TABLE, JUDGE) and act["id"] not in BY_HAND:
            word = telling.act({"id": act["id"], "of": act["of"]})
            own.append(Way(f"act.{act['id']}", word.text, word.icon))
    end = "" if "end_early" in there else closed
    party = _("No more celebrating") if theme.celebrates else _("Celebrate again")
    return [
        Way("scores", _("Scores"), "trophy"),
        Way("correct", _("Correct by hand"), "pencil", "" if "correct" in there else closed),
        Way("hand_over", _("Hand a seat over"), "account_switch", "" if "hand_over" in there else closed),
        *own,
        *([Way("celebrations", party, "party_popper")] if celebrates else []),
        Way("end_early", _("End the match here"), "flag_checkered", end, held=not end),
        Way("home", _("Home"), "home"),
    ]


def own_ways(also: Sequence[Json], seat: str, telling: Any) -> list[Way]:
    """Return a way for each thing that a seat may say out of turn."""
    acts = [act for act in also if act["of"] == seat and act["id"] not in BY_HAND]
    words = [telling.act({"id": act["id"], "of": seat}) for act in acts]
    return [
        Way(f"act.{act['id']}@{seat}", word.text, word.icon or "bullhorn_outline")
        for act, word in zip(acts, words, strict=True)
    ]


def for_whom(acts: Sequence[Json], brands: Mapping[str, int]) -> list[Way]:
    """Return a way for each seat that the same interjection is open to."""
    found = []
    for act in acts:
        of = act["of"]
        label, icon = (_("The table"), "account_group") if of == TABLE else (of, "account")
        found.append(Way(f"{act['id']}@{of}", label, icon, brand=brands.get(of, -1)))
    return found
