"""Home: the five games, matches that wait, the way into a shootout, and the pads at the table.

Owns what the first screen says. It decides nothing: it shows the `games`, the `waiting` matches and the
`pads` it is given, and says what was tapped.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion import i18n
from companion import theme as numbers
from companion.i18n import N_, _
from companion.room import PadView
from companion.screens.posters import Picture
from companion.screens.table import LINKS, ON_SCREEN, link_words
from companion.widgets import HoldButton, KeyButton, Mark, Target, theme
from companion.widgets.scroll import Scrolled
from companion.widgets.words import measure
from companion.wording import when

__all__ = ["GAMES", "HomeScreen", "PadView", "Picture", "Waiting"]

KV = (Scrolled,)  # its kv names it

ABREAST = {False: 1000, True: 680}  # px; in a narrower window the posters do not stand in one row
LEAST_HEIGHT = {False: 600, True: 360}  # px, with the posters in one row; a lower window scrolls
LEAST_WIDTH = 300  # px; a narrower one scrolls sideways, too
LEAST_POSTER = {False: 250, True: 196}  # px, the height
THREE_ABREAST = 420  # px; in a narrower window two posters stand side by side
BESIDE_WORDS = 38  # room of a pad's mark, and of its link
KEY_REACH = (4, 0)  # px; the keys above are neighbours
TAG_WIDTH = 238  # of a pad in the strip, where there is room and its name needs no more
WAITING_ABREAST = 680  # px; in a narrower window one match that waits is shown at a time


class Game(NamedTuple):
    """What a poster says. A box's own name is the same in every language."""

    code: str
    printed: str  # the name; ~ is a space at which no line ends
    players: str
    minutes: int | None  # as printed on the box, where it is

    @property
    def name(self) -> str:
        """The name as people write it."""
        return self.printed.replace("~", " ")


GAMES = (
    Game("bom_mau_bode", "o~BOM, o~MAU e~o~BODE", "2–5", 45),  # noqa: RUF001    a dash between numbers
    Game("dollars_wanted", "Dollars Wanted", "2–5", 15),  # noqa: RUF001
    Game("boomtown_bandits", "Boomtown Bandits", "2–5", None),  # noqa: RUF001
    Game("sans_foi_ni_loi", "Sans Foi Ni Loi", "2–6", 60),  # noqa: RUF001
    Game("bo_bo_bon", "Bo Bo Bon", "2–4", None),  # noqa: RUF001
)
PLAYABLE = "boomtown_bandits"
KEYS = (  # id, icon, caption, why not yet
    ("history", "history", N_("History"), ""),
    (
        "people",
        "account_group",
        N_("People"),
        N_("The people come later. The set-up of a match offers those who were here."),
    ),
    (
        "box",
        "package_variant_closed",
        N_("Box"),
        N_("The box comes later. The set-up of a match asks for what is printed there."),
    ),
    ("settings", "cog", N_("Settings"), N_("The settings come later. Until then: tinstar --help.")),
)


TAPS = ("on_shootout", "on_look_at_pads", "on_history")  # events that say nothing more


class Waiting(NamedTuple):
    """A match that was left before its end. `changed_at` is ISO 8601, UTC."""

    number: int
    game: str  # its code
    players: tuple[str, ...]
    brands: tuple[int, ...]
    changed_at: str


class Poster(Target):
    """A game as a card: its picture, its name, for how many and how long."""

    game = StringProperty("boomtown_bandits")
    players = StringProperty("")
    minutes = StringProperty("")
    name = StringProperty("")  # the label as it may be broken into lines
    words_height = NumericProperty(136)


class Entry(Target):
    """The way into what comes next: a card with a plate, brass where it `leads`."""

    detail = StringProperty("")
    leads = BooleanProperty(True)
    compact = BooleanProperty(False)
    shows_dice = BooleanProperty(False)


class WaitingCard(Target):
    """A match that waits for its people. The one that was played last `leads`."""

    detail = StringProperty("")
    brands = ListProperty()
    leads = BooleanProperty(False)

    def on_kv_post(self, _base: Any) -> None:
        """The layout is there: draw the marks."""
        px = 20 if theme.small else 26
        for brand in self.brands:
            self.ids.marks.add_widget(Mark(brand=brand, px=px, pos_hint={"center_y": 0.5}))


