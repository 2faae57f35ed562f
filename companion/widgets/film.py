"""The photo finish as pictures: the film of the whole round, and the lens on what was close.

Owns the drawing of lanes, presses as wide as they are uncertain, DRAW and freeze, rulers. What is worth
seeing was decided in `companion.photo_finish`. The film is dark in both themes.
"""

import functools

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Mesh, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.properties import DictProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion import theme as numbers
from companion.i18n import _
from companion.photo_finish import PhotoFinish
from companion.widgets.look import theme
from companion.widgets.paint import Figure
from companion.widgets.words import measure
from companion.wording import figure, milliseconds

LEAST_PRESS_PX = 7
THROW_PX = 4
FILM_LABELS, LENS_LABELS = 6, 4
BETWEEN = 4  # short ticks to one with a figure
LONG_TICK_PX, SHORT_TICK_PX = 8, 4
BEAM_SHARE = 0.16  # of brass in the light that falls from the film onto the lens


@functools.lru_cache(200)
def _written(words: str, font: str, px: int) -> Texture:
    """Words in white. The figures of a ruler come again with every film."""
    label = CoreLabel(text=words, font_size=px, font_name=font)
    label.refresh()
    label.texture.bind()  # now; in the middle of a frame the renderer would have to stop for it
    return label.texture


class _Drawing(Widget):
    """What film and lens share: a finish, a stretch of time over the width, lanes from the top."""

    finish = ObjectProperty(None, allownone=True)
    brands = DictProperty()  # player -> brand number

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.drawn_texts: list[str] = []
        self.redraw = Clock.create_trigger(self._redraw, -1)  # once before the next frame, whatever changed
        self.bind(finish=self.redraw, brands=self.redraw, size=self.redraw, pos=self.redraw)
        theme.follow(self._turned_over)

    def _turned_over(self) -> None:
        """Colours or sizes are others now."""
        self.redraw()

    def _redraw(self, _dt: float) -> None:
        """Draw all of it anew; called when the finish or the place changes, and never otherwise."""
        self.canvas.clear()
        self.drawn_texts = []
        if self.finish is not None and self.width > 1 and self.height > 1:
            with self.canvas:
                self.draw(self.finish)

    def draw(self, finish: PhotoFinish) -> None:
        """Draw a finish; the canvas is open."""
        raise NotImplementedError

    def stretch(self, finish: PhotoFinish) -> tuple[int, int]:
        """The moments at the left and right edge, in table us."""
        raise NotImplementedError

    @property
    def lead_px(self) -> int:
        """The room at the left, before the stretch begins."""
        return 0

    def x_of(self, finish: PhotoFinish, us: float) -> float:
        """Where a moment lies."""
        from_us, to_us = self.stretch(finish)
        left = self.x + self.lead_px
        return float(left + (self.right - left) * (us - from_us) / (to_us - from_us))

    def press(self, finish: PhotoFinish, lo: int, hi: int, brand: int, base: float, height: float) -> None:
        """One press, as wide as it is uncertain, never thinner than one can see."""
        left, right = self.x_of(finish, lo), self.x_of(finish, hi)
        if right - left < LEAST_PRESS_PX:
            middle = (left + right) / 2
            left, right = middle - LEAST_PRESS_PX / 2, middle + LEAST_PRESS_PX / 2
        left, right = max(self.x + self.lead_px, left), min(self.right, right)
        if right > left:
            Color(*numbers.rgba(numbers.BRANDS[brand].fill))
            RoundedRectangle(pos=(left, base), size=(right - left, height), radius=[2])

    def text(self, words: str, role: str, rgba: object, x: float, y: float, anchor: str = "middle") -> None:
        """Write words at a height. `anchor`: left, middle or right of x."""
        texture = _written(words, numbers.ROLES[role].font, theme.size(role))
        width, height = texture.size
        left = {"left": x, "middle": x - width / 2, "right": x - width}[anchor]
        Color(*rgba)  # type: ignore[misc]
        Rectangle(texture=texture, pos=(round(left), round(y - height / 2)), size=(width, height))
        self.drawn_texts.append(words)

    def ruler(self, finish: PhotoFinish, base: float, labels: int, unit: bool) -> None:
        """Ticks and figures below a line, in ms after DRAW."""
        for us in finish.ticks_us(*self.stretch(finish), labels * BETWEEN):
            self.tick(self.x_of(finish, us), base, SHORT_TICK_PX)
        for us in finish.ticks_us(*self.stretch(finish), labels):
            x = self.x_of(finish, us)
            self.tick(x, base, LONG_TICK_PX)
            ms = figure((us - finish.draw_us) / 1000, "g")
            words = _("{ms} ms").format(ms=ms) if unit else ms
            if self.x + 20 < x < self.right - 20:
                self.text(words, "caption", theme.muted, x, base - 8 - theme.size("caption") * 0.7)

    def tick(self, x: float, base: float, px: float) -> None:
        """One tick below a line."""
        Color(*theme.muted)
        Line(points=[x, base, x, base - px], width=1)


