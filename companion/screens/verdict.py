"""The verdict and its photo finish: one line for everybody, the film of the round, the lens on what was
close.

Owns that board, for the running shootout and for stored ones. Dice can be tapped where the judge says what
lies on the table. What is said was decided before.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from kivy.animation import Animation
from kivy.lang import Builder
from kivy.properties import (
    BooleanProperty,
    DictProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion import theme as numbers
from companion.i18n import _
from companion.photo_finish import Lane, PhotoFinish
from companion.widgets import Say, Target, film, theme

KV = (film.Beam, film.Film, film.Lens)  # its kv names them

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

ZOOMS = (1, 2, 4, 8, 16, 32)
LEAST_LENS_US = 200
GAP = 8  # px, between dice
NAME_PX = 90  # a name and its mark want at least this beside the dice
NO_HIT = "\N{EN DASH}"
FACES = {"shooter": (None, "bullet"), "coward": (None, "bullet", "run")}  # what a tap goes through


class LaneView(NamedTuple):
    """A lane's head: who, which dice with which faces, and the moment of the HIT that counts."""

    player: str
    brand: int
    dice: tuple[tuple[str, str | None], ...]  # die, face
    ms: str
    leads: bool


class FaceKey(Target):
    """A die beside a lane. While the judge enters what lies there, a tap turns it."""

    die = StringProperty("")
    kind = StringProperty("shooter")
    face = ObjectProperty(None, allownone=True)
    lit = BooleanProperty(False)
    px = NumericProperty(60)

    def collide_point(self, x: float, y: float) -> bool:
        """Does this point hit? Dice stand close; each answers for itself and half the gap around it."""
        return bool(self.x - 4 <= x < self.right + 4 and self.y - 4 <= y < self.top + 4)


class LaneHead(BoxLayout):
    """Name and dice of one lane: in a row, or where that is too narrow, one above the other."""

    player = StringProperty("")
    narrow = BooleanProperty(False)
    brand = NumericProperty(0)
    dice = ListProperty()
    entering = BooleanProperty(False)

    def __init__(self, turn: Callable[[str, str], None], **properties: Any) -> None:
        self._turn = turn
        self._keys: list[FaceKey] = []
        super().__init__(**properties)
        self.bind(dice=self._show, entering=self._show, size=self._show)
        self._show()

    def _show(self, *_args: object) -> None:
        if [key.die for key in self._keys] != [die for die, _face in self.dice]:
            self._make()
        px = self._die_px()
        for key, (die, face) in zip(self._keys, self.dice, strict=True):
            key.face = face
            key.lit = face in ("bullet", "run")
            key.target_id = f"lies.{self.player}.{die}" if self.entering else ""
            key.px = px

    def _die_px(self) -> int:
        """As large as the lane allows."""
        wanted = 36 if theme.small else 60
        many = max(1, len(self._keys))
        self.narrow = self.width < many * (wanted + GAP) + NAME_PX
        across = (self.width + GAP) // many - GAP if self.narrow else wanted
        high = self.height / 2 if self.narrow else self.height
        return max(8, int(min(wanted, across, high - GAP)))

    def _make(self) -> None:
        self.ids.dice.clear_widgets()
        self._keys = []
        for die, _face in self.dice:
            key = FaceKey(kind="coward" if die == "coward" else "shooter", label=die, die=die)
            key.bind(on_tap=lambda key: self._turn(self.player, key.die) if self.entering else None)
            self._keys.append(key)
            self.ids.dice.add_widget(key)