class PadTag(Widget):
    """One pad in the strip; changing `view` redraws this one only."""

    view = ObjectProperty(PadView("", "", None, ON_SCREEN, None))
    tight = BooleanProperty(False)  # two lines, because there is no room for one
    text = StringProperty("")
    detail = StringProperty("")
    brand = NumericProperty(-1)
    icon = StringProperty("gesture_tap")
    tone = StringProperty("muted")
    text_width = NumericProperty(0)
    detail_width = NumericProperty(0)

    def on_view(self, *_args: object) -> None:
        """Show another state of the pad."""
        self.retell()

    def retell(self) -> None:
        """Say it again, in the language spoken now."""
        view = self.view
        self.icon, self.tone, _word = LINKS[view.link]
        self.text = view.name or view.label
        self.brand = -1 if view.brand is None else view.brand
        self.detail = link_words(view)
        self.take_measure()

    def take_measure(self) -> None:
        """Note how wide its words are, at the size they have now."""
        self.text_width = measure(self.text, numbers.BOLD, theme.size("strong"))[0]
        detail = measure(self.detail, numbers.REGULAR, theme.size("body"))[0]
        self.detail_width = detail if self.detail else 0

    def natural_width(self) -> float:
        """Return the width it takes on one line."""
        return float(self.text_width + self.detail_width + 2 * BESIDE_WORDS + numbers.GAP)

    def take_room(self, tight: bool) -> None:
        """Lie in the strip: on two lines and as wide as the others, or on one line and as wide as needed."""
        self.tight = tight
        wanted = self.natural_width()
        self.size_hint_x = 1 if tight else wanted
        self.size_hint_max_x = None if tight else max(TAG_WIDTH, wanted)


class PadStrip(Target):
    """The pads at the table, one tag each; a tap looks at them closely."""

    views = ListProperty([])
    title = StringProperty("")
    nobody = StringProperty("")  # what it says when there is no pad

    def on_views(self, *_args: object) -> None:
        """Show these pads; whoever did not change is not touched."""
        tags: list[PadTag] = self.ids.tags.children[::-1]
        for tag in tags[len(self.views) :]:
            self.ids.tags.remove_widget(tag)
        for tag, view in zip(tags, self.views, strict=False):
            if tag.view != view:
                tag.view = view
        for view in self.views[len(tags) :]:
            self.ids.tags.add_widget(PadTag(view=view))
        self.make_room()

    def make_room(self, *_args: object) -> None:
        """Choose one line for each pad or two."""
        tags: list[PadTag] = self.ids.tags.children
        for tag in tags:
            tag.take_measure()
        wanted = sum(tag.natural_width() + numbers.GROUP for tag in tags)
        for tag in tags:
            tag.take_room(theme.small or wanted > self.ids.tags.width)

    def retell(self) -> None:
        """Say it again, in the language spoken now."""
        self.title = self.label = _("Pads")
        self.nobody = _("No pad is plugged in. Everyone plays on the screen.")
        for tag in self.ids.tags.children:
            tag.retell()
        self.make_room()


