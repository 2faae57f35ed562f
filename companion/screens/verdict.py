"""The verdict and its photo finish: one line for everybody, the film of the round, the lens on what was
close.

Owns that board, for the running shootout and for stored ones. Dice can be tapped where the judge says what
lies on the table. What is said was decided before.
"""

from collections.abc import Callable, Collection, Mapping
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
from kivy.uix.stacklayout import StackLayout

from companion import theme as numbers
from companion import wording
from companion.i18n import _
from companion.photo_finish import Lane, PhotoFinish
from companion.widgets import Say, Target, film, theme
from companion.widgets.words import measure

KV = (film.Beam, film.Film, film.Lens)  # its kv names them

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

ZOOMS = (1, 2, 4, 8, 16, 32)
LEAST_LENS_US = 200
GAP = 8  # px, between dice
DIE, MOST_DIE = {False: 60, True: 36}, {False: 72, True: 64}  # px: as a rule, and where lanes are few
NAME_PX = {False: 140, True: 90}  # a name and its mark want at least this beside the dice
LEAST_NAME_PX = 44  # in a window so low that nothing can stand below them
LEAST_TWO_PX = 64  # a lane so high holds a name above the dice
HEAD, LEAST_HEAD = {False: 112, True: 68}, 36  # px: the headline; in a very low window
FAR, LENS = {False: 76, True: 40}, {False: 136, True: 88}  # px: the line for the far side; the lens
OVER, UNDER = {False: 26, True: 22}, {False: 40, True: 30}  # px: above and below the film's lanes
LEAST_LANE = {False: 28, True: 20}  # px; before lanes get lower, the lens goes, and before it the far line
UPRIGHT = 600  # px; in a narrower window names stand above their dice, and an instruction above the film
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
    """A die beside a lane. While the judge enters what lies there, a tap turns it. Each answers for itself,
    half the gap beside it, and its lane's height."""

    die = StringProperty("")
    kind = StringProperty("shooter")
    face = ObjectProperty(None, allownone=True)
    lit = BooleanProperty(False)
    px = NumericProperty(60)


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
            key.label = wording.die(die)
            key.lit = face in ("bullet", "run")
            key.target_id = f"lies.{self.player}.{die}" if self.entering else ""
            key.px = px
            key.reach = (GAP / 2, max(0, (self._die_room() - px) / 2))

    def _die_px(self) -> int:
        """As large as the lane allows."""
        many = max(1, len(self._keys))
        low = self.height < LEAST_TWO_PX
        name = NAME_PX[theme.small]
        self.narrow = self.width < many * (DIE[theme.small] + GAP) + name and not low
        name = 0 if self.narrow else LEAST_NAME_PX if self.width < 2 * name else name
        across = (self.width - name + GAP) // many - GAP
        return max(8, int(min(MOST_DIE[theme.small], across, self._die_room() - GAP)))

    def _die_room(self) -> float:
        """The height that is the dice's, px."""
        return float(self.height * 0.6 if self.narrow else self.height)

    def _make(self) -> None:
        self.ids.dice.clear_widgets()
        self._keys = []
        for die, _face in self.dice:
            key = FaceKey(kind="coward" if die == "coward" else "shooter", die=die)
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
    upright = BooleanProperty(False)
    far_px = NumericProperty(0)
    far_width = NumericProperty(0)
    head_px = NumericProperty(0)
    over_px = NumericProperty(0)
    under_px = NumericProperty(0)
    note_px = NumericProperty(0)
    lens_px = NumericProperty(0)
    least_px = NumericProperty(0)  # a lower board shows nothing that one could use

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
        for name in ("size", "views", "mirrored", "verdict"):
            self.fbind(name, self._settle)
        theme.follow(self._settle)
        self.retell()

    def on_turn(self, player: str, die: str) -> None:
        """The judge tapped a die."""

    def retell(self) -> None:
        """Say everything again."""
        self._settle()
        self.ids.closer.label = _("Closer")
        self.ids.wider.label = _("Wider")
        self.ids.film.redraw()

    def _settle(self, *_args: object) -> None:
        """Share out the height: the film has what it needs, then the lens, then the line for the far side."""
        small = theme.small
        self.upright = self.width < UPRIGHT
        self.units = _("ms") if small or self.upright else _("ms after DRAW")
        self.note_px = 26 if self.upright and self.height > UPRIGHT else 0
        self.over_px, self.under_px = OVER[small], UNDER[small]
        film_px = self.over_px + self.under_px + LEAST_LANE[small] * max(2, len(self.views))
        self.least_px = LEAST_HEAD + film_px
        self.head_px = max(LEAST_HEAD, min(HEAD[small], int(self.height * 0.28)))
        spare = self.height - self.head_px - self.note_px - film_px
        self.lens_px = LENS[small] if spare >= LENS[small] else 0
        far = FAR[small] if self.mirrored else 0
        self.far_px = far if spare - self.lens_px >= far and self.lens_px else 0
        role = numbers.ROLES["verdict_far"]
        one_line = measure(self.verdict, role.font, theme.size("verdict_far"))[0]
        self.far_width = min(one_line, self.width * 0.8)

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


class VerdictKeys(StackLayout):
    """What can be done below a verdict: keys in one row, or in two where the window is narrow."""

    whole = NumericProperty(480)  # px, the window's height
    one_row = BooleanProperty(True)
    gap = NumericProperty(0)
    edge_px = NumericProperty(0)
    room = NumericProperty(0)  # px, what the keys of a row share
    key = NumericProperty(0)  # px, their height
    lying = NumericProperty(0)  # px, the height of all of it
    reach = ObjectProperty(None, allownone=True)


def lane_views(
    finish: PhotoFinish | None,
    players: Mapping[str, int],
    dice: Mapping[str, tuple[tuple[str, str | None], ...]],
    leads: Collection[str] = (),
) -> list[LaneView]:
    """The lanes' heads. `players`: name -> brand; `dice`: name -> dice with their faces; `leads`: whose call
    counts in the end, by the judge's word if there is one."""
    lanes = finish.lanes if finish else tuple(Lane(name, ()) for name in players)
    draw_us = finish.draw_us if finish else 0
    return [
        LaneView(
            lane.player,
            players.get(lane.player, 0),
            dice.get(lane.player, ()),
            _moment(lane, draw_us),
            lane.player in leads,
        )
        for lane in lanes
    ]


def _moment(lane: Lane, draw_us: int) -> str:
    """The HIT that counts, in whole ms after DRAW; of others the first, or a dash."""
    if not lane.marks:
        return NO_HIT
    mark = next((mark for mark in lane.marks if mark.why in ("first", "tie", "late")), lane.marks[0])
    return wording.figure(((mark.lo + mark.hi) / 2 - draw_us) / 1000, ".0f")


def next_face(die: str, face: str | None) -> str | None:
    """What a tap on a die in the judge's entry turns it to."""
    faces = FACES["coward" if die == "coward" else "shooter"]
    return faces[(faces.index(face) + 1) % len(faces)] if face in faces else faces[1]
