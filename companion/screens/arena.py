"""The shootout while it is on: a pane at every seat, turned to its owner, and the countdown between them.

Owns the panes with their dice and HIT keys, and the middle. Touches on a HIT count when the finger comes
down; they are handed to the room at once, and stamped there.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from companion import theme as numbers
from companion.i18n import N_, _
from companion.seating import EAST, NORTH, SIDES, SOUTH, WEST, Rect, Seat, panes
from companion.sitting import Shootout
from companion.widgets import FaceOwner, TableButton, Target, theme
from companion.widgets.buttons import Dress
from companion.widgets.words import fit, measure
from companion.wording import die, names
from shared_rules.referee import calls as c
from shared_rules.referee import stages

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

DEPTH = {False: 168, True: 112}  # of a pane, px: large and small windows
SHARE, MOST_SHARE = 0.25, 0.3  # of the window's shorter side that a pane takes in a smaller one
LEAST_DEPTH = 72  # as long as that is no more than MOST_SHARE
TIGHT = 80  # a pane that is less deep has no room for a name above HIT
MOST_DIE = 84
MUCH = 1.5
HIT_SHARE = 1.6  # beside dice, HIT is at least as wide as so many of them
REACH = (2, 2)  # px; a pane's keys are neighbours: each is hit where it is drawn, however small
NARROW = 240  # px; a pane that is less wide has no room for tokens beside the name
TWO_LINES = 44  # a HIT key that high says whose it is, too
NAME_MARGIN = 8  # px around a name in it
BUTTON_OF = {"shooter1": "die1", "shooter2": "die2", "coward": "die3"}
ON = (stages.READY, stages.COUNTDOWN, stages.OPEN, stages.FROZEN)

Touch = Callable[[str, str], None]  # player, button
Box = tuple[int, int, int, int]  # left, low, width, height


class HitKey(TableButton):
    """HIT on the screen, in its owner's colour: what counts is the finger coming down."""

    dress = Dress("brass", ink="ink", second="ink")

    def __init__(self, brand: int, **properties: Any) -> None:
        self.register_event_type("on_down")
        self._brand = numbers.rgba(numbers.BRANDS[brand].fill)
        super().__init__(reach=REACH, **properties)

    def _margin(self) -> float:
        return 4

    def _put_on(self, *args: object) -> None:
        super()._put_on(*args)
        if self.enabled:
            ink = theme.colour("ink")
            self.fill = numbers.mix(self._brand, ink, numbers.PRESSED) if self.pressed else self._brand

    def on_down(self) -> None:
        """A finger came down."""

    def _went_down(self) -> None:
        if self.enabled:
            self.dispatch("on_down")


class ThrowKey(Target):
    """A die in a pane; with pad dice on the screen, a finger coming down throws it."""

    kind = StringProperty("shooter")
    face = ObjectProperty(None, allownone=True)
    lit = BooleanProperty(False)
    by_touch = BooleanProperty(False)

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_down")
        super().__init__(reach=REACH, **properties)

    def on_down(self) -> None:
        """A finger came down."""

    def _went_down(self) -> None:
        if self.enabled:
            self.dispatch("on_down")


class Token(Widget):
    """A die that is thrown by hand: that it is in play is all that can be said of it."""

    kind = StringProperty("shooter")


class KeyPlaces(NamedTuple):
    """Where dice and HIT lie in a row; `hit` is None where nobody touches."""

    dice: list[Box]
    hit: Box | None

    @property
    def least(self) -> int:
        """The shortest side of any of them, px."""
        return min(min(width, height) for _, _, width, height in [*self.dice, *filter(None, [self.hit])])