class Film(_Drawing):
    """The whole round, from before DRAW to after the last HIT; `lens_from_us`, `lens_to_us` frame the close
    look."""

    lens_from_us = NumericProperty(0)
    lens_to_us = NumericProperty(0)
    over_px = NumericProperty(24)  # above the lanes, for DRAW and FREEZE
    under_px = NumericProperty(34)  # below them, for the ruler

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(lens_from_us=self.redraw, lens_to_us=self.redraw)

    def stretch(self, finish: PhotoFinish) -> tuple[int, int]:
        """The moments at the left and right edge, in table us."""
        return finish.whole_from_us, finish.whole_to_us

    def lane(self, place: int, lanes: int) -> tuple[float, float]:
        """The bottom and the height of a lane, 0 the highest."""
        height = (self.height - self.over_px - self.under_px) / max(1, lanes)
        return self.top - self.over_px - (place + 1) * height, height

    def draw(self, finish: PhotoFinish) -> None:
        """Draw a finish; the canvas is open."""
        base, top = self.y + self.under_px, self.top - self.over_px
        self.light(finish, base, top)
        for place, lane in enumerate(finish.lanes):
            bottom, height = self.lane(place, len(finish.lanes))
            if place:
                Color(*theme.film_hair)
                Line(points=[self.x, bottom + height, self.right, bottom + height], width=1)
            Color(*theme.film_text)
            for us in lane.throws_us:
                Line(circle=(self.x_of(finish, us), bottom + height / 2, THROW_PX), width=1.1)
        self.line(finish, finish.draw_us, _("DRAW"), theme.text, base, top)
        if finish.freeze_us is not None:
            self.line(finish, finish.freeze_us, _("FREEZE"), theme.accent, base, top)
        for place, lane in enumerate(finish.lanes):
            bottom, height = self.lane(place, len(finish.lanes))
            for mark in lane.marks:
                brand = self.brands.get(lane.player, 0)
                self.press(finish, mark.lo, mark.hi, brand, bottom + height * 0.14, height * 0.72)
        self.ruler(finish, base, FILM_LABELS, unit=False)
        framed = self.framed()
        if framed:
            Color(*theme.brass)
            Line(rounded_rectangle=(framed[0], base, framed[1] - framed[0], top - base, 5), width=1.2)

    def light(self, finish: PhotoFinish, base: float, top: float) -> None:
        """The film's ground: dark from DRAW to freeze, where dice count, and lighter around it."""
        Color(*numbers.mix(theme.film, theme.film_hair, 0.3))
        RoundedRectangle(pos=(self.x, base), size=(self.width, top - base), radius=[6])
        from_us, to_us = self.stretch(finish)
        freeze_us = to_us if finish.freeze_us is None else finish.freeze_us
        left = self.x_of(finish, min(max(finish.draw_us, from_us), to_us))
        right = self.x_of(finish, min(max(freeze_us, from_us), to_us))
        if right > left:
            Color(*theme.film)
            Rectangle(pos=(left, base), size=(right - left, top - base))

    def line(self, finish: PhotoFinish, us: int, words: str, rgba: object, base: float, top: float) -> None:
        """A moment for all lanes, with its word above."""
        x = self.x_of(finish, us)
        Color(*rgba)  # type: ignore[misc]
        Rectangle(pos=(round(x) - 1, base - 8), size=(3, top - base + 26))
        words_at = x + 8 if x < self.right - 110 else x - 8
        anchor = "left" if x < self.right - 110 else "right"
        self.text(words, "card", rgba, words_at, top + self.over_px / 2, anchor)

    def framed(self) -> tuple[float, float] | None:
        """Where the lens's frame begins and ends, or None when it shows nothing of the film."""
        if self.finish is None or self.lens_to_us <= self.lens_from_us:
            return None
        left = max(self.x, self.x_of(self.finish, self.lens_from_us))
        right = min(self.right, self.x_of(self.finish, self.lens_to_us))
        return (left, right) if right - left > 2 else None

    def moment_at(self, x: float) -> int | None:
        """The table moment at a place, us."""
        if self.finish is None:
            return None
        from_us, to_us = self.stretch(self.finish)
        return int(from_us + (to_us - from_us) * (x - self.x) / max(1, self.width))


