"""The shootout while it is on: a pane at every seat, turned to its owner, and the countdown between them.

Owns the panes with their dice and HIT keys, and the middle. Touches on a HIT count when the finger comes
down; they are handed to the room at once, and stamped there.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion import theme as numbers
from companion.i18n import _
from companion.seating import Rect, Seat, panes
from companion.sitting import Shootout
from companion.widgets import FaceOwner, TableButton, Target, theme
from companion.widgets.buttons import Dress
from companion.wording import die, names
from shared_rules.referee import calls as c
from shared_rules.referee import stages

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

DEPTH = {False: 168, True: 112}  # of a pane, px: large and small windows
LEAST_DEPTH = 56
BUTTON_OF = {"shooter1": "die1", "shooter2": "die2", "coward": "die3"}
ON = (stages.READY, stages.COUNTDOWN, stages.OPEN, stages.FROZEN)

Touch = Callable[[str, str], None]  # player, button


class HitKey(TableButton):
    """HIT on the screen, in its owner's colour: what counts is the finger coming down."""

    dress = Dress("brass", ink="ink")

    def __init__(self, brand: int, **properties: Any) -> None:
        self.register_event_type("on_down")
        self._brand = numbers.rgba(numbers.BRANDS[brand].fill)
        super().__init__(**properties)

    def _put_on(self, *args: object) -> None:
        super()._put_on(*args)
        self.fill = (
            numbers.mix(self._brand, theme.colour("ink"), numbers.PRESSED) if self.pressed else self._brand
        )

    def on_down(self) -> None:
        """A finger came down."""

    def _went_down(self) -> None:
        self.dispatch("on_down")


class ThrowKey(Target):
    """A die in a pane; with pad dice on the screen, a finger coming down throws it."""

    kind = StringProperty("shooter")
    face = ObjectProperty(None, allownone=True)
    lit = BooleanProperty(False)

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_down")
        super().__init__(**properties)

    def on_down(self) -> None:
        """A finger came down."""

    def _went_down(self) -> None:
        if self.enabled:
            self.dispatch("on_down")


class SeatPane(BoxLayout):
    """One player's pane, as its owner sees it."""

    name = StringProperty("")
    brand = NumericProperty(0)
    status = StringProperty("")
    status_tone = StringProperty("muted")
    by_touch = BooleanProperty(False)
    tight = BooleanProperty(False)  # a window that small has room for the keys alone
    throws = BooleanProperty(False)  # the dice are thrown on this pane
    dice = ListProperty()

    def __init__(self, player: str, brand: int, on_screen: bool, throws: bool, touch: Touch) -> None:
        super().__init__(name=player, brand=brand, by_touch=on_screen, throws=throws)
        self._touch = touch
        self._keys: dict[str, ThrowKey] = {}
        self.bind(dice=self._make_dice)
        if on_screen:
            hit = HitKey(brand, target_id=f"hit.{player}", label="HIT", icon="bullseye", role="name")
            hit.bind(on_down=lambda *_: touch(player, "hit"))
            self.ids.row.add_widget(hit)

    def _make_dice(self, *_args: object) -> None:
        """Another set of dice; happens between rounds only."""
        self.ids.dice.clear_widgets()
        self._keys = {}
        for name in self.dice:
            key = ThrowKey(
                kind="coward" if name == "coward" else "shooter",
                target_id=f"die.{self.name}.{name}" if self.by_touch and self.throws else "",
                label=die(name),
            )
            key.bind(on_down=lambda _key, name=name: self._touch(self.name, BUTTON_OF[name]))
            self._keys[name] = key
            self.ids.dice.add_widget(key)

    def show(self, shootout: Shootout, now_us: int) -> None:
        """Show what differs."""
        self.dice = list(shootout.dice.get(self.name, ()))
        for name, key in self._keys.items():
            key.face = shootout.face(self.name, name, now_us) if shootout.settings.pad_dice else None
            key.lit = key.face in ("bullet", "run")
        self.status, self.status_tone = _status(shootout, self.name, now_us)


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
    """Panes and middle of one shootout. Events: on_count_down, on_without, on_leave."""

    start_label = StringProperty("")
    leave_label = StringProperty("")
    without_label = StringProperty("")
    hold_label = StringProperty("")
    fact = StringProperty("")
    depth = NumericProperty(168)
    flash = NumericProperty(0)

    def __init__(self, **properties: Any) -> None:
        for event in ("on_count_down", "on_without", "on_leave"):
            self.register_event_type(event)
        self._panes: list[tuple[FaceOwner, SeatPane, str]] = []
        super().__init__(**properties)
        self.bind(size=self.arrange, pos=self.arrange)
        theme.bind(version=self.arrange)

    def on_count_down(self) -> None:
        """Begin 3-2-1-DRAW."""

    def on_without(self) -> None:
        """Go on without those whose pads are gone."""

    def on_leave(self) -> None:
        """Get up."""

    def seat(
        self, shootout: Shootout, seats: list[Seat], on_screen: Callable[[str], bool], touch: Touch
    ) -> None:
        """Make the panes of a new shootout."""
        for owner, _pane, _side in self._panes:
            self.remove_widget(owner)
        self._panes = []
        for seat in seats:
            pane = SeatPane(seat.name, seat.brand, on_screen(seat.name), shootout.settings.pad_dice, touch)
            owner = FaceOwner(size_hint=(None, None))
            owner.add_widget(pane)
            self._panes.append((owner, pane, seat.side))
            self.add_widget(owner)
        self.arrange()

    def arrange(self, *_args: object) -> None:
        """Give every pane its place."""
        short = min(self.width, self.height)
        self.depth = int(max(LEAST_DEPTH, min(DEPTH[theme.small], short * 0.25)))
        places = panes(
            [side for _, _, side in self._panes], int(self.width), int(self.height), int(self.depth)
        )
        for (owner, _pane, _side), place in zip(self._panes, places, strict=True):
            _put(owner, place, self.pos)

    def show(self, shootout: Shootout, now_us: int) -> None:
        """Show what differs."""
        for _owner, pane, _side in self._panes:
            pane.show(shootout, now_us)
        middle = self.ids.middle
        middle.ready = shootout.stage == stages.READY
        middle.number, middle.line = _middle(shootout, now_us)
        missing = shootout.missing() if middle.ready else []
        self.without_label = _("Play without {players}").format(players=names(missing)) if missing else ""
        self.fact = _("Round {round}").format(round=max(1, shootout.round + (shootout.stage == stages.READY)))

    def retell(self) -> None:
        """Say everything again."""
        self.start_label = _("3-2-1-DRAW!")
        self.leave_label = _("Get up")
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
