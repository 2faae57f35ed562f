"""The box as solids: closed, thick enough, nothing in it shares room; and a shifted hole is found."""

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("build123d", reason="needs the extra: ./check --hardware")
trimesh = pytest.importorskip("trimesh", reason="needs the extra: ./check --hardware")

from hardware import params as p  # noqa: E402
from hardware import steps  # noqa: E402
from hardware.pad.enclosure import check, mesh, pictures, rooms, shapes, solids  # noqa: E402
from hardware.pad.enclosure import draw as d  # noqa: E402

pytestmark = pytest.mark.hardware
PLUG_AND_SOCKET = frozenset(("USB", "USB plug"))
THICK = {"body": p.WALL_LEAST, "lid": p.WALL_LEAST, "tray": p.TRAY_FLOOR}
SAMPLES = 1500
FACET = 0.06  # mm a facet may take away


@pytest.fixture(scope="module")
def printed():
    return rooms.printed()


@pytest.fixture(scope="module")
def contents():
    return rooms.contents()


def loaded(name: str):
    return trimesh.load_mesh(check.FOLDER / f"{name}.stl")


class TestTheCommittedFiles:
    @pytest.mark.parametrize("name", p.PRINTED)
    def test_watertight(self, name: str):
        solid = loaded(name)
        assert solid.is_watertight and solid.is_winding_consistent and solid.volume > 0
        assert solid.volume == pytest.approx(
            mesh.volume(mesh.from_stl(check.FOLDER / f"{name}.stl")), rel=1e-4
        )

    @pytest.mark.parametrize("name", THICK)
    def test_no_wall_is_thinner_than_it_may_be(self, name: str):
        assert thinnest(loaded(name)) >= THICK[name] - FACET

    def test_a_thin_wall_is_found(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
        monkeypatch.setattr(p, "WALL", 1.5)
        (tmp_path / "thin.stl").write_bytes(mesh.to_stl(solids.triangles(shapes.body())))
        assert thinnest(trimesh.load_mesh(tmp_path / "thin.stl")) < p.WALL_LEAST - FACET

    @pytest.mark.parametrize("name", p.PRINTED)
    def test_step_says_the_same_as_stl(self, name: str):
        from build123d import import_step

        step = import_step(check.FOLDER / f"{name}.step")
        assert step.volume == pytest.approx(loaded(name).volume, rel=2e-3)

    def test_no_date_or_folder_is_in_step(self):
        for name in p.PRINTED:
            text = (check.FOLDER / f"{name}.step").read_text(encoding="utf-8")
            assert f"FILE_NAME('{name}','',(''),(''),'','','');" in text


def thinnest(solid) -> float:
    """The least material behind a point of the surface, at seeded points."""
    points, faces = trimesh.sample.sample_surface(solid, SAMPLES, seed=1)
    normals = solid.face_normals[faces]
    return trimesh.proximity.thickness(solid, points, normals=normals, method="ray").min()


class TestRoom:
    def test_each_is_one_solid(self, printed):
        assert {name: len(part.solids()) for name, part in printed.items()} == dict.fromkeys(printed, 1)

    def test_nothing_that_is_bought_overlaps_what_is_printed(self, printed, contents):
        assert rooms.overlaps(contents, printed) == []

    def test_nothing_printed_overlaps(self, printed):
        assert rooms.overlaps_among(printed) == []

    def test_nothing_bought_overlaps(self, contents):
        assert rooms.overlaps_among(contents, {PLUG_AND_SOCKET}) == []

    def test_board_and_pico_go_in_from_above(self, printed):
        assert rooms.overlaps(rooms.ways_in(), {"body": printed["body"]}) == []

    def test_a_terminal_board_fits_on_its_rails(self, printed):
        rails = {f"rail {n}": rail for n, rail in enumerate(shapes.rails())}
        assert rooms.overlaps(rails, {"body": printed["body"]}) == []

    @pytest.mark.parametrize(
        ("hole", "what"),
        [(0, "button hit"), (1, "button die1"), (2, "button die2"), (3, "button die3")],
    )
    def test_one_shifted_button_hole_is_found(
        self, contents, monkeypatch: pytest.MonkeyPatch, hole: int, what: str
    ):
        moved = replace(p.BUTTONS[hole], x=p.BUTTONS[hole].x + 1)
        monkeypatch.setattr(p, "BUTTONS", (*p.BUTTONS[:hole], moved, *p.BUTTONS[hole + 1 :]))
        found = rooms.overlaps({what: contents[what]}, {"lid": shapes.lid()})
        assert [fault.split(":")[0] for fault in found] == [f"{what} and lid"]

    def test_one_shifted_board_hole_is_found(self, printed, monkeypatch: pytest.MonkeyPatch):
        holes = ((p.BOARD_HOLES[0][0] + 1, p.BOARD_HOLES[0][1]), *p.BOARD_HOLES[1:])
        monkeypatch.setattr(p, "BOARD_HOLES", holes)
        found = rooms.overlaps(rooms.contents(), {"body": printed["body"]})
        assert [fault.split(":")[0] for fault in found] == ["board screw 1 and body"]

    def test_a_board_too_near_the_wall_does_not_go_in(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(p, "BOARD_AT", (p.BOARD_AT[0], p.BOARD_AT[1] + 1))
        found = rooms.overlaps(rooms.ways_in(), {"body": shapes.body()})
        assert [fault.split(":")[0] for fault in found] == ["the Pico's way in and body"]


class TestPictures:
    @pytest.mark.parametrize("name", pictures.PICTURES)
    def test_no_leader_crosses_another_and_no_row_touches_one(self, name: str):
        picture = pictures.PICTURES[name]()
        placed = d.arrange(picture.notes, picture.view, picture.low, picture.high)
        pairs = [(a, b) for n, a in enumerate(placed) for b in placed[n + 1 :]]
        assert [(a.note.words, b.note.words) for a, b in pairs if d.cross(a.leader(), b.leader())] == []
        close = [
            (a.note.words, b.note.words)
            for a, b in pairs
            if a.side == b.side and abs(a.balloon[1] - b.balloon[1]) < 2 * d.BALLOON
        ]
        assert close == []

    def test_they_are_those_of_the_step(self):
        assert tuple(pictures.PICTURES) == steps.ENCLOSURE_PICTURES

    def test_crossing_leaders_are_seen(self):
        assert d.cross(((0, 0), (2, 2)), ((0, 2), (2, 0)))
        assert not d.cross(((0, 0), (2, 2)), ((0, 1), (2, 3)))
