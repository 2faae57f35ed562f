"""The printed parts that are committed are those of params.py, by the standard library alone."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware import params as p
from hardware.pad.enclosure import check, mesh
from hardware.pad.enclosure import openings as o

Parts = dict[str, list[mesh.Triangle]]


@pytest.fixture(scope="module")
def parts() -> Parts:
    return check.solids()


@pytest.fixture(scope="module")
def lid(parts: Parts) -> mesh.Rays:
    return mesh.Rays(parts["lid"], 2)


@pytest.fixture(scope="module")
def body(parts: Parts) -> mesh.Rays:
    return mesh.Rays(parts["body"], 2)


class TestWhatIsCommitted:
    def test_agrees_with_params(self, parts: Parts):
        assert check.faults(parts) == []

    @pytest.mark.parametrize("n", range(4))
    @pytest.mark.parametrize(("across", "along"), [(1.5, 0), (0, -1.5)])
    def test_one_shifted_button_is_found(
        self, lid: mesh.Rays, monkeypatch: pytest.MonkeyPatch, n: int, across: float, along: float
    ):
        moved = replace(p.BUTTONS[n], x=p.BUTTONS[n].x + across, y=p.BUTTONS[n].y + along)
        monkeypatch.setattr(p, "BUTTONS", (*p.BUTTONS[:n], moved, *p.BUTTONS[n + 1 :]))
        found = [check.misplaced(lid, one, -1) for one in o.openings()[:4]]
        assert [fault for fault in found if fault] == [
            f"{moved.name}: the lid is not open where it should be"
        ]

    def test_a_wider_button_is_found(self, lid: mesh.Rays):
        hit = o.openings()[0]
        assert check.misplaced(lid, hit, -1) == ""
        assert "not open" in check.misplaced(lid, replace(hit, size=(31.4, 31.4)), -1)
        assert "open, or thin" in check.misplaced(lid, replace(hit, size=(29.4, 29.4)), -1)

    @pytest.mark.parametrize("post", list(check.posts()), ids=lambda post: post[0])
    def test_one_shifted_screw_is_found(self, body: mesh.Rays, post: tuple[str, tuple[float, float], float]):
        name, (x, y), height = post
        assert check.post_fault(body, name, (x, y), height) == ""
        assert "no hole" in check.post_fault(body, name, (x + 1, y), height)
        assert "no wall" in check.post_fault(body, name, (x, y), height + 1)

    def test_a_shifted_usb_opening_is_found(self, parts: Parts, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(p, "USB_MIDDLE", (p.USB_MIDDLE[0], p.USB_MIDDLE[1] + 1))
        found = [
            check.misplaced(check.rear_wall(parts["body"]), one) for one in o.openings() if one.face == o.REAR
        ]
        assert found == ["USB: the rear is not open where it should be", ""]

    def test_a_missing_triangle_is_found(self, parts: Parts):
        assert check.shape_faults({"tray": parts["tray"][1:]}) == ["tray: 3 open edges"]

    def test_inside_out_is_found(self, parts: Parts):
        turned = [(c, b, a) for a, b, c in parts["tray"]]
        assert check.shape_faults({"tray": turned}) == ["tray: inside out"]

    def test_too_large_for_the_bed_is_found(self, parts: Parts, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(p, "BED", 155.0)
        assert check.shape_faults({"body": parts["body"]}) == ["body: does not lie on a bed of 155 mm"]


class TestPrinting:
    def test_no_part_wants_supports(self, parts: Parts):
        assert check.print_faults(parts) == []

    def test_a_lid_on_its_inner_side_would(self, parts: Parts):
        turned = [
            ((a[0], -a[1], 5.5 - a[2]), (b[0], -b[1], 5.5 - b[2]), (c[0], -c[1], 5.5 - c[2]))
            for a, b, c in parts["lid"]
        ]
        found = check.print_faults({"lid": turned})
        assert len(found) == 3 and found[-1].endswith("hang at 2.5 mm")

    def test_too_wide_a_bridge_is_found(self, parts: Parts, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(p, "USB_OPENING", (15.0, 10.0))
        assert check.print_faults({"body": parts["body"]}) == ["body, USB opening: 15 mm to bridge"]


class TestWeight:
    def test_the_bill_has_filament_enough(self, parts: Parts):
        grams = {name: mesh.volume(part) / 1000 * p.PETG_G_PER_CM3 for name, part in parts.items()}
        tray = grams.pop("tray")
        assert sum(grams.values()) <= p.BY_KIND["filament"].count < sum(grams.values()) + 20
        assert tray <= p.BY_KIND["filament_tray"].count < tray + 20


class TestWebs:
    def test_none_is_thin(self):
        assert o.thin_webs() == []

    def test_the_thinnest_are_known(self):
        assert o.webs()[0] == (pytest.approx(p.GRILLE[1] - p.GRILLE[0]), "grille 0", "grille 5")

    def test_two_buttons_too_near_are_found(self, monkeypatch: pytest.MonkeyPatch):
        near = replace(p.BUTTONS[1], x=p.BUTTONS[2].x - p.BUTTONS[2].hole - p.HOLE_PLAY - 1.9)
        monkeypatch.setattr(p, "BUTTONS", (p.BUTTONS[0], near, *p.BUTTONS[2:]))
        assert o.thin_webs() == ["die1 and die2: 1.90 mm"]

    def test_one_too_near_the_edge_is_found(self):
        at_edge = o.circle("a", o.LID, (p.BOX[0] / 2 - 4, 0), 5)
        assert o.thin_webs([at_edge]) == ["a and edge: 1.50 mm"]

    def test_rectangles_and_circles(self):
        slot = o.Opening("slot", o.REAR, 0, 20, (10, 4), round=False)
        assert slot.gap(o.circle("beside", o.REAR, (10, 20), 4)) == 3
        assert slot.gap(o.circle("above", o.REAR, (3, 26), 4)) == 2
        assert slot.gap(o.Opening("corner", o.REAR, 9, 26, (2, 4), round=False)) == pytest.approx(13**0.5)
        assert slot.gap(o.circle("across", o.REAR, (4, 20), 4)) < 0

    def test_a_button_outside_the_feet_tips_the_pad(self, monkeypatch: pytest.MonkeyPatch):
        assert o.tips() == []
        monkeypatch.setattr(p, "FEET", ((-48, -50), (48, -50), (-48, 66), (48, 66)))
        assert o.tips() == ["hit"]


class TestMeshes:
    def cube(self, side: float = 2.0) -> list[mesh.Triangle]:
        """A cube with its least corner at the origin."""
        triangles: list[mesh.Triangle] = []
        for axis in range(3):
            for end in (0.0, side):
                square = []
                for u, v in ((0.0, 0.0), (side, 0.0), (side, side), (0.0, side)):
                    point = [u, v]
                    point.insert(axis, end)
                    square.append((point[0], point[1], point[2]))
                if (end == 0.0) != (axis == 1):
                    square.reverse()
                triangles += [(square[0], square[1], square[2]), (square[0], square[2], square[3])]
        return triangles

    def test_a_cube(self):
        cube = self.cube()
        assert mesh.open_edges(cube) == 0
        assert mesh.volume(cube) == pytest.approx(8)
        assert mesh.corners(cube) == ((0, 0, 0), (2, 2, 2))
        for axis in range(3):
            assert mesh.Rays(cube, axis).thickness(0.7, 1.1) == pytest.approx(2)
            assert mesh.Rays(cube, axis).met(5, 5) == []

    @pytest.mark.parametrize("axis", range(3))
    def test_a_line_that_meets_an_edge_is_refused(self, axis: int):
        with pytest.raises(ValueError, match="move it a little"):
            mesh.Rays(self.cube(), axis).thickness(0.5, 0.5)

    def test_a_line_through_an_open_solid_is_refused(self):
        cube = [one for one in self.cube() if any(point[0] != 0 for point in one)]
        with pytest.raises(ValueError, match="leaves less often"):
            mesh.Rays(cube, 0).thickness(1.5, 0.4)

    def test_stl_comes_back_whatever_the_order(self, tmp_path: Path):
        cube = self.cube()
        data = mesh.to_stl(cube)
        assert data == mesh.to_stl([(b, c, a) for a, b, c in reversed(cube)])
        (tmp_path / "cube.stl").write_bytes(data)
        assert mesh.to_stl(mesh.from_stl(tmp_path / "cube.stl")) == data
        assert mesh.volume(mesh.from_stl(tmp_path / "cube.stl")) == pytest.approx(8)

    @pytest.mark.parametrize("kept", [0, 20, 84, 400])
    def test_a_damaged_one_is_refused(self, tmp_path: Path, kept: int):
        (tmp_path / "cube.stl").write_bytes(mesh.to_stl(self.cube())[:kept])
        with pytest.raises(ValueError, match="no binary STL"):
            mesh.from_stl(tmp_path / "cube.stl")