def key_places(width: int, height: int, dice: int, has_hit: bool, gap: int = 8) -> KeyPlaces:
    """Where `dice` dice and HIT lie in a row of this size, px: HIT beside them, as deep as the row, or, where
    that makes much larger targets, below them; without HIT they lie in the middle."""
    if not dice:
        return KeyPlaces([], (0, 0, width, height) if has_hit else None)
    if not has_hit:
        side = max(1, min(height, MOST_DIE, (width - gap * (dice - 1)) // dice))
        left = (width - dice * (side + gap) + gap) // 2
        return KeyPlaces(_in_a_row(left, height, side, dice, gap), None)
    beside, below = _beside(width, height, dice, gap), _below(width, height, dice, gap)
    return below if below.least > MUCH * beside.least else beside


def _beside(width: int, height: int, dice: int, gap: int) -> KeyPlaces:
    side = max(1, min(height, MOST_DIE, int((width - gap * dice) / (dice + HIT_SHARE))))
    left = dice * (side + gap)
    return KeyPlaces(_in_a_row(0, height, side, dice, gap), (left, 0, max(1, width - left), height))


def _in_a_row(left: int, height: int, side: int, dice: int, gap: int) -> list[Box]:
    return [(left + n * (side + gap), (height - side) // 2, side, side) for n in range(dice)]


def _below(width: int, height: int, dice: int, gap: int) -> KeyPlaces:
    low = max(1, (height - gap) // 2)
    share = max(1, (width - gap * (dice - 1)) // dice)
    found = [(n * (share + gap), height - low, share, low) for n in range(dice)]
    return KeyPlaces(found, (0, 0, width, low))


class KeyRow(Layout):
    """The row of a pane: what is thrown there, and HIT."""

    gap = NumericProperty(8)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self._dice: list[Widget] = []
        self._hit: Widget | None = None
        for name in ("pos", "size", "gap"):
            self.fbind(name, self._trigger_layout)

    def hold(self, dice: list[Widget], hit: Widget | None) -> None:
        """Hold these and nothing else."""
        self.clear_widgets()
        self._dice, self._hit = dice, hit
        for widget in [*dice, *([hit] if hit else [])]:
            self.add_widget(widget)
        self._trigger_layout()

    def do_layout(self, *_args: object) -> None:
        """Give everything its place."""
        room = int(self.width), int(self.height)
        found = key_places(*room, len(self._dice), self._hit is not None, int(self.gap))
        placed = list(zip(self._dice, found.dice, strict=True))
        if self._hit is not None and found.hit is not None:
            placed.append((self._hit, found.hit))
        for widget, (left, low, width, height) in placed:
            widget.size = (width, height)
            widget.pos = (self.x + left, self.y + low)


class SeatPane(BoxLayout):
    """One player's pane, as its owner sees it: name and pad above, dice and HIT below; tokens of table dice
    lie above where HIT needs the room. In a tight one HIT stands for its owner."""

    name = StringProperty("")
    brand = NumericProperty(0)
    pad = StringProperty("")
    status = StringProperty("")
    status_tone = StringProperty("muted")
    by_touch = BooleanProperty(False)
    tight = BooleanProperty(False)
    narrow = BooleanProperty(False)
    out = BooleanProperty(False)
    dice = ListProperty()

    def __init__(self, player: str, brand: int, pad: str, throws: bool, touch: Touch) -> None:
        """:param pad: the label of the player's pad, "" for one on the screen
        :param throws: the pads throw the dice"""
        super().__init__(name=player, brand=brand, pad=pad, by_touch=not pad)
        self._touch, self._throws = touch, throws
        self._keys: dict[str, ThrowKey] = {}
        self._hit = self._make_hit(brand) if self.by_touch else None
        for name in ("dice", "tight", "narrow"):
            self.fbind(name, self._furnish)
        self.fbind("size", self._measure)
        self._furnish()

    def _make_hit(self, brand: int) -> HitKey:
        hit = HitKey(brand, target_id=f"hit.{self.name}", label="HIT", role="name")
        hit.bind(size=self._label_hit)
        hit.bind(on_down=lambda *_: self._touch(self.name, "hit"))
        return hit

    def _furnish(self, *_args: object) -> None:
        """Another set of dice, or another size: happens between rounds, or when the window is changed."""
        self.ids.tokens.clear_widgets()
        self._keys = {name: self._make_key(name) for name in self.dice} if self._throws else {}
        figures = list(self._keys.values()) or [Token(kind=_kind(name)) for name in self.dice]
        below = self._throws or not self.by_touch
        self.ids.row.hold(figures if below else [], self._hit)
        for figure in [] if below or self.tight or self.narrow else figures:
            figure.bind(height=figure.setter("width"))
            self.ids.tokens.add_widget(figure)
        self._label_hit()

    def _measure(self, *_args: object) -> None:
        self.tight = self.height < TIGHT
        self.narrow = self.width < NARROW

    def _make_key(self, name: str) -> ThrowKey:
        target = f"die.{self.name}.{name}" if self.by_touch else ""
        key = ThrowKey(kind=_kind(name), by_touch=self.by_touch, target_id=target, label=die(name))
        key.bind(on_down=lambda *_: self._touch(self.name, BUTTON_OF[name]))
        return key

    def _label_hit(self, *_args: object) -> None:
        """On a tight pane HIT says whose it is."""
        hit = self._hit
        if hit is None:
            return
        hit.icon = f"own:{numbers.BRANDS[int(self.brand)].shape}" if self.tight else "bullseye"
        named = self.tight and hit.height >= TWO_LINES
        hit.second = _below_hit(self.status or self.name, hit) if named else ""

    def show(self, shootout: Shootout, now_us: int) -> None:
        """Show what differs."""
        self.out = self.name not in shootout.dice
        self.dice = list(shootout.dice.get(self.name, ()))
        for name, key in self._keys.items():
            key.face = shootout.face(self.name, name, now_us)
            key.lit = key.face in ("bullet", "run")
        self.status, self.status_tone = _status(shootout, self.name, now_us)
        if self._hit is not None:
            self._hit.enabled = not self.out
            self._label_hit()


def _kind(die_name: str) -> str:
    return "coward" if die_name == "coward" else "shooter"


def _below_hit(text: str, hit: HitKey) -> str:
    """A name below HIT: whole on as many lines as it takes; what fits in no way is clipped."""
    width = max(1, hit.width - 2 * NAME_MARGIN)
    room = hit.height - NAME_MARGIN - theme.least(hit.role)
    return text if fit(text, "second", width).height <= room else clipped(text, "second", width)


def clipped(text: str, role: str, width: float) -> str:
    """As much of a text as fits on one line of this many px; what is left out shows as an ellipsis."""
    font, px = numbers.ROLES[role].font, theme.size(role)
    if measure(text, font, px)[0] <= width:
        return text
    kept = next((n for n in range(len(text), 0, -1) if measure(f"{text[:n]}…", font, px)[0] <= width), 0)
    return f"{text[:kept].rstrip()}…" if kept else ""


def _status(shootout: Shootout, player: str, now_us: int) -> tuple[str, str]:
    """What a player should know of themselves, and in which tone."""
    pad = next(one.pad for one in shootout.settings.players if one.name == player)
    if pad in shootout.away:
        return _("pad gone"), "danger"
    if player not in shootout.dice:
        return _("out"), "muted"
    if shootout.locked_until(player) > now_us:
        return _("counts to three"), "danger"
    jumped = [call.player for call in shootout.calls(c.Jumped)]
    return (_("jumped the gun"), "danger") if player in jumped else ("", "muted")


class Middle(FloatLayout):
    """Between the panes: what stage it is, as large as it goes."""

    number = StringProperty("")
    line = StringProperty("")
    ready = BooleanProperty(False)


class Arena(FloatLayout):
    """Panes and middle of one shootout. Events: on_count_down, on_without, on_leave; on_hint(why)."""

    start_label = StringProperty("")
    leave_label = StringProperty("")
    without_label = StringProperty("")
    without_icon = StringProperty("account_remove")
    hold_label = StringProperty("")
    fact = StringProperty("")
    depth = NumericProperty(168)
    free = ListProperty([0, 0, 1, 1])  # left, low, width, height of what no pane takes, px
    flash = NumericProperty(0)
    asked = BooleanProperty(False)  # a question lies in the middle
    about = StringProperty("")  # what is shot for; "" for nothing but the fun of it
    without = N_("Play without {players}")  # what can be done about players whose pads are gone
    leave = N_("Get up")

    def __init__(self, **properties: Any) -> None:
        for event in ("on_count_down", "on_without", "on_leave", "on_hint"):
            self.register_event_type(event)
        self._panes: list[tuple[FaceOwner, SeatPane, str]] = []
        super().__init__(**properties)
        self.bind(size=self.arrange, pos=self.arrange)
        theme.follow(self.arrange)

    def on_count_down(self) -> None:
        """Begin 3-2-1-DRAW."""

    def on_without(self) -> None:
        """Go on without those whose pads are gone."""

    def on_leave(self) -> None:
        """Get up."""

    def on_hint(self, why: str) -> None:
        """Something cannot be tapped like that."""

    def seat(
        self, shootout: Shootout, seats: Sequence[Seat], on_screen: Callable[[str], bool], touch: Touch
    ) -> None:
        """Make the panes of a new shootout."""
        for owner, _pane, _side in self._panes:
            self.remove_widget(owner)
        self._panes = []
        for seat in seats:
            pad = "" if on_screen(seat.name) else shootout.pad_of(seat.name)
            pane = SeatPane(seat.name, seat.brand, pad, shootout.settings.pad_dice, touch)
            owner = FaceOwner(size_hint=(None, None))
            owner.add_widget(pane)
            self._panes.append((owner, pane, seat.side))
            self.add_widget(owner)
        self.arrange()

    def arrange(self, *_args: object) -> None:
        """Give every pane its place."""
        short = min(self.width, self.height)
        self.depth = int(min(DEPTH[theme.small], max(short * SHARE, min(LEAST_DEPTH, short * MOST_SHARE))))
        places = panes(
            [side for _, _, side in self._panes], int(self.width), int(self.height), int(self.depth)
        )
        for (owner, _pane, _side), place in zip(self._panes, places, strict=True):
            _put(owner, place, self.pos)
        taken = {side: self.depth if side in {one[2] for one in self._panes} else 0 for side in SIDES}
        across, up = self.width - taken[WEST] - taken[EAST], self.height - taken[SOUTH] - taken[NORTH]
        self.free = [taken[WEST], taken[SOUTH], max(1, across), max(1, up)]

    def show(self, shootout: Shootout, now_us: int) -> None:
        """Show what differs."""
        for _owner, pane, _side in self._panes:
            pane.show(shootout, now_us)
        middle = self.ids.middle
        middle.ready = shootout.stage == stages.READY
        word, middle.line = _middle(shootout, now_us)
        middle.number = word.replace(" ", "\N{NO-BREAK SPACE}")
        missing = shootout.missing() if middle.ready else []
        self.without_label = _(self.without).format(players=names(missing)) if missing else ""
        self.fact = self.about or _("Round {round}").format(
            round=max(1, shootout.round + (shootout.stage == stages.READY))
        )

    def retell(self) -> None:
        """Say everything again."""
        self.start_label = _("3-2-1-DRAW!")
        self.leave_label = _(self.leave)
        self.hold_label = _("hold 1 s")


def _put(owner: FaceOwner, place: Rect, origin: tuple[float, float]) -> None:
    gap = 4
    owner.rotation = place.rotation
    owner.pos = (origin[0] + place.x + gap, origin[1] + place.y + gap)
    owner.size = (max(1, place.width - 2 * gap), max(1, place.height - 2 * gap))


def _middle(shootout: Shootout, now_us: int) -> tuple[str, str]:
    """The large word and the line below it."""
    if shootout.stage == stages.COUNTDOWN:
        beat = shootout.beat(now_us)
        return (str(beat) if beat else _("DRAW!")), ""
    if shootout.stage == stages.OPEN:
        return _("DRAW!"), _("Roll until an icon shows, then HIT!")
    if shootout.stage == stages.FROZEN:
        return _("HIT!"), _("checking the pads")
    return "", ""


__all__ = ["ON", "Arena"]