class Beam(Widget):
    """The light from the film's frame onto the lens below. `film` and `lens` are set once."""

    film = ObjectProperty(None)
    lens = ObjectProperty(None)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._redraw = Clock.create_trigger(self._draw, -1)
        theme.follow(self._turned_over)

    def _turned_over(self) -> None:
        """Colours or sizes are others now."""
        self._redraw()

    def between(self, film: Film, lens: "Lens") -> None:
        """Draw between these two from now on."""
        self.film, self.lens = film, lens
        for widget, name in ((film, "finish"), (film, "lens_from_us"), (film, "lens_to_us")):
            widget.bind(**{name: self._redraw})
        for widget in (film, lens):
            widget.bind(pos=self._redraw, size=self._redraw)

    def _draw(self, _dt: float) -> None:
        self.canvas.clear()
        framed = self.film.framed()
        if framed is None:
            return
        high, low = self.film.y + self.film.under_px, self.lens.top
        corners = (framed[0], high), (framed[1], high), (self.lens.right, low), (self.lens.x, low)
        with self.canvas:
            Color(*theme.brass[:3], BEAM_SHARE)
            Mesh(
                vertices=[number for x, y in corners for number in (x, y, 0, 0)],
                indices=[0, 1, 2, 0, 2, 3],
                mode="triangles",
            )