class HomeScreen(Screen):
    """The first screen.

    Events: `on_game(code)` when somebody wants a match, `on_shootout` a shootout; `on_continue(number)` to go
    on with a match that waits, `on_delete(number)` to forget it; `on_history` to see what was,
    `on_language(code)` to speak another language.
    """

    pads = ListProperty([])
    games = ListProperty([])  # codes of those that can be played whole
    waiting = ListProperty([])  # Waiting, the one that was played last first
    least = ListProperty([LEAST_WIDTH, 0])
    abreast = NumericProperty(len(GAMES))  # posters in a row
    stacked = BooleanProperty(False)  # the keys have a row of their own
    narrow = BooleanProperty(False)  # the way into a shootout is among the keys

    def __init__(self, **properties: Any) -> None:
        for event in (*TAPS, "on_game", "on_continue", "on_delete", "on_language"):
            self.register_event_type(event)
        self._first_waiting = 0  # of those that are shown
        super().__init__(**properties)
        self._entry = Entry(target_id="home.shootout")
        self._entry.bind(on_tap=lambda *_: self.dispatch("on_shootout"))
        self._add_keys()
        self._add_posters()
        self.ids.strip.bind(on_tap=lambda *_: self.dispatch("on_look_at_pads"))
        theme.follow(self._settle)
        self.ids.body.bind(padding=self._size_keys)
        self.bind(width=self._settle)
        self._settle()
        self.retell()

    def on_game(self, code: str) -> None:
        """Somebody wants a match of this game."""

    def on_shootout(self) -> None:
        """Somebody wants a shootout."""

    def on_continue(self, number: int) -> None:
        """Somebody goes on with a match."""

    def on_delete(self, number: int) -> None:
        """Somebody does not go on with a match."""

    def on_look_at_pads(self) -> None:
        """Somebody wants to look at the pads closely."""

    def on_history(self) -> None:
        """Somebody wants to see what was."""

    def on_language(self, code: str) -> None:
        """Somebody wants another language."""

    def on_pads(self, _home: "HomeScreen", pads: Sequence[PadView]) -> None:
        """Show these pads."""
        self.ids.strip.views = list(pads)

    def on_games(self, *_args: object) -> None:
        """These games can be played now."""
        for poster in self._posters:
            poster.enabled = poster.game in self.games or poster.game == PLAYABLE
            poster.target_id = f"{'game' if poster.game in self.games else 'home'}.{poster.game}"
        self.retell()

    def on_waiting(self, *_args: object) -> None:
        """These matches wait."""
        self._first_waiting = 0
        self._settle()

    def refuse(self, why: str) -> None:
        """Say why something cannot be tapped."""
        self.ids.hint.show(why)

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self._entry.label = _("Shootout")
        self._entry.detail = _("Three, two, one, draw! Who was first is certain, or it is a tie.")
        for key, (_id, _icon, caption, why) in zip(self._keys, KEYS, strict=True):
            key.label, key.why = _(caption), _(why)
            key.enabled = not why
        self._language.label = i18n.own_name(_next_language())
        self._size_keys()
        for poster, game in zip(self._posters, GAMES, strict=True):
            poster.minutes = _("{n} min").format(n=game.minutes) if game.minutes else ""
            poster.why = "" if poster.enabled else _("{game} comes later.").format(game=game.name)
        self.ids.strip.retell()
        self._show_waiting()
        self.ids.hint.hide()

    def _add_keys(self) -> None:
        self._key_row = self.ids.key_row.__self__
        self._keys = [_key(name, icon) for name, icon, *_rest in KEYS]
        self._keys[0].bind(on_tap=lambda *_: self.dispatch("on_history"))
        self._language = _key("language", "translate")
        self._language.enabled = True
        self._language.bind(on_tap=lambda *_: self.dispatch("on_language", _next_language()))
        for key in self._all_keys():
            key.bind(on_refused=lambda _key, why: self.refuse(why))
            self.ids.key_row.add_widget(key)

    def _add_posters(self) -> None:
        self._posters = [self._poster(game) for game in GAMES]
        for poster in self._posters:
            self.ids.posters.add_widget(poster)

    def _poster(self, game: Game) -> Poster:
        poster = Poster(
            target_id=f"home.{game.code}",
            game=game.code,
            label=game.name,
            name=game.printed.replace("~", "\N{NO-BREAK SPACE}"),
            players=game.players,
            enabled=game.code == PLAYABLE,
        )
        poster.bind(on_tap=lambda *_: self._want(game.code))
        poster.bind(on_refused=lambda _poster, why: self.refuse(why))
        return poster

    def _want(self, code: str) -> None:
        if code in self.games:
            self.dispatch("on_game", code)
        else:
            self.dispatch("on_shootout")

    # -- matches that wait

    def _show_waiting(self) -> None:
        """As many as there is room for; a key leads to the others."""
        row = self.ids.waiting_row
        row.clear_widgets()
        count = 2 if self.width >= WAITING_ABREAST else 1
        shown = self.waiting[self._first_waiting : self._first_waiting + count]
        for match in shown:
            row.add_widget(self._waiting_card(match))
            row.add_widget(self._delete_key(match))
        if len(self.waiting) > count:
            more = KeyButton(
                target_id="continue.more",
                icon="chevron_right",
                label=_("More"),
                size_hint_x=None,
                reach=KEY_REACH,
            )
            more.width = theme.target
            more.bind(on_tap=lambda *_: self._more_waiting(count))
            row.add_widget(more)

    def _more_waiting(self, count: int) -> None:
        self._first_waiting += count
        if self._first_waiting >= len(self.waiting):
            self._first_waiting = 0
        self._show_waiting()

    def _waiting_card(self, match: Waiting) -> WaitingCard:
        card = WaitingCard(
            target_id=f"continue.{match.number}",
            label=next((game.name for game in GAMES if game.code == match.game), match.game),
            detail=when(match.changed_at),
            brands=list(match.brands),
            leads=match is self.waiting[0],
        )
        card.bind(on_tap=lambda *_: self.dispatch("on_continue", match.number))
        return card

    def _delete_key(self, match: Waiting) -> HoldButton:
        key = HoldButton(
            target_id=f"delete.{match.number}",
            label=_("Delete"),
            second=_("hold 1 s"),
            role="card",
            size_hint_x=None,
            width=84 if theme.small else 112,
            reach=KEY_REACH,
        )
        key.bind(on_held=lambda *_: self.dispatch("on_delete", match.number))
        key.bind(on_refused=lambda _key, why: self.refuse(why))
        return key

    # -- room

    def _settle(self, *_args: object) -> None:
        """Move what has another place in a small window, or beside matches that wait."""
        ids, small = self.ids, theme.small
        in_a_row = self.width >= ABREAST[small]
        self.abreast = len(GAMES) if in_a_row else 3 if self.width >= THREE_ABREAST else 2
        self.stacked = small and not in_a_row
        self.narrow = in_a_row and (small or bool(self.waiting))
        _move(self._entry, ids.narrow_slot if self.narrow else ids.wide_slot)
        _move(self._key_row, ids.keys_slot if self.stacked else ids.top)
        self._entry.compact = small or self.narrow
        self._entry.leads = not self.waiting
        self._show_waiting()
        rows = -(-len(GAMES) // self.abreast)
        slots = (ids.top, ids.keys_slot, ids.waiting_row, ids.wide_slot, ids.strip)
        beside = sum(slot.height for slot in slots)
        high = beside + rows * LEAST_POSTER[small] + 2 * numbers.GROUP + 2 * theme.edge
        low = LEAST_HEIGHT[small] + (ids.waiting_row.height if small else 0)
        self.least = [LEAST_WIDTH, low if in_a_row else high]
        self._size_keys()
        Clock.schedule_once(self.ids.strip.make_room, -1)

    def _all_keys(self) -> list[KeyButton]:
        return [self._language, *self._keys]

    def _size_keys(self, *_args: object) -> None:
        """Captions beside the icons where there is room for all of them, else below."""
        keys = self._all_keys()
        for key in keys:
            key.caption, key.role = "beside", "strong"
        body, gap = self.ids.body, self.ids.key_row.spacing
        taken = self.ids.star.width + self.ids.brand.width + 2 * gap
        room = body.width - body.padding[0] - body.padding[2]
        if theme.small or self.narrow or sum(key.natural_width() + gap for key in keys) > room - taken:
            for key in keys:
                key.caption, key.role = "below", "key"
        share = (room + gap) // len(keys) - gap if self.stacked else theme.target
        for key in keys:
            key.width = key.natural_width() if key.caption == "beside" else max(1, share)


def _move(widget: Widget, slot: Widget) -> None:
    """Put a widget into another place."""
    if widget.parent is not slot:
        if widget.parent:
            widget.parent.remove_widget(widget)
        slot.add_widget(widget)


def _next_language() -> str:
    """The language after the one spoken now, in a ring."""
    known = i18n.languages()
    return known[(known.index(i18n.spoken()) + 1) % len(known)]


def _key(name: str, icon: str) -> KeyButton:
    return KeyButton(target_id=f"home.{name}", icon=icon, enabled=False, size_hint_x=None, reach=KEY_REACH)


Builder.load_file(str(Path(__file__).with_name("home.kv")))