class VerdictBoard(BoxLayout):
    """The board. `show` is called with what differs; nothing else redraws it."""

    verdict = StringProperty("")
    brand = NumericProperty(-1)
    fact = StringProperty("")
    second_fact = StringProperty("")
    finish = ObjectProperty(None, allownone=True)
    brands = DictProperty()
    views = ListProperty()
    entering = BooleanProperty(False)
    units = StringProperty("")
    mirrored = BooleanProperty(True)

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_turn")
        self._heads: list[LaneHead] = []
        self._zoom = 0
        self._centre_us: int | None = None
        super().__init__(**properties)

    def on_kv_post(self, _base: Any) -> None:
        """The layout is there."""
        self.bind(finish=self._new_finish, views=self._show_views, entering=self._show_views)
        self.ids.closer.bind(on_tap=lambda *_: self.zoom(1))
        self.ids.wider.bind(on_tap=lambda *_: self.zoom(-1))
        self.ids.film.bind(on_touch_down=self._look_at)
        self.ids.beam.between(self.ids.film, self.ids.lens)
        self.retell()

    def on_turn(self, player: str, die: str) -> None:
        """The judge tapped a die."""

    def retell(self) -> None:
        """Say everything again."""
        self.units = _("ms") if theme.small else _("ms after DRAW")
        self.ids.closer.label = _("Closer")
        self.ids.wider.label = _("Wider")
        self.ids.film.redraw()

    def _show_views(self, *_args: object) -> None:
        players = [view.player for view in self.views]
        if players != [head.player for head in self._heads]:
            self._put_heads(players)
        for head, view in zip(self._heads, self.views, strict=True):
            head.brand, head.dice, head.entering = view.brand, list(view.dice), self.entering
        figures = self.ids.figures.children[::-1]
        for figure, view in zip(figures, self.views, strict=True):
            figure.text, figure.tone = view.ms, "text" if view.leads else "muted"

    def _put_heads(self, players: list[str]) -> None:
        """A head for each lane, from the top; who has one keeps it."""
        had = {head.player: head for head in self._heads}
        self._heads = [had.get(player) or self._head(player) for player in players]
        self.ids.heads.clear_widgets()
        for head in self._heads:
            self.ids.heads.add_widget(head)
        figures = self.ids.figures
        for _more in range(len(figures.children), len(players)):
            figures.add_widget(Say(role="number", align="right"))
        for figure in figures.children[len(players) :]:
            figures.remove_widget(figure)

    def _head(self, player: str) -> LaneHead:
        return LaneHead(lambda name, die: self.dispatch("on_turn", name, die), player=player)

    # -- the lens

    def _new_finish(self, *_args: object) -> None:
        self._zoom, self._centre_us = 0, None
        self._aim(opening=True)

    def zoom(self, step: int) -> None:
        """Look closer, or wider."""
        self._zoom = max(0, min(len(ZOOMS) - 1, self._zoom + step))
        self._aim()

    def _look_at(self, film_widget: Any, touch: Any) -> bool:
        """A touch on the film moves the lens there."""
        if self.finish is None or not film_widget.collide_point(*touch.pos):
            return False
        self._centre_us = film_widget.moment_at(touch.x)
        self._zoom = max(1, self._zoom)
        self._aim()
        return True

    def _aim(self, opening: bool = False) -> None:
        finish: PhotoFinish | None = self.finish
        self.ids.film.finish = self.ids.lens.finish = finish
        if finish is None:
            return
        from_us, to_us = finish.close_us()
        span = max(LEAST_LENS_US, (to_us - from_us) // ZOOMS[self._zoom])
        middle = (from_us + to_us) // 2 if self._centre_us is None else self._centre_us
        if self._zoom and self._centre_us is None and finish.freeze_us is not None:
            middle = finish.freeze_us
        lens = self.ids.lens
        lens.from_us, lens.to_us = middle - span // 2, middle + span // 2
        self.ids.film.lens_from_us, self.ids.film.lens_to_us = lens.from_us, lens.to_us
        if opening and theme.ms(numbers.LENS_MS):
            lens.opacity = 0
            Animation(opacity=1, duration=theme.ms(numbers.LENS_MS), t="out_cubic").start(lens)
        else:
            lens.opacity = 1


def lane_views(
    finish: PhotoFinish | None,
    players: Mapping[str, int],
    dice: Mapping[str, tuple[tuple[str, str | None], ...]],
) -> list[LaneView]:
    """The lanes' heads. `players`: name -> brand; `dice`: name -> dice with their faces."""
    lanes = finish.lanes if finish else tuple(Lane(name, ()) for name in players)
    draw_us = finish.draw_us if finish else 0
    return [
        LaneView(
            lane.player,
            players.get(lane.player, 0),
            dice.get(lane.player, ()),
            _moment(lane, draw_us),
            any(mark.why in ("first", "tie") for mark in lane.marks),
        )
        for lane in lanes
    ]


def _moment(lane: Lane, draw_us: int) -> str:
    """The HIT that counts, in whole ms after DRAW; of others the first, or a dash."""
    if not lane.marks:
        return NO_HIT
    mark = next((mark for mark in lane.marks if mark.why in ("first", "tie", "late")), lane.marks[0])
    return f"{((mark.lo + mark.hi) / 2 - draw_us) / 1000:.0f}"


def next_face(die: str, face: str | None) -> str | None:
    """What a tap on a die in the judge's entry turns it to."""
    faces = FACES["coward" if die == "coward" else "shooter"]
    return faces[(faces.index(face) + 1) % len(faces)] if face in faces else faces[1]
