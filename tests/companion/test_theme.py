"""The look's promises, computed: contrast on every ground, players that nobody confuses, sizes."""

from itertools import combinations

import pytest

from companion import theme
from companion.theme import BRANDS, GROUNDS, contrast
from tests.companion.colour_vision import EYES, apart, ciede2000

PLANES = ("bg", "surface", "raised", "raised2")
TWO_GROUNDS = pytest.mark.parametrize("ground", GROUNDS)
FIVE = BRANDS[:5]


class TestTheSums:
    @pytest.mark.parametrize(
        ("one", "other", "distance"),  # pairs 1, 7, 9, 17, 25 and 33 of Sharma, Wu and Dalal
        [
            ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
            ((50, 0, 0), (50, -1, 2), 2.3669),
            ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
            ((50, 2.5, 0), (73, 25, -18), 27.1492),
            ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
            ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
        ],
    )
    def test_ciede2000(self, one, other, distance: float):
        assert ciede2000(one, other) == pytest.approx(distance, abs=5e-5)
        assert ciede2000(other, one) == pytest.approx(distance, abs=5e-5)

    def test_contrast(self):
        assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
        assert contrast("#777777", "#777777") == 1
        assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)

    def test_grey_is_grey_to_every_eye(self):
        assert all(apart("#808080", "#808080", eye) == 0 for eye in EYES)
        assert all(apart("#000000", "#FFFFFF", eye) > 90 for eye in EYES)

    def test_mix(self):
        assert theme.mix((0, 0, 0, 1), (1, 1, 1, 1), 0.25) == (0.25, 0.25, 0.25, 1)


class TestTheGrounds:
    def test_both_say_the_same_tokens(self):
        assert list(GROUNDS["dark"]) == list(GROUNDS["light"])

    def least(self, ground: str, token: str, planes=PLANES) -> float:
        colours = GROUNDS[ground]
        return min(contrast(colours[token], colours[plane]) for plane in planes)

    @TWO_GROUNDS
    @pytest.mark.parametrize("token", ["text", "muted", "accent", "danger", "success"])
    def test_what_is_read_stands_out_on_every_plane(self, ground: str, token: str):
        assert self.least(ground, token) >= 4.5

    def test_the_minima_that_the_look_states(self):
        stated = {
            "dark": {"danger": 5.48, "text": 11.3, "muted": 6.5, "accent": 6.3},
            "light": {"danger": 5.05, "accent": 5.05, "text": 12.6, "muted": 5.7},
        }
        for ground, minima in stated.items():
            for token, least in minima.items():
                assert self.least(ground, token) >= least - 0.06, (ground, token)

    @TWO_GROUNDS
    def test_edges_that_carry_meaning(self, ground: str):
        assert self.least(ground, "outline") >= 3.1
        assert self.least(ground, "off", ("bg", "surface")) >= 3.4

    @TWO_GROUNDS
    def test_what_stands_on_brass_paper_and_film(self, ground: str):
        colours = GROUNDS[ground]
        assert contrast(colours["on_brass"], colours["brass"]) >= 8.55
        for paper in ("paper", "paper2"):
            assert min(contrast(colours[ink], colours[paper]) for ink in ("ink", "ink2")) >= 5.6
        assert contrast(colours["index"], colours["paper"]) >= 6.15
        for token in ("film_text", "film_muted", "brass"):
            assert contrast(colours[token], colours["film"]) >= 8

    @TWO_GROUNDS
    @pytest.mark.parametrize(
        ("fill", "label"), [("brass", "on_brass"), ("raised2", "text"), ("surface", "text")]
    )
    def test_a_pressed_button_is_still_read(self, ground: str, fill: str, label: str):
        colours = GROUNDS[ground]
        pressed = theme.mix(theme.rgba(colours[fill]), theme.rgba(colours["text"]), theme.PRESSED)
        as_hex = "#" + "".join(f"{round(v * 255):02X}" for v in pressed[:3])
        assert contrast(as_hex, colours[label]) >= 4.5


class TestThePlayers:
    def test_they_differ_in_colour_shape_and_name(self):
        for part in zip(*BRANDS, strict=True):
            assert len(set(part)) == len(BRANDS)

    @pytest.mark.parametrize(
        ("eye", "stated"), [("normal", 25.4), ("protan", 15.3), ("deutan", 14.6), ("tritan", 16.4)]
    )
    def test_the_five_lie_as_far_apart_as_the_look_states(self, eye: str, stated: float):
        least = min(apart(a.fill, b.fill, eye) for a, b in combinations(FIVE, 2))
        assert least == pytest.approx(stated, abs=0.05)

    @pytest.mark.parametrize("eye", EYES)
    def test_a_sixth_comes_no_closer_than_the_five_do(self, eye: str):
        assert min(apart(BRANDS[5].fill, brand.fill, eye) for brand in FIVE) >= 14.6

    @pytest.mark.parametrize("eye", EYES)
    def test_brass_never_marks_a_person(self, eye: str):
        assert min(apart(brand.fill, GROUNDS["dark"]["brass"], eye) for brand in BRANDS) >= 10.2

    @pytest.mark.parametrize("brand", BRANDS, ids=lambda brand: brand.name)
    @pytest.mark.parametrize("plane", ["bg", "surface", "raised", "film"])
    def test_a_mark_stands_out_in_the_dark_theme(self, brand: theme.Brand, plane: str):
        assert contrast(brand.fill, GROUNDS["dark"][plane]) >= 4.67 - 0.005

    @pytest.mark.parametrize("brand", BRANDS, ids=lambda brand: brand.name)
    def test_ink_stands_out_on_a_mark(self, brand: theme.Brand):
        assert contrast(GROUNDS["light"]["ink"], brand.fill) >= 5.79 - 0.005

    @pytest.mark.parametrize("plane", ["bg", "surface", "raised", "raised2", "paper", "paper2"])
    def test_a_marks_ink_line_stands_out_in_the_light_theme(self, plane: str):
        assert contrast(GROUNDS["light"]["ink"], GROUNDS["light"][plane]) >= 7


class TestTheSizes:
    def test_the_numbers_meant_for_the_table(self):
        assert theme.role_px("number", small=False) >= 44
        assert theme.role_px("number", small=True) >= 34
        assert theme.role_px("counter", small=False) >= 48

    @pytest.mark.parametrize("small", [False, True])
    @pytest.mark.parametrize("scale", theme.TEXT_SCALES)
    def test_the_slab_is_never_too_small(self, small: bool, scale: float):
        slabs = [role for role, (font, *_) in theme.ROLES.items() if font == theme.ALFA]
        assert slabs
        for role in slabs:
            assert theme.role_px(role, small, scale) >= (22 if small else 24)
            assert theme.least_px(role, small) >= (22 if small else 24)

    def test_a_role_is_never_larger_in_the_small_class(self):
        assert all(role.small <= role.large for role in theme.ROLES.values())

    @pytest.mark.parametrize(
        ("size", "small"),
        [
            ((1280, 800), 0),
            ((800, 480), 1),
            ((1024, 600), 1),
            ((1024, 601), 0),
            ((320, 240), 1),
            ((4000, 400), 1),
        ],
    )
    def test_the_size_class(self, size: tuple[int, int], small: bool):
        assert theme.is_small(*size) == small

    def test_targets(self):
        assert [space.target for space in theme.SPACE] == [72, 64]
