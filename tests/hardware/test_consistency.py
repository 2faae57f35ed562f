"""Pins, netlist, board, bill, wiring picture and box agree; and when one of them is spoilt, it is named."""

import functools
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware import consistency, made, params
from hardware.pad.enclosure import mesh

PAD = consistency.HARDWARE / "pad"
COPIED = ("pad.net", "carrier.kicad_pcb", "bill.csv", "pins.csv", "schematic.svg", "wiring.svg")

Spoil = Callable[[str, str, str], list[str]]


body = functools.cache(mesh.from_stl)  # the same for all


@pytest.fixture
def spoil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Spoil:
    """Return a function that copies the files, replaces once in one of them, and returns the faults."""

    def spoiled(name: str, pattern: str, instead: str) -> list[str]:
        hardware = tmp_path / "hardware"
        monkeypatch.setattr(consistency.mesh, "from_stl", lambda _: body(PAD / "enclosure/body.stl"))
        (hardware / "pad").mkdir(parents=True)
        for file in COPIED:
            shutil.copy(PAD / file, hardware / "pad" / file)
        shutil.copytree(PAD / "fabrication", hardware / "pad/fabrication")
        path = hardware / "pad" / name
        text, count = re.subn(pattern, instead, path.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
        assert count == 1
        path.write_text(text, encoding="utf-8")
        return consistency.disagreements(consistency.read(hardware))

    return spoiled


def node(ref: str, pin: int) -> str:
    return rf'\(ref "{ref}"\)\s+\(pin "{pin}"\)'


def test_they_agree():
    assert consistency.faults() == []


class TestOneSwappedPin:
    def test_in_the_pin_map(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(consistency.pins, "HIT", consistency.pins.DIE1)
        found = consistency.disagreements(consistency.read())
        assert "netlist: HIT (GP3) leads to J2.1, not J1.1 JP1.2" in found
        assert any(fault.startswith("wiring: HIT (GP3) leads to S2.1") for fault in found)

    def test_in_the_pin_maps_comment(self):
        assert list(consistency.pin_map("DIE1 = 3  # GP3, pin 6: shooter 1\n")) == [
            "pins.py: DIE1 is GP3, pin 5, its comment says GP3, pin 6"
        ]

    def test_in_the_netlist(self, spoil: Spoil):
        found = spoil("pad.net", node("U1", 4), '(ref "U1") (pin "15")')
        assert "netlist: HIT (GP2) leads to nothing, not J1.1 JP1.2" in found
        assert "netlist: HIT_PICO join other pins than params.py says" in found
        assert "board: U1A.4 is on HIT_PICO, in the netlist on none" in found
        assert "pins.csv: pin 4 is on HIT_PICO" in found

    def test_on_the_board(self, spoil: Spoil):
        found = spoil("carrier.kicad_pcb", r'(\(pad "4" thru_hole.*?\(net \d+ )"HIT_PICO"', r'\1"DIE1_PICO"')
        assert found == ["board: U1A.4 is on DIE1_PICO, in the netlist on HIT_PICO"]

    def test_in_the_pin_table(self, spoil: Spoil):
        assert spoil("pins.csv", "GP2,HIT_PICO", "GP2,DIE1_PICO") == ["pins.csv: pin 4 is on DIE1_PICO"]

    def test_in_the_wiring_pictures_words(self, spoil: Spoil):
        found = spoil("wiring.svg", 'data-from="U1.4"', 'data-from="U1.5"')
        assert "wiring: the wire U1.5 to S1.1 does not touch U1.5" in found
        assert any(fault.startswith("wiring: DIE1 (GP3) leads to S1.1 S2.1") for fault in found)

    def test_in_the_wiring_pictures_line(self, spoil: Spoil):
        found = spoil("wiring.svg", r'd="M520 (\d+)( [^"]*" [^>]*data-from="U1.5")', r'd="M520 1\1\2')
        assert found == ["wiring: the wire U1.5 to S2.1 does not touch U1.5"]

    def test_in_a_terminals_label(self, spoil: Spoil):
        assert spoil("wiring.svg", ">4 GP2<", ">4 GP3<") == ["wiring: terminal 4 is not labelled GP2"]


class TestOneMissingPart:
    def test_in_the_bill(self, spoil: Spoil):
        found = spoil("bill.csv", r"R5 R6 R7 R8,4", "R5 R6 R7,3")
        assert found == ["bill: R8 is missing"]

    def test_a_whole_line_of_the_bill(self, spoil: Spoil):
        assert spoil("bill.csv", r"\nD6,1,[^\n]*", "") == ["bill: D6 is missing"]

    def test_a_wrong_number_of_them(self, spoil: Spoil):
        assert spoil("bill.csv", r"S2 S3 S4,3", "S2 S3 S4,2") == ["bill: S2 S3 S4 are 3, not 2"]

    def test_another_value_than_on_the_board(self, spoil: Spoil):
        found = spoil("carrier.kicad_pcb", r'"RC0805FR-071KL"', '"RC0805FR-0710KL"')
        assert len(found) == 1
        assert "is RC0805FR-071KL, on the board RC0805FR-0710KL" in found[0]

    def test_on_the_board(self, spoil: Spoil):
        block = r'\n  \(footprint (?:(?!\n  \)\n).)*?reference "C3".*?\n  \)(?=\n)'
        found = spoil("carrier.kicad_pcb", block, "")
        assert "board: C3 of the bill is missing" in found
        assert "positions: C3 is not where the board has it" in found

    def test_in_the_netlist(self, spoil: Spoil):
        found = spoil("pad.net", rf"\(node\s+{node('R5', 1)}\s+\(pintype \"PASSIVE\"\)\)", "")
        assert "netlist: HIT (GP2) leads to nothing, not J1.1 JP1.2" in found

    def test_in_the_schematic(self, spoil: Spoil):
        assert spoil("schematic.svg", r">R12\b", ">R") == ["schematic: R12 is missing"]

    def test_in_the_wiring_picture(self, spoil: Spoil):
        found = spoil("wiring.svg", r"<path [^>]*data-to=\"LS1.1\"/>", "")
        assert found == ["wiring: PIEZO (GP8) leads to nothing, not LS1.1"]

    def test_in_the_list_for_the_machine(self, spoil: Spoil):
        found = spoil("fabrication/carrier-positions.csv", r"\nU2,[^\n]*", "")
        assert found == ["positions: U2 is not where the board has it"]


class TestOneShiftedHole:
    def test_in_the_drill_file(self, spoil: Spoil):
        found = spoil("fabrication/carrier-NPTH.drl", "X80.0Y58.0", "X79.0Y58.0")
        assert "drill: no hole of 3.2 mm at 80, 58, where the board has one" in found
        assert "drill: the screw holes are not where params.py puts them" in found
        assert any(fault.startswith("box: screw hole 79, 58: no ") for fault in found)

    def test_a_plated_one(self, spoil: Spoil):
        found = spoil("fabrication/carrier-PTH.drl", r"X33\.11Y", "X33.21Y")
        assert len(found) == 1
        assert re.match(r"drill: no hole of 1 mm at 33\.11, ", found[0])

    def test_in_params(self, monkeypatch: pytest.MonkeyPatch):
        (x, y), *others = params.BOARD_HOLES
        monkeypatch.setattr(params, "BOARD_HOLES", ((x + 0.5, y), *others))
        found = consistency.faults()
        assert "drill: the screw holes are not where params.py puts them" in found
        assert any(fault.startswith("board boss 1: ") for fault in found)

    def test_a_part(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setitem(params.PLACES, "JP1", params.Place(8.5, 34.0, -90))
        assert list(consistency.board(consistency.read())) == [
            "board: JP1.1 is not where params.py puts it",
            "board: JP1.2 is not where params.py puts it",
        ]


class TestDamage:
    @pytest.mark.parametrize("name", ["pad.net", "carrier.kicad_pcb"])
    def test_an_empty_file_is_named(self, spoil: Spoil, name: str):
        with pytest.raises(ValueError, match=name):
            spoil(name, r"\A.+\Z", "")

    @pytest.mark.parametrize("junk", ["", r"junk, 1\n2, 3\n4\n", r"\0"])
    @pytest.mark.parametrize(
        "name", ["bill.csv", "pins.csv", "wiring.svg", "fabrication/carrier-positions.csv"]
    )
    def test_what_is_left_of_a_file_is_named(self, spoil: Spoil, name: str, junk: str):
        with pytest.raises(ValueError, match=Path(name).name):
            spoil(name, r"\A.+\Z", junk)

    def test_a_missing_folder(self, tmp_path: Path):
        assert consistency.faults(tmp_path)[0].endswith("run: python -m hardware build")


class TestReadingBack:
    def test_the_netlist_has_every_net(self):
        assert {name: set(ends) for name, ends in params.NETS.items()} == made.netlist(PAD / "pad.net")

    def test_the_board_has_every_part_and_hole(self):
        board = made.board(PAD / "carrier.kicad_pcb")
        on_board = {ref for part in params.PARTS if part.footprint for ref in part.refs}
        assert board.keys() == on_board | {f"H{n + 1}" for n in range(len(params.BOARD_HOLES))}
        assert len(board["U1A"].pads) == 20 == len(board["U1B"].pads)

    def test_every_wire_and_ring_of_the_picture(self):
        wires = made.wires(PAD / "wiring.svg")
        assert sorted((w.start, w.end) for w in wires) == sorted((w.start, w.end) for w in params.WIRES)
        assert len(made.terminals_labelled(PAD / "wiring.svg")) == params.PICO_PINS