class Lens(_Drawing):
    """A close look at a stretch: who pressed in it, each with the uncertainty, and the gap that decided."""

    from_us = NumericProperty(0)
    to_us = NumericProperty(1)
    under_px = NumericProperty(34)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(from_us=self.redraw, to_us=self.redraw)

    def stretch(self, finish: PhotoFinish) -> tuple[int, int]:
        """The moments at the left and right edge, in table us."""
        return int(self.from_us), max(int(self.to_us), int(self.from_us) + 1)

    def inside(self, finish: PhotoFinish) -> list[tuple[str, list[tuple[int, int, str]]]]:
        """The players who pressed in the stretch, with these presses."""
        from_us, to_us = self.stretch(finish)
        found = []
        for lane in finish.lanes:
            marks = [tuple(mark) for mark in lane.marks if mark.hi >= from_us and mark.lo <= to_us]
            if marks:
                found.append((lane.player, marks))
        return found  # type: ignore[return-value]

    def draw(self, finish: PhotoFinish) -> None:
        """Draw a finish; the canvas is open."""
        base, top = self.y + self.under_px, self.top
        Color(*theme.film)
        RoundedRectangle(pos=(self.x, base), size=(self.width, top - base), radius=[8])
        Color(*theme.brass)
        Line(rounded_rectangle=(self.x, base, self.width, top - base, 8), width=1.2)
        shown = self.inside(finish)
        height = (top - base) / max(1, len(shown))
        for place, (player, marks) in enumerate(shown):
            bottom = top - (place + 1) * height
            if place:
                Color(*theme.film_hair)
                Line(points=[self.x + 8, bottom + height, self.right - 8, bottom + height], width=1)
            brand = self.brands.get(player, 0)
            self.owner(brand, bottom + height / 2, min(self.mark_px, height - 8))
            for lo, hi, why in marks:
                self.press(finish, lo, hi, brand, bottom + height * 0.12, height * 0.76)
                self.uncertainty(finish, lo, hi, bottom + height / 2, before=why == "first")
        self.gap(finish, shown, top, height)
        self.ruler(finish, base, LENS_LABELS, unit=True)

    @property
    def mark_px(self) -> int:
        """The side of the owner's mark at the head of a lane."""
        return 16 if theme.small else 26

    @property
    def lead_px(self) -> int:
        """The room for the marks."""
        return self.mark_px + 24

    def owner(self, brand: int, y: float, px: float) -> None:
        """Whose lane it is."""
        if px >= LEAST_PRESS_PX:
            Color(*numbers.rgba(numbers.BRANDS[brand].fill))
            Figure(shape=numbers.BRANDS[brand].shape, rect=(self.x + 12, round(y - px / 2), px, px))

    def uncertainty(self, finish: PhotoFinish, lo: int, hi: int, y: float, before: bool) -> None:
        """The ± beside a press, where there is room; before the first one, behind which the gap is drawn."""
        words = "±" + milliseconds((hi - lo) / 2)
        room = measure(words, numbers.BOLD, theme.size("caption"))[0] + 16
        left, right = self.x_of(finish, lo), self.x_of(finish, hi)
        if left - room > self.x + self.lead_px - 8 and (before or right + room > self.right):
            self.text(words, "caption", theme.film_muted, left - 8, y, "right")
        elif not before and right + room <= self.right:
            self.text(words, "caption", theme.film_muted, right + 10, y, "left")

    def gap(
        self,
        finish: PhotoFinish,
        shown: list[tuple[str, list[tuple[int, int, str]]]],
        top: float,
        height: float,
    ) -> None:
        """The arrow from the first HIT's end to the next one's beginning."""
        first = next(((lo, hi) for _, marks in shown for lo, hi, why in marks if why == "first"), None)
        late = [lo for _, marks in shown for lo, _hi, why in marks if why == "late"]
        if first is None or not late or min(late) <= first[1]:
            return
        left, right = self.x_of(finish, first[1]), self.x_of(finish, min(late))
        row = next(
            place for place, (_, marks) in enumerate(shown) if any(mark[2] == "first" for mark in marks)
        )
        y = top - (row + 0.5) * height
        words = milliseconds(min(late) - first[1])
        if right - left < 140:
            return
        Color(*theme.film_text)
        Line(points=[left + 4, y, right - 2, y], width=1.1)
        Line(points=[right, y - height / 2, right, y + height / 2 - 4], width=1.1)
        for x, sign in ((left + 3, 1), (right - 1, -1)):
            tip = [x, y, 0, 0, x + sign * 11, y + 6, 0, 0, x + sign * 11, y - 6, 0, 0]
            Mesh(vertices=tip, indices=[0, 1, 2], mode="triangles")
        middle = (left + right) / 2
        room = len(words) * theme.size("prompt") * 0.32 + 12
        Color(*theme.film)
        Rectangle(pos=(middle - room, y - height * 0.4), size=(2 * room, height * 0.8))
        self.text(words, "prompt", theme.film_text, middle, y)
