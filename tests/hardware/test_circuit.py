"""The electrical rules: none is broken, and each planted fault is found."""

from importlib.util import find_spec

import pytest

from hardware import params, steps
from hardware.pad import netlist, symbols

pytestmark = [
    pytest.mark.hardware,
    pytest.mark.skipif(find_spec("skidl") is None, reason="needs the extra: ./check --hardware"),
]


def without(net: str, *ends: tuple[str, int]) -> dict[str, tuple[tuple[str, int], ...]]:
    nets = dict(params.NETS)
    assert set(ends) <= set(nets[net])
    return nets | {net: tuple(end for end in nets[net] if end not in ends)}


def merged(one: str, other: str) -> dict[str, tuple[tuple[str, int], ...]]:
    nets = dict(params.NETS)
    nets[one] += nets.pop(other)
    return nets


def test_no_rule_is_broken():
    assert netlist.check_rules() == []
    assert "Electrical rules: 0 errors and warnings" in (steps.HARDWARE / "pad/erc.txt").read_text("utf-8")


class TestAPlantedFaultIsFound:
    def test_an_output_on_the_supply(self):
        found = netlist.check_rules(merged("5V", "LIGHTS_5V"))
        assert any("Pin conflict on net 5V" in line and line.startswith("ERROR") for line in found)

    def test_two_supplies_joined(self):
        found = netlist.check_rules(merged("3V3", "VBUS"))
        assert any("Pin conflict on net 3V3" in line and line.startswith("ERROR") for line in found)

    def test_a_supply_that_nobody_gives(self):
        found = netlist.check_rules(without("5V", ("F1", 2)))
        assert any("Insufficient drive" in line and "level/U2" in line for line in found)

    def test_an_open_input(self):
        found = netlist.check_rules(without("LIGHTS_PICO", ("U2", 2)))
        assert any("Unconnected pin: INPUT pin 2/A of level/U2" in line for line in found)

    def test_a_line_that_leads_nowhere(self):
        found = netlist.check_rules(without("SYNC_PICO", ("R4", 1)))
        assert any("Only one pin" in line and "SYNC_PICO" in line for line in found)

    def test_a_plug_left_out(self):
        found = netlist.check_rules(without("HIT", ("J1", 1)))
        assert any("BUTTON of xh5/J1" in line for line in found)

    def test_ground_left_out(self):
        found = netlist.check_rules(without("GND", ("U2", 3)))
        assert any("Unconnected pin: POWER-IN pin 3/GND of level/U2" in line for line in found)


def test_twice_the_same_netlist():
    assert netlist.text() == netlist.text() == (steps.HARDWARE / "pad/pad.net").read_text("utf-8")


def test_every_pin_is_on_one_net_or_open_on_purpose():
    ends = [end for net in params.NETS.values() for end in net]
    assert len(ends) == len(set(ends))
    for ref, part in symbols.parts():
        for number, _, _ in symbols.SYMBOLS[part.kind]:
            assert ((ref, number) in ends) != symbols.may_stay_open(ref, number) or ref == "U1"
