"""The carrier board: KiCad's design rules, what they find when it is spoilt, and its Gerbers read again."""

import subprocess
from pathlib import Path

import pytest

pytest.importorskip("gerbonara", reason="needs the extra: ./check --hardware")

from hardware import params, steps
from hardware.pad import board, board_pictures, footprints, router

IMPORT = [board.PYTHON, "-c", "import pcbnew"]
HAS_KICAD = (
    Path(board.PYTHON).exists() and subprocess.run(IMPORT, capture_output=True, check=False).returncode == 0
)
pytestmark = [
    pytest.mark.hardware,
    pytest.mark.skipif(not HAS_KICAD, reason="needs Debian's package kicad: ./check --hardware"),
]
FABRICATION = steps.HARDWARE / steps.FABRICATION


class TestDesignRules:
    def test_none_is_broken(self):
        report = (steps.HARDWARE / "pad/drc.txt").read_text("utf-8")
        assert board.faults(report) == []
        assert "Found 0 DRC violations" in report
        assert "Found 0 unconnected pads" in report

    @pytest.mark.parametrize(
        ("fault", "kind"),
        [
            ("narrow track", "track_width"),
            ("short", "clearance"),
            ("gap", "clearance"),
            ("edge", "copper_edge_clearance"),
            ("missing track", "unconnected_items"),
            ("small ring", "annular_width"),
            ("swapped pin", "clearance"),
            ("shifted hole", "clearance"),
        ],
    )
    def test_a_planted_fault_is_found(self, tmp_path: Path, fault: str, kind: str):
        board.run_kicad(tmp_path, "--plant", fault)
        assert kind in board.faults((tmp_path / "drc.txt").read_text("utf-8"))

    def test_a_build_stops_at_a_broken_rule(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        plain = board.run_kicad
        monkeypatch.setattr(board, "run_kicad", lambda folder: plain(folder, "--plant", "gap"))
        (tmp_path / "pad/fabrication").mkdir(parents=True)
        with pytest.raises(board.KicadError, match=r"design rules: .*clearance"):
            board.build(tmp_path)


class TestTheGerbers:
    def test_they_are_read_again(self):
        stack = board_pictures.read(FABRICATION)
        assert set(stack.graphic_layers) >= {
            (side, use) for side in ("top", "bottom") for use in ("copper", "mask", "silk")
        }

    def test_a_missing_hole_is_found(self, tmp_path: Path):
        for path in FABRICATION.iterdir():
            (tmp_path / path.name).write_bytes(path.read_bytes())
        drill = tmp_path / "carrier-NPTH.drl"
        drill.write_text(drill.read_text("utf-8").replace("X80.0Y58.0\n", ""), encoding="utf-8")
        with pytest.raises(ValueError, match="holes"):
            board_pictures.read(tmp_path)

    def test_another_outline_is_found(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(params, "BOARD_SIZE", (85.0, 62.0))
        with pytest.raises(ValueError, match="outline"):
            board_pictures.read(FABRICATION)

    def test_no_date_version_or_folder_is_in_them(self):
        for output in next(step for step in steps.STEPS if step.name == "board").outputs:
            text = (steps.HARDWARE / output).read_text("utf-8")
            assert not any(word in text for word in ("CreationDate", "6.0.11", "/tmp/", "Created on"))


class TestCheapBoardHouses:
    def test_nothing_is_below_their_limits(self):
        limits, routing = params.LIMITS, router.route()
        assert max(params.BOARD_SIZE) <= limits["board_side"]
        assert min(track.width for track in routing.tracks) >= limits["track"]
        assert limits["gap"] <= params.GAP
        assert params.VIA[0] >= limits["via"]
        assert params.VIA[1] >= limits["drill"]
        assert (params.VIA[0] - params.VIA[1]) / 2 >= limits["ring"]
        rings = [min(pad.width, pad.height) - pad.drill for _, pad in footprints.pads_on_board() if pad.drill]
        assert min(rings) / 2 >= limits["ring"]

    def test_the_router_is_deterministic(self):
        assert router.route() == router.route()


class TestThePico:
    def test_its_sockets_are_as_far_apart_as_its_rows(self):
        pads = {(ref, pad.number): pad for ref, pad in footprints.pads_on_board()}
        for pin in range(1, 21):
            left, right = pads[footprints.end_of("U1", pin)], pads[footprints.end_of("U1", 41 - pin)]
            assert right.x - left.x == pytest.approx(17.78)
            assert right.y == pytest.approx(left.y)
        assert pads["U1A", 1].y - pads["U1A", 20].y == pytest.approx(19 * 2.54)
